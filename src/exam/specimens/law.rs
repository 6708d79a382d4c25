//! The exact law of a specimen: the probability of each order, for few items.

use std::{vec, vec::Vec};

use super::{
    super::p_value::approximate, Specimen, choices::Paths, shuffler::Method, swaps::Swaps,
};

/// All orders of up to [`MOST_COUNTED`] items, and how swaps lead from one to the other.
pub(crate) struct Orders {
    n: u32,
    /// In lexicographic order.
    by_rank: Vec<Vec<u32>>,
    /// For each order, and each pair of places a < b in lexicographic order, the rank of the order with both swapped.
    swapped: Vec<usize>,
}

/// So many items have orders that are few enough to work with each of them.
pub(crate) const MOST_COUNTED: u32 = 7;

impl Specimen {
    /// The exact probability of each of the `n!` orders, in lexicographic order.
    ///
    /// Nothing for fewer than 2 or more than 7 items, and for small seeds, whose orders depend on the generator. Where the
    /// law is counted, as for sorts, the probabilities are those of all paths; otherwise they are products and sums of
    /// exact ones, with floating point's rounding.
    pub fn law(&self, n: u32) -> Option<Vec<f64>> {
        self.check(n).ok()?;
        Orders::new(n)?.law(*self)
    }
}

impl Orders {
    /// The orders of `n` items; nothing above [`MOST_COUNTED`].
    pub(crate) fn new(n: u32) -> Option<Self> {
        if n > MOST_COUNTED {
            return None;
        }
        let mut orders = vec![vec![]];
        for _ in 0..n {
            let longer = |order: &Vec<u32>| {
                let order = order.clone();
                let free = (0..n).filter(|item| !order.contains(item)).collect::<Vec<_>>();
                free.into_iter().map(move |item| {
                    let mut longer = order.clone();
                    longer.push(item);
                    longer
                })
            };
            orders = orders.iter().flat_map(longer).collect();
        }
        let mut swapped = Vec::new();
        for order in &orders {
            for (a, b) in pairs(n as usize) {
                let mut other = order.clone();
                other.swap(a, b);
                swapped.push(rank(&other));
            }
        }
        Some(Self { n, by_rank: orders, swapped })
    }

    /// The number of orders.
    pub(crate) fn count(&self) -> usize {
        self.by_rank.len()
    }

    /// The order of a rank.
    pub(crate) fn order(&self, rank: usize) -> &[u32] {
        &self.by_rank[rank]
    }

    /// The probability of each order, by lexicographic rank; nothing for small seeds, whose orders depend on the generator.
    pub(crate) fn law(&self, specimen: Specimen) -> Option<Vec<f64>> {
        let n = self.n as usize;
        let of_each = |probability: &dyn Fn(&[u32]) -> f64| {
            self.by_rank.iter().map(|order| probability(order)).collect()
        };
        Some(match Method::of(specimen, self.n) {
            Method::Swaps(swaps) => self.after_swaps(&swaps),
            // After a thousand the law no longer changes in a number's last digit.
            Method::Transpositions(count) => (0..count.min(1_000)).fold(self.list(), |law, _| {
                let mut next = vec![0.0; law.len()];
                for (rank, probability) in law.iter().enumerate() {
                    next[rank] += probability / approximate(n as u64);
                    for (a, b) in pairs(n) {
                        next[self.swap(rank, a, b)] +=
                            probability * 2.0 / approximate((n * n) as u64);
                    }
                }
                next
            }),
            Method::Keys(keys) => of_each(&|order| ln_by_runs(keys, n, 1 + descents(order)).exp()),
            Method::Riffles(count) => {
                of_each(&|order| ln_by_runs(1 << count.min(63), n, rising_sequences(order)).exp())
            }
            Method::NextFree => of_each(&next_free),
            method @ (Method::Sort(_) | Method::Cut) => {
                let mut law = vec![0.0; self.count()];
                let list: Vec<u32> = (0..self.n).collect();
                Paths::each(
                    |paths| {
                        let mut items = list.clone();
                        method.shuffle(&mut items, paths);
                        Some(rank(&items))
                    },
                    &mut law,
                );
                law
            }
            Method::Seeds(..) => return None,
        })
    }

