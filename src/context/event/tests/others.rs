//! What neither closes nor reopens.

use serde_json::json;

use super::super::{Change, Defaults, Event, EventError, read};
use super::{DEFAULTS, edited, error, event, payload};

fn changed(name: &str, payload: &str) -> (super::super::PullRequest, Change) {
    match event(name, payload) {
        Event::PullRequestChanged {
            pull_request,
            change,
        } => (pull_request, change),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_pull_request_that_changes_has_both_its_ends() {
    let (pull, change) = changed("pull_request", payload!("pull_request-opened"));
    assert_eq!(change, Change::Opened);
    assert_eq!(pull.base.commit.unwrap().as_str(), "a".repeat(40));
    assert_eq!(pull.head.commit.unwrap().as_str(), "b".repeat(40));

    let (pull, change) = changed("pull_request_target", payload!("pull_request-synchronize"));
    assert_eq!(change, Change::Synchronized);
    assert!(pull.is_target);

    let edit = edited(
        payload!("pull_request-opened"),
        "/action",
        Some(json!("edited")),
    );
    assert_eq!(changed("pull_request", &edit.to_string()).1, Change::Edited);
}

#[test]
fn gitea_says_synchronized() {
    let (pull, change) = changed("pull_request", payload!("gitea-pull_request-synchronized"));
    assert_eq!(change, Change::Synchronized);
    assert_eq!(pull.targets_default_branch(), Some(true));
    assert!(!pull.is_from_fork());
}

#[test]
fn a_range_without_an_end_is_an_error_and_never_empty() {
    let payload = payload!("pull_request-synchronize");
    for (pointer, value, expected) in [
        (
            "/pull_request/head/sha",
            None,
            EventError::Missing {
                key: "pull_request.head.sha",
            },
        ),
        (
            "/pull_request/base/sha",
            Some(json!("0".repeat(40))),
            EventError::Wrong {
                key: "pull_request.base.sha",
            },
        ),
        (
            "/pull_request/base/ref",
            None,
            EventError::Missing {
                key: "pull_request.base.ref",
            },
        ),
        (
            "/pull_request/base",
            Some(json!(null)),
            EventError::Missing {
                key: "pull_request.base",
            },
        ),
    ] {
        assert_eq!(
            error("pull_request", &edited(payload, pointer, value)),
            expected
        );
    }
    let push = edited(payload!("push"), "/after", None);
    assert_eq!(error("push", &push), EventError::Missing { key: "after" });
    let push = edited(payload!("push"), "/before", Some(json!("HEAD~1")));
    assert_eq!(error("push", &push), EventError::Wrong { key: "before" });
}

#[test]
fn a_push_has_two_ends_and_messages() {
    let Event::Push {
        repository,
        reference,
        before,
        after,
        messages,
    } = event("push", payload!("push"))
    else {
        panic!("no push");
    };
    assert_eq!(repository.reference(3), "github:octo/site#3");
    assert_eq!(reference, "refs/heads/main");
    assert_eq!(before.unwrap().as_str(), "a".repeat(40));
    assert_eq!(after.unwrap().as_str(), "b".repeat(40));
    assert_eq!(messages, ["Add the box\n\nFixes #3", "Style it"]);
}

#[test]
fn zeros_are_what_is_not_there() {
    let Event::Push {
        before, messages, ..
    } = event("push", payload!("push-new-branch"))
    else {
        panic!("no push");
    };
    assert_eq!(before, None);
    assert_eq!(
        messages,
        ["Style it"],
        "the head's, where no commits are listed"
    );
    let Event::Push {
        after, messages, ..
    } = event("push", payload!("push-deleted-branch"))
    else {
        panic!("no push");
    };
    assert_eq!(after, None);
    assert!(messages.is_empty());
}

#[test]
fn a_commit_that_is_none_costs_itself() {
    let push = edited(
        payload!("push"),
        "/commits",
        Some(json!([1, null, {"message": 2}, ["x"], {"message": "Fixes #9"}])),
    );
    let Event::Push { messages, .. } = event("push", &push.to_string()) else {
        panic!("no push");
    };
    assert_eq!(messages, ["Fixes #9"]);
}

#[test]
fn a_merge_group_has_two_ends() {
    let payload = payload!("merge_group-checks_requested");
    let Event::MergeGroup {
        base,
        head,
        base_ref,
        head_ref,
        message,
        ..
    } = event("merge_group", payload)
    else {
        panic!("no merge group");
    };
    assert_eq!(base.as_str(), "a".repeat(40));
    assert_eq!(head.as_str(), "b".repeat(40));
    assert_eq!(base_ref, "refs/heads/main");
    assert!(head_ref.starts_with("refs/heads/gh-readonly-queue/"));
    assert_eq!(message, "Search box (#4)");
    let destroyed = edited(payload, "/action", Some(json!("destroyed")));
    assert!(matches!(
        event("merge_group", &destroyed.to_string()),
        Event::Nothing(_)
    ));
}

#[test]
fn a_schedule_is_about_the_repository_of_the_workflow() {
    let Event::Schedule { repository } = event("schedule", payload!("schedule")) else {
        panic!("no schedule");
    };
    let repository = repository.unwrap();
    assert_eq!(repository.reference(1), "github:ghe.example/octo/site#1");
    let alone = read("schedule", b"{}", Defaults::default()).unwrap();
    assert_eq!(alone, Event::Schedule { repository: None });

    let Event::Dispatch { repository } = event("workflow_dispatch", payload!("workflow_dispatch"))
    else {
        panic!("no dispatch");
    };
    assert_eq!(repository.unwrap().host, "github.com");
}

#[test]
fn a_transfer_says_what_to_run() {
    let payload = payload!("issues-transferred");
    let Event::IssueTransferred(transfer) = event("issues", payload) else {
        panic!("no transfer");
    };
    assert_eq!(
        transfer.advice(),
        "github:octo/site#3 is now github:octo/app#7, and its record stays under the old ref: \
         run `closeout track github:octo/app#7`"
    );
    let silent = edited(payload, "/changes", None);
    let Event::IssueTransferred(transfer) = event("issues", &silent.to_string()) else {
        panic!("no transfer");
    };
    let advice = transfer.advice();
    assert!(
        advice.contains("run `closeout track` with the new one"),
        "{advice}"
    );
}

#[test]
fn anything_else_is_nothing_and_says_so() {
    for (name, payload) in [
        ("pull_request", payload!("pull_request-labeled")),
        ("issue_comment", r#"{"action":"created"}"#),
        ("star", "not json at all"),
        ("", "[]"),
    ] {
        let Event::Nothing(nothing) = read(name, payload.as_bytes(), DEFAULTS).unwrap() else {
            panic!("{name} is something");
        };
        let said = nothing.to_string();
        assert!(
            said.starts_with(&format!("nothing to do for `{name}`")),
            "{said}"
        );
    }
}

#[test]
fn what_is_nothing_is_not_held_to_anything() {
    let event = event("issues", r#"{"action":"labeled"}"#);
    assert!(matches!(event, Event::Nothing(_)));
}

#[test]
fn a_name_from_outside_is_shown_safely() {
    let Event::Nothing(nothing) = event("x\n::error::y", r#"{"action":"\u202ea\nb"}"#) else {
        panic!("something");
    };
    assert_eq!(nothing.event, r"x\n::error::y");
    assert_eq!(nothing.action, r"\u{202e}a\nb");
    let long = "a".repeat(1000);
    let Event::Nothing(nothing) = event(&long, "{}") else {
        panic!("something");
    };
    assert!(nothing.event.chars().count() <= 64);
}
