//! What is counted over the observations of an exam.

use core::fmt;
use std::{vec, vec::Vec};

pub use counted::Repeats;
pub use counts::Counts;
pub use fault::{Fault, OtherShape};

use super::{Shape, groups::Groups};
use inversions::Inversions;
use places::Places;

mod counted;
mod counts;
mod fault;
mod hash;
mod inversions;
mod order;
mod places;
mod rank;

/// Everything that the exam counts over observations of one shape.
///
/// Its size depends on the shape alone, but for the hashes of the first 2²⁰ observations (16 MiB).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    shape: Shape,
    observations: u64,
    outcomes: Option<Vec<u64>>,
    position_item: Option<Counts>,
    first_place: Vec<u64>,
    first_two: Option<Counts>,
    successor_pairs: Option<Counts>,
    items: Vec<u64>,
    /// A bit for each item, in words; set once it has been drawn in a sample or set.
    drawn: Vec<u64>,
    pairs: Option<Counts>,
    fixed_points: Vec<u64>,
    even: u64,
    inversions: Vec<u64>,
    inversion_sum: u128,
    product_sum: u128,
    descents: Vec<u64>,
    rising_sequences: Vec<u64>,
    cycles: Vec<u64>,
    adjacent: Vec<u64>,
    overlaps: Vec<u64>,
    trend_sum: u128,
    hashes: Option<Vec<u128>>,
    item_groups: Groups,
    place_groups: Groups,
    /// The first and the last observation, for overlaps across the seam when tallies are merged.
    first: Vec<u32>,
    previous: Vec<u32>,
    scratch: Scratch,
}

/// What one observation is counted with. It says nothing of those before, so that all are equal.
#[derive(Clone)]
struct Scratch {
    /// Where the items of the observation stand.
    places: Places,
    inversions: Inversions,
    /// The items in ascending order.
    sorted: Vec<u32>,
}

impl Tally {
    /// A tally of no observations.
    pub fn new(shape: Shape) -> Self {
        let [n, k] = [shape.n(), shape.k()].map(|count| count as usize);
        let (item_groups, place_groups) = (Groups::new(shape.n()), Groups::new(shape.k()));
        let order = shape.is_order();
        let table = |rows, columns, counted: bool| counted.then(|| Counts::new(rows, columns));
        let histogram = |values: usize, counted: bool| vec![0; if counted { values } else { 0 }];
        let outcomes = shape.outcomes_up_to(MOST_OUTCOMES);
        let square = (4..=MOST_FOR_PAIRS).contains(&n);
        Self {
            shape,
            observations: 0,
            outcomes: outcomes.map(|outcomes| histogram(to_index(outcomes), true)),
            position_item: table(place_groups.count(), item_groups.count(), !shape.is_set()),
            first_place: histogram(item_groups.count(), !shape.is_set()),
            first_two: table(n, n, !shape.is_set() && k >= 2 && square),
            successor_pairs: table(n + 1, n + 1, order && square),
            items: histogram(item_groups.count(), !order),
            drawn: histogram(n.div_ceil(64), !order),
            pairs: table(n, n, !order && square),
            fixed_points: histogram(n + 1, order),
            even: 0,
            inversions: histogram(n * (n - 1) / 2 + 1, order && n <= 64),
            inversion_sum: 0,
            product_sum: 0,
            descents: histogram(n, order && n <= MOST_FOR_LAWS),
            rising_sequences: histogram(n + 1, order && n <= MOST_FOR_LAWS),
            cycles: histogram(n + 1, order && n <= MOST_FOR_LAWS),
            adjacent: histogram(k, !order),
            overlaps: histogram(k + 1, true),
            trend_sum: 0,
            hashes: outcomes.is_none().then(Vec::new),
            item_groups,
            place_groups,
            first: vec![],
            previous: vec![],
            scratch: Scratch {
                places: Places::new(n),
                inversions: Inversions::new(n),
                sorted: vec![0; k],
            },
        }
    }

    /// Counts an observation: its items, from 0 to n-1, in the order of the draw (of a set in any order).
    ///
    /// # Errors
    ///
    /// Refuses what is not of the shape; nothing is counted then.
    pub fn add(&mut self, observation: &[u32]) -> Result<(), Fault> {
        self.scratch.places.note(observation, self.shape)?;
        self.count_overlap(observation);
        if self.shape.is_order() {
            self.count_order(observation);
        } else {
            self.count_selection(observation);
        }
        if !self.shape.is_set() {
            self.count_places(observation);
        }
        self.count_whole(observation);
        self.observations += 1;
        Ok(())
    }

    /// With the observation before.
    fn count_overlap(&mut self, observation: &[u32]) {
        if self.observations == 0 {
            self.first.extend(observation);
            self.previous.extend(observation);
            return;
        }
        let overlap = if self.shape.is_order() {
            self.previous.iter().zip(observation).filter(|(before, now)| before == now).count()
        } else {
            self.previous.iter().filter(|&&item| self.scratch.places.has(item)).count()
        };
        self.overlaps[overlap] += 1;
        self.previous.copy_from_slice(observation);
    }

