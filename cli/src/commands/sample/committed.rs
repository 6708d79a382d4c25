//! The working paper of a sample that was committed to: everything is checked again first.

use std::path::{Path, PathBuf};

use fairdraw::draw::{
    AmountsRule, BeaconRule, BeaconValue, Commit, DrawnItem, EntryList, Failure, Files, Grade,
    LARGEST_EXTENSION, PopulationRule, Refusal, Reveal, Sampling, Time, Verdict, verify,
};

use super::summary::{self, Rolled};
use super::{SampleCommand, said, written};
use crate::commands::verify::{misfit, not_valid};
use crate::design_args::in_words;
use crate::draw_files::{DrawFiles, has_list, list_bytes, read_commit};
use crate::error::Error;
use crate::output;
use crate::outside::OutsideArgs;
use crate::paper::{Line, Paper, Replaced, Section, sha256};
use crate::read;
use crate::sampled::measure::Measure;
use crate::shell;
use crate::show;
use crate::stamped::Stamped;
use crate::term::Term;

impl SampleCommand {
    /// Draws, unless that was done; checks; and writes the working paper.
    pub(super) fn of_commit(&self, term: &Term) -> Result<(), Error> {
        let given = [
            (self.preview, "--preview"),
            (self.seed_file.is_some(), "--seed-file"),
            (self.title.is_some(), "--title"),
            (self.design.is_given(), "--design"),
            (self.population.is_given(), "what says how the population is read"),
        ];
        if let Some((_, what)) = given.into_iter().find(|(given, _)| *given) {
            return Err(Error::not_done(format!("a commit says all that: {what} is not for it"))
                .hint("leave it out; fairdraw inspect shows what the commit says"));
        }
        let path = self.list.path();
        let draw = DrawFiles::of_commit(path);
        let files = match &self.output {
            Some(_) => self.files(PathBuf::new)?,
            None => DrawFiles::of_commit(path),
        };
        Paper::check_free(&files)?;
        let commit = read_commit(path)?;
        if commit.rules().sampling().is_none() {
            return Err(Error::not_done(format!("{} draws winners, not a sample", path.display()))
                .hint("fairdraw reveal draws them; fairdraw certificate writes a page"));
        }
        // What is wrong from outside is said before anything is drawn, which would make a seed public.
        if let Some(reason) = self.outside.stamped(commit.as_str().as_bytes())?.misfit {
            return Err(misfit(&reason));
        }
        if let Some(expected) = self.outside.expect.filter(|expected| *expected != commit.id()) {
            let failure = Failure::CommitId { expected, found: commit.id() };
            let refusal = Refusal { checks: Vec::new(), failure };
            return Err(not_valid(&refusal, &[("commit", path.to_owned())]));
        }
        let reveal = draw.with("reveal");
        if !reveal.exists() || self.opening.is_given() {
            self.opening.open(path, &reveal, term)?;
        }
        let busy = term.busy("checking");
        let list = self.opening.list_path(&draw)?;
        let checked = Checked::read_with(path, &draw, list, &self.outside)?;
        let rolled = self.rolled(&draw, checked.verdict.reveal())?;
        let paper = checked.paper(rolled.as_ref(), term)?;
        drop(busy);
        paper.write(&files)?;
        output::print(|out| {
            writeln!(out, "{}\n", show::heading(&checked.commit))?;
            write!(out, "{}", said::items(&paper))?;
            writeln!(out, "\n{}\n", paper.conclusion)?;
            writeln!(out, "reveal id   {}", checked.verdict.reveal().id())?;
            write!(out, "{}", written(&files))?;
            let record = rolled.map(|rolled| format!(" and {}", show::path(rolled.path())));
            writeln!(out, "publish     {}{}", show::path(&reveal), record.unwrap_or_default())?;
            writeln!(out, "check it    {}", paper.commands[0])?;
            writeln!(out, "{:12}{}", "", show::as_published(&checked.commit))
        })
    }
}

impl SampleCommand {
    /// The record of the rolls: the one that was given, or NAME.dice if these are its rolls.
    fn rolled(&self, draw: &DrawFiles, reveal: &Reveal) -> Result<Option<Rolled>, Error> {
        let Some(BeaconValue::Public(text)) = &reveal.beacon else { return Ok(None) };
        if let Some(path) = self.opening.dice_record() {
            return Rolled::read(path).map(Some);
        }
        let beside = draw.with("dice");
        let rolled = beside.is_file().then(|| Rolled::read(&beside).ok()).flatten();
        Ok(rolled.filter(|rolled| rolled.is_of(text)))
    }
}

