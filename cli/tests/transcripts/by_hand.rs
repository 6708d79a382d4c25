//! Runs the lines that `verify` prints for checking by hand, as somebody without the tool would.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::folder::Folder;

/// What each check is about, with what it has to print, and its lines.
type Checks = BTreeMap<String, (String, Vec<String>)>;

/// The checks that stand behind a verdict.
fn checks(verdict: &str) -> Checks {
    let mut checks = Checks::new();
    let (_, by_hand) = verdict.split_once("\nCheck by hand: ").expect("a heading");
    let mut what = String::new();
    // An empty line and the grade stand behind them.
    for line in by_hand.lines().skip(1).take_while(|line| !line.is_empty()) {
        if let Some(command) = line.strip_prefix("  ") {
            checks.get_mut(&what).unwrap().1.push(command.to_owned());
        } else {
            let (name, digest) = line.strip_suffix(':').unwrap().rsplit_once(", ").unwrap();
            name.clone_into(&mut what);
            checks.insert(what.clone(), (digest.to_owned(), Vec::new()));
        }
    }
    checks
}

/// The digest that a line prints: sha256sum has it first, openssl last.
fn printed(shell: &str, line: &str, folder: &Path) -> Option<String> {
    let mut command = Command::new(shell);
    if shell == "busybox" {
        command.arg("sh");
    }
    let output = command.args(["-c", line]).current_dir(folder).output().ok()?;
    assert!(output.stderr.is_empty(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let digest = text.split_whitespace().find(|word| word.len() == 64);
    Some(digest.unwrap_or_else(|| panic!("{line}: {text}")).to_owned())
}

/// Checks that all lines print what stands above them. Lines of openssl are left out where it is not installed.
fn run_all(shell: &str, checks: &Checks, folder: &Path) {
    let openssl = Command::new("openssl").arg("version").output().is_ok();
    for (what, (digest, lines)) in checks {
        assert_eq!(lines.len(), 2, "{what}");
        for line in lines.iter().filter(|line| openssl || !line.contains("openssl")) {
            let Some(found) = printed(shell, line, folder) else {
                return; // this shell is not installed
            };
            assert_eq!(found, *digest, "{shell}: {what}: {line}");
        }
    }
}

#[test]
fn lines_print_what_the_reference_computed() {
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../audit/vectors/files.json");
    let vectors: Value = serde_json::from_slice(&fs::read(vectors).unwrap()).unwrap();
    let mut seeds = 0;
    for vector in vectors["vectors"].as_array().unwrap() {
        let (folder, files) = (Folder::new(), &vector["files"]);
        folder.write("a.commit", files["commit"].as_str().unwrap());
        folder.write("a.reveal", files["reveals"][0].as_str().unwrap());
        let ran = folder.verify(&["a.commit", "a.reveal"]);
        let checks = checks(&ran.text());
        run_all("sh", &checks, folder.path());
        assert_eq!(checks["the commit id"].0, vector["commit_id"]);
        assert_eq!(checks["the material"].0, vector["material_sha256"]);
        let committed = folder.text("a.commit");
        let committed = committed.lines().filter_map(|line| line.strip_prefix("seed: "));
        let revealed = folder.text("a.reveal");
        for (name, commitment) in committed.map(|seed| seed.split_once(' ').unwrap()) {
            let check = checks.get(&format!("the commitment to the seed of {name}"));
            let missing = revealed.contains(&format!("\nseed: {name} missing\n"));
            assert_eq!(check.map(|check| check.0.as_str()), (!missing).then_some(commitment));
            seeds += 1;
        }
        assert_eq!(
            checks.len(),
            2 + revealed.matches("\nseed: ").count() - revealed.matches(" missing\n").count()
        );
    }
    assert!(seeds > 50, "{seeds} seeds");
}

#[test]
fn lines_work_in_every_shell_and_with_every_name() {
    let names =
        ["plain", "two  words", "it's", "-rf", "\"$(x)\" `y` $HOME", "%s\\n!", "\u{1b}[2Jé"];
    for name in names {
        let folder = Folder::with_draw(&["--seed-only"]);
        let files: Vec<String> = ["commit", "reveal", "list"]
            .iter()
            .map(|ending| {
                fs::rename(
                    folder.at(&format!("a.{ending}")),
                    folder.at(&format!("{name}.{ending}")),
                )
                .unwrap();
                format!("{name}.{ending}")
            })
            .collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let verdict = folder.verify(&[&["--"], &files[..]].concat()).done();
        assert!(!verdict.contains('\u{1b}'));
        let checks = checks(&verdict);
        run_all("sh", &checks, folder.path());
        if name == "it's" {
            for shell in ["dash", "bash", "zsh", "ksh", "mksh", "busybox"] {
                run_all(shell, &checks, folder.path());
            }
        }
    }
}

#[test]
fn windows_line_ends_do_not_change_what_the_lines_print() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let before = checks(&folder.verify(&["a.commit", "a.reveal", "a.list"]).done());
    for file in ["a.commit", "a.reveal"] {
        folder.write(file, folder.text(file).replace('\n', "\r\n"));
    }
    let after = checks(&folder.verify(&["a.commit", "a.reveal", "a.list"]).done());
    run_all("sh", &after, folder.path());
    let digests = |checks: Checks| checks.into_values().map(|check| check.0).collect::<Vec<_>>();
    assert_eq!(digests(after), digests(before));
}

#[test]
fn lines_show_what_was_changed_afterwards() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let checks = checks(&folder.verify(&["a.commit", "a.reveal", "a.list"]).done());
    let same = |what: &str| {
        let (digest, lines) = &checks[what];
        printed("sh", &lines[0], folder.path()).unwrap() == *digest
    };
    let (id, seed) = ("the commit id", "the commitment to the seed of organiser");
    assert!(same(id) && same(seed) && same("the material"));
    folder.change("a.commit", "Cakes", "Cakez");
    assert!(!same(id) && same(seed));
    let opened = folder.value("a.reveal", "seed");
    let digit = if opened.ends_with('0') { "1" } else { "0" };
    folder.change("a.reveal", &opened, &format!("{}{digit}", &opened[..opened.len() - 1]));
    assert!(!same(seed) && !same("the material"));
}

#[test]
fn expected_id_is_the_one_to_be_printed() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let id = folder.value("a.reveal", "commit");
    folder.change("a.commit", "Cakes", "Cakez");
    let ran = folder.verify(&["a.commit", "a.reveal", "a.list", "--expect", &id]);
    assert_eq!(checks(&ran.text())["the commit id"].0, id);
    ran.not_valid("commit-id");
}

#[test]
fn json_has_no_lines_for_a_shell() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let ran = folder.verify(&["a.commit", "a.reveal", "a.list", "--json"]);
    assert!(!ran.done().contains("sha256sum"));
}

#[test]
fn no_lines_for_a_name_that_ends_with_a_line_break() {
    let folder = Folder::with_draw(&["--seed-only"]);
    fs::rename(folder.at("a.commit"), folder.at("a.commit\n")).unwrap();
    // Another file, which a line without the line break would hash.
    folder.write("a.commit", "harmless\n");
    let verdict = folder.verify(&["a.commit\n", "a.reveal", "a.list"]).done();
    assert!(!verdict.contains("sha256sum"), "{verdict}");
    assert!(verdict.contains("\nTo check by hand, rename the files first: "), "{verdict}");
}
