//! From the options to what is examined.

use std::path::Path;
use std::time::Duration;

use fairdraw::draw::{Commit, DrawKind, EntryList, Failure, Method, Trials, TrialsError};
use fairdraw::exam::{NumberShape, SharesTally};

use super::{SubjectArgs, specimen};
use crate::draw_files::{DrawFiles, read_commit, read_list};
use crate::error::Error;
use crate::exam::exact::Results;
use crate::exam::items::{Items, Labels};
use crate::exam::looks::{Subject, Wanted};
use crate::exam::observed::{Asked, Layout, Observed, ObservedNumbers, Texts};
use crate::exam::one_text::{Content, OneText};
use crate::exam::own::{CommittedDraws, FirstPlaces, OwnNumbers, OwnShuffles, Specimens};
use crate::exam::program::Runs;
use crate::exam::report::words::number;
use crate::exam::report::{About, Form, Kind};
use crate::exam::shape_of;
use crate::exam::source::Stop;
use crate::random_source::RandomSource;
use crate::read::{self, is_dash};
use crate::show;
use crate::term::short;

/// What the options name, as far as it has to be read first.
pub(super) enum Given {
    Own,
    /// By its name, which may leave the number to the length of the list.
    Specimen(String),
    Command(String),
    /// Nothing of it once it is examined.
    Text(Option<OneText>),
    Commit(Box<Commit>, Option<EntryList>),
}

impl Given {
    pub(super) fn read(args: &SubjectArgs) -> Result<Self, Error> {
        if let Some(command) = &args.command {
            return Ok(Self::Command(command.clone()));
        }
        if let Some(name) = &args.specimen {
            return Ok(Self::Specimen(name.clone()));
        }
        let layout = [("--rows", args.rows), ("--column", args.column)];
        let Some(path) = &args.file else {
            refuse(&layout, "our own shuffle: it is read from no text")?;
            return Ok(Self::Own);
        };
        let text = OneText::open(path)?;
        if !text.begins_with(b"fairdraw ") {
            refuse(
                &[("--seed-file", args.seed_file.is_some())],
                "a text: it is examined as it is",
            )?;
            return Ok(Self::Text(Some(text)));
        }
        if is_dash(path) {
            return Err(Error::not_done("standard input is a file of a draw, and no observations")
                .hint("give a commit as a file"));
        }
        refuse(&layout, RULES)?;
        let shape = [
            ("--items", args.items.is_some()),
            ("--sample", args.sample.is_some()),
            ("--numbers", args.numbers.is_some()),
            ("--first", args.first.is_some()),
        ];
        refuse(&shape, RULES)?;
        let commit = read_commit(path)?;
        let weighted = commit.rules().raffle().is_some_and(fairdraw::draw::Raffle::is_weighted);
        let list = match &args.list {
            Some(list) => Some(list.clone()),
            None if weighted => Some(DrawFiles::of_commit(path).found("list")?),
            None => None,
        };
        let list = list.map(|path| read_list(&path, &commit)).transpose()?;
        Ok(Self::Commit(Box::new(commit), list))
    }

    /// How many observations a look has if nobody says so.
    pub(super) fn wanted(&self) -> Wanted {
        match self {
            Self::Text(_) => Wanted::All,
            // A run of a program that shuffles once and ends takes some milliseconds.
            Self::Command(_) => Wanted::Within(PATIENCE, OBSERVATIONS),
            Self::Own | Self::Specimen(_) | Self::Commit(..) => Wanted::Count(OBSERVATIONS),
        }
    }

    /// What will have been read of a text.
    pub(super) fn content(&self) -> Option<Content> {
        match self {
            Self::Text(text) => text.as_ref().map(OneText::content),
            _ => None,
        }
    }

    /// What is examined, before the first observation shows more.
    pub(super) fn about(&self, args: &SubjectArgs) -> About {
        let (kind, name) = match self {
            Self::Own => (Kind::Own, "our own shuffle".to_owned()),
            Self::Specimen(specimen) => (Kind::Specimen, format!("the specimen {specimen}")),
            Self::Command(command) => (Kind::Command, short(command)),
            Self::Text(_) => {
                (Kind::Text, args.file.as_deref().map_or_else(String::new, show::path))
            }
            Self::Commit(..) => (Kind::Commit, "the draw by the rules of a commit".to_owned()),
        };
        About { kind, name, facts: Vec::new(), form: Form::Unknown }
    }

