use std::fs;
use std::process::Stdio;

use crate::run::{command, fairdraw, fairdraw_in};

/// The commands as `fairdraw --help` lists them, so that a new one is checked without being named here.
fn commands() -> Vec<String> {
    let help = String::from_utf8(fairdraw(["--help"]).data()).unwrap();
    let list = help.split("\nCommands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !["", "help"].contains(name)).map(str::to_owned).collect()
}

#[test]
fn version_names_the_specification() {
    let text = include_str!("../../../audit/SPEC.md");
    let stated = text.lines().find_map(|line| line.strip_prefix("Version ")).unwrap();
    let version =
        format!("fairdraw {} (protocol v1, specification {stated})\n", env!("CARGO_PKG_VERSION"));
    for flag in ["--version", "-V"] {
        assert_eq!(fairdraw([flag]).data(), version.as_bytes());
    }
}

#[test]
fn each_command_has_help_with_an_example() {
    let commands = commands();
    assert!(
        commands.contains(&"shuffle".to_owned()) && commands.contains(&"man".to_owned()),
        "{commands:?}"
    );
    for name in commands {
        let help = String::from_utf8(fairdraw([name.as_str(), "--help"]).data()).unwrap();
        assert!(help.contains("\nExample") && help.contains(&format!("fairdraw {name}")), "{name}");
    }
}

#[test]
fn no_command_shows_help_on_standard_error() {
    let ran = fairdraw::<&str>([]);
    assert_eq!((ran.status, ran.out.as_slice()), (2, b"".as_slice()));
    assert!(ran.err.contains("Usage: fairdraw [OPTIONS] <COMMAND>"), "{}", ran.err);
}

#[test]
fn mistakes_on_the_command_line_exit_with_2_and_a_hint() {
    fairdraw(["shufle"]).refused(
        "fairdraw: error: unrecognized subcommand 'shufle'\n\
         fairdraw: hint: a similar subcommand exists: 'shuffle'\n",
    );
    fairdraw(["pick"]).refused(
        "fairdraw: error: the following required arguments were not provided: <K>\n\
         fairdraw: hint: usage: fairdraw pick <K> [FILE]\n",
    );
}

#[test]
fn no_colour_where_there_is_no_terminal() {
    let output =
        command().args(["pick", "9", "-e", "a"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(!output.stderr.contains(&0x1b));
    let output = command().arg("--help").env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(!output.stdout.contains(&0x1b));
}

#[test]
fn help_to_a_closed_pipe_ends_quietly() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = command().arg("--help").stdout(writer).stderr(Stdio::piped()).output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
}

#[test]
fn each_shell_has_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = String::from_utf8(fairdraw(["completions", shell]).data()).unwrap();
        assert!(script.contains("shuffle") && script.contains("seed-file"), "{shell}");
    }
    assert_eq!(fairdraw(["completions", "csh"]).status, 2);
}

#[test]
fn man_prints_the_main_page() {
    let page = String::from_utf8(fairdraw(["man"]).data()).unwrap();
    assert!(page.contains(".TH fairdraw 1") && page.contains("fairdraw\\-shuffle(1)"), "{page}");
}

#[test]
fn man_writes_a_page_for_each_command_once() {
    let folder = tempfile::tempdir().unwrap();
    let ran = fairdraw_in(folder.path(), ["man", "--output-folder", "pages"], b"");
    assert_eq!((ran.status, ran.out.as_slice()), (0, b"".as_slice()));
    let pages = folder.path().join("pages");
    let plans = ["plan-attribute", "plan-discovery", "plan-limit", "plan-mus"];
    let orders = ["order-all", "order-rank", "order-unrank"];
    let emits = ["emit-words", "emit-numbers", "emit-shuffles", "emit-samples", "emit-hands"];
    let below = [&plans[..], &orders, &emits].concat();
    let count = 1 + commands().len() + below.len();
    assert_eq!(ran.err, format!("fairdraw: note: wrote {count} pages to pages\n"));
    assert!(below.iter().all(|page| pages.join(format!("fairdraw-{page}.1")).is_file()));
    for name in commands() {
        let page = fs::read_to_string(pages.join(format!("fairdraw-{name}.1"))).unwrap();
        assert!(
            page.contains(&format!(".TH fairdraw-{name} 1")) && page.contains("Example"),
            "{name}"
        );
    }
    fairdraw_in(folder.path(), ["man", "--output-folder", "pages"], b"").refused(
        "fairdraw: error: pages/fairdraw.1 exists; nothing is overwritten\n\
         fairdraw: hint: choose another name, or move the old one away\n",
    );
}

#[test]
fn quiet_holds_back_notes_but_not_errors() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(
        fairdraw_in(folder.path(), ["--quiet", "man", "--output-folder", "a"], b"").data(),
        b""
    );
    assert_eq!(
        fairdraw_in(folder.path(), ["man", "--quiet", "--output-folder", "b"], b"").data(),
        b""
    );
    assert!(!fairdraw(["--quiet", "pick", "1"]).err.is_empty());
}
