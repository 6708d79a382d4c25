//! Draws with a round of drand quicknet: genesis 1692803367, a round every 3 seconds.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::folder::Folder;
use crate::run::fairdraw_in;

const QUICKNET: &str = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";

/// Seconds since 1970 of a round.
fn time_of(round: i64) -> i64 {
    1_692_803_367 + (round - 1) * 3
}

fn now() -> i64 {
    i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()).unwrap()
}

/// As the option takes it.
fn utc(seconds: i64) -> String {
    jiff::Timestamp::from_second(seconds).unwrap().to_string()
}

#[test]
fn round_of_a_time_is_the_first_from_it_on() {
    // 2035-01-01T00:00:00Z is 2051222400 = genesis + 3 * 119473011.
    for (at, round, due) in [
        ("2035-01-01T00:00:00Z", 119_473_012, "2035-01-01T00:00:00Z"),
        ("2035-01-01T01:00:00+01:00", 119_473_012, "2035-01-01T00:00:00Z"),
        ("2035-01-01T00:00:01Z", 119_473_013, "2035-01-01T00:00:03Z"),
        ("2035-01-01T00:00:02Z", 119_473_013, "2035-01-01T00:00:03Z"),
        ("2035-01-01T00:00:03Z", 119_473_013, "2035-01-01T00:00:03Z"),
        ("2034-12-31T23:59:58Z", 119_473_012, "2035-01-01T00:00:00Z"),
    ] {
        let folder = Folder::with_list(20);
        let said = folder.try_commit(&["--at", at]).done();
        assert_eq!(folder.value("a.commit", "beacon"), format!("drand {QUICKNET} {round}"), "{at}");
        let line = format!(
            "\nround       {round} of drand quicknet, due at {due}\n\
             publish now "
        );
        assert!(said.contains(&line), "{said}");
        assert_eq!(utc(time_of(round)), due);
        assert_eq!(folder.names(), ["a.commit", "a.list", "list.txt"]);
    }
}

#[test]
fn round_by_its_number() {
    let folder = Folder::with_list(20);
    let said = folder.try_commit(&["--round", "119473012"]).done();
    assert!(said.contains("due at 2035-01-01T00:00:00Z"), "{said}");
    let error = folder.run(&["reveal", "a.commit"]).not_done();
    assert!(error.contains("round 119473012 is due at 2035-01-01T00:00:00Z, in "), "{error}");
    let signature = "b7".repeat(48);
    let error = folder.run(&["reveal", "a.commit", "--beacon", &signature]).not_done();
    assert!(error.contains("is due at 2035"), "{error}");
    assert!(!folder.at("a.reveal").exists());
    for none in ["0", "-1", "9007199254740992", "18446744073709551615", "99999999999999999999", "x"]
    {
        let folder = Folder::with_list(20);
        folder.try_commit(&["--round", none]).not_done();
        assert_eq!(folder.names(), ["list.txt"], "{none}");
    }
}

#[test]
fn round_too_near_or_past_is_refused() {
    let folder = Folder::with_list(20);
    let refused = |arguments: &[&str]| {
        let error = folder.try_commit(arguments).not_done();
        assert_eq!(folder.names(), ["list.txt"], "{arguments:?}");
        error
    };
    let error = refused(&["--at", &utc(now() + 590)]);
    assert!(error.contains("is due at") && error.contains(", in 9 minutes"), "{error}");
    assert!(error.contains("public at least 10 minutes before: take --at "), "{error}");
    let error = refused(&["--at", &utc(now() + 1190), "--seed"]);
    assert!(error.contains("public at least 20 minutes before"), "{error}");
    let error = refused(&["--round", "1"]);
    assert!(error.contains("was due at 2023-08-23T15:09:27Z: its value is known"), "{error}");
    let error = refused(&["--at", "2020-01-01T00:00:00Z"]);
    assert!(error.contains("it has no round at 2020-01-01T00:00:00Z"), "{error}");
    for no_time in
        ["2035-01-01", "2035-01-01T00:00:00", "tomorrow", "18:00", "9999-12-31T23:59:59Z "]
    {
        refused(&["--at", no_time]);
    }
    // What the hint says is then taken.
    let soonest = error_hint(&refused(&["--at", &utc(now() + 300)]));
    folder.try_commit(&["--at", &soonest]).done();
}

