//! [`NodePast`]: what of a node its key does not tell.

use eldest::Side;

/// Points that have been taken on the way to a node, as its side to move sees them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct NodePast {
    /// The number that the key tells.
    pub(super) class: u16,
    /// All that has been taken.
    pub(super) taken: i32,
    /// That part of it which is not the same for all nodes of the class.
    pub(super) apart: i32,
}

impl NodePast {
    /// Of the node number `at`, if there are no points.
    pub(super) fn none(at: u16) -> Self {
        Self { class: at, taken: 0, apart: 0 }
    }

    /// Of a node of this class at which `side` moves, if the first side is ahead by that much.
    pub(super) fn of(class: u16, side: Side, taken: i32, apart: i32) -> Self {
        let sign = sign(side);
        Self { class, taken: sign * taken, apart: sign * apart }
    }

    /// All of it as a number.
    pub(super) fn bits(self) -> u64 {
        u64::from(self.taken as u32) << 16 | u64::from(self.class)
    }
}

/// 1 for the first side, -1 for the other.
pub(super) fn sign(side: Side) -> i32 {
    if side == Side::First { 1 } else { -1 }
}
