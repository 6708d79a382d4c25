//! The reveal file: the opened seeds, the beacon's value and the draw, published afterwards.

use alloc::{borrow::ToOwned as _, string::String, vec::Vec};
use core::fmt;

use crate::{
    digest::{Digest, Hex, sha256_of},
    draw::{
        beacon::BeaconValue,
        chain::LARGEST_ROUND,
        commit::{Commit, DrawKind, Method, PlaceKind, Places, Raffle},
        entries::EntryList,
        failure::Failure,
        file::{FileError, FileKind, FileText, Reader, Value},
        items::DrawnItem,
        material::{Material, never},
        sampling::Labels,
        tickets::Tickets,
        verify,
    },
    log2::Log2,
    sample::{Plan, Selected},
    seed::{ListKey, Seed},
    shuffle::Sample,
    text::{LARGEST_NUMBER, is_seed_name},
};

/// A reveal file that follows the grammar. [`verify()`](crate::draw::verify()) says whether it is right.
#[derive(Debug)]
pub struct Reveal {
    /// Whether it opens a rehearsal.
    pub rehearsal: bool,
    /// The commit it opens.
    pub commit: Digest,
    /// SHA-256 of the material.
    pub material: Digest,
    /// The seeds in the commit's order, or what is missing of them.
    pub seeds: Vec<RevealedSeed>,
    /// The beacon's value.
    pub beacon: Option<BeaconValue>,
    /// The drawn places in order of rank.
    pub places: Vec<DrawnPlace>,
    /// The items of an audit sample, which has no places.
    pub sample: Option<Vec<DrawnItem>>,
    /// Remarks: part of the id, input of no rule.
    pub notes: Vec<String>,
}

/// A seed in a reveal.
#[derive(Debug)]
pub struct RevealedSeed {
    /// The holder's name.
    pub name: String,
    /// The seed, unless it is missing.
    pub seed: Option<Seed>,
}

/// One drawn place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnPlace {
    /// The rank, from 1.
    pub rank: u64,
    /// What it stands for.
    pub kind: PlaceKind,
    /// The position in the list, from 0.
    pub position: u64,
    /// The entry.
    pub entry: String,
    /// The proof that the entry stands at the position of a private list.
    pub opening: Option<Opening>,
}

/// The proof that a line stands at a position of a private list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The salt of the line.
    pub salt: [u8; 32],
    /// The hashes from the leaf's sibling upwards.
    pub path: Vec<Digest>,
}

impl Reveal {
    /// Draws and makes the reveal: `list` with its key if the commit says it is private, the seeds that count in the commit's
    /// order (`None` where one is missing), and the beacon's value.
    ///
    /// # Errors
    ///
    /// What [`verify()`](crate::draw::verify()) would find wrong with list, rules, beacon or seeds. Without the feature `drand`
    /// a signature is not checked.
    pub fn open(
        commit: &Commit,
        list: &EntryList,
        key: Option<&ListKey>,
        seeds: Vec<Option<Seed>>,
        beacon: Option<BeaconValue>,
    ) -> Result<Self, Failure> {
        Self::open_any(commit, Some(list), key, seeds, beacon)
    }

