//! The command line.

use clap::{Args, Parser, ValueEnum};
use std::path::PathBuf;

/// Tune the evaluations of chess and Othello: play games of the program against itself, and fit
/// weights that predict their results.
#[derive(Debug, Parser)]
#[command(name = "eldest-tune", version)]
pub(crate) enum TuneCommand {
    /// Play games, and write their quiet positions
    Play(PlayArgs),
    /// Fit weights to these positions, and write them as Rust source
    Fit(FitArgs),
    /// Train the network on these positions, and write its weights
    Train(TrainArgs),
    /// Play games of Othello, and write their positions with values
    Endgames(EndgameArgs),
    /// Fit the patterns of Othello to these positions, and write their weights
    Patterns(PatternArgs),
}

/// The arguments of `eldest-tune endgames`.
#[derive(Clone, Debug, Args)]
pub(crate) struct EndgameArgs {
    /// The number of games
    #[arg(long, value_name = "N")]
    pub(crate) games: u64,
    /// The evaluator of the games
    #[arg(long, value_name = "NAME")]
    pub(crate) evaluator: JudgeArg,
    /// The depth of the search for each move
    #[arg(long, value_name = "PLIES")]
    pub(crate) depth: u16,
    /// The number of empty squares from which positions are solved
    #[arg(long, value_name = "N", default_value_t = 14)]
    pub(crate) solved: u32,
    /// Write positions with at most this many empty squares
    #[arg(long, value_name = "N", default_value_t = 28)]
    pub(crate) most: u32,
    /// The seed of the games, which do not depend on --threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The number of games played in parallel
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
    /// The file to write the positions to
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

/// The evaluators of Othello.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum JudgeArg {
    /// Edges and mobility, with published numbers
    Iago,
    /// The current weights
    Trained,
}

/// The arguments of `eldest-tune play`.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlayArgs {
    /// The number of games
    #[arg(long, value_name = "N")]
    pub(crate) games: u64,
    /// The number of nodes searched for each move
    #[arg(long, value_name = "N", default_value_t = 4_000)]
    pub(crate) nodes: u64,
    /// The evaluator of the games
    #[arg(long, value_name = "NAME")]
    pub(crate) evaluator: EvaluatorArg,
    /// The seed of the games, which do not depend on --threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The number of random moves before a game begins
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) opening_plies: usize,
    /// The number of games played in parallel
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) threads: usize,
    /// The file to write the positions to
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

/// The evaluators of the games.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EvaluatorArg {
    /// PeSTO
    Pesto,
    /// The current weights
    Tuned,
    /// The current weights and the current network
    Nnue,
}

/// The arguments of `eldest-tune fit`.
#[derive(Clone, Debug, Args)]
pub(crate) struct FitArgs {
    /// Files of positions written by `eldest-tune play`
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub(crate) data: Vec<PathBuf>,
    /// The file to write the weights to
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// The weight of the game's result against the score of the search, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    pub(crate) lambda: f64,
    /// The largest number of epochs: passes over all positions
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) epochs: usize,
    /// The initial learning rate, in hundredths of a pawn
    #[arg(long, value_name = "STEP", default_value_t = 2.0)]
    pub(crate) step: f64,
    /// The strength of the ridge penalty, which pulls weights towards their initial values
    #[arg(long, value_name = "PULL", default_value_t = 1e-7)]
    pub(crate) ridge: f64,
}

/// The arguments of `eldest-tune train`.
#[derive(Clone, Debug, Args)]
pub(crate) struct TrainArgs {
    /// Files of positions written by `eldest-tune play`
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub(crate) data: Vec<PathBuf>,
    /// The file to write the weights to
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// The network to continue from; by default, training starts from random weights
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// The weight of the game's result against the score of the search, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.3)]
    pub(crate) lambda: f32,
    /// The number of epochs: passes over all positions
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub(crate) epochs: usize,
    /// The number of positions in a batch
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) batch: u32,
    /// The initial learning rate
    #[arg(long, value_name = "RATE", default_value_t = 0.001)]
    pub(crate) rate: f32,
    /// The weight decay: each step subtracts this part of a weight, times the learning rate
    #[arg(long, value_name = "PART", default_value_t = 0.01)]
    pub(crate) decay: f32,
}

/// The arguments of `eldest-tune patterns`.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct PatternArgs {
    /// Files of positions written by `eldest-tune endgames`
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub(crate) data: Vec<PathBuf>,
    /// Files of endgames, one a line, that are left out with their mirror images
    #[arg(long, value_name = "FILE", num_args = 0..)]
    pub(crate) exclude: Vec<PathBuf>,
    /// The file to write the weights to
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// The weight of the game's result against the value of the search, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    pub(crate) lambda: f32,
    /// The number of epochs: passes over all positions
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) epochs: usize,
    /// The initial learning rate
    #[arg(long, value_name = "RATE", default_value_t = 0.01)]
    pub(crate) rate: f32,
}
