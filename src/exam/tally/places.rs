//! Where the items of an observation stand.

use std::{vec, vec::Vec};

use super::Fault;
use crate::exam::Shape;

/// The places of the items of one observation after the other, without clearing a list in between.
#[derive(Clone)]
pub(super) struct Places {
    /// For each item the base when it was noted last, and its place, summed.
    noted: Vec<u64>,
    /// Entries from here on belong to the current observation.
    base: u64,
}

impl Places {
    pub(super) fn new(items: usize) -> Self {
        Self { noted: vec![0; items], base: 0 }
    }

    /// Notes the places of an observation's items, or says why it is not of the shape.
    pub(super) fn note(&mut self, observation: &[u32], shape: Shape) -> Result<(), Fault> {
        let expected = u64::from(shape.k());
        let found = observation.len() as u64;
        if found != expected {
            return Err(Fault::Length { expected, found });
        }
        // Above all entries, also of an observation that was refused halfway. 2⁴⁸ observations have room.
        self.base += expected;
        for (place, &item) in (self.base..).zip(observation) {
            let noted = self.noted.get_mut(item as usize).ok_or(Fault::Unknown { item })?;
            if *noted >= self.base {
                return Err(Fault::Twice { item });
            }
            *noted = place;
        }
        Ok(())
    }

    /// Whether the observation has an item.
    pub(super) fn has(&self, item: u32) -> bool {
        self.noted.get(item as usize).is_some_and(|&noted| noted >= self.base)
    }

    /// The number of items, of an order, after which the next one of the list stands at an earlier place.
    pub(super) fn descents(&self) -> usize {
        self.noted.windows(2).filter(|pair| pair[0] > pair[1]).count()
    }
}
