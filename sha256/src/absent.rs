//! For processors that can't have AVX-512: what is never there, so that callers need not ask which processor it is.

use core::fmt;

use zeroize::ZeroizeOnDrop;

use crate::LANES;

/// The proof that this processor has AVX-512: there is none, and so no value of this type.
#[derive(Debug, Clone, Copy)]
pub enum Avx512 {}

impl Avx512 {
    /// Nothing, on this kind of processor.
    pub fn detect() -> Option<Self> {
        None
    }

    /// Hashes 16 messages, which the caller has padded, into the hash value of each. Without blocks they are the initial value.
    pub fn hash<const BLOCKS: usize>(
        self,
        _messages: &[[[u8; 64]; BLOCKS]; LANES],
        _values: &mut [[u64; 4]; LANES],
    ) {
        match self {}
    }
}

/// Messages of one padded block each that differ in one word only.
pub struct AlikeBlocks(Avx512);

impl AlikeBlocks {
    /// Prepares blocks that are this one but for bytes 52 to 55.
    pub fn new(avx512: Avx512, _block: &[u8; 64]) -> Self {
        Self(avx512)
    }

    /// Hashes 16 such blocks into the hash value of each.
    pub fn hash(&self, _words: &[u32; LANES], _values: &mut [[u64; 4]; LANES]) {
        match self.0 {}
    }
}

impl fmt::Debug for AlikeBlocks {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {}
    }
}

impl ZeroizeOnDrop for AlikeBlocks {}
