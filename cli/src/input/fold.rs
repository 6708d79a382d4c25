//! The form in which two entries are compared when looking for near duplicates.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// An entry without case, accents, white space, Unicode form and invisible characters.
///
/// NFKD, then accents and white space go, then full lower-casing. Two entries with equal folds are shown to
/// the user, never joined: `Ana Ruíz` and `ANA RUIZ` may be two persons.
pub(crate) fn fold(entry: &str) -> String {
    if entry.is_ascii() {
        let kept = entry.bytes().filter(|b| !b.is_ascii_whitespace());
        return kept.map(|b| char::from(b.to_ascii_lowercase())).collect();
    }
    let kept = entry.nfkd().filter(|c| !is_accent(*c) && !c.is_whitespace() && !is_invisible(*c));
    // The two small sigmas are one letter; which is written depends on the place in the word.
    kept.flat_map(char::to_lowercase).map(|c| if c == 'ς' { 'σ' } else { c }).collect()
}

/// Marks above, below or over a letter. Class 0 holds the vowel signs of Indic scripts and of Thai, 7 to 9 nukta, kana
/// voicing and virama: without these, different names would look alike.
fn is_accent(c: char) -> bool {
    canonical_combining_class(c) > 9
}

/// Soft hyphen, zero-width space and joiners, word joiner, variation selectors.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}')
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn case_accents_spaces_and_form_do_not_count() {
        let same = [
            ("Ana Ruíz", "ANA  RUIZ"),
            ("e\u{301}", "\u{e9}"),
            ("ﬁn", "FIN"),
            ("İzmir", "izmir"),
            ("ΟΔΟΣ", "οδος"),
            ("a\u{a0}b", "ab"),
            ("co\u{ad}op", "Coop"),
            ("Ａｎａ", "ana"),
            ("が", "か\u{3099}"),
            ("☃\u{fe0f}", "☃"),
        ];
        for (a, b) in same {
            assert_eq!(fold(a), fold(b), "{a} {b}");
        }
        for (a, b) in [
            ("Ana", "Anna"),
            ("o", "ø"),
            ("A-B", "AB"),
            ("1", "l"),
            ("राम", "रीमा"),
            ("かな", "がな"),
        ] {
            assert_ne!(fold(a), fold(b), "{a} {b}");
        }
    }
}
