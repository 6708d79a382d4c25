//! Bytes in: a file, or `-` for standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::error::{Error, reason};

/// Reads all of a file, or of standard input if `path` is `-`.
pub(crate) fn whole(path: &Path) -> Result<Vec<u8>, Error> {
    up_to(path, u64::MAX)
}

/// Like [`whole`], but stops after `limit + 1` bytes, so that whoever checks the size sees that it is exceeded and
/// nothing larger is ever held.
pub(crate) fn up_to(path: &Path, limit: u64) -> Result<Vec<u8>, Error> {
    let limit = limit.saturating_add(1);
    if is_dash(path) {
        read(io::stdin().lock().take(limit), 0).map_err(|error| {
            Error::not_done(format!("cannot read standard input: {}", reason(&error)))
        })
    } else {
        File::open(path)
            .and_then(|file| {
                let length = file.metadata()?.len().min(limit);
                read(file.take(limit), length)
            })
            .map_err(|error| {
                Error::not_done(format!("cannot read {}: {}", path.display(), reason(&error)))
            })
    }
}

/// Whether a path stands for standard input or output. A file of that name is `./-`.
pub(crate) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn read(mut source: impl Read, expected: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let expected = usize::try_from(expected).map_err(|_| io::ErrorKind::OutOfMemory)?;
    bytes.try_reserve_exact(expected).map_err(|_| io::ErrorKind::OutOfMemory)?;
    source.read_to_end(&mut bytes)?;
    Ok(bytes)
}
