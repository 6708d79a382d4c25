//! Signatures of drand rounds: real ones, and what is none.

#![cfg(feature = "drand")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod common {
    pub(crate) mod vectors;
}

use common::vectors::{bytes, list, same, text};
use fairdraw::draw::{
    BeaconFault, CHAINS, Chain, Commit, Evidence, Failure, Files, Options, QUICKNET, Refusal,
    SignatureFault, Verdict, VerifiedRound, verify,
};
use serde_json::Value;

/// A round of `rounds.json`, or what `malformed.json` has in its place.
#[derive(Clone)]
struct Round {
    chain: &'static Chain,
    number: u64,
    signature: Vec<u8>,
    previous: Option<Vec<u8>>,
}

impl Round {
    /// Nothing for the network's test chain, which no commit may name.
    fn new(vector: &Value) -> Option<Self> {
        let name = text(&vector["chain"]);
        let previous = &vector["previous_signature"];
        Some(Self {
            chain: CHAINS.into_iter().find(|chain| chain.name == name)?,
            number: vector["round"].as_u64().unwrap(),
            signature: bytes(&vector["signature"]),
            previous: (!previous.is_null()).then(|| bytes(previous)),
        })
    }

    fn verify(&self) -> Result<VerifiedRound, SignatureFault> {
        self.chain.verify(self.number, &self.signature, self.previous.as_deref())
    }

    /// The fault of a round that is not what it says.
    fn fault(&self) -> SignatureFault {
        self.verify().unwrap_err()
    }
}

fn vectors(name: &str) -> Vec<Value> {
    let file = std::fs::read_to_string(format!("tests/vectors/drand/{name}.json")).unwrap();
    let file: Value = serde_json::from_str(&file).unwrap();
    let vectors = file.get("vectors").unwrap_or(&file["rounds"]);
    list(vectors).to_vec()
}

fn real_rounds() -> Vec<Round> {
    let rounds: Vec<_> = vectors("rounds").iter().filter_map(Round::new).collect();
    assert_eq!(rounds.len(), 8);
    for chain in CHAINS {
        assert!(rounds.iter().any(|round| round.chain == chain), "{}", chain.name);
    }
    rounds
}

/// Every form of some bytes in which one bit is another.
fn flipped(bytes: &[u8]) -> impl Iterator<Item = (usize, Vec<u8>)> {
    (0..8 * bytes.len()).map(|bit| {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 0x80 >> (bit % 8);
        (bit, flipped)
    })
}

#[test]
fn real_rounds_verify_with_their_randomness_and_time() {
    let mut checked = 0;
    for vector in vectors("rounds") {
        let Some(round) = Round::new(&vector) else { continue };
        let verified = round.verify().unwrap();
        assert_eq!((verified.chain(), verified.round()), (round.chain, round.number));
        assert_eq!(hex::encode(verified.randomness()), text(&vector["randomness"]));
        assert_eq!(verified.time().unwrap().to_string(), text(&vector["round_time_utc"]));
        checked += 1;
    }
    assert_eq!(checked, 8);
}

#[test]
fn signature_is_that_of_its_round_alone() {
    for round in real_rounds() {
        let own = round.number;
        for other in [own - 1, own + 1, own ^ 1 << 32, own ^ 1 << 63, u64::MAX] {
            let fault = Round { number: other, ..round.clone() }.fault();
            let expected = match (other, &round.previous) {
                (0, _) => "round",
                // Round 1 signs 32 bytes in place of a signature.
                (_, Some(_)) if own == 1 => "previous-length",
                _ => "other-round",
            };
            assert_eq!(fault.name(), expected, "{} {other}: {fault}", round.chain.name);
        }
    }
}

#[test]
fn signature_is_that_of_its_chain_alone() {
    for round in real_rounds() {
        for chain in CHAINS.into_iter().filter(|&chain| chain != round.chain) {
            let fault = Round { chain, ..round.clone() }.fault();
            // Both chains with short signatures have the same messages, and other keys.
            let same_length = chain.signature_length() == round.chain.signature_length();
            let expected = if same_length { "other-round" } else { "length" };
            assert_eq!(fault.name(), expected, "{} as {}", round.chain.name, chain.name);
        }
    }
}

#[test]
fn every_flipped_bit_of_a_signature_is_found() {
    let names = ["not-compressed", "infinity", "coordinate", "not-on-curve", "not-in-subgroup"];
    let names = [&names[..], &["other-round"]].concat();
    let mut met = Vec::new();
    for round in real_rounds() {
        for (bit, signature) in flipped(&round.signature) {
            let fault = Round { signature, ..round.clone() }.fault().name();
            let expected = match bit {
                0 => fault == "not-compressed",
                1 => fault == "infinity",
                // The other point of the same coordinate is a signature of nothing known.
                2 => fault == "other-round",
                _ => names[2..].contains(&fault),
            };
            assert!(expected, "{} {} bit {bit}: {fault}", round.chain.name, round.number);
            met.push(fault);
        }
    }
    assert_eq!(met.len(), 8 * (4 * 48 + 4 * 96));
    assert!(names.iter().all(|name| met.contains(name)), "not all faults were met");
}

