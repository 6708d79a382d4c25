//! A file, or standard input, with observations.

use std::fs::{File, Metadata};
use std::io::{self, Cursor, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest as _, Sha256};

use super::lines::Bytes;
use super::observed::Texts;
use super::source::ReadBytes;
use crate::error::{Error, reason};
use crate::exam::report::words::number;
use crate::read::is_dash;
use crate::show;

/// A text of which the beginning has been looked at.
pub(crate) struct OneText {
    name: String,
    beginning: Vec<u8>,
    /// Nothing once it was handed out.
    text: Option<Bytes>,
    read: Arc<AtomicU64>,
    content: Content,
    /// The number of bytes, if it is a file.
    length: Option<u64>,
}

/// What was read of a text, for a report that shall be of this text and no other.
#[derive(Clone, Default)]
pub(crate) struct Content(Arc<Mutex<Seen>>);

#[derive(Clone, Default)]
struct Seen {
    bytes: u64,
    sha256: Sha256,
    to_the_end: bool,
}

impl Content {
    /// Length and SHA-256, in words.
    pub(crate) fn says(&self) -> String {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let bytes = number(seen.bytes);
        let bytes = if seen.to_the_end { bytes } else { format!("the first {bytes}") };
        format!("{bytes} bytes, SHA-256 {}", hex::encode(seen.sha256.finalize()))
    }

    fn add(&self, bytes: &[u8]) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.bytes += bytes.len() as u64;
        seen.sha256.update(bytes);
        seen.to_the_end = bytes.is_empty();
    }
}

impl OneText {
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let mut length = None;
        let (name, source): (String, Bytes) = if is_dash(path) {
            ("standard input".to_owned(), Box::new(io::stdin()))
        } else {
            let file = File::open(path).map_err(|error| cannot_read(&show::path(path), &error))?;
            let metadata = file.metadata().ok();
            length = metadata.filter(Metadata::is_file).map(|metadata| metadata.len());
            (show::path(path), Box::new(file))
        };
        let read = Arc::new(AtomicU64::new(0));
        let content = Content::default();
        let mut source = Counted { source, read: Arc::clone(&read), content: content.clone() };
        let mut beginning = Vec::new();
        let looked = (&mut source).take(BEGINNING).read_to_end(&mut beginning);
        looked.map_err(|error| cannot_read(&name, &error))?;
        let text: Bytes = Box::new(Cursor::new(beginning.clone()).chain(source));
        Ok(Self { name, beginning, text: Some(text), read, content, length })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// What is read of it, now and later.
    pub(crate) fn content(&self) -> Content {
        self.content.clone()
    }

    pub(crate) fn begins_with(&self, words: &[u8]) -> bool {
        self.beginning.starts_with(words)
    }
}

impl Texts for OneText {
    fn next(&mut self, _: u64) -> Result<Option<Bytes>, Error> {
        Ok(self.text.take())
    }

    fn place(&self, line: u64) -> String {
        format!("{}: line {line}", self.name)
    }

    fn progress(&self) -> Option<ReadBytes> {
        Some(ReadBytes { read: Arc::clone(&self.read), length: self.length? })
    }
}

fn cannot_read(name: &str, error: &io::Error) -> Error {
    Error::not_done(format!("cannot read {name}: {}", reason(error)))
}

/// Counts and hashes the bytes that were read.
struct Counted {
    source: Bytes,
    read: Arc<AtomicU64>,
    content: Content,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        self.read.fetch_add(length as u64, Ordering::Relaxed);
        if !buffer.is_empty() {
            self.content.add(&buffer[..length]);
        }
        Ok(length)
    }
}

/// Enough to tell a commit from observations.
const BEGINNING: u64 = 64;
