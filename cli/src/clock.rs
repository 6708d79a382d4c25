//! The time now, and times as people write them.

use std::time::{SystemTime, UNIX_EPOCH};

use fairdraw::draw::Time;

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
    let time: jiff::Timestamp = text
        .parse()
        .map_err(|_| "write it with its zone: 2026-12-05T18:00:00Z or 2026-12-05T19:00+01:00")?;
    Time::from_unix_seconds(time.as_second()).ok_or_else(|| "beyond the year 9999".to_owned())
}

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
mod tests {
    use super::*;

    #[test]
    fn times_need_a_zone() {
        let utc = |text| parse(text).map(|time| time.to_string());
        assert_eq!(utc("2026-12-05T18:00:00Z").as_deref(), Ok("2026-12-05T18:00:00Z"));
        assert_eq!(utc("2026-12-05T19:00+01:00").as_deref(), Ok("2026-12-05T18:00:00Z"));
        for text in
            ["2026-12-05T18:00:00", "2026-12-05", "18:00", "tomorrow", "2026-02-29T00:00:00Z"]
        {
            assert!(utc(text).is_err(), "{text}");
        }
    }

    #[test]
    fn lengths_of_time_are_in_words() {
        assert_eq!(in_words(0), "0 seconds");
        assert_eq!(in_words(61), "1 minute 1 second");
        assert_eq!(in_words(90_061), "1 day 1 hour");
    }
}
