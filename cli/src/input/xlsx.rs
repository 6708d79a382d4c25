//! XLSX workbooks (ECMA-376 part 1, SpreadsheetML): the cells of one sheet.

mod relations;
mod strings;
mod styles;

use std::collections::HashMap;

use self::relations::{Relation, relations};
use self::strings::{rich_text, shared_strings, unescape};
use self::styles::{NumberFormat, formats};
use super::archive::Archive;
use super::sheet::{self, Sheet, SheetCell, Value};
use super::xml::{Element, Node, Xml};
use crate::error::Error;

/// Reads the sheet called `wanted`, or the first one.
pub(crate) fn read(archive: &mut Archive<'_>, wanted: Option<&str>) -> Result<Sheet, Error> {
    let package = relations(archive, "")?;
    let workbook = package
        .values()
        .find(|r| r.kind == "officeDocument")
        .map_or("xl/workbook.xml", |r| &r.target);
    let text = archive.needed(workbook)?;
    let parts = relations(archive, workbook)?;
    let mut sheets = sheets(&text).map_err(|what| archive.broken(workbook, &what))?;
    sheets.retain(|(_, id)| parts.get(id).is_some_and(|part| part.kind == "worksheet"));
    let (names, ids): (Vec<_>, Vec<_>) = sheets.into_iter().unzip();
    let chosen = sheet::choose(archive, &names, wanted)?;
    let path = &parts[&ids[chosen]].target;

    let formats = match find(&parts, "styles") {
        Some(path) => {
            let text = archive.needed(path)?;
            formats(&text).map_err(|what| archive.broken(path, &what))?
        }
        None => Vec::new(),
    };
    let mut sheet = Sheet::new(&names, chosen, 0);
    if let Some(path) = find(&parts, "sharedStrings") {
        let text = archive.needed(path)?;
        sheet.strings = shared_strings(&text).map_err(|what| archive.broken(path, &what))?;
    }
    let text = archive.needed(path)?;
    sheet.size = text.len() as u64;
    cells(&text, &formats, &mut sheet).map_err(|what| archive.broken(path, &what))?;
    Ok(sheet)
}

fn find<'p>(parts: &'p HashMap<String, Relation>, kind: &str) -> Option<&'p str> {
    parts.values().find(|part| part.kind == kind).map(|part| part.target.as_str())
}

/// Names and relationship ids of the sheets, in the workbook's order.
fn sheets(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut xml = Xml::new(text);
    let mut sheets = Vec::new();
    loop {
        match xml.next()? {
            Node::Open(element) if element.name() == "sheet" => {
                let (name, id) = (element.attribute("name")?, element.attribute("id")?);
                sheets.extend(name.zip(id));
            }
            Node::End => return Ok(sheets),
            _ => {}
        }
    }
}

fn cells(text: &str, formats: &[NumberFormat], sheet: &mut Sheet) -> Result<(), String> {
    let mut xml = Xml::new(text);
    let (mut row, mut column) = (0, 0);
    let mut in_data = None;
    loop {
        match xml.next()? {
            Node::Open(element) => match element.name() {
                "sheetData" => in_data = Some(xml.depth()),
                "row" if in_data.is_some() => {
                    if let Some(number) = element.attribute("r")? {
                        row = number
                            .parse::<u32>()
                            .ok()
                            .and_then(|n| n.checked_sub(1))
                            .ok_or("a row has a bad number")?;
                    }
                    column = 0;
                    sheet.hidden += u64::from(matches!(
                        element.attribute("hidden")?.as_deref(),
                        Some("1" | "true")
                    ));
                }
                "c" if in_data.is_some() => {
                    if let Some(address) = element.attribute("r")? {
                        (row, column) =
                            parse_address(&address).ok_or("a cell has a bad address")?;
                    }
                    if let Some((value, formula)) = cell(&mut xml, &element, formats, sheet)? {
                        sheet.push(SheetCell { row, column, value, formula })?;
                    }
                    column = column.checked_add(1).ok_or("a row is too long")?;
                }
                _ => {}
            },
            Node::Close if in_data.is_some_and(|depth| xml.depth() < depth) => in_data = None,
            // Rows without a number count on from the one before.
            Node::Close if in_data.is_some_and(|depth| xml.depth() == depth) => {
                row = row.checked_add(1).ok_or("a row has a bad number")?;
            }
            Node::End => return Ok(()),
            Node::Close | Node::Text(_) => {}
        }
    }
}

