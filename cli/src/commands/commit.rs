//! `fairdraw commit`: fix list, rules and sources of randomness before the draw.

use std::ffi::OsStr;
use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use fairdraw::draw::{
    BeaconRule, Commit, CommitError, DrawKind, EntryList, Fresh, Method, MissingSeeds, NamedSeed,
    OpeningRule, QUICKNET, Rules, RulesFault, SecretFile, SeedCommitment, Time, Wins,
};
use fairdraw::sample::{Design, Monetary};
use fairdraw::{Digest, ListKey, Seed};
use serde_json::json;

use super::Run;
use crate::clock;
use crate::design_args::DesignArgs;
use crate::drand::{Checked, RelayArgs, Stated};
use crate::draw_files::{DrawFiles, stem_of};
use crate::error::Error;
use crate::input::{Imported, LongList};
use crate::list_args::ListArgs;
use crate::output::{self, Contents};
use crate::population_args::PopulationArgs;
use crate::random_source;
use crate::sampled::{Origin, Sampled};
use crate::seed_line::{self, WantedSeed, check_distinct};
use crate::seed_use;
use crate::shell;
use crate::show;
use crate::term::{Term, short};
use crate::terms::{Terms, line, number};

/// Fix list, rules and sources of randomness in a commit file, to be published before the draw
///
/// Writes NAME.list (the list as it is committed to), NAME.commit, and NAME.secret if there is a seed or the list is
/// private. Publish NAME.commit, or at least its id, before the draw, together with NAME.list if it is public; keep
/// NAME.secret to yourself. The result comes from a drand round (--at, --round), from public text such as lottery numbers
/// (--public), or from secret seeds alone (--seed-only). Beside a round or text, and with --seed-only, several parties can
/// bring a seed each (--seed NAME=HEX).
///
/// A list of 64 MiB or more in text or CSV is not held in memory: the folder of the new files has to have room for it twice,
/// or once with --dry-run, until that ends.
///
/// With --design the list is the population of an audit sample, which fairdraw sample draws. It may then have strata and amounts,
/// or stand in the commit itself (--ranges, --manifest).
#[derive(clap::Parser)]
#[command(
    name = "commit",
    mut_arg("list", |list| list.required(false).required_unless_present_any(["ranges", "manifest"])),
    mut_arg("prizes", |prizes| prizes.required_unless_present("design").conflicts_with("design")),
    mut_arg("alternates", |alternates| alternates.conflicts_with("design")),
    mut_arg("vacancy", |vacancy| vacancy.conflicts_with("design")),
    mut_arg("wins", |wins| wins.conflicts_with("design")),
    mut_arg("private", |private| private.conflicts_with("design")),
    group = clap::ArgGroup::new("source").args(["at", "round", "public", "seed_only"]),
    group = clap::ArgGroup::new("needed").required(true).multiple(true)
        .args(["at", "round", "public", "seed_only", "dry_run"]),
    after_help = "Examples:\n  \
        fairdraw commit members.csv --column Name --title \"Summer raffle\" --prize \"1 Car\" \\\n    \
        --published https://example.org/raffle --seed-only\n  \
        fairdraw commit members.txt --title \"Summer raffle\" --prize \"1 Car\" --published \"notice board\" \\\n    \
        --at 2026-12-05T18:00:00Z --fresh\n  \
        fairdraw commit members.txt --title \"Seats\" --prize \"40 Seat\" --published \"notice board\" \\\n    \
        --public dd-dd-dd-dd-dd-dd \"state lottery, draw of 5 December 2026, in the order drawn\" \\\n    \
        --seed --seeds-by 2026-12-05T17:00:00Z\n  \
        fairdraw commit members.txt --title \"Boat\" --prize \"1 Boat\" --published \"notice board\" \\\n    \
        --at 2026-12-05T18:00:00Z --seed rowing-club=HEX --seed angling-club=HEX --no-reveal leave-out\n  \
        fairdraw commit ledger.csv --column Invoice --amount-column Amount --design mus-fixed --size 60 \\\n    \
        --title \"Test of invoices\" --published \"file 17\" --at 2026-12-05T18:00:00Z"
)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(super) struct CommitCommand {
    #[command(flatten)]
    list: ListArgs,

    #[command(flatten)]
    terms: Terms,

    #[command(flatten)]
    population: PopulationArgs,

    #[command(flatten)]
    design: DesignArgs,

    /// Where the commit id can be seen before the draw
    #[arg(long, value_name = "TEXT", value_parser = line, required_unless_present = "dry_run")]
    published: Option<String>,

    /// Draw with the first drand quicknet round from this time on, at least 10 minutes ahead (with a seed, 20)
    #[arg(long, value_name = "TIME", value_parser = clock::parse)]
    at: Option<Time>,

    /// Draw with this drand quicknet round, at least 10 minutes ahead (with a seed, 20)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = round)]
    round: Option<u64>,

    /// Draw with public text: its shape (a d for each digit, and . , : + -), and what, where, when, in which order. With
    /// fewer than 20 digits add --seed
    #[arg(long, num_args = 2, allow_hyphen_values = true, value_names = ["SHAPE", "DESCRIPTION"])]
    public: Option<Vec<String>>,

    /// Draw with secret seeds alone, those of --seed, else one of your own: with one, its holder must be trusted not to
    /// have tried seeds; with several, the last one to open
    #[arg(long)]
    seed_only: bool,

    /// Add a secret seed, so that those who run the beacon can't know the result either: one of your own, or the one of the
    /// holder whose line fairdraw contribute printed; several times for several parties
    #[arg(long, value_name = "NAME=HEX", num_args = 0..=1, default_missing_value = "", value_parser = seed_line::wanted)]
    seed: Vec<WantedSeed>,

    /// Until when seeds are opened; 10 minutes before the round otherwise
    #[arg(long, value_name = "TIME", value_parser = clock::parse, requires = "seed")]
    seeds_by: Option<Time>,

    /// What happens when a seed isn't opened in time: the draw is `void`, or the seed is left out (with a beacon only)
    #[arg(long, value_name = "void|leave-out", value_parser = missing, requires = "seed")]
    no_reveal: Option<MissingSeeds>,

    /// Put the newest drand quicknet round into the commit: it shows that the commit was not made before that round.
    /// Fetched from relays; on a machine without network give --fresh=FILE, with JSON as a relay answers
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    #[allow(clippy::option_option, reason = "clap's type of an option whose value may be missing")]
    fresh: Option<Option<PathBuf>>,

    #[command(flatten)]
    relays: RelayArgs,

    /// The name of the files, with its folder, and with or without .commit; named after the list otherwise, in this folder
    #[arg(short, long, value_name = "NAME")]
    output: Option<PathBuf>,

    /// Read the list, show what was read, and stop
    #[arg(long)]
    dry_run: bool,

    /// Print the report and the ids as JSON
    #[arg(long)]
    json: bool,
}

