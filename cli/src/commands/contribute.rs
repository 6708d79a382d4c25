//! `fairdraw contribute`: make a seed for somebody else's commit.

use std::path::PathBuf;

use fairdraw::draw::{NamedSeed, SecretFile};

use super::Run;
use crate::error::Error;
use crate::output::{self, Access, write_new};
use crate::random_source;
use crate::seed_line::{SeedLine, holder};
use crate::show;
use crate::term::Term;

/// Make a secret seed for somebody else's commit, and the line about it that goes into the commit
///
/// Where several parties each bring a seed, nobody can choose the result unless all of them work together; without a beacon
/// the last to open can know it first, and withhold his seed. Writes NAME.secret, to be kept to yourself, and prints the line
/// to send to the organiser. When the commit is published and holds that line, open the seed in time with: fairdraw open
/// COMMIT --secret NAME.secret. A seed serves one commit: make a new one for a draw that replaces or follows it
#[derive(clap::Parser)]
#[command(
    name = "contribute",
    after_help = "Examples:\n  \
        fairdraw contribute --name rowing-club\n  \
        fairdraw contribute --name rowing-club --rehearsal -o test.secret"
)]
pub(super) struct Contribute {
    /// Your name in the commit: 1 to 31 of a-z, 0-9 and -, not beginning with -
    #[arg(long, value_name = "NAME", value_parser = holder)]
    name: String,

    /// Make the seed for a rehearsal: it then can't stand in a draw
    #[arg(long)]
    rehearsal: bool,

    /// The secret file; NAME.secret otherwise
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Run for Contribute {
    fn run(self, _term: &Term) -> Result<(), Error> {
        let path = self.output.unwrap_or_else(|| PathBuf::from(format!("{}.secret", self.name)));
        let seed = random_source::new_seed()?;
        let line = SeedLine {
            commitment: seed.commitment(&self.name, self.rehearsal),
            name: self.name.clone(),
        };
        let seeds = vec![NamedSeed { name: self.name, seed }];
        let secret = SecretFile { commit: None, seeds, list_key: None };
        write_new(&path, secret.print().as_bytes(), Access::Secret)?;
        output::print(|out| {
            if self.rehearsal {
                writeln!(out, "TEST: this seed is for a rehearsal, not for a draw")?;
            }
            writeln!(out, "seed: {} {}\n", line.name, line.commitment)?;
            writeln!(
                out,
                "send        the line above to whoever makes the commit; it may be public"
            )?;
            writeln!(
                out,
                "            (fairdraw commit .. --seed {}={})",
                line.name, line.commitment
            )?;
            writeln!(out, "keep secret {}", show::path(&path))?;
            writeln!(
                out,
                "then        when the commit is published with this line in it, and before its seeds-by:\n            \
                 fairdraw open COMMIT --secret {}",
                show::path(&path)
            )?;
            writeln!(
                out,
                "serves one commit only: make a new one for each draw, and for one that replaces or follows"
            )
        })
    }
}
