//! Runs the built tool as a user would, and looks at what it prints, writes and returns.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a failure is the test's finding"
)]

mod audit;
mod beside;
mod by_hand;
mod certificate;
mod copying;
mod deal;
mod dice;
mod drand;
mod draw;
mod emit;
mod exam;
mod family;
mod files;
mod folder;
mod frame;
mod graded;
mod history;
mod hostile;
mod import;
mod inspect;
mod messages;
mod order;
mod outcome;
mod overwriting;
mod parties;
mod pick;
mod plan;
mod receipts;
mod reconcile;
mod run;
mod sample;
mod santa;
mod seed_file;
mod shuffle;
mod steps;
mod tampering;
#[cfg(feature = "timestamps")]
mod timestamps;
mod vector_folders;
mod verify;
