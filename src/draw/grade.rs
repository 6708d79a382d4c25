//! The grade of a valid draw: what its files, and nothing that somebody claims, show (SPEC, "Grade").

use core::fmt;

use crate::{
    draw::{
        assurance::opened_in_time,
        commit::{BeaconRule, Rules},
        reveal::Reveal,
        verify::Options,
    },
    text::Time,
};

/// How much was proven about when and by whom the result was fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Fixed before the beacon's round by a proven time, with several parties' seeds.
    A,
    /// Fixed before the beacon's round by a proven time.
    B,
    /// The beacon's, and the commit is the expected one.
    C,
    /// The commit is the expected one, or existed by a proven time.
    D,
    /// Nothing shows when the files were made.
    E,
}

impl Grade {
    /// The grade of a valid draw; a rehearsal has none. `signed`: the signature of the beacon's drand round was checked.
    pub(super) fn of(
        rules: &Rules,
        reveal: &Reveal,
        options: Options,
        signed: bool,
    ) -> Option<Self> {
        if rules.rehearsal {
            return None;
        }
        // Nothing shows when a seed was published. So which seeds are missing could be chosen after the round.
        let all_count = reveal.seeds.iter().all(|seed| seed.seed.is_some());
        let round = match rules.beacon {
            Some(BeaconRule::Drand { chain, round }) if signed && all_count => {
                Some(chain.seconds_of(round))
            }
            _ => None,
        };
        let existed_by = options.existed_by.map(Time::unix_seconds);
        let grade = match (round, existed_by) {
            (Some(round), Some(existed_by)) if existed_by < round => {
                let several = reveal.seeds.len() >= 2;
                if several && opened_in_time(rules) { Self::A } else { Self::B }
            }
            (Some(_), _) if options.expected.is_some() => Self::C,
            (_, Some(_)) => Self::D,
            _ if options.expected.is_some() => Self::D,
            _ => Self::E,
        };
        Some(grade)
    }

    /// The letter.
    pub const fn letter(self) -> char {
        match self {
            Self::A => 'A',
            Self::B => 'B',
            Self::C => 'C',
            Self::D => 'D',
            Self::E => 'E',
        }
    }

    /// What the letter says, in one sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::A => {
                "fixed before the beacon's round, by a proven time; beacon and several parties, if the seeds' holders are \
                 who they are called"
            }
            Self::B => "fixed before the beacon's round, by a proven time",
            Self::C => {
                "random by a beacon, and fixed before its round if the expected id was public then"
            }
            Self::D => "fixed by the expected id or by a proven time; step 8 says who could choose",
            Self::E => "re-performed only: nothing shows when the files were made",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.letter(), self.sentence())
    }
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec::Vec};

    use super::*;
    use crate::{
        digest::Digest,
        draw::{
            QUICKNET,
            commit::{DrawKind, Method, MissingSeeds, OpeningRule, Raffle, SeedCommitment},
            reveal::RevealedSeed,
        },
        seed::Seed,
    };

    /// The seconds of the round.
    const DUE: i64 = 1_692_803_367 + 3 * 999;

    fn at(seconds: i64) -> Option<Time> {
        Time::from_unix_seconds(seconds)
    }

    /// A draw by round 1000 and seeds due so many seconds before it; `missing` of them don't count.
    fn grade(seeds: usize, early: i64, missing: usize, signed: bool, options: Options) -> char {
        let names = || (0..seeds).map(|number| alloc::format!("holder-{number}"));
        let seeds_by = at(DUE - early).filter(|_| seeds > 0);
        let rules = Rules {
            rehearsal: false,
            title: String::new(),
            organiser: None,
            history: None,
            entries: 1,
            kind: DrawKind::Raffle(Raffle {
                private: false,
                root: Digest::new([0; 32]),
                method: Method::Shuffle,
                prizes: Vec::new(),
                alternates: 0,
                vacancy: None,
            }),
            seeds: names()
                .map(|name| SeedCommitment { name, commitment: Digest::new([0; 32]) })
                .collect(),
            beacon: Some(BeaconRule::Drand { chain: &QUICKNET, round: 1000 }),
            opening: seeds_by
                .map(|seeds_by| OpeningRule { seeds_by, missing: MissingSeeds::LeaveOut }),
            fresh: None,
            created: at(DUE - 7200).unwrap_or_else(|| unreachable!()),
            published: String::new(),
            notes: Vec::new(),
        };
        let reveal = Reveal {
            rehearsal: false,
            commit: Digest::new([0; 32]),
            material: Digest::new([0; 32]),
            seeds: names()
                .enumerate()
                .map(|(number, name)| {
                    let seed = (number >= missing).then(|| Seed::from_bytes([1; 64]));
                    RevealedSeed { name, seed }
                })
                .collect(),
            beacon: None,
            places: Vec::new(),
            sample: None,
            notes: Vec::new(),
        };
        let rehearsal = Rules { rehearsal: true, ..rules.clone() };
        assert_eq!(Grade::of(&rehearsal, &reveal, options, signed), None);
        Grade::of(&rules, &reveal, options, signed).map_or('-', Grade::letter)
    }

    #[test]
    fn draws_by_drand_have_the_grades_of_the_table() {
        let options = |expected: bool, existed_by| Options {
            expected: expected.then(|| Digest::new([0; 32])),
            rehearsal: false,
            existed_by,
        };
        let before = at(DUE - 1);
        for expected in [false, true] {
            let proven = options(expected, before);
            assert_eq!(grade(2, 600, 0, true, proven), 'A');
            assert_eq!(grade(2, 599, 0, true, proven), 'B');
            for (seeds, missing) in [(1, 1), (2, 1), (2, 2), (16, 1)] {
                assert_eq!(grade(seeds, 600, missing, true, proven), 'D', "which, could be chosen");
            }
            assert_eq!(grade(1, 600, 0, true, proven), 'B');
            assert_eq!(grade(0, 0, 0, true, proven), 'B');
            assert_eq!(grade(16, 7000, 0, true, proven), 'A');
            assert_eq!(grade(2, 600, 0, false, proven), 'D', "no signature was checked");
            for late in [DUE, DUE + 1] {
                let letter = if expected { 'C' } else { 'D' };
                assert_eq!(grade(2, 600, 0, true, options(expected, at(late))), letter);
            }
        }
        assert_eq!(grade(2, 600, 0, true, options(true, None)), 'C');
        assert_eq!(grade(2, 600, 0, false, options(true, None)), 'D');
        assert_eq!(grade(2, 600, 0, true, options(false, None)), 'E');
        assert_eq!(grade(2, 600, 1, true, options(true, None)), 'D');
        assert_eq!(grade(2, 600, 1, true, options(false, None)), 'E');
    }
}
