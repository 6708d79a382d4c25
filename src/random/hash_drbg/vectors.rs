//! NIST's vectors with their intermediate V and C, which only the inside of the crate can see.

#![allow(clippy::unwrap_used, reason = "a vector that can't be read is a failed test")]

extern crate std;

use std::{vec, vec::Vec};

use serde_json::Value;

use super::HashDrbg;

#[test]
fn cavp_vectors_without_reseeding() {
    let file = include_str!("../../../tests/vectors/hash_drbg/cavp_no_reseed_sha256.json");
    assert_eq!(run(file), Seen { vectors: 120, states: 3 * 120, outputs: 120 });
}

#[test]
fn cavp_vectors_with_reseeding() {
    let file = include_str!("../../../tests/vectors/hash_drbg/cavp_pr_false_sha256.json");
    assert_eq!(run(file), Seen { vectors: 120, states: 4 * 120, outputs: 120 });
}

#[test]
fn cavp_vectors_with_prediction_resistance() {
    let file = include_str!("../../../tests/vectors/hash_drbg/cavp_pr_true_sha256.json");
    assert_eq!(run(file), Seen { vectors: 120, states: 3 * 120, outputs: 120 });
}

#[test]
fn toolkit_examples() {
    let file = include_str!("../../../tests/vectors/hash_drbg/nist_examples_sha256.json");
    assert_eq!(run(file), Seen { vectors: 8, states: 0, outputs: 2 * 8 });
}

#[test]
fn carries_from_states_at_the_edge() {
    let file: Value = serde_json::from_str(include_str!(
        "../../../tests/vectors/hash_drbg/state_edge_sha256.json"
    ))
    .unwrap();
    let vectors = file["vectors"].as_array().unwrap();
    for vector in vectors {
        let mut drbg = HashDrbg {
            v: bytes(&vector["V"]).try_into().unwrap(),
            c: bytes(&vector["C"]).try_into().unwrap(),
            reseed_counter: vector["reseed_counter"].as_u64().unwrap(),
        };
        let mut out = vec![0; length(&vector["bytes"])];
        drbg.generate(&mut out, &bytes(&vector["additional"])).unwrap();
        let id = &vector["id"];
        assert_eq!(out, bytes(&vector["returned"]), "{id}: output");
        assert_eq!(drbg.v[..], bytes(&vector["V_after"]), "{id}: V");
        assert_eq!(drbg.c[..], bytes(&vector["C"]), "{id}: C");
        assert_eq!(
            Some(drbg.reseed_counter),
            vector["reseed_counter_after"].as_u64(),
            "{id}: counter"
        );
    }
    assert_eq!(vectors.len(), 6);
}

/// How much was compared, so that a file that lost a part can't pass.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    vectors: usize,
    states: usize,
    outputs: usize,
}

/// Runs a file of whole lives: instantiate, reseed where there is one, generate.
fn run(file: &str) -> Seen {
    let file: Value = serde_json::from_str(file).unwrap();
    let mut seen = Seen::default();
    for vector in file["vectors"].as_array().unwrap() {
        let id = &vector["id"];
        let [entropy, nonce, personalization] =
            ["entropy", "nonce", "personalization"].map(|name| bytes(&vector[name]));
        let mut drbg = HashDrbg::instantiate(&entropy, &nonce, &personalization).unwrap();
        seen.states += same_state(&drbg, &vector["state_after_instantiate"], id);

        if let Some(reseed) = vector.get("reseed") {
            drbg.reseed(&bytes(&reseed["entropy"]), &bytes(&reseed["additional"])).unwrap();
            seen.states += same_state(&drbg, &vector["state_after_reseed"], id);
        }
        for request in vector["generate"].as_array().unwrap() {
            let mut out = vec![0; length(&request["bytes"])];
            let additional = bytes(&request["additional"]);
            match request.get("entropy_pr") {
                Some(fresh) => {
                    drbg.generate_with_prediction_resistance(&bytes(fresh), &mut out, &additional)
                }
                None => drbg.generate(&mut out, &additional),
            }
            .unwrap();
            seen.states += same_state(&drbg, &request["state_after"], id);
            if let Some(returned) = request.get("returned") {
                assert_eq!(out, bytes(returned), "{id}: output");
                seen.outputs += 1;
            }
        }
        seen.vectors += 1;
    }
    seen
}

/// Compares V and C where the vector has them; says how many states were compared.
fn same_state(drbg: &HashDrbg, expected: &Value, id: &Value) -> usize {
    if expected.is_null() {
        return 0;
    }
    assert_eq!(drbg.v[..], bytes(&expected["V"]), "{id}: V");
    assert_eq!(drbg.c[..], bytes(&expected["C"]), "{id}: C");
    1
}

fn bytes(value: &Value) -> Vec<u8> {
    let digits = value.as_str().unwrap();
    let mut bytes = vec![0; digits.len() / 2];
    hex::decode_to_slice(digits, &mut bytes).unwrap();
    bytes
}

fn length(value: &Value) -> usize {
    value.as_u64().unwrap().try_into().unwrap()
}
