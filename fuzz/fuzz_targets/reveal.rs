//! Reveals, seeds files, secret files and receipts.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fairdraw_fuzz::reveal(bytes));
