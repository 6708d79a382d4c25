//! Columns, headers, quoting and tickets.

use super::*;

#[test]
fn standard_forms_of_csv_agree_with_an_independent_reader() {
    let text = std::fs::read(data("quoted.csv")).unwrap();
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&text[..]);
    let theirs: Vec<String> = reader
        .records()
        .map(|r| r.unwrap().iter().collect::<Vec<_>>().join(" | ").trim().to_owned())
        .collect();
    let both = ImportOptions {
        columns: vec!["1".into(), "2".into()],
        header: Some(false),
        ..ImportOptions::default()
    };
    assert_eq!(read("csv", &text, &both).unwrap().text.lines().collect::<Vec<_>>(), theirs);
}

#[test]
fn bad_quoting_is_refused_with_its_place() {
    let cases = [
        (
            "n,m\nann,1\nbo\"b,2\n",
            "line 3, column 3: a quote inside a value that does not begin with one",
        ),
        (
            "n,m\nann,1\n \"bob\",2\n",
            "line 3, column 2: a quote inside a value that does not begin with one",
        ),
        ("n,m\n\"ann\"x,1\n", "line 2, column 6: text after a closing quote"),
        ("n,m\n\"ann\" ,1\n", "line 2, column 6: text after a closing quote"),
        ("n,m\n\"ann,1\nbob,2\n", "line 2, column 1: a quote that is never closed"),
        ("n,m\nann,\"1", "line 2, column 5: a quote that is never closed"),
        ("n,m\nann,\"\"\"", "line 2, column 5: a quote that is never closed"),
        (
            "n,m\n\"an\nn\",1\n",
            "line 2, column 4: a line break inside a quoted value; an entry is one line",
        ),
        (
            "n,m\r\n\"an\r\nn\",1\r\n",
            "line 2, column 4: a line break inside a quoted value; an entry is one line",
        ),
        (
            "n,m\n\"é\"\"\u{202e}\",1\n",
            "line 2, column 5: U+202E (direction mark) is not allowed in an entry",
        ),
        (
            "n,m\né,1\n\u{feff}é,1\n",
            "line 3, column 1: U+FEFF (byte order mark) is not allowed in an entry",
        ),
        ("n,m\na,1\nb\n", "line 3: the row has 1 value, the first row has 2"),
        ("n,m\na,1\nb,1,\n", "line 3: the row has 3 values, the first row has 2"),
        ("n,m\na,1\n\n,2\n", "line 4: nothing in column 1 \"n\", but the row is not blank"),
        (
            "sep=,\nn,m\na,1\n",
            "line 1, column 1: `sep=` is a word to Excel, neither a header nor an entry",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused("csv", text, &column("n")), format!("list: {message}"));
        let tabs = text.replace(',', "\t");
        assert_eq!(
            refused("tsv", &tabs, &column("n")),
            format!("list: {}", message.replace("sep=,", "sep=\t"))
        );
    }
    assert_eq!(
        read("csv", b"n,m\n\"a\"\"b\"\"\",\"\"\n,\n", &column("n")).unwrap().text,
        "a\"b\"\n"
    );
}

#[test]
fn nothing_takes_the_first_row_for_a_header_or_an_entry_by_itself() {
    let plain = ImportOptions::default();
    let error = read("csv", b"\nann\nbob\n", &plain).unwrap_err();
    assert_eq!(error.message, "list: is the first row a header or an entry?");
    assert_eq!(error.hint.unwrap(), "say --header or --no-header; the first row is 1 \"ann\"");
    let error = read("csv", b"name,phone\nann,1\n", &plain).unwrap_err();
    assert_eq!(error.message, "list: 2 columns, and nothing says which of them make the entry");
    assert_eq!(
        error.hint.unwrap(),
        "say --column NAME, or --no-header --column NUMBER (more than once if needed); the first row is 1 \"name\", 2 \"phone\""
    );
    assert_eq!(
        refused("csv", "name,phone\nann,1\n", &column("1")),
        "list: is the first row a header or an entry?"
    );
    for (header, text) in [(true, "bob\n"), (false, "ann\nbob\n")] {
        let told = ImportOptions { header: Some(header), ..ImportOptions::default() };
        assert_eq!(read("csv", b"ann\nbob\n", &told).unwrap().text, text);
        assert_eq!(read("txt", b"ann\nbob\n", &told).unwrap().text, text);
    }
    assert_eq!(read("txt", b"ann\nbob\n", &plain).unwrap().text, "ann\nbob\n");
    let both = ImportOptions { header: Some(false), ..column("name") };
    assert_eq!(
        refused("csv", "name,phone\nann,1\n", &both),
        "list: --no-header says that no row has names, but a column is asked for by the name \"name\""
    );
}

