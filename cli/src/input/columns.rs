//! Which columns make the entry, and whether the first row holds their names.
//!
//! A column is a number from 1 or a name. A word of digits is a number, unless a header was told of that has exactly
//! this name. A name says that there is a header.

use super::ImportOptions;
use super::row::{Cell, Source, shown};
use crate::error::Error;

/// The decision for one table, made at its first row that is not blank.
#[derive(Debug)]
pub(crate) struct Columns {
    /// Indices of the cells that make the entry, in the order asked for; not empty.
    pub(crate) entry: Vec<usize>,
    pub(crate) tickets: Option<usize>,
    pub(crate) stratum: Option<usize>,
    pub(crate) amount: Option<usize>,
    pub(crate) width: usize,
    /// The names in the header, if there is one.
    pub(crate) header: Option<Vec<String>>,
}

impl Columns {
    /// Decides by the options and the first row. `tabular`: the format has columns, so a header must be told of.
    pub(crate) fn choose(
        source: &Source<'_>,
        options: &ImportOptions,
        tabular: bool,
        first: &[Cell<'_>],
    ) -> Result<Self, Error> {
        let table =
            Table { source, names: first.iter().map(|cell| cell.text.trim().to_owned()).collect() };
        let amount = options.amount.as_ref().map(|amount| &amount.column);
        let further = options.tickets.iter().chain(&options.stratum).chain(amount);
        let asked: Vec<&str> = options.columns.iter().chain(further).map(|c| c.trim()).collect();
        if options.columns.is_empty()
            && tabular
            && first.len() > 1
            && !(options.tickets.is_some() && first.len() == 2)
        {
            return Err(table.which_column(options));
        }
        let name = asked.iter().find(|c| !is_number(c));
        let has_header = match (options.header, name) {
            (Some(true), _) | (None, Some(_)) => true,
            (Some(false), Some(name)) => {
                return Err(Error::not_done(format!(
                    "{}: --no-header says that no row has names, but a column is asked for by the name {}",
                    source.name,
                    shown(name)
                ))
                .hint("give the column's number"));
            }
            (None, None) if tabular => return Err(table.header_or_entry()),
            (Some(false) | None, None) => false,
        };
        let find = |asked: &String| table.find(asked.trim(), has_header);
        let tickets = options.tickets.as_ref().map(find).transpose()?;
        let stratum = options.stratum.as_ref().map(find).transpose()?;
        let amount = amount.map(find).transpose()?;
        let entry = if options.columns.is_empty() {
            vec![usize::from(tickets == Some(0))]
        } else {
            options.columns.iter().map(find).collect::<Result<_, _>>()?
        };
        let columns = Self { entry, tickets, stratum, amount, width: first.len(), header: None };
        columns.refuse_twice(&table)?;
        Ok(Self { header: has_header.then_some(table.names), ..columns })
    }

    /// Number and, if known, name of a column, for people.
    pub(crate) fn called(&self, index: usize) -> String {
        match self.header.as_ref().and_then(|names| names.get(index)) {
            Some(name) => format!("{} {}", index + 1, shown(name)),
            None => (index + 1).to_string(),
        }
    }

    fn refuse_twice(&self, table: &Table<'_>) -> Result<(), Error> {
        let further = self.tickets.into_iter().chain(self.stratum).chain(self.amount);
        let mut used: Vec<usize> = self.entry.iter().copied().chain(further).collect();
        used.sort_unstable();
        if used.last().is_some_and(|last| *last >= self.width) {
            return Err(
                table.error("--tickets names the only column; nothing is left for the entry")
            );
        }
        match used.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(table.error(&format!("column {} is asked for twice", pair[0] + 1))),
            None => Ok(()),
        }
    }
}

/// The first row, seen as names of columns.
struct Table<'t> {
    source: &'t Source<'t>,
    names: Vec<String>,
}

impl Table<'_> {
    fn find(&self, asked: &str, has_header: bool) -> Result<usize, Error> {
        let mut found = self
            .names
            .iter()
            .enumerate()
            .filter(|(_, name)| has_header && *name == asked)
            .map(|(i, _)| i);
        match (found.next(), found.next()) {
            (Some(first), Some(second)) => Err(self
                .error(&format!(
                    "columns {} and {} are both called {}",
                    first + 1,
                    second + 1,
                    shown(asked)
                ))
                .hint(format!("say --column {} or --column {}", first + 1, second + 1))),
            (Some(only), None) => Ok(only),
            _ => {
                let number = asked
                    .parse::<usize>()
                    .ok()
                    .filter(|n| is_number(asked) && (1..=self.names.len()).contains(n));
                number.map(|n| n - 1).ok_or_else(|| self.unknown(asked))
            }
        }
    }

    fn unknown(&self, asked: &str) -> Error {
        let what = if is_number(asked) {
            format!("no column {asked}")
        } else {
            format!("no column is called {}", shown(asked))
        };
        self.error(&what).hint(format!("the columns are {}", self.list()))
    }

    fn header_or_entry(&self) -> Error {
        self.error("is the first row a header or an entry?")
            .hint(format!("say --header or --no-header; the first row is {}", self.list()))
    }

    fn which_column(&self, options: &ImportOptions) -> Error {
        let named = if options.header == Some(false) {
            "--column NUMBER"
        } else {
            "--column NAME, or --no-header --column NUMBER"
        };
        self.error(&format!(
            "{} columns, and nothing says which of them make the entry",
            self.names.len()
        ))
        .hint(format!("say {named} (more than once if needed); the first row is {}", self.list()))
    }

    /// The first row as `1 "Ticket", 2 "Name"`, at most 20 columns of it.
    fn list(&self) -> String {
        let cells = self
            .names
            .iter()
            .enumerate()
            .take(20)
            .map(|(i, name)| format!("{} {}", i + 1, shown(name)));
        let more = if self.names.len() > 20 { ", …" } else { "" };
        cells.collect::<Vec<_>>().join(", ") + more
    }

    fn error(&self, what: &str) -> Error {
        Error::not_done(format!("{}: {what}", self.source.name))
    }
}

fn is_number(column: &str) -> bool {
    !column.is_empty() && column.bytes().all(|b| b.is_ascii_digit())
}
