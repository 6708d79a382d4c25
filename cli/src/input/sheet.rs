//! Sheets of workbooks: what the two formats have in common.

use std::borrow::Cow;

use super::archive::Archive;
use super::entries::Collector;
use super::format::Format;
use super::row::{Cell, Place, Source, shown};
use super::{ImportOptions, Imported, duplicates, ods, xlsx};
use crate::error::Error;

/// The cells of one sheet that hold something, row by row and from left to right.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    pub(crate) name: String,
    /// Sheets of the workbook that were not read.
    pub(crate) others: usize,
    /// Texts, each kept once however many cells show it.
    pub(crate) strings: Vec<String>,
    pub(crate) cells: Vec<SheetCell>,
    pub(crate) hidden: u64,
    /// The bytes that the sheet's cells were written in. What a few bytes can make is limited by it.
    pub(crate) size: u64,
    /// Cells that stand there only because another one is to be repeated.
    repeated: u64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SheetCell {
    pub(crate) row: u32,
    pub(crate) column: u32,
    pub(crate) value: Value,
    pub(crate) formula: bool,
}

/// What a cell holds; texts are indices into [`Sheet::strings`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    Text(u32),
    Number(f64),
    /// Something that has no single spelling: what it is, and as it is stored.
    Refused(&'static str, u32),
    /// A number that its format shows in a way that can't be part of an entry: what it is, and as it is stored.
    Formatted(f64, &'static str, u32),
}

impl Sheet {
    /// A sheet without cells, the `chosen` one of these, written in so many bytes.
    pub(crate) fn new(names: &[String], chosen: usize, size: usize) -> Self {
        let (name, others) = (names[chosen].clone(), names.len() - 1);
        Self { name, others, size: size as u64, ..Self::default() }
    }

    /// Adds a text and returns its index.
    pub(crate) fn intern(&mut self, text: String) -> Result<u32, String> {
        let index = u32::try_from(self.strings.len()).map_err(|_| "too many texts".to_owned())?;
        self.strings.push(text);
        Ok(index)
    }

    /// Adds a cell; it must come after those before.
    pub(crate) fn push(&mut self, cell: SheetCell) -> Result<(), String> {
        if cell.column >= MAX_COLUMNS {
            return Err(format!("a cell stands outside the first {MAX_COLUMNS} columns"));
        }
        if cell.row >= MAX_ROWS {
            return Err(format!("a cell stands outside the first {MAX_ROWS} rows"));
        }
        if self.cells.last().is_some_and(|last| (last.row, last.column) >= (cell.row, cell.column))
        {
            return Err("its cells are not in order".to_owned());
        }
        if self.cells.len() >= MAX_CELLS {
            return Err(format!("a sheet has more than {MAX_CELLS} cells"));
        }
        self.cells.push(cell);
        Ok(())
    }

    /// Adds a cell that repeats another one.
    pub(crate) fn repeat(&mut self, cell: SheetCell) -> Result<(), String> {
        self.repeated += 1;
        if self.repeated > FREE_REPEATED + self.size / 16 {
            return Err("too many of its cells are repetitions of others".to_owned());
        }
        self.push(cell)
    }
}

/// Takes one row: the number of blank rows before it, its line, and its cells.
type TakeRow<'f, 's> = dyn FnMut(u64, u64, &[Cell<'s>]) -> Result<(), Error> + 'f;

/// Imports a sheet of a workbook.
pub(crate) fn import(
    name: &str,
    format: Format,
    bytes: &[u8],
    options: &ImportOptions,
    progress: &dyn Fn(u64, u64),
) -> Result<Imported, Error> {
    if options.encoding.is_some() {
        return Err(Error::not_done(format!("{name}: a workbook names its encoding itself"))
            .hint("leave out --encoding"));
    }
    let sheet = read(name, format, bytes, options.sheet.as_deref())?;
    let source = Source { name, text: "", sheet: &sheet.name };
    let mut collector = Collector::new(options, true);
    rows(&source, &sheet, progress, &mut |blank, line, row| {
        collector.skip_blank(blank);
        collector.row(&source, line, row)
    })?;
    let mut report = collector.report(&source);
    report.format = format.to_string();
    report.sheet = Some((super::row::plain(&sheet.name), sheet.others));
    report.hidden = sheet.hidden;
    for cell in
        sheet.cells.iter().filter(|c| collector.uses(c.column as usize, u64::from(c.row) + 1))
    {
        report.formulas += u64::from(cell.formula);
        report.numbers += u64::from(matches!(cell.value, Value::Number(_) | Value::Formatted(..)));
    }
    duplicates::resolve(&source, collector.finish(&source)?, options, report)
}

/// Reads the cells of the wanted sheet, or of the first.
pub(super) fn read(
    name: &str,
    format: Format,
    bytes: &[u8],
    wanted: Option<&str>,
) -> Result<Sheet, Error> {
    match format {
        Format::Ods => ods::read(&mut Archive::open(name, "ODS spreadsheet", bytes)?, wanted),
        _ => xlsx::read(&mut Archive::open(name, "XLSX workbook", bytes)?, wanted),
    }
}

/// Chooses a sheet by name, else the first; returns its index.
pub(crate) fn choose(
    archive: &Archive<'_>,
    names: &[String],
    wanted: Option<&str>,
) -> Result<usize, Error> {
    let error = |what: String| Error::not_done(format!("{}: {what}", archive.name()));
    let Some(wanted) = wanted else {
        return if names.is_empty() {
            Err(error("the workbook has no sheet".to_owned()))
        } else {
            Ok(0)
        };
    };
    names.iter().position(|name| name == wanted).ok_or_else(|| {
        let list: Vec<_> = names.iter().take(20).map(|name| shown(name)).collect();
        let more = if names.len() > 20 { ", .." } else { "" };
        error(format!("no sheet is called {}", shown(wanted)))
            .hint(format!("the sheets are {}{more}", list.join(", ")))
    })
}

/// Gives row after row, each as wide as the widest.
pub(super) fn rows<'s>(
    source: &Source<'_>,
    sheet: &'s Sheet,
    progress: &dyn Fn(u64, u64),
    take: &mut TakeRow<'_, 's>,
) -> Result<(), Error> {
    let width = sheet.cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0);
    let (mut expected, mut done, mut text, mut area) = (0, 0, 0, 0);
    let most_text = MAX_TEXT.min(FREE_TEXT + 16 * sheet.size);
    let most_area = FREE_AREA + sheet.size;
    let mut row: Vec<Cell<'s>> = Vec::new();
    for cells in sheet.cells.chunk_by(|a, b| a.row == b.row) {
        let number = cells[0].row;
        let blank = u64::from(number - expected);
        expected = number + 1;
        area += u64::from(width);
        if area > most_area {
            let what = format!("the sheet has too many rows for its {width} columns");
            return Err(source.error_in_row(u64::from(number) + 1, &what).hint(
                "delete what stands far to the right, or save the columns that are needed as CSV",
            ));
        }
        row.clear();
        for cell in cells {
            while row.len() < cell.column as usize {
                row.push(empty(number, row.len()));
            }
            row.push(cell_of(sheet, cell));
        }
        while row.len() < width as usize {
            row.push(empty(number, row.len()));
        }
        // One long text may be shown by a million cells.
        text += row.iter().map(|cell| cell.text.len() as u64).sum::<u64>();
        if text > most_text {
            let what = format!("the sheet shows more than {} MiB of text", most_text >> 20);
            return Err(source.error_in_row(u64::from(number) + 1, &what));
        }
        take(blank, u64::from(number) + 1, &row)?;
        done += cells.len() as u64;
        if number % 4096 == 0 {
            progress(done, sheet.cells.len() as u64);
        }
    }
    progress(done, sheet.cells.len() as u64);
    Ok(())
}

fn empty(row: u32, column: usize) -> Cell<'static> {
    let column = u32::try_from(column).unwrap_or(u32::MAX);
    Cell {
        text: Cow::Borrowed(""),
        place: Place::Address { row, column },
        refused: None,
        number: None,
    }
}

