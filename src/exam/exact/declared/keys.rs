//! Sorting by random keys of which some are equal.

use std::vec::Vec;

use crate::exam::exact::float;

/// The exact law of the orders of `n` items that are sorted by random keys, equal ones in the order of the list.
///
/// An order comes from the keys that rise along it, and strictly where an item of the list stands before an earlier
/// one: at its `d` descents. Lowering the keys after each descent by one more leaves sequences that rise, not
/// strictly, among `K - d` keys, `K` being the number of keys. So
///
/// ```text
/// P(order) = C(K + n - 1 - d, n) / K^n
/// ```
///
/// This is the law of a deck that is cut into `K` packets by chance and put together again, read backwards (D. Bayer
/// and P. Diaconis, "Trailing the Dovetail Shuffle to its Lair", Annals of Applied Probability 2, 1992). The number
/// of orders with `d` descents is the Eulerian number; their shares are computed by the recurrence `n a(n,d) = (d+1)
/// a(n-1,d) + (n-d) a(n-1,d-1)`, all of whose terms are positive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeyLaw {
    /// The bits of a key.
    pub bits: u32,
    /// The number of items.
    pub n: u32,
    /// The chance that at least two keys of a shuffle are equal.
    pub tie: f64,
    /// By which part the list's own order is more likely than it should be: the most likely of all orders.
    pub own_order: f64,
    /// The total variation distance of the orders from equally likely ones.
    pub total_variation: f64,
    /// Their chi-square divergence from equally likely ones; infinite where it is too large to tell, beyond 10⁶⁰.
    pub chi_square: f64,
}

impl KeyLaw {
    pub(super) fn new(bits: u32, n: u32) -> Self {
        let keys = f64::from(bits).exp2();
        let shares = Shares::of(n);
        let (mut absolute, mut squares, mut chance) = (0.0, 0.0, 0.0);
        let mut edge = None;
        let deviations = deviations(keys, n, shares.first, shares.values.len());
        for (share, deviation) in shares.values.iter().zip(deviations) {
            absolute += share * deviation.abs();
            squares += share * deviation * deviation;
            chance += share * (1.0 + deviation);
            edge.get_or_insert(share * (1.0 + deviation).powi(2));
        }
        // Few keys for many items: most shuffles have so few descents that the shares left out are theirs.
        let is_far = shares.first > 0
            && (chance < 0.999 || edge.is_some_and(|edge: f64| edge > 1e-14 * squares));
        if is_far {
            absolute += (1.0 - chance).max(0.0);
            squares = f64::INFINITY;
        }
        let all_different: f64 = (1..n).map(|before| (-f64::from(before) / keys).ln_1p()).sum();
        Self {
            bits,
            n,
            // With fewer keys than items a factor is 0, and those beyond it mean nothing.
            tie: if f64::from(n) > keys { 1.0 } else { -all_different.exp_m1() },
            own_order: ln_ratio(keys, n, 0).exp_m1(),
            total_variation: absolute / 2.0,
            chi_square: squares,
        }
    }
}

/// The shares of the orders of `n` items that have `first`, `first + 1`, .. descents; all others together have less
/// than 10⁻²⁵⁰.
struct Shares {
    first: u32,
    values: Vec<f64>,
}

impl Shares {
    fn of(n: u32) -> Self {
        let mut shares = Self { first: 0, values: [1.0].into() };
        for items in 2..=n {
            shares.add_item(items);
        }
        shares
    }

    /// From the shares for one item less.
    fn add_item(&mut self, items: u32) {
        self.values.push(0.0);
        let whole = f64::from(items);
        for index in (0..self.values.len()).rev() {
            let descents = f64::from(self.first) + float(index as u64);
            let fewer = if index > 0 { self.values[index - 1] } else { 0.0 };
            let same = self.values[index];
            self.values[index] = ((descents + 1.0) * same + (whole - descents) * fewer) / whole;
        }
        // What is left out here is no more than 65,536 times this in the end.
        let begin = self.values.iter().position(|&share| share > NEGLIGIBLE).unwrap_or(0);
        self.values.drain(..begin);
        self.first += u32::try_from(begin).unwrap_or(0);
        while self.values.last().is_some_and(|&share| share < NEGLIGIBLE) {
            self.values.pop();
        }
    }
}

/// `n! P(order) - 1` for orders with `first`, `first + 1`, .. descents.
///
/// Neighbours differ by a factor, so that each logarithm is the last one and two more.
fn deviations(keys: f64, n: u32, first: u32, count: usize) -> impl Iterator<Item = f64> {
    let mut ratio = ln_ratio(keys, n, first);
    (first..).take(count).map(move |descents| {
        // With fewer keys than descents there is no such order, and the next ones have more.
        let deviation = if f64::from(descents) < keys { ratio.exp_m1() } else { -1.0 };
        ratio += (-f64::from(descents + 1) / keys).ln_1p();
        ratio -= (f64::from(n.saturating_sub(1 + descents)) / keys).ln_1p();
        deviation
    })
}

/// The logarithm of `n! P(order)` for an order with so many descents, `n! C(K + n - 1 - d, n) / K^n`: of the product
/// of `1 + j/K` for `j` from `-d` to `n - 1 - d`.
fn ln_ratio(keys: f64, n: u32, descents: u32) -> f64 {
    let ascents = n - 1 - descents.min(n - 1);
    let both = descents.min(ascents);
    // Of j and -j together what is left is small, and exact.
    let pairs: f64 = (1..=both).map(|j| (f64::from(j) / keys).powi(2)).map(|x| (-x).ln_1p()).sum();
    let more = (both + 1..=ascents).map(|j| (f64::from(j) / keys).ln_1p()).sum::<f64>();
    let fewer = (both + 1..=descents).map(|j| (-f64::from(j) / keys).ln_1p()).sum::<f64>();
    pairs + more + fewer
}

const NEGLIGIBLE: f64 = 1e-260;