    /// Only the list's own order.
    fn list(&self) -> Vec<f64> {
        let mut law = vec![0.0; self.count()];
        law[0] = 1.0;
        law
    }

    fn swap(&self, rank: usize, a: usize, b: usize) -> usize {
        let (a, b, n) = (a.min(b), a.max(b), self.n as usize);
        if a == b {
            return rank;
        }
        // Before the pairs with first place a stand n-1, n-2, .. pairs.
        let pair = a * (2 * n - a - 1) / 2 + (b - a - 1);
        self.swapped[rank * (n * (n - 1) / 2) + pair]
    }

    fn after_swaps(&self, swaps: &Swaps) -> Vec<f64> {
        swaps.steps.iter().fold(self.list(), |law, step| {
            let picks = swaps.pick.law(step.bound);
            let mut next = vec![0.0; law.len()];
            for (rank, probability) in law.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                for (offset, pick) in picks.iter().enumerate() {
                    let to = self.swap(rank, step.place as usize, step.first as usize + offset);
                    next[to] += probability * pick;
                }
            }
            next
        })
    }
}

/// The natural logarithm of C(piles + n-runs, n) / piles^n: of an order with so many rising sequences after riffles of
/// together so many piles, and of one with so many runs (descents and one) after sorting by so many keys.
pub(crate) fn ln_by_runs(piles: u64, n: usize, runs: usize) -> f64 {
    let (piles, runs) = (approximate(piles), approximate(runs as u64));
    (0..n as u64)
        .map(|i| {
            ((piles + 1.0 - runs + approximate(i)) / piles).max(0.0).ln() - approximate(i + 1).ln()
        })
        .sum()
}

/// Each item taken has one random number for itself, and one for each in the unbroken row of items before it that were
/// taken, which go on to it.
fn next_free(order: &[u32]) -> f64 {
    let n = order.len();
    let mut taken = vec![false; n];
    let mut probability = 1.0;
    for &item in order {
        let item = item as usize;
        let row = (1..n).take_while(|back| taken[(item + n - back) % n]).count();
        probability *= approximate(1 + row as u64) / approximate(n as u64);
        taken[item] = true;
    }
    probability
}

pub(crate) fn descents(order: &[u32]) -> usize {
    order.windows(2).filter(|pair| pair[0] > pair[1]).count()
}

/// One, and one for each item that stands after the next one of the list.
pub(crate) fn rising_sequences(order: &[u32]) -> usize {
    let mut places = vec![0; order.len()];
    for (place, &item) in order.iter().enumerate() {
        places[item as usize] = place;
    }
    1 + places.windows(2).filter(|pair| pair[0] > pair[1]).count()
}

fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |a| (a + 1..n).map(move |b| (a, b)))
}

