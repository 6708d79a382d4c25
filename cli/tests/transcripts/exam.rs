//! Exams of our own shuffle, of texts, commands, commits and known faults.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{Ran, fairdraw, fairdraw_in};

fn exam(arguments: &str) -> Ran {
    exam_of(arguments, b"")
}

/// With these bytes on standard input.
fn exam_of(arguments: &str, input: &[u8]) -> Ran {
    let words = std::iter::once("exam").chain(arguments.split_whitespace());
    fairdraw_in(Path::new("."), words, input)
}

/// A report with a fault, without its line ends.
fn fault(ran: &Ran) -> String {
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.err.starts_with("fairdraw: error: fault found ["), "{}", ran.err);
    ran.text().replace('\n', " ")
}

/// Shuffles of 1 to 5, or of other names, one a line, by a seed file and our own shuffle.
fn shuffles(count: usize) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("seed"), "seed").unwrap();
    let words = ["shuffle", "--range", "1-100000", "--seed-file", "seed"];
    let numbers = String::from_utf8(fairdraw_in(folder.path(), words, b"").data()).unwrap();
    // The order of five places by five numbers that differ: uniform, as the numbers are in uniform order.
    let numbers: Vec<u32> = numbers.lines().map(|line| line.parse().unwrap()).collect();
    let order = |five: &[u32]| {
        let mut places: Vec<usize> = (0..5).collect();
        places.sort_by_key(|&place| five[place]);
        let names: Vec<String> = places.iter().map(|place| (place + 1).to_string()).collect();
        names.join(" ") + "\n"
    };
    numbers.chunks_exact(5).take(count).map(order).collect()
}

fn json(ran: &Ran) -> Value {
    serde_json::from_slice(&ran.out).unwrap()
}

/// A seed file that passes; its exam is the same each time.
fn seeded(folder: &Path) {
    fs::write(folder.join("seed.txt"), "throws 1\n").unwrap();
}

#[test]
fn our_own_shuffle_passes_and_its_words_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    seeded(folder.path());
    let words = "exam --seed-file seed.txt --items 5 --count 2000".split(' ');
    let said = fairdraw_in(folder.path(), words, b"").done();
    assert!(said.starts_with("No fault found in 2,000 shuffles of 5 items.\n"), "{said}");
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for fact in [
        "examined our own shuffle",
        "randomness from the seed file seed.txt",
        "bounds all 4,095 bounds, all words of 12 bits: each result has exactly as many words as every other of its case",
        "orders the whole shuffle of 8 items, all words of 24 bits: each of the 40,320 orders has exactly 416 words",
    ] {
        assert!(said.contains(fact), "{fact}: {said}");
    }
}

#[test]
fn known_faults_are_found_and_named() {
    for (specimen, items, mistake) in [
        ("naive", "4", "naive"),
        ("sattolo", "6", "sattolo"),
        ("comparator:timsort", "5", "comparator:"),
    ] {
        let ran = exam(&format!("--specimen {specimen} --items {items} --count 20000 --json -"));
        assert!(ran.err.ends_with("fault found [fault-found]\n"), "{}", ran.err);
        let report = json(&ran);
        assert_eq!((ran.status, report["verdict"].as_str()), (1, Some("fault-found")));
        let named = report["diagnosis"]["mistakes"][0].as_str().unwrap();
        assert!(named.starts_with(mistake), "{specimen}: {named}");
    }
    let ran = exam("--specimen naive --items 4 --count 20000");
    let said = fault(&ran);
    let wanted = "FAULT FOUND: 40,000 shuffles of 4 items are not what chance would have given. The exam calls ";
    assert!(said.starts_with(wanted), "{said}");
    assert!(
        ran.text().contains("\nto mend it  swap each place i with one that is still open"),
        "{}",
        ran.text()
    );
}

#[test]
fn specimens_are_listed() {
    let said = exam("--specimen list").done();
    assert!(said.starts_with("fair  ") && said.contains("\nsattolo  "), "{said}");
    let said = exam("--specimen nonsense").not_done();
    assert!(said.contains("there is no specimen \"nonsense\"\n"), "{said}");
    assert!(said.contains("--specimen list lists them"), "{said}");
    let said = exam("--specimen satollo").not_done();
    assert!(said.contains("do you mean sattolo? "), "{said}");
    let said = exam("--specimen modulo:99").not_done();
    assert!(said.contains("specimen modulo takes a number from 1 to 32"), "{said}");
}

