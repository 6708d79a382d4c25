//! The injective encoding that every hash of the protocol is taken over (SPEC, "Bytes").

use sha2::{Digest as _, Sha256};

/// Feeds `ENC(tag, parts..)` to `sink`, piece by piece.
///
/// `ENC(tag, p1..pk) = lp(tag) || u64be(k) || lp(p1) || .. || lp(pk)` with `lp(x) = u64be(len x) || x`.
/// Every length stands before its bytes, so no two different inputs have the same encoding.
pub(crate) fn encode_into(tag: &str, parts: &[&[u8]], sink: &mut impl FnMut(&[u8])) {
    length_prefixed(tag.as_bytes(), sink);
    sink(&length(parts.len()));
    for part in parts {
        length_prefixed(part, sink);
    }
}

/// `H(tag, parts..) = SHA256(ENC(tag, parts..))`.
pub(crate) fn hash(tag: &str, parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    encode_into(tag, parts, &mut |piece| hasher.update(piece));
    hasher.finalize().into()
}

fn length_prefixed(bytes: &[u8], sink: &mut impl FnMut(&[u8])) {
    sink(&length(bytes.len()));
    sink(bytes);
}

fn length(count: usize) -> [u8; 8] {
    // A slice's length always fits 64 bits: no target of Rust has a wider `usize`.
    (count as u64).to_be_bytes()
}
