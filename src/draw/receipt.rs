//! Receipts: the proof that one entry stands at a position of the committed list.

use alloc::{borrow::ToOwned as _, string::String, vec::Vec};
use core::fmt;

use crate::{
    digest::{Digest, Hex},
    draw::{
        commit::{Commit, Raffle},
        entries::{EntryList, Fields},
        failure::Failure,
        file::{FileError, FileKind, FileText, LARGEST_SMALL_FILE, Value},
        merkle::{self, Tree},
        reveal::parse_path,
    },
    seed::ListKey,
    text::LARGEST_NUMBER,
};

/// A receipt file that follows the grammar. [`check`](Self::check) says whether it is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The commit.
    pub commit: Digest,
    /// The position, from 0.
    pub position: u64,
    /// The entry's tickets, for weighted lists.
    pub tickets: Option<u32>,
    /// The entry.
    pub entry: String,
    /// The line's salt, for private lists.
    pub salt: Option<[u8; 32]>,
    /// The hashes from the leaf's sibling upwards.
    pub path: Vec<Digest>,
    /// Remarks.
    pub notes: Vec<String>,
}

/// The proof that a receipt's entry stands in the committed list. [`Receipt::check`] makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Included {
    /// The position, from 0.
    pub position: u64,
    /// The number of entries in the list.
    pub entries: u64,
}

impl Receipt {
    /// The receipt of the entry at a position; `tree` is the list's, salted if there is a key.
    ///
    /// Nothing if the list has no such position, or if list or tree aren't the commit's.
    pub fn new(
        commit: &Commit,
        list: &EntryList,
        key: Option<&ListKey>,
        tree: &Tree,
        position: u64,
    ) -> Option<Self> {
        if Some(tree.root()) != commit.rules().root() || list.len() != commit.rules().entries {
            return None;
        }
        Some(Self {
            commit: commit.id(),
            position,
            tickets: list.tickets_at(position),
            entry: list.entry(position)?.to_owned(),
            salt: key.and_then(|key| Some(key.salt(position, list.line(position)?))),
            path: tree.path(position)?,
            notes: Vec::new(),
        })
    }

    /// Reads a receipt file.
    ///
    /// # Errors
    ///
    /// The first place where it leaves the grammar.
    pub fn parse(bytes: &[u8]) -> Result<Self, FileError> {
        let file = FileText::new(FileKind::Receipt, bytes, LARGEST_SMALL_FILE)?;
        let mut reader = file.reader();
        reader.header(&["receipt"])?;
        let commit = reader.take("commit")?.digest()?;
        let position = reader.take("position")?.number(0..=LARGEST_NUMBER, "a position from 0")?;
        let tickets = reader.take_if("tickets")?.map(parse_tickets).transpose()?;
        let entry = reader.take("entry")?.phrase()?.to_owned();
        let salt = reader.take_if("salt")?.map(Value::hex).transpose()?;
        let path = reader.take_if("path")?.map(parse_path).transpose()?.unwrap_or_default();
        let notes = reader.notes_and_end()?;
        Ok(Self { commit, position, tickets, entry, salt, path, notes })
    }

    /// Checks the receipt against the commit.
    ///
    /// # Errors
    ///
    /// It names another commit, or its path does not lead to the committed root.
    pub fn check(&self, commit: &Commit) -> Result<Included, Failure> {
        if self.commit != commit.id() {
            return Err(Failure::OtherCommit { file: FileKind::Receipt, names: self.commit });
        }
        let rules = commit.rules();
        let weighted = rules.raffle().is_some_and(Raffle::is_weighted);
        let list = rules.sampling().and_then(|sampling| sampling.population.list());
        let has_fields = list.is_some_and(|list| list.fields() != Fields::default());
        let leaf = match (&self.salt, self.tickets) {
            (Some(salt), None) if rules.is_private() => merkle::salted_leaf(salt, &self.entry),
            (None, Some(tickets)) if weighted => {
                merkle::leaf(&alloc::format!("{tickets}\t{}", self.entry))
            }
            (None, None) if !weighted && !has_fields && !rules.is_private() => {
                merkle::leaf(&self.entry)
            }
            _ => return Err(Failure::Receipt),
        };
        let root = merkle::root_from_path(leaf, self.position, rules.entries, &self.path);
        if root.is_some() && root == rules.root() {
            Ok(Included { position: self.position, entries: rules.entries })
        } else {
            Err(Failure::Receipt)
        }
    }
}

fn parse_tickets(tickets: Value<'_>) -> Result<u32, FileError> {
    let wanted = "a number of tickets from 1 to 4294967295";
    let number = tickets.number(1..=u32::MAX.into(), wanted)?;
    u32::try_from(number).map_err(|_| tickets.wanted(wanted))
}

impl fmt::Display for Receipt {
    /// Prints the receipt file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "fairdraw receipt v1\ncommit: {}\nposition: {}", self.commit, self.position)?;
        if let Some(tickets) = self.tickets {
            writeln!(f, "tickets: {tickets}")?;
        }
        writeln!(f, "entry: {}", self.entry)?;
        if let Some(salt) = &self.salt {
            writeln!(f, "salt: {}", Hex(salt))?;
        }
        if let Some((first, further)) = self.path.split_first() {
            write!(f, "path: {first}")?;
            further.iter().try_for_each(|hash| write!(f, " {hash}"))?;
            writeln!(f)?;
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "note: {note}"))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;

    use super::*;

    #[test]
    fn notes_of_a_receipt_print_back() {
        let mut receipt = Receipt {
            commit: Digest::new([7; 32]),
            position: 0,
            tickets: Some(4),
            entry: "Ash".to_owned(),
            salt: Some([3; 32]),
            path: alloc::vec![Digest::new([1; 32]), Digest::new([2; 32])],
            notes: alloc::vec!["sent by post".to_owned(), "twice".to_owned()],
        };
        assert_eq!(Receipt::parse(receipt.to_string().as_bytes()).as_ref(), Ok(&receipt));
        receipt.notes.resize(17, "too many".to_owned());
        assert!(Receipt::parse(receipt.to_string().as_bytes()).is_err());
    }
}
