//! Who gives to whom, all in one circle.

use alloc::{vec, vec::Vec};
use core::fmt;

use rand_core::{CryptoRng, TryCryptoRng};

use super::{
    choices::{Choices, Falling},
    derangement::try_numbers,
    to_index,
};

/// A secret-Santa assignment: all people in one circle, each giving to the next, no pair forbidden. **Not** uniform
/// over all orders.
///
/// Each allowed circle is exactly equally likely. For up to 16 people the allowed ones are counted (by subsets, as R.
/// Bellman, Journal of the ACM 9(1), 1962, and M. Held and R. Karp, Journal of SIAM 10(1), 1962, did for shortest
/// tours), one number is drawn, and the circle of that number is the result; if there is none, `new` says so. For
/// more people circles are drawn until one is allowed, at most [`TRIES`](Self::TRIES) times; a try ends at its first
/// forbidden pair. Where everybody may not give to `f` others that takes about `e^f` tries: 3 with partners, 20 in
/// families of four. That no circle exists can't always be known then, only that none was found.
///
/// **For** gift exchanges, and for reviewers in a circle. **Fair for a draw**: no, it is no draw of winners; no
/// allowed circle is favoured.
///
/// # Examples
///
/// Two couples and a friend; partners don't give to each other.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut rng = fairdraw::random::Stream::new(&[7; 64], "example", &[])?;
/// use fairdraw::shuffle::SecretSanta;
///
/// let couples = [(0, 1), (1, 0), (2, 3), (3, 2)];
/// let gives_to = SecretSanta::new(5, &couples)?.draw(&mut rng)?;
/// assert_ne!(gives_to[0], 1);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[must_use = "nothing is drawn before `draw` is called"]
pub struct SecretSanta {
    people: Vec<u64>,
    /// In order, so that a pair can be looked up.
    forbidden: Vec<(u64, u64)>,
    counted: Option<Circles>,
}

/// Why there is no [`SecretSanta`] assignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SecretSantaError {
    /// Fewer than two people.
    TooFew {
        /// How many people there are.
        people: u64,
    },
    /// A forbidden pair names somebody who isn't there.
    NoSuchPerson {
        /// The person, counted from 0.
        person: u64,
        /// How many people there are.
        people: u64,
    },
    /// Everybody is forbidden to this person.
    NobodyToGiveTo {
        /// The giver.
        giver: u64,
    },
    /// This person is forbidden to everybody.
    NobodyGivesTo {
        /// The receiver.
        receiver: u64,
    },
    /// All circles have been counted, and each has a forbidden pair.
    NoneExists,
    /// [`SecretSanta::TRIES`] circles all had a forbidden pair. There may be an allowed one.
    NotFound,
    /// The machine can't hold so many people.
    OutOfMemory {
        /// How many people there are.
        people: u64,
    },
}

impl SecretSanta {
    /// How many circles are tried at most where there are too many people to count all circles.
    pub const TRIES: u32 = 1_000_000;

    /// Prepares an assignment for people `0..people`; a forbidden pair is a giver and a receiver. Nobody gives to
    /// himself anyway.
    ///
    /// # Errors
    ///
    /// Fewer than two people, a pair of somebody who isn't there, somebody who can give to nobody or get from nobody,
    /// more people than the machine can hold, or, for up to 16 people, no allowed circle.
    pub fn new(people: u64, forbidden: &[(u64, u64)]) -> Result<Self, SecretSantaError> {
        if people < 2 {
            return Err(SecretSantaError::TooFew { people });
        }
        let mut forbidden = forbidden.to_vec();
        let named = forbidden.iter().flat_map(|&(giver, receiver)| [giver, receiver]);
        if let Some(person) = named.into_iter().find(|&person| person >= people) {
            return Err(SecretSantaError::NoSuchPerson { person, people });
        }
        forbidden.retain(|(giver, receiver)| giver != receiver);
        forbidden.sort_unstable();
        forbidden.dedup();
        let all_others = people - 1;
        if let Some(giver) = named_times(forbidden.iter().map(|pair| pair.0), all_others) {
            return Err(SecretSantaError::NobodyToGiveTo { giver });
        }
        let mut receivers: Vec<u64> = forbidden.iter().map(|pair| pair.1).collect();
        receivers.sort_unstable();
        if let Some(receiver) = named_times(receivers, all_others) {
            return Err(SecretSantaError::NobodyGivesTo { receiver });
        }
        let numbers = try_numbers(people).ok_or(SecretSantaError::OutOfMemory { people })?;
        let mut santa = Self { people: numbers, forbidden, counted: None };
        if people <= MOST_COUNTED {
            let circles = Circles::count(santa.people.len(), |g, r| santa.allowed(g, r));
            if circles.all() == 0 {
                return Err(SecretSantaError::NoneExists);
            }
            santa.counted = Some(circles);
        }
        Ok(santa)
    }

