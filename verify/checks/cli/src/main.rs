//! The soak runner of the target `command_lines`.

use std::process::ExitCode;

fn main() -> anyhow::Result<ExitCode> {
    eldest_checks::program::main(&[eldest_checks_cli::COMMAND_LINES])
}
