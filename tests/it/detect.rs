//! `closeout detect`, on real directories. Each test is named after the rule
//! or the scenario that it holds to.

mod artifact;
mod commands;
mod config;
mod hostile;
mod message;
mod order;
mod report;
mod severities;
mod workspace;

/// The code of rule 3.
const PLAN_MISSING: &str = "PLAN_MISSING_AT_COMPLETION";
/// The code of rule 3, for what is no plan.
const ARTIFACT_MISSING: &str = "ARTIFACT_MISSING_AT_COMPLETION";
/// The code of rule 4.
const PENDING: &str = "PENDING_TASKS_AT_COMPLETION";
/// The code of rule 4 where questions are open.
const BLOCKED: &str = "PENDING_TASKS_BLOCKED_BY_QUESTIONS";
/// The code of rule 5.
const UNCHANGED: &str = "PLAN_UNCHANGED_AT_COMPLETION";

/// A plan that is done.
const DONE: &str = r#"{"pendingTasks": [], "completedTasks": [{"id": "T-1"}]}"#;
/// A plan with a task that is pending.
const ONE_PENDING: &str = r#"{"pendingTasks": [{"id": "T-1"}]}"#;
