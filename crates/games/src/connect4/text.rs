//! Positions in text: the moves that lead to it, or the board itself.

use super::{Column, ConnectFour, Shape};
use crate::notation::{Notation, NotationError};
use crate::reader::Reader;
use eldest::{Position, Side};
use std::fmt;
use std::str::FromStr;

/// A position is written as the columns played, counted from 1 (`4453`; `-` for none), or as the
/// board, from the top row down (`......./..`…), `x` for the first player and `o` for the second.
impl<S: Shape> Notation for ConnectFour<S> {
    const NAME: &'static str = "connect4";
    const PLAYERS: [&'static str; 2] = ["x", "o"];
    type Variant = S;

    fn start(shape: S) -> Self {
        Self::new(shape)
    }

    fn parse_position(shape: S, text: &str) -> Result<Self, NotationError> {
        match text.chars().next() {
            Some('-') if text.len() == 1 => Ok(Self::new(shape)),
            Some('.' | 'x' | 'o') => from_board(shape, text),
            _ => from_columns(shape, text),
        }
    }

    fn format_move(&self, mv: Column) -> String {
        mv.to_string()
    }

    /// Writes the key, highest byte first: the smaller key of the board and its mirror image.
    fn encode(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.key().to_be_bytes()[8 - code_bytes(self.shape)..]);
    }

    fn decode(shape: S, code: &[u8]) -> Option<Self> {
        let bytes = (code.len() == code_bytes(shape)).then_some(code)?;
        let key = bytes.iter().fold(0, |high, byte| high << 8 | u64::from(*byte));
        from_key(shape, key)
    }

    /// Draws the board, with the number of each column below it.
    fn board(&self) -> String {
        let columns: String = (1..=self.shape().width()).map(|column| column.to_string()).collect();
        let rows = format!("{self}/{columns}");
        rows.split('/').map(spaced).collect::<Vec<_>>().join("\n")
    }
}

/// Returns the number of bytes in the keys of boards of this size.
fn code_bytes<S: Shape>(shape: S) -> usize {
    (shape.stride() * shape.width()).div_ceil(8) as usize
}

/// Returns the position with this key, which in each column of n stones is 2^n - 1 plus the mover's
/// stones.
fn from_key<S: Shape>(shape: S, key: u64) -> Option<ConnectFour<S>> {
    let (mut mine, mut all, mut left) = (0, 0, key);
    for column in (0..shape.width()).rev() {
        let foot = shape.foot(column);
        let sum = left / foot; // higher bits belong to columns already read
        left %= foot;
        let stones = (sum + 1).checked_ilog2().filter(|stones| *stones <= shape.height())?;
        let filled = (1 << stones) - 1;
        mine |= (sum - filled) * foot;
        all |= filled * foot;
    }
    let (mover, other) = (mine, mine ^ all);
    let is_first = u64::count_ones(all).is_multiple_of(2);
    from_stones(shape, if is_first { [mover, other] } else { [other, mover] }).ok()
}

/// Puts blanks between the cells of a row.
fn spaced(row: &str) -> String {
    row.chars().map(String::from).collect::<Vec<_>>().join(" ")
}

/// Plays the columns from the empty board.
fn from_columns<S: Shape>(shape: S, text: &str) -> Result<ConnectFour<S>, NotationError> {
    let mut position = ConnectFour::new(shape);
    for (index, digit) in text.chars().enumerate() {
        let column = read_column(&position, digit).map_err(|mut error| {
            error.column = index + 1;
            error
        })?;
        position.play(column);
    }
    Ok(position)
}

/// Returns the column for a digit, if a stone can be dropped there.
fn read_column<S: Shape>(position: &ConnectFour<S>, digit: char) -> Result<Column, NotationError> {
    let shape = position.shape();
    let expected = format!("a column, 1 to {}", shape.width());
    let number = digit.to_digit(10).filter(|number| (1..=shape.width()).contains(number));
    let column = number.ok_or_else(|| NotationError::unexpected(1, Some(digit), expected))? - 1;
    if position.over().is_some() {
        Err(NotationError::illegal(1, "the game is over before this move", "the end of the text"))
    } else if position.stone(column, shape.height() - 1).is_some() {
        let what = format!("column {digit} is full");
        Err(NotationError::illegal(1, what, "a column with an empty cell"))
    } else {
        Ok(Column(column as u8))
    }
}

