//! Refusals after a draw: the lines of outcome files against a second, naive reading of the specification's section
//! "Afterwards", and whole chains through `verify`.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::collections::VecDeque;

use fairdraw::{
    Digest, Seed,
    draw::{
        Answer, Cause, Commit, Decision, DrawKind, EntryList, Failure, Files, Method, Options,
        OutcomeFile, Prize, Raffle, Refusal, Reveal, Rules, SeedCommitment, Time, Vacancy, Verdict,
        Wins, verify,
    },
};

/// Section 12.5 read sentence by sentence: who holds each prize place, and who waits to be called.
#[derive(Clone)]
struct Naive {
    vacancy: Option<Vacancy>,
    drawn: u64,
    holds: Vec<Option<u64>>,
    waiting: VecDeque<u64>,
    out: Vec<u64>,
    accepted: Vec<u64>,
    clock: i64,
}

impl Naive {
    fn new(winners: u64, alternates: u64, vacancy: Option<Vacancy>) -> Self {
        Self {
            vacancy,
            drawn: winners + alternates,
            holds: (1..=winners).map(Some).collect(),
            waiting: (winners + 1..=winners + alternates).collect(),
            out: vec![],
            accepted: vec![],
            clock: i64::MIN,
        }
    }

    fn take(&mut self, decision: &Decision) -> Result<(), &'static str> {
        let rank = decision.rank;
        let accepts = decision.answer == Answer::Accepted;
        if decision.time.unix_seconds() < self.clock {
            return Err("outcome-time");
        }
        if rank == 0 || rank > self.drawn {
            return Err("outcome-rank");
        }
        if self.out.contains(&rank) || accepts && self.accepted.contains(&rank) {
            return Err("outcome-repeated");
        }
        let Some(place) = self.holds.iter().position(|&holder| holder == Some(rank)) else {
            return Err("outcome-skipped");
        };
        self.clock = decision.time.unix_seconds();
        if accepts {
            self.accepted.push(rank);
            return Ok(());
        }
        self.out.push(rank);
        match self.vacancy {
            None => self.holds[place] = None,
            Some(Vacancy::Next) => self.holds[place] = self.waiting.pop_front(),
            Some(Vacancy::Up) => {
                let mut left = (1..=self.drawn).filter(|rank| !self.out.contains(rank));
                self.holds = self.holds.iter().map(|_| left.next()).collect();
            }
        }
        Ok(())
    }
}

fn time(seconds: i64) -> Time {
    Time::from_unix_seconds(seconds).unwrap()
}

fn decision(seconds: i64, rank: u64, accepts: bool) -> Decision {
    let answer = if accepts {
        Answer::Accepted
    } else {
        Answer::PassedOver { cause: Cause::Declined, text: "by telephone".into() }
    };
    Decision { time: time(seconds), rank, answer }
}

/// Compares all sequences of up to `longest` lines that go on from a right one.
fn compare(
    commit: &Commit,
    lines: &mut Vec<Decision>,
    naive: &Naive,
    longest: usize,
    times: i64,
) -> u64 {
    let mut compared = 0;
    for rank in 1..=naive.drawn + 1 {
        for (seconds, accepts) in (0..times).flat_map(|time| [(time, false), (time, true)]) {
            lines.push(decision(seconds, rank, accepts));
            let mut expected = naive.clone();
            let step = expected.take(lines.last().unwrap());
            let file = OutcomeFile {
                commit: commit.id(),
                reveal: Digest::new([0; 32]),
                decisions: lines.clone(),
            };
            let found = file.check(commit);
            match (&found, step) {
                (Ok(holders), Ok(())) => {
                    let ranks: Vec<_> = holders.prize_places().map(|place| place.rank).collect();
                    assert_eq!(ranks, expected.holds, "{file}");
                    for (number, place) in (1..).zip(holders.prize_places()) {
                        let accepted =
                            place.rank.is_some_and(|rank| expected.accepted.contains(&rank));
                        assert_eq!((place.number, place.accepted), (number, accepted), "{file}");
                    }
                    for rank in 0..=naive.drawn + 1 {
                        let out = expected.out.contains(&rank);
                        assert_eq!(holders.is_passed_over(rank), out, "{file}");
                        let accepted = !out && expected.accepted.contains(&rank);
                        assert_eq!(holders.has_accepted(rank), accepted, "{file}");
                    }
                }
                (Err(failure), Err(name)) => {
                    assert_eq!(failure.name(), name, "{file}");
                    let Failure::Outcome(fault) = failure else { unreachable!("{failure}") };
                    assert_eq!((fault.line, fault.rank), (lines.len() as u64 + 3, rank), "{file}");
                }
                (found, step) => unreachable!("{found:?}, expected {step:?}: {file}"),
            }
            compared += 1;
            if found.is_ok() && lines.len() < longest {
                compared += compare(commit, lines, &expected, longest, times);
            }
            lines.pop();
        }
    }
    compared
}

