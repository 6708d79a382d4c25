//! What the library pulls in, so that nothing joins it unnoticed.

#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::{collections::BTreeSet, process::Command};

/// The packages of the library on a common target, tests left out, up to a depth; the library itself left out.
fn packages(options: &[&str]) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", "fairdraw", "--edges", "normal", "--prefix", "none"])
        .args(["--format", "{p}", "--locked", "--offline", "--all-features"])
        .args(["--target", "x86_64-unknown-linux-gnu"])
        .args(options)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    let mut names: BTreeSet<String> =
        lines.lines().filter_map(|line| line.split(' ').next()).map(Into::into).collect();
    assert!(names.remove("fairdraw"));
    names
}

#[test]
fn library_has_six_dependencies() {
    let expected = ["getrandom", "hex", "rand_core", "sha2", "subtle", "zeroize"];
    assert_eq!(packages(&["--depth", "1"]), expected.map(Into::into).into());
}

#[test]
fn library_has_fourteen_packages_beneath_it() {
    let expected = [
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
    assert_eq!(packages(&[]), expected.map(Into::into).into());
}
