//! Public randomness named in the commit: drand rounds, and public text such as dice or lottery numbers.

use alloc::{string::String, vec::Vec};

use sha2::{Digest as _, Sha256};

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
