//! Deviations that are counted: how many items, and how many deviations there may be.
//!
//! Of n items drawn, X are deviations. In an endless population each item is one with the chance p (binomial); in a population
//! of N items with D deviations, drawn without replacement, X is hypergeometric. All probabilities are integers over one
//! common denominator, so every comparison is exact.

use num_bigint::BigUint;

use super::Share;

/// How many deviations are expected in the sample: the sample is large enough to bear them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    Count(u64),
    /// A rate of the population: rounded up to whole deviations of each sample considered.
    Rate(Share),
}

impl Expected {
    fn of(self, sample: u64) -> u64 {
        match self {
            Self::Count(count) => count.min(sample),
            Self::Rate(rate) => rate.of_rounded_up(sample),
        }
    }
}

/// A sample size, and how many deviations the sample may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) sample: u64,
    pub(crate) deviations: u64,
}

/// What the population would be if it were just not tolerable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bad {
    /// Endless, with this rate of deviations.
    Rate(Share),
    /// So many items, with so many deviations.
    Count { population: u64, deviations: u64 },
}

/// The smallest sample that tells from a bad population: with the expected deviations or fewer in the sample, the chance of so
/// few in a bad population is at most the risk.
///
/// Nothing if there is none of at most [`MOST`] items.
pub(crate) fn sample_size(bad: Bad, expected: Expected, risk: Share) -> Option<Size> {
    let most = match bad {
        Bad::Rate(_) => MOST,
        Bad::Count { population, .. } => population.min(MOST),
    };
    let mut chance = Chance::of_nothing_drawn(bad);
    while chance.sample < most {
        if expected.of(chance.sample + 1) == chance.deviations {
            chance.draw();
        } else if chance.deviations == chance.sample {
            chance.draw_allowed();
        } else {
            chance.allow();
            chance.draw();
        }
        if chance.is_at_most(risk) {
            return Some(Size { sample: chance.sample, deviations: chance.deviations });
        }
    }
    None
}

/// The chance of at most `deviations` deviations in a sample from a bad population, and how it changes with both numbers.
struct Chance {
    bad: Bad,
    sample: u64,
    deviations: u64,
    /// The chance of exactly so many deviations, times `scale`.
    exactly: BigUint,
    /// The chance of so many or fewer, times `scale`.
    at_most: BigUint,
    /// The number of ordered samples: of ordered choices, where the rate is a fraction.
    scale: BigUint,
}

impl Chance {
    fn of_nothing_drawn(bad: Bad) -> Self {
        let one = || BigUint::from(1_u8);
        Self { bad, sample: 0, deviations: 0, exactly: one(), at_most: one(), scale: one() }
    }

    /// One item more is drawn: of the samples with at most so many deviations those drop out that had exactly so many and
    /// whose new item is one.
    fn draw(&mut self) {
        let (all, deviating, good) = self.left();
        self.at_most *= all;
        self.at_most -= &self.exactly * deviating;
        self.exactly *= good;
        self.exactly *= self.sample + 1;
        self.exactly /= self.sample + 1 - self.deviations;
        self.scale *= all;
        self.sample += 1;
    }

    /// One item more is drawn and one deviation more allowed, where all items may be deviations: the chance stays one.
    fn draw_allowed(&mut self) {
        let (all, deviating, _) = self.left();
        self.exactly *= deviating;
        self.scale *= all;
        self.at_most.clone_from(&self.scale);
        self.sample += 1;
        self.deviations += 1;
    }

    /// One deviation more is allowed. Only while there are fewer deviations than items in the sample, and the chance is above
    /// 0: otherwise the population has not as many good items as the sample would have.
    fn allow(&mut self) {
        let (_, deviating, good) = self.left();
        let good_before = match self.bad {
            Bad::Rate(_) => good,
            Bad::Count { .. } => good + 1,
        };
        self.exactly *= self.sample - self.deviations;
        self.exactly *= deviating;
        self.exactly /= self.deviations + 1;
        self.exactly /= good_before;
        self.deviations += 1;
        self.at_most += &self.exactly;
    }

