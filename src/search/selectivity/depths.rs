//! How deep a node and its children are searched.
//!
//! Late moves: Romstad 2006, "An introduction to late move reductions". Nodes without a table move:
//! Schröder, in the Chess Programming Wiki, "Internal iterative reductions". Singular extensions:
//! Anantharaman, Campbell and Hsu 1990, "Singular extensions: adding selectivity to brute-force
//! searching"; with the table's bound, the Chess Programming Wiki.

use super::{Branch, is_about_points};
use crate::position::{Evaluator, Parameter, Position, Selector};
use crate::search::Aborted;
use crate::search::node::{Node, NodeType};
use crate::search::worker::{Move, SearchTypes, TableSlot, Worker};
use crate::table::Entry;
use crate::{Depth, Score, Window};

/// The minimum remaining plies for a reduction: at least one ply is left.
const REDUCE_PLIES: u16 = 3;
/// Logarithms here are to base 2, in sixteenths; beyond this number of plies or moves they no
/// longer grow.
const ALIKE: usize = 64;
/// Converts a product of natural logarithms to one of these: 256 / (ln 2)², in units of [`ONE`],
/// divided by 100.
const PRODUCT: i64 = 5_328_304_591;
const ONE: i64 = 1_000_000_000;
/// A table move may be singular if its entry is at most this many plies shallower.
const SINGULAR_SLACK: u16 = 3;

impl<C: SearchTypes> Worker<C> {
    /// Returns the remaining depth of the child that `branch` leads to. If the reduced scout of a
    /// sibling fails high, it is searched again to the full depth.
    #[inline(always)]
    pub(crate) fn child_depth(&self, branch: &Branch<Move<C>>) -> Depth {
        let below = branch.depth.below();
        if Self::SELECTS { self.reduced(branch, below) } else { below }
    }

    /// Returns the remaining depth of the first child.
    #[inline(always)]
    pub(in crate::search) fn first_child_depth(&mut self, branch: &Branch<Move<C>>) -> Depth {
        let deepens = Self::SELECTS && std::mem::take(&mut self.selecting.deepens);
        if deepens { branch.depth } else { branch.depth.below() }
    }

    #[inline(never)]
    fn reduced(&self, branch: &Branch<Move<C>>, below: Depth) -> Depth {
        let is_late = self.selecting.selection.reductions
            && branch.index >= self.count(Parameter::ReduceFrom)
            && branch.depth.raw() >= REDUCE_PLIES;
        if !is_late || self.here().score.is_none() {
            return below;
        }
        let spared = if self.is_quiet(branch.mv) {
            self.spared(branch)
        } else {
            i32::from(!self.evaluator.selector().gains(&self.path.position, branch.mv, 0))
        };
        let left = i32::from(below.raw()) - spared.max(0);
        Depth::plies(left.max(1) as u16)
    }

    /// Returns the number of plies by which a late quiet move is reduced.
    fn spared(&self, branch: &Branch<Move<C>>) -> i32 {
        let stalled =
            if self.here().improves { 0 } else { self.parameter(Parameter::ReduceStalled) };
        let expected = match branch.kind {
            NodeType::Cut => self.parameter(Parameter::ReduceCut),
            NodeType::Pv => -self.parameter(Parameter::ReducePv),
            NodeType::All => 0,
        };
        let learnt = 100 * self.learnt(branch.mv) / self.parameter(Parameter::ReduceLearnt);
        (self.late(branch) + stalled + expected - learnt) / 100
    }

    /// Returns the part of the reduction that depends on the index of the move, in hundredths of a
    /// ply.
    fn late(&self, branch: &Branch<Move<C>>) -> i32 {
        let [plies, index] =
            [usize::from(branch.depth.raw()), branch.index].map(|n| SIXTEENTHS[n.min(ALIKE - 1)]);
        let product = 100 * plies * index / divisor(self.parameter(Parameter::ReduceDivisor));
        self.parameter(Parameter::ReduceBase) + product
    }

    /// Whether `mv` is quiet, at a node that is not urgent.
    pub(super) fn is_quiet(&self, mv: Move<C>) -> bool {
        self.evaluator.selector().is_quiet(&self.path.position, mv)
    }

    /// Returns the depth of the position that a move has just led to: `depth`, or more by an
    /// extension.
    #[inline(never)]
    pub(in crate::search) fn extended(&self, depth: Depth) -> Depth {
        let extends = self.selecting.selection.extensions
            && self.may_extend(depth)
            && self.evaluator.selector().is_urgent(&self.path.position);
        Depth::plies(depth.raw() + u16::from(extends))
    }

    fn may_extend(&self, depth: Depth) -> bool {
        self.path.ply <= self.selecting.extends_to && depth.raw() < Depth::MAX_PLIES
    }

    /// Returns the depth to which a node is searched: less than `depth` where no table move is
    /// known but one would pay, since the next search of the node will have one.
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
            && depth.raw() >= self.plies(Parameter::UnknownPlies);
        if is_unknown { depth.below() } else { depth }
    }

    /// Whether the first move of `node` is the table's and better than all others by a margin: then
    /// it is searched a ply deeper. `slot` is that of the node's entry.
    #[inline(never)]
    pub(in crate::search) fn is_singular(
        &mut self,
        slot: Option<TableSlot<C>>,
        node: &mut Node<Move<C>>,
    ) -> Result<bool, Aborted> {
        let depth = node.depth;
        let may = self.selecting.selection.singular
            && depth.raw() >= self.plies(Parameter::SingularPlies)
            && self.may_extend(depth);
        let entry = slot.filter(|_| may).and_then(|slot| self.entry_here(slot, depth));
        let Some(entry) = entry.filter(|entry| self.is_tabled(entry, node)) else {
            return Ok(false);
        };
        let margin = self.margin(self.parameter(Parameter::SingularMargin));
        let less = margin.saturating_mul(i32::from(depth.raw()));
        let most = Score::MAX_VALUE.get();
        // At either end the window is not about points, and the move is not singular.
        let least = entry.bounds.lower.get().saturating_sub(less).clamp(-most, most + 2);
        let window = Window::null(Score::new(least - 1));
        Ok(is_about_points(window) && !self.another_reaches(window, node)?)
    }

    /// Whether `entry` gives a lower bound for the move at `first`, from a nearly sufficient depth.
    fn is_tabled(&self, entry: &Entry, node: &Node<Move<C>>) -> bool {
        let mv = self.path.moves[node.first].mv;
        entry.move_code != 0
            && entry.move_code == self.path.position.move_code(mv)
            && entry.depth.raw().saturating_add(SINGULAR_SLACK) >= node.depth.raw()
            && entry.bounds.lower.get().abs() <= Score::MAX_VALUE.get()
    }

    /// Whether a move other than the first reaches the upper end of `window` at half the depth.
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

/// Converts a divisor of a product of natural logarithms, in hundredths, to a divisor of a product
/// in sixteenths.
const fn divisor(hundredths: i32) -> i32 {
    ((hundredths as i64 * PRODUCT + ONE / 2) / ONE) as i32
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn natural_logarithms_are_divided_by_the_parameter() {
        for hundredths in Parameter::ReduceDivisor.range() {
            let exact = 256.0 * f64::from(hundredths) / 100.0 / std::f64::consts::LN_2.powi(2);
            assert_eq!(divisor(hundredths), exact.round() as i32, "{hundredths}");
        }
    }
}
