//! The whole draws of `audit/vectors/files.json`, and those of `tampered.json`, which have one fault each.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod common {
    pub(crate) mod vectors;
}

use std::collections::BTreeMap;

use common::vectors::{bytes, check_all, file_bytes, list, numbers, same, text};
use fairdraw::{
    ListKey, Seed,
    draw::{
        BeaconRule, Commit, EarlierDraw, EntryList, Evidence, Files, Options, OutcomeFile, Raffle,
        Receipt, Refusal, Reveal, SeedsFile, Time, Verdict, verify,
    },
};
use serde_json::{Value, json};

/// The files of a vector, as bytes.
struct Given {
    commit: Vec<u8>,
    list: Option<Vec<u8>>,
    reveals: Vec<Vec<u8>>,
    seeds: Vec<Vec<u8>>,
    receipts: Vec<Vec<u8>>,
    outcomes: Vec<Vec<u8>>,
    /// Commit and reveal of each.
    earlier: Vec<(Vec<u8>, Option<Vec<u8>>)>,
}

impl Given {
    /// The files of `base`, in place of which those of `change` stand.
    fn new(base: &Value, change: &Value) -> Self {
        let file = |name: &str| change.get(name).unwrap_or(&base[name]);
        let files = |name| list(file(name)).iter().map(file_bytes).collect();
        // Not all vectors have these.
        let any = |name| file(name).as_array().map_or(&[][..], Vec::as_slice);
        let given = |file: &Value| Some(file).filter(|file| !file.is_null()).map(file_bytes);
        Self {
            commit: file_bytes(file("commit")),
            list: given(file("list")),
            reveals: files("reveals"),
            seeds: files("seeds"),
            // Those of the base are left away: they belong to it.
            receipts: change
                .get("receipts")
                .map_or(&[][..], |all| list(all))
                .iter()
                .map(file_bytes)
                .collect(),
            outcomes: any("outcomes").iter().map(file_bytes).collect(),
            earlier: any("earlier")
                .iter()
                .map(|draw| (file_bytes(&draw["commit"]), given(&draw["reveal"])))
                .collect(),
        }
    }

    fn verify(&self, options: &Value) -> Result<Verdict, Refusal> {
        let options = Options {
            expected: options["expect"].as_str().map(|id| id.parse().unwrap()),
            rehearsal: options["rehearsal"].as_bool().unwrap(),
            existed_by: options["existed_by"].as_str().map(|time| Time::parse(time).unwrap()),
        };
        let (reveal, others) = self.reveals.split_first().unwrap();
        let files = Files {
            commit: &self.commit,
            reveal,
            other_reveals: others.iter().map(Vec::as_slice).collect(),
            list: self.list.clone(),
            seeds: self.seeds.iter().map(Vec::as_slice).collect(),
            receipts: self.receipts.iter().map(Vec::as_slice).collect(),
            outcomes: self.outcomes.iter().map(Vec::as_slice).collect(),
            earlier: self
                .earlier
                .iter()
                .map(|(commit, reveal)| EarlierDraw { commit, reveal: reveal.as_deref() })
                .collect(),
            ..Files::default()
        };
        verify(files, options)
    }
}

#[test]
fn whole_draws_end_as_the_reference_says() {
    check_all("files", |vector| check_outcome(&Given::new(&vector["files"], &Value::Null), vector));
}

fn check_outcome(given: &Given, vector: &Value) -> Result<(), String> {
    let verdict = given.verify(&vector["options"]);
    // The name that the reference gives to the outcome, and the tool's exit status.
    let (name, exit) = match &verdict {
        Ok(_) => ("valid", 0),
        Err(refusal) => (refusal.failure.name(), 1 + u8::from(refusal.failure.is_undecided())),
    };
    let (expected, expected_exit) = expected(vector);
    same("outcome", name, expected)?;
    same("exit status", Some(exit.into()), expected_exit)?;
    verdict.map_or(Ok(()), |verdict| check_verdict(&verdict, vector))
}

