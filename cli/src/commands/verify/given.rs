//! The files that a command was given: told apart by their endings or first lines, and by which draw they belong to.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fairdraw::Digest;
use fairdraw::draw::{
    Commit, EarlierDraw, Failure, HistoryKind, LARGEST_COMMIT, LARGEST_EXTENSION,
    LARGEST_SMALL_FILE, Refusal, Reveal,
};

use crate::draw_files::{kind_of, largest_list, later_kind};
use crate::error::{Error, reason};
use crate::read;
use crate::term::Term;

/// A file: where it came from, and its bytes.
pub(in crate::commands) type Named = (PathBuf, Vec<u8>);

/// The files of a draw, and of draws before it.
#[derive(Default)]
pub(in crate::commands) struct Given {
    /// All commits; one is that of the draw.
    commits: Vec<Named>,
    pub(in crate::commands) reveals: Vec<Named>,
    /// Reveals, lists, outcome and replacements files by their ending: the commit says how large they can be.
    unread: Vec<(&'static str, PathBuf)>,
    pub(in crate::commands) list: Option<Named>,
    list_path: Option<PathBuf>,
    pub(in crate::commands) seeds: Vec<Vec<u8>>,
    pub(in crate::commands) receipts: Vec<Vec<u8>>,
    pub(in crate::commands) outcomes: Vec<Vec<u8>>,
    pub(in crate::commands) extensions: Vec<Vec<u8>>,
    pub(in crate::commands) replacements: Vec<Vec<u8>>,
    /// The files themselves, of which each counts once.
    seen: BTreeSet<PathBuf>,
    /// Where each file came from, with its kind.
    pub(in crate::commands) paths: Vec<(&'static str, PathBuf)>,
}

/// The draw that is to be checked, and those before it.
pub(in crate::commands) struct Draws {
    pub(in crate::commands) commit: Named,
    pub(in crate::commands) earlier: Vec<(Named, Option<Named>)>,
}

impl Draws {
    pub(in crate::commands) fn earlier(&self) -> Vec<EarlierDraw<'_>> {
        self.earlier
            .iter()
            .map(|((_, commit), reveal)| EarlierDraw {
                commit,
                reveal: reveal.as_ref().map(|(_, reveal)| reveal.as_slice()),
            })
            .collect()
    }
}

/// Why the draw can't be told from those before it.
pub(in crate::commands) enum Unsettled {
    /// Wrong use.
    Misused(Error),
    /// One of several commits can't be read: that is the verdict.
    Refused(Refusal),
}

impl Given {
    pub(in crate::commands) fn add(&mut self, path: &Path, term: &Term) -> Result<(), Error> {
        if path.is_dir() {
            return self.add_folder(path, term);
        }
        // What isn't a file, such as a pipe, is read once anyway.
        let file = path.is_file().then(|| path.canonicalize().ok()).flatten();
        if file.is_some_and(|file| !self.seen.insert(file)) {
            return Ok(());
        }
        let ending = ending_of(path);
        match ending.as_deref() {
            Some("secret") => return Err(secret_given(path)),
            Some("list") => {
                self.check_list(path)?;
                self.unread.push(("list", path.to_owned()));
                self.paths.push(("list", path.to_owned()));
                return Ok(());
            }
            Some(ending @ ("reveal" | "outcome" | "replacements")) => {
                let kind = match ending {
                    "reveal" => "reveal",
                    "outcome" => "outcome",
                    _ => "replacements",
                };
                self.unread.push((kind, path.to_owned()));
                self.paths.push((kind, path.to_owned()));
                return Ok(());
            }
            _ => {}
        }
        let bytes = match ending.as_deref() {
            Some("commit") => read::up_to(path, LARGEST_COMMIT)?,
            Some("seeds" | "receipt") => read::up_to(path, LARGEST_SMALL_FILE)?,
            Some("extension") => read::up_to(path, LARGEST_EXTENSION)?,
            _ => read::whole(path)?,
        };
        let kind = match ending.as_deref() {
            Some(known @ ("commit" | "seeds" | "receipt" | "extension")) => known,
            _ => kind_of(&bytes),
        };
        if let Some(kind) = KINDS.into_iter().find(|&known| known == kind) {
            self.paths.push((kind, path.to_owned()));
        }
        match kind {
            "commit" => self.commits.push((path.to_owned(), bytes)),
            "list" => {
                self.check_list(path)?;
                self.list = Some((path.to_owned(), bytes));
            }
            "reveal" => self.reveals.push((path.to_owned(), bytes)),
            "seeds" => self.seeds.push(bytes),
            "receipt" => self.receipts.push(bytes),
            "outcome" => self.outcomes.push(bytes),
            "extension" => self.extensions.push(bytes),
            "replacements" => self.replacements.push(bytes),
            "secret" => return Err(secret_given(path)),
            later => return Err(later_kind(path, later)),
        }
        Ok(())
    }

