//! Exact duplicates, resolved as the user said; near duplicates, shown.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt::Write;
use std::hash::{BuildHasher, RandomState};

use super::entries::{Entries, Read, count};
use super::fold::{fold, fold_into};
use super::population;
use super::report::{Near, Repeated, Report};
use super::row::{Source, shown};
use super::{Duplicates, ImportOptions, Imported};
use crate::error::Error;

/// Finds duplicates, resolves the exact ones and writes the canonical list.
pub(crate) fn resolve(
    source: &Source<'_>,
    read: Read,
    options: &ImportOptions,
    mut report: Report,
) -> Result<Imported, Error> {
    let Read { mut entries, tickets_told } = read;
    let how = options.duplicates;
    let is_population = options.stratum.is_some() || options.amount.is_some();
    let mut alike = same_hashes(|| entries.iter());
    let exact = groups(&alike, |i| Cow::Borrowed(entries.entry(i)));
    if how == Duplicates::Refuse && !exact.is_empty() {
        let error = refuse(source, &entries, &exact);
        return Err(error.hint(hint(options)));
    }
    report.exact = exact
        .iter()
        .map(|group| Repeated {
            entry: entries.entry(group[0]).to_owned(),
            lines: group.iter().map(|i| entries.line(*i)).collect(),
        })
        .collect();
    report.duplicates = how;
    let weighted = tickets_told || how == Duplicates::Merge;
    if weighted && !tickets_told {
        entries.tickets = vec![1; entries.len()];
    }
    if how == Duplicates::Merge {
        merge_tickets(source, &mut entries, &exact)?;
    }
    if !exact.is_empty() {
        entries = keep_first(&entries, &exact);
        alike = same_hashes(|| entries.iter());
    }
    near(&entries, &alike, &mut report);
    let tickets = if weighted { Some(sum(source, &entries.tickets)?) } else { None };
    let places = options.amount.as_ref().map(|amount| amount.style.places);
    let totals = places.map(|places| population::totals(source, &entries.amounts, places));
    let strata = population::strata(&entries.strata, &entries.amounts);
    let report = Report {
        totals: totals.transpose()?,
        near_strata: self::alike(strata.iter().map(|stratum| stratum.name.as_str())),
        strata,
        entries: entries.len() as u64,
        tickets,
        lost: lost(&entries.text),
        first: entries.entry(0).to_owned(),
        last: entries.entry(entries.len() - 1).to_owned(),
        ..report
    };
    let text = match (weighted, is_population) {
        (true, _) => weighted_text(&entries),
        (_, true) => population_text(&entries),
        _ => std::mem::take(&mut entries.text),
    };
    let (amounts, strata) = (entries.amounts, entries.strata.of_items);
    Ok(Imported { text, weighted, amounts, strata, report })
}

/// The indices of texts whose folds have the same 64-bit hash under a random key, with the hash, sorted.
///
/// Equal texts are among them, since their folds are equal.
fn same_hashes<'e, I: Iterator<Item = &'e str>>(texts: impl Fn() -> I) -> Vec<(u64, usize)> {
    let mut hashes = Hashes::new(MOST_HASHES);
    for text in texts() {
        hashes.add(text);
    }
    let each = |take: &mut dyn FnMut(&str)| {
        texts().for_each(take);
        Ok::<_, Infallible>(())
    };
    let Ok(mut repeated) = hashes.repeated(each);
    if repeated.is_empty() {
        return Vec::new();
    }
    let indexed = texts().enumerate();
    let mut found: Vec<_> =
        indexed.filter_map(|(index, text)| Some((repeated.find(text)?, index))).collect();
    found.sort_unstable();
    found
}

/// Finds out which 64-bit hashes of folds, under a random key, come more than once.
///
/// Only hashes are kept and sorted, not many at a time: where there are more, those of a share of all hashes are kept, and the
/// texts have to come again for each other share.
pub(super) struct Hashes {
    hasher: Hasher,
    most: usize,
    /// A hash belongs to the share that is its rest by this number. The first share is kept while the texts first come.
    shares: u64,
    kept: Vec<u64>,
    /// Hashes that were seen to come again.
    repeated: Vec<u64>,
}

impl Hashes {
    /// No more than `most` hashes are held, but for those that come again.
    pub(super) fn new(most: usize) -> Self {
        let (kept, repeated) = (Vec::new(), Vec::new());
        Self { hasher: Hasher::default(), most, shares: 1, kept, repeated }
    }

