//! `fairdraw emit`: random words, numbers, shuffles, samples and hands for laboratories.

use std::path::PathBuf;

use super::Run;
use crate::emit::{
    self, Amount, ByteOrder, Format, Hands, Items, Numbers, Order, Samples, Shuffles, Words,
    quantity,
};
use crate::error::Error;
use crate::records::Range;
use crate::term::Term;

/// Write random words, numbers, shuffles, samples or hands for tests, any amount
///
/// What is written is made by the very code that draws. It goes to a new file, with a sidecar FILE.emit.txt that has its length,
/// SHA-256, parameters, source, versions and the command; or into a pipe, without end unless an amount is given, until its
/// reader has enough. The same seed file gives the same words, from which all kinds are made. Nothing here is a draw that anybody
/// could check: for that, use draw, or commit and reveal.
#[derive(clap::Parser)]
#[command(
    name = "emit",
    disable_help_subcommand = true,
    after_help = "Examples:\n  \
        fairdraw emit words --byte-order little32 | dieharder -g 200 -a\n  \
        fairdraw emit words --bytes 1G --seed-file seed.txt --output words.bin\n  \
        fairdraw emit numbers --range 1-80 --count 10M --output keno.txt --raw keno.words.bin\n  \
        fairdraw emit shuffles --of 52 --count 1M --output decks.txt\n  \
        fairdraw emit samples --size 6 --of 49 --sorted --count 14M --output lotto.txt\n  \
        fairdraw emit hands --players 4 --cards 13 --count 1M --output bridge.txt"
)]
pub(super) struct Emit {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Words(WordsArgs),
    Numbers(NumbersArgs),
    Shuffles(ShufflesArgs),
    Samples(SamplesArgs),
    Hands(HandsArgs),
}

/// Write the words of 64 bits that everything is made from
///
/// They are the output of the generator before anything is done to it: with a seed file Hash_DRBG with SHA-256 (specification,
/// section 8.2), otherwise what the operating system gives.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    fairdraw emit words --byte-order little32 | dieharder -g 200 -a\n  \
    fairdraw emit words --byte-order little | RNG_test stdin64\n  \
    fairdraw emit words --format dieharder --count 20M --output words.txt; dieharder -g 202 -f words.txt -d 0\n  \
    fairdraw emit words --format bits --bytes 100M --output sts.txt")]
struct WordsArgs {
    /// How a word is written
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Raw)]
    format: Format,

    /// In which order the bytes of raw words are written
    #[arg(long, value_name = "ORDER", value_enum, default_value_t = ByteOrder::Big)]
    byte_order: ByteOrder,

    #[command(flatten)]
    common: Common,
}

/// Write uniform numbers of a range
///
/// Each number is made from one word, and from another one if that is refused: so a number can be followed back to its word in
/// the --raw capture.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    fairdraw emit numbers --range 1-6 --count 1M --output dice.txt --raw dice.words.bin\n  \
    fairdraw emit numbers --range 0-36 --columns 10 --count 100k")]
struct NumbersArgs {
    /// The whole numbers from A to B, both included; at most 2^63 of them
    #[arg(long, value_name = "A-B")]
    range: Range,

    /// How many numbers a line has, with commas between them (CSV)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    columns: u64,

    /// Make as many numbers from one word as its bits allow, as shuffles do
    #[arg(long)]
    batch: bool,

    #[command(flatten)]
    common: Common,

    #[command(flatten)]
    raw: Raw,
}

/// Write orders of the numbers 1 to N, one a line, every order equally likely
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    fairdraw emit shuffles --of 52 --count 1M --output decks.txt\n  \
    fairdraw emit shuffles --of 8 --from 0 --count 10")]
struct ShufflesArgs {
    /// How many numbers are shuffled; up to 100000000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(Shuffles::LARGEST)))]
    of: u32,

    #[command(flatten)]
    first: First,

    #[command(flatten)]
    common: Common,

    #[command(flatten)]
    raw: Raw,
}

/// Write K of the numbers 1 to N, one sample a line, every sample equally likely
///
/// The numbers of a line stand in draw order, in which every order is equally likely too.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    fairdraw emit samples --size 20 --of 80 --count 1M --output keno.txt\n  \
    fairdraw emit samples --size 6 --of 49 --sorted --count 10")]
