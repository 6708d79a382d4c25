//! A long list, read piece by piece into a file without a name, so that it is never held in memory.
//!
//! This way is for what makes lists long: text and CSV in UTF-8, an entry a row, in a file. It takes or refuses the very lists
//! that [`import_bytes`](super::import_bytes) does, which reads all that this way leaves alone, and says what is wrong with
//! what it doesn't take.

use std::fs::File;
use std::io::{self, Read, Seek as _, Write as _};
use std::mem;
use std::path::Path;
use std::sync::mpsc;
use std::thread;

use fairdraw::draw::ListRoot;
use fairdraw::{Digest, ListKey};

use super::duplicates::{self, Hashes};
use super::encoding::{self, Decoded};
use super::entries::{Collector, Entries};
use super::format::{self, Format, Kind};
use super::lines::{self, Ends};
use super::pieces::Pieces;
use super::report::Report;
use super::row::{Cell, Source};
use super::{Duplicates, ImportOptions, delimited};
use crate::error::{Error, reason};
use crate::output::Contents;
use crate::read::{self, Version};

/// A list ready to be committed to, without tickets and fields. The file is gone when this is dropped, or the program ends.
#[derive(Debug)]
pub(crate) struct LongList {
    /// The canonical list.
    file: File,
    /// The root of the list as it stands.
    pub(crate) root: Digest,
    pub(crate) report: Report,
}

/// Reads the list in the file `source` with a file in `folder`; nothing if it isn't long, or is for the other way.
///
/// Fails only for entries that stand there more than once, and for a file that is changed meanwhile.
pub(crate) fn import_long(
    source: &Path,
    options: &ImportOptions,
    folder: &Path,
    progress: &dyn Fn(u64, u64),
) -> Result<Option<LongList>, Error> {
    let Some((file, length)) = long_file(source) else { return Ok(None) };
    import_file(source, &file, options, folder, &|done| progress(done, length))
}

fn import_file(
    source: &Path,
    file: &File,
    options: &ImportOptions,
    folder: &Path,
    progress: &dyn Fn(u64),
) -> Result<Option<LongList>, Error> {
    let Ok(version) = Version::of(file) else { return Ok(None) };
    // The file may grow while it is read. Nobody but its owner may read the other one, which has no name.
    let (bytes, Ok(list)) = (file.take(read::list_limit(source)), tempfile::tempfile_in(folder))
    else {
        return Ok(None);
    };
    let name = source.display().to_string();
    let extension = source.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    let reading = Reading { name: &name, extension: extension.as_deref(), options, limits: LIMITS };
    let read = reading.read(bytes, list, progress);
    // Whatever was found out then is true of neither state of the file.
    version.check(file).map_err(|error| read::cannot_open(source, &error))?;
    read
}

/// The file, with its length, if it is a long one.
fn long_file(source: &Path) -> Option<(File, u64)> {
    if read::is_dash(source) {
        return None;
    }
    let file = File::open(source).ok()?;
    let metadata = file.metadata().ok()?;
    let is_long = (LONG..=read::list_limit(source)).contains(&metadata.len());
    (metadata.is_file() && is_long).then_some((file, metadata.len()))
}

/// How much is held at a time.
#[derive(Clone, Copy)]
struct Limits {
    /// Bytes of a piece.
    piece: usize,
    /// Hashes, 8 bytes each.
    hashes: usize,
}

/// What is known of a list before it is read.
struct Reading<'t> {
    name: &'t str,
    extension: Option<&'t str>,
    options: &'t ImportOptions,
    limits: Limits,
}

