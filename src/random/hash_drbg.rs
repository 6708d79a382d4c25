//! Hash_DRBG with SHA-256: NIST SP 800-90A Rev. 1, section 10.1.1. Step numbers are of that
//! document.

use core::{error, fmt, slice};

use rand_core::{TryCryptoRng, TryRng};
use sha2::{Digest as _, Sha256, block_api::compress256};
use zeroize::{Zeroize as _, ZeroizeOnDrop, Zeroizing};

/// A deterministic random bit generator: Hash_DRBG with SHA-256, security strength 256 bits.
///
/// The caller brings the entropy; the generator expands it. As [`TryRng`] it makes requests without
/// additional input: a fill is cut into requests of 65,536 bytes (the standard's 2¹⁹ bits) and a
/// last shorter one, an empty fill makes none; a `u64` is one request of 8 bytes and a `u32` one of
/// 4 bytes, both read big-endian. Each request costs at least two hashes, so
/// [`Stream`](super::Stream) is the cheaper source of single words.
///
/// # Security
///
/// Lengths are checked, entropy can't be: 32 zero bytes are accepted. The state is wiped on drop,
/// but a move may leave a copy behind that nothing wipes, as may the compiler. The counter of
/// Hashgen is increased in a time that depends on how many of its last bytes are `ff`.
///
/// # Examples
///
/// ```
/// use fairdraw::random::HashDrbg;
///
/// // The first example of NIST's Cryptographic Toolkit.
/// let entropy: Vec<u8> = (0x00..=0x36).collect();
/// let nonce: Vec<u8> = (0x20..=0x27).collect();
/// let mut drbg = HashDrbg::instantiate(&entropy, &nonce, b"")?;
/// let mut out = [0; 64];
/// drbg.generate(&mut out, b"")?;
/// assert_eq!(out[..4], [0x77, 0xe0, 0x5a, 0x0e]);
/// drbg.uninstantiate();
/// # Ok::<(), fairdraw::random::HashDrbgError>(())
/// ```
pub struct HashDrbg {
    v: [u8; SEEDLEN],
    c: [u8; SEEDLEN],
    /// The number of the next request since (re)seeding, from 1.
    reseed_counter: u64,
}

impl HashDrbg {
    /// Makes a generator from entropy, a nonce and an optional personalization string (empty for
    /// none).
    ///
    /// # Errors
    ///
    /// Refuses an entropy input below 256 bits, entropy input and nonce together below 384 bits
    /// (8.6.7: the nonce adds half the security strength, unless the entropy input brings it), and
    /// an input above 2³⁵ bits.
    pub fn instantiate(
        entropy_input: &[u8],
        nonce: &[u8],
        personalization: &[u8],
    ) -> Result<Self, HashDrbgError> {
        Self::instantiate_from_pieces(entropy_input, nonce, |sink| sink(personalization))
    }

    /// Like [`instantiate`](Self::instantiate), with a personalization string that is never in one
    /// place.
    ///
    /// `personalization` hands its pieces to the function it is given. It is called twice, once to
    /// measure.
    pub(super) fn instantiate_from_pieces(
        entropy_input: &[u8],
        nonce: &[u8],
        personalization: impl Fn(&mut dyn FnMut(&[u8])),
    ) -> Result<Self, HashDrbgError> {
        let mut personalization_bits = 0_u64;
        personalization(&mut |piece| {
            personalization_bits = personalization_bits.saturating_add(bits(piece));
        });
        check_entropy(bits(entropy_input))?;
        check_entropy_with_nonce(bits(entropy_input), bits(nonce))?;
        check_input(bits(nonce))?;
        check_input(personalization_bits)?;

        let mut seed = Zeroizing::new([0; SEEDLEN]);
        // 10.1.1.2 steps 1 and 2
        hash_df(&mut seed, |sink| {
            sink(entropy_input);
            sink(nonce);
            personalization(sink);
        });
        let mut drbg = Self { v: [0; SEEDLEN], c: [0; SEEDLEN], reseed_counter: 1 };
        drbg.start(&seed); // 10.1.1.2 steps 3 to 5
        Ok(drbg)
    }

