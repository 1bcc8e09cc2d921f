//! `eldest-simulate`: simulates the parallel searches on a machine of up to 1,024 processors.
//!
//! The library is unchanged, but compiled over a machine that simulates time
//! ([`eldest_schedule::timed`]): the same split points, locks and tables. Games and positions are
//! given as to `eldest`.
#![forbid(unsafe_code)]

mod args;
mod calibration;
mod costs;
mod curve;
mod row;
mod sheet;
mod study;
mod trial;

use args::StudyArgs;
use clap::Parser;
use eldest_catalog::input::is_closed_pipe;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match StudyArgs::parse().run() {
        Err(error) if !is_closed_pipe(&error) => {
            let _ = writeln!(io::stderr(), "eldest-simulate: {error:#}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
