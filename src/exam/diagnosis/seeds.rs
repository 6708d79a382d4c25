//! Too small a seed: the orders are those of a good generator, but few of them come, and each as often as its seeds.
//!
//! Which orders these are depends on the generator, so nothing can be said of a single count. What can be said is how much the
//! counts scatter, how often orders come again, and that no order, place or item stands out more than others.

use std::{collections::BTreeMap, vec::Vec};

use statrs::function::{beta::checked_beta_reg, gamma::ln_gamma};

use super::{
    super::{Law, Specimen, Tally, Test, p_value, p_value::approximate, tests},
    Candidate, candidates, independence, repeats, worse,
};

/// Seeds that explain how the counts of all orders scatter.
pub(super) fn of_counted(tally: &Tally, counts: &[u64]) -> Vec<Candidate> {
    let observations = approximate(tally.observations());
    let orders = approximate(counts.len() as u64);
    // Of six counts or fewer any could be so.
    if counts.len() < FEWEST_ORDERS {
        return Vec::new();
    }
    let scatter = Scatter::new(counts);
    // X² is so many times its mean under fairness, for a number of seeds: 1 + N/S.
    let inflation = scatter.chi_square / scatter.df;
    let estimate = candidates::two_digits(observations / (inflation - 1.0));
    let even = evenness(tally, counts, &scatter, estimate.map(|seeds| approximate(seeds) / orders));
    let gain = |seeds| (seeds, scatter.gain(approximate(seeds) / orders));
    let mut tried = candidates::seeds();
    tried.retain(|&seeds| approximate(seeds) < MOST_OF_OBSERVATIONS * observations);
    candidates::likeliest(tried.into_iter().map(gain).collect(), estimate.map(gain))
        .into_iter()
        .map(|(seeds, gain)| {
            let chance = scatter.chance(approximate(seeds), approximate(seeds) / orders);
            candidate(seeds, gain, worse(even, Some((Test::Orders, chance))))
        })
        .collect()
}

/// Seeds that explain how often orders came again.
pub(super) fn of_repeats(tally: &Tally, ln_orders: f64) -> Vec<Candidate> {
    let found = tally.repeats();
    let estimate = repeats::estimate(found).and_then(candidates::two_digits);
    let fair = repeats::ln_likelihood(found, None, ln_orders);
    let gain =
        |seeds| (seeds, repeats::ln_likelihood(found, Some(approximate(seeds)), ln_orders) - fair);
    let tried = candidates::seeds().into_iter().map(gain).collect();
    let outcomes = tests(tally);
    let judged = |(seeds, gain)| {
        let inflation = 1.0 + (approximate(tally.observations()) - 1.0) / approximate(seeds);
        // How often two observations have one seed varies too: X² by this much, relatively and squared.
        let relative = 2.0 / approximate(seeds) / inflation.powi(2);
        let again = repeats::chance(found, approximate(seeds), ln_orders);
        let mut worst = Some((Test::Repeats, again));
        let independent = independence::of_seeds(tally, approximate(seeds));
        worst = worse(worst, Some((Test::Overlap, independent)));
        for finding in outcomes.iter().filter_map(|outcome| outcome.finding()) {
            if matches!(finding.test, Test::Repeats | Test::Overlap) {
                continue;
            }
            let (square, df) = match finding.law {
                Law::ChiSquare { df } => (finding.statistic, df),
                Law::Normal => (finding.statistic.powi(2), 1.0),
                _ => continue,
            };
            let wider = 1.0 + df * relative / 2.0;
            let chance = either_side(square / inflation / wider, df / wider);
            worst = worse(worst, Some((finding.test, chance)));
        }
        candidate(seeds, gain, worst)
    };
    candidates::likeliest(tried, estimate.map(gain)).into_iter().map(judged).collect()
}

fn candidate(seeds: u64, gain: f64, worst: Option<(Test, f64)>) -> Candidate {
    let specimens = [Specimen::SmallSeed { seeds }].into();
    // It explains the scatter and not the counts, so it is no description that they could resemble.
    Candidate { specimens, ln_likelihood: gain, gain: f64::NEG_INFINITY, worst }
}

/// How the counts of the orders scatter.
struct Scatter {
    /// How many orders have each count.
    orders_with: BTreeMap<u64, u64>,
    mean: f64,
    chi_square: f64,
    df: f64,
}

