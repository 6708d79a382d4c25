//! Draws that follow or replace others: the way back must be the one that the commits name.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use fairdraw::{
    Digest, Seed,
    draw::{
        Commit, DrawKind, EarlierDraw, EntryList, Evidence, Failure, Files, Grade, History,
        HistoryKind, Method, Options, Prize, Raffle, Reveal, Rules, SeedCommitment, Time, Verdict,
        verify,
    },
};

struct Draw {
    commit: Commit,
    reveal: String,
    reveal_id: Digest,
}

impl Draw {
    /// Each draw has a seed of its own.
    fn seed(title: &str) -> Seed {
        let letters: Vec<u8> = title.bytes().cycle().take(64).collect();
        Seed::from_bytes(letters.try_into().unwrap())
    }

    fn new(title: &str, history: Option<History>) -> Self {
        let seed = Self::seed(title);
        let commitment = seed.commitment("club", false);
        let commit = Commit::new(&Rules {
            rehearsal: false,
            title: title.into(),
            organiser: None,
            history,
            entries: 3,
            kind: DrawKind::Raffle(Raffle {
                private: false,
                root: list().root(),
                method: Method::Shuffle,
                prizes: vec![Prize { count: 1, name: "Plot".into() }],
                alternates: 0,
                vacancy: None,
            }),
            seeds: vec![SeedCommitment { name: "club".into(), commitment }],
            beacon: None,
            opening: None,
            fresh: None,
            created: Time::from_unix_seconds(0).unwrap(),
            published: "notice board".into(),
            notes: vec![],
        })
        .unwrap();
        let reveal = Reveal::open(&commit, &list(), None, vec![Some(seed)], None).unwrap();
        Self { commit, reveal_id: reveal.id(), reveal: reveal.to_string() }
    }

    fn replaced_by(&self, title: &str) -> Self {
        let kind = HistoryKind::Replaces { commit: self.commit.id() };
        Self::new(title, Some(History { kind, reason: format!("{title} is why") }))
    }

    fn followed_by(&self, title: &str) -> Self {
        let kind = HistoryKind::Follows { commit: self.commit.id(), reveal: self.reveal_id };
        Self::new(title, Some(History { kind, reason: format!("{title} is why") }))
    }

