//! Files as somebody would make them who wants to see the tool fail.

use std::fs;

use crate::folder::Folder;
use crate::run::Ran;

/// Every command that reads the files of a draw, on one bad file in each place.
fn every_reader(folder: &Folder, bad: &str) -> Vec<Ran> {
    [
        ["verify", bad, "a.reveal", "a.list"].as_slice(),
        &["verify", "a.commit", bad, "a.list"],
        &["verify", "a.commit", "a.reveal", bad],
        &["verify", "a.commit", "a.reveal", "a.list", bad],
        &["verify", bad],
        &["verify", "--json", "a.commit", "a.reveal", bad],
        &["inspect", bad],
        &["reveal", bad, "-o", "new"],
        &["reveal", "a.commit", "--list", bad, "-o", "new"],
        &["reveal", "a.commit", "--secret", bad, "-o", "new"],
        &["reveal", "a.commit", "--seeds", bad, "-o", "new"],
        &["open", bad, "-o", "new"],
        &["outcome", bad, "--commit", "a.commit", "-o", "new"],
        &["outcome", "a.reveal", "--commit", bad, "-o", "new"],
        &["receipt", bad, "--position", "1"],
        &["receipt", "a.commit", "--check", bad],
        &["receipt", "a.commit", "--list", bad, "--position", "1"],
    ]
    .iter()
    .map(|arguments| {
        let ran = folder.run(arguments);
        assert!([1, 2].contains(&ran.status), "{arguments:?}: {} {}", ran.status, ran.err);
        assert!(ran.err.starts_with("fairdraw: error: "), "{arguments:?}: {}", ran.err);
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
        ran
    })
    .collect()
}

#[test]
fn empty_files_folders_and_nonsense_end_with_1_or_2() {
    let folder = Folder::with_draw(&["--seed-only"]);
    fs::create_dir(folder.at("folder.commit")).unwrap();
    folder.write("empty.reveal", "");
    folder.write("empty", "");
    folder.write("end", "\n");
    folder.write("zeros", [0; 5000]);
    folder.write("high", [0xff; 5000]);
    folder.write("first-line.commit", "fairdraw commit v1\n");
    folder.write("colons.reveal", "fairdraw reveal v1\n".to_owned() + &": \n".repeat(3000));
    for bad in [
        "folder.commit",
        "empty.reveal",
        "empty",
        "end",
        "zeros",
        "high",
        "first-line.commit",
        "colons.reveal",
        "none",
    ] {
        every_reader(&folder, bad);
    }
    assert!(!folder.at("new").exists());
}

#[test]
fn file_of_five_megabytes_is_over_the_limit() {
    let folder = Folder::with_draw(&["--seed-only"]);
    folder.write("a.reveal", vec![b'a'; 5_000_000]);
    folder.verify(&["a.commit", "a.reveal", "a.list"]).not_valid("file-size");
    folder.write("a.reveal", "fairdraw reveal v1\n".to_owned() + &"a".repeat(5_000_000));
    let ran = folder.verify(&["a.commit", "a.reveal", "a.list"]);
    assert!(ran.err.len() < 1000, "the message shows the file");
    ran.not_valid("file-size");
    folder.write("a.commit", "fairdraw commit v1\n".to_owned() + &"note: a\n".repeat(200_000));
    folder.verify(&["a.commit", "a.reveal", "a.list"]).not_valid("file-size");
    folder.run(&["inspect", "a.commit"]).not_done();
    folder.run(&["reveal", "a.commit", "-o", "new"]).not_done();
}

#[cfg(target_os = "linux")]
#[test]
fn endless_list_ends_at_a_limit() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let terms = ["--title", "t", "--prize", "1 p", "--published", "x", "--seed-only", "-o", "b"];
    for arguments in [
        ["shuffle", "/dev/zero"].as_slice(),
        &["pick", "1", "/dev/zero", "-o", "new"],
        &[&["commit", "/dev/zero"], &terms[..]].concat(),
        &["verify", "a.commit", "a.reveal", "/dev/zero"],
    ] {
        folder.run(arguments).refused(
            "fairdraw: error: /dev/zero is a pipe or device and gives more than 1 GiB\n\
             fairdraw: hint: a list of up to 16 GiB can be read from a file\n",
        );
    }
    // Where there is a commit, it says how large the list can be.
    folder.run(&["receipt", "a.commit", "--list", "/dev/zero", "--position", "1"]).refused(
        "fairdraw: error: /dev/zero is larger than any list of 20 entries\n\
         fairdraw: hint: give the list file that was written with the commit\n",
    );
    let error = folder.run(&["inspect", "/dev/zero"]).not_done();
    assert!(error.contains("/dev/zero has more than 1073741824 bytes"), "{error}");
    assert_eq!(folder.names(), ["a.commit", "a.list", "a.reveal", "a.secret", "list.txt"]);
}

