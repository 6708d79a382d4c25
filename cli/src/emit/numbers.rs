//! Uniform numbers of a range.

use std::num::NonZeroU64;

use fairdraw::uniform::{try_batch, try_below};

use super::{Items, Source};
use crate::error::Error;
use crate::records::Range;

/// Lines of numbers.
pub(crate) struct Numbers {
    range: Range,
    bound: NonZeroU64,
    columns: u64,
    batch: Option<Batch>,
}

/// Numbers drawn several from one word.
struct Batch {
    bounds: Vec<NonZeroU64>,
    drawn: Vec<u64>,
    used: usize,
}

impl Numbers {
    /// Numbers of a range in lines of `columns`: one from each word, or with `batch` as many from one word as fit. With `raw` no
    /// word is drawn before its numbers are wanted.
    pub(crate) fn new(range: Range, columns: u64, batch: bool, raw: bool) -> Self {
        let bound = range.count();
        Self { range, bound, columns, batch: batch.then(|| Batch::new(bound, raw)) }
    }

    fn next(&mut self, source: &mut Source) -> Result<u64, Error> {
        let above_first = match &mut self.batch {
            None => try_below(self.bound, source)?,
            Some(batch) => batch.next(source)?,
        };
        Ok(self.range.first() + above_first)
    }
}

impl Items for Numbers {
    fn arguments(&self) -> String {
        let batch = if self.batch.is_some() { " --batch" } else { "" };
        format!("numbers --range {} --columns {}{batch}", self.range, self.columns)
    }

    fn parameters(&self) -> Vec<(&'static str, String)> {
        let method = match &self.batch {
            None => "one word for each number, another if it is refused".to_owned(),
            Some(batch) => {
                format!("{} numbers from one word, another if it is refused", batch.run())
            }
        };
        vec![
            ("kind", "numbers, each equally likely".to_owned()),
            ("range", format!("{}, both included", self.range)),
            ("columns", self.columns.to_string()),
            ("method", method),
        ]
    }

    fn append(&mut self, most: u64, source: &mut Source, out: &mut Vec<u8>) -> Result<u64, Error> {
        let lines = most.min((MOST_NUMBERS / self.columns).max(1));
        let mut text = itoa::Buffer::new();
        for _ in 0..lines {
            for column in 0..self.columns {
                if column > 0 {
                    out.push(b',');
                }
                out.extend_from_slice(text.format(self.next(source)?).as_bytes());
            }
            out.push(b'\n');
        }
        Ok(lines)
    }
}

impl Batch {
    /// Whole runs of the bound, so that it makes no difference how many numbers are drawn at a time.
    fn new(bound: NonZeroU64, raw: bool) -> Self {
        let run = run_of(bound);
        let length = if raw { run } else { run * (BATCH / run).max(1) };
        Self { bounds: vec![bound; length], drawn: vec![0; length], used: length }
    }

    fn run(&self) -> usize {
        self.bounds.first().map_or(1, |bound| run_of(*bound))
    }

    fn next(&mut self, source: &mut Source) -> Result<u64, Error> {
        if self.used == self.drawn.len() {
            try_batch(&self.bounds, &mut self.drawn, source)?;
            self.used = 0;
        }
        self.used += 1;
        Ok(self.drawn[self.used - 1])
    }
}

/// How many numbers below the bound come from one word: the product of their bounds is at most 2^60 (SPEC section 9.1).
fn run_of(bound: NonZeroU64) -> usize {
    let (mut run, mut product) = (1, bound.get());
    // Numbers below 1 could share a word without end.
    while run < BATCH {
        match product.checked_mul(bound.get()) {
            Some(longer) if longer <= 1 << 60 => product = longer,
            _ => break,
        }
        run += 1;
    }
    run
}

/// Numbers drawn at a time.
const BATCH: usize = 1 << 10;
/// Written at a time, but a whole line at least.
const MOST_NUMBERS: u64 = 1 << 10;
