//! `fairdraw outcome`: record who accepted and who was passed over, and say who holds each prize now.

use std::path::{Path, PathBuf};

use fairdraw::draw::{
    Answer, BeaconRule, Cause, Commit, Decision, Failure, FileFault, FileKind, Files, Holders,
    Options, OutcomeFault, OutcomeFaultKind, OutcomeFile, Reveal, Time, verify,
};

use super::Run;
use super::verify::not_valid as verify_said;
use crate::clock;
use crate::draw_files::{DrawFiles, list_bytes, read_commit, unreadable};
use crate::error::Error;
use crate::output::{self, Lock, append};
use crate::read;
use crate::show;
use crate::term::Term;
use crate::terms::{line, number};

/// Record who accepted a prize and who was passed over, and say who holds each prize now
///
/// Adds one line to NAME.outcome, which is made with the first one. A prize that its winner doesn't take goes on by the rule
/// that the commit fixed before the draw: to the next alternate, or everybody below moves up. A line that breaks the rules is
/// refused: nobody can be called before it is his turn, and nobody is skipped in silence. Lines are only ever added: publish
/// the file again after each. Without --accepted or --passed-over it prints how things stand. NAME.commit is looked for beside
/// NAME.reveal; so is NAME.list, with which the draw is checked first: on one that is not valid nothing is recorded. fairdraw verify
/// takes the outcome file too.
#[derive(clap::Parser)]
#[command(
    name = "outcome",
    group = clap::ArgGroup::new("answer").args(["accepted", "passed_over"]),
    after_help = "Examples:\n  \
        fairdraw outcome raffle.reveal --accepted 1\n  \
        fairdraw outcome raffle.reveal --passed-over 2 --cause declined --text \"moved away\"\n  \
        fairdraw outcome raffle.reveal"
)]
pub(super) struct OutcomeCommand {
    /// The reveal file
    #[arg(value_name = "NAME.reveal")]
    reveal: PathBuf,

    /// The drawn entry of this rank accepted
    #[arg(long, value_name = "RANK", allow_negative_numbers = true, value_parser = number)]
    accepted: Option<u64>,

    /// The drawn entry of this rank was passed over: its prize goes on
    #[arg(
        long,
        value_name = "RANK",
        requires = "cause",
        requires = "text",
        allow_negative_numbers = true,
        value_parser = number
    )]
    passed_over: Option<u64>,

    /// Why: declined, no-answer, not-found, ineligible, duplicate or other
    #[arg(long, value_name = "CAUSE", value_parser = cause, requires = "passed_over", conflicts_with = "accepted")]
    cause: Option<Cause>,

    /// Why, in words. It is published
    #[arg(long, value_name = "TEXT", value_parser = line, requires = "passed_over", conflicts_with = "accepted")]
    text: Option<String>,

    /// When it was decided, if not now; never before the line above
    #[arg(long, value_name = "TIME", value_parser = clock::parse, requires = "answer")]
    at: Option<Time>,

    /// The commit file; NAME.commit otherwise
    #[arg(long, value_name = "FILE")]
    commit: Option<PathBuf>,

    /// The outcome file; NAME.outcome otherwise
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Run for OutcomeCommand {
    fn run(self, term: &Term) -> Result<(), Error> {
        let files = DrawFiles::of_reveal(&self.reveal);
        let commit_path = self.commit.clone().map_or_else(|| files.found("commit"), Ok)?;
        let commit = read_commit(&commit_path)?;
        let reveal = read_reveal(&self.reveal, &commit, &commit_path)?;
        check_draw((&commit_path, &commit), (&self.reveal, &reveal), &files, term)?;
        let path = self.output.clone().unwrap_or_else(|| files.with("outcome"));
        let Some(answer) = self.answer() else {
            let known = Known::read(&path, &commit, &reveal)?;
            return output::print(|out| write!(out, "{}", state(&commit, &reveal, &known.holders)));
        };
        let drawn = reveal.places.len();
        if answer.0 == 0 || answer.0 > drawn as u64 {
            return Err(Error::not_done(format!("not recorded: rank {} was not drawn", answer.0))
                .hint(format!("ranks are 1 to {drawn}")));
        }
        // From here on no other run adds a line, so that this one's time is the last too.
        let lock = Lock::of_folder_with(&path)?;
        let known = Known::read(&path, &commit, &reveal)?;
        let decision = self.decision(answer, term.now()?)?;
        let (recorded, time) = (decision.to_string(), decision.time);
        let holders = known.add(decision, &path, &commit, &reveal)?;
        drop(lock);
        if let Some(why) = before_the_draw(&commit, time) {
            term.warn(&format!("recorded for {time}, but {why}"));
        }
        output::print(|out| {
            writeln!(out, "recorded    {recorded}\n")?;
            write!(out, "{}", state(&commit, &reveal, &holders))?;
            writeln!(out, "publish     {}", show::path(&path))
        })
    }
}

