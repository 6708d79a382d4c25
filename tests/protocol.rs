//! The check values of the protocol's section 10, typed from it.
//!
//! Those that the public interface doesn't reach are checked inside the crate: the stream's V and C in
//! `src/random/stream.rs`, the draw by tickets in `src/draw/tickets.rs`.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod common {
    pub(crate) mod words;
}

use std::num::NonZeroU64;

use common::words::Counted;
use fairdraw::{ListKey, Sample, Seed, Stream, draw::EntryList, shuffle, uniform};
use sha2::{Digest as _, Sha256};

const NAMES: [&str; 5] = ["alice", "bob", "carol", "dave", "erin"];
const WEIGHTED: [&str; 5] = ["3\talice", "1\tbob", "1\tcarol", "4\tdave", "2\terin"];

/// `count` bytes that count up from `first`.
fn counting(first: u8, count: u8) -> Vec<u8> {
    (first..first + count).collect()
}

fn seed(first: u8) -> Seed {
    Seed::from_bytes(counting(first, 64).try_into().unwrap())
}

fn list_key() -> ListKey {
    ListKey::from_bytes(counting(0, 32).try_into().unwrap())
}

fn sha256(bytes: impl AsRef<[u8]>) -> String {
    hex::encode(Sha256::digest(bytes))
}

fn sha256_of_words(words: &[u64]) -> String {
    sha256(words.iter().flat_map(|word| word.to_be_bytes()).collect::<Vec<u8>>())
}

/// `ENC("fairdraw/v1/material", SHA256("fairdraw commit v1\n"), beacon, seeds..)`, written out by hand.
fn material(beacon: &[u8], seeds: &[&[u8]]) -> Vec<u8> {
    let length_prefixed = |part: &[u8]| [&(part.len() as u64).to_be_bytes(), part].concat();
    let commit = Sha256::digest("fairdraw commit v1\n");
    let mut encoded = length_prefixed(b"fairdraw/v1/material");
    encoded.extend((2 + seeds.len() as u64).to_be_bytes());
    for part in [&commit[..], beacon].iter().chain(seeds) {
        encoded.extend(length_prefixed(part));
    }
    encoded
}

/// The material M.
fn m() -> Vec<u8> {
    material(b"", &[&counting(0, 64)])
}

fn stream(material: &[u8]) -> Counted<Stream> {
    Counted::new(Stream::new(material, "draw", &[]).unwrap())
}

/// The first `k` places of `0..n`, and the words they took.
fn draw(material: &[u8], n: u64, k: u64) -> (Vec<u64>, u64) {
    let mut rng = stream(material);
    let positions = Sample::new(n, k).unwrap().draw(&mut rng);
    (positions, rng.read)
}

#[test]
fn roots_and_salts() {
    let list = EntryList::from_lines(NAMES, false).unwrap();
    assert_eq!(
        list.root().to_string(),
        "5d92e1a57ecd743bab8c7132afad8a9038eb05188c8f0ef4eeed2b2c0f0cf576"
    );
    assert_eq!(
        hex::encode(list_key().salt(0, "alice")),
        "1d149bced7c393b41617844495c1a42be5ace36acb6478966be10444bb665227"
    );
    assert_eq!(
        list.private_root(&list_key()).to_string(),
        "b03a0d3d8d03ae863fce684efb8eda04426d34f552d8779718803a3461a73b23"
    );
    let weighted = EntryList::from_lines(WEIGHTED, true).unwrap();
    assert_eq!(weighted.tickets(), Some(11));
    assert_eq!(
        weighted.root().to_string(),
        "c38dfada7b6d1655daafd447ddc788777ef8be0b8ef9d0cfb84397679e6d0d9f"
    );
}

#[test]
fn seed_commitments() {
    assert_eq!(
        seed(0).commitment("organiser", false).to_string(),
        "ff40c832ab4eddfcac125780bde8ba948a202acf61e60876ba2e4ad1557f6060"
    );
    assert_eq!(
        seed(0).commitment("organiser", true).to_string(),
        "93a472fcb7d3e96629e435db09e3495a28871966838ea0d23deda6bbf62b0429"
    );
}

#[test]
fn material_and_the_beginning_of_its_stream() {
    use rand_core::Rng as _;

    assert_eq!(m().len(), 156);
    assert_eq!(sha256(m()), "b34ca0c798a0ae7ac31d12ef901718f1217cae82a69d7ce3320b3a5d8ea38ce1");
    let mut begin = [0; 32];
    Stream::new(&m(), "draw", &[]).unwrap().fill_bytes(&mut begin);
    assert_eq!(
        hex::encode(begin),
        "1016d416e2242ba5c23d445a52240fc18876a7026c86175195ff03eef5e4d6eb"
    );
}

