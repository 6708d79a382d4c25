//! The entry list: distinct lines in a fixed order, with tickets if it is weighted (SPEC, "Entry list").

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
    /// The sum of the tickets, if the list is weighted.
    tickets: Option<u64>,
    root: Digest,
}

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
        Self::from_canonical(text, weighted)
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
        Self::from_canonical(text, weighted)
    }

    fn from_canonical(text: String, weighted: bool) -> Result<Self, EntryListError> {
        let mut ends = Vec::new();
        let mut root = RootBuilder::default();
        let mut keys = Vec::new();
        let mut tickets = weighted.then_some(0u64);
        let mut start = 0;
        for (line, number) in text.split_terminator('\n').zip(1u64..) {
            if number >= MOST_ENTRIES {
                return Err(EntryListError::TooMany);
            }
            let (count, entry) =
                parse_line(line, weighted).map_err(|fault| line_error(number, fault))?;
            if let Some(sum) = &mut tickets {
                *sum += u64::from(count);
            }
            let leaf = merkle::leaf(line);
            root.push(leaf);
            let key = if weighted { merkle::leaf(entry) } else { leaf };
            keys.push((prefix(&key), number));
            ends.push(start + line.len());
            start += line.len() + 1;
        }
        // Fewer than 2³² lines of fewer than 2³² tickets: the sum can't have wrapped.
        if tickets.is_some_and(|sum| sum > text::LARGEST_NUMBER) {
            return Err(EntryListError::TooManyTickets);
        }
        let list = Self { text, ends, tickets, root: root.finish() };
        list.refuse_duplicates(keys)?;
        Ok(list)
    }

    /// Equal entries have equal keys; `keys` holds (first 8 bytes of the entry's hash, line from 1).
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

    /// The entry at a position, from 0: its line without the tickets.
    pub fn entry(&self, position: u64) -> Option<&str> {
        let line = self.line(position)?;
        match self.tickets {
            Some(_) => line.split_once('\t').map(|(_, entry)| entry),
            None => Some(line),
        }
    }

    /// The tickets of the entry at a position, from 0; nothing if the list isn't weighted.
    pub fn tickets_at(&self, position: u64) -> Option<u32> {
        self.tickets?;
        parse_line(self.line(position)?, true).ok().map(|(tickets, _)| tickets)
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

/// Tickets (0 if the list isn't weighted) and entry of a line.
fn parse_line(line: &str, weighted: bool) -> Result<(u32, &str), LineFault> {
    if !weighted {
        return text::check_line(line, LONGEST_LINE).map(|()| (0, line));
    }
    let no_tickets = LineFault { column: 1, kind: LineFaultKind::Tickets };
    let (tickets, entry) = line.split_once('\t').ok_or(no_tickets)?;
    let tickets = text::parse_number(tickets, 1..=u32::MAX.into())
        .and_then(|tickets| u32::try_from(tickets).ok())
        .ok_or(no_tickets)?;
    // The tickets' digits and the TAB stand before the entry.
    let before = (line.len() - entry.len()) as u64;
    text::check_line(entry, LONGEST_LINE)
        .map_err(|fault| LineFault { column: fault.column + before, ..fault })?;
    Ok((tickets, entry))
}

fn line_error(line: u64, fault: LineFault) -> EntryListError {
    let (column, fault) = (fault.column, FileFault::Line(fault));
    EntryListError::File(FileError { file: FileKind::List, line, column, fault })
}

/// The digest's first 8 bytes.
fn prefix(digest: &Digest) -> u64 {
    digest.as_bytes()[..8].iter().fold(0, |prefix, &byte| prefix << 8 | u64::from(byte))
}

const MOST_ENTRIES: u64 = 1 << 32;

impl EntryListError {
    /// The failure's name in the specification and the test vectors.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::File(_) | Self::Empty => "list-line",
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
