//! The working paper of an audit sample: one page to print, a CSV and a JSON file that all say the same (SPEC 19.7).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use fairdraw::Digest;
use fairdraw::sample::{Chance, Role, Selected};
use serde_json::{Value, json};

use crate::draw_files::DrawFiles;
use crate::error::Error;
use crate::input::decimal;
use crate::output::{Access, NewFile};
use crate::sampled::measure::Measure;

pub(crate) mod csv;
mod page;

pub(crate) use page::grouped;

/// All that a working paper says.
pub(crate) struct Paper {
    /// What the sample is for.
    pub(crate) title: String,
    /// Whether it is a test.
    pub(crate) rehearsal: bool,
    /// What it comes to, in plain words, under its headings.
    pub(crate) summary: Vec<(&'static str, String)>,
    /// What was drawn from, how, and when, under their headings.
    pub(crate) sections: Vec<Section>,
    pub(crate) allocation: Vec<Allocated>,
    /// What the numbers beside the items are.
    pub(crate) measure: Measure,
    /// The decimal places of amounts, if there are amounts.
    pub(crate) places: Option<u8>,
    /// Every selected line in draw order: the sample, then what extensions added.
    pub(crate) lines: Vec<Line>,
    pub(crate) replacements: Vec<Replaced>,
    /// What was proven, and what was not: word and sentence.
    pub(crate) checks: Vec<(String, String)>,
    /// The grade, or what stands in its place.
    pub(crate) conclusion: String,
    /// The commands that do all of it again.
    pub(crate) commands: Vec<String>,
    /// What has to be put into them.
    pub(crate) to_fill_in: Option<String>,
}

/// Facts under a heading.
pub(crate) struct Section {
    pub(crate) heading: &'static str,
    pub(crate) facts: Vec<(String, String)>,
}

/// A stratum of a stratified sample.
pub(crate) struct Allocated {
    pub(crate) name: String,
    pub(crate) items: u64,
    /// The sum of its amounts above 0, if there are amounts.
    pub(crate) above: Option<i128>,
    pub(crate) size: u64,
    /// How many items extensions added.
    pub(crate) added: u64,
    pub(crate) spares: u64,
    pub(crate) deviation: Option<u64>,
}

/// One line of a reveal or an extension.
#[derive(Clone)]
pub(crate) struct Line {
    /// 0 for the sample itself, then the number of the extension.
    pub(crate) round: usize,
    pub(crate) selected: Selected,
    pub(crate) stratum_name: String,
    pub(crate) item: String,
    pub(crate) amount: Option<i64>,
    pub(crate) chance: Option<Chance>,
}

/// A line of the register of replacements.
#[derive(Clone)]
pub(crate) struct Replaced {
    pub(crate) time: String,
    pub(crate) stratum: u64,
    pub(crate) rank: u64,
    pub(crate) spare: u64,
    pub(crate) cause: String,
    pub(crate) text: String,
}

/// One selected item: all the hits on it in one round.
pub(crate) struct Row<'a> {
    /// The first of its lines.
    pub(crate) line: &'a Line,
    pub(crate) ranks: Vec<u64>,
    pub(crate) units: Vec<u64>,
    pub(crate) state: State,
}

/// What has to be done with a selected item.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum State {
    /// It is examined.
    Examined,
    /// It is examined in place of the item of this rank.
    StandsIn(u64),
    /// The spare of this rank is examined in its place.
    Replaced(u64),
    /// It is a spare that isn't used.
    Unused,
}

impl State {
    /// Whether the item belongs to the effective sample.
    pub(crate) fn is_examined(self) -> bool {
        matches!(self, Self::Examined | Self::StandsIn(_))
    }

    pub(crate) fn in_words(self) -> String {
        match self {
            Self::Examined => "to examine".to_owned(),
            Self::StandsIn(rank) => format!("stands in for rank {rank}"),
            Self::Replaced(spare) => format!("replaced by spare {spare}"),
            Self::Unused => "spare, not used".to_owned(),
        }
    }

