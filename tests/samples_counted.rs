//! Every sampling design, over all results of its uniform draws on small populations: each item, unit, pair or sequence is
//! selected exactly as often as the design promises.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test ends at the first surprise")]
#![allow(clippy::needless_for_each, reason = "counting reads better in one line")]

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    convert::Infallible,
    rc::Rc,
};

use fairdraw::sample::{Design, Monetary, Order, Plan, Population, Role, Selected, Stratum};
use rand_core::{TryCryptoRng, TryRng};

/// A stream that has one word for each of some runs of bounds, given by their products: the word with the chosen result.
struct Chosen {
    words: Vec<u64>,
    read: usize,
    /// Of all streams together.
    read_by_all: Rc<RefCell<usize>>,
}

impl TryRng for Chosen {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("draws read words of 64 bits only")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.read += 1;
        *self.read_by_all.borrow_mut() += 1;
        Ok(*self.words.get(self.read - 1).expect("the design reads more words than expected"))
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("draws read words of 64 bits only")
    }
}

impl TryCryptoRng for Chosen {}

/// The first accepted word for the given one of `results` (SPEC, "Each tuple has exactly ..").
fn word(result: u64, results: u64) -> u64 {
    let first = (u128::from(result) << 64) + (1 << 64) % u128::from(results);
    u64::try_from(first.div_ceil(results.into())).unwrap()
}

/// Draws by `plan` once for each result of all its uniform draws: `streams` has the names of each stream that it should use,
/// and the number of results of each word it should read there. Returns the number of draws.
fn for_all_results(
    plan: &Plan<'_>,
    streams: &[(&str, Vec<u64>)],
    mut check: impl FnMut(&[u64], &[Selected]),
) -> u64 {
    let bounds: Vec<u64> = streams.iter().flat_map(|(_, bounds)| bounds.clone()).collect();
    let all: u64 = bounds.iter().product();
    for number in 0..all {
        let mut rest = number;
        let results: Vec<u64> = bounds
            .iter()
            .map(|bound| {
                let result = rest % bound;
                rest /= bound;
                result
            })
            .collect();
        let read_by_all = Rc::new(RefCell::new(0));
        let mut asked = BTreeSet::new();
        let rows = plan.draw(|names| {
            let name = names.join(" ");
            let index = streams.iter().position(|(other, _)| *other == name);
            let index = index.expect("the design uses only the streams expected");
            assert!(asked.insert(name), "a stream was begun twice");
            let before: usize = streams[..index].iter().map(|(_, bounds)| bounds.len()).sum();
            let own = before..before + streams[index].1.len();
            let words = own.map(|i| word(results[i], bounds[i])).collect();
            Ok(Chosen { words, read: 0, read_by_all: read_by_all.clone() })
        });
        assert_eq!(asked.len(), streams.len());
        assert_eq!(*read_by_all.borrow(), bounds.len(), "words were left");
        let rows = rows.unwrap();
        assert_ranks_count_from_one(&rows);
        check(&results, &rows);
    }
    all
}

fn assert_ranks_count_from_one(rows: &[Selected]) {
    let mut last = BTreeMap::new();
    for row in rows {
        let last = last.entry(row.stratum).or_insert(0);
        *last += 1;
        assert_eq!(row.rank, *last);
    }
}

fn factorial(n: u64) -> u64 {
    (1..=n).product()
}

/// The bounds of a whole shuffle, which all go into one word; one item needs none.
fn shuffle_words(n: u64) -> Vec<u64> {
    if n < 2 { vec![] } else { vec![factorial(n)] }
}

fn positions(rows: &[Selected]) -> Vec<u64> {
    rows.iter().map(|row| row.position).collect()
}

#[derive(Default)]
struct Counts<K>(BTreeMap<K, u64>);

impl<K: Ord + std::fmt::Debug> Counts<K> {
    fn add(&mut self, key: K) {
        *self.0.entry(key).or_default() += 1;
    }

    /// Each of `keys` keys has been counted `times` times, and no other.
    fn assert_all(&self, keys: u64, times: u64) {
        if times > 0 {
            assert_eq!(self.0.len() as u64, keys);
        }
        assert!(self.0.values().all(|&count| count == times), "{:?}, not {times}", self.0);
    }
}

