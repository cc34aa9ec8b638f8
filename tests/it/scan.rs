//! `closeout scan`.

mod claims;
mod hostile;
mod output;
mod revision;