/// The place of an order of `0..n` among all of them, in lexicographic order.
pub(crate) fn rank(order: &[u32]) -> usize {
    (0..order.len()).fold(0, |rank, place| {
        let smaller = order[place + 1..].iter().filter(|&&item| item < order[place]).count();
        rank * (order.len() - place) + smaller
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exam::specimens::{Run, Sort};

    fn law(specimen: Specimen, n: u32) -> Vec<f64> {
        Orders::new(n).and_then(|orders| orders.law(specimen)).unwrap_or_default()
    }

    /// The probabilities times `paths`, which must be whole numbers.
    fn ways(specimen: Specimen, n: u32, paths: f64) -> Vec<u32> {
        let ways: Vec<f64> = law(specimen, n).iter().map(|p| p * paths).collect();
        assert!(ways.iter().all(|ways| (ways - ways.round()).abs() < 1e-6), "{ways:?}");
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small counts")]
        ways.iter().map(|ways| ways.round() as u32).collect()
    }

    #[test]
    fn laws_are_those_of_all_paths() {
        // The shuffle itself, run on every path, against formulas and products of probabilities.
        let mut specimens = vec![
            (Specimen::Fair, 5),
            (Specimen::Sattolo, 5),
            (Specimen::NextFree, 5),
            (Specimen::Cut, 5),
            (Specimen::Riffles { count: 1 }, 5),
            (Specimen::Riffles { count: 2 }, 5),
            (Specimen::Riffles { count: 4 }, 4),
            (Specimen::Transpositions { count: 1 }, 5),
            (Specimen::Transpositions { count: 3 }, 4),
            (Specimen::Tail { length: 2 }, 5),
            (Specimen::Head { length: 1 }, 5),
        ];
        specimens.extend([2, 3, 8].map(|keys| (Specimen::ShortKeys { keys }, 5)));
        for last in [true, false] {
            specimens.push((Specimen::NoOffset { last }, 5));
            for run in [Run::Forward, Run::Downward] {
                specimens.push((Specimen::NaiveSwap { run, last }, 5));
            }
        }
        for run in [Run::Forward, Run::Downward] {
            specimens.extend([(Specimen::StopsEarly { run }, 5), (Specimen::Rounding { run }, 5)]);
            for (bits, n) in [(1, 5), (2, 5), (3, 5), (5, 4), (7, 3)] {
                specimens.push((Specimen::Modulo { bits, run }, n));
                specimens.push((Specimen::Multiply { bits, run }, n));
            }
        }
        for (specimen, most) in specimens {
            for n in 3..=most {
                let mut counted = vec![0.0; law(specimen, n).len()];
                let method = Method::of(specimen, n);
                Paths::each(
                    |paths| {
                        let mut items: Vec<u32> = (0..n).collect();
                        method.shuffle(&mut items, paths);
                        Some(rank(&items))
                    },
                    &mut counted,
                );
                let law = law(specimen, n);
                let worst =
                    law.iter().zip(&counted).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                assert!(worst < 1e-12, "{specimen} of {n}: {worst}");
                assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{specimen} of {n}");
            }
        }
    }

    #[test]
    fn naive_swap_has_the_counts_that_everybody_knows() {
        let naive = Specimen::NaiveSwap { run: Run::Forward, last: true };
        assert_eq!(ways(naive, 3, 27.0), [4, 5, 5, 5, 4, 4]);
        assert_eq!(
            ways(naive, 4, 256.0),
            [
                10, 10, 10, 14, 11, 9, 10, 15, 14, 14, 11, 11, 11, 11, 9, 11, 11, 10, 8, 9, 9, 8,
                10, 10
            ]
        );
    }

    #[test]
    fn one_step_off_the_shuffle() {
        assert_eq!(ways(Specimen::Sattolo, 3, 2.0), [0, 0, 0, 1, 1, 0]);
        let early = Specimen::StopsEarly { run: Run::Downward };
        assert_eq!(ways(early, 3, 3.0), [1, 1, 0, 0, 0, 1]);
        assert_eq!(ways(early, 5, 60.0).iter().filter(|&&ways| ways == 1).count(), 60);
        assert_eq!(ways(Specimen::Tail { length: 1 }, 3, 2.0), [1, 0, 1, 0, 0, 0]);
        assert_eq!(ways(Specimen::Head { length: 1 }, 3, 2.0), [1, 1, 0, 0, 0, 0]);
        assert_eq!(ways(Specimen::Cut, 3, 3.0), [1, 0, 0, 1, 1, 0]);
    }

    #[test]
    fn coins_in_binary_insertion_make_sixteenths_and_thirty_seconds() {
        let ways = ways(Specimen::Comparator(Sort::BinaryInsertion), 4, 32.0);
        assert_eq!(ways.iter().filter(|&&ways| ways == 2).count(), 8);
        assert_eq!(ways.iter().filter(|&&ways| ways == 1).count(), 16);
    }
}
