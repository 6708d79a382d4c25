//! `fairdraw verify`: check a draw from its files.

use std::fmt::Write as _;
use std::path::PathBuf;

use fairdraw::draw::{
    Answer, BeaconFault, Check, Commit, Decision, DrawnItem, ExtensionFile, Failure, FileError,
    FileKind, Files, Refusal, Replacement, Step, Verdict, verify,
};
use fairdraw::sample::Selected;
use serde_json::{Value, json};

use super::Run;
use crate::by_hand;
use crate::error::Error;
use crate::output;
use crate::outside::OutsideArgs;
use crate::show;
use crate::stamped::Stamped;
use crate::term::Term;

mod fault;
mod given;

pub(super) use given::{Draws, Given, Unsettled, missing_file};

/// Check a draw from its files, without network
///
/// Takes commit, reveal and, for a public list, the list, in any order; also seeds files, receipts, outcome files, extensions and
/// replacements of a sample, further reveals of the same commit, and commits and reveals of the draws that it follows or replaces. A folder stands for the
/// files in it that are called *.commit, *.reveal, *.list, *.seeds, *.receipt, *.outcome, *.extension
/// and *.replacements. Prints each check as PROVEN,
/// CLAIMED, NOT CHECKED or NOT PROVEN; then, but not with --json, the lines for a shell by which the hashes are checked
/// without this program; and last a grade from A to E, for what was proven about when and by whom the result was fixed, or
/// NOT VALID with the check that failed. Exit status 0 valid, 1 not valid, 2 the check could not be carried out.
#[derive(clap::Parser)]
#[command(
    name = "verify",
    after_help = "Examples:\n  \
        fairdraw verify raffle.commit raffle.reveal raffle.list --expect COMMIT-ID\n  \
        fairdraw verify summer-raffle-draw\n  \
        fairdraw verify summer-raffle-draw --timestamp raffle.tsr --timestamp-authority ca.pem\n  \
        fairdraw verify second.commit second.reveal second.list first.commit"
)]
pub(super) struct VerifyCommand {
    /// The files of the draw, or a folder with them
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    outside: OutsideArgs,

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
        let draws = match given.settle(term) {
            Ok(draws) => draws,
            Err(Unsettled::Misused(error)) => return Err(error),
            Err(Unsettled::Refused(refusal)) => {
                let refused = Err(refusal);
                *answered = true;
                self.print(&[], &refused, &Stamped::default(), "")?;
                return refused
                    .map(|_: Verdict| ())
                    .map_err(|refusal| not_valid(&refusal, &given.paths));
            }
        };
        let Given { reveals, list, seeds, receipts, outcomes, extensions, replacements, .. } =
            &mut given;
        let Some(((reveal_path, reveal), other_reveals)) = reveals.split_first() else {
            return Err(missing_file("reveal"));
        };
        let Draws { commit: (commit_path, commit), .. } = &draws;
        let stamped = self.outside.stamped(commit)?;
        let files = Files {
            commit,
            reveal,
            other_reveals: other_reveals.iter().map(|(_, bytes)| bytes.as_slice()).collect(),
            list: list.take().map(|(_, bytes)| bytes),
            seeds: seeds.iter().map(Vec::as_slice).collect(),
            receipts: receipts.iter().map(Vec::as_slice).collect(),
            outcomes: outcomes.iter().map(Vec::as_slice).collect(),
            extensions: extensions.iter().map(Vec::as_slice).collect(),
            replacements: replacements.iter().map(Vec::as_slice).collect(),
            earlier: draws.earlier(),
        };
        let options = self.outside.options(&stamped, self.rehearsal);
        let busy = term.busy("checking");
        let verdict = verify(files, options);
        drop(busy);
        *answered = true;
        let mut by_hand =
            by_hand::text((commit_path, commit), (reveal_path, reveal), self.outside.expect);
        if let Err(refusal) = &verdict {
            by_hand.insert_str(0, &show::claimed_entry(&refusal.failure, reveal));
        }
        self.print(commit, &verdict, &stamped, &by_hand)?;
        verdict.map_err(|refusal| not_valid(&refusal, &given.paths))?;
        stamped.misfit.map_or(Ok(()), |reason| Err(misfit(&reason)))
    }
}

impl VerifyCommand {
    fn print(
        &self,
        commit: &[u8],
        verdict: &Result<Verdict, Refusal>,
        stamped: &Stamped,
        by_hand: &str,
    ) -> Result<(), Error> {
        let expected = self.outside.expect.is_some();
        let misfit = stamped.misfit.as_deref().filter(|_| verdict.is_ok());
        let checks = match verdict {
            Ok(verdict) => verdict.checks(),
            Err(refusal) => &refusal.checks,
        };
        let checks = stamped.among(checks);
        if self.json {
            let answer = match misfit {
                Some(reason) => json_of_misfit(commit, reason, &checks),
                None => json_of(commit, verdict, &checks, expected),
            };
            return output::print(|out| writeln!(out, "{answer:#}"));
        }
        let text = match misfit {
            Some(reason) => {
                heading(commit) + &show::checks(&checks) + &show::failed(Step::CommitId, reason)
            }
            None => text_of(commit, verdict, &checks, expected),
        };
        let last = match (misfit, verdict) {
            (Some(reason), _) => Some(format!("NOT VALID: {reason} [{}]", Stamped::MISFIT)),
            (None, Ok(verdict)) => verdict.grade().map(show::grade),
            (None, Err(refusal)) => Some(show::refused(refusal)),
        };
        output::print(|out| {
            write!(out, "{text}{by_hand}")?;
            last.map_or(Ok(()), |last| writeln!(out, "\n{last}"))
        })
    }
}

