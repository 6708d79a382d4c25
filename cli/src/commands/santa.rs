//! `fairdraw santa`: who gives to whom, all in one circle.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use fairdraw::shuffle::{SecretSanta, SecretSantaError};

use super::Run;
use crate::error::Error;
use crate::hand_out::{HandOut, Share};
use crate::input::{self, Table};
use crate::list_args::ReadingArgs;
use crate::random_source::{self, RandomSource};
use crate::read::{self, is_dash};
use crate::show;
use crate::term::{Term, short};

mod reason;

/// Draw who gives to whom, all people in one circle (NOT UNIFORM over all orders)
///
/// Nobody gives to himself, nor to anybody who is forbidden to him; each circle that is left is equally likely. If there
/// is none, the reason is named. Nothing is published and nobody can check the result afterwards.
///
/// With more than 16 people circles are drawn until one is allowed, at most 1,000,000 times.
#[derive(clap::Parser)]
#[command(
    name = "santa",
    after_help = "Examples:\n  \
        fairdraw santa names.txt --output-folder envelopes\n  \
        fairdraw santa names.txt --forbid last-year.csv\n  \
        fairdraw santa people.xlsx --column Name --forbid couples.csv --both-ways --csv"
)]
pub(super) struct Santa {
    /// The people: text (one a line), CSV, TSV, semicolon CSV, XLSX or ODS; `-` reads standard input
    #[arg(value_name = "NAMES")]
    names: PathBuf,

    /// A table with the columns giver and receiver: pairs that must not come, such as those of last year
    #[arg(long, value_name = "FILE")]
    forbid: Option<PathBuf>,

    /// With --forbid: the receiver must not give to the giver either, as with couples
    #[arg(long, requires = "forbid")]
    both_ways: bool,

    /// A table with the columns name and household: nobody gives to anybody in a household of his
    #[arg(long, value_name = "FILE")]
    households: Option<PathBuf>,

    #[command(flatten)]
    hand_out: HandOut,

    #[command(flatten, next_help_heading = "Reading the names")]
    reading: ReadingArgs,
}

impl Run for Santa {
    fn run(self, term: &Term) -> Result<(), Error> {
        let seed_file = self.hand_out.seed_file.as_deref();
        random_source::check_standard_input(Some(&self.names), seed_file)?;
        let target = self.hand_out.begin()?;
        let mut source = RandomSource::open(seed_file, "santa")?;
        let imported = input::import(&self.names, &self.reading.options(), &|_, _| ());
        // No other option of the list commands is there.
        let imported = imported.map_err(|error| {
            let is_double =
                error.hint.as_ref().is_some_and(|hint| hint.contains("--drop-duplicates"));
            if is_double { error.hint(TWO_PEOPLE) } else { error }
        })?;
        if let Some([(_, one), (_, other), ..]) =
            imported.report.near.first().map(|near| &near.entries[..])
        {
            term.note(&format!("{one} and {other} look alike, and are taken for two people"));
        }
        let people = People::new(imported.text.lines().collect(), &self.names);
        let forbidden = self.forbidden(&people)?;
        let busy = term.busy("drawing the circle");
        let no_circle = |error| people.no_circle(error, &forbidden);
        let santa = SecretSanta::new(people.names.len() as u64, &forbidden).map_err(no_circle)?;
        let drawn = santa.try_draw(&mut source).map_err(Error::from)?;
        let receivers = drawn.map_err(no_circle)?;
        drop(busy);
        term.note(
            "NOT UNIFORM over all orders: all are in one circle, each allowed circle equally likely",
        );
        let shares = people.names.iter().zip(receivers).map(|(giver, receiver)| {
            let receiver = people.name(receiver);
            let (line, things) = (format!("{giver} -> {receiver}"), vec![receiver.to_owned()]);
            Share { person: (*giver).to_owned(), things, line }
        });
        target.write(["giver", "receiver"], &shares.collect::<Vec<_>>(), term)
    }
}

