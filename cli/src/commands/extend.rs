//! `fairdraw extend`: draw more items of a sample, by the next places of its streams.

use std::path::PathBuf;

use fairdraw::draw::{Failure, Sampling};
use fairdraw::sample::{Addition, ExtensionFault};

use super::Run;
use super::sample::Checked;
use crate::draw_files::DrawFiles;
use crate::error::Error;
use crate::output::{self, Access, write_new};
use crate::sampled::{names_of, number_of};
use crate::shell;
use crate::show;
use crate::term::Term;
use crate::terms::line;

/// Draw more items of a sample, so that the record made before is the beginning of the longer one
///
/// Checks the sample first, with the extensions and replacements beside it, then writes NAME.extension (NAME.2.extension and so
/// on for further ones). Only simple and stratified samples and those with replacement can be extended.
///
/// Whoever decides after the draw how many items are added can know which ones: every verdict says so. For items that nobody
/// can know beforehand make a new commit: fairdraw commit --design .. --follows COMMIT-ID REVEAL-ID --reason TEXT.
#[derive(clap::Parser)]
#[command(
    name = "extend",
    after_help = "Examples:\n  \
        fairdraw extend ledger.commit --add 25 --reason \"two deviations in the first 60\"\n  \
        fairdraw extend ledger.commit --add North=10 --add South=5 --reason \"higher risk in both\""
)]
pub(super) struct Extend {
    /// NAME.commit or NAME.reveal, with the other files of the sample beside it
    #[arg(value_name = "NAME.commit")]
    draw: PathBuf,

    /// How many items are added; of a stratified sample STRATUM=COUNT, once for each stratum that gets some
    #[arg(long, value_name = "[STRATUM=]COUNT", required = true)]
    add: Vec<String>,

    /// Why the sample is extended. It is published
    #[arg(long, value_name = "TEXT", value_parser = line)]
    reason: String,

    /// The list as it was committed to; NAME.list otherwise
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
}

impl Run for Extend {
    fn run(self, term: &Term) -> Result<(), Error> {
        let draw = DrawFiles::of_either(&self.draw);
        let list = self.list.clone().map_or_else(|| draw.found("list"), Ok)?;
        let busy = term.busy("checking and drawing");
        let checked = Checked::read(&draw.with("commit"), &draw, list)?;
        let sampling = checked.commit.rules().sampling();
        let additions = self.additions(sampling)?;
        let extension = checked
            .verdict
            .extend(additions, self.reason.clone(), term.now()?)
            .map_err(|failure| not_extended(&failure))?;
        write_new(&checked.next, extension.to_string().as_bytes(), Access::Public)?;
        drop(busy);
        output::print(|out| {
            writeln!(out, "{}\n", show::heading(&checked.commit))?;
            writeln!(out, "added")?;
            write!(out, "{}", show::items(&checked.commit, &extension.items))?;
            writeln!(out, "\nCLAIMED     why and when: {}", extension.reason)?;
            writeln!(
                out,
                "NOT PROVEN  that whoever decided on it did not know which items it adds"
            )?;
            writeln!(out, "extension id {}", extension.id())?;
            writeln!(out, "publish     {}", show::path(&checked.next))?;
            let commit = shell::word(&draw.with("commit"));
            writeln!(out, "paper       fairdraw sample {commit} --output NEW-NAME")
        })
    }
}

impl Extend {
    /// How many items go to which stratum, in the commit's order.
    fn additions(&self, sampling: Option<&Sampling>) -> Result<Vec<Addition>, Error> {
        let strata = sampling.map(Sampling::strata).unwrap_or_default();
        let mut additions: Vec<Addition> = Vec::new();
        for text in &self.add {
            let (name, count) = match text.rsplit_once('=') {
                Some((name, count)) => (Some(name), count),
                None => (None, text.as_str()),
            };
            let is_number = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
            let items = count.parse().ok().filter(|&items: &u64| is_number && items > 0);
            let items = items.ok_or_else(|| {
                Error::not_done(format!("--add: \"{count}\" is not a number of items from 1"))
                    .hint("write a number, or STRATUM=NUMBER for a stratified sample")
            })?;
            let stratum = match name {
                None if strata.is_empty() => 0,
                None => {
                    return Err(Error::not_done("--add: to which stratum?")
                        .hint(format!("write STRATUM={items}; {}", names_of(strata))));
                }
                Some(name) => number_of(strata, name).map_err(|error| match strata {
                    [] => error.hint("the sample has no strata: write a number alone"),
                    _ => error.hint(names_of(strata)),
                })?,
            };
            if additions.iter().any(|addition| addition.stratum == stratum) {
                return Err(Error::not_done(format!("--add: \"{text}\" says it a second time"))
                    .hint("give one number for each stratum"));
            }
            additions.push(Addition { items, stratum });
        }
        additions.sort_by_key(|addition| addition.stratum);
        Ok(additions)
    }
}

fn not_extended(failure: &Failure) -> Error {
    let error = Error::not_done(format!("not extended: {failure}"));
    match failure {
        Failure::Extension(ExtensionFault::Design) => error.hint(
            "draw a further sample with a commit of its own: fairdraw commit --design .. --follows",
        ),
        Failure::ExtensionTime { .. } => error.hint("look at the computer's clock"),
        Failure::Extension(ExtensionFault::TooFewItems { .. }) => error.hint("add fewer items"),
        _ => error.hint("nothing was written"),
    }
}
