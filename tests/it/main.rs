//! The tests of the program, one module a verb.
// Clippy lets a `#[test]` panic, and not the functions that it calls.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

mod annotations;
mod archive;
mod baseline;
mod check;
mod checkout;
mod cleanup;
mod config;
mod detect;
mod examples;
mod graph;
mod help;
mod program;
mod readme;
mod record;
mod repo;
mod rooms;
mod scan;
mod schema;
mod slips;
mod store;
mod story;
mod support;
mod verbs;
mod workspace;
