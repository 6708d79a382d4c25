//! `fairdraw reconcile`: compare what was selected with what was examined.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use fairdraw::Digest;
use serde_json::{Value, json};

use super::Run;
use super::sample::Checked;
use crate::draw_files::DrawFiles;
use crate::error::Error;
use crate::input::{self, Duplicates, ImportOptions, Table};
use crate::list_args::ReadingArgs;
use crate::output;
use crate::paper::{KIND, State, csv, rows};
use crate::read;
use crate::show;
use crate::term::{Term, harmless};

/// Compare what was selected with what was examined, item by item
///
/// SELECTION is NAME.commit, with reveal, extensions and replacements beside it, which are checked first; or NAME.sample.json or
/// NAME.sample.csv as fairdraw sample wrote it, with the extensions and replacements of then, which anybody can edit: of these
/// nothing is checked. RESULTS is the table in which the results were recorded, with a column of items. Prints missing items
/// (selected, no result), duplicated ones (several results), substituted ones (a spare whose use the register doesn't have, or a
/// replaced item that was examined all the same) and extra ones (not selected), by stratum and round. Exit status 0 if both have the
/// same items, 1 if not, 2 if they could not be compared.
#[derive(clap::Parser)]
#[command(
    name = "reconcile",
    mut_arg("columns", |columns| columns.help(
        "The column of RESULTS with the item, by name or number from 1; several are joined with \" | \" as in the population"
    )),
    mut_arg("header", |header| header.help("The first row of RESULTS holds the names of the columns")),
    mut_arg("no_header", |no_header| no_header.help("The first row of RESULTS is an item already")),
    after_help = "Example: fairdraw reconcile ledger.sample.json results.csv --column Invoice"
)]
pub(super) struct Reconcile {
    /// NAME.commit, with the sample's other files beside it, or NAME.sample.json or NAME.sample.csv
    #[arg(value_name = "SELECTION")]
    selection: PathBuf,

    /// The results: text (an item a line), CSV, TSV, XLSX or ODS
    #[arg(value_name = "RESULTS")]
    results: PathBuf,

    #[command(flatten)]
    reading: ReadingArgs,

    /// Print the differences as JSON
    #[arg(long)]
    json: bool,
}

impl Run for Reconcile {
    fn run(self, term: &Term) -> Result<(), Error> {
        let selection = Selection::read(&self.selection, term)?;
        let examined = self.examined(term)?;
        let found = selection.compare(&examined);
        if !self.json {
            output::print(|out| writeln!(out, "{}", selection.basis()))?;
        }
        let counts = found.counts();
        let equal = counts.iter().all(|(_, count)| *count == 0);
        if self.json {
            let answer = found.to_json(equal, &selection, &examined);
            output::print(|out| writeln!(out, "{answer:#}"))?;
        } else {
            output::print(|out| {
                writeln!(out, "selected    {} items to examine", selection.wanted().count())?;
                writeln!(out, "examined    {} items", examined.len())?;
                for (group, differences) in &found.groups {
                    let heading = selection.heading(group);
                    if !heading.is_empty() {
                        writeln!(out, "{heading}")?;
                    }
                    for difference in differences {
                        writeln!(out, "  {difference}")?;
                    }
                }
                let counts = counts.map(|(kind, count)| format!("{count} {kind}"));
                writeln!(out, "{}", if equal { "equal".to_owned() } else { counts.join(", ") })
            })?;
        }
        if equal {
            return Ok(());
        }
        let (selection, results) = (show::path(&self.selection), show::path(&self.results));
        Err(Error::not_valid(format!("{results} has not the items of {selection}")))
    }
}

impl Reconcile {
    /// The items with results, and the lines on which each stands.
    fn examined(&self, term: &Term) -> Result<BTreeMap<String, Vec<u64>>, Error> {
        let options = ImportOptions {
            // What stands there twice is one of the things that are looked for.
            duplicates: Duplicates::Drop,
            ..self.reading.options()
        };
        let busy = term.busy("reading the results");
        let imported = input::import(&self.results, &options, &|_, _| ())?;
        drop(busy);
        let mut examined: BTreeMap<String, Vec<u64>> = imported
            .text
            .split_terminator('\n')
            .map(|item| (item.to_owned(), Vec::new()))
            .collect();
        for repeated in imported.report.exact {
            examined.insert(repeated.entry, repeated.lines);
        }
        Ok(examined)
    }
}

