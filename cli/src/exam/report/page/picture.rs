//! Pictures as SVG inside the page: no scripts, colours by style sheet, so that they follow a dark page and paper.

use std::fmt::Write as _;

use super::super::figures::{Bars, Deviations};
use super::super::words;
use crate::html::escape;

/// A picture in a frame of its width and this height, with a title and a description for whoever can't see it.
fn svg(id: &str, height: f64, title: &str, description: &str, content: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-labelledby=\"{id}-title {id}-text\">\n\
         <title id=\"{id}-title\">{}</title>\n<desc id=\"{id}-text\">{}</desc>\n{content}</svg>\n",
        escape(title),
        escape(description)
    )
}

/// What stands along the sides of a heat map: what rows and columns are, and the first and last of them.
pub(super) struct Sides<'a> {
    pub(super) rows: &'a str,
    pub(super) columns: &'a str,
    pub(super) row_ends: (&'a str, &'a str),
    pub(super) column_ends: (&'a str, &'a str),
}

/// A table of deviations, each cell in the colour of its class.
pub(super) fn heat(id: &str, title: &str, map: &Deviations, sides: &Sides<'_>) -> String {
    let (rows, columns) = (map.rows.shown, map.columns.shown);
    let cell = (WIDTH - LEFT - 4.0) / as_f64(columns.max(1));
    // As high as wide, if that isn't too high or low to be seen, nor too low for the words beside it.
    let words = LETTER * as_f64(sides.rows.chars().count());
    let cell_height = cell.clamp(4.0, 40.0).max(words / as_f64(rows.max(1)));
    let height = TOP + cell_height * as_f64(rows);
    let mut paths: Vec<String> = vec![String::new(); CLASSES.len()];
    for (index, deviation) in map.cells.iter().enumerate() {
        let Some(deviation) = deviation else { continue };
        let (row, column) = (index / columns, index % columns);
        // In units of cells: the picture is stretched to its place.
        let _ = write!(paths[class_of(*deviation)], "M{column} {row}h1v1h-1z");
    }
    let mut content = format!(
        "<g transform=\"translate({LEFT} {TOP}) scale({cell:.4} {cell_height:.4})\" class=\"cells\">\n"
    );
    for (path, class) in paths.iter().zip(CLASSES).filter(|(path, _)| !path.is_empty()) {
        let _ = writeln!(content, "<path class=\"{}\" d=\"{path}\"/>", class.name);
    }
    content.push_str("</g>\n");
    let (middle, right) = (f64::midpoint(LEFT, WIDTH), WIDTH - 4.0);
    let ends = |(first, last): (&str, &str)| (escape(&brief(first)), escape(&brief(last)));
    let ((top, bottom), (first, last)) = (ends(sides.row_ends), ends(sides.column_ends));
    let _ = write!(
        content,
        "<text x=\"{LEFT}\" y=\"14\">{first}</text><text x=\"{middle}\" y=\"14\" class=\"middle\">{}</text>\
         <text x=\"{right}\" y=\"14\" class=\"end\">{last}</text>\n\
         <text x=\"{edge}\" y=\"{upper}\" class=\"end\">{top}</text>\
         <text x=\"{edge}\" y=\"{lower}\" class=\"end\">{bottom}</text>\n\
         <text transform=\"translate(12 {half}) rotate(-90)\" class=\"middle\">{}</text>\n",
        escape(sides.columns),
        escape(sides.rows),
        edge = LEFT - 4.0,
        upper = TOP + 10.0,
        lower = height - 2.0,
        half = TOP + (height - TOP) / 2.0,
    );
    svg(id, height + 2.0, title, &in_words(map), &content)
}

/// What a heat map shows, in a sentence.
fn in_words(map: &Deviations) -> String {
    let cells = map.cells.iter().flatten();
    let count = |from: f64| cells.clone().filter(|deviation| deviation.abs() >= from).count();
    let (all, two, five) = (count(0.0), count(2.0), count(5.0));
    format!(
        "{all} cells; {two} are at least 2 standard deviations from what is expected, {five} at least 5. \
         Of a fair subject 1 cell in 22 is 2 or more away, and 1 in 1.7 million is 5 or more."
    )
}

/// The colours of a heat map, and what they stand for.
pub(super) fn legend() -> String {
    let items = CLASSES.iter().map(|class| {
        format!("<li><span class=\"key {0} back-{0}\"></span>{1}</li>\n", class.name, class.says)
    });
    format!(
        "<ul class=\"legend\" aria-label=\"Colours: standard deviations from what is expected\">\n{}</ul>\n",
        items.collect::<String>()
    )
}

