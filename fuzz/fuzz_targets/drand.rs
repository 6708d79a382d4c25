//! Signatures of drand rounds.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fairdraw_fuzz::drand(bytes));