/// A sample whose files are right, with the extensions and replacements beside it.
pub(in crate::commands) struct Checked {
    pub(in crate::commands) commit: Commit,
    pub(in crate::commands) verdict: Verdict,
    stamped: Stamped,
    /// The times and time stamps from outside, as they are given to `fairdraw verify`.
    given: String,
    /// The earliest time by which the commit file existed.
    existed_by: Option<Time>,
    /// Where the files are, in the order of the command that checks them.
    paths: Vec<PathBuf>,
    /// Where the list is, if there is one.
    list: Option<PathBuf>,
    /// Where the next extension goes.
    pub(in crate::commands) next: PathBuf,
    /// The register as it stands.
    pub(in crate::commands) register: Option<Vec<u8>>,
}

impl Checked {
    /// Reads the files of a draw and checks them; `list` is where the list is.
    pub(in crate::commands) fn read(
        commit_path: &Path,
        draw: &DrawFiles,
        list: PathBuf,
    ) -> Result<Self, Error> {
        Self::read_with(commit_path, draw, list, &OutsideArgs::default())
    }

    /// The same, with what is known from outside the files.
    fn read_with(
        commit_path: &Path,
        draw: &DrawFiles,
        list: PathBuf,
        outside: &OutsideArgs,
    ) -> Result<Self, Error> {
        let commit = read_commit(commit_path)?;
        if commit.rules().sampling().is_none() {
            return Err(Error::not_done(format!(
                "{} draws winners, not a sample",
                commit_path.display()
            ))
            .hint("fairdraw reveal draws them; fairdraw outcome records what becomes of them"));
        }
        let mut named = vec![("commit", commit_path.to_owned()), ("reveal", draw.with("reveal"))];
        for ending in ["reveal", "replacements"] {
            read::check_found(&draw.with(ending))?;
        }
        let limit = Reveal::size_limit(&commit);
        let reveal = read::up_to(&named[1].1, limit)?;
        let list = has_list(&commit).then_some(list);
        named.extend(list.clone().map(|path| ("list", path)));
        // One that is missing must not hide those after it: the check then finds that they are no chain.
        let mut extensions = Vec::new();
        let mut next = 1;
        let mut missing = None;
        for (number, path) in draw.extensions()? {
            if number != next && missing.is_none() {
                missing = Some((draw.extension(next), path.clone()));
            }
            read::check_found(&path)?;
            extensions.push(read::up_to(&path, LARGEST_EXTENSION)?);
            named.push(("extension", path));
            next = number.saturating_add(1);
        }
        let next = draw.extension(next);
        let path = draw.with("replacements");
        let register = path.exists().then(|| read::up_to(&path, limit)).transpose()?;
        named.extend(register.as_ref().map(|_| ("replacements", path)));
        let files = Files {
            commit: commit.as_str().as_bytes(),
            reveal: &reveal,
            list: list.as_deref().map(|path| list_bytes(path, &commit)).transpose()?,
            extensions: extensions.iter().map(Vec::as_slice).collect(),
            replacements: register.iter().map(Vec::as_slice).collect(),
            ..Files::default()
        };
        let stamped = outside.stamped(commit.as_str().as_bytes())?;
        let options = outside.options(&stamped, commit.rules().rehearsal);
        let verdict =
            verify(files, options).map_err(|refusal| match (&refusal.failure, missing) {
                (Failure::OtherExtension { .. }, Some((missing, later))) => {
                    Error::not_valid(format!(
                        "{} is missing, but {} is there: not valid: {refusal} [{}]",
                        missing.display(),
                        later.display(),
                        refusal.failure.name()
                    ))
                    .hint("put all extensions from the first one on beside the commit")
                }
                _ => not_valid(&refusal, &named),
            })?;
        if let Some(reason) = &stamped.misfit {
            return Err(misfit(reason));
        }
        let given = outside.words();
        let existed_by = outside.existed_by(&stamped);
        let paths = named.into_iter().map(|(_, path)| path).collect();
        Ok(Self { commit, verdict, stamped, given, existed_by, paths, list, next, register })
    }

    /// The command that checks all of it.
    pub(in crate::commands) fn verify_command(&self) -> String {
        let words: Vec<_> = self.paths.iter().map(|path| shell::word(path)).collect();
        let rehearsal = show::rehearsal_flag(&self.commit);
        format!("verify {} --expect {}{rehearsal}", words.join(" "), show::ID_AS_PUBLISHED)
    }

