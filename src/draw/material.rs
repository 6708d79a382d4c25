//! The material of a draw: everything its randomness comes from, bound to the commit (SPEC, "Randomness").

use alloc::vec::Vec;

use rand_core::Infallible;
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use crate::{
    digest::Digest, draw::beacon::BeaconValue, encode::encode_into, random::Stream, seed::Seed,
};

/// `ENC("fairdraw/v1/material", commit id, beacon, seed 1, .., seed m)`: secret until the seeds are opened, so it wipes itself.
pub(crate) struct Material(Zeroizing<Vec<u8>>);

impl Material {
    /// The seeds in the commit's order; a missing one, and a draw without a beacon, contribute an empty part.
    pub(crate) fn new<'a>(
        commit: Digest,
        beacon: Option<&BeaconValue>,
        seeds: impl Iterator<Item = Option<&'a Seed>>,
    ) -> Self {
        let beacon = beacon.map_or_else(Vec::new, BeaconValue::randomness);
        let mut parts: Vec<&[u8]> = alloc::vec![commit.as_bytes(), &beacon];
        parts.extend(seeds.map(|seed| seed.map_or(&[][..], |seed| seed.expose())));
        // Reserved at once: a growing vector would leave copies of the seeds behind.
        let length = parts.iter().fold(64, |sum, part| sum + 8 + part.len());
        let mut bytes = Zeroizing::new(Vec::with_capacity(length));
        encode_into(TAG, &parts, &mut |piece| bytes.extend_from_slice(piece));
        Self(bytes)
    }

    /// SHA-256 of the material, for the reveal's `material:` line.
    pub(crate) fn digest(&self) -> Digest {
        Digest::new(Sha256::digest(&*self.0).into())
    }

    /// The stream of words of the whole draw.
    #[allow(
        clippy::expect_used,
        reason = "the material is never shorter than Hash_DRBG's least entropy input"
    )]
    pub(crate) fn stream(&self) -> Stream {
        Stream::new(&self.0, "draw", &[])
            .expect("tag, commit id and their lengths alone are 84 bytes; 48 are enough")
    }
}

const TAG: &str = "fairdraw/v1/material";

/// The error of a stream that can't fail.
pub(crate) fn never<T>(result: Result<T, Infallible>) -> T {
    let Ok(value) = result;
    value
}
