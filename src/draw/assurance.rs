//! The sentences of a verdict: what was found, and what it is worth (SPEC, "Verify").

use alloc::{
    format,
    string::{String, ToString as _},
    vec::Vec,
};

use crate::draw::{
    beacon::{self, BeaconValue},
    chain::Chain,
    commit::{
        BeaconRule, Commit, DrawKind, History, HistoryKind, Method, MissingSeeds, OpeningRule,
        Places, Raffle, Rules, Wins,
    },
    history::{Earlier, Way},
    items::DrawnItem,
    outcome::{Answer, Decision, Holders},
    reach::Reach,
    receipt::{Included, Receipt},
    reveal::Reveal,
    verify::{Evidence, Options, Rounds},
};
use crate::{sample::Plan, text::Time};

pub(super) use sampling::sample_sentences;

mod sampling;

pub(super) fn id_sentence(commit: &Commit, options: Options) -> (Evidence, String) {
    let id = commit.id();
    if options.expected.is_some() {
        return (Evidence::Proven, format!("the commit id is the expected one: {id}"));
    }
    let hint = "compare all 64 digits with the id published before the draw";
    (Evidence::Claimed, format!("the commit id is {id}; {hint}"))
}

pub(super) fn existed_sentence(rules: &Rules, time: Time) -> (Evidence, String) {
    match &rules.fresh {
        Some(fresh) if !can_have_existed(rules, time) => (
            Evidence::NotProven,
            format!(
                "that the commit file existed by {time}, the time given: it holds the signature of drand {} round {}, due at {}, \
                 so the time can't be right if the signature is",
                fresh.chain.name,
                fresh.round,
                due(fresh.chain, fresh.round)
            ),
        ),
        _ => (
            Evidence::Proven,
            format!("by the outside proof of time, the commit file existed by {time}"),
        ),
    }
}

/// Whether the time is not before the round in the commit's `fresh` line.
pub(super) fn can_have_existed(rules: &Rules, time: Time) -> bool {
    rules.not_before().is_none_or(|fresh| fresh <= time.unix_seconds())
}

pub(super) fn list_sentence(commit: &Commit) -> String {
    let entries = commit.rules().entries;
    let counted_entries = counted(entries, "entry", "entries");
    let raffle = match &commit.rules().kind {
        DrawKind::Raffle(raffle) => raffle,
        DrawKind::Sample(sampling) => return sampling::population_sentence(sampling, entries),
    };
    let root = raffle.root;
    match raffle {
        Raffle { private: true, .. } => {
            format!(
                "every drawn entry stood at its position in the private list of {entries} (root {root})"
            )
        }
        Raffle { method: Method::Tickets { total, .. }, .. } => {
            format!(
                "the list has {counted_entries}, no two equal byte for byte, with {} (root {root})",
                counted(*total, "ticket", "tickets")
            )
        }
        _ => format!("the list has {counted_entries}, no two equal byte for byte (root {root})"),
    }
}

pub(super) const fn unread_list_sentence(rules: &Rules) -> &'static str {
    if rules.is_private() {
        "the entry list given: a private list can't be compared without its key"
    } else {
        "the entry list given: the population stands in the commit itself"
    }
}

pub(super) fn receipt_sentence(receipt: &Receipt, included: Included) -> String {
    let Included { position, entries } = included;
    format!("the receipt's entry stands at position {position} of {entries}: {}", receipt.entry)
}

/// What the rules are: one sentence or more.
pub(super) fn rules_sentences(
    kind: &DrawKind,
    places: Places,
    plan: Option<&Plan<'_>>,
) -> Vec<String> {
    match (kind, plan) {
        (DrawKind::Raffle(raffle), _) => [raffle_sentence(raffle, places)].into(),
        (DrawKind::Sample(sampling), Some(plan)) => sampling::plan_sentences(sampling, plan),
        (DrawKind::Sample(_), None) => Vec::new(),
    }
}

