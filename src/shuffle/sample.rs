//! The first places of a shuffle too large to hold.

use alloc::vec::Vec;
use core::{fmt, hint::black_box};

use rand_core::{CryptoRng, TryCryptoRng};

use super::{offsets::Offsets, to_index, try_shuffle_prefix};

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
    list: List,
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
        let list = if n / 4 <= k {
            whole(n).map(List::Whole)
        } else if u32::try_from(n).is_ok() {
            Beginning::new(n, count).map(List::Short)
        } else {
            Beginning::new(n, count).map(List::Long)
        };
        Ok(Self { k: count, list: list.ok_or(out_of_memory)? })
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
    pub fn try_draw<R: TryCryptoRng + ?Sized>(self, rng: &mut R) -> Result<Vec<u64>, R::Error> {
        match self.list {
            List::Whole(mut places) => {
                try_shuffle_prefix(&mut places, self.k, rng)?;
                places.truncate(self.k);
                Ok(places)
            }
            List::Short(beginning) => beginning.draw(&mut || rng.try_next_u64()),
            List::Long(beginning) => beginning.draw(&mut || rng.try_next_u64()),
        }
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

/// The list `0..n`, of which the first `k` places are shuffled.
#[derive(Debug)]
enum List {
    /// As it is, when it isn't much longer than the sample.
    Whole(Vec<u64>),
    /// Place numbers fit 32 bits, which halves the table.
    Short(Beginning<u32>),
    Long(Beginning<u64>),
}

fn whole(n: u64) -> Option<Vec<u64>> {
    let mut places = Vec::new();
    places.try_reserve_exact(usize::try_from(n).ok()?).ok()?;
    places.extend(0..n);
    Some(places)
}

/// The first `k < n` places as they are, and of the others only those that no longer hold their own number.
#[derive(Debug)]
struct Beginning<P> {
    n: u64,
    first: Vec<u64>,
    others: Table<P>,
}

impl<P: Place> Beginning<P> {
    fn new(n: u64, k: usize) -> Option<Self> {
        Some(Self { n, first: whole(k as u64)?, others: Table::new(k)? })
    }

    fn draw<E>(mut self, next: &mut impl FnMut() -> Result<u64, E>) -> Result<Vec<u64>, E> {
        let mut offsets = Offsets::<64>::new(self.n);
        let mut buffer = [0; BUFFER];
        let mut step = 0;
        while step < self.first.len() {
            let wanted = self.first.len() - step;
            let drawn = offsets.draw(&mut buffer, wanted, next)?;
            let places = &mut buffer[..drawn.min(wanted)];
            for (place, step) in places.iter_mut().zip(step as u64..) {
                *place += step;
            }
            self.others.fetch(places);
            for &place in &*places {
                self.swap(step, place);
                step += 1;
            }
        }
        Ok(self.first)
    }

    /// Swaps place `step`, one of the first, and `chosen >= step`.
    fn swap(&mut self, step: usize, chosen: u64) {
        if chosen < self.first.len() as u64 {
            self.first.swap(step, to_index(chosen));
        } else {
            self.first[step] = self.others.replace(chosen, self.first[step]);
        }
    }
}

/// An open-addressing hash table of places and what they hold. Place 0 is none of them.
#[derive(Debug)]
struct Table<P> {
    slots: Vec<(P, P)>,
    shift: u32,
}

impl<P: Place> Table<P> {
    /// A table for so many places; at most half of its slots are ever taken.
    fn new(places: usize) -> Option<Self> {
        let size = places.checked_mul(2)?.checked_next_power_of_two()?.max(16);
        let mut slots = Vec::new();
        slots.try_reserve_exact(size).ok()?;
        slots.resize(size, (P::FREE, P::FREE));
        Some(Self { slots, shift: 64 - size.trailing_zeros() })
    }

    /// Returns what the place holds, which is its own number at first, and lets it hold `content`.
    fn replace(&mut self, place: u64, content: u64) -> u64 {
        let mut index = self.home(place);
        let slot = loop {
            let slot = &mut self.slots[index];
            if slot.0 == P::FREE || slot.0.number() == place {
                break slot;
            }
            index = (index + 1) & (self.slots.len() - 1);
        };
        let old = if slot.0 == P::FREE { place } else { slot.1.number() };
        *slot = (P::of(place), P::of(content));
        old
    }

    /// Has the slots of these places brought from memory, all at a time. One after the other would wait for each, since
    /// whether a slot is free can't be guessed.
    fn fetch(&self, places: &[u64]) {
        let slots = places.iter().map(|&place| self.slots[self.home(place)].0.number());
        black_box(slots.fold(0, |all, slot| all | slot));
    }

    fn home(&self, place: u64) -> usize {
        // Fibonacci hashing (Knuth, TAOCP vol. 3, 6.4); the places are random, so nobody can choose them to collide.
        to_index(place.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift)
    }
}

/// The number of a place in the table, as wide as the list needs it.
trait Place: Copy + PartialEq {
    const FREE: Self;
    fn of(number: u64) -> Self;
    fn number(self) -> u64;
}

impl Place for u64 {
    const FREE: Self = 0;
    fn of(number: u64) -> Self {
        number
    }
    fn number(self) -> u64 {
        self
    }
}

impl Place for u32 {
    const FREE: Self = 0;
    #[allow(clippy::cast_possible_truncation, reason = "taken for lists whose numbers fit 32 bits")]
    fn of(number: u64) -> Self {
        number as Self
    }
    fn number(self) -> u64 {
        self.into()
    }
}

const LARGEST_POPULATION: u64 = 1 << 63;
const BUFFER: usize = 128;

#[cfg(test)]
mod tests {
    extern crate std;

    use std::collections::HashMap;

    use super::*;

    /// Two look-ups a step, in a map that knows nothing of which places come again.
    fn simple(n: u64, k: u64, next: &mut impl FnMut() -> Result<u64, ()>) -> Result<Vec<u64>, ()> {
        let mut offsets = Offsets::<64>::new(n);
        let mut buffer = [0; BUFFER];
        let (mut moved, mut drawn) = (HashMap::new(), Vec::new());
        let steps = to_index(k.min(n.saturating_sub(1)));
        while drawn.len() < steps {
            let count = offsets.draw(&mut buffer, steps - drawn.len(), next)?;
            for &offset in buffer[..count].iter().take(steps - drawn.len()) {
                let step = drawn.len() as u64;
                let chosen = step + offset;
                let held = moved.get(&step).copied().unwrap_or(step);
                drawn.push(moved.get(&chosen).copied().unwrap_or(chosen));
                moved.insert(chosen, held);
            }
        }
        if k == n && n > 0 {
            drawn.push(moved.get(&(n - 1)).copied().unwrap_or(n - 1));
        }
        Ok(drawn)
    }

    /// Words that draw small offsets more often than chance would, so that places come again.
    fn words(seed: u64) -> impl FnMut() -> Result<u64, ()> {
        let mut state = seed;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            Ok((state ^ state >> 32) >> (state >> 60))
        }
    }

    #[test]
    fn every_list_gives_what_the_simple_form_gives() {
        for n in (0..=70).chain([500, 1 << 20, (1 << 32) - 1, 1 << 32, 1 << 63]) {
            for k in (0..=20).chain([60, 61, 124, 125, 126, 400, 500, 3_000]).filter(|&k| k <= n) {
                let (mut ours, mut theirs) = (words(n ^ k), words(n ^ k));
                let sample = Sample::new(n, k).unwrap_or_else(|_| unreachable!());
                let drawn = match sample.list {
                    List::Short(beginning) => {
                        let wide = Beginning::<u64>::new(n, to_index(k));
                        let wide = wide.unwrap_or_else(|| unreachable!());
                        assert_eq!(
                            beginning.draw(&mut words(n ^ k)),
                            wide.draw(&mut words(n ^ k)),
                            "{k} of {n}: numbers of 32 bits"
                        );
                        Beginning::<u32>::new(n, to_index(k)).map(|list| list.draw(&mut ours))
                    }
                    List::Long(beginning) => Some(beginning.draw(&mut ours)),
                    List::Whole(mut list) => {
                        let count = to_index(k);
                        super::super::steps::<64, 82, _, _>(&mut list, count, &mut ours).ok();
                        list.truncate(count);
                        Some(Ok(list))
                    }
                };
                assert_eq!(drawn, Some(simple(n, k, &mut theirs)), "{k} of {n}");
                assert_eq!(ours(), theirs(), "{k} of {n}: as many words");
            }
        }
    }

    #[test]
    fn table_keeps_what_collides() {
        let mut table = Table::<u32>::new(8).unwrap_or_else(|| unreachable!());
        // Places that share a home with 1: a whole row of slots is taken from there.
        let home = table.home(1);
        let same: Vec<u64> = (1..).filter(|&place| table.home(place) == home).take(8).collect();
        for &place in &same {
            assert_eq!(table.replace(place, 2 * place), place);
        }
        for &place in &same {
            assert_eq!(table.replace(place, 7), 2 * place);
            assert_eq!(table.replace(place, 7), 7);
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
