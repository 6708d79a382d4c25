//! Orders in which nothing stays where it was.

use alloc::vec::Vec;
use core::fmt;

use rand_core::{CryptoRng, TryCryptoRng};

use super::{
    choices::{Choices, Falling},
    to_index,
};

/// A uniformly random derangement of `0..n`: one of the orders in which no number stays at its own place, **not** of
/// all orders.
///
/// It is drawn exactly, by rejection: the shuffle begins anew as soon as a place gets its own number, so that each of
/// the `D(n)` derangements is equally likely (`D(n)` is `n!/e` rounded for `n` above 0; P. R. de Montmort, *Essay
/// d'analyse sur les jeux de hazard*, second edition, 1713, and N. Bernoulli at about the same time). A derangement
/// comes with chance `D(n)/n!`, so it takes `n!/D(n)` tries on average: 3 for `n = 3`, 8/3 for 4, and soon 2.718.
/// Most tries end early; on average about `(e-1)·n`, or 1.72 for each item, choices are made.
///
/// **For** gift circles that may fall apart into several, graders who must not get their own paper, control groups.
/// **Fair for a draw**: no, since nobody can win his own place; it is fair as what it is: no derangement is favoured.
///
/// # Examples
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut rng = fairdraw::random::Stream::new(&[7; 64], "example", &[])?;
/// let grades = fairdraw::shuffle::Derangement::new(20)?.draw(&mut rng);
/// assert!((0..).zip(grades).all(|(grader, paper)| grader != paper));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[must_use = "nothing is drawn before `draw` is called"]
pub struct Derangement {
    order: Vec<u64>,
}

/// Why there is no [`Derangement`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DerangementError {
    /// One item can only stay where it is.
    NoneExists,
    /// The machine can't hold `n` positions.
    OutOfMemory {
        /// The number of positions.
        n: u64,
    },
}

impl Derangement {
    /// Prepares a derangement of `0..n` and reserves the memory for it.
    ///
    /// # Errors
    ///
    /// `n` of 1, for which there is none, or more than the machine can hold.
    pub fn new(n: u64) -> Result<Self, DerangementError> {
        if n == 1 {
            return Err(DerangementError::NoneExists);
        }
        let order = try_numbers(n).ok_or(DerangementError::OutOfMemory { n })?;
        Ok(Self { order })
    }

    /// Draws it: the number at place `i` is never `i`.
    pub fn draw<R: CryptoRng + ?Sized>(self, rng: &mut R) -> Vec<u64> {
        let Ok(order) = self.try_draw(rng);
        order
    }

    /// Like [`draw`](Self::draw), for a source that can fail.
    ///
    /// # Errors
    ///
    /// Returns the source's error; nothing has been drawn then.
    pub fn try_draw<R: TryCryptoRng + ?Sized>(self, rng: &mut R) -> Result<Vec<u64>, R::Error> {
        self.draw_by(&mut Falling::new(rng))
    }

    /// A try begins from wherever the last one ended, since a shuffle is uniform from any order.
    fn draw_by<C: Choices>(mut self, choices: &mut C) -> Result<Vec<u64>, C::Error> {
        let n = self.order.len();
        let mut place = 0;
        while place < n {
            let offset = choices.below((n - place) as u64)?;
            self.order.swap(place, place + to_index(offset));
            // The place is final: a number at its own place can't leave it any more.
            let stays = self.order[place] == place as u64;
            place = if stays { 0 } else { place + 1 };
        }
        Ok(self.order)
    }
}

/// The numbers `0..n`, if there is memory for them.
pub(crate) fn try_numbers(n: u64) -> Option<Vec<u64>> {
    let mut numbers = Vec::new();
    numbers.try_reserve_exact(usize::try_from(n).ok()?).ok()?;
    numbers.extend(0..n);
    Some(numbers)
}

impl fmt::Display for DerangementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoneExists => f.write_str("a single item can't leave its place"),
            Self::OutOfMemory { n } => write!(f, "not enough memory for {n} positions"),
        }
    }
}

impl core::error::Error for DerangementError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::choices::counted::{WHOLE, assert_equal, count};

    #[test]
    fn every_derangement_is_equally_likely_and_nothing_else_comes() {
        // The subfactorials D(n), and so many choices that several tries fit.
        for (n, derangements, most) in
            [(0u64, 1, 0), (2, 1, 9), (3, 2, 9), (4, 9, 10), (5, 44, 8), (6, 265, 9)]
        {
            let (counts, unfinished) = count(most, |path| {
                let Ok(derangement) = Derangement::new(n) else { unreachable!() };
                derangement.draw_by(path)
            });
            assert_equal(&counts, derangements);
            for order in counts.keys() {
                assert!((0..).zip(order).all(|(place, number)| place != *number), "{order:?}");
            }
            assert!(unfinished < WHOLE / 2, "{n}");
        }
    }

    #[test]
    fn what_can_t_be_is_an_error() {
        assert_eq!(Derangement::new(1).err(), Some(DerangementError::NoneExists));
        let n = u64::MAX;
        assert_eq!(Derangement::new(n).err(), Some(DerangementError::OutOfMemory { n }));
    }
}
