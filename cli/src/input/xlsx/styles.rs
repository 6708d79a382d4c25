//! How numbers look: dates and leading zeros are not in a cell's value but in its format.

use std::collections::HashMap;

use super::super::xml::{Node, Xml};

/// How a number looks in a cell.
#[derive(Clone, Copy)]
pub(super) enum NumberFormat {
    Plain,
    Date,
    /// With a percent sign.
    Percent,
    /// With the sign of a currency.
    Money,
    /// Filled up with zeros to this many digits.
    Padded(usize),
}

/// The number format of each cell style (`cellXfs`).
pub(super) fn formats(text: &str) -> Result<Vec<NumberFormat>, String> {
    let mut xml = Xml::new(text);
    let mut codes = HashMap::new();
    let mut ids = Vec::new();
    let mut in_cell_styles = None;
    loop {
        match xml.next()? {
            Node::Open(element) => match element.name() {
                "numFmt" => {
                    let (id, code) =
                        (element.attribute("numFmtId")?, element.attribute("formatCode")?);
                    // Here and not for each style: many styles can share a long code.
                    codes.extend(id.zip(code.map(|code| number_format(&code))));
                }
                "cellXfs" => in_cell_styles = Some(xml.depth()),
                "xf" if in_cell_styles.is_some() => {
                    ids.push(element.attribute("numFmtId")?.unwrap_or_default());
                }
                _ => {}
            },
            Node::Close if in_cell_styles.is_some_and(|depth| xml.depth() < depth) => {
                in_cell_styles = None;
            }
            Node::End => break,
            Node::Close | Node::Text(_) => {}
        }
    }
    Ok(ids.iter().map(|id| codes.get(id).copied().unwrap_or_else(|| built_in(id))).collect())
}

/// The formats that have a number instead of a code (ECMA-376 part 1, 18.8.30).
fn built_in(id: &str) -> NumberFormat {
    match id.parse() {
        Ok(14..=22 | 27..=36 | 45..=47 | 50..=58) => NumberFormat::Date,
        Ok(9 | 10) => NumberFormat::Percent,
        Ok(5..=8 | 42 | 44) => NumberFormat::Money,
        _ => NumberFormat::Plain,
    }
}

/// Tells dates, percentages, money and leading zeros from a format code such as `yyyy-mm-dd` or `00000`.
fn number_format(code: &str) -> NumberFormat {
    let mut zeros = 0;
    let mut whole = true;
    let mut signed = false;
    let mut percent = false;
    let mut chars = code.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                let inside: String = chars.by_ref().take_while(|c| *c != '"').collect();
                signed |= inside.contains(is_currency);
            }
            '\\' => signed |= chars.next().is_some_and(is_currency),
            '_' | '*' => drop(chars.next()),
            '[' => {
                let inside: String = chars.by_ref().take_while(|c| *c != ']').collect();
                if !inside.is_empty() && inside.chars().all(|c| "hmsHMS".contains(c)) {
                    return NumberFormat::Date;
                }
                // `[$€-407]` is a currency with its language, `[$-409]` a language alone.
                signed |= inside.strip_prefix('$').is_some_and(|sign| !sign.starts_with('-'));
            }
            ';' => break,
            '.' => whole = false,
            '0' if whole => zeros += 1,
            'd' | 'm' | 'y' | 'h' | 's' | 'D' | 'M' | 'Y' | 'H' | 'S' => return NumberFormat::Date,
            _ => {
                percent |= c == '%';
                signed |= is_currency(c);
            }
        }
    }
    if percent {
        return NumberFormat::Percent;
    }
    if signed {
        return NumberFormat::Money;
    }
    if zeros > 1 { NumberFormat::Padded(zeros) } else { NumberFormat::Plain }
}

fn is_currency(c: char) -> bool {
    matches!(c, '$' | '\u{a2}'..='\u{a5}' | '\u{20a0}'..='\u{20cf}')
}

#[cfg(test)]
mod tests {
    use super::{NumberFormat, built_in, number_format};

    #[test]
    fn format_codes_show_dates_and_leading_zeros() {
        for code in ["yyyy-mm-dd", "[h]:mm", "d/m/yy;@", "[$-409]mmm", "h:mm AM/PM"] {
            assert!(matches!(number_format(code), NumberFormat::Date), "{code}");
        }
        for code in [
            "General",
            "0",
            "#,##0",
            "0.00",
            "[Red]0",
            "\"days\" 0",
            "0.00E+00",
            "#,##0_d",
            "0\\d",
            "@",
        ] {
            assert!(matches!(number_format(code), NumberFormat::Plain), "{code}");
        }
        for code in ["0%", "0.00%", "\"$\"0%"] {
            assert!(matches!(number_format(code), NumberFormat::Percent), "{code}");
        }
        for code in ["[$€-407]#,##0", "#,##0\\ \"€\"", "\"$\"#,##0", "$0", "£0", "0\\€"] {
            assert!(matches!(number_format(code), NumberFormat::Money), "{code}");
        }
        for (id, percent, money) in [
            ("9", true, false),
            ("10", true, false),
            ("7", false, true),
            ("44", false, true),
            ("1", false, false),
            ("37", false, false),
        ] {
            assert_eq!(matches!(built_in(id), NumberFormat::Percent), percent, "{id}");
            assert_eq!(matches!(built_in(id), NumberFormat::Money), money, "{id}");
        }
        assert!(matches!(number_format("\"100%\" 0"), NumberFormat::Plain), "a text");
        assert!(matches!(number_format("00000"), NumberFormat::Padded(5)));
        assert!(matches!(number_format("000-00"), NumberFormat::Padded(5)));
    }
}
