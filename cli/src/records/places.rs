//! Places of a list as people name them: numbers from 1, ranges, `first` and `last`.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::number;
use crate::error::Error;

/// Some places, as `first,last,5-8` names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Places {
    text: String,
    pieces: Vec<(Place, Place)>,
}

/// One place of a list whose length isn't known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    First,
    Last,
    /// Counted from 1.
    Number(u64),
}

impl Places {
    /// The places in a list of this length, counted from 0: ranges that go up and don't touch.
    pub(super) fn of(&self, length: usize) -> Result<Vec<Range<usize>>, Error> {
        let mut ranges = Vec::new();
        for (from, to) in &self.pieces {
            let (Some(start), Some(end)) = (from.of(length)?, to.of(length)?) else { continue };
            if start > end {
                return Err(Error::not_done(format!(
                    "the places {self} end before they begin: the list has {length} records"
                )));
            }
            ranges.push(start..end + 1);
        }
        ranges.sort_unstable_by_key(|range| range.start);
        let mut apart: Vec<Range<usize>> = Vec::new();
        for range in ranges {
            match apart.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => apart.push(range),
            }
        }
        Ok(apart)
    }
}

impl Place {
    /// The place counted from 0; none for the first or last of an empty list.
    fn of(self, length: usize) -> Result<Option<usize>, Error> {
        match self {
            Self::First => Ok((length > 0).then_some(0)),
            Self::Last => Ok(length.checked_sub(1)),
            Self::Number(number) => index(number, length).map(Some),
        }
    }
}

/// The place with this number, counted from 0.
pub(super) fn index(number: u64, length: usize) -> Result<usize, Error> {
    let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    index.filter(|index| *index < length).ok_or_else(|| {
        Error::not_done(format!("there is no place {number}: the list has {length} records"))
            .hint("places count from 1")
    })
}

impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Places {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let pieces = text.split(',').map(|piece| {
            let (from, to) = piece.split_once('-').unwrap_or((piece, piece));
            let (from, to) = (from.trim().parse()?, to.trim().parse()?);
            match (from, to) {
                (Place::Number(first), Place::Number(last)) if first > last => {
                    Err(format!("{first} is greater than {last}"))
                }
                _ => Ok((from, to)),
            }
        });
        Ok(Self { text: text.to_owned(), pieces: pieces.collect::<Result<_, _>>()? })
    }
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "first" => Ok(Self::First),
            "last" => Ok(Self::Last),
            _ => match number(text) {
                Ok(0) => Err("there is no place 0: places count from 1".to_owned()),
                Ok(number) => Ok(Self::Number(number)),
                Err(_) => Err(format!(
                    "\"{text}\" is no place: a number, first or last is needed, as in first,5-8,last"
                )),
            },
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;

    /// The ranges as pairs of their first place and the one after their last.
    fn places(text: &str, length: usize) -> Result<Vec<(usize, usize)>, String> {
        let ranges = text.parse::<Places>()?.of(length).map_err(|error| error.message)?;
        Ok(ranges.into_iter().map(|range| (range.start, range.end)).collect())
    }

    #[test]
    fn places_are_ranges_that_go_up_and_do_not_touch() {
        for (text, length, expected) in [
            ("first", 5, vec![(0, 1)]),
            ("last", 5, vec![(4, 5)]),
            ("last,first", 5, vec![(0, 1), (4, 5)]),
            ("2-4", 5, vec![(1, 4)]),
            ("4,2,3,1-2", 5, vec![(0, 4)]),
            ("first-last", 5, vec![(0, 5)]),
            ("3-last, 1", 5, vec![(0, 1), (2, 5)]),
            ("1,3", 3, vec![(0, 1), (2, 3)]),
            ("first,last", 1, vec![(0, 1)]),
            ("first,last,first-last", 0, vec![]),
        ] {
            assert_eq!(places(text, length), Ok(expected), "{text} of {length}");
        }
    }

    #[test]
    fn what_names_no_place_is_refused() {
        for (text, why) in [
            ("", "\"\" is no place"),
            ("0", "there is no place 0"),
            ("1,,2", "\"\" is no place"),
            ("5-2", "5 is greater than 2"),
            ("-2", "\"\" is no place"),
            ("middle", "\"middle\" is no place"),
            ("4", "there is no place 4: the list has 3 records"),
            ("18446744073709551615", "there is no place 18446744073709551615"),
            ("1-4", "there is no place 4"),
            ("last-2", "the places last-2 end before they begin: the list has 3 records"),
        ] {
            let message = places(text, 3).unwrap_err();
            assert!(message.contains(why), "{text}: {message}");
        }
        assert!(places("1", 0).unwrap_err().contains("there is no place 1: the list has 0"));
    }
}
