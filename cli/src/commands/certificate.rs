//! `fairdraw certificate`: a draw as one HTML page, which computes the draw again when it is opened.

use std::path::{Path, PathBuf};

use fairdraw::Digest;
use fairdraw::draw::{Commit, EarlierDraw, Files, Options, Verdict, verify};

use super::Run;
use super::verify::{Draws, Given, Unsettled, missing_file, not_valid};
use crate::error::Error;
use crate::output::{self, Destination};
use crate::read::is_dash;
use crate::show;
use crate::term::Term;

mod page;
mod qr;
mod stated;
mod texts;

use page::Embedded;
use texts::Texts;

/// Write a draw as one HTML page that computes it again when it is opened
///
/// Checks the draw first; of one that is not valid no page is written. The page has title, rules, winners, commit id with
/// QR code, the files themselves and a verifier in JavaScript. It shows a result only after computing it, and without
/// JavaScript it says that nothing has been checked. It needs no network.
///
/// A reveal file is enough if commit, list, seeds file, receipt and outcome file stand beside it under the same name. A
/// private list is never put into the page, and of a private draw a receipt only if it is named. With an outcome file the page
/// shows who has the prizes; with the files of earlier draws, which draw of how many this is.
#[derive(clap::Parser)]
#[command(
    name = "certificate",
    after_help = "Examples:\n  \
        fairdraw certificate raffle.reveal\n  \
        fairdraw certificate summer-raffle-draw --language es --output sorteo.html"
)]
pub(super) struct CertificateCommand {
    /// The reveal file, or all files of the draw, or a folder with them
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,

    /// The commit id as it was published before the draw: all 64 digits. It is not put into the page
    #[arg(long, value_name = "COMMIT-ID", value_parser = show::read_id)]
    expect: Option<Digest>,

    /// Accept a rehearsal; the page says TEST
    #[arg(long)]
    rehearsal: bool,

    /// The language of what the page shows before it has computed; then it speaks its reader's
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = texts::LANGUAGES)]
    language: String,

    /// The page, a new file; the reveal's name with .html otherwise
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Run for CertificateCommand {
    fn run(self, term: &Term) -> Result<(), Error> {
        let busy = term.busy("checking");
        let draw = Draw::gather(&self.files, term)?;
        let target = self.output.clone().map_or_else(|| beside(&draw.reveal), Ok)?;
        // In this order nothing is checked when the page can't be written.
        let destination = Destination::open(Some(&target))?;
        let options =
            Options { expected: self.expect, rehearsal: self.rehearsal, ..Options::default() };
        let verdict = draw.check(options)?;
        let commit = verdict.commit();
        drop(busy);
        if commit.rules().sampling().is_some() {
            return Err(Error::not_done(
                "a certificate shows winners, and this is an audit sample",
            )
            .hint("fairdraw sample NAME.commit writes its working paper"));
        }

        let texts = Texts::of(&self.language)?;
        let stated = stated::article(&verdict, &draw.embedded, &texts);
        let rehearsal = commit.rules().rehearsal;
        destination.fill(|out| page::write(out, &stated, &draw.embedded, rehearsal))?;
        if is_dash(&target) {
            return Ok(());
        }
        output::print(|out| {
            writeln!(out, "{}", show::heading(commit))?;
            writeln!(out, "commit id   {}\n", commit.id())?;
            writeln!(out, "checked     {}", show::valid(commit, self.expect.is_some()))?;
            writeln!(out, "publish     {}", show::path(&target))
        })
    }
}

