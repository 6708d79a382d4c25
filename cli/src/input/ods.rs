//! ODS spreadsheets (OASIS ODF 1.2 part 1, chapters 8 and 9): the cells of one sheet.

use super::archive::Archive;
use super::sheet::{self, MAX_ROWS, Sheet, SheetCell, Value};
use super::xml::{Element, Node, Xml};
use crate::error::Error;

/// Reads the sheet called `wanted`, or the first one.
pub(crate) fn read(archive: &mut Archive<'_>, wanted: Option<&str>) -> Result<Sheet, Error> {
    let text = archive.needed(CONTENT)?;
    let names = names(&text).map_err(|what| archive.broken(CONTENT, &what))?;
    let chosen = sheet::choose(archive, &names, wanted)?;
    let mut sheet = Sheet::new(&names, chosen, text.len());
    let mut xml = Xml::new(&text);
    table_start(&mut xml, chosen)
        .and_then(|()| table(&mut xml, &mut sheet))
        .map_err(|what| archive.broken(CONTENT, &what))?;
    Ok(sheet)
}

/// The names of the sheets: the tables right under `office:spreadsheet`.
fn names(text: &str) -> Result<Vec<String>, String> {
    let mut xml = Xml::new(text);
    let mut names = Vec::new();
    while let Some(table) = next_table(&mut xml)? {
        names.push(table.attribute("table:name")?.unwrap_or_default());
        xml.skip()?;
    }
    Ok(names)
}

/// Moves to the start of the table with this index.
fn table_start(xml: &mut Xml<'_>, index: usize) -> Result<(), String> {
    for nth in 0..=index {
        next_table(xml)?.ok_or("a sheet is missing")?;
        if nth < index {
            xml.skip()?;
        }
    }
    Ok(())
}

fn next_table<'x>(xml: &mut Xml<'x>) -> Result<Option<Element<'x>>, String> {
    loop {
        match xml.next()? {
            Node::Open(element) => match (xml.depth(), element.name()) {
                (1, "document-content") | (2, "body") | (3, "spreadsheet") => {}
                (4, "table") => return Ok(Some(element)),
                _ => xml.skip()?,
            },
            Node::End => return Ok(None),
            Node::Close | Node::Text(_) => {}
        }
    }
}

/// Reads the rows of the table just opened. Groups and header rows are only brackets around rows.
fn table(xml: &mut Xml<'_>, sheet: &mut Sheet) -> Result<(), String> {
    let outside = xml.depth() - 1;
    let mut number = 0_u32;
    while xml.depth() > outside {
        let Node::Open(element) = xml.next()? else { continue };
        match element.name() {
            "table-row-group" | "table-header-rows" | "table-rows" => {}
            "table-row" => {
                let repeated = repeated(&element, "table:number-rows-repeated")?;
                let visible = element.attribute("table:visibility")?.is_none_or(|v| v == "visible");
                let first = sheet.cells.len();
                row(xml, number, sheet)?;
                let last = sheet.cells.len();
                if last > first {
                    sheet.hidden += if visible { 0 } else { u64::from(repeated) };
                    repeat_row(first..last, repeated, sheet)?;
                }
                number = number.saturating_add(repeated);
            }
            _ => xml.skip()?,
        }
    }
    Ok(())
}

/// Adds the row whose cells are `range` again, `times` in all.
fn repeat_row(range: std::ops::Range<usize>, times: u32, sheet: &mut Sheet) -> Result<(), String> {
    if times > MAX_ROWS {
        return Err(format!("a cell stands outside the first {MAX_ROWS} rows"));
    }
    for further in 1..times {
        for index in range.clone() {
            let cell = sheet.cells[index];
            sheet.repeat(SheetCell { row: cell.row.saturating_add(further), ..cell })?;
        }
    }
    Ok(())
}

fn row(xml: &mut Xml<'_>, number: u32, sheet: &mut Sheet) -> Result<(), String> {
    let outside = xml.depth() - 1;
    let mut column = 0_u32;
    while xml.depth() > outside {
        let Node::Open(element) = xml.next()? else { continue };
        if !matches!(element.name(), "table-cell" | "covered-table-cell") {
            xml.skip()?;
            continue;
        }
        let repeated = repeated(&element, "table:number-columns-repeated")?;
        if let Some((value, formula)) = cell(xml, &element, sheet)? {
            let cell = SheetCell { row: number, column, value, formula };
            sheet.push(cell)?;
            for further in 1..repeated {
                sheet.repeat(SheetCell { column: column.saturating_add(further), ..cell })?;
            }
        }
        column = column.saturating_add(repeated);
    }
    Ok(())
}

