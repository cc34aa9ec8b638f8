//! When an empty answer is nudged and when it is believed: what the planner
//! loop and the Stop hook share. Deciding room, still empty.
