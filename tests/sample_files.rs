//! The audit samples of `audit/vectors/sample-files.json`, and those of them that have a fault.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod common {
    pub(crate) mod vectors;
}

use std::collections::BTreeMap;

use common::vectors::{bytes, check_all, file_bytes, list, same, text};
use fairdraw::{
    Seed,
    draw::{
        Commit, EarlierDraw, EntryList, ExtensionFile, Files, Options, ReplacementsFile, Reveal,
        Time, Verdict, verify,
    },
};
use serde_json::Value;

fn slices(files: &[Vec<u8>]) -> Vec<&[u8]> {
    files.iter().map(Vec::as_slice).collect()
}

/// The verdict on the files of `base`, in place of which those of `change` stand, or the failure's name and exit status.
fn outcome(
    base: &Value,
    change: &Value,
    options: &Value,
) -> Result<Box<Verdict>, (&'static str, u64)> {
    let file = |name: &str| change.get(name).unwrap_or(&base[name]);
    let all = |name| list(file(name)).iter().map(file_bytes).collect::<Vec<_>>();
    let [reveals, seeds, receipts, outcomes, extensions, replacements] =
        ["reveals", "seeds", "receipts", "outcomes", "extensions", "replacements"].map(all);
    let given = |file: &Value| Some(file).filter(|file| !file.is_null()).map(file_bytes);
    let earlier = list(file("earlier")).iter();
    let earlier: Vec<_> =
        earlier.map(|draw| (file_bytes(&draw["commit"]), given(&draw["reveal"]))).collect();
    let (reveal, others) = reveals.split_first().unwrap();
    let files = Files {
        commit: &file_bytes(file("commit")),
        reveal,
        other_reveals: slices(others),
        list: given(file("list")),
        seeds: slices(&seeds),
        receipts: slices(&receipts),
        outcomes: slices(&outcomes),
        extensions: slices(&extensions),
        replacements: slices(&replacements),
        earlier: earlier
            .iter()
            .map(|(commit, reveal)| EarlierDraw { commit, reveal: reveal.as_deref() })
            .collect(),
    };
    let options = Options {
        expected: options["expect"].as_str().map(|id| id.parse().unwrap()),
        rehearsal: options["rehearsal"].as_bool().unwrap(),
        existed_by: options["existed_by"].as_str().map(|time| Time::parse(time).unwrap()),
    };
    verify(files, options)
        .map(Box::new)
        .map_err(|refusal| (refusal.failure.name(), 1 + u64::from(refusal.failure.is_undecided())))
}

#[test]
fn samples_end_as_the_reference_says() {
    let mut bases = BTreeMap::new();
    check_all("sample-files", |vector| {
        let files = vector.get("files").map_or_else(
            || bases.get(text(&vector["base"])).cloned().ok_or("no such base".to_owned()),
            |files| Ok(files.clone()),
        )?;
        let change = vector.get("change").unwrap_or(&Value::Null);
        let verdict = outcome(&files, change, &vector["options"]);
        // What is said of a program that can't check signatures.
        let unchecked = vector.get("unchecked").filter(|_| !cfg!(feature = "drand"));
        let said = unchecked.unwrap_or(vector);
        let found = verdict.as_ref().map_or_else(|failure| *failure, |_| ("valid", 0));
        same("outcome", found.0, text(&said["expect"]))?;
        same("exit status", found.1, said["exit"].as_u64().unwrap())?;
        if let Ok(verdict) = verdict {
            if let Some(grade) = vector.get("grade") {
                let letter = verdict.grade().map(|grade| grade.letter().to_string());
                same("grade", letter.as_deref(), grade.as_str())?;
            }
            if vector.get("files").is_some() {
                check_contents(&verdict, vector)?;
            }
        }
        if vector.get("files").is_some() {
            bases.insert(text(&vector["id"]).to_owned(), files);
        }
        Ok(())
    });
    assert!(bases.len() > 50);
}

/// Ids, items, and that every file prints back.
fn check_contents(verdict: &Verdict, vector: &Value) -> Result<(), String> {
    let files = &vector["files"];
    let commit = verdict.commit();
    same("commit", commit.rules().to_string().as_str(), text(&files["commit"]))?;
    same("commit id", commit.id().to_string().as_str(), text(&vector["commit_id"]))?;
    let reveal = verdict.reveal();
    same("reveal", reveal.to_string().as_str(), text(&files["reveals"][0]))?;
    same("reveal id", reveal.id().to_string().as_str(), text(&vector["reveal_id"]))?;
    same("material", reveal.material.to_string().as_str(), text(&vector["material_sha256"]))?;
    let items = reveal.sample.iter().flatten();
    let items: Vec<_> = items.map(|item| item.to_string().replacen("item: ", "", 1)).collect();
    same("items", items.iter().map(String::as_str).collect(), texts(&vector["items"]))?;
    let ids = verdict.extensions().iter().map(|extension| extension.id().to_string());
    let ids: Vec<_> = ids.collect();
    same("extensions", ids.iter().map(String::as_str).collect(), texts(&vector["extension_ids"]))?;
    for file in texts(&files["extensions"]) {
        let read = ExtensionFile::parse(file.as_bytes()).map_err(|error| error.to_string())?;
        same("extension", read.to_string().as_str(), file)?;
    }
    for file in texts(&files["replacements"]) {
        let read = ReplacementsFile::parse(file.as_bytes(), 1 << 30);
        same("replacements", read.unwrap().to_string().as_str(), file)?;
    }
    Ok(())
}

fn texts(all: &Value) -> Vec<&str> {
    list(all).iter().map(text).collect()
}

#[test]
fn samples_drawn_from_the_secrets_are_those_of_the_reference() {
    let mut drawn = 0;
    check_all("sample-files", |vector| {
        let (Some(files), Some(secrets)) = (vector.get("files"), vector.get("secrets")) else {
            return Ok(());
        };
        let commit = Commit::parse(&file_bytes(&files["commit"])).unwrap();
        let file = text(&files["reveals"][0]);
        let stated = Reveal::parse(file.as_bytes(), 1 << 30).unwrap();
        let population = &commit.rules().sampling().unwrap().population;
        let entries = population.list().map(|rule| {
            EntryList::parse_population(file_bytes(&files["list"]), rule.fields()).unwrap()
        });
        let seeds = stated.seeds.iter().map(|seed| {
            let bytes = seed.seed.as_ref().map(|_| bytes(&secrets[&seed.name]));
            bytes.map(|bytes| Seed::from_bytes(bytes.try_into().unwrap()))
        });
        let made =
            Reveal::open_sample(&commit, entries.as_ref(), seeds.collect(), stated.beacon).unwrap();
        let without_notes = file.lines().filter(|line| !line.starts_with("note: "));
        let without_notes: String = without_notes.flat_map(|line| [line, "\n"]).collect();
        drawn += 1;
        same("reveal", made.to_string(), without_notes)
    });
    assert!(drawn > 50);
}
