//! `fairdraw receipt`: the proof that one entry stands in the committed list, and its check.

use std::path::{Path, PathBuf};

use fairdraw::draw::{Commit, EntryList, Failure, LARGEST_SMALL_FILE, Receipt};
use fairdraw::{Digest, ListKey};

use super::Run;
use crate::draw_files::{DrawFiles, read_commit, read_list, read_secret, unreadable};
use crate::error::Error;
use crate::output::{self, Access, create_folder_new, write_new};
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
    #[arg(value_name = "NAME.commit")]
    commit: PathBuf,

    /// Make the receipt of this entry
    #[arg(long, value_name = "TEXT")]
    entry: Option<String>,

    /// Make the receipt of the entry at this position, counted from 0
    #[arg(long, value_name = "N")]
    position: Option<u64>,

    /// Make the receipts of all entries in a new folder, called POSITION.receipt
    #[arg(long, value_name = "FOLDER")]
    all: Option<PathBuf>,

    /// Check these receipts
    #[arg(long, value_name = "FILE", num_args = 1..)]
    check: Option<Vec<PathBuf>>,

    /// With --check: the commit id as it was published, all 64 digits
    #[arg(long, value_name = "COMMIT-ID", requires = "check", value_parser = show::read_id)]
    expect: Option<Digest>,

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
        let commit = read_commit(&self.commit)?;
        if let Some(receipts) = &self.check {
            return check(&commit, receipts, self.expect);
        }
        let files = DrawFiles::of_commit(&self.commit);
        let busy = term.busy("reading the list");
        let list = read_list(&self.list.clone().unwrap_or_else(|| files.with("list")), &commit)?;
        let key = self.list_key(&commit, &files)?;
        let tree = list.tree(key.as_ref());
        if tree.root() != commit.rules().root {
            return Err(Error::not_done("the list is not the one that was committed to")
                .hint("give the list file that was written with the commit, unchanged"));
        }
        drop(busy);
        let receipt = |position| {
            let receipt = Receipt::new(&commit, &list, key.as_ref(), &tree, position);
            receipt.map(|receipt| receipt.to_string()).ok_or_else(|| no_position(&list, position))
        };
        if let Some(folder) = &self.all {
            create_folder_new(folder)?;
            let mut progress = term.progress("writing receipts", list.len());
            for position in 0..list.len() {
                let path = folder.join(format!("{position}.receipt"));
                write_new(&path, receipt(position)?.as_bytes(), Access::Secret)?;
                progress.advance(1);
            }
            return Ok(());
        }
        let position = match &self.entry {
            Some(entry) => list.position(entry).ok_or_else(|| no_entry(entry))?,
            None => self.position.unwrap_or_default(),
        };
        let text = receipt(position)?;
        match &self.output {
            Some(path) => write_new(path, text.as_bytes(), Access::Public),
            None => output::print(|out| out.write_all(text.as_bytes())),
        }
    }
}

impl ReceiptCommand {
    fn list_key(&self, commit: &Commit, files: &DrawFiles) -> Result<Option<ListKey>, Error> {
        if !commit.rules().private {
            return Ok(None);
        }
        let path = self.secret.clone().unwrap_or_else(|| files.with("secret"));
        let secret = read_secret(&path)?;
        if secret.commit != commit.id() || secret.list_key.is_none() {
            return Err(Error::not_done(format!(
                "{} has no list key of this commit",
                path.display()
            ))
            .hint("give the secret file that was written with the commit"));
        }
        Ok(secret.list_key)
    }
}

fn check(commit: &Commit, receipts: &[PathBuf], expect: Option<Digest>) -> Result<(), Error> {
    if let Some(expected) = expect.filter(|&expected| expected != commit.id()) {
        let failure = Failure::CommitId { expected, found: commit.id() };
        return Err(Error::not_valid(format!("not valid: {failure}")));
    }
    let mut lines = Vec::new();
    for path in receipts {
        let bytes = read::up_to(path, LARGEST_SMALL_FILE)?;
        let receipt =
            Receipt::parse(&bytes).map_err(|error| not_valid(path, &Failure::File(error)))?;
        let included = receipt.check(commit).map_err(|failure| not_valid(path, &failure))?;
        lines.push(format!(
            "VALID: position {} of {} entries: {}",
            included.position, included.entries, receipt.entry
        ));
    }
    output::print(|out| {
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        let id = commit.id();
        match expect {
            Some(_) => writeln!(out, "commit id   {id}, as expected"),
            None => writeln!(out, "commit id   {id}: compare all 64 digits with the published one"),
        }
    })
}

fn not_valid(path: &Path, failure: &Failure) -> Error {
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
