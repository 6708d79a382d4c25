//! What is said in the same words wherever it is said.

use fairdraw::exam::exact::Declared;
use fairdraw::exam::{Judged, Law, Likeness, Test};

use super::{Form, Kind, Report, Verdict, mending};
use crate::exam::looks::Seen;
use crate::exam::unseen::{Mistake, Needed, Unseen};
use crate::paper::grouped;

/// The verdict, in one sentence.
pub(crate) fn verdict(report: &Report) -> String {
    let seen = observations(report);
    match report.verdict() {
        Verdict::NoFault if report.says_little() => {
            format!("No fault found in {seen}, which says little: they are too few.")
        }
        Verdict::NoFault => format!("No fault found in {seen}."),
        Verdict::Fault => {
            let are = if report.observations() == 1 { "is" } else { "are" };
            format!("FAULT FOUND: {seen} {are} not what chance would have given.")
        }
        Verdict::DeclaredUnfair => {
            let method = report.exact.declared_method().unwrap_or_default();
            let seen = match report.observations() {
                0 => "nothing was examined".to_owned(),
                _ => format!("though no fault shows in {seen}"),
            };
            format!("NOT FAIR AS DECLARED: {method} can't make all results equally likely; {seen}.")
        }
        Verdict::NotExamined => {
            "Nothing was examined: this is what follows from what was declared.".to_owned()
        }
        Verdict::NotAPermutation => {
            let thing = form(&report.subject.form, 1);
            let broken = report.broken();
            let place = broken.map_or("", |broken| &broken.place);
            let what = broken.map_or("", |broken| &broken.what);
            format!("FAULT FOUND: {place} is no {thing}: {what}.")
        }
    }
}

/// What the verdict means for whoever has to act on it.
pub(crate) fn meaning(report: &Report) -> String {
    let level = percentage(report.rule.level());
    match report.verdict() {
        Verdict::NoFault => format!(
            "A fair program passes this exam but for a chance of at most {level}. That there is no fault it can't prove: a bias \
             that is small for so many {}, or of a kind that no test looks at, passes too.{}",
            things(&report.subject.form),
            too_few(report).unwrap_or_default()
        ),
        Verdict::Fault => format!(
            "The exam calls at most {level} of all fair programs faulty. Don't draw with this one before the fault is found \
             and mended; draws that were made with it favoured some results over others."
        ),
        Verdict::DeclaredUnfair => "Some results are likelier than others, whatever its random words are: how much, and how many shuffles \
             show it, is said below. A program that does as it declares can be no better."
            .to_owned(),
        Verdict::NotExamined => "A program that does as it declares can be no better. Whether it does, only its shuffles show."
            .to_owned(),
        Verdict::NotAPermutation => {
            let before = match report.observations() {
                0 => String::new(),
                count => format!("; nothing is said of the {} before", number(count)),
            };
            let must = match report.subject.form {
                Form::Numbers(_) => "a whole number in this range",
                _ => "of that form: no item missing, none twice, none from elsewhere",
            };
            format!(
                "Whatever the chances are, each {} must be {must}. The exam ended there{before}.",
                form(&report.subject.form, 1)
            )
        }
    }
}

/// How many tests could not be made.
fn too_few(report: &Report) -> Option<String> {
    let (lacking, needed) = report.lacking()?;
    let things = things(&report.subject.form);
    let tests = if lacking == 1 { "1 test".to_owned() } else { format!("{lacking} tests") };
    Some(format!(
        " {tests} could not be made with so few; all can with {} {things}.",
        number(needed)
    ))
}

/// `100,000 shuffles of 52 items`.
pub(crate) fn observations(report: &Report) -> String {
    let count = report.observations();
    format!("{} {}", number(count), form(&report.subject.form, count))
}

/// `shuffle of 52 items`, or several of them.
pub(crate) fn form(form: &Form, count: u64) -> String {
    let s = if count == 1 { "" } else { "s" };
    match form {
        Form::Items { shape, .. } => {
            let (n, k) = (number(shape.n().into()), number(shape.k().into()));
            if shape.is_order() {
                format!("shuffle{s} of {n} items")
            } else if shape.is_set() {
                format!("set{s} of {k} of {n} items")
            } else {
                format!("draw{s} of {k} of {n} items")
            }
        }
        Form::Numbers(shape) => {
            let [low, high] = [shape.low(), shape.high()].map(number_of);
            format!("number{s} from {low} to {high}")
        }
        Form::Tickets { entries } => {
            format!("draw{s} from {} entries with tickets", number(*entries))
        }
        Form::Unknown => format!("observation{s}"),
    }
}

