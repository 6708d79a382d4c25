//! Shuffles in which some places take no part.

use core::{fmt, ops::Range};

use rand_core::{CryptoRng, TryCryptoRng};

use super::{
    choices::{Choices, Falling},
    to_index,
};

/// Some places of a list, to be shuffled among themselves: **not** a shuffle of the whole list.
///
/// The other places keep their items. The items of the places that take part come into a uniformly random order: each
/// of the `m!` orders of `m` places is equally likely.
///
/// **For** a playlist whose first song is fixed, seats that are taken, questions of which every second one is a
/// control. **Fair for a draw**: among the items that take part, yes; for the others nothing is drawn.
///
/// # Examples
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut rng = fairdraw::random::Stream::new(&[7; 64], "example", &[])?;
/// use fairdraw::shuffle::Part;
///
/// let mut songs = ["opening", "Ash", "Birch", "Cedar", "finale"];
/// Part::all_but(&mut songs, &[0, 4])?.shuffle(&mut rng);
/// assert_eq!((songs[0], songs[4]), ("opening", "finale"));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[must_use = "nothing is shuffled before `shuffle` is called"]
pub struct Part<'a, T> {
    items: &'a mut [T],
    places: Places<'a>,
}

/// Why a [`Part`] can't be shuffled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartError {
    /// A place that the list hasn't.
    NoSuchPlace {
        /// The place, counted from 0.
        place: usize,
        /// The number of items.
        length: usize,
    },
    /// Places that don't go up, or one that is named twice.
    NotAscending {
        /// The place that is not above the one named before it.
        place: usize,
    },
    /// A range that ends before it begins.
    EndBeforeStart {
        /// The range's first place.
        start: usize,
        /// The place after its last one.
        end: usize,
    },
    /// Every 0th item.
    NoStep,
}

#[derive(Debug)]
enum Places<'a> {
    Every { first: usize, step: usize, count: usize },
    AllBut(&'a [usize]),
}

impl<'a, T> Part<'a, T> {
    /// All places but the first.
    pub fn all_but_first(items: &'a mut [T]) -> Self {
        let count = items.len().saturating_sub(1);
        Self { items, places: Places::Every { first: 1, step: 1, count } }
    }

    /// All places but the last.
    pub fn all_but_last(items: &'a mut [T]) -> Self {
        let count = items.len().saturating_sub(1);
        Self { items, places: Places::Every { first: 0, step: 1, count } }
    }

    /// All places but those named, which go up and count from 0.
    ///
    /// # Errors
    ///
    /// A place that the list hasn't, or places that don't go up.
    pub fn all_but(items: &'a mut [T], kept: &'a [usize]) -> Result<Self, PartError> {
        let length = items.len();
        if let Some(pair) = kept.windows(2).find(|pair| pair[0] >= pair[1]) {
            return Err(PartError::NotAscending { place: pair[1] });
        }
        match kept.last() {
            Some(&place) if place >= length => Err(PartError::NoSuchPlace { place, length }),
            _ => Ok(Self { items, places: Places::AllBut(kept) }),
        }
    }

    /// The places of a range, which count from 0.
    ///
    /// # Errors
    ///
    /// A range that ends before it begins, or after the list.
    pub fn range(items: &'a mut [T], range: Range<usize>) -> Result<Self, PartError> {
        let (Range { start, end }, length) = (range, items.len());
        if end < start {
            return Err(PartError::EndBeforeStart { start, end });
        }
        if end > length {
            return Err(PartError::NoSuchPlace { place: end - 1, length });
        }
        Ok(Self { items, places: Places::Every { first: start, step: 1, count: end - start } })
    }

    /// Every `step`-th place, from `first` on: `first`, `first + step`, ..
    ///
    /// # Errors
    ///
    /// A step of 0, or a first place that the list hasn't.
    pub fn every(items: &'a mut [T], first: usize, step: usize) -> Result<Self, PartError> {
        let length = items.len();
        if step == 0 {
            return Err(PartError::NoStep);
        }
        if first >= length {
            return Err(PartError::NoSuchPlace { place: first, length });
        }
        let count = (length - first).div_ceil(step);
        Ok(Self { items, places: Places::Every { first, step, count } })
    }

    /// Brings the items of these places into a uniformly random order; all others stay.
    ///
    /// It takes the words, and gives the order, of [`shuffle()`](super::shuffle()) on a list of these items alone.
    pub fn shuffle<R: CryptoRng + ?Sized>(self, rng: &mut R) {
        let Ok(()) = self.try_shuffle(rng);
    }

    /// Like [`shuffle`](Self::shuffle), for a source that can fail.
    ///
    /// # Errors
    ///
    /// Returns the source's error. The items are then still all there, in some order that must not be used as a draw.
    pub fn try_shuffle<R: TryCryptoRng + ?Sized>(self, rng: &mut R) -> Result<(), R::Error> {
        self.shuffle_by(&mut Falling::new(rng))
    }

    fn shuffle_by<C: Choices>(self, choices: &mut C) -> Result<(), C::Error> {
        let count = self.places.count(self.items.len());
        for step in 0..count.saturating_sub(1) {
            let chosen = step + to_index(choices.below((count - step) as u64)?);
            self.items.swap(self.places.place(step), self.places.place(chosen));
        }
        Ok(())
    }
}

