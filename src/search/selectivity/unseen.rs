//! Nodes that get a value without a search of their moves, and moves that are skipped.
//!
//! The null move: Beal 1989, "Experiments with the null move"; Donninger 1993, "Null move and deep
//! search". Its reduction: Heinz 1999, "Adaptive null-move pruning". Margins at the horizon: Heinz
//! 1998, "Extended futility pruning".
//!
//! Late moves: Heinz 1998 for the idea of pruning near the horizon, Romstad 2008 for the move
//! count. Futility: Heinz 1998, "Extended futility pruning". Losing exchanges: the Chess
//! Programming Wiki, "Static exchange evaluation".

use super::{Branch, is_about_points};
use crate::position::{Evaluator, Parameter, Selector};
use crate::search::Aborted;
use crate::search::node::NodeType;
use crate::search::worker::{Move, SearchTypes, Worker};
use crate::{Depth, Score, Window};

/// The maximum additional reduction of a null move by a static score above beta, in hundredths of a
/// ply.
const MOST_ABOVE: i32 = 300;
/// The minimum remaining plies for a null move.
const NULL_PLIES: u16 = 3;

impl<C: SearchTypes> Worker<C> {
    /// Returns a value for a node at a null window without a search of its moves, if that is
    /// possible.
    #[inline(never)]
    pub(in crate::search) fn value_unseen(
        &mut self,
        window: Window,
        depth: Depth,
        kind: NodeType,
    ) -> Result<Option<Score>, Aborted> {
        let plies = depth.raw();
        let Some(score) = self.here().score.filter(|_| is_about_points(window)) else {
            return Ok(None);
        };
        let surplus = score.get() - window.beta.get();
        if self.selecting.selection.reverse_futility && self.is_enough(surplus, plies) {
            self.tainted = true;
            return Ok(Some(window.beta));
        }
        if self.selecting.selection.null_move && plies >= NULL_PLIES && surplus >= 0 {
            return self.null_move(window, depth, kind);
        }
        Ok(None)
    }

    /// Whether a static score `surplus` above beta is enough for a cutoff.
    fn is_enough(&self, surplus: i32, plies: u16) -> bool {
        let each = self.parameter(Parameter::ReverseMargin) * i32::from(plies);
        let progress = self.parameter(Parameter::ReverseProgress) * i32::from(self.here().improves);
        plies <= self.plies(Parameter::ReversePlies)
            && surplus >= self.margin((each - progress).max(0))
    }

    /// Returns beta if the opponent does not get below it even with two moves in a row.
    fn null_move(
        &mut self,
        window: Window,
        depth: Depth,
        kind: NodeType,
    ) -> Result<Option<Score>, Aborted> {
        if self.selecting.verifies || self.selecting.passed_at == self.path.ply {
            return Ok(None);
        }
        let shallow = self.after_pass(window, depth);
        let passed = self.passed(window, shallow.below())?;
        let is_deep = depth.raw() >= self.selecting.selection.verify_from;
        if passed.is_none_or(|value| value < window.beta)
            || is_deep && self.verified(window, shallow, kind)? < window.beta
        {
            return Ok(None);
        }
        self.tainted = true;
        Ok(Some(window.beta))
    }

    /// Returns the depth of a null-move search of this node: smaller where the static score is far
    /// above beta.
    fn after_pass(&self, window: Window, depth: Depth) -> Depth {
        let score = self.here().score.unwrap_or(window.beta).get();
        let margin = self.margin(self.parameter(Parameter::NullMargin)).max(1);
        let above = (100 * (score - window.beta.get()) / margin).clamp(0, MOST_ABOVE);
        let each = self.parameter(Parameter::NullSlope) * i32::from(depth.raw());
        let spared = self.parameter(Parameter::NullBase) + each + above;
        let left = i32::from(depth.raw()) - spared / 100;
        Depth::plies(left.max(1) as u16)
    }

    /// Returns the value after a pass, from this node's point of view; `None` if the game permits
    /// no pass.
    fn passed(&mut self, window: Window, depth: Depth) -> Result<Option<Score>, Aborted> {
        let Some(undo) = self.evaluator.selector().pass(&mut self.path.position) else {
            return Ok(None);
        };
        let before = self.selecting.passed_at;
        self.path.ply += 1;
        self.selecting.passed_at = self.path.ply;
        if self.ordering.learns {
            self.ordering.memory.note(self.path.ply, 0);
            self.ordering.memory.continuations.note(self.path.ply, 0);
        }
        let slot = self.slot_here(depth);
        let searched = self.search::<true>(slot, -window, depth, NodeType::All);
        self.selecting.passed_at = before;
        self.path.ply -= 1;
        self.evaluator.selector().take_back_pass(&mut self.path.position, undo);
        searched.map(|value| Some(-value))
    }

    /// Returns the value of this node, searched to `depth` without null moves. In zugzwang, it is
    /// below what the pass suggests.
    fn verified(&mut self, window: Window, depth: Depth, kind: NodeType) -> Result<Score, Aborted> {
        self.selecting.verifies = true;
        let slot = self.slot_here(depth);
        let searched = self.search::<true>(slot, window, depth, kind);
        self.selecting.verifies = false;
        searched
    }
}

impl<C: SearchTypes> Worker<C> {
    /// Whether a sibling is skipped at a null window, with alpha as its value.
    #[inline(never)]
    pub(in crate::search) fn skips(&self, branch: &Branch<Move<C>>, window: Window) -> bool {
        let selection = &self.selecting.selection;
        if !selection.skips() || self.here().score.is_none() || !is_about_points(window) {
            return false;
        }
        let is_quiet = self.is_quiet(branch.mv);
        let is_hopeless = is_quiet && selection.late_moves && self.is_late(branch)
            || is_quiet && selection.futility && self.is_futile(branch, window)
            || selection.exchanges && self.loses(branch, is_quiet);
        is_hopeless && !self.evaluator.selector().endangers(&self.path.position, branch.mv)
    }

    fn is_late(&self, branch: &Branch<Move<C>>) -> bool {
        let plies = branch.depth.raw();
        if plies > self.plies(Parameter::LatePlies) {
            return false;
        }
        let squared = self.count(Parameter::LateSquare) * usize::from(plies).pow(2);
        let most = self.count(Parameter::LateBase) + squared / 100;
        branch.index >= if self.here().improves { most } else { most / 2 }
    }

    /// Whether alpha is out of reach even with a margin for the gain of a quiet move.
    fn is_futile(&self, branch: &Branch<Move<C>>, window: Window) -> bool {
        let plies = self.child_depth(branch).raw();
        let each = self.parameter(Parameter::FutilityMargin) * i32::from(plies);
        let margin = self.margin(self.parameter(Parameter::FutilityBase) + each);
        let score = self.here().score.unwrap_or_default().get();
        plies <= self.plies(Parameter::FutilityPlies) && score + margin <= window.alpha.get()
    }

    /// Whether the move loses too much in exchanges on its target square.
    fn loses(&self, branch: &Branch<Move<C>>, is_quiet: bool) -> bool {
        let plies = branch.depth.raw();
        let each = if is_quiet { Parameter::QuietLoss } else { Parameter::NoisyLoss };
        let most = self.margin(i32::from(plies) * self.parameter(each));
        plies <= self.plies(Parameter::LossPlies)
            && !self.evaluator.selector().gains(&self.path.position, branch.mv, -most)
    }
}
