//! Sums of floating-point numbers.

/// A sum that also keeps what rounding takes from it (A. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation
/// endlicher Summen", 1974), so that its error doesn't grow with the number of summands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sum {
    rounded: f64,
    lost: f64,
}

impl Sum {
    pub(super) fn add(&mut self, summand: f64) {
        let sum = self.rounded + summand;
        let (larger, smaller) = if self.rounded.abs() >= summand.abs() {
            (self.rounded, summand)
        } else {
            (summand, self.rounded)
        };
        self.lost += larger - sum + smaller;
        self.rounded = sum;
    }

    pub(super) fn value(self) -> f64 {
        self.rounded + self.lost
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the sums are exact")]
mod tests {
    use super::*;

    #[test]
    fn small_summands_are_not_lost_beside_large_ones() {
        let mut sum = Sum::default();
        sum.add(1e100);
        (0..1000).for_each(|_| sum.add(1.0));
        sum.add(-1e100);
        assert_eq!(sum.value(), 1000.0);
    }

    #[test]
    fn the_first_summand_may_be_the_smaller() {
        let mut sum = Sum::default();
        for summand in [3.0, 1e17, -1e17] {
            sum.add(summand);
        }
        assert_eq!(sum.value(), 3.0);
    }
}
