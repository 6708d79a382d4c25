//! The page: the verifier of `audit/verify`, with the draw put at the only place that is left for it.

use std::io::{self, Write};

use base64::display::Base64Display;
use base64::engine::general_purpose::STANDARD;

use crate::error::Error;
use crate::html::json_string;

/// The files of a draw that go into the page.
pub(super) struct Embedded {
    /// Their name without the ending.
    pub(super) stem: String,
    pub(super) commit: Vec<u8>,
    /// At least one.
    pub(super) reveals: Vec<Vec<u8>>,
    pub(super) list: Option<Vec<u8>>,
    pub(super) seeds: Vec<Vec<u8>>,
    pub(super) receipts: Vec<Vec<u8>>,
    pub(super) outcomes: Vec<Vec<u8>>,
    /// Commit and reveal of each draw before this one.
    pub(super) earlier: Vec<(Vec<u8>, Option<Vec<u8>>)>,
}

impl Embedded {
    /// Their names in the page, and their bytes.
    ///
    /// The verifier in the page knows a list by this ending, whatever its first line looks like.
    pub(super) fn files(&self) -> Vec<(String, &[u8])> {
        let groups = [
            ("commit", std::slice::from_ref(&self.commit)),
            ("reveal", &self.reveals),
            ("list", self.list.as_slice()),
            ("seeds", &self.seeds),
            ("receipt", &self.receipts),
            ("outcome", &self.outcomes),
        ];
        let mut files = Vec::new();
        for (ending, group) in groups {
            for (index, bytes) in group.iter().enumerate() {
                let number = if index == 0 { String::new() } else { format!("-{}", index + 1) };
                files.push((format!("{}{number}.{ending}", self.stem), bytes.as_slice()));
            }
        }
        for (index, (commit, reveal)) in self.earlier.iter().enumerate() {
            let name = format!("{}-earlier-{}", self.stem, index + 1);
            files.push((format!("{name}.commit"), commit));
            files.extend(reveal.iter().map(|reveal| (format!("{name}.reveal"), reveal.as_slice())));
        }
        files
    }

    /// Refuses files that would make a page too large for browsers, whose longest text is about 512 MiB.
    pub(super) fn check_size(&self) -> Result<(), Error> {
        let total: usize = self.files().iter().map(|(_, bytes)| bytes.len()).sum();
        if total <= MOST_BYTES {
            return Ok(());
        }
        let (total, most) = (total.div_ceil(1 << 20), MOST_BYTES >> 20);
        Err(Error::not_done(format!("the files have {total} MiB, and a page takes at most {most}"))
        .hint("publish the files themselves instead, with the page audit/verify/fairdraw-verify.html"))
    }
}

/// Writes the page: `stated` is shown until the verifier in it has computed the draw from the files.
pub(super) fn write(
    out: &mut dyn Write,
    stated: &str,
    embedded: &Embedded,
    rehearsal: bool,
) -> io::Result<()> {
    let (before, after) = PAGE.split_once(PLACE).unwrap_or((PAGE, ""));
    write!(out, "{before}{stated}\n{BLOCK}{{\"rehearsal\": {rehearsal}, \"files\": [")?;
    for (index, (name, bytes)) in embedded.files().iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let (name, base64) = (json_string(name), Base64Display::new(bytes, &STANDARD));
        write!(out, "{comma}\n{{\"name\": {name}, \"base64\": \"{base64}\"}}")?;
    }
    write!(out, "\n]}}</script>{after}")
}

/// The page as anybody can get it elsewhere and compare.
pub(super) const PAGE: &str = include_str!("../../../../audit/verify/fairdraw-verify.html");
const PLACE: &str = "<!-- fairdraw:embedded -->";
const BLOCK: &str = "<script type=\"application/json\" id=\"fairdraw-files\">";
const MOST_BYTES: usize = 256 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_has_one_place_for_a_draw() {
        assert_eq!(PAGE.matches(PLACE).count(), 1);
    }
}
