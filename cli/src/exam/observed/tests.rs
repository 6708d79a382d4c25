//! Texts as programs and people write them, and as nobody does.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failure is the test's finding")]

use std::io::Cursor;

use proptest::prelude::*;

use super::*;

/// Texts as runs of a command would give them.
struct Given<T>(Vec<T>, u64);

impl<T: AsRef<[u8]>> Texts for Given<T> {
    fn next(&mut self, _: u64) -> Result<Option<Bytes>, Error> {
        self.1 += 1;
        let more = !self.0.is_empty();
        Ok(more.then(|| Box::new(Cursor::new(self.0.remove(0).as_ref().to_vec())) as Bytes))
    }

    fn place(&self, line: u64) -> String {
        format!("{}:{line}", self.1)
    }
}

/// All observations, or what is wrong first.
fn read(texts: &[&'static str], asked: &Asked) -> Result<(Shape, Vec<Vec<u32>>), String> {
    let message = |stop| match stop {
        Stop::Broken(broken) => format!("broken {}: {}", broken.place, broken.what),
        Stop::Error(error) => format!("error {}", error.message),
    };
    let texts = Box::new(Given(texts.to_vec(), 0));
    let mut observed = Observed::open(texts, asked).map_err(message)?.unwrap();
    let (mut all, mut one) = (Vec::new(), Vec::new());
    while observed.next(&mut one).map_err(message)? {
        all.push(one.clone());
    }
    Ok((observed.shape(), all))
}

fn of_list(names: &[&str]) -> Asked {
    let labels = Labels::in_order(names.iter().map(|name| name.as_bytes().into()).collect());
    Asked { labels: Some(labels.unwrap()), ..Asked::default() }
}

fn sample(k: u32, n: u32) -> Asked {
    Asked { sample: Some(k), items: Some(n), ..Asked::default() }
}

#[test]
fn rows_are_recognised_with_numbers_from_zero_or_one() {
    for text in ["2 0 1\n0 1 2\n", "3 1 2\n1 2 3\n", "[3, 1, 2]\n\n[1, 2, 3]", "3;1;2\r\n1;2;3\r\n"]
    {
        let (shape, all) = read(&[text], &Asked::default()).unwrap();
        assert_eq!(shape, Shape::order(3).unwrap());
        assert_eq!(all, [[2, 0, 1], [0, 1, 2]], "{text:?}");
    }
}

#[test]
fn columns_are_recognised_by_one_item_a_line() {
    for text in
        ["3\n1\n2\n1\n2\n3\n", "3\n1\n2\n\n1\n2\n3", "c\na\nb\na\nb\nc\n", "2\n0\n1\n\n\n0\n1\n2\n"]
    {
        let (shape, all) = read(&[text], &Asked::default()).unwrap();
        assert_eq!(shape, Shape::order(3).unwrap());
        assert_eq!(all, [[2, 0, 1], [0, 1, 2]], "{text:?}");
    }
}

#[test]
fn each_run_has_its_own_observations() {
    let items = Asked { items: Some(3), ..Asked::default() };
    let (_, all) = read(&["3\n1\n2\n", "1\n2\n3\n"], &items).unwrap();
    assert_eq!(all, [[2, 0, 1], [0, 1, 2]]);
    let broken = read(&["3\n1\n2\n", "1\n2\n", "3\n"], &items).unwrap_err();
    assert_eq!(broken, "broken 2:1: it ends after 2 items of 3");
}

#[test]
fn labels_are_items_of_the_list() {
    let asked = of_list(&["ace of clubs", "ten", "queen"]);
    for text in
        ["queen\nace of clubs\nten\n", "queen, ace of clubs, ten\n", "queen\tace of clubs\tten"]
    {
        assert_eq!(read(&[text], &asked).unwrap().1, [[2, 0, 1]], "{text:?}");
    }
    let broken = read(&["queen\nace of clubs\nTen\n"], &asked).unwrap_err();
    assert_eq!(broken, "broken 1:1: \"Ten\" is not in the list");
    // Without a list they are sorted, and the first observation has them all.
    assert_eq!(read(&["c a b\nb c a\n"], &Asked::default()).unwrap().1, [[2, 0, 1], [1, 2, 0]]);
    let misread = read(&["c a b\nb c d\n"], &Asked::default()).unwrap_err();
    assert_eq!(misread, "error 1:2: \"d\" is not in the first observation");
    assert_eq!(
        read(&["a b a\n"], &Asked::default()).unwrap_err(),
        "broken 1:1: \"a\" is there twice"
    );
}

#[test]
fn samples_and_sets_have_the_numbers_that_were_said() {
    let (shape, all) = read(&["7 3\n1 9\n"], &sample(2, 9)).unwrap();
    assert_eq!(shape, Shape::ordered_sample(9, 2).unwrap());
    assert_eq!(all, [[6, 2], [0, 8]]);
    let set = Asked { set: true, ..sample(2, 9) };
    assert_eq!(read(&["0 8\n"], &set).unwrap(), (Shape::set(9, 2).unwrap(), vec![vec![0, 8]]));
    // What looked like numbers from 1 had a 0 later.
    let error = read(&["7 3\n0 8\n"], &sample(2, 9)).unwrap_err();
    assert!(error.starts_with("error 1:2: a 0, and up to here"), "{error}");
    let zero = Asked { first: Some(0), ..sample(2, 9) };
    assert_eq!(read(&["7 3\n0 8\n"], &zero).unwrap().1, [[7, 3], [0, 8]]);
    let error = read(&["7 3\n"], &Asked { sample: Some(2), ..Asked::default() }).unwrap_err();
    assert!(error.contains("--sample needs the number of items"), "{error}");
    let error = read(&["3 17 22 31 40 49\n"], &Asked::default()).unwrap_err();
    assert_eq!(error, "error 1:1: 6 numbers, but not those from 0 to 5 or from 1 to 6");
}

#[test]
fn broken_observations_are_findings_and_garbled_texts_are_not() {
    let five = || Asked { items: Some(5), ..Asked::default() };
    for (text, asked, wanted) in [
        ("1 2 3\n1 2\n", Asked::default(), "broken 1:2: 2 items instead of 3"),
        ("1 2 3\n1 2 3 1\n", Asked::default(), "broken 1:2: 4 items instead of 3"),
        ("1 2 3 4\n", five(), "broken 1:1: 4 items instead of 5"),
        ("1 2 3 4 99999999999\n", five(), "broken 1:1: there is no item 99999999999"),
        ("1 2 3 4 5\n1 2 3 4 0\n", five(), "broken 1:2: there is no item 0"),
        ("1 2 3\n1 x 3\n", Asked::default(), "error 1:2: \"x\" is not a whole number"),
        ("1 2 3\n1 2.0 3\n", Asked::default(), "error 1:2: \"2.0\" is not a whole number"),
        ("1 2 3\n1 -2 3\n", Asked::default(), "error 1:2: \"-2\" is not a whole number"),
        (
            "1 2 3\n1 2",
            Asked::default(),
            "error 1:2: 2 items instead of 3, and the last line has no end",
        ),
        ("1\n2\n3\n\n1\n2\n\n", Asked::default(), "broken 1:5: it ends after 2 items of 3"),
    ] {
        assert_eq!(read(&[text], &asked).unwrap_err(), wanted, "{text:?}");
    }
    // Whoever counts finds an item that is there twice; here it is only shown.
    assert_eq!(read(&["1 1 2\n"], &Asked::default()).unwrap().1, [[0, 0, 1]]);
}

#[test]
fn blank_text_has_no_observation() {
    for text in ["", "\n\n", " \t\r\n"] {
        assert!(
            Observed::open(Box::new(Given(vec![text], 0)), &Asked::default()).unwrap().is_none()
        );
    }
}

proptest! {
    #[test]
    fn any_bytes_end_in_observations_or_one_reason(
        texts in proptest::collection::vec(proptest::collection::vec(prop_oneof![
            proptest::sample::select(b"0123 ,;\t\r\n[]\n\n12".to_vec()), any::<u8>(),
        ], 0..60), 1..4),
        sample in proptest::option::of(1u32..4),
        items in proptest::option::of(1u32..5),
        set: bool,
        column in proptest::option::of(any::<bool>()),
    ) {
        let layout = column.map(|column| if column { Layout::Column } else { Layout::Rows });
        let asked = Asked { layout, items, sample, set, ..Asked::default() };
        let Ok(Some(mut observed)) = Observed::open(Box::new(Given(texts, 0)), &asked) else {
            return Ok(());
        };
        let mut one = Vec::new();
        let mut most = 300; // more than there are bytes
        while let Ok(true) = observed.next(&mut one) {
            prop_assert_eq!(one.len(), observed.shape().k() as usize);
            most -= 1;
            prop_assert!(most > 0);
        }
    }
}
