//! [`explained`]: detects values that differ under one key because of repetition.

use super::Violation;
use super::violation::Broken;
use super::violation::caught;
use crate::{Moves, Position, Side};
use std::collections::HashMap;

/// The number of plies below a position within which an earlier one may repeat: the depth at which
/// values are compared.
const PLIES: usize = 4;
/// The maximum number of positions examined there.
const NODES: usize = 4_000;

/// Explains `violation` of a game from `root`. Values that differ under one key become
/// [`Broken::Repetition`] if the same side moves in both positions, and positions repeat on the way
/// there or soon after.
pub(super) fn explained<P: Position>(
    root: &P,
    violation: Violation<P::Move>,
) -> Violation<P::Move> {
    let Violation { path, broken } = violation;
    let broken = match broken {
        Broken::SameKey { other, difference } if is_repetition(root, &path, &other) => {
            Broken::Repetition { other, difference }
        }
        broken => broken,
    };
    Violation { path, broken }
}

/// Whether repetition is likely. A game that panics meanwhile has other flaws.
fn is_repetition<P: Position>(root: &P, path: &[P::Move], other: &[P::Move]) -> bool {
    caught::<_, ()>(|| {
        let (one, other) =
            (GamePath::along(root.clone(), path), GamePath::along(root.clone(), other));
        let same_side = one.position.side() == other.position.side();
        Ok(same_side && [one, other].into_iter().any(GamePath::comes_again))
    })
    .unwrap_or(false)
}

/// A position, and all positions on the way there.
struct GamePath<P: Position> {
    position: P,
    /// The moves of each; `None` where the game is over. A wrong key may belong to several
    /// positions with different moves.
    seen: HashMap<(u64, Side), Option<Vec<P::Move>>>,
    again: bool,
    nodes_left: usize,
}

impl<P: Position> GamePath<P> {
    fn along(position: P, path: &[P::Move]) -> Self {
        let mut way = Self { position, seen: HashMap::new(), again: false, nodes_left: NODES };
        way.visit();
        for mv in path {
            way.position.play(*mv);
            way.visit();
        }
        way
    }

    /// Records the position, or notes that it has occurred before.
    fn visit(&mut self) {
        let moves = self.moves();
        let at = (self.position.key(), self.position.side());
        self.again |= self.seen.get(&at).is_some_and(|before| is_alike(before, &moves));
        self.seen.entry(at).or_insert(moves);
    }

    fn moves(&self) -> Option<Vec<P::Move>> {
        let goes_on = self.position.over().is_none();
        goes_on.then(|| Moves::collect(|out| self.position.moves(out)))
    }

    fn comes_again(mut self) -> bool {
        self.again || self.is_met_below(PLIES)
    }

    /// Whether one of the positions seen occurs within `plies`.
    fn is_met_below(&mut self, plies: usize) -> bool {
        let moves = self.moves().filter(|_| plies > 0).unwrap_or_default();
        moves.into_iter().any(|mv| {
            self.nodes_left = self.nodes_left.saturating_sub(1);
            if self.nodes_left == 0 {
                return false;
            }
            let undo = self.position.play(mv);
            let at = (self.position.key(), self.position.side());
            let met = self.seen.get(&at).is_some_and(|before| is_alike(before, &self.moves()))
                || self.is_met_below(plies - 1);
            self.position.undo(mv, undo);
            met
        })
    }
}

/// Whether two positions with one key have the same moves, so that they are probably the same.
fn is_alike<M: PartialEq>(before: &Option<M>, now: &Option<M>) -> bool {
    before.as_ref().zip(now.as_ref()).is_none_or(|(before, now)| before == now)
}
