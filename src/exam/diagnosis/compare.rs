//! How far counts are from what a mistake makes, in lists too long to count every order.

use std::{vec, vec::Vec};

use super::{
    super::{Tally, Test, groups::Groups, laws, p_value, p_value::approximate},
    chains::Tables,
    simulation::Simulation,
    worse,
};

/// The test by which the subject differs most from a mistake, and the chance of so large a difference.
pub(super) fn worst(
    subject: &Tally,
    simulation: &Simulation,
    exact: Option<&Tables>,
) -> Option<(Test, f64)> {
    let mut worst_yet = None;
    for table in Table::all(subject) {
        let other = table.of(&simulation.tally);
        let law = match exact {
            Some(exact) => Law::Exact(table.exact(exact)),
            None => Law::Counted(other, simulation.tally.observations()),
        };
        let chance = table.chance(subject, &law, &simulation.kept);
        worst_yet = worse(worst_yet, Some((table.test, chance)));
    }
    for (test, most_cells, of) in HISTOGRAMS {
        let chance = histogram_chance(&of(subject), &of(&simulation.tally), most_cells);
        worst_yet = worse(worst_yet, Some((test, chance)));
    }
    worse(worst_yet, repeats(subject, &simulation.tally))
}

/// The logarithm of the likelihood of the subject's tables over that under fairness.
pub(super) fn ln_likelihood(
    subject: &Tally,
    simulation: &Simulation,
    exact: Option<&Tables>,
) -> f64 {
    let of_table = |table: Table| {
        let law = match exact {
            Some(exact) => Law::Exact(table.exact(exact)),
            None => Law::Counted(table.of(&simulation.tally), simulation.tally.observations()),
        };
        table.gain(subject, &law)
    };
    let of_tables: f64 = Table::all(subject).into_iter().map(of_table).sum();
    let of_histograms = histograms(subject).map(|histogram| {
        let (gain, chance_alone) = histogram_gain(subject, &simulation.tally, histogram);
        gain + chance_alone
    });
    of_tables + of_histograms.sum::<f64>()
}

/// The histograms that count for the likelihood: where there is no table of successors, all whose law under fairness is known.
fn histograms(subject: &Tally) -> impl Iterator<Item = Histogram> {
    let has_successors = subject.successor_pairs().is_some();
    HISTOGRAMS
        .into_iter()
        .filter(move |histogram| !has_successors && histogram.0 != Test::Inversions)
}

/// The same with the item at each place alone, by exact probabilities.
pub(super) fn ln_likelihood_of_places(subject: &Tally, position_item: &[f64]) -> f64 {
    Table::position_item(subject).gain(subject, &Law::Exact(position_item))
}

/// What the subject's own frequencies gain over fairness in the same tables, less what chance alone gains.
pub(super) fn own_gain(subject: &Tally) -> f64 {
    let of_tables: f64 = Table::all(subject).into_iter().map(|table| table.own_gain(subject)).sum();
    let of_histograms = histograms(subject).map(|histogram| {
        let (gain, chance_alone) = histogram_gain(subject, subject, histogram);
        gain - chance_alone
    });
    of_tables + of_histograms.sum::<f64>()
}

/// A table in which each observation counts in several cells.
struct Table {
    test: Test,
    items: u32,
    /// How often an observation counts in each cell on average, if it is fair.
    fair: Vec<f64>,
    /// Whether an observation counts at most once in a cell.
    single: bool,
}