#[test]
fn names_without_a_number_have_that_of_the_list() {
    for items in ["5", "52"] {
        let listed = exam(&format!("--specimen list --items {items}")).done();
        for kind in
            ["modulo", "comparator", "keys", "riffles", "transpositions", "tail", "head", "seed"]
        {
            let name = listed.lines().find(|line| line.starts_with(&format!("{kind}:"))).unwrap();
            let name = name.split(' ').next().unwrap();
            let ran = exam(&format!("--specimen {kind} --items {items} --count 100 --json -"));
            assert_eq!(json(&ran)["examined"]["name"], format!("the specimen {name}"));
        }
    }
}

#[test]
fn texts_are_read_by_rows_columns_and_labels() {
    let rows = shuffles(2000);
    let column = rows.replace(' ', "\n");
    for (what, text, read_as) in [
        ("rows", rows.clone(), "one observation a line; items are the numbers 1 to 5"),
        ("column", column, "one item a line; items are the numbers 1 to 5"),
        ("commas", rows.replace(' ', ","), "one observation a line; items are the numbers 1 to 5"),
        (
            "lists",
            rows.replace('\n', "]\r\n"),
            "one observation a line; items are the numbers 1 to 5",
        ),
    ] {
        let ran = exam_of("-", text.as_bytes());
        let said = ran.done();
        assert!(
            said.starts_with("No fault found in 2,000 shuffles of 5 items.\n"),
            "{what}: {said}"
        );
        assert!(said.contains(&format!("read as     {read_as}\n")), "{what}: {said}");
        assert!(said.contains("\nlevel       one look at 2,000, at the level of 1%\n"), "{said}");
    }
    let named = rows.replace('1', "ace").replace('2', "ten").replace('3', "six");
    let said = exam_of("-", named.as_bytes()).done().replace("\n            ", " ");
    assert!(said.contains("sorted: their order before the shuffle is not known"), "{said}");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("list"), "ace\nten\nsix\n4\n5\n").unwrap();
    fs::write(folder.path().join("named"), &named).unwrap();
    let said = fairdraw_in(folder.path(), ["exam", "named", "--list", "list"], b"").done();
    assert!(said.contains("items are the labels of the list\n"), "{said}");
    // A byte order mark is no part of a label.
    fs::write(folder.path().join("marked"), "\u{feff}ace\nten\nsix\n4\n5\n").unwrap();
    fairdraw_in(folder.path(), ["exam", "named", "--list", "marked"], b"").done();
}

#[test]
fn a_count_makes_two_looks_and_few_lines_make_one() {
    let text = shuffles(3000);
    let said = exam_of("- --count 1000", text.as_bytes()).done();
    assert!(said.starts_with("No fault found in 1,000 shuffles"), "{said}");
    let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains("so that no second one was needed; each look has the level of 10%"),
        "{said}"
    );
    let said = exam_of("- --count 5000", text.as_bytes()).done();
    assert!(said.contains("level       one look at 3,000, at the level of 1%\n"), "{said}");
}

#[test]
fn what_is_no_shuffle_is_a_fault_with_its_line() {
    for (text, arguments, wanted) in [
        (
            "1 2 3\n2 1 2\n",
            "-",
            "standard input: line 2 is no shuffle of 3 items: item 2 is there twice.",
        ),
        (
            "1 2 3\n2 1\n",
            "-",
            "standard input: line 2 is no shuffle of 3 items: 2 items instead of 3.",
        ),
        (
            "1 2 3\n2 1 4\n",
            "-",
            "standard input: line 2 is no shuffle of 3 items: there is no item 4.",
        ),
        (
            "3 17\n3 50\n",
            "- --sample 2 --of 49",
            "standard input: line 2 is no draw of 2 of 49 items: there is no item 50.",
        ),
        (
            "1 2 3\n",
            "- --items 4",
            "standard input: line 1 is no observation: 3 items instead of 4.",
        ),
        ("1 6\n7\n", "- --numbers 1-6", "standard input: line 2 is no number from 1 to 6: "),
    ] {
        let ran = exam_of(arguments, text.as_bytes());
        assert!(fault(&ran).starts_with(&format!("FAULT FOUND: {wanted}")), "{}", ran.text());
        assert!(ran.err.ends_with("[not-a-permutation]\n"), "{}", ran.err);
    }
}

