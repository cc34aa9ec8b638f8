//! `closeout scan`.

mod claims;
mod config;
mod hostile;
mod ignored;
mod output;
mod range;
mod revision;
mod settings;
mod working_tree;
