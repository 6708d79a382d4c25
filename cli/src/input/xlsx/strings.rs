//! Texts of cells, shared or in place (ECMA-376 part 1, clause 18.4).

use super::super::xml::{Node, Xml};

/// The table of texts that cells refer to by index.
pub(super) fn shared_strings(text: &str) -> Result<Vec<String>, String> {
    let mut xml = Xml::new(text);
    let mut strings = Vec::new();
    loop {
        match xml.next()? {
            Node::Open(element) if element.name() == "si" => strings.push(rich_text(&mut xml)?),
            Node::End => return Ok(strings),
            _ => {}
        }
    }
}

/// The text of the element just opened: all `t` in it but those of phonetic runs.
pub(super) fn rich_text(xml: &mut Xml<'_>) -> Result<String, String> {
    let outside = xml.depth() - 1;
    let mut text = String::new();
    let mut in_text = false;
    while xml.depth() > outside {
        match xml.next()? {
            Node::Open(element) if element.name() == "rPh" => xml.skip()?,
            Node::Open(element) => in_text = element.name() == "t",
            Node::Close => in_text = false,
            Node::Text(piece) if in_text => text.push_str(&piece),
            Node::Text(_) | Node::End => {}
        }
    }
    Ok(unescape(text))
}

/// Puts characters in the place of `_xHHHH_` (ECMA-376 part 1, 22.9.2.19); surrogates stay as they are written.
pub(super) fn unescape(text: String) -> String {
    if !text.contains("_x") {
        return text;
    }
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("_x") {
        out.push_str(&rest[..at]);
        let digits = rest.get(at + 2..at + 6).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let closed = rest.as_bytes().get(at + 6) == Some(&b'_');
        let character = digits
            .filter(|_| closed)
            .and_then(|d| u32::from_str_radix(d, 16).ok())
            .and_then(char::from_u32);
        if let Some(c) = character {
            out.push(c);
            rest = &rest[at + 7..];
        } else {
            out.push('_');
            rest = &rest[at + 1..];
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn escapes_become_characters_once() {
        let cases = [
            ("a_x000D_b", "a\rb"),
            ("_x005F_x000D_", "_x000D_"),
            ("_x00e9_", "é"),
            ("_xD83D_", "_xD83D_"),
            ("_x12", "_x12"),
            ("_x_x0041_", "_xA"),
            ("_x1é34_", "_x1é34_"),
        ];
        for (stored, text) in cases {
            assert_eq!(unescape(stored.to_owned()), text);
        }
    }
}
