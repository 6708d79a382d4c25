//! What is true of a shuffle whatever its words are: found by counting every word, or by a formula, without a sample.
//!
//! - [`every_bound`], [`every_run`] and [`every_order`] run the library's own code on all words of a narrow width and
//!   count how many words give each result. That they are equally many is then a fact, not an estimate. The code is
//!   the same for all widths; draws use it with words of 64 bits, for which [`uniform`](crate::uniform) has the
//!   proof.
//! - [`StatesAndOrders`] compares the number of a list's orders with the number of states a generator has.
//! - [`Declared`] is a method that some program says it uses. Its exact law follows without running it: which results
//!   are favoured, how far the orders are from equally likely, and how many shuffles would show it.
//! - [`expected_chi_square`] is what a chi-square statistic comes to if outcomes are drawn along paths of known
//!   number.

mod counting;
mod declared;
mod parallel;
mod states;

pub use counting::{
    Counted, CountedOrders, MOST_COUNTED_ITEMS, Width, count_bounds, every_bound, every_order,
    every_run,
};
pub use declared::{Declared, DeclaredError, Draw, DrawLaw, KeyLaw, Law};
pub use states::StatesAndOrders;

/// The mean of Pearson's statistic X² for `observations` outcomes, if each outcome is the end of so many of the
/// equally likely paths, and X² takes all outcomes for equally likely.
///
/// `paths` has an entry for each possible outcome, also those that no path leads to. With `M` outcomes of
/// probabilities `p` the mean is `(M - 1) + (N - 1) (M Σp² - 1)`: the number of degrees of freedom, and what the bias
/// adds with each further observation. It follows from the mean `Np` and variance `Np(1-p)` of each count. Without any
/// path it is not a number.
///
/// # Examples
///
/// Swapping each of three items with any of the three has 27 paths to 6 orders:
///
/// ```
/// use fairdraw::exam::exact::expected_chi_square;
///
/// let fair = expected_chi_square(&[1; 6], 1_000);
/// let naive = expected_chi_square(&[4, 5, 5, 5, 4, 4], 1_000);
/// assert_eq!(fair, 5.0);
/// assert!((naive - (5.0 + 999.0 * (6.0 * 123.0 / 729.0 - 1.0))).abs() < 1e-9);
/// ```
pub fn expected_chi_square(paths: &[u64], observations: u64) -> f64 {
    let outcomes = float(paths.len() as u64);
    let total: f64 = paths.iter().copied().map(float).sum();
    let mean = total / outcomes;
    // M Σp² - 1 as the mean of squared relative deviations, which loses no digits when the bias is small.
    let deviation = |&count: &u64| (float(count) - mean) / mean;
    let divergence = paths.iter().map(deviation).map(|x| x * x).sum::<f64>() / outcomes;
    (outcomes - 1.0) + (float(observations) - 1.0) * divergence
}

/// The nearest floating point number.
#[allow(
    clippy::cast_precision_loss,
    reason = "a relative error of 2⁻⁵³ is that of all floating point here"
)]
fn float(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, vec, vec::Vec};

    use super::*;
    use crate::test_vectors::{check_all, number, numbers, same, text};

    /// How many paths lead to each order, in lexicographic order. `next` gives a path's choice below a bound.
    fn count_paths(
        choices: &[usize],
        order_of: impl Fn(&mut dyn FnMut() -> usize) -> Vec<u8>,
    ) -> Vec<u64> {
        let mut counts = BTreeMap::new();
        for path in 0..choices.iter().product() {
            let (mut rest, mut left) = (path, choices.iter());
            let order = order_of(&mut || {
                let bound = left.next().copied().unwrap_or(1);
                let chosen = rest % bound;
                rest /= bound;
                chosen
            });
            *counts.entry(order).or_default() += 1;
        }
        counts.into_values().collect()
    }

    #[test]
    fn naive_swap_of_four_has_the_known_paths_and_a_chi_square_near_29_808() {
        let paths = count_paths(&[4; 4], |choose| {
            let mut items = [0, 1, 2, 3];
            (0..4).for_each(|place| items.swap(place, choose()));
            items.into()
        });
        let known = [
            10, 10, 10, 14, 11, 9, 10, 15, 14, 14, 11, 11, 11, 11, 9, 11, 11, 10, 8, 9, 9, 8, 10,
            10,
        ];
        assert_eq!(paths, known);
        // Their squares sum to 2,812: 24 · 2812 / 256² - 1 = 1952/65536.
        let expected = 23.0 + 999_999.0 * 1952.0 / 65_536.0;
        assert!((expected_chi_square(&paths, 1_000_000) - expected).abs() < 1e-6);
    }

    #[test]
    fn random_comparator_under_binary_insertion_of_four_has_a_chi_square_near_125_000() {
        // Five coins: one for the second item, up to two for the third and the fourth. A path that ends early has the
        // weight of all that begin with it.
        let paths = count_paths(&[2; 5], |choose| {
            let mut sorted = vec![0];
            for item in 1..4 {
                let (mut low, mut high) = (0, sorted.len());
                while low < high {
                    let middle = usize::midpoint(low, high);
                    if choose() == 0 {
                        high = middle;
                    } else {
                        low = middle + 1;
                    }
                }
                sorted.insert(low, item);
            }
            sorted
        });
        assert_eq!(paths.iter().sum::<u64>(), 32);
        assert_eq!(paths.iter().filter(|&&count| count == 2).count(), 8);
        assert_eq!(paths.iter().filter(|&&count| count == 1).count(), 16);
        // 24 (8/256 + 16/1024) - 1 = 1/8.
        assert!((expected_chi_square(&paths, 1_000_000) - (23.0 + 999_999.0 / 8.0)).abs() < 1e-6);
    }

    #[test]
    fn means_of_chi_square_are_those_of_a_separate_program() {
        check_all("exam-exact", |vector| {
            if vector["kind"] != "paths" {
                return Ok(());
            }
            let found =
                expected_chi_square(&numbers(&vector["paths"]), number(&vector["observations"]));
            let expected: f64 = text(&vector["mean"]).parse().unwrap_or(f64::NAN);
            same("mean", (found / expected - 1.0).abs() < 1e-12, true)
        });
    }

    #[test]
    fn mean_of_chi_square_is_that_of_all_sequences_of_observations() {
        // All sequences of N observations, each along one of the paths; X² of each by its definition.
        for (paths, observations) in
            [(vec![1, 3], 4), (vec![2, 1, 2], 3), (vec![3, 0, 1], 3), (vec![2, 2], 5)]
        {
            let ends: Vec<usize> =
                (0..paths.len()).flat_map(|end| (0..paths[end]).map(move |_| end)).collect();
            let sequences = ends.len().pow(observations);
            let mut sum = 0.0;
            for sequence in 0..sequences {
                let mut counts = vec![0.0; paths.len()];
                let mut rest = sequence;
                for _ in 0..observations {
                    counts[ends[rest % ends.len()]] += 1.0;
                    rest /= ends.len();
                }
                let expected = f64::from(observations) / float(paths.len() as u64);
                sum +=
                    counts.iter().map(|count| (count - expected).powi(2) / expected).sum::<f64>();
            }
            let found = expected_chi_square(&paths, observations.into());
            assert!((found - sum / float(sequences as u64)).abs() < 1e-9, "{paths:?}");
        }
    }
}
