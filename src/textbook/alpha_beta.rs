//! Alpha-beta, with hard and with soft bounds.

use super::GameTree;
use crate::{Depth, Evaluator, Position, Score, Window};

/// Fail-hard alpha-beta: returns the value at `depth`, clamped to `window` (Knuth and Moore, "An
/// analysis of alpha-beta pruning", Artificial Intelligence 6(4), 1975: F2).
pub fn alpha_beta_hard<P: Position, E: Evaluator<P>>(
    tree: &mut GameTree<'_, P, E>,
    mut window: Window,
    depth: Depth,
) -> Score {
    if let Some(score) = tree.leaf(window, depth) {
        return score.max(window.alpha).min(window.beta);
    }
    for mv in tree.moves() {
        let value =
            tree.below(mv, window, |tree, window| alpha_beta_hard(tree, window, depth.below()));
        window.alpha = window.alpha.max(value);
        if window.alpha >= window.beta {
            return window.beta;
        }
    }
    window.alpha
}

/// Fail-soft alpha-beta: returns the exact value inside `window`, and beyond it the tightest bound
/// that the visited nodes prove ([`Window::classify`]) (Fishburn, "Another optimization of
/// alpha-beta search", SIGART Newsletter 84, 1983).
///
/// It visits the same nodes as [`alpha_beta_hard`].
pub fn alpha_beta<P: Position, E: Evaluator<P>>(
    tree: &mut GameTree<'_, P, E>,
    mut window: Window,
    depth: Depth,
) -> Score {
    if let Some(score) = tree.leaf(window, depth) {
        return score;
    }
    let mut best = -Score::INFINITY;
    for mv in tree.moves() {
        let value = tree.below(mv, window, |tree, window| alpha_beta(tree, window, depth.below()));
        best = best.max(value);
        window.alpha = window.alpha.max(best);
        if best >= window.beta {
            break;
        }
    }
    best
}
