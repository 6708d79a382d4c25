//! Rounds of drand as relays and files state them. What is stated is used only once its signature is checked.

mod relays;
#[cfg(test)]
pub(crate) mod server;
#[cfg(test)]
mod tests;

use std::path::Path;

use fairdraw::draw::{BeaconValue, Chain, Fresh, VerifiedRound};
use serde_json::Value;

use crate::error::Error;
use crate::read;

pub(crate) use self::relays::RelayArgs;

/// A round as somebody states it: nothing in it is checked.
#[derive(Debug, PartialEq)]
pub(crate) struct Stated {
    /// JSON names the round, plain digits don't.
    round: Option<u64>,
    signature: Vec<u8>,
    previous: Option<Vec<u8>>,
}

impl Stated {
    /// Reads a relay's answer, or `SIGNATURE [PREVIOUS SIGNATURE]` in hexadecimal digits.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let text =
            read::as_utf8(bytes).map_err(|fault| fault.unwrap_or(NEITHER).to_owned())?.trim();
        if text.starts_with('{') { Self::parse_json(text) } else { Self::parse_digits(text) }
    }

    /// Reads a file in which a round was saved.
    pub(crate) fn read(path: &Path) -> Result<Self, Error> {
        let name = path.display();
        let bytes = read::up_to(path, LARGEST)?;
        if bytes.len() as u64 > LARGEST {
            return Err(Error::not_done(format!("{name} has more than {LARGEST} bytes"))
                .hint("a relay's answer is never so large"));
        }
        Self::parse(&bytes).map_err(|why| Error::not_done(format!("{name}: {why}")))
    }

    fn parse_json(text: &str) -> Result<Self, String> {
        let json: Value = serde_json::from_str(text).map_err(|error| {
            let reason = if error.is_eof() { "it is cut off" } else { "it is not JSON" };
            format!("{reason} (line {}, column {})", error.line(), error.column())
        })?;
        // `randomness` is left where it is: it is computed from the signature.
        let digits = |name: &str| match json.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.is_empty() => Ok(None),
            Some(Value::String(text)) => {
                hex::decode(text).map(Some).map_err(|_| format!("its {name} is not hexadecimal"))
            }
            Some(_) => Err(format!("its {name} is not a string")),
        };
        let round = json.get("round").and_then(Value::as_u64).ok_or("it names no round")?;
        let signature = digits("signature")?.ok_or("it has no signature")?;
        Ok(Self { round: Some(round), signature, previous: digits("previous_signature")? })
    }

    fn parse_digits(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace().map(|word| hex::decode(word).ok());
        match (words.next(), words.next(), words.next()) {
            (Some(Some(signature)), None, _) => Ok(Self { round: None, signature, previous: None }),
            (Some(Some(signature)), Some(Some(previous)), None) => {
                Ok(Self { round: None, signature, previous: Some(previous) })
            }
            _ => Err(NEITHER.to_owned()),
        }
    }

    /// The round that is stated, if one is.
    pub(crate) fn round(&self) -> Option<u64> {
        self.round
    }

    /// Checks that this is the round of the chain.
    pub(crate) fn check(self, chain: &'static Chain, round: u64) -> Result<Checked, String> {
        if let Some(other) = self.round.filter(|&stated| stated != round) {
            return Err(format!("it is round {other}, not round {round}"));
        }
        let Self { signature, previous, .. } = self;
        let proof = chain
            .verify(round, &signature, previous.as_deref())
            .map_err(|fault| fault.to_string())?;
        Ok(Checked { proof, signature, previous })
    }
}

/// A round with the signature that was checked.
#[derive(Debug)]
pub(crate) struct Checked {
    proof: VerifiedRound,
    signature: Vec<u8>,
    previous: Option<Vec<u8>>,
}

impl Checked {
    /// What the check gave.
    #[cfg(test)]
    pub(crate) fn proof(&self) -> &VerifiedRound {
        &self.proof
    }

    /// The round as a reveal gives it.
    pub(crate) fn into_beacon(self) -> BeaconValue {
        let Self { proof, signature, previous } = self;
        BeaconValue::Drand { round: proof.round(), signature, previous }
    }

    /// The round as a commit gives it.
    pub(crate) fn into_fresh(self) -> Fresh {
        let Self { proof, signature, previous } = self;
        Fresh { chain: proof.chain(), round: proof.round(), signature, previous }
    }
}

/// The largest answer or file that is read, in bytes; drand's are shorter than 1 KiB.
const LARGEST: u64 = 64 << 10;
const NEITHER: &str =
    "neither JSON as a drand relay answers, nor a signature in hexadecimal digits";
