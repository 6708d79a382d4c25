//! Orders and their numbers.
//!
//! Each of the `n!` orders of `0..n` has a number in `0..n!`, by one of two ways of counting. For `n` up to
//! [`LONGEST_NUMBERED`] the number fits in 128 bits. A uniform number below `n!` gives a uniform order, and is fair
//! for a draw; [`shuffle()`](super::shuffle()) does no more and has no limit.

use core::fmt;

/// 34! is below 2¹²⁸, and 35! is not.
pub const LONGEST_NUMBERED: usize = 34;

/// Why an order has no number here, or a number no order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NumberError {
    /// More places than can be numbered.
    TooLong {
        /// The number of places.
        length: usize,
        /// The most there can be.
        most: usize,
    },
    /// Not one of `0..n` at this place, or one that stands before it already.
    NotAnOrder {
        /// The place, counted from 0.
        place: usize,
    },
    /// Not below `n!`.
    NumberTooLarge {
        /// The number.
        number: u128,
        /// The number of places, `n`.
        length: usize,
    },
}

/// The number of an order of `0..n` among all orders as they stand in a dictionary, from 0.
///
/// Its Lehmer code (D. H. Lehmer, "Teaching combinatorial tricks to a computer", Proceedings of Symposia in Applied
/// Mathematics 10, 1960) read as a number: for each place how many smaller numbers stand behind it. Steps grow with
/// the square of `n`.
///
/// **For** naming an order briefly, and for tables by order. **Fair for a draw**: nothing is drawn here.
///
/// # Errors
///
/// More than [`LONGEST_NUMBERED`] places, or numbers that are not an order of `0..n`.
///
/// # Examples
///
/// ```
/// use fairdraw::shuffle::rank_lexicographic;
///
/// assert_eq!(rank_lexicographic(&[0, 1, 2]), Ok(0));
/// assert_eq!(rank_lexicographic(&[2, 1, 0]), Ok(5));
/// ```
pub fn rank_lexicographic(order: &[u64]) -> Result<u128, NumberError> {
    check_order(order)?;
    let n = order.len();
    Ok((0..n).fold(0, |number, place| {
        let smaller = order[place + 1..].iter().filter(|&&other| other < order[place]).count();
        number * (n - place) as u128 + smaller as u128
    }))
}

/// Writes the order of this number, as [`rank_lexicographic`] counts, over the places of `order`.
///
/// **For** going through all orders, or drawing one by a number below `n!`. **Fair for a draw**: yes, if the number
/// is uniform.
///
/// # Errors
///
/// More than [`LONGEST_NUMBERED`] places, or a number that is not below `n!`. Then nothing is written.
///
/// # Examples
///
/// ```
/// use fairdraw::shuffle::unrank_lexicographic;
///
/// let mut order = [0; 3];
/// unrank_lexicographic(3, &mut order)?;
/// assert_eq!(order, [1, 2, 0]);
/// # Ok::<(), fairdraw::shuffle::NumberError>(())
/// ```
pub fn unrank_lexicographic(number: u128, order: &mut [u64]) -> Result<(), NumberError> {
    let n = order.len();
    check_number(number, n)?;
    let mut rest = number;
    for place in (0..n).rev() {
        let digit;
        (rest, digit) = divide(rest, n - place);
        order[place] = digit;
        // Those behind make room: they were an order of 0..n-place-1.
        for later in &mut order[place + 1..] {
            *later += u64::from(*later >= digit);
        }
    }
    Ok(())
}

/// The number of an order of `0..n` as W. Myrvold and F. Ruskey count, in steps that grow with `n` alone. **Not** the
/// dictionary's order.
///
/// W. Myrvold and F. Ruskey, "Ranking and unranking permutations in linear time", Information Processing Letters
/// 79(6), 2001, pp. 281-284, `rank1`.
///
/// **For** tables by order where speed counts and the numbering doesn't matter. **Fair for a draw**: nothing is drawn
/// here.
///
/// # Errors
///
/// More than [`LONGEST_NUMBERED`] places, or numbers that are not an order of `0..n`.
///
/// # Examples
///
/// ```
/// use fairdraw::shuffle::rank_myrvold_ruskey;
///
/// assert_eq!(rank_myrvold_ruskey(&[1, 2, 0]), Ok(0));
/// assert_eq!(rank_myrvold_ruskey(&[0, 1, 2]), Ok(5));
/// ```
pub fn rank_myrvold_ruskey(order: &[u64]) -> Result<u128, NumberError> {
    check_order(order)?;
    let n = order.len();
    // Where each number stands; and the order itself, to be undone.
    let (mut contents, mut places) = ([0; LONGEST_NUMBERED], [0; LONGEST_NUMBERED]);
    for (place, &content) in order.iter().enumerate() {
        contents[place] = super::to_index(content);
        places[super::to_index(content)] = place;
    }
    let (mut number, mut weight) = (0, 1);
    for length in (2..=n).rev() {
        let last = length - 1;
        let content = contents[last];
        contents.swap(last, places[last]);
        places.swap(content, last);
        number += content as u128 * weight;
        weight *= length as u128;
    }
    Ok(number)
}

