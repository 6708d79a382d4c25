//! Outside proofs of the time of a commit file (SPEC 13.7): `verify --timestamp`.
//!
//! A proof is of other people, in a form of theirs, and no file of the protocol. So nothing here is asked of a draw: a proof that
//! fits can only add a time, and one that doesn't fit speaks against itself. What is trusted is what the checker brings:
//! neither the system's certificates nor its clock nor the network are asked.

mod authority;
mod bitcoin;
mod certificate;
mod der;
mod ots;
#[cfg(test)]
mod tests;
mod token;

use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fairdraw::draw::{Evidence, Time};

use self::authority::Authority;
use self::bitcoin::{Header, WorkedHeader, shown_root};
use self::certificate::Certificate;
use self::der::Malformed;
use self::ots::{Leaf, Proof};
use self::token::Token;
use crate::error::Error;
use crate::read;
use crate::shell;
use crate::show;
use crate::stamped::Stamped;

#[derive(clap::Args, Default)]
pub(crate) struct TimestampArgs {
    /// A time stamp of the commit file: a token or response of a time-stamping authority (RFC 3161), DER or PEM, or a proof of
    /// OpenTimestamps (.ots); may be given several times
    #[arg(long = "timestamp", value_name = "FILE")]
    timestamps: Vec<PathBuf>,

    /// Certificates that you trust, in PEM or DER: the time-stamping authority's own, or of a certification authority above
    /// it; without them the time in a token is not proven
    #[arg(long = "timestamp-authority", value_name = "CERTS", requires = "timestamps")]
    authorities: Vec<PathBuf>,

    /// The header of a Bitcoin block that a proof of OpenTimestamps leads to, from a source that you trust: a file, or its 160
    /// hexadecimal digits, as `bitcoin-cli getblockheader HASH false` prints them
    #[arg(long = "bitcoin-header", value_name = "HEADER", requires = "timestamps")]
    headers: Vec<String>,
}

/// What the checker trusts.
#[derive(Default)]
struct Trust<'a> {
    certificates: &'a [Certificate<'a>],
    headers: &'a [Header],
    /// The zero bits that the target of a header begins with.
    least_work: u32,
}

/// Why a time stamp proves nothing.
#[derive(Debug, PartialEq)]
enum Fault {
    /// It is another kind of file, or damaged.
    Unreadable(String),
    /// It may be right, but it can't be checked here.
    Unsupported(String),
    /// It is not of this file, or not by whom it should be.
    Unfit(String),
}

impl TimestampArgs {
    /// As they are given to `fairdraw verify`, each word after a space.
    pub(crate) fn words(&self) -> String {
        let headers: Vec<_> = self.headers.iter().map(PathBuf::from).collect();
        let given = [
            ("--timestamp", &self.timestamps),
            ("--timestamp-authority", &self.authorities),
            ("--bitcoin-header", &headers),
        ];
        let mut words = String::new();
        for (name, paths) in given {
            for path in paths {
                words.extend([" ", name, " ", &shell::word(path)]);
            }
        }
        words
    }

    /// Checks all time stamps against the bytes of the commit file.
    pub(crate) fn check(&self, commit: &[u8]) -> Result<Stamped, Error> {
        let mut stamped = Stamped::default();
        let certificates = self.certificates()?;
        let trusted = certificates
            .iter()
            .map(|(path, bytes)| {
                Certificate::parse(bytes).map_err(|Malformed| no_certificate(path))
            })
            .collect::<Result<Vec<_>, _>>()?;
        let headers =
            self.headers.iter().map(|text| header(text)).collect::<Result<Vec<_>, _>>()?;
        let trust =
            Trust { certificates: &trusted, headers: &headers, least_work: bitcoin::LEAST_WORK };
        let own = commit_with_lf(commit);
        let mut roots = Vec::new();
        for path in &self.timestamps {
            let bytes = read_limited(path, "a time stamp")?;
            let name = show::path(path);
            let found = if Proof::is_one(&bytes) {
                stamped.add_proof(&name, &bytes, &[commit, &own], &trust, &mut roots)
            } else {
                let token = bytes_of(&bytes).ok_or(Fault::Unreadable(NO_TIMESTAMP.to_owned()));
                token.and_then(|bytes| stamped.add_token(&name, &bytes, &[commit, &own], &trust))
            };
            match found {
                Ok(()) => {}
                Err(Fault::Unfit(reason)) => {
                    stamped.misfit.get_or_insert(format!("{name}: {reason}"));
                }
                Err(Fault::Unreadable(reason)) => {
                    return Err(Error::not_done(format!("{}: {reason}", path.display())).hint(
                        "give the .tsr, .tst or .ots as it was sent to you, or leave it out",
                    ));
                }
                Err(Fault::Unsupported(what)) => {
                    return Err(Error::not_done(format!(
                        "{}: not supported: {what}",
                        path.display()
                    ))
                    .hint(
                        "check it with openssl ts -verify or ots verify, and give the time with --existed-by",
                    ));
                }
            }
        }
        let unused = headers.iter().find(|header| !roots.iter().any(|root| header.root() == root));
        if let (Some(header), None) = (unused, &stamped.misfit) {
            let Some(root) = roots.first() else {
                return Err(Error::not_done(
                    "--bitcoin-header: no time stamp given leads to a Bitcoin block",
                )
                .hint("ots upgrade FILE completes a proof some hours after it was made"));
            };
            stamped.misfit = Some(format!(
                "the Bitcoin header given has the merkle root {}, and the time stamp leads to {}",
                shown_root(header.root()),
                shown_root(root)
            ));
        }
        Ok(stamped)
    }

