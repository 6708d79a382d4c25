//! Draws by a drand round that is past, at a time when it was not: quicknet's round 12040883 of 2024-10-14T17:13:33Z.

use std::io::{self, Write as _};
use std::process::Command;

use super::*;
use crate::drand::server::{Answer, Server, real_round};

const MORNING: &str = "2024-10-14T09:00:00Z";
const BEFORE: &str = "2024-10-14T17:13:32Z";
const DUE: &str = "2024-10-14T17:13:33Z";
const ROUND: u64 = 12_040_883;

/// A commit of the morning, and what `commit` was given besides.
fn committed(more: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("list.txt"), "Ash\nBirch\nCedar\nElm\n").unwrap();
    try_commit(MORNING, folder.path(), more).unwrap();
    folder
}

fn try_commit(time: &str, folder: &Path, more: &[&str]) -> Result<(), Error> {
    let commit = ["commit", "list.txt@", "-o", "a@", "--title", "Cakes", "--prize", "2 Cake"];
    let rest = ["--published", "the board", "--at", DUE];
    run_at(time, folder, &[&commit[..], &rest, more].concat())
}

fn relay(round: u64) -> Server {
    Server::new(Answer::Body(real_round("quicknet", round).to_string()))
}

fn text(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

#[test]
fn round_is_fetched_when_it_is_due_and_not_before() {
    let folder = committed(&[]);
    let relay = relay(ROUND);
    let reveal = ["reveal", "a.commit@", "--relay", &relay.url];
    let error = run_at(BEFORE, folder.path(), &reveal).unwrap_err();
    let wanted = format!("round {ROUND} is due at {DUE}, in 1 second");
    assert_eq!((error.message, error.exit), (wanted, 2));
    assert!(relay.asked().is_empty(), "nothing is asked before the time");
    assert!(!folder.path().join("a.reveal").exists());

    run_at(DUE, folder.path(), &reveal).unwrap();
    assert_eq!(relay.asked().len(), 1);
    assert!(relay.asked()[0].ends_with("/public/12040883"), "never the latest");
    run_at(DUE, folder.path(), &["verify", "a.commit@", "a.reveal@", "a.list@"]).unwrap();

    let Some((exit, said)) = by_reference(folder.path(), "a.reveal") else { return };
    assert_eq!(exit, Some(0), "{said}");
    let checked = format!("5 PROVEN: the signature is that of round {ROUND}\n");
    assert!(said.contains(&checked), "{said}");
    // The reference checks the signature itself: with its last digit changed it is none.
    let reveal = text(&folder, "a.reveal");
    let digits = real_round("quicknet", ROUND)["signature"].as_str().unwrap().to_owned();
    let last = if digits.ends_with('0') { '1' } else { '0' };
    let changed = reveal.replace(&digits, &format!("{}{last}", &digits[..digits.len() - 1]));
    assert_ne!(changed, reveal);
    fs::write(folder.path().join("changed.reveal"), changed).unwrap();
    let (exit, said) = by_reference(folder.path(), "changed.reveal").unwrap();
    assert_eq!(exit, Some(1), "{said}");
    assert!(said.contains("\nbeacon: "), "{said}");
}

/// Exit status and answer of the Python reference for the draw in the folder; nothing where there is no Python.
fn by_reference(folder: &Path, reveal: &str) -> Option<(Option<i32>, String)> {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../audit/reference/fairdraw.py");
    let command = Command::new("python3")
        .args(["-B", program, "verify", "a.commit", reveal, "a.list"])
        .current_dir(folder)
        .output();
    if command.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        // Not by eprintln!, which is heard of failed tests alone.
        writeln!(io::stderr(), "skipped: there is no python3 to run the reference").unwrap();
        return None;
    }
    let output = command.unwrap();
    let said = [output.stdout, output.stderr].concat();
    Some((output.status.code(), String::from_utf8(said).unwrap()))
}

#[test]
fn whoever_has_commit_and_list_reveals_the_same_bytes() {
    let organiser = committed(&[]);
    let relay = relay(ROUND);
    run_at(DUE, organiser.path(), &["reveal", "a.commit@", "--relay", &relay.url]).unwrap();
    let json = real_round("quicknet", ROUND);
    let digits = json["signature"].as_str().unwrap();
    for beacon in ["round.json@", "round.txt@", digits] {
        let stranger = tempfile::tempdir().unwrap();
        for name in ["a.commit", "a.list"] {
            fs::copy(organiser.path().join(name), stranger.path().join(name)).unwrap();
        }
        fs::write(stranger.path().join("round.json"), json.to_string()).unwrap();
        fs::write(stranger.path().join("round.txt"), format!("{digits}\n")).unwrap();
        let reveal = ["reveal", "a.commit@", "--offline", "--beacon", beacon];
        run_at("2031-01-01T00:00:00Z", stranger.path(), &reveal).unwrap();
        assert_eq!(text(&stranger, "a.reveal"), text(&organiser, "a.reveal"));
    }
}

