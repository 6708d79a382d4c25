//! The known answers of `audit/vectors/exam.json`: what the reference found, in exact fractions, in observations that are made here again.

#![cfg(feature = "exam")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod common {
    pub(crate) mod vectors;
}
mod exam {
    pub(crate) mod rules;
}

use std::{collections::BTreeSet, fmt::Write as _};

use common::vectors::{check_all, list, number, numbers, same, text};
use exam::rules::{first_places_by_rule, numbers_by_rule, orders_by_rule};
use fairdraw::exam::{
    Fault, Finding, Law, Look, NumberShape, NumberTally, Outcome, Rule, Shape, SharesTally, Tally,
    Test, Why, holm, number_tests, tests,
};
use serde_json::Value;

#[test]
fn orders_have_the_statistics_of_the_reference() {
    check_kinds(&["order"]);
}

#[test]
fn samples_and_sets_have_the_statistics_of_the_reference() {
    check_kinds(&["ordered-sample", "set"]);
}

#[test]
fn numbers_have_the_statistics_of_the_reference() {
    check_kinds(&["numbers"]);
}

#[test]
fn draws_by_tickets_have_the_statistics_of_the_reference() {
    check_kinds(&["tickets"]);
}

fn check_kinds(kinds: &[&str]) {
    let mut wrong = String::new();
    let mut checked = 0;
    check_all("exam", |vector| {
        if !kinds.contains(&text(&vector["kind"])) {
            return Ok(());
        }
        checked += 1;
        let outcomes = outcomes(vector);
        if vector["complete"] == true {
            let found: BTreeSet<&str> = outcomes.iter().map(|one| one.test().name()).collect();
            let expected =
                vector["tests"].as_object().unwrap().keys().map(String::as_str).collect();
            same("tests", found, expected)?;
            same("number of tests", outcomes.len(), vector["tests"].as_object().unwrap().len())?;
        }
        for (name, expected) in vector["tests"].as_object().unwrap() {
            let outcome = outcomes.iter().find(|one| one.test().name() == name).unwrap();
            let count = number(&vector["observations"]["count"]);
            let checked = check(outcome, expected, count).and_then(|()| {
                // It depends on the number of all tests.
                if vector["complete"] == true { check_visible(outcome, expected) } else { Ok(()) }
            });
            if let Err(what) = checked {
                writeln!(wrong, "{} {name}: {what}", vector["id"]).unwrap();
            }
        }
        Ok(())
    });
    assert!(wrong.is_empty(), "{wrong}");
    assert!(checked >= 10);
}

/// What the library finds in the observations of a vector.
fn outcomes(vector: &Value) -> Vec<Outcome> {
    let observations = &vector["observations"];
    let rule = text(&observations["rule"]);
    let (seed, count) = (number(&observations["seed"]), number(&observations["count"]));
    if vector["kind"] == "numbers" {
        let shape = number_shape(vector);
        let mut tally = NumberTally::new(shape);
        numbers_by_rule(rule, shape.size(), count, seed, |value| {
            tally.add(shape.low() + i128::from(value)).unwrap();
        });
        assert_eq!(tally.observations(), count);
        return number_tests(&tally);
    }
    if vector["kind"] == "tickets" {
        let tickets = numbers(&vector["tickets"]);
        let mut tally = SharesTally::new(tickets.clone());
        first_places_by_rule(rule, &tickets, count, seed, |entry| tally.add(entry));
        assert_eq!(tally.observations(), count);
        return vec![tally.test()];
    }
    let shape = shape(vector);
    let mut tally = Tally::new(shape);
    orders_by_rule(rule, shape.n(), shape.k(), count, seed, |order| tally.add(order).unwrap());
    assert_eq!(tally.observations(), count);
    tests(&tally)
}

fn shape(value: &Value) -> Shape {
    let size = |name: &str| u32::try_from(number(&value[name])).unwrap();
    match text(&value["kind"]) {
        "order" => Shape::order(size("n")),
        "ordered-sample" => Shape::ordered_sample(size("n"), size("k")),
        "set" => Shape::set(size("n"), size("k")),
        kind => unreachable!("{kind}"),
    }
    .unwrap()
}