/// The value of the cell just opened, and whether a formula gave it; none if it is empty.
fn cell(
    xml: &mut Xml<'_>,
    element: &Element<'_>,
    sheet: &mut Sheet,
) -> Result<Option<(Value, bool)>, String> {
    let text = paragraphs(xml)?;
    let formula = element.attribute("table:formula")?.is_some();
    let is_error = element.attribute("calcext:value-type")?.is_some_and(|kind| kind == "error");
    let kind = element.attribute("office:value-type")?;
    let value = match kind.as_deref() {
        _ if is_error => Value::Refused("an error", sheet.intern(text)?),
        Some("string") | None => {
            let text = element.attribute("office:string-value")?.unwrap_or(text);
            if text.is_empty() {
                return Ok(None);
            }
            Value::Text(sheet.intern(text)?)
        }
        Some("float") => {
            let number = number_of(element)?;
            let digits = text.len() > 1 && text.bytes().all(|b| b.is_ascii_digit());
            if digits && text.starts_with('0') {
                Value::Formatted(
                    number,
                    "a number that only its format shows with leading zeros",
                    sheet.intern(text)?,
                )
            } else {
                Value::Number(number)
            }
        }
        Some("boolean") => Value::Refused("a truth value", sheet.intern(text)?),
        Some("date" | "time") => Value::Refused("a date or time", sheet.intern(text)?),
        Some("percentage") => Value::Refused("a percentage", sheet.intern(text)?),
        Some("currency") => match number_of(element) {
            Ok(number) => Value::Formatted(number, "an amount of money", sheet.intern(text)?),
            Err(_) => Value::Refused("an amount of money", sheet.intern(text)?),
        },
        Some(_) => return Err("a cell has an unknown type".to_owned()),
    };
    Ok(Some((value, formula)))
}

/// The number of a cell that has one.
fn number_of(element: &Element<'_>) -> Result<f64, String> {
    let stored = element.attribute("office:value")?.unwrap_or_default();
    let number = stored.parse::<f64>().ok().filter(|n| n.is_finite());
    number.ok_or_else(|| "a cell has a bad number".to_owned())
}

/// The text of the cell just opened: its paragraphs, with LF between them.
fn paragraphs(xml: &mut Xml<'_>) -> Result<String, String> {
    let outside = xml.depth() - 1;
    let mut text = String::new();
    let mut paragraphs = 0;
    while xml.depth() > outside {
        match xml.next()? {
            Node::Open(element) => match element.name() {
                "p" => {
                    if paragraphs > 0 {
                        text.push('\n');
                    }
                    paragraphs += 1;
                }
                "s" => {
                    let count = element.attribute("text:c")?.map_or(Ok(1), |c| c.parse::<usize>());
                    let count = count
                        .ok()
                        .filter(|c| *c <= MAX_SPACES)
                        .ok_or("a cell has a bad number of spaces")?;
                    text.extend(std::iter::repeat_n(' ', count));
                }
                "tab" => text.push('\t'),
                "line-break" => text.push('\n'),
                "span" | "a" | "ruby" | "ruby-base" => {}
                "table" => return Err("a table stands in a cell".to_owned()),
                // Comments, drawings, footnotes, phonetic text.
                _ => xml.skip()?,
            },
            Node::Text(piece) if paragraphs > 0 => push_collapsed(&mut text, &piece),
            Node::Text(_) | Node::Close | Node::End => {}
        }
    }
    Ok(text)
}

/// White space in a paragraph counts as one space (ODF 1.2 part 1, 6.1.2); more is written with elements.
fn push_collapsed(text: &mut String, piece: &str) {
    for c in piece.chars() {
        if !matches!(c, ' ' | '\t' | '\n' | '\r') {
            text.push(c);
        } else if !text.is_empty() && !text.ends_with([' ', '\n']) {
            text.push(' ');
        }
    }
}

fn repeated(element: &Element<'_>, attribute: &str) -> Result<u32, String> {
    match element.attribute(attribute)? {
        None => Ok(1),
        Some(times) => {
            let times = times.parse::<u32>().ok().filter(|times| *times > 0);
            times.ok_or_else(|| "a bad number of repetitions".to_owned())
        }
    }
}

const CONTENT: &str = "content.xml";
const MAX_SPACES: usize = 4096;
