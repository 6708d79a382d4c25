//! The top of a working paper: what was sampled, who could have influenced it, whether it can be done again. In plain words.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use fairdraw::draw::{BeaconRule, LARGEST_SMALL_FILE, Rules};

use crate::dice::Record;
use crate::error::Error;
use crate::paper::{Paper, Section, grouped, rows, sha256};
use crate::read;

/// The record of the rolls that a draw was made with.
pub(in crate::commands) struct Rolled {
    path: PathBuf,
    record: Record,
    sha256: String,
}

impl Rolled {
    /// Reads the record file.
    pub(super) fn read(path: &Path) -> Result<Self, Error> {
        let bytes = read::up_to(path, LARGEST_SMALL_FILE)?;
        let record = Record::read(path)?;
        Ok(Self { path: path.to_owned(), record, sha256: sha256(&bytes).to_string() })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the rolls are the public text of a draw.
    pub(super) fn is_of(&self, text: &str) -> bool {
        self.record.text() == text
    }

    /// What the paper says of it.
    pub(super) fn facts(&self, section: &mut Section) {
        let mut add = |name: &str, value: String| section.facts.push((name.to_owned(), value));
        add("record of the rolls", self.path.display().to_string());
        add("SHA-256 of the record", self.sha256.clone());
        for (name, count) in self.record.people() {
            add("rolled by", format!("{name}, {count} rolls (a claim of the record)"));
        }
        add("lines refused while rolling", self.record.refused.to_string());
    }

    fn people(&self) -> Vec<&str> {
        self.record.people().into_iter().map(|(name, _)| name).collect()
    }
}

/// How many items of how many, by which design, with which amounts.
pub(super) fn sampled(paper: &Paper, items: u64, design: &str, total: Option<&str>) -> String {
    let rows = rows(&paper.lines, &paper.replacements);
    let (chosen, sum) = paper.examined(&rows);
    let amounts = sum.zip(total).map(|(sum, total)| {
        format!("; amounts of {}, of {} in all", grouped(&sum), grouped(total))
    });
    let verb = if chosen == 1 { "item is" } else { "items are" };
    let items = grouped(&items.to_string());
    format!("{chosen} {verb} to be examined, of {items}: {design}{}.", amounts.unwrap_or_default())
}

/// Who could have chosen the result of a committed sample.
pub(super) fn influence(rules: &Rules, rolled: Option<&Rolled>) -> String {
    let holders: Vec<&str> = rules.seeds.iter().map(|seed| seed.name.as_str()).collect();
    let public = "if the commit id was public before";
    match (&rules.beacon, holders.as_slice()) {
        (None, []) => "Whoever made the commit.".to_owned(),
        (None, [holder]) => format!(
            "{holder}, who made the secret seed and could have tried several before the commit; nobody else, {public} the seed was opened."
        ),
        (None, holders) => format!(
            "{}, who each brought a secret seed, only if all of them agreed; the last one to open could stop the draw, and nobody could choose it alone, {public} the seeds were opened.",
            listed(holders)
        ),
        (Some(beacon), holders) => {
            let (who, when) = makers(beacon, rolled);
            let mut text = match holders {
                [] => format!("{who}; nobody else, {public} {when}."),
                holders => format!(
                    "{who}, and only together with {}, who brought a secret seed; nobody else, {public} {when}.",
                    listed(holders)
                ),
            };
            if !holders.is_empty() {
                text.push_str(" A holder could keep a seed back, which the commit provides for.");
            }
            let BeaconRule::Public { shape, .. } = beacon else { return text };
            let digits = shape.bytes().filter(|&byte| byte == b'd').count();
            if digits < 20 && holders.is_empty() {
                let _ = write!(
                    text,
                    " With {digits} digits whoever made the commit could also list all results, and choose among commits."
                );
            }
            text
        }
    }
}

/// Who makes the beacon's value, and when it is made.
fn makers(beacon: &BeaconRule, rolled: Option<&Rolled>) -> (String, String) {
    match (beacon, rolled) {
        (BeaconRule::Drand { chain, round }, _) => (
            format!("Those who run drand {}, if enough of them agreed", chain.name),
            format!("round {round} was due"),
        ),
        (BeaconRule::Public { .. }, Some(rolled)) => {
            let who = match rolled.people().as_slice() {
                [] => "Whoever rolled".to_owned(),
                [only] => format!("{only}, who rolled"),
                people => format!("{}, who rolled, if they agreed", listed(people)),
            };
            (who, "the rolls".to_owned())
        }
        (BeaconRule::Public { description, .. }, None) => {
            (format!("Whoever makes the public text ({description})"), "it was made".to_owned())
        }
    }
}

/// `Ann, Ben and Cleo`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Who could have chosen a result that nothing bound before.
pub(super) const UNBOUND: &str = "Whoever chose the seed file, the design or the population: nothing bound them before the draw, and several may have been tried.";
/// What can be done with the files of a committed sample.
pub(super) const AGAIN: &str = "Yes: whoever has the population and these files draws the same items, with each of three independent programs: \
    this one, a reference in Python and a page for a browser. The commands stand at the end.";
pub(super) const AGAIN_FROM_SEED: &str = "Yes: whoever has the population and the seed file draws the same items with the command at the end.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_as_a_sentence_has_them() {
        assert_eq!(listed(&["Ann"]), "Ann");
        assert_eq!(listed(&["Ann", "Ben"]), "Ann and Ben");
        assert_eq!(listed(&["Ann", "Ben", "Cleo"]), "Ann, Ben and Cleo");
    }
}
