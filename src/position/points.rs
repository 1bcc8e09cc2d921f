//! [`Points`]: points that the key leaves out, and the conversion of values between a position and
//! the table.
//!
//! [`Turn`]: how windows and values change on the way from a node to its child and back.

use super::{Bounds, Position, Score, Side, Window};

/// The result of [`Position::taken`]. The table stores the value still to come, so that positions
/// that differ only in their past share entries; everything else in a search uses whole values.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Points(Option<i32>);

impl Points {
    /// The game has no points, or its key includes them.
    pub(crate) const NONE: Self = Self(None);

    #[inline(always)]
    pub(crate) fn at<P: Position>(position: &P) -> Self {
        Self(position.taken())
    }

    /// Returns the points, if the game reports them.
    pub(crate) fn get(self) -> Option<i32> {
        self.0
    }

    /// Returns the points from the other side's point of view.
    pub(crate) fn turned(self) -> Self {
        Self(self.0.map(i32::wrapping_neg))
    }

    /// Subtracts the points taken from the value of the whole game.
    #[inline(always)]
    pub(crate) fn to_come(self, whole: Score) -> Score {
        self.0.map_or(whole, |points| whole.with_points(-points))
    }

    /// Subtracts the points taken from bounds on the value of the whole game.
    #[inline(always)]
    pub(crate) fn bounds_to_come(self, whole: Bounds) -> Bounds {
        self.0.map_or(whole, |points| whole.with_points(-points))
    }

    /// Adds the points taken to bounds on the value still to come.
    #[inline(always)]
    pub(crate) fn whole_bounds(self, to_come: Bounds) -> Bounds {
        self.0.map_or(to_come, |points| to_come.with_points(points))
    }
}

impl Score {
    /// Adds `points` if this is a number of points. Wins and losses stay unchanged, and so do
    /// numbers beyond all points, which only occur as ends of bounds.
    #[inline(always)]
    fn with_points(self, points: i32) -> Self {
        let most = Self::MAX_VALUE.get();
        if self.get().abs() > most {
            return self;
        }
        Self::new(self.get().saturating_add(points).clamp(-most, most))
    }
}

impl Bounds {
    #[inline(always)]
    fn with_points(self, points: i32) -> Self {
        Self { lower: self.lower.with_points(points), upper: self.upper.with_points(points) }
    }
}

/// Whether a move changes the side to move, and so whether values are negated.
///
/// Everything that depends on it (the child's window, the value backed up, the node type below)
/// uses this type. In a game that alternates strictly ([`Position::ALTERNATES`]) the compiler
/// removes the check.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    alternates: bool,
}

impl Turn {
    /// Returns the turn from a node where `before` moves to a child where `after` does.
    #[inline]
    pub(crate) fn between<P: Position>(before: Side, after: Side) -> Self {
        debug_assert!(
            !P::ALTERNATES || before != after,
            "`ALTERNATES` is true, but the same side moves twice"
        );
        Self { alternates: P::ALTERNATES || before != after }
    }

    /// Whether the other side moves next.
    #[inline]
    pub(crate) fn alternates(self) -> bool {
        self.alternates
    }

    /// Converts the node's window to the child's point of view.
    #[inline]
    pub(crate) fn window<P: Position>(self, window: Window) -> Window {
        let window = if P::WIN_DISTANCE { window.one_ply_down() } else { window };
        if self.alternates { -window } else { window }
    }

    /// Converts the child's value to the node's point of view.
    #[inline]
    pub(crate) fn value<P: Position>(self, value: Score) -> Score {
        let value = if P::WIN_DISTANCE { value.one_ply_up() } else { value };
        if self.alternates { -value } else { value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_moved_and_wins_are_not() {
        let taken = Points(Some(7));
        for (whole, to_come) in [
            (Score::new(10), 3),
            (Score::new(-10), -17),
            (Score::win_in(3), Score::win_in(3).get()),
            (Score::LOSS, Score::LOSS.get()),
            (-Score::MAX_VALUE, -4_000_000),
            (Score::MAX_VALUE, 3_999_993),
        ] {
            assert_eq!(taken.to_come(whole).get(), to_come, "{whole}");
            assert_eq!(Points::NONE.to_come(whole), whole);
        }
    }

    #[test]
    fn what_went_into_the_table_comes_out_of_it_for_another_past() {
        let (before, now) = (Points(Some(7)), Points(Some(-2)));
        let whole = Bounds { lower: Score::new(5), upper: Score::WIN };
        let to_come = before.bounds_to_come(whole);
        assert_eq!(before.whole_bounds(to_come), whole);
        assert_eq!(now.whole_bounds(to_come), Bounds { lower: Score::new(-4), upper: Score::WIN });
        assert_eq!(Points::NONE.whole_bounds(whole), whole);
    }
}
