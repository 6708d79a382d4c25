//! Leaf and node of the tree by SHA-256's compression function: a short line is one block, a node is two.
//!
//! The padding is that of FIPS 180-4, section 5.1.1: the bit 1, zeros, and the number of bits before it.

use sha2::{Digest as _, Sha256, block_api::compress256};

use crate::digest::Digest;

/// The leaf of a line of a public list.
pub fn leaf(line: &str) -> Digest {
    let line = line.as_bytes();
    let length = 1 + line.len();
    if length > LONGEST {
        return Digest::new(Sha256::new().chain_update([0]).chain_update(line).finalize().into());
    }
    let mut blocks = [[0; 64]; 2];
    let bytes = blocks.as_flattened_mut();
    bytes[1..length].copy_from_slice(line);
    bytes[length] = 0x80;
    let end = if length > LONGEST - 64 { 128 } else { 64 };
    // At most 952 bits.
    bytes[end - 8..end].copy_from_slice(&(8 * length as u64).to_be_bytes());
    compress(&blocks[..end / 64])
}

/// The node over two others.
pub(super) fn node(left: &Digest, right: &Digest) -> Digest {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut blocks = [[0; 64], LAST_OF_NODE];
    blocks[0][0] = 1;
    blocks[0][1..33].copy_from_slice(left);
    blocks[0][33..].copy_from_slice(&right[..31]);
    blocks[1][0] = right[31];
    compress(&blocks)
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

/// The second block of a node, of whose 65 bytes the first one is the right node's last.
const LAST_OF_NODE: [u8; 64] = {
    let mut block = [0; 64];
    block[1] = 0x80;
    [block[62], block[63]] = (65 * 8_u16).to_be_bytes();
    block
};

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
