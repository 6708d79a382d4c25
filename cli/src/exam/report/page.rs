//! The report as one HTML page: no scripts, nothing from elsewhere, for a telephone and for paper.

use std::fmt::Write as _;

use fairdraw::exam::{Judged, NumberTally, Tally};

use super::figures::{self, Bars, Deviations, as_f64};
use super::text::because;
use super::words::{self, number};
use super::{Form, Report, Verdict};
use crate::exam::items::Items;
use crate::exam::looks::{Seen, Tallied};
use crate::html::{escape, isolated};
use crate::term::harmless;

mod picture;
mod style;

use picture::{Point, Sides};

/// The whole page.
pub(crate) fn page(report: &Report) -> String {
    let verdict = words::verdict(report);
    let class = match report.verdict() {
        Verdict::NoFault if report.says_little() => "unknown",
        Verdict::NoFault => "passed",
        Verdict::Fault | Verdict::NotAPermutation | Verdict::DeclaredUnfair => "failed",
        Verdict::NotExamined => "unknown",
    };
    let looks = report.looks().iter().zip(1..);
    [
        style::HEAD.to_owned(),
        format!("<title>{}</title>\n</head>\n<body>\n<main>\n", escape(&harmless(&verdict))),
        format!(
            "<p class=\"kind\">{}</p>\n<h1 class=\"{class}\">{}</h1>\n<p class=\"meaning\">{}</p>\n",
            kind(report),
            isolated(&harmless(&verdict)),
            escape(&words::meaning(report))
        ),
        facts(report),
        pictures(report),
        looks.map(|(seen, index)| tests(report, seen, index)).collect(),
        candidates(report),
        unseen(report),
        exact(report),
        again(report),
        "</main>\n</body>\n</html>\n".to_owned(),
    ]
    .concat()
}

fn kind(report: &Report) -> String {
    match report.verdict() {
        Verdict::NotExamined => "Exam of what was declared".to_owned(),
        _ if report.observations() == 0 && report.broken().is_none() => {
            "Exam of what was declared".to_owned()
        }
        _ => format!("Exam of {}", words::things(&report.subject.form)),
    }
}

fn facts(report: &Report) -> String {
    let facts = words::facts(report).into_iter().map(|(name, value)| {
        format!("<dt>{}</dt><dd>{}</dd>\n", escape(name), isolated(&harmless(&value)))
    });
    format!("<dl>\n{}</dl>\n", facts.collect::<String>())
}

fn pictures(report: &Report) -> String {
    let mut figures = Vec::new();
    match (report.counts(), &report.subject.form) {
        (Some(Tallied::Orders(tally)), Form::Items { items, .. }) => {
            orders(tally, items, &mut figures);
        }
        (Some(Tallied::Numbers(tally)), _) => numbers(tally, &mut figures),
        _ => {}
    }
    let mut points: Vec<Point> =
        report.first_look().into_iter().flat_map(|look| &look.judged).map(point).collect();
    if points.len() > 1 {
        figures.push(figure(
            "All tests together",
            "Each point is a test. Of a fair subject the points keep near the line; one far below it is a fault.",
            &picture::quantiles("quantiles", "P-values against those of fair tests", &mut points),
            "",
        ));
    }
    if figures.is_empty() {
        return String::new();
    }
    format!("<h2>Pictures</h2>\n<div class=\"figures\">\n{}</div>\n", figures.concat())
}

