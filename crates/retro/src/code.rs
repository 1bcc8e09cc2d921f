//! [`Code`]: the value of a position during the analysis, in two bytes.

use eldest::Score;

/// The value of a position during the analysis.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code(u16);

impl Code {
    /// Nothing is proved yet; at the end of the analysis, play without end.
    pub(crate) const OPEN: Self = Self(0);
    /// The number has no position.
    pub(crate) const NONE: Self = Self(1);
    /// The game is over and drawn.
    pub(crate) const DRAW: Self = Self(2);
    const FIRST: u16 = 4;
    /// The longest distance of a win or loss, in plies.
    pub(crate) const MAX_DISTANCE: u32 = ((u16::MAX - Self::FIRST) / 2) as u32;

    /// Returns the code of a win in `plies`, at most [`MAX_DISTANCE`](Self::MAX_DISTANCE).
    #[inline]
    pub(crate) const fn win_in(plies: u32) -> Self {
        Self(Self::FIRST + 2 * plies as u16)
    }

    /// Returns the code of a loss in `plies`, at most [`MAX_DISTANCE`](Self::MAX_DISTANCE).
    #[inline]
    pub(crate) const fn loss_in(plies: u32) -> Self {
        Self(Self::FIRST + 2 * plies as u16 + 1)
    }

    /// Returns the code of a score: of a draw, or of a win or loss within
    /// [`MAX_DISTANCE`](Self::MAX_DISTANCE).
    pub(crate) fn of(score: Score) -> Option<Self> {
        match score.distance() {
            None => (score == Score::DRAW).then_some(Self::DRAW),
            Some(plies) if plies > Self::MAX_DISTANCE => None,
            Some(plies) if score > Score::DRAW => Some(Self::win_in(plies)),
            Some(plies) => Some(Self::loss_in(plies)),
        }
    }

    /// Returns the score of a position once the analysis has ended; `None` for a number without a
    /// position.
    pub(crate) fn score(self, endless: Score) -> Option<Score> {
        match self {
            Self::OPEN => Some(endless),
            Self::NONE => None,
            Self::DRAW => Some(Score::DRAW),
            _ if self.is_win() => Some(Score::win_in(self.raw_distance())),
            _ => Some(Score::loss_in(self.raw_distance())),
        }
    }

    /// Returns the distance of a win or loss in plies.
    #[inline]
    pub(crate) fn distance(self) -> Option<u32> {
        (self.0 >= Self::FIRST).then(|| self.raw_distance())
    }

    /// Returns whether this is a win or a loss in `plies`.
    #[inline]
    pub(crate) const fn ends_in(self, plies: u32) -> bool {
        self.0 & !1 == Self::win_in(plies).0
    }

    #[inline]
    pub(crate) const fn is_win(self) -> bool {
        self.0 >= Self::FIRST && self.0 & 1 == 0
    }

    #[inline]
    pub(crate) const fn is_loss(self) -> bool {
        self.0 >= Self::FIRST && self.0 & 1 == 1
    }

    const fn raw_distance(self) -> u32 {
        ((self.0 - Self::FIRST) / 2) as u32
    }

    #[inline]
    pub(crate) const fn raw(self) -> u16 {
        self.0
    }

    #[inline]
    pub(crate) const fn from_raw(raw: u16) -> Self {
        Self(raw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_scores_are_one_to_one() {
        let far = [0, 1, 77, Code::MAX_DISTANCE];
        let scores = far.into_iter().flat_map(|n| [Score::win_in(n), Score::loss_in(n)]);
        for score in scores.chain([Score::DRAW]) {
            assert_eq!(Code::of(score).unwrap().score(Score::DRAW), Some(score));
        }
        assert_eq!(Code::OPEN.score(Score::new(3)), Some(Score::new(3)));
        assert_eq!(Code::NONE.score(Score::DRAW), None);
        assert_eq!(Code::of(Score::win_in(Code::MAX_DISTANCE + 1)), None);
        assert_eq!(Code::of(Score::new(1)), None);
    }
}