    /// Takes the next text.
    pub(super) fn add(&mut self, text: &str) {
        let hash = self.hasher.hash(text);
        if !hash.is_multiple_of(self.shares) {
            return;
        }
        self.kept.push(hash);
        while self.kept.len() >= self.most {
            self.shares *= 2;
            self.kept.retain(|hash| hash % self.shares == 0);
            if self.kept.len() > self.most / 4 * 3 {
                self.sort(); // equal ones belong to one share, however many there are
            }
        }
    }

    /// The hashes that come more than once. `each` calls a function with all texts again.
    pub(super) fn repeated<E>(
        mut self,
        each: impl Fn(&mut dyn FnMut(&str)) -> Result<(), E>,
    ) -> Result<RepeatedHashes, E> {
        self.sort();
        for share in 1..self.shares {
            self.kept.clear();
            let mut room = self.most;
            each(&mut |text| {
                let hash = self.hasher.hash(text);
                if hash % self.shares == share {
                    self.kept.push(hash);
                    if self.kept.len() == room {
                        self.sort();
                        room = room.max(2 * self.kept.len());
                    }
                }
            })?;
            self.sort();
        }
        self.repeated.sort_unstable();
        self.repeated.dedup();
        Ok(RepeatedHashes { hasher: self.hasher, hashes: self.repeated })
    }

    /// Sorts what is kept, and leaves one of equal hashes.
    fn sort(&mut self) {
        self.kept.sort_unstable();
        let same = self.kept.chunk_by(|a, b| a == b).filter(|same| same.len() > 1);
        let before = self.repeated.len();
        self.repeated.extend(same.map(|same| same[0]));
        if self.repeated.len() > before {
            self.kept.dedup();
        }
    }
}

/// The hashes that come more than once.
pub(super) struct RepeatedHashes {
    hasher: Hasher,
    hashes: Vec<u64>,
}

impl RepeatedHashes {
    pub(super) fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// The hash of a text, if it is one of them.
    pub(super) fn find(&mut self, text: &str) -> Option<u64> {
        let hash = self.hasher.hash(text);
        self.hashes.binary_search(&hash).ok().map(|_| hash)
    }
}

#[derive(Default)]
struct Hasher {
    state: RandomState,
    folded: String,
}

impl Hasher {
    /// The hash of a text's fold.
    fn hash(&mut self, text: &str) -> u64 {
        fold_into(text, &mut self.folded);
        self.state.hash_one(self.folded.as_str())
    }
}

/// Indices with equal keys, two or more in each group, ascending, groups by their first index.
pub(super) fn groups<'e>(
    alike: &[(u64, usize)],
    key: impl Fn(usize) -> Cow<'e, str>,
) -> Vec<Vec<usize>> {
    let mut groups = Vec::new();
    for run in alike.chunk_by(|a, b| a.0 == b.0) {
        let mut keyed: Vec<_> = run.iter().map(|&(_, index)| (key(index), index)).collect();
        keyed.sort_unstable();
        let same = keyed.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1);
        groups.extend(same.map(|same| same.iter().map(|(_, index)| *index).collect::<Vec<_>>()));
    }
    groups.sort_unstable();
    groups
}

/// What to do about entries that come more than once.
pub(super) fn hint(options: &ImportOptions) -> &'static str {
    let is_population = options.stratum.is_some() || options.amount.is_some();
    if is_population || options.population { DISTINCT } else { RESOLVED }
}

/// An error that lists the entries that come more than once.
pub(super) fn refuse(source: &Source<'_>, entries: &Entries, exact: &[Vec<usize>]) -> Error {
    let place = if source.sheet.is_empty() { "lines" } else { "rows" };
    let mut what = format!(
        "{}: {} more than once:",
        source.name,
        count(exact.len(), "entry").replace("entrys", "entries")
    );
    for (nth, group) in exact.iter().take(SHOWN).enumerate() {
        let lines = group
            .iter()
            .take(SHOWN)
            .map(|i| entries.line(*i).to_string())
            .collect::<Vec<_>>()
            .join(", ");
        let more = if group.len() > SHOWN {
            format!(" and {} more", group.len() - SHOWN)
        } else {
            String::new()
        };
        let comma = if nth > 0 { ";" } else { "" };
        // Writing to a string can't fail.
        let _ = write!(what, "{comma} {} on {place} {lines}{more}", shown(entries.entry(group[0])));
    }
    if exact.len() > SHOWN {
        let _ = write!(what, "; and {} more", exact.len() - SHOWN);
    }
    Error::not_done(what)
}

