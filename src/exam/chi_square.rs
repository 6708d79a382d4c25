//! Pearson's X², with rare values pooled (section 1 of the page).

use std::vec::Vec;

use super::{Finding, Test, Why, p_value::approximate};

/// A cell's expected count must be at least 5, and what floating point has just below is taken for 5.
pub(super) const ENOUGH: f64 = 5.0 - 1e-9;

/// The sum of (counted - expected)²/expected.
pub(super) fn pearson(cells: impl IntoIterator<Item = (u64, f64)>) -> f64 {
    cells
        .into_iter()
        .map(|(counted, expected)| (approximate(counted) - expected).powi(2) / expected)
        .sum()
}

/// The number of observations with which a share has an expected count of 5.
pub(super) fn observations_for(share: f64) -> u64 {
    // The first guess may be one off, as the share is rounded.
    let guess = ceiling(ENOUGH / share);
    if guess > 1 && approximate(guess - 1) * share >= ENOUGH { guess - 1 } else { guess }
}

/// The smallest whole number that is not below; the largest there is for what is above.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cast of a float ends at the limits of the integer"
)]
pub(super) fn ceiling(value: f64) -> u64 {
    value.ceil() as u64
}

/// Tests a histogram against a law, value by value, with neighbours pooled from the lowest upward.
///
/// The counts of the histogram sum to the number of observations.
pub(super) fn pooled(test: Test, histogram: &[u64], law: &[f64]) -> Result<Finding, Why> {
    pooled_for(test, histogram, law, histogram.iter().sum(), 1.0)
}

/// The same for a histogram whose sum is itself a matter of chance: cells are formed for `each` times the number of
/// observations, which is what the sum should be.
pub(super) fn pooled_for(
    test: Test,
    histogram: &[u64],
    law: &[f64],
    observations: u64,
    each: f64,
) -> Result<Finding, Why> {
    let enough = |share: f64| approximate(observations) * (each * share) >= ENOUGH;
    let sum = approximate(histogram.iter().sum());
    let mut cells = Vec::new();
    let (mut counted, mut share) = (0, 0.0);
    for (value, (chance, above)) in law.iter().zip(above(law)).enumerate() {
        counted += histogram.get(value).copied().unwrap_or(0);
        share += chance;
        if enough(share) && enough(above) {
            cells.push((counted, sum * share));
            (counted, share) = (0, 0.0);
        }
    }
    if cells.is_empty() {
        return Err(Why::TooFew { needed: needed(law, each) });
    }
    let df = approximate(cells.len() as u64);
    cells.push((counted, sum * share));
    let statistic = if sum > 0.0 { pearson(cells) } else { 0.0 };
    Ok(Finding::chi_square(test, statistic, df, observations))
}

/// The smallest number of observations with which a law has two cells, if values are expected in `each` of them.
fn needed(law: &[f64], each: f64) -> u64 {
    let mut below = 0.0;
    let two = law.iter().zip(above(law)).map(|(chance, above)| {
        below += chance;
        observations_for(each * below.min(above))
    });
    two.min().unwrap_or(u64::MAX)
}

/// The chance of all values above each; summed from the end, as small ones would be lost in a difference.
fn above(law: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut above = Vec::with_capacity(law.len());
    for chance in law.iter().rev() {
        above.push(sum);
        sum += chance;
    }
    above.reverse();
    above
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]
mod tests {
    use super::{super::Law, *};

    #[test]
    fn neighbours_are_pooled_until_five_are_expected() {
        // 100 observations: 2+4 | 10 | 80 | 3+1 is too little, so that the last cell is 84.
        let law = [0.02, 0.04, 0.10, 0.80, 0.03, 0.01];
        let finding = pooled(Test::Cycles, &[3, 6, 7, 82, 2, 0], &law).unwrap();
        let expected = 9.0 / 6.0 + 9.0 / 10.0;
        assert!((finding.statistic - expected).abs() < 1e-12, "{finding:?}");
        assert_eq!((finding.law, finding.observations), (Law::ChiSquare { df: 2.0 }, 100));
    }

    #[test]
    fn two_cells_must_be_left() {
        let law = [0.25, 0.7, 0.05];
        for (count, applicable) in [(0, false), (19, false), (20, true), (1000, true)] {
            let found = pooled(Test::Cycles, &[count, 0, 0], &law);
            if applicable {
                assert!(found.is_ok(), "{count}");
            } else {
                assert_eq!(found, Err(Why::TooFew { needed: 20 }));
            }
        }
        // Three values of which none can be closed alone before 5/0.3: then 0.4 are above.
        assert_eq!(needed(&[0.3, 0.3, 0.4], 1.0), 13);
        assert_eq!(needed(&[0.3, 0.3, 0.4], 0.1), 125);
        assert_eq!(needed(&[1.0], 1.0), u64::MAX);
    }

    #[test]
    fn fives_are_whole_although_floats_are_not() {
        // 5/0.05 is 100 exactly, and 100 * (0.01 * 5) a little less or more than 5.
        for (share, needed) in [
            (0.05, 100),
            (0.01 * 5.0, 100),
            (1.0 / 3.0, 15),
            (1.0 / 49.0, 245),
            (1.0 / 5040.0, 25_200),
        ] {
            assert_eq!(observations_for(share), needed);
        }
        assert_eq!(observations_for(0.0), u64::MAX);
        assert_eq!(observations_for(0.051), 99);
    }
}
