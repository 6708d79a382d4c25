//! The uniform choices that the members of the family make, so that tests can make all of them in turn.

use core::num::NonZeroU64;

use rand_core::TryCryptoRng;

use super::LONGEST_RUN;
use crate::uniform;

/// Where an algorithm gets its choices from.
pub(crate) trait Choices {
    type Error;

    /// A uniform integer below `bound`. With a bound of 0 or 1 there is no choice: it is 0, and nothing is read.
    fn below(&mut self, bound: u64) -> Result<u64, Self::Error>;
}

/// One word, or more if it is refused, for each choice.
pub(crate) struct Each<'a, R: ?Sized>(pub(crate) &'a mut R);

impl<R: TryCryptoRng + ?Sized> Choices for Each<'_, R> {
    type Error = R::Error;

    fn below(&mut self, bound: u64) -> Result<u64, R::Error> {
        match NonZeroU64::new(bound) {
            Some(bound) if bound.get() > 1 => uniform::try_below(bound, self.0),
            _ => Ok(0),
        }
    }
}

/// Several choices from one word, for bounds that fall by one down to 2: the runs of the bounds `b, b-1, .., 2`.
///
/// A bound that doesn't go on where the last one left off begins a new run. What was left of the old run is dropped,
/// or used when its bound comes again; it is independent of everything before, so that each choice is uniform in any
/// case.
pub(crate) struct Falling<'a, R: ?Sized> {
    rng: &'a mut R,
    /// The current run, its first bound, and how many of its values there are and have been used.
    values: [u64; LONGEST_RUN],
    first_bound: u64,
    drawn: usize,
    used: usize,
}

impl<'a, R: TryCryptoRng + ?Sized> Falling<'a, R> {
    pub(crate) fn new(rng: &'a mut R) -> Self {
        Self { rng, values: [0; LONGEST_RUN], first_bound: 0, drawn: 0, used: 0 }
    }

    fn draw_run(&mut self, first: u64) -> Result<(), R::Error> {
        // Nothing is left of the old run if the source fails.
        (self.drawn, self.used) = (0, 0);
        let (length, product) = uniform::cut::<64>((2..=first).rev());
        let bounds = (0..length as u64).map(|done| first - done);
        let out = &mut self.values[..length];
        uniform::run::<64, _>(&bounds, product, out, &mut || self.rng.try_next_u64())?;
        (self.first_bound, self.drawn) = (first, length);
        Ok(())
    }
}

impl<R: TryCryptoRng + ?Sized> Choices for Falling<'_, R> {
    type Error = R::Error;

    fn below(&mut self, bound: u64) -> Result<u64, R::Error> {
        if bound < 2 {
            return Ok(0);
        }
        if self.used == self.drawn || self.first_bound - self.used as u64 != bound {
            self.draw_run(bound)?;
        }
        self.used += 1;
        Ok(self.values[self.used - 1])
    }
}

/// Counts exact distributions by making every choice in turn.
#[cfg(test)]
pub(crate) mod counted {
    extern crate std;

    use std::{collections::BTreeMap, fmt::Debug, vec::Vec};

    use super::Choices;

    /// The choices of one path, each with its bound.
    #[derive(Default)]
    pub(crate) struct Path {
        choices: Vec<(u64, u64)>,
        made: usize,
        most: usize,
    }

    /// The path has as many choices as it may have.
    #[derive(Debug, PartialEq, Eq)]
    pub(crate) struct PathEnded;

    impl Choices for Path {
        type Error = PathEnded;

        fn below(&mut self, bound: u64) -> Result<u64, PathEnded> {
            if bound < 2 {
                return Ok(0);
            }
            if self.made == self.most {
                return Err(PathEnded);
            }
            if self.made == self.choices.len() {
                self.choices.push((0, bound));
            }
            let (choice, same_bound) = self.choices[self.made];
            assert_eq!(bound, same_bound, "the same choices before lead to the same bound");
            self.made += 1;
            Ok(choice)
        }
    }

    impl Path {
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

