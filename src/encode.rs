//! The injective encoding that every hash of the protocol is taken over (SPEC, "Bytes").

use sha2::{Digest as _, Sha256};

/// Feeds `ENC(tag, parts..)` to `sink`, piece by piece, so that it needs no heap.
///
/// `ENC(tag, p1..pk) = lp(tag) || u64be(k) || lp(p1) || .. || lp(pk)` with `lp(x) = u64be(len x) || x`.
/// Every length stands before its bytes, so no two different inputs have the same encoding.
pub(crate) fn encode_into<'a>(
    tag: &str,
    parts: impl IntoIterator<Item = &'a [u8], IntoIter: Clone>,
    sink: &mut dyn FnMut(&[u8]),
) {
    let parts = parts.into_iter();
    length_prefixed(tag.as_bytes(), sink);
    sink(&length(parts.clone().count()));
    for part in parts {
        length_prefixed(part, sink);
    }
}

/// `H(tag, parts..) = SHA256(ENC(tag, parts..))`.
pub(crate) fn hash<'a>(
    tag: &str,
    parts: impl IntoIterator<Item = &'a [u8], IntoIter: Clone>,
) -> [u8; 32] {
    let mut hasher = Sha256::new();
    encode_into(tag, parts, &mut |piece| hasher.update(piece));
    hasher.finalize().into()
}

fn length_prefixed(bytes: &[u8], sink: &mut dyn FnMut(&[u8])) {
    sink(&length(bytes.len()));
    sink(bytes);
}

fn length(count: usize) -> [u8; 8] {
    // A slice's length always fits 64 bits: no target of Rust has a wider `usize`.
    (count as u64).to_be_bytes()
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::{string::ToString as _, vec::Vec};

    use super::{encode_into, hash};
    use crate::{
        Digest,
        test_vectors::{bytes, check_all, list, number, same, text},
    };

    #[test]
    fn encodings_and_hashes_are_those_of_the_reference() {
        check_all("encode", |vector| {
            let parts: Vec<Vec<u8>> = match vector.get("repeat") {
                Some(repeat) => {
                    let times = usize::try_from(number(&repeat["times"])).unwrap_or(0);
                    std::vec![text(&repeat["text"]).repeat(times).into()]
                }
                None => list(&vector["parts"]).iter().map(bytes).collect(),
            };
            let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
            let tag = text(&vector["tag"]);
            let mut encoded = Vec::new();
            encode_into(tag, parts.iter().copied(), &mut |piece| encoded.extend_from_slice(piece));
            same("length", encoded.len() as u64, number(&vector["length"]))?;
            if let Some(expected) = vector.get("encoded") {
                same("encoding", &encoded, &bytes(expected))?;
            }
            let digest = Digest::new(hash(tag, parts.iter().copied())).to_string();
            same("hash", digest.as_str(), text(&vector["sha256"]))
        });
    }
}