#[test]
fn garbled_and_missing_texts_are_not_examined() {
    for (text, arguments, wanted) in [
        ("1 2 3\n1 x 3\n", "-", "standard input: line 2: \"x\" is not a whole number"),
        ("", "-", "standard input has no observation"),
        ("", "no-such-file", "cannot read no-such-file: no such file or folder"),
        ("", "/", "cannot read /: it is a folder"),
        (
            "3 17 22\n",
            "-",
            "standard input: line 1: 3 numbers, but not those from 0 to 2 or from 1 to 3",
        ),
        // Without a list it isn't known what the items are, and a misread text is no fault.
        ("a b\nb c\n", "-", "standard input: line 2: \"c\" is not in the first observation"),
        ("Ann Lee\nBob Doe\n", "-", "standard input: line 2: \"Bob\" is not in the first"),
        ("1\0 2\0\n", "-", "standard input: line 1: a NUL byte: this is no text in UTF-8"),
        ("1\0\n", "- --numbers 1-6", "standard input: line 1: a NUL byte"),
        ("1 2\r2 1\r", "-", "standard input: line 1: a carriage return within the line"),
        ("1 1.5\n", "- --numbers 1-6", "standard input: line 1: \"1.5\" is not a whole number"),
        ("", "--items 1", "cannot examine fewer than 2 items"),
        ("", "--items 65537", "cannot examine 65,537 items: at most 65,536"),
        ("", "--items 5 --sample 6", "cannot examine samples of 6 of 5 items"),
    ] {
        let error = exam_of(arguments, text.as_bytes()).not_done();
        assert!(error.starts_with(&format!("fairdraw: error: {wanted}")), "{error}");
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("text"), "1 2\n").unwrap();
    for (arguments, wanted) in [
        ("exam text --seed-file text", "--seed-file has no meaning for a text"),
        ("exam --rows", "--rows has no meaning for our own shuffle"),
        ("exam text --thorough", "--thorough counts our own draws"),
    ] {
        let error = fairdraw_in(folder.path(), arguments.split(' '), b"").not_done();
        assert!(error.starts_with(&format!("fairdraw: error: {wanted}")), "{error}");
    }
    let error = exam_of("-", b"fairdraw commit v1\n").not_done();
    assert!(error.contains("standard input is a file of a draw"), "{error}");
    let error = exam("--numbers 6-1").not_done();
    assert!(error.contains("--numbers"), "{error}");
    assert!(exam("--level 0.7").not_done().contains("--level"));
}

#[test]
fn report_is_of_this_text_and_no_other() {
    let text = "1 2 3\n2 3 1\n".repeat(20);
    // coreutils' sha256sum of these bytes.
    let wanted =
        "240 bytes, SHA-256 053b8cb727fa141935f38d740114eaf8fc2657ec6fb046d97112141a7c14af63";
    let ran = exam_of("- --json -", text.as_bytes());
    let report: Value = serde_json::from_slice(&ran.out).unwrap();
    assert_eq!(report["examined"]["facts"]["text"], wanted);
    let ran = exam_of("- --json -", format!("{text}1 2\n").as_bytes());
    let report: Value = serde_json::from_slice(&ran.out).unwrap();
    assert_eq!(report["verdict"], "not-a-permutation");
    let said = report["examined"]["facts"]["text"].as_str().unwrap();
    assert!(
        said.contains(
            "244 bytes, SHA-256 8cf9672ff4cbe53f9b4256738b7f858bbd377d8979550431e490b5ea9ccfd063"
        ),
        "{said}"
    );
}

