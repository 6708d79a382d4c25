//! Logarithms of numbers too large to write: how many results a draw has (SPEC, "Reach").

use core::num::NonZeroU64;

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

    /// Multiplies by a factor that isn't 0; with 0 nothing happens.
    pub(crate) fn multiply_by(&mut self, factor: u64) {
        if let Some(factor) = NonZeroU64::new(factor) {
            self.multiply(factor);
        }
    }

    /// The logarithm in hundredths, rounded down; exact but for the last place.
    pub(crate) fn hundredths(self) -> u64 {
        self.exponent * 100 + ((self.fraction(FRACTION_BITS) * 100) >> FRACTION_BITS)
    }

    /// The logarithm in parts of 2³², rounded down.
    ///
    /// The product is too small by at most a part in 2⁶³ for each factor, so that of fewer than 2³⁰ factors the
    /// logarithm is exact but for the last place.
    #[cfg(feature = "exam")]
    pub(crate) fn parts(self) -> u128 {
        (u128::from(self.exponent) << 32) + u128::from(self.fraction(32))
    }

    /// The whole part of the logarithm.
    #[cfg(feature = "exam")]
    pub(crate) fn whole(self) -> u64 {
        self.exponent
    }

    /// The logarithm's first binary digits after the point.
    fn fraction(self, digits: u32) -> u64 {
        let mut mantissa = u128::from(self.mantissa);
        let mut fraction = 0;
        for _ in 0..digits {
            // Squaring doubles the logarithm; its next binary digit is 1 if the square is 2 or more.
            mantissa = (mantissa * mantissa) >> 63;
            fraction *= 2;
            if mantissa >> 64 != 0 {
                mantissa >>= 1;
                fraction += 1;
            }
        }
        fraction
    }
}

const FRACTION_BITS: u32 = 20;

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
