//! Changes every byte and swaps every two lines of the files of a draw: none of it passes verification.
//!
//! What a reader may take for the same file is written down here once more, apart from the library.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at the first surprise")]

use fairdraw::{
    Digest, ListKey, Seed,
    draw::{
        AmountsRule, BeaconRule, BeaconValue, Commit, DrawKind, EntryList, ExtensionFile, Fields,
        Files, Method, MissingSeeds, NamedSeed, OpeningRule, Options, PopulationList,
        PopulationRule, Prize, Raffle, Range, Refusal, Replacement, ReplacementCause,
        ReplacementsFile, Reveal, Rules, Sampling, SeedCommitment, SeedsFile, Step, Time, Vacancy,
        Verdict, Wins, verify,
    },
    sample::{Addition, Allocation, Design, Monetary, Stratum},
};

/// The files of a draw that is valid.
struct Draw {
    commit: Vec<u8>,
    reveal: Vec<u8>,
    list: Option<Vec<u8>>,
    seeds: Option<Vec<u8>>,
    /// Of an audit sample.
    extension: Option<Vec<u8>>,
    replacements: Option<Vec<u8>>,
    id: Digest,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Commit,
    Reveal,
    List,
    Seeds,
    Extension,
    Replacements,
}

impl Draw {
    fn file(&self, role: Role) -> &[u8] {
        match role {
            Role::Commit => &self.commit,
            Role::Reveal => &self.reveal,
            Role::List => self.list.as_ref().unwrap(),
            Role::Seeds => self.seeds.as_ref().unwrap(),
            Role::Extension => self.extension.as_ref().unwrap(),
            Role::Replacements => self.replacements.as_ref().unwrap(),
        }
    }

    /// Verifies the draw with `changed` in the place of one file.
    fn verify(
        &self,
        role: Role,
        changed: &[u8],
        expected: Option<Digest>,
    ) -> Result<Verdict, Refusal> {
        let file = |own: Role| if own == role { changed } else { self.file(own) };
        let files = Files {
            commit: file(Role::Commit),
            reveal: file(Role::Reveal),
            list: self.list.as_ref().map(|_| file(Role::List).into()),
            seeds: self.seeds.iter().map(|_| file(Role::Seeds)).collect(),
            extensions: self.extension.iter().map(|_| file(Role::Extension)).collect(),
            // Another history that the rules allow shows beside the one that was published.
            replacements: self
                .replacements
                .iter()
                .flat_map(|published| [published, file(Role::Replacements)])
                .collect(),
            ..Files::default()
        };
        verify(files, Options { expected, ..Options::default() })
    }

    /// Makes every change to one file, first as it is, then in the other forms that readers take.
    fn withstands_changes_of(&self, role: Role) {
        let original = self.file(role);
        self.withstands_changes(role, original);
        let crlf = original.iter().flat_map(|&byte| match byte {
            b'\n' => vec![b'\r', b'\n'],
            _ => vec![byte],
        });
        let crlf: Vec<u8> = match role {
            Role::List => BOM.into_iter().chain(crlf).collect(),
            _ => crlf.collect(),
        };
        assert!(self.verify(role, &crlf, Some(self.id)).is_ok(), "{role:?} in its other form");
        self.withstands_changes(role, &crlf);
    }

