//! What an audit sample's commit says of population and design (SPEC, "Audit samples").

use alloc::{borrow::ToOwned as _, format, string::String, vec::Vec};
use core::fmt;

use crate::{
    digest::Digest,
    draw::{
        entries::{Fields, LONGEST_NAME},
        file::{FileError, Reader, Value},
    },
    sample::{Allocation, Design, Monetary, Order, Stratum},
    text::LARGEST_NUMBER,
};

pub use labels::{Batch, MOST_BATCHES, MOST_RANGES, Range, RangeFault};
pub(crate) use labels::{Labels, check_labels};
pub(crate) use numbers::Numbers;

mod labels;
mod numbers;

/// What only an audit sample has: what it is drawn from, and by which design.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sampling {
    /// What it is drawn from.
    pub population: PopulationRule,
    /// How.
    pub design: Design,
}

/// The population that a commit names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PopulationRule {
    /// A list file.
    List(PopulationList),
    /// Numbers of documents: 1 to 1,024 ranges, and no file.
    Ranges(Vec<Range>),
    /// Items counted in batches: 1 to 16,384 batches, and no file.
    Manifest(Vec<Batch>),
}

/// What a commit says of a population's list file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PopulationList {
    /// Whether each line begins with the stratum of its item.
    pub strata: bool,
    /// The amounts, if each line has one before its item.
    pub amounts: Option<AmountsRule>,
    /// The Merkle root of the list's lines.
    pub root: Digest,
}

/// What a commit says of the amounts in a population.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AmountsRule {
    /// How many decimal places they are printed with, 0 to 9.
    pub places: u8,
    /// Their sum in minor units: the control total.
    pub total: i64,
}

impl AmountsRule {
    /// An amount in minor units as a decimal number.
    pub fn decimal(&self, amount: i64) -> String {
        self.decimal_of(amount.unsigned_abs(), amount < 0)
    }

    pub(crate) fn decimal_of(&self, size: u64, negative: bool) -> String {
        let places = usize::from(self.places);
        let sign = if negative { "-" } else { "" };
        let mut text = format!("{sign}{size:0width$}", width = places + 1);
        if places > 0 {
            text.insert(text.len() - places, '.');
        }
        text
    }
}

impl PopulationList {
    /// The fields before each entry.
    pub const fn fields(&self) -> Fields {
        Fields { stratum: self.strata, amount: self.amounts.is_some() }
    }
}

impl PopulationRule {
    /// What is said of the list file, if there is one.
    pub const fn list(&self) -> Option<&PopulationList> {
        match self {
            Self::List(list) => Some(list),
            _ => None,
        }
    }
}

impl Sampling {
    /// How many item lines the design can give at most, by the commit as it stands; what passes 2⁶⁴-1 counts as that.
    pub(crate) fn most_items(&self, entries: u64) -> u64 {
        match &self.design {
            Design::Simple { size, spares } => size.saturating_add(*spares),
            Design::Systematic { size, starts, .. } => size.saturating_mul(*starts),
            Design::Stratified { strata, .. } => strata.iter().fold(0, |sum, stratum| {
                sum.saturating_add(stratum.size).saturating_add(stratum.spares)
            }),
            Design::Monetary(Monetary::Interval { .. }) => entries,
            Design::WithReplacement { size }
            | Design::Monetary(
                Monetary::Fixed { size }
                | Monetary::Cell { size }
                | Monetary::RandomOrder { size }
                | Monetary::WithReplacement { size },
            ) => *size,
        }
    }

    /// The strata of a stratified design.
    pub fn strata(&self) -> &[Stratum] {
        match &self.design {
            Design::Stratified { strata, .. } => strata,
            _ => &[],
        }
    }

    /// Reads the lines from `list` to the last one of the design.
    pub(super) fn parse(reader: &mut Reader<'_>) -> Result<Self, FileError> {
        let list = reader.take("list")?;
        let population = match list.text {
            "public" => PopulationRule::List(parse_list(reader)?),
            "ranges" => PopulationRule::Ranges(Range::parse_all(reader)?),
            "manifest" => PopulationRule::Manifest(Batch::parse_all(reader)?),
            "private" => return Err(list.wanted("public, ranges or manifest for a sample")),
            _ => return Err(list.unknown_word("public, ranges or manifest")),
        };
        let method = reader.take("method")?;
        match method.text {
            "sample" => {}
            "shuffle" | "tickets" => return Err(method.wanted("sample after needs: design")),
            _ => return Err(method.unknown_word("sample")),
        }
        let design = parse_design(reader, &population)?;
        Ok(Self { population, design })
    }
}

