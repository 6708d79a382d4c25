//! The form in which two entries are compared when looking for near duplicates.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// An entry without case, accents, white space, Unicode form and invisible characters, with one hyphen for all, and with Latin
/// letters for those of Greek and Cyrillic that look like them.
///
/// NFKD, then accents and white space go, then full lower-casing, then what looks alike is made one. Two entries with equal folds are shown to
/// the user, never joined: `Ana Ruíz` and `ANA RUIZ` may be two persons.
pub(crate) fn fold(entry: &str) -> String {
    let mut folded = String::new();
    fold_into(entry, &mut folded);
    folded
}

/// Writes the fold of an entry in place of what a string held.
pub(crate) fn fold_into(entry: &str, folded: &mut String) {
    folded.clear();
    if entry.is_ascii() {
        let kept = entry.bytes().filter(|b| !b.is_ascii_whitespace());
        folded.extend(kept.map(|b| char::from(b.to_ascii_lowercase())));
        return;
    }
    let kept = entry.nfkd().filter(|c| !is_accent(*c) && !c.is_whitespace() && !is_invisible(*c));
    folded.extend(kept.flat_map(char::to_lowercase).map(look_alike));
}

/// One character for those that are hard to tell apart in print, in small letters or in capitals. Letters of one script stay
/// different, or different names would look alike.
fn look_alike(c: char) -> char {
    match c {
        // The two small sigmas are one letter; which is written depends on the place in the word.
        'ς' => 'σ',
        // Hyphens and dashes, minus, hyphen bullet.
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2043}' => '-',
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' => 'e',
        'н' | 'η' => 'h',
        'і' | 'ι' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' | 'μ' => 'm',
        'ν' => 'n',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'ԝ' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'υ' => 'y',
        'ζ' => 'z',
        _ => c,
    }
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
            ("INV\u{2011}1", "INV-1"),
            ("INV\u{2013}1", "inv\u{2212}1"),
            ("INV\u{ff0d}1", "INV\u{2010}1"),
            ("N\u{43e}rth", "North"),         // Cyrillic o
            ("\u{39d}\u{39f}RTH", "north"),   // Greek N and O
            ("\u{421}\u{41e}\u{420}", "cop"), // Cyrillic, all of it
        ];
        for (a, b) in same {
            assert_eq!(fold(a), fold(b), "{a} {b}");
        }
        for (a, b) in [
            ("Ana", "Anna"),
            ("o", "ø"),
            ("A-B", "AB"),
            ("1", "l"),
            ("ном", "нам"),
            ("αβγδεζηθικλμνξοπρστυφχψω", "αβγδεζηθικλμνξοπρστυφχψ"),
            ("राम", "रीमा"),
            ("かな", "がな"),
        ] {
            assert_ne!(fold(a), fold(b), "{a} {b}");
        }
    }

    /// The alphabets, so that no name of one script looks like another of it.
    #[test]
    fn letters_of_one_script_stay_different() {
        for alphabet in [
            "abcdefghijklmnopqrstuvwxyz",
            "абвгдежзийклмнопрстуфхцчшщъыьэюяіјѕ",
            "αβγδεζηθικλμνξοπρστυφχψω",
        ] {
            let mut folds: Vec<_> = alphabet.chars().map(|c| fold(&c.to_string())).collect();
            folds.sort();
            // Without its accent и is й.
            let before = folds.len() - usize::from(alphabet.contains('й'));
            folds.dedup();
            assert_eq!(folds.len(), before);
        }
    }
}
