//! The tests of the exam, and what they find.

use core::fmt;

use super::p_value::{self, PValue};

/// A test of `audit/fairness/exam.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Test {
    /// Each of the possible orders.
    Orders,
    /// Each of the possible samples or sets.
    Outcomes,
    /// Possible observations, items or values that never came.
    Coverage,
    /// Observations that came before.
    Repeats,
    /// The item at place 0.
    FirstPlace,
    /// The items at places 0 and 1.
    FirstTwo,
    /// The item at each place.
    PositionItem,
    /// Places whose item is the place's own.
    FixedPoints,
    /// Even orders, or even numbers.
    Parity,
    /// Pairs out of order.
    Inversions,
    /// Items against places.
    RankCorrelation,
    /// Places whose item is above the next.
    Descents,
    /// Rising sequences.
    RisingSequences,
    /// Cycles.
    Cycles,
    /// The item directly after each item.
    SuccessorPairs,
    /// What one observation has in common with the next.
    Overlap,
    /// The sum of the items at place 0, or of the items drawn.
    Trend,
    /// How often each item is drawn.
    Items,
    /// How often two items are drawn together.
    Pairs,
    /// Neighbours drawn together.
    Adjacent,
    /// How often each number, or group of numbers, comes.
    Frequency,
    /// The remainders of the numbers by 16.
    LowBits,
    /// Two numbers in turn.
    SerialPairs,
    /// Changes between the lower and the upper half.
    Runs,
    /// Numbers against those up to 8 later.
    SerialCorrelation,
    /// Gaps between low numbers.
    Gap,
    /// Different groups among five numbers.
    Poker,
    /// Numbers read until all groups have come.
    CouponCollector,
    /// Numbers against time.
    Drift,
}

/// The law of a test's statistic if all outcomes are equally likely.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Law {
    /// Chi-square; large statistics are surprising.
    ChiSquare {
        /// The degrees of freedom.
        df: f64,
    },
    /// Standard normal; both sides are surprising.
    Normal,
    /// Poisson; a count on either side of the mean is surprising, of [`Test::Coverage`] above it alone.
    Poisson {
        /// The mean.
        mean: f64,
    },
}

/// What one test found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Finding {
    /// The test.
    pub test: Test,
    /// X², the deviation in standard deviations, or the count, by the law.
    pub statistic: f64,
    /// The law that the statistic follows if all outcomes are equally likely.
    pub law: Law,
    /// The chance of a statistic at least as surprising; it may be too small for a number, and is 0 then.
    pub p: f64,
    /// The decimal logarithm of that chance; of one below 10⁻³⁰⁰ an upper bound of it.
    pub log10_p: f64,
    /// The number of observations that the test used.
    pub observations: u64,
    /// The smallest bias that the test sees with a chance of 9 in 10, relative to a share, as section 6 has it for the rule
    /// of [`Rule::STANDARD`](super::Rule::STANDARD); nothing for most tests.
    pub visible: Option<f64>,
}

/// The result of one test.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Outcome {
    /// It was carried out.
    Done(Finding),
    /// It can't be carried out with these observations.
    NotApplicable {
        /// The test.
        test: Test,
        /// Why not.
        why: Why,
    },
}

/// Why a test is not applicable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// There are too few observations.
    TooFew {
        /// The number that would do; `u64::MAX` stands for any number from there on.
        needed: u64,
    },
    /// There are too few items, places or values for the test to say anything, or so few that another test counts every
    /// one of the possible observations.
    TooSmall,
    /// There are too many items, places or possible observations.
    TooLarge,
}

impl Test {
    /// All tests, in the order of the page.
    pub const ALL: [Self; 29] = [
        Self::Orders,
        Self::Outcomes,
        Self::Coverage,
        Self::Repeats,
        Self::FirstPlace,
        Self::FirstTwo,
        Self::PositionItem,
        Self::FixedPoints,
        Self::Parity,
        Self::Inversions,
        Self::RankCorrelation,
        Self::Descents,
        Self::RisingSequences,
        Self::Cycles,
        Self::SuccessorPairs,
        Self::Overlap,
        Self::Trend,
        Self::Items,
        Self::Pairs,
        Self::Adjacent,
        Self::Frequency,
        Self::LowBits,
        Self::SerialPairs,
        Self::Runs,
        Self::SerialCorrelation,
        Self::Gap,
        Self::Poker,
        Self::CouponCollector,
        Self::Drift,
    ];