fn parse_list(reader: &mut Reader<'_>) -> Result<PopulationList, FileError> {
    let fields = match reader.take_if("fields")? {
        None => Fields::default(),
        Some(fields) => match fields.text {
            "stratum" => Fields { stratum: true, amount: false },
            "amount" => Fields { stratum: false, amount: true },
            "stratum amount" => Fields { stratum: true, amount: true },
            _ => return Err(fields.wanted("stratum, amount, or stratum amount")),
        },
    };
    let amounts = if fields.amount { Some(parse_amounts(reader)?) } else { None };
    let root = reader.take("root")?.digest()?;
    Ok(PopulationList { strata: fields.stratum, amounts, root })
}

fn parse_amounts(reader: &mut Reader<'_>) -> Result<AmountsRule, FileError> {
    let wanted = "a number of decimal places from 0 to 9 and the sum of the amounts";
    let (places, total) = reader.take("amounts")?.split_word(wanted)?;
    let places = places.number(0..=9, wanted)?.try_into().unwrap_or_default();
    Ok(AmountsRule { places, total: total.amount(wanted)? })
}

fn parse_design(reader: &mut Reader<'_>, population: &PopulationRule) -> Result<Design, FileError> {
    let list = population.list();
    let fields = list.map(PopulationList::fields).unwrap_or_default();
    let design = reader.take("design")?;
    let (word, rest) = design.first_word();
    let size = |wanted| {
        let rest = rest.ok_or_else(|| word.wanted(wanted))?;
        rest.number(1..=LARGEST_NUMBER, wanted)
    };
    let monetary = |monetary| {
        if fields.amount {
            Ok(Design::Monetary(monetary))
        } else {
            Err(word.wanted("a design that needs no amounts, as the list has none"))
        }
    };
    match word.text {
        "simple" => {
            let size = size(SIZE)?;
            let spares = reader.take("spares")?.number(0..=LARGEST_NUMBER, NUMBER)?;
            Ok(Design::Simple { size, spares })
        }
        "with-replacement" => Ok(Design::WithReplacement { size: size(SIZE)? }),
        "systematic" => {
            let wanted = "systematic, a number of items and a number of starts, each from 1";
            let (size, starts) = rest.ok_or_else(|| word.wanted(wanted))?.split_word(wanted)?;
            let size = size.number(1..=LARGEST_NUMBER, wanted)?;
            let starts = starts.number(1..=LARGEST_NUMBER, wanted)?;
            let order = reader.take("order")?;
            let order = match order.text {
                "list" => Order::List,
                // The whole population is shuffled: its file, not a line of this one, says how long that may take.
                "random" if list.is_none() => {
                    return Err(order.wanted("list, as no list file is shuffled"));
                }
                "random" => Order::Random,
                _ => return Err(order.wanted("list or random")),
            };
            Ok(Design::Systematic { size, starts, order })
        }
        "stratified" => parse_stratified(reader, word, rest, fields),
        "mus-fixed" => monetary(Monetary::Fixed { size: size(SIZE)? }),
        "mus-interval" => monetary(Monetary::Interval { interval: size(INTERVAL)? }),
        "mus-cell" => monetary(Monetary::Cell { size: size(SIZE)? }),
        "mus-random-order" => monetary(Monetary::RandomOrder { size: size(SIZE)? }),
        "mus-with-replacement" => monetary(Monetary::WithReplacement { size: size(SIZE)? }),
        _ => Err(word.unknown_word(
            "simple, with-replacement, systematic, stratified or mus-.., and its sizes",
        )),
    }
}

fn parse_stratified(
    reader: &mut Reader<'_>,
    word: Value<'_>,
    rest: Option<Value<'_>>,
    fields: Fields,
) -> Result<Design, FileError> {
    let wanted =
        "stratified, a number of items from 1, and explicit, proportional, value or neyman";
    let (size, kind) = rest.ok_or_else(|| word.wanted(wanted))?.split_word(wanted)?;
    let size = size.number(1..=LARGEST_NUMBER, wanted)?;
    if !matches!(kind.text, "explicit" | "proportional" | "value" | "neyman") {
        return Err(kind.wanted(wanted));
    }
    if !fields.stratum {
        return Err(word.wanted("a design without strata, as the list has none"));
    }
    if kind.text == "value" && !fields.amount {
        return Err(kind.wanted("explicit, proportional or neyman, as the list has no amounts"));
    }
    let mut minimum = || reader.take("minimum")?.number(0..=LARGEST_NUMBER, NUMBER);
    let allocation = match kind.text {
        "explicit" => Allocation::Explicit,
        "proportional" => Allocation::Proportional { minimum: minimum()? },
        "value" => Allocation::Value { minimum: minimum()? },
        _ => Allocation::Neyman { minimum: minimum()? },
    };
    let deviating = matches!(allocation, Allocation::Neyman { .. });
    let first = reader.take("stratum")?;
    let further = reader.take_all("stratum", MOST_STRATA - 1)?;
    let strata = core::iter::once(first).chain(further);
    let strata =
        strata.map(|stratum| parse_stratum(stratum, deviating)).collect::<Result<_, _>>()?;
    Ok(Design::Stratified { size, allocation, strata })
}

