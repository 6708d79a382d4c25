//! What the page says of itself before it has computed anything, and all that it says without scripts.

use std::collections::BTreeMap;

use fairdraw::draw::{
    Answer, BeaconRule, Commit, Method, MissingSeeds, OutcomeFile, PlaceKind, Reveal, Rules,
    Vacancy, Verdict, Wins,
};

use super::page::Embedded;
use super::qr;
use super::texts::{Said, Texts};
use crate::html::{escape, isolated};
use crate::show;

/// The element that the page removes before it shows a result. Nothing in it says that anything was checked.
pub(super) fn article(verdict: &Verdict, files: &Embedded, texts: &Texts) -> String {
    let (commit, reveal) = (verdict.commit(), verdict.reveal());
    let say = |key| texts.say(key, &[]);
    let rules = commit.rules();
    let test = if rules.rehearsal {
        format!("<div class=\"test\"><strong>{}</strong>{}</div>\n", say("test"), say("test-text"))
    } else {
        String::new()
    };
    let organiser = rules.organiser.as_deref().map_or_else(String::new, |organiser| {
        format!("<p class=\"by\">{}</p>\n", isolated(organiser))
    });
    let (winners, drawn) = winners(verdict, files, texts);
    let created = shown_time(&rules.created.to_string());
    let parts = [
        format!("<article class=\"stated\" id=\"fairdraw-stated\" lang=\"{}\">\n", texts.language),
        "<div class=\"cert\">\n".to_owned(),
        test,
        format!("<p class=\"kicker\">{}</p>\n", say("certificate")),
        format!("<h1>{}</h1>\n", isolated(&rules.title)),
        organiser,
        format!(
            "<p class=\"by\">{}</p>\n",
            texts.say("fixed", &[("created", Said::Text(&created))])
        ),
        format!(
            "<div class=\"notice\"><strong>{}</strong><p>{}</p></div>\n",
            say("not-yet"),
            say("not-yet-text")
        ),
        winners,
        id(commit, texts),
        "</div>\n".to_owned(),
        drawn,
        section(&say("rules"), &list(&in_words(rules, texts))),
        section(&say("step.8"), &list(&worth(rules, reveal, texts))),
        section(&say("how"), &how(commit, files, texts)),
        section(&say("inside"), &names(files)),
        "</article>".to_owned(),
    ];
    parts.concat()
}

fn section(heading: &str, content: &str) -> String {
    format!("<section class=\"block\"><h2>{heading}</h2>\n{content}</section>\n")
}

fn list(items: &[String]) -> String {
    let items = items.join("</li>\n<li>");
    format!("<ul class=\"plainly\">\n<li>{items}</li>\n</ul>\n")
}

/// A line of the list of winners.
struct Row<'a> {
    kind: PlaceKind,
    number: u64,
    /// Nothing where the prize is not awarded.
    entry: Option<&'a str>,
    /// What became of it, as HTML.
    fate: String,
}

/// Who holds the prizes, and the order drawn if an outcome file has changed them.
fn winners(verdict: &Verdict, files: &Embedded, texts: &Texts) -> (String, String) {
    let rules = verdict.commit().rules();
    let heading = if rules.rehearsal { "winners-stated-test" } else { "winners-stated" };
    let heading = texts.say(heading, &[]);
    let groups = |rows: &[Row]| -> String {
        rows.chunk_by(|a, b| a.kind == b.kind)
            .map(|rows| group(rules, rows, files, texts))
            .collect()
    };
    let places = &verdict.reveal().places;
    let fates = fates(verdict);
    let drawn: Vec<_> = places
        .iter()
        .map(|place| Row {
            kind: place.kind,
            number: place.rank,
            entry: Some(&place.entry),
            fate: fate_of(&fates, place.rank, texts).unwrap_or_default(),
        })
        .collect();
    if verdict.decisions().is_empty() {
        return (section(&heading, &groups(&drawn)), String::new());
    }
    let file = outcome_file(verdict, files);
    let hint = |text: String| format!("<p class=\"hint\">{text}</p>\n");
    let note = hint(texts.say("outcome-note", &[("file", Said::Text(&file))]));
    let held = section(&heading, &(note + &groups(&held(verdict, &fates, texts))));
    let note = hint(texts.say("drawn-order-note", &[]));
    (held, section(&texts.say("drawn-order", &[]), &(note + &groups(&drawn))))
}

