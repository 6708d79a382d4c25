//! The known answers of `audit/vectors` on seeds, streams, uniform draws, shuffles, trees and outcome files.
//!
//! What the public interface doesn't show is checked inside the crate: the encoding, the material and tickets.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod common {
    pub(crate) mod vectors;
    pub(crate) mod words;
}

use std::num::NonZeroU64;

use common::{
    vectors::{
        accumulated_material, bytes, check_accumulated, check_all, list, number, numbers, same,
        text,
    },
    words::{Counted, Script, ScriptEnded},
};
use fairdraw::{
    Digest, ListKey, Sample, Seed, Stream,
    draw::{Commit, EntryList, Failure, OutcomeFile, merkle},
    shuffle, shuffle_prefix, uniform,
};
use rand_core::Rng as _;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

fn stream(vector: &Value) -> Counted<Stream> {
    Counted::new(Stream::new(&bytes(&vector["material"]), "draw", &[]).unwrap())
}

fn bounds(value: &Value) -> Vec<NonZeroU64> {
    numbers(value).into_iter().map(|bound| NonZeroU64::new(bound).unwrap()).collect()
}

fn sha256_of_words(words: &[u64]) -> String {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    hex::encode(Sha256::digest(bytes))
}

#[test]
fn streams_give_the_words_of_the_reference() {
    check_all("stream", |vector| {
        let material = bytes(&vector["material"]);
        let names: Vec<&str> = list(&vector["names"]).iter().map(text).collect();
        let stream = Stream::new(&material, text(&vector["purpose"]), &names);
        // Hash_DRBG needs entropy and nonce of 384 bits; the material of a draw has more.
        if material.len() < 48 {
            return same("short material is refused", stream.is_err(), true);
        }
        let mut stream = stream.unwrap();
        let words: Vec<u64> = (0..1026).map(|_| stream.next_u64()).collect();
        for (first, expected) in vector["words"].as_object().unwrap() {
            let first: usize = first.parse().unwrap();
            for (word, expected) in words[first..].iter().zip(list(expected)) {
                same("word", format!("{word:016x}").as_str(), text(expected))?;
            }
        }
        let requests = [&words[..512], &words[512..1024]].map(sha256_of_words);
        same("first request", requests[0].as_str(), text(&vector["first_4096_bytes_sha256"]))?;
        same("second request", requests[1].as_str(), text(&vector["second_4096_bytes_sha256"]))
    });
}

#[test]
fn histories_end_as_the_reference_says() {
    check_all("outcome", |vector| {
        let (winners, alternates) = (&vector["winners"], &vector["alternates"]);
        let vacancy = vector["vacancy"].as_str().map(|rule| format!("vacancy: {rule}\n"));
        let commit = format!(
            "fairdraw commit v1\ntitle: A\nentries: 200\nlist: public\nroot: {root}\nmethod: shuffle\n\
             prize: {winners} Car\nalternates: {alternates}\n{vacancy}seed: bob {root}\n\
             created: 2026-11-29T12:00:00Z\npublished: here\n",
            root = "0".repeat(64),
            vacancy = vacancy.unwrap_or_default(),
        );
        let commit = Commit::parse(commit.as_bytes()).unwrap();
        let lines: Vec<&str> = list(&vector["lines"]).iter().map(text).collect();
        let file = format!(
            "fairdraw outcome v1\ncommit: {}\nreveal: {}\n{}\n",
            commit.id(),
            "0".repeat(64),
            lines.join("\n")
        );
        let outcome =
            OutcomeFile::parse(file.as_bytes(), OutcomeFile::size_limit(&commit)).unwrap();
        same("printed", outcome.to_string(), file)?;
        match outcome.check(&commit) {
            Ok(holders) => {
                same("outcome", "valid", text(&vector["expect"]))?;
                let ranks: Vec<_> = holders.prize_places().map(|place| place.rank).collect();
                let expected = list(&vector["holders"]).iter().map(Value::as_u64).collect();
                same("holders", ranks, expected)
            }
            Err(failure) => {
                same("outcome", failure.name(), text(&vector["expect"]))?;
                let Failure::Outcome(fault) = failure else { unreachable!("{failure}") };
                // The first decision stands on the fourth line.
                same("line", fault.line - 3, number(&vector["line"]))
            }
        }
    });
}

#[test]
fn below_gives_the_values_of_the_reference() {
    check_all("below", |vector| {
        let bound = NonZeroU64::new(number(&vector["bound"])).unwrap();
        let mut rng = stream(vector);
        for (value, words) in list(&vector["values"]).iter().zip(list(&vector["words_each"])) {
            let before = rng.read;
            same("value", uniform::below(bound, &mut rng), number(value))?;
            same("words", rng.read - before, number(words))?;
        }
        same("all words", rng.read, number(&vector["words_read"]))
    });
}

#[test]
fn scripted_words_give_the_values_of_the_reference() {
    check_all("runs", |vector| {
        let bounds = bounds(&vector["bounds"]);
        let expected = numbers(&vector["values"]);
        let words = numbers(&vector["words"]);
        let mut out = vec![u64::MAX; bounds.len()];
        let mut rng = Script::new(words.clone());
        same("batch", uniform::try_batch(&bounds, &mut out, &mut rng), Ok(()))?;
        same("values", &out, &expected)?;
        same("words read", rng.read, words.len())?;

        let mut too_short = Script::new(words[..words.len() - 1].to_vec());
        let result = uniform::try_batch(&bounds, &mut out, &mut too_short);
        same("one word less", result, Err(ScriptEnded))?;

        if let [bound] = bounds[..] {
            let mut rng = Script::new(words.clone());
            same("below", uniform::try_below(bound, &mut rng), Ok(expected[0]))?;
            same("words read by below", rng.read, words.len())?;
        }
        Ok(())
    });
}