    /// Mixes new entropy, and additional input (empty for none), into the state.
    ///
    /// # Errors
    ///
    /// Refuses an entropy input below 256 bits and an input above 2³⁵ bits. The state is then
    /// unchanged.
    pub fn reseed(
        &mut self,
        entropy_input: &[u8],
        additional_input: &[u8],
    ) -> Result<(), HashDrbgError> {
        check_entropy(bits(entropy_input))?;
        check_input(bits(additional_input))?;

        let mut seed = Zeroizing::new([0; SEEDLEN]);
        // 10.1.1.3 steps 1 and 2
        hash_df(&mut seed, |sink| {
            sink(&[0x01]);
            sink(&self.v);
            sink(entropy_input);
            sink(additional_input);
        });
        self.start(&seed); // 10.1.1.3 steps 3 to 5
        Ok(())
    }

    /// Answers one request: fills `out`, mixing in additional input (empty for none) before.
    ///
    /// An empty `out` is a request too: it changes the state.
    ///
    /// # Errors
    ///
    /// Refuses a request above 2¹⁹ bits and additional input above 2³⁵ bits, and every request once
    /// 2⁴⁸ were answered since the last seeding. `out` and the state are then unchanged.
    pub fn generate(
        &mut self,
        out: &mut [u8],
        additional_input: &[u8],
    ) -> Result<(), HashDrbgError> {
        check_request(bits(out))?;
        check_input(bits(additional_input))?;
        // 10.1.1.4 step 1
        if self.reseed_counter > RESEED_INTERVAL {
            return Err(HashDrbgError::ReseedRequired);
        }
        // 10.1.1.4 step 2
        if !additional_input.is_empty() {
            let mut w = Zeroizing::new([0; OUTLEN]);
            hash(&mut w, &[&[0x02], &self.v, additional_input]);
            add(&mut self.v, &*w);
        }
        // 10.1.1.4 step 3
        let mut hashgen = Hashgen::new(&self.v);
        let (blocks, rest) = out.as_chunks_mut();
        for block in blocks {
            hashgen.next_block(block);
        }
        if !rest.is_empty() {
            let mut block = Zeroizing::new([0; OUTLEN]);
            hashgen.next_block(&mut block);
            rest.copy_from_slice(&block[..rest.len()]); // Hashgen step 5
        }
        self.finish_request();
        Ok(())
    }

    /// Answers one request with prediction resistance: reseeds from fresh entropy first.
    ///
    /// The additional input goes into the reseed and not into the request (9.3.1 step 7.4).
    ///
    /// # Errors
    ///
    /// As for [`reseed`](Self::reseed) and [`generate`](Self::generate). `out` and the state are
    /// then unchanged.
    pub fn generate_with_prediction_resistance(
        &mut self,
        entropy_input: &[u8],
        out: &mut [u8],
        additional_input: &[u8],
    ) -> Result<(), HashDrbgError> {
        check_request(bits(out))?; // 9.3.1 step 2, before the state is touched
        self.reseed(entropy_input, additional_input)?; // 9.3.1 step 7.1
        self.generate(out, &[]) // 9.3.1 step 8
    }

    /// Ends the generator's life and wipes its state (9.4), as dropping it does.
    pub fn uninstantiate(self) {
        drop(self);
    }

    /// V, whose Hashgen is the output of the next request;
    /// [`finish_request`](Self::finish_request) ends the request.
    ///
    /// The two leave out the checks of [`generate`](Self::generate), which are then the caller's.
    pub(super) fn v(&self) -> &[u8; SEEDLEN] {
        &self.v
    }

    /// Changes the state after a request, so that its output can't be found from the new state.
    pub(super) fn finish_request(&mut self) {
        let mut h = Zeroizing::new([0; OUTLEN]);
        hash(&mut h, &[&[0x03], &self.v]); // 10.1.1.4 step 4
        add(&mut self.v, &*h); // step 5
        add(&mut self.v, &self.c);
        add(&mut self.v, &self.reseed_counter.to_be_bytes());
        self.reseed_counter += 1; // step 6
    }

    /// What instantiating and reseeding end with: V and C from the seed, and the counter from 1.
    fn start(&mut self, seed: &[u8; SEEDLEN]) {
        self.v = *seed;
        hash_df(&mut self.c, |sink| {
            sink(&[0x00]);
            sink(seed);
        });
        self.reseed_counter = 1;
    }

