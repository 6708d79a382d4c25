//! The shuffle: every order of the items equally likely (SPEC, "The shuffle").
//!
//! Durstenfeld's in-place form of the Fisher-Yates shuffle (R. Durstenfeld, "Algorithm 235: Random permutation", CACM
//! 7(7), 1964, p. 420; D. Knuth, TAOCP vol. 2, 3.4.2, Algorithm P, who names Moses and Oakford, 1963, too), run
//! forward: for `i = 0, 1, ..` place `i` is swapped with a place chosen uniformly from `i..n`. The first `k` places
//! are final after `k` steps, so a longer draw begins with the shorter one. The choices come from [`crate::uniform`],
//! exactly uniform and several from one word.
//!
//! [`shuffle()`], [`shuffle_prefix`] and [`Sample`] give the same order from the same words. They are what draws use. So does
//! `shuffle_prefix_ahead`, which has a second thread draw for lists of millions.
//!
//! # The family
//!
//! Relatives of the shuffle, for other purposes. Each says who needs it, and whether it is fair for a draw; what isn't
//! uniform over all orders says so in its name or first line. `audit/fairness/family.md` has the exact distribution of
//! each, and the test that counts it.
//!
//! | all orders equally likely | |
//! |---|---|
//! | [`shuffle_downward`] | Algorithm P as printed |
//! | `pencil`, `Worksheet` | Fisher and Yates' method by striking out, and its steps on paper |
//! | `inside_out`, `reservoir` | sources of unknown length |
//! | `sort_by_random_keys` | equal keys are drawn again |
//! | `Deck` | lazy: cards leave as they are dealt, and can come back |
//! | [`rank_lexicographic`], [`rank_myrvold_ruskey`] and their `unrank`, `OrderTable` | orders and their numbers |
//!
//! | **not** all orders | |
//! |---|---|
//! | [`Part`] | leaves out some places; every s-th item |
//! | [`shuffle_packets`] | packets of equal size |
//! | [`shuffle_to_one_cycle`] | Sattolo's cycles |
//! | `Derangement` | nothing stays where it was |
//! | `SecretSanta` | one circle without forbidden pairs |
//! | [`half_shuffle_not_uniform`] | for casual games |

use rand_core::{CryptoRng, TryCryptoRng};

#[cfg(feature = "std")]
mod ahead;
mod choices;
#[cfg(feature = "alloc")]
mod deck;
#[cfg(feature = "alloc")]
mod derangement;
mod downward;
#[cfg(feature = "alloc")]
mod inside_out;
#[cfg(feature = "alloc")]
mod keys;
mod number;
mod offsets;
mod packets;
mod part;
#[cfg(feature = "alloc")]
mod pencil;
#[cfg(feature = "alloc")]
mod sample;
mod sattolo;
#[cfg(feature = "alloc")]
mod secret_santa;

#[cfg(feature = "std")]
pub use ahead::{shuffle_prefix_ahead, try_shuffle_prefix_ahead};
#[cfg(feature = "alloc")]
pub use deck::Deck;
#[cfg(feature = "alloc")]
pub use derangement::{Derangement, DerangementError};
pub use downward::{shuffle_downward, try_shuffle_downward};
#[cfg(feature = "alloc")]
pub use inside_out::{inside_out, reservoir, try_inside_out, try_reservoir};
#[cfg(feature = "alloc")]
pub use keys::{sort_by_random_keys, try_sort_by_random_keys};
#[cfg(feature = "alloc")]
pub use number::OrderTable;
pub use number::{
    LONGEST_NUMBERED, NumberError, rank_lexicographic, rank_myrvold_ruskey, unrank_lexicographic,
    unrank_myrvold_ruskey,
};
pub(crate) use offsets::LONGEST_RUN;
use offsets::Offsets;
pub use packets::{
    LastPacket, half_shuffle_not_uniform, shuffle_packets, try_half_shuffle_not_uniform,
    try_shuffle_packets,
};
pub use part::{Part, PartError};
#[cfg(feature = "alloc")]
pub use pencil::{StrikeOut, Worksheet, WorksheetError, pencil, try_pencil};
#[cfg(feature = "alloc")]
pub use sample::{Sample, SampleError};
pub use sattolo::{shuffle_to_one_cycle, try_shuffle_to_one_cycle};
#[cfg(feature = "alloc")]
pub use secret_santa::{SecretSanta, SecretSantaError};

