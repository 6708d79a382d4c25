//! Lines, names and times as the protocol's files write them (SPEC, "Entry list" and "Files").

use core::{fmt, ops::RangeInclusive};

/// What is wrong with a line, and at which of its characters (from 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineFault {
    /// The character, counted from 1.
    pub column: u64,
    /// What is wrong there.
    pub kind: LineFaultKind,
}

/// What can be wrong with a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineFaultKind {
    /// Nothing in it.
    Empty,
    /// More bytes than the limit.
    TooLong {
        /// The most bytes it may have.
        limit: usize,
    },
    /// A space at its beginning or end.
    EdgeSpace,
    /// A control character, a direction mark or a byte order mark.
    Forbidden(char),
    /// A weighted line isn't `<tickets> TAB <entry>` with tickets in 1..=4294967295.
    Tickets,
    /// A line of a population has another number of fields before the entry, each followed by a TAB.
    Fields {
        /// The number of fields it should have.
        wanted: u8,
    },
    /// An amount isn't a whole number between -(2⁶³-1) and 2⁶³-1 in its one spelling.
    Amount,
}

/// The most bytes of an entry's line.
pub const LONGEST_LINE: usize = 4096;

/// Checks the rule for lines: 1 to `limit` bytes, no space at either end, none of the characters that are
/// invisible, break lines or turn the direction of text.
///
/// # Errors
///
/// The first fault.
pub fn check_line(line: &str, limit: usize) -> Result<(), LineFault> {
    let fault = |column, kind| Err(LineFault { column, kind });
    // Looking at all bytes, without stopping at the first other one, is several bytes at a time.
    let is_plain = line.bytes().fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~'));
    let edges = line.starts_with(' ') || line.ends_with(' ');
    if is_plain && !edges && (1..=limit).contains(&line.len()) {
        return Ok(());
    }
    if line.is_empty() {
        return fault(1, LineFaultKind::Empty);
    }
    if let Some(at) = line.chars().position(is_forbidden) {
        let character = line.chars().nth(at).unwrap_or_default();
        return fault(at as u64 + 1, LineFaultKind::Forbidden(character));
    }
    if line.starts_with(' ') {
        return fault(1, LineFaultKind::EdgeSpace);
    }
    if line.ends_with(' ') {
        return fault(line.chars().count() as u64, LineFaultKind::EdgeSpace);
    }
    if line.len() > limit {
        let within = line.char_indices().take_while(|(at, c)| at + c.len_utf8() <= limit);
        return fault(within.count() as u64 + 1, LineFaultKind::TooLong { limit });
    }
    Ok(())
}

/// Whether a character is allowed in no line: C0 and C1 controls, DEL, the marks that change the direction of text, line
/// and paragraph separators, BOM.
pub const fn is_forbidden(character: char) -> bool {
    matches!(
        character,
        '\u{0}'..='\u{1F}'
            | '\u{7F}'..='\u{9F}'
            | '\u{61C}'
            | '\u{200E}'
            | '\u{200F}'
            | '\u{2028}'..='\u{202E}'
            | '\u{2066}'..='\u{2069}'
            | '\u{FEFF}'
    )
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            LineFaultKind::Empty => f.write_str("empty"),
            LineFaultKind::TooLong { limit } => write!(f, "longer than {limit} bytes"),
            LineFaultKind::EdgeSpace => f.write_str("a space at the beginning or end"),
            LineFaultKind::Forbidden('\r') => {
                f.write_str("a carriage return that isn't part of every line's end")
            }
            LineFaultKind::Forbidden(character) => {
                write!(f, "the character U+{:04X} is not allowed", u32::from(character))
            }
            LineFaultKind::Tickets => {
                f.write_str("not <tickets> TAB <entry> with tickets from 1 to 4294967295")
            }
            LineFaultKind::Fields { wanted: 1 } => {
                f.write_str("not one field and the entry, with one TAB between them")
            }
            LineFaultKind::Fields { wanted } => {
                write!(f, "not {wanted} fields and the entry, with one TAB after each field")
            }
            LineFaultKind::Amount => f.write_str(
                "the amount is not a whole number of minor units from -9223372036854775807 to 9223372036854775807",
            ),
        }
    }
}

