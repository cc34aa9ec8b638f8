//! The `closeout` program: parse, dispatch, exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    closeout::cli::main()
}
