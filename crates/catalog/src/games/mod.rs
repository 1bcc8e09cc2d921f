//! [`Game`]: what the program wants to know of a game; [`GameArg`] names them.

mod any;
mod arg;
mod either;
mod error;
mod judge;
mod list;
mod noted;
mod own;
mod tree;

pub use any::{AnyPosition, Board, Ordinal, PlayPosition};
pub use arg::GameArg;
pub use error::GameError;
pub use list::{GAMES, Listing};
pub use noted::BySelection;
pub use own::{Catalog, GameName, GameParser, Own, OwnGame};

use eldest::selective::Selection;
use eldest::table::{OneWordTable, TableError};
use eldest::{Evaluator, Options, Position};
use eldest_games::notation::NotationError;
use std::fmt;
use std::sync::Arc;

/// A game with its variant: all that the program wants to know of it.
pub trait Game: Clone + Send + Sync + 'static {
    /// Its positions.
    type Position: Position<Move: Send, Undo: Send> + Send + 'static;
    /// What judges them at the horizon.
    type Evaluator: Evaluator<Self::Position> + Send + Sync + 'static;

    /// Whether the dense table may serve it: it has unique keys of few bits and few values, in some variant
    /// at least. Searches with that table are compiled for no other game.
    const DENSE: bool;

    /// What people call the players, the one who moves first before the other.
    fn players(&self) -> [&'static str; 2] {
        ["First", "Second"]
    }

    /// What it is called, as in `connect4:7x6`.
    fn name(&self) -> String;

    /// How many words at the beginning of a line of input are its position; 0 if the line is a remark.
    fn words(&self, line: &str) -> usize;

    /// The position at the start, and how it is written.
    fn start(&self) -> (Self::Position, String);

    /// Reads a position.
    fn parse(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// Appends the code of the position, as certificates name it; nothing, if positions have none.
    fn encode(&self, position: &Self::Position, out: &mut Vec<u8>);

    /// The position that has this code, if one has.
    fn decode(&self, code: &[u8]) -> Option<Self::Position>;

    /// Writes a position, to which the move that is written `mv` has led from the one that is written `from`; without
    /// a move, the one that is written so itself. It can be read again.
    fn write(&self, position: &Self::Position, from: &str, mv: Option<&str>) -> String;

    /// The move as people write it.
    fn format_move(&self, position: &Self::Position, mv: Move<Self>) -> String;

    /// The legal move that is written `text`.
    fn parse_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Move<Self>, NotationError>;

    /// Plays a legal move of the game itself, and none that a search tries.
    fn advance(position: &mut Self::Position, mv: Move<Self>) {
        let _ = position.play(mv);
    }

    /// The rank that the position gives a legal move.
    fn rank_of(_position: &Self::Position, _mv: Move<Self>) -> i32 {
        0
    }

    /// The position behind a type that is the same for all games.
    fn erased(&self, position: &Self::Position) -> Box<dyn Board>;

    /// The position behind `board`, which is of this game.
    fn position_of(board: &dyn Board) -> Self::Position;

    /// What a legal move is called there.
    fn ordinal_of(board: &dyn Board, mv: Move<Self>) -> Ordinal;

    /// The position as a drawing of several lines.
    fn board(&self, position: &Self::Position) -> String;

    /// What judges positions at the horizon.
    fn evaluator(&self) -> Self::Evaluator;

    /// What finds all positions even there, of the same type.
    fn even(&self) -> Self::Evaluator;

    /// What judges them in a search that leaves out what `selection` says; `None` where nobody has told what may
    /// be left out.
    fn selective(&self, _selection: Selection) -> Option<Self::Evaluator> {
        None
    }

    /// What suits a search of this game that leaves something out.
    fn selection(&self) -> Selection {
        Selection::default()
    }

    /// The same game, judged by the evaluator of this name; `None` where none is called so.
    fn judged_by(&self, _name: &str) -> Option<Self> {
        None
    }

    /// What suits a search of this game to the end.
    fn options(&self) -> Options {
        Options::default()
    }

    /// What suits a search of this game to a fixed depth.
    fn options_to_depth(&self) -> Options {
        self.options()
    }

    /// The moves of a line of play from `position` on, as people write them.
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

/// Divides lines of input into positions and what follows them, whichever the game.
#[derive(Clone)]
pub struct Words(Arc<dyn Fn(&str) -> usize + Send + Sync>);

impl Words {
    /// For positions of `game`.
    pub fn of<G: Game>(game: &G) -> Self {
        let game = game.clone();
        Self(Arc::new(move |line| game.words(line)))
    }

    /// For positions of `count` words, and remarks that begin with `#`.
    pub fn fixed(count: usize) -> Self {
        Self(Arc::new(move |line| if line.starts_with('#') { 0 } else { count }))
    }

    /// Returns how many words at the beginning of `line` are its position; 0 if it is a remark.
    pub fn count(&self, line: &str) -> usize {
        self.0(line)
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Words")
    }
}

/// Whoever does something with a game, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Game>(self, game: &G) -> Self::Output;
}

/// The table with the most positions in this number of `bytes`, if the keys and values of the game of `position` fit
/// in it; they fit in larger ones rather than in smaller ones. A caller that checks [`Game::DENSE`] first lets the
/// compiler leave out what would be done with the table.
///
/// # Errors
/// If there is no memory for it.
pub fn dense<P: Position>(bytes: usize, position: &P) -> Result<Option<OneWordTable>, TableError> {
    match OneWordTable::new(bytes, position) {
        Ok(table) => Ok(Some(table)),
        Err(error @ TableError::OutOfMemory { .. }) => Err(error),
        Err(_) => Ok(None),
    }
}