    /// Like [`open`](Self::open), for an audit sample, whose population may need no list.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub fn open_sample(
        commit: &Commit,
        list: Option<&EntryList>,
        seeds: Vec<Option<Seed>>,
        beacon: Option<BeaconValue>,
    ) -> Result<Self, Failure> {
        Self::open_any(commit, list, None, seeds, beacon)
    }

    fn open_any(
        commit: &Commit,
        list: Option<&EntryList>,
        key: Option<&ListKey>,
        seeds: Vec<Option<Seed>>,
        beacon: Option<BeaconValue>,
    ) -> Result<Self, Failure> {
        let numbers = verify::check_list(commit, list, key)?;
        let plan = verify::check_design(commit, numbers.as_ref(), list)?;
        let places = commit.check_rules().map_err(Failure::Rules)?;
        verify::check_beacon(commit, beacon.as_ref())?;
        verify::check_fresh(commit)?;
        let names = commit.rules().seeds.iter().map(|seed| &seed.name);
        if names.len() != seeds.len() {
            return Err(Failure::SeedNames);
        }
        let seeds: Vec<_> = names
            .zip(seeds)
            .map(|(name, seed)| RevealedSeed { name: name.clone(), seed })
            .collect();
        verify::check_seeds(commit, &seeds)?;

        let revealed = seeds.iter().map(|seed| seed.seed.as_ref());
        let material = Material::new(commit.id(), beacon.as_ref(), revealed);
        let (drawn, sample) = match (&commit.rules().kind, &plan) {
            (DrawKind::Raffle(raffle), _) => {
                let list = list.ok_or(Failure::ListMissing)?;
                (draw_places(commit, raffle, places, list, key, &material)?, None)
            }
            (DrawKind::Sample(sampling), Some(plan)) => {
                let labels = Labels::new(&sampling.population, list);
                let selected = draw_sample(plan, &material)?;
                (Vec::new(), Some(DrawnItem::label_all(selected, &labels)))
            }
            // A plan was made of each sample.
            (DrawKind::Sample(_), None) => return Err(Failure::ListMissing),
        };
        Ok(Self {
            rehearsal: commit.rules().rehearsal,
            commit: commit.id(),
            material: material.digest(),
            places: drawn,
            sample,
            seeds,
            beacon,
            notes: Vec::new(),
        })
    }

    /// Reads a reveal file of at most `limit` bytes, see [`Reveal::size_limit`].
    ///
    /// # Errors
    ///
    /// The first place where it leaves the grammar.
    pub fn parse(bytes: &[u8], limit: u64) -> Result<Self, FileError> {
        Self::parse_expecting(bytes, limit, None)
    }

    /// Reads a reveal file of this commit, which says whether a sample stands in it.
    pub(crate) fn parse_of(commit: &Commit, bytes: &[u8]) -> Result<Self, FileError> {
        let design = commit.rules().sampling().is_some();
        Self::parse_expecting(bytes, Self::size_limit(commit), Some(design))
    }

    fn parse_expecting(bytes: &[u8], limit: u64, design: Option<bool>) -> Result<Self, FileError> {
        let file = FileText::new(FileKind::Reveal, bytes, limit)?;
        let mut reader = file.reader();
        let (kind, design) = reader.header_of_design(&["reveal", "rehearsal-reveal"], design)?;
        let rehearsal = kind == 1;
        let commit = reader.take("commit")?.digest()?;
        let material = reader.take("material")?.digest()?;
        let seeds = reader.take_all("seed", 16)?;
        let seeds = seeds.into_iter().map(parse_seed).collect::<Result<_, _>>()?;
        let beacon = reader.take_if("beacon")?.map(parse_beacon).transpose()?;
        let mut places = Vec::new();
        let mut sample = None;
        if design {
            sample = Some(DrawnItem::parse_all(&mut reader)?);
        } else {
            while let Some(place) = parse_place(&mut reader)? {
                places.push(place);
            }
        }
        let notes = reader.notes_and_end()?;
        Ok(Self { rehearsal, commit, material, seeds, beacon, places, sample, notes })
    }

    /// The most bytes that a reveal of this commit may have: 1 MiB, and 16 KiB for each place or item.
    pub fn size_limit(commit: &Commit) -> u64 {
        // The rules are checked later: counts that don't fit saturate, and nothing is reserved by this limit.
        let places = match &commit.rules().kind {
            DrawKind::Raffle(raffle) => {
                let counts = raffle.prizes.iter().map(|prize| prize.count);
                counts.fold(raffle.alternates, u64::saturating_add)
            }
            DrawKind::Sample(sampling) => sampling.most_items(commit.rules().entries),
        };
        places.saturating_mul(1 << 14).saturating_add(1 << 20)
    }

    /// The reveal id: SHA-256 of the file.
    pub fn id(&self) -> Digest {
        sha256_of(self)
    }

    pub(crate) fn material(&self) -> Material {
        let seeds = self.seeds.iter().map(|seed| seed.seed.as_ref());
        Material::new(self.commit, self.beacon.as_ref(), seeds)
    }
}

