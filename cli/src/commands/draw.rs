//! `fairdraw draw`: the whole draw in one go, before an audience.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;

use fairdraw::draw::{Commit, Files, NamedSeed, Options, Reveal, SecretFile, Verdict, verify};

use serde_json::json;

use super::Run;
use super::commit::{ORGANISER, commitment, no_commit, private_root};
use super::verify::json_of;
use crate::draw_files::{DrawFiles, KEPT};
use crate::error::Error;
use crate::list_args::ListArgs;
use crate::output::{self, Access, create_folder_new, write_new_or_same};
use crate::random_source;
use crate::read::{self, is_dash};
use crate::shell;
use crate::show;
use crate::term::Term;
use crate::terms::{Terms, line};

/// Commit, draw, reveal and verify in one go, before those present
///
/// Writes list, commit and reveal into a new folder, prints the commit id, then the winners and what is proven. The
/// randomness is a secret seed of this computer, so the organiser is trusted: not to have tried seeds, and not to break
/// off a draw whose result he doesn't like. With --pause the commit id can be read out and photographed before the
/// result is shown. For a draw in which nobody has to be trusted use commit --at.
///
/// Of a --private draw, list and secret go into the subfolder keep-private.
#[derive(clap::Parser)]
#[command(
    name = "draw",
    after_help = "Example:\n  \
        fairdraw draw members.csv --column Name --title \"Summer raffle\" \\\n    \
        --prize \"1 Car\" --prize \"3 Bicycle\" --alternates 5"
)]
pub(super) struct Draw {
    #[command(flatten)]
    list: ListArgs,

    #[command(flatten)]
    terms: Terms,

    /// Where the commit id can be seen before the draw
    #[arg(long, value_name = "TEXT", default_value = "shown to those present", value_parser = line)]
    published: String,

    /// Wait for the Enter key between the commit id and the draw
    #[arg(long)]
    pause: bool,

    /// The folder for the files, which must not exist; named after the list otherwise
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,

    /// Read the list, show what was read, and stop
    #[arg(long)]
    dry_run: bool,

    /// Print the verdict as JSON, with the report on the list
    #[arg(long, conflicts_with = "pause")]
    json: bool,
}

