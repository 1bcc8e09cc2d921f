//! [`Window`], [`Bound`] and [`Bounds`]: the windows of searches, and the kinds of their results.

use super::Score;
use std::fmt;
use std::ops::Neg;

/// The open interval (alpha, beta) in which a search returns the exact value.
///
/// Searches are fail-soft: a value at or below alpha is an upper bound, one at or above beta a
/// lower bound, and one in between is exact ([`Window::classify`]).
///
/// ```
/// use eldest::{Bound, Score, Window};
///
/// let window = Window::new(Score::new(-5), Score::new(7));
/// assert_eq!(-window, Window::new(Score::new(-7), Score::new(5)));
/// assert_eq!(window.classify(Score::new(-5)), Bound::Upper);
/// assert_eq!(window.classify(Score::new(3)), Bound::Exact);
/// assert!(Window::null(Score::new(3)).is_null());
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Window {
    /// The lower end: the side to move already has this much.
    pub(crate) alpha: Score,
    /// The upper end: the opponent will not allow more than this.
    pub(crate) beta: Score,
}

impl Window {
    /// The window that contains every value.
    pub const FULL: Self = Self { alpha: Score::new(-8_388_607), beta: Score::INFINITY };

    /// Creates the window (alpha, beta).
    ///
    /// # Panics
    /// If `alpha` is not below `beta`.
    #[must_use]
    pub const fn new(alpha: Score, beta: Score) -> Self {
        assert!(alpha.get() < beta.get(), "a window needs alpha below beta");
        Self { alpha, beta }
    }

    /// Creates the null window (alpha, alpha + 1), which only tests whether a value is above alpha.
    #[must_use]
    #[inline]
    pub const fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha.next() }
    }

    /// Returns the lower end: the side to move already has this much.
    #[must_use]
    #[inline]
    pub const fn alpha(self) -> Score {
        self.alpha
    }

    /// Returns the upper end, above alpha: the opponent will not allow more than this.
    #[must_use]
    #[inline]
    pub const fn beta(self) -> Score {
        self.beta
    }

    /// Whether no value lies inside.
    #[must_use]
    #[inline]
    pub const fn is_null(self) -> bool {
        self.beta.get() - self.alpha.get() <= 1
    }

    /// Whether `value` lies inside, so that it is exact.
    #[must_use]
    #[inline]
    pub fn contains(self, value: Score) -> bool {
        self.alpha < value && value < self.beta
    }

    /// Classifies a fail-soft `value` that a search with this window returned.
    #[must_use]
    #[inline]
    pub fn classify(self, value: Score) -> Bound {
        if value >= self.beta {
            Bound::Lower
        } else if value <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// Returns the null window at alpha, with which a scout searches.
    #[must_use]
    #[inline]
    pub(crate) const fn scout(self) -> Self {
        Self::null(self.alpha)
    }

    /// Returns the window one ply further down, before any change of sides. At the ends of the
    /// scores, where no value lies, it stays unchanged rather than become empty.
    #[must_use]
    #[inline]
    pub(crate) fn one_ply_down(self) -> Self {
        let (alpha, beta) = (self.alpha.one_ply_down(), -(-self.beta).one_ply_down());
        if alpha < beta { Self { alpha, beta } } else { self }
    }
}

/// Returns the window from the opponent's point of view.
impl Neg for Window {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.alpha, self.beta)
    }
}

/// The relation of a search result to the true value.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Bound {
    /// The true value is this or more: the search failed high.
    Lower,
    /// The true value is this or less: the search failed low.
    Upper,
    /// The number is the true value.
    Exact,
}

/// A closed interval that certainly contains a value.
///
/// ```
/// use eldest::{Bounds, Score};
///
/// let bounds = Bounds::new(Score::new(-3), Score::new(4));
/// assert!(bounds.contains(Score::new(4)));
/// assert_eq!(Bounds::exact(Score::new(2)).value(), Some(Score::new(2)));
/// assert_eq!(bounds.to_string(), "-3 to 4");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Bounds {
    /// The value is at least this.
    pub(crate) lower: Score,
    /// The value is at most this.
    pub(crate) upper: Score,
}

impl Bounds {
    /// All values: nothing is known.
    pub const FULL: Self = Self { lower: Score::LOSS, upper: Score::WIN };

    /// Creates the interval from `lower` to `upper`, inclusive.
    ///
    /// # Panics
    /// If `lower` is above `upper`.
    #[must_use]
    #[inline]
    pub const fn new(lower: Score, upper: Score) -> Self {
        assert!(lower.get() <= upper.get(), "bounds need lower at or below upper");
        Self { lower, upper }
    }

    /// Creates the interval of one known value.
    #[must_use]
    #[inline]
    pub const fn exact(value: Score) -> Self {
        Self { lower: value, upper: value }
    }

    /// Creates the interval of the values that `value`, a bound of kind `bound`, permits.
    #[must_use]
    #[inline]
    pub const fn from_bound(value: Score, bound: Bound) -> Self {
        match bound {
            Bound::Lower => Self { lower: value, upper: Self::FULL.upper },
            Bound::Upper => Self { lower: Self::FULL.lower, upper: value },
            Bound::Exact => Self::exact(value),
        }
    }

