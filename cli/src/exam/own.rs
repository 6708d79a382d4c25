//! Our own shuffles, samples and numbers, and the draws of a commit.

use std::num::NonZeroU64;

use fairdraw::draw::Trials;
use fairdraw::exam::{Fault, NumberShape, OutOfRange, Shape, SpecimenShuffler};
use fairdraw::uniform;
use rand_core::{Rng as _, TryRng as _};

use super::source::{Broken, NumberSource, Source, Stop};
use crate::error::Error;
use crate::random_source::RandomSource;

/// The library's shuffle, or the first places of it.
pub(crate) struct OwnShuffles {
    source: RandomSource,
    shape: Shape,
    items: Vec<u32>,
}

impl OwnShuffles {
    pub(crate) fn new(source: RandomSource, shape: Shape) -> Self {
        Self { source, shape, items: Vec::new() }
    }
}

impl Source for OwnShuffles {
    fn next(&mut self, out: &mut Vec<u32>) -> Result<bool, Stop> {
        self.items.clear();
        self.items.extend(0..self.shape.n());
        let drawn = self.source.shuffle_prefix(&mut self.items, self.shape.k() as usize)?;
        out.clear();
        out.extend_from_slice(drawn);
        Ok(true)
    }

    fn broken(&self, fault: &Fault) -> Stop {
        Stop::Broken(Broken { place: "our own shuffle".to_owned(), what: fault.to_string() })
    }
}

/// Shuffles with a known fault.
pub(crate) struct Specimens {
    shuffler: SpecimenShuffler,
    shape: Shape,
}

impl Specimens {
    pub(crate) fn new(shuffler: SpecimenShuffler, shape: Shape) -> Self {
        Self { shuffler, shape }
    }
}

impl Source for Specimens {
    fn next(&mut self, out: &mut Vec<u32>) -> Result<bool, Stop> {
        out.resize(self.shape.n() as usize, 0);
        self.shuffler.next(out);
        out.truncate(self.shape.k() as usize);
        Ok(true)
    }

    fn broken(&self, fault: &Fault) -> Stop {
        Stop::Broken(Broken {
            place: "a shuffle of the specimen".to_owned(),
            what: fault.to_string(),
        })
    }
}

/// The library's bounded integers.
pub(crate) struct OwnNumbers {
    source: RandomSource,
    low: i128,
    /// How many numbers there are; nothing for 2⁶⁴, which are all words.
    bound: Option<NonZeroU64>,
}

impl OwnNumbers {
    pub(crate) fn new(source: RandomSource, shape: NumberShape) -> Self {
        let bound = u64::try_from(shape.size()).ok().and_then(NonZeroU64::new);
        Self { source, low: shape.low(), bound }
    }
}

impl NumberSource for OwnNumbers {
    fn next(&mut self) -> Result<Option<i128>, Stop> {
        let above = match (&mut self.source, self.bound) {
            (RandomSource::System(rng), Some(bound)) => {
                uniform::try_below(bound, rng).map_err(Error::from)?
            }
            (RandomSource::System(rng), None) => rng.try_next_u64().map_err(Error::from)?,
            (RandomSource::Seed(stream), Some(bound)) => uniform::below(bound, stream),
            (RandomSource::Seed(stream), None) => stream.next_u64(),
        };
        Ok(Some(self.low + i128::from(above)))
    }

    fn broken(&self, fault: &OutOfRange) -> Stop {
        Stop::Broken(Broken { place: "our own number".to_owned(), what: fault.to_string() })
    }
}

/// The first places of draws by the rules of a commit, as numbers.
pub(crate) struct FirstPlaces<'a>(pub(crate) CommittedDraws<'a>);

impl NumberSource for FirstPlaces<'_> {
    fn next(&mut self) -> Result<Option<i128>, Stop> {
        Ok(self.0.draw()?.first().map(|&position| i128::from(position)))
    }

    fn broken(&self, fault: &OutOfRange) -> Stop {
        let place = format!("draw {}", self.0.trial);
        Stop::Broken(Broken { place, what: fault.to_string() })
    }
}

/// Draws by the rules of a commit.
pub(crate) struct CommittedDraws<'a> {
    trials: Trials<'a>,
    source: RandomSource,
    trial: u64,
}

impl<'a> CommittedDraws<'a> {
    pub(crate) fn new(trials: Trials<'a>, source: RandomSource) -> Self {
        Self { trials, source, trial: 0 }
    }

    /// The positions of the next draw.
    pub(crate) fn draw(&mut self) -> Result<Vec<u64>, Stop> {
        self.trial += 1;
        let drawn = match &mut self.source {
            RandomSource::System(rng) => self.trials.try_draw(rng).map_err(Error::from)?,
            RandomSource::Seed(stream) => {
                let Ok(drawn) = self.trials.try_draw(stream);
                drawn
            }
        };
        Ok(drawn.ok_or_else(|| Error::not_done("the draw does not fit into memory"))?)
    }
}

impl Source for CommittedDraws<'_> {
    fn next(&mut self, out: &mut Vec<u32>) -> Result<bool, Stop> {
        out.clear();
        let drawn = self.draw()?;
        // One that doesn't fit is no item of the list.
        out.extend(drawn.iter().map(|position| u32::try_from(*position).unwrap_or(u32::MAX)));
        Ok(true)
    }

    fn broken(&self, fault: &Fault) -> Stop {
        Stop::Broken(Broken { place: format!("draw {}", self.trial), what: fault.to_string() })
    }
}
