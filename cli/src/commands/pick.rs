//! `fairdraw pick`: some of the records, in the order in which they are drawn.

use super::Run;
use crate::error::Error;
use crate::records::{self, Count, Options};
use crate::term::Term;

/// Draw K lines of a list in random order, none of them twice
///
/// Every choice of K lines, in every order, is equally likely. With the same --seed-file and list these are the first K
/// lines of shuffle. A K greater than the number of lines is an error. A file of 1 MiB or more is not held in memory unless
/// more than one in 8 of its lines is drawn: it is read to count its lines, then where the drawn ones stand. For a --range the
/// memory needed grows with K (at most 80 bytes each), not with the range. Nothing is published and nobody can check the result afterwards: for
/// that, use draw, or commit and reveal.
#[derive(clap::Parser)]
#[command(
    name = "pick",
    after_help = "Examples:\n  \
        fairdraw pick 3 names.txt\n  \
        fairdraw pick 6 --range 1-49\n  \
        zcat access.log.gz | fairdraw pick 100 --reservoir\n  \
        fairdraw pick 1 --echo heads tails"
)]
pub(super) struct Pick {
    /// How many lines to draw: 0 up to the number of lines
    #[arg(value_name = "K", value_parser = records::number, allow_negative_numbers = true)]
    count: u64,

    /// Hold no more than K lines, of up to 1 GiB, of a list of any length: it is read line by line to its end. As fair,
    /// but other lines than without this from one --seed-file: the first K of shuffle --method inside-out
    #[arg(long, conflicts_with_all = ["echo", "range"])]
    reservoir: bool,

    #[command(flatten)]
    options: Options,
}

impl Run for Pick {
    fn run(self, term: &Term) -> Result<(), Error> {
        if self.reservoir {
            return records::reservoir(&self.options, self.count, term);
        }
        records::draw(&self.options, Count::Exactly(self.count), term)
    }
}
