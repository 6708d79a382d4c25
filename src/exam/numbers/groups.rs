//! Values in groups of neighbours.

use std::vec::Vec;

/// Values 0 to m-1 in groups: v in group floor(v·g/m), with g the smaller of m and what is asked for.
#[derive(Debug, Clone)]
pub(super) struct Groups {
    size: u128,
    /// The first value of each group but the first one.
    begins: Vec<u64>,
    /// floor(2⁶⁴·g/m), if m is above g; else each value is a group.
    scale: Option<u64>,
}

impl Groups {
    pub(super) fn new(size: u128, most: u16) -> Self {
        let count = size.min(most.into());
        let begin = |group: u128| u64::try_from((group * size).div_ceil(count)).unwrap_or(u64::MAX);
        let scale = u64::try_from((count << 64) / size).ok();
        Self { size, begins: (1..count).map(begin).collect(), scale }
    }

    /// The group of a value.
    ///
    /// v·scale/2⁶⁴ is at most v·g/m, and by less than v/2⁶⁴ below it: rounded down it is the group or the one before.
    pub(super) fn of(&self, value: u64) -> usize {
        let Some(scale) = self.scale else { return super::index(value) };
        let guess = super::index(high_half(u128::from(value) * u128::from(scale)));
        guess + usize::from(self.begins.get(guess).is_some_and(|&begin| value >= begin))
    }

    /// The number of groups.
    pub(super) fn count(&self) -> usize {
        self.begins.len() + 1
    }

    /// The number of values in each group.
    pub(super) fn sizes(&self) -> impl Iterator<Item = u64> + '_ {
        let begins = || self.begins.iter().map(|&begin| u128::from(begin));
        let ends = begins().chain([self.size]);
        // Two groups at least share the values, so that none has 2⁶⁴.
        ends.zip([0].into_iter().chain(begins()))
            .map(|(end, begin)| u64::try_from(end - begin).unwrap_or(u64::MAX))
    }

    /// The number of values in the smallest group.
    pub(super) fn smallest(&self) -> u64 {
        self.sizes().min().unwrap_or(1)
    }

    /// The share that each group has of all values.
    pub(super) fn shares(&self) -> Vec<f64> {
        self.sizes().map(|size| share(size, self.size)).collect()
    }
}

/// So many values of all.
pub(super) fn share(values: u64, size: u128) -> f64 {
    super::approximate(values) / wide(size)
}

#[allow(clippy::cast_precision_loss, reason = "statistics have no more digits than that")]
pub(super) fn wide(value: u128) -> f64 {
    value as f64
}

#[allow(clippy::cast_possible_truncation, reason = "64 bits are left")]
fn high_half(product: u128) -> u64 {
    (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::{vec, vec::Vec};

    use super::*;

    #[test]
    fn groups_are_those_of_the_formula() {
        for size in (2..200).chain([1023, 1024, 1025, 4096, 65_535, 65_537, 100_000]) {
            for most in [2, 5, 8, 10, 16, 1024] {
                let groups = Groups::new(size, most);
                let count = size.min(most.into());
                let mut counted = vec![0; groups.count()];
                for value in 0..u64::try_from(size).unwrap_or(0) {
                    let group = groups.of(value);
                    assert_eq!(
                        group as u128,
                        u128::from(value) * count / size,
                        "{value} of {size}"
                    );
                    counted[group] += 1;
                }
                assert_eq!(groups.sizes().collect::<Vec<_>>(), counted, "{size} by {most}");
            }
        }
    }

    #[test]
    fn groups_of_large_ranges_begin_where_they_should() {
        for size in [(1 << 63) - 1, 1 << 63, (1 << 63) + 1, (1 << 64) - 1, 1 << 64_u128] {
            for most in [2, 5, 8, 10, 16, 1024] {
                let groups = Groups::new(size, most);
                assert_eq!(groups.sizes().map(u128::from).sum::<u128>(), size);
                let ends = groups.begins.iter().flat_map(|&begin| [begin - 1, begin]);
                let top = u64::try_from(size - 1).unwrap_or(0);
                for value in ends.chain([0, 1, top - 1, top]) {
                    let right = u128::from(value) * u128::from(most) / size;
                    assert_eq!(groups.of(value) as u128, right, "{value} of {size}");
                }
            }
        }
    }
}
