//! A design that fits its population, and the draw by it.

use alloc::{collections::BTreeSet, vec, vec::Vec};

use rand_core::CryptoRng;

use super::{
    Allocation, Design, DesignFault, DrawFault, Frame, LARGEST_POPULATION, Order, Population,
    Selected, Stratum, reserved,
    simple::{Members, Part, with_replacement},
    systematic,
};
use crate::{HashDrbgError, log2::Log2};

/// A design that fits its population. Exists only if it does.
#[derive(Debug, Clone)]
#[must_use = "nothing is drawn before `draw` is called"]
pub struct Plan<'a> {
    design: &'a Design,
    population: Population<'a>,
    /// For monetary unit sampling.
    frame: Option<Frame>,
}

impl Design {
    /// Checks that the design's sizes fit the population.
    ///
    /// # Errors
    ///
    /// The first fault.
    pub fn check<'a>(&'a self, population: &Population<'a>) -> Result<Plan<'a>, DesignFault> {
        let items = population.items();
        let mut frame = None;
        match self {
            Self::Simple { size, spares } => {
                let wanted = size.saturating_add(*spares);
                not_zero(*size)?;
                if wanted > items {
                    return Err(DesignFault::MoreThanPopulation { wanted, items });
                }
            }
            Self::WithReplacement { size } => {
                not_zero(*size)?;
                if *size > LARGEST_POPULATION {
                    return Err(DesignFault::TooManyDraws);
                }
            }
            Self::Systematic { size, starts, .. } => {
                not_zero(*size)?;
                not_zero(*starts)?;
                if *size > items {
                    return Err(DesignFault::MoreThanPopulation { wanted: *size, items });
                }
                if size.saturating_mul(*starts) > LARGEST_POPULATION {
                    return Err(DesignFault::TooManyDraws);
                }
            }
            Self::Stratified { size, allocation, strata } => {
                check_strata(*size, *allocation, strata, population)?;
            }
            Self::Monetary(monetary) => frame = Some(Frame::new(*monetary, population)?),
        }
        Ok(Plan { design: self, population: *population, frame })
    }
}

impl<'a> Plan<'a> {
    /// The design.
    pub const fn design(&self) -> &'a Design {
        self.design
    }

    /// The population.
    pub const fn population(&self) -> Population<'a> {
        self.population
    }

    /// Certainty items and the rest, for monetary unit sampling only.
    pub const fn frame(&self) -> Option<&Frame> {
        self.frame.as_ref()
    }

    /// How many lines the sample has, spares and certainty items included; with a given interval the most it can have.
    pub fn places(&self) -> u64 {
        match self.design {
            Design::Simple { size, spares } => size + spares,
            Design::WithReplacement { size } => *size,
            Design::Systematic { size, starts, .. } => size * starts,
            Design::Stratified { strata, .. } => strata.iter().map(|s| s.size + s.spares).sum(),
            Design::Monetary(_) => {
                self.frame().map_or(0, |frame| frame.certainty.len() as u64 + frame.hits)
            }
        }
    }

    /// The number of results that the uniform draws have together, as a base-2 logarithm in hundredths.
    ///
    /// Takes as long as the draw itself.
    pub fn results(&self) -> u64 {
        self.log2_of_results().hundredths()
    }

    pub(crate) fn log2_of_results(&self) -> Log2 {
        let mut results = Log2::ONE;
        let items = self.population.items();
        match self.design {
            Design::Simple { .. } | Design::Stratified { .. } => {
                for part in Part::all(self.design, &self.population) {
                    let last = part.items - part.places() + 1;
                    (last..=part.items).for_each(|bound| results.multiply_by(bound));
                }
            }
            Design::WithReplacement { size } => {
                (0..*size).for_each(|_| results.multiply_by(items));
            }
            Design::Systematic { starts, order, .. } => {
                (0..*starts).for_each(|_| results.multiply_by(items));
                if *order == Order::Random {
                    (2..=items).for_each(|bound| results.multiply_by(bound));
                }
            }
            Design::Monetary(monetary) => {
                if let Some(frame) = &self.frame {
                    results = frame.results(*monetary);
                }
            }
        }
        results
    }

    /// Draws the sample. `stream` gives the stream of words of the given names, with the purpose [`PURPOSE`](super::PURPOSE):
    /// `|names| Stream::new(&material, PURPOSE, names)`.
    ///
    /// The same words give the same sample.
    ///
    /// # Errors
    ///
    /// The machine can't hold the sample, or a random order of the population.
    pub fn draw<R: CryptoRng>(
        &self,
        mut stream: impl FnMut(&[&str]) -> Result<R, HashDrbgError>,
    ) -> Result<Vec<Selected>, DrawFault> {
        let items = self.population.items();
        match self.design {
            Design::Simple { .. } | Design::Stratified { .. } => {
                let parts = Part::all(self.design, &self.population);
                let members = Members::new(&parts, &self.population)?;
                let mut rows = reserved(self.places())?;
                for part in parts {
                    part.draw(0..part.places(), &members, &mut stream, &mut rows)?;
                }
                Ok(rows)
            }
            Design::WithReplacement { size } => {
                let mut rows = reserved(*size)?;
                with_replacement(items, 0..*size, &mut stream, &mut rows)?;
                Ok(rows)
            }
            Design::Systematic { size, starts, order } => {
                systematic::draw(items, *size, *starts, *order, stream)
            }
            Design::Monetary(monetary) => match (&self.frame, self.population.amounts()) {
                (Some(frame), Some(amounts)) => frame.draw(*monetary, amounts, stream),
                _ => Ok(Vec::new()), // no plan is without them
            },
        }
    }
}