impl Run for CommitCommand {
    fn run(self, term: &Term) -> Result<(), Error> {
        let files = DrawFiles::new(match &self.output {
            Some(name) => stem_of(name),
            None => self.list.name_with(""),
        })?;
        let mut shared = None;
        if !self.dry_run {
            files.check_free()?;
            // What is wrong with the sources is said before the list is read, which may take long.
            let now = term.now()?;
            check_distinct(&self.handed_in())?;
            shared = self.shared_with(&files)?;
            self.opening(self.beacon(now)?.as_ref(), now)?;
        }
        let source = self.source(&files, term)?;
        let report = source.report();
        if self.dry_run && self.json {
            return output::print(|out| writeln!(out, "{}", json!({ "list": report })));
        }
        if !self.json && (!term.is_quiet() || self.dry_run) {
            output::print(|out| writeln!(out, "{source}"))?;
        }
        if self.dry_run {
            return Ok(());
        }
        let busy = term.busy("committing to the list");
        let read_from = source.note();
        let Listed { list, entries, kind } = source.listed(&self.terms)?;
        // Only now: reading the list may have taken longer than the beacon is ahead.
        let created = term.now()?;
        let beacon = self.beacon(created)?;
        let opening = self.opening(beacon.as_ref(), created)?;
        let published = self.published.as_deref().unwrap_or_default();
        let mut rules = self.terms.rules(entries, kind, created, published)?;
        (rules.beacon, rules.opening) = (beacon, opening);
        rules.notes.extend(read_from.filter(|_| rules.notes.len() < MOST_NOTES));
        rules.fresh = self.fresh(&rules, term)?;
        let mut seeds = Vec::new();
        for wanted in self.seeds() {
            rules.seeds.push(match wanted {
                WantedSeed::Of(line) => line.clone().into(),
                WantedSeed::Own => {
                    let seed = random_source::new_seed()?;
                    let committed = commitment(&seed, rules.rehearsal);
                    seeds.push(NamedSeed { name: ORGANISER.to_owned(), seed });
                    committed
                }
            });
        }
        let own_seed = !seeds.is_empty();
        let list_key = match &list {
            Some(list) => private_root(&mut rules, |key| list.private_root(key))?,
            None => None,
        };
        let commit = Commit::new(&rules).map_err(|error| no_commit(&error, &rules))?;
        let has_secret = !seeds.is_empty() || list_key.is_some();
        let secret = SecretFile { commit: Some(commit.id()), seeds, list_key };
        files.write_commit(
            &commit,
            list.as_ref().map(|list| list as &dyn Contents),
            has_secret.then_some(&secret),
        )?;
        drop(busy);
        let warnings: Vec<_> =
            Self::warnings(&commit, own_seed).into_iter().chain(shared).collect();
        if self.json {
            let answer = Self::json_of(&commit, &files, has_secret, &warnings, &report);
            return output::print(|out| writeln!(out, "{answer}"));
        }
        Self::say(&commit, &files, &secret, &warnings)
    }
}

