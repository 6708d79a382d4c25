//! Shuffles that are neither swaps nor a sort with a comparator.

use std::{vec, vec::Vec};

use super::choices::Choices;
use crate::shuffle::to_index;

/// Sorts by random keys below `keys`; equal keys keep the list's order.
pub(super) fn sort_by_keys<C: Choices>(items: &mut [u32], keys: u64, choices: &mut C) {
    let mut keyed: Vec<(u64, u32)> =
        items.iter().map(|&item| (choices.below(keys), item)).collect();
    keyed.sort_by_key(|&(key, _)| key);
    for (item, (_, sorted)) in items.iter_mut().zip(keyed) {
        *item = sorted;
    }
}

/// A riffle after the model of Gilbert, Shannon and Reeds: every way to cut the deck and to interleave the two packets
/// has the same probability, once for each way of writing a coin's side at every place of the new deck.
pub(super) fn riffle<C: Choices>(items: &mut [u32], choices: &mut C) {
    let deck = items.to_vec();
    for packet in &mut *items {
        *packet = u32::from(choices.coin());
    }
    let upper = items.iter().filter(|&&packet| packet == 0).count();
    let mut next = [0, upper];
    for place in items {
        let next = &mut next[*place as usize];
        *place = deck[*next];
        *next += 1;
    }
}

/// Swaps two random places, perhaps one with itself.
pub(super) fn transpose<C: Choices>(items: &mut [u32], choices: &mut C) {
    let n = items.len() as u64;
    let (a, b) = (to_index(choices.below(n)), to_index(choices.below(n)));
    items.swap(a, b);
}

pub(super) fn cut<C: Choices>(items: &mut [u32], choices: &mut C) {
    items.rotate_left(to_index(choices.below(items.len() as u64)));
}

/// Each place takes the item at a random place of the list, or the next one that is still there, beginning again at the
/// front after the last.
pub(super) fn next_free<C: Choices>(items: &mut [u32], choices: &mut C) {
    let list = items.to_vec();
    let mut taken = vec![false; list.len()];
    for place in items {
        let mut chosen = to_index(choices.below(list.len() as u64));
        while taken[chosen] {
            chosen = (chosen + 1) % list.len();
        }
        taken[chosen] = true;
        *place = list[chosen];
    }
}
