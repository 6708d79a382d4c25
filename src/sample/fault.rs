//! Why a sample can't be drawn.

use core::fmt;

use super::LARGEST_POPULATION;
use crate::HashDrbgError;

/// Why numbers are not a [`Population`](super::Population).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PopulationFault {
    /// No items, or more than the limit.
    Items {
        /// The number of items.
        items: u64,
    },
    /// Not one amount for each item.
    Amounts {
        /// The number of amounts.
        amounts: u64,
        /// The number of items.
        items: u64,
    },
    /// Not one stratum for each item.
    Strata {
        /// The number of strata given.
        strata: u64,
        /// The number of items.
        items: u64,
    },
    /// The amounts on one side of 0 sum to more than 2⁶³-1.
    Sum {
        /// Whether it is those above 0.
        above: bool,
    },
}

/// Why a design doesn't fit a population. Strata are counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DesignFault {
    /// A size, number of starts or interval of 0.
    Zero,
    /// More items, with their spares, than there are.
    MoreThanPopulation {
        /// The number of items and spares.
        wanted: u64,
        /// The number of items there are.
        items: u64,
    },
    /// 2³² draws or more.
    TooManyDraws,
    /// The design needs amounts, and the population has none.
    NoAmounts,
    /// The design needs strata, and the population has none.
    NoStrata,
    /// Fewer amounts above 0 than items to draw.
    TooFewAmounts {
        /// The number of items to draw.
        wanted: u64,
        /// The number of amounts above 0.
        above: u64,
    },
    /// Two strata have one name.
    StratumRepeated {
        /// The second one.
        stratum: u64,
    },
    /// The strata's items don't sum to the population's.
    StrataItems {
        /// The sum of the strata's items.
        sum: u64,
        /// The number of items there are.
        items: u64,
    },
    /// The strata's sizes don't sum to the sample's.
    StrataSizes {
        /// The sum of the strata's sizes.
        sum: u64,
        /// The size of the sample.
        size: u64,
    },
    /// More items, with their spares, than a stratum has.
    MoreThanStratum {
        /// The stratum.
        stratum: u64,
        /// The number of items and spares.
        wanted: u64,
        /// The number of items it has.
        items: u64,
    },
    /// A stratum of the design has another number of items in the population.
    StratumItems {
        /// The stratum.
        stratum: u64,
        /// The number of items it should have.
        stated: u64,
        /// The number of items that it has.
        counted: u64,
    },
    /// An item's stratum is none of the design's.
    StratumUnknown {
        /// The item's position, from 0.
        position: u64,
    },
    /// Neyman allocation without the standard deviation of a stratum.
    NoDeviation {
        /// The stratum.
        stratum: u64,
    },
    /// A stratum's size is not the allocated one.
    NotAllocated {
        /// The stratum.
        stratum: u64,
        /// Its size in the design.
        stated: u64,
        /// Its size by the allocation.
        allocated: u64,
    },
    /// There is no allocation.
    Allocation(AllocationFault),
}

/// Why there is no allocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AllocationFault {
    /// The least sizes sum to more than the sample's.
    MinimumTooLarge,
    /// The strata that the sample may come from have too few items.
    TooFewItems,
    /// Size times weights reach 2¹²⁸.
    TooLarge,
}

/// Why a sample can't be extended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExtensionFault {
    /// The design can't be extended: only those of simple random sampling can.
    Design,
    /// No items to add.
    Zero,
    /// The design has no such stratum.
    StratumUnknown {
        /// The stratum.
        stratum: u64,
    },
    /// The strata are not in ascending order.
    StratumOrder {
        /// The first that isn't above the one before.
        stratum: u64,
    },
    /// Fewer items are left.
    TooFewItems {
        /// The stratum.
        stratum: u64,
        /// The number of items to add.
        wanted: u64,
        /// The number of items left.
        left: u64,
    },
    /// They can't be drawn.
    Draw(DrawFault),
}

/// Why the sample of a plan can't be drawn here.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DrawFault {
    /// The machine can't hold the sample, or a random order of the population.
    OutOfMemory,
    /// There is no stream of words from this material.
    Stream(HashDrbgError),
}

