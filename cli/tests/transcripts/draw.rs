use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

#[cfg(unix)]
use crate::folder::mode;
use crate::folder::{Folder, secrets_in};
use crate::run::{Ran, command, fairdraw_in};

/// README's first command, on a copy of the example.
fn raffle(more: &[&str], input: &[u8]) -> (Folder, Ran) {
    let folder = Folder::new();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/raffle/entries.csv");
    fs::copy(example, folder.at("entries.csv")).unwrap();
    let arguments = ["draw", "entries.csv", "--column", "Ticket", "--column", "Name"].as_slice();
    let terms = ["--title", "Summer raffle", "--prize", "1 Car", "--prize", "3 Bicycle"].as_slice();
    let arguments = [arguments, terms, &["--alternates", "5"], more].concat();
    let ran = fairdraw_in(folder.path(), arguments, input);
    (folder, ran)
}

#[test]
fn draw_of_the_example_makes_a_folder_that_verifies() {
    let (folder, ran) = raffle(&[], b"");
    let said = ran.done();
    assert_eq!(folder.names(), ["entries-draw", "entries.csv"]);
    let files = crate::folder::names_in(&folder.at("entries-draw"));
    assert_eq!(files, ["draw.commit", "draw.list", "draw.reveal", "draw.secret"]);
    #[cfg(unix)]
    assert_eq!(mode(&folder.at("entries-draw/draw.secret")), 0o600);

    let commit = folder.text("entries-draw/draw.commit");
    let stated = "fairdraw commit v1\ntitle: Summer raffle\nentries: 1204\nlist: public\n\
        root: 466e8be6596e1a631c033a7a05cfee97a73409129941b227a113af911e0b5486\nmethod: shuffle\n\
        prize: 1 Car\nprize: 3 Bicycle\nalternates: 5\nvacancy: next\nseed: organiser ";
    // The root was computed with audit/reference from the rows as Python's csv reads them.
    assert!(commit.starts_with(stated), "{commit}");
    assert!(commit.ends_with("\npublished: shown to those present\n"), "{commit}");

    let (before, after) = said.split_once("commit id   ").unwrap();
    let id = folder.value("entries-draw/draw.reveal", "commit");
    let mut lines = after.lines();
    assert_eq!(lines.next(), Some(id.as_str()));
    let spoken = lines.next().unwrap().strip_prefix("read it out ").unwrap();
    let groups: Vec<_> = spoken.split(' ').collect();
    assert!(groups.len() == 8 && groups.iter().all(|group| group.len() == 8), "{spoken}");
    assert_eq!(groups.concat(), id);
    folder.verify(&["entries-draw", "--expect", spoken]).done();
    for line in folder.text("entries-draw/draw.reveal").lines() {
        if let Some(place) = line.strip_prefix("draw: ") {
            let entry = place.splitn(4, ' ').nth(3).unwrap();
            assert!(after.contains(&format!("  {entry}\n")), "{entry} was not printed");
            let previewed = ["first", "last"]
                .iter()
                .any(|word| before.contains(&format!("{word:<12}{entry}\n")));
            assert!(previewed || !before.contains(entry), "{entry} came before the commit id");
        }
    }
    for sentence in ["PROVEN", "CLAIMED", "NOT PROVEN", "VALID if the commit id above"] {
        assert!(after.contains(sentence), "{sentence} is missing");
    }
    // A command that brings the id along would mark its own work.
    let command = "check it    fairdraw verify entries-draw --expect ID-AS-PUBLISHED\n";
    let place = "could be seen before the draw: shown to those present\n";
    assert!(after.contains(command) && after.contains(place), "{after}");
    assert!(folder.verify(&["entries-draw", "--expect", &id]).done().contains("VALID"));
}

#[test]
fn pause_waits_for_enter() {
    let (folder, ran) = raffle(&["--pause"], b"\n");
    assert!(ran.err.contains("if the draw is interrupted, finish it with: fairdraw reveal "));
    assert!(ran.text().contains("2 commit id  CLAIMED"), "nobody expected this id");
    ran.done();
    folder.verify(&["entries-draw"]).done();
}

