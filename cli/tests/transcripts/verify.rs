use std::process::Stdio;

use crate::folder::Folder;
use crate::run::{command, fairdraw_in};

const FILES: [&str; 3] = ["a.commit", "a.reveal", "a.list"];

#[test]
fn files_are_taken_in_any_order() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let [commit, reveal, list] = FILES;
    for order in [
        [commit, reveal, list],
        [commit, list, reveal],
        [reveal, commit, list],
        [reveal, list, commit],
        [list, commit, reveal],
        [list, reveal, commit],
    ] {
        folder.verify(&order).done();
    }
}

#[test]
fn kinds_are_told_by_first_lines_where_endings_say_nothing() {
    let folder = Folder::with_draw(&["--seed-only"]);
    folder.write("one", folder.bytes("a.list"));
    folder.write("two.txt", folder.bytes("a.reveal"));
    folder.write("three.commit.bak", folder.bytes("a.commit"));
    folder.verify(&["one", "two.txt", "three.commit.bak"]).done();
    // One from standard input.
    let arguments = ["verify", "a.commit", "-", "a.list"];
    fairdraw_in(folder.path(), arguments, &folder.bytes("a.reveal")).done();
    // An ending is believed: then the content is wrong.
    folder.write("list.reveal", folder.bytes("a.list"));
    folder.verify(&["a.commit", "list.reveal", "a.list"]).not_valid("grammar");
    // A secret file is known by its first line, too.
    folder.write("hidden", folder.bytes("a.secret"));
    let error = folder.verify(&["a.commit", "a.reveal", "hidden"]).not_done();
    assert!(error.contains("hidden is a secret file"), "{error}");
}

#[test]
fn broken_file_with_an_ending_of_ours_is_not_taken_for_the_list() {
    // Verify doesn't read the list of a private draw.
    let folder = Folder::with_draw(&["--seed-only", "--private"]);
    for name in ["x.receipt", "X.RECEIPT", "x.seeds", "x.outcome"] {
        folder.write(name, "Fairdraw receipt v1\n");
        folder.verify(&["a.commit", "a.reveal", name]).not_valid("grammar");
    }
}

#[test]
fn files_of_a_later_version_are_not_taken_for_a_list() {
    let folder = Folder::with_draw(&["--seed-only", "--private"]);
    for (line, kind) in
        [("fairdraw ballot v1\n", "ballot"), ("fairdraw lottery-9 v12\r\nx", "lottery-9")]
    {
        folder.write("other", line);
        let error = folder.verify(&["a.commit", "a.reveal", "other"]).not_done();
        assert!(error.contains(&format!("other: made for a later version: {kind}\n")), "{error}");
    }
    // These are entries like any other, here of the second list.
    for entry in [
        "fairdraw Outcome v1",
        "fairdraw outcome v",
        "fairdraw outcome",
        " fairdraw outcome v1",
        "fairdraw  v1",
    ] {
        folder.write("other", entry);
        let error = folder.verify(&["a.commit", "a.reveal", "a.list", "other"]).not_done();
        assert!(error.contains("other is a second list"), "{error}");
    }
    folder.write("a.commit", "fairdraw commit v2\nnew: 1\n");
    let ran = folder.verify(&["a.commit", "a.reveal"]);
    assert!(ran.not_done().contains("made for a later version"));
}

