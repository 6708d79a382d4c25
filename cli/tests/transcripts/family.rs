//! The relatives of the shuffle, as the tool has them: the known answers of `audit/vectors/family.json`, whose vectors with
//! a seed file the reference drew, and what is said of each.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::folder::Folder;
use crate::run::{Ran, fairdraw, fairdraw_in};

/// The vectors of the reference that have an order from a seed file, and the numbers of orders.
fn vectors() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../audit/vectors/family.json");
    let file: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let vectors = file["vectors"].as_array().unwrap().iter();
    let vectors = vectors.filter(|v| v["seed_file"].is_string() || v["kind"] == "number");
    vectors.cloned().collect()
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

/// The numbers from 0 below `count`, or those of an order, one a line.
fn lines(numbers: impl IntoIterator<Item = u64>) -> String {
    numbers.into_iter().fold(String::new(), |mut lines, number| {
        writeln!(lines, "{number}").unwrap();
        lines
    })
}

/// The arguments of `shuffle` for a vector; none if another command has it.
fn way(vector: &Value) -> Option<Vec<String>> {
    let value = |name: &str| vector[name].as_u64().unwrap();
    let from_one = |name: &str| value(name) + 1;
    let way = match vector["kind"].as_str().unwrap() {
        kind @ ("downward" | "pencil" | "inside-out" | "random-keys" | "table") => {
            format!("--method {kind}")
        }
        "one-cycle" => "--one-cycle".to_owned(),
        "derangement" => "--derangement".to_owned(),
        "all-but" => {
            let kept = numbers(&vector["kept"]);
            let last = value("n") - 1;
            let place = |place: u64| match place {
                0 => "first".to_owned(),
                place if place == last => "last".to_owned(),
                place => (place + 1).to_string(),
            };
            match kept[..] {
                // No place at all can't be named: it is the whole list that takes part.
                [] => "--only first-last".to_owned(),
                [a, b, c, d] if (b, c) == (a + 1, a + 2) || b == a + 1 => {
                    format!("--keep {}-{},{},{}", a + 1, b + 1, c + 1, d + 1)
                }
                _ => {
                    format!("--keep {}", kept.into_iter().map(place).collect::<Vec<_>>().join(","))
                }
            }
        }
        "range" if value("start") == value("end") => return None,
        "range" => format!("--only {}-{}", from_one("start"), value("end")),
        "every" => format!("--every {} --from {}", value("step"), from_one("first")),
        "packets" => {
            let last = if vector["last"] == "shuffled" { " --shuffle-last-packet" } else { "" };
            format!("--packets {}{last}", value("size"))
        }
        "half" => format!(
            "--half-shuffle-not-uniform --group {} --skip {}",
            value("group"),
            value("skip")
        ),
        _ => return None,
    };
    Some(way.split(' ').map(str::to_owned).collect())
}

fn run(folder: &Folder, arguments: &[&str], input: &str) -> Ran {
    fairdraw_in(folder.path(), arguments, input.as_bytes())
}

#[test]
fn shuffle_gives_the_orders_of_the_reference_by_every_flag() {
    let folder = Folder::new();
    let mut seen = 0;
    for vector in vectors() {
        let Some(way) = way(&vector) else { continue };
        folder.write("seed", vector["seed_file"].as_str().unwrap());
        let n = vector["n"].as_u64().unwrap();
        let order = lines(numbers(&vector["order"]));
        let way: Vec<&str> = way.iter().map(String::as_str).collect();
        let arguments = [&["shuffle", "--quiet", "--seed-file", "seed"], &way[..]].concat();
        let printed = run(&folder, &arguments, &lines(0..n)).data();
        assert_eq!(String::from_utf8(printed).unwrap(), order, "{}", vector["id"]);
        // Ended by NUL, and as numbers of a range.
        let zeros =
            run(&folder, &[&arguments[..], &["-z"]].concat(), &lines(0..n).replace('\n', "\0"));
        assert_eq!(zeros.text(), order.replace('\n', "\0"), "{}", vector["id"]);
        if n > 0 {
            let range = format!("0-{}", n - 1);
            let ranged = run(&folder, &[&arguments[..], &["--range", &range]].concat(), "");
            assert_eq!(ranged.text(), order, "{}", vector["id"]);
        }
        seen += 1;
    }
    assert_eq!(seen, 111, "the file has other vectors: change this number");
}

