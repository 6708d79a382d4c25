//! The entry list: distinct entries in a fixed order, with tickets if it is weighted, with fields if it is the population of
//! an audit sample (SPEC, "Entry list" and "Population").

use alloc::{
    string::{String, ToString as _},
    vec::Vec,
};
use core::fmt;

use crate::{
    digest::Digest,
    draw::{
        file::{FileError, FileFault, FileKind, LineEnds, place_of, unify_line_ends},
        merkle::{self, RootBuilder, Tree},
    },
    seed::ListKey,
    text::{self, LONGEST_LINE, LineFault, LineFaultKind},
};

/// A list of 1 to 2³² - 1 distinct entries, in order.
pub struct EntryList {
    /// The canonical file: every line ended by LF.
    text: String,
    /// Where each line ends: the offset of its LF.
    ends: Vec<usize>,
    form: Form,
    /// The sum of the tickets, if the list is weighted.
    tickets: Option<u64>,
    /// The amount of each entry, if there are amounts.
    amounts: Option<Vec<i64>>,
    root: Digest,
}

/// The fields that stand before each entry of a population, each followed by a TAB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fields {
    /// The stratum that the item belongs to, first.
    pub stratum: bool,
    /// The item's amount in minor units.
    pub amount: bool,
}

/// What stands before an entry in its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Tickets,
    Fields(Fields),
}

impl Form {
    const fn new(weighted: bool) -> Self {
        if weighted { Self::Tickets } else { Self::Fields(NO_FIELDS) }
    }

    const fn fields(self) -> Fields {
        match self {
            Self::Tickets => NO_FIELDS,
            Self::Fields(fields) => fields,
        }
    }
}

const NO_FIELDS: Fields = Fields { stratum: false, amount: false };

/// Why something isn't an entry list.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntryListError {
    /// The file can't be read, or a line breaks the rule for lines.
    File(FileError),
    /// No line at all.
    Empty,
    /// 2³² lines or more.
    TooMany,
    /// The same entry twice.
    Duplicate {
        /// The entry.
        entry: String,
        /// Its first line, from 1.
        first: u64,
        /// The line that repeats it.
        second: u64,
    },
    /// The sum of the tickets is 2⁶³ or more.
    TooManyTickets,
    /// The list was read with other fields than the commit's.
    OtherFields,
}

impl EntryList {
    /// Reads a list file. Takes CR LF in place of every LF, one BOM at the start, and a missing last LF.
    ///
    /// A weighted list's lines are `<tickets> TAB <entry>`.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its line; duplicates last.
    pub fn parse(bytes: Vec<u8>, weighted: bool) -> Result<Self, EntryListError> {
        Self::parse_form(bytes, Form::new(weighted))
    }

    /// Reads the list file of a population, whose lines have these fields before the entry.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its line; duplicates last.
    pub fn parse_population(bytes: Vec<u8>, fields: Fields) -> Result<Self, EntryListError> {
        Self::parse_form(bytes, Form::Fields(fields))
    }

    fn parse_form(bytes: Vec<u8>, form: Form) -> Result<Self, EntryListError> {
        let at = |line, column, fault| {
            EntryListError::File(FileError { file: FileKind::List, line, column, fault })
        };
        let mut text = String::from_utf8(bytes).map_err(|error| {
            let offset = error.utf8_error().valid_up_to();
            let (line, column) = place_of(error.as_bytes(), offset);
            at(line, column, FileFault::NotUtf8)
        })?;
        if text.starts_with('\u{FEFF}') {
            text.remove(0);
        }
        match unify_line_ends(&text) {
            Ok(LineEnds::Lf) => {}
            Ok(LineEnds::CrLf) => text = text.replace("\r\n", "\n"),
            Err(line) => return Err(at(line, 1, FileFault::MixedLineEnds)),
        }
        if text.is_empty() {
            return Err(EntryListError::Empty);
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Self::from_canonical(text, form)
    }

    /// The list of these lines.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its line; duplicates last.
    pub fn from_lines<'a>(
        lines: impl IntoIterator<Item = &'a str>,
        weighted: bool,
    ) -> Result<Self, EntryListError> {
        let mut text = String::new();
        for (line, number) in lines.into_iter().zip(1..) {
            // A line break within a line would make two of it.
            if let Some(at) = line.chars().position(|character| character == '\n') {
                let kind = LineFaultKind::Forbidden('\n');
                return Err(line_error(number, LineFault { column: at as u64 + 1, kind }));
            }
            text.push_str(line);
            text.push('\n');
        }
        if text.is_empty() {
            return Err(EntryListError::Empty);
        }
        Self::from_canonical(text, Form::new(weighted))
    }

