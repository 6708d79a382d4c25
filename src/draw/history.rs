//! Earlier draws: the way from a commit back over what it `follows` or `replaces` (SPEC, "Verify", step 2).

use alloc::vec::Vec;

use crate::{
    digest::Digest,
    draw::{
        commit::{Commit, History, HistoryKind},
        failure::{EarlierFault, Failure},
        file::FileError,
        reveal::Reveal,
    },
};

/// The files of a draw before this one. They are read and not verified.
#[derive(Debug, Clone, Copy)]
pub struct EarlierDraw<'a> {
    /// Its commit file.
    pub commit: &'a [u8],
    /// Its reveal file, if there is one.
    pub reveal: Option<&'a [u8]>,
}

/// An earlier draw that was read.
#[derive(Debug)]
pub(super) struct Earlier {
    pub(super) commit: Commit,
    pub(super) reveal: Option<Reveal>,
}

/// The way back from the draw that is verified. [`check`] makes it.
#[derive(Debug)]
pub(super) struct Way {
    /// What this draw, and then each one before it, says about the one before. Only the last may lead to one not given.
    pub(super) histories: Vec<History>,
    /// The earlier draws that were given, from the one before this.
    pub(super) earlier: Vec<Earlier>,
}

impl EarlierDraw<'_> {
    pub(super) fn read(self) -> Result<Earlier, FileError> {
        let commit = Commit::parse(self.commit)?;
        let reveal = self.reveal.map(|reveal| Reveal::parse_of(&commit, reveal)).transpose()?;
        Ok(Earlier { commit, reveal })
    }
}

impl HistoryKind {
    /// The commit id of the earlier draw.
    pub const fn commit(self) -> Digest {
        match self {
            Self::Follows { commit, .. } | Self::Replaces { commit } => commit,
        }
    }
}

/// Goes back from the commit over the earlier draws, each of which must be met once.
pub(super) fn check(commit: &Commit, earlier: Vec<Earlier>) -> Result<Way, Failure> {
    let fault = |commit, fault| Failure::EarlierDraw { commit, fault };
    let mut left = earlier;
    let mut met = Vec::new();
    let mut histories = Vec::new();
    let mut next = commit.rules().history.clone();
    while let Some(history) = next.take() {
        let (kind, id) = (history.kind, history.kind.commit());
        histories.push(history);
        let Some(index) = left.iter().position(|earlier| earlier.commit.id() == id) else {
            break;
        };
        let one = left.swap_remove(index);
        if let Some(found) = &one.reveal {
            if found.commit != id {
                return Err(fault(id, EarlierFault::OtherReveal));
            }
            if matches!(kind, HistoryKind::Follows { reveal, .. } if reveal != found.id()) {
                return Err(fault(id, EarlierFault::OtherResult));
            }
        }
        next.clone_from(&one.commit.rules().history);
        met.push(one);
    }
    match left.first() {
        Some(stray) => Err(fault(stray.commit.id(), EarlierFault::NotOnTheWay)),
        None => Ok(Way { histories, earlier: met }),
    }
}