    pub(super) fn subject(&mut self, args: &SubjectArgs) -> Result<(Subject<'_>, About), Stop> {
        match self {
            Self::Own => match &args.numbers {
                Some(range) => own_numbers(range, args),
                None => own(args),
            },
            Self::Specimen(name) => known_fault(name, args),
            Self::Command(command) => program(command, args),
            Self::Text(text) => observed(text.take(), args),
            Self::Commit(commit, list) => committed(commit, list.as_ref(), args),
        }
    }
}

/// Refuses options that would have no effect on what is examined.
fn refuse(options: &[(&str, bool)], subject: &str) -> Result<(), Error> {
    match options.iter().find(|(_, given)| *given) {
        Some((option, _)) => {
            Err(Error::not_done(format!("{option} has no meaning for {subject}"))
                .hint("leave it out"))
        }
        None => Ok(()),
    }
}

/// Our own shuffle.
fn own(args: &SubjectArgs) -> Result<(Subject<'static>, About), Stop> {
    let (n, items) = list(args)?;
    let shape = shape_of(n, args.sample, args.set)?;
    let shuffles = OwnShuffles::new(RandomSource::open(args.seed_file.as_deref(), PURPOSE)?, shape);
    let about = About {
        kind: Kind::Own,
        name: "our own shuffle".to_owned(),
        facts: vec![("randomness", randomness(args))],
        form: Form::Items { shape, items },
    };
    Ok((Subject::Orders(Box::new(shuffles), shape), about))
}

/// Our own bounded integers.
fn own_numbers(shape: &NumberShape, args: &SubjectArgs) -> Result<(Subject<'static>, About), Stop> {
    let numbers = OwnNumbers::new(RandomSource::open(args.seed_file.as_deref(), PURPOSE)?, *shape);
    let about = About {
        kind: Kind::Own,
        name: "our own numbers".to_owned(),
        facts: vec![("randomness", randomness(args))],
        form: Form::Numbers(*shape),
    };
    Ok((Subject::Numbers(Box::new(numbers), *shape), about))
}

/// A shuffle with a fault, the same each time.
fn known_fault(name: &str, args: &SubjectArgs) -> Result<(Subject<'static>, About), Stop> {
    let (n, items) = list(args)?;
    let shape = shape_of(n, args.sample, args.set)?;
    let specimen = specimen::named(name, shape.n())?;
    let shuffler = specimen
        .shuffler(shape.n(), SPECIMEN_SEED)
        .map_err(|error| Error::not_done(error.to_string()))?;
    let about = About {
        kind: Kind::Specimen,
        name: format!("the specimen {specimen}"),
        facts: vec![
            ("its fault", specimen.says().to_owned()),
            ("randomness", "the same each time, so that reports can be compared".to_owned()),
        ],
        form: Form::Items { shape, items },
    };
    Ok((Subject::Orders(Box::new(Specimens::new(shuffler, shape)), shape), about))
}

/// What a command prints.
fn program(command: &str, args: &SubjectArgs) -> Result<(Subject<'static>, About), Stop> {
    let (n, items) = list(args)?;
    if let Some(shape) = args.numbers {
        let runs = Runs::new(command.to_owned(), Vec::new(), AT_ONCE);
        return Ok(numbers(Box::new(runs), shape, Kind::Command, short(command)));
    }
    shape_of(n, args.sample, args.set)?;
    let runs = Runs::new(command.to_owned(), items.lines(n), AT_ONCE);
    let labels = match items {
        Items::Labels(labels) => Some(labels),
        Items::Numbers { .. } => None,
    };
    let items = labels.is_none().then(|| u32::try_from(n).unwrap_or(u32::MAX));
    let asked = Asked { items, labels, ..asked(args) };
    let facts = vec![("list", list_fact(args, n))];
    texts(Box::new(runs), &asked, Kind::Command, short(command), facts)
}

/// What stands in a file.
fn observed(text: Option<OneText>, args: &SubjectArgs) -> Result<(Subject<'static>, About), Stop> {
    let labels = match &args.list {
        Some(path) => Some(read_labels(path)?),
        None => None,
    };
    let text = text.ok_or_else(|| Error::not_done("the text was examined already"))?;
    let name = text.name().to_owned();
    if let Some(shape) = args.numbers {
        return Ok(numbers(Box::new(text), shape, Kind::Text, name));
    }
    let facts = args.list.iter().map(|path| ("list", show::path(path))).collect();
    let asked = Asked { items: args.items, labels, ..asked(args) };
    texts(Box::new(text), &asked, Kind::Text, name, facts)
}

