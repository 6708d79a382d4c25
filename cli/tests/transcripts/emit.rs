//! What laboratories test, compared with the Python reference and read again by other means.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;

use sha2::{Digest as _, Sha256};

use crate::folder::Folder;
use crate::run::{command, fairdraw};

/// A folder with the seed file of the known answers.
fn with_dice() -> Folder {
    let folder = Folder::new();
    folder.write("dice.txt", fs::read(data("dice.txt")).unwrap());
    folder
}

fn data(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/emit").join(name)
}

fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// What `fairdraw emit` prints for the seed file.
fn seeded(folder: &Folder, arguments: &str) -> Vec<u8> {
    let arguments = format!("emit {arguments} --seed-file dice.txt --quiet");
    folder.run(&arguments.split(' ').collect::<Vec<_>>()).data()
}

/// The value of a line of a sidecar.
fn value<'a>(sidecar: &'a str, name: &str) -> &'a str {
    let line = sidecar.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    line.unwrap_or_else(|| panic!("{name} is not in\n{sidecar}"))
}

#[test]
fn bytes_are_those_of_the_reference() {
    // SHA-256 of the output, SHA-256 of the words read for it, arguments: by audit/reference/emit.py.
    let expected = fs::read_to_string(data("expected.txt")).unwrap();
    assert_eq!(expected.lines().count(), 35);
    for line in expected.lines() {
        let (hashes, arguments) = line.split_at(130);
        let (output, raw) = hashes.trim().split_once(' ').unwrap();
        let folder = with_dice();
        let mut all = format!("emit {arguments} --seed-file dice.txt --output out");
        if !arguments.starts_with("words") {
            all += " --raw words";
        }
        folder.run(&all.split(' ').collect::<Vec<_>>()).done();
        assert_eq!(sha256(&folder.bytes("out")), output, "{arguments}");
        if !arguments.starts_with("words") {
            assert_eq!(sha256(&folder.bytes("words")), raw, "words of {arguments}");
        }
        assert_eq!(sha256(&seeded(&folder, arguments)), output, "{arguments} to standard output");
    }
}

#[test]
fn words_are_the_same_in_every_format() {
    let folder = with_dice();
    let raw = seeded(&folder, "words --count 1500");
    let words: Vec<u64> =
        raw.as_chunks().0.iter().map(|bytes| u64::from_be_bytes(*bytes)).collect();
    assert_eq!(words.len(), 1500);
    let little = seeded(&folder, "words --byte-order little --count 1500");
    assert!(little.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).eq(words.clone()));
    let halves = words.iter().flat_map(|word| [word >> 32, word & 0xffff_ffff]);
    let little32 = seeded(&folder, "words --byte-order little32 --count 1500");
    let little32 = little32.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
    assert!(little32.map(u64::from).eq(halves.clone()));

    let bits = String::from_utf8(seeded(&folder, "words --format bits --count 1500")).unwrap();
    let read = (0..1500).map(|at| u64::from_str_radix(&bits[64 * at..64 * at + 64], 2).unwrap());
    assert!(read.eq(words.clone()) && bits.len() == 64 * 1500);

    let text = String::from_utf8(seeded(&folder, "words --format dieharder --count 2999")).unwrap();
    let mut lines = text.lines();
    let header: Vec<_> = lines.by_ref().take(3).collect();
    assert_eq!(header, ["type: d", "count: 2999", "numbit: 32"]);
    assert!(lines.map(|line| line.parse::<u64>().unwrap()).eq(halves.take(2999)));
}

#[test]
fn lines_hold_what_they_should() {
    let lines = |arguments: &str| -> Vec<String> {
        let arguments = format!("emit {arguments} --quiet");
        let text = fairdraw(arguments.split(' ')).data();
        String::from_utf8(text).unwrap().lines().map(str::to_owned).collect()
    };
    let numbers = |line: &str, between: char| -> Vec<u64> {
        line.split(between).map(|number| number.parse().unwrap()).collect()
    };

    let rows = lines("numbers --range 3-9 --columns 4 --count 5k");
    assert_eq!(rows.len(), 5_000);
    let all: Vec<u64> = rows.iter().flat_map(|row| numbers(row, ',')).collect();
    assert_eq!(all.len(), 20_000);
    assert!((3..=9).all(|number| all.contains(&number)) && all.iter().all(|n| (3..=9).contains(n)));

    let decks = lines("shuffles --of 52 --count 300");
    assert_eq!(decks.len(), 300);
    for deck in &decks {
        let mut deck = numbers(deck, ' ');
        deck.sort_unstable();
        assert!(deck.into_iter().eq(1..=52));
    }
    assert!(decks.windows(2).all(|pair| pair[0] != pair[1]));

    for line in lines("samples --size 6 --of 49 --sorted --count 300") {
        let sample = numbers(&line, ' ');
        assert!(sample.len() == 6 && sample.is_sorted_by(|a, b| a < b) && sample[5] <= 49);
    }

    for line in lines("hands --players 4 --cards 13 --count 300") {
        let hands: Vec<Vec<&str>> = line.split(',').map(|hand| hand.split(' ').collect()).collect();
        assert!(hands.len() == 4 && hands.iter().all(|hand| hand.len() == 13));
        let mut cards = hands.concat();
        cards.sort_unstable();
        cards.dedup();
        assert!(cards.len() == 52 && cards.iter().all(|card| is_card(card)), "{line}");
    }
}

