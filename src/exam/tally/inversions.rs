//! Pairs out of order.

use std::{vec, vec::Vec};

/// Counts the pairs out of order: each item with those above it that came before.
///
/// Which items came before is a bit of each, in words of 64; how many in each word, and in each block of 32 words, is kept
/// beside. So an item takes one word, at most 31 counts of words and 31 of blocks: for the 65,536 items that there can be that is
/// less work than sorting.
#[derive(Clone)]
pub(super) struct Inversions {
    seen: Vec<u64>,
    in_words: Vec<u32>,
    in_blocks: Vec<u32>,
}

impl Inversions {
    pub(super) fn new(items: usize) -> Self {
        let words = items.div_ceil(64);
        Self {
            seen: vec![0; words],
            in_words: vec![0; words],
            in_blocks: vec![0; words.div_ceil(WORDS)],
        }
    }

    pub(super) fn of(&mut self, order: &[u32]) -> u64 {
        if order.len() <= 64 {
            return of_one_word(order);
        }
        self.seen.fill(0);
        self.in_words.fill(0);
        self.in_blocks.fill(0);
        let mut inversions = 0;
        for &item in order {
            let word = item as usize / 64;
            let block = word / WORDS;
            let end = self.in_words.len().min((block + 1) * WORDS);
            let above = (self.seen[word] >> (item % 64)).count_ones()
                + self.in_words[word + 1..end].iter().sum::<u32>()
                + self.in_blocks[block + 1..].iter().sum::<u32>();
            inversions += u64::from(above);
            self.seen[word] |= 1 << (item % 64);
            self.in_words[word] += 1;
            self.in_blocks[block] += 1;
        }
        inversions
    }
}

/// The same of at most 64 items.
fn of_one_word(order: &[u32]) -> u64 {
    let mut seen = 0_u64;
    let mut inversions = 0;
    for &item in order {
        inversions += u64::from((seen >> item).count_ones());
        seen |= 1 << item;
    }
    inversions
}

/// The words of a block.
const WORDS: usize = 32;
