//! What can be counted or computed without a sample.

use std::f64::consts::{LN_10, LOG10_2};

use fairdraw::exam::exact::{
    Counted, CountedOrders, Declared, Law, StatesAndOrders, Width, every_bound, every_order,
    every_run,
};
use serde_json::{Value, json};

use super::report::words::{number, percentage, rounded};
use super::unseen::{self, Needed};
use crate::error::Error;
use crate::term::Term;
pub(crate) use results::Results;

mod results;

/// The exact part of a report.
#[derive(Default)]
pub(crate) struct Exact {
    own: Option<Own>,
    declared: Option<(Declared, Results, Law)>,
    states: Option<(StatesAndOrders, Results)>,
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

    /// The law of a method that a program says it uses.
    pub(crate) fn declare(&mut self, method: Declared, results: Results) -> Result<(), Error> {
        let law = results.law(method)?;
        self.declared = Some((method, results, law));
        Ok(())
    }

    /// Compares a generator's states with the results asked for.
    pub(crate) fn compare(&mut self, bits: u64, results: Results) -> Result<(), Error> {
        let states = results
            .states(bits)
            .ok_or_else(|| Error::not_done(format!("cannot compare a generator with {results}")))?;
        self.states = Some((states, results));
        Ok(())
    }

    /// Whether the words of our own draws are as they must be.
    pub(crate) fn has_fault(&self) -> bool {
        self.own.as_ref().is_some_and(|own| !own.is_even())
    }

    /// Whether a method was declared that can't make all results equally likely.
    pub(crate) fn declared_unfair(&self) -> bool {
        self.declared.as_ref().is_some_and(|(_, _, law)| law.chi_square() > 0.0)
    }

    pub(crate) fn declared_method(&self) -> Option<String> {
        self.declared.as_ref().map(|(method, ..)| method.to_string())
    }

    /// Names and sentences.
    pub(crate) fn lines(&self) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        if let Some(own) = &self.own {
            lines.extend(own.lines());
        }
        if let Some((method, results, law)) = &self.declared {
            lines.push((method.to_string(), law_in_words(*method, *results, law)));
        }
        if let Some((states, results)) = self.states {
            lines.push(("states".to_owned(), states_in_words(states, results)));
        }
        lines
    }

    pub(crate) fn json(&self) -> Value {
        json!({
            "own": self.own.as_ref().map(Own::json),
            "declared": self.declared.as_ref().map(|(method, results, law)| {
                let (least, most) = law.total_variation();
                json!({
                    "method": method.to_string(),
                    "n": results.n_and_k().map(|(n, _)| n),
                    "k": results.n_and_k().map(|(_, k)| k),
                    "chi_square_divergence": law.chi_square(),
                    "total_variation": {"least": least, "most": most},
                    "shuffles_to_see": law.shuffles_to_see(),
                    "says": law_in_words(*method, *results, law),
                })
            }),
            "states": self.states.as_ref().map(|(states, results)| json!({
                "generator_bits": states.generator_bits,
                "n": results.n_and_k().map(|(n, _)| n),
                "k": results.n_and_k().map(|(_, k)| k),
                "says": states_in_words(*states, *results),
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

fn states_in_words(states: StatesAndOrders, results: Results) -> String {
    let bits = number(states.generator_bits);
    let (one, rest) = results.one();
    if states.shortfall().is_none() {
        return format!(
            "a generator of {bits} bits has enough states for every {one} {rest}; whether they come equally often is another \
             question"
        );
    }
    let longest = number(StatesAndOrders::longest_list(states.generator_bits));
    let could = match results {
        Results::Orders { .. } => {
            format!("; it could reach every order of at most {longest} items")
        }
        _ => String::new(),
    };
    format!(
        "a generator of {bits} bits can give {} {rest}, however good it is{could}",
        shortfall(states, one)
    )
}

/// `at most one order in 2^193.58 (10^58.3)`.
fn shortfall(states: StatesAndOrders, one: &str) -> String {
    states.to_string().replacen("order", one, 1)
}

fn law_in_words(method: Declared, results: Results, law: &Law) -> String {
    let observations = results.observations();
    let (one, rest) = results.one();
    let distance = match law.total_variation() {
        // Nothing follows from enough seeds.
        _ if matches!(law, Law::Seed(states) if states.shortfall().is_none()) => {
            "; whether they come equally often, only its shuffles show".to_owned()
        }
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
        None => match law {
            // The number can't be held, but its logarithm can.
            Law::Seed(states) if states.shortfall() >= Some(800) => format!(
                "; the best test needs about 10^{:.0} {observations} to see it, so nobody will",
                bits(states.generator_bits) / 2.0 * LOG10_2 + (2.0 * LN_10).log10() / 2.0
            ),
            _ => String::new(),
        },
        Some(shuffles) if shuffles > 1e15 => {
            format!(
                "; the best test needs about 10^{:.0} {observations} to see it, so nobody will",
                shuffles.log10()
            )
        }
        Some(shuffles) if shuffles < 100.0 => format!("; fewer than 100 {observations} show it"),
        Some(shuffles) => {
            format!(
                "; about {} {observations} show it to the best test, which knows the method",
                rounded(shuffles)
            )
        }
    };
    let what = match law {
        Law::Draws(draws) => match draws.worst() {
            None => format!("by {method} the {results} are exactly equally likely"),
            Some(worst) => {
                let favoured = match worst.favoured {
                    1 => "1 result has".to_owned(),
                    favoured => format!("{} results have", number(favoured)),
                };
                format!(
                    "by {method} the {results} are not equally likely: of the choice among {}, {favoured} one word more \
                     than the {} of the others, and the farthest is {} off its share",
                    number(worst.bound),
                    number(worst.words_each),
                    percentage(worst.relative_bias())
                )
            }
        },
        Law::Keys(keys) => format!(
            "by {method} the {results} are not equally likely: two keys are equal in {} of all {observations}, and the list's \
             own order comes {} too often",
            percentage(keys.tie),
            percentage(keys.own_order)
        ),
        Law::Seed(states) => match states.shortfall() {
            Some(_) => format!("by {method} there is {} {rest}", shortfall(*states, one)),
            None => format!("by {method} there are enough seeds for every {one} {rest}"),
        },
        // What a later library may know.
        #[allow(unreachable_patterns, reason = "the library may have more laws")]
        _ => method.to_string(),
    };
    what + &distance + &to_see + &needed_by_exam(method, results)
}

/// The best test knows the method; those of the exam don't, and need more.
fn needed_by_exam(method: Declared, results: Results) -> String {
    let Results::Orders { n } = results else { return String::new() };
    let needed = u32::try_from(n).ok().and_then(|n| unseen::of_orders(method, n));
    match needed {
        Some(Needed::About(number, test)) => {
            format!("; this exam, which doesn't know it, needs about {} ({test})", rounded(number))
        }
        _ => String::new(),
    }
}

/// A number of bits, of which there are at most a million.
fn bits(bits: u64) -> f64 {
    u32::try_from(bits).unwrap_or(u32::MAX).into()
}

/// A difference between chances.
fn points(difference: f64) -> String {
    format!("{} percentage points", percentage(difference).trim_end_matches('%'))
}

/// The whole shuffle of so many items reads one word of 24 bits.
const COUNTED_ITEMS: u8 = 8;