impl Santa {
    /// Pairs of giver and receiver that must not come.
    fn forbidden(&self, people: &People<'_>) -> Result<Vec<(u64, u64)>, Error> {
        let mut pairs = Vec::new();
        if let Some(path) = &self.forbid {
            let (table, [giver, receiver]) = read_table(path, ["giver", "receiver"])?;
            for (line, values) in &table.rows {
                let number = |column: usize| people.number(&table, *line, &values[column]);
                let (giver, receiver) = (number(giver)?, number(receiver)?);
                pairs.push((giver, receiver));
                if self.both_ways {
                    pairs.push((receiver, giver));
                }
            }
        }
        if let Some(path) = &self.households {
            let (table, [name, household]) = read_table(path, ["name", "household"])?;
            let mut households = BTreeMap::<&str, Vec<u64>>::new();
            for (line, values) in &table.rows {
                let person = people.number(&table, *line, &values[name])?;
                if values[household].is_empty() {
                    return Err(table.error(*line, "the household has no name").hint(
                        "whoever lives alone can be left out of the table, or has a household of his own",
                    ));
                }
                households.entry(&values[household]).or_default().push(person);
            }
            for members in households.values() {
                let more = members.len().saturating_mul(members.len());
                if pairs.len().saturating_add(more) > MOST_PAIRS {
                    return Err(Error::not_done(format!(
                        "{}: the households forbid more than {MOST_PAIRS} pairs",
                        show::path(path)
                    )));
                }
                let givers = members.iter();
                pairs.extend(givers.flat_map(|&g| members.iter().map(move |&r| (g, r))));
            }
        }
        Ok(pairs)
    }
}

fn read_table(path: &Path, columns: [&str; 2]) -> Result<(Table, [usize; 2]), Error> {
    let name = path.display().to_string();
    let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    let table = Table::of_bytes(&name, extension.as_deref(), read::whole(path)?)?;
    let places = [table.column(columns[0])?, table.column(columns[1])?];
    Ok((table, places))
}

/// The people, whom the library knows by their numbers.
struct People<'t> {
    names: Vec<&'t str>,
    numbers: HashMap<&'t str, u64>,
    list: String,
}

impl<'t> People<'t> {
    fn new(names: Vec<&'t str>, list: &Path) -> Self {
        let numbers = names.iter().copied().zip(0..).collect();
        let list = if is_dash(list) { "standard input".to_owned() } else { show::path(list) };
        Self { names, numbers, list }
    }

    /// The number of a person named in a table.
    fn number(&self, table: &Table, line: u64, name: &str) -> Result<u64, Error> {
        self.numbers.get(name).copied().ok_or_else(|| {
            let what = format!("\"{}\" is not in {}", short(name), self.list);
            table.error(line, &what).hint("write the name as it stands there")
        })
    }

    fn name(&self, number: u64) -> &'t str {
        let index = usize::try_from(number).ok();
        index.and_then(|index| self.names.get(index)).copied().unwrap_or_default()
    }

    /// The library's reason by names; where it has counted or tried only, one that people can see, if there is one.
    fn no_circle(&self, error: SecretSantaError, forbidden: &[(u64, u64)]) -> Error {
        let what = match error {
            SecretSantaError::TooFew { people } => {
                return Error::not_done(format!(
                    "{} has {people} {}, and a circle at least 2",
                    self.list,
                    if people == 1 { "person" } else { "people" }
                ));
            }
            SecretSantaError::NobodyToGiveTo { giver } => {
                format!("everybody is forbidden to {}", self.name(giver))
            }
            SecretSantaError::NobodyGivesTo { receiver } => {
                format!("{} is forbidden to everybody", self.name(receiver))
            }
            SecretSantaError::NoneExists => {
                reason::of(&self.names, forbidden).unwrap_or_else(|| {
                    "every circle has a forbidden pair; all were counted".to_owned()
                })
            }
            SecretSantaError::NotFound => match reason::of(&self.names, forbidden) {
                Some(reason) => reason,
                None => {
                    return Error::not_done(format!(
                        "no circle without a forbidden pair was found in {} tries",
                        SecretSanta::TRIES
                    ))
                    .hint("there may be one all the same; forbid fewer pairs, or draw for up to 16 people, where all circles are counted");
                }
            },
            other => return Error::not_done(other.to_string()),
        };
        Error::not_done(format!("there is no circle: {what}")).hint("forbid fewer pairs")
    }
}

/// Some 160 MB of them.
const MOST_PAIRS: usize = 10_000_000;

const TWO_PEOPLE: &str =
    "a person stands there once, and two people need two names: Ann A. and Ann B.";