fn not_zero(number: u64) -> Result<(), DesignFault> {
    if number == 0 { Err(DesignFault::Zero) } else { Ok(()) }
}

fn check_strata(
    size: u64,
    allocation: Allocation,
    strata: &[Stratum],
    population: &Population<'_>,
) -> Result<(), DesignFault> {
    not_zero(size)?;
    let mut names = BTreeSet::new();
    for (number, stratum) in (1..).zip(strata) {
        if !names.insert(&stratum.name) {
            return Err(DesignFault::StratumRepeated { stratum: number });
        }
    }
    let sum = strata.iter().fold(0, |sum: u64, stratum| sum.saturating_add(stratum.items));
    if sum != population.items() {
        return Err(DesignFault::StrataItems { sum, items: population.items() });
    }
    for (number, &Stratum { items, size, spares, .. }) in (1..).zip(strata) {
        let wanted = size.saturating_add(spares);
        if wanted > items {
            return Err(DesignFault::MoreThanStratum { stratum: number, wanted, items });
        }
    }
    // Sizes are at most the items now, and these at most the population's.
    let sum = strata.iter().map(|stratum| stratum.size).sum();
    if sum != size {
        return Err(DesignFault::StrataSizes { sum, size });
    }
    count_members(strata, population)?;
    let allocated = allocation.sizes(size, strata, population)?;
    for (number, (stratum, allocated)) in (1..).zip(strata.iter().zip(allocated)) {
        if stratum.size != allocated {
            let stated = stratum.size;
            return Err(DesignFault::NotAllocated { stratum: number, stated, allocated });
        }
    }
    Ok(())
}

/// Checks that each item belongs to a stratum, and that each stratum has as many as it states.
fn count_members(strata: &[Stratum], population: &Population<'_>) -> Result<(), DesignFault> {
    let mut counts = vec![0; strata.len()];
    for (position, index) in (0..).zip(population.strata().ok_or(DesignFault::NoStrata)?) {
        let count = usize::try_from(*index).ok().and_then(|index| counts.get_mut(index));
        *count.ok_or(DesignFault::StratumUnknown { position })? += 1;
    }
    for (number, (stratum, counted)) in (1..).zip(strata.iter().zip(counts)) {
        if stratum.items != counted {
            let stated = stratum.items;
            return Err(DesignFault::StratumItems { stratum: number, stated, counted });
        }
    }
    Ok(())
}
