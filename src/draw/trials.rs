//! Draws by a commit's rules, over and over, so that the rules and sources in force can be examined.

use alloc::{string::String, vec, vec::Vec};
use core::{fmt, num::NonZeroU64};

use rand_core::TryCryptoRng;

use crate::{
    draw::{
        beacon::BeaconValue,
        commit::{BeaconRule, Commit, DrawKind, Method, Places, Raffle, RulesFault},
        entries::EntryList,
        failure::Failure,
        material::Material,
        reveal::{draw, draw_sample},
        verify,
    },
    sample::{Design, Plan, Population},
    seed::Seed,
    uniform,
};

/// The draw of a commit, by the code that draws it, with sources of randomness that are new each time.
///
/// Each trial has the commit's id in its material, a new seed for each commitment, and a new value of the beacon: digits of the
/// public text that are equally likely, or a signature of random bytes. Nothing is compared with the commitments to seeds.
#[derive(Debug)]
pub struct Trials<'a> {
    commit: &'a Commit,
    kind: Kind<'a>,
    places: u64,
}

#[derive(Debug)]
enum Kind<'a> {
    Raffle { raffle: &'a Raffle, places: Places, list: Option<&'a EntryList> },
    Sample(Plan<'a>),
}

/// Why a commit can't be drawn over and over.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrialsError {
    /// The rules contradict each other.
    Rules(RulesFault),
    /// A draw by tickets needs its list, and the list must be the committed one.
    List(Failure),
    /// An audit sample of another design than `simple`, whose places have laws of their own.
    Design,
}

impl<'a> Trials<'a> {
    /// Prepares trials of this commit. Only a draw by tickets needs its list.
    ///
    /// # Errors
    ///
    /// Rules that contradict each other, a list that is missing or not the committed one, an audit sample that isn't simple.
    pub fn new(commit: &'a Commit, list: Option<&'a EntryList>) -> Result<Self, TrialsError> {
        let places = commit.check_rules().map_err(TrialsError::Rules)?;
        match &commit.rules().kind {
            DrawKind::Raffle(raffle) => {
                let list = list.filter(|_| raffle.is_weighted());
                if raffle.is_weighted() {
                    verify::check_list(commit, list, None).map_err(TrialsError::List)?;
                }
                let kind = Kind::Raffle { raffle, places, list };
                Ok(Self { commit, kind, places: places.total() })
            }
            DrawKind::Sample(sampling) => {
                if !matches!(sampling.design, Design::Simple { .. }) {
                    return Err(TrialsError::Design);
                }
                // A simple sample goes by the number of items alone.
                let population = Population::new(commit.rules().entries, None, None);
                let plan = population.ok().and_then(|items| sampling.design.check(&items).ok());
                let plan = plan.ok_or(TrialsError::Design)?;
                Ok(Self { commit, places: plan.places(), kind: Kind::Sample(plan) })
            }
        }
    }

    /// The number of entries or items to draw from.
    pub const fn entries(&self) -> u64 {
        self.commit.rules().entries
    }

    /// The number of places that are drawn: winners and alternates, or items and spares.
    pub const fn places(&self) -> u64 {
        self.places
    }

    /// The method, if it is a raffle's.
    pub const fn method(&self) -> Option<Method> {
        match &self.kind {
            Kind::Raffle { raffle, .. } => Some(raffle.method),
            Kind::Sample(_) => None,
        }
    }

    /// Draws once: the positions in the list, from 0, in order of rank. `rng` gives the seeds and the beacon's value.
    ///
    /// # Errors
    ///
    /// The source's error; `Ok(None)` if the machine can't hold the draw.
    pub fn try_draw<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
    ) -> Result<Option<Vec<u64>>, R::Error> {
        let rules = self.commit.rules();
        let beacon = match &rules.beacon {
            Some(BeaconRule::Public { shape, .. }) => Some(BeaconValue::Public(text(shape, rng)?)),
            Some(BeaconRule::Drand { round, .. }) => {
                let mut signature = vec![0; SIGNATURE];
                rng.try_fill_bytes(&mut signature)?;
                Some(BeaconValue::Drand { round: *round, signature, previous: None })
            }
            None => None,
        };
        let mut seeds = Vec::with_capacity(rules.seeds.len());
        for _ in &rules.seeds {
            let mut bytes = [0; 64];
            rng.try_fill_bytes(&mut bytes)?;
            seeds.push(Seed::from_bytes(bytes));
        }
        let material = Material::new(self.commit.id(), beacon.as_ref(), seeds.iter().map(Some));
        Ok(match &self.kind {
            Kind::Raffle { raffle, places, list } => {
                draw(self.commit, raffle, *places, *list, &material)
                    .ok()
                    .map(|drawn| drawn.positions)
            }
            Kind::Sample(plan) => draw_sample(plan, &material)
                .ok()
                .map(|drawn| drawn.iter().map(|selected| selected.position).collect()),
        })
    }
}

