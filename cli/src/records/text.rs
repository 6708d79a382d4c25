//! Records that are pieces of a text, each ended by one byte.

use std::io::{self, Write};

use memchr::{memchr, memchr_iter};

use super::Count;
use crate::both::both;
use crate::error::Error;
use crate::random_source::RandomSource;

/// The bytes of all records. The last one may lack its end.
pub(super) struct Text {
    pub(super) bytes: Vec<u8>,
    pub(super) end: u8,
}

/// Where a record starts, in as few bits as the text allows: what is shuffled is the index, not the text.
pub(super) trait Start: Copy + Default + Send + Sync {
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

    /// Puts records into the buffer, each with its end: all of them, unless they are long.
    ///
    /// They stand all over the memory, and most of the time goes by in waiting for it. Where their ends are found among
    /// their first bytes, about as many as an average record has, nothing waits for one before many others are asked for.
    pub(super) fn gather<S: Start>(&self, starts: &[S], average: usize, out: &mut Gathered) {
        match average {
            0..=16 => self.gather_heads::<16, S>(starts, out),
            17..=32 => self.gather_heads::<32, S>(starts, out),
            _ => self.gather_heads::<64, S>(starts, out),
        }
    }

    fn gather_heads<const HEAD: usize, S: Start>(&self, starts: &[S], out: &mut Gathered) {
        let pattern = block_of(self.end);
        (out.records, out.length) = (0, 0);
        let mut heads = [[0; HEAD]; AHEAD];
        for some in starts.chunks(AHEAD) {
            for (head, start) in heads.iter_mut().zip(some) {
                let rest = &self.bytes[start.offset()..];
                match rest.first_chunk() {
                    Some(first) => *head = *first,
                    None => *head = ended(rest, self.end),
                }
            }
            for (head, start) in heads.iter().zip(some) {
                let within = first_end(head, pattern);
                let record = within.map_or_else(|| self.record(*start), |end| &head[..end]);
                let Some(room) = out.room(record.len().max(HEAD) + 1) else { return };
                match room.first_chunk_mut() {
                    Some(first) if within.is_some() => *first = *head,
                    _ => copy(record, room),
                }
                room[record.len()] = self.end;
                out.length += record.len() + 1;
                out.records += 1;
            }
        }
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
        let half = self.bytes.len() / 2;
        let (first, second) = self.bytes.split_at(half);
        let count = |part: &[u8]| memchr_iter(self.end, part).count();
        let (in_first, in_second) = if self.bytes.len() < WORTH_A_THREAD {
            (count(first), count(second))
        } else {
            both(|| count(first), || count(second))
        };
        let unended = self.bytes.last().is_some_and(|last| *last != self.end);
        let records = in_first + in_second + usize::from(unended);
        if Vec::<S>::new().try_reserve_exact(records).is_err() {
            return Err(Error::not_done(format!(
                "the index of {records} records does not fit into memory"
            )));
        }
        // Where the first one starts, and after it where each but the last one ends: the last end is in the second half.
        let mut starts = vec![S::default(); records];
        if let Some((_, later)) = starts.split_first_mut() {
            let (after_first, after_second) = later.split_at_mut(in_first);
            let mut fill_first = || fill(first, 0, self.end, after_first);
            let mut fill_second = || fill(second, half, self.end, after_second);
            if self.bytes.len() < WORTH_A_THREAD {
                (fill_first(), fill_second())
            } else {
                both(fill_first, fill_second)
            };
        }
        Ok(starts)
    }
}

/// Some records, gathered in a buffer that is used again.
#[derive(Default)]
pub(super) struct Gathered {
    buffer: Vec<u8>,
    length: usize,
    pub(super) records: usize,
}

impl Gathered {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer[..self.length]
    }

    /// The buffer behind what is in it, with so many bytes at least; none if it would become too long.
    #[inline]
    fn room(&mut self, bytes: usize) -> Option<&mut [u8]> {
        let needed = self.length + bytes;
        if needed > self.buffer.len() {
            if needed > MOST_GATHERED {
                return None;
            }
            self.buffer.resize((2 * needed).clamp(LEAST_GATHERED, MOST_GATHERED), 0);
        }
        Some(&mut self.buffer[self.length..])
    }
}

/// Fills in where something starts: one byte after each end, as far as there are places.
fn fill<S: Start>(bytes: &[u8], offset: usize, end: u8, starts: &mut [S]) {
    let mut starts = starts.iter_mut();
    let (blocks, rest) = bytes.as_chunks();
    for (block, at) in blocks.iter().zip((offset..).step_by(BLOCK)) {
        let mut ends = ends_in(block, block_of(end));
        while ends != 0 {
            let Some(start) = starts.next() else { return };
            *start = S::at(at + lowest(ends) + 1);
            ends &= ends - 1;
        }
    }
    let ends_in_rest = memchr_iter(end, rest);
    for (start, found) in starts.zip(ends_in_rest) {
        *start = S::at(offset + blocks.len() * BLOCK + found + 1);
    }
}

/// The beginning of the last record, with ends behind it.
///
/// Of its own, as [`copy`] is: within a loop the compiler would make one call of `memcpy` of this and the usual case.
#[cold]
#[inline(never)]
fn ended<const HEAD: usize>(rest: &[u8], end: u8) -> [u8; HEAD] {
    let mut head = [end; HEAD];
    head[..rest.len()].copy_from_slice(rest);
    head
}

#[inline(never)]
fn copy(record: &[u8], room: &mut [u8]) {
    room[..record.len()].copy_from_slice(record);
}

/// Where the first end is in the beginning of a record.
#[inline]
fn first_end<const HEAD: usize>(head: &[u8; HEAD], pattern: u128) -> Option<usize> {
    for (block, at) in head.as_chunks().0.iter().zip((0..).step_by(BLOCK)) {
        let ends = ends_in(block, pattern);
        if ends != 0 {
            return Some(at + lowest(ends));
        }
    }
    None
}

/// One bit for each end in the block, the highest of its byte.
#[inline]
fn ends_in(block: &[u8; BLOCK], pattern: u128) -> u128 {
    const LOW_BITS: u128 = block_of(0x7f);
    // A byte is 0 where an end was. Adding carries into the highest bit, and no further, where one of the lower ones is set.
    let bytes = u128::from_le_bytes(*block) ^ pattern;
    !(((bytes & LOW_BITS) + LOW_BITS) | bytes | LOW_BITS)
}

/// The number of the byte with the lowest bit.
#[inline]
fn lowest(bits: u128) -> usize {
    bits.trailing_zeros() as usize / 8
}

const fn block_of(byte: u8) -> u128 {
    u128::from_ne_bytes([byte; BLOCK])
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

/// Bytes looked at together for ends.
const BLOCK: usize = 16;
/// A shorter text is gone through in the time in which a thread starts, or in a few times that.
const WORTH_A_THREAD: usize = 1 << 20;
/// The most bytes of records gathered at once.
const MOST_GATHERED: usize = 1 << 23;
const LEAST_GATHERED: usize = 1 << 12;
/// Records whose first bytes are read before the first one is copied: 64 take longer, 256 no less time.
const AHEAD: usize = 128;
