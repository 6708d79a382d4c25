//! What follows from the method that a program says it shuffles by.
//!
//! A program that publishes its source, or its maker's answer to a letter, names one of a few methods. The exact law
//! of the orders follows, if its words are taken for uniform and independent: what is found here is the fault of the
//! method alone, and the best that such a program can be.

use core::{
    f64::consts::{LN_2, LN_10},
    fmt,
    str::FromStr,
};
use std::{error, vec::Vec};

use super::{StatesAndOrders, float};

mod keys;

pub use keys::KeyLaw;

/// A method of shuffling, as its program declares it.
///
/// # Examples
///
/// ```
/// use fairdraw::exam::exact::{Declared, Law};
///
/// // "We take a random byte modulo the number of cards left", for a deck.
/// let Law::Draws(law) = "modulo:8".parse::<Declared>()?.law(52)? else { unreachable!() };
/// let first = law.draws[0];
/// assert_eq!((first.bound, first.favoured, first.words_each), (52, 48, 4));
/// assert_eq!((first.relative_bias() * 10_000.0).round(), 1875.0); // 4 cards come 18.75 % too seldom
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Declared {
    /// Fisher and Yates' shuffle (Durstenfeld's), each choice below `m` the remainder of a word by `m`, nothing
    /// refused.
    Modulo {
        /// The bits of a word, 1 to 64.
        word_bits: u32,
    },
    /// The same, each choice `floor(word * m / 2^word_bits)`: what multiplying a random fraction of so many bits by
    /// `m` and rounding down comes to.
    Multiply {
        /// The bits of a word or of the fraction, 1 to 64; 53 for those of most languages.
        word_bits: u32,
    },
    /// Each item gets a random key, and the items are sorted by their keys; equal keys leave their items in the
    /// list's order.
    Keys {
        /// The bits of a key, 1 to 64.
        bits: u32,
    },
    /// A generator that is started from a seed, or has a state, of so many bits. Nothing else is known of the method.
    Seed {
        /// The bits of the seed or state, 1 to 1,000,000.
        bits: u32,
    },
}

/// The exact law of a declared method, its words taken for uniform and independent.
///
/// # How many shuffles show it
///
/// Given is the number of shuffles from which the best of all tests would know the method from a fair one: it is
/// wrong about a fair shuffle once in 100, and finds the method 9 times in 10. The best test compares the likelihoods
/// of what was seen under the two laws (J. Neyman and E. S. Pearson, "On the Problem of the Most Efficient Tests of
/// Statistical Hypotheses", Philosophical Transactions of the Royal Society A 231, 1933). For a small bias the
/// logarithm of their ratio has for each shuffle a mean of -χ²/2 if the shuffle is fair and of χ²/2 if it is by the
/// method, and in both cases a variance of χ², where
///
/// ```text
/// χ² = sum over all orders of (P(order) - 1/n!)² n!
/// ```
///
/// is the chi-square divergence of the method's law from the uniform one. The sum over many shuffles is close to
/// normal. So `N χ²` has to be the square of 2.3263 + 1.2816, the 99 % and the 90 % point of the normal law:
///
/// ```text
/// N = 13.017 / χ²
/// ```
///
/// It is close where it comes out large, above 100 say; a smaller number says that few shuffles are enough. A test
/// that doesn't know the method, as those of the exam, needs more.
#[derive(Debug, Clone, PartialEq)]
pub enum Law {
    /// Of [`Declared::Modulo`] and [`Declared::Multiply`].
    Draws(DrawLaw),
    /// Of [`Declared::Keys`].
    Keys(KeyLaw),
    /// Of [`Declared::Seed`].
    Seed(StatesAndOrders),
}

/// A shuffle by independent choices that are not quite uniform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawLaw {
    /// The choices below `n`, `n - 1`, .., 2.
    pub draws: Vec<Draw>,
}

/// One choice below a bound by [`Declared::Modulo`] or [`Declared::Multiply`]: how many words its results have.
///
/// Both methods give as many results one word more than the others; they differ in which results these are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw {
    /// The bits of a word.
    pub word_bits: u32,
    /// The number of results, at least 2.
    pub bound: u64,
    /// How many results have one word more than the others: `2^word_bits mod bound`. 0 is exactly uniform.
    pub favoured: u64,
    /// The words of each of the others: `floor(2^word_bits / bound)`. 0 means that they never come.
    pub words_each: u64,
}

