//! Known mistakes that so many observations would not show.

use fairdraw::exam::exact::{Declared, Law};
use fairdraw::exam::{Specimen, Test};

use super::exact::Results;
use super::report::Form;

/// A mistake that may be there, and that an exam of so many observations would hardly find.
pub(crate) struct Unseen {
    pub(crate) mistake: Mistake,
    pub(crate) needed: Needed,
}

/// A mistake, by what shows most of it.
#[derive(Clone, Copy)]
pub(crate) enum Mistake {
    /// It has a number of bits, and can be declared.
    Method(Declared),
    Other(Specimen),
}

/// How many observations show a mistake.
#[derive(Clone, Copy)]
pub(crate) enum Needed {
    /// About so many, by this test of the exam.
    About(f64, Test),
    /// More than so many: the best of all tests needs them, and the exam's are not made for this mistake.
    MoreThan(f64),
    /// No number that the exam takes is enough.
    Never,
}

/// The mistakes that `observations` of this form would not show, each kind from its fewest bits on.
pub(crate) fn unseen(form: &Form, observations: u64) -> Vec<Unseen> {
    let mut unseen = Vec::new();
    for (method, bits) in METHODS {
        let first = unseen.len();
        // The more bits, the less is seen: from the first that shows on all would.
        for &bits in bits.iter().rev() {
            let method = method(bits);
            let Some(needed) = needed(method, form) else { continue };
            if !needed.is_beyond(observations) {
                break;
            }
            unseen.push(Unseen { mistake: Mistake::Method(method), needed });
        }
        unseen[first..].reverse();
    }
    unseen.extend(others(form, observations));
    unseen
}

/// Nothing if the method makes all results equally likely, or if nothing is known of it.
fn needed(method: Declared, form: &Form) -> Option<Needed> {
    match form {
        Form::Items { shape, .. } if shape.is_order() => of_orders(method, shape.n()),
        Form::Items { .. } | Form::Numbers(_) => of_parts(method, form),
        Form::Tickets { .. } | Form::Unknown => None,
    }
}

/// Of shuffles of `n` items.
pub(crate) fn of_orders(method: Declared, n: u32) -> Option<Needed> {
    let law = method.law(n).ok()?;
    let is_seed = matches!(law, Law::Seed(_));
    if !is_seed && law.chi_square() <= 0.0 {
        return None;
    }
    // The exam's tests see of a shuffle by swaps what takes the cube of its length to compute.
    if matches!(law, Law::Draws(_)) && n > LONGEST {
        return law.shuffles_to_see().map(Needed::MoreThan);
    }
    let specimen: Specimen = method.to_string().parse().ok()?;
    match specimen.needed(n) {
        Some(needed) => Some(Needed::About(needed.shuffles, needed.test)),
        None if is_seed => Some(Needed::Never),
        None => law.shuffles_to_see().map(Needed::MoreThan),
    }
}

/// By the law, for which the exam's tests are not made. A part of a shuffle shows no more than the whole of it.
fn of_parts(method: Declared, form: &Form) -> Option<Needed> {
    let law = Results::of(form)?.law(method).ok();
    let whole = || match form {
        Form::Items { shape, .. } => method.law(shape.n()).ok(),
        _ => None,
    };
    law.or_else(whole)?.shuffles_to_see().map(Needed::MoreThan)
}

/// Mistakes without bits. All of them show in a few thousand shuffles at most, so that they are only looked at if there are fewer.
fn others(form: &Form, observations: u64) -> Vec<Unseen> {
    let Form::Items { shape, .. } = form else { return Vec::new() };
    if !shape.is_order() || shape.n() > LONGEST || observations >= FEW {
        return Vec::new();
    }
    let of_specimen = |specimen: Specimen| {
        let needed = specimen.needed(shape.n())?;
        let needed = Needed::About(needed.shuffles, needed.test);
        let unseen = Unseen { mistake: Mistake::Other(specimen), needed };
        needed.is_beyond(observations).then_some(unseen)
    };
    let has_bits = |specimen: &Specimen| METHOD_NAMES.contains(&specimen.kind());
    let defaults = Specimen::defaults(shape.n()).into_iter();
    defaults.filter(|specimen| !has_bits(specimen)).filter_map(of_specimen).collect()
}

impl Needed {
    pub(crate) fn is_beyond(self, observations: u64) -> bool {
        #[allow(clippy::cast_precision_loss, reason = "estimates are no more precise")]
        let observations = observations as f64;
        self.number().is_none_or(|needed| needed > observations)
    }

    pub(crate) fn number(self) -> Option<f64> {
        match self {
            Self::About(number, _) | Self::MoreThan(number) => Some(number),
            Self::Never => None,
        }
    }
}

