//! The looks at a subject, and what they decide (section 5 of audit/fairness/exam.md).

use std::io::{self, IsTerminal as _};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use fairdraw::exam::{
    Look, NumberShape, NumberTally, Outcome, Rule, Shape, SharesTally, Tally, Why, number_tests,
    tests,
};

use super::own::CommittedDraws;
use super::report::words::number;
use super::source::{Broken, NumberSource, ReadBytes, Source, Stop};
use crate::error::Error;
use crate::term::{Progress, Term};

/// What is examined.
pub(crate) enum Subject<'a> {
    Orders(Box<dyn Source + 'a>, Shape),
    Numbers(Box<dyn NumberSource + 'a>, NumberShape),
    /// The first place of draws by tickets, with an empty tally.
    Tickets(Box<CommittedDraws<'a>>, SharesTally),
}

/// The counts of one look.
#[allow(clippy::large_enum_variant, reason = "there are two of it in a run")]
pub(crate) enum Tallied {
    Orders(Tally),
    Numbers(NumberTally),
    Tickets(SharesTally),
}

/// A look at the subject, with the counts that it was made by.
pub(crate) struct Seen {
    pub(crate) look: Look,
    pub(crate) tallied: Tallied,
}

/// How many observations a look has.
#[derive(Clone, Copy)]
pub(crate) enum Wanted {
    /// So many.
    Count(u64),
    /// So many, or fewer if they take longer than this.
    Within(Duration, u64),
    /// All that there are, in one look.
    All,
}

/// How an exam ended.
pub(crate) enum Ended {
    /// After one look or two, the last of which decides.
    Decided(Vec<Seen>),
    /// Nothing was observed: only what was declared is looked at.
    NotBegun,
    /// At an observation that isn't one, after so many that are.
    Broken(Broken, u64),
}

/// Examines the subject, by as many observations a look as are wanted.
pub(crate) fn examine(
    subject: &mut Subject<'_>,
    rule: Rule,
    wanted: Wanted,
    term: &Term,
) -> Result<Ended, Error> {
    match looks(subject, rule, wanted, term) {
        Ok(looks) => Ok(Ended::Decided(looks)),
        Err(Stopped { by: Stop::Broken(broken), after }) => Ok(Ended::Broken(broken, after)),
        Err(Stopped { by: Stop::Error(error), .. }) => Err(error),
    }
}

/// What stopped a look, and after how many observations.
struct Stopped {
    by: Stop,
    after: u64,
}

fn looks(
    subject: &mut Subject<'_>,
    rule: Rule,
    wanted: Wanted,
    term: &Term,
) -> Result<Vec<Seen>, Stopped> {
    let (most, within) = match wanted {
        Wanted::Count(count) => (count, None),
        Wanted::Within(within, count) => (count, Some(within)),
        Wanted::All => (MOST, None),
    };
    let is_all = matches!(wanted, Wanted::All);
    let read = subject.progress().filter(|_| is_all);
    // Of a pipe nobody knows how much will come.
    let busy = (is_all && read.is_none()).then(|| term.busy("examining"));
    let progress = if busy.is_some() { Progress::none() } else { term.progress("examining", most) };
    let mut steps = Steps { within, ..Steps::new(progress, read, term) };
    let first = subject.observe(most, &mut steps)?;
    let out_of_time = steps.out_of_time;
    drop((busy, steps));
    let observations = first.observations();
    if observations == 0 {
        let error = Error::not_done("there is no observation to examine");
        return Err(Stopped { by: error.into(), after: 0 });
    }
    let busy = term.busy("testing");
    let outcomes = first.outcomes();
    drop(busy);
    if !outcomes.iter().any(|outcome| outcome.finding().is_some()) {
        return Err(Stopped { by: too_few(observations, &outcomes).into(), after: observations });
    }
    if is_all || (observations < most && !out_of_time) {
        return Ok(vec![Seen { look: rule.only_look(&outcomes), tallied: first }]);
    }
    let look = rule.first_look(&outcomes);
    if look.rejected().next().is_none() {
        return Ok(vec![Seen { look, tallied: first }]);
    }
    // As many again, however long they take: with fewer not all of these tests might be applicable.
    let progress = term.progress("looking again", observations);
    let again = subject.observe(observations, &mut Steps::new(progress, None, term));
    let again =
        again.map_err(|stopped| Stopped { after: observations + stopped.after, ..stopped })?;
    if again.observations() < observations {
        return Ok(vec![Seen { look: rule.only_look(&outcomes), tallied: first }]);
    }
    let second = rule.second_look(&look, &again.outcomes());
    Ok(vec![Seen { look, tallied: first }, Seen { look: second, tallied: again }])
}

/// Nothing can be said, and a verdict would be one.
fn too_few(observations: u64, outcomes: &[Outcome]) -> Error {
    let least = outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::NotApplicable { why: Why::TooFew { needed }, .. } => Some(*needed),
        _ => None,
    });
    let s = if observations == 1 { "" } else { "s" };
    let message = format!(
        "nothing can be said of {} observation{s}: no test is applicable",
        number(observations)
    );
    match least.min() {
        Some(least) if least < u64::MAX => {
            Error::not_done(message).hint(format!("the first one needs {}", number(least)))
        }
        _ => Error::not_done(message),
    }
}

