//! Fisher and Yates' own method: strike out and write down.

use alloc::{collections::VecDeque, vec::Vec};
use core::fmt;

use rand_core::{CryptoRng, TryCryptoRng};

use super::{
    choices::{Choices, Falling},
    to_index,
};

/// A sequence from which the item at any place can be removed, such that those behind it move up.
pub trait StrikeOut {
    /// What the sequence holds.
    type Item;

    /// How many items are left.
    fn left(&self) -> usize;

    /// Removes the item at the place, which counts the items left from 0. None if there is no such place.
    fn strike_out(&mut self, place: usize) -> Option<Self::Item>;
}

impl<T> StrikeOut for Vec<T> {
    type Item = T;

    fn left(&self) -> usize {
        self.len()
    }

    fn strike_out(&mut self, place: usize) -> Option<T> {
        (place < self.len()).then(|| self.remove(place))
    }
}

impl<T> StrikeOut for VecDeque<T> {
    type Item = T;

    fn left(&self) -> usize {
        self.len()
    }

    fn strike_out(&mut self, place: usize) -> Option<T> {
        self.remove(place)
    }
}

/// Strikes out all items of a sequence in a uniformly random order, and returns them in that order.
///
/// The method as it was first published (R. A. Fisher and F. Yates, *Statistical Tables for Biological, Agricultural
/// and Medical Research*, 1938, example 12): with `m` items left, a number `1..=m` is drawn, and the item found by
/// counting that far among those not yet struck out is struck out and written down.
///
/// **For** sequences that can only be taken from, and for a draw that must be followed with paper, by [`Worksheet`].
/// **Fair for a draw**: yes, every order is equally likely. It reads the words that [`shuffle()`](super::shuffle())
/// reads, and gives another order from them. Removing from the middle of a list takes steps that grow with its
/// length, all together with its square.
///
/// # Examples
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut rng = fairdraw::random::Stream::new(&[7; 64], "example", &[])?;
/// let mut names = vec!["Ash", "Birch", "Cedar", "Damson"];
/// let order = fairdraw::shuffle::pencil(&mut names, &mut rng);
/// assert_eq!((names.len(), order.len()), (0, 4));
/// # Ok(())
/// # }
/// ```
pub fn pencil<S: StrikeOut + ?Sized, R: CryptoRng + ?Sized>(
    sequence: &mut S,
    rng: &mut R,
) -> Vec<S::Item> {
    let Ok(order) = try_pencil(sequence, rng);
    order
}

/// Like [`pencil`], for a source that can fail.
///
/// # Errors
///
/// Returns the source's error; nothing has been struck out then.
pub fn try_pencil<S: StrikeOut + ?Sized, R: TryCryptoRng + ?Sized>(
    sequence: &mut S,
    rng: &mut R,
) -> Result<Vec<S::Item>, R::Error> {
    strike_out_all(sequence, &mut Falling::new(rng))
}

fn strike_out_all<S: StrikeOut + ?Sized, C: Choices>(
    sequence: &mut S,
    choices: &mut C,
) -> Result<Vec<S::Item>, C::Error> {
    let places = draw_places(sequence.left(), choices)?;
    Ok(places.into_iter().map_while(|place| sequence.strike_out(place)).collect())
}

/// How far to count for each item, from 0: uniform below `n, n-1, .., 1`.
fn draw_places<C: Choices>(n: usize, choices: &mut C) -> Result<Vec<usize>, C::Error> {
    (1..=n).rev().map(|left| choices.below(left as u64).map(to_index)).collect()
}

