//! Picking a few of the records of a file, which is read piece by piece and never held.
//!
//! The file is read once, to count its records; then only where the drawn ones stand. They are those that a shuffle of
//! the whole list has first: `Sample` draws the same places from the same words.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use fairdraw::Sample;
use memchr::{memchr, memchr_iter};

use super::Count;
use crate::error::{Error, reason};
use crate::random_source::RandomSource;
use crate::read;
use crate::term::Term;

/// Records that were drawn, in draw order.
#[derive(Debug)]
pub(super) struct Records {
    /// The records in file order, each with its end.
    bytes: Vec<u8>,
    /// Where each record stands in `bytes`, in draw order.
    places: Vec<(usize, usize)>,
}

impl Records {
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.places.iter().try_for_each(|&(start, end)| out.write_all(&self.bytes[start..end]))
    }
}

/// Draws `count` of the records of a file; nothing if the list is better read whole: it is no file, small, or much of it is drawn.
pub(super) fn draw(
    path: &Path,
    end: u8,
    count: u64,
    source: &mut RandomSource,
    term: &Term,
) -> Result<Option<Records>, Error> {
    let held = read::is_dash(path) || !(LEAST..=read::list_limit(path)).contains(&length(path));
    if held { Ok(None) } else { of_file(path, end, count, source, term) }
}

/// The bytes of a file; none of what isn't one, so that it is read in the other way.
fn length(path: &Path) -> u64 {
    path.metadata().ok().filter(std::fs::Metadata::is_file).map_or(u64::MAX, |file| file.len())
}

fn of_file(
    path: &Path,
    end: u8,
    count: u64,
    source: &mut RandomSource,
    term: &Term,
) -> Result<Option<Records>, Error> {
    let cannot = |error: &io::Error| {
        Error::not_done(format!("cannot read {}: {}", path.display(), reason(error)))
    };
    let Ok(mut file) = File::open(path) else {
        return Ok(None); // the other way says why
    };
    let busy = term.busy("counting the records");
    let counted = Counted::of(&mut file, end).map_err(|error| cannot(&error))?;
    drop(busy);
    let records = counted.records;
    let count = Count::Exactly(count).of(records)?;
    if count > records / FEW {
        return Ok(None);
    }
    let Ok(sample) = Sample::new(records, count) else {
        return Ok(None);
    };
    let drawn = source.sample(sample)?;
    let busy = term.busy("reading the records drawn");
    let found = counted.read(&file, &drawn).map_err(|error| cannot(&error))?;
    drop(busy);
    found.map(Some).ok_or_else(|| {
        Error::not_done(format!("{} was changed while it was read", path.display()))
            .hint("draw again when nobody writes to it")
    })
}

/// How many records a file has, and how many end before each of its blocks.
#[derive(Debug)]
struct Counted {
    end: u8,
    bytes: u64,
    records: u64,
    /// The ends before each block of [`BLOCK`] bytes.
    before: Vec<u64>,
}

impl Counted {
    fn of(file: &mut impl Read, end: u8) -> io::Result<Self> {
        let mut buffer = vec![0; BLOCK];
        let (mut bytes, mut ends, mut last) = (0, 0, end);
        let mut before = Vec::new();
        loop {
            let length = fill(file, &mut buffer)?;
            let Some(&byte) = buffer[..length].last() else { break };
            before.push(ends);
            last = byte;
            bytes += length as u64;
            ends += memchr_iter(end, &buffer[..length]).count() as u64;
        }
        // The last record may lack its end.
        Ok(Self { end, bytes, records: ends + u64::from(last != end), before })
    }

