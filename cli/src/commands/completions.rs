//! `fairdraw completions`: the script that lets a shell complete our commands and options.

use clap_complete::Shell;

use super::Run;
use crate::error::Error;
use crate::term::Term;
use crate::{args, output};

/// Print the script with which a shell completes commands and options
#[derive(clap::Parser)]
#[command(
    name = "completions",
    after_help = "Example: fairdraw completions bash > ~/.local/share/bash-completion/completions/fairdraw"
)]
pub(super) struct Completions {
    /// The shell to complete in
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Run for Completions {
    fn run(self, _: &Term) -> Result<(), Error> {
        // clap_complete panics when its writer fails, so the script goes to memory first.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut args::parser(), "fairdraw", &mut script);
        output::print(|out| out.write_all(&script))
    }
}
