//! Audit samples from commit to verdict: every design, and what a changed population, commit or reveal ends in.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use fairdraw::{
    Seed,
    draw::{
        AmountsRule, Batch, Commit, DrawKind, DrawnItem, EntryList, Evidence, Fields, Files, Grade,
        History, HistoryKind, LONGEST_NAME, Options, PopulationList, PopulationRule, Range,
        RangeFault, Replacement, ReplacementCause, Reveal, Rules, Sampling, SeedCommitment, Step,
        Time, Verdict, verify,
    },
    sample::{Addition, Allocation, Design, Monetary, Order, Role, Stratum},
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
fn a_range_is_written_as_its_numbers_are() {
    let new = |first, last, prefix| Range::new(first, last, prefix).map(|range| range.to_string());
    assert_eq!(new("0998", "1002", None), Ok("0998 1002".into()));
    assert_eq!(new("998", "1002", Some("INV-")), Ok("998 1002 INV-".into()));
    assert_eq!(new("", "1", None), Err(RangeFault::First));
    assert_eq!(new("1", "+2", None), Err(RangeFault::Last));
    assert_eq!(new("1", "1234567890123456789", None), Err(RangeFault::Last));
    assert_eq!(new("0998", "999", None), Err(RangeFault::Digits));
    assert_eq!(new("998", "0999", None), Err(RangeFault::Digits));
    assert_eq!(new("998", "997", None), Err(RangeFault::Descending));
    assert_eq!(new("1", "2", Some("A1")), Err(RangeFault::PrefixDigit));
    for prefix in ["", " A", &"p".repeat(LONGEST_NAME + 1)] {
        assert!(matches!(new("1", "2", Some(prefix)), Err(RangeFault::Prefix(_))), "{prefix}");
    }
    let label = |position| ranges().label(position);
    assert_eq!([0, 4].map(label), [Some("0998".into()), Some("1002".into())]);
    assert_eq!([5, 19].map(label), [Some("INV-7".into()), Some("INV-21".into())]);
    assert_eq!(label(20), None);
    assert_eq!(manifest().label(12).as_deref(), Some("Box 1-1-1"));
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

fn time(text: &str) -> Time {
    Time::parse(text).unwrap()
}

/// The verdict on a draw with its extensions and replacements files.
fn verdict_with(
    drawn: &Drawn,
    extensions: &[String],
    replacements: &[String],
) -> Result<Verdict, &'static str> {
    let reveal = drawn.reveal.to_string();
    let files = Files {
        commit: drawn.commit.as_str().as_bytes(),
        reveal: reveal.as_bytes(),
        list: drawn.list.as_deref().map(Into::into),
        extensions: extensions.iter().map(String::as_bytes).collect(),
        replacements: replacements.iter().map(String::as_bytes).collect(),
        ..Files::default()
    };
    verify(files, Options::default()).map_err(|refusal| refusal.failure.name())
}

fn stratified() -> Drawn {
    let list = list();
    let strata = strata([(4, 2), (2, 1)], None);
    let design = Design::Stratified { size: 6, allocation: Allocation::Explicit, strata };
    draw(listed(&list), Some(&list), design)
}

