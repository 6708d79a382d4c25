//! Audit samples that are committed to: drawn, checked, extended, replaced, reconciled.

use std::fs;

use rust_xlsxwriter::Workbook;
use serde_json::Value;

use crate::folder::Folder;
use crate::run::Ran;
use crate::sample::facts;

/// Invoices of two regions, 30 in all.
fn ledger() -> Folder {
    let folder = Folder::new();
    let rows = (1..=30).map(|n| {
        let region = if n % 3 == 0 { "North" } else { "South" };
        format!("INV-{n:02},{region},{}.50\n", n * 10)
    });
    folder.write("ledger.csv", format!("Invoice,Region,Amount\n{}", rows.collect::<String>()));
    folder
}

const POPULATION: [&str; 8] = [
    "commit",
    "ledger.csv",
    "--column",
    "Invoice",
    "--stratum-column",
    "Region",
    "--amount-column",
    "Amount",
];
const TERMS: [&str; 6] = ["--title", "Test of invoices", "--published", "file 17", "--output", "a"];

fn try_commit(folder: &Folder, design: &[&str]) -> Ran {
    folder.run(&[&POPULATION[..], &TERMS, design].concat())
}

/// A stratified sample of six with two spares in each stratum, drawn.
fn drawn() -> Folder {
    let folder = ledger();
    let design = ["--design", "stratified", "--size", "6", "--spares", "2", "--seed-only"];
    try_commit(&folder, &design).done();
    folder.run(&["sample", "a.commit"]).done();
    folder
}

pub(crate) fn paper(folder: &Folder, name: &str) -> Value {
    serde_json::from_slice(&folder.bytes(&format!("{name}.sample.json"))).unwrap()
}

