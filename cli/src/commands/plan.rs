//! `fairdraw plan`: how many items a sample needs, with the reason, and what a sample shows.

use serde_json::{Value, json};

use super::Run;
use crate::error::Error;
use crate::output;
use crate::planning::counts::{self, Bad, Expected, Size};
use crate::planning::money::{self, Amounts};
use crate::planning::{Share, decimal, percent};
use crate::term::Term;

/// Work out how many items a sample needs, and the reason in a sentence for the working paper
///
/// attribute is for deviations that are counted, discovery for finding at least one, mus for misstatements in money; limit
/// judges a sample when its deviations are known. Each number is decided in exact arithmetic, limits are rounded up. What
/// confidence is needed, and what is tolerable or expected, is the auditor's judgement.
#[derive(clap::Parser)]
#[command(
    name = "plan",
    disable_help_subcommand = true,
    after_help = "Examples:\n  \
        fairdraw plan attribute --confidence 95 --tolerable 5% --expected 1%\n  \
        fairdraw plan limit --confidence 95 --sample 93 --deviations 1\n  \
        fairdraw plan discovery --confidence 95 --tolerable 1% --population 1200\n  \
        fairdraw plan mus --confidence 95 --population 2500000 --tolerable 125000 --expected 25000"
)]
pub(super) struct Plan {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Attribute(Attribute),
    Discovery(Discovery),
    Limit(Limit),
    Mus(Mus),
}

/// Plan a test of deviations: the smallest sample whose upper limit is tolerable if it has no more deviations than expected
///
/// The upper limit is one-sided: of Clopper and Pearson (binomial) for an endless population, and with --population the
/// largest number of deviations with which so few in the sample have a chance above the risk (hypergeometric). A rate expected
/// is rounded up to whole deviations of the sample, as in the tables of the AICPA audit guide Audit Sampling.
#[derive(clap::Args)]
struct Attribute {
    #[command(flatten)]
    level: Level,

    /// The highest rate of deviations that is tolerable
    #[arg(long, value_name = "RATE%", value_parser = rate)]
    tolerable: Share,

    /// The deviations expected in the sample, as a number, or as a rate of the population
    #[arg(long, value_name = "N|RATE%", value_parser = expected)]
    expected: Expected,

    /// How many items the population has; endless otherwise, which is never too small a sample
    #[arg(long, value_name = "N", value_parser = population)]
    population: Option<u64>,
}

/// Plan to find at least one deviation, if there are as many as the rate says or more
#[derive(clap::Args)]
struct Discovery {
    #[command(flatten)]
    level: Level,

    /// The rate of deviations from which on one is to be found
    #[arg(long, value_name = "RATE%", value_parser = rate)]
    tolerable: Share,

    /// How many items the population has; endless otherwise, which is never too small a sample
    #[arg(long, value_name = "N", value_parser = population)]
    population: Option<u64>,
}

/// Judge a sample: the upper limit of the deviations in the population, one-sided
#[derive(clap::Args)]
struct Limit {
    #[command(flatten)]
    level: Level,

    /// How many items the sample had
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=counts::MOST))]
    sample: u64,

    /// How many of them were deviations
    #[arg(long, value_name = "N")]
    deviations: u64,

    /// How many items the population has; endless otherwise
    #[arg(long, value_name = "N", value_parser = population)]
    population: Option<u64>,
}

/// Plan a monetary unit sample: how many units are enough if the misstatement is no more than expected
///
/// Poisson is the definition behind table C-1 of the AICPA audit guide Audit Sampling, as Stewart gives it (Technical Notes,
/// 2012): the expected misstatements of a whole unit, n * expected / population, are not rounded. binomial is plan attribute
/// with the rates tolerable / population and expected / population, the expected deviations rounded up. Amounts are plain
/// decimals of one currency, with up to 4 decimals and without separators.
#[derive(clap::Args)]
struct Mus {
    #[command(flatten)]
    level: Level,

    /// The highest misstatement that is tolerable
    #[arg(long, value_name = "MONEY", value_parser = amount)]
    tolerable: u64,

    /// The misstatement that is expected
    #[arg(long, value_name = "MONEY", value_parser = amount)]
    expected: u64,

    /// What the amounts of the population above 0 add up to
    #[arg(long, value_name = "MONEY", value_parser = amount)]
    population: u64,

