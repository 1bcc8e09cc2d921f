//! One game that the program plays against itself, and the quiet positions in it.

use crate::args::PlayArgs;
use crate::sample::{Outcome, Sample};
use eldest::selective::{Selection, Selective, Tactics};
use eldest::{DepthMatch, Engine, Error, Evaluator, Limits, Moves, Options, Position, Score, Side};
use eldest_games::chess::{Chess, Full, Move};
use fastrand::Rng;

/// An opening that is worth more to one side is not played.
const BALANCED: i32 = 150;
/// A score that wins, and for how many plies it must stand.
const WON: (i32, usize) = (1_000, 5);
/// The same for draws, and from which ply on.
const DRAWN: (i32, usize) = (5, 10);
const DRAWN_FROM: usize = 60;
/// A game that is longer is a draw.
const MOST_PLIES: usize = 300;
/// Positions that are decided teach nothing.
const DECIDED: i32 = 1_500;

/// What plays both sides.
pub(crate) struct Player<E> {
    engine: Engine<Chess<Full>, Selective<E>>,
    limits: Limits,
    opening_plies: usize,
}

impl<E: Evaluator<Chess<Full>> + Send + Sync + 'static> Player<E> {
    pub(crate) fn new(args: &PlayArgs, evaluator: E) -> Result<Self, Error> {
        let options = Options::default().with(|o| o.depth_match = DepthMatch::AtLeast);
        let evaluator = Selective::new(evaluator, Selection::default());
        let builder = Engine::builder().evaluator(evaluator).options(options);
        let engine = builder.table_bytes(1 << 20).build()?;
        let limits = Limits::new().nodes(args.nodes);
        Ok(Self { engine, limits, opening_plies: args.opening_plies })
    }

    /// The quiet positions of one game; which game it is, `chance` decides.
    pub(crate) fn play(&mut self, mut chance: Rng) -> Result<Vec<Sample>, Error> {
        self.engine.clear();
        let mut position = self.opening(&mut chance)?;
        let (mut quiet, mut scores) = (Vec::new(), Vec::new());
        loop {
            if let Some(outcome) = outcome(&position, &scores) {
                return Ok(samples(quiet, outcome));
            }
            let (mv, score) = self.search(&position)?;
            scores.push(score);
            if score.abs() < DECIDED && !position.in_check() && position.is_quiet(mv) {
                quiet.push((position.clone(), score));
            }
            position.advance(mv);
        }
    }

    /// Random moves that leave a balance.
    fn opening(&mut self, chance: &mut Rng) -> Result<Chess<Full>, Error> {
        loop {
            let Some(position) = random(self.opening_plies, chance) else { continue };
            if self.search(&position)?.1.abs() <= BALANCED {
                return Ok(position);
            }
        }
    }

    /// The move that is played, and what it is worth to White.
    fn search(&mut self, position: &Chess<Full>) -> Result<(Move, i32), Error> {
        let report = self.engine.search(position, &self.limits)?;
        let score = report.value().map_or(0, Score::get);
        let best = report.best_move.expect("a game that is not over has a move");
        Ok((best, if position.side() == Side::First { score } else { -score }))
    }
}

/// Random moves from the start of the game; `None` if they end it.
fn random(plies: usize, chance: &mut Rng) -> Option<Chess<Full>> {
    let mut position = Chess::new();
    for _ in 0..plies {
        let moves = Moves::collect(|out| position.moves(out));
        position.advance(*chance.choice(&moves)?);
    }
    position.over().is_none().then_some(position)
}

/// How the game has ended, by its rules or by what both sides have thought of it for a while.
fn outcome(position: &Chess<Full>, scores: &[i32]) -> Option<Outcome> {
    if let Some(score) = position.over() {
        let first = if position.side() == Side::First { score } else { -score };
        return Some(of_sign(first.get()));
    }
    let last = |plies: usize| scores.len().checked_sub(plies).map(|from| &scores[from..]);
    let won = |sign: i32| last(WON.1).is_some_and(|all| all.iter().all(|s| s * sign >= WON.0));
    let drawn = || last(DRAWN.1).is_some_and(|all| all.iter().all(|s| s.abs() <= DRAWN.0));
    match scores.len() {
        _ if won(1) => Some(Outcome::Win),
        _ if won(-1) => Some(Outcome::Loss),
        MOST_PLIES.. => Some(Outcome::Draw),
        DRAWN_FROM.. if drawn() => Some(Outcome::Draw),
        _ => None,
    }
}

fn of_sign(score: i32) -> Outcome {
    match score.signum() {
        1 => Outcome::Win,
        0 => Outcome::Draw,
        _ => Outcome::Loss,
    }
}

fn samples(quiet: Vec<(Chess<Full>, i32)>, outcome: Outcome) -> Vec<Sample> {
    quiet.into_iter().map(|(position, score)| Sample::new(&position, score, outcome)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::EvaluatorArg;
    use eldest_games::chess::Pesto;
    use std::path::PathBuf;

    fn args() -> PlayArgs {
        let (evaluator, out) = (EvaluatorArg::Pesto, PathBuf::new());
        PlayArgs { games: 1, nodes: 50, evaluator, seed: 1, opening_plies: 8, threads: 1, out }
    }

    #[test]
    fn a_seed_gives_the_same_game_again() {
        let mut player = Player::new(&args(), Pesto::default()).unwrap();
        let mut play = |seed| player.play(Rng::with_seed(seed)).unwrap();
        let first = play(1);
        assert_ne!(first, play(2));
        assert_eq!(first, play(1));
        assert!(first.iter().all(|sample| !sample.position.in_check()));
    }

    #[test]
    fn games_end_when_both_sides_are_sure() {
        let start = Chess::new();
        assert_eq!(outcome(&start, &[0; 20]), None);
        assert_eq!(outcome(&start, &[5; 60]), Some(Outcome::Draw));
        assert_eq!(outcome(&start, &[1_000; 4]), None);
        assert_eq!(outcome(&start, &[1_000; 5]), Some(Outcome::Win));
        assert_eq!(outcome(&start, &[-1_200; 5]), Some(Outcome::Loss));
        assert_eq!(outcome(&start, &[300; 300]), Some(Outcome::Draw));
        let mate = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1".parse().unwrap();
        assert_eq!(outcome(&mate, &[]), Some(Outcome::Win));
    }
}