/// Writes the order of this number, as [`rank_myrvold_ruskey`] counts, over the places of `order`.
///
/// Their `unrank1`: Algorithm P, whose choices are the number's digits. **Fair for a draw**: yes, if the number is
/// uniform.
///
/// # Errors
///
/// More than [`LONGEST_NUMBERED`] places, or a number that is not below `n!`. Then nothing is written.
///
/// # Examples
///
/// ```
/// use fairdraw::shuffle::unrank_myrvold_ruskey;
///
/// let mut order = [0; 3];
/// unrank_myrvold_ruskey(5, &mut order)?;
/// assert_eq!(order, [0, 1, 2]);
/// # Ok::<(), fairdraw::shuffle::NumberError>(())
/// ```
pub fn unrank_myrvold_ruskey(number: u128, order: &mut [u64]) -> Result<(), NumberError> {
    check_number(number, order.len())?;
    for (content, number) in order.iter_mut().zip(0..) {
        *content = number;
    }
    let mut rest = number;
    for length in (2..=order.len()).rev() {
        let digit;
        (rest, digit) = divide(rest, length);
        order.swap(length - 1, super::to_index(digit));
    }
    Ok(())
}

/// Quotient and remainder.
#[allow(clippy::cast_possible_truncation, reason = "the remainder is below a usize")]
fn divide(number: u128, divisor: usize) -> (u128, u64) {
    let divisor = divisor as u128;
    (number / divisor, (number % divisor) as u64)
}

fn check_length(length: usize, most: usize) -> Result<(), NumberError> {
    if length > most { Err(NumberError::TooLong { length, most }) } else { Ok(()) }
}

fn check_number(number: u128, length: usize) -> Result<(), NumberError> {
    check_length(length, LONGEST_NUMBERED)?;
    if number >= (1..=length as u128).product() {
        return Err(NumberError::NumberTooLarge { number, length });
    }
    Ok(())
}

fn check_order(order: &[u64]) -> Result<(), NumberError> {
    check_length(order.len(), LONGEST_NUMBERED)?;
    let mut seen = 0u64;
    for (place, &number) in order.iter().enumerate() {
        if number >= order.len() as u64 || seen >> number & 1 == 1 {
            return Err(NumberError::NotAnOrder { place });
        }
        seen |= 1 << number;
    }
    Ok(())
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { length, most } => {
                write!(f, "orders of {length} are too long; at most {most} are numbered")
            }
            Self::NotAnOrder { place } => write!(
                f,
                "place {place} is not one of the numbers from 0 that are left (places count from 0)"
            ),
            Self::NumberTooLarge { number, length } => {
                write!(f, "number {number} is not below {length}!, the number of orders")
            }
        }
    }
}

impl core::error::Error for NumberError {}

#[cfg(feature = "alloc")]
pub use table::OrderTable;

#[cfg(feature = "alloc")]
mod table {
    use alloc::vec::Vec;
    use core::num::NonZeroU64;

    use rand_core::{CryptoRng, TryCryptoRng};

    use super::{NumberError, check_length, unrank_lexicographic};
    use crate::uniform;

    /// All orders of up to 8 places, worked out beforehand: one word and one look-up for each shuffle.
    ///
    /// **For** simulations that shuffle a few things very often. **Fair for a draw**: yes, every order is equally
    /// likely.
    ///
    /// # Examples
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let mut rng = fairdraw::random::Stream::new(&[7; 64], "example", &[])?;
    /// let table = fairdraw::shuffle::OrderTable::new(5)?;
    /// assert_eq!(table.order(119), Some(&[4, 3, 2, 1, 0][..]));
    /// assert_eq!(table.draw(&mut rng).len(), 5);
    /// # Ok(())
    /// # }
    /// ```
    #[derive(Debug, Clone)]
    pub struct OrderTable {
        length: usize,
        count: NonZeroU64,
        /// All orders one after the other, as they stand in a dictionary.
        orders: Vec<u8>,
    }

    impl OrderTable {
        /// The longest orders a table is made for: 8! of them take 315 KiB.
        pub const LONGEST: usize = 8;

        /// Works out all orders of `0..length`.
        ///
        /// # Errors
        ///
        /// A length above [`LONGEST`](Self::LONGEST).
        pub fn new(length: usize) -> Result<Self, NumberError> {
            check_length(length, Self::LONGEST)?;
            let count = (1..=length as u64).fold(NonZeroU64::MIN, |product, factor| {
                NonZeroU64::new(factor).map_or(product, |factor| product.saturating_mul(factor))
            });
            let mut orders = Vec::new();
            let mut order = [0; Self::LONGEST];
            for number in 0..count.get() {
                unrank_lexicographic(number.into(), &mut order[..length])?;
                orders.extend(order[..length].iter().map(|&content| content.to_le_bytes()[0]));
            }
            Ok(Self { length, count, orders })
        }

