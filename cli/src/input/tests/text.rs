//! Texts, encodings, and what a line may be.

use super::*;

#[test]
fn bad_bytes_are_refused_with_their_place() {
    let cases: [(&[u8], &str, &str); 6] = [
        (
            b"ann\nb\xe9b\n",
            "",
            "list: line 2, column 2 (byte offset 5): the byte E9 is not valid UTF-8 here",
        ),
        (
            b"\xef\xbb\xbfann\r\n\xc3\xa9b\xff\r\n",
            "",
            "list: line 2, column 3 (byte offset 11): the byte FF is not valid UTF-8 here",
        ),
        (
            b"\xed\xa0\x80\n",
            "",
            "list: line 1, column 1 (byte offset 0): the byte ED is not valid UTF-8 here",
        ),
        (
            b"\xff\xfea\0\n\0\0\xd8b\0",
            "",
            "list: line 2, column 1 (byte offset 6): the byte 00 is not valid UTF-16LE here",
        ),
        (
            b"\xff\xfea\0b",
            "",
            "list: line 1, column 2 (byte offset 4): the byte 62 is not valid UTF-16LE here",
        ),
        (
            b"ann\n\x81 b\n",
            "shift_jis",
            "list: line 2, column 1 (byte offset 4): the byte 81 is not valid Shift_JIS here",
        ),
    ];
    for (bytes, encoding, message) in cases {
        let encoding = Some(encoding.to_owned()).filter(|e| !e.is_empty());
        let told = ImportOptions { encoding, ..ImportOptions::default() };
        let error = read("txt", bytes, &told).unwrap_err();
        assert_eq!(error.message, message);
        assert!(error.hint.unwrap().contains("--encoding"));
    }
}

#[test]
fn contradictions_about_the_encoding_are_refused() {
    let told = |encoding: &str| ImportOptions {
        encoding: Some(encoding.into()),
        ..ImportOptions::default()
    };
    let message = |bytes: &[u8], encoding| read("txt", bytes, &told(encoding)).unwrap_err().message;
    assert_eq!(
        message(b"\xef\xbb\xbfann\n", "windows-1252"),
        "list: it begins with the byte order mark of UTF-8, but --encoding says windows-1252"
    );
    assert_eq!(message(b"ann\n", "klingon"), "list: no encoding is called `klingon`");
    assert_eq!(message(b"ann\n", "iso-2022-kr"), "list: no encoding is called `iso-2022-kr`");
    assert_eq!(message(b"\xff\xfe\0\0a\0\0\0", "utf-8"), "list: UTF-32 can't be read");
    let error = read("txt", b"a\0n\0n\0\n\0", &ImportOptions::default()).unwrap_err();
    assert_eq!(
        error.message,
        "list: line 1, column 2: U+0000 (control character) is not allowed in an entry"
    );
    assert_eq!(error.hint.unwrap(), "if this is UTF-16, say --encoding utf-16le");
}

#[test]
fn characters_no_line_may_have_are_refused_with_their_place() {
    let mut forbidden: Vec<char> = ('\0'..='\x1f').filter(|c| *c != '\n' && *c != '\r').collect();
    forbidden.extend('\x7f'..='\u{9f}');
    forbidden.extend(['\u{61c}', '\u{200e}', '\u{200f}', '\u{feff}']);
    forbidden.extend('\u{2028}'..='\u{202e}');
    forbidden.extend('\u{2066}'..='\u{2069}');
    for c in forbidden {
        let text = format!("ann\n \u{e9}{c}b\n");
        let message = refused("txt", &text, &ImportOptions::default());
        let place = format!("list: line 2, column 3: U+{:04X} (", u32::from(c));
        assert!(
            message.starts_with(&place) && message.ends_with(") is not allowed in an entry"),
            "{message}"
        );
    }
    // Their neighbours are allowed.
    let neighbours = " ~\u{a0}\u{61b}\u{61d}\u{200d}\u{2010}\u{2027}\u{202f}\u{2065}\u{206a}\u{fefe}\u{ff00}\u{fffd}";
    let text = format!("a{neighbours}b\n");
    assert_eq!(read("txt", text.as_bytes(), &ImportOptions::default()).unwrap().text, text);
}

#[test]
fn line_breaks_are_never_trimmed_away() {
    for c in ['\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'] {
        let message = refused("txt", &format!("ann\nbob{c}\n"), &ImportOptions::default());
        assert_eq!(
            message,
            format!(
                "list: line 2, column 4: U+{:04X} (line break) is not allowed in an entry",
                u32::from(c)
            )
        );
    }
    let both = "a\u{3000}\n\u{a0}\u{2003}b \t\n";
    assert_eq!(read("txt", both.as_bytes(), &ImportOptions::default()).unwrap().text, "a\nb\n");
}

