//! Observations in a text: one a line, or one item a line.
//!
//! Nothing is held but the observation at hand. What the first one looks like decides how the others are read, as far as
//! nobody has said it.

use fairdraw::exam::{Fault, Shape};

use super::items::{Items, Labels, Separator, number, number_words};
use super::lines::{Bytes, LONGEST, LineFault, Lines};
use super::source::{Broken, ReadBytes, Source, Stop};
use crate::error::{Error, reason};
use crate::term::short;

mod first;
mod numbers;

pub(crate) use numbers::ObservedNumbers;

/// Texts with observations, one after the other: a file, or what runs of a command print.
pub(crate) trait Texts {
    /// The next text, or nothing at the end; `observations` is how many the texts so far had in all.
    fn next(&mut self, observations: u64) -> Result<Option<Bytes>, Error>;

    /// Where a line stands, for messages.
    fn place(&self, line: u64) -> String;

    /// How far the text is read, if it has a length that is known.
    fn progress(&self) -> Option<ReadBytes> {
        None
    }
}

/// What was said about the text. The default says nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    pub(crate) layout: Option<Layout>,
    /// How many items the list has.
    pub(crate) items: Option<u32>,
    /// How many of them an observation has, if not all.
    pub(crate) sample: Option<u32>,
    /// Whether these come in no order.
    pub(crate) set: bool,
    /// The number of the first item.
    pub(crate) first: Option<u64>,
    pub(crate) labels: Option<Labels>,
}

/// How observations stand in lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// One observation a line.
    Rows,
    /// One item a line.
    Column,
}

/// A text of which the form is known.
pub(crate) struct Observed {
    text: Text,
    layout: Layout,
    separator: Separator,
    items: Items,
    /// Whether the number of the first item was said, or seen, and not only supposed.
    certain: bool,
    shape: Shape,
    /// The first observation, until it is asked for.
    first: Option<Vec<u32>>,
    observations: u64,
    /// The line where the observation at hand begins.
    begins: u64,
}

impl Observed {
    /// Reads the first observation; nothing if there is none.
    pub(crate) fn open(texts: Box<dyn Texts>, asked: &Asked) -> Result<Option<Self>, Stop> {
        first::open(Text::new(texts), asked)
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    pub(crate) fn items(&self) -> &Items {
        &self.items
    }

    pub(crate) fn layout(&self) -> Layout {
        self.layout
    }

    /// Reads the row at hand.
    fn row(&mut self, out: &mut Vec<u32>) -> Result<(), Stop> {
        let wanted = self.shape.k() as usize;
        let line = self.text.lines.line();
        let mut count = 0usize;
        let mut read = |word: &[u8]| -> Result<(), WordFault> {
            count += 1;
            // One more shows that there are too many.
            if out.len() <= wanted {
                out.push(item(&self.items, self.certain, word)?);
            }
            Ok(())
        };
        let read = match &self.items {
            Items::Numbers { .. } => number_words(line).try_for_each(&mut read),
            Items::Labels(_) => self.separator.words(line).try_for_each(&mut read),
        };
        read.map_err(|fault| fault.stop(&self.text, &self.items, self.begins))?;
        if count == wanted {
            return Ok(());
        }
        let what = format!("{} instead of {wanted}", counted(count));
        Err(self.text.broken(self.begins, &what))
    }

    /// Reads the lines of an observation, the first of which is at hand.
    fn column(&mut self, out: &mut Vec<u32>) -> Result<(), Stop> {
        let wanted = self.shape.k() as usize;
        loop {
            let word = self.text.lines.line().trim_ascii();
            let number = self.text.lines.number();
            let item = item(&self.items, self.certain, word);
            out.push(item.map_err(|fault| fault.stop(&self.text, &self.items, number))?);
            if out.len() == wanted {
                return Ok(());
            }
            if !self.text.advance()? || self.text.is_blank() {
                let what = format!("it ends after {} of {wanted}", counted(out.len()));
                return Err(self.text.broken(self.begins, &what));
            }
        }
    }
}

impl Source for Observed {
    fn next(&mut self, out: &mut Vec<u32>) -> Result<bool, Stop> {
        out.clear();
        if let Some(first) = self.first.take() {
            out.extend(first);
            self.observations = 1;
            return Ok(true);
        }
        if !self.text.advance_to_words(self.observations)? {
            return Ok(false);
        }
        self.begins = self.text.lines.number();
        match self.layout {
            Layout::Rows => self.row(out)?,
            Layout::Column => self.column(out)?,
        }
        self.observations += 1;
        Ok(true)
    }

    fn progress(&self) -> Option<ReadBytes> {
        self.text.texts.progress()
    }

