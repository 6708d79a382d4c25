use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::run::fairdraw;

#[test]
fn folders_of_the_vectors_end_as_they_say() {
    let vectors = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../audit/vectors/files");
    let mut seen = BTreeSet::new();
    for entry in fs::read_dir(vectors).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(expected) = fs::read_to_string(folder.join("expect")) else {
            assert!(!folder.is_dir(), "{} has no file expect", folder.display());
            continue;
        };
        let value = |name: &str| expected.lines().find_map(|line| line.strip_prefix(name));
        let path = folder.to_str().unwrap();
        let more = value("arguments: ").into_iter().flat_map(|words| words.split(' '));
        let ran = fairdraw(["verify", path].into_iter().chain(more));
        let name = value("expect: ").unwrap();
        assert_eq!(ran.status.to_string(), value("status: ").unwrap(), "{path}: {}", ran.err);
        if name == "valid" {
            assert_eq!(ran.err, "", "{path}");
        } else {
            let first = ran.err.lines().next().unwrap_or_default();
            assert!(first.ends_with(&format!("[{name}]")), "{path}: {}", ran.err);
        }
        seen.insert(name.to_owned());
    }
    // `valid`, and every failure of the specification but `out-of-memory` and `signature-unchecked`.
    assert_eq!(seen.len(), 35, "{seen:?}");
}