/// `shuffles`.
pub(crate) fn things(form: &Form) -> &'static str {
    match form {
        Form::Items { shape, .. } if shape.is_order() => "shuffles",
        Form::Items { shape, .. } if shape.is_set() => "sets",
        Form::Numbers(_) => "numbers",
        _ => "draws",
    }
}

/// How small a bias would have been seen.
pub(crate) fn visible(report: &Report) -> Option<String> {
    let (test, bias) = report.visible()?;
    // Of long lists and ranges groups of neighbours are counted.
    let (one, groups) = match &report.subject.form {
        Form::Items { shape, .. } if shape.n() > 256 => ("items", Some("256")),
        Form::Numbers(shape) if shape.size() > 1024 => ("numbers", Some("1,024")),
        Form::Numbers(_) => ("number", None),
        _ => ("item", None),
    };
    let what = match groups {
        Some(groups) => format!("one of {groups} groups of neighbouring {one}"),
        None => format!("one {one}"),
    };
    let drawn = match test {
        Test::FirstPlace => "that is drawn first",
        Test::Items => "that is drawn",
        _ => "that comes",
    };
    let bias = percentage(bias);
    Some(format!(
        "{what} {drawn} {bias} more often than its share would be found with a chance of 9 in 10"
    ))
}

/// Which known mistakes would not have been seen, and what to do about it.
pub(crate) fn invisible(report: &Report) -> Option<String> {
    let (methods, others): (Vec<&Unseen>, Vec<&Unseen>) =
        report.unseen.iter().partition(|unseen| matches!(unseen.mistake, Mistake::Method(_)));
    let things = things(&report.subject.form);
    // Of each kind the one with the fewest bits, which needs the least.
    let mut narrowest: Vec<(&Unseen, Declared, bool)> = Vec::new();
    for unseen in methods {
        let Mistake::Method(method) = unseen.mistake else { continue };
        match narrowest.last_mut() {
            Some((_, last, more)) if is_same_kind(*last, method) => *more = true,
            _ => narrowest.push((unseen, method, false)),
        }
    }
    let mut all: Vec<String> = Vec::new();
    for &(unseen, method, more) in &narrowest {
        let (mistake, bits) = mistake_and_bits(method);
        let more = if more { " or more" } else { "" };
        let needed = match unseen.needed {
            Needed::Never => format!("no number of {things} shows it"),
            _ => format!("needs {} {things}", needed(unseen.needed)),
        };
        all.push(format!("{mistake} of {bits} bits{more} ({needed})"));
    }
    all.extend(others.iter().map(|unseen| {
        format!("{} (needs {} {things})", unseen.mistake.name(), needed(unseen.needed))
    }));
    if all.is_empty() {
        return None;
    }
    let declare: Vec<String> =
        narrowest.iter().map(|(_, method, _)| format!("--declare {method}")).collect();
    let advice = match (report.subject.kind, declare.as_slice()) {
        (Kind::Own, _) => {
            ". Our own draws have none of them: all their words are counted exactly, below".to_owned()
        }
        (Kind::Commit, _) => {
            ". The code that draws has none of them: fairdraw exam without a file counts all its words exactly".to_owned()
        }
        (_, []) => format!(". More {things} would show them"),
        (_, declare) => format!(
            ". If you know how the program draws, name it, and its chances are computed exactly: {}",
            one_of(declare)
        ),
    };
    Some(format!(
        "with so many {things} these known mistakes would not show: {}{advice}",
        all.join(", ")
    ))
}

/// `about 1,700,000`, `more than 1,700,000`.
pub(crate) fn needed(needed: Needed) -> String {
    match needed {
        Needed::About(number, _) => format!("about {}", rounded(number)),
        Needed::MoreThan(number) => format!("more than {}", rounded(number)),
        Needed::Never => "no number is enough".to_owned(),
    }
}

/// A mistake that would not be seen: its name, what it is, how many observations it needs, and the test that sees it then.
pub(crate) fn unseen(unseen: &Unseen) -> [String; 4] {
    let says = match unseen.mistake {
        Mistake::Method(method) => {
            let (mistake, bits) = mistake_and_bits(method);
            format!("{mistake} of {bits} bits")
        }
        Mistake::Other(specimen) => specimen.says().to_owned(),
    };
    let test = match unseen.needed {
        Needed::About(_, test) => test.name(),
        Needed::MoreThan(_) => "the best test",
        Needed::Never => "",
    };
    [unseen.mistake.name(), says, needed(unseen.needed), test.to_owned()]
}