impl Reading<'_> {
    /// Reads the list in `source`, and writes it into `list`; nothing if it is for the other way.
    fn read(
        &self,
        source: impl Read,
        mut list: File,
        progress: &dyn Fn(u64),
    ) -> Result<Option<LongList>, Error> {
        if !self.is_for_this_way() {
            return Ok(None);
        }
        let mut hashes = Hashes::new(self.limits.hashes);
        let Ok(Some((entries, report, root))) =
            self.write_entries(source, &mut list, &mut hashes, progress)
        else {
            return Ok(None);
        };
        let Ok(alike) = Alike::find(&list, &entries, hashes, self.limits.piece) else {
            return Ok(None);
        };
        let exact = alike.exact();
        if exact.is_empty() {
            let mut report = Report { duplicates: self.options.duplicates, ..report };
            duplicates::near(&alike.entries, &alike.hashes, &mut report);
            return Ok(Some(LongList { file: list, root, report }));
        }
        if self.options.duplicates != Duplicates::Refuse {
            return Ok(None);
        }
        let refusal = duplicates::refuse(&self.source(""), &alike.entries, &exact);
        Err(refusal.hint(duplicates::hint(self.options)))
    }

    /// Whether the list is one of entries alone, and nothing was told about its bytes.
    fn is_for_this_way(&self) -> bool {
        let options = self.options;
        let has_more = options.tickets.is_some()
            || options.stratum.is_some()
            || options.amount.is_some()
            || options.duplicates == Duplicates::Merge;
        let told = options.encoding.is_some() || options.sheet.is_some();
        !(has_more || told || options.population || options.digest)
    }

    /// Writes the entries of all rows into `list`; nothing if a row is refused, or the file is another kind of text.
    fn write_entries(
        &self,
        source: impl Read,
        list: &mut File,
        hashes: &mut Hashes,
        progress: &dyn Fn(u64),
    ) -> io::Result<Option<(Entries, Report, Digest)>> {
        thread::scope(|scope| {
            // The root is computed beside the reading, of texts that come back to be filled again.
            let (full, texts) = mpsc::sync_channel::<String>(1);
            let (give_back, empty) = mpsc::channel();
            let root = thread::Builder::new().spawn_scoped(scope, move || {
                let mut root = ListRoot::new(None);
                for text in texts {
                    root.push(&text).ok()?;
                    // Whoever gave it may have ended.
                    let _ = give_back.send(text);
                }
                root.finish().ok()
            })?;
            let mut pieces = Pieces::new(source, self.limits.piece);
            let mut rows = None;
            let (mut seen, mut done) = (Report::default(), 0);
            while let Some(piece) = pieces.next()? {
                if rows.is_none() {
                    rows = Rows::begin(self, piece);
                }
                let Some(rows) = rows.as_mut() else { return Ok(None) };
                let mut text = empty.try_recv().unwrap_or_default();
                if rows.take(piece, &mut text).is_none() {
                    return Ok(None);
                }
                for entry in text.split_terminator('\n') {
                    hashes.add(entry);
                }
                let mut of_piece = text.split_terminator('\n');
                if let Some(entry) = of_piece.clone().next_back() {
                    entry.clone_into(&mut seen.last);
                }
                if let Some(entry) = of_piece.next().filter(|_| seen.first.is_empty()) {
                    entry.clone_into(&mut seen.first);
                }
                seen.lost += duplicates::lost(&text);
                list.write_all(text.as_bytes())?;
                done += piece.len() as u64;
                if full.send(text).is_err() {
                    return Ok(None);
                }
                progress(done);
            }
            drop(full);
            let (Some(rows), Ok(Some((count, root)))) = (rows, root.join()) else {
                return Ok(None);
            };
            let Report { first, last, lost, .. } = seen;
            Ok(rows.finish().map(|(entries, report)| {
                (entries, Report { entries: count, first, last, lost, ..report }, root)
            }))
        })
    }

    fn source<'p>(&'p self, text: &'p str) -> Source<'p> {
        Source { name: self.name, text, sheet: "" }
    }
}

