use std::sync::OnceLock;

use fairdraw::{
    ListKey, Seed,
    draw::{
        BeaconRule, BeaconValue, Commit, DrawKind, EarlierDraw, EntryList, Files, Method, Options,
        Raffle, Receipt, Reveal, Rules, verify as check,
    },
};
use serde_json::Value;

use crate::{entries, take, with_lf};

/// Draws with tampered files: nothing but what the reader tolerates is accepted.
///
/// The first byte chooses a draw, the second what is done with it; edits of its files follow. Returns the outcome's name.
pub fn verify(mut bytes: &[u8]) -> &'static str {
    let vectors = vectors();
    let vector = &vectors[usize::from(take(&mut bytes)) % vectors.len()];
    let how = take(&mut bytes);
    let original = GivenFiles::new(vector, how & AGAIN != 0);
    let mut given = original.clone();
    given.edit(bytes, how & ANEW != 0);
    if how & ANEW != 0 {
        return given.draw_anew(how);
    }
    let expected = (how & ID_UNKNOWN == 0).then(|| vector["commit_id"].as_str().unwrap());
    let options = Options {
        expected: expected.map(|id| id.parse().unwrap()),
        rehearsal: vector["options"]["rehearsal"].as_bool().unwrap(),
        ..Options::default()
    };
    let outcome = given.outcome(options);
    let same_commit = with_lf(&given.commit) == original.commit;
    if outcome == "valid" && (same_commit || expected.is_some()) {
        assert!(same_commit, "another commit of the same id");
        given.assert_tolerated(&original);
    }
    if given.as_read() == original.as_read() {
        let wanted = vector["expect"].as_str().unwrap();
        assert_eq!(outcome, wanted);
    }
    outcome
}

/// The draws of the independent reference, but those of long lists, which only take time.
fn vectors() -> &'static [Value] {
    static VECTORS: OnceLock<Vec<Value>> = OnceLock::new();
    VECTORS.get_or_init(|| {
        let file = include_str!("../../audit/vectors/files.json");
        let file: Value = serde_json::from_str(file).unwrap();
        let list_length = |vector: &Value| vector["files"]["list"].as_str().map_or(0, str::len);
        let short = |vector: &&Value| list_length(vector) < 10_000;
        file["vectors"].as_array().unwrap().iter().filter(short).cloned().collect()
    })
}

#[derive(Clone, PartialEq)]
struct GivenFiles {
    commit: Vec<u8>,
    reveals: Vec<Vec<u8>>,
    list: Option<Vec<u8>>,
    /// The list, if it is private.
    secret_list: Option<Vec<u8>>,
    seeds: Vec<Vec<u8>>,
    receipts: Vec<Vec<u8>>,
    outcomes: Vec<Vec<u8>>,
    /// Commit and reveal of each earlier draw.
    earlier: Vec<(Vec<u8>, Option<Vec<u8>>)>,
}

impl GivenFiles {
    /// The files of a vector; `again`: with a second copy of the reveal.
    fn new(vector: &Value, again: bool) -> Self {
        let files = &vector["files"];
        let file = |file: &Value| file.as_str().map(|text| text.as_bytes().to_vec());
        let all = |name| files[name].as_array().unwrap().iter().filter_map(file).collect();
        let mut reveals: Vec<_> = all("reveals");
        reveals.extend_from_within(..usize::from(again));
        Self {
            commit: file(&files["commit"]).unwrap(),
            reveals,
            list: file(&files["list"]),
            secret_list: file(&vector["secrets"]["list"]),
            seeds: all("seeds"),
            receipts: all("receipts"),
            outcomes: all("outcomes"),
            earlier: files["earlier"]
                .as_array()
                .unwrap()
                .iter()
                .map(|draw| (file(&draw["commit"]).unwrap(), file(&draw["reveal"])))
                .collect(),
        }
    }

    /// Edits files: at most 64 times, and while they are small.
    fn edit(&mut self, mut edits: &[u8], with_secret_list: bool) {
        let list = if with_secret_list { self.secret_list.as_mut() } else { None };
        let mut files = vec![&mut self.commit];
        files.extend(self.reveals.iter_mut());
        files.extend(self.list.as_mut().or(list));
        files.extend(self.seeds.iter_mut().chain(&mut self.receipts).chain(&mut self.outcomes));
        for (commit, reveal) in &mut self.earlier {
            files.push(commit);
            files.extend(reveal);
        }
        for _ in 0..64 {
            if edits.is_empty() {
                break;
            }
            let file = usize::from(take(&mut edits)) % files.len();
            let file = &mut *files[file];
            match take(&mut edits) % 4 {
                _ if file.len() > LARGEST_FILE => {}
                0 => splice(file, &mut edits),
                1 => *file = replace_lf(file),
                operation => move_line(file, &mut edits, operation == 2),
            }
        }
    }

