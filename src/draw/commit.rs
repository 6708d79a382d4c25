//! The commit file: list, rules and sources of randomness, fixed and published before the draw.

use alloc::{
    borrow::ToOwned as _,
    string::{String, ToString as _},
    vec::Vec,
};
use core::fmt;

use sha2::{Digest as _, Sha256};

use crate::{
    digest::{Digest, Hex},
    draw::{
        beacon,
        chain::{Chain, LARGEST_ROUND},
        file::{FileError, FileKind, FileText, LARGEST_COMMIT, Reader, Value},
        sampling::{PopulationRule, Sampling},
    },
    text::{LARGEST_NUMBER, Time, is_seed_name},
};

/// A commit file that follows the grammar, with its id.
///
/// Its numbers fit each other only once [`check_rules`](Self::check_rules) has said so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    rules: Rules,
    text: String,
    id: Digest,
}

/// Everything that a commit file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// A rehearsal, whose seeds can't stand in a draw.
    pub rehearsal: bool,
    /// What is drawn.
    pub title: String,
    /// Who draws.
    pub organiser: Option<String>,
    /// The earlier draw that this one has to do with.
    pub history: Option<History>,
    /// The number of entries, 1 to 2³² - 1.
    pub entries: u64,
    /// What is drawn from them, and how.
    pub kind: DrawKind,
    /// The commitments to seeds.
    pub seeds: Vec<SeedCommitment>,
    /// The public randomness.
    pub beacon: Option<BeaconRule>,
    /// When seeds are opened; if and only if there is a seed and a beacon, or two seeds.
    pub opening: Option<OpeningRule>,
    /// A recent drand round, which shows that the commit was not made before it.
    pub fresh: Option<Fresh>,
    /// When the commit was made; a claim.
    pub created: Time,
    /// Where the commit id can be seen before the draw.
    pub published: String,
    /// Remarks: part of the id, input of no rule.
    pub notes: Vec<String>,
}

/// What is drawn from the list, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DrawKind {
    /// Winners of prizes.
    Raffle(Raffle),
    /// Items of a population, by a sampling design.
    Sample(Sampling),
}

/// What only the draw of a raffle's winners has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raffle {
    /// Whether the list is kept private.
    pub private: bool,
    /// The Merkle root of the list.
    pub root: Digest,
    /// How winners are drawn.
    pub method: Method,
    /// The prizes, in the order in which ranks go to them.
    pub prizes: Vec<Prize>,
    /// The number of alternates drawn after the winners.
    pub alternates: u64,
    /// How vacancies are filled; if and only if there are alternates.
    pub vacancy: Option<Vacancy>,
}

/// How a draw has to do with an earlier one, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    /// Further round or replacement.
    pub kind: HistoryKind,
    /// Why there is a further draw.
    pub reason: String,
}

/// A further round, or a replacement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HistoryKind {
    /// A further round after a draw that stands.
    Follows {
        /// Its commit id.
        commit: Digest,
        /// Its reveal id.
        reveal: Digest,
    },
    /// The earlier draw is void.
    Replaces {
        /// Its commit id.
        commit: Digest,
    },
}

/// How winners are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// The first places of a shuffle: each entry has the same chance.
    Shuffle,
    /// By tickets: an entry's chance is proportional to its tickets.
    Tickets {
        /// The sum of the tickets, below 2⁶³.
        total: u64,
        /// How often an entry can be drawn.
        wins: Wins,
    },
}

/// How often an entry with several tickets can be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wins {
    /// Once.
    Once,
    /// As often as it has tickets.
    PerTicket,
}

/// A prize, or several of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prize {
    /// How many, at least 1.
    pub count: u64,
    /// What it is.
    pub name: String,
}

/// How a prize is given on when its winner is passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vacancy {
    /// The next alternate fills it; everybody else keeps his.
    Next,
    /// Everybody below moves up.
    Up,
}

/// The commitment to one seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedCommitment {
    /// Whose seed it is: `[a-z0-9][a-z0-9-]{0,30}`.
    pub name: String,
    /// `H("fairdraw/v1/seed", name, seed)`.
    pub commitment: Digest,
}

