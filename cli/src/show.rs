//! Draws and verdicts as text for people.

use std::fmt::Write as _;
use std::path::Path;

use fairdraw::Digest;
use fairdraw::draw::{
    Check, Commit, DrawnItem, DrawnPlace, Failure, Grade, Holders, PlaceKind, Refusal, Replacement,
    Reveal, Sampling, Step, Verdict,
};
use fairdraw::sample::Selected;

use crate::term::harmless;

/// The places by prize, or the items of a sample, in order of rank.
pub(crate) fn places(commit: &Commit, reveal: &Reveal) -> String {
    if let Some(sample) = &reveal.sample {
        return items(commit, sample);
    }
    let mut text = String::new();
    let mut current = None;
    let width = reveal.places.len().to_string().len();
    for DrawnPlace { rank, kind, entry, .. } in &reveal.places {
        if current != Some(*kind) {
            current = Some(*kind);
            let _ = writeln!(text, "{}", place_kind(commit, *kind));
        }
        let _ = writeln!(text, "  {rank:>width$}  {entry}");
    }
    text
}

/// The items of a sample, in draw order.
pub(crate) fn items(commit: &Commit, items: &[DrawnItem]) -> String {
    if items.is_empty() {
        return "no item was selected\n".to_owned();
    }
    let mut text = String::new();
    let strata = commit.rules().sampling().map(Sampling::strata).unwrap_or_default();
    let width = items.iter().map(|item| item.selected.rank.to_string().len()).max().unwrap_or(1);
    let mut current = None;
    for DrawnItem { selected, entry } in items {
        let Selected { rank, role, stratum, unit, .. } = *selected;
        if current != Some((stratum, role)) {
            current = Some((stratum, role));
            let number = usize::try_from(stratum).ok().and_then(|number| number.checked_sub(1));
            let stratum = number.and_then(|index| strata.get(index));
            let stratum = stratum.map(|stratum| format!("{}, ", stratum.name)).unwrap_or_default();
            let _ = writeln!(text, "{stratum}{role}");
        }
        let unit = if unit > 0 { format!("  (unit {unit})") } else { String::new() };
        let _ = writeln!(text, "  {rank:>width$}  {entry}{unit}");
    }
    text
}

/// The lines of a sample's register of replacements.
pub(crate) fn replacements(verdict: &Verdict) -> String {
    let strata = verdict.commit().rules().sampling().map(Sampling::strata).unwrap_or_default();
    let mut text = String::new();
    for Replacement { time, stratum, rank, spare, cause, text: why } in verdict.replacements() {
        let number = usize::try_from(*stratum).ok().and_then(|number| number.checked_sub(1));
        let stratum = number.and_then(|index| strata.get(index));
        let stratum = stratum.map(|stratum| format!("{}, ", stratum.name)).unwrap_or_default();
        let cause = cause.word();
        let _ = writeln!(text, "  {stratum}rank {rank} by spare {spare}, {time}: {cause}: {why}");
    }
    text
}

/// Who holds each prize place by now, by prize, and who was passed over.
pub(crate) fn holders(commit: &Commit, reveal: &Reveal, holders: &Holders) -> String {
    let mut text = String::new();
    let mut current = None;
    let width = reveal.places.len().to_string().len();
    let entry = |rank: u64| {
        let index = usize::try_from(rank - 1).unwrap_or(usize::MAX);
        reveal.places.get(index).map_or("", |place| place.entry.as_str())
    };
    for (place, kind) in holders.prize_places().zip(commit.place_kinds()) {
        if current != Some(kind) {
            current = Some(kind);
            let _ = writeln!(text, "{}", place_kind(commit, kind));
        }
        let _ = match place.rank {
            // An entry can hold any words, so what is known of it stands before it.
            Some(rank) if place.accepted => {
                writeln!(text, "  {rank:>width$}  accepted  {}", entry(rank))
            }
            Some(rank) => writeln!(text, "  {rank:>width$}  awaited   {}", entry(rank)),
            None => writeln!(text, "  {:>width$}  not awarded", "-"),
        };
    }
    let passed_over = reveal.places.iter().filter(|place| holders.is_passed_over(place.rank));
    for (index, place) in passed_over.enumerate() {
        if index == 0 {
            let _ = writeln!(text, "Passed over");
        }
        let _ = writeln!(text, "  {:>width$}  {}", place.rank, place.entry);
    }
    text
}

/// A prize with its count, or the alternates. Words of a file never begin a line: they could be those of a verdict.
fn place_kind(commit: &Commit, kind: PlaceKind) -> String {
    let PlaceKind::Prize(number) = kind else {
        return "Alternates".to_owned();
    };
    let index = usize::try_from(number - 1).unwrap_or(usize::MAX);
    match commit.rules().raffle().and_then(|raffle| raffle.prizes.get(index)) {
        Some(prize) if prize.count == 1 => format!("prize       {}", prize.name),
        Some(prize) => format!("prize       {} ({})", prize.name, prize.count),
        None => format!("prize {number}"),
    }
}

/// The checks that were made, one or more lines each.
pub(crate) fn checks(checks: &[Check]) -> String {
    let mut text = String::new();
    for check in checks {
        line(&mut text, check.step, &check.evidence.to_string(), &check.sentence);
    }
    text
}