#[test]
fn pause_without_anybody_commits_and_reveal_goes_on() {
    let (folder, ran) = raffle(&["--pause"], b"");
    assert!(ran.text().contains("commit id   "));
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.ends_with(
            "fairdraw: error: nobody pressed Enter: the draw is committed, but not drawn\n\
             fairdraw: hint: go on with: fairdraw reveal entries-draw/draw.commit\n"
        ),
        "{}",
        ran.err
    );
    let files = crate::folder::names_in(&folder.at("entries-draw"));
    assert_eq!(files, ["draw.commit", "draw.list", "draw.secret"]);
    folder.run(&["reveal", "entries-draw/draw.commit"]).done();
    folder.verify(&["entries-draw"]).done();
}

#[test]
fn file_that_is_changed_during_the_pause_is_noticed() {
    for (file, from, to) in
        [("draw.list", "Zando", "Zandu"), ("draw.commit", "title: Trees", "title: Treez")]
    {
        let folder = Folder::new();
        folder.write("trees.txt", "Zando\nYew\nElm\n");
        let draw = ["draw", "trees.txt", "--title", "Trees", "--prize", "1 Cake", "--pause"];
        let mut child = command()
            .args(draw)
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        while !folder.at("trees-draw/draw.commit").exists() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        folder.change(&format!("trees-draw/{file}"), from, to);
        child.stdin.take().unwrap().write_all(b"\n").unwrap();
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!(ran.status, 2, "{file}: {}", ran.err);
        assert!(ran.err.contains("the draw does not verify: "), "{file}: {}", ran.err);
        assert!(!ran.text().contains("VALID"), "{file}");
    }
}

#[test]
fn dry_run_shows_the_list_and_writes_nothing() {
    for more in [["--dry-run"].as_slice(), &["--dry-run", "--quiet"]] {
        let (folder, ran) = raffle(more, b"");
        let said = ran.done();
        assert!(said.contains("entries     1204\n"), "{said}");
        assert!(said.contains("first       007919 | Zando Nimblewick\n"), "{said}");
        assert!(!said.contains("commit id"), "{said}");
        assert_eq!(folder.names(), ["entries.csv"]);
    }
}

#[test]
fn existing_folder_is_left_alone() {
    let (folder, ran) = raffle(&[], b"");
    ran.done();
    let before = folder.bytes("entries-draw/draw.reveal");
    let again = ["draw", "entries.csv", "--column", "Name", "--title", "t", "--prize", "1 p"];
    let error = folder.run(&[&again, ["--drop-duplicates"].as_slice()].concat()).not_done();
    assert!(error.contains("entries-draw exists; nothing is overwritten"), "{error}");
    assert_eq!(folder.bytes("entries-draw/draw.reveal"), before);
    assert_eq!(crate::folder::names_in(&folder.at("entries-draw")).len(), 4);
}

#[test]
fn rehearsal_says_test_and_verifies_only_as_one() {
    let (folder, ran) = raffle(&["--rehearsal"], b"");
    let said = ran.done();
    assert!(said.contains("TEST: this is a rehearsal, not a draw\n"), "{said}");
    assert!(said.contains("VALID, but TEST: this was a rehearsal\n"), "{said}");
    assert!(!said.contains("GRADE"), "{said}");
    assert!(folder.text("entries-draw/draw.commit").starts_with("fairdraw rehearsal v1\n"));
    assert!(folder.text("entries-draw/draw.reveal").starts_with("fairdraw rehearsal-reveal v1\n"));
    let refused = folder.verify(&["entries-draw"]);
    assert!(refused.text().contains("TEST"), "{}", refused.text());
    refused.not_valid("rehearsal");
    let accepted = folder.verify(&["entries-draw", "--rehearsal"]).done();
    assert!(accepted.contains("VALID, but TEST"), "{accepted}");
    let (_, json) = folder.verify_json(&["entries-draw", "--rehearsal"]);
    assert_eq!(json["rehearsal"], true);
}