    #[cfg(test)]
    pub(super) fn state(&self) -> (&[u8], &[u8], u64) {
        (&self.v, &self.c, self.reseed_counter)
    }
}

impl TryRng for HashDrbg {
    type Error = HashDrbgError;

    fn try_next_u32(&mut self) -> Result<u32, HashDrbgError> {
        let mut bytes = Zeroizing::new([0; 4]);
        self.generate(&mut *bytes, &[])?;
        Ok(u32::from_be_bytes(*bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, HashDrbgError> {
        let mut bytes = Zeroizing::new([0; 8]);
        self.generate(&mut *bytes, &[])?;
        Ok(u64::from_be_bytes(*bytes))
    }

    /// Fills `dst`; after an error it is all zero, so that half a fill can't be taken for a whole
    /// one.
    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), HashDrbgError> {
        let filled =
            dst.chunks_mut(MAX_REQUEST_BYTES).try_for_each(|request| self.generate(request, &[]));
        if filled.is_err() {
            dst.zeroize();
        }
        filled
    }
}

impl TryCryptoRng for HashDrbg {}

impl fmt::Debug for HashDrbg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HashDrbg(..)")
    }
}

impl Drop for HashDrbg {
    fn drop(&mut self) {
        self.v.zeroize();
        self.c.zeroize();
        self.reseed_counter.zeroize();
    }
}

impl ZeroizeOnDrop for HashDrbg {}

/// Why [`HashDrbg`] refused. Lengths are in bits, as in the standard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum HashDrbgError {
    /// The entropy input has fewer bits than the security strength, 256.
    EntropyInputTooShort(u64),
    /// Entropy input and nonce together have fewer bits than one and a half times the security
    /// strength, 384.
    NonceTooShort(u64),
    /// A nonce, personalization string, entropy or additional input has more than 2³⁵ bits.
    InputTooLong(u64),
    /// More than 2¹⁹ bits were requested at once.
    RequestTooLong(u64),
    /// 2⁴⁸ requests were answered since the last seeding.
    ReseedRequired,
}

impl fmt::Display for HashDrbgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EntropyInputTooShort(bits) => {
                write!(f, "entropy input of {bits} bits, at least {MIN_ENTROPY_BITS} are needed")
            }
            Self::NonceTooShort(bits) => {
                write!(
                    f,
                    "entropy input and nonce of {bits} bits, at least {MIN_ENTROPY_WITH_NONCE_BITS} are needed"
                )
            }
            Self::InputTooLong(bits) => {
                write!(f, "input of {bits} bits, at most {MAX_INPUT_BITS} are allowed")
            }
            Self::RequestTooLong(bits) => {
                write!(f, "request of {bits} bits, at most {MAX_REQUEST_BITS} are allowed")
            }
            Self::ReseedRequired => write!(f, "reseed required after {RESEED_INTERVAL} requests"),
        }
    }
}

impl error::Error for HashDrbgError {}

/// The process Hashgen of 10.1.1.4: SHA-256 of V, V + 1, V + 2, ..
///
/// Every shorter output is the beginning of a longer one, so a request can be answered as far as it
/// is read.
///
/// V has 440 bits, which SHA-256's padding makes one block of 512: the hash is a single compression
/// of the initial hash value (FIPS 180-4, 5.1.1 and 6.2). The block is padded once and only V changes.
pub(super) struct Hashgen {
    block: [u8; 64],
}

impl Hashgen {
    pub(super) fn new(v: &[u8; SEEDLEN]) -> Self {
        Self { block: padded(v) } // Hashgen step 2
    }

    pub(super) fn next_block(&mut self, out: &mut [u8; OUTLEN]) {
        // Hashgen step 4.1
        let mut hash = SHA256_INITIAL;
        compress256(&mut hash, slice::from_ref(&self.block));
        let (words, _) = out.as_chunks_mut();
        for (bytes, word) in words.iter_mut().zip(&hash) {
            *bytes = word.to_be_bytes();
        }
        hash.zeroize();
        // Step 4.3, modulo 2⁴⁴⁰. Of 256 increments 255 end at the last byte.
        for digit in self.block[..SEEDLEN].iter_mut().rev() {
            *digit = digit.wrapping_add(1);
            if *digit != 0 {
                break;
            }
        }
    }
}