impl Declared {
    /// The law of this method's shuffles of `n` items.
    ///
    /// # Errors
    ///
    /// `n` is not from 2 to 65,536, or the bits are not in the range that the method has.
    pub fn law(self, n: u32) -> Result<Law, DeclaredError> {
        if !(2..=MOST_ITEMS).contains(&n) {
            return Err(DeclaredError::Items { n });
        }
        self.check()?;
        Ok(match self {
            Self::Modulo { word_bits } | Self::Multiply { word_bits } => {
                let bounds = (2..=u64::from(n)).rev();
                Law::Draws(DrawLaw {
                    draws: bounds.map(|bound| Draw::of(word_bits, bound)).collect(),
                })
            }
            Self::Keys { bits } => Law::Keys(KeyLaw::new(bits, n)),
            Self::Seed { bits } => {
                let states = StatesAndOrders::new(bits.into(), n.into(), n.into());
                Law::Seed(states.ok_or(DeclaredError::Items { n })?)
            }
        })
    }

    /// How many words give this result of a choice below `bound`, by [`Modulo`](Self::Modulo) and
    /// [`Multiply`](Self::Multiply); `None` for the other methods, a bound of 0 and results that aren't below it.
    ///
    /// The first choice of Durstenfeld's shuffle run forward, below `n`, is the item at the first place; run as
    /// printed, the one at the last.
    pub fn words_of(self, bound: u64, result: u64) -> Option<u128> {
        if result >= bound {
            return None;
        }
        self.check().ok()?;
        let (bound, result) = (u128::from(bound), u128::from(result));
        match self {
            Self::Modulo { word_bits } => {
                let words = 1 << word_bits;
                Some(words / bound + u128::from(result < words % bound))
            }
            // Those from the first word that gives the result to the first that gives the next.
            Self::Multiply { word_bits } => {
                let first = |result: u128| (result << word_bits).div_ceil(bound);
                Some(first(result + 1) - first(result))
            }
            Self::Keys { .. } | Self::Seed { .. } => None,
        }
    }

    fn check(self) -> Result<(), DeclaredError> {
        let (bits, most) = match self {
            Self::Modulo { word_bits: bits }
            | Self::Multiply { word_bits: bits }
            | Self::Keys { bits } => (bits, 64),
            Self::Seed { bits } => (bits, 1_000_000),
        };
        if (1..=most).contains(&bits) { Ok(()) } else { Err(DeclaredError::Bits { bits, most }) }
    }
}

impl Law {
    /// The chi-square divergence of the orders from equally likely ones, as in the formula above.
    ///
    /// For [`Law::Seed`] the least that it can be, 0 if the states are enough, infinite beyond the largest `f64`.
    pub fn chi_square(&self) -> f64 {
        match self {
            Self::Draws(law) => law.chi_square(),
            Self::Keys(law) => law.chi_square,
            Self::Seed(law) => (shortfall_of(law) * LN_2).exp_m1(),
        }
    }

    /// Between which numbers the total variation distance of the orders from equally likely ones is: the most by
    /// which the chance of any event can differ.
    ///
    /// Both are equal for [`Law::Keys`]. For the choices of a [`Law::Draws`], which are independent, it is at least
    /// that of each choice, at most the sum of theirs, and at most half the root of χ².
    pub fn total_variation(&self) -> (f64, f64) {
        match self {
            Self::Draws(law) => {
                let each = || law.draws.iter().map(Draw::total_variation);
                let most = each().sum::<f64>().min(law.chi_square().sqrt() / 2.0).min(1.0);
                (each().fold(0.0, f64::max), most)
            }
            Self::Keys(law) => (law.total_variation, law.total_variation),
            Self::Seed(law) => (-(-shortfall_of(law) * LN_2).exp_m1(), 1.0),
        }
    }

    /// How many shuffles show it; `None` if no number does, or none is known.
    ///
    /// For choices and keys by the formula above, `None` if they are exactly uniform. For a seed of
    /// `B` bits it is the number among which an order comes twice with a chance of 9 in 10, `sqrt(2 ln(10) 2^B)`, if
    /// every seed is as likely and gives an order of its own; `None` if there are fewer than 2⁸ orders for each
    /// state, so that fair shuffles could repeat themselves too, or if the number is beyond the largest `f64`, from
    /// some 2,040 bits on.
    pub fn shuffles_to_see(&self) -> Option<f64> {
        if let Self::Seed(law) = self {
            let shuffles = (2.0 * LN_10).sqrt() * (float(law.generator_bits) / 2.0).exp2();
            return Some(shuffles)
                .filter(|_| law.shortfall() >= Some(800))
                .filter(|it| it.is_finite());
        }
        let chi_square = self.chi_square();
        (chi_square > 0.0).then(|| (NORMAL_POINTS * NORMAL_POINTS / chi_square).max(1.0))
    }
}

