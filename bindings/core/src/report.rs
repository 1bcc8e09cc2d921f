//! [`Report`]: the result of a search.

use crate::{Move, StopReason, Value};

/// The progress of a search.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Progress {
    /// Nodes so far.
    pub nodes: u64,
    /// Seconds so far.
    pub seconds: f64,
    /// The fill of the table, in thousandths.
    pub hashfull: u32,
    /// The depth of the last completed iteration, in plies; `None` if there is none, or for a
    /// search to the end.
    pub depth: Option<u16>,
    /// What is known of the value.
    pub value: Value,
}

impl Default for Progress {
    fn default() -> Self {
        let value = eldest::Bounds::FULL.into();
        Self { nodes: 0, seconds: 0.0, hashfull: 0, depth: None, value }
    }
}

/// A move at the root with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReport {
    /// The move.
    pub mv: Move,
    /// The value after it, for the side to move at the root.
    pub value: Value,
    /// The depth of the search that found it, in plies; `None` for one to the end of the game, or
    /// where it was not searched.
    pub depth: Option<u16>,
    /// Whether it was searched at all.
    pub is_searched: bool,
    /// The line that begins with it, as far as it is known.
    pub line: Vec<Move>,
    /// Nodes spent on it.
    pub nodes: u64,
}

/// A completed iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration {
    /// The completed depth, in plies; `None` for the end of the game.
    pub depth: Option<u16>,
    /// The value.
    pub value: Value,
    /// The moves, the best first.
    pub moves: Vec<MoveReport>,
    /// Whether the value is that of the game itself.
    pub proved: bool,
    /// The progress at its end.
    pub progress: Progress,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The value, or the bounds that are known.
    pub value: Value,
    /// The best move; `None` if the game is over, or a database knows the value.
    pub best_move: Option<Move>,
    /// The line of best play.
    pub line: Vec<Move>,
    /// Whether the line ends with the end of the game, or where its value is known.
    pub is_line_complete: bool,
    /// All moves at the root, the best first.
    pub moves: Vec<MoveReport>,
    /// The depth of the last completed iteration, in plies; `None` for one to the end of the game,
    /// or if there is none.
    pub depth: Option<u16>,
    /// Whether an iteration was completed, so that [`value`](Self::value) may be exact.
    pub is_complete: bool,
    /// Whether the value is that of the game itself.
    pub proved: bool,
    /// Whether the value is exactly that of minimax, whatever the table held.
    pub exact: bool,
    /// Why the search ended.
    pub stop_reason: StopReason,
    /// Nodes, time and fill of the table.
    pub progress: Progress,
}
