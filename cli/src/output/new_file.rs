//! New files and folders: whole or not at all, and never over something that is there.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempDir};

use super::BUFFER;
use super::leftovers::{hold, warn_of_leftovers};
use crate::error::{Error, reason};
use crate::read;
use crate::shell;

/// Who may read a new file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Whoever the umask lets.
    Public,
    /// Its owner: mode 0600 from the first byte.
    Secret,
}

/// A file that has no name yet: its bytes go to `.NAME.XXXXXX.tmp` beside the target.
///
/// [`finish`](Self::finish) gives it the name. Dropped before that, it leaves nothing. A killed process leaves the
/// temporary file, which no command takes for a result because of its name; the next run that writes the target names it.
pub(crate) struct NewFile {
    target: PathBuf,
    temporary: BufWriter<NamedTempFile>,
}

impl NewFile {
    /// Begins a file; fails at once if `target` exists or its folder can't be written.
    pub(crate) fn create(target: &Path, access: Access) -> Result<Self, Error> {
        check_no_stream(target)?;
        warn_of_leftovers(target, access);
        let (folder, name) = folder_and_name(target)?;
        if target.symlink_metadata().is_ok() {
            return Err(exists(target));
        }
        let prefix = format!(".{name}.");
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".tmp").rand_bytes(6);
        // tempfile opens with O_CREAT | O_EXCL and mode 0600 unless told otherwise, so a secret never has another mode.
        #[cfg(unix)]
        if access == Access::Public {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666)); // the umask takes away from it
        }
        let temporary = builder.tempfile_in(folder).map_err(|error| {
            if folder.is_dir() {
                return cannot_write(target, &error);
            }
            let (target, folder) = (target.display(), folder.display());
            Error::not_done(format!("cannot write {target}: there is no folder {folder}"))
                .hint("make the folder first, or choose another")
        })?;
        hold(temporary.as_file());
        // A buffer would keep a copy of the secret in memory that nobody wipes.
        let buffer = if access == Access::Secret { 0 } else { BUFFER };
        Ok(Self {
            target: target.to_owned(),
            temporary: BufWriter::with_capacity(buffer, temporary),
        })
    }

    /// Writes everything and finishes.
    pub(crate) fn fill(
        mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Error> {
        write(&mut self).map_err(|error| cannot_write(&self.target, &error))?;
        self.finish()
    }

    /// Why a write into it failed.
    pub(crate) fn cannot_write(&self, error: &io::Error) -> Error {
        cannot_write(&self.target, error)
    }

    /// Gives the file its name, after its bytes are on the disk.
    ///
    /// `persist_noclobber` of tempfile 3.27 is one `renameat2(.., RENAME_NOREPLACE)` on Linux: atomic, and it fails if
    /// the name was taken in the meantime. Where kernel or file system don't know that call it makes a hard link,
    /// which fails in the same way, and then removes the temporary name: between the two the file has both names,
    /// and is whole under each.
    pub(crate) fn finish(self) -> Result<(), Error> {
        let Self { target, temporary } = self;
        let temporary =
            temporary.into_inner().map_err(|error| cannot_write(&target, &error.into_error()))?;
        temporary.as_file().sync_all().map_err(|error| cannot_write(&target, &error))?;
        temporary.persist_noclobber(&target).map_err(|failure| match failure.error.kind() {
            io::ErrorKind::AlreadyExists => exists(&target),
            _ => cannot_write(&target, &failure.error),
        })?;
        sync_folder_of(&target)
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.temporary.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.temporary.flush()
    }
}

/// Writes a whole new file.
pub(crate) fn write_new(target: &Path, bytes: &[u8], access: Access) -> Result<(), Error> {
    NewFile::create(target, access)?.fill(|file| file.write_all(bytes))
}

