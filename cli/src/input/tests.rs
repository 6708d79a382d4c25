//! One list in every form, every refusal with its place, and hostile files.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod population;
mod table;
mod text;
mod workbook;

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use std::path::PathBuf;

use proptest::prelude::*;

use super::{Duplicates, Format, ImportOptions, Imported, import, import_bytes};
use crate::error::Error;

#[test]
fn one_list_in_every_form_gives_one_canonical_text() {
    let expected = std::fs::read_to_string(data("expected.list")).unwrap();
    let plain = ImportOptions::default();
    for file in [
        "utf8.txt",
        "bom.txt",
        "crlf.txt",
        "no-last-end.txt",
        "mixed.txt",
        "old-mac.txt",
        "messy.txt",
        "utf16le.txt",
        "utf16be.txt",
        "expected.list",
    ] {
        assert_eq!(from_file(file, &plain).text, expected, "{file}");
    }
    for (file, encoding) in [
        ("windows1252.txt", "windows-1252"),
        ("utf16le-bare.txt", "utf-16le"),
        ("utf16be.txt", "utf-16"),
        ("bom.txt", "UTF8"),
    ] {
        let told = ImportOptions { encoding: Some(encoding.to_owned()), ..plain.clone() };
        assert_eq!(from_file(file, &told).text, expected, "{file}");
    }
    let tables = [
        "commas.csv",
        "tabs.tsv",
        "semicolons.csv",
        "quoted.csv",
        "openpyxl.xlsx",
        "by-hand.xlsx",
        "odfpy.ods",
    ];
    for file in tables {
        for options in [column("Name"), ImportOptions { header: Some(true), ..column("2") }] {
            let read = from_file(file, &options);
            assert_eq!(read.text, expected, "{file}");
            assert_eq!(read.report.header.as_deref(), Some("Town | Name"), "{file}");
            assert_eq!(read.report.columns, ["2 \"Name\""], "{file}");
        }
    }
}

proptest! {
    #[test]
    fn quoting_any_values_and_reading_them_gives_them_back(
        rows in proptest::collection::vec(("[ -~é☃]{0,8}[!-~é☃]", "[ -~é☃]{0,8}"), 1..20),
    ) {
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        let mut expected = String::new();
        for (i, (first, second)) in rows.iter().enumerate() {
            writer.write_record([&format!("{i}{first}"), second]).unwrap();
            writeln!(expected, "{}", format!("{i}{first} | {}", second.trim()).trim_end()).unwrap();
        }
        let both = vec!["1".into(), "2".into()];
        let options = ImportOptions { format: Some(Format::Csv), header: Some(false), columns: both, ..ImportOptions::default() };
        let read = read("csv", &writer.into_inner().unwrap(), &options).unwrap();
        prop_assert_eq!(read.text, expected);
    }

    #[test]
    fn no_bytes_make_the_importer_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400), form in 0..6_usize) {
        let options = ImportOptions { header: Some(false), format: Some(Format::NAMES[form].1), ..column("1") };
        let _ = read("", &bytes, &options);
    }

    #[test]
    fn no_text_makes_the_importer_panic(text in "[a\",;\t\r\n\u{feff}é ]{0,60}", form in 0..4_usize) {
        let options = ImportOptions { header: Some(false), format: Some(Format::NAMES[form].1), ..column("1") };
        if let Ok(read) = read("", text.as_bytes(), &options) {
            let clean = read.text.ends_with('\n') && !read.text.contains(['\r', '\t', '\u{feff}']);
            prop_assert!(clean, "{:?}", read.text);
        }
    }

    #[test]
    fn no_change_of_a_workbook_makes_the_importer_panic(at in 0..1300_usize, byte in any::<u8>(), cut in any::<bool>()) {
        for (extension, file) in [("xlsx", "by-hand.xlsx"), ("ods", "odfpy.ods")] {
            let mut bytes = std::fs::read(data(file)).unwrap();
            bytes[at] = byte;
            if cut {
                bytes.truncate(at + 1);
            }
            let _ = read(extension, &bytes, &column("Name"));
        }
    }

    #[test]
    fn no_change_of_a_sheet_makes_the_importer_panic(at in any::<prop::sample::Index>(), piece in "[<>/\"&A0-9 ]{0,3}", cut in 0..6_usize) {
        let change = |text: &str| {
            let at = at.index(text.len());
            let end = (at + cut).min(text.len());
            format!("{}{piece}{}", &text[..at], &text[end..])
        };
        let _ = read("xlsx", &xlsx(&change(SHEET)), &column("1"));
        let _ = read("ods", &ods(&change(TABLE)), &column("1"));
    }
}

