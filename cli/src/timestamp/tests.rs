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
    let trust = Trust { certificates: &trusted, ..Trust::default() };
    stamped.add_token("t", token, &[&commit()], &trust)?;
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
        let trust = Trust { certificates: &[certificate], ..Trust::default() };
        if stamped.add_token("t", &token, &[&commit()], &trust).is_ok() {
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

/// What a proof of OpenTimestamps shows with a header, if any, of a block with this much work.
fn proved(proof: &[u8], header: Option<&[u8]>, least_work: u32) -> Result<Stamped, Fault> {
    let headers: Vec<_> = header.into_iter().map(|bytes| Header::read(bytes).unwrap()).collect();
    let trust = Trust { headers: &headers, least_work, ..Trust::default() };
    let mut stamped = Stamped::default();
    stamped.add_proof("t", proof, &[&commit()], &trust, &mut Vec::new())?;
    Ok(stamped)
}

/// The lowest difficulty of Bitcoin's own tests: one hash of two meets it.
const TEST_WORK: u32 = 1;

#[test]
fn proof_leads_to_the_block_whose_header_another_program_made() {
    let (proof, header) = (fixture("bitcoin.ots"), fixture("bitcoin.header"));
    let found = proved(&proof, Some(&header), TEST_WORK).unwrap();
    // The header states 13:00.
    assert_eq!(found.existed_by.unwrap().to_string(), "2024-10-14T17:00:00Z");
    let words: Vec<_> = found.lines.iter().map(|(evidence, _)| *evidence).collect();
    let (proven, not_checked) = (Evidence::Proven, Evidence::NotChecked);
    assert_eq!(words, [not_checked, not_checked, proven, not_checked]);
    assert!(found.lines[3].1.contains("the chain's block 865000"), "{:?}", found.lines);
    // Without it, and with one that took too little work, nothing is proven.
    assert_eq!(proved(&proof, None, TEST_WORK).unwrap().existed_by, None);
    let refused = proved(&proof, Some(&header), bitcoin::LEAST_WORK).map(|_| ());
    assert!(matches!(refused, Err(Fault::Unfit(_))), "{refused:?}");
}

#[test]
fn flipped_bit_of_a_proof_never_proves_another_time() {
    let (proof, header) = (fixture("bitcoin.ots"), fixture("bitcoin.header"));
    let whole = proved(&proof, Some(&header), TEST_WORK).unwrap();
    for at in 0..proof.len() * 8 {
        let mut changed = proof.clone();
        changed[at / 8] ^= 1 << (at % 8);
        if let Ok(found) = proved(&changed, Some(&header), TEST_WORK) {
            let time = found.existed_by;
            assert!(time.is_none() || time == whole.existed_by, "bit {at}: {time:?}");
        }
    }
    for at in 0..640 {
        let mut changed = header.clone();
        changed[at / 8] ^= 1 << (at % 8);
        // With so little work a changed time can have a hash that fits, as anybody can make one.
        if !(68 * 8..72 * 8).contains(&at)
            && let Ok(found) = proved(&proof, Some(&changed), TEST_WORK)
        {
            let time = found.existed_by;
            assert!(time.is_none() || time == whole.existed_by, "bit {at}: {time:?}");
        }
    }
}

#[test]
fn cut_or_lengthened_proof_is_unreadable() {
    let unreadable = Err(Fault::Unreadable(NO_TIMESTAMP.to_owned()));
    for name in ["bitcoin.ots", "pending.ots", "odd.ots"] {
        let proof = fixture(name);
        for length in 0..proof.len() {
            let cut = proved(&proof[..length], None, TEST_WORK).map(|_| ());
            assert_eq!(cut, unreadable, "{name} {length}");
        }
        let longer = [&proof[..], &[0]].concat();
        assert_eq!(proved(&longer, None, TEST_WORK).map(|_| ()), unreadable, "{name}");
    }
}

/// The beginning of a proof of the commit, which ends with the hash.
fn beginning() -> Vec<u8> {
    fixture("pending.ots")[..65].to_vec()
}

#[test]
fn proof_has_limits_that_stop_hostile_ones() {
    let attestation = &fixture("pending.ots")[84..];
    let with = |middle: &[u8]| [&beginning(), middle, attestation].concat();
    let fault = |proof: &[u8]| proved(proof, None, TEST_WORK).map(|_| ()).unwrap_err();
    assert!(proved(&with(&[]), None, TEST_WORK).is_ok());

    // Steps: 4095 hashes and the attestation; branches: 256 of them open at once.
    assert!(proved(&with(&[8; 4095]), None, TEST_WORK).is_ok());
    assert_eq!(
        fault(&with(&[8; 4096])),
        Fault::Unsupported("a proof with more than 4096 steps".into())
    );
    let deep = |forks: usize| {
        let inner = [0xff, 8].repeat(forks);
        [beginning(), inner, attestation.repeat(forks + 1)].concat()
    };
    assert_eq!(proved(&deep(256), None, TEST_WORK).unwrap().lines.len(), 257);
    assert_eq!(fault(&deep(257)), Fault::Unsupported("a proof with so many branches".into()));

    // Values: 4096 bytes, counted with what was there before; nothing can be appended to nothing.
    let append = |count: usize| {
        let digits =
            [u8::try_from(count % 128).unwrap() | 0x80, u8::try_from(count / 128).unwrap()];
        [&[0xf0][..], &digits, &vec![7; count]].concat()
    };
    assert!(proved(&with(&append(4064)), None, TEST_WORK).is_ok());
    let unreadable = Fault::Unreadable(NO_TIMESTAMP.to_owned());
    assert_eq!(fault(&with(&append(4065))), unreadable);
    for wrong in [
        &[0xf0, 0][..],
        // A length in more bytes than it needs, and one without end.
        &[0xf0, 0x81, 0x00, 7],
        &[0xf0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1],
        // Operations and tags that don't exist.
        &[0x01],
        &[0xff, 0xff],
        // A Bitcoin block whose root has not 32 bytes.
        &[0xff, 0xf0, 1, 7, 0, 0x05, 0x88, 0x96, 0x0d, 0x73, 0xd7, 0x19, 0x01, 1, 5],
        // One with something after its height.
        &[0xff, 0, 0x05, 0x88, 0x96, 0x0d, 0x73, 0xd7, 0x19, 0x01, 2, 5, 5],
    ] {
        assert_eq!(fault(&with(wrong)), unreadable, "{wrong:?}");
    }
}

#[test]
fn address_of_a_calendar_steers_no_terminal() {
    let proof = fixture("pending.ots");
    let at = proof.len() - 3;
    for byte in
        (0..=255_u8).filter(|byte| !byte.is_ascii_alphanumeric() && !b"-._/:".contains(byte))
    {
        let mut changed = proof.clone();
        changed[at] = byte;
        let unreadable = Err(Fault::Unreadable(NO_TIMESTAMP.to_owned()));
        assert_eq!(proved(&changed, None, TEST_WORK).map(|_| ()), unreadable, "{byte}");
    }
}