/// The public randomness that a commit names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BeaconRule {
    /// A round of a drand chain.
    Drand {
        /// The chain.
        chain: &'static Chain,
        /// The round, 1 to 2⁵³ - 1.
        round: u64,
    },
    /// Public text, such as dice or lottery numbers.
    Public {
        /// 4 to 128 of `d . , : + -`, a `d` for each digit.
        shape: String,
        /// What, where, when, in which order.
        description: String,
    },
}

/// Until when seeds are opened, and what happens with those that aren't.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpeningRule {
    /// A seed counts if and only if it was published by then.
    pub seeds_by: Time,
    /// What happens otherwise.
    pub missing: MissingSeeds,
}

/// What happens when a seed isn't opened in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingSeeds {
    /// The commit has no result.
    Void,
    /// Its part is empty; all others count.
    LeaveOut,
}

/// A drand round that was already known when the commit was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fresh {
    /// The chain.
    pub chain: &'static Chain,
    /// The round.
    pub round: u64,
    /// Its signature.
    pub signature: Vec<u8>,
    /// The signature of the round before, on chained chains.
    pub previous: Option<Vec<u8>>,
}

/// The places of a raffle's draw (a sample has none), in a commit whose numbers fit each other. [`Commit::check_rules`] makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Places {
    /// Places with a prize.
    pub winners: u64,
    /// Places after them.
    pub alternates: u64,
}

impl Places {
    /// Winners and alternates.
    pub const fn total(self) -> u64 {
        self.winners.saturating_add(self.alternates)
    }
}

/// Why a commit's numbers don't fit each other.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulesFault {
    /// More winners and alternates than entries (or tickets, when each ticket can win).
    TooManyPlaces {
        /// What can be drawn at most.
        most: u64,
    },
    /// No seed and no beacon.
    NoRandomness,
    /// Two seeds of one name.
    SeedNameRepeated {
        /// The name.
        name: String,
    },
    /// `no-reveal: leave-out` without a beacon: the last holder to open would choose the result.
    LeaveOutWithoutBeacon,
    /// `seeds-by` is not after `created`, or not after the round of `fresh`: no seeds file could name the commit by then.
    SeedsByBeforeCommit,
}

/// Why rules don't make a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommitError {
    /// A text or number doesn't fit the file's grammar.
    File(FileError),
    /// The numbers don't fit each other.
    Rules(RulesFault),
    /// A text has a line end or a presence rule is broken, so that the file would say something else.
    Ambiguous,
}

impl Commit {
    /// Makes the commit file for these rules.
    ///
    /// # Errors
    ///
    /// A text or number that the file can't carry, or numbers that don't fit each other.
    pub fn new(rules: &Rules) -> Result<Self, CommitError> {
        let commit = Self::parse(rules.to_string().as_bytes()).map_err(CommitError::File)?;
        if commit.rules != *rules {
            return Err(CommitError::Ambiguous);
        }
        commit.check_rules().map_err(CommitError::Rules)?;
        Ok(commit)
    }

    /// Reads a commit file.
    ///
    /// # Errors
    ///
    /// The first place where it leaves the grammar.
    pub fn parse(bytes: &[u8]) -> Result<Self, FileError> {
        let file = FileText::new(FileKind::Commit, bytes, LARGEST_COMMIT)?;
        let rules = parse_rules(&mut file.reader())?;
        let text = file.as_str().to_owned();
        let id = Digest::new(Sha256::digest(&text).into());
        Ok(Self { rules, text, id })
    }

    /// The commit id: SHA-256 of the file.
    pub const fn id(&self) -> Digest {
        self.id
    }

    /// The file.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// What it says.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Checks that the numbers fit each other.
    ///
    /// # Errors
    ///
    /// The first that doesn't.
    pub fn check_rules(&self) -> Result<Places, RulesFault> {
        let rules = &self.rules;
        let places = match &rules.kind {
            DrawKind::Raffle(raffle) => raffle.places(rules.entries)?,
            DrawKind::Sample(_) => Places { winners: 0, alternates: 0 },
        };
        if rules.seeds.is_empty() && rules.beacon.is_none() {
            return Err(RulesFault::NoRandomness);
        }
        for (index, seed) in rules.seeds.iter().enumerate() {
            if rules.seeds[..index].iter().any(|earlier| earlier.name == seed.name) {
                return Err(RulesFault::SeedNameRepeated { name: seed.name.clone() });
            }
        }
        let leave_out = rules.opening.is_some_and(|rule| rule.missing == MissingSeeds::LeaveOut);
        if leave_out && rules.beacon.is_none() {
            return Err(RulesFault::LeaveOutWithoutBeacon);
        }
        if let Some(OpeningRule { seeds_by, .. }) = rules.opening {
            let made = rules.not_before().into_iter().chain([rules.created.unix_seconds()]);
            if made.max() >= Some(seeds_by.unix_seconds()) {
                return Err(RulesFault::SeedsByBeforeCommit);
            }
        }
        Ok(places)
    }

