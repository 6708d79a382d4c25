//! Monetary unit samples: how many units, by the Poisson distribution.
//!
//! As Stewart defines it for the tables of the AICPA audit guide (Technical Notes on the AICPA Audit Guide Audit Sampling, 2012):
//! with n units of a population of B, the tolerable misstatement T gives x = n*T/B and the expected misstatement E gives
//! k = n*E/B misstatements of a whole unit, both not rounded. n is the smallest number with Q(1 + k, x) <= risk, where Q is the
//! regularised upper incomplete gamma function: for a whole k the Poisson probability of at most k where x are expected.

use num_bigint::BigUint;

use super::Share;
use super::bounds::Bounds;

/// Amounts in one minor unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Amounts {
    pub(crate) population: u64,
    pub(crate) tolerable: u64,
    pub(crate) expected: u64,
}

/// The smallest number of units; nothing if it is more than [`MOST`], or the factor more than [`LARGEST_FACTOR`].
///
/// That Q falls as n grows, the ratio k : x being fixed and below one, is what the search relies on; that n is enough and n - 1
/// is not, is proven each time.
pub(crate) fn sample_size(amounts: Amounts, risk: Share) -> Option<u64> {
    let share = u128::from(amounts.tolerable);
    let largest = LARGEST_FACTOR * u128::from(amounts.population) / share;
    let most = MOST.min(u64::try_from(largest).unwrap_or(u64::MAX));
    smallest(most, |n| is_enough(n, amounts, risk))
}

fn is_enough(n: u64, amounts: Amounts, risk: Share) -> bool {
    let times = |amount: u64| BigUint::from(amount) * n;
    let (x, k) = (times(amounts.tolerable), times(amounts.expected));
    is_tail_at_most(&x, &k, &BigUint::from(amounts.population), risk)
}

/// Whether so many units are enough, and one less isn't.
#[cfg(test)]
pub(super) fn is_smallest(n: u64, amounts: Amounts, risk: Share) -> bool {
    is_enough(n, amounts, risk) && !is_enough(n - 1, amounts, risk)
}

/// The confidence factor: n = factor * B / T. In hundredths, rounded up as the guide rounds it.
pub(crate) fn factor(amounts: Amounts, risk: Share) -> Option<u64> {
    let under = BigUint::from(amounts.tolerable) * 100_u8;
    let times = |amount: u64, c: u64| BigUint::from(amount) * c;
    let most = u64::try_from(LARGEST_FACTOR * 100).unwrap_or(u64::MAX);
    smallest(most, |c| {
        is_tail_at_most(&times(amounts.tolerable, c), &times(amounts.expected, c), &under, risk)
    })
}

/// The smallest number from 1 on that is enough.
fn smallest(most: u64, is_enough: impl Fn(u64) -> bool) -> Option<u64> {
    let mut enough = 1;
    while !is_enough(enough) {
        if enough >= most {
            return None;
        }
        enough = (2 * enough).min(most);
    }
    let mut few = enough / 2;
    while enough - few > 1 {
        let middle = few + (enough - few) / 2;
        if is_enough(middle) { enough = middle } else { few = middle }
    }
    Some(enough)
}

/// Whether Q(1 + k, x) <= risk, for x and k over one common denominator.
///
/// With a = 1 + k, P = 1 - Q is g(x) / (g(X) + rest), where g(y) = y^a e^-y S(y), S(y) = the sum of y^j / (a (a+1) .. (a+j)), and
/// the rest is the integral from X on: between 0 and X^a e^-X / (X - a + 1), for X > a - 1. With X = 2^m x:
///
/// P = S(x) e^(X-x) / (2^(m a) (S(X) + e)),  0 <= e <= 1 / (X - a + 1).
///
/// If the bounds don't tell on which side of the risk it is, m grows. (They do: for x > 0 rational, the two sides are equal only by
/// chance, and no such case is known.)
pub(super) fn is_tail_at_most(x: &BigUint, k: &BigUint, under: &BigUint, risk: Share) -> bool {
    let confidence = Bounds::fraction(&risk.rest().part.into(), &risk.whole.into());
    let a = under + k;
    let s = |y: &BigUint| {
        // x / (a + j): the denominator falls out.
        let ratio = |j: u64| (y.clone(), &a + under * j);
        Bounds::series(Bounds::fraction(under, &a), ratio)
    };
    let s_x = s(x);
    for m in 3..=8_u8 {
        let far = x << m;
        // X is far above k + 1 only if x isn't tiny; then few are expected and n is far from enough.
        if far <= &a * 2_u8 {
            continue;
        }
        let growth = Bounds::fraction(&(&far - x), under).exp();
        let power = Bounds::ln_2().times_fraction(&(&a * m), under).exp();
        let mut s_far = s(&far);
        s_far.high += Bounds::fraction(under, &(&far + under - &a)).high;
        let (over, divisor) = (s_x.times(&growth), power.times(&s_far));
        let below = divisor.times(&confidence);
        if over.low >= below.high {
            return true;
        }
        if over.high < below.low {
            return false;
        }
    }
    false
}

/// The most units of a sample that is planned.
pub(crate) const MOST: u64 = 1_000_000;
/// A sample with a larger confidence factor is none that anybody draws: expected and tolerable are too close.
const LARGEST_FACTOR: u128 = 500;
