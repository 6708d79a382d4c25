//! The draws of `audit/vectors/files`, which are files in folders and not JSON.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use fairdraw::draw::{Files, Options, verify};

/// What the file `expect` of a folder says.
struct Expected {
    name: String,
    status: u8,
    options: Options,
}

impl Expected {
    fn read(folder: &Path) -> Self {
        let text = fs::read_to_string(folder.join("expect")).unwrap();
        let value = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
        let arguments: Vec<&str> =
            value("arguments: ").map_or(vec![], |words| words.split(' ').collect());
        let options = match arguments[..] {
            [] => Options::default(),
            ["--rehearsal"] => Options { rehearsal: true, ..Options::default() },
            ["--expect", id] => {
                Options { expected: Some(id.parse().unwrap()), ..Options::default() }
            }
            _ => unreachable!("arguments {arguments:?}"),
        };
        // Of a program that checks drand signatures, or of one that doesn't.
        let unchecked = value("unchecked: ").filter(|_| !cfg!(feature = "drand"));
        let (name, status) = unchecked
            .map_or((value("expect: ").unwrap(), value("status: ").unwrap()), |words| {
                words.split_once(' ').unwrap()
            });
        Self { name: name.to_owned(), status: status.parse().unwrap(), options }
    }
}

/// The contents of the files with an ending, by their names.
fn files(folder: &Path, ending: &str) -> Vec<Vec<u8>> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|found| found == ending)).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn folders_end_as_they_say() {
    let mut seen = BTreeSet::new();
    for entry in fs::read_dir("audit/vectors/files").unwrap() {
        let folder = entry.unwrap().path();
        if !folder.is_dir() {
            continue;
        }
        let expected = Expected::read(&folder);
        let [commits, reveals, seeds, receipts] =
            ["commit", "reveal", "seeds", "receipt"].map(|ending| files(&folder, ending));
        assert_eq!(commits.len(), 1, "{}", folder.display());
        let given = Files {
            commit: &commits[0],
            reveal: &reveals[0],
            other_reveals: reveals[1..].iter().map(Vec::as_slice).collect(),
            list: files(&folder, "list").pop(),
            seeds: seeds.iter().map(Vec::as_slice).collect(),
            receipts: receipts.iter().map(Vec::as_slice).collect(),
            ..Files::default()
        };
        let (name, status) = match verify(given, expected.options) {
            Ok(_) => ("valid", 0),
            Err(refusal) => (refusal.failure.name(), 1 + u8::from(refusal.failure.is_undecided())),
        };
        assert_eq!((name, status), (&*expected.name, expected.status), "{}", folder.display());
        seen.insert(expected.name);
    }
    // `valid`, and every failure of the specification but `out-of-memory` and, of those who check, `signature-unchecked`.
    assert_eq!(seen.len(), 28 - usize::from(cfg!(feature = "drand")), "{seen:?}");
}
