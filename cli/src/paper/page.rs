//! The working paper as one HTML page: no scripts, nothing from elsewhere, made to be printed.

use std::fmt::Write as _;

use super::{Paper, Row, Section, joined};
use crate::html::{escape, isolated};
use crate::input::decimal;
use crate::term::harmless;

/// The whole page.
pub(super) fn text(paper: &Paper, rows: &[Row<'_>]) -> String {
    let test = if paper.rehearsal {
        "<p class=\"test\">TEST: this is a rehearsal, not a sample to rely on</p>\n"
    } else {
        ""
    };
    let sections: String = paper.sections.iter().map(section).collect();
    let (examined, sum) = paper.examined(rows);
    let sum = sum.map(|sum| format!(", amounts {sum} in all")).unwrap_or_default();
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
        sections,
        allocation(paper),
        format!(
            "<h2>Selected items, in draw order</h2>\n<p>{examined} items are examined{sum}.</p>\n"
        ),
        items(paper, rows.iter()),
        replacements(paper),
        "<h2>The same items, in the order of the population</h2>\n".to_owned(),
        items(paper, sorted(rows).into_iter()),
        "<h2>Who could have influenced this, and can it be done again</h2>\n".to_owned(),
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

fn section(section: &Section) -> String {
    let facts = section.facts.iter().map(|(name, value)| fact(name, &harmless(value)));
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
            Some(isolated(&stratum.name)),
            Some(stratum.items.to_string()),
            above.map(|(units, places)| decimal(units, places)),
            stratum.deviation.map(|deviation| deviation.to_string()),
            Some(stratum.size.to_string()),
            extended.then(|| stratum.added.to_string()),
            Some(stratum.spares.to_string()),
        ]
        .into_iter()
        .flatten()
        .collect()
    });
    format!(
        "<h2>Allocation</h2>\n{}",
        table(&heads.into_iter().flatten().collect::<Vec<_>>(), rows)
    )
}

fn items<'r, 'a: 'r>(paper: &Paper, rows: impl Iterator<Item = &'r Row<'a>>) -> String {
    let (strata, units) = (paper.has_strata(), paper.has_units());
    let rounds = paper.lines.iter().any(|line| line.round > 0);
    let several = paper.lines.iter().map(|line| line.selected.position).collect::<Vec<_>>();
    let several = has_repeated(several);
    let heads = [
        rounds.then_some("Round"),
        strata.then_some("Stratum"),
        Some("Rank"),
        Some("Role"),
        Some("Position"),
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
            rounds.then(|| line.round.to_string()),
            strata.then(|| isolated(&line.stratum_name)),
            Some(joined(row.ranks.iter().copied())),
            Some(line.selected.role.to_string()),
            Some(line.selected.position.to_string()),
            Some(isolated(&line.item)),
            paper.places.map(|_| paper.amount(line.amount).unwrap_or_default()),
            several.then(|| row.ranks.len().to_string()),
            units.then(|| joined(row.units.iter().copied().filter(|unit| *unit > 0))),
            Some(line.chance.map(|chance| paper.measure.write(chance)).unwrap_or_default()),
            Some(row.state.in_words()),
            Some(String::new()),
        ]
        .into_iter()
        .flatten()
        .collect()
    });
    table(&heads.into_iter().flatten().collect::<Vec<_>>(), rows)
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
        let number =
            usize::try_from(replaced.stratum).ok().and_then(|number| number.checked_sub(1));
        let stratum = number.and_then(|index| paper.allocation.get(index));
        let stratum = stratum.map_or("", |stratum| stratum.name.as_str());
        vec![
            escape(&replaced.time),
            isolated(stratum),
            replaced.rank.to_string(),
            replaced.spare.to_string(),
            escape(&replaced.cause),
            isolated(&replaced.text),
        ]
    });
    format!("<h2>Replacements</h2>\n{}", table(&heads, rows))
}

fn checks(paper: &Paper) -> String {
    let rows = paper.checks.iter().map(|(word, sentence)| fact(word, sentence));
    format!("<table class=\"facts\">\n{}</table>\n", rows.collect::<Vec<_>>().concat())
}

fn fact(name: &str, value: &str) -> String {
    format!("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", escape(name), isolated(value))
}

/// A table of cells that are HTML already.
fn table(heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let heads = heads.join("</th><th scope=\"col\">");
    let mut text = format!(
        "<table class=\"rows\">\n<thead><tr><th scope=\"col\">{heads}</th></tr></thead>\n<tbody>\n"
    );
    for row in rows {
        let _ = writeln!(text, "<tr><td>{}</td></tr>", row.join("</td><td>"));
    }
    text + "</tbody>\n</table>\n"
}

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
th, td { text-align: left; vertical-align: top; padding: .2em .6em .2em 0; border-bottom: 1px solid #ccc; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.facts th { width: 13em; font-weight: normal; color: #444; }
.rows th { font-size: .85em; border-bottom: 1.5px solid #111; }
.rows thead { display: table-header-group; }
tr { break-inside: avoid; }
.rows td:last-child { min-width: 5em; }
.conclusion { border: 1.5px solid #111; padding: .5em .8em; font-weight: bold; }
pre { font: 9pt/1.4 Consolas, 'DejaVu Sans Mono', monospace; white-space: pre-wrap; overflow-wrap: anywhere; background: #f3f3f3; padding: .5em .7em; }
@media print { body { margin: 0; max-width: none; padding: 0; } pre { background: none; border: 1px solid #ccc; } }
</style>
";
