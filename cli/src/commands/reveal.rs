//! `fairdraw reveal`: draw, and open everything so that others can check.

use std::io;
use std::path::{Path, PathBuf};

use fairdraw::draw::{
    BeaconRule, BeaconValue, Chain, Commit, Failure, MissingSeeds, NamedSeed, Reveal, SecretFile,
    Time,
};
use fairdraw::{ListKey, Seed};

use super::Run;
use crate::clock;
use crate::dice::Record;
use crate::drand::{Checked, RelayArgs, Stated};
use crate::draw_files::{
    DrawFiles, has_list, kind_of, read_commit, read_list, read_secret, read_seeds,
};
use crate::error::{Error, reason};
use crate::output::{self, Access, write_new_or_same};
use crate::read::{self, is_dash};
use crate::shell;
use crate::show;
use crate::term::{Term, short};

/// Draw, and write the reveal file by which anybody can check the result
///
/// Needs the list; the secret file, if the list is private or the seed has not to be opened before the draw; else the
/// seeds files in which the seeds were opened. NAME.list, NAME.secret and all seeds files of this commit are looked for beside
/// NAME.commit.
/// Writes NAME.reveal, to be published, and prints the result.
///
/// The drand round that the commit names is fetched from relays once it is due, or taken from --beacon; it counts only with
/// the chain's signature. Nothing else uses the network. A proxy is taken from ALL_PROXY, HTTPS_PROXY or HTTP_PROXY.
#[derive(clap::Parser)]
#[command(
    name = "reveal",
    after_help = "Examples:\n  \
        fairdraw reveal raffle.commit\n  \
        fairdraw reveal raffle.commit --offline --beacon round.json\n  \
        fairdraw reveal seats.commit --beacon 04-11-17-23-38-41\n  \
        fairdraw reveal audit.commit --beacon ceremony.dice"
)]
pub(super) struct RevealCommand {
    /// The commit file
    #[arg(value_name = "NAME.commit")]
    commit: PathBuf,

    #[command(flatten)]
    opening: OpeningArgs,

    /// The reveal file; NAME.reveal otherwise
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What a commit is opened with.
#[derive(clap::Args)]
#[command(next_help_heading = "Opening a commit")]
pub(super) struct OpeningArgs {
    /// The list as it was committed to; NAME.list otherwise
    #[arg(long = "list", value_name = "FILE")]
    list_file: Option<PathBuf>,

    /// The secret file; NAME.secret otherwise
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,

    /// A seeds file by which a holder opened a seed in time, or a folder with some, besides those beside NAME.commit; several
    /// times if there are several
    #[arg(long, value_name = "FILE")]
    seeds: Vec<PathBuf>,

    /// Leave out the seed of this holder, which was not published in time, if that time is past and the commit allows it
    #[arg(long, value_name = "HOLDER")]
    missing: Vec<String>,

    /// The public text in its committed shape, or the record that fairdraw dice wrote; for drand the round, in place of
    /// fetching it. Hexadecimal digits alone are
    /// the round's signature (on a chained chain the previous one follows after a space); anything else names a file
    /// (./abc if its name is of such digits, - for standard input) with those digits, or with JSON as a relay answers
    #[arg(long, value_name = "VALUE|FILE", allow_hyphen_values = true, conflicts_with = "relay")]
    beacon: Option<String>,

