//! What `shuffle` and `pick` share: their options, and records in, records out.
//!
//! The plain shuffle and pick are here; the other ways to bring records into an order are below `records/`.

use std::ffi::OsString;
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::thread;

use crate::error::Error;
use crate::output::Destination;
use crate::random_source::{RandomSource, check_standard_input};
use crate::read;
use crate::term::{Progress, Term};

mod arrange;
mod from_file;
mod numbers;
mod places;
mod reservoir;
mod text;
mod worksheet;

pub(crate) use arrange::Arrangement;
pub(crate) use numbers::{Range, number};
pub(crate) use places::Places;
pub(crate) use reservoir::reservoir;
pub(crate) use worksheet::{Numbers, worksheet};

use text::{Gathered, Start, Text};

/// The list to draw from, and where the result goes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// File with one record per line, up to 16 GiB; `-` or no file reads standard input, up to 1 GiB
    #[arg(value_name = "FILE", conflicts_with_all = ["echo", "range"])]
    file: Option<PathBuf>,

    /// Records end with a NUL byte instead of a newline, in the list and in the result
    #[arg(short, long)]
    zero_terminated: bool,

    /// Take these words as the records
    #[arg(short, long, value_name = "WORD", num_args = 1.., conflicts_with = "range")]
    echo: Option<Vec<OsString>>,

    /// Take the whole numbers from A to B as the records, both included; at most 2^63 of them
    #[arg(short, long, value_name = "A-B")]
    range: Option<Range>,

    /// Write to a new file instead of standard output; an existing file is refused
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Take the randomness from the bytes of this file (1 byte to 64 MiB; `-` is standard input): the same file and
    /// list give the same result on every machine. Who knows the file knows the result
    #[arg(long, value_name = "FILE")]
    seed_file: Option<PathBuf>,
}

/// How many of the records are drawn.
#[derive(Clone, Copy)]
pub(crate) enum Count {
    All,
    Exactly(u64),
}

impl Count {
    /// The number to draw out of `records`, which may not be more than there are.
    fn of(self, records: u64) -> Result<u64, Error> {
        match self {
            Self::All => Ok(records),
            Self::Exactly(count) if count <= records => Ok(count),
            Self::Exactly(count) => Err(Error::not_done(format!(
                "cannot pick {count} of {records} records: none is picked twice"
            ))
            .hint(format!("pick at most {records}"))),
        }
    }
}

/// Draws `count` of the records and writes them.
pub(crate) fn draw(options: &Options, count: Count, term: &Term) -> Result<(), Error> {
    let destination = options.begin(term)?;
    let mut source = RandomSource::open(options.seed_file.as_deref(), PURPOSE)?;
    if let (Count::Exactly(count), Some(file)) = (count, options.file.as_deref())
        && let Some(records) = from_file::draw(file, options.end(), count, &mut source, term)?
    {
        return destination.fill(|out| records.write(out));
    }
    let drawn = options.list()?.draw(count, &mut source)?;
    write(&drawn, destination, term)
}

/// Brings all records into an order in another way than [`draw`], and writes them.
pub(crate) fn arrange(
    options: &Options,
    arrangement: &Arrangement,
    term: &Term,
) -> Result<(), Error> {
    let destination = options.begin(term)?;
    let mut source = RandomSource::open(options.seed_file.as_deref(), PURPOSE)?;
    let arranged = options.list()?.arrange(arrangement, &mut source)?;
    if let Some(note) = arrangement.note() {
        term.note(&note);
    }
    write(&arranged, destination, term)
}

fn write(drawn: &Drawn, destination: Destination, term: &Term) -> Result<(), Error> {
    let mut progress = if destination.is_screen() {
        Progress::none() // it would stand between the records
    } else {
        term.progress("writing", drawn.len())
    };
    destination.fill(|out| drawn.write(out, &mut |records| progress.advance(records)))
}

