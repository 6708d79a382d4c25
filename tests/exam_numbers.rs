//! The exam of numbers: fair ones fail as rarely as it says, and those of known faults fail.

#![cfg(feature = "exam")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::{collections::BTreeMap, num::NonZeroU64};

use fairdraw::{
    Stream,
    exam::{NumberShape, NumberTally, Rule, Test, number_tests},
    uniform::below,
};
use rand_core::Rng;

/// Of 1,000 events with chances of 1 in 10 and 1 in 100: fewer or more come less than once in a million times. The sums of the
/// binomial law beyond are 7.5e-7 (57 and fewer), 7.2e-7 (149 and more) and 6.4e-7 (29 and more).
const TENTHS: std::ops::RangeInclusive<u64> = 58..=148;
const HUNDREDTHS: std::ops::RangeInclusive<u64> = 0..=28;
const RUNS: u64 = 1000;

#[test]
fn fair_numbers_fail_as_rarely_as_the_exam_says() {
    // Each test is applicable to a range that is large enough for it.
    for (low, high, count) in [
        (0, 1, 1000),
        (1, 6, 2000),
        (0, 9, 2000),
        (-5, 5, 2000),
        (0, 36, 4000),
        (0, 999, 5000),
        (0, 99_999, 5200),
        (0, i128::from(u64::MAX), 5200),
    ] {
        let shape = NumberShape::new(low, high).unwrap();
        let mut looks = Looks::default();
        let mut words = Stream::new(&[7; 64], "exam", &["fair", &shape.to_string()]).unwrap();
        for _ in 0..RUNS {
            looks.run(shape, count, &mut || fair(shape, &mut words));
        }
        for (test, [tenth, hundredth]) in &looks.rejections {
            // Counts that are small take few values, and reach no chance of exactly 1 in 10.
            let least =
                if *test == Test::Coverage || *test == Test::Repeats { 0 } else { *TENTHS.start() };
            assert!(
                (least..=*TENTHS.end()).contains(tenth),
                "{shape}: {test} {tenth} of 1,000 at 10 %"
            );
            assert!(HUNDREDTHS.contains(hundredth), "{shape}: {test} {hundredth} of 1,000 at 1 %");
        }
        assert!(TENTHS.contains(&looks.first), "{shape}: {} of 1,000 first looks", looks.first);
        assert!(HUNDREDTHS.contains(&looks.failed), "{shape}: {} of 1,000 exams", looks.failed);
    }
}

#[derive(Default)]
struct Looks {
    /// For each test how often p was at most 10 % and 1 %, in first looks.
    rejections: BTreeMap<Test, [u64; 2]>,
    first: u64,
    failed: u64,
}

impl Looks {
    fn run(&mut self, shape: NumberShape, count: u64, draw: &mut dyn FnMut() -> i128) {
        let look = |draw: &mut dyn FnMut() -> i128| {
            let mut tally = NumberTally::new(shape);
            (0..count).for_each(|_| tally.add(draw()).unwrap());
            number_tests(&tally)
        };
        let outcomes = look(draw);
        for finding in outcomes.iter().filter_map(|outcome| outcome.finding()) {
            let [tenth, hundredth] = self.rejections.entry(finding.test).or_default();
            *tenth += u64::from(finding.p <= 0.1);
            *hundredth += u64::from(finding.p <= 0.01);
        }
        let first = Rule::STANDARD.first_look(&outcomes);
        if first.rejected().next().is_some() {
            self.first += 1;
            let second = Rule::STANDARD.second_look(&first, &look(draw));
            self.failed += u64::from(second.rejected().next().is_some());
        }
    }
}

fn fair(shape: NumberShape, words: &mut Stream) -> i128 {
    let value = match u64::try_from(shape.size()).ok().and_then(NonZeroU64::new) {
        Some(size) => below(size, words),
        None => words.next_u64(),
    };
    shape.low() + i128::from(value)
}

