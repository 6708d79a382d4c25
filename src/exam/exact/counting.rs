//! Counting all words of the library's own draws.

use std::{vec, vec::Vec};

use super::parallel;
use crate::{
    shuffle::{LONGEST_RUN, steps, to_index},
    uniform,
};

/// A width of words at which all of them can be counted for every bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// 256 words.
    Eight,
    /// 4,096 words.
    Twelve,
    /// 65,536 words.
    Sixteen,
}

/// How many words each result has, over many cases; a case is a bound, or a run of bounds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counted {
    /// The bits of a word.
    pub word_bits: u32,
    /// How many cases were counted. All `2^word_bits` words were tried in each.
    pub cases: u64,
    /// How many results these cases have together: a bound `b` has `b`, a run has the product of its bounds.
    pub results: u64,
    /// Cases in which some result has more words than another. 0 means that every draw is exactly uniform.
    pub uneven: u64,
    /// The largest difference, within a case, between the words of two results.
    pub largest_difference: u64,
    /// Words that gave something that is no result of the case. They make it uneven too.
    pub outside: u64,
    /// Words that were refused, in all cases together. A draw reads another word then.
    pub refused: u64,
    /// The most words that were refused in one case.
    pub most_refused: u64,
}

/// How many words each order of a list has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedOrders {
    /// The items of the list.
    pub items: u8,
    /// How many orders they have, and so many came.
    pub orders: u64,
    /// How many words were tried: 2²⁴, all words of 24 bits.
    pub words: u64,
    /// The fewest words that an order has.
    pub smallest: u64,
    /// The most words that an order has. Equal to `smallest` if every order is exactly as likely as every other.
    pub largest: u64,
    /// Words that were refused.
    pub refused: u64,
}

impl Width {
    /// The bits of a word.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Eight => 8,
            Self::Twelve => 12,
            Self::Sixteen => 16,
        }
    }
}

/// Counts the words of every result of a bounded draw, for every bound below `2^width`.
///
/// It is [`uniform::try_below`] that is counted, with words of this width instead of 64 bits. `progress` is told how
/// many of how many bounds are done. 16 bits are 4.3 thousand million draws: 12 s of work for one processor in a
/// release build. All processors share it.
///
/// # Examples
///
/// ```
/// use fairdraw::exam::exact::{Width, every_bound};
///
/// let counted = every_bound(Width::Eight, &mut |_, _| {});
/// assert_eq!(counted.cases, 255); // the bounds 1 to 255
/// assert_eq!(counted.uneven, 0);
/// ```
pub fn every_bound(width: Width, progress: &mut impl FnMut(u64, u64)) -> Counted {
    match width {
        Width::Eight => count_bounds(8, &draw::<8>, progress),
        Width::Twelve => count_bounds(12, &draw::<12>, progress),
        Width::Sixteen => count_bounds(16, &draw::<16>, progress),
    }
}

/// [`every_bound`] for any method: `draw` gets a bound and a word, and gives a number below the bound, or `None` if
/// it refuses the word.
///
/// Words have `word_bits` bits, 1 to 16; more are taken for 16.
///
/// # Examples
///
/// The remainder of a word favours small results, unless the bound is a power of two:
///
/// ```
/// use fairdraw::exam::exact::count_bounds;
///
/// let counted = count_bounds(8, &|bound, word| Some(word % bound), &mut |_, _| {});
/// assert_eq!(counted.uneven, 255 - 8);
/// assert_eq!(counted.largest_difference, 1);
/// ```
pub fn count_bounds(
    word_bits: u32,
    draw: &(impl Fn(u64, u64) -> Option<u64> + Sync),
    progress: &mut impl FnMut(u64, u64),
) -> Counted {
    let word_bits = word_bits.clamp(1, 16);
    let bounds = (1 << word_bits) - 1;
    let mut counted = Counted { word_bits, ..Counted::default() };
    let part = |task: u64| {
        let mut counts = Vec::new();
        let mut found = Counted::default();
        for bound in 1 + task * BOUNDS_AT_ONCE..=bounds.min((task + 1) * BOUNDS_AT_ONCE) {
            found.add_case(word_bits, bound, &mut counts, |word| draw(bound, word));
        }
        found
    };
    parallel::each_of(bounds.div_ceil(BOUNDS_AT_ONCE), &part, |found| {
        counted.add(found);
        progress(counted.cases, bounds);
    });
    counted
}

