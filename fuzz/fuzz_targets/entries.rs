//! Entry lists, public and weighted.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fairdraw_fuzz::entries(bytes));
