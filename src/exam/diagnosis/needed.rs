//! How many shuffles the exam needs to see a mistake.

use std::{vec, vec::Vec};

use super::{
    super::{
        Law, Outcome, Repeats, Rule, Shape, Specimen, Tally, Test, Why, laws, p_value,
        p_value::approximate, repeats, tests, visible::noncentrality,
    },
    chains,
    long::LONGEST_EXACT,
    repeats::occupied,
    simulation::Simulations,
    specimens::{Method, Orders, Step, descents, ln_by_runs, rising_sequences},
};

/// The test that sees a mistake first, and the number of shuffles it needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Needed {
    /// The test.
    pub test: Test,
    /// The number of shuffles with which it rejects the mistake 9 times in 10, in one look of [`Rule::STANDARD`].
    pub shuffles: f64,
}

impl Specimen {
    /// How many shuffles of `n` items the exam needs to see this mistake. Where fewer are examined it is invisible, and that
    /// no fault is found says nothing of it.
    ///
    /// Nothing if no number is enough, as for the fair shuffle and for seeds that need more repeats than the exam looks for;
    /// or if none is known.
    ///
    /// The test is the best of `orders`, `first-place`, `position-item`, `successor-pairs`, `parity`, `rank-correlation`,
    /// `trend`, `descents`, `rising-sequences` and `repeats`, at the strictest step of Holm's method. What these see of one
    /// shuffle is exact up to 7 items, for shuffles by swaps up to 1,024 (above 256 by parity, correlation and
    /// trend alone), and for keys, riffles and seeds. Of other mistakes it is estimated by all tests of 5,000 simulated
    /// shuffles. A number below 100 only says that few shuffles are enough. The best test that knows the mistake needs
    /// fewer: [`exact::Law::shuffles_to_see`](crate::exam::exact::Law::shuffles_to_see).
    ///
    /// # Examples
    ///
    /// ```
    /// use fairdraw::exam::Specimen;
    ///
    /// // 15 bits are what C's `rand` has in some libraries; a million shuffles of a deck don't show it.
    /// let modulo: Specimen = "modulo:15".parse()?;
    /// let needed = modulo.needed(52).map(|needed| needed.shuffles);
    /// assert!(needed.is_some_and(|shuffles| shuffles > 1e6));
    /// # Ok::<(), fairdraw::exam::SpecimenError>(())
    /// ```
    pub fn needed(&self, n: u32) -> Option<Needed> {
        self.check(n).ok()?;
        let seen = match (*self, self.law(n)) {
            (Self::SmallSeed { seeds }, _) => return of_seeds(approximate(seeds), n),
            (Self::ShortKeys { keys }, None) => of_runs(Test::Descents, keys, n),
            (Self::Riffles { count }, None) => {
                of_runs(Test::RisingSequences, 1 << count.min(63), n)
            }
            (_, Some(law)) => of_law(&law, n),
            _ => of_swaps(*self, n).or_else(|| simulated(*self, n))?,
        };
        // A test of nothing says from how many observations on it is applicable.
        let tests = tests(&Tally::new(Shape::order(n).ok()?));
        let needed = seen.into_iter().filter(|seen| seen.each > ROUNDING).filter_map(|seen| {
            let least = match tests.iter().find(|outcome| outcome.test() == seen.test)? {
                Outcome::NotApplicable { why: Why::TooFew { needed }, .. } => *needed,
                Outcome::NotApplicable { .. } => return None,
                Outcome::Done(_) => 1,
            };
            let shuffles = (noncentrality(seen.df, level()) / seen.each).max(approximate(least));
            Some(Needed { test: seen.test, shuffles })
        });
        needed.min_by(|a, b| a.shuffles.total_cmp(&b.shuffles))
    }
}

/// What a test sees of one shuffle: the noncentrality of its chi-square.
struct Seen {
    test: Test,
    df: f64,
    each: f64,
}

impl Seen {
    /// By the square of a normal deviation.
    fn normal(test: Test, deviation: f64) -> Self {
        Self { test, df: 1.0, each: deviation.powi(2) }
    }
}

/// Of a look of the standard rule, over the number of tests: the strictest step of Holm's method.
fn level() -> f64 {
    Rule::STANDARD.level().sqrt() / TESTS
}

