//! What can be counted or computed without a sample.

use fairdraw::exam::exact::{
    Counted, CountedOrders, Declared, Law, StatesAndOrders, Width, every_bound, every_order,
    every_run,
};
use serde_json::{Value, json};

use super::report::words::{number, percentage};
use crate::error::Error;
use crate::term::Term;

/// The exact part of a report.
#[derive(Default)]
pub(crate) struct Exact {
    own: Option<Own>,
    declared: Option<(Declared, u32, Law)>,
    states: Option<(StatesAndOrders, u64)>,
}

/// Our own code, by all words.
struct Own {
    bounds: Counted,
    runs: Counted,
    orders: CountedOrders,
}

impl Exact {
    /// Counts the words of our own draws, `thorough` with wider ones.
    pub(crate) fn count_own(&mut self, thorough: bool, term: &Term) {
        let (bounds, runs) =
            if thorough { (Width::Sixteen, Width::Twelve) } else { (Width::Twelve, Width::Eight) };
        let mut progress = term.progress("counting bounds", 1);
        let bounds = every_bound(bounds, &mut |done, total| progress.set(done, total));
        drop(progress);
        let mut progress = term.progress("counting runs", 1);
        let runs = every_run(runs, u64::MAX, &mut |done, total| progress.set(done, total));
        drop(progress);
        let mut progress = term.progress("counting orders", 1);
        let orders = every_order(COUNTED_ITEMS, &mut |done, total| progress.set(done, total));
        self.own = Some(Own { bounds, runs, orders });
    }

    /// The law of a method that a program says it uses, for so many items.
    pub(crate) fn declare(&mut self, method: Declared, n: u32) -> Result<(), Error> {
        let law = method.law(n).map_err(|error| Error::not_done(error.to_string()))?;
        self.declared = Some((method, n, law));
        Ok(())
    }

    /// Compares a generator's states with the orders of `k` of `n` items.
    pub(crate) fn compare(&mut self, bits: u64, n: u64, k: u64) {
        self.states = StatesAndOrders::new(bits, n, k).map(|states| (states, n));
    }

    /// Whether the words of our own draws are as they must be.
    pub(crate) fn has_fault(&self) -> bool {
        self.own.as_ref().is_some_and(|own| !own.is_even())
    }

    /// Names and sentences.
    pub(crate) fn lines(&self) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        if let Some(own) = &self.own {
            lines.extend(own.lines());
        }
        if let Some((method, n, law)) = &self.declared {
            lines.push((method.to_string(), law_in_words(*method, *n, law)));
        }
        if let Some((states, n)) = self.states {
            let longest = number(StatesAndOrders::longest_list(states.generator_bits));
            let bits = number(states.generator_bits);
            let sentence = match states.shortfall() {
                Some(_) => format!(
                    "a generator of {bits} bits can give {states} of {} items, however good it is; it could reach every order of \
                     at most {longest} items",
                    number(n)
                ),
                None => format!(
                    "a generator of {bits} bits has enough states for every order of {} items; whether they come equally often \
                     is another question",
                    number(n)
                ),
            };
            lines.push(("states".to_owned(), sentence));
        }
        lines
    }

    pub(crate) fn json(&self) -> Value {
        json!({
            "own": self.own.as_ref().map(Own::json),
            "declared": self.declared.as_ref().map(|(method, n, law)| {
                let (least, most) = law.total_variation();
                json!({
                    "method": method.to_string(),
                    "n": n,
                    "chi_square_divergence": law.chi_square(),
                    "total_variation": {"least": least, "most": most},
                    "shuffles_to_see": law.shuffles_to_see(),
                    "says": law_in_words(*method, *n, law),
                })
            }),
            "states": self.states.as_ref().map(|(states, n)| json!({
                "generator_bits": states.generator_bits,
                "n": n,
                "log2_orders_hundredths": states.orders,
                "log2_shortfall_hundredths": states.shortfall(),
                "longest_list": StatesAndOrders::longest_list(states.generator_bits),
            })),
        })
    }
}

impl Own {
    fn is_even(&self) -> bool {
        [&self.bounds, &self.runs]
            .into_iter()
            .all(|counted| counted.uneven == 0 && counted.outside == 0)
            && self.orders.smallest == self.orders.largest
    }

