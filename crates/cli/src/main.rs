//! The `eldest` program. All of its code is in the library of this package.
#![forbid(unsafe_code)]

use eldest_catalog::games::GameArg;
use std::process::ExitCode;

fn main() -> ExitCode {
    eldest_cli::main_with::<GameArg>()
}
