//! [`Pace`]: whether a search is in trouble, iteration by iteration.
//!
//! A move that stays the best is played sooner, one that has just become the best, or is worth less than it was, is
//! thought about longer (R. Hyatt, "Using Time Wisely", ICCA Journal 7(1), 1984, on the second; both are in nearly
//! every program since). The numbers are this program's own, and were chosen before any game.

use crate::judge::Move;
use eldest::Score;

/// A new best move weighs so much less with each iteration that it stays.
const FADES: f64 = 0.6;
/// A best move that never changed takes this part of the time.
const STEADY: f64 = 0.8;
/// One that has just changed takes so much more.
const UNSTEADY: f64 = 0.8;
/// A loss of so many hundredths of a pawn against the iteration before counts as one more change.
const DROP: f64 = 50.0;
/// More than so many changes' worth of a loss does not count.
const MOST_DROP: f64 = 2.0;

/// How a search has gone so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pace {
    last: Option<(Move, Score)>,
    trouble: f64,
}

impl Pace {
    /// An iteration has found `best`, worth `value`.
    pub fn iteration(&mut self, best: Move, value: Score) {
        self.trouble *= FADES;
        if let Some((before, worth)) = self.last.replace((best, value)) {
            let lost = f64::from(worth.get().saturating_sub(value.get())) / DROP;
            self.trouble += f64::from(u8::from(before != best)) + lost.clamp(0.0, MOST_DROP);
        }
    }

    /// By how much the soft time is stretched.
    #[must_use]
    pub fn factor(&self) -> f64 {
        STEADY + UNSTEADY * self.trouble
    }
}
