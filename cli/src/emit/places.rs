//! A list that is shuffled again and again, each time from the same start.

use super::Source;
use crate::error::Error;

/// The numbers 0 to n-1 in their order.
pub(super) struct Places {
    places: Vec<u32>,
    /// How many of the first places were drawn.
    drawn: usize,
}

impl Places {
    /// A list of `n` numbers.
    pub(super) fn new(n: u32) -> Result<Self, Error> {
        let mut places = Vec::new();
        places
            .try_reserve_exact(index(n))
            .map_err(|_| Error::not_done(format!("{n} numbers do not fit into memory")))?;
        places.extend(0..n);
        Ok(Self { places, drawn: 0 })
    }

    /// The first `count` places of a new shuffle. They may be put into another order.
    pub(super) fn draw(&mut self, count: usize, source: &mut Source) -> Result<&mut [u32], Error> {
        self.restore();
        self.drawn = count;
        Ok(fairdraw::try_shuffle_prefix(&mut self.places, count, source)?)
    }

    /// Puts every number back to its place, in steps that grow with what was drawn and not with the list.
    ///
    /// A place behind the first ones was touched if, and only if, its own number is now among the first: what was swapped
    /// away from it the first time was its own number, and the first places are never touched again.
    fn restore(&mut self) {
        let drawn = self.drawn.min(self.places.len());
        for place in 0..drawn {
            let number = self.places[place];
            if index(number) >= drawn {
                self.places[index(number)] = number;
            }
        }
        for (place, number) in self.places[..drawn].iter_mut().zip(0..) {
            *place = number;
        }
    }
}

/// A place of a list in memory.
pub(super) fn index(number: u32) -> usize {
    number as usize
}

/// How all of these are drawn, for the sidecar.
pub(super) const SHUFFLE: &str = "Durstenfeld's shuffle from the front (SPEC section 10), several places from one word, another if it is refused";
/// More than any laboratory has asked for: a list and three lines of it are held in memory, some 3 GB.
pub(super) const LARGEST: u32 = 100_000_000;