/// The value of the cell just opened, and whether a formula gave it; none if it is empty.
fn cell(
    xml: &mut Xml<'_>,
    element: &Element<'_>,
    formats: &[NumberFormat],
    sheet: &mut Sheet,
) -> Result<Option<(Value, bool)>, String> {
    let (kind, style) = (element.attribute("t")?, element.attribute("s")?);
    let outside = xml.depth() - 1;
    let (mut stored, mut inline, mut formula, mut in_value) = (String::new(), None, false, false);
    while xml.depth() > outside {
        match xml.next()? {
            Node::Open(child) => match child.name() {
                "v" => in_value = true,
                "is" => inline = Some(rich_text(xml)?),
                "f" => {
                    formula = true;
                    xml.skip()?;
                }
                _ => xml.skip()?,
            },
            Node::Close => in_value = false,
            Node::Text(piece) if in_value => stored.push_str(&piece),
            Node::Text(_) | Node::End => {}
        }
    }
    let value = match (kind.as_deref(), inline) {
        (Some("inlineStr"), Some(text)) => Value::Text(sheet.intern(text)?),
        (Some("inlineStr"), None) => return Ok(None),
        (Some("str"), _) => Value::Text(sheet.intern(unescape(stored))?),
        (_, _) if stored.is_empty() => return Ok(None),
        (Some("s"), _) => {
            let index = stored.parse::<u32>().ok().filter(|i| (*i as usize) < sheet.strings.len());
            Value::Text(index.ok_or("a cell shows a text that the workbook does not have")?)
        }
        (Some("b"), _) => Value::Refused("a truth value", sheet.intern(stored)?),
        (Some("e"), _) => Value::Refused("an error", sheet.intern(stored)?),
        (Some("d"), _) => Value::Refused("a date or time", sheet.intern(stored)?),
        (Some("n") | None, _) => {
            let format = style.and_then(|s| formats.get(s.parse::<usize>().ok()?).copied());
            number(&stored, format.unwrap_or(NumberFormat::Plain), sheet)?
        }
        (Some(_), _) => return Err("a cell has an unknown type".to_owned()),
    };
    Ok(Some((value, formula)))
}

fn number(stored: &str, format: NumberFormat, sheet: &mut Sheet) -> Result<Value, String> {
    let number = stored
        .trim()
        .parse::<f64>()
        .ok()
        .filter(|n| n.is_finite())
        .ok_or("a cell has a bad number")?;
    Ok(match format {
        NumberFormat::Date => Value::Refused("a date or time", sheet.intern(stored.to_owned())?),
        NumberFormat::Percent => Value::Refused("a percentage", sheet.intern(stored.to_owned())?),
        NumberFormat::Money => {
            Value::Formatted(number, "an amount of money", sheet.intern(stored.to_owned())?)
        }
        NumberFormat::Padded(digits) if format!("{:.0}", number.abs()).len() < digits => {
            Value::Formatted(
                number,
                "a number that only its format shows with leading zeros",
                sheet.intern(stored.to_owned())?,
            )
        }
        _ => Value::Number(number),
    })
}

/// Row and column from 0 of an address such as `B7`.
fn parse_address(address: &str) -> Option<(u32, u32)> {
    let split = address.find(|c: char| c.is_ascii_digit())?;
    let (letters, digits) = address.split_at(split);
    let mut column = 0_u32;
    for letter in letters.bytes() {
        let value = letter.is_ascii_uppercase().then(|| u32::from(letter - b'A') + 1)?;
        column = column.checked_mul(26)?.checked_add(value)?;
    }
    let row = digits.parse::<u32>().ok()?;
    Some((row.checked_sub(1)?, column.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::parse_address;

    #[test]
    fn addresses_are_read_and_bad_ones_refused() {
        assert_eq!(parse_address("A1"), Some((0, 0)));
        assert_eq!(parse_address("XFD1048576"), Some((1_048_575, 16_383)));
        for bad in ["", "A", "1", "A0", "a1", "A1B", "ZZZZZZZZZ1", "A99999999999", "É1"] {
            assert_eq!(parse_address(bad), None, "{bad}");
        }
    }
}
