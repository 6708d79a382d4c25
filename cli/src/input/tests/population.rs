//! Populations: strata and amounts of money beside the entries.

use super::*;
use crate::input::{AmountColumn, AmountStyle};

const STYLE: AmountStyle =
    AmountStyle { places: 2, decimal: '.', thousands: None, parentheses: false };

fn ledger(style: AmountStyle) -> ImportOptions {
    ImportOptions {
        columns: vec!["Invoice".into()],
        stratum: Some("Region".into()),
        amount: Some(AmountColumn { column: "Amount".into(), style }),
        ..ImportOptions::default()
    }
}

const CANONICAL: &str =
    "North\t120050\tINV-1\nSouth\t-7\tINV-2\nNorth\t0\tINV-3\nSouth\t123456789\tINV-4\n";

#[test]
fn one_population_in_every_form_gives_one_canonical_text() {
    let english = AmountStyle { thousands: Some(','), parentheses: true, ..STYLE };
    let german = AmountStyle { thousands: Some('.'), decimal: ',', ..STYLE };
    let plain = "Region,Amount,Invoice\nNorth,1200.50,INV-1\nSouth,-0.07,INV-2\nNorth,0,INV-3\nSouth,1234567.89,INV-4\n";
    let quoted = "\"Invoice\",\"Amount\",\"Region\"\n\"INV-1\",\"1,200.50\",\"North\"\nINV-2,(0.07),South\n\nINV-3, 0.00 ,North\nINV-4,\"1,234,567.89\",South\n";
    let semicolon = "Region;Invoice;Amount\nNorth;INV-1;1.200,50\nSouth;INV-2;-0,07\nNorth;INV-3;0\nSouth;INV-4;1234567,89";
    for (text, style) in [
        (plain.to_owned(), STYLE),
        (plain.replace('\n', "\r\n"), STYLE),
        (format!("\u{feff}{plain}"), STYLE),
        (quoted.to_owned(), english),
        (semicolon.to_owned(), german),
    ] {
        let read = read("csv", text.as_bytes(), &ledger(style)).unwrap();
        assert_eq!(read.text, CANONICAL, "{text}");
        assert_eq!(
            (read.amounts, read.strata),
            (vec![120_050, -7, 0, 123_456_789], vec![0, 1, 0, 1])
        );
    }
    for money in ["0.00", "#,##0.00 \"€\"", "[$$-409]#,##0.00", "General"] {
        let book = workbook(money);
        assert_eq!(read("xlsx", &book, &ledger(STYLE)).unwrap().text, CANONICAL, "{money}");
    }
}

/// The population in a workbook, its amounts as numbers that are shown in this format.
fn workbook(format: &str) -> Vec<u8> {
    use rust_xlsxwriter::{Format, Workbook};

    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let money = Format::new().set_num_format(format);
    for (column, name) in ["Invoice", "Region", "Amount"].into_iter().enumerate() {
        sheet.write_string(0, u16::try_from(column).unwrap(), name).unwrap();
    }
    let items = [
        ("INV-1", "North", 1200.5),
        ("INV-2", "South", -0.07),
        ("INV-3", "North", 0.0),
        ("INV-4", "South", 1_234_567.89),
    ];
    for (row, (invoice, region, amount)) in (1..).zip(items) {
        sheet.write_string(row, 0, invoice).unwrap();
        sheet.write_string(row, 1, region).unwrap();
        sheet.write_number_with_format(row, 2, amount, &money).unwrap();
    }
    book.save_to_buffer().unwrap()
}

#[test]
fn report_counts_strata_and_sums_amounts() {
    let text = "Region,Amount,Invoice\nNorth,1200.50,INV-1\nSouth,-0.07,INV-2\nNorth,0,INV-3\nSouth,10,INV-4\n";
    let report = read("csv", text.as_bytes(), &ledger(STYLE)).unwrap().report;
    let shown = report.to_string();
    for line in [
        "strata in   1 \"Region\"",
        "amounts in  2 \"Amount\"",
        "  North: 2, amounts above 0: 1200.50",
        "  South: 2, amounts above 0: 10.00",
        "total       1210.43 in 4 items",
        "above 0     1210.50 in 2 items",
        "0           1 items",
        "below 0     -0.07 in 1 items",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}\n{shown}");
    }
    let json = report.to_json();
    assert_eq!(json["amounts"]["control_total"], "1210.43");
    assert_eq!(json["strata"][1]["name"], "South");
}

#[test]
fn what_is_no_population_is_refused_with_its_place() {
    let rows = |row: &str| format!("Region,Amount,Invoice\nNorth,1.00,INV-1\n{row}\n");
    for (row, message) in [
        (
            "South,1.005,INV-2",
            "line 3, column 11: \"1.005\" has 3 decimal places, and the amounts have 2",
        ),
        ("South, 1.0x,INV-2", "line 3, column 11: \"1.0x\" is not an amount"),
        ("South,\"1,000.00\",INV-2", "line 3, column 9: \"1,000.00\" is not an amount"),
        ("South,,INV-2", "line 3, column 7: no amount"),
        ("South,(1.00),INV-2", "line 3, column 7: \"(1.00)\" stands in parentheses"),
        (",1.00,INV-2", "line 3, column 1: no stratum"),
        ("South,1.00,INV-1", "1 entry more than once: \"INV-1\" on lines 2, 3"),
        ("South,92233720368547758.07,INV-2", "the amounts above 0 sum to more than"),
    ] {
        let error = read("csv", rows(row).as_bytes(), &ledger(STYLE)).unwrap_err();
        assert!(error.message.contains(message), "{row}: {}", error.message);
        assert!(error.hint.is_some(), "{row}");
    }
    let long = rows(&format!("{},1.00,INV-2", "x".repeat(257)));
    let error = read("csv", long.as_bytes(), &ledger(STYLE)).unwrap_err();
    assert!(error.message.contains("the stratum has 257 bytes"), "{}", error.message);
}

#[test]
fn cells_that_are_no_amount_are_refused_by_their_address() {
    use rust_xlsxwriter::{Format, Workbook};

    for (amount, format, message) in [
        (0.1 + 0.2, "0.00", "C2: 0.30000000000000004 has more than 15 digits"),
        (1.005, "0.00", "C2: \"1.005\" has 3 decimal places"),
        (0.5, "0%", "C2: a percentage"),
        (45_000.0, "yyyy-mm-dd", "C2: a date"),
    ] {
        let mut book = Workbook::new();
        let sheet = book.add_worksheet();
        for (column, name) in ["Invoice", "Region", "Amount"].into_iter().enumerate() {
            sheet.write_string(0, u16::try_from(column).unwrap(), name).unwrap();
            sheet.write_string(1, u16::try_from(column).unwrap(), name).unwrap();
        }
        sheet
            .write_number_with_format(1, 2, amount, &Format::new().set_num_format(format))
            .unwrap();
        let bytes = book.save_to_buffer().unwrap();
        let error = read("xlsx", &bytes, &ledger(STYLE)).unwrap_err();
        assert!(error.message.contains(message), "{}", error.message);
    }
}
