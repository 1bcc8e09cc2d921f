//! The soak runner of the target `schedule`.

use std::process::ExitCode;

fn main() -> anyhow::Result<ExitCode> {
    eldest_checks_scheduled::program::main(eldest_checks_scheduled::TARGETS)
}
