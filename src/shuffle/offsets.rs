//! The choices of a shuffle, many from a loop whose length the compiler knows.
//!
//! How many bounds a run takes depends only on the bound it begins with, and only by a few thresholds: a run of `m`
//! begins at bounds up to the largest `n` with `n(n-1)..(n-m+1) <= 2⁶⁰`, the limit of [`uniform::cut`]. Between
//! two thresholds all runs have one length, and each length has its own loop, which multiplies, compares, and does nothing
//! else.
//!
//! [`uniform::cut`] and [`uniform::run`] say the same one run at a time, and the tests compare the two.

use crate::uniform;

/// The offsets `u₀, u₁, ..` of a shuffle of `n` items: uniform below `n, n-1, .., 2`, in whole runs.
pub(super) struct Offsets<const WIDTH: u32> {
    next_bound: u64,
    /// The thresholds allow runs at least so long at this bound, and so at all that are still to come.
    length: usize,
}

impl<const WIDTH: u32> Offsets<WIDTH> {
    pub(super) fn new(n: u64) -> Self {
        Self { next_bound: n, length: 1 }
    }

    /// Draws runs into the front of `buffer` until it holds `wanted` offsets or may have no room for a further run,
    /// and returns how many it holds. The last run may bring more than `wanted`.
    ///
    /// At least one, if `wanted` is and a bound is left. `buffer` has at least [`LONGEST_RUN`] places.
    #[inline]
    pub(super) fn draw<E>(
        &mut self,
        buffer: &mut [u64],
        wanted: usize,
        next: &mut impl FnMut() -> Result<u64, E>,
    ) -> Result<usize, E> {
        let mut drawn = 0;
        while drawn < wanted && self.next_bound >= 2 && buffer.len() - drawn >= LONGEST_RUN {
            let (out, wanted) = (&mut buffer[drawn..], wanted - drawn);
            drawn += match self.length_of_the_next_run() {
                1 => self.runs::<1, E>(out, wanted, next),
                2 => self.runs::<2, E>(out, wanted, next),
                3 => self.runs::<3, E>(out, wanted, next),
                4 => self.runs::<4, E>(out, wanted, next),
                5 => self.runs::<5, E>(out, wanted, next),
                6 => self.runs::<6, E>(out, wanted, next),
                7 => self.runs::<7, E>(out, wanted, next),
                8 => self.runs::<8, E>(out, wanted, next),
                9 => self.runs::<9, E>(out, wanted, next),
                10 => self.runs::<10, E>(out, wanted, next),
                11 => self.runs::<11, E>(out, wanted, next),
                12 => self.runs::<12, E>(out, wanted, next),
                13 => self.runs::<13, E>(out, wanted, next),
                14 => self.runs::<14, E>(out, wanted, next),
                15 => self.runs::<15, E>(out, wanted, next),
                16 => self.runs::<16, E>(out, wanted, next),
                17 => self.runs::<17, E>(out, wanted, next),
                _ => self.runs::<LONGEST_RUN, E>(out, wanted, next),
            }?;
        }
        Ok(drawn)
    }

    /// As many bounds as the thresholds allow, and no more than there are down to 2.
    fn length_of_the_next_run(&mut self) -> u64 {
        let thresholds = const { thresholds::<WIDTH>() };
        while self.length < LONGEST_RUN && self.next_bound <= thresholds[self.length + 1] {
            self.length += 1;
        }
        (self.next_bound - 1).min(self.length as u64)
    }

    /// Draws runs of `LENGTH` bounds for as long as that is their length, there is room and offsets are wanted; at
    /// least one. Returns how many offsets that makes.
    #[inline]
    fn runs<const LENGTH: usize, E>(
        &mut self,
        out: &mut [u64],
        wanted: usize,
        next: &mut impl FnMut() -> Result<u64, E>,
    ) -> Result<usize, E> {
        let longer_runs_from = const { thresholds::<WIDTH>()[LENGTH + 1] };
        let mut first = self.next_bound;
        let until_longer = first.saturating_sub(longer_runs_from).div_ceil(LENGTH as u64);
        // The last run takes what is left, although longer ones could begin there.
        let same_length = until_longer.min((first - 1) / LENGTH as u64).max(1);
        let runs = usize::try_from(same_length).unwrap_or(usize::MAX).min(wanted.div_ceil(LENGTH));
        let (out, _) = out.as_chunks_mut::<LENGTH>();

        // At least the product of the run's bounds. Products only fall: each that is computed holds for the rest.
        let mut limit = if LENGTH == 1 { first } else { uniform::product_limit::<WIDTH>() };
        let mut drawn = 0;
        for values in out.iter_mut().take(runs) {
            loop {
                let mut rest = next()?;
                for (value, done) in values.iter_mut().zip(0..) {
                    let bound = first.wrapping_sub(done); // there are that many
                    (*value, rest) = uniform::halves::<WIDTH>(u128::from(rest) * u128::from(bound));
                }
                if rest >= limit {
                    break;
                }
                limit = product(first, LENGTH as u64);
                if !uniform::refuses::<WIDTH>(rest, limit) {
                    break;
                }
            }
            first = first.wrapping_sub(LENGTH as u64);
            drawn += LENGTH;
        }
        self.next_bound = first;
        Ok(drawn)
    }
}

