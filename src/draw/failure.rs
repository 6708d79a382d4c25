//! Why a draw doesn't verify: one variant for each reason, named as in the specification and the test vectors.

use alloc::{string::String, vec::Vec};
use core::fmt;

use crate::{
    digest::Digest,
    draw::{
        commit::{PlaceKind, RulesFault},
        drand::SignatureFault,
        entries::EntryListError,
        file::{FileError, FileFault, FileKind},
        outcome::OutcomeFault,
        replacements::ReplacementFault,
        verify::Step,
    },
    sample::{DesignFault, ExtensionFault, Role},
    text::Time,
};

/// The first check that a draw did not pass.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// A file can't be read.
    File(FileError),
    /// The commit file isn't the expected one.
    CommitId {
        /// The expected id.
        expected: Digest,
        /// The file's id.
        found: Digest,
    },
    /// A file belongs to another commit.
    OtherCommit {
        /// The kind of file.
        file: FileKind,
        /// The commit that it names.
        names: Digest,
    },
    /// An outcome file, extension or replacements file is about none of the reveals given.
    OtherReveal {
        /// The kind of file.
        file: FileKind,
        /// The reveal that it names.
        names: Digest,
    },
    /// The extensions given are not a chain, of which each one names the one before.
    OtherExtension {
        /// The id of one that has no place in it.
        extension: Digest,
    },
    /// An earlier draw that was given isn't one that this draw comes after.
    EarlierDraw {
        /// The id of its commit.
        commit: Digest,
        /// What is wrong with it.
        fault: EarlierFault,
    },
    /// A rehearsal given for a draw, or only one of commit and reveal is a rehearsal.
    Rehearsal,
    /// The entry list of a public draw is needed and wasn't given.
    ListMissing,
    /// The entry list can't be read.
    List(EntryListError),
    /// The list has another number of entries than the commit says.
    ListCount {
        /// The commit's number.
        committed: u64,
        /// The list's number.
        found: u64,
    },
    /// The list's tickets have another sum than the commit says.
    ListTickets {
        /// The commit's sum.
        committed: u64,
        /// The list's sum.
        found: u64,
    },
    /// Two ranges or batches of the commit give an item the same label.
    LabelRepeated {
        /// The first of them, from 1.
        first: u64,
        /// The second of them.
        second: u64,
    },
    /// The list's strata aren't those of the commit.
    ListStrata(StrataFault),
    /// The list's amounts have another sum than the commit says, or none that can be counted.
    ListAmounts(AmountsFault),
    /// The list isn't the committed one.
    ListRoot {
        /// The commit's root.
        committed: Digest,
        /// The list's root.
        found: Digest,
    },
    /// A drawn line of a private list isn't proven to stand at its position, or a public list's line is.
    Opening {
        /// The rank of the place.
        rank: u64,
    },
    /// A receipt doesn't lead to the committed root.
    Receipt,
    /// Reveals and receipts show one entry of a private list at two positions.
    OpenedTwice {
        /// The position shown first.
        first: u64,
        /// Another position with the same entry.
        second: u64,
    },
    /// The commit's numbers don't fit each other.
    Rules(RulesFault),
    /// The design doesn't fit the population.
    Design(DesignFault),
    /// The reveal's beacon isn't the committed one.
    Beacon(BeaconFault),
    /// The reveal's seeds aren't the commit's, in its order and number.
    SeedNames,
    /// The reveal's material isn't what commit, beacon and seeds give.
    Material {
        /// The reveal's digest.
        stated: Digest,
        /// The recomputed digest.
        found: Digest,
    },
    /// A seed doesn't open its commitment.
    SeedCommitment {
        /// The holder's name.
        name: String,
    },
    /// A seed opens two commitments: it is one party's, or was public before.
    SeedReused {
        /// The holder's name.
        name: String,
        /// What else it opens.
        other: OtherUse,
    },
    /// A seed is missing, and the commit has no result without it.
    SeedMissing {
        /// The holder's name.
        name: String,
    },
    /// Different reveals of one commit.
    TwoResults {
        /// The holders of the seeds that differ, and `beacon` if its value does.
        names: Vec<String>,
    },
    /// The reveal has another number of places than the commit.
    DrawCount {
        /// The commit's number.
        committed: u64,
        /// The reveal's number.
        found: u64,
    },
    /// Ranks aren't 1, 2, 3, ..
    DrawRank {
        /// The rank that should stand here.
        rank: u64,
        /// The one that does.
        found: u64,
    },
    /// A rank has another prize.
    DrawPrize {
        /// The rank.
        rank: u64,
        /// What belongs to it.
        kind: PlaceKind,
    },
    /// Another position was drawn.
    DrawPosition {
        /// The rank.
        rank: u64,
        /// The position that was drawn.
        position: u64,
        /// The one in the reveal.
        found: u64,
    },
    /// The reveal's entry isn't the list's at this position.
    DrawLine {
        /// The rank.
        rank: u64,
        /// The position.
        position: u64,
    },
    /// A reveal or an extension has another number of items than are drawn.
    ItemCount {
        /// Which of them.
        file: FileKind,
        /// The number drawn.
        drawn: u64,
        /// The file's number.
        found: u64,
    },
    /// An item of a reveal or an extension isn't the one drawn.
    Item {
        /// Which of them.
        file: FileKind,
        /// The item line, from 1.
        number: u64,
        /// What is wrong with it.
        fault: ItemFault,
    },
    /// A line of an outcome file breaks the rules.
    Outcome(OutcomeFault),
    /// Two outcome files, neither of which is an earlier state of the other.
    TwoOutcomes,
    /// The design can't give the items of an extension.
    Extension(ExtensionFault),
    /// An extension is older than the draw, or than the extension that it names.
    ExtensionTime {
        /// When it says that it was decided on.
        created: Time,
    },
    /// A line of a replacements file breaks the rules.
    Replacement(ReplacementFault),
    /// Two replacements files, neither of which is an earlier state of the other.
    TwoRegisters,
    /// Everything else holds, but a drand signature was not checked: the library was built without its feature `drand`.
    SignatureUnchecked,
    /// The machine can't hold the draw.
    OutOfMemory,
}

