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