/// Compares grade and holders, where the vector states them.
fn check_verdict(verdict: &Verdict, vector: &Value) -> Result<(), String> {
    // Without its signature checked a draw by drand has no grade in the vectors.
    if let Some(grade) = vector.get("grade").filter(|_| text(&vector["expect"]) == "valid") {
        let letter = verdict.grade().map(|grade| grade.letter().to_string());
        same("grade", letter.as_deref(), grade.as_str())?;
    }
    if let Some(holders) = vector.get("holders").filter(|holders| !holders.is_null()) {
        let found: Vec<_> = verdict.outcome().prize_places().collect();
        let ranks = found.iter().map(|place| place.rank).collect();
        same("holders", ranks, list(holders).iter().map(Value::as_u64).collect::<Vec<_>>())?;
        let mut accepted: Vec<u64> =
            found.iter().filter(|place| place.accepted).filter_map(|place| place.rank).collect();
        accepted.sort_unstable();
        same("accepted", accepted, numbers(&vector["accepted"]))?;
    }
    Ok(())
}

/// Name and exit status, for a program that checks drand signatures or for one that doesn't.
fn expected(vector: &Value) -> (&str, Option<u64>) {
    let unchecked = vector.get("unchecked").filter(|_| !cfg!(feature = "drand"));
    let said = unchecked.unwrap_or(vector);
    (text(&said["expect"]), said["exit"].as_u64())
}

#[test]
fn files_print_back_byte_for_byte() {
    check_all("files", |vector| {
        let files = &vector["files"];
        let commit = commit(vector);
        same("commit", commit.as_str(), text(&files["commit"]))?;
        same("rules", commit.rules().to_string().as_str(), text(&files["commit"]))?;
        same("commit id", commit.id().to_string().as_str(), text(&vector["commit_id"]))?;
        let made = Commit::new(commit.rules()).map_err(|error| error.to_string())?;
        same("commit made again", &made, &commit)?;

        for file in list(&files["reveals"]) {
            let reveal = Reveal::parse(text(file).as_bytes(), Reveal::size_limit(&commit))
                .map_err(|error| error.to_string())?;
            same("reveal", reveal.to_string().as_str(), text(file))?;
            same("reveal id", reveal.id().to_string().as_str(), text(&vector["reveal_id"]))?;
            same(
                "material",
                reveal.material.to_string().as_str(),
                text(&vector["material_sha256"]),
            )?;
            let positions: Vec<u64> = reveal.places.iter().map(|place| place.position).collect();
            same("positions", positions, numbers(&vector["positions"]))?;
        }
        for file in list(&files["seeds"]) {
            let seeds =
                SeedsFile::parse(text(file).as_bytes()).map_err(|error| error.to_string())?;
            same("seeds file", seeds.to_string().as_str(), text(file))?;
        }
        for file in list(&files["receipts"]) {
            let receipt =
                Receipt::parse(text(file).as_bytes()).map_err(|error| error.to_string())?;
            same("receipt", receipt.to_string().as_str(), text(file))?;
            receipt.check(&commit).map_err(|failure| failure.to_string())?;
        }
        for file in files.get("outcomes").map_or(&[][..], |files| list(files)) {
            let limit = OutcomeFile::size_limit(&commit);
            let outcome = OutcomeFile::parse(text(file).as_bytes(), limit)
                .map_err(|error| error.to_string())?;
            same("outcome file", outcome.to_string().as_str(), text(file))?;
        }
        Ok(())
    });
}

#[test]
fn reveals_made_from_the_secrets_are_those_of_the_reference() {
    check_all("files", |vector| {
        let commit = commit(vector);
        let secrets = &vector["secrets"];
        let key = secrets["list_key"].as_str().map(|_| bytes(&secrets["list_key"]));
        let key = key.map(|key| ListKey::from_bytes(key.try_into().unwrap()));
        let lines = secrets["list"].as_str().or(vector["files"]["list"].as_str()).unwrap();
        let weighted = commit.rules().raffle().is_some_and(Raffle::is_weighted);
        let entries = EntryList::parse(lines.into(), weighted).unwrap();
        let root = key.as_ref().map_or_else(|| entries.root(), |key| entries.private_root(key));
        same("root", root.to_string().as_str(), text(&vector["root"]))?;

        let file = text(&vector["files"]["reveals"][0]);
        let published = Reveal::parse(file.as_bytes(), Reveal::size_limit(&commit)).unwrap();
        let seeds = published.seeds.iter().map(|published| {
            let secret = &secrets["seeds"][&published.name];
            published.seed.as_ref().map(|_| Seed::from_bytes(bytes(secret).try_into().unwrap()))
        });
        let made = Reveal::open(&commit, &entries, key.as_ref(), seeds.collect(), published.beacon);
        match (made, expected(vector).0) {
            (Ok(made), "valid" | "signature-unchecked") => {
                same("reveal", made.to_string().as_str(), file)?;
                same("reveal id", made.id().to_string().as_str(), text(&vector["reveal_id"]))
            }
            (Ok(_), expected) => Err(format!("made, expected {expected}")),
            (Err(failure), expected) => same("outcome", failure.name(), expected),
        }
    });
}

