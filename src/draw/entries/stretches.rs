//! A text in stretches of whole lines, which several processors work on at once.
//!
//! What is computed never depends on how many there are: each stretch is worked on by itself, and carries its number.

/// So many lines make a stretch: a power of two, so that its leaves are a whole subtree of the list's tree.
pub(super) const LINES: usize = 1 << 12;

/// Up to [`LINES`] whole lines of a text.
pub(super) struct Stretch<'a> {
    /// Its number, from 0.
    pub(super) number: usize,
    /// The byte of the text where it begins.
    pub(super) offset: usize,
    text: &'a str,
}

impl<'a> Stretch<'a> {
    /// The number of its first line, from 1.
    pub(super) fn first_line(&self) -> u64 {
        (self.number * LINES) as u64 + 1
    }

    /// Its lines without their ends.
    pub(super) fn lines(&self) -> impl Iterator<Item = &'a str> {
        self.text.split_terminator('\n')
    }
}

/// Calls `work` for every stretch of a text whose lines all have ends, and `take` with what came of it: one call at a time, in
/// any order. A `take` that returns false ends the work; all stretches before that one are still taken.
pub(super) fn each<T: Send>(
    text: &str,
    work: impl Fn(&Stretch<'_>) -> T + Sync,
    take: impl FnMut(usize, T) -> bool + Send,
) {
    let stretches = Stretches { rest: text, number: 0, offset: 0 };
    #[cfg(feature = "std")]
    threads::each(text.len(), stretches, &work, take);
    #[cfg(not(feature = "std"))]
    {
        let mut take = take;
        for stretch in stretches {
            if !take(stretch.number, work(&stretch)) {
                return;
            }
        }
    }
}

/// Sorts numbers.
pub(super) fn sort(numbers: &mut [u64]) {
    #[cfg(feature = "std")]
    threads::sort(numbers);
    #[cfg(not(feature = "std"))]
    numbers.sort_unstable();
}

struct Stretches<'a> {
    rest: &'a str,
    number: usize,
    offset: usize,
}

impl<'a> Iterator for Stretches<'a> {
    type Item = Stretch<'a>;

    fn next(&mut self) -> Option<Stretch<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let last = self.rest.match_indices('\n').nth(LINES - 1);
        let (text, rest) = self.rest.split_at(last.map_or(self.rest.len(), |(end, _)| end + 1));
        let stretch = Stretch { number: self.number, offset: self.offset, text };
        *self = Self { rest, number: self.number + 1, offset: self.offset + text.len() };
        Some(stretch)
    }
}

#[cfg(feature = "std")]
mod threads {
    use std::{
        sync::{Mutex, PoisonError},
        thread,
    };

    use super::{Stretch, Stretches};

    /// [`super::each`] for a text of so many bytes.
    pub(super) fn each<T: Send>(
        bytes: usize,
        stretches: Stretches<'_>,
        work: &(impl Fn(&Stretch<'_>) -> T + Sync),
        take: impl FnMut(usize, T) -> bool + Send,
    ) {
        let next = Mutex::new(Some(stretches));
        let take = Mutex::new(take);
        let run = || {
            loop {
                // The lock is given back before the work begins.
                let stretch = lock(&next).as_mut().and_then(Iterator::next);
                let Some(stretch) = stretch else { return };
                let made = work(&stretch);
                if !lock(&take)(stretch.number, made) {
                    *lock(&next) = None;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..processors(bytes / LEAST_BYTES) {
                // A thread that can't be had is no reason to stop: the work is done here then.
                let _ = thread::Builder::new().spawn_scoped(scope, run);
            }
            run();
        });
    }

    /// [`super::sort`].
    pub(super) fn sort(numbers: &mut [u64]) {
        if numbers.len() < LEAST_NUMBERS || processors(2) < 2 {
            return numbers.sort_unstable();
        }
        let (below, _, above) = numbers.select_nth_unstable(numbers.len() / 2);
        thread::scope(|scope| {
            let other = thread::Builder::new().spawn_scoped(scope, || below.sort_unstable());
            above.sort_unstable();
            drop(other);
        });
    }

    fn processors(most: usize) -> usize {
        let here = thread::available_parallelism().map_or(1, usize::from);
        here.min(most).clamp(1, MOST)
    }

    fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
        // Nothing that is done under the lock panics.
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// More are not faster: memory is the limit then.
    const MOST: usize = 8;
    /// A thread takes as long to start as 4 KiB of lines take.
    const LEAST_BYTES: usize = 1 << 19;
    const LEAST_NUMBERS: usize = 1 << 16;
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::{collections::BTreeMap, format, string::String};

    use super::*;

    #[test]
    fn stretches_are_the_text() {
        for lines in [0, 1, 2, LINES - 1, LINES, LINES + 1, 2 * LINES, 100_000] {
            let text: String =
                (0..lines).flat_map(|line| [format!("{line}"), "\n".into()]).collect();
            let mut found = BTreeMap::new();
            each(
                &text,
                |stretch| (stretch.offset, stretch.first_line(), stretch.lines().count()),
                |number, made| found.insert(number, made).is_none(),
            );
            assert_eq!(found.len(), lines.div_ceil(LINES));
            for (&number, &(offset, first_line, count)) in &found {
                assert!(text[offset..].starts_with(&format!("{}\n", number * LINES)));
                assert_eq!(first_line, (number * LINES) as u64 + 1);
                assert_eq!(count, LINES.min(lines - number * LINES));
            }
        }
    }

    #[test]
    fn all_before_the_last_one_are_taken() {
        let text = "a line\n".repeat(300_000);
        let mut taken = BTreeMap::new();
        each(
            &text,
            |stretch| stretch.number >= 40,
            |number, stop| {
                taken.insert(number, stop);
                !stop
            },
        );
        assert!((0..=40).all(|number| taken.contains_key(&number)), "{taken:?}");
        assert!(taken.len() < 60);
    }

    #[test]
    fn numbers_are_sorted() {
        for count in [0, 1, 2, 1000, (1 << 16) - 1, 1 << 16, 200_001] {
            let mut numbers: std::vec::Vec<u64> =
                (0..count).map(|i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20).collect();
            let mut expected = numbers.clone();
            expected.sort_unstable();
            sort(&mut numbers);
            assert!(numbers == expected, "{count}");
        }
    }
}
