//! `fairdraw verify`: check a draw from its files.

use std::path::{Path, PathBuf};

use fairdraw::Digest;
use fairdraw::draw::{
    Check, Commit, Files, LARGEST_COMMIT, LARGEST_SMALL_FILE, Options, Refusal, Reveal, Verdict,
    verify,
};
use serde_json::{Value, json};

use super::Run;
use crate::error::{Error, reason};
use crate::output;
use crate::read;
use crate::show;
use crate::term::Term;

/// Check a draw from its files, without network
///
/// Takes commit, reveal and, for a public list, the list, in any order; also seeds files, receipts, and further reveals
/// of the same commit. A folder stands for the files in it that are called *.commit, *.reveal, *.list, *.seeds and
/// *.receipt. Prints each check as PROVEN, CLAIMED, NOT CHECKED or NOT PROVEN. Exit status 0 valid, 1 not valid, 2 the
/// check could not be carried out.
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

    /// Print the verdict as JSON
    #[arg(long)]
    json: bool,
}

impl Run for VerifyCommand {
    fn run(self, term: &Term) -> Result<(), Error> {
        let mut given = Given::default();
        for path in &self.files {
            given.add(path)?;
        }
        let Given { commit, reveals, unread_reveals, list, seeds, receipts } = &mut given;
        let commit = commit.take().ok_or_else(|| missing_file("commit"))?;
        // Of a commit that can't be read no reveal is looked at.
        let limit = Commit::parse(&commit).map_or(0, |commit| Reveal::size_limit(&commit));
        for path in unread_reveals {
            reveals.push(read::up_to(path, limit)?);
        }
        let Some((reveal, other_reveals)) = reveals.split_first() else {
            return Err(missing_file("reveal"));
        };
        let files = Files {
            commit: &commit,
            reveal,
            other_reveals: other_reveals.iter().map(Vec::as_slice).collect(),
            list: list.take(),
            seeds: seeds.iter().map(Vec::as_slice).collect(),
            receipts: receipts.iter().map(Vec::as_slice).collect(),
        };
        let options = Options { expected: self.expect, rehearsal: self.rehearsal };
        let busy = term.busy("checking");
        let verdict = verify(files, options);
        drop(busy);
        if self.json {
            let answer = json_of(&commit, &verdict);
            output::print(|out| writeln!(out, "{answer:#}"))?;
        } else {
            let text = text_of(&commit, &verdict);
            output::print(|out| write!(out, "{text}"))?;
        }
        verdict.map(|_| ()).map_err(|refusal| not_valid(&refusal))
    }
}

fn text_of(commit: &[u8], verdict: &Result<Verdict, Refusal>) -> String {
    let heading = Commit::parse(commit).map(|commit| show::heading(&commit) + "\n\n");
    let mut text = heading.unwrap_or_default();
    match verdict {
        Ok(verdict) => {
            text += &show::places(verdict.commit(), verdict.reveal());
            text += "\n";
            text += &show::checks(verdict.checks());
            text += "\n";
            text += show::valid(verdict.commit());
            text += "\n";
        }
        Err(refusal) => {
            text += &show::checks(&refusal.checks);
            text += &show::failed_check(refusal);
        }
    }
    text
}

fn json_of(commit: &[u8], verdict: &Result<Verdict, Refusal>) -> Value {
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

fn not_valid(refusal: &Refusal) -> Error {
    let failure = &refusal.failure;
    let message = format!("{refusal} [{}]", failure.name());
    if failure.is_undecided() {
        Error::not_done(format!("not checked: {message}"))
    } else {
        Error::not_valid(format!("not valid: {message}"))
    }
}

/// The files of a draw, told apart by their endings or first lines.
#[derive(Default)]
struct Given {
    commit: Option<Vec<u8>>,
    reveals: Vec<Vec<u8>>,
    /// Reveals by their ending: the commit says how large they can be.
    unread_reveals: Vec<PathBuf>,
    list: Option<Vec<u8>>,
    seeds: Vec<Vec<u8>>,
    receipts: Vec<Vec<u8>>,
}

impl Given {
    fn add(&mut self, path: &Path) -> Result<(), Error> {
        if path.is_dir() {
            return self.add_folder(path);
        }
        let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
        if ending.as_deref() == Some("secret") {
            return Err(secret_given(path));
        }
        if ending.as_deref() == Some("reveal") {
            self.unread_reveals.push(path.to_owned());
            return Ok(());
        }
        let limit = match ending.as_deref() {
            Some("commit") => LARGEST_COMMIT,
            Some("seeds" | "receipt") => LARGEST_SMALL_FILE,
            _ => u64::MAX,
        };
        let bytes = read::up_to(path, limit)?;
        let kind = match ending.as_deref() {
            Some(known @ ("commit" | "list" | "seeds" | "receipt")) => known,
            _ => kind_of(&bytes),
        };
        match kind {
            "commit" => once(&mut self.commit, bytes, "commit", path),
            "list" => once(&mut self.list, bytes, "list", path),
            "reveal" => {
                self.reveals.push(bytes);
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
            later => Err(Error::not_done(format!(
                "{}: made for a later version: {later}",
                path.display()
            ))
            .hint("use a newer version of this tool, or leave the file out")),
        }
    }

    fn add_folder(&mut self, folder: &Path) -> Result<(), Error> {
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
            let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
            let ours = ["commit", "reveal", "list", "seeds", "receipt"];
            if ending.is_some_and(|ending| ours.contains(&ending.as_str())) && path.is_file() {
                paths.push(path);
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
        paths.iter().try_for_each(|path| self.add(path))
    }
}

/// What a file's first line says it is: a kind that this version may not know. Anything else is a list.
fn kind_of(bytes: &[u8]) -> &str {
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let words = str::from_utf8(line).ok().and_then(|line| line.strip_prefix("fairdraw "));
    let Some((kind, version)) = words.and_then(|words| words.split_once(" v")) else {
        return "list";
    };
    let is_kind = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    let is_ours = (1..=32).contains(&kind.len())
        && kind.bytes().all(is_kind)
        && !version.is_empty()
        && version.bytes().all(|byte| byte.is_ascii_digit());
    match kind {
        _ if !is_ours => "list",
        "rehearsal" => "commit",
        "rehearsal-reveal" => "reveal",
        _ => kind,
    }
}

fn once(slot: &mut Option<Vec<u8>>, bytes: Vec<u8>, kind: &str, path: &Path) -> Result<(), Error> {
    if slot.is_some() {
        return Err(Error::not_done(format!("{} is a second {kind}", path.display())).hint(
            "give the files of one draw; anything that isn't a file of ours counts as the list",
        ));
    }
    *slot = Some(bytes);
    Ok(())
}

fn secret_given(path: &Path) -> Error {
    Error::not_done(format!(
        "{} is a secret file: it is not needed to check a draw",
        path.display()
    ))
    .hint("leave it out, and don't publish it")
}

fn missing_file(kind: &str) -> Error {
    Error::not_done(format!("there is no {kind} file among the files given"))
        .hint("give NAME.commit, NAME.reveal and, for a public list, NAME.list")
}