/// Counts the words of every tuple of results of every run: all sequences of bounds of at least 2, in any order,
/// whose product is at most `largest_product`.
///
/// It is [`uniform::try_batch`] that is counted, which draws several numbers from one word while the product of their
/// bounds is at most `2^(width - 4)`. Here the product may be anything below `2^width`; more is taken for that.
/// `progress` is told how many of how many runs are done. At 8 bits there are 4,614 runs in all, and 20 ms of work;
/// at 12 bits 560,736, and 40 s of work for one processor.
///
/// # Examples
///
/// ```
/// use fairdraw::exam::exact::{Width, every_run};
///
/// // 2; 3; 4 and 2·2; 5; 6, 2·3 and 3·2
/// let counted = every_run(Width::Eight, 6, &mut |_, _| {});
/// assert_eq!((counted.cases, counted.uneven), (8, 0));
/// ```
pub fn every_run(
    width: Width,
    largest_product: u64,
    progress: &mut impl FnMut(u64, u64),
) -> Counted {
    match width {
        Width::Eight => count_runs::<8>(largest_product, progress),
        Width::Twelve => count_runs::<12>(largest_product, progress),
        Width::Sixteen => count_runs::<16>(largest_product, progress),
    }
}

fn count_runs<const WIDTH: u32>(most: u64, progress: &mut impl FnMut(u64, u64)) -> Counted {
    let room = most.min((1 << WIDTH) - 1);
    let total = number_of_runs(room);
    // A task is the run of one bound, or all runs that begin with two.
    let mut beginnings: Vec<Vec<u64>> = (2..=room).map(|bound| vec![bound]).collect();
    for first in 2..=room / 2 {
        beginnings.extend((2..=room / first).map(|second| vec![first, second]));
    }
    let part = |task: u64| {
        let mut counts = Vec::new();
        let mut found = Counted::default();
        let mut count = |run: &[u64]| {
            let results = run.iter().product();
            found.add_case(WIDTH, results, &mut counts, |word| draw_run::<WIDTH>(run, word));
        };
        let mut run = beginnings[to_index(task)].clone();
        if run.len() == 1 {
            count(&run);
        } else {
            let left = room / run.iter().product::<u64>();
            with_all_longer(left, &mut run, &mut count);
        }
        found
    };
    let mut counted = Counted { word_bits: WIDTH, ..Counted::default() };
    parallel::each_of(beginnings.len() as u64, &part, |found| {
        counted.add(found);
        progress(counted.cases, total);
    });
    counted
}

/// The run, and all runs that go on from it with bounds whose product is at most `room`.
fn with_all_longer(room: u64, run: &mut Vec<u64>, each: &mut impl FnMut(&[u64])) {
    each(run);
    for bound in 2..=room {
        run.push(bound);
        with_all_longer(room / bound, run, each);
        run.pop();
    }
}

/// How many sequences of bounds of at least 2 have a product of at most `room`.
fn number_of_runs(room: u64) -> u64 {
    // How many have each product; a sequence is a shorter one, of product 1 at first, and a last bound.
    let mut with_product = vec![0; to_index(room) + 1];
    if let Some(empty) = with_product.get_mut(1) {
        *empty = 1;
    }
    for product in 1..=room / 2 {
        for longer in (2 * product..=room).step_by(to_index(product)) {
            with_product[to_index(longer)] += with_product[to_index(product)];
        }
    }
    with_product.iter().skip(2).sum()
}

/// Counts the words of every order of a list, over all words of 24 bits.
///
/// The library's shuffle of up to nine items reads a single word of this width, so it is the whole shuffle that is
/// counted, choices, swaps and all. `items` up to [`MOST_COUNTED_ITEMS`]; more are taken for that many. `progress` is
/// told how many of how many words are done. Eight items are 0.8 s of work for one processor in a release build.
///
/// # Examples
///
/// ```no_run
/// use fairdraw::exam::exact::every_order;
///
/// let counted = every_order(5, &mut |_, _| {});
/// assert_eq!((counted.orders, counted.smallest, counted.largest), (120, 139_810, 139_810));
/// assert_eq!(counted.refused, 16); // 2²⁴ = 120 · 139,810 + 16
/// ```
pub fn every_order(items: u8, progress: &mut impl FnMut(u64, u64)) -> CountedOrders {
    let items = items.min(MOST_COUNTED_ITEMS);
    let orders = (1..=u64::from(items)).product();
    let mut counts = vec![0; to_index(orders)];
    let mut done = 0;
    let part = |task: u64| {
        let mut counts = vec![0_u64; to_index(orders)];
        for word in task * WORDS_AT_ONCE..(task + 1) * WORDS_AT_ONCE {
            if let Some(order) = shuffled(items, word) {
                counts[order] += 1;
            }
        }
        counts
    };
    parallel::each_of(ORDER_WORDS / WORDS_AT_ONCE, &part, |found| {
        counts.iter_mut().zip(found).for_each(|(count, more)| *count += more);
        done += WORDS_AT_ONCE;
        progress(done, ORDER_WORDS);
    });
    CountedOrders {
        items,
        orders,
        words: ORDER_WORDS,
        smallest: counts.iter().copied().min().unwrap_or(0),
        largest: counts.iter().copied().max().unwrap_or(0),
        refused: ORDER_WORDS - counts.iter().sum::<u64>(),
    }
}