#[test]
fn simple_every_order_of_every_sample_comes_equally_often() {
    for n in 1..=6 {
        let population = Population::new(n, None, None).unwrap();
        for (size, spares) in (1..=n).flat_map(|size| (0..=n - size).map(move |m| (size, m))) {
            let design = Design::Simple { size, spares };
            let plan = design.check(&population).unwrap();
            let (mut orders, mut items, mut spare_items) =
                (Counts::default(), Counts::default(), Counts::default());
            let all = for_all_results(&plan, &[("items", shuffle_words(n))], |_, rows| {
                orders.add(positions(rows));
                for row in rows {
                    assert_eq!((row.stratum, row.unit), (0, 0));
                    let role = if row.rank <= size { Role::Sample } else { Role::Spare };
                    assert_eq!(row.role, role);
                    if role == Role::Sample { &mut items } else { &mut spare_items }
                        .add(row.position);
                }
            });
            let sequences = factorial(n) / factorial(n - size - spares);
            orders.assert_all(sequences, all / sequences);
            items.assert_all(n, all * size / n);
            spare_items.assert_all(n, all * spares / n);
            let chance = plan.chance(n - 1).unwrap();
            assert_eq!((chance.times, chance.of), (size.into(), n.into()));
        }
    }
}

#[test]
fn with_replacement_every_sequence_comes_once() {
    for n in 1..=5u64 {
        for size in 1..=4 {
            let population = Population::new(n, None, None).unwrap();
            let design = Design::WithReplacement { size };
            let plan = design.check(&population).unwrap();
            let words = vec![n; usize::try_from(size).unwrap()];
            let mut sequences = Counts::default();
            let all = for_all_results(&plan, &[("items", words)], |results, rows| {
                assert_eq!(positions(rows), results); // the draws in their order
                sequences.add(positions(rows));
            });
            sequences.assert_all(all, 1);
        }
    }
}

#[test]
fn systematic_every_item_comes_from_as_many_starts_as_items_are_drawn() {
    for n in 1..=14 {
        for size in 1..=n {
            let population = Population::new(n, None, None).unwrap();
            let design = Design::Systematic { size, starts: 1, order: Order::List };
            let plan = design.check(&population).unwrap();
            let mut items = Counts::default();
            for_all_results(&plan, &[("start 1", vec![n])], |start, rows| {
                if (n, size, start[0]) == (10, 4, 3) {
                    assert_eq!(positions(rows), [0, 3, 5, 8]);
                }
                assert_eq!(rows.len() as u64, size);
                assert!(rows.windows(2).all(|pair| pair[0].position < pair[1].position));
                let gaps = rows.windows(2).map(|pair| pair[1].position - pair[0].position);
                assert!(gaps.into_iter().all(|gap| gap == n / size || gap == n.div_ceil(size)));
                rows.iter().for_each(|row| items.add(row.position));
            });
            items.assert_all(n, size);
        }
    }
}

#[test]
fn systematic_starts_are_independent() {
    let population = Population::new(7, None, None).unwrap();
    let design = Design::Systematic { size: 3, starts: 2, order: Order::List };
    let plan = design.check(&population).unwrap();
    let (mut items, mut pairs) = (Counts::default(), Counts::default());
    let streams = [("start 1", vec![7]), ("start 2", vec![7])];
    let all = for_all_results(&plan, &streams, |_, rows| {
        let (first, second) = rows.split_at(3);
        rows.iter().for_each(|row| items.add(row.position));
        first.iter().for_each(|a| second.iter().for_each(|b| pairs.add((a.position, b.position))));
    });
    items.assert_all(7, all * 3 * 2 / 7);
    pairs.assert_all(49, all * 9 / 49);
    assert_eq!(plan.chance(6).unwrap().to_string(), "6/7");
}