    /// What the places of a raffle stand for, in order of rank.
    pub fn place_kinds(&self) -> impl Iterator<Item = PlaceKind> {
        let raffle = self.rules.raffle();
        let prizes = (1..).zip(raffle.into_iter().flat_map(|raffle| &raffle.prizes));
        let prizes = prizes.map(|(number, prize)| (PlaceKind::Prize(number), prize.count));
        let alternates = raffle.map(|raffle| (PlaceKind::Alternate, raffle.alternates));
        prizes.chain(alternates).flat_map(|(kind, count)| (0..count).map(move |_| kind))
    }
}

impl Rules {
    /// When the round of `fresh` was due, in seconds since 1970: the commit was not made before, if its signature is right.
    pub(super) fn not_before(&self) -> Option<i64> {
        self.fresh.as_ref().map(|fresh| fresh.chain.seconds_of(fresh.round))
    }

    /// When the draw can have been made at the earliest, in seconds since 1970: what names its reveal isn't older than commit
    /// and drand round.
    pub(super) fn drawn_not_before(&self) -> i64 {
        let created = self.created.unix_seconds();
        match &self.beacon {
            Some(BeaconRule::Drand { chain, round }) => created.max(chain.seconds_of(*round)),
            _ => created,
        }
    }

    /// What only a raffle has, if this is one.
    pub const fn raffle(&self) -> Option<&Raffle> {
        match &self.kind {
            DrawKind::Raffle(raffle) => Some(raffle),
            DrawKind::Sample(_) => None,
        }
    }

    /// What only an audit sample has, if this is one.
    pub const fn sampling(&self) -> Option<&Sampling> {
        match &self.kind {
            DrawKind::Raffle(_) => None,
            DrawKind::Sample(sampling) => Some(sampling),
        }
    }

    /// Whether the list is kept private.
    pub const fn is_private(&self) -> bool {
        match &self.kind {
            DrawKind::Raffle(raffle) => raffle.private,
            DrawKind::Sample(_) => false,
        }
    }

    /// The Merkle root of the list; nothing if a population stands in the commit itself.
    pub const fn root(&self) -> Option<Digest> {
        match &self.kind {
            DrawKind::Raffle(raffle) => Some(raffle.root),
            DrawKind::Sample(Sampling { population: PopulationRule::List(list), .. }) => {
                Some(list.root)
            }
            DrawKind::Sample(_) => None,
        }
    }
}

impl Raffle {
    /// Whether each line of the list has a number of tickets before the entry.
    pub const fn is_weighted(&self) -> bool {
        matches!(self.method, Method::Tickets { .. })
    }

    fn places(&self, entries: u64) -> Result<Places, RulesFault> {
        let most = match self.method {
            Method::Tickets { total, wins: Wins::PerTicket } => total,
            _ => entries,
        };
        let mut counts = self.prizes.iter().map(|prize| prize.count);
        let winners = counts.try_fold(0u64, u64::checked_add);
        let total = winners.and_then(|winners| winners.checked_add(self.alternates));
        match (winners, total) {
            (Some(winners), Some(total)) if total <= most => {
                Ok(Places { winners, alternates: self.alternates })
            }
            _ => Err(RulesFault::TooManyPlaces { most }),
        }
    }
}

/// What a place of the draw stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceKind {
    /// The prize on the N-th `prize:` line, from 1.
    Prize(u64),
    /// An alternate.
    Alternate,
}

impl fmt::Display for PlaceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prize(number) => write!(f, "prize-{number}"),
            Self::Alternate => f.write_str("alternate"),
        }
    }
}