/// Who holds each prize place by the outcome file, and the alternates whose turn has not come.
fn held<'a>(verdict: &'a Verdict, fates: &Fates, texts: &Texts) -> Vec<Row<'a>> {
    let places = &verdict.reveal().places;
    let holders = verdict.outcome();
    // The i-th place has rank i: verify has checked it.
    let at = |rank: u64| places.get(usize::try_from(rank - 1).unwrap_or(usize::MAX));
    let prizes = holders.prize_places().zip(places).map(|(held, place)| {
        let moved = held.rank.filter(|&rank| rank != held.number);
        let moved = moved.map(|rank| texts.say("fate.moved", &[("rank", Said::Number(rank))]));
        let accepted = held.rank.and_then(|rank| fate_of(fates, rank, texts));
        Row {
            kind: place.kind,
            number: held.number,
            entry: held.rank.and_then(at).map(|place| place.entry.as_str()),
            fate: moved.into_iter().chain(accepted).collect::<Vec<_>>().join("; "),
        }
    });
    let waiting = places.iter().filter(|place| place.rank > holders.called()).map(|place| Row {
        kind: place.kind,
        number: place.rank,
        entry: Some(&place.entry),
        fate: String::new(),
    });
    prizes.chain(waiting).collect()
}

/// The last answer by rank.
type Fates<'a> = BTreeMap<u64, &'a Answer>;

fn fates(verdict: &Verdict) -> Fates<'_> {
    verdict.decisions().iter().map(|decision| (decision.rank, &decision.answer)).collect()
}

/// What became of a rank.
fn fate_of(fates: &Fates, rank: u64, texts: &Texts) -> Option<String> {
    Some(match fates.get(&rank)? {
        Answer::Accepted => texts.say("fate.accepted", &[]),
        Answer::PassedOver { cause, text } => {
            let cause = texts.say(&format!("cause.{}", cause.word()), &[]);
            texts.say("fate.passed", &[("cause", Said::Html(&cause)), ("why", Said::Text(text))])
        }
    })
}

/// The name in the page of the outcome file with the most lines, which the others only begin.
fn outcome_file(verdict: &Verdict, files: &Embedded) -> String {
    let is_whole = |bytes: &[u8]| {
        OutcomeFile::parse(bytes, u64::MAX).is_ok_and(|file| file.decisions == verdict.decisions())
    };
    let whole = files
        .files()
        .into_iter()
        .find(|(name, bytes)| name.ends_with(".outcome") && is_whole(bytes));
    whole.map_or_else(String::new, |(name, _)| name)
}

fn group(rules: &Rules, rows: &[Row], files: &Embedded, texts: &Texts) -> String {
    let raffle = rules.raffle();
    let count = rows.len() as u64;
    let first = rows.first().map_or(1, |row| row.number);
    let prize = match rows.first().map(|row| row.kind) {
        Some(PlaceKind::Prize(number)) => {
            usize::try_from(number - 1).ok().and_then(|index| raffle?.prizes.get(index))
        }
        _ => None,
    };
    let (class, name) = match prize {
        Some(prize) => ("prize", isolated(&prize.name)),
        None => ("prize alternates", texts.say("alternates", &[])),
    };
    let how_many = match count {
        1 => String::new(),
        _ => format!(
            "<small>{}</small>",
            texts.say("prize-count", &[("count", Said::Number(count))])
        ),
    };
    let hint = match raffle.and_then(|raffle| raffle.vacancy) {
        Some(vacancy) if prize.is_none() => {
            let key = match vacancy {
                Vacancy::Next => "alternates-next",
                Vacancy::Up => "alternates-up",
            };
            format!("<p class=\"hint\">{}</p>\n", texts.say(key, &[]))
        }
        _ => String::new(),
    };
    let lines: String = rows.iter().take(MOST_SHOWN).map(|row| line(row, texts)).collect();
    let rest = match rows.len().checked_sub(MOST_SHOWN) {
        None | Some(0) => String::new(),
        Some(rest) => {
            let file = format!("{}.reveal", files.stem);
            let values = [("count", Said::Number(rest as u64)), ("file", Said::Text(&file))];
            format!("<p class=\"hint rest\">{}</p>\n", texts.say("show-rest", &values))
        }
    };
    format!(
        "<div class=\"{class}\"><h3>{name}{how_many}</h3>\n{hint}<ol class=\"places\" start=\"{first}\">\n{lines}</ol>\n\
         {rest}</div>\n"
    )
}

