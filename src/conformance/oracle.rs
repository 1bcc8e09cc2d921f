//! True values to the end of the game, by minimax that trusts only the rules.

use crate::{Moves, Position, Score};

/// The deepest it looks: a game that never ends would fill the stack.
const MOST_PLIES: usize = 256;

/// Minimax with a limited number of nodes.
#[derive(Debug)]
pub(super) struct Oracle {
    nodes_left: usize,
    plies_left: usize,
}

impl Oracle {
    pub(super) fn new(nodes: usize) -> Self {
        Self { nodes_left: nodes, plies_left: MOST_PLIES }
    }

    /// V(p, END); `None` if the nodes run out, or the plies.
    pub(super) fn value<P: Position>(&mut self, position: &mut P) -> Option<Score> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        match position.over() {
            Some(score) => Some(score),
            None => self.best(position, &Moves::collect(|out| position.moves(out))),
        }
    }

    /// The best that one of `moves` leads to; `None` if there are none, or the nodes run out, or the plies.
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