    /// Reads what [`in_words`](Self::in_words) says.
    pub(crate) fn of_words(words: &str) -> Option<Self> {
        let number = |prefix| words.strip_prefix(prefix)?.parse().ok();
        match words {
            "to examine" => Some(Self::Examined),
            "spare, not used" => Some(Self::Unused),
            _ => number("stands in for rank ")
                .map(Self::StandsIn)
                .or_else(|| number("replaced by spare ").map(Self::Replaced)),
        }
    }
}

/// The items in draw order, each with all of its hits and what becomes of it.
pub(crate) fn rows<'a>(lines: &'a [Line], replacements: &[Replaced]) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'a>> = Vec::new();
    let mut known: BTreeMap<(usize, Role, u64), usize> = BTreeMap::new();
    for line in lines {
        let key = (line.round, line.selected.role, line.selected.position);
        if let Some(&index) = known.get(&key) {
            rows[index].ranks.push(line.selected.rank);
            rows[index].units.push(line.selected.unit);
        } else {
            known.insert(key, rows.len());
            let (ranks, units) = (vec![line.selected.rank], vec![line.selected.unit]);
            rows.push(Row { line, ranks, units, state: state(line, replacements) });
        }
    }
    rows
}

fn state(line: &Line, replacements: &[Replaced]) -> State {
    let Selected { rank, role, stratum, .. } = line.selected;
    let of_stratum = || replacements.iter().filter(|replaced| replaced.stratum == stratum);
    if role == Role::Certainty {
        return State::Examined;
    }
    if let Some(replaced) = of_stratum().find(|replaced| replaced.rank == rank) {
        return State::Replaced(replaced.spare);
    }
    match (role, of_stratum().find(|replaced| replaced.spare == rank)) {
        (Role::Spare, Some(used)) => State::StandsIn(used.rank),
        (Role::Spare, None) => State::Unused,
        _ => State::Examined,
    }
}

impl Paper {
    /// Writes `NAME.sample.html`, `NAME.sample.csv` and `NAME.sample.json`, all or none that could be taken for whole.
    pub(crate) fn write(&self, files: &DrawFiles) -> Result<(), Error> {
        let [page, table, data] = ENDINGS.map(|ending| files.with(ending));
        // None is begun when one of them is in the way.
        let page = NewFile::create(&page, Access::Public)?;
        let table = NewFile::create(&table, Access::Public)?;
        let data = NewFile::create(&data, Access::Public)?;
        let rows = rows(&self.lines, &self.replacements);
        data.fill(|out| writeln!(out, "{:#}", self.to_json(&rows)))?;
        table.fill(|out| out.write_all(csv::text(self, &rows).as_bytes()))?;
        page.fill(|out| out.write_all(page::whole(self, &rows).as_bytes()))
    }

    /// Refuses to begin when a working paper of that name is there.
    pub(crate) fn check_free(files: &DrawFiles) -> Result<(), Error> {
        let taken = ENDINGS.map(|ending| files.with(ending));
        match taken.iter().find(|path| path.symlink_metadata().is_ok()) {
            Some(path) => {
                Err(Error::not_done(format!("{} exists; nothing is overwritten", path.display()))
                    .hint("choose another name with --output"))
            }
            None => Ok(()),
        }
    }

    fn amount(&self, amount: Option<i64>) -> Option<String> {
        Some(decimal(amount?.into(), self.places?))
    }

    fn has_strata(&self) -> bool {
        self.lines.iter().any(|line| !line.stratum_name.is_empty())
    }

    fn has_units(&self) -> bool {
        self.lines.iter().any(|line| line.selected.unit > 0)
    }

