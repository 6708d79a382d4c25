//! Counts against slow and plain ones, and over all orders and sets of few items.

use std::{collections::HashSet, vec, vec::Vec};

use super::*;
use crate::{exam::laws, random::Stream, shuffle, shuffle_prefix};

/// All lists of `k` of the items below `n`, in lexicographic order.
fn lists(n: u32, k: usize) -> Vec<Vec<u32>> {
    let mut lists = vec![vec![]];
    for _ in 0..k {
        let longer = lists.iter().flat_map(|list: &Vec<u32>| {
            let items = (0..n).filter(|item| !list.contains(item));
            items.map(|item| [&list[..], &[item]].concat()).collect::<Vec<_>>()
        });
        lists = longer.collect();
    }
    lists
}

/// All sets, as ascending lists in lexicographic order.
fn sets(n: u32, k: usize) -> Vec<Vec<u32>> {
    lists(n, k).into_iter().filter(|list| list.is_sorted()).collect()
}

fn tally(shape: Shape, observations: &[Vec<u32>]) -> Tally {
    let mut tally = Tally::new(shape);
    for observation in observations {
        tally.add(observation).unwrap();
    }
    tally
}

fn random(shape: Shape, count: usize) -> Vec<Vec<u32>> {
    let mut stream = Stream::new(&[7; 64], "exam", &[]).unwrap();
    let draw = |_| {
        let mut items: Vec<u32> = (0..shape.n()).collect();
        if shape.is_order() {
            shuffle(&mut items, &mut stream);
            return items;
        }
        shuffle_prefix(&mut items, shape.k() as usize, &mut stream).to_vec()
    };
    (0..count).map(draw).collect()
}

/// The histogram of what is counted in each observation, as long as `values`.
fn histogram(values: usize, counts: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut histogram = vec![0; values];
    counts.for_each(|count| histogram[count] += 1);
    histogram
}

fn inverse(order: &[u32]) -> Vec<u32> {
    (0..order.len() as u32).map(|item| place_of(order, item) as u32).collect()
}

fn place_of(order: &[u32], item: u32) -> usize {
    order.iter().position(|&other| other == item).unwrap()
}

fn inversions(order: &[u32]) -> usize {
    let later = |place: usize| order[place..].iter().filter(|&&item| item < order[place]).count();
    (0..order.len()).map(later).sum()
}

fn cycles(order: &[u32]) -> usize {
    let mut seen = HashSet::new();
    let start = |&place: &u32| {
        let fresh = !seen.contains(&place);
        let mut at = place;
        while seen.insert(at) {
            at = order[at as usize];
        }
        fresh
    };
    (0..order.len() as u32).filter(start).count()
}

fn descents(order: &[u32]) -> usize {
    (1..order.len()).filter(|&place| order[place - 1] > order[place]).count()
}

fn group(member: u32, members: u32) -> usize {
    (if members > 256 { 256 * member / members } else { member }) as usize
}

