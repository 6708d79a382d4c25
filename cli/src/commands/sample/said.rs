//! What a working paper says of population, design and randomness.

use std::fmt::Write as _;
use std::path::Path;

use fairdraw::draw::{Time, is_forbidden};
use fairdraw::sample::{Addition, Design, Monetary, Plan, SampleSize, Selected, Stratum};

use crate::args;
use crate::design_args::in_words;
use crate::input::decimal;
use crate::paper::{Allocated, Paper, Section, rows, sha256};
use crate::sampled::measure::Measure;
use crate::sampled::{Origin, preview, strata_of, sums};
use crate::shell;
use crate::term::harmless;

/// Where the population came from, and how many items it has.
pub(super) fn population(origin: &Origin) -> Section {
    let mut facts = vec![("population".to_owned(), origin.in_words())];
    if let Origin::File(imported) = origin {
        let report = &imported.report;
        let digest = report.sha256.map(|digest| digest.to_string());
        facts.extend(digest.map(|digest| ("SHA-256 of the file".to_owned(), digest)));
        let canonical = sha256(imported.text.as_bytes()).to_string();
        facts.push(("SHA-256 of the canonical list".to_owned(), canonical));
        facts.push(("named by column".to_owned(), report.columns.join(", ")));
        let columns =
            [("strata in", &report.stratum_column), ("amounts in", &report.amount_column)];
        for (name, column) in columns {
            facts.extend(column.clone().map(|column| (name.to_owned(), column)));
        }
    }
    facts.push(("items".to_owned(), origin.items().to_string()));
    facts.push(("first item".to_owned(), origin.item(0)));
    facts.push(("last item".to_owned(), origin.item(origin.items().saturating_sub(1))));
    facts.extend(origin.totals().into_iter().flat_map(sums));
    Section { heading: "Population", facts }
}

/// The design in words, with its frame.
pub(super) fn design(plan: &Plan<'_>, additions: &[Addition], places: u8) -> Section {
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
            let exact = if part == 0 {
                String::new()
            } else {
                format!(" and {part}/{} of the smallest unit", frame.hits)
            };
            facts.push(("interval".to_owned(), decimal(whole.into(), places) + &exact));
        }
        if frame.hits > 0 {
            let order = match plan.design() {
                Design::Monetary(Monetary::RandomOrder { .. }) => "in the shuffled order",
                _ => "in the order of the population",
            };
            let smallest = decimal(1, places);
            facts.push((
                "hit unit".to_owned(),
                format!("a unit of {smallest} that was drawn, counted from 1 over all amounts above 0 but those of certainty items, {order}; the item that has it in its amount is selected"),
            ));
        }
    }
    let extended = if additions.is_empty() { "" } else { ", extensions counted" };
    let measure = Measure::of(plan.design()).name();
    for (scope, value) in preview::chances(plan, additions) {
        facts.push((format!("{measure}{scope}"), format!("{value}{extended}")));
    }
    facts.extend(preview::left_out(plan).map(|text| ("left out".to_owned(), text)));
    let results = plan.results();
    facts.push((
        "results of equal chance".to_owned(),
        format!("2^{}.{:02}", results / 100, results % 100),
    ));
    facts.push(("algorithm".to_owned(), ALGORITHM.to_owned()));
    facts.push(("program".to_owned(), format!("fairdraw {}", args::VERSION)));
    Section { heading: "Design", facts }
}

/// The strata with their sizes.
pub(super) fn allocation(plan: &Plan<'_>, additions: &[Addition]) -> Vec<Allocated> {
    let population = plan.population();
    let strata = strata_of(plan.design());
    let mut above = vec![0_i128; strata.len()];
    let amounts = population.amounts();
    for (amount, index) in
        amounts.into_iter().flatten().zip(population.strata().into_iter().flatten())
    {
        if let Some(sum) = usize::try_from(*index).ok().and_then(|index| above.get_mut(index)) {
            *sum += i128::from((*amount).max(0));
        }
    }
    let sizes = plan.sizes_with(additions);
    let allocated = |((stratum, above), size): ((&Stratum, i128), SampleSize)| Allocated {
        name: stratum.name.clone(),
        items: stratum.items,
        above: amounts.map(|_| above),
        size: stratum.size,
        added: size.size.saturating_sub(stratum.size),
        spares: stratum.spares,
        deviation: stratum.deviation,
    };
    strata.iter().zip(above).zip(sizes).map(allocated).collect()
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
    if rows.is_empty() {
        return "no item was selected\n".to_owned();
    }
    let mut text = String::new();
    let width = rows.iter().map(|row| row.line.selected.rank.to_string().len()).max().unwrap_or(1);
    let mut before = None;
    for row in &rows {
        let line = row.line;
        let Selected { rank, role, stratum, .. } = line.selected;
        let group = (line.round, stratum, role);
        if before != Some(group) {
            before = Some(group);
            let stratum = match stratum {
                0 => String::new(),
                _ => format!("{}, ", harmless(&line.stratum_name)),
            };
            let round = match line.round {
                0 => String::new(),
                round => format!(", extension {round}"),
            };
            let _ = writeln!(text, "{stratum}{role}{round}");
        }
        let amount = match (line.amount, paper.places) {
            (Some(amount), Some(places)) => format!("  {}", decimal(amount.into(), places)),
            _ => String::new(),
        };
        let hits = match row.ranks.len() {
            1 => String::new(),
            hits => format!("  ({hits} hits)"),
        };
        let _ = writeln!(text, "  {rank:>width$}  {}{amount}{hits}", line.item);
    }
    text
}

pub(super) const SAMPLED: &str = "What was sampled";
pub(super) const INFLUENCE: &str = "Who could have influenced this";
pub(super) const AGAIN: &str = "Can it be done again";
pub(super) const RE_PERFORMED: &str =
    "RE-PERFORMED ONLY: the sample can be drawn again, but nothing bound its seed before the draw";
const ALGORITHM: &str = "Fairdraw protocol v1, SPEC section 19: Hash_DRBG with SHA-256 (NIST SP 800-90A), exact uniform integers, purpose \"sample\"";
/// A seed file of so many bytes is shown whole.
const SHORT: usize = 2_000;
