//! Shuffles that move packets of neighbouring items: cutting a deck, and casual games.

use core::num::NonZeroUsize;

use rand_core::{CryptoRng, TryCryptoRng};

use super::{
    choices::{Choices, Each, Falling},
    to_index,
};

/// What happens inside the last packet of [`shuffle_packets`], the one that may be shorter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LastPacket {
    /// Its items stay in their order, as those of all packets do.
    Kept,
    /// Its items come into a uniformly random order.
    Shuffled,
}

/// **Not** uniform over all orders: cuts the list into packets of `size` items and brings the packets into a
/// uniformly random order.
///
/// The last packet has what is left, and may be shorter; it takes its place among the others like each of them. Each
/// of the `p!` orders of `p` packets is equally likely. Inside the packets nothing moves, except in the last one if
/// that is [`Shuffled`](LastPacket::Shuffled): each of its orders is then equally likely, independently of the
/// packets' order.
///
/// **For** "cutting" a deck, or lists whose groups stay together: heats, tables, pages of a form. **Fair for a
/// draw**: of packets, yes; of items, no: each item is equally likely on some places only, and neighbours stay
/// neighbours.
///
/// # Examples
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut rng = fairdraw::random::Stream::new(&[7; 64], "example", &[])?;
/// use fairdraw::shuffle::{LastPacket, shuffle_packets};
///
/// let mut deck: Vec<u8> = (0..52).collect();
/// let eight = 8.try_into()?;
/// shuffle_packets(&mut deck, eight, LastPacket::Kept, &mut rng);
/// # Ok(())
/// # }
/// ```
pub fn shuffle_packets<T, R: CryptoRng + ?Sized>(
    items: &mut [T],
    size: NonZeroUsize,
    last: LastPacket,
    rng: &mut R,
) {
    let Ok(()) = try_shuffle_packets(items, size, last, rng);
}

/// Like [`shuffle_packets`], for a source that can fail; **not** uniform over all orders either.
///
/// # Errors
///
/// Returns the source's error. The items are then still all there, in some order that must not be used.
pub fn try_shuffle_packets<T, R: TryCryptoRng + ?Sized>(
    items: &mut [T],
    size: NonZeroUsize,
    last: LastPacket,
    rng: &mut R,
) -> Result<(), R::Error> {
    packets(items, size.get(), last, &mut Falling::new(rng))
}

/// Whole packets are shuffled first; then the short one is put before or after any of them.
fn packets<T, C: Choices>(
    items: &mut [T],
    size: usize,
    last: LastPacket,
    choices: &mut C,
) -> Result<(), C::Error> {
    let whole = items.len() / size;
    let short = items.len() % size;
    if last == LastPacket::Shuffled {
        let begin = if short > 0 { whole * size } else { items.len() - size.min(items.len()) };
        let inside = &mut items[begin..];
        for step in 0..inside.len().saturating_sub(1) {
            let chosen = step + to_index(choices.below((inside.len() - step) as u64)?);
            inside.swap(step, chosen);
        }
    }
    for step in 0..whole.saturating_sub(1) {
        let chosen = step + to_index(choices.below((whole - step) as u64)?);
        swap_packets(items, size, step, chosen);
    }
    if short > 0 {
        let packets_before = to_index(choices.below(whole as u64 + 1)?);
        items[packets_before * size..].rotate_right(short);
    }
    Ok(())
}

/// **Not uniform**, and not meant to be: mixes a list a little, by random transpositions of packets, for casual
/// games.
///
/// The list is cut into packets of `group` neighbouring items; what is left at the end stays. Packet 0 is swapped
/// with a packet chosen uniformly from all of them, itself among them; then `skip` packets are passed over, and so on
/// to the end. With `group` 1 and `skip` 1 every second item is swapped with some item. `skip` 0 swaps every packet
/// and is still not uniform: that is the "naive" shuffle, whose `p^p` equally likely paths can't be divided evenly
/// among `p!` orders for `p` above 2.
///
/// **For** games in which the last round should still be felt in the deck. **Fair for a draw**: no, never. Even with
/// both places of each transposition chosen at random, about `½ n ln n` transpositions are needed before the order is
/// close to uniform, and it never quite is (P. Diaconis and M. Shahshahani, "Generating a random permutation with
/// random transpositions", Zeitschrift für Wahrscheinlichkeitstheorie 57, 1981, pp. 159-179); here are at most `n`.
///
/// # Examples
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut rng = fairdraw::random::Stream::new(&[7; 64], "example", &[])?;
/// let mut deck: Vec<u8> = (0..52).collect();
/// fairdraw::shuffle::half_shuffle_not_uniform(&mut deck, 1.try_into()?, 1, &mut rng);
/// # Ok(())
/// # }
/// ```
pub fn half_shuffle_not_uniform<T, R: CryptoRng + ?Sized>(
    items: &mut [T],
    group: NonZeroUsize,
    skip: usize,
    rng: &mut R,
) {
    let Ok(()) = try_half_shuffle_not_uniform(items, group, skip, rng);
}