fn merge_tickets(
    source: &Source<'_>,
    entries: &mut Entries,
    exact: &[Vec<usize>],
) -> Result<(), Error> {
    for group in exact {
        let total: u64 = group.iter().map(|i| u64::from(entries.tickets[*i])).sum();
        entries.tickets[group[0]] = u32::try_from(total).map_err(|_| {
            let what = format!("{total} tickets after merging; at most 4294967295 are allowed");
            source.error_in_row(entries.line(group[0]), &what)
        })?;
    }
    Ok(())
}

fn keep_first(entries: &Entries, exact: &[Vec<usize>]) -> Entries {
    let mut dropped = vec![false; entries.len()];
    for i in exact.iter().flat_map(|group| &group[1..]) {
        dropped[*i] = true;
    }
    let mut kept = Entries::default();
    for (i, entry) in entries.iter().enumerate().filter(|(i, _)| !dropped[*i]) {
        kept.push(entry, entries.line(i));
        kept.tickets.extend(entries.tickets.get(i));
    }
    kept
}

/// Puts the entries that look alike into the report.
pub(super) fn near(entries: &Entries, alike: &[(u64, usize)], report: &mut Report) {
    let near = groups(alike, |i| Cow::Owned(fold(entries.entry(i))));
    report.near_groups = near.len() as u64;
    report.near_entries = near.iter().map(|group| group.len() as u64).sum();
    for group in near.iter().take(SHOWN_NEAR) {
        let shown = group.iter().take(SHOWN_NEAR);
        report.near.push(Near {
            entries: shown.map(|i| (entries.line(*i), entries.entry(*i).to_owned())).collect(),
            more: group.len().saturating_sub(SHOWN_NEAR) as u64,
        });
    }
}

/// The names that look alike, in groups.
pub(crate) fn alike<'n>(names: impl Iterator<Item = &'n str>) -> Vec<Vec<String>> {
    let names: Vec<_> = names.collect();
    let same = same_hashes(|| names.iter().copied());
    let groups = groups(&same, |i| Cow::Owned(fold(names[i])));
    let written = |group: Vec<usize>| group.into_iter().map(|i| names[i].to_owned()).collect();
    groups.into_iter().map(written).collect()
}

/// Lines that hold U+FFFD.
pub(super) fn lost(text: &str) -> u64 {
    if !text.contains('\u{fffd}') {
        return 0;
    }
    text.split_terminator('\n').filter(|entry| entry.contains('\u{fffd}')).count() as u64
}

fn sum(source: &Source<'_>, tickets: &[u32]) -> Result<u64, Error> {
    // Fewer than 2^32 summands below 2^32: no overflow.
    let sum: u64 = tickets.iter().map(|t| u64::from(*t)).sum();
    if sum >= 1 << 63 {
        return Err(Error::not_done(format!(
            "{}: {sum} tickets in all; the sum must be below 2^63",
            source.name
        )));
    }
    Ok(sum)
}

/// Each item with the fields before it (SPEC 19.1).
fn population_text(entries: &Entries) -> String {
    let mut text = String::with_capacity(entries.text.len() + 16 * entries.len());
    for (index, entry) in entries.iter().enumerate() {
        if let Some(stratum) = entries.strata.name(index) {
            text.push_str(stratum);
            text.push('\t');
        }
        if let Some(amount) = entries.amounts.get(index) {
            // Writing to a string can't fail.
            let _ = write!(text, "{amount}\t");
        }
        text.push_str(entry);
        text.push('\n');
    }
    text
}

fn weighted_text(entries: &Entries) -> String {
    let mut text = String::with_capacity(entries.text.len() + 4 * entries.len());
    for (entry, tickets) in entries.iter().zip(&entries.tickets) {
        text.push_str(&tickets.to_string());
        text.push('\t');
        text.push_str(entry);
        text.push('\n');
    }
    text
}

const RESOLVED: &str =
    "--drop-duplicates keeps the first of each, --merge-duplicates gives one entry several tickets";
const DISTINCT: &str = "each item needs a name of its own: add a column that tells them apart with another --column; if one item stands there twice, that is a fault of the population";
/// So many hashes are held at a time, 8 bytes each.
const MOST_HASHES: usize = 1 << 26;
/// Duplicates listed in an error.
const SHOWN: usize = 5;
/// Near duplicates kept for the report.
const SHOWN_NEAR: usize = 20;
