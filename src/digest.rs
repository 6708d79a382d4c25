//! Public 32-byte values.

use core::{fmt, str::FromStr};

use zeroize::Zeroize as _;

/// A SHA-256 digest: a commit id, a root, a seed's commitment. Public, written as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

/// A text that isn't 64 lower-case hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseDigestError;

impl Digest {
    /// The digest with these bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 32 bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Hex(&self.0).fmt(f)
    }
}

/// Bytes printed as lower-case hexadecimal digits, without a string in between that would hold a copy of them.
pub(crate) struct Hex<'a>(pub(crate) &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl FromStr for Digest {
    type Err = ParseDigestError;

    fn from_str(text: &str) -> Result<Self, ParseDigestError> {
        parse_hex(text).map(Self).ok_or(ParseDigestError)
    }
}

impl fmt::Display for ParseDigestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not 64 lower-case hexadecimal digits")
    }
}

impl core::error::Error for ParseDigestError {}

/// SHA-256 of a text as it is printed, without a string in between.
#[cfg(feature = "alloc")]
pub(crate) fn sha256_of(text: &impl fmt::Display) -> Digest {
    use core::fmt::Write as _;

    use sha2::{Digest as _, Sha256};

    struct Hashing(Sha256);

    impl fmt::Write for Hashing {
        fn write_str(&mut self, piece: &str) -> fmt::Result {
            self.0.update(piece);
            Ok(())
        }
    }

    let mut hashing = Hashing(Sha256::new());
    // Neither the hash nor our own printing fails.
    let _ = write!(hashing, "{text}");
    Digest(hashing.0.finalize().into())
}

/// `N` bytes from exactly `2·N` lower-case hexadecimal digits: the one spelling that the protocol's files have.
pub(crate) fn parse_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    if !is_lower_hex(text) {
        return None;
    }
    let mut bytes = [0; N];
    if hex::decode_to_slice(text, &mut bytes).is_err() {
        // What was decoded so far may be a part of a secret.
        bytes.zeroize();
        return None;
    }
    Some(bytes)
}

/// Whether the text has nothing but the digits 0-9 and a-f.
pub(crate) fn is_lower_hex(text: &str) -> bool {
    text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString;

    use super::*;

    const TEXT: &str = "5d92e1a57ecd743bab8c7132afad8a9038eb05188c8f0ef4eeed2b2c0f0cf576";

    #[test]
    fn a_digest_has_one_spelling() {
        assert_eq!(TEXT.parse::<Digest>().map(|d| d.to_string()).as_deref(), Ok(TEXT));
        let long = std::format!("{TEXT}0");
        for wrong in ["", &TEXT[1..], &long, &TEXT.to_uppercase(), &TEXT.replace('5', "g")] {
            assert_eq!(wrong.parse::<Digest>(), Err(ParseDigestError), "{wrong}");
        }
    }
}