#[test]
fn receipts_made_from_the_secrets_are_those_of_the_reference() {
    let mut receipts = 0;
    check_all("files", |vector| {
        let commit = commit(vector);
        let secrets = &vector["secrets"];
        let key = secrets["list_key"].as_str().map(|_| bytes(&secrets["list_key"]));
        let key = key.map(|key| ListKey::from_bytes(key.try_into().unwrap()));
        let lines = secrets["list"].as_str().or(vector["files"]["list"].as_str()).unwrap();
        let weighted = commit.rules().raffle().is_some_and(Raffle::is_weighted);
        let entries = EntryList::parse(lines.into(), weighted).unwrap();
        for file in list(&vector["files"]["receipts"]) {
            let position = Receipt::parse(text(file).as_bytes()).unwrap().position;
            let tree = entries.tree(key.as_ref());
            let made = Receipt::new(&commit, &entries, key.as_ref(), &tree, position).unwrap();
            same("receipt", made.to_string().as_str(), text(file))?;
            receipts += 1;
        }
        Ok(())
    });
    assert!(receipts > 0);
}

fn commit(vector: &Value) -> Commit {
    Commit::parse(text(&vector["files"]["commit"]).as_bytes()).unwrap()
}

#[test]
fn every_fault_ends_as_the_reference_says() {
    check_faults("tampered");
}

#[test]
fn large_reveals_end_as_the_reference_says() {
    check_faults("sizes");
}

#[test]
fn equal_entries_of_a_private_list_are_named_by_their_positions() {
    let prefix = "private/equal-entries-";
    let mut said = BTreeMap::new();
    check_all("tampered", |vector| {
        if let Some(name) = text(&vector["id"]).strip_prefix(prefix) {
            let given =
                Given::new(&serde_json::json!({"list": null, "seeds": []}), &vector["change"]);
            let verdict = given.verify(&vector["options"]);
            said.insert(name.to_owned(), verdict.map(|_| ()).map_err(|no| no.to_string()));
        }
        Ok(())
    });
    for (name, [first, second]) in [
        ("one-drawn-and-other-receipt", [1, 0]),
        ("two-receipts", [0, 2]),
        ("two-receipts-with-one-between", [2, 0]),
        ("of-two-reveals-one-wrong", [1, 0]),
    ] {
        let message = "step 3 (list): the private list has the same entry at positions";
        assert_eq!(said[name], Err(format!("{message} {first} and {second}")), "{name}");
    }
    assert_eq!(said["one-receipt-twice"], Ok(()));
}

fn check_faults(vectors: &str) {
    let file = std::fs::read_to_string("audit/vectors/files.json").unwrap();
    let file: Value = serde_json::from_str(&file).unwrap();
    let bases: BTreeMap<&str, &Value> = list(&file["vectors"])
        .iter()
        .map(|vector| (text(&vector["id"]), &vector["files"]))
        .collect();
    check_all(vectors, |vector| {
        let mut base = bases[text(&vector["base"])].clone();
        base["receipts"] = Value::Array(Vec::new());
        check_outcome(&Given::new(&base, &vector["change"]), vector)
    });
}

#[test]
fn a_commit_that_existed_before_the_round_was_made_before_it() {
    let file = std::fs::read_to_string("audit/vectors/files.json").unwrap();
    let file: Value = serde_json::from_str(&file).unwrap();
    let drand = list(&file["vectors"]).iter().find(|vector| vector["id"] == "drand-quicknet");
    let given = Given::new(&drand.unwrap()["files"], &Value::Null);
    let Some(BeaconRule::Drand { chain, round }) = commit(drand.unwrap()).rules().beacon else {
        unreachable!("the draw is by drand")
    };
    let due = chain.seconds_of(round);
    for (existed_by, word) in [
        (None, Evidence::Claimed),
        (Some(due - 1), Evidence::Proven),
        (Some(due), Evidence::Claimed),
        (Some(due + 1), Evidence::Claimed),
    ] {
        let existed_by = existed_by.map(|time| Time::from_unix_seconds(time).unwrap().to_string());
        let options = json!({"expect": null, "rehearsal": false, "existed_by": existed_by});
        // Whether its signature is checked or not.
        let checks = match given.verify(&options) {
            Ok(verdict) => verdict.checks().to_vec(),
            Err(refusal) => refusal.checks,
        };
        let made = checks.iter().find(|check| check.sentence.starts_with("the commit was made"));
        assert_eq!(made.map(|check| check.evidence), Some(word), "{existed_by:?}");
    }
}

