//! Audit samples from commit to verdict: every design, and what a changed population, commit or reveal ends in.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use fairdraw::{
    Seed,
    draw::{
        AmountsRule, Batch, Commit, DrawKind, DrawnItem, EntryList, Fields, Files, Options,
        PopulationList, PopulationRule, Range, Reveal, Rules, Sampling, SeedCommitment, Time,
        Verdict, verify,
    },
    sample::{Allocation, Design, Monetary, Order, Role, Stratum},
};

const FIELDS: Fields = Fields { stratum: true, amount: true };

/// 20 invoices of two strata; their amounts are 40.00, -1.00, 0.00, 1.03, 1.04, ..
fn lines() -> Vec<String> {
    let amount = |number| match number {
        0 => 4000,
        1 => -100,
        2 => 0,
        number => 100 + number,
    };
    let stratum = |number| if number % 4 == 0 { "South" } else { "North" };
    (0..20).map(|n| format!("{}\t{}\tINV-{:03}", stratum(n), amount(n), n + 1)).collect()
}

fn list_of(lines: &[String]) -> EntryList {
    let text = lines.join("\n");
    EntryList::parse_population(text.into(), FIELDS).unwrap()
}

fn list() -> EntryList {
    list_of(&lines())
}

fn seed() -> Seed {
    Seed::from_bytes([0x5a; 64])
}

fn rules(population: PopulationRule, entries: u64, design: Design) -> Rules {
    Rules {
        rehearsal: false,
        title: "Invoices of March".into(),
        organiser: Some("Internal audit".into()),
        history: None,
        entries,
        kind: DrawKind::Sample(Sampling { population, design }),
        seeds: vec![SeedCommitment {
            name: "auditor".into(),
            commitment: seed().commitment("auditor", false),
        }],
        beacon: None,
        opening: None,
        fresh: None,
        created: Time::parse("2026-11-29T12:00:00Z").unwrap(),
        published: "the minutes".into(),
        notes: vec!["purchases only".into()],
    }
}

fn listed(list: &EntryList) -> PopulationRule {
    let total = list.amounts().unwrap().iter().sum();
    PopulationRule::List(PopulationList {
        strata: true,
        amounts: Some(AmountsRule { places: 2, total }),
        root: list.root(),
    })
}

fn ranges() -> PopulationRule {
    let range = |prefix: Option<&str>, first, last, digits| Range {
        prefix: prefix.map(Into::into),
        first,
        last,
        digits,
    };
    PopulationRule::Ranges(vec![range(None, 998, 1002, 4), range(Some("INV-"), 7, 21, 1)])
}

fn manifest() -> PopulationRule {
    let batch = |name: &str, count| Batch { name: name.into(), count };
    PopulationRule::Manifest(vec![batch("Box 1", 12), batch("Box 1-1", 1), batch("Box 2", 7)])
}

fn strata(sizes: [(u64, u64); 2], deviation: Option<u64>) -> Vec<Stratum> {
    let names = ["North", "South"];
    let stratum = |((name, items), (size, spares))| Stratum {
        name: String::from(name),
        items,
        size,
        spares,
        deviation,
    };
    names.into_iter().zip([15, 5]).zip(sizes).map(stratum).collect()
}

/// All designs, of the 20 invoices.
fn designs() -> Vec<Design> {
    let stratified = |allocation, sizes, deviation| Design::Stratified {
        size: 8,
        allocation,
        strata: strata(sizes, deviation),
    };
    vec![
        Design::Simple { size: 5, spares: 2 },
        Design::Simple { size: 20, spares: 0 },
        Design::WithReplacement { size: 25 },
        Design::Systematic { size: 3, starts: 2, order: Order::List },
        Design::Systematic { size: 7, starts: 1, order: Order::Random },
        stratified(Allocation::Explicit, [(3, 1), (5, 0)], None),
        stratified(Allocation::Proportional { minimum: 0 }, [(6, 2), (2, 3)], None),
        // 1,550 and 4,448 cents above 0: with a minimum of 3, the South's five items are all taken.
        stratified(Allocation::Value { minimum: 3 }, [(3, 0), (5, 0)], None),
        stratified(Allocation::Neyman { minimum: 1 }, [(6, 0), (2, 1)], Some(7)),
        Design::Monetary(Monetary::Fixed { size: 4 }),
        Design::Monetary(Monetary::Interval { interval: 250 }),
        Design::Monetary(Monetary::Cell { size: 6 }),
        Design::Monetary(Monetary::RandomOrder { size: 5 }),
        Design::Monetary(Monetary::WithReplacement { size: 9 }),
    ]
}

