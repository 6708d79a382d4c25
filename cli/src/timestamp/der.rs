//! DER (X.690) as far as time stamps and certificates have it. Strict: one form for every length, nothing after the end.

use jiff::civil::{DateTime, date};

/// Bytes that are not what is expected at this place.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Malformed;

/// Reads one element after the other.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a>(&'a [u8]);

/// An element: its tag, what is in it, and all of it as it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element<'a> {
    pub(super) tag: u8,
    pub(super) content: &'a [u8],
    pub(super) whole: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The next element, whatever it is.
    pub(super) fn any(&mut self) -> Result<Element<'a>, Malformed> {
        let all = self.0;
        let (&tag, rest) = all.split_first().ok_or(Malformed)?;
        // Tags of more than one byte occur nowhere in these files.
        if tag & 0x1f == 0x1f {
            return Err(Malformed);
        }
        let (&first, rest) = rest.split_first().ok_or(Malformed)?;
        let (length, rest) = if first < 0x80 {
            (usize::from(first), rest)
        } else {
            // 0x80, the length of BER that is not told, has no bytes of it and is refused with the rest.
            let count = usize::from(first & 0x7f);
            if !(1..=3).contains(&count) || rest.len() < count {
                return Err(Malformed);
            }
            let (digits, rest) = rest.split_at(count);
            let length = digits.iter().fold(0, |sum, &digit| sum << 8 | usize::from(digit));
            if digits[0] == 0 || length < 0x80 {
                return Err(Malformed);
            }
            (length, rest)
        };
        let (content, rest) = rest.split_at_checked(length).ok_or(Malformed)?;
        self.0 = rest;
        Ok(Element { tag, content, whole: &all[..all.len() - rest.len()] })
    }

    /// What is in the next element, which has this tag.
    pub(super) fn expect(&mut self, tag: u8) -> Result<&'a [u8], Malformed> {
        self.optional(tag)?.ok_or(Malformed)
    }

    /// What is in the next element if it has this tag.
    pub(super) fn optional(&mut self, tag: u8) -> Result<Option<&'a [u8]>, Malformed> {
        if self.0.first() != Some(&tag) {
            return Ok(None);
        }
        Ok(Some(self.any()?.content))
    }

    /// A reader of what is in the next element, which has this tag.
    pub(super) fn nested(&mut self, tag: u8) -> Result<Self, Malformed> {
        self.expect(tag).map(Self)
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Refuses what is left.
    pub(super) const fn end(&self) -> Result<(), Malformed> {
        if self.0.is_empty() { Ok(()) } else { Err(Malformed) }
    }
}

/// An integer that is not negative and not large.
pub(super) fn small_integer(content: &[u8]) -> Result<u32, Malformed> {
    match content {
        [] | [0x80..=0xff, ..] | [0, 0..=0x7f, ..] => Err(Malformed),
        [0, rest @ ..] | rest if rest.len() <= 4 => {
            Ok(rest.iter().fold(0, |sum, &digit| sum << 8 | u32::from(digit)))
        }
        _ => Err(Malformed),
    }
}

/// A time as certificates and time stamps have it, and the nanoseconds after its second, rounded up.
pub(super) fn time(tag: u8, content: &[u8]) -> Result<(DateTime, u32), Malformed> {
    let text = content.strip_suffix(b"Z").ok_or(Malformed)?;
    let (text, fraction) = match text.iter().position(|&byte| byte == b'.') {
        Some(point) if tag == GENERALIZED_TIME => (&text[..point], Some(&text[point + 1..])),
        _ => (text, None),
    };
    if !text.iter().all(u8::is_ascii_digit) {
        return Err(Malformed);
    }
    let number = |at: usize| i8::try_from((text[at] - b'0') * 10 + text[at + 1] - b'0');
    let (century, at) = match (tag, text.len()) {
        (GENERALIZED_TIME, 14) => (number(0), 2),
        // RFC 5280, 4.1.2.5.1: two digits are a year from 1950 to 2049.
        (UTC_TIME, 12) => (Ok(if text[0] < b'5' { 20 } else { 19 }), 0),
        _ => return Err(Malformed),
    };
    let parts = [century, number(at), number(at + 2), number(at + 4)];
    let clock = [number(at + 6), number(at + 8), number(at + 10)];
    let ([Ok(century), Ok(year), Ok(month), Ok(day)], [Ok(hour), Ok(minute), Ok(second)]) =
        (parts, clock)
    else {
        return Err(Malformed);
    };
    let year = i16::from(century) * 100 + i16::from(year);
    let day = DateTime::new(year, month, day, hour, minute, second, 0).map_err(|_| Malformed)?;
    Ok((day, fraction.map_or(Ok(0), nanoseconds)?))
}

fn nanoseconds(digits: &[u8]) -> Result<u32, Malformed> {
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(Malformed);
    }
    let digit = |at: usize| digits.get(at).map_or(0, |digit| u32::from(digit - b'0'));
    let more = digits.iter().skip(9).any(|&digit| digit != b'0');
    Ok((0..9).fold(0, |sum, at| sum * 10 + digit(at)) + u32::from(more))
}

