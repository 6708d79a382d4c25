//! Results that came before (section 2.1 of the page).

use core::f64::consts::LN_2;

use super::{Finding, Repeats, Test, chi_square::ceiling, p_value::approximate};

/// Compares the repeats with those of equally likely results, whose number is given by its natural logarithm.
pub(super) fn test(found: Repeats, ln_results: f64) -> Finding {
    let Repeats { compared, repeats } = found;
    let (draws, results) = (approximate(compared), ln_results.exp());
    let poisson = |count, ln_mean| Finding::poisson(Test::Repeats, count, ln_mean, compared);
    // The logarithm has rounded the number of results; of powers of 2 it must not decide.
    if draws <= results / 64.0 * (1.0 + 1e-9) {
        return poisson(repeats, ln_mean_of_few(draws, ln_results, results));
    }
    // The chance that a result never comes, and by how much two results avoid each other: b/a² - 1.
    let never = (draws * (-1.0 / results).ln_1p()).exp();
    let avoid = (draws * (-1.0 / (results - 1.0).powi(2)).ln_1p()).exp_m1();
    let variance =
        (results * never).powi(2) * avoid + results * never * (1.0 - never * (1.0 + avoid));
    let mean = draws + results * (draws * (-1.0 / results).ln_1p()).exp_m1();
    if variance >= 100.0 {
        let deviation = (approximate(repeats) - mean) / variance.sqrt();
        return Finding::normal(Test::Repeats, deviation, compared);
    }
    if draws <= results {
        return poisson(repeats, mean.ln());
    }
    // Nearly every draw is a repeat then, and what varies is the few results that never come.
    let never_came = (results - draws + approximate(repeats)).round();
    poisson(ceiling(never_came), (results * never).ln())
}

/// The logarithm of the mean of repeats among draws of many more results: C(N,2)/M - C(N,3)/M² + C(N,4)/M³ - ..
///
/// Their number may be beyond floating point, and so the mean too small for it; only its logarithm is at hand then.
fn ln_mean_of_few(draws: f64, ln_results: f64, results: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 0.0);
    let mut order = 2.0;
    while f64::abs(term) > 1e-18 {
        sum += term;
        term *= -(draws - order) / ((order + 1.0) * results);
        order += 1.0;
    }
    draws.ln() + (draws - 1.0).ln() - LN_2 - ln_results + f64::ln(sum)
}

#[cfg(test)]
#[allow(clippy::panic, reason = "a test ends at the first surprise")]
#[allow(clippy::float_cmp, reason = "counts and chances of 0 and 1 are exact")]
mod tests {
    use super::{super::Law, *};

    fn found(compared: u64, repeats: u64, results: f64) -> Finding {
        test(Repeats { compared, repeats }, results.ln())
    }

    fn mean(finding: Finding) -> f64 {
        let Law::Poisson { mean } = finding.law else { panic!("{finding:?}") };
        mean
    }

    // Known answers by mpmath 1.4 at 150 digits, from the formulas of section 2.1 as they stand.

    #[test]
    fn few_repeats_are_poisson() {
        // The last mean below the bound of M/64, and means of 2^20 draws of numbers and of orders.
        for (draws, results, right) in [
            (2, 5041.0, 0.000_198_373_338_623_289),
            (630, 40_320.0, 4.888_648_553_223_37),
            (1 << 20, 2_f64.powi(26), 8_149.491_789_141_49),
            (1 << 20, 2_f64.powi(64), 2.980_229_396_598_53e-8),
            (1 << 20, 1e30, 5.497_552_896e-19),
        ] {
            let off = mean(found(draws, 0, results)) / right - 1.0;
            assert!(off.abs() < 1e-9, "{draws} of {results}: {off}");
        }
        // As many orders of 1,000 items as can be are all different; one repeat is not chance.
        let ln_orders = 5_912.128_178_488_16;
        let repeats = |repeats| test(Repeats { compared: 1 << 20, repeats }, ln_orders);
        assert_eq!(repeats(0).p, 1.0);
        assert_eq!(repeats(1).p, 0.0);
        // 2 N²/2M: half of it, doubled.
        let right = (2.0 * 2_f64.powi(39)).log10() - ln_orders / core::f64::consts::LN_10;
        assert!((repeats(1).log10_p - right).abs() < 1e-5, "{:?}", repeats(1));
        // Nothing and one thing can't repeat.
        for compared in [0, 1] {
            assert_eq!(found(compared, 0, 40_320.0).p, 1.0);
        }
    }

    #[test]
    fn many_repeats_are_normal() {
        for (draws, results, mean, sd) in [
            (5000, 40_320.0, 297.537_730_480_744, 15.880_946_424_820_4),
            (100_000, 40_320.0, 63_055.887_109_884, 48.910_225_010_199_5),
            (1 << 20, 2_f64.powi(25), 16_214.643_232_273_5, 124.711_333_763_861),
        ] {
            for repeats in [0, draws / 2] {
                let finding = found(draws, repeats, results);
                let right = (approximate(repeats) - mean) / sd;
                assert_eq!(finding.law, Law::Normal);
                assert!((finding.statistic / right - 1.0).abs() < 1e-8, "{finding:?}, not {right}");
            }
        }
    }

    #[test]
    fn between_them_and_far_beyond_counts_are_poisson() {
        // A variance below 100 with fewer draws than results,
        let finding = found(3000, 100, 40_320.0);
        assert!((mean(finding) / 108.855_305_121_334 - 1.0).abs() < 1e-9, "{finding:?}");
        assert_eq!(finding.statistic, 100.0);
        // and with many more: what varies is the results that never come.
        let finding = found(350_000, 350_000 - 40_320 + 3, 40_320.0);
        assert!((mean(finding) / 6.847_884_001_287_07 - 1.0).abs() < 1e-9, "{finding:?}");
        assert_eq!(finding.statistic, 3.0);
    }
}
