//! Audit samples from a population file: previews, seed files, working papers.

use std::fs;
use std::path::Path;

use rust_xlsxwriter::Workbook;
use serde_json::Value;

use crate::folder::Folder;

const ROLLS: &str = "6 1 4 2 5 3 6 6 1 2 3 4 5 6 1 2 3\n";

/// Seven invoices in two regions, one of them for nothing and one a credit note.
const INVOICES: &str = "Invoice,Region,Amount\nA1,North,500.00\nA2,South,12.50\nA3,North,-1.20\nA4,South,6\nA5,North,0\n\
                        A6,South,2.00\nA7,North,4.00\n";

fn invoices() -> Folder {
    let folder = Folder::new();
    folder.write("invoices.csv", INVOICES);
    folder.write("rolls.txt", ROLLS);
    folder
}

fn ledger() -> Folder {
    let folder = Folder::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    fs::copy(root.join("examples/ledger/ledger.csv"), folder.at("ledger.csv")).unwrap();
    folder.write("rolls.txt", ROLLS);
    folder
}

const LEDGER: [&str; 6] =
    ["sample", "ledger.csv", "--column", "Invoice", "--amount-column", "Amount"];
const AMOUNTS: [&str; 6] =
    ["sample", "invoices.csv", "--column", "Invoice", "--amount-column", "Amount"];

fn paper(folder: &Folder, name: &str) -> Value {
    serde_json::from_slice(&folder.bytes(&format!("{name}.sample.json"))).unwrap()
}

/// The values of a working paper's facts of this name.
pub(crate) fn facts<'a>(paper: &'a Value, heading: &str, name: &str) -> Vec<&'a str> {
    let facts = paper["facts"][heading].as_array().unwrap().iter();
    let facts = facts.filter(|fact| fact["name"] == name);
    facts.map(|fact| fact["value"].as_str().unwrap()).collect()
}

fn items(paper: &Value) -> Vec<&str> {
    paper["items"].as_array().unwrap().iter().map(|item| item["item"].as_str().unwrap()).collect()
}

/// The items were computed with audit/reference.
#[test]
fn samples_are_those_of_the_reference() {
    let folder = ledger();
    let seed = ["--seed-file", "rolls.txt", "--title", "Invoices of 2025"];
    for (name, design, first) in [
        (
            "fixed",
            ["--design", "mus-fixed", "--size", "60"].as_slice(),
            ["INV-04305", "INV-12074", "INV-16334", "INV-00409", "INV-00440", "INV-00912"]
                .as_slice(),
        ),
        (
            "cell",
            &["--design", "mus-cell", "--size", "60"],
            &["INV-04305", "INV-12074", "INV-16334", "INV-00250", "INV-00422", "INV-00449"],
        ),
        (
            "simple",
            &["--design", "simple", "--size", "8", "--spares", "2"],
            &[
                "INV-07180",
                "INV-12009",
                "INV-05412",
                "INV-14984",
                "INV-18294",
                "INV-00702",
                "INV-06849",
                "INV-11133",
                "INV-08416",
                "INV-02011",
            ],
        ),
    ] {
        folder.run(&[&LEDGER[..], &seed, design, &["-o", name]].concat()).done();
        let paper = paper(&folder, name);
        assert_eq!(items(&paper)[..first.len()], *first, "{name}");
        assert_eq!(facts(&paper, "population", "control total"), ["18676758.35"]);
    }
    let cell = paper(&folder, "cell");
    assert_eq!(cell["items"][3]["units"][0], 22_897_781);
    assert_eq!(cell["items"][0]["role"], "certainty");
    assert_eq!(cell["items"][0]["amount"], "370784.92");
    assert_eq!(paper(&folder, "simple")["items"][8]["state"], "spare, not used");
}

