//! The material of a draw: everything its randomness comes from, bound to the commit (SPEC, "Randomness").

use alloc::vec::Vec;

use rand_core::Infallible;
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use crate::{
    digest::Digest,
    draw::beacon::BeaconValue,
    encode::encode_into,
    random::{HashDrbgError, Stream},
    sample::PURPOSE,
    seed::Seed,
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
        encode_into(TAG, parts.iter().copied(), &mut |piece| bytes.extend_from_slice(piece));
        Self(bytes)
    }

    /// SHA-256 of the material, for the reveal's `material:` line.
    pub(crate) fn digest(&self) -> Digest {
        Digest::new(Sha256::digest(&*self.0).into())
    }

    /// The stream of words of a part of an audit sample.
    pub(crate) fn sample_stream(&self, names: &[&str]) -> Result<Stream, HashDrbgError> {
        Stream::new(&self.0, PURPOSE, names)
    }

    /// The stream of words of the whole draw of a raffle.
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

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString as _;

    use super::*;
    use crate::test_vectors::{bytes, check_all, list, same, text};

    #[test]
    fn materials_are_those_of_the_reference() {
        check_all("material", |vector| {
            let id = text(&vector["commit_id"]).parse().map_err(|_| "commit id")?;
            let seeds = list(&vector["seeds"]).iter().map(|seed| match seed.as_str() {
                Some(_) => bytes(seed).try_into().ok().map(Seed::from_bytes),
                None => None,
            });
            let seeds: Vec<Option<Seed>> = seeds.collect();
            let missing = list(&vector["seeds"]).iter().filter(|seed| seed.is_null()).count();
            same("seeds missing", seeds.iter().filter(|seed| seed.is_none()).count(), missing)?;

            let beacon = match (vector.get("signature"), vector.get("public")) {
                (Some(signature), None) => {
                    let signature = bytes(signature);
                    Some(BeaconValue::Drand { round: 1, signature, previous: None })
                }
                (None, Some(public)) => Some(BeaconValue::Public(text(public).to_string())),
                _ => None,
            };
            let part = bytes(&vector["beacon"]);
            let material = match &beacon {
                None if !part.is_empty() => with_beacon_part(id, &part, &seeds),
                beacon => {
                    let found = beacon.as_ref().map_or_else(Vec::new, BeaconValue::randomness);
                    same("beacon", found, part)?;
                    Material::new(id, beacon.as_ref(), seeds.iter().map(Option::as_ref))
                }
            };
            same("material", &*material.0, &bytes(&vector["material"]))?;
            same("digest", material.digest().to_string().as_str(), text(&vector["sha256"]))
        });
    }

    /// The material of a beacon of which only the part is known that enters, and no signature.
    fn with_beacon_part(id: Digest, part: &[u8], seeds: &[Option<Seed>]) -> Material {
        let mut parts = alloc::vec![&id.as_bytes()[..], part];
        parts.extend(seeds.iter().map(|seed| seed.as_ref().map_or(&[][..], |seed| seed.expose())));
        let mut encoded = Vec::new();
        encode_into(TAG, parts.iter().copied(), &mut |piece| encoded.extend_from_slice(piece));
        Material(Zeroizing::new(encoded))
    }

    #[test]
    fn wiped_memory_was_never_moved() {
        let seeds: Vec<Seed> = (0..16).map(|byte| Seed::from_bytes([byte; 64])).collect();
        let public = BeaconValue::Public("1".repeat(128));
        let id = Digest::new([7; 32]);
        for beacon in [None, Some(&public)] {
            for count in 0..=seeds.len() {
                let opened = seeds[..count].iter().map(Some);
                let material = Material::new(id, beacon, opened).0;
                // A vector that had grown would have at least twice the room it began with.
                assert!(material.capacity() < material.len() + 64, "{count} seeds");
            }
        }
    }
}
