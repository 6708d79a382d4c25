//! The drand chains that a commit may name, with all that is needed to check their rounds.

use core::fmt;

use crate::text::Time;

/// A drand chain whose parameters this program pins: none is ever taken from a file.
///
/// Source: the chain information that the drand network publishes; see `tests/vectors/drand`.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chain {
    /// The network's own name for it.
    pub name: &'static str,
    /// The chain hash, which names it in a commit.
    pub hash: &'static str,
    /// How its rounds are signed.
    pub scheme: Scheme,
    /// The key that its rounds are signed with: a compressed point in hexadecimal digits.
    pub public_key: &'static str,
    /// The time of round 1, in seconds after 1970-01-01T00:00:00Z.
    pub genesis_time: u64,
    /// Seconds from one round to the next.
    pub period: u64,
}

/// How the rounds of a chain are signed: BLS signatures on the curve BLS12-381.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scheme {
    /// Keys in G1, signatures in G2; each round signs its predecessor's signature and its number.
    PedersenBlsChained,
    /// Keys in G2, signatures in G1; each round signs its number.
    BlsUnchainedG1Rfc9380,
    /// The same, but hashed to the curve under the name of the other group, by a mistake of the network.
    BlsUnchainedOnG1,
}

/// drand quicknet: a round every 3 seconds. The chain for new commits.
pub static QUICKNET: Chain = Chain {
    name: "quicknet",
    hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    scheme: Scheme::BlsUnchainedG1Rfc9380,
    public_key: "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451\
                 0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    genesis_time: 1_692_803_367,
    period: 3,
};

/// drand's first chain: a round every 30 seconds, chained.
pub static DEFAULT: Chain = Chain {
    name: "default",
    hash: "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce",
    scheme: Scheme::PedersenBlsChained,
    public_key: "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31",
    genesis_time: 1_595_431_050,
    period: 30,
};

/// drand fastnet, retired: known so that old draws can be checked, not offered for new ones.
pub static FASTNET: Chain = Chain {
    name: "fastnet",
    hash: "dbd506d6ef76e5f386f41c651dcb808c5bcbd75471cc4eafa3f4df7ad4e4c493",
    scheme: Scheme::BlsUnchainedOnG1,
    public_key: "a0b862a7527fee3a731bcb59280ab6abd62d5c0b6ea03dc4ddf6612fdfc9d01f01c31542541771903475eb1ec6615f8d\
                 0df0b8b6dce385811d6dcf8cbefb8759e5e616a3dfd054c928940766d9a5b9db91e3b697e5d70a975181e007f87fca5e",
    genesis_time: 1_677_685_200,
    period: 3,
};

/// All chains that a commit may name.
pub const CHAINS: [&Chain; 3] = [&QUICKNET, &DEFAULT, &FASTNET];

/// Rounds are below 2⁵³.
pub(crate) const LARGEST_ROUND: u64 = (1 << 53) - 1;

impl Chain {
    /// The pinned chain with this hash.
    pub fn with_hash(hash: &str) -> Option<&'static Self> {
        CHAINS.into_iter().find(|chain| chain.hash == hash)
    }

    /// Bytes of a round's signature.
    pub const fn signature_length(&self) -> usize {
        match self.scheme {
            Scheme::PedersenBlsChained => 96,
            Scheme::BlsUnchainedG1Rfc9380 | Scheme::BlsUnchainedOnG1 => 48,
        }
    }

    /// Bytes of the previous signature that a round signs; round 1 signs the genesis seed in its place. Nothing if
    /// rounds don't.
    pub const fn previous_length(&self, round: u64) -> Option<usize> {
        match self.scheme {
            Scheme::PedersenBlsChained if round == 1 => Some(32),
            Scheme::PedersenBlsChained => Some(self.signature_length()),
            Scheme::BlsUnchainedG1Rfc9380 | Scheme::BlsUnchainedOnG1 => None,
        }
    }

    /// When a round is due, in seconds after 1970-01-01T00:00:00Z: `genesis_time + (round - 1) * period`.
    ///
    /// Exact for every round of a commit, 1 to 2⁵³ - 1; saturates beyond.
    pub fn seconds_of(&self, round: u64) -> i64 {
        let after_genesis = round.saturating_sub(1).saturating_mul(self.period);
        i64::try_from(self.genesis_time.saturating_add(after_genesis)).unwrap_or(i64::MAX)
    }

    /// When a round is due. Nothing after the year 9999, which the protocol can't write, and for round 0.
    pub fn time_of(&self, round: u64) -> Option<Time> {
        Time::from_unix_seconds(self.seconds_of(round)).filter(|_| round > 0)
    }

    /// The first round that is due at `time` or later.
    pub fn first_round_from(&self, time: Time) -> u64 {
        let after_genesis =
            u64::try_from(time.unix_seconds()).unwrap_or(0).saturating_sub(self.genesis_time);
        after_genesis.div_ceil(self.period) + 1
    }
}

