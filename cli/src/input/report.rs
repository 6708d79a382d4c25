//! What was read, for people before they commit to it, and for programs.

use std::fmt;

use fairdraw::Digest;
use serde_json::{Value, json};

use super::population::{StratumCount, Totals};
use super::{Duplicates, decimal};
use crate::term::harmless;

/// The preview and the counts of one import.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    pub(crate) file: String,
    /// Of the file's bytes, if asked for.
    pub(crate) sha256: Option<Digest>,
    pub(crate) format: String,
    /// None for a workbook.
    pub(crate) encoding: Option<String>,
    pub(crate) line_ends: Option<&'static str>,
    /// The sheet read, and how many others the workbook has.
    pub(crate) sheet: Option<(String, usize)>,
    /// The names in the header row, joined for reading.
    pub(crate) header: Option<String>,
    pub(crate) header_line: Option<u64>,
    /// The columns that make the entry, `2 "Name"`.
    pub(crate) columns: Vec<String>,
    pub(crate) tickets_column: Option<String>,
    pub(crate) stratum_column: Option<String>,
    pub(crate) amount_column: Option<String>,
    /// Rows that gave an entry, before duplicates were resolved.
    pub(crate) rows: u64,
    pub(crate) blank: u64,
    /// Values that lost white space at an end.
    pub(crate) trimmed: u64,
    /// Cells of a workbook whose stored result of a formula was taken, and cells that held numbers.
    pub(crate) formulas: u64,
    pub(crate) numbers: u64,
    /// Rows that the spreadsheet program does not show; they are taken like the others.
    pub(crate) hidden: u64,
    /// Entries with U+FFFD: an earlier program did not know a character and put this one in its place.
    pub(crate) lost: u64,
    pub(crate) entries: u64,
    /// The sum, if the list is weighted.
    pub(crate) tickets: Option<u64>,
    /// The strata, in the order in which they first appear.
    pub(crate) strata: Vec<StratumCount>,
    /// If there is a column of amounts.
    pub(crate) totals: Option<Totals>,
    pub(crate) first: String,
    pub(crate) last: String,
    pub(crate) duplicates: Duplicates,
    /// Exact duplicates, all of them, merged or dropped as `duplicates` says.
    pub(crate) exact: Vec<Repeated>,
    /// The first groups of near duplicates.
    pub(crate) near: Vec<Near>,
    /// Strata that look alike, in groups.
    pub(crate) near_strata: Vec<Vec<String>>,
    /// All groups of near duplicates, and the entries in them.
    pub(crate) near_groups: u64,
    pub(crate) near_entries: u64,
}

/// One entry that stood in the file several times.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Repeated {
    pub(crate) entry: String,
    pub(crate) lines: Vec<u64>,
}

/// Entries that differ only in case, accents, spaces, hyphens, Unicode form, or in letters of other scripts that look alike.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Near {
    /// Line and entry.
    pub(crate) entries: Vec<(u64, String)>,
    /// Entries of this group that are left out here.
    pub(crate) more: u64,
}

impl Report {
    /// The same for programs.
    pub(crate) fn to_json(&self) -> Value {
        let exact = self.exact.iter().map(|r| json!({ "entry": r.entry, "lines": r.lines }));
        let near = self.near.iter().map(|group| {
            let entries =
                group.entries.iter().map(|(line, entry)| json!({ "line": line, "entry": entry }));
            json!({ "entries": entries.collect::<Vec<_>>(), "more": group.more })
        });
        json!({
            "file": self.file,
            "sha256": self.sha256.map(|digest| digest.to_string()),
            "format": self.format,
            "encoding": self.encoding,
            "line_ends": self.line_ends,
            "sheet": self.sheet.as_ref().map(|(name, _)| name),
            "header": self.header,
            "header_line": self.header_line,
            "columns": self.columns,
            "tickets_column": self.tickets_column,
            "rows": self.rows,
            "blank": self.blank,
            "trimmed": self.trimmed,
            "formulas": self.formulas,
            "numbers": self.numbers,
            "hidden_rows": self.hidden,
            "with_replacement_character": self.lost,
            "entries": self.entries,
            "tickets": self.tickets,
            "stratum_column": self.stratum_column,
            "amount_column": self.amount_column,
            "strata": self.strata_to_json(),
            "amounts": self.totals.map(totals_to_json),
            "first": self.first,
            "last": self.last,
            "duplicates": self.resolution(),
            "exact_duplicates": exact.collect::<Vec<_>>(),
            "near_duplicates": near.collect::<Vec<_>>(),
            "strata_that_look_alike": self.near_strata,
            "near_duplicate_groups": self.near_groups,
            "near_duplicate_entries": self.near_entries,
        })
    }

