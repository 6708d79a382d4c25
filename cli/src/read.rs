//! Bytes in: a file, or `-` for standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::time::SystemTime;
#[cfg(unix)]
use std::{
    io::{Seek, SeekFrom},
    os::unix::fs::FileExt,
};

use fairdraw::draw::LARGEST_SMALL_FILE;
use zeroize::Zeroizing;

#[cfg(unix)]
use crate::both::both;
use crate::error::{Error, reason};

/// Reads all of a list, or of standard input if `path` is `-`.
///
/// What has no end is refused: a file with more than [`LARGEST_LIST`] bytes, or a pipe or device that gives more than
/// [`LARGEST_STREAM`], which says in no other way how much will come.
pub(crate) fn whole(path: &Path) -> Result<Vec<u8>, Error> {
    whole_up_to(path, u64::MAX)
}

/// Like [`whole`], but stops after `most + 1` bytes.
pub(crate) fn whole_up_to(path: &Path, most: u64) -> Result<Vec<u8>, Error> {
    let limit = list_limit(path);
    let is_file = limit == LARGEST_LIST;
    let bytes = up_to(path, limit.min(most))?;
    if bytes.len() as u64 <= limit {
        return Ok(bytes);
    }
    let name = if is_dash(path) { "standard input" } else { &path.display().to_string() };
    let what = if is_file { "has" } else { "is a pipe or device and gives" };
    let hint = if is_file {
        "a list is held in memory: draw from a part of it, or from numbers".to_owned()
    } else {
        format!("a list of up to {} GiB can be read from a file", LARGEST_LIST >> 30)
    };
    Err(Error::not_done(format!("{name} {what} more than {} GiB", limit >> 30)).hint(hint))
}

/// How many bytes are read of a list in this place.
pub(crate) fn list_limit(path: &Path) -> u64 {
    let is_file = !is_dash(path) && path.metadata().is_ok_and(|metadata| metadata.is_file());
    if is_file { LARGEST_LIST } else { LARGEST_STREAM }
}

/// Reads a file, or standard input if `path` is `-`, but stops after `limit + 1` bytes, so that whoever checks the size sees that it is exceeded and
/// nothing larger is ever held.
pub(crate) fn up_to(path: &Path, limit: u64) -> Result<Vec<u8>, Error> {
    let limit = limit.saturating_add(1);
    if is_dash(path) {
        read(io::stdin().lock().take(limit), 0).map_err(|error| {
            Error::not_done(format!("cannot read standard input: {}", reason(&error)))
        })
    } else {
        File::open(path)
            .and_then(|file| file_up_to(file, limit))
            .map_err(|error| cannot_open(path, &error))
    }
}

/// Reads a file whose beginning says how large it may be. One that is larger is refused.
///
/// The buffer is wiped. It doesn't grow for files of up to `LARGEST_SMALL_FILE` bytes, which may be secret.
pub(crate) fn by_its_beginning(
    path: &Path,
    limit_of: impl Fn(&[u8]) -> u64,
) -> Result<Zeroizing<Vec<u8>>, Error> {
    let (name, mut source): (_, Box<dyn Read>) = if is_dash(path) {
        ("standard input".to_owned(), Box::new(io::stdin().lock()))
    } else {
        let name = path.display().to_string();
        match File::open(path) {
            Ok(file) => (name, Box::new(file)),
            Err(error) => {
                return Err(cannot_open(path, &error));
            }
        }
    };
    let cannot =
        |error: io::Error| Error::not_done(format!("cannot read {name}: {}", reason(&error)));
    let room = usize::try_from(LARGEST_SMALL_FILE).unwrap_or_default() + BEGINNING + 64;
    let mut bytes = Zeroizing::new(Vec::with_capacity(room));
    (&mut source).take(BEGINNING as u64).read_to_end(&mut bytes).map_err(cannot)?;
    let limit = limit_of(&bytes);
    let rest = (limit + 1).saturating_sub(bytes.len() as u64);
    source.take(rest).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > limit {
        return Err(Error::not_done(format!("{name} has more than {limit} bytes"))
            .hint("a file of its kind is never so large"));
    }
    Ok(bytes)
}