/// By the exact law of all orders.
fn of_law(law: &[f64], n: u32) -> Vec<Seen> {
    let orders = approximate(law.len() as u64);
    let each = law.iter().map(|p| (p * orders - 1.0).powi(2)).sum::<f64>() / orders;
    let mut seen = Vec::from([Seen { test: Test::Orders, df: orders - 1.0, each }]);
    let Some(listed) = Orders::new(n) else { return seen };
    let tables = chains::Tables::of_law(law, &listed, n);
    let (mut even, mut fewer) = (0.0, vec![0.0; n as usize]);
    let mut rising = fewer.clone();
    for (rank, p) in law.iter().enumerate() {
        let order = listed.order(rank);
        even += if inversions(order).is_multiple_of(2) { *p } else { -p };
        fewer[descents(order)] += p;
        rising[rising_sequences(order) - 1] += p;
    }
    seen.extend(of_places(&tables.position_item, n));
    seen.push(of_successors(&tables.successor_pairs, n));
    seen.push(Seen::normal(Test::Parity, even));
    let fair = laws::descents(n);
    seen.push(of_histogram(Test::Descents, &fewer, &fair));
    seen.push(of_histogram(Test::RisingSequences, &rising, &fair));
    seen
}

/// Of a shuffle by swaps; nothing for others, and for lists that take too long.
fn of_swaps(specimen: Specimen, n: u32) -> Option<Vec<Seen>> {
    if n > LONGEST {
        return None;
    }
    let mut seen = of_places(&chains::position_item(specimen, n)?, n);
    if n <= LONGEST_EXACT {
        seen.push(of_successors(&chains::tables(specimen, n)?.successor_pairs, n));
    }
    seen.push(Seen::normal(Test::Parity, sign(specimen, n)));
    Some(seen)
}

fn of_places(places: &[f64], n: u32) -> Vec<Seen> {
    let (size, items) = (n as usize, f64::from(n));
    let middle = (items - 1.0) / 2.0;
    let far = |number: usize| approximate(number as u64) - middle;
    let first = &places[..size];
    let cells = places.iter().enumerate();
    let correlation: f64 = cells.map(|(cell, p)| far(cell / size) * far(cell % size) * p).sum();
    let of_one = (items * items * (items + 1.0).powi(2) * (items - 1.0) / 144.0).sqrt();
    let trend: f64 = first.iter().enumerate().map(|(item, p)| far(item) * p).sum();
    let mut seen = Vec::from([
        Seen::normal(Test::RankCorrelation, correlation / of_one),
        Seen::normal(Test::Trend, trend / ((items * items - 1.0) / 12.0).sqrt()),
    ]);
    // Above, they are counted in groups.
    if n <= LONGEST_EXACT {
        let square = |p: &f64| (p * items - 1.0).powi(2) / items;
        let of_first = first.iter().map(square).sum();
        let of_all = (items - 1.0) / items * places.iter().map(square).sum::<f64>();
        seen.push(Seen { test: Test::FirstPlace, df: items - 1.0, each: of_first });
        seen.push(Seen { test: Test::PositionItem, df: (items - 1.0).powi(2), each: of_all });
    }
    seen
}

/// The symmetric and the antisymmetric part by section 2.4 of the page.
fn of_successors(pairs: &[f64], n: u32) -> Seen {
    let (m, things) = (n as usize + 1, f64::from(n) + 1.0);
    let (mut symmetric, mut antisymmetric) = (0.0, 0.0);
    for a in 0..m {
        for b in (0..m).filter(|&b| b != a) {
            let (there, back) = (pairs[a * m + b], pairs[b * m + a]);
            symmetric += (f64::midpoint(there, back) - 1.0 / (things - 1.0)).powi(2);
            antisymmetric += ((there - back) / 2.0).powi(2);
        }
    }
    let each = (things - 1.0) * (symmetric + (things - 2.0) / things * antisymmetric);
    let df = things.powi(2) - 3.0 * things + 1.0;
    Seen { test: Test::SuccessorPairs, df, each }
}

/// How far even orders outweigh odd ones, of shuffles by swaps.
fn sign(specimen: Specimen, n: u32) -> f64 {
    match Method::of(specimen, n) {
        Method::Transpositions(count) => (2.0 / f64::from(n) - 1.0).powf(count.into()),
        Method::Swaps(swaps) => {
            let of_step = |step: &Step| {
                let own = step.place.checked_sub(step.first).map(|offset| offset as usize);
                let law = swaps.pick.law(step.bound);
                2.0 * own.and_then(|own| law.get(own).copied()).unwrap_or(0.0) - 1.0
            };
            swaps.steps.iter().map(of_step).product()
        }
        _ => 0.0,
    }
}

fn inversions(order: &[u32]) -> usize {
    let after =
        |place: usize| order[place + 1..].iter().filter(|&&item| item < order[place]).count();
    (0..order.len()).map(after).sum()
}

