//! Numbers known between two bounds, in fixed point: every step rounds the lower bound down and the upper one up.

use num_bigint::BigUint;

/// A number from 0 on, of which it is proven that it lies between these bounds, both times 2^[`FRACTION`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: BigUint,
    pub(super) high: BigUint,
}

impl Bounds {
    pub(super) fn zero() -> Self {
        Self { low: BigUint::ZERO, high: BigUint::ZERO }
    }

    /// A fraction of integers.
    pub(super) fn fraction(over: &BigUint, under: &BigUint) -> Self {
        let over = over << FRACTION;
        Self { low: &over / under, high: over.div_ceil(under) }
    }

    pub(super) fn plus(mut self, other: &Self) -> Self {
        self.low += &other.low;
        self.high += &other.high;
        self
    }

    /// Times a fraction of integers.
    pub(super) fn times_fraction(&self, over: &BigUint, under: &BigUint) -> Self {
        Self { low: &self.low * over / under, high: (&self.high * over).div_ceil(under) }
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let one = BigUint::from(1_u8) << FRACTION;
        Self {
            low: (&self.low * &other.low) >> FRACTION,
            high: (&self.high * &other.high).div_ceil(&one),
        }
    }

    /// The sum of `first` and of what follows it, where each term is the one before times a fraction; `ratio` gives them in
    /// order, over and under. The fractions must fall, and below one half.
    ///
    /// Once a fraction is at most one half, what is left is at most twice the next term: it is added to the upper bound.
    pub(super) fn series(first: Self, ratio: impl Fn(u64) -> (BigUint, BigUint)) -> Self {
        let mut sum = Self::zero();
        let mut term = first;
        for number in 1.. {
            sum = sum.plus(&term);
            let (over, under) = ratio(number);
            term = term.times_fraction(&over, &under);
            if over * 2_u8 <= under && term.low == BigUint::ZERO {
                break;
            }
        }
        sum.high += term.high * 2_u8;
        sum
    }

    /// e to this power.
    pub(super) fn exp(&self) -> Self {
        let one = BigUint::from(1_u8) << FRACTION;
        let halvings = self.high.bits().saturating_sub(FRACTION);
        let part = Self {
            low: &self.low >> halvings,
            high: self.high.div_ceil(&(BigUint::from(1_u8) << halvings)),
        };
        // The terms r^i / i! of both bounds, with r at most 1.
        let of = |power: &BigUint| {
            let ratio = |number: u64| (power.clone(), &one * number);
            Self::series(Self { low: one.clone(), high: one.clone() }, ratio)
        };
        let mut result = Self { low: of(&part.low).low, high: of(&part.high).high };
        for _ in 0..halvings {
            result = result.times(&result);
        }
        result
    }

    /// The natural logarithm of 2: the sum of 1 / (i * 2^i).
    pub(super) fn ln_2() -> Self {
        let half = Self::fraction(&BigUint::from(1_u8), &BigUint::from(2_u8));
        Self::series(half, |number| (BigUint::from(number), BigUint::from(2 * (number + 1))))
    }
}

/// Binary digits after the point.
pub(super) const FRACTION: u64 = 256;

trait DivCeil {
    fn div_ceil(&self, under: &BigUint) -> BigUint;
}

impl DivCeil for BigUint {
    fn div_ceil(&self, under: &BigUint) -> BigUint {
        (self + under - 1_u8) / under
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 30 decimals, rounded down, and the width of the bounds in units of the 60th decimal.
    fn decimals(bounds: &Bounds) -> (String, bool) {
        let ten = |power: u32| BigUint::from(10_u8).pow(power);
        let text = ((&bounds.low * ten(30)) >> FRACTION).to_string();
        let width = (&bounds.high - &bounds.low) * ten(60);
        let narrow = width < BigUint::from(1_u8) << FRACTION;
        (text, narrow)
    }

    #[test]
    fn bounds_enclose_constants_known_to_many_digits() {
        // ln 2 and e: OEIS A002162 and A001113. e^10 and e^-1 = 1 / e follow with Python's decimal at 60 digits.
        let number = |value: u8| BigUint::from(value);
        assert_eq!(decimals(&Bounds::ln_2()), ("693147180559945309417232121458".to_owned(), true));
        let exp = |over: u8, under: u8| Bounds::fraction(&number(over), &number(under)).exp();
        assert_eq!(decimals(&exp(1, 1)), ("2718281828459045235360287471352".to_owned(), true));
        assert_eq!(decimals(&exp(10, 1)), ("22026465794806716516957900645284244".to_owned(), true));
        assert_eq!(decimals(&exp(0, 1)).0, "1000000000000000000000000000000");
        let doubled = Bounds::ln_2().exp();
        let two = number(2) << FRACTION;
        assert!(doubled.low <= two && two <= doubled.high, "e^(ln 2) = 2");
        assert!(decimals(&doubled).1);
    }
}
