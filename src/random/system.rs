//! Random bytes from the operating system, checked for a source that is stuck.

use core::{array, error, fmt, mem, ops::Range};

use rand_core::{TryCryptoRng, TryRng};
use subtle::{Choice, ConstantTimeEq as _};
use zeroize::{Zeroize as _, ZeroizeOnDrop, Zeroizing};

/// The operating system's random bytes, read ahead so that many small draws don't each cost a
/// system call.
///
/// Reads 64 bytes when it is first used, then twice as many each time up to 1,024. Bytes are handed
/// out in the system's order; a `u64` is the next 8 of them and a `u32` the next 4, both
/// big-endian.
///
/// Every 32 bytes read are compared with the 32 before. If they are equal, or all of their bytes
/// are, the source is taken to be stuck, which a sound source is mistaken for with probability
/// below 2⁻²⁴⁷ a block. This generator then fails for good, and nothing of what was read with that
/// block is handed out.
///
/// # Security
///
/// Bytes are wiped from the buffer as they are handed out, and what is left when the generator is
/// dropped. The last 32 bytes read are kept for the comparison until then. Copies that moves and
/// the compiler leave behind are not wiped.
///
/// A process made by `fork` has the same buffer and would draw the same bytes: make a new
/// `SystemRng` in the child.
///
/// # Examples
///
/// ```
/// use fairdraw::random::SystemRng;
/// use rand_core::TryRng;
///
/// let mut rng = SystemRng::new();
/// let word = rng.try_next_u64()?;
/// # let _ = word;
/// # Ok::<(), fairdraw::random::SystemRngError>(())
/// ```
pub struct SystemRng(Checked<Fill>);

impl SystemRng {
    /// Makes a generator that has read nothing yet.
    #[allow(
        clippy::new_without_default,
        reason = "a generator is made where it is used, on purpose"
    )]
    pub fn new() -> Self {
        Self(Checked::new(getrandom::fill))
    }
}

impl TryRng for SystemRng {
    type Error = SystemRngError;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, SystemRngError> {
        self.0.take(u32::from_be_bytes)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, SystemRngError> {
        self.0.take(u64::from_be_bytes)
    }

    /// Fills `dst`; after an error it is all zero, so that half a fill can't be taken for a whole
    /// one.
    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), SystemRngError> {
        self.0.fill(dst)
    }
}

impl TryCryptoRng for SystemRng {}

impl fmt::Debug for SystemRng {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SystemRng(..)")
    }
}

impl ZeroizeOnDrop for SystemRng {}

/// Why [`SystemRng`] gave no bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SystemRngError {
    /// The operating system gave none. A later call asks it again.
    Unavailable(getrandom::Error),
    /// The operating system repeated itself. Every later call fails too.
    Stuck,
}

impl fmt::Display for SystemRngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(error) => {
                write!(f, "no random bytes from the operating system: {error}")
            }
            Self::Stuck => f.write_str("the operating system's random bytes repeat themselves"),
        }
    }
}

impl error::Error for SystemRngError {}

/// How the operating system is read: [`getrandom::fill`].
type Fill = fn(&mut [u8]) -> Result<(), getrandom::Error>;

/// A buffer over a source of bytes, with the check for a stuck one.
struct Checked<F> {
    source: F,
    buffer: [u8; MAX_READ],
    /// Where the bytes not handed out yet are in the buffer. All others are zero.
    unread: Range<usize>,
    next_read: usize,
    /// The last block read. At first zeros, a block that no read may begin with in any case.
    previous: [u64; WORDS],
    stuck: bool,
}

impl<F: FnMut(&mut [u8]) -> Result<(), getrandom::Error>> Checked<F> {
    fn new(source: F) -> Self {
        Self {
            source,
            buffer: [0; MAX_READ],
            unread: 0..0,
            next_read: MIN_READ,
            previous: [0; WORDS],
            stuck: false,
        }
    }

    /// The number that the next bytes are.
    #[inline]
    fn take<const COUNT: usize, N>(
        &mut self,
        number: fn([u8; COUNT]) -> N,
    ) -> Result<N, SystemRngError> {
        let Some(bytes) = self.buffer[self.unread.clone()].first_chunk_mut() else {
            let mut bytes = Zeroizing::new([0; COUNT]);
            self.fill(&mut *bytes)?;
            return Ok(number(*bytes));
        };
        let taken = number(*bytes);
        bytes.zeroize();
        self.unread.start += COUNT;
        Ok(taken)
    }