/// The steps of [`pencil`] on one list, for people to follow with paper; `Display` prints them.
///
/// **For** a draw in front of people who trust no program: they write the items down in a row, are told or throw the
/// numbers, and strike out. **Fair for a draw**: yes, if the numbers are uniform; those of [`draw`](Self::draw) are.
///
/// # Examples
///
/// ```
/// use fairdraw::shuffle::Worksheet;
///
/// let sheet = Worksheet::of_numbers(&["Ash", "Birch", "Cedar"], &[2, 2])?;
/// assert_eq!(
///     sheet.to_string(),
///     "\
/// Write down the 3 items in this order:
///   1 Ash
///   2 Birch
///   3 Cedar
/// In each step count so far among the items that are not struck out yet. Strike
/// out the one that you come to, and write it down below the others.
///   step 1: 3 left, count to 2: strike out 2 Birch
///   step 2: 2 left, count to 2: strike out 3 Cedar
///   step 3: 1 left, count to 1: strike out 1 Ash
/// Written down, from the first to the last:
///   1 Birch
///   2 Cedar
///   3 Ash
/// "
/// );
/// # Ok::<(), fairdraw::shuffle::WorksheetError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Worksheet<'a, T> {
    items: &'a [T],
    /// How far to count in each step, from 0.
    places: Vec<usize>,
}

/// Why numbers make no [`Worksheet`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorksheetError {
    /// A number for each step is needed; the last step has only one item left and can do without.
    OtherCount {
        /// How many numbers were given.
        numbers: usize,
        /// How many items there are.
        items: usize,
    },
    /// A number that nobody can count to.
    NoSuchNumber {
        /// The step, counted from 1.
        step: usize,
        /// Its number.
        number: usize,
        /// How many items are left.
        left: usize,
    },
}

impl<'a, T> Worksheet<'a, T> {
    /// Draws the numbers: the words of [`pencil`] give its order.
    pub fn draw<R: CryptoRng + ?Sized>(items: &'a [T], rng: &mut R) -> Self {
        let Ok(sheet) = Self::try_draw(items, rng);
        sheet
    }

    /// Like [`draw`](Self::draw), for a source that can fail.
    ///
    /// # Errors
    ///
    /// Returns the source's error.
    pub fn try_draw<R: TryCryptoRng + ?Sized>(
        items: &'a [T],
        rng: &mut R,
    ) -> Result<Self, R::Error> {
        let places = draw_places(items.len(), &mut Falling::new(rng))?;
        Ok(Self { items, places })
    }

    /// Takes numbers from elsewhere, such as a printed table or dice: for step 1 one of `1..=n`, then `1..=n-1`, ..
    ///
    /// # Errors
    ///
    /// Too few or too many numbers, or one that is 0 or above the count of items left.
    pub fn of_numbers(items: &'a [T], numbers: &[usize]) -> Result<Self, WorksheetError> {
        let n = items.len();
        if numbers.len() != n && numbers.len() + 1 != n {
            return Err(WorksheetError::OtherCount { numbers: numbers.len(), items: n });
        }
        let mut places = Vec::with_capacity(n);
        for (step, number) in numbers.iter().copied().chain([1]).take(n).enumerate() {
            let left = n - step;
            if !(1..=left).contains(&number) {
                return Err(WorksheetError::NoSuchNumber { step: step + 1, number, left });
            }
            places.push(number - 1);
        }
        Ok(Self { items, places })
    }

    /// The number of each step, from 1.
    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        self.places.iter().map(|place| place + 1)
    }

    /// The items in the order in which they are struck out.
    pub fn order(&self) -> Vec<&'a T> {
        self.struck().into_iter().map(|index| &self.items[index]).collect()
    }

    /// The indices of the items in the order in which they are struck out.
    fn struck(&self) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.items.len()).collect();
        self.places.iter().map_while(|&place| left.strike_out(place)).collect()
    }
}

impl<T: fmt::Display> fmt::Display for Worksheet<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.items.len().checked_ilog10().unwrap_or(0) as usize + 1;
        writeln!(f, "Write down the {} items in this order:", self.items.len())?;
        for (number, item) in (1..).zip(self.items) {
            writeln!(f, "  {number:width$} {item}")?;
        }
        writeln!(
            f,
            "In each step count so far among the items that are not struck out yet. Strike\n\
             out the one that you come to, and write it down below the others."
        )?;
        let struck = self.struck();
        for ((step, number), &index) in self.numbers().enumerate().zip(&struck) {
            let (left, item) = (self.items.len() - step, &self.items[index]);
            let (step, index) = (step + 1, index + 1);
            writeln!(
                f,
                "  step {step:width$}: {left:width$} left, count to {number:width$}: strike out {index:width$} {item}"
            )?;
        }
        writeln!(f, "Written down, from the first to the last:")?;
        for (place, index) in (1..).zip(struck) {
            writeln!(f, "  {place:width$} {}", self.items[index])?;
        }
        Ok(())
    }
}

