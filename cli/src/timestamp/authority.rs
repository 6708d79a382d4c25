//! Whether a time stamp was signed by an authority that the checker trusts.
//!
//! The signature and its attributes are checked here (RFC 5652, 5.4 to 5.6; RFC 5816). The chain of certificates is built by
//! `webpki`, which the tool has for TLS anyway; what it leaves out, since TLS has no use for it, is checked here too: that the
//! extended key usage is the only one and critical, what keys are for, and the certificate that is trusted itself.

use pki_types::{CertificateDer, SignatureVerificationAlgorithm, TrustAnchor, UnixTime};
use ring::digest::{SHA1_FOR_LEGACY_USE_ONLY, digest};
use webpki::ring as algorithms;
use webpki::{EndEntityCert, Error, KeyUsage, VerifiedPath, anchor_from_trusted_cert};

use super::Fault;
use super::certificate::{Certificate, TIME_STAMPING};
use super::der::{self, Malformed, Reader};
use super::token::{
    CertificateId, SHA_256, SHA_384, SHA_512, STATEMENT, Signer, Token, algorithm, hash_of, numbers,
};

/// An authority whose signature is on a time stamp, and whose certificate leads to one that the checker trusts.
#[derive(Debug)]
pub(super) struct Authority {
    /// Its name, as its certificate has it.
    pub(super) subject: String,
}

impl Authority {
    /// Checks who signed a time stamp. `trusted` are the certificates that the checker trusts.
    pub(super) fn of(token: &Token<'_>, trusted: &[Certificate<'_>]) -> Result<Self, Fault> {
        let embedded: Vec<_> =
            token.certificates.iter().filter_map(|bytes| Certificate::parse(bytes).ok()).collect();
        let mut known = embedded.iter().chain(trusted);
        let signer = known
            .find(|certificate| names(&token.signer.certificate, certificate))
            .ok_or_else(|| {
                Fault::Unfit(
                    "the signer's certificate is neither in the time stamp nor among those given"
                        .to_owned(),
                )
            })?;
        check_signature(token, signer)?;
        check_purpose(token, signer)?;
        check_chain(token, signer, &embedded, trusted)?;
        Ok(Self { subject: signer.subject() })
    }
}

fn names(id: &CertificateId<'_>, certificate: &Certificate<'_>) -> bool {
    match id {
        CertificateId::Serial { issuer, serial } => {
            certificate.issuer == *issuer && certificate.serial == *serial
        }
        CertificateId::Key(key) => certificate.key_identifier() == Some(key),
    }
}

/// Checks that the holder of the certificate's key signed the statement, and meant this certificate.
fn check_signature(token: &Token<'_>, certificate: &Certificate<'_>) -> Result<(), Fault> {
    let signer = &token.signer;
    let attribute = |id| signer.attribute(id);
    let unfit = |what: &str| Err(Fault::Unfit(what.to_owned()));

    let mut kind = attribute(CONTENT_TYPE)?.ok_or(Malformed)?;
    if kind.expect(der::OBJECT_IDENTIFIER)? != STATEMENT {
        return unfit("what was signed is no time stamp");
    }
    let mut hash = attribute(MESSAGE_DIGEST)?.ok_or(Malformed)?;
    let found = hash_of(signer.digest_algorithm, token.statement)?;
    if hash.expect(der::OCTET_STRING)? != found.as_ref() {
        return unfit("the time stamp was changed: it has not the hash that was signed");
    }
    let ids = [(attribute(SIGNING_CERTIFICATE)?, true), (attribute(SIGNING_CERTIFICATE_2)?, false)];
    if ids.iter().all(|(id, _)| id.is_none()) {
        return unfit("it doesn't say by which certificate it was signed (RFC 3161, 2.4.2)");
    }
    for (id, first_version) in ids {
        if let Some(id) = id {
            check_certificate_id(id, first_version, certificate)?;
        }
    }
    let algorithm = signature_algorithm(signer, certificate)?;
    let bytes = CertificateDer::from(certificate.whole);
    let key = EndEntityCert::try_from(&bytes).map_err(|error| in_words(&error))?;
    key.verify_signature(algorithm, &signer.signed_bytes(), signer.signature)
        .map_err(|_| Fault::Unfit("its signature is not that of its signer's key".to_owned()))
}

