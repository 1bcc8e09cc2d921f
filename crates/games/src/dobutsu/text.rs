//! Positions as FEN, moves by their squares, and a drawing of the board.

use super::board::{Board, Kind, square};
use super::{Action, Dobutsu, From, fen};
use crate::notation::{Notation, NotationError, OnlyVariant};
use eldest::Side;
use std::fmt;
use std::str::FromStr;

/// A position is written as in Fairy-Stockfish: the rows from the far one of the first player, in
/// brackets the pieces in hand, then a blank and the side to move, `w` or `b`, as in
/// `gle/1c1/1C1/ELG[] w`. Pieces of the first player are upper case. A hen is written `+C`, and
/// also read as `H`.
///
/// A step is written as its two squares, as in `b2b3`, with a `+` if the chick becomes a hen; a
/// drop as in `C@b2`.
impl Notation for Dobutsu {
    const NAME: &'static str = "dobutsu";
    const WORDS: usize = 2;
    const PLAYERS: [&'static str; 2] = ["White", "Black"];
    type Variant = OnlyVariant;

    fn start(_: OnlyVariant) -> Self {
        Self::new()
    }

    fn parse_position(_: OnlyVariant, text: &str) -> Result<Self, NotationError> {
        text.parse()
    }

    fn format_move(&self, mv: Action) -> String {
        let to = self.square_name(mv.to);
        match mv.from {
            From::Hand(kind) => format!("{}@{to}", kind.letter()),
            From::Square(from) => {
                format!(
                    "{}{to}{}",
                    self.square_name(from),
                    ["", "+"][usize::from(self.promotes(mv))]
                )
            }
        }
    }

    /// Draws the rows with their numbers, the letters of the columns below, and the hands of Black
    /// and White beside the first row and the last.
    fn board(&self) -> String {
        let board = self.seen_by_first();
        let row = |row: u8| {
            let squares = (0..3).map(|column| format!("{:>3}", drawn(board, 4 * column + row)));
            format!("{}{}", row + 1, squares.collect::<String>())
        };
        let mut lines: Vec<String> = (0..4).rev().map(row).collect();
        lines[0] += &format!("   [{}]", hand(board, Side::Second));
        lines[3] += &format!("   [{}]", hand(board, Side::First));
        lines.push("   a  b  c".to_owned());
        lines.join("\n")
    }
}

impl Dobutsu {
    /// Returns the name of a square from its number for the side to move.
    fn square_name(&self, number: u8) -> String {
        let number = if self.side == Side::First { number } else { 11 - number };
        format!("{}{}", char::from(b'a' + number / 4), number % 4 + 1)
    }
}

/// Returns the letter of a piece of `side`.
fn cased(kind: Kind, side: Side) -> char {
    if side == Side::First { kind.letter() } else { kind.letter().to_ascii_lowercase() }
}

/// Returns the piece with this number on a board seen by the first player, `.` for none.
fn drawn(board: Board, number: u8) -> String {
    let side = if board.theirs() & square(number) == 0 { Side::First } else { Side::Second };
    match board.kind(square(number)) {
        None => ".".to_owned(),
        Some(kind @ Kind::Hen) => format!("+{}", cased(kind, side)),
        Some(kind) => cased(kind, side).to_string(),
    }
}

/// Returns the pieces in the hand of `side` on a board seen by the first player.
fn hand(board: Board, side: Side) -> String {
    let count = |kind| match side {
        Side::First => board.my_hand(kind),
        Side::Second => board.their_hand(kind),
    };
    let pieces = Kind::IN_HAND.into_iter().flat_map(|kind| (0..count(kind)).map(move |_| kind));
    pieces.map(|kind| cased(kind, side)).collect()
}

/// Returns a row of the FEN, in which digits count empty squares.
fn row(board: Board, row: u8) -> String {
    let squares: String = (0..3).map(|column| drawn(board, 4 * column + row)).collect();
    squares.replace("...", "3").replace("..", "2").replace('.', "1")
}

impl fmt::Display for Dobutsu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.seen_by_first();
        let rows: Vec<String> = (0..4).rev().map(|number| row(board, number)).collect();
        let [white, black] = [Side::First, Side::Second].map(|side| hand(board, side));
        let side = if self.side == Side::First { 'w' } else { 'b' };
        write!(f, "{}[{white}{black}] {side}", rows.join("/"))
    }
}

impl fmt::Debug for Dobutsu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dobutsu({self})")
    }
}

impl FromStr for Dobutsu {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (board, side) = fen::read(text)?;
        let board = if side == Side::First { board } else { board.turned() };
        if !board.has_lions() {
            let what = "the lion of the side to move is on the far row";
            return Err(NotationError::illegal(1, what, "a game that ended when it arrived there"));
        }
        if board.is_stuck() {
            let what = "the side to move has no move";
            return Err(NotationError::illegal(1, what, "a position that play can lead to"));
        }
        Ok(Self { board, side })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Dobutsu {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_board_is_drawn_from_the_side_of_white() {
        let position = read("l1+C/3/2+c/2L[GGEe] b");
        let drawn = "4  l  . +C   [e]\n3  .  .  .\n2  .  . +c\n1  .  .  L   [GGE]\n   a  b  c";
        assert_eq!(position.board(), drawn);
        assert_eq!(position.to_string(), "l1+C/3/2+c/2L[GGEe] b");
    }

    #[test]
    fn moves_of_both_sides_are_named_from_the_side_of_white() {
        let mut position = Dobutsu::new();
        for mv in ["b2b3", "b4b3", "c1c2", "C@b2", "b1c1", "b2b1+"] {
            let legal = position.parse_move(mv).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(position.format_move(legal), mv);
            position.advance(legal);
        }
        assert_eq!(position.to_string(), "g1e/1l1/2G/E+cL[C] w");
    }

    /// An independent program that tried all boards found no others.
    #[test]
    fn a_side_without_a_move_is_refused() {
        for (text, is_refused) in [
            ("GE1/LGE/CCl/3[] w", true),
            ("1EG/EGL/lCC/3[] w", true),
            ("GEl/LGE/CC1/3[] w", true),
            ("GE1/LGE/CC1/1l1[] w", false),
            ("GE1/LGE/CCl/3[] b", false),
            ("GE1/LGE/C1l/3[C] w", false),
        ] {
            let read = text.parse::<Dobutsu>();
            assert_eq!(read.is_err(), is_refused, "{text}: {read:?}");
        }
    }

    #[test]
    fn a_hen_has_two_letters_and_a_dash_stands_for_no_piece_in_hand() {
        assert_eq!(read("l1H/3/2h/2L[EGGe] b"), read("l1+C/3/2+c/2L[GGEe] b"));
        assert_eq!(read("gle/1c1/1C1/ELG[-] w"), Dobutsu::new());
    }
}
