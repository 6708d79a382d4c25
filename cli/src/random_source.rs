//! The randomness of `shuffle` and `pick`: the operating system's, or a seed file that gives the same order again.

use std::path::Path;

use fairdraw::Sample;
use fairdraw::random::{Stream, SystemRng};

use crate::error::Error;
use crate::read;

/// Where the random words come from.
#[allow(clippy::large_enum_variant, reason = "there is one of it in a run")]
pub(crate) enum RandomSource {
    System(SystemRng),
    Seed(Stream),
}

impl RandomSource {
    /// The operating system's randomness, or the stream that belongs to the bytes of a seed file.
    pub(crate) fn open(seed_file: Option<&Path>) -> Result<Self, Error> {
        let Some(path) = seed_file else {
            return Ok(Self::System(SystemRng::new()));
        };
        let seed = read::secret_up_to(path, LARGEST_SEED_FILE)?;
        if seed.is_empty() {
            return Err(Error::not_done(format!("the seed file {} is empty", path.display()))
                .hint("write down what was thrown or drawn, for example 40 throws of a die"));
        }
        if seed.len() as u64 > LARGEST_SEED_FILE {
            return Err(Error::not_done(format!(
                "the seed file {} is larger than {} MiB",
                path.display(),
                LARGEST_SEED_FILE >> 20
            ))
            .hint("without --seed-file the randomness comes from the operating system"));
        }
        Self::from_seed(&seed)
    }

    /// The stream of a seed file's bytes. `shuffle` and `pick` share it, so `pick K` gives the first K of `shuffle`.
    pub(crate) fn from_seed(seed: &[u8]) -> Result<Self, Error> {
        Stream::of_seed_file(seed, "shuffle", &[])
            .map(Self::Seed)
            .map_err(|error| Error::not_done(format!("cannot use the seed file: {error}")))
    }

    /// Brings `count` of the items to the front, in draw order, and returns them.
    pub(crate) fn shuffle_prefix<'a, T>(
        &mut self,
        items: &'a mut [T],
        count: usize,
    ) -> Result<&'a mut [T], Error> {
        match self {
            Self::System(rng) => fairdraw::try_shuffle_prefix(items, count, rng)
                .map_err(|error| no_randomness(&error)),
            Self::Seed(stream) => Ok(fairdraw::shuffle_prefix(items, count, stream)),
        }
    }

    /// Draws the positions of a sample.
    pub(crate) fn sample(&mut self, sample: Sample) -> Result<Vec<u64>, Error> {
        match self {
            Self::System(rng) => sample.try_draw(rng).map_err(|error| no_randomness(&error)),
            Self::Seed(stream) => Ok(sample.draw(stream)),
        }
    }
}

fn no_randomness(error: &impl std::fmt::Display) -> Error {
    Error::not_done(format!("the operating system gives no randomness: {error}"))
        .hint("nothing was drawn; try again, or on another machine")
}

/// More than any list of dice; small enough that an endless file, such as `/dev/urandom`, is refused within a second.
const LARGEST_SEED_FILE: u64 = 64 << 20;
