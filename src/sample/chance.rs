//! The chance of an item.

use alloc::{vec, vec::Vec};
use core::fmt;

use super::{Addition, Design, Monetary, Plan, Population};

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

/// How many items of a stratum, or of the whole population, are in a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampleSize {
    /// The stratum, from 1; 0 without strata.
    pub stratum: u64,
    /// The number of items selected, spares left out.
    pub size: u64,
    /// The number of items there are.
    pub items: u64,
}

impl Plan<'_> {
    /// The chance of the item at `position`; nothing if there is no such item.
    pub fn chance(&self, position: u64) -> Option<Chance> {
        self.chance_with(position, &[])
    }

    /// The same of a sample to which extensions added items; several additions to one stratum count together.
    ///
    /// It is a chance only if the additions didn't depend on which items were drawn.
    pub fn chance_with(&self, position: u64, additions: &[Addition]) -> Option<Chance> {
        let population = self.population();
        if position >= population.items() {
            return None;
        }
        let items = population.items();
        let with = |size: u64, stratum| size.saturating_add(added(additions, stratum));
        Some(match self.design() {
            Design::Simple { size, .. } | Design::WithReplacement { size } => {
                Chance::new(with(*size, 0), 1, items)
            }
            Design::Systematic { size, starts, .. } => Chance::new(*size, *starts, items),
            Design::Stratified { strata, .. } => {
                let index = *population.strata()?.get(index(position)?)?;
                let stratum = strata.get(usize::try_from(index).ok()?)?;
                Chance::new(with(stratum.size, u64::from(index) + 1), 1, stratum.items)
            }
            Design::Monetary(monetary) => {
                self.chance_of_amount(*monetary, position, &population)?
            }
        })
    }

    /// The sizes of a sample to which extensions added items, stratum by stratum. Empty if the design can't be extended.
    pub fn sizes_with(&self, additions: &[Addition]) -> Vec<SampleSize> {
        let with = |stratum, size: u64, items| SampleSize {
            stratum,
            size: size.saturating_add(added(additions, stratum)),
            items,
        };
        match self.design() {
            Design::Simple { size, .. } | Design::WithReplacement { size } => {
                vec![with(0, *size, self.population().items())]
            }
            Design::Stratified { strata, .. } => {
                (1..).zip(strata).map(|(number, s)| with(number, s.size, s.items)).collect()
            }
            Design::Systematic { .. } | Design::Monetary(_) => Vec::new(),
        }
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

/// How many items are added to a stratum.
fn added(additions: &[Addition], stratum: u64) -> u64 {
    let of_stratum = additions.iter().filter(|addition| addition.stratum == stratum);
    of_stratum.fold(0, |sum, addition| sum.saturating_add(addition.items))
}

fn index(position: u64) -> Option<usize> {
    usize::try_from(position).ok()
}