    fn fill(&mut self, dst: &mut [u8]) -> Result<(), SystemRngError> {
        let filled = self.hand_out(dst);
        if filled.is_err() {
            dst.zeroize();
        }
        filled
    }

    fn hand_out(&mut self, mut dst: &mut [u8]) -> Result<(), SystemRngError> {
        if self.stuck {
            return Err(SystemRngError::Stuck);
        }
        while !dst.is_empty() {
            if self.unread.is_empty() {
                self.refill()?;
            }
            let count = dst.len().min(self.unread.len());
            let (part, rest) = mem::take(&mut dst).split_at_mut(count);
            let bytes = &mut self.buffer[self.unread.start..][..count];
            part.copy_from_slice(bytes);
            bytes.zeroize();
            self.unread.start += count;
            dst = rest;
        }
        Ok(())
    }

    fn refill(&mut self) -> Result<(), SystemRngError> {
        // What is read is wiped on drop, even if the source panics.
        self.unread = 0..self.next_read;
        if let Err(error) = self.read() {
            self.wipe_unread();
            self.stuck = error == SystemRngError::Stuck;
            return Err(error);
        }
        self.next_read = MAX_READ.min(2 * self.next_read);
        Ok(())
    }

    fn read(&mut self) -> Result<(), SystemRngError> {
        let fresh = &mut self.buffer[..self.next_read];
        (self.source)(fresh).map_err(SystemRngError::Unavailable)?;
        let (blocks, _) = fresh.as_chunks(); // every read is a whole number of blocks
        for block in blocks {
            let words = words(block);
            let repeated = [words[0] & 0xff; WORDS].map(|byte| byte * 0x0101_0101_0101_0101);
            if (equal(&words, &self.previous) | equal(&words, &repeated)).into() {
                return Err(SystemRngError::Stuck);
            }
            self.previous = words;
        }
        Ok(())
    }
}

impl<F> Checked<F> {
    /// Leaves a buffer of zeros, by wiping only what isn't zero: all of it would take longer than a small read.
    fn wipe_unread(&mut self) {
        self.buffer[self.unread.clone()].zeroize();
        self.unread = 0..0;
    }
}

impl<F> Drop for Checked<F> {
    fn drop(&mut self) {
        self.wipe_unread();
        self.previous.zeroize();
    }
}

/// Whether two blocks are equal, in constant time.
fn equal(words: &[u64; WORDS], others: &[u64; WORDS]) -> Choice {
    let pairs = words.iter().zip(others);
    pairs.fold(0, |differing, (word, other)| differing | (word ^ other)).ct_eq(&0)
}

/// A block as words, which are compared and wiped in less time than bytes.
fn words(block: &[u8; BLOCK]) -> [u64; WORDS] {
    let (words, _) = block.as_chunks();
    array::from_fn(|word| u64::from_le_bytes(words[word]))
}

const BLOCK: usize = 32;
const WORDS: usize = BLOCK / 8;
const MIN_READ: usize = 2 * BLOCK;
const MAX_READ: usize = 32 * BLOCK;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]
mod tests {
    extern crate std;

    use std::{cell::RefCell, format, string::ToString as _, vec, vec::Vec};

    use getrandom::Error;

    use super::*;

    /// Blocks with which the reads of a source begin: 2 blocks, 4, 8, 16, then always 32.
    const READS_BEGIN_AT: [u64; 7] = [0, 2, 6, 14, 30, 62, 94];

    /// A block as a sound source could give it: no two are equal, none has 32 equal bytes.
    fn sound(index: u64) -> [u8; BLOCK] {
        let mut block = [0xa5; BLOCK];
        block[12..20].copy_from_slice(&index.to_be_bytes());
        block
    }

    /// A source that gives the blocks of a script, and fails a read that the script has an error
    /// in.
    ///
    /// It writes the lengths of the reads into `reads`. Blocks of a failed read are lost, as a
    /// system's would be.
    fn scripted(
        script: impl Fn(u64) -> Result<[u8; BLOCK], Error>,
        reads: &RefCell<Vec<usize>>,
    ) -> impl FnMut(&mut [u8]) -> Result<(), Error> {
        let mut index = 0;
        move |out| {
            reads.borrow_mut().push(out.len());
            let mut result = Ok(());
            for part in out.chunks_mut(BLOCK) {
                match script(index) {
                    Ok(block) => part.copy_from_slice(&block[..part.len()]),
                    Err(error) => result = Err(error),
                }
                index += 1;
            }
            result
        }
    }

