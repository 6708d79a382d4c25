//! All tests of numbers (section 4 of the page).

use std::vec::Vec;

use super::{
    COVERED, FREQUENCIES, NumberTally, approximate,
    groups::{share, wide},
    laws,
    sequences::{HAND, LAGS},
};
use crate::exam::{
    Finding, Outcome, Rule, Test, Why,
    chi_square::{observations_for, pearson, pooled_for},
    repeats, visible,
};

/// Carries out the tests of section 4 of the page, in the order of its table.
///
/// Each has one outcome, also if it is not applicable.
pub fn number_tests(tally: &NumberTally) -> Vec<Outcome> {
    let outcomes = TESTS.iter().map(|&(test, applied)| match applied(tally) {
        Ok(finding) => Outcome::Done(finding),
        Err(why) => Outcome::NotApplicable { test, why },
    });
    let mut outcomes: Vec<Outcome> = outcomes.collect();
    let level = Rule::STANDARD.level().sqrt() / visible::tests(&outcomes);
    let smallest = share(tally.frequency_groups.smallest(), tally.shape.size());
    for outcome in &mut outcomes {
        if let Outcome::Done(finding) = outcome
            && finding.test == Test::Frequency
        {
            finding.visible = visible::bias(finding, level, smallest);
        }
    }
    outcomes
}

type Applied = fn(&NumberTally) -> Result<Finding, Why>;

const TESTS: [(Test, Applied); 12] = [
    (Test::Frequency, frequency),
    (Test::Coverage, coverage),
    (Test::Repeats, repeated),
    (Test::Parity, parity),
    (Test::LowBits, low_bits),
    (Test::SerialPairs, serial_pairs),
    (Test::Runs, runs),
    (Test::SerialCorrelation, serial_correlation),
    (Test::Gap, gap),
    (Test::Poker, poker),
    (Test::CouponCollector, coupon_collector),
    (Test::Drift, drift),
];

/// Each value, or group of 1,024.
fn frequency(tally: &NumberTally) -> Result<Finding, Why> {
    let groups = &tally.frequency_groups;
    of_values(tally, Test::Frequency, &tally.frequency, groups.sizes(), groups.smallest())
}

/// Values that never came.
fn coverage(tally: &NumberTally) -> Result<Finding, Why> {
    let size = tally.shape.size();
    if size > COVERED {
        return Err(Why::TooLarge);
    }
    let values = tally.top + 1;
    let observations = enough(tally, 5 * values)?;
    let ln_mean =
        wide(size).ln() + approximate(observations) * (-1.0 / approximate(values)).ln_1p();
    Ok(Finding::poisson(Test::Coverage, tally.never_came(), ln_mean, observations))
}

/// Values that came before.
fn repeated(tally: &NumberTally) -> Result<Finding, Why> {
    if tally.shape.size() <= COVERED {
        return Err(Why::TooSmall);
    }
    enough(tally, 1)?;
    Ok(repeats::test(tally.repeats(), wide(tally.shape.size()).ln()))
}

/// Even values, of which there is one more than of odd ones if their number is odd.
fn parity(tally: &NumberTally) -> Result<Finding, Why> {
    at_least(tally, 3)?;
    let observations = enough(tally, 1)?;
    let even = share(tally.top / 2 + 1, tally.shape.size());
    let mean = approximate(observations) * even;
    let deviation = (approximate(tally.even) - mean) / (mean * (1.0 - even)).sqrt();
    Ok(Finding::normal(Test::Parity, deviation, observations))
}

/// The remainders by 16.
fn low_bits(tally: &NumberTally) -> Result<Finding, Why> {
    at_least(tally, u64::from(FREQUENCIES) + 1)?;
    // The highest value's remainder, and those below it, are of one value more.
    let (each, highest) = (tally.top / 16, tally.top % 16);
    let sizes = (0..16).map(|bits| each + u64::from(bits <= highest));
    let smallest = if highest == 15 { each + 1 } else { each };
    of_values(tally, Test::LowBits, &tally.low_bits, sizes, smallest)
}

/// Two values in turn, in groups.
fn serial_pairs(tally: &NumberTally) -> Result<Finding, Why> {
    let shares = tally.pairs.groups.shares();
    let smallest = shares.iter().copied().fold(1.0, f64::min);
    let observations = enough(tally, 2 * observations_for(smallest * smallest))?;
    let pairs = approximate(observations / 2);
    let expected = shares.iter().flat_map(|a| shares.iter().map(move |b| pairs * a * b));
    let statistic = pearson(tally.pairs.counts.iter().copied().zip(expected));
    let df = approximate(tally.pairs.counts.len() as u64 - 1);
    Ok(Finding::chi_square(Test::SerialPairs, statistic, df, observations))
}

