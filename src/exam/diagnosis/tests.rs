#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at the first surprise")]

use std::{vec, vec::Vec};

use super::*;
use crate::exam::{
    Run, Shape, Sort, SpecimenShuffler,
    specimens::{Choices as _, Orders},
};

/// Diagnoses of lists of one length, with the simulations of those before.
struct Clinic {
    n: u32,
    simulations: simulation::Simulations,
    orders: Option<Orders>,
}

impl Clinic {
    fn new(n: u32) -> Self {
        Self { n, simulations: simulation::Simulations::new(n), orders: Orders::new(n) }
    }

    fn diagnose(&mut self, tally: &Tally) -> Diagnosis {
        match (&self.orders, tally.outcomes()) {
            (Some(orders), Some(counts)) => orders::diagnose(tally, counts, orders),
            _ => long::diagnose(tally, &mut self.simulations, &mut |_, _| {}),
        }
    }

    /// The mistakes that so many shuffles of a specimen are diagnosed as.
    fn names(&mut self, specimen: Specimen, shuffles: u64) -> Vec<Specimen> {
        self.names_of(&counted(&mut shuffler(specimen, self.n), shuffles))
    }

    fn names_of(&mut self, tally: &Tally) -> Vec<Specimen> {
        match self.diagnose(tally).verdict {
            Verdict::Is(likely) => likely.iter().map(|likeness| likeness.specimen).collect(),
            _ => vec![],
        }
    }

    /// A fault is found, the specimen itself is named, and beside it only what has the same law.
    fn check(&mut self, specimen: Specimen, shuffles: u64) {
        let tally = counted(&mut shuffler(specimen, self.n), shuffles);
        let outcomes = crate::exam::tests(&tally);
        let mut findings = outcomes.iter().filter_map(|outcome| outcome.finding());
        assert!(findings.any(|finding| finding.p < 1e-6), "{specimen} of {}: not found", self.n);
        let names = self.names_of(&tally);
        assert!(names.contains(&specimen), "{specimen} of {}: {names:?}", self.n);
        for other in names {
            let same = match (specimen, other) {
                (Specimen::Comparator(sort), Specimen::Comparator(other)) => {
                    sort.same_law(other, self.n)
                        || self.same_law(specimen, Specimen::Comparator(other))
                }
                // Numbers are only known so well from counts of short lists.
                (Specimen::SmallSeed { seeds: one }, Specimen::SmallSeed { seeds: other })
                | (Specimen::ShortKeys { keys: one }, Specimen::ShortKeys { keys: other }) => {
                    one == other || self.n < 12 && (one / 4..=4 * one).contains(&other)
                }
                _ => self.same_law(specimen, other),
            };
            assert!(same, "{specimen} of {}: {other}", self.n);
        }
    }

    fn same_law(&self, one: Specimen, other: Specimen) -> bool {
        if one == other {
            return true;
        }
        let Some(orders) = &self.orders else { return false };
        let (Some(one), Some(other)) = (orders.law(one), orders.law(other)) else { return false };
        one.iter().zip(&other).all(|(a, b)| (a - b).abs() < 1e-12)
    }
}

fn shuffler(specimen: Specimen, n: u32) -> SpecimenShuffler {
    specimen.shuffler(n, b"diagnosis tests").unwrap()
}

fn counted(orders: &mut SpecimenShuffler, shuffles: u64) -> Tally {
    let n = orders.shuffle().len();
    changed(orders, n, shuffles, &mut |_| {})
}

/// Tallies shuffles after a change.
fn changed(
    orders: &mut SpecimenShuffler,
    n: usize,
    shuffles: u64,
    change: &mut dyn FnMut(&mut Vec<u32>),
) -> Tally {
    let mut tally = Tally::new(Shape::order(u32::try_from(n).unwrap()).unwrap());
    for _ in 0..shuffles {
        let mut order = orders.shuffle().to_vec();
        change(&mut order);
        tally.add(&order).unwrap();
    }
    tally
}

fn check_defaults(n: u32) {
    let mut clinic = Clinic::new(n);
    for specimen in Specimen::defaults(n) {
        if specimen == Specimen::Fair {
            assert!(clinic.names(specimen, 100_000).is_empty());
        } else {
            clinic.check(specimen, 100_000);
        }
    }
}

#[test]
fn every_specimen_is_named_in_lists_of_4() {
    check_defaults(4);
}

#[test]
fn every_specimen_is_named_in_lists_of_7() {
    check_defaults(7);
}

#[test]
fn every_specimen_is_named_in_lists_of_10() {
    check_defaults(10);
}

#[test]
fn every_specimen_is_named_in_lists_of_52() {
    check_defaults(52);
}