#[test]
fn preview_shows_the_design_and_writes_nothing() {
    let folder = invoices();
    let preview =
        |design: &[&str]| folder.run(&[&AMOUNTS[..], design, &["--preview"]].concat()).done();
    let text = preview(&["--design", "mus-fixed", "--size", "3"]);
    for line in [
        "total       523.30 in 7 items",
        "above 0     524.50 in 5 items",
        "0           1 items",
        "below 0     -1.20 in 1 items",
        "design      monetary unit sampling with a fixed interval, after certainty items",
        "certainty   2 items, 512.50 in all: too large to be left to chance",
        "the rest    3 items, 12.00 in all",
        "hits        1",
        "interval    12.00",
        "nothing was drawn, and nothing was written",
    ] {
        assert!(text.lines().any(|shown| shown == line), "{line}\n{text}");
    }
    let strata =
        ["--stratum-column", "Region", "--design", "stratified", "--size", "4", "--minimum", "1"];
    let text = preview(&strata);
    for line in [
        "  North: 4, 2, 0",
        "  South: 3, 2, 0",
        "  North: 1 in 2 (50.00 %)",
        "expected    3.00 items above 0, 0.50 of 0, 0.50 below 0, spares left out",
        "lines       4",
    ] {
        assert!(text.lines().any(|shown| shown == line), "{line}\n{text}");
    }
    let text = preview(&["--design", "mus-interval", "--interval", "5.00"]);
    assert!(text.contains("certainty   3 items, 518.50 in all"), "{text}");
    assert!(text.contains("lines       5 at most"), "{text}");
    let text =
        preview(&["--design", "systematic", "--size", "2", "--starts", "2", "--order", "random"]);
    assert!(text.contains("\non average  each item: 4/7 times (0.57)\n"), "{text}");
    assert!(!text.contains("chance      "), "{text}");
    assert_eq!(folder.names(), ["invoices.csv", "rolls.txt"]);
}

#[test]
fn allocations_are_as_asked_for() {
    let folder = invoices();
    let sizes = |more: &[&str]| {
        let strata = ["--stratum-column", "Region", "--design", "stratified", "--preview"];
        let text = folder.run(&[&AMOUNTS[..], &strata, more].concat()).done();
        let mut rows = text.lines().skip_while(|line| !line.starts_with("allocation  "));
        [rows.nth(1).unwrap().to_owned(), rows.next().unwrap().to_owned()]
    };
    assert_eq!(
        sizes(&["--take", "South=1", "--take", "North=3"]),
        ["  North: 4, 3, 0", "  South: 3, 1, 0"]
    );
    let value = ["--size", "4", "--allocation", "value", "--minimum", "1", "--spares", "0"];
    assert_eq!(sizes(&value), ["  North: 4, 3, 0", "  South: 3, 1, 0"]);
    let neyman = [
        "--size",
        "3",
        "--allocation",
        "neyman",
        "--standard-deviation",
        "North=0",
        "--standard-deviation",
        "South=9",
    ];
    assert_eq!(sizes(&neyman), ["  North: 4, 0, 0", "  South: 3, 3, 0"]);
    let spares = ["--size", "3", "--spares", "1", "--stratum-spares", "North=2"];
    assert_eq!(sizes(&spares), ["  North: 4, 2, 2", "  South: 3, 1, 1"]);
}

