//! Exactly uniform shuffles and draws that anyone can verify.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod encode;
pub mod random;
pub mod shuffle;
pub mod uniform;

#[cfg(feature = "alloc")]
pub use shuffle::{Sample, SampleError};
pub use shuffle::{shuffle, shuffle_prefix, try_shuffle, try_shuffle_prefix};