// The lengths between say nothing new, and take a minute:
// cargo test -p fairdraw --features exam --lib exam::diagnosis -- --ignored

#[test]
#[ignore = "takes a minute"]
fn every_specimen_is_named_in_lists_of_5_6_8_and_9() {
    [5, 6, 8, 9].into_iter().for_each(check_defaults);
}

#[test]
fn every_way_to_make_a_mistake_is_told_apart() {
    let mut specimens: Vec<Specimen> = Sort::ALL.map(Specimen::Comparator).into();
    for run in [Run::Forward, Run::Downward] {
        for last in [true, false] {
            specimens.extend([Specimen::NaiveSwap { run, last }, Specimen::NoOffset { last }]);
        }
        specimens.extend([
            Specimen::StopsEarly { run },
            Specimen::Rounding { run },
            Specimen::Modulo { bits: 6, run },
            Specimen::Multiply { bits: 6, run },
        ]);
    }
    specimens.extend([
        Specimen::Tail { length: 3 },
        Specimen::Head { length: 4 },
        Specimen::Riffles { count: 1 },
        Specimen::Transpositions { count: 1 },
        Specimen::Transpositions { count: 3 },
        Specimen::ShortKeys { keys: 2 },
        Specimen::ShortKeys { keys: 100 },
        Specimen::ShortKeys { keys: 37 },
    ]);
    for n in [6, 9] {
        let mut clinic = Clinic::new(n);
        for &specimen in &specimens {
            clinic.check(specimen, 50_000);
        }
    }
}

#[test]
fn numbers_are_estimated() {
    let mut clinic = Clinic::new(52);
    for name in [
        "modulo:10",
        "modulo:10:forward",
        "multiply:10:forward",
        "keys:8",
        "keys:1000-values",
        "riffles:5",
        "riffles:9",
        "transpositions:150",
        "tail:26",
        "seed:8",
        "seed:20",
        "seed:86400-values",
        "seed:1000000-values",
    ] {
        let specimen: Specimen = name.parse().unwrap();
        let names = clinic.names(specimen, 100_000);
        assert!(names.contains(&specimen) && names.len() < 3, "{specimen}: {names:?}");
    }
    // Of 2^32 seeds one or two come again in 100,000 shuffles: the width is known to a few bits.
    let names = clinic.names(Specimen::SmallSeed { seeds: 1 << 32 }, 200_000);
    assert!(names.contains(&Specimen::SmallSeed { seeds: 1 << 32 }), "{names:?}");
    assert!(names.iter().all(|specimen| specimen.kind() == "seed"), "{names:?}");
}

/// Biases that no specimen has, of the order after a fair shuffle; `one_in` says how often.
fn invented(order: &mut Vec<u32>, what: &str, one_in: u64, below: &mut dyn FnMut(u64) -> u64) {
    let last = order.len() - 1;
    let place = |order: &[u32], item| order.iter().position(|&other| other == item).unwrap();
    if below(one_in) > 0 {
        return;
    }
    match what {
        "one item glued to another" => {
            let from = place(order, 1);
            order.remove(from);
            let after = place(order, 0);
            order.insert(after + 1, 1);
        }
        "a favoured winner" => {
            let from = place(order, 2);
            order.swap(0, from);
        }
        "an item that is never last" => {
            if order[last] == 1 {
                let to = usize::try_from(below(last as u64)).unwrap();
                order.swap(last, to);
            }
        }
        _ => *order = (0..=u32::try_from(last).unwrap()).rev().collect(),
    }
}

#[test]
fn what_is_no_classical_mistake_is_none_of_these() {
    for n in [4, 5, 7, 8, 10, 52] {
        let mut clinic = Clinic::new(n);
        for (what, one_in) in [
            ("one item glued to another", 5),
            ("one item glued to another", 50),
            ("a favoured winner", 10),
            ("a favoured winner", 100),
            ("an item that is never last", 1),
            ("one order", 100),
        ] {
            let mut fair = shuffler(Specimen::Fair, n);
            let mut random = specimens::words(b"invented");
            let tally = changed(&mut fair, n as usize, 100_000, &mut |order| {
                invented(order, what, one_in, &mut |bound| random.below(bound));
            });
            let verdict = clinic.diagnose(&tally).verdict;
            assert_eq!(verdict, Verdict::NoneOfThese, "{what}, one in {one_in}, of {n}");
        }
    }
}

