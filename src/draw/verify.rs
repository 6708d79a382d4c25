//! The checks of a draw, in the order of the specification, each with what it proves (SPEC, "Verify").

use alloc::{
    collections::BTreeMap,
    string::{String, ToString as _},
    vec::Vec,
};
use core::fmt;

use crate::{
    digest::Digest,
    draw::{
        assurance,
        beacon::{self, BeaconValue},
        commit::{
            BeaconRule, Commit, DrawKind, Fresh, Method, MissingSeeds, Places, Raffle,
            SeedCommitment,
        },
        drand::VerifiedRound,
        entries::{EntryList, EntryListError, Fields},
        extension::{self, ExtensionFile},
        failure::{BeaconFault, Failure, OtherUse},
        file::{FileError, FileKind},
        grade::Grade,
        history::{self, Earlier, EarlierDraw},
        items, merkle,
        outcome::{Decision, Holders, OutcomeFile},
        reach::Reach,
        receipt::Receipt,
        replacements::{Register, Replacement, ReplacementsFile},
        reveal::{DrawnPlace, Reveal, RevealedSeed, draw, draw_sample},
        sampling::{Labels, Numbers},
        seeds::SeedsFile,
    },
    sample::{Design, ExtensionFault, Monetary, Plan},
    seed::{ListKey, Seed},
    text::Time,
};

pub use sampled::EffectiveItem;

mod sampled;

/// The files of a draw, as bytes.
#[derive(Debug, Default)]
pub struct Files<'a> {
    /// The commit file.
    pub commit: &'a [u8],
    /// The reveal file.
    pub reveal: &'a [u8],
    /// Other reveals of the same commit that have been seen.
    pub other_reveals: Vec<&'a [u8]>,
    /// The entry list: needed if it is public.
    pub list: Option<Vec<u8>>,
    /// Seeds files.
    pub seeds: Vec<&'a [u8]>,
    /// Receipts.
    pub receipts: Vec<&'a [u8]>,
    /// Outcome files.
    pub outcomes: Vec<&'a [u8]>,
    /// Extensions of an audit sample, in any order.
    pub extensions: Vec<&'a [u8]>,
    /// Replacements files of an audit sample.
    pub replacements: Vec<&'a [u8]>,
    /// Draws before this one, in any order.
    pub earlier: Vec<EarlierDraw<'a>>,
}

/// What the verifier knows from elsewhere.
#[derive(Debug, Default, Clone, Copy)]
pub struct Options {
    /// The commit id as it was published before the draw.
    pub expected: Option<Digest>,
    /// Accept a rehearsal.
    pub rehearsal: bool,
    /// A time by which the commit file is proven to have existed. Whoever gives it has checked the proof.
    pub existed_by: Option<Time>,
}

/// A draw that passed every check. Only [`verify()`] makes one.
#[derive(Debug)]
pub struct Verdict {
    found: Found,
    checks: Vec<Check>,
}

/// What the checks establish.
#[derive(Debug)]
struct Found {
    commit: Commit,
    reveal: Reveal,
    places: Places,
    rounds: Rounds,
    reach: Reach,
    holders: Holders,
    decisions: Vec<Decision>,
    grade: Option<Grade>,
    list: Option<EntryList>,
    numbers: Option<Numbers>,
    extensions: Vec<ExtensionFile>,
    replaced: Replaced,
}

/// The register with most lines, and the one without any.
#[derive(Debug)]
struct Replaced {
    without_lines: Register,
    register: Register,
    lines: Vec<Replacement>,
}

/// The drand rounds whose signatures were checked.
#[derive(Debug)]
pub(super) struct Rounds {
    pub(super) beacon: Option<VerifiedRound>,
    pub(super) fresh: Option<VerifiedRound>,
}

impl Verdict {
    /// The commit.
    pub const fn commit(&self) -> &Commit {
        &self.found.commit
    }

    /// The reveal.
    pub const fn reveal(&self) -> &Reveal {
        &self.found.reveal
    }

    /// How many winners and alternates were drawn.
    pub const fn places(&self) -> Places {
        self.found.places
    }

    /// The round that the draw's randomness is from, if the commit names drand.
    pub const fn round(&self) -> Option<&VerifiedRound> {
        self.found.rounds.beacon.as_ref()
    }

