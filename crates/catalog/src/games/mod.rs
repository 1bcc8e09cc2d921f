//! [`Game`]: the interface of the programs to a game; [`GameArg`]: a game by its name.

mod any;
mod arg;
#[cfg(feature = "databases")]
mod databases;
#[cfg(not(feature = "databases"))]
mod databases {
    //! No game has a database without the feature `databases`.

    #[derive(Debug)]
    pub(super) enum Databases {}

    pub(super) const DOBUTSU: Option<Databases> = None;
    pub(super) const CHESS: Option<Databases> = None;
}
mod either;
mod error;
mod judge;
#[cfg(feature = "databases")]
mod known;
mod list;
mod noted;
mod own;
mod tree;
mod variant;

pub use any::{AnyPosition, Board, GameBoard, Ordinal, PlayPosition};
pub use arg::GameArg;
pub use error::GameError;
pub use list::{GAMES, Listing};
pub use noted::BySelection;
pub use own::{Catalog, GameName, GameParser, Own, OwnGame};

use eldest::selective::Selection;
use eldest::table::{OneWordTable, TableError};
use eldest::{Evaluator, Moves, Options, Position, Score};
use eldest_games::notation::{MoveNumbers, NotationError};
use std::fmt;
use std::sync::Arc;

/// A game with its variant: the interface of the programs to it.
pub trait Game: Clone + Send + Sync + 'static {
    /// Its positions.
    type Position: Position<Move: Send, Undo: Send> + Send + 'static;
    /// The evaluator at the horizon.
    type Evaluator: Evaluator<Self::Position> + Send + Sync + 'static;

    /// Whether the dense table may fit it: in some variant at least, it has short unique keys and
    /// few values. Searches with that table are compiled for no other game.
    const DENSE: bool;
    /// As [`Notation::MOVE_NUMBERS`](eldest_games::notation::Notation::MOVE_NUMBERS).
    const MOVE_NUMBERS: Option<MoveNumbers<Move<Self>>> = None;

    /// Returns the names of the players, the first player first.
    fn players(&self) -> [&'static str; 2] {
        ["First", "Second"]
    }

    /// Returns the name, as in `connect4:7x6`.
    fn name(&self) -> String;

    /// Returns the number of words at the beginning of a line of input that form its position; 0 if
    /// the line is a remark.
    fn words(&self, line: &str) -> usize;

    /// Returns the position at the start, with its text.
    fn start(&self) -> (Self::Position, String);

    /// Reads a position.
    fn parse(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// Appends the code of the position in certificates; nothing, if positions have none.
    fn encode(&self, position: &Self::Position, out: &mut Vec<u8>);

    /// Returns the position with this code, if there is one.
    fn decode(&self, code: &[u8]) -> Option<Self::Position>;

    /// Writes a position that the move `mv` reaches from the position with the text `from`; without
    /// a move, the position with the text `from` itself. The result can be read again.
    fn write(&self, position: &Self::Position, from: &str, mv: Option<&str>) -> String;

    /// Writes a move.
    fn format_move(&self, position: &Self::Position, mv: Move<Self>) -> String;

    /// Reads a legal move.
    fn parse_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Move<Self>, NotationError>;

    /// Plays a legal move of the actual game, as opposed to a move inside a search.
    fn advance(position: &mut Self::Position, mv: Move<Self>) {
        let _ = position.play(mv);
    }

    /// Lists all legal moves in the order of the position; ranks do not count.
    fn list_moves(position: &Self::Position, out: &mut Moves<'_, Move<Self>>) {
        position.moves(out);
    }

    /// Returns the position behind a type that all games share.
    fn erased(&self, position: &Self::Position) -> Box<dyn Board>;

    /// Returns the position in `board`, which must be of this game.
    fn position_of(board: &dyn Board) -> Self::Position;

    /// Returns the ordinal of a legal move there.
    fn ordinal_of(board: &dyn Board, mv: Move<Self>) -> Ordinal;

    /// Draws the position in several lines.
    fn board(&self, position: &Self::Position) -> String;

    /// Returns the value of the position, if the game has a database that knows it.
    fn known(&self, _position: &Self::Position) -> Option<Score> {
        None
    }

    /// Returns the evaluator at the horizon.
    fn evaluator(&self) -> Self::Evaluator;

    /// Returns an evaluator of the same type that scores all positions as even.
    fn even(&self) -> Self::Evaluator;

    /// Returns the evaluator of a selective search with this `selection`; `None` if the game does
    /// not support selective search.
    fn selective(&self, _selection: Selection) -> Option<Self::Evaluator> {
        None
    }

    /// Returns the best parameters of a selective search of this game.
    fn selection(&self) -> Selection {
        Selection::default()
    }

    /// Returns the same game with the evaluator of this name; `None` if there is none.
    fn judged_by(&self, _name: &str) -> Option<Self> {
        None
    }

    /// Returns the best options of a search of this game to the end.
    fn options(&self) -> Options {
        Options::default()
    }

    /// Returns the best options of a search of this game to a fixed depth.
    fn options_to_depth(&self) -> Options {
        self.options()
    }

    /// Writes the moves of a line of play from `position`.
    fn format_line(&self, position: &Self::Position, line: &[Move<Self>]) -> Vec<String> {
        let mut position = position.clone();
        let mut written = Vec::with_capacity(line.len());
        for &mv in line {
            written.push(self.format_move(&position, mv));
            position.play(mv);
        }
        written
    }
}

/// A move of a game.
pub type Move<G> = <<G as Game>::Position as Position>::Move;

/// Splits lines of input into a position and the rest, independent of the type of the game.
#[derive(Clone)]
pub struct Words(Arc<dyn Fn(&str) -> usize + Send + Sync>);

impl Words {
    /// Creates a splitter for positions of `game`.
    pub fn of<G: Game>(game: &G) -> Self {
        let game = game.clone();
        Self(Arc::new(move |line| game.words(line)))
    }

    /// Creates a splitter for positions of `count` words, and remarks that begin with `#`.
    pub fn fixed(count: usize) -> Self {
        Self(Arc::new(move |line| if line.starts_with('#') { 0 } else { count }))
    }

    /// Returns the number of words at the beginning of `line` that form its position; 0 if it is a
    /// remark.
    pub fn count(&self, line: &str) -> usize {
        self.0(line)
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Words")
    }
}

/// An operation that is generic over the game.
pub trait Visitor {
    /// The result.
    type Output;

    /// Runs the operation with `game`.
    fn visit<G: Game>(self, game: &G) -> Self::Output;
}

/// Creates a dense table with this number of `bytes`, if the keys and values of the game of
/// `position` fit in it. The larger the table, the longer the keys that fit. A caller that checks
/// [`Game::DENSE`] first lets the compiler remove code for unused tables.
///
/// # Errors
/// If there is not enough memory.
pub fn dense<P: Position>(bytes: usize, position: &P) -> Result<Option<OneWordTable>, TableError> {
    match OneWordTable::new(bytes, position) {
        Ok(table) => Ok(Some(table)),
        Err(error @ TableError::OutOfMemory { .. }) => Err(error),
        Err(_) => Ok(None),
    }
}