    /// Whether a list was given.
    pub(in crate::commands) fn has_list(&self) -> bool {
        self.list_path.is_some()
    }

    /// Refuses a second list.
    fn check_list(&mut self, path: &Path) -> Result<(), Error> {
        if let Some(first) = &self.list_path {
            let (second, first) = (path.display(), first.display());
            return Err(Error::not_done(format!("{second} is a second list, beside {first}"))
                .hint(
                "give the files of one draw; anything that isn't a file of ours counts as the list",
            ));
        }
        self.list_path = Some(path.to_owned());
        Ok(())
    }

    fn add_folder(&mut self, folder: &Path, term: &Term) -> Result<(), Error> {
        let cannot = |error: &std::io::Error| {
            Error::not_done(format!(
                "cannot read the folder {}: {}",
                folder.display(),
                reason(error)
            ))
        };
        let mut paths = Vec::new();
        for entry in folder.read_dir().map_err(|error| cannot(&error))? {
            let path = entry.map_err(|error| cannot(&error))?.path();
            let ending = ending_of(&path);
            // Some systems leave hidden files of the same ending beside the real ones.
            let hidden =
                path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            let ours = ending.is_some_and(|ending| KINDS.contains(&ending.as_str()));
            if !ours || hidden {
                continue;
            }
            if path.is_file() {
                paths.push(path);
            } else {
                term.warn(&format!("{} is left out: it is not a file", path.display()));
            }
        }
        paths.sort();
        if paths.is_empty() {
            return Err(Error::not_done(format!(
                "there are no files of a draw in {}",
                folder.display()
            ))
            .hint("they are called *.commit, *.reveal and *.list"));
        }
        paths.iter().try_for_each(|path| self.add(path, term))
    }

    /// The first commit given, if there is one.
    pub(in crate::commands) fn first_commit(&self) -> Option<&[u8]> {
        self.commits.first().map(|(_, bytes)| bytes.as_slice())
    }

    pub(in crate::commands) fn has_reveal(&self) -> bool {
        !self.reveals.is_empty() || self.unread.iter().any(|(kind, _)| *kind == "reveal")
    }

