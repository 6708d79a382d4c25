//! First places of draws by tickets, whose shares are not equal.

use std::{vec, vec::Vec};

use super::{Finding, Law, Outcome, Test, Why, p_value};

/// How often each entry of a list with tickets came first.
#[derive(Debug, Clone)]
pub struct SharesTally {
    tickets: Vec<u64>,
    counts: Vec<u64>,
    observations: u64,
}

impl SharesTally {
    /// A tally of no draws from entries with these tickets.
    pub fn new(tickets: Vec<u64>) -> Self {
        let counts = vec![0; tickets.len()];
        Self { tickets, counts, observations: 0 }
    }

    /// Counts the entry, from 0, that a draw has at its first place. What is no entry of the list is not counted.
    pub fn add(&mut self, entry: usize) {
        if let Some(count) = self.counts.get_mut(entry) {
            *count += 1;
            self.observations += 1;
        }
    }

    /// The number of draws.
    pub fn observations(&self) -> u64 {
        self.observations
    }

    /// The tickets of each entry.
    pub fn tickets(&self) -> &[u64] {
        &self.tickets
    }

    /// How often each entry came first.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The test `first-place` (section 3.2 of the page).
    pub fn test(&self) -> Outcome {
        let total = self.tickets.iter().map(|&tickets| u128::from(tickets)).sum();
        let cells = self.cells(total);
        if cells.len() < 2 {
            let why = self.needed(total).map_or(Why::TooSmall, |needed| Why::TooFew { needed });
            return Outcome::NotApplicable { test: Test::FirstPlace, why };
        }
        let statistic = cells.iter().map(Cell::part).sum();
        let df = as_f64((cells.len() - 1) as u128);
        let chance = p_value::chi_square(statistic, df);
        Outcome::Done(Finding {
            test: Test::FirstPlace,
            statistic,
            law: Law::ChiSquare { df },
            p: chance.p,
            log10_p: chance.log10,
            observations: self.observations,
            visible: None,
        })
    }

    /// Neighbouring entries, pooled so that each cell expects at least 5.
    fn cells(&self, total: u128) -> Vec<Cell> {
        let expected =
            |tickets: u128| as_f64(u128::from(self.observations)) * as_f64(tickets) / as_f64(total);
        // Whether so many tickets of all expect 5: in whole numbers.
        let enough = |tickets: u128| {
            total > 0
                && tickets.saturating_mul(self.observations.into()) >= total.saturating_mul(LEAST)
        };
        let (mut cells, mut tickets, mut counted, mut left) = (Vec::new(), 0u128, 0, total);
        for (&more, &count) in self.tickets.iter().zip(&self.counts) {
            tickets += u128::from(more);
            left = left.saturating_sub(more.into());
            counted += count;
            if enough(tickets) && enough(left) {
                cells.push(Cell { counted, expected: expected(tickets) });
                (tickets, counted) = (0, 0);
            }
        }
        if tickets > 0 {
            cells.push(Cell { counted, expected: expected(tickets) });
        }
        cells
    }

    /// The least number of draws with which there are two cells; nothing if no number is enough.
    fn needed(&self, total: u128) -> Option<u64> {
        let below = self.tickets.iter().scan(0u128, |sum, &tickets| {
            *sum += u128::from(tickets);
            Some(*sum)
        });
        let smaller = below.map(|below| below.min(total.saturating_sub(below))).max()?;
        let needed = total.saturating_mul(LEAST).checked_add(smaller.checked_sub(1)?)? / smaller;
        Some(u64::try_from(needed).unwrap_or(u64::MAX))
    }
}

struct Cell {
    counted: u64,
    expected: f64,
}

impl Cell {
    fn part(&self) -> f64 {
        let deviation = as_f64(self.counted.into()) - self.expected;
        deviation * deviation / self.expected
    }
}

#[allow(clippy::cast_precision_loss, reason = "a statistic needs no more than 53 bits")]
fn as_f64(number: u128) -> f64 {
    number as f64
}

/// The least expected count of a cell.
const LEAST: u128 = 5;

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(tickets: &[u64], counts: &[u64]) -> SharesTally {
        let (tickets, counts) = (tickets.to_vec(), counts.to_vec());
        SharesTally { observations: counts.iter().sum(), tickets, counts }
    }

    #[test]
    fn statistic_is_that_of_unequal_shares() {
        // Expected 10, 20, 30: 4/10 + 1/20 + 9/30.
        let Outcome::Done(finding) = tally(&[1, 2, 3], &[12, 21, 27]).test() else {
            unreachable!("enough for three cells");
        };
        assert!((finding.statistic - 0.75).abs() < 1e-12);
        assert_eq!(finding.law, Law::ChiSquare { df: 2.0 });
        assert_eq!(finding.observations, 60);
    }

    #[test]
    fn rare_entries_are_pooled_with_their_neighbours() {
        let Outcome::Done(finding) = tally(&[1, 1, 1, 17, 3, 0], &[2, 2, 2, 32, 8, 0]).test()
        else {
            unreachable!("enough for two cells");
        };
        assert_eq!(finding.law, Law::ChiSquare { df: 2.0 });
        // 46 draws and 23 tickets, so 2 each: the first three entries make a cell of 6, and 34 and 6 follow.
        assert!((finding.statistic - (4.0 / 34.0 + 4.0 / 6.0)).abs() < 1e-12);
    }

    #[test]
    fn too_few_draws_are_named() {
        let why = |tickets: &[u64], counts: &[u64]| match tally(tickets, counts).test() {
            Outcome::NotApplicable { why, .. } => Some(why),
            _ => None,
        };
        // The best split is 5 of 13 tickets, and 13 draws expect 5 there.
        assert_eq!(why(&[5, 8], &[4, 8]), Some(Why::TooFew { needed: 13 }));
        assert_eq!(why(&[5, 8], &[5, 8]), None);
        assert_eq!(why(&[9], &[100]), Some(Why::TooSmall));
        assert_eq!(why(&[], &[]), Some(Why::TooSmall));
        assert_eq!(why(&[0, 0], &[0, 0]), Some(Why::TooSmall));
    }
}
