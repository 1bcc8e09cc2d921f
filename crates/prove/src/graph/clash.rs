//! [`Clash`]: bounds that contradict each other, and whose they are.

use super::{Graph, Id, Number};
use eldest::Bounds;

/// Two things that cannot both be true of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clash {
    /// Where they meet.
    pub(crate) at: Id,
    /// What was proved before.
    pub(crate) known: Bounds,
    /// What was proved now.
    pub(crate) found: Bounds,
    /// The result that what was proved before rests on; `None`, if it is the rules.
    pub(crate) before: Option<Number>,
    /// The result that what was proved now rests on.
    pub(crate) now: Option<Number>,
}

impl Clash {
    /// It was noticed when result number `by` was told.
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
    /// `found`, by result number `by` or by folding, is not possible at `at`.
    pub(super) fn clash(&self, at: Id, found: Bounds, by: Option<Number>) -> Clash {
        let known = self.node(at).known;
        let end = if found.lower() > known.upper() { BoundSide::Upper } else { BoundSide::Lower };
        let before = self.behind(at, end);
        let now = by.or_else(|| self.below(at, end.other()));
        Clash { at, known, found, before, now }
    }

    /// The result that an end of what is known of `at` rests on, or one of several.
    fn behind(&self, at: Id, end: BoundSide) -> Option<Number> {
        self.node(at).by[end as usize].or_else(|| self.below(at, end))
    }

    /// The same, of what the moves of `at` say.
    fn below(&self, mut at: Id, mut end: BoundSide) -> Option<Number> {
        // No way is longer, unless the rules go in circles.
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