fn heading(commit: &[u8]) -> String {
    Commit::parse(commit).map_or_else(|_| String::new(), |commit| show::heading(&commit) + "\n\n")
}

fn text_of(
    commit: &[u8],
    verdict: &Result<Verdict, Refusal>,
    checks: &[Check],
    expected: bool,
) -> String {
    let mut text = heading(commit);
    match verdict {
        Ok(verdict) => {
            text += &show::places(verdict.commit(), verdict.reveal());
            for (extension, number) in verdict.extensions().iter().zip(1..) {
                let _ = writeln!(text, "Extension {number}: {}", extension.reason);
                text += &show::items(verdict.commit(), &extension.items);
            }
            if !verdict.replacements().is_empty() {
                text += "Replaced\n";
                text += &show::replacements(verdict);
            }
            text += "\n";
            if !verdict.decisions().is_empty() {
                text += "Held by now, by the outcome file:\n";
                text += &show::holders(verdict.commit(), verdict.reveal(), verdict.outcome());
                text += "\n";
            }
            text += &show::checks(checks);
            text += "\n";
            text += show::valid(verdict.commit(), expected);
            text += "\n";
        }
        Err(refusal) => {
            text += &show::checks(checks);
            text += &show::failed_check(refusal);
        }
    }
    text
}

/// The verdict as JSON. `expected` says whether the commit id was compared with one that was given.
pub(super) fn json_of(
    commit: &[u8],
    verdict: &Result<Verdict, Refusal>,
    checks: &[Check],
    expected: bool,
) -> Value {
    let id = id_of(commit);
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
                "items": reveal.sample.as_deref().map(items_of),
                "extensions": extensions_of(verdict),
                "replacements": replacements_of(verdict),
                "outcome": outcome_of(verdict),
                "grade": verdict.grade().map(|grade| {
                    json!({ "letter": grade.letter().to_string(), "sentence": grade.sentence() })
                }),
                "checks": json_of_checks(checks),
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
                "checks": json_of_checks(checks),
            })
        }
    }
}

/// The answer about a valid draw if a time stamp is not of its commit file.
fn json_of_misfit(commit: &[u8], reason: &str, checks: &[Check]) -> Value {
    json!({
        "verdict": "not valid",
        "commit_id": id_of(commit),
        "failure": {
            "name": Stamped::MISFIT,
            "step": Step::CommitId.number(),
            "message": reason,
        },
        "checks": json_of_checks(checks),
    })
}

fn json_of_checks(checks: &[Check]) -> Value {
    let check = |check: &Check| {
        json!({
            "step": check.step.number(),
            "name": check.step.to_string(),
            "evidence": check.evidence.to_string(),
            "sentence": check.sentence,
        })
    };
    checks.iter().map(check).collect()
}

fn id_of(commit: &[u8]) -> Option<String> {
    Commit::parse(commit).ok().map(|commit| commit.id().to_string())
}

/// The items of a sample.
fn items_of(items: &[DrawnItem]) -> Value {
    let item = |DrawnItem { selected, entry }: &DrawnItem| {
        let Selected { rank, role, stratum, position, unit } = *selected;
        json!({
            "rank": rank,
            "role": role.to_string(),
            "stratum": stratum,
            "position": position,
            "unit": unit,
            "item": entry,
        })
    };
    items.iter().map(item).collect()
}

/// What extensions added; null where there is no sample.
fn extensions_of(verdict: &Verdict) -> Value {
    if verdict.reveal().sample.is_none() {
        return Value::Null;
    }
    let extension = |extension: &ExtensionFile| {
        json!({
            "id": extension.id().to_string(),
            "reason": extension.reason,
            "created": extension.created.to_string(),
            "items": items_of(&extension.items),
        })
    };
    verdict.extensions().iter().map(extension).collect()
}

/// The lines of the register; null where there is no sample.
fn replacements_of(verdict: &Verdict) -> Value {
    if verdict.reveal().sample.is_none() {
        return Value::Null;
    }
    let replacement = |replacement: &Replacement| {
        let Replacement { time, stratum, rank, spare, cause, text } = replacement;
        json!({
            "time": time.to_string(),
            "stratum": stratum,
            "rank": rank,
            "spare": spare,
            "cause": cause.word(),
            "text": text,
        })
    };
    verdict.replacements().iter().map(replacement).collect()
}