    /// How many items are examined, and the sum of their amounts: one that is selected in several rounds is one.
    pub(crate) fn examined(&self, rows: &[Row<'_>]) -> (u64, Option<String>) {
        let examined = rows.iter().filter(|row| row.state.is_examined());
        let amounts: BTreeMap<u64, i64> = examined
            .map(|row| (row.line.selected.position, row.line.amount.unwrap_or(0)))
            .collect();
        let sum = amounts.values().copied().map(i128::from).sum();
        (amounts.len() as u64, self.places.map(|places| decimal(sum, places)))
    }

    fn to_json(&self, rows: &[Row<'_>]) -> Value {
        let facts = self.sections.iter().map(|section| {
            // A list: names may come again, as in several strata or extensions.
            let facts = section.facts.iter();
            let facts = facts.map(|(name, value)| json!({ "name": name, "value": value }));
            (key(section.heading), facts.collect())
        });
        let summary = self.summary.iter();
        let summary = summary.map(|(name, text)| json!({ "name": name, "value": text }));
        let allocation = self.allocation.iter().map(|stratum| {
            let above = stratum.above.zip(self.places);
            json!({
                "stratum": stratum.name,
                "items": stratum.items,
                "above_zero": above.map(|(units, places)| decimal(units, places)),
                "standard_deviation": stratum.deviation,
                "size": stratum.size,
                "added": stratum.added,
                "spares": stratum.spares,
            })
        });
        let list_order = list_order(rows);
        let items = rows.iter().zip(1_u64..).zip(list_order).map(|((row, order), list_order)| {
            let Line { round, stratum_name, item, selected, .. } = row.line;
            let Selected { role, stratum, position, .. } = selected;
            json!({
                "item": item,
                "draw_order": order,
                "list_order": list_order,
                "round": round,
                "role": role.to_string(),
                "ranks": row.ranks,
                "stratum": (*stratum > 0).then_some(stratum),
                "stratum_name": (!stratum_name.is_empty()).then_some(stratum_name),
                "position": position,
                "amount": self.amount(row.line.amount),
                "hits": row.ranks.len(),
                "units": row.units.iter().filter(|unit| **unit > 0).collect::<Vec<_>>(),
                (key(self.measure.name())): row.line.chance.map(|chance| self.measure.write(chance)),
                "state": row.state.in_words(),
            })
        });
        let replacements = self.replacements.iter().map(|replaced| {
            json!({
                "time": replaced.time,
                "stratum": (replaced.stratum > 0).then_some(replaced.stratum),
                "rank": replaced.rank,
                "spare": replaced.spare,
                "cause": replaced.cause,
                "text": replaced.text,
            })
        });
        let checks = self.checks.iter();
        let checks =
            checks.map(|(word, sentence)| json!({ "evidence": word, "sentence": sentence }));
        let (examined, sum) = self.examined(rows);
        json!({
            "kind": KIND,
            "title": self.title,
            "rehearsal": self.rehearsal,
            "summary": summary.collect::<Vec<_>>(),
            "facts": Value::Object(facts.collect()),
            "allocation": allocation.collect::<Vec<_>>(),
            "items": items.collect::<Vec<_>>(),
            "to_examine": { "items": examined, "sum": sum },
            "replacements": replacements.collect::<Vec<_>>(),
            "checks": checks.collect::<Vec<_>>(),
            "conclusion": self.conclusion,
            "commands": self.commands,
            "to_fill_in": self.to_fill_in,
        })
    }
}

/// The number of each row in the order of the population.
fn list_order(rows: &[Row<'_>]) -> Vec<u64> {
    let mut by_position: Vec<usize> = (0..rows.len()).collect();
    by_position.sort_by_key(|&index| (rows[index].line.selected.position, index));
    let mut list_order = vec![0; rows.len()];
    for (order, index) in (1..).zip(by_position) {
        list_order[index] = order;
    }
    list_order
}

/// The name of a heading or a column as a key for programs.
fn key(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect()
}

/// Numbers in a cell or a sentence: `3 7 12`.
fn joined(numbers: impl Iterator<Item = u64>) -> String {
    numbers.fold(String::new(), |mut text, number| {
        let space = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{space}{number}");
        text
    })
}

/// A digest of the bytes of a file.
pub(crate) fn sha256(bytes: &[u8]) -> Digest {
    use sha2::{Digest as _, Sha256};
    Digest::new(Sha256::digest(bytes).into())
}

/// What the JSON file says it is.
pub(crate) const KIND: &str = "fairdraw working paper";
const ENDINGS: [&str; 3] = ["sample.html", "sample.csv", "sample.json"];
