//! What is counted of values one after the other. Each takes a value in the same few steps, however many there are.

use std::{vec, vec::Vec};

use super::{groups::Groups, index, sum::Sum};

/// Groups of the first and second, third and fourth value, and so on.
#[derive(Debug, Clone)]
pub(super) struct Pairs {
    pub(super) groups: Groups,
    /// Rows for the first group of a pair, one after the other.
    pub(super) counts: Vec<u64>,
    row: Option<usize>,
}

/// Changes between the lower and the upper of two groups.
#[derive(Debug, Clone)]
pub(super) struct Runs {
    pub(super) groups: Groups,
    pub(super) changes: u64,
    last: Option<usize>,
}

/// Sums of products of values up to eight apart.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Correlations {
    pub(super) sums: [Sum; LAGS],
    /// The latest first; 0 where there was none yet.
    last: [f64; LAGS],
}

/// Values between two of the first group, or before the first of them.
#[derive(Debug, Clone)]
pub(super) struct Gaps {
    pub(super) groups: Groups,
    /// By length; the last is for all above it.
    pub(super) lengths: Vec<u64>,
    length: usize,
}

/// Different groups among five values in turn.
#[derive(Debug, Clone)]
pub(super) struct Hands {
    pub(super) groups: Groups,
    /// By the number of different groups.
    pub(super) different: [u64; HAND as usize + 1],
    seen: u16,
    cards: u32,
}

/// Values read until all groups have come, then from the start again.
#[derive(Debug, Clone)]
pub(super) struct Collections {
    pub(super) groups: Groups,
    /// By length; the last is for all above it.
    pub(super) lengths: Vec<u64>,
    seen: u16,
    length: usize,
}

impl Pairs {
    pub(super) fn new(size: u128) -> Self {
        let groups = Groups::new(size, 16);
        Self { counts: vec![0; groups.count() * groups.count()], groups, row: None }
    }

    pub(super) fn add(&mut self, value: u64) {
        let group = self.groups.of(value);
        match self.row.take() {
            None => self.row = Some(group),
            Some(row) => self.counts[row * self.groups.count() + group] += 1,
        }
    }
}

impl Runs {
    pub(super) fn new(size: u128) -> Self {
        Self { groups: Groups::new(size, 2), changes: 0, last: None }
    }

    pub(super) fn add(&mut self, value: u64) {
        let group = self.groups.of(value);
        self.changes += u64::from(self.last.is_some_and(|last| last != group));
        self.last = Some(group);
    }
}

impl Correlations {
    pub(super) fn add(&mut self, value: f64) {
        for (sum, earlier) in self.sums.iter_mut().zip(self.last) {
            sum.add(earlier * value);
        }
        self.last.copy_within(..LAGS - 1, 1);
        self.last[0] = value;
    }
}

impl Gaps {
    pub(super) fn new(size: u128) -> Self {
        Self { groups: Groups::new(size, 8), lengths: vec![0; LONGEST + 1], length: 0 }
    }

    pub(super) fn add(&mut self, value: u64) {
        if self.groups.of(value) == 0 {
            self.lengths[self.length] += 1;
            self.length = 0;
        } else {
            self.length = LONGEST.min(self.length + 1);
        }
    }
}

impl Hands {
    pub(super) fn new(size: u128) -> Self {
        Self { groups: Groups::new(size, 10), different: [0; HAND as usize + 1], seen: 0, cards: 0 }
    }

    pub(super) fn add(&mut self, value: u64) {
        self.seen |= 1 << self.groups.of(value);
        self.cards += 1;
        if self.cards == HAND {
            self.different[index(self.seen.count_ones().into())] += 1;
            (self.seen, self.cards) = (0, 0);
        }
    }
}

impl Collections {
    pub(super) fn new(size: u128) -> Self {
        Self { groups: Groups::new(size, 5), lengths: vec![0; LONGEST + 1], seen: 0, length: 0 }
    }

    pub(super) fn add(&mut self, value: u64) {
        self.seen |= 1 << self.groups.of(value);
        self.length = LONGEST.min(self.length + 1);
        if self.seen == (1 << self.groups.count()) - 1 {
            self.lengths[self.length] += 1;
            (self.seen, self.length) = (0, 0);
        }
    }
}

/// How far values are apart, at most, whose products are summed.
pub(super) const LAGS: usize = 8;
/// Values of a hand.
pub(super) const HAND: u32 = 5;
/// Lengths from here on are one. The first group of eight has a share of at least 1/8, and each of five at least 1/9 (one of 9
/// values): of 2⁶⁴ gaps or collections fewer than 5 are expected from a length of 400 on, so that no cell begins further out.
pub(super) const LONGEST: usize = 511;
