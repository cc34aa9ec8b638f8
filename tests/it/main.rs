//! The tests of the program, one module a verb.
// Clippy lets a `#[test]` panic, and not the functions that it calls.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

mod repo;
mod rooms;
mod store;
mod support;