#[test]
fn folder_stands_for_the_files_of_the_draw_in_it() {
    let folder = Folder::with_draw(&["--seed-only"]);
    folder.verify(&["."]).done();
    folder.write("b.commit", folder.bytes("a.commit"));
    let error = folder.verify(&["."]).not_done();
    assert!(error.contains("./b.commit is a second commit, beside ./a.commit"), "{error}");
    std::fs::remove_file(folder.at("b.commit")).unwrap();
    std::fs::create_dir(folder.at("c.reveal")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", folder.at("d.reveal")).unwrap();
    for more in [["."].as_slice(), &[".", "--quiet"]] {
        let ran = folder.verify(more);
        assert!(
            ran.err.contains("warning: ./c.reveal is left out: it is not a file\n"),
            "{}",
            ran.err
        );
        #[cfg(unix)]
        assert!(
            ran.err.contains("warning: ./d.reveal is left out: it is not a file\n"),
            "{}",
            ran.err
        );
        ran.done();
    }
    let empty = Folder::new();
    let error = empty.verify(&["."]).not_done();
    assert!(error.contains("no files of a draw in ."), "{error}");
}

#[test]
fn what_is_missing_stops_with_2() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let error = folder.verify(&["a.commit", "a.reveal"]).not_done();
    assert!(error.contains("step 3 (list)") && error.contains("[list-missing]"), "{error}");
    let (status, json) = folder.verify_json(&["a.commit", "a.reveal"]);
    assert_eq!((status, json["verdict"].as_str()), (2, Some("not checked")));
    let error = folder.verify(&["a.commit", "a.list"]).not_done();
    assert!(error.contains("there is no reveal file"), "{error}");
    let error = folder.verify(&["a.reveal", "a.list"]).not_done();
    assert!(error.contains("there is no commit file"), "{error}");
    let error = folder.verify(&["a.commit", "a.reveal", "none.list"]).not_done();
    assert!(error.contains("cannot read none.list: no such file or folder"), "{error}");
    folder.verify(&[]).not_done();
    folder.write("b.list", folder.bytes("a.list"));
    for (files, message) in [
        (["a.commit", "a.reveal", "none.list"], "cannot read none.list: no such file or folder"),
        (["a.commit", "a.list", "b.list"], "b.list is a second list, beside a.list"),
        (["a.reveal", "b.list", "."], "a.list is a second list, beside b.list"),
    ] {
        let (status, json) = folder.verify_json(&files);
        assert_eq!((status, json["verdict"].as_str()), (2, Some("not checked")));
        let said = json["message"].as_str().unwrap();
        assert!(said.replace("./", "").contains(message), "{said}");
    }
    assert_eq!(folder.verify_json(&["a.commit", "a.list"]).1["verdict"], "not checked");
}

#[test]
fn secret_and_second_files_stop_with_2() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let error = folder.verify(&["a.commit", "a.reveal", "a.list", "a.secret"]).not_done();
    assert!(error.contains("a.secret is a secret file: it is not needed"), "{error}");
    assert!(error.contains("don't publish it"), "{error}");
    folder.write("b.commit", folder.bytes("a.commit"));
    let error = folder.verify(&["a.commit", "a.reveal", "a.list", "b.commit"]).not_done();
    assert!(error.contains("b.commit is a second commit"), "{error}");
    folder.write("b.txt", folder.bytes("a.list"));
    let error = folder.verify(&["a.commit", "a.reveal", "a.list", "b.txt"]).not_done();
    assert!(error.contains("b.txt is a second list"), "{error}");
}

#[test]
fn expected_id_is_compared_in_whatever_way_it_was_copied() {
    let folder = Folder::with_list(20);
    let id = folder.commit(&["--seed-only"]);
    folder.run(&["reveal", "a.commit"]).done();
    let expect = |id: &str| folder.verify(&[&FILES[..], &["--expect", id]].concat());
    assert!(expect(&id).done().contains("2 commit id  PROVEN"));
    assert!(folder.verify(&FILES).done().contains("2 commit id  CLAIMED"));
    expect(&id.to_uppercase()).done();
    let spoken: Vec<&str> = (0..8).map(|group| &id[group * 8..group * 8 + 8]).collect();
    expect(&spoken.join(" ")).done();
    expect(&format!(" {}\n", spoken.join("\t"))).done();
    expect(&spoken.join("-")).done();
    expect(&format!("{},", spoken.join(":"))).done();
    let last = if id.ends_with('0') { "1" } else { "0" };
    expect(&format!("{}{last}", &id[..63])).not_valid("commit-id");
    for no_id in ["", "12", &id[..63], &format!("{id}0"), &id.replace(&id[..1], "g")] {
        let error = expect(no_id).not_done();
        assert!(error.contains("64 hexadecimal digits"), "{error}");
    }
}

#[test]
fn receipt_check_takes_the_expected_id_in_the_same_ways() {
    let folder = Folder::with_list(20);
    let id = folder.commit(&["--seed-only"]);
    folder.run(&["receipt", "a.commit", "--position", "3", "-o", "r"]).done();
    let check = |id: &str| folder.run(&["receipt", "a.commit", "--check", "r", "--expect", id]);
    check(&id).done();
    check(&id.to_uppercase()).done();
    check(&format!("{} {}", &id[..8], &id[8..])).done();
    let last = if id.ends_with('0') { "1" } else { "0" };
    let ran = check(&format!("{}{last}", &id[..63]));
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.err.contains("not valid"), "{}", ran.err);
}