/// The product of `length` bounds from `first` down, which is one of a run.
#[cold]
fn product(first: u64, length: u64) -> u64 {
    (0..length).map(|done| first - done).product()
}

/// By length, the largest bound that a run of so many bounds can begin with, or 0 if there is none.
///
/// Those of lengths 0 and 1 mean nothing: a run has at least one bound, whatever it is.
const fn thresholds<const WIDTH: u32>() -> [u64; LONGEST_RUN + 2] {
    let mut thresholds = [0; LONGEST_RUN + 2];
    let mut length = 2;
    while length <= LONGEST_RUN {
        let mut low = length as u64 + 1;
        if fits::<WIDTH>(low, length as u64) {
            let mut above = 1 << (WIDTH / 2);
            while above - low > 1 {
                let middle = low.midpoint(above);
                if fits::<WIDTH>(middle, length as u64) {
                    low = middle;
                } else {
                    above = middle;
                }
            }
            thresholds[length] = low;
        }
        length += 1;
    }
    thresholds
}

/// Whether `length` bounds from `first` down make a run, or the beginning of one.
const fn fits<const WIDTH: u32>(first: u64, length: u64) -> bool {
    let (mut product, mut done) = (first, 1);
    while done < length {
        product = match product.checked_mul(first - done) {
            Some(longer) if longer <= uniform::product_limit::<WIDTH>() => longer,
            _ => return false,
        };
        done += 1;
    }
    true
}

/// The bounds 19, 18, .., 2 make the longest run: their product is below 2⁶⁰, and no longer one is.
pub(crate) const LONGEST_RUN: usize = 18;

#[cfg(test)]
mod tests {
    extern crate std;

    use std::{vec, vec::Vec};

    use super::*;

    /// The first runs of a shuffle of `n` items, at least `wanted` offsets, and the words they were drawn from: one run at a time.
    ///
    /// `word` gives a word for a run of that product.
    fn simple<const WIDTH: u32>(
        n: u64,
        wanted: usize,
        word: &mut impl FnMut(u64) -> u64,
    ) -> (Vec<u64>, Vec<u64>) {
        let (mut offsets, mut words) = (Vec::new(), Vec::new());
        let mut first = n;
        while first >= 2 && offsets.len() < wanted {
            let (length, product) = uniform::cut::<WIDTH>((2..=first).rev());
            let bounds = (0..length as u64).map(|done| first - done);
            let begin = offsets.len();
            offsets.resize(begin + length, 0);
            let Ok(()) = uniform::run::<WIDTH, core::convert::Infallible>(
                &bounds,
                product,
                &mut offsets[begin..],
                &mut || {
                    words.push(word(product));
                    Ok(words[words.len() - 1])
                },
            );
            first -= length as u64;
        }
        (offsets, words)
    }

    /// Draws the same from the same words by `Offsets`, with a buffer of that length. All words must be used.
    fn assert_same<const WIDTH: u32>(n: u64, wanted: usize, buffer: usize, seed: u64) {
        let (expected, words) = simple::<WIDTH>(n, wanted, &mut unlucky::<WIDTH>(seed));
        let mut words = words.into_iter();
        let mut next = || words.next().ok_or(());
        let mut offsets = Offsets::<WIDTH>::new(n);
        let mut buffer = vec![0; buffer];
        let mut found = Vec::new();
        while found.len() < expected.len() {
            let left = wanted.saturating_sub(found.len());
            let Ok(drawn) = offsets.draw(&mut buffer, left, &mut next) else {
                unreachable!("n = {n}: more words are read")
            };
            assert_ne!(drawn, 0);
            found.extend_from_slice(&buffer[..drawn]);
        }
        assert!(found == expected, "n = {n}, {wanted} wanted, buffer of {}", buffer.len());
        assert_eq!(words.next(), None, "n = {n}: fewer words are read");
    }

