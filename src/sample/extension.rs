//! More items of a drawn sample (SPEC, "Draw, extension, replacement").

use alloc::{vec, vec::Vec};

use rand_core::CryptoRng;

use super::{
    Design, ExtensionFault, LARGEST_POPULATION, Plan, Selected, reserved,
    simple::{Members, Part, with_replacement},
};
use crate::{HashDrbgError, shuffle::to_index};

/// How far a sample has been drawn, with the extensions made to it.
///
/// An extension takes the next places of the same streams, so that the sample drawn before is the beginning of the longer
/// one. Whoever decides on its size after the draw can know which items it adds.
///
/// # Examples
///
/// ```
/// use fairdraw::sample::{Addition, Design, PURPOSE, Population};
/// use fairdraw::Stream;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let stream = |names: &[&str]| Stream::new(&[7; 64], PURPOSE, names);
/// let population = Population::new(1_000_000_000, None, None)?;
/// let (short, long) = (Design::Simple { size: 40, spares: 0 }, Design::Simple { size: 60, spares: 0 });
///
/// let plan = short.check(&population)?;
/// let mut sample = plan.draw(stream)?;
/// sample.extend(plan.extension()?.add(&[Addition { items: 20, stratum: 0 }], stream)?);
/// assert_eq!(sample, long.check(&population)?.draw(stream)?);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Extension<'a> {
    plan: &'a Plan<'a>,
    parts: Vec<Part<'a>>,
    /// The number of places drawn so far: of each part, or of a draw with replacement.
    drawn: Vec<u64>,
}

/// How many items an extension adds, and to which stratum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Addition {
    /// The number of items.
    pub items: u64,
    /// The stratum, from 1; 0 without strata.
    pub stratum: u64,
}

impl<'a> Plan<'a> {
    /// The sample as the plan draws it, for extensions to follow.
    ///
    /// # Errors
    ///
    /// Systematic and monetary samples can't be extended.
    pub fn extension(&'a self) -> Result<Extension<'a>, ExtensionFault> {
        let parts = Part::all(self.design(), &self.population());
        let drawn = match self.design() {
            Design::Simple { .. } | Design::Stratified { .. } => {
                parts.iter().map(Part::places).collect()
            }
            Design::WithReplacement { size } => vec![*size],
            _ => return Err(ExtensionFault::Design),
        };
        Ok(Extension { plan: self, parts, drawn })
    }
}

impl Extension<'_> {
    /// How many places of a stratum, or with 0 of the population, have been drawn so far; nothing if there is no such
    /// stratum.
    pub fn drawn(&self, stratum: u64) -> Option<u64> {
        self.index(stratum).map(|index| self.drawn[index])
    }

    /// How many items of a stratum, or with 0 of the population, are left; nothing if there is no such stratum.
    pub fn left(&self, stratum: u64) -> Option<u64> {
        let index = self.index(stratum)?;
        let most = self.parts.get(index).map_or(LARGEST_POPULATION, |part| part.items);
        Some(most - self.drawn[index])
    }

    fn index(&self, stratum: u64) -> Option<usize> {
        let index = match self.plan.design() {
            Design::Stratified { .. } => stratum.checked_sub(1)?,
            _ => stratum,
        };
        (index < self.drawn.len() as u64).then(|| to_index(index))
    }

    /// Draws the next items of some strata, which stand in ascending order, and counts them as drawn.
    ///
    /// `stream` is that of [`Plan::draw`].
    ///
    /// # Errors
    ///
    /// The first addition that can't be made; nothing counts as drawn then.
    pub fn add<R: CryptoRng>(
        &mut self,
        additions: &[Addition],
        mut stream: impl FnMut(&[&str]) -> Result<R, HashDrbgError>,
    ) -> Result<Vec<Selected>, ExtensionFault> {
        let mut drawn = self.drawn.clone();
        let mut rows = reserved(self.check(additions)?)?;
        let members = Members::new(&self.parts, &self.plan.population())?;
        for &Addition { items, stratum } in additions {
            let Some(index) = self.index(stratum) else {
                return Err(ExtensionFault::StratumUnknown { stratum });
            };
            let places = drawn[index]..drawn[index] + items;
            drawn[index] = places.end;
            if let Some(part) = self.parts.get(index) {
                part.draw(places, &members, &mut stream, &mut rows)?;
            } else {
                let items = self.plan.population().items();
                with_replacement(items, places, &mut stream, &mut rows)?;
            }
        }
        self.drawn = drawn;
        Ok(rows)
    }

    /// Checks the additions, and returns the sum of their items.
    pub(crate) fn check(&self, additions: &[Addition]) -> Result<u64, ExtensionFault> {
        let mut before = None;
        let mut sum = 0;
        for &Addition { items, stratum } in additions {
            let left = self.left(stratum).ok_or(ExtensionFault::StratumUnknown { stratum })?;
            if before.is_some_and(|before| before >= stratum) {
                return Err(ExtensionFault::StratumOrder { stratum });
            }
            if items == 0 {
                return Err(ExtensionFault::Zero);
            }
            if items > left {
                return Err(ExtensionFault::TooFewItems { stratum, wanted: items, left });
            }
            before = Some(stratum);
            sum += items; // at most the population's, as the strata differ
        }
        Ok(sum)
    }
}
