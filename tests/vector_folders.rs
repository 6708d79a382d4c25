//! The draws of `audit/vectors/files` and `audit/vectors/sample-files`, which are files in folders and not JSON.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use fairdraw::draw::{EarlierDraw, Files, Options, verify};

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

/// The contents of the files with an ending, by their names without it.
fn files(folder: &Path, ending: &str) -> BTreeMap<String, Vec<u8>> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .map(|path| {
            (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap())
        })
        .collect()
}

#[test]
fn folders_of_raffles_end_as_they_say() {
    let seen = outcomes_of("audit/vectors/files");
    // `valid`, and every failure of the specification but `out-of-memory` and, of those who check, `signature-unchecked`.
    assert_eq!(seen.len(), 36 - usize::from(cfg!(feature = "drand")), "{seen:?}");
}

#[test]
fn folders_of_audit_samples_end_as_they_say() {
    let seen = outcomes_of("audit/vectors/sample-files");
    let of_samples = [
        "list-strata",
        "list-amounts",
        "design",
        "other-extension",
        "draw-role",
        "draw-stratum",
        "draw-unit",
        "extension",
        "replacement-time",
        "replacement-rank",
        "replacement-repeated",
        "replacement-skipped",
        "two-registers",
    ];
    for name in of_samples {
        assert!(seen.contains(name), "{name}");
    }
}

/// Checks all draws of a folder, and returns how they end.
fn outcomes_of(folder: &str) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.is_dir() {
            continue;
        }
        let expected = Expected::read(&folder);
        let [mut commits, mut reveals, seeds, receipts, outcomes, extensions, replacements] =
            ["commit", "reveal", "seeds", "receipt", "outcome", "extension", "replacements"]
                .map(|ending| files(&folder, ending));
        let commit = commits.remove("draw").unwrap();
        // A commit of another name is that of an earlier draw, and so is the reveal of that name.
        let earlier: Vec<_> =
            commits.iter().map(|(name, commit)| (commit, reveals.remove(name))).collect();
        let reveal = reveals.remove("draw").unwrap();
        let given = Files {
            commit: &commit,
            reveal: &reveal,
            other_reveals: reveals.values().map(Vec::as_slice).collect(),
            list: files(&folder, "list").remove("draw"),
            seeds: seeds.values().map(Vec::as_slice).collect(),
            receipts: receipts.values().map(Vec::as_slice).collect(),
            outcomes: outcomes.values().map(Vec::as_slice).collect(),
            extensions: extensions.values().map(Vec::as_slice).collect(),
            replacements: replacements.values().map(Vec::as_slice).collect(),
            earlier: earlier
                .iter()
                .map(|(commit, reveal)| EarlierDraw { commit, reveal: reveal.as_deref() })
                .collect(),
        };
        let (name, status) = match verify(given, expected.options) {
            Ok(_) => ("valid", 0),
            Err(refusal) => (refusal.failure.name(), 1 + u8::from(refusal.failure.is_undecided())),
        };
        assert_eq!((name, status), (&*expected.name, expected.status), "{}", folder.display());
        seen.insert(expected.name);
    }
    seen
}