    #[command(flatten)]
    relays: RelayArgs,
}

/// A reveal that was made and written.
pub(super) struct Opened {
    pub(super) commit: Commit,
    pub(super) reveal: Reveal,
    /// Where the list is, if the commit has one.
    pub(super) list: Option<PathBuf>,
}

impl Run for RevealCommand {
    fn run(self, term: &Term) -> Result<(), Error> {
        let files = DrawFiles::of_commit(&self.commit);
        let target = self.output.clone().unwrap_or_else(|| files.with("reveal"));
        let Opened { commit, reveal, list } = self.opening.open(&self.commit, &target, term)?;
        output::print(|out| {
            writeln!(out, "{}\n", show::heading(&commit))?;
            if let Some(BeaconRule::Drand { chain, round }) = commit.rules().beacon {
                writeln!(out, "checked: the signature of drand {} round {round}\n", chain.name)?;
            }
            writeln!(out, "{}", show::places(&commit, &reveal))?;
            writeln!(out, "publish     {}", show::path(&target))?;
            writeln!(out, "reveal id   {}", reveal.id())?;
            let list = list.filter(|_| !commit.rules().is_private());
            let list = list.map_or_else(String::new, |list| format!(" {}", shell::word(&list)));
            let flag = show::rehearsal_flag(&commit);
            let (commit_word, reveal) = (shell::word(&self.commit), shell::word(&target));
            if commit.rules().sampling().is_some() {
                writeln!(out, "paper       fairdraw sample {commit_word}")?;
            }
            writeln!(out, "check it    fairdraw verify {commit_word} {reveal}{list}{flag}")
        })
    }
}

impl OpeningArgs {
    /// Makes the reveal of a commit, and writes it.
    pub(super) fn open(
        &self,
        commit_path: &Path,
        target: &Path,
        term: &Term,
    ) -> Result<Opened, Error> {
        let files = DrawFiles::of_commit(commit_path);
        let commit = read_commit(commit_path)?;
        let now = term.now()?;
        let beacon = self.beacon(&commit, now, term)?;
        let (seeds, list_key) = self.secrets(commit_path, &commit, now, term)?;
        let busy = term.busy("reading the list and drawing");
        let path = has_list(&commit).then(|| self.list_path(&files)).transpose()?;
        let list = path.as_deref().map(|path| read_list(path, &commit)).transpose()?;
        let reveal = match (&list, commit.rules().sampling()) {
            (Some(list), None) => Reveal::open(&commit, list, list_key.as_ref(), seeds, beacon),
            (list, _) => Reveal::open_sample(&commit, list.as_ref(), seeds, beacon),
        };
        let reveal = reveal.map_err(|failure| not_drawn(&failure))?;
        refuse_second_result(commit_path, target, &reveal, Reveal::size_limit(&commit))?;
        write_new_or_same(target, reveal.to_string().as_bytes(), Access::Public)?;
        drop(busy);
        Ok(Opened { commit, reveal, list: path })
    }

    /// Whether anything was said that a reveal is made with.
    pub(super) fn is_given(&self) -> bool {
        self.secret.is_some()
            || self.beacon.is_some()
            || self.relays.given()
            || !self.seeds.is_empty()
            || !self.missing.is_empty()
    }

    /// The record of a ceremony that the public text is taken from, if it is one.
    pub(super) fn dice_record(&self) -> Option<&Path> {
        let path = Path::new(self.beacon.as_deref()?);
        let begins = (!is_dash(path) && path.is_file()).then(|| read::up_to(path, 64).ok())??;
        (kind_of(&begins) == "dice").then_some(path)
    }

    /// Where the list is, as told or beside the commit.
    pub(super) fn list_path(&self, files: &DrawFiles) -> Result<PathBuf, Error> {
        self.list_file.clone().map_or_else(|| files.found("list"), Ok)
    }
}

impl OpeningArgs {
    fn beacon(
        &self,
        commit: &Commit,
        now: Time,
        term: &Term,
    ) -> Result<Option<BeaconValue>, Error> {
        let drand = matches!(commit.rules().beacon, Some(BeaconRule::Drand { .. }));
        if self.relays.given() && !drand {
            return Err(Error::not_done("this commit names no drand round: nothing is fetched")
                .hint("leave out --relay"));
        }
        match (&commit.rules().beacon, &self.beacon) {
            (None, None) => Ok(None),
            (None, Some(_)) => {
                Err(Error::not_done("this commit names no beacon: its seeds alone give the result")
                    .hint("leave out --beacon"))
            }
            (Some(BeaconRule::Public { shape, description }), None) => {
                Err(Error::not_done(format!("this draw needs its public text: {description}"))
                    .hint(format!(
                        "add --beacon with the text in the shape {shape}, a digit for each d"
                    )))
            }
            (Some(BeaconRule::Public { shape, .. }), Some(value)) => {
                let made = commit.rules().created;
                public_text(shape, value, made, term).map(|text| Some(BeaconValue::Public(text)))
            }
            (Some(BeaconRule::Drand { chain, round }), value) => {
                wait_for(chain.time_of(*round), *round, now)?;
                let checked = match value {
                    Some(value) => drand_value(chain, *round, value)?,
                    None => self.relays.round(chain, *round, term)?,
                };
                Ok(Some(checked.into_beacon()))
            }
        }
    }