#[test]
fn systematic_in_random_order_every_pair_comes_equally_often() {
    for n in 2..=6 {
        for size in 1..=n {
            let population = Population::new(n, None, None).unwrap();
            let design = Design::Systematic { size, starts: 1, order: Order::Random };
            let plan = design.check(&population).unwrap();
            let (mut items, mut pairs) = (Counts::default(), Counts::default());
            let streams = [("order", shuffle_words(n)), ("start 1", vec![n])];
            let all = for_all_results(&plan, &streams, |_, rows| {
                for a in rows {
                    items.add(a.position);
                    rows.iter()
                        .filter(|b| a.position != b.position)
                        .for_each(|b| pairs.add((a.position, b.position)));
                }
            });
            items.assert_all(n, all * size / n);
            pairs.assert_all(n * (n - 1), all * size * (size - 1) / (n * (n - 1)));
        }
    }
}

#[test]
fn stratified_every_combination_of_the_strata_s_samples_comes_equally_often() {
    // Three items of the first, two of the second and one of the third stratum, mixed.
    let strata_of_items = [1, 0, 2, 0, 1, 0];
    let population = Population::new(6, None, Some(&strata_of_items)).unwrap();
    let stratum = |name: &str, items, size, spares| Stratum {
        name: name.into(),
        items,
        size,
        spares,
        deviation: None,
    };
    for (a, b, c) in [(1, 1, 1), (2, 1, 0), (3, 2, 1), (0, 1, 0), (2, 2, 0)] {
        let design = Design::Stratified {
            size: a + b + c,
            allocation: fairdraw::sample::Allocation::Explicit,
            strata: vec![
                stratum("north", 3, a, u64::from(a == 1)),
                stratum("south", 2, b, 0),
                stratum("", 1, c, 0),
            ],
        };
        let plan = design.check(&population).unwrap();
        // A stratum without places uses no stream; one of one item uses one, and reads no word.
        let streams = [("stratum north", 3, a), ("stratum south", 2, b), ("stratum ", 1, c)];
        let streams: Vec<_> = streams
            .into_iter()
            .filter(|&(_, _, size)| size > 0)
            .map(|(name, n, _)| (name, shuffle_words(n)))
            .collect();
        let (mut samples, mut spares) = (Counts::default(), Counts::default());
        let all = for_all_results(&plan, &streams, |_, rows| {
            assert!(rows.iter().all(|row| {
                u64::from(strata_of_items[usize::try_from(row.position).unwrap()]) + 1
                    == row.stratum
            }));
            assert!(rows.windows(2).all(|pair| pair[0].stratum <= pair[1].stratum));
            let sample = rows.iter().filter(|row| row.role == Role::Sample);
            samples.add(sample.map(|row| row.position).collect::<Vec<_>>());
            rows.iter().filter(|row| row.role == Role::Spare).for_each(|r| spares.add(r.position));
        });
        let orders = |n, k| factorial(n) / factorial(n - k);
        let combinations = orders(3, a) * orders(2, b) * orders(1, c);
        samples.assert_all(combinations, all / combinations);
        if a == 1 {
            spares.assert_all(3, all / 3);
        }
        assert_eq!(plan.chance(1).unwrap().to_string(), format!("{a}/3"));
        assert_eq!(plan.chance(4).unwrap().to_string(), format!("{b}/2"));
    }
}

/// All lists of `length` amounts from `low..=high`.
fn all_amounts(length: usize, low: i64, high: i64) -> Vec<Vec<i64>> {
    (0..length).fold(vec![vec![]], |lists, _| {
        let longer = |list: Vec<i64>| (low..=high).map(move |a| [&list[..], &[a]].concat());
        lists.into_iter().flat_map(longer).collect()
    })
}

/// Certainty items by the letter of SPEC 19.4, taking eligible items in list order (or from the end), one at a time: their
/// positions, `k` and `T`.
fn certainty_by_hand(amounts: &[i64], size: u64, from_the_end: bool) -> (Vec<u64>, u64, u64) {
    let mut frame: Vec<(u64, u64)> =
        (0..).zip(amounts).filter(|(_, a)| **a > 0).map(|(i, a)| (i, a.unsigned_abs())).collect();
    let (mut k, mut t) = (size, frame.iter().map(|(_, a)| a).sum::<u64>());
    let mut taken = vec![];
    loop {
        let eligible = |&(_, amount): &(u64, u64)| k > 0 && amount * k >= t;
        let found = if from_the_end {
            frame.iter().rposition(eligible)
        } else {
            frame.iter().position(eligible)
        };
        let Some(index) = found else { break };
        let (position, amount) = frame.remove(index);
        taken.push(position);
        (k, t) = (k - 1, t - amount);
    }
    taken.sort_unstable();
    (taken, k, t)
}

