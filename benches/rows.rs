//! What is measured: rows of the same work, done by us and by others.
//!
//! `benches/criterion.rs` measures each by itself; `benches/ratios.rs` lets them take turns, and prints a table.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "a bench ends at the first surprise, and runs on 64 bits"
)]

use std::{cell::RefCell, convert::Infallible, hint::black_box, num::NonZeroU64, rc::Rc};

use fairdraw::{
    Sample, Stream, SystemRng,
    draw::merkle::{self, RootBuilder},
    uniform,
};
use rand::{
    SeedableRng as _,
    rand_core::{Rng, TryCryptoRng, TryRng, UnwrapErr},
    rngs::{StdRng, SysRng},
    seq::{SliceRandom as _, index},
};
use sha2::{Digest as _, Sha256};

/// The same work in several ways, ours first.
pub(crate) struct Row {
    pub(crate) name: String,
    /// How many of what the name says after "per" one call does.
    pub(crate) units: u64,
    pub(crate) ways: Vec<Way>,
}

pub(crate) struct Way {
    pub(crate) name: &'static str,
    pub(crate) call: Box<dyn FnMut()>,
}

fn way(name: &'static str, call: impl FnMut() + 'static) -> Way {
    Way { name, call: Box::new(call) }
}

/// How a row is set up, when its turn comes: the large ones need gigabytes.
pub(crate) type MakeRow = Box<dyn Fn() -> Row>;

/// All rows but those of more than `largest` items.
pub(crate) fn rows(largest: usize) -> Vec<MakeRow> {
    let sizes = [52, 1_000, 10_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];
    let mut rows: Vec<MakeRow> = Vec::new();
    for n in sizes.into_iter().filter(|&n| n <= largest) {
        rows.push(Box::new(move || shuffles(n)));
    }
    for k in [10, 1_000_000].into_iter().filter(|&k| k <= largest) {
        rows.push(Box::new(move || samples(k)));
    }
    rows.push(Box::new(words));
    rows.push(Box::new(decks_of_the_system));
    rows.push(Box::new(decks_of_a_new_stream));
    rows.push(Box::new(bounded_integers));
    rows.push(Box::new(merkle_root));
    rows
}

type Shuffle = Box<dyn FnMut(&mut [u32])>;

fn shuffles(n: usize) -> Row {
    let items: Rc<RefCell<Vec<u32>>> = Rc::new(RefCell::new((0..n as u32).collect()));
    let on_items = |name, mut shuffle: Shuffle| {
        let items = Rc::clone(&items);
        way(name, move || shuffle(black_box(&mut items.borrow_mut())))
    };
    let (mut ours, mut chacha, mut theirs) = (stream(), std_rng(), std_rng());
    let (mut cheap, mut other_cheap) = (Cheap::new(), Cheap::new());
    let mut fast = fastrand::Rng::with_seed(7);
    Row {
        name: format!("shuffle of {n}, per element"),
        units: n as u64,
        ways: vec![
            on_items("fairdraw, Stream", Box::new(move |x| fairdraw::shuffle(x, &mut ours))),
            on_items("rand, ChaCha12", Box::new(move |x| x.shuffle(&mut theirs))),
            on_items("fairdraw, ChaCha12", Box::new(move |x| fairdraw::shuffle(x, &mut chacha))),
            on_items("fairdraw, no cost", Box::new(move |x| fairdraw::shuffle(x, &mut cheap))),
            on_items("fastrand", Box::new(move |x| fast.shuffle(x))),
            on_items("swaps alone", Box::new(move |x| swaps_alone(x, &mut other_cheap))),
        ],
    }
}

/// What the memory allows: swaps with places that cost nearly nothing, and aren't uniform.
fn swaps_alone(items: &mut [u32], rng: &mut Cheap) {
    for i in 0..items.len() {
        let left = (items.len() - i) as u64;
        items.swap(i, i + (((rng.next_u64() >> 32) * left) >> 32) as usize);
    }
}

fn samples(k: usize) -> Row {
    const N: usize = 1_000_000_000;
    let (mut same, mut theirs, mut chacha) = (stream(), std_rng(), std_rng());
    let new = move || Sample::new(N as u64, k as u64).unwrap();
    Row {
        name: format!("sample of {k} out of 10^9, per sample"),
        units: 1,
        ways: vec![
            way("fairdraw, new Stream", move || {
                black_box(new().draw(&mut stream()));
            }),
            way("rand, ChaCha12", move || {
                black_box(index::sample(&mut theirs, N, k));
            }),
            way("fairdraw, ChaCha12", move || {
                black_box(new().draw(&mut chacha));
            }),
            way("rand, Stream", move || {
                black_box(index::sample(&mut same, N, k));
            }),
        ],
    }
}

