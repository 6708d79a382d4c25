//! The first places of a shuffle too large to hold.

use alloc::vec::Vec;
use core::fmt;

use rand_core::{CryptoRng, TryCryptoRng};

use super::{offsets::Offsets, to_index};

/// A draw of `k` positions out of `0..n`, without repetition and in draw order, without a list of `n` items.
///
/// The same words give the same positions as a shuffle of `0..n`, of which these are the first `k`. Memory is
/// proportional to `k`: at most 72 bytes a position.
///
/// # Examples
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut rng = fairdraw::random::Stream::new(&[7; 64], "example", &[])?;
/// let invoices = fairdraw::Sample::new(1_000_000_000, 60)?.draw(&mut rng);
/// assert_eq!(invoices.len(), 60);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[must_use = "nothing is drawn before `draw` is called"]
pub struct Sample {
    k: usize,
    steps: usize,
    places: Places,
    drawn: Vec<u64>,
    n: u64,
}

/// Why a [`Sample`] can't be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SampleError {
    /// More than 2⁶³ positions.
    PopulationTooLarge {
        /// The number of positions asked for.
        n: u64,
    },
    /// More positions to draw than there are.
    MoreThanPopulation {
        /// The number of positions there are.
        n: u64,
        /// The number of positions to draw.
        k: u64,
    },
    /// The machine can't hold `k` positions.
    OutOfMemory {
        /// The number of positions to draw.
        k: u64,
    },
}

impl Sample {
    /// Prepares a draw of `k` out of `n` positions and reserves the memory for it.
    ///
    /// # Errors
    ///
    /// `n` above 2⁶³, `k` above `n`, or more than the machine can hold.
    pub fn new(n: u64, k: u64) -> Result<Self, SampleError> {
        if n > LARGEST_POPULATION {
            return Err(SampleError::PopulationTooLarge { n });
        }
        if k > n {
            return Err(SampleError::MoreThanPopulation { n, k });
        }
        let out_of_memory = SampleError::OutOfMemory { k };
        let count = usize::try_from(k).map_err(|_| out_of_memory)?;
        let places = if n / 4 <= k { Places::dense(n) } else { Places::sparse(count) };
        let mut drawn = Vec::new();
        drawn.try_reserve_exact(count).map_err(|_| out_of_memory)?;
        Ok(Self {
            k: count,
            // The last place of a whole shuffle has one item left and no choice.
            steps: if k == n { count.saturating_sub(1) } else { count },
            places: places.ok_or(out_of_memory)?,
            drawn,
            n,
        })
    }

    /// Draws the positions.
    pub fn draw<R: CryptoRng + ?Sized>(self, rng: &mut R) -> Vec<u64> {
        let Ok(positions) = self.try_draw(rng);
        positions
    }

    /// Like [`draw`](Self::draw), for a source that can fail.
    ///
    /// # Errors
    ///
    /// Returns the source's error; nothing has been drawn then.
    pub fn try_draw<R: TryCryptoRng + ?Sized>(mut self, rng: &mut R) -> Result<Vec<u64>, R::Error> {
        let mut offsets = Offsets::<64>::new(self.n);
        let mut buffer = [0; BUFFER];
        let mut next = || rng.try_next_u64();
        while self.drawn.len() < self.steps {
            let wanted = self.steps - self.drawn.len();
            let count = offsets.draw(&mut buffer, wanted, &mut next)?;
            for &offset in buffer[..count].iter().take(wanted) {
                let step = self.drawn.len() as u64;
                self.drawn.push(self.places.take(step, step + offset));
            }
        }
        if self.drawn.len() < self.k {
            let step = self.drawn.len() as u64;
            self.drawn.push(self.places.take(step, step));
        }
        Ok(self.drawn)
    }
}

impl fmt::Display for SampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PopulationTooLarge { n } => {
                write!(f, "a population of {n} is above the limit of 2^63")
            }
            Self::MoreThanPopulation { n, k } => write!(f, "can't draw {k} out of {n}"),
            Self::OutOfMemory { k } => write!(f, "not enough memory for {k} positions"),
        }
    }
}