    /// The round before which the commit was not made, if it has a `fresh` line.
    pub const fn fresh(&self) -> Option<&VerifiedRound> {
        self.found.rounds.fresh.as_ref()
    }

    /// How many results the draw and its sources have.
    pub const fn reach(&self) -> Reach {
        self.found.reach
    }

    /// Who holds each prize place: as drawn, or as the outcome file with most lines leaves it.
    pub const fn outcome(&self) -> &Holders {
        &self.found.holders
    }

    /// The lines of that outcome file; none if no outcome file was given.
    pub fn decisions(&self) -> &[Decision] {
        &self.found.decisions
    }

    /// What was proven about when and by whom the result was fixed; a rehearsal has no grade.
    pub const fn grade(&self) -> Option<Grade> {
        self.found.grade
    }

    /// The checks in order, with what each one proves.
    pub fn checks(&self) -> &[Check] {
        &self.checks
    }
}

/// A draw that failed a check, or could not be checked.
#[derive(Debug)]
pub struct Refusal {
    /// The checks that were passed before.
    pub checks: Vec<Check>,
    /// Why it failed.
    pub failure: Failure,
}

/// One check that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The step it belongs to.
    pub step: Step,
    /// What it amounts to.
    pub evidence: Evidence,
    /// What was found, in one sentence.
    pub sentence: String,
}

/// The steps of the specification, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Size, UTF-8 and grammar of the files.
    Files = 1,
    /// The commit id.
    CommitId,
    /// The entry list.
    List,
    /// The rules.
    Rules,
    /// The beacon and the material.
    Beacon,
    /// The seeds.
    Seeds,
    /// The draw itself.
    Draw,
    /// What all of it is worth.
    Assurance,
}

/// What a check amounts to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// Follows from the files by computation.
    Proven,
    /// Somebody says so.
    Claimed,
    /// Nothing was done about it.
    NotChecked,
    /// Cannot follow from these files.
    NotProven,
}

/// Checks a draw.
///
/// Without network and clock. Stops at the first failure.
///
/// # Errors
///
/// The first failed check, with those that were passed before it.
pub fn verify(files: Files<'_>, options: Options) -> Result<Verdict, Refusal> {
    let mut checks = Vec::new();
    match run(files, options, &mut checks) {
        Ok(found) => Ok(Verdict { found, checks }),
        Err(failure) => Err(Refusal { checks, failure }),
    }
}