fn words() -> Row {
    const WORDS: u64 = 4_096;
    let (mut ours, mut theirs) = (stream(), std_rng());
    Row {
        name: "words, per word".into(),
        units: WORDS,
        ways: vec![
            way("Stream", move || {
                black_box((0..WORDS).fold(0, |sum, _| sum ^ ours.next_u64()));
            }),
            way("ChaCha12", move || {
                black_box((0..WORDS).fold(0, |sum, _| sum ^ theirs.next_u64()));
            }),
        ],
    }
}

fn decks_of_the_system() -> Row {
    Row {
        name: "deck of 52 from the operating system, per deck".into(),
        units: 1,
        ways: vec![
            way("fairdraw, SystemRng", || {
                let mut deck = deck();
                fairdraw::try_shuffle(&mut deck, &mut SystemRng::new()).unwrap();
                black_box(deck);
            }),
            way("one getrandom call of 64 bytes", || {
                let mut bytes = [0; 64];
                SysRng.try_fill_bytes(&mut bytes).unwrap();
                black_box(bytes);
            }),
            way("rand, SysRng", || {
                let mut deck = deck();
                deck.shuffle(&mut UnwrapErr(SysRng));
                black_box(deck);
            }),
        ],
    }
}

fn decks_of_a_new_stream() -> Row {
    Row {
        name: "deck of 52 from a new generator, per deck".into(),
        units: 1,
        ways: vec![
            way("fairdraw, Stream", || {
                let mut deck = deck();
                fairdraw::shuffle(&mut deck, &mut stream());
                black_box(deck);
            }),
            way("rand, ChaCha12", || {
                let mut deck = deck();
                deck.shuffle(&mut std_rng());
                black_box(deck);
            }),
        ],
    }
}

fn bounded_integers() -> Row {
    let bounds: Vec<_> = (1..=1_000).filter_map(NonZeroU64::new).collect();
    let six = NonZeroU64::new(6).unwrap();
    let (mut each, mut together) = (Cheap::new(), Cheap::new());
    let mut out = [0; 1_000];
    Row {
        name: "bounded integers from words of no cost, per integer".into(),
        units: 1_000,
        ways: vec![
            way("below(6), one by one", move || {
                black_box((0..1_000).fold(0, |sum, _| sum + uniform::below(six, &mut each)));
            }),
            way("batch of the bounds 1 to 1000", move || {
                uniform::batch(black_box(&bounds), &mut out, &mut together);
                black_box(&out);
            }),
        ],
    }
}

fn merkle_root() -> Row {
    const LINES: u64 = 10_000;
    let lines: Vec<String> = (0..LINES).map(|line| format!("ticket {line:09}")).collect();
    let lines = Rc::new(lines);
    let by = |root: fn(&[String]) -> [u8; 32]| {
        let lines = Rc::clone(&lines);
        move || {
            black_box(root(black_box(&lines)));
        }
    };
    Row {
        name: "Merkle root of lines of 16 bytes, per line".into(),
        units: LINES,
        ways: vec![
            way(
                "fairdraw",
                by(|lines| *merkle::root_of_lines(lines.iter().map(|line| &**line)).as_bytes()),
            ),
            way(
                "fairdraw, leaf by leaf",
                by(|lines| {
                    let mut root = RootBuilder::default();
                    for line in lines {
                        root.push(merkle::leaf(line));
                    }
                    *root.finish().as_bytes()
                }),
            ),
            way("sha2, level by level", by(sha2_root)),
        ],
    }
}

/// The same root with nothing but `sha2`'s `Digest`.
fn sha2_root(lines: &[String]) -> [u8; 32] {
    let mut level: Vec<[u8; 32]> = lines
        .iter()
        .map(|line| Sha256::new().chain_update([0]).chain_update(line).finalize().into())
        .collect();
    while level.len() > 1 {
        let above = level.chunks(2).map(|pair| match pair {
            [left, right] => {
                let node = Sha256::new().chain_update([1]).chain_update(left);
                node.chain_update(right).finalize().into()
            }
            _ => pair[0],
        });
        level = above.collect();
    }
    level[0]
}

fn stream() -> Stream {
    // As long as the material of a draw with one seed.
    Stream::new(&[7; 156], "draw", &[]).unwrap()
}

fn std_rng() -> StdRng {
    StdRng::seed_from_u64(7)
}

fn deck() -> [u32; 52] {
    std::array::from_fn(|card| card as u32)
}

/// Words that cost nearly nothing, to see what everything else does.
pub(crate) struct Cheap(u64);

impl Cheap {
    pub(crate) fn new() -> Self {
        Self(1)
    }
}

impl TryRng for Cheap {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|word| (word >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        // D. Knuth, TAOCP vol. 2, 3.3.4, table 1, line 26; the half that is good comes to the top.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        Ok(self.0 ^ self.0 >> 32)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        for part in out.chunks_mut(8) {
            part.copy_from_slice(&self.next_u64().to_be_bytes()[..part.len()]);
        }
        Ok(())
    }
}

/// Not at all; but draws accept no other source.
impl TryCryptoRng for Cheap {}
