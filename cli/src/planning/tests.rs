//! Planning compared with vectors.py, which computes by other ways, and with published tables.
#![allow(clippy::unwrap_used, reason = "a failure is the test's finding")]

use serde_json::Value;

use super::counts::{Bad, Expected, Size, sample_size, upper_count, upper_rate};
use super::money::{self, Amounts};
use super::*;

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../tests/data/plan/vectors.json")).unwrap()
}

fn published() -> Value {
    serde_json::from_str(include_str!("../../tests/data/plan/published.json")).unwrap()
}

fn share(percent: &str) -> Share {
    Share::of_percent(percent.trim_end_matches('%')).unwrap()
}

fn risk_of(vector: &Value) -> Share {
    share(vector["confidence"].as_str().unwrap()).rest()
}

fn size_of(vector: &Value) -> Size {
    let number = |name: &str| vector[name].as_u64().unwrap();
    Size { sample: number("sample"), deviations: number("deviations") }
}

fn limit(size: Size, population: Option<u64>, risk: Share) -> u64 {
    match population {
        None => upper_rate(size, risk),
        Some(population) => upper_count(population, size, risk),
    }
}

#[test]
fn samples_of_deviations_are_those_of_fractions() {
    let vectors = vectors();
    let attributes =
        ["attribute", "small"].iter().flat_map(|name| vectors[name].as_array().unwrap());
    let mut count = 0;
    for vector in attributes {
        let (risk, tolerable) = (risk_of(vector), share(vector["tolerable"].as_str().unwrap()));
        let expected = vector["expected"].as_str().unwrap();
        let expected = match expected.strip_suffix('%') {
            Some(rate) => Expected::Rate(share(rate)),
            None => Expected::Count(expected.parse().unwrap()),
        };
        let population = vector["population"].as_u64();
        let bad = population.map_or(Bad::Rate(tolerable), |population| Bad::Count {
            population,
            deviations: tolerable.of_rounded_down(population) + 1,
        });
        let size = size_of(vector);
        assert_eq!(sample_size(bad, expected, risk), Some(size), "{vector}");
        assert_eq!(Some(limit(size, population, risk)), vector["limit"].as_u64(), "{vector}");
        count += 1;
    }
    assert!(count > 300, "{count}");
}

#[test]
fn discovery_samples_are_those_of_fractions() {
    for vector in vectors()["discovery"].as_array().unwrap() {
        let population = vector["population"].as_u64().unwrap();
        let deviations = share(vector["tolerable"].as_str().unwrap()).of_rounded_up(population);
        let size =
            sample_size(Bad::Count { population, deviations }, Expected::Count(0), risk_of(vector));
        assert_eq!(size.unwrap().sample, vector["sample"].as_u64().unwrap(), "{vector}");
    }
}

#[test]
fn limits_are_those_of_fractions() {
    for vector in vectors()["limit"].as_array().unwrap() {
        let found = limit(size_of(vector), vector["population"].as_u64(), risk_of(vector));
        assert_eq!(found, vector["limit"].as_u64().unwrap(), "{vector}");
    }
}

#[test]
fn monetary_unit_samples_are_those_of_the_other_way() {
    for vector in vectors()["mus"].as_array().unwrap() {
        let amount = |name: &str| decimal(vector[name].as_str().unwrap(), 4).unwrap();
        let amounts = Amounts {
            population: amount("population"),
            tolerable: amount("tolerable"),
            expected: amount("expected"),
        };
        let risk = risk_of(vector);
        assert_eq!(money::sample_size(amounts, risk), vector["poisson"].as_u64(), "{vector}");
        assert_eq!(money::factor(amounts, risk), vector["factor"].as_u64(), "{vector}");
        let rate = |amount| Share::new(amount, amounts.population);
        let expected = rate(amounts.expected).map_or(Expected::Count(0), Expected::Rate);
        let size =
            sample_size(Bad::Rate(rate(amounts.tolerable).unwrap()), expected, risk).unwrap();
        let wanted = (vector["binomial"].as_u64(), vector["deviations"].as_u64());
        assert_eq!((Some(size.sample), Some(size.deviations)), wanted, "{vector}");
    }
}

/// What differs from a published table, as `table row column exact`, and how many numbers were compared.
fn differences(
    table: &str,
    numbers: impl Iterator<Item = (String, String, String)>,
) -> (Vec<String>, usize) {
    let (mut differ, mut count) = (Vec::new(), 0);
    for (place, stated, exact) in numbers {
        count += 1;
        if stated != exact {
            differ.push(format!("{table} {place}: {stated}, exact {exact}"));
        }
    }
    (differ, count)
}