/// Puts a longer file in the place of one that it begins with; a new file if there is none (`known` is nothing then).
///
/// This is the one way in which a file is ever replaced. An outcome file grows by a line at a time, and the line must be there
/// whole or not at all: so the longer file is written beside it, and takes its name in one step. A killed process leaves the
/// old file or the new one, and no line of the old one is lost, since the new one begins with it. If what stands there is no
/// longer what was read, nothing is replaced; but two programs that look at the same moment are kept apart only by a
/// [`Lock`](super::Lock), from before they read.
pub(crate) fn append(target: &Path, known: Option<&[u8]>, whole: &[u8]) -> Result<(), Error> {
    let changed = |target: &Path| {
        Error::not_done(format!("{} was changed by another program", target.display()))
            .hint("nothing was recorded; look at it, and do it again")
    };
    check_no_stream(target)?;
    let Some(known) = known else {
        let result = write_new(target, whole, Access::Public);
        return if target.is_file() && result.is_err() { Err(changed(target)) } else { result };
    };
    let cannot = |error: &io::Error| cannot_write(target, error);
    let with_lf = String::from_utf8_lossy(known).replace("\r\n", "\n");
    if !whole.starts_with(with_lf.as_bytes()) {
        return Err(Error::not_done(format!("{} has other lines by now", target.display())));
    }
    // The file itself, and not a link to it, is replaced.
    let target = fs::canonicalize(target).map_err(|error| cannot(&error))?;
    if target.metadata().is_ok_and(|metadata| metadata.permissions().readonly()) {
        return Err(Error::not_done(format!("{} is write-protected", target.display()))
            .hint("nothing was recorded; allow writing to it first, if it may still grow"));
    }
    warn_of_leftovers(&target, Access::Public);
    let (folder, name) = folder_and_name(&target)?;
    let prefix = format!(".{name}.");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp").rand_bytes(6);
    let mut temporary = builder.tempfile_in(folder).map_err(|error| cannot(&error))?;
    hold(temporary.as_file());
    let permissions = target.metadata().map_err(|error| cannot(&error))?.permissions();
    temporary
        .write_all(whole)
        .and_then(|()| temporary.as_file().set_permissions(permissions))
        .and_then(|()| temporary.as_file().sync_all())
        .map_err(|error| cannot(&error))?;
    if read::up_to(&target, known.len() as u64)? != known {
        return Err(changed(&target));
    }
    temporary.persist(&target).map_err(|failure| cannot(&failure.error))?;
    sync_folder_of(&target)
}

/// What a file shall hold: bytes, or what is read piece by piece.
pub(crate) trait Contents {
    /// Reads it from the beginning.
    fn open(&self) -> io::Result<Box<dyn Read + '_>>;
}

impl Contents for &[u8] {
    fn open(&self) -> io::Result<Box<dyn Read + '_>> {
        Ok(Box::new(*self))
    }
}

/// Writes a whole new file; one that stands there with the very same content is as good.
pub(crate) fn write_new_or_same(target: &Path, bytes: &[u8], access: Access) -> Result<(), Error> {
    write_contents_or_same(target, &bytes, access)
}

/// [`write_new_or_same`] for what need not be held.
pub(crate) fn write_contents_or_same(
    target: &Path,
    contents: &dyn Contents,
    access: Access,
) -> Result<(), Error> {
    let is_same = || {
        let there = BufReader::with_capacity(BUFFER, File::open(target)?);
        is_equal(there, BufReader::with_capacity(BUFFER, contents.open()?))
    };
    if !(target.is_file() && is_same().unwrap_or(false)) {
        let file = NewFile::create(target, access)?;
        return file.fill(|file| {
            let mut from = BufReader::with_capacity(BUFFER, contents.open()?);
            io::copy(&mut from, file).map(drop)
        });
    }
    #[cfg(unix)]
    if access == Access::Secret && is_open_to_others(target) {
        return Err(Error::not_done(format!(
            "{} is there already, and others than its owner may use it",
            target.display()
        ))
        .hint(format!("make it yours alone first: chmod 600 {}", shell::word(target))));
    }
    Ok(())
}

/// Whether two sources give the same bytes.
fn is_equal(mut a: impl BufRead, mut b: impl BufRead) -> io::Result<bool> {
    loop {
        let (of_a, of_b) = (a.fill_buf()?, b.fill_buf()?);
        let length = of_a.len().min(of_b.len());
        if length == 0 || of_a[..length] != of_b[..length] {
            return Ok(of_a.is_empty() && of_b.is_empty());
        }
        a.consume(length);
        b.consume(length);
    }
}

