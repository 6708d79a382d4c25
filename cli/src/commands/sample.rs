//! `fairdraw sample`: draw an audit sample, and write the working paper that shows how.

use std::path::{Path, PathBuf};

use fairdraw::random::Stream;
use fairdraw::sample::{PURPOSE, Plan, Selected};

use super::Run;
use super::reveal::OpeningArgs;
use crate::design_args::{DesignArgs, in_words};
use crate::draw_files::{DrawFiles, kind_of, stem_of};
use crate::error::Error;
use crate::input::decimal;
use crate::list_args::ListArgs;
use crate::output;
use crate::outside::OutsideArgs;
use crate::paper::{Line, Paper};
use crate::population_args::PopulationArgs;
use crate::read::{self, is_dash};
use crate::sampled::measure::Measure;
use crate::sampled::{Sampled, strata_of};
use crate::show;
use crate::term::Term;
use crate::terms::line;

mod committed;
mod said;
mod summary;

pub(super) use committed::Checked;

/// Draw an audit sample and write its working paper, or show what a design would select
///
/// With NAME.commit, which fairdraw commit --design made: draws (or takes NAME.reveal, if it is there), checks everything as
/// fairdraw verify does, with extensions and replacements beside it, and writes the working paper. Give the id as it was published
/// (--expect), or proofs of time, as fairdraw verify takes them: without, the paper's grade is E at best.
///
/// With a population and --preview: shows records, control total, allocation, certainty items, interval and chances by the
/// design. Nothing is drawn, nothing is written, and no seed is needed.
///
/// With a population and --seed-file: draws at once from the bytes of a file, such as dice written down. The sample can be drawn
/// again from the same file, but nothing shows that the seed was not chosen after the fact: several may have been tried.
///
/// The working paper is NAME.sample.html (one page to print), NAME.sample.csv and NAME.sample.json, which say the same. Nothing is
/// overwritten: after an extension or a replacement write a new one with --output.
#[derive(clap::Parser)]
#[command(
    name = "sample",
    mut_arg("list", |list| {
        list.value_name("POPULATION|NAME.commit")
            .help("The commit of a sample; or, with --preview and --seed-file, the population, as fairdraw commit reads it")
            .required(false)
            .required_unless_present_any(["ranges", "manifest"])
    }),
    mut_arg("tickets", |tickets| tickets.hide(true)),
    mut_arg("merge_duplicates", |merge| merge.hide(true)),
    mut_arg("drop_duplicates", |drop| drop.hide(true)),
    after_help = "Examples:\n  \
        fairdraw sample ledger.csv --column Invoice --amount-column Amount --design mus-fixed --size 60 --preview\n  \
        fairdraw sample ledger.commit --beacon ceremony.dice\n  \
        fairdraw sample ledger.csv --column Invoice --stratum-column Region --design stratified --size 60 \\\n    \
        --seed-file rolls.txt --title \"Test of invoices\""
)]
pub(super) struct SampleCommand {
    #[command(flatten)]
    list: ListArgs,

    #[command(flatten)]
    population: PopulationArgs,

    #[command(flatten)]
    design: DesignArgs,

    #[command(flatten)]
    opening: OpeningArgs,

    #[command(flatten, next_help_heading = "Grading a commit")]
    outside: OutsideArgs,

    /// Show what the design gives, and stop: nothing is drawn
    #[arg(long, conflicts_with = "seed_file", help_heading = "What is done")]
    preview: bool,

    /// Draw from the bytes of this file, without a commit
    #[arg(long, value_name = "FILE", requires = "title", help_heading = "What is done")]
    seed_file: Option<PathBuf>,

    /// What the sample is for: the title of the working paper. A commit has its own
    #[arg(long, value_name = "TEXT", value_parser = line, help_heading = "What is done")]
    title: Option<String>,

    /// The name of the working paper, without .sample.html; that of the commit, or of the population in this folder otherwise
    #[arg(short, long, value_name = "NAME", help_heading = "What is done")]
    output: Option<PathBuf>,
}

impl Run for SampleCommand {
    fn run(self, term: &Term) -> Result<(), Error> {
        if self.is_a("reveal") {
            let path = self.list.path();
            let commit = path.with_extension("commit");
            return Err(Error::not_done(format!("{} is a reveal file", path.display()))
                .hint(format!("give the commit beside it: {}", show::path(&commit))));
        }
        if self.is_a("commit") {
            return self.of_commit(term);
        }
        if self.outside.is_given() {
            return Err(Error::not_done(
                "without a commit file there is nothing that an id or a time stamp could be of",
            )
            .hint("give NAME.commit, or leave out --expect, --existed-by and --timestamp"));
        }
        if !self.preview && self.seed_file.is_none() {
            return Err(Error::not_done("nothing says where the randomness comes from").hint(
                "commit to the population first (fairdraw commit --design ..), or add --seed-file FILE, or --preview to see what the design gives",
            ));
        }
        if !self.design.is_given() {
            return Err(Error::not_done("nothing says how the sample is drawn")
                .hint("add --design; see fairdraw sample --help"));
        }
        if self.seed_file.as_deref().is_some_and(is_dash) && is_dash(self.list.path()) {
            return Err(Error::not_done("population and seed file cannot both be standard input")
                .hint("give one of them as a file"));
        }
        let sampled = Sampled::read(&self.list, &self.population, &self.design, term)?;
        if self.preview {
            return output::print(|out| {
                writeln!(out, "{sampled}\nnothing was drawn, and nothing was written")
            });
        }
        self.draw(&sampled, term)
    }
}