/// Seconds since 1970.
pub(super) fn unix_seconds(time: DateTime) -> i64 {
    // Not `jiff::Timestamp`, which ends two days before the year 9999 does.
    time.duration_since(date(1970, 1, 1).at(0, 0, 0, 0)).as_secs()
}

pub(super) const BOOLEAN: u8 = 0x01;
pub(super) const INTEGER: u8 = 0x02;
pub(super) const BIT_STRING: u8 = 0x03;
pub(super) const OCTET_STRING: u8 = 0x04;
pub(super) const OBJECT_IDENTIFIER: u8 = 0x06;
pub(super) const UTC_TIME: u8 = 0x17;
pub(super) const GENERALIZED_TIME: u8 = 0x18;
pub(super) const SEQUENCE: u8 = 0x30;
pub(super) const SET: u8 = 0x31;

/// The tag `[number]` of a field that holds elements.
pub(super) const fn tagged(number: u8) -> u8 {
    0xa0 | number
}

/// The tag `[number]` of a field that replaces the tag of a simple value.
pub(super) const fn tagged_simple(number: u8) -> u8 {
    0x80 | number
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;

    #[test]
    fn length_has_one_form_and_its_bytes() {
        let read = |bytes: &[u8]| Reader::new(bytes).any().map(|element| element.content.len());
        assert_eq!(read(&[0x04, 0x00]), Ok(0));
        assert_eq!(read(&[&[0x04, 0x7f][..], &[0; 127]].concat()), Ok(127));
        assert_eq!(read(&[&[0x04, 0x81, 0x80][..], &[0; 128]].concat()), Ok(128));
        assert_eq!(read(&[&[0x04, 0x82, 0x01, 0x00][..], &[0; 256]].concat()), Ok(256));
        // Short of a byte, longer than needed, not told, cut, and a tag of two bytes.
        assert_eq!(read(&[&[0x04, 0x7f][..], &[0; 126]].concat()), Err(Malformed));
        assert_eq!(read(&[&[0x04, 0x81, 0x7f][..], &[0; 127]].concat()), Err(Malformed));
        assert_eq!(read(&[&[0x04, 0x82, 0x00, 0x80][..], &[0; 128]].concat()), Err(Malformed));
        assert_eq!(read(&[0x24, 0x80, 0x00, 0x00]), Err(Malformed));
        assert_eq!(read(&[0x04, 0x84, 0, 0, 0, 0]), Err(Malformed));
        assert_eq!(read(&[0x04, 0x82, 0x01]), Err(Malformed));
        assert_eq!(read(&[0x1f, 0x20, 0x00]), Err(Malformed));
        assert_eq!(read(&[0x04]), Err(Malformed));
        assert_eq!(read(&[]), Err(Malformed));
    }

    #[test]
    fn integer_has_one_form() {
        assert_eq!(small_integer(&[0]), Ok(0));
        assert_eq!(small_integer(&[0x7f]), Ok(127));
        assert_eq!(small_integer(&[0, 0x80]), Ok(128));
        assert_eq!(small_integer(&[0, 0xff, 0xff, 0xff, 0xff]), Ok(u32::MAX));
        for wrong in [&[][..], &[0x80], &[0, 0x7f], &[1, 0, 0, 0, 0], &[0, 0]] {
            assert_eq!(small_integer(wrong), Err(Malformed), "{wrong:?}");
        }
    }

    #[test]
    fn times_are_read_with_their_fraction_rounded_up() {
        let general = |text: &str| {
            time(GENERALIZED_TIME, text.as_bytes()).map(|(time, nanos)| (time.to_string(), nanos))
        };
        let said = |time: &str, nanos| Ok((time.to_owned(), nanos));
        assert_eq!(general("20241014171332Z"), said("2024-10-14T17:13:32", 0));
        assert_eq!(general("20241014171332.5Z"), said("2024-10-14T17:13:32", 500_000_000));
        assert_eq!(general("20241014171332.000000000Z"), said("2024-10-14T17:13:32", 0));
        assert_eq!(general("20241014171332.0000000001Z"), said("2024-10-14T17:13:32", 1));
        assert_eq!(
            general("99991231235959.9999999999Z"),
            said("9999-12-31T23:59:59", 1_000_000_000)
        );
        for wrong in [
            "20241014171332",
            "20241014171332+0000",
            "20241314171332Z",
            "20241014171360Z",
            "20241014171332.Z",
            "20241014171332.5.5Z",
            "2024101417133Z",
            "2024101417133xZ",
            "Z",
            "",
        ] {
            assert_eq!(general(wrong), Err(Malformed), "{wrong}");
        }
        let short = |text: &str| time(UTC_TIME, text.as_bytes()).unwrap().0.to_string();
        assert_eq!(short("491231235959Z"), "2049-12-31T23:59:59");
        assert_eq!(short("500101000000Z"), "1950-01-01T00:00:00");
        assert!(time(UTC_TIME, b"491231235959.5Z").is_err());
    }
}
