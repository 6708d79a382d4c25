//! Exactly uniform shuffles and draws that anyone can verify.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod encode;
pub mod random;
