//! Completes lines to mate. Table cutoffs and quiescence give values without moves, so the last few
//! plies of a line are usually missing; a plain search for the mate finds them.

use crate::{Move, Position};
use eldest::{Moves, Position as _, Score};
use std::collections::HashMap;

/// The maximum number of moves played for all lines of one report.
pub const MOST_PLAYED: u64 = 10_000;
/// A search may play one move per this many of its nodes, in addition to the first [`MOST_PLAYED`].
pub const NODES_PER_MOVE: u64 = 8;

/// Completes the lines of one search. It reads no clock: its work is bounded by the moves it plays,
/// in each report by [`MOST_PLAYED`], and in the whole search by [`MOST_PLAYED`] and a fraction of
/// the nodes ([`NODES_PER_MOVE`]).
#[derive(Debug)]
pub struct Completer {
    root: Position,
    /// The completed lines: a mate is reported again at each depth.
    known: HashMap<(Vec<Move>, u32), Vec<Move>>,
    /// Moves played so far.
    played: u64,
    /// The nodes of the search at the last report, and the moves left for it.
    report: (u64, u64),
}

impl Completer {
    /// Creates a completer of lines from `root`.
    #[must_use]
    pub fn new(root: Position) -> Self {
        Self { root, known: HashMap::new(), played: 0, report: (0, MOST_PLAYED) }
    }

    /// Returns `line`, completed to a mate in `plies` plies; `None` if none is found with the moves
    /// left for a report of a search that has visited `nodes`. If the end of the line does not lead
    /// to the mate, because its moves are of an older search than its value, it is replaced; the
    /// first move stays.
    pub fn completed(&mut self, line: &[Move], plies: u32, nodes: u64) -> Option<Vec<Move>> {
        if let Some(known) = self.known.get(&(line.to_vec(), plies)) {
            return Some(known.clone());
        }
        let left = self.allowance(nodes);
        let (whole, unused) = completed(&self.root, line, plies, left);
        self.played += left - unused;
        self.report = (nodes, unused);
        self.known.extend(whole.iter().map(|whole| ((line.to_vec(), plies), whole.clone())));
        whole
    }

    /// Returns the number of moves played so far.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Returns the number of moves that may be played now. A new node count starts a new report.
    fn allowance(&self, nodes: u64) -> u64 {
        let (reported, left) = self.report;
        let most = MOST_PLAYED + nodes / NODES_PER_MOVE;
        let report = if nodes == reported { left } else { MOST_PLAYED };
        report.min(most.saturating_sub(self.played))
    }
}

/// Completes `line` from `root` with at most `left` moves, and returns the number of unused ones,
/// too.
fn completed(root: &Position, line: &[Move], plies: u32, left: u64) -> (Option<Vec<Move>>, u64) {
    let mut solver = MateLineSolver { position: root.clone(), left, known: HashMap::new() };
    let shortest = line.len().min(1);
    let whole = (shortest..=line.len()).rev().find_map(|known| {
        let missing = plies.checked_sub(u32::try_from(known).ok()?)?;
        solver.position = root.clone();
        for &mv in &line[..known] {
            let _ = solver.position.play(mv);
        }
        solver.line(missing).map(|rest| [&line[..known], &rest].concat())
    });
    (whole, solver.left)
}

struct MateLineSolver {
    position: Position,
    /// The number of moves that may still be played.
    left: u64,
    /// Whether the side to move mates within a number of plies, or is mated, by key and plies.
    known: HashMap<(u64, u32), bool>,
}

impl MateLineSolver {
    /// Returns moves to a mate that takes exactly `plies` plies against best defence.
    fn line(&mut self, plies: u32) -> Option<Vec<Move>> {
        if plies == 0 {
            return self.is_mate().then(Vec::new);
        }
        let wins = plies % 2 == 1;
        if self.left == 0 || self.position.over().is_some() {
            return None;
        }
        self.moves().into_iter().find_map(|mv| {
            self.after(mv, |solver| solver.is_longest(wins, plies).then(|| solver.line(plies - 1)))?
                .map(|rest| [vec![mv], rest].concat())
        })
    }

    /// Whether the last move leads to a mate in exactly `plies` plies, including itself.
    fn is_longest(&mut self, wins: bool, plies: u32) -> bool {
        if wins {
            self.loses(plies - 1) && (plies < 3 || !self.loses(plies - 3))
        } else {
            self.wins(plies - 1) && (plies < 4 || !self.wins(plies - 3))
        }
    }

    /// Whether the side to move mates within `plies` plies.
    fn wins(&mut self, plies: u32) -> bool {
        if self.position.over().is_some() {
            return false;
        }
        (1..=plies).step_by(2).any(|plies| {
            self.known(plies, |s| {
                s.moves().into_iter().any(|mv| s.after(mv, |s| s.loses(plies - 1)))
            })
        })
    }

    /// Returns the cached result for this position and `plies`, or computes it with `find`.
    fn known(&mut self, plies: u32, find: impl FnOnce(&mut Self) -> bool) -> bool {
        let key = (self.position.key(), plies);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let found = find(self);
        self.known.insert(key, found);
        found
    }

    /// Whether the side to move is mated within `plies` plies, whatever it plays.
    fn loses(&mut self, plies: u32) -> bool {
        if plies == 0 || self.position.over().is_some() {
            return self.is_mate();
        }
        self.known(plies, |s| s.moves().into_iter().all(|mv| s.after(mv, |s| s.wins(plies - 1))))
    }

    fn is_mate(&self) -> bool {
        self.position.over() == Some(Score::LOSS)
    }

    /// Returns the result of `find` after `mv`, or the default once no moves are left to play.
    fn after<T: Default>(&mut self, mv: Move, find: impl FnOnce(&mut Self) -> T) -> T {
        let Some(left) = self.left.checked_sub(1) else { return T::default() };
        self.left = left;
        let undo = self.position.play(mv);
        let found = find(self);
        self.position.undo(mv, undo);
        found
    }

    /// Returns the legal moves, those with the fewest replies first, which are mostly checks.
    fn moves(&mut self) -> Vec<Move> {
        let legal = Moves::collect(|out| self.position.moves(out)).into_iter();
        let mut ranked: Vec<_> = legal.map(|mv| (self.answers(mv), mv)).collect();
        ranked.sort_by_key(|(answers, _)| *answers);
        ranked.into_iter().map(|(_, mv)| mv).collect()
    }

    /// Returns the number of replies to `mv`.
    fn answers(&mut self, mv: Move) -> usize {
        self.after(mv, |solver| solver.position.legal_moves().len())
    }
}
