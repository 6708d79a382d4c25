//! Shuffles with known faults, so that everybody can see what a failing report looks like.
//!
//! Each is what programmers do write, as faithfully as its description allows. What is known of its law is said with it,
//! and counted by the tests over all paths for 3 to 5 items. [`diagnose`](super::diagnose) looks for the same faults.
//!
//! None of them may decide a draw.

use core::fmt;
use std::{string::String, vec, vec::Vec};

use crate::HashDrbgError;

pub use shuffler::SpecimenShuffler;

#[cfg(test)]
pub(super) use choices::Choices;
pub(super) use law::{Orders, descents, ln_by_runs, rising_sequences};
pub(super) use shuffler::Method;
pub(super) use swaps::{Pick, Step, Swaps};

mod choices;
mod law;
mod name;
mod piles;
mod shuffler;
mod sorts;
mod swaps;
mod timsort;

/// A shuffle with a known fault, or without one.
///
/// Its name (`Display`, `FromStr`) is what stands at each variant; a number follows after a colon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Specimen {
    /// `fair`: Durstenfeld's shuffle with exactly uniform numbers. Every order is equally likely.
    Fair,
    /// `naive`, `naive:downward`, `naive:n-1`, `naive:downward:n-1`: each place is swapped with any place of the whole
    /// list.
    ///
    /// Looks even fairer than the right shuffle, and is what many write first. There are n^n equally likely paths (or
    /// n^(n-1) if the loop leaves out its last place), which n! orders can't share evenly for n above 2. The orders of four
    /// items come 8 to 15 times each on the 256 paths.
    NaiveSwap {
        /// The way of the loop.
        run: Run,
        /// Whether the loop has a step for its last place too.
        last: bool,
    },
    /// `sattolo`: each place is swapped with one below it, never with itself.
    ///
    /// An index one too small: `j < i` for `j <= i`. Only the (n-1)! orders that are one cycle come, each equally often, and
    /// no item stays where it was (S. Sattolo, "An algorithm to generate a random cyclic permutation", Information
    /// Processing Letters 22(6), 1986).
    Sattolo,
    /// `comparator:SORT`: a sort whose comparator throws a coin.
    ///
    /// `list.sort(() => Math.random() - 0.5)` and its relatives. The law is the sorting program's; see [`Sort`].
    Comparator(Sort),
    /// `modulo:BITS`, `modulo:BITS:forward`: Durstenfeld's shuffle with the remainder of a short word, `rand() % (i + 1)`.
    ///
    /// Of the 2^w words, 2^w mod m of the m remainders have one more than the others, and they are the small ones: items
    /// come to low places too often. By default downward, as Durstenfeld wrote the loop ("Algorithm 235: Random
    /// permutation", CACM 7(7), 1964).
    Modulo {
        /// The bits of a word, 1 to 32; C's `rand` has 15 in some libraries.
        bits: u32,
        /// The way of the loop.
        run: Run,
    },
    /// `multiply:BITS`, `multiply:BITS:forward`: the same with a short fraction, `(int)(u * (i + 1))`.
    ///
    /// Again some numbers have one word more than others, now spread over the list.
    Multiply {
        /// The bits of the fraction, 1 to 32.
        bits: u32,
        /// The way of the loop.
        run: Run,
    },
    /// `stops-early`, `stops-early:forward`: Durstenfeld's shuffle without its last step.
    ///
    /// `i > 1` for `i > 0`. The two items that are left never change places: half of the orders come twice as often as they
    /// should, the others never.
    StopsEarly {
        /// The way of the loop; downward the first two places are concerned.
        run: Run,
    },
    /// `no-offset`, `no-offset:n-1`: forward, but place i is swapped with one of the first n-i places instead of the last.
    ///
    /// `swap(i, random(n - i))` for `swap(i, i + random(n - i))`.
    NoOffset {
        /// Whether the loop has a step for the last place too, which is then swapped with the first.
        last: bool,
    },
    /// `rounding`, `rounding:forward`: Durstenfeld's shuffle with a fraction rounded to the nearest integer,
    /// `Math.round(u * i)`.
    ///
    /// The smallest and the largest number come half as often as the others.
    Rounding {
        /// The way of the loop.
        run: Run,
    },
    /// `next-free`: each place in turn takes a random item, or the next free one if that was taken.
    ///
    /// Saves drawing again. Items after a long row of items that were taken have a larger chance (D. Knuth, The Art of
    /// Computer Programming, vol. 3, 6.4, on the same effect in hash tables).
    NextFree,
    /// `keys:BITS`, `keys:COUNT-values`: sorting by random keys, equal ones staying in the order of the list.
    ///
    /// The spreadsheet's shuffle. With K equally likely keys an order with d descents has the probability
    /// C(K + n-1-d, n) / K^n: the inverse of the riffle's law.
    ShortKeys {
        /// How many different keys there are, 1 to 2^32.
        keys: u64,
    },
    /// `riffles:COUNT`: so many riffles after the model of Gilbert, Shannon and Reeds.
    ///
    /// An order with R rising sequences has the probability C(2^r + n-R, n) / 2^(rn) (D. Bayer and P. Diaconis, "Trailing
    /// the dovetail shuffle to its lair", Annals of Applied Probability 2(2), 1992).
    Riffles {
        /// The number of riffles, 1 to 64.
        count: u32,
    },
    /// `transpositions:COUNT`: so many times two random places are swapped, which may be one and the same.
    ///
    /// About ½ n ln n are needed (P. Diaconis and M. Shahshahani, "Generating a random permutation with random
    /// transpositions", Zeitschrift für Wahrscheinlichkeitstheorie 57, 1981).
    Transpositions {
        /// The number of swaps, 1 to 2^20.
        count: u32,
    },
    /// `cut`: the list begins at a random place and is otherwise as it was.
    ///
    /// Only n of the n! orders come. Every item is equally likely at every place all the same.
    Cut,
    /// `tail:LENGTH`: the last places are never shuffled.
    ///
    /// A length that was forgotten to update, or an end that was meant to be included.
    Tail {
        /// The number of places, at least 1.
        length: u32,
    },
    /// `head:LENGTH`: the first places are never shuffled.
    ///
    /// Places counted from 1 in a list counted from 0.
    Head {
        /// The number of places, at least 1.
        length: u32,
    },
    /// `seed:BITS`, `seed:COUNT-values`: a good generator with too small a seed.
    ///
    /// A process number, the second of the day, 32 bits for 52! orders. There are no more orders than seeds, and after
    /// about as many shuffles as the square root of their number orders begin to come again.
    SmallSeed {
        /// How many different seeds there are, equally likely, 1 to 2^48.
        seeds: u64,
    },
}

