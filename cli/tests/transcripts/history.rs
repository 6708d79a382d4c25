//! `verify` with outcome files, with draws before the draw, and the grade at its end.

use serde_json::json;

use crate::folder::Folder;

/// Words with one space between them: sentences are wrapped.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn commit(folder: &Folder, name: &str, more: &[&str]) -> String {
    let terms = ["--title", "t", "--prize", "2 Cake", "--alternates", "2", "--published", "x"];
    let source = ["--seed-only", "--json", "--note", name];
    let first = ["commit", "list.txt", "-o", name];
    let said = folder.run(&[&first[..], &terms, &source, more].concat()).done();
    let json: serde_json::Value = serde_json::from_str(&said).unwrap();
    folder.run(&["reveal", &format!("{name}.commit")]).done();
    json["commit_id"].as_str().unwrap().to_owned()
}

fn reveal_id(folder: &Folder, name: &str) -> String {
    let said = folder.run(&["inspect", &format!("{name}.reveal")]).done();
    let id = said.lines().find_map(|line| line.strip_prefix("reveal id")).unwrap();
    id.trim().to_owned()
}

/// A draw `one`, void; `two` in its place; `three` a further round.
fn three_draws() -> Folder {
    let folder = Folder::with_list(20);
    let one = commit(&folder, "one", &[]);
    let two = commit(&folder, "two", &["--replaces", &one, "--reason", "the list had a hole"]);
    let id = reveal_id(&folder, "two");
    commit(&folder, "three", &["--follows", &two, &id, "--reason", "a cake was left"]);
    folder
}

#[test]
fn earlier_draws_are_told_apart_by_their_commits() {
    let folder = three_draws();
    let all = [
        "one.list",
        "one.commit",
        "two.reveal",
        "three.commit",
        "one.reveal",
        "two.commit",
        "three.reveal",
    ];
    let said = words(&folder.verify(&all).done());
    assert!(said.contains("4 rules PROVEN this is draw 3 of 3 "), "{said}");
    assert!(
        said.contains("is void and draw 2 takes its place, because: the list had a hole"),
        "{said}"
    );
    assert!(said.contains("this draw is a further round after draw 2"), "{said}");
    let second = ["one.list", "two.commit", "two.reveal", "one.commit"];
    let said = words(&folder.verify(&second).done());
    assert!(
        said.contains("4 rules PROVEN this is draw 2 of 2 ") && said.contains("draw 1 (commit "),
        "{said}"
    );
    let known = ["one.list", "three.reveal", "two.commit", "three.commit"];
    let said = words(&folder.verify(&known).done());
    assert!(
        said.contains("this is draw 3 of 3 at least; the first of them was not given"),
        "{said}"
    );
    // A folder with all of them, where the lists are the same.
    std::fs::remove_file(folder.at("two.list")).unwrap();
    std::fs::remove_file(folder.at("three.list")).unwrap();
    folder.verify(&["."]).done();
    let (status, answer) = folder.verify_json(&all);
    assert_eq!((status, &answer["verdict"]), (0, &json!("valid")));
    assert_eq!(answer["commit_id"], folder.value("three.reveal", "commit"));
}

#[test]
fn draws_that_do_not_lead_to_each_other_are_wrong_use() {
    let folder = three_draws();
    commit(&folder, "other", &[]);
    for commits in [["one.commit", "other.commit"], ["other.commit", "one.commit"]] {
        let error = folder.verify(&[&commits[..], &["one.list", "one.reveal"]].concat()).not_done();
        let [first, second] = commits;
        assert!(
            error.contains(&format!(
                "{second} is a second commit, beside {first}, and neither leads to the other"
            )),
            "{error}"
        );
    }
    folder.run(&["reveal", "one.commit", "-o", "again.reveal"]).done();
    let two = ["one.list", "two.commit", "two.reveal", "one.commit", "one.reveal"];
    folder.verify(&two).done();
    let error = folder.verify(&[&two[..], &["again.reveal"]].concat()).not_done();
    assert!(error.contains("are both reveals of the earlier draw one.commit"), "{error}");
    let error = folder.verify(&["one.list", "two.commit", "one.commit", "one.reveal"]).not_done();
    assert!(error.contains("there is no reveal file"), "{error}");
    // An earlier commit that can't be read is a verdict, like any other file.
    folder.change("one.commit", "method: shuffle", "method: shuffled");
    let ran = folder.verify(&two);
    assert_eq!(ran.status, 2);
    assert!(ran.err.starts_with("fairdraw: error: one.commit: not checked: "), "{}", ran.err);
    assert!(ran.err.contains("[later-version]"), "{}", ran.err);
    folder.write("one.commit", "fairdraw commit v1\n");
    folder.verify(&two).not_valid("grammar");
    let (status, answer) = folder.verify_json(&two);
    assert_eq!((status, &answer["failure"]["name"]), (1, &json!("grammar")));
}

#[test]
fn a_followed_reveal_is_the_one_that_was_named() {
    let folder = three_draws();
    let three = ["one.list", "three.commit", "three.reveal", "two.commit", "two.reveal"];
    folder.verify(&three).done();
    folder.write("two.reveal", folder.text("two.reveal") + "note: read out\n");
    folder.verify(&three).not_valid("earlier-draw");
    assert!(folder.verify(&three).err.contains("hint: it is about one of "));
}

