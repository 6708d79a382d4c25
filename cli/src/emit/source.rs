//! Where the words come from, and a copy of them where one is wanted.

use fairdraw::random::SystemRngError;
use rand_core::{TryCryptoRng, TryRng};

use crate::random_source::RandomSource;

/// A source of words, read ahead, that remembers what was taken of it if asked to.
pub(crate) struct Source {
    random: RandomSource,
    ahead: Box<[u8; AHEAD]>,
    /// How many bytes of those read ahead were taken.
    used: usize,
    taken: Option<Vec<u8>>,
}

impl Source {
    pub(super) fn new(random: RandomSource, remember: bool) -> Self {
        let ahead = Box::new([0; AHEAD]);
        Self { random, ahead, used: AHEAD, taken: remember.then(Vec::new) }
    }

    /// Hands over the words taken since the last time, big-endian, in exchange for an empty buffer.
    pub(super) fn swap_taken(&mut self, buffer: &mut Vec<u8>) {
        if let Some(taken) = &mut self.taken {
            std::mem::swap(taken, buffer);
        }
    }

    /// How many bytes of words are remembered.
    pub(super) fn length_taken(&self) -> usize {
        self.taken.as_ref().map_or(0, Vec::len)
    }

    /// Forgets the words behind the first `length` bytes.
    pub(super) fn forget_from(&mut self, length: usize) {
        if let Some(taken) = &mut self.taken {
            taken.truncate(length);
        }
    }

    /// The next word's bytes.
    fn word(&mut self) -> Result<[u8; WORD], SystemRngError> {
        if self.used == AHEAD {
            self.random.try_fill_bytes(&mut self.ahead[..])?;
            self.used = 0;
        }
        let mut word = [0; WORD];
        word.copy_from_slice(&self.ahead[self.used..self.used + WORD]);
        self.used += WORD;
        if let Some(taken) = &mut self.taken {
            taken.extend_from_slice(&word);
        }
        Ok(word)
    }
}

impl TryRng for Source {
    type Error = SystemRngError;

    /// The high half of the next word, as of a stream.
    fn try_next_u32(&mut self) -> Result<u32, SystemRngError> {
        let [a, b, c, d, ..] = self.word()?;
        Ok(u32::from_be_bytes([a, b, c, d]))
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, SystemRngError> {
        self.word().map(u64::from_be_bytes)
    }

    /// Whole words, as of a stream.
    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), SystemRngError> {
        for part in dst.chunks_mut(WORD) {
            part.copy_from_slice(&self.word()?[..part.len()]);
        }
        Ok(())
    }
}

impl TryCryptoRng for Source {}

const WORD: usize = 8;
/// A request of the stream; four reads of the system's source.
const AHEAD: usize = 4096;
