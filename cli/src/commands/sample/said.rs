//! What a working paper says of population, design and randomness.

use std::fmt::Write as _;
use std::path::Path;

use fairdraw::draw::{Time, is_forbidden};
use fairdraw::sample::{Design, Plan};

use super::preview;
use crate::design_args::in_words;
use crate::input::{Imported, StratumCount, Totals, decimal};
use crate::paper::{Allocated, Paper, Section, rows, sha256};
use crate::shell;
use crate::term::harmless;

/// Where the population came from, and how many items it has.
pub(super) fn population(imported: &Imported) -> Section {
    let report = &imported.report;
    let mut facts = vec![("file".to_owned(), report.file.clone())];
    if let Some(digest) = report.sha256 {
        facts.push(("SHA-256 of the file".to_owned(), digest.to_string()));
    }
    facts.push((
        "SHA-256 of the canonical list".to_owned(),
        sha256(imported.text.as_bytes()).to_string(),
    ));
    facts.push(("items".to_owned(), report.entries.to_string()));
    facts.push(("named by column".to_owned(), report.columns.join(", ")));
    let columns = [("strata in", &report.stratum_column), ("amounts in", &report.amount_column)];
    for (name, column) in columns {
        facts.extend(column.clone().map(|column| (name.to_owned(), column)));
    }
    facts.push(("first item".to_owned(), report.first.clone()));
    facts.push(("last item".to_owned(), report.last.clone()));
    facts.extend(report.totals.into_iter().flat_map(preview::sums));
    Section { heading: "Population", facts }
}

/// The design in words, with its frame.
pub(super) fn design(plan: &Plan<'_>, totals: Option<Totals>) -> Section {
    let places = totals.map_or(0, |totals| totals.places);
    let (name, said) = in_words(plan.design(), places);
    let mut facts = vec![("design".to_owned(), name.to_owned())];
    facts.extend(said.into_iter().map(|(what, value)| (what.to_owned(), value)));
    if let Some(frame) = plan.frame() {
        let money = |items: u64, units: u64| {
            format!("{items} items, {} in all", decimal(units.into(), places))
        };
        let certain = frame.certainty.len() as u64;
        facts.push(("certainty items".to_owned(), money(certain, frame.certainty_sum)));
        facts.push(("the rest".to_owned(), money(frame.rest_items, frame.rest)));
        if let Some((whole, part)) = preview::interval(plan) {
            let exact = if part == 0 { String::new() } else { format!(" + {part}/{}", frame.hits) };
            facts.push(("interval in smallest units".to_owned(), format!("{whole}{exact}")));
        }
    }
    for line in preview::chances(plan).lines() {
        let (label, value) = match line.strip_prefix("chance") {
            Some(rest) => ("chance", rest.trim()),
            None => ("", line.trim()),
        };
        if !value.ends_with(':') {
            facts.push((label.to_owned(), value.to_owned()));
        }
    }
    let results = plan.results();
    facts.push((
        "results of equal chance".to_owned(),
        format!("2^{}.{:02}", results / 100, results % 100),
    ));
    facts.push(("algorithm".to_owned(), ALGORITHM.to_owned()));
    facts.push(("program".to_owned(), PROGRAM.to_owned()));
    Section { heading: "Design", facts }
}

/// The strata with their sizes.
pub(super) fn allocation(
    plan: &Plan<'_>,
    counts: &[StratumCount],
    totals: Option<Totals>,
) -> Vec<Allocated> {
    let Design::Stratified { strata, .. } = plan.design() else { return Vec::new() };
    let above =
        |name: &str| counts.iter().find(|count| count.name == name).map(|count| count.above);
    let allocated = |stratum: &fairdraw::sample::Stratum| Allocated {
        name: stratum.name.clone(),
        items: stratum.items,
        above: totals.and_then(|_| above(&stratum.name)),
        size: stratum.size,
        spares: stratum.spares,
        deviation: stratum.deviation,
    };
    strata.iter().map(allocated).collect()
}