/// The way of a loop over the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Run {
    /// From the first place to the last.
    Forward,
    /// From the last place to the first.
    Downward,
}

/// Sorting programs. What a comparator that throws a coin makes of them depends on what they compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Sort {
    /// `insertion`: each item goes back over those before it as long as the coin says so. Items hardly move: half of them
    /// stay at once.
    ///
    /// Also Firefox below 24 items, and V8 (Chrome, Node) before version 7 up to 10 items.
    Insertion,
    /// `binary-insertion`: the place of each item among those before it is found by halving. Of four items eight orders
    /// have the probability 1/16, the others 1/32.
    BinaryInsertion,
    /// `timsort`: T. Peters' sort as in V8 (Chrome and Node since 2018) and CPython: the first run is counted, and if it is
    /// short the rest of up to 63 items is added by binary insertion. Longer lists have several runs, which are merged.
    ///
    /// From 128 items on, CPython merges in another order since version 3.11.
    Timsort,
    /// `timsort-32`: the same with shorter runs, from 32 items on, as in Java and Android. Java's stops with an exception
    /// where it notices that the comparator contradicts itself; it is then called again.
    Timsort32,
    /// `merge`: halves are sorted and merged, as in the GNU C library's `qsort` for many years.
    Merge,
    /// `merge-up`: pairs are merged to fours, those to eights and so on, as in Safari.
    MergeUp,
    /// `firefox`: insertion below 24 items; above, groups of four are sorted by insertion, then merged in pairs unless the
    /// coin says at once that they are in order.
    Firefox,
}

/// Why there is no such specimen.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecimenError {
    /// Not a specimen's name.
    Name(String),
    /// The number after the name is missing, is none, or is out of range.
    Number {
        /// The specimen's name without its number.
        name: &'static str,
        /// The least it can be.
        least: u64,
        /// The most it can be.
        most: u64,
    },
    /// The list is too short or too long.
    Items {
        /// The number of items asked for.
        n: u32,
        /// The fewest that the specimen takes.
        least: u32,
        /// The most.
        most: u32,
    },
    /// The stream of words could not be made.
    Stream(HashDrbgError),
}

