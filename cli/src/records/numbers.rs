//! Records that are the numbers of a range.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use fairdraw::{Sample, SampleError};

use super::Count;
use crate::error::Error;
use crate::random_source::RandomSource;

/// The whole numbers from `first` to `last`: at least one, at most 2⁶³.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    first: u64,
    last: u64,
}

impl Range {
    /// The first number.
    pub(crate) fn first(self) -> u64 {
        self.first
    }

    /// How many numbers there are.
    pub(crate) fn count(self) -> NonZeroU64 {
        NonZeroU64::MIN.saturating_add(self.last - self.first)
    }

    /// All numbers in their order, for a use that takes so many bytes for each.
    pub(super) fn all(self, bytes_each: u64) -> Result<Vec<u64>, Error> {
        let count = self.count().get();
        if count.saturating_mul(bytes_each) > MOST_MEMORY {
            return Err(
                too_many(count, count.saturating_mul(bytes_each)).hint("take a smaller range")
            );
        }
        Ok((self.first..=self.last).collect())
    }

    /// Draws numbers in draw order. Memory is proportional to their count, not to the range.
    pub(super) fn draw(self, count: Count, source: &mut RandomSource) -> Result<Vec<u64>, Error> {
        let numbers = self.count().get();
        let count = count.of(numbers)?;
        let bytes = count.saturating_mul(80).min(numbers.saturating_mul(16));
        if bytes > MOST_MEMORY {
            return Err(too_many(count, bytes).hint("pick fewer: fairdraw pick K --range A-B"));
        }
        let sample = Sample::new(numbers, count).map_err(|error| match error {
            SampleError::OutOfMemory { .. } => {
                Error::not_done(format!("{count} numbers do not fit into memory"))
                    .hint("pick fewer: fairdraw pick K --range A-B")
            }
            other => Error::not_done(format!("cannot draw from this range: {other}")),
        })?;
        let mut drawn = source.sample(sample)?;
        for number in &mut drawn {
            *number += self.first; // at most `last`
        }
        Ok(drawn)
    }
}

fn too_many(count: u64, bytes: u64) -> Error {
    Error::not_done(format!(
        "{count} numbers need {} GiB of memory, and at most {} are taken",
        bytes.div_ceil(1 << 30),
        MOST_MEMORY >> 30
    ))
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((first, last)) = text.split_once('-') else {
            return Err("two numbers and a hyphen are needed, as in 1-49".to_owned());
        };
        let (first, last) = (number(first)?, number(last)?);
        if first > last {
            return Err(format!("{first} is greater than {last}"));
        }
        if last - first >= LARGEST {
            let numbers = u128::from(last - first) + 1;
            return Err(format!(
                "these are {numbers} numbers, and at most 2^63 = {LARGEST} can be drawn from"
            ));
        }
        Ok(Self { first, last })
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

/// Reads a number that a user wrote, in digits only.
pub(crate) fn number(text: &str) -> Result<u64, String> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("\"{text}\" is not a whole number, written in digits"));
    }
    text.parse().map_err(|_| format!("{text} is greater than 2^64 - 1 = {}", u64::MAX))
}

const LARGEST: u64 = 1 << 63;
/// A system that promises more memory than it has would let the draw begin and then kill it, or others.
const MOST_MEMORY: u64 = 8 << 30;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;
    use crate::records::PURPOSE;

    #[test]
    fn range_has_one_to_two_to_the_63_numbers() {
        for good in [
            "5-5",
            "0-0",
            "007-9",
            "1-9223372036854775808",
            "18446744073709551615-18446744073709551615",
        ] {
            assert!(good.parse::<Range>().is_ok(), "{good}");
        }
        for (bad, why) in [
            ("", "two numbers"),
            ("5", "two numbers"),
            ("9-3", "9 is greater than 3"),
            ("-3", "\"\" is not a whole number"),
            ("1-", "\"\" is not a whole number"),
            ("+1-2", "\"+1\" is not"),
            ("1-2-3", "\"2-3\" is not"),
            ("1 - 2", "\"1 \" is not"),
            ("0-9223372036854775808", "these are 9223372036854775809 numbers"),
            ("0-18446744073709551615", "these are 18446744073709551616 numbers"),
            ("0-18446744073709551616", "18446744073709551616 is greater than 2^64 - 1"),
        ] {
            let message = bad.parse::<Range>().unwrap_err();
            assert!(message.contains(why), "{bad}: {message}");
        }
    }

    #[test]
    fn numbers_at_the_top_do_not_overflow() {
        let mut source = RandomSource::from_seed(b"7", PURPOSE).unwrap();
        let range: Range = "18446744073709551613-18446744073709551615".parse().unwrap();
        let mut drawn = range.draw(Count::All, &mut source).unwrap();
        drawn.sort_unstable();
        assert_eq!(drawn, [u64::MAX - 2, u64::MAX - 1, u64::MAX]);
    }
}