#[test]
fn columns_are_chosen_by_name_or_number() {
    let text = "2,name,1,name\nw,x,y,z\n";
    let chosen = |columns: &[&str], header| {
        let columns = columns.iter().map(|c| (*c).to_owned()).collect();
        read("csv", text.as_bytes(), &ImportOptions { header, columns, ..ImportOptions::default() })
    };
    // Digits are a name only where a header was told of.
    assert_eq!(chosen(&["2"], Some(true)).unwrap().text, "w\n");
    assert_eq!(chosen(&["2"], Some(false)).unwrap().text, "name\nx\n");
    assert_eq!(chosen(&["4"], Some(true)).unwrap().text, "z\n");
    assert_eq!(chosen(&["4", "1"], Some(true)).unwrap().text, "z | y\n");
    let refusals: [(&[&str], _, &str); 6] = [
        (&["name"], None, "list: columns 2 and 4 are both called \"name\""),
        (&["Name"], None, "list: no column is called \"Name\""),
        (&[""], None, "list: no column is called \"\""),
        (&["5"], Some(true), "list: no column 5"),
        (&["0"], Some(false), "list: no column 0"),
        (&["3", "3"], Some(false), "list: column 3 is asked for twice"),
    ];
    for (columns, header, message) in refusals {
        assert_eq!(chosen(columns, header).unwrap_err().message, message);
    }
    let hint = chosen(&["Name"], None).unwrap_err().hint.unwrap();
    assert_eq!(hint, "the columns are 1 \"2\", 2 \"name\", 3 \"1\", 4 \"name\"");
}

#[test]
fn an_empty_value_keeps_its_place_between_others() {
    let both = ImportOptions {
        columns: vec!["1".into(), "2".into()],
        header: Some(false),
        ..ImportOptions::default()
    };
    assert_eq!(read("csv", b"a,b\na,\n,b\n", &both).unwrap().text, "a | b\na |\n| b\n");
}

#[test]
fn the_delimiter_of_csv_is_seen_in_the_first_row_or_told() {
    for (text, format) in [
        ("\"a,b\";c\n", "CSV with semicolons"),
        ("\"a;b\",c\n", "CSV (commas)"),
        ("\n\na\tc\n", "TSV (tabs)"),
        ("a c\nb,c\n", "CSV (commas)"),
    ] {
        let first = ImportOptions { header: Some(false), ..column("1") };
        let read = read("csv", text.as_bytes(), &first);
        match read {
            Ok(read) => assert_eq!(read.report.format, format),
            Err(e) => {
                assert_eq!(e.message, "list: line 2: the row has 2 values, the first row has 1");
            }
        }
    }
    assert_eq!(
        refused("csv", "name, first;town\nann;b\n", &column("1")),
        "list: the first row has more than one of comma, semicolon and tab outside quotes; which one divides the values?"
    );
    let told = ImportOptions { format: Some(Format::Semicolon), ..column("name, first") };
    assert_eq!(read("csv", b"name, first;town\nann;b\n", &told).unwrap().text, "ann\n");
}

#[test]
fn numbers_of_tickets_are_decimal_and_in_range() {
    let weighted = ImportOptions { tickets: Some("t".into()), ..ImportOptions::default() };
    let list = read("csv", b"t,n\n1,ann\n4294967295,bob\n", &weighted).unwrap();
    assert_eq!((list.text.as_str(), list.weighted), ("1\tann\n4294967295\tbob\n", true));
    assert_eq!(list.report.tickets, Some(4_294_967_296));
    for (tickets, message) in [
        ("0", "0 tickets; an entry has at least one"),
        ("", "no number of tickets"),
        ("4294967296", "4294967296 tickets; at most 4294967295 are allowed"),
        ("99999999999999999999", "99999999999999999999 tickets; at most 4294967295 are allowed"),
        ("007", "\"007\" is not a number of tickets"),
        ("+7", "\"+7\" is not a number of tickets"),
        ("-7", "\"-7\" is not a number of tickets"),
        ("1'000", "\"1'000\" is not a number of tickets"),
        ("1.0", "\"1.0\" is not a number of tickets"),
        ("\u{663}", "\"\u{663}\" is not a number of tickets"),
    ] {
        let message = format!("list: line 2, column 1: {message}");
        assert_eq!(refused("csv", &format!("t,n\n{tickets},ann\n"), &weighted), message);
    }
    let same = ImportOptions { tickets: Some("n".into()), ..column("n") };
    assert_eq!(refused("csv", "t,n\n1,ann\n", &same), "list: column 2 is asked for twice");
    assert_eq!(
        refused("csv", "t\n1\n", &weighted),
        "list: --tickets names the only column; nothing is left for the entry"
    );
}

#[test]
fn the_example_is_read() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../examples/raffle/entries.csv");
    let read = import(&path, &column("Name"), &|_, _| ()).unwrap();
    assert_eq!((read.report.entries, read.report.near_groups, read.report.trimmed), (1204, 0, 0));
    assert_eq!(read.report.encoding.as_deref(), Some("UTF-8 with a byte order mark"));
    assert!(read.text.contains("\nButtonspoon, Vródo\n"));
}
