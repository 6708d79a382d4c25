//! The extension file: more items of a drawn sample, by the next places of its streams (SPEC, "Draw, extension,
//! replacement").

use alloc::{borrow::ToOwned as _, collections::BTreeMap, string::String, vec::Vec};
use core::fmt;

use crate::{
    digest::{Digest, sha256_of},
    draw::{
        failure::Failure,
        file::{FileError, FileKind, FileText, LARGEST_EXTENSION, Reader, Value},
        items::{self, DrawnItem},
        material::Material,
        sampling::Labels,
    },
    sample::{Addition, Extension, ExtensionFault, Plan, Selected},
    text::{LARGEST_NUMBER, Time},
};

/// An extension file that follows the grammar. [`verify()`](crate::draw::verify()) says whether it is right, and
/// [`Verdict::extend`](crate::draw::Verdict::extend) makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtensionFile {
    /// The commit.
    pub commit: Digest,
    /// The reveal that it goes on from.
    pub reveal: Digest,
    /// The extension before it; nothing for the first one.
    pub extends: Option<Digest>,
    /// Why more items are drawn; a claim.
    pub reason: String,
    /// When that was decided; a claim.
    pub created: Time,
    /// How many items are added to which stratum, in ascending order of strata: 1 to 1,024.
    pub additions: Vec<Addition>,
    /// The items.
    pub items: Vec<DrawnItem>,
    /// Remarks: part of the id, input of no rule.
    pub notes: Vec<String>,
}

impl ExtensionFile {
    /// Reads an extension file.
    ///
    /// # Errors
    ///
    /// The first place where it leaves the grammar.
    pub fn parse(bytes: &[u8]) -> Result<Self, FileError> {
        let file = FileText::new(FileKind::Extension, bytes, LARGEST_EXTENSION)?;
        let mut reader = file.reader();
        reader.header_of_design(&["extension"], Some(true))?;
        let commit = reader.take("commit")?.digest()?;
        let reveal = reader.take("reveal")?.digest()?;
        let extends = reader.take_if("extends")?.map(Value::digest).transpose()?;
        let reason = reader.take("reason")?.text.to_owned();
        let created = reader.take("created")?.time()?;
        let additions = parse_additions(&mut reader)?;
        let items = DrawnItem::parse_all(&mut reader)?;
        let notes = reader.notes_and_end()?;
        Ok(Self { commit, reveal, extends, reason, created, additions, items, notes })
    }

    /// The extension id: SHA-256 of the file.
    pub fn id(&self) -> Digest {
        sha256_of(self)
    }
}

fn parse_additions(reader: &mut Reader<'_>) -> Result<Vec<Addition>, FileError> {
    let wanted =
        "a number of items from 1 and the number of a stratum above that of the line before";
    let first = reader.take("add")?;
    let further = reader.take_all("add", MOST_ADDITIONS - 1)?;
    let mut additions: Vec<Addition> = Vec::new();
    for add in core::iter::once(first).chain(further) {
        let (items, stratum) = add.split_word(wanted)?;
        let items = items.number(1..=LARGEST_NUMBER, wanted)?;
        let number = stratum.number(0..=LARGEST_NUMBER, wanted)?;
        if additions.last().is_some_and(|last| last.stratum >= number) {
            return Err(stratum.wanted(wanted));
        }
        additions.push(Addition { items, stratum: number });
    }
    Ok(additions)
}

impl fmt::Display for ExtensionFile {
    /// Prints the extension file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "fairdraw extension v1\nneeds: design")?;
        writeln!(f, "commit: {}\nreveal: {}", self.commit, self.reveal)?;
        if let Some(extends) = self.extends {
            writeln!(f, "extends: {extends}")?;
        }
        writeln!(f, "reason: {}\ncreated: {}", self.reason, self.created)?;
        for Addition { items, stratum } in &self.additions {
            writeln!(f, "add: {items} {stratum}")?;
        }
        self.items.iter().try_for_each(|item| writeln!(f, "{item}"))?;
        self.notes.iter().try_for_each(|note| writeln!(f, "note: {note}"))
    }
}