    fn lines(&self) -> [(String, String); 3] {
        let CountedOrders { items, orders, smallest, largest, refused, .. } = self.orders;
        let whole = if smallest == largest {
            format!("each of the {} orders has exactly {} words", number(orders), number(smallest))
        } else {
            format!("orders have from {} to {} words: NOT EVEN", number(smallest), number(largest))
        };
        [
            ("bounds".to_owned(), counted("bounds", &self.bounds)),
            ("runs".to_owned(), counted("runs of bounds that share a word", &self.runs)),
            (
                "orders".to_owned(),
                format!(
                    "the whole shuffle of {items} items, all words of 24 bits: {whole}, and {} were refused",
                    number(refused)
                ),
            ),
        ]
    }

    fn json(&self) -> Value {
        let counted = |counted: &Counted| {
            json!({
                "word_bits": counted.word_bits,
                "cases": counted.cases,
                "results": counted.results,
                "uneven": counted.uneven,
                "outside": counted.outside,
                "refused": counted.refused,
            })
        };
        json!({
            "bounds": counted(&self.bounds),
            "runs": counted(&self.runs),
            "orders": {
                "items": self.orders.items,
                "orders": self.orders.orders,
                "words": self.orders.words,
                "smallest": self.orders.smallest,
                "largest": self.orders.largest,
                "refused": self.orders.refused,
            },
            "even": self.is_even(),
        })
    }
}

fn counted(cases: &str, counted: &Counted) -> String {
    let found = if counted.uneven == 0 && counted.outside == 0 {
        "each result has exactly as many words as every other of its case".to_owned()
    } else {
        format!("{} are NOT EVEN", number(counted.uneven))
    };
    format!(
        "all {} {cases}, all words of {} bits: {found}",
        number(counted.cases),
        counted.word_bits
    )
}

fn law_in_words(method: Declared, n: u32, law: &Law) -> String {
    let items = number(n.into());
    let distance = match law.total_variation() {
        (_, most) if most < 1e-12 => String::new(),
        (least, most) if most - least < most * 1e-9 => {
            format!("; the chance of an event can be off by {}", points(most))
        }
        (least, most) => format!(
            "; the chance of an event can be off by {} at least and {} at most",
            points(least),
            points(most)
        ),
    };
    let to_see = match law.shuffles_to_see() {
        None => String::new(),
        Some(shuffles) if shuffles > 1e15 => {
            format!(
                "; the best test needs about 10^{:.0} shuffles to see it, so nobody will",
                shuffles.log10()
            )
        }
        Some(shuffles) if shuffles < 100.0 => "; fewer than 100 shuffles show it".to_owned(),
        Some(shuffles) => {
            format!("; about {} shuffles show it to the best test", rounded(shuffles))
        }
    };
    let what = match law {
        Law::Draws(draws) => match draws.worst() {
            None => format!("by {method} the orders of {items} items are exactly equally likely"),
            Some(worst) => {
                let favoured = match worst.favoured {
                    1 => "1 result has".to_owned(),
                    favoured => format!("{} results have", number(favoured)),
                };
                format!(
                    "by {method} the orders of {items} items are not equally likely: of the choice among {}, {favoured} one word more \
                     than the {} of the others, and the farthest is {} off its share",
                    number(worst.bound),
                    number(worst.words_each),
                    percentage(worst.relative_bias())
                )
            }
        },
        Law::Keys(keys) => format!(
            "by {method} the orders of {items} items are not equally likely: two keys are equal in {} of all shuffles, and the list's \
             own order comes {} too often",
            percentage(keys.tie),
            percentage(keys.own_order)
        ),
        Law::Seed(states) => match states.shortfall() {
            Some(_) => format!("by {method} there is {states} of {items} items"),
            None => format!("by {method} there are enough seeds for every order of {items} items"),
        },
        // What a later library may know.
        #[allow(unreachable_patterns, reason = "the library may have more laws")]
        _ => method.to_string(),
    };
    what + &distance + &to_see
}

/// A difference between chances.
fn points(difference: f64) -> String {
    format!("{} percentage points", percentage(difference).trim_end_matches('%'))
}

/// Two digits that count.
fn rounded(count: f64) -> String {
    let scale = 10f64.powf(count.log10().floor() - 1.0);
    crate::paper::grouped(&format!("{:.0}", (count / scale).round() * scale))
}

/// The whole shuffle of so many items reads one word of 24 bits.
const COUNTED_ITEMS: u8 = 8;
