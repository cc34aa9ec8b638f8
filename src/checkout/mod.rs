//! May this checkout be removed? A decision over gathered facts, and the
//! removal itself. Still empty.