fn error_hint(error: &str) -> String {
    let rest = error.split("take --at ").nth(1).unwrap();
    rest.split(' ').next().unwrap().to_owned()
}

#[test]
fn time_just_far_enough_is_taken_and_seeds_are_opened_ten_minutes_before() {
    let folder = Folder::with_list(20);
    folder.try_commit(&["--at", &utc(now() + 630)]).done();
    let folder = Folder::with_list(20);
    let at = now() + 1230;
    folder.try_commit(&["--at", &utc(at), "--seed"]).done();
    let beacon = folder.value("a.commit", "beacon");
    let round: i64 = beacon.rsplit(' ').next().unwrap().parse().unwrap();
    assert!((0..3).contains(&(time_of(round) - at)), "{beacon}");
    assert_eq!(folder.value("a.commit", "seeds-by"), utc(time_of(round) - 600));
    folder.run(&["open", "a.commit"]).done();
    assert!(folder.at("a.seeds").exists());
}

#[test]
fn json_of_a_commit_has_the_round_and_its_time() {
    let folder = Folder::with_list(20);
    let late = ["--seed", "--seeds-by", "2034-12-31T23:59:59Z"];
    let commit = [&["--round", "119473012"], &late[..]].concat();
    let json = folder.try_commit(&[&commit[..], &["--json"]].concat()).data();
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["beacon"], "drand quicknet");
    assert_eq!(json["round"], 119_473_012);
    assert_eq!(json["round_time"], "2035-01-01T00:00:00Z");
    assert_eq!(json["seeds_by"], "2034-12-31T23:59:59Z");
    let warnings = json["warnings"].to_string();
    assert!(warnings.contains("due later than 10 minutes before the round"), "{warnings}");
}

#[test]
fn late_seeds_are_named_at_the_commit() {
    for (seeds_by, late) in [
        ("2034-12-31T23:50:00Z", false),
        ("2034-12-31T23:50:01Z", true),
        ("2035-01-02T00:00:00Z", true),
    ] {
        let folder = Folder::with_list(20);
        let commit = ["--round", "119473012", "--seed", "--seeds-by", seeds_by];
        let said = folder.try_commit(&commit).done();
        assert_eq!(said.contains("a holder can see the result first"), late, "{said}");
    }
}

/// A draw whose round is past. Its root is the protocol's check value; the signature that of quicknet's round 123 in
/// tests/vectors/drand/rounds.json, due at 1692803367 + 122 * 3, 2023-08-23T15:15:33Z.
pub(crate) fn past() -> Folder {
    let folder = Folder::new();
    folder.write("a.list", "alice\nbob\ncarol\ndave\nerin\n");
    folder.write(
        "a.commit",
        format!(
            "fairdraw commit v1\ntitle: Two rounds of cake\nentries: 5\nlist: public\n\
             root: 5d92e1a57ecd743bab8c7132afad8a9038eb05188c8f0ef4eeed2b2c0f0cf576\nmethod: shuffle\n\
             prize: 1 Cake\nprize: 1 Biscuit\nalternates: 1\nvacancy: next\nbeacon: drand {QUICKNET} 123\n\
             created: 2023-08-23T15:00:00Z\npublished: the notice board\n"
        ),
    );
    folder
}

/// What audit/reference writes for this commit.
pub(crate) const REVEAL: &str = "fairdraw reveal v1\n\
    commit: f6a0575e767d1285da2bca838fec1d9373b258115ee0e1e66e52a1568ef3b0c9\n\
    material: f48d3fd37b48689583e5e8f0897cb7f7d54c0a0572583e8ed506c1672815f431\n\
    beacon: drand 123 b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92\n\
    draw: 1 prize-1 3 dave\ndraw: 2 prize-2 1 bob\ndraw: 3 alternate 0 alice\n";