/// The check that failed.
pub(crate) fn failed_check(refusal: &Refusal) -> String {
    let mut text = String::new();
    let failure = &refusal.failure;
    let word = if failure.is_undecided() { "NOT CHECKED" } else { "FAILED" };
    line(&mut text, failure.step(), word, &failure.to_string());
    text
}

/// Whom the reveal names at a place that went to another one; nothing if it is another reveal that does.
pub(crate) fn claimed_entry(failure: &Failure, reveal: &[u8]) -> String {
    let Failure::DrawPosition { rank, found, .. } = failure else {
        return String::new();
    };
    let reveal = Reveal::parse(reveal, u64::MAX).ok();
    let mut places = reveal.iter().flat_map(|reveal| &reveal.places);
    let place = places.find(|place| place.rank == *rank && place.position == *found);
    place.map_or_else(String::new, |place| {
        format!("{INDENT}the reveal names there: {}\n", place.entry)
    })
}

/// A check outside the protocol that failed.
pub(crate) fn failed(step: Step, reason: &str) -> String {
    let mut text = String::new();
    line(&mut text, step, "FAILED", reason);
    text
}

fn line(text: &mut String, step: Step, word: &str, sentence: &str) {
    let first = format!("{} {step:<10} {word:<12}", step.number(), step = step.to_string());
    let options = textwrap::Options::new(WIDTH)
        .initial_indent(&first)
        .subsequent_indent(INDENT)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    let _ = writeln!(text, "{}", textwrap::fill(sentence, options));
}

/// What the command that checks a rehearsal needs besides.
pub(crate) fn rehearsal_flag(commit: &Commit) -> &'static str {
    if commit.rules().rehearsal { " --rehearsal" } else { "" }
}

/// What is drawn, in a few lines.
pub(crate) fn heading(commit: &Commit) -> String {
    let rules = commit.rules();
    let mut text = String::new();
    if rules.rehearsal {
        let _ = writeln!(text, "TEST: this is a rehearsal, not a draw");
    }
    let _ = writeln!(text, "title       {}", rules.title);
    if let Some(organiser) = &rules.organiser {
        let _ = writeln!(text, "organiser   {organiser}");
    }
    let kind = match (rules.is_private(), rules.root()) {
        (true, _) => "private list",
        (_, Some(_)) => "public list",
        (_, None) => "no list file",
    };
    let word = if rules.sampling().is_some() { "items   " } else { "entries " };
    let _ = writeln!(text, "{word}    {} ({kind})", rules.entries);
    let _ = writeln!(text, "committed   {}", rules.created);
    let _ = write!(text, "published   {}", rules.published);
    text
}

/// The name of a file or folder. Whoever made the file chose it, so it can't steer the terminal.
pub(crate) fn path(path: &Path) -> String {
    harmless(&path.display().to_string())
}

/// The grade of a draw, with what it says.
pub(crate) fn grade(grade: Grade) -> String {
    format!("GRADE {}: {}", grade.letter(), grade.sentence())
}

/// The last line of a verdict with a fault.
pub(crate) fn refused(refusal: &Refusal) -> String {
    let failure = &refusal.failure;
    let word = if failure.is_undecided() { "NOT CHECKED" } else { "NOT VALID" };
    format!("{word}: {refusal} [{}]", failure.name())
}

/// Where the commit id is to be taken from: a command that brings it along would mark its own work.
pub(crate) fn as_published(commit: &Commit) -> String {
    let published = harmless(&commit.rules().published);
    format!("{ID_AS_PUBLISHED} is the commit id as it could be seen before the draw: {published}")
}

/// What stands for the commit id in a command to be repeated.
pub(crate) const ID_AS_PUBLISHED: &str = "ID-AS-PUBLISHED";

/// The last line of a verdict without fault. Who expected no id has to compare it himself.
pub(crate) fn valid(commit: &Commit, expected: bool) -> &'static str {
    if commit.rules().rehearsal {
        "VALID, but TEST: this was a rehearsal"
    } else if !expected {
        "VALID if the commit id above is the one published before the draw: the result is what the \
         committed list, rules and randomness give"
    } else {
        "VALID: the result is what the committed list, rules and randomness give"
    }
}

/// A commit id in groups of eight digits, for reading out. Everywhere else it stands in one piece, as `sha256sum` prints it.
pub(crate) fn spoken(id: Digest) -> String {
    let digits = id.to_string();
    let groups: Vec<&str> = (0..8).map(|group| &digits[group * 8..group * 8 + 8]).collect();
    groups.join(" ")
}

/// Reads a commit id in whatever way it was copied: ids are read out in groups, and in capitals; people put hyphens between.
pub(crate) fn read_id(text: &str) -> Result<Digest, String> {
    let between = |c: char| c.is_whitespace() || matches!(c, '-' | ':' | '.' | ',');
    let digits: String = text.split(between).collect();
    digits
        .to_ascii_lowercase()
        .parse()
        .map_err(|_| "a commit id has 64 hexadecimal digits".to_owned())
}

/// Text wider than this is wrapped. An id with its label still fits.
const WIDTH: usize = 100;
const INDENT: &str = "                         ";
