//! Seed ceremonies: scripted, on a terminal, and interrupted.

use std::fs;

use crate::folder::Folder;
#[cfg(unix)]
use crate::folder::mode;
use crate::run::{Ran, fairdraw_in};

/// 39 rolls of a ten-sided die.
const ROLLS: &str = "415 926 535\n8 9 7 9 3\n238-462-643\n\n3 8 3 2 7\n950 288\n4,1,9,7\n1\n";
const TEXT: &str = "415-926-535-897-932-384-626-433-832-795-028-841-971";
const SHAPE: &str = "ddd-ddd-ddd-ddd-ddd-ddd-ddd-ddd-ddd-ddd-ddd-ddd-ddd";

fn dice(folder: &Folder, arguments: &str, input: &str) -> Ran {
    let arguments = std::iter::once("dice").chain(arguments.split_whitespace());
    fairdraw_in(folder.path(), arguments, input.as_bytes())
}

fn lines_of<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    text.lines().filter_map(|line| line.strip_prefix(name)).collect()
}

#[test]
fn ceremony_gives_text_and_record() {
    let folder = Folder::new();
    let ran = dice(&folder, "--sides 10 --rolls 39 --people Ann,Ben", ROLLS);
    let notes: Vec<_> = ran.err.lines().collect();
    assert_eq!(notes[0], "fairdraw: note: 9 of 39 rolls, 29.8 bits");
    assert_eq!(notes.last(), Some(&"fairdraw: note: 39 of 39 rolls, 129.5 bits"));
    assert_eq!(notes.len(), 7);
    let said = ran.done();
    assert_eq!(
        said,
        format!(
            "text        {TEXT}\n\
             shape       {SHAPE}\n\
             rolls       39 of 10 sides, 0 to 9\n\
             rolled by   Ann, 25\n\
             rolled by   Ben, 14\n\
             entropy     129.5 bits, if all faces are equally likely\n\
             record      ceremony.dice\n\
             then        if a commit names this shape: fairdraw reveal NAME.commit --beacon ceremony.dice\n            \
             of an audit sample:           fairdraw sample NAME.commit --beacon ceremony.dice\n            \
             if the record is a secret:    fairdraw shuffle LIST --seed-file ceremony.dice\n"
        )
    );
    assert_eq!(folder.names(), ["ceremony.dice"]);
    #[cfg(unix)]
    assert_eq!(mode(&folder.at("ceremony.dice")), 0o600);
    let record = folder.text("ceremony.dice");
    assert_eq!(lines_of(&record, "text: "), [TEXT]);
    let rolls: Vec<Vec<_>> =
        lines_of(&record, "roll: ").iter().map(|roll| roll.splitn(4, ' ').collect()).collect();
    let faces: String = rolls.iter().map(|roll| roll[2]).collect();
    assert_eq!(faces, TEXT.replace('-', ""), "as typed and in order");
    assert_eq!(
        rolls.iter().map(|roll| roll[3]).collect::<Vec<_>>().join(" "),
        [
            "Ann ".repeat(9),
            "Ben ".repeat(5),
            "Ann ".repeat(9),
            "Ben ".repeat(5),
            "Ann ".repeat(6),
            "Ben ".repeat(4),
            "Ann".to_owned(),
        ]
        .concat()
    );
    assert!(rolls.iter().zip(1..).all(|(roll, number)| roll[0] == number.to_string()));
    let told = folder.run(&["inspect", "ceremony.dice"]).done();
    assert!(told.contains(&format!("text        {TEXT}\n")), "{told}");
    assert!(told.contains("rolled by   Ben, 14\n") && told.contains("refused     0 lines\n"));
}