    /// Of how many choices the next item is one, how many of them are deviations and how many not, after a sample with exactly
    /// so many deviations.
    fn left(&self) -> (u64, u64, u64) {
        match self.bad {
            Bad::Rate(rate) => (rate.whole, rate.part, rate.whole - rate.part),
            Bad::Count { population, deviations } => (
                population - self.sample,
                deviations.saturating_sub(self.deviations),
                (population - deviations).saturating_sub(self.sample - self.deviations),
            ),
        }
    }

    fn is_at_most(&self, risk: Share) -> bool {
        &self.at_most * risk.whole <= &self.scale * risk.part
    }
}

/// The upper limit of the rate, one-sided (Clopper and Pearson 1934), for so many deviations in a sample from an endless
/// population: in millionths of a percent, rounded up.
pub(crate) fn upper_rate(Size { sample, deviations }: Size, risk: Share) -> u64 {
    if deviations >= sample {
        return HUNDRED_PERCENT;
    }
    let is_refuted = |rate: u64| {
        // Never the ends, where there is no share.
        Share::new(rate, HUNDRED_PERCENT).is_none_or(|rate| {
            let (part, rest) = (rate.part, rate.whole - rate.part);
            let mut exactly = power(rest, sample);
            let mut at_most = exactly.clone();
            for number in 0..deviations {
                exactly *= sample - number;
                exactly *= part;
                exactly /= number + 1;
                exactly /= rest;
                at_most += &exactly;
            }
            at_most * risk.whole <= power(rate.whole, sample) * risk.part
        })
    };
    first(0, HUNDRED_PERCENT, is_refuted)
}

/// The upper limit of the number of deviations in a population, one-sided, for so many deviations in a sample without
/// replacement: the largest number with which so few in the sample have a chance above the risk.
pub(crate) fn upper_count(population: u64, Size { sample, deviations }: Size, risk: Share) -> u64 {
    let is_refuted = |bad: u64| {
        let good = population - bad;
        // Fewer deviations than this can't be in the sample: it has not as many good items.
        let least = sample.saturating_sub(good);
        if least > deviations {
            return true;
        }
        let mut exactly = falling(sample, least) / falling(least, least)
            * falling(bad, least)
            * falling(good, sample - least);
        let mut at_most = exactly.clone();
        for number in least..deviations {
            exactly *= sample - number;
            exactly *= bad - number;
            exactly /= number + 1;
            exactly /= good + number + 1 - sample;
            at_most += &exactly;
        }
        at_most * risk.whole <= falling(population, sample) * risk.part
    };
    let most = population - (sample - deviations);
    // So many as were found are there.
    first(deviations, most + 1, is_refuted) - 1
}

/// The first number above `known` that is refuted: `known` is not, `yes` is, without being asked; all above one that is are too.
fn first(known: u64, yes: u64, is_refuted: impl Fn(u64) -> bool) -> u64 {
    let (mut known, mut yes) = (known, yes);
    while yes - known > 1 {
        let middle = known + (yes - known) / 2;
        if is_refuted(middle) {
            yes = middle;
        } else {
            known = middle;
        }
    }
    yes
}

fn power(base: u64, exponent: u64) -> BigUint {
    // Samples have at most MOST items.
    BigUint::from(base).pow(u32::try_from(exponent).unwrap_or(u32::MAX))
}

/// `from * (from - 1) * ..`, so many factors.
fn falling(from: u64, factors: u64) -> BigUint {
    if factors <= 8 {
        return (0..factors).map(|less| BigUint::from(from - less)).product();
    }
    let half = factors / 2;
    falling(from, half) * falling(from - half, factors - half)
}

/// The most items of a sample that is planned or judged.
pub(crate) const MOST: u64 = 10_000;
/// In millionths of a percent.
const HUNDRED_PERCENT: u64 = 100_000_000;
