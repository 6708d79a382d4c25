//! Laws that hold for all inputs, on inputs made from a fixed seed.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod common {
    pub(crate) mod words;
}

use common::words::{Counted, Script, ScriptEnded};
use fairdraw::{
    Digest, ListKey, Sample, Seed, Stream,
    draw::{
        AmountsRule, Batch, BeaconRule, CHAINS, Commit, CommitError, DrawKind, EntryList, Files,
        Fresh, History, HistoryKind, LONGEST_LINE, Method, MissingSeeds, NamedSeed, OpeningRule,
        Options, PopulationList, PopulationRule, Prize, Raffle, Range, Receipt, Reveal, Rules,
        Sampling, SeedCommitment, SeedsFile, Time, Vacancy, Wins, check_line, verify,
    },
    sample::{Allocation, Design, Monetary, Order, Stratum},
    shuffle, shuffle_prefix, try_shuffle, try_shuffle_prefix,
};
use proptest::{
    collection::{btree_set, vec},
    option,
    prelude::*,
    test_runner::RngSeed,
};

/// The same cases every time.
fn cases(count: u32) -> ProptestConfig {
    ProptestConfig {
        cases: count,
        rng_seed: RngSeed::Fixed(0x6661_6972_6472_6177),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn stream(name: u64) -> Counted<Stream> {
    Counted::new(Stream::new(&[7; 64], "laws", &[&name.to_string()]).unwrap())
}

fn order(n: u64, name: u64) -> (Vec<u64>, u64) {
    let mut items: Vec<u64> = (0..n).collect();
    let mut rng = stream(name);
    shuffle(&mut items, &mut rng);
    (items, rng.read)
}

/// The three doors give the first `count` places of `whole`, and read no more words than the whole did.
fn check_prefix(whole: &[u64], words: u64, name: u64, count: usize) {
    let n = whole.len() as u64;
    let mut items: Vec<u64> = (0..n).collect();
    let mut rng = stream(name);
    assert_eq!(shuffle_prefix(&mut items, count, &mut rng), &whole[..count], "{count} of {n}");
    assert!(rng.read <= words);
    items.sort_unstable();
    assert!(items.into_iter().eq(0..n), "{count} of {n}");

    let mut sample_rng = stream(name);
    let sample = Sample::new(n, count as u64).unwrap().draw(&mut sample_rng);
    assert_eq!(sample, &whole[..count], "{count} of {n}");
    assert_eq!(sample_rng.read, rng.read, "{count} of {n}");
}

#[test]
fn longer_draw_begins_with_the_shorter_one() {
    for n in 0..=130 {
        let (whole, words) = order(n, n);
        for count in 0..=whole.len() {
            check_prefix(&whole, words, n, count);
        }
    }
    // Around the lengths of the buffers that the library draws ahead into.
    for n in [81, 82, 83, 128, 400, 1023, 1024, 1025, 2100] {
        let (whole, words) = order(n, n);
        for count in (0..=whole.len()).filter(|k| k % 97 < 3 || k + 3 > whole.len()) {
            check_prefix(&whole, words, n, count);
        }
    }
}

#[test]
fn more_than_all_is_all() {
    for more in [0, 1, 2, usize::MAX - 9] {
        let mut items: Vec<u64> = (0..9).collect();
        assert_eq!(shuffle_prefix(&mut items, 9 + more, &mut stream(9)), order(9, 9).0);
    }
}

#[test]
fn failing_source_leaves_all_items() {
    for n in 0..=200 {
        let sorted: Vec<String> = (0..n).map(|i| format!("item {i:03}")).collect();
        let mut source = stream(n);
        let words: Vec<u64> = (0..200).map(|_| source.next_u64()).collect();
        let whole = order(n, n).1;
        for length in 0..=200 {
            let mut items = sorted.clone();
            let mut rng = Script::new(words[..length].to_vec());
            let result = try_shuffle(&mut items, &mut rng);
            let expected = if length as u64 >= whole { Ok(()) } else { Err(ScriptEnded) };
            assert_eq!(result, expected, "{length} words for {n} items");
            items.sort_unstable();
            assert_eq!(items, sorted, "{length} words for {n} items");
            if result.is_ok() {
                break;
            }
        }
    }
}

#[test]
fn failing_source_leaves_all_items_of_long_slices_and_prefixes() {
    let n = 3000;
    let mut source = stream(n);
    let words: Vec<u64> = (0..600).map(|_| source.next_u64()).collect();
    for count in [1, 50, 83, 1025, 3000] {
        let mut passed = false;
        for length in 0..=words.len() {
            let mut items: Vec<Box<u64>> = (0..n).map(Box::new).collect();
            let mut rng = Script::new(words[..length].to_vec());
            passed = try_shuffle_prefix(&mut items, count, &mut rng).is_ok();
            items.sort_unstable();
            assert!(items.into_iter().map(|item| *item).eq(0..n), "{length} words for {count}");

            let mut rng = Script::new(words[..length].to_vec());
            let sample = Sample::new(n, count as u64).unwrap().try_draw(&mut rng);
            assert_eq!(sample.is_ok(), passed, "{length} words for {count}");
            if passed {
                break;
            }
        }
        assert!(passed, "{count}");
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn shuffle_is_a_permutation(items in vec(any::<u16>(), 0..400), name: u64) {
        let mut shuffled = items.clone();
        shuffle(&mut shuffled, &mut stream(name));
        let mut expected = items;
        expected.sort_unstable();
        shuffled.sort_unstable();
        prop_assert_eq!(shuffled, expected);
    }

    #[test]
    fn any_prefix_is_the_shuffles(n in 0u64..6000, part in 0.0..=1.0, name: u64) {
        let (whole, words) = order(n, name);
        let count = usize::try_from(n).unwrap();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss,
            reason = "any number of 0..=n will do")]
        let count = ((count as f64 * part) as usize).min(count);
        check_prefix(&whole, words, name, count);
    }

    #[test]
    fn samples_of_any_population_are_distinct_and_nested(
        n in prop_oneof![1u64..300, 1u64..=1 << 63, (0u32..=63).prop_map(|power| 1 << power)],
        k in 0u64..300,
        name: u64,
    ) {
        let k = k.min(n);
        let positions = Sample::new(n, k).unwrap().draw(&mut stream(name));
        prop_assert_eq!(positions.len() as u64, k);
        prop_assert!(positions.iter().all(|&position| position < n));
        let shorter = Sample::new(n, k / 2).unwrap().draw(&mut stream(name));
        prop_assert_eq!(&shorter, &positions[..shorter.len()]);
        let mut distinct = positions;
        distinct.sort_unstable();
        distinct.dedup();
        prop_assert_eq!(distinct.len() as u64, k);
    }
}

/// Texts under the rule for lines, of up to `most` characters and `limit` bytes, from all of Unicode.
fn line(most: usize, limit: usize) -> impl Strategy<Value = String> {
    let character = prop_oneof![
        4 => prop::char::range(' ', '~'),
        1 => prop::sample::select(vec!['é', '\u{301}', '東', '🎟', ':', '\u{a0}', '\u{2003}', '\u{10FFFF}']),
        1 => any::<char>(),
    ];
    vec(character, 1..=most)
        .prop_map(|characters| characters.into_iter().collect::<String>())
        .prop_filter("not a line", move |text| check_line(text, limit).is_ok())
}

fn digest() -> impl Strategy<Value = Digest> {
    any::<[u8; 32]>().prop_map(Digest::new)
}

fn time() -> impl Strategy<Value = Time> {
    (-62_167_219_200i64..=253_402_300_799).prop_map(|s| Time::from_unix_seconds(s).unwrap())
}

fn chain_and_round() -> impl Strategy<Value = (usize, u64)> {
    (0..CHAINS.len(), prop_oneof![1u64..4, 1u64..1 << 53])
}

fn history() -> impl Strategy<Value = Option<History>> {
    let kind = prop_oneof![
        (digest(), digest()).prop_map(|(commit, reveal)| HistoryKind::Follows { commit, reveal }),
        digest().prop_map(|commit| HistoryKind::Replaces { commit }),
    ];
    option::of((kind, line(40, 512)).prop_map(|(kind, reason)| History { kind, reason }))
}

fn beacon() -> impl Strategy<Value = BeaconRule> {
    prop_oneof![
        chain_and_round()
            .prop_map(|(chain, round)| BeaconRule::Drand { chain: CHAINS[chain], round }),
        ("[d.,:+-]{4,128}", line(40, 300))
            .prop_map(|(shape, description)| BeaconRule::Public { shape, description }),
    ]
}

fn fresh() -> impl Strategy<Value = Fresh> {
    (chain_and_round(), any::<[u8; 32]>()).prop_map(|((chain, round), bytes)| {
        let chain = CHAINS[chain];
        let some = |length: usize| bytes.repeat(3)[..length].to_vec();
        let signature = some(chain.signature_length());
        Fresh { chain, round, signature, previous: chain.previous_length(round).map(some) }
    })
}

fn method() -> impl Strategy<Value = Method> {
    prop_oneof![
        Just(Method::Shuffle),
        (6_000u64..1 << 63, any::<bool>()).prop_map(|(total, once)| Method::Tickets {
            total,
            wins: if once { Wins::Once } else { Wins::PerTicket },
        }),
    ]
}

/// Rules whose numbers fit each other.
fn rules() -> impl Strategy<Value = Rules> {
    let texts = (
        line(40, 512),
        option::of(line(40, 512)),
        history(),
        line(40, 512),
        vec(line(30, 512), 0..=16),
    );
    let prizes = (1u64..40, line(30, 480)).prop_map(|(count, name)| Prize { count, name });
    let lists = (6_000u64..1 << 32, any::<bool>(), digest(), method());
    let places = (vec(prizes, 1..30), prop_oneof![Just(0), 1u64..1000], any::<bool>());
    let names = btree_set("[a-z0-9][a-z0-9-]{0,30}", 0..=16)
        .prop_map(|names| names.into_iter().collect::<Vec<String>>())
        .prop_shuffle();
    let sources = (names, digest(), option::of(beacon()), option::of(fresh()));
    let rest = (any::<bool>(), time(), time(), any::<bool>());
    (texts, lists, places, sources, rest).prop_filter_map(
        "no source of randomness, or seeds due before the commit",
        |(texts, lists, places, sources, rest)| {
            let (title, organiser, history, published, notes) = texts;
            let (entries, private, root, method) = lists;
            let (prizes, alternates, up) = places;
            let (names, commitment, beacon, fresh) = sources;
            let (rehearsal, seeds_by, created, leave_out) = rest;
            if names.is_empty() && beacon.is_none() {
                return None;
            }
            let leave_out = leave_out && beacon.is_some();
            let missing = if leave_out { MissingSeeds::LeaveOut } else { MissingSeeds::Void };
            let several = names.len() > 1 || !names.is_empty() && beacon.is_some();
            // Seeds can be published only after the commit was made.
            let (created, seeds_by) = (created.min(seeds_by), created.max(seeds_by));
            let not_after =
                |fresh: &Fresh| fresh.chain.seconds_of(fresh.round) >= seeds_by.unix_seconds();
            if several && (created == seeds_by || fresh.as_ref().is_some_and(not_after)) {
                return None;
            }
            let vacancy = if up { Vacancy::Up } else { Vacancy::Next };
            let seeds = names.into_iter().map(|name| SeedCommitment { name, commitment });
            Some(Rules {
                rehearsal,
                title,
                organiser,
                history,
                entries,
                kind: DrawKind::Raffle(Raffle {
                    private: private && method == Method::Shuffle,
                    root,
                    method,
                    prizes,
                    alternates,
                    vacancy: (alternates > 0).then_some(vacancy),
                }),
                seeds: seeds.collect(),
                beacon,
                opening: several.then_some(OpeningRule { seeds_by, missing }),
                fresh,
                created,
                published,
                notes,
            })
        },
    )
}

const LARGEST: u64 = (1 << 63) - 1;

fn population() -> impl Strategy<Value = PopulationRule> {
    let amounts = (0u8..=9, -i64::MAX..=i64::MAX);
    let amounts = amounts.prop_map(|(places, total)| AmountsRule { places, total });
    let list =
        (any::<bool>(), option::of(amounts), digest()).prop_map(|(strata, amounts, root)| {
            PopulationRule::List(PopulationList { strata, amounts, root })
        });
    let prefix = line(30, 256).prop_filter("ends with a digit", |prefix| {
        !prefix.ends_with(|last: char| last.is_ascii_digit())
    });
    let range = (option::of(prefix), 0u64..10_u64.pow(18), 0u64..10_u64.pow(18), 1u8..=18);
    let range = range.prop_map(|(prefix, one, other, digits)| {
        let first = one.min(other);
        let needed = u8::try_from(first.to_string().len()).unwrap();
        Range { prefix, first, last: one.max(other), digits: digits.max(needed) }
    });
    let batch = (line(30, 256), 1..=LARGEST).prop_map(|(name, count)| Batch { name, count });
    prop_oneof![
        list,
        vec(range, 1..20).prop_map(PopulationRule::Ranges),
        vec(batch, 1..20).prop_map(PopulationRule::Manifest),
    ]
}

/// Population and design of a sample, whose numbers need not fit each other.
fn sampling() -> impl Strategy<Value = Sampling> {
    let strata = vec((line(30, 256), 1..=LARGEST, 0..=LARGEST, 0..=LARGEST, 0..=LARGEST), 1..20);
    let numbers = (1..=LARGEST, 0..=LARGEST, 1..=LARGEST, any::<bool>());
    (population(), 0..14, numbers, strata).prop_map(
        |(population, which, (size, other, starts, random), strata)| {
            let list = population.list();
            let has_strata = list.is_some_and(|list| list.strata);
            let has_amounts = list.is_some_and(|list| list.amounts.is_some());
            let monetary = match which {
                0 => Monetary::Fixed { size },
                1 => Monetary::Interval { interval: size },
                2 => Monetary::Cell { size },
                3 => Monetary::RandomOrder { size },
                _ => Monetary::WithReplacement { size },
            };
            let allocation = match which {
                5 => Allocation::Explicit,
                6 if has_amounts => Allocation::Value { minimum: other },
                7 => Allocation::Neyman { minimum: other },
                _ => Allocation::Proportional { minimum: other },
            };
            let deviates = matches!(allocation, Allocation::Neyman { .. });
            let stratum = |(name, items, size, spares, deviation)| Stratum {
                name,
                items,
                size,
                spares,
                deviation: Some(deviation).filter(|_| deviates),
            };
            // A whole shuffle is bounded by a list's file only.
            let order = if random && list.is_some() { Order::Random } else { Order::List };
            let design = match which {
                0..=4 if has_amounts => Design::Monetary(monetary),
                5..=8 if has_strata => {
                    let strata = strata.into_iter().map(stratum).collect();
                    Design::Stratified { size, allocation, strata }
                }
                9 | 10 => Design::Systematic { size, starts, order },
                11 => Design::WithReplacement { size },
                _ => Design::Simple { size, spares: other },
            };
            Sampling { population, design }
        },
    )
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn commits_of_samples_print_and_read_back(rules in rules(), sampling in sampling()) {
        let rules = Rules { kind: DrawKind::Sample(sampling), ..rules };
        let commit = Commit::new(&rules).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let read = Commit::parse(commit.as_str().as_bytes()).unwrap();
        prop_assert_eq!(read.rules(), &rules);
        prop_assert_eq!(read.as_str(), rules.to_string());
        prop_assert!(Reveal::size_limit(&commit) > 1 << 20);
    }

    #[test]
    fn commits_print_and_read_back(rules in rules()) {
        let commit = Commit::new(&rules).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let read = Commit::parse(commit.as_str().as_bytes()).unwrap();
        prop_assert_eq!(read.rules(), &rules);
        prop_assert_eq!(read.id(), commit.id());
        prop_assert_eq!(read.as_str(), rules.to_string());
        let crlf = commit.as_str().replace('\n', "\r\n");
        prop_assert_eq!(Commit::parse(crlf.as_bytes()).unwrap(), commit);
    }

    #[test]
    fn seeds_files_print_and_read_back(
        names in btree_set("[a-z0-9][a-z0-9-]{0,30}", 1..=16),
        commit in digest(),
        byte: u8,
        notes in vec(line(40, 512), 0..=16),
    ) {
        let seeds = names.into_iter().map(|name| NamedSeed { name, seed: Seed::from_bytes([byte; 64]) });
        let text = SeedsFile { commit, seeds: seeds.collect(), notes }.to_string();
        prop_assert_eq!(SeedsFile::parse(text.as_bytes()).unwrap().to_string(), text);
    }

    #[test]
    fn draws_of_any_entries_verify_and_read_back(
        entries in btree_set(line(60, LONGEST_LINE), 1..40),
        key in option::of(any::<[u8; 32]>()),
        places in any::<prop::sample::Index>(),
        seed in any::<[u8; 32]>(),
        changed in any::<prop::sample::Index>(),
    ) {
        let list = EntryList::from_lines(entries.iter().map(String::as_str), false).unwrap();
        let key = key.map(ListKey::from_bytes);
        let seed = || Seed::from_bytes([seed, [1; 32]].concat().try_into().unwrap());
        let rules = Rules {
            entries: list.len(),
            kind: DrawKind::Raffle(Raffle {
                private: key.is_some(),
                root: key.as_ref().map_or_else(|| list.root(), |key| list.private_root(key)),
                prizes: vec![Prize { count: 1 + places.index(entries.len()) as u64, name: "Car".into() }],
                ..plain_raffle()
            }),
            seeds: vec![SeedCommitment { name: "a".into(), commitment: seed().commitment("a", false) }],
            ..plain_rules()
        };
        let commit = Commit::new(&rules).unwrap();
        let reveal = Reveal::open(&commit, &list, key.as_ref(), vec![Some(seed())], None).unwrap();
        let text = reveal.to_string();
        let read = Reveal::parse(text.as_bytes(), Reveal::size_limit(&commit)).unwrap();
        prop_assert_eq!(read.to_string(), text.as_str());
        prop_assert_eq!(read.id(), reveal.id());
        let files = || Files {
            commit: commit.as_str().as_bytes(),
            reveal: text.as_bytes(),
            list: key.is_none().then(|| list.as_str().into()),
            ..Files::default()
        };
        let options = Options { expected: Some(commit.id()), ..Options::default() };
        prop_assert!(verify(files(), options).is_ok());

        let tree = list.tree(key.as_ref());
        for position in 0..list.len() {
            let receipt = Receipt::new(&commit, &list, key.as_ref(), &tree, position).unwrap();
            let text = receipt.to_string();
            prop_assert_eq!(&Receipt::parse(text.as_bytes()).unwrap(), &receipt);
            prop_assert_eq!(receipt.check(&commit).map(|included| included.position), Ok(position));
            let files = Files { receipts: vec![text.as_bytes()], ..files() };
            prop_assert!(verify(files, options).is_ok());
        }
        let position = changed.index(entries.len()) as u64;
        let receipt = Receipt::new(&commit, &list, key.as_ref(), &tree, position).unwrap();
        let other = Receipt { entry: format!("{}x", receipt.entry), ..receipt.clone() };
        prop_assert!(other.check(&commit).is_err());
        let other = Receipt { position: position ^ 1, ..receipt.clone() };
        prop_assert!(other.check(&commit).is_err());
        let other = Receipt { tickets: Some(1), ..receipt };
        prop_assert!(other.check(&commit).is_err());
    }

    #[test]
    fn bytes_at_random_never_make_a_reader_panic(bytes in vec(any::<u8>(), 0..300), weighted: bool) {
        let _ = Commit::parse(&bytes);
        let _ = Reveal::parse(&bytes, 1 << 20);
        let _ = SeedsFile::parse(&bytes);
        let _ = Receipt::parse(&bytes);
        let _ = EntryList::parse(bytes, weighted);
    }
}

fn plain_raffle() -> Raffle {
    Raffle {
        private: false,
        root: Digest::new([7; 32]),
        method: Method::Shuffle,
        prizes: vec![Prize { count: 1, name: "A bench".into() }],
        alternates: 0,
        vacancy: None,
    }
}

fn plain_rules() -> Rules {
    Rules {
        rehearsal: false,
        title: "Tree of the year".into(),
        organiser: None,
        history: None,
        entries: 5,
        kind: DrawKind::Raffle(plain_raffle()),
        seeds: vec![SeedCommitment { name: "ann".into(), commitment: Digest::new([8; 32]) }],
        beacon: None,
        opening: None,
        fresh: None,
        created: Time::from_unix_seconds(0).unwrap(),
        published: "here".into(),
        notes: vec![],
    }
}

#[test]
fn commits_refuse_texts_that_are_no_line() {
    type Put = fn(&mut Rules, String);
    let put: [(&str, Put); 7] = [
        ("title", |rules, text| rules.title = text),
        ("organiser", |rules, text| rules.organiser = Some(text)),
        ("reason", |rules, text| {
            let kind = HistoryKind::Replaces { commit: Digest::new([9; 32]) };
            rules.history = Some(History { kind, reason: text });
        }),
        ("prize", |rules, text| {
            let DrawKind::Raffle(raffle) = &mut rules.kind else { unreachable!() };
            raffle.prizes[0].name = text;
        }),
        ("description", |rules, text| {
            rules.seeds.clear();
            rules.beacon = Some(BeaconRule::Public { shape: "dddd".into(), description: text });
        }),
        ("published", |rules, text| rules.published = text),
        ("note", |rules, text| rules.notes = vec![text]),
    ];
    for (name, put) in put {
        let commit = |text: &str| {
            let mut rules = plain_rules();
            put(&mut rules, text.into());
            Commit::new(&rules)
        };
        for text in ["x", "x: y", "note: x", "é", "two  spaces", "\u{a0}", "#", "0"] {
            assert!(commit(text).is_ok(), "{name}: {text:?}");
        }
        for text in [
            "",
            " ",
            " x",
            "x ",
            "\n",
            "\r",
            "x\n",
            "x\r\n",
            "x\r",
            "\nx",
            "x\ny",
            "x\r\ny",
            "x\nnote: y",
            "x\norganiser: y",
            "x\nprize: 1 y",
            "x\nalternates: 0",
            "x\npublished: y",
            "\t",
            "x\ty",
            "x\0y",
            "x\u{7f}",
            "x\u{85}y",
            "x\u{2028}y",
            "x\u{202e}y",
            "\u{feff}x",
            "x\u{2066}y",
            "x\u{200e}y",
            "x\u{61c}y",
            &"x".repeat(513),
            &"é".repeat(257),
        ] {
            assert!(commit(text).is_err(), "{name}: {text:?}");
        }
    }
}

fn of(raffle: Raffle) -> Rules {
    Rules { kind: DrawKind::Raffle(raffle), ..plain_rules() }
}

#[test]
fn commits_refuse_samples_that_the_file_could_not_say() {
    let refused = |population: &PopulationRule, design: &Design| {
        let sampling = Sampling { population: population.clone(), design: design.clone() };
        Commit::new(&Rules { kind: DrawKind::Sample(sampling), ..plain_rules() }).is_err()
    };
    let range = |prefix: Option<&str>, first, last, digits| {
        let prefix = prefix.map(String::from);
        PopulationRule::Ranges(vec![Range { prefix, first, last, digits }])
    };
    let simple = Design::Simple { size: 1, spares: 0 };
    assert!(!refused(&range(Some("A"), 1, 10, 1), &simple));
    assert!(refused(&range(Some("A1"), 1, 10, 1), &simple), "a prefix that ends with a digit");
    assert!(refused(&range(Some(""), 1, 10, 1), &simple), "a prefix of nothing");
    assert!(refused(&range(None, 10, 1, 1), &simple), "a range that goes down");
    assert!(refused(&range(None, 10, 11, 1), &simple), "fewer digits than the first number has");
    assert!(refused(&range(None, 10, 11, 19), &simple), "too many digits");
    assert!(refused(&PopulationRule::Ranges(vec![]), &simple), "no range");
    assert!(refused(&PopulationRule::Manifest(vec![]), &simple), "no batch");
    let list = |strata, amounts| {
        PopulationRule::List(PopulationList { strata, amounts, root: Digest::new([1; 32]) })
    };
    let amounts = |places, total| Some(AmountsRule { places, total });
    let monetary = Design::Monetary(Monetary::Fixed { size: 1 });
    assert!(!refused(&list(false, amounts(9, -5)), &monetary));
    assert!(refused(&list(false, None), &monetary), "no amounts");
    assert!(refused(&list(false, amounts(10, 5)), &monetary), "ten decimal places");
    assert!(refused(&list(false, amounts(0, i64::MIN)), &monetary), "a sum of -2^63");
    let stratified = |allocation, deviation| {
        let name = String::from("North");
        let strata = vec![Stratum { name, items: 5, size: 1, spares: 0, deviation }];
        Design::Stratified { size: 1, allocation, strata }
    };
    assert!(!refused(&list(true, None), &stratified(Allocation::Explicit, None)));
    assert!(refused(&list(false, None), &stratified(Allocation::Explicit, None)), "no strata");
    let value = Allocation::Value { minimum: 0 };
    assert!(refused(&list(true, None), &stratified(value, None)), "no amounts to allocate by");
    let neyman = Allocation::Neyman { minimum: 0 };
    assert!(refused(&list(true, None), &stratified(neyman, None)), "no deviation");
    assert!(refused(&list(true, None), &stratified(Allocation::Explicit, Some(1))), "a deviation");
    let empty = Design::Stratified { size: 1, allocation: Allocation::Explicit, strata: vec![] };
    assert!(refused(&list(true, None), &empty), "no stratum");
    assert!(refused(&list(true, None), &Design::Simple { size: 0, spares: 1 }), "no item");
}

#[test]
fn commits_refuse_rules_that_the_file_could_not_say() {
    let opening =
        OpeningRule { seeds_by: Time::from_unix_seconds(0).unwrap(), missing: MissingSeeds::Void };
    let rules = of(Raffle { vacancy: Some(Vacancy::Up), ..plain_raffle() });
    assert!(Commit::new(&rules).is_err(), "a rule for vacancies without alternates");
    // Reads as a file, but says something else than the rules did.
    let rules = Rules { title: "x\norganiser: y".into(), ..plain_rules() };
    assert_eq!(Commit::new(&rules), Err(CommitError::Ambiguous));

    let rules = Rules { opening: Some(opening), ..plain_rules() };
    assert!(Commit::new(&rules).is_err(), "an opening rule with one seed and no beacon");
    let rules = of(Raffle { alternates: 1, ..plain_raffle() });
    assert!(Commit::new(&rules).is_err(), "alternates without a rule for vacancies");
    let rules = of(Raffle { prizes: vec![], ..plain_raffle() });
    assert!(Commit::new(&rules).is_err(), "no prize");
    let rules = Rules { seeds: vec![], ..plain_rules() };
    assert!(Commit::new(&rules).is_err(), "no source of randomness");
    let tickets = Method::Tickets { total: 5, wins: Wins::Once };
    let rules = of(Raffle { private: true, method: tickets, ..plain_raffle() });
    assert!(Commit::new(&rules).is_err(), "a private list with tickets");
}

#[test]
fn reveals_are_opened_for_the_committed_kind_of_list_only() {
    let plain = EntryList::from_lines(["Ash", "Birch"], false).unwrap();
    let weighted = EntryList::from_lines(["1\tAsh", "2\tBirch"], true).unwrap();
    let seed = || Seed::from_bytes([1; 64]);
    let tickets = |total| Method::Tickets { total, wins: Wins::Once };
    let open = |method, list: &EntryList| {
        let commitment = seed().commitment("ann", false);
        let commit = Commit::new(&Rules {
            entries: 2,
            kind: DrawKind::Raffle(Raffle { root: list.root(), method, ..plain_raffle() }),
            seeds: vec![SeedCommitment { name: "ann".into(), commitment }],
            ..plain_rules()
        })
        .unwrap();
        let reveal = Reveal::open(&commit, list, None, vec![Some(seed())], None);
        reveal.map(|reveal| reveal.places.len()).map_err(|failure| failure.name())
    };
    assert_eq!(open(Method::Shuffle, &plain), Ok(1));
    assert_eq!(open(tickets(3), &weighted), Ok(1));
    assert_eq!(open(tickets(4), &weighted), Err("list-tickets"));
    assert_eq!(open(tickets(3), &plain), Err("list-tickets"));
    assert_eq!(open(Method::Shuffle, &weighted), Err("list-tickets"));
}

#[test]
fn absurdly_many_places_are_an_error() {
    let weighted = EntryList::from_lines(["4294967295\tAsh", "4294967295\tBirch"], true).unwrap();
    let seed = || Seed::from_bytes([1; 64]);
    let commit = Commit::new(&Rules {
        entries: 2,
        kind: DrawKind::Raffle(Raffle {
            root: weighted.root(),
            method: Method::Tickets { total: 8_589_934_590, wins: Wins::PerTicket },
            prizes: vec![Prize { count: 8_589_934_590, name: "Plot".into() }],
            ..plain_raffle()
        }),
        seeds: vec![SeedCommitment {
            name: "ann".into(),
            commitment: seed().commitment("ann", false),
        }],
        ..plain_rules()
    })
    .unwrap();
    let reveal = b"fairdraw reveal v1\n";
    assert!(Reveal::parse(reveal, Reveal::size_limit(&commit)).is_err());
    // A reveal without places: the places are counted before any is drawn.
    let text = format!(
        "fairdraw reveal v1\ncommit: {}\nmaterial: {}\nseed: ann {}\n",
        commit.id(),
        material(commit.id(), &[1; 64]),
        "01".repeat(64),
    );
    let files = Files {
        commit: commit.as_str().as_bytes(),
        reveal: text.as_bytes(),
        list: Some(weighted.as_str().into()),
        ..Files::default()
    };
    let refusal = verify(files, Options::default()).unwrap_err();
    assert_eq!(refusal.failure.name(), "draw-count", "{refusal}");
}

/// SHA-256 of `ENC("fairdraw/v1/material", commit, "", seed)`.
fn material(commit: Digest, seed: &[u8]) -> Digest {
    use sha2::{Digest as _, Sha256};

    let length_prefixed = |part: &[u8]| [&(part.len() as u64).to_be_bytes(), part].concat();
    let parts = [&commit.as_bytes()[..], b"", seed].map(length_prefixed).concat();
    let tag = length_prefixed(b"fairdraw/v1/material");
    Digest::new(Sha256::digest([&tag[..], &3u64.to_be_bytes(), &parts].concat()).into())
}
