//! Sample sizes with their reasons. The numbers themselves are compared beside the code.

use serde_json::Value;

use crate::run::{Ran, fairdraw};

fn plan(arguments: &str) -> Ran {
    fairdraw(std::iter::once("plan").chain(arguments.split_whitespace()))
}

#[test]
fn attribute_plan_has_a_reason_and_the_design() {
    let said = plan("attribute --confidence 95 --tolerable 5% --expected 0").data();
    assert_eq!(
        String::from_utf8(said).unwrap(),
        "sample      59\n\
         deviations  at most 0 in the sample; with more the limit is not tolerable\n\
         limit       4.950761% with 0\n\
         reason      Sample size 59: the smallest with which at most 0 deviations in the sample show, at a one-sided \
         confidence level of 95%, that the deviation rate is not above the tolerable rate of 5% (deviations expected 0; \
         binomial distribution, exact; Clopper and Pearson 1934).\n\
         then        fairdraw commit LIST .. --design simple --size 59\n"
    );
    let said = plan("attribute --confidence 95% --tolerable 5% --expected 1%").done();
    assert!(said.starts_with("sample      93\ndeviations  at most 1 in the sample"), "{said}");
    assert!(said.contains("(expected rate 1%, rounded up to whole deviations; binomial"), "{said}");
    let zero = plan("attribute --confidence 95 --tolerable 5% --expected 0%").done();
    assert!(zero.starts_with("sample      59\n"), "{zero}");
}

#[test]
fn rate_that_is_no_whole_number_of_items_is_stated_as_it_is() {
    let said = plan("discovery --confidence 95 --tolerable 0.0001% --population 10").done();
    let real = "if 1 item of 10 (10%, the lowest rate that is 0.0001% or more) or more deviate";
    assert!(said.contains(real), "{said}");
    let said = plan("discovery --confidence 95 --tolerable 1% --population 1200").done();
    assert!(said.contains("if 12 items of 1200 (1%) or more deviate"), "{said}");
}

#[test]
fn amount_that_is_too_large_is_called_so() {
    let large = "mus --confidence 95 --tolerable 5 --expected 0 --population 9223372036854775807";
    assert!(plan(large).not_done().contains("too large: an amount has at most 15 digits"));
}

#[test]
fn population_makes_the_sample_smaller() {
    let said =
        plan("attribute --confidence 95 --tolerable 5% --expected 0 --population 200").done();
    let sample: u64 = said.lines().next().unwrap().rsplit(' ').next().unwrap().parse().unwrap();
    assert!(sample < 59, "{said}");
    assert!(said.contains("population 200 items, hypergeometric distribution, exact"), "{said}");
    let limit = format!("limit --confidence 95 --sample {sample} --deviations 0 --population 200");
    assert!(plan(&limit).done().starts_with("limit       5%, 10 of 200 items\n"));
    let limit =
        format!("limit --confidence 95 --sample {} --deviations 0 --population 200", sample - 1);
    assert!(plan(&limit).done().starts_with("limit       5.5%, 11 of 200 items\n"));
}

#[test]
fn plans_print_json() {
    let json =
        |arguments: &str| -> Value { serde_json::from_slice(&plan(arguments).data()).unwrap() };
    let plan =
        json("mus --confidence 95 --population 2500000 --tolerable 125000 --expected 25000 --json");
    assert_eq!((&plan["sample"], &plan["factor"]), (&93.into(), &"4.63".into()));
    assert_eq!(plan["design"], "mus-fixed 93");
    assert_eq!(plan["confidence"], "95%");
    assert!(plan["reason"].as_str().unwrap().contains(
        "(population 2500000, tolerable misstatement 125000, expected misstatement 25000; Poisson distribution"
    ));
    let limit = json("limit --confidence 90 --sample 100 --deviations 2 --json");
    // AICPA, Audit Guide Audit Sampling, table A-4: 5.3 %, rounded up.
    assert!(limit["upper_limit"].as_str().unwrap().starts_with("5.2"), "{limit}");
    assert_eq!(limit["design"], Value::Null);
}

#[test]
fn money_is_read_and_printed_exactly() {
    let arguments =
        "mus --confidence 95 --population 1234567.89 --tolerable 45678.9 --expected 0.0001";
    let said = plan(arguments).done();
    assert!(
        said.contains(
            "population 1234567.89, tolerable misstatement 45678.90, expected misstatement 0.0001;"
        ),
        "{said}"
    );
    let binomial = plan(&format!("{arguments} --method binomial")).done();
    assert!(binomial.contains("deviations  at most 1 whole misstated units\n"), "{binomial}");
}

#[test]
fn wrong_inputs_are_refused_with_what_to_write() {
    for (arguments, why) in [
        ("attribute --confidence 95 --tolerable 5 --expected 0", "for example 2.5%"),
        (
            "attribute --confidence 95 --tolerable 0% --expected 0",
            "a percentage above 0% and below 100%",
        ),
        ("attribute --confidence 49 --tolerable 5% --expected 0", "from 50 to below 100"),
        ("attribute --confidence 100 --tolerable 5% --expected 0", "from 50 to below 100"),
        ("attribute --confidence 95 --tolerable 5% --expected 1.5", "a whole number of deviations"),
        ("attribute --confidence 95 --tolerable 5% --expected 5%", "what is expected is not below"),
        ("attribute --confidence 95 --tolerable 5% --expected 4.99%", "no sample of a size"),
        (
            "attribute --confidence 95 --tolerable 5% --expected 3 --population 50",
            "what is expected is not below",
        ),
        ("limit --confidence 95 --sample 10 --deviations 11", "11 deviations in a sample of 10"),
        (
            "limit --confidence 95 --sample 10 --deviations 1 --population 9",
            "a sample of 10 from 9 items",
        ),
        (
            "mus --confidence 95 --population 100 --tolerable 100 --expected 0",
            "not between 0 and the population",
        ),
        (
            "mus --confidence 95 --population 100 --tolerable 10 --expected 10",
            "what is expected is not below",
        ),
        (
            "mus --confidence 95 --population 1,000 --tolerable 10 --expected 0",
            "an amount is written like",
        ),
        (
            "mus --confidence 95 --population 100 --tolerable 10 --expected 9.999",
            "no sample of a size",
        ),
    ] {
        let error = plan(arguments).not_done();
        assert!(error.contains(why), "{arguments}: {error}");
    }
}