impl Scatter {
    fn new(counts: &[u64]) -> Self {
        let mut orders_with = BTreeMap::new();
        for &count in counts {
            *orders_with.entry(count).or_default() += 1;
        }
        let orders = approximate(counts.len() as u64);
        let mean = approximate(counts.iter().sum()) / orders;
        let chi_square =
            counts.iter().map(|&count| (approximate(count) - mean).powi(2) / mean).sum();
        Self { orders_with, mean, chi_square, df: orders - 1.0 }
    }

    /// The logarithm of the likelihood of the counts over that under fairness: each order has a Poisson number of seeds, with
    /// mean `per_order`, and each seed a Poisson number of observations, instead of each order such a number.
    fn gain(&self, per_order: f64) -> f64 {
        let of_order = |count: f64| {
            let ln_fair = ln_poisson(count, self.mean);
            let ln_seeds = if per_order > MANY {
                ln_negative_binomial(count, self.mean, per_order)
            } else {
                self.ln_compound(count, per_order)
            };
            ln_seeds - ln_fair
        };
        self.orders_with
            .iter()
            .map(|(&count, &orders)| approximate(orders) * of_order(approximate(count)))
            .sum()
    }

    fn ln_compound(&self, count: f64, per_order: f64) -> f64 {
        let each = self.mean / per_order;
        // The likeliest number of seeds lies between what is expected and what the count suggests; there the slope
        // ln(per_order/k) + count/k - each is 0.
        let (mut low, mut high) = (1e-3, per_order.max(count / each) + 1.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if (per_order / middle).ln() + count / middle > each {
                low = middle;
            } else {
                high = middle;
            }
        }
        let spread = 12.0 / (1.0 / high + count / high.powi(2)).sqrt() + 12.0;
        let last = high + spread;
        let (mut sum, mut largest) = (0.0, f64::NEG_INFINITY);
        let mut seeds = (high - spread).floor().max(0.0);
        while seeds <= last {
            let term = ln_poisson(seeds, per_order) + ln_poisson(count, seeds * each);
            // Scaled by the largest term so far.
            if term > largest {
                sum = sum * (largest - term).exp() + 1.0;
                largest = term;
            } else if term > f64::NEG_INFINITY {
                sum += (term - largest).exp();
            }
            seeds += 1.0;
        }
        largest + f64::ln(sum)
    }

    /// The chance of an X² as far from that of so many seeds, on either side. The fewer seeds an order has, the more X² varies.
    fn chance(&self, seeds: f64, per_order: f64) -> f64 {
        let observations = self.mean * (self.df + 1.0);
        let inflation = 1.0 + observations / seeds;
        let of_seeds = 1.0 - 1.0 / inflation;
        let wider = 1.0 + of_seeds.powi(2) / (2.0 * per_order);
        either_side(self.chi_square / inflation / wider, self.df / wider)
    }
}