fn raffle_sentence(raffle: &Raffle, places: Places) -> String {
    let Places { winners, alternates } = places;
    let chance = match raffle.method {
        Method::Shuffle => "the rule favours no entry",
        Method::Tickets { wins: Wins::Once, .. } => {
            "the rule favours no ticket, and an entry wins once"
        }
        Method::Tickets { wins: Wins::PerTicket, .. } => {
            "the rule favours no ticket, and an entry can win with each of its tickets"
        }
    };
    format!(
        "{} and {}; {chance}",
        counted(winners, "winner", "winners"),
        counted(alternates, "alternate", "alternates")
    )
}

/// What the commit, and the earlier draws that were given, say about the draws before this one.
pub(super) fn history_sentences(way: &Way) -> Vec<(Evidence, String)> {
    let mut sentences = Vec::new();
    // One more than those that say something about one before.
    let draws = way.histories.len() + 1;
    let all_given = way.histories.len() == way.earlier.len();
    if !way.earlier.is_empty() {
        let end = if all_given { "" } else { " at least; the first of them was not given" };
        sentences.push((Evidence::Proven, format!("this is draw {draws} of {draws}{end}")));
    }
    for (number, History { kind, reason }) in (1..draws).rev().zip(&way.histories) {
        let this = match number + 1 {
            this if this == draws => "this draw".to_string(),
            this => format!("draw {this}"),
        };
        let earlier = format!("draw {number} (commit {})", kind.commit());
        let is_void = matches!(kind, HistoryKind::Replaces { .. });
        let sentence = if is_void {
            format!("{earlier} is void and {this} takes its place, because: {reason}")
        } else {
            format!("{this} is a further round after {earlier}, which stands, because: {reason}")
        };
        sentences.push((Evidence::Claimed, sentence));
        if is_void {
            let sentence =
                format!("that draw {number} was given up for this reason, and not for its result");
            sentences.push((Evidence::NotProven, sentence));
        }
    }
    if !way.histories.is_empty() {
        let sentence = "the draws before this one, which are verified with their own files";
        sentences.push((Evidence::NotChecked, sentence.to_string()));
    }
    sentences
}

pub(super) fn beacon_sentences(
    commit: &Commit,
    options: Options,
    rounds: &Rounds,
) -> Vec<(Evidence, String)> {
    let created = commit.rules().created;
    let mut sentences = Vec::new();
    match &commit.rules().beacon {
        Some(BeaconRule::Drand { chain, round }) => {
            let (name, due) = (chain.name, due(chain, *round));
            sentences.push(match rounds.beacon {
                Some(_) => (
                    Evidence::Proven,
                    format!("the randomness is that of drand {name} round {round}, due at {due}"),
                ),
                None => (
                    Evidence::NotChecked,
                    format!("that the signature is the one of drand {name} round {round}"),
                ),
            });
            let existed_by = options.existed_by;
            let before = |time: &Time| time.unix_seconds() < chain.seconds_of(*round);
            sentences.push(match existed_by.filter(before) {
                Some(time) => (
                    Evidence::Proven,
                    format!("the commit was made by {time}, before the round of {due}"),
                ),
                None => (
                    Evidence::Claimed,
                    format!("the commit was made at {created}, before the round of {due}"),
                ),
            });
        }
        Some(BeaconRule::Public { shape, description }) => {
            sentences.push((
                Evidence::Proven,
                format!("the public text has the committed shape {shape}"),
            ));
            sentences.push((
                Evidence::NotChecked,
                format!("that it is what was announced: {description}"),
            ));
            if let Some(time) = options.existed_by {
                sentences.push((
                    Evidence::NotProven,
                    format!(
                        "that the public text was not known yet by {time}, the proven time: only then does that time show that \
                         the commit was not made to suit the text"
                    ),
                ));
            }
        }
        None => {}
    }
    if let Some(fresh) = &commit.rules().fresh {
        let (name, round, due) = (fresh.chain.name, fresh.round, due(fresh.chain, fresh.round));
        sentences.push(match rounds.fresh {
            Some(_) => (
                Evidence::Proven,
                format!("the commit was not made before {due}: drand {name} round {round} is in it"),
            ),
            None => (
                Evidence::NotChecked,
                format!("the signature of drand {name} round {round}, which would show that the commit was not made earlier"),
            ),
        });
    }
    let sentence = "the material is what commit, beacon and seeds give";
    sentences.push((Evidence::Proven, sentence.to_string()));
    sentences
}

