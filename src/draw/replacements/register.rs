//! Which items a spare stands in for, and which spare comes next.

use alloc::{collections::BTreeMap, vec, vec::Vec};
use core::fmt;

use super::Replacement;
use crate::sample::{Design, Extension, Plan, Stratum};

/// The replacements made in a sample so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Register {
    /// Stratum by stratum, or the whole sample if it has none; none if the design has no spares.
    parts: Vec<Part>,
    has_strata: bool,
    /// The spare in place of each (stratum, rank).
    replaced: BTreeMap<(u64, u64), u64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    size: u64,
    spares: u64,
    /// How many ranks there are, extensions included.
    drawn: u64,
    used: u64,
}

impl Register {
    /// A register without lines, of a sample that was extended so far.
    pub(in crate::draw) fn new(plan: Option<&Plan<'_>>, extension: Option<&Extension<'_>>) -> Self {
        let part = |stratum, size, spares: u64| {
            let drawn = extension.and_then(|extension| extension.drawn(stratum));
            Part { size, spares, drawn: drawn.unwrap_or(size + spares), used: 0 }
        };
        let (parts, has_strata) = match plan.map(Plan::design) {
            Some(Design::Simple { size, spares }) => (vec![part(0, *size, *spares)], false),
            Some(Design::Stratified { strata, .. }) => {
                let strata = (1..).zip(strata);
                let part =
                    |(number, stratum): (u64, &Stratum)| part(number, stratum.size, stratum.spares);
                (strata.map(part).collect(), true)
            }
            _ => (Vec::new(), false),
        };
        Self { parts, has_strata, replaced: BTreeMap::new() }
    }

    /// The rank that stands in place of a rank now: its own unless it was replaced.
    pub fn in_place_of(&self, stratum: u64, rank: u64) -> u64 {
        let mut rank = rank;
        // Each spare comes after the one that it replaces, so this ends.
        while let Some(&spare) = self.replaced.get(&(stratum, rank)) {
            rank = spare;
        }
        rank
    }

    /// The rank of the spare that comes next in a stratum, or with 0 in a sample without strata.
    pub fn next_spare(&self, stratum: u64) -> Option<u64> {
        let part = self.parts.get(self.index(stratum)?)?;
        (part.used < part.spares).then(|| part.size + part.used + 1)
    }

    fn index(&self, stratum: u64) -> Option<usize> {
        let index = if self.has_strata { stratum.checked_sub(1)? } else { stratum };
        usize::try_from(index).ok()
    }

    /// Adds a replacement, but for its time.
    pub(in crate::draw) fn replace(
        &mut self,
        replacement: &Replacement,
    ) -> Result<(), ReplacementFaultKind> {
        let Replacement { stratum, rank, spare, .. } = *replacement;
        let part = self.index(stratum).and_then(|index| self.parts.get_mut(index));
        let part = part.ok_or(ReplacementFaultKind::Rank)?;
        let spares = part.size + 1..=part.size + part.spares;
        if rank > part.drawn || !spares.contains(&spare) {
            return Err(ReplacementFaultKind::Rank);
        }
        let used = part.size + 1..=part.size + part.used;
        if self.replaced.contains_key(&(stratum, rank)) || used.contains(&spare) {
            return Err(ReplacementFaultKind::Repeated);
        }
        if spare != part.size + part.used + 1 || spares.contains(&rank) && !used.contains(&rank) {
            return Err(ReplacementFaultKind::Skipped);
        }
        part.used += 1;
        self.replaced.insert((stratum, rank), spare);
        Ok(())
    }
}

/// A line of a replacements file that breaks the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplacementFault {
    /// The line of the file, from 1.
    pub line: u64,
    /// The stratum that it names.
    pub stratum: u64,
    /// The rank that it replaces.
    pub rank: u64,
    /// The spare that it names.
    pub spare: u64,
    /// What is wrong with it.
    pub kind: ReplacementFaultKind,
}

/// How a line of a replacements file can break the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplacementFaultKind {
    /// It is earlier than the line above.
    Time,
    /// It is earlier than the commit, or than the drand round of the draw.
    BeforeDraw,
    /// It names no item of the sample, or no spare of the same stratum.
    Rank,
    /// The item was replaced, or the spare used, before.
    Repeated,
    /// Another spare comes first, or the spare that is replaced is not in use.
    Skipped,
}

impl ReplacementFaultKind {
    /// The failure's name in the specification and the test vectors.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time | Self::BeforeDraw => "replacement-time",
            Self::Rank => "replacement-rank",
            Self::Repeated => "replacement-repeated",
            Self::Skipped => "replacement-skipped",
        }
    }
}

impl fmt::Display for ReplacementFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, stratum, rank, spare, kind } = self;
        write!(f, "line {line} of the replacements file: ")?;
        match kind {
            ReplacementFaultKind::Time => f.write_str("it is earlier than the line above"),
            ReplacementFaultKind::BeforeDraw => {
                f.write_str("it is earlier than the draw could be made")
            }
            ReplacementFaultKind::Rank => write!(
                f,
                "stratum {stratum} has no item of rank {rank}, or no spare of rank {spare}"
            ),
            ReplacementFaultKind::Repeated => {
                write!(f, "rank {rank} is replaced already, or spare {spare} used already")
            }
            ReplacementFaultKind::Skipped => write!(
                f,
                "spare {spare} is not the next one, or rank {rank} is a spare that is not in use"
            ),
        }
    }
}
