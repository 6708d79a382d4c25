//! Whether a seed serves another commit already, as far as the files of some folders show.

use std::path::{Path, PathBuf};

use fairdraw::Digest;
use fairdraw::draw::SeedCommitment;

use crate::draw_files::{read_commit, read_seeds};

/// A file by which a seed serves another commit.
pub(crate) struct OtherUse {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) commit: Digest,
    /// Whether the file opens the seed, or only commits to it.
    pub(crate) opened: bool,
}

/// The other commits, than the one given, that these seeds serve by the commit and seeds files in the folders.
///
/// A seed may be there with its commitment in a draw and in a rehearsal. Nothing is known of files that are elsewhere, and what
/// can't be read shows nothing.
pub(crate) fn others<'a>(
    folders: impl IntoIterator<Item = &'a Path>,
    commit: Option<Digest>,
    seeds: &[SeedCommitment],
) -> Vec<OtherUse> {
    let mut paths: Vec<PathBuf> = folders.into_iter().flat_map(files_in).collect();
    paths.sort_unstable();
    paths.dedup();
    paths.into_iter().filter_map(|path| other_use(path, commit, seeds)).collect()
}

fn other_use(path: PathBuf, commit: Option<Digest>, seeds: &[SeedCommitment]) -> Option<OtherUse> {
    let opened = path.extension()? == "seeds";
    let (serves, committed) = if opened {
        let file = read_seeds(&path).ok()?;
        let commitments = file.seeds.iter().flat_map(|opened| {
            [false, true].map(|rehearsal| SeedCommitment {
                name: opened.name.clone(),
                commitment: opened.seed.commitment(&opened.name, rehearsal),
            })
        });
        (file.commit, commitments.collect())
    } else {
        let commit = read_commit(&path).ok()?;
        (commit.id(), commit.rules().seeds.clone())
    };
    let both: Option<&SeedCommitment> = seeds.iter().find(|seed| committed.contains(seed));
    let name = both.filter(|_| commit != Some(serves))?.name.clone();
    Some(OtherUse { name, path, commit: serves, opened })
}

/// The commit and seeds files of a folder; none of one that can't be listed.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = listed.read_dir().into_iter().flatten().flatten();
    entries
        .map(|entry| folder.join(entry.file_name()))
        .filter(|path| {
            path.extension().is_some_and(|ending| ending == "commit" || ending == "seeds")
        })
        .filter(|path| path.is_file())
        .collect()
}