/// What is known of a mistake's table.
enum Law<'a> {
    Exact(&'a [f64]),
    /// The counts, and the number of observations.
    Counted(&'a [u64], u64),
}

impl Table {
    fn all(tally: &Tally) -> Vec<Self> {
        let n = tally.shape().n();
        let mut tables = vec![Self::position_item(tally)];
        if tally.successor_pairs().is_some() {
            let m = n as usize + 1;
            let off_diagonal = |cell| if cell % (m + 1) == 0 { 0.0 } else { 1.0 / f64::from(n) };
            let fair = (0..m * m).map(off_diagonal).collect();
            tables.push(Self { test: Test::SuccessorPairs, items: n, fair, single: true });
        }
        tables
    }

    fn position_item(tally: &Tally) -> Self {
        let n = tally.shape().n();
        let sizes: Vec<f64> = Groups::new(n).sizes().map(approximate).collect();
        let of_place = |place: f64| sizes.iter().map(move |item| place * item / f64::from(n));
        let fair = sizes.iter().flat_map(|&place| of_place(place)).collect();
        Self { test: Test::PositionItem, items: n, fair, single: sizes.len() == n as usize }
    }

    fn of<'a>(&self, tally: &'a Tally) -> &'a [u64] {
        let counts = match self.test {
            Test::PositionItem => tally.position_item(),
            _ => tally.successor_pairs(),
        };
        counts.map_or(&[], |counts| counts.cells())
    }

    fn exact<'a>(&self, tables: &'a Tables) -> &'a [f64] {
        match self.test {
            Test::PositionItem => &tables.position_item,
            _ => &tables.successor_pairs,
        }
    }

    /// The cells in which an order counts.
    fn cells(&self, order: &[u32]) -> Vec<usize> {
        let n = order.len();
        if self.test == Test::PositionItem {
            let groups = Groups::new(self.items);
            let cell = |(place, &item)| groups.of(place) * groups.count() + groups.of(item);
            return (0..).zip(order).map(cell).collect();
        }
        let before = [n].into_iter().chain(order.iter().map(|&item| item as usize));
        let after = order.iter().map(|&item| item as usize).chain([n]);
        before.zip(after).map(|(before, after)| before * (n + 1) + after).collect()
    }

    fn gain(&self, subject: &Tally, law: &Law<'_>) -> f64 {
        let observations = approximate(subject.observations());
        let mut gain = 0.0;
        let mut cells = 0_u32;
        for (cell, (&count, &fair)) in self.of(subject).iter().zip(&self.fair).enumerate() {
            // One observation's share of fairness, so that a single cell that can't be doesn't decide.
            let probability = match law {
                Law::Exact(law) => law[cell] + (fair - law[cell]) / (observations + 1.0),
                Law::Counted(counts, of) => {
                    cells += u32::from(counts[cell] > 0);
                    (approximate(counts[cell]) + fair) / (approximate(*of) + 1.0)
                }
            };
            if count > 0 && fair > 0.0 {
                gain += approximate(count) * (probability / fair).ln();
            }
        }
        match law {
            Law::Exact(_) => gain,
            // What frequencies lose against the probabilities that they estimate.
            Law::Counted(_, of) => {
                gain + self.spread(f64::from(cells)) / 2.0 * observations / approximate(*of)
            }
        }
    }

    /// The sum over so many cells of the variance of an observation's count over its mean, under fairness.
    fn spread(&self, cells: f64) -> f64 {
        if self.single {
            // 1 less the mean of each cell.
            return cells - self.fair.iter().sum::<f64>();
        }
        // The number of a group's items at a group of places is hypergeometric: (n-a)(n-b)/(n(n-1)) of groups of a and b.
        let (n, groups) = (f64::from(self.items), approximate(self.fair.len() as u64).sqrt());
        let all = (groups - 1.0).powi(2) * n / (n - 1.0);
        all * cells / approximate(self.fair.len() as u64)
    }

    fn own_gain(&self, subject: &Tally) -> f64 {
        let observations = approximate(subject.observations());
        let cells = self.of(subject).iter().zip(&self.fair).filter(|&(&count, _)| count > 0);
        let gain = cells.map(|(&count, &fair)| {
            let count = approximate(count);
            count * (count / (observations * fair)).ln()
        });
        let can_be = self.fair.iter().filter(|&&fair| fair > 0.0).count();
        gain.sum::<f64>() - self.spread(approximate(can_be as u64)) / 2.0
    }

    /// The chance of counts that are as far from the law.
    ///
    /// X² of a table doesn't follow chi-square, as one observation counts in many cells. But it is a sum over pairs of
    /// observations, whose mean and variance follow from one and from two shuffles of the mistake; a multiple of
    /// chi-square with the same mean and variance is compared (F. E. Satterthwaite, "An Approximate Distribution of
    /// Estimates of Variance Components", Biometrics Bulletin 2, 1946).
    fn chance(&self, subject: &Tally, law: &Law<'_>, shuffles: &[Vec<u32>]) -> f64 {
        let counts = self.of(subject);
        let observations = approximate(subject.observations());
        let mut means = vec![0.0; counts.len()];
        let mut statistic = 0.0;
        let (mut rare, mut rarest) = (0_u32, 1.0_f64);
        for (cell, &count) in counts.iter().enumerate() {
            let count = approximate(count);
            let (mean, expected, square, at_most) = match law {
                Law::Exact(law) => {
                    let expected = observations * law[cell];
                    (law[cell], expected, (count - expected).powi(2) / expected, expected)
                }
                Law::Counted(counts, of) => {
                    let (other, of) = (approximate(counts[cell]), approximate(*of));
                    let mean = (count + other) / (observations + of);
                    let scale = (of / observations).sqrt();
                    let square = (count * scale - other / scale).powi(2) / (count + other);
                    // More than the mistake's counts let expect.
                    let at_most = (other + 4.0) * observations / of;
                    (mean, mean * observations.min(of), square, at_most)
                }
            };
            if expected >= ENOUGH {
                means[cell] = mean;
                statistic += square;
            } else if count > 0.0 {
                rare += 1;
                rarest = rarest.min(p_value::poisson_at_least(counts[cell], at_most.ln()).p);
            }
        }
        let of_rare = (rarest * f64::from(rare.max(1))).min(1.0);
        let (mean, variance) = self.mean_and_variance(&means, shuffles);
        if mean <= 0.0 {
            return of_rare;
        }
        let scale = variance / (2.0 * mean);
        p_value::chi_square(statistic / scale, mean / scale).p.min(of_rare)
    }

    /// Of X², for cells with these means, by shuffles of the mistake. A mean of 0 leaves the cell out.
    fn mean_and_variance(&self, means: &[f64], shuffles: &[Vec<u32>]) -> (f64, f64) {
        let inverse: Vec<f64> =
            means.iter().map(|&mean| if mean > 0.0 { 1.0 / mean } else { 0.0 }).collect();
        let cells: Vec<Vec<usize>> = shuffles.iter().map(|order| self.cells(order)).collect();
        let counted = |cells: &[usize]| {
            approximate(cells.iter().filter(|&&cell| means[cell] > 0.0).count() as u64)
        };
        let sum: f64 = means.iter().sum();
        let kept = approximate(means.iter().filter(|&&mean| mean > 0.0).count() as u64);
        let mut times = vec![0.0; means.len()];
        let (mut squares, mut same, mut pairs) = (0.0, 0.0, 0.0);
        let mut diagonal = 0.0;
        for (i, one) in cells.iter().enumerate() {
            for &cell in one {
                times[cell] += 1.0;
            }
            let own = counted(one);
            diagonal +=
                one.iter().map(|&cell| times[cell] * inverse[cell]).sum::<f64>() - 2.0 * own + sum;
            for other in &cells[i + 1..] {
                let (mut product, mut same_cell) = (0.0, 0.0);
                for &cell in other {
                    let both = times[cell] * inverse[cell];
                    product += both;
                    same_cell += both * both;
                }
                squares += (product - own - counted(other) + sum).powi(2);
                same += same_cell;
                pairs += 1.0;
            }
            for &cell in one {
                times[cell] = 0.0;
            }
        }
        let (mean, variance) = if self.single {
            // Each cell with itself gives exactly one, which few shuffles would show only on average.
            (kept - sum, 2.0 * ((squares - same) / f64::max(pairs, 1.0) + kept))
        } else {
            (
                diagonal / approximate(cells.len().max(1) as u64),
                2.0 * squares / f64::max(pairs, 1.0),
            )
        };
        (mean, variance.max(mean))
    }
}