#[test]
fn samples_that_all_ascend_may_be_meant_as_sets() {
    let text = "1 3\n2 4\n1 2\n3 4\n2 3\n1 4\n".repeat(100);
    let ran = exam_of("- --sample 2 --of 4", text.as_bytes());
    assert!(ran.text().starts_with("FAULT FOUND: "), "{}", ran.text());
    assert!(
        ran.err.contains("hint: in every sample the first item is below the second"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("--set"), "{}", ran.err);
    let ran = exam_of("- --sample 2 --of 4", format!("4 1\n{text}").as_bytes());
    assert!(!ran.err.contains("--set"), "{}", ran.err);
}

#[test]
fn list_may_begin_with_a_byte_order_mark() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("list"), "\u{feff}a\r\nb\r\n").unwrap();
    let ran = fairdraw_in(
        folder.path(),
        "exam - --list list".split(' '),
        "a b\nb a\n".repeat(30).as_bytes(),
    );
    assert!(ran.text().contains("60 shuffles of 2 items"), "{}", ran.text());
}

#[test]
fn numbers_are_examined() {
    let folder = tempfile::tempdir().unwrap();
    seeded(folder.path());
    let words = "exam --numbers -2-3 --seed-file seed.txt --count 5000".split(' ');
    let said = fairdraw_in(folder.path(), words, b"").done();
    assert!(said.starts_with("No fault found in 5,000 numbers from -2 to 3.\n"), "{said}");
    let loaded: String = (0..3000).map(|i| if i % 5 == 0 { "6\n" } else { "3 1 4\n" }).collect();
    let ran = exam_of("- --numbers 1-6", loaded.as_bytes());
    assert!(fault(&ran).starts_with("FAULT FOUND: 7,800 numbers from 1 to 6"), "{}", ran.text());
}

#[test]
fn reports_are_new_files_and_say_the_same() {
    let folder = tempfile::tempdir().unwrap();
    seeded(folder.path());
    let words =
        "exam --items 4 --count 500 --seed-file seed.txt --html report.html --json report.json";
    let run = || fairdraw_in(folder.path(), words.split(' '), b"");
    run().done();
    let html = fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(html.contains(
        "<h1 class=\"passed\"><bdi>No fault found in 500 shuffles of 4 items.</bdi></h1>"
    ));
    assert!(!html.contains("<script") && !html.contains("http:") && !html.contains("https:"));
    assert!(html.contains(
        "<pre>fairdraw exam --items 4 --count 500 --seed-file seed.txt --html report.html"
    ));
    let report: Value =
        serde_json::from_slice(&fs::read(folder.path().join("report.json")).unwrap()).unwrap();
    assert_eq!(report["verdict"], "no-fault-found");
    let outcomes = report["looks"][0]["counts"]["outcomes"].as_array().unwrap();
    assert_eq!(outcomes.len(), 24);
    assert_eq!(outcomes.iter().filter_map(Value::as_u64).sum::<u64>(), 500);
    let made = report["examined"]["facts"]["examined by"].as_str().unwrap();
    assert!(made.starts_with("fairdraw ") && made.contains(", begun 20"), "{made}");
    let error = run().not_done();
    assert!(error.contains("report.html exists"), "{error}");
    let error = fairdraw_in(folder.path(), "exam --html a --json a".split(' '), b"").not_done();
    assert!(error.contains("page and JSON cannot both be one file"), "{error}");
}

#[test]
fn foreign_words_of_reports_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let list = "<b>x</b>\n\u{202e}reversed\n&amp;\n";
    fs::write(folder.path().join("list"), list).unwrap();
    let rows: String = (0..40)
        .map(|i| if i % 2 == 0 { list } else { "&amp;\n<b>x</b>\n\u{202e}reversed\n" })
        .collect();
    fs::write(folder.path().join("text"), rows).unwrap();
    let words = ["exam", "text", "--list", "list", "--html", "page.html"];
    let ran = fairdraw_in(folder.path(), words, b"");
    assert_eq!(ran.status, 1, "{}", ran.err);
    let html = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(html.contains("&lt;b&gt;x&lt;/b&gt;") && !html.contains("<b>x"));
    assert!(!html.contains('\u{202e}'));
}

