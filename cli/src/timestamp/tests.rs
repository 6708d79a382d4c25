//! Time stamps made by OpenSSL (`cli/tests/data/timestamps/make.sh`), whole and damaged.

#![allow(clippy::unwrap_used, reason = "a failure is the test's finding")]

use super::*;

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/data/timestamps/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn commit() -> Vec<u8> {
    let folder = "../audit/vectors/files/valid-drand/";
    let mut files = std::fs::read_dir(format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let path = files.find_map(|file| {
        let path = file.unwrap().path();
        path.extension().is_some_and(|ending| ending == "commit").then_some(path)
    });
    std::fs::read(path.unwrap()).unwrap()
}

/// What a token shows to somebody who trusts the certificates of a PEM file.
fn shown(token: &[u8], authority: &str) -> Result<Stamped, Fault> {
    let certificates = pem(&fixture(authority), true).unwrap();
    let trusted: Vec<_> =
        certificates.iter().map(|bytes| Certificate::parse(bytes).unwrap()).collect();
    let mut stamped = Stamped::default();
    stamped.add_token(Path::new("t"), token, &[&commit()], &trusted)?;
    Ok(stamped)
}

const SIGNED: [(&str, &str); 3] =
    [("ess-2.tst", "ec-root.pem"), ("ec.tsr", "ec-root.pem"), ("rsa.tsr", "rsa-root.pem")];

#[test]
fn flipped_bit_never_proves_something_else() {
    for (name, authority) in SIGNED {
        let token = fixture(name);
        let whole = shown(&token, authority).unwrap();
        assert!(whole.existed_by.is_some());
        let mut passed = 0;
        for at in 0..token.len() {
            for bit in 0..8 {
                let mut changed = token.clone();
                changed[at] ^= 1 << bit;
                if let Ok(found) = shown(&changed, authority) {
                    assert_eq!(found.existed_by, whole.existed_by, "{name} byte {at} bit {bit}");
                    assert_eq!(found.lines, whole.lines, "{name} byte {at} bit {bit}");
                    passed += 1;
                }
            }
        }
        // What no signature covers: versions, the list of hash algorithms, the answer around the token.
        assert!(passed < token.len() / 2, "{name}: {passed} of {} bits", token.len() * 8);
    }
}

#[test]
fn cut_or_lengthened_token_is_unreadable() {
    for (name, authority) in SIGNED {
        let token = fixture(name);
        let unreadable = Err(Fault::Unreadable(NO_TIMESTAMP.to_owned()));
        for length in 0..token.len() {
            assert_eq!(
                shown(&token[..length], authority).map(|_| ()),
                unreadable,
                "{name} {length}"
            );
        }
        assert_eq!(shown(&[token, vec![0]].concat(), authority).map(|_| ()), unreadable);
    }
}

#[test]
fn damaged_certificate_of_the_authority_proves_nothing_else() {
    let token = fixture("ess-2.tst");
    let root = fixture("ec-root.der");
    let expected = shown(&token, "ec-root.pem").unwrap().existed_by;
    for length in 0..root.len() {
        assert!(Certificate::parse(&root[..length]).is_err(), "{length}");
    }
    for at in 0..root.len() * 8 {
        let mut changed = root.clone();
        changed[at / 8] ^= 1 << (at % 8);
        let Ok(certificate) = Certificate::parse(&changed) else { continue };
        let mut stamped = Stamped::default();
        let trusted = [certificate];
        if stamped.add_token(Path::new("t"), &token, &[&commit()], &trusted).is_ok() {
            assert_eq!(stamped.existed_by, expected, "bit {at}");
        }
    }
}

#[test]
fn accuracy_is_added_and_rounded_up() {
    // OpenSSL's answer has 1 s, 500 ms and 100 µs; the message signed by itself has none.
    let time = |name, authority| shown(&fixture(name), authority).unwrap().existed_by.unwrap();
    assert_eq!(time("rsa.tsr", "rsa-root.pem").to_string(), "2024-10-14T17:00:02Z");
    assert_eq!(time("ess-2.tst", "ec-root.pem").to_string(), "2024-10-14T17:01:00Z");
}

#[test]
fn only_blocks_of_the_wanted_kind_are_taken_from_pem() {
    let block = "-----BEGIN CMS-----\nMAA=\n-----END CMS-----\n";
    let commented = format!("made for a test\n{}", block.replace('\n', "\r\n"));
    assert_eq!(pem(block.as_bytes(), false), Some(vec![vec![0x30, 0]]));
    assert_eq!(pem(commented.as_bytes(), false), Some(vec![vec![0x30, 0]]));
    assert_eq!(pem(block.as_bytes(), true), None);
    assert_eq!(bytes_of(format!("{block}{block}").as_bytes()), None);
    for wrong in [
        "",
        "MAA=",
        "-----BEGIN CMS-----\nMAA=",
        "-----BEGIN CMS-----\nMAA=\n-----END PKCS7-----\n",
        "-----BEGIN CMS-----\nMA\n-----END CMS-----\n",
    ] {
        assert_eq!(pem(wrong.as_bytes(), false), None, "{wrong}");
    }
}

#[test]
fn only_cr_before_lf_is_taken_from_a_commit() {
    assert_eq!(commit_with_lf(b"a\r\nb\r\n"), b"a\nb\n");
    assert_eq!(commit_with_lf(b"a\rb\n\r"), b"a\rb\n\r");
    assert_eq!(commit_with_lf(b""), b"");
}