fn is_card(card: &str) -> bool {
    let (rank, suit) = card.split_at(1);
    "A23456789TJQK".contains(rank) && "SHDC".contains(suit)
}

#[test]
fn bytes_end_words_anywhere_and_lines_never() {
    let folder = with_dice();
    let words = seeded(&folder, "words --count 40k");
    for bytes in [1, 7, 8, 9, 65_537, 131_072, 131_073, 300_001] {
        let part = seeded(&folder, &format!("words --bytes {bytes}"));
        assert_eq!(part, words[..bytes]);
    }
    assert_eq!(seeded(&folder, "words --format bits --bytes 70").len(), 70);
    let lines = seeded(&folder, "shuffles --of 10 --count 20k");
    for (bytes, whole) in
        [(1, 0), (20, 0), (21, 21), (41, 21), (131_105, 131_103), (420_000, 420_000)]
    {
        let part = seeded(&folder, &format!("shuffles --of 10 --bytes {bytes}"));
        assert_eq!(part, lines[..whole], "{bytes}");
    }
}

#[test]
fn raw_words_are_those_of_the_lines_that_are_there() {
    let folder = with_dice();
    let words = seeded(&folder, "words --count 1k");
    // A line that did not fit was made, and thrown away with its words.
    let emit =
        "emit numbers --range 1-80 --bytes 1000 --seed-file dice.txt -o keno --raw keno.words";
    folder.run(&emit.split(' ').collect::<Vec<_>>()).done();
    let lines = folder.text("keno").lines().count();
    assert_eq!(folder.bytes("keno.words"), words[..8 * lines]);
}

#[test]
fn sidecar_says_what_was_written_and_how_to_have_it_again() {
    let folder = with_dice();
    let emit = "emit numbers --range 1-6 --count 1k --seed-file dice.txt -o six --raw six.words";
    let ran = folder.run(&emit.split(' ').collect::<Vec<_>>());
    assert_eq!((ran.status, ran.out.as_slice(), ran.err.as_str()), (0, b"".as_slice(), ""));
    assert_eq!(folder.names(), ["dice.txt", "six", "six.emit.txt", "six.words"]);
    let sidecar = folder.text("six.emit.txt");
    let version = String::from_utf8(fairdraw(["--version"]).data()).unwrap();
    let expected = format!(
        "fairdraw emit v1\n\
         output: six\n\
         bytes: 2000\n\
         sha256: {}\n\
         lines: 1000\n\
         kind: numbers, each equally likely\n\
         range: 1-6, both included\n\
         columns: 1\n\
         method: one word for each number, another if it is refused\n\
         raw: six.words\n\
         raw-words: 1000\n\
         raw-bytes: 8000\n\
         raw-sha256: {}\n\
         raw-format: the words read, 8 bytes each, the highest byte first\n\
         source: the seed file dice.txt\n\
         stream: Hash_DRBG with SHA-256, purpose \"emit\" (SPEC section 8)\n\
         begun: {}\n\
         tool: {}\n\
         system: {} {}\n\
         command: fairdraw emit numbers --range 1-6 --columns 1 --count 1000 --seed-file dice.txt --output six --raw six.words\n\
         again: the command gives the same bytes wherever the seed file is the same\n",
        sha256(&folder.bytes("six")),
        sha256(&folder.bytes("six.words")),
        value(&sidecar, "begun"),
        version.trim_end(),
        std::env::consts::OS,
        std::env::consts::ARCH,
    );
    assert_eq!(sidecar, expected);

    let (six, words) = (folder.bytes("six"), folder.bytes("six.words"));
    for file in ["six", "six.words", "six.emit.txt"] {
        fs::remove_file(folder.at(file)).unwrap();
    }
    let again = value(&sidecar, "command").strip_prefix("fairdraw ").unwrap();
    folder.run(&again.split(' ').collect::<Vec<_>>()).done();
    assert_eq!((folder.bytes("six"), folder.bytes("six.words")), (six, words));
    assert_eq!(value(&folder.text("six.emit.txt"), "sha256"), value(&sidecar, "sha256"));
}

