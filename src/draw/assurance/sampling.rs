//! What a verdict says of an audit sample's population and design.

use alloc::{
    format,
    string::{String, ToString as _},
    vec,
    vec::Vec,
};

use super::counted;
use crate::{
    draw::{
        extension::ExtensionFile,
        replacements::Replacement,
        reveal::Reveal,
        sampling::{PopulationRule, Sampling},
        verify::Evidence,
    },
    sample::{Allocation, AmountSums, Design, Monetary, Order, Plan, Role, Stratum},
};

pub(super) fn population_sentence(sampling: &Sampling, entries: u64) -> String {
    let items = counted(entries, "item", "items");
    match &sampling.population {
        PopulationRule::List(list) => format!(
            "the population has {items}, no two entries equal byte for byte (root {})",
            list.root
        ),
        PopulationRule::Ranges(ranges) => format!(
            "the population has {items} in {} that stand in the commit, no two with the same number",
            counted(ranges.len() as u64, "range", "ranges")
        ),
        PopulationRule::Manifest(batches) => format!(
            "the population has {items} in {} that stand in the commit, no two with the same label",
            counted(batches.len() as u64, "batch", "batches")
        ),
    }
}

/// The design with its sizes and chances, and what the amounts sum to.
pub(super) fn plan_sentences(sampling: &Sampling, plan: &Plan<'_>) -> Vec<String> {
    let mut sentences = vec![design_sentence(plan)];
    if let Some(rule) = sampling.population.list().and_then(|list| list.amounts) {
        let AmountSums { above, above_sum, below, below_sum, zero } = plan.population().sums();
        let sum = |amount: u64, negative| rule.decimal_of(amount, negative);
        let unit = match plan.design() {
            Design::Monetary(_) => ", which can't be selected",
            _ => "",
        };
        sentences.push(format!(
            "the amounts sum to the control total of {}: {} above 0 with the sum of {}; {} of 0 and {} below 0 with the sum \
             of {}{unit}",
            rule.decimal(rule.total),
            counted(above, "amount", "amounts"),
            sum(above_sum, false),
            zero,
            below,
            sum(below_sum, below_sum > 0),
        ));
    }
    sentences
}

/// What was added to the sample, and what was replaced in it.
pub(in crate::draw) fn sample_sentences(
    reveal: &Reveal,
    extensions: &[ExtensionFile],
    replacements: &[Replacement],
) -> Vec<(Evidence, String)> {
    let mut sentences = Vec::new();
    let drawn = reveal.sample.iter().flatten();
    let mut effective = drawn.filter(|item| item.selected.role != Role::Spare).count() as u64;
    for (number, extension) in (1..).zip(extensions) {
        let ExtensionFile { reason, created, items, .. } = extension;
        effective += items.len() as u64;
        sentences.extend([
            (
                Evidence::Proven,
                format!(
                    "extension {number} (id {}) adds {}, the next places of the draw",
                    extension.id(),
                    counted(items.len() as u64, "item", "items")
                ),
            ),
            (
                Evidence::Claimed,
                format!("extension {number} was decided on at {created}, because: {reason}"),
            ),
            (
                Evidence::NotProven,
                format!(
                    "that whoever decided on extension {number} did not know which items it adds"
                ),
            ),
        ]);
    }
    if !extensions.is_empty() {
        let sentence = "that no extension was made after the last one given";
        sentences.push((Evidence::NotProven, sentence.to_string()));
    }
    if replacements.is_empty() {
        return sentences;
    }
    let mut replaced: Vec<String> = replacements
        .iter()
        .take(MOST_NAMED)
        .map(|Replacement { time, stratum, rank, spare, cause, text }| {
            let stratum = match stratum {
                0 => String::new(),
                stratum => format!(" of stratum {stratum}"),
            };
            format!("rank {rank}{stratum} by {spare} at {time} ({cause}: {text})")
        })
        .collect();
    if let more @ 1.. = replacements.len().saturating_sub(MOST_NAMED) {
        replaced.push(format!("and {more} more"));
    }
    sentences.extend([
        (
            Evidence::Proven,
            format!(
                "{} replaced, by spares in their order, none skipped or used twice; the effective sample has {}",
                counted(replacements.len() as u64, "item was", "items were"),
                counted(effective, "item", "items")
            ),
        ),
        (Evidence::Claimed, format!("replaced: {}", replaced.join(", "))),
        (
            Evidence::NotProven,
            "that no line was added to the replacements file later, and that the last line is in it"
                .to_string(),
        ),
    ]);
    sentences
}

