//! Positions in text: the squares row by row, and the side to move, as in collections of endgames.

use super::{Othello, OthelloRules, Square, code};
use crate::notation::{Notation, NotationError};
use crate::reader::Reader;
use eldest::Side;
use std::fmt;

const CELL: &str = "'X', 'O' or '-' for an empty square";

/// A position is written as its squares, row by row from A1, `X` for the first player of the game,
/// `O` for the second and `-` for an empty square; then a blank and the side to move.
impl Notation for Othello {
    const NAME: &'static str = "othello";
    const WORDS: usize = 2;
    const PLAYERS: [&'static str; 2] = ["X", "O"];
    type Variant = OthelloRules;

    fn start(rules: OthelloRules) -> Self {
        Self::new(rules)
    }

    fn parse_position(rules: OthelloRules, text: &str) -> Result<Self, NotationError> {
        let (mut reader, mut discs) = (Reader::new(text), [0; 3]);
        for index in 0..rules.squares() {
            let here = Square::new(index / rules.size(), index % rules.size()).bit();
            discs[reader.one_of(&["Xx*", "Oo", "-."], CELL)?] |= here;
        }
        reader.blanks("a blank and the side to move")?;
        let side = reader.side(["Xx*", "Oo"], "the side to move, X or O")?;
        let [mine, theirs] = [side, side.other()].map(|side| discs[side.index()]);
        Ok(Self::of(mine, theirs, side, rules))
    }

    fn format_move(&self, square: Square) -> String {
        square.to_string()
    }

    /// Writes a few bytes, the same for all mirror images.
    fn encode(&self, out: &mut Vec<u8>) {
        code::encode(self, out);
    }

    fn decode(rules: OthelloRules, code: &[u8]) -> Option<Self> {
        code::decode(rules, code)
    }

    /// Draws the squares, with the numbers of discs below.
    fn board(&self) -> String {
        let columns: String =
            ('a'..).take(self.rules.size() as usize).flat_map(|c| [' ', c]).collect();
        let row = |row: u32| {
            let cells = (0..self.rules.size()).flat_map(|column| [' ', self.cell(row, column)]);
            format!("{}{}", row + 1, cells.collect::<String>())
        };
        let rows: Vec<String> = (0..self.rules.size()).map(row).collect();
        let [x, o] = self.discs_of_both();
        format!(" {columns}\n{}\nX {x}, O {o}", rows.join("\n"))
    }
}

impl Othello {
    /// Returns the discs of the first player of the game, and of the second.
    fn discs_of_both(&self) -> [u32; 2] {
        let (mine, theirs) = self.discs();
        if self.side == Side::First { [mine, theirs] } else { [theirs, mine] }
    }

    fn cell(&self, row: u32, column: u32) -> char {
        self.disc(row, column).map_or('-', letter)
    }
}

fn letter(side: Side) -> char {
    if side == Side::First { 'X' } else { 'O' }
}

impl fmt::Display for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.rules.size();
        let cells = (0..self.rules.squares()).map(|index| self.cell(index / size, index % size));
        write!(f, "{} {}", cells.collect::<String>(), letter(self.side))
    }
}

impl fmt::Debug for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Othello({self})")
    }
}

/// `d3`; `pass`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place() {
            None => f.write_str("pass"),
            Some((row, column)) => write!(f, "{}{}", char::from(b'a' + column as u8), row + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest::Position;

    #[test]
    fn the_drawing_names_squares_and_counts_discs() {
        let mut position = Othello::new("4x4".parse().unwrap());
        assert_eq!(
            position.board(),
            "  a b c d\n1 - - - -\n2 - O X -\n3 - X O -\n4 - - - -\nX 2, O 2"
        );
        position.play(position.parse_move("b1").unwrap());
        let drawn = "  a b c d\n1 - X - -\n2 - X X -\n3 - X O -\n4 - - - -\nX 4, O 1";
        assert_eq!(position.board(), drawn);
    }
}
