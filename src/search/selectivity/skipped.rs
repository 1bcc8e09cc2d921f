//! Moves that are not searched at all.
//!
//! By their number: Heinz 1998 for the idea of pruning near the horizon, Romstad 2008 for the number. By the static
//! score: Heinz 1998, "Extended futility pruning". By what they lose in exchanges: the Chess Programming Wiki, "Static
//! exchange evaluation".

use super::{Branch, is_about_points};
use crate::Window;
use crate::position::{Evaluator, Parameter, Selector};
use crate::search::worker::{Move, SearchTypes, Worker};

impl<C: SearchTypes> Worker<C> {
    /// Whether a sibling is not searched at a null window, and alpha stands for its value.
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

    /// Whether even with a margin for what a quiet move can bring alpha is out of reach.
    fn is_futile(&self, branch: &Branch<Move<C>>, window: Window) -> bool {
        let plies = self.child_depth(branch).raw();
        let each = self.parameter(Parameter::FutilityMargin) * i32::from(plies);
        let margin = self.margin(self.parameter(Parameter::FutilityBase) + each);
        let score = self.here().score.unwrap_or_default().get();
        plies <= self.plies(Parameter::FutilityPlies) && score + margin <= window.alpha.get()
    }

    /// Whether exchanges on the square that it goes to cost too much.
    fn loses(&self, branch: &Branch<Move<C>>, is_quiet: bool) -> bool {
        let plies = branch.depth.raw();
        let each = if is_quiet { Parameter::QuietLoss } else { Parameter::NoisyLoss };
        let most = self.margin(i32::from(plies) * self.parameter(each));
        plies <= self.plies(Parameter::LossPlies)
            && !self.evaluator.selector().gains(&self.path.position, branch.mv, -most)
    }
}
