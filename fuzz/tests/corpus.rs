//! Replays the corpus of every fuzz target.
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::{collections::BTreeSet, fs, path::Path};

#[test]
fn entries() {
    replay("entries", fairdraw_fuzz::entries, 50);
}

#[test]
fn commit() {
    replay("commit", fairdraw_fuzz::commit, 50);
}

#[test]
fn reveal() {
    replay("reveal", fairdraw_fuzz::reveal, 50);
}

#[test]
fn drand() {
    replay("drand", fairdraw_fuzz::drand, 50);
}

#[test]
fn verify() {
    let mut outcomes = BTreeSet::new();
    let run = |bytes: &_| {
        outcomes.insert(fairdraw_fuzz::verify(bytes));
    };
    replay("verify", run, 50);
    // The corpus gets beyond the grammar: edits that miss their place don't.
    assert!(outcomes.len() >= 24, "run fuzz/make-corpus.py: only {outcomes:?}");
}

#[test]
fn import() {
    replay("import", fairdraw_fuzz::import, 50);
}

/// Hands every file to the target. Fewer than `least` files mean that the corpus was not found.
fn replay(target: &str, mut run: impl FnMut(&[u8]), least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let mut files: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    for file in &files {
        // Shown only if the test fails; the last one is the culprit.
        println!("{}", file.display());
        run(&fs::read(file).unwrap());
    }
    assert!(files.len() >= least, "{} files in {}", files.len(), folder.display());
}