    /// Draws 32 bytes at a time until the first error; gives the number of blocks before it, and
    /// the error.
    fn run(rng: &mut Checked<impl FnMut(&mut [u8]) -> Result<(), Error>>) -> (u64, SystemRngError) {
        for count in 0.. {
            let mut block = [0xee; BLOCK];
            match rng.fill(&mut block) {
                Ok(()) => assert_eq!(block, sound(count), "block {count}"),
                Err(error) => {
                    assert_eq!(block, [0; BLOCK], "bytes beside an error");
                    return (count, error);
                }
            }
        }
        unreachable!("the script has an error")
    }

    fn read_of(block: u64) -> u64 {
        *READS_BEGIN_AT.iter().rfind(|&&begin| begin <= block).unwrap()
    }

    #[test]
    fn bytes_come_in_the_sources_order() {
        let reads = RefCell::default();
        let mut rng = Checked::new(scripted(|index| Ok(sound(index)), &reads));
        let source: Vec<u8> = (0..31_260).flat_map(sound).collect();
        let mut start = 0;
        for length in [0, 1, 31, 32, 33, 1_000_000, 0, 7] {
            let mut out = vec![0; length];
            rng.fill(&mut out).unwrap();
            assert!(out == source[start..start + length], "{length} bytes from {start}");
            start += length;
        }
    }

    #[test]
    fn small_draws_share_reads() {
        let reads = RefCell::default();
        let mut rng = Checked::new(scripted(|index| Ok(sound(index)), &reads));
        assert_eq!(rng.fill(&mut []), Ok(()));
        assert!(reads.borrow().is_empty()); // nothing is read before it is needed
        for _ in 0..10_000 {
            rng.fill(&mut [0; 8]).unwrap();
        }
        // 80,000 bytes: 960 in the first four reads, then 78 of 1,024 bytes.
        let reads = reads.borrow();
        assert_eq!(reads[..6], [64, 128, 256, 512, 1024, 1024]);
        assert_eq!(reads.len(), 4 + 78);
    }

    #[test]
    fn block_equal_to_the_one_before_is_a_stuck_source() {
        for k in 1..100 {
            let reads = RefCell::default();
            let mut rng = Checked::new(scripted(
                |index| Ok(sound(if index == k { k - 1 } else { index })),
                &reads,
            ));
            // Nothing of the read that has block k comes out, and the source is not asked again.
            assert_eq!(run(&mut rng), (read_of(k), SystemRngError::Stuck), "stuck at {k}");
            let count = reads.borrow().len();
            for length in [0, 1, 32, 2_000] {
                let mut out = vec![0xee; length];
                assert_eq!(rng.fill(&mut out), Err(SystemRngError::Stuck));
                assert_eq!(out, vec![0; length]);
            }
            assert_eq!(reads.borrow().len(), count);
        }
    }

    #[test]
    fn block_of_equal_bytes_is_a_stuck_source() {
        for byte in 0..=255 {
            for k in [0, 1, 2, 5, 6, 33, 93] {
                let reads = RefCell::default();
                let script = |index| Ok(if index == k { [byte; BLOCK] } else { sound(index) });
                let mut rng = Checked::new(scripted(script, &reads));
                assert_eq!(run(&mut rng), (read_of(k), SystemRngError::Stuck), "{byte:02x} at {k}");
                assert_eq!(rng.fill(&mut [0; 8]), Err(SystemRngError::Stuck));
            }
        }
    }

    #[test]
    fn almost_equal_blocks_pass() {
        // Each differs from the one before in a single bit, or has a single byte that differs from
        // the others.
        for place in 0..BLOCK {
            let mut one_bit = sound(0);
            one_bit[place] ^= 0x80;
            let mut one_byte = [0; BLOCK];
            one_byte[place] = 1;
            let script = [sound(0), one_bit, sound(0), one_byte];
            let reads = RefCell::default();
            let mut rng = Checked::new(scripted(
                |index| Ok(script[usize::try_from(index).unwrap() % 4]),
                &reads,
            ));
            let mut out = [0; 4 * BLOCK];
            assert_eq!(rng.fill(&mut out), Ok(()));
            assert_eq!(out[..], script.concat());
        }
    }

