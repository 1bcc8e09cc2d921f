//! [`Entrant`]: a position of a batch.

use crate::GameGraph;
use crate::fuse::Fuse;
use eldest::{Position, forward_position};

/// A node of a graph whose rules have a fuse.
#[derive(Clone, Debug)]
pub(super) struct Entrant<const A: bool, const D: bool> {
    graph: GameGraph<A, D>,
    /// Its place in the batch.
    pub(super) number: usize,
    plies: u32,
}

impl<const A: bool, const D: bool> Entrant<A, D> {
    /// Has at most `more` plies more than `graph`, for all that it says.
    pub(super) fn new(graph: GameGraph<A, D>, fuse: &Fuse, number: usize, more: u32) -> Self {
        let plies = u32::from(graph.height()) + more;
        Self { graph: graph.with_fuse(fuse), number, plies }
    }
}

impl<const A: bool, const D: bool> Position for Entrant<A, D> {
    forward_position!(self.graph: GameGraph<A, D>; except plies_left);

    fn plies_left(&self) -> Option<u32> {
        Some(self.plies)
    }
}