    fn resolution(&self) -> &'static str {
        match self.duplicates {
            Duplicates::Refuse => "refused",
            Duplicates::Merge => "merged",
            Duplicates::Drop => "dropped",
        }
    }

    fn read_as(&self) -> String {
        let sheet = self.sheet.as_ref().map(|(name, others)| match others {
            0 => format!("sheet {name}"),
            n => format!("sheet {name} (of {})", n + 1),
        });
        let parts = [
            Some(self.format.clone()),
            sheet,
            self.encoding.clone(),
            self.line_ends.map(str::to_owned),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    fn rows_read(&self) -> String {
        let numbers = match self.amount_column {
            Some(_) => "numbers, taken as the decimals that were typed, none rounded",
            None => "numbers, taken as whole numbers",
        };
        let counts = [
            ("blank skipped", self.blank),
            ("values trimmed", self.trimmed),
            ("formulas, taken by their stored results", self.formulas),
            (numbers, self.numbers),
            ("hidden in the sheet", self.hidden),
            ("with U+FFFD, so characters were lost before", self.lost),
        ];
        let counts = counts
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(what, count)| format!("{what}: {count}"));
        let counts: Vec<_> = counts.collect();
        if counts.is_empty() {
            self.rows.to_string()
        } else {
            format!("{} ({})", self.rows, counts.join("; "))
        }
    }

    /// What the numbers of rows count.
    fn place(&self) -> &'static str {
        if self.sheet.is_some() { "row" } else { "line" }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "list        {}", harmless(&self.file))?;
        if let Some(digest) = self.sha256 {
            writeln!(f, "sha-256     {digest}")?;
        }
        writeln!(f, "read as     {}", self.read_as())?;
        match (&self.header, self.header_line) {
            (Some(header), Some(line)) => {
                writeln!(f, "header      {} {line}: {header}", self.place())?;
            }
            _ => writeln!(f, "header      none")?,
        }
        writeln!(f, "column      {}", self.columns.join(", "))?;
        if let Some(column) = &self.tickets_column {
            writeln!(f, "tickets in  {column}")?;
        }
        if let Some(column) = &self.stratum_column {
            writeln!(f, "strata in   {column}")?;
        }
        if let Some(column) = &self.amount_column {
            writeln!(f, "amounts in  {column}")?;
        }
        writeln!(f, "rows        {}", self.rows_read())?;
        writeln!(f, "entries     {}", self.entries)?;
        if let Some(tickets) = self.tickets {
            writeln!(f, "tickets     {tickets}")?;
        }
        self.write_population(f)?;
        writeln!(f, "first       {}", self.first)?;
        writeln!(f, "last        {}", self.last)?;
        self.write_exact(f)?;
        self.write_near(f)?;
        write_alike(f, "strata", &self.near_strata)
    }
}

/// The sums of amounts, for programs: decimals as text, since many read numbers as floats.
fn totals_to_json(totals: Totals) -> Value {
    let Totals { places, sums } = totals;
    let text = |units| decimal(units, places);
    json!({
        "places": places,
        "control_total": text(sums.total().into()),
        "above_zero": { "items": sums.above, "sum": text(sums.above_sum.into()) },
        "zero": { "items": sums.zero },
        "below_zero": { "items": sums.below, "sum": text(-i128::from(sums.below_sum)) },
    })
}

