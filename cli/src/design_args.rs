//! The options that say how an audit sample is drawn.

use std::fmt::Write as _;

use fairdraw::sample::{
    Allocation, AllocationFault, Design, DesignFault, Monetary, Order, Plan, Population, Stratum,
};

use crate::error::Error;
use crate::input::{StratumCount, decimal};
use crate::population_args::PopulationArgs;

/// The sampling design.
#[derive(clap::Args)]
#[command(next_help_heading = "The sampling design")]
pub(crate) struct DesignArgs {
    /// Draw an audit sample in place of winners: simple, with-replacement, systematic, stratified, or by amount mus-fixed,
    /// mus-interval, mus-cell, mus-random-order, mus-with-replacement
    #[arg(long, value_name = "DESIGN", value_parser = DESIGNS)]
    design: Option<String>,

    /// How many items are selected; in a systematic sample, from each of its starts: COUNT times --starts in all
    #[arg(long, value_name = "COUNT", requires = "design", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    size: Option<u64>,

    /// How many spares are drawn after the sample (in a stratified one, after that of each stratum), to stand in for items that
    /// can't be examined. Without good reason draw none: an item that can't be found is often a finding
    #[arg(long, value_name = "COUNT", requires = "design")]
    spares: Option<u64>,

    /// How many independent random starts a systematic sample has, 1 if nothing is said; --size items are selected from each. One
    /// start in list order gives no unbiased estimate of the variance; several do, by the differences between them
    #[arg(long, value_name = "COUNT", requires = "design", value_parser = clap::value_parser!(u64).range(1..))]
    starts: Option<u64>,

    /// The order in which a systematic sample counts: that of the `list` (so it is if nothing is said), in which a
    /// period as long as the interval does harm; or `random`, shuffled first, of a list file only
    #[arg(long, value_name = "list|random", requires = "design", value_parser = ["list", "random"])]
    order: Option<String>,

    /// The interval of mus-interval, an amount of money written as in the file
    #[arg(long, value_name = "AMOUNT", requires = "design", allow_negative_numbers = true)]
    interval: Option<String>,

    /// How a stratified sample is shared out: proportional (to the numbers of items; so it is if nothing is said), value (to the
    /// sums of amounts), neyman (to the numbers of items times --standard-deviation), or explicit (by --take)
    #[arg(long, value_name = "HOW", requires = "design", value_parser = ["explicit", "proportional", "value", "neyman"])]
    allocation: Option<String>,

    /// The fewest items that any stratum gets, or all it has if these are fewer
    #[arg(long, value_name = "COUNT", requires = "design")]
    minimum: Option<u64>,

    /// How many items of a stratum are selected, with --allocation explicit; once for each stratum
    #[arg(long, value_name = "STRATUM=COUNT", requires = "design", value_parser = of_stratum)]
    take: Vec<(String, u64)>,

    /// How many spares a stratum has, if not --spares
    #[arg(long, value_name = "STRATUM=COUNT", requires = "design", value_parser = of_stratum)]
    stratum_spares: Vec<(String, u64)>,

    /// The standard deviation expected in a stratum, for --allocation neyman: a whole number, in one unit for all strata
    #[arg(long, value_name = "STRATUM=NUMBER", requires = "design", value_parser = of_stratum)]
    standard_deviation: Vec<(String, u64)>,
}

/// What a design needs to know of the population.
pub(crate) struct Drawn<'a> {
    pub(crate) population: Population<'a>,
    pub(crate) strata: &'a [StratumCount],
}

impl DesignArgs {
    /// Whether an audit sample is wanted.
    pub(crate) fn is_given(&self) -> bool {
        self.design.is_some()
    }

    /// The design that was asked for, with the sizes of its strata.
    pub(crate) fn design(
        &self,
        drawn: &Drawn<'_>,
        population: &PopulationArgs,
    ) -> Result<Design, Error> {
        let name = self.design.as_deref().unwrap_or_default();
        self.refuse_what_is_not_for(name)?;
        let spares = self.spares.unwrap_or(0);
        Ok(match name {
            "simple" => Design::Simple { size: self.size()?, spares },
            "with-replacement" => Design::WithReplacement { size: self.size()? },
            "systematic" => Design::Systematic {
                size: self.size()?,
                starts: self.starts.unwrap_or(1),
                order: match self.order.as_deref() {
                    Some("random") => Order::Random,
                    _ => Order::List,
                },
            },
            "stratified" => self.stratified(drawn)?,
            _ => Design::Monetary(self.monetary(name, population)?),
        })
    }