    /// Reads the records at these places; nothing if the file isn't the one that was counted.
    fn read(&self, file: impl Read + Seek, places: &[u64]) -> io::Result<Option<Records>> {
        let mut in_order: Vec<(u64, usize)> = places.iter().copied().zip(0..).collect();
        in_order.sort_unstable();
        let mut file = BufReader::with_capacity(BLOCK, file);
        let mut records = Records { bytes: Vec::new(), places: vec![(0, 0); places.len()] };
        // Where `file` stands: so many bytes and ends are before it.
        let (mut at, mut ends) = (0, 0);
        file.seek(SeekFrom::Start(0))?;
        for (place, nth) in in_order {
            // The last block before which fewer ends stand than before the record, so that it begins in there.
            let block = self.before.partition_point(|&before| before < place).saturating_sub(1);
            let block_at = (block * BLOCK) as u64;
            if block_at > at {
                file.seek(SeekFrom::Start(block_at))?;
                (at, ends) = (block_at, self.before[block]);
            }
            while ends < place {
                let buffer = file.fill_buf()?;
                let used = match memchr(self.end, buffer) {
                    Some(found) => {
                        ends += 1;
                        found + 1
                    }
                    None if buffer.is_empty() => return Ok(None),
                    None => buffer.len(),
                };
                file.consume(used);
                at += used as u64;
            }
            let start = records.bytes.len();
            at += file.read_until(self.end, &mut records.bytes)? as u64;
            ends += 1;
            match records.bytes.last() {
                _ if records.bytes.len() == start => return Ok(None),
                Some(&last) if last == self.end => {}
                _ if at == self.bytes => records.bytes.push(self.end),
                _ => return Ok(None),
            }
            records.places[nth] = (start, records.bytes.len());
        }
        Ok(Some(records))
    }
}

/// Fills the buffer, as far as there is something to read.
fn fill(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match file.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(read) => length += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}

/// Bytes read at a time.
const BLOCK: usize = 1 << 18;
/// A shorter list is read whole: that is as fast.
const LEAST: u64 = 1 << 20;
/// One in so many records at most is drawn in this way.
const FEW: u64 = 8;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn texts(records: &Records) -> Vec<Vec<u8>> {
        records.places.iter().map(|&(start, end)| records.bytes[start..end].to_vec()).collect()
    }

    #[test]
    fn every_record_is_found_wherever_it_stands() {
        let long = "x".repeat(BLOCK + 7);
        for last in ["", "\n", "\n\n"] {
            let mut lines: Vec<String> = (0..60_000).map(|i| format!("{i}")).collect();
            (lines[5], lines[30_000]) = (long.clone(), long.repeat(3));
            lines[40_000].clear();
            let list = lines.join("\n") + last;
            let mut expected: Vec<_> = list.split('\n').collect();
            if list.ends_with('\n') {
                expected.pop();
            }
            let counted = Counted::of(&mut list.as_bytes(), b'\n').unwrap();
            assert_eq!(counted.records, expected.len() as u64);
            for step in [1, 7, 999, 29_999] {
                let places: Vec<u64> = (0..counted.records).rev().step_by(step).collect();
                let records = counted.read(Cursor::new(&list), &places).unwrap().unwrap();
                for (place, found) in places.iter().zip(texts(&records)) {
                    let line = expected[usize::try_from(*place).unwrap()];
                    assert!(found == format!("{line}\n").into_bytes(), "{place}");
                }
            }
        }
    }

    #[test]
    fn nothing_is_counted_in_nothing() {
        for (list, records) in [("", 0), ("\n", 1), ("a", 1), ("a\n", 1), ("\n\n", 2), ("a\nb", 2)]
        {
            assert_eq!(
                Counted::of(&mut list.as_bytes(), b'\n').unwrap().records,
                records,
                "{list:?}"
            );
        }
    }

    #[test]
    fn changed_file_is_not_read_on() {
        let list = "line\n".repeat(1000);
        let counted = Counted::of(&mut list.as_bytes(), b'\n').unwrap();
        assert!(counted.read(Cursor::new(&list[..100]), &[500]).unwrap().is_none());
        assert!(counted.read(Cursor::new("line\n".repeat(500)), &[500]).unwrap().is_none());
        assert!(counted.read(Cursor::new("line\n".repeat(500) + "li"), &[500]).unwrap().is_none());
    }
}
