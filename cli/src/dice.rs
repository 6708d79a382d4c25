//! Dice: their faces, the public text that rolls of them make (SPEC 7.3), and how much randomness is in it.

use num_bigint::BigUint;

mod record;

pub(crate) use record::{Record, Roll, person};

/// A fair die, or whatever else has equally likely faces: a coin, a wheel, numbered balls that are put back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Die {
    sides: u32,
}

impl Die {
    /// A die of 2 to 1,000,000 sides.
    pub(crate) fn new(sides: u32) -> Option<Self> {
        (2..=1_000_000).contains(&sides).then_some(Self { sides })
    }

    pub(crate) fn sides(self) -> u32 {
        self.sides
    }

    /// The lowest face: 0 on dice of 10, 100, 1,000 .. sides, where every word of digits is a face; 1 on all others.
    pub(crate) fn first(self) -> u32 {
        let power_of_ten = (1..=6).any(|power| 10_u32.pow(power) == self.sides);
        u32::from(!power_of_ten)
    }

    pub(crate) fn last(self) -> u32 {
        self.sides - 1 + self.first()
    }

    /// How many digits each roll is written with, so that there is one spelling.
    pub(crate) fn digits(self) -> usize {
        self.last().to_string().len()
    }

    /// A face as it is written, with its leading zeros.
    pub(crate) fn face(self, face: u32) -> String {
        format!("{face:0width$}", width = self.digits())
    }

    /// The face that these digits are, if it is written as it has to be.
    pub(crate) fn read_face(self, digits: &str) -> Option<u32> {
        let face = digits.parse().ok()?;
        ((self.first()..=self.last()).contains(&face) && self.face(face) == digits).then_some(face)
    }

    /// The faces in words: `1 to 6`, `00 to 99`.
    pub(crate) fn faces(self) -> String {
        format!("{} to {}", self.face(self.first()), self.face(self.last()))
    }

    /// The shape of a public text of so many rolls, if it has 4 to 128 characters.
    ///
    /// Digits stand in groups with hyphens between them: of three rolls if a roll is one digit, else of one roll. A text that
    /// would be too long with hyphens has none.
    pub(crate) fn shape(self, rolls: usize) -> Option<String> {
        let shape = self.grouped("d".repeat(self.digits() * rolls));
        (4..=LONGEST_TEXT).contains(&shape.len()).then_some(shape)
    }

    /// The public text of these rolls.
    pub(crate) fn text(self, faces: impl Iterator<Item = u32>) -> String {
        self.grouped(faces.map(|face| self.face(face)).collect())
    }

    fn grouped(self, digits: String) -> String {
        let group = if self.digits() == 1 { 3 } else { self.digits() };
        let hyphens = digits.len().saturating_sub(1) / group;
        if digits.len() + hyphens > LONGEST_TEXT {
            return digits;
        }
        let mut text = String::with_capacity(digits.len() + hyphens);
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && index % group == 0 {
                text.push('-');
            }
            text.push(digit);
        }
        text
    }

    /// How many tenths of a bit so many rolls give, rounded down: log2(sides) for each roll if every face is equally
    /// likely.
    ///
    /// Exact: the tenths of log2(x), rounded down, are one less than the number of binary digits of x to the 10.
    pub(crate) fn tenths_of_bits(self, rolls: usize) -> u64 {
        let power = u32::try_from(rolls * 10).unwrap_or(u32::MAX);
        BigUint::from(self.sides).pow(power).bits() - 1
    }

    /// The fewest rolls that give so many bits.
    pub(crate) fn rolls_for(self, bits: u64) -> usize {
        let enough = |rolls: &usize| self.tenths_of_bits(*rolls) >= 10 * bits;
        (1..1 << 16).find(enough).unwrap_or(usize::MAX)
    }

    /// The most rolls that a public text has room for.
    pub(crate) fn most_rolls(self) -> usize {
        LONGEST_TEXT / self.digits()
    }
}