/// A histogram with one count for each observation, and the number of cells that is enough.
type Histogram = (Test, usize, fn(&Tally) -> Vec<u64>);

const HISTOGRAMS: [Histogram; 6] = [
    (Test::FixedPoints, ALL, |tally| tally.fixed_points().to_vec()),
    (Test::Parity, ALL, |tally| vec![tally.even(), tally.observations() - tally.even()]),
    (Test::Inversions, 40, |tally| tally.inversions().to_vec()),
    (Test::Descents, ALL, |tally| tally.descents().to_vec()),
    (Test::RisingSequences, ALL, |tally| tally.rising_sequences().to_vec()),
    (Test::Cycles, ALL, |tally| tally.cycles().to_vec()),
];
const ALL: usize = usize::MAX;

/// What a histogram gains over fairness by the frequencies of another, and what these frequencies gain or lose by chance
/// alone.
fn histogram_gain(subject: &Tally, other: &Tally, (test, _, of): Histogram) -> (f64, f64) {
    let (counts, others) = (of(subject), of(other));
    if counts.is_empty() {
        // Not counted of lists so long, for which the law would take its time.
        return (0.0, 0.0);
    }
    let n = subject.shape().n();
    let fair = match test {
        Test::FixedPoints => laws::fixed_points(n),
        Test::Parity => vec![0.5, 0.5],
        Test::Cycles => laws::cycles(n),
        // A number of descents, and one less of rising sequences.
        _ => laws::descents(n),
    };
    let skipped = usize::from(test == Test::RisingSequences);
    let observations = approximate(other.observations());
    let (mut gain, mut values) = (0.0, 0_u32);
    for ((&count, &other), &fair) in counts.iter().zip(&others).skip(skipped).zip(&fair) {
        values += u32::from(other > 0);
        if count > 0 {
            // A law may be too small for a number.
            let fair = fair.max(f64::MIN_POSITIVE);
            let probability = (approximate(other) + fair) / (observations + 1.0);
            gain += approximate(count) * (probability / fair).ln();
        }
    }
    let each = approximate(subject.observations()) / observations / 2.0;
    (gain, each * f64::from(values.saturating_sub(1)))
}

