//! [`GameTrial`]: a game under test, what is true of it, and where choices come from.

use crate::Chance;
use eldest::textbook::{self, GameTree};
use eldest::{Depth, Evaluator, Limits, Moves, Position, Score};
use std::fmt::Debug;

/// A game that an engine takes.
pub trait EngineGame: Position<Move: Send + Debug> + Debug + Send + Sync + 'static {}
impl<P: Position<Move: Send + Debug> + Debug + Send + Sync + 'static> EngineGame for P {}

/// An evaluator that an engine takes.
pub trait EngineEvaluator<P: Position>: Evaluator<P> + Clone + Send + Sync + 'static {}
impl<P: Position, E: Evaluator<P> + Clone + Send + Sync + 'static> EngineEvaluator<P> for E {}

/// Somebody who knows the values of a game.
pub trait Truth<P: Position> {
    /// V(`position`, `depth`).
    fn value(&self, position: &P, depth: Depth) -> Score;

    /// The legal moves with their values at `depth`, one ply or more; none if the game is over.
    fn root_values(&self, position: &P, depth: Depth) -> Vec<(P::Move, Score)>;

    /// The most plies until the end of the game.
    fn plies_left(&self, position: &P) -> u16;
}

/// The truth by minimax, with this evaluator.
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
    /// Who knows the values.
    type Truth: Truth<Self::Position>;
    /// Where choices come from.
    type Chance: Chance;

    /// Where the game begins.
    fn start(&self) -> &Self::Position;

    /// Who knows the values.
    fn truth(&self) -> &Self::Truth;

    /// Where choices come from.
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

    /// Any depth from 1 on that makes a difference, or the end.
    fn some_depth(&mut self) -> Depth {
        let height = u64::from(self.truth().plies_left(self.start()));
        match self.chance().below(4) {
            0 => Depth::END,
            _ => Depth::plies(1 + self.chance().below(height + 1) as u16),
        }
    }
}

/// At most `depth` deep; no limit if that is the end.
#[must_use]
pub fn limits(depth: Depth) -> Limits {
    depth.to_plies().map_or(Limits::new(), |plies| Limits::new().depth(plies))
}
