//! `fairdraw dice`: a seed ceremony, rolls typed in turn by named people.

use std::io::{self, BufRead, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fairdraw::draw::Time;

use super::Run;
use crate::dice::{Die, Record, Roll, bits, person};
use crate::error::{Error, reason};
use crate::output::{self, Access, NewFile, write_new};
use crate::shell;
use crate::show;
use crate::term::{self, Term};
use crate::terms::line;

/// Roll dice in turn, and write down who rolled what
///
/// Asks for each roll, or takes rolls from standard input; several can be typed at once, with spaces between all of them or
/// between none. A roll is written with all digits of the highest face: 07 on a die of 20. On dice of 10, 100 or 1,000 sides
/// the faces begin with 0, which stands for a 10 that is read from such a die; on all others with 1. What is no face is refused. Prints the public text that the rolls make, and writes a record of
/// who rolled what and when, which only you may read. Nothing is written before the last roll.
///
/// For a draw by public dice: --shape-only first, then commit with what it prints, then roll. For a seed that nobody else
/// knows: shuffle, pick or sample with --seed-file and the record. 39 rolls of ten sides have more than 128 bits, which nobody can try
/// out.
#[derive(clap::Parser)]
#[command(
    name = "dice",
    after_help = "Examples:\n  \
        fairdraw dice --sides 10 --rolls 39 --people \"Ann,Ben\" --shape-only\n  \
        fairdraw dice --sides 10 --rolls 39 --people \"Ann,Ben\" --output ceremony.dice\n  \
        fairdraw dice --sides 6 --rolls 50 < rolls.txt"
)]
pub(super) struct Dice {
    /// How many sides the die has: 2 to 1,000,000; 2 for a coin, of which 1 is heads
    #[arg(long, value_name = "N", value_parser = die)]
    sides: Die,

    /// How many rolls: together at most 128 digits
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=128))]
    rolls: u8,

    /// Who rolls, in turn, each as much as is typed in one line
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',', value_parser = name)]
    people: Vec<String>,

    /// Print the shape and the description for fairdraw commit --public, and roll nothing
    #[arg(long, conflicts_with = "output")]
    shape_only: bool,

    /// Roll even if there are fewer than 64 bits, so few that somebody could try all results
    #[arg(long)]
    force: bool,

    /// The record file; ceremony.dice otherwise
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Run for Dice {
    fn run(self, term: &Term) -> Result<(), Error> {
        let shape = self.shape()?;
        self.check_entropy(term)?;
        if self.shape_only {
            return self.print_shape(&shape);
        }
        let target = self.output.clone().unwrap_or_else(|| PathBuf::from("ceremony.dice"));
        // Dropped again: nothing is there while people roll. But a folder that can't be written is found out now.
        drop(NewFile::create(&target, Access::Secret)?);
        let record = Record { die: self.sides, began: term.now()?, rolls: Vec::new(), refused: 0 };
        let ceremony = Ceremony { record, wanted: self.rolls.into(), people: self.people, turn: 0 };
        let shared = Arc::new(Mutex::new(Some(ceremony)));
        say_at_interrupt(&shared)?;
        let on_terminal = io::stdin().is_terminal();
        ask_for_all(&shared, io::stdin().lock(), on_terminal, term)?;
        // An interrupt waits for this lock, and the record is there whole or not at all.
        let mut ceremony = lock(&shared);
        let Some(Ceremony { record, .. }) = &*ceremony else { return Ok(()) };
        write_new(&target, record.to_string().as_bytes(), Access::Secret).map_err(|error| {
            let hint = format!("what was rolled: {}", record.text());
            Error { hint: Some(hint), ..error }
        })?;
        let record = record.clone();
        *ceremony = None;
        drop(ceremony);
        print_result(&record, &shape, &target)
    }
}

impl Dice {
    fn shape(&self) -> Result<String, Error> {
        let (die, rolls) = (self.sides, usize::from(self.rolls));
        die.shape(rolls).ok_or_else(|| {
            let digits = rolls * die.digits();
            Error::not_done(format!(
                "{rolls} rolls make {digits} digits, but a public text has 4 to 128 characters"
            ))
            .hint(format!(
                "{} rolls of {} sides give 128 bits; at most {} have room",
                die.rolls_for(128),
                die.sides(),
                die.most_rolls()
            ))
        })
    }

    /// Warns of few bits, and refuses so few that all results can be listed.
    fn check_entropy(&self, term: &Term) -> Result<(), Error> {
        let (die, rolls) = (self.sides, usize::from(self.rolls));
        let tenths = die.tenths_of_bits(rolls);
        let has = format!("{rolls} rolls of {} sides have {} bits", die.sides(), bits(tenths));
        if tenths < 640 && !self.force {
            return Err(Error::not_done(format!(
                "{has}: somebody who can still choose list or rules could try all results"
            ))
            .hint(format!(
                "take --rolls {} for 128 bits, or --force if the draw has another source of randomness",
                die.rolls_for(128)
            )));
        }
        if tenths < 1280 {
            term.warn(&format!("{has}; --rolls {} would have 128", die.rolls_for(128)));
        }
        Ok(())
    }