#[test]
fn json_of_a_draw_that_is_not_valid() {
    let folder = Folder::with_draw(&["--seed-only"]);
    folder.change("a.list", "entry 20", "entry 21");
    let (status, json) = folder.verify_json(&FILES);
    assert_eq!((status, json["verdict"].as_str()), (1, Some("not valid")));
    assert_eq!(json["failure"]["name"], "list-root");
    assert_eq!(json["failure"]["step"], 3);
    assert!(json["failure"]["message"].as_str().unwrap().contains("root"));
    assert_eq!(json["commit_id"], folder.value("a.reveal", "commit"));
    let steps: Vec<_> = json["checks"].as_array().unwrap().iter().map(|c| &c["step"]).collect();
    assert_eq!(steps, [1, 2]);
    assert!(json.get("places").is_none(), "no result is shown");
    folder.write("a.commit", "nonsense\n");
    let (status, json) = folder.verify_json(&FILES);
    assert_eq!((status, json["failure"]["name"].as_str()), (1, Some("grammar")));
    assert!(json["commit_id"].is_null());
}

#[test]
fn two_results_of_one_commit_are_reported() {
    let folder = Folder::with_list(20);
    folder.commit(&["--public", "dd-dd", "two numbers"]);
    for (text, file) in [("04-11", "a"), ("04-12", "b"), ("04-11", "c")] {
        folder.run(&["reveal", "a.commit", "--beacon", text, "-o", file]).done();
    }
    for file in ["a", "b", "c"] {
        std::fs::rename(folder.at(file), folder.at(&format!("{file}.reveal"))).unwrap();
    }
    folder.verify(&FILES).done();
    folder.verify(&["a.commit", "b.reveal", "a.list"]).done();
    folder.verify(&["a.commit", "a.reveal", "c.reveal", "a.list"]).done();
    folder.verify(&["a.commit", "a.reveal", "b.reveal", "a.list"]).not_valid("two-results");
    folder.verify(&["a.list", "a.commit", "b.reveal", "c.reveal"]).not_valid("two-results");
}

#[test]
fn receipts_may_stand_among_the_files() {
    let folder = Folder::with_draw(&["--seed-only", "--private"]);
    folder.run(&["receipt", "a.commit", "--position", "7", "-o", "r.receipt"]).done();
    folder.write("r", folder.bytes("r.receipt"));
    folder.verify(&["a.commit", "a.reveal", "r.receipt"]).done();
    folder.verify(&["r", "a.commit", "a.reveal"]).done();
    folder.change("r.receipt", "entry 8", "entry 9");
    folder.verify(&["a.commit", "a.reveal", "r.receipt"]).not_valid("opening");
}

#[test]
fn closed_pipe_does_not_change_the_verdict() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let verify = |arguments: &[&str]| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command()
            .arg("verify")
            .args(arguments)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(verify(&FILES), (Some(0), String::new()));
    assert_eq!(verify(&["a.commit", "a.reveal"]).0, Some(2));
    folder.change("a.list", "entry 20", "entry 21");
    let (status, error) = verify(&FILES);
    assert_eq!(status, Some(1));
    assert!(error.contains("[list-root]"), "{error}");
}

#[test]
fn verdict_is_plain_text_and_the_same_with_quiet() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let plain = folder.verify(&FILES).data();
    assert_eq!(folder.verify(&[&FILES[..], &["--quiet"]].concat()).data(), plain);
    for (name, value) in [("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1"), ("TERM", "dumb")] {
        let mut child = command();
        child.arg("verify").args(FILES).current_dir(folder.path()).env(name, value);
        assert_eq!(child.output().unwrap().stdout, plain, "{name}");
    }
    assert!(!plain.contains(&0x1b));
}

