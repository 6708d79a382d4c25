//! What the library pulls in, so that nothing joins it unnoticed.

#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::{collections::BTreeSet, process::Command};

#[test]
fn library_has_six_dependencies() {
    let expected = ["getrandom", "hex", "rand_core", "sha2", "subtle", "zeroize"];
    assert_eq!(names(&packages(&["--depth", "1"])), expected.into());
}

#[test]
fn library_has_fourteen_packages_beneath_it() {
    let packages = packages(&[]);
    assert_eq!(names(&packages), BENEATH.into());
    assert_eq!(packages.len(), 14);
}

#[test]
fn checking_drand_adds_eleven_packages() {
    let packages = packages(&["--features", "drand", "--edges", "normal,build"]);
    let more = ["bls12_381", "ff", "generic-array", "group", "pairing", "version_check"];
    assert_eq!(names(&packages), BENEATH.into_iter().chain(more).collect());
    // And an older version of five: block-buffer, cpufeatures, crypto-common, digest and sha2.
    assert_eq!(packages.len(), 14 + 6 + 5);
}

#[test]
fn examining_adds_four_packages() {
    let packages = packages(&["--features", "exam", "--edges", "normal,build"]);
    let more = ["approx", "autocfg", "num-traits", "statrs"];
    assert_eq!(names(&packages), BENEATH.into_iter().chain(more).collect());
    assert_eq!(packages.len(), 14 + more.len());
}

#[test]
fn sixteen_hashes_at_a_time_add_one_package_of_ours() {
    let packages = packages(&["--features", "avx512", "--edges", "normal,build"]);
    assert_eq!(names(&packages), BENEATH.into_iter().chain(["fairdraw-sha256"]).collect());
    assert_eq!(packages.len(), 14 + 1);
}

/// The packages of the library on a common target with their versions, tests left out; the library itself left out.
fn packages(options: &[&str]) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", "fairdraw", "--edges", "normal", "--prefix", "none"])
        .args(["--format", "{p}", "--locked", "--offline", "--no-dedupe"])
        .args(["--target", "x86_64-unknown-linux-gnu"])
        .args(options)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().filter(|line| !line.starts_with("fairdraw ")).map(Into::into).collect()
}

fn names(packages: &BTreeSet<String>) -> BTreeSet<&str> {
    packages.iter().filter_map(|package| package.split(' ').next()).collect()
}

const BENEATH: [&str; 14] = [
    "block-buffer",
    "cfg-if",
    "cpufeatures",
    "crypto-common",
    "digest",
    "getrandom",
    "hex",
    "hybrid-array",
    "libc",
    "rand_core",
    "sha2",
    "subtle",
    "typenum",
    "zeroize",
];
