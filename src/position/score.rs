//! [`Score`]: the value of a position.

use std::fmt;
use std::ops::Neg;

/// The value of a position, from the point of view of the side to move.
///
/// An integer in a symmetric range, so that it can always be negated. It has three zones, separated
/// by gaps:
///
/// | zone | scores | numbers |
/// |---|---|---|
/// | values of games and evaluators | −[`MAX_VALUE`](Self::MAX_VALUE) to +[`MAX_VALUE`](Self::MAX_VALUE) | −4,000,000 to 4,000,000 |
/// | unused: a game or an evaluator that returns one breaks its contract | | ±4,000,001 to ±5,999,999 |
/// | wins and losses with their distance in plies | ±([`WIN`](Self::WIN) − distance) | ±6,000,000 (distance [`MAX_DISTANCE`](Self::MAX_DISTANCE)) to ±8,000,000 (distance 0) |
/// | unused | | ±8,000,001 to ±8,388,606 |
/// | infinity, for windows only | ±[`INFINITY`](Self::INFINITY) | ±8,388,607, which is 2²³ − 1 |
///
/// A game scored in points (Othello, Connect Four scored by stones left) uses the first zone. A
/// game that is won or lost returns [`Score::LOSS`] or [`Score::WIN`] when it is over, and the
/// search counts the distance: each time a win backs up, it gets one ply more distant. Such scores
/// are relative to their node, in the table too, so they need no adjustment when the root changes.
///
/// ```
/// use eldest::Score;
///
/// assert_eq!(Score::win_in(3).distance(), Some(3));
/// assert_eq!(-Score::win_in(3), Score::loss_in(3));
/// assert!(Score::win_in(1) > Score::win_in(3));
/// assert!(Score::loss_in(3) > Score::loss_in(1));
/// assert_eq!(Score::new(12).distance(), None);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Score(i32);

/// Neither a game nor a search finds a value at infinity.
const BEYOND: &str = "broken contract: the table gave a value beyond all values";

impl Score {
    /// The infinity of windows: above every win. Fits in 24 bits, also when negated.
    pub const INFINITY: Self = Self(8_388_607);
    /// The largest value that a game or an evaluator may return.
    pub const MAX_VALUE: Self = Self(4_000_000);
    /// A game that is won: distance 0.
    pub const WIN: Self = Self(8_000_000);
    /// A game that is lost: distance 0.
    pub const LOSS: Self = Self(-8_000_000);
    /// Neither side is ahead.
    pub const DRAW: Self = Self(0);
    /// The longest distance to a win that a score can express, in plies.
    pub const MAX_DISTANCE: u32 = 2_000_000;

    const FARTHEST_WIN: Self = Self(Self::WIN.0 - Self::MAX_DISTANCE as i32);

    /// Creates a score of `value` points.
    ///
    /// # Panics
    /// If `value` lies beyond ±[`Score::INFINITY`].
    #[must_use]
    #[inline]
    pub const fn new(value: i32) -> Self {
        assert!(
            value <= Self::INFINITY.0 && value >= -Self::INFINITY.0,
            "a Score lies within ±8388607 (Score::INFINITY)"
        );
        Self(value)
    }

    /// Creates the score of a win after `plies` more moves.
    ///
    /// # Panics
    /// If `plies` is above [`Score::MAX_DISTANCE`].
    #[must_use]
    pub const fn win_in(plies: u32) -> Self {
        assert!(plies <= Self::MAX_DISTANCE, "a win is at most Score::MAX_DISTANCE plies away");
        Self(Self::WIN.0 - plies as i32)
    }

    /// Creates the score of a loss after `plies` more moves.
    ///
    /// # Panics
    /// If `plies` is above [`Score::MAX_DISTANCE`].
    #[must_use]
    pub const fn loss_in(plies: u32) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// Returns the score as an integer.
    #[must_use]
    #[inline]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// Returns the plies to the win or loss that this score stands for; `None` for any other score.
    #[must_use]
    pub const fn distance(self) -> Option<u32> {
        let away = Self::WIN.0 - self.0.abs();
        if away >= 0 && away <= Self::MAX_DISTANCE as i32 { Some(away as u32) } else { None }
    }

