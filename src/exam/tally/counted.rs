//! What a tally has counted.

use super::{Counts, Tally};
use crate::exam::Shape;

/// How many observations came before, among the first 2²⁰.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeats {
    /// The number of observations compared.
    pub compared: u64,
    /// Those of them that came before.
    pub repeats: u64,
}

impl Tally {
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

    /// How many items were never drawn in samples or sets; 0 for orders.
    pub fn never_drawn(&self) -> u64 {
        let drawn: u32 = self.drawn.iter().map(|word| word.count_ones()).sum();
        if self.shape.is_order() { 0 } else { u64::from(self.shape.n() - drawn) }
    }

    /// How often each item, or group of 256, came at place 0; empty for sets.
    pub fn first_place(&self) -> &[u64] {
        &self.first_place
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

    /// The repeats among the first 2²⁰ observations; none are compared if at most 5,040 observations are possible.
    ///
    /// Takes the time and the memory of sorting them.
    pub fn repeats(&self) -> Repeats {
        let mut hashes = self.hashes.clone().unwrap_or_default();
        hashes.sort_unstable();
        let compared = hashes.len() as u64;
        hashes.dedup();
        Repeats { compared, repeats: compared - hashes.len() as u64 }
    }
}
