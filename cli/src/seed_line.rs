//! A holder's line of a commit, as people hand it on: `rowing-club=HEX`, or the line `seed: rowing-club HEX` itself.

use fairdraw::Digest;
use fairdraw::draw::SeedCommitment;

use crate::error::Error;

/// The name of a holder, and the commitment to his seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SeedLine {
    pub(crate) name: String,
    pub(crate) commitment: Digest,
}

/// A seed that a commit shall have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WantedSeed {
    /// One that is made now, and kept by whoever commits.
    Own,
    /// One that somebody else holds.
    Of(SeedLine),
}

impl From<SeedLine> for SeedCommitment {
    fn from(SeedLine { name, commitment }: SeedLine) -> Self {
        Self { name, commitment }
    }
}

/// Reads the value of `--seed`; without one it is a seed of one's own.
pub(crate) fn wanted(text: &str) -> Result<WantedSeed, String> {
    if text.is_empty() {
        return Ok(WantedSeed::Own);
    }
    let wrong = "write NAME=HEX as fairdraw contribute printed it; for a seed of your own put --seed before \
                 another option or at the end";
    let line = text.strip_prefix("seed:").unwrap_or(text).trim();
    let (name, commitment) = line.split_once(['=', ' ']).ok_or(wrong)?;
    // In capitals it is the same number.
    let commitment = commitment.trim().to_ascii_lowercase().parse().map_err(|_| wrong)?;
    Ok(WantedSeed::Of(SeedLine { name: holder(name)?, commitment }))
}

/// The name of a holder of a seed.
pub(crate) fn holder(name: &str) -> Result<String, String> {
    let is_part = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    if (1..=31).contains(&name.len()) && !name.starts_with('-') && name.bytes().all(is_part) {
        Ok(name.to_owned())
    } else {
        Err("a holder's name has 1 to 31 of a-z, 0-9 and -, and begins with a letter or digit"
            .to_owned())
    }
}

/// Refuses seeds that can't all be opened.
pub(crate) fn check_distinct(seeds: &[SeedCommitment]) -> Result<(), Error> {
    for (index, seed) in seeds.iter().enumerate() {
        let earlier = &seeds[..index];
        if earlier.iter().any(|other| other.name == seed.name) {
            return Err(Error::not_done(format!("two seeds are named {}", seed.name))
                .hint("each holder needs a name of his own"));
        }
        if let Some(other) = earlier.iter().find(|other| other.commitment == seed.commitment) {
            return Err(Error::not_done(format!(
                "{} and {} have the same commitment: one of them copied it",
                other.name, seed.name
            ))
            .hint(
                "a commitment opens under one name only; let each of them run fairdraw contribute",
            ));
        }
    }
    if seeds.len() > MOST_SEEDS {
        return Err(Error::not_done(format!(
            "{} seeds, but a commit has at most {MOST_SEEDS}",
            seeds.len()
        ))
        .hint("leave some out"));
    }
    Ok(())
}

/// The most seeds of a commit (SPEC 5.3).
const MOST_SEEDS: usize = 16;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_read_in_whatever_way_they_were_handed_on() {
        let hex = "a1".repeat(32);
        let line = SeedLine { name: "rowing-club".to_owned(), commitment: hex.parse().unwrap() };
        for text in [
            format!("rowing-club={hex}"),
            format!("rowing-club {hex}"),
            format!("seed: rowing-club {hex}\n"),
            format!("  rowing-club = {hex}").replace(" = ", "= "),
            format!("rowing-club={}", hex.to_uppercase()),
        ] {
            assert_eq!(wanted(&text), Ok(WantedSeed::Of(line.clone())), "{text}");
        }
        assert_eq!(wanted(""), Ok(WantedSeed::Own));
        for text in [
            hex.as_str(),
            "members.csv",
            &format!("Rowing={hex}"),
            &format!("-a={hex}"),
            &format!("={hex}"),
            &format!("{}={hex}", "a".repeat(32)),
            &format!("a={}", &hex[1..]),
            &format!("a={hex}0"),
        ] {
            assert!(wanted(text).is_err(), "{text}");
        }
    }

    #[test]
    fn seeds_that_cannot_all_be_opened_are_refused() {
        let seed = |name: &str, byte| SeedCommitment {
            name: name.to_owned(),
            commitment: Digest::new([byte; 32]),
        };
        let message =
            |seeds: &[SeedCommitment]| check_distinct(seeds).map_err(|error| error.message);
        assert_eq!(message(&[seed("a", 1), seed("b", 2)]), Ok(()));
        assert_eq!(message(&[seed("a", 1), seed("a", 2)]), Err("two seeds are named a".to_owned()));
        let copied = "a and b have the same commitment: one of them copied it".to_owned();
        assert_eq!(message(&[seed("a", 1), seed("b", 1)]), Err(copied));
        let many =
            |count: u8| -> Vec<_> { (0..count).map(|n| seed(&format!("h{n}"), n)).collect() };
        assert!(message(&many(16)).is_ok() && message(&many(17)).is_err());
    }
}
