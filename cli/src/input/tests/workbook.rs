//! Workbooks: what cells hold, and hostile files.

use super::*;

#[test]
fn a_workbook_written_by_another_library_gives_the_same_text() {
    let expected = std::fs::read_to_string(data("expected.list")).unwrap();
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write(2, 1, "Name").unwrap();
    for (row, entry) in (3..).zip(expected.lines()) {
        match entry.parse::<u32>() {
            Ok(42) => sheet.write(row, 1, 42).unwrap(),
            _ => sheet.write(row, 1, entry).unwrap(),
        };
    }
    let read = read("xlsx", &book.save_to_buffer().unwrap(), &column("Name")).unwrap();
    assert_eq!(read.text, expected);
    assert_eq!((read.report.blank, read.report.header_line, read.report.numbers), (2, Some(3), 1));
}

#[test]
fn cells_agree_with_an_independent_reader() {
    use calamine::Reader;
    for file in ["openpyxl.xlsx", "odfpy.ods", "by-hand.xlsx"] {
        let mut book = calamine::open_workbook_auto(data(file)).unwrap();
        let range = book.worksheet_range_at(0).unwrap().unwrap();
        let theirs: Vec<String> = range.rows().skip(1).map(|row| row[1].to_string()).collect();
        let ours = from_file(file, &column("Name"));
        assert_eq!(ours.text.lines().collect::<Vec<_>>(), theirs, "{file}");
    }
}

#[test]
fn values_of_a_sheet_without_one_spelling_are_refused_by_address() {
    let cell = |cell: &str| {
        format!("<row r=\"1\"><c r=\"B1\" t=\"str\"><v>n</v></c></row><row r=\"7\">{cell}</row>")
    };
    for (xml, message) in [
        (
            "<c r=\"B7\"><v>1.5</v></c>",
            "a number that is not whole (\"1.5\") can't be part of an entry",
        ),
        ("<c r=\"B7\" t=\"b\"><v>1</v></c>", "a truth value (\"1\") can't be part of an entry"),
        ("<c r=\"B7\" t=\"e\"><v>#N/A</v></c>", "an error (\"#N/A\") can't be part of an entry"),
        (
            "<c r=\"B7\" s=\"1\"><v>45000</v></c>",
            "a date or time (\"45000\") can't be part of an entry",
        ),
        (
            "<c r=\"B7\"><v>9007199254740992</v></c>",
            "a number of 2^53 or more, which a sheet rounds, (\"9007199254740992\") can't be part of an entry",
        ),
        (
            "<c r=\"B7\" s=\"2\"><v>42</v></c>",
            "a number that only its format shows with leading zeros (\"42\") can't be part of an entry",
        ),
    ] {
        let error = read("xlsx", &xlsx(&cell(xml)), &column("n")).unwrap_err();
        assert_eq!(error.message, format!("list: List!B7: {message}"));
        assert!(error.hint.unwrap().contains("format Text"));
    }
    for (xml, entry) in [
        ("<c r=\"B7\"><v>9007199254740991</v></c>", "9007199254740991\n"),
        ("<c r=\"B7\"><v>-0</v></c>", "0\n"),
        ("<c r=\"B7\"><v>1E3</v></c>", "1000\n"),
        ("<c r=\"B7\" s=\"2\"><v>12345</v></c>", "12345\n"),
        ("<c r=\"B7\" t=\"str\"><f>A1</f><v>007</v></c>", "007\n"),
        ("<c r=\"B7\" t=\"s\"><v>1</v></c>", "two &\n"),
    ] {
        assert_eq!(read("xlsx", &xlsx(&cell(xml)), &column("n")).unwrap().text, entry);
    }
    let message = |xml: &str| read("xlsx", &xlsx(&cell(xml)), &column("n")).unwrap_err().message;
    assert_eq!(
        message("<c r=\"B7\" t=\"inlineStr\"><is><t>a_x000A_b</t></is></c>"),
        "list: List!B7, character 2: U+000A (line break) is not allowed in an entry"
    );
    assert_eq!(
        message("<c r=\"C7\"><v>1</v></c>"),
        "list: \"List\", row 7: nothing in column 2 \"n\", but the row is not blank"
    );
}

#[test]
fn formulas_numbers_and_hidden_rows_are_counted() {
    let rows = "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>n</v></c></row><row r=\"3\" hidden=\"1\"><c r=\"A3\"><v>7</v></c></row>\
        <row r=\"4\"><c r=\"A4\" t=\"str\"><f>A3</f><v>x</v></c></row>";
    let report = read("xlsx", &xlsx(rows), &column("n")).unwrap().report;
    assert_eq!(
        (report.formulas, report.numbers, report.hidden, report.blank, report.rows),
        (1, 1, 1, 1, 2)
    );
    assert!(
        report
            .to_string()
            .contains("2 (blank skipped: 1; formulas, taken by their stored results: 1; numbers, ")
    );
}

