//! [`Scores`]: from which set the scores of a graph are drawn.

use eldest::Score;

/// What finished games and estimates are worth.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Scores {
    /// Few different values, so that siblings tie.
    Ties,
    /// Up to 64 points.
    Spread,
    /// The same, on a grid of 7 points.
    Grid,
    /// The largest values there are, and their neighbours.
    Extremes,
    /// Wins, losses and draws.
    Won,
    /// All of it.
    Mixed,
    /// Spread over everything that there is, so that null windows close in on a value in many
    /// steps.
    Wide,
}

/// From this byte on scores are wide.
const WIDE: u8 = 0xC0;

impl Scores {
    pub(super) fn from_byte(byte: u8) -> Self {
        let all = [Self::Ties, Self::Spread, Self::Mixed, Self::Won, Self::Grid, Self::Extremes];
        if byte >= WIDE { Self::Wide } else { all[usize::from(byte) % all.len()] }
    }

    /// The score of a finished game; 0 for the byte 0.
    pub(super) fn over(self, byte: u8) -> Score {
        const TOP: i32 = Score::MAX_VALUE.get();
        let one_of = |scores: &[i32]| Score::new(scores[usize::from(byte) % scores.len()]);
        let spread = i32::from(byte as i8) / 2;
        match self {
            Self::Ties => one_of(&[0, 1, -1]),
            Self::Spread => Score::new(spread),
            Self::Grid => Score::new(spread * 7),
            Self::Extremes => one_of(&[0, TOP, -TOP, TOP - 1, 1 - TOP]),
            Self::Won => one_of(&[0, Score::WIN.get(), Score::LOSS.get()]),
            Self::Wide => Score::new(i32::from(byte as i8) * (TOP / 128)),
            Self::Mixed => {
                let some = [Self::Ties, Self::Won, Self::Spread, Self::Extremes];
                some[usize::from(byte & 3)].over(byte >> 2)
            }
        }
    }

    /// The estimate of an inner node: no win, no loss.
    pub(super) fn estimate(self, byte: u8) -> Score {
        let score = self.over(byte);
        if score.distance().is_some() { Score::new(i32::from(byte as i8)) } else { score }
    }
}