/// The pictures of orders, samples and sets.
fn orders(tally: &Tally, items: &Items, figures: &mut Vec<String>) {
    let shape = tally.shape();
    let show = |item: u32| harmless(&items.show(item));
    let (first, last) = (show(0), show(shape.n() - 1));
    if let Some(counts) = tally.outcomes() {
        figures.push(outcomes(tally, counts, items));
    }
    let edges = (first.as_str(), last.as_str());
    if let Some(map) = figures::position_item(tally) {
        let last_place = number(shape.k().into());
        let sides = Sides {
            rows: "place in the result",
            columns: "item of the list",
            row_ends: ("1", &last_place),
            column_ends: edges,
        };
        let row = |row| format!("place {}", map.rows.name(row, |place| number(place + 1)));
        let column =
            |column| format!("item {}", map.columns.name(column, |item| show(to_item(item))));
        figures.push(figure(
            "Which item comes at which place",
            "Colours say how far each count is from what a fair subject gives, in standard deviations. The picture of a fair one is \
             speckled and has no pattern.",
            &(picture::heat("places", "Items at places", &map, &sides) + &picture::legend()),
            &farthest(&map, row, column),
        ));
    }
    let item = |index: usize| show(to_item(index as u64));
    if let Some(map) = figures::pairs(tally) {
        let sides = Sides {
            rows: "item",
            columns: "item drawn with it",
            row_ends: edges,
            column_ends: edges,
        };
        figures.push(figure(
            "Which items are drawn together",
            "Colours say how far each count is from what a fair subject gives, in standard deviations.",
            &(picture::heat("pairs", "Pairs of items", &map, &sides) + &picture::legend()),
            &farthest(
                &map,
                |row| format!("item {}", item(row)),
                |column| format!("item {}", item(column)),
            ),
        ));
    }
    if let Some(map) = figures::successors(tally) {
        let edges = (first.as_str(), "edge");
        let sides = Sides {
            rows: "item",
            columns: "item directly after it",
            row_ends: edges,
            column_ends: edges,
        };
        let thing = |index: usize| {
            if index == shape.n() as usize { "the edge".to_owned() } else { item(index) }
        };
        figures.push(figure(
            "Which item comes directly after which",
            "The same colours. A line beside the diagonal is a part of the list's order that was not taken apart.",
            &picture::heat("successors", "Successors", &map, &sides),
            &farthest(&map, |row| format!("after {}", thing(row)), thing),
        ));
    }
    let counts = if shape.is_set() { tally.items() } else { tally.first_place() };
    // Above 256 items are counted in groups, which need not be equally large.
    if counts.len() == shape.n() as usize {
        let places = if shape.is_set() { shape.k() } else { 1 };
        let each = f64::from(places) / f64::from(shape.n());
        let bars = Bars::new(counts, tally.observations(), each);
        let title =
            if shape.is_set() { "How often each item is drawn" } else { "Which item comes first" };
        let names: Vec<String> = (0..shape.n()).map(show).collect();
        figures.push(figure(
            title,
            "All bars should end in the band of 3 standard deviations around the line.",
            &picture::bars("first", title, &bars, edges),
            &counts_table("item", &names, &bars),
        ));
    }
}

/// How often each of few possible results came.
fn outcomes(tally: &Tally, counts: &[u64], items: &Items) -> String {
    let shape = tally.shape();
    let bars = Bars::new(counts, tally.observations(), 1.0 / as_f64(counts.len() as u64));
    let (title, one) =
        if shape.is_order() { ("Every order", "order") } else { ("Every result", "result") };
    let names = (counts.len() <= MOST_LISTED).then(|| figures::outcome_names(shape, items));
    let beside = names.as_ref().filter(|names| names.len() <= MOST_NAMED);
    let picture = match beside {
        Some(names) => picture::named_bars("outcomes", title, &bars, names),
        None => picture::bars("outcomes", title, &bars, ("in the order of the list", "in reverse")),
    };
    let table = match (beside, &names) {
        (None, Some(names)) => counts_table(one, names, &bars),
        _ => String::new(),
    };
    let says = format!(
        "How often each possible {one} came. All bars should end in the band of 3 standard deviations around the line."
    );
    figure(title, &says, &picture, &table)
}

