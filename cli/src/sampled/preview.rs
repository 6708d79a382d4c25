//! What a design would give, before anything is drawn.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use fairdraw::sample::{Chance, Design, Plan, Stratum};

use crate::design_args::in_words;
use crate::input::decimal;
use crate::paper;

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
    text += &chances(plan);
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
    use fairdraw::sample::Monetary;
    let frame = plan.frame().filter(|frame| frame.hits > 0)?;
    match plan.design() {
        Design::Monetary(Monetary::Interval { .. } | Monetary::WithReplacement { .. }) => None,
        _ => Some((frame.rest / frame.hits, frame.rest % frame.hits)),
    }
}

fn at_most(plan: &Plan<'_>) -> &'static str {
    use fairdraw::sample::Monetary;
    match plan.design() {
        Design::Monetary(Monetary::Interval { .. }) => " at most",
        _ => "",
    }
}

/// The chance of an item.
pub(crate) fn chances(plan: &Plan<'_>) -> String {
    match plan.design() {
        Design::Stratified { strata, .. } => {
            let mut text = String::from("chance      of each item of a stratum:\n");
            for (name, chance) in strata.iter().map(|stratum| {
                let chance = Chance { times: stratum.size.into(), of: stratum.items.max(1).into() };
                (&stratum.name, chance)
            }) {
                let _ =
                    writeln!(text, "  {name}: {} ({})", paper::in_words(chance), percent(chance));
            }
            text
        }
        Design::Monetary(_) => {
            let Some(frame) = plan.frame() else { return String::new() };
            match interval_of_chance(plan) {
                Some((times, of)) => format!(
                    "chance      of an item: its amount in smallest units times {times} / {of}; of a certainty item 1; of one of 0 or below none\n"
                ),
                None if frame.hits == 0 => {
                    "chance      every item above 0 is a certainty item\n".to_owned()
                }
                None => String::new(),
            }
        }
        _ => match plan.chance(0) {
            Some(chance) => format!(
                "chance      of each item: {} ({})\n",
                paper::in_words(chance),
                percent(chance)
            ),
            None => String::new(),
        },
    }
}

fn interval_of_chance(plan: &Plan<'_>) -> Option<(u64, u64)> {
    use fairdraw::sample::Monetary;
    let frame = plan.frame().filter(|frame| frame.hits > 0)?;
    Some(match plan.design() {
        Design::Monetary(Monetary::Interval { interval }) => (1, *interval),
        _ => (frame.hits, frame.rest),
    })
}

/// A chance in percent with two decimals, rounded down: for people.
pub(crate) fn percent(chance: Chance) -> String {
    let hundredths = chance.times.saturating_mul(10_000) / chance.of.max(1);
    format!("{}.{:02} %", hundredths / 100, hundredths % 100)
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
