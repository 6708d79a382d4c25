//! Several parties who each bring a seed: every subset of them that doesn't open, under each rule.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::collections::BTreeSet;

use fairdraw::{
    Seed,
    draw::{
        BeaconRule, BeaconValue, Commit, DrawKind, EntryList, Evidence, Files, Method,
        MissingSeeds, NamedSeed, OpeningRule, Options, Prize, Raffle, Reveal, Rules, RulesFault,
        SeedCommitment, SeedsFile, Time, Verdict, verify,
    },
};

const NAMES: [&str; 3] = ["ann", "ben", "cat"];
const TEXT: &str = "04-11-17";

fn seed(party: usize) -> Seed {
    Seed::from_bytes([u8::try_from(party).unwrap() + 1; 64])
}

fn list() -> EntryList {
    let lines: Vec<String> = (0..1000).map(|n| format!("entry {n}")).collect();
    EntryList::from_lines(lines.iter().map(String::as_str), false).unwrap()
}

fn rules(missing: MissingSeeds, beacon: bool) -> Rules {
    let public = BeaconRule::Public { shape: "dd-dd-dd".into(), description: "a lottery".into() };
    let commitment = |(party, name): (usize, &&str)| SeedCommitment {
        name: (*name).into(),
        commitment: seed(party).commitment(name, false),
    };
    Rules {
        rehearsal: false,
        title: "Three clubs".into(),
        organiser: None,
        history: None,
        entries: list().len(),
        kind: DrawKind::Raffle(Raffle {
            private: false,
            root: list().root(),
            method: Method::Shuffle,
            prizes: vec![Prize { count: 3, name: "Boat".into() }],
            alternates: 0,
            vacancy: None,
        }),
        seeds: NAMES.iter().enumerate().map(commitment).collect(),
        beacon: beacon.then_some(public),
        opening: Some(OpeningRule { seeds_by: Time::from_unix_seconds(1000).unwrap(), missing }),
        fresh: None,
        created: Time::from_unix_seconds(0).unwrap(),
        published: "here".into(),
        notes: vec![],
    }
}

/// The seeds of the parties whose bit is set.
fn opened(parties: u8) -> Vec<Option<Seed>> {
    (0..3).map(|party| (parties >> party & 1 == 1).then(|| seed(party))).collect()
}

fn value(commit: &Commit) -> Option<BeaconValue> {
    commit.rules().beacon.as_ref().map(|_| BeaconValue::Public(TEXT.into()))
}

fn open(commit: &Commit, parties: u8) -> Result<String, &'static str> {
    Reveal::open(commit, &list(), None, opened(parties), value(commit))
        .map(|reveal| reveal.to_string())
        .map_err(|failure| failure.name())
}

fn check(commit: &Commit, reveals: &[&str], seeds: &[&str]) -> Result<Verdict, &'static str> {
    let files = Files {
        commit: commit.as_str().as_bytes(),
        reveal: reveals[0].as_bytes(),
        other_reveals: reveals[1..].iter().map(|reveal| reveal.as_bytes()).collect(),
        list: Some(list().as_str().into()),
        seeds: seeds.iter().map(|file| file.as_bytes()).collect(),
        ..Files::default()
    };
    verify(files, Options::default()).map_err(|refusal| refusal.failure.name())
}

fn seeds_file(commit: &Commit, party: usize) -> String {
    let seeds = vec![NamedSeed { name: NAMES[party].into(), seed: seed(party) }];
    SeedsFile { commit: commit.id(), seeds, notes: vec![] }.to_string()
}

#[test]
fn under_void_all_parties_must_open() {
    for beacon in [false, true] {
        let commit = Commit::new(&rules(MissingSeeds::Void, beacon)).unwrap();
        let whole = open(&commit, 0b111).unwrap();
        let verdict = check(&commit, &[&whole], &[]).unwrap();
        let said = says(&verdict, "by not publishing, a holder could have made the draw void");
        assert_eq!(said, Some(Evidence::Claimed));
        for parties in 0..0b111 {
            assert_eq!(open(&commit, parties), Err("seed-missing"), "{parties:03b}");
            // A reveal made all the same, with its material right, has no result either.
            let forged = forge(&commit, parties);
            assert_eq!(check(&commit, &[&forged], &[]).err(), Some("seed-missing"));
            assert_eq!(check(&commit, &[&whole, &forged], &[]).err(), Some("seed-missing"));
        }
    }
}