    fn withstands_changes(&self, role: Role, file: &[u8]) {
        let (mut changes, mut same, mut unbound) = (0, 0, 0);
        each_change(file, |changed| {
            changes += 1;
            if is_the_same_to_readers(role, changed, self.file(role)) {
                same += 1;
                return;
            }
            if is_unbound(role, changed, self.file(role)) {
                unbound += 1;
                if let Err(refusal) = self.verify(role, changed, Some(self.id)) {
                    // A time before that of the draw contradicts it.
                    let found = (refusal.failure.step(), refusal.failure.name());
                    assert!(found.0 == Step::Files || found.1 == "extension", "{refusal}");
                }
                return;
            }
            for expected in [Some(self.id), None] {
                let result = self.verify(role, changed, expected);
                let text = String::from_utf8_lossy(changed);
                let Err(refusal) = result else { panic!("{role:?} passes as {text:?}") };
                let (name, step) = (refusal.failure.name(), refusal.failure.step());
                assert!(NAMES.contains(&name), "{name}");
                assert!(steps_of(role).contains(&step), "{role:?}: {refusal}");
                let step = step.number();
                assert!((1..=8).contains(&step));
                assert!(refusal.to_string().starts_with(&format!("step {step} (")), "{refusal}");
                assert!(refusal.checks.iter().all(|check| check.step.number() <= step));
            }
        });
        let lines = file.split_inclusive(|&byte| byte == b'\n').count();
        assert_eq!(
            changes,
            CHANGES_OF_A_BYTE * file.len() + INSERTED.len() + lines * (lines - 1) / 2
        );
        assert!(same <= 4, "{same} changes are tolerated");
        assert_eq!(unbound > 0, role == Role::Extension);
    }
}

/// Calls `each` with every changed form of a file.
fn each_change(file: &[u8], mut each: impl FnMut(&[u8])) {
    for at in 0..=file.len() {
        let (before, after) = file.split_at(at);
        for byte in INSERTED {
            each(&[before, &[byte], after].concat());
        }
        let Some((&byte, rest)) = after.split_first() else {
            continue;
        };
        for bit in 0..8 {
            each(&[before, &[byte ^ 1 << bit], rest].concat());
        }
        each(&[before, rest].concat()); // deleted
        each(&[before, &[byte], after].concat()); // doubled
        each(before); // cut off
    }
    let lines: Vec<&[u8]> = file.split_inclusive(|&byte| byte == b'\n').collect();
    for second in 1..lines.len() {
        for first in 0..second {
            let mut lines = lines.clone();
            lines.swap(first, second);
            each(&lines.concat());
        }
    }
}

const INSERTED: [u8; 8] = [b' ', b'\n', b'\r', b'a', b'0', b':', 0x00, 0xff];
/// Inserting before it, flipping its bits, deleting it, doubling it, cutting off there.
const CHANGES_OF_A_BYTE: usize = INSERTED.len() + 8 + 3;

/// Whether the protocol lets a reader take `changed` for `original`, which is in the one form that writers use.
///
/// A register may be in an earlier state. Sections 3 and 4: CR LF in place of every LF; in a list also one BOM at the start and a missing last LF. A seeds
/// file may hold fewer seeds: what it doesn't open is not checked with it.
fn is_the_same_to_readers(role: Role, changed: &[u8], original: &[u8]) -> bool {
    let mut text = changed;
    if role == Role::List {
        text = text.strip_prefix(&BOM).unwrap_or(text);
    }
    let mut lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let last = lines.pop().unwrap_or_default(); // what stands after the last LF
    if !lines.is_empty() && lines.iter().all(|line| line.ends_with(b"\r")) {
        for line in &mut lines {
            *line = &line[..line.len() - 1];
        }
    }
    if role == Role::List && !last.is_empty() {
        lines.push(last);
    } else if !last.is_empty() {
        return false;
    }
    let mut originals: Vec<&[u8]> = original.split(|&byte| byte == b'\n').collect();
    originals.pop();
    if role == Role::Seeds && lines.len() > 2 || role == Role::Replacements && lines.len() > 4 {
        return originals.starts_with(&lines);
    }
    lines == originals
}

/// Whether only that differs in an extension which is under no id (section 19.6): reason and time.
fn is_unbound(role: Role, changed: &[u8], original: &[u8]) -> bool {
    let bound = |file: &[u8]| -> Vec<Vec<u8>> {
        let lines = file.split_inclusive(|&byte| byte == b'\n');
        let free: [&[u8]; 2] = [b"reason: ", b"created: "];
        let line = |line: &[u8]| {
            free.into_iter().find(|name| line.starts_with(name)).unwrap_or(line).to_vec()
        };
        lines.map(line).collect()
    };
    let without_cr: Vec<u8> = changed.iter().copied().filter(|&byte| byte != b'\r').collect();
    role == Role::Extension && bound(&without_cr) == bound(original)
}

