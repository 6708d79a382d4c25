//! One list in many forms, through the command that commits to it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::folder::{Folder, names_in};
use crate::run::command;

/// Computed with audit/reference from expected.list.
const ROOT: &str = "9a13a700ca8ba11edb2bfa44c20b3133d73f733db4411ef35ef2f86443858d0c";

fn commit(folder: &Folder, arguments: &[&str]) -> crate::run::Ran {
    let terms = ["--title", "t", "--prize", "1 p", "--published", "x", "--seed-only", "-o", "a"];
    folder.run(&[&["commit"], arguments, &terms].concat())
}

#[test]
fn one_list_in_every_form_has_one_root() {
    let column = ["--column", "Name"].as_slice();
    let forms = [
        ("utf8.txt", [].as_slice()),
        ("bom.txt", &[]),
        ("crlf.txt", &[]),
        ("no-last-end.txt", &[]),
        ("mixed.txt", &[]),
        ("old-mac.txt", &[]),
        ("messy.txt", &[]),
        ("utf16le.txt", &[]),
        ("utf16be.txt", &[]),
        ("utf16le-bare.txt", &["--encoding", "utf-16le"]),
        ("windows1252.txt", &["--encoding", "windows-1252"]),
        ("expected.list", &[]),
        ("commas.csv", column),
        ("tabs.tsv", column),
        ("semicolons.csv", column),
        ("quoted.csv", column),
        ("openpyxl.xlsx", column),
        ("by-hand.xlsx", column),
        ("odfpy.ods", column),
    ];
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/import");
    let canonical = fs::read(data.join("expected.list")).unwrap();
    for (file, options) in forms {
        let folder = Folder::new();
        fs::copy(data.join(file), folder.at(file)).unwrap();
        commit(&folder, &[&[file], options].concat()).done();
        assert_eq!(folder.value("a.commit", "root"), ROOT, "{file}");
        assert_eq!(folder.value("a.commit", "entries"), "8", "{file}");
        assert_eq!(folder.bytes("a.list"), canonical, "{file}");
    }
}