impl DrawLaw {
    /// The choice in which a result is furthest from its share, by [`Draw::relative_bias`]; the first of several.
    /// `None` if all are exactly uniform.
    pub fn worst(&self) -> Option<Draw> {
        let uneven = self.draws.iter().copied().filter(|draw| draw.favoured > 0);
        uneven.reduce(
            |worst, draw| {
                if draw.relative_bias() > worst.relative_bias() { draw } else { worst }
            },
        )
    }

    /// The choices are independent and together are the order, so of the divergences the factors `1 + χ²` multiply.
    fn chi_square(&self) -> f64 {
        self.draws.iter().map(|draw| draw.chi_square().ln_1p()).sum::<f64>().exp_m1()
    }
}

impl Draw {
    fn of(word_bits: u32, bound: u64) -> Self {
        let words = 1_u128 << word_bits;
        // Both are below 2⁶⁴, since bounds are at least 2.
        let small = |number: u128| u64::try_from(number).unwrap_or(u64::MAX);
        let bound = bound.max(2);
        let each = small(words / u128::from(bound));
        Self { word_bits, bound, favoured: small(words % u128::from(bound)), words_each: each }
    }

    /// The largest relative deviation of a result's chance from `1 / bound`: 0.02 says that some result comes 2 % too
    /// often or too seldom.
    pub fn relative_bias(&self) -> f64 {
        if self.favoured == 0 {
            return 0.0;
        }
        // The chances are (1 + (bound - favoured) / words) / bound and (1 - favoured / words) / bound.
        float(self.favoured.max(self.bound - self.favoured)) / self.words()
    }

    /// The total variation distance of this choice from a uniform one.
    pub fn total_variation(&self) -> f64 {
        let (favoured, others) = (float(self.favoured), float(self.bound - self.favoured));
        favoured * others / float(self.bound) / self.words()
    }

    /// The chi-square divergence of this choice from a uniform one, `favoured (bound - favoured) / 4^word_bits`.
    pub fn chi_square(&self) -> f64 {
        float(self.favoured) / self.words() * (float(self.bound - self.favoured) / self.words())
    }

    fn words(&self) -> f64 {
        f64::from(self.word_bits).exp2()
    }
}

/// The bits by which a generator's states are too few.
fn shortfall_of(states: &StatesAndOrders) -> f64 {
    float(states.shortfall().unwrap_or(0)) / 100.0
}

impl FromStr for Declared {
    type Err = DeclaredError;

    /// Reads `modulo:32`, `multiply:53`, `keys:32` or `seed:64`: the method and its bits.
    fn from_str(text: &str) -> Result<Self, DeclaredError> {
        let (name, bits) = text.split_once(':').ok_or(DeclaredError::Method)?;
        let digits = !bits.is_empty() && bits.bytes().all(|byte| byte.is_ascii_digit());
        let bits = bits.parse().ok().filter(|_| digits).ok_or(DeclaredError::Method)?;
        let method = match name {
            "modulo" => Self::Modulo { word_bits: bits },
            "multiply" => Self::Multiply { word_bits: bits },
            "keys" => Self::Keys { bits },
            "seed" => Self::Seed { bits },
            _ => return Err(DeclaredError::Method),
        };
        method.check().map(|()| method)
    }
}

impl fmt::Display for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Modulo { word_bits } => write!(f, "modulo:{word_bits}"),
            Self::Multiply { word_bits } => write!(f, "multiply:{word_bits}"),
            Self::Keys { bits } => write!(f, "keys:{bits}"),
            Self::Seed { bits } => write!(f, "seed:{bits}"),
        }
    }
}

/// Why a declared method has no law.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeclaredError {
    /// The text names no method and its bits.
    Method,
    /// The number of items is not from 2 to 65,536.
    Items {
        /// The number given.
        n: u32,
    },
    /// The number of bits is not one that the method has.
    Bits {
        /// The number given.
        bits: u32,
        /// The most that the method has; the least is 1.
        most: u32,
    },
}

