//! How often the exam rejects fair shuffles: as often as it says, over thousands of exams with pinned seeds.
//!
//! The limits were fixed before the first run: binomial ones, at 99.9 % for the looks, and for single tests at 5 standard
//! deviations with what discreteness may add, as there are hundreds of comparisons.

#![cfg(feature = "exam")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::collections::BTreeMap;

use fairdraw::exam::{Outcome, Rule, Shape, Tally, Test, tests};

#[test]
fn few_items_are_rejected_as_often_as_said() {
    Calibration::run(&[(Shape::order(4), 200), (Shape::order(5), 700), (Shape::order(6), 4000)]);
}

#[test]
fn several_items_are_rejected_as_often_as_said() {
    Calibration::run(&[
        (Shape::order(8), 60),
        (Shape::order(8), 2000),
        (Shape::order(10), 500),
        (Shape::order(20), 500),
    ]);
}

#[test]
fn decks_are_rejected_as_often_as_said() {
    Calibration::run(&[(Shape::order(52), 270), (Shape::order(80), 400)]);
}

#[test]
fn sets_are_rejected_as_often_as_said() {
    Calibration::run(&[
        (Shape::set(6, 3), 200),
        (Shape::set(20, 10), 400),
        (Shape::set(49, 6), 100),
        (Shape::set(49, 6), 500),
        (Shape::set(300, 10), 300),
    ]);
}

#[test]
fn ordered_samples_are_rejected_as_often_as_said() {
    Calibration::run(&[
        (Shape::ordered_sample(7, 6), 700),
        (Shape::ordered_sample(10, 3), 700),
        (Shape::ordered_sample(40, 20), 400),
    ]);
}

#[test]
fn bias_that_is_called_visible_is_seen_nine_times_in_ten() {
    for (shape, observations, test) in [
        (Shape::order(10), 2000, Test::FirstPlace),
        (Shape::ordered_sample(30, 2), 3000, Test::FirstPlace),
        (Shape::set(20, 5), 1000, Test::Items),
    ] {
        let shape = shape.unwrap();
        let of_test = |outcomes: Vec<Outcome>| {
            let mut findings = outcomes.iter().filter_map(Outcome::finding);
            findings.find(|finding| finding.test == test).copied().unwrap()
        };
        let fair = tests(&observe(shape, observations, None, &mut Words::new(1)));
        let tests_done = fair.iter().filter_map(Outcome::finding).count();
        let level = 0.1 / f64::from(u32::try_from(tests_done).unwrap());
        let bias = of_test(fair).visible.unwrap();
        let mut seen = 0;
        for seed in 0..EXAMS {
            let mut words = Words::new(seed.into());
            let outcomes = tests(&observe(shape, observations, Some(bias), &mut words));
            seen += u32::from(of_test(outcomes).p <= level);
        }
        // The law is that of the limit of small biases and many observations: 3 in 100 beside the binomial limits.
        let allowed = limits(0.9, EXAMS, 5.0, 0.03);
        assert!(allowed.contains(&f64::from(seen)), "{shape}: {bias} seen {seen} times in {EXAMS}");
    }
}

/// Exams of each shape.
const EXAMS: u32 = 1000;

/// The rejections among exams of fair shuffles.
#[derive(Default)]
struct Calibration {
    exams: u32,
    /// In a first look at 10 % and at 1 %.
    first_looks: [u32; 2],
    /// In both looks of the rules of 4 % and of 1 %.
    both_looks: [u32; 2],
}

impl Calibration {
    fn run(shapes: &[(Result<Shape, fairdraw::exam::ShapeError>, u32)]) {
        let mut all = Self::default();
        for (shape, observations) in shapes {
            let of_shape = Self::of(shape.unwrap(), *observations);
            all.exams += of_shape.exams;
            for look in 0..2 {
                all.first_looks[look] += of_shape.first_looks[look];
                all.both_looks[look] += of_shape.both_looks[look];
            }
        }
        all.check("all");
    }

    fn of(shape: Shape, observations: u32) -> Self {
        let mut found = Self { exams: EXAMS, ..Self::default() };
        let mut p_values: BTreeMap<Test, Vec<f64>> = BTreeMap::new();
        for exam in 0..EXAMS {
            let mut words = Words::new(u64::from(exam) << 32 | u64::from(observations));
            let first = tests(&observe(shape, observations, None, &mut words));
            for finding in first.iter().filter_map(Outcome::finding) {
                p_values.entry(finding.test).or_default().push(finding.p);
            }
            let mut second = None;
            for (look, level) in [0.01, 0.0001].into_iter().enumerate() {
                let rejected = Rule::new(level).unwrap().first_look(&first).rejected().count();
                found.first_looks[look] += u32::from(rejected > 0);
            }
            for (look, level) in [0.04, 0.01].into_iter().enumerate() {
                let rule = Rule::new(level).unwrap();
                let before = rule.first_look(&first);
                if before.rejected().count() > 0 {
                    let fresh = || tests(&observe(shape, observations, None, &mut words));
                    let second = rule.second_look(&before, second.get_or_insert_with(fresh));
                    found.both_looks[look] += u32::from(second.rejected().count() > 0);
                }
            }
        }
        found.check(&shape.to_string());
        for (test, p_values) in p_values {
            check_uniform(
                &format!("{shape}, {observations} observations: {test}"),
                test,
                &p_values,
            );
        }
        found
    }

