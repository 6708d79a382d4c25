//! Sorts whose comparator throws a coin.
//!
//! What is sorted doesn't matter to such a comparator, so the order is decided by which items the program compares, and
//! what it does then. Where the items compared would be equal it makes no difference either: the coin's sides are equally
//! likely, so a sort that asks "is b before a" has the law of one that asks "is a before b".

use super::{
    Sort,
    choices::Choices,
    timsort::{LONG_RUNS, SHORT_RUNS, WINS, timsort},
};

/// Sorts by the program's method.
pub(super) fn sort<C: Choices>(sort: Sort, items: &mut [u32], choices: &mut C) {
    match sort {
        Sort::Insertion => insertion(items, choices),
        Sort::BinaryInsertion => binary_insertion(items, 1, choices),
        Sort::Timsort => {
            // It takes what comes of a comparator that contradicts itself.
            let _ = timsort(items, LONG_RUNS, WINS, choices);
        }
        Sort::Timsort32 => {
            let list = items.to_vec();
            while timsort(items, SHORT_RUNS, WINS, choices).is_err() {
                items.copy_from_slice(&list);
            }
        }
        Sort::Merge => merge_halves(items, choices),
        Sort::MergeUp => merge_up(items, 1, false, choices),
        Sort::Firefox if items.len() < FIREFOX_MERGES => insertion(items, choices),
        Sort::Firefox => {
            for group in items.chunks_mut(FIREFOX_GROUP) {
                insertion(group, choices);
            }
            merge_up(items, FIREFOX_GROUP, true, choices);
        }
    }
}

impl Sort {
    /// Whether the two make the same comparisons of `n` items, whatever the coin says.
    pub(crate) fn same_law(self, other: Self, n: u32) -> bool {
        let n = n as usize;
        let simplest = |sort| match sort {
            Self::Firefox if n < FIREFOX_MERGES => Self::Insertion,
            Self::Timsort32 if n < SHORT_RUNS => Self::Timsort,
            Self::MergeUp if n.is_power_of_two() => Self::Merge,
            sort => sort,
        };
        simplest(self) == simplest(other)
    }
}

/// Each item passes those before it, from the last to the first, until the coin says stop.
fn insertion<C: Choices>(items: &mut [u32], choices: &mut C) {
    for end in 1..items.len() {
        let mut place = end;
        while place > 0 && choices.coin() {
            place -= 1;
        }
        items[place..=end].rotate_right(1);
    }
}