    /// The certificates given, in DER, with the file of each.
    fn certificates(&self) -> Result<Vec<(&Path, Vec<u8>)>, Error> {
        let mut certificates = Vec::new();
        for path in &self.authorities {
            let bytes = read_limited(path, "a file of certificates")?;
            let found = if is_der(&bytes) { Some(vec![bytes]) } else { pem(&bytes, true) };
            let found = found.ok_or_else(|| no_certificate(path))?;
            certificates.extend(found.into_iter().map(|bytes| (path.as_path(), bytes)));
        }
        Ok(certificates)
    }
}

impl Stamped {
    fn add_token(
        &mut self,
        name: &str,
        bytes: &[u8],
        commit: &[&[u8]],
        trust: &Trust<'_>,
    ) -> Result<(), Fault> {
        let token = Token::parse(bytes)?;
        token.check_imprint(commit)?;
        let stated = token.stated_text();
        if trust.certificates.is_empty() {
            self.lines.push((
                Evidence::NotChecked,
                format!(
                    "{name}: the time stamp is of this commit file and says {stated}; who signed it was not checked: give \
                     --timestamp-authority"
                ),
            ));
            return Ok(());
        }
        let Authority { subject } = Authority::of(&token, trust.certificates)?;
        let (serial, time) = (token.serial(), token.existed_by);
        let latest = match time.to_string() {
            time if time == stated => String::new(),
            time => format!(", which with its accuracy is {time} at the latest"),
        };
        self.lines.push((
            Evidence::Proven,
            format!(
                "{name}: the time stamp {serial} of {subject} is of this commit file and says {stated}{latest}; certificates \
                 lead from its signature to one that you trust"
            ),
        ));
        self.lines.push((
            Evidence::NotChecked,
            format!("{name}: that none of these certificates was revoked"),
        ));
        self.existed_by = self.existed_by.into_iter().chain([time]).min();
        Ok(())
    }

    /// Adds what a proof of OpenTimestamps shows, and to `roots` the merkle roots that it leads to.
    fn add_proof(
        &mut self,
        name: &str,
        bytes: &[u8],
        commit: &[&[u8]],
        trust: &Trust<'_>,
        roots: &mut Vec<[u8; 32]>,
    ) -> Result<(), Fault> {
        for leaf in Proof::parse(bytes, commit)?.leaves {
            let sentence = match leaf {
                Leaf::Bitcoin { height, root } => {
                    roots.push(root);
                    if let Some(header) = trust.headers.iter().find(|header| header.root() == root)
                    {
                        self.add_block(name, height, &header.check_work(trust.least_work)?)?;
                        continue;
                    }
                    format!(
                        "it is of this commit file, and leads to Bitcoin block {height} if that has the merkle root {}: \
                         compare, or give the block's header with --bitcoin-header",
                        shown_root(&root)
                    )
                }
                Leaf::Pending { calendar } => format!(
                    "the calendar {calendar} was given this commit file's hash; that proves no time before ots upgrade has \
                     completed the proof"
                ),
                Leaf::Other { tag } => {
                    format!("an attestation of a kind not known here ({})", hex::encode(tag))
                }
                Leaf::NotComputed { operation } => {
                    format!("a Bitcoin block by way of {operation}, which is not computed here")
                }
            };
            self.lines.push((Evidence::NotChecked, format!("{name}: {sentence}")));
        }
        Ok(())
    }

