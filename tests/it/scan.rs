//! `closeout scan`.

mod claims;
mod config;
mod hostile;
mod output;
mod revision;
