//! Tests of orders alone.

use std::{vec, vec::Vec};

use super::both::{at_least_3_if_order, enough, normal, off_diagonal};
use crate::exam::{Finding, Tally, Test, Why, chi_square::pooled, laws, p_value::approximate};

/// Places whose item is the place's own.
pub(super) fn fixed_points(tally: &Tally) -> Result<Finding, Why> {
    at_least_3_if_order(tally.shape())?;
    pooled(Test::FixedPoints, tally.fixed_points(), &laws::fixed_points(tally.shape().n()))
}

/// Even orders.
pub(super) fn parity(tally: &Tally) -> Result<Finding, Why> {
    at_least_3_if_order(tally.shape())?;
    let observations = enough(tally, 1)?;
    // In halves, so that the mean is whole: the variance is 1/4 · 4.
    Ok(normal(Test::Parity, 2 * u128::from(tally.even()), observations.into(), 1.0, observations))
}

/// Pairs out of order.
pub(super) fn inversions(tally: &Tally) -> Result<Finding, Why> {
    let n = tally.shape().n();
    if n < 4 {
        return Err(Why::TooSmall);
    }
    if tally.inversions().is_empty() {
        let observations = enough(tally, 1)?;
        let pairs = u128::from(n) * u128::from(n - 1);
        let mean = u128::from(observations) * pairs;
        let n = f64::from(n);
        let variance = n * (n - 1.0) * (2.0 * n + 5.0) / 72.0;
        // In quarters.
        let sum = 4 * tally.inversion_sum();
        return Ok(normal(Test::Inversions, sum, mean, 16.0 * variance, observations));
    }
    let (law, counts) = in_twentieths(&laws::inversions(n), tally.inversions());
    pooled(Test::Inversions, &counts, &law)
}

/// Items against places.
pub(super) fn rank_correlation(tally: &Tally) -> Result<Finding, Why> {
    at_least_3_if_order(tally.shape())?;
    let observations = enough(tally, 1)?;
    let n = u128::from(tally.shape().n());
    let mean = u128::from(observations) * n * (n - 1) * (n - 1);
    let n = f64::from(tally.shape().n());
    let variance = n.powi(2) * (n + 1.0).powi(2) * (n - 1.0) / 144.0;
    // The sum about the means, in quarters, is that of place times item less n(n-1)²/4 for each order.
    let sum = 4 * tally.product_sum();
    Ok(normal(Test::RankCorrelation, sum, mean, 16.0 * variance, observations))
}

/// Places whose item is above the next.
pub(super) fn descents(tally: &Tally) -> Result<Finding, Why> {
    let n = for_eulerian(tally)?;
    pooled(Test::Descents, tally.descents(), &laws::descents(n))
}

/// Rising sequences: one more than the descents of the inverse order.
pub(super) fn rising_sequences(tally: &Tally) -> Result<Finding, Why> {
    let n = for_eulerian(tally)?;
    let counts = tally.rising_sequences().get(1..).unwrap_or(&[]);
    pooled(Test::RisingSequences, counts, &laws::descents(n))
}

/// Cycles.
pub(super) fn cycles(tally: &Tally) -> Result<Finding, Why> {
    at_least_3_if_order(tally.shape())?;
    if tally.cycles().is_empty() {
        return Err(Why::TooLarge);
    }
    pooled(Test::Cycles, tally.cycles(), &laws::cycles(tally.shape().n()))
}

/// The item directly after each item (section 2.4).
pub(super) fn successor_pairs(tally: &Tally) -> Result<Finding, Why> {
    let n = tally.shape().n();
    if n < 4 {
        return Err(Why::TooSmall);
    }
    let counts = tally.successor_pairs().ok_or(Why::TooLarge)?;
    let observations = enough(tally, 5 * u64::from(n))?;
    let things = f64::from(n) + 1.0;
    let expected = approximate(observations) / (things - 1.0);
    let (mut symmetric, mut antisymmetric) = (0.0, 0.0);
    for (row, column, count) in off_diagonal(counts) {
        let (there, back) = (approximate(count), approximate(counts.at(column, row)));
        symmetric += (f64::midpoint(there, back) - expected).powi(2);
        antisymmetric += ((there - back) / 2.0).powi(2);
    }
    symmetric *= things - 1.0;
    antisymmetric *= (things - 1.0) * (things - 2.0) / things;
    let statistic = (symmetric + antisymmetric) / approximate(observations);
    let df = things * things - 3.0 * things + 1.0;
    Ok(Finding::chi_square(Test::SuccessorPairs, statistic, df, observations))
}

/// Places with the same item in one order and the next. The one that leads from an order to the next is as random as
/// they are, and its fixed points are those places.
pub(super) fn overlap(tally: &Tally) -> Result<Finding, Why> {
    at_least_3_if_order(tally.shape())?;
    pooled(Test::Overlap, tally.overlaps(), &laws::fixed_points(tally.shape().n()))
        .map_err(one_more)
}

/// The sum of the items at place 0.
pub(super) fn trend(tally: &Tally) -> Result<Finding, Why> {
    at_least_3_if_order(tally.shape())?;
    let observations = enough(tally, 1)?;
    let n = tally.shape().n();
    let mean = u128::from(observations) * u128::from(n - 1);
    let variance = (f64::from(n).powi(2) - 1.0) / 12.0;
    Ok(normal(Test::Trend, 2 * tally.trend_sum(), mean, 4.0 * variance, observations))
}

/// There is one overlap less than observations.
pub(super) fn one_more(why: Why) -> Why {
    match why {
        Why::TooFew { needed } => Why::TooFew { needed: needed.saturating_add(1) },
        other => other,
    }
}

/// Values with the same floor(20·P(fewer)) are made one.
fn in_twentieths(law: &[f64], counts: &[u64]) -> (Vec<f64>, Vec<u64>) {
    let mut below: f64 = 0.0;
    let mut last = None;
    let (mut shares, mut pooled): (Vec<f64>, Vec<u64>) = (vec![], vec![]);
    for (&chance, &count) in law.iter().zip(counts) {
        // Half of all orders is a whole number of twentieths, and must not fall below it by rounding.
        let twentieth = (20.0 * below + 1e-9).floor();
        if last == Some(twentieth)
            && let (Some(share), Some(sum)) = (shares.last_mut(), pooled.last_mut())
        {
            *share += chance;
            *sum += count;
        } else {
            shares.push(chance);
            pooled.push(count);
        }
        last = Some(twentieth);
        below += chance;
    }
    (shares, pooled)
}

/// The number of items, if descents are counted.
fn for_eulerian(tally: &Tally) -> Result<u32, Why> {
    let n = tally.shape().n();
    if n < 4 {
        Err(Why::TooSmall)
    } else if tally.descents().is_empty() {
        Err(Why::TooLarge)
    } else {
        Ok(n)
    }
}