#[test]
fn wrong_rounds_write_nothing() {
    let folder = committed(&[]);
    let other = relay(123);
    let gone = Server::new(Answer::Status("500 Internal Server Error"));
    let reveal = ["reveal", "a.commit@", "--relay", &other.url, "--relay", &gone.url];
    let error = run_at(DUE, folder.path(), &reveal).unwrap_err();
    let wanted = format!("no relay gave round {ROUND} of drand quicknet");
    assert_eq!((error.message, error.exit), (wanted, 2));
    let hint = error.hint.unwrap();
    assert!(hint.contains(&format!("curl -sSfo round.json {}/", other.url)), "{hint}");
    assert!(hint.ends_with("then here: --beacon round.json"), "{hint}");

    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    file("other.json", &real_round("quicknet", 123).to_string());
    file("page.html", "<html>");
    file("large.json", &" ".repeat(65_537));
    for (name, wanted) in [
        ("other.json", "other.json: it is round 123, not round 12040883"),
        ("page.html", "page.html: neither JSON as a drand relay answers, nor"),
        ("large.json", "large.json has more than 65536 bytes"),
        ("none.json", "none.json: no such file"),
    ] {
        let reveal = ["reveal", "a.commit@", "--beacon", &format!("{name}@")];
        let error = run_at(DUE, folder.path(), &reveal).unwrap_err();
        assert!(error.message.contains(wanted) && error.exit == 2, "{}", error.message);
        assert!(error.hint.is_some());
    }
    assert!(!folder.path().join("a.reveal").exists());
}

#[test]
fn newest_round_stands_in_the_commit() {
    let newest = relay(123);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("list.txt"), "Ash\nBirch\nCedar\nElm\n").unwrap();
    // Round 123 was new on 23 August 2023, at 15:15:33.
    let by_relay = ["--fresh", "--relay", &newest.url];
    let error = try_commit(MORNING, folder.path(), &by_relay).unwrap_err();
    assert_eq!(error.message, "no relay gave the newest round of drand quicknet");
    assert!(!folder.path().join("a.commit").exists());
    try_commit("2023-08-23T15:15:40Z", folder.path(), &by_relay).unwrap();
    let line = format!("\nfresh: drand {} 123 b75c69d0", fairdraw::draw::QUICKNET.hash);
    assert!(text(&folder, "a.commit").contains(&line));
    let relay = relay(ROUND);
    run_at(DUE, folder.path(), &["reveal", "a.commit@", "--relay", &relay.url]).unwrap();
    run_at(DUE, folder.path(), &["verify", "a.commit@", "a.reveal@", "a.list@"]).unwrap();
}

#[test]
fn fresh_round_may_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    file("list.txt", "Ash\nBirch\nCedar\nElm\n");
    let round = |round| real_round("quicknet", round);
    file("due.json", &round(ROUND).to_string());
    file("digits.txt", round(123)["signature"].as_str().unwrap());
    let mut relabelled = round(123);
    relabelled["round"] = 124.into();
    file("relabelled.json", &relabelled.to_string());
    let fresh = |name: &str| {
        let option = format!("--fresh={}", folder.path().join(name).display());
        try_commit(MORNING, folder.path(), &[&option, "--offline"])
    };
    for (name, wanted) in [
        ("due.json", "round 12040883 is out, so the value of round 12040883 can be known"),
        ("digits.txt", "digits.txt: it does not say which round it is"),
        ("relabelled.json", "the signature is not the one of drand quicknet round 124"),
        ("none.json", "none.json: no such file"),
    ] {
        let error = fresh(name).unwrap_err();
        assert!(error.message.contains(wanted) && error.exit == 2, "{}", error.message);
        assert!(!folder.path().join("a.commit").exists());
    }
    file("old.json", &round(123).to_string());
    fresh("old.json").unwrap();
    assert!(text(&folder, "a.commit").contains("\nfresh: drand "));
}

#[test]
fn relay_is_named_only_where_something_is_fetched() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("list.txt"), "Ash\nBirch\n").unwrap();
    let relay = ["--relay", "http://127.0.0.1:1"];
    let error = try_commit(MORNING, folder.path(), &relay).unwrap_err();
    assert_eq!(error.hint.as_deref(), Some("leave out --relay, or add --fresh"));
    let seeded = with_seed();
    let error = run_at(AFTER, seeded.path(), &[&REVEAL[..2], &relay].concat()).unwrap_err();
    assert_eq!(error.message, "this commit names no drand round: nothing is fetched");
}
