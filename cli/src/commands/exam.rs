//! `fairdraw exam`: examine shuffles, draws and numbers, our own or those of any program.

use std::path::PathBuf;

use fairdraw::exam::exact::{Declared, DeclaredError};
use fairdraw::exam::{Diagnosis, NumberShape, Rule, diagnose};

use super::Run;
use crate::args::VERSION;
use crate::error::Error;
use crate::exam::exact::{Exact, Results};
use crate::exam::items::Items;
use crate::exam::looks::{Ended, Tallied, Wanted, examine};
use crate::exam::report::{self, About, Form, Kind, Report, Verdict};
use crate::exam::source::Stop;
use crate::exam::unseen::unseen;
use crate::output::{self, Destination};
use crate::read::is_dash;
use crate::shell;
use crate::term::Term;

mod given;
mod specimen;

use given::Given;

/// Examine shuffles, draws and numbers, our own or those of any program, and say whether they are fair
///
/// Without FILE our own shuffle is examined, and what can be counted exactly is counted. FILE is a text with one shuffle a line, its
/// items separated by spaces, commas, tabs or semicolons, or with one item a line; items are the numbers from 0 or from 1, or labels
/// of a list. A commit file is examined by drawing by its rules, with new seeds each time. --command examines a program: it gets the
/// list on standard input, one item a line, and is run again as long as observations are wanted.
///
/// Each test says how likely such counts are if all results are equally likely. Tests that fail are repeated on fresh
/// observations, if there are any: a fair subject fails with a chance of at most --level. What is counted is said in
/// audit/fairness/exam.md, how to examine a program in audit/fairness/README.md. Exit status 0 no fault found, 1 fault found or
/// declared method not fair, 2 the exam could not be carried out.
#[derive(clap::Parser)]
#[command(
    name = "exam",
    after_help = "Examples:\n  \
        fairdraw exam\n  \
        fairdraw exam --command shuf --items 52 --count 1000\n  \
        fairdraw exam shuffles.txt --html report.html\n  \
        fairdraw exam draws.csv --sample 6 --of 49 --set\n  \
        fairdraw exam raffle.commit\n  \
        fairdraw exam --specimen naive --items 4 --html failing.html"
)]
pub(super) struct Exam {
    #[command(flatten)]
    subject: SubjectArgs,

    /// How many observations each look has; 100000 unless said, of a command at most as many as one minute gives, and of a file all
    /// (at most 10 million) in one look
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    count: Option<u64>,

    /// The chance with which a fair subject may fail: above 0, at most 0.5
    #[arg(long, value_name = "LEVEL", default_value = "0.01", value_parser = level)]
    level: Rule,

    /// A method that a program says it uses, of which the exact law is computed: modulo:BITS, multiply:BITS, keys:BITS or
    /// seed:BITS. One that can't be fair ends with status 1
    #[arg(long, value_name = "METHOD", value_parser = declared)]
    declare: Option<Declared>,

    /// The bits of a generator's state or seed, to be compared with the number of orders
    #[arg(long, value_name = "BITS", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    generator_bits: Option<u64>,

    /// Count all words of our own draws at more widths; about half a minute more
    #[arg(long)]
    thorough: bool,

    /// Write the report as one HTML page with pictures, a new file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write the report as JSON, a new file; `-` prints it in place of the text
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// What is examined, and how it is read.
#[derive(clap::Args)]
struct SubjectArgs {
    /// Shuffles or samples as text, `-` for standard input; or a commit file. Our own shuffle without it
    #[arg(value_name = "FILE", conflicts_with_all = ["command", "specimen"])]
    file: Option<PathBuf>,

    /// Run this in a shell, and examine what it prints
    #[arg(long, value_name = "COMMAND", conflicts_with = "specimen")]
    command: Option<String>,

    /// Examine a known fault, to see what a report of it looks like: `list` lists them, with the number that a name without one has
    #[arg(long, value_name = "NAME")]
    specimen: Option<String>,

    /// How many items the list has; 52 unless said
    #[arg(long, visible_alias = "of", value_name = "N", conflicts_with_all = ["list", "numbers"], value_parser = clap::value_parser!(u32).range(1..))]
    items: Option<u32>,

    /// The list before the shuffle, one label a line
    #[arg(long, value_name = "FILE", conflicts_with = "numbers")]
    list: Option<PathBuf>,

    /// An observation has only K items, in the order of the draw
    #[arg(long, value_name = "K", conflicts_with = "numbers", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,

    /// These K items are in no order, as those of a lottery
    #[arg(long, requires = "sample")]
    set: bool,

    /// Examine numbers, from LOW to HIGH, and not shuffles
    #[arg(long, value_name = "LOW-HIGH", allow_hyphen_values = true, conflicts_with = "specimen", value_parser = range)]
    numbers: Option<NumberShape>,