#[test]
fn every_short_outcome_ends_as_the_sentences_say() {
    let mut compared = 0;
    for winners in 1..=3 {
        for alternates in 0..=3 {
            let vacancies: &[_] = match alternates {
                0 => &[None],
                _ => &[Some(Vacancy::Next), Some(Vacancy::Up)],
            };
            for &vacancy in vacancies {
                let commit = commit(&places(winners, alternates, vacancy));
                let naive = Naive::new(winners, alternates, vacancy);
                compared += compare(&commit, &mut vec![], &naive, 5, 1);
                compared += compare(&commit, &mut vec![], &naive, 2, 3);
            }
        }
    }
    assert!(compared > 90_000, "{compared}");
}

#[test]
fn long_chains_take_no_longer_than_they_are() {
    // Every rank is passed over but the last: a quadratic reading would take hours.
    let (winners, alternates) = (1 << 16, 1 << 16);
    for vacancy in [Vacancy::Next, Vacancy::Up] {
        let commit = commit(&Rules {
            entries: winners + alternates,
            ..places(winners, alternates, Some(vacancy))
        });
        let decisions = (1..winners + alternates).map(|rank| decision(0, rank, false)).collect();
        let file = OutcomeFile { commit: commit.id(), reveal: commit.id(), decisions };
        let holders = file.check(&commit).unwrap();
        let held: Vec<_> = holders.prize_places().filter_map(|place| place.rank).collect();
        assert_eq!(held, [winners + alternates]);
    }
}

fn raffle() -> Raffle {
    Raffle {
        private: false,
        root: list().root(),
        method: Method::Shuffle,
        prizes: vec![Prize { count: 2, name: "Plot".into() }],
        alternates: 2,
        vacancy: Some(Vacancy::Next),
    }
}

/// The rules of a draw with these places.
fn places(winners: u64, alternates: u64, vacancy: Option<Vacancy>) -> Rules {
    let prizes = vec![Prize { count: winners, name: "Plot".into() }];
    Rules { kind: DrawKind::Raffle(Raffle { prizes, alternates, vacancy, ..raffle() }), ..rules() }
}

fn rules() -> Rules {
    let seed = Seed::from_bytes([5; 64]);
    let commitment = seed.commitment("club", false);
    Rules {
        rehearsal: false,
        title: "Allotments".into(),
        organiser: None,
        history: None,
        entries: 6,
        kind: DrawKind::Raffle(raffle()),
        seeds: vec![SeedCommitment { name: "club".into(), commitment }],
        beacon: None,
        opening: None,
        fresh: None,
        created: time(0),
        published: "notice board".into(),
        notes: vec![],
    }
}

fn commit(rules: &Rules) -> Commit {
    Commit::new(rules).unwrap()
}

fn list() -> EntryList {
    EntryList::from_lines(["Ash", "Birch", "Cedar", "Damson", "Elm", "Fir"], false).unwrap()
}

/// A draw with its list, and the lines of outcome files for it.
struct Draw {
    commit: Commit,
    reveal: String,
    id: Digest,
    list: EntryList,
}

impl Draw {
    fn new(rules: &Rules, list: EntryList) -> Self {
        let commit = commit(rules);
        let seeds = vec![Some(Seed::from_bytes([5; 64]))];
        let reveal = Reveal::open(&commit, &list, None, seeds, None).unwrap();
        Self { commit, id: reveal.id(), reveal: reveal.to_string(), list }
    }

