//! A test suite for your own game, which checks every promise of [`Position`].
//!
//! [`check`] plays a small tree and many random games, calls at each position everything that a
//! search would call, and compares the results with each other. Near the ends of games it finds
//! true values by plain minimax, which relies on nothing but the rules, and checks
//! [`bounds`](Position::bounds), [`bounds_for`](Position::bounds_for),
//! [`relevant_moves`](Position::relevant_moves) and [`key`](Position::key) against them. Where a
//! key repeats far from the end, it compares values at depths 1, 2 and 3. It is deterministic: the
//! same position and budget give the same verdict.
//!
//! ```
//! use eldest::conformance;
//! # use eldest::doc::Countdown;
//!
//! let summary = conformance::assert_conforms(&Countdown::new(21), 2_000);
//! assert!(summary.solved > 0);
//! assert_eq!(conformance::perft(&mut Countdown::new(4), 2), 6);
//! ```
//!
//! In a game scored in points ([`taken`](Position::taken)) it compares the values still to come.
//!
//! [`check_text`] checks printing and parsing, [`check_evaluator`] an evaluator.
//!
//! [`Summary`] counts what was examined; [`Summary::doubts`] names gaps that weaken a verdict.
//!
//! It cannot check whether the rules are the intended ones. For that, count positions with
//! [`perft`] and compare with published numbers. And an error of the key shows only where keys
//! repeat: start from several positions, one of them near the end.

mod evaluator_check;
mod explorer;
mod keys;
mod oracle;
mod perft;
mod points;
mod repetition;
mod sides;
mod snapshot;
#[cfg(test)]
mod tests;
mod text;
mod violation;

pub use evaluator_check::check_evaluator;
pub use perft::{perft, perft_until};
pub use sides::SidesMet;
pub use text::check_text;
pub use violation::{Broken, Difference, Violation};

use crate::Position;
use std::fmt::Debug;

/// The coverage of a [`check`].
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Positions on which all checks were made.
    pub positions: usize,
    /// Random games played to their end, or until the budget was spent.
    pub games: usize,
    /// Positions whose true value was found by minimax and compared with the promises. If this is
    /// 0, no game ended soon enough: start from a position nearer to the end.
    pub solved: usize,
    /// The number of positions that had the key of an earlier one, and were compared with it.
    pub repeated_keys: usize,
    /// Positions in which two moves have the same move code. Allowed: the search only remembers
    /// less.
    pub repeated_move_codes: usize,
    /// The longest path from the first position, in plies.
    pub longest: usize,
    /// How often a random game returned to an earlier position, by key and side to move. If this is
    /// above 0, the game has cycles: no cap on plies suffices for a search to the end, and values
    /// that depend on repetition need [`PATH_DEPENDENT`](Position::PATH_DEPENDENT).
    pub repetitions: usize,
    /// Keys that occurred with either side to move.
    pub sides: SidesMet,
}

impl Summary {
    /// Returns the reasons not to rely on a verdict without violations, a sentence each. There are
    /// none for most games from most positions.
    ///
    /// ```
    /// use eldest::conformance::check;
    /// # use eldest::doc::Countdown;
    ///
    /// let doubts = |budget| check(&Countdown::new(30), budget).expect("no flaw").doubts();
    /// assert_eq!(doubts(2_000), Vec::<String>::new());
    /// // Too few positions.
    /// assert!(!doubts(4).is_empty());
    /// ```
    #[must_use]
    pub fn doubts(&self) -> Vec<String> {
        let unsolved = "no value was found to the end; start from a position nearer to it";
        let unmet = "no key repeated, so no two positions were compared; raise the budget, or start from a \
                     position that is nearer to the end";
        let (unsolved, unmet) = (
            (self.solved == 0).then(|| unsolved.to_owned()),
            (self.repeated_keys == 0).then(|| unmet.to_owned()),
        );
        unsolved.into_iter().chain(unmet).chain(self.sides.doubt()).collect()
    }
}

/// Checks about `budget` positions that can be reached from `position`: a few thousand for a test,
/// more for a run over night.
///
/// # Errors
/// The first broken promise, and the moves that lead there. A panic of the game is
/// [`Broken::Panicked`]; its location is printed by the panic hook, on stderr unless another hook
/// is set.
pub fn check<P: Position>(position: &P, budget: usize) -> Result<Summary, Box<Violation<P::Move>>> {
    explorer::Explorer::run(position, budget)
}

/// Runs [`check`] in a test.
///
/// # Panics
/// If a promise is broken; the message names the promise and the moves that lead there. Also if the
/// key seems to leave out the side to move ([`SidesMet::apart`]), even if no compared value shows
/// it. Use [`check`] for a game in which that is correct.
#[track_caller]
pub fn assert_conforms<P: Position>(position: &P, budget: usize) -> Summary {
    match check(position, budget) {
        Ok(summary) => match summary.sides.doubt() {
            None => summary,
            Some(doubt) => panic!("{doubt}"),
        },
        Err(violation) => panic!("{violation}"),
    }
}

/// A small generator of random numbers, the same on every machine (SplitMix64).
#[derive(Clone, Debug)]
struct SplitMix(u64);

impl SplitMix {
    /// Returns a number below `end`, which is above 0.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ bits >> 31) % end as u64) as usize
    }
}
