//! Where results go: standard output, or a new file that appears whole or not at all.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use crate::error::{Error, reason};
use crate::read::is_dash;

mod leftovers;
mod lock;
mod new_file;

pub(crate) use leftovers::warn_of_leftovers;
pub(crate) use lock::Lock;
pub(crate) use new_file::{
    Access, Contents, NewFile, NewFolder, append, check_no_stream, create_folder_new,
    write_contents_or_same, write_new, write_new_or_same,
};

/// The target of one stream of results.
pub(crate) enum Destination {
    Stdout,
    File(NewFile),
}

impl Destination {
    /// Standard output for no path and for `-`; otherwise a new public file, refused at once if the name is taken.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Error> {
        match path {
            Some(path) if !is_dash(path) => NewFile::create(path, Access::Public).map(Self::File),
            _ => Ok(Self::Stdout),
        }
    }

    /// Whether the results appear on a terminal.
    pub(crate) fn is_screen(&self) -> bool {
        matches!(self, Self::Stdout) && io::stdout().is_terminal()
    }

    /// Writes everything; a file takes its name only after `write` succeeded.
    pub(crate) fn fill(
        self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Error> {
        match self {
            Self::Stdout => print(write),
            Self::File(file) => file.fill(write),
        }
    }
}

/// Writes to standard output through one large buffer.
///
/// A closed pipe is no error: its reader has seen what it wanted, so the rest is dropped and the command goes on.
pub(crate) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    let mut out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::not_done(format!("cannot write to standard output: {}", reason(&error))))
        }
        _ => Ok(()),
    }
}

/// Bytes gathered before each write.
const BUFFER: usize = 1 << 18;