#[test]
fn outcomes_are_verified_and_the_effective_winners_shown() {
    let folder = Folder::with_list(20);
    commit(&folder, "a", &[]);
    let files = ["a.commit", "a.reveal", "a.list", "a.outcome"];
    folder.run(&["outcome", "a.reveal", "--accepted", "1"]).done();
    folder.write("earlier", folder.bytes("a.outcome"));
    let pass = ["--passed-over", "2", "--cause", "no-answer", "--text", "wrote twice"];
    folder.run(&[&["outcome", "a.reveal"], &pass[..]].concat()).done();
    let (status, answer) = folder.verify_json(&files);
    assert_eq!(status, 0);
    let entry = |rank: usize| answer["places"][rank - 1]["entry"].clone();
    assert_eq!(
        answer["outcome"]["holders"],
        json!([
            {"place": 1, "prize": "prize-1", "rank": 1, "entry": entry(1), "accepted": true},
            {"place": 2, "prize": "prize-1", "rank": 3, "entry": entry(3), "accepted": false},
        ])
    );
    let second = &answer["outcome"]["decisions"][1];
    assert_eq!(
        (&second["rank"], &second["cause"], &second["text"]),
        (&json!(2), &json!("no-answer"), &json!("wrote twice"))
    );
    let said = folder.verify(&["."]).done();
    let held = format!(
        "Held by now, by the outcome file:\nprize       Cake (2)\n  1  accepted  {}\n  3  awaited   {}\nPassed over\n  2  {}\n",
        entry(1).as_str().unwrap(),
        entry(3).as_str().unwrap(),
        entry(2).as_str().unwrap()
    );
    assert!(said.contains(&held), "{said}");
    assert!(
        words(&said).contains("CLAIMED accepted: 1; passed over: 2 (no-answer: wrote twice)"),
        "{said}"
    );
    // An earlier state beside it, by its first line; and one that says something else.
    folder.verify(&[&files[..], &["earlier"]].concat()).done();
    folder.write("earlier", folder.text("a.outcome").replace("no-answer", "not-found"));
    folder.verify(&[&files[..], &["earlier"]].concat()).not_valid("two-outcomes");
    let right = folder.text("a.outcome");
    for (change, name) in [
        (right.replace("Z 2 no", "Z 4 no"), "outcome-skipped"),
        (right.replace("Z 2 no", "Z 5 no"), "outcome-rank"),
        (right.clone() + right.lines().last().unwrap() + "\n", "outcome-repeated"),
        (right.replace("accepted: 2", "accepted: 3"), "outcome-time"),
        (right.replace(&folder.value("a.outcome", "reveal"), &"7".repeat(64)), "other-reveal"),
        (right.replace(&folder.value("a.outcome", "commit"), &"7".repeat(64)), "other-commit"),
        (right.replace("accepted", "took"), "grammar"),
    ] {
        folder.write("a.outcome", change);
        let ran = folder.verify(&files);
        assert!(ran.err.contains("error: a.outcome: not valid: "), "{}", ran.err);
        ran.not_valid(name);
    }
    let (_, answer) = folder.verify_json(&files[..3]);
    assert!(answer["outcome"].is_null());
}

#[test]
fn the_grade_is_the_last_line_of_a_valid_verdict() {
    let folder = Folder::with_list(20);
    let id = commit(&folder, "a", &[]);
    let last = |more: &[&str]| {
        let said = folder.verify(&[&["."], more].concat()).done();
        said.lines().last().unwrap_or_default().to_owned()
    };
    assert_eq!(last(&[]), "GRADE E: re-performed only: nothing shows when the files were made");
    let fixed =
        "GRADE D: fixed by the expected id or by a proven time; step 8 says who could choose";
    assert_eq!(last(&["--expect", &id]), fixed);
    assert_eq!(last(&["--existed-by", "2030-01-01T00:00:00Z"]), fixed);
    let said = words(&folder.verify(&[".", "--existed-by", "2030-01-01T00:00+00:00"]).done());
    assert!(
        said.contains(
            "PROVEN by the outside proof of time, the commit file existed by 2030-01-01T00:00:00Z"
        ),
        "{said}"
    );
    let (_, answer) = folder.verify_json(&[".", "--expect", &id]);
    assert_eq!(answer["grade"]["letter"], "D");
    folder.change("a.list", "entry 20", "entry 21");
    let ran = folder.verify(&["."]);
    assert!(!ran.text().contains("GRADE"), "{}", ran.text());
    let rehearsal = Folder::with_list(20);
    commit(&rehearsal, "a", &["--rehearsal"]);
    let said = rehearsal.verify(&[".", "--rehearsal"]).done();
    assert!(!said.contains("GRADE"), "{said}");
    assert!(rehearsal.verify_json(&[".", "--rehearsal"]).1["grade"].is_null());
}

#[test]
fn gap_between_draws_is_named() {
    let folder = three_draws();
    let missing = folder.value("three.commit", "follows");
    let missing = missing.split(' ').next().unwrap();
    let files = ["one.commit", "one.reveal", "three.commit", "three.reveal", "three.list"];
    folder.verify(&files).refused(&format!(
        "fairdraw: error: three.commit follows {missing}, which is not among the files\n\
         fairdraw: hint: give that commit too, or only the files of one draw and of those before it\n"
    ));
}
