//! `fairdraw verify`: check a draw from its files.

use std::path::{Path, PathBuf};

use fairdraw::Digest;
use fairdraw::draw::{
    BeaconFault, Check, Commit, Failure, FileError, FileKind, Files, LARGEST_COMMIT,
    LARGEST_SMALL_FILE, Options, Refusal, Reveal, Verdict, verify,
};
use serde_json::{Value, json};

use super::Run;
use crate::by_hand;
use crate::draw_files::{kind_of, later_kind};
use crate::error::{Error, reason};
use crate::output;
use crate::read;
use crate::show;
use crate::term::Term;

/// Check a draw from its files, without network
///
/// Takes commit, reveal and, for a public list, the list, in any order; also seeds files, receipts, and further reveals
/// of the same commit. A folder stands for the files in it that are called *.commit, *.reveal, *.list, *.seeds and
/// *.receipt. Prints each check as PROVEN, CLAIMED, NOT CHECKED or NOT PROVEN, and then, but not with --json, the lines
/// for a shell by which the hashes are checked without this program. Exit status 0 valid, 1 not valid, 2 the check could
/// not be carried out.
#[derive(clap::Parser)]
#[command(
    name = "verify",
    after_help = "Examples:\n  \
        fairdraw verify raffle.commit raffle.reveal raffle.list --expect COMMIT-ID\n  \
        fairdraw verify summer-raffle-draw"
)]
pub(super) struct VerifyCommand {
    /// The files of the draw, or a folder with them
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,

    /// The commit id as it was published before the draw: all 64 digits
    #[arg(long, value_name = "COMMIT-ID", value_parser = show::read_id)]
    expect: Option<Digest>,

    /// Accept a rehearsal
    #[arg(long)]
    rehearsal: bool,

    /// Print the verdict as JSON, also if a file can't be read
    #[arg(long)]
    json: bool,
}

impl Run for VerifyCommand {
    fn run(self, term: &Term) -> Result<(), Error> {
        let mut answered = false;
        let outcome = self.check(term, &mut answered);
        if let (true, false, Err(error)) = (self.json, answered, &outcome) {
            let answer = json!({
                "verdict": "not checked",
                "message": error.message,
                "hint": error.hint,
            });
            output::print(|out| writeln!(out, "{answer:#}"))?;
        }
        outcome
    }
}

impl VerifyCommand {
    /// Says in `answered` that it has come to a verdict and printed it.
    fn check(&self, term: &Term, answered: &mut bool) -> Result<(), Error> {
        let mut given = Given::default();
        for path in &self.files {
            given.add(path, term)?;
        }
        let (commit_path, commit) = given.take_commit()?;
        let Given { reveals, list, seeds, receipts, .. } = &mut given;
        let Some(((reveal_path, reveal), other_reveals)) = reveals.split_first() else {
            return Err(missing_file("reveal"));
        };
        let files = Files {
            commit: &commit,
            reveal,
            other_reveals: other_reveals.iter().map(|(_, bytes)| bytes.as_slice()).collect(),
            list: list.take().map(|(_, bytes)| bytes),
            seeds: seeds.iter().map(Vec::as_slice).collect(),
            receipts: receipts.iter().map(Vec::as_slice).collect(),
            ..Files::default()
        };
        let options =
            Options { expected: self.expect, rehearsal: self.rehearsal, ..Options::default() };
        let busy = term.busy("checking");
        let verdict = verify(files, options);
        drop(busy);
        *answered = true;
        if self.json {
            let answer = json_of(&commit, &verdict, self.expect.is_some());
            output::print(|out| writeln!(out, "{answer:#}"))?;
        } else {
            let mut text = text_of(&commit, &verdict, self.expect.is_some());
            text += &by_hand::text((&commit_path, &commit), (reveal_path, reveal), self.expect);
            output::print(|out| write!(out, "{text}"))?;
        }
        verdict.map(|_| ()).map_err(|refusal| not_valid(&refusal, &given.paths))
    }
}

fn text_of(commit: &[u8], verdict: &Result<Verdict, Refusal>, expected: bool) -> String {
    let heading = Commit::parse(commit).map(|commit| show::heading(&commit) + "\n\n");
    let mut text = heading.unwrap_or_default();
    match verdict {
        Ok(verdict) => {
            text += &show::places(verdict.commit(), verdict.reveal());
            text += "\n";
            text += &show::checks(verdict.checks());
            text += "\n";
            text += show::valid(verdict.commit(), expected);
            text += "\n";
        }
        Err(refusal) => {
            text += &show::checks(&refusal.checks);
            text += &show::failed_check(refusal);
        }
    }
    text
}

