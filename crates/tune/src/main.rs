//! `eldest-tune`: fits the weights of the evaluations of chess (`docs/chess-evaluation.md`) and
//! Othello (`docs/othello.md`).
#![forbid(unsafe_code)]
#![allow(clippy::print_stderr)]

mod args;
mod data;
mod fit;
mod model;
mod network;
mod othello;
mod play;
mod rows;
mod sample;
mod samples;
mod source;

use args::Command;
use clap::Parser;

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Play(args) => play::run(&args),
        Command::Fit(args) => fit::run(&args),
        Command::Train(args) => network::run(&args),
        Command::Endgames(args) => othello::play::run(&args),
        Command::Patterns(args) => othello::fit::run(&args),
    }
}