    fn outcome(&self, options: Options) -> &'static str {
        let files = Files {
            commit: &self.commit,
            reveal: &self.reveals[0],
            other_reveals: self.reveals[1..].iter().map(Vec::as_slice).collect(),
            list: self.list.clone(),
            seeds: self.seeds.iter().map(Vec::as_slice).collect(),
            receipts: self.receipts.iter().map(Vec::as_slice).collect(),
            outcomes: self.outcomes.iter().map(Vec::as_slice).collect(),
            earlier: self
                .earlier
                .iter()
                .map(|(commit, reveal)| EarlierDraw { commit, reveal: reveal.as_deref() })
                .collect(),
            ..Files::default()
        };
        match check(files, options) {
            Ok(verdict) => {
                assert!(verdict.checks().iter().all(|check| !check.sentence.is_empty()));
                "valid"
            }
            Err(refusal) => {
                assert!(!refusal.to_string().is_empty());
                refusal.failure.name()
            }
        }
    }

    /// The files after the reader's tolerances.
    fn as_read(&self) -> Self {
        let all = |files: &[Vec<u8>]| files.iter().map(|file| with_lf(file)).collect();
        Self {
            commit: with_lf(&self.commit),
            reveals: all(&self.reveals),
            list: self.list.as_deref().map(entries::canonical),
            secret_list: None,
            seeds: all(&self.seeds),
            receipts: all(&self.receipts),
            outcomes: all(&self.outcomes),
            earlier: self
                .earlier
                .iter()
                .map(|(commit, reveal)| (with_lf(commit), reveal.as_deref().map(with_lf)))
                .collect(),
        }
    }

    /// These files were accepted: they may differ from the original ones in what nothing depends on.
    fn assert_tolerated(&self, original: &Self) {
        let (given, original) = (self.as_read(), original.as_read());
        assert_eq!(given.list, original.list);
        for (reveal, known) in given.reveals.iter().zip(&original.reveals) {
            // Public text and missing seeds are what the reveal says they are: another reveal with another result can be
            // right too, which is why verify compares all that were seen.
            let choice = lines(&given.commit, b"beacon: ").next().is_some();
            let sources = |file| lines(file, b"beacon: ").chain(lines(file, b"seed: "));
            if !choice || sources(reveal).eq(sources(known)) {
                assert_eq!(without_notes(reveal), without_notes(known));
            }
        }
        for (given, original) in given.receipts.iter().zip(&original.receipts) {
            assert_eq!(without_notes(given), without_notes(original));
        }
        for (given, original) in given.outcomes.iter().zip(&original.outcomes) {
            // Another history may be as right as this one, but it is of this draw.
            let named = |file| lines(file, b"commit: ").chain(lines(file, b"reveal: "));
            assert!(named(given).eq(named(original)));
        }
        for ((commit, reveal), (own, own_reveal)) in given.earlier.iter().zip(&original.earlier) {
            assert_eq!(commit, own);
            let named = |file: &Option<Vec<u8>>| {
                file.as_deref().and_then(|file| lines(file, b"commit: ").next().map(<[u8]>::to_vec))
            };
            assert_eq!(named(reveal), named(own_reveal));
        }
        for (given, original) in given.seeds.iter().zip(&original.seeds) {
            // A seeds file may open any number of the seeds.
            let mut original = original.split_inclusive(|&byte| byte == b'\n');
            let mut given = without_notes(given).split_inclusive(|&byte| byte == b'\n');
            assert!(given.all(|line| original.any(|known| known == line)));
        }
    }

    /// Draws by the edited rules and list with seeds of our own: what an organiser can make, verify accepts.
    fn draw_anew(&self, how: u8) -> &'static str {
        let Ok(edited) = Commit::parse(&self.commit) else { return NOT_MADE };
        let mut rules = edited.rules().clone();
        let list = self.list.clone().or_else(|| self.secret_list.clone()).unwrap();
        let Ok(list) = EntryList::parse(list, rules.raffle().is_some_and(Raffle::is_weighted))
        else {
            return NOT_MADE;
        };
        let key = rules.is_private().then(|| ListKey::from_bytes([7; 32]));
        let seeds = fit(&mut rules, &list, key.as_ref(), how >> 4);
        let Ok(commit) = Commit::new(&rules) else { return NOT_MADE };
        if commit.check_rules().unwrap().total() > MOST_PLACES {
            return NOT_MADE;
        }
        let beacon = rules.beacon.as_ref().map(beacon_value);
        let reveal = match Reveal::open(&commit, &list, key.as_ref(), seeds, beacon) {
            Ok(reveal) => reveal.to_string(),
            Err(failure) => {
                assert!(!failure.to_string().is_empty());
                return NOT_MADE;
            }
        };
        let tree = list.tree(key.as_ref());
        let receipt = Receipt::new(&commit, &list, key.as_ref(), &tree, list.len() / 2).unwrap();
        let files = Self {
            commit: commit.as_str().into(),
            reveals: vec![reveal.into()],
            list: (!rules.is_private()).then(|| list.as_str().into()),
            secret_list: None,
            seeds: vec![],
            receipts: vec![receipt.to_string().into()],
            outcomes: vec![],
            earlier: vec![],
        };
        let options = Options {
            expected: Some(commit.id()),
            rehearsal: rules.rehearsal,
            ..Options::default()
        };
        let outcome = files.outcome(options);
        // Few drand signatures are real ones.
        let drand = matches!(rules.beacon, Some(BeaconRule::Drand { .. })) || rules.fresh.is_some();
        assert!(outcome == "valid" || drand && outcome == "beacon", "{outcome}");
        outcome
    }
}

