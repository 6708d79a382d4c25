//! Public randomness named in the commit: drand rounds, and public text such as dice or lottery numbers.

use alloc::{string::String, vec::Vec};

use sha2::{Digest as _, Sha256};

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
    /// The time of round 1, in seconds after 1970-01-01T00:00:00Z.
    pub genesis_time: u64,
    /// Seconds from one round to the next.
    pub period: u64,
    /// Bytes of a round's signature.
    pub signature_length: usize,
    /// Whether each round's message has the previous round's signature in it.
    pub chained: bool,
}

/// drand quicknet: a round every 3 seconds. The chain for new commits.
pub const QUICKNET: Chain = Chain {
    name: "quicknet",
    hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    genesis_time: 1_692_803_367,
    period: 3,
    signature_length: 48,
    chained: false,
};

/// drand's first chain: a round every 30 seconds, chained.
pub const DEFAULT: Chain = Chain {
    name: "default",
    hash: "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce",
    genesis_time: 1_595_431_050,
    period: 30,
    signature_length: 96,
    chained: true,
};

/// drand fastnet, retired: known so that old draws can be named, not offered for new ones.
pub const FASTNET: Chain = Chain {
    name: "fastnet",
    hash: "dbd506d6ef76e5f386f41c651dcb808c5bcbd75471cc4eafa3f4df7ad4e4c493",
    genesis_time: 1_677_685_200,
    period: 3,
    signature_length: 48,
    chained: false,
};

/// All chains that a commit may name.
pub const CHAINS: [&Chain; 3] = [&QUICKNET, &DEFAULT, &FASTNET];

impl Chain {
    /// The bytes of the previous signature that a round's message has in it; round 1 has the genesis seed there.
    pub(crate) const fn previous_length(&self, round: u64) -> usize {
        if round == 1 { 32 } else { self.signature_length }
    }

    /// The pinned chain with this hash.
    pub fn with_hash(hash: &str) -> Option<&'static Self> {
        CHAINS.into_iter().find(|chain| chain.hash == hash)
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

/// Rounds are below 2⁵³.
pub(crate) const LARGEST_ROUND: u64 = (1 << 53) - 1;

/// The value of a beacon, as the reveal gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BeaconValue {
    /// A drand round.
    Drand {
        /// The round.
        round: u64,
        /// Its signature.
        signature: Vec<u8>,
        /// The previous round's signature, on chained chains.
        previous: Option<Vec<u8>>,
    },
    /// Public text of the committed shape.
    Public(
        /// The text.
        String,
    ),
}

impl BeaconValue {
    /// What the value contributes to the material: SHA-256 of the signature, or the text's bytes.
    pub fn randomness(&self) -> Vec<u8> {
        match self {
            Self::Drand { signature, .. } => Sha256::digest(signature).to_vec(),
            Self::Public(text) => text.as_bytes().to_vec(),
        }
    }
}

/// Whether the text is a shape: 4 to 128 of `d . , : + -`.
pub(crate) fn is_shape(text: &str) -> bool {
    (4..=128).contains(&text.len())
        && text.bytes().all(|byte| matches!(byte, b'd' | b'.' | b',' | b':' | b'+' | b'-'))
}

/// Whether the text has the shape: a digit for each `d`, the shape's own character elsewhere.
pub(crate) fn has_shape(text: &str, shape: &str) -> bool {
    text.len() == shape.len()
        && text.bytes().zip(shape.bytes()).all(|(byte, want)| match want {
            b'd' => byte.is_ascii_digit(),
            _ => byte == want,
        })
}

/// The number of digits that a shape asks for.
pub(crate) fn digits(shape: &str) -> u64 {
    shape.bytes().filter(|&byte| byte == b'd').count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_and_times_match_drand() {
        // Rounds and times of tests/vectors/drand/rounds.json.
        let vectors = include_str!("../../tests/vectors/drand/rounds.json");
        let vectors: serde_json::Value = serde_json::from_str(vectors).unwrap_or_default();
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
            let signature = vector["signature"].as_str().unwrap_or_default();
            assert_eq!(signature.len(), 2 * chain.signature_length);
            let value = BeaconValue::Drand {
                round,
                signature: hex::decode(signature).unwrap_or_default(),
                previous: None,
            };
            assert_eq!(hex::encode(value.randomness()), vector["randomness"]);
            checked += 1;
        }
        assert_eq!(checked, 8);
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

    #[test]
    fn a_public_text_has_one_spelling() {
        let shape = "dd-dd-dd";
        assert!(is_shape(shape) && has_shape("04-11-17", shape));
        for text in
            ["4-11-17", "04-11-1", "04-11-175", "04.11.17", "04-11-1a", "04-11-1\u{0661}", ""]
        {
            assert!(!has_shape(text, shape), "{text}");
        }
        for shape in ["ddd", "", "dd dd", "DD-DD", "xx-xx", "dddd\n"] {
            assert!(!is_shape(shape), "{shape}");
        }
    }
}
