//! The promises of the game and the evaluator that a search sees broken: which one is it?
//!
//! Most are looked at in debug builds only, and leave nothing in others.

use crate::panics::break_off;
use crate::position::{Moves, Position, Side, Turn};
use crate::{Evaluator, Score};

/// In debug builds: breaks off with the message unless `$holds`.
macro_rules! promised {
    ($holds:expr, $($message:tt)+) => {
        if cfg!(debug_assertions) && !$holds {
            $crate::search::contract::broken(&format!($($message)+));
        }
    };
}
pub(super) use promised;

/// Breaks off: [`Position`] does not keep the promise that `what` tells of.
#[cold]
#[inline(never)]
pub(super) fn broken(what: &str) -> ! {
    break_off(format!("{what}; conformance::check names the moves that lead there"))
}

/// Breaks off with the promise that `position` breaks: a search wanted its moves, and got none.
#[cold]
#[inline(never)]
pub(crate) fn no_moves<P: Position>(position: &P) -> ! {
    let bounds = position.bounds();
    broken(&match (position.over(), bounds.value()) {
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
    })
}

/// What `evaluator` says of `position`; breaks off, in every build, if that is none of the scores it may
/// give: beyond them lie the wins, and values that are none.
#[inline(always)]
pub(super) fn evaluation<P: Position, E: Evaluator<P>>(
    evaluator: &E,
    position: &P,
    state: &E::State,
) -> Score {
    let score = evaluator.evaluate(position, state);
    if score.get().abs() > Score::MAX_VALUE.get() {
        too_large(score);
    }
    score
}

#[cold]
#[inline(never)]
fn too_large(score: Score) -> ! {
    break_off(format!(
        "Evaluator::evaluate gave {score}, beyond Score::MAX_VALUE; conformance::check_evaluator names the moves that lead there"
    ))
}

/// The turn from a node where `before` moves to a child where `after` does.
#[inline(always)]
pub(super) fn turn<P: Position>(before: Side, after: Side) -> Turn {
    promised!(
        !P::ALTERNATES || before != after,
        "Position::ALTERNATES is true, but the same side moves twice"
    );
    Turn::between::<P>(before, after)
}
