//! [`Stack`]: the part of a thread's stack that the recursion may use.

use crate::position::{Evaluator, Position, Selector};

/// The maximum number of bytes that a ply takes on the stack: over the games of this workspace 144
/// to 304 were measured in optimised builds, 3,900 to 7,900 in others.
const FRAME: usize = if cfg!(debug_assertions) { 12_288 } else { 2048 };
/// Copies of a move and of its undo data that a frame may hold in builds that are not optimised.
const UNDO_COPIES: usize = 6;
/// Room for code outside the kernel: drivers, observers, evaluators, and the plies between two
/// checks.
const MARGIN: usize = 4 << 20;
/// The maximum number of plies between two checks of the stack.
const UNCHECKED: usize = 1024;

/// The number of plies within which an average frame means little, and no stack is exhausted.
const FEW: u32 = 64;

/// The source of a search's cap on plies, for which the stacks of its threads are sized.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CapSource {
    /// [`Builder::max_ply`](crate::Builder::max_ply).
    MaxPly,
    /// [`Position::plies_left`](crate::Position::plies_left) of the position to be searched.
    PliesLeft,
    /// The depth limit with which the search began, or 1,000 if that is more; multiplied for the
    /// extensions of a selective search, plus the plies of quiescence.
    Depth,
    /// No cap was reached: each ply took more stack than estimated.
    Stack,
}

/// Returns the maximum number of plies of a line where the root is searched to `depth`, with
/// extensions and quiescence.
pub(crate) fn longest_line<P: Position>(evaluator: &impl Evaluator<P>, depth: u32) -> u32 {
    depth * evaluator.selector().selection().longest() + u32::from(evaluator.quiescence_plies())
}

/// The cap on the plies of a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cap {
    pub(crate) plies: u32,
    pub(crate) set_by: CapSource,
}

impl Cap {
    /// Returns the lower of the two caps.
    pub(crate) fn min(self, other: Self) -> Self {
        if other.plies < self.plies { other } else { self }
    }
}

/// Returns the stack size in bytes for a search of `max_ply` plies over positions whose undo data
/// and move take `undo` bytes together.
pub(crate) fn bytes_for(max_ply: u32, undo: usize) -> usize {
    let frame = FRAME + UNDO_COPIES * undo;
    (max_ply as usize).saturating_add(UNCHECKED).saturating_mul(frame).saturating_add(MARGIN)
}

/// An estimate of a thread's stack, made from within: a safety net below the ply cap, for frames
/// that turn out larger than estimated.
#[derive(Debug)]
pub(crate) struct Stack {
    top: usize,
    bytes: usize,
}

impl Stack {
    /// Creates a stack of `bytes`, nearly unused so far.
    pub(crate) fn from_here(bytes: usize) -> Self {
        Self { top: here(), bytes }
    }

    /// Whether another 1,024 plies fit, if they take as much on average as the `ply` plies that
    /// this thread has played.
    pub(crate) fn has_room(&self, ply: u32) -> bool {
        let used = self.top.abs_diff(here());
        let frame = used / (ply as usize).max(1);
        ply < FEW || used + UNCHECKED * frame + MARGIN / 4 < self.bytes
    }
}

/// Returns an address within the present frame.
#[inline(never)]
fn here() -> usize {
    let marker = 0_u8;
    std::ptr::from_ref(std::hint::black_box(&marker)).addr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ply_costs_a_frame_with_copies_of_its_move() {
        for undo in [0, 100] {
            let frame = FRAME + 6 * undo;
            assert_eq!(bytes_for(0, undo), MARGIN + UNCHECKED * frame);
            assert_eq!(bytes_for(300, undo) - bytes_for(0, undo), 300 * frame);
        }
        assert_eq!(bytes_for(u32::MAX, usize::MAX / 16), usize::MAX);
    }

    /// A thousand plies have taken a million bytes: 1,024 more take as much again, plus a margin.
    #[test]
    fn there_is_room_for_plies_like_those_before() {
        let stack = |bytes| Stack { top: here() - 1_000_000, bytes };
        assert!(stack(3_100_000).has_room(1_000));
        assert!(!stack(3_050_000).has_room(1_000));
    }

    #[test]
    fn a_few_plies_always_fit() {
        let stack = Stack { top: here() - 1_000_000, bytes: 0 };
        assert!(stack.has_room(FEW - 1) && !stack.has_room(FEW));
    }

    #[test]
    fn calls_within_calls_take_room() {
        fn used(stack: &Stack, calls: u32) -> usize {
            let frame = std::hint::black_box([0_u8; 1_000]);
            let used = if calls == 0 { stack.top.abs_diff(here()) } else { used(stack, calls - 1) };
            std::hint::black_box(&frame);
            used
        }
        assert!(used(&Stack::from_here(0), 99) >= 100_000);
    }
}