impl CommitCommand {
    /// What is committed to: a list of entries, or the population of a sample.
    fn source(&self, files: &DrawFiles, term: &Term) -> Result<Source, Error> {
        if self.design.is_given() {
            return Ok(Source::Population(Box::new(Sampled::read(
                &self.list,
                &self.population,
                &self.design,
                term,
            )?)));
        }
        if self.population.is_given() {
            return Err(Error::not_done("strata and amounts are for an audit sample")
                .hint("say how it is drawn with --design, or leave them out"));
        }
        if let Some(list) = self.list.import_long(files.folder(), term)? {
            return Ok(Source::Long(Box::new(list)));
        }
        Ok(Source::List(Box::new(self.list.import(term)?)))
    }

    /// The seeds that the commit shall have, in its order.
    fn seeds(&self) -> &[WantedSeed] {
        if self.seed_only && self.seed.is_empty() { &[WantedSeed::Own] } else { &self.seed }
    }

    /// The seeds as far as they are known before one's own is made, which has a place of its own.
    fn handed_in(&self) -> Vec<SeedCommitment> {
        let own = |number: u8| SeedCommitment {
            name: ORGANISER.to_owned(),
            commitment: Digest::new([number; 32]),
        };
        // One more than a commit can have is enough to be refused.
        let seeds = (0..=16).zip(self.seeds());
        seeds
            .map(|(number, seed)| match seed {
                WantedSeed::Own => own(number),
                WantedSeed::Of(line) => line.clone().into(),
            })
            .collect()
    }

    /// Refuses seeds that are public already by a file beside the new commit; says which other commit there has one.
    fn shared_with(&self, files: &DrawFiles) -> Result<Option<String>, Error> {
        let commit = files.with("commit");
        let others = seed_use::others(commit.parent(), None, &self.handed_in());
        if let Some(other) = others.iter().find(|other| other.opened) {
            return Err(Error::not_done(format!(
                "the seed of {} is public already: {} opens it for the commit {}",
                other.name,
                other.path.display(),
                other.commit
            ))
            .hint("a seed serves one commit only: ask its holder for a new one, from fairdraw contribute"));
        }
        Ok(others.first().map(|other| {
            let path = show::path(&other.path);
            format!(
                "trust       the seed of {} stands in {path} too, and serves one commit only: publish one of the two",
                other.name
            )
        }))
    }

