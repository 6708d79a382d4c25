use std::io::{Cursor, Write as _};

use fairdraw::draw::EntryList;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use crate::cli::input::{Duplicates, Format, ImportOptions, import_bytes};

/// The importer: what it writes is a canonical list of as many entries as it reports.
///
/// The first nine bytes choose what the user says, the rest is the file.
pub fn import(mut bytes: &[u8]) {
    let bytes = &mut bytes;
    let format = pick(bytes, &FORMATS);
    let extension = pick(bytes, &EXTENSIONS);
    let options = ImportOptions {
        format,
        encoding: pick(bytes, &ENCODINGS).map(Into::into),
        header: pick(bytes, &[None, Some(false), Some(true)]),
        columns: pick(bytes, COLUMNS).iter().copied().map(Into::into).collect(),
        tickets: pick(bytes, &[None, Some("Tickets"), Some("1"), Some("2")]).map(Into::into),
        sheet: pick(bytes, &[None, Some("List"), Some("Other")]).map(Into::into),
        duplicates: pick(bytes, &[Duplicates::Refuse, Duplicates::Merge, Duplicates::Drop]),
        ..ImportOptions::default()
    };
    let file = match pick(bytes, &[None, Some(&XLSX_PARTS[..]), Some(&ODS_PARTS[..])]) {
        Some(parts) => workbook(parts, bytes),
        None => bytes.to_vec(),
    };
    match import_bytes("list", extension, file, &options, &|_, _| ()) {
        Ok(imported) => {
            let list = EntryList::parse(imported.text.clone().into(), imported.weighted).unwrap();
            assert_eq!(list.as_str(), imported.text);
            let report = imported.report;
            assert_eq!((report.entries, report.tickets), (list.len(), list.tickets()));
            assert_eq!(Some(report.first.as_str()), list.entry(0));
            assert_eq!(Some(report.last.as_str()), list.entry(list.len() - 1));
            assert!(!report.to_string().is_empty() && report.to_json().is_object());
            if !imported.weighted {
                let as_text =
                    ImportOptions { format: Some(Format::Text), ..ImportOptions::default() };
                let again =
                    import_bytes("list", None, imported.text.clone().into(), &as_text, &|_, _| ());
                assert_eq!(again.unwrap().text, imported.text);
            }
        }
        Err(error) => assert!(!error.message.is_empty() && matches!(error.exit, 1 | 2)),
    }
}

fn pick<T: Copy>(bytes: &mut &[u8], choices: &[T]) -> T {
    choices[usize::from(crate::take(bytes)) % choices.len()]
}

/// A workbook of these parts; NUL bytes divide the bytes into contents. A fuzzer doesn't hit upon a zip file's sums by itself.
fn workbook(parts: &[(&str, &str)], bytes: &[u8]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut contents = bytes.split(|&byte| byte == 0);
    for (path, content) in parts {
        zip.start_file(*path, stored).unwrap();
        let content = if content.is_empty() {
            contents.next().unwrap_or_default()
        } else {
            content.as_bytes()
        };
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

const FORMATS: [Option<Format>; 7] = [
    None,
    Some(Format::Text),
    Some(Format::Csv),
    Some(Format::Tsv),
    Some(Format::Semicolon),
    Some(Format::Xlsx),
    Some(Format::Ods),
];
const EXTENSIONS: [Option<&str>; 7] =
    [None, Some("txt"), Some("csv"), Some("tsv"), Some("xlsx"), Some("ods"), Some("xls")];
const ENCODINGS: [Option<&str>; 8] = [
    None,
    Some("utf-8"),
    Some("utf-16"),
    Some("utf-16le"),
    Some("windows-1252"),
    Some("shift_jis"),
    Some("gb18030"),
    Some("iso-2022-jp"),
];
const COLUMNS: &[&[&str]] = &[&[], &["Name"], &["1"], &["2"], &["2", "1"], &["Town", "Name"]];

/// Paths and contents; the empty ones are the fuzzer's.
const XLSX_PARTS: [(&str, &str); 6] = [
    ("xl/worksheets/sheet1.xml", ""),
    ("xl/sharedStrings.xml", ""),
    ("xl/styles.xml", ""),
    (
        "_rels/.rels",
        r#"<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>"#,
    ),
    (
        "xl/workbook.xml",
        r#"<workbook><sheets><sheet name="List" id="a"/><sheet name="Other" id="a"/></sheets></workbook>"#,
    ),
    (
        "xl/_rels/workbook.xml.rels",
        r#"<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets/sheet1.xml"/>
        <Relationship Id="b" Type="x/sharedStrings" Target="/xl/sharedStrings.xml"/>
        <Relationship Id="c" Type="x/styles" Target="styles.xml"/></Relationships>"#,
    ),
];
const ODS_PARTS: [(&str, &str); 2] =
    [("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", "")];