/// The tests that reject a subject in both looks.
fn faults(
    low: i128,
    high: i128,
    count: u64,
    mut draw: impl FnMut(u64, &mut Stream) -> i128,
) -> Vec<Test> {
    let shape = NumberShape::new(low, high).unwrap();
    let mut words = Stream::new(&[7; 64], "exam", &["faulty"]).unwrap();
    let mut look = |first: u64| {
        let mut tally = NumberTally::new(shape);
        (first..first + count).for_each(|t| tally.add(draw(t, &mut words)).unwrap());
        number_tests(&tally)
    };
    let first = Rule::STANDARD.first_look(&look(0));
    let second = Rule::STANDARD.second_look(&first, &look(count));
    second.rejected().collect()
}

#[test]
fn a_byte_modulo_six_fails() {
    let found = faults(1, 6, 400_000, |_, words| 1 + i128::from((words.next_u64() >> 56) % 6));
    assert!(found.contains(&Test::Frequency), "{found:?}");
}

#[test]
fn a_period_of_65_536_fails() {
    let period = |low, high, count| {
        let shape = NumberShape::new(low, high).unwrap();
        let mut numbers = Vec::new();
        faults(low, high, count, |t, words| {
            let at = usize::try_from(t % 65_536).unwrap();
            if at == numbers.len() {
                numbers.push(fair(shape, words));
            }
            numbers[at]
        })
    };
    let words = period(0, i128::from(u64::MAX), 70_000);
    assert!(words.contains(&Test::Repeats), "{words:?}");
    // Dice repeat by themselves; but the same throws come ten times, and X² of all of them is ten times as large.
    let dice = period(1, 6, 655_360);
    assert!(dice.contains(&Test::SerialPairs), "{dice:?}");
}

#[test]
fn numbers_that_avoid_the_last_one_fail() {
    let mut last = 0;
    let found = faults(1, 6, 2000, |_, words| {
        let step = below(NonZeroU64::new(5).unwrap(), words);
        last = (last + 1 + i128::from(step)) % 6;
        1 + last
    });
    for test in [Test::SerialPairs, Test::Gap] {
        assert!(found.contains(&test), "{found:?}");
    }
    assert!(!found.contains(&Test::Frequency), "{found:?}");
}

#[test]
fn numbers_that_are_even_and_odd_in_turn_fail() {
    let found = faults(0, 9, 2000, |t, words| {
        let half = below(NonZeroU64::new(5).unwrap(), words);
        i128::from(2 * half + t % 2)
    });
    assert!(found.contains(&Test::SerialPairs), "{found:?}");
    assert!(!found.contains(&Test::Frequency) && !found.contains(&Test::Parity), "{found:?}");
}

#[test]
fn rounding_to_the_ends_fails() {
    // Of 1 to 6 the ends come half as often, of 0 to 999,999 only their groups show it, a little.
    for (high, count) in [(6, 2000), (37, 30_000)] {
        let found = faults(1, high, count, |_, words| {
            let product = u128::from(words.next_u64()) * u128::try_from(high - 1).unwrap();
            1 + i128::try_from((product + (1 << 63)) >> 64).unwrap()
        });
        assert!(found.contains(&Test::Frequency), "{found:?}");
    }
}

#[test]
fn numbers_that_grow_or_stick_or_cluster_fail() {
    let digit = NonZeroU64::new(10).unwrap();
    let drifting = faults(0, 9, 20_000, |t, words| {
        let digits = [below(digit, words), below(digit, words)].map(i128::from);
        // The larger of two, more and more often.
        if u64::from(words.next_u32()) < t << 17 { digits[0].max(digits[1]) } else { digits[0] }
    });
    assert!(drifting.contains(&Test::Drift), "{drifting:?}");
    let mut last = 0;
    let sticking = faults(0, 9, 5000, |_, words| {
        if words.next_u64() % 8 > 0 {
            last = i128::from(below(digit, words));
        }
        last
    });
    for test in [Test::Runs, Test::SerialCorrelation, Test::Poker, Test::CouponCollector] {
        assert!(sticking.contains(&test), "{sticking:?}");
    }
    // Seven of eight words of a broken generator have their last bit set.
    let odd = faults(0, i128::from(u64::MAX), 5200, |t, words| {
        i128::from(words.next_u64() | u64::from(t % 8 > 0))
    });
    for test in [Test::Parity, Test::LowBits] {
        assert!(odd.contains(&test), "{odd:?}");
    }
}
