//! Breakthrough: its rules, as in `docs/own-game.md`, and its positions and moves as text.

use eldest::{Bounds, Moves, Position, Score, Side};
use eldest_games::notation::{Notation, NotationError};
use std::fmt;
use std::str::FromStr;

/// A row of the board takes five bits, however wide the board is.
const ROW: u32 = 5;

/// The columns and rows of a board.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    width: u32,
    height: u32,
}

/// Breakthrough, on 2 to 5 columns and 4 to 6 rows.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    size: Size,
    /// A bit for each pawn of the first player, which moves up, and of the second, which moves
    /// down.
    pawns: [u32; 2],
    side: Side,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    from: u32,
    to: u32,
}

impl Board {
    fn mine(&self) -> u32 {
        self.pawns[self.side.index()]
    }

    fn theirs(&self) -> u32 {
        self.pawns[self.side.other().index()]
    }

    /// For each pawn of `side`, how many rows it still has to go.
    fn rows_left(&self, side: Side) -> impl Iterator<Item = u32> {
        let squares = (0..32).filter(move |square| self.pawns[side.index()] >> square & 1 == 1);
        squares.map(move |square| match side {
            Side::First => self.size.height - 1 - square / ROW,
            Side::Second => square / ROW,
        })
    }

    /// Every step leads a row ahead: straight to an empty square, diagonally also to capture.
    fn steps(&self) -> impl Iterator<Item = Step> {
        let (mine, theirs) = (self.mine(), self.theirs());
        (0..32).filter(move |from| mine >> from & 1 == 1).flat_map(move |from| {
            let ahead = if self.side == Side::First { from + ROW } else { from - ROW };
            let left = (from % ROW > 0).then(|| (ahead - 1, mine));
            let right = (from % ROW + 1 < self.size.width).then(|| (ahead + 1, mine));
            let squares = [left, Some((ahead, mine | theirs)), right].into_iter().flatten();
            let free = squares.filter(|(to, blocked)| blocked >> to & 1 == 0);
            free.map(move |(to, _)| Step { from, to })
        })
    }

    /// Captures first, then the pawns that are farthest ahead.
    fn rank(&self, step: Step) -> i32 {
        let captures = self.theirs() >> step.to & 1 == 1;
        let row = (step.to / ROW) as i32;
        100 * i32::from(captures) + if self.side == Side::First { row } else { -row }
    }

    /// Six points for a pawn on its first row, one more for each row that it has come.
    pub(crate) fn judge(&self) -> Score {
        let of = |side| self.rows_left(side).map(|rows| 11 - rows as i32).sum::<i32>();
        Score::new(of(self.side) - of(self.side.other()))
    }

    /// The rows from the top.
    fn rows(&self) -> impl Iterator<Item = String> {
        (0..self.size.height).rev().map(|row| {
            let cell = |square| {
                let [x, o] = self.pawns.map(|pawns| pawns >> square & 1 == 1);
                ['.', 'x', 'o'][usize::from(x) + 2 * usize::from(o)]
            };
            (ROW * row..ROW * row + self.size.width).map(cell).collect()
        })
    }
}

impl Position for Board {
    type Move = Step;
    /// Whether a pawn was captured.
    type Undo = bool;

    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let [first, second] = self.pawns.map(u64::from);
        first | second << 30 | (self.side.index() as u64) << 60
    }

    /// Lost, if the opponent has arrived or has captured everything.
    fn over(&self) -> Option<Score> {
        let arrived = self.rows_left(self.side.other()).any(|rows| rows == 0);
        (arrived || self.mine() == 0).then_some(Score::LOSS)
    }

    fn moves(&self, out: &mut Moves<'_, Step>) {
        if self.over().is_none() {
            self.steps().for_each(|step| out.push_ranked(step, self.rank(step)));
        }
    }

    fn play(&mut self, step: Step) -> bool {
        let captures = self.theirs() >> step.to & 1 == 1;
        self.pawns[self.side.index()] ^= 1 << step.from | 1 << step.to;
        self.pawns[self.side.other().index()] ^= u32::from(captures) << step.to;
        self.side = self.side.other();
        captures
    }

    fn undo(&mut self, step: Step, captured: bool) {
        self.side = self.side.other();
        self.pawns[self.side.other().index()] ^= u32::from(captured) << step.to;
        self.pawns[self.side.index()] ^= 1 << step.from | 1 << step.to;
    }

    fn move_code(&self, step: Step) -> u16 {
        (1 + step.from * 32 + step.to) as u16
    }

    /// A pawn one row from the end arrives.
    fn bounds(&self) -> Bounds {
        match self.over() {
            Some(score) => Bounds::exact(score),
            None if self.rows_left(self.side).any(|rows| rows == 1) => {
                Bounds::exact(Score::win_in(1))
            }
            None => Bounds::FULL,
        }
    }

    fn plies_left(&self) -> Option<u32> {
        Some(self.rows_left(Side::First).chain(self.rows_left(Side::Second)).sum())
    }

    fn fingerprint(&self) -> u64 {
        (self.size.width << 8 | self.size.height).into()
    }
}

