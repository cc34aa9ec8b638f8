//! Closeout answers one question about work that a program did in a
//! repository: did it really end, and how?
//!
//! The crate is a set of rooms. Data goes one way: the rooms that touch the
//! world read it, the deciding rooms decide, [`report`] tells, and [`cli`] is
//! the only one that knows them all. `tests/it/rooms.rs` holds them to that.

// Tests may cut and build strings as is plainest.
#![cfg_attr(
    test,
    allow(
        clippy::string_slice,
        clippy::format_push_string,
        clippy::format_collect
    )
)]

pub mod archive;
pub mod checkout;
pub mod cli;
pub mod config;
pub mod context;
pub mod exec;
pub mod files;
pub mod finding;
pub mod github;
pub mod item;
pub mod judge;
pub mod plan;
pub mod policy;
pub mod repo;
pub mod report;
pub mod setup;
pub mod store;