#[test]
fn worksheet_writes_down_the_pencil_methods_order() {
    let folder = Folder::new();
    for vector in vectors().iter().filter(|vector| vector["kind"] == "pencil") {
        folder.write("seed", vector["seed_file"].as_str().unwrap());
        let n = vector["n"].as_u64().unwrap();
        let arguments = ["shuffle", "--worksheet", "--seed-file", "seed"];
        let sheet = String::from_utf8(run(&folder, &arguments, &lines(0..n)).data()).unwrap();
        assert!(sheet.contains("from the seed file seed.\n"), "{sheet}");
        let written = sheet.split("Written down, from the first to the last:\n").nth(1).unwrap();
        let written: Vec<u64> = written
            .lines()
            .map(|line| line.split_whitespace().nth(1).unwrap().parse().unwrap())
            .collect();
        assert_eq!(written, numbers(&vector["order"]), "{}", vector["id"]);
    }
}

#[test]
fn worksheet_can_be_followed_with_paper() {
    // By hand: of four the 3rd is Cedar; of Ash, Birch, Elm the 3rd is Elm; of Ash, Birch the 1st is Ash; Birch is left.
    let names = b"Ash\nBirch\r\nCedar\nElm\n";
    let arguments = ["shuffle", "--worksheet", "--numbers", "3, 3 1"];
    let sheet = fairdraw_in(Path::new("."), arguments, names).data();
    assert_eq!(
        String::from_utf8(sheet).unwrap(),
        "\
A shuffle with pencil and paper, by the method of Fisher and Yates (1938).
The numbers to count to are given, and not drawn by this program.

Write down the 4 items in this order:
  1 Ash
  2 Birch
  3 Cedar
  4 Elm
In each step count so far among the items that are not struck out yet. Strike
out the one that you come to, and write it down below the others.
  step 1: 4 left, count to 3: strike out 3 Cedar
  step 2: 3 left, count to 3: strike out 4 Elm
  step 3: 2 left, count to 1: strike out 1 Ash
  step 4: 1 left, count to 1: strike out 2 Birch
Written down, from the first to the last:
  1 Cedar
  2 Elm
  3 Ash
  4 Birch
"
    );
    let refused = |arguments: &[&str], message: &str| {
        fairdraw_in(Path::new("."), [&["shuffle", "--worksheet"], arguments].concat(), names)
            .refused(message);
    };
    refused(
        &["--numbers", "5 1 1"],
        "fairdraw: error: --numbers: step 1: number 5 is not one of 1 to 4\n\
         fairdraw: hint: step 1 counts among all records, and each further step among one fewer\n",
    );
    refused(
        &["--numbers", "1 1"],
        "fairdraw: error: --numbers: 2 numbers for 4 items; one for each is needed, and none for the last if you like\n\
         fairdraw: hint: step 1 counts among all records, and each further step among one fewer\n",
    );
    fairdraw_in(Path::new("."), ["shuffle", "--worksheet"], b"Ash\ncaf\xe9\n").refused(
        "fairdraw: error: record 2 is not UTF-8, and a worksheet is for people to read\n\
         fairdraw: hint: save the list as UTF-8\n",
    );
    // Without a seed it says where the numbers are from; nothing in a list can steer the terminal.
    let sheet = fairdraw(["shuffle", "--worksheet", "-z", "--echo", "a\u{1b}[2Jb\nc"]).done();
    assert!(sheet.contains("\nfrom the operating system's randomness.\n"), "{sheet}");
    assert!(sheet.contains("  1 a\\u{1b}[2Jb\\nc\n"), "{sheet}");
}

