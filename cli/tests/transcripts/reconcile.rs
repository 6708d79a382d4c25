//! What was selected against what was examined.

use serde_json::Value;

use crate::folder::Folder;

/// A working paper of four items of two strata, one spare each, the selected items by stratum in draw order.
fn drawn() -> (Folder, Vec<String>) {
    let folder = Folder::new();
    let rows =
        (1..=20).map(|n| format!("INV-{n:02},{}\n", if n % 2 == 0 { "North" } else { "South" }));
    folder.write("ledger.csv", format!("Invoice,Region\n{}", rows.collect::<String>()));
    folder.write("rolls.txt", "1 2 3 4 5 6\n");
    let population = ["sample", "ledger.csv", "--column", "Invoice", "--stratum-column", "Region"];
    let design = ["--design", "stratified", "--size", "4", "--spares", "1"];
    let seed = ["--seed-file", "rolls.txt", "--title", "Test"];
    folder.run(&[&population[..], &design, &seed].concat()).done();
    let paper: Value = serde_json::from_slice(&folder.bytes("ledger.sample.json")).unwrap();
    let items = paper["items"].as_array().unwrap().iter();
    (folder, items.map(|item| item["item"].as_str().unwrap().to_owned()).collect())
}

/// A working paper can be edited, so what it says is said to be unchecked.
const UNCHECKED: &str =
    "NOT CHECKED the selection is as the working paper has it; give NAME.commit to check it\n";

#[test]
fn equal_items_are_equal_in_whatever_order() {
    let (folder, items) = drawn();
    // South is the first stratum: two items and a spare of it, then the same of North.
    folder.write(
        "results.csv",
        format!(
            "Result,Item\nok,{}\nok,{}\nwrong,{}\nok,{}\n",
            items[4], items[0], items[3], items[1]
        ),
    );
    for selection in ["ledger.sample.json", "ledger.sample.csv"] {
        let text = folder.run(&["reconcile", selection, "results.csv", "--column", "Item"]).done();
        let wanted =
            format!("{UNCHECKED}selected    4 items to examine\nexamined    4 items\nequal\n");
        assert_eq!(text, wanted);
    }
}

#[test]
fn differences_are_named_by_stratum() {
    let (folder, items) = drawn();
    let results = format!("{0}\n{0}\n{1}\n{2}\nINV-99\n", items[0], items[2], items[3]);
    folder.write("results.txt", results);
    for selection in ["ledger.sample.json", "ledger.sample.csv"] {
        let ran = folder.run(&["reconcile", selection, "results.txt"]);
        assert_eq!(ran.status, 1, "{}", ran.err);
        assert!(ran.err.contains("results.txt has not the items of ledger.sample."), "{}", ran.err);
        let text = ran.text();
        let wanted = format!(
            "{UNCHECKED}selected    4 items to examine\nexamined    4 items\nNorth\n  missing     {}\nSouth\n  missing     {}\n  \
             duplicated  {}: on lines 1, 2\n  substituted {}: a spare whose use the register does not have\nnot selected\n  \
             extra       INV-99\n2 missing, 1 duplicated, 1 substituted, 1 extra\n",
            items[4], items[1], items[0], items[2]
        );
        assert_eq!(text, wanted);
    }
    let ran = folder.run(&["reconcile", "ledger.sample.json", "results.txt", "--json"]);
    let answer: Value = serde_json::from_slice(&ran.out).unwrap();
    assert_eq!(
        (ran.status, &answer["equal"], &answer["counts"]["missing"]),
        (1, &false.into(), &2.into())
    );
    assert_eq!(answer["selection_checked"], false);
    assert_eq!(answer["differences"].as_array().unwrap().len(), 5);
}

#[test]
fn what_is_no_working_paper_is_refused() {
    let (folder, _) = drawn();
    folder.write("r.txt", "INV-01\n");
    folder.write("other.json", "{\"kind\": \"other\"}");
    folder.write("broken.json", "{");
    folder.write("cut.csv", "item,round\nINV-01,0\n");
    folder.change("ledger.sample.csv", "\"to examine\"", "\"seen\"");
    for (selection, message) in [
        ("other.json", "not a working paper of fairdraw sample: it is another JSON file"),
        ("broken.json", "not a working paper of fairdraw sample: EOF"),
        ("cut.csv", "no column is called \"stratum\""),
        ("ledger.sample.csv", "line 2: the state of the item is unknown"),
        ("nowhere.json", "cannot read nowhere.json: no such file or folder"),
    ] {
        let error = folder.run(&["reconcile", selection, "r.txt"]).not_done();
        assert!(error.contains(message), "{selection}: {error}");
    }
    let error = folder.run(&["reconcile", "ledger.sample.json", "nowhere.txt"]).not_done();
    assert!(error.contains("cannot read nowhere.txt"), "{error}");
}
