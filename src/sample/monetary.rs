//! Monetary unit sampling: each unit of the amounts above 0 has the same chance, and with a unit its item is selected.
//!
//! Items as large as the sampling interval are hit whatever is drawn. They are taken out first, as *certainty items*, so
//! that what is left of the sample is spread over the others only.

use alloc::{string::ToString as _, vec::Vec};

use rand_core::CryptoRng;

use super::{
    DesignFault, DrawFault, LARGEST_POPULATION, Monetary, Population, Role, Selected, below,
    narrow, reserved, spread,
};
use crate::{HashDrbgError, log2::Log2, shuffle::shuffle};

/// The amounts above 0, parted into certainty items and the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Frame {
    /// The positions of the certainty items, in list order.
    pub certainty: Vec<u64>,
    /// The sum of their amounts.
    pub certainty_sum: u64,
    /// The number of hits on the rest; the most there can be for a given interval.
    pub hits: u64,
    /// The number of items in the rest.
    pub rest_items: u64,
    /// The sum of their amounts.
    pub rest: u64,
    /// The least amount of a certainty item.
    certain_from: u64,
}

impl Frame {
    /// Parts the amounts of a population, if they can give the sample.
    pub(super) fn new(
        monetary: Monetary,
        population: &Population<'_>,
    ) -> Result<Self, DesignFault> {
        let amounts = population.amounts().ok_or(DesignFault::NoAmounts)?;
        let sums = population.sums();
        let wanted = match monetary {
            Monetary::Fixed { size } | Monetary::Cell { size } | Monetary::RandomOrder { size } => {
                size
            }
            Monetary::Interval { interval: size } | Monetary::WithReplacement { size } => {
                size.min(1)
            }
        };
        if wanted == 0 {
            return Err(DesignFault::Zero);
        }
        if sums.above < wanted {
            return Err(DesignFault::TooFewAmounts { wanted, above: sums.above });
        }
        let certain_from = match monetary {
            Monetary::Interval { interval } => interval,
            Monetary::WithReplacement { size } if size > LARGEST_POPULATION => {
                return Err(DesignFault::TooManyDraws);
            }
            Monetary::WithReplacement { .. } => NONE_CERTAIN,
            _ => certain_from(amounts, wanted, sums.above_sum),
        };
        let certainty: Vec<u64> = positive(amounts)
            .filter(|&(_, amount)| amount >= certain_from)
            .map(|(position, _)| position.into())
            .collect();
        let taken = positive(amounts).map(|(_, amount)| amount);
        let certainty_sum: u64 = taken.filter(|&amount| amount >= certain_from).sum();
        let rest = sums.above_sum - certainty_sum;
        let hits = match monetary {
            Monetary::Interval { interval } => rest.div_ceil(interval),
            Monetary::WithReplacement { size } => size,
            _ => wanted - certainty.len() as u64,
        };
        let rest_items = sums.above - certainty.len() as u64;
        Ok(Self { certainty, certainty_sum, hits, rest_items, rest, certain_from })
    }

    /// Whether an item of this amount is a certainty item.
    pub const fn is_certain(&self, amount: u64) -> bool {
        amount >= self.certain_from
    }

    /// The number of results of the uniform draws.
    pub(super) fn results(&self, monetary: Monetary) -> Log2 {
        let mut results = Log2::ONE;
        let mut multiply = |bound: u64, times: u64| {
            (0..times).for_each(|_| results.multiply_by(bound));
        };
        if self.hits > 0 {
            match monetary {
                Monetary::Fixed { .. } => multiply(self.rest, 1),
                Monetary::Interval { interval } => multiply(interval, 1),
                Monetary::Cell { .. } | Monetary::WithReplacement { .. } => {
                    multiply(self.rest, self.hits);
                }
                Monetary::RandomOrder { .. } => {
                    multiply(self.rest, 1);
                    (2..=self.rest_items).for_each(|bound| multiply(bound, 1));
                }
            }
        }
        results
    }

