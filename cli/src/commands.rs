//! The commands. A new one is a file below `commands/` and a line in [`ALL`] (and its `mod`).

use clap::{ArgMatches, Parser};

use crate::error::Error;
use crate::term::{self, Term};

mod certificate;
mod commit;
mod completions;
mod contribute;
mod deal;
mod dice;
mod draw;
mod emit;
mod exam;
mod extend;
mod inspect;
mod man;
mod open;
mod order;
mod outcome;
mod pick;
mod plan;
mod receipt;
mod reconcile;
mod replace;
mod reveal;
mod sample;
mod santa;
mod shuffle;
#[cfg(test)]
mod tests;
mod verify;

/// Every command, in the order in which `fairdraw --help` lists them.
pub(crate) const ALL: &[Entry] = &[
    entry::<draw::Draw>(),
    entry::<commit::CommitCommand>(),
    entry::<contribute::Contribute>(),
    entry::<open::Open>(),
    entry::<reveal::RevealCommand>(),
    entry::<sample::SampleCommand>(),
    entry::<verify::VerifyCommand>(),
    entry::<certificate::CertificateCommand>(),
    entry::<outcome::OutcomeCommand>(),
    entry::<receipt::ReceiptCommand>(),
    entry::<extend::Extend>(),
    entry::<replace::Replace>(),
    entry::<reconcile::Reconcile>(),
    entry::<inspect::Inspect>(),
    entry::<plan::Plan>(),
    entry::<dice::Dice>(),
    entry::<exam::Exam>(),
    entry::<shuffle::Shuffle>(),
    entry::<pick::Pick>(),
    entry::<santa::Santa>(),
    entry::<deal::Deal>(),
    entry::<order::Order>(),
    entry::<emit::Emit>(),
    entry::<completions::Completions>(),
    entry::<man::Man>(),
];

/// A command: the struct of its arguments, named by `#[command(name = "..")]`, and what it does with them.
pub(crate) trait Run: Parser {
    fn run(self, term: &Term) -> Result<(), Error>;
}

/// A command in the table, its type left behind.
pub(crate) struct Entry {
    pub(crate) parser: fn() -> clap::Command,
    run: fn(&ArgMatches, &Term) -> Result<(), Error>,
}

/// Runs the command that was asked for.
pub(crate) fn run(matches: &ArgMatches, term: &Term) -> Result<(), Error> {
    let Some((name, arguments)) = matches.subcommand() else {
        return Err(Error::not_done("no command given").hint("see fairdraw --help"));
    };
    match ALL.iter().find(|entry| (entry.parser)().get_name() == name) {
        Some(entry) => (entry.run)(arguments, term),
        None => Err(Error::not_done(format!("no command is called {name}"))),
    }
}

const fn entry<T: Run>() -> Entry {
    Entry { parser: T::command, run: run_as::<T> }
}

fn run_as<T: Run>(arguments: &ArgMatches, term: &Term) -> Result<(), Error> {
    match T::from_arg_matches(arguments) {
        Ok(command) => command.run(term),
        Err(error) => Err(term::usage_error(&error)),
    }
}
