//! The outcome file: what became of the drawn entries, line by line as it was decided (SPEC, "Afterwards").

use alloc::{borrow::ToOwned as _, string::String, vec::Vec};
use core::fmt;

use crate::{
    digest::Digest,
    draw::{
        commit::Commit,
        failure::Failure,
        file::{FileError, FileKind, FileText, Reader, Value},
        reveal::Reveal,
    },
    text::{LARGEST_NUMBER, Time},
};

pub use holders::{Holders, OutcomeFault, OutcomeFaultKind, PrizePlace};

mod holders;

/// An outcome file that follows the grammar. [`check`](Self::check) says whether its lines follow the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutcomeFile {
    /// The commit.
    pub commit: Digest,
    /// The reveal whose ranks it is about.
    pub reveal: Digest,
    /// What was decided, in order: one line or more.
    pub decisions: Vec<Decision>,
}

/// One line: what was decided about a drawn rank, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// When; a claim.
    pub time: Time,
    /// About which rank.
    pub rank: u64,
    /// What.
    pub answer: Answer,
}

/// What was decided about a rank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It keeps what it holds.
    Accepted,
    /// What it held goes on by the committed rule.
    PassedOver {
        /// Why, in one word.
        cause: Cause,
        /// Why, in words.
        text: String,
    },
}

/// Why a rank was passed over; a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// He didn't want it.
    Declined,
    /// He was asked and didn't answer in time.
    NoAnswer,
    /// He could not be found.
    NotFound,
    /// The terms shut him out.
    Ineligible,
    /// He had been drawn already, under another entry.
    Duplicate,
    /// The text says what.
    Other,
}

impl Cause {
    /// All causes, in the order of the specification.
    pub const ALL: [Self; 6] = [
        Self::Declined,
        Self::NoAnswer,
        Self::NotFound,
        Self::Ineligible,
        Self::Duplicate,
        Self::Other,
    ];

    /// The word in the file.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Declined => "declined",
            Self::NoAnswer => "no-answer",
            Self::NotFound => "not-found",
            Self::Ineligible => "ineligible",
            Self::Duplicate => "duplicate",
            Self::Other => "other",
        }
    }

    /// The cause that a word names.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.word() == word)
    }
}

impl OutcomeFile {
    /// Reads an outcome file of at most `limit` bytes, see [`OutcomeFile::size_limit`].
    ///
    /// # Errors
    ///
    /// The first place where it leaves the grammar.
    pub fn parse(bytes: &[u8], limit: u64) -> Result<Self, FileError> {
        let file = FileText::new(FileKind::Outcome, bytes, limit)?;
        let mut reader = file.reader();
        reader.header(&["outcome"])?;
        let commit = reader.take("commit")?.digest()?;
        let reveal = reader.take("reveal")?.digest()?;
        let mut decisions = Vec::new();
        while let Some(decision) = parse_decision(&mut reader)? {
            decisions.push(decision);
        }
        if decisions.is_empty() {
            return Err(reader.expected("accepted or passed-over"));
        }
        reader.end("accepted, passed-over, or the end of the file")?;
        Ok(Self { commit, reveal, decisions })
    }

    /// The most bytes that an outcome file of this commit may have: as many as a reveal.
    pub fn size_limit(commit: &Commit) -> u64 {
        Reveal::size_limit(commit)
    }

    /// Follows the lines by the commit's rule for vacancies.
    ///
    /// # Errors
    ///
    /// The file names another commit, the commit's numbers don't fit each other, or the first line that breaks the rules.
    pub fn check(&self, commit: &Commit) -> Result<Holders, Failure> {
        if self.commit != commit.id() {
            return Err(Failure::OtherCommit { file: FileKind::Outcome, names: self.commit });
        }
        let mut holders = Holders::drawn(commit).map_err(Failure::Rules)?;
        let mut latest = None;
        for (line, decision) in (FIRST_LINE..).zip(&self.decisions) {
            let fault = |kind| Failure::Outcome(OutcomeFault { line, rank: decision.rank, kind });
            if latest.is_some_and(|latest| decision.time < latest) {
                return Err(fault(OutcomeFaultKind::Time));
            }
            latest = Some(decision.time);
            holders.decide(decision).map_err(fault)?;
        }
        Ok(holders)
    }
}

/// A line `accepted: ..` or `passed-over: ..`, if one comes next.
fn parse_decision(reader: &mut Reader<'_>) -> Result<Option<Decision>, FileError> {
    if let Some(line) = reader.take_if("accepted")? {
        let wanted = "a time and a rank";
        let (time, rank) = line.split_word(wanted)?;
        let (time, rank) = (time.time()?, parse_rank(rank)?);
        return Ok(Some(Decision { time, rank, answer: Answer::Accepted }));
    }
    let Some(line) = reader.take_if("passed-over")? else {
        return Ok(None);
    };
    let wanted = "a time, a rank, a cause and a text";
    let (time, rest) = line.split_word(wanted)?;
    let time = time.time()?;
    let (rank, rest) = rest.split_word(wanted)?;
    let rank = parse_rank(rank)?;
    let (word, text) = rest.split_word(wanted)?;
    let cause = Cause::of_word(word.text).ok_or_else(|| {
        word.wanted("declined, no-answer, not-found, ineligible, duplicate or other")
    })?;
    let text = text.phrase()?.to_owned();
    Ok(Some(Decision { time, rank, answer: Answer::PassedOver { cause, text } }))
}

fn parse_rank(rank: Value<'_>) -> Result<u64, FileError> {
    rank.number(1..=LARGEST_NUMBER, "a rank from 1")
}

impl fmt::Display for OutcomeFile {
    /// Prints the outcome file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "fairdraw outcome v1\ncommit: {}\nreveal: {}", self.commit, self.reveal)?;
        self.decisions.iter().try_for_each(|decision| writeln!(f, "{decision}"))
    }
}

impl fmt::Display for Decision {
    /// Prints the line, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { time, rank, answer } = self;
        match answer {
            Answer::Accepted => write!(f, "accepted: {time} {rank}"),
            Answer::PassedOver { cause, text } => {
                write!(f, "passed-over: {time} {rank} {cause} {text}")
            }
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The line on which the first decision stands.
const FIRST_LINE: u64 = 4;
