//! The soak runner of all targets but `schedule` and `command_lines`.

use std::process::ExitCode;

fn main() -> anyhow::Result<ExitCode> {
    eldest_checks::program::main(eldest_checks::TARGETS)
}