impl fmt::Display for PopulationFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Items { items } => {
                write!(f, "a population of {items} items, which must be 1 to {LARGEST_POPULATION}")
            }
            Self::Amounts { amounts, items } => write!(f, "{amounts} amounts for {items} items"),
            Self::Strata { strata, items } => {
                write!(f, "the strata of {strata} items for {items} items")
            }
            Self::Sum { above: true } => {
                f.write_str("the amounts above 0 sum to more than 9223372036854775807")
            }
            Self::Sum { above: false } => {
                f.write_str("the amounts below 0 sum to less than -9223372036854775807")
            }
        }
    }
}

impl fmt::Display for DesignFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero => f.write_str("a size, number of starts or interval of 0"),
            Self::MoreThanPopulation { wanted, items } => {
                write!(f, "can't draw {wanted} out of {items} items")
            }
            Self::TooManyDraws => f.write_str("more than 4294967295 draws"),
            Self::NoAmounts => f.write_str("the design needs amounts, and the population has none"),
            Self::NoStrata => f.write_str("the design needs strata, and the population has none"),
            Self::TooFewAmounts { wanted, above } => {
                write!(f, "can't draw {wanted} items, as {above} have an amount above 0")
            }
            Self::StratumRepeated { stratum } => {
                write!(f, "stratum {stratum} has the name of one before it")
            }
            Self::StrataItems { sum, items } => {
                write!(f, "the strata have {sum} items, and the population {items}")
            }
            Self::StrataSizes { sum, size } => {
                write!(f, "the strata's samples have {sum} items, and the sample {size}")
            }
            Self::MoreThanStratum { stratum, wanted, items } => {
                write!(f, "can't draw {wanted} out of the {items} items of stratum {stratum}")
            }
            Self::StratumItems { stratum, stated, counted } => {
                write!(f, "stratum {stratum} should have {stated} items and has {counted}")
            }
            Self::StratumUnknown { position } => {
                write!(f, "the item at position {position} belongs to no stratum of the design")
            }
            Self::NoDeviation { stratum } => {
                write!(f, "stratum {stratum} has no standard deviation")
            }
            Self::NotAllocated { stratum, stated, allocated } => {
                write!(
                    f,
                    "the sample of stratum {stratum} has {stated} items, allocated {allocated}"
                )
            }
            Self::Allocation(fault) => fault.fmt(f),
        }
    }
}

impl fmt::Display for AllocationFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MinimumTooLarge => "the strata's least sizes sum to more than the sample's",
            Self::TooFewItems => "the strata to allocate to have fewer items than the sample",
            Self::TooLarge => "the weights are too large",
        })
    }
}

impl fmt::Display for ExtensionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Design => f.write_str("a sample of this design can't be extended"),
            Self::Zero => f.write_str("an extension by 0 items"),
            Self::StratumUnknown { stratum } => write!(f, "there is no stratum {stratum}"),
            Self::StratumOrder { stratum } => {
                write!(f, "stratum {stratum} stands after one that isn't below it")
            }
            Self::TooFewItems { stratum: 0, wanted, left } => {
                write!(f, "can't add {wanted} items, as {left} are left")
            }
            Self::TooFewItems { stratum, wanted, left } => {
                write!(f, "can't add {wanted} items of stratum {stratum}, as {left} are left")
            }
            Self::Draw(fault) => fault.fmt(f),
        }
    }
}

impl fmt::Display for DrawFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfMemory => f.write_str("not enough memory for the sample"),
            Self::Stream(fault) => fault.fmt(f),
        }
    }
}

impl From<HashDrbgError> for DrawFault {
    fn from(fault: HashDrbgError) -> Self {
        Self::Stream(fault)
    }
}

impl From<DrawFault> for ExtensionFault {
    fn from(fault: DrawFault) -> Self {
        Self::Draw(fault)
    }
}

impl From<AllocationFault> for DesignFault {
    fn from(fault: AllocationFault) -> Self {
        Self::Allocation(fault)
    }
}

impl core::error::Error for PopulationFault {}
impl core::error::Error for DesignFault {}
impl core::error::Error for AllocationFault {}
impl core::error::Error for ExtensionFault {}
impl core::error::Error for DrawFault {}