/// The rows of a text that comes in pieces. What it gives nothing for is refused, or for the other way.
struct Rows<'t> {
    name: &'t str,
    collector: Collector<'t>,
    format: Format,
    encoding: String,
    /// The bytes of the byte order mark, until it was taken.
    mark: usize,
    /// Lines that were taken.
    lines: u64,
    has_lf: bool,
    has_cr_lf: bool,
}

impl<'t> Rows<'t> {
    /// Decides by the first piece, which has at least a line.
    fn begin(reading: &Reading<'t>, piece: &[u8]) -> Option<Self> {
        let Reading { name, extension, options, .. } = *reading;
        let Kind::Text(told) = format::of(name, extension, piece, options.format).ok()? else {
            return None;
        };
        let Decoded { text, encoding } = encoding::decode(name, piece.to_vec(), None).ok()?;
        if !encoding.starts_with("UTF-8") {
            return None;
        }
        let format = match told {
            Some(format) => format,
            // The first row that shows the delimiter comes later.
            None if text.bytes().all(|byte| byte.is_ascii_whitespace()) => return None,
            None => delimited::sniff(&reading.source(&text), Ends::Lf).ok()?,
        };
        Some(Self {
            name,
            collector: Collector::new(options, format != Format::Text),
            format,
            encoding,
            mark: piece.len() - text.len(),
            lines: 0,
            has_lf: false,
            has_cr_lf: false,
        })
    }

    /// Reads the rows of a piece, and puts their entries into `entries`, each ended by LF.
    fn take(&mut self, piece: &[u8], entries: &mut String) -> Option<()> {
        let text = str::from_utf8(&piece[mem::take(&mut self.mark)..]).ok()?;
        let source = Source { name: self.name, text, sheet: "" };
        match lines::ends(&source).ok()? {
            Ends::Lf => self.has_lf = true,
            Ends::CrLf => self.has_cr_lf = true,
            Ends::Mixed => (self.has_lf, self.has_cr_lf) = (true, true),
            Ends::Cr => return None,
            Ends::None => {} // only the last line of all has no end
        }
        let (before, collector) = (self.lines, &mut self.collector);
        let mut row = |line, cells: &[Cell<'_>], _| {
            self.lines = before + line;
            collector.row(&source, before + line, cells)
        };
        match self.format.delimiter() {
            Some(delimiter) => delimited::rows(&source, delimiter, Ends::Lf, &mut row).ok()?,
            None => lines::rows(&source, Ends::Lf, &mut row).ok()?,
        }
        self.collector.hand_over(entries);
        Some(())
    }

    fn finish(self) -> Option<(Entries, Report)> {
        let ends = match (self.has_lf, self.has_cr_lf) {
            (true, false) => Ends::Lf,
            (false, true) => Ends::CrLf,
            (true, true) => Ends::Mixed,
            (false, false) => return None, // perhaps its lines end with CR
        };
        let source = Source { name: self.name, text: "", sheet: "" };
        let report = Report {
            format: self.format.to_string(),
            encoding: Some(self.encoding),
            line_ends: ends.words(),
            ..self.collector.report(&source)
        };
        Some((self.collector.finish(&source).ok()?.entries, report))
    }
}

/// The entries of a list that look alike: these are held.
struct Alike {
    entries: Entries,
    /// Their hashes and indices, sorted.
    hashes: Vec<(u64, usize)>,
}

impl Alike {
    /// Looks for them in the canonical list; `entries` knows their lines.
    fn find(list: &File, entries: &Entries, hashes: Hashes, piece: usize) -> io::Result<Self> {
        let mut repeated = hashes.repeated(|take| each_entry(list, piece, take))?;
        let mut alike = Self { entries: Entries::default(), hashes: Vec::new() };
        if repeated.is_empty() {
            return Ok(alike);
        }
        let mut index = 0;
        each_entry(list, piece, &mut |entry| {
            if let Some(hash) = repeated.find(entry) {
                alike.hashes.push((hash, alike.entries.len()));
                alike.entries.push(entry, entries.line(index));
            }
            index += 1;
        })?;
        alike.hashes.sort_unstable();
        Ok(alike)
    }