#[cfg(unix)]
fn is_open_to_others(target: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    target.metadata().is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0)
}

/// A folder that takes its name when all of its files are there. Dropped before that, it leaves nothing.
pub(crate) struct NewFolder {
    target: PathBuf,
    access: Access,
    temporary: TempDir,
    /// The folder, held until it has its name.
    _held: Option<File>,
}

impl NewFolder {
    /// Begins a folder; fails at once if `target` exists or its parent can't be written.
    pub(crate) fn create(target: &Path, access: Access) -> Result<Self, Error> {
        // A separator at the end changes nothing about a folder.
        let target: PathBuf = target.components().collect();
        warn_of_leftovers(&target, access);
        let (parent, name) = folder_and_name(&target)?;
        if target.symlink_metadata().is_ok() {
            return Err(exists(&target));
        }
        let prefix = format!(".{name}.");
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".tmp").rand_bytes(6);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = if access == Access::Secret { 0o700 } else { 0o777 }; // the umask takes away from it
            builder.permissions(fs::Permissions::from_mode(mode));
        }
        let temporary =
            builder.tempdir_in(parent).map_err(|error| cannot_write(&target, &error))?;
        let held = File::open(temporary.path()).ok();
        held.iter().for_each(hold);
        Ok(Self { target, access, temporary, _held: held })
    }

    /// Writes a file in the folder.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if self.access == Access::Secret {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        let written = options
            .open(self.temporary.path().join(name))
            .and_then(|mut file| file.write_all(bytes));
        written.map_err(|error| cannot_write(&self.target.join(name), &error))
    }

    /// Gives the folder its name.
    pub(crate) fn finish(self) -> Result<(), Error> {
        // A folder with files in it takes the place of no file and of no folder but an empty one.
        if self.target.symlink_metadata().is_ok() {
            return Err(exists(&self.target));
        }
        let cannot = |error: io::Error| cannot_write(&self.target, &error);
        File::open(self.temporary.path()).and_then(|folder| folder.sync_all()).map_err(cannot)?;
        fs::rename(self.temporary.path(), &self.target).map_err(cannot)?;
        sync_folder_of(&self.target)
    }
}

/// Makes a folder that was not there before; its parent must be.
pub(crate) fn create_folder_new(folder: &Path, access: Access) -> Result<(), Error> {
    check_no_stream(folder)?;
    match folder_builder(access).create(folder) {
        Ok(()) => sync_folder_of(folder),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(folder)),
        Err(error) => Err(Error::not_done(format!(
            "cannot make the folder {}: {}",
            folder.display(),
            reason(&error)
        ))),
    }
}