/// Checks the hash of the signer's certificate, which stands first (RFC 2634, 5.4; RFC 5035, 3).
fn check_certificate_id(
    mut value: Reader<'_>,
    first_version: bool,
    certificate: &Certificate<'_>,
) -> Result<(), Fault> {
    let mut fields = value.nested(der::SEQUENCE)?;
    let mut ids = fields.nested(der::SEQUENCE)?;
    let mut id = ids.nested(der::SEQUENCE)?;
    let found = if first_version {
        // The first version knows SHA-1 alone. To fit, another certificate would need the same hash as this one.
        digest(&SHA1_FOR_LEGACY_USE_ONLY, certificate.whole)
    } else {
        let mut with_algorithm = id.clone();
        let hash = match algorithm(&mut with_algorithm) {
            Ok(hash) => {
                id = with_algorithm;
                hash
            }
            Err(Malformed) => SHA_256,
        };
        hash_of(hash, certificate.whole)?
    };
    if id.expect(der::OCTET_STRING)? == found.as_ref() {
        Ok(())
    } else {
        Err(Fault::Unfit("it was signed by another certificate than the one that it names".into()))
    }
}

/// The algorithm of the signature for the signer's kind of key.
fn signature_algorithm(
    signer: &Signer<'_>,
    certificate: &Certificate<'_>,
) -> Result<&'static dyn SignatureVerificationAlgorithm, Fault> {
    let hash = match signer.signature_algorithm {
        RSA => signer.digest_algorithm,
        RSA_SHA_256 | ECDSA_SHA_256 => SHA_256,
        RSA_SHA_384 | ECDSA_SHA_384 => SHA_384,
        RSA_SHA_512 | ECDSA_SHA_512 => SHA_512,
        other => {
            return Err(Fault::Unsupported(format!("the signature algorithm {}", numbers(other))));
        }
    };
    let is_rsa =
        matches!(signer.signature_algorithm, RSA | RSA_SHA_256 | RSA_SHA_384 | RSA_SHA_512);
    let candidates: &[&dyn SignatureVerificationAlgorithm] = match (is_rsa, hash) {
        (true, SHA_256) => &[algorithms::RSA_PKCS1_2048_8192_SHA256],
        (true, SHA_384) => &[algorithms::RSA_PKCS1_2048_8192_SHA384],
        (true, SHA_512) => &[algorithms::RSA_PKCS1_2048_8192_SHA512],
        (false, SHA_256) => &[algorithms::ECDSA_P256_SHA256, algorithms::ECDSA_P384_SHA256],
        (false, SHA_384) => &[algorithms::ECDSA_P256_SHA384, algorithms::ECDSA_P384_SHA384],
        _ => &[],
    };
    let fits = |algorithm: &&&dyn SignatureVerificationAlgorithm| {
        algorithm.public_key_alg_id().as_ref() == certificate.key_algorithm
    };
    candidates.iter().find(fits).copied().ok_or_else(|| {
        Fault::Unsupported(
            "this kind of signature: RSA (PKCS #1 v1.5) with SHA-256, SHA-384 or SHA-512 and ECDSA (P-256, P-384) with \
             SHA-256 or SHA-384 are"
                .to_owned(),
        )
    })
}

/// Checks that the signer's certificate is one for time stamps, and was valid.
fn check_purpose(token: &Token<'_>, signer: &Certificate<'_>) -> Result<(), Fault> {
    if !signer.is_for_time_stamps() {
        return Err(Fault::Unfit(
            "the signer's certificate is not one for time stamps (extended key usage timeStamping, critical, sole)"
                .to_owned(),
        ));
    }
    if !signer.may_sign() {
        return Err(Fault::Unfit("the signer's key is not for signatures".to_owned()));
    }
    if !signer.is_valid_at(token.stated) {
        return Err(Fault::Unfit(format!(
            "the signer's certificate was not valid at {}",
            token.stated_text()
        )));
    }
    Ok(())
}