    fn outcome(&self, lines: &[&str]) -> String {
        let (commit, reveal) = (self.commit.id(), self.id);
        format!("fairdraw outcome v1\ncommit: {commit}\nreveal: {reveal}\n{}\n", lines.join("\n"))
    }

    fn verify(&self, outcomes: &[String]) -> Result<Verdict, Refusal> {
        let files = Files {
            commit: self.commit.as_str().as_bytes(),
            reveal: self.reveal.as_bytes(),
            list: Some(self.list.as_str().into()),
            outcomes: outcomes.iter().map(String::as_bytes).collect(),
            ..Files::default()
        };
        verify(files, Options::default())
    }

    fn holders(&self, lines: &[&str]) -> Vec<(Option<u64>, bool)> {
        let outcome = self.outcome(lines);
        let read = OutcomeFile::parse(outcome.as_bytes(), u64::MAX).unwrap();
        assert_eq!(read.to_string(), outcome);
        let verdict = self.verify(&[outcome]).unwrap();
        assert_eq!(verdict.decisions(), read.decisions);
        verdict.outcome().prize_places().map(|place| (place.rank, place.accepted)).collect()
    }

    fn failure(&self, outcomes: &[String]) -> (&'static str, u8) {
        let failure = self.verify(outcomes).unwrap_err().failure;
        assert!(!failure.is_undecided());
        (failure.name(), failure.step().number())
    }
}

/// Pick 2 refused, the first alternate may not win, the second accepts.
const REAL_LIFE: [&str; 4] = [
    "accepted: 2026-12-06T10:00:00Z 1",
    "passed-over: 2026-12-06T11:00:00Z 2 declined moved away, so he told the committee",
    "passed-over: 2026-12-08T09:00:00Z 3 ineligible not a member on the closing date",
    "accepted: 2026-12-09T09:00:00Z 4",
];

#[test]
fn a_chain_of_refusals_verifies() {
    let draw = Draw::new(&rules(), list());
    assert_eq!(draw.holders(&REAL_LIFE), [(Some(1), true), (Some(4), true)]);
    assert_eq!(draw.holders(&REAL_LIFE[..3]), [(Some(1), true), (Some(4), false)]);
    assert_eq!(draw.holders(&REAL_LIFE[..2]), [(Some(1), true), (Some(3), false)]);
    let untouched = draw.verify(&[]).unwrap();
    let ranks: Vec<_> = untouched.outcome().prize_places().map(|place| place.rank).collect();
    assert_eq!(ranks, [Some(1), Some(2)]);

    let sentences: Vec<_> = draw
        .verify(&[draw.outcome(&REAL_LIFE)])
        .unwrap()
        .checks()
        .iter()
        .map(|check| format!("{}: {}", check.evidence, check.sentence))
        .collect();
    let said = |what: &str| sentences.iter().any(|sentence| sentence.contains(what));
    assert!(said(
        "PROVEN: by the committed rule, and with no rank skipped, of the prize places 1 is held as drawn, 1 went to"
    ));
    assert!(said("CLAIMED: accepted: 1, 4; passed over: 2 (declined: moved away"));
}

#[test]
fn who_was_first_after_a_refusal_depends_on_the_committed_rule() {
    let passed_over =
        |rank| format!("passed-over: 2026-12-06T10:00:00Z {rank} no-answer wrote twice");
    let (first, third) = (passed_over(1), passed_over(3));
    let lines = [first.as_str(), "accepted: 2026-12-07T10:00:00Z 2", &third];
    let next = Draw::new(&rules(), list());
    let up = Draw::new(&places(2, 2, Some(Vacancy::Up)), list());
    let none = Draw::new(&places(2, 0, None), list());
    assert_eq!(next.holders(&lines[..2]), [(Some(3), false), (Some(2), true)]);
    assert_eq!(up.holders(&lines[..2]), [(Some(2), true), (Some(3), false)]);
    assert_eq!(none.holders(&lines[..2]), [(None, false), (Some(2), true)]);
    // The time of the last line is before that of the one above.
    let late = lines[2].replace("06T", "08T");
    let lines = [lines[0], lines[1], &late];
    assert_eq!(next.holders(&lines), [(Some(4), false), (Some(2), true)]);
    assert_eq!(up.holders(&lines), [(Some(2), true), (Some(4), false)]);
    assert_eq!(none.failure(&[none.outcome(&lines)]), ("outcome-rank", 7));
}

