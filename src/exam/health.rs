//! The cutoffs of SP 800-90B's health tests for any source (NIST, 2018, section 4.4), in floating point.
//!
//! The tests themselves are in [`crate::random::health`]. A laboratory that knows the min-entropy of its source's
//! samples takes the cutoffs from here:
//!
//! ```
//! use fairdraw::{exam::health, random::health::AdaptiveProportion};
//!
//! // Bits with 0.8 bits of min-entropy each, and one false alarm in 2²⁰ windows: the standard's table has 664.
//! let cutoff = health::proportion_cutoff(1024, 0.8, 20.0).unwrap();
//! assert_eq!(cutoff, 664);
//! let mut test = AdaptiveProportion::new(1024, cutoff);
//! ```

use std::{vec, vec::Vec};

/// The cutoff of the repetition count test (section 4.4.1): `1 + ceil(bits / min_entropy)`.
///
/// `min_entropy` is that of a sample, in bits. A source that has it gives a run that begins at a given sample and
/// reaches the cutoff with probability at most `2^-bits`. `None` unless both are positive and the cutoff is below
/// 2³².
pub fn repetition_cutoff(min_entropy: f64, bits: f64) -> Option<u32> {
    let sensible = min_entropy > 0.0 && bits > 0.0;
    whole((bits / min_entropy).ceil() + 1.0).filter(|_| sensible)
}

/// The cutoff of the adaptive proportion test (section 4.4.2): `1 + CRITBINOM(window, 2^-min_entropy, 1 - 2^-bits)`.
///
/// CRITBINOM is the least number of successes that `window` trials exceed with a chance of at most `2^-bits`. A
/// cutoff of `window + 1` is never reached: no test of this window has so few false alarms. `None` unless
/// `min_entropy` is positive, `bits` is from 0 to 1,000 and `window` from 1 to 65,536.
///
/// The binomial law is summed in `f64`; the module's tests compare cutoffs with those of exact fractions.
pub fn proportion_cutoff(window: u32, min_entropy: f64, bits: f64) -> Option<u32> {
    let sensible = min_entropy > 0.0 && (0.0..=1000.0).contains(&bits);
    let law = binomial(window, (-min_entropy).exp2()).filter(|_| sensible)?;
    let allowed = (-bits).exp2();
    let mut beyond = 0.0;
    // From the top: the first number of successes whose chance is too much for what lies beyond.
    let critical = law.iter().rposition(|chance| {
        beyond += chance;
        beyond > allowed
    });
    u32::try_from(critical.unwrap_or(0) + 1).ok()
}

/// The chance that one window of the adaptive proportion test reaches the cutoff, if each sample has the value of the
/// window's first with this probability, independently of the others.
///
/// The first sample is equal to itself, so it is the chance of at least `cutoff - 1` successes in `window - 1`
/// trials. The standard's formula for the cutoff counts `window` trials; this chance is therefore a little above the
/// rate that the formula is given. `None` unless `probability` is from 0 to 1 and `window` from 1 to 65,536.
pub fn proportion_alarm(window: u32, probability: f64, cutoff: u32) -> Option<f64> {
    let law = binomial(window.checked_sub(1)?, probability)?;
    let least = usize::try_from(cutoff.saturating_sub(1)).unwrap_or(usize::MAX);
    // The small ones first, for the sum's precision.
    Some(law.iter().skip(least).rev().sum())
}

/// The chances of 0, 1, .., `trials` successes.
///
/// Computed outward from the most likely number, by the ratios of neighbours, and then divided by their sum: nothing
/// overflows, and what underflows is below 10⁻³⁰⁰ of the largest.
fn binomial(trials: u32, probability: f64) -> Option<Vec<f64>> {
    if trials > LONGEST_WINDOW || !(0.0..=1.0).contains(&probability) {
        return None;
    }
    let odds = probability / (1.0 - probability);
    let mode = whole((f64::from(trials + 1) * probability).floor())?.min(trials);
    let mut law = vec![0.0; usize::try_from(trials).ok()? + 1];
    let at = |successes: u32| usize::try_from(successes).unwrap_or(usize::MAX);
    law[at(mode)] = 1.0;
    for successes in mode + 1..=trials {
        let ratio = f64::from(trials - successes + 1) / f64::from(successes) * odds;
        law[at(successes)] = law[at(successes - 1)] * ratio;
    }
    for successes in (0..mode).rev() {
        let ratio = f64::from(successes + 1) / f64::from(trials - successes) / odds;
        law[at(successes)] = law[at(successes + 1)] * ratio;
    }
    let sum: f64 = law.iter().sum();
    Some(law.into_iter().map(|chance| chance / sum).collect())
}

