//! Remotes, and what they name.

use proptest::prelude::*;

use super::*;

fn repo(address: &str) -> Repo {
    Repo::parse_remote(address).unwrap()
}

#[test]
fn every_form_of_a_remote_names_its_repository() {
    for (address, name) in [
        (
            "https://github.com/Acme/widgets.git",
            "github.com/Acme/widgets",
        ),
        ("https://github.com/Acme/widgets", "github.com/Acme/widgets"),
        (
            "https://github.com/Acme/widgets/",
            "github.com/Acme/widgets",
        ),
        (
            "https://github.com/Acme/widgets.git/",
            "github.com/Acme/widgets",
        ),
        (
            " https://GitHub.com:443/Acme/widgets\n",
            "github.com/Acme/widgets",
        ),
        (
            "https://me:secret@github.com/Acme/widgets",
            "github.com/Acme/widgets",
        ),
        (
            "https://a@b@github.com/Acme/widgets",
            "github.com/Acme/widgets",
        ),
        ("http://localhost:3000/a/b.git", "localhost:3000/a/b"),
        ("http://x.y:443/a/b", "x.y:443/a/b"),
        ("ssh://git@github.com/a/b.git", "github.com/a/b"),
        ("ssh://git@ghe.example:2222/a/b.git", "ghe.example/a/b"),
        ("ssh://git@ssh.github.com:443/a/b.git", "github.com/a/b"),
        ("git+ssh://git@x.y/a/b", "x.y/a/b"),
        ("git://x.y/a/b.git", "x.y/a/b"),
        ("git@github.com:a/b.git", "github.com/a/b"),
        ("github.com:a/b", "github.com/a/b"),
        ("git@x.y:/a/b.git", "x.y/a/b"),
        ("https://github.com/a/b.js.git", "github.com/a/b.js"),
        ("https://github.com/a/.github", "github.com/a/.github"),
    ] {
        assert_eq!(repo(address).to_string(), name, "{address}");
    }
}

#[test]
fn what_names_no_repository_of_a_host_is_refused() {
    let kind = |address: &str| match Repo::parse_remote(address).unwrap_err() {
        RepoError::Local => "local",
        RepoError::Scheme(_) => "scheme",
        RepoError::Host(_) => "host",
        RepoError::Path(_) => "path",
    };
    for (address, wrong) in [
        ("", "local"),
        ("/srv/git/widgets.git", "local"),
        ("../widgets", "local"),
        ("./a:b", "local"),
        ("C:/git/widgets", "local"),
        ("C:\\git\\widgets", "local"),
        ("file:///srv/git/a/b", "local"),
        ("ext::sh -c true", "scheme"),
        ("ftp://x.y/a/b", "scheme"),
        ("https:///a/b", "host"),
        ("https://[::1]/a/b", "host"),
        ("https://x.y:port/a/b", "host"),
        ("https://x.y:99999/a/b", "host"),
        ("git@:a/b", "host"),
        ("https://x.y", "path"),
        ("https://x.y/a", "path"),
        ("https://x.y/a/.git", "path"),
        ("https://x.y/group/sub/b", "path"),
        ("https://x.y/a/../b", "path"),
        ("https://x.y/~me/b", "path"),
        ("git@x.y:b.git", "path"),
    ] {
        assert_eq!(kind(address), wrong, "{address:?}");
    }
}

#[test]
fn a_password_is_not_repeated() {
    let said = Repo::parse_remote("https://me:secret@x y/a/b").unwrap_err();
    assert!(!said.to_string().contains("secret"), "{said}");
}

#[test]
fn letter_case_and_the_way_to_it_make_no_other_repository() {
    assert_eq!(
        repo("git@github.com:Acme/Widgets.git"),
        repo("https://GITHUB.com/acme/widgets")
    );
    assert_ne!(repo("https://x.y/a/b"), repo("https://x.y:8443/a/b"));
    assert_ne!(repo("https://x.y/a/b"), repo("https://x.y/a/c"));
}

#[test]
fn an_item_is_held_by_its_own_repository_only() {
    for (address, item, held) in [
        (
            "git@github.com:Acme/Widgets.git",
            "github:acme/widgets#1",
            true,
        ),
        (
            "git@github.com:acme/other.git",
            "github:acme/widgets#1",
            false,
        ),
        (
            "https://ghe.example/acme/widgets",
            "github:acme/widgets#1",
            false,
        ),
        (
            "https://ghe.example/acme/widgets",
            "github:ghe.example/acme/widgets#1",
            true,
        ),
        (
            "ssh://git@localhost:22/a/b",
            "gitea:localhost:3000/a/b#1",
            true,
        ),
        (
            "http://localhost:3000/a/b",
            "gitea:localhost:3000/a/b#1",
            true,
        ),
        (
            "http://localhost:3001/a/b",
            "gitea:localhost:3000/a/b#1",
            false,
        ),
        ("https://x.y/a/b", "gitea:x.y:3000/a/b#1", false),
        ("https://evil.example/github.com/a/b", "github:a/b#1", false),
    ] {
        let Ok(repo) = Repo::parse_remote(address) else {
            assert!(!held, "{address}");
            continue;
        };
        let item = WorkItemRef::parse(item).unwrap();
        assert_eq!(repo.holds(&item), held, "{address} {item}");
    }
}

#[test]
fn a_number_becomes_an_item_of_the_repository() {
    for (address, item) in [
        ("git@github.com:Acme/widgets.git", "github:Acme/widgets#3"),
        ("https://x.y:8443/a/b", "github:x.y:8443/a/b#3"),
    ] {
        assert_eq!(repo(address).item(3).unwrap().to_string(), item);
    }
    assert!(matches!(
        repo("git@host:a/b").item(3),
        Err(RefError::Host(_))
    ));
    assert!(matches!(
        repo("git@x.y:a/b").item(0),
        Err(RefError::Number(_))
    ));
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in any::<String>()) {
        let _ = Repo::parse_remote(&text);
        let _ = Repo::parse_remote(&format!("ssh://{text}"));
    }
}
