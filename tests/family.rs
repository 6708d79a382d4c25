//! The relatives of the shuffle: the known answers of `audit/vectors/family.json`, and laws that hold for all inputs. Their exact
//! distributions are counted inside the crate.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod common {
    pub(crate) mod vectors;
    pub(crate) mod words;
}

use std::collections::VecDeque;

use common::{
    vectors::{bytes, check_all, number, numbers, same, text},
    words::{Counted, Script, ScriptEnded},
};
use fairdraw::{
    Stream, shuffle,
    shuffle::{
        Deck, Derangement, LastPacket, OrderTable, Part, SecretSanta, Worksheet,
        half_shuffle_not_uniform, inside_out, pencil, rank_lexicographic, rank_myrvold_ruskey,
        reservoir, shuffle_downward, shuffle_packets, shuffle_to_one_cycle, sort_by_random_keys,
        try_half_shuffle_not_uniform, try_inside_out, try_pencil, try_reservoir,
        try_shuffle_downward, try_shuffle_packets, try_shuffle_to_one_cycle,
        try_sort_by_random_keys, unrank_lexicographic, unrank_myrvold_ruskey,
    },
};
use proptest::{collection::btree_set, prelude::*, test_runner::RngSeed};

#[test]
fn relatives_of_the_shuffle_give_the_orders_of_the_reference() {
    check_all("family", |vector| {
        let order = numbers(&vector["order"]);
        if text(&vector["kind"]) == "number" {
            let lexicographic = text(&vector["lexicographic"]).parse().unwrap();
            let linear = text(&vector["myrvold_ruskey"]).parse().unwrap();
            same("lexicographic", rank_lexicographic(&order), Ok(lexicographic))?;
            same("Myrvold and Ruskey", rank_myrvold_ruskey(&order), Ok(linear))?;
            let mut found = vec![0; order.len()];
            unrank_lexicographic(lexicographic, &mut found).unwrap();
            same("order of the lexicographic number", &found, &order)?;
            unrank_myrvold_ruskey(linear, &mut found).unwrap();
            return same("order of Myrvold and Ruskey's number", &found, &order);
        }
        let n = number(&vector["n"]);
        let purpose = vector.get("purpose").map_or("draw", text);
        let mut rng = Counted::new(Stream::new(&bytes(&vector["material"]), purpose, &[]).unwrap());
        let mut items: Vec<u64> = (0..n).collect();
        let found = match text(&vector["kind"]) {
            "downward" => {
                shuffle_downward(&mut items, &mut rng);
                items
            }
            "one-cycle" => {
                shuffle_to_one_cycle(&mut items, &mut rng);
                items
            }
            "pencil" => pencil(&mut items, &mut rng),
            "inside-out" => inside_out(items, &mut rng),
            "reservoir" => reservoir(items, size(number(&vector["k"])), &mut rng),
            "deck" => Deck::new(items).deal_hand(usize::MAX, &mut rng),
            "derangement" => Derangement::new(n).unwrap().draw(&mut rng),
            "random-keys" => sort_by_random_keys(items, &mut rng),
            "table" => {
                let table = OrderTable::new(items.len()).unwrap();
                table.draw(&mut rng).iter().copied().map(u64::from).collect()
            }
            "all-but" => {
                let kept: Vec<usize> = numbers(&vector["kept"]).into_iter().map(size).collect();
                Part::all_but(&mut items, &kept).unwrap().shuffle(&mut rng);
                items
            }
            "range" => {
                let range = size(number(&vector["start"]))..size(number(&vector["end"]));
                Part::range(&mut items, range).unwrap().shuffle(&mut rng);
                items
            }
            "every" => {
                let (first, step) = (size(number(&vector["first"])), size(number(&vector["step"])));
                Part::every(&mut items, first, step).unwrap().shuffle(&mut rng);
                items
            }
            "packets" => {
                let packet = size(number(&vector["size"])).try_into().unwrap();
                let shuffled = text(&vector["last"]) == "shuffled";
                let last = if shuffled { LastPacket::Shuffled } else { LastPacket::Kept };
                shuffle_packets(&mut items, packet, last, &mut rng);
                items
            }
            "half" => {
                let group = size(number(&vector["group"])).try_into().unwrap();
                half_shuffle_not_uniform(
                    &mut items,
                    group,
                    size(number(&vector["skip"])),
                    &mut rng,
                );
                items
            }
            "santa" => {
                let pairs = vector["forbidden"].as_array().unwrap().iter().map(|pair| {
                    let pair = numbers(pair);
                    (pair[0], pair[1])
                });
                let santa = SecretSanta::new(n, &pairs.collect::<Vec<_>>()).unwrap();
                santa.draw(&mut rng).unwrap()
            }
            kind => unreachable!("{kind}"),
        };
        same("order", found, order)?;
        same("words read", rng.read, number(&vector["words_read"]))
    });
}

