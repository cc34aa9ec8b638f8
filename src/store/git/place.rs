//! Where things stand: the layout of references and of the archive's tree. It
//! is for ever; docs/decisions/0006-the-archive-in-refs.md says why it is so.

use crate::repo::RefName;
use crate::store::{Key, StoreError};

/// The reference that all records are folded into.
pub const ARCHIVE: &str = "refs/closeout/archive";

/// Below it, one reference a record.
pub(super) const ITEMS: &str = "refs/closeout/items/";

/// The file of a record in the tree of its own reference.
pub(super) const RECORD: &str = "record.json";

/// How many records stand in one tree of the archive. A tree is read and
/// written whole.
const IN_ONE_TREE: u64 = 1000;

pub(super) fn archive() -> RefName {
    RefName::archive()
}

pub(super) fn reference(key: &Key) -> Result<RefName, StoreError> {
    let name = format!("{ITEMS}{}", key.path());
    // A key's path is made to be one; git's rules may grow.
    RefName::new(&name).ok_or_else(|| StoreError::NoRecord {
        reference: name,
        reason: "git would refuse that name".to_owned(),
    })
}

pub(super) fn key_of_reference(name: &str) -> Option<Key> {
    Key::from_path(name.strip_prefix(ITEMS)?)
}

/// `items/<host>/<owner>/<repo>/<n div 1000>/<n>.json`
pub(super) fn item(key: &Key) -> String {
    let number = key.number();
    format!(
        "items/{}/{}/{number}.json",
        key.directory(),
        number / IN_ONE_TREE
    )
}

pub(super) fn key_of_item(path: &str) -> Option<Key> {
    let rest = path.strip_prefix("items/")?.strip_suffix(".json")?;
    let (above, number) = rest.rsplit_once('/')?;
    let (directory, _) = above.rsplit_once('/')?;
    let key = Key::from_path(&format!("{directory}/{number}"))?;
    (item(&key) == path).then_some(key)
}

/// Whether records may stand somewhere below this directory.
pub(super) fn leads_to_items(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.next() == Some("items") && parts.count() <= 4
}

/// `index/<host>/<owner>/<repo>/<n div 1000>`: a text of lines, each a pull
/// request's number and the path of an item that lists it.
pub(super) fn index(pull: &Key) -> String {
    format!("index/{}/{}", pull.directory(), pull.number() / IN_ONE_TREE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_the_archive_is_of_one_item() {
        let key = Key::from_ref("github:acme/.widgets#12345").unwrap();
        let path = "items/github.com/acme/%2Ewidgets/12/12345.json";
        assert_eq!(item(&key), path);
        assert_eq!(key_of_item(path), Some(key.clone()));
        assert_eq!(index(&key), "index/github.com/acme/%2Ewidgets/12");
        for other in [
            "items/github.com/acme/%2Ewidgets/13/12345.json",
            "items/github.com/acme/%2Ewidgets/12345.json",
            "items/github.com/acme/%2Ewidgets/12/012345.json",
            "items/github.com/acme/%2Ewidgets/12/12345",
        ] {
            assert_eq!(key_of_item(other), None, "{other}");
        }
    }
}
