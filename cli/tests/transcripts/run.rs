//! One run of the tool in a folder of its own.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

/// What a run printed, and its exit status.
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
}

/// Runs `fairdraw` with nothing on standard input.
pub(crate) fn fairdraw<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Ran {
    fairdraw_in(Path::new("."), arguments, b"")
}

/// Runs `fairdraw` in a folder with these bytes on standard input.
pub(crate) fn fairdraw_in<S: AsRef<OsStr>>(
    folder: &Path,
    arguments: impl IntoIterator<Item = S>,
    input: &[u8],
) -> Ran {
    let mut child = command()
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A run that ends early doesn't read its input, so the error of a closed pipe says nothing.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let ran = Ran::from(child.wait_with_output().unwrap());
    writer.join().unwrap();
    ran
}

/// The tool, as Cargo built it for this test.
pub(crate) fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_fairdraw"))
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().expect("the tool was killed by a signal"),
            out: output.stdout,
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ran {
    /// The standard output of a run that succeeded and said nothing else.
    pub(crate) fn data(self) -> Vec<u8> {
        assert_eq!((self.status, self.err.as_str()), (0, ""));
        self.out
    }

    /// The standard output's lines, sorted.
    pub(crate) fn sorted_lines(self) -> Vec<Vec<u8>> {
        let data = self.data();
        let mut lines: Vec<Vec<u8>> =
            data.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        lines.sort_unstable();
        lines
    }

    /// The standard output of a run that succeeded, as text; notes may stand on standard error.
    pub(crate) fn done(self) -> String {
        assert_eq!(self.status, 0, "{}", self.err);
        assert!(!self.err.contains("error:"), "{}", self.err);
        self.text()
    }

    /// The standard error of a run that could not be carried out.
    pub(crate) fn not_done(self) -> String {
        assert_eq!(self.status, 2, "{}", self.err);
        assert!(self.err.starts_with("fairdraw: error: "), "{}", self.err);
        self.err
    }

    /// Checks that something was found not valid, for the reason of this name.
    pub(crate) fn not_valid(self, name: &str) {
        assert_eq!(self.status, 1, "{}", self.err);
        assert!(self.err.contains("not valid: "), "{}", self.err);
        let first = self.err.lines().next().unwrap_or_default();
        assert!(first.ends_with(&format!("[{name}]")), "{name}: {}", self.err);
    }

    /// The standard output as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.out.clone()).unwrap()
    }

    /// Checks that the run could not be carried out, printed no data, and said exactly this on standard error.
    pub(crate) fn refused(self, message: &str) {
        assert_eq!(self.err, message);
        assert_eq!((self.status, self.out.as_slice()), (2, b"".as_slice()));
    }
}
