//! [`Notation`]: the text form of games, positions and moves.

use eldest::{Moves, Position};
use std::fmt::{self, Display};
use std::str::FromStr;

/// A game whose positions and moves can be read and written.
///
/// Where the game is [`over`](Position::over), [`moves`](Position::moves) must give none, so that
/// no move can be read.
///
/// [`Display`] writes the position in one line, which [`parse_position`](Self::parse_position)
/// reads back; [`board`](Self::board) draws it for people.
///
/// ```
/// use eldest_games::connect4::{ConnectFour, Standard};
/// use eldest_games::notation::Notation;
///
/// let position = ConnectFour::parse_position(Standard, "44").unwrap();
/// let mv = position.parse_move("5").unwrap();
/// assert_eq!(position.format_move(mv), "5");
/// assert_eq!(
///     position.parse_move("9").unwrap_err().to_string(),
///     "column 1: '9' is not a legal move here; expected one of 1 2 3 4 5 6 7"
/// );
/// ```
pub trait Notation: Position + Display {
    /// The name of the game on a command line, as in `connect4:6x4` before the colon.
    const NAME: &'static str;
    /// The most words of an input line that a position takes.
    const WORDS: usize = 1;
    /// The names of the players in drawings: the first player of the game, then the second.
    const PLAYERS: [&'static str; 2] = ["First", "Second"];
    /// Numbers for moves, the same in all positions. Programs that number moves then need no list
    /// of them; otherwise a move counts by its place in [`list_moves`](Self::list_moves).
    const MOVE_NUMBERS: Option<MoveNumbers<Self::Move>> = None;
    /// The options of the rules, written after the colon; the default is the standard game. Types
    /// that share a name (Connect Four on the standard board, and on boards of any size) are tried
    /// in turn; the first whose variant can be parsed is used.
    type Variant: Copy + Default + Display + FromStr<Err = NotationError>;

    /// Returns the number of words at the beginning of `line` that form its position, for games
    /// where it may be less than [`WORDS`](Self::WORDS).
    #[must_use]
    fn words(_line: &str) -> usize {
        Self::WORDS
    }

    /// Returns whether `line`, from a file of positions and without leading blanks, is a remark: by
    /// default, whether it begins with `#`. A game whose boards may begin with `#` must distinguish
    /// the two: no text that [`Display`] writes may be a remark.
    #[must_use]
    fn is_remark(_variant: Self::Variant, line: &str) -> bool {
        line.starts_with('#')
    }

    /// Returns the position at the start of a game.
    fn start(variant: Self::Variant) -> Self;

    /// Reads a position with the number of words that [`words`](Self::words) returns.
    ///
    /// # Errors
    /// The place where `text` is not a position of this game, and what was expected there.
    fn parse_position(variant: Self::Variant, text: &str) -> Result<Self, NotationError>;

    /// Writes a move in the customary notation of the game.
    fn format_move(&self, mv: Self::Move) -> String;

    /// Reads a legal move.
    ///
    /// # Errors
    /// If `text` is not a legal move. The message lists the legal moves, or reports that the game
    /// is over.
    fn parse_move(&self, text: &str) -> Result<Self::Move, NotationError> {
        let legal = Moves::collect(|out| self.moves(out));
        let found = legal.into_iter().find(|mv| self.format_move(*mv) == text);
        found.ok_or_else(|| NotationError::no_move(self, text))
    }

    /// Lists all legal moves in the order of [`moves`](Position::moves), for programs that number
    /// them: ranks do not count, so a game whose ranks cost much may leave them out.
    fn list_moves(&self, out: &mut Moves<'_, Self::Move>) {
        self.moves(out);
    }

    /// Plays a legal move of the actual game, as opposed to a move inside a search. Games whose
    /// rules depend on earlier positions record it as game history.
    fn advance(&mut self, mv: Self::Move) {
        let _ = self.play(mv);
    }

    /// Appends a binary code of the position to `out`, which identifies it where many positions are
    /// stored, as in certificates. Positions with equal codes have the same number of plies left
    /// and equal values, apart from the points in [`taken`](Position::taken). Mirror images may
    /// share a code, as may positions that differ only in the points taken. The default is the text
    /// of the position.
    fn encode(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.to_string().as_bytes());
    }

    /// Returns the position with this code; if several share it, always the same one. `None` if
    /// there is none.
    #[must_use]
    fn decode(variant: Self::Variant, code: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(code).ok()?;
        Self::parse_position(variant, text).ok()
    }

    /// Draws the position in several lines, at most 80 columns wide. The drawing shows how each
    /// move is written.
    fn board(&self) -> String;
}

/// Returns the number of a move, and the move with a number.
pub type MoveNumbers<M> = (fn(M) -> u32, fn(u32) -> M);

/// The variant of a game that has only one.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct OnlyVariant;

/// Writes nothing.
impl Display for OnlyVariant {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl FromStr for OnlyVariant {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text.chars().next() {
            None => Ok(Self),
            found => Err(NotationError::unexpected(1, found, "nothing: this game has no variants")),
        }
    }
}

/// An error in a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {reason}")]
pub struct NotationError {
    /// The column of the wrong character, counted from 1; one past the end if something is missing.
    pub column: usize,
    /// The kind of error.
    pub reason: Reason,
}

/// The kind of error in a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// A character that is not allowed there.
    #[error("found '{found}'; expected {expected}")]
    Unexpected {
        /// The character.
        found: char,
        /// What was expected.
        expected: String,
    },
    /// The text ends too early.
    #[error("the text ends here; expected {expected}")]
    Ended {
        /// What is missing.
        expected: String,
    },
    /// Readable, but against the rules of the game.
    #[error("{what}; expected {expected}")]
    Illegal {
        /// What was read.
        what: String,
        /// What was expected.
        expected: String,
    },
}

impl NotationError {
    /// Creates the error that `column` has `found` (`None` for the end of the text) where
    /// `expected` was expected.
    pub fn unexpected(column: usize, found: Option<char>, expected: impl Into<String>) -> Self {
        let expected = expected.into();
        let reason = match found {
            Some(found) => Reason::Unexpected { found, expected },
            None => Reason::Ended { expected },
        };
        Self { column, reason }
    }

    /// Creates the error that the text has `what` at `column`, which the rules forbid, where
    /// `expected` was expected.
    pub fn illegal(column: usize, what: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { column, reason: Reason::Illegal { what: what.into(), expected: expected.into() } }
    }

    /// Creates the error that `text` is not a legal move of `position`.
    pub(crate) fn no_move<G: Notation>(position: &G, text: &str) -> Self {
        let legal = Moves::collect(|out| position.moves(out)).into_iter();
        Self::none_of(legal.map(|mv| position.format_move(mv)), text)
    }

    /// Creates the error that `text` is not among the legal moves, which have these `names`.
    pub(crate) fn none_of(names: impl Iterator<Item = String>, text: &str) -> Self {
        let mut names: Vec<String> = names.collect();
        names.sort();
        let expected = match &names[..] {
            [] => "no move: the game is over".to_owned(),
            _ => format!("one of {}", names.join(" ")),
        };
        Self::illegal(1, format!("'{text}' is not a legal move here"), expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_without_variants_takes_none() {
        assert_eq!("".parse(), Ok(OnlyVariant));
        let error = "6x4".parse::<OnlyVariant>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "column 1: found '6'; expected nothing: this game has no variants"
        );
    }
}
