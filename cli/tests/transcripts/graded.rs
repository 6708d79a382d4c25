//! The grade of a working paper: what whoever writes it brings from outside the files.

use serde_json::Value;

use crate::folder::Folder;

/// Thirty numbers, committed to with a seed of one's own.
fn committed() -> (Folder, String) {
    let folder = Folder::new();
    let terms = ["--title", "Test", "--published", "file 17", "--seed-only", "--output", "a"];
    let design = ["commit", "--ranges", "1-30", "--design", "simple", "--size", "5"];
    let said = folder.run(&[&design[..], &terms].concat()).done();
    let id = said.lines().find_map(|line| line.strip_prefix("commit id   ")).unwrap().to_owned();
    (folder, id)
}

fn paper(folder: &Folder, name: &str) -> Value {
    serde_json::from_slice(&folder.bytes(&format!("{name}.sample.json"))).unwrap()
}

#[test]
fn working_paper_has_the_grade_that_was_proven() {
    let (folder, id) = committed();
    let said = folder.run(&["sample", "a.commit", "-o", "alone"]).done();
    assert!(said.contains("\nGRADE E: "), "{said}");
    let alone = paper(&folder, "alone");
    let conclusion = alone["conclusion"].as_str().unwrap();
    let why = "; without an id or a time from outside: see --expect, --existed-by and --timestamp";
    assert!(conclusion.starts_with("GRADE E: ") && conclusion.contains(why), "{conclusion}");

    let said = folder.run(&["sample", "a.commit", "--expect", &id, "-o", "id"]).done();
    assert!(said.contains("\nGRADE D: "), "{said}");
    let by_id = paper(&folder, "id");
    assert!(by_id["conclusion"].as_str().unwrap().starts_with("GRADE D: "), "{by_id}");
    assert!(folder.text("id.sample.html").contains("\">GRADE D: "));
    assert_eq!(by_id["items"], alone["items"]);

    let time = ["--existed-by", "2099-01-01T00:00:00Z"];
    folder.run(&[&["sample", "a.commit", "-o", "time"], &time[..]].concat()).done();
    let by_time = paper(&folder, "time");
    assert!(by_time["conclusion"].as_str().unwrap().starts_with("GRADE D: "), "{by_time}");
    // Whoever does it again is told the time too.
    for command in by_time["commands"].as_array().unwrap() {
        let command = command.as_str().unwrap();
        assert!(command.ends_with(" --existed-by 2099-01-01T00:00:00Z"), "{command}");
    }
}

#[test]
fn another_id_is_found_out_before_anything_is_drawn() {
    let (folder, id) = committed();
    let other = if id.starts_with('0') { "1" } else { "0" }.to_owned() + &id[1..];
    let before = folder.names();
    folder.run(&["sample", "a.commit", "--expect", &other]).not_valid("commit-id");
    assert_eq!(folder.names(), before);
    let error = folder.run(&["sample", "--ranges", "1-9", "--expect", &id, "--preview"]).not_done();
    assert!(error.contains("leave out --expect"), "{error}");
}

#[cfg(feature = "timestamps")]
#[test]
fn time_stamp_of_another_file_is_found_out_before_anything_is_drawn() {
    let (folder, _) = committed();
    let stamps = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/timestamps");
    for file in ["rsa.tsr", "rsa-root.pem"] {
        std::fs::copy(stamps.join(file), folder.at(file)).unwrap();
    }
    let before = folder.names();
    let stamp = ["--timestamp", "rsa.tsr", "--timestamp-authority", "rsa-root.pem"];
    folder.run(&[&["sample", "a.commit"], &stamp[..]].concat()).not_valid("timestamp");
    assert_eq!(folder.names(), before);
}