#[test]
fn sheets_are_chosen_by_name() {
    let sheet = |name: &str, column: &str| ImportOptions {
        sheet: Some(name.into()),
        header: Some(false),
        columns: vec![column.into()],
        ..ImportOptions::default()
    };
    assert_eq!(from_file("openpyxl.xlsx", &sheet("Other", "1")).text, "nothing\n");
    let error = import(&data("openpyxl.xlsx"), &sheet("other", "1"), &|_, _| ()).unwrap_err();
    assert!(error.message.ends_with("openpyxl.xlsx: no sheet is called \"other\""));
    assert_eq!(error.hint.unwrap(), "the sheets are \"Sheet\", \"Other\"");
    let error = import(&data("odfpy.ods"), &sheet("Sheet", "1"), &|_, _| ()).unwrap_err();
    assert_eq!(error.hint.unwrap(), "the sheets are \"Entries\"");
}

#[test]
fn values_of_an_ods_sheet_are_read_by_their_type() {
    let row = |cells: &str| {
        format!(
            "<table:table-row><table:table-cell office:value-type=\"string\"><text:p>n</text:p></table:table-cell></table:table-row><table:table-row>{cells}</table:table-row>"
        )
    };
    for (kind, text, message) in [
        (
            "date\" office:date-value=\"2026-01-02",
            "2 Jan",
            "a date or time (\"2 Jan\") can't be part of an entry",
        ),
        (
            "boolean\" office:boolean-value=\"true",
            "TRUE",
            "a truth value (\"TRUE\") can't be part of an entry",
        ),
        (
            "float\" office:value=\"0.5",
            "0.5",
            "a number that is not whole (\"0.5\") can't be part of an entry",
        ),
        (
            "float\" office:value=\"7",
            "007",
            "a number that only its format shows with leading zeros (\"007\") can't be part of an entry",
        ),
        (
            "string\" calcext:value-type=\"error",
            "#N/A",
            "an error (\"#N/A\") can't be part of an entry",
        ),
    ] {
        let cell = format!(
            "<table:table-cell office:value-type=\"{kind}\"><text:p>{text}</text:p></table:table-cell>"
        );
        let error = read("ods", &ods(&row(&cell)), &column("n")).unwrap_err();
        assert_eq!(error.message, format!("list: List!A2: {message}"));
    }
    for (cell, entry) in [
        ("office:value-type=\"float\" office:value=\"7\"><text:p>7</text:p>", "7\n"),
        (
            "office:value-type=\"string\"><text:p> a\n  b<text:s text:c=\"2\"/>c<text:span> d</text:span></text:p>",
            "a b  c d\n",
        ),
        (
            "office:value-type=\"string\"><office:annotation><text:p>no</text:p></office:annotation><text:p>yes</text:p>",
            "yes\n",
        ),
        (
            "office:value-type=\"string\" office:string-value=\"a &amp; b\"><text:p>x</text:p>",
            "a & b\n",
        ),
    ] {
        let cell = format!("<table:table-cell {cell}</table:table-cell>");
        assert_eq!(read("ods", &ods(&row(&cell)), &column("n")).unwrap().text, entry);
    }
    let two = "<table:table-cell office:value-type=\"string\"><text:p>a</text:p><text:p>b</text:p></table:table-cell>";
    assert_eq!(
        read("ods", &ods(&row(two)), &column("n")).unwrap_err().message,
        "list: List!A2, character 2: U+000A (line break) is not allowed in an entry"
    );
}

#[test]
fn repeated_cells_and_rows_of_ods_are_counted_out() {
    let rows = "<table:table-row><table:table-cell table:number-columns-repeated=\"2\"/><table:table-cell office:value-type=\"string\"><text:p>n</text:p></table:table-cell></table:table-row>\
        <table:table-row table:number-rows-repeated=\"3\"><table:table-cell table:number-columns-repeated=\"16384\"/></table:table-row>\
        <table:table-row table:number-rows-repeated=\"2\"><table:table-cell/><table:table-cell/><table:table-cell office:value-type=\"string\"><text:p>x</text:p></table:table-cell></table:table-row>\
        <table:table-row table:number-rows-repeated=\"1048570\"><table:table-cell/></table:table-row>";
    let merge = ImportOptions { duplicates: Duplicates::Merge, ..column("n") };
    let read = read("ods", &ods(rows), &merge).unwrap();
    assert_eq!(read.text, "2\tx\n");
    assert_eq!(read.report.exact[0].lines, [5, 6]);
    assert_eq!((read.report.columns[0].as_str(), read.report.blank), ("3 \"n\"", 3));
}

