//! CSV and its relatives, read strictly after RFC 4180.
//!
//! Readers that forgive bad quoting turn two entrants into one or one into two without a word. Here a quote stands
//! only around a whole value, is doubled inside, and a value never holds a line break; everything else is refused.

use std::borrow::Cow;

use super::format::Format;
use super::lines::Ends;
use super::row::{Cell, Place, Source, Take};
use crate::error::Error;

/// Calls `row` with the line number, the cells and the offset of every record, blank lines included.
pub(crate) fn rows<'t>(
    source: &Source<'t>,
    delimiter: u8,
    ends: Ends,
    row: &mut Take<'_, 't>,
) -> Result<(), Error> {
    let len = source.text.len();
    if source.text.starts_with("sep=")
        && source.text[4..].chars().nth(1).is_none_or(|c| c == '\r' || c == '\n')
    {
        return Err(source
            .error_at(0, "`sep=` is a word to Excel, neither a header nor an entry")
            .hint("delete line 1"));
    }
    let (mut at, mut line) = (0, 1);
    let mut cells = Vec::new();
    while at < len {
        cells.clear();
        let start = at;
        at = record(source, delimiter, ends.byte(), at, &mut cells)?;
        row(line, &cells, start)?;
        line += 1;
    }
    Ok(())
}

/// Tells the delimiter of a file called .csv by the first record that is not blank.
pub(crate) fn sniff(source: &Source<'_>, ends: Ends) -> Result<Format, Error> {
    let (mut seen, mut quoted, mut blank) = (Vec::new(), false, true);
    for byte in source.text.bytes() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b if b == ends.byte() && blank => seen.clear(),
            b if b == ends.byte() => break,
            b',' | b';' | b'\t' if !seen.contains(&byte) => seen.push(byte),
            _ => {}
        }
        blank &= byte.is_ascii_whitespace();
    }
    match seen[..] {
        [] | [b','] => Ok(Format::Csv),
        [b';'] => Ok(Format::Semicolon),
        [b'\t'] => Ok(Format::Tsv),
        _ => Err(Error::not_done(format!(
            "{}: the first row has more than one of comma, semicolon and tab outside quotes; which one divides the values?",
            source.name
        ))
        .hint("say --format csv (commas), --format semicolon or --format tsv")),
    }
}

/// Reads one record from byte `at` into `cells`; returns where the next one begins.
fn record<'t>(
    source: &Source<'t>,
    delimiter: u8,
    end: u8,
    mut at: usize,
    cells: &mut Vec<Cell<'t>>,
) -> Result<usize, Error> {
    let bytes = source.text.as_bytes();
    loop {
        let start = at;
        let quoted = bytes.get(at) == Some(&b'"');
        let text = if quoted {
            quoted_value(source, &mut at)?
        } else {
            bare_value(source, delimiter, end, &mut at)?
        };
        cells.push(Cell {
            text,
            place: Place::Offset { start, quoted },
            refused: None,
            number: None,
        });
        match bytes.get(at) {
            None => return Ok(at),
            Some(byte) if *byte == delimiter => at += 1,
            Some(byte) if *byte == end => return Ok(at + 1),
            Some(b'\r') if bytes.get(at + 1) == Some(&end) => return Ok(at + 2),
            Some(_) => {
                return Err(source.error_at(at, "text after a closing quote").hint(
                    "quotes stand around a whole value; a quote inside it is written twice",
                ));
            }
        }
    }
}

/// A value without quotes: up to the delimiter or the line end.
fn bare_value<'t>(
    source: &Source<'t>,
    delimiter: u8,
    end: u8,
    at: &mut usize,
) -> Result<Cow<'t, str>, Error> {
    let start = *at;
    let rest = &source.text.as_bytes()[start..];
    let stop = |b: &u8| *b == delimiter || *b == end || *b == b'"' || *b == b'\r';
    let len = rest.iter().position(stop).unwrap_or(rest.len());
    *at = start + len;
    if rest.get(len) == Some(&b'"') {
        return Err(source
            .error_at(*at, "a quote inside a value that does not begin with one")
            .hint("put the whole value in quotes and write quotes inside it twice"));
    }
    Ok(Cow::Borrowed(&source.text[start..*at]))
}

/// A value in quotes, `at` its opening one; moves `at` behind its closing one.
fn quoted_value<'t>(source: &Source<'t>, at: &mut usize) -> Result<Cow<'t, str>, Error> {
    let opening = *at;
    let bytes = source.text.as_bytes();
    let mut value = Cow::Borrowed("");
    let mut start = opening + 1;
    loop {
        let stop = |b: &u8| matches!(b, b'"' | b'\n' | b'\r');
        let Some(len) = bytes[start..].iter().position(stop) else {
            return Err(unclosed(source, opening));
        };
        let found = start + len;
        let piece = &source.text[start..found];
        if value.is_empty() {
            value = Cow::Borrowed(piece);
        } else {
            value.to_mut().push_str(piece);
        }
        if bytes[found] != b'"' {
            return Err(line_break(source, opening, found));
        }
        if bytes.get(found + 1) != Some(&b'"') {
            *at = found + 1;
            return Ok(value);
        }
        value.to_mut().push('"');
        start = found + 2;
    }
}

fn unclosed(source: &Source<'_>, opening: usize) -> Error {
    source
        .error_at(opening, "a quote that is never closed")
        .hint("a quote inside a value is written twice, and the value is then quoted")
}

/// A line break inside quotes: either meant as such, or the closing quote is missing.
fn line_break(source: &Source<'_>, opening: usize, at: usize) -> Error {
    if source.text[at..].contains('"') {
        source.error_at(at, "a line break inside a quoted value; an entry is one line")
    } else {
        unclosed(source, opening)
    }
}