#[test]
fn under_leave_out_each_set_of_parties_gives_one_result() {
    let commit = Commit::new(&rules(MissingSeeds::LeaveOut, true)).unwrap();
    let mut results = BTreeSet::new();
    for parties in 0..=0b111_u8 {
        let reveal = open(&commit, parties).unwrap();
        let verdict = check(&commit, &[&reveal], &[]).unwrap();
        let positions: Vec<_> =
            verdict.reveal().places.iter().map(|place| place.position).collect();
        results.insert(positions);
        assert_eq!(
            forge(&commit, parties).lines().take(7).collect::<Vec<_>>(),
            reveal.lines().take(7).collect::<Vec<_>>()
        );

        let results_to_choose = 1 << (0b111 ^ parties).count_ones();
        let choice = format!("when the text was known among up to {results_to_choose} results");
        let choice = says(&verdict, &choice);
        let could_have = says(&verdict, "could have chosen between two results");
        match parties {
            0b111 => assert_eq!((choice, could_have), (None, Some(Evidence::Claimed))),
            _ => assert_eq!((choice, could_have), (Some(Evidence::Claimed), None)),
        }
        for party in 0..3 {
            // A seeds file of who counts agrees; one of who is called missing shows that there are two results.
            let file = seeds_file(&commit, party);
            let counts = parties >> party & 1 == 1;
            let expected = if counts { None } else { Some("two-results") };
            assert_eq!(
                check(&commit, &[&reveal], &[&file]).err(),
                expected,
                "{parties:03b}, {party}"
            );
        }
        for others in (0..=0b111).filter(|&others| others != parties) {
            let other = open(&commit, others).unwrap();
            assert_eq!(check(&commit, &[&reveal, &other], &[]).err(), Some("two-results"));
        }
    }
    assert_eq!(results.len(), 8, "who withholds chooses among different results");
}

#[test]
fn leave_out_needs_a_beacon() {
    let error = Commit::new(&rules(MissingSeeds::LeaveOut, false)).unwrap_err();
    assert_eq!(error.to_string(), RulesFault::LeaveOutWithoutBeacon.to_string());
}

#[test]
fn a_commitment_copied_under_another_name_cannot_be_opened() {
    let mut copied = rules(MissingSeeds::Void, false);
    // Ben hands in Ann's commitment as his own.
    copied.seeds[1].commitment = copied.seeds[0].commitment;
    let commit = Commit::new(&copied).unwrap();
    let seeds = |ben| vec![Some(seed(0)), Some(seed(ben)), Some(seed(2))];
    for ben in 0..3 {
        let result = Reveal::open(&commit, &list(), None, seeds(ben), None);
        assert_eq!(result.unwrap_err().name(), "seed-commitment");
    }
    // Nor when Ann has opened hers.
    let ann = seeds_file(&commit, 0);
    let ben = ann.replace("seed: ann", "seed: ben");
    let forged = forge_with(&commit, &seeds(0));
    for files in [vec![], vec![ann.as_str()], vec![ben.as_str()], vec![&ann, &ben]] {
        assert_eq!(check(&commit, &[&forged], &files).err(), Some("seed-commitment"));
    }
}

#[test]
fn a_seed_serves_one_party() {
    let mut shared = rules(MissingSeeds::LeaveOut, true);
    shared.seeds[1].commitment = seed(0).commitment("ben", false);
    let commit = Commit::new(&shared).unwrap();
    let seeds = |ben: Option<usize>| vec![Some(seed(0)), ben.map(seed), Some(seed(2))];
    for (ben, expected) in
        [(Some(0), "seed-reused"), (None, "seed-reused"), (Some(1), "seed-commitment")]
    {
        let made = Reveal::open(&commit, &list(), None, seeds(ben), value(&commit));
        assert_eq!(made.unwrap_err().name(), expected, "{ben:?}");
        let forged = forge_with(&commit, &seeds(ben));
        assert_eq!(check(&commit, &[&forged], &[]).err(), Some(expected), "{ben:?}");
    }
}

#[test]
fn seeds_are_due_after_the_commit_that_their_files_name() {
    for (seeds_by, right) in [(-1, false), (0, false), (1, true)] {
        let mut rules = rules(MissingSeeds::Void, false);
        let seeds_by = Time::from_unix_seconds(seeds_by).unwrap();
        rules.opening = rules.opening.map(|opening| OpeningRule { seeds_by, ..opening });
        let made = Commit::new(&rules);
        assert_eq!(made.is_ok(), right, "{seeds_by}");
        if let Err(error) = made {
            assert_eq!(error.to_string(), RulesFault::SeedsByBeforeCommit.to_string());
        }
    }
}

fn says(verdict: &Verdict, part: &str) -> Option<Evidence> {
    verdict.checks().iter().find(|check| check.sentence.contains(part)).map(|check| check.evidence)
}

/// A reveal of these parties with the right material, and no places.
fn forge(commit: &Commit, parties: u8) -> String {
    forge_with(commit, &opened(parties))
}

fn forge_with(commit: &Commit, seeds: &[Option<Seed>]) -> String {
    use sha2::{Digest as _, Sha256};

    let length_prefixed = |part: &[u8]| [&(part.len() as u64).to_be_bytes(), part].concat();
    let beacon = if commit.rules().beacon.is_some() { TEXT } else { "" };
    let mut material = length_prefixed(b"fairdraw/v1/material");
    material.extend(5u64.to_be_bytes());
    material.extend(length_prefixed(commit.id().as_bytes()));
    material.extend(length_prefixed(beacon.as_bytes()));
    let mut text = String::new();
    for (name, seed) in NAMES.iter().zip(seeds) {
        let bytes = seed.as_ref().map_or(&[][..], |seed| seed.expose());
        material.extend(length_prefixed(bytes));
        let shown = if bytes.is_empty() { "missing".to_owned() } else { hex::encode(bytes) };
        text += &["seed: ", name, " ", &shown, "\n"].concat();
    }
    if !beacon.is_empty() {
        text += &["beacon: public ", beacon, "\n"].concat();
    }
    let digest = hex::encode(Sha256::digest(material));
    format!("fairdraw reveal v1\ncommit: {}\nmaterial: {digest}\n{text}", commit.id())
}
