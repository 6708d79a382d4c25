use crate::run::fairdraw;

fn order(arguments: &str) -> String {
    String::from_utf8(fairdraw(["order"].into_iter().chain(arguments.split(' '))).data()).unwrap()
}

#[test]
fn orders_of_three_by_hand() {
    // In a dictionary 012 021 102 120 201 210.
    assert_eq!(order("rank 2 0 1"), "4\n");
    assert_eq!(order("rank 2,0,1"), "4\n");
    assert_eq!(order("rank 3 1 2 --from-one"), "4\n");
    assert_eq!(order("unrank 4 --length 3"), "2 0 1\n");
    assert_eq!(order("unrank 4 --length 3 --from-one"), "3 1 2\n");
    assert_eq!(
        order("all --length 3 --from-one"),
        "0\t1 2 3\n1\t1 3 2\n2\t2 1 3\n3\t2 3 1\n4\t3 1 2\n5\t3 2 1\n"
    );
    // As Myrvold and Ruskey's rank1 counts: 120 201 102 210 021 012.
    assert_eq!(order("rank 2 0 1 --myrvold-ruskey"), "1\n");
    assert_eq!(order("unrank 1 --length 3 --myrvold-ruskey"), "2 0 1\n");
    assert_eq!(order("unrank 0 --length 0"), "\n");
    assert_eq!(order("all --length 0"), "0\t\n");
}

#[test]
fn what_has_no_number_is_refused() {
    let refused = |arguments: &str, message: &str| {
        fairdraw(["order"].into_iter().chain(arguments.split(' '))).refused(message);
    };
    refused(
        "rank 0 0",
        "fairdraw: error: this is no order: item 2 is 0\n\
         fairdraw: hint: each number from 0 to 1 must stand there once\n",
    );
    refused(
        "rank 1 18446744073709551615 --from-one",
        "fairdraw: error: this is no order: item 2 is 18446744073709551615\n\
         fairdraw: hint: each number from 1 to 2 must stand there once\n",
    );
    refused(
        "rank 0 1 --from-one",
        "fairdraw: error: there is no item 0: with --from-one items count from 1\n",
    );
    refused(
        "rank 0 one",
        "fairdraw: error: \"one\" is not a whole number, written in digits\n\
         fairdraw: hint: for example: fairdraw order rank 2 0 1\n",
    );
    refused(
        "unrank 6 --length 3",
        "fairdraw: error: there is no order 6 of 3 items: there are 3! = 6 orders\n\
         fairdraw: hint: numbers count from 0\n",
    );
    refused(
        "unrank 0 --length 35",
        "fairdraw: error: orders of 35 are too long; at most 34 are numbered\n",
    );
    refused(
        "all --length 9",
        "fairdraw: error: orders of 9 are too long; at most 8 are numbered\n\
         fairdraw: hint: fairdraw order unrank gives single ones\n",
    );
    for (number, why) in [
        ("-1", "\"-1\" is not a whole number, written in digits"),
        (
            "999999999999999999999999999999999999999999",
            "it is not below 34!, the number of the longest orders that are numbered",
        ),
    ] {
        let error = fairdraw(["order", "unrank", number, "--length", "34"]).not_done();
        assert!(error.lines().next().unwrap().ends_with(why), "{error}");
    }
}