const BOM: [u8; 3] = [0xef, 0xbb, 0xbf];

/// The steps at which a change of a file can be found.
fn steps_of(role: Role) -> &'static [Step] {
    match role {
        // Every change of the commit changes its id, which the reveal names.
        Role::Commit => &[Step::Files, Step::CommitId],
        Role::Reveal => {
            &[Step::Files, Step::CommitId, Step::List, Step::Beacon, Step::Seeds, Step::Draw]
        }
        Role::List => &[Step::List],
        Role::Seeds => &[Step::Files, Step::CommitId, Step::Beacon, Step::Seeds],
        Role::Extension | Role::Replacements => &[Step::Files, Step::CommitId, Step::Draw],
    }
}

/// The names of failures that changed files can end in.
const NAMES: [&str; 37] = [
    "file-size",
    "not-utf-8",
    "grammar",
    "later-version",
    "commit-id",
    "other-commit",
    "rehearsal",
    "list-line",
    "list-duplicate",
    "list-count",
    "list-tickets",
    "list-root",
    "opening",
    "beacon",
    "seed-names",
    "material",
    "seed-commitment",
    "seed-missing",
    "two-results",
    "draw-count",
    "draw-rank",
    "draw-prize",
    "draw-position",
    "draw-line",
    "list-strata",
    "list-amounts",
    "other-reveal",
    "other-extension",
    "draw-role",
    "draw-stratum",
    "draw-unit",
    "extension",
    "replacement-time",
    "replacement-rank",
    "replacement-repeated",
    "replacement-skipped",
    "two-registers",
];

const ENTRIES: [&str; 20] = [
    "Ash",
    "Birch",
    "Cedar",
    "Damson",
    "Elm",
    "Fir",
    "Ginkgo",
    "Hazel",
    "Ilex",
    "Juniper",
    "Kapok",
    "Larch",
    "Maple",
    "Nutmeg: 2",
    "Öl-Weide",
    "Pine",
    "Quince",
    "Rowan",
    "Sal",
    "木 Tea",
];

fn seed(name: &str) -> NamedSeed {
    let mut bytes = [0x5a; 64];
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    NamedSeed { name: name.into(), seed: Seed::from_bytes(bytes) }
}

fn raffle(list: &EntryList) -> Raffle {
    Raffle {
        private: false,
        root: list.root(),
        method: Method::Shuffle,
        prizes: vec![
            Prize { count: 1, name: "A bench".into() },
            Prize { count: 3, name: "A sign".into() },
        ],
        alternates: 2,
        vacancy: Some(Vacancy::Next),
    }
}

fn rules(list: &EntryList, holders: &[&str]) -> Rules {
    let seeds = holders.iter().map(|&name| SeedCommitment {
        name: name.into(),
        commitment: seed(name).seed.commitment(name, false),
    });
    Rules {
        rehearsal: false,
        title: "Tree of the year".into(),
        organiser: Some("The arboretum".into()),
        history: None,
        entries: list.len(),
        kind: DrawKind::Raffle(raffle(list)),
        seeds: seeds.collect(),
        beacon: None,
        opening: None,
        fresh: None,
        created: Time::parse("2026-11-29T12:00:00Z").unwrap(),
        published: "the notice board".into(),
        notes: vec!["No trees in pots".into()],
    }
}

fn draw(
    rules: &Rules,
    list: &EntryList,
    key: Option<&ListKey>,
    seeds: Vec<Option<Seed>>,
    beacon: Option<BeaconValue>,
) -> Draw {
    let commit = Commit::new(rules).unwrap();
    let reveal = Reveal::open(&commit, list, key, seeds, beacon).unwrap();
    let draw = Draw {
        commit: commit.as_str().into(),
        reveal: reveal.to_string().into(),
        list: key.is_none().then(|| list.as_str().into()),
        seeds: None,
        extension: None,
        replacements: None,
        id: commit.id(),
    };
    assert!(draw.verify(Role::Commit, &draw.commit, Some(commit.id())).is_ok());
    draw
}