    /// Reads what was left unread, and tells the draw's files from those of earlier draws, which leave `reveals`.
    ///
    /// The draw's commit is the one that no other follows or replaces. The reveals of the others are those that name them.
    pub(in crate::commands) fn settle(&mut self, term: &Term) -> Result<Draws, Unsettled> {
        let mut commits = std::mem::take(&mut self.commits);
        // A commit that can't be read is judged by the library, if it is the only one.
        let read: Vec<_> = commits.iter().map(|(_, bytes)| Commit::parse(bytes)).collect();
        let limits = read.iter().flatten().map(Reveal::size_limit);
        let limit = limits.max().unwrap_or_default();
        let entries = read.iter().flatten().map(|commit| commit.rules().entries);
        let entries = entries.max().unwrap_or(u64::MAX);
        for (kind, path) in std::mem::take(&mut self.unread) {
            if kind == "list" {
                let bytes = list_to_judge(&path, entries, term).map_err(Unsettled::Misused)?;
                self.list = Some((path, bytes));
                continue;
            }
            let bytes = read::up_to(&path, limit).map_err(Unsettled::Misused)?;
            match kind {
                "outcome" => self.outcomes.push(bytes),
                "replacements" => self.replacements.push(bytes),
                _ => self.reveals.push((path, bytes)),
            }
        }
        if commits.len() < 2 {
            let commit = commits.pop().ok_or_else(|| Unsettled::Misused(missing_file("commit")))?;
            return Ok(Draws { commit, earlier: Vec::new() });
        }
        let read = read.into_iter().collect::<Result<Vec<_>, _>>().map_err(|error| {
            Unsettled::Refused(Refusal { checks: Vec::new(), failure: Failure::File(error) })
        })?;
        let histories = read.iter().filter_map(|commit| commit.rules().history.as_ref());
        let named: Vec<_> = histories.map(|history| history.kind.commit()).collect();
        let is_last = |index: &usize| !named.contains(&read[*index].id());
        let last: Vec<_> = (0..read.len()).filter(is_last).collect();
        let &[last] = last.as_slice() else {
            return Err(Unsettled::Misused(not_one_draw(&commits, &read, &last)));
        };
        let commit = commits.remove(last);
        let ids = read.iter().enumerate().filter(|(index, _)| *index != last);
        let mut earlier = Vec::new();
        for (commit, id) in commits.into_iter().zip(ids.map(|(_, commit)| commit.id())) {
            let (mut its, others) = std::mem::take(&mut self.reveals)
                .into_iter()
                .partition::<Vec<_>, _>(|(_, bytes)| names_commit(bytes) == Some(id));
            self.reveals = others;
            if let [(first, _), (second, _), ..] = its.as_slice() {
                return Err(Unsettled::Misused(
                    Error::not_done(format!(
                        "{} and {} are both reveals of the earlier draw {}",
                        first.display(),
                        second.display(),
                        commit.0.display()
                    ))
                    .hint("give one reveal of each earlier draw"),
                ));
            }
            earlier.push((commit, its.pop()));
        }
        Ok(Draws { commit, earlier })
    }
}

/// A list, or so much of it that it is more than the commit's can be: that is judged, and can't be valid.
fn list_to_judge(path: &Path, entries: u64, term: &Term) -> Result<Vec<u8>, Error> {
    let most = largest_list(entries);
    let mut bytes = read::whole_up_to(path, most)?;
    if bytes.len() as u64 > most {
        let lines = bytes.split(|&byte| byte == b'\n').skip(1).count() as u64;
        let end = bytes.iter().rposition(|&byte| byte == b'\n');
        // What was cut in two must not be the fault that is found. But the beginning must not become a list of the commit:
        // it has too many lines, or one of the lines that are kept is too long for any list.
        if let (Some(end), true) = (end, lines > entries) {
            bytes.truncate(end + 1);
        } else if let Err(error) = str::from_utf8(&bytes)
            && error.error_len().is_none()
        {
            bytes.truncate(error.valid_up_to());
        }
        term.note(&format!(
            "{} is larger than any list of this commit: only the first {} bytes are judged",
            path.display(),
            bytes.len()
        ));
    }
    Ok(bytes)
}

/// None of several commits, or several, come after all others.
fn not_one_draw(commits: &[Named], read: &[Commit], last: &[usize]) -> Error {
    let gap = commits.iter().zip(read).find_map(|((path, _), commit)| {
        let kind = &commit.rules().history.as_ref()?.kind;
        let id = kind.commit();
        let word =
            if matches!(kind, HistoryKind::Replaces { .. }) { "replaces" } else { "follows" };
        let missing = read.iter().all(|other| other.id() != id);
        missing.then(|| format!("{} {word} {id}, which is not among the files", path.display()))
    });
    if let Some(gap) = gap {
        return Error::not_done(gap)
            .hint("give that commit too, or only the files of one draw and of those before it");
    }
    let (first, second) = match last {
        [first, second, ..] => (*first, *second),
        _ => (0, 1),
    };
    let [first, second] = [first, second].map(|index| commits[index].0.display());
    Error::not_done(format!(
        "{second} is a second commit, beside {first}, and neither leads to the other by follows or replaces"
    ))
    .hint("give the files of one draw, and of those that it follows or replaces")
}

/// The commit that a reveal names, if it gets so far.
fn names_commit(reveal: &[u8]) -> Option<Digest> {
    let mut lines = reveal.split(|&byte| byte == b'\n');
    let named = lines.find_map(|line| line.strip_prefix(b"commit: "))?;
    str::from_utf8(named.strip_suffix(b"\r").unwrap_or(named)).ok()?.parse().ok()
}

/// A file's ending in small letters, since some systems write `RAFFLE.LIST`.
fn ending_of(path: &Path) -> Option<String> {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase())
}

fn secret_given(path: &Path) -> Error {
    Error::not_done(format!(
        "{} is a secret file: it is not needed to check a draw",
        path.display()
    ))
    .hint("leave it out, and don't publish it")
}

pub(in crate::commands) fn missing_file(kind: &str) -> Error {
    Error::not_done(format!("there is no {kind} file among the files given"))
        .hint("give NAME.commit, NAME.reveal and, for a public list, NAME.list")
}

/// The kinds of file that verify reads, which are their endings too.
const KINDS: [&str; 8] =
    ["commit", "reveal", "list", "seeds", "receipt", "outcome", "extension", "replacements"];
