//! Shuffles by swaps: Durstenfeld's, and what becomes of it with one mistake.

use std::vec::Vec;

use super::{super::p_value::approximate, Run, Specimen, choices::Choices};
use crate::shuffle::to_index;

/// A shuffle in which, step by step, one place is swapped with a chosen one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Swaps {
    pub(crate) steps: Vec<Step>,
    pub(crate) pick: Pick,
}

/// `place` is swapped with `first + c`, with `c` picked below `bound`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) place: u32,
    pub(crate) first: u32,
    pub(crate) bound: u32,
}

/// How a number below a bound is picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pick {
    Uniform,
    /// The remainder of a word of so many bits.
    Modulo(u32),
    /// The integer part of a fraction of so many bits, times the bound.
    Multiply(u32),
    /// A fraction times the bound less one, rounded to the nearest integer.
    Round,
}

impl Swaps {
    /// The steps for `n` items, at least one, of a specimen that shuffles by swaps; of others, of the fair shuffle.
    pub(crate) fn of(specimen: Specimen, n: u32) -> Self {
        let (steps, pick) = match specimen {
            Specimen::NaiveSwap { run, last } => {
                let whole_list = |place| Step { place, first: 0, bound: n };
                let mut steps: Vec<_> = match run {
                    Run::Forward => (0..n).map(whole_list).collect(),
                    Run::Downward => (0..n).rev().map(whole_list).collect(),
                };
                steps.truncate(steps.len() - usize::from(!last));
                (steps, Pick::Uniform)
            }
            Specimen::Sattolo => {
                let lower = |place| Step { place, first: 0, bound: place };
                ((1..n).rev().map(lower).collect(), Pick::Uniform)
            }
            Specimen::Modulo { bits, run } => (durstenfeld(run, 0, n), Pick::Modulo(bits)),
            Specimen::Multiply { bits, run } => (durstenfeld(run, 0, n), Pick::Multiply(bits)),
            Specimen::Rounding { run } => (durstenfeld(run, 0, n), Pick::Round),
            Specimen::StopsEarly { run } => {
                let mut steps = durstenfeld(run, 0, n);
                steps.pop();
                (steps, Pick::Uniform)
            }
            Specimen::NoOffset { last } => {
                let no_offset = |place| Step { place, first: 0, bound: n - place };
                ((0..n - u32::from(!last)).map(no_offset).collect(), Pick::Uniform)
            }
            Specimen::Tail { length } => {
                (durstenfeld(Run::Downward, 0, n - length.min(n)), Pick::Uniform)
            }
            Specimen::Head { length } => (durstenfeld(Run::Forward, length, n), Pick::Uniform),
            _ => (durstenfeld(Run::Downward, 0, n), Pick::Uniform),
        };
        Self { steps, pick }
    }

    pub(crate) fn shuffle<C: Choices>(&self, items: &mut [u32], choices: &mut C) {
        for step in &self.steps {
            let picked = self.pick.draw(step.bound.into(), choices);
            items.swap(step.place as usize, step.first as usize + to_index(picked));
        }
    }
}

/// Durstenfeld's shuffle of the places `from..end`. Downward each place is swapped with one not above it, forward with one
/// not below it.
fn durstenfeld(run: Run, from: u32, end: u32) -> Vec<Step> {
    match run {
        Run::Downward => {
            let down = |place| Step { place, first: from, bound: place - from + 1 };
            (from + 1..end).rev().map(down).collect()
        }
        Run::Forward => {
            let forward = |place| Step { place, first: place, bound: end - place };
            (from..end.saturating_sub(1)).map(forward).collect()
        }
    }
}

impl Pick {
    fn draw<C: Choices>(self, bound: u64, choices: &mut C) -> u64 {
        match self {
            Self::Uniform => choices.below(bound),
            Self::Modulo(bits) => choices.word(bits) % bound.max(1),
            Self::Multiply(bits) => (choices.word(bits) * bound) >> bits,
            // Twice the product is uniform in 0..2(bound-1); its integer part says to which integer it is nearest.
            Self::Round => choices.below(2 * bound.saturating_sub(1)).div_ceil(2),
        }
    }

    /// The probability of each number below `bound`.
    pub(crate) fn law(self, bound: u32) -> Vec<f64> {
        let end = u64::from(bound);
        let ways = |value| match self {
            Self::Uniform => 1,
            Self::Modulo(bits) => {
                let words = 1 << bits;
                words / end + u64::from(value < words % end)
            }
            Self::Multiply(bits) => {
                let from = |value: u64| (value << bits).div_ceil(end);
                from(value + 1) - from(value)
            }
            Self::Round => 2 - u64::from(bound > 1 && (value == 0 || value + 1 == end)),
        };
        let total: u64 = (0..end).map(ways).sum();
        (0..end).map(|value| approximate(ways(value)) / approximate(total)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::vec;

    use super::*;
    use crate::exam::specimens::choices::Paths;

    #[test]
    fn laws_of_picks_are_those_of_all_words() {
        for bound in 1..=9u32 {
            let mut picks = vec![Pick::Uniform, Pick::Round];
            picks.extend((1..=7).flat_map(|bits| [Pick::Modulo(bits), Pick::Multiply(bits)]));
            for pick in picks {
                let mut counted = vec![0.0; bound as usize];
                Paths::each(|paths| Some(to_index(pick.draw(bound.into(), paths))), &mut counted);
                let law = pick.law(bound);
                for (value, (counted, law)) in counted.iter().zip(&law).enumerate() {
                    assert!((counted - law).abs() < 1e-12, "{pick:?} below {bound}: {value}");
                }
            }
        }
        assert_eq!(Pick::Round.law(3), [0.25, 0.5, 0.25]);
        assert_eq!(Pick::Modulo(3).law(3), [0.375, 0.375, 0.25]);
        assert_eq!(Pick::Multiply(3).law(5), [0.25, 0.25, 0.125, 0.25, 0.125]);
    }
}