        /// Its probability in units of 1/[`WHOLE`].
        fn probability(&self) -> u128 {
            self.choices.iter().fold(WHOLE, |part, &(_, bound)| {
                assert_eq!(part % u128::from(bound), 0, "WHOLE has too few factors");
                part / u128::from(bound)
            })
        }
    }

    /// The exact probability of each outcome over all paths of at most `most` choices, in units of 1/[`WHOLE`], and
    /// the probability of paths that would need more choices.
    pub(crate) fn count<K: Ord>(
        most: usize,
        mut outcome: impl FnMut(&mut Path) -> Result<K, PathEnded>,
    ) -> (BTreeMap<K, u128>, u128) {
        let mut path = Path { most, ..Path::default() };
        let (mut counts, mut unfinished) = (BTreeMap::new(), 0);
        loop {
            let found = outcome(&mut path);
            let probability = path.probability();
            match found {
                Ok(key) => *counts.entry(key).or_default() += probability,
                Err(PathEnded) => unfinished += probability,
            }
            if !path.advance() {
                break;
            }
        }
        assert_eq!(counts.values().sum::<u128>() + unfinished, WHOLE);
        (counts, unfinished)
    }

    /// There are `outcomes` outcomes, and each has exactly the same probability; every path ends.
    pub(crate) fn assert_uniform<K: Ord + Debug>(
        outcomes: u64,
        outcome: impl FnMut(&mut Path) -> Result<K, PathEnded>,
    ) -> Vec<K> {
        let (counts, unfinished) = count(usize::MAX, outcome);
        assert_eq!(unfinished, 0);
        assert_equal(&counts, outcomes);
        counts.into_keys().collect()
    }

    pub(crate) fn assert_equal<K: Ord + Debug>(counts: &BTreeMap<K, u128>, outcomes: u64) {
        assert_eq!(counts.len() as u64, outcomes, "{counts:?}");
        let first = counts.values().next().copied().unwrap_or_default();
        assert!(counts.values().all(|&count| count == first), "{counts:?}");
    }

    pub(crate) fn factorial(n: u64) -> u64 {
        (1..=n).product()
    }

    /// 2⁴⁰·3²⁰·5⁸·7⁶: probabilities of all paths counted here are multiples of its inverse.
    pub(crate) const WHOLE: u128 = (1 << 40) * 3u128.pow(20) * 5u128.pow(8) * 7u128.pow(6);
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;
    use crate::random::Stream;

    #[allow(clippy::expect_used, reason = "a test ends at the first surprise")]
    fn stream() -> Stream {
        Stream::new(&[7; 64], "choices", &[]).expect("the material is long enough")
    }

    #[test]
    fn falling_bounds_give_the_numbers_of_a_batch() {
        for n in [0, 1, 2, 3, 19, 20, 52, 500] {
            let bounds: Vec<_> = (2..=n).rev().filter_map(NonZeroU64::new).collect();
            let mut batch = std::vec![0; bounds.len()];
            uniform::batch(&bounds, &mut batch, &mut stream());
            let mut rng = stream();
            let mut falling = Falling::new(&mut rng);
            let values: Vec<u64> = (2..=n).rev().flat_map(|bound| falling.below(bound)).collect();
            assert_eq!(values, batch, "n = {n}");
        }
    }

    #[test]
    fn any_bounds_give_numbers_below_them() {
        let mut rng = stream();
        let mut falling = Falling::new(&mut rng);
        for bound in [1, 0, 5, 4, 4, 3, 9, 2, 1, u64::MAX, u64::MAX - 1, 7, u64::MAX] {
            let Ok(value) = falling.below(bound);
            assert!(value < bound.max(1), "{value} of {bound}");
        }
    }

    #[test]
    fn no_choice_reads_no_word() {
        let (mut rng, mut other) = (stream(), stream());
        for bound in [0, 1] {
            assert_eq!(Each(&mut rng).below(bound), Ok(0));
            assert_eq!(Falling::new(&mut rng).below(bound), Ok(0));
        }
        assert_eq!(Each(&mut rng).below(u64::MAX), Each(&mut other).below(u64::MAX));
    }
}
