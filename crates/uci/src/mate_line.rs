//! The last plies of a line to mate, which the search has seen and not kept: a cutoff by the table, or quiescence, gives
//! a value without moves. A few plies are missing as a rule, so a plain search for the mate finds them.

use crate::{Move, Position};
use eldest::{Moves, Position as _, Score};
use std::collections::HashMap;

/// The most moves that are played for the lines of one report, all together.
pub const MOST_PLAYED: u64 = 10_000;
/// A search may play one move for this many of its nodes, beside the first [`MOST_PLAYED`].
pub const NODES_PER_MOVE: u64 = 8;

/// Completes the lines of one search. It looks at no clock: what it does is bounded by the moves
/// that it plays, in each report by [`MOST_PLAYED`], and in the whole search by [`MOST_PLAYED`] and
/// a part of the nodes ([`NODES_PER_MOVE`]).
#[derive(Debug)]
pub struct Completer {
    root: Position,
    /// The lines that have been completed: a mate is reported at each depth again.
    known: HashMap<(Vec<Move>, u32), Vec<Move>>,
    /// Moves played so far.
    played: u64,
    /// The nodes of the search at the last report, and how many moves it may still play.
    report: (u64, u64),
}

impl Completer {
    /// Completes lines from `root` on.
    #[must_use]
    pub fn new(root: Position) -> Self {
        Self { root, known: HashMap::new(), played: 0, report: (0, MOST_PLAYED) }
    }

    /// Returns `line`, completed to a mate of `plies` plies; `None` if none is found within the
    /// moves that may be played in the report of a search that has visited `nodes`. Where the end
    /// of the line does not lead to the mate, because the table gave the value and an older search
    /// the moves, it is replaced; the first move stays.
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

    /// Returns how many moves have been played.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Returns how many moves may be played now. A report is over when there are more nodes.
    fn allowance(&self, nodes: u64) -> u64 {
        let (reported, left) = self.report;
        let most = MOST_PLAYED + nodes / NODES_PER_MOVE;
        let report = if nodes == reported { left } else { MOST_PLAYED };
        report.min(most.saturating_sub(self.played))
    }
}

/// Completes `line` from `root` on with at most `left` moves, and returns how many of them are
/// unused.
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
    /// How many moves may still be played.
    left: u64,
    /// Whether the side to move mates within this many plies, or is mated, by the key of the position.
    known: HashMap<(u64, u32), bool>,
}

impl MateLineSolver {
    /// The moves from here to a mate that takes just `plies` plies at best play of the side that is mated.
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

    /// Whether the move that led here ends in a mate in `plies` plies, itself among them, and not sooner.
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

    /// What `ask` finds of this position with `plies` to go, once.
    fn known(&mut self, plies: u32, ask: impl FnOnce(&mut Self) -> bool) -> bool {
        let key = (self.position.key(), plies);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let found = ask(self);
        self.known.insert(key, found);
        found
    }

    /// Whether the side to move is mated within `plies` plies whatever it plays.
    fn loses(&mut self, plies: u32) -> bool {
        if plies == 0 || self.position.over().is_some() {
            return self.is_mate();
        }
        self.known(plies, |s| s.moves().into_iter().all(|mv| s.after(mv, |s| s.wins(plies - 1))))
    }

    fn is_mate(&self) -> bool {
        self.position.over() == Some(Score::LOSS)
    }

    /// What `ask` finds after `mv`; nothing, once too many moves have been played.
    fn after<T: Default>(&mut self, mv: Move, ask: impl FnOnce(&mut Self) -> T) -> T {
        let Some(left) = self.left.checked_sub(1) else { return T::default() };
        self.left = left;
        let undo = self.position.play(mv);
        let found = ask(self);
        self.position.undo(mv, undo);
        found
    }

    /// The legal moves, those that leave the fewest answers first: checks, for the most part.
    fn moves(&mut self) -> Vec<Move> {
        let legal = Moves::collect(|out| self.position.moves(out)).into_iter();
        let mut ranked: Vec<_> = legal.map(|mv| (self.answers(mv), mv)).collect();
        ranked.sort_by_key(|(answers, _)| *answers);
        ranked.into_iter().map(|(_, mv)| mv).collect()
    }

    /// How many answers `mv` leaves.
    fn answers(&mut self, mv: Move) -> usize {
        self.after(mv, |solver| solver.position.legal_moves().len())
    }
}
