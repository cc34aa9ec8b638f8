//! The archive's two stores, git and directory. Still empty.