    fn count_order(&mut self, order: &[u32]) {
        let inversions = self.scratch.inversions.of(order);
        self.inversion_sum += u128::from(inversions);
        if let Some(count) = self.inversions.get_mut(to_index(inversions)) {
            *count += 1;
        }
        self.even += u64::from(inversions.is_multiple_of(2));
        self.fixed_points[order::fixed_points(order)] += 1;
        self.product_sum += u128::from(order::products(order));
        self.trend_sum += u128::from(order[0]);
        if order.len() <= MOST_FOR_LAWS {
            self.descents[order::descents(order)] += 1;
            self.cycles[order::cycles(order)] += 1;
            self.rising_sequences[1 + self.scratch.places.descents()] += 1;
        }
        if let Some(pairs) = &mut self.successor_pairs {
            let mark = order.len();
            let mut before = mark;
            for &item in order {
                pairs.count(before, item as usize);
                before = item as usize;
            }
            pairs.count(before, mark);
        }
    }

    /// What is counted in samples and sets alike.
    fn count_selection(&mut self, observation: &[u32]) {
        let mut adjacent = 0;
        for &item in observation {
            self.items[self.item_groups.of(item)] += 1;
            self.drawn[item as usize / 64] |= 1 << (item % 64);
            self.trend_sum += u128::from(item);
            adjacent += usize::from(self.scratch.places.has(item + 1));
        }
        self.adjacent[adjacent] += 1;
        let sorted = &mut self.scratch.sorted;
        sorted.copy_from_slice(observation);
        sorted.sort_unstable();
        if let Some(pairs) = &mut self.pairs {
            for (place, &lower) in sorted.iter().enumerate() {
                for &upper in &sorted[place + 1..] {
                    pairs.count(lower as usize, upper as usize);
                }
            }
        }
    }

    /// What is counted in orders and ordered samples alike.
    fn count_places(&mut self, observation: &[u32]) {
        if let Some(counts) = &mut self.position_item {
            for (place, &item) in (0..).zip(observation) {
                counts.count(self.place_groups.of(place), self.item_groups.of(item));
            }
        }
        self.first_place[self.item_groups.of(observation[0])] += 1;
        if let Some(counts) = &mut self.first_two {
            counts.count(observation[0] as usize, observation[1] as usize);
        }
    }

    /// The observation as one of all that are possible.
    fn count_whole(&mut self, observation: &[u32]) {
        let set = self.shape.is_set();
        let observation = if set { &self.scratch.sorted } else { observation };
        if let Some(outcomes) = &mut self.outcomes {
            let n = self.shape.n();
            let rank = if set {
                rank::of_set(observation, n, outcomes.len() as u64)
            } else {
                rank::of_ordered(observation, n)
            };
            outcomes[to_index(rank)] += 1;
        }
        if let Some(hashes) = &mut self.hashes
            && hashes.len() < MOST_HASHES
        {
            hashes.push(hash::hash(observation));
        }
    }

    /// Adds the counts of observations that come after these.
    ///
    /// The result is that of one tally to which all were added in this order: the overlap of the last of these and the
    /// first of the others is counted, and repeats are sought in the first 2²⁰ of them together.
    ///
    /// # Errors
    ///
    /// Refuses a tally of another shape; nothing is added then.
    pub fn merge(&mut self, other: &Self) -> Result<(), OtherShape> {
        if self.shape != other.shape {
            return Err(OtherShape);
        }
        if other.observations == 0 {
            return Ok(());
        }
        if self.observations == 0 {
            self.clone_from(other);
            return Ok(());
        }
        // Noting it can't fail, as it was an observation of this shape before.
        if self.scratch.places.note(&other.first, self.shape).is_ok() {
            self.count_overlap(&other.first);
        }
        self.previous.copy_from_slice(&other.previous);
        self.observations += other.observations;
        for (counts, more) in [
            (&mut self.first_place, &other.first_place),
            (&mut self.items, &other.items),
            (&mut self.fixed_points, &other.fixed_points),
            (&mut self.inversions, &other.inversions),
            (&mut self.descents, &other.descents),
            (&mut self.rising_sequences, &other.rising_sequences),
            (&mut self.cycles, &other.cycles),
            (&mut self.adjacent, &other.adjacent),
            (&mut self.overlaps, &other.overlaps),
        ] {
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        }
        if let (Some(counts), Some(more)) = (&mut self.outcomes, &other.outcomes) {
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        }
        for (counts, more) in [
            (&mut self.position_item, &other.position_item),
            (&mut self.first_two, &other.first_two),
            (&mut self.successor_pairs, &other.successor_pairs),
            (&mut self.pairs, &other.pairs),
        ] {
            if let (Some(counts), Some(more)) = (counts, more) {
                counts.add(more);
            }
        }
        self.drawn.iter_mut().zip(&other.drawn).for_each(|(word, more)| *word |= more);
        self.even += other.even;
        self.inversion_sum += other.inversion_sum;
        self.product_sum += other.product_sum;
        self.trend_sum += other.trend_sum;
        if let (Some(hashes), Some(more)) = (&mut self.hashes, &other.hashes) {
            let room = MOST_HASHES - hashes.len();
            hashes.extend(more.iter().take(room));
        }
        Ok(())
    }
}

impl PartialEq for Scratch {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Scratch {}

impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Scratch(..)")
    }
}

/// An index into a table that is in memory.
fn to_index(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

/// The most observations that are counted one by one: the orders of seven items.
const MOST_OUTCOMES: u64 = 5040;

/// The most items of which pairs are counted.
const MOST_FOR_PAIRS: usize = 256;

/// The most items of whose descents and cycles the law is computed.
const MOST_FOR_LAWS: usize = 1024;

/// The most observations that are compared with each other.
const MOST_HASHES: usize = 1 << 20;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "the numbers of tests are small"
)]
mod tests;
