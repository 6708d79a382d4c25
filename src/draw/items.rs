//! The item lines of a reveal or an extension: what an audit sample consists of (SPEC, "Audit samples").

use alloc::{borrow::ToOwned as _, string::String, vec::Vec};
use core::fmt;

use crate::{
    draw::{
        failure::{Failure, ItemFault},
        file::{FileError, FileKind, Reader},
        sampling::Labels,
    },
    sample::{Role, Selected},
    text::LARGEST_NUMBER,
};

/// One item of a drawn sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnItem {
    /// Rank, role, stratum, position and unit.
    pub selected: Selected,
    /// The entry of the list, or the label.
    pub entry: String,
}

impl DrawnItem {
    /// What was selected, with the population's labels.
    pub(crate) fn label_all(selected: Vec<Selected>, labels: &Labels<'_>) -> Vec<Self> {
        // Nothing outside of the population is ever selected.
        let label = |selected: Selected| {
            let entry = labels.at(selected.position).unwrap_or_default().into_owned();
            Self { selected, entry }
        };
        selected.into_iter().map(label).collect()
    }

    /// All `item` lines that come next.
    pub(super) fn parse_all(reader: &mut Reader<'_>) -> Result<Vec<Self>, FileError> {
        let mut items = Vec::new();
        while let Some(item) = Self::parse(reader)? {
            items.push(item);
        }
        Ok(items)
    }

    fn parse(reader: &mut Reader<'_>) -> Result<Option<Self>, FileError> {
        let wanted = "rank, role, stratum, position, unit, entry";
        let Some(item) = reader.take_if("item")? else {
            return Ok(None);
        };
        let (rank, rest) = item.split_word(wanted)?;
        let rank = rank.number(1..=LARGEST_NUMBER, wanted)?;
        let (role, mut rest) = rest.split_word(wanted)?;
        let role = match role.text {
            "certainty" => Role::Certainty,
            "sample" => Role::Sample,
            "spare" => Role::Spare,
            _ => return Err(role.wanted("certainty, sample or spare as the role")),
        };
        let mut number = || {
            let (number, after) = rest.split_word(wanted)?;
            rest = after;
            number.number(0..=LARGEST_NUMBER, wanted)
        };
        let (stratum, position, unit) = (number()?, number()?, number()?);
        let entry = rest.phrase()?.to_owned();
        let selected = Selected { rank, role, stratum, position, unit };
        Ok(Some(Self { selected, entry }))
    }
}

impl fmt::Display for DrawnItem {
    /// Prints the line, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Selected { rank, role, stratum, position, unit } = self.selected;
        write!(f, "item: {rank} {role} {stratum} {position} {unit} {}", self.entry)
    }
}

/// Compares the items that a file states with those that are drawn.
pub(crate) fn compare(
    file: FileKind,
    drawn: &[Selected],
    items: &[DrawnItem],
    labels: &Labels<'_>,
) -> Result<(), Failure> {
    check_count(file, drawn.len() as u64, items)?;
    for ((item, drawn), number) in items.iter().zip(drawn).zip(1..) {
        let found = item.selected;
        let fault = if found.rank != drawn.rank {
            ItemFault::Rank { rank: drawn.rank, found: found.rank }
        } else if found.role != drawn.role {
            ItemFault::Role { role: drawn.role, found: found.role }
        } else if found.stratum != drawn.stratum {
            ItemFault::Stratum { stratum: drawn.stratum, found: found.stratum }
        } else if found.position != drawn.position {
            ItemFault::Position { position: drawn.position, found: found.position }
        } else if found.unit != drawn.unit {
            ItemFault::Unit { unit: drawn.unit, found: found.unit }
        } else if labels.at(drawn.position).as_deref() != Some(&item.entry) {
            ItemFault::Line { position: drawn.position }
        } else {
            continue;
        };
        return Err(Failure::Item { file, number, fault });
    }
    Ok(())
}

/// Checks the number of item lines.
pub(crate) fn check_count(file: FileKind, drawn: u64, items: &[DrawnItem]) -> Result<(), Failure> {
    match items.len() as u64 {
        found if found == drawn => Ok(()),
        found => Err(Failure::ItemCount { file, drawn, found }),
    }
}
