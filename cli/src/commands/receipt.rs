//! `fairdraw receipt`: the proof that one entry stands in the committed list, and its check.

use std::path::{Path, PathBuf};

use fairdraw::draw::{Commit, EntryList, Failure, LARGEST_SMALL_FILE, Receipt};
use fairdraw::{Digest, ListKey};

use super::Run;
use crate::draw_files::{DrawFiles, read_commit, read_list, read_secret, unreadable};
use crate::error::Error;
use crate::output::{self, Access, NewFolder, write_new};
use crate::read;
use crate::show;
use crate::term::Term;

/// Make or check a receipt: the proof that one entry stands in the committed list
///
/// The organiser gives an entrant the receipt of his entry; the entrant checks it against the commit before the draw. Of a
/// private list it shows this entry and no other.
#[derive(clap::Parser)]
#[command(
    name = "receipt",
    group = clap::ArgGroup::new("which").required(true).args(["entry", "position", "all", "check"]),
    after_help = "Examples:\n  \
        fairdraw receipt raffle.commit --entry \"Maple Street 12\" --output maple.receipt\n  \
        fairdraw receipt raffle.commit --all receipts\n  \
        fairdraw receipt raffle.commit --check maple.receipt"
)]
pub(super) struct ReceiptCommand {
    /// The commit file
    #[arg(value_name = "NAME.commit", required_unless_present = "check")]
    commit: Option<PathBuf>,

    /// Make the receipt of this entry
    #[arg(long, value_name = "TEXT")]
    entry: Option<String>,

    /// Make the receipt of the entry at this position, counted from 0
    #[arg(long, value_name = "N")]
    position: Option<u64>,

    /// Make the receipts of all entries in a new folder, called POSITION.receipt; line 1 of the list has position 0
    #[arg(long, value_name = "FOLDER")]
    all: Option<PathBuf>,

    /// Check these receipts; the commit file may stand among them
    #[arg(long, value_name = "FILE", num_args = 1..)]
    check: Option<Vec<PathBuf>>,

    /// With --check: the commit id as it was published, all 64 digits
    #[arg(long, value_name = "COMMIT-ID", requires = "check", value_parser = show::read_id)]
    expect: Option<Digest>,

    /// With --check: accept the receipt of a rehearsal
    #[arg(long, requires = "check")]
    rehearsal: bool,

    /// The list as it was committed to; NAME.list otherwise
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,

    /// The secret file of a private list; NAME.secret otherwise
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,

    /// Write the receipt to a new file instead of standard output
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["all", "check"])]
    output: Option<PathBuf>,
}

impl Run for ReceiptCommand {
    fn run(self, term: &Term) -> Result<(), Error> {
        let (path, receipts) = self.commit_and_receipts()?;
        let commit = read_commit(&path)?;
        if self.check.is_some() {
            return self.check(&path, &commit, &receipts);
        }
        let files = DrawFiles::of_commit(&path);
        let busy = term.busy("reading the list");
        let list = read_list(&self.list.clone().map_or_else(|| files.found("list"), Ok)?, &commit)?;
        let key = self.list_key(&commit, &files)?;
        let tree = list.tree(key.as_ref());
        if Some(tree.root()) != commit.rules().root() {
            return Err(Error::not_done("the list is not the one that was committed to")
                .hint("give the list file that was written with the commit, unchanged"));
        }
        drop(busy);
        let receipt = |position| {
            let receipt = Receipt::new(&commit, &list, key.as_ref(), &tree, position);
            receipt.map(|receipt| receipt.to_string()).ok_or_else(|| no_position(&list, position))
        };
        // Of a private list nobody but the entrant may read it.
        let access = if commit.rules().is_private() { Access::Secret } else { Access::Public };
        if let Some(target) = &self.all {
            let folder = NewFolder::create(target, access)?;
            let mut progress = term.progress("writing receipts", list.len());
            for position in 0..list.len() {
                folder.write(&format!("{position}.receipt"), receipt(position)?.as_bytes())?;
                progress.advance(1);
            }
            folder.finish()?;
            let (count, folder) = (list.len(), show::path(target));
            return output::print(|out| {
                writeln!(
                    out,
                    "receipts    {count} in {folder}, called POSITION.receipt: line 1 of the list has 0.receipt"
                )?;
                if count <= MOST_SHOWN {
                    for position in 0..count {
                        let entry = list.entry(position).unwrap_or_default();
                        let name = format!("{position}.receipt");
                        writeln!(out, "  {name:<12}  {entry}")?;
                    }
                }
                writeln!(out, "then        give each entrant his own, and {}", show::path(&path))
            });
        }
        let position = match &self.entry {
            Some(entry) => list.position(entry).ok_or_else(|| no_entry(entry))?,
            None => self.position.unwrap_or_default(),
        };
        let text = receipt(position)?;
        match &self.output {
            Some(path) => write_new(path, text.as_bytes(), access),
            None => output::print(|out| out.write_all(text.as_bytes())),
        }
    }
}

