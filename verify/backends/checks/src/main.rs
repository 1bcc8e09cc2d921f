//! The soak runner of the targets over the scheduler.

use std::process::ExitCode;

fn main() -> anyhow::Result<ExitCode> {
    eldest_checks_scheduled::program::main(eldest_checks_scheduled::TARGETS)
}