/// A text of the shape with random digits.
fn text<R: TryCryptoRng + ?Sized>(shape: &str, rng: &mut R) -> Result<String, R::Error> {
    let digit = |c| match c {
        'd' => uniform::try_below(TEN, rng).map(|digit| {
            u32::try_from(digit).ok().and_then(|digit| char::from_digit(digit, 10)).unwrap_or('0')
        }),
        other => Ok(other),
    };
    shape.chars().map(digit).collect()
}

impl fmt::Display for TrialsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(fault) => Failure::Rules(fault.clone()).fmt(f),
            Self::List(failure) => failure.fmt(f),
            Self::Design => f.write_str("an audit sample of another design than simple"),
        }
    }
}

impl core::error::Error for TrialsError {}

const TEN: NonZeroU64 = NonZeroU64::new(10).unwrap();
/// The bytes of a signature of drand's unchained chains. Only their hash enters a draw.
const SIGNATURE: usize = 48;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]
mod tests {
    extern crate std;

    use core::convert::Infallible;
    use std::{collections::BTreeSet, format};

    use rand_core::TryRng;

    use super::*;
    use crate::{Stream, draw::Reveal};

    /// Gives bytes of a script: what isn't in it is 0.
    struct Script(Vec<u8>);

    impl TryRng for Script {
        type Error = Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            unreachable!("words are of 64 bits")
        }

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            let mut word = [0; 8];
            self.try_fill_bytes(&mut word)?;
            Ok(u64::from_be_bytes(word))
        }

        fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
            let rest = self.0.split_off(out.len().min(self.0.len()));
            out.fill(0);
            out[..self.0.len()].copy_from_slice(&self.0);
            self.0 = rest;
            Ok(())
        }
    }

    impl TryCryptoRng for Script {}

    const SEED: [u8; 64] = [7; 64];

    fn commit(list: &EntryList, randomness: &str) -> Commit {
        let (root, entries) = (list.root(), list.len());
        let method = match list.tickets() {
            Some(tickets) => {
                format!("tickets: {tickets}\nroot: {root}\nmethod: tickets\nwins: once")
            }
            None => format!("root: {root}\nmethod: shuffle"),
        };
        let text = format!(
            "fairdraw commit v1\ntitle: Trees\nentries: {entries}\nlist: public\n{method}\n\
             prize: 2 Bench\nalternates: 1\nvacancy: next\n{randomness}\n\
             created: 2026-11-29T12:00:00Z\npublished: the board\n"
        );
        Commit::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn trial_with_a_draws_own_seed_is_that_draw() {
        let seed = Seed::from_bytes(SEED).commitment("club", false);
        for (lines, weighted) in [("a\nb\nc\nd\ne\n", false), ("3\ta\n1\tb\n9\tc\n2\td\n", true)] {
            let list = EntryList::parse(lines.into(), weighted).unwrap();
            let commit = commit(&list, &format!("seed: club {seed}"));
            let reveal =
                Reveal::open(&commit, &list, None, vec![Some(Seed::from_bytes(SEED))], None);
            let drawn: Vec<u64> =
                reveal.unwrap().places.iter().map(|place| place.position).collect();
            let trials = Trials::new(&commit, Some(&list)).unwrap();
            assert_eq!((trials.entries(), trials.places()), (list.len(), 3));
            let Ok(trial) = trials.try_draw(&mut Script(SEED.to_vec()));
            assert_eq!(trial.unwrap(), drawn);
        }
    }

    #[test]
    fn public_text_has_as_many_values_as_its_digits() {
        let list = EntryList::parse("a\nb\nc\nd\ne\n".into(), false).unwrap();
        let commit = commit(&list, "beacon: public d-.. a die of ten sides");
        let trials = Trials::new(&commit, None).unwrap();
        let mut stream = Stream::new(&[7; 64], "test", &[]).unwrap();
        let results: BTreeSet<Vec<u64>> = (0..1000)
            .map(|_| {
                let Ok(drawn) = trials.try_draw(&mut stream);
                drawn.unwrap()
            })
            .collect();
        // One digit makes ten results at most, of 60.
        assert!(results.len() <= 10 && results.len() > 5, "{}", results.len());
    }

    #[test]
    fn draw_by_tickets_needs_its_list() {
        let list = EntryList::parse("3\ta\n1\tb\n9\tc\n2\td\n".into(), true).unwrap();
        let commit = commit(&list, "beacon: public dddd two numbers");
        assert_eq!(
            Trials::new(&commit, None).unwrap_err(),
            TrialsError::List(Failure::ListMissing)
        );
        let other = EntryList::parse("3\ta\n1\tb\n9\tc\n2\te\n".into(), true).unwrap();
        assert!(matches!(
            Trials::new(&commit, Some(&other)),
            Err(TrialsError::List(Failure::ListRoot { .. }))
        ));
    }
}