impl OutcomeCommand {
    /// The rank that answered, and how; nothing if nothing is to be recorded.
    fn answer(&self) -> Option<(u64, Answer)> {
        match (self.accepted, self.passed_over, self.cause, &self.text) {
            (Some(rank), ..) => Some((rank, Answer::Accepted)),
            (None, Some(rank), Some(cause), Some(text)) => {
                Some((rank, Answer::PassedOver { cause, text: text.clone() }))
            }
            _ => None,
        }
    }

    /// The line that is to be recorded.
    fn decision(&self, (rank, answer): (u64, Answer), now: Time) -> Result<Decision, Error> {
        let time = self.at.unwrap_or(now);
        if time > now {
            return Err(Error::not_done(format!("{time} is still to come"))
                .hint("--at is for what was decided before; leave it out for now"));
        }
        Ok(Decision { time, rank, answer })
    }
}

/// Why nobody can have answered at a time.
fn before_the_draw(commit: &Commit, time: Time) -> Option<String> {
    let rules = commit.rules();
    if let Some(BeaconRule::Drand { chain, round }) = rules.beacon {
        let due = chain.time_of(round).filter(|&due| time < due)?;
        return Some(format!("the draw's round was due at {due}"));
    }
    (time < rules.created).then(|| format!("the commit is of {}", rules.created))
}

/// What the outcome file says so far.
struct Known {
    /// Its bytes; nothing if there is none.
    bytes: Option<Vec<u8>>,
    decisions: Vec<Decision>,
    holders: Holders,
}

impl Known {
    /// Reads the outcome file, and checks it by the rules. Without one, everything is as it was drawn.
    fn read(path: &Path, commit: &Commit, reveal: &Reveal) -> Result<Self, Error> {
        if path.symlink_metadata().is_err() {
            let holders = Holders::drawn(commit).map_err(|fault| unusable(path, &fault))?;
            return Ok(Self { bytes: None, decisions: Vec::new(), holders });
        }
        read::check_found(path)?;
        let limit = OutcomeFile::size_limit(commit);
        let bytes = read::up_to(path, limit)?;
        let file = OutcomeFile::parse(&bytes, limit).map_err(|error| unreadable(path, &error))?;
        let holders = file.check(commit).map_err(|failure| not_valid(path, &failure))?;
        if file.reveal != reveal.id() {
            return Err(not_valid(
                path,
                &Failure::OtherReveal { file: FileKind::Outcome, names: file.reveal },
            )
            .hint("give the reveal that it is about, or another name with --output"));
        }
        Ok(Self { bytes: Some(bytes), decisions: file.decisions, holders })
    }

    /// Adds a line to the file, if the whole then follows the rules.
    fn add(
        self,
        decision: Decision,
        path: &Path,
        commit: &Commit,
        reveal: &Reveal,
    ) -> Result<Holders, Error> {
        let mut decisions = self.decisions;
        decisions.push(decision);
        let file = OutcomeFile { commit: commit.id(), reveal: reveal.id(), decisions };
        let text = file.to_string();
        let limit = OutcomeFile::size_limit(commit);
        OutcomeFile::parse(text.as_bytes(), limit).map_err(|error| match error.fault {
            FileFault::TooLarge { .. } => Error::not_done(format!("not recorded: {error}")),
            fault => Error::not_done(format!("not recorded: {fault}"))
                .hint("write a shorter --text: a line has at most 512 bytes"),
        })?;
        let holders =
            file.check(commit).map_err(|failure| refused(&failure, reveal, &self.holders))?;
        append(path, self.bytes.as_deref(), text.as_bytes())?;
        Ok(holders)
    }
}

/// The reveal, which has the commit's places.
fn read_reveal(path: &Path, commit: &Commit, commit_path: &Path) -> Result<Reveal, Error> {
    let limit = Reveal::size_limit(commit);
    let bytes = read::up_to(path, limit)?;
    let reveal = Reveal::parse(&bytes, limit).map_err(|error| unreadable(path, &error))?;
    if reveal.rehearsal != commit.rules().rehearsal {
        let kind = |rehearsal| if rehearsal { "a rehearsal" } else { "a draw" };
        return Err(Error::not_done(format!(
            "{} is the reveal of {}, and {} the commit of {}",
            path.display(),
            kind(reveal.rehearsal),
            commit_path.display(),
            kind(commit.rules().rehearsal)
        ))
        .hint(
            "a rehearsal has files of its own: give commit and reveal of the one that it is about",
        ));
    }
    if reveal.commit != commit.id() {
        return Err(Error::not_done(format!(
            "{} belongs to another commit: {}",
            path.display(),
            reveal.commit
        ))
        .hint("give the commit that it opens with --commit FILE"));
    }
    let places = commit.check_rules().map_err(|fault| unusable(path, &fault))?;
    let ranks = reveal.places.iter().map(|place| place.rank);
    if !ranks.eq(1..=places.total()) {
        return Err(Error::not_done(format!(
            "{} has not the {} places of its commit",
            path.display(),
            places.total()
        ))
        .hint("see what is wrong with it: fairdraw verify"));
    }
    Ok(reveal)
}