fn cell_of<'s>(sheet: &'s Sheet, cell: &SheetCell) -> Cell<'s> {
    let text = |index: u32| Cow::Borrowed(sheet.strings[index as usize].as_str());
    let number = match cell.value {
        Value::Number(number) | Value::Formatted(number, ..) => Some(number),
        _ => None,
    };
    let (text, refused) = match cell.value {
        Value::Text(index) => (text(index), None),
        Value::Refused(kind, index) | Value::Formatted(_, kind, index) => (text(index), Some(kind)),
        // Below 2^53 every whole number has a float of its own, so the number typed is the number read.
        Value::Number(number) if number.fract() == 0.0 && number.abs() < TWO_TO_53 => {
            // Adding zero turns -0 into 0.
            (Cow::Owned(format!("{:.0}", number + 0.0)), None)
        }
        Value::Number(number) if number.fract() == 0.0 => (
            Cow::Owned(number.to_string()),
            Some("a number of 2^53 or more, which a sheet rounds,"),
        ),
        Value::Number(number) => {
            (Cow::Owned(number.to_string()), Some("a number that is not whole"))
        }
    };
    Cell { text, place: Place::Address { row: cell.row, column: cell.column }, refused, number }
}

const TWO_TO_53: f64 = 9_007_199_254_740_992.0;
/// The rows of the largest sheet that spreadsheet programs make.
pub(crate) const MAX_ROWS: u32 = 1 << 20;
const MAX_COLUMNS: u32 = 1024;
const MAX_CELLS: usize = 1 << 24;
const MAX_TEXT: u64 = 1 << 30;
/// Text, repeated cells, and rows times columns that a sheet of any size may have: enough for a column that fills it.
const FREE_TEXT: u64 = 32 << 20;
const FREE_REPEATED: u64 = 1 << 20;
const FREE_AREA: u64 = 1 << 24;
