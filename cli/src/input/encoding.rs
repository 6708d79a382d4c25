//! Bytes to UTF-8 text. No byte is ever replaced: what can't be decoded is refused with its place.

use encoding_rs::{DecoderResult, Encoding, REPLACEMENT, UTF_8, UTF_16BE};

use super::lines::position;
use crate::error::Error;

/// A text without byte order mark, and how it was read, in words.
#[derive(Debug)]
pub(crate) struct Decoded {
    pub(crate) text: String,
    pub(crate) encoding: String,
}

/// Decodes `bytes` as told, else by the byte order mark, else as UTF-8.
pub(crate) fn decode(name: &str, mut bytes: Vec<u8>, told: Option<&str>) -> Result<Decoded, Error> {
    let mark = mark(name, &bytes)?;
    let asked = told.map(|label| lookup(name, label)).transpose()?;
    let (encoding, skip) = match (asked, mark) {
        (None, None) => (UTF_8, 0),
        (None, Some((encoding, len))) => (encoding, len),
        (Some(asked), None) => (asked, 0),
        (Some(asked), Some((encoding, len))) => {
            // The label "utf-16" means little-endian in the WHATWG standard, but whoever writes it lets the mark decide.
            let any_utf16 = told.is_some_and(|t| t.trim().eq_ignore_ascii_case("utf-16"));
            if asked != encoding && !(any_utf16 && encoding == UTF_16BE) {
                return Err(Error::not_done(format!(
                    "{name}: it begins with the byte order mark of {}, but --encoding says {}",
                    encoding.name(),
                    asked.name()
                ))
                .hint("leave out --encoding"));
            }
            (encoding, len)
        }
    };
    let words = match (skip > 0, asked.is_some()) {
        (true, _) => format!("{} with a byte order mark", encoding.name()),
        (false, true) => format!("{}, as told", encoding.name()),
        (false, false) => encoding.name().to_owned(),
    };
    let text = if encoding == UTF_8 {
        bytes.drain(..skip);
        String::from_utf8(bytes).map_err(|e| {
            let valid = e.utf8_error().valid_up_to();
            let before = str::from_utf8(&e.as_bytes()[..valid]).unwrap_or_default();
            malformed(name, encoding, before, skip + valid, e.as_bytes().get(valid))
        })?
    } else {
        decode_other(name, encoding, &bytes, skip)?
    };
    Ok(Decoded { text, encoding: words })
}

fn decode_other(
    name: &str,
    encoding: &'static Encoding,
    bytes: &[u8],
    skip: usize,
) -> Result<String, Error> {
    let too_long = || Error::not_done(format!("{name}: it does not fit into memory"));
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let source = &bytes[skip..];
    let room =
        decoder.max_utf8_buffer_length_without_replacement(source.len()).ok_or_else(too_long)?;
    let mut text = String::with_capacity(room);
    let (result, read) = decoder.decode_to_string_without_replacement(source, &mut text, true);
    match result {
        DecoderResult::InputEmpty => {
            text.shrink_to_fit();
            Ok(text)
        }
        DecoderResult::OutputFull => Err(too_long()),
        DecoderResult::Malformed(bad, after) => {
            let start = skip + read.saturating_sub(usize::from(bad) + usize::from(after));
            Err(malformed(name, encoding, &text, start, bytes.get(start)))
        }
    }
}

fn malformed(
    name: &str,
    encoding: &'static Encoding,
    before: &str,
    offset: usize,
    byte: Option<&u8>,
) -> Error {
    let (line, column) = position(before);
    let byte = byte.map_or_else(|| "the end".to_owned(), |b| format!("the byte {b:02X}"));
    let hint = if encoding == UTF_8 {
        "save the file as UTF-8, or name its encoding, for example --encoding windows-1252 (older Windows programs)"
    } else {
        "name the right one with --encoding, or save the file as UTF-8"
    };
    let called = encoding.name();
    Error::not_done(format!("{name}: line {line}, column {column} (byte offset {offset}): {byte} is not valid {called} here"))
        .hint(hint)
}

/// The encoding that a byte order mark names, and the mark's length.
fn mark(name: &str, bytes: &[u8]) -> Result<Option<(&'static Encoding, usize)>, Error> {
    if bytes.starts_with(&[0xff, 0xfe, 0, 0]) || bytes.starts_with(&[0, 0, 0xfe, 0xff]) {
        return Err(
            Error::not_done(format!("{name}: UTF-32 can't be read")).hint("save the file as UTF-8")
        );
    }
    Ok(Encoding::for_bom(bytes))
}

fn lookup(name: &str, label: &str) -> Result<&'static Encoding, Error> {
    let found = Encoding::for_label(label.as_bytes()).filter(|e| *e != REPLACEMENT);
    found.ok_or_else(|| {
        Error::not_done(format!("{name}: no encoding is called `{}`", label.escape_debug()))
            .hint("for example utf-8, utf-16le, windows-1252, iso-8859-2, shift_jis, gb18030")
    })
}

/// Whether this was UTF-16 without a byte order mark: then plain ASCII text has a zero byte in every character.
pub(crate) fn looks_like_utf16(text: &str) -> bool {
    matches!(text.as_bytes(), [0, _, 0, _, ..] | [_, 0, _, 0, ..])
}
