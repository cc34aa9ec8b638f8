//! `closeout scan`.

mod claims;
mod config;
mod hostile;
mod ignored;
mod output;
mod range;
mod revision;
mod working_tree;
