//! Commands that the programs `eldest` and `eldest-cluster` share: solve many positions, prove the
//! value of a hard one, and write certificates of proofs.
//!
//! The search is pluggable: [`solve`] has a trait for it, and [`prove`] takes an optional executor
//! of other processes.
#![forbid(unsafe_code)]

pub mod certificate;
mod certificate_record;
pub mod engines;
pub mod prove;
pub mod solve;

pub use certificate_record::CertificateRecord;

use eldest::report::StopReason;
use eldest::{Bounds, Position, Report};
use eldest_catalog::games::{Game, Move};
use eldest_catalog::text::Value;
use serde::Serialize;
use std::fmt;

/// A position with its result.
#[derive(Debug, Serialize)]
pub struct Solution {
    position: String,
    #[serde(flatten)]
    value: Value,
    pub(crate) solved: bool,
    best_move: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveValue>>,
    pub(crate) nodes: u64,
    /// Unknown if other processes have solved it.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    /// Whether the text has a column for the best move.
    #[serde(skip)]
    shows_best: bool,
}

/// A move with its value.
#[derive(Debug, Serialize)]
struct MoveValue {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    value: Value,
}

impl Solution {
    /// Creates the result in `report` for `position`, which has this `text`; with the value of each
    /// move, if it `shows_moves`.
    pub fn new<G: Game>(
        game: &G,
        text: String,
        position: &G::Position,
        report: &Report<Move<G>>,
        [shows_best, shows_moves]: [bool; 2],
    ) -> Self {
        let moves = report.moves.iter().map(|searched| MoveValue {
            mv: game.format_move(position, searched.mv),
            value: Value::of_move(searched, position.range()),
        });
        Self {
            position: text,
            value: report.bounds.into(),
            solved: matches!(report.stop_reason, StopReason::Proved | StopReason::Complete),
            best_move: report.best_move.map(|mv| game.format_move(position, mv)),
            moves: shows_moves.then(|| moves.collect()),
            nodes: report.progress.nodes,
            seconds: Some(report.progress.time.as_secs_f64()),
            shows_best,
        }
    }

    /// Creates the result of other processes for a position: its value lies within `bounds`.
    #[must_use]
    pub fn by_others(
        position: String,
        bounds: Bounds,
        best_move: Option<String>,
        nodes: u64,
        shows_best: bool,
    ) -> Self {
        let solved = bounds.lower() == bounds.upper();
        let (value, moves, seconds) = (bounds.into(), None, None);
        Self { position, value, solved, best_move, moves, nodes, seconds, shows_best }
    }
}

/// Writes the columns.
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
