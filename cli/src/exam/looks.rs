//! The looks at a subject, and what they decide (section 5 of audit/fairness/exam.md).

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use fairdraw::exam::{
    Look, NumberShape, NumberTally, Outcome, Rule, Shape, SharesTally, Tally, number_tests, tests,
};

use super::own::CommittedDraws;
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

/// How an exam ended.
pub(crate) enum Ended {
    /// After one look or two, the last of which decides.
    Decided(Vec<Seen>),
    /// Nothing was observed: only what was declared is looked at.
    NotBegun,
    /// At an observation that isn't one, after so many that are.
    Broken(Broken, u64),
}

/// Examines the subject: `count` observations a look, or all there are in one look.
pub(crate) fn examine(
    subject: &mut Subject<'_>,
    rule: Rule,
    count: Option<u64>,
    term: &Term,
) -> Result<Ended, Error> {
    match looks(subject, rule, count, term) {
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
    count: Option<u64>,
    term: &Term,
) -> Result<Vec<Seen>, Stopped> {
    let most = count.unwrap_or(MOST);
    let read = subject.progress().filter(|_| count.is_none());
    // Of a pipe nobody knows how much will come.
    let busy = (count.is_none() && read.is_none()).then(|| term.busy("examining"));
    let progress = if busy.is_some() { Progress::none() } else { term.progress("examining", most) };
    let first = subject.observe(most, Steps::new(progress, read))?;
    drop(busy);
    let observations = first.observations();
    if observations == 0 {
        let error = Error::not_done("there is no observation to examine");
        return Err(Stopped { by: error.into(), after: 0 });
    }
    let busy = term.busy("testing");
    let outcomes = first.outcomes();
    drop(busy);
    if count.is_none() || observations < most {
        return Ok(vec![Seen { look: rule.only_look(&outcomes), tallied: first }]);
    }
    let look = rule.first_look(&outcomes);
    if look.rejected().next().is_none() {
        return Ok(vec![Seen { look, tallied: first }]);
    }
    let again = subject.observe(most, Steps::new(term.progress("looking again", most), None));
    let again =
        again.map_err(|stopped| Stopped { after: observations + stopped.after, ..stopped })?;
    // With fewer fresh observations not all of these tests might be applicable.
    if again.observations() < most {
        return Ok(vec![Seen { look: rule.only_look(&outcomes), tallied: first }]);
    }
    let second = rule.second_look(&look, &again.outcomes());
    Ok(vec![Seen { look, tallied: first }, Seen { look: second, tallied: again }])
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
    fn observe(&mut self, most: u64, mut steps: Steps) -> Result<Tallied, Stopped> {
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
struct Steps {
    progress: Progress,
    /// How far a text is read, if that tells more than the number of observations.
    read: Option<ReadBytes>,
    done: u64,
    told: Instant,
}

impl Steps {
    fn new(progress: Progress, read: Option<ReadBytes>) -> Self {
        Self { progress, read, done: 0, told: Instant::now() }
    }

    /// Takes observations until there are `most`, or no more; `next` has a vector for what it likes.
    fn count(
        &mut self,
        most: u64,
        next: &mut dyn FnMut(&mut Vec<u32>) -> Result<bool, Stop>,
    ) -> Result<(), Stopped> {
        let mut room = Vec::new();
        while self.done < most {
            match next(&mut room) {
                Ok(true) => self.done += 1,
                Ok(false) => break,
                Err(by) => return Err(Stopped { by, after: self.done }),
            }
            if self.told.elapsed() >= BETWEEN {
                self.told = Instant::now();
                match &self.read {
                    Some(text) => {
                        self.progress.set(text.read.load(Ordering::Relaxed), text.length);
                    }
                    None => self.progress.set(self.done, most),
                }
            }
        }
        Ok(())
    }
}

/// The most observations of one look if nobody says how many: an endless text ends there.
pub(crate) const MOST: u64 = 10_000_000;
const BETWEEN: Duration = Duration::from_millis(100);