fn parse_rules(reader: &mut Reader<'_>) -> Result<Rules, FileError> {
    let (kind, needs_design) = reader.header_of_design(&["commit", "rehearsal"], None)?;
    let rehearsal = kind == 1;
    let title = reader.take("title")?.text.to_owned();
    let organiser = reader.take_if("organiser")?.map(|value| value.text.to_owned());
    let history = parse_history(reader)?;
    let entries =
        reader.take("entries")?.number(1..=MOST_ENTRIES, "a number from 1 to 4294967295")?;
    let kind = if needs_design {
        DrawKind::Sample(Sampling::parse(reader)?)
    } else {
        DrawKind::Raffle(parse_raffle(reader)?)
    };
    let seeds = reader.take_all("seed", MOST_SEEDS)?;
    let seeds: Vec<_> = seeds.into_iter().map(parse_seed).collect::<Result<_, _>>()?;
    let beacon = reader.take_if("beacon")?.map(parse_beacon).transpose()?;
    let several = seeds.len() + usize::from(beacon.is_some()) >= 2 && !seeds.is_empty();
    let opening = if several { Some(parse_opening(reader)?) } else { None };
    let fresh = reader.take_if("fresh")?.map(parse_fresh).transpose()?;
    let created = reader.take("created")?.time()?;
    let published = reader.take("published")?.text.to_owned();
    let notes = reader.notes_and_end()?;
    Ok(Rules {
        rehearsal,
        title,
        organiser,
        history,
        entries,
        kind,
        seeds,
        beacon,
        opening,
        fresh,
        created,
        published,
        notes,
    })
}

fn parse_raffle(reader: &mut Reader<'_>) -> Result<Raffle, FileError> {
    let list = reader.take("list")?;
    let private = match list.text {
        "public" => false,
        "private" => true,
        _ => return Err(list.unknown_word("public or private")),
    };
    let tickets = reader.take_if("tickets")?;
    let tickets = tickets.map(|value| value.number(1..=LARGEST_NUMBER, TICKETS)).transpose()?;
    let root = reader.take("root")?.digest()?;
    let method = parse_method(reader, private, tickets)?;
    let prizes = parse_prizes(reader)?;
    let alternates = reader.take("alternates")?.number(0..=LARGEST_NUMBER, NUMBER)?;
    let vacancy = if alternates > 0 { Some(parse_vacancy(reader)?) } else { None };
    Ok(Raffle { private, root, method, prizes, alternates, vacancy })
}

fn parse_history(reader: &mut Reader<'_>) -> Result<Option<History>, FileError> {
    let kind = if let Some(value) = reader.take_if("follows")? {
        let (commit, reveal) = value.split_word("a commit id and a reveal id")?;
        HistoryKind::Follows { commit: commit.digest()?, reveal: reveal.digest()? }
    } else if let Some(value) = reader.take_if("replaces")? {
        HistoryKind::Replaces { commit: value.digest()? }
    } else {
        return Ok(None);
    };
    let reason = reader.take("reason")?.text.to_owned();
    Ok(Some(History { kind, reason }))
}

fn parse_method(
    reader: &mut Reader<'_>,
    private: bool,
    tickets: Option<u64>,
) -> Result<Method, FileError> {
    let method = reader.take("method")?;
    match (method.text, tickets) {
        ("shuffle", None) => Ok(Method::Shuffle),
        ("shuffle", Some(_)) => Err(method.wanted("tickets when there is a tickets line")),
        ("tickets", None) => Err(method.wanted("shuffle when there is no tickets line")),
        ("tickets", Some(_)) if private => Err(method.wanted("shuffle for a private list")),
        ("tickets", Some(total)) => {
            let wins = reader.take("wins")?;
            let wins = match wins.text {
                "once" => Wins::Once,
                "per-ticket" => Wins::PerTicket,
                _ => return Err(wins.wanted("once or per-ticket")),
            };
            Ok(Method::Tickets { total, wins })
        }
        _ => Err(method.unknown_word("shuffle or tickets")),
    }
}

fn parse_prizes(reader: &mut Reader<'_>) -> Result<Vec<Prize>, FileError> {
    let first = reader.take("prize")?;
    let further = reader.take_all("prize", MOST_PRIZES - 1)?;
    core::iter::once(first)
        .chain(further)
        .map(|prize| {
            let (count, name) = prize.split_word("a count and a name")?;
            let count = count.number(1..=LARGEST_NUMBER, "a count from 1, then a name")?;
            Ok(Prize { count, name: name.phrase()?.to_owned() })
        })
        .collect()
}

