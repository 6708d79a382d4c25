//! How a known fault is mended.

use fairdraw::exam::Specimen;

/// What to change in a program that has the fault; nothing if there is none.
pub(super) fn of(fault: &Specimen) -> Option<&'static str> {
    Some(match fault {
        Specimen::Fair => return None,
        Specimen::NaiveSwap { .. } => {
            "swap each place i with one that is still open: j = i + random(n - i), not j = random(n)"
        }
        Specimen::Sattolo => {
            "let a place be swapped with itself too: a random number from 0 to i, i included, and not below i"
        }
        Specimen::Comparator(_) => {
            "don't sort by a comparator that answers at random; use a library's shuffle, or Fisher and Yates' loop"
        }
        Specimen::Modulo { .. } | Specimen::Multiply { .. } => {
            "draw another word where a word falls in the uneven rest, as libraries' functions for a number below a bound do, and \
             take words of 64 bits"
        }
        Specimen::StopsEarly { .. } => {
            "let the loop take its last step too: while i > 0, not i > 1"
        }
        Specimen::NoOffset { .. } => {
            "add the number of places that are done: j = i + random(n - i), not j = random(n - i)"
        }
        Specimen::Rounding { .. } => {
            "round down: floor(random() * (i + 1)), not round(random() * i)"
        }
        Specimen::NextFree => {
            "draw again when an item was drawn before, or take it out of the list"
        }
        Specimen::ShortKeys { .. } => {
            "sort by keys of 64 bits or more, not rounded, or shuffle without keys"
        }
        Specimen::Riffles { .. } | Specimen::Transpositions { .. } => {
            "don't mix by small steps; use a library's shuffle, or Fisher and Yates' loop"
        }
        Specimen::Cut => "shuffle the list itself, and not only the place where it begins",
        Specimen::Tail { .. } | Specimen::Head { .. } => {
            "let the loop go over all places of the list; look at its first and last index"
        }
        Specimen::SmallSeed { .. } => {
            "take the randomness from the operating system, or a seed of at least 256 bits from it"
        }
        _ => "use a library's shuffle, or Fisher and Yates' loop",
    })
}
