//! The working paper as one HTML page: no scripts, nothing from elsewhere, made to be printed.

use std::fmt::Write as _;

use super::{Paper, Row, Section, joined};
use crate::html::{escape, isolated};
use crate::input::decimal;
use crate::term::harmless;

/// The whole page.
pub(super) fn whole(paper: &Paper, rows: &[Row<'_>]) -> String {
    let test = if paper.rehearsal {
        "<p class=\"test\">TEST: this is a rehearsal, not a sample to rely on</p>\n"
    } else {
        ""
    };
    let sections: String = paper.sections.iter().map(section).collect();
    let (examined, sum) = paper.examined(rows);
    let sum = sum.map(|sum| format!(", amounts of {} in all", grouped(&sum))).unwrap_or_default();
    let to_fill_in = paper.to_fill_in.as_deref().map(isolated);
    let to_fill_in = to_fill_in.map(|text| format!("<p>{text}</p>\n")).unwrap_or_default();
    let commands = paper.commands.iter().fold(String::new(), |mut text, command| {
        // Writing to a string can't fail.
        let _ = writeln!(text, "<pre>{}</pre>", escape(&harmless(command)));
        text
    });
    [
        HEAD.to_owned(),
        format!("<title>{}</title>\n</head>\n<body>\n{test}", escape(&paper.title)),
        format!(
            "<p class=\"kind\">Audit sample: working paper</p>\n<h1>{}</h1>\n",
            isolated(&paper.title)
        ),
        summary(paper),
        sections,
        allocation(paper),
        items(
            &format!(
                "<h2>Selected items, in draw order</h2>\n<p>{examined} items to examine{sum}.</p>\n"
            ),
            paper,
            rows.iter(),
        ),
        replacements(paper),
        items(
            "<h2>The same items, in the order of the population</h2>\n",
            paper,
            sorted(rows).into_iter(),
        ),
        "<h2>What was checked</h2>\n".to_owned(),
        checks(paper),
        format!("<p class=\"conclusion\">{}</p>\n", escape(&paper.conclusion)),
        format!("<h2>To do it again</h2>\n{to_fill_in}{commands}"),
        "</body>\n</html>\n".to_owned(),
    ]
    .concat()
}

fn sorted<'r, 'a>(rows: &'r [Row<'a>]) -> Vec<&'r Row<'a>> {
    let mut sorted: Vec<&Row<'_>> = rows.iter().collect();
    sorted.sort_by_key(|row| row.line.selected.position);
    sorted
}

fn summary(paper: &Paper) -> String {
    let facts = paper.summary.iter().map(|(name, text)| {
        format!("<dt>{}</dt><dd>{}</dd>\n", escape(name), isolated(&harmless(text)))
    });
    format!("<dl class=\"summary\">\n{}</dl>\n", facts.collect::<String>())
}

fn section(section: &Section) -> String {
    let facts = section.facts.iter().map(|(name, value)| {
        let value = if MONEY.contains(&name.as_str()) { money(value) } else { value.clone() };
        fact(name, &harmless(&value))
    });
    let facts = facts.collect::<Vec<_>>().concat();
    format!("<h2>{}</h2>\n<table class=\"facts\">\n{facts}</table>\n", escape(section.heading))
}

fn allocation(paper: &Paper) -> String {
    if paper.allocation.is_empty() {
        return String::new();
    }
    let neyman = paper.allocation.iter().any(|stratum| stratum.deviation.is_some());
    let extended = paper.allocation.iter().any(|stratum| stratum.added > 0);
    let heads = [
        Some("Stratum"),
        Some("Items"),
        paper.places.map(|_| "Amounts above 0"),
        neyman.then_some("Expected standard deviation"),
        Some("Sample"),
        extended.then_some("Added by extensions"),
        Some("Spares"),
    ];
    let rows = paper.allocation.iter().map(|stratum| {
        let above = stratum.above.zip(paper.places);
        [
            Some(text(&stratum.name)),
            Some(number(stratum.items)),
            above.map(|(units, places)| amount(&decimal(units, places))),
            stratum.deviation.map(number),
            Some(number(stratum.size)),
            extended.then(|| number(stratum.added)),
            Some(number(stratum.spares)),
        ]
        .into_iter()
        .flatten()
        .collect()
    });
    table(
        "<h2>Allocation</h2>
",
        &heads.into_iter().flatten().collect::<Vec<_>>(),
        rows,
    )
}

