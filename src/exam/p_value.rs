//! The chances of statistics at least as surprising, if all outcomes are equally likely.
//!
//! A gross fault has chances like 10⁻¹⁰⁰⁰⁰, for which there is no floating-point number. Their logarithms are bounded from
//! above then, so that faults can still be compared and nobody reads a chance of exactly 0.

use core::f64::consts::{LN_2, LN_10, PI};

use statrs::function::{
    erf::erfc,
    gamma::{checked_gamma_lr, checked_gamma_ur, ln_gamma},
};

/// A chance, and its decimal logarithm also where the chance is too small for a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PValue {
    /// The chance, from 0 to 1; 0 if it is below 10⁻³⁰⁰.
    pub p: f64,
    /// Its decimal logarithm; of a chance below 10⁻³⁰⁰ an upper bound of it.
    pub log10: f64,
}

/// Of a chi-square value of at least `statistic`, with `df` degrees of freedom.
pub fn chi_square(statistic: f64, df: f64) -> PValue {
    gamma_above(df / 2.0, statistic / 2.0)
}

/// Of a standard normal value at least as far from 0, on either side.
pub fn normal(deviation: f64) -> PValue {
    let z = deviation.abs();
    // The density over z is above the tail (Mills).
    let bound = LN_2 - z * z / 2.0 - z.ln() - (2.0 * PI).ln() / 2.0;
    if bound < SMALLEST { PValue::bound(bound) } else { PValue::new(erfc(z / 2_f64.sqrt())) }
}

/// Of a Poisson count of at least `count`. The mean is given by its natural logarithm, as it may be too small for a number.
pub fn poisson_at_least(count: u64, ln_mean: f64) -> PValue {
    if count == 0 {
        return PValue::ONE;
    }
    // P(X >= c) is the lower incomplete gamma function of c at the mean, divided by Gamma(c).
    let (a, mean) = (approximate(count), ln_mean.exp());
    if mean < a {
        // The chances from c upward fall faster than by mean/(c+1).
        let first = a * ln_mean - mean - ln_gamma(a + 1.0);
        let bound = first - (-mean / (a + 1.0)).ln_1p();
        // A mean so small is not for the function; the bound is the chance then, to the last digit.
        if bound < SMALLEST || mean < 1e-20 {
            return PValue::bound(bound);
        }
    }
    PValue::new(checked_gamma_lr(a, mean).unwrap_or(1.0))
}

/// Of a Poisson count of at most `count`; the mean by its natural logarithm.
pub fn poisson_at_most(count: u64, ln_mean: f64) -> PValue {
    gamma_above(approximate(count) + 1.0, ln_mean.exp())
}

/// Of a Poisson count at least as surprising as `count`: twice the smaller tail, at most 1. The mean by its natural
/// logarithm.
pub fn poisson(count: u64, ln_mean: f64) -> PValue {
    let (below, above) = (poisson_at_most(count, ln_mean), poisson_at_least(count, ln_mean));
    let tail = if below.log10 < above.log10 { below } else { above };
    PValue { p: (2.0 * tail.p).min(1.0), log10: (tail.log10 + LN_2 / LN_10).min(0.0) }
}

/// The upper incomplete gamma function of `a` at `x`, divided by Gamma(a).
fn gamma_above(a: f64, x: f64) -> PValue {
    if x == f64::INFINITY {
        return PValue::bound(f64::NEG_INFINITY);
    }
    if x > a.max(1.0) {
        // t^(a-1) is at most x^(a-1) exp((a-1)(t-x)/x) from x on, or x^(a-1) if a is below 1.
        let falls = if a < 1.0 { x } else { x - a + 1.0 };
        let bound = a * x.ln() - x - ln_gamma(a) - falls.ln();
        if bound < SMALLEST {
            return PValue::bound(bound);
        }
    }
    PValue::new(checked_gamma_ur(a, x).unwrap_or(1.0))
}

impl PValue {
    const ONE: Self = Self { p: 1.0, log10: 0.0 };

    /// Not a number, which no statistic leads to, is 1: nothing surprising.
    fn new(p: f64) -> Self {
        let p = if p.is_nan() { 1.0 } else { p.clamp(0.0, 1.0) };
        Self { p, log10: p.log10() }
    }

    /// A chance whose natural logarithm is at most `ln`.
    fn bound(ln: f64) -> Self {
        let p = if ln < SMALLEST { 0.0 } else { ln.exp().min(1.0) };
        Self { p, log10: (ln / LN_10).min(0.0) }
    }
}

/// As a floating-point number, to 53 bits.
#[allow(clippy::cast_precision_loss, reason = "statistics have no more digits than that")]
pub(super) fn approximate(count: u64) -> f64 {
    count as f64
}