fn run(mut files: Files<'_>, options: Options, checks: &mut Vec<Check>) -> Result<Found, Failure> {
    use Evidence::{NotChecked, Proven};

    let mut check = |step, (evidence, sentence)| checks.push(Check { step, evidence, sentence });

    // Step 1: files
    let list = files.list.take();
    let given = Given::read(files).map_err(Failure::File)?;
    check(Step::Files, (Proven, "the files follow the grammar of version 1".to_string()));

    // Step 2: commit id
    check_id(&given.commit, options)?;
    given.check_belong()?;
    let Given { commit, reveal, others, seeds_files, receipts, outcomes, replacements, .. } = given;
    let reveals = || core::iter::once(&reveal).chain(&others);
    let (extensions, earlier) = (extension::chain(given.extensions)?, given.earlier);
    let way = history::check(&commit, earlier)?;
    check_rehearsal(&commit, reveals(), options)?;
    check(Step::CommitId, assurance::id_sentence(&commit, options));
    let rules = commit.rules();
    if let Some(time) = options.existed_by {
        check(Step::CommitId, assurance::existed_sentence(rules, time));
    }
    // A time at which the commit can't have existed shows nothing from here on.
    let existed_by = options.existed_by.filter(|time| assurance::can_have_existed(rules, *time));
    let options = Options { existed_by, ..options };

    // Step 3: list
    let list = match list {
        Some(bytes) => read_list(&rules.kind, bytes).map_err(Failure::List)?.or_else(|| {
            check(Step::List, (NotChecked, assurance::unread_list_sentence(rules).to_string()));
            None
        }),
        None => None,
    };
    let numbers = if rules.is_private() { None } else { check_list(&commit, list.as_ref(), None)? };
    reveals().try_for_each(|reveal| check_openings(&commit, reveal))?;
    check(Step::List, (Proven, assurance::list_sentence(&commit)));
    for receipt in &receipts {
        let included = receipt.check(&commit)?;
        check(Step::List, (Proven, assurance::receipt_sentence(receipt, included)));
    }
    if rules.is_private() {
        check_opened_entries(reveals(), &receipts)?;
        let sentence = "no two of the entries shown here are equal byte for byte";
        check(Step::List, (Proven, sentence.to_string()));
        let sentence = "that the private list's other lines differ from these and from each other and follow the rule for lines; that lines are persons";
        check(Step::List, (NotChecked, sentence.to_string()));
    }

    // Step 4: rules
    let plan = check_design(&commit, numbers.as_ref(), list.as_ref())?;
    let places = commit.check_rules().map_err(Failure::Rules)?;
    for sentence in assurance::rules_sentences(&rules.kind, places, plan.as_ref()) {
        check(Step::Rules, (Proven, sentence));
    }
    for line in assurance::history_sentences(&way) {
        check(Step::Rules, line);
    }

    // Step 5: beacon and material
    let beacon = check_beacon(&commit, reveal.beacon.as_ref())?;
    for other in &others {
        check_beacon(&commit, other.beacon.as_ref())?;
    }
    let rounds = Rounds { beacon, fresh: check_fresh(&commit)? };
    reveals().try_for_each(|reveal| check_seed_names(&commit, reveal, &seeds_files))?;
    reveals().try_for_each(check_material)?;
    let known = assurance::known_sentences(&commit, &reveal, &way, options);
    for line in assurance::beacon_sentences(&commit, options, &rounds).into_iter().chain(known) {
        check(Step::Beacon, line);
    }

    // Step 6: seeds
    check_all_seeds(&commit, &reveal, &others, &seeds_files, &way.earlier)?;
    for line in assurance::seeds_sentences(&commit, &reveal) {
        check(Step::Seeds, line);
    }

    // Step 7: the draw
    let draw = |reveal| check_draw(&commit, places, plan.as_ref(), list.as_ref(), reveal);
    let reach = draw(&reveal)?;
    others.iter().try_for_each(|other| draw(other).map(|_| ()))?;
    check(Step::Draw, (Proven, assurance::draw_sentence(places, reveal.sample.as_deref())));
    let (holders, decisions) = check_outcomes(&commit, outcomes)?;
    for line in assurance::outcome_sentences(&holders, &decisions) {
        check(Step::Draw, line);
    }
    let without_lines =
        check_extensions(&commit, &reveal, plan.as_ref(), list.as_ref(), &extensions)?;
    let replaced = check_registers(&commit, without_lines, replacements)?;
    for line in assurance::sample_sentences(plan.as_ref(), &reveal, &extensions, &replaced.lines) {
        check(Step::Draw, line);
    }

    // Step 8: what it is worth
    for line in assurance::closing_sentences(&commit, &reveal, &rounds, reach) {
        check(Step::Assurance, line);
    }
    let drand = matches!(rules.beacon, Some(BeaconRule::Drand { .. }));
    if drand && rounds.beacon.is_none() || rules.fresh.is_some() && rounds.fresh.is_none() {
        return Err(Failure::SignatureUnchecked);
    }
    // No draw by drand comes this far without its signature.
    let grade = Grade::of(commit.rules(), &reveal, options, true);
    Ok(Found {
        commit,
        reveal,
        places,
        rounds,
        reach,
        holders,
        decisions,
        grade,
        list,
        numbers,
        extensions,
        replaced,
    })
}

/// The files that follow the grammar.
struct Given {
    commit: Commit,
    reveal: Reveal,
    others: Vec<Reveal>,
    seeds_files: Vec<SeedsFile>,
    receipts: Vec<Receipt>,
    outcomes: Vec<OutcomeFile>,
    extensions: Vec<ExtensionFile>,
    replacements: Vec<ReplacementsFile>,
    earlier: Vec<Earlier>,
}

impl Given {
    /// Reads all files but the list, in their order.
    fn read(files: Files<'_>) -> Result<Self, FileError> {
        let commit = Commit::parse(files.commit)?;
        let read = |bytes: &_| Reveal::parse_of(&commit, bytes);
        let limit = OutcomeFile::size_limit(&commit);
        Ok(Self {
            reveal: read(files.reveal)?,
            others: all(files.other_reveals, read)?,
            seeds_files: all(files.seeds, SeedsFile::parse)?,
            receipts: all(files.receipts, Receipt::parse)?,
            outcomes: all(files.outcomes, |bytes| OutcomeFile::parse(bytes, limit))?,
            extensions: all(files.extensions, ExtensionFile::parse)?,
            replacements: all(files.replacements, |bytes| ReplacementsFile::parse(bytes, limit))?,
            earlier: all(files.earlier, EarlierDraw::read)?,
            commit,
        })
    }