#[test]
fn every_command_of_a_sidecar_gives_the_same_bytes() {
    for arguments in [
        "words --count 9",
        "words --byte-order little32 --bytes 17",
        "words --format bits --count 2",
        "words --format dieharder --count 5",
        "numbers --range 1-6 --batch --columns 3 --count 7",
        "shuffles --of 5 --from 0 --count 3",
        "samples --size 2 --of 9 --sorted --bytes 1Ki",
        "hands --players 2 --cards 3 --decks 2 --count 4",
    ] {
        let folder = with_dice();
        let emit = format!("emit {arguments} --seed-file dice.txt --sidecar said --quiet");
        let output = folder.run(&emit.split(' ').collect::<Vec<_>>()).data();
        let sidecar = folder.text("said");
        assert_eq!(value(&sidecar, "output"), "-");
        assert_eq!(value(&sidecar, "bytes"), output.len().to_string());
        assert_eq!(value(&sidecar, "sha256"), sha256(&output));
        let again = value(&sidecar, "command").strip_prefix("fairdraw ").unwrap();
        let again = folder.run(&again.split(' ').chain(["--quiet"]).collect::<Vec<_>>()).data();
        assert_eq!(again, output, "{arguments}");
    }
}

#[test]
fn standard_error_has_the_hash_of_what_went_to_standard_output() {
    let ran = fairdraw(["emit", "words", "--count", "3"]);
    let said = format!("fairdraw: note: 24 bytes, SHA-256 {}\n", sha256(&ran.out));
    assert_eq!((ran.status, ran.out.len(), ran.err), (0, 24, said));
}

#[test]
fn words_that_are_cut_are_not_counted() {
    for (arguments, words) in [
        ("--bytes 8", 1),
        ("--bytes 20", 2),
        ("--bytes 1M", 125_000),
        ("--bytes 100 --format bits", 1),
        ("--count 20k", 20_000),
    ] {
        let folder = with_dice();
        let all = format!("emit words {arguments} -o out --seed-file dice.txt --quiet");
        folder.run(&all.split(' ').collect::<Vec<_>>()).done();
        assert_eq!(value(&folder.text("out.emit.txt"), "words"), words.to_string(), "{arguments}");
    }
}

#[test]
fn system_source_gives_other_bytes_each_time_and_says_so() {
    let folder = Folder::new();
    let emit = |name| folder.run(&["emit", "words", "--count", "4", "-o", name]).done();
    emit("a");
    emit("b");
    assert_ne!(folder.bytes("a"), folder.bytes("b"));
    let sidecar = folder.text("a.emit.txt");
    assert_eq!(value(&sidecar, "source"), "the operating system");
    assert_eq!(value(&sidecar, "again"), "never: the command gives other bytes each time");
}

#[test]
fn seed_files_serve_each_command_apart() {
    let folder = with_dice();
    let order = seeded(&folder, "shuffles --of 12 --count 1");
    let shuffle = ["shuffle", "--range", "1-12", "--seed-file", "dice.txt"];
    let shuffled = String::from_utf8(folder.run(&shuffle).data()).unwrap();
    assert_eq!(shuffled, "8\n5\n6\n2\n10\n3\n12\n4\n1\n7\n11\n9\n"); // see seed_file.rs
    assert_ne!(String::from_utf8(order).unwrap().replace(' ', "\n"), shuffled);
    let input = folder.bytes("dice.txt");
    let arguments = ["emit", "words", "--count", "2", "--seed-file", "-", "--quiet"];
    let piped = crate::run::fairdraw_in(folder.path(), arguments, &input).data();
    assert_eq!(piped, seeded(&folder, "words --count 2"));
}

#[test]
fn pipe_is_written_to_until_it_is_closed() {
    let folder = with_dice();
    for arguments in ["words", "numbers --range 1-6", "shuffles --of 52 --count 10M"] {
        let beginning =
            seeded(&folder, &format!("{arguments} --bytes 500k").replace("--count 10M ", ""));
        let mut child = command()
            .arg("emit")
            .args(arguments.split(' '))
            .args(["--seed-file", "dice.txt", "--sidecar", "said"])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut taken = vec![0; beginning.len()];
        let mut pipe = child.stdout.take().unwrap();
        pipe.read_exact(&mut taken).unwrap();
        drop(pipe);
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
        assert!(taken == beginning, "{arguments}");
        let sidecar = folder.text("said");
        assert_eq!(value(&sidecar, "bytes"), "unknown, the reader closed the pipe");
        assert!(!sidecar.contains("sha256"), "{sidecar}");
        fs::remove_file(folder.at("said")).unwrap();
    }
}

