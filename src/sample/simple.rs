//! Simple random sampling, of a whole population or of a stratum.

use alloc::{vec, vec::Vec};
use core::ops::Range;

use rand_core::CryptoRng;

use super::{Design, DrawFault, Population, Role, Selected, Stratum, below, reserved};
use crate::{
    HashDrbgError,
    shuffle::{Sample, to_index},
};

/// A part of a population that one shuffle samples.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part<'a> {
    /// From 1; 0 if the part is the whole population.
    number: u64,
    name: Option<&'a str>,
    pub(super) items: u64,
    size: u64,
    spares: u64,
}

impl<'a> Part<'a> {
    /// The parts of a design, of which only simple and stratified ones have any.
    pub(super) fn all(design: &'a Design, population: &Population<'_>) -> Vec<Self> {
        match design {
            Design::Simple { size, spares } => {
                let (size, spares) = (*size, *spares);
                vec![Self { number: 0, name: None, items: population.items(), size, spares }]
            }
            Design::Stratified { strata, .. } => {
                (1..).zip(strata).map(|(number, stratum)| Self::of(number, stratum)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn of(number: u64, stratum: &'a Stratum) -> Self {
        let Stratum { name, items, size, spares, .. } = stratum;
        Self { number, name: Some(name), items: *items, size: *size, spares: *spares }
    }

    /// The number of items and spares that the design draws.
    pub(super) fn places(&self) -> u64 {
        self.size + self.spares
    }

    /// Adds the items of some places of the part's shuffle, counted from 0, to `rows`.
    ///
    /// Without places no stream is used.
    pub(super) fn draw<R: CryptoRng>(
        &self,
        places: Range<u64>,
        members: &Members,
        stream: &mut impl FnMut(&[&str]) -> Result<R, HashDrbgError>,
        rows: &mut Vec<Selected>,
    ) -> Result<(), DrawFault> {
        if places.is_empty() {
            return Ok(());
        }
        let sample = Sample::new(self.items, places.end).map_err(|_| DrawFault::OutOfMemory)?;
        let drawn = match self.name {
            Some(name) => sample.draw(&mut stream(&["stratum", name])?),
            None => sample.draw(&mut stream(&["items"])?),
        };
        for (rank, place) in (1..).zip(drawn).skip(to_index(places.start)) {
            let spare = (self.size + 1..=self.places()).contains(&rank);
            let role = if spare { Role::Spare } else { Role::Sample };
            let position = members.position(self.number, place);
            rows.push(Selected { rank, role, stratum: self.number, position, unit: 0 });
        }
        Ok(())
    }
}

/// The items of each stratum in list order.
#[derive(Debug)]
pub(super) struct Members {
    /// Where each stratum begins in `positions`; empty if there are no strata.
    begin: Vec<usize>,
    positions: Vec<u32>,
}

impl Members {
    /// Sorts the population into `parts`, whose numbers of items are those of the population.
    pub(super) fn new(parts: &[Part<'_>], population: &Population<'_>) -> Result<Self, DrawFault> {
        let stratified = parts.first().is_some_and(|part| part.number > 0);
        let Some(indices) = population.strata().filter(|_| stratified) else {
            return Ok(Self { begin: Vec::new(), positions: Vec::new() });
        };
        let mut next = 0;
        let mut begin = Vec::with_capacity(parts.len());
        for part in parts {
            begin.push(next);
            next += to_index(part.items);
        }
        let mut positions = reserved(population.items())?;
        positions.resize(indices.len(), 0);
        let mut free = begin.clone();
        for (position, &index) in (0..).zip(indices) {
            let place = &mut free[to_index(index.into())];
            positions[*place] = position;
            *place += 1;
        }
        Ok(Self { begin, positions })
    }

    /// The position of a stratum's item.
    fn position(&self, number: u64, place: u64) -> u64 {
        match number.checked_sub(1).and_then(|index| self.begin.get(to_index(index))) {
            Some(begin) => self.positions[begin + to_index(place)].into(),
            None => place,
        }
    }
}

/// Adds some of the draws with replacement, counted from 0, to `rows`.
pub(super) fn with_replacement<R: CryptoRng>(
    items: u64,
    draws: Range<u64>,
    stream: &mut impl FnMut(&[&str]) -> Result<R, HashDrbgError>,
    rows: &mut Vec<Selected>,
) -> Result<(), DrawFault> {
    let mut stream = stream(&["items"])?;
    for draw in 0..draws.end {
        let position = below(items, &mut stream);
        if draws.contains(&draw) {
            let rank = draw + 1;
            rows.push(Selected { rank, role: Role::Sample, stratum: 0, position, unit: 0 });
        }
    }
    Ok(())
}