/// The positions that a draw gives.
pub(crate) struct Drawn {
    pub(crate) positions: Vec<u64>,
    /// How many results of equal chance there were.
    pub(crate) outcomes: Log2,
}

/// Draws the places of a raffle, with what the list has there.
fn draw_places(
    commit: &Commit,
    raffle: &Raffle,
    places: Places,
    list: &EntryList,
    key: Option<&ListKey>,
    material: &Material,
) -> Result<Vec<DrawnPlace>, Failure> {
    let drawn = draw(commit, raffle, places, Some(list), material)?;
    let paths = key.map(|key| list.private_paths(key, &drawn.positions));
    let mut paths = paths.into_iter().flatten();
    let place = |((position, kind), rank): ((u64, PlaceKind), u64)| {
        let line = list.line(position)?;
        let opened = |key: &ListKey| {
            let path = paths.next().unwrap_or_default(); // there is one for each place
            Opening { salt: key.salt(position, line), path }
        };
        let entry = list.entry(position)?.to_owned();
        Some(DrawnPlace { rank, kind, position, entry, opening: key.map(opened) })
    };
    let places = drawn.positions.into_iter().zip(commit.place_kinds()).zip(1..);
    Ok(places.filter_map(place).collect())
}

/// Draws an audit sample.
pub(crate) fn draw_sample(plan: &Plan<'_>, material: &Material) -> Result<Vec<Selected>, Failure> {
    // The material is never too short for a stream: there is always a commit id.
    plan.draw(|names| material.sample_stream(names)).map_err(|_| Failure::OutOfMemory)
}

/// Draws a raffle's places. The list is needed for its tickets only.
pub(crate) fn draw(
    commit: &Commit,
    raffle: &Raffle,
    places: Places,
    list: Option<&EntryList>,
    material: &Material,
) -> Result<Drawn, Failure> {
    let mut stream = material.stream();
    let mut outcomes = Log2::ONE;
    let count = places.total();
    match raffle.method {
        Method::Shuffle => {
            let n = commit.rules().entries;
            let sample = Sample::new(n, count).map_err(|_| Failure::OutOfMemory)?;
            (0..count)
                .filter_map(|step| (n - step).try_into().ok())
                .for_each(|left| outcomes.multiply(left));
            Ok(Drawn { positions: sample.draw(&mut stream), outcomes })
        }
        Method::Tickets { wins, .. } => {
            let list = list.ok_or(Failure::ListMissing)?;
            let left = list.each_tickets().map(u64::from).collect();
            let mut tickets = Tickets::new(left);
            let mut positions = Vec::new();
            usize::try_from(count)
                .ok()
                .and_then(|count| positions.try_reserve_exact(count).ok())
                .ok_or(Failure::OutOfMemory)?;
            for _ in 0..count {
                positions.extend(never(tickets.try_draw(wins, &mut outcomes, &mut stream)));
            }
            Ok(Drawn { positions, outcomes })
        }
    }
}

fn parse_seed(seed: Value<'_>) -> Result<RevealedSeed, FileError> {
    let wanted = "a name of 1 to 31 of a-z, 0-9, - and a seed of 128 digits, or missing";
    let (name, bytes) = seed.split_word(wanted)?;
    if !is_seed_name(name.text) {
        return Err(name.wanted(wanted));
    }
    let seed = match bytes.text {
        "missing" => None,
        _ => Some(Seed::from_bytes(bytes.hex()?)),
    };
    Ok(RevealedSeed { name: name.text.to_owned(), seed })
}

