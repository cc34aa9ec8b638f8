//! Every form of a ref, taken and refused.

use std::collections::{BTreeSet, HashSet};

use proptest::prelude::*;

use super::*;

fn item(text: &str) -> WorkItemRef {
    WorkItemRef::parse(text).unwrap()
}

#[test]
fn a_ref_is_written_back_in_its_normal_form() {
    for (text, normal) in [
        ("github:acme/widgets#42", "github:acme/widgets#42"),
        ("  github:Acme/Widgets#42\n", "github:Acme/Widgets#42"),
        ("github:github.com/acme/widgets#1", "github:acme/widgets#1"),
        ("github:GitHub.com/acme/widgets#1", "github:acme/widgets#1"),
        ("github:GHE.Example/a/b#1", "github:ghe.example/a/b#1"),
        (
            "github:ghe.example:8443/a/b#1",
            "github:ghe.example:8443/a/b#1",
        ),
        ("gitea:localhost:3000/a/b#1", "gitea:localhost:3000/a/b#1"),
        ("git-lab2:a.b/c_d#007", "git-lab2:a.b/c_d#7"),
        ("github:a/..b#1", "github:a/..b#1"),
        ("github:a/.github#1", "github:a/.github#1"),
        (
            "github:a/b#18446744073709551615",
            "github:a/b#18446744073709551615",
        ),
    ] {
        assert_eq!(item(text).to_string(), normal, "{text:?}");
    }
}

#[test]
fn the_error_says_which_part_is_wrong() {
    let part = |text: &str| match WorkItemRef::parse(text).unwrap_err() {
        RefError::Empty => "empty",
        RefError::Provider(_) => "provider",
        RefError::Path(_) => "path",
        RefError::Host(_) => "host",
        RefError::Owner(_) => "owner",
        RefError::Repo(_) => "repo",
        RefError::Number(_) => "number",
        other => panic!("{other}"),
    };
    for (text, wrong) in [
        ("", "empty"),
        (" \n", "empty"),
        ("acme/widgets#42", "provider"),
        ("GitHub:a/b#1", "provider"),
        ("2hub:a/b#1", "provider"),
        ("-hub:a/b#1", "provider"),
        (":a/b#1", "provider"),
        ("git hub:a/b#1", "provider"),
        ("gît:a/b#1", "provider"),
        ("github:a#1", "path"),
        ("github:#1", "path"),
        ("github:x.y/z/a/b#1", "path"),
        ("github:bare/a/b#1", "host"),
        ("github:/a/b#1", "host"),
        ("github:a..b/a/b#1", "host"),
        ("github:.b/a/b#1", "host"),
        ("github:-a.b/a/b#1", "host"),
        ("github:a.b:/a/b#1", "host"),
        ("github:a.b:0/a/b#1", "host"),
        ("github:a.b:65536/a/b#1", "host"),
        ("github:a.b:+1/a/b#1", "host"),
        ("github:u@a.b/a/b#1", "host"),
        ("github:/b#1", "owner"),
        ("github:./b#1", "owner"),
        ("github:../b#1", "owner"),
        ("github:a b/b#1", "owner"),
        ("github:ä/b#1", "owner"),
        ("github:a%2e/b#1", "owner"),
        ("github:a/#1", "repo"),
        ("github:a/.#1", "repo"),
        ("github:a/..#1", "repo"),
        ("github:a/b\0#1", "repo"),
        ("github:a/b ", "number"),
        ("github:a/b#", "number"),
        ("github:a/b#0", "number"),
        ("github:a/b#00", "number"),
        ("github:a/b#-1", "number"),
        ("github:a/b#+1", "number"),
        ("github:a/b#1.0", "number"),
        ("github:a/b#1#2", "number"),
        ("github:a/b# 1", "number"),
        ("github:a/b#٣", "number"),
        ("github:a/b#18446744073709551616", "number"),
    ] {
        assert_eq!(part(text), wrong, "{text:?}");
    }
}

#[test]
fn an_error_shows_no_control_characters_and_is_short() {
    let long = format!("github:\u{1b}[31m{}/b#1", "x".repeat(100_000));
    let said = WorkItemRef::parse(&long).unwrap_err().to_string();
    assert!(!said.contains('\u{1b}') && said.len() < 400, "{said}");
}

#[test]
fn letter_case_of_owner_and_repo_is_no_difference_on_github() {
    let refs = [
        "github:Acme/Widgets#1",
        "github:acme/widgets#1",
        "github:github.com/ACME/widgets#1",
    ];
    assert_eq!(refs.map(item).into_iter().collect::<HashSet<_>>().len(), 1);
    assert_eq!(refs.map(item).into_iter().collect::<BTreeSet<_>>().len(), 1);
    assert_ne!(item("gitea:x.y/A/b#1"), item("gitea:x.y/a/b#1"));
    assert_eq!(item("gitea:X.y/a/b#1"), item("gitea:x.y/a/b#1"));
}

#[test]
fn another_provider_host_repository_or_number_is_another_item() {
    let all = [
        "github:a/b#1",
        "github:a/b#2",
        "github:a/c#1",
        "github:c/b#1",
        "github:x.y/a/b#1",
        "github:x.y:1/a/b#1",
        "gitea:a/b#1",
    ];
    assert_eq!(
        all.map(item).into_iter().collect::<BTreeSet<_>>().len(),
        all.len()
    );
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in any::<String>()) {
        let _ = WorkItemRef::parse(&text);
    }

    #[test]
    fn what_is_written_is_read_again(text in "[a-z]{1,3}:(([a-c.:0-9]{1,6})/)?[A-Za-z._-]{1,4}/[A-Za-z._-]{1,4}#[0-9]{1,21}") {
        if let Ok(item) = WorkItemRef::parse(&text) {
            let again = WorkItemRef::parse(&item.to_string()).unwrap();
            prop_assert_eq!(again.to_string(), item.to_string());
            prop_assert_eq!(again, item);
        }
    }
}