fn is_same_kind(one: Declared, other: Declared) -> bool {
    mistake_and_bits(one).0 == mistake_and_bits(other).0
}

fn mistake_and_bits(method: Declared) -> (&'static str, u32) {
    match method {
        Declared::Modulo { word_bits } => ("places by the remainder of a random word", word_bits),
        Declared::Multiply { word_bits } => {
            ("places by a bound times a random fraction", word_bits)
        }
        Declared::Keys { bits } => ("sorting by random keys", bits),
        Declared::Seed { bits } => ("a generator with a seed", bits),
    }
}

/// `a, b or c`.
fn one_of(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// How the looks were made.
pub(crate) fn looks(report: &Report) -> String {
    let level = percentage(report.rule.level());
    match report.looks() {
        [] => String::new(),
        [only] if only.look.level <= report.rule.level() => {
            format!("one look at {}, at the level of {level}", number(only.tallied.observations()))
        }
        [only] => format!(
            "one look at {}, in which no test was rejected, so that no second one was needed; each look has the level of {}, and both \
             that of {level}",
            number(only.tallied.observations()),
            percentage(only.look.level)
        ),
        [first, second, ..] => format!(
            "two looks at {} and {} others, at the level of {} each, so {level} for both",
            number(first.tallied.observations()),
            number(second.tallied.observations()),
            percentage(first.look.level)
        ),
    }
}

/// What stands over the tests of a look, counted from 1.
pub(crate) fn look_heading(report: &Report, seen: &Seen, index: usize) -> String {
    let count = seen.tallied.observations();
    let (seen, things) = (number(count), things(&report.subject.form));
    let things = if count == 1 { things.trim_end_matches('s') } else { things };
    match index {
        1 => format!("Tests of {seen} {things}"),
        _ => format!("Second look: the rejected tests again, with {seen} other {things}"),
    }
}

/// A mistake, the likelihood of the counts under it against fairness, whether they are as it makes them, and where not.
pub(crate) fn candidate(likeness: &Likeness) -> [String; 4] {
    let worst = likeness.worst.map(|(test, p)| format!("{}, p {}", test.name(), plain_chance(p)));
    [
        likeness.specimen.to_string(),
        format!("10^{:.1}", likeness.log10_likelihood),
        if likeness.fits { "yes" } else { "no" }.to_owned(),
        worst.unwrap_or_default(),
    ]
}

/// What the diagnosis says.
fn looks_like(report: &Report) -> Option<String> {
    report.diagnosis.as_ref()?;
    Some(match report.mistakes() {
        ([], _) => {
            match report
                .diagnosis
                .iter()
                .flat_map(|all| &all.candidates)
                .find(|one| fits_better(one))
            {
                None => "none of the known mistakes".to_owned(),
                Some(likeness) => format!(
                    "none of the known mistakes for certain. {} would fit ({}), and makes the counts 10^{:.1} times likelier than fairness \
                 does, where 10^6 is asked for: more {} tell more",
                    likeness.specimen,
                    likeness.specimen.says(),
                    likeness.log10_likelihood,
                    things(&report.subject.form)
                ),
            }
        }
        ([one], true) => format!("{}: {}", one.specimen, one.specimen.says()),
        ([one, ..], false) => {
            format!("{}, though not just as it makes them: {}", one.specimen, one.specimen.says())
        }
        ([first, others @ ..], true) => {
            let others: Vec<String> =
                others.iter().map(|other| other.specimen.to_string()).collect();
            format!(
                "{}: {}; or {}, which these counts can't tell from it",
                first.specimen,
                first.specimen.says(),
                others.join(", ")
            )
        }
    })
}

/// A mistake for which something speaks, though not enough to name it.
fn fits_better(likeness: &Likeness) -> bool {
    likeness.fits && likeness.log10_likelihood >= 1.0
}

/// What was examined and how, by names.
pub(crate) fn facts(report: &Report) -> Vec<(&'static str, String)> {
    let mut facts = vec![("examined", report.subject.name.clone())];
    facts.extend(report.subject.facts.iter().cloned());
    let (mistakes, _) = report.mistakes();
    if let Some(looks_like) = looks_like(report) {
        facts.push(("looks like", looks_like));
    }
    if let Some(mended) = mistakes.first().and_then(|likeness| mending::of(&likeness.specimen)) {
        facts.push(("to mend it", mended.to_owned()));
    }
    if !report.looks().is_empty() {
        facts.push(("level", looks(report)));
    }
    let failed: Vec<&str> = report.failed().map(Test::name).collect();
    if !failed.is_empty() {
        facts.push(("failed", failed.join(", ")));
    } else if let Some(visible) = visible(report) {
        facts.push(("visible", visible));
    }
    if let Some(invisible) = invisible(report) {
        facts.push(("invisible", invisible));
    }
    if let ([first, _, ..], true) = (report.looks(), failed.is_empty()) {
        let repeated: Vec<&str> = first.look.rejected().map(Test::name).collect();
        let repeated = repeated.join(", ");
        facts.push((
            "repeated",
            format!("{repeated}: rejected in the first look, and not in the second"),
        ));
    }
    facts
}

/// What a look says of a test: nothing, that it is looked at again, or that it is rejected.
pub(crate) fn word(report: &Report, judged: &Judged, index: usize) -> &'static str {
    match judged.rejected {
        false => "",
        true if index < report.looks().len() => "repeated",
        true => "rejected",
    }
}