    /// Whether [`over`](crate::Position::over) may return this score: points, or a win or loss, at
    /// distance 0 unless wins and losses count their distance.
    #[must_use]
    pub(crate) const fn is_outcome(self, counts_distance: bool) -> bool {
        match self.distance() {
            Some(plies) => plies == 0 || counts_distance,
            None => self.0.abs() <= Self::MAX_VALUE.0,
        }
    }

    /// Returns the next higher score; there is none above infinity.
    #[must_use]
    #[inline]
    pub(crate) const fn next(self) -> Self {
        debug_assert!(self.0 < Self::INFINITY.0, "{}", BEYOND);
        Self(self.0 + 1)
    }

    /// Returns the next lower score; there is none below minus infinity.
    #[must_use]
    #[inline]
    pub(crate) const fn previous(self) -> Self {
        debug_assert!(self.0 > -Self::INFINITY.0, "{}", BEYOND);
        Self(self.0 - 1)
    }

    /// Returns `self + points`, clamped to ±infinity.
    #[must_use]
    #[inline]
    pub(crate) const fn plus(self, points: i32) -> Self {
        let sum = self.0.saturating_add(points);
        if sum > Self::INFINITY.0 {
            Self::INFINITY
        } else if sum < -Self::INFINITY.0 {
            Self(-Self::INFINITY.0)
        } else {
            Self(sum)
        }
    }

    /// Returns `self + points`, unchecked: for small offsets within a game's range of values.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn offset(self, points: i32) -> Self {
        Self(self.0 + points)
    }

    /// Returns a child's score one ply further up, still from the child's point of view: wins and
    /// losses get one ply more distant, other values do not change. So the value of a move is that
    /// of the child, one ply up, negated if the side to move has changed. Where wins do not count
    /// their distance ([`WIN_DISTANCE`](crate::Position::WIN_DISTANCE)), use the child's score
    /// unchanged. Useful for writing an oracle or looking children up in a table.
    ///
    /// ```
    /// use eldest::{Moves, Position, Score};
    /// # use eldest::doc::Countdown;
    ///
    /// /// Minimax.
    /// fn value(heap: &Countdown) -> Score {
    ///     let of_move = |taken| {
    ///         let mut child = heap.clone();
    ///         child.play(taken);
    ///         -value(&child).one_ply_up()
    ///     };
    ///     let best = || Moves::collect(|out| heap.moves(out)).into_iter().map(of_move).max();
    ///     heap.over().or_else(best).expect("a move")
    /// }
    ///
    /// assert_eq!(value(&Countdown::new(5)), Score::win_in(3));
    /// assert_eq!(Score::loss_in(2).one_ply_up(), Score::loss_in(3));
    /// assert_eq!(Score::new(12).one_ply_up(), Score::new(12));
    /// ```
    ///
    /// One ply up from the most distant win there is no win: the number falls into the gap, and
    /// [`distance`](Self::distance) is `None`. The result for infinity is unspecified.
    #[must_use]
    #[inline]
    pub const fn one_ply_up(self) -> Self {
        if self.0 >= Self::FARTHEST_WIN.0 {
            Self(self.0 - 1)
        } else if self.0 <= -Self::FARTHEST_WIN.0 {
            Self(self.0 + 1)
        } else {
            self
        }
    }

    /// Returns the largest score that [`one_ply_up`](Self::one_ply_up) does not lift above this
    /// one, for the lower end of a window: `x.one_ply_up() > a` if and only if
    /// `x > a.one_ply_down()`.
    ///
    /// Just below the most distant win it is not the inverse: the score one ply too distant to be a
    /// win maps to the most distant win.
    #[must_use]
    #[inline]
    pub(crate) const fn one_ply_down(self) -> Self {
        if self.0 >= Self::FARTHEST_WIN.0 - 1 {
            self.plus(1)
        } else if self.0 <= -Self::FARTHEST_WIN.0 {
            self.plus(-1)
        } else {
            self
        }
    }
}

