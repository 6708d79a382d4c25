#![allow(clippy::unwrap_used, clippy::panic, reason = "a failure is the test's finding")]

use std::time::{Duration, Instant};

use clap::Parser;
use fairdraw::draw::{DEFAULT, FASTNET, QUICKNET};
use serde_json::json;

use super::server::{Answer, Server, real_round};
use super::*;
use crate::clock::{self, Clock};
use crate::term::Term;

/// The options alone.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    relays: RelayArgs,
}

fn options(servers: &[&Server]) -> RelayArgs {
    let words = servers.iter().flat_map(|server| ["--relay", &server.url]);
    Options::parse_from(std::iter::once("test").chain(words)).relays
}

fn term() -> Term {
    Term::new(true, Clock::of_computer())
}

/// What comes of asking one relay for a round of quicknet, with a short time-out.
fn ask(answer: Answer, round: u64) -> Result<Checked, String> {
    let server = Server::new(answer);
    let path = format!("{}/public/{round}", QUICKNET.hash);
    let stated = relays::ask(&server.url, &path, Duration::from_millis(400));
    assert_eq!(server.asked(), [format!("/{path}")]);
    stated?.check(&QUICKNET, round)
}

fn body(json: &Value) -> Answer {
    Answer::Body(json.to_string())
}

fn changed(name: &str, value: Value) -> Value {
    let mut json = real_round("quicknet", 123);
    json[name] = value;
    json
}

#[test]
fn real_rounds_of_each_chain_are_taken() {
    for (chain, round) in [
        (&QUICKNET, 123),
        (&QUICKNET, 12_040_883),
        (&DEFAULT, 1),
        (&DEFAULT, 72_785),
        (&FASTNET, 100_000),
    ] {
        let json = real_round(chain.name, round);
        let server = Server::new(body(&json));
        let checked = options(&[&server]).round(chain, round, &term()).unwrap();
        assert_eq!(server.asked(), [format!("/{}/public/{round}", chain.hash)]);
        assert_eq!(json!(hex::encode(checked.proof().randomness())), json["randomness"]);
        let BeaconValue::Drand { round: taken, signature, previous } = checked.into_beacon() else {
            panic!("drand gives a drand value");
        };
        assert_eq!((taken, json!(hex::encode(signature))), (round, json["signature"].clone()));
        assert_eq!(previous.map(hex::encode).as_deref(), json["previous_signature"].as_str());
    }
}

#[test]
fn stated_randomness_is_ignored() {
    let right = real_round("quicknet", 123)["randomness"].clone();
    for wrong in [json!("00".repeat(32)), json!(7), Value::Null] {
        let checked = ask(body(&changed("randomness", wrong)), 123).unwrap();
        assert_eq!(json!(hex::encode(checked.proof().randomness())), right);
    }
}

#[test]
fn answers_that_are_not_the_round_are_refused() {
    let other = "the signature is not the one of drand quicknet round 123";
    let later = real_round("quicknet", 12_040_883);
    let relabelled = changed("signature", later["signature"].clone());
    for (json, why) in [
        (later.clone(), "it is round 12040883, not round 123"),
        (relabelled, other),
        (changed("round", json!(124)), "it is round 124, not round 123"),
        (changed("signature", real_round("fastnet", 2)["signature"].clone()), other),
        (
            changed("signature", real_round("default", 1)["signature"].clone()),
            "the signature has 96 bytes, and those of this chain have 48",
        ),
        (
            changed("previous_signature", json!("00".repeat(48))),
            "a previous round's signature is given, which rounds of this chain don't sign",
        ),
    ] {
        assert_eq!(ask(body(&json), 123).unwrap_err(), why);
    }
}

#[test]
fn flipped_bits_are_refused() {
    let signature = hex::decode(real_round("quicknet", 123)["signature"].as_str().unwrap());
    let signature = signature.unwrap();
    for bit in [0, 1, 2, 3, 100, 200, 383] {
        let mut flipped = signature.clone();
        flipped[bit / 8] ^= 0x80 >> (bit % 8);
        let json = changed("signature", json!(hex::encode(flipped)));
        assert!(ask(body(&json), 123).is_err(), "{bit}");
    }
}