#[test]
fn declared_methods_are_computed() {
    let ran = exam("--declare modulo:8 --generator-bits 32");
    let said = not_fair(&ran);
    assert!(said.starts_with("NOT FAIR AS DECLARED: modulo:8 can't make all results"), "{said}");
    // 256 is 5 times 51 and 1; 52! is 2^225.58.
    let wanted = "of the choice among 51, 1 result has one word more than the 5 of the others, and the farthest is 20% off";
    assert!(said.contains(wanted), "{said}");
    assert!(said.contains("at most one order in 2^193.58"), "{said}");
    assert!(exam("--declare dice:6").not_done().contains("modulo:BITS"));
    // What looks fair is none the better for it.
    let text = shuffles(2000);
    let said = not_fair(&exam_of("- --declare multiply:8", text.as_bytes()));
    assert!(said.contains("though no fault shows in 2,000 shuffles of 5 items"), "{said}");
    let report: Value = json(&exam("--declare keys:64 --json -"));
    assert_eq!(report["verdict"], "declared-not-fair");
}

/// A report of a method that can't be fair, without its line ends.
fn not_fair(ran: &Ran) -> String {
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.err.ends_with("not fair as declared [declared-not-fair]\n"), "{}", ran.err);
    ran.text().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_declared_is_compared_with_the_results_that_are_asked_for() {
    for (words, wanted) in [
        // Two items, and a byte for a number of eight, are shared evenly.
        ("--declare modulo:8 --items 2", "the orders of 2 items are exactly equally likely"),
        ("--declare modulo:8 --numbers 1-8", "the numbers from 1 to 8 are exactly equally likely"),
        (
            "--declare seed:16 --items 5",
            "there are enough seeds for every order of 5 items; whether",
        ),
        ("--generator-bits 15 --sample 3 --set", "enough states for every set of 3 of 52 items"),
        ("--generator-bits 15 --sample 3", "at most one draw in 2^2.02 (10^0.6) of 3 of 52 items"),
        ("--generator-bits 3 --numbers 1-16", "at most one number in 2^1.00 (10^0.3) from 1 to 16"),
    ] {
        let said = exam(words).done();
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            said.starts_with("Nothing was examined") && said.contains(wanted),
            "{words}: {said}"
        );
    }
    let said = not_fair(&exam("--declare modulo:3 --numbers 1-6"));
    assert!(
        said.contains("of the choice among 6, 2 results have one word more than the 1"),
        "{said}"
    );
    // Of 52 items the choice among 51 is the worst, and of the last ones 5 is in the first three.
    let said = not_fair(&exam("--declare modulo:8 --sample 1"));
    assert!(said.contains("of the choice among 52, 48 results"), "{said}");
    let said = not_fair(&exam("--declare seed:19937 --items 2200"));
    assert!(said.contains("the best test needs about 10^3001 shuffles"), "{said}");
    let said = not_fair(&exam("--declare keys:1"));
    assert!(said.contains("the list's own order comes about 10^54 times too often"), "{said}");
    for words in [
        "--declare keys:8 --sample 5",
        "--declare seed:8 --numbers 1-6",
        "--generator-bits 32 --numbers 1-49 --count 2000",
    ] {
        exam(words).not_done();
    }
    assert!(exam("--declare modulo:8 --sample 53").not_done().contains("53"));
}

