//! Examining numbers of a range, such as dice, lottery numbers or whole words (section 4 of the page).

use core::fmt;
use std::{vec, vec::Vec};

use self::{
    groups::Groups,
    sequences::{Collections, Correlations, Gaps, Hands, Pairs, Runs},
    sum::Sum,
};
use super::{Repeats, p_value::approximate};

mod battery;
mod groups;
mod laws;
mod sequences;
mod sum;

pub use battery::number_tests;

/// The numbers that are possible: all from a lowest to a highest, equally likely.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NumberShape {
    low: i128,
    high: i128,
}

/// A range of fewer than 2 or of more than 2⁶⁴ numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberShapeError {
    /// The lowest number.
    pub low: i128,
    /// The highest number.
    pub high: i128,
}

/// Everything that the exam counts over numbers, one after the other.
///
/// It reads each number once and takes below 100 kB, and 8 MB for the first 2²⁰ numbers of a range above 2¹⁶.
///
/// # Examples
///
/// ```
/// use fairdraw::exam::{NumberShape, NumberTally, Test, number_tests};
///
/// let mut dice = NumberTally::new(NumberShape::new(1, 6)?);
/// for throw in 0..6000 {
///     dice.add(1 + throw % 6)?;
/// }
/// // Each side comes equally often, but always after the same one.
/// let p = |test| {
///     let outcomes = number_tests(&dice);
///     outcomes.iter().filter_map(|outcome| outcome.finding()).find(|f| f.test == test).map(|f| f.p)
/// };
/// assert_eq!(p(Test::Frequency), Some(1.0));
/// assert!(p(Test::SerialPairs) < Some(1e-100));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct NumberTally {
    shape: NumberShape,
    /// The range's size less 1.
    top: u64,
    observations: u64,
    frequency_groups: Groups,
    frequency: Vec<u64>,
    /// A bit for each value, if there are few.
    came: Vec<u64>,
    /// The first values, if many are possible.
    first: Vec<u64>,
    even: u64,
    low_bits: [u64; 16],
    pairs: Pairs,
    runs: Runs,
    correlations: Correlations,
    gaps: Gaps,
    hands: Hands,
    collections: Collections,
    /// Of w, and of t w, w being twice the distance to the range's middle, which is a whole number.
    doubled: Sum,
    doubled_by_time: Sum,
}

/// A number that is not in the range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfRange {
    /// The number.
    pub number: i128,
    /// The range.
    pub shape: NumberShape,
}

impl NumberShape {
    /// The numbers from `low` to `high`, both included.
    ///
    /// # Errors
    ///
    /// Refuses ranges of fewer than 2 and of more than 2⁶⁴ numbers.
    pub fn new(low: i128, high: i128) -> Result<Self, NumberShapeError> {
        match high.checked_sub(low).and_then(|top| u64::try_from(top).ok()) {
            Some(1..) => Ok(Self { low, high }),
            _ => Err(NumberShapeError { low, high }),
        }
    }

    /// The lowest number.
    pub fn low(self) -> i128 {
        self.low
    }

    /// The highest number.
    pub fn high(self) -> i128 {
        self.high
    }

    /// How many numbers are possible.
    pub fn size(self) -> u128 {
        u128::from(self.top()) + 1
    }

    /// The highest number, counted from the lowest.
    fn top(self) -> u64 {
        // It is one by construction.
        u64::try_from(self.high - self.low).unwrap_or(u64::MAX)
    }
}

impl NumberTally {
    /// A tally of no numbers.
    pub fn new(shape: NumberShape) -> Self {
        let size = shape.size();
        let frequency_groups = Groups::new(size, FREQUENCIES);
        Self {
            shape,
            top: shape.top(),
            observations: 0,
            frequency: vec![0; frequency_groups.count()],
            frequency_groups,
            came: if size <= COVERED { vec![0; COVERED as usize / 64] } else { vec![] },
            first: vec![],
            even: 0,
            low_bits: [0; 16],
            pairs: Pairs::new(size),
            runs: Runs::new(size),
            correlations: Correlations::default(),
            gaps: Gaps::new(size),
            hands: Hands::new(size),
            collections: Collections::new(size),
            doubled: Sum::default(),
            doubled_by_time: Sum::default(),
        }
    }