    /// The seeds in the commit's order, and the key of a private list.
    fn secrets(
        &self,
        commit_path: &Path,
        commit: &Commit,
        now: Time,
        term: &Term,
    ) -> Result<(Vec<Option<Seed>>, Option<ListKey>), Error> {
        let files = &DrawFiles::of_commit(commit_path);
        let rules = commit.rules();
        let path = self.secret.clone().map_or_else(|| files.found("secret"), Ok)?;
        let needed = rules.is_private() || self.secret.is_some();
        let mut pool = Pool::new();
        let list_key = if needed || !rules.seeds.is_empty() && path.exists() {
            let secret = read_secret(&path)?;
            // A holder who made his seed before there was a commit has none in his file.
            if let Some(serves) = secret.commit {
                check_serves(&path, commit, serves)?;
            }
            let SecretFile { seeds, list_key, .. } = secret;
            add(&mut pool, &path, seeds);
            list_key
        } else {
            None
        };
        if rules.is_private() && list_key.is_none() {
            return Err(Error::not_done(format!(
                "{} has no list key, but the list is private",
                path.display()
            ))
            .hint("give the secret file that was written with the commit"));
        }
        if rules.opening.is_some() {
            // Only what was published counts (SPEC 7.1), and a secret file is not.
            pool.clear();
            pool.extend(seeds_in(&parent(commit_path), commit, term)?);
        }
        for path in &self.seeds {
            if path.is_dir() {
                let seeds = seeds_in(path, commit, term)?;
                if seeds.is_empty() {
                    return Err(Error::not_done(format!(
                        "there is no seeds file of this commit in {}",
                        path.display()
                    ))
                    .hint("they are called *.seeds; fairdraw open makes them"));
                }
                pool.extend(seeds);
                continue;
            }
            let opened = read_seeds(path)?;
            check_serves(path, commit, opened.commit)?;
            add(&mut pool, path, opened.seeds);
        }
        self.check_missing(commit, now)?;
        warn_of_strangers(&pool, commit, term);
        let mut seeds = Vec::new();
        for committed in &rules.seeds {
            let name = &committed.name;
            let opens = |(_, named): &(PathBuf, NamedSeed)| {
                named.name == *name
                    && named.seed.commitment(name, rules.rehearsal) == committed.commitment
            };
            let at = pool.iter().position(opens);
            match (at, self.missing.contains(name)) {
                (None, true) => seeds.push(None),
                (Some(at), true) => return Err(is_opened(commit, name, &pool[at].0)),
                (Some(at), false) => seeds.push(Some(pool.swap_remove(at).1.seed)),
                (None, false) => return Err(seed_needed(commit, name, files)),
            }
        }
        Ok((seeds, list_key))
    }

