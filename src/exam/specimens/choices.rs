//! Where specimens get their choices from: words of a stream, or all paths in turn.

use core::iter;
use std::vec::Vec;

use rand_core::TryRng as _;

use super::super::p_value::approximate;
use crate::{random::Stream, uniform};

/// A source of choices, so that the same code can be run on random words and on every path.
pub(crate) trait Choices {
    /// A uniform integer below `bound`. With a bound of 0 or 1 there is no choice: it is 0.
    fn below(&mut self, bound: u64) -> u64;

    /// A word of `bits` bits, each equally likely; at most 63.
    fn word(&mut self, bits: u32) -> u64 {
        self.below(1 << bits)
    }

    /// What a comparator says that throws a coin.
    fn coin(&mut self) -> bool {
        self.below(2) == 1
    }
}

/// Choices from a stream. Words are cut into short pieces, as a draw would never do: a specimen's choices are many and
/// small.
pub(crate) struct Words {
    stream: Stream,
    /// The bits of the last word that have not been used, from the lowest.
    left: u64,
    bits_left: u32,
}

impl Words {
    pub(crate) fn new(stream: Stream) -> Self {
        Self { stream, left: 0, bits_left: 0 }
    }

    /// The next `bits` bits, at most 64. What is left of a word and isn't enough is dropped.
    fn take(&mut self, bits: u32) -> u64 {
        if bits > self.bits_left {
            let Ok(word) = self.stream.try_next_u64();
            (self.left, self.bits_left) = (word, 64);
        }
        let taken = if bits == 64 { self.left } else { self.left & ((1 << bits) - 1) };
        self.left = self.left.checked_shr(bits).unwrap_or(0);
        self.bits_left -= bits;
        taken
    }

    /// The library's own method at a width at which words are seldom refused.
    fn uniform<const WIDTH: u32>(&mut self, bound: u64) -> u64 {
        let mut value = [0];
        let mut next = || Ok::<_, core::convert::Infallible>(self.take(WIDTH));
        let Ok(()) = uniform::run::<WIDTH, _>(&iter::once(bound), bound, &mut value, &mut next);
        value[0]
    }
}

impl Choices for Words {
    fn below(&mut self, bound: u64) -> u64 {
        if bound < 2 {
            return 0;
        }
        if bound.is_power_of_two() {
            return self.take(bound.trailing_zeros());
        }
        match bound {
            0..=0xff => self.uniform::<16>(bound),
            0x100..=0xff_ffff => self.uniform::<32>(bound),
            _ => self.uniform::<64>(bound),
        }
    }
}

/// The choices of one path after the other, until there are no more.
#[derive(Default)]
pub(crate) struct Paths {
    /// The choices of this path, each with its bound.
    choices: Vec<(u64, u64)>,
    made: usize,
}

impl Paths {
    /// Calls `path` once for each path, with its probability.
    pub(crate) fn each(mut path: impl FnMut(&mut Self) -> Option<usize>, counts: &mut [f64]) {
        let mut paths = Self::default();
        loop {
            let outcome = path(&mut paths);
            if let Some(count) = outcome.and_then(|outcome| counts.get_mut(outcome)) {
                *count += paths.probability();
            }
            if !paths.advance() {
                return;
            }
        }
    }

    fn probability(&self) -> f64 {
        self.choices.iter().fold(1.0, |part, &(_, bound)| part / approximate(bound))
    }

    /// Goes on to the next path; false after the last one.
    fn advance(&mut self) -> bool {
        self.made = 0;
        while let Some((choice, bound)) = self.choices.pop() {
            if choice + 1 < bound {
                self.choices.push((choice + 1, bound));
                return true;
            }
        }
        false
    }
}

impl Choices for Paths {
    fn below(&mut self, bound: u64) -> u64 {
        if bound < 2 {
            return 0;
        }
        if self.made == self.choices.len() {
            self.choices.push((0, bound));
        }
        self.made += 1;
        self.choices[self.made - 1].0
    }
}
