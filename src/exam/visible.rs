//! The smallest bias that a test sees (section 6 of the page).

use std::vec::Vec;

use statrs::function::gamma::ln_gamma;

use super::{
    Finding, Law, Outcome, Rule, Shape, Test, groups::Groups, p_value, p_value::approximate,
};

/// Fills in what the tests of single items see, with as many tests as were carried out.
pub(super) fn fill_in(outcomes: &mut [Outcome], shape: Shape) {
    let level = Rule::STANDARD.level().sqrt() / tests(outcomes);
    for outcome in outcomes {
        let Outcome::Done(finding) = outcome else { continue };
        let per_square = match finding.test {
            Test::FirstPlace => 1.0,
            // k items are drawn at once, and items in a sample avoid each other.
            Test::Items => {
                f64::from(shape.k()) * f64::from(shape.n() - 1) / f64::from(shape.n() - shape.k())
            }
            _ => continue,
        };
        let smallest = approximate(Groups::new(shape.n()).smallest()) / f64::from(shape.n());
        finding.visible = bias(finding, level, smallest).map(|bias| bias / per_square.sqrt());
    }
}

/// The outcomes of the standard rule, with what is visible in a look of another level.
pub(super) fn at_level(outcomes: &[Outcome], level: f64) -> Vec<Outcome> {
    let (standard, tests) = (Rule::STANDARD.level().sqrt(), tests(outcomes));
    let mut outcomes = outcomes.to_vec();
    if (level - standard).abs() < 1e-12 {
        return outcomes;
    }
    for outcome in &mut outcomes {
        if let Outcome::Done(Finding {
            law: Law::ChiSquare { df }, visible: Some(visible), ..
        }) = outcome
        {
            let of = |level: f64| noncentrality(*df, level / tests);
            *visible *= (of(level) / of(standard)).sqrt();
        }
    }
    outcomes
}

/// How many tests were carried out.
pub(super) fn tests(outcomes: &[Outcome]) -> f64 {
    approximate(outcomes.iter().filter(|outcome| outcome.finding().is_some()).count() as u64)
}

/// The relative bias d of a cell with this share that Pearson's X² sees with a chance of 9 in 10: the noncentrality is
/// N d² q/(1-q).
pub(super) fn bias(finding: &Finding, level: f64, share: f64) -> Option<f64> {
    let Law::ChiSquare { df } = finding.law else { return None };
    let per_square = approximate(finding.observations) * share / (1.0 - share);
    Some((noncentrality(df, level) / per_square).sqrt())
}

/// The noncentrality with which chi-square is above its critical value with a chance of 9 in 10.
pub(super) fn noncentrality(df: f64, level: f64) -> f64 {
    let critical = crossing(df, |value| p_value::chi_square(value, df).p <= level);
    crossing(critical, |noncentrality| chance_above(critical, df, noncentrality) >= POWER)
}

/// Where a condition begins to hold that holds from somewhere on, by halving; the first guess is above 0.
fn crossing(guess: f64, holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, guess);
    while !holds(high) && high < 1e12 {
        (low, high) = (high, 2.0 * high);
    }
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if holds(middle) { high = middle } else { low = middle }
    }
    high
}

/// The chance that a noncentral chi-square value is above `value`: a mixture of central ones with 2j more degrees of freedom,
/// j being Poisson with half the noncentrality as mean.
fn chance_above(value: f64, df: f64, noncentrality: f64) -> f64 {
    let (half_value, half) = (value / 2.0, noncentrality / 2.0);
    let mut above = p_value::chi_square(value, df).p;
    // The chance above grows by this from j to j+1; and the weight of j, both by logarithms as they begin tiny.
    let mut ln_growth = df / 2.0 * half_value.ln() - half_value - ln_gamma(df / 2.0 + 1.0);
    let mut ln_weight = -half;
    let (mut chance, mut rest) = (0.0, 1.0);
    let mut j = 0.0;
    while rest > 1e-12 && j < 2.0 * half + 1e4 {
        let weight = f64::exp(ln_weight);
        chance += weight * above.min(1.0);
        rest -= weight;
        above += f64::exp(ln_growth);
        j += 1.0;
        ln_weight += f64::ln(half / j);
        ln_growth += f64::ln(half_value / (df / 2.0 + j));
    }
    chance
}

const POWER: f64 = 0.9;
const HALVINGS: u32 = 60;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noncentralities_are_those_of_an_independent_program() {
        // By mpmath 1.4 at 40 digits: root finding on the incomplete gamma function for the critical value, and on the sum of
        // Poisson weights times it for the noncentrality.
        for (df, level, right) in [
            (1.0, 0.05, 10.507_419_409_690_8),
            (1.0, 0.1 / 16.0, 16.127_616_273_894_9),
            (2.0, 0.01, 17.426_689_067_434_9),
            (5.0, 0.1 / 14.0, 23.120_400_365_783),
            (51.0, 0.1 / 15.0, 50.007_916_971_658),
            (51.0, 0.01 / 15.0, 62.021_795_814_746_9),
            (48.0, 0.1 / 8.0, 45.279_501_389_884_2),
            (255.0, 0.1 / 16.0, 97.802_559_805_164_5),
            (1023.0, 0.1 / 11.0, 176.612_372_932_464),
            (1023.0, 1e-6, 302.167_906_886_575),
        ] {
            let found = noncentrality(df, level);
            assert!((found / right - 1.0).abs() < 1e-7, "{df} df at {level}: {found}, not {right}");
        }
    }
}
