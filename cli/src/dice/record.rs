//! The record of a seed ceremony: who rolled what, when, in which order.

use std::fmt;
use std::path::Path;

use fairdraw::draw::{LARGEST_SMALL_FILE, Time, check_line};

use super::{Die, bits};
use crate::error::Error;
use crate::read;

/// The rolls of a ceremony, whole or as far as it has come. Displayed it is the record file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) die: Die,
    pub(crate) began: Time,
    pub(crate) rolls: Vec<Roll>,
    /// How many lines were typed that were refused, so that nothing of them was taken.
    pub(crate) refused: u32,
}

/// One roll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Roll {
    pub(crate) time: Time,
    pub(crate) face: u32,
    /// Who rolled, if that was asked for.
    pub(crate) person: Option<String>,
}

impl Record {
    /// The public text of the rolls.
    pub(crate) fn text(&self) -> String {
        self.die.text(self.rolls.iter().map(|roll| roll.face))
    }

    /// The shape that the public text has, if it is long enough for one.
    pub(crate) fn shape(&self) -> Option<String> {
        self.die.shape(self.rolls.len())
    }

    /// The entropy of the rolls so far, in words.
    pub(crate) fn entropy(&self) -> String {
        format!("{} bits", bits(self.die.tenths_of_bits(self.rolls.len())))
    }

    /// Who rolled how often, in the order in which they began.
    pub(crate) fn people(&self) -> Vec<(&str, usize)> {
        let mut people: Vec<(&str, usize)> = Vec::new();
        for name in self.rolls.iter().filter_map(|roll| roll.person.as_deref()) {
            match people.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => people.push((name, 1)),
            }
        }
        people
    }

    /// Reads the record file of a ceremony.
    pub(crate) fn read(path: &Path) -> Result<Self, Error> {
        let bytes = read::up_to(path, LARGEST_SMALL_FILE)?;
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
        Self::parse(bytes).map_err(|fault| {
            Error::not_done(format!("{}: {fault}", path.display()))
                .hint("give the record as fairdraw dice wrote it, or the public text itself")
        })
    }

    /// Reads a record. There is one way to write each, so what was changed by hand is refused.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, String> {
        if let Err(Some(fault)) = read::as_utf8(bytes) {
            return Err(fault.to_owned());
        }
        let is_record = bytes.starts_with(FIRST_LINE.as_bytes());
        if !is_record || bytes.len() as u64 > LARGEST_SMALL_FILE {
            return Err("not the record of a seed ceremony".to_owned());
        }
        let text = str::from_utf8(bytes).map_err(|_| "the record is not UTF-8".to_owned())?;
        let values = |name: &'static str| {
            text.lines().filter_map(move |line| line.strip_prefix(name)?.strip_prefix(": "))
        };
        let fault = |name: &str| format!("the record has no right line `{name}`");
        let die = values("sides").next().and_then(|sides| Die::new(sides.parse().ok()?));
        let record = Self {
            die: die.ok_or_else(|| fault("sides"))?,
            began: values("began").next().and_then(Time::parse).ok_or_else(|| fault("began"))?,
            rolls: values("roll")
                .map(|value| die.and_then(|die| roll(die, value)).ok_or_else(|| fault("roll")))
                .collect::<Result<_, _>>()?,
            refused: values("refused")
                .next()
                .and_then(|count| count.parse().ok())
                .ok_or_else(|| fault("refused"))?,
        };
        let written = record.to_string();
        if written.as_bytes() == bytes {
            return Ok(record);
        }
        let lines = written.split_inclusive('\n').zip(text.split_inclusive('\n'));
        let same = lines.take_while(|(a, b)| a == b).count();
        Err(format!("line {}: not as fairdraw dice writes it", same + 1))
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_LINE}")?;
        writeln!(f, "sides: {}", self.die.sides())?;
        writeln!(f, "faces: {}", self.die.faces())?;
        writeln!(f, "began: {}", self.began)?;
        for (number, Roll { time, face, person }) in (1..).zip(&self.rolls) {
            write!(f, "roll: {number} {time} {}", self.die.face(*face))?;
            match person {
                Some(name) => writeln!(f, " {name}")?,
                None => writeln!(f)?,
            }
        }
        writeln!(f, "refused: {}", self.refused)?;
        writeln!(f, "entropy: {}", self.entropy())?;
        writeln!(f, "shape: {}", self.shape().unwrap_or_default())?;
        writeln!(f, "text: {}", self.text())
    }
}

fn roll(die: Die, value: &str) -> Option<Roll> {
    let mut words = value.splitn(4, ' ');
    let _number = words.next()?; // the record is printed again and compared
    let time = Time::parse(words.next()?)?;
    let face = die.read_face(words.next()?)?;
    let person = words.next().map(person).transpose().ok()?;
    Some(Roll { time, face, person })
}

/// The name of somebody who rolls.
pub(crate) fn person(name: &str) -> Result<String, String> {
    check_line(name, LONGEST_NAME).map(|()| name.to_owned()).map_err(|fault| fault.to_string())
}

const FIRST_LINE: &str = "fairdraw dice v1";
/// The most bytes of a name.
const LONGEST_NAME: usize = 100;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;

    const RECORD: &str = "fairdraw dice v1\n\
        sides: 20\n\
        faces: 01 to 20\n\
        began: 2026-12-05T18:00:00Z\n\
        roll: 1 2026-12-05T18:00:04Z 07 Ann Example\n\
        roll: 2 2026-12-05T18:00:09Z 20 Ben\n\
        roll: 3 2026-12-05T18:00:15Z 01\n\
        refused: 1\n\
        entropy: 12.9 bits\n\
        shape: dd-dd-dd\n\
        text: 07-20-01\n";

    #[test]
    fn record_prints_back_byte_for_byte() {
        let record = Record::parse(RECORD.as_bytes()).unwrap();
        assert_eq!(record.to_string(), RECORD);
        assert_eq!(record.text(), "07-20-01");
        assert_eq!(record.people(), [("Ann Example", 1), ("Ben", 1)]);
    }

    #[test]
    fn record_with_any_byte_changed_is_refused_or_another_record() {
        let whole = Record::parse(RECORD.as_bytes()).unwrap();
        for index in 0..RECORD.len() {
            for byte in [b'0', b'9', b'\n', b' ', b'x', 0x80] {
                let mut bytes = RECORD.as_bytes().to_vec();
                if bytes[index] == byte {
                    continue;
                }
                bytes[index] = byte;
                if let Ok(other) = Record::parse(&bytes) {
                    assert_ne!(other, whole);
                    // Nothing says when it was, and by whom: but a face can't change without its text.
                    assert_eq!(other.text(), whole.text());
                }
            }
        }
        for (from, to, why) in [
            ("07-20-01\n", "07-20-01", "line 11: not as fairdraw dice writes it"),
            ("07-20-01\n", "07-20-02\n", "line 11: not as fairdraw dice writes it"),
            ("roll: 2", "roll: 3", "line 6: not as fairdraw dice writes it"),
            (" 20 Ben", " 21 Ben", "the record has no right line `roll`"),
            ("sides: 20", "sides: 020", "line 2: not as fairdraw dice writes it"),
            ("sides: 20", "sides: 1", "the record has no right line `sides`"),
            ("fairdraw dice v1", "fairdraw dice v2", "not the record of a seed ceremony"),
            ("\n", "\r\n", "line 1: not as fairdraw dice writes it"),
        ] {
            assert_eq!(Record::parse(RECORD.replace(from, to).as_bytes()), Err(why.to_owned()));
        }
    }
}
