//! Refusals recorded line by line, and who holds each prize after them.

use std::fs;

use crate::folder::Folder;

/// A draw of two cakes and three alternates from 20 entries.
fn draw() -> Folder {
    let folder = Folder::with_list(20);
    let terms = ["--title", "Cakes", "--prize", "1 Pie", "--prize", "1 Tart", "--alternates", "3"];
    let rest = ["--published", "the board", "--seed-only", "-o", "a"];
    folder.run(&[&["commit", "list.txt"], &terms[..], &rest].concat()).done();
    folder.run(&["reveal", "a.commit"]).done();
    folder
}

/// The drawn entries by rank.
fn entries(folder: &Folder) -> Vec<String> {
    let reveal = folder.text("a.reveal");
    let lines = reveal.lines().filter_map(|line| line.strip_prefix("draw: "));
    lines.map(|line| line.splitn(4, ' ').nth(3).unwrap().to_owned()).collect()
}

fn pass(rank: &str, cause: &str, text: &str) -> Vec<String> {
    ["outcome", "a.reveal", "--passed-over", rank, "--cause", cause, "--text", text]
        .map(str::to_owned)
        .to_vec()
}

fn run(folder: &Folder, arguments: &[String]) -> crate::run::Ran {
    folder.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn a_pick_that_is_refused_goes_to_the_next_who_may_have_it() {
    let folder = draw();
    let entries = entries(&folder);
    let state = folder.run(&["outcome", "a.reveal"]).done();
    let drawn = format!(
        "\nprize       Pie\n  1  awaited   {}\nprize       Tart\n  2  awaited   {}\n\nawaited     the answers of ranks 1, 2\n",
        entries[0], entries[1]
    );
    assert!(state.ends_with(&drawn), "{state}");
    assert!(!folder.at("a.outcome").exists(), "asking records nothing");

    folder.run(&["outcome", "a.reveal", "--accepted", "1"]).done();
    let said = run(&folder, &pass("2", "declined", "bakes himself")).done();
    assert!(said.starts_with("recorded    passed-over: 20"), "{said}");
    assert!(said.contains("awaited     the answer of rank 3\npublish     a.outcome\n"), "{said}");
    run(&folder, &pass("3", "ineligible", "not a member")).done();
    let said = folder.run(&["outcome", "a.reveal", "--accepted", "4"]).done();
    let settled = format!(
        "\nprize       Pie\n  1  accepted  {}\nprize       Tart\n  4  accepted  {}\nPassed over\n  2  {}\n  3  {}\n\n\
         awaited     no answer: every prize that is awarded was accepted\npublish     a.outcome\n",
        entries[0], entries[3], entries[1], entries[2]
    );
    assert!(said.ends_with(&settled), "{said}");

    let outcome = folder.text("a.outcome");
    let lines: Vec<_> = outcome.lines().collect();
    assert_eq!(lines.len(), 7, "{outcome}");
    assert_eq!(lines[0], "fairdraw outcome v1");
    assert_eq!(lines[1], format!("commit: {}", folder.value("a.reveal", "commit")));
    assert!(
        lines[4].starts_with("passed-over: 20") && lines[4].ends_with(" 2 declined bakes himself")
    );
    assert!(lines[6].starts_with("accepted: 20") && lines[6].ends_with("Z 4"));
}

#[test]
fn a_line_that_breaks_the_rules_leaves_the_file_untouched() {
    let folder = draw();
    let wrong = |rank: &str, why: &str| {
        let before = fs::read(folder.at("a.outcome")).ok();
        let error = folder.run(&["outcome", "a.reveal", "--accepted", rank]).not_done();
        assert!(error.starts_with(&format!("fairdraw: error: not recorded: {why}")), "{error}");
        assert!(error.contains("fairdraw: hint: "), "{error}");
        assert_eq!(fs::read(folder.at("a.outcome")).ok(), before);
    };
    wrong("3", "it is not the turn of rank 3 (entry ");
    wrong("6", "rank 6 was not drawn");
    folder.run(&["outcome", "a.reveal", "--accepted", "2"]).done();
    wrong("2", "rank 2 has accepted already (entry ");
    run(&folder, &pass("2", "duplicate", "drawn before")).done();
    wrong("2", "rank 2 was passed over before (entry ");
    wrong("4", "it is not the turn of rank 4 (entry ");
    let early = ["--accepted", "1", "--at", "2020-01-01T00:00:00Z"];
    let error = folder.run(&[&["outcome", "a.reveal"], &early[..]].concat()).not_done();
    assert!(error.contains("its time is before that of the last line"), "{error}");
    let late = ["--accepted", "1", "--at", "2090-01-01T00:00:00Z"];
    let error = folder.run(&[&["outcome", "a.reveal"], &late[..]].concat()).not_done();
    assert!(error.contains("2090-01-01T00:00:00Z is still to come"), "{error}");
    let error = run(&folder, &pass("1", "other", &"x".repeat(500))).not_done();
    assert!(error.contains("longer than 512 bytes") && error.contains("shorter --text"), "{error}");
    assert_eq!(folder.text("a.outcome").lines().count(), 5);
    assert_eq!(
        folder.names(),
        ["a.commit", "a.list", "a.outcome", "a.reveal", "a.secret", "list.txt"]
    );
}

#[test]
fn past_decisions_are_recorded_with_their_time() {
    let folder = draw();
    let at = ["--accepted", "1", "--at", "2026-01-02T01:00+01:00"];
    folder.run(&[&["outcome", "a.reveal"], &at[..]].concat()).done();
    assert_eq!(folder.value("a.outcome", "accepted"), "2026-01-02T00:00:00Z 1");
    // The same second is not before it.
    let at = ["--accepted", "2", "--at", "2026-01-02T00:00:00Z"];
    folder.run(&[&["outcome", "a.reveal"], &at[..]].concat()).done();
}

#[test]
fn outcome_options_belong_together() {
    let folder = draw();
    for (options, part) in [
        (vec!["--passed-over", "1"], "--cause"),
        (vec!["--passed-over", "1", "--cause", "declined"], "--text"),
        (
            vec!["--passed-over", "1", "--cause", "bored", "--text", "x"],
            "one of declined, no-answer, not-found, ineligible, duplicate, other",
        ),
        (vec!["--accepted", "1", "--cause", "declined", "--text", "x"], "cannot be used with"),
        (
            vec!["--accepted", "1", "--passed-over", "2", "--cause", "other", "--text", "x"],
            "cannot be used with",
        ),
        (vec!["--accepted", "0"], "0"),
        (vec!["--accepted", "-1"], "-1"),
        (vec!["--at", "2026-01-01T00:00:00Z"], "required"),
        (vec!["--passed-over", "1", "--cause", "other", "--text", " x"], "--text"),
        (vec!["--passed-over", "1", "--cause", "other", "--text", "two\nlines"], "--text"),
    ] {
        let error = folder.run(&[&["outcome", "a.reveal"], &options[..]].concat()).not_done();
        assert!(error.contains(part), "{options:?}: {error}");
        assert!(!folder.at("a.outcome").exists(), "{options:?}");
    }
}

#[test]
fn outcome_files_that_break_the_rules_are_not_added_to() {
    let folder = draw();
    folder.run(&["outcome", "a.reveal", "--accepted", "1"]).done();
    let right = folder.text("a.outcome");
    let add = |name: &str| {
        let before = folder.bytes("a.outcome");
        folder.run(&["outcome", "a.reveal", "--accepted", "2"]).not_valid(name);
        folder.run(&["outcome", "a.reveal"]).not_valid(name);
        assert_eq!(folder.bytes("a.outcome"), before);
    };
    folder.change("a.outcome", "Z 1", "Z 3");
    add("outcome-skipped");
    folder.write("a.outcome", right.clone() + right.lines().last().unwrap() + "\n");
    add("outcome-repeated");
    let commit = folder.value("a.reveal", "commit");
    folder.write("a.outcome", right.replace(&commit, &"7".repeat(64)));
    add("other-commit");
    folder.write("a.outcome", right.replace(&folder.value("a.outcome", "reveal"), &"7".repeat(64)));
    add("other-reveal");
    folder.write("a.outcome", right.replace("accepted", "took"));
    let error = folder.run(&["outcome", "a.reveal", "--accepted", "2"]).not_done();
    assert!(error.contains("a.outcome: outcome file: line 4, column 1: expected here"), "{error}");
    // CR LF is as good; the file has LF afterwards, and no line is lost.
    folder.write("a.outcome", right.replace('\n', "\r\n"));
    folder.run(&["outcome", "a.reveal", "--accepted", "2"]).done();
    assert!(folder.text("a.outcome").starts_with(&right));
    assert_eq!(folder.text("a.outcome").lines().count(), 5);
}

#[test]
fn reveal_and_commit_of_an_outcome_belong_together() {
    let folder = draw();
    fs::rename(folder.at("a.commit"), folder.at("other.commit")).unwrap();
    let error = folder.run(&["outcome", "a.reveal", "--accepted", "1"]).not_done();
    assert!(error.contains("a.commit"), "{error}");
    let with = ["outcome", "a.reveal", "--accepted", "1", "--commit", "other.commit", "-o", "o"];
    folder.run(&with).done();
    assert_eq!(folder.text("o").lines().count(), 4);
    folder.change("other.commit", "title: Cakes", "title: Buns");
    let error = folder.run(&with).not_done();
    assert!(error.contains("a.reveal belongs to another commit"), "{error}");
    let inspected = folder.run(&["inspect", "o"]).done();
    assert!(
        inspected.starts_with("an outcome file: ") && inspected.contains("  rank 1 accepted\n"),
        "{inspected}"
    );
}

#[cfg(unix)]
#[test]
fn killed_runs_lose_no_line() {
    use std::process::Stdio;
    use std::thread;
    use std::time::Duration;

    let folder = draw();
    folder.run(&["outcome", "a.reveal", "--accepted", "1"]).done();
    let first = folder.text("a.outcome");
    let mut whole = 0;
    for wait in 0..40 {
        folder.write("a.outcome", &first);
        let mut child = crate::run::command()
            .args(["outcome", "a.reveal", "--accepted", "2"])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_micros(250 * wait));
        child.kill().unwrap();
        child.wait().unwrap();
        let outcome = folder.text("a.outcome");
        assert!(outcome.starts_with(&first), "{outcome}");
        let added = outcome.strip_prefix(&first).unwrap();
        assert!(added.is_empty() || added.starts_with("accepted: ") && added.ends_with("Z 2\n"));
        whole += usize::from(!added.is_empty());
    }
    println!("{whole} of 40 runs had added their line when they were killed");
}

