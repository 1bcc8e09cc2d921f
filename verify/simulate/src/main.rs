//! `eldest-simulate`: how the parallel searches would scale on a machine of up to 1,024 processors.
//!
//! What runs is the library as it is, compiled over a machine that simulates time ([`eldest_schedule::timed`]):
//! the same split points, locks and tables. A game and its positions are read as by `eldest`.
#![forbid(unsafe_code)]

mod args;
mod calibration;
mod costs;
mod curve;
mod fit;
mod recording;
mod row;
mod sheet;
mod study;
mod trial;

// What the program `eldest` has, compiled once more over the simulated machine: it asks more of it than this one.
#[allow(dead_code, reason = "`eldest` counts more kinds of things")]
#[path = "../../../crates/cli/src/count.rs"]
mod count;
#[allow(dead_code, unused_imports, reason = "`eldest` also plays these games, and draws them")]
#[path = "../../../crates/cli/src/games/mod.rs"]
mod games;
#[allow(
    dead_code,
    unreachable_pub,
    reason = "`eldest` also reads from stdin, and its input is fuzzed"
)]
#[path = "../../../crates/cli/src/input/mod.rs"]
mod input;
#[allow(dead_code, reason = "`eldest` refuses more files")]
#[path = "../../../crates/cli/src/regular.rs"]
mod regular;
#[allow(dead_code, reason = "`eldest` has more ways to end")]
#[path = "../../../crates/cli/src/status.rs"]
mod status;
#[allow(dead_code, reason = "`eldest` tells of tables that are too large")]
#[path = "../../../crates/cli/src/table.rs"]
mod table;

use args::Args;
use clap::Parser;
use status::is_closed_pipe;
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