fn items<'r, 'a: 'r>(
    heading: &str,
    paper: &Paper,
    rows: impl Iterator<Item = &'r Row<'a>>,
) -> String {
    let (strata, units) = (paper.has_strata(), paper.has_units());
    let rounds = paper.lines.iter().any(|line| line.round > 0);
    let several = paper.lines.iter().map(|line| line.selected.position).collect::<Vec<_>>();
    let several = has_repeated(several);
    let heads = [
        rounds.then_some("Round"),
        strata.then_some("Stratum"),
        Some("Rank"),
        Some("Role"),
        Some("Position (from 0)"),
        Some("Item"),
        paper.places.map(|_| "Amount"),
        several.then_some("Hits"),
        units.then_some("Hit units"),
        Some(paper.measure.heading()),
        Some("State"),
        Some("Result"),
    ];
    let rows = rows.map(|row| {
        let line = row.line;
        [
            rounds.then(|| number(line.round as u64)),
            strata.then(|| text(&line.stratum_name)),
            Some(numbers(&joined(row.ranks.iter().copied()))),
            Some(plain(&line.selected.role.to_string())),
            Some(number(line.selected.position)),
            Some(text(&line.item)),
            paper.places.map(|_| amount(&paper.amount(line.amount).unwrap_or_default())),
            several.then(|| number(row.ranks.len() as u64)),
            units.then(|| numbers(&joined(row.units.iter().copied().filter(|unit| *unit > 0)))),
            Some(numbers(&line.chance.map(|it| paper.measure.write(it)).unwrap_or_default())),
            Some(plain(&row.state.in_words())),
            Some(plain("")),
        ]
        .into_iter()
        .flatten()
        .collect()
    });
    table(heading, &heads.into_iter().flatten().collect::<Vec<_>>(), rows)
}

fn has_repeated(mut positions: Vec<u64>) -> bool {
    positions.sort_unstable();
    positions.windows(2).any(|pair| pair[0] == pair[1])
}

fn replacements(paper: &Paper) -> String {
    if paper.replacements.is_empty() {
        return String::new();
    }
    let heads = ["Recorded", "Stratum", "Rank", "Spare", "Cause", "Reason"];
    let rows = paper.replacements.iter().map(|replaced| {
        let index = usize::try_from(replaced.stratum).ok().and_then(|number| number.checked_sub(1));
        let stratum = index.and_then(|index| paper.allocation.get(index));
        let stratum = stratum.map_or("", |stratum| stratum.name.as_str());
        vec![
            plain(&replaced.time),
            text(stratum),
            number(replaced.rank),
            number(replaced.spare),
            plain(&replaced.cause),
            text(&replaced.text),
        ]
    });
    table("<h2>Replacements</h2>\n", &heads, rows)
}

fn checks(paper: &Paper) -> String {
    let rows = paper.checks.iter().map(|(word, sentence)| fact(word, sentence));
    format!("<table class=\"facts\">\n{}</table>\n", rows.collect::<Vec<_>>().concat())
}

fn fact(name: &str, value: &str) -> String {
    let value = if is_digest(value) { digest(value) } else { isolated(value) };
    format!("<tr><th scope=\"row\">{}</th><td>{value}</td></tr>\n", escape(name))
}

