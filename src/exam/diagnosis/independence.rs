//! Whether each shuffle is independent of the one before, as those of all classical mistakes are.
//!
//! A program that goes on shuffling what it shuffled before may give all orders equally often and yet hardly change them from one
//! to the next. Only the overlaps of consecutive shuffles show it.

use std::{vec, vec::Vec};

use super::super::{Tally, laws, p_value, p_value::approximate, specimens::Orders};

/// The chance of overlaps that differ as much from those of independent shuffles with the counted orders.
pub(super) fn of_counted(tally: &Tally, counts: &[u64], orders: &Orders) -> f64 {
    let seen: Vec<(&[u32], f64)> = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(rank, &count)| (orders.order(rank), approximate(count)))
        .collect();
    let same = |a: &[u32], b: &[u32]| a.iter().zip(b).filter(|(a, b)| a == b).count();
    let mut pairs = vec![0.0; tally.overlaps().len()];
    let all = pairs.len() - 1;
    for (index, &(order, count)) in seen.iter().enumerate() {
        pairs[all] += count * (count - 1.0);
        for &(other, other_count) in &seen[..index] {
            pairs[same(order, other)] += 2.0 * count * other_count;
        }
    }
    let observations = approximate(tally.observations());
    let pairs_of_all = observations * (observations - 1.0);
    let law: Vec<f64> = pairs.iter().map(|pairs| pairs / pairs_of_all).collect();
    chance(tally, &law, 1.0)
}

/// The same if each shuffle is by one of so many seeds, and these give different orders.
pub(super) fn of_seeds(tally: &Tally, seeds: f64) -> f64 {
    let fair = laws::fixed_points(tally.shape().n());
    let mut law: Vec<f64> = fair.iter().map(|p| p * (1.0 - 1.0 / seeds)).collect();
    if let Some(all) = law.last_mut() {
        *all += 1.0 / seeds;
    }
    // Which orders the seeds have decides how much each two of them overlap, and the same two come again.
    chance(tally, &law, 1.0 + approximate(tally.observations()) / seeds.powi(2))
}

/// By X², with values of which fewer than 5 are expected as one cell, and so many times as large as that of independent pairs.
///
/// An observation is in two pairs. So a count has the variance of so many pairs, and twice its covariance with the next, which is
/// at most as much again each: a third of X² is compared.
fn chance(tally: &Tally, law: &[f64], inflation: f64) -> f64 {
    if tally.observations() < 2 {
        return 1.0;
    }
    let overlaps = tally.overlaps();
    let pairs = approximate(overlaps.iter().sum());
    let (mut statistic, mut cells) = (0.0, 0);
    let (mut rare, mut rare_expected) = (0, 0.0);
    let mut add = |count: u64, expected: f64| {
        statistic += (approximate(count) - expected).powi(2) / expected;
        cells += 1;
    };
    for (&count, p) in overlaps.iter().zip(law) {
        let expected = pairs * p;
        if expected < ENOUGH {
            (rare, rare_expected) = (rare + count, rare_expected + expected);
        } else {
            add(count, expected);
        }
    }
    if rare_expected >= ENOUGH {
        add(rare, rare_expected);
        (rare, rare_expected) = (0, 0.0);
    }
    let of_rare = match rare {
        0 => 1.0,
        _ => p_value::poisson_at_least(rare, (inflation * rare_expected).max(1e-9).ln()).p,
    };
    if cells < 2 {
        return of_rare;
    }
    let of_others = p_value::chi_square(statistic / WIDER / inflation, approximate(cells - 1)).p;
    of_others.min(of_rare)
}

const ENOUGH: f64 = 5.0;
const WIDER: f64 = 3.0;