/// Earlier draws whose reveals have this draw's public text, or a round due no earlier than this draw's: whoever made the
/// commit may have known the randomness.
pub(super) fn known_sentences(
    commit: &Commit,
    reveal: &Reveal,
    way: &Way,
    options: Options,
) -> Vec<(Evidence, String)> {
    let known = |(number, draw): (usize, &Earlier)| {
        let value = draw.reveal.as_ref()?.beacon.as_ref()?;
        let earlier = format!("the reveal of draw {number} (commit {})", draw.commit.id());
        match (&commit.rules().beacon, value, &draw.commit.rules().beacon) {
            (Some(BeaconRule::Public { .. }), BeaconValue::Public(_), _) => {
                (reveal.beacon.as_ref() == Some(value)).then(|| {
                    format!("that nobody knew the public text when the commit was made: {earlier} has the same")
                })
            }
            (
                Some(BeaconRule::Drand { chain, round }),
                BeaconValue::Drand { .. },
                Some(BeaconRule::Drand { chain: of, round: there }),
            ) => {
                let here = chain.seconds_of(*round);
                let existed = options.existed_by.is_some_and(|time| time.unix_seconds() < here);
                (!existed && of.seconds_of(*there) >= here).then(|| {
                    let due = due(of, *there);
                    format!("that nobody knew the round when the commit was made: {earlier} has one that was due at {due}, no earlier")
                })
            }
            _ => None,
        }
    };
    let sentences = (1..=way.histories.len()).rev().zip(&way.earlier).filter_map(known);
    sentences.map(|sentence| (Evidence::NotProven, sentence)).collect()
}

/// When a round is due, in words.
fn due(chain: &Chain, round: u64) -> String {
    let time = chain.time_of(round).map(|time| time.to_string());
    time.unwrap_or_else(|| "a year after 9999".to_string())
}

pub(super) fn seeds_sentences(commit: &Commit, reveal: &Reveal) -> Vec<(Evidence, String)> {
    let mut sentences = Vec::new();
    let (opened, missing): (Vec<_>, Vec<_>) =
        reveal.seeds.iter().partition(|seed| seed.seed.is_some());
    let names = |seeds: &[&_]| {
        let names: Vec<&str> =
            seeds.iter().map(|seed: &&super::RevealedSeed| seed.name.as_str()).collect();
        names.join(", ")
    };
    if !opened.is_empty() {
        let open = match opened.len() {
            1 => "the seed opens its commitment",
            _ => "the seeds open their commitments",
        };
        sentences.push((Evidence::Proven, format!("{open}: {}", names(&opened))));
    }
    let Some(OpeningRule { seeds_by, missing: rule }) = commit.rules().opening else {
        return sentences;
    };
    let knowing = knowledge_of_holders(commit.rules());
    let mut sentence = format!("the seeds that count were published by {seeds_by}");
    if missing.is_empty() {
        sentence += match rule {
            MissingSeeds::Void => "; by not publishing, a holder could have made the draw void, ",
            MissingSeeds::LeaveOut => {
                "; by not publishing, a holder could have chosen between two results, "
            }
        };
        sentence += knowing;
    }
    sentences.push((Evidence::Claimed, sentence));
    if !missing.is_empty() {
        let names = names(&missing);
        sentences.push((
            Evidence::Claimed,
            format!("not published by then, and left out by the rule: {names}"),
        ));
    }
    sentences
}

/// What a holder can know of the result when he decides whether to publish his seed.
fn knowledge_of_holders(rules: &Rules) -> &'static str {
    match rules.beacon {
        Some(BeaconRule::Drand { .. }) if opened_in_time(rules) => {
            "knowing neither what it would be with his seed nor what without it"
        }
        Some(BeaconRule::Drand { .. }) => "and could know the result before",
        Some(BeaconRule::Public { .. }) => "and could know the result before if the text was out",
        None => "and could know the result before if all others had published",
    }
}