fn monetary_plan<'a>(design: &'a Design, amounts: &'a [i64]) -> Option<Plan<'a>> {
    let population = Population::new(amounts.len() as u64, Some(amounts), None).unwrap();
    design.check(&population).ok()
}

/// Checks that over `all` draws each item came as often as its chance says.
fn assert_items_come_by_their_chance(plan: &Plan<'_>, all: u64, counts: &Counts<u64>) {
    for position in 0..plan.population().items() {
        let chance = plan.chance(position).unwrap();
        let count = counts.0.get(&position).copied().unwrap_or(0);
        assert_eq!(
            u128::from(count) * chance.of,
            chance.times * u128::from(all),
            "item {position} of {:?} by {:?}",
            plan.population().amounts(),
            plan.design()
        );
    }
}

#[test]
fn certainty_items_don_t_depend_on_the_order_they_are_taken_in() {
    for amounts in all_amounts(5, 0, 6) {
        for size in 1..=5 {
            let design = Design::Monetary(Monetary::Fixed { size });
            let Some(plan) = monetary_plan(&design, &amounts) else {
                assert!(
                    amounts.iter().filter(|&&a| a > 0).count() < usize::try_from(size).unwrap()
                );
                continue;
            };
            let frame = plan.frame().unwrap();
            let found = (frame.certainty.clone(), frame.hits, frame.rest);
            assert_eq!(found, certainty_by_hand(&amounts, size, false), "{amounts:?}, {size}");
            assert_eq!(found, certainty_by_hand(&amounts, size, true), "{amounts:?}, {size}");
        }
    }
    let amounts = [100, 60, 30, 10, 5, 5];
    let design = Design::Monetary(Monetary::Fixed { size: 4 });
    let frame = monetary_plan(&design, &amounts).unwrap().frame().unwrap().clone();
    assert_eq!((frame.certainty, frame.hits, frame.rest), (vec![0, 1, 2], 1, 20));
}

/// Counts units and items over all results, and checks all that holds for any monetary design: the item of a unit, the
/// certainty items, and each item as often as its chance.
fn count_units(plan: &Plan<'_>, streams: &[(&str, Vec<u64>)]) -> (u64, Counts<u64>) {
    let (mut units, mut items) = (Counts::default(), Counts::default());
    let amounts = plan.population().amounts().unwrap();
    let frame = plan.frame().unwrap();
    let ordered = !matches!(plan.design(), Design::Monetary(Monetary::RandomOrder { .. }));
    let all = for_all_results(plan, streams, |_, rows| {
        let (certain, hits) = rows.split_at(frame.certainty.len());
        assert_eq!(positions(certain), frame.certainty);
        assert!(certain.iter().all(|row| row.role == Role::Certainty && row.unit == 0));
        for row in hits {
            assert_eq!(row.role, Role::Sample);
            assert!(!frame.certainty.contains(&row.position));
            if ordered {
                // One entry for each unit, which a sample of real money couldn't hold.
                let rest = (0..).zip(amounts).filter(|(p, _)| !frame.certainty.contains(p));
                let mut expanded = rest.flat_map(|(p, &a)| (0..a.max(0)).map(move |_| p));
                let index = usize::try_from(row.unit).unwrap() - 1;
                assert_eq!(Some(row.position), expanded.nth(index));
            }
            units.add(row.unit);
        }
        rows.iter().for_each(|row| items.add(row.position));
    });
    assert_items_come_by_their_chance(plan, all, &items);
    (all, units)
}

