//! `eldest-tune endgames`: plays games of Othello, and writes their positions with values.
//!
//! From a number of empty squares on, every position is solved, and half of the moves are best
//! moves, the others random: positions in the tree of a null window have one strong side. Positions
//! before have the value of a shallow search, and the value with which the solving began.

use super::{Sample, empties};
use crate::args::{EndgameArgs, JudgeArg};
use crate::samples;
use anyhow::Result;
use eldest::DepthMatch;
use eldest::{Engine, Error, Evaluator, Limits, Moves, Position, Report, Side};
use eldest_games::othello::{self, Iago, Othello, OthelloRules, Square, Trained};
use fastrand::Rng;
use std::ops::RangeInclusive;

/// The number of random moves before a game begins.
const OPENING: RangeInclusive<u32> = 4..=20;
/// With fewer empty squares a game gives no more samples.
const LAST: u32 = 8;

/// Plays the games and writes the samples to the file named in `args`.
pub(crate) fn run(args: &EndgameArgs) -> Result<()> {
    match args.evaluator {
        JudgeArg::Iago => play(args, Iago::new(OthelloRules::default())),
        JudgeArg::Trained => play(args, Trained),
    }
}

fn play<E>(args: &EndgameArgs, evaluator: E) -> Result<()>
where
    E: Evaluator<Othello> + Clone + Send + Sync + 'static,
{
    let worker = |mut player: SelfPlayer<E>| move |seed| player.game(seed);
    let players = (0..args.threads).map(|_| SelfPlayer::new(args, evaluator.clone()));
    let workers = players.map(|player| Ok(worker(player?))).collect::<Result<_, Error>>()?;
    samples::write(&args.out, args.games, args.seed, workers)
}

/// An engine that plays both sides.
struct SelfPlayer<E: Evaluator<Othello>> {
    engine: Engine<Othello, E>,
    depth: u16,
    solved: u32,
    most: u32,
}

impl<E: Evaluator<Othello> + Send + Sync + 'static> SelfPlayer<E> {
    fn new(args: &EndgameArgs, evaluator: E) -> Result<Self, Error> {
        let options = othello::options().with(|o| o.depth_match = DepthMatch::AtLeast);
        let builder = Engine::<Othello>::builder().evaluator(evaluator).options(options);
        let engine = builder.table_bytes(1 << 20).build()?;
        Ok(Self { engine, depth: args.depth, solved: args.solved, most: args.most })
    }

    /// Plays the game of this seed; returns its samples.
    fn game(&mut self, seed: u64) -> Result<Vec<Sample>, Error> {
        let mut chance = Rng::with_seed(seed);
        let opening = chance.u32(OPENING);
        let (mut position, mut samples) = (Othello::default(), Vec::new());
        self.engine.clear();
        while position.over().is_none() && empties(&position) >= LAST {
            let moves = Moves::collect(|out| position.moves(out));
            let mut mv = moves[chance.usize(..moves.len())];
            if empties(&position) + opening <= 60 && moves.len() > 1 {
                let is_solved = empties(&position) <= self.solved;
                let report = self.report(&position, is_solved)?;
                let value = report.value().expect("a finished search").get();
                samples.push(Sample { position, value, result: is_solved.then_some(value) });
                if chance.u32(..if is_solved { 2 } else { 8 }) > 0 {
                    mv = report.best_move.expect("a move");
                }
            }
            position.play(mv);
        }
        let mut samples = backed_up(samples);
        samples.retain(|sample| empties(&sample.position) <= self.most);
        Ok(samples)
    }

    fn report(&mut self, position: &Othello, is_solved: bool) -> Result<Report<Square>, Error> {
        if is_solved {
            self.engine.solve(position, &Limits::new())
        } else {
            self.engine.search(position, &Limits::new().depth(self.depth))
        }
    }
}

/// Gives the samples before the first solved one its value; drops all if none was solved.
fn backed_up(mut samples: Vec<Sample>) -> Vec<Sample> {
    let for_first = |sample: &Sample, value: i32| match sample.position.side() {
        Side::First => value,
        Side::Second => -value,
    };
    let solved = samples.iter().find_map(|s| s.result.map(|result| for_first(s, result)));
    let Some(solved) = solved else { return Vec::new() };
    for sample in &mut samples {
        sample.result = sample.result.or(Some(for_first(sample, solved)));
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn a_seed_gives_the_same_samples_again_with_the_value_at_the_end() {
        let args = EndgameArgs {
            games: 1,
            evaluator: JudgeArg::Iago,
            depth: 1,
            solved: 10,
            most: 12,
            seed: 1,
            threads: 1,
            out: PathBuf::new(),
        };
        let mut player = SelfPlayer::new(&args, Iago::new(OthelloRules::default())).unwrap();
        let samples = player.game(1).unwrap();
        assert_ne!(samples, player.game(2).unwrap());
        assert_eq!(samples, player.game(1).unwrap());
        assert!(samples.iter().all(|sample| (LAST..=12).contains(&empties(&sample.position))));
        let solved = samples.iter().find(|sample| empties(&sample.position) <= 10).unwrap();
        assert_eq!(solved.result, Some(solved.value));
        for sample in samples.iter().filter(|sample| empties(&sample.position) > 10) {
            let sign = if sample.position.side() == solved.position.side() { 1 } else { -1 };
            assert_eq!(sample.result, Some(sign * solved.value));
        }
    }
}
