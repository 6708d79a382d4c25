//! Seeds files, by which holders open their seeds, and the organiser's secret file.

use alloc::{borrow::ToOwned as _, string::String, vec::Vec};
use core::fmt::{self, Write as _};

use zeroize::Zeroizing;

use crate::{
    digest::{Digest, Hex},
    draw::file::{FileError, FileKind, FileText, LARGEST_SMALL_FILE, Value},
    seed::{ListKey, Seed},
    text::is_seed_name,
};

/// A seed and its holder's name.
#[derive(Debug)]
pub struct NamedSeed {
    /// The holder's name in the commit.
    pub name: String,
    /// The seed.
    pub seed: Seed,
}

/// A seeds file: one or more opened seeds of one commit, published.
#[derive(Debug)]
pub struct SeedsFile {
    /// The commit.
    pub commit: Digest,
    /// The seeds.
    pub seeds: Vec<NamedSeed>,
    /// Remarks.
    pub notes: Vec<String>,
}

/// A secret file: what the organiser, or another holder of a seed, keeps until the draw.
#[derive(Debug)]
pub struct SecretFile {
    /// The commit that it serves, and no other. Nothing where a holder made his seed before there was a commit.
    pub commit: Option<Digest>,
    /// The seeds.
    pub seeds: Vec<NamedSeed>,
    /// The key of a private list.
    pub list_key: Option<ListKey>,
}

impl SeedsFile {
    /// Reads a seeds file.
    ///
    /// # Errors
    ///
    /// The first place where it leaves the grammar.
    pub fn parse(bytes: &[u8]) -> Result<Self, FileError> {
        let file = FileText::new(FileKind::Seeds, bytes, LARGEST_SMALL_FILE)?;
        let mut reader = file.reader();
        reader.header(&["seeds"])?;
        let commit = reader.take("commit")?.digest()?;
        let first = reader.take("seed")?;
        let mut seeds = reader.take_all("seed", MOST_SEEDS - 1)?;
        seeds.insert(0, first);
        let seeds = seeds.into_iter().map(parse_seed).collect::<Result<_, _>>()?;
        let notes = reader.notes_and_end()?;
        Ok(Self { commit, seeds, notes })
    }
}

impl SecretFile {
    /// Reads a secret file.
    ///
    /// # Errors
    ///
    /// The first place where it leaves the grammar.
    pub fn parse(bytes: &[u8]) -> Result<Self, FileError> {
        let file = FileText::new(FileKind::Secret, bytes, LARGEST_SMALL_FILE)?;
        let mut reader = file.reader();
        reader.header(&["secret"])?;
        let commit = reader.take_if("commit")?.map(Value::digest).transpose()?;
        let seeds = reader.take_all("seed", MOST_SEEDS)?;
        let seeds = seeds.into_iter().map(parse_seed).collect::<Result<_, _>>()?;
        let list_key = reader.take_if("list-key")?.map(Value::hex).transpose()?;
        reader.end("the end of the file")?;
        Ok(Self { commit, seeds, list_key: list_key.map(ListKey::from_bytes) })
    }

    /// The file, which wipes itself when dropped.
    pub fn print(&self) -> Zeroizing<String> {
        // Enough for everything: a growing string would leave copies of its content behind.
        let mut text = Zeroizing::new(String::with_capacity(256 + 256 * self.seeds.len()));
        // Writing to a string doesn't fail.
        let _ = writeln!(text, "fairdraw secret v1");
        if let Some(commit) = self.commit {
            let _ = writeln!(text, "commit: {commit}");
        }
        for NamedSeed { name, seed } in &self.seeds {
            let _ = writeln!(text, "seed: {name} {}", Hex(seed.expose()));
        }
        if let Some(key) = &self.list_key {
            let _ = writeln!(text, "list-key: {}", Hex(key.expose()));
        }
        text
    }
}

impl fmt::Display for SeedsFile {
    /// Prints the file. It publishes the seeds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "fairdraw seeds v1\ncommit: {}", self.commit)?;
        for NamedSeed { name, seed } in &self.seeds {
            writeln!(f, "seed: {name} {}", Hex(seed.expose()))?;
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "note: {note}"))
    }
}

fn parse_seed(seed: Value<'_>) -> Result<NamedSeed, FileError> {
    let (name, bytes) = seed.split_word(SEED)?;
    if !is_seed_name(name.text) {
        return Err(name.wanted(SEED));
    }
    Ok(NamedSeed { name: name.text.to_owned(), seed: Seed::from_bytes(bytes.hex()?) })
}

const MOST_SEEDS: usize = 16;
const SEED: &str = "a name of 1 to 31 of a-z, 0-9, - and a seed of 128 digits";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_file_reads_back() {
        for commit in [Some(Digest::new([7; 32])), None] {
            let secret = SecretFile {
                commit,
                seeds: alloc::vec![NamedSeed {
                    name: "ann".to_owned(),
                    seed: Seed::from_bytes([0xa9; 64])
                }],
                list_key: Some(ListKey::from_bytes([0x0f; 32])),
            };
            let text = secret.print();
            let Ok(read) = SecretFile::parse(text.as_bytes()) else { unreachable!() };
            assert_eq!(read.print(), text);
            assert_eq!(read.commit, commit);
            assert_eq!(read.seeds[0].seed.expose(), &[0xa9; 64]);
            assert_eq!(read.list_key.map(|key| *key.expose()), Some([0x0f; 32]));
        }
    }

    #[test]
    fn a_secret_file_has_no_line_that_would_not_print_back() {
        let commit = Some(Digest::new([7; 32]));
        let text = SecretFile { commit, seeds: Vec::new(), list_key: None }.print();
        assert!(SecretFile::parse(text.as_bytes()).is_ok());
        let with_note = alloc::format!("{}note: x\n", *text);
        assert!(SecretFile::parse(with_note.as_bytes()).is_err());
    }
}
