//! A table read whole, by the names of its columns: manifests, and working papers that come back.

use super::encoding::decode;
use super::format::{self, Kind};
use super::lines::ends;
use super::row::{Cell, Source, shown};
use super::{delimited, entries, sheet};
use crate::error::Error;

/// The rows of a table below a header. Values are trimmed, and every one can stand in a line.
pub(crate) struct Table {
    name: String,
    header: Vec<String>,
    /// The line of each row, and its values.
    pub(crate) rows: Vec<(u64, Vec<String>)>,
}

impl Table {
    /// Reads a CSV or TSV, or the first sheet of a workbook; `name` is for messages.
    pub(crate) fn of_bytes(
        name: &str,
        extension: Option<&str>,
        bytes: Vec<u8>,
    ) -> Result<Self, Error> {
        let mut rows = Rows::default();
        match format::of(name, extension, &bytes, None)? {
            Kind::Sheet(format) => {
                let sheet = sheet::read(name, format, &bytes, None)?;
                let source = Source { name, text: "", sheet: &sheet.name };
                sheet::rows(&source, &sheet, &|_, _| (), &mut |_, line, cells| {
                    rows.add(&source, line, cells)
                })?;
            }
            Kind::Text(told) => {
                let told = told.filter(|format| format.delimiter().is_some());
                let decoded = decode(name, bytes, None)?;
                let source = Source { name, text: &decoded.text, sheet: "" };
                let ends = ends(&source)?;
                let format = told.map_or_else(|| delimited::sniff(&source, ends), Ok)?;
                let delimiter = format.delimiter().unwrap_or(b',');
                delimited::rows(&source, delimiter, ends, &mut |line, cells: &[Cell<'_>], _| {
                    rows.add(&source, line, cells)
                })?;
            }
        }
        let Rows { header, rows } = rows;
        let header =
            header.ok_or_else(|| Error::not_done(format!("{name}: the table is empty")))?;
        Ok(Self { name: name.to_owned(), header, rows })
    }

    /// The index of the column of this name, if there is one.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|header| header.eq_ignore_ascii_case(name))
    }

    /// The index of the column of this name.
    pub(crate) fn column(&self, name: &str) -> Result<usize, Error> {
        self.find(name).ok_or_else(|| {
            let names: Vec<_> = self.header.iter().take(20).map(|name| shown(name)).collect();
            Error::not_done(format!("{}: no column is called {}", self.name, shown(name)))
                .hint(format!("the columns are {}", names.join(", ")))
        })
    }

    /// An error about the value in a row.
    pub(crate) fn error(&self, line: u64, what: &str) -> Error {
        Error::not_done(format!("{}: line {line}: {what}", self.name))
    }
}

/// Rows that were read so far.
#[derive(Default)]
struct Rows {
    header: Option<Vec<String>>,
    rows: Vec<(u64, Vec<String>)>,
}

impl Rows {
    /// Adds a row that isn't blank; the first one is the header.
    fn add(&mut self, source: &Source<'_>, line: u64, cells: &[Cell<'_>]) -> Result<(), Error> {
        let values = cells.iter().map(|cell| entries::checked(source, cell).map(str::to_owned));
        let values = values.collect::<Result<Vec<_>, _>>()?;
        match &self.header {
            _ if values.iter().all(String::is_empty) => {}
            None => self.header = Some(values),
            Some(header) if header.len() != values.len() => {
                let (has, first) = (values.len(), header.len());
                let what = format!("the row has {has} values, the header has {first}");
                return Err(source.error_in_row(line, &what));
            }
            Some(_) => self.rows.push((line, values)),
        }
        Ok(())
    }
}