    /// The test's name on the page and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Orders => "orders",
            Self::Outcomes => "outcomes",
            Self::Coverage => "coverage",
            Self::Repeats => "repeats",
            Self::FirstPlace => "first-place",
            Self::FirstTwo => "first-two",
            Self::PositionItem => "position-item",
            Self::FixedPoints => "fixed-points",
            Self::Parity => "parity",
            Self::Inversions => "inversions",
            Self::RankCorrelation => "rank-correlation",
            Self::Descents => "descents",
            Self::RisingSequences => "rising-sequences",
            Self::Cycles => "cycles",
            Self::SuccessorPairs => "successor-pairs",
            Self::Overlap => "overlap",
            Self::Trend => "trend",
            Self::Items => "items",
            Self::Pairs => "pairs",
            Self::Adjacent => "adjacent",
            Self::Frequency => "frequency",
            Self::LowBits => "low-bits",
            Self::SerialPairs => "serial-pairs",
            Self::Runs => "runs",
            Self::SerialCorrelation => "serial-correlation",
            Self::Gap => "gap",
            Self::Poker => "poker",
            Self::CouponCollector => "coupon-collector",
            Self::Drift => "drift",
        }
    }

    /// What a fair subject does, in one plain sentence.
    pub fn says(self) -> &'static str {
        match self {
            Self::Orders => "every possible order comes equally often",
            Self::Outcomes => "every possible draw comes equally often",
            Self::Coverage => "nothing that is possible stays away",
            Self::Repeats => "the same result comes again only as often as chance has it",
            Self::FirstPlace => "every item comes first equally often",
            Self::FirstTwo => "every pair of items comes first and second equally often",
            Self::PositionItem => "every item comes at every place equally often",
            Self::FixedPoints => {
                "items stay at their place in the list as often as chance has it, neither more nor less"
            }
            Self::Parity => "even and odd come equally often",
            Self::Inversions => "two items are as often out of order as in order",
            Self::RankCorrelation => {
                "an item's place in the list says nothing of its place in the result"
            }
            Self::Descents => {
                "the result goes down as often as chance has it from one item to the next"
            }
            Self::RisingSequences => "no more of the list's order is left than chance leaves",
            Self::Cycles => "items change places in circles as long as chance has them",
            Self::SuccessorPairs => "every item comes directly after every other equally often",
            Self::Overlap => {
                "a result has no more and no less in common with the next than chance has it"
            }
            Self::Trend => "the beginning of the list is drawn as often as its end",
            Self::Items => "every item is drawn equally often",
            Self::Pairs => "every two items are drawn together equally often",
            Self::Adjacent => "neighbours in the list are drawn together as often as chance has it",
            Self::Frequency => "every number comes equally often",
            Self::LowBits => "the numbers' last binary digits come equally often",
            Self::SerialPairs => "a number says nothing of the next",
            Self::Runs => "low and high numbers alternate as often as chance has it",
            Self::SerialCorrelation => "a number says nothing of those up to eight later",
            Self::Gap => "low numbers come again after as long as chance has it",
            Self::Poker => "five numbers in turn are as different as chance has them",
            Self::CouponCollector => {
                "all kinds of numbers have come after as long as chance has it"
            }
            Self::Drift => "the numbers don't become larger or smaller with time",
        }
    }
}

impl Finding {
    pub(super) fn chi_square(test: Test, statistic: f64, df: f64, observations: u64) -> Self {
        let p_value = p_value::chi_square(statistic, df);
        Self::new(test, statistic, Law::ChiSquare { df }, p_value, observations)
    }

    pub(super) fn normal(test: Test, deviation: f64, observations: u64) -> Self {
        let p_value = p_value::normal(deviation);
        Self::new(test, deviation, Law::Normal, p_value, observations)
    }

    /// A count whose mean, by its natural logarithm, may be too small for a number.
    pub(super) fn poisson(test: Test, count: u64, ln_mean: f64, observations: u64) -> Self {
        let p_value = match test {
            Test::Coverage => p_value::poisson_at_least(count, ln_mean),
            _ => p_value::poisson(count, ln_mean),
        };
        let law = Law::Poisson { mean: ln_mean.exp() };
        Self::new(test, p_value::approximate(count), law, p_value, observations)
    }

    fn new(test: Test, statistic: f64, law: Law, p_value: PValue, observations: u64) -> Self {
        let PValue { p, log10: log10_p } = p_value;
        Self { test, statistic, law, p, log10_p, observations, visible: None }
    }
}

impl Outcome {
    /// The test.
    pub fn test(&self) -> Test {
        match self {
            Self::Done(finding) => finding.test,
            Self::NotApplicable { test, .. } => *test,
        }
    }

    /// What it found, if it was carried out.
    pub fn finding(&self) -> Option<&Finding> {
        match self {
            Self::Done(finding) => Some(finding),
            Self::NotApplicable { .. } => None,
        }
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew { needed } => write!(f, "needs {needed} observations"),
            Self::TooSmall => f.write_str("too few items for it"),
            Self::TooLarge => f.write_str("too many items for it"),
        }
    }
}
