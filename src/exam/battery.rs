//! All tests of orders, ordered samples and sets (sections 2 and 3 of the page).

use std::vec::Vec;

use super::{Finding, Outcome, Tally, Test, Why, visible};

mod both;
mod orders;
mod selections;

/// Carries out the tests of sections 2 and 3 of the page that belong to the shape, in the order of its tables.
///
/// Each has one outcome, also if it is not applicable.
pub fn tests(tally: &Tally) -> Vec<Outcome> {
    let shape = tally.shape();
    let table: &[(Test, Applied)] = if shape.is_order() {
        &ORDERS
    } else if shape.is_ordered_sample() {
        &ORDERED_SAMPLES
    } else {
        &ORDERED_SAMPLES[..OF_SETS]
    };
    let outcomes = table.iter().map(|&(test, applied)| match applied(tally) {
        Ok(finding) => Outcome::Done(finding),
        Err(why) => Outcome::NotApplicable { test, why },
    });
    let mut outcomes: Vec<Outcome> = outcomes.collect();
    visible::fill_in(&mut outcomes, tally.shape());
    outcomes
}

type Applied = fn(&Tally) -> Result<Finding, Why>;

const ORDERS: [(Test, Applied); 16] = [
    (Test::Orders, both::outcomes),
    (Test::Coverage, both::coverage),
    (Test::Repeats, both::repeats),
    (Test::FirstPlace, both::first_place),
    (Test::FirstTwo, both::first_two),
    (Test::PositionItem, both::position_item),
    (Test::FixedPoints, orders::fixed_points),
    (Test::Parity, orders::parity),
    (Test::Inversions, orders::inversions),
    (Test::RankCorrelation, orders::rank_correlation),
    (Test::Descents, orders::descents),
    (Test::RisingSequences, orders::rising_sequences),
    (Test::Cycles, orders::cycles),
    (Test::SuccessorPairs, orders::successor_pairs),
    (Test::Overlap, orders::overlap),
    (Test::Trend, orders::trend),
];

const ORDERED_SAMPLES: [(Test, Applied); 11] = [
    (Test::Outcomes, both::outcomes),
    (Test::Coverage, both::coverage),
    (Test::Repeats, both::repeats),
    (Test::Items, selections::items),
    (Test::Pairs, selections::pairs),
    (Test::Adjacent, selections::adjacent),
    (Test::Overlap, selections::overlap),
    (Test::Trend, selections::trend),
    (Test::FirstPlace, both::first_place),
    (Test::FirstTwo, both::first_two),
    (Test::PositionItem, both::position_item),
];

/// The first so many don't ask for the order of the draw.
const OF_SETS: usize = 8;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at the first surprise")]
#[allow(clippy::cast_precision_loss, reason = "the numbers of tests are small")]
mod tests;