/// Reads the rows from the top down.
fn from_board<S: Shape>(shape: S, text: &str) -> Result<ConnectFour<S>, NotationError> {
    let (mut reader, mut stones) = (Reader::new(text), [0; 3]);
    for row in (0..shape.height()).rev() {
        for column in 0..shape.width() {
            let cell = shape.foot(column) << row;
            let below_a_stone = (stones[0] | stones[1]) & cell << 1 != 0;
            let mark = if below_a_stone {
                reader.one_of(&["x", "o"], "'x' or 'o' below a stone")?
            } else {
                reader.one_of(&["x", "o", "."], "'x', 'o' or '.'")?
            };
            stones[mark] |= cell;
        }
        if row > 0 {
            reader.one_of(&["/"], "'/' and a row")?;
        }
    }
    reader.end()?;
    let [x, o, _] = stones;
    from_stones(shape, [x, o])
}

/// Returns the position with these stones of the first and the second player, if it can arise in a
/// game.
fn from_stones<S: Shape>(shape: S, [x, o]: [u64; 2]) -> Result<ConnectFour<S>, NotationError> {
    let (xs, os) = (x.count_ones(), o.count_ones());
    if xs != os && xs != os + 1 {
        let what = format!("{xs} stones 'x' and {os} stones 'o'");
        return Err(NotationError::illegal(1, what, "as many, or one 'x' more"));
    }
    let position = ConnectFour::of(if xs == os { x } else { o }, x | o, shape);
    if ConnectFour::of(position.theirs(), position.all, shape).lost() {
        let what = "the side to move has four in a row";
        return Err(NotationError::illegal(1, what, "a game that ended with the first four"));
    }
    Ok(position)
}

/// Reads the notations of [`Notation::parse_position`], on the board of the default size.
impl<S: Shape> FromStr for ConnectFour<S> {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::parse_position(S::default(), text)
    }
}

/// The board from the top row down, `x` for the first player and `o` for the second.
impl<S: Shape> fmt::Display for ConnectFour<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.shape.height()).rev() {
            for column in 0..self.shape.width() {
                f.write_str(match self.stone(column, row) {
                    None => ".",
                    Some(Side::First) => "x",
                    Some(Side::Second) => "o",
                })?;
            }
            f.write_str(if row > 0 { "/" } else { "" })?;
        }
        Ok(())
    }
}

impl<S: Shape> fmt::Debug for ConnectFour<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ConnectFour({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AnySize, Standard};
    use super::*;

    fn error<S: Shape>(shape: S, text: &str) -> String {
        ConnectFour::parse_position(shape, text).unwrap_err().to_string()
    }

    #[test]
    fn both_notations_give_the_same_position() {
        let moves: ConnectFour = "4453".parse().unwrap();
        assert_eq!(moves.to_string(), "......./......./......./......./...o.../..oxx..");
        assert_eq!(moves.to_string().parse(), Ok(moves));
        assert_eq!("-".parse(), Ok(ConnectFour::new(Standard)));
        assert_eq!("".parse(), Ok(ConnectFour::new(Standard)));
        assert!(moves.board().ends_with(". . o x x . .\n1 2 3 4 5 6 7"), "{}", moves.board());
    }

    #[test]
    fn errors_say_where_and_what() {
        let any = AnySize::new(6, 4).unwrap();
        let expected = "column 3: found '8'; expected a column, 1 to 7";
        assert_eq!(error(Standard, "448"), expected);
        assert_eq!(error(any, "17"), "column 2: found '7'; expected a column, 1 to 6");
        let expected = "column 7: column 4 is full; expected a column with an empty cell";
        assert_eq!(error(Standard, "4444444"), expected);
        let expected = "column 8: the game is over before this move; expected the end of the text";
        assert_eq!(error(Standard, "11223341"), expected);
    }

    #[test]
    fn impossible_boards_are_refused() {
        let any = AnySize::new(4, 2).unwrap();
        assert_eq!(error(any, "....x.../"), "column 5: found 'x'; expected '/' and a row");
        assert_eq!(
            error(any, "x.../...."),
            "column 6: found '.'; expected 'x' or 'o' below a stone"
        );
        assert_eq!(error(any, "..../.."), "column 8: the text ends here; expected 'x', 'o' or '.'");
        assert_eq!(error(any, "..../xoxo/"), "column 10: found '/'; expected no more");
        assert_eq!(
            error(any, "..../xxx."),
            "column 1: 3 stones 'x' and 0 stones 'o'; expected as many, or one 'x' more"
        );
        assert_eq!(
            error(any, "oooo/xxxx"),
            "column 1: the side to move has four in a row; \
             expected a game that ended with the first four"
        );
    }
}