#[test]
fn private_draw_publishes_no_losing_entry() {
    let folder = Folder::new();
    let entries: Vec<String> =
        (0..400).map(|i| format!("person {i:03} of street {:03}", i * 7)).collect();
    folder.write("people.txt", entries.join("\n"));
    let terms = ["--title", "Seats", "--prize", "4 Seat", "--alternates", "2"];
    let ran = folder.run(&[&["draw", "people.txt", "--private"], terms.as_slice()].concat());
    let warning = "publish people-draw/draw.commit and people-draw/draw.reveal alone: people-draw/keep-private has";
    assert!(ran.err.contains(warning), "{}", ran.err);
    let said = ran.done();
    assert!(
        said.ends_with(
            "publish     people-draw/draw.commit and people-draw/draw.reveal\n\
             keep        people-draw/keep-private\n\n\
             GRADE E: re-performed only: nothing shows when the files were made\n"
        ),
        "{said}"
    );
    let names = crate::folder::names_in(&folder.at("people-draw"));
    assert_eq!(names, ["draw.commit", "draw.reveal", "keep-private"]);
    #[cfg(unix)]
    {
        assert_eq!(mode(&folder.at("people-draw/keep-private")), 0o700);
        for secret in ["draw.list", "draw.secret"] {
            assert_eq!(
                mode(&folder.at("people-draw/keep-private").join(secret)),
                0o600,
                "{secret}"
            );
        }
    }
    // What is kept apart is found by the commands that need it, and not looked at by verify.
    folder.verify(&["people-draw"]).done();
    folder.run(&["reveal", "people-draw/draw.commit", "-o", "again"]).done();
    assert_eq!(folder.text("again"), folder.text("people-draw/draw.reveal"));
    folder.run(&["receipt", "people-draw/draw.commit", "--position", "3"]).done();
    let public = folder.text("people-draw/draw.commit") + &folder.text("people-draw/draw.reveal");
    let shown: Vec<_> = entries.iter().filter(|entry| public.contains(entry.as_str())).collect();
    assert_eq!(shown.len(), 6, "{shown:?}");
    let drawn = public.lines().filter(|line| line.starts_with("draw: ")).count();
    assert_eq!(drawn, 6);
    // Nor does the key, which gives every salt, stand there.
    let secrets = secrets_in(&folder.text("people-draw/keep-private/draw.secret"));
    assert_eq!(secrets.len(), 2);
    assert!(public.contains(&secrets[0]), "the seed is opened");
    assert!(!public.contains(&secrets[1]), "the list key is published");
    // Verify needs neither list nor key.
    let (commit, reveal) = ("people-draw/draw.commit", "people-draw/draw.reveal");
    let said = folder.verify(&[commit, reveal]).done();
    assert!(said.contains("NOT CHECKED"), "{said}");
}

#[test]
fn weighted_draw_counts_tickets() {
    let folder = Folder::new();
    folder.write("shares.csv", "Name,Shares\nann,3\nbob,1\ncyd,2\n");
    let draw = |name: &str, wins: &str, prize: &str| {
        let list = ["draw", "shares.csv", "--column", "Name", "--tickets", "Shares"];
        let terms = ["--title", "t", "--wins", wins, "--prize", prize, "-o", name];
        folder.run(&[list.as_slice(), &terms].concat())
    };
    draw("once", "once", "3 Vote").done();
    let commit = folder.text("once/draw.commit");
    assert!(commit.contains("\nentries: 3\nlist: public\ntickets: 6\n"), "{commit}");
    assert!(commit.contains("\nmethod: tickets\nwins: once\n"), "{commit}");
    assert_eq!(folder.text("once/draw.list"), "3\tann\n1\tbob\n2\tcyd\n");
    folder.verify(&["once"]).done();

    draw("each", "per-ticket", "6 Vote").done();
    folder.verify(&["each"]).done();
    let reveal = folder.text("each/draw.reveal");
    let times = |name| reveal.lines().filter(|line| line.ends_with(name)).count();
    assert_eq!([times(" ann"), times(" bob"), times(" cyd")], [3, 1, 2]);

    draw("few", "once", "4 Vote").not_done();
    assert!(!folder.at("few").exists());
    let private = ["--tickets", "Shares", "--private", "--title", "t", "--prize", "1 p"];
    let error =
        folder.run(&[["draw", "shares.csv", "--column", "Name"].as_slice(), &private].concat());
    assert!(error.not_done().contains("can't be private"));
}