impl Options {
    /// Checks the options and opens the output, in this order: nothing is read when it can't be written.
    fn begin(&self, term: &Term) -> Result<Destination, Error> {
        let streamed = self.reads_standard_input().then_some(Path::new("-"));
        check_standard_input(streamed, self.seed_file.as_deref())?;
        self.hint_at_columns(term);
        Destination::open(self.output.as_deref())
    }

    fn reads_standard_input(&self) -> bool {
        let no_other_list = self.echo.is_none() && self.range.is_none();
        self.file.as_deref().map_or(no_other_list, read::is_dash)
    }

    /// Says so where a table is drawn from line by line, its header too.
    fn hint_at_columns(&self, term: &Term) {
        let Some(file) = &self.file else { return };
        let ending = file.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        if matches!(
            ending.as_deref(),
            Some("csv" | "tsv" | "tab" | "xlsx" | "xlsm" | "xls" | "ods")
        ) {
            term.note(&format!(
                "{} is drawn from line by line, a header like any other; fairdraw draw reads tables",
                file.display()
            ));
        }
    }

    /// The byte that ends a record.
    fn end(&self) -> u8 {
        if self.zero_terminated { b'\0' } else { b'\n' }
    }

    fn list(&self) -> Result<List, Error> {
        let end = self.end();
        if let Some(range) = self.range {
            return Ok(List::Numbers(range, end));
        }
        let bytes = match &self.echo {
            Some(words) => joined(words, end)?,
            None => read::whole(self.file.as_deref().unwrap_or(Path::new("-")))?,
        };
        Ok(List::Text(Text { bytes, end }))
    }
}

fn joined(words: &[OsString], end: u8) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    for word in words {
        // On Unix these are the bytes of the argument as they are.
        let word = word.as_encoded_bytes();
        if word.contains(&end) {
            return Err(Error::not_done("a word contains a newline, which would end the record")
                .hint("use --zero-terminated"));
        }
        bytes.extend_from_slice(word);
        bytes.push(end);
    }
    Ok(bytes)
}

/// The records before the draw.
enum List {
    Numbers(Range, u8),
    Text(Text),
}

impl List {
    fn draw(self, count: Count, source: &mut RandomSource) -> Result<Drawn, Error> {
        self.draw_short_up_to(SHORT_TEXT, count, source)
    }

    fn draw_short_up_to(
        self,
        short: usize,
        count: Count,
        source: &mut RandomSource,
    ) -> Result<Drawn, Error> {
        match self {
            Self::Numbers(range, end) => Ok(Drawn::Numbers(range.draw(count, source)?, end)),
            Self::Text(text) if text.bytes.len() <= short => {
                let starts = text.draw(count, source)?;
                Ok(Drawn::Short(text, starts))
            }
            Self::Text(text) => {
                let starts = text.draw(count, source)?;
                Ok(Drawn::Long(text, starts))
            }
        }
    }

    fn arrange(self, arrangement: &Arrangement, source: &mut RandomSource) -> Result<Drawn, Error> {
        match self {
            Self::Numbers(range, end) => {
                let numbers = range.all(ARRANGED)?;
                Ok(Drawn::Numbers(arrangement.of(numbers, source)?, end))
            }
            Self::Text(text) if text.bytes.len() <= SHORT_TEXT => {
                let starts = arrangement.of(text.starts()?, source)?;
                Ok(Drawn::Short(text, starts))
            }
            Self::Text(text) => {
                let starts = arrangement.of(text.starts()?, source)?;
                Ok(Drawn::Long(text, starts))
            }
        }
    }
}

/// The records drawn, in draw order.
enum Drawn {
    Numbers(Vec<u64>, u8),
    /// Where the records start in a text whose offsets fit 32 bits.
    Short(Text, Vec<u32>),
    Long(Text, Vec<usize>),
}

impl Drawn {
    fn len(&self) -> u64 {
        let len = match self {
            Self::Numbers(numbers, _) => numbers.len(),
            Self::Short(_, starts) => starts.len(),
            Self::Long(_, starts) => starts.len(),
        };
        len as u64
    }

