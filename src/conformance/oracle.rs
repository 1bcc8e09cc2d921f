//! Finds true values, to the end of the game or to a depth, by minimax that relies only on the
//! rules.

use crate::{Evaluator, Moves, Position, Score, ZeroEvaluator};

/// The maximum depth: a game that never ends would overflow the stack.
const MOST_PLIES: usize = 256;

/// Minimax with a limited number of nodes.
#[derive(Debug)]
pub(super) struct Oracle {
    nodes_left: usize,
    plies_left: usize,
    /// Whether there is a horizon where the plies run out, with only the points taken as the value.
    has_horizon: bool,
}

impl Oracle {
    /// Searches to the end of the game.
    pub(super) fn new(nodes: usize) -> Self {
        Self { nodes_left: nodes, plies_left: MOST_PLIES, has_horizon: false }
    }

    /// Searches to a depth of `plies`, with only the points taken as the value at the horizon.
    pub(super) fn near(nodes: usize, plies: usize) -> Self {
        Self { nodes_left: nodes, plies_left: plies, has_horizon: true }
    }

    /// Returns V(p, END), or the value at the depth; `None` if the nodes run out, or the plies
    /// before the end.
    pub(super) fn value<P: Position>(&mut self, position: &mut P) -> Option<Score> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        match position.over() {
            Some(score) => Some(score),
            None if self.plies_left == 0 => {
                self.has_horizon.then(|| ZeroEvaluator.evaluate(position, &()))
            }
            None => self.best(position, &Moves::collect(|out| position.moves(out))),
        }
    }

    /// Returns the best value that one of `moves` leads to; `None` if there are none, or if nodes
    /// or plies run out.
    pub(super) fn best<P: Position>(
        &mut self,
        position: &mut P,
        moves: &[P::Move],
    ) -> Option<Score> {
        self.plies_left = self.plies_left.checked_sub(1)?;
        let before = position.side();
        let mut best = None;
        for mv in moves {
            let undo = position.play(*mv);
            let turned = position.side() != before;
            let value = self.value(position);
            position.undo(*mv, undo);
            let value = if P::WIN_DISTANCE { value?.one_ply_up() } else { value? };
            best = best.max(Some(if turned { -value } else { value }));
        }
        self.plies_left += 1;
        best
    }
}
