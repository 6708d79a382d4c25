//! Shuffles of a specimen, one after the other.

use core::fmt;
use std::{string::ToString as _, vec::Vec};

use super::{
    FEWEST_ITEMS, MOST_ITEMS, Sort, Specimen, SpecimenError,
    choices::{Choices, Words},
    piles,
    sorts::sort,
    swaps::Swaps,
};
use crate::random::Stream;

/// Shuffles with a specimen's fault. The same specimen, number of items and seed give the same shuffles everywhere.
pub struct SpecimenShuffler {
    method: Method,
    list: Vec<u32>,
    items: Vec<u32>,
    words: Words,
}

/// What a specimen does to a list.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Method {
    Swaps(Swaps),
    Sort(Sort),
    NextFree,
    Keys(u64),
    Riffles(u32),
    Transpositions(u32),
    Cut,
    /// One of so many seeds, from which the words of a fair shuffle come.
    Seeds(u64, Swaps),
}

impl Specimen {
    /// Shuffles of the items `0..n`. Each seed, of any bytes, gives its own shuffles, and always the same.
    ///
    /// # Errors
    ///
    /// The specimen's number is out of range, or it doesn't take `n` items: all take 2 to 65,536, and what leaves some places
    /// alone at least one more than that.
    ///
    /// # Examples
    ///
    /// ```
    /// use fairdraw::exam::Specimen;
    ///
    /// let sattolo: Specimen = "sattolo".parse()?;
    /// let mut order = [0; 52];
    /// sattolo.shuffler(52, b"seed")?.next(&mut order);
    /// assert!((0..52).all(|place| order[place as usize] != place));
    /// # Ok::<(), fairdraw::exam::SpecimenError>(())
    /// ```
    pub fn shuffler(&self, n: u32, seed: &[u8]) -> Result<SpecimenShuffler, SpecimenError> {
        self.check(n)?;
        let names = [self.to_string(), n.to_string()];
        let stream = Stream::of_seed_file(seed, PURPOSE, &[&names[0], &names[1]])
            .map_err(SpecimenError::Stream)?;
        let list: Vec<u32> = (0..n).collect();
        let items = list.clone();
        Ok(SpecimenShuffler {
            method: Method::of(*self, n),
            list,
            items,
            words: Words::new(stream),
        })
    }

    /// Whether there is such a specimen of `n` items.
    pub(crate) fn check(&self, n: u32) -> Result<(), SpecimenError> {
        self.check_number()?;
        let least = match *self {
            Self::Tail { length } | Self::Head { length } => length.saturating_add(1),
            _ => FEWEST_ITEMS,
        };
        let (least, most) = (least.max(FEWEST_ITEMS), MOST_ITEMS);
        if n < least || n > most {
            return Err(SpecimenError::Items { n, least, most });
        }
        Ok(())
    }
}

impl Method {
    /// The method for `n` items, at least one.
    pub(crate) fn of(specimen: Specimen, n: u32) -> Self {
        match specimen {
            Specimen::Comparator(sort) => Self::Sort(sort),
            Specimen::NextFree => Self::NextFree,
            Specimen::ShortKeys { keys } => Self::Keys(keys),
            Specimen::Riffles { count } => Self::Riffles(count),
            Specimen::Transpositions { count } => Self::Transpositions(count),
            Specimen::Cut => Self::Cut,
            Specimen::SmallSeed { seeds } => Self::Seeds(seeds, Swaps::of(Specimen::Fair, n)),
            swaps => Self::Swaps(Swaps::of(swaps, n)),
        }
    }

    /// Shuffles the items by the choices; of small seeds, fairly by the choices of the seed.
    pub(crate) fn shuffle<C: Choices>(&self, items: &mut [u32], choices: &mut C) {
        match self {
            Self::Swaps(swaps) | Self::Seeds(_, swaps) => swaps.shuffle(items, choices),
            Self::Sort(method) => sort(*method, items, choices),
            Self::NextFree => piles::next_free(items, choices),
            Self::Keys(keys) => piles::sort_by_keys(items, *keys, choices),
            Self::Riffles(count) => (0..*count).for_each(|_| piles::riffle(items, choices)),
            Self::Transpositions(count) => {
                (0..*count).for_each(|_| piles::transpose(items, choices));
            }
            Self::Cut => piles::cut(items, choices),
        }
    }
}

impl SpecimenShuffler {
    /// Writes the next shuffle: the item, from 0, at each place. Of a slice of another length than the list only the places
    /// that both have are written.
    pub fn next(&mut self, order: &mut [u32]) {
        let next = self.shuffle();
        let length = next.len().min(order.len());
        order[..length].copy_from_slice(&next[..length]);
    }

    /// The next shuffle.
    pub(crate) fn shuffle(&mut self) -> &[u32] {
        self.items.copy_from_slice(&self.list);
        let seed = match self.method {
            Method::Seeds(seeds, _) => Some(self.words.below(seeds)),
            _ => None,
        };
        match seed.map(|seed| Stream::of_seed_file(&seed.to_be_bytes(), PURPOSE, &[])) {
            Some(Ok(stream)) => self.method.shuffle(&mut self.items, &mut Words::new(stream)),
            // A name of no bytes is never too long for the stream.
            Some(Err(_)) | None => self.method.shuffle(&mut self.items, &mut self.words),
        }
        &self.items
    }
}

impl fmt::Debug for SpecimenShuffler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SpecimenShuffler({:?}, ..)", self.method)
    }
}

const PURPOSE: &str = "specimen";

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]
mod tests {
    use std::{collections::BTreeSet, vec};