/// The verdict as JSON. `expected` says whether the commit id was compared with one that was given.
pub(super) fn json_of(commit: &[u8], verdict: &Result<Verdict, Refusal>, expected: bool) -> Value {
    let checks = |checks: &[Check]| -> Value {
        let check = |check: &Check| {
            json!({
                "step": check.step.number(),
                "name": check.step.to_string(),
                "evidence": check.evidence.to_string(),
                "sentence": check.sentence,
            })
        };
        checks.iter().map(check).collect()
    };
    let id = Commit::parse(commit).ok().map(|commit| commit.id().to_string());
    match verdict {
        Ok(verdict) => {
            let reveal = verdict.reveal();
            let places: Vec<_> = reveal
                .places
                .iter()
                .map(|place| {
                    json!({
                        "rank": place.rank,
                        "prize": place.kind.to_string(),
                        "position": place.position,
                        "entry": place.entry,
                    })
                })
                .collect();
            json!({
                "verdict": "valid",
                "rehearsal": verdict.commit().rules().rehearsal,
                "title": verdict.commit().rules().title,
                "commit_id": id,
                "commit_id_expected": expected,
                "reveal_id": reveal.id().to_string(),
                "places": places,
                "checks": checks(verdict.checks()),
            })
        }
        Err(refusal) => {
            let failure = &refusal.failure;
            let verdict = if failure.is_undecided() { "not checked" } else { "not valid" };
            json!({
                "verdict": verdict,
                "commit_id": id,
                "failure": {
                    "name": failure.name(),
                    "step": failure.step().number(),
                    "message": failure.to_string(),
                },
                "checks": checks(&refusal.checks),
            })
        }
    }
}

pub(super) fn not_valid(refusal: &Refusal, paths: &[(&'static str, PathBuf)]) -> Error {
    let failure = &refusal.failure;
    let message = format!("{refusal} [{}]", failure.name());
    let blamed: Vec<String> = paths
        .iter()
        .filter(|(kind, _)| kinds_of(failure).contains(kind))
        .map(|(_, path)| path.display().to_string())
        .collect();
    let one = if let [path] = blamed.as_slice() { format!("{path}: ") } else { String::new() };
    let error = if failure.is_undecided() {
        Error::not_done(format!("{one}not checked: {message}"))
    } else {
        Error::not_valid(format!("{one}not valid: {message}"))
    };
    let among = (blamed.len() > 1).then(|| format!("it is about one of {}", blamed.join(", ")));
    let hints: Vec<String> = among.into_iter().chain(hint(failure).map(str::to_owned)).collect();
    if hints.is_empty() { error } else { error.hint(hints.join("; ")) }
}

/// The kinds of the file, or of the files, that a failure speaks of.
fn kinds_of(failure: &Failure) -> &'static [&'static str] {
    match failure {
        Failure::File(FileError { file, .. }) | Failure::OtherCommit { file, .. } => match file {
            FileKind::Commit => &["commit"],
            FileKind::Reveal => &["reveal"],
            FileKind::Seeds => &["seeds"],
            FileKind::Receipt => &["receipt"],
            FileKind::List => &["list"],
            _ => &[],
        },
        Failure::CommitId { .. }
        | Failure::Rules(_)
        | Failure::Beacon(BeaconFault::FreshSignature(_)) => &["commit"],
        Failure::List(_)
        | Failure::ListCount { .. }
        | Failure::ListTickets { .. }
        | Failure::ListRoot { .. } => &["list"],
        Failure::Receipt => &["receipt"],
        Failure::OpenedTwice { .. } => &["reveal", "receipt"],
        Failure::SeedNames | Failure::SeedCommitment { .. } => &["reveal", "seeds"],
        Failure::Opening { .. }
        | Failure::Beacon(_)
        | Failure::Material { .. }
        | Failure::SeedMissing { .. }
        | Failure::DrawCount { .. }
        | Failure::DrawRank { .. }
        | Failure::DrawPrize { .. }
        | Failure::DrawPosition { .. }
        | Failure::DrawLine { .. } => &["reveal"],
        _ => &[],
    }
}

/// What can be done about a failure, if it isn't plain from its message.
fn hint(failure: &Failure) -> Option<&'static str> {
    Some(match failure {
        _ if failure.name() == "later-version" => "use a newer version of this tool",
        Failure::CommitId { .. } => {
            "this is not the commit that was published: look for the file that has the published id"
        }
        Failure::OtherCommit { .. } => "the files are not of one draw",
        Failure::Rehearsal => "to check a rehearsal add --rehearsal; it is a TEST, not a draw",
        Failure::ListMissing => "give NAME.list as it was published with the commit",
        Failure::List(_)
        | Failure::ListCount { .. }
        | Failure::ListTickets { .. }
        | Failure::ListRoot { .. } => {
            "the list was changed, or it is not the canonical NAME.list: in place of a CSV give the list that was written with the commit"
        }
        Failure::Receipt => "the receipt is wrong; to check the draw without it leave it out",
        Failure::OutOfMemory => "check it on a machine with more memory",
        _ => return None,
    })
}