#[test]
fn rehearsals_and_draws_are_not_mixed_up() {
    let folder = draw();
    let test = ["--title", "Cakes", "--prize", "1 Pie", "--published", "x", "--rehearsal"];
    folder.run(&[&["commit", "list.txt", "--seed-only", "-o", "b"], &test[..]].concat()).done();
    folder.run(&["reveal", "b.commit"]).done();
    let mixed = |commit: &str, reveal: &str, message: &str| {
        let error = folder.run(&["outcome", reveal, "--commit", commit, "--accepted", "1"]);
        let error = error.not_done();
        let line = format!("fairdraw: error: {reveal} is {message}\nfairdraw: hint: ");
        assert!(error.starts_with(&line) && error.lines().count() == 2, "{error}");
    };
    mixed("b.commit", "a.reveal", "the reveal of a draw, and b.commit the commit of a rehearsal");
    mixed("a.commit", "b.reveal", "the reveal of a rehearsal, and a.commit the commit of a draw");
    // Also where it names the very commit.
    folder.change("a.reveal", "fairdraw reveal v1", "fairdraw rehearsal-reveal v1");
    mixed("a.commit", "a.reveal", "the reveal of a rehearsal, and a.commit the commit of a draw");
    folder.run(&["outcome", "b.reveal", "--accepted", "1"]).done();
}