    fn reveals(&self) -> impl Iterator<Item = &Reveal> {
        core::iter::once(&self.reveal).chain(&self.others)
    }

    /// Checks that all files but earlier draws name this commit, and one of the reveals if they follow it.
    fn check_belong(&self) -> Result<(), Failure> {
        let reveals = self.reveals().map(|reveal| (FileKind::Reveal, reveal.commit));
        let seeds_files = self.seeds_files.iter().map(|file| (FileKind::Seeds, file.commit));
        let receipts = self.receipts.iter().map(|receipt| (FileKind::Receipt, receipt.commit));
        let following = self.following().map(|(file, commit, _)| (file, commit));
        let mut all = reveals.chain(seeds_files).chain(receipts).chain(following);
        if let Some((file, names)) = all.find(|(_, names)| *names != self.commit.id()) {
            return Err(Failure::OtherCommit { file, names });
        }
        if self.following().next().is_none() {
            return Ok(()); // ids of large reveals take time
        }
        let ids: Vec<Digest> = self.reveals().map(Reveal::id).collect();
        match self.following().find(|(.., names)| !ids.contains(names)) {
            Some((file, _, names)) => Err(Failure::OtherReveal { file, names }),
            None => Ok(()),
        }
    }

    /// The files that follow a reveal: their kind, the commit and the reveal that they name.
    fn following(&self) -> impl Iterator<Item = (FileKind, Digest, Digest)> {
        let outcomes = self.outcomes.iter();
        let outcomes = outcomes.map(|file| (FileKind::Outcome, file.commit, file.reveal));
        let extensions = self.extensions.iter();
        let extensions = extensions.map(|file| (FileKind::Extension, file.commit, file.reveal));
        let registers = self.replacements.iter();
        let registers = registers.map(|file| (FileKind::Replacements, file.commit, file.reveal));
        outcomes.chain(extensions).chain(registers)
    }
}

fn all<A, B>(given: Vec<A>, read: impl Fn(A) -> Result<B, FileError>) -> Result<Vec<B>, FileError> {
    given.into_iter().map(read).collect()
}

/// Checks the commit's id if it is known from elsewhere.
fn check_id(commit: &Commit, options: Options) -> Result<(), Failure> {
    let found = commit.id();
    match options.expected {
        Some(expected) if expected != found => Err(Failure::CommitId { expected, found }),
        _ => Ok(()),
    }
}

/// Checks that a rehearsal is not taken for a draw, and that all or none of it is one.
fn check_rehearsal<'a>(
    commit: &Commit,
    mut reveals: impl Iterator<Item = &'a Reveal>,
    options: Options,
) -> Result<(), Failure> {
    let rehearsal = commit.rules().rehearsal;
    if rehearsal && !options.rehearsal || reveals.any(|reveal| reveal.rehearsal != rehearsal) {
        return Err(Failure::Rehearsal);
    }
    Ok(())
}

/// Reads a list as the commit's kind of list; nothing if it can't be compared.
fn read_list(kind: &DrawKind, bytes: Vec<u8>) -> Result<Option<EntryList>, EntryListError> {
    match kind {
        DrawKind::Raffle(raffle) if raffle.private => Ok(None),
        DrawKind::Raffle(raffle) => EntryList::parse(bytes, raffle.is_weighted()).map(Some),
        DrawKind::Sample(sampling) => match sampling.population.list() {
            Some(list) => EntryList::parse_population(bytes, list.fields()).map(Some),
            None => Ok(None),
        },
    }
}