#[test]
fn working_paper_says_the_same_three_times_and_is_never_overwritten() {
    let folder = invoices();
    let draw = [
        "--design",
        "mus-with-replacement",
        "--size",
        "4",
        "--seed-file",
        "rolls.txt",
        "--title",
        "Test",
    ];
    let text = folder.run(&[&AMOUNTS[..], &draw].concat()).done();
    assert!(text.contains("RE-PERFORMED ONLY: "), "{text}");
    assert!(text.contains("NOT PROVEN: that the seed was not chosen for its result"), "{text}");
    let paper = paper(&folder, "invoices");
    // 500.00 of 524.50: it is hit again and again, and stands there once.
    let first = &paper["items"][0];
    assert_eq!((first["item"].as_str(), first["amount"].as_str()), (Some("A1"), Some("500.00")));
    let hits: u64 =
        paper["items"].as_array().unwrap().iter().map(|item| item["hits"].as_u64().unwrap()).sum();
    assert_eq!(hits, 4);
    assert!(first["hits"].as_u64().unwrap() > 1, "{first}");
    let (table, page) = (folder.text("invoices.sample.csv"), folder.text("invoices.sample.html"));
    for item in items(&paper) {
        assert!(table.contains(&format!("\r\n\"{item}\",")), "{table}");
        // In draw order, and in that of the population.
        assert!(
            page.matches(&format!("<td class=\"text\"><bdi>{item}</bdi></td>")).count() >= 2,
            "{page}"
        );
    }
    let digest = facts(&paper, "randomness_and_times", "SHA-256 of the seed file");
    assert!(
        page.replace("</span><wbr><span>", "").contains(digest[0]) && page.contains(ROLLS.trim()),
        "{page}"
    );
    let command = paper["commands"][0].as_str().unwrap();
    assert!(command.starts_with("fairdraw sample invoices.csv --column Invoice "), "{command}");
    assert!(
        !page.contains("<script") && !page.contains("http:") && !page.contains("https:"),
        "{page}"
    );
    let error = folder.run(&[&AMOUNTS[..], &draw].concat()).not_done();
    assert!(error.contains("invoices.sample.html exists; nothing is overwritten"), "{error}");
    // Half a working paper is none.
    fs::remove_file(folder.at("invoices.sample.html")).unwrap();
    fs::remove_file(folder.at("invoices.sample.csv")).unwrap();
    folder.run(&[&AMOUNTS[..], &draw].concat()).not_done();
    assert_eq!(folder.names(), ["invoices.csv", "invoices.sample.json", "rolls.txt"]);
}

/// What is asserted is SPEC 19.7: a chance only where no item can come twice.
#[test]
fn average_number_of_selections_is_not_called_a_chance() {
    let folder = invoices();
    let seed = ["--seed-file", "rolls.txt", "--title", "Test"];
    for (name, design, values) in [
        ("a", ["--design", "with-replacement", "--size", "21"].as_slice(), ["3 times"].as_slice()),
        ("b", &["--design", "systematic", "--size", "4", "--starts", "2"], &["8/7 times"]),
        // Of 524.50: A1 and A2 are certainty items, and one hit is left for 12.00.
        (
            "c",
            &["--design", "mus-cell", "--size", "3"],
            &["1 time", "1/2 times", "1/3 times", "1/6 times"],
        ),
        (
            "d",
            &["--design", "mus-with-replacement", "--size", "100"],
            &[
                "100000/1049 times",
                "2500/1049 times",
                "1200/1049 times",
                "800/1049 times",
                "400/1049 times",
            ],
        ),
        ("e", &["--design", "mus-fixed", "--size", "3"], &["1 in 1", "1 in 2", "1 in 3", "1 in 6"]),
        ("f", &["--design", "systematic", "--size", "4"], &["4 in 7"]),
        ("g", &["--design", "simple", "--size", "4"], &["4 in 7"]),
    ] {
        let preview = folder.run(&[&AMOUNTS[..], design, &["--preview"]].concat()).done();
        folder.run(&[&AMOUNTS[..], design, &seed, &["-o", name]].concat()).done();
        let paper = paper(&folder, name);
        let is_chance = name >= "e";
        assert_eq!(preview.contains("\nchance  "), is_chance, "{preview}");
        assert_eq!(preview.contains("\non average  "), !is_chance, "{preview}");
        let (column, other) = if is_chance {
            ("chance", "selected on average")
        } else {
            ("selected on average", "chance")
        };
        assert_eq!(facts(&paper, "design", column).len(), 1, "{name}");
        assert_eq!(facts(&paper, "design", other).len(), 0, "{name}");
        let key = column.replace(' ', "_");
        for item in paper["items"].as_array().unwrap() {
            assert!(values.contains(&item[&key].as_str().unwrap()), "{item}");
            assert!(item.get(other.replace(' ', "_")).is_none(), "{item}");
        }
        let (table, page) = (
            folder.text(&format!("{name}.sample.csv")),
            folder.text(&format!("{name}.sample.html")),
        );
        let header = table.lines().next().unwrap();
        assert!(header.contains(&format!(",{column},")) && !header.contains(&format!(",{other},")));
        let heading = |name: &str| format!(">{}{}</th>", name[..1].to_uppercase(), &name[1..]);
        assert!(page.contains(&heading(column)) && !page.contains(&heading(other)), "{name}");
    }
}

