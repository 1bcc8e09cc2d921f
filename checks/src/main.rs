//! The soak runner of all targets but `schedule`.

use std::process::ExitCode;

fn main() -> anyhow::Result<ExitCode> {
    eldest_checks::program::main()
}
