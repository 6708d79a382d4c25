//! `fairdraw inspect`: explain a file without judging it.

use std::fmt::Write as _;
use std::path::PathBuf;

use fairdraw::draw::{
    Answer, BeaconRule, BeaconValue, Commit, Decision, EntryList, ExtensionFile, FileError,
    FileFault, HistoryKind, LARGEST_COMMIT, LARGEST_EXTENSION, LARGEST_SMALL_FILE, Method,
    MissingSeeds, NamedSeed, OutcomeFile, Raffle, Receipt, ReplacementsFile, Reveal, SecretFile,
    SeedsFile, Vacancy, Wins,
};
use sha2::{Digest as _, Sha256};

use super::Run;
use crate::dice::Record;
use crate::draw_files::{kind_of, later_kind, unreadable};
use crate::error::Error;
use crate::output;
use crate::read;
use crate::show;
use crate::term::Term;

mod sampling;

/// Explain a file of a draw in words, without judging it
///
/// Takes a commit, reveal, seeds file, receipt, outcome file, extension, register of replacements, secret
/// file, record of fairdraw dice, or list. Shows no seed
/// of a secret file. To check a draw use verify.
#[derive(clap::Parser)]
#[command(name = "inspect", after_help = "Example:\n  fairdraw inspect raffle.commit")]
pub(super) struct Inspect {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Run for Inspect {
    fn run(self, _term: &Term) -> Result<(), Error> {
        let path = &self.file;
        let bytes = read::by_its_beginning(path, |beginning| match kind_of(beginning) {
            "commit" => LARGEST_COMMIT,
            "extension" => LARGEST_EXTENSION,
            "seeds" | "receipt" | "secret" | "dice" => LARGEST_SMALL_FILE,
            // How large a reveal or an outcome file can be is in its commit, which isn't at hand.
            _ => read::list_limit(path),
        })?;
        let unreadable = |error: FileError| {
            let unreadable = unreadable(path, &error);
            match error.fault {
                FileFault::LaterVersion(_) => unreadable,
                _ => unreadable.hint("the file was changed, or cut off; ask for it again"),
            }
        };
        // A name with one of our endings decides, as it does for verify: a damaged secret file is no list.
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let ending = ending.as_deref().filter(|ending| ENDINGS.contains(ending));
        let text = match ending.unwrap_or_else(|| kind_of(&bytes)) {
            "commit" => commit(&Commit::parse(&bytes).map_err(unreadable)?),
            "reveal" => reveal(&Reveal::parse(&bytes, u64::MAX).map_err(unreadable)?),
            "seeds" => {
                let seeds = SeedsFile::parse(&bytes).map_err(unreadable)?;
                let names: Vec<_> = seeds.seeds.iter().map(|seed| seed.name.as_str()).collect();
                format!(
                    "a seeds file: it opens seeds of a commit\ncommit      {}\nseeds of    {}\n",
                    seeds.commit,
                    names.join(", ")
                )
            }
            "receipt" => receipt(&Receipt::parse(&bytes).map_err(unreadable)?),
            "outcome" => outcome(&OutcomeFile::parse(&bytes, u64::MAX).map_err(unreadable)?),
            "extension" => sampling::extension(&ExtensionFile::parse(&bytes).map_err(unreadable)?),
            "replacements" => {
                let file = ReplacementsFile::parse(&bytes, u64::MAX).map_err(unreadable)?;
                sampling::replacements(&file)
            }
            "secret" => {
                let secret = SecretFile::parse(&bytes).map_err(unreadable)?;
                let mut names: Vec<_> =
                    secret.seeds.iter().map(|seed| seed.name.as_str()).collect();
                names.extend(secret.list_key.is_some().then_some("and the key of a private list"));
                let commit = secret.commit.map_or_else(
                    || "none: the seed was made before its commit".to_owned(),
                    |commit| commit.to_string(),
                );
                let mut text = format!(
                    "a secret file: not to be published before the draw, and with a list key never\n\
                     commit      {commit}\nseeds of    {}\n",
                    names.join(", ")
                );
                for NamedSeed { name, seed } in &secret.seeds {
                    let (draw, rehearsal) =
                        (seed.commitment(name, false), seed.commitment(name, true));
                    let _ = writeln!(text, "in a draw   seed: {name} {draw}");
                    let _ = writeln!(text, "rehearsal   seed: {name} {rehearsal}");
                }
                text
            }
            "dice" => dice(&Record::parse(&bytes).map_err(|fault| {
                Error::not_done(format!("{}: {fault}", path.display()))
                    .hint("the record was changed since fairdraw dice wrote it")
            })?),
            "list" => list(&bytes).map_err(|error| {
                Error::not_done(format!(
                    "{}: neither a file of a draw nor a list: {error}",
                    path.display()
                ))
                .hint("a list as people keep it is read by: fairdraw commit LIST --dry-run")
            })?,
            later => return Err(later_kind(path, later)),
        };
        output::print(|out| write!(out, "{text}"))
    }
}

fn outcome(file: &OutcomeFile) -> String {
    let mut text = String::from(
        "an outcome file: what became of the drawn entries; its lines are claims of whoever keeps it\n",
    );
    let _ = writeln!(text, "commit      {}\nreveal      {}", file.commit, file.reveal);
    for Decision { time, rank, answer } in &file.decisions {
        let _ = match answer {
            Answer::Accepted => writeln!(text, "{time}  rank {rank} accepted"),
            Answer::PassedOver { cause, text: why } => {
                writeln!(text, "{time}  rank {rank} passed over, {cause}: {why}")
            }
        };
    }
    text
}

fn write_raffle(text: &mut String, raffle: &Raffle) {
    let _ = writeln!(text, "root        {}", raffle.root);
    let _ = match raffle.method {
        Method::Shuffle => writeln!(text, "method      every entry has the same chance"),
        Method::Tickets { total, wins: Wins::Once } => {
            writeln!(text, "method      {total} tickets with the same chance; an entry wins once")
        }
        Method::Tickets { total, wins: Wins::PerTicket } => {
            writeln!(
                text,
                "method      {total} tickets with the same chance; an entry can win with each"
            )
        }
    };
    let mut rank = 1u64;
    for prize in &raffle.prizes {
        let last = rank.saturating_add(prize.count - 1);
        let _ = writeln!(text, "rank {:<7}{}", ranks(rank, last), prize.name);
        rank = last.saturating_add(1);
    }
    if raffle.alternates > 0 {
        let last = rank.saturating_add(raffle.alternates - 1);
        let rule = match raffle.vacancy {
            Some(Vacancy::Up) => "everybody below moves up into a vacancy",
            _ => "each vacancy goes to the next of them",
        };
        let _ = writeln!(text, "rank {:<7}alternates; {rule}", ranks(rank, last));
    }
}

fn commit(commit: &Commit) -> String {
    let rules = commit.rules();
    let mut text =
        String::from("a commit: list, rules and sources of randomness, fixed before the draw\n");
    let _ = writeln!(text, "commit id   {}", commit.id());
    let _ = writeln!(text, "{}", show::heading(commit));
    if let Some(history) = &rules.history {
        let _ = match history.kind {
            HistoryKind::Follows { commit, reveal } => {
                writeln!(text, "follows     {commit}, revealed as {reveal}")
            }
            HistoryKind::Replaces { commit } => {
                writeln!(text, "replaces    {commit}, which is void")
            }
        };
        let _ = writeln!(text, "because     {}", history.reason);
    }
    if let Some(raffle) = rules.raffle() {
        write_raffle(&mut text, raffle);
    }
    if let Some(sampling) = rules.sampling() {
        sampling::rules(&mut text, sampling);
    }
    for seed in &rules.seeds {
        let _ = writeln!(text, "seed of     {} (commitment {})", seed.name, seed.commitment);
    }
    let _ = match &rules.beacon {
        Some(BeaconRule::Drand { chain, round }) => {
            let due = chain.time_of(*round).map(|due| due.to_string()).unwrap_or_default();
            writeln!(text, "beacon      drand {} round {round}, due {due}", chain.name)
        }
        Some(BeaconRule::Public { shape, description }) => {
            writeln!(text, "beacon      public text of the shape {shape}: {description}")
        }
        None => Ok(()),
    };
    if let Some(opening) = rules.opening {
        let rule = match opening.missing {
            MissingSeeds::Void => "without one of them there is no result",
            MissingSeeds::LeaveOut => "those that are missing are left out",
        };
        let _ = writeln!(text, "seeds by    {}; {rule}", opening.seeds_by);
    }
    if let Some(fresh) = &rules.fresh {
        let due = fresh.chain.time_of(fresh.round).map(|due| due.to_string()).unwrap_or_default();
        let _ =
            writeln!(text, "fresh       drand {} round {} of {due}", fresh.chain.name, fresh.round);
    }
    notes(&mut text, &rules.notes);
    text
}

fn ranks(first: u64, last: u64) -> String {
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}

fn reveal(reveal: &Reveal) -> String {
    let of = if reveal.rehearsal { " of a rehearsal (TEST)" } else { "" };
    let mut text = format!("a reveal{of}: the opened seeds, the beacon's value and the draw\n");
    let _ = writeln!(text, "commit      {}", reveal.commit);
    let _ = writeln!(text, "reveal id   {}", reveal.id());
    let _ = writeln!(text, "material    {}", reveal.material);
    for seed in &reveal.seeds {
        let state = if seed.seed.is_some() { "opened" } else { "missing" };
        let _ = writeln!(text, "seed of     {}, {state}", seed.name);
    }
    let _ = match &reveal.beacon {
        Some(BeaconValue::Drand { round, .. }) => writeln!(text, "beacon      drand round {round}"),
        Some(BeaconValue::Public(value)) => writeln!(text, "beacon      public text {value}"),
        None => Ok(()),
    };
    for place in &reveal.places {
        let (rank, kind) = (place.rank, place.kind.to_string());
        let _ =
            writeln!(text, "rank {rank:<7}{kind}: {} (position {})", place.entry, place.position);
    }
    if let Some(sample) = &reveal.sample {
        sampling::items(&mut text, sample);
    }
    notes(&mut text, &reveal.notes);
    text
}

fn receipt(receipt: &Receipt) -> String {
    let mut text = String::from("a receipt: the proof that one entry stands in a committed list\n");
    let _ = writeln!(text, "commit      {}", receipt.commit);
    let _ = writeln!(text, "position    {}", receipt.position);
    if let Some(tickets) = receipt.tickets {
        let _ = writeln!(text, "tickets     {tickets}");
    }
    let _ = writeln!(text, "entry       {}", receipt.entry);
    let list = if receipt.salt.is_some() { "private" } else { "public" };
    let _ = writeln!(text, "list        {list}; {} hashes lead to its root", receipt.path.len());
    text
}

fn list(bytes: &[u8]) -> Result<String, fairdraw::draw::EntryListError> {
    let weighted =
        bytes.split(|&byte| byte == b'\n').next().is_some_and(|line| line.contains(&b'\t'));
    // Tickets and amounts look alike; amounts may be 0 or below.
    let (list, fields) = match EntryList::parse(bytes.to_vec(), weighted) {
        Ok(list) => (list, None),
        Err(error) if weighted => match sampling::population(bytes) {
            Ok((list, fields)) => (list, Some(fields)),
            Err(_) => return Err(error),
        },
        Err(error) => return Err(error),
    };
    let mut text = String::from("a list of entries in the form that is committed to\n");
    if let Some(fields) = fields {
        let _ = writeln!(text, "population  {fields} before each item");
    }
    let _ = writeln!(text, "entries     {}", list.len());
    if let Some(tickets) = list.tickets() {
        let _ = writeln!(text, "tickets     {tickets}");
    }
    let _ = writeln!(text, "first       {}", shown(list.entry(0).unwrap_or_default()));
    let _ = writeln!(text, "last        {}", shown(list.entry(list.len() - 1).unwrap_or_default()));
    let _ = writeln!(text, "root        {} (if public)", list.root());
    let _ = writeln!(text, "SHA-256     {}", hex::encode(Sha256::digest(list.as_str())));
    Ok(text)
}

/// An entry, unless it looks like a line of a secret file, which may have lost its first line and its name.
fn shown(entry: &str) -> &str {
    let is_secret =
        |word: &str| word.len() >= 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let names_one = entry.contains("seed:") || entry.contains("list-key:");
    if names_one && entry.split(' ').any(is_secret) {
        "not shown: it looks like a line of a secret file"
    } else {
        entry
    }
}

fn dice(record: &Record) -> String {
    let mut text = String::from(
        "the record of a seed ceremony: what was rolled, and the claim of whoever kept it by whom and when\n",
    );
    let (die, rolls) = (record.die, &record.rolls);
    let _ = writeln!(text, "rolls       {} of {} sides, {}", rolls.len(), die.sides(), die.faces());
    for (name, count) in record.people() {
        let _ = writeln!(text, "rolled by   {name}, {count}");
    }
    let _ = writeln!(text, "began       {}", record.began);
    if let Some(last) = rolls.last() {
        let _ = writeln!(text, "ended       {}", last.time);
    }
    let _ = writeln!(text, "refused     {} lines", record.refused);
    let _ = writeln!(text, "entropy     {}, if all faces are equally likely", record.entropy());
    let _ = writeln!(text, "shape       {}", record.shape().unwrap_or_default());
    let _ = writeln!(text, "text        {}", record.text());
    text
}

fn notes(text: &mut String, notes: &[String]) {
    for note in notes {
        let _ = writeln!(text, "note        {note}");
    }
}

/// The kinds of file that have endings of their own.
const ENDINGS: [&str; 9] = [
    "commit",
    "reveal",
    "list",
    "seeds",
    "receipt",
    "outcome",
    "extension",
    "replacements",
    "secret",
];
