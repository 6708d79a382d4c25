//! A folder of its own for the files of one draw.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::run::{Ran, fairdraw_in};

/// A temporary folder in which the tool runs.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A folder with `list.txt`, the entries `entry 1` to `entry COUNT`.
    pub(crate) fn with_list(count: u32) -> Self {
        let folder = Self::new();
        let lines = (1..=count).fold(String::new(), |mut lines, number| {
            writeln!(lines, "entry {number}").unwrap();
            lines
        });
        folder.write("list.txt", lines);
        folder
    }

    /// A folder with `a.commit`, `a.list` and `a.reveal` of a draw from 20 entries.
    pub(crate) fn with_draw(source: &[&str]) -> Self {
        let folder = Self::with_list(20);
        folder.commit(source);
        folder.run(&["reveal", "a.commit"]).done();
        folder
    }

    /// Commits to `list.txt` as `a.commit`: two cakes and an alternate. Returns the commit id.
    pub(crate) fn commit(&self, more: &[&str]) -> String {
        let json = self.try_commit(&[more, &["--json"]].concat()).done();
        let report: Value = serde_json::from_str(&json).unwrap();
        report["commit_id"].as_str().unwrap().to_owned()
    }

    pub(crate) fn try_commit(&self, more: &[&str]) -> Ran {
        let arguments =
            ["commit", "list.txt", "-o", "a", "--title", "Cakes", "--prize", "2 Cake"].as_slice();
        let rest = ["--alternates", "1", "--published", "the board"].as_slice();
        self.run(&[arguments, rest, more].concat())
    }

    pub(crate) fn verify(&self, arguments: &[&str]) -> Ran {
        self.run(&[&["verify"], arguments].concat())
    }

    pub(crate) fn verify_json(&self, arguments: &[&str]) -> (i32, Value) {
        let ran = self.run(&[&["verify", "--json"], arguments].concat());
        (ran.status, serde_json::from_slice(&ran.out).unwrap())
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        fairdraw_in(self.path(), arguments, b"")
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.at(name), content).unwrap();
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.at(name)).unwrap()
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).unwrap()
    }

    /// Writes a file again with one piece of its text changed; the piece must be there.
    pub(crate) fn change(&self, name: &str, from: &str, to: &str) {
        let before = self.text(name);
        assert!(before.contains(from), "{name} has no {from:?}");
        self.write(name, before.replacen(from, to, 1));
    }

    /// The value of the first line `name: value` of a file.
    pub(crate) fn value(&self, file: &str, name: &str) -> String {
        let text = self.text(file);
        let mut values =
            text.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        values.next().unwrap_or_else(|| panic!("{file} has no {name}")).to_owned()
    }

    /// The names in the folder, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        names_in(self.path())
    }
}

/// The names in a folder, sorted.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

/// The permission bits of a file.
#[cfg(unix)]
pub(crate) fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Secret bytes in hexadecimal digits, as they stand in a secret file: the seeds and the list key.
pub(crate) fn secrets_in(text: &str) -> Vec<String> {
    let words = text.split_whitespace();
    let hex = words.filter(|word| word.len() >= 64 && word.bytes().all(|b| b.is_ascii_hexdigit()));
    // The first is the commit's id, which is public.
    hex.skip(1).map(str::to_owned).collect()
}
