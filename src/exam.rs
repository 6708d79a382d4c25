//! Examining shuffles and sources of randomness, for a laboratory (feature `exam`).
//!
//! No draw uses this module, and nothing here changes a draw's result. Unlike the rest of the library it has floating
//! point, in the distributions of test statistics and in summaries; what is said to be exact is counted in integers.
//!
//! | item | what it answers |
//! |---|---|
//! | [`exact`] | what is true of a method whatever the words are: counts over all words, and the exact laws of methods used elsewhere |
//! | [`Tally`], [`tests`] | what observed orders, samples and sets say: everything that is counted of them, and the chance of such counts if all outcomes are equally likely |
//! | [`SharesTally`] | what first places of draws by tickets say |
//! | [`NumberTally`], [`number_tests`] | what numbers of a range say, such as dice |
//! | [`Rule`] | whether an exam fails, by two looks with a known chance for a fair subject to fail |
//! | [`Specimen`] | what a failing exam looks like: shuffles with known faults |
//! | [`diagnose`] | which classical mistake the counts of a failing subject look like |
//! | [`laws`] | how fixed points, cycles, descents, .. of fair orders and sets are distributed, exactly |
//! | [`p_value`] | the laws of the statistics, also far out |
//! | [`health`] | the cutoffs of SP 800-90B's health tests for a source of any min-entropy; the tests are in [`random::health`](crate::random::health) |
//!
//! What is counted, with formulas, is in `audit/fairness/exam.md`, called the page here.

mod battery;
mod chi_square;
mod diagnosis;
pub mod exact;
mod findings;
mod groups;
pub mod health;
pub mod laws;
mod numbers;
pub mod p_value;
mod repeats;
mod rule;
mod shape;
mod shares;
mod specimens;
mod tally;
mod visible;

pub use battery::tests;
pub use diagnosis::{Diagnosis, Likeness, Needed, Verdict, diagnose};
pub use findings::{Finding, Law, Outcome, Test, Why};
pub use numbers::{NumberShape, NumberShapeError, NumberTally, OutOfRange, number_tests};
pub use rule::{Judged, LevelError, Look, Rule, holm};
pub use shape::{Shape, ShapeError};
pub use shares::SharesTally;
pub use specimens::{Run, Sort, Specimen, SpecimenError, SpecimenShuffler};
pub use tally::{Counts, Fault, OtherShape, Repeats, Tally};