#[test]
fn mistakes_that_would_not_show_are_named_with_what_they_need() {
    let folder = tempfile::tempdir().unwrap();
    seeded(folder.path());
    let ran = |words: &str| fairdraw_in(folder.path(), words.split(' '), b"");
    let report = json(&ran("exam --seed-file seed.txt --count 2000 --json -"));
    let needed = |name: &str| {
        let unseen = report["unseen"].as_array().unwrap();
        unseen.iter().find(|one| one["specimen"] == name).cloned()
    };
    for (name, least, most) in
        [("modulo:15", 5e6, 5e7), ("multiply:16", 5e7, 5e8), ("keys:16", 5e6, 5e7)]
    {
        let found = needed(name).unwrap_or_else(|| panic!("{name}: {report}"));
        let number = found["needed"].as_f64().unwrap();
        assert!((least..most).contains(&number) && found["needed_is"] == "about", "{found}");
        assert!(found["test"].is_string() && found["says"].is_string(), "{found}");
    }
    let states = needed("seed:48").unwrap();
    assert!(states["needed"].is_null() && states["needed_is"] == "never", "{states}");
    assert_eq!(needed("seed:16"), None);

    let text = shuffles(2000);
    let report = exam_of("-", text.as_bytes()).done();
    let said = report.split_whitespace().collect::<Vec<_>>().join(" ");
    for wanted in [
        "invisible with so many shuffles these known mistakes would not show: places by the remainder of a random word of 8 bits or more",
        "If you know how the program draws, name it, and its chances are computed exactly: --declare modulo:8, --declare",
        "Known mistakes that would not show mistake shuffles needed by modulo:8",
    ] {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
    // Of samples and numbers it is what the best of all tests needs.
    for words in ["--sample 6 --of 49 --set", "--sample 5", "--numbers 1-6", "--items 300"] {
        let report = json(&exam(&format!("{words} --count 500 --json -")));
        let unseen = report["unseen"].as_array().unwrap();
        let found = unseen.iter().find(|one| one["specimen"] == "modulo:16").unwrap();
        assert_eq!(found["needed_is"], "more-than", "{words}");
    }
    // Our own draws have none of them, and say so.
    let said = ran("exam --seed-file seed.txt --count 500").done();
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("Our own draws have none of them"), "{said}");
    assert!(!said.contains("--declare"), "{said}");
}

#[test]
fn few_observations_of_which_nothing_can_be_said_are_not_examined() {
    for (text, words) in [("1 2\n2 1\n", "-"), ("1 2\n2 1\n1 2\n", "- --count 1")] {
        let said = exam_of(words, text.as_bytes()).not_done();
        assert!(said.contains("no test is applicable"), "{said}");
    }
    let said = exam_of("-", "2 1\n".repeat(9).as_bytes()).not_done();
    assert!(said.contains("the first one needs 10\n"), "{said}");
    exam_of("-", "2 1\n1 2\n".repeat(5).as_bytes()).done();
}

#[test]
fn draw_of_a_commit_is_examined_by_its_rules() {
    let folder = tempfile::tempdir().unwrap();
    seeded(folder.path());
    fs::write(folder.path().join("names.txt"), "Ash\nBirch\nCedar\nElm\nFir\n").unwrap();
    fs::write(folder.path().join("weighted.tsv"), "Ash\t3\nBirch\t1\nCedar\t2\n").unwrap();
    let run = |words: &str| fairdraw_in(folder.path(), words.split(' '), b"");
    let rest = "--title Trees --published board --prize";
    let commit = format!("commit names.txt -o fair --seed-only --alternates 1 {rest}");
    let with_prize = |words: &str| {
        let words: Vec<&str> = words.split(' ').chain(["2 Bench"]).collect();
        fairdraw_in(folder.path(), words, b"").done();
    };
    with_prize(&commit);
    // Each commit has an id of its own, and so draws of its own: one in ten would be looked at twice at the usual level.
    let said = run("exam fair.commit --count 2000 --level 1e-9 --seed-file seed.txt").done();
    assert!(said.starts_with("No fault found in 2,000 draws of 3 of 5 items.\n"), "{said}");
    assert!(said.contains("5 entries, 2 winners and 1 alternate"), "{said}");
    // Two digits are 100 starts for 60 results.
    with_prize(&format!("commit names.txt -o dice --public dd-- dice --alternates 1 {rest}"));
    let ran = run("exam dice.commit --count 20000 --seed-file seed.txt");
    assert!(fault(&ran).starts_with("FAULT FOUND: 40,000 draws of 3 of 5 items"), "{}", ran.text());
    with_prize(&format!(
        "commit weighted.tsv --column 1 --no-header --tickets 2 -o weighted --seed-only {rest}"
    ));
    let said = run("exam weighted.commit --count 2000 --level 1e-9 --seed-file seed.txt").done();
    assert!(
        said.starts_with("No fault found in 2,000 draws from 3 entries with tickets.\n"),
        "{said}"
    );
    let many: Vec<String> = (0..65_537).map(|name| name.to_string()).collect();
    fs::write(folder.path().join("many.txt"), many.join("\n")).unwrap();
    with_prize(&format!("commit many.txt -o many --seed-only {rest}"));
    let said = run("exam many.commit --count 6000 --level 1e-9 --seed-file seed.txt").done();
    assert!(said.starts_with("No fault found in 6,000 numbers from 0 to 65,536.\n"), "{said}");
    assert!(
        said.contains("visible     one of 1,024 groups of neighbouring numbers that comes "),
        "{said}"
    );
    fs::remove_file(folder.path().join("weighted.list")).unwrap();
    run("exam weighted.commit").not_done();
}

