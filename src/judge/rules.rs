//! The order of judgement.