/// Counts as upright bars over names, with a line where they should end and a band that nearly all of a fair subject's keep to.
pub(super) fn bars(id: &str, title: &str, bars: &Bars, ends: (&str, &str)) -> String {
    let count = bars.counts.len().max(1);
    let most = bars.counts.iter().copied().max().unwrap_or(0);
    let top = as_float(most).max(bars.expected + 4.0 * bars.deviation) * 1.05;
    let scale = |value: f64| BASE - value / top.max(1e-9) * (BASE - 8.0);
    let step = (WIDTH - LEFT - 4.0) / as_f64(count);
    let width = if count > 150 { step } else { step * 0.8 };
    let (upper, lower) =
        (bars.expected + 3.0 * bars.deviation, bars.expected - 3.0 * bars.deviation);
    let right = WIDTH - 4.0;
    let mut content = format!(
        "<rect class=\"band\" x=\"{LEFT}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\"/>\n<path class=\"bars\" d=\"",
        scale(upper),
        right - LEFT,
        scale(lower.max(0.0)) - scale(upper)
    );
    let mut out = String::new();
    for (index, &value) in bars.counts.iter().enumerate() {
        let x = LEFT + step * as_f64(index) + (step - width) / 2.0;
        let y = scale(as_float(value));
        let outside = as_float(value) > upper || as_float(value) < lower;
        let bar = if outside { &mut out } else { &mut content };
        let _ = write!(bar, "M{x:.2} {BASE}V{y:.2}h{width:.2}V{BASE}z");
    }
    let _ = write!(
        content,
        "\"/>\n<path class=\"bars outside\" d=\"{out}\"/>\n\
         <path class=\"line\" d=\"M{LEFT} {line:.2}H{right}\"/>\n\
         <text x=\"{edge}\" y=\"{line_text:.2}\" class=\"end\">{}</text>\n<text x=\"{edge}\" y=\"{BASE}\" class=\"end\">0</text>\n\
         <text x=\"{LEFT}\" y=\"{below}\">{}</text><text x=\"{right}\" y=\"{below}\" class=\"end\">{}</text>\n",
        escape(&short_count(bars.expected)),
        escape(&brief(ends.0)),
        escape(&brief(ends.1)),
        line = scale(bars.expected),
        line_text = scale(bars.expected) + 4.0,
        edge = LEFT - 4.0,
        below = BASE + 14.0,
    );
    let least = bars.counts.iter().copied().min().unwrap_or(0);
    let outside =
        bars.counts.iter().filter(|&&value| as_float(value) > upper || as_float(value) < lower);
    let description = format!(
        "{count} counts from {} to {}; expected are {} each. {} lie more than 3 standard deviations away, as 1 in 370 of a fair \
         subject's do.",
        words::number(least),
        words::number(most),
        short_count(bars.expected),
        outside.count()
    );
    svg(id, BASE + 20.0, title, &description, &content)
}

/// Counts as bars that lie, each with its name: for the orders of few items.
pub(super) fn named_bars(id: &str, title: &str, bars: &Bars, names: &[String]) -> String {
    let most = bars.counts.iter().copied().max().unwrap_or(0);
    let top = as_float(most).max(bars.expected + 4.0 * bars.deviation);
    let (left, right) = (62.0, WIDTH - 60.0);
    let scale = |value: f64| left + value / top.max(1e-9) * (right - left);
    let (upper, lower) =
        (bars.expected + 3.0 * bars.deviation, bars.expected - 3.0 * bars.deviation);
    let height = 16.0 * as_f64(bars.counts.len()) + 4.0;
    let mut content = format!(
        "<rect class=\"band\" x=\"{:.2}\" y=\"0\" width=\"{:.2}\" height=\"{height}\"/>\n",
        scale(lower.max(0.0)),
        scale(upper) - scale(lower.max(0.0))
    );
    for ((index, &value), name) in bars.counts.iter().enumerate().zip(names) {
        let y = 2.0 + 16.0 * as_f64(index);
        let outside = as_float(value) > upper || as_float(value) < lower;
        let class = if outside { "bars outside" } else { "bars" };
        let _ = writeln!(
            content,
            "<text x=\"{}\" y=\"{text}\" class=\"end\">{}</text><rect class=\"{class}\" x=\"{left}\" y=\"{y}\" width=\"{:.2}\" \
             height=\"13\"/><text x=\"{WIDTH}\" y=\"{text}\" class=\"end\">{}</text>",
            left - 6.0,
            escape(name),
            scale(as_float(value)) - left,
            words::number(value),
            text = y + 11.0,
        );
    }
    let _ =
        writeln!(content, "<path class=\"line\" d=\"M{:.2} 0V{height}\"/>", scale(bars.expected));
    let description = format!(
        "{} counts, each with its number; expected are {} each.",
        bars.counts.len(),
        short_count(bars.expected)
    );
    svg(id, height, title, &description, &content)
}

/// One p-value of the quantile plot.
pub(super) struct Point {
    pub(super) name: &'static str,
    /// The decimal logarithm of the p-value.
    pub(super) log10: f64,
    pub(super) rejected: bool,
}