    fn size(&self) -> Result<u64, Error> {
        self.size.ok_or_else(|| {
            Error::not_done("nothing says how many items are selected")
                .hint("add --size COUNT; fairdraw plan computes one")
        })
    }

    fn monetary(&self, name: &str, population: &PopulationArgs) -> Result<Monetary, Error> {
        if population.amount()?.is_none() {
            return Err(Error::not_done(format!("{name} selects by amount, and there are none"))
                .hint("name their column with --amount-column"));
        }
        Ok(match name {
            "mus-interval" => {
                let text = self.interval.as_deref().ok_or_else(|| {
                    Error::not_done("mus-interval needs its interval").hint("add --interval AMOUNT")
                })?;
                let interval = population.style()?.read(text.trim()).and_then(|units| {
                    u64::try_from(units)
                        .ok()
                        .filter(|&units| units > 0)
                        .ok_or_else(|| format!("{text} is not above 0"))
                });
                Monetary::Interval {
                    interval: interval.map_err(|fault| {
                        Error::not_done(format!("--interval: {fault}"))
                            .hint("write it as the amounts are written, for example 2500.00")
                    })?,
                }
            }
            "mus-cell" => Monetary::Cell { size: self.size()? },
            "mus-random-order" => Monetary::RandomOrder { size: self.size()? },
            "mus-with-replacement" => Monetary::WithReplacement { size: self.size()? },
            _ => Monetary::Fixed { size: self.size()? },
        })
    }

    fn stratified(&self, drawn: &Drawn<'_>) -> Result<Design, Error> {
        if drawn.strata.is_empty() {
            return Err(Error::not_done("a stratified sample needs strata")
                .hint("name the column that holds them with --stratum-column"));
        }
        let minimum = self.minimum.unwrap_or(0);
        let allocation = match self.allocation.as_deref() {
            Some("explicit") => Allocation::Explicit,
            Some("value") => Allocation::Value { minimum },
            Some("neyman") => Allocation::Neyman { minimum },
            None if !self.take.is_empty() => Allocation::Explicit,
            _ => Allocation::Proportional { minimum },
        };
        let explicit = allocation == Allocation::Explicit;
        if explicit && self.minimum.is_some() {
            return Err(not_for("--minimum", "--allocation explicit"));
        }
        if !explicit && !self.take.is_empty() {
            return Err(not_for("--take", "an allocation that is computed")
                .hint("say --allocation explicit, or leave out --take"));
        }
        let neyman = matches!(allocation, Allocation::Neyman { .. });
        if !neyman && !self.standard_deviation.is_empty() {
            return Err(not_for("--standard-deviation", "an allocation other than neyman"));
        }
        let take = Stated::new("--take", &self.take, drawn.strata, explicit)?;
        let spares = Stated::new("--stratum-spares", &self.stratum_spares, drawn.strata, false)?;
        let standard_deviations =
            Stated::new("--standard-deviation", &self.standard_deviation, drawn.strata, neyman)?;
        let mut strata: Vec<Stratum> = Vec::new();
        for StratumCount { name, items, .. } in drawn.strata {
            strata.push(Stratum {
                name: name.clone(),
                items: *items,
                size: take.of(name).unwrap_or(0),
                spares: spares.of(name).or(self.spares).unwrap_or(0),
                deviation: standard_deviations.of(name),
            });
        }
        let taken = strata.iter().map(|stratum| stratum.size).fold(0, u64::saturating_add);
        let size = match self.size {
            None if explicit => taken,
            Some(size) if explicit && size != taken => {
                return Err(Error::not_done(format!(
                    "--take sums to {taken}, and --size is {size}"
                ))
                .hint("correct one of them, or leave out --size"));
            }
            _ => self.size()?,
        };
        let sizes = allocation
            .sizes(size, &strata, &drawn.population)
            .map_err(|fault| does_not_fit(&fault, &strata))?;
        for (stratum, size) in strata.iter_mut().zip(sizes) {
            stratum.size = size;
        }
        Ok(Design::Stratified { size, allocation, strata })
    }