    /// What is known of it, as a working paper.
    pub(in crate::commands) fn paper(
        &self,
        rolled: Option<&Rolled>,
        term: &Term,
    ) -> Result<Paper, Error> {
        let rules = self.commit.rules();
        let sampling = rules.sampling().ok_or_else(|| Error::not_done("no sample"))?;
        let amounts = amounts_of(sampling);
        let plan = self.verdict.plan().ok_or_else(|| Error::not_done("no sample"))?;
        let list = self.verdict.list();
        let list_amounts = list.and_then(EntryList::amounts);
        let reveal = self.verdict.reveal();
        let additions = self.verdict.additions();
        let line = |round: usize, item: &DrawnItem| {
            let position = item.selected.position;
            let stratum = list.and_then(|list| list.stratum(position));
            let index = usize::try_from(position).ok();
            Line {
                round,
                selected: item.selected,
                stratum_name: stratum.unwrap_or_default().to_owned(),
                item: item.entry.clone(),
                amount: index.and_then(|index| list_amounts?.get(index).copied()),
                chance: plan.chance_with(position, &additions),
            }
        };
        let drawn = reveal.sample.iter().flatten().map(|item| line(0, item));
        let extensions = self.verdict.extensions().iter().zip(1..);
        let added = extensions
            .flat_map(|(extension, round)| extension.items.iter().map(move |item| (round, item)));
        let lines = drawn.chain(added.map(|(round, item)| line(round, item))).collect();
        let replacements = self.verdict.replacements().iter().map(|replacement| Replaced {
            time: replacement.time.to_string(),
            stratum: replacement.stratum,
            rank: replacement.rank,
            spare: replacement.spare,
            cause: replacement.cause.word().to_owned(),
            text: replacement.text.clone(),
        });
        let mut sections = vec![
            self.population(sampling),
            said::design(&plan, &additions, amounts.map_or(0, |amounts| amounts.places)),
            self.randomness(reveal, rolled, term)?,
        ];
        sections.extend(self.extensions());
        let checks = self.stamped.among(self.verdict.checks()).into_iter().map(|check| {
            let word = format!("{} {}: {}", check.step.number(), check.step, check.evidence);
            (word, check.sentence)
        });
        let conclusion = match self.verdict.grade() {
            Some(Grade::E) => {
                format!(
                    "{}; without an id or a time from outside: {FROM_OUTSIDE}",
                    show::grade(Grade::E)
                )
            }
            Some(grade) => show::grade(grade),
            None => show::valid(&self.commit, false).to_owned(),
        };
        let mut paper = Paper {
            title: rules.title.clone(),
            rehearsal: rules.rehearsal,
            summary: Vec::new(),
            sections,
            allocation: said::allocation(&plan, &additions),
            measure: Measure::of(plan.design()),
            places: amounts.map(|amounts| amounts.places),
            lines,
            replacements: replacements.collect(),
            checks: checks.collect(),
            conclusion,
            commands: self.commands(),
            to_fill_in: Some(show::as_published(&self.commit)),
        };
        let design = in_words(plan.design(), 0).0;
        let total = amounts.map(|amounts| amounts.decimal(amounts.total));
        let what = summary::sampled(&paper, rules.entries, design, total.as_deref());
        paper.summary = vec![
            (said::SAMPLED, what),
            (said::INFLUENCE, summary::influence(rules, rolled)),
            (said::AGAIN, summary::AGAIN.to_owned()),
        ];
        Ok(paper)
    }

    /// When and why each extension was decided on, as its file says.
    fn extensions(&self) -> Option<Section> {
        let extensions = self.verdict.extensions().iter().zip(1..);
        let facts: Vec<_> = extensions
            .flat_map(|(extension, number)| {
                [
                    (format!("extension {number}"), extension.reason.clone()),
                    ("decided".to_owned(), format!("{} (a claim)", extension.created)),
                    ("items added".to_owned(), extension.items.len().to_string()),
                    ("extension id".to_owned(), extension.id().to_string()),
                ]
            })
            .collect();
        (!facts.is_empty()).then_some(Section { heading: "Extensions", facts })
    }