/// What would be right were the signature of round 12040883 the one of round 123.
const OF_ANOTHER_ROUND: &str = "fairdraw reveal v1\n\
    commit: f6a0575e767d1285da2bca838fec1d9373b258115ee0e1e66e52a1568ef3b0c9\n\
    material: 44a3da85c6dcef0ec6c5eeccdeccbd6d224756f826e4f7c17aaf1f5be6c2e77a\n\
    beacon: drand 123 929906c959032ab363c9f26570d215d66f5c06cb0c44fe508c12bb5839f04ec895bb6868e5b9ff13ab289bdb5266b394\n\
    draw: 1 prize-1 3 dave\ndraw: 2 prize-2 1 bob\ndraw: 3 alternate 4 erin\n";
const ANOTHER_SIGNATURE: &str = "929906c959032ab363c9f26570d215d66f5c06cb0c44fe508c12bb5839f04ec895bb6868e5b9ff13ab289bdb5266b394";
const SIGNATURE: &str = "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92";

#[test]
fn past_round_gives_the_reveal_of_the_reference() {
    let folder = past();
    let error = folder.run(&["reveal", "a.commit", "--offline"]).not_done();
    assert!(
        error.contains("round 123 of drand quicknet is needed, and not fetched with"),
        "{error}"
    );
    assert!(error.contains(&format!("curl -sSfo round.json https://api.drand.sh/{QUICKNET}/public/123; then here: --beacon round.json")), "{error}");
    let said = folder.run(&["reveal", "a.commit", "--beacon", SIGNATURE]).done();
    assert!(
        said.contains("\nchecked: the signature of drand quicknet round 123\n\nprize       Cake\n"),
        "{said}"
    );
    assert_eq!(folder.text("a.reveal"), REVEAL);
}

#[test]
fn each_relay_that_fails_is_named_in_a_line() {
    let folder = past();
    // Nothing listens at port 1, nor at port 2.
    let relays = ["--relay", "http://127.0.0.1:1/", "--relay", "http://127.0.0.1:2"];
    let ran = folder.run(&[&["reveal", "a.commit"][..], &relays].concat());
    assert_eq!((ran.status, ran.out.as_slice()), (2, b"".as_slice()));
    let error = ran.err;
    assert!(
        error.starts_with(
            "fairdraw: note: http://127.0.0.1:1: connection refused\n\
             fairdraw: note: http://127.0.0.1:2: connection refused\n\
             fairdraw: error: no relay gave round 123 of drand quicknet\n\
             fairdraw: hint: try again later; or on a machine with network: curl -sSfo round.json "
        ),
        "{error}"
    );
    assert_eq!(folder.names(), ["a.commit", "a.list"]);
    for wrong in [
        &["--relay", "api.drand.sh"][..],
        &["--relay", "http://127.0.0.1:1", "--offline"],
        &["--relay", "http://127.0.0.1:1", "--beacon", SIGNATURE],
    ] {
        folder.run(&[&["reveal", "a.commit"][..], wrong].concat()).not_done();
    }
}

#[test]
fn round_is_read_from_a_file_or_from_standard_input() {
    let folder = past();
    let json = format!("{{\"round\":123,\"signature\":\"{SIGNATURE}\"}}\n");
    folder.write("round.json", &json);
    folder.run(&["reveal", "a.commit", "--offline", "--beacon", "round.json"]).done();
    assert_eq!(folder.text("a.reveal"), REVEAL);
    let reveal = ["reveal", "a.commit", "--beacon", "-", "-o", "b.reveal"];
    fairdraw_in(folder.path(), reveal, json.as_bytes()).done();
    assert_eq!(folder.text("b.reveal"), REVEAL);
}

