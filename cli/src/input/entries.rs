//! Rows to entries: trims, skips blank rows, and refuses what a line of the list can't be (SPEC, entry list).

use fairdraw::draw::is_forbidden;

use super::ImportOptions;
use super::columns::Columns;
use super::population::{self, Strata};
use super::report::Report;
use super::row::{Cell, Source, plain, shown};
use crate::error::Error;

/// Entries in file order, in one allocation.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    /// Every entry, each ended by LF.
    pub(crate) text: String,
    count: usize,
    /// Where every sixteenth entry begins in `text`: the others are found from there.
    starts: Vec<usize>,
    /// The line or row of an entry, by its index, where it isn't the one after the line of the entry before.
    lines: Vec<(usize, u64)>,
    /// One per entry if there is a tickets column, otherwise empty.
    pub(crate) tickets: Vec<u32>,
    pub(crate) strata: Strata,
    /// In minor units; one per entry if there is a column of amounts, otherwise empty.
    pub(crate) amounts: Vec<i64>,
}

impl Entries {
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// All entries in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.text.split_terminator('\n')
    }

    pub(crate) fn entry(&self, index: usize) -> &str {
        let rest = &self.text[self.starts[index / INDEXED]..];
        rest.split_terminator('\n').nth(index % INDEXED).unwrap_or_default()
    }

    /// The line or row of an entry.
    pub(crate) fn line(&self, index: usize) -> u64 {
        let run = self.lines.partition_point(|&(first, _)| first <= index);
        run.checked_sub(1).map_or(0, |run| {
            let (first, line) = self.lines[run];
            line + (index - first) as u64
        })
    }

    /// Adds an entry that stands in this line or row.
    pub(crate) fn push(&mut self, entry: &str, line: u64) {
        let start = self.text.len();
        self.text.push_str(entry);
        self.end(start, line);
    }

    /// Exchanges the text of the entries since the last time with an empty one; `entry` then doesn't find them any more.
    pub(crate) fn hand_over(&mut self, text: &mut String) {
        text.clear();
        std::mem::swap(&mut self.text, text);
        self.starts.clear();
    }

    /// Ends the entry that begins at byte `start` of the text.
    fn end(&mut self, start: usize, line: u64) {
        if self.count.is_multiple_of(INDEXED) {
            self.starts.push(start);
        }
        let expected = self.lines.last().map(|&(first, line)| line + (self.count - first) as u64);
        if expected != Some(line) {
            self.lines.push((self.count, line));
        }
        self.count += 1;
        self.text.push('\n');
    }
}

/// What was read of a list, without the text that it was read from.
#[derive(Debug)]
pub(crate) struct Read {
    pub(crate) entries: Entries,
    pub(crate) tickets_told: bool,
}

/// Takes rows one by one.
#[derive(Debug)]
pub(crate) struct Collector<'t> {
    options: &'t ImportOptions,
    tabular: bool,
    columns: Option<Columns>,
    entries: Entries,
    header_line: Option<u64>,
    rows: u64,
    blank: u64,
    trimmed: u64,
}

impl<'t> Collector<'t> {
    /// `tabular`: the format has columns.
    pub(crate) fn new(options: &'t ImportOptions, tabular: bool) -> Self {
        let entries = Entries::default();
        let (columns, header_line) = (None, None);
        Self { options, tabular, columns, entries, header_line, rows: 0, blank: 0, trimmed: 0 }
    }

    /// Adds blank rows that a sheet leaves out.
    pub(crate) fn skip_blank(&mut self, rows: u64) {
        self.blank += rows;
    }