impl Subject<'_> {
    fn progress(&self) -> Option<ReadBytes> {
        match self {
            Self::Orders(source, _) => source.progress(),
            Self::Numbers(source, _) => source.progress(),
            Self::Tickets(..) => None,
        }
    }

    /// Counts up to `most` further observations.
    fn observe(&mut self, most: u64, steps: &mut Steps<'_>) -> Result<Tallied, Stopped> {
        match self {
            Self::Orders(source, shape) => {
                let mut tally = Tally::new(*shape);
                let counted = steps.count(most, &mut |observation| {
                    if !source.next(observation)? {
                        return Ok(false);
                    }
                    tally.add(observation).map_err(|fault| source.broken(&fault))?;
                    Ok(true)
                });
                counted.map(|()| Tallied::Orders(tally))
            }
            Self::Numbers(source, shape) => {
                let mut tally = NumberTally::new(*shape);
                let counted = steps.count(most, &mut |_| {
                    let Some(number) = source.next()? else { return Ok(false) };
                    tally.add(number).map_err(|fault| source.broken(&fault))?;
                    Ok(true)
                });
                counted.map(|()| Tallied::Numbers(tally))
            }
            Self::Tickets(draws, empty) => {
                let mut tally = empty.clone();
                let counted = steps.count(most, &mut |_| {
                    let first = draws.draw()?.first().copied().unwrap_or_default();
                    tally.add(usize::try_from(first).unwrap_or(usize::MAX));
                    Ok(true)
                });
                counted.map(|()| Tallied::Tickets(tally))
            }
        }
    }
}

impl Tallied {
    pub(crate) fn observations(&self) -> u64 {
        match self {
            Self::Orders(tally) => tally.observations(),
            Self::Numbers(tally) => tally.observations(),
            Self::Tickets(tally) => tally.observations(),
        }
    }

    fn outcomes(&self) -> Vec<Outcome> {
        match self {
            Self::Orders(tally) => tests(tally),
            Self::Numbers(tally) => number_tests(tally),
            Self::Tickets(tally) => vec![tally.test()],
        }
    }
}

/// Counts observations, and tells the progress bar now and then.
struct Steps<'a> {
    progress: Progress,
    /// How far a text is read, if that tells more than the number of observations.
    read: Option<ReadBytes>,
    term: &'a Term,
    /// The time for all of them.
    within: Option<Duration>,
    out_of_time: bool,
    done: u64,
    began: Instant,
    told: Instant,
    /// Whether it was said that time will be up first.
    warned: bool,
}

impl<'a> Steps<'a> {
    fn new(progress: Progress, read: Option<ReadBytes>, term: &'a Term) -> Self {
        let now = Instant::now();
        Self {
            progress,
            read,
            term,
            within: None,
            out_of_time: false,
            done: 0,
            began: now,
            told: now,
            warned: false,
        }
    }

