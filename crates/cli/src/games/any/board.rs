//! [`Board`]: what a program asks of a position, whatever game it belongs to.

use eldest::table::KeyKind;
use eldest::{Bounds, Moves, Score, Side, Window};
use eldest_games::notation::NotationError;
use std::any::Any;

/// A legal move of a position by its place among them all, counted from 0.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ordinal(pub(super) u32);

/// A position of a game that only its maker knows: the rules as a search wants to hear them, and what people
/// want to read of it.
///
/// Methods that [`eldest::Position`] has too mean the same here. [`undo`](Self::undo) takes back the last move,
/// of those that this very board has played: a [copy](Self::copy) has no past.
pub(crate) trait Board: Send {
    fn copy(&self) -> Box<dyn Board>;
    /// For those who know the game.
    fn as_any(&self) -> &dyn Any;

    fn side(&self) -> Side;
    fn key(&self) -> u64;
    fn taken(&self) -> Option<i32>;
    fn key_kind(&self) -> KeyKind;
    fn over(&self) -> Option<Score>;
    fn moves(&self, out: &mut Moves<'_, Ordinal>);
    fn relevant_moves(&self, out: &mut Moves<'_, Ordinal>);
    fn play(&mut self, mv: Ordinal);
    fn undo(&mut self);
    fn move_code(&self, mv: Ordinal) -> u16;
    fn bounds(&self) -> Bounds;
    fn bounds_for(&self, window: Window) -> Bounds;
    fn key_after(&self, mv: Ordinal) -> Option<u64>;
    fn plies_left(&self) -> Option<u32>;
    fn range(&self) -> Bounds;
    fn granularity(&self) -> u32;
    fn fingerprint(&self) -> u64;

    /// Whether wins and losses count their distance.
    fn counts_distance(&self) -> bool;

    /// Whether values depend on the way to a position.
    fn is_path_dependent(&self) -> bool;

    /// What the game's evaluator says of the position as it stands, whatever is loud in it.
    fn estimate(&self) -> Score;

    /// Plays a move of the game itself; it is not taken back.
    fn advance(&mut self, mv: Ordinal);

    /// Appends the code of the position.
    fn encode(&self, out: &mut Vec<u8>);

    /// The move as people write it.
    fn format_move(&self, mv: Ordinal) -> String;

    /// The legal move that is written `text`.
    fn parse_move(&self, text: &str) -> Result<Ordinal, NotationError>;

    /// The position as a drawing of several lines.
    fn drawing(&self) -> String;
}

impl Clone for Box<dyn Board> {
    fn clone(&self) -> Self {
        self.copy()
    }
}

impl dyn Board + '_ {
    /// All legal moves, in the order in which the game names them.
    pub(crate) fn all_moves(&self) -> Vec<Ordinal> {
        Moves::collect(|out| self.moves(out))
    }

    /// The moves of a game from here on, as people write them.
    pub(crate) fn format_game(&self, moves: &[Ordinal]) -> Vec<String> {
        let mut board = self.copy();
        let mut written = Vec::with_capacity(moves.len());
        for &mv in moves {
            written.push(board.format_move(mv));
            board.advance(mv);
        }
        written
    }
}
