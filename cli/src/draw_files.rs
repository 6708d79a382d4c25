//! The files of one draw: they share a name and differ in its ending.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use fairdraw::draw::{
    Commit, DrawKind, EntryList, FileError, FileFault, LARGEST_COMMIT, LARGEST_SMALL_FILE,
    PopulationList, SecretFile, SeedsFile,
};

use crate::error::{Error, reason};
use crate::output::{
    Access, Contents, check_no_stream, create_folder_new, warn_of_leftovers,
    write_contents_or_same, write_new,
};
use crate::read;

/// The name that the files of a draw share, with its folder.
pub(crate) struct DrawFiles {
    base: PathBuf,
    /// The folder of what is not published, if it stands apart.
    kept: Option<PathBuf>,
}

impl DrawFiles {
    /// The files that are called `base` with an ending added.
    ///
    /// Refuses a base that would make hidden files, such as `raffle/`.
    pub(crate) fn new(base: PathBuf) -> Result<Self, Error> {
        check_no_stream(&base)?;
        let text = base.to_string_lossy();
        let name = text.rsplit(std::path::is_separator).next().unwrap_or_default();
        if name.is_empty() || name.ends_with('.') {
            return Err(Error::not_done(format!(
                "\"{text}\" is not a name for the files of a draw"
            ))
            .hint("they are called NAME.commit, NAME.list and so on: give FOLDER/NAME"));
        }
        Ok(Self { base, kept: None })
    }

    /// The same, with what is not published in a folder of its own.
    #[must_use]
    pub(crate) fn keeping_apart(self) -> Self {
        let kept = Some(self.base.with_file_name(KEPT));
        Self { kept, ..self }
    }

    /// The files beside a commit file `NAME.commit`.
    pub(crate) fn of_commit(commit: &Path) -> Self {
        match commit.extension() {
            Some(ending) if ending == "commit" => {
                Self { base: commit.with_extension(""), kept: None }
            }
            _ => Self { base: commit.to_owned(), kept: None },
        }
    }

    /// The files beside `NAME.commit` or `NAME.reveal`.
    pub(crate) fn of_either(path: &Path) -> Self {
        match path.extension() {
            Some(ending) if ending == "reveal" => Self::of_reveal(path),
            _ => Self::of_commit(path),
        }
    }

    /// The files beside a reveal file `NAME.reveal`.
    pub(crate) fn of_reveal(reveal: &Path) -> Self {
        match reveal.extension() {
            Some(ending) if ending == "reveal" => {
                Self { base: reveal.with_extension(""), kept: None }
            }
            _ => Self { base: reveal.to_owned(), kept: None },
        }
    }