/// Brings the items into a uniformly random order.
///
/// # Examples
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut rng = fairdraw::random::Stream::new(&[7; 64], "example", &[])?;
/// let mut names = ["Ash", "Birch", "Cedar", "Damson"];
/// fairdraw::shuffle(&mut names, &mut rng);
/// # Ok(())
/// # }
/// ```
pub fn shuffle<T, R: CryptoRng + ?Sized>(items: &mut [T], rng: &mut R) {
    let Ok(()) = try_shuffle(items, rng);
}

/// Like [`shuffle()`], for a source that can fail, such as the operating system's.
///
/// # Errors
///
/// Returns the source's error. The items are then still all there, in some order that must not be used as a draw.
///
/// # Examples
///
#[cfg_attr(feature = "getrandom", doc = "```")]
#[cfg_attr(not(feature = "getrandom"), doc = "```ignore")]
/// # fn main() -> Result<(), fairdraw::random::SystemRngError> {
/// let mut deck: Vec<u8> = (0..52).collect();
/// fairdraw::try_shuffle(&mut deck, &mut fairdraw::random::SystemRng::new())?;
/// # Ok(())
/// # }
/// ```
pub fn try_shuffle<T, R: TryCryptoRng + ?Sized>(
    items: &mut [T],
    rng: &mut R,
) -> Result<(), R::Error> {
    try_shuffle_prefix(items, items.len(), rng).map(|_| ())
}

/// Brings `count` uniformly chosen items, in uniformly random order, to the front and returns them.
///
/// They are the first `count` items that [`shuffle()`] would give from the same words. All of the items, if
/// there are no more than `count`. The rest is left in an order that is *not* uniformly random.
pub fn shuffle_prefix<'a, T, R: CryptoRng + ?Sized>(
    items: &'a mut [T],
    count: usize,
    rng: &mut R,
) -> &'a mut [T] {
    let Ok(prefix) = try_shuffle_prefix(items, count, rng);
    prefix
}

/// Like [`shuffle_prefix`], for a source that can fail.
///
/// # Errors
///
/// Returns the source's error. The items are then still all there, in some order that must not be used as a draw.
pub fn try_shuffle_prefix<'a, T, R: TryCryptoRng + ?Sized>(
    items: &'a mut [T],
    count: usize,
    rng: &mut R,
) -> Result<&'a mut [T], R::Error> {
    let count = count.min(items.len());
    let mut next = || rng.try_next_u64();
    // A large buffer pays for large slices only: it has to be cleared first.
    if count <= SMALL_BUFFER {
        steps::<64, SMALL_BUFFER, _, _>(items, count, &mut next)?;
    } else {
        steps::<64, LARGE_BUFFER, _, _>(items, count, &mut next)?;
    }
    Ok(&mut items[..count])
}

/// The first `count` steps of the shuffle, with words below `2^WIDTH` from `next`.
///
/// The choices for up to `BUFFER` steps are drawn before their swaps. The processor then has many independent
/// swaps in flight, which hides the memory's latency once the items are larger than its caches.
pub(crate) fn steps<const WIDTH: u32, const BUFFER: usize, T, E>(
    items: &mut [T],
    count: usize,
    next: &mut impl FnMut() -> Result<u64, E>,
) -> Result<(), E> {
    let mut offsets = Offsets::<WIDTH>::new(items.len() as u64);
    let mut buffer = [0; BUFFER];
    // The last place of a whole shuffle has one item left and no choice.
    let steps = count.min(items.len().saturating_sub(1));
    let mut step = 0;
    while step < steps {
        let drawn = offsets.draw(&mut buffer, steps - step, next)?;
        let now = &buffer[..drawn.min(steps - step)];
        swap_ahead(&mut items[step..], now);
        step += now.len();
    }
    Ok(())
}

/// Swaps place 0 with the place `offsets[0]` further on, then place 1, and so on. There is a place for each offset.
fn swap_ahead<T>(items: &mut [T], offsets: &[u64]) {
    let mut rest = items;
    let (fours, last) = offsets.as_chunks::<4>();
    for four in fours {
        if rest.len() < 4 {
            return; // not reached; the compiler then knows that the four places exist
        }
        swap_each(rest, four);
        rest = &mut rest[4..];
    }
    swap_each(rest, last);
}

#[inline]
fn swap_each<T>(items: &mut [T], offsets: &[u64]) {
    for (place, &offset) in offsets.iter().enumerate() {
        items.swap(place, place.wrapping_add(to_index(offset)));
    }
}

