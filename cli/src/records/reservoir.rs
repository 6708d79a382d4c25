//! Picking from a list that is too long to hold.

use std::cell::{Cell, RefCell};
use std::io::{BufRead, Read as _};
use std::path::Path;

use fairdraw::shuffle::try_reservoir;

use super::{Count, Options, PURPOSE};
use crate::error::{Error, reason};
use crate::random_source::RandomSource;
use crate::read;
use crate::term::Term;

/// Draws `count` of the records, of which no more than `count` are held at any time, and writes them.
pub(crate) fn reservoir(options: &Options, count: u64, term: &Term) -> Result<(), Error> {
    let destination = options.begin(term)?;
    let mut source = RandomSource::open(options.seed_file.as_deref(), PURPOSE)?;
    let path = options.file.as_deref().unwrap_or(Path::new("-"));
    let busy = term.busy("reading the list");
    let held = Cell::new(0);
    let state =
        State { held: &held, most: MOST_HELD, read: Cell::new(0), failed: RefCell::default() };
    let end = options.end();
    let mut list = read::open(path)?;
    let records = std::iter::from_fn(|| state.next(&mut *list, end));
    let places = usize::try_from(count).unwrap_or(usize::MAX);
    let drawn = try_reservoir(records, places, &mut source);
    if let Some(error) = state.failed.take() {
        return Err(error);
    }
    let drawn = drawn.map_err(Error::from)?;
    Count::Exactly(count).of(state.read.get())?;
    drop(busy);
    destination.fill(|out| {
        drawn.iter().try_for_each(|record| {
            out.write_all(&record.bytes)?;
            out.write_all(&[end])
        })
    })
}

/// A record that counts as held for as long as it lives.
struct Record<'a> {
    bytes: Vec<u8>,
    held: &'a Cell<u64>,
}

impl Record<'_> {
    /// What it takes in memory, about.
    fn size(&self) -> u64 {
        self.bytes.len() as u64 + BESIDES
    }
}

impl Drop for Record<'_> {
    fn drop(&mut self) {
        self.held.set(self.held.get() - self.size());
    }
}

struct State<'a> {
    held: &'a Cell<u64>,
    most: u64,
    read: Cell<u64>,
    /// Why the list ended early.
    failed: RefCell<Option<Error>>,
}

impl<'a> State<'a> {
    fn next(&self, list: &mut dyn BufRead, end: u8) -> Option<Record<'a>> {
        let room = self.most.checked_sub(self.held.get() + BESIDES);
        let mut bytes = Vec::new();
        let fail = |message: &str| {
            self.failed.replace(Some(Error::not_done(message)));
            None
        };
        // One byte is the record's end.
        match list.take(room.unwrap_or(0) + 1).read_until(end, &mut bytes) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) => return fail(&format!("cannot read the list: {}", reason(&error))),
        }
        if bytes.last() == Some(&end) {
            bytes.pop();
        }
        if room.is_none_or(|room| bytes.len() as u64 > room) {
            return fail("the records to be held take more than 1 GiB");
        }
        let record = Record { bytes, held: self.held };
        self.held.set(self.held.get() + record.size());
        self.read.set(self.read.get() + 1);
        Some(record)
    }
}

/// As much as is read of a stream otherwise.
const MOST_HELD: u64 = 1 << 30;
/// What a record takes beside its bytes, generously, so that empty ones have a limit too.
const BESIDES: u64 = 64;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;

    /// How many records are read while `kept` of them are held, and whether the list then ended early.
    fn read(list: &[u8], most: u64, kept: usize) -> (u64, bool) {
        let held = Cell::new(0);
        let state = State { held: &held, most, read: Cell::new(0), failed: RefCell::default() };
        let mut list = list;
        let mut records = Vec::new();
        while let Some(record) = state.next(&mut list, b'\n') {
            records.push(record);
            if records.len() > kept {
                records.remove(0);
            }
        }
        drop(records);
        assert_eq!(held.get(), 0, "all have been given back");
        (state.read.get(), state.failed.take().is_some())
    }

    #[test]
    fn what_is_held_is_limited_and_not_what_is_read() {
        let list = b"four\n".repeat(100);
        assert_eq!(read(&list, 3 * 68, 2), (100, false));
        assert_eq!(read(&list, 3 * 68 - 1, 2), (2, true));
        assert_eq!(read(&list, 68, 0), (100, false));
        // Neither empty records nor one that never ends fill the memory.
        assert_eq!(read(&b"\n".repeat(100), 640, 1000), (10, true));
        assert_eq!(read(&b"x".repeat(1000), 1063, 1), (0, true));
        assert_eq!(read(&b"x".repeat(1000), 1064, 1), (1, false));
    }
}
