//! What a run leaves that is killed while it writes: a file or folder `.NAME.XXXXXX.tmp`.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::Access;
use super::new_file::{parent, shortened};
use crate::term;

/// Marks a file or folder without a name as one that a run is at work on, until it is closed.
///
/// Where there are no such locks nothing is marked; then what another run is writing may be named as left.
pub(super) fn hold(file: &File) {
    #[cfg(unix)]
    let _ = rustix::fs::flock(file, rustix::fs::FlockOperation::NonBlockingLockExclusive);
    #[cfg(not(unix))]
    let _ = file;
}

/// Names what earlier runs left that began to write `target` and were killed: each once, and also with `--quiet`.
pub(crate) fn warn_of_leftovers(target: &Path, access: Access) {
    let Some(name) = target.file_name() else { return };
    for path in leftovers(target, &shortened(name)) {
        // A lock that a panic broke has nothing in it that could be wrong.
        let mut named = NAMED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if named.insert(path.clone()) {
            let secret = if access == Access::Secret { ", with a secret perhaps," } else { "" };
            term::warn(&format!(
                "{} was left{secret} by a run that was broken off: delete it",
                path.display()
            ));
        }
    }
}

fn leftovers(target: &Path, name: &str) -> Vec<PathBuf> {
    let is_left = |file: &str| {
        let rest = file.strip_prefix('.').and_then(|file| file.strip_prefix(name));
        let random = rest.and_then(|rest| rest.strip_prefix('.')?.strip_suffix(".tmp"));
        random.is_some_and(|random| {
            random.len() == 6 && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
    };
    // A folder that can't be listed has nothing that this could find.
    let entries = parent(target).read_dir().into_iter().flatten().flatten();
    let mut found: Vec<_> = entries
        .filter(|entry| entry.file_name().to_str().is_some_and(is_left))
        .map(|entry| target.with_file_name(entry.file_name()))
        .filter(|path| !is_held(path))
        .collect();
    found.sort();
    found
}

/// Whether a run is at work on it.
fn is_held(path: &Path) -> bool {
    let is_ours = path.symlink_metadata().is_ok_and(|found| found.is_file() || found.is_dir());
    if !is_ours {
        return true;
    }
    #[cfg(unix)]
    {
        use rustix::fs::{FlockOperation, flock};
        use rustix::io::Errno;
        let Ok(file) = File::open(path) else { return false };
        flock(&file, FlockOperation::NonBlockingLockShared) == Err(Errno::WOULDBLOCK)
    }
    #[cfg(not(unix))]
    false
}

static NAMED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use std::fs;

    use super::*;
    use crate::output::{NewFile, NewFolder};

    #[test]
    fn what_a_run_is_at_work_on_is_not_left() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("draw.secret");
        let file = NewFile::create(&target, Access::Secret).unwrap();
        let new = NewFolder::create(&folder.path().join("receipts"), Access::Secret).unwrap();
        assert_eq!(folder.path().read_dir().unwrap().count(), 2);
        let left = |name: &str| leftovers(&folder.path().join(name), name);
        assert_eq!(left("draw.secret"), [] as [PathBuf; 0]);
        assert_eq!(left("receipts"), [] as [PathBuf; 0]);
        drop((file, new));
        for name in [".draw.secret.a1B2c3.tmp", ".draw.secret.a1B2c.tmp", ".draw.secret.old.tmp"] {
            fs::write(folder.path().join(name), "seed").unwrap();
        }
        fs::create_dir(folder.path().join(".receipts.a1B2c3.tmp")).unwrap();
        assert_eq!(left("draw.secret"), [folder.path().join(".draw.secret.a1B2c3.tmp")]);
        assert_eq!(left("receipts"), [folder.path().join(".receipts.a1B2c3.tmp")]);
        assert_eq!(left("draw"), [] as [PathBuf; 0]);
        assert_eq!(left("secret"), [] as [PathBuf; 0]);
    }
}