/// Like [`half_shuffle_not_uniform`], for a source that can fail; **not uniform** either.
///
/// # Errors
///
/// Returns the source's error. The items are then still all there.
pub fn try_half_shuffle_not_uniform<T, R: TryCryptoRng + ?Sized>(
    items: &mut [T],
    group: NonZeroUsize,
    skip: usize,
    rng: &mut R,
) -> Result<(), R::Error> {
    half(items, group.get(), skip, &mut Each(rng))
}

fn half<T, C: Choices>(
    items: &mut [T],
    group: usize,
    skip: usize,
    choices: &mut C,
) -> Result<(), C::Error> {
    let packets = items.len() / group;
    for packet in (0..packets).step_by(skip.saturating_add(1)) {
        let chosen = to_index(choices.below(packets as u64)?);
        swap_packets(items, group, packet, chosen);
    }
    Ok(())
}

fn swap_packets<T>(items: &mut [T], size: usize, a: usize, b: usize) {
    for offset in 0..size {
        items.swap(a * size + offset, b * size + offset);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::{collections::BTreeMap, vec, vec::Vec};

    use super::*;
    use crate::shuffle::choices::counted::{WHOLE, assert_uniform, count, factorial};

    fn order_of_packets(n: u64, size: usize, order: &[u64]) -> Option<Vec<u64>> {
        let size = size as u64;
        let mut packets = vec![];
        let mut rest = order;
        while let Some(&first) = rest.first() {
            let length = size.min(n - first / size * size);
            let (packet, after) = rest.split_at_checked(to_index(length))?;
            let inside = packet.iter().copied();
            inside.eq(first..first + length).then_some(())?;
            packets.push(first / size);
            rest = after;
        }
        Some(packets)
    }

    #[test]
    fn every_order_of_the_packets_is_equally_likely_and_packets_stay_whole() {
        for n in 0..=12u64 {
            for size in (1..=13).filter(|&size| n.div_ceil(size) <= 6) {
                let size = to_index(size);
                let packets_there = n.div_ceil(size as u64);
                let orders = assert_uniform(factorial(packets_there), |path| {
                    let mut items: Vec<u64> = (0..n).collect();
                    packets(&mut items, size, LastPacket::Kept, path).map(|()| items)
                });
                for order in orders {
                    let packets = order_of_packets(n, size, &order);
                    assert_eq!(packets.map(|p| p.len() as u64), Some(packets_there), "{order:?}");
                }
            }
        }
    }

    #[test]
    fn every_order_inside_the_last_packet_is_equally_likely_too() {
        for n in 0..=9u64 {
            for size in (1..=10).filter(|&size| n.div_ceil(size) <= 4 && size <= 5) {
                let last = if n == 0 { 0 } else { (n - 1) % size + 1 };
                let orders = factorial(n.div_ceil(size)) * factorial(last);
                let found = assert_uniform(orders, |path| {
                    let mut items: Vec<u64> = (0..n).collect();
                    packets(&mut items, to_index(size), LastPacket::Shuffled, path).map(|()| items)
                });
                for order in found {
                    // Once the last packet's items are brought back into their order, all packets are whole.
                    let mut next = n - last;
                    let straight: Vec<u64> = order
                        .iter()
                        .map(|&item| {
                            if item < n - last {
                                return item;
                            }
                            next += 1;
                            next - 1
                        })
                        .collect();
                    assert!(order_of_packets(n, to_index(size), &straight).is_some(), "{order:?}");
                }
            }
        }
    }

    /// How many of the equally likely paths lead to each order, in lexicographic order; orders that none leads to are
    /// left out.
    fn paths(n: u64, group: usize, skip: usize, all: u128) -> Vec<u128> {
        let (counts, unfinished): (BTreeMap<Vec<u64>, u128>, u128) = count(usize::MAX, |path| {
            let mut items: Vec<u64> = (0..n).collect();
            half(&mut items, group, skip, path).map(|()| items)
        });
        assert_eq!(unfinished, 0);
        counts.into_values().map(|count| count * all / WHOLE).collect()
    }

    #[test]
    fn half_shuffle_has_the_distribution_that_a_separate_program_counted() {
        // Four items, places 0 and 2 swapped: of 24 orders half never come, the others on one or two of 16 paths.
        assert_eq!(paths(4, 1, 1, 16), [2, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1]);
        // Seven items are three packets of two, of which the first and the third are swapped; one item stays.
        assert_eq!(paths(7, 2, 1, 9), [2, 1, 1, 1, 2, 2]);
        // All packets passed over but the first.
        assert_eq!(paths(4, 1, usize::MAX, 4), [1, 1, 1, 1]);
    }

    #[test]
    fn half_shuffle_without_skipping_is_the_naive_shuffle() {
        let counts = paths(4, 1, 0, 256);
        let known = [
            10, 10, 10, 14, 11, 9, 10, 15, 14, 14, 11, 11, 11, 11, 9, 11, 11, 10, 8, 9, 9, 8, 10,
            10,
        ];
        assert_eq!(counts, known);
        assert_eq!(paths(3, 1, 0, 27), [4, 5, 5, 5, 4, 4]);
    }
}
