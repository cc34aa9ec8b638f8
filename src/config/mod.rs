//! `.closeout.yml`.
