//! Formats search results for `info` lines.

use crate::mate_line::Completer;
use crate::{Move, Position};
use eldest::observe::Progress;
use eldest::report::RootMove;
use eldest::{Bound, Position as _, Score};
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

/// Formats moves. The position determines which moves are castling, `chess960` how to write them.
#[derive(Clone, Debug)]
pub struct MoveWriter {
    root: Position,
    chess960: bool,
    /// Shared by the threads that write lines of the search.
    mates: Arc<Mutex<Completer>>,
}

impl MoveWriter {
    /// Creates a writer for lines from `root`.
    #[must_use]
    pub fn new(root: Position, chess960: bool) -> Self {
        let mates = Arc::new(Mutex::new(Completer::new(root.clone())));
        Self { root, chess960, mates }
    }

    /// Formats a move at the root.
    #[must_use]
    pub fn mv(&self, mv: Move) -> String {
        self.at(&self.root, mv)
    }

    /// Formats a line, with blanks between the moves.
    #[must_use]
    pub fn line(&self, moves: &[Move]) -> String {
        let mut position = self.root.clone();
        let written = moves.iter().map(|&mv| {
            let text = self.at(&position, mv);
            let _ = position.play(mv);
            text
        });
        written.collect::<Vec<_>>().join(" ")
    }

    fn at(&self, position: &Position, mv: Move) -> String {
        if self.chess960 { position.uci_chess960(mv) } else { position.uci(mv) }
    }

    /// Formats the score and line of the `rank`th best move. The line of an exact mate score ends
    /// in the mate.
    #[must_use]
    pub fn found(&self, found: &RootMove<Move>, rank: usize, progress: &Progress) -> String {
        let depth = found.depth.to_plies().unwrap_or_default();
        let (line, side) = self.whole(found, progress.nodes);
        let farthest = line.len().max(depth.into());
        format!(
            "info depth {depth} seldepth {farthest} multipv {rank} score {}{} {} pv {}",
            score(found.value),
            bound(side),
            counts(progress),
            self.line(&line),
        )
    }

    /// Formats the `rank`th best line, whose value is known without a search.
    #[must_use]
    pub fn known(&self, rank: usize, value: Score, line: &[Move]) -> String {
        let (plies, score) = (line.len(), score(value));
        let (counts, line) = (counts(&Progress::default()), self.line(line));
        format!(
            "info depth {plies} seldepth {plies} multipv {rank} score {score} {counts} pv {line}"
        )
    }

    /// Returns the line of `found` after `nodes` nodes, and whether its score is exact. A mate
    /// without a complete line is a bound.
    fn whole<'a>(&self, found: &'a RootMove<Move>, nodes: u64) -> (Cow<'a, [Move]>, Bound) {
        let (line, side) = (Cow::Borrowed(&found.line[..]), found.bound);
        let plies = found.value.distance().filter(|_| side == Bound::Exact);
        let Some(plies) = plies.filter(|plies| *plies != line.len() as u32) else {
            return (line, side);
        };
        let wins = if found.value > Score::DRAW { Bound::Lower } else { Bound::Upper };
        let mut mates = self.mates.lock().unwrap_or_else(PoisonError::into_inner);
        let whole = mates.completed(&line, plies, nodes);
        whole.map_or((line, wins), |whole| (Cow::Owned(whole), side))
    }
}

/// Formats a score in hundredths of a pawn, or in moves to mate.
#[must_use]
pub fn score(value: Score) -> String {
    match value.distance() {
        Some(plies) if value > Score::DRAW => format!("mate {}", plies.div_ceil(2)),
        Some(plies) => format!("mate {}", -i64::from(plies.div_ceil(2))),
        None => format!("cp {value}"),
    }
}

/// Formats the kind of a score that is not exact.
#[must_use]
pub const fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    }
}

/// Formats the counters of a search.
#[must_use]
pub fn counts(progress: &Progress) -> String {
    let (speed, time) = (progress.speed() as u64, progress.time.as_millis());
    let Progress { nodes, hashfull, .. } = progress;
    format!("nodes {nodes} nps {speed} hashfull {hashfull} time {time}")
}
