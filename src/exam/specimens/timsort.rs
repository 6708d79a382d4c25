//! T. Peters' sort, with a coin for its comparator.
//!
//! After "listsort.txt" of CPython, and V8's and Java's versions of it, which differ in how short a run may be. Galloping
//! to the left and to the right are mirror images, and have one law if each answer is as likely as the other.

use std::vec::Vec;

use super::{choices::Choices, sorts::binary_insertion};

/// The comparator contradicted itself where the sort notices.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Contradiction;

/// From so many items on there are several runs: in V8 and CPython, and in Java.
pub(super) const LONG_RUNS: usize = 64;
pub(super) const SHORT_RUNS: usize = 32;
/// So many wins in a row make galloping worth while.
pub(super) const WINS: usize = 7;

/// Sorts the items. A list has several runs if it has `several_runs` items or more; when one of two runs has won so many
/// `wins` in a row, whole stretches of it are looked for.
///
/// A contradiction is reported, as Java does; the items are all there, in the order in which V8 and CPython leave them.
pub(super) fn timsort<C: Choices>(
    items: &mut [u32],
    several_runs: usize,
    wins: usize,
    choices: &mut C,
) -> Result<(), Contradiction> {
    let least = shortest_run(items.len(), several_runs);
    let mut sort =
        Timsort { runs: Vec::new(), wins, gallop_from: wins, choices, contradiction: false };
    let mut start = 0;
    while start < items.len() {
        let rest = &mut items[start..];
        let mut length = count_run(rest, sort.choices);
        if length < least {
            let forced = least.min(rest.len());
            binary_insertion(&mut rest[..forced], length, sort.choices);
            length = forced;
        }
        sort.runs.push(start..start + length);
        sort.merge_until_balanced(items);
        start += length;
    }
    while let Some(before_last) = sort.runs.len().checked_sub(2) {
        let at = before_last - usize::from(sort.shorter_in_front(before_last));
        sort.merge_at(at, items);
    }
    if sort.contradiction { Err(Contradiction) } else { Ok(()) }
}

/// A length so that the list is cut into runs of about equal length, their number a power of two or a little less.
fn shortest_run(n: usize, several_runs: usize) -> usize {
    let (mut length, mut rest) = (n, 0);
    while length >= several_runs {
        rest |= length & 1;
        length >>= 1;
    }
    length + rest
}

/// How long the list goes on in one direction; if it is downward, that part is turned round.
fn count_run<C: Choices>(items: &mut [u32], choices: &mut C) -> usize {
    if items.len() < 2 {
        return items.len();
    }
    let downward = choices.coin();
    let mut length = 2;
    while length < items.len() && choices.coin() {
        length += 1;
    }
    if downward {
        items[..length].reverse();
    }
    length
}

struct Timsort<'a, C> {
    /// Neighbouring runs that are sorted and not merged yet.
    runs: Vec<core::ops::Range<usize>>,
    wins: usize,
    /// The same as `wins` at first; it adapts to how well that goes.
    gallop_from: usize,
    choices: &'a mut C,
    contradiction: bool,
}