    /// Counts a number.
    ///
    /// # Errors
    ///
    /// Refuses a number outside the range; nothing is counted then.
    pub fn add(&mut self, number: i128) -> Result<(), OutOfRange> {
        let value = number.checked_sub(self.shape.low).and_then(|value| u64::try_from(value).ok());
        let Some(value) = value.filter(|&value| value <= self.top) else {
            return Err(OutOfRange { number, shape: self.shape });
        };
        self.frequency[self.frequency_groups.of(value)] += 1;
        if let Some(word) = self.came.get_mut(index(value / 64)) {
            *word |= 1 << (value % 64);
        } else if self.first.len() < COMPARED {
            self.first.push(value);
        }
        self.even += u64::from(value % 2 == 0);
        self.low_bits[index(value % 16)] += 1;
        self.pairs.add(value);
        self.runs.add(value);
        self.gaps.add(value);
        self.hands.add(value);
        self.collections.add(value);
        // Exact for ranges up to 2⁵², and to one part in 2⁵³ of the range above.
        let doubled = 2.0 * approximate(value) - approximate(self.top);
        self.correlations.add(doubled);
        self.doubled.add(doubled);
        self.doubled_by_time.add(approximate(self.observations) * doubled);
        self.observations += 1;
        Ok(())
    }

    /// The numbers that are possible.
    pub fn shape(&self) -> NumberShape {
        self.shape
    }

    /// How many numbers were counted.
    pub fn observations(&self) -> u64 {
        self.observations
    }

    /// How often each number came, from the lowest; if more than 1,024 are possible, each of 1,024 groups of neighbours:
    /// number low + v of m in group floor(1024·v/m).
    pub fn frequency(&self) -> &[u64] {
        &self.frequency
    }

    /// How many numbers there are in each group of [`frequency`](Self::frequency).
    pub fn frequency_sizes(&self) -> impl Iterator<Item = u64> + '_ {
        self.frequency_groups.sizes()
    }

    /// How often each combination of last digits came: the numbers, counted from the lowest, by their remainder by 16.
    pub fn low_bits(&self) -> &[u64; 16] {
        &self.low_bits
    }

    /// The repeats among the first 2²⁰ numbers; of a range of at most 2¹⁶ none are counted.
    ///
    /// Takes the time of sorting.
    pub fn repeats(&self) -> Repeats {
        let mut sorted = self.first.clone();
        sorted.sort_unstable();
        let compared = sorted.len() as u64;
        sorted.dedup();
        Repeats { compared, repeats: compared - sorted.len() as u64 }
    }

    /// How many of the possible numbers never came, of a range of at most 2¹⁶.
    fn never_came(&self) -> u64 {
        let came: u64 = self.came.iter().map(|word| u64::from(word.count_ones())).sum();
        self.top.saturating_add(1) - came
    }
}

/// An index, which is below the length of an array.
fn index(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

impl fmt::Display for NumberShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "numbers from {} to {}", self.low, self.high)
    }
}

impl fmt::Display for NumberShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "numbers from {} to {}, which must be 2 to 2^64 numbers", self.low, self.high)
    }
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NumberShape { low, high } = self.shape;
        write!(f, "{} is not a number from {low} to {high}", self.number)
    }
}

impl core::error::Error for NumberShapeError {}
impl core::error::Error for OutOfRange {}

/// Groups of values whose frequencies are counted.
const FREQUENCIES: u16 = 1024;
/// The largest range of which it is known which numbers came.
const COVERED: u128 = 1 << 16;
/// Numbers of larger ranges that are compared for repeats.
const COMPARED: usize = 1 << 20;
