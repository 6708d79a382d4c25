//! Tests for a source of randomness that has failed: NIST SP 800-90B (2018), section 4.4, both of its tests.
//!
//! The standard runs them on raw noise, before any conditioning. What an operating system hands out is conditioned: a
//! dead noise source behind it still gives bytes that look random, and these tests can't see that. On such bytes they
//! catch gross failures of the path alone: a device or system call replaced by zeros, a counter's constant bytes,
//! text, a buffer that is handed out without having been filled. No conformity with SP 800-90B is claimed for them.
//!
//! # The cutoffs
//!
//! With the min-entropy `H` of a sample in bits and the rate of false alarms `α` a cutoff is
//!
//! - for the repetition count test (4.4.1) `1 + ceil(-log₂(α) / H)`,
//! - for the adaptive proportion test (4.4.2) `1 + CRITBINOM(W, 2^-H, 1 - α)`: one more than the least `c` such that
//!   at most `c` successes in `W` trials of probability `2^-H` have a chance of `1 - α` or more.
//!
//! The feature `exam` computes both for any `H` and `α` (`exam::health`). [`start_up`] uses [`BYTES`]: `H` = 8, since
//! a draw needs bytes that are uniform and the system promises no less, and `α = 2⁻⁸⁰`, so that nobody ever meets a
//! false alarm. A sound source fails [`start_up`] with probability 2⁻⁷⁰. A billion starts a day for a century are 2⁴⁵
//! starts, and one false alarm among all of them has a chance of 2⁻²⁵.
//!
//! The low rate costs little, because gross failures are far beyond the cutoffs: a source of sixteen values, such as
//! hexadecimal digits, fails with probability 0.93, one of eight with more than 1 - 2⁻⁴⁶, a constant one always. One
//! of 32 values passes with probability 0.996: that is how coarse these tests are.
//!
//! The second formula counts `W` trials although the first sample of a window is always equal to itself, so the
//! chance that a window fails is a little above `α`: here 2⁻⁷⁷·⁷. The figures above are of the exact laws, which
//! `audit/reference/exam_health.py` computes in fractions.

use core::{error, fmt};

use rand_core::TryRng;
use zeroize::{Zeroize as _, ZeroizeOnDrop, Zeroizing};

/// Tests a source by 1,024 bytes of it, which are discarded: the start-up test of SP 800-90B, section 4.3.
///
/// The repetition count test runs over all of them, the adaptive proportion test over two windows of 512, with the
/// cutoffs [`BYTES`]. The bytes are wiped and must serve nothing else. In a sound source of uniform bytes it finds a
/// longest repetition of 2 or 3 and a largest count of about 4. Reading a `SystemRng` and testing it takes 13 µs
/// (median of 2,000 runs on a Linux server, release build).
///
/// # Errors
///
/// The source's error, or how the source failed the tests.
///
/// # Examples
///
#[cfg_attr(feature = "getrandom", doc = "```")]
#[cfg_attr(not(feature = "getrandom"), doc = "```ignore")]
/// use fairdraw::random::{SystemRng, health};
///
/// let report = health::start_up(&mut SystemRng::new()).expect("the system's source is sound");
/// assert!(report.longest_repetition < report.cutoffs.repetition);
/// assert_eq!(report.samples, 1024);
/// ```
pub fn start_up<R: TryRng + ?Sized>(source: &mut R) -> Result<HealthReport, HealthError<R::Error>> {
    let mut samples = Zeroizing::new([0; START_UP_SAMPLES]);
    source.try_fill_bytes(&mut *samples).map_err(HealthError::Source)?;
    let mut repetition = RepetitionCount::new(BYTES.repetition);
    let mut proportion = AdaptiveProportion::new(BYTES.window, BYTES.proportion);
    for &sample in samples.iter() {
        repetition.add(sample)?;
        proportion.add(sample)?;
    }
    Ok(HealthReport {
        samples: START_UP_SAMPLES,
        longest_repetition: repetition.longest(),
        largest_count: proportion.largest(),
        cutoffs: BYTES,
    })
}

/// What [`start_up`] found in a source that passed. It tells nothing of bytes that are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct HealthReport {
    /// The samples tested, 1,024.
    pub samples: usize,
    /// The longest run of equal samples; 1 if no two neighbours were equal.
    pub longest_repetition: u32,
    /// The most often that the first sample of a window came in it, the first one counted.
    pub largest_count: u32,
    /// The cutoffs that both stayed below.
    pub cutoffs: Cutoffs,
}

/// The cutoffs of both tests for one kind of samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cutoffs {
    /// So many equal samples in a row fail the repetition count test.
    pub repetition: u32,
    /// The samples in a window of the adaptive proportion test.
    pub window: u32,
    /// So many samples equal to the window's first, this one counted, fail the adaptive proportion test.
    pub proportion: u32,
}

