//! What the fuzz targets check, one function each: no bytes make it panic.
//!
//! The targets in `fuzz_targets` hand them libFuzzer's bytes, and `tests/corpus.rs` those of the files in `corpus`.
#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "a panic is what a fuzzer looks for"
)]

mod commit;
mod drand;
mod entries;
mod import;
mod reveal;
mod verify;

/// The tool's importer. It is a part of a program and no library, so it is built here from the same files.
#[path = "../../cli/src"]
#[allow(dead_code, unused_imports, reason = "the importer's callers are in the tool")]
#[allow(missing_docs, unreachable_pub, reason = "checked where it belongs")]
mod cli {
    #[cfg(unix)]
    pub(crate) mod both;
    pub(crate) mod error;
    pub(crate) mod input;
    pub(crate) mod read;
}

pub use commit::commit;
pub use drand::drand;
pub use entries::entries;
pub use import::import;
pub use reveal::reveal;
pub use verify::verify;

// The importer knows these as `crate::both`, `crate::error`, `crate::output`, `crate::read` and `crate::term`.
#[cfg(unix)]
use cli::both;
#[allow(unused_imports, reason = "which of them it needs is the tool's affair")]
use cli::{error, read};
mod output {
    /// The tool's own writes files. Here a long list is none.
    #[allow(dead_code, reason = "for a long list, which no target makes")]
    pub(crate) trait Contents {
        fn open(&self) -> std::io::Result<Box<dyn std::io::Read + '_>>;
    }
}
mod term {
    /// The tool's own writes out what would steer a terminal. It is given the list's name only, which here is `list`.
    #[allow(dead_code, reason = "for the importer's report")]
    pub(crate) fn harmless(text: &str) -> String {
        text.to_owned()
    }
}

/// The bytes with LF in place of CR LF, if every LF has a CR before it.
fn with_lf(bytes: &[u8]) -> Vec<u8> {
    let after_cr = |at: usize| at > 0 && bytes[at - 1] == b'\r';
    let is_lf = |at: &usize| bytes[*at] == b'\n';
    if !(0..bytes.len()).filter(is_lf).all(after_cr) {
        return bytes.to_vec();
    }
    let is_cr_of_end = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
    (0..bytes.len()).filter(|&at| !is_cr_of_end(at)).map(|at| bytes[at]).collect()
}

/// Takes the first byte, or 0 if there is none.
fn take(bytes: &mut &[u8]) -> u8 {
    let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    *bytes = rest;
    *first
}