fn number_shape(value: &Value) -> NumberShape {
    let bound = |name: &str| text(&value[name]).parse().unwrap();
    NumberShape::new(bound("low"), bound("high")).unwrap()
}

fn check(outcome: &Outcome, expected: &Value, count: u64) -> Result<(), String> {
    match outcome {
        Outcome::NotApplicable { why, .. } => {
            let found = match why {
                Why::TooFew { needed } => ("too-few", Some(*needed)),
                Why::TooSmall => ("too-small", None),
                Why::TooLarge => ("too-large", None),
                why => return Err(format!("{why:?}")),
            };
            let Some(why) = expected["why"].as_str() else {
                return Err(format!("found {found:?}, expected {expected}"));
            };
            same("not applicable", found, (why, expected["needed"].as_u64()))
        }
        Outcome::Done(finding) if expected["why"].is_null() => {
            check_finding(finding, expected, count)
        }
        outcome => Err(format!("found {outcome:?}, expected {expected}")),
    }
}

fn check_finding(finding: &Finding, expected: &Value, count: u64) -> Result<(), String> {
    // Sums of 10^5 squares in floating point, and z that are 0 but for rounding.
    near("statistic", finding.statistic, real(&expected["statistic"]), 1e-10, 1e-10)?;
    let (law, df, mean) = match finding.law {
        Law::ChiSquare { df } => ("chi-square", df, 0.0),
        Law::Normal => ("normal", 0.0, 0.0),
        Law::Poisson { mean } => ("poisson", 0.0, mean),
        law => return Err(format!("{law:?}")),
    };
    same("law", law, text(&expected["law"]))?;
    near("df", df, expected["df"].as_f64().unwrap_or(0.0), 0.0, 0.0)?;
    // Means too small for a number are 0.
    near(
        "mean",
        mean,
        expected["mean"].as_str().map_or(0.0, |mean| mean.parse().unwrap()),
        1e-9,
        1e-290,
    )?;
    // The chances far out follow the statistic's last digits.
    if expected["p"].is_string() {
        let p = real(&expected["p"]);
        near("p", finding.p, p, 1e-6, 0.0)?;
        near("log10 p", finding.log10_p, p.log10(), 1e-8, 1e-6)?;
    } else {
        let log10 = real(&expected["log10_p"]);
        let over = finding.log10_p - log10;
        if finding.p > 1e-299 || over < log10 * 1e-9 || over > 0.5 - log10 * 1e-3 {
            return Err(format!(
                "p: found {} and {}, expected 10^{log10}",
                finding.p, finding.log10_p
            ));
        }
    }
    match finding.test {
        Test::Repeats => same("observations", finding.observations, count.min(1 << 20)),
        Test::Overlap => same("observations", finding.observations, count - 1),
        _ => same("observations", finding.observations, count),
    }
}

fn check_visible(outcome: &Outcome, expected: &Value) -> Result<(), String> {
    match (outcome.finding().and_then(|finding| finding.visible), expected["visible"].as_str()) {
        (Some(found), Some(expected)) => {
            near("visible", found, expected.parse().unwrap(), 1e-7, 0.0)
        }
        (found, expected) => same("visible", found.is_some(), expected.is_some()),
    }
}

fn real(value: &Value) -> f64 {
    text(value).parse().unwrap()
}

fn near(what: &str, found: f64, expected: f64, relative: f64, absolute: f64) -> Result<(), String> {
    if (found - expected).abs() <= absolute + relative * expected.abs() {
        Ok(())
    } else {
        Err(format!("{what}: found {found:e}, expected {expected:e}"))
    }
}