impl core::error::Error for SampleError {}

/// What stands at each place of the list `0..n` after the swaps so far.
#[derive(Debug)]
enum Places {
    /// The list itself, when it isn't much longer than the sample.
    Dense(Vec<u64>),
    /// Only the places that differ from their own number: an open-addressing hash table of (place, content).
    Sparse { slots: Vec<(u64, u64)>, shift: u32 },
}

impl Places {
    fn dense(n: u64) -> Option<Self> {
        let mut places = Vec::new();
        places.try_reserve_exact(usize::try_from(n).ok()?).ok()?;
        places.extend(0..n);
        Some(Self::Dense(places))
    }

    fn sparse(k: usize) -> Option<Self> {
        let size = k.checked_mul(2)?.checked_next_power_of_two()?.max(16);
        let mut slots = Vec::new();
        slots.try_reserve_exact(size).ok()?;
        slots.resize(size, (FREE, 0));
        let shift = 64 - size.trailing_zeros();
        Some(Self::Sparse { slots, shift })
    }

    /// Swaps places `step` and `chosen >= step`, and returns what place `step` then holds.
    ///
    /// Steps only go up, so what place `step` held is moved and its own entry is never asked for again.
    fn take(&mut self, step: u64, chosen: u64) -> u64 {
        match self {
            Self::Dense(places) => {
                places.swap(to_index(step), to_index(chosen));
                places[to_index(step)]
            }
            Self::Sparse { slots, shift } => {
                let moved = match slots[slot(slots, *shift, step)] {
                    (FREE, _) => step,
                    (_, content) => content,
                };
                let slot = slot(slots, *shift, chosen);
                let taken = match slots[slot] {
                    (FREE, _) => chosen,
                    (_, content) => content,
                };
                slots[slot] = (chosen, moved);
                taken
            }
        }
    }
}

/// Where `place` is in the table, or the free slot where it would be. At most half of the slots are ever taken.
fn slot(slots: &[(u64, u64)], shift: u32, place: u64) -> usize {
    let mask = slots.len() - 1;
    // Fibonacci hashing (Knuth, TAOCP vol. 3, 6.4); the places are random, so nobody can choose them to collide.
    let mut slot = to_index(place.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift);
    while slots[slot].0 != place && slots[slot].0 != FREE {
        slot = (slot + 1) & mask;
    }
    slot
}

/// No place has this number: it is above [`LARGEST_POPULATION`].
const FREE: u64 = u64::MAX;
const LARGEST_POPULATION: u64 = 1 << 63;
const BUFFER: usize = 128;

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;

    #[test]
    fn sparse_and_dense_places_agree() {
        for n in [1u64, 2, 3, 17, 64, 500] {
            let mut state = n;
            let mut dense = Places::dense(n).unwrap_or_else(|| unreachable!());
            let count = usize::try_from(n).unwrap_or(0);
            let mut sparse = Places::sparse(count).unwrap_or_else(|| unreachable!());
            for step in 0..n {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let chosen = step + (state >> 33) % (n - step);
                assert_eq!(dense.take(step, chosen), sparse.take(step, chosen));
            }
        }
    }

    #[test]
    fn limits_are_errors() {
        let too_large = (1 << 63) + 1;
        assert_eq!(
            Sample::new(too_large, 1).err(),
            Some(SampleError::PopulationTooLarge { n: too_large })
        );
        assert_eq!(Sample::new(5, 6).err(), Some(SampleError::MoreThanPopulation { n: 5, k: 6 }));
        let k = 1 << 62;
        assert_eq!(Sample::new(1 << 63, k).err(), Some(SampleError::OutOfMemory { k }));
        assert_eq!(
            Sample::new(1 << 63, 1 << 63).err(),
            Some(SampleError::OutOfMemory { k: 1 << 63 })
        );
        assert!(Sample::new(1 << 63, 3).is_ok());
        assert!(Sample::new(0, 0).is_ok());
    }
}