    fn from_canonical(text: String, form: Form) -> Result<Self, EntryListError> {
        let mut ends = Vec::new();
        let mut root = RootBuilder::default();
        let mut keys = Vec::new();
        let mut tickets = (form == Form::Tickets).then_some(0u64);
        let mut amounts = form.fields().amount.then(Vec::new);
        let mut start = 0;
        for (line, number) in text.split_terminator('\n').zip(1u64..) {
            if number >= MOST_ENTRIES {
                return Err(EntryListError::TooMany);
            }
            let Line { tickets: count, amount, entry } =
                Line::parse(line, form).map_err(|fault| line_error(number, fault))?;
            if let (Some(sum), Some(count)) = (&mut tickets, count) {
                *sum += u64::from(count);
            }
            if let Some(amounts) = &mut amounts {
                amounts.extend(amount);
            }
            let leaf = merkle::leaf(line);
            root.push(leaf);
            let key = if entry.len() < line.len() { fnv_1a(entry) } else { prefix(&leaf) };
            keys.push((key, number));
            ends.push(start + line.len());
            start += line.len() + 1;
        }
        // Fewer than 2³² lines of fewer than 2³² tickets: the sum can't have wrapped.
        if tickets.is_some_and(|sum| sum > text::LARGEST_NUMBER) {
            return Err(EntryListError::TooManyTickets);
        }
        let list = Self { text, ends, form, tickets, amounts, root: root.finish() };
        list.refuse_duplicates(keys)?;
        Ok(list)
    }

    /// Equal entries have equal keys; `keys` holds (the entry's key, line from 1).
    ///
    /// Entries with one key are compared, and sorted for it: whoever makes many of them gains nothing.
    fn refuse_duplicates(&self, mut keys: Vec<(u64, u64)>) -> Result<(), EntryListError> {
        keys.sort_unstable();
        let mut earliest: Option<(u64, u64)> = None;
        for same_key in keys.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
            let mut entries: Vec<_> =
                same_key.iter().map(|&(_, line)| (self.entry(line - 1), line)).collect();
            entries.sort_unstable();
            for pair in entries.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
                let found = (pair[1].1, pair[0].1);
                earliest = Some(earliest.map_or(found, |known| known.min(found)));
            }
        }
        let Some((second, first)) = earliest else {
            return Ok(());
        };
        Err(EntryListError::Duplicate {
            entry: self.entry(second - 1).unwrap_or_default().to_string(),
            first,
            second,
        })
    }

    /// The number of entries, 1 to 2³² - 1.
    #[allow(clippy::len_without_is_empty, reason = "a list is never empty")]
    pub fn len(&self) -> u64 {
        self.ends.len() as u64
    }

    /// The sum of the tickets, if the list is weighted.
    pub fn tickets(&self) -> Option<u64> {
        self.tickets
    }

    /// The line at a position, from 0.
    pub fn line(&self, position: u64) -> Option<&str> {
        let index = usize::try_from(position).ok()?;
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before] + 1);
        Some(&self.text[start..end])
    }

    /// The entry at a position, from 0: its line without tickets and fields.
    pub fn entry(&self, position: u64) -> Option<&str> {
        self.line(position)?.rsplit('\t').next() // an entry has no TAB
    }

    /// The tickets of the entry at a position, from 0; nothing if the list isn't weighted.
    pub fn tickets_at(&self, position: u64) -> Option<u32> {
        self.tickets?;
        Line::parse(self.line(position)?, self.form).ok()?.tickets
    }

    /// The fields that stand before each entry; none in a list of tickets.
    pub fn fields(&self) -> Fields {
        self.form.fields()
    }

    /// The stratum of the entry at a position, from 0; nothing without this field.
    pub fn stratum(&self, position: u64) -> Option<&str> {
        if !self.fields().stratum {
            return None;
        }
        self.line(position)?.split('\t').next()
    }

    /// The amounts in order; nothing without this field.
    pub fn amounts(&self) -> Option<&[i64]> {
        self.amounts.as_deref()
    }

    /// The lines in order.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.split_terminator('\n')
    }

    /// The position of an entry.
    pub fn position(&self, entry: &str) -> Option<u64> {
        (0..self.len()).find(|&position| self.entry(position) == Some(entry))
    }

    /// The canonical file: every line ended by LF.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The root of the list as it stands, published.
    pub fn root(&self) -> Digest {
        self.root
    }

    /// The root of the list kept private under a key.
    pub fn private_root(&self, key: &ListKey) -> Digest {
        let mut root = RootBuilder::default();
        self.private_leaves(key).for_each(|leaf| root.push(leaf));
        root.finish()
    }

    /// The whole tree of the list, salted if there is a key.
    pub fn tree(&self, key: Option<&ListKey>) -> Tree {
        Tree::new(match key {
            Some(key) => self.private_leaves(key).collect(),
            None => self.lines().map(merkle::leaf).collect(),
        })
    }

    fn private_leaves(&self, key: &ListKey) -> impl Iterator<Item = Digest> {
        (0..).zip(self.lines()).map(|(position, line)| merkle::private_leaf(key, position, line))
    }
}

