//! What can be typed.

use clap::{Args, Parser, ValueEnum};
use std::path::PathBuf;

/// Tunes the evaluation of chess: games that the program plays against itself, and weights that predict how
/// they ended.
#[derive(Debug, Parser)]
#[command(name = "eldest-tune", version)]
pub(crate) enum Command {
    /// Plays games, and writes their quiet positions
    Play(PlayArgs),
    /// Fits weights to such positions, and writes them as Rust
    Fit(FitArgs),
    /// Trains the network on such positions, and writes its weights
    Train(TrainArgs),
}

/// How games are played.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlayArgs {
    /// So many games
    #[arg(long, value_name = "N")]
    pub(crate) games: u64,
    /// Each move is searched so far
    #[arg(long, value_name = "N", default_value_t = 4_000)]
    pub(crate) nodes: u64,
    /// What judges positions
    #[arg(long, value_name = "NAME")]
    pub(crate) evaluator: EvaluatorArg,
    /// Another seed gives other games; the same seed the same, whatever --threads says
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Random moves before a game begins
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) opening_plies: usize,
    /// So many games side by side
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) threads: usize,
    /// Where the positions go
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

/// What judges positions in the games.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EvaluatorArg {
    /// PeSTO
    Pesto,
    /// The weights that are there
    Tuned,
    /// These weights, and the network that is there
    Nnue,
}

/// How weights are fitted.
#[derive(Clone, Debug, Args)]
pub(crate) struct FitArgs {
    /// Positions that `eldest-tune play` has written
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub(crate) data: Vec<PathBuf>,
    /// Where the weights go
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// What the result of the game counts beside the score of the search, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    pub(crate) lambda: f64,
    /// So many times through all positions at most
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) epochs: usize,
    /// How far a weight goes in a step at first, in hundredths of a pawn
    #[arg(long, value_name = "STEP", default_value_t = 2.0)]
    pub(crate) step: f64,
    /// How strongly weights are drawn back to where they began
    #[arg(long, value_name = "PULL", default_value_t = 1e-7)]
    pub(crate) ridge: f64,
}

/// How the network is trained.
#[derive(Clone, Debug, Args)]
pub(crate) struct TrainArgs {
    /// Positions that `eldest-tune play` has written
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub(crate) data: Vec<PathBuf>,
    /// Where the weights go
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// The network to go on from; without it from weights by chance
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// What the result of the game counts beside the score of the search, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.3)]
    pub(crate) lambda: f32,
    /// So many times through all positions
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub(crate) epochs: usize,
    /// So many positions for a step
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) batch: u32,
    /// How far a weight goes in a step at first
    #[arg(long, value_name = "RATE", default_value_t = 0.001)]
    pub(crate) rate: f32,
    /// The part of itself that a weight loses in a step, by how long the step is
    #[arg(long, value_name = "PART", default_value_t = 0.01)]
    pub(crate) decay: f32,
}
