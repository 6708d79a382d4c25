//! A table of counts.

use std::{vec, vec::Vec};

/// A table of counts, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    rows: usize,
    columns: usize,
    cells: Vec<u64>,
}

impl Counts {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, cells: vec![0; rows * columns] }
    }

    /// Counts one more in a cell of the table.
    pub(super) fn count(&mut self, row: usize, column: usize) {
        self.cells[row * self.columns + column] += 1;
    }

    /// Adds the counts of a table of the same size.
    pub(super) fn add(&mut self, other: &Self) {
        self.cells.iter_mut().zip(&other.cells).for_each(|(count, more)| *count += more);
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The count of a cell; 0 outside the table.
    pub fn at(&self, row: usize, column: usize) -> u64 {
        self.row(row).get(column).copied().unwrap_or(0)
    }

    /// A row's counts; none outside the table.
    pub fn row(&self, row: usize) -> &[u64] {
        let start = row.saturating_mul(self.columns);
        self.cells.get(start..start.saturating_add(self.columns)).unwrap_or(&[])
    }

    /// All counts, row by row.
    pub fn cells(&self) -> &[u64] {
        &self.cells
    }
}
