//! Populations that stand in the commit itself: numbers of documents, and items counted in batches.

use alloc::{
    borrow::Cow, borrow::ToOwned, collections::BTreeSet, format, string::String, vec::Vec,
};
use core::fmt;

use crate::draw::{
    entries::{EntryList, LONGEST_NAME},
    failure::Failure,
    file::{FileError, Reader, Value},
    sampling::PopulationRule,
};
use crate::text::{LARGEST_NUMBER, LineFault, check_line};

/// Numbers of documents that follow each other, with a text before each of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// The text before the number; it doesn't end with a digit.
    pub prefix: Option<String>,
    /// The first number.
    pub first: u64,
    /// The last number, not below the first.
    pub last: u64,
    /// The number of digits that the first is written with, 1 to 18; shorter numbers have zeros before them.
    pub digits: u8,
}

/// Items of one batch, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The name that stands before each number.
    pub name: String,
    /// The number of items, from 1.
    pub count: u64,
}

/// Why numbers are not a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RangeFault {
    /// The first number doesn't have 1 to 18 digits and nothing else.
    First,
    /// The last number doesn't have 1 to 18 digits and nothing else.
    Last,
    /// The last number has other zeros before it than one written as the first.
    Digits,
    /// The last number is below the first.
    Descending,
    /// The text before the numbers breaks the rule for lines, or has more than [`LONGEST_NAME`] bytes.
    Prefix(LineFault),
    /// The text before the numbers ends with a digit.
    PrefixDigit,
}

impl Range {
    /// A range as it is written: the first and the last number in digits, and the text before each of them.
    ///
    /// # Errors
    ///
    /// The first fault.
    ///
    /// # Examples
    ///
    /// ```
    /// use fairdraw::draw::{Range, RangeFault};
    ///
    /// let range = Range::new("0998", "1002", Some("INV-"))?;
    /// assert_eq!(range.count(), 5);
    /// assert_eq!(range.label(1).as_deref(), Some("INV-0999"));
    /// assert_eq!(range.to_string(), "0998 1002 INV-");
    /// assert_eq!(Range::new("998", "0999", None), Err(RangeFault::Digits));
    /// # Ok::<(), RangeFault>(())
    /// ```
    pub fn new(first: &str, last: &str, prefix: Option<&str>) -> Result<Self, RangeFault> {
        let number = digits_of(first).ok_or(RangeFault::First)?;
        let last_number = digits_of(last).ok_or(RangeFault::Last)?;
        // The last one is written as the first: with zeros up to its number of digits, and with no more of them.
        if last.len() < first.len() || last.len() > first.len() && last.starts_with('0') {
            return Err(RangeFault::Digits);
        }
        if last_number < number {
            return Err(RangeFault::Descending);
        }
        if let Some(prefix) = prefix {
            check_line(prefix, LONGEST_NAME).map_err(RangeFault::Prefix)?;
            if prefix.ends_with(|last: char| last.is_ascii_digit()) {
                return Err(RangeFault::PrefixDigit);
            }
        }
        let digits = first.len().try_into().unwrap_or_default();
        Ok(Self { prefix: prefix.map(ToOwned::to_owned), first: number, last: last_number, digits })
    }

    /// How many documents there are.
    pub const fn count(&self) -> u64 {
        self.last.saturating_sub(self.first).saturating_add(1)
    }

    /// What the document is called that so many come before; nothing behind the last one.
    pub fn label(&self, index: u64) -> Option<String> {
        let number = self.first.checked_add(index).filter(|number| *number <= self.last)?;
        let prefix = self.prefix.as_deref().unwrap_or_default();
        Some(format!("{prefix}{number:0width$}", width = usize::from(self.digits)))
    }

    /// Whether a number belongs to both, with whatever zeros it is written.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.prefix == other.prefix && self.first <= other.last && other.first <= self.last
    }

    pub(super) fn parse_all(reader: &mut Reader<'_>) -> Result<Vec<Self>, FileError> {
        let first = reader.take("range")?;
        let further = reader.take_all("range", MOST_RANGES - 1)?;
        core::iter::once(first).chain(further).map(Self::parse).collect()
    }

    fn parse(range: Value<'_>) -> Result<Self, FileError> {
        let wanted = "the first and the last number of 1 to 18 digits, and a text before them if they have one";
        let (first, rest) = range.split_word(wanted)?;
        let (last, prefix) = rest.first_word();
        Self::new(first.text, last.text, prefix.map(|prefix| prefix.text)).map_err(|fault| {
            match fault {
                RangeFault::First => first.wanted(wanted),
                RangeFault::Last => last.wanted(wanted),
                RangeFault::Digits => {
                    last.wanted("the last number, with as many digits as the first")
                }
                RangeFault::Descending => {
                    last.wanted("the last number, which is not below the first")
                }
                RangeFault::Prefix(fault) => prefix.unwrap_or(range).line_error(fault),
                RangeFault::PrefixDigit => {
                    prefix.unwrap_or(range).wanted("a text that does not end with a digit")
                }
            }
        })
    }
}