fn parse_vacancy(reader: &mut Reader<'_>) -> Result<Vacancy, FileError> {
    let vacancy = reader.take("vacancy")?;
    match vacancy.text {
        "next" => Ok(Vacancy::Next),
        "up" => Ok(Vacancy::Up),
        _ => Err(vacancy.wanted("next or up")),
    }
}

fn parse_seed(seed: Value<'_>) -> Result<SeedCommitment, FileError> {
    let (name, commitment) = seed.split_word(SEED)?;
    if !is_seed_name(name.text) {
        return Err(name.wanted(SEED));
    }
    Ok(SeedCommitment { name: name.text.to_owned(), commitment: commitment.digest()? })
}

fn parse_beacon(beacon: Value<'_>) -> Result<BeaconRule, FileError> {
    let (kind, rest) = beacon.first_word();
    match (kind.text, rest) {
        ("drand", Some(rest)) => {
            let (chain, round) = parse_chain(rest)?;
            Ok(BeaconRule::Drand { chain, round: parse_round(round)? })
        }
        ("public", Some(rest)) => {
            let wanted = "public, a shape of 4 to 128 of d . , : + -, and a description";
            let (shape, description) = rest.split_word(wanted)?;
            if !beacon::is_shape(shape.text) {
                return Err(shape.wanted(wanted));
            }
            let description = description.phrase()?.to_owned();
            Ok(BeaconRule::Public { shape: shape.text.to_owned(), description })
        }
        ("drand" | "public", None) => Err(kind.wanted("drand or public, and its parameters")),
        _ => Err(kind.unknown_word("drand or public, and its parameters")),
    }
}

fn parse_fresh(fresh: Value<'_>) -> Result<Fresh, FileError> {
    let (kind, rest) = fresh.first_word();
    let rest = match (kind.text, rest) {
        ("drand", Some(rest)) => rest,
        ("drand", None) => return Err(kind.wanted(FRESH)),
        _ => return Err(kind.unknown_word(FRESH)),
    };
    let (chain, rest) = parse_chain(rest)?;
    let (round, signatures) = rest.split_word(FRESH)?;
    let round = parse_round(round)?;
    let (signature, previous) = signatures.first_word();
    let signature = signature.bytes(&[chain.signature_length()], FRESH)?;
    let previous = match (previous, chain.previous_length(round)) {
        (Some(previous), Some(length)) => Some(previous.bytes(&[length], FRESH)?),
        (None, None) => None,
        _ => return Err(signatures.wanted(FRESH)),
    };
    Ok(Fresh { chain, round, signature, previous })
}

/// A chain by its hash, and what stands after it. A well-formed hash that isn't known names a chain of a later version.
fn parse_chain(value: Value<'_>) -> Result<(&'static Chain, Value<'_>), FileError> {
    let (hash, rest) = value.first_word();
    hash.digest()?;
    let chain = Chain::with_hash(hash.text).ok_or_else(|| hash.later_version(hash.text))?;
    let rest = rest.ok_or_else(|| value.wanted("drand, a chain hash and a round"))?;
    Ok((chain, rest))
}

fn parse_round(round: Value<'_>) -> Result<u64, FileError> {
    round.number(1..=LARGEST_ROUND, "a round from 1 to 9007199254740991")
}

fn parse_opening(reader: &mut Reader<'_>) -> Result<OpeningRule, FileError> {
    let seeds_by = reader.take("seeds-by")?.time()?;
    let missing = reader.take("no-reveal")?;
    let missing = match missing.text {
        "void" => MissingSeeds::Void,
        "leave-out" => MissingSeeds::LeaveOut,
        _ => return Err(missing.wanted("void or leave-out")),
    };
    Ok(OpeningRule { seeds_by, missing })
}

