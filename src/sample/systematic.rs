//! Systematic sampling: a random start and equal intervals.

use alloc::{string::ToString as _, vec::Vec};

use rand_core::CryptoRng;

use super::{DrawFault, Order, Role, Selected, below, reserved, spread};
use crate::{
    HashDrbgError,
    shuffle::{shuffle, to_index},
};

/// Draws `size` items from each of `starts`: the items at `(r + i * items) div size` in `order`, with `r` uniform below
/// `items`.
pub(super) fn draw<R: CryptoRng>(
    items: u64,
    size: u64,
    starts: u64,
    order: Order,
    mut stream: impl FnMut(&[&str]) -> Result<R, HashDrbgError>,
) -> Result<Vec<Selected>, DrawFault> {
    let mut rows = reserved(size.checked_mul(starts).ok_or(DrawFault::OutOfMemory)?)?;
    let mut places: Vec<u32> = Vec::new();
    if order == Order::Random {
        places = reserved(items)?;
        places.extend((0..=u32::MAX).take(to_index(items)));
        shuffle(&mut places, &mut stream(&["order"])?);
    }
    for start in 1..=starts {
        let r = below(items, &mut stream(&["start", &start.to_string()])?);
        for place in spread(r, items, size) {
            let position = places.get(to_index(place)).map_or(place, |&position| position.into());
            let rank = rows.len() as u64 + 1;
            rows.push(Selected { rank, role: Role::Sample, stratum: 0, position, unit: 0 });
        }
    }
    Ok(rows)
}