    fn print_shape(&self, shape: &str) -> Result<(), Error> {
        let description = self.description();
        let description = line(&description).map_err(|fault| {
            Error::not_done(format!("the description: {fault}")).hint("name fewer people")
        })?;
        let (die, rolls) = (self.sides, usize::from(self.rolls));
        output::print(|out| {
            writeln!(out, "shape       {shape}")?;
            writeln!(out, "description {description}")?;
            writeln!(
                out,
                "entropy     {} bits, if all faces are equally likely",
                bits(die.tenths_of_bits(rolls))
            )?;
            let description = shell::word(Path::new(&description));
            writeln!(out, "then        fairdraw commit LIST .. --public {shape} {description}")
        })
    }

    /// What is rolled, in which order and by whom, for the commit.
    fn description(&self) -> String {
        let (die, rolls) = (self.sides, self.rolls);
        let digits = match die.digits() {
            1 => "1 digit".to_owned(),
            digits => format!("{digits} digits"),
        };
        let mut text = format!(
            "{rolls} rolls of a die of {} sides, {}, {digits} each, in the order rolled",
            die.sides(),
            die.faces()
        );
        match self.people.as_slice() {
            [] => {}
            [only] => text.extend([", by ", only]),
            people => text.extend([", in turn by ", &people.join(", ")]),
        }
        text
    }
}

/// A ceremony as far as it has come.
struct Ceremony {
    record: Record,
    wanted: usize,
    people: Vec<String>,
    /// How many lines were taken: the people type in turn.
    turn: usize,
}

impl Ceremony {
    fn is_complete(&self) -> bool {
        self.record.rolls.len() == self.wanted
    }

    fn person(&self) -> Option<&String> {
        self.people.get(self.turn % self.people.len().max(1))
    }

    fn question(&self) -> String {
        let next = self.record.rolls.len() + 1;
        let by = self.person().map_or_else(String::new, |name| format!(", {name}"));
        format!("roll {next} of {}{by}: ", self.wanted)
    }

    /// Takes the rolls of a line, all of them or none.
    fn take(&mut self, line: &str, time: Time) -> Result<(), String> {
        let die = self.record.die;
        let first = self.record.rolls.len() + 1;
        let mut faces = Vec::new();
        let is_between = |c: char| c.is_ascii_whitespace() || c == ',' || c == '-';
        let words: Vec<_> = line.split(is_between).filter(|word| !word.is_empty()).collect();
        let in_groups = is_in_groups(die, &words);
        for word in words {
            let number = first + faces.len();
            if !word.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(format!("roll {number}: \"{word}\" is not a number"));
            }
            // Dice of ten sides often show 10, or 0, as the tenth face.
            if die.first() == 0 && word == die.sides().to_string() && !in_groups {
                let zero = die.face(0);
                return Err(format!("roll {number}: for the face {word} write {zero}"));
            }
            if word.len() % die.digits() != 0 {
                return Err(match word.parse().map(|face| die.face(face)) {
                    Ok(face) if die.read_face(&face).is_some() => {
                        format!("roll {number}: write {word} as {face}")
                    }
                    _ => format!(
                        "roll {number}: {word} is not written with {} digits a roll",
                        die.digits()
                    ),
                });
            }
            if word.len() > die.digits() && !in_groups {
                return Err(format!(
                    "roll {number}: {word} is no single roll: leave a space between all rolls of a line, or between none"
                ));
            }
            // All of it is ASCII.
            for start in (0..word.len()).step_by(die.digits()) {
                let digits = &word[start..start + die.digits()];
                let face = die.read_face(digits).ok_or_else(|| {
                    let number = first + faces.len();
                    format!(
                        "roll {number}: {digits} is no face of this die, which has {}",
                        die.faces()
                    )
                })?;
                faces.push(face);
            }
        }
        let left = self.wanted - self.record.rolls.len();
        if faces.len() > left {
            return Err(format!(
                "{} rolls are too many: {left} of {} are left",
                faces.len(),
                self.wanted
            ));
        }
        let person = self.person().cloned();
        self.record.rolls.extend(faces.into_iter().map(|face| Roll {
            time,
            face,
            person: person.clone(),
        }));
        self.turn += 1;
        Ok(())
    }

    /// What is said when a ceremony ends before its last roll.
    fn stopped(&self, why: &str) -> Error {
        let (typed, wanted) = (self.record.rolls.len(), self.wanted);
        let error =
            Error::not_done(format!("{why} after {typed} of {wanted} rolls: nothing was written"));
        if typed == 0 {
            return error.hint("nothing was rolled yet");
        }
        error.hint(format!(
            "what was rolled: {}; a new ceremony begins with roll 1",
            self.record.text()
        ))
    }
}