#[test]
fn hostile_answers_end_soon_and_give_nothing() {
    let json = real_round("quicknet", 123).to_string();
    let padded = format!("{json}{}", " ".repeat(65_537 - json.len()));
    let redirect = "302 Found\r\nLocation: /again";
    let neither = "neither JSON as a drand relay answers, nor a signature in hexadecimal digits";
    for (answer, wanted) in [
        (Answer::Body(String::new()), neither),
        (Answer::Body("<!doctype html><title>Sign in</title>".to_owned()), neither),
        (Answer::Body("[".repeat(60_000)), neither),
        (Answer::Body(format!("{{\"a\":{}", "[".repeat(60_000))), "it is not JSON (line 1, "),
        (Answer::Body(json[..json.len() / 2].to_owned()), "it is cut off (line 1, column "),
        (Answer::Body("{\"round\":123}".to_owned()), "it has no signature"),
        (Answer::Body("{\"round\":\"123\",\"signature\":\"b7\"}".to_owned()), "it names no round"),
        (Answer::Body(json.replacen("b75c", "x75c", 1)), "its signature is not hexadecimal"),
        (Answer::Body(padded.clone()), "its answer has more than 65536 bytes"),
        (Answer::Short(json.clone()), "the connection ended within its answer"),
        (Answer::Endless, "its answer has more than 65536 bytes"),
        (Answer::Drip, "no answer within 400ms"),
        (Answer::Silence, "no answer within 400ms"),
        (Answer::Status("500 Internal Server Error"), "HTTP status 500"),
        (Answer::Status("404 Not Found"), "it does not have this round yet (HTTP status 404)"),
        (Answer::Status("204 No Content"), "HTTP status 204"),
        (Answer::Status(redirect), "HTTP status 302"),
        (Answer::Status("\u{1b}[2J"), "protocol: http parse fail"),
    ] {
        let start = Instant::now();
        let why = ask(answer, 123).unwrap_err();
        assert!(why.starts_with(wanted), "{why}");
        assert!(start.elapsed() < Duration::from_secs(10), "the time-out is 0.4 s");
    }
    // One byte less is within the limit.
    ask(Answer::Body(padded[..65_536].to_owned()), 123).unwrap();
}

#[test]
fn the_next_relay_is_asked_when_one_fails() {
    let json = real_round("quicknet", 123);
    let (bad, good, spare) = (
        Server::new(Answer::Status("500 Internal Server Error")),
        Server::new(body(&json)),
        Server::new(body(&json)),
    );
    options(&[&bad, &good, &spare]).round(&QUICKNET, 123, &term()).unwrap();
    assert_eq!([bad.asked().len(), good.asked().len(), spare.asked().len()], [1, 1, 0]);
}

#[test]
fn nothing_is_asked_offline() {
    let offline = Options::parse_from(["test", "--offline"]).relays;
    let error = offline.round(&QUICKNET, 123, &term()).unwrap_err();
    assert_eq!(
        (error.message.as_str(), error.exit),
        ("round 123 of drand quicknet is needed, and not fetched with --offline", 2)
    );
    let hash = QUICKNET.hash;
    let curl = format!("curl -sSfo round.json https://api.drand.sh/{hash}/public/123; then here: ");
    assert!(error.hint.unwrap().contains(&format!("{curl}--beacon round.json")));
    let both = ["test", "--offline", "--relay", "http://127.0.0.1:1"];
    assert!(Options::try_parse_from(both).is_err());
}

#[test]
fn newest_round_must_be_new() {
    let server = Server::new(body(&real_round("quicknet", 123)));
    let options = options(&[&server]);
    let at = |time| options.newest(clock::parse(time).unwrap(), &term());
    // Round 123 was due at 15:15:33; a computer's clock may be slow.
    for time in ["2023-08-23T15:15:00Z", "2023-08-23T15:15:33Z", "2023-08-23T15:25:33Z"] {
        assert_eq!(at(time).unwrap().into_fresh().round, 123);
    }
    assert!(at("2023-08-23T15:25:34Z").is_err());
    assert_eq!(server.asked()[0], format!("/{}/public/latest", QUICKNET.hash));
}

#[test]
fn rounds_are_read_as_json_and_as_digits() {
    let stated = |text: &str| Stated::parse(text.as_bytes());
    let both = Stated { round: None, signature: vec![1, 2], previous: Some(vec![3]) };
    assert_eq!(stated(" 0102\r\n03\n"), Ok(both));
    let json = "{\"round\":5,\"signature\":\"0102\",\"previous_signature\":\"\"}\n";
    assert_eq!(stated(json), Ok(Stated { round: Some(5), signature: vec![1, 2], previous: None }));
    for text in ["", "0", "x", "01 02 03", "01 x", "[]", "{}", "{", "<html>"] {
        assert!(stated(text).is_err(), "{text}");
    }
    assert!(Stated::parse(b"\xff").is_err());
    // As editors and shells save text.
    let marked = Stated { round: None, signature: vec![1], previous: None };
    assert_eq!(stated("\u{feff}01"), Ok(marked));
    for text in [b"\xff\xfe0\x001\x00".as_slice(), b"\xfe\xff\x000\x001", b"0\x001\x00"] {
        assert_eq!(Stated::parse(text).unwrap_err(), "it is saved as UTF-16: save it as UTF-8");
    }
}
