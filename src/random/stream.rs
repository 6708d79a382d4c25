//! The protocol's stream of words (SPEC, "Randomness"; protocol section 5).

use core::{convert::Infallible, fmt, iter};

use rand_core::{TryCryptoRng, TryRng};
use sha2::{Digest as _, Sha256};
use zeroize::{Zeroize as _, ZeroizeOnDrop, Zeroizing};

use super::{
    batch::{BATCH, BLOCK_WORDS, Batches},
    hash_drbg::{HashDrbg, HashDrbgError},
};
use crate::encode::encode_into;

/// The words that decide a draw: the same material, purpose and names give the same words
/// everywhere and always.
///
/// A word is 8 bytes of the stream, read big-endian. The stream is Hash_DRBG's answer to requests
/// of 4,096 bytes, one after the other. A hash gives four words, and a few are made at a time: two
/// hashes at first, then twice as many each time up to 16.
///
/// Every read takes whole words, so that reads of different kinds can't get out of step: a `u64` is
/// the next word, a `u32` the high half of the next word, and a fill takes as many words as it
/// needs and drops what is left of the last.
///
/// # Security
///
/// Who knows the material knows every word; during a draw it is a secret, afterwards it is
/// published. The state and all words made are wiped on drop, copies that moves and the compiler
/// leave behind are not.
///
/// # Examples
///
/// ```
/// use fairdraw::random::Stream;
/// use rand_core::Rng;
///
/// let material = [7; 64];
/// let mut stream = Stream::new(&material, "example", &[])?;
/// let mut again = Stream::new(&material, "example", &[])?;
/// assert_eq!(stream.next_u64(), again.next_u64());
/// # Ok::<(), fairdraw::random::HashDrbgError>(())
/// ```
pub struct Stream {
    drbg: HashDrbg,
    /// The output of the current request, and how many of its blocks have not been hashed yet.
    hashgen: Batches,
    blocks_left: usize,
    /// How many blocks to hash next.
    next_batch: usize,
    /// The words that have been hashed and not been read are those from `position`.
    words: [u64; BUFFER],
    position: usize,
    /// No word before this one has been written, so that they needn't be wiped.
    written_from: usize,
}

impl Stream {
    /// Begins the stream of one purpose, told apart from others of that purpose by any number of
    /// names.
    ///
    /// # Errors
    ///
    /// Refuses material below 384 bits: there is no nonce, so it must bring the nonce's share as
    /// well. A protocol's material is above that, as its fields alone have more. Refuses material,
    /// or purpose and names, above 2³⁵ bits.
    pub fn new(material: &[u8], purpose: &str, names: &[&str]) -> Result<Self, HashDrbgError> {
        let drbg = HashDrbg::instantiate_from_pieces(material, &[], |sink| {
            let parts = iter::once(&purpose).chain(names).map(|part| part.as_bytes());
            encode_into(TAG, parts, sink);
        })?;
        let hashgen = Batches::new(drbg.v());
        Ok(Self {
            drbg,
            hashgen,
            blocks_left: REQUEST_BLOCKS,
            next_batch: FIRST_BATCH,
            words: [0; BUFFER],
            position: BUFFER,
            written_from: BUFFER,
        })
    }

    /// The stream of a seed file, such as a record of thrown dice: its material is
    /// `ENC("fairdraw/v1/seed-file", SHA256(bytes))`.
    ///
    /// `fairdraw shuffle` and `fairdraw pick` take purpose "shuffle" and no names; `fairdraw santa` and `fairdraw deal` have
    /// purposes of their names.
    ///
    /// # Errors
    ///
    /// Refuses purpose and names above 2³⁵ bits.
    pub fn of_seed_file(
        bytes: &[u8],
        purpose: &str,
        names: &[&str],
    ) -> Result<Self, HashDrbgError> {
        // As good as the seed file itself to whoever wants to know the words.
        let digest: Zeroizing<[u8; 32]> = Zeroizing::new(Sha256::digest(bytes).into());
        let mut material = Zeroizing::new([0; SEED_FILE_MATERIAL]);
        let mut rest = &mut material[..];
        encode_into(SEED_FILE_TAG, [&digest[..]], &mut |piece| {
            let (place, after) = core::mem::take(&mut rest).split_at_mut(piece.len());
            place.copy_from_slice(piece);
            rest = after;
        });
        Self::new(&*material, purpose, names)
    }

    #[inline]
    fn next_word(&mut self) -> u64 {
        if self.position >= BUFFER {
            self.refill();
        }
        let word = self.words[self.position];
        self.position += 1;
        word
    }

