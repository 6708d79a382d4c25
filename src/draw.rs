//! A draw that others can check: list, commit, reveal, verification (SPEC).
//!
//! The organiser fixes an [`EntryList`] and [`Rules`] in a [`Commit`] and publishes its id; draws with [`Reveal::open`] once
//! the committed seed or beacon may be used; and publishes the reveal file. Anybody checks the files with [`verify()`].
//!
//! # Examples
//!
//! ```
//! use fairdraw::draw::{Commit, DrawKind, EntryList, Files, Method, Options, Prize, Raffle, Reveal, Rules, SeedCommitment, Time, verify};
//! use fairdraw::Seed;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let list = EntryList::from_lines(["Ash", "Birch", "Cedar", "Damson", "Elm"], false)?;
//! # #[cfg(feature = "getrandom")]
//! let seed = Seed::generate()?;
//! # #[cfg(not(feature = "getrandom"))]
//! # let seed = Seed::from_bytes([7; 64]);
//! let commit = Commit::new(&Rules {
//!     rehearsal: false,
//!     title: "Tree of the year".into(),
//!     organiser: None,
//!     history: None,
//!     entries: list.len(),
//!     kind: DrawKind::Raffle(Raffle {
//!         private: false,
//!         root: list.root(),
//!         method: Method::Shuffle,
//!         prizes: vec![Prize { count: 1, name: "A bench beneath it".into() }],
//!         alternates: 0,
//!         vacancy: None,
//!     }),
//!     seeds: vec![SeedCommitment { name: "organiser".into(), commitment: seed.commitment("organiser", false) }],
//!     beacon: None,
//!     opening: None,
//!     fresh: None,
//!     created: Time::parse("2026-11-29T12:00:00Z").ok_or("no time")?,
//!     published: "read out to those present".into(),
//!     notes: vec![],
//! })?;
//! println!("commit id: {}", commit.id()); // published before the draw
//!
//! let reveal = Reveal::open(&commit, &list, None, vec![Some(seed)], None)?.to_string();
//!
//! let files = Files {
//!     commit: commit.as_str().as_bytes(),
//!     reveal: reveal.as_bytes(),
//!     list: Some(list.as_str().into()),
//!     ..Files::default() // seeds files, receipts, outcome files, earlier draws
//! };
//! let verdict = verify(files, Options { expected: Some(commit.id()), ..Options::default() })?;
//! println!("the winner is {}", verdict.reveal().places[0].entry);
//! # Ok(())
//! # }
//! ```
//!
//! An audit sample is drawn in the same way: its rules name a population and a sampling design ([`Sampling`]), and
//! [`Reveal::open_sample`] draws it. A verified sample can be extended ([`Verdict::extend`]), and its items replaced by spares
//! ([`Verdict::replace`]).

mod assurance;
mod beacon;
mod chain;
mod commit;
mod drand;
mod entries;
mod extension;
mod failure;
mod file;
mod grade;
mod history;
mod items;
mod material;
pub mod merkle;
mod outcome;
mod reach;
mod receipt;
mod replacements;
mod reveal;
mod sampling;
mod seeds;
mod tickets;
#[cfg(feature = "exam")]
mod trials;
mod verify;

pub use crate::text::{LONGEST_LINE, LineFault, LineFaultKind, Time, check_line, is_forbidden};
pub use beacon::BeaconValue;
pub use chain::{CHAINS, Chain, DEFAULT, FASTNET, QUICKNET, Scheme};
pub use commit::{
    BeaconRule, Commit, CommitError, DrawKind, Fresh, History, HistoryKind, Method, MissingSeeds,
    OpeningRule, PlaceKind, Places, Prize, Raffle, Rules, RulesFault, SeedCommitment, Vacancy,
    Wins,
};
pub use drand::{SignatureFault, VerifiedRound};
pub use entries::{EntryList, EntryListError, Fields, LONGEST_NAME, ListRoot};
pub use extension::ExtensionFile;
pub use failure::{
    AmountsFault, BeaconFault, EarlierFault, Failure, ItemFault, OtherUse, StrataFault,
};
pub use file::{
    FileError, FileFault, FileKind, LARGEST_COMMIT, LARGEST_EXTENSION, LARGEST_SMALL_FILE,
};
pub use grade::Grade;
pub use history::EarlierDraw;
pub use items::DrawnItem;
pub use outcome::{
    Answer, Cause, Decision, Holders, OutcomeFault, OutcomeFaultKind, OutcomeFile, PrizePlace,
};
pub use reach::Reach;
pub use receipt::{Included, Receipt};
pub use replacements::{
    Register, Replacement, ReplacementCause, ReplacementFault, ReplacementFaultKind,
    ReplacementsFile,
};
pub use reveal::{DrawnPlace, Opening, Reveal, RevealedSeed};
pub use sampling::{
    AmountsRule, Batch, MOST_BATCHES, MOST_RANGES, MOST_STRATA, PopulationList, PopulationRule,
    Range, RangeFault, Sampling,
};
pub use seeds::{NamedSeed, SecretFile, SeedsFile};
#[cfg(feature = "exam")]
pub use trials::{Trials, TrialsError};
pub use verify::{Check, EffectiveItem, Evidence, Files, Options, Refusal, Step, Verdict, verify};
