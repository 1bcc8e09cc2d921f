//! [`Trace`]: what a tracer is told of a textbook algorithm.

use crate::position::Turn;
use crate::{Depth, Kind, Score, Tracer, Window};

/// Who watches, and where the search stands. Beside the lists of moves that are made for each node, a
/// call that nobody hears costs nothing that shows.
pub(super) struct Trace<'e, M> {
    tracer: Option<&'e mut dyn Tracer<M>>,
    pub(super) stand: Stand,
}

/// Where a search stands.
#[derive(Copy, Clone)]
pub(super) struct Stand {
    ply: u32,
    /// The type of this node, by structure, as the kernel tells it.
    kind: Kind,
    /// Which child is searched next.
    next: Brother,
}

/// Which of several brothers.
#[derive(Copy, Clone)]
enum Brother {
    Eldest,
    Young,
    /// One that has been searched before.
    Again,
}

impl Stand {
    const ROOT: Self = Self { ply: 0, kind: Kind::Pv, next: Brother::Eldest };

    /// The same node, when a child has been searched.
    pub(super) fn young(self) -> Self {
        Self { next: Brother::Young, ..self }
    }

    /// The same node, before a child is searched again.
    pub(super) fn again(self) -> Self {
        Self { next: Brother::Again, ..self }
    }

    /// The stand at the next child.
    pub(super) fn below(self, turn: Turn) -> Self {
        let kind = match self.next {
            Brother::Eldest => self.kind.eldest(turn),
            Brother::Young => Kind::young(turn),
            Brother::Again => Kind::Pv,
        };
        Self { ply: self.ply + 1, kind, next: Brother::Eldest }
    }
}

/// Nobody watches.
impl<M> Default for Trace<'_, M> {
    fn default() -> Self {
        Self { tracer: None, stand: Stand::ROOT }
    }
}

impl<'e, M> Trace<'e, M> {
    /// `tracer` watches.
    pub(super) fn by(tracer: &'e mut dyn Tracer<M>) -> Self {
        Self { tracer: Some(tracer), stand: Stand::ROOT }
    }

    pub(super) fn enter(&mut self, window: Window, depth: Depth) {
        self.stand.next = Brother::Eldest;
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