    #[test]
    fn error_of_the_source_is_passed_on_and_is_not_for_good() {
        let failure = Error::new_custom(7);
        let unavailable = SystemRngError::Unavailable(failure);
        for k in 0..95 {
            let reads = RefCell::default();
            let script = |index| {
                if index == k { Err(failure) } else { Ok(sound(index)) }
            };
            let mut rng = Checked::new(scripted(script, &reads));
            let begin = read_of(k);
            assert_eq!(run(&mut rng), (begin, unavailable), "error at {k}");
            assert_eq!(rng.buffer, [0; MAX_READ], "bytes of the failed read");
            // The next call reads as much again, from where the source stands now.
            let lost = u64::try_from(rng.next_read / BLOCK).unwrap();
            let mut block = [0; BLOCK];
            assert_eq!(rng.fill(&mut block), Ok(()));
            assert_eq!(block, sound(begin + lost));
        }
    }

    #[test]
    fn fill_that_fails_half_way_leaves_only_zeros() {
        let reads = RefCell::default();
        let script = |index| {
            if index == 6 { Err(Error::UNSUPPORTED) } else { Ok(sound(index)) }
        };
        let mut rng = Checked::new(scripted(script, &reads));
        let mut out = [0xee; 1_000];
        assert_eq!(rng.fill(&mut out), Err(SystemRngError::Unavailable(Error::UNSUPPORTED)));
        assert_eq!(out, [0; 1_000]);
    }

    #[test]
    fn handed_out_bytes_are_wiped_from_the_buffer() {
        let reads = RefCell::default();
        let mut rng = Checked::new(scripted(|index| Ok(sound(index)), &reads));
        rng.fill(&mut [0; 15]).unwrap();
        let source = [sound(0), sound(1)].concat();
        assert_eq!(rng.buffer[..15], [0; 15]);
        assert_eq!(rng.buffer[15..64], source[15..]);
        rng.fill(&mut [0; 48]).unwrap();
        assert_eq!(rng.buffer[..63], [0; 63]);
        assert_eq!(rng.buffer[63], 0xa5);
        rng.fill(&mut [0; 1]).unwrap();
        assert_eq!(rng.buffer, [0; MAX_READ]);
    }

    #[test]
    fn stuck_source_leaves_nothing_in_the_buffer() {
        let reads = RefCell::default();
        let mut rng = Checked::new(scripted(|_| Ok(sound(1)), &reads));
        assert_eq!(rng.fill(&mut [0; 8]), Err(SystemRngError::Stuck));
        assert_eq!(rng.buffer, [0; MAX_READ]);
    }

    #[test]
    fn system_gives_words_and_fills() {
        let mut rng = SystemRng::new();
        // Two equal words out of 64 have probability 2⁻⁵³.
        let mut words: Vec<u64> = (0..64).map(|_| rng.try_next_u64().unwrap()).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 64);
        assert_ne!((0..8).map(|_| rng.try_next_u32().unwrap()).max(), Some(0));
        let mut out = vec![0; 100_000];
        rng.try_fill_bytes(&mut out).unwrap();
        assert!(out.chunks(32).all(|chunk| chunk.iter().any(|&byte| byte != 0)));
    }

    #[test]
    fn words_are_big_endian() {
        #[allow(clippy::unnecessary_wraps, reason = "a source of the system can fail")]
        fn fill(out: &mut [u8]) -> Result<(), Error> {
            out.iter_mut().zip(1..).for_each(|(byte, value)| *byte = value);
            Ok(())
        }
        let mut rng = SystemRng(Checked::new(fill));
        assert_eq!(rng.try_next_u64(), Ok(0x0102_0304_0506_0708));
        assert_eq!(rng.try_next_u32(), Ok(0x090a_0b0c));
        let mut rest = [0; 2];
        assert_eq!(rng.try_fill_bytes(&mut rest), Ok(()));
        assert_eq!(rest, [0x0d, 0x0e]);
    }

    #[test]
    fn debug_tells_nothing_of_the_bytes() {
        assert_eq!(format!("{:?}", SystemRng::new()), "SystemRng(..)");
    }

    #[test]
    fn errors_say_what_happened() {
        let said = SystemRngError::Unavailable(Error::UNSUPPORTED).to_string();
        let reason = Error::UNSUPPORTED.to_string();
        assert_eq!(said, format!("no random bytes from the operating system: {reason}"));
        let said = SystemRngError::Stuck.to_string();
        assert_eq!(said, "the operating system's random bytes repeat themselves");
    }
}