#[test]
fn randomness_that_an_earlier_draw_had_may_have_been_known() {
    let file = std::fs::read_to_string("audit/vectors/files.json").unwrap();
    let file: Value = serde_json::from_str(&file).unwrap();
    let text_known = ["NOT PROVEN public text draw 2", "NOT PROVEN public text draw 1"];
    let round_known = ["NOT PROVEN round draw 1"];
    let before = "2023-03-01T00:00:00Z"; // before every round here
    for (id, existed_by, wanted) in [
        ("follows-with-same-text", None, &text_known[..]),
        ("follows-with-same-text-without-reveals", None, &[]),
        ("follows-with-other-text", None, &[]),
        ("follows-with-a-seed-after-a-text", None, &[]),
        ("follows-with-round-after-a-text", None, &[]),
        ("follows-with-same-round", None, &round_known),
        ("follows-with-same-round", Some(before), &[]),
        ("follows-with-earlier-round", None, &round_known),
        ("follows-with-earlier-round-of-other-chain", None, &round_known),
        ("follows-with-later-round", None, &[]),
    ] {
        let vector = list(&file["vectors"]).iter().find(|vector| vector["id"] == id).unwrap();
        let given = Given::new(&vector["files"], &Value::Null);
        let options = json!({"expect": null, "rehearsal": false, "existed_by": existed_by});
        let checks = match given.verify(&options) {
            Ok(verdict) => verdict.checks().to_vec(),
            Err(refusal) => refusal.checks,
        };
        let said = checks.iter().filter_map(|check| {
            let about = check.sentence.strip_prefix("that nobody knew the ")?;
            let (what, draw) = about.split_once(" when the commit was made: the reveal of ")?;
            let (draw, _) = draw.split_once(" (")?;
            Some(format!("{} {what} {draw}", check.evidence))
        });
        assert_eq!(said.collect::<Vec<_>>(), wanted, "{id}");
    }
}

#[test]
fn a_commit_did_not_exist_before_the_round_that_it_quotes() {
    let file = std::fs::read_to_string("audit/vectors/files.json").unwrap();
    let file: Value = serde_json::from_str(&file).unwrap();
    let fresh = list(&file["vectors"]).iter().find(|vector| vector["id"] == "fresh-and-drand");
    let given = Given::new(&fresh.unwrap()["files"], &Value::Null);
    for (existed_by, existed, made) in [
        ("2023-08-23T15:15:32Z", Evidence::NotProven, Evidence::Claimed),
        ("2023-08-23T15:15:33Z", Evidence::Proven, Evidence::Proven), // when round 123 was due
    ] {
        let options = json!({"expect": null, "rehearsal": false, "existed_by": existed_by});
        let checks = match given.verify(&options) {
            Ok(verdict) => verdict.checks().to_vec(),
            Err(refusal) => refusal.checks,
        };
        let evidence = |part: &str| {
            checks.iter().find(|check| check.sentence.contains(part)).map(|check| check.evidence)
        };
        assert_eq!(evidence("the commit file existed by"), Some(existed), "{existed_by}");
        assert_eq!(evidence("the commit was made"), Some(made), "{existed_by}");
    }
}

#[test]
fn a_proven_time_counts_for_a_text_only_if_it_was_not_known_yet() {
    let file = std::fs::read_to_string("audit/vectors/files.json").unwrap();
    let file: Value = serde_json::from_str(&file).unwrap();
    for (id, existed_by, expected) in [
        ("public-text", None, false),
        ("public-text", Some("2026-12-01T12:00:00Z"), true),
        ("drand-quicknet", Some("2026-12-01T12:00:00Z"), false),
        ("seed-only", Some("2026-12-01T12:00:00Z"), false),
    ] {
        let vector = list(&file["vectors"]).iter().find(|vector| vector["id"] == id);
        let given = Given::new(&vector.unwrap()["files"], &Value::Null);
        let options = json!({"expect": null, "rehearsal": false, "existed_by": existed_by});
        let checks = match given.verify(&options) {
            Ok(verdict) => verdict.checks().to_vec(),
            Err(refusal) => refusal.checks,
        };
        let start = "that the public text was not known yet by 2026-12-01T12:00:00Z";
        let said = checks.iter().find(|check| check.sentence.starts_with(start));
        let evidence = said.map(|check| check.evidence);
        assert_eq!(evidence, expected.then_some(Evidence::NotProven), "{id} {existed_by:?}");
    }
}

