use fairdraw::draw::{Commit, CommitError, Places, Reveal};

/// Commit files: what is read prints back byte for byte, and its rules make the same file.
pub fn commit(bytes: &[u8]) {
    let commit = match Commit::parse(bytes) {
        Ok(commit) => commit,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert_eq!(commit.as_str().as_bytes(), crate::with_lf(bytes));
    assert_eq!(commit.rules().to_string(), commit.as_str());
    assert_eq!(Commit::parse(commit.as_str().as_bytes()).as_ref(), Ok(&commit));

    let rules = commit.check_rules();
    let places = rules.as_ref().map_or(0, |&places: &Places| places.total());
    assert!(Reveal::size_limit(&commit) >= places);
    match rules {
        Ok(_) => {
            let kinds = commit.place_kinds().take(MOST_KINDS).count() as u64;
            assert_eq!(kinds, places.min(MOST_KINDS as u64));
            assert_eq!(Commit::new(commit.rules()).as_ref(), Ok(&commit));
        }
        Err(fault) => {
            assert!(!fault.to_string().is_empty());
            assert_eq!(Commit::new(commit.rules()), Err(CommitError::Rules(fault)));
        }
    }
}

/// A commit may have 2⁶³ places.
const MOST_KINDS: usize = 2000;
