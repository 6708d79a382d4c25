//! The report as JSON: everything that was counted and found. Its fields are documented in audit/fairness/README.md.

use fairdraw::exam::{Counts, Diagnosis, Judged, Law, Likeness, NumberTally, SharesTally, Tally};
use serde_json::{Map, Value, json};

use super::text::because;
use super::{Form, Kind, Report, Verdict, mending, words};
use crate::exam::items::Items;
use crate::exam::looks::{Seen, Tallied};
use crate::exam::unseen::{Needed, Unseen};

/// The whole report.
pub(crate) fn json(report: &Report) -> Value {
    let facts = report.subject.facts.iter();
    let facts: Map<String, Value> =
        facts.map(|(name, value)| ((*name).to_owned(), Value::from(value.as_str()))).collect();
    let broken = report.broken();
    json!({
        "verdict": match report.verdict() {
            Verdict::NoFault => "no-fault-found",
            Verdict::Fault => "fault-found",
            Verdict::NotAPermutation => "not-a-permutation",
            Verdict::DeclaredUnfair => "declared-not-fair",
            Verdict::NotExamined => "not-examined",
        },
        "sentence": words::verdict(report),
        "meaning": words::meaning(report),
        "failed": report.failed().map(fairdraw::exam::Test::name).collect::<Vec<_>>(),
        "broken": broken.map(|broken| json!({"place": broken.place, "what": broken.what})),
        "observations": report.observations(),
        "level": report.rule.level(),
        "visible": report.visible().map(|(test, bias)| json!({
            "test": test.name(), "bias": bias, "says": words::visible(report),
        })),
        "unseen": report.unseen.iter().map(unseen).collect::<Vec<_>>(),
        "examined": {
            "kind": kind(report.subject.kind),
            "name": report.subject.name,
            "facts": facts,
            "form": form(&report.subject.form),
        },
        "diagnosis": report.diagnosis.as_ref().map(|diagnosis| diagnosed(report, diagnosis)),
        "exact": report.exact.json(),
        "looks": report.looks().iter().map(look).collect::<Vec<_>>(),
        "command": report.command,
        "version": report.version,
    })
}

fn diagnosed(report: &Report, diagnosis: &Diagnosis) -> Value {
    let (mistakes, fits) = report.mistakes();
    let name = |likeness: &Likeness| likeness.specimen.to_string();
    json!({
        "mistakes": mistakes.iter().map(name).collect::<Vec<_>>(),
        "fits": fits,
        "to_mend_it": mistakes.first().and_then(|likeness| mending::of(&likeness.specimen)),
        "compared": diagnosis.candidates.iter().map(|likeness| json!({
            "mistake": name(likeness),
            "says": likeness.specimen.says(),
            "log10_likelihood": likeness.log10_likelihood,
            "fits": likeness.fits,
            "worst": likeness.worst.map(|(test, p)| json!({"test": test.name(), "p": p})),
        })).collect::<Vec<_>>(),
    })
}

fn unseen(unseen: &Unseen) -> Value {
    let [name, says, ..] = words::unseen(unseen);
    json!({
        "specimen": name,
        "says": says,
        "needed": unseen.needed.number(),
        "needed_is": match unseen.needed {
            Needed::About(..) => "about",
            Needed::MoreThan(_) => "more-than",
            Needed::Never => "never",
        },
        "test": match unseen.needed {
            Needed::About(_, test) => Some(test.name()),
            _ => None,
        },
    })
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Own => "own",
        Kind::Commit => "commit",
        Kind::Specimen => "specimen",
        Kind::Text => "text",
        Kind::Command => "command",
    }
}

fn form(form: &Form) -> Value {
    match form {
        Form::Items { shape, items } => {
            let kind = if shape.is_order() {
                "order"
            } else if shape.is_set() {
                "set"
            } else {
                "ordered-sample"
            };
            let mut form = json!({"kind": kind, "n": shape.n(), "k": shape.k()});
            match items {
                Items::Numbers { first } => form["first"] = (*first).into(),
                Items::Labels(labels) => {
                    let names =
                        labels.names().map(|name| String::from_utf8_lossy(name).into_owned());
                    form["labels"] = names.collect::<Vec<_>>().into();
                    form["list_order_known"] = labels.in_list_order.into();
                }
            }
            form
        }
        Form::Numbers(shape) => json!({
            "kind": "number", "low": shape.low().to_string(), "high": shape.high().to_string(),
        }),
        Form::Tickets { entries } => json!({"kind": "tickets", "entries": entries}),
        Form::Unknown => Value::Null,
    }
}

fn look(seen: &Seen) -> Value {
    let without = seen.look.not_applicable.iter();
    json!({
        "observations": seen.tallied.observations(),
        "level": seen.look.level,
        "tests": seen.look.judged.iter().map(test).collect::<Vec<_>>(),
        "not_applicable": without.map(|(test, why)| {
            json!({"test": test.name(), "why": because(*why)})
        }).collect::<Vec<_>>(),
        "counts": match &seen.tallied {
            Tallied::Orders(tally) => orders(tally),
            Tallied::Numbers(tally) => numbers(tally),
            Tallied::Tickets(tally) => tickets(tally),
        },
    })
}

fn test(judged: &Judged) -> Value {
    let finding = &judged.finding;
    json!({
        "test": finding.test.name(),
        "says": finding.test.says(),
        "statistic": finding.statistic,
        "law": match finding.law {
            Law::ChiSquare { df } => json!({"name": "chi-square", "df": df}),
            Law::Normal => json!({"name": "normal"}),
            Law::Poisson { mean } => json!({"name": "poisson", "mean": mean}),
            _ => Value::Null,
        },
        "p": finding.p,
        "log10_p": finding.log10_p,
        "adjusted_p": judged.adjusted_p,
        "rejected": judged.rejected,
        "observations": finding.observations,
        "visible": finding.visible,
    })
}

fn orders(tally: &Tally) -> Value {
    let repeats = tally.repeats();
    let mut counts = json!({
        "outcomes": tally.outcomes(),
        "position_item": tally.position_item().map(table),
        "first_two": tally.first_two().map(table),
        "overlaps": tally.overlaps(),
        "trend_sum": tally.trend_sum().to_string(),
        "repeats": {"compared": repeats.compared, "repeats": repeats.repeats},
    });
    let more = if tally.shape().is_order() {
        json!({
            "successor_pairs": tally.successor_pairs().map(table),
            "fixed_points": tally.fixed_points(),
            "even": tally.even(),
            "inversions": tally.inversions(),
            "inversion_sum": tally.inversion_sum().to_string(),
            "product_sum": tally.product_sum().to_string(),
            "descents": tally.descents(),
            "rising_sequences": tally.rising_sequences(),
            "cycles": tally.cycles(),
        })
    } else {
        json!({
            "items": tally.items(),
            "pairs": tally.pairs().map(table),
            "adjacent": tally.adjacent(),
        })
    };
    if let (Value::Object(counts), Value::Object(more)) = (&mut counts, more) {
        counts.extend(more);
    }
    counts
}

fn numbers(tally: &NumberTally) -> Value {
    json!({"frequency": tally.frequency(), "low_bits": tally.low_bits()})
}

fn tickets(tally: &SharesTally) -> Value {
    json!({"tickets": tally.tickets(), "first_place": tally.counts()})
}

/// Its rows.
fn table(counts: &Counts) -> Vec<&[u64]> {
    (0..counts.rows()).map(|row| counts.row(row)).collect()
}
