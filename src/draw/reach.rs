//! How many results a draw has, against how many its sources of randomness can give (SPEC, "Randomness").

use core::fmt;

use crate::{
    draw::{
        beacon,
        commit::{BeaconRule, Rules},
    },
    log2::Log2,
};

/// How many starts the sources give and how many results the draw has, as base-2 logarithms in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// Starts of the stream that the sources give at most, rounded up: 512 bits for each seed that counts, 254 for a
    /// drand round, 3.322 for each public digit; never more than Hash_DRBG's 440.
    pub starts: u64,
    /// Results that the draw can have, rounded down; for tickets, sequences of tickets.
    pub results: u64,
}

impl Reach {
    pub(crate) fn new(rules: &Rules, seeds_that_count: u64, results: Log2) -> Self {
        let beacon = match &rules.beacon {
            Some(BeaconRule::Drand { .. }) => 25_400,
            Some(BeaconRule::Public { shape, .. }) => {
                (3322 * beacon::digits(shape)).div_ceil(10) // log2(10) is 3.32193
            }
            None => 0,
        };
        let starts = (51_200 * seeds_that_count + beacon).min(44_000);
        Self { starts, results: results.hundredths() }
    }

    /// Whether all results can be expected to come up if all starts are equally likely: they are at least 2¹⁰ times fewer.
    ///
    /// The starts are a bound. A public text of dice or lottery numbers has fewer, since not every digit is equally
    /// likely to be 0 to 9.
    pub const fn covers_all_results(&self) -> bool {
        self.results + 1_000 <= self.starts
    }
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |hundredths: u64| (hundredths / 100, hundredths % 100);
        let ((starts, s), (results, r)) = (number(self.starts), number(self.results));
        write!(f, "2^{starts}.{s:02} starts for 2^{results}.{r:02} results")
    }
}