/// Why a list's strata aren't those of the commit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StrataFault {
    /// A line's stratum is none of the commit's.
    Unknown {
        /// The line, from 1.
        line: u64,
        /// Its stratum.
        name: String,
    },
    /// A stratum has another number of lines.
    Count {
        /// The stratum.
        name: String,
        /// The commit's number.
        committed: u64,
        /// The list's number.
        found: u64,
    },
}

/// Why a list's amounts aren't those of the commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AmountsFault {
    /// Those above 0, or those below, sum to more than 2⁶³-1.
    Sum {
        /// Whether it is those above 0.
        above: bool,
    },
    /// They have another sum than the control total.
    Total {
        /// The commit's control total.
        committed: i64,
        /// The list's sum.
        found: i64,
    },
}

/// In what an item isn't the one drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ItemFault {
    /// Its rank.
    Rank {
        /// The rank that should stand here.
        rank: u64,
        /// The one that does.
        found: u64,
    },
    /// Its role.
    Role {
        /// What it is selected as.
        role: Role,
        /// What the file says.
        found: Role,
    },
    /// Its stratum.
    Stratum {
        /// The number of the stratum that it is drawn from.
        stratum: u64,
        /// The one in the file.
        found: u64,
    },
    /// Its position.
    Position {
        /// The position that was drawn.
        position: u64,
        /// The one in the file.
        found: u64,
    },
    /// Its monetary unit.
    Unit {
        /// The unit that was hit.
        unit: u64,
        /// The one in the file.
        found: u64,
    },
    /// Its entry or label.
    Line {
        /// The position.
        position: u64,
    },
}

impl ItemFault {
    /// The failure's name in the specification and the test vectors.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Rank { .. } => "draw-rank",
            Self::Role { .. } => "draw-role",
            Self::Stratum { .. } => "draw-stratum",
            Self::Position { .. } => "draw-position",
            Self::Unit { .. } => "draw-unit",
            Self::Line { .. } => "draw-line",
        }
    }
}

/// Why an earlier draw doesn't belong to this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum EarlierFault {
    /// Neither this draw nor an earlier one given follows or replaces it, or it was given twice.
    NotOnTheWay,
    /// Its reveal belongs to another commit.
    OtherReveal,
    /// Its reveal isn't the one that the draw after it names.
    OtherResult,
}

/// The second commitment that a seed opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OtherUse {
    /// That of another name in the commit.
    Name(String),
    /// One of the earlier draw with this commit id.
    EarlierDraw(Digest),
}

