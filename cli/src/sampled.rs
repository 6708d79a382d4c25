//! A population as it was read, or as ranges and batches say it, and the design that fits it.

use std::fmt;
use std::path::Path;

use fairdraw::draw::{
    AmountsRule, Batch, EntryList, Fields, LONGEST_NAME, MOST_BATCHES, MOST_RANGES, PopulationList,
    PopulationRule, Range, RangeFault, Sampling,
};
use fairdraw::sample::{Design, LARGEST_POPULATION, Order, Plan, Population, Stratum};
use serde_json::{Value, json};

use crate::design_args::{DesignArgs, Drawn, check};
use crate::error::Error;
use crate::input::{Imported, StratumCount, Table, Totals, alike, decimal, write_alike};
use crate::list_args::ListArgs;
use crate::population_args::PopulationArgs;
use crate::read;
use crate::term::{Term, harmless};
use crate::terms::line;

pub(crate) mod measure;
pub(crate) mod preview;

/// What a sample is drawn from, and how.
pub(crate) struct Sampled {
    pub(crate) origin: Origin,
    pub(crate) design: Design,
}

/// Where a population comes from.
pub(crate) enum Origin {
    File(Box<Imported>),
    Ranges(Vec<Range>),
    /// Batches, and the name of the file that they stood in.
    Manifest(Vec<Batch>, String),
}

impl Sampled {
    /// Reads the population, and finds the design that was asked for.
    pub(crate) fn read(
        list: &ListArgs,
        population: &PopulationArgs,
        design: &DesignArgs,
        term: &Term,
    ) -> Result<Self, Error> {
        let origin = match (&population.ranges, &population.manifest) {
            (Some(ranges), _) => Origin::Ranges(read_ranges(ranges)?),
            (_, Some(manifest)) => read_manifest(manifest)?,
            _ => Origin::File(Box::new(list.import_population(population, term)?)),
        };
        let numbers = origin.population()?;
        let drawn = Drawn { population: numbers, strata: origin.strata() };
        let design = design.design(&drawn, population)?;
        let random = matches!(design, Design::Systematic { order: Order::Random, .. });
        if random && !matches!(origin, Origin::File(_)) {
            return Err(Error::not_done(
                "--order random needs a list file: ranges and manifests are not shuffled",
            )
            .hint("use --design simple, which draws from them at random"));
        }
        check(&design, &numbers).map(drop)?;
        Ok(Self { origin, design })
    }

    /// The design with its population.
    pub(crate) fn plan(&self) -> Result<Plan<'_>, Error> {
        check(&self.design, &self.origin.population()?)
    }

    pub(crate) fn items(&self) -> u64 {
        self.origin.items()
    }

    /// The same for programs.
    pub(crate) fn report(&self) -> Value {
        let mut report = match &self.origin {
            Origin::File(imported) => imported.report.to_json(),
            Origin::Ranges(ranges) => {
                let ranges = ranges.iter().map(ToString::to_string).collect::<Vec<_>>();
                json!({ "ranges": ranges, "entries": self.items() })
            }
            Origin::Manifest(batches, file) => {
                let alike = alike(batches.iter().map(|batch| batch.name.as_str()));
                json!({
                    "file": file,
                    "batches": batches.len(),
                    "batches_that_look_alike": alike,
                    "entries": self.items(),
                })
            }
        };
        if let (Ok(plan), Some(report)) = (self.plan(), report.as_object_mut()) {
            let (design, said) = crate::design_args::in_words(&self.design, self.places());
            let said = said.into_iter().map(|(name, value)| (name.to_owned(), json!(value)));
            report.insert("design".into(), json!(design));
            report.insert("design_parameters".into(), Value::Object(said.collect()));
            report.insert("lines".into(), json!(plan.places()));
            let strata = strata_of(&self.design).iter().map(|stratum| {
                json!({ "name": stratum.name, "items": stratum.items, "size": stratum.size, "spares": stratum.spares })
            });
            report.insert("allocation".into(), strata.collect());
            report.insert("left_out".into(), json!(preview::left_out(&plan)));
        }
        report
    }

    /// What the commit says of it, and the list file if there is one.
    pub(crate) fn sampling(self) -> Result<(Option<EntryList>, Sampling), Error> {
        let Self { origin, design } = self;
        let (list, population) = match origin {
            Origin::Ranges(ranges) => (None, PopulationRule::Ranges(ranges)),
            Origin::Manifest(batches, _) => (None, PopulationRule::Manifest(batches)),
            Origin::File(imported) => {
                let strata = !imported.strata.is_empty();
                let amounts = imported
                    .report
                    .totals
                    .map(|Totals { places, sums }| AmountsRule { places, total: sums.total() });
                let fields = Fields { stratum: strata, amount: amounts.is_some() };
                let list = EntryList::parse_population(imported.text.into_bytes(), fields)
                    .map_err(|error| Error::not_done(error.to_string()))?;
                let root = list.root();
                (Some(list), PopulationRule::List(PopulationList { strata, amounts, root }))
            }
        };
        Ok((list, Sampling { population, design }))
    }

    fn places(&self) -> u8 {
        self.origin.totals().map_or(0, |totals| totals.places)
    }
}