#[test]
fn commit_names_what_will_be_rolled_and_reveal_takes_the_record() {
    let folder = Folder::with_list(20);
    let said = dice(&folder, "--sides 10 --rolls 39 --people Ann,Ben --shape-only", "").done();
    let description = "39 rolls of a die of 10 sides, 0 to 9, 1 digit each, in the order rolled, in turn by Ann, Ben";
    assert_eq!(
        said,
        format!(
            "shape       {SHAPE}\n\
             description {description}\n\
             entropy     129.5 bits, if all faces are equally likely\n\
             then        fairdraw commit LIST .. --public {SHAPE} '{description}'\n"
        )
    );
    assert_eq!(folder.names(), ["list.txt"], "nothing is rolled");
    folder.commit(&["--public", SHAPE, description]);
    dice(&folder, "--sides 10 --rolls 39 --people Ann,Ben -o r.dice", ROLLS).done();
    folder.run(&["reveal", "a.commit", "--beacon", "r.dice"]).done();
    assert_eq!(folder.value("a.reveal", "beacon"), format!("public {TEXT}"));
    folder.verify(&["a.commit", "a.reveal", "a.list"]).done();
    // The text itself gives the same file.
    folder.run(&["reveal", "a.commit", "--beacon", TEXT, "-o", "b.reveal"]).done();
    assert_eq!(folder.text("a.reveal"), folder.text("b.reveal"));
    // Beside the files of the draw the record is in nobody's way.
    fs::remove_file(folder.at("b.reveal")).unwrap();
    folder.run(&["verify", "."]).done();
}

#[test]
fn reveal_takes_only_the_ceremony_that_the_commit_names() {
    let folder = Folder::with_list(20);
    folder.commit(&["--public", SHAPE, "39 rolls"]);
    dice(&folder, "--sides 20 --rolls 28 -o other.dice", &"07 12 20 01 ".repeat(7)).done();
    let refused = |file: &str, why: &str| {
        let error = folder.run(&["reveal", "a.commit", "--beacon", file]).not_done();
        assert!(error.contains(why), "{error}");
        assert!(!folder.at("a.reveal").exists());
    };
    refused("other.dice", "other.dice: these rolls have the shape dd-dd-dd-");
    refused("list.txt", "list.txt: not the record of a seed ceremony");
    refused("none.dice", "\"none.dice\" is neither a text in the committed shape ddd-ddd-");
    dice(&folder, "--sides 10 --rolls 39 -o a.dice", ROLLS).done();
    folder.write("changed.dice", folder.text("a.dice").replace(" 4\n", " 5\n"));
    refused("changed.dice", "changed.dice: line 47: not as fairdraw dice writes it");
}

#[test]
fn rolls_from_before_the_commit_are_warned_of() {
    let folder = Folder::with_list(20);
    folder.commit(&["--public", SHAPE, "39 rolls"]);
    dice(&folder, "--sides 10 --rolls 39 -o after.dice", ROLLS).done();
    let record = folder.text("after.dice");
    let year = &lines_of(&record, "began: ")[0][..4];
    folder.write("before.dice", record.replace(&format!("{year}-"), "2001-"));
    let ran = folder.run(&["reveal", "a.commit", "--beacon", "after.dice"]);
    assert!(!ran.err.contains("warning: "), "{}", ran.err);
    ran.done();
    let ran = folder.run(&["reveal", "a.commit", "--beacon", "before.dice"]);
    assert!(ran.err.contains("warning: before.dice: the rolls began at 2001-"), "{}", ran.err);
    assert!(ran.err.contains("could know them"), "{}", ran.err);
    ran.done();
}

#[test]
fn record_is_a_seed_file() {
    let folder = Folder::new();
    dice(&folder, "--sides 10 --rolls 39", ROLLS).done();
    let shuffle = ["shuffle", "--range", "1-50", "--seed-file", "ceremony.dice"];
    let order = folder.run(&shuffle).done();
    assert_eq!(folder.run(&shuffle).done(), order);
    assert_eq!(order.lines().count(), 50);
}

