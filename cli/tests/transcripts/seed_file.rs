use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::run::{fairdraw, fairdraw_in};

fn folder_with_dice() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("dice"), "4 1 6 6 2 5 3 1 1 6\n").unwrap();
    folder
}

fn seeded(folder: &Path, arguments: &str, input: &[u8]) -> String {
    let arguments = arguments.split(' ').chain(["--seed-file", "dice"]);
    String::from_utf8(fairdraw_in(folder, arguments, input).data()).unwrap().replace('\n', " ")
}

fn numbered_lines(count: u32) -> String {
    (1..=count).fold(String::new(), |lines, number| lines + &number.to_string() + "\n")
}

#[test]
fn order_is_that_of_the_reference() {
    // Computed with audit/reference: shuffle_prefix over Stream(enc("fairdraw/v1/seed-file", sha256(dice)), "shuffle").
    let folder = folder_with_dice();
    assert_eq!(seeded(folder.path(), "shuffle --range 1-12", b""), "8 5 6 2 10 3 12 4 1 7 11 9 ");
    assert_eq!(
        seeded(folder.path(), "pick 4 --range 0-9223372036854775807", b""),
        "5612158944237891447 3440610931992401873 8740905292057651695 6107603768326782965 "
    );
}

#[test]
fn lines_and_range_have_the_same_order() {
    let folder = folder_with_dice();
    let lines = numbered_lines(300);
    assert_eq!(
        seeded(folder.path(), "shuffle", lines.as_bytes()),
        seeded(folder.path(), "shuffle --range 1-300", b"")
    );
}

#[test]
fn pick_is_the_beginning_of_shuffle() {
    let folder = folder_with_dice();
    let lines = numbered_lines(25);
    let whole = seeded(folder.path(), "shuffle", lines.as_bytes());
    for count in 0..=25 {
        let picked = seeded(folder.path(), &format!("pick {count}"), lines.as_bytes());
        assert!(whole.starts_with(&picked), "{count}");
        assert_eq!(picked.split_whitespace().count(), count);
        assert_eq!(seeded(folder.path(), &format!("pick {count} --range 1-25"), b""), picked);
    }
}

#[test]
fn one_byte_more_is_another_order() {
    let folder = folder_with_dice();
    let before = seeded(folder.path(), "shuffle --range 1-60", b"");
    fs::write(folder.path().join("dice"), "4 1 6 6 2 5 3 1 1 6\n\n").unwrap();
    assert_ne!(seeded(folder.path(), "shuffle --range 1-60", b""), before);
}

#[test]
fn seed_may_come_from_standard_input_when_the_list_does_not() {
    let arguments = ["shuffle", "--range", "1-12", "--seed-file", "-"];
    let output = fairdraw_in(Path::new("."), arguments, b"4 1 6 6 2 5 3 1 1 6\n").data();
    assert_eq!(output, b"8\n5\n6\n2\n10\n3\n12\n4\n1\n7\n11\n9\n");
    for arguments in
        [["pick", "1", "--seed-file", "-"].as_slice(), &["shuffle", "-", "--seed-file", "-"]]
    {
        fairdraw(arguments).refused(
            "fairdraw: error: list and seed file cannot both be standard input\n\
             fairdraw: hint: give one of them as a file\n",
        );
    }
}

#[test]
fn seed_that_is_empty_missing_or_endless_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("empty"), "").unwrap();
    let refused = |name: &str, message: &str| {
        fairdraw_in(folder.path(), ["shuffle", "--range", "1-9", "--seed-file", name], b"")
            .refused(message);
    };
    refused(
        "empty",
        "fairdraw: error: the seed file empty is empty\n\
         fairdraw: hint: write down what was thrown or drawn, for example 40 throws of a die\n",
    );
    refused("none", "fairdraw: error: cannot read none: no such file or folder\n");
    #[cfg(unix)]
    refused(
        "/dev/zero",
        "fairdraw: error: the seed file /dev/zero is larger than 64 MiB\n\
         fairdraw: hint: without --seed-file the randomness comes from the operating system\n",
    );
}
