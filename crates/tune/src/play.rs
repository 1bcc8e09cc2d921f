//! `eldest-tune play`: plays games of the program against itself and writes their quiet positions
//! in order.

use crate::args::{EvaluatorArg, PlayArgs};
use crate::sample::TrainingSample;
use crate::samples;
use anyhow::Result;
use eldest::DepthMatch;
use eldest::selective::{Selection, Selective, Tactics};
use eldest::{Engine, Error, Evaluator, Limits, Options};
use eldest_contest::{MatchRules, SelfPlay, SelfPlayGame, SelfPlayOptions};
use eldest_games::chess::{Chess, Full, Nnue, Pesto, Tuned};

/// Positions with at least this score are decided and give no samples.
const DECIDED: i32 = 1_500;

type ChessSelfPlay<E> = SelfPlay<Chess<Full>, Selective<E>>;

/// Plays the games and writes the samples to the file named in `args`.
pub(crate) fn run(args: &PlayArgs) -> Result<()> {
    match args.evaluator {
        EvaluatorArg::Pesto => play(args, Pesto::default()),
        EvaluatorArg::Tuned => play(args, Tuned::default()),
        EvaluatorArg::Nnue => play(args, Nnue::default()),
    }
}

fn play<E>(args: &PlayArgs, evaluator: E) -> Result<()>
where
    E: Evaluator<Chess<Full>> + Copy + Send + Sync + 'static,
{
    let players = (0..args.threads).map(|_| players(args, evaluator));
    let worker =
        |mut players: ChessSelfPlay<E>| move |seed| players.play(seed).map(|game| samples(&game));
    let workers = players.map(|players| Ok(worker(players?))).collect::<Result<_, Error>>()?;
    samples::write(&args.out, args.games, args.seed, workers)
}

/// An engine that plays both sides.
fn players<E>(args: &PlayArgs, evaluator: E) -> Result<ChessSelfPlay<E>, Error>
where
    E: Evaluator<Chess<Full>> + Send + Sync + 'static,
{
    let options = Options::default().with(|o| o.depth_match = DepthMatch::AtLeast);
    let evaluator = Selective::new(evaluator, Selection::default());
    let engine = Engine::builder().evaluator(evaluator).options(options).table_bytes(1 << 20);
    let rules = MatchRules::new(Chess::new()).advance_with(Chess::advance);
    let options = SelfPlayOptions::default().with(|o| o.opening_plies = args.opening_plies);
    Ok(SelfPlay::new(rules, engine.build()?, Limits::new().nodes(args.nodes), options))
}

/// Returns the quiet positions of a game.
fn samples(game: &SelfPlayGame<Chess<Full>>) -> Vec<TrainingSample> {
    let is_quiet = game.plies.iter().filter(|ply| {
        let position = &ply.position;
        ply.score.abs() < DECIDED && !position.in_check() && position.is_quiet(ply.mv)
    });
    is_quiet.map(|ply| TrainingSample::new(&ply.position, ply.score, game.result)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn a_seed_gives_the_same_samples_again() {
        let (evaluator, out) = (EvaluatorArg::Pesto, PathBuf::new());
        let args =
            PlayArgs { games: 1, nodes: 50, evaluator, seed: 1, opening_plies: 8, threads: 1, out };
        let mut players = players(&args, Pesto::default()).unwrap();
        let mut play = |seed| samples(&players.play(seed).unwrap());
        let first = play(1);
        assert_ne!(first, play(2));
        assert_eq!(first, play(1));
        assert!(first.len() > 5 && first.iter().all(|sample| !sample.position.in_check()));
    }
}
