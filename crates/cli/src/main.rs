//! The `eldest` program; all of it is in the library beside it.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    eldest_cli::main()
}
