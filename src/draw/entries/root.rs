//! The root of a list that is never held whole.

use alloc::{string::String, vec::Vec};
use core::fmt;

use super::{
    EntryListError, Form, Line, MOST_ENTRIES, line_error, lines_in,
    stretches::{self, LINES, Stretch},
};
use crate::{
    digest::Digest,
    draw::merkle::{self, RootBuilder},
    seed::ListKey,
    text::LineFault,
};

/// Computes the root of a list whose lines come in pieces, and holds no more of it than a piece and a few thousand lines.
///
/// The list has neither tickets nor fields. Each line is checked by itself; that no two are equal is for the caller to see,
/// and [`EntryList`](super::EntryList) checks it whenever the list is read again.
///
/// # Examples
///
/// ```
/// use fairdraw::draw::{EntryList, ListRoot};
///
/// # fn main() -> Result<(), fairdraw::draw::EntryListError> {
/// let mut root = ListRoot::new(None);
/// root.push("Ash\nBirch\n")?;
/// root.push("Cedar\n")?;
/// let list = EntryList::from_lines(["Ash", "Birch", "Cedar"], false)?;
/// assert_eq!(root.finish()?, (3, list.root()));
/// # Ok(())
/// # }
/// ```
pub struct ListRoot<'k> {
    key: Option<&'k ListKey>,
    /// Lines, each with its end, that don't make a stretch yet.
    open: String,
    /// The number of those, and of the lines before them.
    waiting: u64,
    lines: u64,
    root: RootBuilder,
}

impl<'k> ListRoot<'k> {
    /// Begins a list, which is kept private if there is a key.
    pub fn new(key: Option<&'k ListKey>) -> Self {
        Self { key, open: String::new(), waiting: 0, lines: 0, root: RootBuilder::default() }
    }

    /// Adds whole lines, each ended by LF.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its line; what was added is then no list.
    pub fn push(&mut self, lines: &str) -> Result<(), EntryListError> {
        self.open.push_str(lines);
        self.waiting += lines_in(lines);
        if self.waiting < LINES as u64 {
            return Ok(());
        }
        // What is behind the last whole stretch waits for more.
        let rest = self.waiting % LINES as u64;
        let end = self.open.rmatch_indices('\n').nth(usize::try_from(rest).unwrap_or_default());
        let further = self.open.split_off(end.map_or(0, |(end, _)| end + 1));
        self.waiting -= rest;
        self.close()?;
        self.open.clear();
        self.open.push_str(&further);
        self.waiting = rest;
        Ok(())
    }

    /// The number of lines, and the root.
    ///
    /// # Errors
    ///
    /// As for [`push`](Self::push), or that there is no line at all.
    pub fn finish(mut self) -> Result<(u64, Digest), EntryListError> {
        if !self.open.is_empty() && !self.open.ends_with('\n') {
            self.open.push('\n');
            self.waiting += 1;
        }
        self.close()?;
        if self.lines == 0 {
            return Err(EntryListError::Empty);
        }
        Ok((self.lines, self.root.finish()))
    }

    /// Adds the stretches of what is open, whose last one is whole unless the list ends with it.
    fn close(&mut self) -> Result<(), EntryListError> {
        let (key, before) = (self.key, self.lines);
        let work = |stretch: &Stretch<'_>| -> Result<Digest, (u64, LineFault)> {
            let mut lines = Vec::with_capacity(LINES);
            for (line, number) in stretch.lines().zip(before + stretch.first_line()..) {
                Line::parse(line, Form::new(false)).map_err(|fault| (number, fault))?;
                lines.push(line);
            }
            let mut leaves = Vec::with_capacity(lines.len());
            match key {
                Some(key) => {
                    let positions = before + stretch.first_line() - 1..;
                    let lines = lines.iter().zip(positions);
                    leaves.extend(lines.map(|(line, at)| merkle::private_leaf(key, at, line)));
                }
                None => merkle::push_leaves(&lines, &mut leaves),
            }
            Ok(merkle::root_of(&mut leaves))
        };
        let mut roots = Vec::new();
        let mut fault: Option<(u64, LineFault)> = None;
        stretches::each(&self.open, work, |number, made| match made {
            Ok(root) => {
                roots.push((number, root));
                true
            }
            Err(found) => {
                fault = Some(fault.filter(|known| known.0 < found.0).unwrap_or(found));
                false
            }
        });
        self.lines += self.waiting;
        match fault {
            Some((line, fault)) if line < MOST_ENTRIES => return Err(line_error(line, fault)),
            _ if self.lines >= MOST_ENTRIES => return Err(EntryListError::TooMany),
            _ => {}
        }
        roots.sort_unstable();
        for (_, root) in roots {
            self.root.push(root);
        }
        Ok(())
    }
}

impl fmt::Debug for ListRoot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not the lines: a list may be private.
        f.debug_struct("ListRoot").field("lines", &self.lines).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::format;

    use super::*;
    use crate::draw::EntryList;

    fn in_pieces(
        lines: &[String],
        piece: usize,
        key: Option<&ListKey>,
    ) -> Result<(u64, Digest), EntryListError> {
        let mut root = ListRoot::new(key);
        for some in lines.chunks(piece) {
            root.push(&(some.join("\n") + "\n"))?;
        }
        root.finish()
    }

    #[test]
    fn a_list_in_pieces_has_the_root_of_the_whole_list() -> Result<(), EntryListError> {
        let lines: Vec<_> = (0..13_000).map(|i| format!("{i}{}", "ö".repeat(i % 70))).collect();
        let key = ListKey::from_bytes([9; 32]);
        for count in [1, 2, 3, 4095, 4096, 4097, 8192, 8193, 13_000] {
            let lines = &lines[..count];
            let list = EntryList::parse(lines.join("\n").into(), false)?;
            for piece in [1, 2, 3, 1000, 4096, 5000, 20_000] {
                assert_eq!(in_pieces(lines, piece, None)?, (list.len(), list.root()));
            }
            let private = (list.len(), list.private_root(&key));
            assert_eq!(in_pieces(lines, 777, Some(&key))?, private);
        }
        Ok(())
    }

    #[test]
    fn the_first_fault_comes_with_its_line() {
        let mut lines: Vec<_> = (0..9000).map(|i| format!("{i}")).collect();
        assert_eq!(in_pieces(&[], 1, None), Err(EntryListError::Empty));
        for at in [8999, 5000, 17] {
            lines[at] = "a\tb".into();
            for piece in [1, 5000, 9000] {
                match in_pieces(&lines, piece, None) {
                    Err(EntryListError::File(error)) => {
                        assert_eq!((error.line, error.column), (at as u64 + 1, 2));
                    }
                    other => unreachable!("{other:?}"),
                }
            }
        }
    }
}
