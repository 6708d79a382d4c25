//! Tokens of time-stamping authorities (RFC 3161): signed messages (CMS, RFC 5652) about the hash of a file.

use fairdraw::draw::Time;
use jiff::civil::DateTime;
use ring::digest::{self, Digest, digest};

use super::certificate::{Extension, boolean, element};
use super::der::{self, Malformed, Reader};
use super::{Fault, other_file};

/// A time stamp. Nothing of it is proven yet.
#[derive(Debug)]
pub(super) struct Token<'a> {
    pub(super) imprint: Imprint<'a>,
    /// The number that the authority gave it: what is in the integer.
    serial: &'a [u8],
    /// The time it states, to the second.
    pub(super) stated: DateTime,
    /// The same, with the fraction of a second and the accuracy added, rounded up.
    pub(super) existed_by: Time,
    /// The statement as it was signed.
    pub(super) statement: &'a [u8],
    pub(super) signer: Signer<'a>,
    /// The certificates that came with it, as they stand.
    pub(super) certificates: Vec<&'a [u8]>,
}

/// The hash of the file.
#[derive(Debug)]
pub(super) struct Imprint<'a> {
    algorithm: &'a [u8],
    hash: &'a [u8],
}

/// Who signed it, and how.
#[derive(Debug)]
pub(super) struct Signer<'a> {
    pub(super) certificate: CertificateId<'a>,
    pub(super) digest_algorithm: &'a [u8],
    pub(super) signature_algorithm: &'a [u8],
    pub(super) signature: &'a [u8],
    /// What is in the set of signed attributes.
    pub(super) attributes: &'a [u8],
}

/// What names the signer's certificate.
#[derive(Debug)]
pub(super) enum CertificateId<'a> {
    Serial { issuer: &'a [u8], serial: &'a [u8] },
    Key(&'a [u8]),
}

impl<'a> Token<'a> {
    /// Reads a token, or an authority's response with one.
    pub(super) fn parse(bytes: &'a [u8]) -> Result<Self, Fault> {
        let mut reader = Reader::new(bytes);
        let mut fields = reader.nested(der::SEQUENCE)?;
        reader.end()?;
        // A response begins with the authority's answer, a token with its type.
        let Some(answer) = fields.optional(der::SEQUENCE)? else {
            return Self::of_content(fields);
        };
        let status = der::small_integer(Reader::new(answer).expect(der::INTEGER)?)?;
        if status > GRANTED_WITH_CHANGES {
            return Err(Fault::Unreadable(format!(
                "the authority's answer is no time stamp but a refusal (status {status})"
            )));
        }
        let content = fields.nested(der::SEQUENCE)?;
        fields.end()?;
        Self::of_content(content)
    }

    fn of_content(mut content: Reader<'a>) -> Result<Self, Fault> {
        if content.expect(der::OBJECT_IDENTIFIER)? != SIGNED_DATA {
            return Err(Malformed.into());
        }
        let mut outer = content.nested(der::tagged(0))?;
        content.end()?;
        let mut message = outer.nested(der::SEQUENCE)?;
        outer.end()?;

        message.expect(der::INTEGER)?;
        message.expect(der::SET)?;
        let mut inner = message.nested(der::SEQUENCE)?;
        if inner.expect(der::OBJECT_IDENTIFIER)? != STATEMENT {
            return Err(Malformed.into());
        }
        let mut explicit = inner.nested(der::tagged(0))?;
        inner.end()?;
        let statement = explicit.expect(der::OCTET_STRING)?;
        explicit.end()?;
        let mut certificates = Vec::new();
        if let Some(set) = message.optional(der::tagged(0))? {
            let mut set = Reader::new(set);
            while !set.is_empty() {
                let certificate = set.any()?;
                if certificate.tag == der::SEQUENCE {
                    certificates.push(certificate.whole);
                }
            }
        }
        message.optional(der::tagged(1))?;
        let mut signers = message.nested(der::SET)?;
        message.end()?;
        let signer = Signer::read(&mut signers)?;
        // RFC 3161, 2.4.2: no signature but the authority's.
        signers.end()?;
        Self::of_statement(statement, signer, certificates)
    }

