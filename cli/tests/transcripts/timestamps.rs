//! `verify --timestamp`: proofs of the time of a commit file, made by OpenSSL (`tests/data/timestamps/make.sh`).

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::folder::Folder;

/// The draw `draw` of `audit/vectors/files/valid-drand`, whose round was due at 2024-10-14T17:13:33Z, and all time stamps.
fn draw() -> Folder {
    let folder = Folder::new();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    for from in ["tests/data/timestamps", "../audit/vectors/files/valid-drand"] {
        for file in fs::read_dir(root.join(from)).unwrap() {
            let file = file.unwrap();
            let name = file.file_name().into_string().unwrap();
            fs::copy(file.path(), folder.at(&name)).unwrap();
        }
    }
    folder
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Status and answer of `verify` with a time stamp and an authority.
fn verified(folder: &Folder, stamp: &str, authority: &str) -> (i32, Value) {
    folder.verify_json(&[".", "--timestamp", stamp, "--timestamp-authority", authority])
}

fn letter(answer: &Value) -> &str {
    answer["grade"]["letter"].as_str().unwrap_or("-")
}

#[test]
fn time_stamp_of_a_trusted_authority_raises_the_grade() {
    let folder = draw();
    let said = folder.verify(&["."]).done();
    assert!(said.ends_with("GRADE E: re-performed only: nothing shows when the files were made\n"));
    let said = folder
        .verify(&[".", "--timestamp", "rsa.tsr", "--timestamp-authority", "rsa-root.pem"])
        .done();
    let words = words(&said);
    for line in [
        "2 commit id PROVEN by the outside proof of time, the commit file existed by 2024-10-14T17:00:02Z",
        "2 commit id PROVEN rsa.tsr: the time stamp 0x0A52 of C=AA, O=Example Trust, CN=Time stamps is of this commit \
         file and says 2024-10-14T17:00:00Z, which with its accuracy is 2024-10-14T17:00:02Z at the latest; \
         certificates lead from its signature to one that you trust",
        "2 commit id NOT CHECKED rsa.tsr: that none of these certificates was revoked",
        "5 beacon PROVEN the commit was made by 2024-10-14T17:00:02Z, before the round of 2024-10-14T17:13:33Z",
    ] {
        assert!(words.contains(line), "{line}: {words}");
    }
    assert!(said.ends_with("\nGRADE B: fixed before the beacon's round, by a proven time\n"));
}

#[test]
fn rsa_and_ecdsa_with_every_hash_are_checked() {
    let folder = draw();
    for (stamp, authority) in [
        ("rsa.tsr", "rsa-root.pem"),
        ("rsa-512.tsr", "rsa-root.pem"),
        ("ec.tsr", "ec-root.pem"),
        ("ess-2.tst", "ec-root.pem"),
        ("key-id.tst", "ec-root.pem"),
        // The other form of each file.
        ("ess-2.pem", "ec-root.pem"),
        ("ess-2.tst", "ec-root.der"),
        // An authority in the middle, and the signer himself, whose certificate need not be in the time stamp.
        ("rsa.tsr", "rsa-issuer.pem"),
        ("ess-2.tst", "ec-signer.pem"),
        ("no-certificate.tst", "ec-signer.pem"),
    ] {
        let (status, answer) = verified(&folder, stamp, authority);
        assert_eq!((status, letter(&answer)), (0, "B"), "{stamp} {authority}: {answer:#}");
    }
    // One authority of two.
    let two = folder.text("rsa-root.pem") + &folder.text("ec-root.pem");
    folder.write("two.pem", two);
    assert_eq!(letter(&verified(&folder, "ec.tsr", "two.pem").1), "B");
}

#[test]
fn time_after_the_round_with_its_accuracy_is_no_time_before_it() {
    // It says 17:13:32, a second before the round, and may be wrong by one and a half.
    let folder = draw();
    let (status, answer) = verified(&folder, "late.tsr", "ec-root.pem");
    assert_eq!((status, letter(&answer)), (0, "D"));
    // The earliest of all times counts.
    let both = ["--timestamp", "ess-2.tst", "--timestamp-authority", "ec-root.pem"];
    let (_, answer) = folder.verify_json(&[&[".", "--timestamp", "late.tsr"], &both[..]].concat());
    assert_eq!(letter(&answer), "B");
    let given = ["--existed-by", "2024-10-14T12:00:00Z"];
    let said = folder.verify(&[&["."], &both[..], &given].concat()).done();
    assert!(words(&said).contains("existed by 2024-10-14T12:00:00Z"), "{said}");
}

#[test]
fn time_stamp_without_an_authority_proves_no_time() {
    let folder = draw();
    let (status, answer) = folder.verify_json(&[".", "--timestamp", "rsa.tsr"]);
    assert_eq!((status, letter(&answer)), (0, "E"));
    let line = json!({
        "step": 2,
        "name": "commit id",
        "evidence": "NOT CHECKED",
        "sentence": "rsa.tsr: the time stamp is of this commit file and says 2024-10-14T17:00:00Z; who signed it was \
                     not checked: give --timestamp-authority",
    });
    assert!(answer["checks"].as_array().unwrap().contains(&line), "{answer:#}");
}

#[test]
fn time_stamp_of_another_file_is_not_valid() {
    let folder = draw();
    for more in [&[][..], &["--timestamp-authority", "ec-root.pem"]] {
        let arguments = [&[".", "--timestamp", "other-file.tsr"], more].concat();
        let ran = folder.verify(&arguments);
        let said = ran.text();
        let last = said.lines().last().unwrap();
        assert!(
            last.starts_with("NOT VALID: other-file.tsr: this time stamp is of another file: "),
            "{last}"
        );
        assert!(!said.contains("GRADE") && said.contains("2 commit id  FAILED "), "{said}");
        assert!(ran.err.contains("leave it out"), "{}", ran.err);
        ran.not_valid("timestamp");
        let (status, answer) = folder.verify_json(&arguments);
        assert_eq!((status, &answer["verdict"]), (1, &json!("not valid")));
        assert_eq!(answer["failure"]["name"], "timestamp");
        assert_eq!(answer["grade"], Value::Null);
    }
    // It fails beside one that fits.
    let two = [".", "--timestamp", "ess-2.tst", "--timestamp", "other-file.tsr"];
    folder
        .verify(&[&two[..], &["--timestamp-authority", "ec-root.pem"]].concat())
        .not_valid("timestamp");
}

#[test]
fn what_is_wrong_with_the_draw_is_said_first() {
    let folder = draw();
    folder.change("draw.reveal", "Maple", "Cedar");
    let ran = folder.verify(&[".", "--timestamp", "other-file.tsr"]);
    ran.not_valid("draw-line");
}

#[test]
fn time_stamp_of_the_commit_as_it_was_mailed_fits() {
    let folder = draw();
    let mailed = folder.text("draw.commit").replace('\n', "\r\n");
    // The stamp is of the file with CR LF: it isn't of the file with LF.
    verified_fails(&folder, "crlf.tsr");
    folder.write("draw.commit", mailed);
    for stamp in ["crlf.tsr", "ess-2.tst"] {
        let (status, answer) = verified(&folder, stamp, "ec-root.pem");
        assert_eq!((status, letter(&answer)), (0, "B"), "{stamp}");
    }
}

fn verified_fails(folder: &Folder, stamp: &str) {
    let ran = folder.verify(&[".", "--timestamp", stamp, "--timestamp-authority", "ec-root.pem"]);
    ran.not_valid("timestamp");
}

#[test]
fn signer_must_be_one_that_the_authority_made_for_time_stamps() {
    let folder = draw();
    for (stamp, authority, reason) in [
        // Another authority, one of the same name, and a chain that is not complete.
        ("ess-2.tst", "rsa-root.pem", "no certificates lead from the signer's to one given"),
        ("ess-2.tst", "other-root.pem", "a signature on the way is wrong"),
        ("no-certificate.tst", "ec-root.pem", "neither in the time stamp nor among those given"),
        // Not valid when it signed; or the authority not.
        ("expired.tst", "ec-root.pem", "not valid at 2024-10-14T17:01:00Z"),
        ("early.tst", "ec-root.pem", "not valid at 2024-10-14T17:01:00Z"),
        ("old-root.tst", "old-root.pem", "not all were valid at 2024-10-14T17:01:00Z"),
        // Not for time stamps.
        ("no-purpose.tst", "ec-root.pem", "not one for time stamps"),
        ("purpose-not-critical.tst", "ec-root.pem", "not one for time stamps"),
        ("purpose-not-sole.tst", "ec-root.pem", "not one for time stamps"),
        ("key-not-for-signatures.tst", "ec-root.pem", "not for signatures"),
        // Issued by somebody who may not, trusted or not; or too far down.
        ("under-leaf.tst", "leaf.pem", "and may issue certificates"),
        ("under-leaf.tst", "ec-root.pem", "no certificates lead from the signer's to one given"),
        ("long-way.tst", "short-root.pem", "the way is longer than one of them allows"),
        // Not bound to the certificate.
        ("no-ess.tst", "ec-root.pem", "by which certificate it was signed"),
        ("sha-1.tsr", "ec-root.pem", "it relies on SHA-1"),
    ] {
        let arguments = [".", "--timestamp", stamp, "--timestamp-authority", authority];
        let ran = folder.verify(&arguments);
        assert!(ran.err.contains(reason), "{stamp} {authority}: {}", ran.err);
        ran.not_valid("timestamp");
    }
}

#[test]
fn what_cannot_be_checked_here_is_said_by_name() {
    let folder = draw();
    for (stamp, reason) in [
        ("other-curve.tst", "not supported: this kind of signature: RSA (PKCS #1 v1.5) with"),
        ("rsa-pss.tst", "not supported: the signature algorithm 1.2.840.113549.1.1.10"),
    ] {
        let arguments = [".", "--timestamp", stamp, "--timestamp-authority", "ec-root.pem"];
        let said = folder.verify(&arguments).not_done();
        assert!(said.contains(reason) && said.contains("openssl ts -verify"), "{said}");
    }
}

#[test]
fn file_that_is_no_time_stamp_or_no_certificate_is_one_line() {
    let folder = draw();
    folder.write("empty", "");
    folder.write("large.tsr", vec![b'0'; (64 << 10) + 1]);
    let hint =
        "fairdraw: hint: give the .tsr, .tst or .ots as it was sent to you, or leave it out\n";
    for name in ["draw.commit", "empty", "no-time-stamp.tst", "no-attributes.tst", "ec-root.pem"] {
        folder.verify(&[".", "--timestamp", name]).refused(&format!(
            "fairdraw: error: {name}: this is no time stamp, or a damaged one\n{hint}"
        ));
    }
    folder
        .verify(&[".", "--timestamp", "large.tsr"])
        .refused("fairdraw: error: large.tsr: a time stamp has at most 64 KiB\n");
    folder
        .verify(&[".", "--timestamp", "missing.tsr"])
        .refused("fairdraw: error: cannot read missing.tsr: no such file or folder\n");
    for name in ["draw.commit", "ess-2.pem", "ess-2.tst", "empty"] {
        let said = folder
            .verify(&[".", "--timestamp", "ec.tsr", "--timestamp-authority", name])
            .not_done();
        assert!(said.contains(&format!("{name}: these are not certificates")), "{said}");
    }
    let (status, answer) = folder.verify_json(&[".", "--timestamp", "empty"]);
    assert_eq!((status, &answer["verdict"]), (2, &json!("not checked")));
    assert_eq!(folder.verify(&[".", "--timestamp-authority", "ec-root.pem"]).status, 2);
}

/// The header of block 839900 of the Bitcoin chain.
const BLOCK_839900: &str = "0060962aa39b4310863947efd282b30ff755d3ab247c76ee7e5d010000000000000000004c4577aff36cdfdb0613ee3\
                            dc73c46e349da802849ec4f4995f9de8df5838008df1b226619420317178560d2";

#[test]
fn proof_of_open_timestamps_says_where_it_leads() {
    let folder = draw();
    let said = folder.verify(&[".", "--timestamp", "bitcoin.ots"]).done();
    assert!(said.contains("\nGRADE E: "), "{said}");
    let root = root_in(&folder.bytes("bitcoin.header"));
    for line in [
        "2 commit id NOT CHECKED bitcoin.ots: the calendar https://other.example.org/ was given this commit file's hash;",
        &format!(
            "2 commit id NOT CHECKED bitcoin.ots: it is of this commit file, and leads to Bitcoin block 865000 if that has \
             the merkle root {root}: compare, or give the block's header with --bitcoin-header"
        ),
    ] {
        assert!(words(&said).contains(line), "{line}: {said}");
    }
    let said = words(&folder.verify(&[".", "--timestamp", "odd.ots"]).done());
    assert!(said.contains("an attestation of a kind not known here (06869a0d73d71b45)"), "{said}");
    assert!(said.contains("a Bitcoin block by way of SHA-1, which is not computed here"), "{said}");
    folder.verify(&[".", "--timestamp", "other.ots"]).not_valid("timestamp");
}

/// The merkle root in a block's header, as everybody shows it.
fn root_in(header: &[u8]) -> String {
    hex::encode(header[36..68].iter().rev().copied().collect::<Vec<_>>())
}

#[test]
fn header_that_took_little_work_or_is_of_another_block_is_not_valid() {
    let folder = draw();
    for (header, reason) in [
        ("bitcoin.header", "took less than 2^74 hashes to find"),
        (
            BLOCK_839900,
            "has the merkle root 088083f58ddef995494fec492880da49e3463cc73dee1306dbdf6cf3af77454c,",
        ),
    ] {
        let ran = folder.verify(&[".", "--timestamp", "bitcoin.ots", "--bitcoin-header", header]);
        assert!(ran.err.contains(reason), "{}", ran.err);
        ran.not_valid("timestamp");
    }
}

#[test]
fn header_without_a_proof_or_that_is_none_is_wrong_use() {
    let folder = draw();
    for stamp in ["pending.ots", "rsa.tsr", "odd.ots"] {
        let arguments = [".", "--timestamp", stamp, "--bitcoin-header", BLOCK_839900];
        let said = folder.verify(&arguments).not_done();
        assert!(said.contains("no time stamp given leads to a Bitcoin block"), "{said}");
    }
    for header in ["draw.commit", &BLOCK_839900[..158]] {
        let arguments = [".", "--timestamp", "bitcoin.ots", "--bitcoin-header", header];
        folder.verify(&arguments).not_done();
    }
    assert_eq!(folder.verify(&[".", "--bitcoin-header", BLOCK_839900]).status, 2);
}
