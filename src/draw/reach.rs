//! How many results a draw has, against how many its sources of randomness can give (SPEC, "Randomness").

use core::{fmt, num::NonZeroU64};

use crate::draw::{
    beacon,
    commit::{BeaconRule, Rules},
};

/// A base-2 logarithm of a product, kept without floating point: `mantissa / 2⁶³ * 2^exponent`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Log2 {
    /// In 2⁶³..2⁶⁴.
    mantissa: u64,
    exponent: u64,
}

impl Log2 {
    pub(crate) const ONE: Self = Self { mantissa: 1 << 63, exponent: 0 };

    pub(crate) fn multiply(&mut self, factor: NonZeroU64) {
        let wide = u128::from(self.mantissa) * u128::from(factor.get());
        let zeros = wide.leading_zeros();
        self.mantissa = u64::try_from((wide << zeros) >> 64).unwrap_or(u64::MAX);
        self.exponent += u64::from(64 - zeros);
    }

    /// The logarithm in hundredths, rounded down; exact but for the last place.
    pub(crate) fn hundredths(self) -> u64 {
        let mut mantissa = u128::from(self.mantissa);
        let mut fraction = 0;
        for _ in 0..FRACTION_BITS {
            // Squaring doubles the logarithm; its next binary digit is 1 if the square is 2 or more.
            mantissa = (mantissa * mantissa) >> 63;
            fraction *= 2;
            if mantissa >> 64 != 0 {
                mantissa >>= 1;
                fraction += 1;
            }
        }
        self.exponent * 100 + ((fraction * 100) >> FRACTION_BITS)
    }
}

const FRACTION_BITS: u32 = 20;

/// How many starts the sources give and how many results the draw has, as base-2 logarithms in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// Starts of the stream that the sources give: 512 bits for each seed that counts, 254 for a drand round, 3.32 for
    /// each public digit; never more than Hash_DRBG's 440.
    pub starts: u64,
    /// Results that the draw can have; for tickets, sequences of tickets.
    pub results: u64,
}

impl Reach {
    pub(crate) fn new(rules: &Rules, seeds_that_count: u64, results: Log2) -> Self {
        let beacon = match &rules.beacon {
            Some(BeaconRule::Drand { .. }) => 25_400,
            Some(BeaconRule::Public { shape, .. }) => 332 * beacon::digits(shape),
            None => 0,
        };
        let starts = (51_200 * seeds_that_count + beacon).min(44_000);
        Self { starts, results: results.hundredths() }
    }

    /// Whether all results can be expected to come up: their number is at least 2¹⁰ times below that of the starts.
    pub const fn covers_all_results(&self) -> bool {
        self.results + 1_000 <= self.starts
    }
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |hundredths: u64| (hundredths / 100, hundredths % 100);
        let ((starts, s), (results, r)) = (number(self.starts), number(self.results));
        write!(f, "2^{starts}.{s:02} starts for 2^{results}.{r:02} results")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log2_of_product(factors: impl Iterator<Item = u64>) -> u64 {
        let mut log2 = Log2::ONE;
        factors.filter_map(NonZeroU64::new).for_each(|factor| log2.multiply(factor));
        log2.hundredths()
    }

    #[test]
    fn logarithms_are_those_of_exact_arithmetic() {
        // floor(100 * log2(..)) in exact integers and 60 decimal digits, apart from this code.
        assert_eq!(log2_of_product(core::iter::empty()), 0);
        assert_eq!(log2_of_product(core::iter::once(1)), 0);
        assert_eq!(log2_of_product(core::iter::once(2)), 100);
        assert_eq!(log2_of_product(core::iter::once(3)), 158);
        assert_eq!(log2_of_product(core::iter::once(u64::MAX)), 6399);
        assert_eq!(log2_of_product(1..=52), 22_558);
        assert_eq!(log2_of_product(1..=85), 42_670);
        assert_eq!(log2_of_product(1..=1000), 852_939);
        assert_eq!(log2_of_product(1..=100_000), 151_670_417);
        assert_eq!(log2_of_product((1 << 63) - 9..1 << 63), 56_699);
    }
}