    /// The distribution
    #[arg(long, value_name = "poisson|binomial", default_value = "poisson", value_parser = ["poisson", "binomial"])]
    method: String,
}

#[derive(clap::Args)]
struct Level {
    /// The confidence level in percent, from 50 to below 100; the risk is the rest
    #[arg(long, value_name = "PERCENT", value_parser = confidence)]
    confidence: Share,

    /// Print as JSON
    #[arg(long)]
    json: bool,
}

/// What is printed.
struct Answer {
    /// Names and values, in order.
    lines: Vec<(&'static str, String)>,
    reason: String,
    /// The design's name, and its size.
    design: Option<(&'static str, u64)>,
    json: Value,
}

impl Run for Plan {
    fn run(self, _term: &Term) -> Result<(), Error> {
        let (level, answer) = match &self.what {
            What::Attribute(plan) => (&plan.level, plan.answer()?),
            What::Discovery(plan) => (&plan.level, plan.answer()?),
            What::Limit(plan) => (&plan.level, plan.answer()?),
            What::Mus(plan) => (&plan.level, plan.answer()?),
        };
        output::print(|out| {
            let Answer { lines, reason, design, mut json } = answer;
            if level.json {
                json["confidence"] = level.confidence.to_string().into();
                json["reason"] = reason.into();
                json["design"] = design.map(|(name, size)| format!("{name} {size}")).into();
                return writeln!(out, "{json:#}");
            }
            for (name, value) in lines {
                writeln!(out, "{name:<11} {value}")?;
            }
            writeln!(out, "reason      {reason}")?;
            match design {
                Some((name, size)) => {
                    writeln!(
                        out,
                        "then        fairdraw commit LIST .. --design {name} --size {size}"
                    )
                }
                None => Ok(()),
            }
        })
    }
}

impl Attribute {
    fn answer(&self) -> Result<Answer, Error> {
        let Self { level: Level { confidence, .. }, tolerable, expected, population } = self;
        let bad = match population {
            None => Bad::Rate(*tolerable),
            // One deviation more than is tolerable.
            Some(population) => Bad::Count {
                population: *population,
                deviations: tolerable.of_rounded_down(*population) + 1,
            },
        };
        let too_many = match (expected, bad) {
            (Expected::Rate(expected), _) => !expected.is_below(*tolerable),
            (Expected::Count(expected), Bad::Count { deviations, .. }) => *expected >= deviations,
            (Expected::Count(_), Bad::Rate(_)) => false,
        };
        if too_many {
            return Err(Error::not_done("what is expected is not below what is tolerable")
                .hint("no sample can show then that it is tolerable; test everything, or look at both again"));
        }
        let size = counts::sample_size(bad, *expected, confidence.rest()).ok_or_else(too_large)?;
        let (limit, limit_text) = limit_of(size, *population, *confidence);
        let Size { sample, deviations } = size;
        let expected = match expected {
            Expected::Count(count) => format!("deviations expected {count}"),
            Expected::Rate(rate) => format!("expected rate {rate}, rounded up to whole deviations"),
        };
        let reason = format!(
            "Sample size {sample}: the smallest with which at most {} in the sample show, at a \
             one-sided confidence level of {confidence}, that the deviation rate is not above the tolerable rate of \
             {tolerable} ({expected}; {}).",
            counted(deviations),
            method(*population)
        );
        let json = json!({
            "plan": "attribute", "sample": sample, "deviations": deviations, "tolerable": tolerable.to_string(),
            "population": population, "upper_limit": limit,
        });
        Ok(Answer {
            lines: vec![
                ("sample", sample.to_string()),
                (
                    "deviations",
                    format!(
                        "at most {deviations} in the sample; with more the limit is not tolerable"
                    ),
                ),
                ("limit", format!("{limit_text} with {deviations}")),
            ],
            reason,
            design: Some(("simple", sample)),
            json,
        })
    }
}

impl Discovery {
    fn answer(&self) -> Result<Answer, Error> {
        let Self { level: Level { confidence, .. }, tolerable, population } = self;
        let (bad, found) = match population {
            None => {
                (Bad::Rate(*tolerable), format!("if the deviation rate is {tolerable} or more"))
            }
            Some(population) => {
                let deviations = tolerable.of_rounded_up(*population);
                (
                    Bad::Count { population: *population, deviations },
                    format!(
                        "if {} of {population} ({}) or more deviate",
                        if deviations == 1 {
                            "1 item".to_owned()
                        } else {
                            format!("{deviations} items")
                        },
                        rate_of(deviations, *population, *tolerable)
                    ),
                )
            }
        };
        let size = counts::sample_size(bad, Expected::Count(0), confidence.rest());
        let Size { sample, .. } = size.ok_or_else(too_large)?;
        let reason = format!(
            "Sample size {sample}: the smallest with which the chance of at least one deviation in the sample is \
             {confidence} or more {found} ({}).",
            method(*population)
        );
        let json = json!({
            "plan": "discovery", "sample": sample, "deviations": 0, "tolerable": tolerable.to_string(),
            "population": population,
        });
        Ok(Answer {
            lines: vec![("sample", sample.to_string())],
            reason,
            design: Some(("simple", sample)),
            json,
        })
    }
}

impl Limit {
    fn answer(&self) -> Result<Answer, Error> {
        let Self { level: Level { confidence, .. }, sample, deviations, population } = self;
        if deviations > sample {
            return Err(Error::not_done(format!(
                "{deviations} deviations in a sample of {sample}"
            ))
            .hint("--deviations counts items of the sample"));
        }
        if let Some(population) = population.filter(|population| population < sample) {
            return Err(Error::not_done(format!("a sample of {sample} from {population} items"))
                .hint("the sample is without replacement: it can't have more items than the population"));
        }
        let size = Size { sample: *sample, deviations: *deviations };
        let (limit, limit_text) = limit_of(size, *population, *confidence);
        let reason = format!(
            "{} in a sample of {sample}: at a one-sided confidence level of {confidence} the \
             deviation rate is not above {limit_text} ({}).",
            counted(*deviations),
            method(*population)
        );
        let json = json!({
            "plan": "limit", "sample": sample, "deviations": deviations, "population": population,
            "upper_limit": limit,
        });
        Ok(Answer { lines: vec![("limit", limit_text)], reason, design: None, json })
    }
}

impl Mus {
    fn answer(&self) -> Result<Answer, Error> {
        let Self { level: Level { confidence, .. }, tolerable, expected, population, method } =
            self;
        let refused = |what: &str| Err(Error::not_done(what).hint("look at the amounts again"));
        let Some(tolerable_rate) = Share::new(*tolerable, *population) else {
            return refused("the tolerable misstatement is not between 0 and the population");
        };
        if expected >= tolerable {
            return refused("what is expected is not below what is tolerable");
        }
        let amounts =
            Amounts { population: *population, tolerable: *tolerable, expected: *expected };
        let risk = confidence.rest();
        let inputs = format!(
            "population {}, tolerable misstatement {}, expected misstatement {}",
            money_text(*population),
            money_text(*tolerable),
            money_text(*expected)
        );
        let mut lines = Vec::new();
        let (sample, factor, how) = if method == "poisson" {
            let sample = money::sample_size(amounts, risk).ok_or_else(too_large)?;
            let factor = money::factor(amounts, risk).ok_or_else(too_large)?;
            let factor = format!("{}.{:02}", factor / 100, factor % 100);
            lines.push((
                "factor",
                format!("{factor} (rounded up): sample * tolerable / population"),
            ));
            (
                sample,
                Some(factor),
                "Poisson distribution, the expected misstatement not rounded to whole units: Stewart, Technical Notes \
                 on the AICPA Audit Guide Audit Sampling, 2012",
            )
        } else {
            let expected = match Share::new(*expected, *population) {
                Some(rate) => Expected::Rate(rate),
                None => Expected::Count(0),
            };
            let size = counts::sample_size(Bad::Rate(tolerable_rate), expected, risk);
            let size = size.ok_or_else(too_large)?;
            lines
                .push(("deviations", format!("at most {} whole misstated units", size.deviations)));
            (
                size.sample,
                None,
                "binomial distribution, the expected misstatement rounded up to whole misstated units: Clopper and \
                 Pearson 1934",
            )
        };
        lines.insert(0, ("sample", sample.to_string()));
        let reason = format!(
            "Sample size {sample} monetary units: the smallest with which no more misstatement in the sample than \
             expected shows, at a one-sided confidence level of {confidence}, that the misstatement of the population is \
             not above the tolerable one ({inputs}; {how})."
        );
        let json = json!({
            "plan": "mus", "method": method, "sample": sample, "population": money_text(*population),
            "tolerable": money_text(*tolerable), "expected": money_text(*expected), "factor": factor,
        });
        Ok(Answer { lines, reason, design: Some(("mus-fixed", sample)), json })
    }
}

/// The upper limit, as a percentage rounded up, and in words.
fn limit_of(size: Size, population: Option<u64>, confidence: Share) -> (String, String) {
    let Some(population) = population else {
        let limit = percent(counts::upper_rate(size, confidence.rest()));
        return (limit.clone(), limit);
    };
    let count = counts::upper_count(population, size, confidence.rest());
    let limit = Share::new(count, population);
    let limit =
        limit.map_or_else(|| if count == 0 { "0%" } else { "100%" }.to_owned(), |l| l.to_string());
    let text = format!("{limit}, {count} of {population} items");
    (limit, text)
}

/// The rate that so many deviations are, beside the tolerable one where that is no whole number of items.
fn rate_of(deviations: u64, population: u64, tolerable: Share) -> String {
    match Share::new(deviations, population) {
        Some(rate) if rate == tolerable => rate.to_string(),
        rate => {
            let rate = rate.map_or_else(|| "100%".to_owned(), |rate| rate.to_string());
            format!("{rate}, the lowest rate that is {tolerable} or more")
        }
    }
}

fn method(population: Option<u64>) -> String {
    match population {
        None => "binomial distribution, exact; Clopper and Pearson 1934".to_owned(),
        Some(population) => {
            format!("population {population} items, hypergeometric distribution, exact")
        }
    }
}

fn counted(deviations: u64) -> String {
    format!("{deviations} deviation{}", if deviations == 1 { "" } else { "s" })
}

fn too_large() -> Error {
    Error::not_done("no sample of a size that anybody would draw is enough").hint(
        "what is expected is too close to what is tolerable, or what is tolerable too small: test everything, or look at both again",
    )
}

fn rate(text: &str) -> Result<Share, String> {
    text.strip_suffix('%').and_then(Share::of_percent).ok_or_else(|| {
        "a rate is a percentage above 0% and below 100%, with up to 6 decimals, for example 2.5%".to_owned()
    })
}

fn expected(text: &str) -> Result<Expected, String> {
    if text.ends_with('%') {
        // A rate of nothing is no deviation at all.
        return match text.strip_suffix('%').and_then(|text| decimal(text, 6)) {
            Some(0) => Ok(Expected::Count(0)),
            _ => rate(text).map(Expected::Rate),
        };
    }
    decimal(text, 0).map(Expected::Count).ok_or_else(|| {
        "a whole number of deviations, or a rate with its sign, for example 1 or 1%".to_owned()
    })
}

fn confidence(text: &str) -> Result<Share, String> {
    let share = Share::of_percent(text.strip_suffix('%').unwrap_or(text));
    let half = Share::new(1, 2);
    share
        .filter(|share| half.is_some_and(|half| !share.is_below(half)))
        .ok_or_else(|| "a percentage from 50 to below 100, for example 95".to_owned())
}

fn population(text: &str) -> Result<u64, String> {
    decimal(text, 0)
        .filter(|count| (1..1 << 32).contains(count))
        .ok_or_else(|| "a whole number of items, 1 to 4294967295".to_owned())
}

fn amount(text: &str) -> Result<u64, String> {
    let digits = text.split('.').next().unwrap_or_default();
    if digits.len() > 15 && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("too large: an amount has at most 15 digits before the decimals".to_owned());
    }
    decimal(text, MONEY_DECIMALS).ok_or_else(|| {
        "an amount is written like 1250.50, without currency and separators, with up to 4 decimals".to_owned()
    })
}

fn money_text(amount: u64) -> String {
    let text = format!("{}.{:04}", amount / 10_000, amount % 10_000);
    // Two decimals at least, or none.
    let short = text.trim_end_matches('0');
    match short.strip_suffix('.') {
        Some(whole) => whole.to_owned(),
        None => text[..text.len().min(short.len().max(text.len() - 2))].to_owned(),
    }
}

const MONEY_DECIMALS: usize = 4;