#[cfg(unix)]
mod programs {
    use std::process::Command;

    use super::*;

    fn has(program: &str) -> bool {
        let found = Command::new("sh").args(["-c", &format!("command -v {program}")]).output();
        let found = found.is_ok_and(|output| output.status.success());
        if !found {
            eprintln!("skipped: {program} is not there");
        }
        found
    }

    fn exam_command(command: &str, arguments: &str) -> Ran {
        let words = ["exam", "--command", command].into_iter().chain(arguments.split_whitespace());
        fairdraw(words)
    }

    #[test]
    fn shuf_and_sort_by_hashes_pass() {
        for command in ["shuf", "sort -R"] {
            // One order a run. Once in a hundred runs a fair program fails; at this level never.
            if has(command.split(' ').next().unwrap()) {
                let ran = exam_command(command, "--items 3 --count 60 --level 1e-9");
                assert!(ran.done().starts_with("No fault found in 60 shuffles of 3 items.\n"));
            }
        }
    }

    #[test]
    fn python_passes_and_a_random_comparator_in_node_fails() {
        let python = "import random, sys\nitems = sys.stdin.read().split()\n\
                      for _ in range(20000):\n    random.shuffle(items)\n    print(*items)\n";
        let node = "const items = require('fs').readFileSync(0, 'utf8').trim().split('\\n');\n\
                    for (let i = 0; i < 20000; i++) console.log([...items].sort(() => Math.random() - 0.5).join(' '));\n";
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("shuffle.py"), python).unwrap();
        fs::write(folder.path().join("sort.js"), node).unwrap();
        let run = |command: &str| {
            let words = [
                "exam",
                "--items",
                "5",
                "--count",
                "10000",
                "--level",
                "1e-9",
                "--command",
                command,
            ];
            fairdraw_in(folder.path(), words, b"")
        };
        if has("python3") {
            assert!(
                run("python3 shuffle.py").done().starts_with("No fault found in 10,000 shuffles")
            );
        }
        if has("node") {
            let ran = run("node sort.js");
            fault(&ran);
            assert!(ran.text().contains("\nlooks like  comparator:timsort"), "{}", ran.text());
        }
    }

    #[test]
    fn rounded_keys_fail() {
        let sort = "awk 'BEGIN { srand(7) } { item[NR] = $0 } END { for (r = 1; r <= 4000; r++) for (i = 1; i <= NR; i++) \
                    printf \"%d %.1f %s\\n\", r, rand(), item[i] }' | LC_ALL=C sort -s -k1,1n -k2,2n | cut -d ' ' -f 3";
        if has("awk") && has("sort") && has("cut") {
            let ran = exam_command(sort, "--items 6 --count 2000");
            fault(&ran);
            assert!(ran.text().contains("\nlooks like  keys:"), "{}", ran.text());
        }
    }

    #[test]
    fn commands_that_fail_are_told_with_their_words() {
        let error = exam_command("echo no paper >&2; exit 3", "--items 3").not_done();
        assert!(error.contains("the command failed: exit status: 3"), "{error}");
        assert!(error.contains("its standard error begins: no paper"), "{error}");
        let error = exam_command("true", "--items 3").not_done();
        assert!(error.contains("the command gave no observation"), "{error}");
        let ran = exam_command("cat | head -2", "--items 3");
        let wanted =
            "FAULT FOUND: line 1 of run 1 of the command is no observation: 2 items instead of 3. ";
        assert!(fault(&ran).starts_with(wanted), "{}", ran.text());
    }

    #[test]
    fn command_that_only_copies_the_list_is_found_out() {
        let ran = exam_command("cat", "--items 4 --count 120");
        assert!(fault(&ran).starts_with("FAULT FOUND: "), "{}", ran.text());
    }
}