impl Mistake {
    /// The name by which it is declared or shown as a specimen.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Method(method) => method.to_string(),
            Self::Other(specimen) => specimen.to_string(),
        }
    }
}

type Method = fn(u32) -> Declared;

/// Methods, and the bits that their words, fractions, keys and seeds have in programs: a byte, C's `rand` in several libraries,
/// a word of 16 or 32 bits, a fraction in single precision.
const METHODS: [(Method, &[u32]); 4] = [
    (|word_bits| Declared::Modulo { word_bits }, &[8, 15, 16, 31, 32]),
    (|word_bits| Declared::Multiply { word_bits }, &[8, 15, 16, 24, 32]),
    (|bits| Declared::Keys { bits }, &[8, 15, 16, 24, 32]),
    (|bits| Declared::Seed { bits }, &[16, 24, 32, 48]),
];
const METHOD_NAMES: [&str; 4] = ["modulo", "multiply", "keys", "seed"];
/// Longer lists take too long.
const LONGEST: u32 = 128;
const FEW: u64 = 5_000;

#[cfg(test)]
mod tests {
    use fairdraw::exam::{NumberShape, Shape};

    use super::*;
    use crate::exam::items::Items;

    fn names(form: &Form, observations: u64) -> Vec<String> {
        unseen(form, observations).into_iter().map(|unseen| unseen.mistake.name()).collect()
    }

    fn of(shape: Result<Shape, fairdraw::exam::ShapeError>) -> Form {
        let Ok(shape) = shape else { unreachable!("it is one") };
        Form::Items { shape, items: Items::Numbers { first: 1 } }
    }

    #[test]
    fn faults_that_a_hundred_thousand_shuffles_of_a_deck_do_not_show_are_named() {
        let names = names(&of(Shape::order(52)), 100_000);
        for name in ["modulo:15", "modulo:16", "multiply:15", "multiply:16", "keys:16", "seed:48"] {
            assert!(names.iter().any(|one| one == name), "{name}: {names:?}");
        }
        for name in ["modulo:8", "multiply:8", "keys:8", "seed:16", "naive"] {
            assert!(names.iter().all(|one| one != name), "{name}: {names:?}");
        }
    }

    #[test]
    fn more_observations_leave_fewer_unseen() {
        for n in [2, 3, 4, 7, 8, 13, 52] {
            let form = of(Shape::order(n));
            let mut before = usize::MAX;
            for observations in [10, 1_000, 100_000, 10_000_000, u64::MAX] {
                let now = names(&form, observations).len();
                assert!(now <= before, "{n} items, {observations}");
                before = now;
            }
        }
    }

    #[test]
    fn few_shuffles_leave_the_plainest_mistakes_unseen() {
        let form = of(Shape::order(4));
        let few = names(&form, 20);
        assert!(few.iter().any(|name| name == "naive"), "{few:?}");
        assert!(names(&form, FEW - 1).iter().all(|name| name.contains(':')));
    }

    /// What [`others`] leaves out without a look.
    #[test]
    fn mistakes_without_bits_show_in_a_few_thousand_shuffles() {
        for n in [3, 4, 5, 8, 10, 52] {
            let unseen = others(&of(Shape::order(n)), 0);
            for Unseen { mistake, needed } in unseen {
                let number = needed.number().unwrap_or(f64::INFINITY);
                assert!(!needed.is_beyond(FEW), "{} of {n}: {number}", mistake.name());
            }
        }
    }

    #[test]
    fn methods_that_are_exactly_even_are_no_mistakes() {
        // Two items, or a number below a power of two: words are shared evenly.
        let pair = names(&of(Shape::order(2)), 10_000);
        assert!(pair.iter().all(|name| name.starts_with("keys") || name.starts_with("seed")));
        let byte = NumberShape::new(0, 255).map(Form::Numbers);
        assert!(byte.is_ok_and(|form| names(&form, 10).is_empty()));
        let die = NumberShape::new(1, 6).map(Form::Numbers);
        let die = die.map(|form| names(&form, 1_000_000)).unwrap_or_default();
        assert!(die.iter().any(|name| name == "modulo:16"), "{die:?}");
        assert!(die.iter().all(|name| name != "modulo:8"), "{die:?}");
    }

    #[test]
    fn samples_show_no_more_than_shuffles() {
        let sample = names(&of(Shape::ordered_sample(52, 5)), 100_000);
        let set = names(&of(Shape::set(49, 6)), 100_000);
        for names in [sample, set] {
            assert!(names.iter().any(|name| name == "modulo:16"), "{names:?}");
            assert!(names.iter().all(|name| name != "modulo:8"), "{names:?}");
        }
    }
}
