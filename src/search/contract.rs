//! A search has met a position without moves: which promise is broken?

use crate::position::{Moves, Position};

/// Panics with the promise that `position` breaks: a search wanted its moves, and got none.
#[cold]
#[inline(never)]
pub(crate) fn no_moves<P: Position>(position: &P) -> ! {
    let bounds = position.bounds();
    let what = match (position.over(), bounds.value()) {
        (Some(score), known) if known != Some(score) => format!(
            "the game is over with {score}, but Position::bounds gave {bounds:?}, not exactly that"
        ),
        (None, _) if Moves::collect(|out| position.moves(out)).is_empty() => {
            "the position has no moves, but the game is not over".to_owned()
        }
        (_, Some(_)) => format!(
            "Position::bounds gave {bounds:?}, but Position::bounds_for left a null window open"
        ),
        (_, None) => format!(
            "Position::relevant_moves gave none, but Position::bounds, {bounds:?}, are not exact"
        ),
    };
    panic!("broken contract: {what}; conformance::check names the moves that lead there")
}
