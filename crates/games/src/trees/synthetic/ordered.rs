//! Strongly ordered trees: their values and best moves, which are known without a search.

use super::{Synthetic, SyntheticNode, centred, salt};
use crate::trees::TreeKind;
use crate::{draw, join};
use eldest::{Depth, Score, Side};

impl Synthetic {
    /// Returns the value to the end, which is known without a search in strongly ordered trees.
    /// Without `tempo`, it is the value at every depth.
    #[must_use]
    pub fn assigned_value(&self) -> Option<Score> {
        matches!(self.spec.kind, TreeKind::Ordered { .. }).then(|| Score::new(self.node.value))
    }

    /// Returns the value at `depth`, which is known without a search in strongly ordered trees.
    #[must_use]
    pub fn assigned_value_at(&self, depth: Depth) -> Option<Score> {
        let TreeKind::Ordered { tempo, .. } = self.spec.kind else { return None };
        let horizon = depth.to_plies().map_or(u32::MAX, u32::from);
        let horizon = horizon.saturating_add(self.node.ply.into());
        Some(Score::new(self.node.value + self.shift(tempo, horizon)))
    }

    /// Returns the ordinal of the best move in a strongly ordered tree; `None` at leaves and in
    /// other trees.
    #[must_use]
    pub fn best_move(&self) -> Option<u16> {
        let TreeKind::Ordered { first, quarter, .. } = self.spec.kind else { return None };
        (!self.is_over()).then(|| self.best_child(first, quarter))
    }

    /// Returns the number that a horizon at the ply `horizon` adds to all values, for the side to
    /// move; 0 if the game is over before.
    fn shift(&self, tempo: u32, horizon: u32) -> i32 {
        if tempo == 0 || horizon >= self.spec.depth.into() {
            return 0;
        }
        let shift = centred(join(self.spec.seed, horizon.into()), salt::TEMPO, tempo);
        if self.node.side == Side::First { shift } else { -shift }
    }

    fn best_child(&self, first: u8, quarter: u8) -> u16 {
        let (hash, width) = (self.node.hash, self.spec.width);
        let near = width.div_ceil(4);
        let drawn = draw(hash, salt::BEST, 100) as u8;
        if drawn < first || width == 1 {
            0
        } else if drawn < quarter && near > 1 {
            1 + draw(hash, salt::WHICH, u64::from(near) - 1) as u16
        } else {
            near + draw(hash, salt::WHICH, u64::from(width - near)) as u16
        }
    }

    /// Returns the value assigned to a child: the negated value of the node for the best move, more
    /// than that for others.
    pub(super) fn child_value(&self, ordinal: u16, hash: u64) -> i32 {
        let TreeKind::Ordered { first, quarter, .. } = self.spec.kind else { return 0 };
        let best = ordinal == self.best_child(first, quarter);
        let worse = 1 + draw(hash, salt::WORSE, self.spec.range.into()) as i32;
        if best { -self.node.value } else { worse - self.node.value }
    }

    /// Returns `node`, or the node it is folded into, which keeps only a class of the path.
    pub(super) fn folded(&self, node: SyntheticNode) -> SyntheticNode {
        let TreeKind::Ordered { fold: fold @ 1.., .. } = self.spec.kind else { return node };
        let class = draw(node.hash, salt::CLASS, fold.into());
        let place = (u64::from(node.ply) << 32) | class;
        let beside = join(self.spec.seed, u64::from(node.value as u32));
        SyntheticNode { hash: join(beside, place), ..node }
    }
}
