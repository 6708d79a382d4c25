//! `fairdraw sample`: draw an audit sample, and write the working paper that shows how.

use std::path::{Path, PathBuf};

use fairdraw::random::Stream;
use fairdraw::sample::{Design, PURPOSE, Plan, Population, Selected};

use super::Run;
use crate::design_args::{DesignArgs, Drawn, check};
use crate::draw_files::{DrawFiles, stem_of};
use crate::error::Error;
use crate::input::Imported;
use crate::list_args::ListArgs;
use crate::output;
use crate::paper::{Line, Paper};
use crate::population_args::PopulationArgs;
use crate::read::{self, is_dash};
use crate::show;
use crate::term::Term;
use crate::terms::line;

mod preview;
mod said;

/// Draw an audit sample and write its working paper, or show what a design would select
///
/// With --preview: reads the population and shows records, control total, allocation, certainty items, interval and chances by
/// the design. Nothing is drawn, nothing is written, and no seed is needed.
///
/// With --seed-file: draws at once from the bytes of a file, such as dice written down. The sample can be drawn again from the
/// same file, but nothing shows that the seed was not chosen after the fact: several may have been tried.
///
/// Writes NAME.sample.html (one page to print), NAME.sample.csv and NAME.sample.json, which say the same.
#[derive(clap::Parser)]
#[command(
    name = "sample",
    after_help = "Examples:\n  \
        fairdraw sample ledger.csv --column Invoice --amount-column Amount --design mus-fixed --size 60 --preview\n  \
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

    /// Show what the design gives, and stop: nothing is drawn
    #[arg(long, conflicts_with = "seed_file")]
    preview: bool,

    /// Draw from the bytes of this file, without a commit
    #[arg(long, value_name = "FILE", requires = "title")]
    seed_file: Option<PathBuf>,

    /// What the sample is for: the title of the working paper
    #[arg(long, value_name = "TEXT", value_parser = line)]
    title: Option<String>,

    /// The name of the working paper, without .sample.html; that of the population otherwise, in this folder
    #[arg(short, long, value_name = "NAME")]
    output: Option<PathBuf>,
}

impl Run for SampleCommand {
    fn run(self, term: &Term) -> Result<(), Error> {
        if !self.preview && self.seed_file.is_none() {
            return Err(Error::not_done("nothing says where the randomness comes from").hint(
                "commit to the population first (fairdraw commit --design ..), or add --seed-file FILE, or --preview to see what the design gives",
            ));
        }
        if self.design.design.is_none() {
            return Err(Error::not_done("nothing says how the sample is drawn")
                .hint("add --design; see fairdraw sample --help"));
        }
        if self.seed_file.as_deref().is_some_and(is_dash) && is_dash(self.list.path()) {
            return Err(Error::not_done("population and seed file cannot both be standard input")
                .hint("give one of them as a file"));
        }
        let imported = self.list.import_population(&self.population, term)?;
        let subject = subject(&imported)?;
        let drawn = Drawn { population: subject, strata: &imported.report.strata };
        let design = self.design.design(&drawn, &self.population)?;
        let plan = check(&design, &subject)?;
        if self.preview {
            return preview::print(&imported, &plan);
        }
        self.draw(&imported, &plan, term)
    }
}

/// The numbers of a population that was read.
pub(super) fn subject(imported: &Imported) -> Result<Population<'_>, Error> {
    let amounts = imported.report.totals.map(|_| imported.amounts.as_slice());
    let strata = (!imported.strata.is_empty()).then_some(imported.strata.as_slice());
    Population::new(imported.report.entries, amounts, strata)
        .map_err(|fault| Error::not_done(format!("{}: {fault}", imported.report.file)))
}

impl SampleCommand {
    /// Draws from the seed file, and writes the working paper.
    fn draw(&self, imported: &Imported, plan: &Plan<'_>, term: &Term) -> Result<(), Error> {
        let files = DrawFiles::new(match &self.output {
            Some(name) => stem_of(name),
            None => self.list.name_with(""),
        })?;
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
        let busy = term.busy("drawing");
        let selected = plan
            .draw(|names| Stream::of_seed_file(&seed, PURPOSE, names))
            .map_err(|fault| Error::not_done(format!("not drawn: {fault}")))?;
        let lines = lines(&selected, imported, plan);
        drop(busy);
        let paper = Paper {
            title: self.title.clone().unwrap_or_default(),
            rehearsal: false,
            sections: vec![
                said::population(imported),
                said::design(plan, imported.report.totals),
                said::seed_file(path, &seed, term.now()?),
            ],
            allocation: said::allocation(plan, &imported.report.strata, imported.report.totals),
            places: imported.report.totals.map(|totals| totals.places),
            lines,
            replacements: Vec::new(),
            checks: said::unbound(),
            conclusion: said::RE_PERFORMED.to_owned(),
            commands: vec![said::this_command()],
        };
        paper.write(&files)?;
        output::print(|out| {
            writeln!(out, "{}", paper.title)?;
            write!(out, "{}", said::items(&paper))?;
            writeln!(out)?;
            for (word, sentence) in &paper.checks {
                writeln!(out, "{word}: {sentence}")?;
            }
            writeln!(out, "{}", paper.conclusion)?;
            let [page, table, data] = ["sample.html", "sample.csv", "sample.json"]
                .map(|ending| show::path(&files.with(ending)));
            writeln!(out, "\nprint       {page}\nand         {table}, {data}")
        })
    }
}

/// The selected items with what the population says of them.
fn lines(selected: &[Selected], imported: &Imported, plan: &Plan<'_>) -> Vec<Line> {
    let entries = Entries::of(&imported.text);
    let names: Vec<&str> = match plan.design() {
        Design::Stratified { strata, .. } => strata.iter().map(|s| s.name.as_str()).collect(),
        _ => Vec::new(),
    };
    let line = |selected: &Selected| {
        let Selected { rank, role, stratum, position, unit } = *selected;
        let index = usize::try_from(position).unwrap_or(usize::MAX);
        let name =
            usize::try_from(stratum).ok().and_then(|stratum| names.get(stratum.checked_sub(1)?));
        Line {
            round: 0,
            rank,
            role,
            stratum,
            stratum_name: name
                .map_or_else(|| stratum_of(imported, index), |name| (*name).to_owned()),
            position,
            unit,
            item: entries.at(index).to_owned(),
            amount: imported.amounts.get(index).copied(),
            chance: plan.chance(position),
        }
    };
    selected.iter().map(line).collect()
}

/// The stratum of an item that the population has, also where the design has none.
fn stratum_of(imported: &Imported, index: usize) -> String {
    let number = imported.strata.get(index).and_then(|number| usize::try_from(*number).ok());
    let stratum = number.and_then(|number| imported.report.strata.get(number));
    stratum.map(|stratum| stratum.name.clone()).unwrap_or_default()
}

/// The entries of a canonical list: what stands behind the last TAB of a line.
struct Entries<'a>(Vec<&'a str>);

impl<'a> Entries<'a> {
    fn of(text: &'a str) -> Self {
        let entry = |line: &'a str| line.rsplit('\t').next().unwrap_or(line);
        Self(text.split_terminator('\n').map(entry).collect())
    }

    fn at(&self, index: usize) -> &'a str {
        self.0.get(index).copied().unwrap_or_default()
    }
}

/// As for `shuffle` and `pick`.
const LARGEST_SEED_FILE: u64 = 64 << 20;
