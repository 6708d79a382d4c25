//! What a design would give, before anything is drawn.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use fairdraw::sample::{Addition, Chance, Design, Monetary, Plan, SampleSize, Stratum};

use crate::design_args::in_words;
use crate::input::decimal;
use crate::term::harmless;

use super::measure::Measure;
use super::strata_of;

/// The design, its sizes and chances.
pub(crate) fn text(plan: &Plan<'_>, places: u8, has_amounts: bool) -> String {
    let (name, said) = in_words(plan.design(), places);
    // Writing to a string can't fail.
    let mut text = format!("design      {name}\n");
    for (what, value) in said {
        let _ = writeln!(text, "  {what}: {value}");
    }
    if let Design::Stratified { strata, .. } = plan.design() {
        text += &allocation(strata);
    }
    text += &frame(plan, places);
    text += &chances_text(plan);
    if let Some(left_out) = left_out(plan) {
        let _ = writeln!(text, "note        {left_out}");
    }
    let _ = writeln!(text, "lines       {}{}", plan.places(), at_most(plan));
    if has_amounts && plan.frame().is_none() {
        text += &expected(plan);
    }
    let results = plan.results();
    let _ = writeln!(text, "results     2^{}.{:02} of equal chance", results / 100, results % 100);
    text
}

fn allocation(strata: &[Stratum]) -> String {
    let mut text = String::from("allocation  stratum: items, selected, spares\n");
    for Stratum { name, items, size, spares, .. } in strata {
        let _ = writeln!(text, "  {name}: {items}, {size}, {spares}");
    }
    text
}

/// Certainty items and interval of monetary unit sampling.
fn frame(plan: &Plan<'_>, places: u8) -> String {
    let Some(frame) = plan.frame() else { return String::new() };
    let money = |units: u64| decimal(units.into(), places);
    let mut text = format!(
        "certainty   {} items, {} in all: too large to be left to chance\n",
        frame.certainty.len(),
        money(frame.certainty_sum)
    );
    let _ = writeln!(text, "the rest    {} items, {} in all", frame.rest_items, money(frame.rest));
    let _ = writeln!(text, "hits        {}{}", frame.hits, at_most(plan));
    if let Some((whole, part)) = interval(plan) {
        let exact = if part == 0 {
            String::new()
        } else {
            format!(" and {part}/{} of the smallest unit", frame.hits)
        };
        let _ = writeln!(text, "interval    {}{exact}", money(whole));
    }
    text
}

/// The interval T/k in whole minor units, and what is left over it; nothing where it is given, or there is none.
pub(crate) fn interval(plan: &Plan<'_>) -> Option<(u64, u64)> {
    let frame = plan.frame().filter(|frame| frame.hits > 0)?;
    match plan.design() {
        Design::Monetary(Monetary::Interval { .. } | Monetary::WithReplacement { .. }) => None,
        _ => Some((frame.rest / frame.hits, frame.rest % frame.hits)),
    }
}

