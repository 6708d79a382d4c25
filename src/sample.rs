//! Audit samples: sampling designs that give the same items from the same words (SPEC, "Audit samples").
//!
//! A [`Design`] says how many items are drawn and how; a [`Population`] is what they are drawn from. Both are numbers only:
//! an item is its position in population order, counted from 0, and an amount a whole number of minor units. All
//! arithmetic is that of exact integers. [`Design::check`] gives a [`Plan`] if the design fits the population, and
//! [`Plan::draw`] the sample.
//!
//! Each part of a sample is drawn from a stream of words of its own, told apart by the names that `draw` passes on. So the
//! sample of one stratum doesn't change with another stratum.
//!
//! # Examples
//!
//! Three of seven invoices by monetary unit sampling:
//!
//! ```
//! use fairdraw::sample::{Design, Monetary, PURPOSE, Population};
//! use fairdraw::Stream;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let amounts = [500, 30_000, -120, 600, 0, 200, 400]; // cents
//! let population = Population::new(7, Some(&amounts), None)?;
//! let design = Design::Monetary(Monetary::Fixed { size: 3 });
//!
//! let plan = design.check(&population)?;
//! assert_eq!(plan.frame().map(|frame| &frame.certainty[..]), Some(&[1][..])); // 300.00 is above any interval
//!
//! let material = [7; 64];
//! let sample = plan.draw(|names| Stream::new(&material, PURPOSE, names))?;
//! assert_eq!(sample.len(), 3);
//! # Ok(())
//! # }
//! ```

mod allocation;
mod chance;
mod design;
mod extension;
mod fault;
mod monetary;
mod plan;
mod population;
mod selected;
mod simple;
mod systematic;

use alloc::vec::Vec;
use core::num::NonZeroU64;

use rand_core::CryptoRng;

use crate::uniform;

pub use allocation::{Allocation, Share, allocate};
pub use chance::{Chance, SampleSize};
pub use design::{Design, Monetary, Order, Stratum};
pub use extension::{Addition, Extension};
pub use fault::{AllocationFault, DesignFault, DrawFault, ExtensionFault, PopulationFault};
pub use monetary::Frame;
pub use plan::Plan;
pub use population::{AmountSums, LARGEST_POPULATION, Population};
pub use selected::{Role, Selected};

/// The purpose of a sample's streams.
pub const PURPOSE: &str = "sample";

/// A uniform integer in `0..bound`. No plan has a bound of 0.
fn below<R: CryptoRng + ?Sized>(bound: u64, rng: &mut R) -> u64 {
    NonZeroU64::new(bound).map_or(0, |bound| uniform::below(bound, rng))
}

/// The numbers `(start + i * total) div count` for `i = 0..count`, all below `total` if `start` is: one from each of `count`
/// equal intervals of `0..total`, equally far apart but for the rounding.
///
/// The numbers `start + i * total` run through `0..count * total` once as `start` and `i` vary, so each number below
/// `total` comes from exactly `count` of the starts.
fn spread(start: u64, total: u64, count: u64) -> impl Iterator<Item = u64> {
    let (start, total, divisor) = (u128::from(start), u128::from(total), u128::from(count));
    (0..count).map(move |i| narrow((start + u128::from(i) * total) / divisor))
}

/// A number that is below some `u64`.
fn narrow(number: u128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// An empty vector with room for `count`.
fn reserved<T>(count: u64) -> Result<Vec<T>, DrawFault> {
    let mut vector = Vec::new();
    let count = usize::try_from(count).map_err(|_| DrawFault::OutOfMemory)?;
    vector.try_reserve_exact(count).map_err(|_| DrawFault::OutOfMemory)?;
    Ok(vector)
}
