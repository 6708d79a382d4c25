use fairdraw::draw::{EntryList, merkle};

/// Entry lists: what is read has one canonical text, which says the same, and paths that lead to the root.
pub fn entries(bytes: &[u8]) {
    for weighted in [false, true] {
        match EntryList::parse(bytes.to_vec(), weighted) {
            Ok(list) => check(bytes, weighted, &list),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn check(bytes: &[u8], weighted: bool, list: &EntryList) {
    assert_eq!(list.as_str().as_bytes(), canonical(bytes));
    let again = [
        EntryList::parse(list.as_str().into(), weighted).unwrap(),
        EntryList::from_lines(list.lines(), weighted).unwrap(),
    ];
    for again in again {
        assert_eq!((again.as_str(), again.root()), (list.as_str(), list.root()));
        assert_eq!((again.len(), again.tickets()), (list.len(), list.tickets()));
    }
    let tickets = (0..list.len()).filter_map(|at| list.tickets_at(at)).map(u64::from);
    assert_eq!(list.tickets(), weighted.then(|| tickets.sum()));

    let tree = list.tree(None);
    assert_eq!(tree.root(), list.root());
    assert_eq!(tree.path(list.len()), None);
    for position in [0, list.len() / 2, list.len() - 1] {
        assert_eq!(list.position(list.entry(position).unwrap()), Some(position));
        let leaf = merkle::leaf(list.line(position).unwrap());
        let path = tree.path(position).unwrap();
        let root = merkle::root_from_path(leaf, position, list.len(), &path);
        assert_eq!(root, Some(list.root()));
    }
}

/// What a list file becomes by the reader's tolerances.
pub(crate) fn canonical(bytes: &[u8]) -> Vec<u8> {
    let mut text = crate::with_lf(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes));
    if !text.is_empty() && !text.ends_with(b"\n") {
        text.push(b'\n');
    }
    text
}
