//! A table of counts.

use std::{vec, vec::Vec};

/// A table of counts, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    rows: usize,
    columns: usize,
    pub(super) cells: Vec<u64>,
}

impl Counts {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, cells: vec![0; rows * columns] }
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