#[test]
fn a_line_has_at_most_4096_bytes() {
    let plain = ImportOptions::default();
    let longest = format!("a\n {}\u{e9} \n", "x".repeat(4094));
    assert_eq!(read("txt", longest.as_bytes(), &plain).unwrap().text.len(), 2 + 4097);
    let message = refused("txt", &format!("a\n{}\u{e9}\n", "x".repeat(4095)), &plain);
    assert_eq!(
        message,
        "list: line 2, column 1: the entry has 4097 bytes, at most 4096 are allowed"
    );
    assert_eq!(
        refused("txt", &"x".repeat(5000), &plain),
        "list: line 1, column 1: the entry has 5000 bytes, at most 4096 are allowed"
    );
    let two = ImportOptions {
        columns: vec!["1".into(), "2".into()],
        header: Some(false),
        ..ImportOptions::default()
    };
    let message = refused("csv", &format!("a,b\n{0},{0}\n", "x".repeat(2047)), &two);
    assert_eq!(message, "list: line 2: the entry has 4097 bytes, at most 4096 are allowed");
}

#[test]
fn a_lone_carriage_return_is_refused_where_lines_end_with_lf() {
    let message = refused("txt", "ann\nbo\rb\n", &ImportOptions::default());
    assert_eq!(
        message,
        "list: line 2, column 3: U+000D (CR) without LF, in a file whose lines end with LF: one entry or two?"
    );
    assert!(
        refused("txt", "ann\r\r\nbob\r\n", &ImportOptions::default())
            .starts_with("list: line 1, column 4: U+000D")
    );
    assert_eq!(read("txt", b"ann\rbob\r", &ImportOptions::default()).unwrap().text, "ann\nbob\n");
    assert_eq!(read("csv", b"n\rann\r\"bob\"\r", &column("n")).unwrap().text, "ann\nbob\n");
}

#[test]
fn the_format_is_told_or_seen_or_refused() {
    let plain = ImportOptions::default();
    assert_eq!(
        refused("dat", "ann\n", &plain),
        "list: the extension .dat does not tell the format"
    );
    let old = "list: an old Excel workbook (.xls) or one with a password can't be read";
    assert_eq!(refused("xls", "ann\n", &plain), old);
    assert_eq!(
        read("xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest", &plain).unwrap_err().message,
        old
    );
    // A workbook under another name is still one.
    for file in ["openpyxl.xlsx", "odfpy.ods"] {
        let bytes = std::fs::read(data(file)).unwrap();
        assert_eq!(read("csv", &bytes, &column("Name")).unwrap().report.entries, 8);
    }
    let sheet = ImportOptions { sheet: Some("a".into()), ..ImportOptions::default() };
    assert_eq!(refused("txt", "ann\n", &sheet), "list: only a workbook has sheets");
    for (name, format) in Format::NAMES {
        assert_eq!(name.parse(), Ok(format));
    }
    assert!("docx".parse::<Format>().is_err());
}

#[test]
fn exact_duplicates_are_refused_merged_or_dropped() {
    let text = "bob\nann\n bob\ncid\nann\nbob \n";
    let how = |duplicates| ImportOptions { duplicates, ..ImportOptions::default() };
    let error = read("txt", text.as_bytes(), &how(Duplicates::Refuse)).unwrap_err();
    assert_eq!(
        error.message,
        "list: 2 entries more than once: \"bob\" on lines 1, 3, 6; \"ann\" on lines 2, 5"
    );
    assert!(error.hint.unwrap().contains("--drop-duplicates"));

    let merged = read("txt", text.as_bytes(), &how(Duplicates::Merge)).unwrap();
    assert_eq!((merged.text.as_str(), merged.weighted), ("3\tbob\n2\tann\n1\tcid\n", true));
    assert_eq!((merged.report.rows, merged.report.entries, merged.report.tickets), (6, 3, Some(6)));
    let dropped = read("txt", text.as_bytes(), &how(Duplicates::Drop)).unwrap();
    assert_eq!((dropped.text.as_str(), dropped.weighted), ("bob\nann\ncid\n", false));
    for report in [merged.report, dropped.report] {
        let exact: Vec<_> = report.exact.iter().map(|r| (r.entry.as_str(), &r.lines[..])).collect();
        assert_eq!(exact, [("bob", &[1, 3, 6][..]), ("ann", &[2, 5])]);
    }

    let weighted = |duplicates| ImportOptions {
        tickets: Some("t".into()),
        duplicates,
        ..ImportOptions::default()
    };
    let rows = b"t,n\n3,ann\n4,bob\n5,ann\n";
    assert_eq!(read("csv", rows, &weighted(Duplicates::Merge)).unwrap().text, "8\tann\n4\tbob\n");
    assert_eq!(read("csv", rows, &weighted(Duplicates::Drop)).unwrap().text, "3\tann\n4\tbob\n");
    assert_eq!(
        refused("csv", "t,n\n4294967295,ann\n1,ann\n", &weighted(Duplicates::Merge)),
        "list: line 2: 4294967296 tickets after merging; at most 4294967295 are allowed"
    );
}

