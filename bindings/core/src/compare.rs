//! Comparison of algorithms on one position.

use crate::error::missing;
use crate::{Position, Result, Value};

/// What is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompareOptions {
    /// The algorithms, of [`algorithms`]; empty for all.
    pub algorithms: Vec<String>,
    /// The depth, in plies; `None` for the end of the game.
    pub depth: Option<u16>,
    /// The numbers of threads of the parallel algorithms. The default is 1 and 2.
    pub threads: Vec<usize>,
    /// The memory for the table of each, in MiB. The default is 64.
    pub table_mib: usize,
}

impl Default for CompareOptions {
    fn default() -> Self {
        Self { algorithms: Vec::new(), depth: None, threads: vec![1, 2], table_mib: 64 }
    }
}

/// A row of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The name of the algorithm.
    pub algorithm: String,
    /// The number of threads.
    pub threads: usize,
    /// The value that it found.
    pub value: Value,
    /// The best move, if the algorithm reports one.
    pub best_move: Option<String>,
    /// The nodes that it visited.
    pub nodes: u64,
    /// The time that it took.
    pub seconds: f64,
}

/// Returns the names of the algorithms: those of the textbook, and those of the engine.
#[must_use]
pub fn algorithms() -> Vec<&'static str> {
    Vec::new()
}

/// Searches a position with each algorithm, one after the other.
///
/// # Errors
/// [`Error::Option`](crate::Error::Option) for an unknown algorithm, and those of
/// [`Engine::search`](crate::Engine::search).
pub fn compare(_position: &Position, _options: &CompareOptions) -> Result<Vec<Row>> {
    Err(missing())
}
