//! Samples and allocations are those of the reference (`audit/vectors/sample.json`).

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

#[path = "common/vectors.rs"]
mod vectors;

use std::collections::BTreeMap;

use fairdraw::{
    Stream,
    sample::{
        Addition, Allocation, Design, Monetary, Order, PURPOSE, Population, Selected, Share,
        Stratum, allocate,
    },
};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use vectors::{bytes, check_all, list, number, numbers, same, text};

#[test]
fn samples_are_those_of_the_reference() {
    let mut counts = BTreeMap::new();
    check_all("sample", |vector| {
        let kind = text(&vector["kind"]).to_owned();
        match &*kind {
            "draw" => check_draw(vector)?,
            "allocation" => check_allocation(vector)?,
            "labels" => {} // of populations that stand in the commit
            _ => return Err("an unknown kind".into()),
        }
        *counts.entry(kind).or_insert(0) += 1;
        Ok(())
    });
    assert!(counts["draw"] >= 600 && counts["allocation"] >= 400, "{counts:?}");
}

fn check_allocation(vector: &Value) -> Result<(), String> {
    let weights = list(&vector["weights"]).iter().map(|weight| text(weight).parse().unwrap());
    let shares: Vec<Share> = numbers(&vector["sizes"])
        .into_iter()
        .zip(weights)
        .map(|(items, weight)| Share { items, weight })
        .collect();
    let expected =
        vector["allocation"].as_array().map(|sizes| sizes.iter().map(number).collect::<Vec<_>>());
    let found = allocate(number(&vector["n"]), &shares, number(&vector["minimum"]));
    same("allocation", found.ok(), expected)
}

fn check_draw(vector: &Value) -> Result<(), String> {
    let lines: Vec<&str> = list(&vector["design"]).iter().map(text).collect();
    let design = design(&lines);
    let amounts: Option<Vec<i64>> = vector["amounts"]
        .as_array()
        .map(|amounts| amounts.iter().map(|amount| text(amount).parse().unwrap()).collect());
    let strata: Option<Vec<u32>> = vector["strata"].as_array().map(|names| {
        let Design::Stratified { strata, .. } = &design else { unreachable!() };
        let index = |name: &Value| strata.iter().position(|s| s.name == text(name)).unwrap();
        names.iter().map(|name| index(name).try_into().unwrap()).collect()
    });
    let population = Population::new(number(&vector["N"]), amounts.as_deref(), strata.as_deref());
    let Ok(population) = population else {
        return same("fault", true, vector["fault"] == true); // sums beyond the limit
    };
    let plan = design.check(&population);
    same("fault", plan.is_err(), vector["fault"] == true)?;
    let Ok(plan) = plan else { return Ok(()) };

    let material = bytes(&vector["material"]);
    let stream = |names: &[&str]| Stream::new(&material, PURPOSE, names);
    let rows = plan.draw(stream).unwrap();
    check_items(vector, &rows)?;
    let most = plan.places();
    match design {
        Design::Monetary(Monetary::Interval { .. }) => assert!(rows.len() as u64 <= most),
        _ => same("places", most, rows.len() as u64)?,
    }

    let mut extension = plan.extension();
    for step in vector["extensions"].as_array().unwrap_or(&Vec::new()) {
        let additions: Vec<Addition> = list(&step["add"])
            .iter()
            .map(|add| {
                let (items, stratum) = text(add).split_once(' ').unwrap();
                Addition { items: items.parse().unwrap(), stratum: stratum.parse().unwrap() }
            })
            .collect();
        let rows = match &mut extension {
            Ok(extension) => extension.add(&additions, stream),
            Err(fault) => Err(fault.clone()),
        };
        same("extension's fault", rows.is_err(), step["fault"] == true)?;
        if let Ok(rows) = rows {
            check_items(step, &rows)?;
        }
    }
    Ok(())
}

fn check_items(expected: &Value, rows: &[Selected]) -> Result<(), String> {
    same("count", rows.len() as u64, number(&expected["count"]))?;
    let lines: Vec<String> = rows
        .iter()
        .map(|Selected { rank, role, stratum, position, unit }| {
            format!("{rank} {role} {stratum} {position} {unit}")
        })
        .collect();
    if let Some(items) = expected["items"].as_array() {
        let items: Vec<&str> = items.iter().map(text).collect();
        same("items", lines.iter().map(String::as_str).collect::<Vec<_>>(), items)?;
    }
    let mut digest = Sha256::new();
    for line in &lines {
        digest.update(format!("{line}\n"));
    }
    same("digest of the items", digest.finalize().as_slice(), &bytes(&expected["items_sha256"]))
}

/// A design as the lines of a commit, read without any check.
fn design(lines: &[&str]) -> Design {
    let values: Vec<(&str, &str)> =
        lines.iter().map(|line| line.split_once(": ").unwrap()).collect();
    let words: Vec<&str> = values[0].1.split(' ').collect();
    let number = |index: usize| words[index].parse().unwrap();
    match words[0] {
        "simple" => Design::Simple { size: number(1), spares: values[1].1.parse().unwrap() },
        "with-replacement" => Design::WithReplacement { size: number(1) },
        "systematic" => {
            let order = if values[1].1 == "random" { Order::Random } else { Order::List };
            Design::Systematic { size: number(1), starts: number(2), order }
        }
        "stratified" => {
            let minimum = || values[1].1.parse().unwrap();
            let (allocation, first, fields) = match words[2] {
                "explicit" => (Allocation::Explicit, 1, 4),
                "proportional" => (Allocation::Proportional { minimum: minimum() }, 2, 4),
                "value" => (Allocation::Value { minimum: minimum() }, 2, 4),
                "neyman" => (Allocation::Neyman { minimum: minimum() }, 2, 5),
                _ => unreachable!(),
            };
            let strata = values[first..].iter().map(|(_, value)| stratum(value, fields)).collect();
            Design::Stratified { size: number(1), allocation, strata }
        }
        "mus-fixed" => Design::Monetary(Monetary::Fixed { size: number(1) }),
        "mus-interval" => Design::Monetary(Monetary::Interval { interval: number(1) }),
        "mus-cell" => Design::Monetary(Monetary::Cell { size: number(1) }),
        "mus-random-order" => Design::Monetary(Monetary::RandomOrder { size: number(1) }),
        "mus-with-replacement" => Design::Monetary(Monetary::WithReplacement { size: number(1) }),
        other => unreachable!("{other}"),
    }
}

/// Numbers of items, sample, spares, the deviation if there are five fields, and the name.
fn stratum(value: &str, fields: usize) -> Stratum {
    let parts: Vec<&str> = value.splitn(fields, ' ').collect();
    let number = |index: usize| parts[index].parse().unwrap();
    Stratum {
        items: number(0),
        size: number(1),
        spares: number(2),
        deviation: (fields == 5).then(|| number(3)),
        name: parts[fields - 1].into(),
    }
}