fn line(row: &Row, texts: &Texts) -> String {
    let Row { number, entry, fate, .. } = row;
    let entry = match entry {
        Some(entry) => isolated(entry),
        None => format!("<em>{}</em>", texts.say("not-awarded", &[])),
    };
    let fate = match fate.as_str() {
        "" => String::new(),
        fate => format!("<span class=\"fate\">{fate}</span>"),
    };
    format!("<li><span class=\"rank\">{number}</span>{entry}{fate}</li>\n")
}

fn id(commit: &Commit, texts: &Texts) -> String {
    let id = commit.id();
    let digits = id.to_string();
    let groups: Vec<_> = (0..8).map(|group| &digits[group * 8..group * 8 + 8]).collect();
    let groups = groups.join("</span><span>");
    let published = [("published", Said::Text(&commit.rules().published))];
    format!(
        "<section class=\"idcard\">{}<div><h2>{}</h2><span class=\"id\"><span>{groups}</span></span><p>{}</p></div></section>\n",
        qr::svg(id, &texts.say("qr", &[])),
        texts.say("d.commit-id", &[]),
        texts.say("compare-id", &published),
    )
}

/// The rules as sentences; the page says the same of the commit that it read itself.
fn in_words(rules: &Rules, texts: &Texts) -> Vec<String> {
    let raffle = rules.raffle();
    let prizes = raffle.into_iter().flat_map(|raffle| &raffle.prizes);
    let counts = [
        ("winners", Said::Number(prizes.map(|prize| prize.count).sum())),
        ("alternates", Said::Number(raffle.map_or(0, |raffle| raffle.alternates))),
        ("count", Said::Number(rules.entries)),
    ];
    let method = match raffle.map_or(Method::Shuffle, |raffle| raffle.method) {
        Method::Shuffle => texts.say("rule.each", &[]),
        Method::Tickets { total, wins } => {
            let key = match wins {
                Wins::Once => "rule.once",
                Wins::PerTicket => "rule.per-ticket",
            };
            texts.say(key, &[("tickets", Said::Number(total))])
        }
    };
    let kind = if rules.is_private() { "rule.private" } else { "rule.public" };
    let mut said = vec![texts.say("rule.places", &counts), method, texts.say(kind, &[])];
    let names: Vec<_> = rules.seeds.iter().map(|seed| seed.name.as_str()).collect();
    if !names.is_empty() {
        let count = Said::Number(names.len() as u64);
        let names = names.join(", ");
        said.push(texts.say("rule.seeds", &[("count", count), ("names", Said::Text(&names))]));
    }
    match &rules.beacon {
        Some(BeaconRule::Drand { chain, round }) => {
            // After the year 9999 as the page writes it: in seconds since 1970.
            let due = match chain.time_of(*round) {
                Some(due) => shown_time(&due.to_string()),
                None => format!("{} s", chain.seconds_of(*round)),
            };
            let values = [("round", Said::Number(*round)), ("due", Said::Text(&due))];
            said.push(texts.say("rule.drand", &values));
        }
        Some(BeaconRule::Public { description, .. }) => {
            said.push(texts.say("rule.public-text", &[("source", Said::Text(description))]));
        }
        None => {}
    }
    said
}