/// The selected items, by name.
struct Selection {
    /// The commit id, if commit, reveal and the files beside them were checked for it.
    commit: Option<Digest>,
    items: HashMap<String, Vec<Place>>,
    /// The names in draw order.
    order: Vec<String>,
}

/// How an item is selected. One may be so in several rounds.
#[derive(Clone)]
struct Place {
    group: Group,
    state: State,
}

/// Round and stratum.
type Group = (u64, String);

impl Selection {
    fn read(path: &Path, term: &Term) -> Result<Self, Error> {
        let mut selection = Self { commit: None, items: HashMap::new(), order: Vec::new() };
        if path.extension().is_some_and(|ending| ending == "commit" || ending == "reveal") {
            selection.add_checked(path, term)?;
            return Ok(selection);
        }
        let bytes = read::whole(path)?;
        let is_json = bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
        if is_json {
            selection.add_json(path, &bytes)?;
        } else {
            selection.add_table(path, bytes)?;
        }
        if selection.wanted().next().is_none() {
            return Err(Error::not_done(format!("{}: it selects nothing", path.display())));
        }
        Ok(selection)
    }

    /// The sample as its files have it by now, which are checked first.
    fn add_checked(&mut self, path: &Path, term: &Term) -> Result<(), Error> {
        let draw = DrawFiles::of_either(path);
        let checked = Checked::read(&draw.with("commit"), &draw, draw.found("list")?)?;
        let paper = checked.paper(None, term)?;
        self.commit = Some(checked.commit.id());
        for row in rows(&paper.lines, &paper.replacements) {
            let round = u64::try_from(row.line.round).unwrap_or(NOT_SELECTED);
            self.add(&row.line.item, (round, row.line.stratum_name.clone()), row.state);
        }
        Ok(())
    }

    /// What the selection rests on.
    fn basis(&self) -> String {
        match self.commit {
            Some(id) => format!(
                "PROVEN      the selection follows from the commit {id}; compare this id with the published one"
            ),
            None => "NOT CHECKED the selection is as the working paper has it; give NAME.commit to check it"
                .to_owned(),
        }
    }

    fn add_json(&mut self, path: &Path, bytes: &[u8]) -> Result<(), Error> {
        let fault = |what: &str| not_a_paper(path, what);
        let paper: Value =
            serde_json::from_slice(bytes).map_err(|error| fault(&error.to_string()))?;
        if paper["kind"] != KIND {
            return Err(fault("it is another JSON file"));
        }
        let items = paper["items"].as_array().ok_or_else(|| fault("it has no items"))?;
        for item in items {
            let text = |name: &str| item[name].as_str();
            let name = text("item").ok_or_else(|| fault("an item has no name"))?;
            let state = text("state").and_then(State::of_words);
            let state = state.ok_or_else(|| fault("the state of an item is unknown"))?;
            let round = item["round"].as_u64().ok_or_else(|| fault("an item has no round"))?;
            let stratum = text("stratum_name").unwrap_or_default();
            self.add(name, (round, stratum.to_owned()), state);
        }
        Ok(())
    }

    fn add_table(&mut self, path: &Path, bytes: Vec<u8>) -> Result<(), Error> {
        // Whatever the file is called, it is one of ours, or was saved again by a spreadsheet program.
        let table = Table::of_bytes(&path.display().to_string(), Some("csv"), bytes)?;
        let column =
            |name: &str| table.column(name).map_err(|error| not_a_paper(path, &error.message));
        let (item, round, stratum, state) =
            (column("item")?, column("round")?, column("stratum")?, column("state")?);
        for (line, values) in &table.rows {
            let wrong = |what: &str| table.error(*line, what);
            let state_of = State::of_words(&values[state]);
            let state = state_of.ok_or_else(|| wrong("the state of the item is unknown"))?;
            let round = values[round].parse().map_err(|_| wrong("the round is not a number"))?;
            let stratum = csv::text_of(&values[stratum]);
            self.add(&csv::text_of(&values[item]), (round, stratum), state);
        }
        Ok(())
    }

    fn add(&mut self, item: &str, group: Group, state: State) {
        let places = self.items.entry(item.to_owned()).or_default();
        if places.is_empty() {
            self.order.push(item.to_owned());
        }
        places.push(Place { group, state });
    }

