//! MTD(f): a search by null windows alone.

use super::{GameTree, alpha_beta};
use crate::{Bounds, Depth, Evaluator, Position, Score, Window};

/// The number of null windows after which MTD(f) opens a window.
const MOST_PASSES: u32 = 1_000;

/// Returns the value at `depth` by MTD(f) (Plaat, Schaeffer, Pijls and de Bruin, "Best-first
/// fixed-depth minimax algorithms", Artificial Intelligence 87, 1996).
///
/// Null-window searches move a lower and an upper bound towards each other, beginning at `guess`,
/// until they meet at the value. In a search to the end the bounds begin at [`Position::range`] and
/// step by [`Position::granularity`]. Without a table every pass starts from scratch, so this form
/// shows the idea, not the speed. If the bounds are still apart after 1,000 passes, one search with
/// the window between them ends it.
pub fn mtdf<P: Position, E: Evaluator<P>>(
    tree: &mut GameTree<'_, P, E>,
    guess: Score,
    depth: Depth,
) -> Score {
    let (range, step) = if depth.is_end() {
        (tree.position().range(), tree.position().granularity() as i32)
    } else {
        (Bounds::FULL, 1)
    };
    let Bounds { mut lower, mut upper } = range;
    let mut value = guess.max(lower).min(upper);
    for _ in 0..MOST_PASSES {
        if lower >= upper {
            return value;
        }
        let beta = if value == lower { value.plus(step) } else { value };
        value = tree.pass(|tree| alpha_beta(tree, Window::null(beta.previous()), depth));
        if value < beta {
            upper = value;
        } else {
            lower = value;
        }
    }
    let open = Window { alpha: lower.previous(), beta: upper.next() };
    tree.pass(|tree| alpha_beta(tree, open, depth))
}
