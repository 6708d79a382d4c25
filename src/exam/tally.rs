//! What is counted over the observations of an exam.

use core::fmt;
use std::{vec, vec::Vec};

pub use counts::Counts;

use super::Shape;

mod counts;

/// Everything that the exam counts over observations of one shape.
///
/// Its size depends on the shape alone, but for the hashes of the first 2²⁰ observations.
#[derive(Debug, Clone)]
pub struct Tally {
    shape: Shape,
    observations: u64,
    position_item: Option<Counts>,
    outcomes: Option<Vec<u64>>,
    successor_pairs: Option<Counts>,
    items: Vec<u64>,
    first_two: Option<Counts>,
    pairs: Option<Counts>,
    fixed_points: Vec<u64>,
    descents: Vec<u64>,
    rising_sequences: Vec<u64>,
    cycles: Vec<u64>,
    inversions: Vec<u64>,
    inversion_sum: u128,
    overlaps: Vec<u64>,
    adjacent: Vec<u64>,
    even: u64,
    product_sum: u128,
    trend_sum: u128,
    hashes: Vec<u128>,
}

/// Why an observation is not of the shape that is examined. Places and items are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Not as many items as the shape has.
    Length {
        /// The number of items that every observation has.
        expected: u64,
        /// The number of items in this one.
        found: u64,
    },
    /// No item of the list.
    Unknown {
        /// What stands in its place.
        item: u32,
    },
    /// An item that was there before.
    Twice {
        /// The item.
        item: u32,
    },
}

/// How many observations came before, among the first 2²⁰.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeats {
    /// The number of observations compared.
    pub compared: u64,
    /// Those of them that came before.
    pub repeats: u64,
}

/// Tallies of different shapes can't be merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherShape;

impl Tally {
    /// A tally of no observations.
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            observations: 0,
            position_item: (!shape.is_set()).then(|| Counts::new(0, 0)),
            outcomes: shape.outcomes_up_to(5040).map(|_| vec![]),
            successor_pairs: None,
            items: vec![],
            first_two: None,
            pairs: None,
            fixed_points: vec![],
            descents: vec![],
            rising_sequences: vec![],
            cycles: vec![],
            inversions: vec![],
            inversion_sum: 0,
            overlaps: vec![],
            adjacent: vec![],
            even: 0,
            product_sum: 0,
            trend_sum: 0,
            hashes: vec![],
        }
    }

    /// Counts an observation: its items, from 0 to n-1, in the order of the draw (of a set in any order).
    ///
    /// # Errors
    ///
    /// Refuses what is not of the shape; nothing is counted then.
    pub fn add(&mut self, observation: &[u32]) -> Result<(), Fault> {
        if observation.len() as u64 != u64::from(self.shape.k()) {
            return Err(Fault::Length {
                expected: self.shape.k().into(),
                found: observation.len() as u64,
            });
        }
        self.observations += 1;
        Ok(())
    }

    /// Adds the counts of observations that come after these.
    ///
    /// The result is that of one tally to which all were added, in this order.
    ///
    /// # Errors
    ///
    /// Refuses a tally of another shape; nothing is added then.
    pub fn merge(&mut self, other: &Self) -> Result<(), OtherShape> {
        if self.shape != other.shape {
            return Err(OtherShape);
        }
        self.observations += other.observations;
        Ok(())
    }

    /// The shape of all observations.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of observations.
    pub fn observations(&self) -> u64 {
        self.observations
    }

    /// How often each observation came, by its place in the lexicographic order of all that are possible (of sets as
    /// ascending lists); nothing if more than 5,040 are possible.
    pub fn outcomes(&self) -> Option<&[u64]> {
        self.outcomes.as_deref()
    }

    /// How often each item (column) came at each place (row); nothing for sets.
    ///
    /// Above 256 items, or places, both are counted in 256 groups of neighbours: item i of n in column floor(256·i/n).
    pub fn position_item(&self) -> Option<&Counts> {
        self.position_item.as_ref()
    }

    /// How often the thing of the column came directly after that of the row; nothing unless it is an order of 4 to 256
    /// items.
    ///
    /// The things are the items and, last, the mark before the first and after the last item.
    pub fn successor_pairs(&self) -> Option<&Counts> {
        self.successor_pairs.as_ref()
    }

    /// How often each item, or group of 256, was drawn; empty for orders, which have every item.
    pub fn items(&self) -> &[u64] {
        &self.items
    }

    /// How often each item, or group of 256, came at place 0; empty for sets.
    pub fn first_place(&self) -> &[u64] {
        self.position_item.as_ref().map_or(&[], |counts| counts.row(0))
    }

    /// How often the item of the column came at place 1 after that of the row at place 0; nothing for sets, for samples
    /// of one item, and unless there are 4 to 256 items.
    pub fn first_two(&self) -> Option<&Counts> {
        self.first_two.as_ref()
    }

    /// How often two items were drawn together, in the row of the lower one; nothing for orders, and unless there are 4 to 256 items.
    pub fn pairs(&self) -> Option<&Counts> {
        self.pairs.as_ref()
    }

    /// How many orders had each number of places whose item is the place's own; empty unless they are orders.
    pub fn fixed_points(&self) -> &[u64] {
        &self.fixed_points
    }

    /// How many orders had each number of places whose item is above the next; empty unless they are orders of at most
    /// 1,024 items.
    pub fn descents(&self) -> &[u64] {
        &self.descents
    }

    /// How many orders had each number of rising sequences; empty unless they are orders of at most 1,024 items.
    pub fn rising_sequences(&self) -> &[u64] {
        &self.rising_sequences
    }

    /// How many orders had each number of cycles; empty unless they are orders of at most 1,024 items.
    pub fn cycles(&self) -> &[u64] {
        &self.cycles
    }

    /// How many orders had each number of pairs out of order; empty unless they are orders of at most 64 items.
    pub fn inversions(&self) -> &[u64] {
        &self.inversions
    }

    /// The pairs out of order, in all orders together.
    pub fn inversion_sum(&self) -> u128 {
        self.inversion_sum
    }

    /// How many observations had each overlap with the one before: items at the same place in orders, items drawn in
    /// both otherwise.
    pub fn overlaps(&self) -> &[u64] {
        &self.overlaps
    }

    /// How many samples or sets had each number of pairs of neighbours i, i+1; empty for orders.
    pub fn adjacent(&self) -> &[u64] {
        &self.adjacent
    }

    /// How many orders are even.
    pub fn even(&self) -> u64 {
        self.even
    }

    /// The sum of place times item, over all places of all orders.
    pub fn product_sum(&self) -> u128 {
        self.product_sum
    }

    /// The sum of the items at place 0, or of all items drawn if they are samples or sets.
    pub fn trend_sum(&self) -> u128 {
        self.trend_sum
    }

    /// The repeats among the first 2²⁰ observations. It is only counted if more than 5,040 are possible.
    ///
    /// Takes the time of sorting.
    pub fn repeats(&self) -> Repeats {
        let mut sorted = self.hashes.clone();
        sorted.sort_unstable();
        let compared = sorted.len() as u64;
        sorted.dedup();
        Repeats { compared, repeats: compared - sorted.len() as u64 }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found } => {
                write!(f, "{found} items, and every observation should have {expected}")
            }
            Self::Unknown { item } => write!(f, "there is no item {item}, counted from 0"),
            Self::Twice { item } => write!(f, "item {item}, counted from 0, comes twice"),
        }
    }
}

impl fmt::Display for OtherShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the observations have different shapes")
    }
}

impl core::error::Error for Fault {}
impl core::error::Error for OtherShape {}
