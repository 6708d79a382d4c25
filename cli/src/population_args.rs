//! The options that say what a population is beside its list: strata, amounts of money, ranges of numbers, batches.

use std::path::PathBuf;

use crate::error::Error;
use crate::input::{AmountColumn, AmountStyle};

/// What the columns of a population mean, or a population without a file.
#[derive(clap::Args)]
#[command(next_help_heading = "The population")]
pub(crate) struct PopulationArgs {
    /// The column with the stratum of each item
    #[arg(long, value_name = "NAME|N")]
    stratum_column: Option<String>,

    /// The column with the amount of each item, a decimal. Amounts of 0 and below stay in the population; designs by amount
    /// can't select them
    #[arg(long, value_name = "NAME|N")]
    amount_column: Option<String>,

    /// How many decimal places the amounts have, 0 to 9. More in the file are an error, nothing is rounded
    #[arg(long, value_name = "COUNT", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=9))]
    amount_places: u8,

    /// The character between groups of three digits, as in 1,234,567.00; without it there is none
    #[arg(long, value_name = "CHARACTER", requires = "amount_column")]
    thousands_separator: Option<char>,

    /// The character before the decimals
    #[arg(long, value_name = "CHARACTER", default_value_t = '.')]
    decimal_separator: char,

    /// An amount in parentheses is negative, as in (12.50)
    #[arg(long, requires = "amount_column")]
    parentheses_negative: bool,

    /// Numbers of documents in place of a list: FIRST-LAST with a comma between several, and :PREFIX behind each one whose
    /// numbers have one, as in 1001-2400,3001-3100:INV-, where the first range has none
    #[arg(long, value_name = "RANGES", conflicts_with_all = NO_FILE)]
    pub(crate) ranges: Option<String>,

    /// Batches in place of a list: a table (CSV, TSV, XLSX or ODS) with a column `batch` and a column `count`, whose items are called BATCH-1 to
    /// BATCH-COUNT
    #[arg(long, value_name = "FILE", conflicts_with_all = NO_FILE, conflicts_with = "ranges")]
    pub(crate) manifest: Option<PathBuf>,
}

impl PopulationArgs {
    /// Whether anything was said that only a population has.
    pub(crate) fn is_given(&self) -> bool {
        self.stratum_column.is_some()
            || self.amount_column.is_some()
            || self.ranges.is_some()
            || self.manifest.is_some()
    }

    /// The column of strata.
    pub(crate) fn stratum(&self) -> Option<&String> {
        self.stratum_column.as_ref()
    }

    /// The column of amounts, and how they are written.
    pub(crate) fn amount(&self) -> Result<Option<AmountColumn>, Error> {
        let style = self.style()?;
        Ok(self.amount_column.clone().map(|column| AmountColumn { column, style }))
    }

    /// How amounts of money are written, in the file and in options.
    pub(crate) fn style(&self) -> Result<AmountStyle, Error> {
        let style = AmountStyle {
            places: self.amount_places,
            decimal: self.decimal_separator,
            thousands: self.thousands_separator,
            parentheses: self.parentheses_negative,
        };
        for (option, separator) in [
            ("--decimal-separator", Some(style.decimal)),
            ("--thousands-separator", style.thousands),
        ] {
            let means_something =
                |c: char| c.is_alphanumeric() || matches!(c, '-' | '+' | '(' | ')' | '"');
            if let Some(separator) = separator.filter(|c| means_something(*c) || c.is_control()) {
                return Err(Error::not_done(format!(
                    "{option}: {separator:?} can't stand between digits"
                ))
                .hint("give a full stop, a comma, an apostrophe or a space"));
            }
        }
        if style.thousands == Some(style.decimal) {
            return Err(Error::not_done(format!(
                "--thousands-separator and --decimal-separator are both {:?}",
                style.decimal
            ))
            .hint("an amount could be read in two ways: say which is which"));
        }
        Ok(style)
    }
}

/// What can't be said of a population without a file.
const NO_FILE: [&str; 3] = ["list", "stratum_column", "amount_column"];
