//! Closed and reopened.

use serde_json::json;

use super::super::{Event, EventError, Kind, Merge, PullRequest, Thing};
use super::{edited, error, event, payload};

fn closed_issue(payload: &str) -> (Thing, Option<String>) {
    match event("issues", payload) {
        Event::IssueClosed {
            issue,
            state_reason,
        } => (issue, state_reason),
        other => panic!("{other:?}"),
    }
}

fn closed_pull(payload: &str) -> (PullRequest, Option<Merge>) {
    match event("pull_request", payload) {
        Event::PullRequestClosed {
            pull_request,
            merged,
        } => (pull_request, merged),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_closed_issue_says_which_when_and_by_whom() {
    let (issue, _) = closed_issue(payload!("issues-closed-completed"));
    assert_eq!(issue.kind, Kind::Issue);
    assert_eq!(issue.number, 3);
    assert_eq!(issue.repository.host, "github.com");
    assert_eq!(issue.repository.owner, "octo");
    assert_eq!(issue.repository.name, "site");
    assert_eq!(
        issue.repository.clone_url.as_deref(),
        Some("https://github.com/octo/site.git")
    );
    assert_eq!(issue.repository.default_branch.as_deref(), Some("main"));
    assert_eq!(issue.actor, "maintainer");
    assert_eq!(issue.at.unwrap().to_string(), "2026-10-02T22:29:41Z");
    assert_eq!(issue.title, "Add a search box");
    assert_eq!(issue.body, "As a reader I want to search.");
    assert_eq!(
        issue.url.as_deref(),
        Some("https://github.com/octo/site/issues/3")
    );
}

#[test]
fn the_reason_is_handed_on_as_it_stands() {
    for (payload, reason) in [
        (payload!("issues-closed-completed"), Some("completed")),
        (payload!("issues-closed-not_planned"), Some("not_planned")),
        (payload!("issues-closed-duplicate"), Some("duplicate")),
        (payload!("issues-closed-reopened"), Some("reopened")),
        (payload!("issues-closed-null"), None),
        (
            payload!("issues-closed-archived_by_policy"),
            Some("archived_by_policy"),
        ),
    ] {
        assert_eq!(closed_issue(payload).1.as_deref(), reason);
    }
}

#[test]
fn a_reason_of_another_type_is_none_and_the_closure_stands() {
    let odd = edited(
        payload!("issues-closed-not_planned"),
        "/issue/state_reason",
        Some(json!({"kind": "not_planned"})),
    );
    let (issue, reason) = closed_issue(&odd.to_string());
    assert_eq!((issue.number, reason), (3, None));
}

#[test]
fn without_closed_at_the_update_counts_and_without_that_nothing() {
    let first = edited(payload!("issues-closed-null"), "/issue/closed_at", None);
    let (issue, _) = closed_issue(&first.to_string());
    assert_eq!(issue.at.unwrap().to_string(), "2026-10-02T22:29:42Z");
    let second = edited(&first.to_string(), "/issue/updated_at", Some(json!("soon")));
    assert_eq!(closed_issue(&second.to_string()).0.at, None);
}

#[test]
fn without_a_sender_the_closer_is_the_actor() {
    let silent = edited(payload!("issues-closed-null"), "/sender", None);
    assert_eq!(closed_issue(&silent.to_string()).0.actor, "");
    let closer = edited(
        &silent.to_string(),
        "/issue/closed_by",
        Some(json!({"login": "someone"})),
    );
    assert_eq!(closed_issue(&closer.to_string()).0.actor, "someone");
}

#[test]
fn a_reopening_has_the_time_of_the_update() {
    let Event::IssueReopened { issue } = event("issues", payload!("issues-reopened")) else {
        panic!("no reopening");
    };
    assert_eq!(issue.at.unwrap().to_string(), "2026-10-03T07:00:00Z");
    assert_eq!(issue.actor, "reader");

    let Event::PullRequestReopened { pull_request } =
        event("pull_request", payload!("pull_request-reopened"))
    else {
        panic!("no reopening");
    };
    let at = pull_request.thing.at.unwrap().to_string();
    assert_eq!(at, "2026-10-02T22:29:43Z");
}

#[test]
fn a_reopening_does_not_have_the_time_of_a_closure() {
    let odd = edited(
        payload!("issues-reopened"),
        "/issue/closed_at",
        Some(json!("2026-10-02T22:29:41Z")),
    );
    let odd = edited(&odd.to_string(), "/issue/updated_at", None);
    let Event::IssueReopened { issue } = event("issues", &odd.to_string()) else {
        panic!("no reopening");
    };
    assert_eq!(issue.at, None);
}

#[test]
fn a_merged_pull_request_has_its_merge_commit() {
    let (pull, merged) = closed_pull(payload!("pull_request-closed-merged"));
    let commit = merged.unwrap().commit.unwrap();
    assert_eq!(commit.as_str(), "c".repeat(40));
    assert_eq!(pull.thing.kind, Kind::PullRequest);
    assert_eq!(pull.thing.number, 4);
    assert_eq!(pull.thing.body, "Closes #3");
    assert_eq!(pull.base.branch, "main");
    assert_eq!(pull.head.branch, "search");
    assert_eq!(pull.head.commit.as_ref().unwrap().as_str(), "b".repeat(40));
    assert!(!pull.is_from_fork());
    assert_eq!(pull.targets_default_branch(), Some(true));
    assert!(!pull.is_target);
}

#[test]
fn the_merge_commit_of_what_was_not_merged_does_not_count() {
    let payload = payload!("pull_request-closed-unmerged");
    assert!(payload.contains("merge_commit_sha\": \"ccc"));
    assert_eq!(closed_pull(payload).1, None);
}

#[test]
fn without_merged_the_time_of_the_merge_says_it() {
    let merged = edited(
        payload!("pull_request-closed-merged"),
        "/pull_request/merged",
        None,
    );
    assert!(closed_pull(&merged.to_string()).1.is_some());
    let unmerged = edited(
        payload!("pull_request-closed-unmerged"),
        "/pull_request/merged",
        Some(json!(null)),
    );
    assert!(closed_pull(&unmerged.to_string()).1.is_none());
    let silent = edited(&unmerged.to_string(), "/pull_request/merged_at", None);
    assert_eq!(
        error("pull_request", &silent),
        EventError::Missing {
            key: "pull_request.merged"
        }
    );
}

#[test]
fn the_time_of_a_merge_stands_in_for_the_closing() {
    let payload = edited(
        payload!("pull_request-closed-merged"),
        "/pull_request/closed_at",
        None,
    );
    let (pull, _) = closed_pull(&payload.to_string());
    assert_eq!(pull.thing.at.unwrap().to_string(), "2026-10-02T22:29:40Z");
}

#[test]
fn a_deleted_fork_is_still_a_fork() {
    let (pull, merged) = closed_pull(payload!("pull_request-closed-deleted-fork"));
    assert_eq!(merged, None);
    assert_eq!(pull.head.repository, None);
    assert!(pull.is_from_fork());
}

#[test]
fn a_closure_stands_where_the_ends_of_the_pull_request_are_gone() {
    let payload = edited(
        payload!("pull_request-closed-merged"),
        "/pull_request/head",
        Some(json!(null)),
    );
    let payload = edited(
        &payload.to_string(),
        "/pull_request/base/sha",
        Some(json!("")),
    );
    let (pull, merged) = closed_pull(&payload.to_string());
    assert!(merged.is_some());
    assert_eq!(
        (pull.head.commit.clone(), pull.base.commit.clone()),
        (None, None)
    );
    assert_eq!(pull.head.branch, "");
}

#[test]
fn a_missing_number_is_named_by_its_path() {
    let payload = edited(payload!("issues-closed-null"), "/issue/number", None);
    let error_found = error("issues", &payload);
    assert_eq!(
        error_found,
        EventError::Missing {
            key: "issue.number"
        }
    );
    assert!(error_found.to_string().contains("`issue.number`"));

    let payload = edited(
        payload!("pull_request-closed-merged"),
        "/pull_request/number",
        Some(json!(null)),
    );
    assert_eq!(
        error("pull_request", &payload),
        EventError::Missing {
            key: "pull_request.number"
        }
    );
}

#[test]
fn a_number_that_is_none_is_named_too() {
    for wrong in [
        json!(0),
        json!(-3),
        json!("3"),
        json!(3.5),
        json!(1e30),
        json!([3]),
    ] {
        let payload = edited(payload!("issues-closed-null"), "/issue/number", Some(wrong));
        assert_eq!(
            error("issues", &payload),
            EventError::Wrong {
                key: "issue.number"
            }
        );
    }
}

#[test]
fn a_closure_without_its_repository_is_an_error_that_names_it() {
    let payload = payload!("issues-closed-null");
    for (pointer, value, expected) in [
        (
            "/repository",
            None,
            EventError::Missing { key: "repository" },
        ),
        (
            "/repository",
            Some(json!([])),
            EventError::Wrong { key: "repository" },
        ),
        (
            "/repository/full_name",
            None,
            EventError::Missing {
                key: "repository.full_name",
            },
        ),
        (
            "/repository/full_name",
            Some(json!("../r")),
            EventError::Wrong {
                key: "repository.full_name",
            },
        ),
        ("/issue", None, EventError::Missing { key: "issue" }),
        ("/action", None, EventError::Missing { key: "action" }),
    ] {
        assert_eq!(error("issues", &edited(payload, pointer, value)), expected);
    }
}

#[test]
fn the_host_comes_from_the_page_then_the_clone_url_then_the_server() {
    let payload = edited(
        payload!("issues-closed-null"),
        "/repository/clone_url",
        Some(json!("https://Clone.Example:8443/octo/site.git")),
    );
    assert_eq!(
        closed_issue(&payload.to_string()).0.repository.host,
        "github.com"
    );
    let payload = edited(
        &payload.to_string(),
        "/repository/html_url",
        Some(json!("https://a@github.com/octo/site")),
    );
    assert_eq!(
        closed_issue(&payload.to_string()).0.repository.host,
        "clone.example:8443"
    );
    let payload = edited(
        &payload.to_string(),
        "/repository/clone_url",
        Some(json!("ext::sh -c id")),
    );
    let (issue, _) = closed_issue(&payload.to_string());
    assert_eq!(issue.repository.host, "ghe.example");
    assert_eq!(issue.repository.clone_url, None);
    assert_eq!(
        error("issues", &payload),
        EventError::Missing {
            key: "repository.html_url"
        }
    );
}

#[test]
fn gitea_closes_without_a_reason() {
    let (issue, reason) = closed_issue(payload!("gitea-issues-closed"));
    assert_eq!(issue.repository.host, "git.example.org:3000");
    assert_eq!(issue.repository.default_branch.as_deref(), Some("trunk"));
    assert_eq!(issue.at.unwrap().to_string(), "2026-10-02T22:29:41Z");
    assert_eq!(reason, None);
}

#[test]
fn an_issue_that_is_a_pull_request_is_left_to_the_other_event() {
    let payload = edited(
        payload!("gitea-issues-closed"),
        "/issue/pull_request",
        Some(json!({"merged": true})),
    );
    let Event::Nothing(nothing) = event("issues", &payload.to_string()) else {
        panic!("a closure");
    };
    assert!(nothing.to_string().contains("`pull_request`"), "{nothing}");
}
