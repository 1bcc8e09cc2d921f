//! `eldest-simulate`: how the parallel searches would scale on a machine of up to 1,024 processors.
//!
//! What runs is the library as it is, compiled over a machine that simulates time ([`eldest_schedule::timed`]):
//! the same split points, locks and tables. A game and its positions are read as by `eldest`.
#![forbid(unsafe_code)]

mod args;
mod calibration;
mod costs;
#[allow(dead_code, unused_imports, unreachable_pub, reason = "the same for its words")]
#[path = "../../cli/src/count.rs"]
mod count;
mod fit;
#[allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "the games as the program `eldest` has them, with more than is asked here"
)]
#[path = "../../cli/src/games/mod.rs"]
mod games;
#[allow(dead_code, unused_imports, unreachable_pub, reason = "the same for its input")]
#[path = "../../cli/src/input.rs"]
mod input;
mod plot;
mod row;
mod sheet;
mod study;
#[allow(dead_code, unused_imports, unreachable_pub, reason = "the same for its tables")]
#[path = "../../cli/src/table.rs"]
mod table;
mod trial;

use args::Args;
use clap::Parser;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match Args::parse().run() {
        Err(error) if !is_closed_pipe(&error) => {
            let _ = writeln!(io::stderr(), "eldest-simulate: {error:#}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Whoever reads has read enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let broken = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error.chain().filter_map(|cause| cause.downcast_ref()).any(broken)
}
