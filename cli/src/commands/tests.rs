//! Commands run in this process with a clock that stands still: what depends on the time, and nothing else.
#![allow(clippy::unwrap_used, reason = "a failure is the test's finding")]

mod drand;

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::*;
use crate::clock::{self, Clock};

/// Runs `fairdraw` with these arguments at this time. A word that ends in `@` is a file in the folder.
fn run_at(time: &str, folder: &Path, arguments: &[&str]) -> Result<(), Error> {
    let arguments = arguments.iter().map(|word| match word.strip_suffix('@') {
        Some(file) => folder.join(file).into_os_string(),
        None => word.into(),
    });
    let matches = crate::args::parser()
        .try_get_matches_from(std::iter::once("fairdraw".into()).chain(arguments))
        .unwrap();
    run(&matches, &Term::new(true, Clock::standing_at(clock::parse(time).unwrap())))
}

/// A draw of public text with a seed that is left out if it isn't opened by noon; the commit is of ten o'clock.
fn with_seed() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("list.txt"), "Ash\nBirch\nCedar\nElm\n").unwrap();
    let source = ["--public", "dd-dd", "two numbers", "--seed", "--no-reveal", "leave-out"];
    let commit = ["commit", "list.txt@", "-o", "a@", "--title", "Cakes", "--prize", "2 Cake"];
    let rest = ["--published", "the board", "--seeds-by", "2026-12-05T12:00:00Z"];
    run_at("2026-12-05T10:00:00Z", folder.path(), &[&commit[..], &source, &rest].concat()).unwrap();
    folder
}

const REVEAL: [&str; 4] = ["reveal", "a.commit@", "--beacon", "04-11"];
const MISSING: [&str; 6] = [REVEAL[0], REVEAL[1], REVEAL[2], REVEAL[3], "--missing", "organiser"];
const AFTER: &str = "2026-12-05T12:00:01Z";

#[test]
fn seed_is_not_left_out_while_it_can_be_published() {
    let folder = with_seed();
    for (time, wait) in
        [("2026-12-05T10:59:59Z", "1 hour 1 second"), ("2026-12-05T12:00:00Z", "0 seconds")]
    {
        let error = run_at(time, folder.path(), &MISSING).unwrap_err();
        let wanted = "the seed of organiser counts if it is published by 2026-12-05T12:00:00Z, in ";
        assert_eq!((error.message, error.exit), (format!("{wanted}{wait}"), 2));
        assert!(!folder.path().join("a.reveal").exists());
    }
    run_at(AFTER, folder.path(), &MISSING).unwrap();
}

#[test]
fn missing_seed_is_left_out_where_the_commit_says_so() {
    let folder = with_seed();
    // A seed that was never opened doesn't count, though its holder has it.
    let error = run_at(AFTER, folder.path(), &REVEAL).unwrap_err();
    let hint = error.hint.unwrap();
    assert!(hint.contains("only published seeds count"), "{hint}");
    assert!(
        hint.contains("or --missing organiser if it was not published by 2026-12-05T12"),
        "{hint}"
    );
    let nobody = [&REVEAL[..], &["--missing", "nobody"]].concat();
    let error = run_at(AFTER, folder.path(), &nobody).unwrap_err();
    assert_eq!(error.message, "the commit has no seed of nobody");
    run_at(AFTER, folder.path(), &MISSING).unwrap();
    fs::remove_file(folder.path().join("a.reveal")).unwrap();
    // Nor does one that was opened too late.
    run_at(AFTER, folder.path(), &["open", "a.commit@"]).unwrap();
    run_at(AFTER, folder.path(), &MISSING).unwrap();
    let reveal = fs::read_to_string(folder.path().join("a.reveal")).unwrap();
    assert!(reveal.contains("\nseed: organiser missing\n"), "{reveal}");
    run_at(AFTER, folder.path(), &["verify", "a.commit@", "a.reveal@", "a.list@"]).unwrap();
    // Whoever has the seeds file shows that the seed was there.
    let all = ["verify", "a.commit@", "a.reveal@", "a.list@", "a.seeds@"];
    let error = run_at(AFTER, folder.path(), &all).unwrap_err();
    assert!(error.message.contains("[two-results]"), "{}", error.message);
    // And can't make the other result beside the first.
    let error = run_at(AFTER, folder.path(), &REVEAL).unwrap_err();
    assert!(error.message.contains("two results of one commit: "), "{}", error.message);
}
