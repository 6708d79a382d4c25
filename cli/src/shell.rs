//! Words of commands that are printed for the user to copy into a POSIX shell.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::Path;

use crate::term::harmless;

/// The name of a file as one word of a command: quoted if it has to be, and never taken for an option.
pub(crate) fn word(path: &Path) -> String {
    let name = path.as_os_str();
    // On Unix these are the bytes of the name as they are.
    let bytes = name.as_encoded_bytes();
    let here = if bytes.starts_with(b"-") { "./" } else { "" };
    match name.to_str() {
        Some(text) if !text.is_empty() && text.bytes().all(is_plain) => format!("{here}{text}"),
        Some(text) if harmless(text) == text => {
            format!("'{here}{}'", text.replace('\'', r"'\''"))
        }
        _ => printed(here, bytes),
    }
}

/// Any argument of a command as one word of it: quoted if it has to be. An option stays one.
pub(crate) fn argument(argument: &OsStr) -> String {
    let quoted = word(Path::new(argument));
    if argument.as_encoded_bytes().starts_with(b"-") {
        quoted.replacen("./", "", 1)
    } else {
        quoted
    }
}

/// Whether a name takes more than one line, however it is written.
pub(crate) fn needs_lines(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"\n")
}

/// Bytes that no screen shows, or that would steer it, as `printf` writes them. Shells take the newlines at the end away from
/// what `printf` prints, so these stand behind it as they are.
fn printed(here: &str, bytes: &[u8]) -> String {
    let kept = bytes.iter().rposition(|&byte| byte != b'\n').map_or(0, |last| last + 1);
    let (bytes, newlines) = bytes.split_at(kept);
    let mut word = format!("\"$(printf '{here}");
    for &byte in bytes {
        if is_plain(byte) || byte == b' ' {
            word.push(char::from(byte));
        } else {
            let _ = write!(word, "\\{byte:03o}");
        }
    }
    word + "')" + &"\n".repeat(newlines.len()) + "\""
}

/// What no shell gives a meaning, wherever it stands in a word.
const fn is_plain(byte: u8) -> bool {
    matches!(byte, b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'/' | b'-' | b'+' | b',' | b':' | b'@')
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::process::Command;

    use super::*;

    #[test]
    fn plain_names_stay_as_they_are() {
        for (name, wanted) in [
            ("raffle.commit", "raffle.commit"),
            ("../a_b/C-9+1.commit", "../a_b/C-9+1.commit"),
            ("-raffle.commit", "./-raffle.commit"),
            ("summer raffle", "'summer raffle'"),
            ("it's", r"'it'\''s'"),
            ("", "''"),
        ] {
            assert_eq!(word(Path::new(name)), wanted);
        }
    }

    #[test]
    fn options_stay_options() {
        for (given, wanted) in [
            ("--html", "--html"),
            ("-", "-"),
            ("--command=shuf -n 5", "'--command=shuf -n 5'"),
            ("it's", r"'it'\''s'"),
        ] {
            assert_eq!(argument(OsStr::new(given)), wanted);
        }
    }

    #[test]
    fn shells_read_every_name_as_one_word() {
        let names: [&[u8]; 15] = [
            b"two  spaces ",
            b"'",
            b"\"$(x)\" `y` $HOME \\ %s !! ~ # & ; | < > * ? [a] {b,c} (d)",
            b"~",
            b"=ls",
            b"a%sb\\n",
            "\u{141}\u{f3}d\u{17a}".as_bytes(),
            b"\x1b[2J",
            b"tab\there",
            b"not utf-8 \xff\xfe 9",
            b"two\nlines",
            b"newline at the end\n",
            b"x\n'\n\n",
            b"\n",
            b"\x07%d'\"",
        ];
        let mut shells = 0;
        for shell in ["sh", "dash", "bash", "zsh", "busybox"] {
            for name in names {
                let mut command = Command::new(shell);
                if shell == "busybox" {
                    command.arg("sh");
                }
                let line = format!("printf '<%s>' {}", word(Path::new(OsStr::from_bytes(name))));
                let Ok(output) = command.args(["-c", &line]).output() else {
                    continue; // not on this machine
                };
                assert_eq!(output.stdout, [b"<", name, b">"].concat(), "{shell}: {line}");
                shells += 1;
            }
        }
        assert!(shells >= names.len(), "sh is everywhere");
    }
}
