//! Lines of a text that may be endless: one at a time, with their numbers.

use std::io::{self, BufRead, BufReader, Read};

/// Where text comes from.
pub(crate) type Bytes = Box<dyn Read + Send>;

/// The lines of a text. Only one is held.
pub(crate) struct Lines {
    source: BufReader<Bytes>,
    line: Vec<u8>,
    number: u64,
    ended: bool,
    held: bool,
}

/// Why there is no next line.
#[derive(Debug)]
pub(crate) enum LineFault {
    Unreadable(io::Error),
    TooLong,
}

impl Lines {
    pub(crate) fn new(source: Bytes) -> Self {
        let source = BufReader::with_capacity(BUFFER, source);
        Self { source, line: Vec::new(), number: 0, ended: true, held: false }
    }

    /// Goes on to the next line; false after the last one.
    pub(crate) fn advance(&mut self) -> Result<bool, LineFault> {
        if std::mem::take(&mut self.held) {
            return Ok(true);
        }
        self.line.clear();
        let limit = LONGEST as u64 + 1;
        let read = (&mut self.source).take(limit).read_until(b'\n', &mut self.line);
        if read.map_err(LineFault::Unreadable)? == 0 {
            return Ok(false);
        }
        self.ended = self.line.pop_if(|byte| *byte == b'\n').is_some();
        if self.line.len() > LONGEST {
            return Err(LineFault::TooLong);
        }
        self.line.pop_if(|byte| *byte == b'\r');
        if self.number == 0 && self.line.starts_with(BYTE_ORDER_MARK) {
            self.line.drain(..BYTE_ORDER_MARK.len());
        }
        self.number += 1;
        Ok(true)
    }

    /// Keeps the line for the next [`advance`](Self::advance).
    pub(crate) fn hold(&mut self) {
        self.held = true;
    }

    /// The line, without its end.
    pub(crate) fn line(&self) -> &[u8] {
        &self.line
    }

    /// Its number, from 1.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Whether it has an end: a last line without one may have been cut off.
    pub(crate) fn has_end(&self) -> bool {
        self.ended
    }
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
const BUFFER: usize = 1 << 18;
/// A line of 65,536 items that are as long as an entry of a list may be.
pub(crate) const LONGEST: usize = 64 << 20;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;

    #[test]
    fn lines_have_numbers_and_no_ends() {
        let text: &[u8] = b"\xef\xbb\xbf1 2\r\n\n3\r\r\n\xef\xbb\xbf4";
        let mut lines = Lines::new(Box::new(text));
        let mut found = Vec::new();
        while lines.advance().unwrap() {
            found.push((lines.number(), lines.line().to_vec(), lines.has_end()));
        }
        let wanted: [(u64, &[u8], bool); 4] =
            [(1, b"1 2", true), (2, b"", true), (3, b"3\r", true), (4, b"\xef\xbb\xbf4", false)];
        assert_eq!(found, wanted.map(|(number, line, ended)| (number, line.to_vec(), ended)));
        assert!(!lines.advance().unwrap());
    }

    #[test]
    fn endless_line_is_refused() {
        let mut lines = Lines::new(Box::new(io::repeat(b'7')));
        assert!(matches!(lines.advance(), Err(LineFault::TooLong)));
    }
}