impl<C: Choices> Timsort<'_, C> {
    /// Merges until each run is longer than the next, and than the next two together, among the last four.
    fn merge_until_balanced(&mut self, items: &mut [u32]) {
        while let Some(before_last) = self.runs.len().checked_sub(2) {
            if self.too_short(before_last + 1) || self.too_short(before_last) {
                let at = before_last - usize::from(self.shorter_in_front(before_last));
                self.merge_at(at, items);
            } else if self.runs[before_last].len() <= self.runs[before_last + 1].len() {
                self.merge_at(before_last, items);
            } else {
                return;
            }
        }
    }

    /// Whether the run two before this one is no longer than this one and the one between together.
    fn too_short(&self, run: usize) -> bool {
        run >= 2 && self.runs[run - 2].len() <= self.runs[run - 1].len() + self.runs[run].len()
    }

    /// Whether the run before this one is shorter than the one after it.
    fn shorter_in_front(&self, run: usize) -> bool {
        run >= 1 && self.runs[run - 1].len() < self.runs[run + 1].len()
    }

    /// Merges a run with the next one.
    fn merge_at(&mut self, run: usize, items: &mut [u32]) {
        let (left, right) = (self.runs[run].clone(), self.runs.remove(run + 1));
        self.runs[run] = left.start..right.end;
        // What is in place already at both ends.
        let start = left.start + self.gallop(left.len(), 0);
        if start == left.end {
            return;
        }
        let end = right.start + self.gallop(right.len(), right.len() - 1);
        if end == right.start {
            return;
        }
        let merged = self.merge(&items[start..left.end], &items[right.start..end]);
        items[start..end].copy_from_slice(&merged);
    }

    /// Merges from the side on which the shorter run is, which then has one item left at the end.
    fn merge(&mut self, left: &[u32], right: &[u32]) -> Vec<u32> {
        let from_left = left.len() <= right.len();
        let mut left = Half::new(left, from_left);
        let mut right = Half::new(right, from_left);
        let mut merged = Vec::with_capacity(left.len() + right.len());
        let (short, long) =
            if from_left { (&mut left, &mut right) } else { (&mut right, &mut left) };
        if self.merge_halves(from_left, short, long, &mut merged).is_none() && short.len() == 1 {
            // The last item of the short run is known to come after the whole long run.
            long.give(long.len(), &mut merged);
        }
        short.give(short.len(), &mut merged);
        long.give(long.len(), &mut merged);
        if !from_left {
            merged.reverse();
        }
        merged
    }

    /// Goes on until one half has come to its end: nothing if that is the short one, with one item left.
    fn merge_halves(
        &mut self,
        from_left: bool,
        short: &mut Half,
        long: &mut Half,
        merged: &mut Vec<u32>,
    ) -> Option<LongEnded> {
        let one_left = |short: &Half| (short.len() != 1).then_some(());
        if long.give(1, merged) {
            return Some(LongEnded);
        }
        one_left(short)?;
        loop {
            let (mut short_wins, mut long_wins) = (0, 0);
            while short_wins.max(long_wins) < self.gallop_from {
                if self.choices.coin() {
                    (short_wins, long_wins) = (0, long_wins + 1);
                    if long.give(1, merged) {
                        return Some(LongEnded);
                    }
                } else {
                    (short_wins, long_wins) = (short_wins + 1, 0);
                    short.give(1, merged);
                    one_left(short)?;
                }
            }
            self.gallop_from += 1;
            loop {
                self.gallop_from = self.gallop_from.saturating_sub(1).max(1);
                // The left run has the first turn, whichever it is.
                for turn in [from_left, !from_left] {
                    if turn {
                        short_wins = self.gallop_in(short, from_left);
                        short.give(short_wins, merged);
                        if short.len() == 0 {
                            // Its last item had been found to come last.
                            self.contradiction = true;
                            return Some(LongEnded);
                        }
                        one_left(short)?;
                        if long.give(1, merged) {
                            return Some(LongEnded);
                        }
                    } else {
                        long_wins = self.gallop_in(long, from_left);
                        if long.give(long_wins, merged) {
                            return Some(LongEnded);
                        }
                        short.give(1, merged);
                        one_left(short)?;
                    }
                }
                if short_wins < self.wins && long_wins < self.wins {
                    break;
                }
            }
            self.gallop_from += 1;
        }
    }

    /// How many items of a half come before the other half's first.
    fn gallop_in(&mut self, half: &Half, from_left: bool) -> usize {
        let length = half.len();
        if from_left { self.gallop(length, 0) } else { length - self.gallop(length, length - 1) }
    }

    /// The place of something in a sorted run of `length` items, looked for from `hint` in steps that double, then by
    /// halving.
    fn gallop(&mut self, length: usize, hint: usize) -> usize {
        let right = self.choices.coin();
        let most = if right { length - hint } else { hint + 1 };
        let (mut last, mut offset) = (0, 1);
        while offset < most && self.choices.coin() {
            (last, offset) = (offset, 2 * offset + 1);
        }
        let offset = offset.min(most);
        let (mut low, mut high) =
            if right { (hint + last + 1, hint + offset) } else { (hint + 1 - offset, hint - last) };
        while low < high {
            let middle = low + (high - low) / 2;
            if self.choices.coin() {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

/// The long half has come to its end, or the short one has none left.
struct LongEnded;

/// What is left of a run, from the end at which it is taken.
struct Half(Vec<u32>);

impl Half {
    fn new(run: &[u32], from_left: bool) -> Self {
        let mut items = run.to_vec();
        if from_left {
            items.reverse(); // the next item is the last
        }
        Self(items)
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    /// Gives the next `count` items; true if none is left.
    fn give(&mut self, count: usize, merged: &mut Vec<u32>) -> bool {
        let keep = self.0.len() - count.min(self.0.len());
        merged.extend(self.0.drain(keep..).rev());
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::vec;

    use super::*;
    use crate::{
        exam::specimens::{choices::Paths, law::rank},
        shuffle::{to_index, unrank_lexicographic},
    };

    /// The item at each place (row), in units of 2^-22, and contradictions, of 8 items on all paths of coins. The numbers
    /// are those of OpenJDK 25's TimSort, run on all 230,360 paths with its MIN_MERGE and MIN_GALLOP set to 4 and 2.
    const OPENJDK: [[u32; 8]; 8] = [
        [915_904, 369_472, 489_280, 397_536, 430_752, 396_640, 385_152, 685_408],
        [730_752, 894_912, 469_520, 405_552, 423_440, 405_248, 370_528, 370_192],
        [532_304, 917_504, 752_192, 575_010, 403_378, 402_558, 304_718, 182_480],
        [395_544, 575_536, 659_640, 833_758, 589_206, 433_562, 364_650, 218_248],
        [265_920, 423_568, 409_168, 623_415, 845_607, 648_185, 520_721, 333_560],
        [267_336, 377_808, 409_080, 428_365, 561_453, 868_795, 763_547, 393_760],
        [395_000, 332_576, 433_120, 445_980, 401_972, 518_052, 887_700, 655_744],
        [567_384, 178_768, 448_144, 360_528, 414_336, 397_104, 473_128, 1_230_752],
    ];
    const CONTRADICTIONS: f64 = 124_160.0;

    #[test]
    fn merges_like_the_real_one_on_every_path() {
        let mut law = vec![0.0; 40_320 + 1];
        Paths::each(
            |paths| {
                let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
                let sorted = timsort(&mut items, 4, 2, paths);
                Some(if sorted.is_ok() { rank(&items) } else { 40_320 })
            },
            &mut law,
        );
        let mut counted = [[0.0; 8]; 8];
        for (rank, probability) in law[..40_320].iter().enumerate() {
            let mut order = [0; 8];
            assert!(unrank_lexicographic(rank as u128, &mut order).is_ok());
            for (place, item) in order.into_iter().enumerate() {
                counted[place][to_index(item)] += probability;
            }
        }
        let unit = f64::from(1 << 22);
        assert_eq!(
            counted.map(|row| row.map(|cell| cell * unit)),
            OPENJDK.map(|row| row.map(f64::from))
        );
        assert!((law[40_320] * unit - CONTRADICTIONS).abs() < 1e-9);
    }

    #[test]
    fn whatever_the_coin_says_no_item_is_lost() {
        struct Often(u64, u64);
        impl Choices for Often {
            fn below(&mut self, bound: u64) -> u64 {
                self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                u64::from((self.0 >> 40) % 100 < self.1) % bound
            }
        }
        for n in [0, 1, 2, 31, 32, 33, 63, 64, 65, 128, 1_000] {
            for percent in [0, 2, 10, 50, 90, 98, 100] {
                for several_runs in [SHORT_RUNS, LONG_RUNS] {
                    let mut items: Vec<u32> = (0..n).collect();
                    let _ = timsort(&mut items, several_runs, WINS, &mut Often(1, percent));
                    items.sort_unstable();
                    assert!(items.into_iter().eq(0..n), "{n} items, {percent} percent");
                }
            }
        }
    }

    #[test]
    fn longest_lists_of_one_run() {
        for (n, several_runs, least) in
            [(31, 32, 31), (32, 32, 16), (52, 32, 26), (63, 64, 63), (64, 64, 32), (65, 64, 33)]
        {
            assert_eq!(shortest_run(n, several_runs), least);
        }
    }
}
