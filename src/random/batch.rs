//! The process Hashgen of SP 800-90A Rev. 1, 10.1.1.4, many blocks at a time.
//!
//! V, V + 1, V + 2, .. differ in their last bytes, and the compressions of such blocks don't wait for each other: a
//! processor with SHA extensions works at two of them at once if all blocks are written before the first is hashed.
//! `Hashgen` in [`super::hash_drbg`] is the same process block by block, and the tests compare the two.

use core::slice;

use sha2::block_api::compress256;
use zeroize::{Zeroize as _, Zeroizing};

use super::hash_drbg::{SEEDLEN, SHA256_INITIAL, padded};
#[cfg(feature = "avx512")]
use super::wide::Wide;

/// The output of a request, to be taken in batches of up to [`BATCH`] blocks.
pub(super) struct Batches {
    /// The padded V of the next block.
    next: [u8; 64],
    blocks: [[u8; 64]; BATCH],
    /// How many of `blocks` have been written: the others are zero, and needn't be wiped.
    written: usize,
    #[cfg(feature = "avx512")]
    wide: Wide,
}

impl Batches {
    pub(super) fn new(v: &[u8; SEEDLEN]) -> Self {
        Self {
            next: padded(v),
            blocks: [[0; 64]; BATCH],
            written: 0,
            #[cfg(feature = "avx512")]
            wide: Wide::new(),
        }
    }

    /// Begins the output of another request.
    pub(super) fn restart(&mut self, v: &[u8; SEEDLEN]) {
        self.next = padded(v);
        #[cfg(feature = "avx512")]
        self.wide.restart();
    }

    /// Fills `out` with the next words, four a block: a whole number of blocks, at most [`BATCH`].
    pub(super) fn next_words(&mut self, out: &mut [u64]) {
        let (out, _) = out.as_chunks_mut::<BLOCK_WORDS>();
        let count = out.len().min(BATCH);
        let out = &mut out[..count];
        #[cfg(feature = "avx512")]
        if self.wide.write_words(&self.next, out) {
            #[allow(clippy::cast_possible_truncation, reason = "at most BATCH")]
            increase(&mut self.next, count as u8);
            return;
        }
        let blocks = &mut self.blocks[..count];
        let mut ahead = 0;
        for block in blocks.iter_mut() {
            *block = self.next;
            increase(block, ahead);
            ahead += 1;
        }
        self.written = self.written.max(count);
        let mut hash = Zeroizing::new([0; 8]);
        for (block, words) in blocks.iter().zip(out) {
            *hash = SHA256_INITIAL;
            compress256(&mut hash, slice::from_ref(block));
            let (pairs, _) = hash.as_chunks();
            for (word, &[high, low]) in words.iter_mut().zip(pairs) {
                *word = u64::from(high) << 32 | u64::from(low);
            }
        }
        increase(&mut self.next, ahead);
    }
}

/// Adds to the V in a padded block, modulo 2⁴⁴⁰ (Hashgen step 4.3).
fn increase(block: &mut [u8; 64], by: u8) {
    let mut carry;
    (block[SEEDLEN - 1], carry) = block[SEEDLEN - 1].overflowing_add(by);
    // Of 256 blocks 255 end here.
    for digit in block[..SEEDLEN - 1].iter_mut().rev() {
        if !carry {
            break;
        }
        (*digit, carry) = digit.overflowing_add(1);
    }
}

impl Drop for Batches {
    fn drop(&mut self) {
        self.next.zeroize();
        self.blocks[..self.written].as_flattened_mut().zeroize();
    }
}

/// Words of a block.
pub(super) const BLOCK_WORDS: usize = 4;

/// Most blocks hashed at a time.
pub(super) const BATCH: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::hash_drbg::Hashgen;

    /// Words of the same process, block by block.
    fn simple_words<const BLOCKS: usize>(hashgen: &mut Hashgen) -> [[u64; BLOCK_WORDS]; BLOCKS] {
        [(); BLOCKS].map(|()| {
            let mut block = [0; 32];
            hashgen.next_block(&mut block);
            let (words, _) = block.as_chunks();
            core::array::from_fn(|word| u64::from_be_bytes(words[word]))
        })
    }

    #[test]
    fn batches_of_every_size_are_the_blocks_one_by_one() {
        for count in 0..=BATCH {
            let v = [0x5a; SEEDLEN];
            let (mut batches, mut hashgen) = (Batches::new(&v), Hashgen::new(&v));
            for _ in 0..20 {
                let mut words = [[7; BLOCK_WORDS]; BATCH];
                batches.next_words(words[..count].as_flattened_mut());
                for block in &words[..count] {
                    assert_eq!([*block], simple_words::<1>(&mut hashgen));
                }
                assert!(words[count..].as_flattened().iter().all(|&word| word == 7));
            }
            // Sixteen at a time are not written first.
            #[cfg(feature = "avx512")]
            let count = if batches.wide.takes(count) { 0 } else { count };
            assert_eq!(batches.written, count);
        }
    }

    #[test]
    fn counter_carries_within_a_batch_and_between_batches() {
        // V is so many steps before a carry through all of its bytes, or through some.
        for before in 0..=40 {
            for ends in [0, 1, 20, 53, 54] {
                let mut v = [0x12; SEEDLEN];
                v[ends..].fill(0xff);
                v[SEEDLEN - 1] -= before;
                let (mut batches, mut hashgen) = (Batches::new(&v), Hashgen::new(&v));
                for _ in 0..3 {
                    let mut words = [[0; BLOCK_WORDS]; BATCH];
                    batches.next_words(words.as_flattened_mut());
                    assert_eq!(words, simple_words::<BATCH>(&mut hashgen), "{before} {ends}");
                }
            }
        }
    }

    #[test]
    fn another_request_begins_at_its_own_v() {
        let v = [0xab; SEEDLEN];
        let mut batches = Batches::new(&[1; SEEDLEN]);
        batches.next_words(&mut [0; 64]);
        batches.restart(&v);
        let mut words = [[0; BLOCK_WORDS]; 5];
        batches.next_words(words.as_flattened_mut());
        assert_eq!(words, simple_words::<5>(&mut Hashgen::new(&v)));
    }
}