/// The differences that are known, with their reasons in the file.
fn known(table: &str) -> Vec<String> {
    let published = published();
    let known = published["differs"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    known
        .filter(|known| known["table"] == table)
        .map(|known| {
            let (row, column) = (text(&known["row"]), text(&known["column"]));
            format!(
                "{table} {row} {column}: {}, exact {}",
                text(&known["published"]),
                text(&known["exact"])
            )
        })
        .collect()
}

fn pairs(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().unwrap().iter()
}

#[test]
fn sample_sizes_for_tests_of_controls_are_those_of_the_audit_guide() {
    let published = published();
    for (table, risk) in [("A-1", "5"), ("A-2", "10")] {
        let numbers = pairs(&published[table]).flat_map(|(tolerable, rows)| {
            pairs(rows).map(move |(rate, stated)| {
                let expected = Share::of_percent(rate).map_or(Expected::Count(0), Expected::Rate);
                let size = sample_size(Bad::Rate(share(tolerable)), expected, share(risk)).unwrap();
                (format!("{rate} {tolerable}"), stated.to_string(), size.sample.to_string())
            })
        });
        let (differ, count) = differences(table, numbers);
        assert_eq!(differ, known(table));
        assert!(count > 150, "{count}");
    }
}

#[test]
fn upper_limits_are_those_of_the_audit_guide() {
    let published = published();
    for (table, risk) in [("A-3", "5"), ("A-4", "10")] {
        let numbers = pairs(&published[table]).flat_map(|(sample, limits)| {
            (0..).zip(limits.as_array().unwrap()).map(move |(deviations, stated)| {
                let size = Size { sample: sample.parse().unwrap(), deviations };
                let tenths = upper_rate(size, share(risk)).div_ceil(100_000);
                let stated = stated.as_str().unwrap().to_owned();
                (
                    format!("{sample} {deviations}"),
                    stated,
                    format!("{}.{}", tenths / 10, tenths % 10),
                )
            })
        });
        let (differ, count) = differences(table, numbers);
        assert_eq!(differ, known(table));
        assert_eq!(count, 231);
    }
}

#[test]
fn monetary_unit_samples_are_those_of_the_audit_guide() {
    let published = published();
    let rows = published["C-1"].as_array().unwrap().iter();
    let numbers = rows.flat_map(|row| {
        let (risk, ratio) = (row[0].to_string(), row[1].as_str().unwrap());
        pairs(&row[2]).map(move |(tolerable, stated)| {
            // Of a population of 100,000,000.
            let tolerable_amount = decimal(tolerable, 6).unwrap();
            let expected = decimal(ratio, 1).unwrap() * tolerable_amount / 10;
            let amounts =
                Amounts { population: 100_000_000, tolerable: tolerable_amount, expected };
            let stated = stated.as_u64().unwrap();
            let exact = if money::is_smallest(stated, amounts, share(&risk)) {
                stated
            } else {
                money::sample_size(amounts, share(&risk)).unwrap()
            };
            (format!("{risk}:{ratio} {tolerable}"), stated.to_string(), exact.to_string())
        })
    });
    let (differ, count) = differences("C-1", numbers);
    assert_eq!(differ, known("C-1"));
    assert_eq!(count, 38 * 11);
}

#[test]
fn confidence_factors_are_those_of_the_audit_guide() {
    let published = published();
    let numbers = pairs(&published["factors"]).flat_map(|(risk, factors)| {
        (0_u64..).zip(factors.as_array().unwrap()).map(move |(k, stated)| {
            let stated = stated.as_str().unwrap();
            let hundredths = decimal(stated, 2).unwrap();
            let is_enough = |c: u64| {
                money::is_tail_at_most(&c.into(), &(100 * k).into(), &100_u8.into(), share(risk))
            };
            let exact = if is_enough(hundredths) && !is_enough(hundredths - 1) {
                stated
            } else {
                "another"
            };
            (format!("{risk} {k}"), stated.to_owned(), exact.to_owned())
        })
    });
    let (differ, count) = differences("factors", numbers);
    assert_eq!(differ, known("factors"));
    assert_eq!(count, 5 * 21);
}

#[test]
fn what_no_sample_can_show_has_no_size() {
    let close = Expected::Rate(share("4.9"));
    assert_eq!(sample_size(Bad::Rate(share("5")), close, share("5")), None);
    let amounts = Amounts { population: 1_000_000, tolerable: 50_000, expected: 49_900 };
    assert_eq!(money::sample_size(amounts, share("5")), None);
}

#[test]
fn decimals_are_read_as_they_are_written() {
    assert_eq!(decimal("5", 6), Some(5_000_000));
    assert_eq!(decimal("33.333333", 6), Some(33_333_333));
    assert_eq!(decimal("0.5", 1), Some(5));
    assert_eq!(decimal("007", 0), Some(7));
    for wrong in [
        "",
        ".",
        "5.",
        ".5",
        "1e3",
        "-1",
        "+1",
        "1,000",
        " 1",
        "1.2.3",
        "0.1234567",
        "99999999999999999",
    ] {
        assert_eq!(decimal(wrong, 6), None, "{wrong}");
    }
    assert_eq!(decimal("1.5", 0), None);
    assert_eq!(share("5").to_string(), "5%");
    assert_eq!(share("4.95").rest().to_string(), "95.05%");
    assert_eq!(Share::new(1, 3).unwrap().to_string(), "33.333334%", "rounded up");
    assert!(Share::of_percent("0").is_none() && Share::of_percent("100").is_none());
}