    /// Groups of equal ones.
    fn exact(&self) -> Vec<Vec<usize>> {
        duplicates::groups(&self.hashes, |index| self.entries.entry(index).into())
    }
}

impl LongList {
    /// The root of the list kept private under a key.
    pub(crate) fn private_root(&self, key: &ListKey) -> Result<Digest, Error> {
        let mut root = ListRoot::new(Some(key));
        let mut pushed = Ok(());
        each_text(&self.file, LIMITS.piece, |text| {
            if pushed.is_ok() {
                pushed = root.push(text);
            }
        })
        .map_err(|error| {
            Error::not_done(format!("cannot read the list again: {}", reason(&error)))
        })?;
        let root = pushed.and_then(|()| root.finish());
        root.map(|(_, root)| root).map_err(|error| Error::not_done(error.to_string()))
    }
}

impl Contents for LongList {
    fn open(&self) -> io::Result<Box<dyn Read + '_>> {
        (&self.file).rewind()?;
        Ok(Box::new(&self.file))
    }
}

/// Calls `take` with every entry of a canonical list.
fn each_entry(list: &File, piece: usize, take: &mut dyn FnMut(&str)) -> io::Result<()> {
    each_text(list, piece, |text| text.split_terminator('\n').for_each(&mut *take))
}

fn each_text(mut list: &File, piece: usize, mut take: impl FnMut(&str)) -> io::Result<()> {
    list.rewind()?;
    let mut pieces = Pieces::new(list, piece);
    while let Some(piece) = pieces.next()? {
        take(str::from_utf8(piece).map_err(|_| io::ErrorKind::InvalidData)?);
    }
    Ok(())
}

