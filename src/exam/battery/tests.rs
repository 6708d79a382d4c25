//! The statistics over all orders and sets of few items, and the numbers of observations from which tests are applicable.

use std::{collections::BTreeMap, vec, vec::Vec};

use super::*;
use crate::{
    exam::{Law, Shape},
    random::Stream,
    shuffle_prefix,
};

/// All observations of a shape.
fn all(shape: Shape) -> Vec<Vec<u32>> {
    let mut lists: Vec<Vec<u32>> = vec![vec![]];
    for _ in 0..shape.k() {
        let longer = lists.iter().flat_map(|list| {
            let fits = |item: &u32| {
                !list.contains(item)
                    && (!shape.is_set() || list.last().is_none_or(|last| last < item))
            };
            (0..shape.n())
                .filter(fits)
                .map(|item| [&list[..], &[item]].concat())
                .collect::<Vec<_>>()
        });
        lists = longer.collect();
    }
    lists
}

/// The statistics of observations that all come `times` times, by the test; z is squared.
fn statistics(shape: Shape, observations: &[&Vec<u32>], times: u32) -> BTreeMap<Test, (f64, f64)> {
    let mut tally = Tally::new(shape);
    for observation in observations {
        for _ in 0..times {
            tally.add(observation).unwrap();
        }
    }
    let statistic = |outcome: &Outcome| {
        let finding = outcome.finding()?;
        match finding.law {
            Law::ChiSquare { df } => Some((finding.test, (finding.statistic, df))),
            Law::Normal => Some((finding.test, (finding.statistic.powi(2), 1.0))),
            Law::Poisson { .. } => None,
        }
    };
    tests(&tally).iter().filter_map(statistic).collect()
}

fn shapes() -> Vec<Shape> {
    let mut shapes: Vec<Shape> = (3..=6).map(|n| Shape::order(n).unwrap()).collect();
    for n in 3..=6 {
        for k in 1..n {
            shapes.extend([Shape::set(n, k), Shape::ordered_sample(n, k)].map(Result::unwrap));
        }
    }
    shapes.retain(|&shape| all(shape).len() <= 720);
    shapes
}

/// Enough for all tests of these shapes but some of each order of 6 items.
const TIMES: u32 = 600;

#[test]
fn mean_statistics_over_all_observations_are_the_degrees_of_freedom() {
    // X² grows with the square of the counts and falls with the expectations: that of one observation that comes N times
    // is N times that of the observation alone, whose mean is the law's if it has the right variance.
    let mut seen = BTreeMap::new();
    for shape in shapes() {
        let observations = all(shape);
        let mut sums: BTreeMap<Test, (f64, f64)> = BTreeMap::new();
        for observation in &observations {
            for (test, (statistic, df)) in statistics(shape, &[observation], TIMES) {
                let sum = sums.entry(test).or_insert((0.0, df));
                assert!((sum.1 - df).abs() < 1e-12);
                sum.0 += statistic / f64::from(TIMES);
            }
        }
        // All overlaps of an observation with itself are whole: it says nothing here.
        sums.remove(&Test::Overlap);
        for (test, (sum, df)) in sums {
            let mean = sum / observations.len() as f64;
            assert!((mean / df - 1.0).abs() < 1e-9, "{shape}: {test} has mean {mean}, not {df}");
            *seen.entry(test).or_insert(0) += 1;
        }
    }
    for (test, _) in ORDERS.iter().chain(&ORDERED_SAMPLES) {
        let by_mean = !matches!(test, Test::Coverage | Test::Repeats | Test::Overlap);
        assert_eq!(seen.contains_key(test), by_mean, "{test}");
    }
}

