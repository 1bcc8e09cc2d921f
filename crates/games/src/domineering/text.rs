//! Positions in text: the squares row by row, and the side to move.

use super::set::Set;
use super::{Domineering, Domino, Size};
use crate::notation::{Notation, NotationError};
use crate::reader::Reader;
use eldest::{Moves, Side};
use std::fmt;

const SQUARE: &str = "'.' for a free square or '#' for a taken one";

/// A position is written as its rows from the top, `.` for a free square and `#` for a taken or
/// useless one; then a blank and the side to move, `V` or `H`: `..#/..# V`. A move is written as
/// its upper or left square, with a letter for the column and a number for the row, from the top.
impl<const WORDS: usize> Notation for Domineering<WORDS> {
    const NAME: &'static str = "domineering";
    const WORDS: usize = 2;
    const PLAYERS: [&'static str; 2] = ["Vertical", "Horizontal"];
    type Variant = Size<WORDS>;

    /// A board may begin with `#`, so a remark needs a blank after it. On a board of one square, `#
    /// V` is not a remark.
    fn is_remark(board: Size<WORDS>, line: &str) -> bool {
        let Some(rest) = line.strip_prefix('#') else { return false };
        let is_marked = rest.is_empty() || rest.starts_with(char::is_whitespace);
        let is_single = board.rows() * board.columns() == 1;
        is_marked && !(is_single && matches!(rest.split_whitespace().next(), Some("V" | "H")))
    }

    fn start(board: Size<WORDS>) -> Self {
        Self::new(board)
    }

    fn parse_position(board: Size<WORDS>, text: &str) -> Result<Self, NotationError> {
        let (mut reader, mut free) = (Reader::new(text), Set::NONE);
        for row in 0..board.rows() {
            if row > 0 {
                reader.one_of(&["/"], "'/' and the next row")?;
            }
            for column in 0..board.columns() {
                let is_free = reader.one_of(&["#", "."], SQUARE)? == 1;
                free = free.and_if(is_free, board.index(row, column));
            }
        }
        reader.blanks("a blank and the side to move")?;
        let side = reader.side(["V", "H"], "the side to move, V or H")?;
        Ok(Self::of(free, side, board))
    }

    fn format_move(&self, domino: Domino) -> String {
        let (row, column) = domino.place(self.board);
        format!("{}{}", letter(column), row + 1)
    }

    fn list_moves(&self, out: &mut Moves<'_, Domino>) {
        self.dominoes().for_each(|domino| out.push(domino));
    }

    fn board(&self) -> String {
        let columns: String =
            (0..self.board.columns()).flat_map(|column| [' ', letter(column)]).collect();
        let row = |row: u32| {
            let squares =
                (0..self.board.columns()).flat_map(|column| [' ', self.square(row, column)]);
            format!("{:2}{}", row + 1, squares.collect::<String>())
        };
        let rows: Vec<String> = (0..self.board.rows()).map(row).collect();
        format!("  {columns}\n{}", rows.join("\n"))
    }
}

impl<const WORDS: usize> Domineering<WORDS> {
    fn square(&self, row: u32, column: u32) -> char {
        if self.is_useful(row, column) { '.' } else { '#' }
    }
}

fn letter(column: u32) -> char {
    char::from(b'a' + column as u8)
}

impl<const WORDS: usize> fmt::Display for Domineering<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |row| (0..self.board.columns()).map(|column| self.square(row, column)).collect();
        let rows: Vec<String> = (0..self.board.rows()).map(row).collect();
        write!(f, "{} {}", rows.join("/"), if self.side == Side::First { 'V' } else { 'H' })
    }
}

impl<const WORDS: usize> fmt::Debug for Domineering<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Domineering({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest::Position;

    fn read(text: &str) -> Result<Domineering, NotationError> {
        <Domineering>::parse_position(Size::new(2, 3).unwrap(), text)
    }

    #[test]
    fn a_board_is_drawn() {
        let mut position = read("..#/... V").unwrap();
        assert_eq!(position.board(), "   a b c\n 1 . . #\n 2 . . .");
        position.play(position.parse_move("b1").unwrap());
        assert_eq!(position.to_string(), ".##/.## H", "the square at the right is useless");
    }

    #[test]
    fn a_remark_has_a_blank_behind_its_mark() {
        let is_remark = |rows: u32, columns: u32, line: &str| {
            <Domineering>::is_remark(Size::new(rows, columns).unwrap(), line)
        };
        for line in ["#", "# V", "# ..#/... V", "#\t..#"] {
            assert!(is_remark(2, 3, line), "{line}");
        }
        for line in ["#../... V", "###/### H", "##", "#x", "..#/... V"] {
            assert!(!is_remark(2, 3, line), "{line}");
        }
        assert!(!is_remark(1, 1, "# V -1"));
        assert!(is_remark(1, 1, "# Vertical wins"));
    }

    #[test]
    fn errors_say_where_and_what() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(error("..x/... V"), format!("column 3: found 'x'; expected {SQUARE}"));
        assert_eq!(error("..."), "column 4: the text ends here; expected '/' and the next row");
        assert_eq!(
            error(".../... "),
            "column 9: the text ends here; expected the side to move, V or H"
        );
        assert_eq!(error(".../...V"), "column 8: found 'V'; expected a blank and the side to move");
        assert_eq!(error(".../... Vx"), "column 10: found 'x'; expected no more");
    }
}
