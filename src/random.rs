//! Randomness in: the operating system, NIST's Hash_DRBG, and the protocol's stream of words.
//!
//! | type | words come from | fails | may decide a draw |
//! |---|---|---|---|
//! | `SystemRng` (feature `getrandom`) | the operating system | when the system does, or when it repeats itself | yes, but nobody can check it afterwards |
//! | [`HashDrbg`] | entropy given by the caller, SP 800-90A Rev. 1 section 10.1.1 | on its limits | as good as the entropy |
//! | [`Stream`] | the material of a draw, protocol section 5 | when it is made, never afterwards | yes, and everybody with the material gets the same words |
//!
//! [`health`] tests a source for gross failures before it is used.
//!
//! None of them can be cloned, all hide their content in `Debug` and wipe it when dropped.

mod batch;
mod hash_drbg;
pub mod health;
mod stream;
#[cfg(feature = "getrandom")]
mod system;
#[cfg(feature = "avx512")]
mod wide;

pub use hash_drbg::{HashDrbg, HashDrbgError};
pub use stream::Stream;
#[cfg(feature = "getrandom")]
pub use system::{SystemRng, SystemRngError};
