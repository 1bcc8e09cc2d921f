//! The chess engine `eldest-uci`; all of it is in the library beside it.
#![forbid(unsafe_code)]

use clap::{Parser, Subcommand};
use eldest_uci::output::Output;
use eldest_uci::{bench, session};
use std::io::{self, BufReader};
use std::process::ExitCode;

/// A chess engine for the Universal Chess Interface: without a command it reads the protocol from stdin.
#[derive(Debug, Parser)]
#[command(version)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Searches a fixed list of positions with one thread: the nodes, the same on every machine, on stdout; nodes per
    /// second on stderr
    Bench {
        /// How deep
        #[arg(long, default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u16).range(1..=60))]
        depth: u16,
    },
}

fn main() -> ExitCode {
    let done = match Args::parse().command {
        None => session::run(BufReader::new(io::stdin()), Output::stdout()),
        Some(Command::Bench { depth }) => bench::print(depth),
    };
    done.map_or_else(complain, |()| ExitCode::SUCCESS)
}

#[expect(clippy::print_stderr, reason = "what is wrong is for people")]
fn complain(error: eldest::Error) -> ExitCode {
    eprintln!("eldest-uci: {error}");
    ExitCode::FAILURE
}