    /// Takes observations until there are `most`, or no more, or time is up; `next` has a vector for what it likes.
    fn count(
        &mut self,
        most: u64,
        next: &mut dyn FnMut(&mut Vec<u32>) -> Result<bool, Stop>,
    ) -> Result<(), Stopped> {
        let mut room = Vec::new();
        while self.done < most && !self.out_of_time {
            match next(&mut room) {
                Ok(true) => self.done += 1,
                Ok(false) => break,
                Err(by) => return Err(Stopped { by, after: self.done }),
            }
            if self.told.elapsed() >= BETWEEN {
                self.told = Instant::now();
                self.tell(most);
            }
        }
        Ok(())
    }

    fn tell(&mut self, most: u64) {
        if let Some(text) = &self.read {
            return self.progress.set(text.read.load(Ordering::Relaxed), text.length);
        }
        let Some(within) = self.within else { return self.progress.set(self.done, most) };
        let taken = self.began.elapsed();
        self.out_of_time = taken >= within && self.done < most;
        let whole = self.expected(taken, within).min(most);
        self.progress.set(self.done, whole);
        if whole < most && !self.warned && taken >= SETTLED {
            self.warned = true;
            if !io::stderr().is_terminal() {
                self.term.note(&format!(
                    "{} observations in {} seconds: {} seconds will give about {} of {}; --count asks for another number",
                    number(self.done),
                    taken.as_secs(),
                    within.as_secs(),
                    number(two_digits(whole)),
                    number(most)
                ));
            }
        }
    }

    /// How many there will be when time is up, at the speed so far.
    fn expected(&self, taken: Duration, within: Duration) -> u64 {
        let of = u128::from(self.done) * within.as_millis() / taken.as_millis().max(1);
        u64::try_from(of).unwrap_or(u64::MAX).max(self.done)
    }
}

/// `8,374` is 8,400: more isn't known of what will be.
fn two_digits(number: u64) -> u64 {
    let unit = 10u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    number / unit * unit
}

/// The most observations of one look if nobody says how many: an endless text ends there.
pub(crate) const MOST: u64 = 10_000_000;
const BETWEEN: Duration = Duration::from_millis(100);
/// After this time the speed is known.
const SETTLED: Duration = Duration::from_secs(3);

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at the first surprise")]
mod tests {
    use fairdraw::exam::Fault;

    use super::*;

    /// Gives the same order again and again, each after so long.
    struct Slow(Duration, u64);

    impl Source for Slow {
        fn next(&mut self, out: &mut Vec<u32>) -> Result<bool, Stop> {
            std::thread::sleep(self.0);
            let more = self.1 > 0;
            self.1 = self.1.saturating_sub(1);
            out.clear();
            out.extend([1, 0]);
            Ok(more)
        }

        fn broken(&self, _: &Fault) -> Stop {
            unreachable!("it gives orders")
        }
    }

    fn seen(each: Duration, there_are: u64, wanted: Wanted) -> Vec<(u64, f64)> {
        let shape = Shape::order(2).unwrap();
        let mut subject = Subject::Orders(Box::new(Slow(each, there_are)), shape);
        let term = Term::new(true, crate::clock::Clock::of_computer());
        let ended = examine(&mut subject, Rule::STANDARD, wanted, &term).ok().unwrap();
        let Ended::Decided(looks) = ended else { unreachable!("it gives orders") };
        looks.iter().map(|seen| (seen.tallied.observations(), seen.look.level)).collect()
    }

    #[test]
    fn time_that_is_up_ends_a_look_and_the_next_one_has_as_many() {
        let within = Wanted::Within(Duration::from_millis(250), 100_000);
        let looks = seen(Duration::from_millis(5), u64::MAX, within);
        let [(first, level), (second, _)] = looks[..] else { panic!("{looks:?}") };
        assert!((10..=60).contains(&first) && first == second, "{looks:?}");
        assert!((level - 0.1).abs() < 1e-9);
    }

    #[test]
    fn what_is_done_in_time_is_no_different_from_a_count() {
        let none = Duration::ZERO;
        let within = seen(none, u64::MAX, Wanted::Within(Duration::from_secs(600), 1_000));
        assert_eq!(within, seen(none, u64::MAX, Wanted::Count(1_000)));
        // A source that ends before has one look.
        let ended = seen(none, 500, Wanted::Within(Duration::from_secs(600), 1_000));
        assert_eq!(ended, seen(none, 500, Wanted::All));
        assert_eq!(ended.len(), 1);
    }
}