    fn beacon(&self, created: Time) -> Result<Option<BeaconRule>, Error> {
        if let Some([shape, description]) = self.public.as_deref() {
            let description = line(description)
                .map_err(|fault| Error::not_done(format!("--public DESCRIPTION: {fault}")))?;
            let is_part = |byte| matches!(byte, b'd' | b'.' | b',' | b':' | b'+' | b'-');
            if !(4..=128).contains(&shape.len()) || !shape.bytes().all(is_part) {
                return Err(Error::not_done(format!(
                    "--public SHAPE: \"{}\" is no shape: 4 to 128 of d . , : + -",
                    short(shape)
                ))
                .hint("write a d for each digit of the public text, as in dd-dd-dd-dd-dd-dd"));
            }
            if !shape.contains('d') {
                return Err(Error::not_done(format!(
                    "--public SHAPE: \"{shape}\" has no d, so every text of it is the same"
                ))
                .hint("write a d for each digit of the public text, 20 or more"));
            }
            line(&format!("public {shape} {description}")).map_err(|fault| {
                Error::not_done(format!("--public, shape and description together: {fault}"))
            })?;
            let shape = shape.clone();
            return Ok(Some(BeaconRule::Public { shape, description }));
        }
        let round = match (self.at, self.round) {
            (Some(time), _) => QUICKNET.first_round_from(time),
            (_, Some(round)) => round,
            _ => return Ok(None),
        };
        let due = QUICKNET.time_of(round).filter(|_| round < 1 << 53).ok_or_else(|| {
            Error::not_done(match self.at {
                Some(time) => format!(
                    "no round of drand quicknet is due from {time} to the end of the year 9999"
                ),
                None => {
                    format!("round {round} is not a round of drand quicknet before the year 10000")
                }
            })
        })?;
        let ahead = due.unix_seconds() - created.unix_seconds();
        let needed =
            if !self.seeds().is_empty() && self.seeds_by.is_none() { 2 * LEAD } else { LEAD };
        if ahead < needed {
            let began = QUICKNET.time_of(1);
            let early = self.at.filter(|&time| began.is_some_and(|began| time < began));
            let message = if let (Some(time), Some(began)) = (early, began) {
                format!("drand quicknet began at {began}: it has no round at {time}")
            } else if ahead > 0 {
                format!(
                    "round {round} of drand quicknet is due at {due}, in {}",
                    clock::in_words(ahead)
                )
            } else {
                format!("round {round} of drand quicknet was due at {due}: its value is known")
            };
            let soonest = Time::from_unix_seconds(created.unix_seconds() + needed + 60);
            let soonest = soonest.map(|time| time.to_string()).unwrap_or_default();
            return Err(Error::not_done(message).hint(format!(
                "the commit must be public at least {} before: take --at {soonest} or later",
                clock::in_words(needed)
            )));
        }
        Ok(Some(BeaconRule::Drand { chain: &QUICKNET, round }))
    }

    /// The round that was out when the commit was made.
    fn fresh(&self, rules: &Rules, term: &Term) -> Result<Option<Fresh>, Error> {
        let checked = match &self.fresh {
            None if self.relays.given() => {
                return Err(Error::not_done("nothing is fetched: the beacon's round comes later")
                    .hint("leave out --relay, or add --fresh"));
            }
            None => return Ok(None),
            Some(None) => self.relays.newest(rules.created, term)?,
            Some(Some(path)) => newest_in(path)?,
        };
        let fresh = checked.into_fresh();
        let out = fresh.chain.seconds_of(fresh.round);
        match rules.beacon {
            Some(BeaconRule::Drand { chain, round }) if out >= chain.seconds_of(round) => {
                Err(Error::not_done(format!(
                    "round {} is out, so the value of round {round} can be known",
                    fresh.round
                ))
                .hint("set the computer's clock, then choose a later round"))
            }
            _ => Ok(Some(fresh)),
        }
    }