/// The files of a draw, told apart by their endings or first lines.
#[derive(Default)]
pub(super) struct Given {
    pub(super) commit: Option<(PathBuf, Vec<u8>)>,
    pub(super) reveals: Vec<(PathBuf, Vec<u8>)>,
    /// Reveals by their ending: the commit says how large they can be.
    pub(super) unread_reveals: Vec<PathBuf>,
    pub(super) list: Option<(PathBuf, Vec<u8>)>,
    pub(super) seeds: Vec<Vec<u8>>,
    pub(super) receipts: Vec<Vec<u8>>,
    /// Where each file came from, with its kind.
    pub(super) paths: Vec<(&'static str, PathBuf)>,
}

impl Given {
    pub(super) fn add(&mut self, path: &Path, term: &Term) -> Result<(), Error> {
        if path.is_dir() {
            return self.add_folder(path, term);
        }
        let ending = ending_of(path);
        if ending.as_deref() == Some("secret") {
            return Err(secret_given(path));
        }
        if ending.as_deref() == Some("reveal") {
            self.unread_reveals.push(path.to_owned());
            self.paths.push(("reveal", path.to_owned()));
            return Ok(());
        }
        let bytes = match ending.as_deref() {
            Some("commit") => read::up_to(path, LARGEST_COMMIT)?,
            Some("seeds" | "receipt") => read::up_to(path, LARGEST_SMALL_FILE)?,
            _ => read::whole(path)?,
        };
        let kind = match ending.as_deref() {
            Some(known @ ("commit" | "list" | "seeds" | "receipt" | "outcome")) => known,
            _ => kind_of(&bytes),
        };
        let known = ["commit", "list", "reveal", "seeds", "receipt"];
        if let Some(kind) = known.into_iter().find(|&known| known == kind) {
            self.paths.push((kind, path.to_owned()));
        }
        match kind {
            "commit" => once(&mut self.commit, bytes, "commit", path),
            "list" => once(&mut self.list, bytes, "list", path),
            "reveal" => {
                self.reveals.push((path.to_owned(), bytes));
                Ok(())
            }
            "seeds" => {
                self.seeds.push(bytes);
                Ok(())
            }
            "receipt" => {
                self.receipts.push(bytes);
                Ok(())
            }
            "secret" => Err(secret_given(path)),
            later => Err(later_kind(path, later)),
        }
    }

    /// The commit. It says how large a reveal can be, so all reveals are read by now.
    pub(super) fn take_commit(&mut self) -> Result<(PathBuf, Vec<u8>), Error> {
        let (path, commit) = self.commit.take().ok_or_else(|| missing_file("commit"))?;
        // Of a commit that can't be read no reveal is looked at.
        let limit = Commit::parse(&commit).map_or(0, |commit| Reveal::size_limit(&commit));
        for path in self.unread_reveals.drain(..) {
            let bytes = read::up_to(&path, limit)?;
            self.reveals.push((path, bytes));
        }
        Ok((path, commit))
    }

    fn add_folder(&mut self, folder: &Path, term: &Term) -> Result<(), Error> {
        let cannot = |error: &std::io::Error| {
            Error::not_done(format!(
                "cannot read the folder {}: {}",
                folder.display(),
                reason(error)
            ))
        };
        let mut paths = Vec::new();
        for entry in folder.read_dir().map_err(|error| cannot(&error))? {
            let path = entry.map_err(|error| cannot(&error))?.path();
            let ending = ending_of(&path);
            let ours = ["commit", "reveal", "list", "seeds", "receipt"];
            // Some systems leave hidden files of the same ending beside the real ones.
            let hidden =
                path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            let ours = ending.is_some_and(|ending| ours.contains(&ending.as_str()));
            if !ours || hidden {
                continue;
            }
            if path.is_file() {
                paths.push(path);
            } else {
                term.warn(&format!("{} is left out: it is not a file", path.display()));
            }
        }
        paths.sort();
        if paths.is_empty() {
            return Err(Error::not_done(format!(
                "there are no files of a draw in {}",
                folder.display()
            ))
            .hint("they are called *.commit, *.reveal and *.list"));
        }
        paths.iter().try_for_each(|path| self.add(path, term))
    }
}

/// A file's ending in small letters, since some systems write `RAFFLE.LIST`.
fn ending_of(path: &Path) -> Option<String> {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase())
}

fn once(
    slot: &mut Option<(PathBuf, Vec<u8>)>,
    bytes: Vec<u8>,
    kind: &str,
    path: &Path,
) -> Result<(), Error> {
    if let Some((first, _)) = slot {
        let (second, first) = (path.display(), first.display());
        return Err(Error::not_done(format!("{second} is a second {kind}, beside {first}")).hint(
            "give the files of one draw; anything that isn't a file of ours counts as the list",
        ));
    }
    *slot = Some((path.to_owned(), bytes));
    Ok(())
}

fn secret_given(path: &Path) -> Error {
    Error::not_done(format!(
        "{} is a secret file: it is not needed to check a draw",
        path.display()
    ))
    .hint("leave it out, and don't publish it")
}

pub(super) fn missing_file(kind: &str) -> Error {
    Error::not_done(format!("there is no {kind} file among the files given"))
        .hint("give NAME.commit, NAME.reveal and, for a public list, NAME.list")
}