    /// Whether the seeds that are said to be missing may be.
    fn check_missing(&self, commit: &Commit, now: Time) -> Result<(), Error> {
        let rules = commit.rules();
        let Some(first) = self.missing.first() else {
            return Ok(());
        };
        if rules.opening.is_none_or(|rule| rule.missing != MissingSeeds::LeaveOut) {
            return Err(Error::not_done(format!(
                "the seed of {first} can't be left out: without this seed the commit has no result"
            ))
            .hint("leave out --missing, or make a new commit with --replaces"));
        }
        let unknown = |name: &&String| !rules.seeds.iter().any(|seed| seed.name == **name);
        if let Some(name) = self.missing.iter().find(unknown) {
            let names: Vec<_> = rules.seeds.iter().map(|seed| seed.name.as_str()).collect();
            return Err(Error::not_done(format!("the commit has no seed of {name}"))
                .hint(format!("it has seeds of: {}", names.join(", "))));
        }
        // A seed that is published in this very second counts.
        if let Some(opening) = rules.opening.filter(|opening| now <= opening.seeds_by) {
            let wait = clock::in_words(opening.seeds_by.unix_seconds() - now.unix_seconds());
            return Err(Error::not_done(format!(
                "the seed of {first} counts if it is published by {}, in {wait}",
                opening.seeds_by
            ))
            .hint("leave it out only after that, and only if it was not published"));
        }
        Ok(())
    }
}

/// The seeds that are at hand, with the files that they came from.
type Pool = Vec<(PathBuf, NamedSeed)>;

fn add(pool: &mut Pool, path: &Path, seeds: Vec<NamedSeed>) {
    pool.extend(seeds.into_iter().map(|seed| (path.to_owned(), seed)));
}

/// Names the files whose seeds are not those of the commit.
fn warn_of_strangers(pool: &Pool, commit: &Commit, term: &Term) {
    let rules = commit.rules();
    for (path, NamedSeed { name, seed }) in pool {
        let path = path.display();
        match rules.seeds.iter().find(|committed| committed.name == *name) {
            None => term.warn(&format!("{path}: left out: the commit has no seed of {name}")),
            Some(own) if seed.commitment(name, rules.rehearsal) != own.commitment => {
                term.warn(&format!(
                    "{path}: left out: its seed of {name} does not open the commitment of {name}, so it was not published"
                ));
            }
            Some(_) => {}
        }
    }
}

/// Nobody's seed is left out while it lies there.
fn is_opened(commit: &Commit, name: &str, path: &Path) -> Error {
    let by = commit.rules().opening.map(|opening| opening.seeds_by.to_string()).unwrap_or_default();
    Error::not_done(format!("the seed of {name} can't be left out: it is opened in {}", path.display()))
        .hint(format!(
            "leave out --missing {name}; or, if that file came after {by}, move it away first: beside it the reveal would not be valid"
        ))
}

/// Refuses a result of the commit beside which another one stands, under whatever name.
fn refuse_second_result(
    commit: &Path,
    target: &Path,
    reveal: &Reveal,
    limit: u64,
) -> Result<(), Error> {
    let mut others = vec![target.to_owned()];
    for file in [commit, target] {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        // A folder that can't be listed has no file that this could find.
        let Ok(entries) = folder.unwrap_or(Path::new(".")).read_dir() else { continue };
        let names = entries.filter_map(|entry| Some(entry.ok()?.file_name()));
        others.extend(names.map(|name| file.with_file_name(name)));
    }
    others.sort_unstable();
    let is_reveal = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "reveal");
    for path in others.iter().filter(is_reveal).filter(|path| path.is_file()) {
        let Ok(other) = read::up_to(path, limit) else { continue };
        let Ok(other) = Reveal::parse(&other, limit) else { continue };
        if other.commit == reveal.commit && other.material != reveal.material {
            return Err(Error::not_done(format!(
                "two results of one commit: {} has another one",
                path.display()
            ))
            .hint("what was published first stands; if that file was made by mistake and nobody has it, move it away"));
        }
    }
    Ok(())
}