/// Bits of randomness with one decimal: `66.4`.
pub(crate) fn bits(tenths: u64) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The most characters of a public text (SPEC 7.3).
const LONGEST_TEXT: usize = 128;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;

    fn die(sides: u32) -> Die {
        Die::new(sides).unwrap()
    }

    #[test]
    fn every_face_has_one_spelling() {
        for (sides, faces) in [
            (2, "1 to 2"),
            (4, "1 to 4"),
            (6, "1 to 6"),
            (8, "1 to 8"),
            (9, "1 to 9"),
            (10, "0 to 9"),
            (11, "01 to 11"),
            (12, "01 to 12"),
            (20, "01 to 20"),
            (99, "01 to 99"),
            (100, "00 to 99"),
            (101, "001 to 101"),
            (1_000, "000 to 999"),
            (1_000_000, "000000 to 999999"),
        ] {
            assert_eq!(die(sides).faces(), faces);
        }
        assert_eq!(die(20).read_face("07"), Some(7));
        for wrong in ["7", "007", "00", "21", "+7", " 7", "", "0x", "99999999999"] {
            assert_eq!(die(20).read_face(wrong), None, "{wrong}");
        }
        for sides in [2, 4, 6, 8, 10, 12, 20, 100, 1_000] {
            let die = die(sides);
            let spelled: Vec<u32> =
                (0..=9_999).filter_map(|face| die.read_face(&die.face(face))).collect();
            assert_eq!(spelled, (die.first()..=die.last()).collect::<Vec<_>>());
            assert_eq!(spelled.len(), sides as usize);
        }
        assert!(Die::new(1).is_none() && Die::new(1_000_001).is_none());
    }

    #[test]
    fn entropy_is_rounded_down_to_tenths_of_a_bit() {
        // log2(sides) times rolls, computed with 50 digits in Python's decimal.
        for (sides, rolls, wanted) in [
            (10, 1, "3.3"),
            (10, 19, "63.1"),
            (10, 20, "66.4"),
            (10, 38, "126.2"),
            (10, 39, "129.5"),
            (2, 128, "128.0"),
            (4, 64, "128.0"),
            (6, 24, "62.0"),
            (6, 25, "64.6"),
            (6, 49, "126.6"),
            (6, 50, "129.2"),
            (20, 30, "129.6"),
            (100, 20, "132.8"),
        ] {
            assert_eq!(bits(die(sides).tenths_of_bits(rolls)), wanted, "{rolls} of {sides}");
        }
        for (sides, rolls) in [(2, 128), (4, 64), (6, 50), (8, 43), (10, 39), (12, 36), (20, 30)] {
            assert_eq!(die(sides).rolls_for(128), rolls);
        }
    }

    #[test]
    fn text_fits_its_shape_and_128_characters() {
        assert_eq!(die(10).shape(4).as_deref(), Some("ddd-d"));
        assert_eq!(die(10).shape(3), None, "a shape has 4 characters or more");
        assert_eq!(die(20).shape(3).as_deref(), Some("dd-dd-dd"));
        assert_eq!(die(20).text([7, 20, 1].into_iter()), "07-20-01");
        assert_eq!(die(10).text([0, 4, 1, 9].into_iter()), "041-9");
        assert_eq!(die(2).shape(128), Some("d".repeat(128)));
        assert_eq!(die(2).shape(129), None);
        for sides in [2, 6, 10, 12, 100, 1_000_000] {
            let die = die(sides);
            for rolls in 4..=die.most_rolls() {
                let shape = die.shape(rolls).unwrap();
                let text = die.text((0..rolls).map(|_| die.last()));
                assert_eq!(text.len(), shape.len());
                assert!(text.bytes().zip(shape.bytes()).all(|(byte, want)| match want {
                    b'd' => byte.is_ascii_digit(),
                    _ => byte == want,
                }));
                assert_eq!(shape.matches('d').count(), rolls * die.digits());
            }
            assert_eq!(die.shape(die.most_rolls() + 1), None);
        }
    }
}
