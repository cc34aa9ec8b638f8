//! `closeout baseline`, and what `detect` makes of one.

mod compare;
mod take;
mod unusable;

/// The code of rule 5.
const UNCHANGED: &str = "PLAN_UNCHANGED_AT_COMPLETION";
/// A plan that is done.
const DONE: &str = r#"{"pendingTasks": [], "completedTasks": [{"id": "T-1"}]}"#;