impl Run for Draw {
    fn run(self, term: &Term) -> Result<(), Error> {
        if self.pause && !self.dry_run && is_dash(self.list.path()) {
            return Err(Error::not_done(
                "the list is standard input, and --pause waits there for the Enter key",
            )
            .hint("give the list as a file, or leave out --pause"));
        }
        let folder = self.output.clone().unwrap_or_else(|| self.list.name_with("-draw"));
        let files = DrawFiles::new(folder.join("draw"))?;
        let files = if self.terms.private { files.keeping_apart() } else { files };
        let imported = self.list.import(term)?;
        let report = imported.report.to_json();
        if self.dry_run && self.json {
            return output::print(|out| writeln!(out, "{}", json!({ "list": report })));
        }
        if !self.json && (!term.is_quiet() || self.dry_run) {
            output::print(|out| writeln!(out, "{}", imported.report))?;
        }
        if self.dry_run {
            return Ok(());
        }
        let busy = term.busy("committing to the list");
        let list = super::commit::entry_list(imported)?;
        let kind = self.terms.raffle(list.tickets(), list.root())?;
        let mut rules = self.terms.rules(list.len(), kind, term.now()?, &self.published)?;
        let seed = random_source::new_seed()?;
        rules.seeds.push(commitment(&seed, rules.rehearsal));
        let list_key = private_root(&mut rules, |key| Ok(list.private_root(key)))?;
        let commit = Commit::new(&rules).map_err(|error| no_commit(&error, &rules))?;
        let seeds = vec![NamedSeed { name: ORGANISER.to_owned(), seed }];
        let secret = SecretFile { commit: Some(commit.id()), seeds, list_key };
        create_folder_new(&folder, Access::Public)?;
        files.write_commit(&commit, Some(&list.as_str().as_bytes()), Some(&secret))?;
        drop(busy);
        if !self.json {
            output::print(|out| {
                writeln!(out, "{}", show::heading(&commit))?;
                writeln!(out, "commit id   {}", commit.id())?;
                writeln!(out, "read it out {}\n", show::spoken(commit.id()))
            })?;
        }
        if self.pause {
            wait_for_key(term, &files)?;
        }

        let busy = term.busy("drawing and checking");
        let SecretFile { seeds, list_key, .. } = secret;
        let seeds = seeds.into_iter().map(|named| Some(named.seed)).collect();
        let reveal = Reveal::open(&commit, &list, list_key.as_ref(), seeds, None)
            .map_err(|failure| Error::not_done(failure.to_string()))?;
        let reveal_text = reveal.to_string();
        // During a pause, somebody may have called reveal.
        write_new_or_same(&files.with("reveal"), reveal_text.as_bytes(), Access::Public)?;
        let verdict = check_files(&files, &commit)?;
        let reveal = verdict.reveal();
        let grade = verdict.grade();
        drop(busy);
        if self.json {
            let checks = verdict.checks().to_vec();
            let mut answer = json_of(commit.as_str().as_bytes(), &Ok(verdict), &checks, false);
            answer["folder"] = folder.display().to_string().into();
            answer["list"] = report;
            return output::print(|out| writeln!(out, "{answer:#}"));
        }
        // Last, as in the report of verify; a rehearsal has none.
        let print_grade = |out: &mut dyn io::Write| match grade {
            Some(grade) => writeln!(out, "\n{}", show::grade(grade)),
            None => Ok(()),
        };
        output::print(|out| {
            writeln!(out, "{}", show::places(&commit, reveal))?;
            writeln!(out, "{}", show::checks(verdict.checks()))?;
            writeln!(out, "{}", show::valid(&commit, false))?;
            writeln!(out, "files       {}", show::path(&folder))?;
            let (word, test) = (shell::word(&folder), show::rehearsal_flag(&commit));
            let id = show::ID_AS_PUBLISHED;
            writeln!(out, "check it    fairdraw verify {word} --expect {id}{test}")?;
            writeln!(out, "{:12}{}", "", show::as_published(&commit))?;
            writeln!(out, "certificate fairdraw certificate {word}{test}")?;
            if rules.is_private() {
                return Ok(());
            }
            let name = |ending| show::path(&files.with(ending));
            let (commit, list, reveal) = (name("commit"), name("list"), name("reveal"));
            writeln!(out, "publish     {commit}, {list} and {reveal}")?;
            writeln!(out, "keep        {}, which is spent", name("secret"))?;
            print_grade(out)
        })?;
        if rules.is_private() {
            let [commit, reveal] = ["commit", "reveal"].map(|ending| files.with(ending));
            let (commit, reveal) = (show::path(&commit), show::path(&reveal));
            output::print(|out| {
                writeln!(out, "publish     {commit} and {reveal}")?;
                writeln!(out, "keep        {}", show::path(&folder.join(KEPT)))?;
                print_grade(out)
            })?;
            term.warn(&format!(
                "publish {commit} and {reveal} alone: {} has all entries and their key",
                folder.join(KEPT).display()
            ));
        }
        Ok(())
    }
}

/// Checks what others will get: the files, not what is in memory.
fn check_files(files: &DrawFiles, commit: &Commit) -> Result<Verdict, Error> {
    let fault = |what: String| {
        Error::not_done(format!("the draw does not verify: {what}"))
            .hint("a file was changed since, or this is a fault of the program or of this computer: do not use the result")
    };
    let rules = commit.rules();
    let read = |ending| read::whole(&files.with(ending));
    let given = Files {
        commit: &read("commit")?,
        reveal: &read("reveal")?,
        list: if rules.is_private() { None } else { Some(read("list")?) },
        ..Files::default()
    };
    let options = Options { rehearsal: rules.rehearsal, ..Options::default() };
    let verdict = verify(given, options).map_err(|refusal| fault(refusal.to_string()))?;
    if verdict.commit() == commit {
        Ok(verdict)
    } else {
        Err(fault(format!("{} was replaced", files.with("commit").display())))
    }
}

/// The audience reads the commit id; then the organiser presses Enter.
fn wait_for_key(term: &Term, files: &DrawFiles) -> Result<(), Error> {
    term.note(&format!(
        "from here on this commit stands; if the draw is interrupted, finish it with: fairdraw reveal {}",
        shell::word(&files.with("commit"))
    ));
    if io::stdin().is_terminal() {
        // A prompt that can't be written is no reason not to wait.
        let _ = write!(io::stderr(), "Read the commit id out, then press Enter to draw. ");
    }
    let mut line = String::new();
    let read = io::stdin().read_line(&mut line);
    if matches!(read, Ok(bytes) if bytes > 0) {
        return Ok(());
    }
    Err(Error::not_done("nobody pressed Enter: the draw is committed, but not drawn")
        .hint(format!("go on with: fairdraw reveal {}", shell::word(&files.with("commit")))))
}