#[test]
fn strata_from_which_nothing_is_selected_are_named() {
    let folder = invoices();
    let strata = ["--stratum-column", "Region", "--design", "stratified"];
    let take = ["--take", "North=0", "--take", "South=2"];
    let line = "4 items of 1 stratum can't be selected: North";
    let noted = format!("\nnote        {line}\n");
    let text = folder.run(&[&AMOUNTS[..], &strata, &take, &["--preview"]].concat()).done();
    assert!(text.contains(&noted), "{text}");
    let commit = [&["commit"], &AMOUNTS[1..]].concat();
    let terms = ["--title", "Test", "--published", "file 17", "--seed-only", "--output", "a"];
    let text = folder.run(&[&commit[..], &strata, &take, &terms].concat()).done();
    assert!(text.contains(&noted), "{text}");
    folder.run(&["sample", "a.commit"]).done();
    assert_eq!(facts(&paper(&folder, "a"), "design", "left out"), [line]);
    let take = ["--take", "North=1", "--take", "South=2"];
    let text = folder.run(&[&AMOUNTS[..], &strata, &take, &["--preview"]].concat()).done();
    assert!(!text.contains("can't be selected"), "{text}");
}

#[test]
fn texts_of_others_are_neither_formulas_nor_markup() {
    let folder = Folder::new();
    let rows = "Invoice,Amount\n\"=HYPERLINK(\"\"x\"\")\",-5.00\n@a,-1.00\n'b,2.00\n<script>x</script>,3.00\n+c,4.00\n-d,5.00\n";
    folder.write("i.csv", rows);
    folder.write("rolls.txt", ROLLS);
    let options =
        ["--column", "Invoice", "--amount-column", "Amount", "--design", "simple", "--size", "6"];
    let seed = ["--seed-file", "rolls.txt", "--title", "=1+1 <b>"];
    folder.run(&[&["sample", "i.csv"], &options[..], &seed].concat()).done();
    let table = folder.text("i.sample.csv");
    for cell in [
        "\"'=HYPERLINK(\"\"x\"\")\"",
        "\"'@a\"",
        "\"''b\"",
        "\"<script>x</script>\"",
        "\"'+c\"",
        "\"'-d\"",
    ] {
        assert!(table.contains(&format!("\n{cell},")), "{cell}\n{table}");
    }
    // An amount is a number that the program wrote itself.
    assert!(table.contains(",-5.00,1,"), "{table}");
    let page = folder.text("i.sample.html");
    assert!(!page.contains("<script") && !page.contains("<b>"), "{page}");
    assert!(
        page.contains("&lt;script&gt;x&lt;/script&gt;")
            && page.contains("<bdi>=1+1 &lt;b&gt;</bdi>")
    );
    // What was neutralised is read back.
    folder.write("r.txt", "=HYPERLINK(\"x\")\n@a\n'b\n<script>x</script>\n+c\n-d\n");
    for selection in ["i.sample.csv", "i.sample.json"] {
        assert!(folder.run(&["reconcile", selection, "r.txt"]).done().ends_with("equal\n"));
    }
}

#[test]
fn one_population_as_csv_and_as_workbook_gives_one_sample() {
    let folder = invoices();
    folder.write("crlf.csv", INVOICES.replace('\n', "\r\n"));
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (row, line) in (0..).zip(INVOICES.lines()) {
        for (column, value) in (0..).zip(line.split(',')) {
            match value.parse::<f64>() {
                Ok(number) => sheet.write_number(row, column, number).unwrap(),
                Err(_) => sheet.write_string(row, column, value).unwrap(),
            };
        }
    }
    book.save(folder.at("book.xlsx")).unwrap();
    let draws = ["invoices.csv", "crlf.csv", "book.xlsx"].map(|file| {
        let options =
            ["--column", "Invoice", "--stratum-column", "Region", "--amount-column", "Amount"];
        let draw = [
            "--design",
            "stratified",
            "--size",
            "4",
            "--seed-file",
            "rolls.txt",
            "--title",
            "Test",
        ];
        folder.run(&[&["sample", file], &options[..], &draw].concat()).done();
        let paper = paper(&folder, file.split('.').next().unwrap());
        (
            facts(&paper, "population", "SHA-256 of the canonical list").concat(),
            paper["items"].clone(),
        )
    });
    assert_eq!(draws[0], draws[1]);
    assert_eq!(draws[0], draws[2]);
}