impl fmt::Display for DeclaredError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Method => f.write_str("not modulo:BITS, multiply:BITS, keys:BITS or seed:BITS"),
            Self::Items { n } => write!(f, "{n} items, and the law is computed for 2 to 65,536"),
            Self::Bits { bits, most } => write!(f, "{bits} bits, and it must be 1 to {most}"),
        }
    }
}

impl error::Error for DeclaredError {}

const MOST_ITEMS: u32 = 1 << 16;
/// The 99 % and the 90 % point of the normal law, added.
const NORMAL_POINTS: f64 = 2.326_347_874_040_841 + 1.281_551_565_544_600_4;

#[cfg(test)]
mod tests {
    use std::string::{String, ToString as _};

    use serde_json::Value;

    use super::*;
    use crate::test_vectors::{check_all, list, number, same, text};

    fn declared(vector: &Value) -> Result<Declared, String> {
        let method: Declared = text(&vector["method"]).parse().map_err(|_| "method")?;
        same("method", method.to_string().as_str(), text(&vector["method"]))?;
        Ok(method)
    }

    /// Equal to a relative error of 10⁻¹¹.
    fn close(what: &str, found: f64, expected: &Value) -> Result<(), String> {
        let wanted: f64 = text(expected).parse().map_err(|_| "number")?;
        let is_close = (found - wanted).abs() <= wanted.abs() * 1e-11;
        if is_close { Ok(()) } else { same(what, found, wanted) }
    }

    #[test]
    fn laws_are_those_of_fractions() {
        let mut checked = 0;
        check_all("exam-exact", |vector| {
            if vector["kind"] != "law" {
                return Ok(());
            }
            checked += 1;
            let n = u32::try_from(number(&vector["n"])).unwrap_or(0);
            let law = declared(vector)?.law(n).map_err(|error| error.to_string())?;
            close("chi-square", law.chi_square(), &vector["chi_square"])?;
            let (least, most) = law.total_variation();
            match &law {
                Law::Keys(keys) => {
                    close("total variation", least, &vector["total_variation"])?;
                    same("total variation", least, most)?;
                    close("tie", keys.tie, &vector["tie"])?;
                    close("own order", keys.own_order, &vector["own_order"])
                }
                Law::Draws(_) if vector["all"] == true => {
                    let exact: f64 = text(&vector["total_variation"]).parse().unwrap_or(f64::NAN);
                    let inside = least * 0.999_999 <= exact && exact <= most * 1.000_001;
                    same("total variation inside", inside, true)
                }
                Law::Draws(draws) => {
                    let worst = draws.worst();
                    let bound = worst.map_or(0, |draw| draw.bound);
                    same("worst bound", bound, number(&vector["worst_bound"]))?;
                    let bias = worst.map_or(0.0, |draw| draw.relative_bias());
                    close("worst bias", bias, &vector["worst_bias"])?;
                    close("least", least, &vector["least_distance"])?;
                    let sum = draws.draws.iter().map(Draw::total_variation).sum();
                    close("sum", sum, &vector["sum_of_distances"])
                }
                Law::Seed(_) => Err("no such vector".to_string()),
            }
        });
        assert_eq!(checked, 55);
    }

    #[test]
    fn words_of_each_result_are_those_counted() {
        check_all("exam-exact", |vector| {
            if vector["kind"] != "words" {
                return Ok(());
            }
            let method = declared(vector)?;
            let bound = number(&vector["bound"]);
            for (result, words) in (0..).zip(list(&vector["words"])) {
                same("words", method.words_of(bound, result), Some(number(words).into()))?;
            }
            same("beyond", method.words_of(bound, bound), None)
        });
        let widest = Declared::Multiply { word_bits: 64 };
        assert_eq!(widest.words_of(u64::MAX, 0), Some(2));
        assert_eq!(widest.words_of(1, 0), Some(1 << 64));
        let widest = Declared::Modulo { word_bits: 64 };
        assert_eq!(
            (widest.words_of(u64::MAX, 0), widest.words_of(u64::MAX, 1)),
            (Some(2), Some(1))
        );
        assert_eq!(Declared::Keys { bits: 8 }.words_of(2, 0), None);
    }

