//! Amounts of money: decimals as they are written, parsed exactly into whole minor units (SPEC 19.1). No floating point.

use super::row::shown;

/// How amounts are written in a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct AmountStyle {
    /// Decimal places: the minor unit is ten to the power of minus this.
    pub(crate) places: u8,
    /// Before the decimals.
    pub(crate) decimal: char,
    /// Between groups of three digits, if there may be any.
    pub(crate) thousands: Option<char>,
    /// Whether `(12.50)` is -12.50.
    pub(crate) parentheses: bool,
}

/// Why a text is not an amount: the byte at which it shows, what is wrong, and what to do.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct AmountFault {
    pub(super) at: usize,
    pub(super) what: String,
    pub(super) hint: String,
}

impl AmountStyle {
    /// The amount in minor units. `text` is trimmed.
    pub(super) fn parse(self, text: &str) -> Result<i64, AmountFault> {
        if text.is_empty() {
            return Err(fault(0, "no amount".to_owned(), "write 0 if the item has none"));
        }
        let bracketed = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let (start, digits, negative) = match (text.strip_prefix('-'), bracketed) {
            (Some(digits), _) => (1, digits, true),
            (None, Some(digits)) if self.parentheses => (1, digits, true),
            (None, Some(_)) => {
                return Err(fault(
                    0,
                    format!("{} stands in parentheses", shown(text)),
                    "if this means a negative amount, say --parentheses-negative",
                ));
            }
            (None, None) => (0, text, false),
        };
        let at = |inside: usize| start + inside;
        let (whole, decimals) = match digits.split_once(self.decimal) {
            Some((whole, decimals)) => (whole, Some(decimals)),
            None => (digits, None),
        };
        let after_point = whole.len() + self.decimal.len_utf8();
        let whole_digits = self.whole(whole, &at, text)?;
        let decimals_text = decimals.unwrap_or_default();
        if decimals.is_some_and(str::is_empty) || digits.is_empty() {
            return Err(self.not_an_amount(0, text));
        }
        if let Some(bad) = decimals_text.find(|c: char| !c.is_ascii_digit()) {
            return Err(self.not_an_amount(at(after_point + bad), text));
        }
        let places = usize::from(self.places);
        if decimals_text.len() > places {
            let (has, most) = (decimals_text.len(), self.places);
            return Err(fault(
                at(after_point + places),
                format!("{} has {has} decimal places, and the amounts have {most}", shown(text)),
                "say how many they all have with --amount-places, or correct the amount",
            ));
        }
        let padded = std::iter::repeat_n('0', places - decimals_text.len());
        let mut units = whole_digits;
        units.push_str(decimals_text);
        units.extend(padded);
        let units = units.trim_start_matches('0');
        let units: i64 = if units.is_empty() { "0" } else { units }.parse().map_err(|_| {
            fault(
                0,
                format!("{} is too large: an amount has less than 2^63 minor units", shown(text)),
                "give the amounts in a larger unit",
            )
        })?;
        Ok(if negative { -units } else { units })
    }

    /// An amount that is not in a file.
    pub(crate) fn read(self, text: &str) -> Result<i64, String> {
        self.parse(text).map_err(|fault| fault.what)
    }

    /// The digits before the decimal sign, without separators; empty where none stand there.
    fn whole(
        self,
        whole: &str,
        at: &impl Fn(usize) -> usize,
        text: &str,
    ) -> Result<String, AmountFault> {
        let is_separator = |c: char| Some(c) == self.thousands;
        if let Some(bad) = whole.find(|c: char| !c.is_ascii_digit() && !is_separator(c)) {
            return Err(self.not_an_amount(at(bad), text));
        }
        let groups: Vec<&str> = whole.split(is_separator).collect();
        let first_fits = groups.len() == 1 || (1..=3).contains(&groups[0].len());
        if !first_fits || groups[1..].iter().any(|group| group.len() != 3) {
            return Err(fault(
                0,
                format!("{} has groups of other than three digits", shown(text)),
                "is the separator rather the decimal sign? See --thousands-separator and --decimal-separator",
            ));
        }
        // `0,123` is rather a decimal of a file that writes them with a comma.
        if groups.len() > 1 && groups[0].starts_with('0') {
            return Err(fault(
                0,
                format!("{} has a 0 before a group of three digits", shown(text)),
                "is the separator rather the decimal sign? See --thousands-separator and --decimal-separator",
            ));
        }
        Ok(groups.concat())
    }

    fn not_an_amount(self, at: usize, text: &str) -> AmountFault {
        let found = text[at..].chars().next();
        let hint = match found {
            Some(',' | '.' | '\'' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2019}') => {
                "say what stands before the decimals and between thousands: --decimal-separator, --thousands-separator"
            }
            Some('-' | '+' | '\u{2212}') => {
                "a negative amount has a - at its beginning, others have no sign"
            }
            _ => "write digits only, without the sign of a currency",
        };
        let what =
            format!("{} is not an amount with the decimal sign {}", shown(text), self.decimal);
        fault(at, what, hint)
    }

    /// The amount of a sheet's number, which is a decimal of at most 15 digits that a float holds in its own way.
    ///
    /// Programs store 1234.1 as 1234.0999999999999; the shortest decimal that gives the same float is what was typed.
    pub(super) fn of_number(self, number: f64) -> Result<i64, AmountFault> {
        let text = (number + 0.0).to_string();
        let digits = text.bytes().filter(u8::is_ascii_digit).collect::<Vec<_>>();
        let digits = digits.iter().skip_while(|digit| **digit == b'0').count();
        if digits > SAFE_DIGITS {
            return Err(fault(
                0,
                format!("{text} has more than {SAFE_DIGITS} digits, which a sheet rounds"),
                "round a computed amount in the sheet, or give the column the format Text",
            ));
        }
        Self { decimal: '.', thousands: None, parentheses: false, ..self }.parse(&text)
    }
}