/// The natural logarithm of 10⁻³⁰⁰.
const SMALLEST: f64 = -690.775_527_898_213_7;

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "0 and 1 are exact")]
mod tests {
    use super::*;

    /// The known answers were computed with mpmath 1.4 at 60 digits: the incomplete gamma functions by continued
    /// fraction above a+1 and by series below, `loggamma` and `erfc` of the library.
    fn check(found: PValue, p: f64, log10: f64, what: &str) {
        if log10 > -300.0 {
            assert!((found.p / p - 1.0).abs() < 1e-8, "{what}: {found:?}, should be {p}");
            assert!((found.log10 - log10).abs() < 1e-8, "{what}: {found:?}, should be {log10}");
        } else {
            assert!(found.p == 0.0, "{what}: {found:?}");
            let over = found.log10 - log10;
            assert!(over > log10 * 1e-14 && over < 0.5, "{what}: {found:?}, should be {log10}");
        }
    }

    #[test]
    fn chi_square_tails_are_right_near_and_far() {
        for (df, statistic, p, log10) in [
            (1.0, 3.84, 0.050_043_521_248_705_1, -1.300_652_139_324_77),
            (1.0, 0.001, 0.974_772_879_369_96, -0.011_096_562_482_616_9),
            (1.0, 700.0, 2.990_226_975_124_62e-154, -153.524_295_845_019),
            (1.0, 1e5, 0.0, -21_717.322_159_443_9),
            (2.0, 1500.0, 0.0, -325.720_861_427_439),
            (3.0, 0.35, 0.950_366_117_368_476, -0.022_109_055_635_410_9),
            (3.0, 1e9, 0.0, -217_147_236.549_686),
            (5.0, 11.07, 0.050_009_618_622_405_5, -1.300_946_457_406_27),
            (12.0, 12.0, 0.445_679_641_364_611, -0.350_977_204_022_301),
            (50.0, 100.0, 3.454_931_382_984_86e-5, -4.461_560_573_553_74),
            (50.0, 20.0, 0.999_953_050_618_573, -2.039_033_594_300_55e-5),
            (50.0, 1300.0, 2.767_669_108_123_47e-239, -238.557_885_833_69),
            (2703.0, 2703.0, 0.496_382_716_325_139, -0.304_183_348_719_033),
            (2703.0, 3000.0, 4.628_809_956_107_24e-5, -4.334_530_649_571_1),
            (2703.0, 2500.0, 0.997_629_573_683_682, -0.001_030_685_133_702_1),
            (2703.0, 1e6, 0.0, -213_093.963_394_173),
            (5039.0, 5300.0, 0.005_189_883_254_826_93, -2.284_842_411_391_37),
            (65_279.0, 66_000.0, 0.023_297_656_835_617_7, -1.632_687_755_992_59),
            (65_279.0, 64_000.0, 0.999_815_457_918_245, -8.015_300_381_366_1e-5),
            (1e6, 1e6, 0.499_811_936_803_394, -0.301_193_376_008_807),
            (1e6, 1.005e6, 0.000_207_678_009_467_03, -3.682_609_487_447_34),
            (1e6, 1.01e6, 9.068_528_823_262_08e-13, -12.042_463_162_307_3),
            (1e6, 1.054e6, 0.0, -307.626_855_293_611),
            (1e6, 0.995e6, 0.999_800_672_140_364, -8.657_561_827_841_26e-5),
            (1e6, 1e9, 0.0, -215_430_099.958_815),
            (1e6, 1.2e6, 0.0, -3_841.374_797_571_18),
        ] {
            check(chi_square(statistic, df), p, log10, &std::format!("{statistic}, {df} df"));
        }
        assert_eq!(chi_square(0.0, 5.0), PValue::ONE);
        assert_eq!(chi_square(f64::INFINITY, 5.0).p, 0.0);
    }