/// Whether the scatter is the same in all directions: in single orders, and in the parts of the counts that the tests look at.
///
/// Each of these tests has the part of the orders' X² that lies in some of its dimensions. If no direction is distinguished,
/// the part has a beta law.
fn evenness(
    tally: &Tally,
    counts: &[u64],
    scatter: &Scatter,
    seeds_per_order: Option<f64>,
) -> Option<(Test, f64)> {
    let Scatter { mean, chi_square, df, .. } = *scatter;
    let part = |square: f64, dimensions: f64| {
        let share = if chi_square > 0.0 { (square / chi_square).clamp(0.0, 1.0) } else { 0.0 };
        checked_beta_reg(dimensions / 2.0, (df - dimensions) / 2.0, share).unwrap_or(0.5)
    };
    let mut worst = None;
    for finding in tests(tally).iter().filter_map(|outcome| outcome.finding()) {
        let (square, dimensions) = match (finding.test, finding.law) {
            (
                Test::FirstPlace | Test::FirstTwo | Test::PositionItem | Test::SuccessorPairs,
                Law::ChiSquare { df },
            ) => (finding.statistic, df),
            (Test::Parity | Test::RankCorrelation | Test::Trend, Law::Normal) => {
                (finding.statistic.powi(2), 1.0)
            }
            _ => continue,
        };
        if dimensions < df {
            let below = part(square, dimensions);
            worst = worse(worst, Some((finding.test, 2.0 * below.min(1.0 - below))));
        }
    }
    // The order, the item at a place and the item after an item that are farthest from their means.
    let orders = df + 1.0;
    let observations = mean * orders;
    let farthest = |counts: &[u64], share: f64| {
        let deviation = |count: u64| approximate(count) - observations * share;
        let square =
            |&count: &u64| deviation(count).powi(2) / (observations * share * (1.0 - share));
        let far = counts.iter().map(square).fold(0.0, f64::max);
        (approximate(counts.len() as u64) * (1.0 - part(far, 1.0))).min(1.0)
    };
    worst = worse(worst, Some((Test::Orders, farthest(counts, 1.0 / orders))));
    if let Some(places) = tally.position_item() {
        let share = 1.0 / approximate(places.columns() as u64);
        worst = worse(worst, Some((Test::PositionItem, farthest(places.cells(), share))));
    }
    if let Some(pairs) = tally.successor_pairs() {
        let things = pairs.columns();
        let off_diagonal =
            pairs.cells().iter().enumerate().filter(|(cell, _)| cell % (things + 1) != 0);
        let cells: Vec<u64> = off_diagonal.map(|(_, &count)| count).collect();
        let share = 1.0 / approximate(things as u64 - 1);
        worst = worse(worst, Some((Test::SuccessorPairs, farthest(&cells, share))));
    }
    if seeds_per_order.is_some_and(|seeds| seeds > FOR_NORMAL) {
        let fourth: f64 = counts.iter().map(|&count| (approximate(count) - mean).powi(4)).sum();
        let kurtosis = orders * fourth / (mean * chi_square).powi(2);
        let deviation = (kurtosis - 3.0 * df / (orders + 1.0)) / (24.0 / orders).sqrt();
        // Of few orders large values are far less rare than of a normal law.
        let chance = p_value::normal(deviation.max(0.0) / 2.0).p;
        worst = worse(worst, Some((Test::Orders, chance)));
    }
    worst
}

/// The chance of a chi-square value as far out, on either side.
fn either_side(square: f64, df: f64) -> f64 {
    let above = p_value::chi_square(square, df).p;
    (2.0 * above.min(1.0 - above)).min(1.0)
}

fn ln_poisson(count: f64, mean: f64) -> f64 {
    if mean <= 0.0 {
        return if count < 0.5 { 0.0 } else { f64::NEG_INFINITY };
    }
    count * mean.ln() - mean - ln_gamma(count + 1.0)
}

/// Poisson with a mean that has itself a gamma law: close to a Poisson number of seeds if there are many.
fn ln_negative_binomial(count: f64, mean: f64, shape: f64) -> f64 {
    ln_gamma(count + shape)
        - ln_gamma(shape)
        - ln_gamma(count + 1.0)
        - shape * (mean / shape).ln_1p()
        - count * (shape / mean).ln_1p()
}

/// The orders of four items.
const FEWEST_ORDERS: usize = 24;
/// Seeds more than so many times the observations don't show in counts.
const MOST_OF_OBSERVATIONS: f64 = 100.0;
/// From so many seeds for each order on, their number is about as good as a gamma number.
const MANY: f64 = 1_000.0;
/// From so many on, the orders' counts are about normal.
const FOR_NORMAL: f64 = 50.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compound_counts_are_those_of_the_definition() {
        // Sums over 2,000 numbers of seeds at 50 digits, by mpmath 1.3.
        let scatter = Scatter::new(&[20, 20, 20]);
        for (count, per_order, right) in [
            (0.0, 0.8, -0.799_999_999_988_89),
            (25.0, 0.8, -3.554_666_769_115_54),
            (20.0, 0.05, -325.552_057_792_148),
            (23.0, 2.0, -3.713_003_728_344_88),
            (60.0, 2.0, -6.507_694_229_385_13),
            (20.0, 100.0, -2.512_691_812_674_87),
            (35.0, 100.0, -6.548_510_166_109_97),
            (1000.0, 3.0, -331.232_371_796_269),
        ] {
            let found = scatter.ln_compound(count, per_order);
            assert!(
                (found - right).abs() < 1e-9 * f64::abs(right),
                "{count}, {per_order}: {found}"
            );
        }
        // Many seeds are nearly a Poisson count, by either way.
        let (compound, gamma) =
            (scatter.ln_compound(24.0, 1e5), ln_negative_binomial(24.0, 20.0, 1e5));
        assert!((compound - gamma).abs() < 1e-6);
        assert!((gamma - ln_poisson(24.0, 20.0)).abs() < 1e-3);
    }
}
