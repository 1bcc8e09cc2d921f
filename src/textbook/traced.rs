//! [`Trace`]: reports a textbook algorithm to a tracer.

use crate::position::Turn;
use crate::search::node::NodeType;
use crate::search::observer::Tracer;
use crate::{Depth, Score, Window};

/// The tracer, and the position in the search. Without a tracer the cost of a call is negligible,
/// compared with the lists of moves made for each node.
pub(super) struct Trace<'e, M> {
    tracer: Option<&'e mut dyn Tracer<M>>,
    pub(super) stand: Stand,
}

/// The position in a search.
#[derive(Copy, Clone)]
pub(super) struct Stand {
    ply: u32,
    /// The type of this node, by structure, as in the kernel.
    kind: NodeType,
    /// The child that is searched next.
    next: Child,
}

/// The place of a child among its siblings.
#[derive(Copy, Clone)]
enum Child {
    First,
    Sibling,
    /// A child that has been searched before.
    Again,
}

impl Stand {
    const ROOT: Self = Self { ply: 0, kind: NodeType::Pv, next: Child::First };

    /// Returns the stand at the same node, after a child has been searched.
    pub(super) fn after_first(self) -> Self {
        Self { next: Child::Sibling, ..self }
    }

    /// Returns the stand at the same node, before a child is searched again.
    pub(super) fn again(self) -> Self {
        Self { next: Child::Again, ..self }
    }

    /// Returns the stand at the next child.
    pub(super) fn below(self, turn: Turn) -> Self {
        let kind = match self.next {
            Child::First => self.kind.first_child(turn),
            Child::Sibling => NodeType::sibling(turn),
            Child::Again => NodeType::Pv,
        };
        Self { ply: self.ply + 1, kind, next: Child::First }
    }
}

/// Reports to no tracer.
impl<M> Default for Trace<'_, M> {
    fn default() -> Self {
        Self { tracer: None, stand: Stand::ROOT }
    }
}

impl<'e, M> Trace<'e, M> {
    /// Reports to `tracer`.
    pub(super) fn by(tracer: &'e mut dyn Tracer<M>) -> Self {
        Self { tracer: Some(tracer), stand: Stand::ROOT }
    }

    pub(super) fn enter(&mut self, window: Window, depth: Depth) {
        self.stand.next = Child::First;
        if let Some(tracer) = &mut self.tracer {
            tracer.enter(self.stand.ply, window, depth, self.stand.kind);
        }
    }

    pub(super) fn leave(&mut self, value: Score) {
        if let Some(tracer) = &mut self.tracer {
            tracer.leave(self.stand.ply, value);
        }
    }

    pub(super) fn play(&mut self, mv: M) {
        if let Some(tracer) = &mut self.tracer {
            tracer.play(self.stand.ply, mv);
        }
    }
}