    /// Refuses options that the design doesn't have: what is ignored is misunderstood.
    fn refuse_what_is_not_for(&self, name: &str) -> Result<(), Error> {
        let of = |designs: &[&str]| designs.contains(&name);
        let stratified = of(&["stratified"]);
        let options = [
            ("--size", self.size.is_some(), !of(&["mus-interval"])),
            ("--spares", self.spares.is_some(), of(&["simple", "stratified"])),
            ("--starts", self.starts.is_some(), of(&["systematic"])),
            ("--order", self.order.is_some(), of(&["systematic"])),
            ("--interval", self.interval.is_some(), of(&["mus-interval"])),
            ("--allocation", self.allocation.is_some(), stratified),
            ("--minimum", self.minimum.is_some(), stratified),
            ("--take", !self.take.is_empty(), stratified),
            ("--stratum-spares", !self.stratum_spares.is_empty(), stratified),
            ("--standard-deviation", !self.standard_deviation.is_empty(), stratified),
        ];
        match options.iter().find(|(_, given, fits)| *given && !fits) {
            Some((option, ..)) => Err(not_for(option, &format!("--design {name}"))),
            None => Ok(()),
        }
    }
}

/// Checks that the design fits the population.
pub(crate) fn check<'a>(
    design: &'a Design,
    population: &Population<'a>,
) -> Result<Plan<'a>, Error> {
    let strata: &[Stratum] = match design {
        Design::Stratified { strata, .. } => strata,
        _ => &[],
    };
    design.check(population).map_err(|fault| does_not_fit(&fault, strata))
}

/// Numbers stated for some strata by name.
struct Stated<'a>(&'a [(String, u64)]);

impl<'a> Stated<'a> {
    /// Refuses names that are none of the population's, or come twice; `all` says whether none may be missing.
    fn new(
        option: &str,
        stated: &'a [(String, u64)],
        strata: &[StratumCount],
        all: bool,
    ) -> Result<Self, Error> {
        let is_known = |name: &str| strata.iter().any(|stratum| stratum.name == name);
        for (index, (name, _)) in stated.iter().enumerate() {
            if !is_known(name) {
                let names: Vec<_> = strata.iter().take(20).map(|s| s.name.as_str()).collect();
                return Err(Error::not_done(format!("{option}: no stratum is called \"{name}\""))
                    .hint(format!("the strata are: {}", names.join(", "))));
            }
            if stated[..index].iter().any(|(earlier, _)| earlier == name) {
                return Err(Error::not_done(format!("{option}: \"{name}\" is stated twice")));
            }
        }
        let stated = Self(stated);
        match strata.iter().find(|stratum| all && stated.of(&stratum.name).is_none()) {
            Some(missing) => Err(Error::not_done(format!(
                "{option} says nothing of the stratum \"{}\"",
                missing.name
            ))
            .hint(format!(
                "add {option} \"{}=NUMBER\", for each stratum; 0 is a number",
                missing.name
            ))),
            None => Ok(stated),
        }
    }

    fn of(&self, name: &str) -> Option<u64> {
        self.0.iter().find(|(stated, _)| stated == name).map(|(_, number)| *number)
    }
}

