//! The little XML that workbooks need, over one part in memory.

use std::borrow::Cow;

use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// What the parser met. Empty elements come as [`Node::Open`] and [`Node::Close`]; names are without prefix.
pub(crate) enum Node<'x> {
    Open(Element<'x>),
    Close,
    Text(Cow<'x, str>),
    End,
}

/// A start tag.
pub(crate) struct Element<'x>(BytesStart<'x>);

/// A reader over one part. Errors are words for [`super::archive::Archive::broken`].
pub(crate) struct Xml<'x> {
    reader: Reader<&'x [u8]>,
    depth: u32,
}

impl<'x> Xml<'x> {
    pub(crate) fn new(text: &'x str) -> Self {
        let mut reader = Reader::from_str(text.strip_prefix('\u{feff}').unwrap_or(text));
        reader.config_mut().expand_empty_elements = true;
        Self { reader, depth: 0 }
    }

    /// Elements open now.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    pub(crate) fn next(&mut self) -> Result<Node<'x>, String> {
        loop {
            return Ok(match self.reader.read_event().map_err(|e| e.to_string())? {
                Event::Start(start) => {
                    self.depth += 1;
                    if self.depth > MAX_DEPTH {
                        return Err("elements are nested too deep".to_owned());
                    }
                    Node::Open(Element(start))
                }
                Event::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    Node::Close
                }
                Event::Text(text) => Node::Text(text.xml10_content()),
                Event::CData(text) => Node::Text(text.xml10_content()),
                Event::GeneralRef(reference) => {
                    let character = reference.resolve_char_ref().map_err(|e| e.to_string())?;
                    match (character, resolve_xml_entity(&reference)) {
                        (Some(c), _) => Node::Text(Cow::Owned(c.to_string())),
                        (None, Some(text)) => Node::Text(Cow::Borrowed(text)),
                        (None, None) => {
                            return Err("it uses an entity that XML does not define".to_owned());
                        }
                    }
                }
                Event::Eof if self.depth > 0 => return Err("it ends too early".to_owned()),
                Event::Eof => Node::End,
                Event::Empty(_)
                | Event::Comment(_)
                | Event::Decl(_)
                | Event::PI(_)
                | Event::DocType(_) => continue,
            });
        }
    }

    /// Skips to the end of the element just opened.
    pub(crate) fn skip(&mut self) -> Result<(), String> {
        let outside = self.depth.saturating_sub(1);
        while self.depth > outside {
            self.next()?;
        }
        Ok(())
    }
}

impl Element<'_> {
    /// The name without prefix.
    pub(crate) fn name(&self) -> &str {
        self.0.local_name().into_inner()
    }

    /// The attribute called `name`: with its prefix if `name` has one, else whatever its prefix.
    pub(crate) fn attribute(&self, name: &str) -> Result<Option<String>, String> {
        for attribute in self.0.attributes().with_checks(false) {
            let attribute = attribute.map_err(|e| e.to_string())?;
            if attribute.key.as_ref() == name || attribute.key.local_name().as_ref() == name {
                let value = attribute
                    .normalized_value(XmlVersion::Explicit1_0)
                    .map_err(|e| e.to_string())?;
                return Ok(Some(value.into_owned()));
            }
        }
        Ok(None)
    }
}

const MAX_DEPTH: u32 = 256;
