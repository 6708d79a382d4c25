use std::collections::BTreeSet;
use std::path::Path;

use crate::run::{Ran, fairdraw, fairdraw_in};

fn pick(count: &str) -> Ran {
    fairdraw_in(Path::new("."), ["pick", count], b"ash\nbirch\ncedar")
}

#[test]
fn as_many_lines_as_asked_for_and_none_twice() {
    assert_eq!(pick("0").data(), b"");
    let one = pick("1").data();
    assert!([b"ash\n".as_slice(), b"birch\n", b"cedar\n"].contains(&one.as_slice()), "{one:?}");
    let two = pick("2").sorted_lines();
    assert_eq!(two.len(), 2);
    assert_ne!(two[0], two[1]);
    assert_eq!(pick("3").sorted_lines(), [b"ash\n".as_slice(), b"birch\n", b"cedar\n"]);
}

#[test]
fn more_than_there_are_is_refused() {
    pick("4").refused(
        "fairdraw: error: cannot pick 4 of 3 records: none is picked twice\n\
         fairdraw: hint: pick at most 3\n",
    );
    fairdraw(["pick", "1"]).refused(
        "fairdraw: error: cannot pick 1 of 0 records: none is picked twice\n\
         fairdraw: hint: pick at most 0\n",
    );
    fairdraw(["pick", "18446744073709551615", "--range", "3-4"]).refused(
        "fairdraw: error: cannot pick 18446744073709551615 of 2 records: none is picked twice\n\
         fairdraw: hint: pick at most 2\n",
    );
}

#[test]
fn count_that_is_no_number_is_refused() {
    for (count, why) in [
        ("three", "\"three\" is not a whole number, written in digits"),
        ("-1", "\"-1\" is not a whole number, written in digits"),
        ("", "\"\" is not a whole number, written in digits"),
        (
            "18446744073709551616",
            "18446744073709551616 is greater than 2^64 - 1 = 18446744073709551615",
        ),
    ] {
        let ran = fairdraw(["pick", count]);
        assert_eq!(ran.status, 2);
        assert!(ran.err.lines().next().unwrap().ends_with(why), "{count}: {}", ran.err);
    }
}

#[test]
fn two_to_the_63_numbers_can_be_picked_from() {
    let output =
        String::from_utf8(fairdraw(["pick", "5", "--range", "1-9223372036854775808"]).data())
            .unwrap();
    let numbers: BTreeSet<u64> = output.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(numbers.len(), 5);
    assert!(numbers.iter().all(|number| (1..=1 << 63).contains(number)), "{numbers:?}");
}

#[test]
fn ranges_that_are_none_are_refused() {
    for (range, why) in [
        ("9-3", "9 is greater than 3"),
        (
            "0-18446744073709551615",
            "these are 18446744073709551616 numbers, and at most 2^63 = 9223372036854775808 can be drawn from",
        ),
        ("5", "two numbers and a hyphen are needed, as in 1-49"),
    ] {
        let ran = fairdraw(["pick", "1", "--range", range]);
        assert_eq!(ran.status, 2);
        assert!(ran.err.lines().next().unwrap().ends_with(why), "{range}: {}", ran.err);
    }
}

#[test]
fn tables_are_drawn_line_by_line_with_a_note() {
    let folder = crate::folder::Folder::new();
    folder.write("people.CSV", "Name,Town\nann,x\n");
    folder.write("people.txt", "Name,Town\nann,x\n");
    let note = "fairdraw: note: people.CSV is drawn from line by line, a header like any other; \
        fairdraw draw reads tables\n";
    for arguments in [["pick", "2", "people.CSV"].as_slice(), &["shuffle", "people.CSV"]] {
        let ran = folder.run(arguments);
        assert_eq!((ran.status, ran.err.as_str(), ran.out.len()), (0, note, 16));
        folder.run(&[arguments, &["--quiet"]].concat()).data();
    }
    folder.run(&["pick", "2", "people.txt"]).data();
}

/// A file of this length is read piece by piece, standard input is held.
#[test]
fn few_lines_of_a_long_file_are_the_first_of_its_shuffle() {
    let folder = crate::folder::Folder::new();
    let lines: Vec<_> = (0..200_000_u64).map(|i| format!("entry {}", i * i % 7919 + i)).collect();
    folder.write("seed", "4 6 1 1 3");
    for (end, flags) in
        [("\n", ["--seed-file", "seed"].as_slice()), ("\0", &["--seed-file", "seed", "-z"])]
    {
        folder.write("list", lines.join(end)); // its last line lacks its end
        let run = |arguments: &[&str]| folder.run(&[arguments, flags].concat()).data();
        let shuffled = run(&["shuffle", "list"]);
        for count in [0, 1, 10, 20_000, 199_999, 200_000] {
            let few = run(&["pick", &count.to_string(), "list"]);
            assert!(shuffled.starts_with(&few), "{count}");
            assert_eq!(few.split(|&byte| byte == end.as_bytes()[0]).count(), count + 1);
        }
        folder.run(&[&["pick", "200001", "list"], flags].concat()).refused(
            "fairdraw: error: cannot pick 200001 of 200000 records: none is picked twice\n\
             fairdraw: hint: pick at most 200000\n",
        );
    }
}
