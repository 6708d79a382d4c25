//! A text in pieces of whole lines, all read into one buffer.

use std::io::{self, Read};

/// The pieces of a source of bytes, in order.
pub(super) struct Pieces<R> {
    source: R,
    buffer: Vec<u8>,
    /// What is read of the buffer, and how much of it was given.
    filled: usize,
    given: usize,
}

impl<R: Read> Pieces<R> {
    /// Pieces of about `size` bytes; longer ones where a line is longer.
    pub(super) fn new(source: R, size: usize) -> Self {
        Self { source, buffer: vec![0; size], filled: 0, given: 0 }
    }

    /// The next lines, each ended by LF, but for the last of all, which may have no end. Nothing after that.
    ///
    /// Fails as the source does, and at a line that is longer than any list's.
    pub(super) fn next(&mut self) -> io::Result<Option<&[u8]>> {
        self.buffer.copy_within(self.given..self.filled, 0);
        self.filled -= self.given;
        // No LF is in what is left of the last piece.
        let mut searched = self.filled;
        loop {
            let at_end = self.fill()?;
            let last = memchr::memrchr(b'\n', &self.buffer[searched..self.filled]);
            self.given = match last {
                Some(at) if !at_end => searched + at + 1,
                _ if at_end => self.filled,
                _ => {
                    searched = self.filled;
                    if self.filled > LONGEST_ROW {
                        return Err(io::ErrorKind::FileTooLarge.into());
                    }
                    self.buffer.resize(2 * self.filled, 0);
                    continue;
                }
            };
            return Ok((self.given > 0).then_some(&self.buffer[..self.given]));
        }
    }

    /// Fills the buffer, and says whether the source has ended.
    fn fill(&mut self) -> io::Result<bool> {
        while self.filled < self.buffer.len() {
            match self.source.read(&mut self.buffer[self.filled..]) {
                Ok(0) => return Ok(true),
                Ok(read) => self.filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }
}

/// No row of a table is longer that anybody keeps.
const LONGEST_ROW: usize = 1 << 26;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::Pieces;

    #[test]
    fn pieces_are_whole_lines_of_the_text() {
        let texts: [&[u8]; 8] = [
            b"",
            b"\n",
            b"a",
            b"a\nb",
            b"a\nb\n",
            b"\n\n\na longer line than the others\r\n\nb\n",
            b"a longer line than the others",
            &[b'\n'; 40],
        ];
        for text in texts {
            for size in 1..50 {
                let (mut pieces, mut all) = (Pieces::new(text, size), Vec::new());
                while let Some(piece) = pieces.next().unwrap() {
                    assert!(all.is_empty() || all.ends_with(b"\n"), "{text:?} {size}");
                    assert!(!piece.is_empty());
                    all.extend_from_slice(piece);
                }
                assert_eq!(all, text, "{size}");
                assert_eq!(pieces.next().unwrap(), None);
            }
        }
    }
}
