#![allow(clippy::unwrap_used, reason = "a failure is the test's finding")]

use std::num::NonZeroU64;

use fairdraw::uniform;

use super::*;

fn drawn(list: List, count: Count, source: &mut RandomSource) -> Vec<u8> {
    let mut out = Vec::new();
    list.draw(count, source).unwrap().write(&mut out, &mut |_| ()).unwrap();
    out
}

fn lines(text: &[u8]) -> List {
    List::Text(Text { bytes: text.to_vec(), end: b'\n' })
}

/// The statistic over all 60 ordered triples of `a..e`, where run `i` has the seed `i` in decimal.
fn chi_square(mut triple: impl FnMut(RandomSource) -> Vec<u8>) -> f64 {
    let mut counts = std::collections::BTreeMap::<Vec<u8>, u32>::new();
    for run in 0..RUNS {
        let source = RandomSource::from_seed(run.to_string().as_bytes(), PURPOSE).unwrap();
        *counts.entry(triple(source)).or_default() += 1;
    }
    assert!(counts.len() <= 60, "only triples of different letters");
    let expected = f64::from(RUNS) / 60.0;
    let seen: f64 =
        counts.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    // A triple that never came has no entry above, and deviates by all that was expected.
    let unseen = u32::try_from(60 - counts.len()).unwrap();
    seen + f64::from(unseen) * expected
}

#[test]
fn three_of_five_gives_each_ordered_triple_equally_often() {
    let statistic =
        chi_square(|mut source| drawn(lines(b"a\nb\nc\nd\ne\n"), Count::Exactly(3), &mut source));
    assert!(statistic < THRESHOLD, "chi-square {statistic}");
}

#[test]
fn three_of_a_range_of_five_gives_each_ordered_triple_equally_often() {
    let statistic = chi_square(|mut source| {
        let range = List::Numbers("1-5".parse().unwrap(), b'\n');
        drawn(range, Count::Exactly(3), &mut source)
    });
    assert!(statistic < THRESHOLD, "chi-square {statistic}");
}

/// The negative control: the well-known mistake of swapping with *any* place. Its 125 equally likely ways fall
/// unevenly on the 60 triples, so the test above would find it.
#[test]
fn swapping_with_any_place_fails_the_same_test() {
    let statistic = chi_square(|source| {
        let RandomSource::Seed(mut stream) = source else {
            return Vec::new();
        };
        let mut letters = *b"abcde";
        for place in 0..3 {
            let other = uniform::below(NonZeroU64::new(5).unwrap(), &mut stream);
            letters.swap(place, usize::try_from(other).unwrap());
        }
        letters[..3].to_vec()
    });
    assert!(statistic > THRESHOLD, "chi-square {statistic}");
}

#[test]
fn long_texts_are_drawn_like_short_ones() {
    let text = Text { bytes: b"one\n\ntwo\nthree".to_vec(), end: b'\n' };
    let mut source = RandomSource::from_seed(b"1", PURPOSE).unwrap();
    let short: Vec<u32> = text.draw(Count::All, &mut source).unwrap();
    let mut source = RandomSource::from_seed(b"1", PURPOSE).unwrap();
    let long: Vec<usize> = text.draw(Count::All, &mut source).unwrap();
    let short: Vec<usize> = short.into_iter().map(|start| start as usize).collect();
    assert_eq!(short, long);
}

#[test]
fn records_of_all_lengths_are_written_as_they_stand() {
    let long = "x".repeat(20 << 20);
    let mut records: Vec<String> = (0..200_000).map(|i| format!("{i}")).collect();
    (records[3], records[150_000]) = (long.clone(), long);
    records[199_998].clear();
    for last in ["\n", ""] {
        let bytes = (records.join("\n") + last).into_bytes();
        let text = Text { bytes: bytes.clone(), end: b'\n' };
        let starts: Vec<u32> = text.starts().unwrap();
        let mut written = Vec::new();
        let mut counted = 0;
        Drawn::Short(text, starts).write(&mut written, &mut |records| counted += records).unwrap();
        assert_eq!(counted, 200_000);
        assert!(written.strip_suffix(b"\n") == Some(bytes.strip_suffix(b"\n").unwrap_or(&bytes)));
    }
    let none = Drawn::Short(Text { bytes: Vec::new(), end: b'\n' }, Vec::new());
    none.write(&mut Vec::new(), &mut |_| unreachable!()).unwrap();
}

/// Seeds, chosen before the first run.
const RUNS: u32 = 60_000;
/// The 0.9999 quantile of the chi-square distribution with 59 degrees of freedom (from the regularized incomplete
/// gamma function in mpmath): a fair draw exceeds it with one choice of seeds in 10,000.
const THRESHOLD: f64 = 108.163;
