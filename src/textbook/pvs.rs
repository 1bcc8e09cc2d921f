//! Principal variation search, in one routine and in two.

use super::{GameTree, Scouting};
use crate::{Depth, Evaluator, Position, Score, Window};

/// Fail-soft principal variation search in one routine (Marsland, "A review of game-tree pruning",
/// ICCA Journal 9(1), 1986; the idea: Marsland and Campbell 1982). The printed form is
/// [`Scouting::MARSLAND_1986`].
pub fn pvs<P: Position, E: Evaluator<P>>(
    tree: &mut GameTree<'_, P, E>,
    scouting: Scouting,
    entry: Window,
    depth: Depth,
) -> Score {
    if let Some(score) = tree.leaf(entry, depth) {
        return score;
    }
    let search = |tree: &mut GameTree<'_, P, E>, window| pvs(tree, scouting, window, depth.below());
    let (mut window, mut best) = (entry, -Score::INFINITY);
    for (index, mv) in tree.moves().into_iter().enumerate() {
        let null = index > 0 && scouting.is_null(entry, window);
        let mut value = tree.below(mv, if null { window.scout() } else { window }, search);
        if null && window.contains(value) && !scouting.trusts(depth) {
            value = tree.again(mv, scouting.research.window(window, value), search);
        }
        best = best.max(value);
        window.alpha = window.alpha.max(best);
        if best >= window.beta {
            break;
        }
    }
    best
}

/// Principal variation search as a pair of routines: this one for nodes whose window is open, and
/// [`null_window_search`] for all others (Marsland and Campbell, "Parallel search of strongly
/// ordered game trees", ACM Computing Surveys 14(4), 1982; re-search with {alpha, beta}).
///
/// It visits the same nodes as [`pvs`] with [`Scouting::SAFE`].
pub fn pvs_pair<P: Position, E: Evaluator<P>>(
    tree: &mut GameTree<'_, P, E>,
    mut window: Window,
    depth: Depth,
) -> Score {
    if let Some(score) = tree.leaf(window, depth) {
        return score;
    }
    let open = |tree: &mut GameTree<'_, P, E>, window| pvs_pair(tree, window, depth.below());
    let moves = tree.moves();
    let mut best = tree.below(moves[0], window, open);
    for &mv in &moves[1..] {
        if best >= window.beta {
            break;
        }
        window.alpha = window.alpha.max(best);
        let null = |tree: &mut _, window| null_window_search(tree, window, depth.below());
        let mut value = tree.below(mv, window.scout(), null);
        if window.contains(value) {
            value = tree.again(mv, window, open);
        }
        best = best.max(value);
    }
    best
}

/// Tests whether the value at `depth` is above `window.alpha`, for a null window: fail-soft
/// alpha-beta whose window never moves.
pub fn null_window_search<P: Position, E: Evaluator<P>>(
    tree: &mut GameTree<'_, P, E>,
    window: Window,
    depth: Depth,
) -> Score {
    if let Some(score) = tree.leaf(window, depth) {
        return score;
    }
    let mut best = -Score::INFINITY;
    for mv in tree.moves() {
        let value =
            tree.below(mv, window, |tree, window| null_window_search(tree, window, depth.below()));
        best = best.max(value);
        if best >= window.beta {
            break;
        }
    }
    best
}
