//! Exact tables of shuffles by swaps, of any list that is not too long.

use std::{vec, vec::Vec};

use super::super::{
    Specimen,
    p_value::approximate,
    specimens::{Orders, Pick, Step, Swaps},
};

/// The probabilities of the item at each place, and of what follows each item.
#[derive(Debug, Clone)]
pub(super) struct Tables {
    /// Rows are places, columns items.
    pub(super) position_item: Vec<f64>,
    /// Rows and columns are the items and, last, the mark before the first and after the last item.
    pub(super) successor_pairs: Vec<f64>,
}

impl Tables {
    /// Those of orders with these probabilities.
    pub(super) fn of_law(law: &[f64], orders: &Orders, n: u32) -> Self {
        let (n, m) = (n as usize, n as usize + 1);
        let (mut position_item, mut successor_pairs) = (vec![0.0; n * n], vec![0.0; m * m]);
        for (rank, p) in law.iter().enumerate() {
            let mut before = n;
            for (place, &item) in orders.order(rank).iter().enumerate() {
                position_item[place * n + item as usize] += p;
                successor_pairs[before * m + item as usize] += p;
                before = item as usize;
            }
            successor_pairs[before * m + n] += p;
        }
        Self { position_item, successor_pairs }
    }
}

/// The tables of a specimen that shuffles by swaps.
pub(super) fn tables(specimen: Specimen, n: u32) -> Option<Tables> {
    let position_item = position_item(specimen, n)?;
    let pairs = match specimen {
        Specimen::Transpositions { count } => after_transpositions(count, n as usize),
        _ => after_swaps(&Swaps::of(specimen, n), n as usize),
    };
    let (n, m) = (n as usize, n as usize + 1);
    let mut successor_pairs = vec![0.0; m * m];
    for a in 0..n {
        successor_pairs[a * m..a * m + n].copy_from_slice(&pairs[a * n..(a + 1) * n]);
        successor_pairs[n * m + a] = position_item[a];
        successor_pairs[a * m + n] = position_item[(n - 1) * n + a];
    }
    Some(Tables { position_item, successor_pairs })
}

/// The item at each place, of a specimen that shuffles by swaps.
pub(super) fn position_item(specimen: Specimen, n: u32) -> Option<Vec<f64>> {
    match specimen {
        Specimen::Transpositions { count } => {
            let (size, stays) = (n as usize, stays(count, n));
            let moves = (1.0 - stays) / f64::from((n - 1).max(1));
            let cell = |cell| if cell % (size + 1) == 0 { stays } else { moves };
            Some((0..size * size).map(cell).collect())
        }
        Specimen::NaiveSwap { .. }
        | Specimen::Sattolo
        | Specimen::Modulo { .. }
        | Specimen::Multiply { .. }
        | Specimen::StopsEarly { .. }
        | Specimen::NoOffset { .. }
        | Specimen::Rounding { .. }
        | Specimen::Tail { .. }
        | Specimen::Head { .. } => Some(places_after_swaps(&Swaps::of(specimen, n), n as usize)),
        _ => None,
    }
}

/// The chance that an item is where it was, after so many random transpositions of `n` items.
pub(super) fn stays(count: u32, n: u32) -> f64 {
    let n = f64::from(n);
    // A step moves an item with probability 2(n-1)/n², to any other place.
    1.0 / n + (1.0 - 1.0 / n) * (1.0 - 2.0 / n).powf(count.into())
}

fn places_after_swaps(swaps: &Swaps, n: usize) -> Vec<f64> {
    let mut table = vec![0.0; n * n];
    (0..n).for_each(|i| table[i * (n + 1)] = 1.0);
    let mut picks = Picks::new(swaps.pick);
    let mut next = vec![0.0; n];
    for step in &swaps.steps {
        let place = step.place as usize;
        next.fill(0.0);
        for (other, pick) in picks.of(step) {
            for item in 0..n {
                let here = table[other * n + item];
                next[item] += pick * here;
                if other != place {
                    table[other * n + item] = here + pick * (table[place * n + item] - here);
                }
            }
        }
        table[place * n..(place + 1) * n].copy_from_slice(&next);
    }
    table
}

