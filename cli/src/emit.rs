//! What laboratories test: words, numbers, shuffles, samples and hands, any amount, and a sidecar that says what was written.
//!
//! All kinds read one stream of words from its beginning. So a raw capture of a seed file's stream has the very words that the
//! numbers, shuffles, samples and hands of that seed file are made from.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use sha2::{Digest as _, Sha256};

use crate::error::Error;
use crate::output::{Access, Destination, NewFile};
use crate::random_source::RandomSource;
use crate::read::is_dash;
use crate::term::{Progress, Term};

mod amount;
mod hands;
mod numbers;
mod pipeline;
mod places;
mod samples;
mod shuffles;
mod sidecar;
mod source;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use amount::{Amount, quantity};
pub(crate) use hands::Hands;
pub(crate) use numbers::Numbers;
pub(crate) use samples::Samples;
pub(crate) use shuffles::Shuffles;
pub(crate) use words::{ByteOrder, Format, Words};

use pipeline::{Generator, Message, Pieces};
use sidecar::Sidecar;
use source::Source;

/// Something that is emitted again and again.
pub(crate) trait Items: Send {
    /// The arguments behind `fairdraw emit` that ask for it.
    fn arguments(&self) -> String;

    /// What it is, for the sidecar: names and values.
    fn parameters(&self) -> Vec<(&'static str, String)>;

    /// What items are called.
    fn unit(&self) -> &'static str {
        "lines"
    }

    /// Whether people can read it on a screen.
    fn is_text(&self) -> bool {
        true
    }

    /// Whether the output may end within an item.
    fn is_divisible(&self) -> bool {
        false
    }

    /// What stands before the first item.
    fn heading(&self, _amount: Amount) -> Result<String, Error> {
        Ok(String::new())
    }

    /// Appends at least one item and at most `most`, which is 1 or more, and returns how many.
    fn append(&mut self, most: u64, source: &mut Source, out: &mut Vec<u8>) -> Result<u64, Error>;
}

/// How much is emitted, from where, and to where.
pub(crate) struct Order {
    pub(crate) amount: Amount,
    pub(crate) seed_file: Option<PathBuf>,
    /// A file; nothing, or `-`, for standard output.
    pub(crate) output: Option<PathBuf>,
    pub(crate) sidecar: Option<PathBuf>,
    pub(crate) raw: Option<PathBuf>,
}

/// Emits items until there are enough, or whoever reads the pipe has enough.
pub(crate) fn emit(items: Box<dyn Items>, order: Order, term: &Term) -> Result<(), Error> {
    let order = Order { output: order.output.filter(|path| !is_dash(path)), ..order };
    order.check(items.as_ref())?;
    let heading = items.heading(order.amount)?;
    // In this order nothing is read when something can't be written.
    let destination = Destination::open(order.output.as_deref())?;
    let sidecar = Sidecar::begin(items.as_ref(), &order, term)?;
    let raw = order.raw.as_deref().map(|path| NewFile::create(path, Access::Public)).transpose()?;
    let source = RandomSource::open(order.seed_file.as_deref(), PURPOSE)?;
    let source = Source::new(source, raw.is_some());

    let progress = match order.amount.total() {
        Some(total) if !destination.is_screen() => term.progress("writing", total),
        _ => Progress::none(), // it would stand between the items, or has no end
    };
    let mut writer = Writer { raw, progress, ..Writer::new(order.amount) };
    let generator = Generator { items, source, amount: order.amount, heading };
    let filled = generator.run(|pieces| destination.fill(|out| writer.write(out, &pieces)));
    match writer.stopped.take() {
        Some(error) => return Err(error),
        None => filled?,
    }
    if let Some(raw) = writer.raw.take() {
        raw.finish()?;
    }
    sidecar.finish(&writer.written(), term)
}

impl Order {
    /// Where the sidecar goes, if there is one: beside the output, unless it is to be elsewhere.
    fn sidecar_path(&self) -> Option<PathBuf> {
        self.sidecar.clone().or_else(|| self.output.as_deref().map(sidecar::beside))
    }

