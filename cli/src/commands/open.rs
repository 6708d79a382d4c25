//! `fairdraw open`: publish the seeds of a commit before its beacon's round.

use std::path::PathBuf;

use fairdraw::draw::SeedsFile;

use super::Run;
use crate::draw_files::{DrawFiles, read_commit, read_secret};
use crate::error::Error;
use crate::output::{self, Access, write_new};
use crate::show;
use crate::term::Term;

/// Open the seed of a commit in a seeds file, to be published in time
///
/// Where a commit has a seed beside a beacon, or several seeds, each seed must be published by the time that the commit
/// names: before anybody can know the result. Writes NAME.seeds from NAME.secret.
#[derive(clap::Parser)]
#[command(name = "open", after_help = "Example:\n  fairdraw open raffle.commit")]
pub(super) struct Open {
    /// The commit file
    #[arg(value_name = "NAME.commit")]
    commit: PathBuf,

    /// The secret file; NAME.secret otherwise
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,

    /// The seeds file; NAME.seeds otherwise
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Run for Open {
    fn run(self, term: &Term) -> Result<(), Error> {
        let files = DrawFiles::of_commit(&self.commit);
        let commit = read_commit(&self.commit)?;
        let Some(opening) = commit.rules().opening else {
            return Err(Error::not_done("this commit's seeds are not opened before the draw")
                .hint("fairdraw reveal opens its seed together with the result"));
        };
        let path = self.secret.unwrap_or_else(|| files.find("secret"));
        let secret = read_secret(&path)?;
        if secret.commit.is_some_and(|serves| serves != commit.id()) || secret.seeds.is_empty() {
            return Err(Error::not_done(format!("{} has no seed of this commit", path.display()))
                .hint(format!("this commit's id is {}", commit.id())));
        }
        let late = term.now()? > opening.seeds_by;
        let target = self.output.unwrap_or_else(|| files.with("seeds"));
        let seeds = SeedsFile { commit: commit.id(), seeds: secret.seeds, notes: Vec::new() };
        write_new(&target, seeds.to_string().as_bytes(), Access::Public)?;
        if late {
            term.note(&format!(
                "it is past {}: a seed published now does not count",
                opening.seeds_by
            ));
        }
        output::print(|out| {
            if commit.rules().rehearsal {
                writeln!(out, "TEST: this is a rehearsal, not a draw")?;
            }
            writeln!(out, "publish by {}: {}", opening.seeds_by, show::path(&target))
        })
    }
}
