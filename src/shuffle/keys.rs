//! Sorting by random keys, done exactly.

use alloc::{vec, vec::Vec};
use core::ops::Range;

use rand_core::{CryptoRng, TryCryptoRng};

use super::choices::{Choices, Each};

/// Brings the items into a uniformly random order by sorting them by random keys, of which equal ones are drawn
/// again.
///
/// What people do in a spreadsheet, made exact. There, equal keys leave their items in the order of the list, which
/// is a bias; 16-bit keys for 52 cards tie in one shuffle of 50. Here each item gets a key of 62 bits; the items of
/// each group with equal keys get new keys among themselves, until no two are equal. By symmetry every order is
/// equally likely. Drawing again within a group is the method of C. R. Rao ("Generation of random permutations of
/// given number of elements using random sampling numbers", Sankhyā A 23(3), 1961) and M. Sandelius ("A simple
/// randomization procedure", Journal of the Royal Statistical Society B 24, 1962), who drew one digit at a time.
///
/// **For** a comparison with such a spreadsheet, and data that is sorted more easily than swapped. **Fair for a
/// draw**: yes, every order is equally likely. It reads a word for each item, and sorting takes more steps than
/// [`shuffle()`](super::shuffle()).
///
/// # Examples
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut rng = fairdraw::random::Stream::new(&[7; 64], "example", &[])?;
/// let names = vec!["Ash", "Birch", "Cedar", "Damson"];
/// let order = fairdraw::shuffle::sort_by_random_keys(names, &mut rng);
/// # Ok(())
/// # }
/// ```
pub fn sort_by_random_keys<T, R: CryptoRng + ?Sized>(items: Vec<T>, rng: &mut R) -> Vec<T> {
    let Ok(order) = try_sort_by_random_keys(items, rng);
    order
}

/// Like [`sort_by_random_keys`], for a source that can fail.
///
/// # Errors
///
/// Returns the source's error; the items are dropped.
pub fn try_sort_by_random_keys<T, R: TryCryptoRng + ?Sized>(
    items: Vec<T>,
    rng: &mut R,
) -> Result<Vec<T>, R::Error> {
    sort_by_keys_below(KEYS, items, &mut Each(rng))
}

fn sort_by_keys_below<T, C: Choices>(
    keys: u64,
    items: Vec<T>,
    choices: &mut C,
) -> Result<Vec<T>, C::Error> {
    let mut keyed: Vec<(u64, T)> = items.into_iter().map(|item| (0, item)).collect();
    let mut tied: Vec<Range<usize>> = vec![];
    if keyed.len() > 1 {
        tied.push(0..keyed.len());
    }
    while let Some(group) = tied.pop() {
        let begin = group.start;
        let group = &mut keyed[group];
        for (key, _) in &mut *group {
            *key = choices.below(keys)?;
        }
        group.sort_by_key(|(key, _)| *key);
        let mut start = begin;
        for ties in group.chunk_by(|(a, _), (b, _)| a == b) {
            let end = start + ties.len();
            if ties.len() > 1 {
                tied.push(start..end);
            }
            start = end;
        }
    }
    Ok(keyed.into_iter().map(|(_, item)| item).collect())
}

/// 2⁶², which needs no word refused.
const KEYS: u64 = 1 << 62;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::choices::counted::{WHOLE, assert_equal, count, factorial};

    #[test]
    fn every_order_is_equally_likely_however_many_keys_tie() {
        // Few keys, so that most draws tie; a path that isn't done after so many keys is left out, which by itself
        // must not favour an order.
        for (n, keys, most) in [
            (0, 2, 0),
            (1, 2, 0),
            (2, 2, 16),
            (3, 2, 15),
            (3, 3, 9),
            (4, 2, 16),
            (4, 4, 9),
            (5, 5, 7),
        ] {
            let (counts, unfinished) =
                count(most, |path| sort_by_keys_below(keys, (0..n).collect(), path));
            assert_equal(&counts, factorial(n));
            assert!(unfinished < WHOLE * 2 / 3, "{n} items, {keys} keys");
        }
    }
}