/// Checks that certificates lead from the signer's to a trusted one.
fn check_chain(
    token: &Token<'_>,
    signer: &Certificate<'_>,
    embedded: &[Certificate<'_>],
    trusted: &[Certificate<'_>],
) -> Result<(), Fault> {
    if trusted.iter().any(|certificate| certificate.whole == signer.whole) {
        return Ok(());
    }
    let owned = |certificate: &Certificate<'_>| CertificateDer::from(certificate.whole.to_vec());
    let roots: Vec<_> = trusted
        .iter()
        .filter(|root| root.may_certify() && root.is_valid_at(token.stated))
        .map(|root| (owned(root), root.path_length()))
        .collect();
    let anchors = roots
        .iter()
        .map(|(root, _)| anchor_from_trusted_cert(root))
        .collect::<Result<Vec<TrustAnchor<'_>>, _>>()
        .map_err(|error| in_words(&error))?;
    let issuers: Vec<_> =
        embedded.iter().filter(|certificate| certificate.may_certify()).map(owned).collect();
    let is_short = |path: &VerifiedPath<'_>| {
        let between = path.intermediate_certificates().count();
        let mut of_root = anchors.iter().zip(&roots).filter(|(anchor, _)| *anchor == path.anchor());
        let allowed = of_root.find_map(|(_, (_, length))| *length);
        match allowed.and_then(|allowed| usize::try_from(allowed).ok()) {
            Some(allowed) if between > allowed => Err(Error::PathLenConstraintViolated),
            _ => Ok(()),
        }
    };
    let seconds = u64::try_from(der::unix_seconds(token.stated)).map_err(|_| Malformed)?;
    let time = UnixTime::since_unix_epoch(std::time::Duration::from_secs(seconds));
    let bytes = CertificateDer::from(signer.whole);
    let certificate = EndEntityCert::try_from(&bytes).map_err(|error| in_words(&error))?;
    certificate
        .verify_for_usage(
            CHAIN_ALGORITHMS,
            &anchors,
            &issuers,
            time,
            // The signer's own is checked more strictly above; an authority's certificate need not have one.
            KeyUsage::required_if_present(TIME_STAMPING),
            None,
            Some(&is_short),
        )
        .map(|_| ())
        .map_err(|error| match error {
            Error::UnknownIssuer if roots.len() < trusted.len() => Fault::Unfit(format!(
                "{NO_CHAIN}; of those, not all were valid at {} and may issue certificates",
                token.stated_text()
            )),
            error => in_words(&error),
        })
}

/// A reason of `webpki` for people.
fn in_words(error: &Error) -> Fault {
    let unfit = |reason: &str| Fault::Unfit(format!("{NO_CHAIN}: {reason}"));
    match error {
        Error::UnknownIssuer => Fault::Unfit(NO_CHAIN.to_owned()),
        Error::CertExpired { .. } => unfit("one on the way had expired"),
        Error::CertNotValidYet { .. } => unfit("one on the way was not valid yet"),
        Error::InvalidSignatureForPublicKey => unfit("a signature on the way is wrong"),
        Error::EndEntityUsedAsCa => unfit("one on the way may not issue certificates"),
        Error::CaUsedAsEndEntity => unfit("the signer's own is one of a certification authority"),
        Error::PathLenConstraintViolated => unfit("the way is longer than one of them allows"),
        Error::RequiredEkuNotFoundContext(_) => unfit("one on the way is not for time stamps"),
        Error::UnsupportedSignatureAlgorithmContext(_)
        | Error::UnsupportedSignatureAlgorithmForPublicKeyContext(_) => {
            Fault::Unsupported("the algorithm of a certificate's signature".to_owned())
        }
        Error::UnsupportedCriticalExtension
        | Error::UnsupportedCertVersion
        | Error::MaximumPathBuildCallsExceeded
        | Error::MaximumSignatureChecksExceeded
        | Error::MaximumPathDepthExceeded => {
            Fault::Unsupported(format!("a certificate or chain of this kind ({error:?})"))
        }
        other => unfit(&format!("{other:?}")),
    }
}

const NO_CHAIN: &str =
    "no certificates lead from the signer's to one given with --timestamp-authority";

/// Algorithms by which certificates may be signed.
const CHAIN_ALGORITHMS: &[&dyn SignatureVerificationAlgorithm] = &[
    algorithms::RSA_PKCS1_2048_8192_SHA256,
    algorithms::RSA_PKCS1_2048_8192_SHA384,
    algorithms::RSA_PKCS1_2048_8192_SHA512,
    algorithms::ECDSA_P256_SHA256,
    algorithms::ECDSA_P256_SHA384,
    algorithms::ECDSA_P384_SHA256,
    algorithms::ECDSA_P384_SHA384,
];

/// 1.2.840.113549.1.9.3
const CONTENT_TYPE: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x03];
/// 1.2.840.113549.1.9.4
const MESSAGE_DIGEST: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x04];
/// 1.2.840.113549.1.9.16.2.12
const SIGNING_CERTIFICATE: &[u8] =
    &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x02, 0x0c];
/// 1.2.840.113549.1.9.16.2.47
const SIGNING_CERTIFICATE_2: &[u8] =
    &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x02, 0x2f];
/// 1.2.840.113549.1.1.x
const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
const RSA_SHA_256: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b];
const RSA_SHA_384: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0c];
const RSA_SHA_512: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0d];
/// 1.2.840.10045.4.3.x
const ECDSA_SHA_256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const ECDSA_SHA_384: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x03];
const ECDSA_SHA_512: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x04];
