//! The numbers behind the pictures.

use fairdraw::exam::{Counts, Shape, Tally};

use crate::exam::items::Items;

/// How far counts are from what is expected, in standard deviations, as a table.
pub(crate) struct Deviations {
    pub(crate) rows: Groups,
    pub(crate) columns: Groups,
    /// Row by row; nothing where there can be no count.
    pub(crate) cells: Vec<Option<f64>>,
}

/// Which items come at which places, in at most [`MOST_CELLS`] groups of each.
pub(crate) fn position_item(tally: &Tally) -> Option<Deviations> {
    let counts = tally.position_item()?;
    let (n, k) = (u64::from(tally.shape().n()), u64::from(tally.shape().k()));
    let (rows, columns) = (Groups::new(k, counts.rows()), Groups::new(n, counts.columns()));
    let mut sums = vec![0u64; rows.shown * columns.shown];
    for row in 0..counts.rows() {
        for (column, count) in counts.row(row).iter().enumerate() {
            sums[rows.shown_of(row) * columns.shown + columns.shown_of(column)] += count;
        }
    }
    let (sizes, observations) = ((rows.sizes(), columns.sizes()), as_f64(tally.observations()));
    let cells = sums.iter().enumerate().map(|(index, &count)| {
        let (places, items) = (sizes.0[index / columns.shown], sizes.1[index % columns.shown]);
        let n = as_f64(n);
        let expected = observations * places * items / n;
        // The number of some items at some places of one shuffle is hypergeometric.
        let variance = expected * (n - places) * (n - items) / (n * (n - 1.0));
        Some(deviation(count, expected, variance))
    });
    let cells = cells.collect();
    Some(Deviations { rows, columns, cells })
}

/// Which thing comes directly after which, `*` standing for the edge; of few items only.
pub(crate) fn successors(tally: &Tally) -> Option<Deviations> {
    let counts = tally.successor_pairs().filter(|counts| counts.rows() <= MOST_CELLS + 1)?;
    let share = 1.0 / f64::from(tally.shape().n());
    Some(pairwise(counts, tally.observations(), share, |row, column| {
        (row != column).then(|| counts.at(row, column))
    }))
}

/// Which two items are drawn together; of few items only.
pub(crate) fn pairs(tally: &Tally) -> Option<Deviations> {
    let counts = tally.pairs().filter(|counts| counts.rows() <= MOST_PAIRS)?;
    let (n, k) = (u64::from(tally.shape().n()), u64::from(tally.shape().k()));
    let share = as_f64(k * (k - 1)) / as_f64(n * (n - 1));
    Some(pairwise(counts, tally.observations(), share, |row, column| {
        (row != column).then(|| counts.at(row.min(column), row.max(column)))
    }))
}

fn pairwise(
    counts: &Counts,
    observations: u64,
    share: f64,
    count: impl Fn(usize, usize) -> Option<u64>,
) -> Deviations {
    let (rows, columns) = (counts.rows(), counts.columns());
    let all = |things: usize| Groups { things: things as u64, counted: things, shown: things };
    let expected = as_f64(observations) * share;
    let cell = |index| {
        let count = count(index / columns, index % columns)?;
        Some(deviation(count, expected, expected * (1.0 - share)))
    };
    let cells = (0..rows * columns).map(cell).collect();
    Deviations { rows: all(rows), columns: all(columns), cells }
}

/// Counts that are equally likely to be large, with what they should be.
pub(crate) struct Bars {
    pub(crate) counts: Vec<u64>,
    pub(crate) expected: f64,
    pub(crate) deviation: f64,
}

impl Bars {
    /// Counts of which each has the same share of all observations.
    pub(crate) fn new(counts: &[u64], observations: u64, share: f64) -> Self {
        let expected = as_f64(observations) * share;
        let deviation = (expected * (1.0 - share)).max(0.0).sqrt();
        Self { counts: counts.to_vec(), expected, deviation }
    }
}

/// Groups of neighbours in which things were counted, and the fewer ones in which they are shown.
pub(crate) struct Groups {
    things: u64,
    counted: usize,
    pub(crate) shown: usize,
}

impl Groups {
    fn new(things: u64, counted: usize) -> Self {
        Self { things, counted: counted.max(1), shown: counted.clamp(1, MOST_CELLS) }
    }