    /// Takes one row: blank, header or entry.
    pub(crate) fn row(
        &mut self,
        source: &Source<'_>,
        line: u64,
        cells: &[Cell<'_>],
    ) -> Result<(), Error> {
        if cells.iter().all(|cell| is_blank(&cell.text)) {
            self.blank += 1;
            return Ok(());
        }
        let columns = if let Some(columns) = self.columns.take() {
            columns
        } else {
            let columns = Columns::choose(source, self.options, self.tabular, cells)?;
            if columns.header.is_some() {
                self.header_line = Some(line);
                self.columns = Some(columns);
                return Ok(());
            }
            columns
        };
        let taken = self.take(source, line, cells, &columns);
        self.columns = Some(columns);
        taken
    }

    /// Whether the value in this column (from 0) and line became part of the list.
    pub(crate) fn uses(&self, column: usize, line: u64) -> bool {
        let used = |c: &Columns| {
            let further = [c.tickets, c.stratum, c.amount];
            c.entry.contains(&column) || further.contains(&Some(column))
        };
        self.header_line != Some(line) && self.columns.as_ref().is_some_and(used)
    }

    /// The counts so far; the caller adds what it knows about the file.
    pub(crate) fn report(&self, source: &Source<'_>) -> Report {
        let mut report = Report { file: source.name.to_owned(), ..Report::default() };
        if let Some(columns) = &self.columns {
            report.header = columns
                .header
                .as_ref()
                .map(|names| names.iter().map(|n| plain(n)).collect::<Vec<_>>().join(" | "));
            report.header_line = self.header_line;
            report.columns = columns.entry.iter().map(|i| columns.called(*i)).collect();
            report.tickets_column = columns.tickets.map(|i| columns.called(i));
            report.stratum_column = columns.stratum.map(|i| columns.called(i));
            report.amount_column = columns.amount.map(|i| columns.called(i));
        }
        Report { rows: self.rows, blank: self.blank, trimmed: self.trimmed, ..report }
    }

    /// Exchanges the text of the entries since the last time with an empty one.
    pub(crate) fn hand_over(&mut self, text: &mut String) {
        self.entries.hand_over(text);
    }

    /// Ends the reading; there must be an entry.
    pub(crate) fn finish(self, source: &Source<'_>) -> Result<Read, Error> {
        if self.entries.len() == 0 {
            let what = if self.columns.is_some() {
                "only a header, no entries"
            } else {
                "no entries: nothing but blank lines"
            };
            let what = if source.text.is_empty() && source.sheet.is_empty() {
                "no entries: the file is empty"
            } else {
                what
            };
            return Err(Error::not_done(format!("{}: {what}", source.name)));
        }
        let tickets_told = self.columns.is_some_and(|columns| columns.tickets.is_some());
        Ok(Read { entries: self.entries, tickets_told })
    }

    fn take(
        &mut self,
        source: &Source<'_>,
        line: u64,
        cells: &[Cell<'_>],
        columns: &Columns,
    ) -> Result<(), Error> {
        if cells.len() != columns.width {
            let (has, first) = (count(cells.len(), "value"), columns.width);
            let what = format!("the row has {has}, the first row has {first}");
            return Err(source.error_in_row(line, &what));
        }
        let start = self.entries.text.len();
        for (nth, index) in columns.entry.iter().enumerate() {
            if nth > 0 {
                self.entries.text.push_str(SEPARATOR);
            }
            let value = checked(source, &cells[*index])?;
            self.trimmed += u64::from(value.len() < cells[*index].text.len());
            self.entries.text.push_str(value);
        }
        self.end_entry(source, line, cells, columns, start)?;
        if let Some(index) = columns.tickets {
            let tickets = tickets(source, &cells[index])?;
            self.entries.tickets.push(tickets);
        }
        if let Some(index) = columns.stratum {
            self.entries.strata.take(source, &cells[index])?;
        }
        if let (Some(index), Some(amount)) = (columns.amount, &self.options.amount) {
            let amount = population::amount(source, &cells[index], amount.style)?;
            self.entries.amounts.push(amount);
        }
        self.rows += 1;
        if u32::try_from(self.entries.len()).is_err() {
            return Err(source.error_in_row(line, "a list has fewer than 4294967296 entries"));
        }
        Ok(())
    }

    /// Checks the entry that begins at byte `start` as a whole and ends it.
    fn end_entry(
        &mut self,
        source: &Source<'_>,
        line: u64,
        cells: &[Cell<'_>],
        columns: &Columns,
        start: usize,
    ) -> Result<(), Error> {
        if columns.entry.iter().all(|index| is_blank(&cells[*index].text)) {
            let names: Vec<_> = columns.entry.iter().map(|index| columns.called(*index)).collect();
            let what = format!("nothing in column {}, but the row is not blank", names.join(", "));
            return Err(source.error_in_row(line, &what));
        }
        // Only spaces of the separator can stand at the ends here, where the first or last column is empty.
        let joined = self.entries.text[start..].trim_matches(' ');
        if joined.len() > MAX_LINE {
            let what =
                format!("the entry has {} bytes, at most {MAX_LINE} are allowed", joined.len());
            return Err(match columns.entry[..] {
                [only] => source.error_in_cell(&cells[only], None, &what),
                _ => source.error_in_row(line, &what),
            });
        }
        if joined.len() != self.entries.text.len() - start {
            let joined = joined.to_owned();
            self.entries.text.truncate(start);
            self.entries.text.push_str(&joined);
        }
        self.entries.end(start, line);
        Ok(())
    }
}

/// `3 values`, `1 value`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// The value without white space around it, if all its characters may stand in a line.
pub(super) fn checked<'c>(source: &Source<'_>, cell: &'c Cell<'_>) -> Result<&'c str, Error> {
    if let Some(kind) = cell.refused {
        return Err(source
            .error_in_cell(
                cell,
                None,
                &format!("{kind} ({}) can't be part of an entry", shown(&cell.text)),
            )
            .hint("give the column the format Text and type the value as it should be read out"));
    }
    let value = trim(&cell.text);
    // Looking at all bytes, without stopping at the first other one, is several bytes at a time.
    if value.bytes().fold(true, |plain, b| plain & matches!(b, b' '..=b'~')) {
        return Ok(value);
    }
    let Some((at, c)) = value.char_indices().find(|(_, c)| is_forbidden(*c)) else {
        return Ok(value);
    };
    let inside = value.as_ptr().addr() - cell.text.as_ptr().addr() + at;
    let what = format!("U+{:04X} ({}) is not allowed in an entry", u32::from(c), kind_of(c));
    let hint = match c {
        '\t' => "if the tab divides two columns, say --format tsv; else delete it",
        _ => "delete the character; it can't be seen in a printed list",
    };
    Err(source.error_in_cell(cell, Some(inside), &what).hint(hint))
}

/// Cuts white space, but no character that breaks a line: that one is then refused where it stands.
fn trim(text: &str) -> &str {
    match text.as_bytes() {
        // Most values have nothing to cut.
        [b'!'..=b'~'] | [b'!'..=b'~', .., b'!'..=b'~'] => text,
        _ => text.trim_matches(is_cut),
    }
}

/// Whether nothing is left of a text when it is cut.
fn is_blank(text: &str) -> bool {
    text.chars().all(is_cut)
}

fn is_cut(c: char) -> bool {
    c.is_whitespace() && !matches!(c, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn kind_of(c: char) -> &'static str {
    match c {
        '\t' => "tab",
        '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => "line break",
        '\u{feff}' => "byte order mark",
        '\0'..='\x1f' | '\x7f'..='\u{9f}' => "control character",
        _ => "direction mark",
    }
}

/// A number of tickets: a decimal 1..2^32-1, written in the one way.
fn tickets(source: &Source<'_>, cell: &Cell<'_>) -> Result<u32, Error> {
    let text = checked(source, cell)?;
    let plain =
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    if let Some(tickets) = text.parse().ok().filter(|_| plain) {
        return Ok(tickets);
    }
    let what = match text {
        "" => "no number of tickets".to_owned(),
        "0" => "0 tickets; an entry has at least one".to_owned(),
        _ if plain => format!("{text} tickets; at most 4294967295 are allowed"),
        _ => format!("{} is not a number of tickets", shown(text)),
    };
    let hint = match text {
        "" | "0" => "delete the row, or give it tickets",
        _ => "write digits only: no sign, no leading zero, no separators, no decimals",
    };
    Err(source.error_in_cell(cell, None, &what).hint(hint))
}

/// Between the values of an entry made of several columns.
const SEPARATOR: &str = " | ";
const MAX_LINE: usize = 4096;
/// One of so many entries has its place kept.
const INDEXED: usize = 16;

#[cfg(test)]
mod tests {
    use super::Entries;

    #[test]
    fn entries_and_their_lines_are_found_again() {
        let mut entries = Entries::default();
        let pushed: Vec<(String, u64)> =
            (0..200u64).map(|i| (format!("entry {i}"), 3 + i + i / 7 + i / 50)).collect();
        for (entry, line) in &pushed {
            entries.push(entry, *line);
        }
        assert_eq!(entries.len(), pushed.len());
        for (index, (entry, line)) in pushed.iter().enumerate() {
            assert_eq!((entries.entry(index), entries.line(index)), (entry.as_str(), *line));
        }
        assert!(entries.iter().eq(pushed.iter().map(|(entry, _)| entry)));
        assert!(entries.lines.len() < 40, "a run of lines is kept once");
    }
}
