//! The entry list: distinct entries in a fixed order, with tickets if it is weighted, with fields if it is the population of
//! an audit sample (SPEC, "Entry list" and "Population").

use alloc::{
    string::{String, ToString as _},
    vec,
    vec::Vec,
};
use core::{fmt, mem};

use crate::{
    digest::Digest,
    draw::{
        file::{FileError, FileFault, FileKind, LineEnds, place_of, unify_line_ends},
        merkle::{self, RootBuilder, Tree},
    },
    seed::ListKey,
    text::{self, LONGEST_LINE, LineFault, LineFaultKind},
};

mod root;
mod stretches;

pub use root::ListRoot;
use stretches::Stretch;

/// A list of 1 to 2³² - 1 distinct entries, in order.
pub struct EntryList {
    /// The canonical file: every line ended by LF.
    text: String,
    /// The number of lines.
    count: u64,
    /// Where every sixteenth line begins.
    starts: Vec<usize>,
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
        let count = lines_in(&text);
        let passes = count / MOST_KEYS + 1;
        let mut keys = Vec::new();
        // A vector that grows has up to twice the room; one that can't be had at once grows.
        let _ = keys.try_reserve_exact(usize::try_from(count / passes).unwrap_or_default());
        let mut parts = Vec::new();
        let mut fault: Option<(u64, LineFault)> = None;
        stretches::each(
            &text,
            |stretch| Part::of(stretch, form, passes),
            |number, part| match part {
                Ok(mut part) => {
                    // Taken, since an empty vector would keep its room until all parts are there.
                    keys.append(&mut mem::take(&mut part.keys));
                    parts.push((number, part));
                    true
                }
                Err(found) => {
                    fault = Some(fault.filter(|known| known.0 < found.0).unwrap_or(found));
                    false
                }
            },
        );
        match fault {
            Some((line, fault)) if line < MOST_ENTRIES => return Err(line_error(line, fault)),
            _ if count >= MOST_ENTRIES => return Err(EntryListError::TooMany),
            _ => {}
        }
        parts.sort_unstable_by_key(|&(number, _)| number);
        let mut root = RootBuilder::default();
        let (mut starts, mut amounts) = (Vec::new(), Vec::new());
        let mut tickets = 0;
        for (_, part) in parts {
            // The roots of stretches are nodes of the list's tree, and the same tree lies above them.
            root.push(part.root);
            starts.extend(part.starts);
            amounts.extend(part.amounts);
            // Fewer than 2³² lines of fewer than 2³² tickets: no overflow.
            tickets += part.tickets;
        }
        let tickets = (form == Form::Tickets).then_some(tickets);
        if tickets.is_some_and(|sum| sum > text::LARGEST_NUMBER) {
            return Err(EntryListError::TooManyTickets);
        }
        let amounts = form.fields().amount.then_some(amounts);
        let list = Self { text, count, starts, form, tickets, amounts, root: root.finish() };
        list.refuse_duplicates(keys, passes)?;
        Ok(list)
    }

    /// `keys` holds the keys of the first pass, in any order.
    ///
    /// Equal entries have equal keys. Only keys are sorted, 8 bytes for each line and not many at a time; lines are
    /// looked for where a key comes twice.
    fn refuse_duplicates(&self, mut keys: Vec<u64>, passes: u64) -> Result<(), EntryListError> {
        let mut repeated = Vec::new();
        for pass in 0..passes {
            if pass > 0 {
                keys.clear();
                self.each_key(|key, _| (key % passes == pass).then_some(key), &mut keys);
            }
            stretches::sort(&mut keys);
            let same = keys.chunk_by(|a, b| a == b).filter(|same| same.len() > 1);
            repeated.extend(same.map(|same| same[0]));
        }
        drop(keys);
        if repeated.is_empty() {
            return Ok(());
        }
        repeated.sort_unstable();
        let mut lines = Vec::new();
        let is_repeated = |key, line| repeated.binary_search(&key).is_ok().then_some((key, line));
        self.each_key(is_repeated, &mut lines);
        self.earliest_duplicate(lines)
    }

    /// Gathers what `keep` makes of each entry's key and line (from 1), in any order.
    fn each_key<T: Send>(&self, keep: impl Fn(u64, u64) -> Option<T> + Sync, kept: &mut Vec<T>) {
        let work = |stretch: &Stretch<'_>| {
            let lines = stretch.lines().zip(stretch.first_line()..);
            lines.filter_map(|(line, number)| keep(key(entry_of(line)), number)).collect()
        };
        stretches::each(&self.text, work, |_, mut more: Vec<T>| {
            kept.append(&mut more);
            true
        });
    }

    /// The first line that repeats another one, out of lines (from 1) with their keys.
    ///
    /// Entries with one key are compared, and sorted for it: whoever makes many of them gains nothing.
    fn earliest_duplicate(&self, mut keys: Vec<(u64, u64)>) -> Result<(), EntryListError> {
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
        self.count
    }

    /// The sum of the tickets, if the list is weighted.
    pub fn tickets(&self) -> Option<u64> {
        self.tickets
    }

    /// The line at a position, from 0.
    pub fn line(&self, position: u64) -> Option<&str> {
        let index = usize::try_from(position).ok()?;
        let start = *self.starts.get(index / INDEXED)?;
        self.text[start..].split_terminator('\n').nth(index % INDEXED)
    }

    /// The entry at a position, from 0: its line without tickets and fields.
    pub fn entry(&self, position: u64) -> Option<&str> {
        self.line(position).map(entry_of)
    }

    /// The tickets of the entry at a position, from 0; nothing if the list isn't weighted.
    pub fn tickets_at(&self, position: u64) -> Option<u32> {
        self.tickets?;
        Line::parse(self.line(position)?, self.form).ok()?.tickets
    }

    /// The tickets of all entries in order; nothing if the list isn't weighted.
    pub(crate) fn each_tickets(&self) -> impl Iterator<Item = u32> {
        let lines = self.tickets.map(|_| self.lines()).into_iter().flatten();
        lines.filter_map(|line| Line::parse(line, self.form).ok()?.tickets)
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

    /// The strata of all entries in order; empty without this field.
    pub(crate) fn each_stratum(&self) -> impl Iterator<Item = &str> {
        let has_field = self.fields().stratum;
        self.lines().map(move |line| match line.split_once('\t') {
            Some((stratum, _)) if has_field => stratum,
            _ => "",
        })
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
        (0..)
            .zip(self.lines())
            .find(|(_, line)| entry_of(line) == entry)
            .map(|(position, _)| position)
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
        let mut roots = Vec::new();
        let work = |stretch: &Stretch<'_>| {
            let lines = stretch.lines().zip(stretch.first_line() - 1..);
            let leaves = lines.map(|(line, position)| merkle::private_leaf(key, position, line));
            merkle::root_of(&mut leaves.collect::<Vec<_>>())
        };
        stretches::each(&self.text, work, |number, root| {
            roots.push((number, root));
            true
        });
        roots.sort_unstable();
        let mut root = RootBuilder::default();
        for (_, of_stretch) in roots {
            root.push(of_stretch);
        }
        root.finish()
    }

    /// The paths that lead from the leaves at these positions to the root of the list kept private under a key.
    ///
    /// They are those of the whole [`tree`](Self::tree), of which only stretches are held.
    pub(crate) fn private_paths(&self, key: &ListKey, positions: &[u64]) -> Vec<Vec<Digest>> {
        let mut wanted: Vec<(u64, usize)> = positions.iter().copied().zip(0..).collect();
        wanted.sort_unstable();
        let mut parts = Vec::new();
        let work = |stretch: &Stretch<'_>| {
            let first = stretch.first_line() - 1;
            let lines = stretch.lines().zip(first..);
            let leaves = lines.map(|(line, position)| merkle::private_leaf(key, position, line));
            let tree = Tree::new(leaves.collect());
            let before = |end: u64| wanted.partition_point(|&(position, _)| position < end);
            let within = &wanted[before(first)..before(first + stretches::LINES as u64)];
            let path = |&(position, nth): &(u64, usize)| {
                (nth, tree.path(position - first).unwrap_or_default())
            };
            (tree.root(), within.iter().map(path).collect::<Vec<_>>())
        };
        stretches::each(&self.text, work, |number, (root, paths)| {
            parts.push((number, root, paths));
            true
        });
        parts.sort_unstable_by_key(|&(number, ..)| number);
        let above = Tree::new(parts.iter().map(|&(_, root, _)| root).collect());
        let mut paths = vec![Vec::new(); positions.len()];
        for (number, _, below) in parts {
            let further = above.path(number as u64).unwrap_or_default();
            for (nth, mut path) in below {
                path.extend(&further);
                paths[nth] = path;
            }
        }
        paths
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

