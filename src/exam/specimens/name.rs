//! Names of specimens, such as `modulo:8:forward`.

use core::{fmt, str::FromStr};
use std::string::ToString as _;

use super::{Run, Sort, Specimen, SpecimenError};

impl Specimen {
    /// The specimen of a name; where the name needs a number and has none, with the number that [`Specimen::defaults`] has
    /// for `n` items.
    ///
    /// # Errors
    ///
    /// There is no such specimen, or its number is out of range.
    pub fn named(name: &str, n: u32) -> Result<Self, SpecimenError> {
        let default = Self::defaults(n).into_iter().find(|default| default.kind() == name);
        default.map_or_else(|| name.parse(), Ok)
    }

    /// The name without numbers and other details.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Fair => "fair",
            Self::NaiveSwap { .. } => "naive",
            Self::Sattolo => "sattolo",
            Self::Comparator(_) => "comparator",
            Self::Modulo { .. } => "modulo",
            Self::Multiply { .. } => "multiply",
            Self::StopsEarly { .. } => "stops-early",
            Self::NoOffset { .. } => "no-offset",
            Self::Rounding { .. } => "rounding",
            Self::NextFree => "next-free",
            Self::ShortKeys { .. } => "keys",
            Self::Riffles { .. } => "riffles",
            Self::Transpositions { .. } => "transpositions",
            Self::Cut => "cut",
            Self::Tail { .. } => "tail",
            Self::Head { .. } => "head",
            Self::SmallSeed { .. } => "seed",
        }
    }

    /// Whether the number is one that the specimen takes.
    pub(super) fn check_number(&self) -> Result<(), SpecimenError> {
        let (number, least, most) = match *self {
            Self::Modulo { bits, .. } | Self::Multiply { bits, .. } => (bits.into(), 1, 32),
            Self::ShortKeys { keys } => (keys, 1, 1 << 32),
            Self::Riffles { count } => (count.into(), 1, 64),
            Self::Transpositions { count } => (count.into(), 1, 1 << 20),
            Self::Tail { length } | Self::Head { length } => (length.into(), 1, 65_535),
            Self::SmallSeed { seeds } => (seeds, 1, 1 << 48),
            _ => return Ok(()),
        };
        if (least..=most).contains(&number) {
            return Ok(());
        }
        let bits = |most: u64| u64::from(most.trailing_zeros());
        Err(match self {
            Self::ShortKeys { .. } | Self::SmallSeed { .. } => {
                SpecimenError::Number { name: self.kind(), least: 0, most: bits(most) }
            }
            _ => SpecimenError::Number { name: self.kind(), least, most },
        })
    }
}

impl fmt::Display for Specimen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        match *self {
            Self::NaiveSwap { run, last } => {
                other_way(run, Run::Forward, f)?;
                f.write_str(if last { "" } else { ":n-1" })
            }
            Self::NoOffset { last } => f.write_str(if last { "" } else { ":n-1" }),
            Self::Comparator(sort) => write!(f, ":{sort}"),
            Self::Modulo { bits, run } | Self::Multiply { bits, run } => {
                write!(f, ":{bits}")?;
                other_way(run, Run::Downward, f)
            }
            Self::StopsEarly { run } | Self::Rounding { run } => other_way(run, Run::Downward, f),
            Self::ShortKeys { keys: values } | Self::SmallSeed { seeds: values } => {
                if values.is_power_of_two() {
                    write!(f, ":{}", values.trailing_zeros())
                } else {
                    write!(f, ":{values}-values")
                }
            }
            Self::Riffles { count } | Self::Transpositions { count } => write!(f, ":{count}"),
            Self::Tail { length } | Self::Head { length } => write!(f, ":{length}"),
            Self::Fair | Self::Sattolo | Self::NextFree | Self::Cut => Ok(()),
        }
    }
}

fn other_way(run: Run, usual: Run, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match run {
        _ if run == usual => Ok(()),
        Run::Forward => f.write_str(":forward"),
        Run::Downward => f.write_str(":downward"),
    }
}

impl FromStr for Specimen {
    type Err = SpecimenError;

    /// Reads what `Display` writes, and nothing else.
    fn from_str(name: &str) -> Result<Self, SpecimenError> {
        let unknown = || SpecimenError::Name(name.into());
        let (kind, rest) = match name.split_once(':') {
            Some((kind, rest)) => (kind, Some(rest)),
            None => (name, None),
        };
        let run = |usual| match rest.and_then(|rest| rest.rsplit(':').next()) {
            Some("forward") => Run::Forward,
            Some("downward") => Run::Downward,
            _ => usual,
        };
        let last = rest.is_none_or(|rest| !rest.ends_with("n-1"));
        let naive = match rest {
            Some("downward" | "downward:n-1") => Run::Downward,
            _ => Run::Forward,
        };
        // 0 where there is none: out of range for all but keys and seeds, of which it is refused below.
        let number = rest.and_then(|rest| rest.split(':').next()?.parse().ok()).unwrap_or(0);
        let values = || match rest.map(|rest| rest.strip_suffix("-values")) {
            Some(Some(values)) => values.parse().ok(),
            Some(None) => rest?.parse().ok().and_then(|bits| 1u64.checked_shl(bits)),
            None => None,
        };
        let specimen = match kind {
            "fair" => Self::Fair,
            "naive" => Self::NaiveSwap { run: naive, last },
            "sattolo" => Self::Sattolo,
            "comparator" => {
                let sort = Sort::ALL.into_iter().find(|sort| rest == Some(sort.name()));
                Self::Comparator(sort.ok_or_else(unknown)?)
            }
            "modulo" => Self::Modulo { bits: number, run: run(Run::Downward) },
            "multiply" => Self::Multiply { bits: number, run: run(Run::Downward) },
            "stops-early" => Self::StopsEarly { run: run(Run::Downward) },
            "no-offset" => Self::NoOffset { last },
            "rounding" => Self::Rounding { run: run(Run::Downward) },
            "next-free" => Self::NextFree,
            "keys" => Self::ShortKeys { keys: values().unwrap_or(0) },
            "riffles" => Self::Riffles { count: number },
            "transpositions" => Self::Transpositions { count: number },
            "cut" => Self::Cut,
            "tail" => Self::Tail { length: number },
            "head" => Self::Head { length: number },
            "seed" => Self::SmallSeed { seeds: values().unwrap_or(0) },
            _ => return Err(unknown()),
        };
        specimen.check_number()?;
        // What was read but means nothing would be lost.
        if specimen.to_string() == name { Ok(specimen) } else { Err(unknown()) }
    }
}

