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
        extension::{ExtensionFile, additions_of},
        replacements::Replacement,
        reveal::Reveal,
        sampling::{PopulationRule, Sampling},
        verify::Evidence,
    },
    sample::{Allocation, AmountSums, Design, Monetary, Order, Plan, Role, SampleSize, Stratum},
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
    sentences.extend(left_out_sentence(sampling.strata()));
    if let Some(rule) = sampling.population.list().and_then(|list| list.amounts) {
        let AmountSums { above, above_sum, below, below_sum, zero } = plan.population().sums();
        let sum = |amount: u64, negative| rule.decimal_of(amount, negative);
        let unit = match plan.design() {
            Design::Monetary(_) if zero + below > 0 => ", which can't be selected",
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
    plan: Option<&Plan<'_>>,
    reveal: &Reveal,
    extensions: &[ExtensionFile],
    replacements: &[Replacement],
) -> Vec<(Evidence, String)> {
    let mut sentences = Vec::new();
    let Some(plan) = plan else {
        return sentences; // a raffle has neither
    };
    let not_proven = |sentence: &str| (Evidence::NotProven, sentence.to_string());
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
    let sizes = plan.sizes_with(&additions_of(extensions));
    if !extensions.is_empty() {
        sentences.push((Evidence::Proven, sizes_sentence(&sizes)));
    }
    if !sizes.is_empty() {
        sentences.push(not_proven("that no other extension was made"));
    }
    if !replacements.is_empty() {
        sentences.extend(replaced_sentences(effective, replacements));
    }
    if has_spares(plan.design()) {
        sentences.push(not_proven("that no other item was replaced"));
    }
    if !extensions.is_empty() || !replacements.is_empty() {
        sentences.push(not_proven(
            "what the grade says of any extension or replacement: it is that of the sample as committed to, and they have none",
        ));
    }
    sentences
}

fn has_spares(design: &Design) -> bool {
    match design {
        Design::Simple { spares, .. } => *spares > 0,
        Design::Stratified { strata, .. } => strata.iter().any(|stratum| stratum.spares > 0),
        _ => false,
    }
}

/// What was replaced; `effective` is the number of items in the end.
fn replaced_sentences(effective: u64, replacements: &[Replacement]) -> [(Evidence, String); 3] {
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
    [
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
    ]
}

fn design_sentence(plan: &Plan<'_>) -> String {
    let items = plan.population().items();
    let spares = |spares| match spares {
        0 => "no spares".to_string(),
        spares => counted(spares, "spare", "spares"),
    };
    match plan.design() {
        Design::Simple { size, spares: m } => format!(
            "a simple random sample of {size} of {items} items without replacement, and {}; over all uniform words each \
             item is selected {size}/{items} of the time",
            spares(*m)
        ),
        Design::WithReplacement { size } => format!(
            "a simple random sample with replacement: {} from {items} items; over all uniform words each item is drawn \
             {size}/{items} times on average",
            counted(*size, "draw", "draws")
        ),
        Design::Systematic { size, starts, order } => {
            let order = match order {
                Order::List => "in the order of the list",
                Order::Random => "in random order",
            };
            let each = counted(*size, "item", "items");
            if *starts == 1 {
                return format!(
                    "a systematic sample of {each} of {items} {order} with one random start; over all uniform words each item is \
                     selected {size}/{items} of the time"
                );
            }
            let all = u128::from(*size) * u128::from(*starts);
            format!(
                "a systematic sample {order}: {each} of {items} from each of {starts} random starts, {all} in all; over all \
                 uniform words each item is selected {all}/{items} times on average"
            )
        }
        Design::Stratified { size, allocation, strata } => {
            let allocated = |minimum: &u64, to: &str| {
                format!("allocated in proportion to {to}, with a minimum of {minimum} in each")
            };
            let how = match allocation {
                Allocation::Explicit => "of stated sizes".to_string(),
                Allocation::Proportional { minimum } => allocated(minimum, "the strata's items"),
                Allocation::Value { minimum } => allocated(minimum, "the strata's amounts above 0"),
                Allocation::Neyman { minimum } => allocated(
                    minimum,
                    "the strata's items and their expected deviations S, as the commit states them",
                ),
            };
            let shown: Vec<String> = strata
                .iter()
                .take(MOST_NAMED)
                .map(|Stratum { name, items, size, spares: m, deviation }| {
                    let spares =
                        if *m == 0 { String::new() } else { format!(" and {}", spares(*m)) };
                    let deviation = deviation.map_or(String::new(), |s| format!(" (S {s})"));
                    format!("{name} {size}/{items}{deviation}{spares}")
                })
                .collect();
            let more = match strata.len().saturating_sub(MOST_NAMED) {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            format!(
                "a stratified random sample of {size} of {items} items without replacement, {how}; over all uniform words \
                 each item is selected as often as its stratum says: {}{more}",
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
    let each = match frame.certainty.len() {
        0 => "each item above 0",
        _ => "each other item above 0",
    };
    let average = match monetary {
        Monetary::Cell { .. } | Monetary::WithReplacement { .. } => {
            format!("over all uniform words {each} is hit {average} times on average")
        }
        _ => format!("over all uniform words {each} is selected {average} of the time"),
    };
    format!(
        "monetary unit sampling {how}: {certain}, {drawn} on the other {rest} units; {average}, in minor units"
    )
}

/// The items of strata of which none is selected. All of these strata are named, however many.
fn left_out_sentence(strata: &[Stratum]) -> Option<String> {
    let left_out = || strata.iter().filter(|stratum| stratum.size == 0);
    let items: u64 = left_out().map(|stratum| stratum.items).sum();
    if items == 0 {
        return None;
    }
    let names: Vec<String> =
        left_out().map(|stratum| format!("{} ({})", stratum.name, stratum.items)).collect();
    Some(format!(
        "{} can't be selected, as the sample has none of {}: {}",
        counted(items, "item", "items"),
        counted(names.len() as u64, "stratum", "strata"),
        names.join(", ")
    ))
}

/// The sizes of a sample that was extended.
fn sizes_sentence(sizes: &[SampleSize]) -> String {
    let shown: Vec<String> = sizes
        .iter()
        .take(MOST_NAMED)
        .map(|SampleSize { stratum, size, items }| match stratum {
            0 => format!("{size}/{items}"),
            stratum => format!("stratum {stratum} {size}/{items}"),
        })
        .collect();
    let more = match sizes.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(", and {more} more strata"),
    };
    let sum = |count: fn(&SampleSize) -> u64| sizes.iter().map(count).sum::<u64>();
    format!(
        "with its extensions the sample has {} of {}: {}{more}; what the design says of chances holds for these sizes only if they \
         did not depend on the items drawn",
        counted(sum(|one| one.size), "item", "items"),
        sum(|one| one.items),
        shown.join(", ")
    )
}

/// So many strata or replacements are named in a sentence.
const MOST_NAMED: usize = 20;
