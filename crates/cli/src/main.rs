//! The `eldest` program; all of it is in the library beside it.
#![forbid(unsafe_code)]

use eldest_catalog::games::GameArg;
use std::process::ExitCode;

fn main() -> ExitCode {
    eldest_cli::main_with::<GameArg>()
}