fn public_draw() -> Draw {
    let list = EntryList::from_lines(ENTRIES, false).unwrap();
    draw(&rules(&list, &["organiser"]), &list, None, vec![Some(seed("organiser").seed)], None)
}

fn private_draw() -> Draw {
    let list = EntryList::from_lines(ENTRIES, false).unwrap();
    let key = ListKey::from_bytes([0xa5; 32]);
    let kind = Raffle { private: true, root: list.private_root(&key), ..raffle(&list) };
    let rules = Rules { kind: DrawKind::Raffle(kind), ..rules(&list, &["organiser"]) };
    draw(&rules, &list, Some(&key), vec![Some(seed("organiser").seed)], None)
}

fn weighted_draw(wins: Wins) -> Draw {
    let lines = ENTRIES.iter().zip([3, 1, 20, 1]).chain(ENTRIES[4..].iter().zip([2].repeat(16)));
    let lines: Vec<String> = lines.map(|(entry, tickets)| format!("{tickets}\t{entry}")).collect();
    let list = EntryList::from_lines(lines.iter().map(String::as_str), true).unwrap();
    assert_eq!((list.len(), list.tickets()), (20, Some(57)));
    let kind = Raffle { method: Method::Tickets { total: 57, wins }, ..raffle(&list) };
    let rules = Rules { kind: DrawKind::Raffle(kind), ..rules(&list, &["organiser"]) };
    draw(&rules, &list, None, vec![Some(seed("organiser").seed)], None)
}

/// Two seeds and public text: one seed is missing, the other is opened by a seeds file.
fn draw_with_a_missing_seed() -> Draw {
    let list = EntryList::from_lines(ENTRIES, false).unwrap();
    let rules = Rules {
        beacon: Some(BeaconRule::Public {
            shape: "dd-dd-dd".into(),
            description: "three numbers, in rising order".into(),
        }),
        opening: Some(OpeningRule {
            seeds_by: Time::parse("2026-12-05T17:50:00Z").unwrap(),
            missing: MissingSeeds::LeaveOut,
        }),
        ..rules(&list, &["ann", "bob"])
    };
    let beacon = BeaconValue::Public("04-11-17".into());
    let draw = draw(&rules, &list, None, vec![None, Some(seed("bob").seed)], Some(beacon));
    with_seeds_file(draw, &["bob"])
}

/// Two seeds, opened by one seeds file.
fn draw_of_two_holders() -> Draw {
    let list = EntryList::from_lines(ENTRIES, false).unwrap();
    let rules = Rules {
        opening: Some(OpeningRule {
            seeds_by: Time::parse("2026-12-05T17:50:00Z").unwrap(),
            missing: MissingSeeds::Void,
        }),
        ..rules(&list, &["ann", "bob"])
    };
    let seeds = ["ann", "bob"].map(|name| Some(seed(name).seed));
    let draw = draw(&rules, &list, None, seeds.into(), None);
    with_seeds_file(draw, &["ann", "bob"])
}

fn with_seeds_file(draw: Draw, names: &[&str]) -> Draw {
    let seeds = names.iter().map(|name| seed(name)).collect();
    let file = SeedsFile { commit: draw.id, seeds, notes: vec![] }.to_string();
    let draw = Draw { seeds: Some(file.into()), ..draw };
    assert!(draw.verify(Role::Commit, &draw.commit, Some(draw.id)).is_ok());
    draw
}