    /// Refuses what can't be read where it would go, and what has no end where it can't go on without end.
    fn check(&self, items: &dyn Items) -> Result<(), Error> {
        let sidecar = self.sidecar_path();
        let files = [&self.output, &sidecar, &self.raw];
        let files: Vec<_> = files.into_iter().flatten().collect();
        for (index, file) in files.iter().enumerate() {
            if files[..index].contains(file) {
                return Err(Error::not_done(format!("two files can't be {}", file.display()))
                    .hint("give each a name of its own"));
            }
        }
        if self.raw.is_some() && self.output.is_none() {
            return Err(Error::not_done("the raw words of a pipe can't be kept")
                .hint("its reader may not take all; add --output FILE"));
        }
        let screen = self.output.is_none() && io::stdout().is_terminal();
        if screen && !items.is_text() {
            return Err(Error::not_done("bytes would garble the screen")
                .hint("give --output FILE, or send them into a pipe"));
        }
        let pipe = self.output.is_none() && !screen && !is_file(&io::stdout());
        if self.amount == Amount::Endless && !pipe {
            return Err(Error::not_done("how much? Only a pipe takes what has no end")
                .hint("add --count N or --bytes N"));
        }
        Ok(())
    }
}

/// Whether standard output goes into a file, as far as the system tells.
#[cfg(unix)]
fn is_file(stdout: &io::Stdout) -> bool {
    use std::os::fd::AsFd as _;
    let file = stdout.as_fd().try_clone_to_owned().map(std::fs::File::from);
    file.and_then(|file| file.metadata()).is_ok_and(|metadata| metadata.is_file())
}

#[cfg(not(unix))]
fn is_file(_stdout: &io::Stdout) -> bool {
    false
}

/// Writes and hashes what the generator makes.
struct Writer {
    amount: Amount,
    output: Hashed,
    items: u64,
    raw: Option<NewFile>,
    raw_hash: Hashed,
    progress: Progress,
    /// Whether the last byte was taken.
    complete: bool,
    /// Why it ended early, unless the output can't be written.
    stopped: Option<Error>,
}

/// Bytes that went by.
#[derive(Default)]
struct Hashed {
    bytes: u64,
    sha256: Sha256,
}

/// What was written.
struct Written {
    /// Nothing if the reader closed the pipe: nobody knows then how much it took.
    output: Option<Content>,
    items: u64,
    raw: Content,
}

/// How long something is, and its SHA-256.
struct Content {
    bytes: u64,
    sha256: String,
}

impl Writer {
    fn new(amount: Amount) -> Self {
        Self {
            amount,
            output: Hashed::default(),
            items: 0,
            raw: None,
            raw_hash: Hashed::default(),
            progress: Progress::none(),
            complete: false,
            stopped: None,
        }
    }

    /// Writes all pieces; after an error the output is not to be kept.
    fn write(&mut self, out: &mut dyn Write, pieces: &Pieces) -> io::Result<()> {
        loop {
            let piece = match pieces.next() {
                Some(Message::Piece(piece)) => piece,
                Some(Message::End) => break,
                Some(Message::Failed(error)) => return Err(self.stop(error)),
                None => return Err(self.stop(Error::not_done("it broke off"))),
            };
            out.write_all(&piece.output)?;
            self.output.add(&piece.output);
            self.items += piece.items;
            if let Some(raw) = &mut self.raw {
                if let Err(error) = raw.write_all(&piece.raw) {
                    let error = raw.cannot_write(&error);
                    return Err(self.stop(error));
                }
                self.raw_hash.add(&piece.raw);
            }
            self.progress.advance(match self.amount {
                Amount::Bytes(_) => piece.output.len() as u64,
                Amount::Items(_) | Amount::Endless => piece.items,
            });
            pieces.give_back(piece);
        }
        out.flush()?;
        self.complete = true;
        Ok(())
    }

    /// Keeps the reason for the end, and gives an error that stands for it.
    fn stop(&mut self, error: Error) -> io::Error {
        self.stopped = Some(error);
        io::ErrorKind::Other.into()
    }

    fn written(self) -> Written {
        Written {
            output: self.complete.then(|| self.output.content()),
            items: self.items,
            raw: self.raw_hash.content(),
        }
    }
}

impl Hashed {
    fn add(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.sha256.update(bytes);
    }

    fn content(self) -> Content {
        Content { bytes: self.bytes, sha256: hex::encode(self.sha256.finalize()) }
    }
}

/// The purpose of a seed file's stream, which keeps it apart from that of `shuffle` and `pick`.
const PURPOSE: &str = "emit";
