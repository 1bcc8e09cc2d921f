//! A search has met a position without moves: which promise is broken?

use crate::position::{Bounds, Moves, Position};

/// Panics with the promise that `position` breaks: a search wanted its moves, and got none.
#[cold]
#[inline(never)]
pub(crate) fn no_moves<P: Position>(position: &P) -> ! {
    let bounds = position.bounds();
    let what = match position.over() {
        Some(score) if bounds == Bounds::exact(score) => {
            format!("the game is over with {score}, but Position::bounds_for left a question open")
        }
        Some(score) => format!(
            "the game is over with {score}, but Position::bounds gave {bounds:?}, not exactly that"
        ),
        None if Moves::collect(|out| position.moves(out)).is_empty() => {
            "the position has no moves, but the game is not over".to_owned()
        }
        None => format!(
            "Position::relevant_moves gave none, but Position::bounds, {bounds:?}, are not exact"
        ),
    };
    panic!("broken contract: {what}; conformance::check names the moves that lead there")
}