fn at_most(plan: &Plan<'_>) -> &'static str {
    match plan.design() {
        Design::Monetary(Monetary::Interval { .. }) => " at most",
        _ => "",
    }
}

/// The chances under their heading.
fn chances_text(plan: &Plan<'_>) -> String {
    let label = match Measure::of(plan.design()) {
        Measure::Chance => "chance      ",
        Measure::Average => "on average  ",
    };
    let (heading, label) = match plan.design() {
        Design::Stratified { .. } => (format!("{label}of each item of a stratum:\n"), "  "),
        _ => (String::new(), label),
    };
    chances(plan, &[]).into_iter().fold(heading, |text, (_, value)| text + label + &value + "\n")
}

/// The chance of an item, or how often it is selected on average, with what extensions added: what to add to the measure's name,
/// and the value.
pub(crate) fn chances(plan: &Plan<'_>, additions: &[Addition]) -> Vec<(&'static str, String)> {
    let measure = Measure::of(plan.design());
    let value = match plan.design() {
        Design::Stratified { strata, .. } => {
            let row = |(stratum, size): (&Stratum, SampleSize)| {
                let chance = Chance { times: size.size.into(), of: size.items.max(1).into() };
                let name = harmless(&stratum.name);
                (" in stratum", format!("{name}: {}", measure.write_both(chance)))
            };
            return strata.iter().zip(plan.sizes_with(additions)).map(row).collect();
        }
        Design::Monetary(monetary) => match interval_of_chance(plan) {
            None => "every item above 0 is a certainty item".to_owned(),
            Some((times, of)) => {
                let amount = format!("its amount in smallest units times {times} / {of}");
                match (measure, monetary) {
                    (Measure::Chance, _) => format!(
                        "of an item: {amount}; of a certainty item 1; of one of 0 or below none"
                    ),
                    (_, Monetary::WithReplacement { .. }) => {
                        format!("how often an item: {amount}; one of 0 or below never")
                    }
                    _ => format!(
                        "how often an item: {amount}; a certainty item once; one of 0 or below never"
                    ),
                }
            }
        },
        _ => {
            let chance = plan.chance_with(0, additions);
            let chance = chance.map(|chance| measure.write_both(chance)).unwrap_or_default();
            match measure {
                Measure::Chance => format!("of each item: {chance}"),
                Measure::Average => format!("each item: {chance}"),
            }
        }
    };
    vec![("", value)]
}

/// The items of strata from which none is selected: nothing can be said of them.
pub(crate) fn left_out(plan: &Plan<'_>) -> Option<String> {
    let left_out: Vec<_> =
        strata_of(plan.design()).iter().filter(|stratum| stratum.size == 0).collect();
    let items = left_out.iter().map(|stratum| stratum.items).fold(0, u64::saturating_add);
    let first: Vec<_> =
        left_out.iter().take(SHOWN).map(|stratum| harmless(&stratum.name)).collect();
    let more = if left_out.len() > SHOWN { ", .." } else { "" };
    let of =
        |count: u64, one, several| format!("{count} {}", if count == 1 { one } else { several });
    (items > 0).then(|| {
        format!(
            "{} of {} can't be selected: {}{more}",
            of(items, "item", "items"),
            of(left_out.len() as u64, "stratum", "strata"),
            first.join(", ")
        )
    })
}

fn interval_of_chance(plan: &Plan<'_>) -> Option<(u64, u64)> {
    let frame = plan.frame().filter(|frame| frame.hits > 0)?;
    Some(match plan.design() {
        Design::Monetary(Monetary::Interval { interval }) => (1, *interval),
        _ => (frame.hits, frame.rest),
    })
}

/// How many items above 0, of 0 and below the sample has on average.
fn expected(plan: &Plan<'_>) -> String {
    let population = plan.population();
    let Some(amounts) = population.amounts() else { return String::new() };
    // Few different chances: one for each stratum at most.
    let mut counts: BTreeMap<(u128, u128), [u128; 3]> = BTreeMap::new();
    for (position, amount) in (0..).zip(amounts) {
        let Some(Chance { times, of }) = plan.chance(position) else { continue };
        let class = match amount {
            1.. => 0,
            0 => 1,
            _ => 2,
        };
        counts.entry((times, of)).or_default()[class] += 1;
    }
    let mean = |class: usize| {
        let sum: u128 = counts
            .iter()
            .map(|((times, of), counts)| {
                counts[class].saturating_mul(*times).saturating_mul(100) / of.max(&1)
            })
            .fold(0, u128::saturating_add);
        format!("{}.{:02}", sum / 100, sum % 100)
    };
    format!(
        "expected    {} items above 0, {} of 0, {} below 0, spares left out\n",
        mean(0),
        mean(1),
        mean(2)
    )
}

/// So many strata without items are named.
const SHOWN: usize = 20;
