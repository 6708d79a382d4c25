//! What the files of an audit sample say.

use std::fmt::Write as _;

use fairdraw::draw::{
    DrawnItem, EntryList, EntryListError, ExtensionFile, Fields, PopulationRule, Replacement,
    ReplacementsFile, Sampling,
};
use fairdraw::sample::{Addition, Selected, Stratum};

use crate::design_args::in_words;

/// Population and design.
pub(super) fn rules(text: &mut String, sampling: &Sampling) {
    let amounts = sampling.population.list().and_then(|list| list.amounts);
    match &sampling.population {
        PopulationRule::List(list) => {
            let fields = match (list.strata, amounts.is_some()) {
                (true, true) => "stratum and amount before each item",
                (true, false) => "stratum before each item",
                (false, true) => "amount before each item",
                (false, false) => "items alone",
            };
            let _ = writeln!(text, "root        {}\nlist        {fields}", list.root);
        }
        PopulationRule::Ranges(ranges) => {
            for range in ranges {
                let _ = writeln!(text, "range       {range}");
            }
        }
        PopulationRule::Manifest(batches) => {
            for batch in batches {
                let _ = writeln!(text, "batch       {}: {}", batch.name, batch.count);
            }
        }
    }
    if let Some(amounts) = amounts {
        let _ = writeln!(text, "total       {}", amounts.decimal(amounts.total));
    }
    let places = amounts.map_or(0, |amounts| amounts.places);
    let (name, said) = in_words(&sampling.design, places);
    let _ = writeln!(text, "design      {name}");
    for (what, value) in said {
        let _ = writeln!(text, "  {what}: {value}");
    }
    for Stratum { name, items, size, spares, deviation } in sampling.strata() {
        let deviation = deviation.map(|d| format!(", standard deviation {d}")).unwrap_or_default();
        let _ = writeln!(
            text,
            "stratum     {name}: {items} items, {size} selected, {spares} spares{deviation}"
        );
    }
}

pub(super) fn items(text: &mut String, items: &[DrawnItem]) {
    for DrawnItem { selected, entry } in items {
        let Selected { rank, role, stratum, position, unit } = *selected;
        let stratum = if stratum > 0 { format!(" of stratum {stratum}") } else { String::new() };
        let unit = if unit > 0 { format!(", unit {unit}") } else { String::new() };
        let _ =
            writeln!(text, "rank {rank:<7}{role}{stratum}: {entry} (position {position}{unit})");
    }
}

pub(super) fn extension(file: &ExtensionFile) -> String {
    let mut text = String::from("an extension: more items of a drawn sample\n");
    let _ = writeln!(text, "commit      {}\nreveal      {}", file.commit, file.reveal);
    if let Some(extends) = file.extends {
        let _ = writeln!(text, "extends     {extends}");
    }
    let _ = writeln!(text, "its own id  {}", file.id());
    let _ = writeln!(text, "because     {}\ncreated     {}", file.reason, file.created);
    for Addition { items, stratum } in &file.additions {
        let stratum = if *stratum > 0 { format!(" to stratum {stratum}") } else { String::new() };
        let _ = writeln!(text, "adds        {items}{stratum}");
    }
    items(&mut text, &file.items);
    super::notes(&mut text, &file.notes);
    text
}

pub(super) fn replacements(file: &ReplacementsFile) -> String {
    let mut text = String::from(
        "a register of replacements: which spares were used, and why; its reasons are claims of whoever keeps it\n",
    );
    let _ = writeln!(text, "commit      {}\nreveal      {}", file.commit, file.reveal);
    for Replacement { time, stratum, rank, spare, cause, text: why } in &file.replacements {
        let stratum = if *stratum > 0 { format!("stratum {stratum}, ") } else { String::new() };
        let cause = cause.word();
        let _ = writeln!(text, "{time}  {stratum}rank {rank} by spare {spare}, {cause}: {why}");
    }
    text
}

/// The list of a population, by what stands before its items; nothing if it is none.
pub(super) fn population(bytes: &[u8]) -> Result<(EntryList, &'static str), EntryListError> {
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let forms: &[(bool, bool, &str)] = match line.split(|&byte| byte == b'\t').count() {
        3 => &[(true, true, "stratum and amount")],
        _ => &[(false, true, "amount"), (true, false, "stratum")],
    };
    let mut fault = EntryListError::Empty;
    for &(stratum, amount, words) in forms {
        match EntryList::parse_population(bytes.to_vec(), Fields { stratum, amount }) {
            Ok(list) => return Ok((list, words)),
            Err(error) => fault = error,
        }
    }
    Err(fault)
}
