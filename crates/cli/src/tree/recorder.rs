//! [`Recorder`]: writes down what a search visits.

use eldest::observe::{NodeType, Tracer};
use eldest::{Depth, Score, Window};

/// A visit to a node, from the point of view of the side to move there.
#[derive(Clone, Debug)]
pub(super) struct Visit<M> {
    /// The visit from which this node was reached, and by which move; `None` for a pass over the root.
    pub(super) from: Option<(usize, M)>,
    /// The window at entry.
    pub(super) window: Window,
    /// What remained to be searched.
    pub(super) depth: Depth,
    /// What came back.
    pub(super) value: Score,
}

/// The visits of a search, in its order. If it deepens, those of the last iteration.
#[derive(Debug)]
pub(super) struct Recorder<M> {
    pub(super) visits: Vec<Visit<M>>,
    /// The visits that have not been left.
    open: Vec<usize>,
    played: Option<M>,
}

impl<M> Default for Recorder<M> {
    fn default() -> Self {
        Self { visits: Vec::new(), open: Vec::new(), played: None }
    }
}

impl<M> Tracer<M> for Recorder<M> {
    fn enter(&mut self, ply: u32, window: Window, depth: Depth, _: NodeType) {
        if ply == 0 && self.visits.first().is_some_and(|root| root.depth != depth) {
            self.visits.clear();
        }
        let from = self.open.last().copied().zip(self.played.take());
        self.open.push(self.visits.len());
        self.visits.push(Visit { from, window, depth, value: Score::DRAW });
    }

    fn leave(&mut self, _: u32, value: Score) {
        let left = self.open.pop().expect("a node is entered before it is left");
        self.visits[left].value = value;
    }

    fn play(&mut self, _: u32, mv: M) {
        self.played = Some(mv);
    }
}
