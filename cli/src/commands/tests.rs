//! Commands run in this process with a clock that stands still: what depends on the time, and nothing else.
#![allow(clippy::unwrap_used, reason = "a failure is the test's finding")]

mod drand;

use std::fs;
use std::path::Path;

use fairdraw::draw::SecretFile;
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
    // Nor does one that was opened too late; but while its file lies there, it isn't passed over in silence.
    run_at(AFTER, folder.path(), &["open", "a.commit@"]).unwrap();
    let error = run_at(AFTER, folder.path(), &MISSING).unwrap_err();
    let seeds = folder.path().join("a.seeds");
    let opened =
        format!("the seed of organiser can't be left out: it is opened in {}", seeds.display());
    assert_eq!((error.message, error.exit), (opened, 2));
    assert!(
        error.hint.unwrap().contains("if that file came after 2026-12-05T12:00:00Z, move it away")
    );
    assert!(!folder.path().join("a.reveal").exists());
    let away = folder.path().join("too-late");
    fs::rename(&seeds, &away).unwrap();
    run_at(AFTER, folder.path(), &MISSING).unwrap();
    fs::rename(&away, &seeds).unwrap();
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

/// Makes a seed for a party in the folder; the value for `--seed`.
fn contribute(folder: &Path, name: &str) -> String {
    let file = format!("{name}.secret");
    run_at(AFTER, folder, &["contribute", "--name", name, "-o", &format!("{file}@")]).unwrap();
    let secret = SecretFile::parse(&fs::read(folder.join(file)).unwrap()).unwrap();
    format!("{name}={}", secret.seeds[0].seed.commitment(name, false))
}

#[test]
fn every_subset_of_parties_that_withholds_is_left_out() {
    let parties = ["ann", "ben", "cat"];
    let folder = tempfile::tempdir().unwrap();
    let at = |time: &str, arguments: &[&str]| run_at(time, folder.path(), arguments);
    fs::write(folder.path().join("list.txt"), "Ash\nBirch\nCedar\nElm\n").unwrap();
    let seeds = parties.map(|name| contribute(folder.path(), name));
    let seeds = seeds.iter().flat_map(|seed| ["--seed", seed]);
    let source = ["--public", "dd-dd", "two numbers", "--no-reveal", "leave-out"];
    let commit = ["commit", "list.txt@", "-o", "a@", "--title", "Cakes", "--prize", "2 Cake"];
    let rest = ["--published", "the board", "--seeds-by", "2026-12-05T12:00:00Z"];
    let commit = [&commit[..], &source, &rest].concat();
    at("2026-12-05T10:00:00Z", &commit.into_iter().chain(seeds).collect::<Vec<_>>()).unwrap();
    assert!(!folder.path().join("a.secret").exists(), "who commits holds no seed");

    for opened in 0..=0b111_u8 {
        let published = format!("published-{opened}");
        fs::create_dir(folder.path().join(&published)).unwrap();
        let published_at = format!("{published}@");
        let mut reveal = REVEAL.to_vec();
        if opened > 0 {
            reveal.extend(["--seeds", &published_at]);
        }
        let (open, silent): (Vec<_>, Vec<_>) =
            parties.iter().zip(0..).partition(|(_, bit)| opened >> bit & 1 == 1);
        for (name, _) in open {
            let (secret, file) = (format!("{name}.secret@"), format!("{published}/{name}.seeds@"));
            let open = ["open", "a.commit@", "--secret", &secret, "-o", &file];
            at("2026-12-05T11:00:00Z", &open).unwrap();
        }
        for (name, _) in silent {
            // Without saying so nobody is left out.
            let error = at(AFTER, &reveal).unwrap_err();
            assert_eq!(error.message, format!("{name} has not opened the seed yet"));
            reveal.extend(["--missing", name]);
        }
        // Two results of one commit are not made in one folder.
        let target = format!("{published}/a.reveal@");
        reveal.extend(["-o", &target]);
        at(AFTER, &reveal).unwrap();
        at(AFTER, &["verify", "a.commit@", &target, "a.list@"]).unwrap();
    }
    let two = ["published-3/a.reveal@", "published-7/a.reveal@"];
    let error = at(AFTER, &[&["verify", "a.commit@", "a.list@"], &two[..]].concat()).unwrap_err();
    assert!(error.message.contains("[two-results]"), "{}", error.message);
}
