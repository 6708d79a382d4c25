//! The exact laws of what is counted in fair orders and sets, as chances in floating point.
//!
//! They are built from sums and products of positive numbers, so that far values keep their digits too; chances below 10⁻³⁰⁰
//! may come out as 0.

use core::ops::RangeInclusive;
use std::{vec, vec::Vec};

use super::p_value::approximate;

/// Of the number of places whose item is the place's own, in an order of `n` items: 0 to n.
///
/// P(j) = D(n-j) / (j! (n-j)!), D being the numbers of derangements.
pub fn fixed_points(n: u32) -> Vec<f64> {
    // Of derangements among the orders of i items: 1 - 1/1! + 1/2! - .. as far as 1/i!, which is never small but for i = 1.
    let mut deranged = vec![1.0];
    let mut term = 1.0;
    for i in 1..=n {
        term /= -f64::from(i);
        deranged.push(deranged[i as usize - 1] + term);
    }
    let mut share = 1.0; // 1/j!
    let mut law = Vec::with_capacity(deranged.len());
    for (j, deranged) in (1..).zip(deranged.iter().rev()) {
        law.push(share * deranged);
        share /= f64::from(j);
    }
    law
}

/// Of the number of places whose item is above the next, in an order of `n` items: 0 to n-1. Of rising sequences it is the
/// law of one less.
///
/// The Eulerian numbers over n!: A(n, j) = (j+1) A(n-1, j) + (n-j) A(n-1, j-1).
pub fn descents(n: u32) -> Vec<f64> {
    let mut law = vec![1.0];
    for n in 2..=n {
        law.push(0.0);
        // Downward, so that P(j-1) is still that of one item less.
        for j in (0..n).rev() {
            let below = if j == 0 { 0.0 } else { law[j as usize - 1] };
            law[j as usize] =
                (f64::from(j + 1) * law[j as usize] + f64::from(n - j) * below) / f64::from(n);
        }
    }
    law
}

/// Of the number of cycles of an order of `n` items: 0 to n.
///
/// Stirling numbers of the first kind over n!: c(n, j) = (n-1) c(n-1, j) + c(n-1, j-1).
pub fn cycles(n: u32) -> Vec<f64> {
    let mut law = vec![1.0];
    for n in 1..=n {
        law.push(0.0);
        for j in (0..=n).rev() {
            let below = if j == 0 { 0.0 } else { law[j as usize - 1] };
            law[j as usize] = (f64::from(n - 1) * law[j as usize] + below) / f64::from(n);
        }
    }
    law
}

/// Of the number of pairs out of order, in an order of `n` items: 0 to n(n-1)/2.
///
/// The sum of independent uniform numbers 0 to 0, 0 to 1, .., 0 to n-1 (Mahonian). Takes time proportional to n⁴.
pub fn inversions(n: u32) -> Vec<f64> {
    let mut law = vec![1.0];
    for n in 2..=n as usize {
        let before = law;
        let pairs = n * (n - 1) / 2;
        // The law is symmetric: the upper half is that of the pairs in order.
        let half: Vec<f64> = (0..=pairs / 2)
            .map(|value| {
                let from = (value + 1).saturating_sub(n);
                before[from..before.len().min(value + 1)].iter().sum::<f64>()
                    / approximate(n as u64)
            })
            .collect();
        law = (0..=pairs).map(|value| half[value.min(pairs - value)]).collect();
    }
    law
}

/// Of the number of items that two sets of `k` of `n` items have in common: 0 to k.
///
/// Hypergeometric: C(k, j) C(n-k, k-j) / C(n, k). Takes memory for k numbers, and k must be at most n.
pub fn overlap(n: u32, k: u32) -> Vec<f64> {
    let outside = f64::from(n) - 2.0 * f64::from(k);
    let k_items = f64::from(k);
    from_ratios(k.saturating_sub(n.saturating_sub(k))..=k, |j| {
        (k_items - j).powi(2) / ((j + 1.0) * (outside + j + 1.0))
    })
}

/// Of the number of pairs i, i+1 of which both are drawn, in a set of `k` of `n` items, k at least 1: 0 to k-1.
///
/// P(a) = C(k-1, a) C(n-k+1, k-a) / C(n, k), as the set has k-a runs. Takes memory for k numbers, and k must be at most n.
pub fn adjacent(n: u32, k: u32) -> Vec<f64> {
    let outside = f64::from(n) - 2.0 * f64::from(k);
    let k_items = f64::from(k);
    // 2k - n - 1 of them at least.
    let least = k.saturating_sub(1).saturating_sub(n.saturating_sub(k));
    from_ratios(least..=k.saturating_sub(1), |a| {
        (k_items - 1.0 - a) * (k_items - a) / ((a + 1.0) * (outside + a + 2.0))
    })
}

