//! Lines for a POSIX shell by which the hashes of a draw are checked without a program of ours.
//!
//! They need `sha256sum` or `openssl`, and beside them only `printf`, `sed`, `fold` and `tr` as POSIX has them: bytes are
//! written as octal escapes, since neither `xxd` nor `printf '\x41'` is everywhere.

use std::fmt::Write as _;
use std::path::Path;

use fairdraw::Digest;
use fairdraw::draw::{BeaconValue, Commit, Reveal};

use crate::read::is_dash;
use crate::shell;

/// A file of the draw: where it is, and its bytes.
pub(crate) type File<'a> = (&'a Path, &'a [u8]);

/// What can be checked by hand, under a heading. Nothing of files that can't be read.
///
/// `expected` is the commit id that was given, if one was.
pub(crate) fn text(commit: File<'_>, reveal: File<'_>, expected: Option<Digest>) -> String {
    let Ok(parsed) = Commit::parse(commit.1) else {
        return String::new();
    };
    let Ok(opened) = Reveal::parse(reveal.1, u64::MAX) else {
        return String::new();
    };
    if [commit, reveal].iter().any(|(path, _)| !is_dash(path) && shell::needs_lines(path)) {
        return NO_LINES.to_owned();
    }
    let mut text = String::from(HEADING);
    let id = expected.unwrap_or_else(|| parsed.id());
    let (before, after) = file_to_hash(commit);
    both(&mut text, &format!("the commit id, {id}"), &before, &after);
    for committed in &parsed.rules().seeds {
        let name = &committed.name;
        if opened.seeds.iter().any(|seed| seed.name == *name && seed.seed.is_some()) {
            let what = format!("the commitment to the seed of {name}, {}", committed.commitment);
            both(&mut text, &what, &seed(name, parsed.rules().rehearsal, reveal), "");
        }
    }
    let what = format!("the material, {}", opened.material);
    both(&mut text, &what, &material(&parsed, &opened, reveal), "");
    text
}

/// What is to be printed, and the line that prints it, for each program that hashes.
fn both(text: &mut String, what: &str, before: &str, after: &str) {
    let _ = writeln!(text, "{what}:");
    for program in ["sha256sum", "openssl dgst -sha256"] {
        let _ = writeln!(text, "  {before}{program}{after}");
    }
}

/// What stands before and behind the program. It reads standard input: some names change what is printed.
fn file_to_hash((path, bytes): File<'_>) -> (String, String) {
    let name = file_word(path);
    if bytes.contains(&b'\r') {
        (format!("tr -d '\\r' < {name} | "), String::new())
    } else {
        (String::new(), format!(" < {name}"))
    }
}

/// `H("fairdraw/v1/seed", name, seed)`, the seed taken from the reveal.
fn seed(name: &str, rehearsal: bool, reveal: File<'_>) -> String {
    let tag = if rehearsal { "fairdraw/v1/rehearsal-seed" } else { "fairdraw/v1/seed" };
    let head = format!("{}{}{}{}", prefixed(tag), length(2), prefixed(name), length(64));
    let seed = values(&format!("-n 's/^seed: {name} //p'"), reveal);
    format!("{{ printf '{head}'; {} }} | ", bytes_of(&seed))
}

/// `H("fairdraw/v1/material", commit id, beacon, seeds..)`, the seeds taken from the reveal.
fn material(commit: &Commit, reveal: &Reveal, file: File<'_>) -> String {
    let head = format!("{}{}", prefixed("fairdraw/v1/material"), length(2 + reveal.seeds.len()));
    let beacon = reveal.beacon.as_ref().map_or_else(Vec::new, BeaconValue::randomness);
    let mut digits = format!("{:016x}{}", 32, commit.id());
    let _ = write!(digits, "{:016x}{}", beacon.len(), hex::encode(beacon));
    // Each seed has its length before it: 64, or 0 for a missing one.
    let scripts = "-n -e 's/^seed: [^ ]* missing$/0000000000000000/p' \
                   -e 's/^seed: [^ ]* /0000000000000040/p'";
    let scripts = match &reveal.seeds {
        seeds if seeds.is_empty() => None,
        seeds if seeds.iter().all(|seed| seed.seed.is_some()) => {
            Some("-n 's/^seed: [^ ]* /0000000000000040/p'")
        }
        _ => Some(scripts),
    };
    let digits = match scripts {
        Some(scripts) => format!("{{ echo {digits}; {}; }}", values(scripts, file)),
        None => format!("echo {digits}"),
    };
    format!("{{ printf '{head}'; {} }} | ", bytes_of(&digits))
}

/// `sed` over a file, whose line ends may be CR LF.
fn values(script: &str, (path, bytes): File<'_>) -> String {
    let name = file_word(path);
    if bytes.contains(&b'\r') {
        format!("tr -d '\\r' < {name} | sed {script}")
    } else {
        format!("sed {script} {name}")
    }
}

/// The bytes of the hexadecimal digits that a command prints.
fn bytes_of(command: &str) -> String {
    format!("for byte in $({command} | fold -w 2); do printf \"\\\\$(printf %03o 0x$byte)\"; done;")
}

/// A text with its length before it, for `printf`. Tags and names have no character that is special there.
fn prefixed(text: &str) -> String {
    format!("{}{text}", length(text.len()))
}

/// A length as eight bytes, for `printf`.
fn length(count: usize) -> String {
    (count as u64).to_be_bytes().iter().fold(String::new(), |mut text, byte| {
        // Three digits where a digit could follow.
        let _ = if *byte == 0 { write!(text, "\\0") } else { write!(text, "\\{byte:03o}") };
        text
    })
}

/// Standard input is gone by now, and has no name.
fn file_word(path: &Path) -> String {
    if is_dash(path) { "FILE".to_owned() } else { shell::word(path) }
}

/// Somebody who copies a line without the one behind it would hash another file.
const NO_LINES: &str =
    "\nTo check by hand, rename the files first: the name of one ends with a line break\n";
const HEADING: &str =
    "\nCheck by hand: in a shell, each line must print the digits that stand above it\n";