    #[test]
    fn best_test_finds_a_method_nine_times_in_ten_by_the_number_given() {
        let mut checked = 0;
        check_all("exam-exact", |vector| {
            if vector["kind"] != "power" {
                return Ok(());
            }
            checked += 1;
            let word_bits = u32::try_from(number(&vector["width"])).unwrap_or(0);
            let law = Law::Draws(DrawLaw {
                draws: [Draw::of(word_bits, number(&vector["bound"]))].into(),
            });
            let shuffles = law.shuffles_to_see().map(f64::round);
            same("number", shuffles, Some(float(number(&vector["observations"]))))?;
            // By the exact binomial law, where the formula takes the normal one.
            let power: f64 = text(&vector["power"]).parse().unwrap_or(0.0);
            same("power", (power - 0.9).abs() < 0.03, true)
        });
        assert_eq!(checked, 5);
    }

    #[test]
    fn a_seed_reaches_few_orders_and_repeats_itself() {
        let law = |text: &str, n| text.parse::<Declared>().and_then(|method| method.law(n));
        let deck = law("seed:32", 52).unwrap_or_else(|_| unreachable!());
        // 2^193.58 orders for each seed; sqrt(2 ln(10) 2³²) = 140,638 shuffles.
        assert!((deck.chi_square().log2() - 193.58).abs() < 1e-9);
        assert_eq!(deck.shuffles_to_see().map(f64::round), Some(140_638.0));
        assert_eq!(deck.total_variation(), (1.0, 1.0));
        // 13! is 2^32.54: 0.54 bits are too few to say that repeats mean something, but a third of the orders is
        // missing.
        let few = law("seed:32", 13).unwrap_or_else(|_| unreachable!());
        assert_eq!(few.shuffles_to_see(), None);
        assert!((few.total_variation().0 - 0.312).abs() < 1e-3);
        // The Mersenne twister's state: a number that can't be held.
        let twister = law("seed:19937", 2_200).unwrap_or_else(|_| unreachable!());
        assert_eq!(twister.shuffles_to_see(), None);
        let most = law("seed:2000", 2_200).unwrap_or_else(|_| unreachable!());
        assert_eq!(most.shuffles_to_see().map(|shuffles| shuffles.log10().round()), Some(301.0));
        let enough = law("seed:32", 12).unwrap_or_else(|_| unreachable!());
        assert_eq!((enough.chi_square(), enough.total_variation()), (0.0, (0.0, 1.0)));
        assert_eq!(enough.shuffles_to_see(), None);
    }

    #[test]
    fn few_keys_for_many_items_are_told_without_a_number() {
        for (bits, n) in [(1, 1000), (5, 1000), (8, 5000), (16, 65_536)] {
            let Ok(Law::Keys(law)) = (Declared::Keys { bits }).law(n) else { unreachable!() };
            assert!((law.total_variation - 1.0).abs() < 1e-6, "{law:?}");
            assert_eq!((law.chi_square, law.tie), (f64::INFINITY, 1.0));
            assert_eq!(Law::Keys(law).shuffles_to_see(), Some(1.0));
        }
    }

    #[test]
    fn uniform_choices_are_never_seen() {
        let law = Declared::Modulo { word_bits: 8 }.law(2);
        let law = law.unwrap_or_else(|_| unreachable!());
        assert_eq!((law.chi_square(), law.total_variation()), (0.0, (0.0, 0.0)));
        assert_eq!(law.shuffles_to_see(), None);
    }

    #[test]
    fn methods_that_do_not_exist_have_no_law() {
        for text in [
            "",
            "modulo",
            "modulo:",
            "modulo:x",
            "modulo:+8",
            "modulo: 8",
            "dice:6",
            "modulo:99999999999",
        ] {
            assert_eq!(text.parse::<Declared>(), Err(DeclaredError::Method), "{text}");
        }
        for (text, bits, most) in
            [("modulo:0", 0, 64), ("keys:65", 65, 64), ("seed:1000001", 1_000_001, 1_000_000)]
        {
            assert_eq!(text.parse::<Declared>(), Err(DeclaredError::Bits { bits, most }));
        }
        let method = Declared::Multiply { word_bits: 65 };
        assert_eq!(method.law(52), Err(DeclaredError::Bits { bits: 65, most: 64 }));
        assert_eq!(method.words_of(52, 0), None);
        for n in [0, 1, 65_537, u32::MAX] {
            assert_eq!(Declared::Keys { bits: 16 }.law(n), Err(DeclaredError::Items { n }));
        }
    }
}
