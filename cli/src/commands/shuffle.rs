//! `fairdraw shuffle`: all records in random order.

use super::Run;
use crate::error::Error;
use crate::records::{self, Count, Options};
use crate::term::Term;

/// Write all lines of a list in random order, every order equally likely
///
/// Lines are taken as bytes, in any encoding. A missing last newline is added. The whole list is held in memory, and
/// 4 bytes more for each line (8 for a list of 4 GiB or more, 16 for each number of a --range). Nothing is published
/// and nobody can check the result afterwards: for that, use draw, or commit and reveal.
#[derive(clap::Parser)]
#[command(
    name = "shuffle",
    after_help = "Examples:\n  \
        fairdraw shuffle names.txt\n  \
        fairdraw shuffle --range 1-49 --output numbers.txt\n  \
        find . -name '*.ogg' -print0 | fairdraw shuffle -z | xargs -0 player"
)]
pub(super) struct Shuffle {
    #[command(flatten)]
    options: Options,
}

impl Run for Shuffle {
    fn run(self, term: &Term) -> Result<(), Error> {
        records::draw(&self.options, Count::All, term)
    }
}