        /// The order of this number, as [`rank_lexicographic`](super::rank_lexicographic) counts; none if it is not
        /// below the count.
        pub fn order(&self, number: u64) -> Option<&[u8]> {
            if number >= self.count.get() {
                return None;
            }
            let begin = crate::shuffle::to_index(number) * self.length;
            self.orders.get(begin..begin + self.length)
        }

        /// How many orders there are.
        pub fn count(&self) -> NonZeroU64 {
            self.count
        }

        /// Draws an order, each equally likely.
        pub fn draw<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> &[u8] {
            let Ok(order) = self.try_draw(rng);
            order
        }

        /// Like [`draw`](Self::draw), for a source that can fail.
        ///
        /// # Errors
        ///
        /// Returns the source's error.
        pub fn try_draw<R: TryCryptoRng + ?Sized>(&self, rng: &mut R) -> Result<&[u8], R::Error> {
            let number = uniform::try_below(self.count, rng)?;
            Ok(self.order(number).unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::{collections::BTreeSet, vec, vec::Vec};

    use super::*;
    use crate::shuffle::choices::counted::factorial;

    #[test]
    fn every_number_has_its_own_order_and_every_order_its_number() {
        for n in 0..=8u64 {
            let length = crate::shuffle::to_index(n);
            let (mut last, mut met) = (None, BTreeSet::new());
            for number in 0..u128::from(factorial(n)) {
                let mut order = vec![9; length];
                assert_eq!(unrank_lexicographic(number, &mut order), Ok(()));
                assert_eq!(rank_lexicographic(&order), Ok(number));
                assert!(last < Some(order.clone()), "as in a dictionary");
                last = Some(order.clone());
                assert_eq!(unrank_myrvold_ruskey(number, &mut order), Ok(()));
                assert_eq!(rank_myrvold_ruskey(&order), Ok(number));
                met.insert(order);
            }
            assert_eq!(met.len() as u64, factorial(n), "n numbers, n orders: each once");
        }
    }

    #[test]
    fn myrvold_and_ruskey_count_as_others_do() {
        // The orders of 0..3 by their number, from a comment in a program by A. Claesson (2013).
        let orders = [[1, 2, 0], [2, 0, 1], [1, 0, 2], [2, 1, 0], [0, 2, 1], [0, 1, 2]];
        for (number, order) in (0..).zip(orders) {
            assert_eq!(rank_myrvold_ruskey(&order), Ok(number), "{order:?}");
        }
    }

    #[test]
    fn the_largest_number_and_one_more() {
        let all: u128 = (1..=34).product();
        let mut order = vec![0; LONGEST_NUMBERED];
        assert_eq!(unrank_lexicographic(all - 1, &mut order), Ok(()));
        assert!(order.iter().copied().eq((0..34).rev()));
        assert_eq!(rank_lexicographic(&order), Ok(all - 1));
        assert_eq!(unrank_myrvold_ruskey(all - 1, &mut order), Ok(()));
        assert!(order.iter().copied().eq(0..34));
        assert_eq!(rank_myrvold_ruskey(&order), Ok(all - 1));
        let too_large = NumberError::NumberTooLarge { number: all, length: 34 };
        assert_eq!(unrank_lexicographic(all, &mut order), Err(too_large));
        assert_eq!(unrank_myrvold_ruskey(all, &mut order), Err(too_large));
        assert!(order.iter().copied().eq(0..34), "nothing was written");
        let mut longer: Vec<u64> = (0..35).collect();
        let too_long = NumberError::TooLong { length: 35, most: 34 };
        assert_eq!(unrank_lexicographic(0, &mut longer), Err(too_long));
        assert_eq!(unrank_myrvold_ruskey(0, &mut longer), Err(too_long));
        assert_eq!(rank_lexicographic(&longer), Err(too_long));
        assert_eq!(rank_myrvold_ruskey(&longer), Err(too_long));
    }

    #[test]
    fn what_is_no_order_has_no_number() {
        for (order, place) in [(&[0, 0][..], 1), (&[2, 0], 0), (&[0, u64::MAX], 1), (&[1], 0)] {
            let error = Err(NumberError::NotAnOrder { place });
            assert_eq!(rank_lexicographic(order), error);
            assert_eq!(rank_myrvold_ruskey(order), error);
        }
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn a_table_has_every_order_once() {
        for n in 0..=8u64 {
            let length = crate::shuffle::to_index(n);
            let Ok(table) = OrderTable::new(length) else { unreachable!() };
            assert_eq!(table.count().get(), factorial(n));
            let orders: BTreeSet<_> = (0..factorial(n)).filter_map(|i| table.order(i)).collect();
            assert_eq!(orders.len() as u64, factorial(n));
            for order in orders {
                let mut sorted = order.to_vec();
                sorted.sort_unstable();
                assert!(sorted.into_iter().map(u64::from).eq(0..n));
            }
            assert_eq!(table.order(factorial(n)), None);
        }
        let error = OrderTable::new(9).err();
        assert_eq!(error, Some(NumberError::TooLong { length: 9, most: 8 }));
    }
}