/// Checks that a list, with its key if it is private, is the committed one. Returns the numbers of a sample's population,
/// which may need no list.
pub(crate) fn check_list(
    commit: &Commit,
    list: Option<&EntryList>,
    key: Option<&ListKey>,
) -> Result<Option<Numbers>, Failure> {
    let rules = commit.rules();
    let raffle = match &rules.kind {
        DrawKind::Raffle(raffle) => raffle,
        DrawKind::Sample(sampling) => {
            return Numbers::check(sampling, rules.entries, list).map(Some);
        }
    };
    let list = list.ok_or(Failure::ListMissing)?;
    if list.fields() != Fields::default() {
        return Err(Failure::List(EntryListError::OtherFields));
    }
    if list.len() != rules.entries {
        return Err(Failure::ListCount { committed: rules.entries, found: list.len() });
    }
    let committed = match raffle.method {
        Method::Tickets { total, .. } => Some(total),
        Method::Shuffle => None,
    };
    if committed != list.tickets() {
        let [committed, found] = [committed, list.tickets()].map(Option::unwrap_or_default);
        return Err(Failure::ListTickets { committed, found });
    }
    let found = match key {
        Some(key) => list.private_root(key),
        None => list.root(),
    };
    if found == raffle.root {
        Ok(None)
    } else {
        Err(Failure::ListRoot { committed: raffle.root, found })
    }
}

/// Checks that a sample's design fits the population.
pub(crate) fn check_design<'a>(
    commit: &'a Commit,
    numbers: Option<&'a Numbers>,
    list: Option<&'a EntryList>,
) -> Result<Option<Plan<'a>>, Failure> {
    let (Some(sampling), Some(numbers)) = (commit.rules().sampling(), numbers) else {
        return Ok(None);
    };
    numbers.plan(sampling, list).map(Some).map_err(Failure::Design)
}

/// Checks that the drawn lines of a private list are proven, and those of a public list are not.
fn check_openings(commit: &Commit, reveal: &Reveal) -> Result<(), Failure> {
    let rules = commit.rules();
    for DrawnPlace { rank, position, entry, opening, .. } in &reveal.places {
        let proven = match opening {
            Some(opening) if rules.is_private() => {
                let leaf = merkle::salted_leaf(&opening.salt, entry);
                let root = merkle::root_from_path(leaf, *position, rules.entries, &opening.path);
                root.is_some() && root == rules.root()
            }
            None => !rules.is_private(),
            Some(_) => false,
        };
        if !proven {
            return Err(Failure::Opening { rank: *rank });
        }
    }
    Ok(())
}

/// Checks that no entry of a private list was opened at two positions.
fn check_opened_entries<'a>(
    reveals: impl Iterator<Item = &'a Reveal>,
    receipts: &'a [Receipt],
) -> Result<(), Failure> {
    let drawn = reveals.flat_map(|reveal| &reveal.places);
    let drawn = drawn.map(|place| (place.entry.as_str(), place.position));
    let received = receipts.iter().map(|receipt| (receipt.entry.as_str(), receipt.position));
    let mut known = BTreeMap::new();
    for (entry, second) in drawn.chain(received) {
        let first = *known.entry(entry).or_insert(second);
        if first != second {
            return Err(Failure::OpenedTwice { first, second });
        }
    }
    Ok(())
}

/// Checks that the beacon's value is the committed one. A drand round's signature is checked with the feature `drand`.
pub(crate) fn check_beacon(
    commit: &Commit,
    value: Option<&BeaconValue>,
) -> Result<Option<VerifiedRound>, Failure> {
    let rules = commit.rules();
    let fault = |fault| Err(Failure::Beacon(fault));
    match (&rules.beacon, value) {
        (None, None) => Ok(None),
        (Some(_), None) => fault(BeaconFault::Missing),
        (None, Some(_)) => fault(BeaconFault::NotAskedFor),
        (
            Some(BeaconRule::Drand { chain, round }),
            Some(BeaconValue::Drand { round: given, signature, previous }),
        ) => {
            let due = chain.seconds_of(*round);
            if given != round {
                fault(BeaconFault::OtherRound { committed: *round })
            } else if due <= rules.created.unix_seconds() {
                // The commit's own time can be written, so the round's can.
                let round = chain.time_of(*round).unwrap_or(rules.created);
                fault(BeaconFault::NotAfterCommit { round, created: rules.created })
            } else if rules.not_before().is_some_and(|fresh| fresh >= due) {
                fault(BeaconFault::FreshNotBeforeRound)
            } else {
                chain
                    .verify_if_able(*round, signature, previous.as_deref())
                    .map_err(|fault| Failure::Beacon(BeaconFault::Signature(fault)))
            }
        }
        (Some(BeaconRule::Public { shape, .. }), Some(BeaconValue::Public(text))) => {
            if beacon::has_shape(text, shape) {
                Ok(None)
            } else {
                fault(BeaconFault::Shape)
            }
        }
        (Some(_), Some(_)) => fault(BeaconFault::OtherKind),
    }
}