    fn population(&self, sampling: &Sampling) -> Section {
        let mut facts = Vec::new();
        let mut add = |name: &str, value: String| facts.push((name.to_owned(), value));
        match &sampling.population {
            PopulationRule::List(rule) => {
                if let Some(path) = &self.list {
                    add("file", path.display().to_string());
                }
                if let Some(list) = self.verdict.list() {
                    add(
                        "SHA-256 of the canonical list",
                        sha256(list.as_str().as_bytes()).to_string(),
                    );
                }
                add("Merkle root", rule.root.to_string());
            }
            PopulationRule::Ranges(ranges) => {
                let ranges: Vec<_> = ranges.iter().map(ToString::to_string).collect();
                add("ranges of numbers, in the commit", ranges.join(", "));
            }
            PopulationRule::Manifest(batches) => {
                add("batches, in the commit", batches.len().to_string());
            }
        }
        add("items", self.commit.rules().entries.to_string());
        if let (Some(list), Some(amounts)) = (self.verdict.list(), amounts_of(sampling)) {
            add("control total", amounts.decimal(amounts.total));
            let count = |wanted: fn(i64) -> bool| {
                let chosen = list.amounts().into_iter().flatten().filter(|amount| wanted(**amount));
                let (items, sum) = chosen.fold((0_u64, 0_i64), |(items, sum), amount| {
                    (items + 1, sum.saturating_add(*amount))
                });
                format!("{} in {items} items", amounts.decimal(sum))
            };
            add("amounts above 0", count(|amount| amount > 0));
            add("amounts of 0", count(|amount| amount == 0));
            add("amounts below 0", count(|amount| amount < 0));
        }
        Section { heading: "Population", facts }
    }

    fn randomness(
        &self,
        reveal: &Reveal,
        rolled: Option<&Rolled>,
        term: &Term,
    ) -> Result<Section, Error> {
        let rules = self.commit.rules();
        let mut facts = Vec::new();
        let mut add = |name: String, value: String| facts.push((name, value));
        add("commit id".to_owned(), self.commit.id().to_string());
        add("committed".to_owned(), format!("{} (a claim)", rules.created));
        add("published".to_owned(), rules.published.clone());
        if let Some(organiser) = &rules.organiser {
            add("organiser".to_owned(), organiser.clone());
        }
        for note in &rules.notes {
            add("note".to_owned(), note.clone());
        }
        match (&rules.beacon, &reveal.beacon) {
            (Some(BeaconRule::Public { shape, description }), Some(BeaconValue::Public(text))) => {
                add("public text".to_owned(), description.clone());
                add("its shape, committed to".to_owned(), shape.clone());
                add("the text".to_owned(), text.clone());
            }
            (Some(BeaconRule::Drand { chain, round }), _) => {
                let due = chain.time_of(*round).map(|due| due.to_string()).unwrap_or_default();
                add(
                    "beacon".to_owned(),
                    format!("drand {}, round {round}, due at {due}", chain.name),
                );
            }
            _ => {}
        }
        for (committed, opened) in rules.seeds.iter().zip(&reveal.seeds) {
            let state = if opened.seed.is_some() {
                "committed to before, opened in the reveal"
            } else {
                "committed to before, not opened"
            };
            add(format!("seed of {}", committed.name), state.to_owned());
            add(format!("commitment of {}", committed.name), committed.commitment.to_string());
        }
        if let Some(opening) = rules.opening {
            add("seeds to be opened by".to_owned(), opening.seeds_by.to_string());
        }
        add("reveal id".to_owned(), reveal.id().to_string());
        add("SHA-256 of the material".to_owned(), reveal.material.to_string());
        let now = term.now()?;
        add("this paper written".to_owned(), format!("{now} by this computer's clock"));
        let mut section = Section { heading: "Randomness and times", facts };
        if let Some(rolled) = rolled {
            rolled.facts(&mut section);
        }
        Ok(section)
    }

    /// The commands that check everything, by this program and by the reference in Python.
    fn commands(&self) -> Vec<String> {
        let verify = self.verify_command();
        // The reference in Python reads no time stamps: it is told what they prove.
        let time = self.existed_by.map(|time| format!(" --existed-by {time}")).unwrap_or_default();
        vec![
            format!("fairdraw {verify}{}", self.given),
            format!("python3 audit/reference/fairdraw.py {verify}{time}"),
        ]
    }
}

fn amounts_of(sampling: &Sampling) -> Option<AmountsRule> {
    sampling.population.list().and_then(|list| list.amounts)
}

/// How a paper gets the grade that was proven.
const FROM_OUTSIDE: &str =
    "see --expect, --existed-by and --timestamp of fairdraw sample and fairdraw verify";