/// An amount in minor units as a decimal: `-120.50`.
pub(crate) fn decimal(units: i128, places: u8) -> String {
    let places = usize::from(places);
    let digits = format!("{:0>width$}", units.unsigned_abs(), width = places + 1);
    let (whole, decimals) = digits.split_at(digits.len() - places);
    let sign = if units < 0 { "-" } else { "" };
    let point = if places > 0 { "." } else { "" };
    format!("{sign}{whole}{point}{decimals}")
}

fn fault(at: usize, what: String, hint: &str) -> AmountFault {
    AmountFault { at, what, hint: hint.to_owned() }
}

/// Every decimal of so many digits has a float of its own.
const SAFE_DIGITS: usize = 15;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;

    const PLAIN: AmountStyle =
        AmountStyle { places: 2, decimal: '.', thousands: None, parentheses: false };

    #[test]
    fn decimals_become_minor_units_exactly() {
        let english = AmountStyle { thousands: Some(','), parentheses: true, ..PLAIN };
        let german = AmountStyle { thousands: Some('.'), decimal: ',', ..PLAIN };
        let french = AmountStyle { thousands: Some('\u{202f}'), decimal: ',', ..PLAIN };
        let yen = AmountStyle { places: 0, ..PLAIN };
        let nine = AmountStyle { places: 9, ..PLAIN };
        for (style, text, units) in [
            (PLAIN, "0", 0),
            (PLAIN, "-0.00", 0),
            (PLAIN, "12", 1200),
            (PLAIN, "12.5", 1250),
            (PLAIN, "-12.50", -1250),
            (PLAIN, ".05", 5),
            (PLAIN, "007.00", 700),
            (PLAIN, "0.29", 29), // 0.29 * 100 is 28.999999999999996 in floats
            (PLAIN, "92233720368547758.07", i64::MAX),
            (PLAIN, "-92233720368547758.07", -i64::MAX),
            (english, "1,234,567.89", 123_456_789),
            (english, "1234567.89", 123_456_789),
            (english, "(12.50)", -1250),
            (german, "1.234,5", 123_450),
            (french, "1\u{202f}234", 123_400),
            (yen, "1200", 1200),
            (nine, "1.000000001", 1_000_000_001),
        ] {
            assert_eq!(style.parse(text), Ok(units), "{text}");
        }
    }

    #[test]
    fn what_is_no_amount_is_refused_where_it_shows() {
        let english = AmountStyle { thousands: Some(','), ..PLAIN };
        for (style, text, at, what) in [
            (PLAIN, "", 0, "no amount"),
            (PLAIN, "12.505", 5, "3 decimal places, and the amounts have 2"),
            (PLAIN, "12.500", 5, "3 decimal places"),
            (PLAIN, "-12.505", 6, "3 decimal places"),
            (PLAIN, "1,234.50", 1, "not an amount"),
            (PLAIN, "12.", 0, "not an amount"),
            (PLAIN, ".", 0, "not an amount"),
            (PLAIN, "-", 0, "not an amount"),
            (PLAIN, "12-", 2, "not an amount"),
            (PLAIN, "--12", 1, "not an amount"),
            (PLAIN, "+12", 0, "not an amount"),
            (PLAIN, "1e3", 1, "not an amount"),
            (PLAIN, "12.5.0", 4, "not an amount"),
            (PLAIN, "€12", 0, "not an amount"),
            (PLAIN, "(12.50)", 0, "stands in parentheses"),
            (PLAIN, "92233720368547758.08", 0, "too large"),
            (english, "1,23", 0, "groups of other than three"),
            (english, "1234,567", 0, "groups of other than three"),
            (english, ",123", 0, "groups of other than three"),
            (english, "1,,234", 0, "groups of other than three"),
            (english, "1.5,0", 3, "not an amount"),
            (english, "0,123", 0, "a 0 before a group"),
            (english, "-0,123.50", 0, "a 0 before a group"),
            (english, "012,345", 0, "a 0 before a group"),
        ] {
            let fault = style.parse(text).unwrap_err();
            assert!(fault.at == at && fault.what.contains(what), "{text}: {fault:?}");
        }
    }

    #[test]
    fn numbers_of_a_sheet_are_the_decimals_that_were_typed() {
        // As a spreadsheet program stores 1234.1 and 0.29.
        for (stored, units) in
            [("1234.0999999999999", 123_410), ("0.28999999999999998", 29), ("-5", -500), ("-0", 0)]
        {
            assert_eq!(PLAIN.of_number(stored.parse().unwrap()), Ok(units), "{stored}");
        }
        for cent in 0..100_000_i64 {
            let typed = decimal(cent.into(), 2);
            assert_eq!(PLAIN.of_number(typed.parse().unwrap()), Ok(cent));
        }
        assert!(PLAIN.of_number(0.1 + 0.2).unwrap_err().what.contains("more than 15 digits"));
        assert!(PLAIN.of_number(1.005).unwrap_err().what.contains("3 decimal places"));
        assert!(PLAIN.of_number(1e15 + 0.5).unwrap_err().what.contains("more than 15 digits"));
    }

    #[test]
    fn minor_units_are_printed_with_their_places() {
        for (units, places, text) in [
            (0, 2, "0.00"),
            (5, 2, "0.05"),
            (-5, 2, "-0.05"),
            (123_456, 2, "1234.56"),
            (7, 0, "7"),
            (1, 9, "0.000000001"),
        ] {
            assert_eq!(decimal(units, places), text);
        }
    }
}