#[test]
fn samples_and_shuffles_give_the_positions_of_the_reference() {
    check_all("positions", |vector| {
        let (n, k) = (number(&vector["n"]), number(&vector["k"]));
        let words = number(&vector["words_read"]);
        let expected = text(&vector["positions_sha256"]);
        let check = |door: &str, positions: &[u64], read: u64| {
            same(door, positions.len() as u64, k)?;
            same(door, sha256_of_words(positions).as_str(), expected)?;
            if let Some(listed) = vector.get("positions") {
                same(door, positions, &numbers(listed))?;
            }
            same(&format!("words read by {door}"), read, words)
        };

        let mut rng = stream(vector);
        let drawn = Sample::new(n, k).unwrap().draw(&mut rng);
        check("Sample", &drawn, rng.read)?;
        if n > 100_000 {
            return Ok(());
        }
        let mut items: Vec<u64> = (0..n).collect();
        let mut rng = stream(vector);
        let count = usize::try_from(k).unwrap();
        check("shuffle_prefix", shuffle_prefix(&mut items, count, &mut rng), rng.read)?;
        if k == n {
            let mut items: Vec<u64> = (0..n).collect();
            let mut rng = stream(vector);
            shuffle(&mut items, &mut rng);
            check("shuffle", &items, rng.read)?;
        }
        Ok(())
    });
}

#[test]
fn hundred_thousand_shuffles_have_the_digests_of_the_reference() {
    check_accumulated("shuffle", |number| {
        let mut rng = Stream::new(&accumulated_material("shuffle", number), "draw", &[]).unwrap();
        let e = below(64, &mut rng);
        let n = 1 + below(1 << e, &mut rng);
        let k = below(n.min(40) + 1, &mut rng);
        let positions = Sample::new(n, k).unwrap().draw(&mut rng);
        [vec![n, k], positions, vec![rng.next_u64()]].concat()
    });
}

#[test]
fn hundred_thousand_integers_have_the_digests_of_the_reference() {
    let mut rng = Stream::new(&accumulated_material("below", 0), "draw", &[]).unwrap();
    check_accumulated("below", |_| {
        let shift = below(64, &mut rng);
        let bound = (rng.next_u64() >> shift).max(1);
        vec![bound, below(bound, &mut rng)]
    });
}

fn below(bound: u64, rng: &mut Stream) -> u64 {
    uniform::below(NonZeroU64::new(bound).unwrap(), rng)
}

#[test]
fn seeds_have_the_commitments_of_the_reference() {
    check_all("seed", |vector| {
        let seed = Seed::from_bytes(bytes(&vector["seed"]).try_into().unwrap());
        let rehearsal = vector["rehearsal"].as_bool().unwrap();
        let commitment = seed.commitment(text(&vector["name"]), rehearsal).to_string();
        same("commitment", commitment.as_str(), text(&vector["commitment"]))
    });
}

#[test]
fn lists_have_the_roots_and_paths_of_the_reference() {
    check_all("merkle", |vector| {
        let weighted = vector["mode"] == "weighted";
        let key =
            vector.get("list_key").map(|key| ListKey::from_bytes(bytes(key).try_into().unwrap()));
        same("key", key.is_some(), vector["mode"] == "private")?;
        let lines = list(&vector["lines"]).iter().map(text);
        let entries = EntryList::from_lines(lines.clone(), weighted).unwrap();
        same("entries", entries.len(), number(&vector["n"]))?;
        same("tickets", entries.tickets(), vector.get("tickets").map(number))?;
        let file = hex::encode(Sha256::digest(entries.as_str()));
        same("file", file.as_str(), text(&vector["file_sha256"]))?;

        let root = key.as_ref().map_or_else(|| entries.root(), |key| entries.private_root(key));
        same("root", root.to_string().as_str(), text(&vector["root"]))?;
        let tree = entries.tree(key.as_ref());
        same("root of the tree", tree.root(), root)?;
        for expected in list(&vector["paths"]) {
            let position = number(&expected["position"]);
            let line = entries.line(position).unwrap();
            let leaf = match &key {
                Some(key) => {
                    let salt = key.salt(position, line);
                    same("salt", hex::encode(salt).as_str(), text(&expected["salt"]))?;
                    same(
                        "leaf",
                        merkle::salted_leaf(&salt, line),
                        merkle::private_leaf(key, position, line),
                    )?;
                    merkle::private_leaf(key, position, line)
                }
                None => merkle::leaf(line),
            };
            same("leaf", leaf.to_string().as_str(), text(&expected["leaf"]))?;
            let path: Vec<Digest> =
                list(&expected["path"]).iter().map(|hash| text(hash).parse().unwrap()).collect();
            same("path", &tree.path(position), &Some(path.clone()))?;
            let found = merkle::root_from_path(leaf, position, entries.len(), &path);
            same("root of the path", found, Some(root))?;
        }
        Ok(())
    });
}