#[test]
fn the_report_says_what_was_read() {
    let read = from_file("messy.txt", &ImportOptions::default());
    assert_eq!((read.report.rows, read.report.blank, read.report.trimmed), (8, 3, 2));
    let json = read.report.to_json();
    assert_eq!(json["encoding"], "UTF-8");
    assert_eq!(json["entries"], 8);
    assert_eq!(json["first"], "Zando Nimblewick");
    assert_eq!(json["tickets"], serde_json::Value::Null);
    let shown = from_file("quoted.csv", &column("Name")).report.to_string();
    let lines: Vec<_> = shown.lines().skip(1).collect();
    let expected = [
        "read as     CSV (commas), UTF-8, CR LF line ends",
        "header      line 1: Town | Name",
        "column      2 \"Name\"",
        "rows        8",
        "entries     8",
        "first       Zando Nimblewick",
        "last        Two  spaces",
        "duplicates  none",
        "look alike  none",
    ];
    assert_eq!(lines, expected);
}

fn column(name: &str) -> ImportOptions {
    ImportOptions { columns: vec![name.to_owned()], ..ImportOptions::default() }
}

fn data(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/import").join(file)
}

fn from_file(file: &str, options: &ImportOptions) -> Imported {
    import(&data(file), options, &|_, _| ()).unwrap_or_else(|e| panic!("{file}: {}", e.message))
}

fn read(extension: &str, bytes: &[u8], options: &ImportOptions) -> Result<Imported, Error> {
    import_bytes("list", Some(extension), bytes.to_vec(), options, &|_, _| ())
}

fn read_text(text: &str) -> Imported {
    read("txt", text.as_bytes(), &ImportOptions::default()).unwrap()
}

fn refused(extension: &str, text: &str, options: &ImportOptions) -> String {
    read(extension, text.as_bytes(), options).unwrap_err().message
}

fn zip(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// A workbook of one sheet, `List`, with these rows, two shared strings, and the styles general, date and 00000.
fn xlsx(rows: &str) -> Vec<u8> {
    zip(&[
        (
            "_rels/.rels",
            "<Relationships><Relationship Id=\"a\" Type=\"x/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>",
        ),
        (
            "xl/workbook.xml",
            "<workbook><sheets><sheet name=\"List\" r:id=\"s\"/></sheets></workbook>",
        ),
        (
            "xl/_rels/workbook.xml.rels",
            "<Relationships><Relationship Id=\"s\" Type=\"x/worksheet\" Target=\"worksheets/sheet1.xml\"/>\
            <Relationship Id=\"t\" Type=\"x/styles\" Target=\"styles.xml\"/>\
            <Relationship Id=\"u\" Type=\"x/sharedStrings\" Target=\"strings.xml\"/></Relationships>",
        ),
        (
            "xl/styles.xml",
            "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"00000\"/></numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/><xf numFmtId=\"164\"/></cellXfs></styleSheet>",
        ),
        (
            "xl/strings.xml",
            "<sst><si><t>one</t></si><si><r><t>two</t></r><r><t> &amp;</t></r><rPh><t>no</t></rPh></si></sst>",
        ),
        (
            "xl/worksheets/sheet1.xml",
            &format!("<worksheet><sheetData>{rows}</sheetData></worksheet>"),
        ),
    ])
}

/// An ODS file of one sheet, `List`, with these rows.
fn ods(rows: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content><office:body><office:spreadsheet><table:table table:name=\"List\">{rows}</table:table>\
        </office:spreadsheet></office:body></office:document-content>"
    );
    zip(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", &content),
    ])
}

const SHEET: &str = "<row r=\"1\"><c r=\"A1\" t=\"str\"><f>B2</f><v>n &amp; m</v></c><c r=\"B1\" t=\"s\"><v>1</v></c></row>\
    <row r=\"3\" hidden=\"1\"><c r=\"A3\" s=\"2\"><v>70000</v></c><c t=\"inlineStr\"><is><t>x</t></is></c></row>";
const TABLE: &str = "<table:table-row table:number-rows-repeated=\"2\"><table:table-cell office:value-type=\"float\" office:value=\"5\">\
    <text:p>5</text:p></table:table-cell><table:table-cell table:number-columns-repeated=\"3\" office:value-type=\"string\">\
    <text:p>a<text:s text:c=\"2\"/>b<text:tab/></text:p></table:table-cell></table:table-row>";