#[test]
fn an_extended_sample_is_the_beginning_of_the_longer_one() {
    let ranks = |items: &[DrawnItem]| {
        let mut items: Vec<_> = items.iter().map(|item| item.selected).collect();
        items.sort_by_key(|selected| (selected.stratum, selected.rank));
        items.into_iter().map(|s| (s.stratum, s.rank, s.position)).collect::<Vec<_>>()
    };
    let drawn = stratified();
    let more = |additions: &[(u64, u64)]| {
        let add = |&(items, stratum)| Addition { items, stratum };
        additions.iter().map(add).collect::<Vec<_>>()
    };
    let when = time("2026-12-01T09:00:00Z");
    let first = drawn.verify().extend(more(&[(3, 1)]), "more doubt".into(), when).unwrap();
    assert_eq!(first.extends, None);
    let one = [first.to_string()];
    let verdict = verdict_with(&drawn, &one, &[]).unwrap();
    let second = verdict.extend(more(&[(6, 1), (2, 2)]), "all of it".into(), when).unwrap();
    assert_eq!(second.extends, Some(first.id()));
    // 4 + 3 of the 15 invoices of the North, 2 of the 5 of the South, to which the first one belongs.
    let chance = |position| verdict.chance(position).map(|chance| (chance.times, chance.of));
    assert_eq!([0, 1, 20].map(chance), [Some((2, 5)), Some((7, 15)), None]);
    let sizes = verdict.sizes().into_iter().map(|s| (s.stratum, s.size, s.items));
    assert_eq!(sizes.collect::<Vec<_>>(), [(1, 7, 15), (2, 2, 5)]);
    // In any order; and all 20 items are drawn then, each of them once.
    let both = [second.to_string(), first.to_string()];
    let verdict = verdict_with(&drawn, &both, &[]).unwrap();
    let all: Vec<DrawnItem> = verdict.items().cloned().collect();
    assert_eq!(verdict.additions(), more(&[(9, 1), (2, 2)]));
    let mut positions: Vec<u64> = all.iter().map(|item| item.selected.position).collect();
    positions.sort_unstable();
    assert_eq!(positions, (0..20).collect::<Vec<_>>());
    let expected = (1..=15).map(|rank| (1, rank)).chain((1..=5).map(|rank| (2, rank)));
    let found: Vec<_> = ranks(&all).into_iter().map(|(stratum, rank, _)| (stratum, rank)).collect();
    assert_eq!(found, expected.collect::<Vec<_>>());

    assert_eq!(verdict_with(&drawn, &both[..1], &[]).err(), Some("other-extension"));
    let none_left = verdict.extend(more(&[(1, 1)]), "one more".into(), when);
    assert_eq!(none_left.map_err(|failure| failure.name()).err(), Some("extension"));
    let no_stratum = verdict.extend(more(&[(1, 3)]), "one more".into(), when);
    assert_eq!(no_stratum.map_err(|failure| failure.name()).err(), Some("extension"));
}

#[test]
fn systematic_and_monetary_samples_can_not_be_extended() {
    let list = list();
    let when = time("2026-12-01T09:00:00Z");
    for design in designs() {
        let extensible =
            matches!(design, Design::Simple { size: 5, .. } | Design::WithReplacement { .. });
        let stratified = matches!(design, Design::Stratified { .. });
        let drawn = draw(listed(&list), Some(&list), design.clone());
        let additions = vec![Addition { items: 1, stratum: u64::from(stratified) }];
        let extension = drawn.verify().extend(additions, "more".into(), when);
        assert_eq!(extension.is_ok(), extensible || stratified, "{design:?}");
        if let Ok(extension) = extension {
            assert!(verdict_with(&drawn, &[extension.to_string()], &[]).is_ok());
        }
    }
}

fn replaced(stratum: u64, rank: u64, spare: u64) -> Replacement {
    let cause = ReplacementCause::OutOfScope;
    let text = "belongs to another company".into();
    Replacement { time: time("2026-12-02T09:00:00Z"), stratum, rank, spare, cause, text }
}

#[test]
fn spares_stand_in_one_after_the_other() {
    let drawn = stratified();
    let refused = |verdict: &Verdict, line| {
        verdict.replace(line).map_err(|failure| failure.name()).map(|_| ()).unwrap_err()
    };
    let verdict = drawn.verify();
    assert_eq!(verdict.register().next_spare(1), Some(5));
    assert_eq!(verdict.register().next_spare(2), Some(3));
    assert_eq!(verdict.register().next_spare(0), None);
    assert_eq!(verdict.register().next_spare(3), None);
    assert_eq!(refused(&verdict, replaced(1, 2, 6)), "replacement-skipped");
    assert_eq!(refused(&verdict, replaced(1, 5, 5)), "replacement-skipped");
    assert_eq!(refused(&verdict, replaced(1, 7, 5)), "replacement-rank");
    assert_eq!(refused(&verdict, replaced(1, 2, 7)), "replacement-rank");
    assert_eq!(refused(&verdict, replaced(0, 2, 5)), "replacement-rank");

    let first = verdict.replace(replaced(1, 2, 5)).unwrap().to_string();
    let verdict = verdict_with(&drawn, &[], std::slice::from_ref(&first)).unwrap();
    assert_eq!(refused(&verdict, replaced(1, 2, 6)), "replacement-repeated");
    assert_eq!(refused(&verdict, replaced(1, 3, 5)), "replacement-repeated");
    let earlier = Replacement { time: time("2026-12-02T08:59:59Z"), ..replaced(1, 3, 6) };
    assert_eq!(refused(&verdict, earlier), "replacement-time");
    // The spare can't be examined either.
    let second = verdict.replace(replaced(1, 5, 6)).unwrap().to_string();
    let verdict = verdict_with(&drawn, &[], &[second.clone(), first.clone()]).unwrap();
    assert_eq!(verdict.replacements().len(), 2);
    assert_eq!(verdict.register().next_spare(1), None);
    let effective = verdict.effective_sample();
    assert_eq!(effective.len(), 6);
    let of = |stratum, rank| {
        let mut items = verdict.items();
        items.find(|item| (item.selected.stratum, item.selected.rank) == (stratum, rank)).unwrap()
    };
    assert_eq!(effective[1].item, of(1, 6));
    assert_eq!(effective[1].in_place_of, Some(of(1, 2)));
    assert_eq!(effective[0].item, of(1, 1));
    assert_eq!(effective[0].in_place_of, None);

    let other = drawn.verify().replace(replaced(1, 3, 5)).unwrap().to_string();
    assert_eq!(verdict_with(&drawn, &[], &[second, other]).err(), Some("two-registers"));
}