/// The law of a statistic.
pub(crate) fn law(law: Law) -> String {
    match law {
        Law::ChiSquare { df } => format!("chi-square, {} df", grouped(&format!("{df:.0}"))),
        Law::Normal => "normal".to_owned(),
        Law::Poisson { mean } => format!("Poisson, mean {}", significant(mean)),
        _ => "another law".to_owned(),
    }
}

/// A statistic, as its law has it.
pub(crate) fn statistic(judged: &Judged) -> String {
    let statistic = judged.finding.statistic;
    match judged.finding.law {
        Law::ChiSquare { .. } => grouped(&format!("{statistic:.1}")),
        Law::Normal => format!("{statistic:+.2}"),
        _ => grouped(&format!("{statistic:.0}")),
    }
}

/// A chance, given also by its logarithm.
pub(crate) fn chance(p: f64, log10: f64) -> String {
    if p >= 0.0001 {
        return format!("{p:.4}");
    }
    if log10 < -300.0 {
        return format!("below 1e{:.0}", log10.ceil());
    }
    let exponent = log10.floor();
    let digits = 10f64.powf(log10 - exponent);
    // 9.97 is shown as 1.0 of the next power.
    let (digits, exponent) =
        if digits >= 9.95 { (1.0, exponent + 1.0) } else { (digits, exponent) };
    format!("{digits:.1}e{exponent:.0}")
}

/// The chance after Holm's correction.
pub(crate) fn adjusted(judged: &Judged) -> String {
    plain_chance(judged.adjusted_p)
}

/// A chance of which no logarithm is given.
fn plain_chance(p: f64) -> String {
    if p > 0.0 { chance(p, p.log10()) } else { "below 1e-300".to_owned() }
}

/// `4.1%`, with two digits that count.
pub(crate) fn percentage(share: f64) -> String {
    let percent = share * 100.0;
    if !percent.is_finite() {
        return "any number of times".to_owned();
    }
    if share >= 10_000.0 {
        return format!("about 10^{:.0} times", share.log10());
    }
    if percent > 0.0 && percent < 1e-9 {
        return "less than 0.000000001%".to_owned();
    }
    let (mut decimals, mut scaled) = (0, percent);
    while scaled > 0.0 && scaled < 9.95 && decimals < 9 {
        (decimals, scaled) = (decimals + 1, scaled * 10.0);
    }
    let text = format!("{percent:.decimals$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{}%", grouped(text))
}

/// Three digits that count: `0.0123`, `4.56`, `1,234`.
fn significant(number: f64) -> String {
    if number >= 100.0 {
        return grouped(&format!("{number:.0}"));
    }
    match number {
        0.0 => "0".to_owned(),
        ..0.001 => format!("{number:.0e}"),
        _ => format!("{number:.3}"),
    }
}

/// Two digits that count: `12,000,000`, and `10^18` where nobody will have so many.
pub(crate) fn rounded(count: f64) -> String {
    if count > 1e15 {
        return format!("10^{:.0}", count.log10());
    }
    let scale = 10f64.powf(count.max(1.0).log10().floor() - 1.0).max(1.0);
    grouped(&format!("{:.0}", (count / scale).round() * scale))
}

/// `1,204`.
pub(crate) fn number(number: u64) -> String {
    grouped(&number.to_string())
}

/// The same of a number that may be below 0.
pub(crate) fn number_of(number: i128) -> String {
    grouped(&number.to_string())
}
