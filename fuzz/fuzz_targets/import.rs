//! The tool's importer.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fairdraw_fuzz::import(bytes));
