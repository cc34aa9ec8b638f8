//! The store in a directory, which other programs write into as well.

use closeout::store::{Key, Store, Updated};

use super::{all, directory, fact, facts, key};
use crate::support::Sandbox;

#[test]
fn a_record_is_a_file_that_people_can_read() {
    let sandbox = Sandbox::new();
    let root = sandbox.path("records");
    let store = directory(&root);
    store.update(&key(3), 1, &fact(&key(3), "a")).unwrap();
    let text = std::fs::read_to_string(root.join("github-acme-widgets-3.json")).unwrap();
    assert_eq!(
        text,
        "{\n  \"ref\": \"github:acme/widgets#3\",\n  \"facts\": [\n    \"a\"\n  ]\n}\n"
    );
}

#[test]
fn what_other_programs_keep_is_left_as_it_is() {
    let sandbox = Sandbox::new();
    let root = sandbox.path("records");
    std::fs::create_dir(&root).unwrap();
    let path = root.join("github-acme-widgets-3.json");
    let theirs = "\"theirs\": {\"b\":1e999,\n   \"a\": [ ]}";
    std::fs::write(
        &path,
        format!("{{{theirs}, \"facts\": [\"a\"], \"ref\": \"github:Acme/Widgets#3\"}}"),
    )
    .unwrap();
    std::fs::write(root.join("notes.txt"), "mine").unwrap();
    std::fs::write(root.join("other.json"), "[").unwrap();
    let store = directory(&root);
    assert_eq!(facts(&store, &key(3)), ["a"]);
    assert_eq!(
        store.update(&key(3), 1, &fact(&key(3), "b")).unwrap(),
        Updated::Written
    );
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(theirs), "{text}");
    assert_eq!(facts(&store, &key(3)), ["a", "b"]);
    assert_eq!(all(&store).len(), 1);
    assert!(store.remove(&key(3), 2).unwrap());
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text, format!("{{\n  {theirs}\n}}\n"));
    assert_eq!(store.read(&key(3)).unwrap(), None);
    assert_eq!(
        std::fs::read_to_string(root.join("notes.txt")).unwrap(),
        "mine"
    );
    assert_eq!(
        std::fs::read_to_string(root.join("other.json")).unwrap(),
        "["
    );
}

#[test]
fn two_items_of_one_slug_have_a_file_each() {
    let sandbox = Sandbox::new();
    let root = sandbox.path("records");
    let store = directory(&root);
    let keys = ["github:a-b/c#3", "github:a/b-c#3"].map(|text| Key::from_ref(text).unwrap());
    let [one, other] = &keys;
    store.update(one, 1, &fact(one, "one")).unwrap();
    assert_eq!(store.read(other).unwrap(), None);
    store.update(other, 1, &fact(other, "other")).unwrap();
    assert_eq!(facts(&store, one), ["one"]);
    assert_eq!(facts(&store, other), ["other"]);
    assert_eq!(all(&store).len(), 2);
    assert!(root.join(format!("{}.json", other.second_slug())).is_file());
    // The first goes; the other is where it was.
    assert!(store.remove(one, 2).unwrap());
    assert_eq!(facts(&store, other), ["other"]);
    assert_eq!(
        store.update(other, 3, &fact(other, "other")).unwrap(),
        Updated::Unchanged
    );
    store.update(one, 4, &fact(one, "again")).unwrap();
    assert_eq!(facts(&store, one), ["again"]);
    assert_eq!(facts(&store, other), ["other"]);
    assert_eq!(all(&store).len(), 2);
}

#[test]
fn a_file_is_found_without_regard_to_the_case_of_its_name() {
    let sandbox = Sandbox::new();
    let root = sandbox.path("records");
    std::fs::create_dir(&root).unwrap();
    let path = root.join("github-Acme-Widgets-3.json");
    std::fs::write(&path, r#"{"ref": "github:Acme/Widgets#3", "facts": ["a"]}"#).unwrap();
    let store = directory(&root);
    store.update(&key(3), 1, &fact(&key(3), "b")).unwrap();
    assert_eq!(facts(&store, &key(3)), ["a", "b"]);
    assert!(path.is_file() && !root.join("github-acme-widgets-3.json").exists());
}

#[test]
fn a_file_that_cannot_be_read_is_an_error_that_names_it_and_is_kept() {
    let sandbox = Sandbox::new();
    let root = sandbox.path("records");
    std::fs::create_dir(&root).unwrap();
    let path = root.join("github-acme-widgets-3.json");
    let store = directory(&root);
    for text in ["{", "[]", ""] {
        std::fs::write(&path, text).unwrap();
        let error = store.read(&key(3)).unwrap_err().to_string();
        assert!(error.contains("github-acme-widgets-3.json"), "{error}");
        assert!(store.update(&key(3), 1, &fact(&key(3), "a")).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_a_record_is_not_followed() {
    let sandbox = Sandbox::new();
    let root = sandbox.path("records");
    std::fs::create_dir(&root).unwrap();
    let outside = sandbox.path("outside.json");
    std::fs::write(&outside, r#"{"ref": "github:acme/widgets#3"}"#).unwrap();
    std::os::unix::fs::symlink(&outside, root.join("github-acme-widgets-3.json")).unwrap();
    let store = directory(&root);
    assert!(store.read(&key(3)).is_err());
    assert!(store.update(&key(3), 1, &fact(&key(3), "a")).is_err());
    assert!(
        std::fs::read_to_string(&outside)
            .unwrap()
            .ends_with("#3\"}")
    );
}