/// For two things at places x and y, the chance that the second comes to stand directly after the first: found backward from
/// the last step. At the start the thing at a place is the item of that place.
fn after_swaps(swaps: &Swaps, n: usize) -> Vec<f64> {
    let mut chance = directly_after(n);
    let mut picks = Picks::new(swaps.pick);
    let mut of_place = vec![0.0; n];
    for step in swaps.steps.iter().rev() {
        let place = step.place as usize;
        of_place.fill(0.0);
        picks.of(step).for_each(|(other, pick)| of_place[other] = pick);
        let before = chance.clone();
        let at = |x: usize, y: usize| before[x * n + y];
        for x in (0..n).filter(|&x| x != place) {
            for y in (0..n).filter(|&y| y != place && y != x) {
                // One of the two goes to `place`, or neither.
                let stay = 1.0 - of_place[x] - of_place[y];
                chance[x * n + y] =
                    stay * at(x, y) + of_place[x] * at(place, y) + of_place[y] * at(x, place);
            }
            let (mut first, mut second) = (of_place[x] * at(x, place), of_place[x] * at(place, x));
            for (other, pick) in picks.of(step).filter(|&(other, _)| other != x) {
                first += pick * at(other, x);
                second += pick * at(x, other);
            }
            chance[place * n + x] = first;
            chance[x * n + place] = second;
        }
    }
    chance
}

/// The same for random transpositions.
fn after_transpositions(count: u32, n: usize) -> Vec<f64> {
    let mut chance = directly_after(n);
    let items = approximate(n as u64);
    let one = 2.0 / (items * items);
    let neither = ((items - 2.0).powi(2) + 2.0) / (items * items);
    // With twenty for each item what is left of the list's order is below 2⁻⁵³.
    for _ in 0..count.min(20 * u32::try_from(n).unwrap_or(u32::MAX / 20)) {
        let before = chance;
        let at = |x: usize, y: usize| before[x * n + y];
        let from: Vec<f64> = (0..n).map(|x| (0..n).map(|y| at(x, y)).sum()).collect();
        let to: Vec<f64> = (0..n).map(|y| (0..n).map(|x| at(x, y)).sum()).collect();
        chance = vec![0.0; n * n];
        for x in 0..n {
            for y in (0..n).filter(|&y| y != x) {
                // Neither moves; they change places; one of them goes to a third place.
                let third = to[y] - at(x, y) + from[x] - at(x, y);
                chance[x * n + y] = neither * at(x, y) + one * (at(y, x) + third);
            }
        }
    }
    chance
}

fn directly_after(n: usize) -> Vec<f64> {
    let mut chance = vec![0.0; n * n];
    (1..n).for_each(|y| chance[(y - 1) * n + y] = 1.0);
    chance
}

/// The probabilities of a step's picks, which are the same for the same bound.
struct Picks {
    pick: Pick,
    laws: Vec<Option<Vec<f64>>>,
}

impl Picks {
    fn new(pick: Pick) -> Self {
        Self { pick, laws: Vec::new() }
    }

    /// The places that a step may swap with its own, and how likely each is.
    fn of(&mut self, step: &Step) -> impl Iterator<Item = (usize, f64)> {
        let (bound, first) = (step.bound as usize, step.first as usize);
        if self.laws.len() <= bound {
            self.laws.resize(bound + 1, None);
        }
        let law = self.laws[bound].get_or_insert_with(|| self.pick.law(step.bound));
        law.iter().enumerate().map(move |(offset, &pick)| (first + offset, pick))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]
mod tests {
    use super::*;
    use crate::exam::Run;

    #[test]
    fn tables_are_those_of_the_laws_of_all_orders() {
        for items in [4, 5, 6] {
            let orders = Orders::new(items).unwrap();
            let mut specimens = vec![
                Specimen::Sattolo,
                Specimen::Tail { length: 2 },
                Specimen::Head { length: 1 },
                Specimen::Transpositions { count: 1 },
                Specimen::Transpositions { count: 4 },
            ];
            for last in [true, false] {
                specimens.push(Specimen::NoOffset { last });
                for run in [Run::Forward, Run::Downward] {
                    specimens.push(Specimen::NaiveSwap { run, last });
                }
            }
            for run in [Run::Forward, Run::Downward] {
                specimens.extend([
                    Specimen::StopsEarly { run },
                    Specimen::Rounding { run },
                    Specimen::Modulo { bits: 3, run },
                    Specimen::Multiply { bits: 3, run },
                ]);
            }
            for specimen in specimens {
                let right = Tables::of_law(&orders.law(specimen).unwrap(), &orders, items);
                let tables = tables(specimen, items).unwrap();
                for (found, right) in [
                    (tables.position_item, right.position_item),
                    (tables.successor_pairs, right.successor_pairs),
                ] {
                    let far = found.iter().zip(&right).map(|(a, b)| (a - b).abs());
                    assert!(far.fold(0.0, f64::max) < 1e-12, "{specimen} of {items}");
                }
            }
        }
    }
}
