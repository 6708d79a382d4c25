//! Proofs of OpenTimestamps: how the hash of a file became part of a block of the Bitcoin chain.
//!
//! A proof is a tree of operations on the file's hash, written depth first; at its leaves stand attestations, of which one
//! says that the value there is the merkle root of a block. There is no description but the reference client, whose limits
//! are taken where it has some. It is read without recursion, and without trust in any length.

use ring::digest::{SHA256, digest};

use super::{Fault, NO_TIMESTAMP, other_file};

/// A proof as far as it leads. The path was computed; what it leads to is not proven.
#[derive(Debug, PartialEq)]
pub(super) struct Proof {
    pub(super) leaves: Vec<Leaf>,
}

/// What is said of the value at the end of a path.
#[derive(Debug, PartialEq)]
pub(super) enum Leaf {
    /// It is the merkle root of the Bitcoin block at this height.
    Bitcoin { height: u64, root: [u8; 32] },
    /// A calendar has it, and will have it put into the chain.
    Pending { calendar: String },
    /// An attestation of another kind, which begins with these bytes.
    Other { tag: [u8; 8] },
    /// What comes after an operation that is not computed here.
    NotComputed { operation: &'static str },
}

impl Proof {
    /// Whether a file is a proof of OpenTimestamps.
    pub(super) fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Reads a proof, and checks that it begins with the hash of one of these texts.
    pub(super) fn parse(bytes: &[u8], texts: &[&[u8]]) -> Result<Self, Fault> {
        let mut reader = Reader(bytes.strip_prefix(MAGIC).ok_or_else(unreadable)?);
        if reader.byte()? != VERSION {
            return Err(Fault::Unsupported("this version of OpenTimestamps".to_owned()));
        }
        if reader.byte()? != SHA_256 {
            return Err(Fault::Unsupported(
                "a proof that begins with another hash than SHA-256".to_owned(),
            ));
        }
        let stamped = reader.take(32)?;
        let hashes: Vec<_> = texts.iter().map(|text| digest(&SHA256, text)).collect();
        if hashes.iter().all(|hash| hash.as_ref() != stamped) {
            let found = hashes.first().map(AsRef::as_ref).unwrap_or_default();
            return Err(other_file(stamped, found));
        }
        let leaves = walk(&mut reader, stamped)?;
        if reader.0.is_empty() { Ok(Self { leaves }) } else { Err(unreadable()) }
    }
}

/// The attestations of a tree that begins with this value.
fn walk(reader: &mut Reader<'_>, start: &[u8]) -> Result<Vec<Leaf>, Fault> {
    let mut leaves = Vec::new();
    let mut value = Ok(start.to_vec());
    // Values from which another branch is to come.
    let mut forks = Vec::new();
    for _ in 0..MOST_STEPS {
        let mut tag = reader.byte()?;
        if tag == FORK {
            if forks.len() == MOST_FORKS {
                return Err(Fault::Unsupported("a proof with so many branches".to_owned()));
            }
            forks.push(value.clone());
            tag = reader.byte()?;
        }
        if tag != ATTESTATION {
            value = apply(tag, reader, value)?;
            continue;
        }
        leaves.push(attestation(reader, &value)?);
        match forks.pop() {
            Some(fork) => value = fork,
            None => return Ok(leaves),
        }
    }
    Err(Fault::Unsupported(format!("a proof with more than {MOST_STEPS} steps")))
}

/// A value, or the operation that is not computed here.
type Value = Result<Vec<u8>, &'static str>;

fn apply(tag: u8, reader: &mut Reader<'_>, value: Value) -> Result<Value, Fault> {
    let value = match tag {
        APPEND | PREPEND => {
            let more = reader.bytes(LONGEST_VALUE)?;
            if more.is_empty() {
                return Err(unreadable());
            }
            value.map(|value| match tag {
                APPEND => [&value, more].concat(),
                _ => [more, &value].concat(),
            })
        }
        SHA_256 => value.map(|value| digest(&SHA256, &value).as_ref().to_vec()),
        // No calendar has written one of these.
        0x02 => value.and(Err("SHA-1")),
        0x03 => value.and(Err("RIPEMD-160")),
        0x67 => value.and(Err("Keccak-256")),
        0xf2 => value.and(Err("reverse")),
        0xf3 => value.and(Err("hexlify")),
        _ => return Err(unreadable()),
    };
    match value {
        Ok(value) if value.len() > LONGEST_VALUE => Err(unreadable()),
        value => Ok(value),
    }
}

fn attestation(reader: &mut Reader<'_>, value: &Value) -> Result<Leaf, Fault> {
    let tag = reader.take(8)?;
    let mut payload = Reader(reader.bytes(LONGEST_PAYLOAD)?);
    let leaf = match tag {
        BITCOIN => {
            let height = payload.number()?;
            match value {
                Ok(value) => {
                    let root = value.as_slice().try_into().map_err(|_| unreadable())?;
                    Leaf::Bitcoin { height, root }
                }
                Err(operation) => Leaf::NotComputed { operation },
            }
        }
        PENDING => {
            let calendar = payload.bytes(LONGEST_ADDRESS)?;
            let is_address = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._/:".contains(byte);
            if !calendar.iter().all(is_address) {
                return Err(unreadable());
            }
            Leaf::Pending { calendar: String::from_utf8_lossy(calendar).into_owned() }
        }
        _ => {
            let tag = tag.try_into().map_err(|_| unreadable())?;
            return Ok(Leaf::Other { tag });
        }
    };
    if payload.0.is_empty() { Ok(leaf) } else { Err(unreadable()) }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Result<u8, Fault> {
        Ok(self.take(1)?[0])
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], Fault> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or_else(unreadable)?;
        self.0 = rest;
        Ok(taken)
    }

    /// Bytes with their number before them.
    fn bytes(&mut self, most: usize) -> Result<&'a [u8], Fault> {
        let count = usize::try_from(self.number()?).ok().filter(|&count| count <= most);
        self.take(count.ok_or_else(unreadable)?)
    }

    /// A number in groups of seven bits, the lowest first, in as few as it needs.
    fn number(&mut self) -> Result<u64, Fault> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return if byte == 0 && shift > 0 { Err(unreadable()) } else { Ok(number) };
            }
        }
        Err(unreadable())
    }
}

fn unreadable() -> Fault {
    Fault::Unreadable(NO_TIMESTAMP.to_owned())
}

const MAGIC: &[u8] = b"\0OpenTimestamps\0\0Proof\0\xbf\x89\xe2\xe8\x84\xe8\x92\x94";
const VERSION: u8 = 1;
const ATTESTATION: u8 = 0x00;
const FORK: u8 = 0xff;
const APPEND: u8 = 0xf0;
const PREPEND: u8 = 0xf1;
const SHA_256: u8 = 0x08;
const BITCOIN: &[u8] = &[0x05, 0x88, 0x96, 0x0d, 0x73, 0xd7, 0x19, 0x01];
const PENDING: &[u8] = &[0x83, 0xdf, 0xe3, 0x0d, 0x2e, 0xf9, 0x0c, 0x8e];
/// The reference client's limits for a value, an attestation and an address, in bytes.
const LONGEST_VALUE: usize = 4096;
const LONGEST_PAYLOAD: usize = 8192;
const LONGEST_ADDRESS: usize = 1000;
/// Of operations and attestations. Real proofs have some hundred.
const MOST_STEPS: usize = 4096;
const MOST_FORKS: usize = 256;