#[test]
fn reservoir_gives_the_orders_of_the_reference() {
    let folder = Folder::new();
    for vector in vectors().iter().filter(|vector| vector["kind"] == "reservoir") {
        folder.write("seed", vector["seed_file"].as_str().unwrap());
        let (n, k) = (vector["n"].as_u64().unwrap(), vector["k"].as_u64().unwrap());
        folder.write("list", lines(0..n));
        let count = k.to_string();
        let arguments = ["pick", &count, "--reservoir", "--seed-file", "seed"];
        let ran = run(&folder, &arguments, &lines(0..n));
        if k > n {
            ran.refused(&format!(
                "fairdraw: error: cannot pick {k} of {n} records: none is picked twice\n\
                 fairdraw: hint: pick at most {n}\n"
            ));
            continue;
        }
        let order = lines(numbers(&vector["order"]));
        assert_eq!(ran.text(), order, "{}", vector["id"]);
        assert_eq!(run(&folder, &[&arguments[..], &["list"]].concat(), "").text(), order);
        let zeros =
            run(&folder, &[&arguments[..], &["-z"]].concat(), &lines(0..n).replace('\n', "\0"));
        assert_eq!(zeros.text(), order.replace('\n', "\0"));
    }
    let lines =
        fairdraw_in(Path::new("."), ["pick", "3", "--reservoir"], b"a\n\n\xff").sorted_lines();
    assert_eq!(lines, [b"\n".as_slice(), b"a\n", b"\xff\n"]);
    fairdraw_in(folder.path(), ["pick", "1", "--reservoir", "no-such-list"], b"")
        .refused("fairdraw: error: cannot read no-such-list: no such file or folder\n");
    assert!(fairdraw(["pick", "1", "--reservoir", "."]).not_done().contains("it is a folder"));
    let error = fairdraw(["pick", "1", "--reservoir", "--range", "1-3"]).not_done();
    assert!(error.contains("'--reservoir' cannot be used with"), "{error}");
}

#[test]
fn deal_gives_the_orders_of_the_reference() {
    let folder = Folder::new();
    for vector in vectors().iter().filter(|vector| vector["kind"] == "deck") {
        folder.write("seed", vector["seed_file"].as_str().unwrap());
        let n = vector["n"].as_u64().unwrap();
        let order = numbers(&vector["order"]);
        let deal = |players: &str| {
            let arguments = ["deal", "-", "--csv", "--players", players, "--seed-file", "seed"];
            String::from_utf8(run(&folder, &arguments, &lines(0..n)).data()).unwrap()
        };
        let rows = |hands: &[(&str, Vec<u64>)]| {
            let mut csv = "player,card\r\n".to_owned();
            for (player, cards) in hands {
                for card in cards {
                    write!(csv, "\"{player}\",\"{card}\"\r\n").unwrap();
                }
            }
            csv
        };
        assert_eq!(deal("1"), rows(&[("player 1", order.clone())]), "{}", vector["id"]);
        // One to each in turn.
        let turn = |first| order.iter().copied().skip(first).step_by(2).collect();
        assert_eq!(deal("Ann, Ben"), rows(&[("Ann", turn(0)), ("Ben", turn(1))]));
    }
}

#[test]
fn santa_gives_the_circles_of_the_reference() {
    let folder = Folder::new();
    for vector in vectors().iter().filter(|vector| vector["kind"] == "santa") {
        folder.write("seed", vector["seed_file"].as_str().unwrap());
        let n = vector["n"].as_u64().unwrap();
        let names: Vec<String> = (0..n).map(|person| format!("p{person}\n")).collect();
        folder.write("names", names.concat());
        let pairs = vector["forbidden"].as_array().unwrap().iter().map(numbers);
        let rows: Vec<String> = pairs.map(|pair| format!("p{},p{}\n", pair[0], pair[1])).collect();
        folder.write("forbid.csv", format!("giver,receiver\n{}", rows.concat()));
        let circle = |more: &[&str]| {
            let arguments = ["--quiet", "santa", "names", "--seed-file", "seed"];
            String::from_utf8(run(&folder, &[&arguments[..], more].concat(), "").data()).unwrap()
        };
        let order = numbers(&vector["order"]);
        let expected =
            (0..).zip(order).fold(String::new(), |mut lines, (giver, receiver): (u64, u64)| {
                writeln!(lines, "p{giver} -> p{receiver}").unwrap();
                lines
            });
        assert_eq!(circle(&["--forbid", "forbid.csv"]), expected, "{}", vector["id"]);
        if vector["forbidden"] == serde_json::json!([[0, 1], [1, 0], [2, 3], [3, 2]]) {
            // Couples can be named once, too, or as households.
            folder.write("couples.csv", "giver,receiver\np0,p1\np3,p2\n");
            assert_eq!(circle(&["--forbid", "couples.csv", "--both-ways"]), expected);
            folder.write("homes.csv", "name,household\np0,A\np2,B\np1,A\np3,B\n");
            assert_eq!(circle(&["--households", "homes.csv"]), expected);
        }
    }
}

