//! Who holds each prize place after the lines of an outcome file (SPEC, "Afterwards").

use alloc::{
    collections::{BTreeMap, BTreeSet},
    vec::Vec,
};
use core::fmt;

use super::{Answer, Decision};
use crate::draw::commit::{Commit, Places, RulesFault, Vacancy};

/// Who holds each prize place: one for each winner drawn.
///
/// Takes memory for what was decided, not for what was drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holders {
    places: Places,
    /// Nothing if there are no alternates: what is passed over is not awarded then.
    vacancy: Option<Vacancy>,
    accepted: BTreeSet<u64>,
    passed_over: BTreeSet<u64>,
    /// The prize places that the rule `next` gave on, in order: the i-th goes to alternate i.
    vacated: Vec<u64>,
}

/// A prize place and who holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrizePlace {
    /// Its number, from 1; in the beginning rank N holds prize place N.
    pub number: u64,
    /// The rank that holds it; nothing if it is not awarded.
    pub rank: Option<u64>,
    /// Whether this rank has accepted.
    pub accepted: bool,
}

/// A line of an outcome file that breaks the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutcomeFault {
    /// The line, counted from 1.
    pub line: u64,
    /// The rank that it is about.
    pub rank: u64,
    /// What is wrong with it.
    pub kind: OutcomeFaultKind,
}

/// What can be wrong with a line of an outcome file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OutcomeFaultKind {
    /// Earlier than the line above.
    Time,
    /// A rank that was not drawn.
    Rank {
        /// How many were.
        drawn: u64,
    },
    /// A rank that was passed over, or accepts again.
    Repeated,
    /// A rank whose turn it is not: an earlier one was left out.
    Skipped {
        /// The last rank that holds a prize place.
        called: u64,
    },
}

impl Holders {
    /// The beginning, in which each winner holds his own prize place.
    ///
    /// # Errors
    ///
    /// The commit's numbers don't fit each other.
    pub fn drawn(commit: &Commit) -> Result<Self, RulesFault> {
        Ok(Self {
            places: commit.check_rules()?,
            vacancy: commit.rules().raffle().and_then(|raffle| raffle.vacancy),
            accepted: BTreeSet::new(),
            passed_over: BTreeSet::new(),
            vacated: Vec::new(),
        })
    }

    /// The prize places in order.
    pub fn prize_places(&self) -> impl Iterator<Item = PrizePlace> {
        // A prize place that was given on several times has gone to the last of them.
        let given_on: BTreeMap<u64, Option<u64>> = (1..)
            .zip(&self.vacated)
            .map(|(vacancy, &place)| (place, self.alternate(vacancy)))
            .collect();
        let mut left = (1..=self.places.total()).filter(|rank| !self.passed_over.contains(rank));
        (1..=self.places.winners).map(move |number| {
            let rank = match self.vacancy {
                Some(Vacancy::Up) => left.next(),
                _ => given_on.get(&number).copied().unwrap_or(Some(number)),
            };
            let accepted = rank.is_some_and(|rank| self.accepted.contains(&rank));
            PrizePlace { number, rank, accepted }
        })
    }

    /// Whether a rank has accepted what it holds.
    pub fn has_accepted(&self, rank: u64) -> bool {
        self.accepted.contains(&rank) && !self.passed_over.contains(&rank)
    }

    /// Whether a rank was passed over.
    pub fn is_passed_over(&self, rank: u64) -> bool {
        self.passed_over.contains(&rank)
    }

    /// The last rank whose turn has come. Under either rule each vacancy calls one more alternate, so the ranks that hold
    /// a prize place are those up to this one that were not passed over.
    pub fn called(&self) -> u64 {
        let alternates = self.places.alternates.min(self.passed_over.len() as u64);
        self.places.winners + alternates
    }

    /// Takes one more line into account; its time is not looked at.
    pub(super) fn decide(&mut self, decision: &Decision) -> Result<(), OutcomeFaultKind> {
        let &Decision { rank, ref answer, .. } = decision;
        let accepts = *answer == Answer::Accepted;
        if rank > self.places.total() {
            return Err(OutcomeFaultKind::Rank { drawn: self.places.total() });
        }
        if self.passed_over.contains(&rank) || accepts && self.accepted.contains(&rank) {
            return Err(OutcomeFaultKind::Repeated);
        }
        let called = self.called();
        if rank > called {
            return Err(OutcomeFaultKind::Skipped { called });
        }
        if accepts {
            self.accepted.insert(rank);
        } else {
            self.vacated.extend(self.place_by_next(rank));
            self.passed_over.insert(rank);
        }
        Ok(())
    }

    /// The prize place that a rank holds under the rule `next`.
    fn place_by_next(&self, rank: u64) -> Option<u64> {
        match rank.checked_sub(self.places.winners) {
            None | Some(0) => Some(rank),
            Some(alternate) => self.vacated.get(usize::try_from(alternate - 1).ok()?).copied(),
        }
    }

    /// The rank of the alternate who fills the i-th vacancy, if there is one.
    fn alternate(&self, vacancy: u64) -> Option<u64> {
        (vacancy <= self.places.alternates).then(|| self.places.winners + vacancy)
    }
}

impl OutcomeFaultKind {
    /// The failure's name in the specification and the test vectors.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "outcome-time",
            Self::Rank { .. } => "outcome-rank",
            Self::Repeated => "outcome-repeated",
            Self::Skipped { .. } => "outcome-skipped",
        }
    }
}

impl fmt::Display for OutcomeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, rank, kind } = self;
        write!(f, "outcome file: line {line}: ")?;
        match kind {
            OutcomeFaultKind::Time => f.write_str("its time is before that of the line above"),
            OutcomeFaultKind::Rank { drawn } => {
                write!(f, "rank {rank} was not drawn: there are the ranks 1 to {drawn}")
            }
            OutcomeFaultKind::Repeated => {
                write!(f, "rank {rank} was passed over before, or has accepted before")
            }
            OutcomeFaultKind::Skipped { called } => {
                write!(
                    f,
                    "it is not the turn of rank {rank}: the ranks up to {called} were called so far"
                )
            }
        }
    }
}

impl core::error::Error for OutcomeFault {}