/// A decimal number written in the one way: `0`, or digits that don't begin with `0`; within `range`.
pub(crate) fn parse_number(text: &str, range: RangeInclusive<u64>) -> Option<u64> {
    let leads_with_zero = text.len() > 1 && text.starts_with('0');
    if leads_with_zero || !text.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|number| range.contains(number))
}

/// An amount written in the one way: `0`, or an optional `-` and digits that don't begin with `0`; its size below 2⁶³.
pub(crate) fn parse_amount(text: &str) -> Option<i64> {
    let (digits, sign) = text.strip_prefix('-').map_or((text, 1), |digits| (digits, -1));
    let least = u64::from(sign < 0); // there is no -0
    let size = parse_number(digits, least..=LARGEST_NUMBER)?;
    i64::try_from(size).ok().map(|size| sign * size)
}

/// Numbers in the protocol's files stay below 2⁶³.
pub(crate) const LARGEST_NUMBER: u64 = (1 << 63) - 1;

/// A seed holder's name: `[a-z0-9][a-z0-9-]{0,30}`.
pub(crate) fn is_seed_name(name: &str) -> bool {
    name.len() <= 31 && is_token(name) && !name.starts_with('-')
}

/// A word of an extension: `[a-z0-9-]{1,32}`.
pub(crate) fn is_token(word: &str) -> bool {
    (1..=32).contains(&word.len())
        && word.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}

/// A moment in UTC, to the second, written `YYYY-MM-DDThh:mm:ssZ`; years 0000 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(i64);

impl Time {
    /// The moment so many seconds after 1970-01-01T00:00:00Z, if its year has four digits.
    pub fn from_unix_seconds(seconds: i64) -> Option<Self> {
        (EARLIEST..=LATEST).contains(&seconds).then_some(Self(seconds))
    }

    /// Seconds after 1970-01-01T00:00:00Z, negative before.
    pub const fn unix_seconds(self) -> i64 {
        self.0
    }

    /// Reads `YYYY-MM-DDThh:mm:ssZ`; nothing if it isn't a real date and time of a day with seconds 00 to 59.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes: &[u8; 20] = text.as_bytes().try_into().ok()?;
        let shape = b"dddd-dd-ddTdd:dd:ddZ";
        let fits = bytes.iter().zip(shape).all(|(byte, want)| match want {
            b'd' => byte.is_ascii_digit(),
            _ => byte == want,
        });
        if !fits {
            return None;
        }
        let number = |from: usize, to: usize| {
            bytes[from..to].iter().fold(0, |n, &digit| n * 10 + i64::from(digit - b'0'))
        };
        let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
        let (hour, minute, second) = (number(11, 13), number(14, 16), number(17, 19));
        let real = (1..=12).contains(&month)
            && (1..=days_of_month(year, month)).contains(&day)
            && hour < 24
            && minute < 60
            && second < 60;
        real.then(|| {
            Self(((days_before(year, month, day) * 24 + hour) * 60 + minute) * 60 + second)
        })
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, second) = (self.0.div_euclid(86_400), self.0.rem_euclid(86_400));
        // Years of 365 days give a year that is too late after 1970, and too early by less than 3 before it.
        let mut year = days.div_euclid(365) + 1970 + 3;
        while days_before(year, 1, 1) > days {
            year -= 1;
        }
        let mut month = 12;
        while days_before(year, month, 1) > days {
            month -= 1;
        }
        let day = days - days_before(year, month, 1) + 1;
        let (hour, minute) = (second / 3600, second / 60 % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}Z", second % 60)
    }
}

/// Days from 1970-01-01 to a day of the Gregorian calendar.
fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let years = year - 1;
    let leap_days = years.div_euclid(4) - years.div_euclid(100) + years.div_euclid(400);
    let months: i64 = (1..month).map(|month| days_of_month(year, month)).sum();
    years * 365 + leap_days + months + day - DAYS_TO_1970
}