#[test]
fn forms_that_are_refused_name_the_file_and_the_place() {
    let name = ["--column", "n"].as_slice();
    let bytes = |text: &str| text.as_bytes().to_vec();
    let utf16 = |text: &str| {
        [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect()
    };
    let forms: [(&str, Vec<u8>, &[&str], &str); 17] = [
        ("l.txt", b"ann\nb\xe9\n".to_vec(), &[], "line 2, column 2 (byte offset 5): the byte E9"),
        (
            "l.txt",
            b"ann\nbob\xff\xfe".to_vec(),
            &[],
            "line 2, column 4 (byte offset 7): the byte FF",
        ),
        ("l.csv", b"n\nb\xc3\n".to_vec(), name, "line 2, column 2 (byte offset 3): the byte C3"),
        ("l.txt", b"\xff\xfea\0\n\0\x00\xd8".to_vec(), &[], "line 2, column 1 (byte offset 6)"),
        ("l.txt", bytes("ann\nb\u{1b}[2Jo\n"), &[], "line 2, column 2: U+001B (control character)"),
        ("l.txt", bytes("ann\n\u{e9}b\u{202e}o\n"), &[], "line 2, column 3: U+202E"),
        ("l.txt", bytes("ann\nb\0\n"), &[], "line 2, column 2: U+0000"),
        ("l.csv", bytes("n\nann\n\"b\u{7}b\"\n"), name, "line 3, column 3: U+0007"),
        ("l.txt", bytes("a\tb\nc\td\n"), &[], "line 1, column 2: U+0009 (tab)"),
        ("l.txt", bytes("ann\r\r\nbob\r\n"), &[], "line 1, column 4: U+000D (CR)"),
        ("l.csv", bytes("n\n\"ann\n"), name, "line 2, column 1: a quote that is never closed"),
        ("l.csv", bytes("n,m\na,b\nc\n"), name, "line 3: the row has 1 value, the first row has 2"),
        ("l.txt", bytes("ann\nbob\nann\n"), &[], "1 entry more than once: \"ann\" on lines 1, 3"),
        ("l.txt", utf16("ann\nbob\nann\n"), &[], "1 entry more than once: \"ann\" on lines 1, 3"),
        (
            "l.csv",
            bytes("t,n\n0,ann\n"),
            &["--column", "n", "--tickets", "t"],
            "line 2, column 1: 0 tickets",
        ),
        (
            "l.csv",
            bytes("t,n\n1.5,ann\n"),
            &["--column", "n", "--tickets", "t"],
            "line 2, column 1: ",
        ),
        (
            "l.txt",
            bytes(&format!("a\n{}\n", "x".repeat(4097))),
            &[],
            "line 2, column 1: the entry has 4097 bytes",
        ),
    ];
    for (file, content, options, place) in forms {
        let folder = Folder::new();
        folder.write(file, content);
        let error = commit(&folder, &[&[file], options].concat()).not_done();
        let wanted = format!("fairdraw: error: {file}: {place}");
        assert!(error.starts_with(&wanted), "{wanted}\n{error}");
        assert!(!error.contains('\u{1b}') && !error.contains('\u{202e}'), "{error:?}");
        assert_eq!(folder.names(), [file], "something was written");
    }
}

#[test]
fn refused_workbooks_name_sheet_and_cell() {
    use rust_xlsxwriter::Workbook;

    let folder = Folder::new();
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.set_name("Guests").unwrap();
    for (row, value) in ["Name", "ann", "b\nb"].into_iter().enumerate() {
        sheet.write_string(u32::try_from(row).unwrap(), 1, value).unwrap();
        sheet.write_string(u32::try_from(row).unwrap(), 0, "x").unwrap();
    }
    book.save(folder.at("l.xlsx")).unwrap();
    let error = commit(&folder, &["l.xlsx", "--column", "Name"]).not_done();
    assert!(
        error.starts_with("fairdraw: error: l.xlsx: Guests!B3, character 2: U+000A"),
        "{error}"
    );
    let whole = folder.bytes("l.xlsx");
    folder.write("l.xlsx", &whole[..whole.len() / 2]);
    let error = commit(&folder, &["l.xlsx", "--column", "Name"]).not_done();
    assert!(error.starts_with("fairdraw: error: l.xlsx: not a whole XLSX workbook"), "{error}");
    assert_eq!(folder.names(), ["l.xlsx"]);
}

#[test]
fn list_may_come_from_standard_input() {
    let folder = Folder::new();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/import/quoted.csv");
    let terms =
        ["commit", "-", "--format", "csv", "--column", "Name", "--title", "t", "--prize", "1 p"];
    let rest = ["--published", "x", "--seed-only"];
    let arguments = [terms.as_slice(), &rest].concat();
    crate::run::fairdraw_in(folder.path(), arguments, &fs::read(data).unwrap()).done();
    assert_eq!(folder.names(), ["draw.commit", "draw.list", "draw.secret"]);
    assert_eq!(folder.value("draw.commit", "root"), ROOT);
}

#[test]
fn duplicates_are_resolved_as_asked() {
    let folder = Folder::new();
    folder.write("l.txt", "ann\nbob\nann\n");
    commit(&folder, &["l.txt", "--drop-duplicates"]).done();
    assert_eq!(folder.text("a.list"), "ann\nbob\n");
    let folder = Folder::new();
    folder.write("l.txt", "ann\nbob\nann\n");
    commit(&folder, &["l.txt", "--merge-duplicates"]).done();
    assert_eq!(folder.text("a.list"), "2\tann\n1\tbob\n");
    assert_eq!(folder.value("a.commit", "tickets"), "3");
}

/// More than 64 MiB, in lines of the greatest length.
fn long_list() -> String {
    let rest = "x".repeat(4086);
    (0..16_500).fold(String::new(), |mut list, number| {
        writeln!(list, "{:09} {rest}", number * 7919 % 1_000_003).unwrap();
        list
    })
}

#[test]
fn a_long_list_is_committed_to_as_a_short_one_is() {
    let folder = Folder::new();
    let list = long_list();
    folder.write("list.txt", &list);
    commit(&folder, &["list.txt"]).done();
    assert!(folder.bytes("a.list") == list.as_bytes());
    folder.run(&["reveal", "a.commit"]).done();
    folder.verify(&["a.commit", "a.reveal", "a.list"]).done();
    assert_eq!(folder.names(), ["a.commit", "a.list", "a.reveal", "a.secret", "list.txt"]);

    let private = ["commit", "list.txt", "--private", "--title", "t", "--prize", "1 p"].as_slice();
    let rest = ["--published", "x", "--seed-only", "-o", "b"].as_slice();
    folder.run(&[private, rest].concat()).done();
    folder.run(&["reveal", "b.commit"]).done();
    folder.verify(&["b.commit", "b.reveal"]).done();

    // What is wrong is told in the same words; a list whose encoding is told is always held.
    let first = list.lines().next().unwrap_or_default();
    for line in [first, "a\tb"] {
        folder.write("bad.txt", format!("{list}{line}\n"));
        let read = |more: &[&str]| {
            folder.run(&[&["commit", "--dry-run", "bad.txt"], more].concat()).not_done()
        };
        assert_eq!(read(&[]), read(&["--encoding", "utf-8"]));
    }
}

#[test]
fn a_commit_to_a_long_list_that_is_killed_leaves_nothing_half_written() {
    let folder = Folder::new();
    let list = long_list();
    folder.write("list.txt", &list);
    for moment in 0..10 {
        let results = folder.at(&format!("killed-{moment}"));
        fs::create_dir(&results).unwrap();
        let mut child = command()
            .args(["commit", "list.txt", "--title", "t", "--prize", "1 p", "--published", "x"])
            .args(["--seed-only", "--quiet", "-o", &format!("killed-{moment}/a")])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(60 * moment));
        child.kill().unwrap();
        child.wait().unwrap();
        for name in names_in(&results) {
            match name.as_str() {
                "a.list" => assert!(fs::read(results.join(name)).unwrap() == list.as_bytes()),
                "a.secret" | "a.commit" => assert!(results.join("a.list").exists()),
                _ => assert!(name.starts_with(".a."), "{name}"),
            }
        }
    }
}
