//! [`Turn`]: how windows and values change on the way from a node to its child and back.

use super::{Position, Score, Side, Window};

/// Whether the move went over to the other side, and so what is negated.
///
/// Everything that depends on the turn (the child's window, the value backed up, the node type
/// below) asks here. In a game that alternates strictly ([`Position::ALTERNATES`]) the question
/// is answered by the compiler.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    alternates: bool,
}

impl Turn {
    /// The turn from a node where `before` moves to a child where `after` does.
    #[inline]
    pub(crate) fn between<P: Position>(before: Side, after: Side) -> Self {
        debug_assert!(
            !P::ALTERNATES || before != after,
            "Position::ALTERNATES is true, but the same side moves twice"
        );
        Self { alternates: P::ALTERNATES || before != after }
    }

    /// Whether the other side moves next.
    #[inline]
    pub(crate) fn alternates(self) -> bool {
        self.alternates
    }

    /// The node's window as the child sees it.
    #[inline]
    pub(crate) fn window<P: Position>(self, window: Window) -> Window {
        let window = if P::WIN_DISTANCE { window.one_ply_down() } else { window };
        if self.alternates { -window } else { window }
    }

    /// The child's value as the node sees it.
    #[inline]
    pub(crate) fn value<P: Position>(self, value: Score) -> Score {
        let value = if P::WIN_DISTANCE { value.one_ply_up() } else { value };
        if self.alternates { -value } else { value }
    }
}
