use crate::folder::{Folder, names_in};

#[cfg(unix)]
use crate::folder::mode;

#[test]
fn thousand_receipts_of_a_private_list_check() {
    let folder = Folder::with_list(1000);
    let id = folder.commit(&["--seed-only", "--private"]);
    let said = folder.run(&["receipt", "a.commit", "--all", "receipts"]).done();
    assert_eq!(
        said,
        "receipts    1000 in receipts, called POSITION.receipt: line 1 of the list has 0.receipt\n\
         then        give each entrant his own, and a.commit\n"
    );
    let names = names_in(&folder.at("receipts"));
    assert_eq!(names.len(), 1000);
    // An entrant has no more than commit and receipt.
    let entrant = Folder::new();
    entrant.write("a.commit", folder.bytes("a.commit"));
    for name in &names {
        entrant.write(name, folder.bytes(&format!("receipts/{name}")));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let check = [&["receipt", "a.commit", "--expect", &id, "--check"], names.as_slice()].concat();
    let said = entrant.run(&check).done();
    assert_eq!(said.matches("VALID: position ").count(), 1000);
    for position in [0, 1, 499, 999] {
        let line = format!("VALID: position {position} of 1000 entries: entry {}\n", position + 1);
        assert!(said.contains(&line), "{line}");
    }
    assert!(said.ends_with(&format!("commit id   {id}, as expected\n")), "{said}");
    // Each shows its own entry and no other.
    let one = folder.text("receipts/499.receipt");
    assert_eq!(
        one.lines().filter(|line| line.contains("entry ")).collect::<Vec<_>>(),
        ["entry: entry 500"]
    );
    #[cfg(unix)]
    {
        assert_eq!(mode(&folder.at("receipts")), 0o700);
        assert_eq!(mode(&folder.at("receipts/499.receipt")), 0o600);
    }
}

#[test]
fn changed_receipt_is_not_valid() {
    for private in [true, false] {
        let folder = Folder::with_list(100);
        folder.commit(if private { &["--seed-only", "--private"] } else { &["--seed-only"] });
        let receipt = folder.run(&["receipt", "a.commit", "--entry", "entry 42"]).done();
        folder.write("r", &receipt);
        folder.run(&["receipt", "a.commit", "--check", "r"]).done();
        let other_digit = |line: &str, at: usize| {
            let mut bytes = line.as_bytes().to_vec();
            bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
            String::from_utf8(bytes).unwrap()
        };
        let mut changes = vec![
            ("entry: entry 42\n", "entry: entry 43\n".to_owned()),
            ("entry: entry 42\n", "entry: Entry 42\n".to_owned()),
            ("position: 41\n", "position: 40\n".to_owned()),
            ("position: 41\n", "position: 105\n".to_owned()),
            ("position: 41\n", "position: 9223372036854775807\n".to_owned()),
        ];
        let path = receipt.lines().find(|line| line.starts_with("path: ")).unwrap();
        assert_eq!(path.split(' ').count(), 8, "100 entries: 7 hashes");
        for at in [6, 69, 71, path.len() - 1] {
            changes.push((path, other_digit(path, at)));
        }
        changes.push((path, path[..path.len() - 65].to_owned()));
        changes.push((path, format!("{path} {}", "0".repeat(64))));
        changes.push((path, format!("path: {} {}", &path[71..135], &path[6..70])));
        if let Some(salt) = receipt.lines().find(|line| line.starts_with("salt: ")) {
            assert!(private);
            changes.push((salt, other_digit(salt, 6)));
            changes.push((salt, other_digit(salt, 69)));
            changes.push((salt, format!("salt: {}", "0".repeat(64))));
        } else {
            assert!(!private);
        }
        for (from, to) in changes {
            folder.write("r", &receipt);
            folder.change("r", from, &to);
            folder.run(&["receipt", "a.commit", "--check", "r"]).not_valid("opening");
        }
        for (from, to, name) in [
            ("path: ", "path:  ", "grammar"),
            ("position: 41", "position: 041", "grammar"),
            ("fairdraw receipt v1\n", "fairdraw receipt v1", "grammar"),
            ("commit: ", "commit: 0", "grammar"),
        ] {
            folder.write("r", &receipt);
            folder.change("r", from, to);
            folder.run(&["receipt", "a.commit", "--check", "r"]).not_valid(name);
        }
    }
}

#[test]
fn one_bad_receipt_among_good_ones_is_named() {
    let folder = Folder::with_list(10);
    folder.commit(&["--seed-only"]);
    folder.run(&["receipt", "a.commit", "--all", "r"]).done();
    folder.change("r/5.receipt", "entry 6", "entry 7");
    let ran = folder.run(&[
        "receipt",
        "a.commit",
        "--check",
        "r/4.receipt",
        "r/5.receipt",
        "r/6.receipt",
    ]);
    assert_eq!(
        ran.err,
        "fairdraw: error: r/5.receipt: not valid: the receipt does not lead to the committed root; this says nothing against the draw's other files [opening]\n"
    );
    assert_eq!(ran.status, 1);
}

#[test]
fn receipt_of_another_commit_is_not_valid() {
    let folder = Folder::with_list(10);
    folder.commit(&["--seed-only"]);
    folder.run(&["receipt", "a.commit", "--position", "0", "-o", "r"]).done();
    folder.write("b.commit", folder.text("a.commit") + "note: another\n");
    folder.run(&["receipt", "b.commit", "--check", "r"]).not_valid("other-commit");
}

#[test]
fn receipts_need_the_committed_list_and_its_key() {
    let folder = Folder::with_list(10);
    folder.commit(&["--seed-only", "--private"]);
    let error = folder.run(&["receipt", "a.commit", "--position", "10"]).not_done();
    assert!(error.contains("there is no position 10: the list has 10 entries"), "{error}");
    let error = folder.run(&["receipt", "a.commit", "--entry", "entry 11"]).not_done();
    assert!(error.contains("the list has no entry: entry 11"), "{error}");
    folder.write("b.list", folder.text("a.list").replace("entry 10", "entry 11"));
    let error =
        folder.run(&["receipt", "a.commit", "--position", "1", "--list", "b.list"]).not_done();
    assert!(error.contains("not the one that was committed to"), "{error}");
    folder.change("a.secret", "list-key: ", "note: ");
    folder.run(&["receipt", "a.commit", "--position", "1"]).not_done();
    std::fs::remove_file(folder.at("a.secret")).unwrap();
    let error = folder.run(&["receipt", "a.commit", "--position", "1"]).not_done();
    assert!(error.contains("a.secret"), "{error}");
}

#[cfg(unix)]
#[test]
fn receipts_of_a_private_list_are_their_owners_alone() {
    for private in [true, false] {
        let folder = Folder::with_list(3);
        folder.commit(if private { &["--seed-only", "--private"] } else { &["--seed-only"] });
        let script = "umask 022 && \"$0\" receipt a.commit --position 1 -o r \
            && \"$0\" receipt a.commit --all all";
        let status = std::process::Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_fairdraw")])
            .current_dir(folder.path())
            .status();
        assert!(status.unwrap().success());
        let wanted = if private { 0o600 } else { 0o644 };
        assert_eq!([mode(&folder.at("r")), mode(&folder.at("all/1.receipt"))], [wanted; 2]);
    }
}

#[test]
fn receipt_of_a_rehearsal_says_test() {
    let folder = Folder::with_list(10);
    folder.commit(&["--seed-only", "--rehearsal"]);
    folder.run(&["receipt", "a.commit", "--position", "0", "-o", "r"]).done();
    let check = ["receipt", "a.commit", "--check", "r"];
    folder.run(&check).not_valid("rehearsal");
    let said = folder.run(&[&check[..], &["--rehearsal"]].concat()).done();
    assert!(said.starts_with("VALID, but TEST: this is a rehearsal: position 0 of 10"), "{said}");
}

#[test]
fn summary_says_whose_each_receipt_is_and_commit_says_when_to_make_them() {
    let folder = Folder::with_list(20);
    let said = folder.try_commit(&["--seed-only", "--private"]).done();
    let next = "\nreceipts    fairdraw receipt a.commit --all receipts, before the draw\n";
    assert!(said.contains(next), "{said}");
    let said = folder.run(&["receipt", "a.commit", "--all", "receipts"]).done();
    assert!(said.contains("\n  0.receipt     entry 1\n"), "{said}");
    assert!(said.contains("\n  19.receipt    entry 20\nthen "), "{said}");
    assert_eq!(folder.value("receipts/19.receipt", "entry"), "entry 20");
}