/// By sorting by so many keys, or by riffling into so many piles.
fn of_runs(test: Test, piles: u64, n: u32) -> Vec<Seen> {
    // Two items keep their order with the probability (1 + 1/K)/2, from which the correlation follows.
    let correlation = f64::from(n - 1).sqrt() / approximate(piles);
    let mut seen = Vec::from([Seen::normal(Test::RankCorrelation, correlation)]);
    if n <= LONGEST {
        let ln_orders: f64 = (1..=n).map(|i| f64::from(i).ln()).sum();
        let fair = laws::descents(n);
        let ratio = |runs| (ln_by_runs(piles, n as usize, runs) + ln_orders).exp();
        let law: Vec<f64> = (1..).zip(&fair).map(|(runs, fair)| fair * ratio(runs)).collect();
        seen.push(of_histogram(test, &law, &fair));
    }
    seen
}

/// What is rarer than one in 200 at the ends of a histogram is one cell.
fn of_histogram(test: Test, law: &[f64], fair: &[f64]) -> Seen {
    let mut cells: Vec<(f64, f64)> = Vec::new();
    let mut open = (0.0, 0.0);
    let mut left = 1.0;
    for (p, fair) in law.iter().zip(fair) {
        open = (open.0 + p, open.1 + fair);
        left -= fair;
        if open.1 >= RARE && left >= RARE {
            cells.push(open);
            open = (0.0, 0.0);
        }
    }
    cells.push(open);
    let each = cells.iter().map(|(p, fair)| (p - fair).powi(2) / fair).sum();
    Seen { test, df: approximate(cells.len() as u64 - 1).max(1.0), each }
}

