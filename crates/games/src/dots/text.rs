//! Positions in text: the drawn edges, the boxes of both players, and the side to move.

use super::{Dots, Edge, EdgePlace, Size};
use crate::each;
use crate::notation::{MoveNumbers, Notation, NotationError};
use crate::reader::{BLANKS, Reader};
use eldest::{Moves, Side};
use std::fmt;

/// The columns of dots.
const COLUMNS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
/// The rows of dots.
const ROWS: [&str; 6] = ["1", "2", "3", "4", "5", "6"];

/// An edge is written as its upper or left dot (a letter for the column, a number for the row from
/// the top), with `h` for a horizontal edge or `v` for a vertical one. The notation is specific to
/// this program. A position is written as its edges (`-` if there are none), the boxes of the first
/// player and of the second, and the side to move, `F` or `S`: `a1h,b2v 0:0 F`.
impl Notation for Dots {
    const NAME: &'static str = "dots";
    const WORDS: usize = 3;
    const MOVE_NUMBERS: Option<MoveNumbers<Edge>> =
        Some((|Edge(edge)| edge.into(), |number| Edge(number as u8)));
    type Variant = Size;

    fn start(board: Size) -> Self {
        Self::new(board)
    }

    fn parse_position(board: Size, text: &str) -> Result<Self, NotationError> {
        let (mut reader, mut position) = (Reader::new(text), Self::new(board));
        if !text.starts_with('-') {
            edges(&mut reader, &mut position)?;
        } else {
            reader.one_of(&["-"], "'-'")?;
            reader.blanks("a blank and the boxes of both players")?;
        }
        let lead = lead(&mut reader, board.boxes() - position.left())?;
        position.side = reader.side(["F", "S"], "the side to move, F or S")?;
        position.lead = if position.side == Side::First { lead } else { -lead };
        Ok(position)
    }

    fn format_move(&self, Edge(edge): Edge) -> String {
        name(self.board, edge.into())
    }

    fn list_moves(&self, out: &mut Moves<'_, Edge>) {
        each(self.open).for_each(|edge| out.push(Edge(edge.trailing_zeros() as u8)));
    }

    /// Draws the dots with their letters and numbers, the edges between them, and `#` in each
    /// closed box.
    fn board(&self) -> String {
        let letters: String =
            COLUMNS[..=self.columns()].iter().map(|c| format!("{c:<4}")).collect();
        let rows = (0..=self.board.rows()).flat_map(|row| [self.dots_of(row), self.boxes_of(row)]);
        let rows: Vec<_> = rows.map(|row| row.trim_end().to_owned()).collect();
        let [first, second] = self.points();
        let points = format!("First {first}, Second {second}; a1h leads right from a1, a1v down");
        format!("   {}\n{}\n{points}", letters.trim_end(), rows.join("\n").trim_end())
    }
}

/// Reads the edges of a position and the blank after them.
fn edges(reader: &mut Reader<'_>, position: &mut Dots) -> Result<(), NotationError> {
    loop {
        let column = reader.column;
        let edge = edge(reader, position.board)?;
        if position.drawn() >> edge & 1 != 0 {
            let what = format!("{} comes twice", name(position.board, edge));
            return Err(NotationError::illegal(column, what, "each edge once"));
        }
        position.draw(edge);
        if reader.one_of(&[",", BLANKS], "',' and another edge, or a blank and the boxes")? == 1 {
            reader.more_blanks();
            return Ok(());
        }
    }
}

fn edge(reader: &mut Reader<'_>, board: Size) -> Result<u32, NotationError> {
    let (columns, rows) = (&COLUMNS[..=board.columns() as usize], &ROWS[..=board.rows() as usize]);
    let (last_column, last_row) = (columns[columns.len() - 1], rows[rows.len() - 1]);
    let start = reader.column;
    let column = reader.one_of(columns, &format!("a column of dots, a to {last_column}"))? as u32;
    let row = reader.one_of(rows, &format!("a row of dots, 1 to {last_row}"))? as u32;
    let is_horizontal = reader.one_of(&["h", "v"], "h (to the right) or v (down)")? == 0;
    let place = EdgePlace { row, column, is_horizontal };
    board.edge(place).ok_or_else(|| {
        let what = format!("{} leads off the board", written(place));
        let expected = format!("h left of column {last_column}, v above row {last_row}");
        NotationError::illegal(start, what, expected)
    })
}

/// Reads the boxes of both players, which must add up to `closed`, and the blank after them.
/// Returns the lead of the first player.
fn lead(reader: &mut Reader<'_>, closed: u32) -> Result<i8, NotationError> {
    let start = reader.column;
    let first = reader.digits("the boxes of the first player")?;
    reader.one_of(&[":"], "':' and the boxes of the second player")?;
    let second = reader.digits("the boxes of the second player")?;
    let boxes = first.parse().ok().zip(second.parse().ok());
    let boxes =
        boxes.filter(|(first, second): &(u8, u8)| u32::from(*first) + u32::from(*second) == closed);
    let (first, second) = boxes.ok_or_else(|| {
        let expected = format!("{closed} in total, the number of closed boxes");
        NotationError::illegal(start, format!("{first}:{second} boxes"), expected)
    })?;
    reader.blanks("a blank and the side to move")?;
    Ok(first as i8 - second as i8)
}