#[test]
fn an_item_of_an_extension_is_replaced_by_a_spare_too() {
    let drawn = stratified();
    let when = time("2026-12-01T09:00:00Z");
    let additions = vec![Addition { items: 1, stratum: 2 }];
    let extension = drawn.verify().extend(additions, "more doubt".into(), when).unwrap();
    let extensions = [extension.to_string()];
    let verdict = verdict_with(&drawn, &extensions, &[]).unwrap();
    let register = [verdict.replace(replaced(2, 4, 3)).unwrap().to_string()];
    let verdict = verdict_with(&drawn, &extensions, &register).unwrap();
    let effective = verdict.effective_sample();
    assert_eq!(effective.len(), 7);
    assert_eq!(effective[6].item.selected.rank, 3);
    assert_eq!(effective[6].in_place_of, Some(&extension.items[0]));
    // Without the extension there is no such rank.
    assert_eq!(verdict_with(&drawn, &[], &register).err(), Some("replacement-rank"));
}

/// A further round can't be computed before its own seed is known: with the seed of the round before, it is another draw.
#[test]
fn a_further_round_depends_on_its_own_seed_and_on_the_rounds_before() {
    let list = list();
    let design = || Design::Simple { size: 10, spares: 0 };
    let first = draw(listed(&list), Some(&list), design());
    let follow = |reveal: &Reveal, seed: u8| {
        let seed = || Seed::from_bytes([seed; 64]);
        let kind = HistoryKind::Follows { commit: first.commit.id(), reveal: reveal.id() };
        let commit = Commit::new(&Rules {
            history: Some(History { kind, reason: "a second round".into() }),
            seeds: vec![SeedCommitment {
                name: "auditor".into(),
                commitment: seed().commitment("auditor", false),
            }],
            ..rules(listed(&list), 20, design())
        });
        let commit = commit.unwrap();
        let reveal = Reveal::open_sample(&commit, Some(&list), vec![Some(seed())], None).unwrap();
        (commit, reveal)
    };
    let mut noted = Reveal::parse(first.reveal.to_string().as_bytes(), 1 << 20).unwrap();
    noted.notes.push("read out aloud".into());
    let rounds = [follow(&first.reveal, 0x5a), follow(&first.reveal, 0x5b), follow(&noted, 0x5b)];
    let mut drawn: Vec<_> = rounds.iter().map(|(_, reveal)| &reveal.sample).collect();
    drawn.push(&first.reveal.sample);
    for (index, sample) in drawn.iter().enumerate() {
        assert!(drawn[..index].iter().all(|other| other != sample), "round {index}");
    }
    // The seed of one round opens nothing in another.
    let (commit, _) = &rounds[1];
    let early = Reveal::open_sample(commit, Some(&list), vec![Some(seed())], None);
    assert_eq!(early.map_err(|failure| failure.name()).err(), Some("seed-commitment"));
}