/// Checks the signature in the commit's `fresh` line, with the feature `drand`.
pub(crate) fn check_fresh(commit: &Commit) -> Result<Option<VerifiedRound>, Failure> {
    let Some(Fresh { chain, round, signature, previous }) = &commit.rules().fresh else {
        return Ok(None);
    };
    chain
        .verify_if_able(*round, signature, previous.as_deref())
        .map_err(|fault| Failure::Beacon(BeaconFault::FreshSignature(fault)))
}

/// Checks that the reveal's seeds are named as the commit's are, and each seeds file's in the same order.
fn check_seed_names(
    commit: &Commit,
    reveal: &Reveal,
    seeds_files: &[SeedsFile],
) -> Result<(), Failure> {
    let committed = || commit.rules().seeds.iter().map(|seed| &seed.name);
    if !committed().eq(reveal.seeds.iter().map(|seed| &seed.name)) {
        return Err(Failure::SeedNames);
    }
    for file in seeds_files {
        let mut committed = committed();
        if !file.seeds.iter().all(|seed| committed.any(|name| *name == seed.name)) {
            return Err(Failure::SeedNames);
        }
    }
    Ok(())
}

/// Checks the digest of the material.
fn check_material(reveal: &Reveal) -> Result<(), Failure> {
    let found = reveal.material().digest();
    if found == reveal.material {
        Ok(())
    } else {
        Err(Failure::Material { stated: reveal.material, found })
    }
}

/// Checks the seeds of all reveals and seeds files, and that there is one result.
fn check_all_seeds(
    commit: &Commit,
    reveal: &Reveal,
    others: &[Reveal],
    seeds_files: &[SeedsFile],
    earlier: &[Earlier],
) -> Result<(), Failure> {
    let reveals = || core::iter::once(reveal).chain(others);
    check_commitments(commit, all_opened(reveals(), seeds_files))?;
    check_single_use(commit, all_opened(reveals(), seeds_files), earlier)?;
    reveals().try_for_each(|reveal| check_missing(commit, &reveal.seeds))?;
    check_one_result(reveal, others, seeds_files)
}

/// Checks that each seed opens its commitment. The names are the commit's.
fn check_commitments<'a>(
    commit: &Commit,
    seeds: impl Iterator<Item = (&'a str, &'a Seed)>,
) -> Result<(), Failure> {
    let rules = commit.rules();
    for (name, seed) in seeds {
        let commitment = seed.commitment(name, rules.rehearsal);
        let committed = rules.seeds.iter().find(|committed| committed.name == name);
        if committed.is_none_or(|committed| committed.commitment != commitment) {
            return Err(Failure::SeedCommitment { name: name.to_string() });
        }
    }
    Ok(())
}

/// Checks that no seed opened in the files opens two commitments: of two names, or also one of an earlier draw.
///
/// All of the draw's own seeds open their commitments by now, so those of one name are the same.
fn check_single_use<'a>(
    commit: &Commit,
    opened_here: impl Iterator<Item = (&'a str, &'a Seed)>,
    earlier: &'a [Earlier],
) -> Result<(), Failure> {
    let own: BTreeMap<_, _> = opened_here.collect();
    let before = earlier.iter().filter_map(|draw| draw.reveal.as_ref());
    let before = before.flat_map(|reveal| opened(&reveal.seeds)).map(|(_, seed)| seed);
    for seed in own.into_values().chain(before) {
        let mut names = names_opened_by(seed, commit).map(String::from);
        let Some(name) = names.next() else { continue };
        if let Some(other) = names.next() {
            return Err(Failure::SeedReused { name, other: OtherUse::Name(other) });
        }
        let mut others = earlier.iter().map(|draw| &draw.commit);
        if let Some(other) = others.find(|other| names_opened_by(seed, other).next().is_some()) {
            return Err(Failure::SeedReused { name, other: OtherUse::EarlierDraw(other.id()) });
        }
    }
    Ok(())
}

/// Whose commitments in a commit this seed opens.
fn names_opened_by<'a>(seed: &Seed, commit: &'a Commit) -> impl Iterator<Item = &'a str> {
    let rules = commit.rules();
    let is_opened = |committed: &&SeedCommitment| {
        seed.commitment(&committed.name, rules.rehearsal) == committed.commitment
    };
    rules.seeds.iter().filter(is_opened).map(|committed| committed.name.as_str())
}

