//! Runs the built tool as a user would, and looks at what it prints, writes and returns.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a failure is the test's finding"
)]

mod files;
mod frame;
mod pick;
mod run;
mod seed_file;
mod shuffle;