impl Drop for Hashgen {
    fn drop(&mut self) {
        self.block.zeroize();
    }
}

/// V as the one block of a SHA-256 message (FIPS 180-4, 5.1.1).
pub(super) fn padded(v: &[u8; SEEDLEN]) -> [u8; 64] {
    let mut block = [0; 64];
    block[..SEEDLEN].copy_from_slice(v);
    block[SEEDLEN] = 0x80;
    block[60..].copy_from_slice(&SEEDLEN_BITS.to_be_bytes());
    block
}

/// The derivation function Hash_df of 10.3.1 for 440 bits, over the pieces that `feed` hands to its
/// argument.
///
/// Two digests make 512 bits. They are of the same input behind different prefixes, so one pass
/// feeds both.
fn hash_df(seed: &mut [u8; SEEDLEN], feed: impl FnOnce(&mut dyn FnMut(&[u8]))) {
    let mut hashers = [1_u8, 2].map(|counter| {
        let prefix = Sha256::new().chain_update([counter]);
        prefix.chain_update(SEEDLEN_BITS.to_be_bytes())
    });
    feed(&mut |piece| hashers.iter_mut().for_each(|hasher| hasher.update(piece)));
    // 10.3.1 steps 4 and 5
    let mut digest = Zeroizing::new([0; OUTLEN]);
    for (hasher, part) in hashers.into_iter().zip(seed.chunks_mut(OUTLEN)) {
        hasher.finalize_into((&mut *digest).into());
        part.copy_from_slice(&digest[..part.len()]);
    }
}

fn hash(digest: &mut [u8; OUTLEN], pieces: &[&[u8]]) {
    let mut hasher = Sha256::new();
    for piece in pieces {
        hasher.update(piece);
    }
    hasher.finalize_into(digest.into());
}

/// `sum = (sum + addend) mod 2⁴⁴⁰`, both big-endian; an addend may be shorter.
fn add(sum: &mut [u8; SEEDLEN], addend: &[u8]) {
    let mut carry = 0;
    let addend = addend.iter().rev().copied().chain(core::iter::repeat(0));
    for (digit, other) in sum.iter_mut().rev().zip(addend) {
        [carry, *digit] = (u16::from(*digit) + u16::from(other) + u16::from(carry)).to_be_bytes();
    }
}

fn check_entropy(entropy_bits: u64) -> Result<(), HashDrbgError> {
    if entropy_bits < MIN_ENTROPY_BITS {
        return Err(HashDrbgError::EntropyInputTooShort(entropy_bits));
    }
    check_input(entropy_bits)
}

fn check_entropy_with_nonce(entropy_bits: u64, nonce_bits: u64) -> Result<(), HashDrbgError> {
    let together = entropy_bits.saturating_add(nonce_bits);
    if together < MIN_ENTROPY_WITH_NONCE_BITS {
        return Err(HashDrbgError::NonceTooShort(together));
    }
    Ok(())
}

fn check_input(input_bits: u64) -> Result<(), HashDrbgError> {
    if input_bits > MAX_INPUT_BITS {
        return Err(HashDrbgError::InputTooLong(input_bits));
    }
    Ok(())
}

fn check_request(request_bits: u64) -> Result<(), HashDrbgError> {
    if request_bits > MAX_REQUEST_BITS {
        return Err(HashDrbgError::RequestTooLong(request_bits));
    }
    Ok(())
}

fn bits(bytes: &[u8]) -> u64 {
    // A slice is shorter than 2⁶³ bytes, whose bits may not fit; what saturates is over every limit
    // anyway.
    (bytes.len() as u64).saturating_mul(8)
}

/// SHA-256's digest, in bytes.
const OUTLEN: usize = 32;

/// The state's length for SHA-256 (10.1 table 2), in bytes: 440 bits.
pub(super) const SEEDLEN: usize = 55;
const SEEDLEN_BITS: u32 = 440;