/// The seed file, whole if it is a short text: whoever checks needs its very bytes.
pub(super) fn seed_file(path: &Path, seed: &[u8], drawn: Time) -> Section {
    let mut facts = vec![
        ("seed".to_owned(), format!("{}, {} bytes", path.display(), seed.len())),
        ("SHA-256 of the seed file".to_owned(), sha256(seed).to_string()),
    ];
    let text = str::from_utf8(seed).ok().filter(|text| text.len() <= SHORT);
    if let Some(text) = text.filter(|text| text.chars().all(|c| c == '\n' || !is_forbidden(c))) {
        facts.push(("its text".to_owned(), text.trim_end().to_owned()));
    }
    facts.push(("drawn at".to_owned(), format!("{drawn} by this computer's clock")));
    Section { heading: "Randomness and times", facts }
}

/// What a draw without a commit proves, and what it doesn't.
pub(super) fn unbound() -> Vec<(String, String)> {
    let check = |word: &str, sentence: &str| (word.to_owned(), sentence.to_owned());
    vec![
        check(
            "PROVEN",
            "whoever has the population and the seed file draws the same items again with the command below",
        ),
        check(
            "NOT PROVEN",
            "that the seed was not chosen for its result: nothing bound seed, design and population before the draw, and whoever chose them could try many",
        ),
        check("NOT PROVEN", "that the population was complete and honest"),
    ]
}

/// The command that runs now, for a shell.
pub(super) fn this_command() -> String {
    let arguments = std::env::args_os().skip(1);
    arguments.fold("fairdraw".to_owned(), |mut text, argument| {
        let word = argument.to_str().filter(|word| is_option(word));
        let word = word.map_or_else(|| shell::word(Path::new(&argument)), str::to_owned);
        // Writing to a string can't fail.
        let _ = write!(text, " {word}");
        text
    })
}

/// An option in plain letters; anything else is quoted where it has to be.
fn is_option(word: &str) -> bool {
    word.starts_with('-') && word.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'=' | b'.' | b',' | b':' | b'/' | b'_'))
}

/// The selected items for a screen.
pub(super) fn items(paper: &Paper) -> String {
    let rows = rows(&paper.lines, &paper.replacements);
    let mut text = String::new();
    let width = rows.iter().map(|row| row.line.rank.to_string().len()).max().unwrap_or(1);
    let mut before = None;
    for row in &rows {
        let line = row.line;
        let group = (line.round, line.stratum, line.role);
        if before != Some(group) {
            before = Some(group);
            let stratum = match line.stratum {
                0 => String::new(),
                _ => format!("{}, ", harmless(&line.stratum_name)),
            };
            let round = match line.round {
                0 => String::new(),
                round => format!(", extension {round}"),
            };
            let _ = writeln!(text, "{stratum}{}{round}", line.role);
        }
        let amount = match (line.amount, paper.places) {
            (Some(amount), Some(places)) => format!("  {}", decimal(amount.into(), places)),
            _ => String::new(),
        };
        let hits = match row.ranks.len() {
            1 => String::new(),
            hits => format!("  ({hits} hits)"),
        };
        let _ = writeln!(text, "  {:>width$}  {}{amount}{hits}", line.rank, line.item);
    }
    text
}

pub(super) const RE_PERFORMED: &str =
    "RE-PERFORMED ONLY: the sample can be drawn again, but nothing bound its seed before the draw";
const ALGORITHM: &str = "Fairdraw protocol v1, SPEC section 19: Hash_DRBG with SHA-256 (NIST SP 800-90A), exact uniform integers, purpose \"sample\"";
const PROGRAM: &str = concat!("fairdraw ", env!("CARGO_PKG_VERSION"), ", specification 1.1.0");
/// A seed file of so many bytes is shown whole.
const SHORT: usize = 2_000;