#[test]
fn hostile_sheets_are_refused_before_they_cost_memory() {
    let message = |rows: &str| read("xlsx", &xlsx(rows), &column("1")).unwrap_err().message;
    let broken = "list: xl/worksheets/sheet1.xml in it can't be read: ";
    for (rows, what) in [
        ("<row><c r=\"XFD1\"><v>1</v></c></row>", "a cell stands outside the first 1024 columns"),
        (
            "<row><c r=\"A1048577\"><v>1</v></c></row>",
            "a cell stands outside the first 1048576 rows",
        ),
        ("<row><c r=\"AAAAAAAAAAAA1\"><v>1</v></c></row>", "a cell has a bad address"),
        ("<row><c r=\"A99999999999\"><v>1</v></c></row>", "a cell has a bad address"),
        ("<row r=\"0\"/>", "a row has a bad number"),
        (
            "<row><c r=\"A2\"><v>1</v></c><c r=\"A2\"><v>2</v></c></row>",
            "its cells are not in order",
        ),
        (
            "<row><c t=\"s\"><v>99</v></c></row>",
            "a cell shows a text that the workbook does not have",
        ),
        (
            "<row><c t=\"s\"><v>x</v></c></row>",
            "a cell shows a text that the workbook does not have",
        ),
        ("<row><c><v>x</v></c></row>", "a cell has a bad number"),
        ("<row><c><v>NaN</v></c></row>", "a cell has a bad number"),
        ("<row><c t=\"zz\"><v>1</v></c></row>", "a cell has an unknown type"),
        ("<row><c t=\"str\"><v>&bomb;</v></c></row>", "it uses an entity that XML does not define"),
    ] {
        assert_eq!(message(rows), format!("{broken}{what}"));
    }
    let deep = "<a>".repeat(300);
    assert_eq!(message(&deep), format!("{broken}elements are nested too deep"));
    let message = |rows: &str| read("ods", &ods(rows), &column("1")).unwrap_err().message;
    let row = |times: &str, attribute: &str| {
        format!(
            "<table:table-row table:number-rows-repeated=\"{times}\"><table:table-cell {attribute} office:value-type=\"string\"><text:p>x<text:s text:c=\"9\"/></text:p></table:table-cell></table:table-row>"
        )
    };
    let broken = "list: content.xml in it can't be read: ";
    for (rows, what) in [
        (row("4294967295", ""), "a cell stands outside the first 1048576 rows"),
        (
            row("1048576", "table:number-columns-repeated=\"1024\""),
            "too many of its cells are repetitions of others",
        ),
        (
            row("1", "table:number-columns-repeated=\"4294967295\""),
            "a cell stands outside the first 1024 columns",
        ),
        (row("0", ""), "a bad number of repetitions"),
        (row("x", ""), "a bad number of repetitions"),
        (row("1", "").replace("\"9\"", "\"4000000000\""), "a cell has a bad number of spaces"),
    ] {
        assert_eq!(message(&rows), format!("{broken}{what}"));
    }
    let cut = zip(&[(
        "content.xml",
        "<office:document-content><office:body><office:spreadsheet><table:table table:name=\"a\">",
    )]);
    assert_eq!(
        read("ods", &cut, &column("1")).unwrap_err().message,
        format!("{broken}it ends too early")
    );
}

#[test]
fn few_bytes_make_a_full_column_and_not_much_more() {
    let row = |times: u32, cells: &str| {
        format!("<table:table-row table:number-rows-repeated=\"{times}\">{cells}</table:table-row>")
    };
    let cell = |times: u32, text: &str| {
        format!(
            "<table:table-cell table:number-columns-repeated=\"{times}\" office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>"
        )
    };
    let far = "<table:table-cell table:number-columns-repeated=\"1022\"/>";
    let merge = ImportOptions { duplicates: Duplicates::Merge, header: Some(false), ..column("1") };
    let full = read("ods", &ods(&row(1 << 20, &cell(1, "x"))), &merge).unwrap();
    assert_eq!((full.report.rows, full.text.as_str()), (1 << 20, "1048576\tx\n"));
    let wide = row(1, &(cell(1, "y") + far + &cell(1, "x"))) + &row((1 << 20) - 1, &cell(1, "y"));
    let long = row(10_000, &cell(1, &"x".repeat(4000)));
    for (rows, what) in [
        (
            row(1 << 19, &cell(3, "x")),
            "content.xml in it can't be read: too many of its cells are repetitions of others",
        ),
        (wide, "the sheet has too many rows for its 1024 columns"),
        (long, "the sheet shows more than 32 MiB of text"),
    ] {
        let error = read("ods", &ods(&rows), &merge).unwrap_err();
        assert!(error.message.contains(what), "{}", error.message);
    }
}

#[test]
fn a_part_that_unpacks_without_end_is_refused() {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file("content.xml", zip::write::SimpleFileOptions::default()).unwrap();
    let mebibyte = vec![b' '; 1 << 20];
    for _ in 0..513 {
        archive.write_all(&mebibyte).unwrap();
    }
    let mut bytes = archive.finish().unwrap().into_inner();
    let message = "list: content.xml unpacks to more than 512 MiB";
    assert_eq!(read("ods", &bytes, &column("1")).unwrap_err().message, message);
    // The same with a lie about the size in the central directory.
    let at = bytes.windows(4).rposition(|w| w == b"PK\x01\x02").unwrap();
    bytes[at + 24..at + 28].copy_from_slice(&1000_u32.to_le_bytes());
    assert!(read("ods", &bytes, &column("1")).is_err());
}