#[test]
fn statistics_have_one_variance_in_all_directions() {
    // A statistic is the square of the length of a sum of vectors, one for each observation. It follows chi-square if
    // their covariance has df eigenvalues of 1 and no others; with at most df others than 0, it is enough that these sum to df,
    // as above, and that their squares do: the mean of the squared inner products of all pairs of observations.
    let single = [
        Test::Orders,
        Test::Outcomes,
        Test::FirstPlace,
        Test::FirstTwo,
        Test::PositionItem,
        Test::SuccessorPairs,
        Test::Items,
        Test::Pairs,
    ];
    let mut seen = BTreeMap::new();
    for shape in shapes() {
        let observations = all(shape);
        if observations.len() > 120 {
            continue;
        }
        let times = 200;
        let alone: Vec<_> =
            observations.iter().map(|one| statistics(shape, &[one], 2 * times)).collect();
        for test in single {
            // One observation stands for all: renaming items or places turns it into any other.
            let Some(&(first, df)) = alone[0].get(&test) else { continue };
            let mut squares = 0.0;
            for (other, of_other) in observations.iter().zip(&alone) {
                let both = statistics(shape, &[&observations[0], other], times)[&test].0;
                // |u+v|² = 2 both/times, |u|² = first/(2 times).
                let scale = f64::from(times);
                let product = 2.0 * both / scale - (first + of_other[&test].0) / (2.0 * scale);
                squares += (product / 2.0).powi(2);
            }
            let mean = squares / observations.len() as f64;
            assert!((mean / df - 1.0).abs() < 1e-9, "{shape}: {test} has {mean}, not {df}");
            *seen.entry(test).or_insert(0) += 1;
        }
    }
    assert_eq!(seen.len(), single.len());
}

#[test]
fn tests_are_applicable_from_the_number_that_is_named() {
    let mut stream = Stream::new(&[9; 64], "exam", &[]).unwrap();
    for (shape, tests_of_shape) in [
        (Shape::order(2), 16),
        (Shape::order(3), 16),
        (Shape::order(4), 16),
        (Shape::order(6), 16),
        (Shape::order(8), 16),
        (Shape::order(40), 16),
        (Shape::order(300), 16),
        (Shape::set(2, 1), 8),
        (Shape::set(6, 3), 8),
        (Shape::set(49, 6), 8),
        (Shape::set(300, 10), 8),
        (Shape::ordered_sample(7, 6), 11),
        (Shape::ordered_sample(30, 3), 11),
        (Shape::ordered_sample(300, 290), 11),
    ] {
        let shape = shape.unwrap();
        let mut tally = Tally::new(shape);
        let outcomes = tests(&tally);
        assert_eq!(outcomes.len(), tests_of_shape);
        // The number that each test names with no observation.
        let mut needed: Vec<(u64, Test)> = vec![];
        for outcome in &outcomes {
            let Outcome::NotApplicable { test, why } = *outcome else { panic!("{outcome:?}") };
            if let Why::TooFew { needed: number } = why {
                needed.push((number, test));
            }
        }
        needed.sort_unstable();
        assert!(needed.iter().all(|&(number, _)| number > 0));
        let mut items: Vec<u32> = (0..shape.n()).collect();
        let mut last = 0;
        for (number, test) in needed {
            for stop in [number - 1, number] {
                for _ in last..stop {
                    let drawn = shuffle_prefix(&mut items, shape.k() as usize, &mut stream);
                    tally.add(drawn).unwrap();
                }
                last = last.max(stop);
                let outcomes = tests(&tally);
                let outcome = outcomes.iter().find(|outcome| outcome.test() == test).unwrap();
                // Another test may have needed more already.
                if tally.observations() < number {
                    let why = Why::TooFew { needed: number };
                    assert_eq!(*outcome, Outcome::NotApplicable { test, why }, "{shape}");
                } else {
                    assert!(outcome.finding().is_some(), "{shape}: {outcome:?}, {number}");
                }
            }
        }
    }
}

#[test]
fn bias_that_is_visible_shrinks_with_the_root_of_observations() {
    let mut stream = Stream::new(&[11; 64], "exam", &[]).unwrap();
    for (shape, test) in [(Shape::order(10), Test::FirstPlace), (Shape::set(20, 5), Test::Items)] {
        let shape = shape.unwrap();
        let mut tally = Tally::new(shape);
        let mut items: Vec<u32> = (0..shape.n()).collect();
        let mut visible = |count: u64| {
            while tally.observations() < count {
                let drawn = shuffle_prefix(&mut items, shape.k() as usize, &mut stream);
                tally.add(drawn).unwrap();
            }
            let outcomes = tests(&tally);
            assert!(outcomes.iter().all(|outcome| {
                let bias = outcome.finding().and_then(|finding| finding.visible);
                bias.is_some() == (outcome.test() == test)
            }));
            outcomes.iter().find_map(|outcome| outcome.finding()?.visible).unwrap()
        };
        let (few, many) = (visible(5000), visible(20_000));
        assert!((few / many - 2.0).abs() < 1e-9, "{few}, {many}");
    }
}
