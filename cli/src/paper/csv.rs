//! The table of selected items, for a spreadsheet.
//!
//! A spreadsheet program takes a value that begins with `=`, `+`, `-`, `@`, TAB or CR for a formula, which may send what else is
//! in the sheet elsewhere. Texts that come from others get an apostrophe before such a beginning, which shows that they are text;
//! and before an apostrophe too, so that what was there can be read back. Where programs divide cells by `;` a text has several
//! beginnings, and each gets one. Amounts are numbers that this program has written itself, so `-12.50` stays one.

use std::fmt::Write as _;

use super::{Line, Paper, Row, joined, list_order};
use crate::sampled::measure::Measure;

/// The table in draw order, below a header; lines end with CR LF (RFC 4180).
pub(super) fn text(paper: &Paper, rows: &[Row<'_>]) -> String {
    let mut text = header(paper.measure).join(",") + "\r\n";
    for ((row, order), list_order) in rows.iter().zip(1_u64..).zip(list_order(rows)) {
        let Line { round, stratum_name, amount, item, chance, selected } = row.line;
        let (role, position) = (selected.role, selected.position);
        let amount = paper.amount(*amount).unwrap_or_default();
        let units = joined(row.units.iter().copied().filter(|unit| *unit > 0));
        let (ranks, hits) = (joined(row.ranks.iter().copied()), row.ranks.len());
        let chance = chance.map(|chance| paper.measure.write(chance)).unwrap_or_default();
        // Writing to a string can't fail.
        let _ = write!(
            text,
            "{},{order},{list_order},{round},{role},{},{},{position},{amount},{hits},{},{},{}\r\n",
            cell(item),
            cell(&ranks),
            cell(stratum_name),
            cell(&units),
            cell(&chance),
            cell(&row.state.in_words()),
        );
    }
    text
}

/// The names of the columns.
fn header(measure: Measure) -> [&'static str; 13] {
    [
        "item",
        "draw order",
        "list order",
        "round",
        "role",
        "ranks",
        "stratum",
        "position (from 0)",
        "amount",
        "hits",
        "units",
        measure.name(),
        "state",
    ]
}

/// A text as a cell that is never a formula.
pub(crate) fn cell(text: &str) -> String {
    let mut cell = String::from("\"");
    for (index, part) in text.split(';').enumerate() {
        if index > 0 {
            cell.push(';');
        }
        if is_formula(index, part) {
            cell.push('\'');
        }
        cell.push_str(&part.replace('"', "\"\""));
    }
    cell.push('"');
    cell
}

/// The text of a cell that [`cell`] made.
pub(crate) fn text_of(cell: &str) -> String {
    let parts = cell.split(';').enumerate().map(|(index, part)| match part.strip_prefix('\'') {
        Some(text) if is_formula(index, text) => text,
        _ => part,
    });
    parts.collect::<Vec<_>>().join(";")
}

/// Whether a program may calculate this part of a text: the first, or one behind a `;`, where a quotation mark may open a cell.
fn is_formula(index: usize, part: &str) -> bool {
    part.starts_with(FORMULA) || index > 0 && part.starts_with('"')
}

/// What a text that would be calculated begins with, also in full width, and the apostrophe itself.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\'', '＝', '＋', '－', '＠'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_formula_and_every_text_comes_back() {
        for text in [
            "=1+1",
            "+49",
            "-12.50",
            "@SUM(A1)",
            "'=x",
            "''",
            "plain",
            "",
            "a\"b",
            "=cmd|' /C'!A0",
            "a=b",
            "b;=1+1",
            "b;\"=1+1;c",
            ";=1",
            ";;'+1;",
            "b;'c;d",
            "b;'\"c",
            "＝1+1",
            "b;＠SUM(A1)",
        ] {
            let made = cell(text);
            let inside = made[1..made.len() - 1].replace("\"\"", "\"");
            let is_formula = |cell: &str| {
                cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
            };
            assert!(!is_formula(&inside), "{made}");
            // As a program reads it that divides by `;` and takes quotation marks for what they are.
            let mut others = made.split(';').skip(1);
            assert!(others.all(|cell| !is_formula(cell.trim_start_matches('"'))), "{made}");
            assert_eq!(text_of(&inside), text);
        }
    }
}