    fn add_block(
        &mut self,
        name: &str,
        height: u64,
        header: &WorkedHeader<'_>,
    ) -> Result<(), Fault> {
        let (Some(stated), Some(made_by)) = (header.stated(), header.made_by()) else {
            return Err(Fault::Unfit("the Bitcoin header given states no time".to_owned()));
        };
        let hash = header.shown_hash();
        self.lines.push((
            Evidence::Proven,
            format!(
                "{name}: this commit file is older than the Bitcoin block whose header you gave, which states {stated} and \
                 was made by {made_by}, if the miners' clocks were right"
            ),
        ));
        self.lines.push((
            Evidence::NotChecked,
            format!(
                "{name}: that this header is the chain's block {height}: a node that you trust gives that block the hash \
                 {hash}"
            ),
        ));
        self.existed_by = self.existed_by.into_iter().chain([made_by]).min();
        Ok(())
    }
}

/// A header of a Bitcoin block, given as its digits or in a file.
fn header(text: &str) -> Result<Header, Error> {
    // An argument of 80 bytes is the name of a file.
    if let Some(header) = Header::read(text.as_bytes()).filter(|_| text.len() > 80) {
        return Ok(header);
    }
    let bytes = read_limited(Path::new(text), "a Bitcoin header")?;
    Header::read(&bytes).ok_or_else(|| {
        Error::not_done(format!("{text}: this is no header of a Bitcoin block")).hint(
            "it has 80 bytes, or 160 digits as bitcoin-cli getblockheader HASH false prints them",
        )
    })
}

impl Token<'_> {
    /// The time that it states, to the second.
    fn stated_text(&self) -> String {
        // Four digits of a year are always a `Time`.
        Time::from_unix_seconds(der::unix_seconds(self.stated))
            .map_or_else(|| format!("{}Z", self.stated), |time| time.to_string())
    }
}

impl From<Malformed> for Fault {
    fn from(_: Malformed) -> Self {
        Self::Unreadable(NO_TIMESTAMP.to_owned())
    }
}

fn other_file(stamped: &[u8], found: &[u8]) -> Fault {
    Fault::Unfit(format!(
        "this time stamp is of another file: of one with hash {}, and the commit file's is {}",
        hex::encode(stamped),
        hex::encode(found)
    ))
}

/// The commit file with LF in place of CR LF, as its id is of.
fn commit_with_lf(commit: &[u8]) -> Vec<u8> {
    let mut own = Vec::with_capacity(commit.len());
    for line in commit.split_inclusive(|&byte| byte == b'\n') {
        match line.strip_suffix(b"\r\n") {
            Some(text) => {
                own.extend(text);
                own.push(b'\n');
            }
            None => own.extend(line),
        }
    }
    own
}

fn read_limited(path: &Path, what: &str) -> Result<Vec<u8>, Error> {
    let bytes = read::up_to(path, LARGEST)?;
    if bytes.len() as u64 > LARGEST {
        let message = format!("{}: {what} has at most {} KiB", path.display(), LARGEST >> 10);
        return Err(Error::not_done(message));
    }
    Ok(bytes)
}

fn no_certificate(path: &Path) -> Error {
    Error::not_done(format!("{}: these are not certificates in PEM or DER", path.display()))
        .hint("give the authority's certificate, or that of the certification authority above it")
}

fn is_der(bytes: &[u8]) -> bool {
    bytes.first() == Some(&der::SEQUENCE)
}

/// A time stamp in DER, given as that or as PEM.
fn bytes_of(bytes: &[u8]) -> Option<Vec<u8>> {
    if is_der(bytes) {
        return Some(bytes.to_vec());
    }
    let mut blocks = pem(bytes, false)?;
    let first = blocks.pop();
    first.filter(|_| blocks.is_empty())
}

/// The blocks of a PEM file (RFC 7468), of certificates or of another kind; text around them is skipped.
fn pem(bytes: &[u8], certificates: bool) -> Option<Vec<Vec<u8>>> {
    let text = str::from_utf8(bytes).ok()?;
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(label) = line.trim_end().strip_prefix("-----BEGIN ") else { continue };
        let label = label.strip_suffix("-----")?;
        if (label == "CERTIFICATE") != certificates {
            return None;
        }
        let end = format!("-----END {label}-----");
        let mut digits = String::new();
        loop {
            let line = lines.next()?.trim();
            if line == end {
                break;
            }
            digits += line;
        }
        blocks.push(STANDARD.decode(digits).ok()?);
    }
    (!blocks.is_empty()).then_some(blocks)
}

const NO_TIMESTAMP: &str = "this is no time stamp, or a damaged one";
/// More than any time stamp, or file of a few certificates, has.
const LARGEST: u64 = 64 << 10;