/// The items of a working paper in a state.
fn items(paper: &Value, state: &str) -> Vec<String> {
    let items = paper["items"].as_array().unwrap().iter();
    let items = items.filter(|item| item["state"].as_str().unwrap().starts_with(state));
    items.map(|item| item["item"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_design_is_committed_to_drawn_and_verified() {
    let text = "12345678901234567890";
    let source = ["--public", "dddddddddddddddddddd", "20 dice of ten sides, rolled on the table"];
    for (design, line) in [
        (["--design", "simple", "--size", "5"].as_slice(), "simple 5"),
        (&["--design", "simple", "--size", "5", "--spares", "2"], "simple 5"),
        (&["--design", "with-replacement", "--size", "40"], "with-replacement 40"),
        (
            &["--design", "systematic", "--size", "4", "--starts", "2", "--order", "random"],
            "systematic 4 2",
        ),
        (&["--design", "stratified", "--size", "6"], "stratified 6 proportional"),
        (
            &["--design", "stratified", "--size", "6", "--allocation", "value", "--minimum", "2"],
            "stratified 6 value",
        ),
        (
            &[
                "--design",
                "stratified",
                "--size",
                "6",
                "--allocation",
                "neyman",
                "--standard-deviation",
                "North=3",
                "--standard-deviation",
                "South=1",
            ],
            "stratified 6 neyman",
        ),
        (
            &["--design", "stratified", "--take", "North=1", "--take", "South=2"],
            "stratified 3 explicit",
        ),
        (&["--design", "mus-fixed", "--size", "5"], "mus-fixed 5"),
        (&["--design", "mus-interval", "--interval", "600"], "mus-interval 60000"),
        (&["--design", "mus-cell", "--size", "5"], "mus-cell 5"),
        (&["--design", "mus-random-order", "--size", "5"], "mus-random-order 5"),
        (&["--design", "mus-with-replacement", "--size", "9"], "mus-with-replacement 9"),
    ] {
        let folder = ledger();
        let said = try_commit(&folder, &[design, &source].concat()).done();
        assert!(said.contains("then        fairdraw sample a.commit"), "{said}");
        assert_eq!(folder.value("a.commit", "design"), line);
        assert_eq!(folder.value("a.commit", "amounts"), "2 466500");
        let said = folder.run(&["sample", "a.commit", "--beacon", text]).done();
        assert!(
            said.contains("check it    fairdraw verify a.commit a.reveal a.list --expect "),
            "{said}"
        );
        let verdict = folder.verify(&["a.commit", "a.reveal", "a.list"]).done();
        assert!(verdict.contains("the control total of 4665.00"), "{verdict}");
        let paper = paper(&folder, "a");
        let selected: u64 = paper["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["hits"].as_u64().unwrap())
            .sum();
        let lines =
            folder.text("a.reveal").lines().filter(|line| line.starts_with("item: ")).count();
        assert_eq!(selected, lines as u64, "{line}");
        assert_eq!(facts(&paper, "randomness_and_times", "the text"), [text]);
    }
}

#[test]
fn populations_without_a_file_stand_in_the_commit() {
    let folder = Folder::new();
    let design = ["--design", "simple", "--size", "3", "--seed-only"];
    let ranges = ["commit", "--ranges", "0998-1002,1-5:CR-"];
    let said = folder.run(&[&ranges[..], &TERMS, &design].concat()).done();
    assert!(said.contains("items       10\nfirst       0998\nlast        CR-5\n"), "{said}");
    assert!(said.contains("publish now a.commit\n"), "{said}");
    assert!(folder.text("a.commit").contains("list: ranges\nrange: 0998 1002\nrange: 1 5 CR-\n"));
    folder.run(&["sample", "a.commit"]).done();
    folder.verify(&["a.commit", "a.reveal"]).done();

    let folder = Folder::new();
    folder.write("batches.csv", "Count,Batch\n10,Monday\n5,Tuesday\n");
    let manifest = ["commit", "--manifest", "batches.csv"];
    folder.run(&[&manifest[..], &TERMS, &design].concat()).done();
    assert!(
        folder.text("a.commit").contains("list: manifest\nbatch: 10 Monday\nbatch: 5 Tuesday\n")
    );
    folder.run(&["sample", "a.commit"]).done();
    assert!(paper(&folder, "a")["items"][0]["item"].as_str().unwrap().contains("day-"));

    // The same batches as a workbook make the same commit.
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (row, (count, batch)) in [(10, "Monday"), (5, "Tuesday")].into_iter().enumerate() {
        let row = u32::try_from(row).unwrap();
        sheet.write_number(row + 1, 0, count).unwrap();
        sheet.write_string(row + 1, 1, batch).unwrap();
    }
    sheet.write_string(0, 0, "Count").unwrap();
    sheet.write_string(0, 1, "Batch").unwrap();
    book.save(folder.at("batches.xlsx")).unwrap();
    let manifest = ["commit", "--manifest", "batches.xlsx"];
    let terms = ["--title", "Test of invoices", "--published", "file 17", "--output", "book"];
    folder.run(&[&manifest[..], &terms, &design].concat()).done();
    let of_book = folder.text("book.commit");
    assert!(of_book.contains("list: manifest\nbatch: 10 Monday\nbatch: 5 Tuesday\n"), "{of_book}");

    for (ranges, message) in [
        ("1-5,3-9", "\"3-9\" shares numbers with 1 5"),
        ("5-1", "\"5-1\" ends before it begins"),
        ("01-5", "\"01-5\" has a last number with other leading zeros"),
        ("1", "\"1\" is not a range"),
        ("a-b", "\"a-b\" is not two numbers"),
        ("1-5:A1", "\"1-5:A1\" has a prefix that can't stand before a number"),
    ] {
        let error = folder
            .run(&[&["commit", "--ranges", ranges], &TERMS[..4], &design].concat())
            .not_done();
        assert!(error.contains(&format!("--ranges: {message}")), "{error}");
    }
    let systematic = ["--design", "systematic", "--size", "3", "--order", "random", "--seed-only"];
    let ranges = ["commit", "--ranges", "1-5"];
    let error = folder.run(&[&ranges[..], &TERMS[..4], &systematic].concat()).not_done();
    assert!(error.contains("--order random needs a list file"), "{error}");
    assert!(error.contains("use --design simple"), "{error}");
    for (table, message) in [
        ("batch\nA\n", "no column is called \"count\""),
        ("batch,count\nA,0\n", "line 2: the count is not a whole number from 1"),
        ("batch,count\nA,1\nA,2\n", "line 3: the batch \"A\" stands on line 2 already"),
        ("batch,count\n,2\n", "line 2: the name of the batch must have 1 to 256 bytes"),
    ] {
        folder.write("b.csv", table);
        let error = folder
            .run(&[&["commit", "--manifest", "b.csv"], &TERMS[..4], &design].concat())
            .not_done();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn prizes_and_designs_are_told_apart() {
    let folder = ledger();
    let prize = ["--design", "simple", "--size", "3", "--seed-only", "--prize", "1 Car"];
    try_commit(&folder, &prize).not_done();
    try_commit(&folder, &["--design", "simple", "--size", "3", "--seed-only", "--private"])
        .not_done();
    let error = try_commit(&folder, &["--seed-only", "--prize", "1 Car"]).not_done();
    assert!(error.contains("strata and amounts are for an audit sample"), "{error}");
    try_commit(&folder, &["--design", "simple", "--size", "3", "--seed-only"]).done();
    for more in [["--title", "x"], ["--design", "simple"], ["--amount-column", "Amount"]] {
        let error = folder.run(&[&["sample", "a.commit"], &more[..]].concat()).not_done();
        assert!(error.contains("a commit says all that"), "{error}");
    }
    let folder = Folder::with_draw(&["--seed-only"]);
    for command in ["sample", "replace"] {
        let error = folder.run(&[command, "a.commit"]).not_done();
        assert!(error.contains("a.commit draws winners, not a sample"), "{error}");
    }
}

#[test]
fn any_change_of_the_population_is_found() {
    let folder = drawn();
    let list = folder.text("a.list");
    let lines: Vec<&str> = list.lines().collect();
    let mut swapped = lines.clone();
    swapped.swap(3, 4);
    for (changed, name) in [
        (swapped.join("\n") + "\n", "list-root"),
        (list.replacen("\t1050\t", "\t1051\t", 1), "list-amounts"),
        (list.replacen("INV-01\n", "INV-1\n", 1), "list-root"),
        (format!("{list}\n"), "list-line"),
        (list.replacen("North", "South", 1), "list-strata"),
    ] {
        folder.write("a.list", &changed);
        folder.verify(&["a.commit", "a.reveal", "a.list"]).not_valid(name);
        let error = folder.run(&["sample", "a.commit", "-o", "b"]);
        assert_eq!(
            (error.status, folder.at("b.sample.html").exists()),
            (1, false),
            "{}",
            error.err
        );
    }
    folder.write("a.list", &list);
    let item =
        folder.text("a.reveal").lines().find(|line| line.starts_with("item: ")).unwrap().to_owned();
    folder.change("a.reveal", &item, &item.replace(" INV-", " INW-"));
    folder.verify(&["a.commit", "a.reveal", "a.list"]).not_valid("draw-line");
}

#[test]
fn sample_goes_on_by_extensions_and_replacements() {
    let folder = drawn();
    let said =
        folder.run(&["extend", "a.commit", "--add", "North=2", "--reason", "one deviation"]).done();
    assert!(said.contains("NOT PROVEN  that whoever decided on it did not know"), "{said}");
    let more =
        ["extend", "a.reveal", "--add", "South=1", "--add", "North=1", "--reason", "another"];
    folder.run(&more).done();
    assert_eq!(folder.value("a.2.extension", "add"), "1 1", "strata in the commit's order");
    let before = items(&paper(&folder, "a"), "to examine");
    let void = ["--rank", "1", "--cause", "void", "--text", "cancelled"];
    let said =
        folder.run(&[&["replace", "a.commit", "--stratum", "South"], &void[..]].concat()).done();
    assert!(said.starts_with("recorded    rank 1 by spare 5: void: cancelled\n"), "{said}");

    let all = ["a.commit", "a.reveal", "a.list", "a.extension", "a.2.extension", "a.replacements"];
    let verdict = folder.verify(&all).done();
    for sentence in [
        "Extension 2: another",
        "  South, rank 1 by spare 5, ",
        "that whoever decided on extension 1 did not know",
        "the effective sample has 10 items",
    ] {
        assert!(verdict.contains(sentence), "{sentence}\n{verdict}");
    }
    let (status, json) = folder.verify_json(&["."]);
    assert_eq!((status, json["extensions"].as_array().unwrap().len()), (0, 2));
    assert_eq!(json["replacements"][0]["spare"], 5);

    // A chain has no holes, and the one that names the missing one is blamed.
    let hole = ["a.commit", "a.reveal", "a.list", "a.2.extension"];
    let ran = folder.verify(&hole);
    assert!(ran.err.contains("error: a.2.extension: not valid: "), "{}", ran.err);
    assert!(ran.err.contains("hint: give all extensions from the first one on"), "{}", ran.err);
    ran.not_valid("other-extension");

    // The working paper of before stays, a new one has all of it.
    folder.run(&["sample", "a.commit"]).not_done();
    folder.run(&["sample", "a.commit", "--output", "b"]).done();
    let later = paper(&folder, "b");
    assert_eq!(later["to_examine"]["items"], 10);
    assert_eq!(items(&later, "replaced by spare 5"), before[..1]);
    assert_eq!(items(&later, "stands in for rank 1").len(), 1);
    assert_eq!(later["items"].as_array().unwrap().last().unwrap()["round"], 2);

    let mut examined = items(&later, "to examine");
    examined.extend(items(&later, "stands in"));
    folder.write("results.txt", examined.join("\n"));
    let unchecked = "NOT CHECKED the selection is as the working paper has it";
    for selection in ["a.commit", "b.sample.json", "b.sample.csv"] {
        let said = folder.run(&["reconcile", selection, "results.txt"]).done();
        assert_eq!(said.starts_with(unchecked), selection != "a.commit", "{said}");
    }
    let said = folder.run(&["reconcile", "a.commit", "results.txt"]).done();
    assert!(said.starts_with("PROVEN      the selection follows from the commit "), "{said}");
    // An edited paper goes unnoticed; an edited reveal doesn't.
    let other = format!("\"{}\"", examined[0]);
    folder.change("b.sample.csv", &other, "\"INV-0\"");
    assert_eq!(folder.run(&["reconcile", "b.sample.csv", "results.txt"]).status, 1);
    let reveal = folder.text("a.reveal");
    folder.change("a.reveal", &format!(" {}\n", examined[0]), " INV-0\n");
    let ran = folder.run(&["reconcile", "a.commit", "results.txt"]);
    assert!(ran.status == 1 && ran.err.contains("not valid: "), "{}", ran.err);
    folder.write("a.reveal", reveal);
    assert_eq!(folder.run(&["reconcile", "a.sample.json", "results.txt"]).status, 1);
}

#[test]
fn extension_that_is_missing_does_not_hide_the_later_ones() {
    let folder = drawn();
    for reason in ["one", "two", "three"] {
        folder.run(&["extend", "a.commit", "--add", "South=1", "--reason", reason]).done();
    }
    let names = folder.names();
    let all = ["a.extension", "a.2.extension", "a.3.extension"];
    for (missing, later) in [(0, 1), (1, 2)] {
        let kept = folder.bytes(all[missing]);
        fs::remove_file(folder.at(all[missing])).unwrap();
        let void = ["--stratum", "South", "--rank", "1", "--cause", "void", "--text", "cancelled"];
        folder.write("results.txt", "INV-01\n");
        for command in [
            ["sample", "a.commit", "--output", "gap"].as_slice(),
            &["extend", "a.commit", "--add", "South=1", "--reason", "rival"],
            &["replace", "a.commit"],
            &[&["replace", "a.commit"], &void[..]].concat(),
            &["reconcile", "a.commit", "results.txt"],
        ] {
            let ran = folder.run(command);
            let expected = format!(
                "error: {} is missing, but {} is there: not valid: ",
                all[missing], all[later]
            );
            assert!(ran.err.contains(&expected), "{command:?}: {}", ran.err);
            assert!(ran.err.contains("hint: put all extensions from the first one on beside"));
            ran.not_valid("other-extension");
        }
        folder.write(all[missing], kept);
        fs::remove_file(folder.at("results.txt")).unwrap();
        assert_eq!(folder.names(), names, "nothing was written");
    }
    folder.run(&["extend", "a.commit", "--add", "South=1", "--reason", "four"]).done();
    assert!(folder.at("a.4.extension").is_file());
}

#[test]
fn strata_and_batches_that_look_alike_are_named() {
    let folder = Folder::new();
    // A small n, a Cyrillic o, a hyphen that does not break.
    folder.write(
        "l.csv",
        "Item,Region\nA1,North-1\nA2,north-1\nA3,N\u{43e}rth-1\nA4,North\u{2011}1\nA5,South\n",
    );
    let list = ["commit", "l.csv", "--column", "Item", "--stratum-column", "Region"];
    let design = ["--design", "simple", "--size", "2", "--seed-only", "--dry-run"];
    let said = folder.run(&[&list[..], &TERMS, &design].concat()).done();
    let named = "look alike  4 strata in 1 groups, each counted by itself:\n  North-1 / north-1 / N\u{43e}rth-1 / North\u{2011}1\n";
    assert!(said.contains("look alike  none\n") && said.contains(named), "{said}");
    let json = folder.run(&[&list[..], &TERMS, &design, &["--json"]].concat()).done();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["list"]["strata_that_look_alike"][0].as_array().unwrap().len(), 4);

    folder.write("b.csv", "batch,count\nCaf\u{e9},3\nCafe\u{301},3\nMonday,3\n");
    let said =
        folder.run(&[&["commit", "--manifest", "b.csv"], &TERMS[..], &design].concat()).done();
    let named =
        "look alike  2 batches in 1 groups, each counted by itself:\n  Caf\u{e9} / Cafe\u{301}\n";
    assert!(said.contains(named), "{said}");
    folder.write("b.csv", "batch,count\nCaf\u{e9},3\nMonday,3\n");
    let said =
        folder.run(&[&["commit", "--manifest", "b.csv"], &TERMS[..], &design].concat()).done();
    assert!(!said.contains("look alike"), "{said}");
}

#[test]
fn size_that_hardly_a_computer_draws_is_warned_of() {
    let folder = Folder::new();
    let commit = |size: &str| {
        let design = ["--design", "with-replacement", "--size", size, "--output", size];
        let terms = ["commit", "--ranges", "1-9", "--seed-only", "--published", "file 17"];
        folder.run(&[&terms[..], &["--title", "T"], &design].concat()).done()
    };
    assert!(!commit("10000000").contains("size        "));
    let said = commit("10000001");
    assert!(said.contains("\nsize        the reveal will have 10000001 lines, "), "{said}");
}

#[test]
fn sample_without_an_item_says_so() {
    let folder = ledger();
    // Of 90 million, 4665 are amounts: an item is selected once in 19,000 times.
    let design = ["--design", "mus-interval", "--interval", "90000000", "--seed-only"];
    try_commit(&folder, &design).done();
    assert!(folder.run(&["reveal", "a.commit"]).done().contains("\nno item was selected\n"));
    assert!(folder.run(&["sample", "a.commit"]).done().contains("\nno item was selected\n"));
}

#[test]
fn options_that_are_wrong_are_answered_with_what_is_right() {
    let folder = ledger();
    folder.write("twice.csv", "Item\nA\nB\nA\n");
    let refused = |arguments: &[&str], why: &str| {
        let error = folder.run(&[arguments, &["--preview"]].concat()).not_done();
        assert!(error.contains(why), "{why}\n{error}");
        error
    };
    let simple = ["--design", "simple", "--size", "1"];
    let error = refused(
        &[&["sample", "twice.csv", "--column", "Item"], &simple[..]].concat(),
        "each item needs a name",
    );
    assert!(!error.contains("--drop-duplicates"), "{error}");
    let population = [&["sample"], &POPULATION[1..]].concat();
    let of = |design: &[&'static str]| [&population[..], design].concat();
    refused(&of(&["--design", "simple", "--size", "-1"]), "'-1'");
    refused(&of(&["--design", "mus-interval", "--interval", "-5"]), "-5 is not above 0");
    let neyman = ["--design", "stratified", "--size", "4", "--allocation", "neyman"];
    let zero = ["--standard-deviation", "North=0", "--standard-deviation", "South=0"];
    refused(&of(&[&neyman[..], &zero].concat()), "standard deviation are 0 gets nothing");
    let half = ["--standard-deviation", "North=1.5"];
    refused(&of(&[&neyman[..], &half].concat()), "a whole number, for example");
    folder.write("a.reveal", "fairdraw reveal v1\n");
    refused(&["sample", "a.reveal"], "a.reveal is a reveal file");
    let ranges =
        ["sample", "--ranges", "1-5, 7-9", "--design", "simple", "--size", "1", "--preview"];
    assert!(folder.run(&ranges).done().contains("items       8\n"));
}

#[test]
fn every_file_of_a_sample_is_explained() {
    let folder = drawn();
    folder.run(&["extend", "a.commit", "--add", "North=2", "--reason", "one deviation"]).done();
    let void = ["--stratum", "South", "--rank", "1", "--cause", "void", "--text", "cancelled"];
    folder.run(&[&["replace", "a.commit"], &void[..]].concat()).done();
    for (file, lines) in [
        ("a.commit", ["list        stratum and amount before each item", "total       4665.00"]),
        ("a.commit", ["stratum     South: 20 items, 4 selected, 2 spares", "  strata: 2"]),
        ("a.list", ["population  stratum and amount before each item", "entries     30"]),
        ("a.extension", ["adds        2 to stratum 2", "because     one deviation"]),
    ] {
        let said = folder.run(&["inspect", file]).done();
        for line in lines {
            assert!(said.lines().any(|said| said == line), "{line}\n{said}");
        }
    }
    let said = folder.run(&["inspect", "a.replacements"]).done();
    assert!(said.contains("Z  stratum 1, rank 1 by spare 5, void: cancelled\n"), "{said}");
    let said = folder.run(&["inspect", "a.reveal"]).done();
    assert!(said.contains("\nrank 1      sample of stratum 1: INV-"), "{said}");
}

#[test]
fn further_round_is_bound_to_the_one_before() {
    let folder = drawn();
    let said = folder.run(&["inspect", "a.reveal"]).done();
    let id = said.lines().find_map(|line| line.strip_prefix("reveal id   ")).unwrap().to_owned();
    let commit = folder.run(&["inspect", "a.commit"]).done();
    let commit =
        commit.lines().find_map(|line| line.strip_prefix("commit id   ")).unwrap().to_owned();
    let follows = ["--follows", &commit, &id, "--reason", "second round"];
    let design = ["--design", "simple", "--size", "2", "--seed-only", "-o", "b"];
    let terms = ["--title", "Second round", "--published", "file 17"];
    folder.run(&[&POPULATION[..], &terms, &design, &follows].concat()).done();
    folder.run(&["sample", "b.commit"]).done();
    let all = ["b.commit", "b.reveal", "b.list", "a.commit", "a.reveal"];
    assert!(folder.verify(&all).done().contains("draw 2 of 2"));
    // Another sample of the first round is not the one that it follows.
    folder.change("b.commit", &id, &commit);
    assert_ne!(folder.verify(&all).status, 0);
}

#[test]
fn extensions_and_replacements_that_break_the_rules_are_refused() {
    let folder = drawn();
    for (add, message) in [
        ("2", "--add: to which stratum?"),
        ("West=2", "no stratum is called \"West\""),
        ("North=0", "--add: \"0\" is not a number of items"),
        ("North=99", "not extended: "),
    ] {
        let error = folder.run(&["extend", "a.commit", "--add", add, "--reason", "r"]).not_done();
        assert!(error.contains(message), "{error}");
    }
    let twice = ["extend", "a.commit", "--add", "North=1", "--add", "North=2", "--reason", "r"];
    assert!(folder.run(&twice).not_done().contains("says it a second time"));
    let replace = |stratum: &str, rank: &str| {
        let reason = ["--cause", "void", "--text", "cancelled"];
        folder.run(
            &[&["replace", "a.commit", "--stratum", stratum, "--rank", rank], &reason[..]].concat(),
        )
    };
    assert!(replace("West", "1").not_done().contains("no stratum is called \"West\""));
    assert!(replace("South", "99").not_done().contains("rank 99 is no item that can be replaced"));
    let early = [
        &[
            "replace",
            "a.commit",
            "--stratum",
            "South",
            "--rank",
            "1",
            "--at",
            "1999-01-01T00:00:00Z",
        ][..],
        &["--cause", "void", "--text", "cancelled"],
    ];
    let error = folder.run(&early.concat()).not_done();
    assert!(error.contains("1999-01-01T00:00:00Z is before the commit was made, "), "{error}");
    // A spare that is not in use is not replaced.
    assert!(replace("South", "6").not_done().contains("the spare of rank 6 is not in use"));
    assert!(!folder.at("a.replacements").exists());
    replace("South", "1").done();
    assert!(replace("South", "1").not_done().contains("rank 1 was replaced before"));
    replace("South", "5").done();
    assert!(replace("South", "2").not_done().contains("no spare is left"));
    assert_eq!(folder.text("a.replacements").lines().count(), 6);
    let before = folder.bytes("a.replacements");
    folder.change("a.replacements", " 1 5 6 void", " 1 2 6 void");
    folder.verify(&["a.commit", "a.reveal", "a.list", "a.replacements"]).done();
    folder.change("a.replacements", " 1 1 5 void", " 1 1 6 void");
    folder
        .verify(&["a.commit", "a.reveal", "a.list", "a.replacements"])
        .not_valid("replacement-skipped");
    let error = folder.run(&["replace", "a.commit"]);
    assert_eq!(error.status, 1, "{}", error.err);
    fs::write(folder.at("a.replacements"), before).unwrap();

    let folder = ledger();
    try_commit(&folder, &["--design", "mus-fixed", "--size", "4", "--seed-only"]).done();
    folder.run(&["sample", "a.commit"]).done();
    let error = folder.run(&["extend", "a.commit", "--add", "1", "--reason", "r"]).not_done();
    assert!(error.contains("not extended: ") && error.contains("--follows"), "{error}");
}

/// The sum of 1 / chance over the sample estimates the number of items; with equal chances it is that number.
#[test]
fn extended_samples_are_projected_to_the_whole_population() {
    let folder = Folder::new();
    let items = (1..=100).map(|n| format!("I-{n}\n"));
    folder.write("items.txt", items.collect::<String>());
    let design = ["--design", "simple", "--size", "40", "--spares", "5", "--seed-only"];
    folder.run(&[&["commit", "items.txt"], &TERMS[..], &design].concat()).done();
    folder.run(&["sample", "a.commit", "-o", "short"]).done();
    folder.run(&["extend", "a.commit", "--add", "35", "--reason", "one deviation"]).done();
    folder.run(&["sample", "a.commit"]).done();
    for (name, items, chance, whole) in [
        ("short", 40, "2 in 5", "2 in 5 (40.00 %)"),
        ("a", 75, "3 in 4", "3 in 4 (75.00 %), extensions counted"),
    ] {
        let paper = paper(&folder, name);
        assert_eq!(chances(&paper), vec![chance; items], "{name}");
        assert_eq!(facts(&paper, "design", "chance"), [format!("of each item: {whole}")]);
    }

    let folder = drawn();
    let more = ["extend", "a.commit", "--add", "South=1", "--add", "North=2", "--reason", "r"];
    folder.run(&more).done();
    folder.run(&["extend", "a.commit", "--add", "North=1", "--reason", "r"]).done();
    folder.run(&["sample", "a.commit", "-o", "b"]).done();
    let paper = paper(&folder, "b");
    // South: 4 + 1 of 20; North: 2 + 2 + 1 of 10. In order of rounds and strata.
    let (south, north) = ("1 in 4", "1 in 2");
    assert_eq!(
        chances(&paper),
        [south, south, south, south, north, north, south, north, north, north]
    );
    let added =
        paper["allocation"].as_array().unwrap().iter().map(|row| row["added"].as_u64().unwrap());
    assert_eq!(added.collect::<Vec<_>>(), [1, 3]);
    assert!(folder.text("b.sample.html").contains(">Added by extensions</th>"));

    let folder = ledger();
    try_commit(&folder, &["--design", "with-replacement", "--size", "30", "--seed-only"]).done();
    folder.run(&["sample", "a.commit", "-o", "short"]).done();
    folder.run(&["extend", "a.commit", "--add", "15", "--reason", "r"]).done();
    folder.run(&["sample", "a.commit"]).done();
    let paper = crate::audit::paper(&folder, "a");
    let items = paper["items"].as_array().unwrap();
    assert!(items.iter().all(|item| item["selected_on_average"] == "3/2 times"));
    // 45 draws of 30 items: some come again, and each is examined once.
    let mut names: Vec<&str> = items.iter().map(|item| item["item"].as_str().unwrap()).collect();
    let rows = names.len();
    names.sort_unstable();
    names.dedup();
    assert!(names.len() < rows, "the draw has no item in both rounds: choose other sizes");
    assert_eq!(paper["to_examine"]["items"], names.len());
    let amount = |name: &&str| name[4..].parse::<u64>().unwrap() * 1000 + 50;
    let sum: u64 = names.iter().map(amount).sum();
    assert_eq!(paper["to_examine"]["sum"], format!("{}.{:02}", sum / 100, sum % 100));
    folder.write("results.txt", names.join("\n"));
    let said = folder.run(&["reconcile", "a.commit", "results.txt"]).done();
    assert!(said.contains(&format!("selected    {} items to examine\n", names.len())), "{said}");
}

/// The chances of the sample's items, spares left out.
fn chances(paper: &Value) -> Vec<&str> {
    let items = paper["items"].as_array().unwrap().iter().filter(|item| item["role"] != "spare");
    items.map(|item| item["chance"].as_str().unwrap()).collect()
}

#[test]
fn page_table_and_data_of_a_working_paper_have_equally_many_facts() {
    let folder = ledger();
    let design = ["--design", "stratified", "--size", "6", "--seed-only"];
    let notes = ["--note", "first reason", "--note", "second reason"];
    try_commit(&folder, &[&design[..], &notes].concat()).done();
    folder.run(&["sample", "a.commit", "-o", "first"]).done();
    for reason in ["one", "two"] {
        folder.run(&["extend", "a.commit", "--add", "North=1", "--reason", reason]).done();
    }
    folder.run(&["sample", "a.commit"]).done();
    let (paper, page) = (paper(&folder, "a"), folder.text("a.sample.html"));
    let notes = facts(&paper, "randomness_and_times", "note");
    assert_eq!(notes[..2], ["first reason", "second reason"]);
    assert!(notes[2].starts_with("population read from ledger.csv, SHA-256 "), "{notes:?}");
    assert_eq!(facts(&paper, "design", "chance in stratum").len(), 2);
    assert_eq!(facts(&paper, "extensions", "decided").len(), 2);
    let sections = paper["facts"].as_object().unwrap().values();
    let facts: usize = sections.map(|facts| facts.as_array().unwrap().len()).sum();
    let checks = paper["checks"].as_array().unwrap().len();
    assert_eq!(page.matches("<th scope=\"row\">").count(), facts + checks);
    let items = paper["items"].as_array().unwrap();
    let table = folder.text("a.sample.csv");
    let mut rows = table.lines();
    let header: Vec<&str> = rows.next().unwrap().split(',').collect();
    assert_eq!(rows.count(), items.len());
    for item in items {
        // The table has the stratum by name, the data by number too.
        assert_eq!(item.as_object().unwrap().len(), header.len() + 1);
        for column in &header {
            assert!(
                item.get(column.replace(" (from 0)", "").replace(' ', "_")).is_some(),
                "{column}"
            );
        }
    }
}

#[test]
fn working_paper_needs_no_secret_once_there_is_a_reveal() {
    let folder = drawn();
    fs::remove_file(folder.at("a.secret")).unwrap();
    let first = paper(&folder, "a");
    folder.run(&["sample", "a.commit", "-o", "b"]).done();
    assert_eq!(paper(&folder, "b")["items"], first["items"]);
    let command = first["commands"][0].as_str().unwrap();
    // A command that brings the commit id along would mark its own work.
    let said = folder.run(&["inspect", "a.commit"]).done();
    let id = said.lines().find_map(|line| line.strip_prefix("commit id   ")).unwrap();
    assert!(!first["commands"].to_string().contains(id), "{command}");
    let place = "ID-AS-PUBLISHED is the commit id as it could be seen before the draw: file 17";
    assert_eq!(first["to_fill_in"], place);
    assert!(folder.text("a.sample.html").contains(place));
    let command = command.replace("ID-AS-PUBLISHED", id);
    let words: Vec<&str> = command.strip_prefix("fairdraw ").unwrap().split(' ').collect();
    assert!(folder.run(&words).done().contains("\nGRADE D: "));
    // What is in the way is said before anything is drawn.
    fs::rename(folder.at("a.reveal"), folder.at("reveal")).unwrap();
    let error = folder.run(&["sample", "a.commit"]).not_done();
    assert!(error.contains("a.sample.html exists; nothing is overwritten"), "{error}");
    fs::rename(folder.at("reveal"), folder.at("a.reveal")).unwrap();
    // Without reveal and secret nothing can be drawn.
    fs::remove_file(folder.at("a.reveal")).unwrap();
    folder.run(&["sample", "a.commit", "-o", "c"]).not_done();
    assert!(!folder.at("c.sample.html").exists());
}
