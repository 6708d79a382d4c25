//! The time now, and times as people write them.

use std::time::{SystemTime, UNIX_EPOCH};

use fairdraw::draw::Time;
use jiff::civil::date;
use jiff::fmt::temporal::Pieces;

use crate::error::Error;

/// Where the time comes from. Nothing that a user can set changes it; tests have a clock of their own.
pub(crate) struct Clock(Box<dyn Fn() -> Result<Time, Error>>);

impl Clock {
    /// The computer's clock.
    pub(crate) fn of_computer() -> Self {
        Self(Box::new(now))
    }

    /// A clock that stands still.
    #[cfg(test)]
    pub(crate) fn standing_at(time: Time) -> Self {
        Self(Box::new(move || Ok(time)))
    }

    /// The time now, to the second.
    pub(crate) fn now(&self) -> Result<Time, Error> {
        (self.0)()
    }
}

fn now() -> Result<Time, Error> {
    let wrong = || Error::not_done("the computer's clock is wrong").hint("set it, then try again");
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|_| wrong())?;
    i64::try_from(since.as_secs()).ok().and_then(Time::from_unix_seconds).ok_or_else(wrong)
}

/// A time with its zone, as RFC 3339 writes it: `2026-12-05T18:00:00Z`, `2026-12-05T19:00+01:00`.
pub(crate) fn parse(text: &str) -> Result<Time, String> {
    let year = text.bytes().take_while(u8::is_ascii_digit).count();
    let Ok(pieces) = Pieces::parse(text) else {
        return Err(if year > 4 && text[year..].starts_with('-') {
            OUTSIDE.to_owned()
        } else {
            format!("there is no such time, or it is written in another way than {EXAMPLES}")
        });
    };
    let time = pieces.time().ok_or_else(|| format!("the time of day is missing: {EXAMPLES}"))?;
    let zone = pieces.to_numeric_offset();
    if pieces.time_zone_annotation().is_some() {
        return Err(format!("no zone in brackets, which needs a table of zones: {EXAMPLES}"));
    }
    let zone = zone.ok_or_else(|| format!("its zone is missing: {EXAMPLES}"))?;
    if !ZONES.contains(&zone.seconds()) {
        return Err("no zone is so far from UTC: they go from -12:00 to +14:00".to_owned());
    }
    // Not `jiff::Timestamp`, which ends two days before the year 9999 does.
    let since = pieces.date().to_datetime(time).duration_since(date(1970, 1, 1).at(0, 0, 0, 0));
    let seconds = since.as_secs() - i64::from(zone.seconds());
    Time::from_unix_seconds(seconds).ok_or_else(|| OUTSIDE.to_owned())
}

/// How far, in seconds, clocks are set from UTC anywhere.
const ZONES: std::ops::RangeInclusive<i32> = -12 * 3_600..=14 * 3_600;
const EXAMPLES: &str = "2026-12-05T18:00:00Z or 2026-12-05T19:00+01:00";
const OUTSIDE: &str = "not in the years 0000 to 9999";

/// The time some seconds before another.
pub(crate) fn before(time: Time, seconds: i64) -> Option<Time> {
    Time::from_unix_seconds(time.unix_seconds().checked_sub(seconds)?)
}

/// A length of time in words, to its two largest units.
pub(crate) fn in_words(seconds: i64) -> String {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")];
    let mut rest = seconds.max(0);
    let mut words = Vec::new();
    for (length, unit) in units {
        let count = rest / length;
        rest %= length;
        if count > 0 && words.len() < 2 {
            let plural = if count == 1 { "" } else { "s" };
            words.push(format!("{count} {unit}{plural}"));
        }
    }
    if words.is_empty() { "0 seconds".to_owned() } else { words.join(" ") }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;

    #[test]
    fn times_need_a_zone() {
        let utc = |text| parse(text).map(|time| time.to_string());
        assert_eq!(utc("2026-12-05T18:00:00Z").as_deref(), Ok("2026-12-05T18:00:00Z"));
        assert_eq!(utc("2026-12-05T19:00+01:00").as_deref(), Ok("2026-12-05T18:00:00Z"));
        assert_eq!(utc("2026-12-05T18:00+14:00").as_deref(), Ok("2026-12-05T04:00:00Z"));
        assert_eq!(utc("2026-12-05T18:00-12:00").as_deref(), Ok("2026-12-06T06:00:00Z"));
        assert_eq!(utc("2026-12-05T18:00:59.9Z").as_deref(), Ok("2026-12-05T18:00:59Z"));
        for (text, why) in [
            ("2026-12-05T18:00:00", "its zone is missing: 2026-12-05T18:00:00Z"),
            ("2026-12-05", "the time of day is missing"),
            ("18:00", "there is no such time, or it is written in another way than 2026"),
            ("tomorrow", "there is no such time"),
            ("", "there is no such time"),
            ("2026-02-29T00:00:00Z", "there is no such time"),
            ("2026-02-28T25:00:00Z", "there is no such time"),
            ("2026-02-28T12:00:00+99:00", "there is no such time"),
            ("2026-02-28T12:00:00+25:00", "no zone is so far from UTC"),
            ("2026-02-28T12:00:00+14:01", "no zone is so far from UTC"),
            ("2026-02-28T12:00:00-12:01", "no zone is so far from UTC"),
            ("2026-02-28T12:00:00Z[Asia/Tokyo]", "no zone in brackets"),
            ("2026-02-28T12:00:00+09:00[Asia/Tokyo]", "no zone in brackets"),
            ("2026-02-28T12:00:00[Asia/Tokyo]", "no zone in brackets"),
        ] {
            let said = utc(text).unwrap_err();
            assert!(said.starts_with(why), "{text}: {said}");
        }
    }

    #[test]
    fn times_are_of_the_years_0000_to_9999() {
        for time in [
            "0000-01-01T00:00:00Z",
            "1969-12-31T23:59:59Z",
            "9999-12-30T23:59:59Z",
            "9999-12-31T23:59:59Z",
        ] {
            assert_eq!(parse(time).map(|time| time.to_string()).as_deref(), Ok(time));
        }
        for text in [
            "0000-01-01T00:00:00+01:00",
            "9999-12-31T23:59:59-01:00",
            "10000-01-01T00:00:00Z",
            "123456-01-01T00:00:00Z",
        ] {
            assert_eq!(parse(text).unwrap_err(), OUTSIDE, "{text}");
        }
    }

    #[test]
    fn lengths_of_time_are_in_words() {
        assert_eq!(in_words(0), "0 seconds");
        assert_eq!(in_words(61), "1 minute 1 second");
        assert_eq!(in_words(90_061), "1 day 1 hour");
    }
}