/// A whole number from 0 to 2³² - 1 that has been computed in floating point.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
fn whole(number: f64) -> Option<u32> {
    (0.0..=f64::from(u32::MAX)).contains(&number).then_some(number as u32)
}

/// The longest of the standard's windows is 1,024.
const LONGEST_WINDOW: u32 = 1 << 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_vectors::{check_all, number, same, text};

    #[test]
    fn cutoffs_and_alarms_are_those_of_exact_fractions() {
        let mut checked = [0; 3];
        check_all("exam-health", |vector| {
            let of = |name: &str| u32::try_from(number(&vector[name])).unwrap_or(0);
            let entropy = || text(&vector["h"]).parse().unwrap_or(f64::NAN);
            match text(&vector["kind"]) {
                "repetition" => {
                    checked[0] += 1;
                    let found = repetition_cutoff(entropy(), f64::from(of("bits")));
                    same("cutoff", found, Some(of("cutoff")))
                }
                "proportion" => {
                    checked[1] += 1;
                    let found = proportion_cutoff(of("window"), entropy(), f64::from(of("bits")));
                    same("cutoff", found, Some(of("cutoff")))
                }
                "alarm" => {
                    checked[2] += 1;
                    let found =
                        proportion_alarm(of("window"), 1.0 / f64::from(of("values")), of("cutoff"));
                    let log2 = found.unwrap_or(0.0).log2();
                    let expected: f64 = text(&vector["log2"]).parse().unwrap_or(f64::NAN);
                    same("log2", (log2 - expected).abs() < 2e-6, true)
                }
                _ => Ok(()),
            }
        });
        assert_eq!(checked, [35, 22, 5]);
    }

    #[test]
    fn what_is_not_sensible_has_no_cutoff() {
        for (entropy, bits) in
            [(0.0, 20.0), (-1.0, 20.0), (f64::NAN, 20.0), (8.0, 0.0), (8.0, -1.0), (8.0, f64::NAN)]
        {
            assert_eq!(repetition_cutoff(entropy, bits), None, "{entropy} {bits}");
        }
        assert_eq!(repetition_cutoff(1e-9, 20.0), None, "beyond 2³²");
        for (entropy, bits) in
            [(0.0, 20.0), (f64::NAN, 20.0), (8.0, -1.0), (8.0, 1001.0), (8.0, f64::NAN)]
        {
            assert_eq!(proportion_cutoff(512, entropy, bits), None, "{entropy} {bits}");
        }
        assert_eq!(proportion_cutoff(LONGEST_WINDOW + 1, 8.0, 20.0), None);
        assert_eq!(proportion_alarm(0, 0.5, 1), None);
        assert_eq!(proportion_alarm(512, 1.5, 1), None);
        assert_eq!(proportion_alarm(512, f64::NAN, 1), None);
    }

    #[test]
    fn ends_of_the_range_are_certain() {
        assert_eq!(proportion_alarm(512, 0.0, 2), Some(0.0));
        assert_eq!(proportion_alarm(512, 1.0, 512), Some(1.0));
        assert_eq!(proportion_alarm(512, 0.5, 513), Some(0.0));
        assert_eq!(proportion_alarm(1, 0.5, 1), Some(1.0));
        // Sources of nearly no entropy, and of more than any.
        assert_eq!(proportion_cutoff(512, 1e-300, 20.0), Some(513));
        assert_eq!(proportion_cutoff(512, 1e300, 20.0), Some(1));
    }
}
