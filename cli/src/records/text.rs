//! Records that are pieces of a text, each ended by one byte.

use std::io::{self, Write};

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

    /// Writes the record that starts at `start`, with its end.
    pub(super) fn write<S: Start>(&self, start: S, out: &mut dyn Write) -> io::Result<()> {
        let rest = &self.bytes[start.offset()..];
        let length = rest.iter().position(|byte| *byte == self.end);
        out.write_all(&rest[..length.unwrap_or(rest.len())])?;
        out.write_all(&[self.end])
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
        let pieces = self.bytes.split(|byte| *byte == self.end).count();
        let mut starts = Vec::new();
        starts.try_reserve_exact(pieces).map_err(|_| {
            Error::not_done(format!("the index of {pieces} records does not fit into memory"))
        })?;
        let mut start = 0;
        for (offset, byte) in self.bytes.iter().enumerate() {
            if *byte == self.end {
                starts.push(S::at(start));
                start = offset + 1;
            }
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