struct Drawn {
    commit: Commit,
    reveal: Reveal,
    list: Option<String>,
}

fn draw(population: PopulationRule, list: Option<&EntryList>, design: Design) -> Drawn {
    let entries = list.map_or(20, EntryList::len);
    let commit = Commit::new(&rules(population, entries, design)).unwrap();
    let reveal = Reveal::open_sample(&commit, list, vec![Some(seed())], None).unwrap();
    Drawn { commit, reveal, list: list.map(|list| list.as_str().into()) }
}

/// The verdict on these files, or the failure's name.
fn outcome(commit: &str, reveal: &str, list: Option<&str>) -> Result<Verdict, &'static str> {
    let files = Files {
        commit: commit.as_bytes(),
        reveal: reveal.as_bytes(),
        list: list.map(Into::into),
        ..Files::default()
    };
    verify(files, Options::default()).map_err(|refusal| refusal.failure.name())
}

impl Drawn {
    fn verify(&self) -> Verdict {
        let reveal = self.reveal.to_string();
        outcome(self.commit.as_str(), &reveal, self.list.as_deref()).unwrap()
    }
}

#[test]
fn samples_of_every_design_are_valid_and_print_back() {
    let list = list();
    for design in designs() {
        let drawn = draw(listed(&list), Some(&list), design.clone());
        let text = drawn.commit.as_str();
        assert!(text.starts_with("fairdraw commit v1\nneeds: design\ntitle: "), "{text}");
        assert_eq!(Commit::parse(text.as_bytes()).as_ref(), Ok(&drawn.commit));
        let reveal = drawn.reveal.to_string();
        let read = Reveal::parse(reveal.as_bytes(), Reveal::size_limit(&drawn.commit)).unwrap();
        assert_eq!(read.to_string(), reveal);
        let verdict = drawn.verify();
        let items = verdict.reveal().sample.as_ref().unwrap();
        assert!(!items.is_empty() && verdict.reveal().places.is_empty(), "{design:?}");
        for DrawnItem { selected, entry } in items {
            assert_eq!(*entry, format!("INV-{:03}", selected.position + 1));
        }
    }
}

#[test]
fn populations_without_a_file_have_the_labels_of_their_positions() {
    let entries = |population| {
        let drawn = draw(population, None, Design::Simple { size: 18, spares: 2 });
        let verdict = drawn.verify();
        let mut items = verdict.reveal().sample.clone().unwrap();
        assert_eq!(items.iter().filter(|item| item.selected.role == Role::Spare).count(), 2);
        items.sort_by_key(|item| item.selected.position);
        items.into_iter().map(|item| item.entry).collect::<Vec<_>>()
    };
    let numbers = (998..=1002).map(|n| format!("{n:04}"));
    let numbers = numbers.chain((7..=21).map(|n| format!("INV-{n}")));
    assert_eq!(entries(ranges()), numbers.collect::<Vec<_>>());
    let items = (1..=12).map(|n| format!("Box 1-{n}")).chain(["Box 1-1-1".into()]);
    let items = items.chain((1..=7).map(|n| format!("Box 2-{n}")));
    assert_eq!(entries(manifest()), items.collect::<Vec<_>>());
}