#[test]
fn short_draws() {
    assert_eq!(draw(&m(), 1, 1), (vec![0], 0));
    assert_eq!(draw(&m(), 2, 2).0, [0, 1]);
    assert_eq!(draw(&m(), 5, 5), (vec![0, 2, 1, 4, 3], 1));
    assert_eq!(draw(&m(), 46, 10).0, [2, 41, 6, 12, 34, 36, 29, 18, 19, 23]);
    let positions = vec![28, 3, 24, 30, 12, 29, 0, 4, 36, 19, 16, 17];
    assert_eq!(draw(&m(), 37, 12), (positions, 2));
    let positions = vec![55, 102, 4, 15, 13, 73, 99, 33, 34, 65];
    assert_eq!(draw(&m(), 105, 10), (positions, 4));
    let positions = vec![62, 848, 487, 565, 379, 828, 760, 200, 515, 888];
    assert_eq!(draw(&m(), 1000, 10), (positions, 2));
}

#[test]
fn a_deck_of_cards() {
    let mut cards: Vec<u64> = (0..52).collect();
    let mut rng = stream(&m());
    shuffle(&mut cards, &mut rng);
    assert_eq!(
        cards,
        [
            3, 14, 35, 36, 41, 5, 23, 8, 6, 17, 4, 46, 34, 33, 21, 49, 39, 44, 22, 43, 24, 37, 1,
            9, 10, 50, 25, 40, 0, 31, 45, 38, 29, 7, 28, 20, 13, 15, 48, 51, 16, 26, 12, 42, 47,
            19, 11, 30, 2, 27, 32, 18
        ]
    );
    assert_eq!(rng.read, 4);
}

#[test]
fn large_populations() {
    let positions = vec![
        62_848_334,
        872_015_849,
        758_747_360,
        760_627_117,
        533_060_493,
        517_173_628,
        585_922_478,
        146_669_371,
        631_244_728,
        364_531_803,
    ];
    assert_eq!(draw(&m(), 1_000_000_000, 10), (positions, 5));
    let positions = vec![
        386_449_049_614_290_572,
        4_665_472_790_551_070_017,
        3_277_743_488_420_852_337,
        3_602_787_318_524_998_223,
    ];
    assert_eq!(draw(&m(), 6_148_914_691_236_517_206, 4), (positions, 4));
}

#[test]
fn whole_orders() {
    let (positions, words) = draw(&m(), 4000, 4000);
    assert_eq!(words, 755);
    assert_eq!(
        sha256_of_words(&positions),
        "72226cff09020feddfef48599a80ae3d13c5fc9a048e50e7c4be0b0bc51684e7"
    );
    let (positions, words) = draw(&m(), 10_000, 10_000);
    assert_eq!(words, 2253);
    assert_eq!(
        sha256_of_words(&positions),
        "9da7ef41bd9db335c5950428ea3a1925cf022794068f66146374bb67aefd5144"
    );
}

#[test]
fn a_hundred_integers() {
    let bound = NonZeroU64::new(6_148_914_691_236_517_206).unwrap();
    let mut rng = stream(&m());
    let values: Vec<u64> = (0..100).map(|_| uniform::below(bound, &mut rng)).collect();
    assert_eq!(values.last(), Some(&4_384_260_551_942_141_500));
    assert_eq!(rng.read, 135);
}

#[test]
fn other_materials() {
    let mixed = material(&counting(0xa0, 32), &[&counting(0, 64), b"", &counting(0x40, 64)]);
    assert_eq!(mixed.len(), 268);
    assert_eq!(sha256(&mixed), "664c2a9b8938212238a0fb42b6e869ed26f603f133598b3c2eccb44442ba015e");
    assert_eq!(draw(&mixed, 52, 10).0, [1, 28, 36, 17, 26, 34, 6, 45, 4, 22]);

    let public = material(b"04-11-17-23-38-41", &[]);
    assert_eq!(public.len(), 101);
    assert_eq!(sha256(&public), "6052ecf2e09b2f4db24370991954d01885bc952c49afe7237314bb62184fa6c3");
    assert_eq!(draw(&public, 1000, 5).0, [139, 22, 190, 668, 366]);
}