#[test]
fn order_gives_the_numbers_of_the_reference() {
    let mut listed = Vec::new();
    for vector in vectors().iter().filter(|vector| vector["kind"] == "number") {
        let order: Vec<String> = numbers(&vector["order"]).iter().map(u64::to_string).collect();
        let length = order.len().to_string();
        for (field, flags) in
            [("lexicographic", [].as_slice()), ("myrvold_ruskey", &["--myrvold-ruskey"])]
        {
            let number = vector[field].as_str().unwrap();
            let unrank = ["order", "unrank", number, "--length", &length];
            let found = fairdraw([&unrank[..], flags].concat()).data();
            assert_eq!(found, (order.join(" ") + "\n").into_bytes(), "{}", vector["id"]);
            if !order.is_empty() {
                let items: Vec<&str> = order.iter().map(String::as_str).collect();
                let found = fairdraw([&["order", "rank"], &items[..], flags].concat()).data();
                assert_eq!(found, format!("{number}\n").into_bytes(), "{}", vector["id"]);
            }
        }
        if order.len() == 4 {
            listed.push(format!(
                "{}\t{}\n",
                vector["lexicographic"].as_str().unwrap(),
                order.join(" ")
            ));
        }
    }
    // The reference has all orders of four as they stand in a dictionary.
    assert_eq!(fairdraw(["order", "all", "--length", "4"]).data(), listed.concat().into_bytes());
}

#[test]
fn what_is_not_uniform_says_so_in_its_help_and_when_it_runs() {
    let help = fairdraw(["shuffle", "--help"]).done();
    let (_, not_uniform) = help.split_once("\nNot uniform over all orders:\n").unwrap();
    let flags = [
        ("--one-cycle", "--one-cycle"),
        ("--derangement", "--derangement"),
        ("--keep <PLACES>", "--keep first"),
        ("--only <PLACES>", "--only 1-2"),
        ("--every <S>", "--every 2"),
        ("--packets <SIZE>", "--packets 2"),
        ("--half-shuffle-not-uniform", "--half-shuffle-not-uniform"),
    ];
    for (flag, used) in flags {
        let mut lines = not_uniform.lines().skip_while(|line| line.trim() != flag);
        let first = lines.nth(1).unwrap().trim();
        assert!(first.starts_with("NOT UNIFORM"), "{flag}: {first}");
        let arguments: Vec<&str> =
            ["shuffle", "--echo", "a", "b", "c"].into_iter().chain(used.split(' ')).collect();
        let ran = fairdraw(&arguments);
        assert!(
            ran.err.starts_with("fairdraw: note: NOT UNIFORM over all orders: "),
            "{}",
            ran.err
        );
        assert_eq!((ran.status, ran.err.lines().count(), ran.out.len()), (0, 1, 6), "{flag}");
        fairdraw([&arguments[..], &["--quiet"]].concat()).data();
    }
    // Every flag of the section is one of these or says which one it goes with; and no other flag is said to be uniform.
    for line in not_uniform.lines().filter(|line| line.trim_start().starts_with("--")) {
        let known = flags.iter().any(|(flag, _)| *flag == line.trim());
        let help = not_uniform.lines().skip_while(|other| *other != line).nth(1).unwrap();
        assert!(known || help.trim().starts_with("With --"), "{line}: {help}");
    }
    for method in ["downward", "pencil", "inside-out", "random-keys", "table"] {
        fairdraw(["shuffle", "--echo", "a", "b", "--method", method]).data();
    }
    let help = fairdraw(["santa", "-h"]).done();
    assert!(help.lines().next().unwrap().contains("NOT UNIFORM"), "{help}");
}

