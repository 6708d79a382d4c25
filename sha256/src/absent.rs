//! For processors that can't have AVX-512: what is never there, so that callers need not ask which processor it is.

use crate::LANES;

/// The proof that this processor has AVX-512, which no value of this type gives.
#[derive(Debug, Clone, Copy)]
pub enum Avx512 {}

impl Avx512 {
    /// Nothing, on this kind of processor.
    pub fn detect() -> Option<Self> {
        None
    }

    /// Hashes 16 messages of padded blocks.
    pub fn hash<const BLOCKS: usize>(
        self,
        _messages: &[[[u8; 64]; BLOCKS]; LANES],
        _values: &mut [[u64; 4]; LANES],
    ) {
        match self {}
    }
}

/// Messages of one padded block each that differ in one word only.
#[derive(Debug)]
pub struct AlikeBlocks(Avx512);

impl AlikeBlocks {
    /// Prepares blocks that are this one but for bytes 52 to 55.
    pub fn new(avx512: Avx512, _block: &[u8; 64]) -> Self {
        Self(avx512)
    }

    /// Hashes 16 such blocks.
    pub fn hash(&self, _words: &[u32; LANES], _values: &mut [[u64; 4]; LANES]) {
        match self.0 {}
    }
}