/// Makes root, counts and commitments those of the list, the key and the seeds; returns the seeds, of which those whose bit is set
/// in `missing` are not opened.
fn fit(
    rules: &mut Rules,
    list: &EntryList,
    key: Option<&ListKey>,
    missing: u8,
) -> Vec<Option<Seed>> {
    rules.entries = list.len();
    let DrawKind::Raffle(raffle) = &mut rules.kind else { return vec![] };
    raffle.root = key.map_or_else(|| list.root(), |key| list.private_root(key));
    if let Method::Tickets { total, .. } = &mut raffle.method {
        *total = list.tickets().unwrap();
    }
    let mut seeds = Vec::new();
    for (byte, committed) in (0..).zip(&mut rules.seeds) {
        let seed = Seed::from_bytes([byte; 64]);
        committed.commitment = seed.commitment(&committed.name, rules.rehearsal);
        seeds.push(Some(seed).filter(|_| missing >> (byte % 4) & 1 == 0));
    }
    seeds
}

/// A value that has the form of the beacon's; the real one of the rounds that are known.
fn beacon_value(rule: &BeaconRule) -> BeaconValue {
    let (chain, round) = match rule {
        BeaconRule::Public { shape, .. } => return BeaconValue::Public(shape.replace('d', "7")),
        BeaconRule::Drand { chain, round } => (chain, *round),
    };
    let rounds = include_str!("../../tests/vectors/drand/rounds.json");
    let rounds: Value = serde_json::from_str(rounds).unwrap();
    let is_known = |known: &&Value| known["chain"] == chain.name && known["round"] == round;
    let known = rounds["rounds"].as_array().unwrap().iter().find(is_known);
    let bytes = |name: &str, length: usize| {
        let digits = known.and_then(|known| known[name].as_str());
        digits.map_or_else(|| vec![0xab; length], |digits| hex::decode(digits).unwrap())
    };
    BeaconValue::Drand {
        round,
        signature: bytes("signature", chain.signature_length()),
        previous: chain.previous_length(round).map(|length| bytes("previous_signature", length)),
    }
}

/// Two bytes: where; one: how many bytes are removed; one: how many of those that follow come in their place.
fn splice(file: &mut Vec<u8>, edits: &mut &[u8]) {
    let at = usize::from(u16::from_be_bytes([take(edits), take(edits)])) % (file.len() + 1);
    let end = file.len().min(at + usize::from(take(edits)));
    let inserted = usize::from(take(edits));
    let (inserted, rest) = edits.split_at(inserted.min(edits.len()));
    file.splice(at..end, inserted.iter().copied());
    *edits = rest;
}

fn replace_lf(file: &[u8]) -> Vec<u8> {
    let mut replaced = Vec::with_capacity(2 * file.len());
    for &byte in file {
        if byte == b'\n' {
            replaced.push(b'\r');
        }
        replaced.push(byte);
    }
    replaced
}

/// Two bytes: a line, and where it is moved to, or doubled if it stays.
fn move_line(file: &mut Vec<u8>, edits: &mut &[u8], stays: bool) {
    let mut lines: Vec<_> =
        file.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    if !lines.is_empty() {
        let from = usize::from(take(edits)) % lines.len();
        let line = if stays { lines[from].clone() } else { lines.remove(from) };
        lines.insert(usize::from(take(edits)) % (lines.len() + 1), line);
        *file = lines.concat();
    }
}

fn lines<'f>(file: &'f [u8], name: &'f [u8]) -> impl Iterator<Item = &'f [u8]> {
    file.split(|&byte| byte == b'\n').filter(move |line| line.starts_with(name))
}

fn without_notes(mut file: &[u8]) -> &[u8] {
    loop {
        let last = file.split_inclusive(|&byte| byte == b'\n').next_back().unwrap_or_default();
        if !last.starts_with(b"note: ") {
            return file;
        }
        file = &file[..file.len() - last.len()];
    }
}

/// The reveal is given twice.
const AGAIN: u8 = 1;
/// The commit id is not known from elsewhere.
const ID_UNKNOWN: u8 = 2;
/// The edited list and rules are drawn anew; the upper four bits then say which seeds are missing.
const ANEW: u8 = 4;
const NOT_MADE: &str = "not made";
const LARGEST_FILE: usize = 1 << 14;
const MOST_PLACES: u64 = 1000;