/// Like [`up_to`], for secrets: into one buffer that never grows, which would leave pieces behind, and that is wiped.
pub(crate) fn secret_up_to(path: &Path, limit: u64) -> Result<Zeroizing<Vec<u8>>, Error> {
    if is_dash(path) {
        return read_wiped(io::stdin().lock(), limit).map_err(|error| {
            Error::not_done(format!("cannot read standard input: {}", reason(&error)))
        });
    }
    let cannot = |error: &io::Error| cannot_open(path, error);
    let file = File::open(path).map_err(|error| cannot(&error))?;
    let metadata = file.metadata().map_err(|error| cannot(&error))?;
    let expected = if metadata.is_file() { metadata.len().min(limit) } else { limit };
    let bytes = read_wiped(file, expected).map_err(|error| cannot(&error))?;
    if bytes.len() as u64 > expected && expected < limit {
        return Err(Error::not_done(format!("{} grew while it was read", path.display())));
    }
    Ok(bytes)
}

/// Refuses a file that nobody named, but that was found beside another, if it is none: a pipe or device could keep the
/// command waiting without end. One that isn't there is left to whoever reads it.
pub(crate) fn check_found(path: &Path) -> Result<(), Error> {
    match path.metadata() {
        Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => {
            Err(Error::not_done(format!("{} is a pipe or device, not a file", path.display()))
                .hint("move it away, or name the file that is to be read"))
        }
        _ => Ok(()),
    }
}

pub(crate) fn cannot_open(path: &Path, error: &io::Error) -> Error {
    let reason = match path.read_link() {
        Ok(target) if error.kind() == io::ErrorKind::NotFound => {
            format!("it is a link to {}, which is not there", target.display())
        }
        _ => reason(error),
    };
    Error::not_done(format!("cannot read {}: {reason}", path.display()))
}

/// The text of a small file that somebody saved, without a byte order mark; says so of text that is saved as UTF-16.
pub(crate) fn as_utf8(bytes: &[u8]) -> Result<&str, Option<&'static str>> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    match bytes {
        // With its mark, or by the zeros among its ASCII.
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, 1..=255, ..] | [1..=255, 0, ..] => {
            Err(Some(UTF_16))
        }
        _ => str::from_utf8(bytes).map_err(|_| None),
    }
}

/// Opens a list that is read piece by piece.
pub(crate) fn open(path: &Path) -> Result<Box<dyn BufRead>, Error> {
    if is_dash(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|error| cannot_open(path, &error))?;
    Ok(Box::new(BufReader::with_capacity(BUFFER, file)))
}

/// What shows that a file was changed: its length, and when it was last written to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Version {
    length: u64,
    /// Nothing where the file system doesn't know.
    written: Option<SystemTime>,
}

impl Version {
    pub(crate) fn of(file: &File) -> io::Result<Self> {
        let metadata = file.metadata()?;
        Ok(Self { length: metadata.len(), written: metadata.modified().ok() })
    }

    /// Fails if the file is another one now: what was read of it may be of both.
    pub(crate) fn check(&self, file: &File) -> io::Result<()> {
        if *self == Self::of(file)? { Ok(()) } else { Err(io::Error::other(CHANGED)) }
    }
}