/// Whom the draw is safe from if it is valid (SPEC 8.3), and what no check can prove.
fn worth(rules: &Rules, reveal: &Reveal, texts: &Texts) -> Vec<String> {
    let counting = reveal.seeds.iter().filter(|seed| seed.seed.is_some()).count();
    let missing = reveal.seeds.len() - counting;
    let mut claimed = Vec::new();
    match &rules.beacon {
        Some(BeaconRule::Drand { chain, round }) => {
            let due = chain.seconds_of(*round);
            let late = rules.opening.is_some_and(|rule| rule.seeds_by.unix_seconds() + 600 > due);
            let key = match counting {
                _ if late => "l.bind-drand-late",
                _ if missing > 0 => "l.bind-drand-missing",
                0 => "l.bind-drand",
                _ => "l.bind-drand-seeds",
            };
            // As the page says it, which checks the signature.
            let condition = texts.say("if.public", &[]);
            claimed.push(texts.say(key, &[("condition", Said::Html(&condition))]));
            if key == "l.bind-drand-seeds" {
                let kept_back = match rules.opening.map(|rule| rule.missing) {
                    Some(MissingSeeds::LeaveOut) => "l.bind-kept-back-leave-out",
                    _ => "l.bind-kept-back-void",
                };
                claimed.push(texts.say(kept_back, &[]));
            }
        }
        Some(BeaconRule::Public { shape, description }) => {
            claimed.push(texts.say("l.bind-public", &[("source", Said::Text(description))]));
            if counting == 0 && shape.matches('d').count() < 20 {
                claimed.push(texts.say("l.bind-public-short", &[]));
            }
            if !rules.seeds.is_empty() {
                claimed.push(texts.say("l.bind-public-seeds", &[]));
            }
        }
        None if counting == 1 => {
            let name = rules.seeds.first().map(|seed| seed.name.as_str()).unwrap_or_default();
            claimed.push(texts.say("l.bind-one", &[("name", Said::Text(name))]));
        }
        None => {
            let names: Vec<_> = rules.seeds.iter().map(|seed| seed.name.as_str()).collect();
            let names = names.join(", ");
            claimed.push(texts.say("l.bind-several", &[("names", Said::Text(&names))]));
        }
    }
    if missing > 0 {
        // A commit has 16 seeds at most.
        let values = [("missing", missing as u64), ("results", 1_u64 << missing)];
        let values = values.map(|(name, value)| (name, Said::Number(value)));
        claimed.push(texts.say("l.bind-missing", &values));
    }
    let published = [("published", Said::Text(&rules.published))];
    let not_proven = [texts.say("l.other-commit", &published), texts.say("l.list-honest", &[])];
    let word = |word: &str, class: &str, sentence: &String| {
        let word = texts.say(word, &[]);
        format!("<span class=\"word {class}\">{word}</span> {sentence}")
    };
    let claimed = claimed.iter().map(|sentence| word("word.CLAIMED", "CLAIMED", sentence));
    let not_proven =
        not_proven.iter().map(|sentence| word("word.NOT PROVEN", "NOT-PROVEN", sentence));
    claimed.chain(not_proven).collect()
}

fn how(commit: &Commit, files: &Embedded, texts: &Texts) -> String {
    let names: Vec<_> = files.files().into_iter().map(|(name, _)| name).collect();
    let rehearsal = show::rehearsal_flag(commit);
    let verify = format!("verify {} --expect COMMIT-ID{rehearsal}", names.join(" "));
    let published = [("published", Said::Text(&commit.rules().published))];
    let paragraph = |key| format!("<p>{}</p>\n", texts.say(key, &[]));
    let command = |text: &str| {
        format!("<code class=\"command\" translate=\"no\">{}</code>\n", isolated(text))
    };
    // The commit id is that of the file with LF.
    let hash = if files.commit.contains(&b'\r') {
        format!("tr -d '\\r' < {}.commit | sha256sum", files.stem)
    } else {
        format!("sha256sum {}.commit", files.stem)
    };
    [
        paragraph("how-page"),
        paragraph("how-id"),
        command(&hash),
        paragraph("how-tool"),
        command(&format!("fairdraw {verify}")),
        paragraph("how-python"),
        command(&format!("python3 fairdraw.py {verify}")),
        format!("<p>{}</p>\n", texts.say("how-expect", &published)),
        paragraph("how-other"),
    ]
    .concat()
}

fn names(files: &Embedded) -> String {
    let names: Vec<_> = files.files().iter().map(|(name, _)| escape(name)).collect();
    format!("<ul class=\"inside\"><li>{}</li></ul>\n", names.join("</li><li>"))
}

/// A time as people write it.
fn shown_time(time: &str) -> String {
    time.replace('T', " ").replace('Z', " UTC")
}

/// Places of one prize that are listed without scripts: a page of a million would not open.
const MOST_SHOWN: usize = 1000;
