//! Records that are pieces of a text, each ended by one byte.

use std::hint::black_box;
use std::io::{self, Write};

use memchr::{memchr, memchr_iter};

use super::Count;
use crate::error::Error;
use crate::random_source::RandomSource;

/// The bytes of all records. The last one may lack its end.
pub(super) struct Text {
    pub(super) bytes: Vec<u8>,
    pub(super) end: u8,
}

/// Where a record starts, in as few bits as the text allows: what is shuffled is the index, not the text.
pub(super) trait Start: Copy {
    fn at(offset: usize) -> Self;
    fn offset(self) -> usize;
}

impl Text {
    /// Draws records in draw order and returns where they start.
    pub(super) fn draw<S: Start>(
        &self,
        count: Count,
        source: &mut RandomSource,
    ) -> Result<Vec<S>, Error> {
        let mut starts = self.starts()?;
        let count = count.of(starts.len() as u64)?;
        // A count that is at most the length of a vector fits `usize`.
        let count = usize::try_from(count).unwrap_or(starts.len());
        source.shuffle_prefix(&mut starts, count)?;
        starts.truncate(count);
        Ok(starts)
    }

    /// Adds records to `out`, each with its end, and returns how many: all of them, unless they are long.
    pub(super) fn gather<S: Start>(&self, starts: &[S], out: &mut Vec<u8>) -> usize {
        for (number, some) in starts.chunks(AHEAD).enumerate() {
            // The records stand all over the memory: looking at several at once lets the processor wait for them together.
            let looked_at = |start: &S| self.bytes[start.offset()];
            black_box(some.iter().fold(0, |sum, start| sum ^ looked_at(start)));
            for (start, before) in some.iter().zip(number * AHEAD..) {
                let record = self.record(*start);
                if out.len() + record.len() > MOST_GATHERED {
                    return before;
                }
                out.extend_from_slice(record);
                out.push(self.end);
            }
        }
        starts.len()
    }

    /// Writes the record that starts at `start`, with its end.
    pub(super) fn write<S: Start>(&self, start: S, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.record(start))?;
        out.write_all(&[self.end])
    }

    fn record<S: Start>(&self, start: S) -> &[u8] {
        let rest = &self.bytes[start.offset()..];
        &rest[..memchr(self.end, rest).unwrap_or(rest.len())]
    }

    /// The bytes of each record, without its end.
    pub(super) fn records(&self) -> impl Iterator<Item = &[u8]> {
        let whole = self.bytes.strip_suffix(&[self.end]).unwrap_or(&self.bytes);
        let none = self.bytes.is_empty();
        whole.split(|byte| *byte == self.end).filter(move |_| !none)
    }

    /// Where the records start, in their order.
    pub(super) fn starts<S: Start>(&self) -> Result<Vec<S>, Error> {
        // One more than the records, unless the last one lacks its end.
        let pieces = memchr_iter(self.end, &self.bytes).count() + 1;
        let mut starts = Vec::new();
        starts.try_reserve_exact(pieces).map_err(|_| {
            Error::not_done(format!("the index of {pieces} records does not fit into memory"))
        })?;
        let mut start = 0;
        for end in memchr_iter(self.end, &self.bytes) {
            starts.push(S::at(start));
            start = end + 1;
        }
        if start < self.bytes.len() {
            starts.push(S::at(start));
        }
        Ok(starts)
    }
}

impl Start for usize {
    fn at(offset: usize) -> Self {
        offset
    }

    fn offset(self) -> usize {
        self
    }
}

impl Start for u32 {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "chosen only for texts of less than 2^32 bytes"
    )]
    fn at(offset: usize) -> Self {
        offset as Self
    }

    fn offset(self) -> usize {
        self as usize
    }
}

/// The most bytes of records gathered at once.
const MOST_GATHERED: usize = 1 << 24;
/// Records that are looked at before they are copied.
const AHEAD: usize = 32;