    fn broken(&self, fault: &Fault) -> Stop {
        let what = match *fault {
            Fault::Twice { item } => format!("item {} is there twice", self.items.show(item)),
            Fault::Unknown { item } => format!("there is no item {}", self.items.show(item)),
            ref fault => fault.to_string(),
        };
        self.text.broken(self.begins, &what)
    }
}

/// The lines of the texts, with what is said where they are wrong.
struct Text {
    texts: Box<dyn Texts>,
    lines: Lines,
}

impl Text {
    fn new(texts: Box<dyn Texts>) -> Self {
        Self { texts, lines: Lines::new(Box::new(std::io::empty())) }
    }

    fn advance(&mut self) -> Result<bool, Stop> {
        let advanced = self.lines.advance().map_err(|fault| {
            let place = self.texts.place(self.lines.number() + 1);
            Stop::Error(match fault {
                LineFault::Unreadable(error) => {
                    Error::not_done(format!("cannot read {place}: {}", reason(&error)))
                }
                LineFault::TooLong => {
                    Error::not_done(format!("{place} has more than {} MiB", LONGEST >> 20))
                }
            })
        })?;
        match self.lines.line().iter().find(|byte| matches!(byte, 0 | b'\r')) {
            None => Ok(advanced),
            Some(0) => Err(self
                .garbled(self.lines.number(), "a NUL byte: this is no text in UTF-8")
                .hint("it may be UTF-16, or bytes and not text: save it as UTF-8")
                .into()),
            Some(_) => Err(self
                .garbled(self.lines.number(), "a carriage return within the line")
                .hint("lines must end in LF or CR LF")
                .into()),
        }
    }

    /// Goes on to the next line that isn't blank, in the next text if need be; false at the end.
    fn advance_to_words(&mut self, observations: u64) -> Result<bool, Stop> {
        loop {
            while self.advance()? {
                if !self.is_blank() {
                    return Ok(true);
                }
            }
            match self.texts.next(observations)? {
                Some(text) => self.lines = Lines::new(text),
                None => return Ok(false),
            }
        }
    }

    fn is_blank(&self) -> bool {
        self.lines.line().trim_ascii().is_empty()
    }

    /// An observation that isn't one; of a text that ends within it nothing can be said.
    fn broken(&self, line: u64, what: &str) -> Stop {
        let place = self.texts.place(line);
        if self.lines.has_end() {
            return Stop::Broken(Broken { place, what: what.to_owned() });
        }
        Stop::Error(
            Error::not_done(format!("{place}: {what}, and the last line has no end"))
                .hint("the text may have been cut off: leave out its last line"),
        )
    }

    fn garbled(&self, line: u64, what: &str) -> Error {
        Error::not_done(format!("{}: {what}", self.texts.place(line)))
    }
}

/// Why a word is no item.
enum WordFault {
    NoNumber(String),
    /// A zero where the numbers were supposed to begin with 1.
    Zero,
    Unknown(String),
}

impl WordFault {
    fn stop(self, text: &Text, items: &Items, line: u64) -> Stop {
        match self {
            Self::NoNumber(word) => {
                Stop::Error(text.garbled(line, &format!("\"{word}\" is not a whole number")).hint(
                    "leave out a header; for labels instead of numbers give the list before the shuffle with --list",
                ))
            }
            Self::Zero => Stop::Error(
                text.garbled(line, "a 0, and up to here the numbers looked like those from 1 on")
                    .hint("say --first 0 if the numbers begin with 0"),
            ),
            Self::Unknown(word) => match items {
                Items::Numbers { .. } => text.broken(line, &format!("there is no item {word}")),
                Items::Labels(labels) if labels.in_list_order => {
                    text.broken(line, &format!("\"{word}\" is not in the list"))
                }
                // What the items are is only supposed: it is more likely that the text was misread.
                Items::Labels(_) => Stop::Error(
                    text.garbled(line, &format!("\"{word}\" is not in the first observation"))
                        .hint("leave out a header; say --column if each line is one item; give the list before the shuffle with --list"),
                ),
            },
        }
    }
}

/// Which item a word is. One above the last is left to whoever knows how many there are.
fn item(items: &Items, certain: bool, word: &[u8]) -> Result<u32, WordFault> {
    let shown = || short(&String::from_utf8_lossy(word));
    match items {
        Items::Labels(labels) => labels.find(word).ok_or_else(|| WordFault::Unknown(shown())),
        Items::Numbers { first } => {
            let number = number(word).ok_or_else(|| WordFault::NoNumber(shown()))?;
            match number.checked_sub(*first) {
                None if !certain => Err(WordFault::Zero),
                item => item
                    .and_then(|item| u32::try_from(item).ok())
                    .ok_or_else(|| WordFault::Unknown(shown())),
            }
        }
    }
}

/// `1 item`, `5 items`.
fn counted(items: usize) -> String {
    if items == 1 { "1 item".to_owned() } else { format!("{items} items") }
}

#[cfg(test)]
mod tests;
