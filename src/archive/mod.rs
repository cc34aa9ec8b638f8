//! The end of a work item: closures, outcomes, terminal records, and how two
//! records of one item become one. Deciding room, still empty.
