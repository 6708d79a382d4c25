//! What a population adds to a list: the stratum and the amount of each item (SPEC 19.1), and their sums.

use std::collections::HashMap;

use fairdraw::sample::AmountSums;

use super::amounts::AmountStyle;
use super::entries::checked;
use super::row::{Cell, Source};
use crate::error::Error;

/// The column of amounts, and how they are written.
#[derive(Clone, Debug)]
pub(crate) struct AmountColumn {
    pub(crate) column: String,
    pub(crate) style: AmountStyle,
}

/// The strata of items, in the order in which they first appear.
#[derive(Debug, Default)]
pub(crate) struct Strata {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    /// One for each item, if there is a column of strata.
    pub(super) of_items: Vec<u32>,
}

impl Strata {
    /// Takes the stratum of the next item.
    pub(super) fn take(&mut self, source: &Source<'_>, cell: &Cell<'_>) -> Result<(), Error> {
        let name = checked(source, cell)?;
        if name.is_empty() {
            return Err(source
                .error_in_cell(cell, None, "no stratum")
                .hint("each item belongs to one: give the rest a name of its own, such as other"));
        }
        if name.len() > LONGEST_STRATUM {
            let what = format!(
                "the stratum has {} bytes, at most {LONGEST_STRATUM} are allowed",
                name.len()
            );
            return Err(source.error_in_cell(cell, None, &what));
        }
        let number = if let Some(number) = self.numbers.get(name) {
            *number
        } else {
            if self.names.len() == MOST_STRATA {
                let what = format!("a stratum beyond {MOST_STRATA}");
                return Err(source
                    .error_in_cell(cell, None, &what)
                    .hint("is this the column of strata? A commit has at most so many"));
            }
            let number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
            self.names.push(name.to_owned());
            self.numbers.insert(name.to_owned(), number);
            number
        };
        self.of_items.push(number);
        Ok(())
    }

    pub(super) fn name(&self, index: usize) -> Option<&str> {
        self.names.get(*self.of_items.get(index)? as usize).map(String::as_str)
    }
}

/// Reads the amount of an item.
pub(super) fn amount(
    source: &Source<'_>,
    cell: &Cell<'_>,
    style: AmountStyle,
) -> Result<i64, Error> {
    let fault_at =
        |at: Option<usize>, what: &str, hint: &str| source.error_in_cell(cell, at, what).hint(hint);
    if let Some(number) = cell.number {
        return style.of_number(number).map_err(|fault| fault_at(None, &fault.what, &fault.hint));
    }
    let text = checked(source, cell)?;
    let before = text.as_ptr().addr() - cell.text.as_ptr().addr();
    style.parse(text).map_err(|fault| fault_at(Some(before + fault.at), &fault.what, &fault.hint))
}

/// The sums of a population's amounts, in minor units.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Totals {
    pub(crate) places: u8,
    pub(crate) sums: AmountSums,
}

/// A stratum of a population: its items, and the sum of its amounts above 0.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct StratumCount {
    pub(crate) name: String,
    pub(crate) items: u64,
    pub(crate) above: i128,
}

/// Adds up the amounts; refuses sums that a commit can't carry.
pub(super) fn totals(source: &Source<'_>, amounts: &[i64], places: u8) -> Result<Totals, Error> {
    let sums = AmountSums::of(amounts).map_err(|fault| {
        Error::not_done(format!("{}: {fault} minor units", source.name))
            .hint("give the amounts in a larger unit, with fewer --amount-places")
    })?;
    Ok(Totals { places, sums })
}

/// Counts the items of each stratum.
pub(super) fn strata(strata: &Strata, amounts: &[i64]) -> Vec<StratumCount> {
    let counts = strata.names.iter().cloned();
    let mut counts: Vec<_> =
        counts.map(|name| StratumCount { name, ..StratumCount::default() }).collect();
    for (index, stratum) in strata.of_items.iter().enumerate() {
        let count = &mut counts[*stratum as usize];
        count.items += 1;
        count.above += i128::from(amounts.get(index).copied().unwrap_or(0).max(0));
    }
    counts
}

/// What a commit can carry (SPEC 19.1, 19.2).
const LONGEST_STRATUM: usize = 256;
const MOST_STRATA: usize = 1024;