    /// Draws it: the receiver of each giver, in the givers' order.
    ///
    /// # Errors
    ///
    /// [`NotFound`](SecretSantaError::NotFound), with more than 16 people.
    pub fn draw<R: CryptoRng + ?Sized>(self, rng: &mut R) -> Result<Vec<u64>, SecretSantaError> {
        let Ok(drawn) = self.try_draw(rng);
        drawn
    }

    /// Like [`draw`](Self::draw), for a source that can fail.
    ///
    /// # Errors
    ///
    /// The outer error is the source's; nothing has been drawn then. The inner one is that of [`draw`](Self::draw).
    #[allow(clippy::type_complexity, reason = "the source's error is outside, as everywhere")]
    pub fn try_draw<R: TryCryptoRng + ?Sized>(
        self,
        rng: &mut R,
    ) -> Result<Result<Vec<u64>, SecretSantaError>, R::Error> {
        self.draw_by(&mut Falling::new(rng))
    }

    fn draw_by<C: Choices>(
        mut self,
        choices: &mut C,
    ) -> Result<Result<Vec<u64>, SecretSantaError>, C::Error> {
        let circle = match self.counted.take() {
            Some(circles) => Some(circles.circle(choices.below(circles.all())?)),
            None => self.try_circles(choices)?,
        };
        Ok(circle.map(|circle| gives_to(&circle)).ok_or(SecretSantaError::NotFound))
    }

    /// Shuffles all but the first person, who begins the circle, until no neighbours are forbidden. A place is final
    /// when it has been chosen, and a shuffle is uniform from any order, so a try may end there and the next one
    /// begin.
    fn try_circles<C: Choices>(mut self, choices: &mut C) -> Result<Option<Vec<u64>>, C::Error> {
        let n = self.people.len();
        for _ in 0..Self::TRIES {
            let mut place = 1;
            while place < n {
                let offset = choices.below((n - place) as u64)?;
                self.people.swap(place, place + to_index(offset));
                if !self.allowed(self.people[place - 1], self.people[place]) {
                    break;
                }
                place += 1;
            }
            if place == n && self.allowed(self.people[n - 1], self.people[0]) {
                return Ok(Some(self.people));
            }
        }
        Ok(None)
    }

    fn allowed(&self, giver: u64, receiver: u64) -> bool {
        giver != receiver && self.forbidden.binary_search(&(giver, receiver)).is_err()
    }
}

/// The first number that comes `times` times; equal numbers stand together.
fn named_times(numbers: impl IntoIterator<Item = u64>, times: u64) -> Option<u64> {
    let (mut last, mut seen) = (None, 0);
    for number in numbers {
        seen = if last == Some(number) { seen + 1 } else { 1 };
        last = Some(number);
        if seen == times {
            return last;
        }
    }
    None
}

/// Everybody gives to the next in the circle.
fn gives_to(circle: &[u64]) -> Vec<u64> {
    let mut receivers = vec![0; circle.len()];
    let nexts = circle.iter().cycle().skip(1);
    for (&giver, &receiver) in circle.iter().zip(nexts) {
        receivers[to_index(giver)] = receiver;
    }
    receivers
}

/// How many allowed circles there are, by how they begin.
#[derive(Debug)]
struct Circles {
    /// The people each one may give to, a bit for each.
    allowed: Vec<u32>,
    /// `ways[met * n + last]`: in how many ways a circle goes on and closes that has begun with person 0 and met the
    /// people `met` (bit `p - 1` for person `p`), the last of them `last`. At most 15!, the circles of 16 people.
    ways: Vec<u64>,
}

impl Circles {
    fn count(n: usize, allowed: impl Fn(u64, u64) -> bool) -> Self {
        let receivers = |giver| {
            (0..n)
                .filter(|&p| allowed(giver, p as u64))
                .fold(0, |bits, person| bits | 1u32 << person)
        };
        let allowed: Vec<u32> = (0..n as u64).map(receivers).collect();
        let everybody = (1usize << (n - 1)) - 1;
        let mut circles = Self { allowed, ways: vec![0; (everybody + 1) * n] };
        for met in (0..=everybody).rev() {
            for last in 0..n {
                circles.ways[met * n + last] = if met == everybody {
                    u64::from(circles.allowed[last] & 1)
                } else {
                    circles.nexts(met, last).map(|(_, _, ways)| ways).sum()
                };
            }
        }
        circles
    }