fn parse_stratum(stratum: Value<'_>, deviating: bool) -> Result<Stratum, FileError> {
    let wanted = if deviating {
        "numbers of items, sample and spares, a standard deviation, and a name"
    } else {
        "numbers of items, sample and spares, and a name"
    };
    let (items, rest) = stratum.split_word(wanted)?;
    let items = items.number(1..=LARGEST_NUMBER, wanted)?;
    let (size, rest) = rest.split_word(wanted)?;
    let size = size.number(0..=LARGEST_NUMBER, wanted)?;
    let (spares, mut rest) = rest.split_word(wanted)?;
    let spares = spares.number(0..=LARGEST_NUMBER, wanted)?;
    let mut deviation = None;
    if deviating {
        let (number, name) = rest.split_word(wanted)?;
        deviation = Some(number.number(0..=LARGEST_NUMBER, wanted)?);
        rest = name;
    }
    let name = rest.phrase_up_to(LONGEST_NAME)?.to_owned();
    Ok(Stratum { name, items, size, spares, deviation })
}

impl fmt::Display for Sampling {
    /// Prints the lines of the commit file from `list` to the last one of the design.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.population {
            PopulationRule::List(PopulationList { strata, amounts, root }) => {
                writeln!(f, "list: public")?;
                match (strata, amounts) {
                    (true, Some(_)) => writeln!(f, "fields: stratum amount")?,
                    (true, None) => writeln!(f, "fields: stratum")?,
                    (false, Some(_)) => writeln!(f, "fields: amount")?,
                    (false, None) => {}
                }
                if let Some(AmountsRule { places, total }) = amounts {
                    writeln!(f, "amounts: {places} {total}")?;
                }
                writeln!(f, "root: {root}")?;
            }
            PopulationRule::Ranges(ranges) => {
                writeln!(f, "list: ranges")?;
                ranges.iter().try_for_each(|range| writeln!(f, "range: {range}"))?;
            }
            PopulationRule::Manifest(batches) => {
                writeln!(f, "list: manifest")?;
                batches.iter().try_for_each(|batch| writeln!(f, "batch: {batch}"))?;
            }
        }
        writeln!(f, "method: sample")?;
        write_design(&self.design, f)
    }
}

fn write_design(design: &Design, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match design {
        Design::Simple { size, spares } => writeln!(f, "design: simple {size}\nspares: {spares}"),
        Design::WithReplacement { size } => writeln!(f, "design: with-replacement {size}"),
        Design::Systematic { size, starts, order } => {
            let order = match order {
                Order::List => "list",
                Order::Random => "random",
            };
            writeln!(f, "design: systematic {size} {starts}\norder: {order}")
        }
        Design::Stratified { size, allocation, strata } => {
            let (word, minimum) = match allocation {
                Allocation::Explicit => ("explicit", None),
                Allocation::Proportional { minimum } => ("proportional", Some(minimum)),
                Allocation::Value { minimum } => ("value", Some(minimum)),
                Allocation::Neyman { minimum } => ("neyman", Some(minimum)),
            };
            writeln!(f, "design: stratified {size} {word}")?;
            if let Some(minimum) = minimum {
                writeln!(f, "minimum: {minimum}")?;
            }
            for Stratum { name, items, size, spares, deviation } in strata {
                write!(f, "stratum: {items} {size} {spares} ")?;
                if let Some(deviation) = deviation {
                    write!(f, "{deviation} ")?;
                }
                writeln!(f, "{name}")?;
            }
            Ok(())
        }
        Design::Monetary(monetary) => match monetary {
            Monetary::Fixed { size } => writeln!(f, "design: mus-fixed {size}"),
            Monetary::Interval { interval } => writeln!(f, "design: mus-interval {interval}"),
            Monetary::Cell { size } => writeln!(f, "design: mus-cell {size}"),
            Monetary::RandomOrder { size } => writeln!(f, "design: mus-random-order {size}"),
            Monetary::WithReplacement { size } => {
                writeln!(f, "design: mus-with-replacement {size}")
            }
        },
    }
}

/// The most strata of a design.
pub const MOST_STRATA: usize = 1024;
const NUMBER: &str = "a number from 0 to 9223372036854775807";
const SIZE: &str = "a design and its number of items from 1";
const INTERVAL: &str = "a design and its interval from 1";