/// So many bytes make a list long. What is shorter is held, which needs no second file.
const LONG: u64 = 64 << 20;
const LIMITS: Limits = Limits { piece: 1 << 20, hashes: 1 << 26 };

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use std::fmt::Write as _;

    use proptest::prelude::*;

    use super::super::{Imported, import_bytes};
    use super::*;

    fn read_long(
        extension: &str,
        bytes: &[u8],
        options: &ImportOptions,
        (piece, hashes): (usize, usize),
    ) -> Result<Option<LongList>, Error> {
        let limits = Limits { piece, hashes };
        let reading = Reading { name: "list", extension: Some(extension), options, limits };
        reading.read(bytes, tempfile::tempfile().unwrap(), &|_| ())
    }

    #[test]
    fn list_that_is_changed_while_it_is_read_is_refused() {
        type Change = fn(&File) -> io::Result<()>;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.txt");
        let in_place = |file: &File| {
            let at = file.metadata()?.modified()? + std::time::Duration::from_secs(1);
            file.set_modified(at) // as a write does that comes later
        };
        let changes: [(Change, bool); 4] = [
            (|_| Ok(()), false),
            (|file| file.set_len(8), true),
            (|mut file| file.write_all(b"Elm\n"), true),
            (in_place, true),
        ];
        for (change, refused) in changes {
            std::fs::write(&path, "Ash\nBirch\nCedar\n").unwrap();
            let file = File::open(&path).unwrap();
            let writer = File::options().append(true).open(&path).unwrap();
            let once = std::cell::Cell::new(true);
            let progress = |_| {
                if once.take() {
                    change(&writer).unwrap();
                }
            };
            let options = ImportOptions::default();
            let read = import_file(&path, &file, &options, folder.path(), &progress);
            assert!(!once.get(), "it was read");
            match read {
                Ok(list) => assert_eq!(
                    list.map(|list| text_of(&list)).as_deref(),
                    (!refused).then_some("Ash\nBirch\nCedar\n")
                ),
                Err(error) => {
                    assert!(refused, "{}", error.message);
                    let expected =
                        "it was changed while it was read: try again when nobody writes to it";
                    assert_eq!(
                        error.message,
                        format!("cannot read {}: {expected}", path.display())
                    );
                }
            }
        }
    }

    fn text_of(list: &LongList) -> String {
        let mut text = String::new();
        list.open().unwrap().read_to_string(&mut text).unwrap();
        text
    }

    /// Reads bytes in both ways, and says whether the one of long lists took them.
    fn in_both_ways(
        extension: &str,
        bytes: &[u8],
        options: &ImportOptions,
        limits: (usize, usize),
    ) -> bool {
        let whole = import_bytes("list", Some(extension), bytes.to_vec(), options, &|_, _| ());
        let shown = || format!("{:?} {limits:?}", String::from_utf8_lossy(bytes));
        match (read_long(extension, bytes, options, limits), whole) {
            (Ok(None), _) => return false,
            (Ok(Some(long)), Ok(Imported { text, report, .. })) => {
                assert_eq!(text_of(&long), text, "{}", shown());
                assert_eq!(long.report.to_json(), report.to_json(), "{}", shown());
                assert_eq!(long.report.to_string(), report.to_string(), "{}", shown());
                let list = fairdraw::draw::EntryList::parse(text.into(), false).unwrap();
                assert_eq!((long.report.entries, long.root), (list.len(), list.root()));
                let key = ListKey::from_bytes([5; 32]);
                assert_eq!(long.private_root(&key).unwrap(), list.private_root(&key));
            }
            (Err(long), Err(whole)) => {
                assert_eq!((&long.message, &long.hint), (&whole.message, &whole.hint));
            }
            (_, whole) => unreachable!("{} {whole:?}", shown()),
        }
        true
    }

    fn headed(column: &str) -> ImportOptions {
        ImportOptions { columns: vec![column.into()], ..ImportOptions::default() }
    }

    const ALL_LIMITS: [(usize, usize); 9] =
        [(1, 2), (2, 3), (3, 4), (4, 8), (5, 1 << 26), (7, 2), (8, 5), (64, 9), (1 << 20, 1 << 26)];

    #[test]
    fn what_this_way_takes_is_as_if_read_whole() {
        let lists = [
            ("txt", "Ana\nBo\nCy\n"),
            ("txt", "Ana\nBo\nCy"),
            ("txt", "\u{feff}Ana\r\nBo\r\nCy\r\n"),
            ("txt", "Ana\nBo\r\n\n  \r\n Cy \n\n"),
            (
                "txt",
                "\n\n\n\n\n\n\n\n\nAna\nana\nÁNA\nBo\nB o\nlost \u{fffd}\nlost? \u{fffd}\nBo\n",
            ),
            ("txt", "Ana\nBo\nBo\nAna\nBo\nCy\n"),
            ("csv", "N,Name\n1,Ana\n2,\"Bo, the\"\n\n3,\"C\"\"y\"\r\n4,Di"),
            ("csv", "\u{feff}N;Name\n1;Ana\n2;\"Bo; the\"\n3;Ana\n"),
            ("tsv", "N\tName\nx\tAna\ny\tÄna\n"),
        ];
        for (extension, text) in lists {
            let options =
                if extension == "txt" { ImportOptions::default() } else { headed("Name") };
            for limits in ALL_LIMITS {
                let taken = in_both_ways(extension, text.as_bytes(), &options, limits);
                assert!(taken, "{text:?} {limits:?}");
            }
            let options = ImportOptions { duplicates: Duplicates::Drop, ..options };
            for limits in ALL_LIMITS {
                in_both_ways(extension, text.as_bytes(), &options, limits);
            }
        }
    }

    #[test]
    fn what_is_refused_is_left_to_the_other_way() {
        let lists: [(&str, &[u8]); 20] = [
            ("txt", b""),
            ("txt", b"\xef\xbb\xbf"),
            ("txt", b"\n\n"),
            ("txt", b"one line"),
            ("txt", b"Ana\rBo\r"),
            ("txt", b"Ana\nBo\rCy\n"),
            ("txt", b"Ana\nBo\r"),
            ("txt", b"Ana\nB\xffo\n"),
            ("txt", b"Ana\nBo\xc3"),
            ("txt", b"Ana\nB\0o\n"),
            ("txt", b"\xff\xfeA\0\n\0"),
            ("csv", b"N,Name\n1,Ana\n2\n"),
            ("csv", b"N,Name\n1,\"Ana\nBo\"\n2,Cy\n"),
            ("csv", b"N,Name\n1,\"Ana\n2,Cy\n"),
            ("csv", b"N,Name\n1,An\"a\n"),
            ("csv", b"N,Name\n1,\"An\"a\n"),
            ("csv", b"N,Name\n"),
            ("csv", b"sep=,\nN,Name\n1,Ana\n"),
            ("csv", b"N,Na;me\n1,Ana\n"),
            ("xlsx", b"PK\x03\x04\n"),
        ];
        for (extension, bytes) in lists {
            let options =
                if extension == "txt" { ImportOptions::default() } else { headed("Name") };
            for limits in ALL_LIMITS {
                let read = read_long(extension, bytes, &options, limits);
                assert!(matches!(read, Ok(None)), "{bytes:?} {limits:?}");
            }
        }
        let told = |options| read_long("txt", b"1\n2\n", &options, (8, 8)).unwrap().is_none();
        assert!(told(ImportOptions { encoding: Some("utf-8".into()), ..ImportOptions::default() }));
        assert!(told(ImportOptions { tickets: Some("1".into()), ..ImportOptions::default() }));
        assert!(told(ImportOptions { duplicates: Duplicates::Merge, ..ImportOptions::default() }));
        assert!(!told(ImportOptions::default()));
    }

    #[test]
    fn entries_that_are_far_apart_are_compared_with_few_hashes_held() {
        let mut text = String::new();
        for number in 0..3000 {
            let number = if number % 500 == 499 { number / 10 } else { number };
            let _ = writeln!(text, "{}{number}", if number % 3 == 0 { "E" } else { "e" });
        }
        let mut near = String::new();
        for number in 0..3000 {
            let again =
                if number % 500 == 499 { format!("NAME{}\n", number / 10) } else { String::new() };
            let _ = writeln!(near, "{again}name {number}");
        }
        for limits in [(10, 8), (100, 64), (5000, 1000), (5000, 3000), (5000, 3001)] {
            assert!(in_both_ways("txt", text.as_bytes(), &ImportOptions::default(), limits));
            let drop = ImportOptions { duplicates: Duplicates::Drop, ..ImportOptions::default() };
            assert!(!in_both_ways("txt", text.as_bytes(), &drop, limits));
            assert!(in_both_ways("txt", near.as_bytes(), &ImportOptions::default(), limits));
        }
        let same = "same\n".repeat(2000);
        assert!(in_both_ways("txt", same.as_bytes(), &ImportOptions::default(), (100, 8)));
    }

    proptest! {
        #[test]
        fn any_text_is_read_as_if_whole(
            text in "[a-cA, é\"\r\n\n\n\u{fffd}]{0,80}",
            piece in 1..9_usize,
            hashes in 2..6_usize,
            form in 0..3_usize,
        ) {
            let options = if form == 0 {
                ImportOptions::default()
            } else {
                ImportOptions { header: Some(form == 1), ..headed("1") }
            };
            let extension = if form == 0 { "txt" } else { "csv" };
            in_both_ways(extension, text.as_bytes(), &options, (piece, hashes));
        }

        #[test]
        fn any_bytes_are_read_as_if_whole(
            bytes in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'a'), any::<u8>()], 0..60),
            piece in 1..9_usize,
        ) {
            in_both_ways("txt", &bytes, &ImportOptions::default(), (piece, 2));
        }
    }
}