/// The number of shuffles among which so many orders come again that a fair shuffle would hardly do it.
fn of_seeds(seeds: f64, n: u32) -> Option<Needed> {
    let ln_orders: f64 = (1..=n).map(|i| f64::from(i).ln()).sum();
    let seen = |shuffles: u64| {
        let draws = approximate(shuffles);
        let (different, variance) = occupied(seeds, draws);
        let (mean, orders) = (draws - different, ln_orders.exp());
        // Two seeds may have one order.
        let mean = mean + different - occupied(orders, different).0.min(different);
        let few = mean - QUANTILE * variance.sqrt();
        let repeats = if mean > 100.0 { few } else { tenth(mean) };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 2^20")]
        let repeats = repeats.max(0.0) as u64;
        let found = Repeats { compared: shuffles, repeats };
        repeats > 0 && repeats::test(found, ln_orders).p <= level()
    };
    if n <= MOST_COUNTED {
        return of_few_orders(seeds, ln_orders.exp().round());
    }
    let (mut low, mut high) = (1, MOST_COMPARED);
    if !seen(high) {
        return None;
    }
    while low + 1 < high {
        let middle = u64::midpoint(low, high);
        if seen(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(Needed { test: Test::Repeats, shuffles: approximate(high) })
}

/// The largest number that a Poisson count reaches 9 times in 10.
fn tenth(mean: f64) -> f64 {
    let mut count = 0;
    while p_value::poisson_at_least(count + 1, mean.ln()).p >= 0.9 {
        count += 1;
    }
    approximate(count)
}

/// X² of all orders is 1 + N/S times as large: nearly always above the critical value when a tenth of its values is.
fn of_few_orders(seeds: f64, orders: f64) -> Option<Needed> {
    let df = orders - 1.0;
    let value = |chance: f64| {
        let (mut low, mut high) = (0.0, 10.0 * df + 100.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if p_value::chi_square(middle, df).p > chance { low = middle } else { high = middle }
        }
        high
    };
    let shuffles = seeds * (value(level()) / value(0.9) - 1.0);
    Some(Needed { test: Test::Orders, shuffles: shuffles.max(5.0 * orders) }).filter(|_| df > 0.0)
}

/// What all tests see of simulated shuffles, less what they see of fair ones.
fn simulated(specimen: Specimen, n: u32) -> Option<Vec<Seen>> {
    let mut simulations = Simulations::new(n);
    let simulation = simulations.of(specimen, SIMULATED, &mut |_| {})?;
    let shuffles = approximate(simulation.tally.observations());
    let of_finding = |outcome: &Outcome| {
        let finding = outcome.finding()?;
        let (square, df) = match finding.law {
            Law::ChiSquare { df } => (finding.statistic, df),
            Law::Normal => (finding.statistic.powi(2), 1.0),
            _ => return None,
        };
        // What chance may do is not seen.
        let is_seen = square > df + 4.0 * (2.0 * df).sqrt();
        is_seen.then(|| Seen { test: finding.test, df, each: (square - df) / shuffles })
    };
    Some(tests(&simulation.tally).iter().filter_map(of_finding).collect())
}

/// The tests of orders.
const TESTS: f64 = 16.0;
/// The normal law's value that is exceeded 9 times in 10 is minus this.
const QUANTILE: f64 = 1.281_551_565_544_600_4;
/// The exam looks for repeats among so many observations, and counts the orders of so many items.
const MOST_COMPARED: u64 = 1 << 20;
const MOST_COUNTED: u32 = 7;
/// Longer lists take too long: the steps grow with the cube of the length.
const LONGEST: u32 = 1_024;
const RARE: f64 = 0.005;
/// What is less is no bias but rounding.
const ROUNDING: f64 = 1e-25;
const SIMULATED: u64 = 5_000;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]
mod tests {
    use super::*;
    use crate::exam::{Run, exact::Declared};

    fn needed(name: &str, n: u32) -> Option<Needed> {
        name.parse::<Specimen>().unwrap().needed(n)
    }

    #[test]
    fn faults_that_nobody_sees_need_millions_of_shuffles() {
        for (name, least) in [("modulo:15", 5e6), ("multiply:16", 5e7), ("keys:16", 5e6)] {
            let by_exam = needed(name, 52).unwrap();
            let law = name.parse::<Declared>().unwrap().law(52).unwrap();
            assert!(by_exam.shuffles > least, "{name}: {by_exam:?}");
            assert!(law.shuffles_to_see().is_some_and(|best| best < by_exam.shuffles), "{name}");
        }
        for n in [2, 4, 8, 52, 300, 2_000] {
            assert_eq!(needed("fair", n), None);
            assert_eq!(needed("seed:48", n).filter(|_| n > 7), None);
        }
    }

    #[test]
    fn formulas_are_those_of_single_choices() {
        // Forward, the first choice of 52 by a byte has 48 results of five words and four of four: 48 · 4 / 256² is its
        // chi-square.
        let modulo = Specimen::Modulo { bits: 8, run: Run::Forward };
        let places = chains::position_item(modulo, 52).unwrap();
        let seen = of_places(&places, 52);
        let first = seen.iter().find(|seen| seen.test == Test::FirstPlace).unwrap();
        assert!((first.each - 192.0 / 65_536.0).abs() < 1e-12);
        // Of keys from the formula, and from the law of all orders of seven items.
        let law = Specimen::ShortKeys { keys: 5 }.law(7).unwrap();
        let (by_law, by_runs) = (of_law(&law, 7), of_runs(Test::Descents, 5, 7));
        for test in [Test::RankCorrelation, Test::Descents] {
            let each = |seen: &[Seen]| seen.iter().find(|seen| seen.test == test).unwrap().each;
            assert!((each(&by_law) / each(&by_runs) - 1.0).abs() < 1e-9, "{test}");
        }
        // Of swaps from their steps, and from the law of all orders.
        let early = Specimen::StopsEarly { run: Run::Downward };
        let (by_law, by_steps) = (of_law(&early.law(6).unwrap(), 6), of_swaps(early, 6).unwrap());
        for seen in by_steps {
            let other = by_law.iter().find(|other| other.test == seen.test).unwrap();
            assert!((seen.each - other.each).abs() < 1e-12, "{}", seen.test);
        }
    }

    #[test]
    fn so_many_shuffles_are_enough_and_a_quarter_is_not() {
        for (name, n) in [
            ("modulo:8", 52),
            ("multiply:8", 52),
            ("stops-early", 52),
            ("keys:6", 52),
            ("riffles:5", 12),
            ("naive", 10),
            ("comparator:merge", 10),
            ("modulo:5", 6),
            ("seed:16", 10),
            ("seed:12", 5),
        ] {
            let specimen: Specimen = name.parse().unwrap();
            let Needed { test, shuffles } = specimen.needed(n).unwrap();
            let rejected = |part: f64| {
                #[allow(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "some thousands"
                )]
                let shuffles = (shuffles * part).ceil() as u64;
                let look = |seed: u32| {
                    let mut orders = specimen.shuffler(n, &seed.to_be_bytes()).unwrap();
                    let mut tally = Tally::new(Shape::order(n).unwrap());
                    (0..shuffles).for_each(|_| tally.add(orders.shuffle()).unwrap());
                    let outcomes = tests(&tally);
                    let mut findings = outcomes.iter().filter_map(Outcome::finding);
                    findings.any(|finding| finding.test == test && finding.p <= level())
                };
                (0..40).filter(|&seed| look(seed)).count()
            };
            // 36 of 40 are expected, and fewer than 28 of 40 have a chance below 0.001.
            let (all, quarter) = (rejected(1.0), rejected(0.25));
            assert!(all >= 28, "{name} of {n} by {test}, {shuffles}: {all}");
            assert!(quarter <= 24, "{name} of {n} by {test}, {shuffles}: {quarter}");
        }
    }
}
