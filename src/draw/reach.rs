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
    /// Starts of the stream that the sources give: 512 bits for each seed that counts, 254 for a drand round, 3.32 for
    /// each public digit; never more than Hash_DRBG's 440.
    pub starts: u64,
    /// Results that the draw can have; for tickets, sequences of tickets.
    pub results: u64,
}

impl Reach {
    pub(crate) fn new(rules: &Rules, seeds_that_count: u64, results: Log2) -> Self {
        let beacon = match &rules.beacon {
            Some(BeaconRule::Drand { .. }) => 25_400,
            Some(BeaconRule::Public { shape, .. }) => 332 * beacon::digits(shape),
            None => 0,
        };
        let starts = (51_200 * seeds_that_count + beacon).min(44_000);
        Self { starts, results: results.hundredths() }
    }

    /// Whether all results can be expected to come up: their number is at least 2¹⁰ times below that of the starts.
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