    /// When seeds are opened: beside a beacon, or if there are several.
    fn opening(
        &self,
        beacon: Option<&BeaconRule>,
        created: Time,
    ) -> Result<Option<OpeningRule>, Error> {
        let seeds = self.seeds().len();
        if seeds == 0 || seeds == 1 && beacon.is_none() {
            if self.seeds_by.is_some() || self.no_reveal.is_some() {
                return Err(Error::not_done(
                    "a seed alone is opened with the result: it has no time of its own",
                )
                .hint("leave out --seeds-by and --no-reveal"));
            }
            if let ([WantedSeed::Of(_)], true) = (self.seeds(), self.terms.private) {
                return Err(Error::not_done(
                    "nobody could reveal this draw: it needs the holder's seed and your list key together",
                )
                .hint("add a seed of your own with another --seed, or a beacon"));
            }
            return Ok(None);
        }
        let due = match beacon {
            Some(BeaconRule::Drand { chain, round }) => chain.time_of(*round),
            _ => None,
        };
        let Some(seeds_by) = self.seeds_by.or_else(|| clock::before(due?, LEAD)) else {
            let message = match beacon {
                Some(_) => {
                    "say until when the seed is opened: it must be before the public text is known"
                }
                None => "say until when the seeds are opened",
            };
            return Err(Error::not_done(message).hint("add --seeds-by TIME"));
        };
        if seeds_by <= created {
            return Err(Error::not_done(format!(
                "{seeds_by} is past: nobody could open a seed by then"
            ))
            .hint("choose a later --seeds-by, and a later round"));
        }
        let missing = self.no_reveal.unwrap_or(MissingSeeds::Void);
        if missing == MissingSeeds::LeaveOut && beacon.is_none() {
            return Err(Error::not_done(
                "without a beacon a seed can't be left out: the last holder to open would choose between two results",
            )
            .hint("leave out --no-reveal, or add a beacon with --at, --round or --public"));
        }
        Ok(Some(OpeningRule { seeds_by, missing }))
    }

    /// What the sources leave open, each with its word. `own_seed` says that one of the seeds is that of whoever commits.
    fn warnings(commit: &Commit, own_seed: bool) -> Vec<String> {
        let rules = commit.rules();
        let mut warnings = Vec::new();
        if let (Some(fresh), Some(time)) = (&rules.fresh, not_before(rules)) {
            let age = rules.created.unix_seconds() - time.unix_seconds();
            if age > LEAD {
                warnings.push(format!(
                    "trust       the fresh round {} is {} old: the commit may be as old",
                    fresh.round,
                    clock::in_words(age)
                ));
            }
        }
        let spares = match rules.sampling().map(|sampling| &sampling.design) {
            Some(Design::Simple { spares, .. }) => *spares,
            Some(Design::Stratified { strata, .. }) => {
                strata.iter().map(|stratum| stratum.spares).fold(0, u64::saturating_add)
            }
            _ => 0,
        };
        if spares > 0 {
            warnings.push(format!(
                "spares      {spares}: use one only for an item that can't be examined; one that can't be found is usually a finding"
            ));
        }
        let lines = match rules.sampling().map(|sampling| &sampling.design) {
            Some(
                Design::Simple { size, .. }
                | Design::WithReplacement { size }
                | Design::Stratified { size, .. }
                | Design::Monetary(Monetary::WithReplacement { size }),
            ) => *size,
            _ => 0,
        };
        if lines > MANY_LINES {
            warnings.push(format!(
                "size        the reveal will have {lines} lines, more than {MANY_LINES}: try with a rehearsal that your computer, and those who check, can draw so many"
            ));
        }
        match &rules.beacon {
            Some(BeaconRule::Drand { chain, round }) => {
                let lead = rules.opening.map(|opening| {
                    chain.seconds_of(*round).saturating_sub(opening.seeds_by.unix_seconds())
                });
                if lead.is_some_and(|lead| lead < LEAD) {
                    warnings.push(format!(
                        "trust       seeds are due later than {} before the round: a holder can see the result first, and then not open",
                        clock::in_words(LEAD)
                    ));
                }
            }
            Some(BeaconRule::Public { shape, .. }) => {
                let digits = shape.bytes().filter(|&byte| byte == b'd').count();
                if digits < SAFE_DIGITS && rules.seeds.is_empty() {
                    warnings.push(format!(
                        "trust       with {digits} digits (fewer than {SAFE_DIGITS}) and no --seed, whoever commits can list the results and choose among commits"
                    ));
                }
            }
            None => {}
        }
        match rules.seeds.as_slice() {
            [_] if rules.beacon.is_none() => warnings.push(format!(
                "trust       the {} must be trusted not to have tried seeds before committing",
                if own_seed { "organiser" } else { "holder of the seed" }
            )),
            [_, _, ..] if rules.beacon.is_none() => warnings.push(
                "trust       the last holder to open can know the result first, and make the draw void by not opening"
                    .to_owned(),
            ),
            _ => {}
        }
        warnings
    }

