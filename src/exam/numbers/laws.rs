//! The exact laws of gaps, hands and collections, for groups of unequal shares.
//!
//! They are built from sums and products of positive numbers, so that far values keep their digits.

use std::{vec, vec::Vec};

use super::sequences::{HAND, LONGEST};

/// Of the lengths of gaps between values of a group with this share; the last stands for all from there on.
pub(super) fn gaps(share: f64) -> Vec<f64> {
    let mut above = 1.0;
    let mut law = Vec::with_capacity(LONGEST + 1);
    for _ in 0..LONGEST {
        law.push(above * share);
        above *= 1.0 - share;
    }
    law.push(above);
    law
}

/// Of the number of different groups among five values, from 0.
pub(super) fn hands(shares: &[f64]) -> Vec<f64> {
    let mut seen = Seen::new(shares);
    (0..HAND).for_each(|_| seen.step());
    let mut law = vec![0.0; HAND as usize + 1];
    for (set, chance) in (0_usize..).zip(&seen.chances) {
        if let Some(same) = law.get_mut(set.count_ones() as usize) {
            *same += chance;
        }
    }
    law
}

/// Of the number of values read until all groups have come, from 0; the last stands for all from there on.
pub(super) fn collections(shares: &[f64]) -> Vec<f64> {
    let mut seen = Seen::new(shares);
    let mut law = vec![0.0];
    for _ in 1..LONGEST {
        seen.step();
        law.push(core::mem::take(&mut seen.chances[(1 << shares.len()) - 1]));
    }
    law.push(seen.chances.iter().sum());
    law
}

/// Which groups have come: the chance of each set of them, with a bit for each group.
struct Seen<'a> {
    shares: &'a [f64],
    chances: Vec<f64>,
}

impl<'a> Seen<'a> {
    fn new(shares: &'a [f64]) -> Self {
        let mut chances = vec![0.0; 1 << shares.len()];
        chances[0] = 1.0;
        Self { shares, chances }
    }

    /// Reads a value.
    fn step(&mut self) {
        let mut next = vec![0.0; self.chances.len()];
        for (set, chance) in self.chances.iter().enumerate() {
            for (group, share) in self.shares.iter().enumerate() {
                next[set | 1 << group] += chance * share;
            }
        }
        self.chances = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, right: f64) {
        assert!((found - right).abs() <= 1e-13 * right, "{found}, not {right}");
    }

    #[test]
    fn hands_of_ten_digits_are_those_of_poker() {
        // Knuth, The Art of Computer Programming, vol. 2, 3.3.2 D: d(d-1)..(d-r+1)/d^5 times Stirling numbers 1 15 25 10 1.
        let law = hands(&[0.1; 10]);
        for (found, right) in law.iter().zip([0.0, 0.0001, 0.0135, 0.18, 0.504, 0.3024]) {
            close(*found, right);
        }
    }

    #[test]
    fn hands_of_unequal_groups_are_counted() {
        // Of 6^5 words over a a b c c c: 1^5 + 2^5 + 3^5 with one letter; with two, (3^5 + 4^5 + 5^5) - 2 times that.
        let law = hands(&[2.0 / 6.0, 1.0 / 6.0, 3.0 / 6.0]);
        let (one, both) = (276.0, 243.0 + 1024.0 + 3125.0);
        close(law[1], one / 7776.0);
        close(law[2], (both - 2.0 * one) / 7776.0);
        close(law[3], (7776.0 - both + one) / 7776.0);
        assert!(law[4] + law[5] == 0.0);
    }

    #[test]
    fn collections_have_the_mean_of_the_harmonic_numbers() {
        for groups in [3_usize, 4, 5] {
            let shares = vec![1.0 / super::super::approximate(groups as u64); groups];
            let law = collections(&shares);
            let mean: f64 = (0_u32..).zip(&law).map(|(length, p)| f64::from(length) * p).sum();
            let right: f64 = (1..=groups as u64)
                .map(|i| super::super::approximate(groups as u64) / super::super::approximate(i))
                .sum();
            close(mean, right);
            close(law.iter().sum(), 1.0);
            assert_eq!(law.len(), LONGEST + 1);
        }
        // 3 letters in 3 of 3: 3!/27, and in 4 the last is new: 3 * (2^3 - 2) / 81.
        let law = collections(&[1.0 / 3.0; 3]);
        close(law[3], 6.0 / 27.0);
        close(law[4], 18.0 / 81.0);
    }

    #[test]
    fn gaps_are_geometric() {
        let law = gaps(0.25);
        for (found, right) in law.iter().zip([1.0 / 4.0, 3.0 / 16.0, 9.0 / 64.0]) {
            close(*found, right);
        }
        close(law.iter().sum(), 1.0);
        // No cell begins at the last length, whatever the number of numbers.
        assert!(gaps(1.0 / 8.0)[LONGEST] * 2_f64.powi(64) < 5.0);
        let least = [2.0 / 9.0, 2.0 / 9.0, 2.0 / 9.0, 2.0 / 9.0, 1.0 / 9.0];
        assert!(collections(&least)[LONGEST] * 2_f64.powi(64) < 5.0);
    }
}
