//! Setting up: what is installed, what is in force, and what is missing.

mod checkup;

pub use checkup::{Checkup, Health, Line};
