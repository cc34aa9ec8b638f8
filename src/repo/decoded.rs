//! Trees that were decoded once, so that looking up every name in a directory
//! does not read the directory anew for each.

use std::collections::HashMap;

use bstr::{BStr, BString};

use super::Entry;

/// What a name costs beside its bytes: the entry, and its place in the map.
const NAME_COST: usize = 128;

/// What stands in one directory, by name.
#[derive(Debug, Default)]
pub(super) struct Names {
    entries: HashMap<BString, Entry>,
    bytes: usize,
}

impl Names {
    /// Adds what stands at a name. A tree that has a name twice is broken: the
    /// first counts.
    pub(super) fn add(&mut self, name: &BStr, entry: Entry) {
        self.bytes += NAME_COST + name.len();
        self.entries.entry(name.to_owned()).or_insert(entry);
    }

    /// How much memory the names take, about.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The trees that were decoded, by their id: what is there at an id never
/// changes.
#[derive(Debug)]
pub(super) struct Decoded {
    trees: HashMap<gix::ObjectId, Names>,
    bytes: usize,
    limit: usize,
}

impl Decoded {
    /// Remembers trees of about so many bytes together; the last one always.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            trees: HashMap::new(),
            bytes: 0,
            limit,
        }
    }

    /// What stands at a name of a tree, which `decode` reads where it is not
    /// known.
    ///
    /// # Errors
    ///
    /// Those of `decode`. What it failed at is not remembered.
    pub(super) fn find<E>(
        &mut self,
        tree: gix::ObjectId,
        name: &BStr,
        decode: impl FnOnce() -> Result<Names, E>,
    ) -> Result<Option<Entry>, E> {
        if let Some(names) = self.trees.get(&tree) {
            return Ok(names.entries.get(name).copied());
        }
        let names = decode()?;
        let found = names.entries.get(name).copied();
        // All at once: what is dropped was paid for by as much that was
        // decoded since, so the order of the lookups cannot make it slow.
        if self.bytes + names.bytes > self.limit {
            self.trees.clear();
            self.bytes = 0;
        }
        self.bytes += names.bytes;
        self.trees.insert(tree, names);
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::convert::Infallible;

    use super::*;
    use crate::repo::{EntryKind, ObjectId};

    fn id(n: u8) -> gix::ObjectId {
        gix::ObjectId::from_bytes_or_panic(&[n; 20])
    }

    fn entry(n: u8) -> Entry {
        Entry {
            kind: EntryKind::File,
            id: ObjectId(id(n)),
        }
    }

    /// Looks `name` up in tree `n`, which has `f`, and counts the decoding.
    fn look(decoded: &mut Decoded, n: u8, name: &str, count: &Cell<usize>) -> Option<Entry> {
        let decode = || {
            count.set(count.get() + 1);
            let mut names = Names::default();
            names.add("f".into(), entry(n));
            names.add("f".into(), entry(0));
            Ok::<_, Infallible>(names)
        };
        decoded.find(id(n), name.into(), decode).unwrap()
    }

    #[test]
    fn a_tree_is_decoded_once_for_all_of_its_names() {
        let (mut decoded, count) = (Decoded::new(1_000), Cell::new(0));
        for _ in 0..100 {
            assert_eq!(look(&mut decoded, 1, "f", &count), Some(entry(1)));
            assert_eq!(look(&mut decoded, 1, "g", &count), None);
            assert_eq!(look(&mut decoded, 2, "f", &count), Some(entry(2)));
        }
        assert_eq!(count.get(), 2);
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let (mut decoded, count) = (Decoded::new(1_000), Cell::new(0));
        for n in 1..=100 {
            look(&mut decoded, n, "f", &count);
            assert!(decoded.bytes <= 1_000);
            let held: usize = decoded.trees.values().map(Names::bytes).sum();
            assert_eq!(decoded.bytes, held);
        }
        assert_eq!(count.get(), 100);
        // One that is larger than all is still decoded once.
        let (mut decoded, count) = (Decoded::new(1), Cell::new(0));
        for _ in 0..100 {
            look(&mut decoded, 1, "f", &count);
        }
        assert_eq!(count.get(), 1);
    }

    #[test]
    fn a_failure_is_not_remembered() {
        let (mut decoded, count) = (Decoded::new(1_000), Cell::new(0));
        let failed = decoded.find(id(1), "f".into(), || Err("broken"));
        assert_eq!(failed, Err("broken"));
        assert_eq!(look(&mut decoded, 1, "f", &count), Some(entry(1)));
    }
}
