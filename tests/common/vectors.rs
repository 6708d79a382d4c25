//! Reads the vectors of `audit/vectors`, which an independent program wrote.
//!
//! The library's own tests use this file too, so it names what the library doesn't have at hand.

#![allow(dead_code, reason = "no test uses all of it")]
#![allow(clippy::unwrap_used, reason = "a vector that can't be read is a failed test")]

extern crate std;

use std::{fmt::Debug, format, string::String, vec, vec::Vec};

use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// Runs `check` on every vector of a file; ends with all that it found wrong, each with the vector's id.
pub(crate) fn check_all(name: &str, mut check: impl FnMut(&Value) -> Result<(), String>) {
    let text = std::fs::read_to_string(format!("audit/vectors/{name}.json")).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    let vectors = file["vectors"].as_array().unwrap();
    let (mut checked, mut wrong) = (0, Vec::new());
    for vector in vectors {
        if let Err(what) = check(vector) {
            wrong.push(format!("{name}: {}: {what}", vector["id"]));
        }
        checked += 1;
    }
    assert!(wrong.is_empty(), "{} of {checked} vectors:\n{}", wrong.len(), wrong.join("\n"));
    assert!(checked > 0);
    assert_eq!(file["count"], checked, "{name}: the file has another number of vectors");
}

/// Compares the digests of one kind in `accumulated.json`; `draw` gives the numbers that a draw feeds.
pub(crate) fn check_accumulated(kind: &str, mut draw: impl FnMut(u64) -> Vec<u64>) {
    let mut digest = Sha256::new();
    let mut done = 0;
    check_all("accumulated", |vector| {
        if text(&vector["kind"]) != kind {
            return Ok(());
        }
        let draws = number(&vector["draws"]);
        for number in (done..draws).flat_map(&mut draw) {
            digest.update(number.to_be_bytes());
        }
        done = draws;
        let found = digest.clone().finalize();
        same("digest", found.as_slice(), &bytes(&vector["sha256"]))
    });
    assert_eq!(done, 100_000, "{kind}");
}

/// `ENC("fairdraw/v1/test", kind, u64be(number))`, written out by hand.
pub(crate) fn accumulated_material(kind: &str, number: u64) -> Vec<u8> {
    let length_prefixed = |part: &[u8]| [&(part.len() as u64).to_be_bytes(), part].concat();
    [
        length_prefixed(b"fairdraw/v1/test"),
        2_u64.to_be_bytes().into(),
        length_prefixed(kind.as_bytes()),
        length_prefixed(&number.to_be_bytes()),
    ]
    .concat()
}

/// `Ok` if both are equal.
#[allow(clippy::needless_pass_by_value, reason = "calls read better without references")]
pub(crate) fn same<T: PartialEq + Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what}: found {found:.200?}, expected {expected:.200?}"))
    }
}

pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

pub(crate) fn bytes(value: &Value) -> Vec<u8> {
    // Not `hex::decode`, which isn't there without the feature `alloc`.
    let digits = text(value);
    let mut bytes = vec![0; digits.len() / 2];
    hex::decode_to_slice(digits, &mut bytes).unwrap();
    bytes
}

/// A number, or the decimal digits of one that JavaScript's numbers can't hold.
/// A text, `{hex}`, or `{before, repeat, times, then}`, where `before` may be missing.
pub(crate) fn file_bytes(file: &Value) -> Vec<u8> {
    if let Some(text) = file.as_str() {
        return text.into();
    }
    if let Some(hex) = file.get("hex") {
        return bytes(hex);
    }
    let times = usize::try_from(file["times"].as_u64().unwrap()).unwrap();
    let before = file["before"].as_str().unwrap_or_default();
    (String::from(before) + &text(&file["repeat"]).repeat(times) + text(&file["then"])).into()
}

pub(crate) fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| text(value).parse().unwrap())
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

pub(crate) fn numbers(value: &Value) -> Vec<u64> {
    list(value).iter().map(number).collect()
}
