//! [`GameTrial`]: a game under test, its true values, and a source of choices.

use crate::Chance;
use eldest::textbook::{self, GameTree};
use eldest::{Depth, Evaluator, Limits, Moves, Position, Score};
use std::fmt::Debug;

/// A game that an engine accepts.
pub trait EngineGame: Position<Move: Send + Debug> + Debug + Send + Sync + 'static {}
impl<P: Position<Move: Send + Debug> + Debug + Send + Sync + 'static> EngineGame for P {}

/// An evaluator that an engine accepts.
pub trait EngineEvaluator<P: Position>: Evaluator<P> + Clone + Send + Sync + 'static {}
impl<P: Position, E: Evaluator<P> + Clone + Send + Sync + 'static> EngineEvaluator<P> for E {}

/// The true values of a game.
pub trait Truth<P: Position> {
    /// V(`position`, `depth`).
    fn value(&self, position: &P, depth: Depth) -> Score;

    /// The legal moves with their values at `depth`, which is at least one ply; empty if the game
    /// is over.
    fn root_values(&self, position: &P, depth: Depth) -> Vec<(P::Move, Score)>;

    /// The most plies until the end of the game.
    fn plies_left(&self, position: &P) -> u16;
}

/// True values by minimax, with this evaluator.
#[derive(Copy, Clone, Debug)]
pub struct Minimax<'e, E>(pub &'e E);

impl<P: Position, E: Evaluator<P>> Truth<P> for Minimax<'_, E> {
    fn value(&self, position: &P, depth: Depth) -> Score {
        textbook::minimax(&mut GameTree::new(position.clone(), self.0), depth)
    }

    fn root_values(&self, position: &P, depth: Depth) -> Vec<(P::Move, Score)> {
        textbook::root_values(&mut GameTree::new(position.clone(), self.0), depth)
    }

    fn plies_left(&self, position: &P) -> u16 {
        position.plies_left().expect("a finite game") as u16
    }
}

/// A game under test.
pub trait GameTrial {
    /// The game.
    type Position: EngineGame;
    /// The oracle.
    type Truth: Truth<Self::Position>;
    /// The source of choices.
    type Chance: Chance;

    /// The initial position.
    fn start(&self) -> &Self::Position;

    /// The oracle.
    fn truth(&self) -> &Self::Truth;

    /// The source of choices.
    fn chance(&mut self) -> &mut Self::Chance;

    /// The start, or a position a few moves from it.
    fn some_position(&mut self) -> Self::Position {
        let mut position = self.start().clone();
        while position.over().is_none() && self.chance().odds(40) {
            let moves = Moves::collect(|out| position.moves(out));
            position.play(self.chance().pick(&moves));
        }
        position
    }

    /// A random depth that makes a difference, or the end.
    fn some_depth(&mut self) -> Depth {
        let height = u64::from(self.truth().plies_left(self.start()));
        match self.chance().below(4) {
            0 => Depth::END,
            _ => Depth::plies(1 + self.chance().below(height + 1) as u16),
        }
    }
}

/// A depth limit of `depth`; no limit if that is the end.
#[must_use]
pub fn limits(depth: Depth) -> Limits {
    depth.to_plies().map_or(Limits::new(), |plies| Limits::new().depth(plies))
}
