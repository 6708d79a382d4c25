//! The other ways of shuffling, all from the library's `shuffle`.

use std::num::NonZeroUsize;
use std::ops::Range;

use fairdraw::shuffle::{
    Derangement, DerangementError, LastPacket, OrderTable, Part, PartError,
    try_half_shuffle_not_uniform, try_inside_out, try_pencil, try_shuffle_downward,
    try_shuffle_packets, try_shuffle_to_one_cycle, try_sort_by_random_keys,
};

use super::places::{Places, index};
use crate::error::Error;
use crate::random_source::RandomSource;

/// How the records get their new order.
#[derive(Clone, Debug)]
pub(crate) enum Arrangement {
    Downward,
    Pencil,
    InsideOut,
    RandomKeys,
    Table,
    OneCycle,
    Derangement,
    /// All places but these.
    AllBut(Places),
    /// These places and no other.
    Only(Places),
    /// Every `step`-th place; the first one counts from 1.
    Every {
        first: u64,
        step: usize,
    },
    Packets {
        size: NonZeroUsize,
        last: LastPacket,
    },
    HalfNotUniform {
        group: NonZeroUsize,
        skip: usize,
    },
}

impl Arrangement {
    /// What must be said of a way that doesn't make all orders equally likely.
    pub(super) fn note(&self) -> Option<String> {
        let others_stay = "the other records keep their places";
        let what = match self {
            Self::Downward | Self::Pencil | Self::InsideOut | Self::RandomKeys | Self::Table => {
                return None;
            }
            Self::OneCycle => {
                "the order is one cycle through all places, each such order equally likely"
                    .to_owned()
            }
            Self::Derangement => {
                "no record stays in its place, each such order equally likely".to_owned()
            }
            Self::AllBut(places) => format!(
                "the places {places} keep their records; of the others each order is equally likely"
            ),
            Self::Only(places) => format!(
                "only the places {places} are shuffled, each order of these equally likely; {others_stay}"
            ),
            Self::Every { first, step } => format!(
                "only the places {first}, {}, .. are shuffled, each order of these equally likely; {others_stay}",
                u128::from(*first) + *step as u128
            ),
            Self::Packets { size, last } => format!(
                "packets of {size} records stay together{}; each order of the packets is equally likely",
                match last {
                    LastPacket::Kept => "",
                    LastPacket::Shuffled => ", the last one shuffled inside",
                }
            ),
            Self::HalfNotUniform { .. } => {
                "a half shuffle leaves much of the old order and favours some orders; draw no winners with it"
                    .to_owned()
            }
        };
        Some(format!("NOT UNIFORM over all orders: {what}"))
    }

    /// The records in their new order.
    pub(super) fn of<T: Copy>(
        &self,
        mut items: Vec<T>,
        source: &mut RandomSource,
    ) -> Result<Vec<T>, Error> {
        match self {
            Self::Downward => try_shuffle_downward(&mut items, source).map_err(Error::from)?,
            Self::Pencil => {
                check_can_be_struck_out(items.len())?;
                return try_pencil(&mut items, source).map_err(Error::from);
            }
            Self::InsideOut => return try_inside_out(items, source).map_err(Error::from),
            Self::RandomKeys => {
                return try_sort_by_random_keys(items, source).map_err(Error::from);
            }
            Self::Table => {
                let table = OrderTable::new(items.len()).map_err(|_| no_table(items.len()))?;
                let order = table.try_draw(source).map_err(Error::from)?;
                return Ok(order.iter().map(|&place| items[usize::from(place)]).collect());
            }
            Self::OneCycle => {
                try_shuffle_to_one_cycle(&mut items, source).map_err(Error::from)?;
            }
            Self::Derangement => {
                let derangement = Derangement::new(items.len() as u64).map_err(no_derangement)?;
                let order = derangement.try_draw(source).map_err(Error::from)?;
                // Each number is below the length of a vector.
                let places = order.into_iter().filter_map(|place| usize::try_from(place).ok());
                return Ok(places.map(|place| items[place]).collect());
            }
            Self::AllBut(places) => {
                let kept: Vec<usize> = places.of(items.len())?.into_iter().flatten().collect();
                shuffle_part(Part::all_but(&mut items, &kept), source)?;
            }
            Self::Only(places) => match &places.of(items.len())?[..] {
                [range] => shuffle_part(Part::range(&mut items, range.clone()), source)?,
                ranges => {
                    let kept = between(ranges, items.len());
                    shuffle_part(Part::all_but(&mut items, &kept), source)?;
                }
            },
            Self::Every { first: 1, .. } if items.is_empty() => {}
            Self::Every { first, step } => {
                let first = index(*first, items.len())?;
                shuffle_part(Part::every(&mut items, first, *step), source)?;
            }
            Self::Packets { size, last } => {
                try_shuffle_packets(&mut items, *size, *last, source).map_err(Error::from)?;
            }
            Self::HalfNotUniform { group, skip } => {
                try_half_shuffle_not_uniform(&mut items, *group, *skip, source)
                    .map_err(Error::from)?;
            }
        }
        Ok(items)
    }
}

/// Refuses a list for which striking out would take minutes.
pub(super) fn check_can_be_struck_out(records: usize) -> Result<(), Error> {
    if records <= MOST_STRUCK_OUT {
        return Ok(());
    }
    Err(Error::not_done(format!(
        "striking out is for at most {MOST_STRUCK_OUT} records, and these are {records}: its steps grow with their square"
    ))
    .hint("the plain shuffle makes every order equally likely, too"))
}

fn shuffle_part<T>(
    part: Result<Part<'_, T>, PartError>,
    source: &mut RandomSource,
) -> Result<(), Error> {
    let part =
        part.map_err(|error| Error::not_done(format!("these places can't be shuffled: {error}")))?;
    part.try_shuffle(source).map_err(Error::from)
}

/// The places before, between and after these ranges.
fn between(ranges: &[Range<usize>], length: usize) -> Vec<usize> {
    let starts = ranges.iter().map(|range| range.start).chain([length]);
    let ends = [0].into_iter().chain(ranges.iter().map(|range| range.end));
    ends.zip(starts).flat_map(|(end, start)| end..start).collect()
}

fn no_table(records: usize) -> Error {
    let most = OrderTable::LONGEST;
    Error::not_done(format!(
        "the table has orders of at most {most} records, and these are {records}"
    ))
    .hint("leave out --method table: the plain shuffle has no limit")
}

fn no_derangement(error: DerangementError) -> Error {
    match error {
        DerangementError::NoneExists => {
            Error::not_done("there is no derangement: a single record can't leave its place")
        }
        other => Error::not_done(format!("cannot draw a derangement: {other}")),
    }
}

/// With so many, striking out takes about a second.
const MOST_STRUCK_OUT: usize = 100_000;
