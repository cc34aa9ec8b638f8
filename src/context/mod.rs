//! The environment that the program was started in.
