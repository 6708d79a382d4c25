//! `fairdraw replace`: record that an item of a sample can't be examined, and which spare takes its place.

use std::path::{Path, PathBuf};

use fairdraw::draw::{
    Failure, Replacement, ReplacementCause, ReplacementFaultKind, Sampling, Time,
};
use fairdraw::sample::Design;

use super::Run;
use super::sample::Checked;
use crate::clock;
use crate::draw_files::DrawFiles;
use crate::error::Error;
use crate::output::{self, Lock, append};
use crate::sampled::{names_of, number_of};
use crate::show;
use crate::term::Term;
use crate::terms::line;

/// Record that an item of a sample can't be examined, and which spare takes its place
///
/// Adds one line to NAME.replacements, which is made with the first one; the spare is always the first one not used yet. Lines are
/// only ever added, and one that breaks the rules is refused: no spare is skipped, and none is used twice. Without --rank it prints
/// what is to be examined now. A document that can't be found is usually a finding and not a reason for a replacement: the register
/// shows which it was.
#[derive(clap::Parser)]
#[command(
    name = "replace",
    after_help = "Examples:\n  \
        fairdraw replace ledger.commit --rank 7 --cause void --text \"cancelled before it was sent\"\n  \
        fairdraw replace ledger.commit --stratum North --rank 2 --cause out-of-scope --text \"another company's\""
)]
pub(super) struct Replace {
    /// NAME.commit or NAME.reveal, with the other files of the sample beside it
    #[arg(value_name = "NAME.commit")]
    draw: PathBuf,

    /// The rank of the item that is replaced
    #[arg(
        long,
        value_name = "RANK",
        requires = "cause",
        requires = "text",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    rank: Option<u64>,

    /// The stratum that the rank is of, in a stratified sample
    #[arg(long, value_name = "NAME", requires = "rank")]
    stratum: Option<String>,

    /// Why: not-found, void, out-of-scope, duplicate or other
    #[arg(long, value_name = "CAUSE", value_parser = cause, requires = "rank")]
    cause: Option<ReplacementCause>,

    /// Why, in words. It is published
    #[arg(long, value_name = "TEXT", value_parser = line, requires = "rank")]
    text: Option<String>,

    /// When it was decided, if not now; never before the line above
    #[arg(long, value_name = "TIME", value_parser = clock::parse, requires = "rank")]
    at: Option<Time>,

    /// The list as it was committed to; NAME.list otherwise
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
}

impl Run for Replace {
    fn run(self, term: &Term) -> Result<(), Error> {
        let draw = DrawFiles::of_either(&self.draw);
        let path = draw.with("replacements");
        let read = || {
            let list = self.list.clone().map_or_else(|| draw.found("list"), Ok)?;
            Checked::read(&draw.with("commit"), &draw, list)
        };
        let (Some(rank), Some(cause), Some(text)) = (self.rank, self.cause, &self.text) else {
            let checked = read()?;
            return output::print(|out| write!(out, "{}", state(&checked)));
        };
        // From here on no other run adds a line, so that this one's time is the last too.
        let lock = Lock::of_folder_with(&path)?;
        let checked = read()?;
        let now = term.now()?;
        let time = self.at.unwrap_or(now);
        if time > now {
            return Err(Error::not_done(format!("{time} is still to come"))
                .hint("--at is for what was decided before; leave it out for now"));
        }
        let made = checked.commit.rules().created;
        if time < made {
            return Err(Error::not_done(format!("{time} is before the commit was made, {made}"))
                .hint("nothing was selected then: give a later --at"));
        }
        let stratum = self.stratum(checked.commit.rules().sampling())?;
        let spare = checked.verdict.register().next_spare(stratum).ok_or_else(|| {
            let design = checked.commit.rules().sampling().map(|sampling| &sampling.design);
            let (what, hint) = match design {
                Some(Design::Monetary(_)) => (
                    "monetary unit sampling has no spares",
                    "report the item as not examined, or the amount as misstated",
                ),
                _ => (
                    "no spare is left",
                    "extend the sample with fairdraw extend, or report the item as not examined",
                ),
            };
            Error::not_done(format!("not recorded: {what}")).hint(hint)
        })?;
        let replacement = Replacement { time, stratum, rank, spare, cause, text: text.clone() };
        let file =
            checked.verdict.replace(replacement).map_err(|failure| refused(&failure, rank))?;
        if cause == ReplacementCause::NotFound {
            term.warn(
                "an item that can't be found is usually a finding, and no reason to replace it",
            );
        }
        append(&path, checked.register.as_deref(), file.to_string().as_bytes())?;
        drop(lock);
        let checked = read()?;
        output::print(|out| {
            writeln!(out, "recorded    rank {rank} by spare {spare}: {}: {text}\n", cause.word())?;
            write!(out, "{}", state(&checked))?;
            writeln!(out, "publish     {}", show::path(Path::new(&path)))
        })
    }
}

impl Replace {
    /// The number of the stratum; 0 without strata.
    fn stratum(&self, sampling: Option<&Sampling>) -> Result<u64, Error> {
        let strata = sampling.map(Sampling::strata).unwrap_or_default();
        match &self.stratum {
            None if strata.is_empty() => Ok(0),
            None => Err(Error::not_done("of which stratum is the rank?")
                .hint(format!("add --stratum; {}", names_of(strata)))),
            Some(name) => number_of(strata, name).map_err(|error| match strata {
                [] => error.hint("the sample has no strata: leave out --stratum"),
                _ => error.hint(names_of(strata)),
            }),
        }
    }
}

/// What is to be examined now.
fn state(checked: &Checked) -> String {
    let items: Vec<_> =
        checked.verdict.effective_sample().iter().map(|effective| effective.item.clone()).collect();
    let replaced = match checked.verdict.replacements() {
        [] => "replaced    nothing\n".to_owned(),
        _ => format!("Replaced\n{}", show::replacements(&checked.verdict)),
    };
    let heading = show::heading(&checked.commit);
    format!("{heading}\n\nTo examine\n{}{replaced}", show::items(&checked.commit, &items))
}

fn refused(failure: &Failure, rank: u64) -> Error {
    let Failure::Replacement(fault) = failure else {
        return Error::not_done(format!("not recorded: {failure}"));
    };
    let (message, hint) = match fault.kind {
        ReplacementFaultKind::Time => (
            "its time is before that of the last line".to_owned(),
            "give a later --at, or look at the computer's clock",
        ),
        ReplacementFaultKind::BeforeDraw => (
            "its time is before the draw could be made".to_owned(),
            "give a later --at, or look at the computer's clock",
        ),
        ReplacementFaultKind::Rank => (
            format!("rank {rank} is no item that can be replaced"),
            "certainty items aren't, and there must be such a rank",
        ),
        ReplacementFaultKind::Repeated => (
            format!("rank {rank} was replaced before"),
            "if its spare can't be examined either, replace the spare: its rank stands in the register",
        ),
        ReplacementFaultKind::Skipped => (
            format!("the spare of rank {rank} is not in use"),
            "only items that are to be examined are replaced",
        ),
        _ => return Error::not_done(format!("not recorded: {failure}")),
    };
    Error::not_done(format!("not recorded: {message}")).hint(hint)
}

fn cause(word: &str) -> Result<ReplacementCause, String> {
    ReplacementCause::of_word(word).ok_or_else(|| {
        let words: Vec<_> = ReplacementCause::ALL.iter().map(|cause| cause.word()).collect();
        format!("one of {}", words.join(", "))
    })
}
