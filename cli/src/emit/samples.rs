//! Some of 1 to n.

use fairdraw::Sample;

use super::places::{LARGEST, Places, SHUFFLE};
use super::shuffles::append_line;
use super::{Items, Source};
use crate::error::Error;

/// Lines with some of the numbers of a list.
pub(crate) struct Samples {
    size: u64,
    of: u64,
    first: u32,
    sorted: bool,
    list: List,
}

enum List {
    Held(Places, usize),
    /// Too long to hold: a table of the places that moved is made for each sample.
    Long,
}

impl Samples {
    /// Samples of `size` out of `of` numbers from `first` on, in draw order or sorted.
    pub(crate) fn new(size: u64, of: u64, first: u32, sorted: bool) -> Result<Self, Error> {
        let _ = sample(of, size)?; // whether there are such samples
        let list = match (u32::try_from(of), usize::try_from(size)) {
            (Ok(n), Ok(count)) if n <= LARGEST => List::Held(Places::new(n)?, count),
            _ => List::Long,
        };
        Ok(Self { size, of, first, sorted, list })
    }
}

impl Items for Samples {
    fn arguments(&self) -> String {
        let sorted = if self.sorted { " --sorted" } else { "" };
        format!("samples --size {} --of {} --from {}{sorted}", self.size, self.of, self.first)
    }

    fn parameters(&self) -> Vec<(&'static str, String)> {
        let last = u128::from(self.first) + u128::from(self.of) - 1;
        let order = if self.sorted { "sorted" } else { "in draw order" };
        vec![
            ("kind", "samples without repetition, each equally likely".to_owned()),
            ("method", SHUFFLE.to_owned()),
            ("numbers", format!("{} of {} to {last} in each line, {order}", self.size, self.first)),
        ]
    }

    fn append(&mut self, _most: u64, source: &mut Source, out: &mut Vec<u8>) -> Result<u64, Error> {
        match &mut self.list {
            List::Held(places, count) => {
                let drawn = places.draw(*count, source)?;
                if self.sorted {
                    drawn.sort_unstable();
                }
                append_line(drawn.iter().map(|number| u64::from(*number)), self.first, out);
            }
            List::Long => {
                let mut drawn = sample(self.of, self.size)?.try_draw(source)?;
                if self.sorted {
                    drawn.sort_unstable();
                }
                append_line(drawn.into_iter(), self.first, out);
            }
        }
        Ok(1)
    }
}

fn sample(of: u64, size: u64) -> Result<Sample, Error> {
    Sample::new(of, size).map_err(|error| Error::not_done(error.to_string()))
}
