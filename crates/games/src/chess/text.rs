//! Positions as FEN, moves in SAN and UCI notation, and a drawing of the board.

use super::draws::Draws;
use super::fen::{self, Castling, FIELDS, NAMING};
use super::position::en_passant;
use super::{Chess, Move, uci};
use crate::notation::{Notation, NotationError};
use cozy_chess::util::{display_san_move, display_uci_move, parse_san_move};
use cozy_chess::{Color, File, Rank, Square};
use std::fmt;
use std::str::FromStr;

/// A position is written as FEN. It is read from all six fields, or from the first four or five, as
/// in EPD; missing counters are 0 plies and move 1. Counters beyond 100 plies or 65535 moves, and
/// move 0, are read as the nearest number that FEN allows. In a line of a file, the fifth field is
/// read only if there is a sixth, because a number there may be a score.
///
/// Moves are written in SAN, as in `Nbd2` or `exd8=Q+`, and read in SAN or in UCI notation, as in
/// `b1d2` or `e7d8q`.
impl<D: Draws> Notation for Chess<D> {
    const NAME: &'static str = "chess";
    const WORDS: usize = FIELDS;
    const PLAYERS: [&'static str; 2] = ["White", "Black"];
    type Variant = D;

    fn words(line: &str) -> usize {
        let number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let counts = line.split_whitespace().skip(NAMING).take(FIELDS - NAMING);
        let numbers = counts.take_while(|word| number(word)).count();
        if numbers == FIELDS - NAMING { FIELDS } else { NAMING }
    }

    fn start(_: D) -> Self {
        Self::new()
    }

    fn parse_position(_: D, text: &str) -> Result<Self, NotationError> {
        fen::read(text, Castling::AtHome).map(Self::of)
    }

    fn format_move(&self, mv: Move) -> String {
        self.san(mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        let board = &self.board;
        let read = parse_san_move(board, text).ok().or_else(|| uci::read(board, text));
        let legal = read.filter(|mv| board.is_legal(*mv) && !self.is_drawn()).map(Move);
        legal.ok_or_else(|| NotationError::no_move(self, text))
    }

    fn advance(&mut self, mv: Move) {
        Chess::advance(self, mv);
    }

    fn board(&self) -> String {
        let row = |rank: &Rank| {
            let cells =
                File::ALL.iter().flat_map(|file| [' ', self.cell(Square::new(*file, *rank))]);
            format!("{rank}{}", cells.collect::<String>())
        };
        let rows: Vec<String> = Rank::ALL.iter().rev().map(row).collect();
        format!("  a b c d e f g h\n{}", rows.join("\n"))
    }
}

impl<D: Draws> Chess<D> {
    /// Writes the legal move `mv` in Standard Algebraic Notation.
    ///
    /// # Panics
    /// If `mv` is not legal here.
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        display_san_move(&self.board, mv.0).to_string()
    }

    /// Writes the legal move `mv` in the notation of the Universal Chess Interface.
    #[must_use]
    pub fn uci(&self, mv: Move) -> String {
        display_uci_move(&self.board, mv.0).to_string()
    }

    fn cell(&self, square: Square) -> char {
        match self.board.piece_on(square) {
            Some(piece) if self.board.colors(Color::White).has(square) => {
                char::from(piece).to_ascii_uppercase()
            }
            Some(piece) => piece.into(),
            None => '-',
        }
    }
}

/// Reads FEN, as [`Notation::parse_position`] does.
impl<D: Draws> FromStr for Chess<D> {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::parse_position(D::default(), text)
    }
}

/// Writes FEN. The en passant square is included only if the capture is legal.
impl<D: Draws> fmt::Display for Chess<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.board.to_string();
        let mut fields: Vec<&str> = text.split(' ').collect();
        let square = en_passant(&self.board).map_or("-".to_owned(), |square| square.to_string());
        fields[NAMING - 1] = &square;
        f.write_str(&fields.join(" "))
    }
}

impl<D: Draws> fmt::Debug for Chess<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chess({self})")
    }
}

/// Writes castling as the king capturing its own rook, because a move without its position cannot
/// be recognized as castling.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
