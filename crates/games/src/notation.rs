//! [`Notation`]: how a game is written on a command line, a position and a move in text.

use eldest::{Moves, Position};
use std::fmt::{self, Display};
use std::str::FromStr;

/// A game whose positions and moves can be read and written.
///
/// Where the game is [`over`](Position::over), [`moves`](Position::moves) must give none: then none is read.
///
/// [`Display`] gives the position in one line that [`parse_position`](Self::parse_position) reads
/// back; [`board`](Self::board) draws it for people.
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
    /// What the game is called on a command line, as in `connect4:6x4` before the colon.
    const NAME: &'static str;
    /// How many words of an input line one position takes, at most.
    const WORDS: usize = 1;
    /// What people call the players, as a drawing shows them: the one who moves first in the game, and the
    /// other.
    const PLAYERS: [&'static str; 2] = ["First", "Second"];
    /// The options of the rules, written after the colon; the default is the ordinary game. Types
    /// that share a name (Connect Four on the ordinary board, and on boards of any size) are tried in
    /// turn: the first whose variant can be parsed plays.
    type Variant: Copy + Default + Display + FromStr<Err = NotationError>;

    /// How many words at the beginning of `line` are its position, where not every position takes
    /// [`WORDS`](Self::WORDS).
    #[must_use]
    fn words(_line: &str) -> usize {
        Self::WORDS
    }

    /// Whether `line`, of a file of positions and without blanks before it, is a remark: one that begins with `#`.
    /// A game whose boards may begin with `#` says which lines are boards all the same: each text that
    /// [`Display`] gives is one.
    #[must_use]
    fn is_remark(_variant: Self::Variant, line: &str) -> bool {
        line.starts_with('#')
    }

    /// The position at the start of a game.
    fn start(variant: Self::Variant) -> Self;

    /// Reads a position of as many words as [`words`](Self::words) says.
    ///
    /// # Errors
    /// Where `text` is not a position of this game, and what would be right there.
    fn parse_position(variant: Self::Variant, text: &str) -> Result<Self, NotationError>;

    /// The move in the game's customary notation.
    fn format_move(&self, mv: Self::Move) -> String;

    /// The legal move that is written `text`.
    ///
    /// # Errors
    /// If there is none; the message lists those there are, or says that the game is over.
    fn parse_move(&self, text: &str) -> Result<Self::Move, NotationError> {
        let legal = Moves::collect(|out| self.moves(out));
        let found = legal.into_iter().find(|mv| self.format_move(*mv) == text);
        found.ok_or_else(|| NotationError::no_move(self, text))
    }

    /// The rank with which [`moves`](Position::moves) pushes the legal move `mv`: for a program that passes
    /// moves on under names of its own, and must not change the order in which they are searched.
    fn rank_of(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// Plays a legal move of the game itself, and none that a search tries: where the rules tell the two
    /// apart, it is the past from now on.
    fn advance(&mut self, mv: Self::Move) {
        let _ = self.play(mv);
    }

    /// Appends a code of the position to `out`: the bytes that name it where many positions are kept, as in
    /// certificates. Positions with equal codes have equal values, but for the points that
    /// [`taken`](Position::taken) tells, and as many plies left: mirror images may share a code, and so may
    /// positions that differ in nothing but what was taken. By default the text of the position.
    fn encode(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.to_string().as_bytes());
    }

    /// The position that has this code, of several that share it always the same one; `None` if none has.
    #[must_use]
    fn decode(variant: Self::Variant, code: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(code).ok()?;
        Self::parse_position(variant, text).ok()
    }

    /// The position as a drawing of several lines, at most 80 columns wide. Whoever looks at it can tell how
    /// every move is written.
    fn board(&self) -> String;
}

/// The variant of a game that has only one.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct OnlyVariant;

/// Nothing: there is nothing to choose.
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

/// Where a text is wrong, and how.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {reason}")]
pub struct NotationError {
    /// The character that is wrong, counted from 1; one past the end if something is missing.
    pub column: usize,
    /// What is wrong with it.
    pub reason: Reason,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// A character that cannot stand there.
    #[error("found '{found}'; expected {expected}")]
    Unexpected {
        /// The character.
        found: char,
        /// What would be right.
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
        /// What the text says.
        what: String,
        /// What would be right.
        expected: String,
    },
}

impl NotationError {
    /// `found` at `column` is not `expected`; `None` for the end of the text.
    pub fn unexpected(column: usize, found: Option<char>, expected: impl Into<String>) -> Self {
        let expected = expected.into();
        let reason = match found {
            Some(found) => Reason::Unexpected { found, expected },
            None => Reason::Ended { expected },
        };
        Self { column, reason }
    }

    /// At `column` the text says `what`, which the rules forbid; `expected` would be right.
    pub fn illegal(column: usize, what: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { column, reason: Reason::Illegal { what: what.into(), expected: expected.into() } }
    }

    /// `text` is none of the legal moves of `position`.
    pub(crate) fn no_move<G: Notation>(position: &G, text: &str) -> Self {
        let legal = Moves::collect(|out| position.moves(out)).into_iter();
        Self::none_of(legal.map(|mv| position.format_move(mv)), text)
    }

    /// `text` is none of the legal moves, which have these `names`.
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