    /// The folder in which the files are.
    pub(crate) fn folder(&self) -> &Path {
        match self.base.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        }
    }

    /// The file with an ending, such as `commit`.
    pub(crate) fn with(&self, ending: &str) -> PathBuf {
        with_ending(self.base.clone(), ending)
    }

    /// Where a file that is not published is made.
    pub(crate) fn kept(&self, ending: &str) -> PathBuf {
        match &self.kept {
            Some(folder) => with_ending(self.in_folder(folder), ending),
            None => self.with(ending),
        }
    }

    /// Where a file is that may have been kept apart: beside the commit, else in that folder.
    pub(crate) fn find(&self, ending: &str) -> PathBuf {
        let beside = self.with(ending);
        let apart = with_ending(self.in_folder(&self.base.with_file_name(KEPT)), ending);
        if !beside.exists() && apart.exists() { apart } else { beside }
    }

    /// The extensions beside the commit with their numbers in ascending order, whether or not some between them are missing.
    pub(crate) fn extensions(&self) -> Result<Vec<(u64, PathBuf)>, Error> {
        let (first, folder) = (self.with("extension"), self.folder());
        let cannot = |error: &io::Error| {
            Error::not_done(format!(
                "cannot read the folder {}: {}",
                folder.display(),
                reason(error)
            ))
        };
        let base = self.base.file_name().unwrap_or_default().as_encoded_bytes();
        let mut found = Vec::new();
        for entry in folder.read_dir().map_err(|error| cannot(&error))? {
            let name = entry.map_err(|error| cannot(&error))?.file_name();
            let ending = name.as_encoded_bytes().strip_prefix(base);
            if let Some(number) = ending.and_then(extension_number) {
                found.push((number, first.with_file_name(name)));
            }
        }
        found.sort();
        Ok(found)
    }

    /// Where the extension of this number, from 1, stands.
    pub(crate) fn extension(&self, number: u64) -> PathBuf {
        match number {
            1 => self.with("extension"),
            _ => self.with(&format!("{number}.extension")),
        }
    }

    /// The same, for a file to be read that nobody named.
    pub(crate) fn found(&self, ending: &str) -> Result<PathBuf, Error> {
        let path = self.find(ending);
        read::check_found(&path)?;
        Ok(path)
    }

    fn in_folder(&self, folder: &Path) -> PathBuf {
        folder.join(self.base.file_name().unwrap_or_default())
    }

    /// Writes list, secret and commit, in this order, so that a commit never stands there without the others.
    pub(crate) fn write_commit(
        &self,
        commit: &Commit,
        list: Option<&dyn Contents>,
        secret: Option<&SecretFile>,
    ) -> Result<(), Error> {
        self.check_free()?;
        let private = commit.rules().is_private();
        let access = if private { Access::Secret } else { Access::Public };
        if let Some(folder) = &self.kept {
            create_folder_new(folder, Access::Secret)?;
        }
        let path = if private { self.kept("list") } else { self.with("list") };
        // A list that stands there with the very same content is as good as a new one.
        if let Some(list) = list {
            write_contents_or_same(&path, list, access)?;
        }
        if let Some(secret) = secret {
            write_new(&self.kept("secret"), secret.print().as_bytes(), Access::Secret)?;
        }
        write_new(&self.with("commit"), commit.as_str().as_bytes(), Access::Public)
    }

    /// Refuses to begin when a file of an earlier draw is in the way.
    pub(crate) fn check_free(&self) -> Result<(), Error> {
        let (commit, secret) = (self.with("commit"), self.kept("secret"));
        warn_of_leftovers(&secret, Access::Secret);
        warn_of_leftovers(&commit, Access::Public);
        let taken = |path: &Path| path.symlink_metadata().is_ok();
        if taken(&commit) {
            return Err(Error::not_done(format!(
                "{} exists; nothing is overwritten",
                commit.display()
            ))
            .hint("choose another name with --output"));
        }
        if taken(&secret) {
            let ours = secret.is_file().then(|| read_secret(&secret).ok()).flatten();
            if ours.is_none_or(|ours| ours.commit.is_none()) {
                let message =
                    format!("{} exists, and the secret would get that name", secret.display());
                return Err(Error::not_done(message)
                    .hint("nothing is overwritten: choose another name with --output"));
            }
            let message = format!(
                "{} is in the way: it was left by a commit that was not finished, since there is no {}",
                secret.display(),
                commit.display()
            );
            return Err(Error::not_done(message).hint(
                "nothing was published with it: move it away, or choose another name with --output",
            ));
        }
        Ok(())
    }
}

fn with_ending(base: PathBuf, ending: &str) -> PathBuf {
    let mut name: OsString = base.into();
    name.push(".");
    name.push(ending);
    name.into()
}

/// The number of an extension by what follows the name of its draw: `.extension`, `.2.extension` and so on.
fn extension_number(ending: &[u8]) -> Option<u64> {
    let number = str::from_utf8(ending).ok()?.strip_prefix('.')?.strip_suffix("extension")?;
    if number.is_empty() {
        return Some(1);
    }
    let digits = number.strip_suffix('.')?;
    let number = digits.parse().ok().filter(|&number: &u64| number > 1)?;
    (number.to_string() == digits).then_some(number)
}

/// The name that files share, given as one of them: `raffle` for `raffle.commit`.
pub(crate) fn stem_of(name: &Path) -> PathBuf {
    let ours = ["commit", "reveal", "list", "secret", "seeds", "extension", "replacements"];
    match name.extension() {
        Some(ending) if ours.iter().any(|ours| ending == *ours) => name.with_extension(""),
        _ => name.to_owned(),
    }
}

/// What a file's first line says it is: a kind that this version may not know. Anything else is a list.
pub(crate) fn kind_of(bytes: &[u8]) -> &str {
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let words = str::from_utf8(line).ok().and_then(|line| line.strip_prefix("fairdraw "));
    let Some((kind, version)) = words.and_then(|words| words.split_once(" v")) else {
        return "list";
    };
    let is_kind = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    let is_ours = (1..=32).contains(&kind.len())
        && kind.bytes().all(is_kind)
        && !version.is_empty()
        && version.bytes().all(|byte| byte.is_ascii_digit());
    match kind {
        _ if !is_ours => "list",
        "rehearsal" => "commit",
        "rehearsal-reveal" => "reveal",
        _ => kind,
    }
}

