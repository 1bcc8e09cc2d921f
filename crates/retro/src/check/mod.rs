//! Verifies files by the rules alone: [`check`], [`check_keyed`].
//!
//! The code shares nothing with the builder but the rules: it plays moves, and uses no
//! predecessors. It verifies
//! - that all checksums are right, and that the counts in the header are those of the values;
//! - that each number stands for a position with that number as its place, and each key for a
//!   position with that key;
//! - that each value *follows* from the rules: the value of a finished game is its score, any other
//!   value the best of those of the moves, a win or loss one ply more distant.
//!
//! # Why local consistency proves the values
//! Suppose that each value follows. Then
//! 1. *each win in n is won within n plies, and each loss in n is lost within n.* By induction on
//!    n: only a finished game has distance 0, since a move adds a ply. Where a win in n follows, a
//!    move leads to a loss of the opponent in n − 1. Where a loss in n follows, every move leads to
//!    a win of the opponent in n − 1 or fewer plies. Where the same side moves again, its own win
//!    or loss in n − 1 takes their place. Distances fall along the way, so no cycle can support
//!    itself.
//! 2. *Each position that is won within n plies has a win in n or fewer, and each that is lost
//!    within n a loss in n or fewer.* By induction on n too: some move of a won position leads to
//!    one that is lost within n − 1, whose value is a loss of at most that distance, and the value
//!    of the position is at least that good. In a lost position this holds for every move.
//!
//! So wins and losses are exactly those of the game, with exact distances. In every other position
//! neither side can force a win: each can avoid a loss for ever. If endless play is a draw and
//! games end in wins, losses and draws only, its value is the draw that the file holds. Other
//! scores are refused: the same points in all positions of a circle would follow from each other.
//!
//! For the values of one file this relies on those of the other slices to which its moves lead:
//! check them too. It also relies on two promises of a numbering or a key: positions with the same
//! place or key have the same value, and the rules are right.

mod dense;
mod flaw;
mod keyed;

pub use dense::check;
pub use flaw::{CheckError, Flaw};
pub use keyed::check_keyed;

use crate::build_error::{BuildError, check_endless};
use crate::error::{Fault, FileError};
use crate::file::{SliceFile, Tally};
use eldest::{MoveList, Position, Score, StopToken};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Receives the numbers or keys that are done, and all of them.
pub type OnChecked<'a> = dyn Fn(u64, u64) + Sync + 'a;

/// Runs the check of each block in parallel, and returns the counts of all. The error is that of
/// the first block that has one.
fn each_block(
    file: &SliceFile,
    report: &OnChecked<'_>,
    stop: &StopToken,
    check: impl Fn(usize) -> Result<Tally, CheckError> + Sync,
) -> Result<Tally, CheckError> {
    let (sum, done) = (Mutex::new(Tally::default()), AtomicU64::new(0));
    let run = |block| {
        if stop.is_stopped() {
            return Err(CheckError::Stopped);
        }
        let tally = check(block)?;
        let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
        *sum = sum.plus(tally);
        drop(sum);
        let len = file.block_len(block) as u64;
        report(done.fetch_add(len, Relaxed) + len, file.len());
        Ok(())
    };
    let error = (0..file.blocks()).into_par_iter().find_map_first(|block| run(block).err());
    let sum = sum.into_inner().unwrap_or_else(PoisonError::into_inner);
    error.map_or(Ok(sum), Err)
}

/// Checks what a file says about itself.
fn check_header(file: &SliceFile) -> Result<(), CheckError> {
    if !file.are_blocks_sound() {
        return Err(damaged(file, Fault::Blocks));
    }
    if file.endless() != Score::DRAW {
        return Err(wrong(file, Flaw::Endless { score: file.endless() }));
    }
    // Points would follow from each other in a circle.
    let points = |score: &&Score| **score != Score::DRAW && score.distance().is_none();
    let points = file.scores().iter().find(points);
    points.map_or(Ok(()), |&score| Err(wrong(file, Flaw::Points { score })))
}

/// Checks the counts in the header against those of all values.
fn check_counts(file: &SliceFile, tally: Tally) -> Result<(), CheckError> {
    let (found, summary) = (file.summary(), tally.summary(file.summary().bytes, file.len()));
    if found == summary { Ok(()) } else { Err(wrong(file, Flaw::Counts)) }
}

fn damaged(file: &SliceFile, fault: Fault) -> CheckError {
    FileError::Damaged { path: file.path().into(), fault }.into()
}

fn wrong(file: &SliceFile, flaw: Flaw) -> CheckError {
    CheckError::Wrong { path: file.path().into(), flaw }
}

/// Returns the value of a position by the rules: its score if the game is over, else the best of
/// its moves. `child` returns the value of each child for its own side to move. `entry` is the
/// number or key of the position.
fn follows<P: Position>(
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
fn compare(entry: u64, found: Score, follows: Score) -> Result<(), Flaw> {
    if found == follows { Ok(()) } else { Err(Flaw::Value { entry, found, follows }) }
}

#[cfg(all(test, not(shuttle)))]
mod tests;