/// The number of the order that one word of 24 bits brings the items into.
fn shuffled(items: u8, word: u64) -> Option<usize> {
    let mut list: [u8; MOST_COUNTED_ITEMS as usize] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let list = &mut list[..usize::from(items)];
    let mut once = Some(word);
    let mut next = || once.take().ok_or(());
    steps::<24, LONGEST_RUN, _, ()>(list, list.len(), &mut next).ok()?;
    let mut seen = 0_u32;
    let number =
        list.iter().zip((1..=usize::from(items)).rev()).fold(0, |number, (&item, left)| {
            let smaller_seen = (seen & ((1 << item) - 1)).count_ones();
            seen |= 1 << item;
            number * left + usize::from(item) - smaller_seen as usize
        });
    Some(number)
}

/// What the library draws below a bound from one word.
#[inline]
fn draw<const WIDTH: u32>(bound: u64, word: u64) -> Option<u64> {
    let mut value = [0];
    let mut once = Some(word);
    let mut next = || once.take().ok_or(());
    uniform::run::<WIDTH, ()>(&core::iter::once(bound), bound, &mut value, &mut next).ok()?;
    Some(value[0])
}

/// What the library draws for a run from one word, the tuple written as one number below the product.
#[inline]
fn draw_run<const WIDTH: u32>(run: &[u64], word: u64) -> Option<u64> {
    let mut values = [0; MOST_BOUNDS];
    let values = &mut values[..run.len()];
    let product = run.iter().product();
    let mut once = Some(word);
    let mut next = || once.take().ok_or(());
    uniform::run::<WIDTH, ()>(&run.iter().copied(), product, values, &mut next).ok()?;
    // A value that isn't below its bound must not be taken for another tuple's.
    let inside = values.iter().zip(run).all(|(value, bound)| value < bound);
    let tuple = values.iter().zip(run).fold(0, |tuple, (value, bound)| tuple * bound + value);
    Some(if inside { tuple } else { u64::MAX })
}

impl Counted {
    /// The words tried in each case.
    pub const fn words(&self) -> u64 {
        1 << self.word_bits
    }

    /// Tries all words of a case with `results` results.
    #[inline]
    fn add_case(
        &mut self,
        word_bits: u32,
        results: u64,
        counts: &mut Vec<u32>,
        draw: impl Fn(u64) -> Option<u64>,
    ) {
        counts.clear();
        counts.resize(to_index(results), 0);
        let (mut refused, mut outside) = (0, 0);
        for word in 0..1 << word_bits {
            match draw(word) {
                None => refused += 1,
                Some(result) => {
                    match usize::try_from(result).ok().and_then(|result| counts.get_mut(result)) {
                        Some(count) => *count += 1,
                        None => outside += 1,
                    }
                }
            }
        }
        let smallest = counts.iter().copied().min().unwrap_or(0);
        let largest = counts.iter().copied().max().unwrap_or(0);
        self.add(Self {
            word_bits,
            cases: 1,
            results,
            uneven: u64::from(smallest != largest || outside > 0),
            largest_difference: (largest - smallest).into(),
            outside,
            refused,
            most_refused: refused,
        });
    }

    fn add(&mut self, other: Self) {
        self.cases += other.cases;
        self.results += other.results;
        self.uneven += other.uneven;
        self.largest_difference = self.largest_difference.max(other.largest_difference);
        self.outside += other.outside;
        self.refused += other.refused;
        self.most_refused = self.most_refused.max(other.most_refused);
    }
}