impl fmt::Display for Sampled {
    /// The population, and what the design gives.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.origin {
            Origin::File(imported) => writeln!(f, "{}", imported.report)?,
            origin => writeln!(
                f,
                "population  {}\nitems       {}\nfirst       {}\nlast        {}\n",
                origin.in_words(),
                self.items(),
                harmless(&origin.item(0)),
                harmless(&origin.item(self.items() - 1)),
            )?,
        }
        if let Origin::Manifest(batches, _) = &self.origin {
            write_alike(f, "batches", &alike(batches.iter().map(|batch| batch.name.as_str())))?;
        }
        let Ok(plan) = self.plan() else { return Ok(()) };
        write!(f, "{}", preview::text(&plan, self.places(), self.origin.totals().is_some()))
    }
}

impl Origin {
    pub(crate) fn items(&self) -> u64 {
        match self {
            Self::File(imported) => imported.report.entries,
            Self::Ranges(ranges) => ranges.iter().map(Range::count).fold(0, u64::saturating_add),
            Self::Manifest(batches, _) => {
                batches.iter().map(|batch| batch.count).fold(0, u64::saturating_add)
            }
        }
    }

    pub(crate) fn totals(&self) -> Option<Totals> {
        match self {
            Self::File(imported) => imported.report.totals,
            _ => None,
        }
    }

    pub(crate) fn strata(&self) -> &[StratumCount] {
        match self {
            Self::File(imported) => &imported.report.strata,
            _ => &[],
        }
    }

    /// Where it comes from.
    pub(crate) fn in_words(&self) -> String {
        match self {
            Self::File(imported) => imported.report.file.clone(),
            Self::Ranges(ranges) => {
                let shown: Vec<_> = ranges.iter().take(SHOWN).map(ToString::to_string).collect();
                let more = if ranges.len() > SHOWN { ", .." } else { "" };
                let ranges = if ranges.len() == 1 {
                    "1 range".to_owned()
                } else {
                    format!("{} ranges", ranges.len())
                };
                format!("{ranges} of numbers: {}{more}", shown.join(", "))
            }
            Self::Manifest(batches, file) => format!("{} batches of {file}", batches.len()),
        }
    }

    /// The name of the item at a position; empty if there is none.
    pub(crate) fn item(&self, position: u64) -> String {
        let index = usize::try_from(position).unwrap_or(usize::MAX);
        match self {
            Self::File(imported) => {
                let line = imported.text.lines().nth(index).unwrap_or_default();
                line.rsplit('\t').next().unwrap_or_default().to_owned()
            }
            Self::Ranges(ranges) => {
                labelled(ranges, position, Range::count, Range::label).unwrap_or_default()
            }
            Self::Manifest(batches, _) => {
                labelled(batches, position, |batch| batch.count, Batch::label).unwrap_or_default()
            }
        }
    }

    /// The names of the items at these positions.
    pub(crate) fn names(&self, positions: impl Iterator<Item = u64>) -> Vec<String> {
        let Self::File(imported) = self else {
            return positions.map(|position| self.item(position)).collect();
        };
        let lines: Vec<&str> = imported.text.split_terminator('\n').collect();
        let name = |position: u64| {
            let line = usize::try_from(position).ok().and_then(|index| lines.get(index));
            line.and_then(|line| line.rsplit('\t').next()).unwrap_or_default().to_owned()
        };
        positions.map(name).collect()
    }

    /// The amount of an item, and its stratum.
    pub(crate) fn fields(&self, position: u64) -> (Option<i64>, &str) {
        let Self::File(imported) = self else { return (None, "") };
        let Ok(index) = usize::try_from(position) else { return (None, "") };
        let stratum = imported.strata.get(index).and_then(|number| usize::try_from(*number).ok());
        let stratum = stratum.and_then(|number| imported.report.strata.get(number));
        let name = stratum.map_or("", |stratum| stratum.name.as_str());
        (imported.amounts.get(index).copied(), name)
    }

    fn population(&self) -> Result<Population<'_>, Error> {
        let (amounts, strata) = match self {
            Self::File(imported) => (
                imported.report.totals.map(|_| imported.amounts.as_slice()),
                Some(imported.strata.as_slice()).filter(|strata| !strata.is_empty()),
            ),
            _ => (None, None),
        };
        Population::new(self.items(), amounts, strata)
            .map_err(|fault| Error::not_done(format!("{}: {fault}", self.in_words())))
    }
}

/// The strata of a stratified design.
pub(crate) fn strata_of(design: &Design) -> &[Stratum] {
    match design {
        Design::Stratified { strata, .. } => strata,
        _ => &[],
    }
}