impl SampleCommand {
    /// Whether a file of this kind is given, by its ending or its first line.
    fn is_a(&self, kind: &str) -> bool {
        let path = self.list.path();
        let ending = path.extension().is_some_and(|ending| ending == kind);
        ending
            || !is_dash(path)
                && path.is_file()
                && read::up_to(path, 64).is_ok_and(|bytes| kind_of(&bytes) == kind)
    }

    /// The files of the working paper.
    fn files(&self, otherwise: impl FnOnce() -> PathBuf) -> Result<DrawFiles, Error> {
        DrawFiles::new(match &self.output {
            Some(name) => stem_of(name),
            None => otherwise(),
        })
    }

    /// Draws from the seed file, and writes the working paper.
    fn draw(&self, sampled: &Sampled, term: &Term) -> Result<(), Error> {
        let files = self.files(|| self.list.name_with(""))?;
        Paper::check_free(&files)?;
        let path = self.seed_file.as_deref().unwrap_or(Path::new("-"));
        let seed = read::secret_up_to(path, LARGEST_SEED_FILE)?;
        if seed.is_empty() || seed.len() as u64 > LARGEST_SEED_FILE {
            return Err(Error::not_done(format!(
                "the seed file {} must have 1 byte to {} MiB",
                path.display(),
                LARGEST_SEED_FILE >> 20
            ))
            .hint("write down what was thrown or drawn, for example 40 throws of a die"));
        }
        if seed.len() < SHORT_SEED {
            term.warn(&format!(
                "the seed file has {} bytes: with fewer than {SHORT_SEED}, 64 bits, all results can be listed",
                seed.len()
            ));
        }
        let busy = term.busy("drawing");
        let plan = sampled.plan()?;
        let selected = plan
            .draw(|names| Stream::of_seed_file(&seed, PURPOSE, names))
            .map_err(|fault| Error::not_done(format!("not drawn: {fault}")))?;
        let lines = lines(&selected, sampled, &plan);
        drop(busy);
        let totals = sampled.origin.totals();
        let mut paper = Paper {
            title: self.title.clone().unwrap_or_default(),
            rehearsal: false,
            summary: Vec::new(),
            sections: vec![
                said::population(&sampled.origin),
                said::design(&plan, &[], totals.map_or(0, |totals| totals.places)),
                said::seed_file(path, &seed, term.now()?),
            ],
            allocation: said::allocation(&plan, &[]),
            measure: Measure::of(plan.design()),
            places: totals.map(|totals| totals.places),
            lines,
            replacements: Vec::new(),
            checks: said::unbound(),
            conclusion: said::RE_PERFORMED.to_owned(),
            commands: vec![said::this_command()],
            to_fill_in: None,
        };
        let design = in_words(plan.design(), 0).0;
        let total = totals.map(|totals| decimal(totals.sums.total().into(), totals.places));
        let what = summary::sampled(&paper, sampled.items(), design, total.as_deref());
        paper.summary = vec![
            (said::SAMPLED, what),
            (said::INFLUENCE, summary::UNBOUND.to_owned()),
            (said::AGAIN, summary::AGAIN_FROM_SEED.to_owned()),
        ];
        paper.write(&files)?;
        output::print(|out| {
            writeln!(out, "{}", paper.title)?;
            write!(out, "{}", said::items(&paper))?;
            writeln!(out)?;
            for (word, sentence) in &paper.checks {
                writeln!(out, "{word}: {sentence}")?;
            }
            writeln!(out, "{}\n", paper.conclusion)?;
            write!(out, "{}", written(&files))
        })
    }
}

/// Where the working paper is.
fn written(files: &DrawFiles) -> String {
    let [page, table, data] =
        ["sample.html", "sample.csv", "sample.json"].map(|ending| show::path(&files.with(ending)));
    format!("print       {page}\nand         {table}, {data}\n")
}

/// The selected items with what the population says of them.
fn lines(selected: &[Selected], sampled: &Sampled, plan: &Plan<'_>) -> Vec<Line> {
    let names = sampled.origin.names(selected.iter().map(|selected| selected.position));
    let strata = strata_of(plan.design());
    let line = |(selected, item): (&Selected, String)| {
        let (amount, of_item) = sampled.origin.fields(selected.position);
        let number =
            usize::try_from(selected.stratum).ok().and_then(|number| number.checked_sub(1));
        let stratum = number.and_then(|index| strata.get(index));
        Line {
            round: 0,
            selected: *selected,
            stratum_name: stratum.map_or(of_item, |stratum| stratum.name.as_str()).to_owned(),
            item,
            amount,
            chance: plan.chance(selected.position),
        }
    };
    selected.iter().zip(names).map(line).collect()
}

/// Fewer bytes can all be tried.
const SHORT_SEED: usize = 8;
/// As for `shuffle` and `pick`.
const LARGEST_SEED_FILE: u64 = 64 << 20;