#[test]
fn lines_that_skip_reuse_or_invent_a_rank_fail_by_name() {
    let draw = Draw::new(&rules(), list());
    let fails = |lines: &[&str]| draw.failure(&[draw.outcome(lines)]);
    assert_eq!(fails(&["accepted: 2026-12-06T10:00:00Z 4"]), ("outcome-skipped", 7));
    assert_eq!(fails(&[REAL_LIFE[1], "accepted: 2026-12-09T09:00:00Z 4"]), ("outcome-skipped", 7));
    assert_eq!(fails(&[REAL_LIFE[1], REAL_LIFE[1]]), ("outcome-repeated", 7));
    assert_eq!(fails(&[REAL_LIFE[0], REAL_LIFE[0]]), ("outcome-repeated", 7));
    assert_eq!(fails(&[REAL_LIFE[1], "accepted: 2026-12-06T11:00:00Z 2"]), ("outcome-repeated", 7));
    assert_eq!(fails(&["accepted: 2026-12-06T10:00:00Z 5"]), ("outcome-rank", 7));
    assert_eq!(fails(&["accepted: 2026-12-06T10:00:00Z 9223372036854775807"]), ("outcome-rank", 7));
    assert_eq!(fails(&[REAL_LIFE[1], REAL_LIFE[0]]), ("outcome-time", 7));
    for line in [
        "accepted: 2026-12-06T10:00:00Z 0",
        "accepted: 2026-12-06T10:00:00Z 9223372036854775808",
        "accepted: 2026-12-06T10:00:00Z 1 happily",
        "accepted: 2026-12-06 1",
        "passed-over: 2026-12-06T10:00:00Z 1 declined",
        "passed-over: 2026-12-06T10:00:00Z 1 lost the ticket",
        "passed-over: 2026-12-06T10:00:00Z 1 declined  two spaces",
        "declined: 2026-12-06T10:00:00Z 1",
        "note: handed over",
    ] {
        assert_eq!(fails(&[line]), ("grammar", 1), "{line}");
    }
    let empty = draw.outcome(&[REAL_LIFE[0]]).replace(&format!("{}\n", REAL_LIFE[0]), "");
    assert_eq!(draw.failure(&[empty]), ("grammar", 1), "an outcome file has a line at least");
}

#[test]
fn who_accepted_may_still_be_passed_over() {
    let draw = Draw::new(&rules(), list());
    let later = "passed-over: 2026-12-07T10:00:00Z 1 duplicate drawn as Birch too";
    assert_eq!(draw.holders(&[REAL_LIFE[0], later]), [(Some(3), false), (Some(2), false)]);
}

#[test]
fn outcome_files_of_one_draw_are_states_of_one() {
    let draw = Draw::new(&rules(), list());
    let whole = draw.outcome(&REAL_LIFE);
    let earlier = draw.outcome(&REAL_LIFE[..2]);
    for files in [[&whole, &earlier], [&earlier, &whole], [&whole, &whole]] {
        let verdict = draw.verify(&files.map(String::clone)).unwrap();
        assert_eq!(verdict.decisions().len(), 4, "the longest is the latest");
    }
    let other = draw.outcome(&[REAL_LIFE[0], &REAL_LIFE[1].replace("declined", "no-answer")]);
    for files in [[&whole, &other], [&other, &whole], [&other, &earlier]] {
        assert_eq!(draw.failure(&files.map(String::clone)), ("two-outcomes", 7));
    }
    // A note gives the reveal another id; the draw is the same, and so is the history.
    let noted =
        Draw { reveal: draw.reveal.clone() + "note: read out\n", ..Draw::new(&rules(), list()) };
    let noted_id = Reveal::parse(noted.reveal.as_bytes(), u64::MAX).unwrap().id();
    let of_noted = other.replace(&draw.id.to_string(), &noted_id.to_string());
    let files = Files {
        commit: draw.commit.as_str().as_bytes(),
        reveal: draw.reveal.as_bytes(),
        other_reveals: vec![noted.reveal.as_bytes()],
        list: Some(draw.list.as_str().into()),
        outcomes: vec![whole.as_bytes(), of_noted.as_bytes()],
        ..Files::default()
    };
    let refusal = verify(files, Options::default()).unwrap_err();
    assert_eq!(refusal.failure.name(), "two-outcomes");
}

