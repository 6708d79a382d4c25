//! Bounded numbers in a text, several in a line or one.

use std::ops::Range;

use fairdraw::exam::OutOfRange;

use super::{Text, Texts};
use crate::exam::items::is_between_numbers;
use crate::exam::source::{NumberSource, ReadBytes, Stop};
use crate::term::short;

/// The numbers of a text, in its order.
pub(crate) struct ObservedNumbers {
    text: Text,
    /// Where in the line the next number is looked for; nothing before the first line.
    at: Option<usize>,
    numbers: u64,
}

impl ObservedNumbers {
    pub(crate) fn new(texts: Box<dyn Texts>) -> Self {
        Self { text: Text::new(texts), at: None, numbers: 0 }
    }

    /// Where the next word of the line at hand is.
    fn word(&mut self) -> Option<Range<usize>> {
        let line = self.text.lines.line();
        let from = self.at?;
        let begin = from + line.get(from..)?.iter().position(|byte| !is_between_numbers(*byte))?;
        let length = line[begin..].iter().position(|byte| is_between_numbers(*byte));
        let end = length.map_or(line.len(), |length| begin + length);
        self.at = Some(end);
        Some(begin..end)
    }
}

impl NumberSource for ObservedNumbers {
    fn next(&mut self) -> Result<Option<i128>, Stop> {
        loop {
            if let Some(word) = self.word() {
                let word = &self.text.lines.line()[word];
                self.numbers += 1;
                let number = str::from_utf8(word).ok().and_then(|word| word.parse().ok());
                return number.map(Some).ok_or_else(|| {
                    let word = short(&String::from_utf8_lossy(word));
                    let what = format!("\"{word}\" is not a whole number");
                    self.text
                        .garbled(self.text.lines.number(), &what)
                        .hint("a text of numbers has no header, and no other columns")
                        .into()
                });
            }
            if !self.text.advance_to_words(self.numbers)? {
                return Ok(None);
            }
            self.at = Some(0);
        }
    }

    fn progress(&self) -> Option<ReadBytes> {
        self.text.texts.progress()
    }

    fn broken(&self, fault: &OutOfRange) -> Stop {
        self.text.broken(self.text.lines.number(), &fault.to_string())
    }
}