    fn of_statement(
        statement: &'a [u8],
        signer: Signer<'a>,
        certificates: Vec<&'a [u8]>,
    ) -> Result<Self, Fault> {
        let mut reader = Reader::new(statement);
        let mut fields = reader.nested(der::SEQUENCE)?;
        reader.end()?;
        if der::small_integer(fields.expect(der::INTEGER)?)? != 1 {
            return Err(Fault::Unsupported("a time stamp of another version than 1".to_owned()));
        }
        fields.expect(der::OBJECT_IDENTIFIER)?;
        let mut imprint = fields.nested(der::SEQUENCE)?;
        let algorithm = algorithm(&mut imprint)?;
        let hash = imprint.expect(der::OCTET_STRING)?;
        imprint.end()?;
        let serial = fields.expect(der::INTEGER)?;
        let time = fields.expect(der::GENERALIZED_TIME)?;
        let (stated, after) = der::time(der::GENERALIZED_TIME, time)?;
        let accuracy = fields.optional(der::SEQUENCE)?.map_or(Ok((0, 0)), accuracy)?;
        boolean(&mut fields)?;
        fields.optional(der::INTEGER)?;
        fields.optional(der::tagged(0))?;
        let mut extensions = Reader::new(fields.optional(der::tagged(1))?.unwrap_or_default());
        while !extensions.is_empty() {
            // Qualified time stamps have one that may be skipped (ETSI EN 319 422).
            if Extension::read(&mut extensions)?.critical {
                return Err(Fault::Unsupported("an extension of the time stamp".to_owned()));
            }
        }
        fields.end()?;

        let (seconds, nanoseconds) = accuracy;
        let part = (u64::from(after) + u64::from(nanoseconds)).div_ceil(1_000_000_000);
        let existed_by = i64::try_from(part)
            .ok()
            .map(|part| der::unix_seconds(stated) + i64::from(seconds) + part)
            .and_then(Time::from_unix_seconds)
            .ok_or(Malformed)?;
        let imprint = Imprint { algorithm, hash };
        Ok(Self { imprint, serial, stated, existed_by, statement, signer, certificates })
    }

    /// Checks that it is of one of these texts.
    pub(super) fn check_imprint(&self, texts: &[&[u8]]) -> Result<(), Fault> {
        let Imprint { algorithm, hash } = self.imprint;
        let hashed =
            texts.iter().map(|text| hash_of(algorithm, text)).collect::<Result<Vec<_>, _>>()?;
        if hashed.iter().any(|found| found.as_ref() == hash) {
            return Ok(());
        }
        let expected = hashed.first().map(Digest::as_ref).unwrap_or_default();
        Err(other_file(hash, expected))
    }

    /// The number that the authority gave it, as `openssl ts` shows it.
    pub(super) fn serial(&self) -> String {
        format!("0x{}", hex::encode_upper(self.serial.strip_prefix(&[0]).unwrap_or(self.serial)))
    }
}

impl<'a> Signer<'a> {
    fn read(signers: &mut Reader<'a>) -> Result<Self, Fault> {
        let mut fields = signers.nested(der::SEQUENCE)?;
        fields.expect(der::INTEGER)?;
        let certificate = if let Some(key) = fields.optional(der::tagged_simple(0))? {
            CertificateId::Key(key)
        } else {
            let mut id = fields.nested(der::SEQUENCE)?;
            let issuer = element(&mut id, der::SEQUENCE)?.whole;
            let serial = id.expect(der::INTEGER)?;
            id.end()?;
            CertificateId::Serial { issuer, serial }
        };
        let digest_algorithm = algorithm(&mut fields)?;
        // Without signed attributes nothing binds the signer's certificate: RFC 3161, 2.4.2 wants them.
        let attributes = fields.expect(der::tagged(0))?;
        let signature_algorithm = fields.nested(der::SEQUENCE)?.expect(der::OBJECT_IDENTIFIER)?;
        let signature = fields.expect(der::OCTET_STRING)?;
        fields.optional(der::tagged(1))?;
        fields.end()?;
        Ok(Self { certificate, digest_algorithm, signature_algorithm, signature, attributes })
    }

    /// The signed attributes as they were signed (RFC 5652, 5.4).
    pub(super) fn signed_bytes(&self) -> Vec<u8> {
        let length = self.attributes.len().to_be_bytes();
        let digits =
            length.iter().position(|&digit| digit != 0).map_or(&[][..], |at| &length[at..]);
        let mut bytes = vec![der::SET];
        match digits {
            [] | [..=0x7f] => bytes.push(digits.first().copied().unwrap_or_default()),
            // At most three digits: the reader takes no longer ones.
            _ => {
                bytes.push(0x80 | u8::try_from(digits.len()).unwrap_or_default());
                bytes.extend(digits);
            }
        }
        bytes.extend(self.attributes);
        bytes
    }