    /// Hashes the next blocks of the request, or the first of the next request: two, then twice as many each time.
    ///
    /// Hash_DRBG must be reseeded after 2⁴⁸ requests, which are 2⁶⁰ bytes here: 36 years at 10⁹
    /// bytes a second. Nobody gets there, so the limit is not checked, and reading a word can't
    /// fail. Beyond it the words would go on as before.
    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        if self.blocks_left == 0 {
            self.drbg.finish_request();
            self.hashgen.restart(self.drbg.v());
            self.blocks_left = REQUEST_BLOCKS;
        }
        let batch = self.next_batch.min(self.blocks_left);
        self.position = BUFFER - batch * BLOCK_WORDS;
        self.written_from = self.written_from.min(self.position);
        self.hashgen.next_words(&mut self.words[self.position..]);
        self.blocks_left -= batch;
        self.next_batch = BATCH.min(2 * self.next_batch);
    }
}

impl TryRng for Stream {
    type Error = Infallible;

    /// The high half of the next word.
    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        #[allow(clippy::cast_possible_truncation, reason = "32 bits are left")]
        Ok((self.next_word() >> 32) as u32)
    }

    /// The next word.
    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next_word())
    }

    /// The next words' bytes in the stream's order; the rest of the last word is dropped.
    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        for part in dst.chunks_mut(WORD) {
            part.copy_from_slice(&self.next_word().to_be_bytes()[..part.len()]);
        }
        Ok(())
    }
}

impl TryCryptoRng for Stream {}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stream(..)")
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // The generator and its output wipe themselves.
        self.words[self.written_from..].zeroize();
    }
}

impl ZeroizeOnDrop for Stream {}

const TAG: &str = "fairdraw/v1/stream";
const SEED_FILE_TAG: &str = "fairdraw/v1/seed-file";
/// Tag, number of parts and digest, with the lengths before them.
const SEED_FILE_MATERIAL: usize = 8 + SEED_FILE_TAG.len() + 8 + 8 + 32;

const WORD: usize = 8;

/// A request's 4,096 bytes in blocks of 32.
const REQUEST_BLOCKS: usize = 128;
const FIRST_BATCH: usize = 2;
const BUFFER: usize = BATCH * BLOCK_WORDS;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]
mod tests {
    extern crate std;

    use std::{format, vec, vec::Vec};

    use rand_core::Rng as _;
    use sha2::{Digest as _, Sha256};

    use super::*;

    /// `ENC("fairdraw/v1/material", SHA256("fairdraw commit v1\n"), "", 00..3f)`, the material of
    /// the check values.
    fn material() -> Vec<u8> {
        let commit_id = Sha256::digest(b"fairdraw commit v1\n");
        let seed: Vec<u8> = (0..64).collect();
        let mut material = Vec::new();
        encode_into("fairdraw/v1/material", [&commit_id[..], b"", &seed], &mut |piece| {
            material.extend(piece);
        });
        material
    }

    fn stream() -> Stream {
        Stream::new(&material(), "draw", &[]).unwrap()
    }

    fn take(stream: &mut Stream, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        stream.fill_bytes(&mut bytes);
        bytes
    }

    #[test]
    fn begins_as_the_protocol_says() {
        let material = material();
        assert_eq!(material.len(), 156);
        let digest = Sha256::digest(&material);
        assert_eq!(
            hex(&digest),
            "b34ca0c798a0ae7ac31d12ef901718f1217cae82a69d7ce3320b3a5d8ea38ce1"
        );

        let mut stream = stream();
        let (v, c, reseed_counter) = stream.drbg.state();
        assert_eq!(
            hex(v),
            "c1937f8187ed8bcad444d430bd324cef5145d3525954bea036b999d75de82dd3003be824e5b2a11da173948eab67853b51ba75d420f30a"
        );
        assert_eq!(
            hex(c),
            "6201ec61b578c45754561f935a777ee524ff608c127ce4d617db4aff087c0aa07a7b4a0d8282f238e7efc30001f66c7db32c2405f42dc0"
        );
        assert_eq!(reseed_counter, 1);
        let begin = take(&mut stream, 32);
        assert_eq!(hex(&begin), "1016d416e2242ba5c23d445a52240fc18876a7026c86175195ff03eef5e4d6eb");
    }

    #[test]
    fn states_are_those_of_the_reference() {
        use crate::test_vectors::{bytes, check_all, list, same, text};

        check_all("stream", |vector| {
            let names: Vec<&str> = list(&vector["names"]).iter().map(text).collect();
            let material = bytes(&vector["material"]);
            if material.len() < 48 {
                return Ok(()); // refused, see below
            }
            let stream = Stream::new(&material, text(&vector["purpose"]), &names).unwrap();
            let (v, c, _) = stream.drbg.state();
            same("V", hex(v).as_str(), text(&vector["v"]))?;
            same("C", hex(c).as_str(), text(&vector["c"]))
        });
    }

    // The known answers from here on were computed with a Python program of 40 lines that also
    // gives the protocol's check values, the whole order of 4,000 places (2 requests, 755 words)
    // among them.

