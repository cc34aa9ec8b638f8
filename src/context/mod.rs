//! The environment that the program was started in, and the event that it was
//! started for.

mod closing;
mod environment;
pub mod event;
mod secret;
mod variables;

pub use closing::{Closing, Target, closing_keywords};
pub use environment::Environment;
pub use secret::Secret;
pub use variables::WorkflowVariables;