/// The chance of two histograms as different: X² of homogeneity. Neighbours are pooled until there are at most about
/// `most_cells`, and enough is expected in both.
fn histogram_chance(one: &[u64], other: &[u64], most_cells: usize) -> f64 {
    let (first, second) = (approximate(one.iter().sum()), approximate(other.iter().sum()));
    if first <= 0.0 || second <= 0.0 {
        return 1.0;
    }
    let both = first + second;
    let enough = (ENOUGH * both / first.min(second)).max(both / approximate(most_cells as u64));
    let mut cells: Vec<(f64, f64)> = Vec::new();
    let mut open = (0.0, 0.0);
    for (&one, &other) in one.iter().zip(other) {
        open = (open.0 + approximate(one), open.1 + approximate(other));
        if open.0 + open.1 >= enough {
            cells.push(open);
            open = (0.0, 0.0);
        }
    }
    match cells.last_mut() {
        Some(last) => *last = (last.0 + open.0, last.1 + open.1),
        None => return 1.0,
    }
    let scale = (second / first).sqrt();
    let square = |&(one, other): &(f64, f64)| (one * scale - other / scale).powi(2) / (one + other);
    let statistic: f64 = cells.iter().map(square).sum();
    if cells.len() < 2 {
        1.0
    } else {
        p_value::chi_square(statistic, approximate(cells.len() as u64 - 1)).p
    }
}

/// Repeats grow with the square of the number of observations, or not, so they are compared only among equally many.
fn repeats(subject: &Tally, simulated: &Tally) -> Option<(Test, f64)> {
    if subject.observations() != simulated.observations() {
        return None;
    }
    let (one, other) =
        (approximate(subject.repeats().repeats), approximate(simulated.repeats().repeats));
    // Few against none don't tell: the mean of either may be a few.
    let deviation = (one - other).abs() / (one + other + 4.0).sqrt();
    Some((Test::Repeats, p_value::normal(deviation).p))
}

const ENOUGH: f64 = 5.0;