    /// Whom `last` may give to next: the person, the people met then, and the ways to go on from there.
    fn nexts(&self, met: usize, last: usize) -> impl Iterator<Item = (usize, usize, u64)> {
        let n = self.allowed.len();
        (1..n)
            .filter(move |&next| met >> (next - 1) & 1 == 0 && self.allowed[last] >> next & 1 == 1)
            .map(move |next| {
                let met = met | 1 << (next - 1);
                (next, met, self.ways[met * n + next])
            })
    }

    fn all(&self) -> u64 {
        self.ways[0]
    }

    /// The circle of this number below `all()`, in the order of their people.
    fn circle(&self, mut number: u64) -> Vec<u64> {
        let mut circle = vec![0];
        let (mut met, mut last) = (0, 0);
        for _ in 1..self.allowed.len() {
            for (next, met_then, ways) in self.nexts(met, last) {
                if number < ways {
                    (met, last) = (met_then, next);
                    circle.push(next as u64);
                    break;
                }
                number -= ways;
            }
        }
        circle
    }
}

impl fmt::Display for SecretSantaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew { people } => write!(f, "a circle has at least two people, not {people}"),
            Self::NoSuchPerson { person, people } => {
                write!(f, "no person {person} among {people} (people count from 0)")
            }
            Self::NobodyToGiveTo { giver } => {
                write!(f, "everybody is forbidden to person {giver}; forbid fewer pairs")
            }
            Self::NobodyGivesTo { receiver } => {
                write!(f, "person {receiver} is forbidden to everybody; forbid fewer pairs")
            }
            Self::NoneExists => {
                f.write_str("every circle has a forbidden pair; forbid fewer pairs")
            }
            Self::NotFound => write!(
                f,
                "no circle without a forbidden pair was found in {} tries; forbid fewer pairs",
                SecretSanta::TRIES
            ),
            Self::OutOfMemory { people } => write!(f, "not enough memory for {people} people"),
        }
    }
}

impl core::error::Error for SecretSantaError {}

/// With 16 people the counts take 4 MiB and 15! is the largest.
const MOST_COUNTED: u64 = 16;

#[cfg(test)]
mod tests {
    extern crate std;

    use std::collections::BTreeSet;

    use super::*;
    use crate::{
        Stream,
        shuffle::choices::counted::{assert_equal, assert_uniform, count, factorial},
    };

    /// All circles without a forbidden pair, by trying all receivers of each giver.
    fn by_hand(n: u64, forbidden: &[(u64, u64)]) -> BTreeSet<Vec<u64>> {
        let mut all = BTreeSet::new();
        for number in 0..n.pow(u32::try_from(n).unwrap_or(0)) {
            let gives_to: Vec<u64> = (0..n)
                .scan(number, |rest, _| {
                    let receiver = *rest % n;
                    *rest /= n;
                    Some(receiver)
                })
                .collect();
            let (mut person, mut met) = (0, 0);
            loop {
                let receiver = gives_to[to_index(person)];
                if forbidden.contains(&(person, receiver)) {
                    break;
                }
                (person, met) = (receiver, met + 1);
                if person == 0 {
                    if met == n {
                        all.insert(gives_to);
                    }
                    break;
                }
                if met == n {
                    break;
                }
            }
        }
        all
    }

    /// All sets of forbidden pairs of `n` people, without those that `skip` leaves out.
    fn all_sets(n: u64, skip: usize) -> Vec<Vec<(u64, u64)>> {
        let pairs: Vec<(u64, u64)> =
            (0..n).flat_map(|a| (0..n).filter(move |&b| a != b).map(move |b| (a, b))).collect();
        let set = |bits: u64| {
            (0..).zip(&pairs).filter(|&(i, _)| bits >> i & 1 == 1).map(|(_, &pair)| pair).collect()
        };
        (0..1u64 << pairs.len()).step_by(skip).map(set).collect()
    }

