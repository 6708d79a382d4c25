//! How many orders come again if a generator has so many seeds.

use core::f64::consts::LN_2;

use statrs::function::gamma::ln_gamma;

use super::super::{Repeats, p_value, p_value::approximate};

/// The number of seeds with which as many different orders are expected as came, if all seeds give different orders; nothing if
/// no order came again.
pub(super) fn estimate(found: Repeats) -> Option<f64> {
    if found.repeats == 0 {
        return None;
    }
    let (draws, different) =
        (approximate(found.compared), approximate(found.compared - found.repeats));
    let (mut low, mut high) = (different.ln(), 40.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if occupied(middle.exp(), draws).0 < different {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(high.exp())
}

/// The logarithm of the chance of exactly so many repeats, with so many seeds or, without a number, under fairness. The number
/// of orders is given by its natural logarithm.
pub(super) fn ln_likelihood(found: Repeats, seeds: Option<f64>, ln_orders: f64) -> f64 {
    match law(found, seeds, ln_orders) {
        Law::Impossible => f64::NEG_INFINITY,
        Law::Poisson { count, ln_mean } => {
            let count = approximate(count);
            count * ln_mean - ln_mean.exp() - ln_gamma(count + 1.0)
        }
        Law::Normal { deviation, variance } => {
            -deviation.powi(2) / 2.0 - (2.0 * core::f64::consts::PI * variance).ln() / 2.0
        }
    }
}

/// The chance of a number of repeats as surprising as this one, with so many seeds.
pub(super) fn chance(found: Repeats, seeds: f64, ln_orders: f64) -> f64 {
    match law(found, Some(seeds), ln_orders) {
        Law::Impossible => 0.0,
        Law::Poisson { count, ln_mean } => p_value::poisson(count, ln_mean).p,
        Law::Normal { deviation, .. } => p_value::normal(deviation).p,
    }
}

/// The law of the repeats, and where they are in it.
enum Law {
    Impossible,
    /// Of the repeats, or of the results that never came.
    Poisson {
        count: u64,
        ln_mean: f64,
    },
    /// So many standard deviations from the mean.
    Normal {
        deviation: f64,
        variance: f64,
    },
}

fn law(found: Repeats, seeds: Option<f64>, ln_orders: f64) -> Law {
    let draws = approximate(found.compared);
    if seeds.is_none() && ln_orders > FLOAT {
        let ln_mean = draws.ln() + (draws - 1.0).max(1.0).ln() - LN_2 - ln_orders;
        return Law::Poisson { count: found.repeats, ln_mean };
    }
    // Seeds that came, and then their orders, as two seeds may have one.
    let orders = ln_orders.exp();
    let results = seeds.unwrap_or(orders);
    let (mut mean, mut variance) = occupied(results, draws);
    if seeds.is_some() && ln_orders < FLOAT {
        let (of_orders, more) = occupied(orders, mean);
        let different = (mean * (-1.0 / orders).ln_1p()).exp();
        (mean, variance) = (of_orders, more + different.powi(2) * variance);
    }
    let different = found.compared - found.repeats;
    if approximate(different) > results {
        return Law::Impossible;
    }
    if variance >= NORMAL {
        return Law::Normal {
            deviation: (approximate(different) - mean) / variance.sqrt(),
            variance,
        };
    }
    if draws <= results {
        return Law::Poisson { count: found.repeats, ln_mean: (draws - mean).max(TINY).ln() };
    }
    let count = nearest(results) - different;
    Law::Poisson { count, ln_mean: (results - mean).max(TINY).ln() }
}

/// The mean and the variance of how many of equally likely results come in a number of draws.
pub(super) fn occupied(results: f64, draws: f64) -> (f64, f64) {
    let never = (draws * (-1.0 / results).ln_1p()).exp();
    let avoid = (draws * (-1.0 / (results - 1.0).powi(2)).ln_1p()).exp_m1();
    let variance =
        (results * never).powi(2) * avoid + results * never * (1.0 - never * (1.0 + avoid));
    let mean = -results * (draws * (-1.0 / results).ln_1p()).exp_m1();
    (mean, if variance > 0.0 { variance } else { 0.0 })
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 2^50 here")]
fn nearest(results: f64) -> u64 {
    results.round() as u64
}

/// The natural logarithm of what is as good as infinitely many orders.
const FLOAT: f64 = 45.0;
const NORMAL: f64 = 100.0;
/// No mean is below this.
const TINY: f64 = 1e-200;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_estimated_from_what_came_again() {
        for (compared, repeats, least, most) in [
            (100_000, 100_000 - 4_096, 4_096.0, 4_096.01),
            // 2^16 (1 - (1 - 2^-16)^100000) = 51,286.7 different ones.
            (100_000, 100_000 - 51_287, 65_530.0, 65_542.0),
            // About N²/2S.
            (100_000, 1, 4.9e9, 5.1e9),
        ] {
            let found = estimate(Repeats { compared, repeats });
            assert!(found.is_some_and(|seeds| (least..most).contains(&seeds)), "{found:?}");
        }
        assert_eq!(estimate(Repeats { compared: 100_000, repeats: 0 }), None);
    }

    #[test]
    fn likelihoods_are_largest_at_the_right_number() {
        let ln_cards = 156.360_8; // ln 52!
        let of = |found, bits: i32| ln_likelihood(found, Some(2_f64.powi(bits)), ln_cards);
        for (repeats, right) in [(100_000 - 256, 8), (48_713, 16), (1_183, 22), (1, 32)] {
            let found = Repeats { compared: 100_000, repeats };
            for bits in (2..40).filter(|&bits| bits != right) {
                assert!(of(found, right) > of(found, bits), "{repeats}: {bits}");
            }
            assert!(of(found, right) > ln_likelihood(found, None, ln_cards) + 100.0);
            assert!(chance(found, 2_f64.powi(right), ln_cards) > 1e-3);
        }
        // More different ones than there are.
        assert!(of(Repeats { compared: 10, repeats: 1 }, 3) == f64::NEG_INFINITY);
        assert!(chance(Repeats { compared: 10, repeats: 1 }, 8.0, ln_cards) <= 0.0);
    }

    #[test]
    fn two_seeds_may_have_one_order() {
        // 8 items have 40,320 orders: 2^16 seeds reach about 32,384 of them, and in 100,000 shuffles about 29,019.6 come.
        let ln_orders = f64::ln(40_320.0);
        let found = Repeats { compared: 100_000, repeats: 100_000 - 29_020 };
        assert!(chance(found, 65_536.0, ln_orders) > 1e-3);
        assert!(chance(found, 86_400.0, ln_orders) < 1e-9);
        assert!(ln_likelihood(found, None, ln_orders) < -1e6_f64.ln());
    }
}
