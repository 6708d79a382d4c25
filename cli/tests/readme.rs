//! Runs every command that README shows, in its order, and compares what it says it prints as far as that is always so.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failure is the test's finding")]

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn every_command_of_the_readme_works_and_prints_what_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let raffle = folder.path().join("examples/raffle");
    fs::create_dir_all(&raffle).unwrap();
    fs::copy(root.join("examples/raffle/entries.csv"), raffle.join("entries.csv")).unwrap();
    let ledger = folder.path().join("examples/ledger");
    fs::create_dir_all(&ledger).unwrap();
    for file in ["ledger.csv", "rolls.txt"] {
        fs::copy(root.join("examples/ledger").join(file), ledger.join(file)).unwrap();
    }
    fs::write(folder.path().join("names.txt"), "Ash\nBirch\nCedar\nElm\n").unwrap();

    let (mut commands, mut compared) = (0, 0);
    let mut printed = String::new();
    for (kind, block) in blocks(&readme) {
        match kind {
            "console" => {
                printed.clear();
                for command in block.lines().map(|line| line.strip_prefix("$ ").unwrap()) {
                    // This very test is part of it.
                    if command != "tests/run" {
                        printed += &run(command, folder.path());
                    }
                    commands += 1;
                }
            }
            "text" => {
                compare(block, &printed);
                compared += 1;
            }
            _ => {}
        }
    }
    assert_eq!((commands, compared), (32, 9), "README has other commands: change this line");
    assert!(folder.path().join("entries-draw/draw.reveal").is_file());
}

/// The fenced blocks of a Markdown text, with what stands behind their first fence.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let parts: Vec<&str> = text.split("```").collect();
    parts.chunks(2).filter_map(|pair| pair.get(1)?.split_once('\n')).collect()
}

fn run(command: &str, folder: &Path) -> String {
    // The one other thing that a shell does here.
    let (command, input) = match command.split_once(" < ") {
        Some((command, file)) => (command, fs::read(folder.join(file)).unwrap()),
        None => (command, Vec::new()),
    };
    let arguments =
        command.strip_prefix("cargo run --release -- ").or(command.strip_prefix("fairdraw "));
    // Word by word as a shell would, with nothing but double quotes in them.
    let mut words = vec![String::new()];
    let mut quoted = false;
    for character in arguments.unwrap_or_else(|| panic!("what is {command}?")).chars() {
        match character {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(character),
        }
    }
    let given = folder.join("standard-input");
    fs::write(&given, input).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_fairdraw"))
        .args(words)
        .current_dir(folder)
        .stdin(fs::File::open(&given).unwrap())
        .output();
    let output = output.unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Each line of the README stands in the output, in order, but for ids, times and entries, which are other ones each time.
fn compare(shown: &str, printed: &str) {
    let fixed = |line: &str| -> String {
        let same_always = !line.contains("committed")
            && !line.contains("commit id   ")
            && !line.starts_with("the commit id, ");
        let entry = line.starts_with("  ") && line.trim_start().starts_with(char::is_numeric);
        let id =
            line.trim().len() >= 64 && line.trim().chars().take(64).all(|c| c.is_ascii_hexdigit());
        if same_always && !entry && !id { line.to_owned() } else { String::new() }
    };
    let mut lines = printed.lines();
    let shown = shown.lines().filter(|line| line.trim() != "..");
    for wanted in shown.map(fixed).filter(|line| !line.is_empty()) {
        assert!(
            lines.any(|line| line == wanted),
            "README has, and the tool doesn't print: {wanted}"
        );
    }
}
