//! Blocks of one request hashed sixteen at a time, where the processor has AVX-512.
//!
//! The counter is in the last bytes of V, and a padded V ends in word 13 of its block: but for one in 2²⁴, a block differs from
//! the one before it in that word alone.

use fairdraw_sha256::{AlikeBlocks, Avx512, LANES};
use subtle::ConstantTimeEq as _;
use zeroize::{Zeroize as _, Zeroizing};

use super::{batch::BLOCK_WORDS, hash_drbg::SEEDLEN};

/// What is kept from one batch to the next.
pub(super) struct Wide {
    avx512: Option<Avx512>,
    alike: Option<Alike>,
}

/// Blocks that begin with the same bytes.
struct Alike {
    start: [u8; START],
    blocks: AlikeBlocks,
}

impl Wide {
    pub(super) fn new() -> Self {
        Self { avx512: Avx512::detect(), alike: None }
    }

    /// Whether so many blocks are hashed this way, but for a carry.
    pub(super) fn takes(&self, blocks: usize) -> bool {
        self.avx512.is_some() && (WORTHWHILE..=LANES).contains(&blocks)
    }

    /// Forgets the blocks of a request that has ended.
    pub(super) fn restart(&mut self) {
        self.alike = None;
    }

    /// Writes the words of the padded V in `next` and of those after it, if that can be done here and is faster than
    /// hashing one block after the other. Says whether it has: otherwise nothing is changed.
    pub(super) fn write_words(&mut self, next: &[u8; 64], out: &mut [[u64; BLOCK_WORDS]]) -> bool {
        let Some(avx512) = self.avx512.filter(|_| self.takes(out.len())) else { return false };
        let Some((start, [a, b, c, padding, ..])) = next.split_first_chunk::<START>() else {
            return false;
        };
        let first = u32::from_be_bytes([*a, *b, *c, *padding]);
        if first.checked_add(UP_TO_LAST).is_none() {
            return false; // a carry into the bytes before it
        }
        if !self.alike.as_ref().is_some_and(|alike| alike.start.ct_eq(start).into()) {
            self.alike = Some(Alike { start: *start, blocks: AlikeBlocks::new(avx512, next) });
        }
        let Some(alike) = &self.alike else { return false };
        let mut words = Zeroizing::new([first; LANES]);
        for (word, ahead) in words.iter_mut().zip(0..) {
            *word += ahead << 8;
        }
        if let Ok(out) = out.try_into() {
            alike.blocks.hash(&words, out);
        } else {
            let mut values = Zeroizing::new([[0; BLOCK_WORDS]; LANES]);
            alike.blocks.hash(&words, &mut values);
            out.copy_from_slice(&values[..out.len()]);
        }
        true
    }
}

impl Drop for Alike {
    fn drop(&mut self) {
        self.start.zeroize(); // the blocks wipe themselves
    }
}

/// The bytes of V before word 13.
const START: usize = SEEDLEN / 4 * 4;

/// What word 13 of the last block has above that of the first: the counter is above a byte of padding.
#[allow(clippy::cast_possible_truncation, reason = "15")]
const UP_TO_LAST: u32 = (LANES as u32 - 1) << 8;

/// Sixteen at a time take as long as about seven one by one (246 and 38 ns a block; `audit/performance/README.md`).
const WORTHWHILE: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::hash_drbg::{Hashgen, padded};

    /// V with these last three bytes.
    fn v(ends: u32) -> [u8; SEEDLEN] {
        let mut v = [0xab; SEEDLEN];
        v[START..].copy_from_slice(&ends.to_be_bytes()[1..]);
        v
    }

    fn simple_words(v: &[u8; SEEDLEN]) -> [[u64; BLOCK_WORDS]; LANES] {
        let mut hashgen = Hashgen::new(v);
        [(); LANES].map(|()| {
            let mut block = [0; 32];
            hashgen.next_block(&mut block);
            let (words, _) = block.as_chunks();
            words.iter().zip(0..).fold([0; BLOCK_WORDS], |mut all, (&word, at)| {
                all[at] = u64::from_be_bytes(word);
                all
            })
        })
    }

    #[test]
    fn sixteen_at_a_time_are_the_blocks_one_by_one() {
        let mut wide = Wide::new();
        let there = wide.avx512.is_some();
        for other_start in [0, 1] {
            for ends in [0, 1, 0xff, 0x1234, 0xff_f0ff, 0xff_ffef, 0xff_fff0, 0xff_fff1, 0xff_ffff]
            {
                let mut v = v(ends);
                v[7] ^= other_start;
                for count in 0..=LANES {
                    let mut words = [[7; BLOCK_WORDS]; LANES];
                    let written = wide.write_words(&padded(&v), &mut words[..count]);
                    let carries = ends + 15 > 0xff_ffff;
                    assert_eq!(
                        written,
                        there && count >= WORTHWHILE && !carries,
                        "{ends:x} {count}"
                    );
                    let written = if written { count } else { 0 };
                    assert_eq!(words[..written], simple_words(&v)[..written], "{ends:x} {count}");
                    assert!(words[written..].iter().all(|words| *words == [7; BLOCK_WORDS]));
                }
            }
        }
    }
}