    #[test]
    fn goes_on_across_requests() {
        let bytes = take(&mut stream(), 8 * 4096);
        assert_eq!(hex(&bytes[4088..4112]), "cdb68818c6a7ecec45a6f43b1c8d4ad6504fb8a03a7b739f");
        assert_eq!(hex(&bytes[8184..8208]), "2c06b2969c4d78e72d2914592f68756696c77dedc54e1308");
        let digest = Sha256::digest(&bytes);
        assert_eq!(
            hex(&digest),
            "4a8b15e06843fba89a865996e445ada90108efb2de1d4459b7bc42ada7fd5c12"
        );
    }

    #[test]
    fn purpose_and_names_make_other_streams() {
        for (purpose, names, begin) in [
            (
                "draw",
                &["a"][..],
                "a2eea0decbf9fb3936517dd5ee8aab9d27c134910e64ee3e547582ee178f284a",
            ),
            (
                "sample",
                &["north", "south east", ""],
                "ec6abb1718ce1f32bb0ae5bd99c45bc0da0cd7028585aab7d22a29f98d9168c0",
            ),
            ("", &[], "6761c3087fd6f8848edba17e7fe1e192d4fbd6f4b8c9bbc990fef04aa05b40cd"),
        ] {
            let mut stream = Stream::new(&material(), purpose, names).unwrap();
            assert_eq!(hex(&take(&mut stream, 32)), begin, "{purpose:?} {names:?}");
        }
    }

    #[test]
    fn is_the_answer_to_whole_requests() {
        // The same bytes as from the generator itself, which NIST's vectors check, however the
        // stream is read.
        let mut drbg = HashDrbg::instantiate_from_pieces(&material(), &[], |sink| {
            encode_into(TAG, [&b"draw"[..]], sink);
        })
        .unwrap();
        let mut requests = vec![0; 3 * 4096];
        for request in requests.chunks_mut(4096) {
            drbg.generate(request, &[]).unwrap();
        }

        let mut by_word = stream();
        let words: Vec<u8> = (0..3 * 512).flat_map(|_| by_word.next_u64().to_be_bytes()).collect();
        assert_eq!(words, requests);
        for length in [8, 24, 32, 40, 4096, 4104, 3 * 4096] {
            let mut in_parts = stream();
            let count = requests.len() / length * length;
            let parts: Vec<u8> =
                (0..count / length).flat_map(|_| take(&mut in_parts, length)).collect();
            assert_eq!(parts, requests[..count], "parts of {length}");
        }
    }

    #[test]
    fn every_read_takes_whole_words() {
        let words: Vec<u64> = {
            let mut stream = stream();
            (0..6).map(|_| stream.next_u64()).collect()
        };
        assert_eq!(words[..2], [0x1016_d416_e224_2ba5, 0xc23d_445a_5224_0fc1]);
        let mut stream = stream();
        assert_eq!(u64::from(stream.next_u32()), words[0] >> 32);
        assert_eq!(take(&mut stream, 3), words[1].to_be_bytes()[..3]);
        assert!(take(&mut stream, 0).is_empty());
        let expected = [words[2].to_be_bytes(), words[3].to_be_bytes()].concat();
        assert_eq!(take(&mut stream, 9), expected[..9]);
        assert_eq!(stream.next_u64(), words[4]);
        assert_eq!(u64::from(stream.next_u32()), words[5] >> 32);
    }

    #[test]
    fn hashes_a_few_blocks_ahead_within_the_request() {
        let mut stream = stream();
        assert_eq!(stream.blocks_left, 128);
        let mut left = 128;
        // Two requests: 2 + 4 + 8 + 7·16 + 2 blocks, and 8·16; then the state has changed once.
        for blocks in [2, 4, 8, 16, 16, 16, 16, 16, 16, 16, 2] {
            left -= blocks;
            for _ in 0..4 * blocks {
                stream.next_u64();
                assert_eq!(stream.blocks_left, left);
            }
        }
        assert_eq!((left, stream.drbg.state().2), (0, 1));
        for blocks in 1..=8 {
            for _ in 0..64 {
                stream.next_u64();
                assert_eq!(stream.blocks_left, 128 - 16 * blocks);
            }
        }
        assert_eq!(stream.drbg.state().2, 2);
    }

    #[test]
    fn short_material_is_refused() {
        for (length, refused) in [
            (0, Some(HashDrbgError::EntropyInputTooShort(0))),
            (31, Some(HashDrbgError::EntropyInputTooShort(248))),
            (32, Some(HashDrbgError::NonceTooShort(256))),
            (47, Some(HashDrbgError::NonceTooShort(376))),
            (48, None),
        ] {
            assert_eq!(Stream::new(&vec![7; length], "draw", &[]).err(), refused, "{length} bytes");
        }
    }

    #[test]
    fn debug_tells_nothing_of_the_words() {
        assert_eq!(format!("{:?}", stream()), "Stream(..)");
    }

    fn hex(bytes: &[u8]) -> std::string::String {
        bytes.iter().fold(std::string::String::new(), |hex, byte| format!("{hex}{byte:02x}"))
    }
}
