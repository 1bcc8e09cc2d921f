//! The soak runner of all targets except `command_lines` and those that need the scheduler.

use std::process::ExitCode;

fn main() -> anyhow::Result<ExitCode> {
    eldest_checks::program::main(eldest_checks::TARGETS)
}
