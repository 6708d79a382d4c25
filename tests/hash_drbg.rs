//! Hash_DRBG as a user of the library sees it. The vectors' V and C are checked inside the crate.

#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use fairdraw::random::{HashDrbg, HashDrbgError};
use rand_core::{TryCryptoRng, TryRng as _};
use serde_json::Value;

#[test]
fn toolkit_examples_give_nists_output() {
    let file = std::fs::read("tests/vectors/hash_drbg/nist_examples_sha256.json").unwrap();
    let file: Value = serde_json::from_slice(&file).unwrap();
    let mut outputs = 0;
    for vector in file["vectors"].as_array().unwrap() {
        let [entropy, nonce, personalization] =
            ["entropy", "nonce", "personalization"].map(|name| bytes(&vector[name]));
        let mut drbg = HashDrbg::instantiate(&entropy, &nonce, &personalization).unwrap();
        for request in vector["generate"].as_array().unwrap() {
            let expected = bytes(&request["returned"]);
            let additional = bytes(&request["additional"]);
            let mut out = vec![0; expected.len()];
            match request.get("entropy_pr") {
                Some(fresh) => {
                    drbg.generate_with_prediction_resistance(&bytes(fresh), &mut out, &additional)
                }
                None => drbg.generate(&mut out, &additional),
            }
            .unwrap();
            assert_eq!(out, expected, "{}", vector["id"]);
            outputs += 1;
        }
        drbg.uninstantiate();
    }
    assert_eq!(outputs, 16);
}

#[test]
fn fill_is_cut_into_requests_of_65536_bytes() {
    for length in [0, 1, 65_535, 65_536, 65_537, 200_000] {
        let [mut filled, mut requested] = [drbg(), drbg()];
        let mut out = vec![0; length];
        filled.try_fill_bytes(&mut out).unwrap();

        let mut expected = vec![0; length];
        for request in expected.chunks_mut(65_536) {
            requested.generate(request, b"").unwrap();
        }
        assert!(out == expected, "{length} bytes");
        assert_eq!(filled.try_next_u64(), requested.try_next_u64(), "state after {length} bytes");
    }
}

#[test]
fn word_is_one_big_endian_request() {
    let [mut words, mut requested] = [drbg(), drbg()];
    let (mut eight, mut four) = ([0; 8], [0; 4]);
    requested.generate(&mut eight, b"").unwrap();
    requested.generate(&mut four, b"").unwrap();
    assert_eq!(words.try_next_u64(), Ok(u64::from_be_bytes(eight)));
    assert_eq!(words.try_next_u32(), Ok(u32::from_be_bytes(four)));
}

#[test]
fn largest_request_is_65536_bytes() {
    let mut out = vec![0; 65_537];
    assert_eq!(drbg().generate(&mut out[..65_536], b""), Ok(()));
    assert_eq!(drbg().generate(&mut out, b""), Err(HashDrbgError::RequestTooLong(524_296)));
}

#[test]
fn shorter_request_begins_the_longer_one() {
    let mut longest = [0; 100];
    drbg().generate(&mut longest, b"").unwrap();
    for length in 0..100 {
        let mut out = vec![0; length];
        drbg().generate(&mut out, b"").unwrap();
        assert_eq!(out, longest[..length]);
    }
}

#[test]
fn entropy_and_nonce_have_least_lengths() {
    for (entropy, nonce, expected) in [
        (0, 0, Some(HashDrbgError::EntropyInputTooShort(0))),
        (31, 100, Some(HashDrbgError::EntropyInputTooShort(248))),
        (32, 15, Some(HashDrbgError::NonceTooShort(376))),
        (32, 16, None),
        (47, 0, Some(HashDrbgError::NonceTooShort(376))),
        (48, 0, None),
    ] {
        let made = HashDrbg::instantiate(&vec![7; entropy], &vec![9; nonce], b"");
        assert_eq!(made.err(), expected, "{entropy} and {nonce} bytes");
    }
    assert_eq!(drbg().reseed(&[7; 31], b""), Err(HashDrbgError::EntropyInputTooShort(248)));
    assert_eq!(drbg().reseed(&[7; 32], b""), Ok(()));
}

#[test]
fn is_a_source_for_everything_that_takes_one() {
    fn draw<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<u64, R::Error> {
        rng.try_next_u64()
    }
    assert_eq!(draw(&mut drbg()), drbg().try_next_u64());
}

fn drbg() -> HashDrbg {
    HashDrbg::instantiate(&[7; 32], &[9; 16], b"tests").unwrap()
}

fn bytes(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().unwrap()).unwrap()
}
