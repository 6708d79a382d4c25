//! Tests that orders, ordered samples and sets have in common.

use crate::exam::{
    Counts, Finding, Shape, Tally, Test, Why, chi_square::pearson, groups::Groups,
    p_value::approximate, repeats,
};

/// Each of the possible observations: `orders`, and `outcomes` of samples.
pub(super) fn outcomes(tally: &Tally) -> Result<Finding, Why> {
    let test = if tally.shape().is_order() { Test::Orders } else { Test::Outcomes };
    let counts = tally.outcomes().ok_or(Why::TooLarge)?;
    let possible = counts.len() as u64;
    let observations = enough(tally, 5 * possible)?;
    let expected = approximate(observations) / approximate(possible);
    let statistic = pearson(counts.iter().map(|&count| (count, expected)));
    Ok(Finding::chi_square(test, statistic, approximate(possible - 1), observations))
}

/// Possible observations, or else items of samples and sets, that never came.
pub(super) fn coverage(tally: &Tally) -> Result<Finding, Why> {
    let shape = tally.shape();
    at_least_3_if_order(shape)?;
    let (n, k) = (u64::from(shape.n()), u64::from(shape.k()));
    let (things, chance, never_came, needed) = if let Some(counts) = tally.outcomes() {
        let things = counts.len() as u64;
        let never_came = counts.iter().filter(|&&count| count == 0).count() as u64;
        (things, 1.0 / approximate(things), never_came, 5 * things)
    } else if shape.is_order() {
        return Err(Why::TooLarge);
    } else {
        (n, approximate(k) / approximate(n), tally.never_drawn(), (5 * n).div_ceil(k))
    };
    let observations = enough(tally, needed)?;
    let ln_mean = approximate(things).ln() + approximate(observations) * (-chance).ln_1p();
    Ok(Finding::poisson(Test::Coverage, never_came, ln_mean, observations))
}

/// Observations that came before.
pub(super) fn repeats(tally: &Tally) -> Result<Finding, Why> {
    if tally.outcomes().is_some() {
        return Err(Why::TooSmall);
    }
    enough(tally, 1)?;
    Ok(repeats::test(tally.repeats(), tally.shape().ln_outcomes()))
}

/// The item at place 0.
pub(super) fn first_place(tally: &Tally) -> Result<Finding, Why> {
    let n = tally.shape().n();
    if n < 3 {
        return Err(Why::TooSmall);
    }
    let groups = Groups::new(n);
    let observations = enough(tally, (5 * u64::from(n)).div_ceil(groups.smallest()))?;
    let each = approximate(observations) / f64::from(n);
    let expected = groups.sizes().map(|size| each * approximate(size));
    let statistic = pearson(tally.first_place().iter().copied().zip(expected));
    let df = approximate(groups.count() as u64 - 1);
    Ok(Finding::chi_square(Test::FirstPlace, statistic, df, observations))
}

/// The items at places 0 and 1.
pub(super) fn first_two(tally: &Tally) -> Result<Finding, Why> {
    let n = u64::from(tally.shape().n());
    if n < 4 || tally.shape().k() < 2 {
        return Err(Why::TooSmall);
    }
    let counts = tally.first_two().ok_or(Why::TooLarge)?;
    let pairs = n * (n - 1);
    let observations = enough(tally, 5 * pairs)?;
    let expected = approximate(observations) / approximate(pairs);
    let statistic = pearson(off_diagonal(counts).map(|(_, _, count)| (count, expected)));
    Ok(Finding::chi_square(Test::FirstTwo, statistic, approximate(pairs - 1), observations))
}

/// The item at each place.
///
/// Each observation has one item at each place and each item once, so that X² is too large by n/(n-1) for independent
/// cells (R. L. Anderson's factor). The places of a sample that are not drawn are one more group.
pub(super) fn position_item(tally: &Tally) -> Result<Finding, Why> {
    let shape = tally.shape();
    let [n, k] = [shape.n(), shape.k()].map(u64::from);
    if n < 3 || k < 2 {
        return Err(Why::TooSmall);
    }
    let counts = tally.position_item().ok_or(Why::TooSmall)?;
    let (items, places) = (Groups::new(shape.n()), Groups::new(shape.k()));
    let not_drawn = n - k;
    let smallest_place =
        if not_drawn == 0 { places.smallest() } else { places.smallest().min(not_drawn) };
    let observations = enough(tally, (5 * n).div_ceil(smallest_place * items.smallest()))?;
    let each = approximate(observations) / approximate(n);
    let expected = |place: u64, item: u64| each * approximate(place) * approximate(item);
    let mut statistic = 0.0;
    for (row, place) in places.sizes().enumerate() {
        let cells = counts.row(row).iter().zip(items.sizes());
        statistic += pearson(cells.map(|(&count, item)| (count, expected(place, item))));
    }
    let mut rows = places.count();
    if not_drawn > 0 {
        rows += 1;
        let drawn = |column| (0..places.count()).map(|row| counts.at(row, column)).sum::<u64>();
        let cells = items
            .sizes()
            .enumerate()
            .map(|(column, item)| (observations * item - drawn(column), expected(not_drawn, item)));
        statistic += pearson(cells);
    }
    statistic *= approximate(n - 1) / approximate(n);
    let df = approximate((rows as u64 - 1) * (items.count() as u64 - 1));
    Ok(Finding::chi_square(Test::PositionItem, statistic, df, observations))
}

/// The number of observations, if it is enough.
pub(super) fn enough(tally: &Tally, needed: u64) -> Result<u64, Why> {
    let observations = tally.observations();
    if observations < needed { Err(Why::TooFew { needed }) } else { Ok(observations) }
}

/// Orders of two items have the test of orders alone.
pub(super) fn at_least_3_if_order(shape: Shape) -> Result<(), Why> {
    if shape.is_order() && shape.n() < 3 { Err(Why::TooSmall) } else { Ok(()) }
}

/// The cells of a square table, row, column and count, without those of a thing and itself.
pub(super) fn off_diagonal(counts: &Counts) -> impl Iterator<Item = (usize, usize, u64)> + '_ {
    (0..counts.rows()).flat_map(move |row| {
        let cells = counts.row(row).iter().enumerate();
        cells
            .filter(move |&(column, _)| column != row)
            .map(move |(column, &count)| (row, column, count))
    })
}

/// A sum, less its mean, in standard deviations. Both are given in the same whole parts, and the variance of one observation in
/// those parts too.
pub(super) fn normal(
    test: Test,
    sum: u128,
    mean: u128,
    variance: f64,
    observations: u64,
) -> Finding {
    let difference = if sum >= mean { wide(sum - mean) } else { -wide(mean - sum) };
    let deviation = difference / (approximate(observations) * variance).sqrt();
    Finding::normal(test, deviation, observations)
}

#[allow(clippy::cast_precision_loss, reason = "statistics have no more digits than that")]
fn wide(value: u128) -> f64 {
    value as f64
}