fn parse_beacon(beacon: Value<'_>) -> Result<BeaconValue, FileError> {
    let wanted = "drand, a round and its signature, or public and the text";
    let (kind, rest) = beacon.first_word();
    match (kind.text, rest) {
        ("drand", Some(rest)) => {
            let (round, signatures) = rest.split_word(wanted)?;
            let round = round.number(1..=LARGEST_ROUND, wanted)?;
            let (signature, previous) = signatures.first_word();
            let signature = signature.bytes(&[48, 96], wanted)?;
            let previous = previous.map(|value| value.bytes(&[32, 96], wanted)).transpose()?;
            Ok(BeaconValue::Drand { round, signature, previous })
        }
        ("public", Some(rest)) => Ok(BeaconValue::Public(rest.phrase()?.to_owned())),
        ("drand" | "public", None) => Err(kind.wanted(wanted)),
        _ => Err(kind.unknown_word(wanted)),
    }
}

fn parse_place(reader: &mut Reader<'_>) -> Result<Option<DrawnPlace>, FileError> {
    let wanted = "rank, prize-N or alternate, position, entry";
    let Some(place) = reader.take_if("draw")? else {
        return Ok(None);
    };
    let (rank, rest) = place.split_word(wanted)?;
    let (kind, rest) = rest.split_word(wanted)?;
    let (position, entry) = rest.split_word(wanted)?;
    let rank = rank.number(0..=LARGEST_NUMBER, wanted)?;
    let kind = match kind.strip_prefix("prize-") {
        Some(number) => PlaceKind::Prize(number.number(1..=LARGEST_NUMBER, wanted)?),
        None if kind.text == "alternate" => PlaceKind::Alternate,
        None => return Err(kind.wanted(wanted)),
    };
    let position = position.number(0..=LARGEST_NUMBER, wanted)?;
    let entry = entry.phrase()?.to_owned();
    let opening = reader.take_if("open")?.map(parse_opening).transpose()?;
    Ok(Some(DrawnPlace { rank, kind, position, entry, opening }))
}

fn parse_opening(opening: Value<'_>) -> Result<Opening, FileError> {
    let Ok((salt, path)) = opening.split_word("a salt and hashes") else {
        return Ok(Opening { salt: opening.hex()?, path: Vec::new() });
    };
    Ok(Opening { salt: salt.hex()?, path: parse_path(path)? })
}

/// Hashes separated by one space.
pub(crate) fn parse_path(mut rest: Value<'_>) -> Result<Vec<Digest>, FileError> {
    let mut path = Vec::new();
    while let Ok((hash, further)) = rest.split_word("hashes") {
        path.push(hash.digest()?);
        rest = further;
    }
    path.push(rest.digest()?);
    Ok(path)
}

impl fmt::Display for Reveal {
    /// Prints the reveal file. It publishes the seeds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.rehearsal { "rehearsal-reveal" } else { "reveal" };
        let (commit, material) = (self.commit, self.material);
        writeln!(f, "fairdraw {kind} v1")?;
        if self.sample.is_some() {
            writeln!(f, "needs: design")?;
        }
        writeln!(f, "commit: {commit}\nmaterial: {material}")?;
        for RevealedSeed { name, seed } in &self.seeds {
            match seed {
                Some(seed) => writeln!(f, "seed: {name} {}", Hex(seed.expose()))?,
                None => writeln!(f, "seed: {name} missing")?,
            }
        }
        match &self.beacon {
            Some(BeaconValue::Drand { round, signature, previous }) => {
                write!(f, "beacon: drand {round} {}", Hex(signature))?;
                if let Some(previous) = previous {
                    write!(f, " {}", Hex(previous))?;
                }
                writeln!(f)?;
            }
            Some(BeaconValue::Public(text)) => writeln!(f, "beacon: public {text}")?,
            None => {}
        }
        for place in &self.places {
            let DrawnPlace { rank, kind, position, entry, opening } = place;
            writeln!(f, "draw: {rank} {kind} {position} {entry}")?;
            if let Some(Opening { salt, path }) = opening {
                write!(f, "open: {}", Hex(salt))?;
                path.iter().try_for_each(|hash| write!(f, " {hash}"))?;
                writeln!(f)?;
            }
        }
        self.sample.iter().flatten().try_for_each(|item| writeln!(f, "{item}"))?;
        self.notes.iter().try_for_each(|note| writeln!(f, "note: {note}"))
    }
}