#[test]
fn verdict_proves_the_round() {
    let folder = past();
    folder.write("a.reveal", REVEAL);
    let id = "f6a0575e767d1285da2bca838fec1d9373b258115ee0e1e66e52a1568ef3b0c9";
    let text = folder.verify(&["a.commit", "a.reveal", "a.list", "--expect", id]).done();
    assert!(
        text.contains(
            "\n5 beacon     PROVEN      the randomness is that of drand quicknet round 123, due at\n\
             \x20                        2023-08-23T15:15:33Z\n\
             5 beacon     CLAIMED     the commit was made at 2023-08-23T15:00:00Z, before the round of\n\
             \x20                        2023-08-23T15:15:33Z\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("CLAIMED     if the commit id was public before the round, nobody"),
        "{text}"
    );
    assert!(!text.contains("NOT CHECKED") && !text.contains("signature"), "{text}");
    assert!(text.contains("\nVALID: "), "{text}");
    let (status, json) = folder.verify_json(&["a.commit", "a.reveal", "a.list"]);
    assert_eq!((status, json["verdict"].as_str()), (0, Some("valid")));
}

#[test]
fn made_up_value_is_not_valid() {
    let folder = past();
    // The signature of quicknet's round 12040883, with the material and the places that it gives.
    folder.write("a.reveal", OF_ANOTHER_ROUND);
    let ran = folder.verify(&["a.commit", "a.reveal", "a.list"]);
    assert!(!ran.text().contains("\nVALID"), "{}", ran.text());
    assert!(ran.text().contains("\nNOT VALID: step 5 (beacon): "), "{}", ran.text());
    let error = ran.err.clone();
    ran.not_valid("beacon");
    let said = "step 5 (beacon): the signature is not the one of drand quicknet round 123 [beacon]";
    assert!(error.contains(said), "{error}");
}

#[test]
fn wrong_lines_fail_by_name() {
    let folder = past();
    for (from, to, name) in [
        ("draw: 1 prize-1 3 dave", "draw: 1 prize-1 4 erin", "draw-position"),
        ("draw: 2 prize-2 1 bob", "draw: 2 prize-2 1 bab", "draw-line"),
        ("draw: 2 prize-2 1 bob", "draw: 2 prize-1 1 bob", "draw-prize"),
        ("draw: 3 alternate 0 alice\n", "", "draw-count"),
        ("beacon: drand 123 b7", "beacon: drand 124 b7", "beacon"),
        ("beacon: drand 123 b7", "beacon: drand 123 b6", "beacon"),
        ("material: f4", "material: f5", "material"),
    ] {
        folder.write("a.reveal", REVEAL);
        folder.change("a.reveal", from, to);
        folder.verify(&["a.commit", "a.reveal", "a.list"]).not_valid(name);
    }
}

#[test]
fn commit_after_its_round_is_not_valid() {
    let folder = past();
    folder.change("a.commit", "2023-08-23T15:00:00Z", "2023-08-23T15:15:33Z");
    let ran = folder.run(&["reveal", "a.commit", "--beacon", SIGNATURE]);
    let error = ran.not_done();
    assert!(error.contains("2023-08-23T15:15:33Z"), "{error}");
    folder.change("a.commit", "2023-08-23T15:15:33Z", "2023-08-23T15:15:32Z");
    folder.run(&["reveal", "a.commit", "--beacon", SIGNATURE]).done();
}

#[test]
fn signature_of_another_form_is_refused() {
    let folder = past();
    let chained = format!("{} {}", "b7".repeat(96), "b7".repeat(96));
    for wrong in ["", "zz", "b75", "b75c", &SIGNATURE[2..], &format!("{SIGNATURE}00"), &chained] {
        folder.run(&["reveal", "a.commit", "--beacon", wrong]).not_done();
        assert!(!folder.at("a.reveal").exists(), "{wrong:?}");
    }
}

#[test]
fn signature_is_checked_before_anything_is_drawn() {
    let folder = past();
    let flipped = SIGNATURE.replacen("b75c", "975c", 1);
    for (wrong, why) in [
        (ANOTHER_SIGNATURE, "the signature is not the one of drand quicknet round 123"),
        (&flipped, "the signature is not the one of drand quicknet round 123"),
        (&format!("{SIGNATURE} {SIGNATURE}"), "a previous round's signature is given"),
        (&format!("c{}", "0".repeat(95)), "the signature is the point at infinity"),
        (&SIGNATURE[2..], "the signature has 47 bytes, and those of this chain have 48"),
    ] {
        let error = folder.run(&["reveal", "a.commit", "--beacon", wrong]).not_done();
        assert!(error.starts_with(&format!("fairdraw: error: --beacon: {why}")), "{error}");
        assert!(error.contains(&format!("/{QUICKNET}/public/123; only this round")), "{error}");
        assert!(!folder.at("a.reveal").exists(), "{wrong:?}");
    }
}