/// Converts any `i16`, which is always a valid score.
///
/// ```
/// use eldest::Score;
///
/// assert_eq!(Score::from(-7), Score::new(-7));
/// ```
impl From<i16> for Score {
    #[inline]
    fn from(value: i16) -> Self {
        Self(value.into())
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl From<Score> for i32 {
    fn from(score: Score) -> Self {
        score.0
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Score({self})")
    }
}

/// Prints `12`, `-3`, `win in 5`, `loss in 4`, `inf`, `-inf`. The alternate form, `{:#}`,
/// abbreviates wins and losses: `W5`, `L4`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.distance(), self.0) {
            (Some(plies), 1..) if f.alternate() => write!(f, "W{plies}"),
            (Some(plies), _) if f.alternate() => write!(f, "L{plies}"),
            (Some(plies), 1..) => write!(f, "win in {plies}"),
            (Some(plies), _) => write!(f, "loss in {plies}"),
            _ if *self == Self::INFINITY => f.write_str("inf"),
            _ if *self == -Self::INFINITY => f.write_str("-inf"),
            (None, value) => fmt::Display::fmt(&value, f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns scores around every edge of the three zones.
    fn edges() -> impl Iterator<Item = Score> {
        [0, 4_000_000, 5_999_999, 6_000_000, 6_000_001, 7_999_999, 8_000_000, 8_388_606, 8_388_607]
            .into_iter()
            .flat_map(|v| [v - 1, v, v + 1, -v, 1 - v, -v - 1])
            .filter(|v: &i32| v.abs() <= Score::INFINITY.get())
            .map(Score::new)
    }

    #[test]
    fn a_window_moved_down_a_ply_asks_the_same_question() {
        let inner = || edges().filter(|end| end.get().abs() < Score::INFINITY.get() - 1);
        for (x, end) in inner().flat_map(|x| inner().map(move |end| (x, end))) {
            let (alpha, beta) = (end.one_ply_down(), -(-end).one_ply_down());
            assert_eq!(x.one_ply_up() > end, x > alpha, "{x:?} above {end:?}");
            assert_eq!(x.one_ply_up() >= end, x >= beta, "{x:?} at {end:?}");
        }
    }

    #[test]
    fn negation_commutes_with_plies() {
        for x in edges() {
            assert_eq!((-x).one_ply_up(), -x.one_ply_up());
        }
    }

    /// The numbers in the documentation of `Score`.
    #[test]
    fn the_zones_lie_where_they_are_said_to_lie() {
        assert_eq!(Score::MAX_VALUE.get(), 4_000_000);
        assert_eq!(Score::win_in(Score::MAX_DISTANCE).get(), 6_000_000);
        assert_eq!((Score::WIN.get(), Score::INFINITY.get()), (8_000_000, (1 << 23) - 1));
        for x in edges() {
            let zones = [0..=4_000_000, 6_000_000..=8_000_000];
            let lies_in_one = zones.iter().any(|zone| zone.contains(&x.get().abs()));
            let is_value = x.get().abs() <= Score::MAX_VALUE.get() || x.distance().is_some();
            assert_eq!(is_value, lies_in_one, "{x:?}");
        }
    }

    #[test]
    fn a_distance_is_an_outcome_only_where_distances_count() {
        for x in edges() {
            let is_point = x.get().abs() <= Score::MAX_VALUE.get();
            assert_eq!(x.is_outcome(true), is_point || x.distance().is_some(), "{x:?}");
            assert_eq!(x.is_outcome(false), is_point || x.distance() == Some(0), "{x:?}");
        }
    }

    #[test]
    fn a_win_out_of_reach_is_no_win() {
        let farthest = Score::win_in(Score::MAX_DISTANCE);
        assert_eq!(farthest.one_ply_up().distance(), None);
        assert_eq!((-farthest).one_ply_up().distance(), None);
    }

    #[test]
    fn display_names_distances() {
        let shown: Vec<String> =
            [Score::win_in(5), Score::LOSS, Score::new(-3), Score::INFINITY, -Score::INFINITY]
                .iter()
                .map(Score::to_string)
                .collect();
        assert_eq!(shown, ["win in 5", "loss in 0", "-3", "inf", "-inf"]);
        assert_eq!(
            format!("{:#} {:#} {:#}", Score::win_in(5), Score::LOSS, Score::new(-3)),
            "W5 L0 -3"
        );
    }
}