#[cfg(target_os = "linux")]
#[test]
fn endless_file_of_a_known_kind_is_not_read_to_its_end() {
    let folder = Folder::with_draw(&["--seed-only"]);
    fs::remove_file(folder.at("a.commit")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.at("a.commit")).unwrap();
    folder.verify(&["a.commit", "a.reveal", "a.list"]).not_valid("file-size");
}

#[test]
fn windows_line_ends_in_odd_places_are_refused() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let commit = folder.text("a.commit");
    for bad in [
        commit.replace('\n', "\r\r\n"),
        commit.replacen('\n', "\r\n", 1),
        commit.replace('\n', "\r"),
        commit.replace('\n', "\n\r"),
        commit.clone() + "\r\n",
        commit.replace('\n', "\r\n") + "\n",
        "\r".repeat(100_000) + "\n",
        "\r\n".repeat(100_000),
        format!("\u{feff}{commit}"),
    ] {
        folder.write("a.commit", bad);
        folder.verify(&["a.commit", "a.reveal", "a.list"]).not_valid("grammar");
    }
}

#[test]
fn list_that_looks_like_a_file_of_ours() {
    let folder = Folder::new();
    folder.write("a.txt", "fairdraw commit v1\ntitle: x\nfairdraw reveal v1\n");
    let terms = ["--title", "t", "--prize", "2 p", "--published", "x", "--seed-only"];
    folder.run(&[["commit", "a.txt"].as_slice(), &terms].concat()).done();
    folder.run(&["reveal", "a.commit"]).done();
    folder.verify(&["a.commit", "a.reveal", "a.list"]).done();
    // Under another name its first line speaks.
    folder.write("renamed", folder.bytes("a.list"));
    let ran = folder.verify(&["a.commit", "a.reveal", "renamed"]);
    assert!(ran.err.starts_with("fairdraw: error: renamed: not valid: "), "{}", ran.err);
    ran.not_valid("grammar");
    // And a list called like a commit or a secret.
    for name in ["b.commit", "b.secret", "b.reveal"] {
        folder.write(name, "ann\nbob\n");
        let arguments = ["commit", name, "--format", "text", "-o", "c"];
        folder.run(&[arguments.as_slice(), &terms].concat()).done();
        for file in ["c.commit", "c.list", "c.secret"] {
            fs::remove_file(folder.at(file)).unwrap();
        }
        assert_eq!(folder.text(name), "ann\nbob\n");
    }
}

