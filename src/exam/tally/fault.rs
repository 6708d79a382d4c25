//! Why observations, or tallies, are refused.

use core::fmt;

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

/// Tallies of different shapes can't be merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherShape;

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
