//! The environment that the program was started in, and the event that it was
//! started for.

mod environment;
pub mod event;
mod secret;
mod variables;

pub use environment::Environment;
pub use secret::Secret;
pub use variables::WorkflowVariables;