#[test]
fn one_way_of_shuffling_at_a_time() {
    let ways = [
        "--method pencil",
        "--worksheet",
        "--one-cycle",
        "--derangement",
        "--keep 1",
        "--only 1",
        "--every 2",
        "--packets 2",
        "--half-shuffle-not-uniform",
    ];
    for (index, one) in ways.iter().enumerate() {
        for other in &ways[index + 1..] {
            let words = one.split(' ').chain(other.split(' '));
            let ran = fairdraw(["shuffle", "--range", "1-3"].into_iter().chain(words));
            assert_eq!(ran.status, 2, "{one} {other}");
            assert!(ran.err.contains("cannot be used with"), "{}", ran.err);
        }
    }
    for (option, its) in [
        ("--from 2", "--every"),
        ("--shuffle-last-packet", "--packets"),
        ("--group 2", "--half-shuffle-not-uniform"),
        ("--skip 2", "--half-shuffle-not-uniform"),
        ("--numbers 1", "--worksheet"),
    ] {
        let words = option.split(' ');
        let name = words.clone().next().unwrap();
        fairdraw(["shuffle", "--range", "1-3", "--one-cycle"].into_iter().chain(words)).refused(
            &format!(
                "fairdraw: error: {name} goes with {its}, which was not given\n\
                 fairdraw: hint: add {its}, or leave out {name}\n"
            ),
        );
    }
}

#[test]
fn ways_that_do_not_fit_the_list_are_refused() {
    let refused = |arguments: &str, message: &str| {
        let arguments = ["shuffle", "--range", "1-9"].into_iter().chain(arguments.split(' '));
        let ran = fairdraw(arguments);
        assert!(ran.err.starts_with(&format!("fairdraw: error: {message}")), "{}", ran.err);
        assert_eq!((ran.status, ran.out.len()), (2, 0));
    };
    refused(
        "--keep 10",
        "there is no place 10: the list has 9 records\nfairdraw: hint: places count",
    );
    refused("--only last-8", "the places last-8 end before they begin: the list has 9 records\n");
    refused("--every 2 --from 0", "there is no place 0: the list has 9 records\n");
    refused("--every 2 --from 10", "there is no place 10: ");
    refused("--every 0", "invalid value '0' for '--every <S>': it must be at least 1\n");
    refused("--packets 0", "invalid value '0' for '--packets <SIZE>': it must be at least 1\n");
    refused(
        "--keep middle",
        "invalid value 'middle' for '--keep <PLACES>': \"middle\" is no place: ",
    );
    refused("--method table", "the table has orders of at most 8 records, and these are 9\n");
    let refused = |arguments: &[&str], message: &str| fairdraw(arguments).refused(message);
    refused(
        &["shuffle", "--echo", "a", "--derangement"],
        "fairdraw: error: there is no derangement: a single record can't leave its place\n",
    );
    refused(
        &["shuffle", "--range", "1-100001", "--method", "pencil"],
        "fairdraw: error: striking out is for at most 100000 records, and these are 100001: its steps grow with their square\n\
         fairdraw: hint: the plain shuffle makes every order equally likely, too\n",
    );
    refused(
        &["shuffle", "--range", "1-9000000000", "--method", "downward"],
        "fairdraw: error: 9000000000 numbers need 403 GiB of memory, and at most 8 are taken\n\
         fairdraw: hint: take a smaller range\n",
    );
}

#[test]
fn nothing_to_shuffle_is_no_error() {
    for words in ["", " --every 2", " --packets 2", " --keep first", " --one-cycle"] {
        let words = format!("shuffle -{words}");
        let ran = fairdraw_in(Path::new("."), words.split(' '), b"");
        assert_eq!((ran.status, ran.out.as_slice()), (0, b"".as_slice()), "{words}: {}", ran.err);
    }
}