/// P-values against those of as many fair tests, both as powers of ten: a fair subject's lie along the line.
pub(super) fn quantiles(id: &str, title: &str, points: &mut [Point]) -> String {
    points.sort_by(|a, b| a.log10.total_cmp(&b.log10));
    let (left, bottom, top) = (46.0, 220.0, 10.0);
    let right = WIDTH - 10.0;
    let count = as_f64(points.len().max(1));
    let depth =
        points.iter().map(|point| -point.log10).fold(2.0, f64::max).clamp(2.0, DEEPEST).ceil();
    let across = (2.0 * count).log10().max(1.0);
    let x = |log10: f64| right + log10 / across * (right - left);
    let y = |log10: f64| top + (-log10).clamp(0.0, depth) / depth * (bottom - top);
    let mut content = format!(
        "<path class=\"axis\" d=\"M{left} {top}V{bottom}H{right}\"/>\n<path class=\"line\" d=\"M{right} {top}L{:.2} {:.2}\"/>\n",
        x(-across.min(depth)),
        y(-across.min(depth))
    );
    let steps = if depth > 4.0 { 4.0 } else { depth };
    for step in 0..=to_count(steps) {
        let power = (depth * as_f64(step) / steps).round();
        let _ = write!(
            content,
            "<text x=\"{:.2}\" y=\"{:.2}\" class=\"end\">{}</text>",
            left - 4.0,
            y(-power) + 4.0,
            power_of_ten(power, power >= DEEPEST)
        );
    }
    for power in 0..=to_count(across.floor()) {
        let _ = write!(
            content,
            "<text x=\"{:.2}\" y=\"{}\" class=\"middle\">{}</text>",
            x(-as_f64(power)),
            bottom + 14.0,
            power_of_ten(as_f64(power), false)
        );
    }
    content.push('\n');
    for (index, point) in points.iter().enumerate() {
        let expected = ((as_f64(index) + 0.5) / count).log10();
        let class = if point.rejected { "point outside" } else { "point" };
        let _ = writeln!(
            content,
            "<circle class=\"{class}\" cx=\"{:.2}\" cy=\"{:.2}\" r=\"3.5\"><title>{}: p {}</title></circle>",
            x(expected),
            y(point.log10),
            point.name,
            words::chance(10f64.powf(point.log10), point.log10)
        );
    }
    let _ = writeln!(
        content,
        "<text x=\"{}\" y=\"{}\" class=\"middle\">expected of fair tests</text>\
         <text transform=\"translate(10 {}) rotate(-90)\" class=\"middle\">p-value</text>",
        f64::midpoint(left, right),
        bottom + 30.0,
        f64::midpoint(top, bottom)
    );
    let smallest = points.first().map_or(0.0, |point| point.log10);
    let description = format!(
        "{} p-values, of which the smallest is {}. Points along the line are what fair tests give; points far below it are faults.",
        points.len(),
        words::chance(10f64.powf(smallest), smallest)
    );
    svg(id, bottom + 36.0, title, &description, &content)
}

fn power_of_ten(power: f64, or_less: bool) -> String {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let power = to_count(power);
    let tens: String = power
        .to_string()
        .chars()
        .filter_map(|digit| digits.get(digit.to_digit(10)? as usize).copied())
        .collect();
    let less = if or_less { "≤ " } else { "" };
    if power == 0 { "1".to_owned() } else { format!("{less}10⁻{tens}") }
}

/// Labels have no more room than this.
fn brief(label: &str) -> String {
    match label.char_indices().nth(LONGEST_LABEL) {
        Some((end, _)) => format!("{}..", &label[..end]),
        None => label.to_owned(),
    }
}

fn short_count(count: f64) -> String {
    let text = if count >= 10.0 { format!("{count:.0}") } else { format!("{count:.1}") };
    crate::paper::grouped(&text)
}

/// A class of deviations.
struct Class {
    name: &'static str,
    says: &'static str,
    /// Its least deviation.
    from: f64,
}

fn class_of(deviation: f64) -> usize {
    CLASSES.iter().rposition(|class| deviation >= class.from).unwrap_or(0)
}

#[allow(clippy::cast_precision_loss, reason = "a picture has not so many parts")]
fn as_f64(count: usize) -> f64 {
    count as f64
}

fn as_float(count: u64) -> f64 {
    super::super::figures::as_f64(count)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small whole number")]
fn to_count(number: f64) -> usize {
    number as usize
}

const CLASSES: [Class; 9] = [
    Class { name: "l4", says: "below −10", from: f64::NEG_INFINITY },
    Class { name: "l3", says: "−10 to −5", from: -10.0 },
    Class { name: "l2", says: "−5 to −3.5", from: -5.0 },
    Class { name: "l1", says: "−3.5 to −2", from: -3.5 },
    Class { name: "c0", says: "−2 to 2", from: -2.0 },
    Class { name: "m1", says: "2 to 3.5", from: 2.0 },
    Class { name: "m2", says: "3.5 to 5", from: 3.5 },
    Class { name: "m3", says: "5 to 10", from: 5.0 },
    Class { name: "m4", says: "above 10", from: 10.0 },
];

/// As wide as a telephone: wider screens make it larger.
const WIDTH: f64 = 360.0;
const LEFT: f64 = 46.0;
/// A letter's width, about.
const LETTER: f64 = 6.5;
const LONGEST_LABEL: usize = 24;
const TOP: f64 = 20.0;
/// Where bars stand.
const BASE: f64 = 150.0;
/// Smaller p-values are shown at this power of ten.
const DEEPEST: f64 = 12.0;
