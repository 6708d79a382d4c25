//! Sorting by short keys, and riffles: all that the orders say of them is in the number of descents, and of rising sequences.

use std::vec::Vec;

use super::{
    super::{Specimen, Tally, p_value::approximate, specimens::ln_by_runs},
    candidates,
};

/// The likeliest numbers of keys, with the logarithm of the likelihood over that under fairness; nothing for lists whose
/// descents aren't counted.
pub(super) fn keys(tally: &Tally) -> Vec<(Specimen, f64)> {
    if tally.descents().is_empty() {
        return Vec::new();
    }
    let gain = |keys| gain(tally, tally.descents(), 1, keys);
    // The likelihood has one maximum.
    let (mut low, mut high) = (0.0, 25.0);
    for _ in 0..40 {
        let third = (high - low) / 3.0;
        let gain = |ln_keys: f64| candidates::two_digits(ln_keys.exp()).map_or(0.0, gain);
        if gain(low + third) < gain(high - third) {
            low += third;
        } else {
            high -= third;
        }
    }
    // One key would be no shuffle at all.
    let estimate = candidates::two_digits(f64::midpoint(low, high).exp()).filter(|&keys| keys > 1);
    let tried = candidates::keys().into_iter().map(|keys| (keys, gain(keys))).collect();
    candidates::likeliest(tried, estimate.map(|keys| (keys, gain(keys))))
        .into_iter()
        .map(|(keys, gain)| (Specimen::ShortKeys { keys }, gain))
        .collect()
}

/// The same of riffles.
pub(super) fn riffles(tally: &Tally) -> Vec<(Specimen, f64)> {
    if tally.rising_sequences().is_empty() {
        return Vec::new();
    }
    let gain = |count: u64| gain(tally, tally.rising_sequences(), 0, 1 << count);
    let tried = (1..=20).map(|count| (count, gain(count))).collect();
    candidates::likeliest(tried, None)
        .into_iter()
        .filter_map(|(count, gain)| {
            Some((Specimen::Riffles { count: count.try_into().ok()? }, gain))
        })
        .collect()
}

/// The histogram's values are numbers of runs, less `more`.
fn gain(tally: &Tally, histogram: &[u64], more: usize, piles: u64) -> f64 {
    let n = tally.shape().n();
    let ln_orders: f64 = (1..=n).map(|i| f64::from(i).ln()).sum();
    // One observation's share of fairness, so that a single order that can't come doesn't decide.
    let least = -(approximate(tally.observations()) + 1.0).ln();
    let ln_ratio = |runs| (ln_by_runs(piles, n as usize, runs) + ln_orders).max(least);
    let counted = histogram.iter().enumerate().filter(|&(_, &count)| count > 0);
    counted.map(|(value, &count)| approximate(count) * ln_ratio(value + more)).sum()
}
