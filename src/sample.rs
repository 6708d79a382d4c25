//! Audit samples: sampling designs that give the same items from the same words (SPEC, "Audit samples").
//!
//! A [`Design`] says how many items are drawn and how; a [`Population`] is what they are drawn from. Both are numbers only:
//! an item is its position in population order, counted from 0, and an amount a whole number of minor units.
//! All arithmetic is that of exact integers.

mod allocation;
mod design;
mod fault;
mod population;
mod selected;

pub use allocation::Allocation;
pub use design::{Design, Monetary, Order, Stratum};
pub use fault::{AllocationFault, DesignFault, ExtensionFault, OutOfMemory, PopulationFault};
pub use population::{AmountSums, LARGEST_POPULATION, Population};
pub use selected::{Role, Selected};
