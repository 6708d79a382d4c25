//! Known faults by their names.

use fairdraw::exam::{Sort, Specimen, SpecimenError};

use crate::error::Error;
use crate::output;
use crate::term::short;

/// The names of all specimens, and what their faults are.
pub(super) fn list(n: u32) -> Result<(), Error> {
    output::print(|out| {
        for specimen in Specimen::defaults(n) {
            writeln!(out, "{:<28} {}", specimen.to_string(), specimen.says())?;
        }
        Ok(())
    })
}

/// The specimen of a name, for `n` items.
pub(super) fn named(name: &str, n: u32) -> Result<Specimen, Error> {
    Specimen::named(name, n).map_err(|error| {
        let SpecimenError::Name(_) = error else {
            return Error::not_done(error.to_string()).hint(LISTED);
        };
        let hint = match nearest(name, n).as_slice() {
            [] => LISTED.to_owned(),
            [only] => format!("do you mean {only}? {LISTED}"),
            [first @ .., last] => {
                format!("do you mean {} or {last}? {LISTED}", first.join(", "))
            }
        };
        Error::not_done(format!("there is no specimen \"{}\"", short(name))).hint(hint)
    })
}

/// The names that need the fewest changes, if these are few.
fn nearest(name: &str, n: u32) -> Vec<String> {
    let name = name.to_lowercase();
    let known = Specimen::defaults(n).into_iter().chain(Sort::ALL.map(Specimen::Comparator));
    let mut close: Vec<(usize, String)> = Vec::new();
    for specimen in known {
        let whole = specimen.to_string();
        // Of `modul:16` the number is no mistake.
        let kind = name.split(':').next().unwrap_or_default();
        let changes = changes(&name, &whole).min(changes(kind, specimen.kind()));
        let is_new = close.iter().all(|(_, known)| *known != whole);
        if changes <= MOST_CHANGES.min(kind.chars().count() / 2) && is_new {
            close.push((changes, whole));
        }
    }
    let fewest = close.iter().map(|(changes, _)| *changes).min().unwrap_or(0);
    close.retain(|(changes, _)| *changes == fewest);
    close.into_iter().map(|(_, name)| name).collect()
}

/// How many characters must be put in, left out or replaced (Levenshtein).
fn changes(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (place, here) in (1..).zip(from.chars()) {
        let mut diagonal = std::mem::replace(&mut row[0], place);
        for (index, there) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(here != *there);
            diagonal = row[index + 1];
            row[index + 1] = replaced.min(diagonal + 1).min(row[index] + 1);
        }
    }
    row[to.len()]
}

const LISTED: &str = "fairdraw exam --specimen list lists them";
const MOST_CHANGES: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_counted() {
        for (from, to, expected) in [
            ("", "", 0),
            ("", "cut", 3),
            ("cut", "cut", 0),
            ("modula", "modulo", 1),
            ("satolo", "sattolo", 1),
        ] {
            assert_eq!(changes(from, to), expected, "{from} {to}");
            assert_eq!(changes(to, from), expected, "{to} {from}");
        }
    }

    #[test]
    fn slips_of_the_pen_are_understood() {
        for (name, meant) in [
            ("Naive", "naive"),
            ("satollo", "sattolo"),
            ("modul:16", "modulo:8"),
            ("comparator:tim-sort", "comparator:timsort"),
            ("stop-early", "stops-early"),
            ("fair:1", "fair"),
        ] {
            assert!(
                nearest(name, 52).iter().any(|near| near == meant),
                "{name}: {:?}",
                nearest(name, 52)
            );
        }
        assert!(nearest("nonsense", 52).is_empty());
        assert!(nearest("", 52).is_empty());
    }
}
