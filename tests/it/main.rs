//! The tests of the program, one module a verb.

mod rooms;