/// How many lines have an end. Counts in bytes, so that many are counted at a time.
fn lines_in(text: &str) -> u64 {
    let in_some =
        |some: &[u8]| some.iter().fold(0, |ends: u8, &byte| ends + u8::from(byte == b'\n'));
    text.as_bytes().chunks(usize::from(u8::MAX)).map(|some| u64::from(in_some(some))).sum()
}

/// The entry of a line, which follows its last TAB.
fn entry_of(line: &str) -> &str {
    line.rsplit('\t').next().unwrap_or(line)
}

/// 64 bits of an entry's SHA-256: where these differ the entries do.
fn key(entry: &str) -> u64 {
    prefix(&merkle::leaf(entry))
}

/// The digest's first 8 bytes.
fn prefix(digest: &Digest) -> u64 {
    digest.as_bytes()[..8].iter().fold(0, |prefix, &byte| prefix << 8 | u64::from(byte))
}

/// What stands in a stretch of a list.
struct Part {
    root: Digest,
    /// The keys of entries that the first of several passes compares.
    keys: Vec<u64>,
    starts: Vec<usize>,
    tickets: u64,
    amounts: Vec<i64>,
}

impl Part {
    /// Checks a stretch; its first fault comes with its line.
    fn of(stretch: &Stretch<'_>, form: Form, passes: u64) -> Result<Self, (u64, LineFault)> {
        // A whole line's key is part of its leaf.
        let is_entry = form == Form::Fields(NO_FIELDS);
        let mut lines = Vec::with_capacity(stretches::LINES);
        let mut keys = Vec::with_capacity(stretches::LINES);
        let (mut starts, mut amounts) = (Vec::new(), Vec::new());
        let mut sum = 0;
        let mut start = stretch.offset;
        for (line, number) in stretch.lines().zip(stretch.first_line()..) {
            let Line { tickets, amount, entry } =
                Line::parse(line, form).map_err(|fault| (number, fault))?;
            sum += u64::from(tickets.unwrap_or_default());
            amounts.extend(amount);
            if lines.len().is_multiple_of(INDEXED) {
                starts.push(start);
            }
            start += line.len() + 1;
            lines.push(line);
            if !is_entry {
                keys.push(key(entry));
            }
        }
        let mut leaves = Vec::with_capacity(lines.len());
        merkle::push_leaves(&lines, &mut leaves);
        if is_entry {
            keys.extend(leaves.iter().map(prefix));
        }
        if passes > 1 {
            keys.retain(|key| key % passes == 0);
        }
        let root = merkle::root_of(&mut leaves);
        Ok(Self { root, keys, starts, tickets: sum, amounts })
    }
}