fn folder_builder(access: Access) -> fs::DirBuilder {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    if access == Access::Secret {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder
}

/// `-` is standard output to some commands, and never the name of a file.
pub(crate) fn check_no_stream(target: &Path) -> Result<(), Error> {
    if !read::is_dash(target) {
        return Ok(());
    }
    Err(Error::not_done("standard output (-) can't take this file")
        .hint("give the name of a file; one that is called - is ./-"))
}

fn folder_and_name(target: &Path) -> Result<(&Path, String), Error> {
    let no_name = || Error::not_done(format!("\"{}\" is not the name of a file", target.display()));
    let name = target.file_name().ok_or_else(no_name)?;
    if target.to_string_lossy().ends_with(std::path::is_separator) {
        return Err(no_name());
    }
    // Names have at most 255 bytes: the temporary one must fit however long the other is.
    Ok((parent(target), shortened(name)))
}

/// As much of a name as stands in the temporary one.
pub(super) fn shortened(name: &OsStr) -> String {
    name.to_string_lossy().chars().take(50).collect()
}

pub(super) fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes sure that the new name survives a power cut, where the system offers a way.
fn sync_folder_of(target: &Path) -> Result<(), Error> {
    // Windows can't open a folder, and a folder may be writable and not readable.
    let Ok(folder) = File::open(parent(target)) else {
        return Ok(());
    };
    match folder.sync_all() {
        Err(error)
            if !matches!(
                error.kind(),
                io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
            ) =>
        {
            Err(cannot_write(target, &error))
        }
        _ => Ok(()),
    }
}

fn exists(target: &Path) -> Error {
    Error::not_done(format!("{} exists; nothing is overwritten", target.display()))
        .hint("choose another name, or move the old one away")
}

fn cannot_write(target: &Path, error: &io::Error) -> Error {
    let failed = Error::not_done(format!("cannot write {}: {}", target.display(), reason(error)));
    if error.kind() == io::ErrorKind::StorageFull {
        return failed.hint(
            "make room, or choose another folder; a list of 64 MiB or more needs room for it twice",
        );
    }
    failed
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        path.metadata().unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn secret_is_its_owners_alone_from_the_first_byte() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("draw.secret");
        let mut file = NewFile::create(&target, Access::Secret).unwrap();
        let temporary = file.temporary.get_ref().path().to_owned();
        assert_eq!(mode(&temporary), 0o600);
        file.write_all(b"seed").unwrap();
        assert_eq!(fs::read(&temporary).unwrap(), b"seed", "a buffer keeps a copy");
        assert!(!target.exists());
        file.finish().unwrap();
        assert_eq!((mode(&target), fs::read(&target).unwrap()), (0o600, b"seed".to_vec()));
        assert!(!temporary.exists());
    }

    #[test]
    fn dropped_file_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = NewFile::create(&folder.path().join("out"), Access::Public).unwrap();
        drop(file);
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }

    #[test]
    fn failed_write_leaves_nothing_and_names_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out");
        let error = NewFile::create(&target, Access::Public)
            .unwrap()
            .fill(|_| Err(io::ErrorKind::StorageFull.into()))
            .unwrap_err();
        assert_eq!(error.message, format!("cannot write {}: the disk is full", target.display()));
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }

    #[test]
    fn only_a_file_that_it_begins_with_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a.outcome");
        append(&target, None, b"one\n").unwrap();
        assert!(append(&target, None, b"one\ntwo\n").unwrap_err().message.contains("was changed"));
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        append(&target, Some(b"one\n"), b"one\ntwo\n").unwrap();
        assert_eq!((mode(&target), fs::read(&target).unwrap()), (0o640, b"one\ntwo\n".to_vec()));
        // Neither a file that lost lines, nor one that changed since it was read.
        assert!(append(&target, Some(b"one\ntwo\n"), b"one\nthree\n").is_err());
        assert!(append(&target, Some(b"one\n"), b"one\nthree\n").is_err());
        assert_eq!(fs::read(&target).unwrap(), b"one\ntwo\n");
        // CR LF becomes LF, and a link stays one.
        fs::write(&target, b"one\r\ntwo\r\n").unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&target, &link).unwrap();
        append(&link, Some(b"one\r\ntwo\r\n"), b"one\ntwo\nthree\n").unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"one\ntwo\nthree\n");
        assert!(link.is_symlink());
        assert_eq!(folder.path().read_dir().unwrap().count(), 2);
    }

    #[test]
    fn write_protected_file_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a.outcome");
        append(&target, None, b"one\n").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o444)).unwrap();
        let error = append(&target, Some(b"one\n"), b"one\ntwo\n").unwrap_err();
        assert!(error.message.ends_with("a.outcome is write-protected"), "{}", error.message);
        assert_eq!((mode(&target), fs::read(&target).unwrap()), (0o444, b"one\n".to_vec()));
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn folder_is_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let new = folder.path().join("new");
        create_folder_new(&new, Access::Public).unwrap();
        let error = create_folder_new(&new, Access::Public).unwrap_err();
        assert_eq!(error.message, format!("{} exists; nothing is overwritten", new.display()));
        let error = create_folder_new(&new.join("a/b"), Access::Public).unwrap_err();
        assert!(error.message.ends_with("no such file or folder"), "{}", error.message);
    }
}
