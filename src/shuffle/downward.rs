//! The shuffle in the order in which the books print it.

use rand_core::{CryptoRng, TryCryptoRng};

use super::{
    choices::{Choices, Falling},
    to_index,
};

/// Brings the items into a uniformly random order, working from the last place down.
///
/// Durstenfeld's shuffle as it was printed (R. Durstenfeld, "Algorithm 235: Random permutation", CACM 7(7), 1964, p.
/// 420; D. Knuth, TAOCP vol. 2, 3.4.2, Algorithm P): for `i = n-1, .., 1` place `i` is swapped with a place chosen
/// uniformly from `0..=i`.
///
/// **For** whoever must follow the printed algorithm, or compare with a program that does. **Fair for a draw**: yes,
/// every order is equally likely. It reads the words that [`shuffle()`](super::shuffle()) reads, and gives another
/// order from them; here the last places are final first, so that a draw of more winners doesn't begin with a draw of
/// fewer.
///
/// # Examples
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut rng = fairdraw::random::Stream::new(&[7; 64], "example", &[])?;
/// let mut names = ["Ash", "Birch", "Cedar", "Damson"];
/// fairdraw::shuffle::shuffle_downward(&mut names, &mut rng);
/// # Ok(())
/// # }
/// ```
pub fn shuffle_downward<T, R: CryptoRng + ?Sized>(items: &mut [T], rng: &mut R) {
    let Ok(()) = try_shuffle_downward(items, rng);
}

/// Like [`shuffle_downward`], for a source that can fail.
///
/// # Errors
///
/// Returns the source's error. The items are then still all there, in some order that must not be used as a draw.
pub fn try_shuffle_downward<T, R: TryCryptoRng + ?Sized>(
    items: &mut [T],
    rng: &mut R,
) -> Result<(), R::Error> {
    downward(items, &mut Falling::new(rng))
}

fn downward<T, C: Choices>(items: &mut [T], choices: &mut C) -> Result<(), C::Error> {
    for last in (1..items.len()).rev() {
        let chosen = choices.below(last as u64 + 1)?;
        items.swap(last, to_index(chosen));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;
    use crate::shuffle::choices::counted::{assert_uniform, factorial};

    #[test]
    fn every_order_is_equally_likely() {
        for n in 0..=7 {
            assert_uniform(factorial(n), |path| {
                let mut items: Vec<u64> = (0..n).collect();
                downward(&mut items, path).map(|()| items)
            });
        }
    }
}
