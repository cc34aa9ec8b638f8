//! The REST client, and the files that a workflow step writes. Still empty.
