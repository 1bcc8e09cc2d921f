//! [`Facts`]: what a worker writes down that does something at a split point.
//!
//! Out of line, and compiled once for all games: in most searches nobody writes anything down.

use crate::Depth;
use crate::search::node::NodeType;
use crate::search::timeline::{Activity, SplitId};

/// What is told of a split point.
#[derive(Copy, Clone, Debug)]
pub(in crate::parallel) struct Facts {
    pub(super) split: SplitId,
    pub(super) ply: u32,
    pub(super) depth: Depth,
    pub(super) kind: NodeType,
}

impl Facts {
    /// The owner has opened it, with so many `siblings`.
    #[cold]
    #[inline(never)]
    pub(in crate::parallel) fn opened(&self, siblings: usize) -> Activity {
        let Self { split, ply, depth, kind } = *self;
        Activity::Split { split, ply, depth, kind, siblings }
    }

    /// The move at `index` of the node is claimed.
    #[cold]
    #[inline(never)]
    pub(in crate::parallel) fn claimed(&self, index: usize) -> Activity {
        Activity::Sibling { split: self.split, ply: self.ply, depth: self.depth, index }
    }

    /// Another worker joins.
    #[cold]
    #[inline(never)]
    pub(in crate::parallel) fn stolen(&self) -> Activity {
        Activity::Steal { split: self.split, ply: self.ply, depth: self.depth }
    }

    /// The owner waits.
    #[cold]
    #[inline(never)]
    pub(in crate::parallel) fn awaited(&self) -> Activity {
        Activity::Wait { split: self.split }
    }
}
