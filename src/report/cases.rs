//! The values that the tests of this room render.

use crate::finding::{Code, Finding, Place, Position, Severity};
use crate::judge::{
    BaselineUse, Claim, Clean, Detection, Ignored, Scan, Spurious, Standing, Tally, Unjudged,
    Verdict, Workspace,
};
use crate::plan::Class;

/// All that a terminal, a log, a page or a table could take for its own.
pub(super) const HOSTILE: &str = "a|b\\|c `x` ``y \u{1b}[31mred\u{202e}\u{9b}2J\r\n::error::pwned\n%0A::stop ##[error]x </details><script>alert(1)</script> @octocat closes #1 [l](https://e.example) ![i](x) &amp; <!-- , : ü計🚀";

pub(super) fn finding(code: Code, message: &str, place: Place) -> Finding {
    Finding::new(code, code.default_severity(), message.to_owned(), place)
}

pub(super) fn at(path: &str, line: u32, column: u32) -> Place {
    Place::at(path, Position { line, column })
}

pub(super) fn clean(warnings: Vec<Finding>) -> Verdict {
    Verdict::Clean {
        why: Clean::NothingFlagged,
        warnings,
    }
}

pub(super) fn pending(path: &str, count: u32) -> Verdict {
    let code = Code::PendingTasksAtCompletion;
    let findings = (1..=count)
        .map(|n| finding(code, &format!("task T-{n} is pending"), at(path, n + 1, 5)))
        .collect();
    Verdict::Spurious(Spurious {
        subcode: code,
        message: format!("{count} tasks are pending in {path}: finish them and run it again."),
        findings,
    })
}

pub(super) fn gap(path: &str) -> Finding {
    finding(
        Code::GapsUnaddressedAtCompletion,
        "gap G-1 is not addressed",
        Place::file(path),
    )
}

pub(super) fn detection(verdict: Verdict) -> Detection {
    Detection {
        workspace: "run".to_owned(),
        command: Some("PLAN".to_owned()),
        contract: "closedloop".to_owned(),
        verdict,
        artifact: Some(("run/plan.json".to_owned(), Class::Present)),
        baseline: BaselineUse::Absent,
    }
}

pub(super) fn hostile_verdict(text: &str) -> Verdict {
    Verdict::Spurious(Spurious {
        subcode: Code::PendingTasksAtCompletion,
        message: text.to_owned(),
        findings: vec![
            Finding {
                help: text.to_owned(),
                ..finding(Code::PendingTasksAtCompletion, text, at(text, 1, 2))
            },
            Finding {
                severity: Severity::Warning,
                ..finding(Code::CompletionContradicted, text, Place::file(text))
            },
        ],
    })
}

pub(super) fn hostile_detection(text: &str) -> Detection {
    Detection {
        workspace: text.to_owned(),
        command: Some(text.to_owned()),
        contract: text.to_owned(),
        verdict: hostile_verdict(text),
        artifact: Some((text.to_owned(), Class::Unparseable)),
        baseline: BaselineUse::Ignored(text.to_owned()),
    }
}

/// Every detection that the golden files show, by name.
pub(super) fn detections() -> Vec<(&'static str, Detection)> {
    let parked = Verdict::Clean {
        why: Clean::Parked("AWAITING_USER".to_owned()),
        warnings: Vec::new(),
    };
    let missing = Verdict::Spurious(Spurious {
        subcode: Code::PlanMissingAtCompletion,
        message: "run/plan.json is missing, and PLAN owes it.".to_owned(),
        findings: vec![finding(
            Code::PlanMissingAtCompletion,
            "plan.json is missing",
            Place::file("run/plan.json"),
        )],
    });
    let gone = Verdict::Unjudged(Unjudged::NoWorkspace("run".to_owned()));
    vec![
        ("clean", detection(clean(Vec::new()))),
        ("parked", detection(parked)),
        ("warnings", detection(clean(vec![gap("run/plan.json")]))),
        ("pending", detection(pending("run/plan.json", 2))),
        (
            "missing",
            Detection {
                command: None,
                artifact: Some(("run/plan.json".to_owned(), Class::Missing)),
                baseline: BaselineUse::Compared("2026-01-02T03:04:05Z".to_owned()),
                ..detection(missing)
            },
        ),
        (
            "unjudged",
            Detection {
                artifact: None,
                ..detection(gone)
            },
        ),
        ("hostile", hostile_detection(HOSTILE)),
    ]
}

pub(super) fn workspace(path: &str, standing: Standing) -> Workspace {
    Workspace {
        path: path.to_owned(),
        reader: "closedloop",
        standing,
        tasks: Some(Tally {
            pending: 2,
            done: 5,
        }),
    }
}

pub(super) fn claimed(path: &str, verdict: Verdict) -> Workspace {
    let claim = Claim::State {
        status: "COMPLETED".to_owned(),
        place: at(&format!("{path}/state.json"), 2, 13),
    };
    workspace(path, Standing::Claimed { claim, verdict })
}

pub(super) fn in_progress(path: &str, parked: Option<&str>) -> Workspace {
    let parked = parked.map(str::to_owned);
    workspace(path, Standing::InProgress { parked })
}

pub(super) fn hostile_scan(text: &str) -> Scan {
    let unreadable = Unjudged::Unreadable {
        path: text.to_owned(),
        reason: text.to_owned(),
    };
    Scan {
        workspaces: vec![
            in_progress(text, Some(text)),
            claimed(text, hostile_verdict(text)),
            claimed(text, Verdict::Unjudged(unreadable)),
        ],
        ignored: vec![Ignored {
            path: text.to_owned(),
            reason: text.to_owned(),
        }],
        notes: vec![text.to_owned()],
    }
}

/// A scan of 1,200 findings in four workspaces.
pub(super) fn big_scan() -> Scan {
    Scan {
        workspaces: ["a", "b", "c", "d"]
            .into_iter()
            .map(|name| claimed(name, pending(&format!("{name}/plan.json"), 300)))
            .collect(),
        ..Scan::default()
    }
}

/// Every scan that the golden files show, by name.
pub(super) fn scans() -> Vec<(&'static str, Scan)> {
    let unreadable = Unjudged::Unreadable {
        path: "runs/e".to_owned(),
        reason: "Permission denied (os error 13)".to_owned(),
    };
    let mixed = Scan {
        workspaces: vec![
            claimed("runs/a", clean(Vec::new())),
            claimed("runs/b", clean(vec![gap("runs/b/plan.json")])),
            in_progress("runs/c", None),
            in_progress("runs/d", Some("AWAITING_USER")),
            Workspace {
                tasks: None,
                ..claimed("runs/e", Verdict::Unjudged(unreadable))
            },
            claimed("runs/f", pending("runs/f/plan.json", 2)),
        ],
        ignored: vec![Ignored {
            path: "examples/broken".to_owned(),
            reason: "kept broken on purpose".to_owned(),
        }],
        notes: vec!["The contract of the base is in force; this one differs.".to_owned()],
    };
    let fine = Scan {
        workspaces: vec![claimed(".", clean(Vec::new()))],
        ..Scan::default()
    };
    vec![
        ("empty", Scan::default()),
        ("fine", fine),
        ("mixed", mixed),
        ("hostile", hostile_scan(HOSTILE)),
    ]
}
