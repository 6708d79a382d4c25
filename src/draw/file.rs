//! The frame that all of the protocol's text files share (SPEC, "Files"): `name: value` lines in a fixed order.

use alloc::{
    borrow::ToOwned as _,
    string::{String, ToString as _},
    vec::Vec,
};
use core::{fmt, ops::RangeInclusive};

use zeroize::Zeroizing;

use crate::{
    digest::{Digest, is_lower_hex, parse_hex},
    text::{self, LineFault, LineFaultKind, Time},
};

/// The kinds of file of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileKind {
    /// `*.commit`
    Commit,
    /// `*.reveal`
    Reveal,
    /// `*.seeds`
    Seeds,
    /// `*.receipt`
    Receipt,
    /// `*.secret`
    Secret,
    /// `*.outcome`
    Outcome,
    /// `*.extension`
    Extension,
    /// `*.replacements`
    Replacements,
    /// The entry list.
    List,
}

/// Why a file can't be read, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileError {
    /// What the file was read as.
    pub file: FileKind,
    /// The line, counted from 1.
    pub line: u64,
    /// The character within the line, counted from 1.
    pub column: u64,
    /// What is wrong there.
    pub fault: FileFault,
}

/// What can be wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileFault {
    /// More bytes than the limit.
    TooLarge {
        /// The most bytes the file may have.
        limit: u64,
    },
    /// Bytes that aren't UTF-8.
    NotUtf8,
    /// A line of the list, or a value, that breaks the rule for lines.
    Line(LineFault),
    /// Some lines end with CR LF, others with LF.
    MixedLineEnds,
    /// The last line has no LF.
    LastLineOpen,
    /// One of the protocol's files, but of another kind.
    OtherKind,
    /// Another line should stand here, or none.
    Expected(&'static str),
    /// The value isn't what its name asks for.
    Value {
        /// The name before the colon.
        name: &'static str,
        /// What the value has to be.
        wanted: &'static str,
    },
    /// Made for a later version of the protocol: the word that this version doesn't know.
    LaterVersion(String),
}

impl FileFault {
    /// The failure's name in the specification and the test vectors.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::TooLarge { .. } => "file-size",
            Self::NotUtf8 => "not-utf-8",
            Self::LaterVersion(_) => "later-version",
            _ => "grammar",
        }
    }
}

/// A file's bytes as text, wiped when dropped, after the checks of size, UTF-8 and line ends: what a [`Reader`] reads.
pub(crate) struct FileText {
    kind: FileKind,
    text: Zeroizing<String>,
}

impl FileText {
    /// Takes CR LF in place of every LF; the text has LF.
    pub(crate) fn new(kind: FileKind, bytes: &[u8], limit: u64) -> Result<Self, FileError> {
        let fail = |line, column, fault| Err(FileError { file: kind, line, column, fault });
        if bytes.len() as u64 > limit {
            return fail(1, 1, FileFault::TooLarge { limit });
        }
        let text = match core::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let (line, column) = place_of(bytes, error.valid_up_to());
                return fail(line, column, FileFault::NotUtf8);
            }
        };
        let line_end = match unify_line_ends(text) {
            Ok(LineEnds::Lf) => "\n",
            Ok(LineEnds::CrLf) => "\r\n",
            Err(line) => return fail(line, 1, FileFault::MixedLineEnds),
        };
        // The file may be a secret one: its copy is wiped, and never grows, which would leave others behind.
        let mut unified = Zeroizing::new(String::with_capacity(text.len()));
        let mut lines = text.split(line_end);
        unified.extend(lines.next());
        lines.for_each(|line| unified.extend(["\n", line]));
        let text = unified;
        if !text.ends_with('\n') {
            let (line, column) = place_of(text.as_bytes(), text.len());
            return fail(line, column, FileFault::LastLineOpen);
        }
        Ok(Self { kind, text })
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn reader(&self) -> Reader<'_> {
        Reader { kind: self.kind, rest: &self.text, line: 1 }
    }
}

pub(crate) enum LineEnds {
    Lf,
    CrLf,
}