#[test]
fn beside_its_unchanged_copy_no_changed_outcome_file_passes() {
    let draw = Draw::new(&rules(), list());
    let whole = draw.outcome(&REAL_LIFE);
    for at in 0..whole.len() {
        let (before, after) = whole.split_at(at);
        let mut changes = vec![[before, &after[1..]].concat(), [before, "x", after].concat()];
        let flipped = (0..7).map(|bit| char::from(after.as_bytes()[0] ^ 1 << bit));
        changes.extend(flipped.map(|byte| format!("{before}{byte}{}", &after[1..])));
        for changed in changes {
            let result = draw.verify(&[whole.clone(), changed.clone()]);
            assert!(result.is_err(), "{changed}");
            // Alone it may be another history, but it is of this commit and reveal.
            if draw.verify(std::slice::from_ref(&changed)).is_ok() {
                let bound = |file: &str| file.lines().take(3).collect::<Vec<_>>().join("\n");
                assert_eq!(bound(&changed), bound(&whole));
            }
        }
    }
}

#[test]
fn an_outcome_file_belongs_to_a_reveal_that_was_given() {
    let draw = Draw::new(&rules(), list());
    let other = Draw::new(&Rules { title: "Other".into(), ..rules() }, list());
    let outcome = draw.outcome(&REAL_LIFE);
    let of = |from: Digest, to: Digest| outcome.replace(&from.to_string(), &to.to_string());
    assert_eq!(draw.failure(&[of(draw.commit.id(), other.commit.id())]), ("other-commit", 2));
    assert_eq!(draw.failure(&[of(draw.id, other.id)]), ("other-reveal", 2));
    assert_eq!(draw.failure(&[other.outcome(&REAL_LIFE)]), ("other-commit", 2));
}

#[test]
fn an_entry_that_won_twice_may_refuse_one_of_its_prizes() {
    let list = EntryList::from_lines(["5\tAsh", "1\tBirch"], true).unwrap();
    let kind = DrawKind::Raffle(Raffle {
        root: list.root(),
        method: Method::Tickets { total: 6, wins: Wins::PerTicket },
        prizes: vec![Prize { count: 3, name: "Basket".into() }],
        alternates: 3,
        ..raffle()
    });
    let rules = Rules { entries: 2, kind, ..rules() };
    let draw = Draw::new(&rules, list);
    let verdict = draw.verify(&[]).unwrap();
    let twice: Vec<u64> = verdict
        .reveal()
        .places
        .iter()
        .filter(|place| place.entry == "Ash" && place.rank <= 3)
        .map(|place| place.rank)
        .collect();
    assert!(twice.len() >= 2, "Ash has five of six tickets");
    let lines = [
        format!("accepted: 2026-12-06T10:00:00Z {}", twice[0]),
        format!("passed-over: 2026-12-06T10:00:00Z {} declined one is enough", twice[1]),
    ];
    let held = draw.holders(&[&lines[0], &lines[1]]);
    let mut expected: Vec<_> = (1..=3).map(|rank| (Some(rank), rank == twice[0])).collect();
    expected[usize::try_from(twice[1]).unwrap() - 1] = (Some(4), false);
    assert_eq!(held, expected);
}

#[test]
fn an_outcome_file_is_no_larger_than_a_reveal() {
    let draw = Draw::new(&rules(), list());
    let limit = usize::try_from(OutcomeFile::size_limit(&draw.commit)).unwrap();
    let mut outcome = draw.outcome(&REAL_LIFE[..1]);
    let line = format!("passed-over: 2026-12-06T11:00:00Z 2 other {}\n", "x".repeat(400));
    while outcome.len() + line.len() < limit {
        outcome += &line;
    }
    outcome += &line[..line.len() - 1 - (outcome.len() + line.len() - limit)];
    outcome += "\n";
    assert_eq!(outcome.len(), limit);
    assert_eq!(draw.failure(&[outcome.clone()]), ("outcome-repeated", 7));
    outcome.insert(outcome.len() - 1, 'x');
    assert_eq!(draw.failure(&[outcome]), ("file-size", 1));
}