#[test]
fn wrong_faces_are_refused_with_their_place() {
    let folder = Folder::new();
    for (sides, line, why) in [
        (6, "1 2 7", "roll 5: 7 is no face of this die, which has 1 to 6"),
        (6, "0", "roll 3: 0 is no face of this die, which has 1 to 6"),
        (6, "12a", "roll 3: \"12a\" is not a number"),
        (6, "1 x", "roll 4: \"x\" is not a number"),
        (20, "1", "roll 2: write 1 as 01"),
        (20, "07 021", "roll 3: 021 is not written with 2 digits a roll"),
        (20, "0721", "roll 3: 21 is no face of this die, which has 01 to 20"),
        (10, "\u{664}", "roll 3: \"\u{664}\" is not a number"),
        // What looks like one wrong face is not taken as two rolls.
        (10, "10", "roll 3: for the face 10 write 0"),
        (10, "3 10", "roll 4: for the face 10 write 0"),
        (10, "10 123", "roll 3: for the face 10 write 0"),
        (100, "07 100", "roll 3: for the face 100 write 00"),
        (
            6,
            "1 23",
            "roll 4: 23 is no single roll: leave a space between all rolls of a line, or between none",
        ),
        (
            6,
            "123-2-123",
            "roll 3: 123 is no single roll: leave a space between all rolls of a line, or between none",
        ),
        (
            20,
            "07 1201",
            "roll 3: 1201 is no single roll: leave a space between all rolls of a line, or between none",
        ),
        (2, "0", "roll 3: 0 is no face of this die, which has 1 to 2"),
    ] {
        let input = format!("\n12\n{line}\n");
        let ran = dice(&folder, &format!("--sides {sides} --rolls 64"), &input);
        assert_eq!(ran.status, 2);
        let error = ran.err;
        assert!(error.contains(&format!("line 3: {why}; stopped after ")), "{error}");
        assert!(error.contains("\nfairdraw: hint: what was rolled: 12; a new ceremony"), "{error}");
        assert!(folder.names().is_empty(), "nothing is written");
    }
}

#[test]
fn there_are_as_many_rolls_as_were_asked_for() {
    let folder = Folder::new();
    let asked = |rolls: usize, input: &str| {
        dice(&folder, &format!("--quiet --sides 10 --rolls {rolls}"), input).not_done()
    };
    let forty = "1234567890".repeat(4);
    assert_eq!(
        asked(39, &forty),
        "fairdraw: error: standard input, line 1: 40 rolls are too many: 39 of 39 are left; stopped after 0 of 39 \
         rolls: nothing was written\n\
         fairdraw: hint: nothing was rolled yet\n"
    );
    // Whoever has more rolls than asked for could choose among them.
    let error = asked(39, &format!("{}\n5\n", &forty[..39]));
    assert!(error.contains("line 2: 1 rolls are too many: 0 of 39 are left"), "{error}");
    assert_eq!(
        asked(41, &forty),
        "fairdraw: error: the input ended after 40 of 41 rolls: nothing was written\n\
         fairdraw: hint: what was rolled: 123-456-789-012-345-678-901-234-567-890-123-456-789-0; a new ceremony begins \
         with roll 1\n"
    );
    assert!(folder.names().is_empty());
}

#[test]
fn few_bits_are_warned_of_and_fewer_refused() {
    let folder = Folder::new();
    dice(&folder, "--sides 10 --rolls 19 --shape-only", "").refused(
        "fairdraw: error: 19 rolls of 10 sides have 63.1 bits: somebody who can still choose list or rules could try \
         all results\n\
         fairdraw: hint: take --rolls 39 for 128 bits, or --force if the draw has another source of randomness\n",
    );
    let ran = dice(&folder, "--sides 10 --rolls 20 --shape-only", "");
    assert_eq!(
        ran.err,
        "fairdraw: warning: 20 rolls of 10 sides have 66.4 bits; --rolls 39 would have 128\n"
    );
    assert!(ran.done().contains("entropy     66.4 bits"));
    dice(&folder, "--sides 10 --rolls 39 --shape-only", "").data();
    assert!(
        dice(&folder, "--sides 6 --rolls 4 --force", "1 2 3 4")
            .done()
            .contains("text        123-4\n")
    );
    let error = dice(&folder, "--sides 10 --rolls 3 --force", "").not_done();
    assert!(error.contains("3 rolls make 3 digits, but a public text has 4 to 128"), "{error}");
    let error = dice(&folder, "--sides 20 --rolls 65", "").not_done();
    assert!(error.contains("30 rolls of 20 sides give 128 bits; at most 64 have room"), "{error}");
    for wrong in ["--sides 1 --rolls 20", "--sides 6 --rolls 0", "--sides 6 --rolls 129"] {
        dice(&folder, wrong, "").not_done();
    }
    let error = dice(&folder, "--sides 10 --rolls 39 --people Ann,,Ben", "").not_done();
    assert!(error.contains("--people"), "{error}");
}

