//! Exact uniform integers from 64-bit words (SPEC, "Uniform draws").
//!
//! # The method
//!
//! One word `w` of `0..2⁶⁴`, times a bound `b`, is a number of 128 bits. Its high half is a number below `b`; its low
//! half is what is left of the word, and can serve the next bound in the same way. A *run* of bounds `b₁..bₘ` with
//! product `P` cuts the words into `P` stretches, one for each tuple of results, of length `floor(2⁶⁴/P)` or one
//! more. The word is refused when what is left at the end is below `2⁶⁴ mod P`: this takes the one word too many
//! out of each longer stretch, so that **every tuple has exactly `floor(2⁶⁴/P)` words**. That is an equality, not
//! a bound on a bias; the tests of this module count it for every bound at narrower words.
//!
//! Sources: D. Lemire, "Fast Random Integer Generation in an Interval", ACM TOMACS 29(1), 2019, for one bound;
//! N. Brackett-Rozinsky and D. Lemire, "Batched Ranged Random Integer Generation", Software: Practice and
//! Experience, 2024, doi 10.1002/spe.3369, for a run.
//!
//! # Why the count is exact
//!
//! Write the tuple as one number `u = (..(u₁·b₂ + u₂)·b₃ + ..) + uₘ` in `0..P`. Multiplying by the bounds in turn and
//! keeping high and low halves is long multiplication: `w·P = u·2⁶⁴ + rest`. So the tuple `u` belongs to the words
//! with `u·2⁶⁴ <= w·P < (u+1)·2⁶⁴`. Their rests `w·P - u·2⁶⁴` are `P` apart and lie in `0..2⁶⁴`; those that are
//! at least `t = 2⁶⁴ mod P` lie in `t..2⁶⁴`, an interval of `floor(2⁶⁴/P)·P` numbers, and an arithmetic sequence of
//! step `P` meets such an interval exactly `floor(2⁶⁴/P)` times.

use core::num::NonZeroU64;

use rand_core::{CryptoRng, TryCryptoRng};

/// Draws a uniform integer in `0..bound`.
///
/// Reads one 64-bit word, and another each time the word is refused, which happens with probability
/// `(2⁶⁴ mod bound) / 2⁶⁴`: below one half for any bound, below 2⁻³² for bounds up to 2³².
///
/// # Examples
///
/// ```
/// use core::num::NonZeroU64;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut rng = fairdraw::random::Stream::new(&[7; 64], "example", &[])?;
/// let six = NonZeroU64::new(6).ok_or("a bound is at least 1")?;
/// let die = 1 + fairdraw::uniform::below(six, &mut rng);
/// assert!((1..=6).contains(&die));
/// # Ok(())
/// # }
/// ```
pub fn below<R: CryptoRng + ?Sized>(bound: NonZeroU64, rng: &mut R) -> u64 {
    let Ok(value) = try_below(bound, rng);
    value
}

/// Like [`below`], for a source that can fail.
///
/// # Errors
///
/// Returns the source's error; no integer has been produced then.
pub fn try_below<R: TryCryptoRng + ?Sized>(
    bound: NonZeroU64,
    rng: &mut R,
) -> Result<u64, R::Error> {
    let mut value = [0];
    let bound = bound.get();
    run::<64, _>(&core::iter::once(bound), bound, &mut value, &mut || rng.try_next_u64())?;
    Ok(value[0])
}

/// Draws a uniform integer in `0..bounds[i]` into `out[i]` for each `i`, several from one word where they fit.
///
/// The bounds are cut from the left into runs: a run takes the next bound, and further ones as long as the product of
/// its bounds stays at or below 2⁶⁰. Each run reads one word, and another with probability below 1/16 (below 1/2
/// when a single bound is above 2⁶⁰). The integers are independent of each other and exactly uniform.
///
/// Draws as many integers as the shorter of `bounds` and `out` has places; the rest of `out` is left alone.
pub fn batch<R: CryptoRng + ?Sized>(bounds: &[NonZeroU64], out: &mut [u64], rng: &mut R) {
    let Ok(()) = try_batch(bounds, out, rng);
}

