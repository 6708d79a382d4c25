//! The Merkle tree of RFC 6962 over the entry list, and proofs that a line stands at a position.
//!
//! Leaf `SHA256(00 || line)`, node `SHA256(01 || left || right)`, split at the largest power of two below the number
//! of leaves (RFC 6962, section 2.1). Paths are checked by RFC 9162, section 2.1.3.2.

use alloc::{vec, vec::Vec};

use sha2::{Digest as _, Sha256};

use crate::{digest::Digest, encode::encode_into, seed::ListKey};

mod blocks;

pub use blocks::leaf;
use blocks::node;
pub(crate) use blocks::push_leaves;

/// The leaf of a line of a private list, from its salt.
pub fn salted_leaf(salt: &[u8; 32], line: &str) -> Digest {
    let mut hasher = Sha256::new();
    hasher.update([0]);
    let parts = [&salt[..], line.as_bytes()];
    encode_into("fairdraw/v1/leaf", parts, &mut |piece| hasher.update(piece));
    Digest::new(hasher.finalize().into())
}

/// The leaf of the line at a position of a private list.
pub fn private_leaf(key: &ListKey, position: u64, line: &str) -> Digest {
    salted_leaf(&key.salt(position, line), line)
}

/// The root of the tree over these leaves, which are overwritten; of none, the SHA-256 of nothing.
pub(crate) fn root_of(leaves: &mut [Digest]) -> Digest {
    let mut level = leaves;
    while level.len() > 1 {
        let above = blocks::rise(level);
        level = &mut level[..above];
    }
    level.first().copied().unwrap_or_else(|| RootBuilder::default().finish())
}

/// The root of the tree over the lines of a public list, of which 256 are held at a time.
///
/// The same as by a [`RootBuilder`] that is given each [`leaf`], in three quarters of the time, or with the feature `avx512` in
/// half (lines of 16 bytes; `audit/performance/README.md`).
pub fn root_of_lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> Digest {
    // What comes after its end would make a second subtree that isn't full.
    let mut lines = lines.into_iter().fuse();
    let (mut some, mut leaves) = (Vec::with_capacity(SUBTREE), Vec::with_capacity(SUBTREE));
    let mut root = RootBuilder::default();
    loop {
        some.clear();
        some.extend(lines.by_ref().take(SUBTREE));
        if some.is_empty() {
            return root.finish();
        }
        leaves.clear();
        push_leaves(&some, &mut leaves);
        root.push(root_of(&mut leaves)); // all but the last are full, and a full one is a node of the whole tree
    }
}

/// Computes a root leaf by leaf, in memory proportional to the tree's height.
#[derive(Debug, Default)]
pub struct RootBuilder {
    leaves: u64,
    /// The roots of the full trees that the leaves so far make: one for each 1 in `leaves`, largest first.
    full: Vec<Digest>,
}

impl RootBuilder {
    /// Adds the next leaf.
    pub fn push(&mut self, leaf: Digest) {
        let mut root = leaf;
        for _ in 0..self.leaves.trailing_ones() {
            if let Some(left) = self.full.pop() {
                root = node(&left, &root);
            }
        }
        self.full.push(root);
        self.leaves += 1;
    }

    /// The root of the leaves; of none, the SHA-256 of nothing, as in RFC 6962.
    pub fn finish(mut self) -> Digest {
        let Some(mut root) = self.full.pop() else {
            return Digest::new(Sha256::digest([]).into());
        };
        while let Some(left) = self.full.pop() {
            root = node(&left, &root);
        }
        root
    }
}

/// A whole tree, from which paths can be read: 64 bytes of memory for each leaf.
#[derive(Debug)]
pub struct Tree {
    /// The leaves, then each level above them up to the root. A last node without a sibling moves up unchanged.
    levels: Vec<Vec<Digest>>,
}

impl Tree {
    /// The tree over these leaves.
    pub fn new(leaves: Vec<Digest>) -> Self {
        let mut levels = vec![leaves];
        while let Some(below) = levels.last().filter(|level| level.len() > 1) {
            let above = below.chunks(2).map(|pair| match pair {
                [left, right] => node(left, right),
                _ => pair[0],
            });
            let above = above.collect();
            levels.push(above);
        }
        Self { levels }
    }

    /// The root.
    pub fn root(&self) -> Digest {
        match self.levels.last().and_then(|top| top.first()) {
            Some(root) => *root,
            None => RootBuilder::default().finish(),
        }
    }