/// Why the reveal's beacon isn't the committed one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BeaconFault {
    /// The commit names a beacon; the reveal has none.
    Missing,
    /// The reveal has a beacon; the commit names none.
    NotAskedFor,
    /// drand instead of public text, or the other way round.
    OtherKind,
    /// Another round of the chain.
    OtherRound {
        /// The committed round.
        committed: u64,
    },
    /// The signature isn't that of the committed round.
    Signature(SignatureFault),
    /// The signature in the commit's `fresh` line isn't that of its round.
    FreshSignature(SignatureFault),
    /// The round was not after the commit.
    NotAfterCommit {
        /// The round's time.
        round: Time,
        /// The commit's claim.
        created: Time,
    },
    /// The `fresh` round is not before the beacon's: the commit was made when the result could be known.
    FreshNotBeforeRound,
    /// The public text doesn't have the committed shape.
    Shape,
}

impl Failure {
    /// The failure's name in the specification and the test vectors.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::File(error) => error.fault.name(),
            Self::CommitId { .. } => "commit-id",
            Self::OtherCommit { .. } => "other-commit",
            Self::OtherReveal { .. } => "other-reveal",
            Self::EarlierDraw { .. } => "earlier-draw",
            Self::Rehearsal => "rehearsal",
            Self::ListMissing => "list-missing",
            Self::List(error) => error.name(),
            Self::ListCount { .. } => "list-count",
            Self::ListTickets { .. } => "list-tickets",
            Self::ListStrata(_) => "list-strata",
            Self::ListAmounts(_) => "list-amounts",
            Self::Design(_) => "design",
            Self::Item { fault, .. } => fault.name(),
            Self::ListRoot { .. } => "list-root",
            Self::Opening { .. } | Self::Receipt => "opening",
            Self::OpenedTwice { .. } | Self::LabelRepeated { .. } => "list-duplicate",
            Self::Rules(_) => "rules",
            Self::Beacon(_) => "beacon",
            Self::SeedNames => "seed-names",
            Self::Material { .. } => "material",
            Self::SeedCommitment { .. } => "seed-commitment",
            Self::SeedReused { .. } => "seed-reused",
            Self::SeedMissing { .. } => "seed-missing",
            Self::TwoResults { .. } => "two-results",
            Self::DrawCount { .. } | Self::ItemCount { .. } => "draw-count",
            Self::DrawRank { .. } => "draw-rank",
            Self::DrawPrize { .. } => "draw-prize",
            Self::DrawPosition { .. } => "draw-position",
            Self::DrawLine { .. } => "draw-line",
            Self::Outcome(fault) => fault.kind.name(),
            Self::TwoOutcomes => "two-outcomes",
            Self::OtherExtension { .. } => "other-extension",
            Self::Extension(_) | Self::ExtensionTime { .. } => "extension",
            Self::Replacement(fault) => fault.kind.name(),
            Self::TwoRegisters => "two-registers",
            Self::SignatureUnchecked => "signature-unchecked",
            Self::OutOfMemory => "out-of-memory",
        }
    }

    /// The step of the check that failed.
    pub const fn step(&self) -> Step {
        match self {
            Self::File(_) => Step::Files,
            Self::CommitId { .. }
            | Self::OtherCommit { .. }
            | Self::OtherReveal { .. }
            | Self::OtherExtension { .. }
            | Self::EarlierDraw { .. }
            | Self::Rehearsal => Step::CommitId,
            Self::ListMissing
            | Self::List(_)
            | Self::ListCount { .. }
            | Self::ListTickets { .. }
            | Self::LabelRepeated { .. }
            | Self::ListStrata(_)
            | Self::ListAmounts(_)
            | Self::ListRoot { .. }
            | Self::Opening { .. }
            | Self::Receipt
            | Self::OpenedTwice { .. } => Step::List,
            Self::Rules(_) | Self::Design(_) => Step::Rules,
            Self::Beacon(_) | Self::SeedNames | Self::Material { .. } => Step::Beacon,
            Self::SeedCommitment { .. }
            | Self::SeedReused { .. }
            | Self::SeedMissing { .. }
            | Self::TwoResults { .. } => Step::Seeds,
            Self::DrawCount { .. }
            | Self::DrawRank { .. }
            | Self::DrawPrize { .. }
            | Self::DrawPosition { .. }
            | Self::DrawLine { .. }
            | Self::ItemCount { .. }
            | Self::Item { .. }
            | Self::Outcome(_)
            | Self::TwoOutcomes
            | Self::Extension(_)
            | Self::ExtensionTime { .. }
            | Self::Replacement(_)
            | Self::TwoRegisters
            | Self::OutOfMemory => Step::Draw,
            Self::SignatureUnchecked => Step::Assurance,
        }
    }

    /// Whether this says nothing against the draw: the check could not be carried out (exit status 2, not 1).
    pub const fn is_undecided(&self) -> bool {
        matches!(
            self,
            Self::File(FileError { fault: FileFault::LaterVersion(_), .. })
                | Self::ListMissing
                | Self::SignatureUnchecked
                | Self::OutOfMemory
        )
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => write!(f, "{error}"),
            Self::CommitId { expected, found } => {
                write!(f, "the commit file's id is {found}, not the expected {expected}")
            }
            Self::OtherCommit { file, names } => {
                write!(f, "the {file} belongs to another commit: {names}")
            }
            Self::OtherReveal { file, names } => {
                write!(f, "the {file} is about another reveal: {names}")
            }
            Self::EarlierDraw { commit, fault } => write!(f, "the earlier draw {commit}: {fault}"),
            Self::Rehearsal => f.write_str("this is a rehearsal, or one of its files is"),
            Self::ListMissing => f.write_str("the entry list is needed to check this draw"),
            Self::List(error) => write!(f, "{error}"),
            Self::ListCount { committed, found } => {
                write!(f, "the list has {found} entries, the commit {committed}")
            }
            Self::ListTickets { committed, found } => {
                write!(f, "the list has {found} tickets, the commit {committed}")
            }
            Self::ListRoot { committed, found } => {
                write!(f, "the list is not the committed one: its root is {found}, not {committed}")
            }
            Self::Opening { rank } => {
                write!(
                    f,
                    "rank {rank}: the entry is not proven to stand at its position of the list"
                )
            }
            Self::Receipt => f.write_str(
                "the receipt does not lead to the committed root; this says nothing against the draw's other files",
            ),
            Self::OpenedTwice { first, second } => {
                write!(f, "the private list has the same entry at positions {first} and {second}")
            }
            Self::Rules(fault) => write!(f, "{fault}"),
            Self::Beacon(fault) => write!(f, "{fault}"),
            Self::SeedNames => {
                f.write_str("the reveal's seeds are not those of the commit, in its order")
            }
            Self::Material { stated, found } => {
                write!(f, "commit, beacon and seeds give the material {found}, not {stated}")
            }
            Self::SeedCommitment { name } => {
                write!(f, "the seed of {name} does not open its commitment")
            }
            Self::SeedReused { name, other: OtherUse::Name(other) } => {
                write!(f, "{name} and {other} have the same seed, so they are one party")
            }
            Self::SeedReused { name, other: OtherUse::EarlierDraw(commit) } => {
                write!(f, "the seed of {name} served the earlier draw {commit} already")
            }
            Self::SeedMissing { name } => {
                write!(f, "the seed of {name} is missing: this commit has no result without it")
            }
            Self::TwoResults { names } => {
                write!(f, "two results of one commit; in dispute: {}", names.join(", "))
            }
            Self::DrawCount { committed, found } => {
                write!(f, "the reveal has {found} places, the commit {committed}")
            }
            Self::DrawRank { rank, found } => {
                write!(f, "rank {found} stands where rank {rank} should")
            }
            Self::DrawPrize { rank, kind } => write!(f, "rank {rank} is not marked as {kind}"),
            Self::DrawPosition { rank, position, found } => {
                // Lines of a list count from 1.
                let (line, claimed) = (position.saturating_add(1), found.saturating_add(1));
                write!(
                    f,
                    "place {rank}: the reveal has position {found} (line {claimed} of the list), the draw gives position \
                     {position} (line {line})"
                )
            }
            Self::DrawLine { rank, position } => {
                write!(
                    f,
                    "rank {rank}: the entry is not the one at position {position} of the list"
                )
            }
            Self::Outcome(fault) => write!(f, "{fault}"),
            Self::TwoOutcomes => f.write_str(
                "two outcome files contradict each other: neither is an earlier state of the other",
            ),
            Self::SignatureUnchecked => {
                f.write_str("the drand signature was not checked: this program can't do it")
            }
            Self::OutOfMemory => f.write_str("not enough memory for this draw"),
            of_samples => of_samples.fmt_of_samples(f),
        }
    }
}