impl Sort {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Insertion,
        Self::BinaryInsertion,
        Self::Timsort,
        Self::Timsort32,
        Self::Merge,
        Self::MergeUp,
        Self::Firefox,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Insertion => "insertion",
            Self::BinaryInsertion => "binary-insertion",
            Self::Timsort => "timsort",
            Self::Timsort32 => "timsort-32",
            Self::Merge => "merge",
            Self::MergeUp => "merge-up",
            Self::Firefox => "firefox",
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]
mod tests {
    use std::{string::ToString as _, vec::Vec};

    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let mut specimens: Vec<Specimen> =
            [2, 4, 10, 52, 65_536].into_iter().flat_map(Specimen::defaults).collect();
        specimens.extend(Sort::ALL.map(Specimen::Comparator));
        for run in [Run::Forward, Run::Downward] {
            for last in [true, false] {
                specimens.push(Specimen::NaiveSwap { run, last });
                specimens.push(Specimen::NoOffset { last });
            }
            for bits in [1, 15, 32] {
                specimens.push(Specimen::Modulo { bits, run });
                specimens.push(Specimen::Multiply { bits, run });
            }
            specimens.extend([Specimen::StopsEarly { run }, Specimen::Rounding { run }]);
        }
        for values in [1, 2, 3, 100, 1 << 32] {
            specimens.push(Specimen::ShortKeys { keys: values });
            specimens.push(Specimen::SmallSeed { seeds: values });
        }
        for specimen in specimens {
            assert_eq!(specimen.to_string().parse(), Ok(specimen), "{specimen}");
        }
        for (name, specimen) in [
            ("naive:downward:n-1", Specimen::NaiveSwap { run: Run::Downward, last: false }),
            ("modulo:8", Specimen::Modulo { bits: 8, run: Run::Downward }),
            ("multiply:16:forward", Specimen::Multiply { bits: 16, run: Run::Forward }),
            ("keys:16", Specimen::ShortKeys { keys: 65_536 }),
            ("keys:100-values", Specimen::ShortKeys { keys: 100 }),
            ("seed:86400-values", Specimen::SmallSeed { seeds: 86_400 }),
        ] {
            assert_eq!(name.parse(), Ok(specimen));
            assert_eq!(specimen.to_string(), name);
        }
    }

    #[test]
    fn other_names_are_refused() {
        for name in [
            "",
            "Fair",
            "fair:1",
            "fair ",
            "naive:forward",
            "naive:n-1:downward",
            "modulo:8:downward",
            "modulo:08",
            "modulo:+8",
            "modulo:8:",
            "keys:256-values",
            "cut:0",
            "comparator",
            "comparator:bubble",
            "no-offset:forward",
        ] {
            assert_eq!(name.parse::<Specimen>(), Err(SpecimenError::Name(name.into())));
        }
        for (name, error) in [
            ("modulo", "specimen modulo takes a number from 1 to 32, as in modulo:32"),
            ("modulo:33", "specimen modulo takes a number from 1 to 32, as in modulo:32"),
            ("riffles:0", "specimen riffles takes a number from 1 to 64, as in riffles:64"),
            ("keys:33", KEYS),
            ("keys:0-values", KEYS),
            ("seed:64", SEED),
            ("tail:99999999999", "specimen tail takes a number from 1 to 65535, as in tail:65535"),
        ] {
            assert_eq!(name.parse::<Specimen>().unwrap_err().to_string(), error);
        }
    }

    const KEYS: &str = "specimen keys takes a number of bits from 0 to 32, as in keys:16, or of values from 1 to 2^32, as in \
                        keys:100-values";
    const SEED: &str = "specimen seed takes a number of bits from 0 to 48, as in seed:16, or of values from 1 to 2^48, as in \
                        seed:100-values";

    #[test]
    fn defaults_are_there_for_every_number_of_items() {
        for n in [0, 1, 2, 65_537, 1 << 31, u32::MAX] {
            assert_eq!(Specimen::defaults(n).len(), 20);
        }
        assert_eq!(Specimen::named("modulo", 52).unwrap().to_string(), "modulo:8");
        assert_eq!(Specimen::named("modulo", 65).unwrap().to_string(), "modulo:9");
    }

    #[test]
    fn bare_names_are_the_defaults() {
        let modulo = Specimen::Modulo { bits: 8, run: Run::Downward };
        assert_eq!(Specimen::named("modulo", 52), Ok(modulo));
        assert_eq!(Specimen::named("comparator", 4), Ok(Specimen::Comparator(Sort::Timsort)));
        assert_eq!(Specimen::named("modulo:8", 4), Ok(modulo));
        assert!(Specimen::named("modula", 4).is_err());
    }
}
