//! How much is emitted.

use crate::records::number;

/// How much is emitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Amount {
    Endless,
    /// Words, or lines.
    Items(u64),
    /// As many whole lines as fit, or exactly so many bytes where there are no lines.
    Bytes(u64),
}

impl Amount {
    /// The amount asked for. The parser takes one of the two at most.
    pub(crate) fn of(count: Option<u64>, bytes: Option<u64>) -> Self {
        match (count, bytes) {
            (Some(count), _) => Self::Items(count),
            (None, Some(bytes)) => Self::Bytes(bytes),
            (None, None) => Self::Endless,
        }
    }

    pub(super) fn total(self) -> Option<u64> {
        match self {
            Self::Endless => None,
            Self::Items(total) | Self::Bytes(total) => Some(total),
        }
    }

    /// The arguments that ask for it.
    pub(super) fn arguments(self) -> String {
        match self {
            Self::Endless => String::new(),
            Self::Items(count) => format!(" --count {count}"),
            Self::Bytes(bytes) => format!(" --bytes {bytes}"),
        }
    }
}

/// Reads a number of 1 or more: `1000`, `100k`, `16Mi`.
pub(crate) fn quantity(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let suffix = &text[digits.len()..];
    let (_, unit) = UNITS.iter().find(|(name, _)| *name == suffix).ok_or_else(|| {
        "write digits, and behind them k, M, G or T for thousands, or Ki, Mi, Gi or Ti for 1024s"
            .to_owned()
    })?;
    let quantity = number(digits)?
        .checked_mul(*unit)
        .ok_or_else(|| format!("{text} is greater than 2^64 - 1"))?;
    if quantity == 0 { Err("nothing is not emitted".to_owned()) } else { Ok(quantity) }
}

const UNITS: [(&str, u64); 9] = [
    ("", 1),
    ("k", 1_000),
    ("M", 1_000_000),
    ("G", 1_000_000_000),
    ("T", 1_000_000_000_000),
    ("Ki", 1 << 10),
    ("Mi", 1 << 20),
    ("Gi", 1 << 30),
    ("Ti", 1 << 40),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_have_suffixes() {
        for (text, wanted) in [
            ("1", 1),
            ("007", 7),
            ("12k", 12_000),
            ("3M", 3_000_000),
            ("2G", 2_000_000_000),
            ("5T", 5_000_000_000_000),
            ("64Ki", 65_536),
            ("1Mi", 1_048_576),
            ("1Gi", 1_073_741_824),
            ("16777215Ti", 18_446_742_974_197_923_840),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(quantity(text), Ok(wanted), "{text}");
        }
        for text in
            ["", "0", "0k", "k", "-1", "+1", "1.5M", "1K", "1kB", "1 k", "1m", "16777216Ti", "1Mí"]
        {
            assert!(quantity(text).is_err(), "{text}");
        }
    }
}