/// Changes between the lower and the upper group.
///
/// Two changes in turn are of three values and not independent: both come with the chance u, not 4u².
fn runs(tally: &NumberTally) -> Result<Finding, Why> {
    let observations = enough(tally, 2)?;
    let lower = tally.runs.groups.shares()[0];
    let u = lower * (1.0 - lower);
    let changes = approximate(observations - 1);
    let variance = changes * 2.0 * u * (1.0 - 2.0 * u) + 2.0 * (changes - 1.0) * (u - 4.0 * u * u);
    let deviation = (approximate(tally.runs.changes) - 2.0 * u * changes) / variance.sqrt();
    Ok(Finding::normal(Test::Runs, deviation, observations))
}

/// Products of values up to eight apart. The sums of different lags are uncorrelated.
fn serial_correlation(tally: &NumberTally) -> Result<Finding, Why> {
    let observations = enough(tally, 1000)?;
    // The sums are of doubled values: 4 times as large.
    let one = 4.0 * variance(tally);
    let lags = (1..).zip(tally.correlations.sums);
    let statistic =
        lags.map(|(lag, sum)| (sum.value() / one).powi(2) / approximate(observations - lag)).sum();
    let df = approximate(LAGS as u64);
    Ok(Finding::chi_square(Test::SerialCorrelation, statistic, df, observations))
}

/// Gaps between values of the first group.
fn gap(tally: &NumberTally) -> Result<Finding, Why> {
    let share = tally.gaps.groups.shares()[0];
    let law = laws::gaps(share);
    pooled_for(Test::Gap, &tally.gaps.lengths, &law, tally.observations, share)
}

/// Different groups among five values.
fn poker(tally: &NumberTally) -> Result<Finding, Why> {
    at_least(tally, 3)?;
    let law = laws::hands(&tally.hands.groups.shares());
    let hands = tally.observations / u64::from(HAND);
    match pooled_for(Test::Poker, &tally.hands.different, &law, hands, 1.0) {
        Ok(finding) => Ok(Finding { observations: tally.observations, ..finding }),
        Err(Why::TooFew { needed }) => {
            Err(Why::TooFew { needed: needed.saturating_mul(HAND.into()) })
        }
        Err(why) => Err(why),
    }
}

/// Values read until all groups have come.
fn coupon_collector(tally: &NumberTally) -> Result<Finding, Why> {
    at_least(tally, 3)?;
    let law = laws::collections(&tally.collections.groups.shares());
    let mean: f64 = (0_u32..).zip(&law).map(|(length, chance)| f64::from(length) * chance).sum();
    let lengths = &tally.collections.lengths;
    pooled_for(Test::CouponCollector, lengths, &law, tally.observations, 1.0 / mean)
}

/// Values against time.
fn drift(tally: &NumberTally) -> Result<Finding, Why> {
    let observations = enough(tally, 2)?;
    let n = approximate(observations);
    let doubled = tally.doubled_by_time.value() - (n - 1.0) / 2.0 * tally.doubled.value();
    let of_time = n * (n * n - 1.0) / 12.0;
    let deviation = doubled / 2.0 / (of_time * variance(tally)).sqrt();
    Ok(Finding::normal(Test::Drift, deviation, observations))
}

/// Of one value: (m²-1)/12.
fn variance(tally: &NumberTally) -> f64 {
    let size = wide(tally.shape.size());
    (size - 1.0) * (size + 1.0) / 12.0
}

/// X² of cells that have so many values each.
fn of_values(
    tally: &NumberTally,
    test: Test,
    counts: &[u64],
    sizes: impl Iterator<Item = u64>,
    smallest: u64,
) -> Result<Finding, Why> {
    let size = tally.shape.size();
    let needed = (5 * size).div_ceil(smallest.into());
    let observations = enough(tally, u64::try_from(needed).unwrap_or(u64::MAX))?;
    let each = approximate(observations) / wide(size);
    let expected = sizes.map(|values| each * approximate(values));
    let statistic = pearson(counts.iter().copied().zip(expected));
    let df = approximate(counts.len() as u64 - 1);
    Ok(Finding::chi_square(test, statistic, df, observations))
}

fn at_least(tally: &NumberTally, size: u64) -> Result<(), Why> {
    if tally.shape.size() < size.into() { Err(Why::TooSmall) } else { Ok(()) }
}

/// The number of observations, if it is enough.
fn enough(tally: &NumberTally, needed: u64) -> Result<u64, Why> {
    let observations = tally.observations;
    if observations < needed { Err(Why::TooFew { needed }) } else { Ok(observations) }
}
