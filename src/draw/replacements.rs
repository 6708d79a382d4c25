//! The replacements file: which items of a sample could not be examined, and the spares used for them (SPEC, "Draw,
//! extension, replacement").

use alloc::{borrow::ToOwned as _, string::String, vec::Vec};
use core::fmt;

use crate::{
    digest::Digest,
    draw::{
        commit::Commit,
        failure::Failure,
        file::{FileError, FileKind, FileText, Reader},
        reveal::Reveal,
    },
    text::{LARGEST_NUMBER, Time},
};

pub use register::{Register, ReplacementFault, ReplacementFaultKind};

mod register;

/// A replacements file that follows the grammar. [`verify()`](crate::draw::verify()) says whether its lines follow the rules,
/// and [`Verdict::replace`](crate::draw::Verdict::replace) adds one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplacementsFile {
    /// The commit.
    pub commit: Digest,
    /// The reveal whose ranks it is about.
    pub reveal: Digest,
    /// What was replaced, in order: one line or more.
    pub replacements: Vec<Replacement>,
}

/// One line: an item that can't be examined, and the spare in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// When; a claim.
    pub time: Time,
    /// The stratum of both, from 1; 0 without strata.
    pub stratum: u64,
    /// The rank that is replaced.
    pub rank: u64,
    /// The rank of the spare.
    pub spare: u64,
    /// Why, in one word.
    pub cause: ReplacementCause,
    /// Why, in words.
    pub text: String,
}

/// Why an item was replaced; a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplacementCause {
    /// It could not be found.
    NotFound,
    /// It was cancelled, or never used.
    Void,
    /// It doesn't belong to what is examined.
    OutOfScope,
    /// It is another item once more.
    Duplicate,
    /// The text says what.
    Other,
}

impl ReplacementCause {
    /// All causes, in the order of the specification.
    pub const ALL: [Self; 5] =
        [Self::NotFound, Self::Void, Self::OutOfScope, Self::Duplicate, Self::Other];

    /// The word in the file.
    pub const fn word(self) -> &'static str {
        match self {
            Self::NotFound => "not-found",
            Self::Void => "void",
            Self::OutOfScope => "out-of-scope",
            Self::Duplicate => "duplicate",
            Self::Other => "other",
        }
    }

    /// The cause that a word names.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.word() == word)
    }
}

impl ReplacementsFile {
    /// Reads a replacements file of at most `limit` bytes, see [`ReplacementsFile::size_limit`].
    ///
    /// # Errors
    ///
    /// The first place where it leaves the grammar.
    pub fn parse(bytes: &[u8], limit: u64) -> Result<Self, FileError> {
        let file = FileText::new(FileKind::Replacements, bytes, limit)?;
        let mut reader = file.reader();
        reader.header_of_design(&["replacements"], Some(true))?;
        let commit = reader.take("commit")?.digest()?;
        let reveal = reader.take("reveal")?.digest()?;
        let mut replacements = Vec::new();
        while let Some(replacement) = parse_replacement(&mut reader)? {
            replacements.push(replacement);
        }
        if replacements.is_empty() {
            return Err(reader.expected("replaced"));
        }
        reader.end("replaced, or the end of the file")?;
        Ok(Self { commit, reveal, replacements })
    }

    /// The most bytes that a replacements file of this commit may have: as many as a reveal.
    pub fn size_limit(commit: &Commit) -> u64 {
        Reveal::size_limit(commit)
    }

    /// Follows the lines, from a register without any. The draw can't have been made before `earliest`, in seconds since 1970.
    pub(super) fn check(&self, mut register: Register, earliest: i64) -> Result<Register, Failure> {
        let mut latest = None;
        for (line, replacement) in (FIRST_LINE..).zip(&self.replacements) {
            let kind = if latest.is_some_and(|latest| replacement.time < latest) {
                Err(ReplacementFaultKind::Time)
            } else if replacement.time.unix_seconds() < earliest {
                Err(ReplacementFaultKind::BeforeDraw)
            } else {
                register.replace(replacement)
            };
            latest = Some(replacement.time);
            let Replacement { stratum, rank, spare, .. } = *replacement;
            kind.map_err(|kind| {
                Failure::Replacement(ReplacementFault { line, stratum, rank, spare, kind })
            })?;
        }
        Ok(register)
    }
}

/// A line `replaced: ..`, if one comes next.
fn parse_replacement(reader: &mut Reader<'_>) -> Result<Option<Replacement>, FileError> {
    let wanted = "a time, a stratum, a rank, the rank of its spare, a cause and a text";
    let Some(line) = reader.take_if("replaced")? else {
        return Ok(None);
    };
    let (time, rest) = line.split_word(wanted)?;
    let time = time.time()?;
    let (stratum, rest) = rest.split_word(wanted)?;
    let stratum = stratum.number(0..=LARGEST_NUMBER, wanted)?;
    let (rank, rest) = rest.split_word(wanted)?;
    let rank = rank.number(1..=LARGEST_NUMBER, wanted)?;
    let (spare, rest) = rest.split_word(wanted)?;
    let spare = spare.number(1..=LARGEST_NUMBER, wanted)?;
    let (word, text) = rest.split_word(wanted)?;
    let cause = ReplacementCause::of_word(word.text)
        .ok_or_else(|| word.wanted("not-found, void, out-of-scope, duplicate or other"))?;
    let text = text.phrase()?.to_owned();
    Ok(Some(Replacement { time, stratum, rank, spare, cause, text }))
}

impl fmt::Display for ReplacementsFile {
    /// Prints the replacements file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "fairdraw replacements v1\nneeds: design")?;
        writeln!(f, "commit: {}\nreveal: {}", self.commit, self.reveal)?;
        self.replacements.iter().try_for_each(|replacement| writeln!(f, "{replacement}"))
    }
}

impl fmt::Display for Replacement {
    /// Prints the line, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { time, stratum, rank, spare, cause, text } = self;
        write!(f, "replaced: {time} {stratum} {rank} {spare} {cause} {text}")
    }
}

impl fmt::Display for ReplacementCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The line on which the first replacement stands.
const FIRST_LINE: u64 = 5;