impl Default for Size {
    fn default() -> Self {
        Self { width: 5, height: 6 }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let sides = text.split_once('x').and_then(|(w, h)| w.parse().ok().zip(h.parse().ok()));
        let size = sides.map(|(width, height)| Self { width, height });
        let size = size.filter(|s| (2..=5).contains(&s.width) && (4..=6).contains(&s.height));
        let expected = "COLUMNSxROWS, 2 to 5 by 4 to 6";
        size.ok_or_else(|| NotationError::illegal(1, format!("'{text}'"), expected))
    }
}

/// The rows from the top, a blank, and the side to move: `oooo/oooo/xxxx/xxxx x`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = Self::PLAYERS[self.side.index()];
        write!(f, "{} {side}", self.rows().collect::<Vec<_>>().join("/"))
    }
}

impl Notation for Board {
    const NAME: &'static str = "breakthrough";
    const WORDS: usize = 2;
    const PLAYERS: [&'static str; 2] = ["x", "o"];
    type Variant = Size;

    fn start(size: Size) -> Self {
        let rows = ((1 << size.width) - 1) * (1 | 1 << ROW);
        let pawns = [rows, rows << (ROW * (size.height - 2))];
        Self { size, pawns, side: Side::First }
    }

    fn parse_position(size: Size, text: &str) -> Result<Self, NotationError> {
        let (rows, side) = match text.rsplit_once(' ') {
            Some((rows, "x")) => (rows, Side::First),
            Some((rows, "o")) => (rows, Side::Second),
            _ => {
                let column = text.chars().count() + 1;
                return Err(NotationError::unexpected(column, None, "the side to move, x or o"));
            }
        };
        let (mut board, mut row, mut column) = (Self { size, pawns: [0; 2], side }, size.height, 0);
        for (at, cell) in (1..).zip(rows.chars().chain(['/'])) {
            let pawn = match cell {
                '/' if row > 0 && column == size.width => {
                    (row, column) = (row - 1, 0);
                    continue;
                }
                '.' => [0, 0],
                'x' => [1, 0],
                'o' => [0, 1],
                _ => [2, 2],
            };
            if pawn == [2, 2] || row == 0 || column == size.width {
                let expected = format!("{size} cells of '.', 'x' and 'o', rows divided by '/'");
                return Err(NotationError::unexpected(at, Some(cell), expected));
            }
            let square = ROW * (row - 1) + column;
            (0..2).for_each(|index| board.pawns[index] |= pawn[index] << square);
            column += 1;
        }
        if row > 0 || board.rows_left(side).any(|rows| rows == 0) {
            let what = "rows are missing, or the mover has arrived";
            return Err(NotationError::illegal(1, what, format!("a position of {size}")));
        }
        Ok(board)
    }

    fn format_move(&self, step: Step) -> String {
        let square =
            |square| format!("{}{}", char::from(b'a' + (square % ROW) as u8), square / ROW + 1);
        square(step.from) + &square(step.to)
    }

    fn board(&self) -> String {
        let rows = self.rows().enumerate().map(|(above, row)| {
            let cells: String = row.chars().flat_map(|cell| [' ', cell]).collect();
            format!("{}{cells}", self.size.height - above as u32)
        });
        let letters: String =
            "abcde".chars().take(self.size.width as usize).flat_map(|c| [' ', c]).collect();
        rows.chain([format!(" {letters}")]).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest::conformance;

    #[test]
    fn the_game_keeps_its_promises() {
        let size = "3x4".parse().unwrap();
        conformance::assert_conforms(&Board::start(size), 3_000);
    }

    #[test]
    fn positions_are_read_as_they_are_written() {
        let size = "3x4".parse().unwrap();
        for text in ["ooo/o.o/xox/xxx x", "o.o/oxo/x.x/xxx o"] {
            assert_eq!(Board::parse_position(size, text).unwrap().to_string(), text);
        }
        for text in [
            "ooo/ooo/xxx/xxx",
            "ooo/ooo/xxx x",
            "oooo/oo/xxx/xxx x",
            "xoo/ooo/xx/xxx x",
            "xoo/ooo/x.x/xxx x",
        ] {
            assert!(Board::parse_position(size, text).is_err(), "{text}");
        }
    }
}
