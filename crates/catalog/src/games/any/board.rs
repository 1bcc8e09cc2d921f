//! [`Board`]: a position whose game is known at run time.

use eldest::{Bounds, KeyKind, Moves, Score, Side, Window};
use eldest_games::notation::NotationError;
use std::any::Any;

/// A legal move, by its number: its place among the moves of its position, from 0, or the number
/// that the game gives it ([`MOVE_NUMBERS`](super::super::Game::MOVE_NUMBERS)).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ordinal(pub(super) u32);

/// A position of any game: its rules for a search, and its moves and position as text.
pub trait Board: Send {
    /// Returns a copy, which cannot undo the moves so far.
    fn copy(&self) -> Box<dyn Board>;
    /// Returns the concrete type, for code that knows the game.
    fn as_any(&self) -> &dyn Any;

    /// As [`eldest::Position::side`].
    fn side(&self) -> Side;
    /// As [`eldest::Position::key`].
    fn key(&self) -> u64;
    /// As [`eldest::Position::taken`].
    fn taken(&self) -> Option<i32>;
    /// As [`eldest::Position::key_kind`].
    fn key_kind(&self) -> KeyKind;
    /// As [`eldest::Position::over`].
    fn over(&self) -> Option<Score>;
    /// As [`eldest::Position::moves`].
    fn moves(&self, out: &mut Moves<'_, Ordinal>);
    /// As [`eldest::Position::relevant_moves`].
    fn relevant_moves(&self, out: &mut Moves<'_, Ordinal>);
    /// Plays a legal move.
    fn play(&mut self, mv: Ordinal);
    /// Undoes the last move that was played on this board.
    fn undo(&mut self);
    /// As [`eldest::Position::move_code`].
    fn move_code(&self, mv: Ordinal) -> u16;
    /// As [`eldest::Position::bounds`].
    fn bounds(&self) -> Bounds;
    /// As [`eldest::Position::bounds_for`].
    fn bounds_for(&self, window: Window) -> Bounds;
    /// As [`eldest::Position::key_after`].
    fn key_after(&self, mv: Ordinal) -> Option<u64>;
    /// As [`eldest::Position::plies_left`].
    fn plies_left(&self) -> Option<u32>;
    /// As [`eldest::Position::endless`].
    fn endless(&self) -> Option<Score>;
    /// As [`eldest::Position::range`].
    fn range(&self) -> Bounds;
    /// As [`eldest::Position::granularity`].
    fn granularity(&self) -> u32;
    /// As [`eldest::Position::fingerprint`].
    fn fingerprint(&self) -> u64;

    /// Returns whether wins and losses count their distance.
    fn counts_distance(&self) -> bool;

    /// Returns whether values depend on the path to a position.
    fn is_path_dependent(&self) -> bool;

    /// Returns the static evaluation of the game's evaluator, without quiescence.
    fn estimate(&self) -> Score;

    /// Plays a move of the actual game, which cannot be undone.
    fn advance(&mut self, mv: Ordinal);

    /// Appends the code of the position.
    fn encode(&self, out: &mut Vec<u8>);

    /// Writes a move.
    fn format_move(&self, mv: Ordinal) -> String;

    /// Reads a legal move.
    fn parse_move(&self, text: &str) -> Result<Ordinal, NotationError>;

    /// Draws the position in several lines.
    fn drawing(&self) -> String;

    /// As [`Game::known`](super::super::Game::known).
    fn known(&self) -> Option<Score>;
}

impl Clone for Box<dyn Board> {
    fn clone(&self) -> Self {
        self.copy()
    }
}

impl dyn Board + '_ {
    /// Returns all legal moves, in the order of the game.
    pub fn all_moves(&self) -> Vec<Ordinal> {
        Moves::collect(|out| self.moves(out))
    }

    /// Writes the moves of a game from here.
    pub fn format_game(&self, moves: &[Ordinal]) -> Vec<String> {
        let mut board = self.copy();
        let mut written = Vec::with_capacity(moves.len());
        for &mv in moves {
            written.push(board.format_move(mv));
            board.advance(mv);
        }
        written
    }
}