fn check_orders(n: u32, orders: &[Vec<u32>]) {
    let tally = tally(Shape::order(n).unwrap(), orders);
    assert_eq!(tally.observations(), orders.len() as u64);
    let items = n as usize;
    let each = |count: fn(&[u32]) -> usize, values| {
        histogram(values, orders.iter().map(|order| count(order)))
    };
    let fixed = |order: &[u32]| (0..order.len()).filter(|&p| order[p] as usize == p).count();
    assert_eq!(tally.fixed_points(), each(fixed, items + 1));
    if n <= 64 {
        assert_eq!(tally.inversions(), each(inversions, items * (items - 1) / 2 + 1));
    }
    let sum: usize = orders.iter().map(|order| inversions(order)).sum();
    assert_eq!(tally.inversion_sum(), sum as u128);
    let even = orders.iter().filter(|order| inversions(order).is_multiple_of(2)).count();
    assert_eq!(tally.even(), even as u64);
    if n <= 1024 {
        assert_eq!(tally.descents(), each(descents, items));
        let rising = |order: &[u32]| 1 + descents(&inverse(order));
        assert_eq!(tally.rising_sequences(), each(rising, items + 1));
        assert_eq!(tally.cycles(), each(cycles, items + 1));
    } else {
        let empty: [&[u64]; 3] = [tally.descents(), tally.rising_sequences(), tally.cycles()];
        assert!(empty.concat().is_empty());
    }
    let products = |order: &Vec<u32>| -> u128 {
        (0..items).map(|place| place as u128 * u128::from(order[place])).sum()
    };
    assert_eq!(tally.product_sum(), orders.iter().map(products).sum::<u128>());
    assert_eq!(tally.trend_sum(), orders.iter().map(|order| u128::from(order[0])).sum::<u128>());
    let overlap = |pair: &[Vec<u32>]| (0..items).filter(|&p| pair[0][p] == pair[1][p]).count();
    assert_eq!(tally.overlaps(), histogram(items + 1, orders.windows(2).map(overlap)));

    let mut position_item = vec![0; items.min(256).pow(2)];
    let mut successor_pairs = vec![0; (items + 1).pow(2)];
    for order in orders {
        for (place, &item) in (0..).zip(order) {
            position_item[group(place, n) * items.min(256) + group(item, n)] += 1;
        }
        let circle = [&[n], &order[..], &[n]].concat();
        circle.windows(2).for_each(|pair| {
            successor_pairs[pair[0] as usize * (items + 1) + pair[1] as usize] += 1;
        });
    }
    assert_eq!(tally.position_item().unwrap().cells(), position_item);
    // Place 0 alone, also where places are grouped.
    let first = orders.iter().map(|order| group(order[0], n));
    assert_eq!(tally.first_place(), histogram(items.min(256), first));
    if (4..=256).contains(&n) {
        assert_eq!(tally.successor_pairs().unwrap().cells(), successor_pairs);
        let first_two = tally.first_two().unwrap();
        let both = |row, column| {
            orders.iter().filter(|order| order[0] == row && order[1] == column).count() as u64
        };
        for (row, column) in [(0, 1), (1, 0), (n - 1, 2), (3, 3)] {
            assert_eq!(first_two.at(row as usize, column as usize), both(row, column));
        }
    } else {
        assert!(tally.successor_pairs().is_none() && tally.first_two().is_none());
    }
}

fn check_selections(shape: Shape, observations: &[Vec<u32>]) {
    let tally = tally(shape, observations);
    let (n, k) = (shape.n(), shape.k() as usize);
    let mut items = vec![0; n.min(256) as usize];
    observations.iter().flatten().for_each(|&item| items[group(item, n)] += 1);
    assert_eq!(tally.items(), items);
    let drawn: HashSet<u32> = observations.iter().flatten().copied().collect();
    assert_eq!(tally.never_drawn(), u64::from(n) - drawn.len() as u64);
    let sum: u32 = observations.iter().flatten().sum();
    assert_eq!(tally.trend_sum(), sum.into());
    let neighbours =
        |list: &Vec<u32>| list.iter().filter(|&item| list.contains(&(item + 1))).count();
    assert_eq!(tally.adjacent(), histogram(k, observations.iter().map(neighbours)));
    let overlap = |pair: &[Vec<u32>]| pair[0].iter().filter(|&item| pair[1].contains(item)).count();
    assert_eq!(tally.overlaps(), histogram(k + 1, observations.windows(2).map(overlap)));
    if let Some(pairs) = tally.pairs() {
        for (a, b) in [(0, 1), (1, 2), (0, n - 1), (n - 2, n - 1)] {
            let both = observations.iter().filter(|list| list.contains(&a) && list.contains(&b));
            assert_eq!(pairs.at(a as usize, b as usize), both.count() as u64);
        }
        let all: u64 = pairs.cells().iter().sum();
        assert_eq!(all, (observations.len() * k * (k - 1) / 2) as u64);
    }
    assert_eq!(tally.pairs().is_some(), (4..=256).contains(&n));
    if let Some(counts) = tally.position_item() {
        let mut right = vec![0; k.min(256) * n.min(256) as usize];
        for list in observations {
            for (place, &item) in (0..).zip(list) {
                right[group(place, k as u32) * n.min(256) as usize + group(item, n)] += 1;
            }
        }
        assert_eq!(counts.cells(), right);
        let first = observations.iter().map(|list| group(list[0], n));
        assert_eq!(tally.first_place(), histogram(n.min(256) as usize, first));
    }
    assert_eq!(tally.position_item().is_some(), shape.is_ordered_sample());
}

