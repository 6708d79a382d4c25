//! When an exam fails (section 5 of the page).

use core::fmt;
use std::{vec, vec::Vec};

use super::{Finding, Outcome, Test, Why, p_value::approximate, visible};

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
    /// The tests that were carried out, in the order of their outcomes. What the findings of a first or only look say is visible is
    /// so at its level.
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
        let level = self.level.sqrt();
        look(&visible::at_level(outcomes, level), level)
    }

    /// The second look, at fresh observations: of their outcomes it judges those of the tests that the first look rejected.
    ///
    /// One that is not applicable to the fresh observations is not rejected.
    pub fn second_look(self, first: &Look, outcomes: &[Outcome]) -> Look {
        let again = |outcome: &&Outcome| first.rejected().any(|test| test == outcome.test());
        let outcomes: Vec<Outcome> = outcomes.iter().filter(again).copied().collect();
        look(&outcomes, self.level.sqrt())
    }

    /// The only look, if there are no observations for a second one.
    pub fn only_look(self, outcomes: &[Outcome]) -> Look {
        look(&visible::at_level(outcomes, self.level), self.level)
    }
}

impl Look {
    /// The tests that are rejected.
    pub fn rejected(&self) -> impl Iterator<Item = Test> + '_ {
        self.judged.iter().filter(|judged| judged.rejected).map(|judged| judged.finding.test)
    }
}

fn look(outcomes: &[Outcome], level: f64) -> Look {
    let findings: Vec<Finding> = outcomes.iter().filter_map(Outcome::finding).copied().collect();
    let p: Vec<f64> = findings.iter().map(|finding| finding.p).collect();
    let judged = findings.into_iter().zip(holm(&p)).map(|(finding, adjusted_p)| Judged {
        finding,
        adjusted_p,
        rejected: adjusted_p <= level,
    });
    let not_applicable = outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::NotApplicable { test, why } => Some((*test, *why)),
        Outcome::Done(_) => None,
    });
    Look { judged: judged.collect(), not_applicable: not_applicable.collect(), level }
}

/// P-values adjusted by Holm's method: that of a test is at most a level if and only if the method rejects the test at that
/// level.
///
/// The i-th smallest of h becomes the largest of (h-j+1)·p(j) for j = 1 to i, at most 1 (S. Holm, "A Simple Sequentially
/// Rejective Multiple Test Procedure", Scandinavian Journal of Statistics 6, 1979). The order is that of the input.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut by_size: Vec<usize> = (0..p.len()).collect();
    by_size.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut adjusted = vec![0.0; p.len()];
    let mut largest: f64 = 0.0;
    for (left, &test) in (1..=p.len() as u64).rev().zip(&by_size) {
        largest = largest.max(approximate(left) * p[test]).min(1.0);
        adjusted[test] = largest;
    }
    adjusted
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a level of {}, which must be above 0 and below 1", self.level)
    }
}

impl core::error::Error for LevelError {}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]
mod tests {
    use super::*;

    fn outcomes(p: &[(Test, f64)]) -> Vec<Outcome> {
        let finding = |&(test, p)| Finding { p, ..Finding::normal(test, 0.0, 1) };
        p.iter().map(|of_test| Outcome::Done(finding(of_test))).collect()
    }

    #[test]
    fn levels_are_above_0_and_below_1() {
        for level in [0.0, -0.01, 1.0, f64::NAN, f64::INFINITY] {
            assert!(Rule::new(level).is_err());
        }
        assert_eq!(Rule::new(0.01), Ok(Rule::STANDARD));
        assert!((Rule::STANDARD.first_look(&[]).level - 0.1).abs() < 1e-15);
    }

    #[test]
    fn adjusted_p_values_are_those_of_r() {
        // p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") of R's documentation's method, computed by hand:
        // 4·0.005, 3·0.01, 2·0.03, then 0.04 is below 0.06.
        let found = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, right) in found.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - right).abs() < 1e-15);
        }
        assert_eq!(holm(&[0.5, 0.9, 0.0]), [1.0, 1.0, 0.0]);
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn adjusted_p_values_reject_what_stepping_down_rejects() {
        // Holm's procedure as he wrote it: go on from the smallest as long as p <= level/(tests left).
        let p: [f64; 7] = [0.002, 0.2, 0.011, 0.03, 0.0124, 0.9, 0.0126];
        for level in [0.01, 0.014, 0.05, 0.063, 0.066, 0.1, 0.5] {
            let mut order: Vec<usize> = (0..p.len()).collect();
            order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
            let mut left = 7.0;
            let stepped = order.iter().take_while(|&&test| {
                let rejected = p[test] <= level / left;
                left -= 1.0;
                rejected
            });
            let mut rejected: Vec<usize> = stepped.copied().collect();
            rejected.sort_unstable();
            let adjusted = holm(&p);
            let found: Vec<usize> = (0..p.len()).filter(|&test| adjusted[test] <= level).collect();
            assert_eq!(found, rejected, "{level}");
        }
    }

    #[test]
    fn a_subject_fails_if_the_same_test_is_rejected_twice() {
        let rule = Rule::STANDARD;
        let first = rule.first_look(&outcomes(&[
            (Test::Orders, 0.5),
            (Test::Parity, 0.04),
            (Test::Cycles, 1e-9),
            (Test::Trend, 0.03),
        ]));
        // 4·10^-9, then 3·0.03 and 2·0.04, at a level of 10 %.
        assert_eq!(first.rejected().collect::<Vec<_>>(), [Test::Parity, Test::Cycles, Test::Trend]);
        let second = outcomes(&[(Test::Orders, 1e-9), (Test::Parity, 0.05), (Test::Cycles, 0.5)]);
        // The orders were not rejected before, and trend could not be repeated: 2·0.05 among two tests.
        let second = rule.second_look(&first, &second);
        assert_eq!(second.judged.len(), 2);
        assert_eq!(second.rejected().collect::<Vec<_>>(), [Test::Parity]);
        // One look is at 1 %.
        let only = |p| {
            let look = rule.only_look(&outcomes(&[(Test::Parity, 0.006), (Test::Cycles, p)]));
            look.rejected().count()
        };
        assert_eq!((only(0.0051), only(0.0049)), (0, 2));
    }
}
