//! Which part of a package is which (ECMA-376 part 2, clause 9.3).

use std::collections::HashMap;

use super::super::archive::Archive;
use super::super::xml::{Node, Xml};
use crate::error::Error;

/// What a part refers to: the last word of the relationship's type, and the other part's path.
pub(super) struct Relation {
    pub(super) kind: String,
    pub(super) target: String,
}

/// The relationships of a part by their ids; those of the package for the empty path.
pub(super) fn relations(
    archive: &mut Archive<'_>,
    part: &str,
) -> Result<HashMap<String, Relation>, Error> {
    let (folder, file) = part.rsplit_once('/').map_or(("", part), |(folder, file)| (folder, file));
    let path = if folder.is_empty() {
        format!("_rels/{file}.rels")
    } else {
        format!("{folder}/_rels/{file}.rels")
    };
    let text = archive.needed(&path)?;
    let mut relations = HashMap::new();
    let mut read = || {
        let mut xml = Xml::new(&text);
        loop {
            match xml.next()? {
                Node::Open(element) if element.name() == "Relationship" => {
                    let attribute =
                        |name| Ok::<_, String>(element.attribute(name)?.unwrap_or_default());
                    let kind = attribute("Type")?.rsplit('/').next().unwrap_or_default().to_owned();
                    let target = resolve(folder, &attribute("Target")?);
                    relations.insert(attribute("Id")?, Relation { kind, target });
                }
                Node::End => return Ok::<_, String>(()),
                _ => {}
            }
        }
    };
    read().map_err(|what| archive.broken(&path, &what))?;
    Ok(relations)
}

/// The path of a target that may be relative to `folder`.
fn resolve(folder: &str, target: &str) -> String {
    if let Some(absolute) = target.strip_prefix('/') {
        return absolute.to_owned();
    }
    let mut path: Vec<&str> = folder.split('/').filter(|s| !s.is_empty()).collect();
    for segment in target.split('/') {
        match segment {
            "" | "." => {}
            ".." => drop(path.pop()),
            _ => path.push(segment),
        }
    }
    path.join("/")
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn targets_are_relative_to_their_part() {
        assert_eq!(resolve("xl", "worksheets/sheet1.xml"), "xl/worksheets/sheet1.xml");
        assert_eq!(resolve("xl", "/xl/styles.xml"), "xl/styles.xml");
        assert_eq!(resolve("xl/a", "../../b.xml"), "b.xml");
    }
}
