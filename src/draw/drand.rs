//! What a drand round proves: its signature, checked, and the randomness that follows from it (SPEC, "drand").

#[cfg(feature = "drand")]
mod bls;

use core::fmt;

use crate::{draw::chain::Chain, text::Time};

/// A round of a drand chain whose signature was checked. Only `Chain::verify` makes one, with the feature `drand`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedRound {
    chain: &'static Chain,
    round: u64,
    randomness: [u8; 32],
}

impl VerifiedRound {
    /// The chain.
    pub const fn chain(&self) -> &'static Chain {
        self.chain
    }

    /// The round.
    pub const fn round(&self) -> u64 {
        self.round
    }

    /// Its randomness: SHA-256 of the signature.
    pub const fn randomness(&self) -> [u8; 32] {
        self.randomness
    }

    /// When it was due: nobody could know it before, but for a threshold of the operators. Nothing after the year 9999.
    pub fn time(&self) -> Option<Time> {
        self.chain.time_of(self.round)
    }
}

/// Why bytes are not the signature of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignatureFault {
    /// There is no round 0.
    Round,
    /// The signature has another length than those of the chain.
    Length {
        /// The chain's length in bytes.
        wanted: usize,
        /// The one given.
        found: usize,
    },
    /// The previous signature is missing on a chained chain.
    PreviousMissing,
    /// A previous signature on a chain whose rounds don't sign one.
    PreviousGiven,
    /// The previous signature, or the genesis seed that stands for it in round 1, has another length.
    PreviousLength {
        /// The right length in bytes.
        wanted: usize,
        /// The one given.
        found: usize,
    },
    /// The bit that marks compressed points is not set.
    NotCompressed,
    /// The point at infinity, in whatever spelling.
    Infinity,
    /// A coordinate that is not below the field's prime.
    Coordinate,
    /// No point of the curve has this coordinate.
    NotOnCurve,
    /// A point of the curve outside the subgroup of prime order.
    NotInSubgroup,
    /// A signature of something else, or by somebody else.
    OtherRound {
        /// The chain's name.
        chain: &'static str,
        /// The round.
        round: u64,
    },
}

impl SignatureFault {
    /// The fault's name in the test vectors.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Round => "round",
            Self::Length { .. } => "length",
            Self::PreviousMissing => "previous-missing",
            Self::PreviousGiven => "previous-given",
            Self::PreviousLength { .. } => "previous-length",
            Self::NotCompressed => "not-compressed",
            Self::Infinity => "infinity",
            Self::Coordinate => "coordinate",
            Self::NotOnCurve => "not-on-curve",
            Self::NotInSubgroup => "not-in-subgroup",
            Self::OtherRound { .. } => "other-round",
        }
    }
}

impl Chain {
    /// Checks that `signature` is the chain's signature of a round. `previous` is the one of the round before, if rounds
    /// of this chain sign it; in round 1 the chain's genesis seed.
    ///
    /// # Errors
    ///
    /// What is wrong with the signatures.
    ///
    /// # Examples
    ///
    /// ```
    /// use fairdraw::draw::QUICKNET;
    ///
    /// let digits = "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92";
    /// let signature: [u8; 48] = std::array::from_fn(|i| u8::from_str_radix(&digits[2 * i..][..2], 16).unwrap());
    /// let round = QUICKNET.verify(123, &signature, None)?;
    /// assert_eq!(round.time().unwrap().to_string(), "2023-08-23T15:15:33Z");
    /// assert_eq!(round.randomness()[..4], [0xfb, 0x8f, 0x7b, 0xc2]);
    /// assert!(QUICKNET.verify(124, &signature, None).is_err());
    /// # Ok::<(), fairdraw::draw::SignatureFault>(())
    /// ```
    #[cfg(feature = "drand")]
    pub fn verify(
        &'static self,
        round: u64,
        signature: &[u8],
        previous: Option<&[u8]>,
    ) -> Result<VerifiedRound, SignatureFault> {
        use sha2::{Digest as _, Sha256};

        if round == 0 {
            return Err(SignatureFault::Round);
        }
        self.check_form(round, signature, previous)?;
        let mut message = Sha256::new();
        message.update(previous.unwrap_or_default());
        message.update(round.to_be_bytes());
        bls::check(self, round, message.finalize().into(), signature)?;
        Ok(VerifiedRound { chain: self, round, randomness: Sha256::digest(signature).into() })
    }

    /// The round if its signature can be checked, that is with the feature `drand`.
    pub(crate) fn verify_if_able(
        &'static self,
        round: u64,
        signature: &[u8],
        previous: Option<&[u8]>,
    ) -> Result<Option<VerifiedRound>, SignatureFault> {
        #[cfg(feature = "drand")]
        let verified = self.verify(round, signature, previous).map(Some);
        #[cfg(not(feature = "drand"))]
        let verified = self.check_form(round, signature, previous).map(|()| None);
        verified
    }

    /// Checks what is known of a round's signatures without the curve.
    pub(crate) fn check_form(
        &self,
        round: u64,
        signature: &[u8],
        previous: Option<&[u8]>,
    ) -> Result<(), SignatureFault> {
        let (wanted, found) = (self.signature_length(), signature.len());
        if wanted != found {
            return Err(SignatureFault::Length { wanted, found });
        }
        match (self.previous_length(round), previous.map(<[u8]>::len)) {
            (Some(_), None) => Err(SignatureFault::PreviousMissing),
            (None, Some(_)) => Err(SignatureFault::PreviousGiven),
            (Some(wanted), Some(found)) if wanted != found => {
                Err(SignatureFault::PreviousLength { wanted, found })
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for SignatureFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Round => f.write_str("rounds count from 1"),
            Self::Length { wanted, found } => {
                write!(f, "the signature has {found} bytes, and those of this chain have {wanted}")
            }
            Self::PreviousMissing => f.write_str(
                "the previous round's signature is missing, which rounds of this chain sign",
            ),
            Self::PreviousGiven => f.write_str(
                "a previous round's signature is given, which rounds of this chain don't sign",
            ),
            Self::PreviousLength { wanted, found } => {
                write!(
                    f,
                    "what the round signs before its number has {found} bytes in place of {wanted}"
                )
            }
            Self::NotCompressed => {
                f.write_str("the signature is not a compressed point: its first bit is not set")
            }
            Self::Infinity => f.write_str("the signature is the point at infinity"),
            Self::Coordinate => {
                f.write_str("the signature has a coordinate that is not below the field's prime")
            }
            Self::NotOnCurve => f.write_str("the signature is not a point of the curve"),
            Self::NotInSubgroup => {
                f.write_str("the signature is a point outside the subgroup of prime order")
            }
            Self::OtherRound { chain, round } => {
                write!(f, "the signature is not the one of drand {chain} round {round}")
            }
        }
    }
}

impl core::error::Error for SignatureFault {}