#[test]
fn two_mistakes_at_once_are_a_likeness_at_most() {
    // A comparator that throws a coin, and one shuffle of 40 not made at all.
    for n in [6, 10] {
        let mut sort = shuffler(Specimen::Comparator(Sort::Timsort), n);
        let mut times = 0;
        let tally = changed(&mut sort, n as usize, 100_000, &mut |order| {
            times += 1;
            if times % 40 == 0 {
                order.sort_unstable();
            }
        });
        let verdict = Clinic::new(n).diagnose(&tally).verdict;
        let Verdict::Resembles(likeness) = verdict else { panic!("{n}: {verdict:?}") };
        assert_eq!(likeness.specimen, Specimen::Comparator(Sort::Timsort));
        assert!(!likeness.fits);
    }
}

#[test]
fn shuffles_that_hang_together_are_no_small_seed() {
    // All orders come equally often, but each is the one before with two places swapped.
    for n in [5, 7, 10] {
        let mut random = specimens::words(b"a chain");
        let mut order: Vec<u32> = (0..n).collect();
        let mut tally = Tally::new(Shape::order(n).unwrap());
        let mut place = || usize::try_from(random.below(n.into())).unwrap();
        for _ in 0..20_000 {
            order.swap(place(), place());
            tally.add(&order).unwrap();
        }
        assert_eq!(Clinic::new(n).names_of(&tally), [], "{n}");
    }
}

/// Of which fewer than 5 are expected of every order.
#[test]
fn few_shuffles_of_which_some_were_not_made_are_no_short_words() {
    for n in [6, 7] {
        let mut fair = shuffler(Specimen::Fair, n);
        let mut random = specimens::words(b"not made");
        let tally = changed(&mut fair, n as usize, 3_000, &mut |order| {
            if random.below(10) < 3 {
                order.sort_unstable();
            }
        });
        let names = Clinic::new(n).names_of(&tally);
        assert!(names.is_empty(), "{n}: {names:?}");
    }
}

#[test]
fn a_list_that_is_not_shuffled_is_all_tail() {
    for n in [3, 7, 20] {
        let mut cut = shuffler(Specimen::Cut, n);
        let tally = changed(&mut cut, n as usize, 1_000, &mut |order| order.sort_unstable());
        let Verdict::Is(likely) = diagnose(&tally, &mut |_, _| {}).verdict else { panic!("{n}") };
        let names: Vec<Specimen> = likely.iter().map(|likeness| likeness.specimen).collect();
        let whole = [Specimen::Tail { length: n - 1 }, Specimen::Head { length: n - 1 }];
        assert_eq!(names, whole);
    }
}

#[test]
fn few_observations_are_diagnosed_if_they_are_enough() {
    for n in [5, 30] {
        let mut clinic = Clinic::new(n);
        assert_eq!(clinic.names(Specimen::Sattolo, 500), [Specimen::Sattolo]);
        assert!(clinic.names(Specimen::Sattolo, 3).is_empty());
        assert!(clinic.names(Specimen::Modulo { bits: 8, run: Run::Downward }, 10).is_empty());
    }
}

#[test]
fn long_lists_are_diagnosed_by_groups() {
    for (n, shuffles, names) in [
        (300, 2_000, &["sattolo", "keys:6", "modulo:9", "seed:8", "cut"][..]),
        (1_200, 200, &["tail:5"]),
        // It gains but 1.7 nats a shuffle, by fixed points and parity, of what 65,536 cells lose by being simulated.
        (5_000, 300, &["sattolo"]),
    ] {
        let mut clinic = Clinic::new(n);
        for name in names {
            clinic.check(name.parse().unwrap(), shuffles);
        }
    }
}

#[test]
fn the_same_counts_have_the_same_diagnosis_and_progress_ends_at_its_total() {
    let tally = counted(&mut shuffler(Specimen::NextFree, 12), 2_000);
    let mut told = vec![];
    let first = diagnose(&tally, &mut |done, total| told.push((done, total)));
    assert_eq!(first, diagnose(&tally, &mut |_, _| {}));
    assert!(told.windows(2).all(|pair| pair[0].0 <= pair[1].0));
    assert!(told.iter().all(|(done, total)| done <= total));
    assert!(told.last().is_some_and(|(done, total)| done == total));
}

#[test]
fn samples_sets_and_nothing_have_no_diagnosis() {
    let shapes = [Shape::ordered_sample(5, 2), Shape::set(5, 2), Shape::order(5)];
    for (shape, observations) in shapes.into_iter().zip([1, 1, 0]) {
        let mut tally = Tally::new(shape.unwrap());
        for _ in 0..observations {
            tally.add(&[1, 0]).unwrap();
        }
        let diagnosis = diagnose(&tally, &mut |_, _| {});
        assert_eq!(diagnosis.verdict, Verdict::NoneOfThese);
        assert!(diagnosis.candidates.is_empty());
    }
}