    fn bare(&self) -> EarlierDraw<'_> {
        EarlierDraw { commit: self.commit.as_str().as_bytes(), reveal: None }
    }

    fn whole(&self) -> EarlierDraw<'_> {
        EarlierDraw { reveal: Some(self.reveal.as_bytes()), ..self.bare() }
    }

    fn with_reveal_of<'a>(&'a self, other: &'a Self) -> EarlierDraw<'a> {
        EarlierDraw { reveal: Some(other.reveal.as_bytes()), ..self.bare() }
    }

    fn verify(&self, earlier: &[EarlierDraw<'_>]) -> Result<Verdict, Failure> {
        let files = Files {
            commit: self.commit.as_str().as_bytes(),
            reveal: self.reveal.as_bytes(),
            list: Some(list().as_str().into()),
            earlier: earlier.to_vec(),
            ..Files::default()
        };
        verify(files, Options::default()).map_err(|refusal| refusal.failure)
    }

    /// What step 4 says of the draws before.
    fn says(&self, earlier: &[EarlierDraw<'_>]) -> Vec<(Evidence, String)> {
        let verdict = self.verify(earlier).unwrap();
        let checks = verdict.checks().iter().filter(|check| check.step.number() == 4);
        checks.skip(1).map(|check| (check.evidence, check.sentence.clone())).collect()
    }

    fn fails(&self, earlier: &[EarlierDraw<'_>]) {
        let failure = self.verify(earlier).unwrap_err();
        assert_eq!((failure.name(), failure.step().number()), ("earlier-draw", 2), "{failure}");
        assert!(!failure.is_undecided());
    }
}

#[test]
fn a_seed_serves_one_draw() {
    let first = Draw::new("draw", None);
    let second = first.replaced_by("draw");
    let third = second.replaced_by("third");
    for earlier in [first.bare(), first.whole()] {
        let failure = second.verify(&[earlier]).unwrap_err();
        assert_eq!((failure.name(), failure.step().number()), ("seed-reused", 6), "{failure}");
    }
    // What earlier draws have in common is nothing against this one.
    third.verify(&[first.whole(), second.whole()]).unwrap();
}

fn list() -> EntryList {
    EntryList::from_lines(["Ash", "Birch", "Cedar"], false).unwrap()
}

#[test]
fn chains_of_earlier_draws_are_followed_in_any_order() {
    let first = Draw::new("first", None);
    let second = first.replaced_by("second");
    let third = second.followed_by("third");
    let fourth = third.replaced_by("fourth");
    assert!(first.says(&[]).is_empty());
    for (draw, earlier) in [
        (&second, vec![first.bare()]),
        (&second, vec![first.whole()]),
        (&third, vec![second.whole(), first.bare()]),
        (&third, vec![first.bare(), second.bare()]),
        (&fourth, vec![third.bare(), first.whole(), second.whole()]),
        (&fourth, vec![first.whole(), second.whole(), third.whole()]),
    ] {
        let draws = earlier.len() + 1;
        let said = draw.says(&earlier);
        assert_eq!(said[0], (Evidence::Proven, format!("this is draw {draws} of {draws}")));
    }
    let (one, two) = (first.commit.id(), second.commit.id());
    let claimed = |sentence: String| (Evidence::Claimed, sentence);
    let not_proven = "that draw 1 was given up for this reason, and not for its result".to_owned();
    let not_checked =
        "the draws before this one, which are verified with their own files".to_owned();
    assert_eq!(
        third.says(&[first.bare(), second.whole()])[1..],
        [
            claimed(format!(
                "this draw is a further round after draw 2 (commit {two}), which stands, because: third is why"
            )),
            claimed(format!(
                "draw 1 (commit {one}) is void and draw 2 takes its place, because: second is why"
            )),
            (Evidence::NotProven, not_proven),
            (Evidence::NotChecked, not_checked),
        ]
    );
}

#[test]
fn a_way_back_that_ends_before_the_first_draw_says_so() {
    let first = Draw::new("first", None);
    let second = first.replaced_by("second");
    let third = second.followed_by("third");
    let said = third.says(&[second.whole()]);
    let sentence = "this is draw 3 of 3 at least; the first of them was not given".to_owned();
    assert_eq!(said[0], (Evidence::Proven, sentence));
    // Without any earlier draw nothing about the number is proven.
    let said = third.says(&[]);
    assert!(said.iter().all(|(evidence, _)| *evidence != Evidence::Proven));
    assert_eq!(said.len(), 2);
}

#[test]
fn what_is_not_on_the_way_back_fails() {
    let first = Draw::new("first", None);
    let second = first.replaced_by("second");
    let third = second.followed_by("third");
    let stray = Draw::new("stray", None);
    third.fails(&[stray.bare()]);
    third.fails(&[second.bare(), first.bare(), stray.whole()]);
    third.fails(&[first.bare()]); // nothing given leads to it
    third.fails(&[second.bare(), second.bare()]);
    third.fails(&[second.bare(), second.whole()]);
    third.fails(&[third.bare()]);
    first.fails(&[second.bare()]); // a later draw is none before it
    first.fails(&[stray.bare()]);
}

#[test]
fn a_reveal_of_an_earlier_draw_is_its_own_and_the_one_that_was_followed() {
    let first = Draw::new("first", None);
    let second = first.followed_by("second");
    let replacing = first.replaced_by("replacing");
    let third = second.followed_by("third");
    second.fails(&[first.with_reveal_of(&second)]);
    second.fails(&[first.with_reveal_of(&replacing)]);
    replacing.fails(&[first.with_reveal_of(&second)]);
    third.fails(&[second.whole(), first.with_reveal_of(&second)]);
    // With a note it has another id, and who follows it named one id.
    let noted =
        Draw { reveal: first.reveal.clone() + "note: read out\n", ..Draw::new("first", None) };
    second.fails(&[noted.whole()]);
    assert!(replacing.verify(&[noted.whole()]).is_ok(), "a void draw's reveal is not named");
    assert!(second.verify(&[first.whole()]).is_ok());
}

#[test]
fn files_of_earlier_draws_follow_the_grammar() {
    let first = Draw::new("first", None);
    let second = first.replaced_by("second");
    for (commit, reveal) in [
        (&b"fairdraw commit v1\n"[..], None),
        (first.commit.as_str().as_bytes(), Some(&b"x\n"[..])),
    ] {
        let failure = second.verify(&[EarlierDraw { commit, reveal }]).unwrap_err();
        assert_eq!((failure.name(), failure.step().number()), ("grammar", 1));
    }
    // The limit of a reveal is that of its own commit: 1 MiB and 16 KiB for its one place.
    let reveal = "x".repeat((1 << 20) + (1 << 14) + 1);
    let earlier = EarlierDraw { reveal: Some(reveal.as_bytes()), ..first.bare() };
    assert_eq!(second.verify(&[earlier]).unwrap_err().name(), "file-size");
}

#[test]
fn draws_without_a_beacon_have_the_grades_d_and_e() {
    let draw = Draw::new("first", None);
    let grade = |options| {
        let files = Files {
            commit: draw.commit.as_str().as_bytes(),
            reveal: draw.reveal.as_bytes(),
            list: Some(list().as_str().into()),
            ..Files::default()
        };
        verify(files, options).unwrap().grade()
    };
    let expected = Some(draw.commit.id());
    let existed_by = Time::from_unix_seconds(1_000_000_000);
    assert_eq!(grade(Options::default()), Some(Grade::E));
    assert_eq!(grade(Options { expected, ..Options::default() }), Some(Grade::D));
    assert_eq!(grade(Options { existed_by, ..Options::default() }), Some(Grade::D));
    assert_eq!(grade(Options { expected, existed_by, ..Options::default() }), Some(Grade::D));
}
