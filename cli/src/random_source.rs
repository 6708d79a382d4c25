//! The randomness of the operating system, tested before its first use, and that of a seed file, which gives the same
//! words again.

use std::path::Path;
use std::sync::OnceLock;

use fairdraw::random::health::{self, HealthError, HealthReport};
use fairdraw::random::{Stream, SystemRng};
use fairdraw::{ListKey, Sample, Seed, SystemRngError, shuffle};
use rand_core::{TryCryptoRng, TryRng};

use crate::error::Error;
use crate::read;

/// Where the random words come from.
#[allow(clippy::large_enum_variant, reason = "there is one of it in a run")]
pub(crate) enum RandomSource {
    System(SystemRng),
    Seed(Stream),
}

impl RandomSource {
    /// The operating system's randomness, or the stream for a purpose that belongs to the bytes of a seed file.
    pub(crate) fn open(seed_file: Option<&Path>, purpose: &str) -> Result<Self, Error> {
        let Some(path) = seed_file else {
            return system().map(Self::System);
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
        Self::from_seed(&seed, purpose)
    }

    /// The stream of a seed file's bytes. `shuffle` and `pick` share one, so `pick K` gives the first K of `shuffle`.
    pub(crate) fn from_seed(seed: &[u8], purpose: &str) -> Result<Self, Error> {
        Stream::of_seed_file(seed, purpose, &[])
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
            Self::System(rng) => Ok(shuffle::try_shuffle_prefix_ahead(items, count, rng)?),
            Self::Seed(stream) => Ok(shuffle::shuffle_prefix_ahead(items, count, stream)),
        }
    }

    /// Draws the positions of a sample.
    pub(crate) fn sample(&mut self, sample: Sample) -> Result<Vec<u64>, Error> {
        match self {
            Self::System(rng) => Ok(sample.try_draw(rng)?),
            Self::Seed(stream) => Ok(sample.draw(stream)),
        }
    }
}

impl TryRng for RandomSource {
    type Error = SystemRngError;

    fn try_next_u32(&mut self) -> Result<u32, SystemRngError> {
        match self {
            Self::System(rng) => rng.try_next_u32(),
            Self::Seed(stream) => {
                let Ok(word) = stream.try_next_u32();
                Ok(word)
            }
        }
    }

    fn try_next_u64(&mut self) -> Result<u64, SystemRngError> {
        match self {
            Self::System(rng) => rng.try_next_u64(),
            Self::Seed(stream) => {
                let Ok(word) = stream.try_next_u64();
                Ok(word)
            }
        }
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), SystemRngError> {
        match self {
            Self::System(rng) => rng.try_fill_bytes(bytes),
            Self::Seed(stream) => {
                let Ok(()) = stream.try_fill_bytes(bytes);
                Ok(())
            }
        }
    }
}

impl TryCryptoRng for RandomSource {}

/// Refuses to read both the list and the seed file from standard input.
pub(crate) fn check_standard_input(
    list: Option<&Path>,
    seed_file: Option<&Path>,
) -> Result<(), Error> {
    if list.is_some_and(read::is_dash) && seed_file.is_some_and(read::is_dash) {
        return Err(Error::not_done("list and seed file cannot both be standard input")
            .hint("give one of them as a file"));
    }
    Ok(())
}

/// The operating system's randomness, tested.
pub(crate) fn system() -> Result<SystemRng, Error> {
    tested()?;
    Ok(SystemRng::new())
}

/// A new seed from the operating system.
pub(crate) fn new_seed() -> Result<Seed, Error> {
    tested()?;
    Seed::generate().map_err(no_secret)
}

/// A new key for a private list from the operating system.
pub(crate) fn new_list_key() -> Result<ListKey, Error> {
    tested()?;
    ListKey::generate().map_err(no_secret)
}

/// Runs the library's start-up test on the operating system's randomness, once in a run of the tool.
fn tested() -> Result<(), Error> {
    static FOUND: OnceLock<Found> = OnceLock::new();
    judged(*FOUND.get_or_init(|| health::start_up(&mut SystemRng::new())))
}

fn judged(found: Found) -> Result<(), Error> {
    match found {
        Ok(_) => Ok(()),
        Err(HealthError::Source(error)) => Err(error.into()),
        Err(error) => Err(Error::not_done(error.to_string()).hint(
            "it is the operating system's, and nothing was drawn; draw on another machine, or from dice: fairdraw dice --help",
        )),
    }
}

fn no_secret(error: SystemRngError) -> Error {
    Error::not_done(format!("the operating system gives no randomness: {error}"))
        .hint("nothing was committed; try again, or on another machine")
}

impl From<SystemRngError> for Error {
    fn from(error: SystemRngError) -> Self {
        Self::not_done(format!("the operating system gives no randomness: {error}"))
            .hint("nothing was drawn; try again, or on another machine")
    }
}

type Found = Result<HealthReport, HealthError<SystemRngError>>;

/// More than any list of dice; small enough that an endless file, such as `/dev/urandom`, is refused within a second.
const LARGEST_SEED_FILE: u64 = 64 << 20;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]
mod tests {
    use fairdraw::random::health::HealthFault;

    use super::*;

    #[test]
    fn randomness_that_fails_its_test_is_refused_in_one_line() {
        let fault = HealthFault::Repetition { count: 11, cutoff: 11 };
        let error = judged(Err(HealthError::Fault(fault))).unwrap_err();
        assert_eq!(error.exit, 2);
        assert_eq!(
            error.message,
            "the source of randomness failed its test: 11 equal samples in a row, and 11 are too many"
        );
        let error = judged(Err(HealthError::Source(SystemRngError::Stuck))).unwrap_err();
        assert_eq!(error.exit, 2);
        assert_eq!(
            error.message,
            "the operating system gives no randomness: the operating system's random bytes repeat themselves"
        );
    }

    #[test]
    fn this_machines_randomness_passes() {
        assert!(tested().is_ok() && tested().is_ok());
    }
}
