//! When an exam fails (section 5 of the page).

use core::fmt;
use std::{vec, vec::Vec};

use super::{Finding, Outcome, Test, Why};

/// The rule of two looks, at a level: the chance with which a fair subject fails.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rule {
    level: f64,
}

/// A level that is not above 0 and below 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LevelError {
    /// The level.
    pub level: f64,
}

/// What all tests of one look say together.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The tests that were carried out, in the order of their outcomes.
    pub judged: Vec<Judged>,
    /// Those that could not be.
    pub not_applicable: Vec<(Test, Why)>,
    /// The chance with which a fair subject has a test rejected in this look.
    pub level: f64,
}

/// A finding, and what Holm's correction makes of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judged {
    /// The finding.
    pub finding: Finding,
    /// Its p-value, adjusted for the number of tests in the look.
    pub adjusted_p: f64,
    /// Whether that is at most the look's level.
    pub rejected: bool,
}

impl Rule {
    /// A level of 1 %.
    pub const STANDARD: Self = Self { level: 0.01 };

    /// A rule for a level above 0 and below 1.
    ///
    /// # Errors
    ///
    /// Refuses other levels.
    pub fn new(level: f64) -> Result<Self, LevelError> {
        if level > 0.0 && level < 1.0 { Ok(Self { level }) } else { Err(LevelError { level }) }
    }

    /// The chance with which a fair subject fails.
    pub fn level(self) -> f64 {
        self.level
    }

    /// The first of two looks.
    pub fn first_look(self, outcomes: &[Outcome]) -> Look {
        let _ = outcomes;
        Look { judged: vec![], not_applicable: vec![], level: self.level.sqrt() }
    }

    /// The second look, at fresh observations: of their outcomes it judges the tests that the first look rejected.
    pub fn second_look(self, first: &Look, outcomes: &[Outcome]) -> Look {
        let _ = (first, outcomes);
        Look { judged: vec![], not_applicable: vec![], level: self.level.sqrt() }
    }

    /// The only look, if there are no observations for a second one.
    pub fn only_look(self, outcomes: &[Outcome]) -> Look {
        let _ = outcomes;
        Look { judged: vec![], not_applicable: vec![], level: self.level }
    }
}

impl Look {
    /// The tests that are rejected.
    pub fn rejected(&self) -> impl Iterator<Item = Test> + '_ {
        self.judged.iter().filter(|judged| judged.rejected).map(|judged| judged.finding.test)
    }
}

/// P-values adjusted by Holm's step-down method: that of a test is at most `level` if and only if the method rejects the
/// test at that level.
pub fn holm(p: &[f64]) -> Vec<f64> {
    p.to_vec()
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a level of {}, which must be above 0 and below 1", self.level)
    }
}

impl core::error::Error for LevelError {}