#[test]
fn mus_fixed_every_unit_is_hit_by_as_many_starts_as_there_are_hits() {
    let examples =
        [vec![5, 3, 6, 2, 4, 1, 7], vec![100, 60, 30, 10, 5, 5], vec![i64::from(0), -7, 1]];
    for amounts in all_amounts(4, -1, 4).into_iter().chain(examples) {
        for size in 1..=4 {
            let design = Design::Monetary(Monetary::Fixed { size });
            let Some(plan) = monetary_plan(&design, &amounts) else { continue };
            let frame = plan.frame().unwrap();
            let streams = match frame.hits {
                0 => vec![],
                _ => vec![("start", vec![frame.rest])],
            };
            let (all, units) = count_units(&plan, &streams);
            if frame.hits > 0 {
                assert_eq!(all, frame.rest);
                units.assert_all(frame.rest, frame.hits);
            }
            // Never two hits on one item: it would be large enough for a certainty item.
            for_all_results(&plan, &streams, |_, rows| {
                assert_eq!(rows.len() as u64, size);
                assert_eq!(positions(rows).iter().collect::<BTreeSet<_>>().len(), rows.len());
            });
        }
    }
}

#[test]
fn mus_fixed_the_example_of_28_starts() {
    let amounts = [5, 3, 6, 2, 4, 1, 7];
    let design = Design::Monetary(Monetary::Fixed { size: 3 });
    let plan = monetary_plan(&design, &amounts).unwrap();
    let mut items = Counts::default();
    let starts = for_all_results(&plan, &[("start", vec![28])], |_, rows| {
        rows.iter().for_each(|row| items.add(row.position));
    });
    assert_eq!(starts, 28);
    assert_eq!(items.0.into_values().collect::<Vec<_>>(), amounts.map(|a| 3 * a.unsigned_abs()));
}

#[test]
fn mus_interval_every_unit_is_hit_by_one_start() {
    for amounts in all_amounts(4, -1, 5) {
        for interval in 1..=12 {
            let design = Design::Monetary(Monetary::Interval { interval });
            let Some(plan) = monetary_plan(&design, &amounts) else {
                assert!(amounts.iter().all(|&amount| amount <= 0));
                continue;
            };
            let frame = plan.frame().unwrap();
            let large = |p: &u64| amounts[usize::try_from(*p).unwrap()] >= interval.cast_signed();
            assert_eq!(frame.certainty, (0..4).filter(large).collect::<Vec<_>>());
            let streams = match frame.rest {
                0 => vec![],
                _ => vec![("start", vec![interval])],
            };
            let (_, units) = count_units(&plan, &streams);
            units.assert_all(frame.rest, 1);
            for_all_results(&plan, &streams, |_, rows| {
                assert!(rows.len() as u64 <= plan.places());
                assert_eq!(positions(rows).iter().collect::<BTreeSet<_>>().len(), rows.len());
            });
        }
    }
}

#[test]
fn mus_cell_every_unit_is_hit_equally_often_by_all_cells() {
    for amounts in
        all_amounts(4, 0, 2).into_iter().chain([vec![1, 2, 1, 2, 1], vec![9, 2, 2, 1, 3]])
    {
        for size in 1..=3 {
            let design = Design::Monetary(Monetary::Cell { size });
            let Some(plan) = monetary_plan(&design, &amounts) else { continue };
            let frame = plan.frame().unwrap();
            let names = ["cell 1", "cell 2", "cell 3"];
            let hits = usize::try_from(frame.hits).unwrap();
            let streams: Vec<_> =
                names[..hits].iter().map(|name| (*name, vec![frame.rest])).collect();
            let (all, units) = count_units(&plan, &streams);
            if frame.hits > 0 {
                units.assert_all(frame.rest, frame.hits * all / frame.rest);
            }
            for_all_results(&plan, &streams, |_, rows| {
                let units = rows.iter().filter(|row| row.unit > 0).map(|row| row.unit);
                for (cell, unit) in (0..).zip(units) {
                    // Unit u is the stretch (u-1)..u of 0..T, and the cell that of cell*T/k..(cell+1)*T/k: they overlap.
                    assert!(unit * frame.hits > cell * frame.rest);
                    assert!((unit - 1) * frame.hits < (cell + 1) * frame.rest);
                }
            });
        }
    }
}

