//! What every format is turned into: rows of cells that know where they stand.

use std::borrow::Cow;

use fairdraw::draw::is_forbidden;

use super::lines::position;
use crate::error::Error;

/// Where rows come from; turns places into words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'t> {
    pub(crate) name: &'t str,
    /// The whole text, or the empty string for a workbook.
    pub(crate) text: &'t str,
    /// The sheet's name, or the empty string for a text.
    pub(crate) sheet: &'t str,
}

/// Takes one row: its number, its cells, and the byte where it begins.
pub(crate) type Take<'f, 't> = dyn FnMut(u64, &[Cell<'t>], usize) -> Result<(), Error> + 'f;

/// One value. Its text is as the file has it, not trimmed.
#[derive(Clone, Debug)]
pub(crate) struct Cell<'t> {
    pub(crate) text: Cow<'t, str>,
    pub(crate) place: Place,
    /// Why this value of a sheet can't be part of an entry, if it can't.
    pub(crate) refused: Option<&'static str>,
    /// The number in a cell of a sheet, for columns of amounts; of a date or percentage there is none.
    pub(crate) number: Option<f64>,
}

/// Where a cell begins.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// A byte of the text; quotes stand around the value and are doubled in it if `quoted`.
    Offset { start: usize, quoted: bool },
    /// A cell of a sheet, counted from 0.
    Address { row: u32, column: u32 },
}

impl Source<'_> {
    /// An error at a byte of the text.
    pub(crate) fn error_at(&self, offset: usize, what: &str) -> Error {
        let (line, column) = position(&self.text[..offset]);
        Error::not_done(format!("{}: line {line}, column {column}: {what}", self.name))
    }

    /// An error about a whole row; `line` is its number in an editor or a sheet.
    pub(crate) fn error_in_row(&self, line: u64, what: &str) -> Error {
        if self.sheet.is_empty() {
            Error::not_done(format!("{}: line {line}: {what}", self.name))
        } else {
            Error::not_done(format!("{}: {}, row {line}: {what}", self.name, shown(self.sheet)))
        }
    }

    /// An error about a cell, or about the character at byte `inside` of its text.
    pub(crate) fn error_in_cell(
        &self,
        cell: &Cell<'_>,
        inside: Option<usize>,
        what: &str,
    ) -> Error {
        match cell.place {
            Place::Offset { start, quoted } => {
                let before = &cell.text[..inside.unwrap_or(0)];
                let quotes = if quoted {
                    before.matches('"').count() + usize::from(inside.is_some())
                } else {
                    0
                };
                self.error_at(start + before.len() + quotes, what)
            }
            Place::Address { row, column } => {
                let address =
                    format!("{}!{}{}", plain(self.sheet), letters(column), u64::from(row) + 1);
                let character =
                    inside.map(|at| format!(", character {}", cell.text[..at].chars().count() + 1));
                let character = character.unwrap_or_default();
                Error::not_done(format!("{}: {address}{character}: {what}", self.name))
            }
        }
    }
}

/// A text of the file for a message: in quotes, without control characters, cut after 60 characters.
pub(crate) fn shown(text: &str) -> String {
    format!("\"{}\"", plain(text))
}

/// A text of the file without control characters, cut after 60 characters.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::new();
    for (i, c) in text.chars().enumerate() {
        if i == 60 {
            out.push('…');
            break;
        }
        if is_forbidden(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

/// The letters of a sheet's column, counted from 0: A to Z, then AA.
fn letters(column: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        letters.push(char::from(b'A' + u8::try_from((rest - 1) % 26).unwrap_or(0)));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn columns_of_a_sheet_have_the_letters_a_spreadsheet_shows() {
        let columns = [
            (0, "A"),
            (25, "Z"),
            (26, "AA"),
            (51, "AZ"),
            (52, "BA"),
            (701, "ZZ"),
            (702, "AAA"),
            (16383, "XFD"),
        ];
        for (column, shown) in columns {
            assert_eq!(letters(column), shown);
        }
    }
}
