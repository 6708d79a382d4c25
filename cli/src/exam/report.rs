//! What an exam found, for people and for programs.

use fairdraw::exam::{Diagnosis, Judged, Likeness, Look, NumberShape, Rule, Shape, Test, Why};

use super::exact::Exact;
use super::items::Items;
use super::looks::{Ended, Seen, Tallied};
use super::source::Broken;
use super::unseen::Unseen;

mod figures;
mod json;
mod mending;
mod page;
mod text;
pub(crate) mod words;

pub(crate) use json::json;
pub(crate) use page::page;
pub(crate) use text::text;

/// Everything that a report says.
pub(crate) struct Report {
    pub(crate) subject: About,
    pub(crate) rule: Rule,
    pub(crate) ended: Ended,
    /// What the counts look like, if a fault was found in orders.
    pub(crate) diagnosis: Option<Diagnosis>,
    pub(crate) exact: Exact,
    /// The known mistakes that a look of so many observations would not show.
    pub(crate) unseen: Vec<Unseen>,
    /// The command as it was typed.
    pub(crate) command: String,
    pub(crate) version: &'static str,
}

/// What was examined.
pub(crate) struct About {
    pub(crate) kind: Kind,
    /// In a few words: `our own shuffle`.
    pub(crate) name: String,
    /// Names and values that say more.
    pub(crate) facts: Vec<(&'static str, String)>,
    pub(crate) form: Form,
}

/// Where observations come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Own,
    Commit,
    Specimen,
    Text,
    Command,
}

/// What an observation is.
pub(crate) enum Form {
    Items {
        shape: Shape,
        items: Items,
    },
    Numbers(NumberShape),
    /// The entry at the first place, of so many.
    Tickets {
        entries: u64,
    },
    /// The first observation was none already.
    Unknown,
}

/// What an exam ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    NoFault,
    Fault,
    NotAPermutation,
    /// No fault was seen, but the declared method is not fair.
    DeclaredUnfair,
    /// Nothing was observed.
    NotExamined,
}

impl Report {
    pub(crate) fn verdict(&self) -> Verdict {
        match &self.ended {
            Ended::Broken(..) => Verdict::NotAPermutation,
            _ if self.exact.has_fault() || self.failed().next().is_some() => Verdict::Fault,
            _ if self.exact.declared_unfair() => Verdict::DeclaredUnfair,
            Ended::Decided(_) => Verdict::NoFault,
            Ended::NotBegun => Verdict::NotExamined,
        }
    }

    /// The tests that decide for a fault.
    pub(crate) fn failed(&self) -> impl Iterator<Item = Test> + '_ {
        self.looks().last().into_iter().flat_map(|seen| seen.look.rejected())
    }

    pub(crate) fn looks(&self) -> &[Seen] {
        match &self.ended {
            Ended::Decided(looks) => looks,
            Ended::Broken(..) | Ended::NotBegun => &[],
        }
    }

    pub(crate) fn broken(&self) -> Option<&Broken> {
        match &self.ended {
            Ended::Broken(broken, _) => Some(broken),
            _ => None,
        }
    }

    /// All observations of all looks.
    pub(crate) fn observations(&self) -> u64 {
        match &self.ended {
            Ended::Decided(looks) => looks.iter().map(|seen| seen.tallied.observations()).sum(),
            Ended::Broken(_, observations) => *observations,
            Ended::NotBegun => 0,
        }
    }

    /// The counts that pictures show: those of the first look, in which all tests were made.
    pub(crate) fn counts(&self) -> Option<&Tallied> {
        self.looks().first().map(|seen| &seen.tallied)
    }

    pub(crate) fn first_look(&self) -> Option<&Look> {
        self.looks().first().map(|seen| &seen.look)
    }

    /// The mistakes that a diagnosis names, the likeliest first, and whether the counts are just as they make them.
    pub(crate) fn mistakes(&self) -> (&[Likeness], bool) {
        use fairdraw::exam::Verdict::{Is, Resembles};

        match self.diagnosis.as_ref().map(|diagnosis| &diagnosis.verdict) {
            Some(Is(all)) => (all, true),
            Some(Resembles(one)) => (std::slice::from_ref(one), false),
            _ => (&[], false),
        }
    }

    /// The likeliest mistakes that the counts were compared with, and the ones that are named.
    pub(crate) fn compared(&self) -> impl Iterator<Item = &Likeness> {
        let named = self.mistakes().0;
        let all = self.diagnosis.iter().flat_map(|diagnosis| &diagnosis.candidates);
        let shown = move |(index, one): &(usize, &Likeness)| {
            *index < MOST_COMPARED || named.iter().any(|named| named.specimen == one.specimen)
        };
        all.enumerate().filter(shown).map(|(_, one)| one)
    }

    /// How many tests need more observations than there were, and how many would do for all of them.
    pub(crate) fn lacking(&self) -> Option<(usize, u64)> {
        let needed = |(_, why): &(Test, Why)| match why {
            Why::TooFew { needed } => Some(*needed).filter(|needed| *needed < u64::MAX),
            _ => None,
        };
        let lacking: Vec<u64> =
            self.first_look()?.not_applicable.iter().filter_map(needed).collect();
        Some((lacking.len(), *lacking.iter().max()?))
    }

    /// Whether most tests could not be made, so that finding no fault is no assurance.
    pub(crate) fn says_little(&self) -> bool {
        let made = self.first_look().map_or(0, |look| look.judged.len());
        self.lacking().is_some_and(|(lacking, _)| lacking >= made)
    }

    /// The smallest bias that would have been seen, and the test that sees it.
    pub(crate) fn visible(&self) -> Option<(Test, f64)> {
        let seen = |judged: &Judged| Some((judged.finding.test, judged.finding.visible?));
        let mut all = self.first_look()?.judged.iter().filter_map(seen);
        all.next()
    }
}

/// So many mistakes are listed, beside those that are named.
const MOST_COMPARED: usize = 8;