pub(super) fn draw_sentence(places: Places, sample: Option<&[DrawnItem]>) -> String {
    if let Some(items) = sample {
        let follow = match items.len() {
            1 => "the one item follows".to_string(),
            count => format!("all {count} items follow"),
        };
        return format!(
            "{follow} from population, design and material: rank, role, stratum, position, unit and entry"
        );
    }
    let subject = match places.total() {
        1 => "the one place follows".to_string(),
        total => format!("all {total} places follow"),
    };
    format!("{subject} from list, rules and material: rank, prize, position and entry")
}

/// What the lines of the outcome file come to; nothing without one.
pub(super) fn outcome_sentences(
    holders: &Holders,
    decisions: &[Decision],
) -> Vec<(Evidence, String)> {
    if decisions.is_empty() {
        return Vec::new();
    }
    let (mut kept, mut given_on, mut empty) = (0_u64, 0_u64, 0_u64);
    for place in holders.prize_places() {
        match place.rank {
            Some(rank) if rank == place.number => kept += 1,
            Some(_) => given_on += 1,
            None => empty += 1,
        }
    }
    let mut passed_over = Vec::new();
    let mut accepted = Vec::new();
    for Decision { rank, answer, .. } in decisions {
        match answer {
            Answer::Accepted => accepted.push(format!("{rank}")),
            Answer::PassedOver { cause, text } => {
                passed_over.push(format!("{rank} ({cause}: {text})"));
            }
        }
    }
    let list = |ranks: &[String]| match ranks {
        [] => "nobody".to_string(),
        ranks if ranks.len() > MOST_RANKS => {
            format!("{}, and {} more", ranks[..MOST_RANKS].join(", "), ranks.len() - MOST_RANKS)
        }
        ranks => ranks.join(", "),
    };
    [
        (
            Evidence::Proven,
            format!(
                "by the committed rule, and with no rank skipped, of the prize places {kept} {} held as drawn, {given_on} \
                 went to other ranks, {empty} {} not awarded",
                are(kept),
                are(empty)
            ),
        ),
        (
            Evidence::Claimed,
            format!(
                "accepted: {}; passed over: {}",
                list(&accepted),
                list(&passed_over)
            ),
        ),
        (
            Evidence::NotProven,
            "that no line was added to the outcome file later, and that the last line is in it".to_string(),
        ),
    ]
    .into()
}

/// So many ranks of an outcome are named in a sentence.
const MOST_RANKS: usize = 20;

pub(super) fn closing_sentences(
    commit: &Commit,
    reveal: &Reveal,
    rounds: &Rounds,
    reach: Reach,
) -> Vec<(Evidence, String)> {
    let published = &commit.rules().published;
    let public = matches!(commit.rules().beacon, Some(BeaconRule::Public { .. }));
    let whole = match reach.covers_all_results() {
        // A seed that counts has more starts than the stream, whatever the text.
        true if public && reveal.seeds.iter().all(|seed| seed.seed.is_none()) => {
            "if each digit is equally likely to be 0 to 9, whatever the others are, every result can be expected to be \
             possible; six-sided dice and lottery numbers have fewer starts"
        }
        true => "if they are random, every result can be expected to be possible",
        false => "this does not show that every result is possible",
    };
    let (evidence, secure) = assurance(commit, reveal, rounds);
    [
        (Evidence::Proven, format!("sources of this kind have at most {reach}; {whole}")),
        (evidence, secure),
        (
            Evidence::NotProven,
            format!("that no other commit was made for this draw: compare the id with the published one ({published})"),
        ),
        (Evidence::NotProven, "that the list was complete and honest".to_string()),
    ]
    .into()
}