#[test]
fn every_flipped_bit_of_a_previous_signature_is_found() {
    let mut flips = 0;
    // Round 1, which has a seed of 32 bytes in its place, and one more.
    for round in real_rounds().into_iter().filter(|round| [1, 72_785].contains(&round.number)) {
        for (_, previous) in flipped(&round.previous.clone().unwrap()) {
            let fault = Round { previous: Some(previous), ..round.clone() }.fault();
            assert_eq!(fault.name(), "other-round");
            flips += 1;
        }
    }
    assert_eq!(flips, 8 * (32 + 96));
}

#[test]
fn signatures_are_not_exchangeable() {
    let rounds = real_rounds();
    for (i, round) in rounds.iter().enumerate() {
        for (j, other) in rounds.iter().enumerate() {
            let Round { signature, previous, .. } = other.clone();
            let exchanged = Round { signature, previous, ..round.clone() };
            assert_eq!(exchanged.verify().is_ok(), i == j, "{i} {j}");
        }
    }
}

#[test]
fn malformed_signatures_are_refused_by_name() {
    let vectors = vectors("malformed");
    let mut wrong = Vec::new();
    for vector in &vectors {
        let fault = Round::new(vector).unwrap().fault();
        wrong.extend(same(text(&vector["id"]), fault.name(), text(&vector["fault"])).err());
        assert!(!fault.to_string().is_empty());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(vectors.len(), 65);
}

/// Verifies a draw of `audit/vectors/files.json` after a change of its commit and reveal; the commit id is made to fit.
fn verify_draw(id: &str, change: impl Fn(String) -> String) -> Result<Verdict, Refusal> {
    let file = std::fs::read_to_string("audit/vectors/files.json").unwrap();
    let file: Value = serde_json::from_str(&file).unwrap();
    let vector = list(&file["vectors"]).iter().find(|vector| vector["id"] == id).unwrap();
    let files = &vector["files"];
    let commit = change(text(&files["commit"]).into());
    let commit_id = Commit::parse(commit.as_bytes()).unwrap().id().to_string();
    let reveal = text(&files["reveals"][0]).replace(text(&vector["commit_id"]), &commit_id);
    let reveal = change(reveal);
    let files = Files {
        commit: commit.as_bytes(),
        reveal: reveal.as_bytes(),
        list: files["list"].as_str().map(Into::into),
        ..Files::default()
    };
    verify(files, Options::default())
}

#[test]
fn verdict_proves_the_rounds_and_drops_the_condition() {
    let verdict = verify_draw("fresh-and-drand", |file| file).unwrap();
    let (round, fresh) = (verdict.round().unwrap(), verdict.fresh().unwrap());
    assert_eq!((round.chain().name, round.round()), ("quicknet", 12_040_883));
    assert_eq!((fresh.chain().name, fresh.round()), ("quicknet", 123));
    let says = |evidence, sentence: &str| {
        let mut checks = verdict.checks().iter().filter(|check| check.evidence == evidence);
        assert!(checks.any(|check| check.sentence.contains(sentence)), "{sentence}: {verdict:#?}");
    };
    says(Evidence::Proven, "is that of drand quicknet round 12040883, due at 2024-10-14T17:13:33Z");
    says(Evidence::Proven, "was not made before 2023-08-23T15:15:33Z: drand quicknet round 123");
    says(Evidence::Claimed, "if the commit id was public before the round, nobody could know");
    assert!(verdict.checks().iter().all(|check| check.evidence != Evidence::NotChecked));
    assert!(verdict.checks().iter().all(|check| !check.sentence.contains("signature")));

    let verdict = verify_draw("seed-only", |file| file).unwrap();
    assert_eq!((verdict.round(), verdict.fresh()), (None, None));
}

#[test]
fn draw_with_another_signature_fails_with_the_fault() {
    let [real, other] = [12_040_883, 123].map(|number| {
        let rounds = real_rounds();
        let quicknet = |round: &&Round| round.chain == &QUICKNET && round.number == number;
        hex::encode(&rounds.iter().find(quicknet).unwrap().signature)
    });
    let refusal = verify_draw("drand-quicknet", |file| file.replace(&real, &other)).unwrap_err();
    let message = "the signature is not the one of drand quicknet round 12040883";
    assert_eq!(refusal.to_string(), format!("step 5 (beacon): {message}"));
    let infinity = format!("c{}", "0".repeat(95));
    let refusal = verify_draw("drand-quicknet", |file| file.replace(&real, &infinity)).unwrap_err();
    let fault = BeaconFault::Signature(SignatureFault::Infinity);
    assert_eq!(refusal.failure, Failure::Beacon(fault));

    let refusal = verify_draw("fresh-quicknet", |file| file.replace(&other, &real)).unwrap_err();
    let message =
        "the commit's fresh line: the signature is not the one of drand quicknet round 123";
    assert_eq!(refusal.to_string(), format!("step 5 (beacon): {message}"));
}
