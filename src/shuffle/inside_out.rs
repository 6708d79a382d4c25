//! Sources whose length nobody knows before they end.

use alloc::vec::Vec;

use rand_core::{CryptoRng, TryCryptoRng};

use super::{
    choices::{Choices, Each},
    to_index,
};

/// Collects a source of unknown length in a uniformly random order, item by item.
///
/// What is called the inside-out form of Durstenfeld's shuffle, and runs it upward: item `i`, counted from 0, is put
/// at a place chosen uniformly from `0..=i`, and what stood there moves to place `i`. At any time what has been read so
/// far is in a uniformly random order.
///
/// **For** lines or records that arrive one by one. **Fair for a draw**: yes, every order is equally likely. It can't
/// foresee the length, so it reads one word for each item but the first, where [`shuffle()`](super::shuffle()) shares
/// words among items.
///
/// # Examples
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut rng = fairdraw::random::Stream::new(&[7; 64], "example", &[])?;
/// let order = fairdraw::shuffle::inside_out("Ash Birch Cedar".split(' '), &mut rng);
/// assert_eq!(order.len(), 3);
/// # Ok(())
/// # }
/// ```
pub fn inside_out<I: IntoIterator, R: CryptoRng + ?Sized>(source: I, rng: &mut R) -> Vec<I::Item> {
    let Ok(order) = try_inside_out(source, rng);
    order
}

/// Like [`inside_out`], for randomness that can fail.
///
/// # Errors
///
/// Returns the error of the source of randomness; what had been read is dropped.
pub fn try_inside_out<I: IntoIterator, R: TryCryptoRng + ?Sized>(
    source: I,
    rng: &mut R,
) -> Result<Vec<I::Item>, R::Error> {
    first_places(source, usize::MAX, &mut Each(rng))
}

/// Draws `k` items from a source of unknown length, in a uniformly random order, and holds no more than `k` of them.
///
/// The first `k` places that [`inside_out`] would give from the same words; all items, if there are no more than `k`.
/// This is reservoir sampling by Algorithm R (J. S. Vitter, "Random sampling with a reservoir", ACM TOMS 11(1), 1985,
/// section 2, who says that it is A. Waterman's), except that R fills its reservoir with the first `k` items as they
/// come, which leaves its order not uniform; here they are mixed as they come, so that the order is too.
///
/// **For** a draw from a log or a stream that is too long to hold. **Fair for a draw**: yes, with ranks: every
/// sequence of `k` of the items is equally likely. Where the length is known, [`Sample`](super::Sample) reads `k`
/// numbers and not the whole source.
///
/// # Examples
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut rng = fairdraw::random::Stream::new(&[7; 64], "example", &[])?;
/// let winners = fairdraw::shuffle::reservoir((1..=1000).filter(|n| n % 7 == 0), 3, &mut rng);
/// assert_eq!(winners.len(), 3);
/// # Ok(())
/// # }
/// ```
pub fn reservoir<I: IntoIterator, R: CryptoRng + ?Sized>(
    source: I,
    k: usize,
    rng: &mut R,
) -> Vec<I::Item> {
    let Ok(drawn) = try_reservoir(source, k, rng);
    drawn
}

/// Like [`reservoir`], for randomness that can fail.
///
/// # Errors
///
/// Returns the error of the source of randomness; nothing has been drawn then.
pub fn try_reservoir<I: IntoIterator, R: TryCryptoRng + ?Sized>(
    source: I,
    k: usize,
    rng: &mut R,
) -> Result<Vec<I::Item>, R::Error> {
    first_places(source, k, &mut Each(rng))
}

/// The first `k` places; what would stand behind them is dropped, since nothing ever moves from there to the front.
fn first_places<I: IntoIterator, C: Choices>(
    source: I,
    k: usize,
    choices: &mut C,
) -> Result<Vec<I::Item>, C::Error> {
    let mut places = Vec::new();
    for (item, read) in source.into_iter().zip(1..) {
        let chosen = choices.below(read)?;
        if places.len() < k {
            places.push(item);
            let last = places.len() - 1;
            places.swap(to_index(chosen), last);
        } else if chosen < k as u64 {
            places[to_index(chosen)] = item;
        }
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::choices::counted::{assert_uniform, factorial};

    #[test]
    fn every_order_is_equally_likely() {
        for n in 0..=7 {
            assert_uniform(factorial(n), |path| first_places(0..n, usize::MAX, path));
        }
    }

    #[test]
    fn every_sequence_of_k_is_equally_likely() {
        for n in 0..=7 {
            for k in 0..=n + 1 {
                let sequences = factorial(n) / factorial(n.saturating_sub(k));
                assert_uniform(sequences, |path| first_places(0..n, to_index(k), path));
            }
        }
    }
}