    use super::*;
    use crate::exam::{
        p_value::approximate,
        specimens::law::{Orders, rank},
    };

    /// How often each order of a few items comes in `times` shuffles.
    fn count(specimen: &str, n: u32, times: u32) -> Vec<u64> {
        let specimen: Specimen = specimen.parse().unwrap();
        let mut shuffler = specimen.shuffler(n, b"shuffler tests").unwrap();
        let mut counts = vec![0; Orders::new(n).unwrap().count()];
        for _ in 0..times {
            counts[rank(shuffler.shuffle())] += 1;
        }
        counts
    }

    #[test]
    fn chi_square_of_a_million_shuffles_is_what_the_law_says() {
        // Of probabilities p of M orders X² has the mean M(1 - sum p²) + N(M sum p² - 1), and about the variance
        // 4NM²(sum p³ - (sum p²)²) + 2(M-1)(M sum p²)². The limits are four standard deviations off.
        for (specimen, least, most) in [
            ("naive", 29_808.1 - 4.0 * 366.2, 29_808.1 + 4.0 * 366.2),
            ("comparator:binary-insertion", 125_022.9 - 4.0 * 750.0, 125_022.9 + 4.0 * 750.0),
            ("fair", 23.0 - 4.0 * 6.8, 23.0 + 4.0 * 6.8),
        ] {
            let expected = 1e6 / 24.0;
            let square = |count: u64| (approximate(count) - expected).powi(2) / expected;
            let chi_square: f64 = count(specimen, 4, 1_000_000).into_iter().map(square).sum();
            assert!((least..most).contains(&chi_square), "{specimen}: {chi_square}");
        }
    }

    #[test]
    fn shuffles_follow_the_exact_laws() {
        let times = 100_000;
        for n in 3..=5 {
            let orders = Orders::new(n).unwrap();
            let mut specimens = Specimen::defaults(n);
            specimens.extend(Sort::ALL.map(Specimen::Comparator));
            for specimen in specimens {
                let Some(law) = orders.law(specimen) else { continue };
                let counts = count(&specimen.to_string(), n, times);
                let (mut chi_square, mut cells) = (0.0, 0);
                for (&counted, probability) in counts.iter().zip(law) {
                    let expected = f64::from(times) * probability;
                    if expected > 0.0 {
                        chi_square += (approximate(counted) - expected).powi(2) / expected;
                        cells += 1;
                    } else {
                        assert_eq!(counted, 0, "{specimen} of {n}");
                    }
                }
                let df = f64::from((cells - 1).max(1));
                assert!(
                    chi_square < df + 5.0 * (2.0 * df).sqrt(),
                    "{specimen} of {n}: {chi_square}"
                );
            }
        }
    }

    #[test]
    fn small_seeds_have_one_order_each() {
        let specimen = Specimen::SmallSeed { seeds: 300 };
        let mut shuffler = specimen.shuffler(52, b"shuffler tests").unwrap();
        let orders: BTreeSet<Vec<u32>> = (0..10_000).map(|_| shuffler.shuffle().to_vec()).collect();
        assert_eq!(orders.len(), 300);
        // The seeds' orders are the generator's; the seed of the specimen only chooses among them.
        let mut other = specimen.shuffler(52, b"other").unwrap();
        assert!((0..100).all(|_| orders.contains(other.shuffle())));
    }

    #[test]
    fn every_shuffle_has_every_item() {
        for n in [2, 3, 31, 52, 64, 100, 300] {
            let mut specimens = Specimen::defaults(n);
            specimens.extend(Sort::ALL.map(Specimen::Comparator));
            for specimen in specimens {
                let mut shuffler = specimen.shuffler(n, b"shuffler tests").unwrap();
                let mut again = specimen.shuffler(n, b"shuffler tests").unwrap();
                for _ in 0..20 {
                    let mut order = vec![0; n as usize];
                    shuffler.next(&mut order);
                    assert_eq!(order, again.shuffle(), "{specimen} of {n}");
                    order.sort_unstable();
                    assert!(order.into_iter().eq(0..n), "{specimen} of {n}");
                }
            }
        }
    }

    #[test]
    fn places_are_written_as_far_as_both_have_them() {
        let mut whole = [9; 5];
        Specimen::Cut.shuffler(5, b"cut").unwrap().next(&mut whole);
        for length in [0, 3, 8] {
            let mut order = vec![9; length];
            Specimen::Cut.shuffler(5, b"cut").unwrap().next(&mut order);
            let both = length.min(5);
            assert_eq!(order[..both], whole[..both]);
            assert!(order[both..].iter().all(|&item| item == 9));
        }
    }

    #[test]
    fn lists_too_short_or_too_long_are_refused() {
        for (specimen, n, least) in
            [("fair", 1, 2), ("cut", 65_537, 2), ("tail:3", 3, 4), ("head:65535", 0, 65_536)]
        {
            let specimen: Specimen = specimen.parse().unwrap();
            let error = specimen.shuffler(n, b"").unwrap_err();
            assert_eq!(error, SpecimenError::Items { n, least, most: 65_536 });
        }
        assert!(Specimen::Head { length: 65_535 }.shuffler(65_536, b"").is_ok());
        let bits = Specimen::Modulo { bits: 0, run: crate::exam::Run::Forward };
        assert!(matches!(bits.shuffler(5, b""), Err(SpecimenError::Number { .. })));
        assert!(Specimen::Tail { length: 0 }.shuffler(5, b"").is_err());
    }
}
