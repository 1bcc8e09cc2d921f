//! [`Depth`]: the remaining depth of a search.

use std::fmt;

/// Plies that remain to be searched below a node, or [`Depth::END`].
///
/// `END`, "to the end of the game", is a depth of its own: one ply below it is `END` again, and
/// it equals no number of plies.
///
/// ```
/// use eldest::Depth;
///
/// assert_eq!(Depth::plies(3).below(), Depth::plies(2));
/// assert_eq!(Depth::END.below(), Depth::END);
/// assert!(Depth::plies(0).is_horizon());
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Depth(u16);

impl Depth {
    /// Depth 0: the evaluator or quiescence determines the value.
    pub const HORIZON: Self = Self(0);
    /// To the end of the game.
    pub const END: Self = Self(u16::MAX);
    /// The largest number of plies; deeper searches go to the [`END`](Self::END).
    pub const MAX_PLIES: u16 = 65_000;

    /// A depth of `plies` plies.
    ///
    /// # Panics
    /// If `plies` is above [`Depth::MAX_PLIES`].
    #[must_use]
    pub const fn plies(plies: u16) -> Self {
        assert!(plies <= Self::MAX_PLIES, "a depth is at most Depth::MAX_PLIES, or Depth::END");
        Self(plies)
    }

    /// Returns the number of plies; `None` for [`END`](Self::END).
    #[must_use]
    #[inline]
    pub const fn to_plies(self) -> Option<u16> {
        if self.is_end() { None } else { Some(self.0) }
    }

    /// Whether the search goes to the end of the game.
    #[must_use]
    #[inline]
    pub const fn is_end(self) -> bool {
        self.0 == Self::END.0
    }

    /// Whether no ply remains.
    #[must_use]
    #[inline]
    pub const fn is_horizon(self) -> bool {
        self.0 == 0
    }

    /// Returns the depth one ply further down.
    #[must_use]
    #[inline]
    pub const fn below(self) -> Self {
        if self.is_end() { self } else { Self(self.0.saturating_sub(1)) }
    }

    /// Returns the depth as the table stores it.
    #[inline]
    pub(crate) const fn raw(self) -> u16 {
        self.0
    }

    /// Inverts [`raw`](Self::raw); every bit pattern is a valid depth.
    #[inline]
    pub(crate) const fn from_raw(raw: u16) -> Self {
        Self(raw)
    }
}

impl fmt::Debug for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Depth({self})")
    }
}

/// Prints `7`, or `end`.
impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_plies() {
            Some(plies) => fmt::Display::fmt(&plies, f),
            None => f.pad("end"),
        }
    }
}