    /// Writes all records, each with its end, and tells `advance` how many were written since the last time.
    fn write(&self, out: &mut dyn Write, advance: &mut dyn FnMut(u64)) -> io::Result<()> {
        match self {
            Self::Numbers(numbers, end) => {
                let mut digits = itoa::Buffer::new();
                for block in numbers.chunks(BLOCK) {
                    for number in block {
                        out.write_all(digits.format(*number).as_bytes())?;
                        out.write_all(&[*end])?;
                    }
                    advance(block.len() as u64);
                }
                Ok(())
            }
            Self::Short(text, starts) => write_gathered(text, starts, out, advance),
            Self::Long(text, starts) => write_gathered(text, starts, out, advance),
        }
    }
}

/// Writes records of a text, gathered on several processors: most of the time goes by in waiting for memory.
fn write_gathered<S: Start>(
    text: &Text,
    starts: &[S],
    out: &mut dyn Write,
    advance: &mut dyn FnMut(u64),
) -> io::Result<()> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    write_gathered_by(processors.min(GATHERERS), text, starts, out, advance)
}

/// Like [`write_gathered`], with so many threads beside this one, if there are two blocks and two threads at least.
///
/// The threads take turns with the blocks, and each may be one block ahead of what is written.
fn write_gathered_by<S: Start>(
    threads: usize,
    text: &Text,
    starts: &[S],
    out: &mut dyn Write,
    advance: &mut dyn FnMut(u64),
) -> io::Result<()> {
    let average = text.bytes.len() / starts.len().max(1);
    let blocks = starts.chunks(BLOCK);
    let threads = threads.min(blocks.len());
    let threads = if threads < 2 { 0 } else { threads };
    thread::scope(|scope| {
        let start = |nth| {
            let (give_back, empty) = channel();
            let (fill, filled) = channel();
            for _ in 0..BUFFERS {
                give_back.send(Gathered::default()).ok()?;
            }
            let its_blocks = blocks.clone().skip(nth).step_by(threads);
            let gather = move || {
                for block in its_blocks {
                    // Neither ends before the last block, unless writing failed.
                    let Ok(mut gathered) = empty.recv() else { return };
                    text.gather(block, average, &mut gathered);
                    if fill.send(gathered).is_err() {
                        return;
                    }
                }
            };
            thread::Builder::new().spawn_scoped(scope, gather).ok()?;
            Some((filled, give_back))
        };
        let workers: Vec<_> = (0..threads).map(start).collect();
        let mut own = Gathered::default();
        for (nth, block) in blocks.clone().enumerate() {
            // What a thread gathers, or this one where there is none.
            let worker = workers.get(nth % threads.max(1)).and_then(Option::as_ref);
            let gathered = worker.and_then(|(filled, _)| filled.recv().ok());
            let gathered = gathered.unwrap_or_else(|| {
                let mut gathered = mem::take(&mut own);
                text.gather(block, average, &mut gathered);
                gathered
            });
            out.write_all(gathered.bytes())?;
            block[gathered.records..].iter().try_for_each(|start| text.write(*start, out))?;
            advance(block.len() as u64);
            match worker {
                // Nobody takes it any more at the end.
                Some((_, give_back)) => drop(give_back.send(gathered)),
                None => own = gathered,
            }
        }
        Ok(())
    })
}

/// The purpose of a seed file's stream.
const PURPOSE: &str = "shuffle";
/// The longest text whose offsets are kept in 32 bits: its index is half or a quarter as large, and shuffles faster.
const SHORT_TEXT: usize = u32::MAX as usize;
/// No arrangement takes more bytes than this for each number of a range: itself, its key, and room to sort.
const ARRANGED: u64 = 48;
/// Records written between two looks at the clock.
const BLOCK: usize = 1 << 15;
/// More gather no faster.
const GATHERERS: usize = 4;
/// One is filled while the other is written.
const BUFFERS: usize = 2;

#[cfg(test)]
mod tests;
