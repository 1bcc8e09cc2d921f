//! The value that follows from those of the moves.

use super::Flaw;
use crate::build_error::BuildError;
use crate::fit::check_endless;
use eldest::{MoveList, Position, Score};

/// Returns the value of a position by the rules: its score if the game is over, else the best of
/// its moves. `child` returns the value of each child for its own side to move. `entry` is the
/// number or key of the position.
pub(super) fn follows<P: Position>(
    position: &mut P,
    entry: u64,
    moves: &mut MoveList<P::Move>,
    child: impl Fn(&P) -> Result<Score, Flaw>,
) -> Result<Score, Flaw> {
    if let Some(score) = position.over() {
        return Ok(score);
    }
    check_endless(position).map_err(|error| match error {
        BuildError::EndlessScore(score) => Flaw::Endless { score },
        _ => Flaw::NoEndless,
    })?;
    let (side, mut best) = (position.side(), None);
    moves.refill(|out| position.moves(out));
    for mv in moves.iter() {
        let undo = position.play(mv);
        let (value, is_turned) = (child(position), position.side() != side);
        position.undo(mv, undo);
        let value = value?.one_ply_up();
        best = best.max(Some(if is_turned { -value } else { value }));
    }
    best.ok_or(Flaw::NoMoves { entry })
}

/// Compares a value with the one that follows.
pub(super) fn compare(entry: u64, found: Score, follows: Score) -> Result<(), Flaw> {
    if found == follows { Ok(()) } else { Err(Flaw::Value { entry, found, follows }) }
}
