//! The `eldest` program: solves and searches games on the command line.
//!
//! The command line ([`Args`]) names a game and positions ([`eldest_catalog`]). A command (`solve`,
//! `prove`, `search`, `play`, `match`, `spsa`, `bench`, `tree`, `certify`, `check`, `database`)
//! runs the engine on them and prints the results.
//!
//! This is a library so that a program with its own game can have the same commands
//! ([`main_with`]), and so that command lines can be fuzzed ([`Args`]).
#![forbid(unsafe_code)]

mod bench;
mod certificate_args;
mod certify;
mod check;
mod command_line;
mod database;
mod matches;
mod play;
mod recording;
mod saving;
mod search;
mod solve;
mod tree;

pub use command_line::Args;

use anyhow::Context;
use certificate_args::CheckArgs;
use clap::FromArgMatches;
use clap::error::ErrorKind;
use command_line::{Command, command, explained};
use eldest_catalog::games::Catalog;
use eldest_jobs::prove::ProveArgs;
use eldest_terminal::{Interrupt, Status, ended, typed};
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs the command line with the games of a catalog, and returns the exit status.
///
/// A program with its own game gets the commands of `eldest` for it by passing
/// [`Own`](eldest_catalog::games::Own) as the catalog; `examples/breakthrough` does.
#[must_use]
pub fn main_with<C: Catalog>() -> ExitCode {
    match parsed::<C>() {
        Ok(args) => ended(run::<C>(args.command)),
        Err(error) => typed::print(&explained(error)),
    }
}

fn parsed<C: Catalog>() -> Result<Args, clap::Error> {
    let mut command = command::<C>();
    let mut matches = command.try_get_matches_from_mut(typed::words())?;
    Args::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

fn run<C: Catalog>(command: Command) -> anyhow::Result<Status> {
    match command {
        Command::Solve(args) => solve::run::<C>(&args, &Interrupt::install()?),
        Command::Search(args) => search::run::<C>(&args, &Interrupt::install()?),
        Command::Prove(args) => prove::<C>(&args, &Interrupt::install()?),
        Command::Play(args) => play::run::<C>(&args, &Interrupt::install()?),
        Command::Match(args) => matches::run::<C>(&args, &Interrupt::install()?),
        Command::Spsa(args) => matches::spsa::run::<C>(&args, &Interrupt::install()?),
        Command::Bench(args) => bench::run::<C>(&args, &Interrupt::install()?),
        Command::Tree(args) => tree::run::<C>(&args),
        Command::Certify(args) => certify::run::<C>(&args, &Interrupt::install()?),
        Command::Check(args) => check::run::<C>(&args, &Interrupt::install()?),
        Command::Database(args) => database::run::<C>(&args, &Interrupt::install()?),
        Command::Completions { shell } => completions::<C>(shell),
    }
}

/// Proves a position, or plays against a proof.
fn prove<C: Catalog>(args: &ProveArgs, interrupt: &Interrupt) -> anyhow::Result<Status> {
    if let Some(reason) = args.conflict() {
        typed::refuse::<ProveArgs>("prove", ErrorKind::ArgumentConflict, reason)
    }
    match &args.play {
        Some(path) => check::run::<C>(&CheckArgs::played(args, path), interrupt),
        None => eldest_jobs::prove::run::<C>(args, interrupt, None),
    }
}

/// Writes the completion script. It is generated in memory first, because the generator panics on a
/// closed pipe.
fn completions<C: Catalog>(shell: clap_complete::Shell) -> anyhow::Result<Status> {
    let mut script = Vec::new();
    let mut command = command::<C>();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut script);
    let mut stdout = io::stdout().lock();
    stdout.write_all(&script).and_then(|()| stdout.flush()).context("stdout")?;
    Ok(Status::Done)
}
