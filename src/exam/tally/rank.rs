//! The place of an observation in the lexicographic order of all that are possible, if they are few.

/// Of an order, or of the first `k` places of one.
pub(super) fn of_ordered(items: &[u32], n: u32) -> u64 {
    let mut rank = 0;
    for (place, &item) in items.iter().enumerate() {
        let smaller = items[..place].iter().filter(|&&before| before < item).count();
        // Each place before has its choices times those of the places after it: Horner's rule in a mixed base.
        rank = rank * (u64::from(n) - place as u64) + u64::from(item) - smaller as u64;
    }
    rank
}

/// Of a set, given as an ascending list.
///
/// The sets that come later are counted: those whose list agrees up to a place and goes on with larger items there.
pub(super) fn of_set(ascending: &[u32], n: u32, outcomes: u64) -> u64 {
    let k = ascending.len() as u64;
    let later =
        (0..).zip(ascending).map(|(place, &item)| choose(u64::from(n - 1 - item), k - place));
    outcomes - 1 - later.sum::<u64>()
}

/// Binomial coefficients that are at most 5,040, as all here are: parts of the sets that there are.
fn choose(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    (1..=k.min(n - k)).fold(1, |product, i| product * (n + 1 - i) / i)
}
