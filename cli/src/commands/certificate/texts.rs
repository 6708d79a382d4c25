//! The texts of the page, from the page's own table.

use serde_json::Value;

use super::page::PAGE;
use crate::error::Error;
use crate::html::{escape, isolated};

/// The languages of the table.
pub(super) const LANGUAGES: [&str; 5] = ["en", "es", "pt", "de", "fr"];

/// One language of the table of texts, which says how values stand in them.
pub(super) struct Texts {
    table: Value,
    pub(super) language: String,
}

/// What stands for `{name}` in a text.
#[derive(Clone, Copy)]
pub(super) enum Said<'a> {
    Number(u64),
    Text(&'a str),
    /// HTML that a text has become.
    Html(&'a str),
}

impl Texts {
    pub(super) fn of(language: &str) -> Result<Self, Error> {
        let table = PAGE.split_once(BEGIN).and_then(|(_, rest)| {
            let (table, _) = rest.split_once(END)?;
            let mut table: Value = serde_json::from_str(&format!("{{{table}}}")).ok()?;
            Some(table.get_mut(language)?.take())
        });
        let table = table.ok_or_else(|| {
            Error::not_done(format!("there are no texts for the language {language}"))
        })?;
        Ok(Self { table, language: language.to_owned() })
    }

    /// A text as HTML, with its values.
    pub(super) fn say(&self, key: &str, values: &[(&str, Said)]) -> String {
        self.format(self.table.get(key).and_then(Value::as_str).unwrap_or(key), values)
    }

    /// `{name}` and `{name|one|other}`; the words of the latter may have `{name}` in them.
    fn format(&self, text: &str, values: &[(&str, Said)]) -> String {
        let Some((before, rest)) = text.split_once('{') else {
            return escape(text);
        };
        let (inner, after) = rest.split_at(end_of_braces(rest));
        let (name, words) = inner.split_once('|').unwrap_or((inner, ""));
        let said = values.iter().find(|(known, _)| *known == name).map(|(_, said)| *said);
        let value = match (said, words.split_once('|')) {
            (Some(Said::Number(number)), Some((one, other))) => {
                let word = if self.is_one(number) { one } else { other };
                self.format(word, values)
            }
            (Some(Said::Number(number)), None) => grouped(number),
            (Some(Said::Text(text)), _) => isolated(text),
            (Some(Said::Html(html)), _) => html.to_owned(),
            (None, _) => String::new(),
        };
        escape(before) + &value + &self.format(after.strip_prefix('}').unwrap_or(after), values)
    }

    fn is_one(&self, number: u64) -> bool {
        number == 1 || number == 0 && matches!(self.language.as_str(), "fr" | "pt")
    }
}

fn end_of_braces(text: &str) -> usize {
    let mut depth = 0;
    let end = text.find(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        depth < 0
    });
    end.unwrap_or(text.len())
}

/// Digits in groups of three with a narrow space, which is read alike in all languages.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let first = digits.len() % 3;
    let groups = digits.as_bytes()[first..].chunks(3).map(String::from_utf8_lossy);
    let head = (first > 0).then(|| digits[..first].into());
    head.into_iter().chain(groups).collect::<Vec<_>>().join("\u{202f}")
}

const BEGIN: &str = "\nconst TEXTS = {";
const END: &str = "\n};";

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;

    fn texts(language: &str) -> Texts {
        Texts::of(language).unwrap()
    }

    #[test]
    fn languages_are_those_of_the_page() {
        for language in LANGUAGES {
            assert!(texts(language).table["language"].is_string(), "{language}");
        }
        let (_, table) = PAGE.split_once(BEGIN).unwrap();
        assert_eq!(table.split_once(END).unwrap().0.matches("\n  \"").count(), LANGUAGES.len());
    }

    #[test]
    fn values_stand_in_their_places() {
        let english = texts("en");
        let count = |count| [("count", Said::Number(count))];
        let text = "<{count} {count|{count} entry|entries}> {file}";
        assert_eq!(english.format(text, &count(1)), "&lt;1 1 entry&gt; ");
        assert_eq!(english.format(text, &count(0)), "&lt;0 entries&gt; ");
        assert_eq!(texts("fr").format(text, &count(0)), "&lt;0 0 entry&gt; ");
        let file = [("file", Said::Text("{count}<b>"))];
        assert_eq!(english.format("“{file}”", &file), "“<bdi>{count}&lt;b&gt;</bdi>”");
        assert_eq!(english.say("no such key", &[]), "no such key");
    }

    #[test]
    fn large_numbers_are_grouped() {
        let some = [(999, "999"), (1204, "1204"), (12_345, "12\u{202f}345")];
        for (number, wanted) in some.into_iter().chain([(123_456, "123\u{202f}456")]) {
            assert_eq!(grouped(number), wanted);
        }
        assert_eq!(
            grouped(u64::MAX),
            "18\u{202f}446\u{202f}744\u{202f}073\u{202f}709\u{202f}551\u{202f}615"
        );
    }
}