    /// The number of the first item, if it is neither 0 nor 1, or the first line doesn't show which
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(..=HIGHEST_FIRST), conflicts_with_all = ["list", "numbers"])]
    first: Option<u64>,

    /// Each line is an observation
    #[arg(long, conflicts_with = "column")]
    rows: bool,

    /// Each line is an item
    #[arg(long)]
    column: bool,

    /// Take the randomness of our own shuffle, or of a commit's draws, from the bytes of this file, and not from the operating system
    #[arg(long, value_name = "FILE", conflicts_with_all = ["command", "specimen"])]
    seed_file: Option<PathBuf>,
}

impl Run for Exam {
    fn run(self, term: &Term) -> Result<(), Error> {
        if self.subject.specimen.as_deref() == Some("list") {
            return specimen::list(self.subject.items.unwrap_or(52));
        }
        if self.only_declared() && self.count.is_some() {
            let message = "--count has no meaning where nothing is examined";
            return Err(Error::not_done(message)
                .hint("name a file, --command or --specimen, or leave it out"));
        }
        let reports = [&self.html, &self.json].into_iter().flatten();
        if reports.filter(|path| is_dash(path)).count() > 1 {
            return Err(Error::not_done("page and JSON cannot both be standard output")
                .hint("give one of them a file"));
        }
        if self.html.is_some() && self.html == self.json {
            return Err(Error::not_done("page and JSON cannot both be one file")
                .hint("give each a name of its own"));
        }
        // In this order nothing is examined when a report can't be written.
        let html = self.html.as_deref().map(|path| Destination::open(Some(path))).transpose()?;
        let json = self.json.as_deref().map(|path| Destination::open(Some(path))).transpose()?;
        let (ended, about) = self.examined(term)?;
        let exact = self.exact(&about, term)?;
        let diagnosis = diagnosis(&ended, &about, term);
        let looked_at = match &ended {
            Ended::Decided(looks) => looks.first().map(|seen| seen.tallied.observations()),
            Ended::Broken(..) | Ended::NotBegun => None,
        };
        let unseen = looked_at.map(|observations| unseen(&about.form, observations));
        let report = Report {
            subject: about,
            rule: self.level,
            ended,
            diagnosis,
            exact,
            unseen: unseen.unwrap_or_default(),
            command: command(),
            version: VERSION,
        };
        self.write(&report, html, json)?;
        match report.verdict() {
            Verdict::NoFault | Verdict::NotExamined => Ok(()),
            Verdict::Fault => {
                let error = Error::not_valid("fault found [fault-found]");
                Err(if all_ascend(&report.ended) { error.hint(AS_SETS) } else { error })
            }
            Verdict::NotAPermutation => Err(Error::not_valid("fault found [not-a-permutation]")),
            Verdict::DeclaredUnfair => {
                Err(Error::not_valid("not fair as declared [declared-not-fair]"))
            }
        }
    }
}

impl Exam {
    /// What can be said without observations.
    fn exact(&self, about: &About, term: &Term) -> Result<Exact, Error> {
        let mut exact = Exact::default();
        if about.kind == Kind::Own && !self.only_declared() {
            exact.count_own(self.thorough, term);
        }
        if self.declare.is_none() && self.generator_bits.is_none() {
            return Ok(exact);
        }
        let results = match &about.form {
            Form::Tickets { .. } => {
                return Err(Error::not_done(
                    "methods and generators are not compared with draws by tickets",
                )
                .hint("leave out --declare and --generator-bits"));
            }
            form => match Results::of(form) {
                Some(results) => results,
                None => given::results(&self.subject)?,
            },
        };
        if let Some(method) = self.declare {
            exact.declare(method, results)?;
        }
        if let Some(bits) = self.generator_bits {
            exact.compare(bits, results)?;
        }
        Ok(exact)
    }

    /// Whether there is no subject, and a method or generator that is somebody else's.
    fn only_declared(&self) -> bool {
        let SubjectArgs { file, command, specimen, seed_file, .. } = &self.subject;
        let subject =
            file.is_some() || command.is_some() || specimen.is_some() || seed_file.is_some();
        !subject && (self.declare.is_some() || self.generator_bits.is_some())
    }