fn design_sentence(plan: &Plan<'_>) -> String {
    let items = plan.population().items();
    let spares = |spares| match spares {
        0 => "no spares".to_string(),
        spares => counted(spares, "spare", "spares"),
    };
    match plan.design() {
        Design::Simple { size, spares: m } => format!(
            "a simple random sample of {size} of {items} items without replacement, and {}; each item has the chance \
             {size}/{items} to be in the sample",
            spares(*m)
        ),
        Design::WithReplacement { size } => format!(
            "a simple random sample with replacement: {} from {items} items; each item is drawn {size}/{items} times on \
             average",
            counted(*size, "draw", "draws")
        ),
        Design::Systematic { size, starts, order } => {
            let order = match order {
                Order::List => "in the order of the list",
                Order::Random => "in random order",
            };
            let average = match starts {
                1 => format!("each item has the chance {size}/{items}"),
                _ => format!(
                    "each item is selected {}/{items} times on average",
                    u128::from(*size) * u128::from(*starts)
                ),
            };
            format!(
                "a systematic sample of {size} of {items} items {order} with {}; {average}",
                counted(*starts, "random start", "random starts")
            )
        }
        Design::Stratified { size, allocation, strata } => {
            let how = match allocation {
                Allocation::Explicit => "of stated sizes",
                Allocation::Proportional { .. } => "allocated in proportion to the strata's items",
                Allocation::Value { .. } => {
                    "allocated in proportion to the strata's amounts above 0"
                }
                Allocation::Neyman { .. } => {
                    "allocated in proportion to the strata's items and their expected deviation"
                }
            };
            let shown: Vec<String> = strata
                .iter()
                .take(MOST_NAMED)
                .map(|Stratum { name, items, size, spares: m, .. }| {
                    let spares =
                        if *m == 0 { String::new() } else { format!(" and {}", spares(*m)) };
                    format!("{name} {size}/{items}{spares}")
                })
                .collect();
            let more = match strata.len().saturating_sub(MOST_NAMED) {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            format!(
                "a stratified random sample of {size} of {items} items without replacement, {how}; each item has the chance \
                 of its stratum: {}{more}",
                shown.join(", ")
            )
        }
        Design::Monetary(monetary) => monetary_sentence(*monetary, plan),
    }
}

fn monetary_sentence(monetary: Monetary, plan: &Plan<'_>) -> String {
    let Some(frame) = plan.frame() else {
        return "monetary unit sampling".to_string();
    };
    let (hits, rest) = (frame.hits, frame.rest);
    let how = match monetary {
        Monetary::Fixed { .. } => "with one random start and a fixed interval",
        Monetary::Interval { .. } => "with one random start and the interval given",
        Monetary::Cell { .. } => "with one hit in each of equal cells",
        Monetary::RandomOrder { .. } => {
            "in random order, with one random start and a fixed interval"
        }
        Monetary::WithReplacement { .. } => "with replacement",
    };
    let certain = match frame.certainty.len() {
        0 => "no item is selected with certainty".to_string(),
        1 => "one item is selected with certainty".to_string(),
        count => format!("{count} items are selected with certainty"),
    };
    let average = match monetary {
        Monetary::Interval { interval } => format!("amount/{interval}"),
        _ => format!("{hits} * amount / {rest}"),
    };
    let drawn = match (monetary, hits) {
        (_, 0) => {
            return format!(
                "monetary unit sampling {how}: {certain}, and nothing is left to chance"
            );
        }
        (Monetary::Interval { .. }, _) => format!("at most {}", counted(hits, "hit", "hits")),
        _ => counted(hits, "hit", "hits"),
    };
    let average = match monetary {
        Monetary::Cell { .. } | Monetary::WithReplacement { .. } => {
            format!("each other item is hit {average} times on average")
        }
        _ => format!("each other item has the chance {average}"),
    };
    format!(
        "monetary unit sampling {how}: {certain}, {drawn} on the other {rest} units; {average}, in minor units"
    )
}

/// So many strata or replacements are named in a sentence.
const MOST_NAMED: usize = 20;
