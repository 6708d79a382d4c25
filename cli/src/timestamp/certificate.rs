//! The fields of an X.509 certificate (RFC 5280) that decide whether it can be one of a time-stamping authority.

use jiff::civil::DateTime;

use super::der::{self, Element, Malformed, Reader};

/// A certificate. Nothing of it is proven yet.
#[derive(Debug)]
pub(super) struct Certificate<'a> {
    pub(super) whole: &'a [u8],
    /// What is in the serial number.
    pub(super) serial: &'a [u8],
    /// The issuer's name as it stands.
    pub(super) issuer: &'a [u8],
    valid: (DateTime, DateTime),
    /// What is in the subject's name.
    subject: &'a [u8],
    /// What is in the identifier of the key's algorithm.
    pub(super) key_algorithm: &'a [u8],
    extensions: Vec<Extension<'a>>,
}

/// What certificates and time stamps may have besides.
#[derive(Debug)]
pub(super) struct Extension<'a> {
    id: &'a [u8],
    pub(super) critical: bool,
    value: &'a [u8],
}

impl<'a> Certificate<'a> {
    /// Reads a certificate with nothing after it.
    pub(super) fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        let mut reader = Reader::new(bytes);
        let mut whole = reader.nested(der::SEQUENCE)?;
        reader.end()?;
        let mut fields = whole.nested(der::SEQUENCE)?;
        whole.expect(der::SEQUENCE)?;
        whole.expect(der::BIT_STRING)?;
        whole.end()?;

        fields.optional(der::tagged(0))?;
        let serial = fields.expect(der::INTEGER)?;
        fields.expect(der::SEQUENCE)?;
        let issuer = element(&mut fields, der::SEQUENCE)?.whole;
        let mut validity = fields.nested(der::SEQUENCE)?;
        let mut time = || validity.any().and_then(|time| der::time(time.tag, time.content));
        let valid = (time()?.0, time()?.0);
        validity.end()?;
        let subject = fields.expect(der::SEQUENCE)?;
        let key_algorithm = fields.nested(der::SEQUENCE)?.expect(der::SEQUENCE)?;
        fields.optional(der::tagged_simple(1))?;
        fields.optional(der::tagged_simple(2))?;
        let mut extensions = Vec::new();
        if let Some(field) = fields.optional(der::tagged(3))? {
            let mut field = Reader::new(field);
            let mut list = field.nested(der::SEQUENCE)?;
            field.end()?;
            while !list.is_empty() {
                let extension = Extension::read(&mut list)?;
                if extensions.iter().any(|known: &Extension<'_>| known.id == extension.id) {
                    return Err(Malformed);
                }
                extensions.push(extension);
            }
        }
        fields.end()?;
        Ok(Self { whole: bytes, serial, issuer, valid, subject, key_algorithm, extensions })
    }

    /// Whether it was valid at a time.
    pub(super) fn is_valid_at(&self, time: DateTime) -> bool {
        let (first, last) = self.valid;
        first <= time && time <= last
    }

    /// Whether it is made for time stamps, and for nothing else (RFC 3161, 2.3).
    pub(super) fn is_for_time_stamps(&self) -> bool {
        let Some(Extension { critical: true, value, .. }) = self.extension(EXTENDED_KEY_USAGE)
        else {
            return false;
        };
        let sole = || -> Result<bool, Malformed> {
            let mut value = Reader::new(value);
            let mut purposes = value.nested(der::SEQUENCE)?;
            value.end()?;
            let purpose = purposes.expect(der::OBJECT_IDENTIFIER)?;
            purposes.end()?;
            Ok(purpose == TIME_STAMPING)
        };
        sole() == Ok(true)
    }

    /// Whether its key may sign messages: digitalSignature or nonRepudiation, if it says what the key is for.
    pub(super) fn may_sign(&self) -> bool {
        self.key_usage().is_none_or(|bits| bits & 0b1100_0000 != 0)
    }

    /// Whether it is a certification authority's, and its key may sign certificates.
    pub(super) fn may_certify(&self) -> bool {
        self.basic_constraints().is_ok_and(|(authority, _)| authority)
            && self.key_usage().is_none_or(|bits| bits & 0b0000_0100 != 0)
    }

    /// How many certificates may stand between it and the last one, if it says so.
    pub(super) fn path_length(&self) -> Option<u32> {
        self.basic_constraints().ok().and_then(|(_, length)| length)
    }

    /// The identifier of its key, if it has one.
    pub(super) fn key_identifier(&self) -> Option<&'a [u8]> {
        let value = self.extension(SUBJECT_KEY_IDENTIFIER)?.value;
        Reader::new(value).expect(der::OCTET_STRING).ok()
    }

    /// The subject's name for people, as `C=AA, O=Example, CN=Time`.
    pub(super) fn subject(&self) -> String {
        let parts = || -> Result<Vec<String>, Malformed> {
            let mut parts = Vec::new();
            let mut names = Reader::new(self.subject);
            while !names.is_empty() {
                let mut set = names.nested(der::SET)?;
                while !set.is_empty() {
                    let mut part = set.nested(der::SEQUENCE)?;
                    let kind = part.expect(der::OBJECT_IDENTIFIER)?;
                    let value = part.any()?.content;
                    let text = str::from_utf8(value)
                        .map_or_else(|_| format!("#{}", hex::encode(value)), str::to_owned);
                    let label = LABELS.iter().find(|(id, _)| *id == kind);
                    parts.push(match label {
                        Some((_, label)) => format!("{label}={text}"),
                        None => text,
                    });
                }
            }
            Ok(parts)
        };
        match parts() {
            Ok(parts) if !parts.is_empty() => crate::term::harmless(&parts.join(", ")),
            _ => "(no name)".to_owned(),
        }
    }

    fn basic_constraints(&self) -> Result<(bool, Option<u32>), Malformed> {
        let value = self.extension(BASIC_CONSTRAINTS).ok_or(Malformed)?.value;
        let mut value = Reader::new(value);
        let mut fields = value.nested(der::SEQUENCE)?;
        value.end()?;
        let authority = boolean(&mut fields)?;
        let length = fields.optional(der::INTEGER)?.map(der::small_integer).transpose()?;
        fields.end()?;
        Ok((authority, length))
    }

    /// The first eight bits of what the key is for.
    fn key_usage(&self) -> Option<u8> {
        let value = self.extension(KEY_USAGE)?.value;
        let bits = Reader::new(value).expect(der::BIT_STRING).unwrap_or_default();
        // The first byte says how many bits of the last one don't count; they are zero.
        Some(bits.get(1).copied().unwrap_or_default())
    }

    fn extension(&self, id: &[u8]) -> Option<&Extension<'a>> {
        self.extensions.iter().find(|extension| extension.id == id)
    }
}

