// The README's example is a documentation test, and needs the default features.
#![cfg_attr(all(feature = "std", feature = "getrandom"), doc = include_str!("../README.md"))]
#![cfg_attr(
    not(all(feature = "std", feature = "getrandom")),
    doc = "Exactly uniform shuffles and draws that anyone can verify."
)]
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod digest;
#[cfg(feature = "alloc")]
pub mod draw;
mod encode;
#[cfg(feature = "exam")]
pub mod exam;
#[cfg(feature = "alloc")]
mod log2;
pub mod random;
#[cfg(feature = "alloc")]
pub mod sample;
mod seed;
pub mod shuffle;
#[cfg(test)]
#[path = "../tests/common/vectors.rs"]
mod test_vectors;
#[cfg(feature = "alloc")]
mod text;
pub mod uniform;

pub use digest::{Digest, ParseDigestError};
pub use random::{HashDrbg, HashDrbgError, Stream};
#[cfg(feature = "getrandom")]
pub use random::{SystemRng, SystemRngError};
pub use seed::{ListKey, Seed};
#[cfg(feature = "alloc")]
pub use shuffle::{Sample, SampleError};
pub use shuffle::{shuffle, shuffle_prefix, try_shuffle, try_shuffle_prefix};
