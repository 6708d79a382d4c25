//! The chance of an item.

use core::fmt;

use super::{Design, Monetary, Plan, Population};

/// How often a design selects an item, on average over its uniform draws: `times / of`, exactly.
///
/// Without replacement this is the chance that the item is selected, spares left out. It may be above 1 where an item can
/// come again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chance {
    /// The numerator.
    pub times: u128,
    /// The denominator, not 0.
    pub of: u128,
}

impl Plan<'_> {
    /// The chance of the item at `position`; nothing if there is no such item.
    pub fn chance(&self, position: u64) -> Option<Chance> {
        let population = self.population();
        if position >= population.items() {
            return None;
        }
        let items = population.items();
        Some(match self.design() {
            Design::Simple { size, .. } | Design::WithReplacement { size } => {
                Chance::new(*size, 1, items)
            }
            Design::Systematic { size, starts, .. } => Chance::new(*size, *starts, items),
            Design::Stratified { strata, .. } => {
                let index = *population.strata()?.get(index(position)?)?;
                let stratum = strata.get(usize::try_from(index).ok()?)?;
                Chance::new(stratum.size, 1, stratum.items)
            }
            Design::Monetary(monetary) => {
                self.chance_of_amount(*monetary, position, &population)?
            }
        })
    }

    fn chance_of_amount(
        &self,
        monetary: Monetary,
        position: u64,
        population: &Population<'_>,
    ) -> Option<Chance> {
        let amount = u64::try_from(*population.amounts()?.get(index(position)?)?).unwrap_or(0);
        let frame = self.frame()?;
        Some(match monetary {
            _ if frame.is_certain(amount) => Chance::new(1, 1, 1),
            Monetary::Interval { interval } => Chance::new(amount, 1, interval),
            _ => Chance::new(amount, frame.hits, frame.rest.max(1)),
        })
    }
}

impl Chance {
    fn new(a: u64, b: u64, of: u64) -> Self {
        Self { times: u128::from(a) * u128::from(b), of: of.into() }
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.times, self.of)
    }
}

fn index(position: u64) -> Option<usize> {
    usize::try_from(position).ok()
}
