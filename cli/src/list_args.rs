//! The options that say how a list of entries is read.

use std::path::PathBuf;

use crate::error::Error;
use crate::input::{self, Duplicates, Format, ImportOptions, Imported};
use crate::read::is_dash;
use crate::term::Term;

/// Where the entries come from.
#[derive(clap::Args)]
#[command(next_help_heading = "Reading the list")]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct ListArgs {
    /// The entries: text (one a line), CSV, TSV, semicolon CSV, XLSX or ODS; `-` reads standard input, up to 1 GiB
    #[arg(value_name = "LIST")]
    pub(crate) list: PathBuf,

    /// The column that makes the entry, by name or number from 1; several are joined with " | "
    #[arg(long = "column", value_name = "NAME|N")]
    columns: Vec<String>,

    /// The column with the number of tickets of each entry, 1 to 4294967295: the list is then weighted
    #[arg(long, value_name = "NAME|N")]
    tickets: Option<String>,

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

    /// Make one entry of equal ones, with as many tickets
    #[arg(long, conflicts_with = "drop_duplicates")]
    merge_duplicates: bool,

    /// Keep only the first of equal entries
    #[arg(long)]
    drop_duplicates: bool,
}

impl ListArgs {
    /// Reads the list.
    pub(crate) fn import(&self, term: &Term) -> Result<Imported, Error> {
        let options = ImportOptions {
            format: self.format,
            encoding: self.encoding.clone(),
            header: match (self.header, self.no_header) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            },
            columns: self.columns.clone(),
            tickets: self.tickets.clone(),
            sheet: self.sheet.clone(),
            duplicates: match (self.merge_duplicates, self.drop_duplicates) {
                (true, _) => Duplicates::Merge,
                (_, true) => Duplicates::Drop,
                _ => Duplicates::Refuse,
            },
        };
        let progress = std::cell::RefCell::new(term.progress("reading the list", 0));
        input::import(&self.list, &options, &|done, total| progress.borrow_mut().set(done, total))
    }

    /// A name in the current folder, after the list's own, with an ending added.
    pub(crate) fn name_with(&self, ending: &str) -> PathBuf {
        let mut name = match self.list.file_stem() {
            Some(stem) if !is_dash(&self.list) => stem.to_owned(),
            _ => "draw".into(),
        };
        name.push(ending);
        name.into()
    }
}