/// SHA-256's initial hash value (FIPS 180-4, 5.3.3).
pub(super) const SHA256_INITIAL: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

// 10.1 table 2
const MIN_ENTROPY_BITS: u64 = 256;
const MAX_INPUT_BITS: u64 = 1 << 35;
const MAX_REQUEST_BITS: u64 = 1 << 19;
const MAX_REQUEST_BYTES: usize = 1 << 16;
const RESEED_INTERVAL: u64 = 1 << 48;

// 8.6.7: a nonce of half the security strength beside the entropy input
const MIN_ENTROPY_WITH_NONCE_BITS: u64 = 384;

#[cfg(test)]
mod vectors;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]
mod tests {
    extern crate std;

    use std::{format, string::ToString as _, vec};

    use super::*;

    const OVER: u64 = u64::MAX;

    fn drbg() -> HashDrbg {
        HashDrbg::instantiate(&[7; 32], &[9; 16], b"tests").unwrap()
    }

    #[test]
    fn every_limit_holds_on_both_sides() {
        use HashDrbgError::{EntropyInputTooShort, InputTooLong, NonceTooShort, RequestTooLong};

        assert_eq!(check_entropy(0), Err(EntropyInputTooShort(0)));
        assert_eq!(check_entropy(255), Err(EntropyInputTooShort(255)));
        assert_eq!(check_entropy(256), Ok(()));
        assert_eq!(check_entropy(1 << 35), Ok(()));
        assert_eq!(check_entropy((1 << 35) + 1), Err(InputTooLong((1 << 35) + 1)));

        assert_eq!(check_entropy_with_nonce(256, 127), Err(NonceTooShort(383)));
        assert_eq!(check_entropy_with_nonce(256, 128), Ok(()));
        assert_eq!(check_entropy_with_nonce(383, 0), Err(NonceTooShort(383)));
        assert_eq!(check_entropy_with_nonce(384, 0), Ok(()));
        assert_eq!(check_entropy_with_nonce(OVER, OVER), Ok(()));

        assert_eq!(check_input(0), Ok(()));
        assert_eq!(check_input(1 << 35), Ok(()));
        assert_eq!(check_input((1 << 35) + 1), Err(InputTooLong((1 << 35) + 1)));
        assert_eq!(check_input(OVER), Err(InputTooLong(OVER)));

        assert_eq!(check_request(0), Ok(()));
        assert_eq!(check_request(1 << 19), Ok(()));
        assert_eq!(check_request((1 << 19) + 1), Err(RequestTooLong((1 << 19) + 1)));
        assert_eq!(check_request(OVER), Err(RequestTooLong(OVER)));
    }

    #[test]
    fn personalization_is_measured_over_all_its_pieces() {
        // The pieces are only counted before the refusal: 2¹² times 2²⁰ bytes are 2³⁵ bits, and one
        // byte more.
        let mebibyte = vec![0; 1 << 20];
        let refused = HashDrbg::instantiate_from_pieces(&[7; 48], &[], |sink| {
            (0..1 << 12).for_each(|_| sink(&mebibyte));
            sink(&[0]);
        });
        assert_eq!(refused.unwrap_err(), HashDrbgError::InputTooLong((1 << 35) + 8));
    }

    #[test]
    fn pieces_of_personalization_count_as_one_string() {
        let whole = drbg();
        let pieces = HashDrbg::instantiate_from_pieces(&[7; 32], &[9; 16], |sink| {
            sink(b"te");
            sink(b"");
            sink(b"sts");
        });
        assert_eq!(pieces.unwrap().state(), whole.state());
    }

    #[test]
    fn request_after_the_reseed_interval_is_refused_until_reseeded() {
        let mut drbg = drbg();
        drbg.reseed_counter = RESEED_INTERVAL;
        let mut out = [0; 8];
        assert_eq!(drbg.generate(&mut out, b""), Ok(()));
        assert_eq!(drbg.reseed_counter, RESEED_INTERVAL + 1);

        let v = drbg.v;
        let mut out = [0xaa; 8];
        assert_eq!(drbg.generate(&mut out, b"more"), Err(HashDrbgError::ReseedRequired));
        assert_eq!((out, drbg.v), ([0xaa; 8], v));
        assert_eq!(drbg.try_next_u64(), Err(HashDrbgError::ReseedRequired));
        assert_eq!(drbg.try_next_u32(), Err(HashDrbgError::ReseedRequired));

        assert_eq!(drbg.generate_with_prediction_resistance(&[1; 32], &mut out, b""), Ok(()));
        assert_eq!(drbg.reseed_counter, 2);
        drbg.reseed_counter = RESEED_INTERVAL + 1;
        assert_eq!(drbg.reseed(&[1; 32], b""), Ok(()));
        assert_eq!(drbg.generate(&mut out, b""), Ok(()));
    }

