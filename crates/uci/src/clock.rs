//! Computes the time for a move from the clock. It is a pure function, and measures no time.
//!
//! # Where the constants come from
//! None is taken from another engine. The scheme is that of R. Hyatt, "Using Time Wisely", ICCA
//! Journal 7(1), 1984: an equal share of the remaining time for each move to come, and a limit that
//! only a move in trouble approaches. The numbers were chosen before any games, with the exceptions
//! in `docs/uci.md`.

use std::time::Duration;

/// A clock, as the side to move sees it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Remaining time in milliseconds; 0 or less if the flag has fallen.
    pub left: i64,
    /// Increment per move, in milliseconds.
    pub increment: i64,
    /// Moves to the next time control, including this one; `None` if there is none.
    pub moves_to_go: Option<u64>,
}

/// The time for a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// After this time no iteration is started, unless the timer stretches it.
    pub soft: Duration,
    /// After this time the search is stopped.
    pub hard: Duration,
}

/// The number of moves to plan for without `movestogo`: half of a long game. The remaining time is
/// divided again at each move, so it never runs out; moves only become faster.
const MOVES_AHEAD: i64 = 25;
/// The percentage of the increment spent on the move that earns it. The rest covers the lag between
/// clock and engine, and keeps a reserve: with 100 percent, flags fell in long games when the
/// machine paused for a moment.
const INCREMENT_SPENT: i64 = 75;
/// The soft time in percent of a share. On average a share is spent if iterations start until about
/// two thirds of it are used: the next one takes about as long as all before it together, but a
/// move that stays the best is played sooner (`timer.rs`).
const SOFT_PERCENT: i64 = 70;
/// The maximum number of shares for a move in trouble.
const MOST_SHARES: i64 = 4;
/// No move takes more than the remaining time divided by this, unless the time control is nearer.
/// So there is always time for a next move.
const LARGEST_PART: i64 = 3;

impl Clock {
    /// Returns the time for the next move, of which `overhead` milliseconds are lost to lag.
    /// Neither time exceeds the remaining time minus the overhead.
    #[must_use]
    pub fn budget(self, overhead: i64) -> Budget {
        let left = self.left.saturating_sub(overhead.max(0)).max(0);
        let moves =
            self.moves_to_go.map_or(MOVES_AHEAD, |moves| moves.clamp(1, MOVES_AHEAD as u64) as i64);
        let earned = self.increment.max(0).saturating_mul(INCREMENT_SPENT) / 100;
        let share = (left / moves).saturating_add(earned);
        let most = left / moves.min(LARGEST_PART);
        let hard = share.saturating_mul(MOST_SHARES).min(most);
        let soft = (share.saturating_mul(SOFT_PERCENT) / 100).min(hard);
        Budget { soft: milliseconds(soft), hard: milliseconds(hard) }
    }
}

impl Budget {
    /// Returns the budget of a move that takes `time` milliseconds, minus the `overhead`, but at
    /// least half of it.
    #[must_use]
    pub fn fixed(time: u64, overhead: i64) -> Self {
        let lost = u64::try_from(overhead).unwrap_or(0).min(time / 2);
        let time = Duration::from_millis(time - lost);
        Self { soft: time, hard: time }
    }

    /// Limits both times to `most`.
    #[must_use]
    pub fn at_most(self, most: Duration) -> Self {
        Self { soft: self.soft.min(most), hard: self.hard.min(most) }
    }

    /// Multiplies the soft time by `factor`, up to the hard time.
    #[must_use]
    pub fn stretched(self, factor: f64) -> Self {
        let soft = self.soft.as_secs_f64() * factor;
        let soft = Duration::try_from_secs_f64(soft).unwrap_or(Duration::MAX);
        Self { soft: soft.min(self.hard), ..self }
    }
}

fn milliseconds(count: i64) -> Duration {
    Duration::from_millis(count.unsigned_abs())
}