/// One of so many lines has its place kept; the others are found from there. Divides the lines of a stretch.
const INDEXED: usize = 16;
/// So many keys are held at a time, 8 bytes each.
const MOST_KEYS: u64 = 1 << 26;
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
    extern crate std;

    use std::{collections::BTreeMap, format};

    use super::*;

    /// What a list of these lines is, line by line: its root, or the first repeated entry with both lines.
    fn by_definition(lines: &[String]) -> Result<Digest, (u64, u64)> {
        let mut known = BTreeMap::new();
        let mut root = RootBuilder::default();
        for (line, number) in lines.iter().zip(1..) {
            if let Some(first) = known.insert(entry_of(line), number) {
                return Err((first, number));
            }
            root.push(merkle::leaf(line));
        }
        Ok(root.finish())
    }

    fn as_found(list: &Result<EntryList, EntryListError>) -> Result<Digest, (u64, u64)> {
        match list {
            Ok(list) => Ok(list.root()),
            Err(EntryListError::Duplicate { first, second, .. }) => Err((*first, *second)),
            Err(_) => Err((0, 0)),
        }
    }

    /// Lines of many lengths, each unlike the others.
    fn some_lines(count: usize) -> Vec<String> {
        (0..count).map(|i| format!("{i}{}", "ü-x".repeat(i * i % 41))).collect()
    }

    #[test]
    fn a_list_of_any_length_is_what_its_lines_are() {
        let lines = some_lines(9000);
        for count in (1..300).chain([4095, 4096, 4097, 8191, 8192, 9000]) {
            let lines = &lines[..count];
            let text = lines.join("\n");
            let list = EntryList::parse(text.clone().into(), false);
            assert_eq!(as_found(&list), by_definition(lines), "{count}");
            let Ok(list) = list else { continue };
            assert_eq!((list.len(), list.as_str()), (count as u64, format!("{text}\n").as_str()));
            for (position, line) in (0..).zip(lines).step_by(1 + count / 500) {
                assert_eq!(list.line(position), Some(line.as_str()));
                assert_eq!(list.position(line), Some(position));
            }
            assert_eq!(list.line(count as u64), None);
            let key = ListKey::from_bytes([7; 32]);
            let tree = list.tree(Some(&key));
            assert_eq!(list.private_root(&key), tree.root());
            let positions: Vec<u64> = (0..count as u64).rev().step_by(1 + count / 500).collect();
            let paths = positions.iter().map(|&at| tree.path(at).unwrap_or_default());
            assert!(paths.eq(list.private_paths(&key, &positions)), "{count}");
            assert_eq!(list.root(), list.tree(None).root());
        }
    }

    #[test]
    fn the_first_repetition_is_found_wherever_it_is() {
        let lines = some_lines(9000);
        for pairs in [
            vec![(0, 1)],
            vec![(0, 8999)],
            vec![(4095, 4096)],
            vec![(3, 8000), (5000, 7000), (1, 7001)],
            vec![(5, 6), (6, 7), (7, 8999)],
        ] {
            let mut lines = lines.clone();
            for (from, to) in pairs {
                lines[to] = lines[from].clone();
            }
            let expected = by_definition(&lines);
            assert!(expected.is_err());
            assert_eq!(as_found(&EntryList::parse(lines.join("\n").into(), false)), expected);
            let weighted: Vec<_> =
                lines.iter().zip(1..).map(|(line, i)| format!("{i}\t{line}")).collect();
            let list = EntryList::parse(weighted.join("\n").into(), true);
            assert_eq!(as_found(&list), by_definition(&weighted));
        }
    }

    #[test]
    fn keys_are_compared_in_any_number_of_passes() {
        let mut lines = some_lines(5000);
        lines[4321] = lines[1234].clone();
        let text = lines.join("\n") + "\n";
        for passes in 1..5 {
            let mut list = EntryList::parse("a".into(), false).unwrap_or_else(|_| unreachable!());
            let mut keys = Vec::new();
            let mut starts = Vec::new();
            for number in 0..2 {
                let mut stretch = 0;
                stretches::each(
                    &text,
                    |part| Part::of(part, Form::new(false), passes),
                    |at, part| {
                        stretch += 1;
                        if let (true, Ok(part)) = (at == number, part) {
                            keys.extend(part.keys);
                            starts.extend(part.starts);
                        }
                        true
                    },
                );
                assert_eq!(stretch, 2);
            }
            (list.text, list.starts, list.count) = (text.clone(), starts, 5000);
            let found = list.refuse_duplicates(keys, passes);
            let entry = lines[1234].clone();
            assert_eq!(found, Err(EntryListError::Duplicate { entry, first: 1235, second: 4322 }));
        }
    }

    #[test]
    fn the_first_fault_is_told_whichever_was_found_first() {
        let mut lines = some_lines(60_000);
        lines[20_000] = "a\tb".into();
        for fault in [59_999, 40_000, 20_001] {
            lines[fault] = " ".into();
        }
        for _ in 0..20 {
            match EntryList::parse(lines.join("\n").into(), false) {
                Err(EntryListError::File(error)) => {
                    assert_eq!((error.line, error.column), (20_001, 2));
                }
                other => unreachable!("{other:?}"),
            }
        }
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