    #[test]
    fn fill_that_fails_half_way_leaves_only_zeros() {
        let mut drbg = drbg();
        drbg.reseed_counter = RESEED_INTERVAL;
        let mut out = vec![0xaa; MAX_REQUEST_BYTES + 1];
        assert_eq!(drbg.try_fill_bytes(&mut out), Err(HashDrbgError::ReseedRequired));
        assert!(out.iter().all(|&byte| byte == 0));
    }

    #[test]
    fn refused_call_leaves_the_state_as_it_was() {
        let mut drbg = drbg();
        let (v, c) = (drbg.v, drbg.c);
        let mut long = vec![0xaa; MAX_REQUEST_BYTES + 1];
        let too_long = Err(HashDrbgError::RequestTooLong((1 << 19) + 8));
        assert_eq!(drbg.generate(&mut long, b""), too_long);
        assert_eq!(drbg.generate_with_prediction_resistance(&[1; 32], &mut long, b""), too_long);
        let too_short = Err(HashDrbgError::EntropyInputTooShort(248));
        assert_eq!(drbg.reseed(&[1; 31], b""), too_short);
        assert_eq!(
            drbg.generate_with_prediction_resistance(&[1; 31], &mut long[..8], b""),
            too_short
        );
        assert!(long.iter().all(|&byte| byte == 0xaa));
        assert_eq!(drbg.state(), (&v[..], &c[..], 1));
    }

    #[test]
    fn hashgen_counter_carries_through_every_byte() {
        let mut hashgen = Hashgen::new(&[0xff; SEEDLEN]);
        hashgen.next_block(&mut [0; OUTLEN]);
        assert_eq!(hashgen.block[..SEEDLEN], [0; SEEDLEN]);
        hashgen.block[SEEDLEN - 2..SEEDLEN].copy_from_slice(&[0x12, 0xff]);
        hashgen.next_block(&mut [0; OUTLEN]);
        assert_eq!(hashgen.block[SEEDLEN - 3..SEEDLEN], [0x00, 0x13, 0x00]);
    }

    #[test]
    fn hashgen_hashes_like_sha256() {
        let mut hashgen = Hashgen::new(&[0x5a; SEEDLEN]);
        let mut data = [0x5a; SEEDLEN];
        for low in 0x5a..=0xff {
            data[SEEDLEN - 1] = low;
            let mut block = [0; OUTLEN];
            hashgen.next_block(&mut block);
            assert_eq!(block[..], *Sha256::digest(data));
        }
    }

    #[test]
    fn debug_tells_nothing_of_the_state() {
        assert_eq!(format!("{:?}", drbg()), "HashDrbg(..)");
    }

    #[test]
    fn errors_say_what_was_given_and_what_is_needed() {
        let said = HashDrbg::instantiate(&[0; 31], &[], b"").unwrap_err().to_string();
        assert_eq!(said, "entropy input of 248 bits, at least 256 are needed");
        let said = HashDrbg::instantiate(&[0; 32], &[0; 15], b"").unwrap_err().to_string();
        assert_eq!(said, "entropy input and nonce of 376 bits, at least 384 are needed");
        let said = HashDrbgError::InputTooLong(OVER).to_string();
        assert_eq!(said, "input of 18446744073709551615 bits, at most 34359738368 are allowed");
        let said = HashDrbgError::RequestTooLong(524_296).to_string();
        assert_eq!(said, "request of 524296 bits, at most 524288 are allowed");
        assert_eq!(
            HashDrbgError::ReseedRequired.to_string(),
            "reseed required after 281474976710656 requests"
        );
    }
}