/// An audit sample of this population and design, and of a list whose lines have stratum and amount.
fn sample(design: Design, population: Option<PopulationRule>) -> Draw {
    let amount = |n: u64| if n == 3 { -70 } else { 130 * i64::try_from(n).unwrap() };
    let stratum = |n| if n % 3 == 0 { "Trees in pots" } else { "Trees" };
    let lines = ENTRIES.iter().zip(0u64..);
    let lines = lines.map(|(entry, n)| format!("{}\t{}\t{entry}\n", stratum(n), amount(n)));
    let fields = Fields { stratum: true, amount: true };
    let list = EntryList::parse_population(lines.collect::<String>().into(), fields).unwrap();
    let given = population.is_none().then_some(&list);
    let total = list.amounts().unwrap().iter().sum();
    let listed = PopulationList {
        strata: true,
        amounts: Some(AmountsRule { places: 2, total }),
        root: list.root(),
    };
    let population = population.unwrap_or(PopulationRule::List(listed));
    let kind = DrawKind::Sample(Sampling { population, design });
    let commit = Commit::new(&Rules { kind, ..rules(&list, &["organiser"]) }).unwrap();
    let seeds = vec![Some(seed("organiser").seed)];
    let reveal = Reveal::open_sample(&commit, given, seeds, None).unwrap();
    let draw = Draw {
        commit: commit.as_str().into(),
        reveal: reveal.to_string().into(),
        list: given.map(|list| list.as_str().into()),
        seeds: None,
        extension: None,
        replacements: None,
        id: commit.id(),
    };
    assert!(draw.verify(Role::Commit, &draw.commit, Some(commit.id())).is_ok());
    draw
}

/// A stratified sample with an extension and two replacements.
fn stratified_sample() -> Draw {
    let stratum = |name: &str, items, size, spares| Stratum {
        name: name.into(),
        items,
        size,
        spares,
        deviation: None,
    };
    let design = Design::Stratified {
        size: 5,
        allocation: Allocation::Proportional { minimum: 1 },
        strata: vec![stratum("Trees in pots", 7, 2, 1), stratum("Trees", 13, 3, 2)],
    };
    let draw = sample(design, None);
    let time = |text| Time::parse(text).unwrap();
    let verdict = draw.verify(Role::Commit, &draw.commit, None).unwrap();
    let additions = vec![Addition { items: 1, stratum: 1 }, Addition { items: 2, stratum: 2 }];
    let extension = verdict.extend(additions, "in doubt".into(), time("2026-12-06T08:00:00Z"));
    let draw = Draw { extension: Some(extension.unwrap().to_string().into()), ..draw };
    let replacement = |rank, spare| Replacement {
        time: time("2026-12-07T09:30:00Z"),
        stratum: 2,
        rank,
        spare,
        cause: ReplacementCause::NotFound,
        text: "felled".into(),
    };
    let verdict = draw.verify(Role::Commit, &draw.commit, None).unwrap();
    let register = verdict.replace(replacement(7, 4)).unwrap();
    let draw = Draw { replacements: Some(register.to_string().into()), ..draw };
    let verdict = draw.verify(Role::Commit, &draw.commit, None).unwrap();
    let register = verdict.replace(replacement(4, 5)).unwrap();
    Draw { replacements: Some(register.to_string().into()), ..draw }
}

fn monetary_sample() -> Draw {
    sample(Design::Monetary(Monetary::Fixed { size: 5 }), None)
}

fn sample_of_ranges() -> Draw {
    let range = |prefix: Option<&str>, first, last, digits| Range {
        prefix: prefix.map(Into::into),
        first,
        last,
        digits,
    };
    let ranges = vec![range(None, 2401, 2410, 4), range(Some("T/"), 98, 107, 3)];
    sample(Design::Simple { size: 3, spares: 1 }, Some(PopulationRule::Ranges(ranges)))
}

#[test]
fn every_change_of_a_samples_commit_is_found() {
    for draw in [stratified_sample(), monetary_sample(), sample_of_ranges()] {
        draw.withstands_changes_of(Role::Commit);
    }
}

