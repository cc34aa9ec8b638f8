//! Bounded processes: groups, deadlines, captured output. Still empty.
