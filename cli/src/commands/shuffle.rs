//! `fairdraw shuffle`: all records in random order, plainly or by a relative of the shuffle.

use std::num::NonZeroUsize;

use clap::{ArgGroup, ValueEnum};
use fairdraw::shuffle::LastPacket;

use super::Run;
use crate::error::Error;
use crate::records::{self, Arrangement, Count, Numbers, Options, Places};
use crate::term::Term;

/// Write all lines of a list in random order, every order equally likely unless a flag says NOT UNIFORM
///
/// Lines are taken as bytes, in any encoding. A missing last newline is added. The whole list is held in memory, and
/// 4 bytes more for each line (8 for a list of 4 GiB or more, 16 for each number of a --range; other methods need up
/// to 48). Nothing is published and nobody can check the result afterwards: for that, use draw, or commit and reveal.
///
/// Places count from 1. The exact distribution of each method is in audit/fairness/family.md.
#[derive(clap::Parser)]
#[command(
    name = "shuffle",
    group = ArgGroup::new("way").args([
        "method", "worksheet", "one_cycle", "derangement", "keep", "only", "every", "packets",
        "half_shuffle_not_uniform",
    ]),
    after_help = "Examples:\n  \
        fairdraw shuffle names.txt\n  \
        fairdraw shuffle --range 1-49 --output numbers.txt\n  \
        find . -name '*.ogg' -print0 | fairdraw shuffle -z | xargs -0 player\n  \
        fairdraw shuffle names.txt --worksheet\n  \
        fairdraw shuffle songs.txt --keep first,last"
)]
#[allow(clippy::struct_excessive_bools, reason = "they are options of the command line")]
pub(super) struct Shuffle {
    #[command(flatten)]
    options: Options,

    /// Another method that makes every order equally likely; from one --seed-file each gives another order
    #[arg(long, value_name = "METHOD", help_heading = EVERY_ORDER)]
    method: Option<Method>,

    /// Print the steps of the pencil method, to be followed with paper: what to count to, and what is struck out. The
    /// order is that of --method pencil
    #[arg(long, help_heading = EVERY_ORDER)]
    worksheet: bool,

    /// With --worksheet: count to these numbers, from dice or a printed table; one for each step, as in "4 1 2"
    #[arg(long, value_name = "NUMBERS", conflicts_with = "seed_file", help_heading = EVERY_ORDER)]
    numbers: Option<Numbers>,

    /// NOT UNIFORM over all orders: one cycle through all places (Sattolo), each such order equally likely
    #[arg(long, help_heading = NOT_UNIFORM)]
    one_cycle: bool,

    /// NOT UNIFORM over all orders: no line stays in its place, each such order equally likely
    #[arg(long, help_heading = NOT_UNIFORM)]
    derangement: bool,

    /// NOT UNIFORM over all orders: the lines at these places stay, and only the others are shuffled; as in first,5-8,last
    #[arg(long, value_name = "PLACES", help_heading = NOT_UNIFORM)]
    keep: Option<Places>,

    /// NOT UNIFORM over all orders: only the lines at these places are shuffled; as in 5-8,last
    #[arg(long, value_name = "PLACES", help_heading = NOT_UNIFORM)]
    only: Option<Places>,

    /// NOT UNIFORM over all orders: only every S-th line is shuffled, among themselves
    #[arg(long, value_name = "S", value_parser = at_least_1, help_heading = NOT_UNIFORM)]
    every: Option<NonZeroUsize>,

    /// With --every: the place of the first of these lines; 1 otherwise
    #[arg(long, value_name = "PLACE", value_parser = records::number, help_heading = NOT_UNIFORM)]
    from: Option<u64>,

    /// NOT UNIFORM over all orders: packets of SIZE lines are shuffled, and stay together inside; the last one has what
    /// is left
    #[arg(long, value_name = "SIZE", value_parser = at_least_1, help_heading = NOT_UNIFORM)]
    packets: Option<NonZeroUsize>,

    /// With --packets: shuffle the lines inside the last packet, too
    #[arg(long = "shuffle-last-packet", help_heading = NOT_UNIFORM)]
    last_packet: bool,

    /// NOT UNIFORM, for casual games: swap every second line with any line. Never draw winners with it
    #[arg(long, help_heading = NOT_UNIFORM)]
    half_shuffle_not_uniform: bool,

