//! [`SearchLimits`]: the limits and the goal of a search.

use crate::{Failure, Iteration};
use eldest::StopToken;
use std::time::Duration;

/// A callback after each completed iteration. A failure ends the search, and is its outcome. It is
/// called on a thread of the engine.
pub type OnIteration = Box<dyn FnMut(&Iteration) -> Result<(), Failure> + Send>;

/// The limits and the goal of a search. It ends at the first limit that is reached.
#[derive(Clone, Debug, Default)]
pub struct SearchLimits {
    /// The depth, in plies. A search to the end ignores it.
    pub depth: Option<u16>,
    /// The time, by the wall clock.
    pub time: Option<Duration>,
    /// The time after which no iteration begins. A search to the end ignores it.
    pub soft_time: Option<Duration>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The number of moves with exact values; 0 and 1 for the best move, `usize::MAX` for all.
    pub multi_pv: usize,
    /// Whether to find a line of best play even where that costs another pass. `None` for the
    /// default: not in a search to the end.
    pub line: Option<bool>,
    /// Tests only whether the value is at least this number, which is cheaper than finding it.
    pub decide: Option<i32>,
    /// Restricts the root to these moves, as text.
    pub root_moves: Option<Vec<String>>,
    /// Ends the search when it is stopped.
    pub stop: Option<StopToken>,
}
