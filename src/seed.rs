//! Secret bytes: a draw's seeds and a private list's key.

use core::fmt;

use subtle::{Choice, ConstantTimeEq};
use zeroize::{Zeroize, ZeroizeOnDrop};

#[cfg(feature = "getrandom")]
use crate::random::{SystemRng, SystemRngError};
use crate::{digest::Digest, encode::hash};

/// 64 secret bytes that serve one commit and are published to open it.
///
/// # Security
///
/// Has no `Clone`, `Display` or `PartialEq`, hides its content from `Debug`, and wipes itself when dropped. Compare with
/// [`ConstantTimeEq`]. Not protected: copies that the compiler makes when it moves the value, swapped memory.
pub struct Seed([u8; 64]);

/// 32 secret bytes that salt one private list.
///
/// # Security
///
/// As for [`Seed`].
pub struct ListKey([u8; 32]);

impl Seed {
    /// A seed with these bytes, which must come from a source of randomness and serve one commit only.
    pub const fn from_bytes(bytes: [u8; 64]) -> Self {
        Self(bytes)
    }

    /// A new seed from the operating system.
    ///
    /// # Errors
    ///
    /// The operating system's source fails or is stuck.
    #[cfg(feature = "getrandom")]
    pub fn generate() -> Result<Self, SystemRngError> {
        let mut seed = Self([0; 64]);
        fill(&mut seed.0)?;
        Ok(seed)
    }

    /// The secret bytes.
    pub const fn expose(&self) -> &[u8; 64] {
        &self.0
    }

    /// The commitment to this seed by its holder's name: `H("fairdraw/v1/seed", name, seed)`.
    ///
    /// The name is bound in, so nobody can pass off another holder's commitment as his own. A rehearsal has
    /// a tag of its own, so a seed that was opened in a rehearsal can't stand in a draw.
    pub fn commitment(&self, name: &str, rehearsal: bool) -> Digest {
        let tag = if rehearsal { "fairdraw/v1/rehearsal-seed" } else { "fairdraw/v1/seed" };
        Digest::new(hash(tag, [name.as_bytes(), &self.0]))
    }
}

impl ListKey {
    /// A key with these bytes, which must come from a source of randomness and serve one commit only.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// A new key from the operating system.
    ///
    /// # Errors
    ///
    /// The operating system's source fails or is stuck.
    #[cfg(feature = "getrandom")]
    pub fn generate() -> Result<Self, SystemRngError> {
        let mut key = Self([0; 32]);
        fill(&mut key.0)?;
        Ok(key)
    }

    /// The secret bytes.
    pub const fn expose(&self) -> &[u8; 32] {
        &self.0
    }

    /// The salt of the line at a position: `H("fairdraw/v1/salt", key, u64be(position), line)`.
    pub fn salt(&self, position: u64, line: &str) -> [u8; 32] {
        let parts: [&[u8]; 3] = [&self.0, &position.to_be_bytes(), line.as_bytes()];
        hash("fairdraw/v1/salt", parts)
    }
}

#[cfg(feature = "getrandom")]
fn fill(bytes: &mut [u8]) -> Result<(), SystemRngError> {
    use rand_core::TryRng as _;

    SystemRng::new().try_fill_bytes(bytes)
}

impl ConstantTimeEq for Seed {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl ConstantTimeEq for ListKey {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

impl fmt::Debug for ListKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ListKey(..)")
    }
}

impl Drop for Seed {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl Drop for ListKey {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for Seed {}
impl ZeroizeOnDrop for ListKey {}
