//! Tests of ordered samples and sets.

use std::vec::Vec;

use super::{
    both::{enough, normal},
    orders::one_more,
};
use crate::exam::{
    Finding, Tally, Test, Why,
    chi_square::{pearson, pooled},
    groups::Groups,
    laws,
    p_value::approximate,
};

/// How often each item, or group, is drawn. As k different items are drawn at once, X² is too small by (n-k)/(n-1).
pub(super) fn items(tally: &Tally) -> Result<Finding, Why> {
    let [n, k] = [tally.shape().n(), tally.shape().k()];
    if n < 3 {
        return Err(Why::TooSmall);
    }
    let groups = Groups::new(n);
    let needed = (5 * u64::from(n)).div_ceil(u64::from(k) * groups.smallest());
    let observations = enough(tally, needed)?;
    let each = approximate(observations) * f64::from(k) / f64::from(n);
    let expected = groups.sizes().map(|size| each * approximate(size));
    let statistic =
        pearson(tally.items().iter().copied().zip(expected)) * f64::from(n - 1) / f64::from(n - k);
    let df = approximate(groups.count() as u64 - 1);
    Ok(Finding::chi_square(Test::Items, statistic, df, observations))
}

/// How often two items are drawn together, beyond what single items explain (section 3.1).
pub(super) fn pairs(tally: &Tally) -> Result<Finding, Why> {
    let [n, k] = [tally.shape().n(), tally.shape().k()].map(u64::from);
    if n < 4 || k < 2 {
        return Err(Why::TooSmall);
    }
    if k > n - 2 {
        return Err(Why::TooLarge);
    }
    let counts = tally.pairs().ok_or(Why::TooLarge)?;
    let observations = enough(tally, (5 * n * (n - 1)).div_ceil(k * (k - 1)))?;
    let [n, k, observations_] = [n, k, observations].map(approximate);
    let expected = observations_ * k * (k - 1.0) / (n * (n - 1.0));
    let items = counts.rows();
    let deviation = |i: usize, j: usize| approximate(counts.at(i.min(j), i.max(j))) - expected;
    let of_item = |i: usize| (0..items).filter(|&j| j != i).map(|j| deviation(i, j)).sum::<f64>();
    let of_items: Vec<f64> = (0..items).map(of_item).collect();
    let mut squares = 0.0;
    for i in 0..items {
        for j in i + 1..items {
            squares += (deviation(i, j) - (of_items[i] + of_items[j]) / (n - 2.0)).powi(2);
        }
    }
    let df = n * (n - 3.0) / 2.0;
    let (drawn, all) = (k * (k - 1.0) / 2.0, n * (n - 1.0) / 2.0);
    let of_one = drawn - drawn * drawn / all - (k - 1.0).powi(2) * k * (n - k) / (n * (n - 2.0));
    let statistic = squares * df / (observations_ * of_one);
    Ok(Finding::chi_square(Test::Pairs, statistic, df, observations))
}

/// Neighbours drawn together.
pub(super) fn adjacent(tally: &Tally) -> Result<Finding, Why> {
    let [n, k] = [tally.shape().n(), tally.shape().k()];
    if k < 2 {
        return Err(Why::TooSmall);
    }
    pooled(Test::Adjacent, tally.adjacent(), &laws::adjacent(n, k))
}

/// Items drawn both in one observation and in the next.
pub(super) fn overlap(tally: &Tally) -> Result<Finding, Why> {
    let [n, k] = [tally.shape().n(), tally.shape().k()];
    pooled(Test::Overlap, tally.overlaps(), &laws::overlap(n, k)).map_err(one_more)
}

/// The sum of the items drawn.
pub(super) fn trend(tally: &Tally) -> Result<Finding, Why> {
    let observations = enough(tally, 1)?;
    let [n, k] = [tally.shape().n(), tally.shape().k()];
    let mean = u128::from(observations) * u128::from(k) * u128::from(n - 1);
    let [n, k] = [n, k].map(f64::from);
    // In halves.
    let variance = 4.0 * k * (n - k) * (n + 1.0) / 12.0;
    Ok(normal(Test::Trend, 2 * tally.trend_sum(), mean, variance, observations))
}
