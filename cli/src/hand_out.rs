//! What each person gets from a draw of which nothing is published: lines, a CSV, or a file for each person.

use std::io;
use std::path::PathBuf;

use crate::error::Error;
use crate::output::{Access, Destination, NewFolder};
use crate::paper::csv::cell;
use crate::show;
use crate::term::Term;

/// Where it goes, and where the randomness comes from.
#[derive(clap::Args)]
pub(crate) struct HandOut {
    /// Print a CSV with a header
    #[arg(long)]
    csv: bool,

    /// Write to a new file instead of standard output; an existing file is refused
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write a file for each person into a new folder that nobody else may read, and print nothing: who runs this need
    /// not see the result
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["csv", "output"])]
    output_folder: Option<PathBuf>,

    /// Take the randomness from the bytes of this file (1 byte to 64 MiB; `-` is standard input): the same file and
    /// list give the same result on every machine. Who knows the file knows the result
    #[arg(long, value_name = "FILE")]
    pub(crate) seed_file: Option<PathBuf>,
}

/// One person's share.
pub(crate) struct Share {
    pub(crate) person: String,
    pub(crate) things: Vec<String>,
    /// All of it in a line.
    pub(crate) line: String,
}

/// The opened target of a hand-out.
pub(crate) enum Target {
    Stream(Destination, bool),
    Folder(NewFolder, PathBuf),
}

impl HandOut {
    /// Opens the target, so that nothing is drawn when it can't be written.
    pub(crate) fn begin(&self) -> Result<Target, Error> {
        match &self.output_folder {
            Some(path) => {
                Ok(Target::Folder(NewFolder::create(path, Access::Secret)?, path.clone()))
            }
            None => Ok(Target::Stream(Destination::open(self.output.as_deref())?, self.csv)),
        }
    }
}

impl Target {
    /// Writes all shares; the CSV names its two columns so.
    pub(crate) fn write(
        self,
        columns: [&str; 2],
        shares: &[Share],
        term: &Term,
    ) -> Result<(), Error> {
        match self {
            Self::Stream(destination, true) => destination.fill(|out| {
                write!(out, "{}\r\n", columns.join(","))?;
                shares.iter().try_for_each(|share| write_rows(share, out))
            }),
            Self::Stream(destination, false) => destination
                .fill(|out| shares.iter().try_for_each(|share| writeln!(out, "{}", share.line))),
            Self::Folder(folder, path) => {
                let width = shares.len().checked_ilog10().unwrap_or(0) as usize + 1;
                let mut progress = term.progress("writing", shares.len() as u64);
                for (number, share) in (1..).zip(shares) {
                    let name = format!("{number:0width$}-{}.txt", file_name(&share.person));
                    folder.write(&name, format!("{}\n", share.line).as_bytes())?;
                    progress.advance(1);
                }
                folder.finish()?;
                term.note(&format!(
                    "wrote {} files to {}, one for each {}; hand them over unopened",
                    shares.len(),
                    show::path(&path),
                    columns[0],
                ));
                Ok(())
            }
        }
    }
}

fn write_rows(share: &Share, out: &mut dyn io::Write) -> io::Result<()> {
    let mut things = share.things.iter();
    things.try_for_each(|thing| write!(out, "{},{}\r\n", cell(&share.person), cell(thing)))
}

/// A name as it can stand in the name of a file everywhere.
fn file_name(name: &str) -> String {
    let safe = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    name.chars().take(LONGEST_NAME).map(safe).collect()
}

/// With up to 4 bytes each and a number before them they are below the 255 bytes that a file name has at most.
const LONGEST_NAME: usize = 50;