/// For bytes of a source that claims 8 bits each, with `α = 2⁻⁸⁰`. The window is the standard's for samples that are
/// not binary.
pub const BYTES: Cutoffs = Cutoffs { repetition: 11, window: 512, proportion: 30 };

/// For single bits, 0 or 1, of a source that claims 1 bit each, with `α = 2⁻⁸⁰`. The window is the standard's for
/// binary samples.
pub const BITS: Cutoffs = Cutoffs { repetition: 81, window: 1024, proportion: 675 };

/// The repetition count test (SP 800-90B, section 4.4.1): a run of equal samples that is too long.
///
/// # Security
///
/// Keeps one sample, hidden from `Debug` and wiped on drop.
pub struct RepetitionCount {
    cutoff: u32,
    last: Option<u8>,
    run: u32,
    longest: u32,
}

impl RepetitionCount {
    /// A test that has seen nothing yet. Two equal samples are the least that it can fail, so cutoffs below 2 count
    /// as 2.
    pub const fn new(cutoff: u32) -> Self {
        Self { cutoff, last: None, run: 0, longest: 0 }
    }

    /// Takes the next sample.
    ///
    /// # Errors
    ///
    /// It is the last of at least as many equal ones as the cutoff. The test can go on: it errs at each further one
    /// of the run.
    pub fn add(&mut self, sample: u8) -> Result<(), HealthFault> {
        if self.last != Some(sample) {
            self.last = Some(sample);
            self.run = 1;
            self.longest = self.longest.max(1);
            return Ok(());
        }
        self.run = self.run.saturating_add(1);
        self.longest = self.longest.max(self.run);
        if self.run >= self.cutoff {
            return Err(HealthFault::Repetition { count: self.run, cutoff: self.cutoff });
        }
        Ok(())
    }

    /// The longest run of equal samples so far.
    pub const fn longest(&self) -> u32 {
        self.longest
    }
}

/// The adaptive proportion test (SP 800-90B, section 4.4.2): a sample that comes too often in the window it begins.
///
/// Windows follow each other without overlap; one that isn't full yet is tested as far as it goes.
///
/// # Security
///
/// Keeps one sample, hidden from `Debug` and wiped on drop.
pub struct AdaptiveProportion {
    window: u32,
    cutoff: u32,
    first: u8,
    /// Samples still to come in this window.
    left: u32,
    count: u32,
    largest: u32,
}

impl AdaptiveProportion {
    /// A test that has seen nothing yet. Two equal samples are the least that it can fail, so cutoffs below 2 count
    /// as 2; windows below 2, or below the cutoff, fail nothing.
    pub const fn new(window: u32, cutoff: u32) -> Self {
        Self { window, cutoff, first: 0, left: 0, count: 0, largest: 0 }
    }

    /// Takes the next sample.
    ///
    /// # Errors
    ///
    /// With it, at least as many samples as the cutoff are equal to the first of their window. The test can go on: it
    /// errs at each further one of the window.
    pub fn add(&mut self, sample: u8) -> Result<(), HealthFault> {
        if self.left == 0 {
            self.first = sample;
            self.left = self.window.saturating_sub(1);
            self.count = 1;
            self.largest = self.largest.max(1);
            return Ok(());
        }
        self.left -= 1;
        if sample != self.first {
            return Ok(());
        }
        self.count += 1;
        self.largest = self.largest.max(self.count);
        if self.count >= self.cutoff {
            let (count, window, cutoff) = (self.count, self.window, self.cutoff);
            return Err(HealthFault::Proportion { count, window, cutoff });
        }
        Ok(())
    }

    /// The largest count of any window so far.
    pub const fn largest(&self) -> u32 {
        self.largest
    }
}

impl fmt::Debug for RepetitionCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RepetitionCount(..)")
    }
}

impl fmt::Debug for AdaptiveProportion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AdaptiveProportion(..)")
    }
}

impl Drop for RepetitionCount {
    fn drop(&mut self) {
        self.last.zeroize();
    }
}

impl Drop for AdaptiveProportion {
    fn drop(&mut self) {
        self.first.zeroize();
    }
}

impl ZeroizeOnDrop for RepetitionCount {}
impl ZeroizeOnDrop for AdaptiveProportion {}

/// How samples failed a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum HealthFault {
    /// Too many equal samples in a row.
    Repetition {
        /// How many came in a row.
        count: u32,
        /// How many are too many.
        cutoff: u32,
    },
    /// Too many samples equal to the first of their window.
    Proportion {
        /// How many they are, the first one counted.
        count: u32,
        /// The samples in a window.
        window: u32,
        /// How many are too many.
        cutoff: u32,
    },
}

