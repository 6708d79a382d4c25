//! `fairdraw reveal`: draw, and open everything so that others can check.

use std::path::{Path, PathBuf};

use fairdraw::draw::{
    BeaconRule, BeaconValue, Commit, Failure, MissingSeeds, NamedSeed, Reveal, SecretFile, Time,
};
use fairdraw::{ListKey, Seed};

use super::Run;
use crate::clock;
use crate::draw_files::{DrawFiles, read_commit, read_list, read_secret, read_seeds};
use crate::error::Error;
use crate::output::{self, Access, write_new};
use crate::show;
use crate::term::Term;

/// Draw, and write the reveal file by which anybody can check the result
///
/// Needs the list and, if the commit has a seed or a private list, the secret file; both are looked for beside
/// NAME.commit. Writes NAME.reveal, to be published, and prints the result.
#[derive(clap::Parser)]
#[command(
    name = "reveal",
    after_help = "Examples:\n  \
        fairdraw reveal raffle.commit\n  \
        fairdraw reveal seats.commit --beacon 04-11-17-23-38-41"
)]
pub(super) struct RevealCommand {
    /// The commit file
    #[arg(value_name = "NAME.commit")]
    commit: PathBuf,

    /// The list as it was committed to; NAME.list otherwise
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,

    /// The secret file; NAME.secret otherwise
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,

    /// A seeds file by which a holder opened a seed; several times if there are several
    #[arg(long, value_name = "FILE")]
    seeds: Vec<PathBuf>,

    /// Leave out the seed of this holder, which was not published in time, if the commit allows it
    #[arg(long, value_name = "HOLDER")]
    missing: Vec<String>,

    /// The public text in its committed shape; for drand the round's signature in hexadecimal digits (on a chained chain
    /// also the previous one, after a space)
    #[arg(long, value_name = "VALUE")]
    beacon: Option<String>,

    /// The reveal file; NAME.reveal otherwise
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Run for RevealCommand {
    fn run(self, term: &Term) -> Result<(), Error> {
        let files = DrawFiles::of_commit(&self.commit);
        let target = self.output.clone().unwrap_or_else(|| files.with("reveal"));
        if target.symlink_metadata().is_ok() {
            return Err(Error::not_done(format!(
                "{} exists; nothing is overwritten",
                target.display()
            ))
            .hint("this draw was revealed already: fairdraw verify checks it"));
        }
        let commit = read_commit(&self.commit)?;
        let beacon = self.beacon(&commit)?;
        let (seeds, list_key) = self.secrets(&commit, &files)?;
        let busy = term.busy("reading the list and drawing");
        let list = read_list(&self.list.clone().unwrap_or_else(|| files.with("list")), &commit)?;
        let reveal = Reveal::open(&commit, &list, list_key.as_ref(), seeds, beacon)
            .map_err(|failure| not_drawn(&failure))?;
        write_new(&target, reveal.to_string().as_bytes(), Access::Public)?;
        drop(busy);
        output::print(|out| {
            writeln!(out, "{}\n", show::heading(&commit))?;
            writeln!(out, "{}", show::places(&commit, &reveal))?;
            writeln!(out, "publish     {}", show::path(&target))?;
            writeln!(out, "reveal id   {}", reveal.id())?;
            let list = files.with("list");
            let list = if commit.rules().private {
                String::new()
            } else {
                format!(" {}", show::path(&list))
            };
            let (commit, reveal) = (show::path(&self.commit), show::path(&target));
            writeln!(out, "check it    fairdraw verify {commit} {reveal}{list}")
        })
    }
}

impl RevealCommand {
    fn beacon(&self, commit: &Commit) -> Result<Option<BeaconValue>, Error> {
        match (&commit.rules().beacon, &self.beacon) {
            (None, None) => Ok(None),
            (None, Some(_)) => {
                Err(Error::not_done("this commit names no beacon: its seeds alone give the result")
                    .hint("leave out --beacon"))
            }
            (Some(BeaconRule::Public { shape, description }), None) => {
                Err(Error::not_done(format!("this draw needs its public text: {description}"))
                    .hint(format!(
                        "add --beacon with the text in the shape {shape}, a digit for each d"
                    )))
            }
            (Some(BeaconRule::Public { .. }), Some(text)) => {
                Ok(Some(BeaconValue::Public(text.clone())))
            }
            (Some(BeaconRule::Drand { chain, round }), value) => {
                let due = chain.time_of(*round);
                wait_for(due, *round)?;
                let Some(value) = value else {
                    return Err(Error::not_done(format!(
                        "this draw needs the signature of round {round} of drand {}, which this version does not fetch",
                        chain.name
                    ))
                    .hint(format!("look it up at a drand relay, /{}/public/{round}, and add --beacon SIGNATURE", chain.hash)));
                };
                drand_value(*round, value).map(Some)
            }
        }
    }

