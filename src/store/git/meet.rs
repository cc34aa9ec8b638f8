//! Two archives, of two clones, made one.

use std::collections::BTreeMap;

use bstr::ByteSlice as _;

use super::edit::{ArchiveEdit, index_edit, read_index};
use super::{GitStore, place};
use crate::repo::{Entry, EntryKind, NewCommit, NewObjects, ObjectId, TreeEdit, WriteLock};
use crate::store::{Key, StoreError};

/// How deep the layout is.
const DEPTH: usize = 6;

/// What stands at one place in the last common archive, in ours and in theirs.
#[derive(Clone, Copy, Default)]
struct Three {
    base: Option<Entry>,
    ours: Option<Entry>,
    theirs: Option<Entry>,
}

/// What is to be done to our tree.
#[derive(Default)]
struct Plan {
    edits: Vec<TreeEdit>,
    /// Records that both have changed.
    records: Vec<(Key, ObjectId, ObjectId)>,
    /// Records that one has forgotten and the other changed since: kept.
    kept: Vec<(Key, ObjectId)>,
    index: Vec<(String, Three)>,
}

impl GitStore<'_> {
    /// Takes in what another clone has as its archive.
    pub(super) fn meet_archives(
        &self,
        lock: &WriteLock,
        theirs: ObjectId,
        seconds: i64,
    ) -> Result<(), StoreError> {
        let Some(ours) = self.archive_tip()? else {
            return self.move_archive(lock, None, theirs, (seconds, "fetched"));
        };
        let base = self.repo.common_ancestor(ours, theirs)?;
        if base == Some(theirs) {
            return Ok(());
        }
        if base == Some(ours) {
            return self.move_archive(lock, Some(ours), theirs, (seconds, "fetched"));
        }
        let tree = |id: ObjectId| self.repo.commit(id).map(|commit| commit.tree);
        let mut objects = self.repo.new_objects();
        let base = base.map(tree).transpose()?;
        let merged = self.meet_trees(&mut objects, base, tree(ours)?, tree(theirs)?)?;
        let commit = objects.commit(&NewCommit {
            tree: merged,
            parents: vec![ours, theirs],
            seconds,
            message: "meet\n",
        })?;
        objects.sync()?;
        self.move_archive(lock, Some(ours), commit, (seconds, "meet"))
    }

    fn meet_trees(
        &self,
        objects: &mut NewObjects<'_>,
        base: Option<ObjectId>,
        ours: ObjectId,
        theirs: ObjectId,
    ) -> Result<ObjectId, StoreError> {
        let mut plan = self.plan(base, ours, theirs)?;
        for (path, three) in &plan.index {
            plan.edits.push(self.meet_index(objects, path, *three)?);
        }
        let tree = objects.tree(Some(ours), &plan.edits)?;
        // Where both have changed a record, it is merged, and so is its part
        // of the index.
        let mut edit = ArchiveEdit::default();
        for (key, ours, theirs) in plan.records {
            let (ours, theirs) = (self.repo.blob(ours)?, self.repo.blob(theirs)?);
            let text = (self.rules.merge)(&ours, &theirs);
            let mut before = (self.rules.pulls)(&ours);
            before.extend((self.rules.pulls)(&theirs));
            edit.put(
                &key,
                objects.blob(&text)?,
                &before,
                &(self.rules.pulls)(&text),
            );
        }
        for (key, blob) in plan.kept {
            let text = self.repo.blob(blob)?;
            edit.put(&key, blob, &[], &(self.rules.pulls)(&text));
        }
        edit.apply(self, objects, Some(tree))
    }

    /// What differs, found without looking into trees that are the same.
    fn plan(
        &self,
        base: Option<ObjectId>,
        ours: ObjectId,
        theirs: ObjectId,
    ) -> Result<Plan, StoreError> {
        let root = |id: ObjectId| Entry {
            kind: EntryKind::Directory,
            id,
        };
        let mut plan = Plan::default();
        let mut open = vec![(
            String::new(),
            Three {
                base: base.map(root),
                ours: Some(root(ours)),
                theirs: Some(root(theirs)),
            },
        )];
        while let Some((path, three)) = open.pop() {
            for (name, three) in self.below(three)? {
                let below = if path.is_empty() {
                    name
                } else {
                    format!("{path}/{name}")
                };
                let Three { base, ours, theirs } = three;
                let known = below
                    .split('/')
                    .next()
                    .is_some_and(|top| matches!(top, "items" | "index"));
                if !known || ours == theirs || base == theirs {
                    continue;
                }
                let directory = |entry: Option<Entry>| {
                    entry.is_none_or(|entry| entry.kind == EntryKind::Directory)
                };
                if base == ours {
                    plan.edits.push(match theirs {
                        Some(entry) if entry.kind == EntryKind::Directory => {
                            TreeEdit::Graft(below, entry.id)
                        }
                        Some(entry) => TreeEdit::Put(below, entry.id),
                        None => TreeEdit::Remove(below),
                    });
                } else if directory(ours) && directory(theirs) {
                    if below.split('/').count() < DEPTH {
                        open.push((below, three));
                    }
                } else if below.starts_with("index/") {
                    plan.index.push((below, three));
                } else if let Some(key) = place::key_of_item(&below) {
                    match (ours, theirs) {
                        (Some(ours), Some(theirs)) => {
                            plan.records.push((key, ours.id, theirs.id));
                        }
                        (one, other) => {
                            plan.kept.extend(one.or(other).map(|entry| (key, entry.id)));
                        }
                    }
                }
            }
        }
        Ok(plan)
    }

    fn below(&self, three: Three) -> Result<BTreeMap<String, Three>, StoreError> {
        let mut all: BTreeMap<String, Three> = BTreeMap::new();
        let mut add = |from: Option<Entry>, set: fn(&mut Three, Entry)| {
            let Some(Entry {
                kind: EntryKind::Directory,
                id,
            }) = from
            else {
                return Ok::<_, StoreError>(());
            };
            for (name, entry) in self.repo.entries(id)? {
                let plain = matches!(entry.kind, EntryKind::Directory | EntryKind::File);
                if let (true, Ok(name)) = (plain, name.to_str()) {
                    set(all.entry(name.to_owned()).or_default(), entry);
                }
            }
            Ok(())
        };
        add(three.base, |three, entry| three.base = Some(entry))?;
        add(three.ours, |three, entry| three.ours = Some(entry))?;
        add(three.theirs, |three, entry| three.theirs = Some(entry))?;
        Ok(all)
    }

    /// A file of the index: what either side has added is in it, what either
    /// has removed is not.
    fn meet_index(
        &self,
        objects: &mut NewObjects<'_>,
        path: &str,
        three: Three,
    ) -> Result<TreeEdit, StoreError> {
        let lines = |entry: Option<Entry>| -> Result<_, StoreError> {
            match entry {
                Some(entry) if entry.kind == EntryKind::File => {
                    Ok(read_index(&self.repo.blob(entry.id)?))
                }
                _ => Ok(read_index(b"")),
            }
        };
        let (base, ours, theirs) = (lines(three.base)?, lines(three.ours)?, lines(three.theirs)?);
        let mut merged = &ours & &theirs;
        merged.extend(ours.difference(&base).cloned());
        merged.extend(theirs.difference(&base).cloned());
        index_edit(objects, path, &merged)
    }
}