/// A file of a kind that this version doesn't know.
pub(crate) fn later_kind(path: &Path, kind: &str) -> Error {
    Error::not_done(format!("{}: made for a later version: {kind}", path.display()))
        .hint("use a newer version of this tool, or leave the file out")
}

/// Reads a commit file; one that can't be read stops the command.
pub(crate) fn read_commit(path: &Path) -> Result<Commit, Error> {
    let bytes = read::up_to(path, LARGEST_COMMIT)?;
    Commit::parse(&bytes).map_err(|error| unreadable(path, &error))
}

/// More bytes than a list of so many entries can have.
pub(crate) fn largest_list(entries: u64) -> u64 {
    entries.saturating_mul(LONGEST_LIST_LINE).saturating_add(LONGEST_LIST_LINE)
}

/// Reads the bytes of a commit's list, unless there are more than it can have.
pub(crate) fn list_bytes(path: &Path, commit: &Commit) -> Result<Vec<u8>, Error> {
    let entries = commit.rules().entries;
    let most = largest_list(entries);
    let bytes = read::whole_up_to(path, most)?;
    if bytes.len() as u64 <= most {
        return Ok(bytes);
    }
    let count = if entries == 1 { "1 entry".to_owned() } else { format!("{entries} entries") };
    Err(Error::not_done(format!("{} is larger than any list of {count}", path.display()))
        .hint("give the list file that was written with the commit"))
}

/// Reads the canonical list of a commit.
pub(crate) fn read_list(path: &Path, commit: &Commit) -> Result<EntryList, Error> {
    let bytes = list_bytes(path, commit)?;
    let list = match &commit.rules().kind {
        DrawKind::Sample(sampling) => {
            let fields = sampling.population.list().map(PopulationList::fields);
            EntryList::parse_population(bytes, fields.unwrap_or_default())
        }
        DrawKind::Raffle(raffle) => EntryList::parse(bytes, raffle.is_weighted()),
        _ => EntryList::parse(bytes, false),
    };
    list.map_err(|error| {
        Error::not_done(format!("{}: {error}", path.display()))
            .hint("give the list file that was written with the commit")
    })
}

/// Whether the commit has a list file. A population of ranges or batches stands in the commit itself.
pub(crate) fn has_list(commit: &Commit) -> bool {
    commit.rules().root().is_some()
}

/// Reads a secret file.
pub(crate) fn read_secret(path: &Path) -> Result<SecretFile, Error> {
    let bytes = read::secret_up_to(path, LARGEST_SMALL_FILE)?;
    SecretFile::parse(&bytes).map_err(|error| unreadable(path, &error))
}

/// Reads a seeds file.
pub(crate) fn read_seeds(path: &Path) -> Result<SeedsFile, Error> {
    let bytes = read::up_to(path, LARGEST_SMALL_FILE)?;
    SeedsFile::parse(&bytes).map_err(|error| unreadable(path, &error))
}

/// A file that a command needs and can't read: exit status 2.
pub(crate) fn unreadable(path: &Path, error: &FileError) -> Error {
    let message = Error::not_done(format!("{}: {error}", path.display()));
    match error.fault {
        FileFault::LaterVersion(_) => message.hint("use a newer version of this tool"),
        FileFault::LastLineOpen => {
            message.hint("the file was cut off, or an editor took the last line end away")
        }
        _ => message.hint(
            "the file was changed or is of another kind; fairdraw inspect FILE explains a file",
        ),
    }
}

/// More bytes than a line of a list has, with tickets, or stratum and amount, and its line end.
const LONGEST_LIST_LINE: u64 = 1 << 13;
/// The folder for what a private draw doesn't publish.
pub(crate) const KEPT: &str = "keep-private";

#[cfg(test)]
mod tests {
    use super::extension_number;

    #[test]
    fn extensions_are_numbered_from_two_in_one_spelling() {
        for (ending, number) in [
            (".extension", Some(1)),
            (".2.extension", Some(2)),
            (".10.extension", Some(10)),
            (".1.extension", None),
            (".02.extension", None),
            (".+2.extension", None),
            ("..extension", None),
            ("2.extension", None),
            (".2extension", None),
            (".x.extension", None),
            (".99999999999999999999.extension", None),
        ] {
            assert_eq!(extension_number(ending.as_bytes()), number, "{ending}");
        }
    }
}