/// Against whom the draw is secure, by where its randomness comes from.
fn assurance(commit: &Commit, reveal: &Reveal, rounds: &Rounds) -> (Evidence, String) {
    let rules = commit.rules();
    let opened = reveal.seeds.iter().filter(|seed| seed.seed.is_some()).count();
    let missing = reveal.seeds.len() - opened;
    let late = !rules.seeds.is_empty() && !opened_in_time(rules);
    let sentence = match (&rules.beacon, opened) {
        (Some(BeaconRule::Drand { .. }), _) if late => format!(
            "each of the {} seed holders could see the result before deciding whether to open: seeds \
             were due less than 600 seconds before the round{}",
            rules.seeds.len(),
            choice(missing, "after the round")
        ),
        (Some(BeaconRule::Drand { .. }), _) => {
            let condition = match rounds.beacon {
                Some(_) => "if the commit id was public before the round",
                None => {
                    "if the signature is that of the round, and the commit id was public before it"
                }
            };
            if missing > 0 {
                let choice = choice(missing, "after the round");
                format!(
                    "{condition}, nobody but a threshold of the beacon's operators could know before the round what could come \
                     of it{choice}"
                )
            } else if opened > 0 {
                format!(
                    "{condition}, and the seeds too, nobody could know or choose the result: not the organiser, not an entrant, \
                     not the beacon's operators alone; not excluded are the operators together with the seed holders who open \
                     last; whoever held a seed back until after the round could know the result and then only {}",
                    given_up(rules)
                )
            } else {
                format!(
                    "{condition}, nobody could know or choose the result: not the organiser and not an entrant; not excluded is a \
                     threshold of the beacon's operators together with somebody who could still change list or commit"
                )
            }
        }
        (Some(BeaconRule::Public { shape, description }), _) => {
            let mut sentence =
                "as good as the public text's source, which is not verified".to_string();
            if opened == 0 && beacon::digits(shape) < 20 {
                sentence += "; the text has fewer than 20 digits and no seed counts, so the commit's author could list all \
                             outcomes and choose among commits";
            }
            if !rules.seeds.is_empty() {
                sentence +=
                    "; a seed holder who opens only when the text is known can choose whether to";
            }
            sentence += &choice(missing, "when the text was known");
            // Words of a file stand last, where they can't pass for the program's.
            sentence + "; the source, as the commit names it: " + description
        }
        // Whose seed it is, only its name says.
        (None, 0 | 1) => {
            let holder = rules.seeds.first().map_or("", |seed| seed.name.as_str());
            format!(
                "the holder of the seed, {holder}, is trusted: seeds could be tried before the commitment, and the seed withheld; \
                 nobody else could know the result, and nothing was changed after the commitment"
            )
        }
        (None, _) => {
            let holders: Vec<&str> = rules.seeds.iter().map(|seed| seed.name.as_str()).collect();
            format!(
                "the last of these seed holders to open is trusted, as he could know the result before deciding whether to open; \
                 and so are all of them together, who could choose the result: {}",
                holders.join(", ")
            )
        }
    };
    (Evidence::Claimed, sentence)
}

/// Who could choose among how many results, if seeds are missing: each set of them could have been called missing.
fn choice(missing: usize, when: &str) -> String {
    if missing == 0 {
        return String::new();
    }
    let (seeds, them) = if missing == 1 { ("seed", "it") } else { ("seeds", "them all") };
    format!(
        "; {missing} {seeds} missing: whoever holds {them}, or hides that they were published, could choose {when} among up to \
         {} results, and by leaving out seeds of his that count among more",
        1_u64 << missing // a commit has 16 seeds at most
    )
}

/// What a holder could do who knew the result, where all seeds count.
fn given_up(rules: &Rules) -> &'static str {
    match rules.opening.map(|opening| opening.missing) {
        Some(MissingSeeds::LeaveOut) => "leave his seed out, which would show here as missing",
        _ => "make the draw void",
    }
}

/// Whether seeds were due at least 600 seconds before the beacon's round.
pub(super) fn opened_in_time(rules: &Rules) -> bool {
    match (&rules.beacon, rules.opening) {
        (Some(BeaconRule::Drand { chain, round }), Some(opening)) => {
            opening.seeds_by.unix_seconds() + 600 <= chain.seconds_of(*round)
        }
        _ => false,
    }
}

/// A number with what it counts.
fn counted(count: u64, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

const fn are(count: u64) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_spoken_of_as_many() {
        assert_eq!(counted(0, "entry", "entries"), "0 entries");
        assert_eq!(counted(1, "entry", "entries"), "1 entry");
        assert_eq!(counted(2, "entry", "entries"), "2 entries");
        let said = |winners, alternates| draw_sentence(Places { winners, alternates }, None);
        assert!(said(1, 0).starts_with("the one place follows from list"));
        assert!(said(1, 1).starts_with("all 2 places follow from list"));
    }
}