/// Puts extensions into the order in which each one names the one before. Equal ones are one.
pub(super) fn chain(given: Vec<ExtensionFile>) -> Result<Vec<ExtensionFile>, Failure> {
    let mut left: Vec<(Digest, ExtensionFile)> = Vec::new();
    for extension in given {
        let id = extension.id();
        if left.iter().all(|(known, _)| *known != id) {
            left.push((id, extension));
        }
    }
    let mut ordered = Vec::new();
    let mut before = None;
    while let Some(next) = left.iter().position(|(_, extension)| extension.extends == before) {
        let (id, extension) = left.swap_remove(next);
        before = Some(id);
        ordered.push(extension);
    }
    match left.first() {
        Some((id, _)) => Err(Failure::OtherExtension { extension: *id }),
        None => Ok(ordered),
    }
}

/// What extensions add, all of them together, in ascending order of strata.
pub(super) fn additions_of(extensions: &[ExtensionFile]) -> Vec<Addition> {
    let mut sums: BTreeMap<u64, u64> = BTreeMap::new();
    for Addition { items, stratum } in extensions.iter().flat_map(|one| &one.additions) {
        let sum = sums.entry(*stratum).or_default();
        *sum = sum.saturating_add(*items);
    }
    sums.into_iter().map(|(stratum, items)| Addition { items, stratum }).collect()
}

/// Checks the extensions, which are a chain, one after the other. Returns how far they go; nothing if the design can't be
/// extended. The draw can't have been made before `earliest`, in seconds since 1970.
pub(super) fn check<'a>(
    plan: Option<&'a Plan<'a>>,
    labels: &Labels<'_>,
    material: &Material,
    extensions: &[ExtensionFile],
    mut earliest: i64,
) -> Result<Option<Extension<'a>>, Failure> {
    let mut drawn = start(plan);
    for extension in extensions {
        let drawn = drawn.as_mut().map_err(|fault| Failure::Extension(fault.clone()))?;
        check_time(extension.created, earliest)?;
        earliest = extension.created.unix_seconds();
        let count = drawn.check(&extension.additions).map_err(Failure::Extension)?;
        items::check_count(FileKind::Extension, count, &extension.items)?;
        let selected = add(drawn, &extension.additions, material)?;
        items::compare(FileKind::Extension, &selected, &extension.items, labels)?;
    }
    Ok(drawn.ok())
}

/// Checks that an extension isn't older than what it names.
pub(super) fn check_time(created: Time, earliest: i64) -> Result<(), Failure> {
    if created.unix_seconds() < earliest {
        return Err(Failure::ExtensionTime { created });
    }
    Ok(())
}

/// The sample as it was drawn. A raffle can't be extended.
fn start<'a>(plan: Option<&'a Plan<'a>>) -> Result<Extension<'a>, ExtensionFault> {
    plan.ok_or(ExtensionFault::Design)?.extension()
}

/// Draws the next items.
pub(super) fn add(
    drawn: &mut Extension<'_>,
    additions: &[Addition],
    material: &Material,
) -> Result<Vec<Selected>, Failure> {
    drawn.add(additions, |names| material.sample_stream(names)).map_err(|fault| match fault {
        // The material is never too short for a stream.
        ExtensionFault::Draw(_) => Failure::OutOfMemory,
        fault => Failure::Extension(fault),
    })
}

/// Goes on from extensions that were checked already.
pub(super) fn resume<'a>(
    plan: &'a Plan<'a>,
    extensions: &[ExtensionFile],
    material: &Material,
) -> Result<Extension<'a>, Failure> {
    let mut drawn = start(Some(plan)).map_err(Failure::Extension)?;
    for extension in extensions {
        add(&mut drawn, &extension.additions, material)?;
    }
    Ok(drawn)
}

const MOST_ADDITIONS: usize = 1024;
