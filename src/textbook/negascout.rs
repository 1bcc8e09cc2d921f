//! NegaScout, as printed in 1983 and in its later forms.

use super::{GameTree, Scouting};
use crate::{Depth, Evaluator, Position, Score, Window};

/// Fail-soft NegaScout as first printed (Reinefeld, "An improvement to the Scout tree search
/// algorithm", ICCA Journal 6(4), 1983).
///
/// A re-search begins at the score of the null window, and is omitted in the last two plies, where
/// that score is exact if the sides alternate. The listing also re-searches scores at or below
/// alpha, or at or above beta, in the latter case with an empty window. This wastes nodes, and a
/// bound may be wrong: inside the window the result is the value; beyond it, the result is on the
/// right side of the window, but is not a bound ([`negascout_1989`] corrects this).
///
/// ```
/// use eldest::textbook::{GameTree, Scouting, negascout_1983, negascout_1989};
/// use eldest::{Depth, Score, Window};
/// use eldest_games::trees::Tree;
///
/// let tree: Tree = "[0 [3 [0 [4 [-2 -4]]]]]".parse()?;
/// let tree = &mut GameTree::new(tree, &Tree::estimate);
/// let window = Window::new(Score::new(-10), Score::new(2));
/// assert_eq!(negascout_1983(tree, window, Depth::END), Score::new(4)); // 2 or more, but not 4:
/// assert_eq!(negascout_1983(tree, Window::FULL, Depth::END), Score::new(3));
/// let mended = negascout_1989(tree, Scouting::SAFE, window, Depth::END);
/// assert!(mended >= window.beta() && mended <= Score::new(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn negascout_1983<P: Position, E: Evaluator<P>>(
    tree: &mut GameTree<'_, P, E>,
    window: Window,
    depth: Depth,
) -> Score {
    if let Some(score) = tree.leaf(window, depth) {
        return score;
    }
    let search =
        |tree: &mut GameTree<'_, P, E>, window| negascout_1983(tree, window, depth.below());
    let last_two_plies = Scouting::MARSLAND_1986.trusts(depth);
    let (mut best, mut upper) = (-Score::INFINITY, window.beta);
    for mv in tree.moves() {
        let alpha = window.alpha.max(best);
        let score = tree.below(mv, Window { alpha, beta: upper }, search);
        if score > best && (upper == window.beta || last_two_plies) {
            best = score;
        } else if score > best {
            best = tree.again(mv, Window { alpha: score, beta: window.beta }, search);
        }
        if best >= window.beta {
            break;
        }
        upper = window.alpha.max(best).next();
    }
    best
}

/// NegaScout with the listing of 1983 corrected: only a score strictly between alpha and beta is
/// re-searched (the correction is credited to Reinefeld, "Spielbaum-Suchverfahren", Springer 1989).
///
/// `scouting` chooses the window of the re-search and the plies without one; its
/// [`start`](Scouting::start) is always the second move. With any choice it visits the same nodes
/// as [`pvs`](super::pvs).
pub fn negascout_1989<P: Position, E: Evaluator<P>>(
    tree: &mut GameTree<'_, P, E>,
    scouting: Scouting,
    window: Window,
    depth: Depth,
) -> Score {
    if let Some(score) = tree.leaf(window, depth) {
        return score;
    }
    let search = |tree: &mut GameTree<'_, P, E>, window| {
        negascout_1989(tree, scouting, window, depth.below())
    };
    let (mut best, mut upper) = (-Score::INFINITY, window.beta);
    for (index, mv) in tree.moves().into_iter().enumerate() {
        let open = Window { alpha: window.alpha.max(best), ..window };
        let mut score = tree.below(mv, Window { beta: upper, ..open }, search);
        if index > 0 && open.contains(score) && !scouting.trusts(depth) {
            score = tree.again(mv, scouting.research.window(open, score), search);
        }
        best = best.max(score);
        if best >= window.beta {
            break;
        }
        upper = window.alpha.max(best).next();
    }
    best
}

/// NegaScout as given on its author's page at ZIB (Reinefeld 1999), the most copied form: it never
/// returns less than alpha, so a fail-low gives no better bound.
///
/// `scouting` chooses the window of the re-search and the plies without one; its
/// [`start`](Scouting::start) is always the second move; the page has [`Scouting::REINEFELD_1999`].
/// More than one trusted ply is wrong here even if the sides alternate: a value raised to alpha is
/// not the value.
pub fn negascout_1999<P: Position, E: Evaluator<P>>(
    tree: &mut GameTree<'_, P, E>,
    scouting: Scouting,
    window: Window,
    depth: Depth,
) -> Score {
    if let Some(score) = tree.leaf(window, depth) {
        return score;
    }
    let search = |tree: &mut GameTree<'_, P, E>, window| {
        negascout_1999(tree, scouting, window, depth.below())
    };
    let (mut open, mut upper) = (window, window.beta);
    for (index, mv) in tree.moves().into_iter().enumerate() {
        let mut score = tree.below(mv, Window { beta: upper, ..open }, search);
        if index > 0 && open.contains(score) && !scouting.trusts(depth) {
            score = score.max(tree.again(mv, scouting.research.window(open, score), search));
        }
        open.alpha = open.alpha.max(score);
        if open.alpha >= open.beta {
            break;
        }
        upper = open.alpha.next();
    }
    open.alpha
}
