//! [`KnownEndings`]: the moves of endings whose values a database knows.
//!
//! A known root is answered without a search. Below the root, the database scores positions at the
//! horizon ([`Evaluation`](crate::evaluation::Evaluation)).

use crate::{Move, Position};
use eldest::{Position as _, Score};
use eldest_games::chess::endings::{ChessEndings, Endings, MOST_MEN};
use eldest_games::chess::{Chess, Full};
use eldest_games::notation::Notation;
use eldest_retro::{Database, Probe};
use std::cmp::Reverse;
use std::path::Path;
use std::sync::Arc;

/// The name of the game in the files: that without the fifty-move rule.
const GAME: &str = <Chess>::NAME;
/// The score of a win at the horizon, less its plies: above all scores of the network, and below
/// mates that are found by search.
const WON: i32 = 20_000;
/// The most plies of a line: no known win without captures or pawn moves is longer under the
/// fifty-move rule.
const MOST_PLIES: usize = 256;

/// An open database of endings.
#[derive(Clone, Debug)]
pub struct KnownEndings(Arc<Database<ChessEndings<Full>>>);

/// What a database knows about a position to be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// It is won or lost: the moves with known values, the best first.
    Decided(Vec<(Move, Score)>),
    /// It is drawn: the moves that keep the draw.
    Drawn(Vec<Move>),
}

impl KnownEndings {
    /// Opens the files in a directory.
    ///
    /// # Errors
    /// If it cannot be read or has no endings, or a file is damaged or of another game.
    pub fn open(path: &str) -> Result<Self, String> {
        let endings = Endings::new(MOST_MEN);
        let database = Database::open(Path::new(path), GAME, endings.into());
        let database = database.map_err(|error| error.to_string())?;
        if database.slices().all(|(_, summary)| summary.is_none()) {
            return Err(format!("{path} has no endings; expected files such as KQvK.eldb"));
        }
        Ok(Self(Arc::new(database)))
    }

    /// Returns the number of endings.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.slices().filter(|(_, summary)| summary.is_some()).count()
    }

    /// Returns the score of a known position at the horizon. A search may still repeat positions on
    /// the way to it, so it is no proven mate.
    #[inline]
    pub(crate) fn score(&self, position: &Position) -> Option<Score> {
        let value = self.0.probe(position)?;
        let worth = value.distance().map_or(0, |plies| WON - plies as i32);
        Some(Score::new(if value < Score::DRAW { -worth } else { worth }))
    }

    /// Identifies the values that are known.
    pub(crate) fn identity(&self) -> u64 {
        self.0.identity()
    }

    /// Returns what is known about a position and its moves, all or `among` these; `None` unless
    /// that is enough to choose a move. Values hold by the fifty-move rule too, and a move that
    /// repeats the game is a draw.
    #[must_use]
    pub fn known(&self, root: &Position, among: Option<&[Move]>) -> Option<Known> {
        let value = self.0.probe(root)?;
        let all = root.legal_moves();
        let candidates = among.unwrap_or(&all);
        let moves = self.moves(root, candidates);
        let best = moves.first()?.1;
        if best != value && moves.len() < candidates.len() {
            return None;
        }
        if best.distance().is_some() {
            return Some(Known::Decided(moves));
        }
        let drawn = moves.into_iter().filter(|(_, value)| *value == best);
        Some(Known::Drawn(drawn.map(|(mv, _)| mv).collect()))
    }

    /// Returns those `candidates` whose values are known, the best first.
    fn moves(&self, position: &Position, candidates: &[Move]) -> Vec<(Move, Score)> {
        let value = |&mv: &Move| Some((mv, -self.value(&after(position, mv))?.one_ply_up()));
        let mut moves: Vec<(Move, Score)> = candidates.iter().filter_map(value).collect();
        moves.sort_by_key(|(_, value)| Reverse(*value));
        moves
    }

    fn value(&self, position: &Position) -> Option<Score> {
        position.over().or_else(|| self.0.probe(position))
    }

    /// Returns the best line that begins with `first`, as far as it is known. After a move that is
    /// not the best, it may pass through the root again.
    fn line(&self, root: &Position, first: Move) -> Vec<Move> {
        let root = root.clone().without_repetition();
        let (mut line, mut position) = (vec![first], after(&root, first));
        while position.over().is_none() && line.len() < MOST_PLIES {
            let moves = self.moves(&position, &position.legal_moves());
            let Some(&(best, _)) = moves.first() else { break };
            line.push(best);
            position = after(&position, best);
        }
        line
    }

    /// Returns the best line of each of the best `count` among `moves`, with its value.
    pub(crate) fn lines(
        &self,
        root: &Position,
        moves: &[(Move, Score)],
        count: usize,
    ) -> Vec<(Score, Vec<Move>)> {
        let best = moves.iter().take(count);
        best.map(|&(mv, value)| (value, self.line(root, mv))).collect()
    }
}

/// Returns the position after a move.
fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    let _ = after.play(mv);
    after
}
