//! All tests of orders, ordered samples and sets.

use std::{vec, vec::Vec};

use super::{Outcome, Tally};

/// Carries out the tests of sections 2 and 3 of the page that belong to the shape, in the order of its tables.
///
/// Each has one outcome, also if it is not applicable.
pub fn tests(tally: &Tally) -> Vec<Outcome> {
    let _ = tally;
    vec![]
}
