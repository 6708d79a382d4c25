//! `fairdraw open`: publish the seeds of a commit before its beacon's round.

use std::path::{Path, PathBuf};

use fairdraw::draw::{Commit, NamedSeed, SeedCommitment, SeedsFile};

use super::Run;
use crate::draw_files::{DrawFiles, read_commit, read_secret};
use crate::error::Error;
use crate::output::{self, Access, write_new};
use crate::seed_use;
use crate::show;
use crate::term::Term;

/// Open the seed of a commit in a seeds file, to be published in time
///
/// Where a commit has a seed beside a beacon, or several seeds, each seed must be published by the time that the commit
/// names: before anybody can know the result. Writes NAME.seeds from NAME.secret; from a seed that fairdraw contribute made it
/// writes NAME.HOLDER.seeds, after checking that the commit has its holder's line. A seed serves one commit only: one that a
/// seeds file beside commit or secret opens for another is refused, and a commit there that has it too is named.
#[derive(clap::Parser)]
#[command(
    name = "open",
    after_help = "Examples:\n  \
        fairdraw open raffle.commit\n  \
        fairdraw open raffle.commit --secret rowing-club.secret"
)]
pub(super) struct Open {
    /// The commit file
    #[arg(value_name = "NAME.commit")]
    commit: PathBuf,

    /// The secret file; NAME.secret otherwise
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,

    /// The seeds file; NAME.seeds or NAME.HOLDER.seeds otherwise
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
        let path = self.secret.map_or_else(|| files.found("secret"), Ok)?;
        let secret = read_secret(&path)?;
        if secret.commit.is_some_and(|serves| serves != commit.id()) || secret.seeds.is_empty() {
            return Err(Error::not_done(format!("{} has no seed of this commit", path.display()))
                .hint(format!("this commit's id is {}", commit.id())));
        }
        let late = term.now()? > opening.seeds_by;
        let made_before = secret.commit.is_none();
        let seeds = in_order_of(&commit, secret.seeds)?;
        let holders: Vec<_> = seeds.iter().map(|seed| seed.name.as_str()).collect();
        let ending = if made_before { holders.join("-") + ".seeds" } else { "seeds".to_owned() };
        let target = self.output.unwrap_or_else(|| files.with(&ending));
        let shared = shared_with(&commit, &seeds, [&self.commit, &path, &target])?;
        let holders = holders.join(", ");
        let seeds = SeedsFile { commit: commit.id(), seeds, notes: Vec::new() };
        write_new(&target, seeds.to_string().as_bytes(), Access::Public)?;
        if late {
            term.note(&format!(
                "it is past {}: a seed published now does not count",
                opening.seeds_by
            ));
        }
        if let Some(warning) = shared {
            term.warn(&warning);
        }
        output::print(|out| {
            if commit.rules().rehearsal {
                writeln!(out, "TEST: this is a rehearsal, not a draw")?;
            }
            if made_before {
                // Whoever made the seed before the commit sees here what it serves.
                writeln!(out, "opens the seed of {holders} for: {}", commit.rules().title)?;
                writeln!(out, "commit id   {}", commit.id())?;
            }
            writeln!(out, "publish by {}: {}", opening.seeds_by, show::path(&target))?;
            if made_before {
                // The file of a seed that was made with its commit names it.
                writeln!(
                    out,
                    "serves one commit only: once published, the seed is good for no other"
                )?;
            }
            Ok(())
        })
    }
}

/// Refuses seeds that are opened for another commit in one of the folders; says which other commit there has them.
fn shared_with(
    commit: &Commit,
    seeds: &[NamedSeed],
    beside: [&Path; 3],
) -> Result<Option<String>, Error> {
    let commitments: Vec<_> = seeds
        .iter()
        .flat_map(|NamedSeed { name, seed }| {
            [false, true].map(|rehearsal| SeedCommitment {
                name: name.clone(),
                commitment: seed.commitment(name, rehearsal),
            })
        })
        .collect();
    let folders = beside.into_iter().filter_map(Path::parent);
    let others = seed_use::others(folders, Some(commit.id()), &commitments);
    if let Some(other) = others.iter().find(|other| other.opened) {
        return Err(Error::not_done(format!(
            "the seed of {} is opened for another commit already: {} opens it for {}",
            other.name,
            other.path.display(),
            other.commit
        ))
        .hint("a seed serves one commit only: let the organiser make a new commit, with a new seed from fairdraw contribute"));
    }
    Ok(others.first().map(|other| {
        format!(
            "the seed of {} stands in another commit too, {} ({}): a seed serves one commit only, so publish it for one of them",
            other.name,
            other.path.display(),
            other.commit
        )
    }))
}

/// The seeds in the commit's order, each under its own name and commitment.
fn in_order_of(commit: &Commit, mut seeds: Vec<NamedSeed>) -> Result<Vec<NamedSeed>, Error> {
    let rules = commit.rules();
    let dont = "don't open it: a seed opens one commit, and is public then";
    let position = |name: &str| rules.seeds.iter().position(|committed| committed.name == name);
    for NamedSeed { name, seed } in &seeds {
        let Some(index) = position(name) else {
            let names: Vec<_> = rules.seeds.iter().map(|seed| seed.name.as_str()).collect();
            return Err(Error::not_done(format!("the commit has no seed of {name}"))
                .hint(format!("it has seeds of: {}; {dont}", names.join(", "))));
        };
        let committed = rules.seeds[index].commitment;
        let own = seed.commitment(name, rules.rehearsal);
        if committed == seed.commitment(name, !rules.rehearsal) {
            let (this, made) =
                if rules.rehearsal { ("a rehearsal", "a draw") } else { ("a draw", "a rehearsal") };
            return Err(Error::not_done(format!(
                "the seed of {name} was made for {made}, and this commit is {this}: nobody can open it"
            ))
            .hint("the organiser needs a new commit, with a seed of the right kind"));
        }
        if committed != own {
            return Err(Error::not_done(format!(
                "the commit has another commitment for {name} than the one to this seed: {committed}, not {own}"
            ))
            .hint(dont));
        }
    }
    seeds.sort_by_key(|seed| position(&seed.name));
    Ok(seeds)
}