impl Specimen {
    /// One of each, with numbers at which 100,000 shuffles of `n` items show the fault; the fair one first.
    pub fn defaults(n: u32) -> Vec<Self> {
        let width = u32::BITS - (n.max(2) - 1).leading_zeros();
        let bits = (width + 2).max(4);
        vec![
            Self::Fair,
            Self::NaiveSwap { run: Run::Forward, last: true },
            Self::Sattolo,
            Self::Comparator(Sort::Timsort),
            Self::Comparator(Sort::BinaryInsertion),
            Self::Comparator(Sort::Insertion),
            Self::Comparator(Sort::Merge),
            Self::Modulo { bits, run: Run::Downward },
            Self::Multiply { bits, run: Run::Downward },
            Self::StopsEarly { run: Run::Downward },
            Self::NoOffset { last: true },
            Self::Rounding { run: Run::Downward },
            Self::NextFree,
            Self::ShortKeys { keys: 1 << 6 },
            Self::Riffles { count: width + 1 },
            Self::Transpositions { count: n },
            Self::Cut,
            Self::Tail { length: (n / 10).max(1) },
            Self::Head { length: 1 },
            Self::SmallSeed { seeds: if n < 8 { 1 << 12 } else { 1 << 16 } },
        ]
    }

    /// What the fault is, in one sentence without a full stop.
    pub fn says(&self) -> &'static str {
        match self {
            Self::Fair => "nothing is wrong: every order is equally likely",
            Self::NaiveSwap { .. } => {
                "each place is swapped with any place of the whole list, where it should be one that is still open"
            }
            Self::Sattolo => {
                "a bound is one too small: no place is ever swapped with itself, so nothing can stay where it was"
            }
            Self::Comparator(_) => {
                "a sort is given a comparator that answers at random; how the program sorts decides who comes where"
            }
            Self::Modulo { .. } => {
                "places are chosen by the remainder of a short random word, and small remainders come more often"
            }
            Self::Multiply { .. } => {
                "places are chosen by a short random fraction times a bound, and some places come more often"
            }
            Self::StopsEarly { .. } => {
                "the loop stops one step early, and two items never change places at the end"
            }
            Self::NoOffset { .. } => {
                "places are chosen from the front of the list, where they should be those not yet drawn"
            }
            Self::Rounding { .. } => {
                "a random fraction is rounded to the nearest place, so the first and the last come half as often"
            }
            Self::NextFree => {
                "an item that was drawn before is replaced by the next free one, which favours items after full stretches"
            }
            Self::ShortKeys { .. } => {
                "the list is sorted by random keys, and items with equal keys stay in the list's order"
            }
            Self::Riffles { .. } => {
                "the list is riffled like a deck of cards, and not often enough"
            }
            Self::Transpositions { .. } => "two random places are swapped, and not often enough",
            Self::Cut => "the list only begins at a random place; its order stays",
            Self::Tail { .. } => "the last places are never shuffled",
            Self::Head { .. } => "the first places are never shuffled",
            Self::SmallSeed { .. } => {
                "the generator begins with one of too few seeds, and each gives one order"
            }
        }
    }
}

impl fmt::Display for SpecimenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "there is no specimen {name:?}"),
            Self::Number { name: name @ ("keys" | "seed"), least, most } => write!(
                f,
                "specimen {name} takes a number of bits from {least} to {most}, as in {name}:16, or of values from 1 to 2^{most}, as in \
                 {name}:100-values"
            ),
            Self::Number { name, least, most } => {
                write!(
                    f,
                    "specimen {name} takes a number from {least} to {most}, as in {name}:{most}"
                )
            }
            Self::Items { n, least, most } => {
                write!(f, "{n} items, and the specimen takes {least} to {most}")
            }
            Self::Stream(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SpecimenError {}

/// The shortest and the longest list that is examined.
pub(crate) const FEWEST_ITEMS: u32 = 2;
pub(crate) const MOST_ITEMS: u32 = 65_536;

/// Random words of a test.
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "the purpose is short enough")]
pub(super) fn words(seed: &[u8]) -> choices::Words {
    choices::Words::new(crate::Stream::of_seed_file(seed, "test", &[]).unwrap())
}