/// A law on a range of values by the ratios P(j+1) / P(j), which fall as j grows.
///
/// It begins at the mode, so that nothing overflows, and what underflows is negligible.
fn from_ratios(values: RangeInclusive<u32>, ratio: impl Fn(f64) -> f64) -> Vec<f64> {
    let (&lowest, &highest) = (values.start(), values.end());
    let ratio = |j: u32| ratio(j.into());
    let mode = (lowest..highest).find(|&j| ratio(j) <= 1.0).unwrap_or(highest);
    let mut law = vec![0.0; highest as usize + 1];
    law[mode as usize] = 1.0;
    for j in mode..highest {
        law[j as usize + 1] = law[j as usize] * ratio(j);
    }
    for j in (lowest..mode).rev() {
        law[j as usize] = law[j as usize + 1] / ratio(j);
    }
    let sum: f64 = law.iter().sum();
    law.iter().map(|chance| chance / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with counts over a number of outcomes.
    fn check(law: &[f64], counts: &[u64]) {
        let outcomes = approximate(counts.iter().sum());
        assert_eq!(law.len(), counts.len());
        for (chance, &count) in law.iter().zip(counts) {
            let right = approximate(count) / outcomes;
            assert!((chance - right).abs() <= 1e-14 * right, "{chance} for {count} of {outcomes}");
        }
    }

    #[test]
    fn laws_are_those_of_published_tables() {
        // OEIS A008290, rencontres numbers; A000166 is its first column.
        check(&fixed_points(3), &[2, 3, 0, 1]);
        check(&fixed_points(6), &[265, 264, 135, 40, 15, 0, 1]);
        // A008292, Eulerian numbers.
        check(&descents(1), &[1]);
        check(&descents(4), &[1, 11, 11, 1]);
        check(&descents(8), &[1, 247, 4293, 15_619, 15_619, 4293, 247, 1]);
        // A132393, unsigned Stirling numbers of the first kind.
        check(&cycles(4), &[0, 6, 11, 6, 1]);
        check(&cycles(7), &[0, 720, 1764, 1624, 735, 175, 21, 1]);
        // A008302, Mahonian numbers.
        check(&inversions(4), &[1, 3, 5, 6, 5, 3, 1]);
        check(&inversions(6), &[1, 5, 14, 29, 49, 71, 90, 101, 101, 90, 71, 49, 29, 14, 5, 1]);
    }

    #[test]
    fn laws_of_sets_are_those_of_binomials() {
        // A lottery of 6 of 49: C(6,j) C(43,6-j).
        check(&overlap(49, 6), &[6_096_454, 5_775_588, 1_851_150, 246_820, 13_545, 258, 1]);
        // C(5,a) C(44,6-a).
        check(&adjacent(49, 6), &[7_059_052, 5_430_040, 1_357_510, 132_440, 4730, 44]);
        // 4 of 5: two sets have at least 3 in common; three runs at most two, so at least 2 neighbours.
        check(&overlap(5, 4), &[0, 0, 0, 4, 1]);
        check(&adjacent(5, 4), &[0, 0, 3, 2]);
        check(&overlap(2, 1), &[1, 1]);
        check(&adjacent(2, 1), &[2]);
    }

    #[test]
    fn large_laws_are_whole_and_have_their_means() {
        let moments = |law: &[f64]| {
            let sum = |power| -> f64 {
                (0..).zip(law).map(|(j, chance)| f64::from(j).powi(power) * chance).sum()
            };
            (sum(0), sum(1), sum(2) - sum(1).powi(2))
        };
        let harmonic = |power: i32| -> f64 { (1..=1024).map(|i| f64::from(i).powi(-power)).sum() };
        for (what, law, mean, variance) in [
            ("fixed points", fixed_points(1024), 1.0, 1.0),
            ("all fixed points", fixed_points(65_536), 1.0, 1.0),
            ("descents", descents(1024), 511.5, 1025.0 / 12.0),
            ("cycles", cycles(1024), harmonic(1), harmonic(1) - harmonic(2)),
            ("inversions", inversions(64), 1008.0, 64.0 * 63.0 * 133.0 / 72.0),
            // k²/n and k²(n-k)²/(n²(n-1)).
            ("overlap", overlap(65_536, 32_768), 16_384.0, 65_536_f64.powi(2) / 16.0 / 65_535.0),
            ("overlap", overlap(65_536, 1), 1.0 / 65_536.0, 65_535.0 / 65_536_f64.powi(2)),
            // (n-1) k(k-1)/(n(n-1)) neighbours.
            ("adjacent", adjacent(65_536, 256), 256.0 * 255.0 / 65_536.0, f64::NAN),
        ] {
            let (one, found_mean, found_variance) = moments(&law);
            assert!((one - 1.0).abs() < 1e-12, "{what}: {one}");
            assert!((found_mean / mean - 1.0).abs() < 1e-11, "{what}: {found_mean}, not {mean}");
            let off = (found_variance / variance - 1.0).abs();
            assert!(variance.is_nan() || off < 1e-6, "{what}: {found_variance}, not {variance}");
        }
    }

    #[test]
    fn tails_keep_their_digits() {
        // Computed in exact integers with Python: Eulerian numbers by the alternating sum, products of polynomials
        // for cycles and inversions, and of binomials.
        for (found, right) in [
            (descents(52)[5], 3.592_998_507_058_98e-28),
            (cycles(52)[30], 4.665_640_376_080_02e-24),
            (inversions(52)[100], 5.072_679_110_090_62e-29),
            (overlap(1000, 100)[60], 1.618_287_181_030_74e-42),
            (adjacent(1000, 100)[60], 6.773_875_726_405_1e-43),
        ] {
            assert!((found / right - 1.0).abs() < 1e-12, "{found}, not {right}");
        }
    }
}