    /// Words of which many are refused: 0, and those that leave a rest below the product, of which about half are.
    fn unlucky<const WIDTH: u32>(seed: u64) -> impl FnMut(u64) -> u64 {
        let mut state = seed;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state ^ state >> 32
        };
        move |product| {
            let kind = random();
            let word = random() >> (64 - WIDTH);
            match kind % 8 {
                0 => 0,
                1..=3 => {
                    // The first word of the stretch that belongs to some tuple.
                    let tuple = u128::from(random() % product);
                    u64::try_from((tuple << WIDTH).div_ceil(u128::from(product))).unwrap_or(0)
                }
                _ => word,
            }
        }
    }

    /// What [`uniform::cut`] says of the runs that begin at these bounds.
    fn assert_lengths<const WIDTH: u32>(bounds: impl Iterator<Item = u64>) {
        for first in bounds {
            let length = uniform::cut::<WIDTH>((2..=first).rev()).0 as u64;
            let mut offsets = Offsets::<WIDTH>::new(first);
            assert_eq!(offsets.length_of_the_next_run(), length, "{WIDTH} bits, {first}");
        }
    }

    fn around_the_thresholds() -> impl Iterator<Item = u64> {
        let thresholds = thresholds::<64>();
        thresholds.into_iter().flat_map(|at| at.saturating_sub(40).max(2)..at + 40)
    }

    #[test]
    fn thresholds_are_those_of_the_specification() {
        let thresholds = thresholds::<64>();
        assert_eq!(thresholds[2..7], [1 << 30, 1_048_577, 32_769, 4_098, 1_026]);
        assert_eq!(thresholds[17..], [20, 19, 0]);
        for (length, &threshold) in (0..).zip(&thresholds).skip(2).take(LONGEST_RUN - 1) {
            let product = |first: u64| (0..length).map(|done| u128::from(first - done)).product();
            assert!((product(threshold)..product(threshold + 1)).contains(&(1_u128 << 60)));
        }
    }

    #[test]
    fn lengths_are_those_of_one_run_at_a_time() {
        assert_lengths::<64>((2..50_000).chain(around_the_thresholds()));
        assert_lengths::<64>(
            (0..64).flat_map(|bits| [1 << bits, u64::MAX >> bits]).filter(|&n| n >= 2),
        );
        assert_lengths::<8>(2..1 << 8);
        assert_lengths::<12>(2..1 << 12);
        assert_lengths::<16>(2..1 << 16);
        assert_lengths::<24>(2..1 << 16);
    }

    #[test]
    fn no_run_is_longer_than_the_buffer_allows_for() {
        let longest = (2..=10_000u64).map(|n| uniform::cut::<64>((2..=n).rev()).0).max();
        assert_eq!(longest, Some(LONGEST_RUN));
    }

    #[test]
    fn small_shuffles_are_those_of_one_run_at_a_time() {
        for n in 0..=400 {
            for seed in 0..8 {
                for buffer in [LONGEST_RUN, 19, 35, 82, 1_024] {
                    assert_same::<64>(n, usize::MAX, buffer, seed);
                }
            }
        }
    }

    #[test]
    fn beginnings_are_those_of_one_run_at_a_time() {
        for n in (2..=60).chain(around_the_thresholds()) {
            for wanted in [1, 2, 3, 5, 17, 18, 19, 100] {
                assert_same::<64>(n, wanted, LONGEST_RUN, n);
                assert_same::<64>(n, wanted, 82, n);
            }
        }
    }

    #[test]
    fn large_shuffles_are_those_of_one_run_at_a_time() {
        for n in [1_026, 1_027, 4_098, 4_099, 32_769, 32_770, 100_000] {
            assert_same::<64>(n, usize::MAX, 1_024, n);
        }
        for n in [1 << 20, (1 << 20) + 2, 1 << 30, (1 << 30) + 1, 1 << 60, 1 << 63, u64::MAX] {
            assert_same::<64>(n, 3_000, 1_024, n);
        }
    }

    #[test]
    fn narrow_words_give_what_one_run_at_a_time_gives() {
        for n in 0..1 << 8 {
            assert_same::<8>(n, usize::MAX, LONGEST_RUN, n);
            assert_same::<12>(n, usize::MAX, 50, n);
            assert_same::<16>(n, usize::MAX, 1_024, n);
            assert_same::<24>(n, usize::MAX, 82, n);
        }
    }

    #[test]
    fn error_of_the_source_is_passed_on() {
        for words in 0..10 {
            let mut left = words;
            let mut next = || {
                left = u64::checked_sub(left, 1).ok_or("no more")?;
                Ok(u64::MAX)
            };
            let mut buffer = [0; 100];
            assert_eq!(Offsets::<64>::new(1_000).draw(&mut buffer, 60, &mut next), Err("no more"));
        }
    }
}