#[test]
fn no_content_steers_the_terminal() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let escape = "\u{1b}]0;gotcha\u{7}\u{1b}[2J\u{202e}";
    folder.write("bad", escape);
    folder.write("bad.commit", format!("fairdraw commit v1\ntitle: {escape}\n"));
    folder.write("bad.reveal", format!("fairdraw reveal v1\ncommit: {escape}\n"));
    folder.write("worse.reveal", format!("fairdraw {escape} v1\n"));
    folder.write("later.commit", format!("fairdraw commit v1\nneeds: {escape}\n"));
    folder.write(
        "shape.commit",
        folder.text("a.commit").replace("seed: ", &format!("beacon: {escape} ")),
    );
    folder.write("two.list", format!("ann\n{escape}\n"));
    for bad in [
        "bad",
        "bad.commit",
        "bad.reveal",
        "worse.reveal",
        "later.commit",
        "shape.commit",
        "two.list",
    ] {
        for ran in every_reader(&folder, bad) {
            let said = ran.text() + &ran.err;
            assert!(!said.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{bad}: {said:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn names_that_are_not_utf_8_or_steer_the_terminal() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    use crate::run::fairdraw_in;

    let folder = Folder::new();
    let list = OsStr::from_bytes(b"caf\xe9\x1b[2J.txt");
    fs::write(folder.path().join(list), "ann\nbob\n").unwrap();
    let run = |arguments: &[&OsStr]| {
        let ran = fairdraw_in(folder.path(), arguments, b"");
        assert!(!ran.err.contains('\u{1b}'), "{:?}", ran.err);
        assert!(!ran.out.contains(&0x1b), "{:?}", String::from_utf8_lossy(&ran.out));
        ran.status
    };
    let words = |text: &'static str| text.split(' ').map(OsStr::new).collect::<Vec<_>>();
    let terms = words("--title t --published x --seed-only --prize");
    let commit = [&[OsStr::new("commit"), list], terms.as_slice(), &[OsStr::new("1 p")]].concat();
    assert_eq!(run(&commit), 0);
    assert_eq!(run(&commit), 2);
    let file = |ending: &str| {
        let mut name = OsStr::from_bytes(b"caf\xe9\x1b[2J.").to_owned();
        name.push(ending);
        name
    };
    let [commit, reveal, list] = ["commit", "reveal", "list"].map(file);
    assert_eq!(run(&[OsStr::new("reveal"), &commit]), 0);
    assert_eq!(run(&[OsStr::new("reveal"), &list]), 2);
    assert_eq!(run(&[OsStr::new("verify"), &commit, &reveal, &list]), 0);
    assert_eq!(run(&[OsStr::new("verify"), &commit, &reveal, &list, &list]), 0);
    assert_eq!(run(&[OsStr::new("verify"), &commit, &reveal]), 2);
    assert_eq!(run(&[OsStr::new("inspect"), &list]), 0);
}

#[test]
fn words_of_a_file_never_begin_a_line() {
    let folder = Folder::new();
    folder.write("list.txt", "GRADE A: fixed\nBob  (accepted)\n1  accepted  x\nVALID: y\n");
    let forged = "GRADE A: fixed before the beacon's round, by a proven time";
    let valid = "VALID: the result is what the committed list, rules and randomness give";
    let terms = ["commit", "list.txt", "-o", "a", "--title", valid, "--organiser", forged];
    let rest = [
        "--prize",
        "1 GRADE A: it is",
        "--prize",
        "1 NOT VALID: x",
        "--published",
        forged,
        "--note",
        valid,
    ];
    folder.run(&[&terms[..], &rest[..], &["--seed-only"]].concat()).done();
    let mut printed = folder.run(&["reveal", "a.commit"]).done();
    printed += &folder.run(&["outcome", "a.reveal", "--accepted", "1"]).done();
    let passed = ["--passed-over", "2", "--cause", "other", "--text", forged];
    printed += &folder.run(&[&["outcome", "a.reveal"][..], &passed[..]].concat()).done();
    for file in ["a.commit", "a.reveal", "a.outcome", "a.list"] {
        printed += &folder.run(&["inspect", file]).done();
    }
    printed += &folder.run(&["verify", "."]).done();
    let own = ["VALID if the commit id above", "GRADE E: "];
    for line in printed.lines() {
        let like_ours = ["VALID", "NOT VALID", "GRADE", "NOT CHECKED"]
            .iter()
            .any(|word| line.starts_with(word));
        assert!(!like_ours || own.iter().any(|own| line.starts_with(own)), "{line}");
    }
    assert!(printed.contains("  1  accepted  "), "{printed}");
}

#[test]
fn list_is_read_no_further_than_its_commit_can_reach() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let list = folder.text("a.list");
    // Sparse: 64 GiB, which nothing here could hold.
    let file = fs::OpenOptions::new().append(true).open(folder.at("a.list")).unwrap();
    file.set_len(64 << 30).unwrap();
    let ran = folder.verify(&["a.commit", "a.reveal", "a.list"]);
    assert!(
        ran.err.contains("a.list is larger than any list of this commit: only the first "),
        "{}",
        ran.err
    );
    assert_eq!(ran.status, 1);
    folder.run(&["reveal", "a.commit", "-o", "b.reveal"]).refused(
        "fairdraw: error: a.list is larger than any list of 20 entries\n\
         fairdraw: hint: give the list file that was written with the commit\n",
    );
    let error = folder.run(&["outcome", "a.reveal", "--accepted", "1"]).not_done();
    assert!(error.contains("a.list is larger than any list of 20 entries"), "{error}");
    // A line that is cut before it becomes too long is no reason to take the lines before it for the list.
    folder.write("a.list", list.clone() + &"x".repeat(400_000) + "\n");
    folder.verify(&["--quiet", "a.commit", "a.reveal", "a.list"]).not_valid("list-line");
    // Lines of an honest form, but too many of them.
    let more = (0..50_000).map(|number| format!("more {number}\n")).collect::<Vec<_>>().concat();
    folder.write("a.list", list + &more);
    let ran = folder.verify(&["a.commit", "a.reveal", "a.list"]);
    assert!(ran.err.contains("only the first "), "{}", ran.err);
    folder.verify(&["--quiet", "a.commit", "a.reveal", "a.list"]).not_valid("list-count");
}