impl ReceiptCommand {
    /// The commit file, which may have been given behind `--check`, and the receipts to check.
    fn commit_and_receipts(&self) -> Result<(PathBuf, Vec<PathBuf>), Error> {
        let mut receipts = self.check.clone().unwrap_or_default();
        if let Some(commit) = &self.commit {
            return Ok((commit.clone(), receipts));
        }
        let is_commit = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "commit");
        match receipts.iter().position(is_commit) {
            Some(index) if receipts.len() > 1 => Ok((receipts.remove(index), receipts)),
            _ => Err(Error::not_done("the commit file is needed to check a receipt")
                .hint("for example: fairdraw receipt raffle.commit --check maple.receipt")),
        }
    }

    fn list_key(&self, commit: &Commit, files: &DrawFiles) -> Result<Option<ListKey>, Error> {
        if !commit.rules().is_private() {
            return Ok(None);
        }
        let path = self.secret.clone().map_or_else(|| files.found("secret"), Ok)?;
        let secret = read_secret(&path)?;
        if secret.commit != Some(commit.id()) || secret.list_key.is_none() {
            return Err(Error::not_done(format!(
                "{} has no list key of this commit",
                path.display()
            ))
            .hint("give the secret file that was written with the commit"));
        }
        Ok(secret.list_key)
    }

    fn check(&self, path: &Path, commit: &Commit, receipts: &[PathBuf]) -> Result<(), Error> {
        let id = commit.id();
        if let Some(expected) = self.expect.filter(|&expected| expected != id) {
            return Err(refused(path, &Failure::CommitId { expected, found: id })
                .hint("this is not the commit that was published"));
        }
        if commit.rules().rehearsal && !self.rehearsal {
            return Err(refused(path, &Failure::Rehearsal)
                .hint("this is a TEST; add --rehearsal to check its receipts all the same"));
        }
        let test = if commit.rules().rehearsal { ", but TEST: this is a rehearsal" } else { "" };
        let mut lines = Vec::new();
        for path in receipts {
            let bytes = read::up_to(path, LARGEST_SMALL_FILE)?;
            let receipt =
                Receipt::parse(&bytes).map_err(|error| refused(path, &Failure::File(error)))?;
            let included = receipt.check(commit).map_err(|failure| refused(path, &failure))?;
            lines.push(format!(
                "VALID{test}: position {} of {} entries: {}",
                included.position, included.entries, receipt.entry
            ));
        }
        output::print(|out| {
            lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
            match self.expect {
                Some(_) => writeln!(out, "commit id   {id}, as expected"),
                None => {
                    writeln!(out, "commit id   {id}: compare all 64 digits with the published one")
                }
            }
        })
    }
}

fn refused(path: &Path, failure: &Failure) -> Error {
    match failure {
        Failure::File(error) if failure.is_undecided() => unreadable(path, error),
        _ => Error::not_valid(format!(
            "{}: not valid: {failure} [{}]",
            path.display(),
            failure.name()
        )),
    }
}

fn no_position(list: &EntryList, position: u64) -> Error {
    Error::not_done(format!("there is no position {position}: the list has {} entries", list.len()))
        .hint("positions count from 0")
}

fn no_entry(entry: &str) -> Error {
    Error::not_done(format!("the list has no entry: {entry}"))
        .hint("write it exactly as in NAME.list, or give its --position")
}

/// More receipts than this are not listed: the list has them in this order.
const MOST_SHOWN: u64 = 30;
