#![allow(clippy::unwrap_used, reason = "a failure is the test's finding")]

use std::fs;

use super::*;
use crate::clock::{self, Clock};

/// Lines of nines, until there can be no more.
struct Failing(u64);

impl Items for Failing {
    fn arguments(&self) -> String {
        "nines".to_owned()
    }

    fn parameters(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn append(&mut self, _: u64, _: &mut Source, out: &mut Vec<u8>) -> Result<u64, Error> {
        if self.0 == 0 {
            return Err(Error::not_done("no more nines"));
        }
        self.0 -= 1;
        out.extend_from_slice(b"99999999999999999999999999999999999999\n");
        Ok(1)
    }
}

fn term() -> Term {
    Term::new(true, Clock::standing_at(clock::parse("2026-12-05T10:00:00Z").unwrap()))
}

#[test]
fn source_that_fails_leaves_no_file() {
    // At once, in the first piece, and after several pieces that were written already.
    for good in [0, 1, 100_000] {
        let folder = tempfile::tempdir().unwrap();
        let order = |amount| Order {
            amount: Amount::Items(amount),
            seed_file: None,
            output: Some(folder.path().join("nines")),
            sidecar: None,
            raw: Some(folder.path().join("raw")),
        };
        let error = emit(Box::new(Failing(good)), order(good + 1), &term()).unwrap_err();
        assert_eq!((error.message.as_str(), error.exit), ("no more nines", 2));
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "{good}");
        if good > 0 {
            emit(Box::new(Failing(good)), order(good), &term()).unwrap();
            assert_eq!(fs::metadata(folder.path().join("nines")).unwrap().len(), 39 * good);
            assert_eq!(folder.path().read_dir().unwrap().count(), 3);
        }
    }
}