/// A design in words: its name, and what it says.
pub(crate) fn in_words(design: &Design, places: u8) -> (&'static str, Vec<(&'static str, String)>) {
    let mut said = Vec::new();
    let name = match design {
        Design::Simple { size, spares } => {
            said.push(("items", size.to_string()));
            said.push(("spares", spares.to_string()));
            "simple random sampling without replacement"
        }
        Design::WithReplacement { size } => {
            said.push(("draws", size.to_string()));
            "simple random sampling with replacement: an item may come again"
        }
        Design::Systematic { size, starts, order } => {
            said.push(("items of each start", size.to_string()));
            said.push(("starts", starts.to_string()));
            let order = match order {
                Order::List => "that of the list",
                Order::Random => "random, shuffled first",
            };
            said.push(("order", order.to_owned()));
            "systematic sampling with random start and exact interval"
        }
        Design::Stratified { size, allocation, strata } => {
            said.push(("items", size.to_string()));
            said.push(("strata", strata.len().to_string()));
            said.push(("allocation", allocation_in_words(*allocation).to_owned()));
            if *allocation != Allocation::Explicit {
                said.push(("least per stratum", allocation.minimum().to_string()));
            }
            "stratified random sampling without replacement"
        }
        Design::Monetary(monetary) => match monetary {
            Monetary::Fixed { size } => {
                said.push(("items", size.to_string()));
                "monetary unit sampling with a fixed interval, after certainty items"
            }
            Monetary::Interval { interval } => {
                said.push(("interval", decimal(i128::from(*interval), places)));
                "monetary unit sampling with a given interval, after certainty items"
            }
            Monetary::Cell { size } => {
                said.push(("items", size.to_string()));
                "monetary unit sampling by cells, after certainty items"
            }
            Monetary::RandomOrder { size } => {
                said.push(("items", size.to_string()));
                "monetary unit sampling in random order (Hartley and Rao), after certainty items"
            }
            Monetary::WithReplacement { size } => {
                said.push(("hits", size.to_string()));
                "monetary unit sampling with replacement: an item may be hit again"
            }
            _ => "monetary unit sampling of another kind",
        },
        _ => "a design of another kind",
    };
    (name, said)
}

fn allocation_in_words(allocation: Allocation) -> &'static str {
    match allocation {
        Allocation::Explicit => "as stated for each stratum",
        Allocation::Proportional { .. } => "in proportion to the numbers of items",
        Allocation::Value { .. } => "in proportion to the sums of the amounts above 0",
        Allocation::Neyman { .. } => {
            "in proportion to number of items times expected standard deviation (Neyman)"
        }
        _ => "of another kind",
    }
}

fn does_not_fit(fault: &DesignFault, strata: &[Stratum]) -> Error {
    let hint = match fault {
        DesignFault::TooFewAmounts { above: 0, .. } => {
            "is --amount-column the column of the amounts? Designs by amount select none of 0 or below"
        }
        DesignFault::MoreThanPopulation { .. } | DesignFault::TooFewAmounts { .. } => {
            "choose a smaller --size or fewer --spares"
        }
        DesignFault::MoreThanStratum { .. } => "choose fewer items or spares for this stratum",
        DesignFault::NoStrata => "name the column of strata with --stratum-column",
        DesignFault::NoAmounts => "name the column of amounts with --amount-column",
        DesignFault::Allocation(AllocationFault::MinimumTooLarge) => {
            "choose a smaller --minimum or a larger --size"
        }
        DesignFault::Allocation(AllocationFault::TooFewItems) => {
            "choose a smaller --size, or another --allocation: a stratum whose amounts or standard deviation are 0 gets nothing"
        }
        DesignFault::Allocation(_) => "choose a smaller --size",
        _ => "look at the options of the design",
    };
    let number = match fault {
        DesignFault::MoreThanStratum { stratum, .. }
        | DesignFault::NoDeviation { stratum }
        | DesignFault::StratumItems { stratum, .. } => usize::try_from(*stratum).unwrap_or(0),
        _ => 0,
    };
    let mut message = format!("the design does not fit the population: {fault}");
    if let Some(stratum) = number.checked_sub(1).and_then(|index| strata.get(index)) {
        let _ = write!(message, " ({})", stratum.name);
    }
    Error::not_done(message).hint(hint)
}

fn not_for(option: &str, what: &str) -> Error {
    Error::not_done(format!("{option} is not for {what}")).hint(format!("leave out {option}"))
}

/// `NAME=NUMBER`. A name may have a `=` itself.
fn of_stratum(text: &str) -> Result<(String, u64), String> {
    let wanted = "write a stratum, = and a whole number, for example \"North=12\"";
    let (name, number) = text.rsplit_once('=').ok_or(wanted)?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.parse().ok().filter(|_| is_number).ok_or(wanted)?;
    Ok((name.to_owned(), number))
}

const DESIGNS: [&str; 9] = [
    "simple",
    "with-replacement",
    "systematic",
    "stratified",
    "mus-fixed",
    "mus-interval",
    "mus-cell",
    "mus-random-order",
    "mus-with-replacement",
];
