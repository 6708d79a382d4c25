//! What an item is called in a text, and which one of the list it is.

use std::collections::HashMap;

use crate::term::short;

/// The items of a list, by number or by label.
#[derive(Clone, Debug)]
pub(crate) enum Items {
    /// Consecutive numbers from `first` on.
    Numbers {
        first: u64,
    },
    Labels(Labels),
}

/// Different labels, in the order of the list before the shuffle.
#[derive(Clone, Debug)]
pub(crate) struct Labels {
    names: Vec<Box<[u8]>>,
    index: HashMap<Box<[u8]>, u32>,
    /// Whether the order is that of the list; otherwise the labels are sorted, for want of better.
    pub(crate) in_list_order: bool,
}

impl Items {
    /// The first `n` items of the list as lines, for a program to read.
    pub(crate) fn lines(&self, n: u64) -> Vec<u8> {
        match self {
            Self::Numbers { first } => (0..n)
                .flat_map(|item| format!("{}\n", first.saturating_add(item)).into_bytes())
                .collect(),
            Self::Labels(labels) => {
                labels.names().flat_map(|name| name.iter().copied().chain([b'\n'])).collect()
            }
        }
    }

    /// How an item is shown in messages and reports.
    pub(crate) fn show(&self, item: u32) -> String {
        match self {
            Self::Numbers { first } => first.saturating_add(item.into()).to_string(),
            Self::Labels(labels) => {
                let name = labels.names.get(item as usize).map_or(&b""[..], |name| name);
                short(&String::from_utf8_lossy(name))
            }
        }
    }
}

impl Labels {
    /// The labels of a list in its order; a label that is there twice, with the numbers of its two places from 1, otherwise.
    pub(crate) fn in_order(names: Vec<Box<[u8]>>) -> Result<Self, (Box<[u8]>, usize, usize)> {
        let mut index = HashMap::with_capacity(names.len());
        for (place, number) in names.iter().zip(0..) {
            if let Some(earlier) = index.insert(place.clone(), number) {
                return Err((place.clone(), earlier as usize + 1, number as usize + 1));
            }
        }
        Ok(Self { names, index, in_list_order: true })
    }

    /// Labels of which no order is known, sorted by their bytes.
    pub(crate) fn sorted(mut names: Vec<Box<[u8]>>) -> Result<Self, (Box<[u8]>, usize, usize)> {
        names.sort_unstable();
        Ok(Self { in_list_order: false, ..Self::in_order(names)? })
    }

    pub(crate) fn find(&self, label: &[u8]) -> Option<u32> {
        self.index.get(label).copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &[u8]> {
        self.names.iter().map(|name| &name[..])
    }
}

/// What separates numbers: white space, punctuation between the numbers of a list, and the brackets around it.
pub(crate) fn number_words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| is_between_numbers(*byte)).filter(|word| !word.is_empty())
}

pub(crate) const fn is_between_numbers(byte: u8) -> bool {
    matches!(byte, b' ' | b',' | b'\t' | b';' | b'[' | b']' | b'(' | b')')
}

/// A whole number in digits.
pub(crate) fn number(word: &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for byte in word {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number.checked_mul(10)?.checked_add(digit.into())?;
    }
    (!word.is_empty()).then_some(number)
}

/// What separates the labels of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Separator {
    Byte(u8),
    Spaces,
}

impl Separator {
    /// The first of these that the line has: tab, semicolon, comma, spaces.
    pub(crate) fn of(line: &[u8]) -> Self {
        let byte = [b'\t', b';', b','].into_iter().find(|byte| line.contains(byte));
        byte.map_or(Self::Spaces, Self::Byte)
    }

    pub(crate) fn words(self, line: &[u8]) -> impl Iterator<Item = &[u8]> {
        let is_between = move |byte: &u8| match self {
            Self::Byte(separator) => *byte == separator,
            Self::Spaces => *byte == b' ',
        };
        let words = line.split(is_between).map(<[u8]>::trim_ascii);
        words.filter(|word| !word.is_empty())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;

    fn boxed(names: &[&str]) -> Vec<Box<[u8]>> {
        names.iter().map(|name| name.as_bytes().into()).collect()
    }

    #[test]
    fn numbers_are_digits_up_to_the_largest() {
        for (word, wanted) in [
            ("0", Some(0)),
            ("007", Some(7)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", None),
            ("", None),
            ("+1", None),
            ("1.0", None),
        ] {
            assert_eq!(number(word.as_bytes()), wanted, "{word}");
        }
    }

    #[test]
    fn lists_of_numbers_are_read_as_programs_print_them() {
        for line in ["3 1 2", "[3, 1, 2]", "3;1;2;", "(3,\t1,  2)"] {
            let words: Vec<_> = number_words(line.as_bytes()).filter_map(number).collect();
            assert_eq!(words, [3, 1, 2], "{line}");
        }
    }

    #[test]
    fn labels_are_separated_by_what_the_line_has() {
        for (line, wanted) in [
            ("ace king", vec!["ace", "king"]),
            ("red ace, black king", vec!["red ace", "black king"]),
            ("a, b;c ;", vec!["a, b", "c"]),
            ("a; b\tc", vec!["a; b", "c"]),
            ("alone", vec!["alone"]),
        ] {
            let words = Separator::of(line.as_bytes()).words(line.as_bytes());
            let words: Vec<_> = words.map(|word| str::from_utf8(word).unwrap()).collect();
            assert_eq!(words, wanted);
        }
    }

    #[test]
    fn labels_have_the_order_of_the_list_or_are_sorted() {
        let labels = Labels::in_order(boxed(&["b", "a"])).unwrap();
        assert_eq!(
            (labels.find(b"b"), labels.find(b"a"), labels.find(b"c")),
            (Some(0), Some(1), None)
        );
        let labels = Labels::sorted(boxed(&["b", "a"])).unwrap();
        assert_eq!((labels.find(b"a"), labels.in_list_order), (Some(0), false));
        let twice = Labels::in_order(boxed(&["x", "y", "x"])).unwrap_err();
        assert_eq!((twice.1, twice.2), (1, 3));
    }
}
