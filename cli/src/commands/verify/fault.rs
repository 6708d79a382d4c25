//! Which of several files of a kind a failure is about: they are read again, and looked at one by one.

use std::path::PathBuf;

use fairdraw::Digest;
use fairdraw::draw::{
    Commit, ExtensionFile, Failure, FileError, FileFault, LARGEST_COMMIT, NamedSeed, OutcomeFile,
    Receipt, ReplacementsFile, Reveal, SeedsFile,
};

use crate::read;

type Place = (&'static str, PathBuf);

/// The files that are at fault, as far as they show it by themselves; none otherwise.
pub(super) fn of<'a>(failure: &Failure, blamed: &[&'a Place], given: &[Place]) -> Vec<&'a Place> {
    let commit = given.iter().filter(|(kind, _)| *kind == "commit").collect::<Vec<_>>();
    let commit = match commit.as_slice() {
        [place] => bytes_of(place).and_then(|bytes| Commit::parse(&bytes).ok()),
        _ => None,
    };
    let is_at_fault = |place: &&&Place| {
        let Some(bytes) = bytes_of(place) else { return false };
        let read = read_as(place.0, &bytes);
        match failure {
            Failure::File(error) if matches!(error.fault, FileFault::TooLarge { .. }) => {
                matches!(error.fault, FileFault::TooLarge { limit } if bytes.len() as u64 > limit)
            }
            Failure::File(error) => read.is_err_and(|found| found == *error),
            Failure::OtherCommit { names, .. } => {
                read.is_ok_and(|read| read.commit == Some(*names))
            }
            Failure::SeedCommitment { name } => {
                let (Ok(read), Some(commit)) = (read, &commit) else { return false };
                let rules = commit.rules();
                let opens = |own: &NamedSeed| {
                    let commitment = own.seed.commitment(name, rules.rehearsal);
                    rules
                        .seeds
                        .iter()
                        .any(|seed| seed.name == *name && seed.commitment == commitment)
                };
                read.seeds.iter().any(|own| own.name == *name && !opens(own))
            }
            _ => false,
        }
    };
    blamed.iter().filter(is_at_fault).copied().collect()
}

/// What a file says of itself.
struct Read {
    commit: Option<Digest>,
    seeds: Vec<NamedSeed>,
}

fn read_as(kind: &str, bytes: &[u8]) -> Result<Read, FileError> {
    let of = |commit| Read { commit: Some(commit), seeds: Vec::new() };
    Ok(match kind {
        "reveal" => {
            let reveal = Reveal::parse(bytes, u64::MAX)?;
            let seeds = reveal.seeds.into_iter();
            let opened =
                seeds.filter_map(|own| Some(NamedSeed { seed: own.seed?, name: own.name }));
            Read { commit: Some(reveal.commit), seeds: opened.collect() }
        }
        "seeds" => {
            let file = SeedsFile::parse(bytes)?;
            Read { commit: Some(file.commit), seeds: file.seeds }
        }
        "commit" => Commit::parse(bytes).map(|_| Read { commit: None, seeds: Vec::new() })?,
        "receipt" => of(Receipt::parse(bytes)?.commit),
        "outcome" => of(OutcomeFile::parse(bytes, u64::MAX)?.commit),
        "extension" => of(ExtensionFile::parse(bytes)?.commit),
        "replacements" => of(ReplacementsFile::parse(bytes, u64::MAX)?.commit),
        _ => Read { commit: None, seeds: Vec::new() },
    })
}

fn bytes_of((kind, path): &Place) -> Option<Vec<u8>> {
    let limit = if *kind == "commit" { LARGEST_COMMIT } else { LARGEST_AGAIN };
    // A pipe is read once.
    path.is_file().then(|| read::up_to(path, limit).ok()).flatten()
}

/// So much of a file is read again. What is larger is not told from others.
const LARGEST_AGAIN: u64 = 1 << 28;
