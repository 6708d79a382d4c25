//! What the chance of an item is called, and how it is written.

use fairdraw::sample::{Chance, Design, Monetary};

/// Whether a design's numbers are chances. Where an item can come again they are how often it is selected on average, which is
/// no chance and may be above 1 (SPEC 19.7).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Measure {
    Chance,
    Average,
}

impl Measure {
    pub(crate) fn of(design: &Design) -> Self {
        match design {
            Design::WithReplacement { .. }
            | Design::Systematic { starts: 2.., .. }
            | Design::Monetary(Monetary::Cell { .. } | Monetary::WithReplacement { .. }) => {
                Self::Average
            }
            _ => Self::Chance,
        }
    }

    /// The name of the fact or the column.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Chance => "chance",
            Self::Average => "selected on average",
        }
    }

    /// The same at the beginning of a heading.
    pub(crate) const fn heading(self) -> &'static str {
        match self {
            Self::Chance => "Chance",
            Self::Average => "Selected on average",
        }
    }

    /// `4 in 7`, or `8/7 times`: with a stroke alone, spreadsheets would make a date of it.
    pub(crate) fn write(self, chance: Chance) -> String {
        let common = greatest_common_divisor(chance.times, chance.of).max(1);
        let (times, of) = (chance.times / common, chance.of / common);
        match (self, times, of) {
            (Self::Chance, ..) => format!("{times} in {of}"),
            (Self::Average, 1, 1) => "1 time".to_owned(),
            (Self::Average, _, 1) => format!("{times} times"),
            (Self::Average, ..) => format!("{times}/{of} times"),
        }
    }

    /// The same with two decimals, rounded down: for people.
    pub(crate) fn write_both(self, chance: Chance) -> String {
        let hundred = |hundredths: u128| format!("{}.{:02}", hundredths / 100, hundredths % 100);
        let per = |whole: u128| chance.times.saturating_mul(whole) / chance.of.max(1);
        let decimal = match self {
            Self::Chance => format!("{} %", hundred(per(10_000))),
            Self::Average => hundred(per(100)),
        };
        format!("{} ({decimal})", self.write(chance))
    }
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use fairdraw::sample::Order;

    use super::*;

    #[test]
    fn what_may_come_again_has_an_average_and_no_chance() {
        let systematic = |starts| Design::Systematic { size: 2, starts, order: Order::List };
        for (design, measure) in [
            (Design::Simple { size: 4, spares: 0 }, Measure::Chance),
            (Design::WithReplacement { size: 4 }, Measure::Average),
            (systematic(1), Measure::Chance),
            (systematic(2), Measure::Average),
            (Design::Monetary(Monetary::Fixed { size: 4 }), Measure::Chance),
            (Design::Monetary(Monetary::Interval { interval: 4 }), Measure::Chance),
            (Design::Monetary(Monetary::Cell { size: 4 }), Measure::Average),
            (Design::Monetary(Monetary::RandomOrder { size: 4 }), Measure::Chance),
            (Design::Monetary(Monetary::WithReplacement { size: 4 }), Measure::Average),
        ] {
            assert_eq!(Measure::of(&design), measure, "{design:?}");
        }
        let chance = |times, of| Chance { times, of };
        assert_eq!(Measure::Chance.write_both(chance(4, 8)), "1 in 2 (50.00 %)");
        assert_eq!(Measure::Chance.write(chance(7, 7)), "1 in 1");
        assert_eq!(Measure::Average.write_both(chance(16, 14)), "8/7 times (1.14)");
        assert_eq!(Measure::Average.write(chance(21, 7)), "3 times");
        assert_eq!(Measure::Average.write(chance(7, 7)), "1 time");
    }
}