/// On other systems one of two runs may be refused.
#[cfg(unix)]
#[test]
fn two_who_record_at_the_same_time_lose_no_line() {
    let folder = Folder::with_list(120);
    let terms = ["--title", "Cakes", "--prize", "100 Cake", "--published", "the board"];
    folder.run(&[&["commit", "list.txt", "--seed-only", "-o", "a"], &terms[..]].concat()).done();
    folder.run(&["reveal", "a.commit"]).done();
    std::thread::scope(|scope| {
        for ranks in [1..=50, 51..=100] {
            let folder = &folder;
            scope.spawn(move || {
                for rank in ranks {
                    folder.run(&["outcome", "a.reveal", "--accepted", &rank.to_string()]).done();
                }
            });
        }
    });
    let outcome = folder.text("a.outcome");
    let ranks = outcome.lines().filter(|line| line.starts_with("accepted: "));
    let mut ranks: Vec<u64> =
        ranks.map(|line| line.rsplit(' ').next().unwrap().parse().unwrap()).collect();
    ranks.sort_unstable();
    assert_eq!(ranks, (1..=100).collect::<Vec<_>>(), "{outcome}");
    folder.run(&["verify", "a.commit", "a.reveal", "a.list", "a.outcome"]).done();
    // commit, list, reveal, secret, outcome and what the list was made from: no lock is left behind.
    assert_eq!(folder.at("").read_dir().unwrap().count(), 6);
}

#[test]
fn nothing_is_recorded_of_a_draw_that_is_not_valid() {
    let folder = draw();
    let before = folder.text("a.reveal");
    let winner = entries(&folder).remove(0);
    folder.write("a.reveal", before.replace(&format!("{winner}\n"), "Mallory\n"));
    for arguments in
        [["outcome", "a.reveal"].as_slice(), &["outcome", "a.reveal", "--accepted", "1"]]
    {
        let ran = folder.run(arguments);
        assert!(ran.err.starts_with("fairdraw: error: a.reveal: not valid: "), "{}", ran.err);
        ran.not_valid("draw-line");
    }
    assert!(!folder.at("a.outcome").exists());
    // Without the list nobody can tell, and it is said.
    fs::remove_file(folder.at("a.list")).unwrap();
    let ran = folder.run(&["outcome", "a.reveal", "--accepted", "1"]);
    assert_eq!(
        ran.err,
        "fairdraw: note: the draw is not checked, since there is no a.list: see fairdraw verify\n"
    );
    assert_eq!(ran.status, 0);
}

#[cfg(unix)]
#[test]
fn write_protected_outcome_file_stays_as_it_is() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = draw();
    folder.run(&["outcome", "a.reveal", "--accepted", "1"]).done();
    let before = folder.bytes("a.outcome");
    fs::set_permissions(folder.at("a.outcome"), fs::Permissions::from_mode(0o444)).unwrap();
    let error = folder.run(&["outcome", "a.reveal", "--accepted", "2"]).not_done();
    assert!(error.contains("a.outcome is write-protected\n"), "{error}");
    assert!(error.contains("hint: nothing was recorded; allow writing to it first"), "{error}");
    assert_eq!(folder.bytes("a.outcome"), before);
}