/// How the text's lines end, or the first line that ends otherwise than the first one.
pub(crate) fn unify_line_ends(text: &str) -> Result<LineEnds, u64> {
    if !text.contains('\r') {
        return Ok(LineEnds::Lf);
    }
    let mut ends = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let crlf = |line: &str| line.ends_with("\r\n");
    let Some(first) = ends.next().map(crlf) else {
        return Ok(LineEnds::Lf);
    };
    match ends.position(|line| crlf(line) != first) {
        Some(after_first) => Err(after_first as u64 + 2),
        None if first => Ok(LineEnds::CrLf),
        None => Ok(LineEnds::Lf),
    }
}

/// Line and character of a byte offset; the text before it is UTF-8.
pub(crate) fn place_of(bytes: &[u8], offset: usize) -> (u64, u64) {
    let before = &bytes[..offset];
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let line = before.split(|&byte| byte == b'\n').count() as u64;
    let column = String::from_utf8_lossy(&before[line_start..]).chars().count() as u64 + 1;
    (line, column)
}

/// Reads a file's lines in their fixed order.
pub(crate) struct Reader<'a> {
    kind: FileKind,
    rest: &'a str,
    line: u64,
}

impl<'a> Reader<'a> {
    /// The first line, `fairdraw <kind> v1`, which must be one of `kinds`, of a file that needs nothing.
    ///
    /// Returns which of `kinds` it is.
    pub(crate) fn header(&mut self, kinds: &[&'static str]) -> Result<usize, FileError> {
        let kind = self.kind(kinds)?;
        match self.take_if("needs")? {
            Some(token) if token.text == DESIGN => Err(token.wanted("left out in this file")),
            Some(token) => Err(token.unknown_word(TOKEN)),
            None => Ok(kind),
        }
    }

    /// Like [`header`](Self::header), for a file that may have the line `needs: design`. Also returns whether it has.
    ///
    /// With `expected`, whether it has to be there is known.
    pub(crate) fn header_of_design(
        &mut self,
        kinds: &[&'static str],
        expected: Option<bool>,
    ) -> Result<(usize, bool), FileError> {
        let kind = self.kind(kinds)?;
        let Some(token) = self.take_if("needs")? else {
            return match expected {
                Some(true) => Err(self.expected("needs: design")),
                _ => Ok((kind, false)),
            };
        };
        if token.text != DESIGN {
            return Err(token.unknown_word(TOKEN));
        }
        if expected == Some(false) {
            return Err(token.wanted("left out, as the commit has no design"));
        }
        match self.take_if("needs")? {
            Some(further) if further.text > DESIGN => Err(further.unknown_word(TOKEN)),
            Some(further) => Err(further.wanted("a word that sorts behind the one above")),
            None => Ok((kind, true)),
        }
    }

    /// The first line, `fairdraw <kind> v1`, which must be one of `kinds`: which of them.
    fn kind(&mut self, kinds: &[&'static str]) -> Result<usize, FileError> {
        let first = self.rest.split('\n').next().unwrap_or_default();
        let mut words = first.split(' ');
        let frame = (words.next(), words.next(), words.next(), words.next());
        let (Some("fairdraw"), Some(kind), Some(version), None) = frame else {
            return Err(self.error(1, FileFault::Expected("fairdraw <kind> v1")));
        };
        // However large the number is, it is that of a version.
        let number = version.strip_prefix('v').unwrap_or_default();
        let is_number =
            !number.starts_with('0') && number.bytes().all(|digit| digit.is_ascii_digit());
        if !text::is_token(kind) || number.is_empty() || !is_number {
            return Err(self.error(1, FileFault::Expected("fairdraw <kind> v1")));
        }
        if version != "v1" || !KINDS.contains(&kind) {
            return Err(self.error(1, FileFault::LaterVersion(first.to_owned())));
        }
        let Some(index) = kinds.iter().position(|&known| known == kind) else {
            return Err(self.error(1, FileFault::OtherKind));
        };
        self.rest = &self.rest[first.len() + 1..];
        self.line += 1;
        Ok(index)
    }

    /// The value of the next line, which must have this name.
    pub(crate) fn take(&mut self, name: &'static str) -> Result<Value<'a>, FileError> {
        match self.take_if(name)? {
            Some(value) => Ok(value),
            None => Err(self.error(1, FileFault::Expected(name))),
        }
    }

    /// The value of the next line if that has this name.
    pub(crate) fn take_if(&mut self, name: &'static str) -> Result<Option<Value<'a>>, FileError> {
        let Some((line, rest)) = self.rest.split_once('\n') else {
            return Ok(None);
        };
        let Some(text) = line.strip_prefix(name).and_then(|line| line.strip_prefix(": ")) else {
            return Ok(None);
        };
        let value = Value { kind: self.kind, name, line: self.line, offset: 0, text };
        let limit = match name {
            "draw" | "open" | "entry" | "path" | "item" => LONGEST_ENTRY_VALUE,
            _ => LONGEST_VALUE,
        };
        text::check_line(text, limit).map_err(|fault| value.line_error(fault))?;
        self.rest = rest;
        self.line += 1;
        Ok(Some(value))
    }

    /// All lines of this name that come next, at most `most`.
    pub(crate) fn take_all(
        &mut self,
        name: &'static str,
        most: usize,
    ) -> Result<Vec<Value<'a>>, FileError> {
        let mut values = Vec::new();
        while values.len() < most {
            match self.take_if(name)? {
                Some(value) => values.push(value),
                None => break,
            }
        }
        Ok(values)
    }

    /// 0 to 16 `note:` lines, and then the end of the file.
    pub(crate) fn notes_and_end(&mut self) -> Result<Vec<String>, FileError> {
        let notes = self.take_all("note", 16)?;
        self.end("note, or the end of the file")?;
        Ok(notes.iter().map(|note| note.text.to_owned()).collect())
    }

    /// The end of the file.
    pub(crate) fn end(&self, expected: &'static str) -> Result<(), FileError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.expected(expected)) }
    }

    /// The fault that something else should stand here.
    pub(crate) fn expected(&self, what: &'static str) -> FileError {
        self.error(1, FileFault::Expected(what))
    }

    fn error(&self, column: u64, fault: FileFault) -> FileError {
        FileError { file: self.kind, line: self.line, column, fault }
    }
}

/// The value of a line, or a part of it, with its place for messages.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a> {
    kind: FileKind,
    name: &'static str,
    line: u64,
    /// Characters of the value before this part.
    offset: u64,
    pub(crate) text: &'a str,
}

impl<'a> Value<'a> {
    /// The first word, and what stands after the space that ends it.
    pub(crate) fn split_word(self, wanted: &'static str) -> Result<(Self, Self), FileError> {
        match self.first_word() {
            (word, Some(rest)) => Ok((word, rest)),
            _ => Err(self.wanted(wanted)),
        }
    }

    /// The first word, and what stands after a space that ends it.
    pub(crate) fn first_word(self) -> (Self, Option<Self>) {
        let Some((word, rest)) = self.text.split_once(' ') else {
            return (self, None);
        };
        let offset = self.offset + word.chars().count() as u64 + 1;
        (Self { text: word, ..self }, Some(Self { text: rest, offset, ..self }))
    }

    /// What stands after a prefix of the value.
    pub(crate) fn strip_prefix(self, prefix: &str) -> Option<Self> {
        let text = self.text.strip_prefix(prefix)?;
        Some(Self { text, offset: self.offset + prefix.chars().count() as u64, ..self })
    }

    /// The text, which obeys the rule for lines by itself.
    pub(crate) fn phrase(self) -> Result<&'a str, FileError> {
        self.phrase_up_to(text::LONGEST_LINE)
    }

    /// The text, which obeys the rule for lines by itself, with at most so many bytes.
    pub(crate) fn phrase_up_to(self, limit: usize) -> Result<&'a str, FileError> {
        text::check_line(self.text, limit).map_err(|fault| self.line_error(fault))?;
        Ok(self.text)
    }

    /// A whole number between -(2⁶³-1) and 2⁶³-1.
    pub(crate) fn amount(self, wanted: &'static str) -> Result<i64, FileError> {
        text::parse_amount(self.text).ok_or_else(|| self.wanted(wanted))
    }

    pub(crate) fn number(
        self,
        range: RangeInclusive<u64>,
        wanted: &'static str,
    ) -> Result<u64, FileError> {
        text::parse_number(self.text, range).ok_or_else(|| self.wanted(wanted))
    }

    pub(crate) fn digest(self) -> Result<Digest, FileError> {
        self.hex().map(Digest::new)
    }

    /// Exactly `N` bytes in lower-case hexadecimal digits.
    pub(crate) fn hex<const N: usize>(self) -> Result<[u8; N], FileError> {
        let wanted = match N {
            64 => "128 lower-case hexadecimal digits",
            _ => "64 lower-case hexadecimal digits",
        };
        parse_hex(self.text).ok_or_else(|| self.wanted(wanted))
    }

    /// One of these numbers of bytes in lower-case hexadecimal digits.
    pub(crate) fn bytes(
        self,
        lengths: &[usize],
        wanted: &'static str,
    ) -> Result<Vec<u8>, FileError> {
        hex::decode(self.text)
            .ok()
            .filter(|bytes| is_lower_hex(self.text) && lengths.contains(&bytes.len()))
            .ok_or_else(|| self.wanted(wanted))
    }

    pub(crate) fn time(self) -> Result<Time, FileError> {
        Time::parse(self.text).ok_or_else(|| self.wanted("a time, YYYY-MM-DDThh:mm:ssZ"))
    }

    pub(crate) fn wanted(self, wanted: &'static str) -> FileError {
        self.error(FileFault::Value { name: self.name, wanted })
    }

    pub(crate) fn later_version(self, word: &str) -> FileError {
        self.error(FileFault::LaterVersion(word.to_string()))
    }

    /// A word that this version doesn't know: made for a later one if it is a word at all.
    pub(crate) fn unknown_word(self, wanted: &'static str) -> FileError {
        if text::is_token(self.text) { self.later_version(self.text) } else { self.wanted(wanted) }
    }

    pub(crate) fn line_error(self, fault: LineFault) -> FileError {
        let column = fault.column - 1;
        FileError { column: self.column() + column, ..self.error(FileFault::Line(fault)) }
    }

    fn error(self, fault: FileFault) -> FileError {
        FileError { file: self.kind, line: self.line, column: self.column(), fault }
    }

    fn column(self) -> u64 {
        self.name.len() as u64 + 2 + self.offset + 1
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Commit => "commit file",
            Self::Reveal => "reveal file",
            Self::Seeds => "seeds file",
            Self::Receipt => "receipt",
            Self::Secret => "secret file",
            Self::Outcome => "outcome file",
            Self::Extension => "extension file",
            Self::Replacements => "replacements file",
            Self::List => "entry list",
        })
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            FileFault::TooLarge { limit } => {
                write!(f, "{}: larger than the limit of {limit} bytes", self.file)
            }
            FileFault::LaterVersion(word) => {
                write!(f, "{}: line {}: made for a later version: {word}", self.file, self.line)
            }
            fault => {
                write!(f, "{}: line {}, column {}: {fault}", self.file, self.line, self.column)
            }
        }
    }
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { limit } => write!(f, "larger than {limit} bytes"),
            Self::NotUtf8 => f.write_str("not UTF-8"),
            Self::Line(fault) if fault.kind == LineFaultKind::Empty => f.write_str("empty"),
            Self::Line(fault) => write!(f, "{fault}"),
            Self::MixedLineEnds => f.write_str("the line ends are a mixture of CR LF and LF"),
            Self::LastLineOpen => f.write_str("the last line has no line end"),
            Self::OtherKind => f.write_str("a file of another kind"),
            Self::Expected(what) => write!(f, "expected here: {what}"),
            Self::Value { name, wanted } => write!(f, "{name}: must be {wanted}"),
            Self::LaterVersion(word) => write!(f, "made for a later version: {word}"),
        }
    }
}

impl core::error::Error for FileError {}

/// All kinds of version 1.
const KINDS: [&str; 10] = [
    "commit",
    "rehearsal",
    "reveal",
    "rehearsal-reveal",
    "seeds",
    "receipt",
    "secret",
    "outcome",
    "extension",
    "replacements",
];

/// The token of audit samples, the only one that this version knows.
const DESIGN: &str = "design";
const TOKEN: &str = "a word of 1 to 32 of a-z, 0-9, -";

/// The most bytes of a value, and of one that carries an entry or a path.
pub(crate) const LONGEST_VALUE: usize = 512;
pub(crate) const LONGEST_ENTRY_VALUE: usize = 8192;

/// The largest commit file.
pub const LARGEST_COMMIT: u64 = 1 << 20;
/// The largest extension file.
pub const LARGEST_EXTENSION: u64 = 1 << 26;
/// The largest seeds file, receipt or secret file.
pub const LARGEST_SMALL_FILE: u64 = 1 << 16;