    fn json_of(
        commit: &Commit,
        files: &DrawFiles,
        has_secret: bool,
        warnings: &[String],
        report: &serde_json::Value,
    ) -> serde_json::Value {
        let rules = commit.rules();
        let name = |ending| files.with(ending).display().to_string();
        let (round, due) = match rules.beacon {
            Some(BeaconRule::Drand { chain, round }) => (Some(round), chain.time_of(round)),
            _ => (None, None),
        };
        let beacon = match &rules.beacon {
            Some(BeaconRule::Drand { chain, .. }) => Some(format!("drand {}", chain.name)),
            Some(BeaconRule::Public { shape, .. }) => Some(format!("public {shape}")),
            None => None,
        };
        json!({
            "commit_id": commit.id().to_string(),
            "rehearsal": rules.rehearsal,
            "root": rules.root().map(|root| root.to_string()),
            "entries": rules.entries,
            "created": rules.created.to_string(),
            "beacon": beacon,
            "round": round,
            "round_time": due.map(|due| due.to_string()),
            "fresh_round": rules.fresh.as_ref().map(|fresh| fresh.round),
            "fresh_time": not_before(rules).map(|time| time.to_string()),
            "seeds": rules.seeds.iter().map(|seed| seed.name.as_str()).collect::<Vec<_>>(),
            "seeds_by": rules.opening.map(|opening| opening.seeds_by.to_string()),
            "commit": name("commit"),
            "files": {
                "commit": name("commit"),
                "list": rules.root().map(|_| name("list")),
                "secret": has_secret.then(|| name("secret")),
            },
            "warnings": warnings.iter().map(|text| one_line(text)).collect::<Vec<_>>(),
            "list": report,
        })
    }

    /// What was made, and what to do with it.
    fn say(
        commit: &Commit,
        files: &DrawFiles,
        secret: &SecretFile,
        warnings: &[String],
    ) -> Result<(), Error> {
        let name = |ending| show::path(&files.with(ending));
        let commit_word = shell::word(&files.with("commit"));
        let then = if commit.rules().sampling().is_some() { "sample" } else { "reveal" };
        output::print(|out| {
            writeln!(out, "{}", show::heading(commit))?;
            writeln!(out, "commit id   {}\n", commit.id())?;
            if let Some(BeaconRule::Drand { chain, round }) = &commit.rules().beacon {
                let due = chain.time_of(*round).map(|due| due.to_string()).unwrap_or_default();
                writeln!(out, "round       {round} of drand {}, due at {due}", chain.name)?;
            }
            if let (Some(fresh), Some(time)) = (&commit.rules().fresh, not_before(commit.rules())) {
                let (name, round) = (fresh.chain.name, fresh.round);
                writeln!(out, "not before  {time}, by round {round} of drand {name}, checked")?;
            }
            for warning in warnings {
                writeln!(out, "{warning}")?;
            }
            let list = commit.rules().root().filter(|_| !commit.rules().is_private());
            let list = list.map_or_else(String::new, |_| format!(" and {}", name("list")));
            writeln!(out, "publish now {}{list}", name("commit"))?;
            if !secret.seeds.is_empty() || secret.list_key.is_some() {
                writeln!(out, "keep secret {}", name("secret"))?;
            }
            if commit.rules().is_private() {
                writeln!(out, "keep        {}", name("list"))?;
                writeln!(
                    out,
                    "receipts    fairdraw receipt {commit_word} --all receipts, before the draw"
                )?;
            }
            // A name tells nobody's seed from another's: one's own are in the secret file.
            let is_own = |name: &str| secret.seeds.iter().any(|own| own.name == name);
            let holders = commit.rules().seeds.iter().map(|seed| seed.name.as_str());
            let others: Vec<_> = holders.filter(|name| !is_own(name)).collect();
            if let Some(opening) = commit.rules().opening {
                if others.len() < commit.rules().seeds.len() {
                    writeln!(out, "by {}: fairdraw open {commit_word}", opening.seeds_by)?;
                }
                for holder in others {
                    writeln!(
                        out,
                        "by {}: {holder} runs fairdraw open {commit_word} --secret {holder}.secret",
                        opening.seeds_by
                    )?;
                }
            } else if let [holder] = others.as_slice() {
                return writeln!(
                    out,
                    "then        {holder} runs fairdraw {then} {commit_word} --secret {holder}.secret"
                );
            }
            if let Some(BeaconRule::Public { .. }) = commit.rules().beacon {
                writeln!(out, "then        fairdraw {then} {commit_word} --beacon TEXT")?;
                writeln!(
                    out,
                    "            TEXT is the public text, or the record of fairdraw dice: made only after the above was sent"
                )
            } else {
                writeln!(out, "then        fairdraw {then} {commit_word}")
            }
        })
    }
}

