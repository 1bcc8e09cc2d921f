//! [`SearchFault`]: what goes wrong in a search, and when.

use crate::chance::Chance;
use crate::fuse::{CALLS, UserCall};

/// What goes wrong in a search, and when.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum SearchFault {
    None,
    /// The user stops it, so many steps of the user's after its start.
    Stop {
        steps: u64,
        /// Another search goes on beside it, under the same token.
        both: bool,
    },
    /// So many nodes are the limit.
    Nodes {
        nodes: u64,
    },
    /// So many steps of all threads are the limit.
    Time {
        steps: u64,
    },
    /// The user's code panics at the last of so many calls.
    Panic {
        call: UserCall,
        calls: u64,
    },
}

impl SearchFault {
    /// None, more often than not.
    pub(super) fn some(chance: &mut impl Chance) -> Self {
        match chance.below(14) {
            1 => Self::Stop { steps: chance.below(200), both: false },
            2 => Self::Stop { steps: chance.below(60), both: true },
            3 => Self::Nodes { nodes: chance.below(120) },
            4 => Self::Time { steps: chance.below(2_000) },
            5 => Self::Panic { call: chance.pick(&CALLS), calls: 1 + chance.below(120) },
            _ => Self::None,
        }
    }
}
