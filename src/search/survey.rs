//! [`Selecting`] and [`Survey`]: the state of a selective search, which a worker keeps and passes on to its helpers.

use crate::Score;
use crate::position::Selection;

/// What a worker knows of the selection it searches with.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Selecting {
    pub(super) selection: Selection,
    /// The ply that a null move led to; no second one is tried there.
    pub(super) passed_at: u32,
    /// Whether a null move is being verified: there are no others below.
    pub(super) verifies: bool,
    /// No line is extended beyond this ply.
    pub(super) extends_to: u32,
    /// Whether the first child that is searched next is searched a ply deeper.
    pub(super) deepens: bool,
}

/// What a node is like before its moves are looked at.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Survey {
    /// The static score; none where the side to move is in danger, and nothing is left out.
    pub(super) score: Option<Score>,
    /// Whether that is more than two plies before.
    pub(super) improves: bool,
}

/// What a helper must know of the path to a node, to decide there as the owner does: this ply and the one before.
pub(crate) type Surveys = [Survey; 2];

impl Selecting {
    /// What `selection` says, in a search that has not begun.
    pub(crate) fn new(selection: Selection) -> Self {
        Self { selection, passed_at: u32::MAX, verifies: false, extends_to: 0, deepens: false }
    }
}