/// Whether words with several rolls each can be nothing else: one word alone, or groups of three digits as in a public text.
fn is_in_groups(die: Die, words: &[&str]) -> bool {
    match words {
        [] => false,
        [only] => die.first() != 0 || *only != die.sides().to_string(),
        [groups @ .., last] => {
            die.digits() == 1 && last.len() <= 3 && groups.iter().all(|group| group.len() == 3)
        }
    }
}

/// Reads lines until all rolls are there.
///
/// On a terminal what is refused is asked for again. Elsewhere nobody is there to roll again, and it ends the ceremony.
fn ask_for_all(
    shared: &Mutex<Option<Ceremony>>,
    mut source: impl BufRead,
    on_terminal: bool,
    term: &Term,
) -> Result<(), Error> {
    let mut number = 0_u64;
    loop {
        let complete = lock(shared).as_ref().is_none_or(Ceremony::is_complete);
        if complete && on_terminal {
            return Ok(());
        }
        if let Some(ceremony) = lock(shared).as_ref().filter(|_| on_terminal) {
            term.ask(&ceremony.question());
        }
        let mut bytes = Vec::new();
        let read = source.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        number += 1;
        let now = term.now()?;
        let mut shared = lock(shared);
        let Some(ceremony) = shared.as_mut() else { return Ok(()) };
        match read {
            Err(error) => {
                return Err(
                    ceremony.stopped(&format!("standard input failed ({})", reason(&error)))
                );
            }
            Ok(0) if complete => return Ok(()),
            Ok(0) => return Err(ceremony.stopped("the input ended")),
            Ok(_) => {}
        }
        let typed = String::from_utf8_lossy(&bytes);
        let typed = typed.trim();
        if typed.is_empty() {
            continue;
        }
        match ceremony.take(typed, now) {
            Ok(()) => {
                let (rolls, entropy) = (ceremony.record.rolls.len(), ceremony.record.entropy());
                term.note(&format!("{rolls} of {} rolls, {entropy}", ceremony.wanted));
            }
            Err(fault) if on_terminal => {
                ceremony.record.refused += 1;
                term.warn(&format!("{fault}; nothing of this line was taken, type it again"));
            }
            Err(fault) => {
                return Err(
                    ceremony.stopped(&format!("standard input, line {number}: {fault}; stopped"))
                );
            }
        }
    }
}

/// Lets an interrupt say what was rolled.
fn say_at_interrupt(shared: &Arc<Mutex<Option<Ceremony>>>) -> Result<(), Error> {
    let shared = Arc::clone(shared);
    ctrlc::set_handler(move || {
        let ceremony = lock(&shared);
        // Without one it is over, and the record is there.
        if let Some(ceremony) = &*ceremony {
            term::report(&ceremony.stopped("interrupted"));
        }
        process::exit(2);
    })
    .map_err(|error| Error::not_done(format!("an interrupt could not be caught: {error}")))
}

fn lock(shared: &Mutex<Option<Ceremony>>) -> MutexGuard<'_, Option<Ceremony>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn print_result(record: &Record, shape: &str, target: &Path) -> Result<(), Error> {
    let (die, rolls) = (record.die, record.rolls.len());
    output::print(|out| {
        writeln!(out, "text        {}", record.text())?;
        writeln!(out, "shape       {shape}")?;
        writeln!(out, "rolls       {rolls} of {} sides, {}", die.sides(), die.faces())?;
        for (name, count) in record.people() {
            writeln!(out, "rolled by   {name}, {count}")?;
        }
        writeln!(out, "entropy     {}, if all faces are equally likely", record.entropy())?;
        writeln!(out, "record      {}", show::path(target))?;
        let word = shell::word(target);
        writeln!(
            out,
            "then        if a commit names this shape: fairdraw reveal NAME.commit --beacon {word}"
        )?;
        writeln!(
            out,
            "            of an audit sample:           fairdraw sample NAME.commit --beacon {word}"
        )?;
        writeln!(
            out,
            "            if the record is a secret:    fairdraw shuffle LIST --seed-file {word}"
        )
    })
}

fn die(text: &str) -> Result<Die, String> {
    text.parse().ok().and_then(Die::new).ok_or_else(|| "a die has 2 to 1000000 sides".to_owned())
}

fn name(text: &str) -> Result<String, String> {
    person(text.trim())
}

/// More than any line of rolls.
const LONGEST_LINE: u64 = 4096;