#[test]
fn what_a_design_can_not_do_is_refused() {
    let folder = invoices();
    for (options, message) in [
        (&["--preview"][..], "nothing says how the sample is drawn"),
        (&["--design", "simple"], "nothing says where the randomness comes from"),
        (&["--design", "simple", "--preview"], "nothing says how many items are selected"),
        (&["--design", "simple", "--size", "8", "--preview"], "can't draw 8 out of 7 items"),
        (
            &["--design", "simple", "--size", "1", "--order", "list", "--preview"],
            "--order is not for --design simple",
        ),
        (
            &["--design", "mus-fixed", "--size", "6", "--preview"],
            "can't draw 6 items, as 5 have an amount above 0",
        ),
        (
            &["--design", "mus-interval", "--size", "6", "--preview"],
            "--size is not for --design mus-interval",
        ),
        (&["--design", "mus-interval", "--preview"], "mus-interval needs its interval"),
        (
            &["--design", "mus-interval", "--interval", "0", "--preview"],
            "--interval: 0 is not above 0",
        ),
        (&["--design", "mus-interval", "--interval", "1.005", "--preview"], "3 decimal places"),
        (
            &["--design", "stratified", "--size", "2", "--preview"],
            "a stratified sample needs strata",
        ),
        (
            &["--tickets", "Amount", "--design", "simple", "--size", "1", "--preview"],
            "--tickets is not for the population",
        ),
        (
            &["--drop-duplicates", "--design", "simple", "--size", "1", "--preview"],
            "--drop-duplicates is not for",
        ),
    ] {
        let error = folder.run(&[&AMOUNTS[..], options].concat()).not_done();
        assert!(error.contains(message), "{options:?}: {error}");
        assert!(error.contains("hint: "), "{error}");
    }
    let strata = ["--stratum-column", "Region", "--design", "stratified", "--preview"];
    for (options, message) in [
        (&["--take", "North=1"][..], "--take says nothing of the stratum \"South\""),
        (&["--take", "North=1", "--take", "West=1"], "--take: no stratum is called \"West\""),
        (&["--take", "North=1", "--take", "North=2"], "--take: \"North\" is stated twice"),
        (
            &["--take", "North=1", "--take", "South=1", "--size", "3"],
            "--take sums to 2, and --size is 3",
        ),
        (
            &["--take", "North=5", "--take", "South=0"],
            "can't draw 5 out of the 4 items of stratum 1 (North)",
        ),
        (&["--size", "8"], "the strata to allocate to have fewer items than the sample"),
        (&["--size", "1", "--minimum", "1"], "the strata's least sizes sum to more"),
        (
            &["--size", "2", "--allocation", "neyman", "--standard-deviation", "North=1"],
            "--standard-deviation says nothing of the stratum \"South\"",
        ),
        (
            &["--size", "2", "--standard-deviation", "North=1"],
            "--standard-deviation is not for an allocation other than neyman",
        ),
        (
            &["--size", "2", "--allocation", "value", "--take", "North=1"],
            "--take is not for an allocation that is computed",
        ),
    ] {
        let error = folder.run(&[&AMOUNTS[..], &strata, options].concat()).not_done();
        assert!(error.contains(message), "{options:?}: {error}");
    }
    let seed = ["--design", "simple", "--size", "1", "--title", "t", "--seed-file"];
    folder.write("empty", "");
    let error = folder.run(&[&AMOUNTS[..], &seed, &["empty"]].concat()).not_done();
    assert!(error.contains("the seed file empty must have 1 byte"), "{error}");
    let separators =
        ["--thousands-separator", ".", "--preview", "--design", "simple", "--size", "1"];
    let error = folder.run(&[&AMOUNTS[..], &separators].concat()).not_done();
    assert!(
        error.contains("--thousands-separator and --decimal-separator are both '.'"),
        "{error}"
    );
    assert_eq!(folder.names(), ["empty", "invoices.csv", "rolls.txt"]);
}
