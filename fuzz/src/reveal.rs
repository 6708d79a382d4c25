use std::fmt::Display;

use fairdraw::draw::{FileError, OutcomeFile, Receipt, Reveal, SecretFile, SeedsFile};

/// The files of a draw other than commit and list: what is read prints back byte for byte and is read again.
pub fn reveal(bytes: &[u8]) {
    prints_back(bytes, |bytes| Reveal::parse(bytes, LARGEST_REVEAL));
    prints_back(bytes, SeedsFile::parse);
    prints_back(bytes, |bytes| SecretFile::parse(bytes).map(|file| file.print().to_string()));
    prints_back(bytes, Receipt::parse);
    prints_back(bytes, |bytes| OutcomeFile::parse(bytes, LARGEST_REVEAL));
}

fn prints_back<F: Display>(bytes: &[u8], parse: impl Fn(&[u8]) -> Result<F, FileError>) {
    match parse(bytes) {
        Ok(file) => {
            let text = file.to_string();
            assert_eq!(text.as_bytes(), crate::with_lf(bytes));
            assert_eq!(parse(text.as_bytes()).unwrap().to_string(), text);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

const LARGEST_REVEAL: u64 = 1 << 20;