/// 1 to 18 digits, with zeros at the beginning or not.
fn digits_of(text: &str) -> Option<u64> {
    let digits = (1..=18).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

impl Batch {
    /// What the item is called that so many of the batch come before; nothing behind the last one.
    pub fn label(&self, index: u64) -> Option<String> {
        let number = index.checked_add(1).filter(|number| *number <= self.count)?;
        Some(format!("{}-{number}", self.name))
    }

    pub(super) fn parse_all(reader: &mut Reader<'_>) -> Result<Vec<Self>, FileError> {
        let first = reader.take("batch")?;
        let further = reader.take_all("batch", MOST_BATCHES - 1)?;
        core::iter::once(first).chain(further).map(Self::parse).collect()
    }

    fn parse(batch: Value<'_>) -> Result<Self, FileError> {
        let wanted = "a number of items from 1 and the batch's name";
        let (count, name) = batch.split_word(wanted)?;
        let count = count.number(1..=LARGEST_NUMBER, wanted)?;
        Ok(Self { name: name.phrase_up_to(LONGEST_NAME)?.to_owned(), count })
    }
}

impl PopulationRule {
    /// What the item at a position is called, in a population without a list file; nothing if there is no such item.
    ///
    /// Counts through all ranges or batches at each call.
    pub fn label(&self, position: u64) -> Option<String> {
        Labels::new(self, None).at(position).map(Cow::into_owned)
    }
}

impl fmt::Display for RangeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First => f.write_str("the first number must have 1 to 18 digits"),
            Self::Last => f.write_str("the last number must have 1 to 18 digits"),
            Self::Digits => f.write_str("the last number must have as many digits as the first"),
            Self::Descending => f.write_str("the last number is below the first"),
            Self::Prefix(fault) => write!(f, "the text before the numbers: {fault}"),
            Self::PrefixDigit => {
                f.write_str("the text before the numbers must not end with a digit")
            }
        }
    }
}

impl core::error::Error for RangeFault {}

impl fmt::Display for Range {
    /// Prints the value of a `range` line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { prefix, first, last, digits } = self;
        let width = usize::from(*digits);
        write!(f, "{first:0width$} {last:0width$}")?;
        prefix.iter().try_for_each(|prefix| write!(f, " {prefix}"))
    }
}

impl fmt::Display for Batch {
    /// Prints the value of a `batch` line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.count, self.name)
    }
}

/// Checks that the labels of a population without a file are distinct, and as many as the commit says.
pub(crate) fn check_labels(population: &PopulationRule, entries: u64) -> Result<(), Failure> {
    let count: u128 = match population {
        PopulationRule::List(_) => return Ok(()),
        PopulationRule::Ranges(ranges) => {
            // A prefix doesn't end with a digit, so labels of different prefixes differ.
            let mut sorted: Vec<_> = (1..).zip(ranges).collect();
            sorted.sort_by_key(|(_, range)| (range.prefix.as_deref(), range.first));
            for pair in sorted.windows(2) {
                let [(first, one), (second, other)] = pair else { continue };
                if one.prefix == other.prefix && other.first <= one.last {
                    let (first, second) = (*first.min(second), *first.max(second));
                    return Err(Failure::LabelRepeated { first, second });
                }
            }
            ranges.iter().map(|range| u128::from(range.count())).sum()
        }
        PopulationRule::Manifest(batches) => {
            // The number stands behind the last hyphen, so labels of batches with different names differ.
            let mut names = BTreeSet::new();
            for (second, batch) in (1..).zip(batches) {
                if !names.insert(&batch.name) {
                    let first = batches.iter().position(|other| other.name == batch.name);
                    let first = first.map_or(0, |first| first as u64) + 1;
                    return Err(Failure::LabelRepeated { first, second });
                }
            }
            batches.iter().map(|batch| u128::from(batch.count)).sum()
        }
    };
    if count == u128::from(entries) {
        Ok(())
    } else {
        let found = u64::try_from(count).unwrap_or(u64::MAX);
        Err(Failure::ListCount { committed: entries, found })
    }
}

/// What the items of a population are called, by their positions.
pub(crate) struct Labels<'a> {
    population: &'a PopulationRule,
    list: Option<&'a EntryList>,
    /// The position after the last item of each range or batch.
    ends: Vec<u64>,
}

impl<'a> Labels<'a> {
    /// The list is that of a population with a file.
    pub(crate) fn new(population: &'a PopulationRule, list: Option<&'a EntryList>) -> Self {
        let counts: Vec<u64> = match population {
            PopulationRule::List(_) => Vec::new(),
            PopulationRule::Ranges(ranges) => ranges.iter().map(Range::count).collect(),
            PopulationRule::Manifest(batches) => batches.iter().map(|batch| batch.count).collect(),
        };
        let ends = counts.into_iter().scan(0u64, |end, count| {
            *end = end.saturating_add(count);
            Some(*end)
        });
        Self { population, list, ends: ends.collect() }
    }

    /// The entry or label at a position.
    pub(crate) fn at(&self, position: u64) -> Option<Cow<'a, str>> {
        let part = self.ends.partition_point(|&end| end <= position);
        let before = part.checked_sub(1).map_or(0, |before| self.ends[before]);
        match self.population {
            PopulationRule::List(_) => self.list?.entry(position).map(Cow::Borrowed),
            PopulationRule::Ranges(ranges) => {
                ranges.get(part)?.label(position - before).map(Cow::Owned)
            }
            PopulationRule::Manifest(batches) => {
                batches.get(part)?.label(position - before).map(Cow::Owned)
            }
        }
    }
}

/// The most ranges of a population.
pub const MOST_RANGES: usize = 1024;
/// The most batches of a population.
pub const MOST_BATCHES: usize = 16_384;
