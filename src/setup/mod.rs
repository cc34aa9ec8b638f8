//! Setting up: what is installed, and what is missing.
