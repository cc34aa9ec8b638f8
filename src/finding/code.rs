//! Every kind of finding, once.

use std::fmt;

use super::Severity;

/// A kind of finding. Its id is stable: scripts and configurations name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// The plan that was owed is missing, empty or unparseable.
    PlanMissingAtCompletion,
    /// Another artifact that was owed is missing, empty or unparseable.
    ArtifactMissingAtCompletion,
    /// Tasks of the plan are pending, and questions are open.
    PendingTasksBlockedByQuestions,
    /// Tasks of the plan are pending.
    PendingTasksAtCompletion,
    /// An owed artifact is what it was before the run.
    PlanUnchangedAtCompletion,
    /// Two sources say different things of the same completion.
    CompletionContradicted,
    /// The plan lists gaps that nobody addressed.
    GapsUnaddressedAtCompletion,
}

/// What is said of a code wherever it is explained.
struct Facts {
    id: &'static str,
    severity: Severity,
    summary: &'static str,
    help: &'static str,
    meaning: &'static str,
    example: &'static str,
}

impl Code {
    /// All codes, worst first.
    pub const ALL: [Self; 7] = [
        Self::PlanMissingAtCompletion,
        Self::ArtifactMissingAtCompletion,
        Self::PendingTasksBlockedByQuestions,
        Self::PendingTasksAtCompletion,
        Self::PlanUnchangedAtCompletion,
        Self::CompletionContradicted,
        Self::GapsUnaddressedAtCompletion,
    ];

    /// The id in reports and in the configuration, such as
    /// `PLAN_MISSING_AT_COMPLETION`.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.facts().id
    }

    /// The code of that id, in any letter case.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|code| code.id().eq_ignore_ascii_case(id))
    }

    /// What it weighs unless the configuration says otherwise.
    #[must_use]
    pub fn default_severity(self) -> Severity {
        self.facts().severity
    }

    /// One line: what is wrong.
    #[must_use]
    pub fn summary(self) -> &'static str {
        self.facts().summary
    }

    /// What to do, in a sentence or two.
    #[must_use]
    pub fn help(self) -> &'static str {
        self.facts().help
    }

    /// A paragraph: when this is found, and why it matters.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        self.facts().meaning
    }

    /// Files that make this finding.
    #[must_use]
    pub fn example(self) -> &'static str {
        self.facts().example
    }

    fn facts(self) -> &'static Facts {
        match self {
            Self::PlanMissingAtCompletion => &Facts {
                id: "PLAN_MISSING_AT_COMPLETION",
                severity: Severity::Error,
                summary: "the run is complete without the plan that it owed",
                help: "Run the command again and keep its plan, or report the run as failed. If this command owes no plan, say so under `contracts` in .closeout.yml.",
                meaning: "The command that ran exists to write a plan, and it claims completion without one: the file is missing, holds nothing, or cannot be read as the JSON object that a plan is. What the run leaves behind looks done and is empty. The three cases share this code; the message says which it was.",
                example: "$ ls -s run\n0 plan.json\n$ CLOSEDLOOP_COMMAND=plan closeout detect run",
            },
            Self::ArtifactMissingAtCompletion => &Facts {
                id: "ARTIFACT_MISSING_AT_COMPLETION",
                severity: Severity::Error,
                summary: "the run is complete without an artifact that it owed",
                help: "Run the command again so that it writes the file, or take the artifact out of what the command owes in .closeout.yml.",
                meaning: "The contract in force says that this command owes a file other than the plan, and the file is missing, empty or, where JSON is owed, not JSON.",
                example: "# .closeout.yml\ncontracts:\n  closedloop:\n    commands:\n      SHIP: {owes: [{path: release.json, kind: json}]}\n$ closeout detect run --command ship   # run/release.json does not exist",
            },
            Self::PendingTasksBlockedByQuestions => &Facts {
                id: "PENDING_TASKS_BLOCKED_BY_QUESTIONS",
                severity: Severity::Error,
                summary: "tasks are pending and wait for answers, and the run says that it is complete",
                help: "Answer the open questions in the plan and run the command again, or park the run (state.json: status AWAITING_USER) instead of completing it.",
                meaning: "The plan still lists pending tasks, and open questions beside them: the run stopped because it needed an answer. That is an honest way to stop, but it is not completion; a run that waits says so by parking.",
                example: "plan.json: {\"pendingTasks\": [{\"id\": \"T-3\"}], \"openQuestions\": [\"Which database?\"]}",
            },
            Self::PendingTasksAtCompletion => &Facts {
                id: "PENDING_TASKS_AT_COMPLETION",
                severity: Severity::Error,
                summary: "tasks are pending, and the run says that it is complete",
                help: "Finish the tasks, or move those that will not be done out of `pendingTasks`, then complete the run again.",
                meaning: "The plan itself lists tasks as pending while the run claims completion. Either the work is not done, or the plan was not kept.",
                example: "plan.json: {\"pendingTasks\": [{\"id\": \"T-3\"}, {\"id\": \"T-4\"}]}",
            },
            Self::PlanUnchangedAtCompletion => &Facts {
                id: "PLAN_UNCHANGED_AT_COMPLETION",
                severity: Severity::Error,
                summary: "the run changed nothing in what it owed",
                help: "Run the command again: it was asked for a change and made none. If no change is the right answer, the run should say so and park.",
                meaning: "A baseline was taken before the run, and an artifact that the command owes has the same content now. White space, the order of keys and the spelling of string escapes are no content. This needs `closeout baseline` before the run; without one it is not judged.",
                example: "$ closeout baseline run\n$ # the command runs, and rewrites plan.json as it was\n$ closeout detect run --command request-changes",
            },
            Self::CompletionContradicted => &Facts {
                id: "COMPLETION_CONTRADICTED",
                severity: Severity::Warning,
                summary: "two sources disagree about what is done",
                help: "Make the two sources say the same: tick the box, or list the task as pending.",
                meaning: "The plan's Markdown has an unchecked box for a task that the plan does not list as pending. One of the two is wrong, and whoever reads only one of them is misled.",
                example: "plan.json: {\"pendingTasks\": [], \"content\": \"- [ ] **T-1.1** Write the migration\"}",
            },
            Self::GapsUnaddressedAtCompletion => &Facts {
                id: "GAPS_UNADDRESSED_AT_COMPLETION",
                severity: Severity::Warning,
                summary: "the plan lists gaps that nobody addressed",
                help: "Address the gaps, or set `addressed: true` on those that need nothing more.",
                meaning: "An entry of the plan's `gaps` says `addressed: false`. A gap is not a task, so this fails nobody unless its severity is raised.",
                example: "plan.json: {\"pendingTasks\": [], \"gaps\": [{\"id\": \"G-1\", \"addressed\": false}]}",
            },
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_are_unique_documented_and_found_by_id() {
        let ids: BTreeSet<_> = Code::ALL.iter().map(|code| code.id()).collect();
        assert_eq!(ids.len(), Code::ALL.len());
        for code in Code::ALL {
            assert_eq!(Code::from_id(&code.id().to_lowercase()), Some(code));
            for text in [code.summary(), code.help(), code.meaning(), code.example()] {
                assert!(text.len() > 20, "{code}");
            }
        }
        assert_eq!(Code::from_id("NOPE"), None);
    }
}