#[test]
fn orders_are_counted_as_by_a_slow_program() {
    for n in 2..=6 {
        check_orders(n, &lists(n, n as usize));
    }
    for n in [7, 52, 63, 64, 65, 128, 200, 256, 257, 1024, 1025, 2049] {
        check_orders(n, &random(Shape::order(n).unwrap(), 20));
    }
}

#[test]
fn samples_and_sets_are_counted_as_by_a_slow_program() {
    for (n, k) in [(2, 1), (3, 1), (3, 2), (6, 2), (6, 4), (6, 5)] {
        check_selections(Shape::set(n, k).unwrap(), &sets(n, k as usize));
        check_selections(Shape::ordered_sample(n, k).unwrap(), &lists(n, k as usize));
    }
    for (n, k) in [(49, 6), (90, 5), (256, 40), (257, 256), (400, 300), (1000, 10)] {
        for shape in [Shape::set(n, k).unwrap(), Shape::ordered_sample(n, k).unwrap()] {
            check_selections(shape, &random(shape, 20));
        }
    }
}

#[test]
fn histograms_over_all_orders_are_the_laws() {
    for n in 2..=6 {
        let orders = lists(n, n as usize);
        let tally = tally(Shape::order(n).unwrap(), &orders);
        for (counts, law) in [
            (tally.fixed_points(), laws::fixed_points(n)),
            (tally.descents(), laws::descents(n)),
            (&tally.rising_sequences()[1..], laws::descents(n)),
            (tally.cycles(), laws::cycles(n)),
            (tally.inversions(), laws::inversions(n)),
        ] {
            assert_eq!(counts.len(), law.len());
            for (&count, chance) in counts.iter().zip(law) {
                assert!((count as f64 - chance * orders.len() as f64).abs() < 1e-9, "{n} items");
            }
        }
        assert_eq!(2 * tally.even(), orders.len() as u64);
    }
}

#[test]
fn histograms_over_all_sets_are_the_laws() {
    for n in 2..=8 {
        for k in 1..n {
            let shape = Shape::set(n, k).unwrap();
            let sets = sets(n, k as usize);
            let adjacent = tally(shape, &sets);
            // Each set after the same one.
            let with = |set: &Vec<u32>| vec![sets[0].clone(), set.clone()];
            let mut overlaps = vec![0; k as usize + 1];
            for set in &sets {
                let tally = tally(shape, &with(set));
                overlaps.iter_mut().zip(tally.overlaps()).for_each(|(sum, count)| *sum += count);
            }
            for (counts, law) in
                [(adjacent.adjacent(), laws::adjacent(n, k)), (&overlaps[..], laws::overlap(n, k))]
            {
                assert_eq!(counts.len(), law.len());
                for (&count, chance) in counts.iter().zip(law) {
                    let expected = chance * sets.len() as f64;
                    assert!((count as f64 - expected).abs() < 1e-9, "{k} of {n}");
                }
            }
        }
    }
}

#[test]
fn outcomes_stand_in_lexicographic_order() {
    let check = |shape: Shape, observations: &[Vec<u32>]| {
        let mut tally = Tally::new(shape);
        for (rank, observation) in observations.iter().enumerate() {
            tally.add(observation).unwrap();
            let outcomes = tally.outcomes().unwrap();
            assert_eq!(outcomes.len(), observations.len());
            assert_eq!(outcomes[rank], 1, "{shape}: {observation:?}");
        }
    };
    for n in 2..=7 {
        check(Shape::order(n).unwrap(), &lists(n, n as usize));
        for k in 1..n {
            check(Shape::ordered_sample(n, k).unwrap(), &lists(n, k as usize));
            check(Shape::set(n, k).unwrap(), &sets(n, k as usize));
        }
    }
    check(Shape::set(40, 2).unwrap(), &sets(40, 2));
    let all_but_one = |left: &u32| (0..500).filter(|item| item != left).collect();
    let lists: Vec<Vec<u32>> = (0..500).rev().map(|left| all_but_one(&left)).collect();
    check(Shape::set(500, 499).unwrap(), &lists);
}

