//! [`Tally`]: counts values.

use super::Summary;
use eldest::Score;

/// Counts values, and remembers the longest win.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    /// The longest win in plies, and the lowest number or key with it.
    pub(crate) longest_win: Option<(u32, u64)>,
}

impl Tally {
    /// Counts the value of a number or key.
    #[inline]
    pub(crate) fn count(&mut self, number: u64, score: Score) {
        self.count_all(1, number, score);
    }

    /// Counts `count` equal values, the first of which belongs to `number`.
    #[inline]
    pub(crate) fn count_all(&mut self, count: u64, number: u64, score: Score) {
        match score.distance() {
            None => self.draws += count,
            Some(plies) if score > Score::DRAW => {
                self.wins += count;
                self.longest_win = longer(self.longest_win, Some((plies, number)));
            }
            Some(_) => self.losses += count,
        }
    }

    /// Returns the sum of two counts.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            longest_win: longer(self.longest_win, other.longest_win),
        }
    }

    /// Returns the counts with the lengths of a file.
    pub(crate) fn summary(self, bytes: u64, len: u64) -> Summary {
        let Self { wins, draws, losses, longest_win } = self;
        Summary { bytes, len, wins, draws, losses, longest_win }
    }
}

/// Returns the longer win; of two that are equally long, that with the lower number.
fn longer(one: Option<(u32, u64)>, other: Option<(u32, u64)>) -> Option<(u32, u64)> {
    match (one, other) {
        (Some((m, a)), Some((n, b))) if m > n || m == n && a <= b => one,
        (_, Some(_)) => other,
        (_, None) => one,
    }
}
