//! The files of one draw: they share a name and differ in its ending.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use fairdraw::draw::{
    Commit, EntryList, FileError, FileFault, LARGEST_COMMIT, LARGEST_SMALL_FILE, Method,
    SecretFile, SeedsFile,
};
use zeroize::Zeroizing;

use crate::error::Error;
use crate::output::{Access, write_new};
use crate::read;

/// The name that the files of a draw share, with its folder.
pub(crate) struct DrawFiles(PathBuf);

impl DrawFiles {
    /// The files that are called `base` with an ending added.
    pub(crate) fn new(base: PathBuf) -> Self {
        Self(base)
    }

    /// The files beside a commit file `NAME.commit`.
    pub(crate) fn of_commit(commit: &Path) -> Self {
        match commit.extension() {
            Some(ending) if ending == "commit" => Self(commit.with_extension("")),
            _ => Self(commit.to_owned()),
        }
    }

    /// The file with an ending, such as `commit`.
    pub(crate) fn with(&self, ending: &str) -> PathBuf {
        let mut name: OsString = self.0.clone().into();
        name.push(".");
        name.push(ending);
        name.into()
    }

    /// Writes list, secret and commit, in this order, so that a commit never stands there without the others.
    pub(crate) fn write_commit(
        &self,
        commit: &Commit,
        list: &EntryList,
        secret: Option<&SecretFile>,
    ) -> Result<(), Error> {
        self.check_free()?;
        let private = commit.rules().private;
        let access = if private { Access::Secret } else { Access::Public };
        self.write_list(list, access)?;
        if let Some(secret) = secret {
            write_new(&self.with("secret"), secret.print().as_bytes(), Access::Secret)?;
        }
        write_new(&self.with("commit"), commit.as_str().as_bytes(), Access::Public)
    }

    /// Refuses to begin when a file of an earlier draw is in the way.
    pub(crate) fn check_free(&self) -> Result<(), Error> {
        let (commit, secret) = (self.with("commit"), self.with("secret"));
        let taken = |path: &Path| path.symlink_metadata().is_ok();
        if taken(&commit) {
            return Err(Error::not_done(format!(
                "{} exists; nothing is overwritten",
                commit.display()
            ))
            .hint("choose another name with --output"));
        }
        if taken(&secret) {
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

    /// A list that stands there with the very same content is as good as a new one.
    fn write_list(&self, list: &EntryList, access: Access) -> Result<(), Error> {
        let path = self.with("list");
        let text = list.as_str().as_bytes();
        if path.is_file() && read::up_to(&path, text.len() as u64).is_ok_and(|there| there == text)
        {
            return Ok(());
        }
        write_new(&path, text, access)
    }
}

/// Reads a commit file; one that can't be read stops the command.
pub(crate) fn read_commit(path: &Path) -> Result<Commit, Error> {
    let bytes = read::up_to(path, LARGEST_COMMIT)?;
    Commit::parse(&bytes).map_err(|error| unreadable(path, &error))
}

/// Reads the canonical list of a commit.
pub(crate) fn read_list(path: &Path, commit: &Commit) -> Result<EntryList, Error> {
    let weighted = commit.rules().method != Method::Shuffle;
    EntryList::parse(read::whole(path)?, weighted).map_err(|error| {
        Error::not_done(format!("{}: {error}", path.display()))
            .hint("give the list file that was written with the commit")
    })
}

/// Reads a secret file.
pub(crate) fn read_secret(path: &Path) -> Result<SecretFile, Error> {
    let bytes = Zeroizing::new(read::up_to(path, LARGEST_SMALL_FILE)?);
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
        _ => message.hint(
            "the file was changed or is of another kind; fairdraw inspect FILE explains a file",
        ),
    }
}