    /// The hashes that lead from the leaf at a position to the root, the leaf's sibling first.
    ///
    /// Nothing for a position that isn't in the tree.
    pub fn path(&self, position: u64) -> Option<Vec<Digest>> {
        let mut path = Vec::new();
        let leaves = self.levels.first().map_or(0, Vec::len);
        let mut index = usize::try_from(position).ok().filter(|&index| index < leaves)?;
        for level in &self.levels {
            path.extend(level.get(index ^ 1).filter(|_| level.len() > 1));
            index /= 2;
        }
        Some(path)
    }
}

/// The root to which `path` leads from the leaf at `position` of a list of `entries` lines.
///
/// RFC 9162, section 2.1.3.2. Nothing if the path has the wrong length or the position isn't in the list.
pub fn root_from_path(
    leaf: Digest,
    position: u64,
    entries: u64,
    path: &[Digest],
) -> Option<Digest> {
    if position >= entries {
        return None;
    }
    // Step 2; `index` and `last` are the RFC's fn and sn.
    let (mut index, mut last) = (position, entries - 1);
    let mut root = leaf; // step 3
    for hash in path {
        if last == 0 {
            return None; // step 4.1
        }
        if index % 2 == 1 || index == last {
            root = node(hash, &root); // step 4.2.1
            while index % 2 == 0 && index != 0 {
                (index, last) = (index / 2, last / 2); // step 4.2.2
            }
        } else {
            root = node(&root, hash); // step 4.3
        }
        (index, last) = (index / 2, last / 2); // step 4.4
    }
    (last == 0).then_some(root) // step 5
}

/// Lines of a subtree that is computed level by level: a power of two.
const SUBTREE: usize = 1 << 8;

#[cfg(test)]
mod tests {
    extern crate std;

    use std::format;

    use super::*;

    fn leaves(count: u64) -> Vec<Digest> {
        (0..count).map(|i| leaf(&format!("line {i}"))).collect()
    }

    /// RFC 6962, section 2.1, as it stands there.
    fn root_by_definition(leaves: &[Digest]) -> Digest {
        match leaves {
            [] => Digest::new(Sha256::digest([]).into()),
            [one] => *one,
            _ => {
                let split = leaves.len().next_power_of_two() / 2;
                let (left, right) = leaves.split_at(split);
                node(&root_by_definition(left), &root_by_definition(right))
            }
        }
    }

    #[test]
    fn builder_and_tree_give_the_root_of_the_definition() {
        for count in 0..300 {
            let leaves = leaves(count);
            let mut builder = RootBuilder::default();
            for &leaf in &leaves {
                builder.push(leaf);
            }
            let expected = root_by_definition(&leaves);
            assert_eq!(builder.finish(), expected, "{count} leaves");
            assert_eq!(root_of(&mut leaves.clone()), expected, "{count} leaves");
            assert_eq!(Tree::new(leaves).root(), expected, "{count} leaves");
        }
    }

    #[test]
    fn root_of_lines_is_that_of_their_leaves() {
        for count in (0..70).chain([255, 256, 257, 511, 512, 513, 767, 768, 1024, 1025, 1281, 2000])
        {
            let lines: Vec<_> = (0..count).map(|i| format!("line {i}")).collect();
            let root = root_of_lines(lines.iter().map(|line| &**line));
            assert_eq!(root, root_by_definition(&leaves(count)), "{count} lines");
        }
        assert_eq!(root_of_lines([]), root_by_definition(&[]));
    }

    #[test]
    fn lines_end_where_an_iterator_ends_for_the_first_time() {
        let mut asked = 0;
        let lines = core::iter::from_fn(|| {
            asked += 1;
            ["line 0", "line 1", "line 2"].get(asked - 1).copied().or((asked > 4).then_some("more"))
        });
        assert_eq!(root_of_lines(lines.take(10)), root_by_definition(&leaves(3)));
    }

    #[test]
    fn every_path_leads_to_the_root_from_its_own_position_only() {
        for count in 1..70 {
            let leaves = leaves(count);
            let tree = Tree::new(leaves.clone());
            for (position, &leaf) in (0..).zip(&leaves) {
                let path = tree.path(position).unwrap_or_default();
                for claimed in 0..count + 2 {
                    let root = root_from_path(leaf, claimed, count, &path);
                    assert_eq!(root == Some(tree.root()), claimed == position);
                }
                let mut longer = path.clone();
                longer.push(leaf);
                assert_eq!(root_from_path(leaf, position, count, &longer), None);
                if let Some((_, shorter)) = path.split_last() {
                    assert_eq!(root_from_path(leaf, position, count, shorter), None);
                }
            }
            assert_eq!(tree.path(count), None);
        }
    }
}