    /// With --half-shuffle-not-uniform: swap groups of SIZE lines; of 1 otherwise
    #[arg(long, value_name = "SIZE", value_parser = at_least_1, help_heading = NOT_UNIFORM)]
    group: Option<NonZeroUsize>,

    /// With --half-shuffle-not-uniform: pass over N groups after each that is swapped; over 1 otherwise
    #[arg(long, value_name = "N", value_parser = records::number, help_heading = NOT_UNIFORM)]
    skip: Option<u64>,
}

/// Methods by which every order is equally likely.
#[derive(Clone, Copy, ValueEnum)]
enum Method {
    /// Algorithm P as the books print it, from the last place down
    Downward,
    /// Fisher and Yates' own: count among those left, strike out, write down; up to 100000 lines
    Pencil,
    /// Line by line, each put at a place among those before it
    InsideOut,
    /// Sort by random keys, and draw equal keys again
    RandomKeys,
    /// One number for the whole order, from a table of all orders; up to 8 lines
    Table,
}

impl Run for Shuffle {
    fn run(self, term: &Term) -> Result<(), Error> {
        self.check_companions()?;
        if self.worksheet {
            return records::worksheet(&self.options, self.numbers.as_ref(), term);
        }
        match self.arrangement() {
            Some(arrangement) => records::arrange(&self.options, &arrangement, term),
            None => records::draw(&self.options, Count::All, term),
        }
    }
}

impl Shuffle {
    /// Refuses options that go with another one. (The parser wouldn't, where that one excludes what was given.)
    fn check_companions(&self) -> Result<(), Error> {
        let half = self.half_shuffle_not_uniform;
        let companions = [
            (self.numbers.is_some(), "--numbers", self.worksheet, "--worksheet"),
            (self.from.is_some(), "--from", self.every.is_some(), "--every"),
            (self.last_packet, "--shuffle-last-packet", self.packets.is_some(), "--packets"),
            (self.group.is_some(), "--group", half, HALF),
            (self.skip.is_some(), "--skip", half, HALF),
        ];
        match companions.into_iter().find(|(given, _, its, _)| *given && !its) {
            Some((_, option, _, its)) => {
                Err(Error::not_done(format!("{option} goes with {its}, which was not given"))
                    .hint(format!("add {its}, or leave out {option}")))
            }
            None => Ok(()),
        }
    }

    /// The way that was asked for, if it isn't the plain shuffle.
    fn arrangement(&self) -> Option<Arrangement> {
        let method = self.method.map(|method| match method {
            Method::Downward => Arrangement::Downward,
            Method::Pencil => Arrangement::Pencil,
            Method::InsideOut => Arrangement::InsideOut,
            Method::RandomKeys => Arrangement::RandomKeys,
            Method::Table => Arrangement::Table,
        });
        let last = if self.last_packet { LastPacket::Shuffled } else { LastPacket::Kept };
        let first = self.from.unwrap_or(1);
        let group = self.group.unwrap_or(NonZeroUsize::MIN);
        let skip = usize::try_from(self.skip.unwrap_or(1)).unwrap_or(usize::MAX);
        method
            .or(self.one_cycle.then_some(Arrangement::OneCycle))
            .or(self.derangement.then_some(Arrangement::Derangement))
            .or(self.keep.clone().map(Arrangement::AllBut))
            .or(self.only.clone().map(Arrangement::Only))
            .or(self.every.map(|step| Arrangement::Every { first, step: step.get() }))
            .or(self.packets.map(|size| Arrangement::Packets { size, last }))
            .or(self
                .half_shuffle_not_uniform
                .then_some(Arrangement::HalfNotUniform { group, skip }))
    }
}

/// A size or a step, which is not 0.
fn at_least_1(text: &str) -> Result<NonZeroUsize, String> {
    let number = usize::try_from(records::number(text)?).unwrap_or(usize::MAX);
    NonZeroUsize::new(number).ok_or_else(|| "it must be at least 1".to_owned())
}

const HALF: &str = "--half-shuffle-not-uniform";
const EVERY_ORDER: &str = "Other methods, every order equally likely";
const NOT_UNIFORM: &str = "Not uniform over all orders";