/// The parts of a line.
struct Line<'a> {
    tickets: Option<u32>,
    amount: Option<i64>,
    entry: &'a str,
}

impl<'a> Line<'a> {
    fn parse(line: &'a str, form: Form) -> Result<Self, LineFault> {
        let (mut tickets, mut amount) = (None, None);
        let entry = match form {
            Form::Tickets => {
                let fault = LineFault { column: 1, kind: LineFaultKind::Tickets };
                let (number, entry) = line.split_once('\t').ok_or(fault)?;
                let number = text::parse_number(number, 1..=u32::MAX.into());
                let number = number.and_then(|number| u32::try_from(number).ok());
                tickets = Some(number.ok_or(fault)?);
                entry
            }
            Form::Fields(NO_FIELDS) => line,
            Form::Fields(fields) => {
                let wanted = u8::from(fields.stratum) + u8::from(fields.amount);
                if line.bytes().filter(|&byte| byte == b'\t').count() != usize::from(wanted) {
                    let kind = LineFaultKind::Fields { wanted };
                    return Err(LineFault { column: 1, kind });
                }
                let (before, entry) = line.rsplit_once('\t').unwrap_or(("", line));
                let (stratum, number) = match (fields.stratum, fields.amount) {
                    (true, true) => before.split_once('\t').unwrap_or((before, "")),
                    (true, false) => (before, ""),
                    _ => ("", before),
                };
                if fields.stratum {
                    text::check_line(stratum, LONGEST_NAME)?;
                }
                if fields.amount {
                    let column = column_at(line, before.len() - number.len());
                    let fault = LineFault { column, kind: LineFaultKind::Amount };
                    amount = Some(text::parse_amount(number).ok_or(fault)?);
                }
                entry
            }
        };
        text::check_line(entry, LONGEST_LINE).map_err(|fault| {
            let before = column_at(line, line.len() - entry.len()) - 1;
            LineFault { column: fault.column + before, ..fault }
        })?;
        Ok(Self { tickets, amount, entry })
    }
}

/// The character, from 1, at a byte offset of a line.
fn column_at(line: &str, offset: usize) -> u64 {
    line.get(..offset).map_or(0, |before| before.chars().count() as u64) + 1
}

fn line_error(line: u64, fault: LineFault) -> EntryListError {
    let (column, fault) = (fault.column, FileFault::Line(fault));
    EntryListError::File(FileError { file: FileKind::List, line, column, fault })
}

/// The 64-bit hash FNV-1a, by G. Fowler, L. C. Noll and K.-P. Vo: for entries whose SHA-256 isn't needed anyway.
fn fnv_1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// The digest's first 8 bytes.
fn prefix(digest: &Digest) -> u64 {
    digest.as_bytes()[..8].iter().fold(0, |prefix, &byte| prefix << 8 | u64::from(byte))
}

const MOST_ENTRIES: u64 = 1 << 32;
/// The most bytes of the name of a stratum or batch, and of the text before the numbers of a range.
pub const LONGEST_NAME: usize = 256;

impl EntryListError {
    /// The failure's name in the specification and the test vectors.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::File(_) | Self::Empty | Self::OtherFields => "list-line",
            Self::TooMany => "list-count",
            Self::Duplicate { .. } => "list-duplicate",
            Self::TooManyTickets => "list-tickets",
        }
    }
}

impl fmt::Display for EntryListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => write!(f, "{error}"),
            Self::Empty => f.write_str("entry list: no entries"),
            Self::TooMany => f.write_str("entry list: more than 4294967295 entries"),
            Self::Duplicate { entry, first, second } => {
                write!(f, "entry list: line {second} repeats line {first}: {entry}")
            }
            Self::OtherFields => {
                f.write_str("entry list: read with other fields than the commit names")
            }
            Self::TooManyTickets => f.write_str("entry list: the tickets sum to 2^63 or more"),
        }
    }
}

impl core::error::Error for EntryListError {}

impl fmt::Debug for EntryList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not the lines: a list may be private.
        f.debug_struct("EntryList").field("len", &self.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_entries_is_fnv_1a() {
        // From the test vectors of its authors.
        assert_eq!(fnv_1a(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv_1a("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv_1a("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn the_column_of_a_fault_is_counted_in_the_line() {
        let fields = Fields { stratum: true, amount: true };
        let column = |line: &str| match EntryList::parse_population(line.into(), fields) {
            Err(EntryListError::File(error)) => error.column,
            _ => 0,
        };
        assert_eq!(column("Süd\t12\tINV-1"), 0);
        assert_eq!(column("Süd\t12"), 1);
        assert_eq!(column("Süd \t12\tINV-1"), 4);
        assert_eq!(column("Süd\t1,2\tINV-1"), 5);
        assert_eq!(column("Süd\t12\tINV\u{7f}1"), 11);
    }
}