#[test]
fn looks_reject_what_the_reference_rejects() {
    let mut checked = 0;
    check_all("exam", |vector| {
        if vector["kind"] != "looks" {
            return Ok(());
        }
        checked += 1;
        let rule = Rule::new(real(&vector["level"])).unwrap();
        let looks = list(&vector["looks"]);
        let first = outcomes_with(&looks[0]["p"]);
        let mut last =
            if vector["alone"] == true { rule.only_look(&first) } else { rule.first_look(&first) };
        check_look(&last, &looks[0])?;
        if let Some(second) = looks.get(1) {
            // The second look has outcomes of all tests again.
            let mut outcomes = outcomes_with(&second["p"]);
            let others =
                first.iter().filter(|one| outcomes.iter().all(|two| two.test() != one.test()));
            let others: Vec<Outcome> = others.copied().collect();
            outcomes.extend(others);
            last = rule.second_look(&last, &outcomes);
            check_look(&last, second)?;
        }
        same(
            "fault found",
            last.rejected().map(Test::name).collect(),
            names(&vector["fault_found"]),
        )
    });
    assert!(checked > 10);
}

fn names(tests: &Value) -> BTreeSet<&str> {
    list(tests).iter().map(text).collect()
}

fn outcomes_with(p_values: &Value) -> Vec<Outcome> {
    let outcome = |(name, p): (&String, &Value)| {
        let test = Test::ALL.into_iter().find(|test| test.name() == name).unwrap();
        if p.is_null() {
            return Outcome::NotApplicable { test, why: Why::TooLarge };
        }
        let p = real(p);
        let law = Law::Normal;
        Outcome::Done(Finding {
            test,
            statistic: 0.0,
            law,
            p,
            log10_p: p.log10(),
            observations: 1,
            visible: None,
        })
    };
    p_values.as_object().unwrap().iter().map(outcome).collect()
}

fn check_look(look: &Look, expected: &Value) -> Result<(), String> {
    let adjusted = expected["adjusted"].as_object().unwrap();
    same("tests judged", look.judged.len(), adjusted.len())?;
    for judged in &look.judged {
        let name = judged.finding.test.name();
        near(name, judged.adjusted_p, real(&adjusted[name]), 1e-12, 0.0)?;
    }
    same("rejected", look.rejected().map(Test::name).collect(), names(&expected["rejected"]))?;
    let p_values: Vec<f64> = look.judged.iter().map(|judged| judged.finding.p).collect();
    let found = holm(&p_values);
    same("holm", found, look.judged.iter().map(|judged| judged.adjusted_p).collect())
}

#[test]
fn faulty_observations_are_refused_and_not_counted() {
    let mut checked = 0;
    check_all("exam", |vector| {
        if vector["kind"] != "fault" {
            return Ok(());
        }
        checked += 1;
        let observation = list(&vector["observation"]);
        let fault = text(&vector["fault"]);
        if vector["of"]["kind"] == "numbers" {
            let mut tally = NumberTally::new(number_shape(&vector["of"]));
            let found = tally.add(text(&observation[0]).parse().unwrap());
            same("refused", found.is_err(), fault == "unknown")?;
            return same("counted", tally.observations(), 0);
        }
        let shape = shape(&vector["of"]);
        let observation: Vec<u32> =
            observation.iter().map(|item| u32::try_from(number(item)).unwrap()).collect();
        // Before and after a good one: nothing of a fault may be left.
        let good: Vec<u32> = (0..shape.k()).rev().collect();
        let mut tally = Tally::new(shape);
        let mut without = Tally::new(shape);
        for tally in [&mut tally, &mut without] {
            tally.add(&good).unwrap();
        }
        let found = match tally.add(&observation) {
            Err(Fault::Length { .. }) => "length",
            Err(Fault::Unknown { .. }) => "unknown",
            Err(Fault::Twice { .. }) => "twice",
            other => return Err(format!("{other:?}")),
        };
        same("fault", found, fault)?;
        tally.add(&good).unwrap();
        without.add(&good).unwrap();
        same("counted", tally.observations(), 2)?;
        same("tally", tally, without)
    });
    assert!(checked > 10);
}