#[test]
fn a_billion_documents_need_no_list() {
    let range = Range { prefix: None, first: 1, last: 1_000_000_000, digits: 10 };
    let population = PopulationRule::Ranges(vec![range]);
    let design = Design::Simple { size: 1000, spares: 0 };
    let commit = Commit::new(&rules(population, 1_000_000_000, design)).unwrap();
    let reveal = Reveal::open_sample(&commit, None, vec![Some(seed())], None).unwrap();
    let drawn = Drawn { commit, reveal, list: None };
    let items = drawn.verify().reveal().sample.clone().unwrap();
    assert_eq!(items.len(), 1000);
    for DrawnItem { selected, entry } in items {
        assert_eq!(entry, format!("{:010}", selected.position + 1));
    }
}

#[test]
fn a_changed_population_fails_by_name() {
    let list = list();
    let changed = |change: &dyn Fn(&mut Vec<String>)| {
        let mut lines = lines();
        change(&mut lines);
        let text = lines.join("\n");
        let mut names: Vec<_> = designs()
            .into_iter()
            .map(|design| {
                let drawn = draw(listed(&list), Some(&list), design);
                let reveal = drawn.reveal.to_string();
                outcome(drawn.commit.as_str(), &reveal, Some(&text)).unwrap_err()
            })
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    assert_eq!(changed(&|lines| lines.swap(4, 8)), ["list-root"]);
    let cent = |line: &mut String| *line = line.replace("\t103\t", "\t104\t");
    assert_eq!(changed(&|lines| cent(&mut lines[3])), ["list-amounts"]);
    assert_eq!(changed(&|lines| lines[3].push('x')), ["list-root"]);
    for blank in [" ", "\t", "\u{2028}"] {
        assert_eq!(changed(&|lines| lines[3].push_str(blank)), ["list-line"]);
        assert_eq!(changed(&|lines| lines[3].insert_str(0, blank)), ["list-line"]);
    }
    assert_eq!(changed(&|lines| lines[3] = lines[3].replace("INV-", "INV- ")), ["list-root"]);
    assert_eq!(changed(&|lines| lines[5] = lines[5].replace("105", "0105")), ["list-line"]);
    assert_eq!(changed(&|lines| lines[5] = lines[5].replace("105", "105.0")), ["list-line"]);
    assert_eq!(changed(&|lines| lines[2] = lines[2].replace("\t0", "\t-0")), ["list-line"]);
    assert_eq!(changed(&|lines| lines[4] = lines[3].replace("103", "104")), ["list-duplicate"]);
    assert_eq!(changed(&|lines| drop(lines.pop())), ["list-count"]);
    // Only a stratified design asks for strata; the root sees the change for all others.
    let other = |line: &mut String| *line = line.replace("North", "East");
    assert_eq!(changed(&|lines| other(&mut lines[3])), ["list-root", "list-strata"]);
    let moved = |line: &mut String| *line = line.replace("North", "South");
    assert_eq!(changed(&|lines| moved(&mut lines[3])), ["list-root", "list-strata"]);
    let large = |line: &mut String| *line = line.replace("\t103\t", "\t9223372036854775807\t");
    assert_eq!(changed(&|lines| large(&mut lines[3])), ["list-amounts"]);
}

#[test]
fn each_part_of_an_item_fails_by_its_name() {
    let list = list();
    for design in designs() {
        let drawn = draw(listed(&list), Some(&list), design);
        let end = drawn.reveal.sample.as_ref().unwrap().len() - 1;
        let changed = |change: &dyn Fn(&mut Vec<DrawnItem>)| {
            let reveal = drawn.reveal.to_string();
            let mut read = Reveal::parse(reveal.as_bytes(), 1 << 20).unwrap();
            change(read.sample.as_mut().unwrap());
            let reveal = read.to_string();
            let list = drawn.list.as_deref();
            outcome(drawn.commit.as_str(), &reveal, list).unwrap_err()
        };
        for at in [0, end] {
            assert_eq!(changed(&|items| items[at].selected.rank += 1), "draw-rank");
            assert_eq!(changed(&|items| items[at].selected.stratum += 1), "draw-stratum");
            assert_eq!(changed(&|items| items[at].selected.position += 1), "draw-position");
            assert_eq!(changed(&|items| items[at].selected.unit += 1), "draw-unit");
            assert_eq!(changed(&|items| items[at].entry.push('x')), "draw-line");
            assert_eq!(changed(&|items| drop(items.remove(at))), "draw-count");
            let role = |items: &mut Vec<DrawnItem>| {
                items[at].selected.role = match items[at].selected.role {
                    Role::Sample => Role::Spare,
                    _ => Role::Sample,
                };
            };
            assert_eq!(changed(&role), "draw-role");
        }
    }
}

#[test]
fn sizes_that_do_not_fit_the_population_are_the_designs_fault() {
    let list = list();
    let fails = |design| {
        let commit = Commit::new(&rules(listed(&list), 20, design)).unwrap();
        let reveal = Reveal::open_sample(&commit, Some(&list), vec![Some(seed())], None);
        assert_eq!(reveal.map_err(|failure| failure.name()).unwrap_err(), "design");
    };
    let stratified =
        |allocation, sizes| Design::Stratified { size: 8, allocation, strata: strata(sizes, None) };
    fails(Design::Simple { size: 19, spares: 2 });
    fails(Design::WithReplacement { size: 1 << 32 });
    fails(Design::Systematic { size: 21, starts: 1, order: Order::List });
    fails(stratified(Allocation::Explicit, [(3, 0), (4, 0)]));
    fails(stratified(Allocation::Explicit, [(3, 0), (5, 1)]));
    fails(stratified(Allocation::Proportional { minimum: 0 }, [(5, 0), (3, 0)]));
    fails(Design::Monetary(Monetary::Fixed { size: 19 }));
}

#[test]
fn labels_that_come_twice_and_counts_that_do_not_fit_are_refused() {
    let fails = |population: PopulationRule, entries| {
        let design = Design::Simple { size: 1, spares: 0 };
        let commit = Commit::new(&rules(population, entries, design)).unwrap();
        let reveal = Reveal::open_sample(&commit, None, vec![Some(seed())], None);
        reveal.map_err(|failure| failure.name()).map(|_| ())
    };
    let with = |prefix: Option<&str>, first, last, digits| {
        let PopulationRule::Ranges(mut all) = ranges() else { unreachable!() };
        all.push(Range { prefix: prefix.map(Into::into), first, last, digits });
        PopulationRule::Ranges(all)
    };
    assert_eq!(fails(ranges(), 20), Ok(()));
    assert_eq!(fails(ranges(), 21), Err("list-count"));
    assert_eq!(fails(with(None, 1002, 1002, 4), 21), Err("list-duplicate"));
    assert_eq!(fails(with(None, 1002, 1002, 6), 21), Err("list-duplicate"));
    assert_eq!(fails(with(None, 0, 100_000, 1), 100_021), Err("list-duplicate"));
    assert_eq!(fails(with(Some("INV"), 1002, 1002, 4), 21), Ok(()));
    let huge = 999_999_999_999_999_999;
    assert_eq!(fails(with(Some("X"), 0, huge, 1), 20), Err("list-count"));
    let PopulationRule::Manifest(mut all) = manifest() else { unreachable!() };
    assert_eq!(fails(manifest(), 20), Ok(()));
    all.push(Batch { name: "Box 1".into(), count: 1 });
    assert_eq!(fails(PopulationRule::Manifest(all), 21), Err("list-duplicate"));
}

#[test]
fn the_same_population_in_other_line_ends_is_the_same() {
    let list = list();
    let drawn = draw(listed(&list), Some(&list), Design::Simple { size: 3, spares: 0 });
    let (commit, reveal) = (drawn.commit.as_str(), drawn.reveal.to_string());
    let windows = format!("\u{feff}{}", list.as_str().trim_end().replace('\n', "\r\n"));
    assert!(outcome(commit, &reveal, Some(&windows)).is_ok());
    assert_eq!(outcome(commit, &reveal, None).err(), Some("list-missing"));
}