#[test]
fn working_paper_says_in_plain_words_who_could_have_influenced_it() {
    let folder = Folder::new();
    folder.write("ledger.csv", "Invoice,Amount\nA,1000.00\nB,20.00\nC,3.50\n");
    let options = ["--column", "Invoice", "--amount-column", "Amount", "--title", "Test"];
    let design = ["--design", "simple", "--size", "2", "--published", "file 17"];
    let commit = |name: &str, source: &[&str]| {
        let output = ["--output", name];
        folder.run(&[&["commit", "ledger.csv"], &options[..], &design, source, &output].concat())
    };
    let shape =
        "dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd-dd";
    commit("dice", &["--public", shape, "30 dice of twenty sides"]).done();
    commit("seed", &["--seed-only"]).done();
    let rolls = "07 20 01 ".repeat(10);
    folder.write("rolls.txt", &rolls);
    let roll = ["dice", "--sides", "20", "--rolls", "30", "--people", "Ann,Ben"];
    let mut command = crate::run::command();
    command.args(roll).args(["--output", "dice.dice"]).current_dir(folder.path());
    command.stdin(std::fs::File::open(folder.at("rolls.txt")).unwrap());
    assert!(command.output().unwrap().status.success());

    let said = folder.run(&["sample", "dice.commit", "--beacon", "dice.dice"]).done();
    assert!(said.contains("\npublish     dice.reveal and dice.dice\n"), "{said}");
    let dice = paper(&folder, "dice");
    let summary = |paper: &Value, index: usize| -> String {
        paper["summary"][index]["value"].as_str().unwrap().to_owned()
    };
    let what = summary(&dice, 0);
    assert!(what.starts_with("2 items are to be examined, of 3: "), "{what}");
    assert!(what.ends_with(", of 1,023.50 in all."), "{what}");
    let who = summary(&dice, 1);
    let rest = "; nobody else, if the commit id was public before the rolls.";
    // All rolls stand on one line, so that Ann typed them.
    assert_eq!(who, format!("Ann, who rolled{rest}"));
    let facts = dice["facts"]["randomness_and_times"].as_array().unwrap();
    let fact = |name: &str| {
        let fact = facts.iter().find(|fact| fact["name"] == name);
        fact.unwrap_or_else(|| panic!("{name} is missing"))["value"].as_str().unwrap()
    };
    assert_eq!(fact("record of the rolls"), "dice.dice");
    assert_eq!(fact("rolled by"), "Ann, 30 rolls (a claim of the record)");
    assert_eq!(fact("lines refused while rolling"), "0");
    // SHA-256 of the four lines above, by sha256sum.
    let digest = "2980b77e7f4d0eb4ba502dce07b216b09fc9451a22da8a6544e827afdea61c0e";
    assert_eq!(fact("note"), format!("population read from ledger.csv, SHA-256 {digest}"));
    // Written again without the record, which stands beside.
    folder.run(&["sample", "dice.commit", "-o", "again"]).done();
    assert_eq!(summary(&paper(&folder, "again"), 1), who);

    folder.run(&["sample", "seed.commit"]).done();
    let who = summary(&paper(&folder, "seed"), 1);
    assert!(who.starts_with("organiser, who made the secret seed and could have tried several"));
    let page = folder.text("seed.sample.html");
    assert!(page.contains("2 items to examine, amounts of "), "{page}");
    assert!(page.contains(">Position (from 0)</th>") && !page.contains(">examined<"), "{page}");
    assert!(folder.text("seed.sample.csv").contains(",position (from 0),"));
}

#[test]
fn what_an_auditor_may_get_wrong_is_said() {
    let folder = Folder::new();
    let rows = (1..=9).map(|n| format!("A{n},{n}00.00\n")).collect::<Vec<_>>().concat();
    folder.write("l.csv", format!("Invoice,Amount\n{rows}"));
    let options = ["--column", "Invoice", "--amount-column", "Amount", "--title", "Test"];
    let commit = |name: &str, design: &[&str]| {
        let output = ["--published", "file 17", "--output", name];
        folder.run(&[&["commit", "l.csv"], &options[..], design, &output].concat()).done()
    };
    commit("mus", &["--design", "mus-fixed", "--size", "2", "--seed-only"]);
    folder.run(&["sample", "mus.commit"]).done();
    let why = ["--text", "lost", "--cause", "not-found"];
    let error =
        folder.run(&[&["replace", "mus.commit", "--rank", "1"], &why[..]].concat()).not_done();
    assert!(error.contains("monetary unit sampling has no spares"), "{error}");
    assert!(!error.contains("extend"), "{error}");
    commit("simple", &["--design", "simple", "--size", "2", "--spares", "1", "--seed-only"]);
    folder.run(&["sample", "simple.commit"]).done();
    let ran = folder.run(&[&["replace", "simple.commit", "--rank", "1"], &why[..]].concat());
    assert!(ran.err.contains("usually a finding"), "{}", ran.err);
    let public = ["--public", "dddddddddddddddddddd", "20 dice"];
    let said = commit("p", &[&["--design", "simple", "--size", "2"], &public[..]].concat());
    assert!(said.contains("fairdraw sample p.commit --beacon TEXT\n"), "{said}");
    assert!(said.contains("made only after the above was sent"), "{said}");
    folder.write("seed.txt", "1234567");
    let seed = ["--design", "simple", "--size", "2", "--seed-file", "seed.txt", "-o", "s"];
    let ran = folder.run(&[&["sample", "l.csv"], &options[..], &seed].concat());
    assert!(ran.status == 0 && ran.err.contains("the seed file has 7 bytes"), "{}", ran.err);
    for ranges in ["1 - 9", "1\u{2013}9"] {
        let design = ["--design", "simple", "--size", "2", "--preview"];
        let error = folder.run(&[&["sample", "--ranges", ranges], &design[..]].concat()).not_done();
        assert!(error.contains("with a hyphen, no spaces"), "{error}");
    }
}