    /// The items that are to be examined, each once, in draw order.
    fn wanted(&self) -> impl Iterator<Item = (&str, &Place)> {
        let place = |name: &'_ String| {
            let places = self.items.get(name)?;
            places.iter().find(|place| place.state.is_examined())
        };
        self.order.iter().filter_map(move |name| Some((name.as_str(), place(name)?)))
    }

    fn compare(&self, examined: &BTreeMap<String, Vec<u64>>) -> Found {
        let mut found = Found::default();
        for (item, place) in self.wanted() {
            if !examined.contains_key(item) {
                found.add(&place.group, MISSING, item, "");
            }
        }
        let nowhere = (NOT_SELECTED, String::new());
        for (item, lines) in examined {
            let places = self.items.get(item).map(Vec::as_slice).unwrap_or_default();
            let wanted = places.iter().find(|place| place.state.is_examined());
            let group = wanted.or(places.first()).map_or(&nowhere, |place| &place.group);
            match (wanted, places.first().map(|place| place.state)) {
                (Some(_), _) => {}
                (None, Some(State::Unused)) => {
                    let why = ": a spare whose use the register does not have";
                    found.add(group, SUBSTITUTED, item, why);
                }
                (None, Some(State::Replaced(spare))) => {
                    let why = format!(": replaced by spare {spare}, and examined");
                    found.add(group, SUBSTITUTED, item, &why);
                }
                (None, _) => found.add(group, EXTRA, item, ""),
            }
            if lines.len() > 1 {
                let lines: Vec<_> = lines.iter().map(u64::to_string).collect();
                found.add(group, DUPLICATED, item, &format!(": on lines {}", lines.join(", ")));
            }
        }
        found
    }

    fn heading(&self, (round, stratum): &Group) -> String {
        let rounds: BTreeSet<u64> =
            self.items.values().flatten().map(|place| place.group.0).collect();
        let round = match *round {
            NOT_SELECTED => return "not selected".to_owned(),
            0 if rounds.len() < 2 => String::new(),
            0 => "sample".to_owned(),
            round => format!("extension {round}"),
        };
        let parts = [round, harmless(stratum)];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

/// The differences by round and stratum.
#[derive(Default)]
struct Found {
    groups: BTreeMap<Group, Vec<String>>,
    all: Vec<(Group, &'static str, String)>,
}

impl Found {
    fn add(&mut self, group: &Group, kind: &'static str, item: &str, more: &str) {
        self.groups.entry(group.clone()).or_default().push(format!("{kind:<12}{item}{more}"));
        self.all.push((group.clone(), kind, item.to_owned()));
    }

    fn counts(&self) -> [(&'static str, usize); 4] {
        KINDS.map(|kind| (kind, self.all.iter().filter(|(_, other, _)| *other == kind).count()))
    }

    fn to_json(
        &self,
        equal: bool,
        selection: &Selection,
        examined: &BTreeMap<String, Vec<u64>>,
    ) -> Value {
        let differences = self.all.iter().map(|((round, stratum), kind, item)| {
            let round = (*round != NOT_SELECTED).then_some(round);
            json!({ "kind": kind, "item": item, "round": round, "stratum": stratum })
        });
        json!({
            "equal": equal,
            "selection_checked": selection.commit.is_some(),
            "commit": selection.commit.map(|id| id.to_string()),
            "selected": selection.wanted().count(),
            "examined": examined.len(),
            "counts": self.counts().into_iter().collect::<HashMap<_, _>>(),
            "differences": differences.collect::<Vec<_>>(),
        })
    }
}

fn not_a_paper(path: &Path, what: &str) -> Error {
    Error::not_done(format!("{}: not a working paper of fairdraw sample: {what}", path.display()))
        .hint("give NAME.sample.json or NAME.sample.csv, with all of its columns")
}

const MISSING: &str = "missing";
const DUPLICATED: &str = "duplicated";
const SUBSTITUTED: &str = "substituted";
const EXTRA: &str = "extra";
const KINDS: [&str; 4] = [MISSING, DUPLICATED, SUBSTITUTED, EXTRA];
/// The round of what was not selected, after all others.
const NOT_SELECTED: u64 = u64::MAX;
