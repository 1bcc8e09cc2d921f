//! The `eldest` program: games are solved and searched on the command line.
//!
//! What was typed ([`Args`]) names a game and positions ([`eldest_catalog`]); a command (`solve`, `prove`, `search`, `play`,
//! `match`, `spsa`, `bench`, `tree`, `certify`, `check`) asks the engine about them and hands records to the `output`.
//!
//! A library only so that command lines can be fuzzed: the program calls [`main`], the fuzzers [`Args`].
#![forbid(unsafe_code)]

mod args;
mod bench;
mod certificates;
mod command_line;
mod matches;
mod play;
mod recording;
mod saving;
mod search;
mod solve;
mod tree;

pub use command_line::Args;

use anyhow::Context;
use args::CheckArgs;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use command_line::{Command, explained};
use eldest_jobs::prove::ProveArgs;
use eldest_terminal::{Interrupt, Status, ended, typed};
use std::io::{self, Write};
use std::process::ExitCode;

/// The program: does what the command line says.
#[must_use]
pub fn main() -> ExitCode {
    match Args::try_parse_from(typed::words()) {
        Ok(args) => ended(run(args.command)),
        Err(error) => typed::print(&explained(error)),
    }
}

fn run(command: Command) -> anyhow::Result<Status> {
    match command {
        Command::Solve(args) => solve::run(&args, &Interrupt::install()?),
        Command::Search(args) => search::run(&args, &Interrupt::install()?),
        Command::Prove(args) => prove(&args, &Interrupt::install()?),
        Command::Play(args) => play::run(&args, &Interrupt::install()?),
        Command::Match(args) => matches::run(&args, &Interrupt::install()?),
        Command::Spsa(args) => matches::spsa::run(&args, &Interrupt::install()?),
        Command::Bench(args) => bench::run(&args, &Interrupt::install()?),
        Command::Tree(args) => tree::run(&args),
        Command::Certify(args) => certificates::certify(&args, &Interrupt::install()?),
        Command::Check(args) => certificates::check(&args, &Interrupt::install()?),
        Command::Completions { shell } => completions(shell),
    }
}

/// Proves, or plays against a proof.
fn prove(args: &ProveArgs, interrupt: &Interrupt) -> anyhow::Result<Status> {
    if let Some(reason) = args.conflict() {
        args::refuse::<ProveArgs>("prove", ErrorKind::ArgumentConflict, reason)
    }
    match &args.play {
        Some(path) => certificates::check(&CheckArgs::played(args, path), interrupt),
        None => eldest_jobs::prove::run(args, interrupt, None),
    }
}

/// Writes the script; into memory first, since its writer takes a closed pipe for a panic.
fn completions(shell: clap_complete::Shell) -> anyhow::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "eldest", &mut script);
    let mut stdout = io::stdout().lock();
    stdout.write_all(&script).and_then(|()| stdout.flush()).context("stdout")?;
    Ok(Status::Done)
}