/// Like [`batch`], for a source that can fail.
///
/// # Errors
///
/// Returns the source's error; what `out` holds then is of no use.
pub fn try_batch<R: TryCryptoRng + ?Sized>(
    bounds: &[NonZeroU64],
    out: &mut [u64],
    rng: &mut R,
) -> Result<(), R::Error> {
    runs::<64, _>(bounds, out, &mut || rng.try_next_u64())
}

/// [`try_batch`] for words of any width: `next` gives words below `2^WIDTH`.
fn runs<const WIDTH: u32, E>(
    bounds: &[NonZeroU64],
    out: &mut [u64],
    next: &mut impl FnMut() -> Result<u64, E>,
) -> Result<(), E> {
    let count = bounds.len().min(out.len());
    let (mut bounds, mut out) = (&bounds[..count], &mut out[..count]);
    while !bounds.is_empty() {
        let (length, product) = cut::<WIDTH>(bounds.iter().map(|bound| bound.get()));
        let (now, later) = bounds.split_at(length);
        let (slots, rest) = out.split_at_mut(length);
        run::<WIDTH, E>(&now.iter().map(|bound| bound.get()), product, slots, next)?;
        (bounds, out) = (later, rest);
    }
    Ok(())
}

/// How many of `bounds` the first run takes, and their product. Zero bounds make an empty run.
///
/// A further bound joins if the product is then at most `2^(WIDTH-4)`, so that fewer than 1 word in 16 is refused.
pub(crate) fn cut<const WIDTH: u32>(mut bounds: impl Iterator<Item = u64>) -> (usize, u64) {
    let Some(mut product) = bounds.next() else {
        return (0, 1);
    };
    let mut length = 1;
    for bound in bounds {
        match product.checked_mul(bound) {
            Some(longer) if longer <= product_limit::<WIDTH>() => product = longer,
            _ => break,
        }
        length += 1;
    }
    (length, product)
}

/// Draws one run: an integer below each of `bounds`, whose product is `product < 2^WIDTH`, from one word of `next`.
///
/// `out` has a place for each bound. A refused word leaves nothing behind: the next one overwrites all of `out`.
#[inline]
pub(crate) fn run<const WIDTH: u32, E>(
    bounds: &(impl Iterator<Item = u64> + Clone),
    product: u64,
    out: &mut [u64],
    next: &mut impl FnMut() -> Result<u64, E>,
) -> Result<(), E> {
    loop {
        let mut rest = next()?;
        for (value, bound) in out.iter_mut().zip(bounds.clone()) {
            (*value, rest) = halves::<WIDTH>(u128::from(rest) * u128::from(bound));
        }
        if !refuses::<WIDTH>(rest, product) {
            return Ok(());
        }
    }
}

/// Whether the word of which `rest` is left is refused: below `2^WIDTH mod product`.
#[inline]
pub(crate) fn refuses<const WIDTH: u32>(rest: u64, product: u64) -> bool {
    // The threshold is below `product`, so its division is needed only when `rest` is.
    rest < product && rest < (largest_word::<WIDTH>() - product + 1) % product
}

/// The number's bits above `WIDTH`, and its low `WIDTH` bits.
#[inline]
#[allow(
    clippy::cast_possible_truncation,
    reason = "both halves are below 2^WIDTH: the number is a product of two factors below 2^WIDTH"
)]
pub(crate) fn halves<const WIDTH: u32>(product: u128) -> (u64, u64) {
    ((product >> WIDTH) as u64, product as u64 & largest_word::<WIDTH>())
}

const fn largest_word<const WIDTH: u32>() -> u64 {
    u64::MAX >> (64 - WIDTH)
}

