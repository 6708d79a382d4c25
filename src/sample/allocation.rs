//! How the items of a stratified sample are shared out (SPEC, "Allocation").
//!
//! Strata get items in proportion to their weights, within a least size and the number of their items; what is rounded
//! off goes to the largest remainders. Fractions are never rounded before that: all that are compared have one
//! denominator, the sum of the weights.

use alloc::{vec, vec::Vec};
use core::cmp::{Ordering, Reverse};

use super::{AllocationFault, DesignFault, Population, Stratum, narrow};
use crate::shuffle::to_index;

/// How the sizes of the strata's samples are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Allocation {
    /// As stated.
    Explicit,
    /// In proportion to the number of items.
    Proportional {
        /// The least size of a stratum's sample, or all of its items if it has fewer.
        minimum: u64,
    },
    /// In proportion to the sum of the amounts above 0.
    Value {
        /// The least size of a stratum's sample, or all of its items if it has fewer.
        minimum: u64,
    },
    /// In proportion to the number of items times their standard deviation (J. Neyman, "On the Two Different Aspects of the
    /// Representative Method", Journal of the Royal Statistical Society 97(4), 1934).
    Neyman {
        /// The least size of a stratum's sample, or all of its items if it has fewer.
        minimum: u64,
    },
}

/// What [`allocate`] has to know of a stratum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// The number of its items, the most that it can get.
    pub items: u64,
    /// Its weight; with 0 it gets the least size.
    pub weight: u128,
}

impl Allocation {
    /// The weight of each stratum, or nothing if the sizes are explicit.
    ///
    /// # Errors
    ///
    /// By value, if the population has no amounts or no strata, or an item is of none of these strata; by Neyman, if a
    /// stratum has no standard deviation.
    pub fn weights(
        self,
        strata: &[Stratum],
        population: &Population<'_>,
    ) -> Result<Option<Vec<u128>>, DesignFault> {
        let weights = match self {
            Self::Explicit => return Ok(None),
            Self::Proportional { .. } => {
                strata.iter().map(|stratum| u128::from(stratum.items)).collect()
            }
            Self::Value { .. } => values(strata.len(), population)?,
            Self::Neyman { .. } => {
                let mut weights = Vec::with_capacity(strata.len());
                for (number, stratum) in (1..).zip(strata) {
                    let deviation =
                        stratum.deviation.ok_or(DesignFault::NoDeviation { stratum: number })?;
                    weights.push(u128::from(stratum.items) * u128::from(deviation));
                }
                weights
            }
        };
        Ok(Some(weights))
    }

    /// The size of each stratum's sample when `size` items are shared out; explicit ones are those stated in `strata`,
    /// and others there are not read.
    ///
    /// # Errors
    ///
    /// See [`weights`](Self::weights) and [`allocate`].
    pub fn sizes(
        self,
        size: u64,
        strata: &[Stratum],
        population: &Population<'_>,
    ) -> Result<Vec<u64>, DesignFault> {
        let Some(weights) = self.weights(strata, population)? else {
            return Ok(strata.iter().map(|stratum| stratum.size).collect());
        };
        let shares: Vec<Share> = strata
            .iter()
            .zip(weights)
            .map(|(stratum, weight)| Share { items: stratum.items, weight })
            .collect();
        Ok(allocate(size, &shares, self.minimum())?)
    }

    /// The least size of a stratum's sample; 0 if the sizes are explicit.
    pub const fn minimum(self) -> u64 {
        match self {
            Self::Explicit => 0,
            Self::Proportional { minimum } | Self::Value { minimum } | Self::Neyman { minimum } => {
                minimum
            }
        }
    }
}

/// The sum of the amounts above 0 in each stratum.
fn values(strata: usize, population: &Population<'_>) -> Result<Vec<u128>, DesignFault> {
    let amounts = population.amounts().ok_or(DesignFault::NoAmounts)?;
    let indices = population.strata().ok_or(DesignFault::NoStrata)?;
    let mut values = vec![0; strata];
    for (position, (amount, index)) in (0..).zip(amounts.iter().zip(indices)) {
        let value = usize::try_from(*index).ok().and_then(|index| values.get_mut(index));
        *value.ok_or(DesignFault::StratumUnknown { position })? +=
            u128::from(amount.max(&0).unsigned_abs());
    }
    Ok(values)
}

