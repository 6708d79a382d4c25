//! The file that says what was emitted, and how to have it again.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::{Items, Order, PURPOSE, Written};
use crate::args::VERSION;
use crate::error::Error;
use crate::output::{Access, NewFile};
use crate::read::is_dash;
use crate::shell;
use crate::term::Term;

/// What is known before the first byte is written, and where it is to be said.
pub(super) struct Sidecar {
    file: Option<NewFile>,
    output: Option<PathBuf>,
    raw: Option<PathBuf>,
    parameters: String,
    unit: &'static str,
    origin: String,
}

impl Sidecar {
    /// Begins the sidecar of an output: `FILE.emit.txt` beside it, unless it is to be elsewhere.
    pub(super) fn begin(items: &dyn Items, order: &Order, term: &Term) -> Result<Self, Error> {
        let path = order.sidecar_path();
        let file = path.map(|path| NewFile::create(&path, Access::Public)).transpose()?;
        let mut parameters = String::new();
        for (name, value) in items.parameters() {
            let _ = writeln!(parameters, "{name}: {value}");
        }
        // The seed's hash would be as good as the seed to whoever wants the words that other commands take from it.
        let (source, stream, again) = match &order.seed_file {
            Some(seed) => (
                format!("the seed file {}", word(seed)),
                format!("Hash_DRBG with SHA-256, purpose {PURPOSE:?} (SPEC section 8)"),
                "the command gives the same bytes wherever the seed file is the same",
            ),
            None => (
                "the operating system".to_owned(),
                "getrandom".to_owned(),
                "never: the command gives other bytes each time",
            ),
        };
        let origin = format!(
            "source: {source}\nstream: {stream}\nbegun: {}\ntool: fairdraw {VERSION}\nsystem: {} {}\ncommand: {}\nagain: {again}\n",
            term.now()?,
            std::env::consts::OS,
            std::env::consts::ARCH,
            command(items, order),
        );
        Ok(Self {
            file,
            output: order.output.clone(),
            raw: order.raw.clone(),
            parameters,
            unit: items.unit(),
            origin,
        })
    }

    /// Writes the sidecar, or says in a line what was written where there is none.
    pub(super) fn finish(self, written: &Written, term: &Term) -> Result<(), Error> {
        let Some(mut file) = self.file else {
            if let Some(output) = &written.output {
                term.note(&format!("{} bytes, SHA-256 {}", output.bytes, output.sha256));
            }
            return Ok(());
        };
        let name = self.output.as_deref().map_or_else(|| "-".to_owned(), shell::word);
        let mut text = format!("{FIRST_LINE}\noutput: {name}\n");
        let _ = match &written.output {
            Some(output) => write!(
                text,
                "bytes: {}\nsha256: {}\n{}: {}\n",
                output.bytes, output.sha256, self.unit, written.items
            ),
            None => writeln!(text, "bytes: unknown, the reader closed the pipe"),
        };
        text += &self.parameters;
        if let Some(raw) = &self.raw {
            let _ = write!(
                text,
                "raw: {}\nraw-words: {}\nraw-bytes: {}\nraw-sha256: {}\nraw-format: the words read, 8 bytes each, the highest byte first\n",
                shell::word(raw),
                written.raw.bytes / 8,
                written.raw.bytes,
                written.raw.sha256
            );
        }
        text += &self.origin;
        file.write_all(text.as_bytes()).map_err(|error| file.cannot_write(&error))?;
        file.finish()
    }
}

/// The command again, its values as they were understood.
fn command(items: &dyn Items, order: &Order) -> String {
    let mut command = format!("fairdraw emit {}{}", items.arguments(), order.amount.arguments());
    for (option, path) in
        [("--seed-file", &order.seed_file), ("--output", &order.output), ("--raw", &order.raw)]
    {
        if let Some(path) = path {
            let _ = write!(command, " {option} {}", word(path));
        }
    }
    command
}

/// A name as one word of the command; `-` is standard input.
fn word(path: &Path) -> String {
    if is_dash(path) { "-".to_owned() } else { shell::word(path) }
}

/// Where the sidecar of an output is, unless somebody says where.
pub(super) fn beside(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".emit.txt");
    name.into()
}

const FIRST_LINE: &str = "fairdraw emit v1";