#[test]
fn existing_record_is_not_overwritten_and_nothing_is_asked() {
    let folder = Folder::new();
    folder.write("ceremony.dice", "mine");
    let error = dice(&folder, "--sides 10 --rolls 39", ROLLS).not_done();
    assert!(error.contains("ceremony.dice") && !error.contains("rolls"), "{error}");
    assert_eq!(folder.text("ceremony.dice"), "mine");
    let error = dice(&folder, "--sides 10 --rolls 39 -o none/a.dice", ROLLS).not_done();
    assert!(error.contains("there is no folder none"), "{error}");
    assert_eq!(folder.names(), ["ceremony.dice"]);
}

#[cfg(unix)]
#[test]
fn interrupt_says_what_was_rolled_and_writes_nothing() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::{Command, Stdio};

    let folder = Folder::new();
    let mut child = crate::run::command()
        .args(["dice", "--sides", "10", "--rolls", "39"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    stdin.write_all(b"4 1 9 0\n").unwrap();
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    assert_eq!(line, "fairdraw: note: 4 of 39 rolls, 13.2 bits\n");
    assert!(folder.names().is_empty(), "nothing stands there while people roll");
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).unwrap();
    assert_eq!(
        rest,
        "fairdraw: error: interrupted after 4 of 39 rolls: nothing was written\n\
         fairdraw: hint: what was rolled: 419-0; a new ceremony begins with roll 1\n"
    );
    assert_eq!(child.wait().unwrap().code(), Some(2));
    assert!(folder.names().is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn terminal_asks_in_turn_and_again_after_a_wrong_face() {
    use std::fs::File;
    use std::io::{Read, Write};
    use std::os::unix::ffi::OsStrExt as _;
    use std::process::Stdio;

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let folder = Folder::new();
    let control = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&control).unwrap();
    unlockpt(&control).unwrap();
    let name = ptsname(&control, Vec::new()).unwrap();
    let name = std::ffi::OsStr::from_bytes(name.as_bytes());
    let terminal = File::options().read(true).write(true).open(name).unwrap();
    let mut child = crate::run::command()
        .args(["dice", "--sides", "6", "--rolls", "5", "--force", "--people", "Ann,Ben"])
        .env("NO_COLOR", "1")
        .current_dir(folder.path())
        .stdin(Stdio::from(terminal))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Lines wait in the terminal until they are asked for.
    let mut control = File::from(control);
    control.write_all(b"4 1\n7\n\n2\n1 1 1\n6 6\n").unwrap();
    let (mut out, mut err) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{err}");
    let again = "; nothing of this line was taken, type it again\n";
    assert_eq!(
        err,
        format!(
            "fairdraw: warning: 5 rolls of 6 sides have 12.9 bits; --rolls 50 would have 128\n\
             roll 1 of 5, Ann: fairdraw: note: 2 of 5 rolls, 5.1 bits\n\
             roll 3 of 5, Ben: fairdraw: warning: roll 3: 7 is no face of this die, which has 1 to 6{again}\
             roll 3 of 5, Ben: roll 3 of 5, Ben: fairdraw: note: 3 of 5 rolls, 7.7 bits\n\
             roll 4 of 5, Ann: fairdraw: warning: 3 rolls are too many: 2 of 5 are left{again}\
             roll 4 of 5, Ann: fairdraw: note: 5 of 5 rolls, 12.9 bits\n"
        )
    );
    assert!(out.starts_with("text        412-66\n"), "{out}");
    assert!(folder.text("ceremony.dice").contains("\nrefused: 2\n"));
    drop(control);
}
