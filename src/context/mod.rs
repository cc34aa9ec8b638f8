//! The environment that the program was started in.

mod environment;

pub use environment::Environment;