impl<'a> Extension<'a> {
    pub(super) fn read(list: &mut Reader<'a>) -> Result<Self, Malformed> {
        let mut fields = list.nested(der::SEQUENCE)?;
        let id = fields.expect(der::OBJECT_IDENTIFIER)?;
        let critical = boolean(&mut fields)?;
        let value = fields.expect(der::OCTET_STRING)?;
        fields.end()?;
        Ok(Self { id, critical, value })
    }
}

/// The next element as it stands, which has this tag.
pub(super) fn element<'a>(reader: &mut Reader<'a>, tag: u8) -> Result<Element<'a>, Malformed> {
    let element = reader.any()?;
    if element.tag == tag { Ok(element) } else { Err(Malformed) }
}

/// A truth value that is false if it is left out.
pub(super) fn boolean(reader: &mut Reader<'_>) -> Result<bool, Malformed> {
    match reader.optional(der::BOOLEAN)? {
        // `false` should be left out; some certificates have it.
        None | Some([0]) => Ok(false),
        Some([0xff]) => Ok(true),
        Some(_) => Err(Malformed),
    }
}

const EXTENDED_KEY_USAGE: &[u8] = &[0x55, 0x1d, 0x25]; // 2.5.29.37
const KEY_USAGE: &[u8] = &[0x55, 0x1d, 0x0f]; // 2.5.29.15
const BASIC_CONSTRAINTS: &[u8] = &[0x55, 0x1d, 0x13]; // 2.5.29.19
const SUBJECT_KEY_IDENTIFIER: &[u8] = &[0x55, 0x1d, 0x0e]; // 2.5.29.14
pub(super) const TIME_STAMPING: &[u8] = &[0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x08]; // 1.3.6.1.5.5.7.3.8
/// Parts of names, 2.5.4.x.
const LABELS: &[(&[u8], &str)] = &[
    (&[0x55, 0x04, 0x03], "CN"),
    (&[0x55, 0x04, 0x06], "C"),
    (&[0x55, 0x04, 0x07], "L"),
    (&[0x55, 0x04, 0x08], "ST"),
    (&[0x55, 0x04, 0x0a], "O"),
    (&[0x55, 0x04, 0x0b], "OU"),
];
