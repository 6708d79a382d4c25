//! The report as text: for a club treasurer at the top, for a laboratory at the bottom.

use std::fmt::Write as _;

use fairdraw::exam::{Judged, Why};

use super::Report;
use super::words::{self, number};
use crate::term::harmless;

/// The whole report.
pub(crate) fn text(report: &Report) -> String {
    let mut text = String::new();
    paragraph(&mut text, &words::verdict(report));
    paragraph(&mut text, &words::meaning(report));
    text.push('\n');
    for (name, value) in words::facts(report) {
        fact(&mut text, name, &value);
    }
    tests(&mut text, report);
    candidates(&mut text, report);
    unseen(&mut text, report);
    let exact = report.exact.lines();
    if !exact.is_empty() {
        text.push_str("\nExact, without a sample\n");
    }
    for (name, sentence) in exact {
        fact(&mut text, &name, &sentence);
    }
    text
}

/// All tests of all looks.
fn tests(text: &mut String, report: &Report) {
    for (seen, index) in report.looks().iter().zip(1..) {
        let _ = writeln!(text, "\n{}", words::look_heading(report, seen, index));
        let heads = ["test", "statistic", "law", "p", "adjusted", ""].map(str::to_owned);
        let rows: Vec<[String; 6]> = std::iter::once(heads)
            .chain(seen.look.judged.iter().map(|judged| row(report, judged, index)))
            .collect();
        table(text, &rows);
        for (test, why) in &seen.look.not_applicable {
            let _ = writeln!(text, "  {:<18} not applicable: {}", test.name(), because(*why));
        }
    }
}

/// The mistakes that the counts were compared with.
fn candidates(text: &mut String, report: &Report) {
    let rows: Vec<[String; 4]> = report.compared().map(words::candidate).collect();
    if rows.is_empty() {
        return;
    }
    text.push_str("\nKnown mistakes, compared with the counts\n");
    let heads = ["mistake", "likelihood", "fits", "worst"].map(str::to_owned);
    table(text, &std::iter::once(heads).chain(rows).collect::<Vec<_>>());
}

/// The mistakes that so many observations would not show.
fn unseen(text: &mut String, report: &Report) {
    if report.unseen.is_empty() {
        return;
    }
    let things = words::things(&report.subject.form);
    let _ = writeln!(text, "\nKnown mistakes that would not show");
    let heads = ["mistake".to_owned(), format!("{things} needed"), "by".to_owned()];
    let rows = report.unseen.iter().map(|one| {
        let [name, _, needed, by] = words::unseen(one);
        [name, needed, by]
    });
    table(text, &std::iter::once(heads).chain(rows).collect::<Vec<_>>());
}

fn row(report: &Report, judged: &Judged, index: usize) -> [String; 6] {
    let finding = &judged.finding;
    [
        finding.test.name().to_owned(),
        words::statistic(judged),
        words::law(finding.law),
        words::chance(finding.p, finding.log10_p),
        words::adjusted(judged),
        words::word(report, judged, index).to_owned(),
    ]
}

/// Columns as wide as their longest cell; numbers stand at the right.
fn table<const N: usize>(text: &mut String, rows: &[[String; N]]) {
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    for row in rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
            let is_number = matches!(column, 1 | 3 | 4);
            let _ = if is_number {
                write!(line, "  {cell:>width$}")
            } else {
                write!(line, "  {cell:<width$}")
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

pub(super) fn because(why: Why) -> String {
    match why {
        Why::TooFew { needed: u64::MAX } => "no number of observations is enough".to_owned(),
        Why::TooFew { needed } => format!("it needs {} observations", number(needed)),
        other => other.to_string(),
    }
}

fn paragraph(text: &mut String, words: &str) {
    let _ = writeln!(text, "{}", textwrap::fill(&harmless(words), options("")));
}

fn fact(text: &mut String, name: &str, value: &str) {
    let name = format!("{name:<11} ");
    let options = options("            ").initial_indent(&name);
    let _ = writeln!(text, "{}", textwrap::fill(&harmless(value), options));
}

fn options(indent: &str) -> textwrap::Options<'_> {
    textwrap::Options::new(WIDTH)
        .subsequent_indent(indent)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
}

const WIDTH: usize = 100;
