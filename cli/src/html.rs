//! Foreign text inside HTML, exactly as it is.

/// Text for an element's content or a quoted attribute.
pub(crate) fn escape(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut html, c| {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            _ => html.push(c),
        }
        html
    })
}

/// Foreign text in an element of its own, so that its direction doesn't move what stands around it.
pub(crate) fn isolated(text: &str) -> String {
    format!("<bdi>{}</bdi>", escape(text))
}

/// A JSON string inside a script element, where nothing but `</script` and `<!--` has a meaning of its own.
pub(crate) fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('<', "\\u003c")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;

    #[test]
    fn markup_is_text() {
        assert_eq!(
            escape("</p><img src='x' onerror=\"y\">&amp;"),
            "&lt;/p&gt;&lt;img src=&#39;x&#39; onerror=&quot;y&quot;&gt;&amp;amp;"
        );
    }

    #[test]
    fn json_in_a_script_has_no_tag_and_says_the_same() {
        let text = "</script><!-- \u{2028} \"\\é";
        let json = json_string(text);
        assert!(!json.contains('<'), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
