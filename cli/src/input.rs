//! Reads a list of entries as people keep it and writes the canonical list (SPEC, import).
//!
//! One path for every source: bytes, [`format`], text in UTF-8 ([`encoding`]), rows ([`lines`], [`delimited`], or a
//! [`sheet`]), entries ([`entries`]), [`duplicates`], [`report`]. Nothing is guessed that could lose or change an
//! entrant: what can be read in two ways is refused, with the place and what to say to decide it.

mod amounts;
mod archive;
mod columns;
mod delimited;
mod duplicates;
mod encoding;
mod entries;
mod fold;
mod format;
mod lines;
mod long;
mod ods;
mod pieces;
mod population;
mod report;
mod row;
mod sheet;
mod table;
#[cfg(test)]
mod tests;
mod xlsx;
mod xml;

use std::path::Path;

use fairdraw::Digest;
use sha2::{Digest as _, Sha256};

use crate::error::Error;
use crate::read;

pub(crate) use self::amounts::{AmountStyle, decimal};
pub(crate) use self::duplicates::alike;
pub(crate) use self::format::Format;
pub(crate) use self::long::{LongList, import_long};
pub(crate) use self::population::{AmountColumn, StratumCount, Totals};
pub(crate) use self::report::{Report, write_alike};
pub(crate) use self::table::Table;

/// What the user said about the list. The default says nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct ImportOptions {
    /// Instead of the name's extension and the first bytes.
    pub(crate) format: Option<Format>,
    /// A label of the WHATWG Encoding Standard, such as `windows-1252`.
    pub(crate) encoding: Option<String>,
    /// Whether the first row that is not blank holds names of columns.
    pub(crate) header: Option<bool>,
    /// Columns that make the entry, by name or number from 1.
    pub(crate) columns: Vec<String>,
    /// The column that holds the number of tickets; the list is then weighted.
    pub(crate) tickets: Option<String>,
    /// The column that holds the stratum of each item of a population.
    pub(crate) stratum: Option<String>,
    /// The column that holds the amount of each item of a population.
    pub(crate) amount: Option<AmountColumn>,
    /// The sheet of a workbook; the first one otherwise.
    pub(crate) sheet: Option<String>,
    pub(crate) duplicates: Duplicates,
    /// Whether items of a population are read, which all have names of their own.
    pub(crate) population: bool,
    /// Whether the report shows the SHA-256 of the file.
    pub(crate) digest: bool,
}

/// What happens to entries that are equal byte for byte after trimming.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) enum Duplicates {
    /// Stop and list them.
    #[default]
    Refuse,
    /// Keep the first place, with as many tickets as there were places (or the sum of their tickets).
    Merge,
    /// Keep the first only.
    Drop,
}

/// A list ready to be committed to.
#[derive(Debug)]
pub(crate) struct Imported {
    /// The canonical list: every line ended by LF; before the entry of each its tickets, or its stratum and amount, each with a
    /// TAB behind it.
    pub(crate) text: String,
    pub(crate) weighted: bool,
    /// The amount of each item in minor units, if there is a column of them.
    pub(crate) amounts: Vec<i64>,
    /// The stratum of each item, as an index into the report's strata, if there is a column of them.
    pub(crate) strata: Vec<u32>,
    pub(crate) report: Report,
}

/// Reads the list in the file `source`, or in standard input if that is `-`.
///
/// `progress` is told how much of how much was read: bytes of text, or cells of a sheet.
pub(crate) fn import(
    source: &Path,
    options: &ImportOptions,
    progress: &dyn Fn(u64, u64),
) -> Result<Imported, Error> {
    let bytes = read::whole(source)?;
    if read::is_dash(source) {
        return import_bytes("standard input", None, bytes, options, progress);
    }
    let name = source.display().to_string();
    let extension = source.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    import_bytes(&name, extension.as_deref(), bytes, options, progress)
}

/// Reads the list in `bytes`; `name` is for messages, `extension` (lower case) tells the format if nothing else does.
pub(crate) fn import_bytes(
    name: &str,
    extension: Option<&str>,
    bytes: Vec<u8>,
    options: &ImportOptions,
    progress: &dyn Fn(u64, u64),
) -> Result<Imported, Error> {
    let digest = options.digest.then(|| Digest::new(Sha256::digest(&bytes).into()));
    let mut imported = match format::of(name, extension, &bytes, options.format)? {
        format::Kind::Sheet(format) => sheet::import(name, format, &bytes, options, progress)?,
        format::Kind::Text(told) => {
            if options.sheet.is_some() {
                return Err(Error::not_done(format!("{name}: only a workbook has sheets"))
                    .hint("leave out --sheet"));
            }
            let decoded = encoding::decode(name, bytes, options.encoding.as_deref())?;
            lines::import(name, told, decoded, options, progress)?
        }
    };
    imported.report.sha256 = digest;
    Ok(imported)
}