#[test]
fn more_places_than_entries_are_refused() {
    let folder = Folder::with_list(3);
    for (prize, alternates) in [("4 p", "0"), ("3 p", "1"), ("1 p", "9223372036854775807")] {
        let terms = ["--title", "t", "--prize", prize, "--alternates", alternates];
        folder.run(&[["draw", "list.txt"].as_slice(), &terms].concat()).not_done();
        assert_eq!(folder.names(), ["list.txt"]);
    }
    folder.run(&["draw", "list.txt", "--title", "t", "--prize", "3 p"]).done();
}

#[test]
fn quiet_prints_no_preview_and_the_result_all_the_same() {
    let (_folder, ran) = raffle(&["--quiet"], b"");
    let said = String::from_utf8(ran.data()).unwrap();
    assert!(!said.contains("read as"), "{said}");
    assert!(said.contains("commit id") && said.contains("VALID"), "{said}");
}

#[test]
fn json_of_a_draw_is_that_of_verify() {
    let (folder, ran) = raffle(&[], b"");
    ran.done();
    let (status, json) = folder.verify_json(&["entries-draw"]);
    assert_eq!((status, &json["verdict"]), (0, &Value::from("valid")));
    assert_eq!(json["title"], "Summer raffle");
    assert_eq!(json["rehearsal"], false);
    assert_eq!(json["commit_id"], folder.value("entries-draw/draw.reveal", "commit"));
    let places = json["places"].as_array().unwrap();
    assert_eq!(places.len(), 9);
    let list = folder.text("entries-draw/draw.list");
    for (index, place) in places.iter().enumerate() {
        assert_eq!(place["rank"], index + 1);
        let prize =
            ["prize-1", "prize-2", "alternate"][usize::from(index > 0) + usize::from(index > 3)];
        assert_eq!(place["prize"], prize);
        let position = usize::try_from(place["position"].as_u64().unwrap()).unwrap();
        assert_eq!(place["entry"], list.lines().nth(position).unwrap());
    }
    let checks = json["checks"].as_array().unwrap();
    assert!(checks.iter().all(|check| check["sentence"].is_string() && check["step"].is_u64()));
    let evidence = |word: &str| checks.iter().any(|check| check["evidence"] == word);
    assert!(evidence("PROVEN") && evidence("CLAIMED") && evidence("NOT PROVEN"), "{checks:?}");
}

#[test]
fn json_of_draw_is_the_verdict_and_the_list_report() {
    let (folder, ran) = raffle(&["--json"], b"");
    let json: Value = serde_json::from_slice(&ran.data()).unwrap();
    assert_eq!(json["verdict"], "valid");
    assert_eq!(json["commit_id_expected"], false);
    assert_eq!(json["commit_id"], folder.value("entries-draw/draw.reveal", "commit"));
    assert_eq!(json["folder"], "entries-draw");
    assert_eq!(json["list"]["entries"], 1204);
    assert_eq!(json["places"].as_array().unwrap().len(), 9);
    let (_folder, ran) = raffle(&["--json", "--pause"], b"");
    ran.not_done();
}

#[test]
fn list_from_standard_input_leaves_no_key_to_wait_for() {
    let folder = Folder::new();
    let draw = ["draw", "-", "--title", "t", "--prize", "1 p"];
    let error = fairdraw_in(folder.path(), [&draw[..], &["--pause"]].concat(), b"ann\nbob\n");
    assert!(error.not_done().contains("--pause waits there for the Enter key"));
    assert!(folder.names().is_empty());
    fairdraw_in(folder.path(), draw, b"ann\nbob\n").done();
}

#[test]
fn dry_run_needs_the_list_alone() {
    for command in ["draw", "commit"] {
        let folder = Folder::with_list(3);
        folder.write("list.commit", "in the way");
        let said = folder.run(&[command, "list.txt", "--dry-run"]).done();
        assert!(said.contains("entries     3\n"), "{said}");
        let json: Value = serde_json::from_slice(
            &folder.run(&[command, "list.txt", "--dry-run", "--json"]).data(),
        )
        .unwrap();
        assert_eq!(json["list"]["entries"], 3);
        assert_eq!(folder.names(), ["list.commit", "list.txt"]);
        let error = folder.run(&[command, "list.txt"]).not_done();
        assert!(error.contains("--title") && error.contains("--prize"), "{error}");
    }
}
