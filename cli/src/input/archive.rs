//! The zip file around a workbook, read part by part with a limit on what a part unpacks to.

use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::error::Error;

/// A workbook's zip file.
pub(crate) struct Archive<'b> {
    name: &'b str,
    /// What the file should be, in words.
    kind: &'static str,
    zip: ZipArchive<Cursor<&'b [u8]>>,
}

impl<'b> Archive<'b> {
    pub(crate) fn open(name: &'b str, kind: &'static str, bytes: &'b [u8]) -> Result<Self, Error> {
        if bytes.is_empty() {
            return Err(Error::not_done(format!("{name}: no entries: the file is empty")));
        }
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|e| {
            Error::not_done(format!("{name}: not a whole {kind}: {}", in_words(&e)))
                .hint(SAVE_AGAIN)
        })?;
        Ok(Self { name, kind, zip })
    }

    /// The text of the part `path`, or none if there is no such part.
    pub(crate) fn part(&mut self, path: &str) -> Result<Option<String>, Error> {
        let too_large =
            format!("{}: {path} unpacks to more than {} MiB", self.name, MAX_PART >> 20);
        let part = match self.zip.by_name(path) {
            Ok(part) => part,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(e) => return Err(broken(self.name, path, &in_words(&e))),
        };
        // The declared size only saves work; what counts is what comes out.
        if part.size() > MAX_PART {
            return Err(Error::not_done(too_large));
        }
        let mut text = Vec::new();
        if let Err(e) = part.take(MAX_PART + 1).read_to_end(&mut text) {
            return Err(broken(self.name, path, &e.to_string()));
        }
        if text.len() as u64 > MAX_PART {
            return Err(Error::not_done(too_large));
        }
        let text = String::from_utf8(text).map_err(|_| self.broken(path, "it is not UTF-8"))?;
        Ok(Some(text))
    }

    /// The part `path`, which the format demands.
    pub(crate) fn needed(&mut self, path: &str) -> Result<String, Error> {
        let text = self.part(path)?;
        text.ok_or_else(|| {
            Error::not_done(format!("{}: not an {}: it has no {path}", self.name, self.kind))
        })
    }

    /// An error about the content of a part.
    pub(crate) fn broken(&self, path: &str, what: &str) -> Error {
        broken(self.name, path, what)
    }

    pub(crate) fn name(&self) -> &'b str {
        self.name
    }
}

fn broken(name: &str, path: &str, what: &str) -> Error {
    Error::not_done(format!("{name}: {path} in it can't be read: {what}")).hint(SAVE_AGAIN)
}

fn in_words(error: &ZipError) -> String {
    match error {
        ZipError::Io(e) => e.to_string(),
        ZipError::InvalidArchive(what) => what.to_string(),
        ZipError::UnsupportedArchive(what) => (*what).to_owned(),
        other => other.to_string(),
    }
}

/// A million rows of ten columns take about 400 MiB.
const MAX_PART: u64 = 512 << 20;
const SAVE_AGAIN: &str = "open it in a spreadsheet program and save it again, or as CSV in UTF-8";
