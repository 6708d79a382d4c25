//! The pencil method as a page that people follow with paper.

use std::path::Path;
use std::str::FromStr;

use fairdraw::shuffle::Worksheet;

use super::arrange::check_can_be_struck_out;
use super::{List, Options, PURPOSE, number};
use crate::args::VERSION;
use crate::error::Error;
use crate::random_source::RandomSource;
use crate::show;
use crate::term::{Term, harmless};

/// How far to count in each step, as somebody has thrown or read it elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Numbers(Vec<usize>);

/// Writes the steps by which all records are struck out, with numbers that are drawn, or these.
pub(crate) fn worksheet(
    options: &Options,
    numbers: Option<&Numbers>,
    term: &Term,
) -> Result<(), Error> {
    let destination = options.begin(term)?;
    let items = options.list()?.texts()?;
    let (sheet, origin) = if let Some(Numbers(numbers)) = numbers {
        let sheet = Worksheet::of_numbers(&items, numbers).map_err(|error| {
            Error::not_done(format!("--numbers: {error}"))
                .hint("step 1 counts among all records, and each further step among one fewer")
        })?;
        (sheet, "given, and not drawn by this program".to_owned())
    } else {
        let mut source = RandomSource::open(options.seed_file.as_deref(), PURPOSE)?;
        let sheet = Worksheet::try_draw(&items, &mut source);
        let from = options.seed_file.as_deref().map_or_else(
            || "the operating system's randomness".to_owned(),
            |file: &Path| format!("the seed file {}", show::path(file)),
        );
        let sheet = sheet.map_err(Error::from)?;
        (sheet, format!("drawn by fairdraw {VERSION}\nfrom {from}"))
    };
    destination.fill(|out| {
        writeln!(
            out,
            "A shuffle with pencil and paper, by the method of Fisher and Yates (1938)."
        )?;
        writeln!(out, "The numbers to count to are {origin}.\n")?;
        write!(out, "{sheet}")
    })
}

impl List {
    /// The records as people read them.
    fn texts(self) -> Result<Vec<String>, Error> {
        match self {
            Self::Numbers(range, _) => {
                check_can_be_struck_out(
                    usize::try_from(range.count().get()).unwrap_or(usize::MAX),
                )?;
                Ok(range.all(8)?.iter().map(u64::to_string).collect())
            }
            Self::Text(text) => {
                let records: Vec<&[u8]> = text.records().collect();
                check_can_be_struck_out(records.len())?;
                records
                    .into_iter()
                    .zip(1..)
                    .map(|(record, number)| legible(record, number))
                    .collect()
            }
        }
    }
}

fn legible(record: &[u8], number: u64) -> Result<String, Error> {
    let record = record.strip_suffix(b"\r").unwrap_or(record);
    str::from_utf8(record).map(harmless).map_err(|_| {
        Error::not_done(format!(
            "record {number} is not UTF-8, and a worksheet is for people to read"
        ))
        .hint("save the list as UTF-8")
    })
}

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        let numbers = words.map(|word| Ok(usize::try_from(number(word)?).unwrap_or(usize::MAX)));
        numbers.collect::<Result<_, String>>().map(Self)
    }
}
