//! Scout: evaluates the first child, tests the younger siblings.

use super::GameTree;
use crate::{Depth, Evaluator, Position, Score, Window};

/// Returns the value at `depth` by Scout (Pearl, "SCOUT: A simple game-searching algorithm with
/// proven optimal properties", AAAI 1980).
///
/// There is no window: the first child is evaluated, and each younger sibling is evaluated only if
/// a test shows that it is better than the best so far.
pub fn scout<P: Position, E: Evaluator<P>>(tree: &mut GameTree<'_, P, E>, depth: Depth) -> Score {
    if let Some(score) = tree.leaf(Window::FULL, depth) {
        return score;
    }
    let moves = tree.moves();
    let evaluate = |tree: &mut GameTree<'_, P, E>, _| scout(tree, depth.below());
    let mut best = tree.below(moves[0], Window::FULL, evaluate);
    for &mv in &moves[1..] {
        if exceeds_below(tree, mv, Window::null(best), depth) {
            best = tree.again(mv, Window::FULL, evaluate);
        }
    }
    best
}

/// Pearl's TEST: returns whether the value at `depth` is above `question.alpha`.
fn exceeds<P: Position, E: Evaluator<P>>(
    tree: &mut GameTree<'_, P, E>,
    question: Window,
    depth: Depth,
) -> bool {
    match tree.leaf(question, depth) {
        Some(score) => score > question.alpha,
        None => tree.moves().into_iter().any(|mv| exceeds_below(tree, mv, question, depth)),
    }
}

/// Whether the value of `mv` is above `question.alpha`. For the opponent this tests whether the
/// child is below some value: both the null window and the answer are negated.
fn exceeds_below<P: Position, E: Evaluator<P>>(
    tree: &mut GameTree<'_, P, E>,
    mv: P::Move,
    question: Window,
    depth: Depth,
) -> bool {
    tree.child(mv, |tree, turn| {
        let question = turn.window::<P>(question);
        let answer = exceeds(tree, question, depth.below());
        tree.leave(if answer { question.beta } else { question.alpha });
        answer != turn.alternates()
    })
}