fn numbers(
    texts: Box<dyn Texts>,
    shape: NumberShape,
    kind: Kind,
    name: String,
) -> (Subject<'static>, About) {
    let observed = Subject::Numbers(Box::new(ObservedNumbers::new(texts)), shape);
    (observed, About { kind, name, facts: Vec::new(), form: Form::Numbers(shape) })
}

fn texts(
    texts: Box<dyn Texts>,
    asked: &Asked,
    kind: Kind,
    name: String,
    mut facts: Vec<(&'static str, String)>,
) -> Result<(Subject<'static>, About), Stop> {
    let observed = Observed::open(texts, asked)?;
    let observed = observed.ok_or_else(|| Error::not_done(format!("{name} has no observation")))?;
    let (shape, items) = (observed.shape(), observed.items().clone());
    let layout = match observed.layout() {
        Layout::Rows => "one observation a line",
        Layout::Column => "one item a line",
    };
    let called = match &items {
        Items::Numbers { first } => {
            format!("the numbers {first} to {}", first.saturating_add(shape.n().into()) - 1)
        }
        Items::Labels(labels) if labels.in_list_order => "the labels of the list".to_owned(),
        Items::Labels(_) => {
            "the labels of the first observation, sorted: their order before the shuffle is not known, so \
             tests that compare with it say little"
                .to_owned()
        }
    };
    facts.push(("read as", format!("{layout}; items are {called}")));
    let about = About { kind, name, facts, form: Form::Items { shape, items } };
    Ok((Subject::Orders(Box::new(observed), shape), about))
}

/// The draw by a commit's rules.
fn committed<'a>(
    commit: &'a Commit,
    list: Option<&'a EntryList>,
    args: &SubjectArgs,
) -> Result<(Subject<'a>, About), Stop> {
    let trials = Trials::new(commit, list).map_err(|error| not_drawable(&error))?;
    let (entries, places) = (trials.entries(), trials.places());
    let rules = commit.rules();
    let mut facts = vec![("title", rules.title.clone()), ("commit id", commit.id().to_string())];
    facts.push(("rules", rules_fact(commit, places)));
    let draws =
        CommittedDraws::new(trials, RandomSource::open(args.seed_file.as_deref(), PURPOSE)?);
    facts.push(("randomness", format!("{}; {}", sources_fact(commit), randomness(args))));
    let name = "the draw by the rules of a commit".to_owned();
    let about = |facts, form| About { kind: Kind::Commit, name, facts, form };
    if let Some(Method::Tickets { .. }) = rules.raffle().map(|raffle| raffle.method) {
        facts.push((
            "examined is",
            "the first place, by the shares of tickets; the laws of the others depend on those before".to_owned(),
        ));
        let tickets = (0..entries).filter_map(|position| list?.tickets_at(position));
        let tally = SharesTally::new(tickets.map(u64::from).collect());
        return Ok((
            Subject::Tickets(Box::new(draws), tally),
            about(facts, Form::Tickets { entries }),
        ));
    }
    if entries > MOST_ITEMS {
        facts.push((
            "examined is",
            format!("the first place, as a position from 0 to {}: there are too many entries for all places", number(entries - 1)),
        ));
        let shape = NumberShape::new(0, i128::from(entries) - 1)
            .map_err(|error| Error::not_done(error.to_string()))?;
        let draws = Subject::Numbers(Box::new(FirstPlaces(draws)), shape);
        return Ok((draws, about(facts, Form::Numbers(shape))));
    }
    let sample = u32::try_from(places).ok();
    let shape = shape_of(entries, sample, false)?;
    let items = Items::Numbers { first: 0 };
    Ok((Subject::Orders(Box::new(draws), shape), about(facts, Form::Items { shape, items })))
}

fn not_drawable(error: &TrialsError) -> Error {
    let hint = match error {
        TrialsError::Design => "its rules can be looked at with fairdraw sample --preview",
        TrialsError::List(Failure::ListMissing) => "give it with --list",
        TrialsError::List(_) => "give the list file that was written with the commit: --list FILE",
        _ => "fairdraw inspect FILE explains the commit",
    };
    Error::not_done(format!("cannot examine this commit: {error}")).hint(hint)
}

fn rules_fact(commit: &Commit, places: u64) -> String {
    let rules = commit.rules();
    match &rules.kind {
        DrawKind::Raffle(raffle) => {
            let winners = places.saturating_sub(raffle.alternates);
            format!(
                "{}, {} and {}",
                counted(rules.entries, "entry", "entries"),
                counted(winners, "winner", "winners"),
                counted(raffle.alternates, "alternate", "alternates")
            )
        }
        _ => format!("{} items, a simple sample of {}", number(rules.entries), number(places)),
    }
}

