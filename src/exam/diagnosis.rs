//! Which classical mistake the counts look like (section 7 of the page).
//!
//! Up to seven items every order is counted, and each mistake has an exact probability for each of them. Of longer lists the
//! tables are compared. What follows from a formula is taken from it: the item at each place and the successors of shuffles
//! by swaps, the number of runs of sorting by keys and of riffles, the repeats of small seeds. The rest is simulated
//! with a pinned seed, so that the same counts always have the same diagnosis.

use core::f64::consts::LN_10;
use std::vec::Vec;

use super::{Specimen, Tally, Test, specimens};

pub use needed::Needed;

mod candidates;
mod chains;
mod compare;
mod independence;
mod long;
mod needed;
mod orders;
mod repeats;
mod runs;
mod seeds;
mod simulation;
#[cfg(test)]
mod tests;

/// What the counts look like.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnosis {
    /// The conclusion.
    pub verdict: Verdict,
    /// The mistakes compared, the most likely first. Of each kind with a number only the likeliest numbers are there.
    pub candidates: Vec<Likeness>,
}

/// The conclusion of a diagnosis.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Verdict {
    /// The counts are as this mistake makes them, or as each of these if there are several that these counts can't tell
    /// apart: the most likely first, all within a factor of 1,000.
    Is(Vec<Likeness>),
    /// The counts are not as any of the mistakes makes them, but this one explains nine tenths of what is wrong with them.
    Resembles(Likeness),
    /// None of these mistakes, or too few observations to tell.
    NoneOfThese,
}

/// How well a mistake explains the counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likeness {
    /// The mistake.
    pub specimen: Specimen,
    /// The likelihood of the counts under the mistake over that under fairness, as a power of ten.
    ///
    /// For up to seven items, and for keys and riffles, it is that of all observations. For other mistakes in longer lists it
    /// multiplies those of several tables of the same observations; it ranks mistakes then, and is no chance.
    pub log10_likelihood: f64,
    /// Whether the counts are as the mistake makes them, within what chance does.
    pub fits: bool,
    /// The test by which they differ most, and the chance of so large a difference.
    pub worst: Option<(Test, f64)>,
}

/// Compares the counts of orders with what the classical mistakes make. It is meant for counts in which a fault was found.
///
/// `progress` is told how many of how many simulated shuffles are done; their number may turn out smaller.
/// There is no diagnosis for samples and sets: the verdict is [`Verdict::NoneOfThese`], without candidates.
///
/// # Examples
///
/// ```
/// use fairdraw::exam::{Shape, Specimen, Tally, Verdict, diagnose};
///
/// let mut shuffler = Specimen::Sattolo.shuffler(5, b"seed")?;
/// let mut tally = Tally::new(Shape::order(5)?);
/// let mut order = [0; 5];
/// for _ in 0..1_000 {
///     shuffler.next(&mut order);
///     tally.add(&order)?;
/// }
/// let Verdict::Is(mistakes) = diagnose(&tally, &mut |_, _| {}).verdict else { panic!() };
/// assert_eq!(mistakes[0].specimen, Specimen::Sattolo);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diagnose(tally: &Tally, progress: &mut dyn FnMut(u64, u64)) -> Diagnosis {
    if !tally.shape().is_order() || tally.observations() == 0 {
        return judge(Vec::new(), 0.0);
    }
    let n = tally.shape().n();
    match (specimens::Orders::new(n), tally.outcomes()) {
        (Some(orders), Some(counts)) => orders::diagnose(tally, counts, &orders),
        _ => long::diagnose(tally, &mut simulation::Simulations::new(n), progress),
    }
}

/// Mistakes with one law, and how well it explains the counts.
#[derive(Debug, Clone)]
struct Candidate {
    specimens: Vec<Specimen>,
    /// The natural logarithm of the likelihood over that under fairness.
    ln_likelihood: f64,
    /// The same of the tables by which all mistakes can be compared.
    gain: f64,
    worst: Option<(Test, f64)>,
}

impl Candidate {
    fn fits(&self) -> bool {
        self.worst.is_none_or(|(_, p)| p >= FITS)
    }

    fn likenesses(&self) -> impl Iterator<Item = Likeness> {
        self.specimens.iter().map(|&specimen| Likeness {
            specimen,
            log10_likelihood: self.ln_likelihood / LN_10,
            fits: self.fits(),
            worst: self.worst,
        })
    }
}

/// `best_gain` is what the subject's own frequencies gain over fairness, less what chance alone would.
fn judge(mut candidates: Vec<Candidate>, best_gain: f64) -> Diagnosis {
    candidates.sort_by(|a, b| b.ln_likelihood.total_cmp(&a.ln_likelihood));
    let explains = |candidate: &&Candidate| candidate.ln_likelihood >= EXPLAINS * LN_10;
    let fitting = || candidates.iter().filter(explains).filter(|candidate| candidate.fits());
    let resembling = || {
        let explaining = candidates.iter().filter(explains);
        let most = explaining.max_by(|a, b| a.gain.total_cmp(&b.gain))?;
        most.likenesses().next().filter(|_| most.gain >= RESEMBLES * best_gain)
    };
    let verdict = if let Some(best) = fitting().next() {
        let least = best.ln_likelihood - BESIDE * LN_10;
        let close = fitting().filter(|candidate| candidate.ln_likelihood >= least);
        Verdict::Is(close.flat_map(Candidate::likenesses).collect())
    } else {
        resembling().map_or(Verdict::NoneOfThese, Verdict::Resembles)
    };
    Diagnosis { verdict, candidates: candidates.iter().flat_map(Candidate::likenesses).collect() }
}

/// The likelier of two worst comparisons is dropped.
fn worse(a: Option<(Test, f64)>, b: Option<(Test, f64)>) -> Option<(Test, f64)> {
    match (a, b) {
        (Some(first), Some(second)) => Some(if second.1 < first.1 { second } else { first }),
        (first, second) => first.or(second),
    }
}

/// The counts fit if no comparison has a chance below this; there are up to ten.
const FITS: f64 = 1e-5;
/// A mistake must make the counts so much likelier than fairness does, as a power of ten.
const EXPLAINS: f64 = 6.0;
/// What comes within this power of ten of the best is named beside it.
const BESIDE: f64 = 3.0;
/// The share of what is gained over fairness that makes a likeness.
const RESEMBLES: f64 = 0.9;
