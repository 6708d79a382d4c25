//! Sample sizes and upper limits for audits, decided in exact arithmetic.
//!
//! [`counts`] has deviations that are counted (binomial and hypergeometric, in integers), [`money`] misstatements in monetary
//! units (Poisson, between bounds of [`bounds`] that enclose the true value). No floating point: what is decided is proven.

mod bounds;
pub(crate) mod counts;
pub(crate) mod money;
#[cfg(test)]
mod tests;

use std::fmt;

/// A fraction of one, between 0 and 1, both excluded: a rate, a risk or a confidence level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Share {
    part: u64,
    whole: u64,
}

impl Share {
    /// The share that `part` has of `whole`, if it is more than nothing and less than all.
    pub(crate) fn new(part: u64, whole: u64) -> Option<Self> {
        let common = greatest_common_divisor(part, whole);
        (0 < part && part < whole).then(|| Self { part: part / common, whole: whole / common })
    }

    /// Reads a percentage with up to six decimals, without its sign: `5`, `2.5`.
    pub(crate) fn of_percent(text: &str) -> Option<Self> {
        let millionths = decimal(text, 6)?;
        Self::new(millionths, 100_000_000)
    }

    /// What is left to one: the risk of a confidence level.
    pub(crate) fn rest(self) -> Self {
        Self { part: self.whole - self.part, whole: self.whole }
    }

    /// Whether this share is less than another one.
    pub(crate) fn is_below(self, other: Self) -> bool {
        u128::from(self.part) * u128::from(other.whole)
            < u128::from(other.part) * u128::from(self.whole)
    }

    /// How many of `count` this share is, rounded down, and whether something was cut off.
    fn of(self, count: u64) -> (u64, bool) {
        let product = u128::from(count) * u128::from(self.part);
        let whole = u128::from(self.whole);
        // Less than count.
        (u64::try_from(product / whole).unwrap_or(u64::MAX), product % whole != 0)
    }

    /// How many of `count` this share is, rounded up.
    pub(crate) fn of_rounded_up(self, count: u64) -> u64 {
        let (down, cut) = self.of(count);
        down + u64::from(cut)
    }

    /// How many of `count` this share is, rounded down.
    pub(crate) fn of_rounded_down(self, count: u64) -> u64 {
        self.of(count).0
    }
}

/// As a percentage, with up to six decimals, and rounded up if it has more.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&percent(self.of_rounded_up(100_000_000)))
    }
}

/// Millionths of a percent as a percentage: `5%`, `4.950761%`.
pub(crate) fn percent(millionths: u64) -> String {
    let text = format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Reads digits with at most so many decimals as a number of the smallest unit.
pub(crate) fn decimal(text: &str, decimals: usize) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let is_whole = text.len() == whole.len();
    if whole.is_empty() || !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    if fraction.len() > decimals || fraction.is_empty() != is_whole {
        return None;
    }
    format!("{whole}{fraction:0<decimals$}").parse().ok()
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a.max(1) } else { greatest_common_divisor(b, a % b) }
}
