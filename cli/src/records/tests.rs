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

/// The oracle of what `Text` does many bytes and many records at a time: one record after the other.
fn one_by_one(text: &Text, starts: &[u32]) -> Vec<u8> {
    let mut out = Vec::new();
    for start in starts {
        text.write(*start, &mut out).unwrap();
    }
    out
}

/// Texts around the blocks of 16 bytes, the heads of 16, 32 and 64, and the halves; with bytes that differ from the end
/// by one bit, and by one.
fn edges() -> Vec<Text> {
    let mut texts = Vec::new();
    for end in [b'\n', b'\0', b'\x80', b'\xff'] {
        for length in (0..=35).chain([47, 48, 49, 62, 63, 64, 65, 66, 127, 128, 129, 300]) {
            let others = (0..).map(|i: usize| end ^ [1, 0x80, 0x81, 0xff, 0x7f][i % 5]);
            for ends in [1, 2, 3, 15, 16, 17, 31, 32, 33, 64, 65, 1000] {
                let bytes: Vec<u8> = others
                    .clone()
                    .take(length)
                    .zip(1..)
                    .map(|(byte, at)| if at % ends == 0 { end } else { byte })
                    .collect();
                texts.push(Text { bytes, end });
            }
            // Empty records at both ends of the text.
            let mut bytes: Vec<u8> = others.take(length).collect();
            bytes.splice(0..0, [end, end]);
            bytes.extend([end, end, end]);
            texts.push(Text { bytes, end });
        }
    }
    texts
}

#[test]
fn starts_are_those_of_the_records_one_after_the_other() {
    for text in edges() {
        let mut expected = Vec::new();
        let mut start = 0;
        for record in text.records() {
            expected.push(start);
            start += record.len() + 1;
        }
        assert_eq!(text.starts::<usize>().unwrap(), expected, "{:?}", text.bytes);
    }
}

#[test]
fn records_are_gathered_as_they_stand_whatever_the_average_is_taken_for() {
    for text in edges() {
        let mut starts: Vec<u32> = text.starts().unwrap();
        starts.reverse();
        let mut gathered = Gathered::default();
        for average in [0, 16, 17, 32, 33, 1000] {
            text.gather(&starts, average, &mut gathered);
            assert_eq!(gathered.records, starts.len());
            assert_eq!(gathered.bytes(), one_by_one(&text, &starts), "{:?}", text.bytes);
        }
    }
}

#[test]
fn bytes_are_the_same_for_any_number_of_threads() {
    let records = |count: usize| {
        let mut records: Vec<String> = (0..count).map(|i| "y".repeat(i * 7 % 41)).collect();
        if count > 2 * BLOCK {
            // Longer than what is gathered at once, in three blocks.
            (records[3], records[BLOCK - 1]) = ("a".repeat(9 << 20), "b".repeat(7 << 20));
            records[BLOCK + 5] = "c".repeat(8 << 20);
        }
        records.join("\n") // without an end
    };
    for count in [0, 1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 5 * BLOCK + 77] {
        let text = Text { bytes: records(count).into_bytes(), end: b'\n' };
        let mut source = RandomSource::from_seed(b"1", PURPOSE).unwrap();
        let starts: Vec<u32> = text.draw(Count::All, &mut source).unwrap();
        let expected = one_by_one(&text, &starts);
        for threads in 0..=5 {
            let (mut out, mut told) = (Vec::new(), 0);
            write_gathered_by(threads, &text, &starts, &mut out, &mut |n| told += n).unwrap();
            assert!(out == expected, "{count} records, {threads} threads");
            assert_eq!(told, starts.len() as u64);
        }
    }
}

#[test]
fn end_of_the_output_ends_the_threads() {
    /// An output that has room for some bytes.
    struct Full(usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let text = Text { bytes: vec![b'\n'; 10 * BLOCK], end: b'\n' };
    let starts: Vec<u32> = text.starts().unwrap();
    for room in [0, BLOCK, 4 * BLOCK] {
        let written = write_gathered_by(3, &text, &starts, &mut Full(room), &mut |_| ());
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}

/// Texts longer than 32 bits can say where are kept by 64; here both ways meet.
#[test]
fn texts_on_both_sides_of_32_bits_are_written_the_same() {
    let bytes: Vec<u8> = (0..100_000).flat_map(|i| format!("{i}\n").into_bytes()).collect();
    let written = |most| {
        let text = Text { bytes: bytes.clone(), end: b'\n' };
        let mut source = RandomSource::from_seed(b"1", PURPOSE).unwrap();
        let drawn = List::Text(text).draw_short_up_to(most, Count::All, &mut source).unwrap();
        let mut out = Vec::new();
        drawn.write(&mut out, &mut |_| ()).unwrap();
        (matches!(drawn, Drawn::Short(..)), out)
    };
    let (short, long) = (written(bytes.len()), written(bytes.len() - 1));
    assert!(short.0 && !long.0);
    assert!(short.1 == long.1);
}

/// Seeds, chosen before the first run.
const RUNS: u32 = 60_000;
/// The 0.9999 quantile of the chi-square distribution with 59 degrees of freedom (from the regularized incomplete
/// gamma function in mpmath): a fair draw exceeds it with one choice of seeds in 10,000.
const THRESHOLD: f64 = 108.163;