/// Checks the rule for missing seeds.
fn check_missing(commit: &Commit, seeds: &[RevealedSeed]) -> Result<(), Failure> {
    let opening = commit.rules().opening;
    if opening.is_some_and(|rule| rule.missing == MissingSeeds::LeaveOut) {
        return Ok(());
    }
    match seeds.iter().find(|seed| seed.seed.is_none()) {
        Some(missing) => Err(Failure::SeedMissing { name: missing.name.clone() }),
        None => Ok(()),
    }
}

/// Checks a reveal's seeds, which are the commit's in order and number.
pub(crate) fn check_seeds(commit: &Commit, seeds: &[RevealedSeed]) -> Result<(), Failure> {
    check_commitments(commit, opened(seeds))?;
    check_single_use(commit, opened(seeds), &[])?;
    check_missing(commit, seeds)
}

/// The seeds opened in all files of the draw.
fn all_opened<'a>(
    reveals: impl Iterator<Item = &'a Reveal>,
    seeds_files: &'a [SeedsFile],
) -> impl Iterator<Item = (&'a str, &'a Seed)> {
    let published = seeds_files.iter().flat_map(|file| &file.seeds);
    let published = published.map(|seed| (seed.name.as_str(), &seed.seed));
    reveals.flat_map(|reveal| opened(&reveal.seeds)).chain(published)
}

fn opened(seeds: &[RevealedSeed]) -> impl Iterator<Item = (&str, &Seed)> {
    seeds.iter().filter_map(|seed| Some((seed.name.as_str(), seed.seed.as_ref()?)))
}

/// Checks that no two reveals, and no seeds file, give the commit different results.
///
/// All seeds open their commitments by now: they can only differ in whether they are missing.
fn check_one_result(
    first: &Reveal,
    others: &[Reveal],
    seeds_files: &[SeedsFile],
) -> Result<(), Failure> {
    let mut names = Vec::new();
    for (index, RevealedSeed { name, seed }) in first.seeds.iter().enumerate() {
        let elsewhere =
            others.iter().any(|other| other.seeds[index].seed.is_some() != seed.is_some());
        let published = || seeds_files.iter().flat_map(|file| &file.seeds).any(|s| s.name == *name);
        if elsewhere || seed.is_none() && published() {
            names.push(name.clone());
        }
    }
    // What the beacon contributes, not how it is written, decides the result.
    let randomness = |reveal: &Reveal| reveal.beacon.as_ref().map(BeaconValue::randomness);
    if others.iter().any(|other| randomness(other) != randomness(first)) {
        names.push("beacon".to_string());
    }
    if names.is_empty() { Ok(()) } else { Err(Failure::TwoResults { names }) }
}

/// Recomputes a sample and compares every item.
fn check_sample(
    commit: &Commit,
    plan: &Plan<'_>,
    labels: &Labels<'_>,
    reveal: &Reveal,
) -> Result<Reach, Failure> {
    let stated = reveal.sample.as_deref().unwrap_or_default();
    // With a given interval the draw says how many hits there are; they are fewer than the list's items.
    if !matches!(plan.design(), Design::Monetary(Monetary::Interval { .. })) {
        items::check_count(FileKind::Reveal, plan.places(), stated)?;
    }
    let drawn = draw_sample(plan, &reveal.material())?;
    items::compare(FileKind::Reveal, &drawn, stated, labels)?;
    Ok(Reach::new(commit.rules(), seeds_that_count(reveal), plan.log2_of_results()))
}

fn seeds_that_count(reveal: &Reveal) -> u64 {
    reveal.seeds.iter().filter(|seed| seed.seed.is_some()).count() as u64
}

/// Recomputes the draw and compares every place or item.
fn check_draw(
    commit: &Commit,
    places: Places,
    plan: Option<&Plan<'_>>,
    list: Option<&EntryList>,
    reveal: &Reveal,
) -> Result<Reach, Failure> {
    match (&commit.rules().kind, plan) {
        (DrawKind::Raffle(raffle), _) => check_places(commit, raffle, places, reveal, list),
        (DrawKind::Sample(sampling), Some(plan)) => {
            let labels = Labels::new(&sampling.population, list);
            check_sample(commit, plan, &labels, reveal)
        }
        // A plan was made of each sample.
        (DrawKind::Sample(_), None) => Err(Failure::ListMissing),
    }
}