impl Failure {
    /// Prints those failures that only audit samples have.
    fn fmt_of_samples(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherExtension { extension } => write!(
                f,
                "the extensions are not a chain, in which each one names the one before: {extension} has no place in it"
            ),
            Self::LabelRepeated { first, second } => write!(
                f,
                "the {second}. range or batch of the commit has labels that the {first}. has too"
            ),
            Self::ListStrata(fault) => write!(f, "{fault}"),
            Self::ListAmounts(fault) => write!(f, "{fault}"),
            Self::Design(fault) => write!(f, "the design does not fit the population: {fault}"),
            Self::ItemCount { file, drawn, found } => {
                write!(f, "the {file} has {found} items, the draw gives {drawn}")
            }
            Self::Item { file, number, fault } => write!(f, "{file}: item line {number}: {fault}"),
            Self::Extension(fault) => write!(f, "extension file: {fault}"),
            Self::ExtensionTime { created } => write!(
                f,
                "extension file: created at {created}, before the draw that it extends could be made, or before the extension that \
                 it names"
            ),
            Self::Replacement(fault) => write!(f, "{fault}"),
            Self::TwoRegisters => f.write_str(
                "two replacements files contradict each other: neither is an earlier state of the other",
            ),
            other => f.write_str(other.name()),
        }
    }
}