/// An offset within a slice, whose length is a `usize` already.
#[allow(
    clippy::cast_possible_truncation,
    reason = "an offset is below the number of items, which is a usize"
)]
pub(crate) fn to_index(offset: u64) -> usize {
    offset as usize
}

/// Offsets drawn ahead of their swaps: a deck of cards, and everything larger.
const SMALL_BUFFER: usize = 64 + LONGEST_RUN;
const LARGE_BUFFER: usize = 1024;

#[cfg(test)]
mod tests {
    extern crate std;

    use std::{collections::BTreeMap, vec::Vec};

    use super::*;

    #[test]
    fn every_order_has_equally_many_words() {
        // n! <= 2^12, the limit for one run of 16-bit words: the whole shuffle reads one word.
        for n in 1..=6u8 {
            let orders: u32 = (1..=u32::from(n)).product();
            let mut counts = BTreeMap::<Vec<u8>, u32>::new();
            for word in 0..1 << 16 {
                let mut items: Vec<u8> = (0..n).collect();
                let mut words = [word].into_iter();
                let mut next = || words.next().ok_or(());
                if steps::<16, SMALL_BUFFER, _, _>(&mut items, n.into(), &mut next).is_ok() {
                    *counts.entry(items).or_default() += 1;
                }
            }
            assert_eq!(counts.len(), orders as usize);
            assert!(counts.values().all(|&count| count == (1 << 16) / orders));
        }
    }

    #[test]
    fn every_order_has_equally_many_pairs_of_words() {
        // Four items and 8-bit words: the runs are 4·3 and 2, so two words; 21·12 of 256 and 128·2 of 256 count.
        let mut counts = BTreeMap::<[u8; 4], u32>::new();
        for first in 0..1 << 8 {
            for second in 0..1 << 8 {
                let mut items = [0, 1, 2, 3];
                let mut words = [first, second].into_iter();
                let mut next = || words.next().ok_or(());
                if steps::<8, SMALL_BUFFER, _, _>(&mut items, 4, &mut next).is_ok() {
                    *counts.entry(items).or_default() += 1;
                }
            }
        }
        assert_eq!(counts.len(), 24);
        assert!(counts.values().all(|&count| count == 21 * 128));
    }

    #[test]
    fn buffers_do_not_change_the_order() {
        type Shuffle<'a> = &'a dyn Fn(&mut [u64], &mut dyn FnMut() -> u64);
        let word = |i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23) | 1 << 50;
        let order = |n: u64, shuffle: Shuffle<'_>| {
            let mut items: Vec<u64> = (0..n).collect();
            let mut i = 0;
            shuffle(&mut items, &mut || {
                i += 1;
                word(i)
            });
            items
        };
        for n in [0, 1, 2, 3, 52, 81, 82, 83, 1_000, 1_023, 1_024, 1_025, 5_000] {
            let small = order(n, &|items, next| {
                let mut next = || Ok::<_, ()>(next());
                assert!(steps::<64, SMALL_BUFFER, _, _>(items, items.len(), &mut next).is_ok());
            });
            let large = order(n, &|items, next| {
                let mut next = || Ok::<_, ()>(next());
                assert!(steps::<64, LARGE_BUFFER, _, _>(items, items.len(), &mut next).is_ok());
            });
            let simple = order(n, &|items, next| simple_shuffle(items, next));
            assert_eq!(small, large, "n = {n}");
            assert_eq!(small, simple, "n = {n}");
        }
    }

    /// The specification's steps as they stand there: draw a run, swap, go on.
    fn simple_shuffle(items: &mut [u64], next: &mut dyn FnMut() -> u64) {
        let n = items.len();
        let mut i = 0;
        while i + 1 < n {
            let (mut product, mut length) = ((n - i) as u128, 1);
            while i + length + 1 < n && (n - i - length) as u128 <= (1 << 60) / product {
                product *= (n - i - length) as u128;
                length += 1;
            }
            let offsets = loop {
                let mut rest = u128::from(next());
                let mut offsets = Vec::new();
                for t in 0..length {
                    let wide = rest * (n - i - t) as u128;
                    offsets.push(usize::try_from(wide >> 64).unwrap_or(0));
                    rest = wide % (1 << 64);
                }
                if rest >= (1 << 64) % product {
                    break offsets;
                }
            };
            for offset in offsets {
                items.swap(i, i + offset);
                i += 1;
            }
        }
    }
}