    /// A shown group by its first and last thing, counted from 0.
    pub(crate) fn name(&self, shown: usize, name: impl Fn(u64) -> String) -> String {
        let first = self.first(self.counted_of(shown));
        let last = self.first(self.counted_of(shown + 1)).saturating_sub(1);
        if first == last { name(first) } else { format!("{} to {}", name(first), name(last)) }
    }

    /// The first counted group of a shown one.
    fn counted_of(&self, shown: usize) -> usize {
        (shown * self.counted).div_ceil(self.shown)
    }

    /// The first thing of a counted group: thing t is in group floor(counted * t / things).
    fn first(&self, group: usize) -> u64 {
        (group as u64 * self.things).div_ceil(self.counted as u64)
    }

    fn shown_of(&self, group: usize) -> usize {
        group * self.shown / self.counted
    }

    /// How many things each shown group has.
    fn sizes(&self) -> Vec<f64> {
        let mut sizes = vec![0.0; self.shown];
        for group in 0..self.counted {
            sizes[self.shown_of(group)] += as_f64(self.first(group + 1) - self.first(group));
        }
        sizes
    }
}

/// The possible results in lexicographic order, as numbers of items; of so few that somebody looks at them.
pub(crate) fn outcome_names(shape: Shape, items: &Items) -> Vec<String> {
    let name = |item: u32| match items {
        Items::Numbers { .. } => items.show(item),
        // Labels may be long, and there may be no room for several.
        Items::Labels(_) => (item + 1).to_string(),
    };
    let mut names = Vec::new();
    let mut chosen = Vec::new();
    lexicographic(shape, &mut chosen, &mut |chosen| {
        let words: Vec<String> = chosen.iter().map(|&item| name(item)).collect();
        names.push(words.join(" "));
    });
    names
}

fn lexicographic(shape: Shape, chosen: &mut Vec<u32>, tell: &mut impl FnMut(&[u32])) {
    if chosen.len() == shape.k() as usize {
        return tell(chosen);
    }
    let from = if shape.is_set() { chosen.last().map_or(0, |last| last + 1) } else { 0 };
    for item in from..shape.n() {
        if !chosen.contains(&item) {
            chosen.push(item);
            lexicographic(shape, chosen, tell);
            chosen.pop();
        }
    }
}

fn deviation(count: u64, expected: f64, variance: f64) -> f64 {
    if variance > 0.0 { (as_f64(count) - expected) / variance.sqrt() } else { 0.0 }
}

#[allow(clippy::cast_precision_loss, reason = "a picture needs no more than 53 bits")]
pub(crate) fn as_f64(number: u64) -> f64 {
    number as f64
}

/// The most rows and columns that a picture shows.
const MOST_CELLS: usize = 64;
/// The most items of lotteries.
const MOST_PAIRS: usize = 100;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;

    #[test]
    fn shown_groups_have_all_things() {
        for (things, counted) in
            [(2, 2), (52, 52), (64, 64), (65, 65), (256, 256), (257, 256), (65_536, 256)]
        {
            let groups = Groups::new(things, counted);
            assert!(groups.shown <= 64);
            assert!((groups.sizes().iter().sum::<f64>() - as_f64(things)).abs() < 0.5, "{things}");
            assert_eq!(groups.shown_of(counted - 1), groups.shown - 1);
        }
        let groups = Groups::new(257, 256);
        assert_eq!(groups.sizes()[..2], [5.0, 4.0]);
        let name = |group| groups.name(group, |thing| thing.to_string());
        assert_eq!([name(0), name(1), name(63)], ["0 to 4", "5 to 8", "253 to 256"]);
        assert_eq!(Groups::new(52, 52).name(51, |thing| thing.to_string()), "51");
    }

    #[test]
    fn results_are_named_in_lexicographic_order() {
        let items = Items::Numbers { first: 1 };
        let names = outcome_names(Shape::order(3).unwrap(), &items);
        assert_eq!(names, ["1 2 3", "1 3 2", "2 1 3", "2 3 1", "3 1 2", "3 2 1"]);
        let names = outcome_names(Shape::set(4, 2).unwrap(), &items);
        assert_eq!(names, ["1 2", "1 3", "1 4", "2 3", "2 4", "3 4"]);
        let names = outcome_names(Shape::ordered_sample(3, 2).unwrap(), &items);
        assert_eq!(names, ["1 2", "1 3", "2 1", "2 3", "3 1", "3 2"]);
    }
}