    /// The one value of a signed attribute, as it stands; `None` if there is no such attribute.
    pub(super) fn attribute(&self, id: &[u8]) -> Result<Option<Reader<'a>>, Malformed> {
        let mut found = None;
        let mut list = Reader::new(self.attributes);
        while !list.is_empty() {
            let mut attribute = list.nested(der::SEQUENCE)?;
            let kind = attribute.expect(der::OBJECT_IDENTIFIER)?;
            let values = attribute.expect(der::SET)?;
            attribute.end()?;
            if kind == id {
                let mut values = Reader::new(values);
                let value = values.any()?.whole;
                values.end()?;
                if found.replace(Reader::new(value)).is_some() {
                    return Err(Malformed);
                }
            }
        }
        Ok(found)
    }
}

/// The hash of a text, by an algorithm that no collision is known of.
pub(super) fn hash_of(algorithm: &[u8], text: &[u8]) -> Result<Digest, Fault> {
    let hash = match algorithm {
        SHA_256 => &digest::SHA256,
        SHA_384 => &digest::SHA384,
        SHA_512 => &digest::SHA512,
        SHA_1 => {
            return Err(Fault::Unfit(
                "it relies on SHA-1, by which two files can have one hash: have one made with SHA-256"
                    .to_owned(),
            ));
        }
        other => {
            return Err(Fault::Unsupported(format!(
                "the hash algorithm {}: SHA-256, SHA-384 and SHA-512 are",
                numbers(other)
            )));
        }
    };
    Ok(digest(hash, text))
}

/// The identifier of a hash algorithm, whose parameters are left out or NULL.
pub(super) fn algorithm<'a>(reader: &mut Reader<'a>) -> Result<&'a [u8], Malformed> {
    let mut fields = reader.nested(der::SEQUENCE)?;
    let id = fields.expect(der::OBJECT_IDENTIFIER)?;
    if !fields.is_empty() {
        let parameters = fields.any()?.whole;
        if parameters != NULL {
            return Err(Malformed);
        }
    }
    fields.end()?;
    Ok(id)
}

/// Seconds and nanoseconds by which the time may be wrong.
fn accuracy(content: &[u8]) -> Result<(u32, u32), Malformed> {
    let mut fields = Reader::new(content);
    let seconds = fields.optional(der::INTEGER)?;
    let milliseconds = fields.optional(der::tagged_simple(0))?;
    let microseconds = fields.optional(der::tagged_simple(1))?;
    fields.end()?;
    let read = |field: Option<&[u8]>| field.map_or(Ok(0), der::small_integer);
    let (milliseconds, microseconds) = (read(milliseconds)?, read(microseconds)?);
    if milliseconds > 999 || microseconds > 999 {
        return Err(Malformed);
    }
    Ok((read(seconds)?, milliseconds * 1_000_000 + microseconds * 1_000))
}

/// An object identifier as it is written: `1.2.840.113549`.
pub(super) fn numbers(id: &[u8]) -> String {
    let mut arcs = Vec::new();
    let mut arc = 0_u64;
    for &byte in id {
        arc = arc << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            arcs.push(std::mem::take(&mut arc));
        }
    }
    let first = arcs.first().copied().unwrap_or_default();
    let root = (first / 40).min(2);
    let rest = arcs.iter().skip(1).map(u64::to_string);
    let all: Vec<_> =
        [root.to_string(), (first - 40 * root).to_string()].into_iter().chain(rest).collect();
    all.join(".")
}

const GRANTED_WITH_CHANGES: u32 = 1;
const NULL: &[u8] = &[0x05, 0x00];
/// 1.2.840.113549.1.7.2
const SIGNED_DATA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02];
/// 1.2.840.113549.1.9.16.1.4
pub(super) const STATEMENT: &[u8] =
    &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x01, 0x04];
/// 1.3.14.3.2.26
const SHA_1: &[u8] = &[0x2b, 0x0e, 0x03, 0x02, 0x1a];
/// 2.16.840.1.101.3.4.2.1
pub(super) const SHA_256: &[u8] = &[0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01];
/// 2.16.840.1.101.3.4.2.2
pub(super) const SHA_384: &[u8] = &[0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02];
/// 2.16.840.1.101.3.4.2.3
pub(super) const SHA_512: &[u8] = &[0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03];
