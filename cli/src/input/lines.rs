//! Lines: their ends, their numbers, and the list with one entry a line.

use std::borrow::Cow;

use super::encoding::{Decoded, looks_like_utf16};
use super::entries::Collector;
use super::format::Format;
use super::row::{Cell, Place, Source, Take};
use super::{ImportOptions, Imported, delimited, duplicates};
use crate::error::Error;

/// What ends the lines of a text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Ends {
    Lf,
    CrLf,
    Mixed,
    /// Old Macintosh files. Read only where the text has no LF at all, so that a CR can't be anything else.
    Cr,
    /// One line without an end.
    None,
}

impl Ends {
    pub(crate) fn words(self) -> Option<&'static str> {
        match self {
            Self::Lf => Some("LF line ends"),
            Self::CrLf => Some("CR LF line ends"),
            Self::Mixed => Some("LF and CR LF line ends"),
            Self::Cr => Some("CR line ends"),
            Self::None => None,
        }
    }

    /// The last byte of each line end.
    pub(crate) fn byte(self) -> u8 {
        if self == Self::Cr { b'\r' } else { b'\n' }
    }
}

/// Imports a text; `told` is its format unless the first row has to show the delimiter.
pub(crate) fn import(
    name: &str,
    told: Option<Format>,
    decoded: Decoded,
    options: &ImportOptions,
    progress: &dyn Fn(u64, u64),
) -> Result<Imported, Error> {
    let source = Source { name, text: &decoded.text, sheet: "" };
    let ends = ends(&source)?;
    let format = told.map_or_else(|| delimited::sniff(&source, ends), Ok)?;
    let mut collector = Collector::new(options, format != Format::Text);
    let mut row = |line, cells: &[Cell<'_>], offset: usize| {
        if line % 4096 == 0 {
            progress(offset as u64, source.text.len() as u64);
        }
        collector.row(&source, line, cells)
    };
    let read = match format.delimiter() {
        Some(delimiter) => delimited::rows(&source, delimiter, ends, &mut row),
        None => rows(&source, ends, &mut row),
    };
    read.map_err(|e| {
        if looks_like_utf16(source.text) {
            e.hint("if this is UTF-16, say --encoding utf-16le")
        } else {
            e
        }
    })?;
    progress(source.text.len() as u64, source.text.len() as u64);
    let mut report = collector.report(&source);
    report.format = format.to_string();
    report.encoding = Some(decoded.encoding);
    report.line_ends = ends.words();
    let read = collector.finish(&source)?;
    // The file's text is not needed any more, and may be most of what is held.
    drop(decoded.text);
    duplicates::resolve(&Source { name, text: "", sheet: "" }, read, options, report)
}

/// Calls `row` with the number, the one cell and the offset of every line.
pub(super) fn rows<'t>(
    source: &Source<'t>,
    ends: Ends,
    row: &mut Take<'_, 't>,
) -> Result<(), Error> {
    let mut start = 0;
    for (line, text) in (1..).zip(source.text.split_inclusive(char::from(ends.byte()))) {
        let place = Place::Offset { start, quoted: false };
        let text_of_line = Cow::Borrowed(without_end(text));
        row(line, &[Cell { text: text_of_line, place, refused: None, number: None }], start)?;
        start += text.len();
    }
    Ok(())
}

fn without_end(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// Finds the line ends of a text; a CR that is neither before an LF nor in a text without LF is refused.
pub(super) fn ends(source: &Source<'_>) -> Result<Ends, Error> {
    let bytes = source.text.as_bytes();
    if !source.text.contains('\r') {
        return Ok(if source.text.contains('\n') { Ends::Lf } else { Ends::None });
    }
    let (mut lf, mut cr_lf, mut lone) = (false, false, None);
    for (i, byte) in bytes.iter().enumerate() {
        match byte {
            b'\n' if i > 0 && bytes[i - 1] == b'\r' => cr_lf = true,
            b'\n' => lf = true,
            b'\r' if bytes.get(i + 1) != Some(&b'\n') && lone.is_none() => lone = Some(i),
            _ => {}
        }
    }
    match (lf, cr_lf, lone) {
        (false, false, None) => Ok(Ends::None),
        (false, false, Some(_)) => Ok(Ends::Cr),
        (true, false, None) => Ok(Ends::Lf),
        (false, true, None) => Ok(Ends::CrLf),
        (true, true, None) => Ok(Ends::Mixed),
        (_, _, Some(at)) => Err(source
            .error_at(
                at,
                "U+000D (CR) without LF, in a file whose lines end with LF: one entry or two?",
            )
            .hint("make it a line end, or delete it")),
    }
}

/// Line and column, from 1, of the character after `before`. A line ends at LF, CR LF, or a lone CR.
pub(crate) fn position(before: &str) -> (u64, u64) {
    let bytes = before.as_bytes();
    let (mut line, mut start) = (1, 0);
    for (i, byte) in bytes.iter().enumerate() {
        if *byte == b'\n' || (*byte == b'\r' && i + 1 < bytes.len() && bytes[i + 1] != b'\n') {
            line += 1;
            start = i + 1;
        }
    }
    if bytes.last() == Some(&b'\r') {
        // The character after it is not LF, or there would be no error here.
        line += 1;
        start = bytes.len();
    }
    (line, before[start..].chars().count() as u64 + 1)
}
