//! The options that say how a list of entries is read.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::input::{self, Duplicates, Format, ImportOptions, Imported, LongList};
use crate::population_args::PopulationArgs;
use crate::read::is_dash;
use crate::term::Term;

/// Where the entries come from.
#[derive(clap::Args)]
#[command(next_help_heading = "Reading the list")]
pub(crate) struct ListArgs {
    /// The entries: text (one a line), CSV, TSV, semicolon CSV, XLSX or ODS; `-` reads standard input, up to 1 GiB
    #[arg(value_name = "LIST", required = true)]
    list: Option<PathBuf>,

    #[command(flatten)]
    reading: ReadingArgs,

    /// The column with the number of tickets of each entry, 1 to 4294967295: the list is then weighted
    #[arg(long, value_name = "NAME|N")]
    tickets: Option<String>,

    /// Make one entry of equal ones, with as many tickets
    #[arg(long, conflicts_with = "drop_duplicates")]
    merge_duplicates: bool,

    /// Keep only the first of equal entries
    #[arg(long)]
    drop_duplicates: bool,
}

/// How the rows of a file become entries, whatever these are.
#[derive(clap::Args)]
pub(crate) struct ReadingArgs {
    /// The column that makes the entry, by name or number from 1; several are joined with " | "
    #[arg(long = "column", value_name = "NAME|N")]
    columns: Vec<String>,

    /// The first row holds the names of the columns
    #[arg(long, conflicts_with = "no_header")]
    header: bool,

    /// The first row is an entry already
    #[arg(long)]
    no_header: bool,

    /// text, csv, tsv, semicolon, xlsx or ods, if name and content don't show it
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// The encoding of a text file that isn't UTF-8 or marked UTF-16, for example windows-1252
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    /// The sheet of a workbook, if not the first
    #[arg(long, value_name = "NAME")]
    sheet: Option<String>,
}

impl ListArgs {
    /// The file; standard input if a command can do without a list and has none.
    pub(crate) fn path(&self) -> &Path {
        self.list.as_deref().unwrap_or(Path::new("-"))
    }

    /// Reads the list.
    pub(crate) fn import(&self, term: &Term) -> Result<Imported, Error> {
        self.import_with(&self.options(), term)
    }

    /// Reads the list piece by piece, with a file in `folder`, if it is long and can be read so.
    pub(crate) fn import_long(
        &self,
        folder: &Path,
        term: &Term,
    ) -> Result<Option<LongList>, Error> {
        let progress = std::cell::RefCell::new(term.progress("reading the list", 0));
        let told = |done, total| progress.borrow_mut().set(done, total);
        input::import_long(self.path(), &self.options(), folder, &told)
    }

    /// Reads the list of a population.
    pub(crate) fn import_population(
        &self,
        population: &PopulationArgs,
        term: &Term,
    ) -> Result<Imported, Error> {
        let wanted = [
            (self.tickets.is_some(), "--tickets", "its items have amounts: --amount-column"),
            (self.merge_duplicates, "--merge-duplicates", DISTINCT),
            (self.drop_duplicates, "--drop-duplicates", DISTINCT),
        ];
        if let Some((_, option, hint)) = wanted.into_iter().find(|(given, ..)| *given) {
            let what = format!("{option} is not for the population of a sample");
            return Err(Error::not_done(what).hint(hint));
        }
        let (stratum, amount) = (population.stratum().cloned(), population.amount()?);
        let options =
            ImportOptions { stratum, amount, population: true, digest: true, ..self.options() };
        self.import_with(&options, term)
    }

    fn import_with(&self, options: &ImportOptions, term: &Term) -> Result<Imported, Error> {
        let progress = std::cell::RefCell::new(term.progress("reading the list", 0));
        input::import(self.path(), options, &|done, total| progress.borrow_mut().set(done, total))
    }

    fn options(&self) -> ImportOptions {
        ImportOptions {
            tickets: self.tickets.clone(),
            duplicates: match (self.merge_duplicates, self.drop_duplicates) {
                (true, _) => Duplicates::Merge,
                (_, true) => Duplicates::Drop,
                _ => Duplicates::Refuse,
            },
            ..self.reading.options()
        }
    }

    /// A name in the current folder, after the list's own, with an ending added.
    pub(crate) fn name_with(&self, ending: &str) -> PathBuf {
        let mut name = match self.path().file_stem() {
            Some(stem) if !is_dash(self.path()) => stem.to_owned(),
            _ => "draw".into(),
        };
        name.push(ending);
        name.into()
    }
}

impl ReadingArgs {
    /// The same for the importer.
    pub(crate) fn options(&self) -> ImportOptions {
        ImportOptions {
            format: self.format,
            encoding: self.encoding.clone(),
            header: match (self.header, self.no_header) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            },
            columns: self.columns.clone(),
            sheet: self.sheet.clone(),
            ..ImportOptions::default()
        }
    }
}

const DISTINCT: &str =
    "each item needs a name of its own: add a column that tells them apart with another --column";