/// `1 winner`, `2 winners`.
fn counted(count: u64, one: &str, more: &str) -> String {
    format!("{} {}", number(count), if count == 1 { one } else { more })
}

/// What is new in each draw.
fn sources_fact(commit: &Commit) -> String {
    let rules = commit.rules();
    let seeds = match rules.seeds.len() {
        0 => None,
        1 => Some("a new seed".to_owned()),
        count => Some(format!("{count} new seeds")),
    };
    let beacon = rules.beacon.as_ref().map(|beacon| match beacon {
        fairdraw::draw::BeaconRule::Drand { .. } => "a new drand value".to_owned(),
        fairdraw::draw::BeaconRule::Public { shape, .. } => format!("new digits for {shape}"),
    });
    let sources: Vec<String> = seeds.into_iter().chain(beacon).collect();
    format!("{} for each draw", sources.join(" and "))
}

fn randomness(args: &SubjectArgs) -> String {
    match &args.seed_file {
        Some(path) => format!("from the seed file {}", show::path(path)),
        None => "from the operating system".to_owned(),
    }
}

/// How many items the list has, and what they are called.
pub(super) fn list(args: &SubjectArgs) -> Result<(u64, Items), Error> {
    let Some(path) = &args.list else {
        let first = args.first.unwrap_or(1);
        return Ok((args.items.unwrap_or(ITEMS).into(), Items::Numbers { first }));
    };
    let labels = read_labels(path)?;
    Ok((labels.len() as u64, Items::Labels(labels)))
}

/// What an observation can be, by the options alone.
pub(super) fn results(args: &SubjectArgs) -> Result<Results, Error> {
    if let Some(shape) = &args.numbers {
        return Ok(Results::Numbers { low: shape.low(), high: shape.high() });
    }
    let (n, _) = list(args)?;
    // A sample of more items than there are, for example.
    if n <= MOST_ITEMS {
        shape_of(n, args.sample, args.set)?;
    }
    Ok(Results::new(n, args.sample.map(u64::from), args.set))
}

fn list_fact(args: &SubjectArgs, n: u64) -> String {
    if let Some(path) = &args.list {
        return format!("{} with {} items", show::path(path), number(n));
    }
    let first = args.first.unwrap_or(1);
    format!("the numbers {first} to {}", first.saturating_add(n) - 1)
}

/// The labels of a list, one a line.
fn read_labels(path: &Path) -> Result<Labels, Error> {
    let bytes = read::whole_up_to(path, LARGEST_LIST)?;
    let name = show::path(path);
    if bytes.len() as u64 > LARGEST_LIST {
        return Err(Error::not_done(format!("{name} has more than {} MiB", LARGEST_LIST >> 20)));
    }
    // As in the text of observations, a byte order mark is no part of the first label.
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes);
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let lines: Vec<Box<[u8]>> =
        text.split(|byte| *byte == b'\n').map(|line| line.trim_ascii().into()).collect();
    if let Some(blank) = lines.iter().position(|line| line.is_empty()) {
        return Err(Error::not_done(format!("{name}: line {} is empty", blank + 1)));
    }
    Labels::in_order(lines).map_err(|(label, first, second)| {
        let label = short(&String::from_utf8_lossy(&label));
        Error::not_done(format!("{name}: lines {first} and {second} are both \"{label}\""))
            .hint("items must differ, so that each can be followed: number equal ones")
    })
}

fn asked(args: &SubjectArgs) -> Asked {
    let layout = match (args.rows, args.column) {
        (true, _) => Some(Layout::Rows),
        (_, true) => Some(Layout::Column),
        _ => None,
    };
    Asked { layout, sample: args.sample, set: args.set, first: args.first, ..Asked::default() }
}

/// The longest list of which all places are examined.
const MOST_ITEMS: u64 = 65_536;
/// A specimen gives the same shuffles each time, so that its report can be compared.
const SPECIMEN_SEED: &[u8] = b"fairdraw exam";
/// The purpose of a seed file's stream.
const PURPOSE: &str = "exam";
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// A deck of cards.
const ITEMS: u32 = 52;
/// What the options for texts have no meaning for.
const RULES: &str = "a commit: its rules say what is drawn";
const OBSERVATIONS: u64 = 100_000;
/// The time that a command's first look may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// Runs of a command that go on at the same time.
const AT_ONCE: usize = 2;
const LARGEST_LIST: u64 = 64 << 20;
