//! What is examined, as a source of observations.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use fairdraw::exam::{Fault, OutOfRange};

use crate::error::Error;

/// A source of orders, samples or sets.
pub(crate) trait Source {
    /// Puts the items of the next observation into `out`, by their places in the list from 0; false at the end.
    fn next(&mut self, out: &mut Vec<u32>) -> Result<bool, Stop>;

    /// How far the text is read, if it has a length that is known.
    fn progress(&self) -> Option<ReadBytes> {
        None
    }

    /// Says that the last observation isn't one.
    fn broken(&self, fault: &Fault) -> Stop;
}

/// A source of numbers.
pub(crate) trait NumberSource {
    /// The next number; nothing at the end.
    fn next(&mut self) -> Result<Option<i128>, Stop>;

    /// As of [`Source::progress`].
    fn progress(&self) -> Option<ReadBytes> {
        None
    }

    /// Says that the last number can't be.
    fn broken(&self, fault: &OutOfRange) -> Stop;
}

/// How far a text was read.
#[derive(Clone)]
pub(crate) struct ReadBytes {
    pub(crate) read: Arc<AtomicU64>,
    /// The length of the text.
    pub(crate) length: u64,
}

/// Why no more observations come.
#[derive(Debug)]
pub(crate) enum Stop {
    /// One that isn't of the form it should have: a finding, which ends the exam.
    Broken(Broken),
    Error(Error),
}

/// An observation that isn't one.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    pub(crate) place: String,
    pub(crate) what: String,
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}