    fn examined(&self, term: &Term) -> Result<(Ended, About), Error> {
        let mut given = Given::read(&self.subject)?;
        if self.thorough && !matches!(given, Given::Own) {
            return Err(Error::not_done(
                "--thorough counts our own draws, and something else is examined",
            )
            .hint("leave one of the two out"));
        }
        if self.only_declared() {
            return Ok((
                Ended::NotBegun,
                About { name: "nothing".to_owned(), ..given.about(&self.subject) },
            ));
        }
        let made = format!(
            "fairdraw {VERSION} on {} {}, begun {}",
            std::env::consts::OS,
            std::env::consts::ARCH,
            term.now()?
        );
        let wanted = self.count.map_or_else(|| given.wanted(), Wanted::Count);
        let mut unread = given.about(&self.subject);
        let content = given.content();
        let identify = |about: &mut About| {
            about.facts.extend(content.iter().map(|content| ("text", content.says())));
            about.facts.push(("examined by", made));
        };
        match given.subject(&self.subject) {
            Ok((mut subject, mut about)) => {
                let ended = examine(&mut subject, self.level, wanted, term)?;
                // A command is run again as long as observations are wanted, so only time ends it before.
                if let (Wanted::Within(time, most), Ended::Decided(looks)) = (wanted, &ended)
                    && looks.first().is_some_and(|seen| seen.tallied.observations() < most)
                {
                    let count = format!(
                        "as many as came in {} seconds; --count asks for another number",
                        time.as_secs()
                    );
                    about.facts.push(("count", count));
                }
                drop(subject);
                identify(&mut about);
                Ok((ended, about))
            }
            Err(Stop::Broken(broken)) => {
                identify(&mut unread);
                Ok((Ended::Broken(broken, 0), unread))
            }
            Err(Stop::Error(error)) => Err(error),
        }
    }

    /// Writes the report in all forms that were asked for.
    fn write(
        &self,
        report: &Report,
        html: Option<Destination>,
        json: Option<Destination>,
    ) -> Result<(), Error> {
        let instead = [&self.json, &self.html].into_iter().flatten().any(|path| is_dash(path));
        if let Some(json) = json {
            json.fill(|out| writeln!(out, "{:#}", report::json(report)))?;
        }
        if let Some(html) = html {
            html.fill(|out| out.write_all(report::page(report).as_bytes()))?;
        }
        if instead {
            return Ok(());
        }
        output::print(|out| write!(out, "{}", report::text(report)))
    }
}

/// What orders with a fault look like.
fn diagnosis(ended: &Ended, about: &About, term: &Term) -> Option<Diagnosis> {
    let Ended::Decided(looks) = ended else { return None };
    looks.last()?.look.rejected().next()?;
    let (Tallied::Orders(tally), Form::Items { shape, items }) =
        (&looks.first()?.tallied, &about.form)
    else {
        return None;
    };
    // Mistakes are told by what they do to the list's order.
    let known = match items {
        Items::Labels(labels) => labels.in_list_order,
        Items::Numbers { .. } => true,
    };
    if !shape.is_order() || !known {
        return None;
    }
    let mut progress = term.progress("comparing with known mistakes", 1);
    Some(diagnose(tally, &mut |done, total| progress.set(done, total)))
}

/// Whether these are samples, the first item of each below its second: so do sets look that somebody has sorted.
fn all_ascend(ended: &Ended) -> bool {
    let Ended::Decided(looks) = ended else { return false };
    let Some(Tallied::Orders(tally)) = looks.first().map(|look| &look.tallied) else {
        return false;
    };
    let pairs = (!tally.shape().is_order()).then(|| tally.first_two()).flatten();
    pairs.is_some_and(|pairs| {
        (0..pairs.rows()).all(|row| pairs.row(row).iter().take(row).all(|count| *count == 0))
    })
}

/// The command as it was typed, for whoever does it again.
fn command() -> String {
    let words = std::env::args_os().skip(1).map(|word| shell::argument(&word));
    std::iter::once("fairdraw".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// So that the last item's number fits too.
const HIGHEST_FIRST: u64 = 1_000_000_000_000_000_000;

const AS_SETS: &str = "in every sample the first item is below the second: if they were sorted, and their order has no meaning, \
     say --set";

fn declared(text: &str) -> Result<Declared, String> {
    text.parse().map_err(|error: DeclaredError| error.to_string())
}

fn level(text: &str) -> Result<Rule, String> {
    let number = text.parse().ok().filter(|level| *level <= 0.5);
    number
        .and_then(|level| Rule::new(level).ok())
        .ok_or_else(|| "a number above 0, at most 0.5, as in 0.01".to_owned())
}

fn range(text: &str) -> Result<NumberShape, String> {
    let wanted = "two whole numbers and a hyphen, as in 1-49";
    // The first number can have a sign.
    let hyphen = text.get(1..).and_then(|rest| rest.find('-')).ok_or(wanted)? + 1;
    let (low, high) = (&text[..hyphen], &text[hyphen + 1..]);
    let number = |text: &str| text.parse().map_err(|_| wanted.to_owned());
    NumberShape::new(number(low)?, number(high)?).map_err(|error| error.to_string())
}