/// The first `sorted` items, at least one, are sorted. Of each further item the place among those before it is found by
/// halving.
pub(super) fn binary_insertion<C: Choices>(items: &mut [u32], sorted: usize, choices: &mut C) {
    for end in sorted..items.len() {
        let (mut low, mut high) = (0, end);
        while low < high {
            let middle = low + (high - low) / 2;
            if choices.coin() {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        items[low..=end].rotate_right(1);
    }
}

fn merge_halves<C: Choices>(items: &mut [u32], choices: &mut C) {
    let middle = items.len() / 2;
    if middle > 0 {
        merge_halves(&mut items[..middle], choices);
        merge_halves(&mut items[middle..], choices);
        merge(items, middle, choices);
    }
}

/// Merges neighbouring groups of `size` to groups of twice the size until there is one. With `asks_first`, a group of more
/// than `size` stays as it is if the coin says that its halves are in order.
fn merge_up<C: Choices>(items: &mut [u32], size: usize, asks_first: bool, choices: &mut C) {
    let mut size = size;
    while size < items.len() {
        for group in items.chunks_mut(2 * size).filter(|group| group.len() > size) {
            if !(asks_first && choices.coin()) {
                merge(group, size, choices);
            }
        }
        size *= 2;
    }
}

/// Merges two sorted parts: one item of either, as the coin says, until one part has none left.
fn merge<C: Choices>(items: &mut [u32], middle: usize, choices: &mut C) {
    let parts = items.to_vec();
    let (mut left, mut right) = parts.split_at(middle);
    for place in items {
        let from_left = right.is_empty() || !left.is_empty() && choices.coin();
        let part = if from_left { &mut left } else { &mut right };
        if let Some((&first, rest)) = part.split_first() {
            (*place, *part) = (first, rest);
        }
    }
}

/// From so many items on Firefox merges, groups of so many at first (SpiderMonkey's Sorting.js).
const FIREFOX_MERGES: usize = 24;
const FIREFOX_GROUP: usize = 4;

#[cfg(test)]
mod tests {
    use std::{vec, vec::Vec};

    use super::*;
    use crate::exam::specimens::{Specimen, law::Orders};

    /// The law of `sort` in units of one over `paths`, which are powers of two.
    fn ways(sort: Sort, n: u32, paths: f64) -> Vec<f64> {
        let law = Orders::new(n).and_then(|orders| orders.law(Specimen::Comparator(sort)));
        law.unwrap_or_default().into_iter().map(|probability| probability * paths).collect()
    }

    // The counts of `timsort` come from the sorts of Node.js 20, CPython 3.11 and OpenJDK 17 themselves, called with a
    // comparator that gave the coins of every path in turn; the others from a Python program of 60 lines.

    #[test]
    fn four_items() {
        for (sort, paths, counts) in [
            (
                Sort::Insertion,
                64.0,
                [8, 4, 4, 2, 2, 1, 8, 4, 4, 2, 2, 1, 4, 2, 4, 2, 1, 1, 2, 1, 2, 1, 1, 1],
            ),
            (
                Sort::BinaryInsertion,
                32.0,
                [2, 2, 1, 1, 2, 1, 2, 2, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 2, 1, 2, 1, 1, 1],
            ),
            (
                Sort::Timsort,
                64.0,
                [12, 4, 1, 1, 4, 1, 2, 2, 1, 1, 2, 1, 1, 1, 3, 3, 1, 3, 4, 1, 2, 1, 1, 11],
            ),
            (
                Sort::Merge,
                32.0,
                [2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 2, 2],
            ),
        ] {
            assert_eq!(ways(sort, 4, paths), counts.map(f64::from), "{sort}");
        }
        for (sort, same) in [
            (Sort::Timsort32, Sort::Timsort),
            (Sort::Firefox, Sort::Insertion),
            (Sort::MergeUp, Sort::Merge),
        ] {
            assert_eq!(ways(sort, 4, 64.0), ways(same, 4, 64.0), "{sort}");
        }
    }

    #[test]
    fn three_items() {
        for (sort, paths, counts) in [
            (Sort::Insertion, 8.0, [2, 1, 2, 1, 1, 1]),
            (Sort::BinaryInsertion, 8.0, [2, 1, 2, 1, 1, 1]),
            (Sort::Timsort, 16.0, [6, 1, 2, 1, 1, 5]),
            (Sort::Merge, 8.0, [2, 2, 1, 1, 1, 1]),
            (Sort::MergeUp, 8.0, [1, 1, 1, 1, 2, 2]),
        ] {
            assert_eq!(ways(sort, 3, paths), counts.map(f64::from), "{sort}");
        }
    }

    #[test]
    fn five_items() {
        // 1,024, 256, 512, 256 and 512 paths; of all orders those that begin with item 0.
        for (sort, paths, counts) in [
            (
                Sort::Insertion,
                1024.0,
                [64, 32, 32, 16, 16, 8, 32, 16, 16, 8, 8, 4, 16, 8, 8, 4, 4, 2, 8, 4, 4, 2, 2, 1],
            ),
            (
                Sort::BinaryInsertion,
                256.0,
                [4, 4, 4, 4, 4, 4, 2, 2, 2, 2, 2, 2, 4, 4, 2, 2, 4, 2, 2, 2, 1, 1, 2, 1],
            ),
            (
                Sort::Timsort,
                512.0,
                [48, 16, 8, 8, 16, 8, 2, 2, 2, 2, 2, 2, 8, 8, 2, 2, 8, 2, 8, 4, 1, 1, 4, 1],
            ),
            (
                Sort::Merge,
                256.0,
                [8, 8, 4, 4, 4, 4, 4, 4, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1],
            ),
            (
                Sort::MergeUp,
                512.0,
                [2, 2, 2, 2, 4, 4, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 2, 2, 8, 8, 4, 4, 4, 4],
            ),
        ] {
            assert_eq!(ways(sort, 5, paths)[..24], counts.map(f64::from), "{sort}");
        }
    }

    #[test]
    fn groups_are_merged_up_and_stay_if_the_coin_says_so() {
        struct Never(Vec<u64>);
        impl Choices for Never {
            fn below(&mut self, bound: u64) -> u64 {
                self.0.push(bound);
                0
            }
        }
        // A coin that always says no: insertion leaves everything, and merging takes the right part first.
        for (sort, n) in [(Sort::Merge, 13), (Sort::MergeUp, 13), (Sort::Firefox, 24)] {
            let mut items: Vec<u32> = (0..n).collect();
            super::sort(sort, &mut items, &mut Never(vec![]));
            assert_ne!(items[0], 0, "{sort}");
            items.sort_unstable();
            assert!(items.into_iter().eq(0..n), "{sort}");
        }
        let mut coins = Never(vec![]);
        let mut items: Vec<u32> = (0..23).collect();
        sort(Sort::Firefox, &mut items, &mut coins);
        assert!(items.into_iter().eq(0..23));
        assert_eq!(coins.0.len(), 22);
    }
}
