//! The options that say what is drawn.

use fairdraw::Digest;
use fairdraw::draw::{
    DrawKind, History, HistoryKind, Method, Prize, Raffle, Rules, Time, Vacancy, Wins, check_line,
};

use crate::error::Error;
use crate::show;

/// Title, prizes, alternates and the like.
#[derive(clap::Args)]
#[command(next_help_heading = "The draw")]
pub(crate) struct Terms {
    /// What is drawn, 1 to 512 bytes
    #[arg(long, value_name = "TEXT", value_parser = line, required_unless_present = "dry_run")]
    title: Option<String>,

    /// Who draws
    #[arg(long, value_name = "TEXT", value_parser = line)]
    organiser: Option<String>,

    /// How many of which prize, in the order in which ranks go to them; 1 to 1,024 times
    #[arg(long = "prize", value_name = "\"COUNT NAME\"", required_unless_present = "dry_run", allow_hyphen_values = true, value_parser = prize)]
    prizes: Vec<Prize>,

    /// How many alternates are drawn after the winners
    #[arg(long, value_name = "COUNT", default_value_t = 0, allow_negative_numbers = true, value_parser = number)]
    alternates: u64,

    /// How a prize is given on: to the `next` alternate, or everybody below moves `up`
    #[arg(long, value_name = "next|up", default_value = "next", value_parser = vacancy)]
    vacancy: Vacancy,

    /// How often an entry with several tickets can win: `once` (so it is if nothing is said), or `per-ticket`
    #[arg(long, value_name = "once|per-ticket", value_parser = wins)]
    wins: Option<Wins>,

    /// Keep the list private: only drawn entries are published, with proofs that they stood in it
    #[arg(long)]
    pub(crate) private: bool,

    /// A test run: its files say so, and its seeds can't stand in a draw
    #[arg(long)]
    pub(crate) rehearsal: bool,

    /// This draw is a further round after another one: its commit id and its reveal id
    #[arg(long, num_args = 2, value_names = ["COMMIT-ID", "REVEAL-ID"], requires = "reason", conflicts_with = "replaces", value_parser = show::read_id)]
    follows: Option<Vec<Digest>>,

    /// This draw replaces another one, which is void: its commit id
    #[arg(long, value_name = "COMMIT-ID", requires = "reason", value_parser = show::read_id)]
    replaces: Option<Digest>,

    /// Why there is a further draw
    #[arg(long, value_name = "TEXT", value_parser = line)]
    reason: Option<String>,

    /// A remark in the commit; up to 16 times
    #[arg(long = "note", value_name = "TEXT", value_parser = line)]
    notes: Vec<String>,
}

impl Terms {
    /// What is drawn from a list of entries, as yet without a private list's root.
    pub(crate) fn raffle(&self, tickets: Option<u64>, root: Digest) -> Result<DrawKind, Error> {
        let method = match (tickets, self.wins) {
            (Some(_), _) if self.private => {
                return Err(Error::not_done(
                    "a list with tickets can't be private in this version",
                )
                .hint("leave out --private, or draw without tickets"));
            }
            (Some(total), wins) => Method::Tickets { total, wins: wins.unwrap_or(Wins::Once) },
            (None, Some(_)) => {
                return Err(Error::not_done("--wins is for a list with tickets")
                    .hint("name the column with --tickets, or leave out --wins"));
            }
            (None, None) => Method::Shuffle,
        };
        Ok(DrawKind::Raffle(Raffle {
            private: self.private,
            root,
            method,
            prizes: self.prizes.clone(),
            alternates: self.alternates,
            vacancy: (self.alternates > 0).then_some(self.vacancy),
        }))
    }

    /// The rules, as yet without seeds and beacon.
    pub(crate) fn rules(
        &self,
        entries: u64,
        kind: DrawKind,
        created: Time,
        published: &str,
    ) -> Result<Rules, Error> {
        for (option, count, most) in
            [("--prize", self.prizes.len(), MOST_PRIZES), ("--note", self.notes.len(), MOST_NOTES)]
        {
            if count > most {
                return Err(Error::not_done(format!("{option} is given {count} times"))
                    .hint(format!("a commit takes at most {most}")));
            }
        }
        let history = self.reason.clone().and_then(|reason| {
            let kind = match (self.follows.as_deref(), self.replaces) {
                (Some(&[commit, reveal]), _) => HistoryKind::Follows { commit, reveal },
                (_, Some(commit)) => HistoryKind::Replaces { commit },
                _ => return None,
            };
            Some(History { kind, reason })
        });
        if self.reason.is_some() && history.is_none() {
            return Err(Error::not_done(
                "--reason is for a draw that follows or replaces another one",
            )
            .hint("add --follows or --replaces, or use --note"));
        }
        Ok(Rules {
            rehearsal: self.rehearsal,
            // Only a dry run can do without, and it ends before this.
            title: self.title.clone().unwrap_or_default(),
            organiser: self.organiser.clone(),
            history,
            entries,
            kind,
            seeds: Vec::new(),
            beacon: None,
            opening: None,
            fresh: None,
            created,
            published: published.to_owned(),
            notes: self.notes.clone(),
        })
    }
}

/// A text that becomes a line of the commit: checked here, the parser's complaint names its option.
pub(crate) fn line(text: &str) -> Result<String, String> {
    check_line(text, LONGEST_TEXT).map(|()| text.to_owned()).map_err(|fault| fault.to_string())
}

fn prize(text: &str) -> Result<Prize, String> {
    let wanted = "write a count and a name, for example \"3 Bicycle\"";
    let (count, name) = text.split_once(' ').ok_or(wanted)?;
    line(text)?;
    let count = number(count).map_err(|why| format!("the count: {why}; {wanted}"))?;
    if count == 0 {
        return Err(format!("the count: a prize is there at least once; {wanted}"));
    }
    let name = line(name).map_err(|fault| format!("the name: {fault}"))?;
    Ok(Prize { count, name })
}

/// A whole number as the files hold one.
pub(crate) fn number(text: &str) -> Result<u64, String> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("write a whole number in digits, without a sign".to_owned());
    }
    let largest = u64::MAX >> 1;
    let number = text.parse().ok().filter(|&number| number <= largest);
    number.ok_or_else(|| format!("larger than {largest}"))
}

fn vacancy(text: &str) -> Result<Vacancy, String> {
    match text {
        "next" => Ok(Vacancy::Next),
        "up" => Ok(Vacancy::Up),
        _ => Err("either next or up".to_owned()),
    }
}

fn wins(text: &str) -> Result<Wins, String> {
    match text {
        "once" => Ok(Wins::Once),
        "per-ticket" => Ok(Wins::PerTicket),
        _ => Err("either once or per-ticket".to_owned()),
    }
}

/// The most prizes and notes of a commit (SPEC 6.1).
const MOST_PRIZES: usize = 1024;
const MOST_NOTES: usize = 16;
/// The most bytes of a text in a commit (SPEC 6.1).
const LONGEST_TEXT: usize = 512;
