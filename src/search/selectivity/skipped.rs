//! Moves that are not searched at all.
//!
//! By their number: Heinz 1998 for the idea of pruning near the horizon, Romstad 2008 for the number. By the static
//! score: Heinz 1998, "Extended futility pruning". By what they lose in exchanges: the Chess Programming Wiki, "Static
//! exchange evaluation".

use super::{Branch, is_about_points};
use crate::Window;
use crate::position::Evaluator;
use crate::search::worker::{Move, SearchTypes, Worker};

/// Up to so many plies from the horizon moves may be late, futile, or lose too much.
const LATE_UP_TO: u16 = 6;
const FUTILE_UP_TO: u16 = 6;
const LOSING_UP_TO: u16 = 8;
/// So many moves and the square of the depth are searched, or half of that where nothing improves.
const FEWEST: usize = 10;
/// What a quiet move can bring for each ply that remains and one more, and what moves may lose for each: in hundredths of
/// the margin.
const FUTILE: i32 = 70;
const QUIET_LOSS: i32 = 50;
const NOISY_LOSS: i32 = 80;

impl<C: SearchTypes> Worker<C> {
    /// Whether a sibling is not searched at a null window, and alpha stands for its value.
    #[inline(never)]
    pub(in crate::search) fn skips(&self, branch: &Branch<Move<C>>, window: Window) -> bool {
        let selection = self.selecting.selection;
        if !selection.skips() || self.here().score.is_none() || !is_about_points(window) {
            return false;
        }
        let is_quiet = self.is_quiet(branch.mv);
        let is_hopeless = is_quiet && selection.late_moves && self.is_late(branch)
            || is_quiet && selection.futility && self.is_futile(branch, window)
            || selection.exchanges && self.loses(branch, is_quiet);
        is_hopeless && !self.evaluator.endangers(&self.path.position, branch.mv)
    }

    fn is_late(&self, branch: &Branch<Move<C>>) -> bool {
        let plies = branch.depth.raw();
        let most = FEWEST + usize::from(plies).pow(2);
        let most = if self.here().improves { most } else { most / 2 };
        plies <= LATE_UP_TO && branch.index >= most
    }

    /// Whether even with a margin for what a quiet move can bring alpha is out of reach.
    fn is_futile(&self, branch: &Branch<Move<C>>, window: Window) -> bool {
        let plies = self.child_depth(branch).raw();
        let margin = self.margin(FUTILE * (i32::from(plies) + 1));
        let score = self.here().score.unwrap_or_default().get();
        plies <= FUTILE_UP_TO && score + margin <= window.alpha.get()
    }

    /// Whether exchanges on the square that it goes to cost too much.
    fn loses(&self, branch: &Branch<Move<C>>, is_quiet: bool) -> bool {
        let plies = branch.depth.raw();
        let most = self.margin(i32::from(plies) * if is_quiet { QUIET_LOSS } else { NOISY_LOSS });
        plies <= LOSING_UP_TO && !self.evaluator.gains(&self.path.position, branch.mv, -most)
    }
}
