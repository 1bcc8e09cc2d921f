//! How deep a node and its children are searched.
//!
//! Late moves: Romstad 2006, "An introduction to late move reductions". Nodes without a table move: Schröder, in the
//! Chess Programming Wiki, "Internal iterative reductions". Singular extensions: Anantharaman, Campbell and Hsu 1990,
//! "Singular extensions: adding selectivity to brute-force searching"; with the table's bound, the Chess Programming
//! Wiki.

use super::{Branch, is_about_points};
use crate::position::{Evaluator, Position};
use crate::search::Aborted;
use crate::search::node::{Node, NodeType};
use crate::search::worker::{Move, SearchTypes, Slot, Worker};
use crate::table::Entry;
use crate::{Depth, Score, Window};

/// So many moves of a node are searched to the whole depth, and from so many plies on the others are not (after
/// Romstad 2006).
const FULL_MOVES: usize = 2;
const REDUCE_FROM: u16 = 3;
/// A reduction is so many hundredths of a ply and the product of the natural logarithms of depth and number by 1.61. The
/// logarithms here are those to base 2, in sixteenths: 256 ⋅ 1.61 / (ln 2)².
const LEAST_REDUCTION: i32 = 87;
const REDUCTION: i32 = 858;
/// Beyond these all are alike.
const ALIKE: usize = 64;
/// So much of what is learnt of a move is worth a ply.
const LEARNT_PLY: i32 = 8192;
/// Without a table move a node is searched a ply less deep, where so many remain.
const UNKNOWN_FROM: u16 = 3;
/// A table move may be singular where so many plies remain, if its entry is at most so much less deep.
const SINGULAR_FROM: u16 = 7;
const SINGULAR_SLACK: u16 = 3;
/// It is, if all others are worse by so many points a ply, in hundredths of the margin.
const SINGULAR_MARGIN: i32 = 2;

impl<C: SearchTypes> Worker<C> {
    /// The remaining depth of the child that `branch` leads to. A sibling whose reduced scout fails high is searched
    /// again, to the whole depth.
    #[inline(always)]
    pub(crate) fn child_depth(&self, branch: &Branch<Move<C>>) -> Depth {
        let below = branch.depth.below();
        if Self::SELECTS { self.reduced(branch, below) } else { below }
    }

    /// The remaining depth of the first child.
    #[inline(always)]
    pub(in crate::search) fn first_child_depth(&mut self, branch: &Branch<Move<C>>) -> Depth {
        let deepens = Self::SELECTS && std::mem::take(&mut self.selecting.deepens);
        if deepens { branch.depth } else { branch.depth.below() }
    }

    #[inline(never)]
    fn reduced(&self, branch: &Branch<Move<C>>, below: Depth) -> Depth {
        let is_late = self.selecting.selection.reductions
            && branch.index >= FULL_MOVES
            && branch.depth.raw() >= REDUCE_FROM;
        if !is_late || self.here().score.is_none() {
            return below;
        }
        let spared = if self.is_quiet(branch.mv) {
            self.spared(branch)
        } else {
            i32::from(!self.evaluator.gains(&self.path.position, branch.mv, 0))
        };
        let left = i32::from(below.raw()) - spared.max(0);
        Depth::plies(left.max(1) as u16)
    }

    /// How many plies a late quiet move is spared.
    fn spared(&self, branch: &Branch<Move<C>>) -> i32 {
        let plies = i32::from(!self.here().improves) + i32::from(branch.kind == NodeType::Cut)
            - i32::from(branch.kind == NodeType::Pv);
        let hundredths = reduction(branch.depth.raw(), branch.index) + 100 * plies
            - 100 * self.learnt(branch.mv) / LEARNT_PLY;
        hundredths / 100
    }

    /// Whether `mv` is quiet, here where nothing is urgent.
    pub(super) fn is_quiet(&self, mv: Move<C>) -> bool {
        self.evaluator.is_quiet(&self.path.position, mv)
    }

