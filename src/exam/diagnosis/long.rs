//! Diagnosis of lists too long to count every order.

use core::f64::consts::LN_10;
use std::{vec, vec::Vec};

use super::{
    super::{Specimen, Tally},
    Candidate, Diagnosis, EXPLAINS, candidates, chains,
    chains::Tables,
    compare, judge, runs, seeds,
    simulation::Simulations,
};

/// Simulations that were made before for lists of the same length are used again.
pub(super) fn diagnose(
    tally: &Tally,
    simulations: &mut Simulations,
    progress: &mut dyn FnMut(u64, u64),
) -> Diagnosis {
    let n = tally.shape().n();
    let mistakes = Mistake::all(tally);
    let observations = tally.observations();
    let least = (LEAST_ITEMS / u64::from(n)).clamp(FEWEST, 2_000).min(100 * observations);
    // More than ten times the subject's own hardly tell more.
    let enough = observations.clamp(20_000, 100_000).min(10 * observations).max(least);
    let most = (MOST_ITEMS / u64::from(n)).clamp(least, enough);
    let mut work = Work {
        tally,
        simulations,
        progress,
        done: 0,
        total: mistakes.len() as u64 * least + USUAL * most,
    };
    let mut compared: Vec<(Mistake, Candidate)> = mistakes
        .into_iter()
        .filter_map(|mistake| {
            let candidate = work.compare(&mistake, least)?;
            Some((mistake, candidate))
        })
        .collect();
    // Most mistakes are far off, and few shuffles show that; or they are known to explain nothing.
    let near = |(mistake, candidate): &(Mistake, Candidate)| {
        let explains = candidate.ln_likelihood >= EXPLAINS * LN_10;
        candidate.worst.is_none_or(|(_, p)| p >= FAR_OFF) && (explains || !mistake.is_exact())
    };
    let near = (0..compared.len()).filter(|&i| near(&compared[i])).collect();
    work.again(&mut compared, near, most);
    let own_gain = compare::own_gain(tally);
    let mut alike = Vec::new();
    if !compared.iter().any(|(_, candidate)| candidate.fits()) {
        let gain = |i: &usize| compared[*i].1.gain;
        alike.extend((0..compared.len()).filter(|i| gain(i) > own_gain / 2.0));
        alike.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
        alike.truncate(2);
    }
    work.again(&mut compared, alike.clone(), most);
    // A gain by few simulated shuffles is no likeness.
    for (i, (_, candidate)) in compared.iter_mut().enumerate() {
        if !alike.contains(&i) {
            candidate.gain = f64::NEG_INFINITY;
        }
    }
    (work.progress)(work.total, work.total);
    let mut found: Vec<Candidate> = compared.into_iter().map(|(_, candidate)| candidate).collect();
    let ln_orders = (1..=n).map(|i| f64::from(i).ln()).sum();
    found.extend(seeds::of_repeats(tally, ln_orders));
    judge(found, own_gain)
}

/// A mistake, and what is known of it without simulation.
struct Mistake {
    /// Several if they have one law.
    specimens: Vec<Specimen>,
    tables: Option<Tables>,
    /// The logarithm of the likelihood of all observations over that under fairness.
    ln_likelihood: Option<f64>,
}

impl Mistake {
    /// Whether its likelihood needs no simulation.
    fn is_exact(&self) -> bool {
        self.tables.is_some() || self.ln_likelihood.is_some()
    }

    fn all(tally: &Tally) -> Vec<Self> {
        let n = tally.shape().n();
        let mut groups = candidates::without_number(n);
        groups.extend(likely_words(tally).into_iter().map(|specimen| vec![specimen]));
        groups.extend(candidates::likely(tally).into_iter().map(|specimen| vec![specimen]));
        let mut all: Vec<Self> = groups
            .into_iter()
            .map(|specimens| {
                let first = specimens.first().filter(|_| n <= LONGEST_EXACT);
                let tables = first.and_then(|&specimen| chains::tables(specimen, n));
                Self { specimens, tables, ln_likelihood: None }
            })
            .collect();
        for (specimen, gain) in runs::keys(tally).into_iter().chain(runs::riffles(tally)) {
            let specimens = vec![specimen];
            all.push(Self { specimens, tables: None, ln_likelihood: Some(gain) });
        }
        all
    }
}

/// Of each way to use short words, the widths that explain best where items come.
fn likely_words(tally: &Tally) -> Vec<Specimen> {
    let n = tally.shape().n();
    let mut likely = Vec::new();
    for family in candidates::short_words() {
        if n > LONGEST_EXACT {
            // All are simulated: from words that don't reach every place to those with a bias of a few per cent.
            let reaching = n.next_power_of_two().trailing_zeros() as usize;
            likely.extend(family.into_iter().skip(reaching.saturating_sub(4)).take(6));
            continue;
        }
        let gain = |specimen| {
            let places = chains::position_item(specimen, n).unwrap_or_default();
            compare::ln_likelihood_of_places(tally, &places)
        };
        likely.extend(candidates::two_best(family, gain));
    }
    likely
}

/// The comparisons, and how far they are.
struct Work<'a> {
    tally: &'a Tally,
    simulations: &'a mut Simulations,
    progress: &'a mut dyn FnMut(u64, u64),
    done: u64,
    total: u64,
}

impl Work<'_> {
    /// Compares with at least so many shuffles of the mistake.
    fn compare(&mut self, mistake: &Mistake, shuffles: u64) -> Option<Candidate> {
        let (done, total, progress) = (&mut self.done, self.total, &mut *self.progress);
        let mut each = |more| {
            *done += more;
            progress((*done).min(total), total);
        };
        let simulation = self.simulations.of(*mistake.specimens.first()?, shuffles, &mut each)?;
        let tables = mistake.tables.as_ref();
        let gain = compare::ln_likelihood(self.tally, simulation, tables);
        Some(Candidate {
            specimens: mistake.specimens.clone(),
            ln_likelihood: mistake.ln_likelihood.unwrap_or(gain),
            gain,
            worst: compare::worst(self.tally, simulation, tables),
        })
    }

    fn again(&mut self, compared: &mut [(Mistake, Candidate)], which: Vec<usize>, shuffles: u64) {
        self.total = self.total.max(self.done + which.len() as u64 * shuffles);
        for i in which {
            if let Some(candidate) = self.compare(&compared[i].0, shuffles) {
                compared[i].1 = candidate;
            }
        }
    }
}

/// The tables of longer lists take too long; their steps grow with the cube of the length.
pub(super) const LONGEST_EXACT: u32 = 256;
/// Items shuffled to see whether a mistake is far off, and to compare it well.
const LEAST_ITEMS: u64 = 500_000;
const MOST_ITEMS: u64 = 10_000_000;
/// And so many shuffles at least, unless there are hardly any to compare with.
const FEWEST: u64 = 20;
/// So many mistakes, at a guess, are near enough to be compared well.
const USUAL: u64 = 3;
/// No more shuffles are needed to tell that a mistake is another one.
const FAR_OFF: f64 = 1e-9;