/// The time before which the commit was not made, as it shows by its fresh round.
fn not_before(rules: &Rules) -> Option<Time> {
    let fresh = rules.fresh.as_ref()?;
    fresh.chain.time_of(fresh.round)
}

/// The round of quicknet in a file.
fn newest_in(path: &Path) -> Result<Checked, Error> {
    let get = format!("give what a drand relay answers at /{}/public/latest", QUICKNET.hash);
    let fault = |why: &str| Error::not_done(format!("{}: {why}", path.display())).hint(&get);
    let stated = Stated::read(path)?;
    let round = stated.round().ok_or_else(|| fault("it does not say which round it is"))?;
    stated.check(&QUICKNET, round).map_err(|why| fault(&why))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is committed to, as it was read.
enum Source {
    List(Box<Imported>),
    Long(Box<LongList>),
    Population(Box<Sampled>),
}

/// What is committed to, with its list file.
struct Listed {
    list: Option<ListFile>,
    entries: u64,
    kind: DrawKind,
}

/// The list file, as far as it is held.
enum ListFile {
    Held(EntryList),
    Long(Box<LongList>),
}

impl ListFile {
    fn private_root(&self, key: &ListKey) -> Result<Digest, Error> {
        match self {
            Self::Held(list) => Ok(list.private_root(key)),
            Self::Long(list) => list.private_root(key),
        }
    }
}

impl Contents for ListFile {
    fn open(&self) -> io::Result<Box<dyn Read + '_>> {
        match self {
            Self::Held(list) => Ok(Box::new(list.as_str().as_bytes())),
            Self::Long(list) => list.open(),
        }
    }
}

impl Source {
    fn report(&self) -> serde_json::Value {
        match self {
            Self::List(imported) => imported.report.to_json(),
            Self::Long(list) => list.report.to_json(),
            Self::Population(sampled) => sampled.report(),
        }
    }

    /// Which file a population was read from: its own hash stands nowhere else, since the list has another form.
    fn note(&self) -> Option<String> {
        let Self::Population(sampled) = self else { return None };
        let Origin::File(imported) = &sampled.origin else { return None };
        let digest = imported.report.sha256?;
        let name = Path::new(&imported.report.file).file_name().and_then(OsStr::to_str);
        let note = |name: &str| format!("population read from {name}, SHA-256 {digest}");
        // A name may have characters that no line has.
        let named = name.and_then(|name| line(&note(name)).ok());
        Some(named.unwrap_or_else(|| note("a file")))
    }