pub(crate) const fn product_limit<const WIDTH: u32>() -> u64 {
    1 << (WIDTH - 4)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::{vec, vec::Vec};

    use super::*;

    /// The numbers that `word` gives for `bounds`, or `None` if it is refused.
    fn one_word<const WIDTH: u32>(bounds: &[u64], word: u64) -> Option<Vec<u64>> {
        let mut out = vec![0; bounds.len()];
        let mut words = [word].into_iter();
        run::<WIDTH, ()>(&bounds.iter().copied(), bounds.iter().product(), &mut out, &mut || {
            words.next().ok_or(())
        })
        .ok()
        .map(|()| out)
    }

    fn bounds_of(values: &[u64]) -> Vec<NonZeroU64> {
        values.iter().filter_map(|&b| NonZeroU64::new(b)).collect()
    }

    /// Counts, over all words of the width, how often each result below `bound` comes.
    fn assert_every_result_has_equally_many_words<const WIDTH: u32>(
        bound: u64,
        counts: &mut [u32],
    ) {
        let words = 1u64 << WIDTH;
        counts.fill(0);
        for word in 0..words {
            let mut value = [0];
            let mut once = Some(word);
            let drawn = run::<WIDTH, ()>(&core::iter::once(bound), bound, &mut value, &mut || {
                once.take().ok_or(())
            });
            if drawn.is_ok() {
                counts[usize::try_from(value[0]).unwrap_or(usize::MAX)] += 1;
            }
        }
        let (results, beyond) = counts.split_at(usize::try_from(bound).unwrap_or(usize::MAX));
        assert!(
            results.iter().all(|&count| u64::from(count) == words / bound),
            "width {WIDTH}, bound {bound}"
        );
        assert!(beyond.iter().all(|&count| count == 0));
    }

    #[test]
    fn every_bound_of_8_and_12_bit_words_is_exactly_uniform() {
        let mut counts = vec![0; 1 << 12];
        (1..1 << 8).for_each(|bound| {
            assert_every_result_has_equally_many_words::<8>(bound, &mut counts);
        });
        (1..1 << 12).for_each(|bound| {
            assert_every_result_has_equally_many_words::<12>(bound, &mut counts);
        });
    }

    #[test]
    fn every_bound_of_16_bit_words_is_exactly_uniform() {
        std::thread::scope(|scope| {
            for odd in [0, 1] {
                scope.spawn(move || {
                    let mut counts = vec![0; 1 << 16];
                    for bound in (1..1 << 16).filter(|bound| bound % 2 == odd) {
                        assert_every_result_has_equally_many_words::<16>(bound, &mut counts);
                    }
                });
            }
        });
    }

    /// All sequences of bounds of at least 2 with a product of at most `room`, longest last.
    fn all_runs(room: u64, prefix: &mut Vec<u64>, each: &mut impl FnMut(&[u64])) {
        for bound in 2..=room {
            prefix.push(bound);
            each(prefix);
            all_runs(room / bound, prefix, each);
            prefix.pop();
        }
    }

    #[test]
    fn every_run_of_8_bit_words_is_exactly_uniform() {
        let mut runs_counted = 0;
        all_runs(255, &mut Vec::new(), &mut |bounds| {
            let product: u64 = bounds.iter().product();
            let mut counts = vec![0u64; usize::try_from(product).unwrap_or(0)];
            for word in 0..256 {
                let Some(values) = one_word::<8>(bounds, word) else {
                    continue;
                };
                assert!(values.iter().zip(bounds).all(|(value, bound)| value < bound));
                let tuple = values.iter().zip(bounds).fold(0, |u, (v, b)| u * b + v);
                counts[usize::try_from(tuple).unwrap_or(usize::MAX)] += 1;
            }
            assert!(counts.iter().all(|&c| c == 256 / product), "{bounds:?}");
            runs_counted += 1;
        });
        // Sum over P = 2..=255 of the ordered factorisations of P (OEIS A074206), summed apart from this code.
        assert_eq!(runs_counted, ORDERED_FACTORISATIONS_UP_TO_255);
    }

    const ORDERED_FACTORISATIONS_UP_TO_255: u32 = 4_614;

    #[test]
    fn bounds_of_one_change_nothing_in_a_run() {
        for word in 0..256 {
            let with = one_word::<8>(&[1, 5, 1, 3, 1], word);
            let without = one_word::<8>(&[5, 3], word);
            assert_eq!(
                with.map(|v| vec![v[1], v[3]]),
                without,
                "word {word}: a bound of 1 gives 0 and leaves the word whole"
            );
        }
    }

    #[test]
    fn runs_are_cut_at_the_limit() {
        let limit = 1 << 60;
        assert_eq!(cut::<64>([limit].into_iter()), (1, limit));
        assert_eq!(cut::<64>([limit, 1, 1].into_iter()), (3, limit));
        assert_eq!(cut::<64>([limit / 2, 2, 2].into_iter()), (2, limit));
        assert_eq!(cut::<64>([limit / 2 + 1, 2].into_iter()), (1, limit / 2 + 1));
        assert_eq!(cut::<64>([limit + 1, 1].into_iter()), (1, limit + 1));
        assert_eq!(cut::<64>([u64::MAX, u64::MAX].into_iter()), (1, u64::MAX));
        assert_eq!(cut::<64>([2, u64::MAX].into_iter()), (1, 2));
        assert_eq!(cut::<64>(core::iter::empty()), (0, 1));
        // 19! <= 2⁶⁰ < 20!/2
        assert_eq!(cut::<64>((2..=19).rev()).0, 18);
        assert_eq!(cut::<64>((2..=20).rev()).0, 17);
    }

    #[test]
    fn cut_decides_as_the_division_of_the_specification_does() {
        let mut word = 1u64;
        for _ in 0..100_000 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let product = (word >> (word % 61)).max(1);
            let bound = (word.rotate_left(29) >> (word % 63)).max(1);
            let joins = cut::<64>([product, bound].into_iter()).0 == 2;
            assert_eq!(joins, bound <= (1 << 60) / product, "{product} {bound}");
        }
    }

    #[test]
    fn a_word_is_refused_just_below_the_threshold() {
        // For an odd bound some word leaves each rest; the word that leaves `rest` is rest / bound mod 2⁶⁴.
        for bound in [3, 5, (1 << 32) + 1, (1 << 63) + 1, u64::MAX] {
            let threshold = (u128::from(u64::MAX) + 1) % u128::from(bound);
            let threshold = u64::try_from(threshold).unwrap_or(0);
            let inverse = (0..6)
                .fold(bound, |x: u64, _| x.wrapping_mul(2u64.wrapping_sub(bound.wrapping_mul(x))));
            let word_leaving = |rest: u64| inverse.wrapping_mul(rest);
            assert!(one_word::<64>(&[bound], word_leaving(threshold - 1)).is_none());
            assert!(one_word::<64>(&[bound], word_leaving(threshold)).is_some());
            assert!(one_word::<64>(&[bound], word_leaving(threshold + 1)).is_some());
            assert!(one_word::<64>(&[bound], 0).is_none(), "0 leaves rest 0");
        }
        for power in 0..64 {
            assert!(one_word::<64>(&[1 << power], 0).is_some());
            assert!(one_word::<64>(&[1 << power], u64::MAX).is_some());
        }
    }

    #[test]
    fn an_empty_batch_reads_nothing() {
        let mut out = [7; 3];
        runs::<64, ()>(&[], &mut out, &mut || Err(())).unwrap_or_default();
        runs::<64, ()>(&bounds_of(&[5]), &mut [], &mut || Err(())).unwrap_or_default();
        assert_eq!(out, [7; 3]);
        assert!(runs::<64, ()>(&bounds_of(&[5]), &mut out, &mut || Err(())).is_err());
    }
}