/// Recomputes a raffle's draw and compares every place.
fn check_places(
    commit: &Commit,
    raffle: &Raffle,
    places: Places,
    reveal: &Reveal,
    list: Option<&EntryList>,
) -> Result<Reach, Failure> {
    let found = reveal.places.len() as u64;
    if found != places.total() {
        return Err(Failure::DrawCount { committed: places.total(), found });
    }
    // Nothing larger than the reveal itself is drawn.
    let drawn = draw(commit, raffle, places, list, &reveal.material())?;
    let drawn_places = drawn.positions.iter().zip(commit.place_kinds());
    for ((place, (&position, kind)), rank) in reveal.places.iter().zip(drawn_places).zip(1..) {
        if place.rank != rank {
            return Err(Failure::DrawRank { rank, found: place.rank });
        }
        if place.kind != kind {
            return Err(Failure::DrawPrize { rank, kind });
        }
        if place.position != position {
            return Err(Failure::DrawPosition { rank, position, found: place.position });
        }
        if list.is_some_and(|list| list.entry(position) != Some(&place.entry)) {
            return Err(Failure::DrawLine { rank, position });
        }
    }
    Ok(Reach::new(commit.rules(), seeds_that_count(reveal), drawn.outcomes))
}

/// Follows the outcome files, which are states of one; gives the latest.
fn check_outcomes(
    commit: &Commit,
    outcomes: Vec<OutcomeFile>,
) -> Result<(Holders, Vec<Decision>), Failure> {
    let mut latest = (Holders::drawn(commit).map_err(Failure::Rules)?, Vec::new());
    let mut holders = Vec::new();
    for file in &outcomes {
        holders.push(file.check(commit)?);
    }
    for (holders, OutcomeFile { decisions, .. }) in holders.into_iter().zip(outcomes) {
        if decisions.iter().zip(&latest.1).any(|(one, other)| one != other) {
            return Err(Failure::TwoOutcomes);
        }
        if decisions.len() > latest.1.len() {
            latest = (holders, decisions);
        }
    }
    Ok(latest)
}

/// Checks the extensions, a chain. Returns the register of the sample so far, without lines.
fn check_extensions(
    commit: &Commit,
    reveal: &Reveal,
    plan: Option<&Plan<'_>>,
    list: Option<&EntryList>,
    extensions: &[ExtensionFile],
) -> Result<Register, Failure> {
    let Some(sampling) = commit.rules().sampling() else {
        let cannot = Err(Failure::Extension(ExtensionFault::Design));
        return if extensions.is_empty() { Ok(Register::default()) } else { cannot };
    };
    let labels = Labels::new(&sampling.population, list);
    let drawn = extension::check(
        plan,
        &labels,
        &reveal.material(),
        extensions,
        commit.rules().drawn_not_before(),
    )?;
    Ok(Register::new(plan, drawn.as_ref()))
}

/// Follows the replacements files, which are states of one; gives the latest.
fn check_registers(
    commit: &Commit,
    without_lines: Register,
    files: Vec<ReplacementsFile>,
) -> Result<Replaced, Failure> {
    let mut registers = Vec::new();
    for file in &files {
        registers.push(file.check(without_lines.clone(), commit.rules().drawn_not_before())?);
    }
    let (mut latest, mut lines) = (without_lines.clone(), Vec::new());
    for (register, ReplacementsFile { replacements, .. }) in registers.into_iter().zip(files) {
        if replacements.iter().zip(&lines).any(|(one, other)| one != other) {
            return Err(Failure::TwoRegisters);
        }
        if replacements.len() > lines.len() {
            (latest, lines) = (register, replacements);
        }
    }
    Ok(Replaced { without_lines, register: latest, lines })
}

impl Step {
    /// The step's number in the specification.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Files => "files",
            Self::CommitId => "commit id",
            Self::List => "list",
            Self::Rules => "rules",
            Self::Beacon => "beacon",
            Self::Seeds => "seeds",
            Self::Draw => "draw",
            Self::Assurance => "assurance",
        })
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Proven => "PROVEN",
            Self::Claimed => "CLAIMED",
            Self::NotChecked => "NOT CHECKED",
            Self::NotProven => "NOT PROVEN",
        })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = self.failure.step();
        write!(f, "step {} ({step}): {}", step.number(), self.failure)
    }
}

impl core::error::Error for Refusal {}
