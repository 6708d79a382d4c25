//! What is drawn, and how (SPEC, "Designs").

use alloc::{string::String, vec::Vec};

use super::Allocation;

/// A sampling design: the rules of an audit sample.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Design {
    /// Simple random sampling without replacement: the first places of one shuffle.
    Simple {
        /// The number of items in the sample.
        size: u64,
        /// The number of items after them that stand in for those that can't be examined.
        spares: u64,
    },
    /// Simple random sampling with replacement: an item may come again.
    WithReplacement {
        /// The number of draws.
        size: u64,
    },
    /// Systematic sampling with random start and the exact fractional interval `N / size`.
    Systematic {
        /// The number of items from each start.
        size: u64,
        /// The number of starts, each drawn by itself.
        starts: u64,
        /// The order that the intervals are counted in.
        order: Order,
    },
    /// Simple random sampling without replacement in each stratum by itself.
    Stratified {
        /// The number of items in all strata's samples together.
        size: u64,
        /// How the strata's sizes were found.
        allocation: Allocation,
        /// The strata in the commit's order.
        strata: Vec<Stratum>,
    },
    /// Monetary unit sampling: the chance of an item is in proportion to its amount.
    Monetary(Monetary),
}

/// The order that a systematic sample counts its intervals in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// That of the population.
    List,
    /// That of a shuffle of the population.
    Random,
}

/// A part of the population that is sampled by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stratum {
    /// Its name, which tells its stream of words from those of the other strata.
    pub name: String,
    /// The number of its items, N_h.
    pub items: u64,
    /// The number of items in its sample, n_h.
    pub size: u64,
    /// The number of its spares, m_h.
    pub spares: u64,
    /// The standard deviation expected in it, S_h, for [`Allocation::Neyman`] only.
    pub deviation: Option<u64>,
}

/// How monetary units are hit; the item of a hit unit is selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Monetary {
    /// One random start and an exact fractional interval, after the items larger than the interval.
    Fixed {
        /// The number of items.
        size: u64,
    },
    /// One random start and a given interval.
    Interval {
        /// The interval in monetary units.
        interval: u64,
    },
    /// One unit from each of equal cells, after the items larger than a cell.
    Cell {
        /// The number of hits, and of the items larger than a cell.
        size: u64,
    },
    /// Like `Fixed`, with the items in random order first (H. Hartley and J. Rao, "Sampling with Unequal Probabilities and
    /// without Replacement", Annals of Mathematical Statistics 33(2), 1962).
    RandomOrder {
        /// The number of items.
        size: u64,
    },
    /// Units drawn one by one; a unit or an item may come again.
    WithReplacement {
        /// The number of draws.
        size: u64,
    },
}