fn days_of_month(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
const EARLIEST: i64 = -62_167_219_200;
const LATEST: i64 = 253_402_300_799;
/// From 0001-01-01 to 1970-01-02.
const DAYS_TO_1970: i64 = 719_163;

#[cfg(test)]
mod tests {
    extern crate std;

    use std::{format, string::ToString};

    use super::*;

    #[test]
    fn known_times_are_read_and_printed() {
        // Computed with `date -u -d @N` of GNU coreutils.
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_692_803_367, "2023-08-23T15:09:27Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (EARLIEST, "0000-01-01T00:00:00Z"),
            (LATEST, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(Time::parse(text), Time::from_unix_seconds(seconds), "{text}");
            assert_eq!(
                Time::from_unix_seconds(seconds).map(|t| t.to_string()).as_deref(),
                Some(text)
            );
        }
        assert_eq!(Time::from_unix_seconds(LATEST + 1), None);
        assert_eq!(Time::from_unix_seconds(EARLIEST - 1), None);
    }

    #[test]
    fn every_day_of_the_calendar_prints_back() {
        let mut expected = EARLIEST;
        for year in 0..10_000 {
            for month in 1..=12 {
                for day in 1..=31 {
                    let text = format!("{year:04}-{month:02}-{day:02}T00:00:00Z");
                    let Some(time) = Time::parse(&text) else {
                        continue;
                    };
                    assert_eq!(time.unix_seconds(), expected, "{text}");
                    assert_eq!(time.to_string(), text);
                    expected += 86_400;
                }
            }
        }
        assert_eq!(expected, LATEST + 1);
    }

    #[test]
    fn times_that_are_none_are_refused() {
        for text in [
            "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z",
            "2026-01-00T00:00:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01T00:60:00Z",
            "2026-01-01T00:00:60Z",
            "2026-01-01 00:00:00Z",
            "2026-01-01T00:00:00",
            "2026-01-01T00:00:00z",
            "+026-01-01T00:00:00Z",
            "",
        ] {
            assert_eq!(Time::parse(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_have_one_spelling() {
        assert_eq!(parse_number("0", 0..=9), Some(0));
        assert_eq!(parse_number("9223372036854775807", 0..=LARGEST_NUMBER), Some(LARGEST_NUMBER));
        for text in ["", "00", "01", "+1", "-1", " 1", "1 ", "1e3", "9223372036854775808", "٣"] {
            assert_eq!(parse_number(text, 0..=LARGEST_NUMBER), None, "{text}");
        }
    }

    #[test]
    fn the_rule_for_lines_is_kept_at_its_edges() {
        let kind = |line: &str| check_line(line, 8).map_err(|fault| (fault.column, fault.kind));
        assert_eq!(kind("12345678"), Ok(()));
        assert_eq!(kind("123456789"), Err((9, LineFaultKind::TooLong { limit: 8 })));
        assert_eq!(kind("ééééé"), Err((5, LineFaultKind::TooLong { limit: 8 })));
        assert_eq!(kind(""), Err((1, LineFaultKind::Empty)));
        assert_eq!(kind(" a"), Err((1, LineFaultKind::EdgeSpace)));
        assert_eq!(kind("é "), Err((2, LineFaultKind::EdgeSpace)));
        assert_eq!(kind("\u{a0}a b\u{a0}"), Ok(()));
    }

    #[test]
    fn exactly_the_named_characters_are_forbidden() {
        let ranges = [
            (0, 0x1F),
            (0x7F, 0x9F),
            (0x61C, 0x61C),
            (0x200E, 0x200F),
            (0x2028, 0x202E),
            (0x2066, 0x2069),
            (0xFEFF, 0xFEFF),
        ];
        for character in '\0'..=char::MAX {
            let code = u32::from(character);
            let listed = ranges.iter().any(|&(from, to)| (from..=to).contains(&code));
            assert_eq!(check_line(&format!("a{character}b"), 8).is_err(), listed, "U+{code:04X}");
        }
    }
}
