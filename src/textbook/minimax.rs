//! Minimax and negamax: the definition of the value, and nothing else.

use super::GameTree;
use crate::{Depth, Evaluator, Position, Score, Side, Window};

/// Returns the value at `depth` by the rule of two players: one maximises, the other minimises
/// (Shannon 1950).
///
/// Computed from the first player's point of view throughout, so that it shares no sign change with
/// the algorithms that it checks.
pub fn minimax<P: Position, E: Evaluator<P>>(tree: &mut GameTree<'_, P, E>, depth: Depth) -> Score {
    let value = first_players_value(tree, depth);
    seen_by(tree.position().side(), value)
}

fn first_players_value<P: Position, E: Evaluator<P>>(
    tree: &mut GameTree<'_, P, E>,
    depth: Depth,
) -> Score {
    let side = tree.position().side();
    if let Some(score) = tree.leaf(Window::FULL, depth) {
        return seen_by(side, score);
    }
    let values = tree.moves().into_iter().map(|mv| {
        let value = tree.child(mv, |tree, _| {
            let value = first_players_value(tree, depth.below());
            tree.leave(seen_by(tree.position().side(), value));
            value
        });
        if P::WIN_DISTANCE { value.one_ply_up() } else { value }
    });
    let best = if side == Side::First { values.max() } else { values.min() };
    best.expect("a move")
}

/// Converts a value between the first player's point of view and that of `side`.
fn seen_by(side: Side, value: Score) -> Score {
    if side == Side::First { value } else { -value }
}

/// Returns the value at `depth` with one rule for both players: the maximum of the children's
/// values, negated (Knuth and Moore 1975, function F2 without its bounds).
pub fn negamax<P: Position, E: Evaluator<P>>(tree: &mut GameTree<'_, P, E>, depth: Depth) -> Score {
    if let Some(score) = tree.leaf(Window::FULL, depth) {
        return score;
    }
    let mut best = -Score::INFINITY;
    for mv in tree.moves() {
        best = best.max(value_of(tree, mv, depth));
    }
    best
}

/// Returns every legal move with its value at `depth`, by negamax, in the order of
/// [`Position::moves`], sorted by rank; empty if the game is over.
///
/// At the horizon, moves get the values of one remaining ply.
pub fn root_values<P: Position, E: Evaluator<P>>(
    tree: &mut GameTree<'_, P, E>,
    depth: Depth,
) -> Vec<(P::Move, Score)> {
    if tree.position().over().is_some() {
        return Vec::new();
    }
    let moves = tree.moves().into_iter();
    moves.map(|mv| (mv, value_of(tree, mv, depth))).collect()
}

fn value_of<P: Position, E: Evaluator<P>>(
    tree: &mut GameTree<'_, P, E>,
    mv: P::Move,
    depth: Depth,
) -> Score {
    tree.below(mv, Window::FULL, |tree, _| negamax(tree, depth.below()))
}

/// Returns all moves whose value at `depth` is the value of the position, by negamax.
///
/// ```
/// use eldest::textbook::{GameTree, best_moves};
/// use eldest::{Depth, ZeroEvaluator};
/// # use eldest::doc::Countdown;
///
/// assert_eq!(best_moves(&mut GameTree::new(Countdown::new(7), &ZeroEvaluator), Depth::END), [3]);
/// ```
pub fn best_moves<P: Position, E: Evaluator<P>>(
    tree: &mut GameTree<'_, P, E>,
    depth: Depth,
) -> Vec<P::Move> {
    let values = root_values(tree, depth);
    let best = values.iter().map(|(_, value)| *value).max();
    values.into_iter().filter(|(_, value)| Some(*value) == best).map(|(mv, _)| mv).collect()
}