    /// The seeds in the commit's order, and the key of a private list.
    fn secrets(
        &self,
        commit: &Commit,
        files: &DrawFiles,
    ) -> Result<(Vec<Option<Seed>>, Option<ListKey>), Error> {
        let rules = commit.rules();
        let path = self.secret.clone().unwrap_or_else(|| files.with("secret"));
        let needed = rules.private || self.secret.is_some();
        let (mut pool, list_key) = if needed || !rules.seeds.is_empty() && path.exists() {
            let secret = read_secret(&path)?;
            check_serves(&path, commit, secret.commit)?;
            let SecretFile { seeds, list_key, .. } = secret;
            (seeds, list_key)
        } else {
            (Vec::new(), None)
        };
        if rules.private && list_key.is_none() {
            return Err(Error::not_done(format!(
                "{} has no list key, but the list is private",
                path.display()
            ))
            .hint("give the secret file that was written with the commit"));
        }
        for path in &self.seeds {
            let opened = read_seeds(path)?;
            check_serves(path, commit, opened.commit)?;
            pool.extend(opened.seeds);
        }
        let leave_out = rules.opening.is_some_and(|rule| rule.missing == MissingSeeds::LeaveOut);
        let mut seeds = Vec::new();
        for committed in &rules.seeds {
            let name = &committed.name;
            let opens = |named: &NamedSeed| {
                named.name == *name
                    && named.seed.commitment(name, rules.rehearsal) == committed.commitment
            };
            let left_out = self.missing.contains(name);
            let seed = pool.iter().position(opens).map(|index| pool.swap_remove(index).seed);
            match seed {
                Some(_) if left_out => {
                    return Err(Error::not_done(format!(
                        "the seed of {name} is at hand, so it is not missing"
                    ))
                    .hint("leave out --missing"));
                }
                None if !(left_out && leave_out) => return Err(seed_needed(commit, name, files)),
                seed => seeds.push(seed),
            }
        }
        Ok((seeds, list_key))
    }
}

fn check_serves(path: &Path, commit: &Commit, serves: fairdraw::Digest) -> Result<(), Error> {
    if serves == commit.id() {
        return Ok(());
    }
    Err(Error::not_done(format!("{} belongs to another commit: {serves}", path.display()))
        .hint(format!("this commit's id is {}", commit.id())))
}

fn seed_needed(commit: &Commit, name: &str, files: &DrawFiles) -> Error {
    let error = Error::not_done(format!("the seed of {name} that opens its commitment is needed"));
    let leave_out = commit.rules().opening.filter(|rule| rule.missing == MissingSeeds::LeaveOut);
    match leave_out {
        Some(rule) => error.hint(format!(
            "give {} or --seeds FILE; or --missing {name} if it was not published by {}",
            files.with("secret").display(),
            rule.seeds_by
        )),
        None => error.hint(format!(
            "give {} or --seeds FILE; without this seed the commit has no result",
            files.with("secret").display()
        )),
    }
}

fn wait_for(due: Option<Time>, round: u64) -> Result<(), Error> {
    let now = clock::now()?;
    match due {
        Some(due) if due <= now => Ok(()),
        Some(due) => {
            let wait = clock::in_words(due.unix_seconds() - now.unix_seconds());
            Err(Error::not_done(format!("round {round} is due at {due}, in {wait}"))
                .hint("come back then; the result can't be known before"))
        }
        None => Err(Error::not_done(format!("round {round} is due after the year 9999"))),
    }
}

fn drand_value(round: u64, value: &str) -> Result<BeaconValue, Error> {
    let bytes = |text: &str| {
        hex::decode(text).map_err(|_| {
            Error::not_done("--beacon is not a signature in hexadecimal digits")
                .hint("for a chained chain give both signatures in quotes, the round's first")
        })
    };
    let mut words = value.split_whitespace();
    let signature = bytes(words.next().unwrap_or_default())?;
    let previous = words.next().map(bytes).transpose()?;
    Ok(BeaconValue::Drand { round, signature, previous })
}

fn not_drawn(failure: &Failure) -> Error {
    let error = Error::not_done(format!("not drawn: {failure}"));
    match failure {
        Failure::ListCount { .. } | Failure::ListTickets { .. } | Failure::ListRoot { .. } => {
            error.hint("give the list file that was written with the commit, unchanged")
        }
        Failure::Beacon(_) => {
            error.hint("give the value of the committed beacon, and nothing else")
        }
        _ => error.hint("the files may have been changed since the commit"),
    }
}
