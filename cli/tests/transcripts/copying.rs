//! Runs the commands that the tool prints, as somebody who copies them into a shell.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use crate::folder::Folder;
use crate::run::Ran;

/// The command that stands behind these words in what was printed.
fn behind(words: &str, said: &str) -> String {
    let line =
        said.lines().find_map(|line| line.split_once(words)).unwrap_or_else(|| panic!("{said}"));
    line.1.trim_start().to_owned()
}

/// Runs a command line in a shell that finds the tool.
fn shell(line: &str, folder: &Folder) -> Ran {
    assert!(line.starts_with("fairdraw "), "{line}");
    let bin = Path::new(env!("CARGO_BIN_EXE_fairdraw")).parent().unwrap().to_str().unwrap();
    let path = format!("{bin}:{}", std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    Ran::from(
        command.args(["-c", line]).env("PATH", path).current_dir(folder.path()).output().unwrap(),
    )
}

const NAMES: [&str; 5] = ["plain", "summer raffle", "it's", "$(x)", "-raffle"];
const TERMS: [&str; 6] = ["--title", "t", "--prize", "1 p", "--published", "x"];

#[test]
fn printed_commands_work_with_every_name() {
    for name in NAMES {
        let folder = Folder::with_list(20);
        let output = format!("--output={name}");
        let commit = ["commit", "list.txt", &output, "--seed-only"];
        let said = folder.run(&[&commit[..], &TERMS].concat()).done();
        let said = shell(&behind("then ", &said), &folder).done();
        let said = shell(&behind("check it ", &said), &folder).done();
        assert!(said.contains("VALID"), "{name}: {said}");
    }
}

#[test]
fn printed_open_works_with_every_name() {
    for name in NAMES {
        let folder = Folder::with_list(20);
        let output = format!("--output={name}");
        let source = ["--public", "dd-dd", "dice", "--seed", "--seeds-by", "2090-01-01T00:00:00Z"];
        let commit = ["commit", "list.txt", &output];
        let said = folder.run(&[&commit[..], &source, &TERMS].concat()).done();
        shell(&behind("by 2090-01-01T00:00:00Z: ", &said), &folder).done();
        assert!(folder.at(&format!("{name}.seeds")).exists());
    }
}

#[test]
fn printed_check_and_end_of_an_interrupted_draw_work_with_every_name() {
    for name in NAMES {
        let folder = Folder::with_list(20);
        let output = format!("--output={name}");
        let draw = ["draw", "list.txt", "--title", "t", "--prize", "1 p", &output];
        let check = |said: &str| {
            let id = said.lines().find_map(|line| line.strip_prefix("commit id   "));
            behind("check it ", said).replace("ID-AS-PUBLISHED", id.unwrap_or_default())
        };
        let ran = folder.run(&[&draw[..], &["--pause"]].concat());
        let said = shell(&behind("go on with: ", &ran.err), &folder).done();
        assert!(shell(&check(&said), &folder).done().contains("VALID"), "{name}");
        std::fs::rename(folder.at(name), folder.at("first")).unwrap();
        let said = folder.run(&draw).done();
        assert!(shell(&check(&said), &folder).done().contains("VALID"), "{name}");
    }
}
