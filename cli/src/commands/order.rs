//! `fairdraw order`: orders and their numbers.

use fairdraw::shuffle::{
    LONGEST_NUMBERED, NumberError, OrderTable, rank_lexicographic, rank_myrvold_ruskey,
    unrank_lexicographic, unrank_myrvold_ruskey,
};

use super::Run;
use crate::error::Error;
use crate::output;
use crate::term::Term;

/// Give the number of an order, or the order of a number: nothing is drawn
///
/// The n! orders of 0, 1, .., n-1 have the numbers from 0 to n!-1, as they stand in a dictionary, or as Myrvold and Ruskey
/// count. n is up to 34.
#[derive(clap::Parser)]
#[command(
    name = "order",
    disable_help_subcommand = true,
    after_help = "Examples:\n  \
        fairdraw order rank 2 0 1\n  \
        fairdraw order unrank 4 --length 3\n  \
        fairdraw order all --length 3"
)]
pub(super) struct Order {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Rank(Rank),
    Unrank(Unrank),
    All(All),
}

/// Print the number of an order
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fairdraw order rank 2 0 1")]
struct Rank {
    /// The items in their order; spaces and commas divide them
    #[arg(value_name = "ITEM", required = true)]
    items: Vec<String>,

    #[command(flatten)]
    way: Way,
}

/// Print the order that has a number
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fairdraw order unrank 4 --length 3")]
struct Unrank {
    /// The number, from 0
    #[arg(value_name = "NUMBER", value_parser = big_number, allow_negative_numbers = true)]
    number: u128,

    /// How many items the order has: 0 to 34
    #[arg(long, value_name = "N")]
    length: usize,

    #[command(flatten)]
    way: Way,
}

/// Print all orders of up to 8 items, each with its number in the dictionary before it
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fairdraw order all --length 3")]
struct All {
    /// How many items the orders have: 0 to 8
    #[arg(long, value_name = "N")]
    length: usize,

    /// Items count from 1, not from 0
    #[arg(long)]
    from_one: bool,
}

#[derive(clap::Args)]
struct Way {
    /// Count as Myrvold and Ruskey do (2001, rank1), and not as in a dictionary
    #[arg(long)]
    myrvold_ruskey: bool,

    /// Items count from 1, not from 0; the number of the order still counts from 0
    #[arg(long)]
    from_one: bool,
}

impl Run for Order {
    fn run(self, _term: &Term) -> Result<(), Error> {
        match self.what {
            What::Rank(rank) => rank.run(),
            What::Unrank(unrank) => unrank.run(),
            What::All(all) => all.run(),
        }
    }
}

impl Rank {
    fn run(&self) -> Result<(), Error> {
        let words = self.items.iter().flat_map(|words| words.split([',', ' ']));
        let items = words.filter(|word| !word.is_empty()).map(|word| self.item(word));
        let order = items.collect::<Result<Vec<u64>, Error>>()?;
        let rank = if self.way.myrvold_ruskey { rank_myrvold_ruskey } else { rank_lexicographic };
        let number = rank(&order).map_err(|error| match error {
            NumberError::NotAnOrder { place } => {
                let (from, to) = if self.way.from_one {
                    (1, order.len())
                } else {
                    (0, order.len().saturating_sub(1))
                };
                let item = order[place] + from;
                let what = format!("item {} is {item}", place + 1);
                Error::not_done(format!("this is no order: {what}"))
                    .hint(format!("each number from {from} to {to} must stand there once"))
            }
            other => no_number(&other),
        })?;
        output::print(|out| writeln!(out, "{number}"))
    }

    /// The item that somebody wrote, counted from 0.
    fn item(&self, word: &str) -> Result<u64, Error> {
        let not_done =
            |what: String| Error::not_done(what).hint("for example: fairdraw order rank 2 0 1");
        let number = crate::records::number(word).map_err(not_done)?;
        number.checked_sub(u64::from(self.way.from_one)).ok_or_else(|| {
            Error::not_done("there is no item 0: with --from-one items count from 1")
        })
    }
}

impl Unrank {
    fn run(&self) -> Result<(), Error> {
        if self.length > LONGEST_NUMBERED {
            return Err(no_number(&NumberError::TooLong {
                length: self.length,
                most: LONGEST_NUMBERED,
            }));
        }
        let mut order = vec![0; self.length];
        let unrank =
            if self.way.myrvold_ruskey { unrank_myrvold_ruskey } else { unrank_lexicographic };
        unrank(self.number, &mut order).map_err(|error| no_number(&error))?;
        output::print(|out| writeln!(out, "{}", written(order, self.way.from_one)))
    }
}

impl All {
    fn run(&self) -> Result<(), Error> {
        let table = OrderTable::new(self.length).map_err(|error| {
            Error::not_done(error.to_string()).hint("fairdraw order unrank gives single ones")
        })?;
        output::print(|out| {
            for number in 0..table.count().get() {
                let order = table.order(number).unwrap_or_default();
                let order = written(order.iter().copied().map(u64::from), self.from_one);
                writeln!(out, "{number}\t{order}")?;
            }
            Ok(())
        })
    }
}

fn written(order: impl IntoIterator<Item = u64>, from_one: bool) -> String {
    let items = order.into_iter().map(|item| (item + u64::from(from_one)).to_string());
    items.collect::<Vec<_>>().join(" ")
}

fn no_number(error: &NumberError) -> Error {
    let error = match error {
        NumberError::NumberTooLarge { number, length } => {
            let orders: u128 = (1..=*length as u128).product();
            return Error::not_done(format!(
                "there is no order {number} of {length} items: there are {length}! = {orders} orders"
            ))
            .hint("numbers count from 0");
        }
        other => other,
    };
    Error::not_done(error.to_string())
}

fn big_number(text: &str) -> Result<u128, String> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("\"{text}\" is not a whole number, written in digits"));
    }
    text.parse().map_err(|_| {
        format!("it is not below {LONGEST_NUMBERED}!, the number of the longest orders that are numbered")
    })
}