/// Checks the draw, where the files for it are there; otherwise says that it isn't checked.
fn check_draw(
    (commit_path, commit): (&Path, &Commit),
    (reveal_path, reveal): (&Path, &Reveal),
    files: &DrawFiles,
    term: &Term,
) -> Result<(), Error> {
    let mut paths = vec![("commit", commit_path.to_owned()), ("reveal", reveal_path.to_owned())];
    let mut list = None;
    if !commit.rules().is_private() {
        let beside = [files.with("list"), DrawFiles::of_commit(commit_path).with("list")];
        let Some(path) = beside.iter().find(|path| path.is_file()) else {
            term.note(&format!(
                "the draw is not checked, since there is no {}: see fairdraw verify",
                beside[0].display()
            ));
            return Ok(());
        };
        list = Some(list_bytes(path, commit)?);
        paths.push(("list", path.clone()));
    }
    let revealed = reveal.to_string();
    let draw = Files {
        commit: commit.as_str().as_bytes(),
        reveal: revealed.as_bytes(),
        list,
        ..Files::default()
    };
    let options = Options { rehearsal: commit.rules().rehearsal, ..Options::default() };
    let busy = term.busy("checking the draw");
    let verdict = verify(draw, options);
    drop(busy);
    verdict.map(|_| ()).map_err(|refusal| verify_said(&refusal, &paths))
}

/// Who holds each prize, and whose answer is awaited.
fn state(commit: &Commit, reveal: &Reveal, holders: &Holders) -> String {
    let (heading, held) = (show::heading(commit), show::holders(commit, reveal, holders));
    let awaited: Vec<String> = holders
        .prize_places()
        .filter(|place| !place.accepted)
        .filter_map(|place| place.rank)
        .map(|rank| rank.to_string())
        .collect();
    let awaited = match awaited.as_slice() {
        [] => "no answer: every prize that is awarded was accepted".to_owned(),
        [rank] => format!("the answer of rank {rank}"),
        ranks if ranks.len() > SHOWN => {
            let (first, count) = (ranks[..SHOWN].join(", "), ranks.len());
            format!("the answers of ranks {first}, .. ({count} in all)")
        }
        ranks => format!("the answers of ranks {}", ranks.join(", ")),
    };
    format!("{heading}\n\n{held}\nawaited     {awaited}\n")
}

/// Why a line was not added.
fn refused(failure: &Failure, reveal: &Reveal, holders: &Holders) -> Error {
    let Failure::Outcome(OutcomeFault { rank, kind, .. }) = failure else {
        return Error::not_done(format!("not recorded: {failure}"));
    };
    let called = |called: u64| {
        format!(
            "the ranks up to {called} were called so far; an alternate's turn comes when a rank is passed over"
        )
    };
    let (message, hint) = match kind {
        OutcomeFaultKind::Time => (
            "its time is before that of the last line".to_owned(),
            "lines stand in the order of their times: give a later --at, or look at the computer's clock"
                .to_owned(),
        ),
        OutcomeFaultKind::Rank { drawn } => {
            (format!("rank {rank} was not drawn"), format!("there are the ranks 1 to {drawn}"))
        }
        OutcomeFaultKind::Repeated if holders.is_passed_over(*rank) => (
            format!("rank {rank} was passed over before"),
            "what was passed over stays so; a mistake is mended by a new draw: fairdraw commit --replaces or --follows"
                .to_owned(),
        ),
        OutcomeFaultKind::Repeated => (
            format!("rank {rank} has accepted already"),
            "who accepted may still be passed over".to_owned(),
        ),
        OutcomeFaultKind::Skipped { called: last } => {
            (format!("it is not the turn of rank {rank}"), called(*last))
        }
        _ => return Error::not_done(format!("not recorded: {failure}")),
    };
    let entry = reveal.places.iter().find(|place| place.rank == *rank);
    let entry = entry.map(|place| format!(" ({})", place.entry)).unwrap_or_default();
    Error::not_done(format!("not recorded: {message}{entry}")).hint(hint)
}

/// An outcome file that breaks the rules: exit status 1.
fn not_valid(path: &Path, failure: &Failure) -> Error {
    Error::not_valid(format!("{}: not valid: {failure} [{}]", path.display(), failure.name()))
}

fn unusable(path: &Path, fault: &impl std::fmt::Display) -> Error {
    Error::not_done(format!(
        "{}: the rules of its commit contradict each other: {fault}",
        path.display()
    ))
}

fn cause(word: &str) -> Result<Cause, String> {
    Cause::of_word(word).ok_or_else(|| {
        let words: Vec<_> = Cause::ALL.iter().map(|cause| cause.word()).collect();
        format!("one of {}", words.join(", "))
    })
}

/// So many ranks are named in a line.
const SHOWN: usize = 10;