/// Whether a path stands for standard input or output. A file of that name is `./-`.
pub(crate) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads up to `limit + 1` bytes.
fn read_wiped(source: impl Read, limit: u64) -> io::Result<Zeroizing<Vec<u8>>> {
    let limit = limit.saturating_add(1);
    let room = usize::try_from(limit).map_err(|_| io::ErrorKind::OutOfMemory)?;
    let mut bytes = Zeroizing::new(Vec::new());
    // A buffer that is nearly full could be made larger before the end is seen.
    bytes.try_reserve_exact(room.saturating_add(64)).map_err(|_| io::ErrorKind::OutOfMemory)?;
    source.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a file, or the first `limit` bytes of it.
fn file_up_to(file: File, limit: u64) -> io::Result<Vec<u8>> {
    let metadata = file.metadata()?;
    let length = metadata.len().min(limit);
    #[cfg(unix)]
    if metadata.is_file() && length >= WORTH_A_THREAD {
        let version = Version::of(&file)?;
        let bytes = file_on_two_threads(&file, length, limit)?;
        version.check(&file)?;
        return Ok(bytes);
    }
    read(file.take(limit), length)
}

/// Like [`file_up_to`], each half of the `length` bytes on a thread: most of the time goes by in getting the memory, page by page.
#[cfg(unix)]
fn file_on_two_threads(mut file: &File, length: u64, limit: u64) -> io::Result<Vec<u8>> {
    // Zeros have no way to say that there is no room for them, so that it is looked for before.
    drop(room(length)?);
    let length = usize::try_from(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    let mut bytes = vec![0; length];
    let half = length / 2;
    let (first, second) = bytes.split_at_mut(half);
    let (in_first, in_second) =
        both(|| fill_at(file, first, 0), || fill_at(file, second, half as u64));
    let (in_first, in_second) = (in_first?, in_second?);
    // The file may have become shorter, or longer.
    bytes.truncate(if in_first < half { in_first } else { half + in_second });
    let read = bytes.len() as u64;
    file.seek(SeekFrom::Start(read))?;
    file.take(limit.saturating_sub(read)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Fills the buffer from this place of the file, as far as it has something there, and returns how much that is.
#[cfg(unix)]
fn fill_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read_at(&mut buffer[filled..], offset + filled as u64) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

fn read(mut source: impl Read, expected: u64) -> io::Result<Vec<u8>> {
    let mut bytes = room(expected)?;
    source.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Room for so many bytes, if there is.
fn room(length: u64) -> io::Result<Vec<u8>> {
    let length = usize::try_from(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    Ok(bytes)
}

const CHANGED: &str = "it was changed while it was read: try again when nobody writes to it";
const UTF_16: &str = "it is saved as UTF-16: save it as UTF-8";
/// Bytes read at a time of what is read piece by piece.
const BUFFER: usize = 1 << 18;
/// A shorter file is read in the time in which a thread starts, or in a few times that.
#[cfg(unix)]
const WORTH_A_THREAD: u64 = 4 << 20;
/// Enough for the first line of any file of ours.
const BEGINNING: usize = 64;
/// More than any list has. What is larger would fill the memory.
const LARGEST_LIST: u64 = 16 << 30;
/// Some 50 million lines. A pipe or device may have no end.
const LARGEST_STREAM: u64 = 1 << 30;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;

    /// A source that gives few bytes at a time, as a pipe may.
    struct Drops(usize);

    impl Read for Drops {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.min(buffer.len()).min(7);
            buffer[..count].fill(b's');
            self.0 -= count;
            Ok(count)
        }
    }

    #[cfg(unix)]
    #[test]
    fn file_on_two_threads_is_what_it_is_on_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for length in [0, 1, 2, 3, 1000, 100_003] {
            let bytes: Vec<u8> =
                (0..length).map(|i: u32| i.to_le_bytes()[i as usize % 3]).collect();
            std::fs::write(&path, &bytes).unwrap();
            let length = u64::from(length);
            // It became shorter or longer after it was looked at; and there may be a limit.
            for seen in [length, length / 2, length * 2, length + 1] {
                for limit in [seen, seen + 1, u64::MAX] {
                    let file = File::open(&path).unwrap();
                    let found = file_on_two_threads(&file, seen, limit).unwrap();
                    let expected = &bytes[..usize::try_from(limit.min(length)).unwrap()];
                    assert!(found == expected, "{length} bytes, {seen} seen, up to {limit}");
                }
            }
        }
    }

    #[test]
    fn version_tells_whether_a_file_was_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, "one\n").unwrap();
        let file = File::open(&path).unwrap();
        let version = Version::of(&file).unwrap();
        version.check(&file).unwrap();
        let writer = File::options().append(true).open(&path).unwrap();
        let written = version.written.unwrap();
        // As long, and written later.
        writer.set_modified(written + std::time::Duration::from_secs(1)).unwrap();
        assert_eq!(version.check(&file).unwrap_err().to_string(), CHANGED);
        writer.set_modified(written).unwrap();
        version.check(&file).unwrap();
        // Shorter, in the same moment.
        writer.set_len(3).unwrap();
        writer.set_modified(written).unwrap();
        assert_eq!(version.check(&file).unwrap_err().to_string(), CHANGED);
    }

    #[test]
    fn buffer_of_a_secret_never_grows() {
        for (given, held) in [(0, 0), (99, 99), (100, 100), (101, 101), (5000, 101)] {
            let bytes = read_wiped(Drops(given), 100).unwrap();
            assert_eq!((bytes.len(), bytes.capacity()), (held, 165), "{given}");
        }
    }
}
