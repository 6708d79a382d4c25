//! The mistakes that are compared.

use core::f64::consts::LN_10;
use std::{vec, vec::Vec};

use super::{
    super::{Run, Sort, Specimen, Tally, p_value::approximate},
    BESIDE, chains,
};

/// Mistakes without a number, in groups that have one law for `n` items.
pub(super) fn without_number(n: u32) -> Vec<Vec<Specimen>> {
    let mut groups = vec![vec![Specimen::Sattolo], vec![Specimen::NextFree], vec![Specimen::Cut]];
    for last in [true, false] {
        for run in [Run::Forward, Run::Downward] {
            groups.push(vec![Specimen::NaiveSwap { run, last }]);
        }
        groups.push(vec![Specimen::NoOffset { last }]);
    }
    for run in [Run::Downward, Run::Forward] {
        groups.push(vec![Specimen::StopsEarly { run }]);
        groups.push(vec![Specimen::Rounding { run }]);
    }
    let mut sorts: Vec<Vec<Sort>> = Vec::new();
    for sort in Sort::ALL {
        match sorts.iter_mut().find(|group| sort.same_law(group[0], n)) {
            Some(group) => group.push(sort),
            None => sorts.push(vec![sort]),
        }
    }
    groups.extend(
        sorts.into_iter().map(|group| group.into_iter().map(Specimen::Comparator).collect()),
    );
    groups
}

/// Shuffles by short words: one family for each way to pick and to run, with words of 3 to 16 bits.
pub(super) fn short_words() -> Vec<Vec<Specimen>> {
    let family = |of: &dyn Fn(u32) -> Specimen| (3..=16).map(of).collect();
    let mut families = Vec::new();
    for run in [Run::Downward, Run::Forward] {
        families.push(family(&|bits| Specimen::Modulo { bits, run }));
        families.push(family(&|bits| Specimen::Multiply { bits, run }));
    }
    families
}

/// Keys of 1 to 20 bits, and of 1 to 6 decimal digits.
pub(super) fn keys() -> Vec<u64> {
    (1..=20).map(|bits| 1 << bits).chain((1..=6).map(|digits| 10_u64.pow(digits))).collect()
}

/// Seeds of 1 to 40 bits, of 1 to 9 decimal digits, and those that a clock gives: the minute, the second and the millisecond
/// of the day.
pub(super) fn seeds() -> Vec<u64> {
    let clocks = [1_440, 86_400, 86_400_000];
    let decimal = (1..=9).map(|digits| 10_u64.pow(digits));
    (1..=40).map(|bits| 1 << bits).chain(decimal).chain(clocks).collect()
}

/// An estimated number of values, to two digits: more are not known.
pub(super) fn two_digits(estimate: f64) -> Option<u64> {
    if !(1.0..1e12).contains(&estimate) {
        return None;
    }
    let unit = 10_f64.powf((estimate.log10() - 1.0).floor()).max(1.0);
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number from 1 to 10^12"
    )]
    let rounded = ((estimate / unit).round() * unit).round() as u64;
    Some(rounded)
}

/// The likeliest of numbers tried, each with the logarithm of its likelihood, and those close to it. An estimated number, which
/// is always the likeliest, is only among them if none of the others comes close.
pub(super) fn likeliest(
    mut tried: Vec<(u64, f64)>,
    estimate: Option<(u64, f64)>,
) -> Vec<(u64, f64)> {
    let best = |tried: &[(u64, f64)]| {
        tried.iter().map(|&(_, ln_likelihood)| ln_likelihood).fold(f64::NEG_INFINITY, f64::max)
    };
    let near = BESIDE * LN_10;
    tried.extend(estimate.filter(|&(_, ln_likelihood)| best(&tried) < ln_likelihood - near));
    let least = best(&tried) - near;
    tried.retain(|&(_, ln_likelihood)| ln_likelihood >= least);
    tried
}

/// Mistakes with a number that shows in the counts: transpositions, and places that never moved.
pub(super) fn likely(tally: &Tally) -> Vec<Specimen> {
    let mut likely = likely_transpositions(tally);
    likely.extend(places_left_alone(tally));
    likely
}

/// The numbers of transpositions that explain best how many items stay where they were.
fn likely_transpositions(tally: &Tally) -> Vec<Specimen> {
    let n = tally.shape().n();
    let pairs = approximate(tally.observations()) * f64::from(n);
    let of_value = |(value, &count): (u32, &u64)| f64::from(value) * approximate(count);
    let stayed: f64 = (0..).zip(tally.fixed_points()).map(of_value).sum();
    let gain = |count| {
        let stays = chains::stays(count, n);
        stayed * stays.ln() + (pairs - stayed) * (1.0 - stays).ln()
    };
    let counts = two_best((1..=4 * n.min(1_000)).collect(), gain);
    counts.into_iter().map(|count| Specimen::Transpositions { count }).collect()
}

/// Tails and heads that never moved.
fn places_left_alone(tally: &Tally) -> Vec<Specimen> {
    let n = tally.shape().n();
    // Of long lists no single place is counted, but how many items were at their own in every order.
    let everywhere = tally.fixed_points().iter().take_while(|&&count| count == 0).count();
    let alone = |&place: &u32| {
        let place = place as usize;
        n > MOST_SINGLE
            || tally
                .position_item()
                .is_some_and(|counts| counts.at(place, place) == tally.observations())
    };
    let lengths = [(0..n).rev().take_while(alone).count(), (0..n).take_while(alone).count()];
    let [tail, head] =
        lengths.map(|length| u32::try_from(length.min(everywhere)).unwrap_or(0).min(n - 1));
    let mut found = Vec::new();
    found.extend((tail > 0).then_some(Specimen::Tail { length: tail }));
    found.extend((head > 0).then_some(Specimen::Head { length: head }));
    found
}

/// The two with the largest values.
pub(super) fn two_best<T: Copy>(all: Vec<T>, value: impl Fn(T) -> f64) -> Vec<T> {
    let mut valued: Vec<(f64, T)> = all.into_iter().map(|one| (value(one), one)).collect();
    valued.sort_by(|a, b| b.0.total_cmp(&a.0));
    valued.truncate(2);
    valued.into_iter().map(|(_, one)| one).collect()
}

/// The most items of which each is counted for itself.
const MOST_SINGLE: u32 = 256;