impl fmt::Display for StrataFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { line, name } => {
                write!(
                    f,
                    "line {line} of the list is of a stratum that the commit does not have: {name}"
                )
            }
            Self::Count { name, committed, found } => {
                write!(
                    f,
                    "the list has {found} items of the stratum {name}, the commit {committed}"
                )
            }
        }
    }
}

impl fmt::Display for AmountsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sum { above } => {
                let side = if *above { "above" } else { "below" };
                write!(f, "the list's amounts {side} 0 sum to more than 9223372036854775807")
            }
            Self::Total { committed, found } => {
                write!(f, "the list's amounts sum to {found}, the control total is {committed}")
            }
        }
    }
}

impl fmt::Display for ItemFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rank { rank, found } => {
                write!(f, "rank {found} stands where rank {rank} should")
            }
            Self::Role { role, found } => write!(f, "it is drawn as {role}, not as {found}"),
            Self::Stratum { stratum, found } => {
                write!(f, "it is drawn from stratum {stratum}, not from {found}")
            }
            Self::Position { position, found } => {
                write!(f, "it has position {found}, the draw gives position {position}")
            }
            Self::Unit { unit, found } => {
                write!(f, "it has the unit {found}, the draw gives unit {unit}")
            }
            Self::Line { position } => {
                write!(f, "its entry is not the one at position {position} of the population")
            }
        }
    }
}

impl fmt::Display for EarlierFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotOnTheWay => {
                "no follows or replaces line leads from this draw to it, or it was given twice"
            }
            Self::OtherReveal => "the reveal given with it belongs to another commit",
            Self::OtherResult => "its reveal is not the one that the draw after it names",
        })
    }
}

impl fmt::Display for BeaconFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => {
                f.write_str("the reveal has no beacon line, but the commit names a beacon")
            }
            Self::NotAskedFor => {
                f.write_str("the reveal has a beacon line, but the commit names none")
            }
            Self::OtherKind => {
                f.write_str("the reveal's beacon is of another kind than the commit's")
            }
            Self::OtherRound { committed } => {
                write!(f, "only round {committed} of the beacon counts")
            }
            Self::Signature(fault) => write!(f, "{fault}"),
            Self::FreshSignature(fault) => write!(f, "the commit's fresh line: {fault}"),
            Self::NotAfterCommit { round, created } => {
                write!(
                    f,
                    "the beacon's round was due at {round}, not after the commit of {created}"
                )
            }
            Self::FreshNotBeforeRound => {
                f.write_str("the fresh round was due no earlier than the beacon's round")
            }
            Self::Shape => f.write_str("the public text has not the committed shape"),
        }
    }
}

impl core::error::Error for Failure {}
