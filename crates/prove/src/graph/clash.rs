//! [`Clash`]: bounds that contradict each other, and the results they rest on.

use super::{Graph, Id, Number};
use eldest::Bounds;

/// Bounds of a position that cannot both be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clash {
    /// The position.
    pub(crate) at: Id,
    /// The earlier bounds.
    pub(crate) known: Bounds,
    /// The new bounds.
    pub(crate) found: Bounds,
    /// The result that the earlier bounds rest on; `None` if they are from the rules.
    pub(crate) before: Option<Number>,
    /// The result that the new bounds rest on.
    pub(crate) now: Option<Number>,
}

impl Clash {
    /// Attributes the new bounds to result number `by`.
    pub(super) fn caused_by(mut self: Box<Self>, by: Number) -> Box<Self> {
        if self.before == Some(by) {
            self.before = self.now;
        }
        self.now = Some(by);
        self
    }
}

/// One of the two bounds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum BoundSide {
    Lower,
    Upper,
}

impl BoundSide {
    fn other(self) -> Self {
        if self == Self::Lower { Self::Upper } else { Self::Lower }
    }

    fn of(self, bounds: Bounds) -> i32 {
        if self == Self::Lower { bounds.lower().get() } else { bounds.upper().get() }
    }
}

impl Graph {
    /// Creates the clash of `found`, from result number `by` or from folding, with the bounds of
    /// `at`.
    pub(super) fn clash(&self, at: Id, found: Bounds, by: Option<Number>) -> Clash {
        let known = self.node(at).known;
        let end = if found.lower() > known.upper() { BoundSide::Upper } else { BoundSide::Lower };
        let before = self.behind(at, end);
        let now = by.or_else(|| self.below(at, end.other()));
        Clash { at, known, found, before, now }
    }

    /// Returns the result, or one of several, that a bound of `at` rests on.
    fn behind(&self, at: Id, end: BoundSide) -> Option<Number> {
        self.node(at).by[end as usize].or_else(|| self.below(at, end))
    }

    /// Returns the same for the bound that the moves of `at` imply.
    fn below(&self, mut at: Id, mut end: BoundSide) -> Option<Number> {
        // No path is longer, unless the rules contain cycles.
        for _ in 0..self.len() {
            let edges = self.node(at).edges().iter();
            let edge = edges.max_by_key(|edge| end.of(self.of_move(edge)))?;
            end = if edge.turns { end.other() } else { end };
            at = edge.to;
            if let Some(by) = self.node(at).by[end as usize] {
                return Some(by);
            }
        }
        None
    }
}