impl Places<'_> {
    fn count(&self, length: usize) -> usize {
        match self {
            Self::Every { count, .. } => *count,
            Self::AllBut(kept) => length - kept.len(),
        }
    }

    /// The place that is the `index`-th to take part.
    fn place(&self, index: usize) -> usize {
        match self {
            Self::Every { first, step, .. } => first + index * step,
            Self::AllBut(kept) => {
                let (mut low, mut high) = (0, kept.len());
                // Before kept place number `i` there are `kept[i] - i` places that take part, and that never falls as
                // `i` grows. So the kept places before the one sought are those with at most `index`.
                while low < high {
                    let middle = low.midpoint(high);
                    if kept[middle] - middle <= index {
                        low = middle + 1;
                    } else {
                        high = middle;
                    }
                }
                index + low
            }
        }
    }
}

impl fmt::Display for PartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchPlace { place, length } => {
                write!(f, "no place {place} in a list of {length} (places count from 0)")
            }
            Self::NotAscending { place } => {
                write!(f, "place {place} is not above the one named before it")
            }
            Self::EndBeforeStart { start, end } => {
                write!(f, "the range {start}..{end} ends before it begins")
            }
            Self::NoStep => f.write_str("every 0th item is none; the step is at least 1"),
        }
    }
}

impl core::error::Error for PartError {}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;
    use crate::shuffle::choices::counted::{assert_uniform, factorial};

    type Make = for<'a> fn(&'a mut [usize], &'a [usize]) -> Result<Part<'a, usize>, PartError>;

    /// Counts the orders of a list of `n`, of which `moving` places take part.
    fn check(n: usize, moving: &[usize], kept: &[usize], part: Make) {
        let orders = assert_uniform(factorial(moving.len() as u64), |path| {
            let mut items: Vec<usize> = (0..n).collect();
            let made = part(&mut items, kept).map(|part| part.shuffle_by(path));
            assert!(made.is_ok(), "{made:?}");
            made.unwrap_or(Ok(())).map(|()| items)
        });
        for order in orders {
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..n));
            let stays = |place: &usize| moving.contains(place) || order[*place] == *place;
            assert!((0..n).all(|place| stays(&place)), "{order:?}");
        }
    }

    #[test]
    fn every_order_of_the_places_that_take_part_is_equally_likely_and_the_others_stay() {
        for n in 0..=6 {
            let all: Vec<usize> = (0..n).collect();
            check(n, all.get(1..).unwrap_or_default(), &[], |items, _| {
                Ok(Part::all_but_first(items))
            });
            check(n, &all[..n.saturating_sub(1)], &[], |items, _| Ok(Part::all_but_last(items)));
            for subset in 0..1u32 << n {
                let kept: Vec<usize> = (0..n).filter(|i| subset >> i & 1 == 1).collect();
                let moving: Vec<usize> = (0..n).filter(|i| subset >> i & 1 == 0).collect();
                check(n, &moving, &kept, |items, kept| Part::all_but(items, kept));
            }
            // The parameters travel where the kept places do.
            for (start, end) in (0..=n).flat_map(|start| (start..=n).map(move |end| (start, end))) {
                check(n, &all[start..end], &[start, end], |items, p| {
                    Part::range(items, p[0]..p[1])
                });
            }
            for (first, step) in (0..n).flat_map(|first| (1..=n + 1).map(move |step| (first, step)))
            {
                let moving: Vec<usize> = (first..n).step_by(step).collect();
                check(n, &moving, &[first, step], |items, p| Part::every(items, p[0], p[1]));
            }
        }
    }

    #[test]
    fn a_step_beyond_the_list_takes_one_place() {
        let mut items = [1, 2, 3];
        let part = Part::every(&mut items, 2, usize::MAX).map(|part| part.places.count(3));
        assert_eq!(part, Ok(1));
    }

    #[test]
    fn places_that_are_not_there_are_errors() {
        let mut items = [0; 4];
        let mut error = |part: &dyn Fn(&mut [i32]) -> Option<PartError>| part(&mut items);
        let cases: [(Option<PartError>, PartError); 7] = [
            (
                error(&|i| Part::all_but(i, &[4]).err()),
                PartError::NoSuchPlace { place: 4, length: 4 },
            ),
            (error(&|i| Part::all_but(i, &[1, 1]).err()), PartError::NotAscending { place: 1 }),
            (error(&|i| Part::all_but(i, &[9, 1]).err()), PartError::NotAscending { place: 1 }),
            (
                error(&|i| Part::range(i, 2..6).err()),
                PartError::NoSuchPlace { place: 5, length: 4 },
            ),
            (
                error(&|i| Part::range(i, Range { start: 3, end: 2 }).err()),
                PartError::EndBeforeStart { start: 3, end: 2 },
            ),
            (error(&|i| Part::every(i, 0, 0).err()), PartError::NoStep),
            (
                error(&|i| Part::every(i, 4, 1).err()),
                PartError::NoSuchPlace { place: 4, length: 4 },
            ),
        ];
        for (found, expected) in cases {
            assert_eq!(found, Some(expected));
        }
    }
}