    #[test]
    fn poisson_tails_are_right_near_and_far() {
        for (count, mean, at_most, log10_at_most, at_least, log10_at_least) in [
            (0, 0.5, 0.606_530_659_712_633, -0.217_147_240_951_626, 1.0, 0.0),
            (
                3,
                0.5,
                0.998_248_377_443_709,
                -0.000_761_387_036_771,
                0.014_387_677_966_970_7,
                -1.842_009_291_365_95,
            ),
            (
                10,
                2.0,
                0.999_991_691_775_632,
                -3.608_230_986_663_88e-6,
                4.649_807_501_726_38e-5,
                -4.332_565_026_178_54,
            ),
            (
                2,
                20.0,
                4.555_149_505_589_21e-7,
                -6.341_497_364_379_93,
                0.999_999_956_715_774,
                -1.879_810_094_300_99e-8,
            ),
            (
                34,
                34.0,
                0.545_441_062_581_462,
                -0.263_252_170_059_127,
                0.522_809_492_953_2,
                -0.281_656_535_284_756,
            ),
            (
                1000,
                1200.0,
                1.553_146_982_114_22e-9,
                -8.808_787_442_854_44,
                0.999_999_998_711_839,
                -5.594_410_444_926_6e-10,
            ),
            (
                503_000,
                500_000.0,
                0.999_988_791_593_058,
                -4.867_776_565_947_42e-6,
                1.127_908_255_724_16e-5,
                -4.947_726_224_513_28,
            ),
            (
                496_000,
                500_000.0,
                7.416_804_973_626_01e-9,
                -8.129_783_140_698_55,
                0.999_999_992_644_269,
                -3.194_553_585_244_19e-9,
            ),
            (1_000_000, 500_000.0, 1.0, 0.0, 0.0, -83_885.852_773_198_6),
            (1, 1e-10, 1.0, 0.0, 9.999_999_999_5e-11, -10.000_000_000_021_7),
            (5, 1e-60, 1.0, 0.0, 0.0, -302.079_181_246_048),
            (0, 1000.0, 0.0, -434.294_481_903_252, 1.0, 0.0),
            (200, 1e-3, 1.0, 0.0, 0.0, -974.897_320_773_878),
        ] {
            let what = std::format!("{count}, mean {mean}");
            let ln_mean = f64::ln(mean);
            check(poisson_at_most(count, ln_mean), at_most, log10_at_most, &what);
            check(poisson_at_least(count, ln_mean), at_least, log10_at_least, &what);
            let twice = (2.0 * at_most.min(at_least)).min(1.0);
            assert!((poisson(count, ln_mean).p - twice).abs() <= 1e-8 * twice, "{what}");
        }
    }

    #[test]
    fn means_too_small_for_a_number_have_tails() {
        // One repeat among 10^6 orders of 65,536 items; the logarithm of the mean is that of the chance.
        let ln_mean = -661_000.0;
        check(poisson(1, ln_mean), 0.0, ln_mean / LN_10 + 2_f64.log10(), "one");
        assert_eq!(poisson(0, ln_mean).p, 1.0);
        assert_eq!(poisson(0, f64::NEG_INFINITY).p, 1.0);
        assert_eq!(poisson_at_least(1, f64::NEG_INFINITY).log10, f64::NEG_INFINITY);
    }

    #[test]
    fn normal_tails_are_right_near_and_far() {
        for (z, p, log10) in [
            (0.0, 1.0, 0.0),
            (0.5, 0.617_075_077_451_974, -0.209_661_993_601_26),
            (-1.0, 0.317_310_507_862_914, -0.498_515_545_827_989),
            (1.959_963_984_540_05, 0.05, -1.301_029_995_663_98),
            (-3.0, 0.002_699_796_063_260_19, -2.568_669_040_265_39),
            (6.0, 1.973_175_290_075_4e-9, -8.704_834_331_812_72),
            (10.0, 1.523_970_604_832_11e-23, -22.817_023_409_822_1),
            (30.0, 9.813_427_854_296_37e-198, -197.008_179_265_997),
            (38.0, 0.0, -315.238_759_708_299),
            (-1000.0, 0.0, -217_150.339_011_999),
            (1e5, 0.0, -2_171_472_414.614_32),
        ] {
            check(normal(z), p, log10, &std::format!("{z}"));
        }
    }

    #[test]
    fn no_argument_hangs_or_gives_no_number() {
        let odd =
            [0.0, -1.0, 1e-300, 1e-9, 0.5, 1.0, 37.5, 1e3, 1e6, 1e9, 1e12, f64::INFINITY, f64::NAN];
        for x in odd {
            assert!((0.0..=1.0).contains(&normal(x).p));
            for df in [1.0, 2.0, 3.0, 1023.0, 65_279.0, 1e6] {
                // Around the middle as well, where the continued fraction is slowest.
                for statistic in [x, df + x, df * x, df + x * df.sqrt()] {
                    let found = chi_square(statistic, df);
                    assert!(
                        (0.0..=1.0).contains(&found.p) && found.log10 <= 0.0,
                        "{statistic}, {df}"
                    );
                }
            }
            for count in [0, 1, 2, 1000, 1 << 20, u64::MAX] {
                let found = poisson(count, x);
                assert!((0.0..=1.0).contains(&found.p) && found.log10 <= 0.0, "{count}, {x}");
            }
        }
    }
}