fn name(board: Size, edge: u32) -> String {
    written(board.place(edge))
}

fn written(EdgePlace { row, column, is_horizontal }: EdgePlace) -> String {
    let direction = if is_horizontal { 'h' } else { 'v' };
    format!("{}{}{direction}", COLUMNS[column as usize], ROWS[row as usize])
}

impl Dots {
    const fn columns(&self) -> usize {
        self.board.columns() as usize
    }

    fn has(&self, row: u32, column: u32, is_horizontal: bool) -> bool {
        let edge = self.board.edge(EdgePlace { row, column, is_horizontal });
        edge.is_some_and(|edge| self.drawn() >> edge & 1 != 0)
    }

    /// Draws a row of dots and the edges between them.
    fn dots_of(&self, row: u32) -> String {
        let dot = |column| if self.has(row, column, true) { "o---" } else { "o   " };
        let dots: String = (0..=self.board.columns()).map(dot).collect();
        format!("{}  {dots}", row + 1)
    }

    /// Draws the edges below a row of dots, and the boxes between them.
    fn boxes_of(&self, row: u32) -> String {
        let cell = |column| {
            let edge = if self.has(row, column, false) { '|' } else { ' ' };
            let sides = [(row, column, true), (row + 1, column, true), (row, column, false)];
            let is_closed = sides.into_iter().chain([(row, column + 1, false)]);
            let is_closed = is_closed.into_iter().all(|(row, column, h)| self.has(row, column, h));
            format!("{edge} {} ", if is_closed { '#' } else { ' ' })
        };
        format!("   {}", (0..=self.board.columns()).map(cell).collect::<String>())
    }
}

impl fmt::Display for Dots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> =
            each(self.drawn()).map(|edge| name(self.board, edge.trailing_zeros())).collect();
        let edges = if names.is_empty() { "-".to_owned() } else { names.join(",") };
        let [first, second] = self.points();
        let side = if self.side == Side::First { 'F' } else { 'S' };
        write!(f, "{edges} {first}:{second} {side}")
    }
}

impl fmt::Debug for Dots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dots({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a1h,b1h,a2h,a1v,b1v 1:0 F";

    fn read(text: &str) -> Result<Dots, NotationError> {
        Dots::parse_position(Size::new(2, 3).unwrap(), text)
    }

    #[test]
    fn a_board_is_drawn() {
        let drawn = [
            "   a   b   c   d",
            "1  o---o---o   o",
            "   | # |",
            "2  o---o   o   o",
            "",
            "3  o   o   o   o",
            "First 1, Second 0; a1h leads right from a1, a1v down",
        ];
        let position = read(TEXT).unwrap();
        assert_eq!(position.board(), drawn.join("\n"));
        assert_eq!(position.to_string(), TEXT);
        assert_eq!(position.format_move(position.parse_move("d2v").unwrap()), "d2v");
    }

    #[test]
    fn positions_are_read_in_any_order_and_written_in_one() {
        let reads = |text: &str| read(text).map(|position| position.to_string());
        assert_eq!(reads("b1v,a1v,b1h,a2h,a1h 1:0 F"), Ok(TEXT.to_owned()));
        assert_eq!(reads("- 0:0 S"), Ok("- 0:0 S".to_owned()));
    }

    #[test]
    fn errors_say_where_and_what() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(error("x"), "column 1: found 'x'; expected a column of dots, a to d");
        assert_eq!(error("a4h"), "column 2: found '4'; expected a row of dots, 1 to 3");
        assert_eq!(error("a1x"), "column 3: found 'x'; expected h (to the right) or v (down)");
        let off = "leads off the board; expected h left of column d, v above row 3";
        assert_eq!(error("a1h,d1h 0:0 F"), format!("column 5: d1h {off}"));
        assert_eq!(error("a3v 0:0 F"), format!("column 1: a3v {off}"));
        assert_eq!(error("a1h,a1h 0:0 F"), "column 5: a1h comes twice; expected each edge once");
        let after = "expected ',' and another edge, or a blank and the boxes";
        assert_eq!(error("a1h"), format!("column 4: the text ends here; {after}"));
        assert_eq!(
            error("a1h "),
            "column 5: the text ends here; expected the boxes of the first player"
        );
        assert_eq!(
            error("-0:0 F"),
            "column 2: found '0'; expected a blank and the boxes of both players"
        );
        let all = "expected 1 in total, the number of closed boxes";
        assert_eq!(error(&TEXT.replace('0', "1")), format!("column 21: 1:1 boxes; {all}"));
        assert_eq!(error(&TEXT.replace('0', "999")), format!("column 21: 1:999 boxes; {all}"));
        let side = "expected the side to move, F or S";
        assert_eq!(error(&TEXT.replace('F', "x")), format!("column 25: found 'x'; {side}"));
        assert_eq!(error(&TEXT.replace('F', "Fx")), "column 26: found 'x'; expected no more");
    }
}