/// Who holds each prize place, and the decisions that led to it; null without an outcome file.
fn outcome_of(verdict: &Verdict) -> Value {
    if verdict.decisions().is_empty() {
        return Value::Null;
    }
    let decision = |decision: &Decision| {
        let Decision { time, rank, answer } = decision;
        let (accepted, cause, text) = match answer {
            Answer::Accepted => (true, None, None),
            Answer::PassedOver { cause, text } => (false, Some(cause.word()), Some(text)),
        };
        json!({
            "time": time.to_string(), "rank": rank, "accepted": accepted, "cause": cause, "text": text,
        })
    };
    let decisions: Vec<_> = verdict.decisions().iter().map(decision).collect();
    // The i-th place has rank i: verify has checked it.
    let places = &verdict.reveal().places;
    let entry = |rank: u64| {
        places.get(usize::try_from(rank.checked_sub(1)?).ok()?).map(|place| &place.entry)
    };
    let kinds = verdict.commit().place_kinds();
    let holders: Vec<_> = verdict
        .outcome()
        .prize_places()
        .zip(kinds)
        .map(|(place, kind)| {
            json!({
                "place": place.number,
                "prize": kind.to_string(),
                "rank": place.rank,
                "entry": place.rank.and_then(entry),
                "accepted": place.accepted,
            })
        })
        .collect();
    json!({ "holders": holders, "decisions": decisions })
}

/// A time stamp that is not of the commit file, or not by whom it should be.
pub(super) fn misfit(reason: &str) -> Error {
    Error::not_valid(format!("not valid: {reason} [{}]", Stamped::MISFIT))
        .hint("it says nothing against the draw: to check that without the time stamp leave it out")
}

pub(super) fn not_valid(refusal: &Refusal, paths: &[(&'static str, PathBuf)]) -> Error {
    let failure = &refusal.failure;
    let message = format!("{refusal} [{}]", failure.name());
    let mut blamed: Vec<_> =
        paths.iter().filter(|(kind, _)| kinds_of(failure).contains(kind)).collect();
    if blamed.len() > 1 {
        let at_fault = fault::of(failure, &blamed, paths);
        blamed = if at_fault.is_empty() { blamed } else { at_fault };
    }
    let blamed: Vec<String> = blamed.iter().map(|(_, path)| path.display().to_string()).collect();
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
        Failure::File(FileError { file, .. })
        | Failure::OtherCommit { file, .. }
        | Failure::OtherReveal { file, .. }
        | Failure::ItemCount { file, .. }
        | Failure::Item { file, .. } => match file {
            FileKind::Commit => &["commit"],
            FileKind::Reveal => &["reveal"],
            FileKind::Seeds => &["seeds"],
            FileKind::Receipt => &["receipt"],
            FileKind::List => &["list"],
            FileKind::Outcome => &["outcome"],
            FileKind::Extension => &["extension"],
            FileKind::Replacements => &["replacements"],
            _ => &[],
        },
        Failure::CommitId { .. }
        | Failure::Rules(_)
        | Failure::Design(_)
        | Failure::LabelRepeated { .. }
        | Failure::Beacon(
            BeaconFault::FreshSignature(_)
            | BeaconFault::NotAfterCommit { .. }
            | BeaconFault::FreshNotBeforeRound,
        ) => &["commit"],
        Failure::List(_)
        | Failure::ListCount { .. }
        | Failure::ListTickets { .. }
        | Failure::ListStrata(_)
        | Failure::ListAmounts(_)
        | Failure::ListRoot { .. } => &["list"],
        Failure::Receipt => &["receipt"],
        Failure::Outcome(_) | Failure::TwoOutcomes => &["outcome"],
        Failure::OtherExtension { .. } | Failure::Extension(_) => &["extension"],
        Failure::Replacement(_) | Failure::TwoRegisters => &["replacements"],
        Failure::EarlierDraw { .. } => &["commit", "reveal"],
        Failure::OpenedTwice { .. } => &["reveal", "receipt"],
        Failure::SeedNames | Failure::SeedCommitment { .. } | Failure::SeedReused { .. } => {
            &["reveal", "seeds"]
        }
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
        | Failure::ListStrata(_)
        | Failure::ListAmounts(_)
        | Failure::ListRoot { .. } => {
            "the list was changed, or it is not the canonical NAME.list: in place of a CSV give the list that was written with the commit"
        }
        Failure::OtherReveal { .. } => "give the reveal that it names, or leave the file out",
        Failure::EarlierDraw { .. } => {
            "give the draws that this one follows or replaces, each with its own commit and reveal, and none besides"
        }
        Failure::TwoOutcomes => {
            "lines of an outcome file are only ever added: ask whoever published the two what became of the others"
        }
        Failure::OtherExtension { .. } => {
            "give all extensions from the first one on, each once, and none of another draw"
        }
        Failure::TwoRegisters => {
            "lines of a register are only ever added: ask whoever published the two what became of the others"
        }
        Failure::Receipt => "the receipt is wrong; to check the draw without it leave it out",
        Failure::OutOfMemory => "check it on a machine with more memory",
        _ => return None,
    })
}
