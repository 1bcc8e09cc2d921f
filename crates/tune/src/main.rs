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

use args::TuneCommand;
use clap::Parser;

fn main() -> anyhow::Result<()> {
    match TuneCommand::parse() {
        TuneCommand::Play(args) => play::run(&args),
        TuneCommand::Fit(args) => fit::run(&args),
        TuneCommand::Train(args) => network::run(&args),
        TuneCommand::Endgames(args) => othello::play::run(&args),
        TuneCommand::Patterns(args) => othello::fit::run(&args),
    }
}
