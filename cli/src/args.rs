//! The command line: what all commands share, and the parser put together from the table of commands.

use clap::{ArgMatches, CommandFactory, Parser};

use crate::commands;

/// Draw winners and samples so that anybody can check the result.
///
/// `draw`, `commit`, `reveal` and `verify` make and check a draw that others can recompute. `shuffle`, `pick`,
/// `santa` and `deal` are for everyday use. Every choice is exactly uniform.
///
/// Exit status: 0 done, or checked and valid; 1 checked and not valid; 2 could not be carried out.
#[derive(Parser)]
#[command(
    name = "fairdraw",
    version = VERSION,
    arg_required_else_help = true,
    subcommand_required = true,
    after_help = "Example: fairdraw pick 3 names.txt"
)]
struct Shared {
    /// Print no progress and no notes; errors are still printed
    #[arg(long, global = true)]
    quiet: bool,
}

/// The parser of the whole command line.
pub(crate) fn parser() -> clap::Command {
    commands::ALL
        .iter()
        .fold(Shared::command(), |parser, entry| parser.subcommand((entry.parser)()))
}

/// Whether `--quiet` was given, before or after the command.
pub(crate) fn quiet(matches: &ArgMatches) -> bool {
    matches.get_flag("quiet")
}

/// The program and what it follows, as `--version` shows it.
pub(crate) const VERSION: &str =
    concat!(env!("CARGO_PKG_VERSION"), " (protocol v1, specification 1.1.0)");

#[cfg(test)]
mod tests {
    #[test]
    fn parser_has_no_contradictions() {
        super::parser().debug_assert();
    }
}
