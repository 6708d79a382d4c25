//! Which format a list is in: as told, else by its first bytes, else by the extension of its name.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// The formats that can be read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Format {
    /// One entry a line.
    Text,
    /// Values separated by commas (RFC 4180).
    Csv,
    /// Values separated by tabs, quoted as in CSV.
    Tsv,
    /// Values separated by semicolons, as spreadsheets write CSV where the comma is the decimal sign.
    Semicolon,
    /// Office Open XML workbook (ECMA-376).
    Xlsx,
    /// OpenDocument spreadsheet (OASIS ODF 1.2).
    Ods,
}

/// A format, as far as the bytes have to be known to go on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Kind {
    Sheet(Format),
    /// A format of text; none: CSV whose first row must show the delimiter.
    Text(Option<Format>),
}

impl Format {
    pub(crate) const NAMES: [(&'static str, Self); 6] = [
        ("text", Self::Text),
        ("csv", Self::Csv),
        ("tsv", Self::Tsv),
        ("semicolon", Self::Semicolon),
        ("xlsx", Self::Xlsx),
        ("ods", Self::Ods),
    ];

    /// The byte between two values, if this format has one.
    pub(crate) fn delimiter(self) -> Option<u8> {
        match self {
            Self::Csv => Some(b','),
            Self::Tsv => Some(b'\t'),
            Self::Semicolon => Some(b';'),
            Self::Text | Self::Xlsx | Self::Ods => None,
        }
    }

    fn kind(self) -> Kind {
        match self {
            Self::Xlsx | Self::Ods => Kind::Sheet(self),
            _ => Kind::Text(Some(self)),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text, one entry a line",
            Self::Csv => "CSV (commas)",
            Self::Tsv => "TSV (tabs)",
            Self::Semicolon => "CSV with semicolons",
            Self::Xlsx => "XLSX workbook",
            Self::Ods => "ODS spreadsheet",
        })
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::NAMES.iter().find(|(n, _)| *n == name);
        found
            .map(|(_, format)| *format)
            .ok_or_else(|| format!("no format `{name}`: text, csv, tsv, semicolon, xlsx, ods"))
    }
}

/// Tells the format of `bytes`.
pub(crate) fn of(
    name: &str,
    extension: Option<&str>,
    bytes: &[u8],
    told: Option<Format>,
) -> Result<Kind, Error> {
    if let Some(format) = told {
        return Ok(format.kind());
    }
    if bytes.starts_with(ZIP) {
        return Ok(Kind::Sheet(if is_ods(bytes, extension) { Format::Ods } else { Format::Xlsx }));
    }
    if bytes.starts_with(COMPOUND_FILE) || extension == Some("xls") {
        return Err(Error::not_done(format!(
            "{name}: an old Excel workbook (.xls) or one with a password can't be read"
        ))
        .hint("save it as .xlsx without a password, or as CSV in UTF-8"));
    }
    match extension {
        None | Some("" | "txt" | "text" | "list" | "lst") => Ok(Format::Text.kind()),
        Some("csv") => Ok(Kind::Text(None)),
        Some("tsv" | "tab") => Ok(Format::Tsv.kind()),
        Some("xlsx" | "xlsm") => Ok(Format::Xlsx.kind()),
        Some("ods") => Ok(Format::Ods.kind()),
        Some(other) => {
            Err(Error::not_done(format!("{name}: the extension .{other} does not tell the format"))
                .hint("say --format text, csv, tsv, semicolon, xlsx or ods"))
        }
    }
}

/// An ODF package begins with an uncompressed member `mimetype` (ODF 1.2 part 3, 3.3), so its text stands at byte 38.
fn is_ods(bytes: &[u8], extension: Option<&str>) -> bool {
    extension == Some("ods") || bytes.get(30..38) == Some(b"mimetype")
}

const ZIP: &[u8] = b"PK\x03\x04";
/// [MS-CFB] 2.2: the container of .xls, and of .xlsx with a password.
const COMPOUND_FILE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