struct SamplesArgs {
    /// How many numbers a sample has
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    size: u64,

    /// How many numbers there are; up to 2^63
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    of: u64,

    /// Sort the numbers of each sample
    #[arg(long)]
    sorted: bool,

    #[command(flatten)]
    first: First,

    #[command(flatten)]
    common: Common,

    #[command(flatten)]
    raw: Raw,
}

/// Write hands of cards, one deal a line, every order of the cards equally likely
///
/// Each player gets one card in turn. A line has the hands of all players with commas between them, such as AS TD,2H 9C: ranks A
/// 2 to 9 T J Q K, suits Spades, Hearts, Diamonds, Clubs.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    fairdraw emit hands --players 1 --cards 5 --count 2598960 --output poker.txt\n  \
    fairdraw emit hands --players 7 --cards 2 --decks 6 --count 10")]
struct HandsArgs {
    /// How many players there are
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=52_000))]
    players: u32,

    /// How many cards each of them gets
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=52_000))]
    cards: u32,

    /// How many decks of 52 cards are shuffled together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    decks: u32,

    #[command(flatten)]
    common: Common,

    #[command(flatten)]
    raw: Raw,
}

#[derive(clap::Args)]
struct Common {
    /// How many words, or lines (with --format dieharder, numbers of 32 bits, two a word): 5000, 10k, 1M, 2G, or 64Ki, 1Mi (times 1024)
    #[arg(long, value_name = "N", value_parser = quantity, conflicts_with = "bytes")]
    count: Option<u64>,

    /// How many bytes; of lines as many whole ones as fit
    #[arg(long, value_name = "N", value_parser = quantity)]
    bytes: Option<u64>,

    /// Take the words from the bytes of this file (1 byte to 64 MiB; `-` is standard input): the same file gives the same words
    /// on every machine. Who knows the file knows them
    #[arg(long, value_name = "FILE")]
    seed_file: Option<PathBuf>,

    /// Write to a new file instead of standard output, and FILE.emit.txt beside it; existing files are refused
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write what was written, SHA-256 and parameters, to this new file; without it standard error has the SHA-256 of what went to
    /// standard output
    #[arg(long, value_name = "FILE")]
    sidecar: Option<PathBuf>,
}

#[derive(clap::Args)]
struct Raw {
    /// Also write the words that the output was made from, refused ones too, to this new file: 8 bytes each, the highest byte first
    #[arg(long, value_name = "FILE", requires = "output")]
    raw: Option<PathBuf>,
}

#[derive(clap::Args)]
struct First {
    /// The first number: 0 or 1
    #[arg(long = "from", value_name = "0|1", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=1))]
    first: u32,
}

impl Run for Emit {
    fn run(self, term: &Term) -> Result<(), Error> {
        let none = Raw { raw: None };
        match self.what {
            What::Words(WordsArgs { format, byte_order, common }) => {
                emit(Words { format, order: byte_order }, common, none, term)
            }
            What::Numbers(NumbersArgs { range, columns, batch, common, raw }) => {
                emit(Numbers::new(range, columns, batch, raw.raw.is_some()), common, raw, term)
            }
            What::Shuffles(ShufflesArgs { of, first, common, raw }) => {
                emit(Shuffles::new(of, first.first)?, common, raw, term)
            }
            What::Samples(SamplesArgs { size, of, sorted, first, common, raw }) => {
                emit(Samples::new(size, of, first.first, sorted)?, common, raw, term)
            }
            What::Hands(HandsArgs { players, cards, decks, common, raw }) => {
                emit(Hands::new(players, cards, decks)?, common, raw, term)
            }
        }
    }
}

fn emit(items: impl Items + 'static, common: Common, raw: Raw, term: &Term) -> Result<(), Error> {
    let order = Order {
        amount: Amount::of(common.count, common.bytes),
        seed_file: common.seed_file,
        output: common.output,
        sidecar: common.sidecar,
        raw: raw.raw,
    };
    emit::emit(Box::new(items), order, term)
}
