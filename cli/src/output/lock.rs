//! One run at a time where a file is read, and replaced by a longer one.

#[cfg(unix)]
use std::fs::File;
use std::path::Path;

use crate::error::Error;

/// Nobody else who asks for this lock works on files of the folder until it is dropped.
///
/// The folder is locked and not the file, since the longer file is another one than that which was locked before. The lock is the
/// kernel's (`flock`): it ends with the process, however that ends, and leaves no file behind.
pub(crate) struct Lock {
    #[cfg(unix)]
    _folder: Option<File>,
}

impl Lock {
    /// Waits a while for other runs that write `target`.
    ///
    /// A system or file system without such locks, and a folder that can't be read, lock nothing; then the last look at the file
    /// before it is replaced has to do.
    #[cfg(unix)]
    pub(crate) fn of_folder_with(target: &Path) -> Result<Self, Error> {
        use rustix::fs::{FlockOperation, flock};
        use rustix::io::Errno;

        // The file itself, and not a link to it, is replaced.
        let target = target.canonicalize().unwrap_or_else(|_| target.to_owned());
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) else {
            return Ok(Self { _folder: None });
        };
        for _ in 0..TRIES {
            match flock(&folder, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => return Ok(Self { _folder: Some(folder) }),
                Err(Errno::WOULDBLOCK | Errno::INTR) => std::thread::sleep(PAUSE),
                Err(_) => return Ok(Self { _folder: None }),
            }
        }
        Err(Error::not_done(format!("another program holds the folder of {}", target.display()))
            .hint("nothing was recorded; wait for the other run to end, then do it again"))
    }

    #[cfg(not(unix))]
    #[allow(clippy::unnecessary_wraps, reason = "as where there are locks")]
    pub(crate) fn of_folder_with(_target: &Path) -> Result<Self, Error> {
        Ok(Self {})
    }
}

/// A run holds the folder for some milliseconds: ten seconds are for a slow disk.
#[cfg(unix)]
const TRIES: u32 = 500;
#[cfg(unix)]
const PAUSE: std::time::Duration = std::time::Duration::from_millis(20);

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;

    #[test]
    fn lock_is_held_until_it_is_dropped_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a.outcome");
        let is_free = || {
            let folder = File::open(folder.path()).unwrap();
            rustix::fs::flock(&folder, rustix::fs::FlockOperation::NonBlockingLockExclusive).is_ok()
        };
        let lock = Lock::of_folder_with(&target).unwrap();
        assert!(!is_free());
        drop(lock);
        assert!(is_free());
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }
}