/// The picture of numbers.
fn numbers(tally: &NumberTally, figures: &mut Vec<String>) {
    let sizes: Vec<u64> = tally.frequency_sizes().collect();
    let (counts, shape) = (tally.frequency(), tally.shape());
    // Groups of which some are much larger than others would look like a fault.
    let (Some(&least), Some(&most)) = (sizes.iter().min(), sizes.iter().max()) else { return };
    if most - least > most / 100 {
        return;
    }
    let bars = Bars::new(counts, tally.observations(), 1.0 / as_f64(counts.len() as u64));
    let (low, high) = (shape.low().to_string(), shape.high().to_string());
    let title = "How often each number comes";
    let names: Vec<String> =
        (shape.low()..=shape.high()).take(MOST_LISTED).map(|number| number.to_string()).collect();
    let table = if names.len() == counts.len() {
        counts_table("number", &names, &bars)
    } else {
        String::new()
    };
    figures.push(figure(
        title,
        "All bars should end in the band of 3 standard deviations around the line.",
        &picture::bars("numbers", title, &bars, (&low, &high)),
        &table,
    ));
}

fn point(judged: &Judged) -> Point {
    Point {
        name: judged.finding.test.name(),
        log10: judged.finding.log10_p,
        rejected: judged.rejected,
    }
}

/// A picture with its heading, a sentence, and its numbers.
fn figure(heading: &str, says: &str, picture: &str, table: &str) -> String {
    format!(
        "<figure>\n<h3>{}</h3>\n<p>{}</p>\n{picture}{table}</figure>\n",
        escape(heading),
        escape(says)
    )
}

/// The numbers of bars.
fn counts_table(one: &str, names: &[String], bars: &Bars) -> String {
    let rows = names.iter().zip(&bars.counts).map(|(name, &count)| {
        format!("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", isolated(name), number(count))
    });
    format!(
        "<details><summary>The numbers</summary>\n<table class=\"small\"><thead><tr><th scope=\"col\">{one}</th>\
         <th scope=\"col\">came</th></tr></thead>\n<tbody>\n{}</tbody></table>\n</details>\n",
        rows.collect::<String>()
    )
}

/// The cells that are farthest from what is expected.
fn farthest(
    map: &Deviations,
    row: impl Fn(usize) -> String,
    column: impl Fn(usize) -> String,
) -> String {
    let columns = map.columns.shown;
    let mut cells: Vec<(usize, f64)> =
        map.cells.iter().enumerate().filter_map(|(index, cell)| Some((index, (*cell)?))).collect();
    cells.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    let rows = cells.iter().take(FARTHEST).map(|&(index, deviation)| {
        format!(
            "<tr><td>{}</td><td>{}</td><td>{deviation:+.1}</td></tr>\n",
            isolated(&row(index / columns)),
            isolated(&column(index % columns))
        )
    });
    format!(
        "<details><summary>The cells farthest from what is expected</summary>\n<table class=\"small\"><thead><tr>\
         <th scope=\"col\">row</th><th scope=\"col\">column</th><th scope=\"col\">standard deviations</th></tr></thead>\n\
         <tbody>\n{}</tbody></table>\n</details>\n",
        rows.collect::<String>()
    )
}

