//! From a clock to the time for a move. Nothing else is here, and nothing is measured here: it is a function.
//!
//! # Where the constants come from
//! None is taken from another engine. The shape is that of R. Hyatt, "Using Time Wisely", ICCA Journal 7(1), 1984: an
//! even share of what is left for the moves that are to come, and a bound that only a move in trouble comes near. The
//! numbers were chosen before any game, but for what `docs/uci.md` tells of.

use std::time::Duration;

/// A clock, as the side to move sees it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Milliseconds that are left; 0 or less if the flag has fallen.
    pub left: i64,
    /// Milliseconds that each move adds.
    pub increment: i64,
    /// Moves until more time is given, this one among them; `None` if none ever is.
    pub moves_to_go: Option<u64>,
}

/// The time for a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// After that no iteration is worth beginning, if nothing is unusual.
    pub soft: Duration,
    /// After that the search ends wherever it is.
    pub hard: Duration,
}

/// So many moves are provided for where nobody says how many there are. Half of a long game: what is left is shared
/// out anew at each move, so a game never runs out of time, the moves only get quicker.
const MOVES_AHEAD: i64 = 25;
/// So many percent of the increment are spent with the move that earns it. The rest makes up for what is lost between the
/// clock and the engine, and keeps a reserve: with 100 percent the flag fell in long games when the machine did not run
/// for a moment.
const INCREMENT_SPENT: i64 = 75;
/// A share is spent on average if iterations begin until about two thirds of it are gone: the next takes about as long as
/// all before it together, but a move that stays the best is played sooner (`timer.rs`).
const SOFT_PERCENT: i64 = 70;
/// A move in trouble may take so many shares.
const MOST_SHARES: i64 = 4;
/// No move takes more than this part of what is left, unless more is given right after it: then there always is a
/// next one.
const LARGEST_PART: i64 = 3;

impl Clock {
    /// The time for the next move, when `overhead` milliseconds of it are lost on the way. Neither time is longer than
    /// what is left without them.
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
    /// A move that is to take `time`, of which `overhead` milliseconds are lost on the way; at least half is left.
    #[must_use]
    pub fn fixed(time: u64, overhead: i64) -> Self {
        let lost = u64::try_from(overhead).unwrap_or(0).min(time / 2);
        let time = Duration::from_millis(time - lost);
        Self { soft: time, hard: time }
    }

    /// The same, both times no longer than `most`.
    #[must_use]
    pub fn at_most(self, most: Duration) -> Self {
        Self { soft: self.soft.min(most), hard: self.hard.min(most) }
    }

    /// The soft time stretched by `factor`, as far as the hard one allows.
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