#[test]
fn mus_random_order_every_item_comes_by_its_amount() {
    let examples =
        [vec![1, 2, 3], vec![2, 2, 1, 1], vec![9, 1, 2, -3, 2], vec![4, 4], vec![3, 1, 1, 2]];
    for amounts in examples {
        for size in 1..=4 {
            let design = Design::Monetary(Monetary::RandomOrder { size });
            let Some(plan) = monetary_plan(&design, &amounts) else { continue };
            let frame = plan.frame().unwrap();
            let streams = match frame.hits {
                0 => vec![],
                _ => {
                    vec![("order", shuffle_words(frame.rest_items)), ("start", vec![frame.rest])]
                }
            };
            let (all, units) = count_units(&plan, &streams);
            if frame.hits > 0 {
                units.assert_all(frame.rest, frame.hits * all / frame.rest);
            }
        }
    }
}

#[test]
fn mus_random_order_counts_units_in_the_shuffled_frame() {
    let amounts = [1, 2, 3];
    let design = Design::Monetary(Monetary::RandomOrder { size: 1 });
    let plan = monetary_plan(&design, &amounts).unwrap();
    let mut orders = BTreeMap::<u64, BTreeMap<u64, u64>>::new();
    let streams = [("order", vec![6]), ("start", vec![6])];
    for_all_results(&plan, &streams, |results, rows| {
        assert_eq!(rows[0].unit, results[1] + 1);
        orders.entry(results[0]).or_default().insert(rows[0].unit, rows[0].position);
    });
    let orders: BTreeSet<Vec<u64>> =
        orders.into_values().map(|order| order.into_values().collect()).collect();
    assert_eq!(
        orders.into_iter().collect::<Vec<_>>(),
        [
            [0, 1, 1, 2, 2, 2],
            [0, 2, 2, 2, 1, 1],
            [1, 1, 0, 2, 2, 2],
            [1, 1, 2, 2, 2, 0],
            [2, 2, 2, 0, 1, 1],
            [2, 2, 2, 1, 1, 0],
        ]
    );
}

#[test]
fn mus_with_replacement_every_sequence_of_units_comes_once() {
    for amounts in [vec![1], vec![2, 0, 3], vec![-5, 4, 1, 1], vec![0, 7]] {
        for size in 1..=4 {
            let design = Design::Monetary(Monetary::WithReplacement { size });
            let plan = monetary_plan(&design, &amounts).unwrap();
            let frame = plan.frame().unwrap();
            assert!(frame.certainty.is_empty());
            let words = vec![frame.rest; usize::try_from(size).unwrap()];
            let (all, units) = count_units(&plan, &[("items", words.clone())]);
            units.assert_all(frame.rest, size * all / frame.rest);
            let mut sequences = Counts::default();
            for_all_results(&plan, &[("items", words)], |_, rows| {
                sequences.add(rows.iter().map(|row| row.unit).collect::<Vec<_>>());
            });
            sequences.assert_all(all, 1);
        }
    }
}

#[test]
fn results_are_as_many_as_the_draws_have() {
    // Hundredths of base-2 logarithms, from exact integers apart from this code.
    let population = Population::new(10, Some(&[5, 3, 6, 2, 4, 1, 7, 0, -1, 2]), None).unwrap(); // T = 30
    for (design, hundredths) in [
        (Design::Simple { size: 2, spares: 1 }, 949), // 720
        (Design::WithReplacement { size: 3 }, 996),   // 1,000
        (Design::Systematic { size: 3, starts: 2, order: Order::List }, 664), // 100
        (Design::Systematic { size: 3, starts: 1, order: Order::Random }, 2511), // 36,288,000
        (Design::Monetary(Monetary::Fixed { size: 3 }), 490), // 30
        (Design::Monetary(Monetary::Interval { interval: 16 }), 400), // 16
        (Design::Monetary(Monetary::Cell { size: 3 }), 1472), // 27,000
        (Design::Monetary(Monetary::RandomOrder { size: 3 }), 2020), // 30 * 40,320
        (Design::Monetary(Monetary::WithReplacement { size: 2 }), 981), // 900
        (Design::Monetary(Monetary::Fixed { size: 8 }), 0), // all certain
    ] {
        assert_eq!(design.check(&population).unwrap().results(), hundredths, "{design:?}");
    }
}