/// The tests of one look.
fn tests(report: &Report, seen: &Seen, index: usize) -> String {
    let heading = words::look_heading(report, seen, index);
    let mut text = format!("<h2>{}</h2>\n<table class=\"tests\">\n<thead><tr>", escape(&heading));
    for head in HEADS {
        let _ = write!(text, "<th scope=\"col\">{head}</th>");
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for judged in &seen.look.judged {
        let finding = &judged.finding;
        let cells = [
            words::statistic(judged),
            words::law(finding.law),
            words::chance(finding.p, finding.log10_p),
            words::adjusted(judged),
        ];
        let word = words::word(report, judged, index);
        let class = if word == "rejected" { " class=\"rejected\"" } else { "" };
        let _ = write!(
            text,
            "<tr{class}><th scope=\"row\">{}<span class=\"says\">{}</span></th>",
            finding.test.name(),
            escape(finding.test.says())
        );
        for (cell, head) in cells.iter().map(String::as_str).chain([word]).zip(&HEADS[1..]) {
            let _ = write!(text, "<td data-name=\"{head}\">{}</td>", escape(cell));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody>\n</table>\n");
    if !seen.look.not_applicable.is_empty() {
        let without =
            seen.look.not_applicable.iter().map(|(test, why)| {
                format!("<li>{}: {}</li>\n", test.name(), escape(&because(*why)))
            });
        let _ = write!(
            text,
            "<details><summary>Tests that are not applicable</summary>\n<ul>\n{}</ul>\n</details>\n",
            without.collect::<String>()
        );
    }
    text
}

/// The mistakes that the counts were compared with.
fn candidates(report: &Report) -> String {
    let mut compared = report.compared().peekable();
    if compared.peek().is_none() {
        return String::new();
    }
    let rows = compared.map(|likeness| {
        let [name, likelihood, fits, worst] = words::candidate(likeness);
        format!(
            "<tr><th scope=\"row\">{}<span class=\"says\">{}</span></th><td data-name=\"likelihood\">{likelihood}</td>\
             <td data-name=\"fits\">{fits}</td><td data-name=\"differs most in\">{}</td></tr>\n",
            escape(&name),
            escape(likeness.specimen.says()),
            escape(&worst)
        )
    });
    format!(
        "<h2>Known mistakes, compared with the counts</h2>\n<p>The likelihood of the counts under each mistake, over that under \
         fairness. It ranks mistakes and is no chance. A mistake fits if the counts are as it makes them.</p>\n\
         <table class=\"tests\">\n<thead><tr><th scope=\"col\">mistake</th><th scope=\"col\">likelihood</th>\
         <th scope=\"col\">fits</th><th scope=\"col\">differs most in</th></tr></thead>\n<tbody>\n{}</tbody>\n</table>\n",
        rows.collect::<String>()
    )
}

/// The mistakes that so many observations would not show.
fn unseen(report: &Report) -> String {
    if report.unseen.is_empty() {
        return String::new();
    }
    let things = words::things(&report.subject.form);
    let rows = report.unseen.iter().map(|one| {
        let [name, says, needed, test] = words::unseen(one);
        format!(
            "<tr><th scope=\"row\">{}<span class=\"says\">{}</span></th><td data-name=\"needed\">{}</td>\
             <td data-name=\"by\">{}</td></tr>\n",
            escape(&name),
            escape(&says),
            escape(&needed),
            escape(&test)
        )
    });
    format!(
        "<h2 id=\"unseen\">Known mistakes that would not show</h2>\n<p>So many {things} would show them 9 times in 10.</p>\n\
         <table class=\"tests\">\n<thead><tr><th scope=\"col\">mistake</th><th scope=\"col\">{things} needed</th>\
         <th scope=\"col\">by</th></tr></thead>\n<tbody>\n{}</tbody>\n</table>\n",
        rows.collect::<String>()
    )
}

/// What was found without a sample.
fn exact(report: &Report) -> String {
    let lines = report.exact.lines();
    if lines.is_empty() {
        return String::new();
    }
    let lines = lines.iter().map(|(name, sentence)| {
        format!("<dt>{}</dt><dd>{}</dd>\n", escape(name), escape(sentence))
    });
    format!("<h2>Exact, without a sample</h2>\n<dl>\n{}</dl>\n", lines.collect::<String>())
}

fn again(report: &Report) -> String {
    format!(
        "<h2>To do it again</h2>\n<pre>{}</pre>\n<p>fairdraw {}. What each test counts, with its law, is said in \
         audit/fairness/exam.md of its source.</p>\n",
        escape(&harmless(&report.command)),
        escape(report.version)
    )
}

fn to_item(index: u64) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

const HEADS: [&str; 6] = ["test", "statistic", "law if fair", "p", "adjusted", "verdict"];
/// So many results have their names beside their bars, and so many their numbers in a table.
const MOST_NAMED: usize = 24;
const MOST_LISTED: usize = 120;
const FARTHEST: usize = 8;