#[test]
fn every_change_of_a_samples_reveal_is_found() {
    for draw in [stratified_sample(), monetary_sample(), sample_of_ranges()] {
        draw.withstands_changes_of(Role::Reveal);
    }
}

#[test]
fn every_change_of_a_samples_population_is_found() {
    stratified_sample().withstands_changes_of(Role::List);
}

#[test]
fn every_change_of_what_binds_in_an_extension_is_found() {
    stratified_sample().withstands_changes_of(Role::Extension);
}

#[test]
fn every_change_of_what_binds_in_a_register_is_found() {
    stratified_sample().withstands_changes_of(Role::Replacements);
}

#[test]
fn every_change_of_a_public_draws_commit_is_found() {
    public_draw().withstands_changes_of(Role::Commit);
}

#[test]
fn every_change_of_a_public_draws_reveal_is_found() {
    public_draw().withstands_changes_of(Role::Reveal);
}

#[test]
fn every_change_of_a_public_draws_list_is_found() {
    public_draw().withstands_changes_of(Role::List);
}

#[test]
fn every_change_of_a_private_draw_is_found_without_its_list() {
    let draw = private_draw();
    assert!(draw.list.is_none());
    draw.withstands_changes_of(Role::Commit);
    draw.withstands_changes_of(Role::Reveal);
}

#[test]
fn every_change_of_a_weighted_draw_is_found() {
    for wins in [Wins::Once, Wins::PerTicket] {
        let draw = weighted_draw(wins);
        draw.withstands_changes_of(Role::Commit);
        draw.withstands_changes_of(Role::Reveal);
        draw.withstands_changes_of(Role::List);
    }
}

#[test]
fn every_change_of_a_draw_with_a_missing_seed_is_found() {
    let draw = draw_with_a_missing_seed();
    draw.withstands_changes_of(Role::Commit);
    draw.withstands_changes_of(Role::Reveal);
    draw.withstands_changes_of(Role::List);
}

#[test]
fn every_change_of_a_seeds_file_is_found() {
    draw_with_a_missing_seed().withstands_changes_of(Role::Seeds);
    draw_of_two_holders().withstands_changes_of(Role::Seeds);
}

#[test]
fn whatever_is_read_prints_back() {
    let lf = |bytes: &[u8]| String::from_utf8(bytes.into()).unwrap().replace("\r\n", "\n");
    let mut read = [0; 5];
    let draws = [
        public_draw(),
        private_draw(),
        weighted_draw(Wins::Once),
        draw_with_a_missing_seed(),
        stratified_sample(),
        monetary_sample(),
        sample_of_ranges(),
    ];
    for draw in draws {
        each_change(&draw.commit, |changed| {
            if let Ok(commit) = Commit::parse(changed) {
                assert_eq!(commit.as_str(), lf(changed));
                assert_eq!(commit.rules().to_string(), lf(changed));
                read[0] += 1;
            }
        });
        each_change(&draw.reveal, |changed| {
            if let Ok(reveal) = Reveal::parse(changed, 1 << 20) {
                assert_eq!(reveal.to_string(), lf(changed));
                read[1] += 1;
            }
        });
        each_change(draw.seeds.as_deref().unwrap_or_default(), |changed| {
            if let Ok(seeds) = SeedsFile::parse(changed) {
                assert_eq!(seeds.to_string(), lf(changed));
                read[2] += 1;
            }
        });
        each_change(draw.extension.as_deref().unwrap_or_default(), |changed| {
            if let Ok(extension) = ExtensionFile::parse(changed) {
                assert_eq!(extension.to_string(), lf(changed));
                read[3] += 1;
            }
        });
        each_change(draw.replacements.as_deref().unwrap_or_default(), |changed| {
            if let Ok(register) = ReplacementsFile::parse(changed, 1 << 20) {
                assert_eq!(register.to_string(), lf(changed));
                read[4] += 1;
            }
        });
    }
    assert!(read.iter().all(|&count| count > 100), "{read:?} files were read");
}
