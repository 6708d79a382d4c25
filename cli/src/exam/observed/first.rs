//! The first observation of a text, which shows what the others look like.

use std::collections::HashSet;

use super::{Asked, Layout, Observed, Text, counted, item};
use crate::error::Error;
use crate::exam::items::{Items, Labels, Separator, number, number_words};
use crate::exam::shape_of;
use crate::exam::source::Stop;
use crate::term::short;

/// Reads the first observation; nothing if there is none.
pub(super) fn open(mut text: Text, asked: &Asked) -> Result<Option<Observed>, Stop> {
    if !text.advance_to_words(0)? {
        return Ok(None);
    }
    let begins = text.lines.number();
    let layout = asked.layout.unwrap_or_else(|| layout_of(text.lines.line(), asked));
    let separator = Separator::of(text.lines.line());
    let words = match layout {
        Layout::Rows => row(text.lines.line(), separator, asked),
        Layout::Column => column(&mut text, asked)?,
    };
    let (items, certain, n) = items_of(&text, begins, &words, asked)?;
    let shape = shape_of(n, asked.sample, asked.set)?;
    let wanted = shape.k() as usize;
    if words.len() != wanted {
        return Err(text.broken(begins, &format!("{} instead of {wanted}", counted(words.len()))));
    }
    let first = words
        .iter()
        .map(|word| item(&items, certain, word).map_err(|fault| fault.stop(&text, &items, begins)));
    let first = Some(first.collect::<Result<_, _>>()?);
    Ok(Some(Observed {
        text,
        layout,
        separator,
        items,
        certain,
        shape,
        first,
        observations: 0,
        begins,
    }))
}

/// One item a line, if the first line is an item of the list, or has one word.
fn layout_of(line: &[u8], asked: &Asked) -> Layout {
    let is_item = match &asked.labels {
        Some(labels) => labels.find(line.trim_ascii()).is_some(),
        None if is_numbers(line) => number_words(line).nth(1).is_none(),
        None => Separator::of(line).words(line).nth(1).is_none(),
    };
    if is_item { Layout::Column } else { Layout::Rows }
}

fn is_numbers(line: &[u8]) -> bool {
    number_words(line).all(|word| number(word).is_some())
}

fn row(line: &[u8], separator: Separator, asked: &Asked) -> Vec<Box<[u8]>> {
    if asked.labels.is_none() && is_numbers(line) {
        number_words(line).map(Box::from).collect()
    } else {
        separator.words(line).map(Box::from).collect()
    }
}

/// The lines up to the length that is known, or else up to a blank one, an item that was there already, or the end.
fn column(text: &mut Text, asked: &Asked) -> Result<Vec<Box<[u8]>>, Stop> {
    let labels = asked.labels.as_ref().and_then(|labels| u32::try_from(labels.len()).ok());
    let wanted = asked.sample.or(asked.items).or(labels).map(|count| count as usize);
    let mut seen = HashSet::new();
    let mut words: Vec<Box<[u8]>> = Vec::new();
    loop {
        let word: Box<[u8]> = text.lines.line().trim_ascii().into();
        if wanted.is_none() && !seen.insert(word.clone()) {
            text.lines.hold();
            return Ok(words);
        }
        words.push(word);
        if Some(words.len()) == wanted {
            return Ok(words);
        }
        if words.len() > MOST_ITEMS {
            let line = text.lines.number();
            let what = format!("more than {MOST_ITEMS} items, and none of them came twice");
            return Err(text
                .garbled(line, &what)
                .hint("give the number of items with --items")
                .into());
        }
        if !text.advance()? || text.is_blank() {
            return Ok(words);
        }
    }
}

/// What the items are called, whether that is certain, and how many there are.
fn items_of(
    text: &Text,
    line: u64,
    words: &[Box<[u8]>],
    asked: &Asked,
) -> Result<(Items, bool, u64), Stop> {
    if let Some(labels) = &asked.labels {
        return Ok((Items::Labels(labels.clone()), true, labels.len() as u64));
    }
    let numbers: Option<Vec<u64>> = words.iter().map(|word| number(word)).collect();
    if asked.sample.is_some() && asked.items.is_none() {
        return Err(Error::not_done("--sample needs the number of items that the sample is of")
            .hint("give it with --of, or the list before the draw with --list")
            .into());
    }
    match numbers {
        Some(numbers) => items_of_numbers(text, line, &numbers, asked),
        None if asked.sample.is_some() || asked.first.is_some() => {
            let word = words.iter().find(|word| number(word).is_none());
            let word = word.map(|word| String::from_utf8_lossy(word).into_owned());
            let what = format!("\"{}\" is not a whole number", short(&word.unwrap_or_default()));
            Err(text.garbled(line, &what).hint("for labels give the list with --list").into())
        }
        None => {
            let labels = Labels::sorted(words.to_vec()).map_err(|(label, ..)| {
                let label = short(&String::from_utf8_lossy(&label));
                text.broken(line, &format!("\"{label}\" is there twice"))
            })?;
            Ok((Items::Labels(labels), true, asked.items.map_or(words.len() as u64, u64::from)))
        }
    }
}

fn items_of_numbers(
    text: &Text,
    line: u64,
    numbers: &[u64],
    asked: &Asked,
) -> Result<(Items, bool, u64), Stop> {
    let count = numbers.len() as u64;
    let has_zero = numbers.contains(&0);
    if let Some(n) = asked.items.map(u64::from) {
        let certain =
            asked.first.is_some() || has_zero || numbers.contains(&n) || asked.sample.is_none();
        let first = asked.first.unwrap_or(u64::from(!has_zero));
        return Ok((Items::Numbers { first }, certain, n));
    }
    let first = asked.first.unwrap_or(u64::from(!has_zero));
    let in_range = |number: &u64| number.checked_sub(first).is_some_and(|item| item < count);
    let repeated = numbers.iter().collect::<HashSet<_>>().len() < numbers.len();
    if numbers.iter().all(in_range) || (repeated && numbers.iter().all(|number| *number <= count)) {
        return Ok((Items::Numbers { first }, true, count));
    }
    let what = match asked.first {
        Some(first) => format!(
            "{count} numbers, but not those from {first} to {}",
            first.saturating_add(count - 1)
        ),
        None => {
            format!("{count} numbers, but not those from 0 to {} or from 1 to {count}", count - 1)
        }
    };
    Err(text
        .garbled(line, &what)
        .hint("for samples say --sample K --of N (and --set if their order has no meaning); for other items give the list with --list")
        .into())
}

/// The longest list that is examined item by item.
const MOST_ITEMS: usize = 65_536;