#[test]
fn a_long_list_of_duplicates_is_cut_in_the_message() {
    let text = (0..7).map(|i| format!("e{i}\n").repeat(7)).collect::<String>();
    let message = refused("txt", &text, &ImportOptions::default());
    assert!(
        message.starts_with(
            "list: 7 entries more than once: \"e0\" on lines 1, 2, 3, 4, 5 and 2 more;"
        ),
        "{message}"
    );
    assert!(
        message.ends_with("\"e4\" on lines 29, 30, 31, 32, 33 and 2 more; and 2 more"),
        "{message}"
    );
}

#[test]
fn near_duplicates_are_shown_and_kept() {
    let text = "Ana Ruíz\nBob\nANA RUIZ\nbob \nCid\nana  rui\u{301}z\n";
    let read = read("txt", text.as_bytes(), &ImportOptions::default()).unwrap();
    assert_eq!(read.report.entries, 6);
    let near: Vec<Vec<u64>> = read
        .report
        .near
        .iter()
        .map(|g| g.entries.iter().map(|(line, _)| *line).collect())
        .collect();
    assert_eq!(near, [vec![1, 3, 6], vec![2, 4]]);
    assert_eq!((read.report.near_groups, read.report.near_entries), (2, 5));
    let shown = read.report.to_string();
    assert!(
        shown.contains(
            "look alike  5 entries in 2 groups, all kept:\n  line 1: Ana Ruíz / line 3: ANA RUIZ / "
        ),
        "{shown}"
    );

    let names: Vec<String> = (0..30)
        .map(|i| {
            format!(
                "name {i}
NAME {i}
"
            )
        })
        .collect();
    let read = read_text(&names.concat());
    assert_eq!(
        (read.report.near.len(), read.report.near_groups, read.report.near_entries),
        (20, 30, 60)
    );
    assert!(read.report.to_string().ends_with("  and 10 more\n"));
}

#[test]
fn empty_and_broken_files_are_refused() {
    let plain = ImportOptions::default();
    for (extension, bytes, message) in [
        ("txt", &b""[..], "list: no entries: the file is empty"),
        ("csv", b"", "list: no entries: the file is empty"),
        ("xlsx", b"", "list: no entries: the file is empty"),
        ("txt", b"\xef\xbb\xbf", "list: no entries: the file is empty"),
        ("csv", b"\xff\xfe", "list: no entries: the file is empty"),
        ("txt", b"\n \r\n", "list: no entries: nothing but blank lines"),
        (
            "txt",
            b"an\0n\n",
            "list: line 1, column 3: U+0000 (control character) is not allowed in an entry",
        ),
    ] {
        assert_eq!(read(extension, bytes, &plain).unwrap_err().message, message);
    }
    assert_eq!(refused("csv", "name\n\n", &column("name")), "list: only a header, no entries");
    let message = |bytes: &[u8]| read("xlsx", bytes, &column("Name")).unwrap_err().message;
    let whole = std::fs::read(data("openpyxl.xlsx")).unwrap();
    for len in (1..whole.len()).step_by(97) {
        assert!(message(&whole[..len]).starts_with("list: "), "{len}");
    }
    let mut state = 1_u64;
    let random: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state.to_be_bytes()[0]
    })
    .take(5000)
    .collect();
    assert!(message(&random).starts_with("list: not a whole XLSX workbook: "));
    assert_eq!(
        message(&zip(&[("a.txt", "a")])),
        "list: not an XLSX workbook: it has no _rels/.rels"
    );
    assert_eq!(message(&xlsx("")), "list: no entries: nothing but blank lines");
}

#[test]
fn characters_lost_before_are_counted() {
    let read = read_text("ann\nb\u{fffd}\u{fffd}b\n");
    assert_eq!(read.report.lost, 1);
    let shown = read.report.to_string();
    assert!(
        shown.contains("rows        2 (with U+FFFD, so characters were lost before: 1)"),
        "{shown}"
    );
}

#[test]
fn a_missing_file_is_named() {
    let error = import(&data("none.csv"), &ImportOptions::default(), &|_, _| ()).unwrap_err();
    assert!(error.message.ends_with("none.csv: no such file or folder"), "{}", error.message);
    assert_eq!(error.exit, 2);
}

#[test]
fn progress_ends_with_everything_read() {
    let last = std::cell::Cell::new((0, 1));
    let text = "x\n".repeat(3);
    let dropped = ImportOptions { duplicates: Duplicates::Drop, ..ImportOptions::default() };
    import_bytes("list", Some("txt"), text.into_bytes(), &dropped, &|done, total| {
        last.set((done, total));
    })
    .unwrap();
    assert_eq!(last.get(), (6, 6));
}