#[test]
fn sources_are_named_as_the_commit_names_them() {
    let file = std::fs::read_to_string("audit/vectors/files.json").unwrap();
    let file: Value = serde_json::from_str(&file).unwrap();
    let options = json!({"expect": null, "rehearsal": false, "existed_by": null});
    let lottery = "Saturday lottery of 5 December 2026, six numbers in rising order";
    for (id, part) in [
        ("seed-only", "the seed opens its commitment: organiser".to_string()),
        ("two-seeds", "the seeds open their commitments: organiser, bob".to_string()),
        ("two-seeds", "who could choose the result: organiser, bob".to_string()),
        (
            "public-text",
            format!("choose among commits; the source, as the commit names it: {lottery}"),
        ),
        ("public-text-seed", format!("whether to; the source, as the commit names it: {lottery}")),
    ] {
        let vector = list(&file["vectors"]).iter().find(|vector| vector["id"] == id);
        let verdict = Given::new(&vector.unwrap()["files"], &Value::Null).verify(&options).unwrap();
        assert!(
            verdict.checks().iter().any(|check| check.sentence.ends_with(&part)),
            "{id}: {:?}",
            verdict.checks()
        );
    }
}

#[test]
fn a_text_gives_every_result_only_if_every_digit_is_equally_likely() {
    let file = std::fs::read_to_string("audit/vectors/files.json").unwrap();
    let file: Value = serde_json::from_str(&file).unwrap();
    let options = json!({"expect": null, "rehearsal": false, "existed_by": null});
    // log2(12 * 11 * 10) is 10.366, rounded down; 12 digits have 12 * 3.322 = 39.864, rounded up.
    for (id, starts, whole) in [
        (
            "public-text",
            "39.87",
            "if each digit is equally likely to be 0 to 9, whatever the others are, every result",
        ),
        ("public-text-three-seeds-all-missing", "39.87", "if each digit is equally likely"),
        ("public-text-seed", "440.00", "if they are random, every result can be expected"),
        ("public-text-no-digit", "0.00", "this does not show that every result is possible"),
    ] {
        let vector = list(&file["vectors"]).iter().find(|vector| vector["id"] == id);
        let verdict = Given::new(&vector.unwrap()["files"], &Value::Null).verify(&options).unwrap();
        let said = format!(
            "sources of this kind have at most 2^{starts} starts for 2^10.36 results; {whole}"
        );
        assert!(
            verdict.checks().iter().any(|check| check.sentence.starts_with(&said)),
            "{id}: {:?}",
            verdict.checks()
        );
    }
}

#[test]
fn a_version_is_a_number_of_any_size() {
    for (version, expected) in [
        ("v2", "later-version"),
        ("v9223372036854775807", "later-version"),
        ("v9223372036854775808", "later-version"),
        ("v18446744073709551616", "later-version"),
        ("v0", "grammar"),
        ("v01", "grammar"),
        ("v", "grammar"),
        ("2", "grammar"),
    ] {
        let file = format!("fairdraw commit {version}\n");
        let error = Commit::parse(file.as_bytes()).unwrap_err();
        assert_eq!(error.fault.name(), expected, "{version}");
    }
}

#[test]
fn the_first_fault_of_a_file_decides() {
    let file = std::fs::read_to_string("audit/vectors/files.json").unwrap();
    let file: Value = serde_json::from_str(&file).unwrap();
    let weighted = list(&file["vectors"]).iter().find(|vector| vector["id"] == "weighted-once");
    let commit = text(&weighted.unwrap()["files"]["commit"]);
    let fault = |commit: &str| Commit::parse(commit.as_bytes()).unwrap_err().fault.name();
    let unknown_method = commit.replace("method: tickets", "method: urn");
    assert_eq!(fault(&unknown_method), "later-version");
    assert_eq!(fault(&unknown_method.replace("tickets: ", "tickets: 0")), "grammar");
}
