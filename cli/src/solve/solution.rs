//! [`Solution`]: what is written of a position.

use crate::args::SolveArgs;
use crate::games::{Game, Move};
use crate::input::Entry;
use crate::value::Value;
use eldest::report::StopReason;
use eldest::{Position, Report};
use serde::Serialize;
use std::fmt;

/// A position and what has been found out about it.
#[derive(Debug, Serialize)]
pub(super) struct Solution {
    position: String,
    #[serde(flatten)]
    value: Value,
    pub(super) solved: bool,
    best_move: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveValue>>,
    nodes: u64,
    seconds: f64,
    /// Whether the best move gets a column.
    #[serde(skip)]
    shows_best: bool,
}

/// A move and what has been found out about it.
#[derive(Debug, Serialize)]
struct MoveValue {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    value: Value,
}

impl Solution {
    /// What `report` says of `position`.
    pub(super) fn new<G: Game>(
        game: &G,
        entry: &Entry,
        position: &G::Position,
        report: &Report<Move<G>>,
        args: &SolveArgs,
    ) -> Self {
        let moves = report.moves.iter().map(|searched| MoveValue {
            mv: game.format_move(position, searched.mv),
            value: Value::of_move(searched, position.range()),
        });
        Self {
            position: entry.text.clone(),
            value: report.bounds.into(),
            solved: matches!(report.stop_reason, StopReason::Proved | StopReason::Complete),
            best_move: report.best_move.map(|mv| game.format_move(position, mv)),
            moves: args.all_moves.then(|| moves.collect()),
            nodes: report.progress.nodes,
            seconds: report.progress.time.as_secs_f64(),
            shows_best: args.best_move,
        }
    }
}

/// The columns.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.position, self.value)?;
        if self.shows_best {
            write!(f, " {}", self.best_move.as_deref().unwrap_or("-"))?;
        }
        let moves = self.moves.iter().flatten();
        moves.into_iter().try_for_each(|MoveValue { mv, value }| write!(f, " {mv}:{value}"))
    }
}