impl fmt::Display for HealthFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repetition { count, cutoff } => {
                write!(f, "{count} equal samples in a row, and {cutoff} are too many")
            }
            Self::Proportion { count, window, cutoff } => {
                write!(f, "{count} equal samples among {window}, and {cutoff} are too many")
            }
        }
    }
}

impl error::Error for HealthFault {}

/// Why [`start_up`] gave no report, for a source whose errors are `E`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum HealthError<E> {
    /// The source gave no samples.
    Source(E),
    /// The samples failed a test: the source must not be used.
    Fault(HealthFault),
}

impl<E> From<HealthFault> for HealthError<E> {
    fn from(fault: HealthFault) -> Self {
        Self::Fault(fault)
    }
}

impl<E: fmt::Display> fmt::Display for HealthError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source(error) => error.fmt(f),
            Self::Fault(fault) => write!(f, "the source of randomness failed its test: {fault}"),
        }
    }
}

impl<E: error::Error> error::Error for HealthError<E> {}

/// The standard's least number for the start-up test, and two whole windows of bytes.
const START_UP_SAMPLES: usize = 1024;

#[cfg(test)]
mod tests {
    extern crate std;

    use std::{format, iter, string::ToString as _, vec, vec::Vec};

    use super::*;
    use crate::test_vectors::{check_all, number, same};

    #[derive(Debug, PartialEq, Eq)]
    struct Ended;

