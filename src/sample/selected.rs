//! What a sample consists of.

use core::fmt;

/// One line of a sample: an item, and how it came to be selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selected {
    /// The place in the order of selection, from 1, in each stratum by itself.
    pub rank: u64,
    /// What the item is selected as.
    pub role: Role,
    /// The stratum, counted from 1 in the design's order; 0 without strata.
    pub stratum: u64,
    /// The item's position in the population, from 0.
    pub position: u64,
    /// The monetary unit that was hit, from 1; 0 where the design has none, and for certainty items.
    pub unit: u64,
}

/// What an item is selected as. Displayed as the word of the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Too large to be left to chance.
    Certainty,
    /// By chance, for the sample.
    Sample,
    /// By chance, to stand in for an item of the sample that can't be examined.
    Spare,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Certainty => "certainty",
            Self::Sample => "sample",
            Self::Spare => "spare",
        })
    }
}
