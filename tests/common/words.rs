//! Sources of words whose words are known, or counted.

#![allow(dead_code, reason = "no test uses all of it")]

use std::{convert::Infallible, fmt};

use rand_core::{Rng, TryCryptoRng, TryRng};

/// The words of a script, then errors.
pub(crate) struct Script {
    words: Vec<u64>,
    pub(crate) read: usize,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ScriptEnded;

impl Script {
    pub(crate) fn new(words: Vec<u64>) -> Self {
        Self { words, read: 0 }
    }
}

impl TryRng for Script {
    type Error = ScriptEnded;

    fn try_next_u32(&mut self) -> Result<u32, ScriptEnded> {
        unreachable!("draws read words of 64 bits only")
    }

    fn try_next_u64(&mut self) -> Result<u64, ScriptEnded> {
        let word = self.words.get(self.read).ok_or(ScriptEnded)?;
        self.read += 1;
        Ok(*word)
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), ScriptEnded> {
        unreachable!("draws read words of 64 bits only")
    }
}

impl TryCryptoRng for Script {}

impl fmt::Display for ScriptEnded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the script has no further word")
    }
}

impl std::error::Error for ScriptEnded {}

/// Counts the words that are read from a source.
pub(crate) struct Counted<R> {
    pub(crate) rng: R,
    pub(crate) read: u64,
}

impl<R> Counted<R> {
    pub(crate) fn new(rng: R) -> Self {
        Self { rng, read: 0 }
    }
}

impl<R: Rng> TryRng for Counted<R> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("draws read words of 64 bits only")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.read += 1;
        Ok(self.rng.next_u64())
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("draws read words of 64 bits only")
    }
}

impl<R: Rng + TryCryptoRng<Error = Infallible>> TryCryptoRng for Counted<R> {}
