//! Orders of 1 to n.

use super::places::{LARGEST, Places, SHUFFLE, index};
use super::{Items, Source};
use crate::error::Error;

/// Lines with the numbers of a list in random order.
pub(crate) struct Shuffles {
    n: u32,
    first: u32,
    places: Places,
}

impl Shuffles {
    /// The orders of `n` numbers from `first` on.
    pub(crate) fn new(n: u32, first: u32) -> Result<Self, Error> {
        Ok(Self { n, first, places: Places::new(n)? })
    }

    /// The largest list.
    pub(crate) const LARGEST: u32 = LARGEST;
}

impl Items for Shuffles {
    fn arguments(&self) -> String {
        format!("shuffles --of {} --from {}", self.n, self.first)
    }

    fn parameters(&self) -> Vec<(&'static str, String)> {
        let last = u64::from(self.first) + u64::from(self.n) - 1;
        vec![
            ("kind", "shuffles, each order equally likely".to_owned()),
            ("method", SHUFFLE.to_owned()),
            ("numbers", format!("{} to {last}, all of them in each line", self.first)),
        ]
    }

    fn append(&mut self, _most: u64, source: &mut Source, out: &mut Vec<u8>) -> Result<u64, Error> {
        let drawn = self.places.draw(index(self.n), source)?;
        append_line(drawn.iter().map(|number| u64::from(*number)), self.first, out);
        Ok(1)
    }
}

/// Appends numbers, counted from `first`, with single spaces between them.
pub(super) fn append_line(numbers: impl Iterator<Item = u64>, first: u32, out: &mut Vec<u8>) {
    let mut text = itoa::Buffer::new();
    let start = out.len();
    for number in numbers {
        if out.len() > start {
            out.push(b' ');
        }
        // Below 2^63 and 2^32.
        out.extend_from_slice(text.format(number + u64::from(first)).as_bytes());
    }
    out.push(b'\n');
}