/// The number of the stratum of this name, from 1.
pub(crate) fn number_of(strata: &[Stratum], name: &str) -> Result<u64, Error> {
    let found = (1..).zip(strata).find(|(_, stratum)| stratum.name == name);
    let unknown = || Error::not_done(format!("no stratum is called \"{}\"", harmless(name)));
    found.map(|(number, _)| number).ok_or_else(unknown)
}

/// What the strata are called, for a hint.
pub(crate) fn names_of(strata: &[Stratum]) -> String {
    let names: Vec<_> = strata.iter().map(|stratum| harmless(&stratum.name)).collect();
    format!("the strata are: {}", names.join(", "))
}

/// The label at a position that is counted through all parts.
fn labelled<T>(
    parts: &[T],
    mut position: u64,
    count: impl Fn(&T) -> u64,
    label: impl Fn(&T, u64) -> Option<String>,
) -> Option<String> {
    for part in parts {
        match position.checked_sub(count(part)) {
            Some(behind) => position = behind,
            None => return label(part, position),
        }
    }
    None
}

/// `1001-2400,3001-3100:INV-`.
fn read_ranges(text: &str) -> Result<Vec<Range>, Error> {
    let fault = |part: &str, what: &str| {
        Error::not_done(format!("--ranges: \"{}\" {what}", harmless(part))).hint(
            "write FIRST-LAST with a hyphen, no spaces, and behind each range its own :PREFIX if it has one: 1-9:A-,10-19:A-",
        )
    };
    let mut ranges: Vec<Range> = Vec::new();
    // A space behind the comma is how most people write it.
    for part in text.split(',').map(|part| part.trim_start_matches(' ')) {
        let (numbers, prefix) = match part.split_once(':') {
            Some((numbers, prefix)) => (numbers, Some(prefix)),
            None => (part, None),
        };
        let Some((first, last)) = numbers.split_once('-') else {
            return Err(fault(part, "is not a range"));
        };
        let range = Range::new(first, last, prefix).map_err(|why| {
            fault(part, match why {
                RangeFault::First | RangeFault::Last => "is not two numbers of 1 to 18 digits",
                RangeFault::Descending => "ends before it begins",
                RangeFault::Digits => "has a last number with other leading zeros than the first",
                _ => "has a prefix that can't stand before a number: 1 to 256 bytes, no digit at its end",
            })
        })?;
        if let Some(other) = ranges.iter().find(|other| range.overlaps(other)) {
            return Err(fault(part, &format!("shares numbers with {other}")));
        }
        ranges.push(range);
    }
    if ranges.len() > MOST_RANGES {
        return Err(Error::not_done(format!("--ranges: more than {MOST_RANGES} ranges")));
    }
    Ok(ranges)
}

/// A table with the columns `batch` and `count`, in text or as the first sheet of a workbook.
fn read_manifest(path: &Path) -> Result<Origin, Error> {
    let name = path.display().to_string();
    let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    let table = Table::of_bytes(&name, extension.as_deref(), read::whole(path)?)?;
    let (batch, count) = (table.column("batch")?, table.column("count")?);
    let mut batches: Vec<Batch> = Vec::new();
    let mut known = std::collections::BTreeMap::new();
    for (line_number, values) in &table.rows {
        let wrong = |what: &str| table.error(*line_number, what);
        let name = values[batch].as_str();
        if name.is_empty() || name.len() > LONGEST_NAME || line(name).is_err() {
            return Err(wrong("the name of the batch must have 1 to 256 bytes"));
        }
        if let Some(earlier) = known.insert(name.to_owned(), *line_number) {
            return Err(wrong(&format!("the batch \"{name}\" stands on line {earlier} already")));
        }
        let number = &values[count];
        let plain = !number.starts_with('0') && number.bytes().all(|b| b.is_ascii_digit());
        let number = number.parse().ok().filter(|n| plain && *n <= LARGEST_POPULATION);
        let number = number
            .ok_or_else(|| wrong("the count is not a whole number from 1, in digits only"))?;
        batches.push(Batch { name: name.to_owned(), count: number });
    }
    if batches.is_empty() {
        return Err(Error::not_done(format!("{name}: no batches")));
    }
    if batches.len() > MOST_BATCHES {
        return Err(Error::not_done(format!("{name}: more than {MOST_BATCHES} batches")));
    }
    Ok(Origin::Manifest(batches, name))
}

/// The sums of a population's amounts as facts for the working paper.
pub(crate) fn sums(totals: Totals) -> Vec<(String, String)> {
    let Totals { places, sums } = totals;
    let text = |units: i128, items: u64| format!("{} in {items} items", decimal(units, places));
    vec![
        ("control total".to_owned(), decimal(sums.total().into(), places)),
        ("amounts above 0".to_owned(), text(sums.above_sum.into(), sums.above)),
        ("amounts of 0".to_owned(), format!("{} items", sums.zero)),
        ("amounts below 0".to_owned(), text(-i128::from(sums.below_sum), sums.below)),
    ]
}

/// Ranges that are shown.
const SHOWN: usize = 20;