#[test]
fn list_and_files_may_have_windows_line_ends() {
    let folder = Folder::with_draw(&["--seed-only"]);
    for file in FILES {
        folder.write(file, folder.text(file).replace('\n', "\r\n"));
    }
    let id = folder.value("a.reveal", "commit");
    folder.verify(&[&FILES[..], &["--expect", id.trim_end()]].concat()).done();
    folder.write("a.list", format!("\u{feff}{}", folder.text("a.list").trim_end()));
    folder.verify(&FILES).done();
    folder.change("a.list", "\r\n", "\n");
    folder.verify(&FILES).not_valid("list-line");
}

#[test]
fn faults_name_their_file_and_what_to_do() {
    let folder = Folder::with_draw(&["--seed-only"]);
    folder.write("people.csv", "Name,Town\nann,x\n");
    let ran = folder.verify(&["a.commit", "a.reveal", "people.csv"]);
    assert!(ran.err.starts_with("fairdraw: error: people.csv: not valid: "), "{}", ran.err);
    assert!(ran.err.contains("in place of a CSV give the list"), "{}", ran.err);
    let error = folder.verify(&["a.commit", "a.reveal"]).not_done();
    assert!(error.contains("hint: give NAME.list as it was published"), "{error}");
    folder.write("b.reveal", folder.text("a.reveal").replace("material: ", "material:"));
    let ran = folder.verify(&["a.commit", "a.reveal", "b.reveal", "a.list"]);
    assert!(ran.err.starts_with("fairdraw: error: b.reveal: not valid: "), "{}", ran.err);
    folder.write("r", "fairdraw receipt v1\n");
    let ran = folder.verify(&["a.commit", "a.reveal", "a.list", "r"]);
    assert!(ran.err.starts_with("fairdraw: error: r: not valid: "), "{}", ran.err);
}

#[test]
fn valid_without_an_expected_id_is_conditional() {
    let folder = Folder::with_list(20);
    let id = folder.commit(&["--seed-only"]);
    folder.run(&["reveal", "a.commit"]).done();
    let condition = "VALID if the commit id above is the one published before the draw: ";
    assert!(folder.verify(&FILES).done().contains(condition));
    let expected = folder.verify(&[&FILES[..], &["--expect", &id]].concat()).done();
    assert!(
        expected.contains(
            "\nVALID: the result is what the committed list, rules and randomness give\n"
        )
    );
    assert_eq!(folder.verify_json(&FILES).1["commit_id_expected"], false);
    assert_eq!(
        folder.verify_json(&["a.commit", "a.reveal", "a.list", "--expect", &id]).1["commit_id_expected"],
        true
    );
}

#[test]
fn report_of_a_draw_that_is_not_valid_ends_with_the_verdict() {
    let folder = Folder::with_draw(&["--seed-only"]);
    folder.change("a.reveal", "\ndraw: 1", "\ndraw: 2");
    let ran = folder.verify(&FILES);
    let report = ran.text();
    let last = report.lines().last().unwrap();
    assert!(
        last.starts_with("NOT VALID: step 7 (draw): ") && last.ends_with(" [draw-rank]"),
        "{last}"
    );
    ran.not_valid("draw-rank");
    // What can't be decided is not called invalid.
    let undecided = folder.verify(&["a.commit", "a.reveal"]).text();
    let last = undecided.lines().last().unwrap();
    assert!(last.starts_with("NOT CHECKED: ") && last.ends_with(" [list-missing]"), "{last}");
}

#[test]
fn wrong_winner_is_named_with_the_lines_of_the_list() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let drawn = folder.value("a.reveal", "draw");
    let words: Vec<&str> = drawn.split(' ').collect();
    let position: u64 = words[2].parse().unwrap();
    let drawn_too: Vec<String> = folder
        .text("a.reveal")
        .lines()
        .filter(|line| line.starts_with("draw: "))
        .map(|line| line.split(' ').nth(3).unwrap().to_owned())
        .collect();
    let other = (0..20).find(|other: &u64| !drawn_too.contains(&other.to_string())).unwrap();
    let wrong = format!("{} {} {other} entry {}", words[0], words[1], other + 1);
    folder.change("a.reveal", &drawn, &wrong);
    let ran = folder.verify(&FILES);
    let report = ran.text().split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        format!("place 1: the reveal has position {other} (line {} of the list)", other + 1),
        format!("the draw gives position {position} (line {})", position + 1),
        format!("the reveal names there: entry {} ", other + 1),
    ] {
        assert!(report.contains(&said), "{said}: {report}");
    }
    ran.not_valid("draw-position");
}