    /// Fair shuffles are rejected with at most the level, and not much more seldom: tests of few items say much the same,
    /// so that Holm's correction for their number is more than they need.
    fn check(&self, what: &str) {
        let rejected = [self.first_looks, self.both_looks].concat();
        for (rejected, level) in rejected.into_iter().zip([0.1, 0.01, 0.04, 0.01]) {
            let most = *limits(level, self.exams, 3.29, 0.0).end();
            let least = *limits(level / 4.0, self.exams, 3.29, 0.0).start();
            let rejected = f64::from(rejected);
            assert!(
                (least..=most).contains(&rejected),
                "{what}: {rejected} of {} at {level}",
                self.exams
            );
        }
    }
}

/// P-values of fair shuffles are below a level as often as the level says.
fn check_uniform(what: &str, test: Test, p_values: &[f64]) {
    let count = u32::try_from(p_values.len()).unwrap();
    for level in [0.01, 0.05, 0.1, 0.5, 0.9] {
        let below = p_values.iter().filter(|&&p| p <= level).count();
        let below = f64::from(u32::try_from(below).unwrap());
        // What the steps of a small count may add.
        let steps = match test {
            // A few values in all; chances of at least so much are never below a level too often.
            Test::Coverage | Test::Repeats => 1.0,
            // Half of some hundred observations: a step of z is 0.1 to 0.3.
            Test::Parity => 0.06,
            Test::Trend => 0.03,
            _ => 0.01,
        };
        let allowed = limits(level, count, 5.0, steps);
        let most = if steps < 1.0 { *allowed.end() } else { *limits(level, count, 5.0, 0.0).end() };
        assert!(
            (*allowed.start()..=most).contains(&below),
            "{what}: {below} of {count} at {level}"
        );
    }
}

/// Around the mean of a binomial count so many standard deviations, and a share of all.
fn limits(chance: f64, count: u32, deviations: f64, share: f64) -> std::ops::RangeInclusive<f64> {
    let count = f64::from(count);
    let off = deviations * (count * chance * (1.0 - chance)).sqrt() + share * count;
    (count * chance - off).max(0.0)..=count * chance + off
}

/// Fair observations; or with a bias: item 0 comes first, or is drawn into a set, more often than its share by that part.
fn observe(shape: Shape, observations: u32, bias: Option<f64>, words: &mut Words) -> Tally {
    let mut tally = Tally::new(shape);
    let mut items: Vec<u32> = (0..shape.n()).collect();
    let (n, k) = (shape.n() as usize, shape.k() as usize);
    for _ in 0..observations {
        for place in 0..k {
            items.swap(place, place + words.below(n - place));
        }
        if let Some(bias) = bias {
            let drawn = if shape.is_set() { k } else { 1 };
            let fair = f64::from(u32::try_from(drawn).unwrap()) / f64::from(shape.n());
            let biased = words.unit() < fair * (1.0 + bias);
            let place = items.iter().position(|&item| item == 0).unwrap();
            // The other place is as good as any on its side.
            let other = if biased { words.below(drawn) } else { drawn + words.below(n - drawn) };
            if biased != (place < drawn) {
                items.swap(place, other);
            }
        }
        tally.add(&items[..k]).unwrap();
    }
    tally
}

/// xoshiro256++ of D. Blackman and S. Vigna, "Scrambled Linear Pseudorandom Number Generators", 2021, its state from
/// splitmix64: fair as far as these tests see, and faster than the protocol's stream.
struct Words([u64; 4]);

impl Words {
    fn new(mut seed: u64) -> Self {
        Self(std::array::from_fn(|_| {
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ mixed >> 31
        }))
    }

    fn word(&mut self) -> u64 {
        let state = &mut self.0;
        let word = state[0].wrapping_add(state[3]).rotate_left(23).wrapping_add(state[0]);
        let shifted = state[1] << 17;
        state[2] ^= state[0];
        state[3] ^= state[1];
        state[1] ^= state[2];
        state[0] ^= state[3];
        state[2] ^= shifted;
        state[3] = state[3].rotate_left(45);
        word
    }

    /// Below a small bound, with a bias of at most bound/2^64.
    fn below(&mut self, bound: usize) -> usize {
        usize::try_from((u128::from(self.word()) * bound as u128) >> 64).unwrap()
    }

    fn unit(&mut self) -> f64 {
        f64::from(u32::try_from(self.word() >> 32).unwrap()) / 2_f64.powi(32)
    }
}