/// 9! = 362,880 is at most 2²⁰, the limit for a run of 24-bit words; 10! is more.
pub const MOST_COUNTED_ITEMS: u8 = 9;
/// 2¹⁶ is the product of sixteen bounds of at least 2, and no run of 16-bit words has as many.
const MOST_BOUNDS: usize = 16;
const ORDER_WORDS: u64 = 1 << 24;
const WORDS_AT_ONCE: u64 = 1 << 20;
const BOUNDS_AT_ONCE: u64 = 256;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_vectors::{check_all, number, same};

    fn quiet(_: u64, _: u64) {}

    #[test]
    fn bounds_are_counted_as_a_separate_program_works_them_out() {
        let mut checked = 0;
        check_all("exam-exact", |vector| {
            let width = match (vector["kind"] == "bounds", number_or_0(&vector["width"])) {
                (true, 8) => Width::Eight,
                (true, 12) => Width::Twelve,
                // Those of 16 bits are all counted by the tests of `uniform`.
                _ => return Ok(()),
            };
            checked += 1;
            assert_counts(every_bound(width, &mut quiet), vector)
        });
        assert_eq!(checked, 2);
    }

    #[test]
    fn runs_are_counted_as_a_separate_program_works_them_out() {
        let mut checked = 0;
        check_all("exam-exact", |vector| {
            let width = match (vector["kind"] == "runs", number_or_0(&vector["width"])) {
                (true, 8) => Width::Eight,
                (true, 12) => Width::Twelve,
                (true, 16) => Width::Sixteen,
                _ => return Ok(()),
            };
            checked += 1;
            assert_counts(every_run(width, number(&vector["largest_product"]), &mut quiet), vector)
        });
        assert_eq!(checked, 4);
    }

    fn number_or_0(value: &serde_json::Value) -> u64 {
        value.as_u64().unwrap_or(0)
    }

    fn assert_counts(
        found: Counted,
        vector: &serde_json::Value,
    ) -> Result<(), std::string::String> {
        let of = |name: &str| number(&vector[name]);
        let expected = Counted {
            word_bits: u32::try_from(of("width")).unwrap_or(0),
            cases: of("cases"),
            results: of("results"),
            uneven: 0,
            largest_difference: 0,
            outside: 0,
            refused: of("refused"),
            most_refused: of("most_refused"),
        };
        same("counted", found, expected)
    }

    #[test]
    fn every_order_has_as_many_words_as_a_division_says() {
        for (items, orders) in [(0, 1), (1, 1), (3, 6), (5, 120), (8, 40_320)] {
            let found = every_order(items, &mut quiet);
            let (smallest, words) = ((1 << 24) / orders, 1 << 24);
            let refused = words % orders;
            let expected =
                CountedOrders { items, orders, words, smallest, largest: smallest, refused };
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_biased_draw_is_found_uneven() {
        let modulo = count_bounds(8, &|bound, word| Some(word % bound), &mut quiet);
        assert_eq!((modulo.uneven, modulo.largest_difference, modulo.refused), (255 - 8, 1, 0));
        let multiply = count_bounds(8, &|bound, word| Some((word * bound) >> 8), &mut quiet);
        assert_eq!(multiply, modulo);
        // Rounding instead of rounding down gives the ends half a share, and the bound itself.
        let rounded = count_bounds(8, &|bound, word| Some((word * bound + 128) >> 8), &mut quiet);
        assert_eq!(rounded.uneven, 255);
        // The words 256 - 128/b and above give b: floor(128/b) of them.
        assert_eq!(rounded.outside, (1..=255).map(|bound| 128 / bound).sum::<u64>());
        // Refusing one word too few.
        let nearly = count_bounds(
            8,
            &|bound, word| {
                let (value, rest) = ((word * bound) >> 8, (word * bound) & 255);
                (rest + 1 >= 256 % bound).then_some(value)
            },
            &mut quiet,
        );
        assert!(nearly.uneven > 0 && nearly.outside == 0, "{nearly:?}");
    }

    #[test]
    fn progress_ends_at_the_whole() {
        let mut last = (0, 0);
        let counted = every_bound(Width::Eight, &mut |done, of| last = (done, of));
        assert_eq!(last, (255, 255));
        assert_eq!((counted.cases, counted.words()), (255, 256));
        let counted = every_run(Width::Eight, 100, &mut |done, of| last = (done, of));
        assert_eq!(last, (counted.cases, counted.cases));
        every_order(3, &mut |done, of| last = (done, of));
        assert_eq!(last, (1 << 24, 1 << 24));
    }

    #[test]
    fn runs_without_room_are_none() {
        for room in [0, 1] {
            assert_eq!(every_run(Width::Eight, room, &mut quiet).cases, 0);
        }
        assert_eq!(every_run(Width::Eight, 2, &mut quiet).cases, 1);
        assert_eq!(every_run(Width::Eight, u64::MAX, &mut quiet).cases, 4614);
    }
}