    fn listed(self, terms: &Terms) -> Result<Listed, Error> {
        match self {
            Self::List(imported) => {
                let list = entry_list(*imported)?;
                let kind = terms.raffle(list.tickets(), list.root())?;
                Ok(Listed { entries: list.len(), kind, list: Some(ListFile::Held(list)) })
            }
            Self::Long(list) => {
                let kind = terms.raffle(None, list.root)?;
                let entries = list.report.entries;
                Ok(Listed { entries, kind, list: Some(ListFile::Long(list)) })
            }
            Self::Population(sampled) => {
                let entries = sampled.items();
                let (list, sampling) = sampled.sampling()?;
                let list = list.map(ListFile::Held);
                Ok(Listed { list, entries, kind: DrawKind::Sample(sampling) })
            }
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::List(imported) => imported.report.fmt(f),
            Self::Long(list) => list.report.fmt(f),
            Self::Population(sampled) => sampled.fmt(f),
        }
    }
}

/// The imported list as entries: the importer has checked it already, so a fault here is one of the program.
pub(super) fn entry_list(imported: Imported) -> Result<EntryList, Error> {
    EntryList::parse(imported.text.into_bytes(), imported.weighted)
        .map_err(|error| Error::not_done(error.to_string()))
}

/// The commitment to the organiser's seed.
pub(super) fn commitment(seed: &Seed, rehearsal: bool) -> SeedCommitment {
    let commitment: Digest = seed.commitment(ORGANISER, rehearsal);
    SeedCommitment { name: ORGANISER.to_owned(), commitment }
}

/// Makes a new key for a private list, and puts the root that the list has with it into the rules.
pub(super) fn private_root(
    rules: &mut Rules,
    root: impl FnOnce(&ListKey) -> Result<Digest, Error>,
) -> Result<Option<ListKey>, Error> {
    match &mut rules.kind {
        DrawKind::Raffle(raffle) if raffle.private => {
            let key = random_source::new_list_key()?;
            raffle.root = root(&key)?;
            Ok(Some(key))
        }
        _ => Ok(None),
    }
}

pub(super) fn no_commit(error: &CommitError, rules: &Rules) -> Error {
    let error = match (error, rules.raffle()) {
        (CommitError::Rules(RulesFault::TooManyPlaces { most }), Some(raffle)) => {
            let prizes: u128 = raffle.prizes.iter().map(|prize| u128::from(prize.count)).sum();
            let (places, alternates) = (prizes + u128::from(raffle.alternates), raffle.alternates);
            let per_ticket = matches!(raffle.method, Method::Tickets { wins: Wins::PerTicket, .. });
            let has = if per_ticket { "tickets" } else { "entries" };
            return Error::not_done(format!(
                "{places} places ({prizes} prizes and {alternates} alternates), but the list has {most} {has}"
            ))
            .hint("nothing was written; there must be an entry for each --prize and each of --alternates");
        }
        (CommitError::File(file), _) => {
            Error::not_done(format!("the commit can't be written: {}", file.fault))
        }
        _ => Error::not_done(format!("the commit can't be written: {error}")),
    };
    error.hint("nothing was written; look at the options that this can come from")
}

/// The number of a drand round.
fn round(text: &str) -> Result<u64, String> {
    match number(text) {
        Ok(0) => Err("rounds count from 1".to_owned()),
        other => other,
    }
}

fn missing(text: &str) -> Result<MissingSeeds, String> {
    match text {
        "void" => Ok(MissingSeeds::Void),
        "leave-out" => Ok(MissingSeeds::LeaveOut),
        _ => Err("either void or leave-out".to_owned()),
    }
}

/// The organiser's name among the seeds.
pub(super) const ORGANISER: &str = "organiser";

/// The most notes of a file (SPEC 6).
const MOST_NOTES: usize = 16;
/// Seconds between the commit, the opening of seeds, and the round.
const LEAD: i64 = 600;
/// From so many lines on a reveal needs gigabytes of memory.
const MANY_LINES: u64 = 10_000_000;
/// Digits of a public text from which on nobody can list its outcomes (SPEC 7.4).
const SAFE_DIGITS: usize = 20;
