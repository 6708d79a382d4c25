//! A whole draw in memory: list, commit, reveal, and the check that anybody can make.

use fairdraw::Seed;
use fairdraw::draw::{
    Commit, DrawKind, EntryList, Files, Method, Options, Prize, Raffle, Reveal, Rules,
    SeedCommitment, Time, verify,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let list = EntryList::from_lines(["Ash", "Birch", "Cedar", "Damson", "Elm"], false)?;
    let seed = Seed::generate()?;
    let commitment = seed.commitment("organiser", false);
    let commit = Commit::new(&Rules {
        rehearsal: false,
        title: "Tree of the year".into(),
        organiser: None,
        history: None,
        entries: list.len(),
        kind: DrawKind::Raffle(Raffle {
            private: false,
            root: list.root(),
            method: Method::Shuffle,
            prizes: vec![Prize { count: 1, name: "A bench beneath it".into() }],
            alternates: 0,
            vacancy: None,
        }),
        seeds: vec![SeedCommitment { name: "organiser".into(), commitment }],
        beacon: None,
        opening: None,
        fresh: None,
        created: Time::parse("2026-11-29T12:00:00Z").ok_or("not a time")?,
        published: "read out to those present".into(),
        notes: vec![],
    })?;
    println!("before the draw, everybody notes the commit id:\n{}\n", commit.id());

    let reveal = Reveal::open(&commit, &list, None, vec![Some(seed)], None)?;
    let published = reveal.to_string();
    println!("after the draw, everybody gets the reveal:\n{published}");

    // What follows is done by somebody else, from the files and the noted id.
    let files = Files {
        commit: commit.as_str().as_bytes(),
        reveal: published.as_bytes(),
        list: Some(list.as_str().into()),
        ..Files::default()
    };
    let verdict = verify(files, Options { expected: Some(commit.id()), ..Options::default() })?;
    for check in verdict.checks() {
        println!("{} {}: {}", check.step.number(), check.evidence, check.sentence);
    }
    Ok(())
}