impl fmt::Display for Rules {
    /// Prints the commit file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.rehearsal { "rehearsal" } else { "commit" };
        writeln!(f, "fairdraw {kind} v1")?;
        if self.sampling().is_some() {
            writeln!(f, "needs: design")?;
        }
        writeln!(f, "title: {}", self.title)?;
        if let Some(organiser) = &self.organiser {
            writeln!(f, "organiser: {organiser}")?;
        }
        if let Some(History { kind, reason }) = &self.history {
            match kind {
                HistoryKind::Follows { commit, reveal } => {
                    writeln!(f, "follows: {commit} {reveal}")?;
                }
                HistoryKind::Replaces { commit } => writeln!(f, "replaces: {commit}")?,
            }
            writeln!(f, "reason: {reason}")?;
        }
        writeln!(f, "entries: {}", self.entries)?;
        match &self.kind {
            DrawKind::Raffle(raffle) => raffle.fmt(f)?,
            DrawKind::Sample(sampling) => sampling.fmt(f)?,
        }
        for SeedCommitment { name, commitment } in &self.seeds {
            writeln!(f, "seed: {name} {commitment}")?;
        }
        match &self.beacon {
            Some(BeaconRule::Drand { chain, round }) => {
                writeln!(f, "beacon: drand {} {round}", chain.hash)?;
            }
            Some(BeaconRule::Public { shape, description }) => {
                writeln!(f, "beacon: public {shape} {description}")?;
            }
            None => {}
        }
        if let Some(OpeningRule { seeds_by, missing }) = self.opening {
            let missing = match missing {
                MissingSeeds::Void => "void",
                MissingSeeds::LeaveOut => "leave-out",
            };
            writeln!(f, "seeds-by: {seeds_by}\nno-reveal: {missing}")?;
        }
        if let Some(Fresh { chain, round, signature, previous }) = &self.fresh {
            write!(f, "fresh: drand {} {round} {}", chain.hash, Hex(signature))?;
            if let Some(previous) = previous {
                write!(f, " {}", Hex(previous))?;
            }
            writeln!(f)?;
        }
        writeln!(f, "created: {}\npublished: {}", self.created, self.published)?;
        self.notes.iter().try_for_each(|note| writeln!(f, "note: {note}"))
    }
}

impl fmt::Display for Raffle {
    /// Prints the lines of the commit file from `list` to `vacancy`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = if self.private { "private" } else { "public" };
        writeln!(f, "list: {list}")?;
        match self.method {
            Method::Shuffle => writeln!(f, "root: {}\nmethod: shuffle", self.root)?,
            Method::Tickets { total, wins } => {
                let wins = match wins {
                    Wins::Once => "once",
                    Wins::PerTicket => "per-ticket",
                };
                let root = self.root;
                writeln!(f, "tickets: {total}\nroot: {root}\nmethod: tickets\nwins: {wins}")?;
            }
        }
        for Prize { count, name } in &self.prizes {
            writeln!(f, "prize: {count} {name}")?;
        }
        writeln!(f, "alternates: {}", self.alternates)?;
        match self.vacancy {
            Some(Vacancy::Next) => writeln!(f, "vacancy: next"),
            Some(Vacancy::Up) => writeln!(f, "vacancy: up"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for RulesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyPlaces { most } => {
                write!(f, "more winners and alternates than the {most} that can be drawn")
            }
            Self::NoRandomness => f.write_str("neither a seed nor a beacon"),
            Self::SeedNameRepeated { name } => write!(f, "two seeds are named {name}"),
            Self::LeaveOutWithoutBeacon => {
                f.write_str("no-reveal: leave-out needs a beacon; without one only void")
            }
            Self::SeedsByBeforeCommit => f.write_str(
                "seeds-by is not after the commit's created and fresh: no seed could have been published by then",
            ),
        }
    }
}

impl fmt::Display for CommitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => write!(f, "{error}"),
            Self::Rules(fault) => write!(f, "{fault}"),
            Self::Ambiguous => {
                f.write_str("a text has a line end, or a rule is given where it has no meaning")
            }
        }
    }
}

impl core::error::Error for RulesFault {}
impl core::error::Error for CommitError {}

const MOST_ENTRIES: u64 = (1 << 32) - 1;
const MOST_PRIZES: usize = 1024;
const MOST_SEEDS: usize = 16;
const FRESH: &str = "drand, a chain hash, a round and its signature in the chain's form";
const TICKETS: &str = "a number from 1 to 9223372036854775807";
const NUMBER: &str = "a number from 0 to 9223372036854775807";
const SEED: &str = "a name of 1 to 31 of a-z, 0-9, - and a commitment";