fn is_digest(value: &str) -> bool {
    value.len() == 64 && value.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Groups of 8, which are copied without what stands between them.
fn digest(value: &str) -> String {
    let groups = (0..64).step_by(8).map(|at| format!("<span>{}</span>", &value[at..at + 8]));
    format!("<span class=\"digest\">{}</span>", groups.collect::<Vec<_>>().join("<wbr>"))
}

/// A cell of few words that is not broken.
fn plain(content: &str) -> String {
    format!("<td>{}</td>", escape(content))
}

/// A cell of text from elsewhere.
fn text(content: &str) -> String {
    format!("<td class=\"text\">{}</td>", isolated(content))
}

/// A cell of one number.
fn number(content: u64) -> String {
    amount(&content.to_string())
}

/// A cell of numbers, which may be many.
fn numbers(content: &str) -> String {
    format!("<td class=\"list\">{}</td>", escape(content))
}

/// A cell of one number or amount, with separators between thousands.
fn amount(content: &str) -> String {
    format!("{NUMBER}{}</td>", grouped(content))
}

/// `-18,676,758.35`.
pub(crate) fn grouped(decimal: &str) -> String {
    let at = decimal.find('.').unwrap_or(decimal.len());
    let (whole, decimals) = decimal.split_at(at);
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut text = sign.to_owned();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text + decimals
}

/// The words of a fact about money, with separators in each number.
fn money(value: &str) -> String {
    let grouped = value.split(' ').map(|word| {
        let number = word.trim_start_matches('-');
        let is_number = number.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.'));
        if is_number { grouped(word) } else { word.to_owned() }
    });
    grouped.collect::<Vec<_>>().join(" ")
}

/// A table of cells below its heading; as wide as it must be, on a page that is turned if it has many.
fn table(heading: &str, heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let wide = if heads.len() > MOST_UPRIGHT { " class=\"wide\"" } else { "" };
    let mut rows = rows.peekable();
    // The head of a column stands as its cells do.
    let aligned = |column: usize| {
        let cell = rows.peek().and_then(|row: &Vec<String>| row.get(column));
        cell.is_some_and(|cell| cell.starts_with(NUMBER))
    };
    let aligned: Vec<bool> = (0..heads.len()).map(aligned).collect();
    let mut text = format!(
        "<section{wide}>\n{heading}<div class=\"scroll\">\n<table class=\"rows\">\n<thead><tr>"
    );
    for (head, aligned) in heads.iter().zip(aligned) {
        let class = if aligned { " class=\"number\"" } else { "" };
        let _ = write!(text, "<th scope=\"col\"{class}>{head}</th>");
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        let _ = writeln!(text, "<tr>{}</tr>", row.concat());
    }
    text + "</tbody>\n</table>\n</div>\n</section>\n"
}

/// The facts whose values are amounts, some with a count.
const MONEY: [&str; 7] = [
    "control total",
    "amounts above 0",
    "amounts of 0",
    "amounts below 0",
    "certainty items",
    "the rest",
    "interval",
];

const NUMBER: &str = "<td class=\"number\">";

/// So many columns have room on an upright page.
const MOST_UPRIGHT: usize = 9;

const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<style>
@page { size: A4; margin: 15mm; }
body { font: 10pt/1.4 Georgia, 'Times New Roman', serif; margin: 2em auto; max-width: 62em; padding: 0 1em; color: #111; }
h1 { font-size: 1.7em; margin: 0 0 .6em; }
h2 { font-size: 1.15em; margin: 1.8em 0 .5em; break-after: avoid; }
.kind { margin: 0; letter-spacing: .06em; text-transform: uppercase; font-size: .85em; color: #555; }
.test { border: 3px solid #a00; color: #a00; font-weight: bold; padding: .5em 1em; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .2em .6em .2em 0; border-bottom: 1px solid #ccc; font-variant-numeric: tabular-nums; }
.summary { border: 1.5px solid #111; padding: .3em .8em .6em; margin: 0 0 1em; }
.summary dt { font-weight: bold; margin-top: .4em; }
.summary dd { margin: 0; overflow-wrap: anywhere; }
.facts th { width: 13em; font-weight: normal; color: #444; }
.facts td { overflow-wrap: anywhere; }
.digest { font-family: Consolas, 'DejaVu Sans Mono', monospace; font-size: .85em; }
.digest span { display: inline-block; margin-right: .5em; }
.rows th { font-size: .85em; vertical-align: bottom; border-bottom: 1.5px solid #111; }
.rows td { white-space: nowrap; }
.rows td.text { white-space: normal; overflow-wrap: anywhere; min-width: 7em; }
.rows td.list { white-space: normal; }
.rows .number { text-align: right; padding-right: 1em; }
.rows thead { display: table-header-group; }
.scroll { overflow-x: auto; }
tr { break-inside: avoid; }
.rows td:last-child { min-width: 5em; }
.conclusion { border: 1.5px solid #111; padding: .5em .8em; font-weight: bold; }
pre { font: 9pt/1.4 Consolas, 'DejaVu Sans Mono', monospace; white-space: pre-wrap; overflow-wrap: anywhere; background: #f3f3f3; padding: .5em .7em; }
@media (max-width: 40em) { .facts th, .facts td { display: block; width: auto; } .facts th { border-bottom: 0; padding-bottom: 0; } }
@page wide { size: A4 landscape; margin: 15mm; }
@media print {
  body { margin: 0; max-width: none; padding: 0; }
  pre { background: none; border: 1px solid #ccc; }
  .scroll { overflow: visible; }
  .rows { font-size: 8pt; }
  .wide { page: wide; }
}
</style>
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated_and_decimals_are_not() {
        for (plain, shown) in [
            ("0", "0"),
            ("-100.50", "-100.50"),
            ("1000", "1,000"),
            ("-416550.66", "-416,550.66"),
            ("18676758.3512", "18,676,758.3512"),
        ] {
            assert_eq!(grouped(plain), shown);
        }
        assert_eq!(
            money("315743.50 and 13/57 of the smallest unit"),
            "315,743.50 and 13/57 of the smallest unit"
        );
        assert_eq!(money("-416550.66 in 1379 items"), "-416,550.66 in 1,379 items");
    }
}