    impl fmt::Display for Ended {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the script has ended")
        }
    }

    impl error::Error for Ended {}

    /// A source that gives the bytes of a script and then fails.
    struct Scripted<I>(I);

    impl<I: Iterator<Item = u8>> TryRng for Scripted<I> {
        type Error = Ended;

        fn try_next_u32(&mut self) -> Result<u32, Ended> {
            let mut bytes = [0; 4];
            self.try_fill_bytes(&mut bytes).map(|()| u32::from_be_bytes(bytes))
        }

        fn try_next_u64(&mut self) -> Result<u64, Ended> {
            let mut bytes = [0; 8];
            self.try_fill_bytes(&mut bytes).map(|()| u64::from_be_bytes(bytes))
        }

        fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Ended> {
            dst.iter_mut().try_for_each(|byte| {
                *byte = self.0.next().ok_or(Ended)?;
                Ok(())
            })
        }
    }

    /// 1,024 bytes of which no two neighbours are equal, and each value comes twice in a window.
    fn sound() -> Vec<u8> {
        (0..=255).cycle().take(1024).collect()
    }

    fn tested(bytes: Vec<u8>) -> Result<HealthReport, HealthError<Ended>> {
        start_up(&mut Scripted(bytes.into_iter()))
    }

    #[test]
    fn a_sound_source_passes_and_its_numbers_are_reported() {
        let report = tested(sound());
        let expected =
            HealthReport { samples: 1024, longest_repetition: 1, largest_count: 2, cutoffs: BYTES };
        assert_eq!(report, Ok(expected));
    }

    #[test]
    fn a_run_fails_at_the_cutoff_and_passes_one_below_wherever_it_stands() {
        for start in [0, 1, 500, 507, 1013] {
            for length in 2..=11 {
                let mut bytes = sound();
                bytes[start..start + length].fill(100); // no neighbour of these places
                let length = u32::try_from(length).unwrap_or(0);
                let found = tested(bytes).map(|report| report.longest_repetition);
                let fault = HealthFault::Repetition { count: 11, cutoff: 11 };
                let failed = Err(HealthError::Fault(fault));
                assert_eq!(found, if length == 11 { failed } else { Ok(length) }, "from {start}");
            }
        }
    }

    #[test]
    fn a_frequent_value_fails_at_the_cutoff_and_passes_one_below_in_either_window() {
        for window in [0, 512] {
            for count in [3, 29, 30] {
                let mut bytes = sound();
                // The first of the window is 0, and comes again in its middle.
                for extra in 0..count - 2 {
                    bytes[window + 2 + 2 * extra] = 0;
                }
                let found = tested(bytes);
                if count == 30 {
                    let fault = HealthFault::Proportion { count: 30, window: 512, cutoff: 30 };
                    assert_eq!(found, Err(HealthError::Fault(fault)));
                } else {
                    assert_eq!(found.map(|report| report.largest_count as usize), Ok(count));
                }
            }
        }
    }

    #[test]
    fn counts_do_not_go_on_into_the_next_window() {
        // 29 in the first window, and 29 of the same value in the second.
        let mut bytes = sound();
        for window in [0, 512] {
            for extra in 0..27 {
                bytes[window + 2 + 2 * extra] = 0;
            }
        }
        assert_eq!(tested(bytes).map(|report| report.largest_count), Ok(29));
    }

    #[test]
    fn gross_failures_are_found() {
        for byte in [0, 1, 0x7f, 0xff] {
            let fault = HealthFault::Repetition { count: 11, cutoff: 11 };
            assert_eq!(tested(vec![byte; 1024]), Err(HealthError::Fault(fault)));
        }
        // A counter of 32 bits, an address's bytes, text.
        let counter = (0..256_u32).flat_map(u32::to_be_bytes).collect();
        assert!(matches!(tested(counter), Err(HealthError::Fault(_))));
        let pattern = b"0x00007fff".iter().copied().cycle().take(1024).collect();
        assert!(matches!(tested(pattern), Err(HealthError::Fault(_))));
        let text = b"all work and no play ".iter().copied().cycle().take(1024).collect();
        assert!(matches!(tested(text), Err(HealthError::Fault(_))));
    }

    #[test]
    fn error_of_the_source_is_passed_on() {
        for length in [0, 1, 512, 1023] {
            let bytes = sound().into_iter().take(length).collect();
            assert_eq!(tested(bytes), Err(HealthError::Source(Ended)));
        }
        // And no more than 1,024 bytes are asked for.
        let mut source = Scripted(sound().into_iter());
        assert!(start_up(&mut source).is_ok());
        assert_eq!(source.try_next_u32(), Err(Ended));
    }

    #[test]
    fn cutoffs_are_those_of_a_separate_program() {
        let mut found = vec![];
        check_all("exam-health", |vector| {
            let is = |h: &str| vector["h"] == h && vector["bits"] == 80;
            let cutoffs = if is("8") { BYTES } else { BITS };
            if vector["kind"] == "repetition" && (is("1") || is("8")) {
                found.push(cutoffs.repetition);
                same("cutoff", u64::from(cutoffs.repetition), number(&vector["cutoff"]))?;
            }
            let of_window = vector["window"] == cutoffs.window;
            if vector["kind"] == "proportion" && of_window && (is("1") || is("8")) {
                found.push(cutoffs.proportion);
                same("cutoff", u64::from(cutoffs.proportion), number(&vector["cutoff"]))?;
            }
            Ok(())
        });
        assert_eq!(found, [81, 11, 675, 30]);
    }

    #[test]
    fn as_many_sequences_fail_as_a_separate_program_counted() {
        check_all("exam-health", |vector| {
            if vector["kind"] != "sequences" {
                return Ok(());
            }
            let of = |name: &str| u32::try_from(number(&vector[name])).unwrap_or(0);
            let (values, samples) = (of("values"), of("samples"));
            let (mut repetition_fails, mut proportion_fails, mut either_fails) = (0, 0, 0);
            for sequence in 0..values.pow(samples) {
                let digits = iter::successors(Some(sequence), |rest| Some(rest / values));
                let mut repetition = RepetitionCount::new(of("repetition"));
                let mut proportion = AdaptiveProportion::new(of("window"), of("proportion"));
                let (mut repeats, mut frequent) = (false, false);
                for rest in digits.take(samples as usize) {
                    let sample = u8::try_from(rest % values).unwrap_or(0);
                    repeats |= repetition.add(sample).is_err();
                    frequent |= proportion.add(sample).is_err();
                }
                assert_eq!(repeats, repetition.longest() >= of("repetition"));
                assert_eq!(frequent, proportion.largest() >= of("proportion"));
                repetition_fails += u32::from(repeats);
                proportion_fails += u32::from(frequent);
                either_fails += u32::from(repeats || frequent);
            }
            same("repetition", repetition_fails, of("repetition_fails"))?;
            same("proportion", proportion_fails, of("proportion_fails"))?;
            same("either", either_fails, of("either_fails"))
        });
    }

    #[test]
    fn debug_and_errors_tell_nothing_of_the_samples() {
        let mut repetition = RepetitionCount::new(2);
        let mut proportion = AdaptiveProportion::new(512, 2);
        assert_eq!(repetition.add(77), Ok(()));
        assert_eq!(proportion.add(77), Ok(()));
        assert_eq!(
            format!("{repetition:?} {proportion:?}"),
            "RepetitionCount(..) AdaptiveProportion(..)"
        );
        let said = repetition.add(77).map_err(|fault| fault.to_string());
        assert_eq!(said, Err("2 equal samples in a row, and 2 are too many".to_string()));
        let said =
            proportion.add(77).map_err(|fault| HealthError::<HealthFault>::from(fault).to_string());
        let expected = "the source of randomness failed its test: 2 equal samples among 512, and 2 are too many";
        assert_eq!(said, Err(expected.to_string()));
    }
}