    #[test]
    fn every_allowed_circle_is_equally_likely_and_none_is_left_out() {
        for (n, skip) in [(2, 1), (3, 1), (4, 1), (5, 9_973)] {
            for forbidden in all_sets(n, skip) {
                let circles = by_hand(n, &forbidden);
                match SecretSanta::new(n, &forbidden) {
                    Ok(_) => {
                        let found = assert_uniform(circles.len() as u64, |path| {
                            let Ok(santa) = SecretSanta::new(n, &forbidden) else { unreachable!() };
                            santa.draw_by(path).map(Result::ok)
                        });
                        assert!(found.into_iter().eq(circles.into_iter().map(Some)));
                    }
                    Err(
                        SecretSantaError::NoneExists
                        | SecretSantaError::NobodyToGiveTo { .. }
                        | SecretSantaError::NobodyGivesTo { .. },
                    ) => assert!(circles.is_empty(), "{forbidden:?}"),
                    Err(error) => unreachable!("{error}"),
                }
            }
        }
    }

    #[test]
    fn rejection_gives_every_allowed_circle_equally_often() {
        for (n, forbidden) in [
            (3, &[][..]),
            (4, &[(0, 1), (1, 0), (2, 3), (3, 2)]),
            (5, &[(0, 1), (1, 0), (2, 3), (3, 2)]),
            (5, &[(0, 1), (0, 2), (0, 3), (4, 2)]),
        ] {
            let circles = by_hand(n, forbidden);
            let (counts, _) = count(8, |path| {
                let Ok(mut santa) = SecretSanta::new(n, forbidden) else { unreachable!() };
                santa.counted = None;
                santa.draw_by(path).map(Result::ok)
            });
            assert_equal(&counts, circles.len() as u64);
            assert!(counts.into_keys().eq(circles.into_iter().map(Some)), "{forbidden:?}");
        }
    }

    #[test]
    fn circles_are_counted_up_to_the_limit() {
        for n in 2..=MOST_COUNTED {
            let all = SecretSanta::new(n, &[]).map(|santa| santa.counted.map(|c| c.all()));
            assert_eq!(all, Ok(Some(factorial(n - 1))));
        }
        let santa = SecretSanta::new(MOST_COUNTED + 1, &[]);
        assert!(santa.is_ok_and(|santa| santa.counted.is_none()));
    }

    #[test]
    fn what_can_t_be_is_an_error() {
        let error = |people, forbidden: &[_]| SecretSanta::new(people, forbidden).err();
        assert_eq!(error(0, &[]), Some(SecretSantaError::TooFew { people: 0 }));
        assert_eq!(error(1, &[]), Some(SecretSantaError::TooFew { people: 1 }));
        let nobody = SecretSantaError::NoSuchPerson { person: 3, people: 3 };
        assert_eq!(error(3, &[(0, 1), (3, 0)]), Some(nobody));
        assert_eq!(error(3, &[(1, 1), (0, 0), (0, 1), (0, 1)]), None, "said twice, or of oneself");
        let giver = SecretSantaError::NobodyToGiveTo { giver: 1 };
        assert_eq!(error(3, &[(1, 0), (1, 2)]), Some(giver));
        let receiver = SecretSantaError::NobodyGivesTo { receiver: 2 };
        assert_eq!(error(3, &[(1, 2), (0, 2)]), Some(receiver));
        assert_eq!(error(3, &[(0, 1), (1, 0)]), Some(SecretSantaError::NoneExists));
        let people = u64::MAX;
        assert_eq!(error(people, &[]), Some(SecretSantaError::OutOfMemory { people }));
    }

    #[test]
    fn many_people_with_partners_get_a_circle_and_no_circle_ends_as_not_found() {
        let Ok(mut rng) = Stream::new(&[7; 64], "santa", &[]) else { unreachable!() };
        let partners: Vec<(u64, u64)> = (0..50).map(|person| (person, person ^ 1)).collect();
        let drawn = SecretSanta::new(50, &partners).and_then(|santa| santa.draw(&mut rng));
        let Ok(drawn) = drawn else { unreachable!("{drawn:?}") };
        assert!((0..).zip(&drawn).all(|(giver, &receiver)| receiver != giver ^ 1));
        // Two halves of a room that may not give to each other.
        let halves: Vec<(u64, u64)> = (0..18)
            .flat_map(|a| (0..18).filter(move |b| (a < 9) != (*b < 9)).map(move |b| (a, b)))
            .collect();
        let drawn = SecretSanta::new(18, &halves).and_then(|santa| santa.draw(&mut rng));
        assert_eq!(drawn, Err(SecretSantaError::NotFound));
    }
}
