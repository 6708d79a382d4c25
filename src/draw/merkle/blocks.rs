//! Leaf and node of the tree by SHA-256's compression function: a short line is one block, a node is two.
//!
//! The padding is that of FIPS 180-4, section 5.1.1: the bit 1, zeros, and the number of bits before it.

use alloc::vec::Vec;

use sha2::{Digest as _, Sha256, block_api::compress256};

use crate::digest::Digest;

/// The leaf of a line of a public list.
pub fn leaf(line: &str) -> Digest {
    let line = line.as_bytes();
    if 1 + line.len() > LONGEST {
        return Digest::new(Sha256::new().chain_update([0]).chain_update(line).finalize().into());
    }
    let mut blocks = [[0; 64]; 2];
    let used = if 1 + line.len() > LONGEST - 64 { 2 } else { 1 };
    write_leaf(line, blocks[..used].as_flattened_mut());
    compress(&blocks[..used])
}

/// Adds the leaves of lines of a public list.
///
/// The blocks of several are written before the first is compressed: the processor then need not wait for what it wrote,
/// and begins one while another is under way.
pub(crate) fn push_leaves(lines: &[&str], leaves: &mut Vec<Digest>) {
    for some in lines.chunks(TOGETHER) {
        if some.iter().any(|line| 1 + line.len() > LONGEST - 64) {
            leaves.extend(some.iter().map(|line| leaf(line)));
            continue;
        }
        let mut blocks = [[0; 64]; TOGETHER];
        for (line, block) in some.iter().zip(&mut blocks) {
            write_leaf(line.as_bytes(), block);
        }
        let before = leaves.len();
        leaves.resize(before + some.len(), Digest::new([0; 32]));
        compress_each(blocks[..some.len()].as_chunks::<1>().0, &mut leaves[before..]);
    }
}

/// Writes a leaf's message with its padding into blocks of zeros, which are as many as it needs.
fn write_leaf(line: &[u8], blocks: &mut [u8]) {
    let length = 1 + line.len();
    blocks[1..length].copy_from_slice(line);
    blocks[length] = 0x80;
    let end = blocks.len();
    // At most 952 bits.
    blocks[end - 8..].copy_from_slice(&(8 * length as u64).to_be_bytes());
}

/// The node over two others.
pub(super) fn node(left: &Digest, right: &Digest) -> Digest {
    let mut blocks = NODE;
    write_node(left, right, &mut blocks);
    compress(&blocks)
}

/// Overwrites the front of a level of a tree by the level above, and returns how many nodes that has.
pub(super) fn rise(level: &mut [Digest]) -> usize {
    let nodes = level.len() / 2;
    for first in (0..nodes).step_by(TOGETHER) {
        let last = nodes.min(first + TOGETHER);
        let mut blocks = [NODE; TOGETHER];
        for (pair, blocks) in level[2 * first..2 * last].chunks_exact(2).zip(&mut blocks) {
            write_node(&pair[0], &pair[1], blocks);
        }
        compress_each(&blocks[..last - first], &mut level[first..last]);
    }
    if level.len() % 2 == 1 {
        level[nodes] = level[level.len() - 1]; // without a sibling it moves up unchanged
    }
    level.len().div_ceil(2)
}

fn write_node(left: &Digest, right: &Digest, blocks: &mut [[u8; 64]; 2]) {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    blocks[0][1..33].copy_from_slice(left);
    blocks[0][33..].copy_from_slice(&right[..31]);
    blocks[1][0] = right[31];
}

/// The digests of messages of so many blocks each.
fn compress_each<const BLOCKS: usize>(messages: &[[[u8; 64]; BLOCKS]], digests: &mut [Digest]) {
    #[cfg(feature = "avx512")]
    if let (Some(avx512), Ok(messages)) = (fairdraw_sha256::Avx512::detect(), messages.try_into()) {
        let mut values = [[0; 4]; TOGETHER];
        avx512.hash(messages, &mut values);
        for (digest, value) in digests.iter_mut().zip(values) {
            let mut bytes = [0; 32];
            bytes.as_chunks_mut().0.copy_from_slice(&value.map(u64::to_be_bytes));
            *digest = Digest::new(bytes);
        }
        return;
    }
    for (digest, blocks) in digests.iter_mut().zip(messages) {
        *digest = compress(blocks);
    }
}

fn compress(blocks: &[[u8; 64]]) -> Digest {
    let mut state = INITIAL;
    compress256(&mut state, blocks);
    let mut digest = [0; 32];
    for (bytes, word) in digest.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    Digest::new(digest)
}

/// The most bytes of a message of two blocks.
const LONGEST: usize = 2 * 64 - 9;

/// FIPS 180-4, section 5.3.3.
const INITIAL: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// The two blocks of a node's 65 bytes, without the two nodes.
const NODE: [[u8; 64]; 2] = {
    let mut blocks = [[0; 64]; 2];
    blocks[0][0] = 1;
    blocks[1][1] = 0x80;
    [blocks[1][62], blocks[1][63]] = (65 * 8_u16).to_be_bytes();
    blocks
};

/// So many leaves or nodes are written before they are compressed.
const TOGETHER: usize = 16;

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::String;

    use super::*;

    #[test]
    fn leaf_is_the_hash_of_a_zero_and_the_line() {
        let long: String = (b' '..=b'~').cycle().take(4096).map(char::from).collect();
        for length in (0..300).chain([4000, 4095, 4096]) {
            let line = &long[..length];
            let hash = Sha256::new().chain_update([0]).chain_update(line).finalize();
            assert_eq!(leaf(line), Digest::new(hash.into()), "{length}");
        }
        for lengths in [0..0, 0..1, 0..7, 0..8, 0..40, 16..32, 22..54, 47..63, 40..140] {
            let lines: Vec<&str> = lengths.clone().map(|length| &long[..length]).collect();
            let mut leaves = Vec::new();
            push_leaves(&lines, &mut leaves);
            assert!(leaves.into_iter().eq(lines.iter().map(|line| leaf(line))), "{lengths:?}");
        }
        assert_eq!(leaf("ü".repeat(27).as_str()), {
            Digest::new(Sha256::digest(std::format!("\0{}", "ü".repeat(27))).into())
        });
    }

    #[test]
    fn node_is_the_hash_of_a_one_and_both_nodes() {
        let mut nodes = [leaf("left"), leaf("right")];
        for _ in 0..300 {
            let [left, right] = nodes;
            let hash = Sha256::new().chain_update([1]);
            let hash = hash.chain_update(left.as_bytes()).chain_update(right.as_bytes());
            let hash = Digest::new(hash.finalize().into());
            assert_eq!(node(&left, &right), hash);
            nodes = [right, hash];
        }
    }
}