#[test]
fn a_verdict_says_what_a_working_paper_asks_for() {
    let list = list();
    let said = |verdict: &Verdict, step: Step, evidence: Evidence| {
        let checks = verdict.checks().iter();
        let checks = checks.filter(|check| check.step == step && check.evidence == evidence);
        checks.map(|check| check.sentence.clone()).collect::<Vec<_>>().join("\n")
    };
    let drawn = draw(listed(&list), Some(&list), Design::Monetary(Monetary::Fixed { size: 4 }));
    let verdict = drawn.verify();
    let rules = said(&verdict, Step::Rules, Evidence::Proven);
    // 4,000 + 103 + .. + 119 - 100 cents.
    assert!(
        rules.contains("control total of 57.87: 18 amounts above 0 with the sum of 58.87"),
        "{rules}"
    );
    assert!(rules.contains("1 of 0 and 1 below 0 with the sum of -1.00"), "{rules}");
    assert!(
        rules.contains("one item is selected with certainty, 3 hits on the other 1887 units"),
        "{rules}"
    );
    let plan = verdict.plan().unwrap();
    assert_eq!(plan.frame().unwrap().certainty, [0]);
    assert_eq!(plan.chance(3).map(|chance| (chance.times, chance.of)), Some((3 * 103, 1887)));

    let drawn = stratified();
    let when = time("2026-12-01T09:00:00Z");
    let additions = vec![Addition { items: 1, stratum: 2 }];
    let extension = drawn.verify().extend(additions, "more doubt".into(), when).unwrap();
    let extensions = [extension.to_string()];
    let verdict = verdict_with(&drawn, &extensions, &[]).unwrap();
    let register = [verdict.replace(replaced(2, 1, 3)).unwrap().to_string()];
    let verdict = verdict_with(&drawn, &extensions, &register).unwrap();
    let rules = said(&verdict, Step::Rules, Evidence::Proven);
    assert!(rules.contains("North 4/15 and 2 spares, South 2/5 and 1 spare"), "{rules}");
    let proven = said(&verdict, Step::Draw, Evidence::Proven);
    assert!(proven.contains("all 9 items follow from population, design and material"), "{proven}");
    assert!(proven.contains("has 7 items of 20: stratum 1 4/15, stratum 2 3/5; "), "{proven}");
    let adds = format!("extension 1 (id {}) adds 1 item", extension.id());
    assert!(proven.contains(&adds), "{proven}");
    assert!(proven.contains("the effective sample has 7 items"), "{proven}");
    let claimed = said(&verdict, Step::Draw, Evidence::Claimed);
    assert!(claimed.contains("2026-12-01T09:00:00Z, because: more doubt"), "{claimed}");
    assert!(claimed.contains("rank 1 of stratum 2 by 3"), "{claimed}");
    assert!(claimed.contains("out-of-scope: belongs to another company"), "{claimed}");
    let not_proven = said(&verdict, Step::Draw, Evidence::NotProven);
    for sentence in [
        "did not know which items it adds",
        "that no other extension was made",
        "that no other item was replaced",
        "what the grade says of any extension or replacement",
        "added to the replacements file later",
    ] {
        assert!(not_proven.contains(sentence), "{not_proven}");
    }
    assert_eq!(verdict.grade().map(Grade::letter), Some('E'));

    // Nothing was given with these, and still more can have been made.
    let not_proven = said(&drawn.verify(), Step::Draw, Evidence::NotProven);
    assert_eq!(not_proven, "that no other extension was made\nthat no other item was replaced");
    let drawn = draw(
        listed(&list),
        Some(&list),
        Design::Systematic { size: 3, starts: 2, order: Order::List },
    );
    assert_eq!(said(&drawn.verify(), Step::Draw, Evidence::NotProven), "");
    let rules = said(&drawn.verify(), Step::Rules, Evidence::Proven);
    let starts = "3 items of 20 from each of 2 random starts, 6 in all; over all uniform words each item is selected 6/20 times";
    assert!(rules.contains(starts), "{rules}");
    let neyman = Design::Stratified {
        size: 6,
        allocation: Allocation::Neyman { minimum: 0 },
        strata: vec![
            Stratum { name: "North".into(), items: 15, size: 6, spares: 0, deviation: Some(7) },
            Stratum { name: "South".into(), items: 5, size: 0, spares: 0, deviation: Some(0) },
        ],
    };
    let rules =
        said(&draw(listed(&list), Some(&list), neyman).verify(), Step::Rules, Evidence::Proven);
    for sentence in [
        "deviations S, as the commit states them, with a minimum of 0 in each",
        "North 6/15 (S 7), South 0/5 (S 0)",
        "5 items can't be selected, as the sample has none of 1 stratum: South (5)",
    ] {
        assert!(rules.contains(sentence), "{rules}");
    }
}