#[test]
fn sets_have_no_order() {
    for (n, k) in [(6, 3), (49, 6)] {
        let shape = Shape::set(n, k).unwrap();
        let draws = random(shape, 200);
        let sorted = draws.iter().cloned().map(|mut set| {
            set.sort_unstable();
            set
        });
        let sorted: Vec<Vec<u32>> = sorted.collect();
        let (tally, same) = (tally(shape, &draws), tally(shape, &sorted));
        assert_eq!(tally.outcomes(), same.outcomes());
        assert_eq!(tally.pairs(), same.pairs());
        assert_eq!(tally.hashes, same.hashes);
    }
}

#[test]
fn repeats_are_those_of_comparing() {
    let shape = Shape::set(20, 5).unwrap();
    let draws = random(shape, 2000);
    let mut different = HashSet::new();
    let came_before = |set: &&Vec<u32>| {
        let mut set = (*set).clone();
        set.sort_unstable();
        !different.insert(set)
    };
    let repeats = draws.iter().filter(came_before).count() as u64;
    assert!(repeats > 50);
    assert_eq!(tally(shape, &draws).repeats(), Repeats { compared: 2000, repeats });

    // Orders that differ in two places, near or far, have different hashes; the same have the same.
    let mut orders = vec![];
    for a in 0..52 {
        for b in 0..a {
            let mut order: Vec<u32> = (0..52).collect();
            order.swap(a, b);
            orders.push(order);
        }
    }
    orders.push((0..52).collect());
    orders.extend_from_within(..100);
    let found = tally(Shape::order(52).unwrap(), &orders).repeats();
    assert_eq!(found, Repeats { compared: 52 * 51 / 2 + 101, repeats: 100 });
    // Of few items every one of the orders is counted, and none compared.
    let found = tally(Shape::order(3).unwrap(), &lists(3, 3)).repeats();
    assert_eq!(found, Repeats { compared: 0, repeats: 0 });
}

#[test]
fn what_is_not_of_the_shape_is_refused_and_not_counted() {
    let mut tally = Tally::new(Shape::order(4).unwrap());
    tally.add(&[3, 1, 0, 2]).unwrap();
    let before = tally.clone();
    for (observation, fault) in [
        (&[0, 1, 2][..], Fault::Length { expected: 4, found: 3 }),
        (&[0, 1, 2, 3, 0], Fault::Length { expected: 4, found: 5 }),
        (&[0, 1, 2, 4], Fault::Unknown { item: 4 }),
        (&[0, 1, 2, u32::MAX], Fault::Unknown { item: u32::MAX }),
        (&[0, 1, 2, 1], Fault::Twice { item: 1 }),
        (&[3, 3, 3, 3], Fault::Twice { item: 3 }),
    ] {
        assert_eq!(tally.add(observation), Err(fault));
        assert!(tally == before);
    }
    // Items that a refused one had are free again, and the overlap is with the last one counted.
    tally.add(&[3, 1, 2, 0]).unwrap();
    assert_eq!(tally.overlaps(), [0, 0, 1, 0, 0]);
}

#[test]
fn merged_tallies_are_one_tally() {
    for shape in [
        Shape::order(5),
        Shape::order(52),
        Shape::order(300),
        Shape::set(10, 4),
        Shape::set(49, 6),
        Shape::ordered_sample(30, 7),
    ] {
        let shape = shape.unwrap();
        let draws = random(shape, 90);
        for cut in [0, 1, 40, 89, 90] {
            let mut merged = tally(shape, &draws[..cut]);
            merged.merge(&tally(shape, &draws[cut..])).unwrap();
            assert!(merged == tally(shape, &draws), "{shape}, {cut}");
        }
    }
    let mut order = Tally::new(Shape::order(4).unwrap());
    assert_eq!(order.merge(&Tally::new(Shape::order(5).unwrap())), Err(OtherShape));
}