    /// The depth of the position that a move has just led to, instead of `depth`.
    #[inline(never)]
    pub(in crate::search) fn extended(&self, depth: Depth) -> Depth {
        let extends = self.selecting.selection.extensions
            && self.may_extend(depth)
            && self.evaluator.is_urgent(&self.path.position);
        Depth::plies(depth.raw() + u16::from(extends))
    }

    fn may_extend(&self, depth: Depth) -> bool {
        self.path.ply <= self.selecting.extends_to && depth.raw() < Depth::MAX_PLIES
    }

    /// The depth to which a node is searched instead of `depth`: where no table move is known, and one is worth a
    /// search, the next search of it will have one.
    #[inline(always)]
    pub(in crate::search) fn depth_here(
        &self,
        depth: Depth,
        kind: NodeType,
        table_move: u16,
    ) -> Depth {
        let is_unknown = Self::SELECTS
            && self.selecting.selection.internal_reductions
            && table_move == 0
            && kind != NodeType::All
            && depth.raw() >= UNKNOWN_FROM;
        if is_unknown { depth.below() } else { depth }
    }

    /// Whether the first move of `node` is the table's, and better than all others by a margin: then it is
    /// searched a ply deeper. `slot` is where the entry of the node belongs.
    #[inline(never)]
    pub(in crate::search) fn is_singular(
        &mut self,
        slot: Option<Slot<C>>,
        node: &mut Node<Move<C>>,
    ) -> Result<bool, Aborted> {
        let depth = node.depth;
        let may = self.selecting.selection.singular
            && depth.raw() >= SINGULAR_FROM
            && self.may_extend(depth);
        let entry = slot.filter(|_| may).and_then(|slot| self.entry_here(slot, depth));
        let Some(entry) = entry.filter(|entry| self.is_tabled(entry, node)) else {
            return Ok(false);
        };
        let margin = self.margin(SINGULAR_MARGIN);
        let less = margin.saturating_mul(i32::from(depth.raw()));
        let most = Score::MAX_VALUE.get();
        // At either end the window is not about points, and the move is not singular.
        let least = entry.bounds.lower.get().saturating_sub(less).clamp(-most, most + 2);
        let window = Window::null(Score::new(least - 1));
        Ok(is_about_points(window) && !self.another_reaches(window, node)?)
    }

    /// Whether `entry` says of the move at `first` how good it is at least, nearly as deep.
    fn is_tabled(&self, entry: &Entry, node: &Node<Move<C>>) -> bool {
        let mv = self.path.moves[node.first].mv;
        entry.move_code != 0
            && entry.move_code == self.path.position.move_code(mv)
            && entry.depth.raw().saturating_add(SINGULAR_SLACK) >= node.depth.raw()
            && entry.bounds.lower.get().abs() <= Score::MAX_VALUE.get()
    }

    /// Whether another move than the first reaches the upper end of `window`, searched half as deep.
    fn another_reaches(
        &mut self,
        window: Window,
        node: &mut Node<Move<C>>,
    ) -> Result<bool, Aborted> {
        self.order_rest(node);
        let depth = Depth::plies((node.depth.raw() / 2).max(1));
        for at in node.first + 1..node.end {
            let branch = Branch { depth, kind: NodeType::Cut, ..self.branch(node, at) };
            let (value, _) = self.scout::<true>(branch, window, || Ok(window))?;
            if value >= window.beta {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// How many hundredths of a ply a late move of this number is spared at a node of so many plies.
fn reduction(plies: u16, index: usize) -> i32 {
    let [plies, index] = [usize::from(plies), index].map(|n| SIXTEENTHS[n.min(ALIKE - 1)]);
    LEAST_REDUCTION + 100 * plies * index / REDUCTION
}

/// Logarithms to base 2, in sixteenths, rounded down.
static SIXTEENTHS: [i32; ALIKE] = {
    let mut logarithms = [0; ALIKE];
    let mut n = 1;
    while n < ALIKE {
        logarithms[n] = (n as u128).pow(16).ilog2() as i32;
        n += 1;
    }
    logarithms
};