#[test]
fn nothing_is_overwritten() {
    let folder = with_dice();
    let words = "emit numbers --range 1-6 --count 3 -o a --raw a.emit.txt";
    let error = folder.run(&words.split(' ').collect::<Vec<_>>()).not_done();
    assert!(error.contains("two files can't be a.emit.txt"), "{error}");
    assert_eq!(folder.names(), ["dice.txt"]);
    let emit = ["emit", "words", "--count", "1", "-o", "a", "--sidecar", "b"];
    for there in ["a", "b"] {
        folder.write(there, "precious");
        let error = folder.run(&emit).not_done();
        assert!(error.contains(&format!("{there} exists; nothing is overwritten")), "{error}");
        assert_eq!(folder.text(there), "precious");
        fs::remove_file(folder.at(there)).unwrap();
        assert_eq!(folder.names(), ["dice.txt"]);
    }
    folder.write("c.emit.txt", "precious");
    folder.run(&["emit", "words", "--count", "1", "-o", "c"]).not_done();
    folder.write("d", "precious");
    let raw = ["emit", "numbers", "--range", "1-6", "--count", "1", "-o", "e", "--raw", "d"];
    folder.run(&raw).not_done();
    assert_eq!(folder.names(), ["c.emit.txt", "d", "dice.txt"]);
    folder.run(&[&emit[..5], &["a", "--sidecar", "a"]].concat()).refused(
        "fairdraw: error: two files can't be a\nfairdraw: hint: give each a name of its own\n",
    );
}

#[test]
fn what_cannot_be_emitted_is_refused() {
    let folder = with_dice();
    let refused = |arguments: &str, message: &str| {
        let arguments: Vec<_> = ["emit"].into_iter().chain(arguments.split(' ')).collect();
        folder.run(&arguments).refused(message);
    };
    let endless = "fairdraw: error: how much? Only a pipe takes what has no end\n\
                   fairdraw: hint: add --count N or --bytes N\n";
    refused("words -o a", endless);
    refused(
        "words --format dieharder",
        "fairdraw: error: dieharder's text format begins with the count of its numbers\n\
         fairdraw: hint: add --count N, or use --format raw for a pipe\n",
    );
    refused(
        "hands --players 11 --cards 5 --count 1",
        "fairdraw: error: 11 players with 5 cards are 55 cards, and there are 52\n\
         fairdraw: hint: deal fewer, or take more --decks\n",
    );
    refused(
        "numbers --range 1-6 --count 1 -o - --raw a",
        "fairdraw: error: the raw words of a pipe can't be kept\n\
         fairdraw: hint: its reader may not take all; add --output FILE\n",
    );
    refused("samples --size 7 --of 6 --count 1", "fairdraw: error: can't draw 7 out of 6\n");
    for (arguments, why) in [
        ("words --count 0", "nothing is not emitted"),
        ("words --count 1e6", "is not a whole number"),
        ("words --count 1K", "write digits"),
        ("words --count 1 --bytes 1", "cannot be used with"),
        ("numbers --range 6-1 --count 1", "6 is greater than 1"),
        ("shuffles --of 0 --count 1", "0 is not in 1..=100000000"),
        ("shuffles --of 100000001 --count 1", "not in 1..=100000000"),
        ("shuffles --of 5 --from 2 --count 1", "2 is not in 0..=1"),
        ("numbers --range 1-6 --count 1 --raw a", "required arguments were not provided: --output"),
        ("words --seed-file none --count 1", "cannot read none"),
    ] {
        let arguments: Vec<_> = ["emit"].into_iter().chain(arguments.split(' ')).collect();
        let ran = folder.run(&arguments);
        assert!(ran.status == 2 && ran.err.contains(why), "{arguments:?}: {}", ran.err);
        assert!(ran.out.is_empty());
    }
    let file = fs::File::create(folder.at("standard-output")).unwrap();
    let output = command().args(["emit", "words"]).stdout(file).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), endless);
    assert_eq!(folder.names(), ["dice.txt", "standard-output"]);
    assert_eq!(folder.bytes("standard-output"), b"");
}

#[cfg(target_os = "linux")]
#[test]
fn screen_gets_neither_bytes_nor_what_has_no_end() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    for (arguments, why) in [
        (["words", "--count", "1"].as_slice(), "bytes would garble the screen"),
        (&["words", "--format", "bits"], "how much?"),
        (&["shuffles", "--of", "3"], "how much?"),
    ] {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let screen = fs::File::options()
            .read(true)
            .write(true)
            .open(OsStr::from_bytes(name.as_bytes()))
            .unwrap();
        let output = command().arg("emit").args(arguments).stdout(screen).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(why), "{error}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_an_error() {
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = command().args(["emit", "words", "--count", "1M"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "fairdraw: error: cannot write to standard output: the disk is full\n"
    );
}
