//! Orders that are one cycle.

use rand_core::{CryptoRng, TryCryptoRng};

use super::{
    choices::{Choices, Falling},
    to_index,
};

/// Brings the items into a uniformly random one of the orders that are one cycle, **not** of all orders.
///
/// There are `(n-1)!` of them: following from each place where its item went passes through all places before it
/// comes back. In particular no item stays where it was, if there are two or more. This is Durstenfeld's shuffle with
/// each place left out of its own choice (S. Sattolo, "An algorithm to generate a random cyclic permutation",
/// Information Processing Letters 22(6), 1986, pp. 315-317): for `i = n-1, .., 1` place `i` is swapped with a place
/// chosen uniformly from `0..i`.
///
/// **For** a round in which everybody gives to somebody and all are one circle (with forbidden pairs see
/// [`SecretSanta`](super::SecretSanta)), and for the patterns of memory tests. **Fair for a draw**: no. One step off
/// the shuffle by mistake, it is a known fault: the item of the first place never wins the first prize.
///
/// # Examples
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut rng = fairdraw::random::Stream::new(&[7; 64], "example", &[])?;
/// let mut gives_to = [0, 1, 2, 3];
/// fairdraw::shuffle::shuffle_to_one_cycle(&mut gives_to, &mut rng);
/// assert_eq!(gives_to[gives_to[gives_to[gives_to[0]]]], 0);
/// # Ok(())
/// # }
/// ```
pub fn shuffle_to_one_cycle<T, R: CryptoRng + ?Sized>(items: &mut [T], rng: &mut R) {
    let Ok(()) = try_shuffle_to_one_cycle(items, rng);
}

/// Like [`shuffle_to_one_cycle`], for a source that can fail; **not** uniform over all orders either.
///
/// # Errors
///
/// Returns the source's error. The items are then still all there, in some order that must not be used.
pub fn try_shuffle_to_one_cycle<T, R: TryCryptoRng + ?Sized>(
    items: &mut [T],
    rng: &mut R,
) -> Result<(), R::Error> {
    one_cycle(items, &mut Falling::new(rng))
}

fn one_cycle<T, C: Choices>(items: &mut [T], choices: &mut C) -> Result<(), C::Error> {
    for last in (1..items.len()).rev() {
        let chosen = choices.below(last as u64)?;
        items.swap(last, to_index(chosen));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;
    use crate::shuffle::choices::counted::{Path, assert_uniform, factorial};

    #[test]
    fn every_cycle_is_equally_likely_and_nothing_else_comes() {
        for n in 1..=7 {
            let orders = assert_uniform(factorial(n - 1), |path| {
                let mut items: Vec<u64> = (0..n).collect();
                one_cycle(&mut items, path).map(|()| items)
            });
            for order in orders {
                let (mut place, mut length) = (order[0], 1);
                while place != 0 {
                    place = order[to_index(place)];
                    length += 1;
                }
                assert_eq!(length, n, "{order:?}");
            }
        }
        assert_eq!(one_cycle::<u64, _>(&mut [], &mut Path::default()), Ok(()));
    }
}