impl fmt::Display for Scheme {
    /// Prints the network's own name for it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PedersenBlsChained => "pedersen-bls-chained",
            Self::BlsUnchainedG1Rfc9380 => "bls-unchained-g1-rfc9380",
            Self::BlsUnchainedOnG1 => "bls-unchained-on-g1",
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::{string::ToString as _, vec::Vec};

    use serde_json::Value;
    use sha2::{Digest as _, Sha256};

    use super::*;

    fn vectors(text: &str) -> Value {
        serde_json::from_str(text).unwrap_or_default()
    }

    #[test]
    fn rounds_and_times_match_drand() {
        let vectors = vectors(include_str!("../../tests/vectors/drand/rounds.json"));
        let rounds = vectors["rounds"].as_array().map_or(&[][..], Vec::as_slice);
        let mut checked = 0;
        for vector in rounds {
            let name = vector["chain"].as_str().unwrap_or_default();
            let Some(chain) = CHAINS.into_iter().find(|chain| chain.name == name) else {
                continue;
            };
            let round = vector["round"].as_u64().unwrap_or_default();
            let seconds = vector["round_time_unix"].as_i64().unwrap_or_default();
            let time = Time::from_unix_seconds(seconds);
            assert_eq!(chain.time_of(round), time, "{name} {round}");
            assert_eq!(time.map(|time| chain.first_round_from(time)), Some(round));
            let length = |name: &str| vector[name].as_str().map(|digits| digits.len() / 2);
            assert_eq!(length("signature"), Some(chain.signature_length()));
            assert_eq!(length("previous_signature"), chain.previous_length(round));
            checked += 1;
        }
        assert_eq!(checked, 8);
    }

    #[test]
    fn chain_hashes_are_those_of_the_parameters() {
        let vectors = vectors(include_str!("../../tests/vectors/drand/chains.json"));
        for chain in CHAINS {
            let vector = &vectors["chains"][chain.name];
            let text = |name: &str| vector[name].as_str().unwrap_or_default();
            assert_eq!(chain.hash, text("chain_hash"));
            assert_eq!(chain.scheme.to_string(), text("scheme"));
            let mut hash = Sha256::new();
            hash.update(u32::try_from(chain.period).unwrap_or_default().to_be_bytes());
            hash.update(chain.genesis_time.to_be_bytes());
            hash.update(hex::decode(chain.public_key).unwrap_or_default());
            hash.update(hex::decode(text("genesis_seed")).unwrap_or_default());
            hash.update(if chain.name == "default" { "" } else { chain.name });
            assert_eq!(hex::encode(hash.finalize()), chain.hash, "{}", chain.name);
        }
    }

    #[test]
    fn the_first_round_from_a_time_is_never_before_it() {
        for second in 0..20 {
            let genesis = i64::try_from(QUICKNET.genesis_time).unwrap_or(0);
            let Some(time) = Time::from_unix_seconds(genesis + second) else {
                continue;
            };
            let round = QUICKNET.first_round_from(time);
            assert!(QUICKNET.time_of(round) >= Some(time));
            assert!(QUICKNET.time_of(round - 1) < Some(time));
        }
    }
}