    /// Draws: certainty items in list order, then hits.
    pub(super) fn draw<R: CryptoRng>(
        &self,
        monetary: Monetary,
        amounts: &[i64],
        mut stream: impl FnMut(&[&str]) -> Result<R, HashDrbgError>,
    ) -> Result<Vec<Selected>, DrawFault> {
        let mut rows = reserved(self.certainty.len() as u64 + self.hits)?;
        rows.extend((1..).zip(&self.certainty).map(|(rank, &position)| Selected {
            rank,
            role: Role::Certainty,
            stratum: 0,
            position,
            unit: 0,
        }));
        if self.hits == 0 {
            return Ok(rows);
        }
        let mut rest = self.rest(amounts)?;
        if let Monetary::RandomOrder { .. } = monetary {
            shuffle(&mut rest, &mut stream(&["order"])?);
        }
        accumulate(&mut rest);
        let mut hit = |unit| {
            // The last sum is the rest's, which no unit is above.
            let (position, _) = rest[rest.partition_point(|&(_, sum)| sum < unit)];
            let rank = rows.len() as u64 + 1;
            let position = position.into();
            rows.push(Selected { rank, role: Role::Sample, stratum: 0, position, unit });
        };
        match monetary {
            Monetary::Fixed { .. } | Monetary::RandomOrder { .. } => {
                let r = below(self.rest, &mut stream(&["start"])?);
                spread(r, self.rest, self.hits).for_each(|unit| hit(unit + 1));
            }
            Monetary::Interval { interval } => {
                let first = below(interval, &mut stream(&["start"])?).checked_add(1);
                let next = |unit: &u64| unit.checked_add(interval);
                core::iter::successors(first, next)
                    .take_while(|&unit| unit <= self.rest)
                    .for_each(hit);
            }
            Monetary::Cell { .. } => {
                for cell in 0..self.hits {
                    let u = below(self.rest, &mut stream(&["cell", &(cell + 1).to_string()])?);
                    let unit = u128::from(cell) * u128::from(self.rest) + u128::from(u);
                    hit(narrow(unit / u128::from(self.hits)) + 1);
                }
            }
            Monetary::WithReplacement { .. } => {
                let mut stream = stream(&["items"])?;
                (0..self.hits).for_each(|_| hit(below(self.rest, &mut stream) + 1));
            }
        }
        Ok(rows)
    }

    /// The items that are left to chance, in list order: position and amount.
    fn rest(&self, amounts: &[i64]) -> Result<Vec<(u32, u64)>, DrawFault> {
        let mut rest = reserved(self.rest_items)?;
        rest.extend(positive(amounts).filter(|&(_, amount)| !self.is_certain(amount)));
        Ok(rest)
    }
}

/// Replaces each amount by the sum of the amounts up to and with it.
fn accumulate(items: &mut [(u32, u64)]) {
    let mut sum = 0;
    for (_, amount) in items {
        sum += *amount;
        *amount = sum;
    }
}

/// The least amount that makes a certainty item in a sample of `size` from amounts above 0 that sum to `sum`.
///
/// An item is taken out while `amount * k >= T`, where `k` and `T` are what is left of size and sum. Taking the largest
/// first is as good as any order, and when the largest can't be taken, no other can. With an item all of its amount go:
/// `a * k >= T` gives `a * (k-1) >= T - a`.
fn certain_from(amounts: &[i64], size: u64, sum: u64) -> u64 {
    let mut descending: Vec<u64> = positive(amounts).map(|(_, amount)| amount).collect();
    descending.sort_unstable_by(|a, b| b.cmp(a));
    let (mut least, mut hits, mut rest) = (NONE_CERTAIN, size, sum);
    for amount in descending {
        if hits == 0 || u128::from(amount) * u128::from(hits) < u128::from(rest) {
            break;
        }
        (least, hits, rest) = (amount, hits - 1, rest - amount);
    }
    least
}

/// The items with amounts above 0, in list order: position and amount.
fn positive(amounts: &[i64]) -> impl Iterator<Item = (u32, u64)> {
    (0..).zip(amounts).filter_map(|(position, &amount)| {
        u64::try_from(amount).ok().filter(|&amount| amount > 0).map(|amount| (position, amount))
    })
}

/// Above any amount.
const NONE_CERTAIN: u64 = u64::MAX;