impl fmt::Display for WorksheetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherCount { numbers, items } => write!(
                f,
                "{numbers} numbers for {items} items; one for each is needed, and none for the last if you like"
            ),
            Self::NoSuchNumber { step, number, left } => {
                write!(f, "step {step}: number {number} is not one of 1 to {left}")
            }
        }
    }
}

impl core::error::Error for WorksheetError {}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::{
        format,
        string::{String, ToString as _},
    };

    use super::*;
    use crate::shuffle::choices::counted::{assert_uniform, factorial};

    #[test]
    fn every_order_is_equally_likely() {
        for n in 0..=7 {
            assert_uniform(factorial(n), |path| {
                strike_out_all(&mut (0..n).collect::<Vec<u64>>(), path)
            });
            assert_uniform(factorial(n), |path| {
                strike_out_all(&mut (0..n).collect::<VecDeque<u64>>(), path)
            });
        }
    }

    #[test]
    fn worksheet_gives_the_order_of_its_numbers() {
        let items: Vec<u64> = (0..5).collect();
        assert_uniform(factorial(5), |path| {
            let places = draw_places(5, path)?;
            let sheet = Worksheet { items: &items, places };
            let numbers: Vec<usize> = sheet.numbers().collect();
            let again = Worksheet::of_numbers(&items, &numbers).map(|sheet| sheet.to_string());
            assert_eq!(again, Ok(sheet.to_string()));
            let order = sheet.order();
            let lines = (1..).zip(&order).map(|(place, item)| format!("  {place} {item}\n"));
            let written_down = lines.collect::<String>();
            assert!(sheet.to_string().ends_with(&format!("to the last:\n{written_down}")));
            Ok(written_down)
        });
    }

    #[test]
    fn numbers_nobody_can_count_to_are_errors() {
        let items = ["a", "b", "c"];
        let error = |numbers: &[usize]| Worksheet::of_numbers(&items, numbers).err();
        let no_number =
            |step, number, left| Some(WorksheetError::NoSuchNumber { step, number, left });
        let other_count = |numbers| Some(WorksheetError::OtherCount { numbers, items: 3 });
        assert_eq!(error(&[3, 2]), None);
        assert_eq!(error(&[3, 2, 1]), None);
        assert_eq!(error(&[4, 1]), no_number(1, 4, 3));
        assert_eq!(error(&[1, 0]), no_number(2, 0, 2));
        assert_eq!(error(&[1, 1, 2]), no_number(3, 2, 1));
        assert_eq!(error(&[1]), other_count(1));
        assert_eq!(error(&[1, 1, 1, 1]), other_count(4));
        let none: [&str; 0] = [];
        let sheet = Worksheet::of_numbers(&none, &[]).map(|sheet| sheet.to_string());
        assert!(sheet.is_ok_and(|sheet| sheet.ends_with("from the first to the last:\n")));
    }

    /// Says that it has more than it has.
    struct Liar(Vec<u64>);

    impl StrikeOut for Liar {
        type Item = u64;

        fn left(&self) -> usize {
            self.0.len() + 3
        }

        fn strike_out(&mut self, place: usize) -> Option<u64> {
            self.0.strike_out(place)
        }
    }

    #[test]
    fn a_sequence_that_has_less_than_it_says_gives_less() {
        let mut rng =
            crate::Stream::new(&[7; 64], "pencil", &[]).unwrap_or_else(|_| unreachable!());
        let order = pencil(&mut Liar(std::vec![1, 2]), &mut rng);
        assert!(order.len() <= 2);
    }
}