/// The seeds that the files `*.seeds` of a folder open for this commit. Files of other commits are left alone.
fn seeds_in(folder: &Path, commit: &Commit, term: &Term) -> Result<Pool, Error> {
    let cannot = |error: &io::Error| {
        Error::not_done(format!("cannot read the folder {}: {}", folder.display(), reason(error)))
    };
    let mut paths = Vec::new();
    for entry in folder.read_dir().map_err(|error| cannot(&error))? {
        let path = entry.map_err(|error| cannot(&error))?.path();
        let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if path.extension().is_some_and(|ending| ending == "seeds") && !hidden && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    let mut seeds = Pool::new();
    for path in paths {
        match read_seeds(&path) {
            Ok(file) if file.commit == commit.id() => add(&mut seeds, &path, file.seeds),
            Ok(_) => {}
            // Whether it matters is seen when a seed is missing.
            Err(error) => term.note(&format!("left out: {}", error.message)),
        }
    }
    Ok(seeds)
}

fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

fn check_serves(path: &Path, commit: &Commit, serves: fairdraw::Digest) -> Result<(), Error> {
    if serves == commit.id() {
        return Ok(());
    }
    Err(Error::not_done(format!("{} belongs to another commit: {serves}", path.display()))
        .hint(format!("this commit's id is {}", commit.id())))
}

fn seed_needed(commit: &Commit, name: &str, files: &DrawFiles) -> Error {
    let error = Error::not_done(format!("{name} has not opened the seed yet"));
    let secret = files.find("secret");
    let Some(opening) = commit.rules().opening else {
        return error.hint(format!(
            "give {}, or the file of whoever holds the seed with --secret: without this seed the commit has no result",
            secret.display()
        ));
    };
    let opened = format!(
        "only published seeds count: put the seeds file that {name} made with fairdraw open beside {}, or give it with --seeds",
        files.with("commit").display()
    );
    error.hint(match opening.missing {
        MissingSeeds::LeaveOut => {
            format!("{opened}; or --missing {name} if it was not published by {}", opening.seeds_by)
        }
        MissingSeeds::Void => format!("{opened}; without this seed the commit has no result"),
    })
}

fn wait_for(due: Option<Time>, round: u64, now: Time) -> Result<(), Error> {
    match due {
        Some(due) if due <= now => Ok(()),
        Some(due) => {
            let wait = clock::in_words(due.unix_seconds() - now.unix_seconds());
            Err(Error::not_done(format!("round {round} is due at {due}, in {wait}"))
                .hint("come back then; the result can't be known before"))
        }
        None => Err(Error::not_done(format!("round {round} is due after the year 9999"))),
    }
}

/// The public text that the user has, as it is or in the record of a seed ceremony.
///
/// Warns of rolls from before the commit was made, by what the two files say.
fn public_text(shape: &str, value: &str, made: Time, term: &Term) -> Result<String, Error> {
    let is_part = |byte| matches!(byte, b'0'..=b'9' | b'.' | b',' | b':' | b'+' | b'-');
    if value != "-" && value.bytes().all(is_part) {
        let fits = |(want, byte): (u8, u8)| want == byte || want == b'd' && byte.is_ascii_digit();
        if value.len() == shape.len() && shape.bytes().zip(value.bytes()).all(fits) {
            return Ok(value.to_owned());
        }
        return Err(Error::not_done(format!(
            "--beacon: \"{}\" is not in the committed shape {shape}",
            short(value)
        ))
        .hint("give the text with a digit for each d, and the other characters where they stand"));
    }
    let path = Path::new(value);
    if !is_dash(path) && path.symlink_metadata().is_err() {
        let value = short(value);
        return Err(Error::not_done(format!(
            "--beacon: \"{value}\" is neither a text in the committed shape {shape} nor a file"
        ))
        .hint("give the text with a digit for each d, or the record that fairdraw dice wrote"));
    }
    let record = Record::read(path)?;
    let rolled = record.shape().unwrap_or_default();
    if rolled != shape {
        return Err(Error::not_done(format!(
            "{}: these rolls have the shape {rolled}, but the committed shape is {shape}",
            path.display()
        ))
        .hint("give the record of the ceremony that the commit names"));
    }
    if record.began < made {
        term.warn(&format!(
            "{}: the rolls began at {}, before the commit was made at {made}: whoever made it could know them and choose list and rules to fit (both times are claims of a clock)",
            path.display(),
            record.began
        ));
    }
    Ok(record.text())
}

/// The round that the user has, as a file or as digits.
fn drand_value(chain: &'static Chain, round: u64, value: &str) -> Result<Checked, Error> {
    let get = || {
        format!(
            "give what a drand relay answers at /{}/public/{round}; only this round counts",
            chain.hash
        )
    };
    let is_digit = |byte: u8| byte.is_ascii_hexdigit() || byte.is_ascii_whitespace();
    let (name, stated) = if value.bytes().all(is_digit) {
        let stated = Stated::parse(value.as_bytes());
        ("--beacon", stated.map_err(|why| Error::not_done(format!("--beacon: {why}"))))
    } else {
        (value, Stated::read(Path::new(value)))
    };
    stated
        .map_err(|error| if error.hint.is_none() { error.hint(get()) } else { error })?
        .check(chain, round)
        .map_err(|why| Error::not_done(format!("{name}: {why}")).hint(get()))
}

fn not_drawn(failure: &Failure) -> Error {
    let error = Error::not_done(format!("not drawn: {failure}"));
    match failure {
        Failure::ListCount { .. } | Failure::ListTickets { .. } | Failure::ListRoot { .. } => {
            error.hint("give the list file that was written with the commit, unchanged")
        }
        Failure::Beacon(_) => {
            error.hint("give the value of the committed beacon, and nothing else")
        }
        Failure::OutOfMemory => error.hint("reveal it on a machine with more memory"),
        _ => error.hint("the files may have been changed since the commit"),
    }
}
