//! What a sample is drawn from (SPEC, "Population").

use super::PopulationFault;

/// The items a sample is drawn from, in population order: their number, and where the design needs them their amounts and
/// strata.
#[derive(Debug, Clone, Copy)]
pub struct Population<'a> {
    items: u64,
    amounts: Option<&'a [i64]>,
    strata: Option<&'a [u32]>,
    sums: AmountSums,
}

/// The number and sum of the amounts above 0, below 0, and the number of those that are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AmountSums {
    /// How many amounts are above 0.
    pub above: u64,
    /// Their sum, at most 2⁶³-1.
    pub above_sum: u64,
    /// How many amounts are below 0.
    pub below: u64,
    /// Their sum without its sign, at most 2⁶³-1.
    pub below_sum: u64,
    /// How many amounts are 0.
    pub zero: u64,
}

/// The most items of a population, 2³²-1.
pub const LARGEST_POPULATION: u64 = u32::MAX as u64;

impl<'a> Population<'a> {
    /// A population of `items`, with the amount and the stratum of each of them where the design needs it.
    ///
    /// A stratum is an index, from 0, into the strata of the design.
    ///
    /// # Errors
    ///
    /// No items or more than [`LARGEST_POPULATION`]; amounts or strata that are not one for each item; amounts above 0, or
    /// below 0, that sum to more than 2⁶³-1.
    pub fn new(
        items: u64,
        amounts: Option<&'a [i64]>,
        strata: Option<&'a [u32]>,
    ) -> Result<Self, PopulationFault> {
        if !(1..=LARGEST_POPULATION).contains(&items) {
            return Err(PopulationFault::Items { items });
        }
        if let Some(amounts) = amounts.map(|amounts| amounts.len() as u64).filter(|&n| n != items) {
            return Err(PopulationFault::Amounts { amounts, items });
        }
        if let Some(strata) = strata.map(|strata| strata.len() as u64).filter(|&n| n != items) {
            return Err(PopulationFault::Strata { strata, items });
        }
        let sums = AmountSums::of(amounts.unwrap_or_default())?;
        Ok(Self { items, amounts, strata, sums })
    }

    /// The number of items.
    pub const fn items(&self) -> u64 {
        self.items
    }

    /// The amount of each item, if there are amounts.
    pub const fn amounts(&self) -> Option<&'a [i64]> {
        self.amounts
    }

    /// The stratum of each item, as an index from 0, if there are strata.
    pub const fn strata(&self) -> Option<&'a [u32]> {
        self.strata
    }

    /// The sums of the amounts; all 0 without amounts.
    pub const fn sums(&self) -> AmountSums {
        self.sums
    }
}

impl AmountSums {
    /// Adds up `amounts`.
    ///
    /// # Errors
    ///
    /// The amounts above 0, or those below 0, sum to more than 2⁶³-1.
    pub fn of(amounts: &[i64]) -> Result<Self, PopulationFault> {
        let mut sums = Self::default();
        for amount in amounts {
            let (count, sum) = match amount {
                0 => (&mut sums.zero, &mut 0),
                1.. => (&mut sums.above, &mut sums.above_sum),
                _ => (&mut sums.below, &mut sums.below_sum),
            };
            *count += 1;
            // Neither part is above 2⁶³, so this can't overflow.
            *sum += amount.unsigned_abs();
            if *sum > LARGEST_SUM {
                return Err(PopulationFault::Sum { above: *amount > 0 });
            }
        }
        Ok(sums)
    }

    /// The sum of all amounts, the control total.
    pub const fn total(&self) -> i64 {
        self.above_sum.wrapping_sub(self.below_sum).cast_signed()
    }
}

/// 2⁶³-1.
const LARGEST_SUM: u64 = i64::MAX as u64;