    /// Returns the lower bound.
    #[must_use]
    #[inline]
    pub const fn lower(self) -> Score {
        self.lower
    }

    /// Returns the upper bound, which is not below [`lower`](Self::lower).
    #[must_use]
    #[inline]
    pub const fn upper(self) -> Score {
        self.upper
    }

    /// Returns the value, if the interval contains only one.
    #[must_use]
    #[inline]
    pub fn value(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Whether the interval contains `value`.
    #[must_use]
    #[inline]
    pub fn contains(self, value: Score) -> bool {
        self.lower <= value && value <= self.upper
    }

    /// Returns the intersection; `None` if it is empty, which means that the bounds contradict each
    /// other.
    #[must_use]
    #[inline]
    pub fn intersect(self, other: Self) -> Option<Self> {
        let both = Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) };
        (both.lower <= both.upper).then_some(both)
    }

    /// Tightens these bounds to the nearest values inside that differ from `origin` by multiples of
    /// `step`, for games in which all values do. Returns the bounds unchanged if none lies inside.
    ///
    /// ```
    /// use eldest::{Bounds, Score};
    ///
    /// // The values are -4, -1, 2, 5 and so on.
    /// let known = Bounds::new(Score::new(-3), Score::new(4));
    /// let moved = Bounds::new(Score::new(-1), Score::new(2));
    /// assert_eq!(known.on_grid(Score::new(-4), 3), moved);
    /// ```
    ///
    /// # Panics
    /// If `step` is 0, or above `i32::MAX`.
    #[must_use]
    pub fn on_grid(self, origin: Score, step: u32) -> Self {
        let step = i32::try_from(step).expect("a step between scores");
        let up = |score: Score| score.plus((origin.get() - score.get()).rem_euclid(step));
        let down = |score: Score| score.plus(-(score.get() - origin.get()).rem_euclid(step));
        let (lower, upper) = (up(self.lower), down(self.upper));
        if lower <= upper { Self { lower, upper } } else { self }
    }

    /// Returns the result for `window` if these bounds decide it without a search, fail-soft: a
    /// bound at or beyond the edge of the window, or the value if it is known.
    ///
    /// ```
    /// use eldest::{Bounds, Score, Window};
    ///
    /// let known = Bounds::new(Score::new(3), Score::new(9));
    /// assert_eq!(known.decide(Window::null(Score::new(1))), Some(Score::new(3))); // more than 1
    /// assert_eq!(known.decide(Window::null(Score::new(5))), None);
    /// ```
    #[must_use]
    #[inline]
    pub fn decide(self, window: Window) -> Option<Score> {
        if self.lower >= window.beta {
            Some(self.lower)
        } else if self.upper <= window.alpha {
            Some(self.upper)
        } else if window.is_null() {
            None // a single value lies on one side or the other
        } else {
            self.value()
        }
    }
}

/// Prints `12`, `win in 5`; `at least 3`, `at most 3`, `-3 to 4`; `unknown`.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lower, upper } = *self;
        match (lower <= Self::FULL.lower, upper >= Self::FULL.upper) {
            _ if lower == upper => write!(f, "{lower}"),
            (true, true) => f.write_str("unknown"),
            (true, false) => write!(f, "at most {upper}"),
            (false, true) => write!(f, "at least {lower}"),
            (false, false) => write!(f, "{lower} to {upper}"),
        }
    }
}

impl fmt::Debug for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.lower, self.upper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_at_the_end_of_the_scores_is_none_the_emptier_a_ply_down() {
        let last = Window::null(Score::new(Score::INFINITY.get() - 1));
        for window in [last, -last, Window::FULL] {
            assert_eq!(window.one_ply_down(), window);
        }
    }

    #[test]
    fn bounds_move_inwards_to_values_that_there_are() {
        let moved = |lower, upper| {
            let bounds = Bounds::new(Score::new(lower), Score::new(upper));
            let moved = bounds.on_grid(Score::new(-4), 3);
            (moved.lower.get(), moved.upper.get())
        };
        // The values are -4, -1, 2, 5 and so on.
        assert_eq!([moved(-4, 5), moved(-3, 4), moved(-2, 3)], [(-4, 5), (-1, 2), (-1, 2)]);
        assert_eq!(moved(0, 1), (0, 1), "nothing is left between");
    }

    #[test]
    fn bounds_are_shown_as_people_say_them() {
        let (low, high) = (Score::new(-3), Score::new(4));
        let Bounds { lower, upper } = Bounds::FULL;
        for (bounds, text) in [
            (Bounds::new(low, high), "-3 to 4"),
            (Bounds::new(low, upper), "at least -3"),
            (Bounds::new(lower, high), "at most 4"),
            (Bounds::exact(Score::win_in(5)), "win in 5"),
            (Bounds::exact(lower), "loss in 0"),
            (Bounds::new(Score::loss_in(4), upper), "at least loss in 4"),
            (Bounds::FULL, "unknown"),
        ] {
            assert_eq!(bounds.to_string(), text);
        }
    }
}
