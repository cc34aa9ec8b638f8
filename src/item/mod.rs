//! Work items: refs, spec ids, the state file, the graph. Deciding room, still
//! empty.
