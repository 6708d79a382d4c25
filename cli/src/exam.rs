//! What `fairdraw exam` is made of: what is examined, the looks at it, and the report.

pub(crate) mod exact;
pub(crate) mod items;
mod lines;
pub(crate) mod looks;
pub(crate) mod observed;
pub(crate) mod one_text;
pub(crate) mod own;
pub(crate) mod program;
pub(crate) mod report;
pub(crate) mod source;
pub(crate) mod unseen;

use fairdraw::exam::{Shape, ShapeError};

use crate::error::Error;

/// The shape of orders of `n` items, or of samples or sets of some of them.
pub(crate) fn shape_of(n: u64, sample: Option<u32>, set: bool) -> Result<Shape, Error> {
    let items = u32::try_from(n).unwrap_or(u32::MAX);
    let shape = match sample {
        // All items in draw order are an order.
        Some(k) if k == items && !set => Shape::order(items),
        Some(k) if set => Shape::set(items, k),
        Some(k) => Shape::ordered_sample(items, k),
        None => Shape::order(items),
    };
    shape.map_err(|error| {
        let message = format!("cannot examine {error}");
        match error {
            ShapeError::Items { .. } if n > 1 => Error::not_done(format!(
                "cannot examine {} items: at most 65,536",
                report::words::number(n)
            ))
            .hint("examine the first place by itself, as numbers: --numbers 1-N"),
            ShapeError::Items { .. } => Error::not_done("cannot examine fewer than 2 items"),
            _ => Error::not_done(message),
        }
    })
}