fn size(number: u64) -> usize {
    usize::try_from(number).unwrap()
}

/// The same cases every time.
fn cases(count: u32) -> ProptestConfig {
    ProptestConfig {
        cases: count,
        rng_seed: RngSeed::Fixed(0x6661_6972_6472_6177),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn stream(name: u64) -> Stream {
    Stream::new(&[7; 64], "family", &[&name.to_string()]).unwrap()
}

fn is_order_of(n: u64, mut items: Vec<u64>) -> bool {
    items.sort_unstable();
    items.into_iter().eq(0..n)
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn every_member_gives_each_item_once(n in 0..200u64, name: u64, packet in 1..70usize, skip: usize) {
        let (items, rng) = ((0..n).collect::<Vec<u64>>(), &mut stream(name));
        let packet = packet.try_into().unwrap();
        let mut in_place = |shuffle: &mut dyn FnMut(&mut [u64], &mut Stream)| {
            let mut items = items.clone();
            shuffle(&mut items, rng);
            is_order_of(n, items)
        };
        prop_assert!(in_place(&mut |items, rng| shuffle_downward(items, rng)));
        prop_assert!(in_place(&mut |items, rng| shuffle_to_one_cycle(items, rng)));
        prop_assert!(in_place(&mut |items, rng| shuffle_packets(items, packet, LastPacket::Kept, rng)));
        prop_assert!(in_place(&mut |items, rng| shuffle_packets(items, packet, LastPacket::Shuffled, rng)));
        prop_assert!(in_place(&mut |items, rng| half_shuffle_not_uniform(items, packet, skip, rng)));
        prop_assert!(in_place(&mut |items, rng| half_shuffle_not_uniform(items, packet, skip % 9, rng)));
        prop_assert!(in_place(&mut |items, rng| Part::all_but_first(items).shuffle(rng)));
        prop_assert!(in_place(&mut |items, rng| Part::all_but_last(items).shuffle(rng)));
        prop_assert!(is_order_of(n, pencil(&mut items.clone(), rng)));
        prop_assert!(is_order_of(n, inside_out(items.clone(), rng)));
        prop_assert!(is_order_of(n, sort_by_random_keys(items.clone(), rng)));
        prop_assert!(is_order_of(n, Deck::new(items).deal_hand(usize::MAX, rng)));
        if n != 1 {
            prop_assert!(is_order_of(n, Derangement::new(n).unwrap().draw(rng)));
        }
        if n > 1 {
            prop_assert!(is_order_of(n, SecretSanta::new(n, &[]).unwrap().draw(rng).unwrap()));
        }
    }

    #[test]
    fn a_failing_source_loses_nothing(n in 2..120u64, name: u64, given in 0..40usize) {
        let words: Vec<u64> = { let mut rng = stream(name); (0..given).map(|_| rng.next_u64()).collect() };
        let script = || Script::new(words.clone());
        let items: Vec<u64> = (0..n).collect();
        let five = 5.try_into().unwrap();

        let mut some = items.clone();
        let _ = try_shuffle_downward(&mut some, &mut script());
        let _ = try_shuffle_to_one_cycle(&mut some, &mut script());
        let _ = try_shuffle_packets(&mut some, five, LastPacket::Shuffled, &mut script());
        let _ = try_half_shuffle_not_uniform(&mut some, five, 1, &mut script());
        let _ = Part::every(&mut some, 1, 3).unwrap().try_shuffle(&mut script());
        prop_assert!(is_order_of(n, some));

        let mut struck = items.clone();
        if let Ok(order) = try_pencil(&mut struck, &mut script()) {
            prop_assert!(is_order_of(n, order) && struck.is_empty());
        } else {
            prop_assert_eq!(&struck, &items);
        }
        let mut deck = Deck::new(items.clone());
        match deck.try_deal_hand(30, &mut script()) {
            Ok(hand) => prop_assert_eq!(hand.len() + deck.len(), items.len()),
            Err(ScriptEnded) => prop_assert!(is_order_of(n, deck.cards().to_vec())),
        }
        // One word for each item but the first, or for each; some may be refused.
        let fails = given + 1 < items.len();
        if fails {
            prop_assert_eq!(try_inside_out(items.clone(), &mut script()), Err(ScriptEnded));
            prop_assert_eq!(try_reservoir(items.clone(), 3, &mut script()), Err(ScriptEnded));
            prop_assert_eq!(try_sort_by_random_keys(items.clone(), &mut script()), Err(ScriptEnded));
        }
        if given == 0 {
            prop_assert_eq!(Derangement::new(n).unwrap().try_draw(&mut script()), Err(ScriptEnded));
            prop_assert_eq!(Worksheet::try_draw(&items, &mut script()).err(), Some(ScriptEnded));
            let table = OrderTable::new(3).unwrap();
            prop_assert_eq!(table.try_draw(&mut script()), Err(ScriptEnded));
            if n > 2 {
                let santa = SecretSanta::new(n, &[]).unwrap();
                prop_assert_eq!(santa.try_draw(&mut script()), Err(ScriptEnded));
            }
        }
    }

    #[test]
    fn only_the_places_named_take_part(n in 1..100usize, name: u64, kept in btree_set(0..100usize, 0..50)) {
        let kept: Vec<usize> = kept.into_iter().filter(|&place| place < n).collect();
        let mut items: Vec<usize> = (0..n).collect();
        Part::all_but(&mut items, &kept).unwrap().shuffle(&mut stream(name));
        prop_assert!(kept.iter().all(|&place| items[place] == place));
        // The others are in the order that a shuffle of them alone gives.
        let mut others: Vec<usize> = (0..n).filter(|place| !kept.contains(place)).collect();
        let places = others.clone();
        shuffle(&mut others, &mut stream(name));
        prop_assert!(places.into_iter().map(|place| items[place]).eq(others));
    }

    #[test]
    fn the_ways_to_strike_out_agree(n in 0..90u64, name: u64) {
        let items: Vec<u64> = (0..n).collect();
        let order = pencil(&mut items.clone(), &mut stream(name));
        let mut deque: VecDeque<u64> = items.iter().copied().collect();
        prop_assert_eq!(&pencil(&mut deque, &mut stream(name)), &order);
        let sheet = Worksheet::draw(&items, &mut stream(name));
        prop_assert!(sheet.order().into_iter().eq(&order));
    }

    #[test]
    fn a_larger_reservoir_begins_with_the_smaller_one(n in 0..90u64, k in 0..90usize, name: u64) {
        let whole = inside_out(0..n, &mut stream(name));
        let some = reservoir(0..n, k, &mut stream(name));
        prop_assert_eq!(&some[..], &whole[..k.min(whole.len())]);
    }

    #[test]
    fn numbers_lead_back_to_their_orders(n in 0..=34usize, name: u64) {
        let mut order: Vec<u64> = (0..n as u64).collect();
        shuffle(&mut order, &mut stream(name));
        let mut again = vec![0; n];
        unrank_lexicographic(rank_lexicographic(&order).unwrap(), &mut again).unwrap();
        prop_assert_eq!(&again, &order);
        unrank_myrvold_ruskey(rank_myrvold_ruskey(&order).unwrap(), &mut again).unwrap();
        prop_assert_eq!(&again, &order);
    }

    #[test]
    fn a_circle_has_everybody_and_no_forbidden_pair(
        n in 2..30u64, name: u64, pairs in proptest::collection::vec((0..30u64, 0..30u64), 0..30),
    ) {
        let pairs: Vec<_> = pairs.into_iter().map(|(a, b)| (a % n, b % n)).collect();
        // Small groups may have no circle: then the error says so, and is checked where all circles are counted.
        if let Ok(Ok(gives_to)) =
            SecretSanta::new(n, &pairs).map(|santa| santa.draw(&mut stream(name)))
        {
            let (mut person, mut met) = (0, 0);
            loop {
                let receiver = gives_to[usize::try_from(person).unwrap()];
                prop_assert!(receiver != person && !pairs.contains(&(person, receiver)));
                (person, met) = (receiver, met + 1);
                if person == 0 {
                    break;
                }
            }
            prop_assert_eq!(met, n);
        }
    }
}