/// Exactly the bytes that are checked and then put into the page.
struct Draw {
    embedded: Embedded,
    /// Where the first reveal came from.
    reveal: PathBuf,
    /// Where the files came from, for messages.
    paths: Vec<(&'static str, PathBuf)>,
}

impl Draw {
    fn gather(paths: &[PathBuf], term: &Term) -> Result<Self, Error> {
        let mut given = Given::default();
        let (folders, files): (Vec<_>, Vec<_>) = paths.iter().partition(|path| path.is_dir());
        folders.iter().try_for_each(|path| given.add(path, term))?;
        let found = given.receipts.len();
        files.iter().try_for_each(|path| given.add(path, term))?;
        let named = found..given.receipts.len();
        if let ([only], []) = (files.as_slice(), folders.as_slice()) {
            add_beside(&mut given, only, term)?;
        }

        let Draws { commit: (_, commit), earlier } = match given.settle(term) {
            Ok(draws) => draws,
            Err(Unsettled::Misused(error)) => return Err(error),
            Err(Unsettled::Refused(refusal)) => return Err(not_valid(&refusal, &given.paths)),
        };
        let private = is_private(Some(&commit));
        let reveal = given.reveals.first().map(|(path, _)| path.clone());
        let reveal = reveal.ok_or_else(|| missing_file("reveal"))?;
        let mut list = given.list.map(|(_, bytes)| bytes);
        let mut receipts = given.receipts;
        if private {
            if list.take().is_some() {
                term.note("the list is private: it is not put into the page");
            }
            receipts = receipts.drain(named).collect();
        }
        let embedded = Embedded {
            stem: stem_of(&reveal),
            commit,
            reveals: given.reveals.into_iter().map(|(_, bytes)| bytes).collect(),
            list,
            seeds: given.seeds,
            receipts,
            outcomes: given.outcomes,
            earlier: earlier
                .into_iter()
                .map(|((_, commit), reveal)| (commit, reveal.map(|(_, reveal)| reveal)))
                .collect(),
        };
        embedded.check_size()?;
        Ok(Self { embedded, reveal, paths: given.paths })
    }

    /// The verdict on a draw whose page may be written.
    fn check(&self, options: Options) -> Result<Verdict, Error> {
        let Embedded { commit, reveals, list, seeds, receipts, outcomes, earlier, .. } =
            &self.embedded;
        let (reveal, other_reveals) =
            reveals.split_first().ok_or_else(|| missing_file("reveal"))?;
        let files = Files {
            commit,
            reveal,
            other_reveals: other_reveals.iter().map(Vec::as_slice).collect(),
            list: list.clone(),
            seeds: seeds.iter().map(Vec::as_slice).collect(),
            receipts: receipts.iter().map(Vec::as_slice).collect(),
            outcomes: outcomes.iter().map(Vec::as_slice).collect(),
            earlier: earlier
                .iter()
                .map(|(commit, reveal)| EarlierDraw { commit, reveal: reveal.as_deref() })
                .collect(),
            ..Files::default()
        };
        verify(files, options).map_err(|refusal| not_valid(&refusal, &self.paths))
    }
}

/// Adds the other files of a draw, which have the name of the only one given.
fn add_beside(given: &mut Given, only: &Path, term: &Term) -> Result<(), Error> {
    for ending in ["commit", "reveal", "list", "seeds", "receipt", "outcome"] {
        let path = only.with_extension(ending);
        let missing = match ending {
            "commit" => given.first_commit().is_none(),
            "reveal" => !given.has_reveal(),
            "list" => !given.has_list() && !is_private(given.first_commit()),
            _ => true,
        };
        if missing && path != only && path.is_file() {
            given.add(&path, term)?;
        }
    }
    Ok(())
}

/// Also if it can't be told.
fn is_private(commit: Option<&[u8]>) -> bool {
    let commit = commit.and_then(|bytes| Commit::parse(bytes).ok());
    commit.is_none_or(|commit| commit.rules().is_private())
}

/// The page's own name.
fn beside(reveal: &Path) -> Result<PathBuf, Error> {
    if is_dash(reveal) {
        return Err(Error::not_done("the reveal is standard input, so the page has no name")
            .hint("name it with --output"));
    }
    Ok(reveal.with_extension("html"))
}

/// What the files in the page are called, with their endings: the reveal's name, if it can stand in a command as it is.
fn stem_of(reveal: &Path) -> String {
    let stem = reveal.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    if stem.starts_with(char::is_alphanumeric) && stem.chars().all(plain) && stem.len() <= 100 {
        stem.to_owned()
    } else {
        "draw".to_owned()
    }
}
