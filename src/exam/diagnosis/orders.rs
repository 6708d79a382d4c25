//! Diagnosis of short lists, of which every order is counted.

use std::vec::Vec;

use super::{
    super::{Specimen, Tally, Test, p_value, p_value::approximate, specimens::Orders},
    Candidate, Diagnosis, candidates, independence, judge, runs, seeds, worse,
};

/// `counts` has an entry for each of the `orders`.
pub(super) fn diagnose(tally: &Tally, counts: &[u64], orders: &Orders) -> Diagnosis {
    let n = tally.shape().n();
    let mut groups = candidates::without_number(n);
    let mut alone =
        |specimens: Vec<Specimen>| groups.extend(specimens.into_iter().map(|s| [s].into()));
    candidates::short_words().into_iter().for_each(&mut alone);
    for likely in [runs::keys(tally), runs::riffles(tally)] {
        alone(likely.into_iter().map(|(specimen, _)| specimen).collect());
    }
    alone(candidates::likely(tally));
    let mut compared: Vec<Candidate> = groups
        .into_iter()
        .filter_map(|specimens| {
            let law = orders.law(*specimens.first()?)?;
            Some(compare(specimens, counts, &law))
        })
        .collect();
    compared.extend(seeds::of_counted(tally, counts));
    let independent = Some((Test::Overlap, independence::of_counted(tally, counts, orders)));
    for candidate in &mut compared {
        candidate.worst = worse(candidate.worst, independent);
    }
    judge(compared, own_gain(counts))
}

fn compare(specimens: Vec<Specimen>, counts: &[u64], law: &[f64]) -> Candidate {
    let observations: u64 = counts.iter().sum();
    let orders = approximate(law.len() as u64);
    // One observation's share of fairness, so that a single order that can't come doesn't decide.
    let mixed = |p: f64| p + (1.0 / orders - p) / (approximate(observations) + 1.0);
    let ln_ratio = |(&count, &p): (&u64, &f64)| approximate(count) * (mixed(p) * orders).ln();
    let ln_likelihood = counts.iter().zip(law).map(ln_ratio).sum();
    let worst = Some((Test::Orders, chance(counts, law)));
    Candidate { specimens, ln_likelihood, gain: ln_likelihood, worst }
}

/// The chance of counts that differ as much from a law: by X², orders that are seldom expected together with others that are about
/// as likely.
fn chance(counts: &[u64], law: &[f64]) -> f64 {
    let observations = approximate(counts.iter().sum());
    let mut orders: Vec<(f64, u64)> =
        law.iter().zip(counts).map(|(p, &count)| (observations * p, count)).collect();
    // What is in a cell is decided by the law alone, also among orders that are equally likely.
    orders.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut statistic, mut cells) = (0.0, 0);
    let (mut rare, mut rare_expected) = (0, 0.0);
    for (expected, count) in orders {
        (rare, rare_expected) = (rare + count, rare_expected + expected);
        if rare_expected >= ENOUGH {
            statistic += (approximate(rare) - rare_expected).powi(2) / rare_expected;
            cells += 1;
            (rare, rare_expected) = (0, 0.0);
        }
    }
    let of_rare =
        if rare == 0 { 1.0 } else { p_value::poisson_at_least(rare, rare_expected.ln()).p };
    if cells < 2 {
        return of_rare;
    }
    p_value::chi_square(statistic, approximate(cells - 1)).p.min(of_rare)
}

/// What the observed frequencies gain over fairness, less what chance alone gains: half the degrees of freedom.
fn own_gain(counts: &[u64]) -> f64 {
    let orders = approximate(counts.len() as u64);
    let observations = approximate(counts.iter().sum());
    let gain = counts.iter().filter(|&&count| count > 0).map(|&count| {
        let count = approximate(count);
        count * (count * orders / observations).ln()
    });
    gain.sum::<f64>() - (orders - 1.0) / 2.0
}

const ENOUGH: f64 = 5.0;