/// Shares `size` items out to strata in proportion to their weights: to each at least `minimum`, or all of its items if
/// it has fewer, and at most all of its items.
///
/// The exact shares are `x_h = min(items, max(least, t * weight))` with the one `t` for which they sum to `size`. Each is
/// rounded down, and what is then left goes, one each, to the strata with the largest remainders, ties to the earlier
/// one. The result sums to `size`.
///
/// # Errors
///
/// The least sizes sum to more than `size`; the items, or the least sizes where the weight is 0, sum to less; `size` times
/// the sum of the weights doesn't fit 128 bits.
///
/// # Examples
///
/// ```
/// use fairdraw::sample::{Share, allocate};
///
/// let strata = [50, 30, 20].map(|items| Share { items, weight: items.into() });
/// assert_eq!(allocate(7, &strata, 0), Ok(vec![4, 2, 1]));
/// ```
pub fn allocate(size: u64, strata: &[Share], minimum: u64) -> Result<Vec<u64>, AllocationFault> {
    let least = |share: &Share| minimum.min(share.items);
    let most = |share: &Share| if share.weight == 0 { least(share) } else { share.items };
    let sum = |bound: &dyn Fn(&Share) -> u64| strata.iter().map(|s| u128::from(bound(s))).sum();
    let (sum_of_least, sum_of_most): (u128, u128) = (sum(&least), sum(&most));
    if sum_of_least > u128::from(size) {
        return Err(AllocationFault::MinimumTooLarge);
    }
    if sum_of_most < u128::from(size) {
        return Err(AllocationFault::TooFewItems);
    }
    // Every product below is at most this one.
    let weights = strata.iter().try_fold(0_u128, |sum, share| sum.checked_add(share.weight));
    weights.and_then(|sum| sum.checked_mul(size.into())).ok_or(AllocationFault::TooLarge)?;

    let mut sharing = Sharing {
        strata,
        sizes: vec![0; strata.len()],
        free: (0..strata.len()).collect(),
        rest: size,
    };
    let weightless = strata.iter().enumerate().filter(|(_, share)| share.weight == 0);
    let weightless: Vec<_> = weightless.map(|(index, share)| (index, least(share))).collect();
    sharing.fix(&weightless);
    loop {
        let quotas = sharing.quotas();
        let (mut short, mut over) = (Vec::new(), Vec::new());
        for &index in &sharing.free {
            let share = &strata[index];
            if quotas.compare(share.weight, least(share).into()).is_lt() {
                short.push((index, least(share)));
            } else if quotas.compare(share.weight, share.items.into()).is_gt() {
                over.push((index, share.items));
            }
        }
        // If these fall short of their bounds by more, in sum, than they pass them, then the right `t` is smaller than
        // this one, so that those that fall short do so for it too; and the other way round.
        let outside = || short.iter().chain(&over);
        let weight = outside().map(|&(index, _)| strata[index].weight).sum();
        match quotas.compare(weight, outside().map(|&(_, bound)| u128::from(bound)).sum()) {
            Ordering::Less => sharing.fix(&short),
            Ordering::Greater => sharing.fix(&over),
            Ordering::Equal => {
                sharing.fix(&short);
                sharing.fix(&over);
                return Ok(sharing.round());
            }
        }
    }
}

/// An allocation under way.
struct Sharing<'a> {
    strata: &'a [Share],
    sizes: Vec<u64>,
    /// The strata whose size isn't fixed yet, by index.
    free: Vec<usize>,
    /// The number of items that is left for them.
    rest: u64,
}

impl Sharing<'_> {
    fn quotas(&self) -> Quotas {
        let weights = self.free.iter().map(|&index| self.strata[index].weight).sum();
        Quotas { rest: self.rest.into(), weights }
    }

    /// Fixes the sizes of some free strata: index and size.
    fn fix(&mut self, sizes: &[(usize, u64)]) {
        for &(index, size) in sizes {
            self.sizes[index] = size;
            self.rest -= size;
        }
        self.free.retain(|&index| sizes.iter().all(|&(fixed, _)| fixed != index));
    }

    /// Gives the free strata their quotas rounded down, and then one each to the largest remainders.
    fn round(mut self) -> Vec<u64> {
        let quotas = self.quotas();
        let mut remainders = Vec::with_capacity(self.free.len());
        for &index in &self.free {
            let (whole, remainder) = quotas.of(self.strata[index].weight);
            self.sizes[index] = narrow(whole);
            self.rest -= self.sizes[index];
            remainders.push((Reverse(remainder), index));
        }
        remainders.sort_unstable();
        for (_, index) in remainders.into_iter().take(to_index(self.rest)) {
            self.sizes[index] += 1;
        }
        self.sizes
    }
}

/// Shares in proportion to weights: `rest * weight / weights`.
struct Quotas {
    rest: u128,
    weights: u128,
}

impl Quotas {
    /// The quota as a whole number and a remainder over the sum of the weights; 0 if there are none.
    fn of(&self, weight: u128) -> (u128, u128) {
        let product = self.rest * weight;
        let whole = product.checked_div(self.weights).unwrap_or(0);
        (whole, product.checked_rem(self.weights).unwrap_or(0))
    }

    fn compare(&self, weight: u128, bound: u128) -> Ordering {
        let (whole, remainder) = self.of(weight);
        whole.cmp(&bound).then(remainder.cmp(&0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proportional(size: u64, items: &[u64]) -> Result<Vec<u64>, AllocationFault> {
        let shares = items.iter().map(|&items| Share { items, weight: items.into() });
        allocate(size, &shares.collect::<Vec<_>>(), 0)
    }

    #[test]
    fn worked_examples_of_the_specification() {
        assert_eq!(proportional(7, &[50, 30, 20]), Ok(vec![4, 2, 1]));
        assert_eq!(proportional(2, &[1, 1, 1]), Ok(vec![1, 1, 0]));
        assert_eq!(proportional(10, &[100; 4]), Ok(vec![3, 3, 2, 2]));
        let neyman = [(100, 10), (200, 5), (50, 40)]
            .map(|(items, s)| Share { items, weight: u128::from(items) * s });
        assert_eq!(allocate(40, &neyman, 0), Ok(vec![10, 10, 20]));
        assert_eq!(allocate(140, &neyman, 0), Ok(vec![45, 45, 50]));
    }
}