impl Report {
    fn strata_to_json(&self) -> Value {
        let strata = self.strata.iter().map(|stratum| {
            let above = self.totals.map(|totals| decimal(stratum.above, totals.places));
            json!({ "name": stratum.name, "items": stratum.items, "above_zero": above })
        });
        strata.collect()
    }

    fn write_population(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.strata.is_empty() {
            writeln!(f, "strata      {}", self.strata.len())?;
        }
        for StratumCount { name, items, above } in self.strata.iter().take(SHOWN) {
            match self.totals {
                Some(totals) => {
                    let above = decimal(*above, totals.places);
                    writeln!(f, "  {name}: {items}, amounts above 0: {above}")?;
                }
                None => writeln!(f, "  {name}: {items}")?,
            }
        }
        write_rest(f, self.strata.len().saturating_sub(SHOWN) as u64)?;
        let Some(Totals { places, sums }) = self.totals else { return Ok(()) };
        let text = |units| decimal(units, places);
        writeln!(f, "total       {} in {} items", text(sums.total().into()), self.entries)?;
        writeln!(f, "above 0     {} in {} items", text(sums.above_sum.into()), sums.above)?;
        writeln!(f, "0           {} items", sums.zero)?;
        let below = text(-i128::from(sums.below_sum));
        writeln!(f, "below 0     {below} in {} items", sums.below)
    }

    fn write_exact(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.exact.is_empty() {
            return writeln!(f, "duplicates  none");
        }
        writeln!(f, "duplicates  {} {}:", self.exact.len(), self.resolution())?;
        for repeated in self.exact.iter().take(SHOWN) {
            let lines: Vec<_> = repeated.lines.iter().take(SHOWN).map(u64::to_string).collect();
            let more = if repeated.lines.len() > SHOWN { ", .." } else { "" };
            writeln!(f, "  {}s {}{more}: {}", self.place(), lines.join(", "), repeated.entry)?;
        }
        write_rest(f, self.exact.len().saturating_sub(SHOWN) as u64)
    }

    fn write_near(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.near_groups == 0 {
            return writeln!(f, "look alike  none");
        }
        writeln!(
            f,
            "look alike  {} entries in {} groups, all kept:",
            self.near_entries, self.near_groups
        )?;
        let place = self.place();
        for group in &self.near {
            let entries: Vec<_> = group
                .entries
                .iter()
                .map(|(line, entry)| format!("{place} {line}: {entry}"))
                .collect();
            let more =
                if group.more > 0 { format!(" / and {} more", group.more) } else { String::new() };
            writeln!(f, "  {}{more}", entries.join(" / "))?;
        }
        write_rest(f, self.near_groups - self.near.len() as u64)
    }
}

/// Names other than those of entries that look alike; nothing if there are none.
pub(crate) fn write_alike(
    f: &mut fmt::Formatter<'_>,
    what: &str,
    groups: &[Vec<String>],
) -> fmt::Result {
    if groups.is_empty() {
        return Ok(());
    }
    let names: usize = groups.iter().map(Vec::len).sum();
    writeln!(f, "look alike  {names} {what} in {} groups, each counted by itself:", groups.len())?;
    for group in groups.iter().take(SHOWN) {
        let more = if group.len() > SHOWN {
            format!(" / and {} more", group.len() - SHOWN)
        } else {
            String::new()
        };
        let names: Vec<_> = group.iter().take(SHOWN).map(|name| harmless(name)).collect();
        writeln!(f, "  {}{more}", names.join(" / "))?;
    }
    write_rest(f, groups.len().saturating_sub(SHOWN) as u64)
}

fn write_rest(f: &mut fmt::Formatter<'_>, rest: u64) -> fmt::Result {
    if rest > 0 { writeln!(f, "  and {rest} more") } else { Ok(()) }
}

/// Duplicates and lines shown to people; the JSON form has all.
const SHOWN: usize = 20;
