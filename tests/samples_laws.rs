//! Laws of sampling designs, on inputs made from a fixed seed.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use fairdraw::{
    HashDrbgError, Stream,
    sample::{
        Addition, Allocation, AllocationFault, Design, Monetary, Order, PURPOSE, Population, Role,
        Selected, Share, Stratum, allocate,
    },
};
use proptest::{collection::vec, prelude::*, sample::select, test_runner::RngSeed};

/// The same cases every time.
fn cases(count: u32) -> ProptestConfig {
    ProptestConfig {
        cases: count,
        rng_seed: RngSeed::Fixed(0x6661_6972_6472_6177),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn stream(names: &[&str]) -> Result<Stream, HashDrbgError> {
    Stream::new(&[7; 64], PURPOSE, names)
}

fn draw(design: &Design, population: &Population<'_>) -> Vec<Selected> {
    design.check(population).unwrap().draw(stream).unwrap()
}

/// A stratified design by (items, size, spares), and the stratum of each item when the strata take turns.
fn stratified(strata: &[(String, u64, u64, u64)]) -> (Design, Vec<u32>) {
    let design = Design::Stratified {
        size: strata.iter().map(|(_, _, size, _)| size).sum(),
        allocation: Allocation::Explicit,
        strata: strata
            .iter()
            .map(|(name, items, size, spares)| Stratum {
                name: name.clone(),
                items: *items,
                size: *size,
                spares: *spares,
                deviation: None,
            })
            .collect(),
    };
    let turns = strata.iter().map(|(_, items, ..)| *items).max().unwrap_or(0);
    let in_turn = (0..turns).flat_map(|turn| {
        (0..).zip(strata).filter(move |(_, (_, items, ..))| turn < *items).map(|(index, _)| index)
    });
    let strata_of_items = in_turn.collect();
    (design, strata_of_items)
}

/// The sample of each stratum by name: role, and which of the stratum's items it is.
fn by_stratum(strata: &[(String, u64, u64, u64)]) -> Vec<(String, Vec<(Role, usize)>)> {
    let (design, strata_of_items) = stratified(strata);
    let items = strata_of_items.len() as u64;
    let population = Population::new(items, None, Some(&strata_of_items)).unwrap();
    let rows = draw(&design, &population);
    (0..)
        .zip(strata)
        .map(|(index, (name, ..))| {
            let own = rows.iter().filter(|row| row.stratum == u64::from(index) + 1);
            let sample = own.map(|row| {
                let position = usize::try_from(row.position).unwrap();
                assert_eq!(strata_of_items[position], index);
                let before = strata_of_items[..position].iter();
                (row.role, before.filter(|&&other| other == index).count())
            });
            (name.clone(), sample.collect())
        })
        .collect()
}

/// Items, size and spares that fit each other.
fn sizes() -> impl Strategy<Value = (u64, u64, u64)> {
    (1..20u64).prop_flat_map(|items| {
        (0..=items).prop_flat_map(move |size| (Just(items), Just(size), 0..=items - size))
    })
}

fn some_strata() -> impl Strategy<Value = Vec<(String, u64, u64, u64)>> {
    vec(sizes(), 2..6).prop_map(|sizes| {
        let named = (0..).zip(sizes);
        let mut strata: Vec<_> = named
            .map(|(i, (items, size, spares))| (format!("s{i}"), items, size, spares))
            .collect();
        strata[0].1 += 1;
        strata[0].2 += 1; // no sample is empty
        strata
    })
}

fn any_design() -> impl Strategy<Value = Design> {
    let number =
        || prop_oneof![0..12u64, any::<u64>(), select(vec![1 << 32, (1 << 32) - 1, u64::MAX])];
    let minimum = (number(), 0..4).prop_map(|(minimum, kind)| match kind {
        0 => Allocation::Explicit,
        1 => Allocation::Proportional { minimum },
        2 => Allocation::Value { minimum },
        _ => Allocation::Neyman { minimum },
    });
    let stratum = ("[ab]?", number(), number(), number(), proptest::option::of(number())).prop_map(
        |(name, items, size, spares, deviation)| Stratum { name, items, size, spares, deviation },
    );
    prop_oneof![
        (number(), number()).prop_map(|(size, spares)| Design::Simple { size, spares }),
        number().prop_map(|size| Design::WithReplacement { size }),
        (number(), number(), any::<bool>()).prop_map(|(size, starts, random)| {
            let order = if random { Order::Random } else { Order::List };
            Design::Systematic { size, starts, order }
        }),
        (number(), minimum, vec(stratum, 0..3))
            .prop_map(|(size, allocation, strata)| Design::Stratified { size, allocation, strata }),
        (number(), 0..5).prop_map(|(size, kind)| Design::Monetary(match kind {
            0 => Monetary::Fixed { size },
            1 => Monetary::Interval { interval: size },
            2 => Monetary::Cell { size },
            3 => Monetary::RandomOrder { size },
            _ => Monetary::WithReplacement { size },
        })),
    ]
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn changing_a_stratum_leaves_the_samples_of_the_others(
        strata in some_strata(),
        changed in any::<prop::sample::Index>(),
        to in sizes(),
        added in sizes(),
    ) {
        let before = by_stratum(&strata);
        let changed = changed.index(strata.len() - 1) + 1;
        let mut other = strata.clone();
        (other[changed].1, other[changed].2, other[changed].3) = to;
        other.insert(0, ("added".into(), added.0, added.1, added.2));
        let after = by_stratum(&other);
        for (name, sample) in before {
            if name != strata[changed].0 {
                let (_, now) = after.iter().find(|(other, _)| *other == name).unwrap();
                prop_assert_eq!(&sample, now);
            }
        }
    }

    #[test]
    fn longer_sample_begins_with_the_shorter_one(
        items in 1..200u64, shorter in 1..200u64, spares in 0..10u64, more in 0..50u64,
    ) {
        let population = Population::new(items, None, None).unwrap();
        let shorter = shorter.min(items);
        let spares = spares.min(items - shorter);
        let longer = (shorter + spares + more).min(items);
        let rows = draw(&Design::Simple { size: shorter, spares }, &population);
        let all = draw(&Design::Simple { size: longer, spares: 0 }, &population);
        let positions = |rows: &[Selected]| rows.iter().map(|r| r.position).collect::<Vec<_>>();
        prop_assert_eq!(&positions(&rows)[..], &positions(&all)[..rows.len()]);
        let rows = draw(&Design::WithReplacement { size: shorter }, &population);
        let all = draw(&Design::WithReplacement { size: longer }, &population);
        prop_assert_eq!(&rows[..], &all[..rows.len()]);
    }

    #[test]
    fn extensions_are_the_next_items_of_the_longer_sample(
        strata in some_strata(), extra in vec((0..3u64, 0..3u64), 6),
    ) {
        let (design, strata_of_items) = stratified(&strata);
        let population =
            Population::new(strata_of_items.len() as u64, None, Some(&strata_of_items)).unwrap();
        let plan = design.check(&population).unwrap();
        let mut all = plan.draw(stream).unwrap();
        let mut extension = plan.extension().unwrap();
        let mut longer = strata.clone();
        for (index, stratum) in longer.iter_mut().enumerate() {
            let number = index as u64 + 1;
            let left = extension.left(number).unwrap();
            prop_assert_eq!(left, stratum.1 - stratum.2 - stratum.3);
            // The whole stratum as a sample with the same shuffle.
            (stratum.2, stratum.3) = (stratum.1, 0);
            let (first, second) = extra[index];
            for items in [first.min(left), second.min(left - first.min(left))] {
                if items > 0 {
                    let addition = [Addition { items, stratum: number }];
                    let rows = extension.add(&addition, stream).unwrap();
                    prop_assert_eq!(rows.len() as u64, items);
                    prop_assert!(rows.iter().all(|row| row.role == Role::Sample));
                    all.extend(rows);
                }
            }
        }
        // What is left, in one extension of several strata.
        let additions: Vec<Addition> = (1..=strata.len() as u64)
            .map(|stratum| Addition { items: extension.left(stratum).unwrap(), stratum })
            .filter(|addition| addition.items > 0)
            .collect();
        all.extend(extension.add(&additions, stream).unwrap());
        all.sort_by_key(|row| (row.stratum, row.rank));
        let whole = draw(&stratified(&longer).0, &population);
        let places = |rows: &[Selected]| {
            rows.iter().map(|row| (row.stratum, row.rank, row.position)).collect::<Vec<_>>()
        };
        prop_assert_eq!(places(&all), places(&whole));
    }

    #[test]
    fn allocation_sums_to_the_size_and_keeps_its_bounds(
        strata in vec((0..1u64 << 32, prop_oneof![Just(0), 0..10u128, 0..1u128 << 86]), 1..20),
        minimum in prop_oneof![Just(0), 0..5u64, 0..1u64 << 30],
        part in 0..=100u64,
    ) {
        let strata: Vec<Share> =
            strata.into_iter().map(|(items, weight)| Share { items, weight }).collect();
        let size = strata.iter().map(|share| share.items).sum::<u64>() / 100 * part;
        match allocate(size, &strata, minimum) {
            Ok(sizes) => {
                prop_assert_eq!(sizes.iter().sum::<u64>(), size);
                for (share, &size) in strata.iter().zip(&sizes) {
                    prop_assert!(minimum.min(share.items) <= size && size <= share.items);
                    prop_assert!(share.weight > 0 || size == minimum.min(share.items));
                }
            }
            Err(fault) => prop_assert!(fault != AllocationFault::TooLarge),
        }
    }

    #[test]
    fn no_numbers_make_an_allocation_panic(
        size in any::<u64>(), minimum in any::<u64>(),
        strata in vec((any::<u64>(), prop_oneof![Just(0), any::<u128>(), any::<u64>().prop_map(u128::from)]), 0..5),
    ) {
        let strata: Vec<Share> =
            strata.into_iter().map(|(items, weight)| Share { items, weight }).collect();
        if let Ok(sizes) = allocate(size, &strata, minimum % (size | 1)) {
            prop_assert_eq!(sizes.into_iter().map(u128::from).sum::<u128>(), u128::from(size));
        }
    }
}

proptest! {
    #![proptest_config(cases(5_000))]

    #[test]
    fn no_design_makes_a_draw_panic(
        design in any_design(),
        amounts in vec(prop_oneof![-3..10i64, any::<i64>(), Just(i64::MAX), Just(i64::MIN)], 0..6),
        strata in vec(prop_oneof![0..3u32, any::<u32>()], 0..6),
        items in prop_oneof![1..6u64, any::<u64>()],
        stratum in 0..4u64,
    ) {
        let amounts = (amounts.len() as u64 == items).then_some(&amounts[..]);
        let strata = (strata.len() as u64 == items).then_some(&strata[..]);
        let Ok(population) = Population::new(items, amounts, strata) else { return Ok(()) };
        let Ok(plan) = design.check(&population) else { return Ok(()) };
        for position in [0, items - 1] {
            prop_assert!(plan.chance(position).unwrap().of > 0);
        }
        prop_assert_eq!(plan.chance(items), None);
        let random_order_of_many =
            matches!(design, Design::Systematic { order: Order::Random, .. }) && items > 1000;
        if plan.places() > 1000 || random_order_of_many {
            return Ok(());
        }
        let _ = plan.results();
        let rows = plan.draw(stream).unwrap();
        prop_assert!(rows.len() as u64 <= plan.places());
        prop_assert!(rows.iter().all(|row| row.position < items));
        if let Ok(mut extension) = plan.extension() {
            let _ = extension.add(&[Addition { items: 1, stratum }], stream);
        }
    }
}

/// The allocation by its definition: `x_h = min(N_h, max(l_h, t * w_h))` for the `t` at which they sum to `size`, which lies
/// at or between two places where some `x_h` meets a bound.
fn allocation_by_definition(size: u128, strata: &[Share], minimum: u64) -> Option<Vec<u64>> {
    let strata: Vec<(u128, u128, u128)> = strata
        .iter()
        .map(|share| (minimum.min(share.items).into(), share.items.into(), share.weight))
        .collect();
    // The x_h for t = p / q, times q.
    let shares = |p: u128, q: u128| -> Vec<u128> {
        strata.iter().map(|&(least, most, w)| (most * q).min((least * q).max(p * w))).collect()
    };
    let mut turns = vec![(0, 1)];
    let bounded = strata.iter().filter(|(_, _, weight)| *weight > 0);
    turns.extend(bounded.flat_map(|&(least, most, weight)| [(least, weight), (most, weight)]));
    turns.sort_by(|(p, q), (p2, q2)| (p * q2).cmp(&(p2 * q)));
    let sum_at = |(p, q): (u128, u128)| shares(p, q).iter().sum::<u128>();
    let after = turns.iter().position(|&(p, q)| sum_at((p, q)) >= size * q)?;
    let (p, q) = if sum_at(turns[after]) == size * turns[after].1 {
        turns[after]
    } else {
        let (p0, q0) = turns[after.checked_sub(1)?];
        let (p1, q1) = turns[after];
        let moves = |&&(least, most, w): &&(u128, u128, u128)| {
            w > 0 && least * q0 <= p0 * w && p1 * w <= most * q1
        };
        let slope: u128 = strata.iter().filter(moves).map(|(_, _, weight)| weight).sum();
        (p0 * slope + size * q0 - sum_at((p0, q0)), q0 * slope)
    };
    let shares = shares(p, q);
    assert_eq!(shares.iter().sum::<u128>(), size * q);
    let mut sizes: Vec<u64> = shares.iter().map(|share| (share / q).try_into().unwrap()).collect();
    while sizes.iter().map(|&size| u128::from(size)).sum::<u128>() < size {
        // The largest remainder that has not been rounded up yet, the first of several.
        let remainder = |&index: &usize| {
            let left = shares[index] % q;
            if u128::from(sizes[index]) * q > shares[index] { 0 } else { left }
        };
        let largest = (0..sizes.len()).rev().max_by_key(remainder)?;
        sizes[largest] += 1;
    }
    Some(sizes)
}

#[test]
fn allocation_is_that_of_the_definition_for_all_small_strata() {
    let mut compared = 0;
    for number in 0..(6 * 5_u64).pow(3) {
        let mut rest = number;
        let strata = [(); 3].map(|()| {
            let share = Share { items: rest % 6, weight: (rest / 6 % 5).into() };
            rest /= 30;
            share
        });
        let items: u64 = strata.iter().map(|share| share.items).sum();
        for minimum in 0..4 {
            for size in 0..=items + 1 {
                let expected = allocation_by_definition(size.into(), &strata, minimum);
                let found = allocate(size, &strata, minimum).ok();
                assert_eq!(found, expected, "{size} to {strata:?}, at least {minimum}");
                compared += 1;
            }
        }
    }
    assert!(compared > 900_000, "{compared}");
}

proptest! {
    #![proptest_config(cases(20_000))]

    #[test]
    fn allocation_is_that_of_the_definition(
        strata in vec((0..60u64, 0..40u128), 1..8), minimum in 0..8u64, size in 0..200u64,
    ) {
        let strata: Vec<Share> =
            strata.into_iter().map(|(items, weight)| Share { items, weight }).collect();
        let expected = allocation_by_definition(size.into(), &strata, minimum);
        prop_assert_eq!(allocate(size, &strata, minimum).ok(), expected);
    }
}
