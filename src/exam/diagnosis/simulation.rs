//! Simulated shuffles of the mistakes.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    vec::Vec,
};

use super::super::{Shape, Specimen, SpecimenShuffler, Tally};

/// Simulations of lists of one length. Those that were made are kept.
pub(super) struct Simulations {
    n: u32,
    made: BTreeMap<Specimen, Simulation>,
}

/// What was counted in simulated shuffles.
pub(super) struct Simulation {
    orders: SpecimenShuffler,
    pub(super) tally: Tally,
    /// The first of them as they were.
    pub(super) kept: Vec<Vec<u32>>,
}

impl Simulations {
    pub(super) fn new(n: u32) -> Self {
        Self { n, made: BTreeMap::new() }
    }

    /// At least so many shuffles of a mistake; `each` is called for each hundred of them. Nothing if there is no such mistake
    /// in lists of this length.
    pub(super) fn of(
        &mut self,
        specimen: Specimen,
        shuffles: u64,
        each: &mut dyn FnMut(u64),
    ) -> Option<&Simulation> {
        let n = self.n;
        let kept = (KEPT_ITEMS / n as usize).clamp(24, 200);
        let simulation = match self.made.entry(specimen) {
            Entry::Occupied(made) => made.into_mut(),
            Entry::Vacant(none) => none.insert(Simulation {
                orders: specimen.shuffler(n, SEED).ok()?,
                tally: Tally::new(Shape::order(n).ok()?),
                kept: Vec::new(),
            }),
        };
        while simulation.tally.observations() < shuffles {
            for _ in 0..AT_ONCE {
                let order = simulation.orders.shuffle();
                if simulation.kept.len() < kept {
                    simulation.kept.push(order.to_vec());
                }
                simulation.tally.add(order).ok()?;
            }
            each(AT_ONCE);
        }
        Some(simulation)
    }
}

/// The simulations' own seed; a subject with this seed would be compared with itself.
const SEED: &[u8] = b"fairdraw exam diagnosis";
const AT_ONCE: u64 = 100;
/// Items of the shuffles that are kept; they are compared in pairs.
const KEPT_ITEMS: usize = 20_000;
